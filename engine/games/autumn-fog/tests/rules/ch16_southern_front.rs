//! Germans on the southern edge (case 16.1g).

use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{Step, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending};
use engine::contract::Speech;

/// The scheduled arrivals of two turns of The Entire Battle, Germans in some hexes, on the turn before the first.
fn before(turn: u8, germans: &[(&str, &str)]) -> Play {
    let scenario = GAME.published.scenario("entire-battle").expect("the scenario");
    let play = Play::in_battle(turn - 1).put("2-di", hex("2501")).put("12-vg", hex("3308"));
    let play = scenario
        .arrivals
        .iter()
        .filter(|it| it.turn == turn || it.turn == turn + 1)
        .fold(play, |play, it| play.field(|field| field.units[it.unit.index()].place = Location::Due(it.turn)));
    germans.iter().fold(play, |play, (unit, place)| play.put(unit, hex(place)))
}

/// The next turn begun, and what was told of it.
fn begun(mut play: Play) -> (Play, Vec<Event>) {
    play.state.field.asks.clear();
    play.state.field.operations = Default::default();
    let mut play = play
        .rolling(&[1, 2, 3, 4, 5, 6].repeat(8))
        .asked(GERMAN, Pending::Operate)
        .field(|field| field.operations.passes = 1);
    let events = play.does(just(Verb::Pass));
    (play, events)
}

fn due(play: &Play, unit: &str) -> Option<u8> {
    if let Location::Due(turn) = play.unit(unit).place { Some(turn) } else { None }
}

/// Entry hexes that are offered to a unit on this turn.
fn offered(play: &Play, unit: &str) -> Vec<String> {
    let mut play = Play { state: play.state.clone(), dice: Default::default() };
    play.state.field.asks.clear();
    let play = play.general(ALLIED);
    let steps = play.legal(&act(Verb::Enter, unit)).into_iter();
    steps.filter_map(|step| if let Step::Hex(hex) = step { Some(board().grid().number(hex)) } else { None }).collect()
}

#[test]
fn case_16_1g_the_example_a_german_in_2921_holds_up_the_south_for_a_turn_each() {
    let (play, events) = begun(before(3, &[("5-fj", "2921")]));
    let held = vec![id("5-di")];
    assert!(has(&events, |event| *event == Event::HeldUp { hex: hex("2921"), units: held.clone(), until: Some(4) }));
    let told: Vec<String> =
        events.iter().filter_map(|event| AutumnFog::describe(&GAME, &event.clone().into())).collect();
    assert!(told.contains(&"Germans are in 2921: 5 DI arrives a turn later.".to_owned()), "{told:?}");
    assert_eq!(due(&play, "5-di"), Some(4));
    assert_eq!((due(&play, "84-di"), due(&play, "29-bb")), (Some(3), Some(3)), "the west is not concerned");

    let (play, _) = begun(play);
    assert_eq!(due(&play, "5-di"), Some(4), "it waits one turn only");
    for unit in ["26-di", "80-di", "cca-4db", "ccb-4db", "ccr-4db", "hq-iii"] {
        assert_eq!(due(&play, unit), Some(5), "{unit}");
    }
    for unit in ["75-di", "cca-2db", "hq-liii", "33-9pz"] {
        assert_eq!(due(&play, unit), Some(4), "{unit}");
    }
    assert_eq!(offered(&play, "5-di"), ["3022"], "its own hex is free");
}

#[test]
fn case_16_1g_nothing_waits_while_the_southern_hexes_are_free_of_germans() {
    for germans in [&[][..], &[("5-fj", "2920")], &[("5-fj", "2501")]] {
        let play = if germans.iter().any(|(_, place)| *place == "2501") {
            before(4, germans).put("2-di", hex("2803"))
        } else {
            before(4, germans)
        };
        let (play, events) = begun(play);
        assert!(!has(&events, |event| matches!(event, Event::HeldUp { .. })), "{germans:?}");
        assert_eq!(due(&play, "26-di"), Some(4));
    }
}

#[test]
fn case_16_1g_what_waited_enters_by_the_next_free_hex_to_the_west_while_germans_are_in_its_own() {
    let south = ["3022", "2921", "2521", "2022", "1321", "0921"];
    let entries: Vec<String> = board().southern_entries().iter().map(|hex| board().grid().number(*hex)).collect();
    assert_eq!(entries, south);
    let germans = [("5-fj", "3022"), ("26-vg", "2921"), ("276-vg", "2521")];
    for taken in 1..=3 {
        let (play, _) = begun(before(3, &germans[..taken]));
        assert_eq!(offered(&play, "5-di"), [""; 0], "not on its own turn");
        let (mut play, _) = begun(play);
        assert_eq!(offered(&play, "5-di"), [south[taken]], "{taken} hexes are taken");
        play.state.field.asks.clear();
        let mut play = play.general(ALLIED);
        let entry = hex(south[taken]);
        assert_eq!(play.case(enter("5-di", hex("3022"))), "16.1a");
        play.does(enter("5-di", entry));
        assert_eq!(play.hex("5-di"), entry);
    }
    let (mut play, _) = begun(begun(before(3, &germans)).0);
    for (unit, _) in germans {
        play = play.put(unit, hex("3308"));
    }
    assert_eq!(offered(&play, "5-di"), ["3022"], "once they are gone, its own");
}

#[test]
fn case_16_1g_a_german_who_comes_while_the_turn_is_on_gives_no_way_round_on_it() {
    // the turn has begun with the south free
    let (play, _) = begun(before(4, &[]));
    let place = offered(&play, "26-di");
    assert!(!place.is_empty(), "26 DI may enter");
    let held = place.iter().zip(["5-fj", "26-vg", "276-vg"]).fold(play, |play, (at, unit)| play.put(unit, hex(at)));
    assert_eq!(offered(&held, "26-di"), [""; 0], "it waits for its own hexes until the turn is over");
}

#[test]
fn case_16_1g_when_all_southern_hexes_are_taken_a_unit_stays_away_and_the_turn_can_end() {
    let germans = [
        ("5-fj", "3022"),
        ("26-vg", "2921"),
        ("276-vg", "2521"),
        ("212-vg", "2022"),
        ("352-vg", "1321"),
        ("79-vg", "0921"),
    ];
    let (play, _) = begun(begun(before(3, &germans)).0);
    assert_eq!(offered(&play, "5-di"), [""; 0]);
}
