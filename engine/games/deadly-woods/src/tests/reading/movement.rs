//! Movement (10.1 to 10.5).

use super::given::{GAME, Given, at, barred, cost, direct, given, hex, moved, number, path, unit};
use crate::chapters::movement::{self, Barrier, Closed, Gait, gaits, orders};
use crate::printed::{ALLIED, GERMAN, Ground, Kind};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Act;

// ---------------------------------------------------------------- in general

#[test]
fn case_10_1a_units_with_an_allowance_move_when_a_round_lets_them() {
    let given = given("unit vdh 2417\nunit a-2pz 2418\nunit 110-28di 2121\nunit delay 2120");
    assert_eq!(barred(&given, "vdh", "2416"), "10.1a");
    given.when("allied: move 110/28 Inf to 2020").is_refused_by("14.1a", "nothing is asked of you");
    given.when("german: move v. d. Heydte to 2416").is_refused_by("10.1a", "has no movement allowance");
    let allied = super::given::given("turn 3 allied move\nunit delay 2120\nunit 110-28di 2121");
    assert_eq!(barred(&allied, "delay", "2220"), "10.1a");
    assert_eq!(cost(&allied, "110-28di", "2020"), "1 MP");
}

#[test]
fn cases_10_1c_10_2_and_t_teca_infantry_and_motorized_units_pay_by_the_chart() {
    let given = given(
        "turn 4 german move\nunit a-26vg 3115\nunit 104-15pg 3116\nunit a-2pz 2519\nunit b-26vg 2519\nunit a-18vg 2512",
    );
    // rough without a road
    assert_eq!((cost(&given, "a-26vg", "3214").as_str(), cost(&given, "104-15pg", "3216").as_str()), ("1 MP", "2 MP"));
    // woods; the armour stands with another unit
    assert_eq!((cost(&given, "b-26vg", "2520").as_str(), cost(&given, "a-2pz", "2520").as_str()), ("1 MP", "2 MP"));
    // forest
    assert_eq!(cost(&given, "a-18vg", "2513"), "2 MP");
    assert_eq!(cost(&super::given::given("unit a-18vg 2514"), "a-18vg", "2613"), "2 MP");
    // a town costs as little as clear ground, whatever lies around it
    assert_eq!(cost(&super::given::given("unit 104-15pg 3212"), "104-15pg", "3211"), "1 MP", "St. Vith in woods");
}

#[test]
fn case_t_teca_vehicles_enter_forest_by_road_alone() {
    let given = given("turn 4 allied move\nunit cca-10db 2412");
    assert_eq!(barred(&given, "cca-10db", "2413"), "T.TECa");
    assert_eq!(cost(&given, "cca-10db", "2313"), "½ MP");
    let cavalry = super::given::given("turn 4 allied move\nunit 14-cav 2512");
    assert_eq!(path(&cavalry, "14-cav", "2513"), "2412 2513", "by the road round 2412");
}

#[test]
fn case_t_tecb_infantry_pays_for_a_river_without_a_bridge_and_vehicles_do_not_cross() {
    let given = given("turn 4 german move\nunit a-26vg 2614\nunit a-2pz 2715");
    assert_eq!(direct(&given, "a-26vg", "2715"), Ok("3 MP".to_owned()), "2 for the river, 1 for the clear hex");
    assert_eq!(direct(&given, "a-2pz", "2614"), Err(Barrier::Prohibited(Closed::River)));
    let crosses = |id: &str| movement::Mover::crosses(&GAME, &given.state, unit(id), hex("2715"), hex("2814"));
    assert!(crosses("a-26vg") && !crosses("a-2pz"));
}

#[test]
fn case_10_2_nobody_leaves_the_map_or_enters_a_hex_of_enemies() {
    let given = given("unit a-26vg 0101\nunit 501-101abn 0102\nunit a-18vg 3810");
    let sides = &GAME.board.hex(hex("0101")).sides;
    assert_eq!(sides.len(), 2, "a corner");
    given.when("german: move KG a/26 VG to 0102").is_refused_by("10.2", "enemies are in");
}

#[test]
fn case_10_2_who_cannot_pay_does_not_go_not_even_one_hex() {
    // 2 for the forest, 2 for a river: infantry has 3 (R60)
    let dear = GAME.board.all().find_map(|from| {
        let fits = |side: &&crate::printed::Side| {
            let there = GAME.board.hex(side.there);
            side.river.is_some() && side.bridge.is_none() && there.ground == Ground::Forest && !there.town
        };
        GAME.board.hex(from).sides.iter().find(fits).map(|side| (number(from), number(side.there)))
    });
    let (from, to) = dear.expect("forest beyond a river");
    let dear = direct(&given(&format!("turn 4 german move\nunit a-26vg {from}")), "a-26vg", &to);
    assert!(matches!(dear, Err(Barrier::Dear(costs, 6)) if costs > 6), "{dear:?}");
}

// ---------------------------------------------------------------- 10.2.1

#[test]
fn case_10_2_1a_points_are_neither_kept_nor_lent() {
    let given = given("unit a-26vg 2417\nunit b-26vg 2320");
    let after = given.and("german: move KG a/26 VG to 2416");
    assert_eq!(barred(&after, "b-26vg", "2316"), "10.2", "it has its own three alone");
    assert_eq!(cost(&after, "b-26vg", "2317"), "3 MP");
    let next = after
        .fact(&Event::RoundEnded { fresh: Vec::new() })
        .fact(&Event::OpeningBegan { side: GERMAN, act: Act::AllGerman });
    assert_eq!(cost(&next, "a-26vg", "2316"), "1 MP");
    let has = movement::Mover::new(&GAME, &next.state, unit("a-26vg"), hex("2416"), Gait::Foot).allowance;
    assert_eq!(has, 6, "three points, as ever");
}

#[test]
fn case_10_2_1b_a_unit_may_stop_before_its_points_are_spent() {
    let moved = given("unit a-2pz 2418").and("german: move KG a/2 Pz to 2419");
    assert_eq!(at(&moved, "a-2pz"), "2419");
}

#[test]
fn cases_10_2_1c_and_10_2_1d_a_move_is_finished_before_the_next_and_none_moves_twice() {
    let given = given("unit a-26vg 2417\nunit b-26vg 2320\nunit a-18vg 3810");
    let other = given.and("german: move KG a/26 VG to 2416").and("german: move KG b/26 VG to 2321");
    other.when("german: move KG a/26 VG to 2415").is_refused_by("10.2.1d", "has moved in this round");
    assert_eq!(barred(&other, "b-26vg", "2322"), "10.2.1d");
}

// ---------------------------------------------------------------- 10.3

/// Bastogne, with a way out by 2319 alone.
const HELD: &str = "unit a-26vg 2317\nunit b-26vg 2320\nunit a-18vg 2518";

fn withdrawal(lines: &str) -> Given {
    given(&format!("turn 3 allied move\n{HELD}\n{lines}"))
}

#[test]
fn cases_10_3a_10_3b_and_10_3c_a_unit_held_by_zones_goes_over_a_friend_out_of_them() {
    let given = withdrawal("unit 110-28di 2418\nunit 112-28di 2319");
    let order = [Step::Verb(Verb::Move), Step::Unit(unit("110-28di"))];
    let (ends, _) = orders::ends(&GAME, &given.state, ALLIED, &order);
    assert_eq!(ends, [hex("2218")], "every other hex behind the friend is next to a German");
    assert_eq!(path(&given, "110-28di", "2218"), "2319 2218");
    let out = given.and("allied: move 110/28 Inf to 2218");
    assert_eq!(at(&out, "110-28di"), "2218");
}

#[test]
fn case_10_3a_who_can_move_at_all_has_no_use_of_it() {
    // the zone of armour in 2417 leaves the woods of 2518 open
    let open = given("turn 3 allied move\nunit a-2pz 2417\nunit b-26vg 2320\nunit 110-28di 2418\nunit 112-28di 2319");
    assert_eq!(cost(&open, "110-28di", "2518"), "½ MP");
    assert_eq!(barred(&open, "110-28di", "2218"), "7.3b");
}

#[test]
fn case_10_3b_engineers_open_no_door_the_delay_asset_does() {
    assert_eq!(barred(&withdrawal("unit 110-28di 2418"), "110-28di", "2319"), "7.3b");
    assert_eq!(barred(&withdrawal("unit 110-28di 2418\nunit eng-viii 2319"), "110-28di", "2319"), "7.3b");
    let delay = withdrawal("unit 110-28di 2418\nunit delay 2319");
    assert_eq!(path(&delay, "110-28di", "2218"), "2319 2218");
}

#[test]
fn case_10_3b_the_friend_is_in_supply() {
    // Germans judged by their last check
    let ring = "unit 501-101abn 2317\nunit 502-101abn 2320\nunit 506-101abn 2518";
    let door = |out: &str| given(&format!("turn 4 german move\n{ring}\nunit a-26vg 2418\nunit b-26vg 2319 out={out}"));
    assert_eq!(barred(&door("yes"), "a-26vg", "2319"), "7.3b");
    assert_eq!(path(&door("no"), "a-26vg", "2218"), "2319 2218");
}

#[test]
fn case_10_3c_the_second_hex_can_trace_supply() {
    // nothing is left to the Germans: their entries are held
    let held = "unit 504-82abn 4403\nunit 505-82abn 4412\nunit 508-82abn 4422";
    let ring = "unit 501-101abn 2317\nunit 502-101abn 2320\nunit 506-101abn 2518";
    let given = given(&format!("turn 4 german move\n{ring}\n{held}\nunit a-26vg 2418\nunit b-26vg 2319"));
    assert_eq!(barred(&given, "a-26vg", "2218"), "7.3b");
}

#[test]
fn case_10_3c_air_supply_is_supply_for_an_american() {
    let entries = GAME.board.entries(ALLIED);
    let holders: Vec<_> = GAME.units_of(GERMAN).filter(|unit| GAME.counter(*unit).division.is_some()).collect();
    let held: String = entries
        .into_iter()
        .zip(holders.into_iter().rev())
        .map(|(hex, unit)| format!("unit {} {}\n", GAME.published.units.unit(unit).id, number(hex)))
        .collect();
    let exits = |air: &str| {
        let given = withdrawal(&format!("{held}unit 110-28di 2418\nunit 112-28di 2319\n{air}"));
        movement::exits(&GAME, &given.state, unit("110-28di"), hex("2418")).len()
    };
    assert_eq!((exits(""), exits("airdrop 2319")), (0, 1));
}

#[test]
fn case_10_3d_both_hexes_are_ground_that_the_unit_could_enter() {
    let exits = |id: &str, friend: &str| {
        let given = given(&format!("turn 3 allied move\nunit {id} 2512\nunit {friend} 2412"));
        let mut ends: Vec<String> = movement::exits(&GAME, &given.state, unit(id), hex("2512"))
            .into_iter()
            .map(|(path, _)| number(path[2]))
            .collect();
        ends.sort();
        ends
    };
    assert_eq!(exits("cca-10db", "110-28di"), ["2313", "2411", "2513"], "by road alone into the forest");
    assert_eq!(exits("112-28di", "110-28di"), ["2312", "2313", "2411", "2413", "2513"]);
}

#[test]
fn case_10_3e_who_holds_the_door_has_not_moved_and_does_not_move_in_the_round() {
    let out =
        withdrawal("unit 110-28di 2418\nunit 112-28di 2319\nunit 109-28di 2121").and("allied: move 110/28 Inf to 2218");
    out.when("allied: move 112/28 Inf to 2219").is_refused_by("10.3e", "holds the door open");
    let came =
        withdrawal("unit 110-28di 2418\nunit 112-28di 2218\nunit 109-28di 2121").and("allied: move 112/28 Inf to 2319");
    assert_eq!(barred(&came, "110-28di", "2218"), "7.3b", "it has moved (R62)");
}

#[test]
fn case_10_3f_armour_does_not_use_it_for_its_hex_before_combat() {
    let given = given(&format!("turn 3 allied combat\n{HELD}\nunit cca-9db 2418\nunit 112-28di 2319"));
    assert!(barred(&given, "cca-9db", "2218").starts_with("14.4"), "next to an enemy it has no hex at all");
    let moves = withdrawal("unit cca-9db 2418\nunit 112-28di 2319");
    assert_eq!(path(&moves, "cca-9db", "2218"), "2319 2218", "in a move round it does");
}

#[test]
fn case_10_3d_germans_do_not_withdraw_over_engineers() {
    // to enter their hex takes the whole allowance, at the start of a move (R72)
    let given = given("turn 4 german move\nunit a-26vg 2418\nunit b-26vg 2319\nunit eng-viii 2219");
    let exits = movement::exits(&GAME, &given.state, unit("a-26vg"), hex("2418"));
    assert!(exits.iter().all(|(path, _)| path[2] != hex("2219")), "{exits:?}");
}

// ---------------------------------------------------------------- 10.4

#[test]
fn case_10_4a_infantry_pays_a_point_along_a_road_whatever_else_is_there() {
    let given = given("turn 4 german move\nunit a-26vg 2512\nunit b-26vg 2514");
    assert_eq!(cost(&given, "a-26vg", "2412"), "1 MP", "forest, by road");
    assert_eq!(cost(&given, "a-26vg", "2313"), "2 MP");
    assert_eq!(cost(&given, "b-26vg", "2613"), "2 MP", "forest without one");
}

#[test]
fn case_10_4b_motorized_units_pay_half_a_point() {
    let given = given("turn 4 german move\nunit a-2pz 2418\nunit a-26vg 2219\ntrucks a-26vg");
    assert_eq!(cost(&given, "a-2pz", "2518"), "½ MP");
    assert_eq!(cost(&given, "a-2pz", "2517"), "1 MP");
    assert_eq!(cost(&given, "a-26vg", "2319"), "½ MP", "and infantry moving as such");
}

#[test]
fn cases_10_4c_10_6_1f_and_10_6_1g_no_road_leads_over_a_blown_bridge() {
    let at = |lines: &str| given(&format!("turn 4 german move\n{lines}"));
    let whole = at("unit a-26vg 0713\nunit a-2pz 2121");
    assert_eq!(direct(&whole, "a-26vg", "0812"), Ok("1 MP".to_owned()));
    assert_eq!(direct(&whole, "a-2pz", "2122"), Ok("½ MP".to_owned()));
    let blown = at("unit a-26vg 0713\nunit a-2pz 2121\nbridge 0713/0812 blown\nbridge 2121/2122 blown");
    assert_eq!(direct(&blown, "a-26vg", "0812"), Ok("2 MP".to_owned()), "1 more than the town");
    assert_eq!(direct(&blown, "a-2pz", "2122"), Ok("4 MP".to_owned()), "3 more than clear ground");
    let trucks = at("unit a-26vg 2121\ntrucks a-26vg\nbridge 2121/2122 blown");
    assert_eq!(cost(&trucks, "a-26vg", "2122"), "2 MP", "on foot, as no road leads there");
}

#[test]
fn case_10_4_1a_who_starts_or_ends_in_a_stack_has_no_road_rate() {
    let stacked = given("unit a-2pz 2418\nunit b-2pz 2418");
    assert_eq!(cost(&stacked, "a-2pz", "2419"), "1 MP");
    let trucks = given("unit a-26vg 2418\nunit b-26vg 2418\ntrucks a-26vg");
    assert_eq!(gaits(&GAME, &trucks.state, unit("a-26vg"), hex("2418")), [Gait::Foot]);
    // through the hex of a friend is off the road, too
    let met = given("unit a-2pz 2418\nunit a-26vg 2419");
    assert_eq!(cost(&met, "a-2pz", "2420 via 2419"), "3 MP");
}

#[test]
fn cases_10_4_1b_14_8c_and_14_8i_reinforcements_may_stack_where_they_enter_and_go_by_road_from_there() {
    let lines = "turn 4 allied second-reinforcements\nunit cca-3db 2201 entered=yes\nunit ccb-3db 2201 entered=yes\n\
                 unit ccr-3db 2201 entered=yes\nunit 501-101abn 2201\nunit 333-84di 2201 entered=yes\nunit 4-cav 2201 entered=yes";
    let given = given(lines);
    assert_eq!(cost(&given, "cca-3db", "2302"), "½ MP");
    assert_eq!(cost(&given, "333-84di", "2302"), "½ MP");
    // it is judged when the round is over, also there
    let left = given.and("allied: move CCA/3 Arm to 2302").and("allied: end");
    assert_eq!(left.asked("allied").len(), 1);
    assert_eq!(crate::chapters::stacking::overfull(&GAME, &left.state, ALLIED).len(), 1);
}

#[test]
fn case_10_4_1c_who_leaves_the_road_pays_in_full_from_there_on() {
    let given = given("unit a-2pz 2419");
    assert_eq!(cost(&given, "a-2pz", "2418"), "½ MP");
    assert_eq!(cost(&given, "a-2pz", "2519"), "1 MP", "off the road, or round by it");
    assert_eq!(cost(&given, "a-2pz", "2418 via 2320 2319"), "3 MP", "the road from 2319 on does not help");
}

#[test]
fn cases_10_4b_and_10_4_1c_who_comes_to_a_road_from_open_country_goes_on_by_it() {
    // 2318 has no road (R105)
    let given = given("unit a-2pz 2318");
    assert_eq!(cost(&given, "a-2pz", "2519 via 2319 2418"), "2 MP", "1 to the road, and two hexes along it");
    let met = super::given::given("unit a-2pz 2318\nunit a-26vg 2319");
    assert_eq!(cost(&met, "a-2pz", "2519 via 2319 2418"), "3 MP", "it came into a stack");
    let blown = super::given::given("unit a-2pz 2318\nunit b-2pz 2318");
    assert_eq!(cost(&blown, "a-2pz", "2519 via 2319 2418"), "3 MP", "it began in one");
}

#[test]
fn case_10_4_1d_a_blown_bridge_and_a_stack_are_off_the_road_as_well() {
    // Dinant over the Meuse, then a hex with a road from there
    let whole = given("turn 4 german move\nunit a-2pz 0713");
    assert_eq!(cost(&whole, "a-2pz", "0912"), "1 MP");
    let blown = given("turn 4 german move\nunit a-2pz 0713\nbridge 0713/0812 blown");
    assert_eq!(cost(&blown, "a-2pz", "0912"), "5 MP", "4 for the bridge and the town, and 1 for clear ground");
    let met = given("unit a-2pz 2418\nunit a-26vg 2519");
    assert_eq!(cost(&met, "a-2pz", "2618 via 2519"), "2 MP");
}

#[test]
fn case_10_4_1e_off_the_road_no_forest_is_entered_and_a_bridge_costs_its_points() {
    let stacked = given("turn 4 german move\nunit a-2pz 2512\nunit b-2pz 2512");
    assert_eq!(barred(&stacked, "a-2pz", "2412"), "10.4.1a");
    let bridge = given("turn 4 german move\nunit a-2pz 2121\nunit b-2pz 2121");
    assert_eq!(cost(&bridge, "a-2pz", "2122"), "3 MP", "2 for the bridge, 1 for clear ground");
}

// ---------------------------------------------------------------- 10.5

#[test]
fn case_10_5a_who_may_move_as_motorized() {
    let rides = |lines: &str, id: &str| {
        let given = given(lines);
        let start = given.state.unit(unit(id)).hex().expect("on the map");
        gaits(&GAME, &given.state, unit(id), start).contains(&Gait::Trucks)
    };
    assert!(!rides("unit a-26vg 2418", "a-26vg"), "Germans do not by themselves");
    assert!(rides("unit a-26vg 2418\ntrucks a-26vg", "a-26vg"));
    assert!(!rides("unit a-26vg 2417\ntrucks a-26vg", "a-26vg"), "no road");
    assert!(rides("turn 4 german first-reinforcements\nunit a-26vg 4412 entered=yes", "a-26vg"));
    assert!(rides("turn 4 allied move\nunit 110-28di 2418", "110-28di"));
    assert!(rides("turn 4 allied move\nunit 501-101abn 2418", "501-101abn"));
    assert!(!rides("turn 4 allied move\nunit 110-28di 2417", "110-28di"));
    assert!(!rides("turn 4 allied move\nunit cca-10db 2418", "cca-10db"), "armour needs none");
}

#[test]
fn case_10_5b_its_allowance_is_six_and_it_keeps_to_roads() {
    let given = given("turn 4 allied move\nunit 110-28di 2418");
    let trucks = movement::Mover::new(&GAME, &given.state, unit("110-28di"), hex("2418"), Gait::Trucks);
    assert_eq!(trucks.allowance, 12);
    let reached = trucks.search();
    let far = reached.hexes().filter(|hex| reached.left(*hex) == Some(0)).count();
    assert!(far > 0, "twelve hexes");
    for to in reached.hexes() {
        let path = reached.path(to).expect("a way");
        assert!(path.len() <= 13);
        for pair in path.windows(2) {
            assert!(GAME.board.side(pair[0], pair[1]).is_some_and(|side| side.road), "{pair:?}");
        }
    }
}

#[test]
fn cases_10_5c_and_14_8h_germans_who_enter_ride_in_that_round_alone() {
    let enters = given("turn 5 german first-reinforcements\nunit a-167vg 4412 entered=yes");
    assert!(gaits(&GAME, &enters.state, unit("a-167vg"), hex("4412")).contains(&Gait::Trucks));
    let next = enters.fact(&Event::RoundEnded { fresh: Vec::new() });
    let next = next.fact(&Event::OpeningBegan { side: GERMAN, act: Act::Move });
    assert_eq!(gaits(&GAME, &next.state, unit("a-167vg"), hex("4412")), [Gait::Foot]);
}

#[test]
fn cases_10_5a_and_12_6c_trucks_stop_next_to_an_allied_unit_and_go_home() {
    // also where it has no zone: beyond it the unit goes on foot alone
    let delay = given("turn 4 german move\nunit a-26vg 2618\ntrucks a-26vg\nunit delay 2418");
    assert_eq!(cost(&delay, "a-26vg", "2518"), "½ MP");
    assert_eq!(cost(&delay, "a-26vg", "2517 via 2518"), "2 MP");
    let given = given("turn 4 german move\nunit a-26vg 2618\ntrucks a-26vg\nunit 14-cav 2418");
    let then = given.when("german: move KG a/26 VG to 2519");
    then.happens(moved("a-26vg"));
    then.happens(|event| matches!(event, Event::Motorised { unit: None }));
}

#[test]
fn case_10_1c_the_third_step_of_armour_moves_as_a_mechanized_unit() {
    let given = given("unit a-2pz 2418 lost=2");
    assert_eq!(given.state.kind(&GAME, unit("a-2pz")), Kind::Mechanised);
    assert_eq!(cost(&given, "a-2pz", "2419"), "½ MP");
}

// ---------------------------------------------------------------- several at once

#[test]
fn cases_7_3c_and_8_3j_the_150th_out_of_supply_infiltrates_as_far_as_it_crawls() {
    let given = given("unit 501-101abn 2418\nunit 150-pz 2416 out=yes\nunit a-18vg 3810");
    given.when("german: infiltrate 150 Pz to 2616 via 2417").is_refused_by("10.2", "");
    let then = given.when("german: infiltrate 150 Pz to 2517 via 2417");
    then.happens(|event| matches!(event, Event::Infiltrated));
}

#[test]
fn case_10_2_a_move_is_led_through_eight_hexes_by_name_at_most() {
    let given = given("unit a-2pz 2418\nunit a-18vg 3810");
    let to_and_fro = ["2419", "2418", "2419", "2418", "2419", "2418", "2419", "2418", "2419"].join(", ");
    given.when(&format!("german: move KG a/2 Pz to 2420 via {to_and_fro}")).is_refused_by("order", "8 hexes by name");
}

#[test]
fn case_10_2_who_is_named_for_where_he_stands_is_told_so() {
    let given = given("unit a-2pz 2418\nunit a-18vg 3810");
    given.when("german: move KG a/2 Pz to 2418").is_refused_by("10.2", "is in 2418");
}

#[test]
fn case_10_3a_a_unit_ringed_by_units_and_rivers_alone_has_no_withdrawal() {
    // Germans without zones on all sides but one, where a friend stands: no zone holds it
    let ring = "unit a-2pz 2417 lost=2\nunit b-2pz 2419 lost=2\nunit a-lehr 2518 lost=2\nunit b-lehr 2519 lost=2\nunit a-116pz 2318 lost=2";
    let given = given(&format!("turn 3 allied move\n{ring}\nunit 110-28di 2418\nunit 112-28di 2319"));
    assert_eq!(path(&given, "110-28di", "2320"), "2319 2320", "it simply moves");
    assert!(
        given.when("allied: move 110/28 Inf to 2320").events.iter().all(|it| !matches!(it, Event::HeldDoor { .. }))
    );
}

#[test]
fn case_10_3a_whom_points_alone_keep_from_his_friend_has_no_withdrawal() {
    // a friend in a forest beyond a river, which is dearer than a whole allowance; enemies on all other sides, one of whom has a
    // zone, which does not reach the friend: no zone holds the unit (R61)
    let board = &GAME.board;
    let pairs = board.all().flat_map(|from| board.hex(from).sides.iter().map(move |side| (from, side)));
    let found = pairs.filter(|(from, _)| board.hex(*from).sides.len() == 6).find_map(|(from, side)| {
        let dear = board.hex(side.there).ground == Ground::Forest && !board.hex(side.there).town;
        if side.river.is_none() || side.bridge.is_some() || !dear {
            return None;
        }
        let others: Vec<_> = board.hex(from).sides.iter().filter(|other| other.there != side.there).collect();
        let watches =
            |other: &&&crate::printed::Side| other.river.is_none() && board.distance(other.there, side.there) > 1;
        let watch = others.iter().find(watches)?.there;
        let shells = ["a-2pz", "b-2pz", "a-lehr", "b-lehr"].iter().zip(others.iter().filter(|it| it.there != watch));
        let ring: String = shells.map(|(id, it)| format!("unit {id} {} lost=2\n", number(it.there))).collect();
        let lines = format!("{ring}unit a-26vg {}\nunit 110-28di {}", number(watch), number(from));
        let given =
            given(&format!("turn 9 allied move\n{lines}\nunit 112-28di {}\nunit 109-28di 2121", number(side.there)));
        let exits = movement::exits(&GAME, &given.state, unit("110-28di"), from);
        exits.first().map(|(path, _)| (given, number(path[2])))
    });
    let (given, exit) = found.expect("such a place");
    assert_eq!(barred(&given, "110-28di", &exit), "10.2");
}
