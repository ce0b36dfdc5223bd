//! What is written down, what is not, and which steps and answers are taken from elsewhere.

use super::given::{GAME, Given};
use crate::ArdennesOffensive;
use crate::printed::{ALLIED, Column};
use crate::standing::Policy;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::UnitState;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ask, AskId, Rules, Seen, Sight, StandingOrders, Viewer};
use serde_json::json;

#[test]
fn of_a_unit_what_is_as_usual_is_not_written() {
    let written = |unit: &UnitState| serde_json::to_value(unit).expect("JSON");
    assert_eq!(written(&UnitState::default()), json!({ "place": "Absent" }));
    let marches = UnitState { road: true, left: Some(0), ..UnitState::default() };
    assert_eq!(written(&marches), json!({ "place": "Absent", "road": true, "left": 0 }));
}

#[test]
fn that_a_question_was_settled_is_told_to_nobody_and_all_else_to_everybody() {
    let given = Given::german_movement().unit("18-vg", "1532");
    let told = |event: &Event, viewer| ArdennesOffensive::redact(&GAME, &given.state, event, viewer);
    assert_eq!(told(&Event::Answered, Viewer::Side(ALLIED)), None);
    let ended = Event::CombatEnded;
    assert_eq!(told(&ended, Viewer::Side(ALLIED)), Some(ended.clone()));
}

#[test]
fn steps_with_numbers_that_the_game_has_not_are_misread() {
    let read = |step: Step| ArdennesOffensive::recognise(&GAME, &step).map_err(|misread| misread.message);
    let (units, hexes) = (GAME.counters.len() as u16, GAME.board.hex_count() as u16);
    let columns = GAME.tables.crt.columns().count() as u8;
    for step in [
        Step::Unit(UnitId(units - 1)),
        Step::Follow(UnitId(0)),
        Step::Hex(HexId(hexes - 1)),
        Step::Odds(Column(columns - 1)),
        Step::Odds(Column(0)),
        Step::Verb(Verb::End),
        Step::Waive,
    ] {
        assert_eq!(read(step), Ok(()), "{step:?}");
    }
    for (step, what) in [
        (Step::Unit(UnitId(units)), "unit"),
        (Step::Follow(UnitId(units + 7)), "unit"),
        (Step::Hex(HexId(hexes)), "hex"),
        (Step::Odds(Column(columns)), "column"),
    ] {
        let told = format!("the game has no {what} with this number: {step:?}");
        assert_eq!(read(step), Err(told));
    }
}

#[test]
fn case_e_11_a_standing_order_answers_the_question_that_is_open_and_no_other() {
    let mut given = Given::german_combat().unit("1pz-1ss", "1730").unit("23-2di", "1729").unit("9-2di", "2521");
    given.order("attack 1729 with 1 SS Pz");
    let (view, ask) = (given.view(), ArdennesOffensive::asks(&given.state)[0]);
    let answer =
        |ask: Ask| ArdennesOffensive::answer(Seen::<ArdennesOffensive>::new(&GAME, &view), &ask, &Policy::default());
    assert_eq!(answer(ask), Some(vec![Step::Verb(Verb::Keep)]));
    assert_eq!(answer(Ask { id: AskId(ask.id.0 + 1), ..ask }), None);
    assert_eq!(answer(Ask { side: ask.side.enemy(), ..ask }), None);
}
