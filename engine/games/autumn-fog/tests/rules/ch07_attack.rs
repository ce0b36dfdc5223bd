//! Attack, supports and odds in Autumn Fog, case by case (7.1 to 7.5 and what they draw on).
//!
//! The target is 1610 unless said otherwise; around it lie 1609, 1709, 1710, 1611, 1510 and 1509. 12 VG (infantry)
//! and 110/28 DI have quality 4, so that only what a test adds moves the die.

use crate::given::Given;
use autumn_fog::event::{Event, Fight};
use autumn_fog::order::SupportKind;
use autumn_fog::state::{ALLIED, GERMAN, Pending, Supply};

const ATTACK: &str = "attack target:1610 with:12-vg lead:12-vg done";

/// 12 VG next to one regiment: 12 against 3.
fn four_to_one(ground: &[&str]) -> Given {
    Given::on(ground).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts()
}

/// How an attack is worked out when the die shows 3.
#[track_caller]
fn fight(mut given: Given, order: &str) -> Fight {
    Given::fight(&given.order(order, &[3])).clone()
}

/// Cases and amounts of the shifts.
fn shifts(fight: &Fight) -> Vec<(&str, i32)> {
    fight.shifts.iter().map(|(case, _, amount)| (case.as_str(), *amount)).collect()
}

/// Cases and amounts of the die modifiers, the qualities left out when they are equal.
fn modifiers(fight: &Fight) -> Vec<(&str, i32)> {
    let lines = fight.modifiers.iter().map(|(case, _, amount)| (case.as_str(), *amount));
    lines.filter(|line| *line != ("7.4b", 0)).collect()
}

// ---------------------------------------------------------------- who may attack whom

#[test]
fn case_7_1a_only_a_hex_next_to_the_attacker_that_holds_enemies_is_a_target() {
    let given = four_to_one(&[]).unit("109-28di", "1608");
    assert!(given.accepts(ATTACK));
    assert_eq!(given.refused("attack target:1609"), "7.1a");
    assert_eq!(given.refused("attack target:1608"), "7.1a");
    let given = given.unit("26-vg", "1910").ap(2);
    assert_eq!(given.refused("attack target:1610 with:26-vg"), "7.1a");
    assert_eq!(given.next("attack").len(), 1);
}

#[test]
fn case_3_1a_only_active_units_attack() {
    let given = Given::on(&[]).unit("12-vg", "1710").unit("110-28di", "1610").german_acts();
    assert_eq!(given.refused("attack target:1610"), "3.3a");
}

#[test]
fn case_1_3c_a_headquarters_never_attacks() {
    let given = four_to_one(&[]).unit("hq-lxvi", "1710").ap(3);
    let refusal = given.refusal("attack target:1610 with:hq-lxvi");
    assert_eq!(refusal.case, "1.3c");
    let alone = Given::on(&[]).unit("hq-lxvi", "1710").ap(3).unit("110-28di", "1610").german_acts();
    assert_eq!(alone.refused("attack target:1610"), "1.3c");
}

#[test]
fn cases_3_4_1d_and_7_3_1a_a_normal_attack_costs_each_attacker_1_ap() {
    let mut given = four_to_one(&[]).unit("3-fj", "1710").steps(2).ap(2);
    given.order("attack target:1610 with:12-vg with:3-fj lead:3-fj done", &[3]);
    assert_eq!((given.look("12-vg").ap, given.look("3-fj").ap), (1, 1));
    let given = Given::on(&[]).unit("12-vg", "1710").ap(0).unit("110-28di", "1610").german_acts();
    let refusal = given.refusal("attack target:1610");
    assert_eq!(refusal.case, "3.4.1d");
    assert!(refusal.message.contains("1 AP, it has 0"), "{refusal}");
}

#[test]
fn cases_3_4_1e_and_7_3_2a_a_prepared_attack_costs_each_attacker_2_ap() {
    let mut given = four_to_one(&[]);
    given.order("prepare target:1610 with:12-vg lead:12-vg done", &[3]);
    assert_eq!(given.look("12-vg").ap, 0);
    let given = four_to_one(&[]).unit("3-fj", "1709").ap(1);
    let refusal = given.refusal("prepare target:1610 with:12-vg with:3-fj");
    assert_eq!(refusal.case, "3.4.1e");
    assert!(refusal.message.contains("2 AP, it has 1"), "{refusal}");
}

#[test]
fn case_3_3a_units_join_a_general_activation_by_attacking_up_to_the_limit() {
    let mut given = Given::on(&[]).unit("12-vg", "1710").unit("3-fj", "1710").steps(2).unit("110-28di", "1610");
    given = given.german_acts();
    given.state.field.operations.count = 3;
    assert!(given.accepts(ATTACK));
    assert_eq!(given.refused("attack target:1610 with:12-vg with:3-fj"), "3.3a");
    given.order(ATTACK, &[3]);
    assert_eq!((given.look("12-vg").ap, given.look("12-vg").activations), (1, 1));
}

#[test]
fn case_7_1c_no_more_than_six_steps_attack_from_a_hex() {
    let given = four_to_one(&[]).unit("3-fj", "1710").steps(3).ap(2);
    assert_eq!(given.refused("attack target:1610 with:12-vg with:3-fj"), "7.1c");
}

#[test]
fn case_7_1d_a_bound_unit_keeps_the_ap_for_an_enemy_that_controls_its_hex() {
    // 109/28 DI behind the river exerts no zone of control on 1710 but can be attacked
    let ground = ["side 1710/1711 river=\"Our\" rank=1"];
    let reinforced = |ap| {
        let given = Given::on(&ground).unit("12-vg", "1710").ap(ap).bound();
        given.unit("110-28di", "1610").unit("109-28di", "1711").german_acts()
    };
    let refusal = reinforced(1).refusal("attack target:1711");
    assert_eq!(refusal.case, "4.2b");
    assert!(refusal.remedy.contains("1610"), "{refusal}");
    let mut given = reinforced(2);
    given.order("attack target:1711 with:12-vg lead:12-vg done", &[3]);
    assert!(given.look("12-vg").bound, "the attack across the river meets no obligation");
    let mut given = reinforced(1);
    given.order(ATTACK, &[3]);
    assert!(!given.look("12-vg").bound);
}

#[test]
fn case_7_2a_all_units_of_the_hex_defend_together() {
    let mut given = four_to_one(&[]).unit("109-28di", "1610").unit("hq-viii", "1610");
    given.order(ATTACK, &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Defend)));
    let fight = fight(given, "defend lead:109-28di done");
    assert_eq!((fight.strengths, fight.odds.as_str()), ([12, 7], "2:1"));
}

#[test]
fn case_7_2c_one_combat_may_strike_several_hexes() {
    let mut given = four_to_one(&["hex 1611 rough village"]).unit("109-28di", "1611");
    given.order("attack target:1610 target:1611 with:12-vg lead:12-vg done", &[]);
    let fight = fight(given, "defend lead:109-28di done");
    assert_eq!((fight.strengths, fight.odds.as_str()), ([12, 6], "2:1"));
    assert_eq!(shifts(&fight), [("7.4a", -2)], "the strongest ground counts for both (R43)");
}

#[test]
fn case_7_2d_a_unit_is_named_once() {
    assert_eq!(four_to_one(&[]).refused("attack target:1610 with:12-vg with:12-vg"), "7.2d");
}

#[test]
fn cases_7_3_1c_and_7_3_2b_only_a_prepared_attack_comes_from_several_hexes() {
    let given = four_to_one(&[]).unit("3-fj", "1709").ap(2);
    assert_eq!(given.refused("attack target:1610 with:12-vg with:3-fj"), "7.3.1c");
    let fight = fight(given, "prepare target:1610 with:12-vg with:3-fj lead:12-vg done");
    assert_eq!((fight.strengths, fight.odds.as_str()), ([24, 3], "8:1"));
}

#[test]
fn cases_10_3c_and_10_3g_isolated_and_unsupplied_units_make_no_prepared_attack() {
    for (supply, case, strength) in [(Supply::Isolated, "10.3c", 12), (Supply::Unsupplied, "10.3g", 6)] {
        let given = Given::on(&[]).unit("12-vg", "1710").ap(2).supply(supply).unit("110-28di", "1610").german_acts();
        assert_eq!(given.refused("prepare target:1610"), case);
        assert_eq!(fight(given, ATTACK).strengths[0], strength);
    }
}

#[test]
fn case_t_tech_only_infantry_attacks_across_a_river_without_a_bridge_and_at_half_strength() {
    let ground = ["side 1610/1710 river=\"Our\" rank=1"];
    let given = four_to_one(&ground).unit("sandig-1ss", "1710").ap(3);
    assert_eq!(given.refused("attack target:1610 with:sandig-1ss"), "T.TECh");
    assert_eq!(fight(given, ATTACK).strengths, [6, 3]);
    let armour = Given::on(&ground).unit("peiper-1ss", "1710").ap(3).unit("110-28di", "1610").german_acts();
    assert_eq!(armour.refused("attack target:1610"), "T.TECh");
}

#[test]
fn case_t_teci_all_units_attack_across_a_bridge_at_half_strength() {
    let ground = [
        "side 1610/1710 river=\"Our\" rank=1 bridge=yes",
        "road 1610-1710 main",
        "hex 1610 clear village",
        "hex 1710 clear village",
    ];
    let given = Given::on(&ground).unit("peiper-1ss", "1710").ap(3).unit("110-28di", "1610").german_acts();
    assert_eq!(fight(given, "attack target:1610 with:peiper-1ss lead:peiper-1ss done").strengths, [5, 3]);
}

// ---------------------------------------------------------------- strengths

#[test]
fn case_t_tecf_armour_is_halved_against_a_city_and_mechanized_units_are_not() {
    let given = Given::on(&["hex 1610 clear city"]).unit("peiper-1ss", "1710").ap(3);
    let given = given.unit("hansen-1ss", "1710").steps(2).ap(3).unit("110-28di", "1610").german_acts();
    let order = "attack target:1610 with:peiper-1ss with:hansen-1ss lead:hansen-1ss done";
    assert_eq!(fight(given, order).strengths, [5 + 6, 3]);
}

#[test]
fn cases_10_3g_and_10_3h_attack_and_defence_without_supply_are_halved_by_a_case_each() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).supply(Supply::Unsupplied);
    let given = given.unit("110-28di", "1610").supply(Supply::Unsupplied).german_acts();
    let halved: Vec<String> = fight(given, ATTACK).halved.into_iter().map(|(_, why)| why).collect();
    assert_eq!(halved, ["unsupplied [10.3g]", "unsupplied [10.3h]"]);
}

#[test]
fn cases_0_3a_and_0_3b_equal_halves_are_added_before_they_are_rounded() {
    let given = Given::on(&[]).unit("12-vg", "1710").steps(1).fatigued().ap(1);
    let given = given.unit("3-fj", "1710").steps(2).fatigued().ap(1).unit("110-28di", "1610").german_acts();
    let order = "attack target:1610 with:12-vg with:3-fj lead:12-vg done";
    assert_eq!(fight(given.clone(), order).strengths[0], 5);
    let given = given.unit("277-vg", "1710").steps(1).fatigued().ap(1);
    let order = "attack target:1610 with:12-vg with:3-fj with:277-vg lead:12-vg done";
    assert_eq!(fight(given, order).strengths[0], 6, "12 halved once, not 2 + 3 + 2");
}

#[test]
fn case_3_5_1b_fatigue_halves_attack_and_defence_and_adds_to_the_river() {
    let given = Given::on(&["side 1610/1710 river=\"Our\" rank=1"]).unit("12-vg", "1710").fatigued().ap(1);
    let given = given.unit("30-di", "1610").steps(3).fatigued().german_acts();
    assert_eq!(fight(given, ATTACK).strengths, [3, 5]);
}

#[test]
fn case_7_7_1k_a_unit_that_retreated_onto_friends_defends_at_half_strength() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("30-di", "1610").steps(3).fell_back().german_acts();
    assert_eq!(fight(given, ATTACK).strengths, [12, 5]);
}

#[test]
fn case_10_3h_an_unsupplied_unit_defends_at_half_strength_and_an_isolated_one_does_not() {
    for (supply, strength) in [(Supply::Isolated, 9), (Supply::Unsupplied, 5)] {
        let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("30-di", "1610").steps(3).supply(supply);
        assert_eq!(fight(given.german_acts(), ATTACK).strengths[1], strength);
    }
}

// ---------------------------------------------------------------- modifiers

#[test]
fn case_7_4a_all_the_terrain_of_the_defender_shifts_to_the_left() {
    for (ground, columns) in [("rough", -1), ("rough village", -2), ("forest city", -2), ("forest westwall=yes", -1)] {
        let fight = fight(four_to_one(&[&format!("hex 1610 {ground}")]), ATTACK);
        assert_eq!(shifts(&fight), [("7.4a", columns)], "{ground}");
    }
    let german = Given::on(&["hex 1610 forest westwall=yes"]).unit("30-di", "1710").ap(2).unit("3-fj", "1610");
    let fight = fight(german.acting(ALLIED), "attack target:1610 with:30-di lead:30-di done");
    assert_eq!(shifts(&fight), [("7.4a", -2)], "the Westwall serves Germans");
}

#[test]
fn case_t_atka_a_prepared_attack_of_the_british_shifts_one_column_as_one_of_the_americans_does() {
    for attackers in [&["53-di"][..], &["29-bb"], &["53-di", "30-di"]] {
        let given = Given::on(&[]).unit("12-vg", "1610").steps(1);
        let given = attackers.iter().fold(given, |given, unit| given.unit(unit, "1510").steps(1).ap(2));
        let mut given = given.acting(ALLIED);
        let with: String = attackers.iter().map(|unit| format!(" with:{unit}")).collect();
        let events = given.order(&format!("prepare target:1610{with} lead:{} done", attackers[0]), &[3]);
        assert_eq!(shifts(Given::fight(&events)), [("T.ATKa", 1)], "{attackers:?}");
    }
}

#[test]
fn case_t_atka_a_prepared_attack_shifts_two_columns_for_the_german_and_one_for_the_allies() {
    let german = fight(four_to_one(&[]), "prepare target:1610 with:12-vg lead:12-vg done");
    assert_eq!((shifts(&german), german.column.as_str()), (vec![("T.ATKa", 2)], "6:1"));
    let allied = Given::on(&[]).unit("30-di", "1710").ap(2).unit("3-fj", "1610").steps(1).acting(ALLIED);
    let allied = fight(allied, "prepare target:1610 with:30-di lead:30-di done");
    assert_eq!((shifts(&allied), allied.column.as_str()), (vec![("T.ATKa", 1)], "5:1"));
}

#[test]
fn case_7_4b_the_difference_of_two_qualities_is_added_to_the_die() {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("423-106di", "1610").german_acts();
    let fight = fight(given, "attack target:1610 with:peiper-1ss lead:peiper-1ss done");
    assert_eq!((modifiers(&fight), fight.row), (vec![("7.4b", 2)], 5));
}

#[test]
fn case_7_4b_each_side_chooses_its_unit() {
    let mut given = four_to_one(&[]).unit("277-vg", "1710").steps(2).ap(2).unit("424-106di", "1610");
    assert_eq!(given.refused("attack target:1610 with:12-vg lead:277-vg"), "7.4b");
    given.order("attack target:1610 with:12-vg with:277-vg lead:277-vg done", &[]);
    assert_eq!(given.refused("defend lead:12-vg"), "7.4b");
    let fight = fight(given, "defend lead:110-28di done");
    assert_eq!(modifiers(&fight), [("7.4b", -1)]);
}

#[test]
fn case_1_3b_a_headquarters_defends_with_quality_4_when_it_is_alone_and_lends_none_to_a_stack() {
    let given = Given::on(&[]).unit("277-vg", "1710").ap(2).unit("hq-v", "1610").german_acts();
    let alone = fight(given.clone(), "attack target:1610 with:277-vg lead:277-vg done");
    assert_eq!((alone.strengths, modifiers(&alone)), ([9, 1], vec![("7.4b", -1)]));
    let mut stacked = given.unit("423-106di", "1610").unit("424-106di", "1610");
    stacked.order("attack target:1610 with:277-vg lead:277-vg done", &[]);
    assert_eq!(stacked.refused("defend lead:hq-v"), "1.3b");
}

#[test]
fn cases_7_4f_12_1d_and_12_2a_positions_count_when_all_defenders_are_in_one() {
    let improved = || Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").improved().german_acts();
    assert_eq!(shifts(&fight(improved(), ATTACK)), [("12.2a", -1)]);
    let mut mixed = improved().unit("hq-viii", "1610");
    mixed.order(ATTACK, &[3]);
    assert_eq!(shifts(mixed.state.field.combat.as_ref().unwrap().fight.as_ref().unwrap()), []);
}

#[test]
fn cases_7_4g_and_7_4h_two_mobile_units_of_a_division_in_one_stack_are_worth_one_and_the_sides_cancel() {
    let stack = |hex| {
        let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("hansen-1ss", hex).ap(3);
        given.unit("2-di", "1610").german_acts()
    };
    let order = "prepare target:1610 with:peiper-1ss with:hansen-1ss lead:peiper-1ss done";
    assert_eq!(modifiers(&fight(stack("1710"), order)), [("7.4g", 1)]);
    assert_eq!(modifiers(&fight(stack("1709"), order)), [], "not in one stack");
    let mut both = stack("1710").unit("ccb-9db", "1610").unit("cca-9db", "1610");
    both.order(order, &[]);
    assert_eq!(modifiers(&fight(both, "defend lead:2-di done")), [("7.4g", 1), ("7.4g", -1)]);
    let infantry = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").unit("109-28di", "1610");
    let mut infantry = infantry.german_acts();
    infantry.order(ATTACK, &[]);
    assert_eq!(modifiers(&fight(infantry, "defend lead:110-28di done")), [], "infantry has none");
}

#[test]
fn case_t_crtb_rows_and_columns_stay_on_the_table() {
    let mut given = Given::on(&[]).unit("18-vg", "1710").steps(1).ap(2).unit("2-di", "1610").improved().german_acts();
    let events = given.order("attack target:1610 with:18-vg lead:18-vg done", &[1]);
    let fight = Given::fight(&events);
    assert_eq!((fight.column.as_str(), fight.row, fight.result.as_str()), ("1:4", 0, "E/-"));
}

// ---------------------------------------------------------------- supports

fn supported(hq_hex: &str) -> Given {
    let given = four_to_one(&[]).unit("hq-i-ss-pz", hq_hex);
    given.holds(SupportKind::Artillery, 2).holds(SupportKind::Nebelwerfer, 1).holds(SupportKind::Armour, 1)
}

#[test]
fn cases_1_6_1a_1_6_1c_and_1_6_1e_supports_shift_columns_or_move_the_die() {
    let of = |kind: &str| {
        let order = format!("attack target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/{kind} done");
        fight(supported("1810"), &order)
    };
    assert_eq!(shifts(&of("artillery")), [("1.6.1c", 1)]);
    assert_eq!(shifts(&of("nebelwerfer")), [("1.6.1a", 2)]);
    assert_eq!((shifts(&of("tank")), modifiers(&of("tank"))), (vec![], vec![("1.6.1e", 1)]));
}

#[test]
fn cases_7_3_1b_and_7_3_2d_a_normal_attack_takes_one_support_and_a_prepared_one_two() {
    let order = "target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/artillery support:hq-i-ss-pz/artillery";
    assert_eq!(supported("1810").refused(&format!("attack {order}")), "7.3.1b");
    let third = format!("prepare {order} support:hq-i-ss-pz/tank");
    assert_eq!(supported("1810").refused(&third), "7.3.2d");
    let fight = fight(supported("1810"), &format!("prepare {order} done"));
    assert_eq!(shifts(&fight), [("T.ATKa", 2), ("1.6.1c", 1), ("1.6.1c", 1)]);
}

#[test]
fn case_1_6e_a_headquarters_lends_no_more_than_it_holds() {
    let order = "prepare target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/tank support:hq-i-ss-pz/tank";
    assert_eq!(supported("1810").refused(order), "1.6e");
}

#[test]
fn case_1_3f_support_ends_at_the_command_range_by_a_line_without_enemies() {
    let order = "attack target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/tank";
    assert!(supported("2110").accepts(&format!("{order} done")), "4 hexes");
    let refusal = supported("2210").refusal(order);
    assert_eq!(refusal.case, "1.3f");
    assert!(refusal.message.contains("5 hexes"), "{refusal}");
}

#[test]
fn case_1_3h_a_german_headquarters_supports_its_own_formation_and_independents() {
    let given = four_to_one(&[]).unit("hq-lxvi", "1810").holds(SupportKind::Artillery, 1);
    let order = "attack target:1610 with:12-vg lead:12-vg support:hq-lxvi/artillery";
    assert_eq!(given.refused(order), "1.3h");
    let given = given.unit("33-9pz", "1710").ap(3);
    let order = "attack target:1610 with:12-vg with:33-9pz lead:12-vg support:hq-lxvi/artillery done";
    assert!(given.accepts(order), "16.3c");
}

#[test]
fn cases_1_3g_and_7_5c_the_defender_answers_with_supports_of_his_army_up_to_the_same_limit() {
    let given = four_to_one(&[]).unit("hq-viii", "1310").holds(SupportKind::Artillery, 2);
    let mut given = given.unit("hq-v", "1310").holds(SupportKind::Artillery, 1);
    given.order(ATTACK, &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Defend)));
    assert_eq!(given.refused("defend lead:110-28di support:hq-v/artillery"), "1.3g");
    let twice = "defend lead:110-28di support:hq-viii/artillery support:hq-viii/artillery";
    assert_eq!(given.refused(twice), "7.3.1b");
    let fight = fight(given, "defend lead:110-28di support:hq-viii/artillery done");
    assert_eq!(shifts(&fight), [("1.6.2b", -1)]);
}

#[test]
fn case_17_1i_on_turn_1_americans_are_supported_at_any_distance() {
    let far = || four_to_one(&[]).unit("hq-viii", "0310").holds(SupportKind::Artillery, 1);
    let mut later = far();
    later.order(ATTACK, &[3]);
    assert_eq!(later.asked(), Some((ALLIED, Pending::Lose)), "out of range on turn 2: nothing to choose");
    let mut first = far().on_turn(1);
    first.order(ATTACK, &[]);
    assert!(first.accepts("defend lead:110-28di support:hq-viii/artillery done"));
}

/// Fights with one support and ends the combat at once; gives what became of the support.
fn after_use(kind: &str, die: Option<u8>) -> (Option<u8>, bool) {
    let mut given = supported("1810");
    let order = format!("attack target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/{kind} done");
    // with the tank's +1 a 2 gives -/1, with the columns of the others a 3 gives -/2
    given.order(&order, &[if kind == "tank" { 2 } else { 3 }]);
    given.order("lose loss:110-28di done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
    let dice: Vec<u8> = die.into_iter().collect();
    let events = given.order("advance done", &dice);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Operate)), "the combat is over");
    let used = events.iter().find_map(|event| match event {
        Event::SupportUsed { die, stays, .. } => Some((*die, *stays)),
        _ => None,
    });
    used.expect("the support was used")
}

#[test]
fn cases_1_6_1b_1_6_1d_and_1_6_1e_supports_roll_for_their_return_after_use() {
    for (die, stays) in [(1, true), (2, false)] {
        assert_eq!(after_use("nebelwerfer", Some(die)), (Some(die), stays));
    }
    for (die, stays) in [(3, true), (4, false)] {
        assert_eq!(after_use("artillery", Some(die)), (Some(die), stays));
    }
    assert_eq!(after_use("tank", None), (None, true));
}
