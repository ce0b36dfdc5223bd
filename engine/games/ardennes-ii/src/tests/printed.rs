//! What is printed, as the rules read it.

use super::given::{GAME, hex, number, unit};
use crate::printed::{ALLIED, Allowance, Condition, GERMAN, GunsRoll, Odds, POINT, Plan, Road, Strength, Water, files};
use definitions::{BridgeState, Published};
use std::collections::BTreeSet;

fn plan(id: &str) -> &'static Plan {
    let place = GAME.published.scenarios.iter().position(|scenario| scenario.id == id);
    &GAME.plans[place.unwrap_or_else(|| panic!("no scenario {id}"))]
}

#[test]
fn the_chart_gives_half_points_by_hex_and_hexside() {
    let entry_costs = |number: &str| GAME.board.hex(hex(number)).entry_costs;
    // open, woods, forest, marsh, a slope; a city in the open, in woods, on a slope
    assert_eq!(entry_costs("B30.40"), [Some(2 * POINT), Some(3 * POINT)]);
    assert_eq!(entry_costs("A38.16"), entry_costs("B30.40"), "whatever the village");
    assert_eq!(entry_costs("B29.49"), [Some(3 * POINT), None]);
    assert_eq!(entry_costs("B1.16"), [Some(POINT), Some(2 * POINT)]);
    assert_eq!(entry_costs("B10.34"), [Some(2 * POINT), Some(6 * POINT)]);
    assert_eq!(entry_costs("A1.46"), [Some(3 * POINT), None]);
    let chart = &GAME.tables.chart;
    assert_eq!((chart.road, chart.track), ([POINT, POINT / 2], [POINT, 2 * POINT]));
    assert_eq!(chart.stream.entry_costs, [Some(POINT), Some(2 * POINT)]);
    assert_eq!(chart.river.entry_costs, [Some(2 * POINT), None]);
    assert_eq!(chart.meuse.entry_costs, [None, None]);
    assert_eq!((chart.stream.shift, chart.river.shift, chart.meuse.shift), (-1, -1, -2));
    assert_eq!((chart.bond, chart.adjacent, chart.own_barrage), (4 * POINT, POINT, POINT));
}

#[test]
fn every_hex_of_the_map_can_be_entered_on_foot_and_no_road_crosses_water_without_a_bridge() {
    let mut roads = 0;
    for here in GAME.board.on_map() {
        assert!(GAME.board.hex(here).entry_costs[Allowance::Leg.index()].is_some(), "{}", number(here));
        for side in GAME.board.hex(here).sides.iter().filter(|side| side.road.is_some()) {
            assert!(side.water.is_none() || side.bridge.is_some(), "{}/{}", number(here), number(side.there));
            roads += 1;
        }
    }
    assert_eq!(roads, 2 * 1880);
}

#[test]
fn counters_say_whose_they_are_how_they_move_and_what_they_can() {
    let counter = |id: &str| *GAME.counter(unit(id));
    let tanks = counter("i-12-12ss");
    assert_eq!((tanks.side, tanks.allowance, tanks.movement, tanks.exploits), (GERMAN, Allowance::Mech, 24, true));
    assert_eq!((tanks.attack, tanks.defence, tanks.range, tanks.steps), ([6, 3], [4, 2], None, 2));
    assert!(!tanks.infantry && !tanks.is_gun());
    let guns = counter("174-grp");
    assert_eq!((guns.side, guns.range, guns.division, guns.steps), (ALLIED, Some(9), None, 1));
    assert!(guns.is_gun() && !guns.exploits);
    assert_eq!(counter("a-9-2di").division, counter("b-38-2di").division);
    assert_ne!(counter("a-9-2di").division, counter("a-393-99di").division);
}

#[test]
fn infantry_for_bonds_is_plain_motorised_mechanised_airborne_and_glider_but_no_special_units() {
    let infantry = |id: &str| GAME.counter(unit(id)).infantry;
    for id in ["a-9-2di", "a-25-12ss", "iii-26-12ss", "a-504-82abn", "a-325-82abn"] {
        assert!(infantry(id), "{id}");
    }
    for id in ["xxiii-penal", "44-fest-mg", "669-ost-18vg", "828-bicycle-fbb", "pio-12ss", "i-12-12ss", "174-grp"] {
        assert!(!infantry(id), "{id}");
    }
}

#[test]
fn the_infantry_of_the_2nd_panzer_alone_has_boats() {
    let with: Vec<&str> = GAME
        .published
        .units
        .iter()
        .filter(|(unit, _)| GAME.counter(*unit).boats)
        .map(|(_, unit)| unit.id.as_str())
        .collect();
    assert_eq!(with, ["gutmn-2pz", "holtm-2pz", "vcoch-2pz"]);
    let our = GAME.board.side(hex("B21.20"), hex("B20.20")).expect("a hexside");
    assert!(our.boats && our.water == Some(Water::River));
}

#[test]
fn odds_of_the_designers_examples_and_at_both_ends() {
    let of = |attack: u8, defence: u8| Odds::of(Strength::whole(attack), Strength::whole(defence)).to_string();
    for (attack, defence, odds) in
        [(14, 5, "3:1"), (30, 10, "3:1"), (5, 2, "3:1"), (4, 5, "1:1"), (2, 5, "1:3"), (1, 9, "1:9")]
    {
        assert_eq!(of(attack, defence), odds, "{attack} to {defence}");
    }
    let table = &GAME.tables.combat;
    let read = |odds: Odds| table.column(odds).to_string();
    assert_eq!(read(Odds::of(Strength::whole(14), Strength::whole(5)).shifted(-2)), "1:1");
    assert_eq!(read(Odds(9).shifted(-2)), "7:1", "10:1 and two to the left is 8:1, read at 7:1");
    assert_eq!(read(Odds(-8).shifted(-2)), "1:3");
    assert_eq!(table.result(Odds(0), 2).to_string(), "A2");
    assert_eq!(table.result(Odds(0), 7).to_string(), "A1 r1");
    assert_eq!(table.result(Odds(6), 12).to_string(), "D3 r4");
    assert_eq!(table.result(Odds(60), 12), table.result(Odds(6), 12));
}

#[test]
fn strengths_keep_their_eighths() {
    let half = Strength::whole(5).part((1, 2));
    assert_eq!(half.to_string(), "2½");
    assert_eq!(half.part((1, 4)).to_string(), "⅝");
    assert_eq!([half, Strength::whole(3)].into_iter().sum::<Strength>().to_string(), "5½");
}

#[test]
fn tables_give_what_the_aids_print() {
    let tables = &GAME.tables;
    let distances = tables.distances;
    assert_eq!((distances.stacking, distances.retreat, distances.exploiting_advance, distances.spotter), (3, 5, 2, 2));
    assert_eq!((distances.bug_out, distances.supply, distances.charge, distances.airborne), (8, 5, 2, 3));
    let first = tables.turn(1);
    assert_eq!((first.day, first.jams, first.exploitation, first.boats, first.frost), (16, true, false, true, false));
    let eighth = tables.turn(8);
    assert_eq!(
        (eighth.day, eighth.jams, eighth.exploitation, eighth.boats, eighth.frost),
        (23, false, true, false, true)
    );
    assert_eq!((tables.air_strikes(false, 1), tables.air_strikes(true, 6)), (0, 8));
    assert_eq!(
        [1, 2, 3, 4].map(|face| tables.guns(face)),
        [GunsRoll::Removed, GunsRoll::Stays, GunsRoll::Stays, GunsRoll::Recovers]
    );
    assert_eq!([1, 2, 3, 6].map(|face| tables.drop_lands.has(face)), [false, false, true, true]);
    assert_eq!([3, 4].map(|face| tables.half_to_full.has(face)), [false, true]);
    assert_eq!((tables.barrage.each_unit, tables.barrage.under_fire, tables.barrage.most), (1, -1, 6));
    assert_eq!(tables.enemy_barrage, [2 * POINT, 4 * POINT]);
    for (points, level) in
        [(33, "Major German victory"), (28, "Draw"), (18, "Major Allied victory"), (68, "Major German victory")]
    {
        assert_eq!(tables.level("campaign", points), level);
    }
    assert_eq!(
        (tables.level("peiper", 10), tables.level("peiper", 6), tables.level("peiper", 5)),
        ("Major German win", "Draw", "Major Allied win")
    );
}

#[test]
fn barrage_rolls_are_those_of_the_hardest_terrain() {
    let rolls = |number: &str| {
        let roll = GAME.board.hex(hex(number)).barrage.expect("on the map");
        (1..=6)
            .map(|face| {
                if roll.full.has(face) {
                    'F'
                } else if roll.half.has(face) {
                    'h'
                } else {
                    '-'
                }
            })
            .collect::<String>()
    };
    assert_eq!(rolls("B30.40"), "--hhFF", "open, whatever a point of interest");
    assert_eq!(rolls("A38.16"), "---hFF", "a village in the open");
    assert_eq!(rolls("B10.34"), "----hF", "a city in woods");
    assert_eq!(rolls("A1.50"), "--hhFF");
    assert_eq!(rolls("A1.45"), "---hhF", "a slope");
}

#[test]
fn plungers_have_the_bridges_out_of_their_hex_and_german_ones_their_day() {
    let bridges = |number: &str| {
        let plunger = GAME.board.plunger_in(hex(number)).unwrap_or_else(|| panic!("{number}"));
        GAME.board.plungers()[usize::from(plunger.0)].bridges.len()
    };
    for place in ["A17.26", "A33.27", "B8.39", "B20.06"] {
        assert!(bridges(place) >= 2, "{place}");
    }
    assert_eq!((bridges("A37.23"), GAME.board.plunger_in(hex("B1.16"))), (1, None));
    let gemund = GAME.board.side(hex("B22.15"), hex("B23.16")).and_then(|side| side.bridge).expect("a bridge");
    assert_eq!(GAME.board.bridge(gemund).state, BridgeState::Built(17));
    assert_eq!(GAME.board.bridge(gemund).ends.map(number), ["B22.15", "B23.16"].map(str::to_owned));
}

#[test]
fn scenarios_know_their_turns_area_supply_and_exits() {
    assert_eq!(
        ["campaign", "breakthrough", "peiper", "goose-egg", "bastogne", "tip-of-the-spear"].map(|id| plan(id).turns),
        [(1, 16), (1, 6), (2, 6), (3, 7), (4, 11), (9, 12)]
    );
    let heads = |id: &str, side: engine::contract::SideId| -> BTreeSet<String> {
        plan(id).heads[side.index()].iter().map(|head| number(head.hex)).collect()
    };
    assert_eq!(heads("bastogne", GERMAN), BTreeSet::from(["B4.24", "B12.20", "B12.22"].map(str::to_owned)));
    assert!(heads("goose-egg", GERMAN).contains("B24.39"));
    assert!(heads("campaign", GERMAN).iter().all(|hex| hex.starts_with("B40.")));
    assert!(heads("tip-of-the-spear", GERMAN).contains("A40.32"));
    for id in ["campaign", "breakthrough", "peiper", "goose-egg", "bastogne", "tip-of-the-spear"] {
        for side in [GERMAN, ALLIED] {
            let heads = &plan(id).heads[side.index()];
            assert!(!heads.is_empty(), "{id}");
            assert!(heads.iter().all(|head| plan(id).in_play.contains(head.hex)), "{id}");
            let road = |head: &crate::printed::SupplyHead| {
                GAME.board.hex(head.hex).sides.iter().any(|side| side.road.is_some())
            };
            assert!(heads.iter().all(road), "{id}");
        }
    }
    let late = plan("bastogne").heads[ALLIED.index()].iter().filter(|head| head.from == 11).count();
    assert!(late > 0, "the south edge opens on turn 11");
    assert!(plan("goose-egg").half_strikes && !plan("campaign").half_strikes);
    let exits = plan("bastogne").exits.as_ref().expect("exits");
    assert_eq!((exits.until, exits.points, exits.formations.len()), (8, None, 2));
    assert!(exits.hexes.iter().all(|hex| number(*hex).starts_with("A33.")));
    let peiper = plan("peiper").exits.as_ref().expect("exits");
    assert_eq!((peiper.until, peiper.points, peiper.formations.len()), (6, Some(1), 3));
    assert!(peiper.hexes.contains(&hex("B8.54")) && peiper.hexes.contains(&hex("B1.47")));
    assert!(plan("campaign").exits.is_none());
    assert_eq!(plan("tip-of-the-spear").german, [hex("A17.26"), hex("A34.27")]);
    assert_eq!(plan("bastogne").blown, [hex("A37.23"), hex("B11.14")]);
}

#[test]
fn who_comes_knows_where_and_on_what_condition() {
    let coming = |id: &str, of: &str| {
        let coming = plan(of).coming.iter().find(|coming| coming.unit == unit(id));
        coming.unwrap_or_else(|| panic!("{id} comes not")).clone()
    };
    assert_eq!(coming("653-jgtg", "campaign").condition, Condition::ByDie(5, 6));
    assert_eq!(coming("vdh", "campaign").condition, Condition::Drops);
    assert_eq!(
        coming("a-504-82abn", "campaign").condition,
        Condition::Airborne { within: 3, pair: Some([hex("B1.16"), hex("A38.16")]) }
    );
    let late = coming("1130-560vg", "goose-egg");
    assert_eq!((late.turn, late.lost, late.condition, late.hexes), (6, 1, Condition::None, vec![hex("B11.27")]));
    let jams = plan("campaign").placed.iter().filter(|placed| placed.disorganised).count();
    assert!(jams > 15, "{jams} start disorganised");
    let leaves: Vec<u8> = plan("goose-egg").leaving.iter().map(|(_, turn)| *turn).collect();
    assert_eq!(leaves, [4, 4, 4]);
}

#[test]
fn units_of_7_1_on_map_a_are_not_in_play_in_7_2() {
    let has = |of: &str, id: &str| plan(of).placed.iter().any(|placed| placed.unit == unit(id));
    assert!(has("campaign", "99-inf") && has("campaign", "526-mech"));
    assert!(!has("breakthrough", "99-inf") && !has("breakthrough", "526-mech"));
    assert_eq!(plan("campaign").placed.len(), plan("breakthrough").placed.len() + 2);
}

#[test]
fn a_table_that_the_rules_cannot_read_is_refused_with_its_row() {
    let mut files = files();
    let text = files.text("tables.txt").expect("the tables").replace("row odds nearest up ", "row odds nearest down ");
    files.replace("tables.txt", &text);
    assert!(Published::parse(&files).is_ok(), "a word of the chart");
    let told = crate::printed::Definitions::parse(&files).err().expect("no rule reads it");
    assert!(told[0].to_string().contains("table odds, row odds, halves"), "{}", told[0]);
}

#[test]
fn roads_have_the_class_of_the_map() {
    let road = |from: &str, to: &str| GAME.board.side(hex(from), hex(to)).and_then(|side| side.road);
    assert_eq!((road("B18.17", "B19.17"), road("B19.17", "B20.16")), (Some(Road::Road), Some(Road::Track)));
    assert_eq!(road("B1.16", "B40.20"), None);
}

#[test]
fn entry_areas_are_those_of_the_orders_of_arrival() {
    let letters: String = GAME.board.areas().into_keys().collect();
    assert_eq!(letters, "ABCDFGHIJKLMNOP");
}
