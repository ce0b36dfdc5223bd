//! The Deadly Woods: what its rulebook says of units, set-up and reinforcements, which are reconstructed within it.

use super::published;
use engine::definitions::{Arrival, Feature, Published, Scenario, Symbol, Terrain, Unit, UnitId};
use engine::hex::HexId;
use std::collections::{BTreeMap, BTreeSet};

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

fn stacks(game: &Published) -> BTreeMap<HexId, Vec<UnitId>> {
    let mut stacks: BTreeMap<HexId, Vec<UnitId>> = BTreeMap::new();
    for it in &scenario(game, "german-attack").placements {
        stacks.entry(it.hex).or_default().push(it.unit);
    }
    stacks
}

#[test]
fn units_third_steps_chits_and_assets_leave_a_dozen_of_the_264_counters_for_markers() {
    // 2.1; third steps 2.3.1.1; chits 17.0: German 11, Allied 7; Greif, Motorised, Traffic, Air Supply, the +2 of 16.1
    let game = woods();
    let thirds = game.units.units.iter().filter(|unit| unit.steps == 3).count();
    assert_eq!(264 - (game.units.units.len() + thirds + 18 + 5), 12);
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
fn kg_a_of_the_2nd_panzer_starts_in_3317_as_number_11() {
    let game = woods();
    let unit = game.units.find("a-2pz").unwrap();
    let place = scenario(&game, "german-attack").placements.iter().find(|it| it.unit == unit).unwrap();
    assert_eq!(game.map.grid.number(place.hex), "3317");
    assert_eq!(value(game.units.unit(unit), "setup"), Some(11));
}

#[test]
fn every_starting_hex_has_its_sides_dot_and_its_number_from_north_to_south() {
    let game = woods();
    let stacks = stacks(&game);
    let dotted: BTreeSet<HexId> = game
        .map
        .on_map()
        .filter(|hex| has(&game, *hex, "start", "german") || has(&game, *hex, "start", "allied"))
        .collect();
    assert_eq!(dotted, stacks.keys().copied().collect());
    for side_id in ["german", "allied"] {
        let mut numbers: Vec<(i16, HexId)> = Vec::new();
        for (hex, units) in &stacks {
            for unit in units.iter().map(|unit| game.units.unit(*unit)).filter(|unit| side(&game, unit) == side_id) {
                assert!(has(&game, *hex, "start", side_id), "{}", unit.id);
                numbers.push((value(unit, "setup").unwrap(), *hex));
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        let expected: Vec<i16> = (1..).take(numbers.len()).collect();
        assert_eq!(numbers.iter().map(|(number, _)| *number).collect::<Vec<_>>(), expected, "{side_id}");
        let place = |hex: HexId| {
            let (x, y) = game.map.grid.centre(hex);
            (y, x)
        };
        let in_order = numbers.windows(2).all(|pair| place(pair[0].1) < place(pair[1].1));
        assert!(in_order, "{side_id}");
    }
}

#[test]
fn a_division_and_one_unit_more_start_in_a_hex_and_corps_do_not_mix() {
    // 6, 6.1
    let game = woods();
    for (hex, units) in stacks(&game) {
        let units: Vec<&Unit> = units.iter().map(|unit| game.units.unit(*unit)).filter(|unit| fights(unit)).collect();
        let largest = units.iter().map(|it| units.iter().filter(|other| other.division == it.division).count()).max();
        assert!(units.len() <= largest.unwrap() + 1, "{}", game.map.grid.number(hex));
        let corps: BTreeSet<_> = units.iter().filter(|unit| unit.nation == "us").map(|unit| unit.formation).collect();
        assert!(corps.len() <= 1, "{}", game.map.grid.number(hex));
    }
}

#[test]
fn every_starting_hex_suits_its_units() {
    // 10.4.1: vehicles are in forest by road only; 9.1: every German unit but the 14th Parachute (9.4) in its army's area
    let game = woods();
    let roads: BTreeSet<HexId> = game.map.roads.iter().flat_map(|road| [road.from, road.to]).collect();
    for (hex, units) in stacks(&game) {
        for unit in units.iter().map(|unit| game.units.unit(*unit)) {
            let number = game.map.grid.number(hex);
            let terrain = game.map.hex(hex).terrain;
            assert!(!motorised(unit) || terrain != Terrain::Forest || roads.contains(&hex), "{} {number}", unit.id);
            let Some(formation) = unit.formation.map(|it| game.units.formation(it)) else { continue };
            if side(&game, unit) == "german" {
                let area = if unit.id == "14-5fj" { "5pz" } else { formation.army.as_str() };
                assert!(has(&game, hex, "command", area), "{} {number}", unit.id);
            }
        }
    }
}

#[test]
fn the_14th_parachute_regiment_starts_in_the_5th_armys_area_within_two_hexes_of_the_7th() {
    // 9.4
    let game = woods();
    let unit = game.units.find("14-5fj").unwrap();
    let place = scenario(&game, "german-attack").placements.iter().find(|it| it.unit == unit).unwrap().hex;
    let seventh = game.map.on_map().filter(|hex| has(&game, *hex, "command", "7"));
    assert!(seventh.map(|hex| game.map.grid.distance(place, hex)).min().unwrap() <= 2);
}

#[test]
fn the_front_parts_the_sides_and_all_german_hexes_but_three_can_attack_an_american() {
    // 14.3: a combat round comes before the first move. Lehr and the 1st SS wait behind, the 14th Parachute (9.4) at an
    // unguarded bank
    let game = woods();
    let stacks = stacks(&game);
    let holder = |hex: &HexId| stacks.get(hex).map(|units| side(&game, game.units.unit(units[0])));
    let behind: BTreeSet<String> = stacks
        .keys()
        .filter(|hex| holder(hex).as_deref() == Some("german"))
        .filter(|hex| !game.map.grid.neighbours(**hex).any(|(_, there)| holder(&there).as_deref() == Some("allied")))
        .map(|hex| game.map.grid.number(*hex))
        .collect();
    assert_eq!(behind, ["3418", "3518", "3808"].map(str::to_owned).into());
    // no start on the wrong side of the line: from Monschau's hex west, without crossing it, lies no German
    let fronts: BTreeSet<(HexId, HexId)> = game
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
            if !fronts.contains(&(here, there)) && reached.insert(there) {
                open.push(there);
            }
        }
    }
    for hex in stacks.keys() {
        assert_eq!(reached.contains(hex), holder(hex).as_deref() == Some("allied"), "{}", game.map.grid.number(*hex));
    }
}

fn arrivals<'a>(game: &'a Published, wanted: impl Fn(&Unit) -> bool) -> Vec<&'a Arrival> {
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
    assert_eq!(crt.columns.first().map(String::as_str), Some("1-3"));
    assert_eq!(crt.columns.last().map(String::as_str), Some("6-1"));
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
