//! What charts say of places: whose they are at the start, where those come in who find their area blocked; and how the
//! thresholds of victory stand to the course of the battle.

use super::{has, scenario, woods};
use definitions::hex::HexId;
use definitions::{Argument, Feature, Published};
use std::collections::BTreeSet;

/// The hexes on the Allied side of the line on 16 December: those that are reached from Monschau without crossing it.
fn allied_ground(game: &Published) -> BTreeSet<HexId> {
    let front: BTreeSet<(HexId, HexId)> = game
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
            if !front.contains(&(here, there)) && reached.insert(there) {
                open.push(there);
            }
        }
    }
    reached
}

#[test]
fn case_3_5_towns_and_villages_in_and_behind_the_westwall_are_german_at_the_start() {
    let game = woods();
    let allied = allied_ground(&game);
    let listed: BTreeSet<HexId> = game
        .tables
        .get("behind-the-westwall")
        .unwrap()
        .rows
        .iter()
        .map(|row| match row.word.as_ref().unwrap().arguments[..] {
            [Argument::Hex(hex)] => hex,
            _ => panic!("{row:?}"),
        })
        .collect();
    let settled = game.map.on_map().filter(|hex| game.map.hex(*hex).settlement.is_some());
    assert_eq!(listed, settled.filter(|hex| !allied.contains(hex)).collect());
    let westwall = game.map.on_map().filter(|hex| has(&game, *hex, "westwall", "yes"));
    assert!(westwall.into_iter().all(|hex| !allied.contains(&hex)), "the Westwall is German");
    let valued = game.map.on_map().filter(|hex| has(&game, *hex, "objective", "1"));
    assert!(valued.into_iter().all(|hex| allied.contains(&hex)), "all VP hexes are Allied at the start");
}

#[test]
fn case_14_8_blocked_allies_come_by_the_nearest_area_farther_west_then_by_the_nearest() {
    let game = woods();
    let grid = &game.map.grid;
    let of = |letter: &str| game.map.on_map().filter(|hex| has(&game, *hex, "area", letter)).collect::<Vec<HexId>>();
    let letters = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"];
    let areas: Vec<(String, Vec<HexId>)> = letters.iter().map(|letter| ((*letter).to_owned(), of(letter))).collect();
    let column = |hex: &HexId| grid.column_row(*hex).0;
    let table = game.tables.get("entry-areas").unwrap();
    for (letter, hexes) in &areas {
        let far = |others: &[HexId]| {
            let pairs = hexes.iter().flat_map(|a| others.iter().map(move |b| grid.distance(*a, *b)));
            pairs.min().unwrap()
        };
        let east = |others: &[HexId]| others.iter().map(column).max() >= hexes.iter().map(column).min();
        let mut others: Vec<&(String, Vec<HexId>)> = areas.iter().filter(|(other, _)| other != letter).collect();
        others.sort_by_key(|(other, hexes)| (east(hexes), far(hexes), other.clone()));
        let expected: Vec<&str> = others.iter().map(|(other, _)| other.as_str()).collect();
        assert_eq!(table.cell(letter, "otherwise").unwrap().text, expected.join(","), "{letter}");
    }
    for letter in ["K", "L", "M"] {
        assert_eq!(table.cell(letter, "otherwise").unwrap().text, "never", "{letter}");
    }
}

#[test]
fn case_3_4_what_the_germans_held_in_history_wins_neither_scenario_nor_the_initiative_of_turn_6() {
    // They held St. Vith alone of the VP hexes on 27 December, when turn 6 ended, and on 15 January. 17.0 stars the Allies on
    // turn 6, and they had it; 12.10: the SS left on turn 11, when fewer than three would have kept them from cancelling
    let game = woods();
    let objectives = &scenario(&game, "german-attack").objectives.as_ref().unwrap().hexes;
    let held = objectives.iter().filter(|hex| game.map.hex(**hex).name.as_deref() == Some("St. Vith")).count();
    let needed = |row: &str| game.tables.get("victory").unwrap().number::<usize>(row, "vp").unwrap();
    assert_eq!(held, 1);
    assert!(["campaign", "campaign-kept-ss", "german-attack", "sudden"].iter().all(|row| held < needed(row)));
    // and without crossing the Meuse they could win the German Attack, but not at once
    let east = ["St. Vith", "Bastogne", "Marche", "Dinant"];
    let near = objectives.iter().filter(|hex| east.contains(&game.map.hex(**hex).name.as_deref().unwrap_or_default()));
    assert_eq!(near.count(), needed("german-attack"));
    // the objectives are those of the map, so that a line there moves one
    let marked = game
        .map
        .on_map()
        .filter(|hex| game.map.hex(*hex).features.iter().any(|feature| matches!(feature, Feature::Objective(_))));
    assert_eq!(*objectives, marked.collect::<Vec<_>>());
}

#[test]
fn every_case_that_the_table_of_limits_names_is_in_the_index() {
    let game = woods();
    let table = game.tables.get("limits").unwrap();
    for row in &table.rows {
        for case in table.cell(&row.name, "case").unwrap().text.split(", ") {
            assert!(game.rules.get(case).is_some(), "{}: {case}", row.name);
        }
    }
}
