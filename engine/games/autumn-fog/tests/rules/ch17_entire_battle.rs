//! The Entire Battle (case 17.2).

use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{SupportKind, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Pending, State, Supply};
use engine::contract::{Rules, SideId};

const BATTLE: &str = "entire-battle";

/// Both sides pass; the events since then.
fn pass_both(play: &mut Play) -> Vec<Event> {
    let mut events = Vec::new();
    while !has(&events, |event| matches!(event, Event::OperationsEnded { .. })) {
        events = play.does(just(Verb::Pass));
    }
    events
}

fn winner(play: &Play) -> Option<(SideId, String, String)> {
    play.state.field.over.clone()
}

/// A last turn of the scenario on which units stand in towns and both sides pass.
fn ended(turn: u8, towns: &[(&str, &str)], change: impl FnOnce(Play) -> Play) -> Option<(SideId, String, String)> {
    let at = |name: &str| {
        let named = |hex: &definitions::hex::HexId| GAME.published.map.hex(*hex).name.as_deref() == Some(name);
        hexes().find(named).unwrap_or_else(|| panic!("no town {name}"))
    };
    let start = Play::in_battle(turn).put("peiper-1ss", heath()).put("2-di", hex("2501"));
    let play = towns.iter().fold(start, |play, (unit, town)| play.put(unit, at(town)));
    let mut play = change(play).asked(GERMAN, Pending::Operate);
    pass_both(&mut play);
    winner(&play)
}

#[test]
fn case_17_2a_the_battle_begins_as_the_assault_does_and_lasts_eight_turns() {
    let (short, long) = (Play::scenario().state, Play::of(BATTLE).state);
    let places = |state: &State| state.field.on_map().collect::<Vec<_>>();
    assert_eq!(places(&short), places(&long));
    assert_eq!((short.field.last_turn, long.field.last_turn), (3, 8));

    let mut play = Play::of(BATTLE);
    let (_, state) = engine::contract::begin::<AutumnFog>(&GAME, &play.state, &mut play.dice);
    play.state = state;
    // each side throws in turn from turn 3 on: fuel first, then initiative; no die is used twice
    play = play.rolling(&[2, 3, 4, 5, 1, 6].repeat(60));
    for turn in 1..=8 {
        assert_eq!(play.state.field.turn, turn);
        while !matches!(play.question(), Some((_, Pending::Operate))) {
            play.does(allotted());
        }
        let events = pass_both(&mut play);
        assert_eq!(has(&events, |event| matches!(event, Event::Over { .. })), turn == 8, "turn {turn}");
    }
    assert!(AutumnFog::asks(&play.state).is_empty());
}

#[test]
fn every_turn_of_the_battle_has_its_date_its_arrivals_and_entry_hexes_with_a_road() {
    let scenario = GAME.published.scenario(BATTLE).expect("the scenario");
    assert_eq!(scenario.dates.len(), 8);
    assert_eq!((GAME.date(5), GAME.date(8)), (Some("24-25 December"), Some("30-31 December")));
    let on = |turn: u8| scenario.arrivals.iter().filter(|arrival| arrival.turn == turn).count();
    assert_eq!((1..=8).map(on).collect::<Vec<_>>(), [7, 19, 4, 17, 4, 7, 1, 7]);
    for arrival in &scenario.arrivals {
        for entry in &arrival.hexes {
            assert!(board().has_road(*entry), "{} in {}", GAME.name(arrival.unit), GAME.place(*entry));
        }
    }
    let mut units: Vec<_> = scenario.placements.iter().map(|it| it.unit).collect();
    units.extend(scenario.arrivals.iter().map(|it| it.unit));
    units.sort();
    units.dedup();
    let counters = GAME.published.units.iter().filter(|(id, _)| !units.contains(id) && !GAME.unit(*id).detachment);
    assert_eq!(counters.map(|(_, unit)| unit.id.as_str()).collect::<Vec<_>>(), [""; 0], "every counter is used");
}

#[test]
fn british_supports_wait_in_their_pool_until_the_headquarters_comes() {
    let xxx = GAME.armies.iter().position(|army| army == "xxx").expect("the British army");
    let guns = SupportKind::Artillery.index();
    let mut play = Play::in_battle(3).put("peiper-1ss", heath()).put("2-di", hex("2501"));
    for unit in ["hq-xxx", "53-di", "33-bb"] {
        play = play.with(unit, |unit| unit.place = autumn_fog::state::Location::Due(5));
    }
    play = play.rolling(&[1, 2, 3, 4, 5].repeat(9)).next_turn();
    assert_eq!((play.state.field.turn, play.state.field.pools[xxx][guns]), (4, 1));
    assert!(
        !matches!(play.question(), Some((ALLIED, Pending::Allot)))
            || play.case(allot("hq-xxx", SupportKind::Artillery)) == "1.6c"
    );
    play.state.field.asks.clear();
    play = play.next_turn();
    assert_eq!(play.state.field.turn, 5);
    play.by(ALLIED, allot("hq-xxx", SupportKind::Artillery)).expect("it arrives this turn");
}

#[test]
fn case_17_2b_a_supplied_german_unit_beyond_the_meuse_at_the_end_of_a_turn_wins() {
    let beyond = bridgehead();
    let crossed = |turn, supply| {
        ended(turn, &[], |play| play.put("peiper-1ss", beyond).with("peiper-1ss", |unit| unit.supply = supply))
    };
    for turn in [1, 4, 8] {
        let (side, case, _) = crossed(turn, Supply::Supplied).expect("the end");
        assert_eq!((side, case.as_str()), (GERMAN, "17.2b"), "turn {turn}");
    }
    assert_eq!(crossed(4, Supply::Isolated), None);
    assert_eq!(crossed(8, Supply::Unsupplied).map(|(side, ..)| side), Some(ALLIED));
}

#[test]
fn case_17_2c_supplied_units_in_three_of_five_towns_win_at_the_end() {
    let three = [("26-vg", "Bastogne"), ("18-vg", "St. Vith"), ("12-vg", "Spa")];
    let (side, case, reason) = ended(8, &three, |play| play).expect("the end");
    assert_eq!((side, case.as_str()), (GERMAN, "17.2c"));
    assert_eq!(reason, "the German occupies with supplied units Bastogne, St. Vith and Spa");
    assert_eq!(ended(7, &three, |play| play), None, "not before the end");
    let others = [("26-vg", "Marche"), ("18-vg", "Rochefort"), ("12-vg", "Spa"), ("3-fj", "Bastogne")];
    assert_eq!(ended(8, &others, |play| play).map(|(side, ..)| side), Some(GERMAN), "four are more than enough");
}

#[test]
fn cases_17_2c_and_17_2d_towns_held_from_afar_or_by_isolated_units_do_not_count() {
    let two = [("26-vg", "Bastogne"), ("18-vg", "St. Vith")];
    let held = |play: Play| play.field(|field| field.holders.iter_mut().for_each(|(_, holder)| *holder = GERMAN));
    let (side, case, reason) = ended(8, &two, held).expect("the end");
    assert_eq!((side, case.as_str()), (ALLIED, "17.2d"));
    assert_eq!(
        reason,
        "no supplied German unit has crossed the Meuse, nor has the German occupied with supplied units 3 of Bastogne, St. Vith, Marche, \
         Rochefort and Spa"
    );
    let three = [("26-vg", "Bastogne"), ("18-vg", "St. Vith"), ("12-vg", "Spa")];
    for supply in [Supply::Isolated, Supply::Unsupplied] {
        let cut_off = ended(8, &three, |play| play.with("12-vg", |unit| unit.supply = supply));
        assert_eq!(cut_off.map(|(side, ..)| side), Some(ALLIED), "{supply:?}");
    }
}
