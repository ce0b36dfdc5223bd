use super::map;
use super::stated::{Fact, hold, march};
use definitions::BridgeState::{Blown, Standing};
use definitions::Settlement::{City, Town};
use definitions::hex::HexId;
use definitions::{Feature, Map, Terrain};
use std::collections::BTreeSet;

const STATED: &[(&str, Fact)] = &[
    ("2.1 the Meuse splits Liège", Fact::River("0116", "0117", "Meuse")),
    ("2.1 Liège lies on both banks", Fact::Place("0116", "Liège", City)),
    ("2.1 Liège lies on both banks", Fact::Place("0117", "Liège", City)),
    ("2.1 just north of Huy", Fact::River("0321", "0421", "Meuse")),
    ("2.1 just north of Huy", Fact::Named("Huy", Town)),
    ("2.1 just east of Namur", Fact::River("0625", "0626", "Meuse")),
    ("2.1 just east of Namur", Fact::Named("Namur", City)),
    ("2.1 just west of Dinant", Fact::River("1126", "1127", "Meuse")),
    ("2.1 just east of Givet", Fact::River("1426", "1427", "Meuse")),
    ("2.1 just east of Givet", Fact::Named("Givet", Town)),
    ("2.1 before it leaves the map", Fact::River("1728", "1729", "Meuse")),
    ("2.1, 7.8 exit up to the 18th", Fact::Mark("2605", "exit", "0")),
    ("2.1, 7.8 exit up to the 18th", Fact::Mark("2605", "until", "18")),
    ("2.1, 7.8 exit up to the 18th", Fact::Road("2605")),
    ("3, 12.2 blown bridge over the Our", Fact::Bridge("1707", "1708", Blown, Some("german"))),
    ("3, 12.2", Fact::Bridge("1907", "1908", Blown, Some("german"))),
    ("3, 12.2", Fact::Bridge("2106", "2107", Blown, Some("german"))),
    ("3, 12.2", Fact::Bridge("2303", "2304", Blown, Some("german"))),
    ("12.2 intact bridge over the Prüm", Fact::Bridge("1802", "1803", Standing, Some("german"))),
    ("12.2", Fact::Bridge("1903", "1904", Standing, Some("german"))),
    ("12.2", Fact::Bridge("2202", "2203", Standing, Some("german"))),
    ("12.2", Fact::River("1802", "1803", "Prüm")),
    ("12.2", Fact::River("1903", "1904", "Prüm")),
    ("12.2", Fact::River("2202", "2203", "Prüm")),
    ("6.4 example", Fact::OnMap("0804")),
    ("7.5 A five road hexes", Fact::Marches("1708", "1713", 5)),
    ("7.5 A, B", Fact::Named("Wiltz", Town)),
    ("7.5 B", Fact::Road("1906")),
    ("7.5 C", Fact::Road("1607")),
    ("7.5 C", Fact::Named("St. Vith", Town)),
    ("7.5 C", Fact::Named("Vielsalm", Town)),
    ("7.5 D", Fact::Road("2413")),
    ("7.5 D a dead end", Fact::Road("2312")),
    ("7.5 D eight road hexes to the bridge", Fact::Marches("2413", "2309", 8)),
    ("7.5 D the bridge into Ettelbruck", Fact::Bridge("2309", "2208", Standing, None)),
    ("7.5 D", Fact::Place("2208", "Ettelbruck", Town)),
    ("7.5 D", Fact::Named("Bastogne", Town)),
    ("7.5 D by road near, east of Martelange", Fact::Way(&["2214", "2213"])),
    ("7.5 D", Fact::Named("Martelange", Town)),
    ("7.72, 11.51", Fact::Place("1126", "Dinant", Town)),
    ("9.4", Fact::Place("0812", "Trois-Ponts", Town)),
    ("9.4", Fact::Ground("0812", Terrain::Forest)),
    ("10.1 G", Fact::Named("Houffalize", Town)),
    ("11.2", Fact::Named("Spa", Town)),
    ("11.2", Fact::Named("Stavelot", Town)),
    ("11.2 in the area of V Corps", Fact::Mark("0512", "command", "V")),
    ("7.5 D in the area of XII Corps", Fact::Mark("2413", "command", "XII")),
    ("15.5 blown bridge", Fact::Bridges("1118", 1)),
    ("15.5 blown bridge", Fact::Bridges("1515", 1)),
    ("15.5 two blown bridges", Fact::Bridges("0812", 2)),
    ("15.5 blown bridge", Fact::Bridges("2107", 1)),
    ("15.5 roadblock", Fact::Road("1014")),
    ("15.5 roadblock", Fact::Road("2410")),
    ("15.5 roadblock", Fact::Road("2413")),
    ("15.5", Fact::Place("1719", "St. Hubert", Town)),
    ("15.5", Fact::Named("La Roche", Town)),
    ("9.8 A", Fact::OnMap("1509")),
    ("7.5 example", Fact::OnMap("1316")),
    ("12.32, 15.5 an improved position", Fact::OnMap("2213")),
    ("11.1 A", Fact::OnMap("2403")),
    ("11.1 C", Fact::OnMap("2205")),
];

/// Hexes in which units stand on 22 December (15.5).
const SET_UP: &[&str] = &[
    "0205", "0305", "0306", "0405", "0506", "0507", "0512", "0513", "0521", "0604", "0606", "0607", "0612", "0615",
    "0617", "0705", "0707", "0709", "0711", "0806", "0808", "0809", "0810", "0812", "0816", "0909", "0911", "0912",
    "1008", "1010", "1017", "1108", "1109", "1111", "1116", "1117", "1207", "1208", "1212", "1213", "1215", "1218",
    "1219", "1308", "1309", "1311", "1312", "1316", "1410", "1417", "1517", "1518", "1712", "1715", "1813", "1814",
    "1815", "1816", "1915", "2007", "2010", "2014", "2015", "2206", "2208", "2209", "2213", "2215", "2306", "2307",
    "2308", "2314", "2403", "2404", "2503", "2504", "2505", "2603",
];

#[test]
fn what_the_rulebook_of_enemy_action_states_holds_on_its_map() {
    hold(&map("enemy-action"), STATED);
}

#[test]
fn every_hex_of_the_set_up_of_22_december_lies_on_the_map() {
    let table: Vec<(&str, Fact)> = SET_UP.iter().map(|hex| ("15.5", Fact::OnMap(hex))).collect();
    hold(&map("enemy-action"), &table);
}

#[test]
fn the_vp_hexes_that_the_germans_hold_on_22_december_make_8_points_with_11_for_all() {
    let map = map("enemy-action");
    let value = |name: &str| {
        let hex = map.on_map().find(|hex| map.hex(*hex).name.as_deref() == Some(name)).unwrap();
        let points = map.hex(hex).features.iter().find_map(|it| match it {
            Feature::Objective(value) => Some(u32::from(*value)),
            _ => None,
        });
        points.unwrap_or_else(|| panic!("{name} is no VP hex"))
    };
    let eliminated = 7 / 2;
    let held: u32 = ["St. Vith", "Ettelbruck", "La Roche", "St. Hubert"].map(value).iter().sum();
    assert_eq!(held + eliminated, 11, "15.5");
}

#[test]
fn five_depots_lie_on_the_map_and_all_three_armies_and_six_corps_have_areas() {
    let map = map("enemy-action");
    let features = || map.on_map().flat_map(|hex| &map.hex(hex).features);
    assert_eq!(features().filter(|it| **it == Feature::Depot).count(), 5, "3");
    for id in ["6pz", "5pz", "7", "V", "VII", "XVIII", "VIII", "III", "XII"] {
        assert!(features().any(|it| *it == Feature::Command(id.to_owned())), "2.1: {id}");
    }
}

#[test]
fn the_armour_of_7_5_c_reaches_a_hex_beside_vielsalm_by_nine_road_hexes_at_most() {
    let map = map("enemy-action");
    let vielsalm = map.on_map().find(|hex| map.hex(*hex).name.as_deref() == Some("Vielsalm")).unwrap();
    let from = map.grid.find("1607").unwrap();
    let nearest = map.grid.neighbours(vielsalm).filter_map(|(_, hex)| march(&map, from, hex)).min();
    assert!(nearest.is_some_and(|hexes| hexes <= 9), "{nearest:?}");
}

#[test]
fn the_hex_of_9_7_c_has_1220_1320_and_1420_on_its_eastern_side() {
    let grid = map("enemy-action").grid;
    let hex = |number: &str| grid.find(number).unwrap();
    for beside in ["1220", "1320", "1420"] {
        assert_eq!(
            grid.distance(hex("1321"), hex(beside)),
            1,
            "9.7 C: Germans retreat eastwards, before Allied attackers"
        );
    }
}

fn fortified(map: &Map) -> Vec<HexId> {
    map.on_map().filter(|hex| map.hex(*hex).features.contains(&Feature::Westwall)).collect()
}

/// Whether a hex lies in the line of Westwall hexes or east of it.
fn behind_the_westwall(map: &Map, hex: HexId) -> bool {
    let (column, row) = map.grid.column_row(hex);
    let line = fortified(map).into_iter().map(|hex| map.grid.column_row(hex)).filter(|at| at.1 == row);
    line.map(|at| at.0).min().is_some_and(|westmost| column >= westmost)
}

#[test]
fn the_westwall_reaches_from_the_north_edge_to_the_south_edge_without_a_gap() {
    let map = map("enemy-action");
    let wall = fortified(&map);
    let mut joined: BTreeSet<HexId> = wall.iter().copied().filter(|hex| map.grid.column_row(*hex).1 == 1).collect();
    assert!(!joined.is_empty(), "10: hexes of the north edge contain a Westwall hex");
    for _ in 0..wall.len() {
        let more = wall.iter().filter(|hex| joined.iter().any(|near| map.grid.distance(*near, **hex) == 1));
        joined.extend(more.copied().collect::<Vec<_>>());
    }
    let reached = joined.iter().map(|hex| map.grid.column_row(*hex).1).max();
    assert_eq!(reached, Some(map.grid.rows()), "10, 12.1");
    assert_eq!(joined.len(), wall.len(), "12.1: one line");
    for hex in map.on_map().filter(|hex| map.at_rim(*hex)) {
        let german = map.hex(hex).features.contains(&Feature::Edge("german".to_owned()));
        assert_eq!(german, behind_the_westwall(&map, hex), "10: the edge at {}", map.spoken(hex));
    }
}

#[test]
fn seven_bridges_are_german_and_no_other_stands_behind_the_german_lines() {
    let map = map("enemy-action");
    let german = map.hexsides.iter().filter(|side| side.bridge && side.owner.is_some());
    assert_eq!(german.count(), 7, "12.2");
    for side in map.hexsides.iter().filter(|side| side.bridge && side.owner.is_none()) {
        let across = map.grid.neighbour(side.hex, side.side).unwrap();
        let behind = behind_the_westwall(&map, side.hex) && behind_the_westwall(&map, across);
        assert!(!behind, "12.2: the bridge {}/{}", map.spoken(side.hex), map.spoken(across));
    }
}

#[test]
fn no_town_that_the_germans_hold_on_22_december_has_points_but_the_four_of_15_5() {
    let map = map("enemy-action");
    for name in ["Houffalize", "Clervaux", "Wiltz", "Vianden", "Diekirch", "Echternach", "Martelange", "Troisvierges"] {
        let hex = map.on_map().find(|hex| map.hex(*hex).name.as_deref() == Some(name)).unwrap();
        let points = map.hex(hex).features.iter().any(|it| matches!(it, Feature::Objective(_)));
        assert!(!points, "15.5: 11 points are accounted for without {name}");
    }
}

#[test]
fn areas_of_neighbouring_armies_overlap_and_those_of_the_6th_panzer_and_the_7th_army_do_not() {
    let map = map("enemy-action");
    let area = |army: &str| -> BTreeSet<HexId> {
        map.on_map().filter(|hex| map.hex(*hex).features.contains(&Feature::Command(army.to_owned()))).collect()
    };
    let [sixth, fifth, seventh] = ["6pz", "5pz", "7"].map(area);
    assert!(!sixth.is_disjoint(&fifth) && !fifth.is_disjoint(&seventh), "2.1, 7.6");
    assert!(sixth.is_disjoint(&seventh), "11.42: hexes between the two");
    let twelfth = area("XII");
    for number in ["1814", "2213"] {
        assert!(!twelfth.contains(&map.grid.find(number).unwrap()), "7.5 D: {number} lies outside the XII Corps area");
    }
}

#[test]
fn every_exit_is_a_road_hex_of_the_allied_rim_and_west_of_the_meuse_two_lead_out() {
    let map = map("enemy-action");
    let net = super::stated::net(&map);
    let exits = || map.on_map().filter(|hex| map.hex(*hex).features.iter().any(|it| matches!(it, Feature::Exit(_))));
    for hex in exits() {
        let allied = map.hex(hex).features.contains(&Feature::Edge("allied".to_owned()));
        assert!(allied && map.at_rim(hex) && net.contains_key(&hex), "2.1, 7.8: {}", map.spoken(hex));
    }
    let namur = map.grid.find("0526").unwrap();
    assert_eq!(map.hex(namur).name.as_deref(), Some("Namur"), "player aid");
    let out = exits().filter(|hex| march(&map, namur, *hex).is_some_and(|hexes| hexes <= 10)).count();
    assert!(out >= 2, "7.8, 11.51");
}

#[test]
fn by_seven_road_hexes_the_armour_of_7_5_b_stands_before_an_allied_bridge() {
    let map = map("enemy-action");
    let from = map.grid.find("1906").unwrap();
    let bridges = map.hexsides.iter().filter(|side| side.bridge && side.owner.is_none());
    let ends = bridges.flat_map(|side| [Some(side.hex), map.grid.neighbour(side.hex, side.side)]).flatten();
    let far: BTreeSet<usize> = ends.filter_map(|hex| march(&map, from, hex)).collect();
    assert!(far.contains(&7), "7.5 B: {far:?}");
    let wiltz = map.on_map().find(|hex| map.hex(*hex).name.as_deref() == Some("Wiltz")).unwrap();
    let near = march(&map, map.grid.find("1708").unwrap(), wiltz);
    assert!(near.is_some_and(|hexes| hexes <= 5), "7.5 A: {near:?}");
}
