//! Ardennes II: the six set-ups and the two orders of arrival.

use super::published;
use definitions::hex::HexId;
use definitions::{BridgeState, Feature, Map, Published, RoadClass, Scenario, Symbol, Terrain, Unit, UnitId};
use std::collections::{BTreeMap, BTreeSet};

fn game() -> Published {
    published("ardennes-ii")
}

fn scenario<'a>(game: &'a Published, id: &str) -> &'a Scenario {
    game.scenarios.iter().find(|it| it.id == id).unwrap_or_else(|| panic!("no scenario {id}"))
}

fn id(game: &Published, unit: &str) -> UnitId {
    game.units.find(unit).unwrap_or_else(|| panic!("no unit {unit}"))
}

fn hex(map: &Map, number: &str) -> HexId {
    map.grid.find(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// A printed number at full strength; none where the counter has none.
fn full(unit: &Unit, key: &str) -> Option<i16> {
    unit.values.get(key).map(|it| it.after(0))
}

fn is_gun(unit: &Unit) -> bool {
    matches!(unit.symbol, Symbol::Artillery | Symbol::Rockets)
}

/// The strengths of units as the rulebook prints them: attack or `[range]`, defense, movement.
const PRINTED: &[(&str, &str, &str)] = &[
    ("7.1", "99-inf", "1-3-16"),
    ("7.1", "406-grp", "[9]-1-16"),
    ("7.1", "402-grp", "[14]-1-16"),
    ("7.1", "a-9-2di", "3-5-10"),
    ("7.1", "395-99di", "3-5-10"),
    ("7.1", "harper-9db", "4-3-14"),
    ("7.1", "divarty-9db", "[7]-1-8"),
    ("7.1", "423-106di", "3-5-8"),
    ("7.1", "k-110-28di", "1-1-10"),
    ("7.1", "xxiii-penal", "1-2-4"),
    ("7.1, where the removal list prints 8", "7-werfer", "[4]-1-12"),
    ("7.1", "560-jgpz-12ss", "4-5-12"),
    ("7.1", "501-tgr-1ss", "7-5-8"),
    ("7.1", "48-12vg", "4-5-8"),
    ("7.1", "669-ost-18vg", "1-1-6"),
    ("7.1", "60-116pz", "5-5-12"),
    ("7.1", "901-lehr", "5-5-12"),
    ("7.1", "15-5fj", "3-4-8"),
    ("orders of arrival", "22-4di", "4-6-10"),
    ("orders of arrival", "a-18-1di", "3-4-10"),
    ("orders of arrival", "standish-10db", "6-5-14"),
    ("orders of arrival", "177-grp", "[12]-1-16"),
    ("orders of arrival", "a-513-17abn", "2-3-10"),
    ("orders of arrival", "653-jgtg", "6-8-8"),
    ("orders of arrival", "1000-1-stgr", "4-5-10"),
    ("orders of arrival", "301-fkl-9pz", "6-4-10"),
    ("orders of arrival", "vdh", "1-2-4"),
    ("7.6, where the order of arrival prints 4-1-8", "divarty-2db", "[7]-1-8"),
    ("both lists, against 7.6", "divarty-3db", "[7]-1-8"),
    ("7.5, against the order of arrival", "115-pz-15pg", "4-2-12"),
];

#[test]
fn units_have_the_strength_that_the_lists_print() {
    let game = game();
    for (case, unit, expected) in PRINTED {
        let it = game.units.unit(id(&game, unit));
        let face = game.units.face_of(it).unwrap();
        assert_eq!(definitions::FaceText::fill(&face.below, it, 0), *expected, "{case}: {unit}");
    }
}

/// Scenario, units placed and arriving: Allied, then German, as counted in the lists.
const COUNTED: &[(&str, [usize; 2], [usize; 2])] = &[
    ("campaign", [58, 195], [134, 92]),
    ("breakthrough", [56, 77], [134, 53]),
    ("peiper", [23, 33], [54, 26]),
    ("goose-egg", [22, 0], [33, 3]),
    ("bastogne", [15, 2], [24, 4]),
    ("tip-of-the-spear", [48, 11], [32, 17]),
];

#[test]
fn as_many_units_start_and_arrive_in_7_1_to_7_6_as_their_lists_name() {
    let game = game();
    for (name, allied, german) in COUNTED {
        let it = scenario(&game, name);
        for (side, expected) in [("allied", allied), ("german", german)] {
            let of = |unit: UnitId| game.units.sides[usize::from(game.units.unit(unit).side)].id == side;
            let placed = it.placements.iter().filter(|it| of(it.unit)).count();
            let arriving = it.arrivals.iter().filter(|it| of(it.unit)).count();
            assert_eq!([placed, arriving], *expected, "{name}: {side}");
        }
    }
    assert_eq!(game.scenarios.len(), COUNTED.len());
}

#[test]
fn every_unit_of_the_game_appears_and_no_two_share_a_name() {
    let game = game();
    let mut seen = BTreeSet::new();
    for scenario in &game.scenarios {
        seen.extend(scenario.placements.iter().map(|it| it.unit));
        seen.extend(scenario.arrivals.iter().map(|it| it.unit));
    }
    let unseen: Vec<_> = game.units.iter().filter(|(id, _)| !seen.contains(id)).map(|(_, it)| &it.id).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
    let names: BTreeSet<_> = game.units.units.iter().map(|it| &it.name).collect();
    assert_eq!(names.len(), game.units.units.len());
}

#[test]
fn guns_alone_have_a_range_and_one_step_by_8_0_and_an_attack_of_one_cannot_be_halved() {
    for unit in &game().units.units {
        assert_eq!(full(unit, "range").is_some(), is_gun(unit), "{}", unit.id);
        assert_eq!(full(unit, "attack").is_none(), is_gun(unit), "{}", unit.id);
        let one = is_gun(unit) || full(unit, "attack") == Some(1);
        assert_eq!(unit.steps, if one { 1 } else { 2 }, "{}", unit.id);
    }
}

#[test]
fn a_reduced_side_is_weaker_and_never_better_than_the_full_one() {
    for unit in game().units.units.iter().filter(|it| it.steps == 2) {
        let [attack, defense] = ["attack", "defense"].map(|key| (unit.values[key].after(0), unit.values[key].after(1)));
        assert!(attack.1 < attack.0 && attack.1 >= 1, "{}: {attack:?}", unit.id);
        assert!(defense.1 < defense.0 && defense.1 >= 1, "{}: {defense:?}", unit.id);
    }
}

#[test]
fn battalions_and_regiments_that_fall_to_a_step_look_like_the_smaller_ones_that_the_lists_print() {
    let game = game();
    let reduced = |unit: &str| {
        let it = game.units.unit(id(&game, unit));
        ["attack", "defense"].map(|key| it.values[key].after(1))
    };
    let printed = |unit: &str| ["attack", "defense"].map(|key| full(game.units.unit(id(&game, unit)), key).unwrap());
    assert_eq!(reduced("a-393-99di"), printed("3-395-99di"), "half a battalion less: the third one of the 395th");
    assert_eq!(reduced("395-99di"), printed("a-393-99di"));
    assert_eq!(reduced("48-12vg"), printed("752-326vg"), "a strong regiment falls to a weak one");
    assert_eq!(reduced("holtm-2pz"), printed("vcoch-2pz"));
}

/// Formations that leave the map in 7.2, 7.3 and 7.5, with the number of units that must.
#[test]
fn formations_that_leave_for_points_have_the_units_it_takes() {
    let game = game();
    let exits = game.tables.get("exits").unwrap();
    for formation in ["1ss", "2ss", "9ss", "12ss", "2pz", "lehr", "116pz", "fbb"] {
        let units = game.units.units.iter().filter(|it| it.division == formation).count();
        assert!(units >= exits.number::<usize>(formation, "breakthrough").unwrap(), "7.2: {formation} has {units}");
    }
    let start = scenario(&game, "bastogne");
    for (formation, needed) in [("2pz", 7), ("lehr", 4)] {
        let units = start.placements.iter().filter(|it| game.units.unit(it.unit).division == formation).count();
        assert!(units >= needed, "7.5: {formation} has {units}");
    }
}

/// Attack and defense of all units but guns, added up by division.
const SUMS: &[(&str, i16, i16)] = &[
    ("12ss", 30, 30),
    ("1ss", 34, 31),
    ("2ss", 31, 27),
    ("9ss", 29, 26),
    ("2pz", 27, 23),
    ("116pz", 27, 23),
    ("lehr", 29, 28),
    ("9pz", 32, 27),
    ("26vg", 16, 20),
    ("12vg", 18, 22),
    ("326vg", 7, 11),
    ("2di", 18, 30),
    ("99di", 12, 24),
    ("28di", 20, 27),
    ("106di", 12, 24),
    ("101abn", 16, 32),
    ("82abn", 16, 32),
    ("2db", 30, 26),
    ("3db", 30, 26),
    ("7db", 23, 20),
    ("4db", 23, 20),
];

#[test]
fn divisions_add_up_to_what_their_lists_print() {
    let game = game();
    let mut sums: BTreeMap<&str, (i16, i16)> = BTreeMap::new();
    for unit in game.units.units.iter().filter(|it| !is_gun(it)) {
        let sum = sums.entry(&unit.division).or_default();
        sum.0 += full(unit, "attack").unwrap();
        sum.1 += full(unit, "defense").unwrap();
    }
    for (division, attack, defense) in SUMS {
        assert_eq!(sums[division], (*attack, *defense), "{division}");
    }
}

#[test]
fn every_set_up_hex_suits_its_unit() {
    let game = game();
    let map = &game.map;
    let on_roads: BTreeSet<HexId> = map.roads.iter().flat_map(|road| [road.from, road.to]).collect();
    for scenario in &game.scenarios {
        for it in &scenario.placements {
            let unit = game.units.unit(it.unit);
            let here = map.hex(it.hex);
            // the chart prohibits these to vehicles that follow no road
            let hard = matches!(here.terrain, Terrain::Forest | Terrain::Marsh | Terrain::Rough);
            let stuck = unit.is("mech") && hard && here.settlement.is_none() && !on_roads.contains(&it.hex);
            assert!(!stuck, "{}: {} stands in {}", scenario.id, unit.id, map.spoken(it.hex));
        }
    }
}

#[test]
fn the_disorganised_units_of_7_1_stand_in_the_traffic_jams() {
    let game = game();
    let jammed = |hex: HexId| game.map.hex(hex).features.contains(&Feature::Jam);
    for it in &scenario(&game, "campaign").placements {
        let german = game.units.unit(it.unit).side == 0;
        assert_eq!(it.marks == ["dg"], german && jammed(it.hex), "{}", game.units.unit(it.unit).id);
    }
}

#[test]
fn the_infantry_of_the_2nd_panzer_starts_beside_the_our_as_4_2_wants() {
    let game = game();
    let map = &game.map;
    for number in ["B21.19", "B21.20"] {
        let here = hex(map, number);
        let our = |there: HexId| map.hexside(here, there).is_some_and(|side| side.river.as_deref() == Some("Our"));
        assert!(map.grid.neighbours(here).any(|(_, there)| our(there)), "{number}");
    }
    let start = scenario(&game, "campaign");
    for (unit, number) in [("holtm-2pz", "B21.20"), ("vcoch-2pz", "B21.19")] {
        let place = start.placements.iter().find(|it| it.unit == id(&game, unit)).unwrap();
        assert_eq!(place.hex, hex(map, number), "{unit}");
        assert!(game.units.unit(place.unit).is("mech"), "{unit}");
    }
}

#[test]
fn reinforcements_enter_at_the_edges_or_where_a_list_names_a_hex() {
    let game = game();
    for scenario in &game.scenarios {
        for it in &scenario.arrivals {
            let unit = &game.units.unit(it.unit).id;
            let named = it.areas.is_empty();
            assert!(named || it.hexes.iter().all(|hex| game.map.at_rim(*hex)), "{}: {unit}", scenario.id);
            let inside = it.hexes.iter().any(|hex| scenario.in_play(&game.map.grid, *hex));
            assert!(inside, "{}: {unit} arrives off the ground in play", scenario.id);
        }
    }
}

/// 7.3 and 7.4 start in a hex what the order of arrival brings by an entry area at that time.
#[test]
fn entry_areas_hold_the_hexes_in_which_scenarios_start_what_comes_by_them() {
    let game = game();
    let known = [
        ("peiper", "394-667-stg", "A"),
        ("peiper", "8-3fj", "B"),
        ("peiper", "a-26-1di", "O"),
        ("goose-egg", "recke-9ss", "B"),
        ("goose-egg", "pz-fbb", "C"),
    ];
    for (name, unit, letter) in known {
        let place = scenario(&game, name).placements.iter().find(|it| it.unit == id(&game, unit)).unwrap();
        let here = &game.map.hex(place.hex).features;
        assert!(here.contains(&Feature::EntryArea(letter.to_owned())), "{name}: {unit} starts outside area {letter}");
        let campaign = scenario(&game, "campaign");
        let arrival = campaign.arrivals.iter().find(|it| it.unit == id(&game, unit)).unwrap();
        assert_eq!(arrival.areas, [letter], "{unit}");
    }
}

#[test]
fn every_entry_area_has_room_for_the_largest_arrival_of_a_turn() {
    let game = game();
    for scenario in &game.scenarios {
        let mut load: BTreeMap<(u8, &str), usize> = BTreeMap::new();
        for it in scenario.arrivals.iter().filter(|it| it.areas.len() == 1) {
            *load.entry((it.turn, &it.areas[0])).or_default() += 1;
        }
        for ((turn, letter), units) in load {
            let of = |hex: &HexId| game.map.hex(*hex).features.contains(&Feature::EntryArea(letter.to_owned()));
            let hexes = game.map.on_map().filter(of).filter(|hex| scenario.in_play(&game.map.grid, *hex)).count();
            assert!(units <= 3 * hexes, "{}: {units} units come by {letter} on turn {turn}", scenario.id);
        }
    }
}

#[test]
fn units_are_removed_on_turns_12_and_13_as_the_orders_of_arrival_say() {
    let game = game();
    let mut gone: BTreeMap<u8, BTreeSet<&str>> = BTreeMap::new();
    for it in &scenario(&game, "campaign").departures {
        gone.entry(it.turn).or_default().insert(&game.units.unit(it.unit).id);
    }
    let kept = ["cherry-10db", "desobry-10db", "ohara-10db"];
    let tenth = game.units.units.iter().filter(|it| it.division == "10db" && !kept.contains(&it.id.as_str()));
    assert_eq!(gone[&12], tenth.map(|it| it.id.as_str()).collect::<BTreeSet<_>>());
    let listed = ["x-150pz", "y-150pz", "z-150pz", "394-667-stg", "7-werfer", "17-werfer", "410-arty"];
    assert_eq!(gone[&13], BTreeSet::from(listed));
    assert_eq!(gone.len(), 2);
    let remaining = scenario(&game, "goose-egg").departures.iter().map(|it| game.units.unit(it.unit).division.as_str());
    assert_eq!(remaining.collect::<Vec<_>>(), ["1ss"; 3], "7.4: all of the 1 SS on turn 4");
}

/// Units that start with a step lost, as marked in the list.
#[test]
fn scenarios_start_the_units_reduced_that_their_lists_mark_with_a_step_loss() {
    let game = game();
    let reduced = |name: &str| -> BTreeSet<&str> {
        let lost = scenario(&game, name).placements.iter().filter(|it| it.steps_lost > 0);
        lost.map(|it| game.units.unit(it.unit).id.as_str()).collect()
    };
    assert!(reduced("campaign").is_empty() && reduced("bastogne").is_empty());
    assert_eq!(reduced("peiper"), BTreeSet::from(["b-394-99di", "18-14cav", "752-326vg", "989-277vg", "a-9-3fj"]));
    assert_eq!(reduced("goose-egg"), BTreeSet::from(["32-14cav", "1-112-28di"]));
    let spear = [
        "orr-3db",
        "erlen-7db",
        "rhea-7db",
        "wemple-7db",
        "fuller-7db",
        "brown-7db",
        "chap-7db",
        "87-7db",
        "i-16-116pz",
        "228-jgpz-116pz",
        "60-116pz",
        "1130-560vg",
        "1128-560vg",
    ];
    assert_eq!(reduced("tip-of-the-spear"), BTreeSet::from(spear));
}

#[test]
fn turn_n_is_the_day_15_plus_n_of_december() {
    for scenario in &game().scenarios {
        for (date, turn) in scenario.dates.iter().zip(scenario.turns.0..) {
            assert_eq!(*date, format!("{} December", 15 + turn), "{}", scenario.id);
        }
    }
}

#[test]
fn the_combat_table_gets_no_worse_for_the_attacker_with_better_odds_or_a_higher_roll() {
    let game = game();
    let table = game.tables.get("combat").unwrap();
    let letter = |cell: &str, letter: char| -> i32 {
        let found = cell.split(' ').find_map(|part| part.strip_prefix(letter));
        found.map_or(0, |number| number.parse().unwrap())
    };
    let worth = |cell: &str| 3 * letter(cell, 'D') + letter(cell, 'r') - 2 * letter(cell, 'A');
    let cells: Vec<Vec<&str>> =
        table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.as_str()).collect()).collect();
    assert_eq!((cells.len(), cells[0].len()), (11, 9), "two dice, nine columns");
    for (upper, lower) in cells.iter().zip(&cells[1..]) {
        assert_eq!(upper[1..], lower[..8], "a column to the right is worth a pip");
    }
    let line: Vec<&str> = cells[0].iter().chain(cells.iter().skip(1).map(|row| &row[8])).copied().collect();
    for pair in line.windows(2) {
        assert!(worth(pair[0]) <= worth(pair[1]) || pair[1].starts_with('A'), "{pair:?}");
    }
}

/// The hexes of the roads that lead to `heads`, past no barred hex and no bridge that is yet to be built.
fn joined(map: &Map, heads: impl Iterator<Item = HexId>, barred: &BTreeSet<HexId>) -> BTreeSet<HexId> {
    let open = |a: HexId, b: HexId| map.hexside(a, b).is_none_or(|side| side.state == BridgeState::Standing);
    let mut links: BTreeMap<HexId, Vec<HexId>> = BTreeMap::new();
    for road in map.roads.iter().filter(|road| open(road.from, road.to)) {
        links.entry(road.from).or_default().push(road.to);
        links.entry(road.to).or_default().push(road.from);
    }
    let mut seen: BTreeSet<HexId> = heads.filter(|hex| links.contains_key(hex) && !barred.contains(hex)).collect();
    let mut queue: Vec<HexId> = seen.iter().copied().collect();
    while let Some(here) = queue.pop() {
        for there in &links[&here] {
            if !barred.contains(there) && seen.insert(*there) {
                queue.push(*there);
            }
        }
    }
    seen
}

/// Whether at most five hexes lead from here to one of the roads (3.7), past no barred hex.
fn reaches(map: &Map, here: HexId, roads: &BTreeSet<HexId>, barred: &BTreeSet<HexId>) -> bool {
    let mut seen = BTreeSet::from([here]);
    let mut ring = seen.clone();
    for _ in 0..=5 {
        if ring.iter().any(|hex| roads.contains(hex)) {
            return true;
        }
        let around: Vec<HexId> =
            ring.iter().flat_map(|hex| map.grid.neighbours(*hex)).map(|(_, there)| there).collect();
        ring = around.into_iter().filter(|there| !barred.contains(there) && seen.insert(*there)).collect();
    }
    false
}

/// The units of a side that can trace no supply when a scenario begins.
fn stranded(game: &Published, name: &str, side: &str, heads: impl Fn(HexId) -> bool) -> BTreeSet<String> {
    let (map, start) = (&game.map, scenario(game, name));
    let of = |unit: UnitId| game.units.sides[usize::from(game.units.unit(unit).side)].id == side;
    let foes = start.placements.iter().filter(|it| !of(it.unit)).map(|it| it.hex);
    let outside = map.on_map().filter(|hex| !start.in_play(&map.grid, *hex));
    let barred: BTreeSet<HexId> = foes.chain(outside).collect();
    let roads = joined(map, map.on_map().filter(|hex| heads(*hex)), &barred);
    let cut_off = start.placements.iter().filter(|it| of(it.unit) && !reaches(map, it.hex, &roads, &barred));
    cut_off.map(|it| game.units.unit(it.unit).id.clone()).collect()
}

#[test]
fn every_unit_of_7_1_can_trace_supply_by_3_7() {
    let game = game();
    for side in ["german", "allied"] {
        let edge = Feature::Edge(side.to_owned());
        let cut_off = stranded(&game, "campaign", side, |hex| game.map.hex(hex).features.contains(&edge));
        assert!(cut_off.is_empty(), "{side}: {cut_off:?}");
    }
}

#[test]
fn on_18_december_the_two_regiments_on_the_schnee_eifel_alone_are_cut_off_in_7_4() {
    let game = game();
    let map = &game.map;
    let mains = map.roads.iter().filter(|road| road.class == RoadClass::Main).flat_map(|road| [road.from, road.to]);
    let mains: BTreeSet<HexId> = mains.collect();
    let west: BTreeSet<HexId> = (27..=39).map(|row| hex(map, &format!("B9.{row}"))).collect();
    let cut_off = stranded(&game, "goose-egg", "allied", |hex| west.contains(&hex) && mains.contains(&hex));
    let pocket = ["a-422-106di", "b-422-106di", "423-106di", "2-423-106di"];
    assert_eq!(cut_off, BTreeSet::from(pocket.map(str::to_owned)));
}
