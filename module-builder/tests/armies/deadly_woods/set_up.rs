//! The set-up: starting hexes, their numbers and dots, the front, supply.

use super::{fights, has, motorised, scenario, side, value, woods};
use definitions::hex::HexId;
use definitions::{BridgeState, Published, Terrain, Unit, UnitId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

fn stacks(game: &Published) -> BTreeMap<HexId, Vec<UnitId>> {
    let mut stacks: BTreeMap<HexId, Vec<UnitId>> = BTreeMap::new();
    for it in &scenario(game, "german-attack").placements {
        stacks.entry(it.hex).or_default().push(it.unit);
    }
    stacks
}

#[test]
fn kg_a_of_the_2nd_panzer_starts_in_3317_as_number_11() {
    let game = woods();
    let unit = game.units.find("a-2pz").unwrap();
    let place = scenario(&game, "german-attack").placements.iter().find(|it| it.unit == unit).unwrap();
    assert_eq!(game.map.grid.number(place.hex), "3317");
    assert_eq!(value(game.units.unit(unit), "setup"), Some(11));
}

#[test]
fn every_starting_hex_has_its_sides_dot_and_its_number_from_north_to_south() {
    let game = woods();
    let stacks = stacks(&game);
    let dotted: BTreeSet<HexId> = game
        .map
        .on_map()
        .filter(|hex| has(&game, *hex, "start", "german") || has(&game, *hex, "start", "allied"))
        .collect();
    assert_eq!(dotted, stacks.keys().copied().collect());
    for side_id in ["german", "allied"] {
        let mut numbers: Vec<(i16, HexId)> = Vec::new();
        for (hex, units) in &stacks {
            for unit in units.iter().map(|unit| game.units.unit(*unit)).filter(|unit| side(&game, unit) == side_id) {
                assert!(has(&game, *hex, "start", side_id), "{}", unit.id);
                numbers.push((value(unit, "setup").unwrap(), *hex));
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        let expected: Vec<i16> = (1..).take(numbers.len()).collect();
        assert_eq!(numbers.iter().map(|(number, _)| *number).collect::<Vec<_>>(), expected, "{side_id}");
        let place = |hex: HexId| {
            let (x, y) = game.map.grid.centre(hex);
            (y, x)
        };
        let in_order = numbers.windows(2).all(|pair| place(pair[0].1) < place(pair[1].1));
        assert!(in_order, "{side_id}");
    }
}

#[test]
fn a_division_and_one_unit_more_start_in_a_hex_and_corps_do_not_mix() {
    // 6, 6.1
    let game = woods();
    for (hex, units) in stacks(&game) {
        let units: Vec<&Unit> = units.iter().map(|unit| game.units.unit(*unit)).filter(|unit| fights(unit)).collect();
        let largest = units.iter().map(|it| units.iter().filter(|other| other.division == it.division).count()).max();
        assert!(units.len() <= largest.unwrap() + 1, "{}", game.map.grid.number(hex));
        let corps: BTreeSet<_> = units.iter().filter(|unit| unit.nation == "us").map(|unit| unit.formation).collect();
        assert!(corps.len() <= 1, "{}", game.map.grid.number(hex));
    }
}

#[test]
fn every_starting_hex_suits_its_units() {
    // 10.4.1: vehicles are in forest by road only; 9.1: every German unit but the 14th Parachute (9.4) in its army's area
    let game = woods();
    let roads: BTreeSet<HexId> = game.map.roads.iter().flat_map(|road| [road.from, road.to]).collect();
    for (hex, units) in stacks(&game) {
        for unit in units.iter().map(|unit| game.units.unit(*unit)) {
            let number = game.map.grid.number(hex);
            let terrain = game.map.hex(hex).terrain;
            assert!(!motorised(unit) || terrain != Terrain::Forest || roads.contains(&hex), "{} {number}", unit.id);
            let Some(formation) = unit.formation.map(|it| game.units.formation(it)) else { continue };
            if side(&game, unit) == "german" {
                let area = if unit.id == "14-5fj" { "5pz" } else { formation.army.as_str() };
                assert!(has(&game, hex, "command", area), "{} {number}", unit.id);
            }
        }
    }
}

#[test]
fn the_14th_parachute_regiment_starts_in_the_5th_armys_area_within_two_hexes_of_the_7th() {
    // 9.4
    let game = woods();
    let unit = game.units.find("14-5fj").unwrap();
    let place = scenario(&game, "german-attack").placements.iter().find(|it| it.unit == unit).unwrap().hex;
    let seventh = game.map.on_map().filter(|hex| has(&game, *hex, "command", "7"));
    assert!(seventh.map(|hex| game.map.grid.distance(place, hex)).min().unwrap() <= 2);
}

#[test]
fn the_front_parts_the_sides_and_all_german_hexes_but_three_can_attack_an_american() {
    // 14.3: a combat round comes before the first move. Lehr and the rest of the 1st SS wait behind, the 14th Parachute (9.4) at an
    // unguarded bank
    let game = woods();
    let stacks = stacks(&game);
    let holder = |hex: &HexId| stacks.get(hex).map(|units| side(&game, game.units.unit(units[0])));
    let behind: BTreeSet<String> = stacks
        .keys()
        .filter(|hex| holder(hex).as_deref() == Some("german"))
        .filter(|hex| !game.map.grid.neighbours(**hex).any(|(_, there)| holder(&there).as_deref() == Some("allied")))
        .map(|hex| game.map.grid.number(*hex))
        .collect();
    assert_eq!(behind, ["3418", "3518", "3808"].map(str::to_owned).into());
    // no start on the wrong side of the line: from Monschau's hex west, without crossing it, lies no German
    let fronts: BTreeSet<(HexId, HexId)> = game
        .map
        .hexsides
        .iter()
        .filter(|it| it.front)
        .filter_map(|it| Some((it.hex, game.map.grid.neighbour(it.hex, it.side)?)))
        .flat_map(|(a, b)| [(a, b), (b, a)])
        .collect();
    let mut reached = BTreeSet::from([game.map.grid.find("3403").unwrap()]);
    let mut open: Vec<HexId> = reached.iter().copied().collect();
    while let Some(here) = open.pop() {
        for (_, there) in game.map.grid.neighbours(here) {
            if !fronts.contains(&(here, there)) && reached.insert(there) {
                open.push(there);
            }
        }
    }
    for hex in stacks.keys() {
        assert_eq!(reached.contains(hex), holder(hex).as_deref() == Some("allied"), "{}", game.map.grid.number(*hex));
    }
}

/// How many hexes each starting hex of a side lies from a road that leads to one of its entry areas (8.2): not through
/// forest but by road, nor over a river without a standing bridge, an enemy, or his zone of control where no friend and,
/// for the Germans, no Westwall (7.3) takes it away. Every neighbour over dry ground or a bridge counts as his zone.
fn supplied(game: &Published, side_id: &str) -> BTreeMap<HexId, Option<u8>> {
    let map = &game.map;
    let both = |a: HexId, b: HexId| [(a, b), (b, a)];
    let roads: BTreeSet<_> = map.roads.iter().flat_map(|road| both(road.from, road.to)).collect();
    let wet = map.hexsides.iter().filter(|it| it.river.is_some() && !(it.bridge && it.state == BridgeState::Standing));
    let wet: BTreeSet<_> = wet
        .filter_map(|it| Some((it.hex, map.grid.neighbour(it.hex, it.side)?)))
        .flat_map(|(a, b)| both(a, b))
        .collect();
    let around = |hex: HexId| map.grid.neighbours(hex).map(|(_, there)| there);
    let held: BTreeMap<HexId, bool> =
        stacks(game).into_iter().map(|(hex, units)| (hex, side(game, game.units.unit(units[0])) == side_id)).collect();
    let zone: BTreeSet<HexId> = held
        .iter()
        .filter(|(_, own)| !**own)
        .flat_map(|(hex, _)| around(*hex).filter(|there| !wet.contains(&(*hex, *there))).collect::<Vec<_>>())
        .filter(|hex| side_id != "german" || !has(game, *hex, "westwall", "yes"))
        .collect();
    let open = |hex: HexId| held.get(&hex).copied().unwrap_or_else(|| !zone.contains(&hex));
    let sources = map.on_map().filter(|hex| has(game, *hex, "entry", side_id));
    let mut far: BTreeMap<HexId, u8> = sources.map(|hex| (hex, 0)).collect();
    let mut queue: VecDeque<HexId> = far.keys().copied().collect();
    while let Some(here) = queue.pop_front() {
        for there in around(here).filter(|there| open(*there) && !wet.contains(&(here, *there))) {
            let by_road = roads.contains(&(here, there));
            let step = far[&here] + u8::from(!by_road || far[&here] > 0);
            // the forest of the unit itself is no hex on the way
            let through = by_road || map.hex(there).terrain != Terrain::Forest;
            if step <= 5 && (through || held.contains_key(&there)) && far.get(&there).is_none_or(|known| step < *known)
            {
                far.insert(there, step);
                if through {
                    queue.push_back(there);
                }
            }
        }
    }
    held.into_iter().filter(|(_, own)| *own).map(|(hex, _)| (hex, far.get(&hex).copied())).collect()
}

#[test]
fn every_unit_is_in_supply_when_the_battle_begins() {
    // 8.1, 8.2: else the first combat round would find it weakened
    let game = woods();
    for side_id in ["german", "allied"] {
        let cut: Vec<String> = supplied(&game, side_id)
            .into_iter()
            .filter(|(_, hexes)| hexes.is_none())
            .map(|(hex, _)| game.map.grid.number(hex))
            .collect();
        assert!(cut.is_empty(), "{side_id}: {cut:?}");
    }
}
