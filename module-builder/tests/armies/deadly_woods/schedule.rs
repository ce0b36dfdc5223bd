//! Reinforcements and withdrawals: with which chit, where, and who.

use super::{has, scenario, side, value, woods};
use definitions::hex::HexId;
use definitions::{Arrival, Published, Unit, UnitId};
use std::collections::BTreeSet;

fn arrivals(game: &Published, wanted: impl Fn(&Unit) -> bool) -> Vec<&Arrival> {
    scenario(game, "campaign").arrivals.iter().filter(|it| wanted(game.units.unit(it.unit))).collect()
}

#[test]
fn reinforcements_come_with_the_chits_of_17_0_and_no_chit_comes_with_nothing() {
    let game = woods();
    for (side_id, table) in [("german", "chits"), ("allied", "allied-chits")] {
        let table = game.tables.get(table).unwrap();
        let mut wanted = BTreeSet::new();
        for turn in 1..=12_u8 {
            let row = turn.to_string();
            let mut chits: u8 = table.number(&row, "reinforcement").unwrap();
            let held = table.columns.iter().any(|it| it == "held")
                && table.cell(&row, "held").unwrap().text == "reinforcement";
            chits += u8::from(held);
            wanted.extend((1..=chits).map(|chit| (turn, chit)));
        }
        let come = arrivals(&game, |unit| side(&game, unit) == side_id).into_iter().map(|it| {
            let chit = match it.note.split(' ').next() {
                Some("first") => 1,
                Some("second") => 2,
                other => panic!("{other:?}"),
            };
            (it.turn, chit)
        });
        assert_eq!(come.collect::<BTreeSet<_>>(), wanted, "{side_id}");
    }
}

#[test]
fn the_82nd_and_101st_come_with_the_first_chit_of_turn_2_at_e() {
    // 14.8.4
    let game = woods();
    let come = arrivals(&game, |unit| ["82abn", "101abn"].contains(&unit.division.as_str()));
    assert_eq!(come.len(), 8);
    for it in come {
        assert_eq!((it.turn, it.areas.join(","), it.note.as_str()), (2, "E".to_owned(), "first chit"));
    }
}

#[test]
fn the_10th_ss_and_11th_panzer_are_conditional_on_the_second_chit_of_turn_3() {
    // 14.8.3
    let game = woods();
    for (division, town) in [("10ss", "St. Vith"), ("11pz", "Bastogne")] {
        let come = arrivals(&game, |unit| unit.division == division);
        assert_eq!(come.len(), 2);
        assert!(
            come.iter().all(|it| it.turn == 3 && it.note == format!("second chit; only if the Germans hold {town}"))
        );
    }
}

#[test]
fn third_corps_comes_at_b_and_c_and_the_5th_armored_at_j() {
    // 14.8.1: some of it with the second chit of turn 3 at C; 14.8: more on turn 4; 10.6.4
    let game = woods();
    let corps = |unit: &Unit| unit.formation.is_some_and(|it| game.units.formation(it).id == "iii");
    let come = arrivals(&game, corps);
    let areas: BTreeSet<String> = come.iter().flat_map(|it| it.areas.clone()).collect();
    assert_eq!(areas, ["B", "C"].map(str::to_owned).into());
    assert!(come.iter().any(|it| it.turn == 3 && it.areas == ["C"] && it.note.starts_with("second")));
    assert!(
        come.iter().any(|it| it.turn == 4)
            && come.iter().all(|it| it.turn >= 3 && it.note.ends_with("or D a chit later"))
    );
    let fifth = arrivals(&game, |unit| unit.division == "5db");
    assert!(fifth.len() == 3 && fifth.iter().all(|it| it.areas == ["J"]));
}

#[test]
fn those_bound_to_the_meuse_come_west_of_it_before_they_are_freed_and_the_british_in_their_area() {
    // 10.6.4, 9.3
    let game = woods();
    let meuse: BTreeSet<(HexId, HexId)> = game
        .map
        .hexsides
        .iter()
        .filter(|it| it.river.as_deref() == Some("Meuse"))
        .filter_map(|it| Some((it.hex, game.map.grid.neighbour(it.hex, it.side)?)))
        .flat_map(|(a, b)| [(a, b), (b, a)])
        .collect();
    let mut west = BTreeSet::from([game.map.grid.find("0101").unwrap()]);
    let mut open: Vec<HexId> = west.iter().copied().collect();
    while let Some(here) = open.pop() {
        for (_, there) in game.map.grid.neighbours(here) {
            if !meuse.contains(&(here, there)) && west.insert(there) {
                open.push(there);
            }
        }
    }
    let bastogne = game.map.on_map().find(|hex| game.map.hex(*hex).name.as_deref() == Some("Bastogne")).unwrap();
    assert!(!west.contains(&bastogne), "the Meuse parts the map");
    for it in arrivals(&game, |unit| value(unit, "released").is_some()) {
        let unit = game.units.unit(it.unit);
        assert!(i16::from(it.turn) <= value(unit, "released").unwrap(), "{}", unit.id);
        assert!(it.hexes.iter().all(|hex| west.contains(hex)), "{}", unit.id);
        assert!(
            unit.nation != "british" || it.hexes.iter().all(|hex| has(&game, *hex, "command", "british")),
            "{}",
            unit.id
        );
    }
}

#[test]
fn every_unit_is_in_the_campaign_once_and_the_attack_is_its_first_half() {
    let game = woods();
    let (attack, campaign) = (scenario(&game, "german-attack"), scenario(&game, "campaign"));
    let placed = campaign.placements.iter().map(|it| it.unit).chain(campaign.boxed.iter().map(|it| it.unit));
    let all: Vec<UnitId> = placed.chain(campaign.arrivals.iter().map(|it| it.unit)).collect();
    assert_eq!(all.len(), game.units.units.len());
    assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), game.units.units.len());
    assert_eq!((attack.turns, campaign.turns), ((1, 6), (1, 12)));
    assert_eq!(attack.placements, campaign.placements);
    // 3.4
    assert_eq!(attack.objectives.as_ref().unwrap().needed, 4);
    assert_eq!(campaign.objectives.as_ref().unwrap().needed, 3);
    let points: BTreeSet<HexId> = game.map.on_map().filter(|hex| has(&game, *hex, "objective", "1")).collect();
    assert_eq!(attack.objectives.as_ref().unwrap().hexes.iter().copied().collect::<BTreeSet<_>>(), points);
}
