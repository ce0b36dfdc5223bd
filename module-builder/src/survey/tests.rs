//! What must hold of the surveyed map of *Autumn Fog*: every fact of the rulebook, and what a player would object to.

use super::sheet::apart;
use super::*;
use definitions::hex::HexId;
use definitions::scenario_file::Surroundings;
use definitions::{Feature, Scenario, Settlement, Terrain};
use std::collections::VecDeque;
use std::path::PathBuf;

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")
}

fn map() -> Map {
    let text = std::fs::read_to_string(assets().join("games/autumn-fog/map.txt")).unwrap();
    Map::parse("map.txt", &text).unwrap()
}

fn placements(side: &str) -> BTreeMap<HexId, Vec<String>> {
    let folder = assets().join("games/autumn-fog");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let units = Units::parse("units.txt", &read("units.txt")).unwrap();
    let name = "scenario-initial-assault.txt";
    let map = map();
    let around = Surroundings {
        map: &map,
        units: &units,
        markers: &[],
        cards: &definitions::Cards::default(),
        words: &definitions::Words::default(),
    };
    let scenario = Scenario::parse(name, &read(name), &around).unwrap();
    let mut out: BTreeMap<HexId, Vec<String>> = BTreeMap::new();
    for it in scenario.placements {
        let unit = units.unit(it.unit);
        if units.sides[usize::from(unit.side)].id == side {
            out.entry(it.hex).or_default().push(unit.id.clone());
        }
    }
    out
}

fn hex(map: &Map, number: &str) -> HexId {
    map.grid.find(number).unwrap_or_else(|| panic!("{number} is not on the map"))
}

fn named<'a>(map: &'a Map, name: &str) -> (HexId, &'a HexDefinition) {
    let found = map.on_map().find(|hex| map.hex(*hex).name.as_deref() == Some(name));
    let found = found.unwrap_or_else(|| panic!("{name} is not on the map"));
    (found, map.hex(found))
}

fn river(map: &Map, a: &str, b: &str) -> Option<String> {
    map.hexside(hex(map, a), hex(map, b)).and_then(|side| side.river.clone())
}

/// Hexes that can be reached from one without a step that is barred.
fn flood(map: &Map, from: HexId, barred: impl Fn(HexId, HexId) -> bool) -> BTreeSet<HexId> {
    let mut seen = BTreeSet::from([from]);
    let mut queue = VecDeque::from([from]);
    while let Some(here) = queue.pop_front() {
        for (_, there) in map.grid.neighbours(here) {
            if !barred(here, there) && seen.insert(there) {
                queue.push_back(there);
            }
        }
    }
    seen
}

fn joined(map: &Map) -> BTreeSet<(HexId, HexId)> {
    map.roads.iter().flat_map(|road| [(road.from, road.to), (road.to, road.from)]).collect()
}

#[test]
fn the_committed_map_equals_its_regeneration() {
    let fresh = survey(&assets(), &assets().join("games/autumn-fog")).unwrap().write(&comment("autumn-fog"));
    let committed = std::fs::read_to_string(assets().join("games/autumn-fog/map.txt")).unwrap();
    assert!(fresh == committed, "run `cargo run -p module-builder -- survey autumn-fog` and look at the difference");
}

#[test]
fn every_place_that_the_rulebook_puts_into_a_hex_is_there() {
    let map = map();
    let stated = [
        ("Eupen", "2501", Settlement::City),
        ("Monschau", "2803", Settlement::Village),
        ("Bastogne", "1817", Settlement::City),
        ("Beaufort", "2920", Settlement::Village),
        ("Echternach", "3121", Settlement::Village),
        ("Verviers", "2101", Settlement::City),
        ("Neufchâteau", "1321", Settlement::Village),
        ("Stadtkyll", "3308", Settlement::Village),
    ];
    for (name, number, size) in stated {
        let (at, it) = named(&map, name);
        assert_eq!((map.grid.number(at).as_str(), it.settlement), (number, Some(size)), "{name}");
        assert!(matches!(it.provenance, Provenance::Rulebook(_)), "{name}");
    }
}

#[test]
fn the_cities_that_decide_the_game_are_objectives() {
    let map = map();
    let mut marked: Vec<&str> = map
        .on_map()
        .filter(|at| map.hex(*at).features.iter().any(|feature| matches!(feature, Feature::Objective(_))))
        .filter_map(|at| map.hex(at).name.as_deref())
        .collect();
    marked.sort_unstable();
    assert_eq!(marked, ["Bastogne", "Marche", "Rochefort", "Spa", "St. Vith"]);
    for name in marked {
        assert_eq!(named(&map, name).1.settlement, Some(Settlement::City), "{name}");
    }
}

/// Hexes that the rulebook of Ardennes II names: map sheet and column in one (sheet B starts at 40), row from the south.
const ARDENNES_II: [(&str, f64, f64); 22] = [
    ("Dinant", 2.0, 32.0),
    ("Ciney", 11.0, 35.0),
    ("Rochefort", 17.0, 26.0),
    ("Marche", 23.0, 31.0),
    ("Hotton", 27.0, 33.0),
    ("Huy", 18.0, 49.0),
    ("Andenne", 11.0, 48.0),
    ("La Roche", 34.0, 27.0),
    ("St. Hubert", 24.0, 17.0),
    ("Werbomont", 40.0, 40.0),
    ("Manhay", 39.0, 35.0),
    ("Houffalize", 44.0, 23.0),
    ("Martelange", 42.0, 5.0),
    ("Vielsalm", 50.0, 34.0),
    ("St. Vith", 60.0, 34.0),
    ("Trois-Ponts", 48.0, 39.0),
    ("Stavelot", 51.0, 41.0),
    ("Malmedy", 55.0, 43.0),
    ("Spa", 48.0, 47.0),
    ("Clervaux", 55.0, 20.0),
    ("Diekirch", 62.0, 7.0),
    ("Ettelbruck", 60.0, 6.0),
];

#[test]
fn towns_lie_where_another_game_on_the_same_ground_has_them() {
    let map = map();
    let transforms = Geography::load(&assets().join("geography")).unwrap().transforms;
    let (from, to) = (transforms["ard2"], transforms["vv48"]);
    for (name, column, row) in ARDENNES_II {
        // centre of the hex in that game's plane (even columns half a hex further north), back to kilometres
        let north = if column % 2.0 == 0.0 { 0.5 } else { 0.0 };
        let (x, y) = (column * 3f64.sqrt() / 2.0 - from[0][2], -(row + north) - from[1][2]);
        let determinant = from[0][0] * from[1][1] - from[0][1] * from[1][0];
        let east = (x * from[1][1] - y * from[0][1]) / determinant;
        let south = (y * from[0][0] - x * from[1][0]) / determinant;
        let expected = (to[0][0] * east + to[0][1] * south + to[0][2], to[1][0] * east + to[1][1] * south + to[1][2]);
        let (at, _) = named(&map, name);
        let off = apart(centre(&map.grid, at), expected);
        assert!(off < 1.5, "{name} in {} is {off:.2} hexes from where Ardennes II has it", map.grid.number(at));
    }
}

#[test]
fn every_river_is_one_chain_of_hexsides() {
    let map = map();
    let lattice = Lattice::new(&map.grid);
    let on = |names: &[&str]| -> Vec<usize> {
        let all = map.hexsides.iter().filter(|side| side.river.as_deref().is_some_and(|name| names.contains(&name)));
        all.filter_map(|side| lattice.between(side.hex, map.hexes_of(side).1?)).collect()
    };
    // the Sauer is the lower Sûre, the Clerve reaches the Sûre as the Wiltz
    let chains: [&[&str]; 8] = [
        &["Meuse"],
        &["Our"],
        &["Sûre", "Sauer"],
        &["Ourthe"],
        &["Amblève"],
        &["Salm"],
        &["Clerve", "Wiltz"],
        &["Lesse"],
    ];
    for names in chains {
        let sides = on(names);
        assert!(sides.len() > 4, "{names:?} is short");
        let mut seen = BTreeSet::from([sides[0]]);
        let mut queue = vec![sides[0]];
        while let Some(side) = queue.pop() {
            let (a, b) = lattice.sides[side].ends;
            for next in lattice.at[a].iter().chain(&lattice.at[b]).filter(|next| sides.contains(next)) {
                if seen.insert(*next) {
                    queue.push(*next);
                }
            }
        }
        assert_eq!(seen.len(), sides.len(), "{names:?} is broken");
    }
    let every = on(&["Meuse", "Our", "Sûre", "Sauer", "Ourthe", "Amblève", "Salm", "Clerve", "Wiltz", "Lesse"]);
    let all: Vec<_> = map.hexsides.iter().filter(|side| side.river.is_some()).collect();
    assert_eq!(every.len(), all.len(), "a river has a name that this test does not know");
}

#[test]
fn the_meuse_parts_the_map_and_has_its_five_bridges() {
    let map = map();
    let meuse = |a: HexId, b: HexId| map.hexside(a, b).is_some_and(|side| side.river.as_deref() == Some("Meuse"));
    let west = flood(&map, hex(&map, "0101"), meuse);
    for number in ["0105", "0112", "1301", "0304"] {
        assert!(west.contains(&hex(&map, number)), "{number} lies west of the Meuse");
    }
    for number in ["1817", "0116", "2501", "0411", "0704", "1402", "3401", "0622"] {
        assert!(!west.contains(&hex(&map, number)), "{number} lies east of the Meuse");
    }
    let bridges: Vec<String> = map
        .hexsides
        .iter()
        .filter(|side| side.bridge && side.river.as_deref() == Some("Meuse"))
        .map(|side| map.side_name(side.hex, side.side))
        .collect();
    // Givet, Namur, Dinant, Huy, Seraing
    assert_eq!(bridges, ["0113/0213", "0304/0305", "0310/0410", "0903/0904", "1301/1402"]);
}

#[test]
fn our_and_sauer_lie_between_the_set_up_hexes_that_they_part() {
    let map = map();
    for (us, german) in [("2515", "2615"), ("2719", "2819")] {
        assert_eq!(river(&map, us, german).as_deref(), Some("Our"), "{us}/{german}");
    }
    for (us, german) in [("2920", "3020"), ("3121", "3221")] {
        assert_eq!(river(&map, us, german).as_deref(), Some("Sauer"), "{us}/{german}");
    }
    // the 112th, 422nd, 423rd and 424th stood east of the Our
    for (us, german) in [("2712", "2713"), ("2712", "2813"), ("2910", "3010"), ("2910", "2911"), ("2812", "2912")] {
        assert_eq!(river(&map, us, german), None, "{us}/{german}");
    }
}

#[test]
fn every_bridge_lies_on_a_river_under_a_road_and_no_road_crosses_a_river_without_one() {
    let map = map();
    let roads = joined(&map);
    for side in &map.hexsides {
        let (here, there) = map.hexes_of(side);
        let road = there.is_some_and(|there| roads.contains(&(here, there)));
        assert_eq!(side.bridge, side.river.is_some() && road, "{}", map.side_name(side.hex, side.side));
        assert!(!side.bridge || side.provenance != Provenance::Survey, "bridges are reconstructed");
    }
}

#[test]
fn panzers_that_start_behind_a_river_have_a_bridge_within_three_hexes() {
    let map = map();
    let bridges: Vec<HexId> = map
        .hexsides
        .iter()
        .filter(|side| side.bridge && matches!(side.river.as_deref(), Some("Our" | "Sauer")))
        .flat_map(|side| [Some(side.hex), map.hexes_of(side).1])
        .flatten()
        .collect();
    for (at, units) in placements("german") {
        if units.iter().any(|unit| unit.ends_with("-2pz") || unit.ends_with("-lehr")) {
            let nearest = bridges.iter().map(|bridge| map.grid.distance(at, *bridge)).min();
            assert!(nearest.is_some_and(|far| far <= 3), "{units:?} in {}", map.grid.number(at));
        }
    }
    // each infantry corps south of Dasburg finds a bridge for its supply
    for (us, german) in [("2515", "2615"), ("2617", "2717"), ("2719", "2819"), ("2920", "2919"), ("3121", "3221")] {
        let side = map.hexside(hex(&map, us), hex(&map, german)).unwrap();
        assert!(side.bridge, "{us}/{german}");
    }
}

#[test]
fn the_road_net_is_one_and_no_town_is_cut_off_from_it() {
    let map = map();
    let roads = joined(&map);
    let net = flood(&map, hex(&map, "1817"), |a, b| !roads.contains(&(a, b)));
    for (from, to) in &roads {
        assert!(net.contains(from), "{}-{} is cut off", map.grid.number(*from), map.grid.number(*to));
    }
    for at in map.on_map().filter(|at| map.hex(*at).settlement.is_some()) {
        assert!(net.contains(&at), "{} has no road", map.spoken(at));
    }
}

#[test]
fn no_road_runs_double_or_ends_nowhere() {
    let map = map();
    let roads = joined(&map);
    for at in map.on_map() {
        let onward: Vec<HexId> =
            map.grid.neighbours(at).map(|(_, b)| b).filter(|b| roads.contains(&(at, *b))).collect();
        let edge = map.grid.neighbours(at).count() < 6;
        assert!(onward.len() != 1 || edge || map.hex(at).settlement.is_some(), "a road ends in {}", map.spoken(at));
        for a in &onward {
            for b in onward.iter().filter(|b| a < *b) {
                assert!(!roads.contains(&(*a, *b)), "a triangle of roads at {}", map.spoken(at));
            }
        }
    }
}

#[test]
fn every_entry_hex_is_marked_has_a_road_and_lies_at_the_edge() {
    let map = map();
    let roads = joined(&map);
    let allied = ["0105", "0116", "0921", "1301", "1321", "2022", "2101", "2501", "2521", "2921", "3022"];
    let german = ["3403", "3407", "3411", "3413", "3417"];
    let entries = |side: &str| -> Vec<String> {
        let entry = Feature::Entry(side.to_owned());
        map.on_map().filter(|at| map.hex(*at).features.contains(&entry)).map(|at| map.grid.number(at)).collect()
    };
    assert_eq!(entries("allied"), allied);
    assert_eq!(entries("german"), german);
    for number in allied.into_iter().chain(german) {
        let at = hex(&map, number);
        assert!(map.grid.neighbours(at).any(|(_, there)| roads.contains(&(at, there))), "{number} has no road");
        assert!(map.grid.neighbours(at).count() < 6, "{number} is not at the edge");
    }
}

#[test]
fn the_german_edge_is_column_34_and_the_allied_edge_column_01_and_the_entries_north_and_south() {
    let map = map();
    for at in map.on_map() {
        let (column, row) = map.grid.column_row(at);
        let features = &map.hex(at).features;
        let entry = features.contains(&Feature::Entry("allied".to_owned()));
        assert_eq!(features.contains(&Feature::Edge("german".to_owned())), column == 34, "{}", map.spoken(at));
        let allied = column == 1 || (entry && column > 1 && (row == 1 || row >= 21));
        assert_eq!(features.contains(&Feature::Edge("allied".to_owned())), allied, "{}", map.spoken(at));
    }
}

#[test]
fn the_front_line_parts_the_two_sides_at_the_start() {
    let map = map();
    let front = |a: HexId, b: HexId| map.hexside(a, b).is_some_and(|side| side.front);
    let behind = flood(&map, hex(&map, "3401"), front);
    for (at, units) in placements("german") {
        assert!(behind.contains(&at), "{units:?} in {}", map.grid.number(at));
    }
    for (at, units) in placements("allied") {
        assert!(!behind.contains(&at), "{units:?} in {}", map.grid.number(at));
    }
    for at in map.on_map().filter(|at| map.hex(*at).features.contains(&Feature::Westwall)) {
        assert!(behind.contains(&at), "Westwall in {}", map.grid.number(at));
    }
}

#[test]
fn the_ardennes_are_rough_and_wooded_and_the_condroz_is_open() {
    let map = map();
    let share = |columns: std::ops::RangeInclusive<u16>, rows: std::ops::RangeInclusive<u16>, terrain: Terrain| {
        let all: Vec<HexId> = map
            .on_map()
            .filter(|at| columns.contains(&map.grid.column_row(*at).0) && rows.contains(&map.grid.column_row(*at).1))
            .collect();
        all.iter().filter(|at| map.hex(**at).terrain == terrain).count() * 100 / all.len()
    };
    let whole = |terrain| share(1..=34, 1..=22, terrain);
    assert!((30..=45).contains(&whole(Terrain::Rough)), "{} % rough", whole(Terrain::Rough));
    assert!((20..=30).contains(&whole(Terrain::Forest)), "{} % forest", whole(Terrain::Forest));
    assert!(share(5..=11, 6..=11, Terrain::Clear) > 85, "Condroz");
    assert!(share(16..=19, 14..=18, Terrain::Clear) > 50, "Bastogne plateau");
    assert!(share(23..=26, 2..=4, Terrain::Forest) > 50, "Hertogenwald and Hautes Fagnes");
    assert!(share(10..=14, 14..=16, Terrain::Forest) > 60, "forest of St. Hubert");
}
