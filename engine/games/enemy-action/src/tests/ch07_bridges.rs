//! Bridges blown before a German unit (7.33).

use super::given::{active, empty, hex, hold, only, put, unit};
use crate::EnemyAction;
use crate::printed::{ALLIED, GERMAN};
use crate::sight::View;
use crate::truth::event::Event;
use crate::truth::roster::Place;
use crate::truth::state::{Fight, Topic};
use engine::contract::{Sight, Viewer};
use testing::Given;

/// A German unit that may move, and what the Allied player holds; the bridge over the Ourthe between 1617 and 1717 stands.
fn before(day: u8, at: &str, allied: &[&str]) -> Given<EnemyAction> {
    only(active(put(empty(day), "3-2pz", at, 0), GERMAN, &["3-2pz"]), ALLIED, allied)
}

fn stands(given: &Given<EnemyAction>) -> bool {
    let side = given.definitions.board.side(hex(given, "1617"), hex(given, "1717")).unwrap();
    given.state.public.units.bridge(side.river.unwrap()).stands
}

fn at(given: &Given<EnemyAction>) -> Place {
    given.state.public.unit(unit(given, "3-2pz")).place
}

#[test]
fn cases_7_33a_and_5_1d_the_allied_player_is_asked_before_a_german_crosses_whatever_he_holds() {
    for held in ["28-id", "corps-v"] {
        let asked = before(20, "1617", &[held]).and("german: move 3.2P to 1717");
        assert!(asked.asked("allied")[0].starts_with("3.2P comes to the bridge of"), "{:?}", asked.asked("allied"));
        assert_eq!(at(&asked), Place::Hex(hex(&asked, "1617")));
        // nobody answers: it goes on
        let crossed = asked.and("allied: pass");
        assert_eq!(at(&crossed), Place::Hex(hex(&crossed, "1717")));
    }
    let asked = before(20, "1617", &["corps-v"]).and("german: move 3.2P to 1717");
    asked.when("allied: blow with corps-v").is_refused_by("5.1d", "not the reaction Engineers");
}

#[test]
fn cases_7_33a_and_4_13b_nobody_is_asked_on_the_16th_with_an_empty_hand_or_without_allied_supply() {
    let crosses = |given: Given<EnemyAction>| at(&given.and("german: move 3.2P to 1717"));
    let there = Place::Hex(hex(&empty(20), "1717"));
    assert_eq!(crosses(before(20, "1617", &[])), there);
    let given = before(20, "1617", &["28-id"]);
    let mut cut = given.clone();
    // every Allied edge road is German now: no Allied line leads anywhere
    cut.state.public.towns = super::given::conquered(cut.clone()).state.public.towns;
    cut.state.public.units = super::given::conquered(cut.clone()).state.public.units;
    let supplied = crate::chapters::supply::trace(&cut.definitions, &cut.state.public, ALLIED).supplied;
    if !supplied.contains(hex(&cut, "1617")) && !supplied.contains(hex(&cut, "1717")) {
        assert_eq!(crosses(cut), there);
    }
    let mut early = given;
    early.state.public.day = 16;
    // on the 16th the army's lines would end before the Ourthe
    early.state.public.units.get_mut(unit(&empty(20), "3-2pz")).place = Place::Hex(hex(&empty(20), "1802"));
    let early = early.and("german: move 3.2P to 1803");
    assert!(early.state.public.march.is_none());
}

#[test]
fn case_7_33b_the_unit_goes_on_another_way_and_not_over_that_hexside_in_this_move() {
    let asked = before(20, "1617", &["28-id"]).and("german: move 3.2P to 1717");
    let down = asked.and("allied: blow with 28-id").and("german: pass");
    assert!(!stands(&down));
    // it had spent nothing: its whole allowance is left, but the river is closed to it
    down.when("german: move 3.2P to 1717").is_refused_by("7.33b", "blown before it");
    // it goes on, and with that the moving of the only active unit is over
    let on = down.when("german: move 3.2P to 1518").is_done();
    assert!(on.state.public.activation.is_none() && at(&on) == Place::Hex(hex(&on, "1518")));
}

#[test]
fn case_7_33b_a_unit_halted_on_its_way_has_what_is_left_and_no_more() {
    let asked = before(20, "1619", &["28-id"]).and("german: move 3.2P to 1717");
    let (asked, way) = (asked.clone(), asked.state.hidden[0].bound.clone().unwrap());
    assert_eq!(at(&asked), Place::Hex(hex(&asked, "1617")));
    assert!(!way.fresh && way.left < 5, "{way:?}");
    let down = asked.and("allied: blow with 28-id").and("german: pass");
    let halted = down.state.public.halted.unwrap();
    assert_eq!((halted.left, halted.fresh), (way.left, false));
    // an unbridged river is crossed with the whole allowance alone (7.31)
    let open = down.legal("german", "move 3.2P to");
    assert!(!open.is_empty() && !open.iter().any(|order| order.contains("1717")));
    let after = down.and(&format!("german: {}", open[0])).state.public.halted;
    assert!(after.is_none());
}

#[test]
fn cases_7_33c_and_5_1e_operation_greif_lets_the_unit_cross() {
    let given = hold(before(20, "1617", &["28-id"]), GERMAN, &["276-vg"]);
    let saved = given.and("german: move 3.2P to 1717").and("allied: blow with 28-id").and("german: greif with 276-vg");
    assert!(stands(&saved));
    assert_eq!(at(&saved), Place::Hex(hex(&saved, "1717")));
}

#[test]
fn case_7_33a_in_an_advance_the_bridge_may_be_blown_too_and_the_unit_stays() {
    let given = before(20, "1617", &["28-id"]);
    let (attackers, from) = (vec![unit(&given, "3-2pz")], vec![hex(&given, "1617")]);
    let target = hex(&given, "1717");
    let (attacker, defenders) = (GERMAN, vec![unit(&given, "110-28di")]);
    let tactics = Vec::new();
    let given =
        given.fact(&Event::Attacked { attacker, attackers, from, target, defenders, tactics, positions: Vec::new() });
    let given = given.fact(&Event::FightWentOn { stage: Fight::Advancing });
    let given = given.fact(&Event::Asked { side: GERMAN, topic: Topic::Advance });
    let asked = given.and("german: advance 3.2P to 1717");
    assert_eq!(at(&asked), Place::Hex(hex(&asked, "1617")));
    let over = asked.clone().and("allied: pass");
    assert_eq!(at(&over), Place::Hex(target));
    let down = asked.and("allied: blow with 28-id").and("german: pass");
    assert!(!stands(&down));
    assert_eq!((at(&down), down.state.public.combat.is_none()), (Place::Hex(hex(&down, "1617")), true));
}

#[test]
fn cases_7_33b_and_9_81b_in_the_hex_that_was_left_an_advance_goes_on_another_way_once_its_bridge_is_blown() {
    let given = before(20, "1617", &["28-id"]);
    let (target, over) = (hex(&given, "1617"), hex(&given, "1717"));
    let board = &given.definitions.board;
    let open = board.around(target).find(|there| board.side(*there, target).is_some_and(|side| side.river.is_none()));
    let from = open.expect("a hex on this bank");
    let number = given.definitions.published.map.grid.number(from);
    let given = put(given.clone(), "3-2pz", &number, 0);
    // the defenders are gone, so that mechanized units go two hexes
    let (attackers, defenders) = (vec![unit(&given, "3-2pz")], vec![unit(&given, "110-28di")]);
    let (attacker, from, tactics) = (GERMAN, vec![from], Vec::new());
    let given =
        given.fact(&Event::Attacked { attacker, attackers, from, target, defenders, tactics, positions: Vec::new() });
    let given = given.fact(&Event::FightWentOn { stage: Fight::Advancing });
    let given = given.fact(&Event::Asked { side: GERMAN, topic: Topic::Advance });
    let down = given.and("german: advance 3.2P to 1717").and("allied: blow with 28-id").and("german: pass");
    assert_eq!((at(&down), stands(&down)), (Place::Hex(target), false));
    down.clone().when("german: advance 3.2P to 1717").is_refused_by("7.33b", "blown before it");
    let open = down.legal("german", "advance 3.2P to");
    assert!(!open.is_empty(), "{:?}", down.asked("german"));
    let gone = down.and(&format!("german: {}", open[0]));
    assert!(at(&gone) != Place::Hex(target) && at(&gone) != Place::Hex(over));
    assert!(gone.state.public.combat.is_none());
}

#[test]
fn where_a_unit_at_a_bridge_is_bound_is_its_players_to_know() {
    let asked = before(20, "1617", &["28-id"]).and("german: move 3.2P to 1717");
    let view = |viewer: Viewer| -> View { EnemyAction::view(&asked.definitions, &asked.state, viewer) };
    assert!(view(Viewer::Side(GERMAN)).bound.is_some());
    assert!(view(Viewer::Side(ALLIED)).bound.is_none() && view(Viewer::Observer).bound.is_none());
}
