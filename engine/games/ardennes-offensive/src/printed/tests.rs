//! What is printed, as the rules read it.

use super::*;
use crate::ArdennesOffensive;
use engine::contract::Foundation;
use std::collections::BTreeSet;

fn game() -> Definitions {
    Definitions::parse(&ArdennesOffensive::files()).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

fn hex(game: &Definitions, number: &str) -> HexId {
    game.published.map.grid.find(number).unwrap_or_else(|| panic!("{number}"))
}

#[test]
fn both_results_tables_read_as_printed_at_their_corners_and_in_their_middle() {
    let crt = &game().tables.crt;
    let at = |kind, odds, face| crt.result(kind, crt.with_odds(odds).expect("printed odds"), face);
    use CrtKind::{Initial, Standard};
    use Outcome::{AttackerRetreats, DefenderEliminated, DefenderRetreats, Exchange};
    assert_eq!(at(Initial, (1, 2), 1), AttackerRetreats(1));
    assert_eq!(at(Initial, (1, 1), 4), AttackerRetreats(1));
    assert_eq!(at(Initial, (3, 1), 1), DefenderRetreats(3));
    assert_eq!(at(Initial, (6, 1), 3), Exchange);
    assert_eq!(at(Initial, (9, 1), 6), DefenderEliminated);
    assert_eq!(at(Standard, (1, 2), 6), AttackerRetreats(3));
    assert_eq!(at(Standard, (4, 1), 2), DefenderRetreats(3));
    assert_eq!(at(Standard, (9, 1), 5), Exchange);
    assert_eq!(at(Standard, (9, 1), 4), DefenderEliminated);
}

#[test]
fn cases_9_3k_and_10_odds_are_those_the_attacker_has_in_full_within_the_table() {
    let crt = &game().tables.crt;
    for (attack, defence, odds) in [
        (26, 9, "2-1"),
        (27, 9, "3-1"),
        (9, 9, "1-1"),
        (8, 9, "1-2"),
        (1, 9, "1-2"),
        (17, 9, "1-1"),
        (81, 9, "9-1"),
        (200, 9, "9-1"),
    ] {
        assert_eq!(crt.odds(crt.column(attack, defence)), odds, "{attack} to {defence}");
    }
}

#[test]
fn tables_give_what_the_charts_print() {
    let tables = game().tables;
    let costs = |points: tables::ByClass| (points.of(Class::Foot), points.of(Class::Mechanized));
    assert_eq!([costs(tables.clear), costs(tables.rough), costs(tables.road)], [(1, 1), (2, 4), (1, 1)]);
    assert_eq!([costs(tables.ford), costs(tables.river), costs(tables.stacking)], [(1, 3), (3, 6), (2, 6)]);
    let [german, allied] = tables.west_wall;
    assert_eq!((german.extra, german.road_mode, german.defence, german.attack, german.immune), (0, true, 3, 2, true));
    assert_eq!((allied.extra, allied.road_mode, allied.defence, allied.attack, allied.immune), (2, false, 1, 1, false));
    assert_eq!((tables.change_from, tables.change_on, tables.stack_limit), (6, 1, 3));
    assert_eq!((tables.drop_turn, tables.drop_lives, tables.staging, tables.crossing), (2, (1, 2), 2, 25));
    assert_eq!((tables.needed, tables.immediate_turn, tables.first_turn, tables.most), (35, 6, 3, 3));
    assert_eq!(tables.ratios, [15, 10]);
    let supply = tables.supply.map(|it| [it.defence, it.attack, it.movement]);
    let [all, half] = [Part::All, Part::Half];
    assert_eq!(supply, [[all, all, all], [all, half, half], [half, Part::Nothing, half]]);
    let south: Vec<&str> = tables.with_garrison.iter().map(|section| tables.section_name(section)).collect();
    assert_eq!((south, tables.key_place.as_str()), (vec!["SW", "SE"], "Bastogne"));
    assert_eq!(tables.crt.odds(tables.lowest(GERMAN)), "2-1");
    assert_eq!(tables.crt.odds(tables.lowest(ALLIED)), "1-2");
}

#[test]
fn cases_6_3c_and_6_5h_each_kind_of_unit_has_its_rates_of_road_mode() {
    let game = game();
    let rates = |id: &str| {
        let unit = game.published.units.find(id).expect("a unit");
        let rates = game.tables.road_rates(game.counter(unit));
        assert_eq!(rates.strength, Part::Half);
        (rates.change, rates.hexes)
    };
    assert_eq!([rates("cca-9db"), rates("1pz-1ss")], [(6, 2), (6, 2)]);
    assert_eq!([rates("112-28di"), rates("18-vg")], [(3, 10), (3, 2)]);
}

#[test]
fn cases_e_map_1_and_11g_closed_and_impassable_hexes_are_closed_to_everyone() {
    let game = game();
    let closed = ["0101", "0104", "0108", "3701", "3702", "1516", "1506", "3505", "3612"];
    assert!(closed.iter().all(|number| game.board.hex(hex(&game, number)).kind == HexKind::Closed));
    assert!(game.board.is_edge(hex(&game, "0109")) && game.board.is_edge(hex(&game, "3703")));
    assert!(game.board.is_live(hex(&game, "0209")));
}

#[test]
fn the_start_line_parts_the_germans_from_the_allies_and_every_unit_starts_on_its_side() {
    let game = game();
    for plan in &game.plans {
        for (unit, at) in &plan.placed {
            let german = game.counter(*unit).side == GERMAN;
            assert_eq!(game.board.german_side(*at), german, "{} in {}", game.name(*unit), game.place(*at));
        }
    }
    assert!(game.board.german_side(hex(&game, "3601")) && !game.board.german_side(hex(&game, "3602")));
    let front = |side| game.board.front(side).count();
    assert!(front(GERMAN) > 30 && front(ALLIED) > 30, "{} {}", front(GERMAN), front(ALLIED));
}

#[test]
fn the_meuse_parts_the_west_section_from_the_rest() {
    let game = game();
    for exit in game.board.exits() {
        // in the north-west the river leaves the map between the exits
        match game.tables.section_name(exit.section) {
            "W" => assert!(game.board.west_of_meuse(exit.hex), "{}", game.place(exit.hex)),
            "NW" => {}
            _ => assert!(!game.board.west_of_meuse(exit.hex), "{}", game.place(exit.hex)),
        }
    }
    assert!(!game.board.west_of_meuse(game.bastogne));
}

#[test]
fn cases_16b_and_16d_exits_are_worth_52_points_of_which_34_lie_outside_the_south() {
    let game = game();
    let sum = |south: bool| -> u16 {
        let exits = game.board.exits().iter();
        let those = exits.filter(|exit| game.tables.with_garrison.has(exit.section) == south);
        those.map(|exit| u16::from(exit.points)).sum()
    };
    assert_eq!((game.board.exits().len(), sum(false), sum(true)), (20, 34, 18));
}

#[test]
fn cases_12_2d_and_12_2f_supply_begins_where_roads_leave_the_map() {
    let game = game();
    assert_eq!(game.board.sources(GERMAN).len(), 8);
    let exits: BTreeSet<HexId> = game.board.exits().iter().map(|exit| exit.hex).collect();
    let sources: BTreeSet<HexId> = game.board.sources(ALLIED).iter().copied().collect();
    assert_eq!(exits, sources, "every exit has a road to the edge, and every such road an exit");
}

#[test]
fn every_bridge_carries_a_road_over_water() {
    let game = game();
    assert_eq!(game.board.bridge_count(), 86);
    for (bridge, [a, b]) in game.board.bridges() {
        let side = game.board.side(a, b).expect("neighbours");
        assert_eq!(side.bridge, Some(bridge));
        assert!(side.road && side.water != board::Water::None);
    }
}

#[test]
fn case_18_ten_scenarios_mix_set_ups_and_rates_and_number_2_is_accelerated() {
    let game = game();
    let free: Vec<[bool; 2]> = game.plans.iter().map(|plan| plan.free).collect();
    let of = |id: &str| {
        let at = game.published.scenarios.iter().position(|it| it.id == id).expect("a scenario");
        (free[at], game.plans[at].coming.len())
    };
    let (no, yes) = (false, true);
    assert_eq!(of("no-1"), ([no, no], 94 + 30));
    assert_eq!(of("no-2"), ([no, no], 94 + 36));
    assert_eq!(of("no-4"), ([no, yes], 88 + 30));
    assert_eq!(of("no-5"), ([yes, yes], 88 + 30));
    assert_eq!(of("no-9"), ([yes, no], 94 + 36));
    assert_eq!(of("no-10"), ([yes, yes], 94 + 36));
    assert!(game.plans.iter().all(|plan| plan.last_turn == 18));
}

#[test]
fn nobody_can_leave_a_stack_and_join_another_in_one_phase_as_5_2h_says() {
    let game = game();
    for counter in &game.counters {
        let cost = game.tables.stacking.of(counter.class);
        assert!(u16::from(counter.allowance) <= 2 * cost, "{counter:?}");
    }
}

#[test]
fn case_10_odds_beyond_the_table_are_those_of_its_last_column() {
    let crt = &game().tables.crt;
    assert_eq!(crt.odds(Column(200)), "9-1");
    assert_eq!(crt.result(CrtKind::Standard, Column(200), 5), Outcome::Exchange);
}

/// The fault of the game's files with another text in the tables.
fn fault(was: &[(&str, &str)]) -> String {
    let mut files = ArdennesOffensive::files();
    let mut tables = files.text("tables.txt").expect("the tables").to_owned();
    for (was, becomes) in was {
        assert!(tables.contains(was), "{was}");
        tables = tables.replace(was, becomes);
    }
    files.replace("tables.txt", &tables);
    Definitions::parse(&files).err().map(|faults| faults[0].message.clone()).unwrap_or_default()
}

#[test]
fn tables_that_no_rule_could_follow_are_faults() {
    assert_eq!(fault(&[]), "");
    for (was, told) in [
        (
            &[("columns 1:2 1:1 2:1", "columns 0:2 1:1 2:1"), ("across {odds}", "across {text}")][..],
            "expected odds as in 3:1",
        ),
        (
            &[("columns 1:2 1:1 2:1", "columns 1:0 1:1 2:1"), ("across {odds}", "across {text}")],
            "expected odds as in 3:1",
        ),
        (&[("row mechanized       3     6", "row mechanized       2     6")], "expected one limit for all units"),
        (&[("row german-division  1     no", "row german-division  2     no")], "expected one limit for all units"),
        (&[("1.5 or more", "1.10 or more")], "expected a ratio as in `1.5 or more`"),
        (
            &[("after a {1..6}", "after a {1..7}"), ("row \"after a 1\"", "row \"after a 7\"")],
            "expected rows as in `6-18`",
        ),
    ] {
        let message = fault(was);
        assert!(message.contains(told), "{was:?}: {message}");
    }
}
