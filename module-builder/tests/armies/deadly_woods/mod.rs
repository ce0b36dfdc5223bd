//! The Deadly Woods: what its rulebook says of units, set-up and reinforcements, which are reconstructed within it.

mod charts;
mod chits;
mod schedule;
mod set_up;

use super::published;
use definitions::hex::HexId;
use definitions::{Feature, Published, Scenario, Symbol, Unit};
use std::collections::BTreeSet;

fn woods() -> Published {
    published("deadly-woods")
}

fn scenario<'a>(game: &'a Published, id: &str) -> &'a Scenario {
    game.scenarios.iter().find(|it| it.id == id).unwrap()
}

fn side(game: &Published, unit: &Unit) -> String {
    game.units.sides[usize::from(unit.side)].id.clone()
}

/// Units that fight: not the guns and engineers of the Asset Boxes (2.3.1, 2.4).
fn fights(unit: &Unit) -> bool {
    !matches!(unit.symbol, Symbol::Artillery | Symbol::Rockets | Symbol::Engineers)
}

fn motorised(unit: &Unit) -> bool {
    matches!(unit.symbol, Symbol::Armour | Symbol::Mechanised | Symbol::Cavalry)
}

fn value(unit: &Unit, key: &str) -> Option<i16> {
    unit.values.get(key).map(|value| value.after(0))
}

fn ids<'a>(units: impl IntoIterator<Item = &'a Unit>) -> BTreeSet<&'a str> {
    units.into_iter().map(|unit| unit.id.as_str()).collect()
}

fn divisions<'a>(units: impl IntoIterator<Item = &'a Unit>) -> BTreeSet<&'a str> {
    units.into_iter().map(|unit| unit.division.as_str()).collect()
}

fn has(game: &Published, hex: HexId, key: &str, text: &str) -> bool {
    Feature::read(key, text).unwrap().iter().all(|it| game.map.hex(hex).features.contains(it))
}

#[test]
fn units_third_steps_chits_and_assets_leave_26_of_the_264_counters_for_markers() {
    // 2.1; third steps 2.3.1.1; chits 17.0: German 11, Allied 7; Greif, Motorised, Traffic, Air Supply, the +2 of 16.1
    let game = woods();
    let thirds = game.units.units.iter().filter(|unit| unit.steps == 3).count();
    assert_eq!(264 - (game.units.units.len() + thirds + 18 + 5), 26);
}

#[test]
fn steps_are_those_of_2_3_1_1() {
    for unit in woods().units.units.iter().filter(|unit| fights(unit)) {
        let german = unit.nation == "german";
        let expected = match unit.id.as_str() {
            "vdh" | "delay" => 1,
            // battle groups, mechanised regiments, mechanised brigades; the Tigers are battalions
            "301-tiger" | "506-tiger" => 2,
            _ if german && motorised(unit) => 3,
            _ => 2,
        };
        assert_eq!(unit.steps, expected, "{}", unit.id);
    }
}

#[test]
fn third_steps_are_mechanised_and_have_no_zone_of_control() {
    // 2.3.1.1, 8.3; 12.7, 12.9.1
    for unit in woods().units.units.iter().filter(|unit| fights(unit)) {
        let third = unit.steps == 3;
        assert_eq!(unit.last.is_some(), third, "{}", unit.id);
        let without = third || ["vdh", "delay"].contains(&unit.id.as_str());
        assert_eq!(unit.is_after("no-zoc", unit.steps - 1), without, "{}", unit.id);
        if third {
            assert_eq!(unit.symbol_after(2), Symbol::Mechanised, "{}", unit.id);
            assert_eq!(unit.symbol_after(1), unit.symbol, "{}", unit.id);
            assert!(!unit.is_after("no-zoc", 1), "{}", unit.id);
        }
    }
}

#[test]
fn only_the_units_that_11_2_1_names_are_part_of_no_division() {
    let game = woods();
    let alone = ids(game.units.units.iter().filter(|unit| fights(unit) && unit.division.is_empty()));
    let named = "301-tiger 506-tiger vdh 150-pz fgb fbb 29-bde 33-bde 517-abn 4-cav 6-cav 14-cav 102-cav delay";
    assert_eq!(alone, named.split(' ').collect());
}

#[test]
fn a_division_has_one_to_four_units_as_6_0_says() {
    let game = woods();
    for division in divisions(&game.units.units).into_iter().filter(|it| !it.is_empty()) {
        let units = game.units.units.iter().filter(|unit| unit.division == division);
        assert!((1..=4).contains(&units.count()), "{division}");
    }
}

#[test]
fn those_that_leave_on_turn_11_are_the_list_of_12_10_and_begin_with_more_than_its_twelve_steps() {
    let game = woods();
    let leaving: Vec<&Unit> = game.units.units.iter().filter(|unit| value(unit, "withdraws") == Some(11)).collect();
    assert_eq!(divisions(leaving.iter().copied()), ["", "12ss", "1ss", "2ss", "9ss"].into());
    let others = leaving.iter().filter(|unit| unit.division.is_empty());
    assert_eq!(ids(others.copied()), ["fbb", "art-6pz", "neb-6pz"].into());
    assert_eq!(leaving.iter().map(|unit| u32::from(unit.steps)).sum::<u32>(), 29);
    let campaign = scenario(&game, "campaign");
    let leave: BTreeSet<&str> =
        campaign.departures.iter().filter(|it| it.turn == 11).map(|it| game.units.unit(it.unit).id.as_str()).collect();
    assert_eq!(leave, ids(leaving));
    assert!(scenario(&game, "german-attack").departures.is_empty());
}

#[test]
fn british_and_two_american_divisions_are_freed_on_the_turns_of_10_6_4() {
    let game = woods();
    let freed = |turn| {
        let units = game.units.units.iter().filter(move |unit| value(unit, "released") == Some(turn));
        units
            .map(|unit| if unit.division.is_empty() { unit.id.clone() } else { unit.division.clone() })
            .collect::<BTreeSet<String>>()
    };
    let set = |text: &str| text.split(' ').map(str::to_owned).collect::<BTreeSet<String>>();
    assert_eq!(freed(5), set("29-bde"));
    assert_eq!(freed(8), set("43di 6abn 11db"));
    assert_eq!(freed(9), set("51di 53di 33-bde 17abn"));
    let british = game.units.units.iter().filter(|unit| unit.nation == "british" && fights(unit));
    assert!(british.into_iter().all(|unit| value(unit, "released").is_some()));
    let bound = divisions(game.units.units.iter().filter(|unit| value(unit, "bound") == Some(3)));
    assert_eq!(bound, ["5db"].into());
}

#[test]
fn infantry_moves_3_and_airborne_units_are_of_no_corps() {
    // 10.5; 12.3, 14.8.4: 12 hexes by road are what 3, doubled, gives at half a point a hex
    let game = woods();
    for unit in game.units.units.iter().filter(|unit| fights(unit) && !motorised(unit)) {
        let still = ["vdh", "delay"].contains(&unit.id.as_str());
        assert_eq!(value(unit, "movement"), Some(if still { 0 } else { 3 }), "{}", unit.id);
        let airborne = matches!(unit.symbol, Symbol::Airborne | Symbol::Glider);
        assert!(!(airborne && unit.nation == "us") || unit.formation.is_none(), "{}", unit.id);
    }
    let delay = game.units.units.iter().find(|unit| unit.id == "delay").unwrap();
    assert_eq!(["attack", "defense", "movement"].map(|key| value(delay, key)), [Some(0), Some(1), Some(0)]);
}

#[test]
fn a_better_column_or_a_higher_die_never_serves_the_attacker_worse() {
    // 11.3: AL1, BL1, DR and DR* are the results that the rules name
    let game = woods();
    let crt = game.tables.get("crt").unwrap();
    let rank = |text: &str| ["AL1", "BL1", "DR", "DR*"].iter().position(|known| *known == text).unwrap();
    let rows: Vec<Vec<usize>> =
        crt.rows.iter().map(|row| row.cells.iter().map(|cell| rank(&cell.text)).collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 8 && row.is_sorted()));
    assert!((0..8).all(|column| rows.iter().map(|row| row[column]).is_sorted()));
    assert_eq!(crt.columns.first().map(String::as_str), Some("1:3"));
    assert_eq!(crt.columns.last().map(String::as_str), Some("6:1"));
}

#[test]
fn a_weak_attack_seldom_hits_and_one_at_6_1_always_does() {
    // the result with a star costs a step and BL1 one of each side (11.3.3, 11.4.1); 11.3: no result hurts more
    let game = woods();
    let crt = game.tables.get("crt").unwrap();
    let hits = |column: usize, codes: &[&str]| {
        crt.rows.iter().take(6).filter(|row| codes.contains(&row.cells[column].text.as_str())).count()
    };
    let defender: Vec<usize> = (0..8).map(|column| hits(column, &["BL1", "DR*"])).collect();
    let attacker: Vec<usize> = (0..8).map(|column| hits(column, &["AL1", "BL1"])).collect();
    assert_eq!(defender, [1, 1, 2, 3, 4, 4, 4, 6]);
    assert_eq!(attacker, [6, 5, 4, 3, 2, 1, 0, 0]);
    for column in 0..7 {
        let differ = crt.rows.iter().take(6).filter(|row| row.cells[column].text != row.cells[column + 1].text).count();
        assert!(differ >= 1, "a shift from column {column} changes nothing");
    }
}

#[test]
fn most_german_divisions_have_two_battle_groups() {
    // the publisher's description; parachute divisions by regiments (9.4), panzergrenadiers too (2.3.1.1)
    let game = woods();
    let german = divisions(game.units.units.iter().filter(|unit| unit.nation == "german" && !unit.division.is_empty()));
    for division in german {
        let units: Vec<&Unit> = game.units.units.iter().filter(|unit| unit.division == division).collect();
        assert_eq!(units.len(), if ["3fj", "5fj"].contains(&division) { 3 } else { 2 }, "{division}");
    }
}

#[test]
fn a_division_has_half_its_points_of_ardennes_ii_but_for_rounding() {
    // the method of units.txt; the remote-controlled tanks are with the 9th Panzer in Ardennes II
    let (game, other) = (woods(), published("ardennes-ii"));
    let guns = |unit: &Unit| matches!(unit.symbol, Symbol::Artillery | Symbol::Rockets);
    let sum = |units: &[&Unit], key: &str| units.iter().filter_map(|unit| value(unit, key)).sum::<i16>();
    let mut compared = 0;
    for division in divisions(&game.units.units).into_iter().filter(|it| !it.is_empty()) {
        let there: Vec<&Unit> =
            other.units.units.iter().filter(|unit| unit.division == division && !guns(unit)).collect();
        let with = if division == "9pz" { "301-tiger" } else { "" };
        let here: Vec<&Unit> =
            game.units.units.iter().filter(|unit| unit.division == division || unit.id == with).collect();
        if there.is_empty() {
            continue;
        }
        compared += 1;
        for key in ["attack", "defense"] {
            let (here_sum, there_sum) = (sum(&here, key), sum(&there, key));
            let off = (2 * here_sum - there_sum).abs();
            assert!(usize::from(off.unsigned_abs()) <= here.len(), "{division}: {key} {here_sum}, there {there_sum}");
        }
    }
    assert!(compared > 40, "{compared} divisions compared");
}
