//! Steps, supports and what the tables and the official answers add, in Autumn Fog, case by case.
//!
//! The target is 1610; around it lie 1609, 1709, 1710, 1611, 1510 and 1509. 12 VG, 3 FJ, 30 DI and 110/28 DI have
//! quality 4, so that only what a test adds moves the die.

use crate::given::Given;
use autumn_fog::event::{Event, Fight};
use autumn_fog::order::SupportKind;
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending, Supply};

const ATTACK: &str = "attack target:1610 with:12-vg lead:12-vg done";

/// 12 VG next to a unit: 12 against what it has.
fn against(unit: &str) -> Given {
    Given::on(&[]).unit("12-vg", "1710").ap(2).unit(unit, "1610").german_acts()
}

/// 30 DI next to one step of 3 FJ, the Allies to act: 12 against 3.
fn allied_four_to_one() -> Given {
    let given = Given::on(&[]).unit("30-di", "1510").ap(2).unit("3-fj", "1610").steps(1);
    given.unit("hq-xviii-abn", "1410").acting(ALLIED)
}

/// How an attack is worked out when the die shows 3.
#[track_caller]
fn fight(mut given: Given, order: &str) -> Fight {
    Given::fight(&given.order(order, &[3])).clone()
}

fn amounts(lines: &[(String, String, i32)]) -> Vec<(&str, i32)> {
    let lines = lines.iter().map(|(case, _, amount)| (case.as_str(), *amount));
    lines.filter(|line| *line != ("7.4b", 0)).collect()
}

/// The die that a support rolled after use, and whether it stays in the game.
fn used(events: &[Event]) -> Option<(SupportKind, Option<u8>, bool)> {
    events.iter().find_map(|event| match event {
        Event::SupportUsed { kind, die, stays, .. } => Some((*kind, *die, *stays)),
        _ => None,
    })
}

/// Markers that come back to the pools after this turn.
fn coming_back(given: &Given) -> u8 {
    given.state.field.used.iter().flatten().sum()
}

// ---------------------------------------------------------------- steps

#[test]
fn case_1_2a_steps_go_one_by_one_and_the_unit_with_the_last() {
    let mut given = against("30-di");
    let regiment = given.id("30-di");
    given = given.unit("30-di", "1610").steps(2);
    // 2:1 with a 5, then 4:1 with a 3: -/1 both times
    given.order(ATTACK, &[5]);
    let events = given.order("lose loss:30-di done", &[]);
    assert!(events.contains(&Event::StepLost { unit: regiment, left: 1 }), "{events:?}");
    assert_eq!((given.place("30-di").as_deref(), given.look("30-di").steps), (Some("1610"), 1));
    given.order(ATTACK, &[3]);
    let events = given.order("lose loss:30-di done", &[]);
    let at = |event: &Event| events.iter().position(|other| other == event).expect("it happens");
    assert!(at(&Event::StepLost { unit: regiment, left: 0 }) < at(&Event::Eliminated { unit: regiment }));
    assert_eq!((given.look("30-di").place, given.look("30-di").steps), (Location::Eliminated(2), 0));

    let mut dead = against("110-28di");
    dead.order(ATTACK, &[5]);
    assert_eq!(dead.refused("lose loss:110-28di loss:110-28di"), "1.2a", "a -/2, but it has no second step");
}

#[test]
fn case_1_2b_a_unit_of_one_step_is_gone_with_its_first_loss() {
    // a regiment and a detachment at 4:1, a headquarters at 8:1
    for (unit, die, result) in [("110-28di", 3, "-/1"), ("ccr-9db", 3, "-/1"), ("hq-v", 2, "-/2")] {
        let mut given = against(unit);
        assert_eq!(given.look(unit).steps, 1, "{unit}");
        assert_eq!(Given::fight(&given.order(ATTACK, &[die])).result, result, "{unit}");
        let events = given.order(&format!("lose loss:{unit} done"), &[]);
        assert!(events.contains(&Event::Eliminated { unit: given.id(unit) }), "{unit}");
        assert_eq!(given.place(unit), None, "{unit}");
    }
    let mut division = against("30-di").unit("30-di", "1610").steps(2);
    division.order(ATTACK, &[5]);
    let events = division.order("lose loss:30-di done", &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::Eliminated { .. })), "two steps outlive a loss");
}

#[test]
fn case_1_2c_each_step_lost_takes_3_points() {
    for (steps, strength) in [(4, 12), (3, 9), (2, 6), (1, 3)] {
        let given = Given::on(&[]).unit("12-vg", "1710").steps(steps).ap(2).unit("30-di", "1610").steps(steps);
        assert_eq!(fight(given.german_acts(), ATTACK).strengths, [strength; 2], "{steps} steps");
    }
    let mut given = against("30-di").unit("30-di", "1610").steps(2);
    let first = given.order(ATTACK, &[5]);
    given.order("lose loss:30-di done", &[]);
    let second = given.order(ATTACK, &[3]);
    assert_eq!([Given::fight(&first).strengths[1], Given::fight(&second).strengths[1]], [6, 3]);
    for unit in given.definitions.units.iter().filter(|unit| !unit.is_hq()) {
        for lost in 0..unit.steps {
            assert_eq!(unit.strength(unit.steps) - unit.strength(unit.steps - lost), 3 * lost, "{unit:?}");
        }
    }
}

// ---------------------------------------------------------------- Allied supports

/// The columns that one Allied support gives at 4:1 in attack and in defence.
fn columns_of(kind: SupportKind) -> [(String, i32, String); 2] {
    let only = |fight: Fight| {
        let [(case, _, amount)] = &fight.shifts[..] else { panic!("one shift in {:?}", fight.shifts) };
        assert_eq!(amounts(&fight.modifiers), []);
        (case.clone(), *amount, fight.column)
    };
    let attack = format!("attack target:1610 with:30-di lead:30-di support:hq-xviii-abn/{} done", kind.name());
    let attack = fight(allied_four_to_one().unit("hq-xviii-abn", "1410").holds(kind, 1), &attack);
    let mut defence = against("110-28di").unit("hq-viii", "1410").holds(kind, 1);
    defence.order(ATTACK, &[]);
    let defence = fight(defence, &format!("defend lead:110-28di support:hq-viii/{} done", kind.name()));
    [only(attack), only(defence)]
}

/// What becomes of an Allied support after an attack at 4:1.
fn after_use(kind: SupportKind, combat: u8, dice: &[u8]) -> (Option<u8>, bool, u8) {
    let mut given = allied_four_to_one().unit("hq-xviii-abn", "1410").holds(kind, 1);
    let order = format!("attack target:1610 with:30-di lead:30-di support:hq-xviii-abn/{} done", kind.name());
    given.order(&order, &[combat]);
    given.order("lose loss:3-fj done", &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Advance)));
    let events = given.order("advance done", dice);
    let (of, die, stays) = used(&events).expect("the support was used");
    assert_eq!(of, kind);
    (die, stays, coming_back(&given))
}

#[test]
fn case_1_6_2a_no_list_of_supports_names_heavy_artillery_in_either_scenario() {
    let definitions = Given::on(&[]).definitions;
    assert_eq!(definitions.published.scenarios.len(), 2);
    for scenario in &definitions.published.scenarios {
        let granted = |kind: &str| scenario.grants.iter().filter(|grant| grant.kind == kind).count();
        assert_eq!(granted("heavy-artillery"), 0, "{}", scenario.title);
        assert!(granted("artillery") > 0, "{}", scenario.title);
    }
}

#[test]
fn case_1_6_2a_heavy_artillery_shifts_2_columns_for_the_allies_and_leaves_on_a_6() {
    let line = |amount, column: &str| ("1.6.2a".to_owned(), amount, column.to_owned());
    assert_eq!(columns_of(SupportKind::HeavyArtillery), [line(2, "6:1"), line(-2, "2:1")]);
    for (die, stays) in [(1, true), (5, true), (6, false)] {
        let after = after_use(SupportKind::HeavyArtillery, 3, &[die]);
        assert_eq!(after, (Some(die), stays, u8::from(stays)));
    }
}

#[test]
fn case_1_6_2b_allied_artillery_shifts_1_column_for_the_allies_and_leaves_on_a_6() {
    let line = |amount, column: &str| ("1.6.2b".to_owned(), amount, column.to_owned());
    assert_eq!(columns_of(SupportKind::Artillery), [line(1, "5:1"), line(-1, "3:1")]);
    for (die, stays) in [(1, true), (5, true), (6, false)] {
        let after = after_use(SupportKind::Artillery, 3, &[die]);
        assert_eq!(after, (Some(die), stays, u8::from(stays)));
    }
}

#[test]
fn case_1_6_2c_tanks_move_the_die_and_come_back_without_a_roll_or_die_as_a_loss() {
    let tanks = |given: Given, hq: &str| given.unit(hq, "1410").holds(SupportKind::Armour, 1);
    let order = "attack target:1610 with:30-di lead:30-di support:hq-xviii-abn/tank done";
    let attack = fight(tanks(allied_four_to_one(), "hq-xviii-abn"), order);
    assert_eq!((amounts(&attack.modifiers), attack.row), (vec![("1.6.2c", 1)], 4));
    let mut defence = tanks(against("110-28di"), "hq-viii");
    defence.order(ATTACK, &[]);
    let defence = fight(defence, "defend lead:110-28di support:hq-viii/tank done");
    assert_eq!((amounts(&defence.modifiers), defence.row, defence.column.as_str()), (vec![("1.6.2c", -1)], 2, "4:1"));
    assert_eq!(after_use(SupportKind::Armour, 2, &[]), (None, true, 1));

    // 1:2 becomes 1:1 by the prepared attack, the die 1 becomes 2: 2/1, the 2 red
    let weak = Given::on(&[]).unit("30-di", "1510").steps(2).ap(2).unit("12-vg", "1610").acting(ALLIED);
    let mut weak = tanks(weak, "hq-xviii-abn");
    let order = "prepare target:1610 with:30-di lead:30-di support:hq-xviii-abn/tank done";
    assert_eq!(Given::fight(&weak.order(order, &[1])).result, "2/1");
    weak.order("lose loss:12-vg done", &[]);
    assert_eq!(weak.refused("lose spend:hq-xviii-abn/tank"), "7.4c");
    assert_eq!(weak.refused("lose loss:30-di spend:hq-xviii-abn/artillery"), "1.6.2c");
    weak.order("lose loss:30-di spend:hq-xviii-abn/tank done", &[]);
    assert_eq!((weak.look("30-di").steps, weak.place("30-di").as_deref()), (1, Some("1510")));
    assert_eq!((coming_back(&weak), weak.asked()), (0, Some((ALLIED, Pending::Operate))), "gone for good");
}

#[test]
fn case_16_3c_an_independent_unit_is_supported_by_any_headquarters_in_range() {
    let lent = |hq: &str, hex: &str| {
        let given = Given::on(&[]).unit("33-9pz", "1710").ap(3).unit("110-28di", "1610").german_acts();
        let given = given.unit(hq, hex).holds(SupportKind::Artillery, 1);
        (given, format!("attack target:1610 with:33-9pz lead:33-9pz support:{hq}/artillery done"))
    };
    for hq in ["hq-lxvi", "hq-i-ss-pz", "hq-lxxxv"] {
        let (given, order) = lent(hq, "1910");
        assert_eq!(amounts(&fight(given, &order).shifts), [("1.6.1c", 1)], "{hq}");
        let (given, order) = lent(hq, "2210");
        assert_eq!(given.refused(&order), "1.3f", "{hq} is 5 hexes away");
    }
    let (given, order) = lent("hq-lxvi", "1910");
    let bound = given.unit("12-vg", "1710").ap(2);
    assert_eq!(bound.refused(&order.replace("33-9pz", "12-vg")), "1.3h", "12 VG belongs to another corps");
    for hq in ["hq-viii", "hq-v", "hq-xxx"] {
        let mut given = against("29-bb").unit(hq, "1410").holds(SupportKind::Artillery, 1);
        given.order(ATTACK, &[]);
        assert_eq!(given.asked(), Some((ALLIED, Pending::Defend)));
        let fight = fight(given, &format!("defend lead:29-bb support:{hq}/artillery done"));
        assert_eq!(amounts(&fight.shifts), [("1.6.2b", -1)], "{hq}");
    }
}

// ---------------------------------------------------------------- attacks and advances

#[test]
fn case_3_4_2b_a_unit_attacks_as_often_as_its_ap_allow() {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("109-28di", "1611");
    let mut given = given.unit("30-di", "1610").steps(3).german_acts();
    let attack = "attack target:1610 with:peiper-1ss lead:peiper-1ss done";
    // 1:1, 2:1 and 3:1; quality adds 1
    for (die, ap, left) in [(5, 2, 2), (3, 1, 1), (2, 0, 0)] {
        assert_eq!(Given::fight(&given.order(attack, &[die])).result, "-/1");
        given.order("lose loss:30-di done", &[]);
        assert_eq!((given.look("peiper-1ss").ap, given.look("30-di").steps), (ap, left));
    }
    given.order("advance done", &[]);
    assert_eq!(given.refused("attack target:1611"), "3.4.1d", "no AP is left");
}

#[test]
fn case_3_4_2c_an_enemy_is_attacked_again_by_others() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(1).unit("26-vg", "1709").ap(1);
    let mut given = given.unit("30-di", "1610").steps(2).german_acts();
    // 2:1 with a 5, then 4:1 with a 3
    for (unit, die, left) in [("12-vg", 5, 1), ("26-vg", 3, 0)] {
        let order = format!("attack target:1610 with:{unit} lead:{unit} done");
        assert_eq!(Given::fight(&given.order(&order, &[die])).result, "-/1", "{unit}");
        given.order("lose loss:30-di done", &[]);
        assert_eq!(given.look("30-di").steps, left, "{unit}");
    }
    assert_eq!((given.look("12-vg").ap, given.look("26-vg").ap), (0, 0));
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
}

#[test]
fn case_4_3c_an_advance_into_a_zone_does_not_bind_and_a_move_does() {
    let mut given = against("110-28di").unit("84-di", "1509");
    given.order(ATTACK, &[3]);
    given.order("lose loss:110-28di done", &[]);
    given.order("advance unit:12-vg via:1610 done", &[]);
    assert_eq!((given.place("12-vg").as_deref(), given.look("12-vg").ap), (Some("1610"), 1));
    assert!(!given.look("12-vg").bound);
    assert!(given.accepts("end"));

    let mut moved = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("84-di", "1509").german_acts();
    moved.order("move unit:12-vg via:1610 done", &[]);
    assert!(moved.look("12-vg").bound);
    assert_eq!(moved.refused("end"), "4.2b");
}

#[test]
fn case_10_3d_an_isolated_unit_defends_at_full_strength() {
    let defends = |supply| {
        let given = against("30-di").unit("30-di", "1610").supply(supply);
        let fight = fight(given, ATTACK);
        (fight.strengths, fight.odds)
    };
    assert_eq!(defends(Supply::Supplied), ([12, 12], "1:1".to_owned()));
    assert_eq!(defends(Supply::Isolated), ([12, 12], "1:1".to_owned()));
    assert_eq!(defends(Supply::Unsupplied), ([12, 6], "2:1".to_owned()));
}

// ---------------------------------------------------------------- tables and answers

#[test]
fn case_t_stac_a_unit_in_a_position_attacks_normally_and_stays_in_it() {
    let dug_in = || against("110-28di").unit("12-vg", "1710").improved();
    for (order, ap, column) in [(ATTACK.to_owned(), 1, "4:1"), (ATTACK.replace("attack", "prepare"), 0, "6:1")] {
        let mut given = dug_in();
        let events = given.order(&order, &[3]);
        let fight = Given::fight(&events);
        assert_eq!((fight.strengths, fight.column.as_str()), ([12, 3], column));
        assert_eq!((given.look("12-vg").ap, given.look("12-vg").improved), (ap, true));
    }
    let mut given = dug_in();
    given.order(ATTACK, &[3]);
    given.order("lose loss:110-28di done", &[]);
    given.order("advance unit:12-vg via:1610 done", &[]);
    assert!(!given.look("12-vg").improved, "the position stays behind");
}

#[test]
fn case_q_5_german_artillery_shifts_one_column_in_defence_too() {
    let mut given = Given::on(&[]).unit("30-di", "1510").ap(2).unit("12-vg", "1610").steps(1).acting(ALLIED);
    given = given.unit("hq-i-ss-pz", "1810").holds(SupportKind::Artillery, 1);
    given.order("attack target:1610 with:30-di lead:30-di done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Defend)));
    let fight = fight(given, "defend lead:12-vg support:hq-i-ss-pz/artillery done");
    assert_eq!(
        (amounts(&fight.shifts), fight.odds.as_str(), fight.column.as_str()),
        (vec![("1.6.1c", -1)], "4:1", "3:1")
    );
}

#[test]
fn case_q_8_nobody_has_to_advance_after_a_prepared_attack() {
    let mut given = against("110-28di");
    given.order(&ATTACK.replace("attack", "prepare"), &[3]);
    given.order("lose loss:110-28di done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
    let events = given.order("advance done", &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::Advanced { .. })), "{events:?}");
    assert_eq!((given.place("12-vg").as_deref(), given.asked()), (Some("1710"), Some((GERMAN, Pending::Operate))));
    assert!(given.state.field.combat.is_none());
}

#[test]
fn case_q_18_a_3_at_6_1_is_a_breakthrough() {
    let rolled = |order: &str, die| {
        let mut given = against("110-28di");
        let events = given.order(order, &[die]);
        let fight = Given::fight(&events);
        let found = (fight.column.clone(), fight.row, fight.result.clone(), fight.breakthrough);
        let events = given.order("lose loss:110-28di done", &[]);
        let marker = events.contains(&Event::Breakthrough { side: GERMAN, hex: given.hex("1610") });
        assert_eq!(marker, found.3, "the marker lies where the result is a breakthrough");
        found
    };
    let prepared = ATTACK.replace("attack", "prepare");
    assert_eq!(rolled(&prepared, 3), ("6:1".to_owned(), 3, "-/2".to_owned(), true));
    assert_eq!(rolled(ATTACK, 3), ("4:1".to_owned(), 3, "-/1".to_owned(), false));
}

#[test]
fn case_1_6e_a_support_that_is_used_in_attack_or_defence_is_with_its_headquarters_no_more() {
    let held = |given: &Given| {
        ["hq-i-ss-pz", "hq-viii"]
            .map(|hq| given.state.field.supports[given.id(hq).index()][SupportKind::Armour.index()])
    };
    let given = against("110-28di").unit("hq-viii", "1410").holds(SupportKind::Armour, 2);
    let mut given = given.unit("hq-i-ss-pz", "1910").holds(SupportKind::Armour, 2);
    given.order("attack target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/tank done", &[]);
    assert_eq!(held(&given), [1, 2]);
    given.order("defend lead:110-28di support:hq-viii/tank done", &[3]);
    assert_eq!(held(&given), [1, 1]);
}
