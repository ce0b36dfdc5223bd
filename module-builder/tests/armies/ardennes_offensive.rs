use super::published;
use definitions::hex::HexId;
use definitions::{Arrival, Echelon, Feature, Placement, Published, Scenario, Symbol, Terrain, Unit};
use std::collections::{BTreeMap, BTreeSet};

fn game() -> Published {
    published("ardennes-offensive")
}

fn number(unit: &Unit, key: &str) -> i16 {
    unit.values[key].after(0)
}

/// Whether a unit may move in the mechanized movement phase (4.1).
fn rides(unit: &Unit) -> bool {
    matches!(unit.symbol, Symbol::Armour | Symbol::Mechanised | Symbol::Cavalry | Symbol::AssaultGuns)
}

/// A German infantry division (8.2 C).
fn is_division(unit: &Unit) -> bool {
    unit.echelon == Echelon::Division
}

/// The hexes that lie on the side of the start line on which the Germans have their edge.
fn behind_the_german_front(game: &Published) -> BTreeSet<HexId> {
    reached(game, "0201", |a, b| game.map.hexside(a, b).is_some_and(|side| side.front))
}

/// The hexes that can be reached from one without crossing a barrier.
fn reached(game: &Published, from: &str, barrier: impl Fn(HexId, HexId) -> bool) -> BTreeSet<HexId> {
    let start = game.map.grid.find(from).unwrap();
    let (mut seen, mut next) = (BTreeSet::from([start]), vec![start]);
    while let Some(here) = next.pop() {
        for (_, there) in game.map.grid.neighbours(here) {
            if game.map.hex(there).terrain != Terrain::OffMap && !barrier(here, there) && seen.insert(there) {
                next.push(there);
            }
        }
    }
    seen
}

/// How many units come in a turn, by the section of the map edge; those kept to the west bank as WB.
fn schedule(game: &Published, scenario: &Scenario, side: u8) -> BTreeMap<(u8, String), usize> {
    let mut found = BTreeMap::new();
    for it in scenario.arrivals.iter().filter(|it| game.units.unit(it.unit).side == side) {
        let area = match &it.boxed[..] {
            "" if it.marks.iter().any(|mark| mark == "west-bank") => "WB".to_owned(),
            "" => it.areas.join(","),
            waiting => waiting.to_owned(),
        };
        *found.entry((it.turn, area)).or_default() += 1;
    }
    found
}

fn expected(rows: &[(u8, &str, usize)]) -> BTreeMap<(u8, String), usize> {
    rows.iter().map(|(turn, area, count)| ((*turn, (*area).to_owned()), *count)).collect()
}

fn scenario<'a>(game: &'a Published, id: &str) -> &'a Scenario {
    game.scenarios.iter().find(|it| it.id == id).unwrap()
}

#[test]
fn addenda_the_historical_reinforcements_of_the_allies_come_as_listed() {
    let rows = [
        (2, "NE", 7),
        (2, "SE", 3),
        (3, "NE", 3),
        (3, "W", 8),
        (4, "NE", 2),
        (5, "NE", 3),
        (5, "SE", 3),
        (5, "WB", 13),
        (6, "NE", 4),
        (6, "SE", 9),
        (7, "NE", 5),
        (7, "SE", 1),
        (8, "NE", 3),
        (8, "WB", 7),
        (11, "NE", 4),
        (11, "SE", 3),
        (11, "WB", 2),
        (12, "SE", 3),
        (12, "WB", 1),
        (14, "SE", 3),
        (16, "W", 3),
        (17, "W", 4),
    ];
    let game = game();
    assert_eq!(schedule(&game, scenario(&game, "no-1"), 1), expected(&rows));
}

#[test]
fn addenda_the_slowed_reinforcements_of_the_allies_come_as_listed() {
    let rows = [
        (2, "NE", 3),
        (2, "SE", 3),
        (3, "NE", 6),
        (4, "NE", 3),
        (5, "W", 8),
        (8, "NE", 3),
        (8, "SE", 3),
        (9, "W", 8),
        (10, "W", 5),
        (11, "NE", 3),
        (11, "SE", 1),
        (12, "NE", 3),
        (12, "SE", 6),
        (13, "NE", 3),
        (13, "SE", 3),
        (14, "W", 7),
        (15, "NE", 3),
        (15, "SE", 3),
        (16, "SE", 3),
        (16, "W", 1),
        (17, "SE", 3),
        (17, "W", 3),
        (18, "SE", 4),
    ];
    let game = game();
    assert_eq!(schedule(&game, scenario(&game, "no-4"), 1), expected(&rows));
}

#[test]
fn addenda_german_reinforcements_come_by_the_east_at_both_rates_as_listed() {
    let game = game();
    let east = |counts: &[(u8, usize)]| {
        let edge = counts.iter().map(|(turn, n)| ((*turn, "E".to_owned()), *n));
        edge.chain([((2, "Paradrop".to_owned()), 1)]).collect()
    };
    let historical: BTreeMap<_, _> =
        east(&[(1, 1), (2, 1), (3, 1), (4, 10), (5, 2), (6, 1), (7, 1), (8, 8), (10, 1), (12, 1), (13, 1), (18, 1)]);
    assert_eq!(schedule(&game, scenario(&game, "no-1"), 0), historical);
    let accelerated: BTreeMap<_, _> =
        east(&[(1, 1), (2, 4), (3, 14), (4, 1), (5, 7), (6, 2), (7, 1), (8, 2), (9, 1), (11, 1), (13, 1)]);
    assert_eq!(schedule(&game, scenario(&game, "no-2"), 0), accelerated);
}

#[test]
fn addenda_single_units_come_when_and_where_the_lists_say() {
    let game = game();
    let comes = |id: &str, unit: &str| {
        let of = |it: &&Arrival| game.units.unit(it.unit).id == unit;
        let it = scenario(&game, id).arrivals.iter().find(of)?;
        Some((it.turn, it.areas.join(","), it.marks.join(",")))
    };
    let at = |turn, area: &str, marks: &str| Some((turn, area.to_owned(), marks.to_owned()));
    for (unit, historical, slowed) in [
        ("ccb-7db", at(2, "NE", ""), at(2, "NE", "")),
        ("506-101abn", at(3, "W", ""), at(5, "W", "")),
        ("328-26di", at(6, "SE", ""), at(12, "SE", "")),
        ("319-80di", at(6, "SE", ""), at(13, "SE", "")),
        ("33-bab", at(5, "W", "west-bank"), at(10, "W", "")),
        ("34-bab", at(12, "W", "west-bank"), at(16, "W", "")),
        ("fr-lt", at(8, "W", "west-bank"), at(14, "W", "")),
        ("401g-82abn", at(11, "NE", ""), at(15, "NE", "")),
        ("513-17abn", at(17, "W", ""), at(18, "SE", "")),
        ("ccr-5db", at(6, "NE", ""), None),
        ("366-eng", None, at(14, "W", "")),
    ] {
        assert_eq!((comes("no-1", unit), comes("no-4", unit)), (historical, slowed), "{unit}");
    }
    for (unit, historical, accelerated) in [
        ("brigade-8", at(8, "E", ""), at(8, "E", "")),
        ("fbb", at(4, "E", ""), at(2, "E", "")),
        ("1130-560vg", at(5, "E", ""), at(5, "E", "")),
        ("110-11pz", None, at(3, "E", "")),
        ("340-vg", at(18, "E", ""), at(13, "E", "")),
    ] {
        assert_eq!((comes("no-1", unit), comes("no-2", unit)), (historical, accelerated), "{unit}");
    }
}

#[test]
fn case_18_the_ten_scenarios_combine_set_ups_and_rates_as_their_table_says() {
    let game = game();
    assert_eq!(game.scenarios.len(), 10);
    let table = game.tables.get("scenarios").unwrap();
    let rate = |allied: bool, name: &str| match (allied, name) {
        (true, "historical") => schedule(&game, scenario(&game, "no-1"), 1),
        (true, "slowed") => schedule(&game, scenario(&game, "no-4"), 1),
        (false, "historical") => schedule(&game, scenario(&game, "no-1"), 0),
        (false, "accelerated") => schedule(&game, scenario(&game, "no-2"), 0),
        (_, other) => panic!("no rate is called {other}"),
    };
    for it in &game.scenarios {
        let row = it.id.strip_prefix("no-").unwrap();
        let cell = |column| table.cell(row, column).unwrap().text.as_str();
        assert_eq!(schedule(&game, it, 1), rate(true, cell("allied-reinforcements")), "{}", it.id);
        assert_eq!(schedule(&game, it, 0), rate(false, cell("german-reinforcements")), "{}", it.id);
        assert_eq!(it.placements.len(), 57, "{}: 37 German and 20 Allied units start on the map", it.id);
        assert_eq!((it.turns, it.dates[0].as_str(), it.dates[17].as_str()), ((1, 18), "16 December", "2 January"));
    }
    let free = |row: &str, column| table.cell(row, column).unwrap().text == "free";
    let free_rows = |column| (1..=10u8).filter(|row| free(&row.to_string(), column)).collect::<Vec<_>>();
    assert_eq!(free_rows("german-set-up"), [3, 5, 6, 8, 9, 10]);
    assert_eq!(free_rows("allied-set-up"), [4, 5, 6, 10]);
}

#[test]
fn case_17_every_unit_starts_alone_on_its_side_of_the_start_line() {
    let game = game();
    let german = behind_the_german_front(&game);
    let mut taken = BTreeSet::new();
    for it in &scenario(&game, "no-1").placements {
        let (unit, hex) = (game.units.unit(it.unit), game.map.grid.number(it.hex));
        assert!(taken.insert(it.hex), "{} is not alone in {hex}", unit.id);
        assert_eq!(german.contains(&it.hex), unit.side == 0, "{} starts in {hex}", unit.id);
    }
}

#[test]
fn case_17_the_map_shows_the_set_up() {
    let game = game();
    let mut placed: BTreeMap<HexId, &str> = BTreeMap::new();
    for it in &scenario(&game, "no-1").placements {
        placed.insert(it.hex, &game.units.sides[usize::from(game.units.unit(it.unit).side)].id);
    }
    let mut shown: BTreeMap<HexId, &str> = BTreeMap::new();
    for hex in game.map.on_map() {
        for feature in &game.map.hex(hex).features {
            if let Feature::Start(side) = feature {
                shown.insert(hex, side);
            }
        }
    }
    assert_eq!(shown, placed);
}

#[test]
fn vehicles_start_on_roads_and_nobody_in_a_hex_that_is_closed() {
    let game = game();
    let roads: BTreeSet<HexId> = game.map.roads.iter().flat_map(|road| [road.from, road.to]).collect();
    for it in &scenario(&game, "no-1").placements {
        let (unit, hex) = (game.units.unit(it.unit), game.map.grid.number(it.hex));
        assert!(!rides(unit) || roads.contains(&it.hex), "{} starts off the roads in {hex}", unit.id);
        assert!(!game.map.hex(it.hex).features.contains(&Feature::Impassable), "{} in {hex}", unit.id);
    }
}

#[test]
fn errata_map_6_monschau_and_st_vith_hold_american_units() {
    let game = game();
    for town in ["Monschau", "St. Vith"] {
        let hex = game.map.on_map().find(|hex| game.map.hex(*hex).name.as_deref() == Some(town)).unwrap();
        let there = scenario(&game, "no-1").placements.iter().find(|it| it.hex == hex);
        let nation = there.map(|it| (game.units.unit(it.unit).side, game.units.unit(it.unit).nation.as_str()));
        assert_eq!(nation, Some((1, "allied")), "{town}");
    }
}

#[test]
fn case_4_2_the_first_attacks_have_units_of_both_sides_to_fight() {
    let game = game();
    let places = |side| {
        let of = |it: &&Placement| game.units.unit(it.unit).side == side;
        scenario(&game, "no-1").placements.iter().filter(of).map(|it| it.hex).collect::<Vec<_>>()
    };
    let (german, allied) = (places(0), places(1));
    let met = |hex: &&HexId| german.iter().any(|other| game.map.grid.distance(**hex, *other) == 1);
    let attacked = allied.iter().filter(met).count();
    assert!(attacked >= 10, "the German line meets {attacked} Allied units only");
}

#[test]
fn case_14_reinforcements_enter_where_roads_reach_their_section_of_the_rim() {
    let game = game();
    let roads: BTreeSet<HexId> = game.map.roads.iter().flat_map(|road| [road.from, road.to]).collect();
    for scenario in &game.scenarios {
        for it in &scenario.arrivals {
            let unit = game.units.unit(it.unit);
            assert_eq!(
                it.hexes.is_empty(),
                unit.id == "heydte",
                "all but the paratroops (15) enter by the rim: {}",
                unit.id
            );
            for hex in &it.hexes {
                let edge = Feature::Edge(game.units.sides[usize::from(unit.side)].id.clone());
                let number = game.map.grid.number(*hex);
                assert!(roads.contains(hex) && game.map.hex(*hex).features.contains(&edge), "{} at {number}", unit.id);
            }
        }
    }
}

#[test]
fn case_14_3_the_west_section_lies_behind_the_meuse() {
    let game = game();
    let meuse = |a, b| game.map.hexside(a, b).is_some_and(|side| side.river.as_deref() == Some("Meuse"));
    let west_bank = reached(&game, "1742", meuse);
    let bastogne = game.map.on_map().find(|hex| game.map.hex(*hex).name.as_deref() == Some("Bastogne")).unwrap();
    assert!(!west_bank.contains(&bastogne), "the Meuse has a gap");
    let kept = scenario(&game, "no-1").arrivals.iter().filter(|it| !it.marks.is_empty());
    let mut units = 0;
    for it in kept {
        units += 1;
        let id = &game.units.unit(it.unit).id;
        assert!(it.hexes.iter().all(|hex| west_bank.contains(hex)), "{id} enters east of the Meuse");
    }
    assert_eq!(units, 23, "all that the historical schedule labels WB");
}

#[test]
fn every_unit_is_of_use_and_enters_each_scenario_once_at_most() {
    let game = game();
    let mut used = BTreeSet::new();
    for scenario in &game.scenarios {
        let mut here = BTreeSet::new();
        let placed = scenario.placements.iter().map(|it| it.unit);
        for unit in placed.chain(scenario.arrivals.iter().map(|it| it.unit)) {
            assert!(here.insert(unit), "{} twice in {}", game.units.unit(unit).id, scenario.id);
        }
        used.extend(here);
    }
    let idle: Vec<&str> =
        game.units.iter().filter(|(id, _)| !used.contains(id)).map(|(_, unit)| unit.id.as_str()).collect();
    assert!(idle.is_empty(), "never used: {idle:?}");
    assert_eq!(game.units.units.len(), 191);
}

#[test]
fn case_5_2_h_nobody_can_stack_and_leave_the_stack_in_one_phase() {
    for unit in &game().units.units {
        // A hex in, two or six points to stack, as many to leave, a hex out.
        let needed = if rides(unit) { 1 + 6 + 6 + 1 } else { 1 + 2 + 2 + 1 };
        assert!(number(unit, "movement") < needed, "{}", unit.id);
    }
}

#[test]
fn errata_6_7_the_strongest_german_panzer_unit_cannot_leave_road_mode_without_supply() {
    let game = game();
    let german = game.units.units.iter().filter(|unit| unit.side == 0);
    let strongest = german.max_by_key(|unit| number(unit, "strength")).unwrap();
    assert_eq!((strongest.id.as_str(), strongest.symbol), ("1pz-1ss", Symbol::Armour));
    for unit in &game.units.units {
        let (movement, cost) = (number(unit, "movement"), if rides(unit) { 6 } else { 3 });
        assert!(movement >= cost, "{} can never change mode", unit.id);
        assert_eq!(movement / 2 < cost, movement < 12, "{} without supply", unit.id);
    }
}

#[test]
fn cases_3_33_6_6_and_7_4_the_counters_that_the_rulebook_shows_are_there() {
    let game = game();
    let has = |side: u8, strength: i16, movement: Option<i16>| {
        game.units.units.iter().any(|unit| {
            unit.side == side
                && number(unit, "strength") == strength
                && movement.is_none_or(|points| number(unit, "movement") == points)
        })
    };
    assert!(has(0, 6, Some(10)) && has(1, 4, Some(4)), "7.4: a German 6-10 and an Allied 4-4");
    assert!(has(0, 7, None) && has(0, 9, None), "3.33 and 6.6: strengths of 7 and 9");
}

#[test]
fn case_19_german_infantry_fights_by_divisions_all_others_by_regiments_and_brigades() {
    let game = game();
    for unit in game.units.units.iter().filter(|unit| is_division(unit)) {
        assert!(unit.side == 0 && unit.symbol == Symbol::Infantry, "{}", unit.id);
    }
    let divisions: Vec<&str> =
        game.units.units.iter().filter(|unit| is_division(unit)).map(|unit| unit.division.as_str()).collect();
    for stated in ["79vg", "167vg", "246vg", "9vg", "340vg"] {
        assert!(divisions.contains(&stated), "the schedules bring {stated} as a division (XX)");
    }
    assert!(!divisions.contains(&"560vg"), "the schedules bring its 1130th as a regiment (III)");
    assert_eq!(divisions.len(), 12);
}

#[test]
fn strengths_are_a_quarter_of_the_points_that_the_divisions_have_in_ardennes_2() {
    let game = game();
    let other = published("ardennes-ii");
    let fights = |unit: &&Unit| !matches!(unit.symbol, Symbol::Artillery | Symbol::Rockets);
    let mut points: BTreeMap<&str, i16> = BTreeMap::new();
    for unit in other.units.units.iter().filter(fights) {
        let of = |key| unit.values.get(key).map_or(0, |value| value.after(0));
        *points.entry(&unit.division).or_default() += of("attack") + of("defense");
    }
    let mut ours: BTreeMap<&str, (i16, i16)> = BTreeMap::new();
    for unit in &game.units.units {
        let entry = ours.entry(&unit.division).or_default();
        *entry = (entry.0 + number(unit, "strength"), entry.1 + 1);
    }
    // No division; and two that have their late guns there, which the brigades 1 to 8 stand for here.
    let apart = ["", "lehr", "9pz"];
    let mut compared = 0;
    for (division, (strength, counters)) in ours {
        let Some(there) = points.get(division).filter(|_| !apart.contains(&division)) else { continue };
        compared += 1;
        // Each counter is rounded for itself, by half a point of strength at most.
        assert!((4 * strength - there).abs() <= 2 * counters, "{division}: {strength} here, {there} there");
    }
    assert!(compared >= 58, "{compared} divisions stand in both games");
}
