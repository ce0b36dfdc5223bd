//! The course of combat in Autumn Fog, case by case: who joins, in what order a combat is worked out, what follows.
//!
//! The target is 1610 unless said otherwise; around it lie 1609, 1709, 1710, 1611, 1510 and 1509. 12 VG, 3 FJ, 26 VG,
//! 30 DI and 110/28 DI have quality 4, so that only what a test adds moves the die.

use crate::given::Given;
use autumn_fog::event::{Event, Fight};
use autumn_fog::order::{Step, SupportKind};
use autumn_fog::state::{ALLIED, GERMAN, Pending};

const ATTACK: &str = "attack target:1610 with:12-vg lead:12-vg done";
const PREPARED: &str = "prepare target:1610 with:12-vg lead:12-vg done";

/// 12 VG next to one regiment: 12 against 3.
fn four_to_one(ground: &[&str]) -> Given {
    Given::on(ground).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts()
}

/// How an attack is worked out with a die.
#[track_caller]
fn fight(mut given: Given, order: &str, die: u8) -> Fight {
    Given::fight(&given.order(order, &[die])).clone()
}

/// Cases and amounts of shifts or modifiers.
fn amounts(lines: &[(String, String, i32)]) -> Vec<(&str, i32)> {
    lines.iter().map(|(case, _, amount)| (case.as_str(), *amount)).collect()
}

/// The regiment in the target dies and nobody advances.
fn without_advance(given: &mut Given, regiment: &str) {
    given.order(&format!("lose loss:{regiment} done"), &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
    given.order("advance done", &[]);
}

// ---------------------------------------------------------------- who fights

#[test]
fn case_7_1b_a_unit_that_has_entered_a_zone_has_to_fight() {
    let mut given = Given::on(&[]).unit("12-vg", "1810").ap(2).unit("110-28di", "1610").german_acts();
    assert!(given.accepts("end"), "nothing binds it yet");
    let events = given.order("move unit:12-vg via:1710 done", &[]);
    assert!(events.iter().any(|event| matches!(event, Event::Moved { bound: true, .. })), "{events:?}");
    assert_eq!(given.refused("end"), "4.2b");
    assert_eq!(given.refused("move unit:12-vg"), "4.2b");
    given.order(ATTACK, &[3]);
    without_advance(&mut given, "110-28di");
    assert!(!given.look("12-vg").bound);
    assert!(given.accepts("end"));

    let mut beside = Given::on(&[]).unit("12-vg", "1810").ap(2).unit("110-28di", "1610").german_acts();
    beside.order("move unit:12-vg via:1910 done", &[]);
    assert!(beside.accepts("end"), "no zone was entered");
}

#[test]
fn case_7_1e_all_units_around_an_enemy_may_attack_it() {
    let ring = [
        ("12-vg", "1609"),
        ("3-fj", "1709"),
        ("26-vg", "1710"),
        ("18-vg", "1611"),
        ("277-vg", "1510"),
        ("peiper-1ss", "1509"),
    ];
    let mut given = Given::on(&[]).unit("110-28di", "1610").unit("212-vg", "1810").steps(1).ap(2).german_acts();
    for (unit, hex) in ring {
        given = given.unit(unit, hex).steps(1).ap(2);
    }
    let offered: Vec<Step> = given.next("prepare target:1610").into_iter().map(|(step, _)| step).collect();
    let mut order = "prepare target:1610".to_owned();
    for (unit, hex) in ring {
        assert!(offered.contains(&Step::With(given.id(unit))), "{unit} in {hex}");
        order += &format!(" with:{unit}");
    }
    assert_eq!(given.refused(&format!("{order} with:212-vg")), "7.1a", "two hexes away");
    let fight = fight(given, &format!("{order} lead:12-vg done"), 3);
    assert_eq!((fight.strengths, fight.odds.as_str()), ([6 * 3, 3], "6:1"));
}

#[test]
fn case_7_2b_units_of_one_stack_attack_different_hexes() {
    let given = Given::on(&[]).unit("12-vg", "1710").steps(2).ap(1).unit("3-fj", "1710").steps(3).ap(1);
    let mut given = given.unit("110-28di", "1610").unit("109-28di", "1711").german_acts();
    let first = given.order(ATTACK, &[4]);
    without_advance(&mut given, "110-28di");
    assert_eq!((given.look("12-vg").ap, given.look("3-fj").ap), (0, 1), "the other has not fought yet");
    let second = given.order("attack target:1711 with:3-fj lead:3-fj done", &[4]);
    assert_eq!([Given::fight(&first).strengths, Given::fight(&second).strengths], [[6, 3], [9, 3]]);
    without_advance(&mut given, "109-28di");
    assert_eq!((given.place("12-vg").as_deref(), given.place("3-fj").as_deref()), (Some("1710"), Some("1710")));
}

// ---------------------------------------------------------------- going on

#[test]
fn case_7_3_1d_after_a_normal_attack_a_unit_moves_and_attacks_with_the_ap_left() {
    let mut given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("110-28di", "1610").german_acts();
    given = given.unit("109-28di", "1613");
    // 3:1; quality adds 1
    given.order("attack target:1610 with:peiper-1ss lead:peiper-1ss done", &[3]);
    without_advance(&mut given, "110-28di");
    assert_eq!(given.look("peiper-1ss").ap, 2);
    given.order("move unit:peiper-1ss via:1711 via:1712 done", &[]);
    assert_eq!((given.place("peiper-1ss").as_deref(), given.look("peiper-1ss").ap), (Some("1712"), 1));
    given.order("attack target:1613 with:peiper-1ss lead:peiper-1ss done", &[2]);
    assert_eq!(given.look("peiper-1ss").ap, 0);
}

#[test]
fn case_7_3_2c_units_gather_before_a_prepared_attack_and_pay_when_it_is_declared() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("peiper-1ss", "1808").ap(3);
    let mut given = given.unit("110-28di", "1610").german_acts();
    let order = "prepare target:1610 with:12-vg with:peiper-1ss";
    assert_eq!(given.refused(order), "7.1a", "Peiper has not come up");
    given.order("move unit:peiper-1ss via:1708 via:1709 done", &[]);
    assert_eq!((given.look("12-vg").ap, given.look("peiper-1ss").ap), (2, 2), "12 VG waits and pays nothing");
    assert_eq!(given.asked(), Some((GERMAN, Pending::Operate)));
    let events = given.order(&format!("{order} lead:12-vg done"), &[3]);
    let fight = Given::fight(&events);
    assert_eq!((given.look("12-vg").ap, given.look("peiper-1ss").ap), (0, 0));
    assert_eq!((fight.strengths, fight.odds.as_str()), ([12 + 9, 3], "7:1"));

    let mut late = Given::on(&[]).unit("12-vg", "1809").ap(2).unit("110-28di", "1610").german_acts();
    late.order("move unit:12-vg via:1709 done", &[]);
    assert_eq!(late.refused("prepare target:1610"), "3.4.1e", "infantry that came up has only 1 AP left");
}

#[test]
fn case_7_3_2e_after_a_prepared_attack_a_unit_goes_on_with_the_ap_left() {
    let mut given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("12-vg", "1709").ap(2);
    given = given.unit("110-28di", "1610").unit("109-28di", "1611").german_acts();
    given.order("prepare target:1610 with:peiper-1ss with:12-vg lead:12-vg done", &[2]);
    without_advance(&mut given, "110-28di");
    assert_eq!((given.look("peiper-1ss").ap, given.look("12-vg").ap), (1, 0));
    let mut moves = given.clone();
    moves.order("move unit:peiper-1ss via:1810 done", &[]);
    assert_eq!((moves.place("peiper-1ss").as_deref(), moves.look("peiper-1ss").ap), (Some("1810"), 0));
    assert_eq!(given.refused("prepare target:1611"), "3.4.1e");
    given.order("attack target:1611 with:peiper-1ss lead:peiper-1ss done", &[2]);
    assert_eq!(given.look("peiper-1ss").ap, 0);
}

// ---------------------------------------------------------------- working out

#[test]
fn case_7_4d_artillery_of_any_kind_shifts_columns_and_armour_moves_the_die() {
    let german = [(SupportKind::Nebelwerfer, 2, 0), (SupportKind::Artillery, 1, 0), (SupportKind::Armour, 0, 1)];
    for (kind, columns, die) in german {
        let given = four_to_one(&[]).unit("hq-i-ss-pz", "1810").holds(kind, 1);
        let name = kind.name();
        let order = format!("attack target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/{name} done");
        let fight = fight(given, &order, 3);
        assert_eq!(fight.shifts.iter().map(|(.., amount)| amount).sum::<i32>(), columns, "{name}");
        assert_eq!(fight.modifiers.iter().map(|(.., amount)| amount).sum::<i32>(), die, "{name}");
    }
    let allied = [(SupportKind::HeavyArtillery, -2, 0), (SupportKind::Artillery, -1, 0), (SupportKind::Armour, 0, -1)];
    for (kind, columns, die) in allied {
        let mut given = four_to_one(&[]).unit("hq-viii", "1410").holds(kind, 1);
        let name = kind.name();
        given.order(ATTACK, &[]);
        let fight = fight(given, &format!("defend lead:110-28di support:hq-viii/{name} done"), 3);
        assert_eq!(fight.shifts.iter().map(|(.., amount)| amount).sum::<i32>(), columns, "{name}");
        assert_eq!(fight.modifiers.iter().map(|(.., amount)| amount).sum::<i32>(), die, "{name}");
    }
}

#[test]
fn case_7_4i_all_shifts_and_all_modifiers_add_up() {
    let given = Given::on(&["hex 1610 rough village"]).unit("peiper-1ss", "1710").ap(3);
    let given = given.unit("423-106di", "1610").improved().german_acts();
    let given = given.unit("hq-i-ss-pz", "1810").holds(SupportKind::Nebelwerfer, 1).holds(SupportKind::Armour, 1);
    let order = "prepare target:1610 with:peiper-1ss lead:peiper-1ss support:hq-i-ss-pz/nebelwerfer \
                 support:hq-i-ss-pz/tank done";
    let fight = fight(given, order, 1);
    assert_eq!(amounts(&fight.shifts), [("T.ATKa", 2), ("7.4a", -2), ("12.2a", -1), ("1.6.1a", 2)]);
    assert_eq!(amounts(&fight.modifiers), [("7.4b", 2), ("1.6.1e", 1)]);
    assert_eq!((fight.odds.as_str(), fight.column.as_str()), ("3:1", "4:1"), "one column to the right in all");
    assert_eq!((fight.die, fight.row, fight.result.as_str()), (1, 4, "1/2"), "3 on the die in all");
}

#[test]
fn case_7_5a_kind_and_target_are_declared_before_the_modified_strengths_are_summed() {
    let given = || {
        let given = Given::on(&[]).unit("12-vg", "1710").steps(3).fatigued().ap(2).unit("3-fj", "1710").steps(3).ap(2);
        given.unit("30-di", "1610").steps(3).fell_back().unit("110-28di", "1610").german_acts()
    };
    assert!(!given().accepts("attack with:12-vg lead:12-vg done"), "a target comes first");
    assert!(!given().accepts("attack target:1610 done"), "and somebody attacks it");
    for (kind, is_prepared) in [("attack", false), ("prepare", true)] {
        let mut given = given();
        let events = given.order(&format!("{kind} target:1610 with:12-vg with:3-fj lead:3-fj done"), &[]);
        let declared = events.iter().find_map(|event| match event {
            Event::AttackDeclared { prepared, targets, attackers, .. } => Some((*prepared, targets, attackers.len())),
            _ => None,
        });
        assert_eq!(declared, Some((is_prepared, &vec![given.hex("1610")], 2)));
        assert!(!events.iter().any(|event| matches!(event, Event::Fought(_))), "the defender answers before the die");
        assert_eq!(given.asked(), Some((ALLIED, Pending::Defend)));
        let fight = fight(given, "defend lead:30-di done", 3);
        assert_eq!((fight.strengths, fight.odds.as_str()), ([5 + 9, 5 + 3], "2:1"), "both halves rounded up");
    }
}

#[test]
fn case_7_5e_the_shifts_give_the_column_that_is_used() {
    let worked = |ground: &str, order: &str| {
        let fight = fight(four_to_one(&[&format!("hex 1610 {ground}")]), order, 3);
        (fight.odds, fight.column, fight.result)
    };
    let line = |column: &str, result: &str| ("4:1".to_owned(), column.to_owned(), result.to_owned());
    assert_eq!(worked("clear", ATTACK), line("4:1", "-/1"));
    assert_eq!(worked("clear village", ATTACK), line("3:1", "-/1"));
    assert_eq!(worked("rough village", ATTACK), line("2:1", "1/1"));
    assert_eq!(worked("clear village", PREPARED), line("5:1", "-/2"));
    // 12 against 1: all are added up before the end of the table stops them
    let hq = Given::on(&["hex 1610 rough village"]).unit("12-vg", "1710").ap(2).unit("hq-v", "1610").german_acts();
    let fight = fight(hq, PREPARED, 3);
    assert_eq!((amounts(&fight.shifts), fight.column.as_str()), (vec![("T.ATKa", 2), ("7.4a", -2)], "8:1"));
}

#[test]
fn case_7_5f_the_die_with_its_modifiers_gives_the_row() {
    let results = ["1/1", "-/1", "-/1", "1/2", "-/2", "-/2"];
    for (die, result) in (1..).zip(results) {
        let fight = fight(four_to_one(&[]), ATTACK, die);
        assert_eq!((fight.die, fight.row, fight.result.as_str()), (die, die, result));
    }
    let better = |die| {
        let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("423-106di", "1610").german_acts();
        let given = given.unit("hq-i-ss-pz", "1810").holds(SupportKind::Armour, 1);
        let order = "attack target:1610 with:peiper-1ss lead:peiper-1ss support:hq-i-ss-pz/tank done";
        let fight = fight(given, order, die);
        (fight.row, fight.result)
    };
    // 3:1 with 2 for quality and 1 for assault guns
    assert_eq!(better(1), (4, "-/1".to_owned()));
    assert_eq!(better(4), (7, "-/2".to_owned()));
    assert_eq!([better(5), better(6)], [(8, "1/3".to_owned()), (8, "1/3".to_owned())], "the last row");
}

// ---------------------------------------------------------------- retreats and advances

/// 30 DI with two steps in 1610 has to retreat one hex from 12 VG with two steps, others around.
fn retreating(from: &str, others: &[(&str, &str)]) -> Given {
    let mut given = Given::on(&[]).unit("12-vg", from).steps(2).ap(2).unit("30-di", "1610").steps(2).german_acts();
    for (unit, hex) in others {
        given = given.unit(unit, hex);
    }
    assert_eq!(Given::fight(&given.order(ATTACK, &[5])).result, "-/1");
    given.order("lose done", &[]);
    given
}

#[test]
fn case_7_7_1b_a_retreat_never_enters_a_hex_with_enemies() {
    // a headquarters exerts no zone of control, so that its hex would be the best but for this
    let given = retreating("1710", &[("hq-lxvi", "1509")]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Retreat)));
    assert_eq!(given.refused("retreat unit:30-di via:1509"), "7.7.1b");
    assert_eq!(given.refused("retreat unit:30-di via:1710"), "7.7.1b");
    let open = given.vias("retreat unit:30-di");
    assert!(!open.is_empty() && !open.contains(&"1509".to_owned()), "{open:?}");
}

#[test]
fn case_7_7_1e_a_retreat_goes_towards_its_own_edge_where_it_can() {
    // the Allies go west
    let given = retreating("1609", &[]);
    assert_eq!(given.vias("retreat unit:30-di"), ["1510", "1611"]);
    assert_eq!(given.refused("retreat unit:30-di via:1710"), "7.7.1e");
    // the Germans go east
    let mut german = Given::on(&[]).unit("30-di", "1609").steps(2).ap(2).unit("12-vg", "1610").steps(2).acting(ALLIED);
    let events = german.order("attack target:1610 with:30-di lead:30-di done", &[5]);
    assert_eq!((Given::fight(&events).odds.as_str(), Given::fight(&events).result.as_str()), ("1:1", "-/1"));
    german.order("lose done", &[]);
    assert_eq!(german.asked(), Some((GERMAN, Pending::Retreat)));
    assert_eq!(german.vias("retreat unit:12-vg"), ["1611", "1710"]);
    assert_eq!(german.refused("retreat unit:12-vg via:1510"), "7.7.1e");
    // leaving zones of control comes before: 18 VG controls 1509 and 1609, 12 VG 1510 and 1710
    let given = retreating("1611", &[("18-vg", "1508")]);
    assert_eq!(given.place("30-di").as_deref(), Some("1709"));
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
}

#[test]
fn case_7_7_2h_the_defender_never_advances() {
    let mut given = retreating("1710", &[]);
    given.order("retreat unit:30-di via:1510", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
    assert_eq!(given.refused("advance unit:30-di"), "7.7.2h");
    let offered = given.next("advance");
    assert!(offered.iter().any(|(step, _)| *step == Step::Unit(given.id("12-vg"))), "{offered:?}");
    assert!(offered.iter().all(|(step, _)| *step != Step::Unit(given.id("30-di"))), "{offered:?}");

    // 1:4 with a 1 eliminates the attackers: nobody is left to advance, and the victor is not asked
    let mut beaten = Given::on(&[]).unit("12-vg", "1710").steps(1).ap(2).unit("30-di", "1610").german_acts();
    let events = beaten.order(ATTACK, &[1]);
    assert_eq!(Given::fight(&events).result, "4/-");
    let events = beaten.order("lose loss:12-vg done", &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::Asked { pending: Pending::Advance, .. })), "{events:?}");
    assert_eq!((beaten.place("12-vg"), beaten.place("30-di").as_deref()), (None, Some("1610")));
    assert_eq!(beaten.asked(), Some((GERMAN, Pending::Operate)));
}
