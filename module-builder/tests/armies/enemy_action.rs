mod cards;
mod chits;
mod ground;

use super::published;
use definitions::hex::HexId;
use definitions::{Argument, Feature, Placement, Published, Scenario, Settlement, Symbol, Unit, UnitId};
use ground::{Ground, walks};
use std::collections::{BTreeMap, BTreeSet};

fn game() -> Published {
    published("enemy-action")
}

fn scenario<'a>(game: &'a Published, id: &str) -> &'a Scenario {
    game.scenarios.iter().find(|scenario| scenario.id == id).unwrap_or_else(|| panic!("no scenario {id}"))
}

fn unit<'a>(game: &'a Published, id: &str) -> &'a Unit {
    game.units.unit(game.units.find(id).unwrap_or_else(|| panic!("no unit {id}")))
}

fn corps(game: &Published, unit: UnitId) -> &str {
    game.units.unit(unit).formation.map_or("", |formation| game.units.formation(formation).short.as_str())
}

/// The hex in which a scenario puts a unit, and how.
fn place<'a>(game: &Published, scenario: &'a Scenario, id: &str) -> &'a Placement {
    let unit = game.units.find(id).unwrap_or_else(|| panic!("no unit {id}"));
    scenario.placements.iter().find(|it| it.unit == unit).unwrap_or_else(|| panic!("{id} is not on the map"))
}

fn marked(game: &Published, hex: HexId, mark: &Feature) -> bool {
    game.map.hex(hex).features.contains(mark)
}

#[test]
fn corps_of_22_december_are_as_strong_as_15_5_counts_them() {
    let game = game();
    let crisis = scenario(&game, "crisis-at-the-meuse");
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for it in &crisis.placements {
        *counted.entry(corps(&game, it.unit)).or_default() += 1;
    }
    let stated = [
        ("LXVII", 5),
        ("I SS", 15),
        ("II SS", 7),
        ("LXVI", 3),
        ("LVIII", 6),
        ("XLVII", 11),
        ("LXXXV", 6),
        ("LIII", 3),
        ("LXXX", 5),
        ("V", 11),
        ("XVIII", 12),
        ("VII", 7),
        ("VIII", 7),
        ("XII", 6),
    ];
    assert_eq!(counted, BTreeMap::from(stated));
}

#[test]
fn in_15_5_seven_allied_units_and_heydte_are_eliminated_and_39_units_reduced_by_a_step() {
    let game = game();
    let crisis = scenario(&game, "crisis-at-the-meuse");
    let gone =
        crisis.boxed.iter().filter(|it| it.name == "Eliminated").map(|it| game.units.unit(it.unit).name.as_str());
    let gone: BTreeSet<&str> = gone.collect();
    let stated = ["VDH", "394.99", "14 Cav", "422.106", "423.106", "CCR.9A", "109.28", "110.28"];
    assert_eq!(gone, BTreeSet::from(stated));
    let reduced = crisis.placements.iter().filter(|it| it.steps_lost > 0);
    assert_eq!(reduced.clone().count(), 39);
    assert!(reduced.clone().all(|it| it.steps_lost == 1), "by one step");
}

#[test]
fn in_15_5_peiper_and_the_101st_are_in_low_supply_and_four_hexes_improved() {
    let game = game();
    let crisis = scenario(&game, "crisis-at-the-meuse");
    let low = crisis.placements.iter().filter(|it| it.marks == ["low-supply"]);
    let low: BTreeSet<&str> = low.map(|it| game.units.unit(it.unit).name.as_str()).collect();
    assert_eq!(low, BTreeSet::from(["Peiper.1SS", "501.101", "502.101", "506.101", "327.101"]));
    let improved = crisis.placements.iter().filter(|it| it.improved).map(|it| game.map.grid.number(it.hex));
    assert_eq!(improved.collect::<BTreeSet<_>>(), ["1212", "1915", "2213", "2215"].map(String::from).into());
}

#[test]
fn who_is_on_the_map_or_lost_on_22_december_has_come_before_and_nobody_else_has() {
    let game = game();
    let (bulge, crisis) = (scenario(&game, "battle-of-the-bulge"), scenario(&game, "crisis-at-the-meuse"));
    let by_then = bulge.placements.iter().map(|it| it.unit);
    let by_then = by_then.chain(bulge.arrivals.iter().filter(|it| it.turn < 22).map(|it| it.unit));
    let heydte = game.units.find("vdh").unwrap();
    let by_then: BTreeSet<UnitId> = by_then.chain([heydte]).collect();
    let there = crisis.placements.iter().map(|it| it.unit);
    let lost = crisis.boxed.iter().filter(|it| it.name == "Eliminated").map(|it| it.unit);
    assert_eq!(there.chain(lost).collect::<BTreeSet<_>>(), by_then, "15.5, 3");
    let later = |scenario: &Scenario| {
        let days = scenario.arrivals.iter().filter(|it| (22..=28).contains(&it.turn));
        days.map(|it| (it.unit, it.turn)).collect::<BTreeSet<_>>()
    };
    assert_eq!(later(crisis), later(bulge), "15.5: the others on the calendar in their dates of entry");
}

#[test]
fn every_unit_of_the_game_is_on_the_map_in_a_box_or_on_the_calendar_of_the_whole_battle() {
    let game = game();
    let bulge = scenario(&game, "battle-of-the-bulge");
    let units = bulge.placements.iter().map(|it| it.unit).chain(bulge.boxed.iter().map(|it| it.unit));
    let units = units.chain(bulge.arrivals.iter().map(|it| it.unit));
    assert_eq!(units.collect::<BTreeSet<_>>().len(), game.units.units.len(), "3");
}

#[test]
fn the_okw_reserve_has_eight_units_in_three_mechanized_divisions() {
    let game = game();
    let okw: Vec<&Unit> = game.units.units.iter().filter(|unit| corps_of(&game, unit) == "OKW").collect();
    assert_eq!(okw.len(), 8, "11.4");
    assert_eq!(okw.iter().map(|unit| &unit.division).collect::<BTreeSet<_>>().len(), 3, "11.4");
    assert!(okw.iter().all(|unit| !walks(unit)), "11.4");
    for it in &game.scenarios {
        let waiting = it.boxed.iter().filter(|it| it.name == "German OKW Reserve").count();
        assert_eq!(waiting, 8, "3, 15.5: {}", it.id);
    }
}

fn corps_of<'a>(game: &'a Published, unit: &Unit) -> &'a str {
    unit.formation.map_or("", |formation| game.units.formation(formation).short.as_str())
}

#[test]
fn three_american_airborne_divisions_have_four_units_each() {
    let game = game();
    for division in ["82abn", "101abn", "17abn"] {
        let units = game.units.units.iter().filter(|unit| unit.division == division);
        assert_eq!(units.filter(|unit| unit.nation == "us").count(), 4, "11.2: {division}");
    }
}

#[test]
fn the_allied_reserve_of_16_december_is_the_five_units_of_11_1_with_the_9th_armored_strategic() {
    let game = game();
    let first = scenario(&game, "initial-assault");
    let reserve: BTreeSet<(&str, &str)> =
        first.arrivals.iter().map(|it| (game.units.unit(it.unit).name.as_str(), it.note.as_str())).collect();
    let stated = [
        ("8.4", ""),
        ("22.4", ""),
        ("26.1", ""),
        ("CCB.9A", "strategic reserve (S)"),
        ("CCR.9A", "strategic reserve (S)"),
    ];
    assert_eq!(reserve, BTreeSet::from(stated));
    let hex = |id: &str| game.map.grid.number(place(&game, first, id).hex);
    assert_eq!((hex("12-4di"), hex("cca-9db")), ("2403".to_owned(), "2205".to_owned()), "11.1");
}

#[test]
fn six_american_units_start_in_improved_positions_and_none_of_these_is_in_a_town() {
    let game = game();
    let first = scenario(&game, "initial-assault");
    let improved: Vec<&Placement> = first.placements.iter().filter(|it| it.improved).collect();
    assert_eq!(improved.len(), 6, "3");
    assert_eq!(improved.iter().map(|it| it.hex).collect::<BTreeSet<_>>().len(), 6, "12.32: one marker a hex");
    assert!(improved.iter().all(|it| game.units.unit(it.unit).nation == "us"), "3");
    for it in game.scenarios.iter().flat_map(|it| &it.placements).filter(|it| it.improved) {
        let size = game.map.hex(it.hex).settlement;
        assert!(size.is_none() || size == Some(Settlement::Village), "12.32: {}", game.map.spoken(it.hex));
    }
}

#[test]
fn no_hex_holds_more_than_three_units_or_six_steps() {
    let game = game();
    for scenario in &game.scenarios {
        let mut stacks: BTreeMap<HexId, (usize, u8)> = BTreeMap::new();
        for it in &scenario.placements {
            let stack = stacks.entry(it.hex).or_default();
            *stack = (stack.0 + 1, stack.1 + game.units.unit(it.unit).steps - it.steps_lost);
        }
        for (hex, (units, steps)) in stacks {
            let hex = game.map.grid.number(hex);
            assert!(units <= 3 && steps <= 6, "7.4: {}: {units} units, {steps} steps in {hex}", scenario.id);
        }
    }
}

#[test]
fn reserves_of_a_division_that_come_on_one_day_fit_into_a_hex_airborne_ones_into_two() {
    let game = game();
    let mut together: BTreeMap<(u8, &str), (usize, u8)> = BTreeMap::new();
    for it in &scenario(&game, "battle-of-the-bulge").arrivals {
        let unit = game.units.unit(it.unit);
        if !unit.division.is_empty() {
            let sum = together.entry((it.turn, unit.division.as_str())).or_default();
            *sum = (sum.0 + 1, sum.1 + unit.steps);
        }
    }
    for ((day, division), (units, steps)) in together {
        let hexes = if ["82abn", "101abn", "17abn"].contains(&division) { 2 } else { 1 };
        assert!(units <= 3 * hexes && usize::from(steps) <= 6 * hexes, "11.2: {division} on the {day}th");
    }
}

#[test]
fn infantry_moves_3_and_mechanized_units_5_or_6() {
    let game = game();
    for unit in &game.units.units {
        let movement = unit.values["movement"].after(0);
        let expected = if walks(unit) { movement == 3 } else { movement == 5 || movement == 6 };
        assert!(expected, "7.5: {} moves {movement}", unit.name);
    }
    for unit in ["3-2pz", "304-2pz", "130-lehr", "902-lehr", "16-116pz"].map(|id| unit(&game, id)) {
        assert_eq!(unit.values["movement"].after(0), 5, "7.5: German armour of 1607 and 1906: {}", unit.name);
    }
}

#[test]
fn strength_falls_with_every_step_and_what_is_bracketed_is_reduced() {
    let game = game();
    for unit in &game.units.units {
        let strength = |lost| unit.values["strength"].after(lost);
        for lost in 1..unit.steps {
            assert!((1..=strength(lost - 1)).contains(&strength(lost)), "2.21: {}", unit.name);
        }
        let bracketed = unit.values.get("bracketed").map_or(0, |value| value.after(0));
        assert_eq!(bracketed, 0, "2.21: {} is bracketed at full strength", unit.name);
        assert!((1..=4).contains(&unit.steps), "2.21: {} has {} steps", unit.name, unit.steps);
    }
}

#[test]
fn cards_of_5_7_and_6_2_find_their_divisions() {
    let game = game();
    let in_corps = |division: &str| -> BTreeSet<&str> {
        game.units.units.iter().filter(|it| it.division == division).map(|it| corps_of(&game, it)).collect()
    };
    for division in ["1di", "9di", "5db"] {
        assert_eq!(in_corps(division), BTreeSet::from(["V"]), "5.7: {division}");
    }
    for division in ["90di", "6db", "35di"] {
        assert_eq!(in_corps(division), BTreeSet::from(["III"]), "6.2: {division}");
    }
    assert_eq!(corps_of(&game, unit(&game, "29-bb")), "XXX", "11.51");
    assert_eq!(corps_of(&game, unit(&game, "fuhbg")), "XLVII", "15.5 against the example in 6.5");
    assert_eq!(unit(&game, "4-cav").symbol, Symbol::Reconnaissance, "2.21");
}

#[test]
fn germans_start_in_the_areas_of_their_armies_and_only_the_422nd_in_a_westwall_hex_of_the_enemy() {
    let game = game();
    for it in &scenario(&game, "initial-assault").placements {
        let unit = game.units.unit(it.unit);
        let hex = game.map.spoken(it.hex);
        match (game.units.sides[usize::from(unit.side)].id.as_str(), unit.formation) {
            ("german", Some(formation)) => {
                let army = game.units.formation(formation).army.clone();
                assert!(marked(&game, it.hex, &Feature::Command(army)), "7.6: {} in {hex}", unit.name);
            }
            _ => {
                assert!(unit.name == "422.106" || !marked(&game, it.hex, &Feature::Westwall), "{} in {hex}", unit.name)
            }
        }
    }
    for it in &scenario(&game, "crisis-at-the-meuse").placements {
        let american = game.units.unit(it.unit).nation == "us";
        let hex = game.map.spoken(it.hex);
        assert!(!american || !marked(&game, it.hex, &Feature::Westwall), "14.1, 15.5: five points for {hex}");
    }
}

#[test]
fn vehicles_start_in_road_hexes() {
    let game = game();
    let ground = Ground::of(&game.map);
    for scenario in &game.scenarios {
        for it in scenario.placements.iter().filter(|it| !walks(game.units.unit(it.unit))) {
            let (unit, hex) = (&game.units.unit(it.unit).name, game.map.spoken(it.hex));
            assert!(ground.has_road(it.hex), "{}: {unit} in {hex}", scenario.id);
        }
    }
}

#[test]
fn round_0804_stand_units_of_the_i_ss_and_some_of_the_lxvi_corps_and_no_others() {
    let game = game();
    let first = scenario(&game, "initial-assault");
    let centre = game.map.grid.find("0804").unwrap();
    let german = first.placements.iter().filter(|it| game.units.unit(it.unit).nation == "german");
    let (near, far): (Vec<_>, Vec<_>) = german.partition(|it| game.map.grid.distance(it.hex, centre) <= 2);
    let shorts =
        |group: &[&Placement]| group.iter().map(|it| corps(&game, it.unit).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(shorts(&near), ["I SS", "LXVI"].map(String::from).into(), "6.4");
    assert!(shorts(&far).contains("LXVI"), "6.4: some of the LXVI Corps only");
    let lxvi = near.iter().filter(|it| corps(&game, it.unit) == "LXVI").count();
    assert!(lxvi >= 2, "6.4: divisions and attached units");
}

#[test]
fn every_american_regiment_of_the_first_line_has_germans_beside_it_and_corps_can_attack_without_moving() {
    let game = game();
    let first = scenario(&game, "initial-assault");
    let grid = &game.map.grid;
    let (german, american): (Vec<&Placement>, Vec<&Placement>) =
        first.placements.iter().partition(|it| game.units.unit(it.unit).nation == "german");
    let touches =
        |it: &Placement, others: &[&Placement]| others.iter().any(|other| grid.distance(it.hex, other.hex) == 1);
    let behind: BTreeSet<&str> =
        american.iter().filter(|it| !touches(it, &german)).map(|it| game.units.unit(it.unit).name.as_str()).collect();
    assert_eq!(behind, BTreeSet::from(["23.2", "9.2"]), "second line");
    let attacking = german.iter().filter(|it| touches(it, &american)).map(|it| corps(&game, it.unit));
    assert_eq!(attacking.collect::<BTreeSet<_>>().len(), 7, "4.11: every corps that has come up");
}

#[test]
fn reserves_of_the_illustrations_of_11_1_find_a_hex_by_the_rules_of_deployment() {
    let game = game();
    let first = scenario(&game, "initial-assault");
    let ground = Ground::of(&game.map);
    let grid = &game.map.grid;
    let germans: Vec<HexId> = first
        .placements
        .iter()
        .filter(|it| game.units.unit(it.unit).nation == "german")
        .map(|it| it.hex)
        .chain(ground.german_towns())
        .collect();
    let heads = ground.supply_heads(&game, first, "allied");
    let cases = [
        ("A", "XII", vec!["12-4di"]),
        ("B", "V", vec!["9-2di", "23-2di", "38-2di", "102-cav", "395-99di"]),
        ("C", "VIII", vec!["cca-9db"]),
    ];
    for (illustration, area, friends) in cases {
        let friends: Vec<HexId> = friends.iter().map(|id| place(&game, first, id).hex).collect();
        let fit = heads.iter().filter(|hex| {
            let least = if game.map.at_rim(**hex) { 2 } else { 3 };
            marked(&game, **hex, &Feature::Command(area.to_owned()))
                && friends.iter().any(|friend| grid.distance(*friend, **hex) <= 3)
                && germans.iter().all(|german| grid.distance(*german, **hex) >= least)
        });
        assert!(fit.count() > 0, "11.1 {illustration}: no hex for the reserve");
    }
}

#[test]
fn on_22_december_all_draw_supply_but_those_whom_15_5_marks() {
    let game = game();
    let crisis = scenario(&game, "crisis-at-the-meuse");
    let ground = Ground::of(&game.map);
    let supplied = ground.supplied(&game, crisis);
    let wrong: Vec<String> = crisis
        .placements
        .iter()
        .filter(|it| supplied.contains(&it.hex) == (it.marks == ["low-supply"]))
        .map(|it| format!("{} in {}", game.units.unit(it.unit).name, game.map.spoken(it.hex)))
        .collect();
    // CCB.10A shares the hex of a regiment in low supply; 15.5 marks the regiment only
    assert_eq!(wrong, ["CCB.10A in 1815"], "10.1, 15.5");
}

#[test]
fn the_9th_division_of_11_2_may_follow_the_1st_to_spa_or_to_stavelot() {
    let game = game();
    let first = scenario(&game, "initial-assault");
    let grid = &game.map.grid;
    let of_corps = |it: &&Placement| corps(&game, it.unit) == "V";
    let corps: Vec<HexId> = first.placements.iter().filter(of_corps).map(|it| it.hex).collect();
    let heads = Ground::of(&game.map).supply_heads(&game, first, "allied");
    let near = |hex: HexId| corps.iter().any(|friend| grid.distance(*friend, hex) <= 3);
    let area = Feature::Command("V".to_owned());
    for name in ["Spa", "Stavelot"] {
        let town = game.map.on_map().find(|hex| game.map.hex(*hex).name.as_deref() == Some(name)).unwrap();
        assert!(heads.contains(&town) && marked(&game, town, &area) && !near(town), "11.2: {name}");
        let first_placed = heads.iter().filter(|hex| near(**hex) && marked(&game, **hex, &area));
        assert!(first_placed.filter(|hex| grid.distance(**hex, town) <= 3).count() > 0, "11.2: {name}");
    }
}

#[test]
fn the_decks_have_37_german_and_34_allied_cards_and_the_calendar_fourteen_days() {
    let game = game();
    let tables = &game.tables;
    let decks = tables.get("decks").unwrap();
    for (side, cards) in [("german", 37), ("german-crisis", 37), ("allied", 34), ("allied-crisis", 34)] {
        let count = |column| decks.number::<u32>(side, column).unwrap();
        assert_eq!(count("primary") + count("supplemental") + count("reinforcements"), cards, "2.3, 3, 15.5: {side}");
    }
    let calendar = tables.get("calendar").unwrap();
    let days: Vec<&str> = calendar.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(days, (16..=29).map(|day| day.to_string()).collect::<Vec<_>>(), "15.4");
    let told = |day: &str, column: &str| calendar.cell(day, column).unwrap().text.clone();
    assert_eq!(
        (told("16", "allied-hand"), told("16", "allied"), told("29", "far")),
        ("4".into(), "4".into(), "8".into())
    );
}

#[test]
fn on_16_december_all_units_are_in_supply() {
    let game = game();
    let first = scenario(&game, "initial-assault");
    let ground = Ground::of(&game.map);
    let supplied = ground.supplied(&game, first);
    let without = first.placements.iter().filter(|it| !supplied.contains(&it.hex));
    let without: Vec<String> = without.map(|it| game.units.unit(it.unit).name.clone()).collect();
    assert!(without.is_empty(), "10: {without:?}");
}

/// The hexsides of a table whose rows are bridges.
fn hexsides(game: &Published, table: &str) -> Vec<(HexId, HexId)> {
    let table = game.tables.get(table).unwrap();
    let hex = |row: &str, column: &str| match table.cell(row, column).unwrap().word.as_ref().unwrap().arguments[..] {
        [Argument::Hex(hex)] => hex,
        ref other => panic!("{other:?}"),
    };
    table.rows.iter().map(|row| (hex(&row.name, "hex"), hex(&row.name, "toward"))).collect()
}

/// The bridges of the map, either way, with whether they are German from the start.
fn bridges(game: &Published) -> BTreeMap<(HexId, HexId), bool> {
    let mut found = BTreeMap::new();
    for side in game.map.hexsides.iter().filter(|side| side.bridge) {
        let Some(other) = game.map.grid.neighbour(side.hex, side.side) else { continue };
        let german = side.owner.as_deref() == Some("german");
        found.insert((side.hex, other), german);
        found.insert((other, side.hex), german);
    }
    found
}

#[test]
fn case_15_5_markers_of_blown_bridges_point_to_bridges_and_german_ones_lie_behind_the_front() {
    let game = game();
    let crisis = scenario(&game, "crisis-at-the-meuse");
    let bridges = bridges(&game);
    let blown = hexsides(&game, "blown-crisis-at-the-meuse");
    let mut listed: Vec<HexId> =
        crisis.markers.iter().filter(|marker| marker.kind == "bridge-blown").map(|marker| marker.hex).collect();
    let mut pointing: Vec<HexId> = blown.iter().map(|(hex, _)| *hex).collect();
    listed.sort();
    pointing.sort();
    assert_eq!(listed, pointing);
    assert!(blown.iter().all(|side| bridges.contains_key(side)));
    let nearest = |hex: HexId, side: u8| {
        let placed = crisis.placements.iter().filter(|it| game.units.unit(it.unit).side == side);
        placed.map(|it| game.map.grid.distance(hex, it.hex)).min().unwrap()
    };
    let behind = |hex: HexId| nearest(hex, 0) < nearest(hex, 1);
    let german: BTreeSet<(HexId, HexId)> = hexsides(&game, "bridges-crisis-at-the-meuse").into_iter().collect();
    for ((hex, other), own) in &bridges {
        let is = german.contains(&(*hex, *other)) || german.contains(&(*other, *hex));
        let numbers = (game.map.grid.number(*hex), game.map.grid.number(*other));
        assert_eq!(is, *own || behind(*hex) && behind(*other), "{numbers:?}");
    }
    assert!(german.iter().all(|side| bridges.contains_key(side)));
}
