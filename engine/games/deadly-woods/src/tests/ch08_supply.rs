//! Supply (8).

use super::given::{Branch, GAME, Table, at, ends, hex, lost, place, start, unit};
use crate::chapters::{supply, victory};
use crate::printed::{ALLIED, Chit, GERMAN, Ground};
use crate::truth::event::Event;
use crate::truth::state::{Fuel, Place};

fn supplied(table: &Table, id: &str) -> bool {
    supply::supplied(&GAME, &table.state, unit(id))
}

/// Germans all around Bastogne, so that nobody comes out of it.
const SIEGE: &str =
    "unit a-26vg 2417\nunit b-26vg 2518\nunit a-18vg 2519\nunit b-18vg 2419\nunit a-560vg 2319\nunit b-560vg 2318\n";

/// Americans all around Bastogne.
const RING: &str = "unit 501-101abn 2417\nunit 502-101abn 2518\nunit 506-101abn 2519\nunit 327-101abn 2419\nunit 325-82abn 2319\n\
                    unit 504-82abn 2318\n";

#[test]
fn cases_8_1a_8_1h_8_1k_and_8_1l_allies_are_judged_as_they_move_and_others_may_make_their_way_first() {
    // Germans north and south whose zones close the hexes beside Bastogne, but for one who cancels them
    let given = at(&format!("turn 4 allied move\nunit cca-9db 2418\n{SIEGE}"));
    assert!(!supplied(&given, "cca-9db"));
    let opened = at(&format!(
        "turn 4 allied move\nunit cca-9db 2418\n{}",
        SIEGE.replace("unit b-560vg 2318", "unit 422-106di 2217")
    ));
    assert!(!supplied(&opened, "cca-9db"), "2318 lies in German zones");
    let moved = opened.after("allied: move 422/106 to 2318");
    assert!(supplied(&moved, "cca-9db"), "a friend in it cancels them");
    // nobody asks whether a hex is in supply before a unit goes there
    let out = at(&format!("turn 4 german move\nunit a-2pz 2617\n{RING}"));
    assert!(ends(&out, "a-2pz").iter().any(|number| number == "2517"));
}

#[test]
fn cases_8_1b_and_11_2d_allies_are_judged_at_the_instant_of_combat_and_out_of_supply_they_do_not_attack() {
    let given = at(&format!("turn 4 allied combat\nunit cca-9db 2418\nunit 422-106di 2418\n{SIEGE}"));
    given.when("allied: attack 2318 with CCA/9").is_refused_by("11.2d", "CCA/9 Arm is out of supply");
}

#[test]
fn cases_8_3d_and_8_3f_of_several_who_are_out_of_supply_none_attacks() {
    let given =
        at(&format!("turn 4 allied combat\nunit cca-9db 2418\nunit 422-106di 2418\nunit 112-28di 2217\n{SIEGE}"));
    given.when("allied: attack 2318 with CCA/9, 112/28").is_refused_by("11.2d", "CCA/9 Arm is out of supply");
    given.when("allied: attack 2318 with 422/106, 112/28").is_refused_by("11.2d", "422/106 Inf is out of supply");
}

#[test]
fn cases_8_1e_8_1g_and_8_3i_germans_are_judged_by_the_chit_alone() {
    let lines = |out: &str| format!("turn 4 german combat\nunit a-2pz 2418{out}\n{RING}");
    assert!(supplied(&at(&lines("")), "a-2pz"), "until a check");
    at(&lines(" out=yes"))
        .when("german: attack 2318 with KG a/2 Pz")
        .is_refused_by("11.2d", "KG a/2 Pz is out of supply");
    let cup = |turn: usize| GAME.plans[1].chits[turn - 1].cup.iter().filter(|chit| **chit == Chit::SupplyCheck).count();
    assert_eq!((1..=12).map(cup).collect::<Vec<_>>(), [0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    let drawn =
        at(&format!("{}\ncup supply-check german-reinforcements", lines(""))).rolling(&[2, 1]).when("german: end");
    drawn.happens(|event| *event == Event::SupplyChecked { out: vec![unit("a-2pz")] });
}

#[test]
fn cases_8_2a_2_2_1c_and_8_2b_five_hexes_to_a_road_and_along_it_to_an_own_entry() {
    let nobody = at("turn 4 german move\nunit a-26vg 2418");
    let lines = supply::lines(&GAME, &nobody.state, GERMAN);
    // as far as five hexes off the roads, as the crow flies at least
    let roads: Vec<_> = GAME.board.all().filter(|hex| GAME.board.hex(*hex).road).collect();
    for hex in GAME.board.all() {
        let far = roads.iter().map(|road| GAME.board.distance(*road, hex)).min().expect("roads");
        assert!(far <= 5 || !lines.reaches(hex), "{}", GAME.place(hex));
    }
    assert!(lines.reaches(hex("2418")) && lines.reaches(hex("2318")));
    // with all German entries held, no German has a line, and the other way round
    let entries = |numbers: [&str; 3], ids: [&str; 3], turn: &str| {
        let units: String = numbers.iter().zip(ids).map(|(number, id)| format!("unit {id} {number}\n")).collect();
        at(&format!("turn 4 {turn}\n{units}"))
    };
    let held = entries(["4403", "4412", "4422"], ["422-106di", "423-106di", "424-106di"], "german move");
    assert!(!supply::traced(&GAME, &held.state, GERMAN, hex("2418")));
    assert!(supply::traced(&GAME, &held.state, ALLIED, hex("2418")));
}

#[test]
fn cases_8_2c_8_2d_and_8_2f_a_line_goes_through_forest_by_road_alone_over_no_open_river_and_not_through_enemies() {
    let nobody = at("turn 4 german move\nunit a-26vg 2418");
    let lines = supply::lines(&GAME, &nobody.state, GERMAN);
    // a hex of a line off the road whose way leads on is no forest
    for hex in GAME.board.all().filter(|hex| lines.to(*hex).is_some_and(|far| far > 0)) {
        let far = lines.to(hex).expect("reached");
        let on = |side: &crate::printed::Side| {
            let open = side.river.is_none() || nobody.state.stands(side.bridge);
            let forest = GAME.board.hex(side.there).ground == Ground::Forest;
            open && lines.to(side.there) == Some(far - 1) && (!forest || side.road)
        };
        assert!(GAME.board.hex(hex).sides.iter().any(on), "{}", GAME.place(hex));
    }
    let given = at(&format!("turn 4 allied move\nunit cca-9db 2418\n{SIEGE}"));
    assert!(!supply::traced(&GAME, &given.state, ALLIED, hex("2418")));
}

#[test]
fn case_8_2e_a_line_does_not_lie_through_a_zone() {
    let zones = at("turn 4 german move\nunit cca-9db 2418");
    assert!(
        !supply::open(&GAME, &zones.state, GERMAN, hex("2417"))
            && !supply::open(&GAME, &zones.state, GERMAN, hex("2418"))
    );
}

#[test]
fn cases_8_3a_and_8_3c_allied_armour_and_cavalry_out_of_supply_have_3_mp_and_no_road_rate() {
    let count = |lines: &str, id: &str| {
        let table = at(&format!("turn 4 allied move\n{lines}"));
        (ends(&table, id).len(), supplied(&table, id))
    };
    // shut in by blown bridges and Germans far away: the roads around Bastogne stay free
    let far = "unit a-26vg 4403\n";
    let cut: String = GAME
        .board
        .entries(ALLIED)
        .iter()
        .zip([
            "a-26vg", "b-26vg", "a-18vg", "b-18vg", "a-560vg", "b-560vg", "a-62vg", "b-62vg", "a-276vg", "b-276vg",
            "a-352vg",
        ])
        .map(|(hex, id)| format!("unit {id} {}\n", GAME.published.map.grid.number(*hex)))
        .collect();
    for id in ["cca-9db", "14-cav"] {
        let (free, fed) = count(&format!("{far}unit {id} 2418"), id);
        let (crawling, hungry) = count(&format!("{cut}unit {id} 2418"), id);
        assert!(fed && !hungry && crawling < 40 && free > 100, "{id}: {free} and {crawling} hexes");
        let table = at(&format!("turn 4 allied move\n{cut}unit {id} 2418"));
        let farthest = ends(&table, id).iter().map(|end| GAME.board.distance(hex("2418"), hex(end))).max();
        assert_eq!(farthest, Some(3), "3 MP, a point a clear hex");
    }
    // 8.3e: infantry keeps to its feet
    let table = at(&format!("turn 4 allied move\n{cut}unit 422-106di 2418"));
    let farthest = ends(&table, "422-106di").iter().map(|end| GAME.board.distance(hex("2418"), hex(end))).max();
    assert_eq!(farthest, Some(3));
}

#[test]
fn cases_8_3e_and_8_3m_infantry_out_of_supply_has_no_trucks() {
    let far = |lines: &str, id: &str| {
        let table = at(lines);
        ends(&table, id).iter().map(|end| GAME.board.distance(hex("2418"), hex(end))).max().unwrap_or(0)
    };
    assert!(far("turn 4 german move\nunit a-26vg 2418\ntrucks a-26vg", "a-26vg") > 6);
    assert_eq!(far("turn 4 german move\nunit a-26vg 2418 out=yes\ntrucks a-26vg", "a-26vg"), 3);
    let drawn = at("turn 4 german move\nunit a-26vg 2418\ntrucks a-26vg\ncup supply-check\nunit 422-106di 4403\nunit 423-106di 4412\nunit 424-106di 4422")
        .rolling(&[1])
        .when("german: end");
    drawn.happens(|event| *event == Event::Motorised { unit: None });
    let siege = at(&format!("turn 4 allied move\nunit 422-106di 2418\n{SIEGE}"));
    assert!(!crate::chapters::movement::Mover::may_ride(&GAME, &siege.state, unit("422-106di"), hex("2418")));
}

#[test]
fn case_8_3g_german_armour_out_of_supply_leaves_its_tanks_to_move() {
    let given = at("turn 4 german move\nunit a-2pz 2418 out=yes\nunit 506-tiger 2519 out=yes");
    let moved = given.when("german: move KG a/2 Pz to 2417");
    moved.happens(|event| *event == Event::GaveUpTanks { unit: unit("a-2pz"), lost: 2 });
    assert_eq!(lost(&moved.now, "a-2pz"), 2);
    given.when("german: move 506 Tiger to 2619").is_refused_by("8.3g", "no third step");
}

#[test]
fn cases_8_3j_and_8_3k_german_mechanized_units_out_of_supply_have_3_mp_and_no_road_rate() {
    let table = at("turn 4 german move\nunit 8-3pg 2418 out=yes");
    let farthest = ends(&table, "8-3pg").iter().map(|end| GAME.board.distance(hex("2418"), hex(end))).max();
    assert_eq!(farthest, Some(3));
}

#[test]
fn cases_8_3l_and_8_3n_german_infantry_and_mechanized_units_out_of_supply_do_not_attack() {
    let given = at(
        "turn 4 german combat\nunit 8-3pg 2317 out=yes\nunit a-26vg 2317 out=yes\nunit b-26vg 2317\nunit 422-106di 2318",
    );
    given.when("german: attack 2318 with 8/3 PG, KG b/26 VG").is_refused_by("11.2d", "8/3 PG is out of supply");
    given.when("german: attack 2318 with KG a/26 VG, KG b/26 VG").is_refused_by("11.2d", "KG a/26 VG is out of supply");
}

#[test]
fn cases_8_1c_8_1f_13_2d_and_8_6d_replacements_ask_for_a_line_by_road_at_that_instant() {
    let given = at(&format!("turn 4 german replacements\nunit a-2pz 2418 lost=1\nunit a-lehr 2615 lost=1\n{RING}"));
    given.when("german: rebuild KG a/2 Pz").is_refused_by("13.2d", "cannot trace supply");
    // who was found out of supply and can trace again is in supply (8.1)
    let out = at("turn 4 german replacements\nunit a-2pz 2418 lost=1 out=yes").after("german: rebuild KG a/2 Pz");
    assert!(supplied(&out, "a-2pz"));
    let air = at(&format!(
        "turn 6 allied replacements\nunit cca-9db 2418 lost=1\nunit ccb-9db 2717 lost=1\nairdrop 2418\n{SIEGE}"
    ));
    assert!(supplied(&air, "cca-9db"));
    air.when("allied: rebuild CCA/9").is_refused_by("13.2d", "cannot trace supply");
}

#[test]
fn cases_8_4a_and_8_4b_delay_and_engineers_need_no_supply() {
    let given = at(
        "turn 4 german move\nunit delay 2418\nunit a-26vg 2417\nunit b-26vg 2518\nunit a-18vg 2519\nunit b-18vg 2419\n\
                    unit a-560vg 2319\nunit b-560vg 2318\nunit eng-viii 2418",
    );
    assert!(supplied(&given, "delay") && supplied(&given, "eng-viii"));
    assert_eq!(
        crate::chapters::combat::defended(&GAME, &given.state, hex("2418")),
        [unit("eng-viii")],
        "engineers help whom nobody supplies"
    );
}

#[test]
fn cases_8_5a_and_8_5c_peiper_takes_the_fuel_of_buellingen_on_his_first_move_or_never() {
    let given = at("turn 1 german move\nunit peiper-1ss 3408\nunit b-1ss 3409\nfuel lies");
    let taken = given.when("german: move Peiper to 3306 via 3407");
    taken.happens(|event| *event == Event::FuelDecided { captured: true });
    let other = given.after("german: move KG b/1 SS to 3407").when("german: end");
    other.happens(|event| *event == Event::FuelDecided { captured: false });
    // on turn 2 he is in supply, wherever he is
    let checked = |turn: u8| {
        let then =
            at(&format!("turn {turn} german move\nunit peiper-1ss 2418\nfuel captured\ncup supply-check\n{RING}"))
                .rolling(&[1])
                .when("german: end");
        then.events.iter().any(|event| *event == Event::SupplyChecked { out: vec![unit("peiper-1ss")] })
    };
    assert!(!checked(2) && checked(3));
    assert_eq!(start("campaign").state.fuel, Fuel::Lies);
}

#[test]
fn cases_8_6a_and_8_6b_air_supply_comes_with_the_second_allied_reinforcements_of_turn_5_to_a_place_in_the_clear() {
    let round = |lines: &str| at(&format!("{lines}\nunit 422-106di 2418"));
    let second = round("turn 5 allied second-reinforcements");
    let placed = second.when("allied: place airdrop at 2418");
    placed.happens(|event| matches!(event, Event::Marked { .. }));
    second.when("allied: place airdrop at 2819").is_refused_by("8.6b", "in the clear");
    second.when("allied: place airdrop at 2318").is_refused_by("8.6b", "no village or town");
    round("turn 5 allied second-reinforcements\ncontrol 2517 german")
        .when("allied: place airdrop at 2517")
        .is_refused_by("8.6b", "control");
    round("turn 5 allied second-reinforcements\nairdrop 2517")
        .when("allied: place airdrop at 2418")
        .is_refused_by("8.6a", "air supply comes");
    round("turn 5 allied first-reinforcements\nunit cca-9db 2418 entered=yes")
        .when("allied: place airdrop at 2418")
        .is_refused_by("8.6a", "air supply comes");
}

#[test]
fn cases_8_6c_8_6e_and_8_6f_us_units_within_five_hexes_are_in_supply_until_the_place_is_taken() {
    let wide = "unit a-26vg 2416\nunit b-26vg 2517\nunit a-18vg 2618\nunit b-18vg 2520\nunit a-560vg 2420\nunit b-560vg 2219\nunit a-62vg 2217\n\
                unit b-62vg 2316\nunit a-2pz 2619\nunit b-2pz 2320\n";
    let given = |lines: &str| at(&format!("turn 6 allied move\nunit 422-106di 2418\nunit 29-bde 2418\n{wide}{lines}"));
    assert!(!supplied(&given(""), "422-106di"));
    let air = given("airdrop 2418");
    assert!(supplied(&air, "422-106di") && !supplied(&air, "29-bde"), "US units alone");
    let taken = at("turn 6 german move\nunit a-2pz 2417\nairdrop 2418").when("german: move KG a/2 Pz to 2418");
    taken.happens(|event| matches!(event, Event::Marked { hex: None, .. }));
    assert!(taken.now.state.air.is_none() && taken.now.state.air_used);
    assert_eq!(victory::points(&GAME, &taken.now.state), 1);
    assert_eq!(taken.now.state.unit(unit("delay")).place, Place::Absent);
    assert_eq!(place(&taken.now, "a-2pz"), "2418");
}
