use super::map;
use super::stated::{Fact, hold, march};
use engine::definitions::BridgeState::{Blown, Standing};
use engine::definitions::Settlement::{City, Town};
use engine::definitions::{Feature, Terrain};

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
