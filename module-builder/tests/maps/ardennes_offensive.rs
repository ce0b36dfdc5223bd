use super::map;
use super::stated::{Fact, hold};
use engine::definitions::BridgeState::Standing;
use engine::definitions::Settlement::Town;
use engine::definitions::{Feature, Terrain};

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
    assert_eq!(sections.into_iter().collect::<Vec<_>>(), ["NE", "NW", "SE", "SW", "W"]);
    assert!(points >= 35, "16: the Germans need 35 points, the exits give {points}");
}
