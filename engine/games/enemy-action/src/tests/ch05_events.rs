//! Events and reactions (5.1, 5.2, 7.9, 7.33, 10.3, 12.2, T.EV).

use super::given::{active, empty, hex, hold, impulse, put, start, unit};
use crate::EnemyAction;
use crate::printed::{ALLIED, Deed, GERMAN, RiverId};
use crate::truth::event::Event;
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Phase, Topic};
use engine::contract::{Seen, SideId, Sight, Speech, Viewer};
use testing::Given;

fn river(given: &Given<EnemyAction>, one: &str, other: &str) -> RiverId {
    let side = given.definitions.board.side(hex(given, one), hex(given, other)).expect("neighbours");
    side.river.expect("a river")
}

fn stands(given: &Given<EnemyAction>, one: &str, other: &str) -> bool {
    given.state.public.units.bridge(river(given, one, other)).stands
}

fn with(day: u8, side: SideId, card: &str) -> Given<EnemyAction> {
    impulse(hold(put(empty(day), "110-28di", "1120", 0), side, &[card]), side)
}

#[test]
fn cases_12_21_and_4_13b_and_10c_and_5_3e_engineers_blow_a_bridge_beside_a_supplied_hex_but_not_on_the_16th() {
    let order = "allied: event Engineers with corps-xii at 1017, 1118";
    with(16, ALLIED, "corps-xii").when(order).is_refused_by("4.13b", "16th");
    let given = with(17, ALLIED, "corps-xii");
    let asked = given.clone().and(order);
    // the German is asked whatever he holds
    assert_eq!(asked.asked("german"), ["Do you play Operation Greif?"]);
    assert!(stands(&asked, "1017", "1118"));
    let blown = asked.clone().and("german: pass");
    assert!(!stands(&blown, "1017", "1118"));
    assert_eq!(blown.state.public.impulse, GERMAN);
    // no hex beside the Prüm is in Allied supply
    with(17, ALLIED, "corps-xii")
        .when("allied: event Engineers with corps-xii at 1802, 1803")
        .is_refused_by("10c", "in your supply");
}

#[test]
fn cases_7_33c_and_5_1e_operation_greif_saves_the_bridge_and_is_no_command() {
    let given = hold(with(17, ALLIED, "corps-xii"), GERMAN, &["276-vg"]);
    let asked = given.clone().and("allied: event Engineers with corps-xii at 1017, 1118");
    let saved = asked.when("german: greif with 276-vg").is_done();
    assert!(stands(&saved, "1017", "1118"));
    assert_eq!(saved.asked("german"), ["December 17: which card do you play?"]);
}

#[test]
fn cases_12_31b_and_12_22_and_12_23_and_t_evk_engineers_dig_a_supplied_unit_in_and_build_a_bridge_over_any_river() {
    let given = with(17, ALLIED, "corps-xii");
    let dug = given.when("allied: event Engineers with corps-xii at 1120").is_done();
    assert!(dug.state.public.positions.contains(&hex(&dug, "1120")));
    given.when("allied: event Engineers with corps-xii at 1219").is_refused_by("12.32", "town");
    // 0919 and 1018 have the Ourthe between them and no road
    let built = given.when("allied: event Engineers with corps-xii at 0919, 1018").is_done();
    assert!(stands(&built, "0919", "1018"));
    // a unit goes over it by the ground's cost, not along a road
    let moved = active(put(built, "110-28di", "0920", 0), ALLIED, &["110-28di"]);
    moved.when("allied: move 110.28 to 1018").is_done();
}

#[test]
fn case_t_evb_bridge_engineers_mend_where_no_ally_is_or_controls() {
    let order = "german: event Bridge Engineers with 212-vg at 1707, 1708";
    let given = with(18, GERMAN, "212-vg");
    let mended = given.when(order).is_done();
    assert!(stands(&mended, "1707", "1708"));
    let held = put(given, "109-28di", "1709", 0);
    held.when(order).is_refused_by("T.EVb", "controlled");
}

#[test]
fn cases_10_3a_and_2_3e_airpower_puts_a_stack_back_in_supply_from_the_21st() {
    let hungry = |day: u8| {
        let given = with(day, ALLIED, "no-command-13");
        let units = vec![(unit(&given, "110-28di"), Supply::Out)];
        given.fact(&Event::SupplyJudged { units, roadblocks: Vec::new() })
    };
    let order = "allied: event Airpower with no-command-13 at 1120";
    hungry(20).when(order).is_refused_by("2.3e", "is not Airpower");
    let given = hungry(21);
    let fed = given.when(order).is_done();
    assert_eq!(fed.state.public.unit(unit(&fed, "110-28di")).supply, Supply::Full);
    given.when("allied: event Airpower with no-command-13 at 1219").is_refused_by("10.3a", "no unsupplied");
}

#[test]
fn case_t_evd_commandos_cost_the_allies_a_card_at_random() {
    let given = with(18, GERMAN, "army-5-pz");
    let before = given.state.public.piles[1].hand;
    let after = given.when("german: event Commandos with army-5-pz").is_done();
    assert_eq!(after.state.public.piles[1].hand, before - 1);
    assert_eq!(after.state.public.piles[1].used.len(), 1);
}

#[test]
fn case_t_eve_eisenhower_holds_an_airborne_division_back_to_the_19th() {
    let given = with(17, GERMAN, "18-62");
    let it = unit(&given, "504-82abn");
    let given = given.fact(&Event::Adjusted { unit: it, place: Place::Due(18, true), lost: 0 });
    let after = given.when("german: event Eisenhower Hesitates with 18-62 of 82abn").is_done();
    assert_eq!(after.state.public.unit(it).place, Place::Due(19, true));
    given.when("german: event Eisenhower Hesitates with 18-62 of 101abn").is_refused_by("T.EVe", "cannot be held");
}

#[test]
fn case_t_evg_fury_of_bastogne_adds_chits_on_vp_hexes_and_takes_them_elsewhere() {
    let most = |target: &str, from: &str, fury: bool| {
        let given = put(put(empty(22), "3-2pz", from, 0), "110-28di", target, 1);
        let given = active(put(given, "2-2pz", from, 0), GERMAN, &["3-2pz", "2-2pz"]);
        let given = if fury { given.fact(&Event::InEffect { deed: Deed::Fury }) } else { given };
        let asked = given.clone().and(&format!("german: attack {target} with 3.2P, 2.2P"));
        let combat = asked.state.public.combat.clone().unwrap();
        crate::chapters::combat::situations::chits(&asked.definitions, &asked.state.public, &combat).1
    };
    let played = with(22, GERMAN, "15-pg-fg").and("german: event Fury of Bastogne with 15-pg-fg");
    assert!(played.state.public.has(Deed::Fury));
    assert_eq!([most("1023", "1022", false), most("1023", "1022", true)], [3, 5]);
    assert_eq!([most("1122", "1022", false), most("1122", "1022", true)], [3, 1]);
}

#[test]
fn case_t_evh_on_frozen_ground_wheels_pay_less() {
    // 1020 to 1019 is broken ground without a road: two points, one when it is frozen
    let spent = |freeze: bool| {
        let given = put(empty(22), "3-2pz", "1020", 0);
        let given = if freeze { given.fact(&Event::InEffect { deed: Deed::Freeze }) } else { given };
        let given = active(given, GERMAN, &["3-2pz"]);
        let (unit, from) = (unit(&given, "3-2pz"), hex(&given, "1020"));
        let mover = crate::chapters::movement::Mover::new(&given.definitions, &given.state.public, unit, from, false);
        mover.enter(from, given.definitions.board.side(from, hex(&given, "1019")).unwrap(), 5)
    };
    assert_eq!((spent(false), spent(true)), (Ok(3), Ok(4)));
}

#[test]
fn case_t_evm_allies_alert_frees_units_on_foot_on_the_16th() {
    let given = with(16, ALLIED, "corps-v").and("allied: event Allies Alert with corps-v");
    assert!(given.state.public.has(Deed::Alert));
    let given = active(given, ALLIED, &["110-28di"]);
    given.when("allied: move 110.28 to 1122").is_done();
}

#[test]
fn cases_4_11e_and_5_2e_no_event_in_the_opening_and_none_after_its_days() {
    let given = hold(start("initial-assault"), GERMAN, &["army-5-pz"]);
    given.when("german: event Commandos with army-5-pz").is_refused_by("4.11e", "first three");
    with(17, ALLIED, "corps-v").when("allied: event Allies Alert with corps-v").is_refused_by("5.2e", "no event today");
}

fn announced() -> Given<EnemyAction> {
    let given = put(put(empty(18), "3-2pz", "1322", 0), "110-28di", "1120", 0);
    let given = hold(hold(given, GERMAN, &["corps-xlvii"]), ALLIED, &["28-id", "corps-v"]);
    impulse(given, GERMAN).and("german: activate XLVII with corps-xlvii")
}

#[test]
fn cases_5_1d_and_7_9a_engineers_answer_an_activation_with_two_roadblocks_in_allied_supply() {
    let given = announced();
    assert_eq!(given.asked("allied"), ["Do you answer the activation?"]);
    given.when("allied: block 1122 with corps-v").is_refused_by("5.1d", "Engineers");
    given.when("allied: block 1120, 1122 with 28-id").is_refused_by("7.9a", "units or a roadblock");
    given.when("allied: block 1802 with 28-id").is_refused_by("10c", "not in Allied supply");
    let blocked = given.when("allied: block 1122, 1221 with 28-id").is_done();
    assert_eq!(blocked.state.public.roadblocks.len(), 2);
    // he may answer again, or let it go on
    let on = blocked.and("allied: pass");
    on.when("german: move 3.2P to 1221").is_refused_by("7.9b", "a roadblock is there");
}

#[test]
fn case_7_9a_roadblocks_are_told_in_the_order_in_which_they_were_named() {
    let given = announced();
    let view = EnemyAction::view(&given.definitions, &given.state, Viewer::Side(ALLIED));
    let seen = Seen::<EnemyAction>::new(&given.definitions, &view);
    for line in ["block 1221, 1122 with 28-id", "block 1122, 1221 with 28-id"] {
        let order = EnemyAction::parse(seen, line).expect("roadblocks").remove(0);
        assert_eq!(EnemyAction::write(&given.definitions, &order), line);
        assert_eq!(seen.accept(&order), Ok(()));
        assert_eq!(given.when(&format!("allied: {line}")).is_done().state.public.roadblocks.len(), 2);
    }
    given.when("allied: block 1221, 1221 with 28-id").is_refused_by("7.9a", "1221");
    // what is proposed instead lies near
    given
        .when("allied: block 1120, 1221 with 28-id")
        .is_refused_by("7.9a", "Legal instead: `block 1020, 1221 with 28-id`");
}

#[test]
fn cases_7_9k_and_t_evi_manteuffel_keeps_roadblocks_four_hexes_from_the_5th_panzer_army() {
    let played = with(18, GERMAN, "116-pz").and("german: event Manteuffel Directs Traffic with 116-pz");
    assert!(played.state.public.has(Deed::Manteuffel));
    let given = announced().fact(&Event::InEffect { deed: Deed::Manteuffel });
    given.when("allied: block 1122 with 28-id").is_refused_by("7.9k", "within 4 hexes");
    given.when("allied: block 0827 with 28-id").is_done();
}

#[test]
fn case_7_9i_a_roadblock_beside_an_active_german_goes_as_the_activation_starts() {
    let mut given = put(empty(18), "3-2pz", "1022", 0);
    for number in ["0923", "1125"] {
        let at = hex(&given, number);
        given.state.public.roadblocks.insert(at);
    }
    let given = impulse(hold(given, GERMAN, &["corps-xlvii"]), GERMAN).and("german: activate XLVII with corps-xlvii");
    assert_eq!(given.state.public.roadblocks.iter().copied().collect::<Vec<_>>(), [hex(&given, "1125")]);
}

#[test]
fn case_12_2c_a_bridge_changes_hands_when_a_unit_begins_its_activation_beside_it() {
    let given = impulse(hold(put(empty(18), "3-2pz", "1617", 0), GERMAN, &["corps-xlvii"]), GERMAN);
    let owner = |given: &Given<EnemyAction>| given.state.public.units.bridge(river(given, "1617", "1717")).owner;
    assert_eq!(owner(&given), ALLIED);
    let held = put(given.clone(), "110-28di", "1717", 0);
    assert_eq!(owner(&held.and("german: activate XLVII with corps-xlvii")), ALLIED);
    assert_eq!(owner(&given.clone().and("german: activate XLVII with corps-xlvii")), GERMAN);
}

#[test]
fn case_t_evq_recover_takes_dispersed_markers_off_in_one_hex() {
    let mut given = announced();
    let it = unit(&given, "110-28di");
    given.when("allied: recover at 1120 with corps-v").is_refused_by("9.9e", "no dispersed");
    given.state.public.units.get_mut(it).dispersed = true;
    let after = given.when("allied: recover at 1120 with corps-v").is_done();
    assert!(!after.state.public.unit(it).dispersed);
}

#[test]
fn cases_5_1f_and_5_1g_interdiction_takes_two_german_cards_and_the_first_impulse() {
    let given = hold(empty(21), ALLIED, &["84-id", "corps-v"]).fact(&Event::PhaseBegan { phase: Phase::Interdiction });
    let given = given.fact(&Event::Asked { side: ALLIED, topic: Topic::Interdiction });
    given.when("allied: interdict with corps-v").is_refused_by("5.1f", "not Airpower");
    let before = given.state.public.piles[0].hand;
    let flown = given.when("allied: interdict with 84-id").is_done();
    assert_eq!((flown.state.public.piles[0].hand, flown.state.public.impulse), (before - 2, ALLIED));
    let not = given.when("allied: pass").is_done();
    assert_eq!((not.state.public.piles[0].hand, not.state.public.impulse), (before, GERMAN));
}
