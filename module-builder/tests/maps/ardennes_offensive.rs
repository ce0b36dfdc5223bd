use super::map;
use super::stated::{Fact, hold};
use definitions::BridgeState::Standing;
use definitions::Settlement::Town;
use definitions::{Feature, Terrain};

const STATED: &[(&str, Fact)] = &[
    ("errata, map 1", Fact::Closed("0101")),
    ("errata, map 1", Fact::Closed("0102")),
    ("errata, map 1", Fact::Closed("0103")),
    ("errata, map 1", Fact::Closed("0104")),
    ("errata, map 1", Fact::Closed("0105")),
    ("errata, map 1", Fact::Closed("0106")),
    ("errata, map 1", Fact::Closed("0107")),
    ("errata, map 1", Fact::Closed("0108")),
    ("errata, map 1", Fact::Closed("3701")),
    ("errata, map 1", Fact::Closed("3702")),
    ("5.3 and errata, map 1", Fact::Mark("0109", "edge", "allied")),
    ("5.3 and errata, map 1", Fact::Mark("3703", "edge", "allied")),
    ("5.3 the west edge", Fact::Mark("2042", "edge", "allied")),
    ("12.1 the German edge is the east edge", Fact::Mark("2001", "edge", "german")),
    ("errata, map 2", Fact::Dry("2311", "2211")),
    ("errata, map 3", Fact::Bridge("3111", "3010", Standing, None)),
    ("errata, map 3", Fact::Way(&["3111", "3010"])),
    ("errata, map 4", Fact::Ground("1107", Terrain::Clear)),
    ("errata, map 4", Fact::Ground("2819", Terrain::Clear)),
    ("errata, map 4", Fact::Ground("1016", Terrain::Clear)),
    ("errata, map 6", Fact::Named("Monschau", Town)),
    ("errata, map 6", Fact::Named("St. Vith", Town)),
    ("errata, map 7", Fact::Closed("1516")),
    ("errata, map 7", Fact::Closed("1506")),
    ("errata, map 7", Fact::Closed("3505")),
    ("errata, map 7", Fact::Closed("3612")),
    ("16 D", Fact::Named("Bastogne", Town)),
    ("14.3 the Meuse, before Namur, Dinant and Givet", Fact::River("0740", "0839", "Meuse")),
    ("14.3", Fact::River("1639", "1640", "Meuse")),
    ("14.3", Fact::River("2041", "2141", "Meuse")),
    ("11.0 river hexside: the Our under the start line", Fact::River("2311", "2312", "Our")),
    ("13.4 and errata, 13: a bridge across the start line", Fact::Bridge("2311", "2312", Standing, None)),
    ("13.4 and errata, 13: a bridge behind it", Fact::Bridge("1604", "1605", Standing, None)),
];

#[test]
fn what_rulebook_and_errata_of_the_ardennes_offensive_state_holds_on_its_map() {
    hold(&map("ardennes-offensive"), STATED);
}

#[test]
fn errata_map_5_the_start_line_runs_from_0108_to_3702() {
    let map = map("ardennes-offensive");
    let front = |a: &str, b: &str| {
        let side = map.hexside(map.grid.find(a).unwrap(), map.grid.find(b).unwrap());
        side.is_some_and(|side| side.front)
    };
    assert!(front("0108", "0109") && front("3702", "3703"));
    for row in [1u16, 37] {
        let on_row = map.hexsides.iter().filter(|side| {
            let there = map.hexes_of(side).1;
            let row_of = |hex| map.grid.column_row(hex).1;
            side.front && row_of(side.hex) == row && there.is_some_and(|there| row_of(there) == row)
        });
        assert_eq!(on_row.count(), 1, "the line meets row {row} once");
    }
}

#[test]
fn all_five_sections_of_14_1_have_road_exits_worth_35_points_and_more() {
    let map = map("ardennes-offensive");
    let mut sections = std::collections::BTreeSet::new();
    let mut points = 0;
    for hex in map.on_map() {
        for feature in &map.hex(hex).features {
            match feature {
                Feature::EntryArea(section) => _ = sections.insert(section.clone()),
                Feature::Exit(value) => points += u32::from(*value),
                _ => {}
            }
        }
    }
    assert_eq!(sections.into_iter().collect::<Vec<_>>(), ["E", "NE", "NW", "SE", "SW", "W"], "E is the German edge");
    assert!(points >= 35, "16: the Germans need 35 points, the exits give {points}");
}

#[test]
fn errata_map_5_the_start_line_parts_the_map_in_two() {
    let map = map("ardennes-offensive");
    let find = |number: &str| map.grid.find(number).unwrap();
    let (mut german, mut next) = (std::collections::BTreeSet::from([find("0201")]), vec![find("0201")]);
    while let Some(here) = next.pop() {
        for (_, there) in map.grid.neighbours(here) {
            if !map.hexside(here, there).is_some_and(|side| side.front) && german.insert(there) {
                next.push(there);
            }
        }
    }
    for (number, place) in [("0209", "Monschau"), ("1107", "Manderfeld"), ("2512", "Hosingen"), ("3204", "Echternach")]
    {
        assert_eq!(map.hex(find(number)).name.as_deref(), Some(place));
        assert!(!german.contains(&find(number)), "{place} was American on 16 December");
    }
    for (number, place) in [("1006", "Losheim"), ("1605", "Prüm"), ("2311", "Dasburg"), ("3007", "Wallendorf")] {
        assert_eq!(map.hex(find(number)).name.as_deref(), Some(place));
        assert!(german.contains(&find(number)), "{place} was German on 16 December");
    }
}

#[test]
fn case_5_3_one_row_of_map_edge_hexes_runs_round_south_west_and_north_and_roads_only_cross_it() {
    let map = map("ardennes-offensive");
    let edge = |hex| map.hex(hex).features.contains(&Feature::Edge("allied".to_owned()));
    for hex in map.on_map() {
        let number = map.grid.number(hex);
        let (row, column) = (&number[..2], &number[2..]);
        let rim = row == "01" || row == "37" || column == "42";
        let closed = number.as_str() <= "0108" || number == "3701" || number == "3702";
        assert_eq!(edge(hex), rim && !closed, "{number}");
    }
    for road in &map.roads {
        let (from, to) = (map.grid.number(road.from), map.grid.number(road.to));
        assert!(!edge(road.from) || !edge(road.to), "a road runs from {from} to {to} within the row");
    }
}

#[test]
fn case_16_b_every_allied_entry_has_its_road_exit_hex_on_the_live_map() {
    let map = map("ardennes-offensive");
    let exit = |hex| map.hex(hex).features.iter().any(|it| matches!(it, Feature::Exit(1..)));
    let mut exits = std::collections::BTreeSet::new();
    for hex in map.on_map().filter(|hex| map.hex(*hex).features.contains(&Feature::Entry("allied".to_owned()))) {
        let ends = |road: &&definitions::Road| road.from == hex || road.to == hex;
        let beside = map.roads.iter().filter(ends).flat_map(|road| [road.from, road.to]).find(|there| exit(*there));
        assert!(beside.is_some(), "{} leads to no road exit hex", map.grid.number(hex));
        exits.extend(beside);
    }
    assert_eq!(exits, map.on_map().filter(|hex| exit(*hex)).collect(), "exits without an entry beside them");
}

#[test]
fn case_11_the_map_has_both_kinds_of_rivers_of_the_terrain_effects_chart() {
    let map = map("ardennes-offensive");
    let of_rank = |rank| map.hexsides.iter().filter(|side| side.river.is_some() && side.rank == rank).count();
    assert!(of_rank(1) >= 100 && of_rank(2) >= 100, "{} river and {} ford hexsides", of_rank(1), of_rank(2));
}
