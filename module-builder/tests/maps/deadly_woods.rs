use super::map;
use super::stated::{Fact, hold};
use definitions::BridgeState::{Blown, Standing};
use definitions::Settlement::{Town, Village};
use std::collections::BTreeSet;

const STATED: &[(&str, Fact)] = &[
    ("2.2.1 entry areas A to J are Allied", Fact::Mark("3630", "area", "A")),
    ("2.2.1", Fact::Mark("3130", "area", "B")),
    ("2.2.1", Fact::Mark("2630", "area", "C")),
    ("2.2.1", Fact::Mark("2030", "area", "D")),
    ("2.2.1", Fact::Mark("0114", "area", "E")),
    ("2.2.1", Fact::Mark("0107", "area", "F")),
    ("2.2.1", Fact::Mark("0701", "area", "G")),
    ("2.2.1", Fact::Mark("2201", "area", "H")),
    ("2.2.1", Fact::Mark("3001", "area", "I")),
    ("2.2.1", Fact::Mark("3301", "area", "J")),
    ("2.2.1 entry areas K to M are German", Fact::Mark("4403", "area", "K")),
    ("2.2.1", Fact::Mark("4403", "entry", "german")),
    ("2.2.1", Fact::Mark("4412", "area", "L")),
    ("2.2.1", Fact::Mark("4422", "area", "M")),
    ("3.2 KG a of the 2nd Panzer", Fact::Mark("3317", "start", "german")),
    ("3.2 blown bridges", Fact::Bridge("4025", "3926", Blown, None)),
    ("3.2", Fact::Bridge("3923", "3823", Blown, None)),
    ("3.2", Fact::Bridge("3622", "3623", Blown, None)),
    ("3.2", Fact::Bridge("3419", "3320", Blown, None)),
    ("3.4, 9.2.1 St. Vith", Fact::Named("St. Vith", Town)),
    ("8.5 fuel dump of Büllingen, 5407 read as 3407", Fact::Place("3407", "Büllingen", Village)),
    ("8.5", Fact::Mark("3407", "depot", "yes")),
    ("10.6.3 the bridge of Ouren", Fact::Bridge("3315", "3215", Standing, None)),
    ("10.6.3 near Lützkampen", Fact::Named("Ouren", Village)),
    ("10.6.3 the 116th crossed at Dasburg", Fact::Named("Dasburg", Village)),
    ("12.4.1 engineers at Elsenborn", Fact::Named("Elsenborn", Village)),
    ("13.2.2 Luxembourg City", Fact::Named("Luxembourg", Town)),
    ("13.2.2 Eupen", Fact::Named("Eupen", Town)),
    ("14.8.3 Bastogne", Fact::Named("Bastogne", Town)),
];

#[test]
fn what_the_rulebook_of_the_deadly_woods_states_holds_on_its_map() {
    hold(&map("deadly-woods"), STATED);
}

#[test]
fn the_82nd_from_entry_area_e_ends_24_road_hexes_on_just_outside_bastogne() {
    let map = map("deadly-woods");
    let bastogne = map.on_map().find(|hex| map.hex(*hex).name.as_deref() == Some("Bastogne")).unwrap();
    let bastogne = map.grid.number(bastogne);
    hold(&map, &[("14.8", Fact::Marches("0114", &bastogne, 25))]);
}

#[test]
fn the_towns_on_the_meuse_lie_on_their_banks() {
    // 3.4 and 10.6.4 ask who is west of the Meuse
    let map = map("deadly-woods");
    let meuse: BTreeSet<_> = map
        .hexsides
        .iter()
        .filter(|it| it.river.as_deref() == Some("Meuse"))
        .filter_map(|it| Some((it.hex, map.grid.neighbour(it.hex, it.side)?)))
        .flat_map(|(a, b)| [(a, b), (b, a)])
        .collect();
    let mut west = BTreeSet::from([map.grid.find("0101").unwrap()]);
    let mut open: Vec<_> = west.iter().copied().collect();
    while let Some(here) = open.pop() {
        for (_, there) in map.grid.neighbours(here) {
            if !meuse.contains(&(here, there)) && west.insert(there) {
                open.push(there);
            }
        }
    }
    let town = |name: &str| map.on_map().find(|hex| map.hex(*hex).name.as_deref() == Some(name)).unwrap();
    for name in ["Liège", "Namur", "Givet", "Philippeville"] {
        assert!(west.contains(&town(name)), "{name}");
    }
    for name in ["Huy", "Andenne", "Dinant", "Sedan", "Bastogne"] {
        assert!(!west.contains(&town(name)), "{name}");
    }
}
