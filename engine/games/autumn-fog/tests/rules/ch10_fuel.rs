//! The German fuel shortage (case 10.4).

use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::state::{GERMAN, Location, Supply};
use definitions::hex::HexId;
use engine::contract::Speech;
use std::collections::BTreeMap;

/// A hex on a road of the German edge, where every unit is in supply.
fn depot() -> HexId {
    board().edge(GERMAN).iter().copied().find(|hex| board().has_road(*hex)).expect("a road to the German edge")
}

/// Hexes where no German has a line of supply.
fn cut_off() -> HexId {
    let off_road = |hex: HexId| !board().has_road(hex) && around(hex).iter().all(|near| !board().has_road(*near));
    seek("a hex far from all roads", |hex| off_road(hex).then_some(hex))
}

/// The dice of a fuel roll, and the units that it stopped.
type FuelRoll = (Vec<u8>, Vec<(&'static str, Supply)>);

/// The fuel rolls among events.
fn rolls(events: &[Event]) -> Vec<FuelRoll> {
    let told = events.iter().filter_map(|event| match event {
        Event::FuelRolled { dice, units } => {
            let id = |unit: definitions::UnitId| GAME.published.units.unit(unit).id.as_str();
            Some((dice.clone(), units.iter().map(|(unit, supply)| (id(*unit), *supply)).collect()))
        }
        _ => None,
    });
    told.collect()
}

/// The number of a unit on the table.
fn number(unit: &str) -> u8 {
    let fuel = GAME.fuel.iter().find(|(known, _)| *known == id(unit));
    fuel.unwrap_or_else(|| panic!("{unit} is not on the table")).1
}

/// What the start of the turn after this one brings, with dice that first decide the fuel roll.
fn next_turn(play: Play, dice: &[u8]) -> (Play, Vec<Event>) {
    let rest = [1, 2, 3, 4, 5, 6].repeat(4);
    // on turns 5 and 6 a die of each side for aircraft comes first
    let air: &[u8] = if matches!(play.state.field.turn, 4 | 5) { &[1, 1] } else { &[] };
    let mut play = play
        .rolling(&[air, dice, &rest[..]].concat())
        .asked(GERMAN, autumn_fog::state::Pending::Operate)
        .field(|field| field.operations.passes = 1);
    let events = play.does(just(autumn_fog::order::Verb::Pass));
    (play, events)
}

#[test]
fn case_t_fue_each_number_stops_five_units_and_every_full_formation_is_hit_by_each() {
    assert_eq!(GAME.fuel.len(), 30);
    let mut by_number: BTreeMap<u8, usize> = BTreeMap::new();
    let mut by_corps: BTreeMap<Option<u16>, Vec<u8>> = BTreeMap::new();
    for (unit, die) in &GAME.fuel {
        let data = GAME.unit(*unit);
        assert!(data.side == GERMAN && data.is_mobile(), "{}", GAME.name(*unit));
        *by_number.entry(*die).or_default() += 1;
        by_corps.entry(data.formation.map(|formation| formation.0)).or_default().push(*die);
    }
    assert!(by_number.len() == 6 && by_number.values().all(|count| *count == 5), "{by_number:?}");
    for numbers in by_corps.values_mut() {
        numbers.sort();
        let all = numbers.len();
        numbers.dedup();
        assert_eq!(numbers.len(), all, "no number hits a formation twice");
    }
    let armour = GAME.published.units.iter().filter(|(unit, _)| {
        let data = GAME.unit(*unit);
        data.side == GERMAN && data.is_mobile()
    });
    assert_eq!(armour.count(), GAME.fuel.len(), "all German armoured and mechanized units are on the table");
}

#[test]
fn case_10_4a_one_die_is_rolled_in_overcast_from_turn_3_and_two_in_clear_weather() {
    let at = |turn: u8| Play::in_battle(turn - 1).put("peiper-1ss", depot()).put("2-di", hex("2501"));
    for (turn, dice) in [(2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 1), (8, 1)] {
        let (_, events) = next_turn(at(turn), &[3, 4]);
        let rolled: Vec<usize> = rolls(&events).iter().map(|(dice, _)| dice.len()).collect();
        let expected = if dice == 0 { Vec::new() } else { vec![dice] };
        assert_eq!(rolled, expected, "turn {turn}");
    }
    let (_, events) = next_turn(Play::on_turn(2).put("peiper-1ss", depot()).put("2-di", hex("2501")), &[3]);
    assert_eq!(rolls(&events).len(), 1, "in The Initial Assault too");
}

#[test]
fn case_10_4a_doubles_stop_nobody_and_are_rolled_again() {
    let die = number("peiper-1ss");
    let other = die % 6 + 1;
    let play = Play::in_battle(4).put("peiper-1ss", depot()).put("2-di", hex("2501"));
    let (play, events) = next_turn(play, &[die, die, other, other, other, die]);
    let told: Vec<_> = rolls(&events);
    assert_eq!(told[0], (vec![die, die], Vec::new()));
    assert_eq!(told[1], (vec![other, other], Vec::new()));
    assert_eq!(told[2], (vec![other, die], vec![("peiper-1ss", Supply::Isolated)]));
    assert_eq!((told.len(), play.unit("peiper-1ss").supply), (3, Supply::Isolated));
    let lines: Vec<String> =
        events.iter().filter_map(|event| AutumnFog::describe(&GAME, &event.clone().into())).collect();
    assert!(lines.contains(&format!("Fuel shortage: {die} and {die}, rolled again.")), "{lines:?}");
    assert!(lines.contains(&format!("Fuel shortage: {other} and {die}. Peiper/1 is isolated.")), "{lines:?}");
}

#[test]
fn case_10_4b_a_named_unit_goes_one_stage_down_from_what_the_check_left_it() {
    let die = number("peiper-1ss");
    for (place, before, after) in [
        (depot(), Supply::Supplied, Supply::Isolated),
        (depot(), Supply::Unsupplied, Supply::Isolated),
        (cut_off(), Supply::Supplied, Supply::Unsupplied),
        (cut_off(), Supply::Isolated, Supply::Unsupplied),
        (cut_off(), Supply::Unsupplied, Supply::Unsupplied),
    ] {
        let play = Play::in_battle(2).put("peiper-1ss", place).put("2-di", hex("2501"));
        let play = play.with("peiper-1ss", |unit| unit.supply = before);
        let (named, events) = next_turn(play, &[die]);
        assert_eq!(named.unit("peiper-1ss").supply, after, "{before:?} in {}", GAME.place(place));
        assert_eq!(rolls(&events)[0].1, [("peiper-1ss", after)]);
    }
    let play = Play::in_battle(2).put("peiper-1ss", depot()).put("2-di", hex("2501"));
    let (other, _) = next_turn(play, &[die % 6 + 1]);
    assert_eq!(other.unit("peiper-1ss").supply, Supply::Supplied, "another number");
}

#[test]
fn case_10_4b_a_line_on_the_next_turn_ends_the_shortage_and_none_makes_it_worse() {
    let die = number("peiper-1ss");
    let other = die % 6 + 1;
    for (place, after) in [(depot(), Supply::Supplied), (cut_off(), Supply::Unsupplied)] {
        let play = Play::in_battle(2).put("peiper-1ss", depot()).put("2-di", hex("2501"));
        let (mut play, _) = next_turn(play, &[die]);
        assert_eq!(play.unit("peiper-1ss").supply, Supply::Isolated);
        play.state.field.asks.clear();
        let (play, _) = next_turn(play.put("peiper-1ss", place), &[other]);
        assert_eq!(play.unit("peiper-1ss").supply, after, "in {}", GAME.place(place));
    }
}

#[test]
fn case_10_4c_units_off_the_map_or_arriving_this_turn_are_spared() {
    let die = number("peiper-1ss");
    for place in [Location::Due(3), Location::Due(4), Location::Absent] {
        let play = Play::in_battle(2).put("2-di", hex("2501")).put("18-vg", depot());
        let play = play.with("peiper-1ss", |unit| unit.place = place);
        let (play, events) = next_turn(play, &[die]);
        assert_eq!(rolls(&events), [(vec![die], Vec::new())], "{place:?}");
        assert_eq!(play.unit("peiper-1ss").supply, Supply::Supplied);
    }
}
