//! Movement (7).

use super::given::{active, empty, hex, put, unit};
use crate::EnemyAction;
use crate::chapters::movement::{Barrier, Mover};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::{Event, Wake};
use crate::truth::roster::Supply;
use testing::Given;

fn lone(id: &str, number: &str) -> Given<EnemyAction> {
    lone_on(18, id, number)
}

fn lone_on(day: u8, id: &str, number: &str) -> Given<EnemyAction> {
    let given = put(empty(day), id, number, 0);
    let side = given.definitions.counter(unit(&given, id)).side;
    active(given, side, &[id])
}

fn place(given: &Given<EnemyAction>, id: &str) -> String {
    let hex = given.state.public.unit(unit(given, id)).hex();
    hex.map(|hex| given.definitions.published.map.grid.number(hex)).unwrap_or_default()
}

fn blocked(given: Given<EnemyAction>, number: &str) -> Given<EnemyAction> {
    let mut given = given;
    let at = hex(&given, number);
    given.state.public.roadblocks.insert(at);
    given
}

#[test]
fn cases_7a_and_t_tec_costs_go_by_kind_and_ground_and_never_beyond_the_allowance() {
    // clear for a point each: five hexes of MP 5, not six; on foot three
    let given = lone("3-2pz", "0920");
    given.when("german: move 3.2P to 0925").is_done();
    given.when("german: move 3.2P to 0926").is_refused_by("7a", "5 MP");
    let foot = lone("110-28di", "0921");
    foot.when("allied: move 110.28 to 0922 via 0922").is_refused_by("7a", "");
    // into rough ground a wheel pays two, a foot one
    let given = lone("3-2pz", "1020");
    given.when("german: move 3.2P to 0919").is_done();
}

#[test]
fn case_7b_a_unit_moves_once_and_what_is_left_is_lost() {
    let given = active(put(put(empty(18), "3-2pz", "1021", 0), "2-2pz", "1120", 0), GERMAN, &["3-2pz", "2-2pz"]);
    let given = given.and("german: move 3.2P to 1022");
    given.when("german: move 3.2P to 1021").is_refused_by("7b", "has moved");
}

#[test]
fn cases_7_1a_and_7_1b_and_8_1b_a_zone_costs_a_point_to_leave_and_is_never_left_for_another() {
    let given = put(put(empty(18), "39-26vg", "1021", 0), "110-28di", "1122", 0);
    let given = active(put(given, "109-28di", "0822", 0), GERMAN, &["39-26vg"]);
    given.when("german: move 39.26 to 1022").is_refused_by("7.1b", "directly into another");
    // 1020 alone is free of zones: a point and one for leaving, so that one is left of three
    given.when("german: move 39.26 to 1120 via 1020").is_done();
    given.when("german: move 39.26 to 1219 via 1020").is_refused_by("7a", "");
}

#[test]
fn cases_7_1c_and_8_1a_entering_a_zone_ends_the_move() {
    let given = put(put(empty(18), "3-2pz", "1019", 0), "110-28di", "1122", 0);
    let given = active(given, GERMAN, &["3-2pz"]);
    given.when("german: move 3.2P to 1021").is_done();
    given.when("german: move 3.2P to 0922 via 1021").is_refused_by("7.1c", "no further than 1021");
}

#[test]
fn cases_7_1d_and_7_1e_and_12_1b_an_enemy_hex_is_closed_and_an_empty_enemy_town_changes_hands() {
    let given = put(put(empty(20), "3-2pz", "1022", 0), "110-28di", "1123", 0);
    let given = active(given, GERMAN, &["3-2pz"]);
    given.when("german: move 3.2P to 1123").is_refused_by("7.1d", "enemy units are there");
    let given = lone_on(20, "3-2pz", "1022");
    let ciney = hex(&given, "1023");
    assert!(!given.state.public.towns.contains(&ciney));
    let after = given.when("german: move 3.2P to 1023").is_done();
    assert!(after.state.public.towns.contains(&ciney));
}

#[test]
fn case_7_1f_friends_hinder_nobody() {
    let given = put(put(put(empty(18), "3-2pz", "1021", 0), "2-2pz", "1022", 0), "304-2pz", "1022", 0);
    let given = put(given, "130-lehr", "1022", 0);
    let given = active(given, GERMAN, &["3-2pz"]);
    given.when("german: move 3.2P to 0923 via 1022").is_done();
}

#[test]
fn case_7_2_along_a_road_a_hex_costs_one_point() {
    // 1709 to 1708 is a road over broken ground
    let given = lone("3-2pz", "1710");
    let after = given.when("german: move 3.2P to 1608 via 1709").is_done();
    assert_eq!(place(&after, "3-2pz"), "1608");
}

#[test]
fn cases_7c_and_7_31a_and_7_31c_a_river_takes_the_whole_allowance_from_beside_it() {
    // the Prüm without a bridge between 1703 and 1803, the blown one between 1708 and 1707
    let given = lone("39-26vg", "1703");
    given.when("german: move 39.26 to 1803").is_done();
    let given = lone("3-2pz", "1706");
    given.when("german: move 3.2P to 1708").is_refused_by("7.31a", "from beside it");
    let given = lone("3-2pz", "1707");
    given.when("german: move 3.2P to 1708").is_done();
    given.when("german: move 3.2P to 1709").is_refused_by("7.31a", "stops in 1708");
}

#[test]
fn case_7_31b_one_unit_crosses_an_unbridged_hexside_in_an_activation() {
    let given = put(put(empty(18), "3-2pz", "1707", 0), "2-2pz", "1707", 0);
    let given = active(given, GERMAN, &["3-2pz", "2-2pz"]).and("german: move 3.2P to 1708");
    given.when("german: move 2.2P to 1708").is_refused_by("7.31b", "crossed");
}

#[test]
fn case_7_32_over_a_bridge_one_unit_an_activation_goes_into_enemy_control() {
    let second = |enemy: &str| {
        let given = put(put(empty(18), "3-2pz", "1802", 0), "2-2pz", "1802", 0);
        let given = active(put(given, "110-28di", enemy, 0), GERMAN, &["3-2pz", "2-2pz"]);
        let given = given.and("german: move 3.2P to 1803");
        let (unit, from) = (unit(&given, "2-2pz"), hex(&given, "1802"));
        let mover = Mover::new(&given.definitions, &given.state.public, unit, from, false);
        mover.enter(from, given.definitions.board.side(from, hex(&given, "1803")).unwrap(), mover.allowance)
    };
    assert_eq!((second("1904"), second("1906")), (Err(Barrier::Bridge), Ok(4)));
}

#[test]
fn cases_7_4a_and_7_4b_and_7_4c_six_steps_and_three_units_when_the_moving_ends() {
    let given = put(put(empty(18), "3-2pz", "1021", 0), "2-2pz", "1022", 0);
    let given = put(put(given, "304-2pz", "1022", 0), "130-lehr", "1022", 0);
    let given = active(put(given, "901-lehr", "1219", 0), GERMAN, &["3-2pz", "901-lehr"]);
    // four units of two steps: allowed until the moving ends
    let over = given.clone().and("german: move 3.2P to 1022");
    let asked = over.when("german: end");
    let asked = asked.asks("german", "overfull").now.clone();
    asked.when("german: remove 110.28").is_refused_by("7.4c", "not in the overfull hex");
    let after = asked.when("german: remove 2.2P").is_done();
    assert_eq!(place(&after, "2-2pz"), "");
}

#[test]
fn cases_7_5a_and_7_5b_and_7_5j_from_a_road_away_from_enemies_along_roads_wheels_go_twice_as_far() {
    // German infantry has two hexes more, by road
    let given = lone("39-26vg", "1705");
    let far = given.legal("german", "move 39.26 to");
    assert!(far.contains(&"move 39.26 to 1906".to_owned()) || far.len() > 3, "{far:?}");
    // an Allied regiment three times its three
    let given = lone("110-28di", "1221");
    let road = given.when("allied: move 110.28 to 0922").is_done();
    assert_eq!(place(&road, "110-28di"), "0922");
    // beside an enemy it has its own allowance alone
    let beside = put(put(empty(18), "110-28di", "1221", 0), "39-26vg", "1322", 0);
    let beside = active(beside, ALLIED, &["110-28di"]);
    beside.when("allied: move 110.28 to 0922").is_refused_by("7a", "3 MP");
}

#[test]
fn cases_7_5c_and_7_5d_no_strategic_move_leads_beside_enemies_or_into_their_towns() {
    lone("110-28di", "1221").when("allied: move 110.28 to 0824").is_done();
    let given = put(put(empty(18), "110-28di", "1221", 0), "39-26vg", "0925", 0);
    let given = active(given, ALLIED, &["110-28di"]);
    given.when("allied: move 110.28 to 0824").is_refused_by("7a", "");
    let mut given = lone("110-28di", "1221");
    let ciney = hex(&given, "1023");
    given.state.public.towns.insert(ciney);
    given.when("allied: move 110.28 to 0824").is_refused_by("7a", "");
}

#[test]
fn case_7_5h_a_german_goes_no_further_west_than_the_westernmost_of_his_army_by_it() {
    let given = lone("39-26vg", "1121");
    given.when("german: move 39.26 to 0924").is_refused_by("7a", "3 MP");
    let given = put(put(empty(18), "39-26vg", "1121", 0), "3-2pz", "1028", 0);
    let given = active(given, GERMAN, &["39-26vg"]);
    given.when("german: move 39.26 to 0924").is_done();
}

#[test]
fn cases_7_61a_and_7_62_germans_stay_within_the_lines_of_their_army_until_the_19th() {
    // 0217 lies in the area of the 6th Panzer Army, not of the 5th
    let given = lone_on(19, "3-2pz", "0328");
    given.when("german: move 3.2P to 0228").is_refused_by("7.61a", "outside the area");
    let given = lone_on(20, "3-2pz", "0328");
    given.when("german: move 3.2P to 0228").is_done();
}

#[test]
fn cases_7_71_and_7_72a_allies_go_anywhere_but_xxx_corps_stays_west_of_the_meuse() {
    let given = lone_on(23, "129-43di", "1127");
    given.when("allied: move 129.43 to 1126").is_refused_by("7.72a", "west of the Meuse");
    lone_on(26, "129-43di", "1127").when("allied: move 129.43 to 1126").is_done();
    let mut given = lone_on(23, "129-43di", "1127");
    given.state.public.meuse_reached = true;
    given.when("allied: move 129.43 to 1126").is_done();
}

#[test]
fn cases_7_8a_and_7_8d_and_14_1d_a_german_leaves_by_the_edge_of_his_army_for_a_point() {
    // 1228 is an exit of the west edge beyond the Meuse: two points for each point of strength
    let given = lone_on(20, "3-2pz", "1227");
    let after = given.when("german: exit 3.2P at 1228").is_done();
    assert_eq!(after.state.public.gains.exits, 10);
    let given = lone_on(20, "1-1ss", "2608");
    given.when("german: exit 1.1SS at 2608").is_refused_by("7.8d", "that edge");
}

#[test]
fn cases_7_8b_and_7_8c_and_10_21c_not_from_a_zone_and_not_without_supply() {
    let given = put(put(empty(20), "3-2pz", "1228", 0), "110-28di", "1227", 0);
    let given = active(given, GERMAN, &["3-2pz"]);
    given.when("german: exit 3.2P at 1228").is_refused_by("7.8b", "controls");
    let given = lone_on(20, "3-2pz", "1228");
    let low = vec![(unit(&given, "3-2pz"), Supply::Low)];
    let given = given.fact(&Event::SupplyJudged { units: low, roadblocks: Vec::new() });
    given.when("german: exit 3.2P at 1228").is_refused_by("7.8c", "not in supply");
}

#[test]
fn cases_2_1e_and_14_1c_an_exit_with_a_date_closes_after_it_and_steps_count_east_of_the_meuse() {
    let given = lone_on(18, "316-212vg", "2605");
    let after = given.when("german: exit 316.212 at 2605").is_done();
    assert_eq!(after.state.public.gains.exits, 2);
    lone_on(19, "316-212vg", "2605").when("german: exit 316.212 at 2605").is_refused_by("2.1e", "any more");
}

#[test]
fn cases_7_81a_and_7_81b_and_7_82_north_and_south_exclude_each_other() {
    let out = |north: bool, given: Given<EnemyAction>| {
        let unit = unit(&given, "244");
        given.fact(&Event::Exited { unit, points: 2, north, south: !north, wake: Wake::default() })
    };
    let south = out(true, lone("316-212vg", "2608"));
    south.when("german: exit 316.212 at 2608").is_refused_by("7.81a", "closes the south");
    let north = out(false, lone("1-1ss", "0112"));
    north.when("german: exit 1.1SS at 0112").is_refused_by("7.81b", "closes the north");
}

#[test]
fn case_2_1f_no_allied_unit_leaves_the_map() {
    lone("110-28di", "0529").when("allied: exit 110.28 at 0529").is_refused_by("2.1f", "do not leave");
}

#[test]
fn cases_7_9b_and_7_9c_and_7_9d_a_roadblock_closes_its_hex_and_stops_by_road_alone() {
    let beside = blocked(lone("3-2pz", "1022"), "0923");
    beside.when("german: move 3.2P to 0923").is_refused_by("7.9b", "a roadblock is there");
    let given = blocked(lone("3-2pz", "1020"), "0923");
    // a road leads from 1022 into 0923: the move ends there
    given.when("german: move 3.2P to 1022").is_done();
    given.when("german: move 3.2P to 1122 via 1022").is_refused_by("7.9c", "no further than 1022");
    // none leads from 0922 into it but by 0923 itself: 0922 has a road there, 1024 has not
    let other = blocked(lone("3-2pz", "1020"), "0924");
    other.when("german: move 3.2P to 0922 via 0921").is_done();
}

#[test]
fn case_7_9h_a_roadblock_goes_when_an_allied_unit_enters_its_hex() {
    let given = blocked(lone("110-28di", "1022"), "0923");
    let after = given.when("allied: move 110.28 to 0923").is_done();
    assert!(after.state.public.roadblocks.is_empty());
}

#[test]
fn case_12_2b_a_bridge_changes_hands_when_it_is_crossed() {
    // the Allied bridge over the Ourthe between 1617 and 1717
    let given = lone_on(20, "3-2pz", "1617");
    let (one, other) = (hex(&given, "1617"), hex(&given, "1717"));
    let river = given.definitions.board.side(one, other).and_then(|side| side.river).unwrap();
    assert_eq!(given.state.public.units.bridge(river).owner, ALLIED);
    // the Allied player lets it cross
    let after = given.and("german: move 3.2P to 1717").and("allied: pass");
    assert_eq!(after.state.public.units.bridge(river).owner, GERMAN);
}

#[test]
fn cases_10_22b_and_10_23c_and_10_23d_and_10_41a_who_has_no_supply_or_fuel_hardly_moves() {
    let of = |supply: Supply, id: &str| {
        let given = lone(id, "1021");
        let units = vec![(unit(&given, id), supply)];
        given.fact(&Event::SupplyJudged { units, roadblocks: Vec::new() })
    };
    of(Supply::Out, "3-2pz").when("german: move 3.2P to 1022").is_done();
    of(Supply::Out, "3-2pz").when("german: move 3.2P to 0923 via 1022").is_refused_by("10.22b", "one hex");
    of(Supply::Isolated, "3-2pz").when("german: move 3.2P to 1022").is_refused_by("10.23d", "isolated");
    of(Supply::Isolated, "39-26vg").when("german: move 39.26 to 1022").is_done();
    of(Supply::Isolated, "39-26vg").when("german: move 39.26 to 0923 via 1022").is_refused_by("10.23c", "one hex");
    let mut given = lone("3-2pz", "1021");
    let dry = unit(&given, "3-2pz");
    given.state.public.units.get_mut(dry).no_fuel = true;
    given.when("german: move 3.2P to 1022").is_refused_by("10.41a", "no fuel");
}
