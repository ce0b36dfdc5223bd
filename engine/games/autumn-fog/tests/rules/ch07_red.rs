//! Red numbers (7.6e) and the least number of losses (7.6d): what is asked, and what is said of it.
//!
//! 12 VG in 1710 attacks 30 DI in 1610 on clear ground; both have quality 4, so the die that is rolled is the row.

use crate::given::Given;
use autumn_fog::AutumnFog;
use autumn_fog::event::{Event, Fight};
use autumn_fog::state::{ALLIED, GERMAN, Pending};
use engine::contract::{Imagined, Seen, Sight, Speech, Viewer};

const ATTACK: &str = "attack target:1610 with:12-vg lead:12-vg done";
const PREPARED: &str = "prepare target:1610 with:12-vg lead:12-vg done";

/// So many steps against so many.
fn given(steps: u8, against: u8) -> Given {
    let given = Given::on(&[]).unit("12-vg", "1710").steps(steps).ap(2);
    given.unit("30-di", "1610").steps(against).german_acts()
}

/// What the printed table marks red in the cell of a combat: attacker, defender.
fn painted(given: &Given, fight: &Fight) -> [bool; 2] {
    let red = given.definitions.published.tables.get("crt-red").expect("the table");
    let mark = &red.cell(&fight.row.to_string(), &fight.column).expect("a cell").text;
    [mark == "A", mark == "D"]
}

/// The side that meets its number now may not get away with less than `least` steps.
#[track_caller]
fn meets(given: &mut Given, unit: &str, number: u8, (least, case): (u8, &str), at: &str) {
    assert_eq!(given.asked().map(|(_, pending)| pending), Some(Pending::Lose), "{at}");
    match least {
        0 => assert!(given.accepts("lose done"), "{at}: all of it may be retreated"),
        _ => assert_eq!(given.refused("lose done"), case, "{at}"),
    }
    let all = number.min(given.look(unit).steps);
    for lost in 1..=all {
        let order = format!("lose{} done", format!(" loss:{unit}").repeat(usize::from(lost)));
        assert!(given.accepts(&order), "{at}: {order}");
    }
    given.order(&format!("lose{} done", format!(" loss:{unit}").repeat(usize::from(all))), &[]);
}

#[test]
fn cases_7_6d_and_7_6e_a_red_number_and_a_prepared_attack_cost_one_step_at_least_and_other_numbers_none() {
    let mut seen = [0; 4];
    for (order, prepared) in [(ATTACK, false), (PREPARED, true)] {
        for (steps, against, die) in
            (1..=4).flat_map(|a| (1..=4).flat_map(move |d| (1..=6).map(move |die| (a, d, die))))
        {
            let mut given = given(steps, against);
            let fight = Given::fight(&given.order(order, &[die])).clone();
            let at = format!("{order}: {steps} steps against {against}, {} in {}", fight.row, fight.column);
            let red = painted(&given, &fight);
            assert_eq!(fight.red, red, "{at}");
            let [Some(attacker), Some(defender)] = fight.numbers else { continue };
            let price = u8::from(attacker > 0 && (red[0] || prepared));
            assert_eq!(fight.least, [price, u8::from(red[1])], "{at}");
            if defender > 0 {
                meets(&mut given, "30-di", defender, (u8::from(red[1]), "7.6e"), &at);
                seen[usize::from(red[1])] += 1;
            }
            if attacker > 0 {
                meets(&mut given, "12-vg", attacker, (price, if red[0] { "7.6e" } else { "7.6d" }), &at);
                seen[2 + usize::from(red[0])] += 1;
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 4), "{seen:?}");
}

#[test]
fn case_7_6e_the_report_of_a_combat_says_which_number_is_red_and_what_that_costs() {
    let told = |steps: u8, against: u8, die: u8| {
        let events = given(steps, against).order(ATTACK, &[die]);
        let fought = events.into_iter().find(|event| matches!(event, Event::Fought(_))).expect("a combat");
        AutumnFog::describe(&Given::on(&[]).definitions, &fought.into()).expect("a line")
    };
    let red = told(4, 1, 4);
    let defender = "2 in all. The defender's number is red: he loses at least one step before any retreat [7.6e].";
    assert!(red.contains("Result 1/2*: ") && red.ends_with(defender), "{red}");
    let red = told(2, 2, 1);
    let attacker = "2 in all. The attacker's number is red: he loses at least one step before any retreat [7.6e].";
    assert!(red.contains("Result 2*/-: ") && red.ends_with(attacker), "{red}");
    let plain = told(4, 1, 1);
    let both = "Result 1/1: the attacker loses 1 step or retreats 1 hex; the defender loses 1 step or retreats 1 hex.";
    assert!(plain.ends_with(both), "{plain}");
}

#[test]
fn cases_7_6d_and_7_6e_the_question_says_why_a_step_must_be_lost() {
    let mut defender = given(4, 2);
    defender.order(PREPARED, &[4]);
    assert_eq!(defender.asked(), Some((ALLIED, Pending::Lose)));
    let question = defender.question();
    assert!(question.contains("At least 1 as losses: a red number costs that [7.6e]."), "{question}");
    let mut attacker = given(2, 4);
    attacker.order(PREPARED, &[2]);
    attacker.order("lose loss:30-di done", &[]);
    assert_eq!(attacker.asked(), Some((GERMAN, Pending::Lose)));
    let question = attacker.question();
    let why = "At least 1 as losses: a prepared attack with a number against it costs that [7.6d].";
    assert!(question.contains(why), "{question}");
}

#[test]
fn cases_7_6d_and_7_6e_a_preview_marks_red_numbers_and_says_what_they_cost() {
    let preview = |order: &str| {
        let given = given(4, 2);
        let before = AutumnFog::view(&given.definitions, &given.state, Viewer::Side(GERMAN));
        let foreseen =
            Imagined::<AutumnFog>::new(given.state.clone()).foresee(&given.definitions, GERMAN, &given.steps_of(order));
        let after = foreseen.expect("it is legal").state.view(&given.definitions, Viewer::Side(GERMAN));
        AutumnFog::prospects(Seen::<AutumnFog>::new(&given.definitions, &before), &after).join("\n")
    };
    let plain = preview(ATTACK);
    let faces = "By the die, attacker/defender: 1: 2/-, 2: 2/1, 3: 1/1, 4: -/1, 5: -/1*, 6: 1/2*.";
    assert!(plain.contains(faces), "{plain}");
    assert!(plain.contains("* in red: that side loses at least one step before any retreat [7.6e]."), "{plain}");
    assert!(!plain.contains("7.6d"), "{plain}");
    let prepared = preview(PREPARED);
    assert!(prepared.contains("A number against a prepared attack costs it at least one step [7.6d]."), "{prepared}");
}

#[test]
fn a_combat_of_a_game_that_did_not_keep_its_red_numbers_is_read_and_told_as_it_was() {
    let fight = Given::fight(&given(4, 1).order(ATTACK, &[4])).clone();
    let mut old = serde_json::to_value(Event::Fought(fight)).expect("it is written");
    old["Fought"].as_object_mut().expect("a combat").remove("red").expect("red numbers");
    let old: Event = serde_json::from_value(old).expect("it is read");
    let told = AutumnFog::describe(&Given::on(&[]).definitions, &old.into()).expect("a line");
    let result = "+0 [7.4b]. Result 1/2: the attacker loses 1 step or retreats 1 hex; the defender loses steps and \
                  retreats hexes, 2 in all.";
    assert!(told.ends_with(result), "{told}");
}
