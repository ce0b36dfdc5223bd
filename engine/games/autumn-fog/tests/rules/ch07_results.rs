//! Losses, retreats and advances in Autumn Fog, case by case (7.6 to 7.8 and what they draw on).
//!
//! The target is 1610 unless said otherwise; around it lie 1609, 1709, 1710, 1611, 1510 and 1509. 12 VG (infantry),
//! 30 DI and 110/28 DI have quality 4, so that the die that is rolled is the row of the table.

use crate::given::Given;
use autumn_fog::event::Event;
use autumn_fog::options::Fog;
use autumn_fog::order::SupportKind;
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending};

/// 12 VG with so many steps in 1710 attacks 30 DI with so many in 1610; the die gives the result.
fn attack(ground: &[&str], steps: u8, against: u8) -> Given {
    let given = Given::on(ground).unit("12-vg", "1710").steps(steps).ap(2);
    given.unit("30-di", "1610").steps(against).german_acts()
}

const ATTACK: &str = "attack target:1610 with:12-vg lead:12-vg done";
const PREPARED: &str = "prepare target:1610 with:12-vg lead:12-vg done";

/// Fights and checks the result.
#[track_caller]
fn fought(mut given: Given, order: &str, die: u8, result: &str) -> Given {
    let events = given.order(order, &[die]);
    assert_eq!(Given::fight(&events).result, result);
    given
}

// ---------------------------------------------------------------- losses

#[test]
fn cases_7_6a_and_7_6b_a_number_is_met_in_full_by_steps_and_by_hexes_of_retreat() {
    // 1:1 with a 6 and +1 for quality: 1/2, neither number red
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("30-di", "1610").steps(3).german_acts();
    let given = fought(given, "attack target:1610 with:peiper-1ss lead:peiper-1ss done", 6, "1/2");
    assert_eq!(given.asked(), Some((ALLIED, Pending::Lose)));
    assert_eq!(given.refused("lose loss:30-di loss:30-di loss:30-di"), "7.6a");
    for (order, steps, hexes) in
        [("lose done", 3, 2), ("lose loss:30-di done", 2, 1), ("lose loss:30-di loss:30-di done", 1, 0)]
    {
        let mut given = given.clone();
        given.order(order, &[]);
        assert_eq!(given.look("30-di").steps, steps);
        let combat = given.state.field.combat.as_ref().unwrap();
        assert_eq!(combat.retreat[1], hexes, "{order}");
        let next = if hexes > 0 { (ALLIED, Pending::Retreat) } else { (GERMAN, Pending::Lose) };
        assert_eq!(given.asked(), Some(next), "7.6c: the defender first");
    }
}

#[test]
fn case_7_6d_a_prepared_attack_with_any_adverse_number_costs_a_step() {
    // 1:2 becomes 2:1 by the prepared attack; a 2 gives 2/1
    let mut given = fought(attack(&[], 2, 4), PREPARED, 2, "2/1");
    given.order("lose loss:30-di done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Lose)));
    assert_eq!(given.refused("lose done"), "7.6d");
    assert!(given.accepts("lose loss:12-vg done"));
    let mut normal = fought(attack(&[], 4, 2), ATTACK, 2, "2/1");
    normal.order("lose loss:30-di done", &[]);
    assert!(normal.accepts("lose done"), "a normal attack may retreat all of it");
}

#[test]
fn case_7_6e_a_red_number_costs_a_step_before_the_retreat() {
    let given = fought(attack(&[], 4, 1), ATTACK, 4, "1/2");
    assert_eq!(given.refused("lose done"), "7.6e");
    let given = fought(attack(&[], 2, 2), ATTACK, 1, "2/-");
    assert_eq!(given.asked(), Some((GERMAN, Pending::Lose)));
    assert_eq!(given.refused("lose done"), "7.6e");
    assert!(given.accepts("lose loss:12-vg done"));
}

#[test]
fn case_7_4c_the_unit_whose_quality_counted_loses_the_first_step() {
    let mut given = attack(&[], 4, 1).unit("110-28di", "1610");
    given.order(ATTACK, &[]);
    let given = fought(given, "defend lead:110-28di done", 5, "-/1");
    assert_eq!(given.refused("lose loss:30-di"), "7.4c");
    assert!(given.accepts("lose loss:110-28di done"));
}

/// Infantry leads on both sides, with tanks beside it: 18 against 9, a 6 makes 1/2 with a red 2.
fn both_armoured() -> Given {
    let given = Given::on(&[]).unit("12-vg", "1710").steps(3).ap(2).unit("kulman-12ss", "1710").ap(3);
    let mut given = given.unit("30-di", "1610").steps(1).unit("ccb-9db", "1610").german_acts();
    given.order("attack target:1610 with:12-vg with:kulman-12ss lead:12-vg done", &[]);
    fought(given, "defend lead:30-di done", 6, "1/2")
}

#[test]
fn case_7_6f_the_second_loss_falls_on_armour_when_infantry_took_the_first() {
    let given = both_armoured();
    assert!(given.state.field.combat.as_ref().unwrap().fight.as_ref().unwrap().armour);
    assert_eq!(given.refused("lose loss:ccb-9db"), "7.4c");
    assert!(given.accepts("lose loss:30-di loss:ccb-9db done"));
    let mut infantry = Given::on(&[]).unit("12-vg", "1710").steps(3).ap(2).unit("kulman-12ss", "1710").ap(3);
    infantry = infantry.unit("30-di", "1610").steps(2).unit("110-28di", "1610").german_acts();
    infantry.order("attack target:1610 with:12-vg with:kulman-12ss lead:12-vg done", &[]);
    let infantry = fought(infantry, "defend lead:30-di done", 6, "1/2");
    assert!(infantry.accepts("lose loss:30-di loss:110-28di done"), "no armour in defence");
    let mut mixed = Given::on(&[]).unit("12-vg", "1710").steps(3).ap(2).unit("kulman-12ss", "1710").ap(3);
    mixed = mixed.unit("30-di", "1610").steps(2).unit("ccr-9db", "1610").german_acts();
    mixed.order("attack target:1610 with:12-vg with:kulman-12ss lead:12-vg done", &[]);
    let mixed = fought(mixed, "defend lead:30-di done", 6, "1/2");
    let refusal = mixed.refusal("lose loss:30-di loss:30-di");
    assert_eq!(refusal.case, "7.6f");
    assert!(refusal.remedy.contains("CCR/9 DB"), "{refusal}");
}

#[test]
fn case_1_6_1f_an_armour_support_is_spent_for_good_as_a_loss_but_not_the_first() {
    let given = attack(&[], 4, 2).unit("hq-i-ss-pz", "1810").holds(SupportKind::Armour, 1);
    let order = "prepare target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/tank done";
    // 2:1 becomes 4:1, the die 1 becomes 2: nothing against the attacker; at 1:1 it is worse
    let mut given = fought(given, order, 1, "-/1");
    given.order("lose loss:30-di done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Operate)), "the tank needs no roll");
    assert_eq!(given.state.field.used.iter().flatten().sum::<u8>(), 1);

    let weak = Given::on(&[]).unit("12-vg", "1710").steps(2).ap(2).unit("30-di", "1610").steps(4).german_acts();
    let weak = weak.unit("hq-i-ss-pz", "1810").holds(SupportKind::Armour, 1);
    let mut weak = fought(weak, order, 1, "2/1");
    weak.order("lose loss:30-di done", &[]);
    assert_eq!(weak.refused("lose spend:hq-i-ss-pz/tank"), "7.4c");
    weak.order("lose loss:12-vg spend:hq-i-ss-pz/tank done", &[]);
    assert_eq!(weak.look("12-vg").steps, 1);
    assert_eq!(weak.state.field.used.iter().flatten().sum::<u8>(), 0, "it is gone for good");
    assert_eq!(weak.asked(), Some((GERMAN, Pending::Operate)));
}

#[test]
fn cases_1_3i_and_1_3k_a_headquarters_dies_last_and_its_supports_go_back() {
    let mut given = attack(&[], 4, 1).unit("hq-xviii-abn", "1610").holds(SupportKind::Artillery, 2);
    given.order(ATTACK, &[]);
    let mut given = fought(given, "defend lead:30-di done", 6, "-/2");
    assert_eq!(given.refused("lose loss:hq-xviii-abn"), "1.3i");
    given.order("lose loss:30-di loss:hq-xviii-abn done", &[]);
    assert_eq!(given.look("hq-xviii-abn").place, Location::Eliminated(2));
    assert_eq!(given.state.field.used.iter().flatten().sum::<u8>(), 2);
    assert_eq!(given.state.field.supports.iter().flatten().sum::<u8>(), 0);
}

#[test]
fn case_t_crta_e_eliminates_the_whole_stack() {
    let mut lone = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("hansen-1ss", "1709").ap(3);
    lone = lone.unit("422-106di", "1610").german_acts();
    let order = "prepare target:1610 with:peiper-1ss with:hansen-1ss lead:peiper-1ss done";
    let lone = fought(lone, order, 6, "-/E");
    assert_eq!(lone.place("422-106di"), None);
    assert_eq!(lone.state.field.combat.as_ref().unwrap().unmet, 3, "E counts as 4, one step died");
    assert_eq!(lone.asked(), Some((GERMAN, Pending::Advance)));

    let weak = Given::on(&[]).unit("12-vg", "1710").steps(1).ap(2).unit("2-di", "1610").german_acts();
    let weak = fought(weak, ATTACK, 1, "E/-");
    assert_eq!((weak.place("12-vg"), weak.asked()), (None, Some((GERMAN, Pending::Operate))));
}

// ---------------------------------------------------------------- retreats

/// 1/2 with no red number against 30 DI with three steps; it retreats two hexes.
fn two_hexes(ground: &[&str], more: impl FnOnce(Given) -> Given) -> Given {
    let given = Given::on(ground).unit("peiper-1ss", "1710").ap(3).unit("30-di", "1610").steps(3).german_acts();
    let order = "attack target:1610 with:peiper-1ss lead:peiper-1ss done";
    fought(more(given), order, 6, "1/2")
}

/// -/1 against 30 DI with two steps; it retreats one hex.
fn one_hex(ground: &[&str], more: impl FnOnce(Given) -> Given) -> Given {
    let mut given = fought(more(attack(ground, 2, 2)), ATTACK, 5, "-/1");
    given.order("lose done", &[]);
    given
}

#[test]
fn cases_7_7_1d_to_7_7_1f_a_retreat_leaves_zones_goes_homeward_and_away_from_the_enemy() {
    let given = one_hex(&[], |given| given);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Retreat)));
    assert_eq!(given.vias("retreat unit:30-di"), ["1509", "1510", "1609"]);
    assert_eq!(given.refused("retreat unit:30-di via:1611"), "7.7.1d");
    assert_eq!(given.refused("retreat unit:30-di via:1710"), "7.7.1b");
    // attacked from 1611, 1709 is free but leads east
    let given = Given::on(&[]).unit("12-vg", "1611").steps(2).ap(2).unit("30-di", "1610").steps(2).german_acts();
    let mut given = fought(given, ATTACK, 5, "-/1");
    given.order("lose done", &[]);
    assert_eq!(given.vias("retreat unit:30-di"), ["1509", "1609"]);
    assert_eq!(given.refused("retreat unit:30-di via:1709"), "7.7.1e");
    // a headquarters exerts no zone of control, but the retreat keeps away from it
    let given = one_hex(&[], |given| given.unit("hq-lxvi", "1608"));
    assert_eq!(given.vias("retreat unit:30-di"), ["1509", "1510"]);
    assert_eq!(given.refused("retreat unit:30-di via:1609"), "7.7.1f");
}

#[test]
fn case_7_7_1g_the_easiest_ground_comes_last_and_the_only_path_is_gone_without_a_question() {
    let given = one_hex(&["hex 1509 forest"], |given| given);
    assert_eq!(given.vias("retreat unit:30-di"), ["1510", "1609"]);
    assert_eq!(given.refused("retreat unit:30-di via:1509"), "7.7.1g");
    let given = one_hex(&["hex 1509 forest", "hex 1609 forest"], |given| given);
    assert_eq!(given.place("30-di").as_deref(), Some("1510"));
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
}

#[test]
fn case_7_7_1c_vehicles_retreat_over_bridges_only() {
    let ground = ["side 1509/1610 river=\"Salm\" rank=2", "side 1510/1610 river=\"Salm\" rank=2"];
    let retreat = |unit: &str| {
        let given = Given::on(&ground).unit("12-vg", "1710").steps(2).ap(2).unit(unit, "1610").steps(2).german_acts();
        let mut given = fought(given, ATTACK, 5, "-/1");
        given.order("lose done", &[]);
        given
    };
    assert_eq!(retreat("30-di").vias("retreat unit:30-di"), ["1509", "1510", "1609"]);
    assert_eq!(retreat("cca-7db").place("cca-7db").as_deref(), Some("1609"));
}

#[test]
fn case_7_7_1a_each_hex_leads_further_from_where_the_retreat_began() {
    let mut given = two_hexes(&[], |given| given);
    given.order("lose done", &[]);
    let path = "retreat unit:30-di via:1510";
    assert_eq!(given.refused(&format!("{path} via:1509")), "7.7.1a");
    assert_eq!(given.refused(&format!("{path} via:1208")), "7.7.1a");
    let vias = given.vias(path);
    assert_eq!(vias, ["1410", "1411"]);
    for via in vias {
        let mut given = given.clone();
        given.order(&format!("{path} via:{via}"), &[]);
        assert_eq!(given.place("30-di"), Some(via));
    }
}

#[test]
fn cases_7_7_1h_and_4_3e_each_hex_of_enemy_zone_costs_a_step_unless_a_friend_is_there() {
    let surround = |given: Given| given.unit("3-fj", "1409").unit("26-vg", "1608").unit("18-vg", "1511");
    let mut given = one_hex(&[], surround);
    assert_eq!(given.look("30-di").steps, 2);
    let via = given.vias("retreat unit:30-di")[0].clone();
    let events = given.order(&format!("retreat unit:30-di via:{via}"), &[]);
    assert_eq!(given.look("30-di").steps, 1);
    assert!(events.iter().any(|event| matches!(event, Event::StepLost { left: 1, .. })));
    let given = one_hex(&[], |given| surround(given).unit("110-28di", "1609"));
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)), "the one way is taken");
    assert_eq!((given.place("30-di").as_deref(), given.look("30-di").steps), (Some("1609"), 2));
    assert!(given.look("30-di").fell_back, "7.7.1k");
}

#[test]
fn case_7_7_1i_where_nobody_can_retreat_the_whole_number_is_lost() {
    // enemies on all sides
    let ring = |given: Given| {
        let given = given.unit("3-fj", "1609").unit("26-vg", "1509").unit("18-vg", "1510");
        given.unit("62-vg", "1611").unit("277-vg", "1709")
    };
    let given = fought(ring(attack(&[], 2, 2)), ATTACK, 5, "-/1");
    let refusal = given.refusal("lose done");
    assert!(refusal.case == "7.7.1b" && refusal.remedy.contains("is lost in steps [7.7.1i]"), "{refusal}");
    assert!(given.accepts("lose loss:30-di done"));
    // friends fill the only way out
    let full = |given: Given| {
        let given = given.unit("3-fj", "1609").unit("26-vg", "1509").unit("62-vg", "1611").unit("277-vg", "1709");
        given.unit("84-di", "1510").unit("109-28di", "1510")
    };
    let given = fought(full(attack(&[], 2, 2)), ATTACK, 5, "-/1");
    assert_eq!(given.refused("lose done"), "7.7.1i", "4 + 1 + 2 steps");
}

#[test]
fn case_7_7_1j_a_stack_may_split_and_must_leave_room_for_all() {
    let stack = |given: Given| given.unit("110-28di", "1610");
    let mut given = stack(attack(&[], 4, 1));
    given.order(ATTACK, &[]);
    let mut given = fought(given, "defend lead:30-di done", 4, "-/1");
    given.order("lose done", &[]);
    assert_eq!(given.refused("retreat unit:30-di unit:12-vg"), "7.7.1a");
    given.order("retreat unit:30-di via:1509", &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Retreat)), "one has still to go");
    given.order("retreat unit:110-28di via:1510", &[]);
    assert_eq!(given.place("110-28di").as_deref(), Some("1510"));
    assert!(!given.look("110-28di").fell_back);
}

#[test]
fn case_7_7_1l_nobody_retreats_off_the_map() {
    let given = Given::on(&[]).unit("12-vg", "0210").steps(2).ap(2).unit("30-di", "0109").steps(2).german_acts();
    let mut given = fought(given, "attack target:0109 with:12-vg lead:12-vg done", 5, "-/1");
    given.order("lose done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)), "the one way that is left is taken");
    assert_eq!(given.place("30-di").as_deref(), Some("0108"));
}

#[test]
fn case_7_6c_attackers_from_several_hexes_retreat_as_one_force() {
    let given = Given::on(&[]).unit("12-vg", "1710").steps(1).ap(2).unit("26-vg", "1709").steps(1).ap(2);
    let given = given.unit("30-di", "1610").steps(4).german_acts();
    let order = "prepare target:1610 with:12-vg with:26-vg lead:12-vg done";
    let mut given = fought(given, order, 2, "2/1");
    given.order("lose loss:30-di done", &[]);
    given.order("lose loss:12-vg done", &[]);
    assert_eq!(given.place("12-vg"), None);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Retreat)));
    assert_eq!(given.vias("retreat unit:26-vg"), ["1708", "1809", "1810"]);
    given.order("retreat unit:26-vg via:1810", &[]);
    assert_eq!(given.place("26-vg").as_deref(), Some("1810"));
    assert_eq!(given.asked(), Some((GERMAN, Pending::Operate)));
}

// ---------------------------------------------------------------- advances

#[test]
fn cases_7_7_2a_and_7_7_2b_infantry_follows_the_path_of_retreat_hex_by_hex() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("30-di", "1610").steps(2).german_acts();
    // 2:1 with a 4: -/1
    let mut given = fought(given, ATTACK, 4, "-/1");
    given.order("lose done", &[]);
    given.order("retreat unit:30-di via:1510", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
    assert_eq!(given.vias("advance unit:12-vg"), ["1610"]);
    assert_eq!(given.refused("advance unit:12-vg via:1709"), "7.7.2b");
    assert_eq!(given.refused("advance unit:12-vg via:1610 via:1609"), "7.7.2a");
    given.order("advance unit:12-vg via:1610 done", &[]);
    assert_eq!(given.place("12-vg").as_deref(), Some("1610"));
    assert_eq!(given.asked(), Some((GERMAN, Pending::Operate)));
}

/// A defender has gone two hexes by 1510; Peiper and one step of 12 VG may follow.
fn gone_two() -> Given {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").steps(2).ap(3).unit("12-vg", "1710").steps(1).ap(2);
    let given = given.unit("30-di", "1610").steps(3).german_acts();
    let order = "attack target:1610 with:peiper-1ss with:12-vg lead:peiper-1ss done";
    let mut given = fought(given, order, 6, "1/2");
    given.order("lose done", &[]);
    let end = given.vias("retreat unit:30-di via:1510")[0].clone();
    given.order(&format!("retreat unit:30-di via:1510 via:{end}"), &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Lose)));
    given.order("lose loss:peiper-1ss done", &[]);
    given
}

#[test]
fn case_7_7_2c_armour_leaves_the_path_after_the_first_hex() {
    let given = gone_two();
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
    let vias = given.vias("advance unit:peiper-1ss via:1610");
    for via in ["1509", "1510", "1609", "1611"] {
        assert!(vias.contains(&via.to_owned()), "{via} of {vias:?}");
    }
    assert_eq!(given.refused("advance unit:peiper-1ss via:1610 via:1609 via:1608"), "7.7.2a");
    assert_eq!(given.vias("advance unit:12-vg via:1610"), ["1510"], "infantry follows (7.7.2b)");
    assert_eq!(given.refused("advance unit:12-vg via:1610 via:1609"), "7.7.2c");
}

#[test]
fn cases_7_7_2d_and_7_8c_a_zone_ends_an_advance_except_in_the_first_hex_or_in_a_breakthrough() {
    let advance = |enemy: &str| {
        let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("hansen-1ss", "1709").ap(3);
        let given = given.unit("422-106di", "1610").unit("84-di", enemy).german_acts();
        let order = "prepare target:1610 with:peiper-1ss with:hansen-1ss lead:peiper-1ss done";
        fought(given, order, 6, "-/E")
    };
    let mut given = advance("1508");
    let path = "advance unit:peiper-1ss via:1610 via:1509 via:1409 done";
    assert!(given.accepts(path), "the breakthrough in 1610 cancels the zone in 1509");
    given.state.field.breakthroughs.clear();
    assert_eq!(given.refused(path), "7.7.2d");
    let mut given = advance("1509");
    given.state.field.breakthroughs.clear();
    assert!(given.accepts("advance unit:peiper-1ss via:1610 via:1611 done"), "1610 is the first vacated hex");
}

#[test]
fn cases_7_7_2d_and_11_1_a_zone_that_is_not_seen_ends_an_advance_that_was_accepted() {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("hansen-1ss", "1709").ap(3);
    let mut given = given.unit("422-106di", "1610").unit("84-di", "1508").german_acts();
    given.state.field.options.fog = Fog::Covered;
    let order = "prepare target:1610 with:peiper-1ss with:hansen-1ss lead:peiper-1ss done";
    let mut given = fought(given, order, 6, "-/E");
    given.state.field.breakthroughs.clear();
    let events = given.order("advance unit:peiper-1ss via:1610 via:1509 via:1409 done", &[]);
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1509"));
    let [Event::Advanced { .. }, Event::Thwarted { stacks, case, .. }, ..] = &events[..] else { panic!("{events:?}") };
    assert_eq!((case.as_str(), &stacks[..]), ("7.7.2d", &[given.hex("1508")][..]));
}

#[test]
fn case_7_7_2e_an_advance_ends_after_crossing_a_river() {
    let ground = ["side 1610/1710 river=\"Our\" rank=1"];
    let given = Given::on(&ground).unit("12-vg", "1710").ap(2).unit("26-vg", "1709").ap(2);
    let given = given.unit("110-28di", "1610").german_acts();
    let order = "prepare target:1610 with:12-vg with:26-vg lead:12-vg done";
    let mut given = fought(given, order, 5, "-/3");
    given.order("lose loss:110-28di done", &[]);
    assert!(given.accepts("advance unit:12-vg via:1610 done"));
    assert_eq!(given.refused("advance unit:12-vg via:1610 via:1510"), "7.7.2e");
    assert!(given.accepts("advance unit:26-vg via:1610 via:1510 done"));
}

#[test]
fn cases_7_7_2f_and_7_7_2j_unmet_numbers_become_hexes_of_advance_and_nobody_has_to_take_them() {
    // the rulebook's example: -/3 against one step gives two hexes
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("26-vg", "1709").ap(2);
    let given = given.unit("110-28di", "1610").german_acts();
    let order = "prepare target:1610 with:12-vg with:26-vg lead:12-vg done";
    let mut given = fought(given, order, 5, "-/3");
    given.order("lose loss:110-28di done", &[]);
    assert!(given.accepts("advance unit:12-vg via:1610 via:1509 done"), "infantry too, nobody left a path");
    assert_eq!(given.refused("advance unit:12-vg via:1610 via:1509 via:1508"), "7.7.2a");
    given.order("advance done", &[]);
    assert_eq!(given.place("12-vg").as_deref(), Some("1710"));
}

#[test]
fn case_7_7_2g_attackers_that_retreat_do_not_advance() {
    let mut given = fought(attack(&[], 4, 1), ATTACK, 1, "1/1");
    given.order("lose loss:30-di done", &[]);
    let mut stays = given.clone();
    stays.order("lose loss:12-vg done", &[]);
    assert_eq!(stays.asked(), Some((GERMAN, Pending::Advance)));
    given.order("lose done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Retreat)));
    given.order("retreat unit:12-vg via:1811", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Operate)));
}

#[test]
fn case_5a_an_advance_does_not_end_in_a_full_hex() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("26-vg", "1709").ap(2);
    let given = given.unit("110-28di", "1610").german_acts();
    let order = "prepare target:1610 with:12-vg with:26-vg lead:12-vg done";
    let mut given = fought(given, order, 2, "-/2");
    given.order("lose loss:110-28di done", &[]);
    given.order("advance unit:12-vg via:1610 done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Operate)), "26 VG would make 8 steps, so it is not asked");
}

#[test]
fn case_7_7_2k_fatigued_units_advance_and_the_advance_costs_nothing() {
    let given = Given::on(&[]).unit("12-vg", "1710").fatigued().ap(1).unit("110-28di", "1610").german_acts();
    let mut given = fought(given, ATTACK, 5, "-/1");
    given.order("lose loss:110-28di done", &[]);
    given.order("advance unit:12-vg via:1610 done", &[]);
    assert_eq!((given.place("12-vg").as_deref(), given.look("12-vg").ap), (Some("1610"), 0));
}

#[test]
fn case_17_1c_who_advances_into_an_objective_holds_it() {
    let definitions = Given::on(&[]).definitions;
    assert!(definitions.board.objectives().is_empty(), "the flat map has none");
    let ground = ["hex 1817 clear city \"Bastogne\" objective=1", "hex 1610 clear city \"Nowhere\" objective=1"];
    let mut given = Given::on(&ground).unit("12-vg", "1818").ap(2).unit("110-28di", "1817").german_acts();
    assert!(given.state.field.holders.contains(&(given.hex("1817"), ALLIED)));
    given.order("attack target:1817 with:12-vg lead:12-vg done", &[6]);
    given.order("lose loss:110-28di done", &[]);
    let events = given.order("advance unit:12-vg via:1817 done", &[]);
    assert!(events.contains(&Event::Held { hex: given.hex("1817"), side: GERMAN }));
    let mut given = Given::on(&ground).unit("12-vg", "1611").ap(2).german_acts();
    let events = given.order("move unit:12-vg hex:1610", &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::Held { .. })), "a town that does not count");
}

// ---------------------------------------------------------------- breakthroughs

#[test]
fn cases_7_8a_and_7_8b_a_bold_result_opens_the_vacated_hex_and_cancels_zones_around_it() {
    let given = attack(&[], 4, 1).unit("84-di", "1508");
    let mut given = fought(given, ATTACK, 5, "-/2");
    let events = given.order("lose loss:30-di done", &[]);
    assert!(events.contains(&Event::Breakthrough { side: GERMAN, hex: given.hex("1610") }));
    assert_eq!(given.state.field.breakthroughs, [(GERMAN, given.hex("1610"))]);
}

#[test]
fn case_7_8a_no_marker_lies_where_the_defenders_stay() {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("hansen-1ss", "1710").ap(3);
    let given = given.unit("30-di", "1610").steps(3).german_acts();
    // 2:1, integrity and quality make 4 + 2 = 6; 3:1 and better are bold
    let order = "prepare target:1610 with:peiper-1ss with:hansen-1ss lead:peiper-1ss done";
    let mut given = fought(given, order, 4, "-/2");
    assert!(given.state.field.combat.as_ref().unwrap().fight.as_ref().unwrap().breakthrough);
    given.order("lose loss:30-di loss:30-di done", &[]);
    assert_eq!((given.place("30-di").as_deref(), given.asked()), (Some("1610"), Some((GERMAN, Pending::Operate))));
    assert!(given.state.field.breakthroughs.is_empty());
}

#[test]
fn case_7_8a_the_attacker_chooses_among_several_vacated_hexes() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("kulman-12ss", "1710").steps(2).ap(3);
    let mut given = given.unit("110-28di", "1610").unit("109-28di", "1611").german_acts();
    given.order("prepare target:1610 target:1611 with:12-vg with:kulman-12ss lead:12-vg done", &[]);
    let mut given = fought(given, "defend lead:110-28di done", 6, "1/3");
    given.order("lose loss:110-28di loss:109-28di done", &[]);
    given.order("lose loss:12-vg done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Mark)));
    assert_eq!(given.refused("mark hex:1609"), "7.8a");
    given.order("mark hex:1611", &[]);
    assert_eq!(given.state.field.breakthroughs, [(GERMAN, given.hex("1611"))]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
}
