//! Air power (case 14; 2.1a, 7.3.1e, 7.3.2f, 7.4e).

use crate::given::Given;
use crate::place::{Play, hex};
use autumn_fog::AutumnFog;
use autumn_fog::event::{Event, Fight};
use autumn_fog::order::{Step, SupportKind, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Pending, Supply};
use engine::contract::{Advice, Seen, Sight, Viewer};

const ATTACK: &str = "attack target:1610 with:12-vg lead:12-vg";
const PREPARED: &str = "prepare target:1610 with:12-vg lead:12-vg";

/// 12 VG next to one regiment on turn 5: 12 against 3, no modifier of the die.
fn clear_sky(german: u8, allied: u8) -> Given {
    let given = Given::on(&[]).on_turn(5).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts();
    given.missions(german, allied)
}

/// The end of a turn on a map with few units.
fn after_turn(turn: u8, dice: &[u8], air: [u8; 2]) -> (Play, Vec<Event>) {
    let mut play = Play::on_turn(turn)
        .put("hq-i-ss-pz", hex("3308"))
        .put("peiper-1ss", hex("3207"))
        .put("hq-viii", hex("1817"))
        .put("cca-9db", hex("1716"))
        .field(|field| (field.last_turn, field.air, field.operations.passes) = (8, air, 1))
        .rolling(dice)
        .asked(GERMAN, Pending::Operate);
    let events = play.does(vec![Step::Verb(Verb::Pass)]);
    (play, events)
}

fn rolled(events: &[Event]) -> Option<([u8; 2], [u8; 2])> {
    events.iter().find_map(|event| match event {
        Event::AirRolled { dice, missions, .. } => Some((*dice, *missions)),
        _ => None,
    })
}

/// Cases and columns of the shifts.
fn shifts(fight: &Fight) -> Vec<(&str, i32)> {
    fight.shifts.iter().map(|(case, _, columns)| (case.as_str(), *columns)).collect()
}

// ---------------------------------------------------------------- the air phase

#[test]
fn case_14_1_missions_are_rolled_for_on_turns_5_and_6_only() {
    for turn in 1..=7 {
        let (play, events) = after_turn(turn, &[4, 6], [0, 0]);
        let clear = matches!(turn + 1, 5 | 6);
        assert_eq!(rolled(&events), clear.then_some(([4, 6], [1, 4])), "turn {}", turn + 1);
        assert_eq!(play.state.field.air, if clear { [1, 4] } else { [0, 0] }, "turn {}", turn + 1);
    }
}

#[test]
fn cases_2_1a_and_14_2_both_sides_roll_before_anything_else_happens_in_the_turn() {
    for (dice, missions) in [([3, 1], [0, 2]), ([4, 2], [1, 2]), ([5, 3], [1, 3]), ([6, 5], [1, 4])] {
        let (_, events) = after_turn(4, &dice, [0, 0]);
        assert_eq!(rolled(&events), Some((dice, missions)));
        let place = |fits: fn(&Event) -> bool| events.iter().position(fits).expect("it happened");
        let air = place(|event| matches!(event, Event::AirRolled { .. }));
        assert!(place(|event| matches!(event, Event::TurnBegan { turn: 5, .. })) < air);
        assert!(air < place(|event| matches!(event, Event::Checked { .. })));
    }
}

#[test]
fn case_14_1_missions_that_nobody_used_are_gone_at_the_end_of_their_turn() {
    let (play, _) = after_turn(5, &[1, 1], [1, 4]);
    assert_eq!(play.state.field.air, [0, 2], "those of turn 6 alone");
    let (play, _) = after_turn(6, &[], [1, 4]);
    assert_eq!(play.state.field.air, [0, 0]);
}

// ---------------------------------------------------------------- in combat

#[test]
fn cases_7_4e_and_14_3a_an_air_support_shifts_one_column_for_its_side() {
    let mut attack = clear_sky(1, 0);
    let events = attack.order(&format!("{ATTACK} air done"), &[3]);
    let fight = Given::fight(&events);
    assert_eq!((shifts(fight), fight.odds.as_str(), fight.column.as_str()), (vec![("7.4e", 1)], "4:1", "5:1"));
    assert_eq!(attack.state.field.air, [0, 0], "it is used");

    let mut defence = clear_sky(0, 1);
    defence.order(&format!("{ATTACK} done"), &[]);
    assert_eq!(defence.asked(), Some((ALLIED, Pending::Defend)), "asked for the aircraft alone");
    let events = defence.order("defend lead:110-28di air done", &[3]);
    let fight = Given::fight(&events);
    assert_eq!((shifts(fight), fight.column.as_str()), (vec![("7.4e", -1)], "3:1"));
    assert_eq!(defence.state.field.air, [0, 0]);
}

#[test]
fn case_14_3a_aircraft_come_besides_supports_and_whatever_the_status_of_the_unit() {
    for (status, fatigued) in [(Supply::Isolated, false), (Supply::Unsupplied, true), (Supply::Supplied, true)] {
        let given = Given::on(&[]).on_turn(6).unit("12-vg", "1710").ap(2).supply(status);
        let given = if fatigued { given.fatigued() } else { given };
        let given = given.unit("110-28di", "1610").german_acts().missions(1, 0);
        let mut given = given.unit("hq-i-ss-pz", "1810").holds(SupportKind::Artillery, 1);
        let order = format!("{ATTACK} support:hq-i-ss-pz/artillery air done");
        let events = given.order(&order, &[3]);
        assert_eq!(shifts(Given::fight(&events)), [("1.6.1c", 1), ("7.4e", 1)], "{status:?}");
    }
}

#[test]
fn case_7_3_1e_a_normal_attack_takes_one_air_support_of_each_side() {
    let mut given = clear_sky(3, 3);
    assert_eq!(given.refused(&format!("{ATTACK} air air")), "7.3.1e");
    given.order(&format!("{ATTACK} air done"), &[]);
    assert_eq!(given.refused("defend lead:110-28di air air"), "7.3.1e");
    let events = given.order("defend lead:110-28di air done", &[3]);
    assert_eq!(shifts(Given::fight(&events)), [("7.4e", 1), ("7.4e", -1)]);
    assert_eq!(given.state.field.air, [2, 2]);
}

#[test]
fn cases_7_3_2f_and_14_3b_a_prepared_attack_takes_two_in_all() {
    let mut both = clear_sky(3, 3);
    assert_eq!(both.refused(&format!("{PREPARED} air air air")), "7.3.2f");
    let events = both.order(&format!("{PREPARED} air air done"), &[3]);
    assert_eq!(shifts(Given::fight(&events)), [("T.ATKa", 2), ("7.4e", 2)], "the defender has nothing to choose");
    assert_eq!(both.state.field.air, [1, 3]);

    let mut one = clear_sky(3, 3);
    one.order(&format!("{PREPARED} air done"), &[]);
    assert_eq!(one.refused("defend lead:110-28di air air"), "14.3b");
    let events = one.order("defend lead:110-28di air done", &[3]);
    assert_eq!(shifts(Given::fight(&events)), [("T.ATKa", 2), ("7.4e", 1), ("7.4e", -1)]);

    let mut none = clear_sky(0, 3);
    none.order(&format!("{PREPARED} done"), &[]);
    let events = none.order("defend lead:110-28di air air done", &[3]);
    assert_eq!(shifts(Given::fight(&events)), [("T.ATKa", 2), ("7.4e", -2)]);
    assert_eq!(none.state.field.air, [0, 1]);
}

#[test]
fn case_14_3b_two_aircraft_of_the_attacker_leave_none_to_a_defender_who_is_asked_for_his_supports() {
    let given = clear_sky(2, 2).unit("hq-viii", "1410").holds(SupportKind::Artillery, 1);
    let mut given = given;
    given.order(&format!("{PREPARED} air air done"), &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Defend)));
    assert_eq!(given.refused("defend lead:110-28di air"), "14.3b");
    assert!(given.accepts("defend lead:110-28di support:hq-viii/artillery done"));
}

#[test]
fn case_14_1_no_mission_flies_that_is_not_left_or_under_an_overcast_sky() {
    assert_eq!(clear_sky(0, 4).refused(&format!("{ATTACK} air")), "14.1");
    assert_eq!(clear_sky(1, 4).refused(&format!("{PREPARED} air air")), "14.1");
    let overcast = clear_sky(0, 0).on_turn(2).refusal(&format!("{ATTACK} air"));
    assert_eq!((overcast.case.as_ref(), overcast.message.as_str()), ("14.1", "no aircraft fly on turn 2"));
    let mut nobody = clear_sky(0, 0);
    nobody.order(&format!("{ATTACK} done"), &[3]);
}

#[test]
fn supports_are_named_before_aircraft_so_that_an_order_has_one_form() {
    let given = clear_sky(2, 0).unit("hq-i-ss-pz", "1810").holds(SupportKind::Artillery, 2);
    assert_eq!(given.refused(&format!("{PREPARED} air support:hq-i-ss-pz/artillery")), "order");
    assert!(given.accepts(&format!("{PREPARED} support:hq-i-ss-pz/artillery air done")));
}

#[test]
fn the_declaration_of_an_attack_says_what_each_attacker_paid() {
    for (order, paid) in [(ATTACK, 1), (PREPARED, 2)] {
        let mut given = clear_sky(0, 0);
        let events = given.order(&format!("{order} done"), &[3]);
        let cost = events.iter().find_map(|event| match event {
            Event::AttackDeclared { cost, .. } => Some(*cost),
            _ => None,
        });
        assert_eq!((cost, given.look("12-vg").ap), (Some(paid), 2 - paid));
    }
}

#[test]
fn case_14_1_the_questions_tell_how_many_missions_are_left() {
    let mut given = clear_sky(2, 3);
    assert!(given.question().contains("You have 2 air supports left this turn."), "{}", given.question());
    given.order(&format!("{PREPARED} air done"), &[]);
    let question = given.question();
    assert!(question.contains("It is supported by 1 air support."), "{question}");
    assert!(question.contains("You have 3 air supports left this turn."), "{question}");
    let none = clear_sky(0, 0);
    assert!(none.question().contains("You have no air support left this turn."), "{}", none.question());
    assert!(!none.on_turn(2).question().contains("air support"), "under an overcast sky there is nothing to tell");
}

#[test]
fn an_attacker_with_missions_left_is_proposed_to_fly_one() {
    let attack = |given: &Given| {
        let view = AutumnFog::view(&given.definitions, &given.state, Viewer::Side(GERMAN));
        let examples = AutumnFog::examples(Seen::<AutumnFog>::new(&given.definitions, &view), 3).into_iter();
        let attacks: Vec<Vec<Step>> = examples.filter(|order| order[0] == Step::Verb(Verb::Attack)).collect();
        attacks[0].contains(&Step::Air)
    };
    assert!(attack(&clear_sky(1, 0)));
    assert!(!attack(&clear_sky(0, 1)));
}
