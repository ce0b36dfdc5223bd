//! Positions in text: what may stand in them, and what follows from it.

use super::given::{GAME, Given, unit};
use crate::ArdennesOffensive;
use crate::printed::GERMAN;
use crate::truth::event::Event;
use crate::truth::state::{Place, State};
use engine::contract::Rules;
use engine::referee::Positions;

fn read(text: &str) -> Result<State, String> {
    ArdennesOffensive::place(&GAME, "x.game", text).map_err(|faults| faults[0].message.clone())
}

#[test]
fn case_16a_a_side_loses_no_more_units_than_it_has() {
    let all = GAME.units_of(GERMAN).count();
    for lost in [0, 4, all] {
        assert_eq!(read(&format!("lost german {lost}")).map(|state| state.lost), Ok([lost as u16, 0]));
    }
    assert_eq!(read(&format!("lost german {}", all + 1)).err(), Some(format!("expected at most {all} units")));
}

#[test]
fn case_16b_exits_give_no_more_points_than_all_of_them_are_worth() {
    for exits in [0, 7, 52] {
        assert_eq!(read(&format!("exits {exits}")).map(|state| state.exits), Ok(exits));
    }
    assert_eq!(read("exits 53").err().as_deref(), Some("expected at most 52 points"));
}

#[test]
fn case_14_1a_who_waits_has_sections_and_is_in_road_mode_and_who_is_elsewhere_has_none() {
    let state = read("unit cca-4db waits SE,SE\nunit 18-vg 1532\n").expect("sound");
    let waits = state.unit(unit("cca-4db"));
    assert!(waits.road && waits.place == Place::Waiting(super::ch14_reinforcements::sections(&["SE"])));
    assert!(!state.unit(unit("18-vg")).road);
    assert_eq!(read("unit 18-vg 1532 W").err().as_deref(), Some("`W` is too much here"));
    assert_eq!(read("unit 18-vg lost W").err().as_deref(), Some("`W` is too much here"));
}

#[test]
fn case_6_4d_who_is_put_elsewhere_keeps_his_mode_and_who_is_taken_off_has_none() {
    let given = Given::allied_movement().road("cca-7db", "2521");
    let road = |lines: &str| match ArdennesOffensive::adjust(&GAME, &given.state, lines).expect("sound")[..] {
        [Event::Adjusted { road, .. }] => road,
        ref events => panic!("{events:?}"),
    };
    assert!(road("unit cca-7db 2520"));
    assert!(!road("unit cca-7db 2520 road=no"));
    assert!(!road("unit cca-7db lost"));
}
