//! Assets that are laid out (12.1, 12.4 to 12.9, 4.1).

use super::given::{Branch, GAME, at, ends, hex, place, start, unit};
use crate::DeadlyWoods;
use crate::printed::{Ground, during};
use crate::truth::event::Event;
use crate::truth::state::{Place, Topic};
use engine::contract::{Drawing, Seen, SideId, Sight, Viewer};

#[test]
fn cases_4_1a_4_1b_4_1c_4_1d_4_1e_4_1f_12_1a_and_12_1f_in_which_order_assets_are_laid() {
    // the end of turn 2 begins turn 3: engineers, Greif and trucks, Traffic and Delay
    let given = at(
        "turn 2 german move\nunit eng-viii box\nunit cca-9db 2418\nunit a-26vg 3518\nunit delay track-3\nunit art-iii track-3\nunit 14-cav 3014",
    );
    let first = given.when("german: end");
    first.happens(|event| matches!(event, Event::TurnBegan { came, .. } if came.contains(&unit("delay")) && came.contains(&unit("art-iii"))));
    let first = first.now;
    assert_eq!(first.state.unit(unit("art-iii")).place, Place::Box);
    first.when("allied: place Delay at 2517").is_refused_by("12.1f", "last of all");
    first.when("allied: place traffic at 3014").is_refused_by("12.8a", "after the German assets");
    let german = first.after("allied: place Eng VIII at 2418");
    let traffic = german.after("german: place greif at 3110").after("german: place trucks with KG a/26 VG");
    let laid = traffic.after("allied: place traffic at 3014").after("allied: place Delay at 2517");
    assert_eq!(laid.state.asked.map(|asked| asked.topic), Some(Topic::First), "and the chits follow");
    assert_eq!((laid.state.greif, laid.state.motorised), (Some(hex("3110")), Some(unit("a-26vg"))));
}

#[test]
fn cases_12_1c_12_1d_and_12_1e_greif_leaves_after_turn_4_traffic_after_turn_3_and_the_delay_without_initiative() {
    let assets = GAME.tables.assets;
    assert_eq!((assets.greif, assets.traffic), ((2, 4), (1, 3)));
    at("turn 5 german assets\nunit a-26vg 3518")
        .when("german: place greif at 3110")
        .is_refused_by("12.5b", "turns 2 to 4");
    at("turn 4 allied traffic\nunit delay box\nunit cca-9db 2418")
        .when("allied: place traffic at 3014")
        .is_refused_by("12.8a", "turns 1 to 3");
    let delay = |initiative: &str, turn: u8| {
        at(&format!(
            "turn {turn} allied traffic\nunit delay box\nunit cca-9db 2418\ncup german-move allied-move\ninitiative {initiative}"
        ))
    };
    delay("allied", 6).when("allied: place Delay at 2517").is_refused_by("12.9.1b", "German initiative");
    assert_eq!(place(&delay("german", 6).after("allied: place Delay at 2517"), "delay"), "2517");
}

#[test]
fn cases_12_4_1a_12_4_1b_12_4_1c_12_4_1d_and_12_4_1f_where_engineers_are_laid_and_how_they_come_home() {
    let given = |more: &str| at(&format!("turn 3 allied assets\nunit eng-viii box\nunit cca-9db 2418\n{more}"));
    let laid = given("").after("allied: place Eng VIII at 2517");
    assert_eq!(place(&laid, "eng-viii"), "2517");
    given("").when("allied: place Eng VIII at 2719").is_refused_by("12.4.1c", "no village or town");
    given("").when("allied: place Eng VIII at 3014").is_refused_by("12.4.1c", "no village or town");
    given("").when("allied: place Eng VIII at 2711").is_refused_by("12.4.1c", "within 3 hexes");
    given("control 2517 german")
        .when("allied: place Eng VIII at 2517")
        .is_refused_by("12.4.1c", "no village or town that the Allies control");
    given("unit 16-1di 2517").when("allied: place Eng VIII at 2517").is_refused_by("6.1b", "another corps");
    let later = at("turn 4 allied assets\nunit eng-viii 2517\nunit cca-9db 2418").when("allied: recall Eng VIII");
    assert_eq!(later.now.state.unit(unit("eng-viii")).place, Place::Track(5));
    let begin = start("campaign");
    assert_eq!(place(&begin, "eng-v"), "3306");
    assert!(
        begin.state.asked.is_some_and(|asked| asked.topic == Topic::Round),
        "on turn 1 nobody is asked about engineers"
    );
    // not on the turn on which they were laid
    let both = at("turn 3 allied assets\nunit eng-viii box\nunit eng-vii 2219\nunit cca-9db 2418")
        .after("allied: place Eng VIII at 2517");
    both.when("allied: recall Eng VIII").is_refused_by("12.4.1d", "on a later one");
}

#[test]
fn cases_12_4_1e_12_4_1g_12_4_4a_12_4_4b_and_12_4_4c_engineers_are_no_units_and_give_way_to_germans() {
    // friends pass, by road
    let friends = at("turn 3 allied move\nunit eng-viii 2418\nunit cca-9db 2319");
    assert!(ends(&friends, "cca-9db").contains(&"2618".to_owned()));
    let given = at("turn 3 german move\nunit eng-viii 2418\nunit a-2pz 2319\nunit b-2pz 2218");
    given.when("german: move KG b/2 Pz to 2418").is_refused_by("10.2", "");
    let driven = given.when("german: move KG a/2 Pz to 2418");
    driven.happens(|event| matches!(event, Event::SetAside { place: Place::Track(5), .. }));
    // armour's hex before combat
    let combat = at("turn 3 german combat\nunit eng-viii 2418\nunit a-2pz 2319\nunit a-26vg 2317\nunit 14-cav 2316");
    assert_eq!(place(&combat.after("german: move KG a/2 Pz to 2418"), "eng-viii"), "");
    let advance =
        at("turn 3 german combat\nunit eng-viii 2418\nunit 14-cav 2418 lost=1\nunit a-26vg 2319\nunit b-26vg 2319")
            .rolling(&[6]);
    let advanced =
        advance.when("german: attack 2418 with KG a/26 VG, KG b/26 VG").is_done().when("german: advance KG a/26 VG");
    advanced.happens(|event| matches!(event, Event::SetAside { place: Place::Track(5), .. }));
}

#[test]
fn cases_12_5a_12_5b_and_12_5c_greif_lies_away_from_allies_and_costs_them_2_mp_by_road() {
    let given =
        |turn: u8| at(&format!("turn {turn} german assets\nunit a-26vg 3418\nunit 14-cav 3014\nunit eng-v 3207"));
    given(3).when("german: place greif at 3013").is_refused_by("12.5a", "Allies are in it or next to it");
    given(3).when("german: place greif at 3206").is_refused_by("12.5a", "next to it");
    given(2).when("german: place greif at 2418").is_refused_by("12.5b", "6th Panzer Army's area");
    assert_eq!(given(3).after("german: place greif at 2418").state.greif, Some(hex("2418")));
    // 2418 between 2319 and 2519: a point by road for armour, 5 half points with Greif
    let far = |greif: &str| ends(&at(&format!("turn 3 allied move\nunit cca-9db 2319\n{greif}")), "cca-9db").len();
    assert!(far("greif 2418") < far(""));
    let german = |greif: &str| ends(&at(&format!("turn 3 german move\nunit a-2pz 2319\n{greif}")), "a-2pz").len();
    assert_eq!(german("greif 2418"), german(""));
}

#[test]
fn cases_12_6a_12_6b_and_12_6c_trucks_for_one_supplied_infantry_unit_on_a_road_away_from_allies() {
    let given = |units: &str| at(&format!("turn 3 german assets\nunit a-18vg 2719\n{units}"));
    given("unit a-26vg 2318").when("german: place trucks with KG a/26 VG").is_refused_by("12.6b", "not on a road");
    given("unit a-26vg 2418 out=yes")
        .when("german: place trucks with KG a/26 VG")
        .is_refused_by("12.6b", "not in supply");
    given("unit a-26vg 2418\nunit 14-cav 2417")
        .when("german: place trucks with KG a/26 VG")
        .is_refused_by("12.6c", "next to an Allied unit");
    given("unit a-2pz 2418").when("german: place trucks with KG a/2 Pz").is_refused_by("12.6a", "no German infantry");
    let one = given("unit a-26vg 2418").after("german: place trucks with KG a/26 VG");
    one.when("german: place trucks with KG a/18 VG").is_refused_by("12.6a", "to one unit a turn");
    // on its way on foot beside an enemy without a zone it loses them
    let passing = at("turn 3 german move\nunit a-26vg 2418\ntrucks a-26vg\nunit delay 2216")
        .when("german: move KG a/26 VG to 2218 via 2318, 2217");
    passing.happens(|event| *event == Event::Motorised { unit: None });
    let enemy =
        at("turn 3 allied move\nunit 14-cav 2615\nunit a-26vg 2418\ntrucks a-26vg").when("allied: move 14 Cav to 2519");
    enemy.happens(|event| *event == Event::Motorised { unit: None });
}

#[test]
fn cases_12_7a_12_7b_12_7c_12_7d_12_7e_and_12_7g_von_der_heydte_lands_by_a_die_or_is_a_rumour() {
    let given = at("turn 1 german drop\nunit vdh box\nunit 102-cav 3403\nunit 14-cav 3308");
    for (number, why) in [
        ("2418", "6th Panzer Army's area"),
        ("3306", "village or town"),
        ("3307", "village or town"),
        ("3304", "in its zone"),
        ("3403", "in its zone"),
    ] {
        given
            .when(&format!("german: place v. d. Heydte at {number}"))
            .is_refused_by("12.7b", if number == "3403" { "" } else { why });
    }
    assert!(matches!(GAME.board.hex(hex("3206")).ground, Ground::Clear | Ground::Woods));
    for face in 1..=6 {
        let dropped = given.rolling(&[face]).when("german: place v. d. Heydte at 3206");
        dropped.happens(|event| matches!(event, Event::Dropped { face: rolled, .. } if *rolled == face));
        assert_eq!((place(&dropped.now, "vdh") == "3206", dropped.now.state.rumour.is_some()), (face <= 2, face > 2));
    }
    assert!(during(GAME.tables.limits.drop, 2) && GAME.counter(unit("vdh")).movement == 0);
    let far = |rumour: &str| ends(&at(&format!("turn 2 allied move\nunit 422-106di 3205\n{rumour}")), "422-106di");
    assert!(far("").contains(&"3206".to_owned()) && far("rumour 3206").len() < far("").len());
}

#[test]
fn case_12_7g_where_the_parachutists_are_scattered_both_sides_see_their_marker() {
    let given = at("turn 2 allied move\nunit 422-106di 3205\nrumour 3206");
    for side in SideId::BOTH {
        let view = DeadlyWoods::view(&GAME, &given.state, Viewer::Side(side));
        let drawn = DeadlyWoods::position(Seen::<DeadlyWoods>::new(&GAME, &view)).markers;
        let here = |marker: &definitions::LaidMarker| marker.place == definitions::Place::Hex(hex("3206"));
        assert_eq!(drawn.iter().filter(|it| here(it)).map(|it| it.kind.as_str()).collect::<Vec<_>>(), ["rumour"]);
    }
}

#[test]
fn cases_12_8a_12_8b_12_8c_and_12_8d_traffic_costs_germans_2_mp_by_road_and_is_laid_after_their_move_on_turn_1() {
    let laid = at("turn 3 allied traffic\nunit cca-9db 2418\ncup german-move");
    laid.when("allied: place traffic at 2318").is_refused_by("12.8a", "no road");
    assert_eq!(laid.after("allied: place traffic at 2319").state.traffic, Some(hex("2319")));
    let far = |traffic: &str| ends(&at(&format!("turn 3 german move\nunit a-2pz 2418\n{traffic}")), "a-2pz").len();
    assert!(far("traffic 2319") < far(""));
    let opening = at("turn 1 german move\nunit a-26vg 2418\nunit 14-cav 3014").after("german: move KG a/26 VG to 2417");
    assert_eq!(opening.state.asked.map(|asked| asked.topic), Some(Topic::Assets), "after the German move");
    opening.when("allied: place traffic at 2319").happens(|event| matches!(event, Event::Marked { .. }));
}

#[test]
fn cases_12_9a_12_9_1a_12_9_1b_12_9_1c_12_9_1d_12_9_1h_and_12_9_1j_the_delay_asset() {
    let given = |more: &str| at(&format!("turn 3 allied traffic\nunit delay box\nunit cca-9db 2418\n{more}"));
    assert_eq!(place(&given("").after("allied: place Delay at 2517"), "delay"), "2517");
    given("").when("allied: place Delay at 2318").is_refused_by("12.9.1c", "no village or town");
    given("control 2517 german").when("allied: place Delay at 2517").is_refused_by("12.9.1c", "the Allies control");
    let moves = at("turn 3 allied move\nunit delay 2517\nunit cca-9db 2418");
    moves.when("allied: move Delay to 2516").is_refused_by("10.1a", "no movement allowance");
    // it is home at the end of a turn and may be laid anew
    let end = at("turn 3 german move\nunit delay 2517\nunit cca-9db 2418").when("german: end").now;
    assert_eq!(end.state.unit(unit("delay")).place, Place::Box);
    assert_eq!(GAME.counter(unit("delay")).attack[0], 0);
}
