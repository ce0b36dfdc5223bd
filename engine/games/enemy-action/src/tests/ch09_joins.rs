//! Inactive units in a combat: Reinforce Battle and Assault Coordination (9, 9.1, T.EV).

use super::given::{active, empty, hex, only, put, unit};
use crate::EnemyAction;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::roster::{Place, Supply};
use testing::Given;

/// Two German regiments, of which one is active beside an American one, and their hands.
fn field(day: u8) -> Given<EnemyAction> {
    let given = put(put(put(empty(day), "3-2pz", "1121", 0), "2-2pz", "1020", 0), "110-28di", "1122", 0);
    let given = put(given, "109-28di", "1125", 0);
    let given = only(only(given, GERMAN, &["corps-liii", "2-pz-lehr"]), ALLIED, &["corps-v"]);
    active(given, GERMAN, &["3-2pz"])
}

fn at(given: &Given<EnemyAction>, id: &str) -> Place {
    given.state.public.unit(unit(given, id)).place
}

const BRING: &str = "german: attack 1122 with 3.2P playing corps-liii as Reinforce Battle bringing 2.2P to 1021";

#[test]
fn cases_t_evn_and_9c_and_9_1b_an_inactive_unit_moves_beside_the_target_and_attacks() {
    let joined = field(20).and(BRING);
    assert_eq!(at(&joined, "2-2pz"), Place::Hex(hex(&joined, "1021")));
    let combat = joined.state.public.combat.clone().unwrap();
    assert_eq!(combat.attackers, [unit(&joined, "3-2pz"), unit(&joined, "2-2pz")]);
    // it was not activated, and cannot attack again
    assert!(!joined.state.public.is_active(unit(&joined, "2-2pz")));
    assert!(joined.state.public.unit(unit(&joined, "2-2pz")).attacked);
}

#[test]
fn case_t_evn_one_unit_a_card_that_can_move_there_and_has_not_fought() {
    let given = field(20);
    given.when("german: attack 1122 with 3.2P bringing 2.2P to 1021").is_refused_by("T.EVn", "0 of them are played");
    let bring =
        |what: &str| format!("german: attack 1122 with 3.2P playing corps-liii as Reinforce Battle bringing {what}");
    given.when(&bring("3.2P to 1021")).is_refused_by("T.EVn", "it is active");
    given.when(&bring("110.28 to 1021")).is_refused_by("T.EVn", "not yours");
    given.when(&bring("2.2P to 1121, 1021")).is_misread("a hex for each unit");
    put(given.clone(), "2-2pz", "1808", 0).when(&bring("2.2P to 1021")).is_refused_by("T.EVn", "no hex beside");
    let state = |change: fn(&mut crate::truth::roster::UnitState)| {
        let mut given = given.clone();
        let it = unit(&given, "2-2pz");
        change(given.state.public.units.get_mut(it));
        given
    };
    state(|it| it.dispersed = true).when(&bring("2.2P to 1021")).is_refused_by("9.9b", "dispersed");
    state(|it| it.no_fuel = true).when(&bring("2.2P to 1021")).is_refused_by("10.41a", "no fuel");
    state(|it| it.supply = Supply::Out).when(&bring("2.2P to 1021")).is_refused_by("9.1e", "out of supply");
    state(|it| it.defended = true).when(&bring("2.2P to 1021")).is_refused_by("T.EVn", "has fought");
    // a stack that would be too large
    let full = put(put(put(given.clone(), "39-26vg", "1021", 0), "77-26vg", "1021", 0), "78-26vg", "1021", 0);
    full.when(&bring("2.2P to 1021")).is_refused_by("T.EVn", "does not come");
}

#[test]
fn cases_t_evn_and_4_11c_and_4_13a_in_the_opening_and_on_the_16th_it_moves_all_the_same() {
    let mut given = field(16);
    given.state.public.activation.as_mut().unwrap().stands = true;
    given.state.public.activation.as_mut().unwrap().stage = crate::truth::state::Stage::Fighting;
    given.state.public.opening = 2;
    // on the 16th the lines of its army bind it; both hexes lie in them or neither does
    let given = put(put(put(given, "3-2pz", "1706", 0), "2-2pz", "1704", 0), "110-28di", "1707", 0);
    let order = "german: attack 1707 with 3.2P playing corps-liii as Reinforce Battle bringing 2.2P to 1706";
    assert_eq!(at(&given.dice(&[1, 1]).and(order), "2-2pz"), Place::Hex(hex(&empty(16), "1706")));
    // an Allied unit on foot is not bound to one hex by it
    let given = put(field(16), "109-28di", "1124", 0);
    let asked = given.and("german: attack 1122 with 3.2P");
    let asked = asked.dice(&[1, 1, 1, 1]);
    let joined = asked.and("allied: support with corps-v as Reinforce Battle bringing 109.28");
    let moved = |id: &str| {
        joined
            .definitions
            .board
            .distance(hex(&joined, "1124"), joined.state.public.unit(unit(&joined, id)).hex().unwrap())
    };
    assert_eq!(moved("109-28di"), 2);
}

#[test]
fn cases_t_evn_and_9c_a_unit_moves_into_the_attacked_hex_and_its_steps_count() {
    let asked = put(field(20), "109-28di", "1124", 0).and("german: attack 1122 with 3.2P");
    asked
        .when("allied: support with corps-v as Reinforce Battle bringing 110.28")
        .is_refused_by("T.EVn", "defends already");
    let before = asked.state.public.combat.clone().unwrap();
    assert_eq!(before.defenders.len(), 1);
    // the least draw is that of both: four steps; the first chits are drawn at once
    let joined = asked.dice(&[1, 1, 1, 1]).when("allied: support with corps-v as Reinforce Battle bringing 109.28");
    let events = format!("{:?}", joined.events);
    assert!(events.contains("chits: (4, 4)"), "{events}");
}

#[test]
fn cases_t_evo_and_9_1b_assault_coordination_has_inactive_units_beside_the_target_attack() {
    let given = put(field(20), "2-2pz", "1021", 0);
    given.when("german: attack 1122 with 3.2P, 2.2P").is_refused_by("9.1b", "2.2P is not active");
    let order = "german: attack 1122 with 3.2P, 2.2P playing 2-pz-lehr as Assault Coordination";
    let joined = given.and(order);
    assert_eq!(joined.state.public.combat.unwrap().attackers.len(), 2);
    let alone = put(field(20), "2-2pz", "1021", 0);
    let order = "german: attack 1122 with 2.2P playing 2-pz-lehr as Assault Coordination";
    alone.when(order).is_refused_by("9.1b", "must be active");
}

#[test]
fn cases_7_33a_and_t_evn_a_bridge_blown_before_a_unit_that_joins_keeps_it_out_of_the_battle() {
    let given = put(put(put(empty(20), "2-2pz", "1818", 0), "3-2pz", "1617", 0), "110-28di", "1817", 0);
    let given = only(only(given, GERMAN, &["corps-liii"]), ALLIED, &["28-id"]);
    let given = active(given, GERMAN, &["2-2pz"]);
    let order = "german: attack 1817 with 2.2P playing corps-liii as Reinforce Battle bringing 3.2P to 1717";
    let asked = given.and(order);
    assert!(asked.asked("allied")[0].starts_with("3.2P comes to the bridge"), "{:?}", asked.asked("allied"));
    let over = asked.clone().and("allied: pass");
    assert_eq!(over.state.public.combat.as_ref().unwrap().attackers.len(), 2);
    // the Germans hold nothing more: nobody answers
    let down = asked.dice(&[1, 1]).and("allied: blow with 28-id");
    let combat = down.state.public.combat.clone();
    assert_eq!(at(&down, "3-2pz"), Place::Hex(hex(&down, "1617")));
    assert!(combat.is_none_or(|combat| combat.attackers == [unit(&empty(20), "2-2pz")]));
}
