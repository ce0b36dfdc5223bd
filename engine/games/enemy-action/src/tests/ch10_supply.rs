//! Supply (10), towns and points (12, 14).

use super::given::{empty, hex, next_day, put, unit};
use crate::EnemyAction;
use crate::chapters::ownership::points;
use crate::chapters::supply::trace;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::roster::{BridgeState, Place, Supply};
use definitions::hex::HexId;
use engine::contract::SideId;
use testing::Given;

fn supplied(given: &Given<EnemyAction>, side: SideId, number: &str) -> bool {
    trace(&given.definitions, &given.state.public, side).supplied.contains(hex(given, number))
}

fn head(given: &Given<EnemyAction>, side: SideId, number: &str) -> bool {
    trace(&given.definitions, &given.state.public, side).heads.contains(hex(given, number))
}

#[test]
fn cases_10_1a_and_10_1f_and_10b_four_hexes_to_a_head_which_roads_join_to_the_own_edge() {
    let given = empty(20);
    assert!(head(&given, ALLIED, "1219") && supplied(&given, ALLIED, "1122"));
    assert!(head(&given, GERMAN, "1802") && !head(&given, GERMAN, "1219"));
    assert!(!supplied(&given, GERMAN, "1122"));
}

#[test]
fn cases_10_1b_and_10_1c_and_10_1d_and_8_1c_from_a_zone_but_not_through_one_or_through_enemies() {
    let given = put(empty(20), "110-28di", "1122", 0);
    assert!(supplied(&given, ALLIED, "1122"));
    // a ring of Germans: all around lies in their zones
    let ring = ["0921", "1023", "1124", "1322", "1220", "1120"];
    let ids = ["3-2pz", "2-2pz", "304-2pz", "39-26vg", "77-26vg", "78-26vg"];
    let given = ring.iter().zip(ids).fold(given, |given, (number, id)| put(given, id, number, 0));
    assert!(!supplied(&given, ALLIED, "1122"));
    // a friend in a zone lets the line through: from 1222 by 1323 to the open country behind
    let given = put(given, "109-28di", "1222", 0);
    assert!(!supplied(&given, ALLIED, "1222"));
    let given = put(given, "112-28di", "1323", 0);
    assert!(supplied(&given, ALLIED, "1323") && supplied(&given, ALLIED, "1222"));
}

#[test]
fn case_10_1e_over_an_unbridged_river_the_path_is_one_hex_to_a_head_just_across() {
    // 1708 is just across the Our from the head 1707; 1709 is not
    let given = empty(20);
    assert!(head(&given, GERMAN, "1707"));
    assert!(supplied(&given, GERMAN, "1708") && !supplied(&given, GERMAN, "1709"));
}

#[test]
fn case_10_1e_over_an_unbridged_river_an_edge_hex_that_is_no_head_ends_no_path() {
    // the bridge of an edge hex without a road off the map is down: what lies across has no head beside it
    let mut given = empty(20);
    let board = &given.definitions.board;
    let lone = |hex: &HexId| {
        let it = board.hex(*hex);
        it.edge.is_some_and(|side| !trace(&given.definitions, &given.state.public, side).heads.contains(*hex))
    };
    let found = board.all().filter(lone).find_map(|edge| {
        let side = board.hex(edge).edge?;
        let inland = |at: HexId| board.hex(at).edge.is_none();
        let over = board.hex(edge).sides.iter().find(|border| border.river.is_some() && inland(border.there))?;
        Some((side, edge, over.there, over.river?))
    });
    let (side, edge, across, river) = found.expect("a river beside an edge hex without a road");
    let bridge = given.state.public.units.bridge(river);
    given.state.public.units.set_bridge(river, BridgeState { stands: false, ..bridge });
    // nothing but that hexside leads on from it: enemies hold what else is around
    let around: Vec<HexId> = given.definitions.board.around(across).filter(|at| *at != edge).collect();
    let foes: Vec<_> = given.definitions.units_of(side.enemy()).take(around.len()).collect();
    for (unit, at) in foes.into_iter().zip(around) {
        given.state.public.units.get_mut(unit).place = Place::Hex(at);
        given.state.public.units.get_mut(unit).dispersed = true;
    }
    let traced = trace(&given.definitions, &given.state.public, side);
    assert!(traced.supplied.contains(edge), "10.11");
    assert!(!traced.supplied.contains(across), "{}", given.definitions.place(across));
}

#[test]
fn case_10_11_on_its_own_edge_a_unit_is_always_in_supply() {
    let given = put(put(empty(20), "110-28di", "1329", 0), "3-2pz", "1328", 0);
    assert!(supplied(&given, ALLIED, "1329"));
}

#[test]
fn case_10_13_allied_supply_goes_through_the_westwall_with_an_allied_unit_alone() {
    let given = empty(20);
    assert!(!supplied(&given, ALLIED, "1706"));
}

/// A German and an Allied unit where neither can trace, at the beginning of a Supply Phase.
fn judged(day: u8, german: Supply, allied: Supply, dice: &[u8]) -> Given<EnemyAction> {
    // the edge of the other side, behind zones and far from roads of its own
    let given = put(put(empty(day), "3-2pz", "1122", 0), "110-28di", "1404", 0);
    let units = vec![(unit(&given, "3-2pz"), german), (unit(&given, "110-28di"), allied)];
    next_day(given.fact(&Event::SupplyJudged { units, roadblocks: Vec::new() }), dice)
}

fn supply(given: &Given<EnemyAction>, id: &str) -> Supply {
    given.state.public.unit(unit(given, id)).supply
}

#[test]
fn cases_10a_and_10_12_allies_are_judged_from_the_17th_and_germans_from_the_19th() {
    let given = judged(16, Supply::Full, Supply::Full, &[]);
    assert_eq!(given.state.public.day, 17);
    assert_eq!((supply(&given, "3-2pz"), supply(&given, "110-28di")), (Supply::Full, Supply::Low));
    let given = judged(18, Supply::Full, Supply::Full, &[]);
    assert_eq!(supply(&given, "3-2pz"), Supply::Low);
}

#[test]
fn cases_10_21a_and_10_22a_and_10_23a_a_day_each_from_low_to_out_to_isolated() {
    let given = judged(18, Supply::Low, Supply::Out, &[]);
    assert_eq!((supply(&given, "3-2pz"), supply(&given, "110-28di")), (Supply::Out, Supply::Isolated));
}

#[test]
fn case_10_24_an_isolated_unit_rolls_and_loses_a_step_by_its_quality() {
    // regular: 1 to 4
    let given = judged(18, Supply::Full, Supply::Isolated, &[4]);
    assert_eq!(given.state.public.unit(unit(&given, "110-28di")).lost, 1);
    let given = judged(18, Supply::Full, Supply::Isolated, &[5]);
    assert_eq!(given.state.public.unit(unit(&given, "110-28di")).lost, 0);
}

#[test]
fn cases_12_1a_and_14_1a_towns_east_of_the_westwall_are_german_and_vp_towns_count_while_owned() {
    let mut given = empty(20);
    let names: Vec<&str> = ["1802", "1706", "1204"].to_vec();
    assert!(names.iter().all(|number| given.state.public.towns.contains(&hex(&given, number))));
    assert_eq!(points(&given.definitions, &given.state.public), 0);
    let vith = hex(&given, "1108");
    given.state.public.towns.insert(vith);
    assert_eq!(points(&given.definitions, &given.state.public), 3);
}

#[test]
fn case_14_1g_each_westwall_hex_of_the_allies_takes_five_points_from_the_18th() {
    let mut given = empty(17);
    let wall = hex(&given, "1707");
    given.state.public.wall.insert(wall);
    assert_eq!(points(&given.definitions, &given.state.public), 0);
    given.state.public.day = 18;
    assert_eq!(points(&given.definitions, &given.state.public), -5);
}

#[test]
fn case_12_2a_the_blown_bridges_and_those_over_the_prum_are_german_all_others_allied() {
    let given = empty(16);
    let owner = |one: &str, other: &str| {
        let side = *given.definitions.board.side(hex(&given, one), hex(&given, other)).unwrap();
        given.state.public.units.bridge(side.river.unwrap()).owner
    };
    assert_eq!([owner("1707", "1708"), owner("1802", "1803")], [GERMAN, GERMAN]);
    assert_eq!([owner("1617", "1717"), owner("0116", "0117")], [ALLIED, ALLIED]);
}

#[test]
fn case_7_9j_a_roadblock_that_no_allied_supply_reaches_goes_in_the_supply_phase() {
    let mut given = empty(18);
    for number in ["1404", "1220"] {
        let at = hex(&given, number);
        given.state.public.roadblocks.insert(at);
    }
    let given = next_day(given, &[]);
    assert_eq!(given.state.public.day, 19);
    assert_eq!(given.state.public.roadblocks.iter().copied().collect::<Vec<_>>(), [hex(&given, "1220")]);
}
