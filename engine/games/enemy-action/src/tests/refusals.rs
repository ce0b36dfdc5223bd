//! What an order that goes wrong is told: the case that bars it, of the unit or the hex that was named.

use super::given::{active, card, draws, empty, empty_of, hex, hold, impulse, put, unit};
use crate::EnemyAction;
use crate::printed::{ALLIED, GERMAN};
use crate::standing::Policy;
use crate::truth::event::Event;
use crate::truth::roster::{Place, Supply};
use engine::contract::{Rules, Seen, Sight, Speech, StandingOrders, Viewer};
use testing::Given;

fn supply(given: Given<EnemyAction>, id: &str, supply: Supply) -> Given<EnemyAction> {
    let units = vec![(unit(&given, id), supply)];
    given.fact(&Event::SupplyJudged { units, roadblocks: Vec::new() })
}

/// An Allied regiment with two hits on it.
fn twice_hit() -> Given<EnemyAction> {
    let given = put(put(empty(20), "3-2pz", "1021", 0), "2-2pz", "1021", 0);
    let given = active(put(given, "110-28di", "1122", 0), GERMAN, &["3-2pz", "2-2pz"]);
    let given = given.clone().and("german: attack 1122 with 3.2P, 2.2P");
    let drawn = draws(given, &["chit-05", "chit-05"]).and("allied: pass");
    drawn.clone().and("german: draw 2")
}

#[test]
fn cases_4i_and_6b_who_has_dug_in_attacks_no_more_in_this_activation() {
    let given = put(put(empty(20), "3-2pz", "1021", 0), "110-28di", "1122", 0);
    let given = active(put(given, "2-2pz", "1120", 0), GERMAN, &["3-2pz", "2-2pz"]);
    let dug = given.when("german: dig at 1021").is_done();
    dug.when("german: attack 1122 with 3.2P").is_refused_by("4i", "after all attacks");
    dug.when("german: attack 1122 with 2.2P").is_refused_by("4i", "after all attacks");
    dug.when("german: dig at 1120").is_done();
}

#[test]
fn case_4g_who_is_not_asked_reads_who_is() {
    let given = impulse(hold(empty(20), GERMAN, &["corps-xlvii"]), GERMAN);
    given.when("allied: pass").is_refused_by("4g", "The German side must decide");
}

#[test]
fn case_5_1h_one_card_is_told_as_one() {
    let given = impulse(hold(empty(20), ALLIED, &["corps-v"]), ALLIED);
    let held = given.state.public.piles[1].draw;
    let given = given.fact(&Event::Drew { side: ALLIED, cards: Vec::new(), count: held - 1 });
    given.when("allied: pass").is_refused_by("5.1h", "1 card is left");
}

#[test]
fn case_5_2d_a_single_reserve_is_refused_by_what_bars_it() {
    let given = put(put(empty(17), "9-2di", "0406", 0), "3-2pz", "1021", 0);
    let it = unit(&given, "26-1di");
    let given = given.fact(&Event::Arrived { units: vec![(it, Place::Reserve(16, false))] });
    let given = impulse(hold(given, ALLIED, &["corps-v", "2-id"]), ALLIED);
    given.when("allied: deploy 26.1 with corps-v").is_refused_by("5.2d", "brings no single unit");
    given.when("allied: deploy 3.2P with 2-id").is_refused_by("5.2d", "3.2P is not of");
    given.when("allied: deploy 9.2 with 2-id").is_refused_by("11.1a", "9.2 does not wait");
}

#[test]
fn case_6_1a_a_formation_without_units_is_named() {
    let given = put(empty(20), "3-2pz", "1021", 0);
    let given = impulse(hold(given, GERMAN, &["corps-lxvi"]), GERMAN);
    given.when("german: activate LXVI with corps-lxvi").is_refused_by("6.1a", "LXVI Armeekorps has no unit on the map");
}

#[test]
fn case_7_4c_nobody_but_the_player_says_which_unit_goes() {
    let ids = ["3-2pz", "2-2pz", "304-2pz"];
    let given = ids.into_iter().fold(empty(20), |given, id| put(given, id, "1021", 1));
    let given = active(put(given, "16-116pz", "1022", 1), GERMAN, &["16-116pz"]);
    let given = given.and("german: move 16.116P to 1021");
    assert_eq!(given.legal("german", "remove").len(), 4);
    let view = EnemyAction::view(&given.definitions, &given.state, Viewer::Side(GERMAN));
    let ask = EnemyAction::asks(&given.state)[0];
    assert_eq!(
        EnemyAction::answer(Seen::<EnemyAction>::new(&given.definitions, &view), &ask, &Policy::default()),
        None
    );
}

#[test]
fn case_7_8a_the_hex_that_was_named_is_judged_and_not_where_the_unit_stands() {
    let given = active(put(empty(20), "3-2pz", "1021", 0), GERMAN, &["3-2pz"]);
    given.when("german: exit 3.2P at 1228").is_refused_by("7.8a", "3.2P reaches no exit hex");
}

#[test]
fn case_7_9b_a_roadblock_closes_its_own_hex() {
    let mut given = active(put(empty(20), "3-2pz", "1709", 0), GERMAN, &["3-2pz"]);
    let at = hex(&given, "1809");
    given.state.public.roadblocks.insert(at);
    given.when("german: move 3.2P to 1809").is_refused_by("7.9b", "a roadblock is there");
}

#[test]
fn cases_9_6_and_9_61a_a_loss_names_a_unit_of_the_combat() {
    let given = put(twice_hit(), "109-28di", "1322", 0);
    given.when("allied: lose 109.28").is_refused_by("9.6", "109.28 takes no part");
    given.when("allied: lose 3.2P").is_refused_by("9.6", "3.2P takes no part");
}

#[test]
fn cases_9_7g_and_9_71a_and_9_75b_a_retreat_is_refused_by_what_closes_the_hex() {
    let given = twice_hit();
    given.when("allied: retreat to 1021").is_refused_by("7.1d", "enemy units are there");
    given.when("allied: retreat to 1121").is_refused_by("9.7b", "the enemy controls it");
    given.when("allied: retreat to 1322").is_refused_by("9.75b", "two hexes away");
    given.when("allied: retreat to 1519").is_refused_by("9.5f", "not beside 1122");
    let full = ["109-28di", "112-28di", "117-30di"].into_iter();
    let full = full.fold(given.clone(), |given, id| put(given, id, "1221", 0));
    full.when("allied: retreat to 1221").is_refused_by("9.7g", "three units");
    let mut town = given;
    let at = hex(&town, "1222");
    town.state.public.roadblocks.insert(at);
    town.when("allied: retreat to 1222").is_done();
}

#[test]
fn case_9_73_a_retreat_that_names_others_than_the_defenders_is_no_order() {
    let given = twice_hit();
    given.when("allied: retreat 3.2P to 1221").is_misread("9.73");
    given.when("allied: retreat 110.28 to 1221").is_done();
}

#[test]
fn case_9_9c_dispersed_units_read_why_they_go_one_hex() {
    let mut given = twice_hit();
    let it = unit(&given, "110-28di");
    given.state.public.units.get_mut(it).dispersed = true;
    given.when("allied: retreat to 1322 via 1222").is_refused_by("9.9c", "110.28 is dispersed");
}

#[test]
fn case_10_23f_an_isolated_unit_does_not_retreat_over_an_enemy_bridge() {
    let field = |owner| {
        let given = put(put(empty(20), "3-2pz", "1517", 0), "110-28di", "1617", 0);
        let given = active(given, GERMAN, &["3-2pz"]).and("german: attack 1617 with 3.2P");
        let mut given = supply(given, "110-28di", Supply::Isolated);
        let bridge = given.definitions.board.side(hex(&given, "1617"), hex(&given, "1717")).and_then(|it| it.river);
        let state = crate::truth::roster::BridgeState { owner, stands: true };
        given.state.public.units.set_bridge(bridge.expect("a river"), state);
        let combat = given.state.public.combat.as_mut().expect("a combat");
        combat.owed = [0, 1];
        let combat = given.state.public.combat.clone().expect("a combat");
        let routes = crate::chapters::combat::retreat::routes(&given.definitions, &given.state.public, &combat);
        let across = hex(&given, "1717");
        routes.iter().any(|route| route.path[1] == across)
    };
    assert_eq!((field(ALLIED), field(GERMAN)), (true, false));
}

#[test]
fn case_10_23e_and_10_23i_isolated_units_read_their_own_case() {
    let given = supply(put(put(empty(20), "39-26vg", "1021", 0), "110-28di", "1122", 0), "39-26vg", Supply::Isolated);
    let given = active(given, GERMAN, &["39-26vg"]);
    given.when("german: move 39.26 to 1020").is_refused_by("10.23e", "enemy-controlled");
    let given = supply(put(empty(20), "110-28di", "1706", 0), "110-28di", Supply::Isolated);
    let given = active(given, ALLIED, &["110-28di"]);
    given.when("allied: move 110.28 to 1707").is_refused_by("10.23i", "Westwall");
}

#[test]
fn cases_12_31a_and_12_31d_and_10_22c_who_cannot_dig_in_reads_why() {
    let mut given = put(put(empty(20), "3-2pz", "1021", 0), "2-2pz", "1120", 0);
    let it = unit(&given, "2-2pz");
    given.state.public.units.get_mut(it).dispersed = true;
    let given = active(put(given, "304-2pz", "1217", 0), GERMAN, &["3-2pz", "2-2pz", "304-2pz"]);
    let given = supply(given, "3-2pz", Supply::Out);
    given.when("german: dig at 1021").is_refused_by("10.22c", "3.2P in 1021 is out of supply");
    given.when("german: dig at 1120").is_refused_by("12.31d", "2.2P in 1120 is dispersed");
    given.when("german: dig at 1519").is_refused_by("12.31a", "no active unit is in 1519");
}

#[test]
fn cases_13_11_and_13_12_and_13_13_who_gains_no_step_reads_why() {
    let given = put(put(empty(20), "26-1di", "1219", 1), "393-99di", "1220", 1);
    let given = put(put(given, "38-2di", "1219", 0), "9-2di", "1221", 1);
    let given = supply(put(given, "110-28di", "1222", 1), "9-2di", Supply::Low);
    let given = impulse(hold(given, ALLIED, &["corps-v"]), ALLIED).and("allied: replace with corps-v");
    given.when("allied: rebuild 110.28").is_refused_by("13.1a", "110.28 is not of V Corps");
    given.when("allied: rebuild 38.2").is_refused_by("13.1a", "38.2 has lost no step");
    given.when("allied: rebuild 9.2").is_refused_by("13.11", "9.2 cannot gain a step");
    given.when("allied: rebuild 26.1").is_refused_by("13.12", "elite");
    let given = given.and("allied: rebuild 393.99");
    given.when("allied: rebuild 393.99").is_refused_by("13.13", "one step");
}

#[test]
fn cases_5_1e_and_t_evq_a_card_without_the_reaction_is_refused_by_its_own_case() {
    let mut given = put(put(empty(20), "3-2pz", "1021", 0), "110-28di", "1122", 0);
    let it = unit(&given, "110-28di");
    given.state.public.units.get_mut(it).dispersed = true;
    let given = impulse(hold(hold(given, ALLIED, &["28-id"]), GERMAN, &["corps-xlvii"]), GERMAN);
    let given = given.and("german: activate XLVII with corps-xlvii");
    given.when("allied: recover at 1122 with 28-id").is_refused_by("T.EVq", "not the reaction Recover");
    assert!(given.definitions.cards().any(|(known, _)| known == card(&given, "28-id")));
}

#[test]
fn case_14_2_the_status_of_a_game_that_is_over_tells_no_more_what_would_win() {
    let given = put(empty_of("initial-assault", 16), "60-116pz", "1124", 0);
    let given = active(given, GERMAN, &["60-116pz"]);
    let wanted = |given: &Given<EnemyAction>| {
        let view = EnemyAction::view(&given.definitions, &given.state, Viewer::Side(GERMAN));
        let lines = EnemyAction::status(Seen::<EnemyAction>::new(&given.definitions, &view));
        lines.iter().any(|line| line.contains("On the evening of"))
    };
    assert!(wanted(&given));
    let over = given.and("german: move 60.116P to 1126");
    assert!(over.state.public.ending.is_some() && !wanted(&over));
}

#[test]
fn cases_10_42a_and_3e_a_preview_tells_the_german_of_no_depot_whether_it_has_fuel() {
    let told = |fuel: bool| {
        let mut given = active(put(empty(20), "1-1ss", "0707", 0), GERMAN, &["1-1ss"]);
        let malmedy = hex(&given, "0709");
        given.state.public.depots.insert(malmedy);
        given.state.hidden[1].depots = if fuel { vec![malmedy] } else { Vec::new() };
        let view = EnemyAction::view(&given.definitions, &given.state, Viewer::Side(GERMAN));
        let seen = Seen::<EnemyAction>::new(&given.definitions, &view);
        let order = EnemyAction::parse(seen, "move 1.1SS to 0709").expect("an order").remove(0);
        let foreseen = EnemyAction::imagine(seen).foresee(&given.definitions, GERMAN, &order).expect("a move");
        let of_depots = |event: &&Event| matches!(event, Event::DepotFound { .. });
        let words = |event: &Event| EnemyAction::describe(&given.definitions, event);
        let before: Vec<_> = foreseen.events.iter().filter(of_depots).filter_map(words).collect();
        let after = given.and("german: move 1.1SS to 0709");
        (before, after.state.public.fuel)
    };
    let ((fuel, found), (rumour, none)) = (told(true), told(false));
    assert_eq!((fuel.len(), found, none), (1, 1, 0));
    assert_eq!(fuel, rumour);
}
