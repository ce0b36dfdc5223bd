//! Hits, losses, retreats, advances, dispersal (9.5 to 9.9).

use super::given::{active, draws, empty, hex, put, unit};
use crate::EnemyAction;
use crate::chapters::combat::situations::hits;
use crate::printed::{ALLIED, GERMAN};
use crate::standing::Policy;
use crate::truth::event::Event;
use crate::truth::roster::Supply;
use crate::truth::state::Fight;
use definitions::UnitId;
use engine::contract::{Advice, Rules, Seen, Sight, Speech, StandingOrders, Viewer};
use testing::Given;

/// Two regiments of the 2nd Panzer attack a regiment of the 28th in the open.
fn field() -> Given<EnemyAction> {
    let given = put(put(empty(20), "3-2pz", "1021", 0), "2-2pz", "1022", 0);
    active(put(given, "110-28di", "1122", 0), GERMAN, &["3-2pz", "2-2pz"])
}

/// The same after two chits that hit the defender, or the attacker.
fn after(given: Given<EnemyAction>, line: &str, chits: &[&str]) -> Given<EnemyAction> {
    let given = given.clone().and(&format!("german: attack {line}"));
    let drawn = draws(given, chits).and("allied: pass");
    let least = drawn.state.public.combat.as_ref().map(|combat| combat.chits);
    match least {
        Some((least, most)) if most > least => drawn.clone().and(&format!("german: draw {least}")),
        _ => drawn,
    }
}

fn twice_hit() -> Given<EnemyAction> {
    after(field(), "1122 with 3.2P, 2.2P", &["chit-05", "chit-05"])
}

/// A single regiment against a stronger one: two hits on itself.
fn repelled() -> Given<EnemyAction> {
    let given = put(put(empty(20), "39-26vg", "1021", 0), "77-26vg", "1021", 1);
    let given = active(put(given, "110-28di", "1122", 0), GERMAN, &["39-26vg", "77-26vg"]);
    after(given, "1122 with 39.26, 77.26", &["chit-02", "chit-05"])
}

fn hit(given: &Given<EnemyAction>) -> (u8, u8) {
    let combat = given.state.public.combat.as_ref().expect("a combat");
    (combat.owed[0], combat.owed[1])
}

fn lost(given: &Given<EnemyAction>, id: &str) -> u8 {
    given.state.public.unit(unit(given, id)).lost
}

fn place(given: &Given<EnemyAction>, id: &str) -> String {
    let hex = given.state.public.unit(unit(given, id)).hex();
    hex.map(|hex| given.definitions.published.map.grid.number(hex)).unwrap_or_default()
}

#[test]
fn cases_9_5a_and_9_5e_hits_are_added_up_by_role_and_nationality_and_never_below_zero() {
    assert_eq!(hit(&twice_hit()), (0, 2));
    assert_eq!(hit(&repelled()), (2, 0));
    // D-1 alone is none
    let town = put(put(empty(20), "3-2pz", "1022", 0), "110-28di", "1023", 0);
    let town = active(town, GERMAN, &["3-2pz"]);
    let given = after(town, "1023 with 3.2P", &["chit-13", "chit-13"]);
    assert!(given.state.public.combat.as_ref().is_none_or(|combat| combat.owed == [0, 0]));
}

#[test]
fn cases_9_5b_and_12_34a_a_position_takes_one_hit_and_goes_and_stays_if_there_was_none() {
    let dug = |chits: &[&str]| {
        let mut given = field();
        let at = hex(&given, "1122");
        given.state.public.positions.insert(at);
        after(given, "1122 with 3.2P, 2.2P", chits)
    };
    let struck = dug(&["chit-05", "chit-05"]);
    assert_eq!(hit(&struck), (0, 1));
    assert!(struck.state.public.positions.is_empty());
    // chit 12 speaks of towns, or hits the defender in clear ground; chit 11 of neither here
    let missed = dug(&["chit-11", "chit-14"]);
    assert_eq!(missed.state.public.positions.len(), 1);
}

#[test]
fn cases_9_5c_and_9_5d_and_9_9d_and_10_22e_and_10_23h_and_10_41c_helpless_defenders_spare_the_attacker() {
    let of = |supply: Supply, dispersed: bool, dry: bool| {
        let mut given = put(put(empty(20), "39-26vg", "1021", 0), "110-28di", "1122", 0);
        let it = unit(&given, "110-28di");
        let state = given.state.public.units.get_mut(it);
        (state.supply, state.dispersed, state.no_fuel) = (supply, dispersed, dry);
        let attacked = Event::Attacked {
            attacker: GERMAN,
            attackers: vec![unit(&given, "39-26vg")],
            from: vec![hex(&given, "1021")],
            target: hex(&given, "1122"),
            defenders: vec![it],
            tactics: Vec::new(),
            positions: Vec::new(),
        };
        let given = given.fact(&attacked);
        let combat = given.state.public.combat.clone().unwrap();
        let chit = given.state.public.cup.iter().find(|it| given.definitions.chit(**it).id == "chit-02").copied();
        let drawn = crate::truth::state::Combat { drawn: vec![chit.unwrap(); 2], ..combat };
        hits(&given.definitions, &given.state.public, &drawn).0
    };
    assert_eq!(of(Supply::Full, false, false), 2);
    assert_eq!(of(Supply::Low, false, false), 2, "low supply spares nobody");
    assert_eq!(
        [of(Supply::Out, false, false), of(Supply::Full, true, false), of(Supply::Full, false, true)],
        [1, 1, 1]
    );
    assert_eq!(of(Supply::Isolated, false, false), 0);
}

#[test]
fn cases_9_5f_and_9_5h_and_9_6_and_2_21j_the_defender_may_lose_steps_to_the_last() {
    let given = twice_hit();
    let one = given.clone().and("allied: lose 110.28");
    assert_eq!(lost(&one, "110-28di"), 1);
    let dead = one.clone().and("allied: lose 110.28");
    assert_eq!(place(&dead, "110-28di"), "");
}

#[test]
fn cases_9_5g_and_9_9_the_first_hit_is_a_step_the_next_two_may_be_dispersal() {
    let given = repelled();
    given.when("german: disperse").is_refused_by("9.5g", "first hit");
    let after = given.clone().and("german: lose 39.26").when("german: disperse").is_done();
    let it = after.state.public.unit(unit(&after, "77-26vg"));
    assert!(it.dispersed && it.lost == 1);
}

#[test]
fn cases_9_6_and_9_5g_the_attacker_says_whose_step_the_first_hit_takes_where_there_are_several() {
    let answered = |given: &Given<EnemyAction>| {
        let view = EnemyAction::view(&given.definitions, &given.state, Viewer::Side(GERMAN));
        let ask = EnemyAction::asks(&given.state)[0];
        EnemyAction::answer(Seen::<EnemyAction>::new(&given.definitions, &view), &ask, &Policy::default())
    };
    let given = repelled();
    assert_eq!(given.asked("german"), ["How do your attackers take their hits?"]);
    assert_eq!(answered(&given), None);
    // the computer spares the stronger and who would die of it
    let view = EnemyAction::view(&given.definitions, &given.state, Viewer::Side(GERMAN));
    let advised = EnemyAction::advise(Seen::<EnemyAction>::new(&given.definitions, &view)).expect("a step");
    assert_eq!(EnemyAction::write(&given.definitions, &advised), "lose 39.26");
    // one of two has lost a step: the second hit is a step of the other, or both disperse
    assert_eq!(answered(&given.clone().and("german: lose 39.26")), None);
    let mut alone = given;
    alone.state.public.combat.as_mut().expect("a combat").attackers.truncate(1);
    assert!(answered(&alone).is_some(), "one unit can take it");
}

#[test]
fn cases_9_74b_and_14_1e_who_fled_into_a_hex_is_lost_as_its_defenders_retreat_and_counts() {
    let given = put(put(empty(20), "3-2pz", "1021", 0), "2-2pz", "1022", 0);
    let given = put(put(given, "110-28di", "1122", 0), "109-28di", "1122", 0);
    let mut given = active(given, GERMAN, &["3-2pz", "2-2pz"]);
    let fled = unit(&given, "109-28di");
    let state = given.state.public.units.get_mut(fled);
    (state.retreated, state.defended) = (true, true);
    let dead = crate::chapters::ownership::points(&given.definitions, &given.state.public);
    let struck = after(given, "1122 with 3.2P, 2.2P", &["chit-05", "chit-05"]);
    struck.when("allied: lose 109.28").is_refused_by("9.6", "109.28 takes no part");
    let gone = struck.when("allied: retreat to 1321 via 1221").is_done();
    assert_eq!((place(&gone, "109-28di"), place(&gone, "110-28di")), (String::new(), "1321".to_owned()));
    // the attackers may enter the hex, and one Allied unit is no point yet
    gone.when("german: advance 3.2P to 1122").is_done();
    assert_eq!(crate::chapters::ownership::points(&gone.definitions, &gone.state.public), dead);
    // where the defenders hold out, who fled to them lives
    let held = struck.and("allied: lose 110.28");
    let held = if held.state.public.combat.is_some() { held.and("allied: retreat to 1221") } else { held };
    assert_eq!(place(&held, "109-28di"), "");
}

#[test]
fn case_9_74b_where_the_defenders_stand_who_fled_to_them_lives() {
    let given = put(put(empty(20), "39-26vg", "1021", 0), "110-28di", "1122", 0);
    let mut given = active(put(given, "109-28di", "1122", 0), GERMAN, &["39-26vg"]);
    let fled = unit(&given, "109-28di");
    let state = given.state.public.units.get_mut(fled);
    (state.retreated, state.defended) = (true, true);
    let struck = after(given, "1122 with 39.26", &["chit-05", "chit-06"]);
    let owed = hit(&struck).1;
    let stood = (0..owed.min(1)).fold(struck, |given, _| given.and("allied: lose 110.28"));
    assert!(stood.state.public.unit(fled).hex().is_some());
}

#[test]
fn cases_9_61a_and_9_61b_no_second_step_before_all_have_lost_one_and_no_second_in_a_hex_before_each() {
    let given = repelled().and("german: lose 39.26");
    given.when("german: lose 39.26").is_refused_by("9.61a", "evenly");
    // two in one hex and one in another: after a loss in the first, the other hex has to lose
    let given = put(put(put(empty(20), "39-26vg", "1021", 0), "77-26vg", "1021", 0), "78-26vg", "1022", 0);
    let given = active(put(given, "110-28di", "1122", 0), GERMAN, &["39-26vg", "77-26vg", "78-26vg"]);
    let mut given = given.clone().and("german: attack 1122 with 39.26, 77.26, 78.26");
    let first = unit(&given, "39-26vg");
    let combat = given.state.public.combat.as_mut().unwrap();
    (combat.stage, combat.owed, combat.losses) = (Fight::AttackerHits, [2, 0], vec![first]);
    let combat = given.state.public.combat.as_ref().unwrap();
    let open = crate::chapters::combat::hits::losable(&given.state.public, combat, true);
    assert_eq!(open, [unit(&given, "78-26vg")]);
}

#[test]
fn cases_9_7b_and_9_7g_a_retreat_goes_first_into_hexes_without_enemy_control() {
    let given = twice_hit();
    // 1121 and 1123 are in the zones of the attackers
    let one: Vec<String> = given.legal("allied", "retreat").into_iter().filter(|line| !line.contains("via")).collect();
    assert_eq!(one, ["retreat to 1221", "retreat to 1222"]);
    given.when("allied: retreat to 1121").is_refused_by("9.7b", "no retreat leads into");
    // a full hex is closed
    let full = put(put(put(given, "109-28di", "1221", 0), "112-28di", "1221", 0), "117-30di", "1221", 0);
    full.when("allied: retreat to 1221").is_refused_by("9.7g", "no retreat leads into");
}

#[test]
fn cases_9_7c_and_9_7d_and_9_7e_and_8_1d_then_to_supplied_friends_then_for_a_step() {
    // Germans behind: every hex is in a zone
    let closed = put(put(twice_hit(), "130-lehr", "1322", 0), "901-lehr", "1322", 0);
    let legal = closed.legal("allied", "retreat to");
    assert!(legal.iter().any(|line| line == "retreat to 1221"), "{legal:?}");
    let after = closed.clone().and("allied: retreat to 1221");
    let combat = after.state.public.combat.as_ref().unwrap();
    assert_eq!((combat.penalty, combat.owed[1]), (1, 1));
    // with a supplied friend in 1123 that hex goes first, and costs nothing
    let friend = put(closed, "109-28di", "1123", 0);
    let one: Vec<String> = friend.legal("allied", "retreat").into_iter().filter(|line| !line.contains("via")).collect();
    assert_eq!(one, ["retreat to 1123"]);
}

#[test]
fn cases_9_71a_and_9_71b_no_retreat_into_enemy_towns_nor_of_allies_into_an_empty_westwall_hex() {
    let given = put(put(empty(20), "3-2pz", "1021", 0), "110-28di", "1022", 0);
    let mut given = active(given, GERMAN, &["3-2pz"]);
    let ciney = hex(&given, "1023");
    given.state.public.towns.insert(ciney);
    let given = after(given, "1022 with 3.2P", &["chit-06", "chit-09"]);
    given.when("allied: retreat to 1023").is_refused_by("9.71a", "town");
    // Germans all around but for the Westwall hex 1707: that is closed, unless a friend is in it
    let surrounded = |friend: bool| {
        let given = put(put(empty(20), "3-2pz", "1709", 0), "110-28di", "1708", 0);
        let given = ["1607", "1608", "1807", "1808"]
            .iter()
            .zip(["39-26vg", "77-26vg", "78-26vg", "130-lehr"])
            .fold(given, |given, (number, id)| put(given, id, number, 0));
        let given = if friend { put(given, "109-28di", "1707", 0) } else { given };
        let given = active(given, GERMAN, &["3-2pz"]);
        let (attackers, from) = (vec![unit(&given, "3-2pz")], vec![hex(&given, "1709")]);
        let (target, defenders) = (hex(&given, "1708"), vec![unit(&given, "110-28di")]);
        let (tactics, positions) = (Vec::new(), Vec::new());
        let attacked = Event::Attacked { attacker: GERMAN, attackers, from, target, defenders, tactics, positions };
        let given = given.fact(&attacked).fact(&Event::Hit { attacker: 0, defender: 1, position: None });
        let combat = given.state.public.combat.as_ref().unwrap();
        let ways = crate::chapters::combat::retreat::routes(&given.definitions, &given.state.public, combat);
        ways.iter().map(|route| given.definitions.published.map.grid.number(route.path[1])).collect::<Vec<_>>()
    };
    assert_eq!((surrounded(false), surrounded(true)), (Vec::new(), vec!["1707".to_owned()]));
}

#[test]
fn cases_9_73_and_9_75a_and_9_75b_and_9_9_all_go_together_and_two_hexes_disperse_them() {
    let given = twice_hit();
    let after = given.when("allied: retreat to 1321 via 1221").is_done();
    let it = after.state.public.unit(unit(&after, "110-28di"));
    assert!(it.dispersed);
    assert_eq!(place(&after, "110-28di"), "1321");
    // back beside the attacked hex is not two hexes away
    given.when("allied: retreat to 1222 via 1221").is_refused_by("9.75b", "");
}

#[test]
fn cases_9_9c_and_9_7a_dispersed_units_go_one_hex_and_those_without_fuel_none() {
    let mut given = twice_hit();
    let it = unit(&given, "110-28di");
    given.state.public.units.get_mut(it).dispersed = true;
    given.when("allied: retreat to 1321 via 1221").is_refused_by("9.9c", "dispersed");
    given.when("allied: retreat to 1221").is_done();
    given.state.public.units.get_mut(it).no_fuel = true;
    given.when("allied: retreat to 1221").is_refused_by("10.41a", "out of fuel");
}

#[test]
fn cases_9_74a_and_9_74b_who_fled_into_a_hex_adds_nothing_and_is_lost_with_it() {
    let given = put(put(empty(20), "3-2pz", "1021", 0), "2-2pz", "1022", 0);
    let given = put(put(given, "110-28di", "1122", 1), "109-28di", "1122", 0);
    let mut given = active(given, GERMAN, &["3-2pz", "2-2pz"]);
    let fled = unit(&given, "109-28di");
    let state = given.state.public.units.get_mut(fled);
    (state.retreated, state.defended) = (true, true);
    let given = given.clone().and("german: attack 1122 with 3.2P, 2.2P");
    let combat = given.state.public.combat.clone().unwrap();
    assert_eq!(combat.defenders, [unit(&given, "110-28di")]);
    let drawn = draws(given, &["chit-05"]).and("allied: pass").and("german: draw 1");
    let dead = drawn.clone().and("allied: lose 110.28");
    assert_eq!(place(&dead, "109-28di"), "");
}

/// The defender has died: the attackers may advance.
fn cleared() -> Given<EnemyAction> {
    twice_hit().and("allied: lose 110.28").and("allied: lose 110.28")
}

#[test]
fn cases_9_8_and_9_81a_and_9_81c_attackers_advance_and_wheels_a_second_hex_each_where_it_likes() {
    let given = cleared();
    let after = given.clone().and("german: advance 3.2P to 1122");
    assert_eq!(place(&after, "3-2pz"), "1122");
    let second = after.when("german: advance 2.2P to 1222").is_done();
    assert_eq!(place(&second, "2-2pz"), "1222");
}

#[test]
fn cases_9_81a_and_9_9b_foot_advances_one_hex_and_dispersed_units_none() {
    let given = put(put(empty(20), "18-vg", "1021", 0), "110-28di", "1122", 1);
    let given = active(given, GERMAN, &["18-vg"]);
    let given = after(given, "1122 with 18", &["chit-06"]).and("allied: lose 110.28");
    given.when("german: advance 18 to 1222").is_refused_by("9.81a", "on foot");
    let mut given = given;
    let it = unit(&given, "18-vg");
    given.state.public.units.get_mut(it).dispersed = true;
    given.when("german: advance 18 to 1122").is_refused_by("9.9b", "does not advance");
}

#[test]
fn cases_9_81b_and_8_1e_off_the_path_of_retreat_no_zone_follows_on_another() {
    let given = put(put(cleared(), "109-28di", "1322", 0), "112-28di", "1320", 0);
    // 1122 is in nobody's zone; 1221 is beside both
    given.when("german: advance 3.2P to 1221").is_done();
    let zone = put(given, "109-28di", "1222", 0);
    zone.when("german: advance 3.2P to 1221").is_refused_by("9.81b", "no zone follows");
}

#[test]
fn cases_9_82b_and_7_61b_an_unbridged_river_lets_one_over_and_stops_it_and_lines_bind() {
    // over the Our from 1707 to 1708
    let given = put(put(empty(18), "3-2pz", "1707", 0), "2-2pz", "1707", 0);
    let given = active(put(given, "110-28di", "1708", 1), GERMAN, &["3-2pz", "2-2pz"]);
    let given = after(given, "1708 with 3.2P, 2.2P", &["chit-09"]);
    let hits = given.state.public.combat.as_ref().map(|combat| combat.owed[1]).unwrap_or(0);
    assert_eq!(hits, 0, "broken ground spares both");
    let mut given = put(put(empty(18), "3-2pz", "1707", 0), "2-2pz", "1707", 0);
    given = active(put(given, "110-28di", "1708", 1), GERMAN, &["3-2pz", "2-2pz"]);
    given = given.clone().and("german: attack 1708 with 3.2P, 2.2P");
    let it = unit(&given, "110-28di");
    let given =
        given.fact(&Event::Died { unit: it, penalty: false }).fact(&Event::FightWentOn { stage: Fight::Advancing });
    let combat = given.state.public.combat.clone().unwrap();
    let way = |unit: UnitId, to: &str, given: &Given<EnemyAction>, combat: &crate::truth::state::Combat| {
        crate::chapters::combat::advance::way(&given.definitions, &given.state.public, combat, unit, hex(given, to))
    };
    let tank = unit(&given, "3-2pz");
    assert!(way(tank, "1708", &given, &combat).is_ok());
    assert_eq!(way(tank, "1709", &given, &combat).unwrap_err().case, "9.82b");
    let river = given.definitions.board.side(hex(&given, "1707"), hex(&given, "1708")).and_then(|side| side.river);
    let crossed = crate::truth::state::Combat { crossed: river.into_iter().collect(), ..combat };
    assert_eq!(way(tank, "1708", &given, &crossed).unwrap_err().case, "9.82b");
}

#[test]
fn case_14_1e_every_second_allied_unit_that_is_eliminated_counts_a_point() {
    let given = cleared();
    let points =
        |given: &Given<EnemyAction>| crate::chapters::ownership::points(&given.definitions, &given.state.public);
    assert_eq!(points(&given), 0);
    let it = unit(&given, "109-28di");
    let two = given.fact(&Event::Overwhelmed { units: vec![it] });
    assert_eq!((points(&two), ALLIED.0), (1, 1));
}
