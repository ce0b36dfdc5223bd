//! Replacements (13, 4.2).

use super::given::{Branch, GAME, at, lost, place, start, unit};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Phase, Place, Topic};

#[test]
fn cases_4_2a_13_2a_and_13_2c_as_many_steps_as_the_turn_has_points_each_kind_its_own() {
    // turn 2: one point of infantry and one of armour for the Germans
    let given = at(
        "turn 2 german replacements\nunit a-26vg 2418 lost=1\nunit b-26vg 2418 lost=1\nunit a-2pz 2519 lost=2\nunit 8-3pg 2618 lost=1",
    );
    let infantry = given.after("german: rebuild KG a/26 VG");
    assert_eq!(lost(&infantry, "a-26vg"), 0);
    infantry.when("german: rebuild KG b/26 VG").is_refused_by("13.2a", "points are left");
    let armour = infantry.after("german: rebuild 8/3 PG");
    assert_eq!(lost(&armour, "8-3pg"), 0);
    given.when("german: rebuild KG a/Lehr").is_refused_by("13.2c", "not on the map");
    at("turn 2 german replacements\nunit a-26vg 2418\nunit b-26vg 2418 lost=1")
        .when("german: rebuild KG a/26 VG")
        .is_refused_by("13.2c", "no step");
    assert_eq!(GAME.tables.points(1, GERMAN).infantry + GAME.tables.points(1, ALLIED).infantry, 0);
    assert!(start("campaign").state.phase == Phase::OpeningCombat);
}

#[test]
fn case_13_2b_the_side_without_the_initiative_is_first() {
    let units = "unit a-26vg 2418 lost=1\nunit 422-106di 2217 lost=1";
    let after = |turn: u8| {
        let mut table = at(&format!("turn {turn} german move\n{units}")).when("german: end").is_done();
        while let Some(asked) = table.state.asked.filter(|asked| asked.topic == Topic::Assets) {
            table = table.after(if asked.side == GERMAN { "german: end" } else { "allied: end" });
        }
        table
    };
    let german = after(2);
    assert_eq!(
        german.state.asked.map(|asked| (asked.side, asked.topic)),
        Some((ALLIED, Topic::Replacements)),
        "turn 3"
    );
    let next = german.when("allied: end").is_done();
    assert_eq!(next.state.asked.map(|asked| (asked.side, asked.topic)), Some((GERMAN, Topic::Replacements)));
    let allied = after(7);
    assert_eq!(
        allied.state.asked.map(|asked| (asked.side, asked.topic)),
        Some((GERMAN, Topic::Replacements)),
        "turn 8"
    );
}

#[test]
fn cases_13_2_1a_13_2_1b_13_2_1c_and_13_2_1d_germans_turn_counters_back_and_raise_nobody() {
    let given = at("turn 2 german replacements\nunit a-2pz 2418 lost=2\nunit a-26vg dead\nunit b-26vg 2519 lost=1");
    let second = given.when("german: rebuild KG a/2 Pz");
    assert_eq!(lost(&second.now, "a-2pz"), 1, "from the third step to the second");
    second.happens(|event| matches!(event, Event::Rebuilt { armour: true, .. }));
    given.when("german: rebuild KG a/26 VG").is_refused_by("13.2.1c", "eliminated");
}

#[test]
fn cases_13_2_2a_13_2_2b_13_2_2c_and_13_2_2d_americans_but_not_the_british_nor_the_airborne_nor_who_surrendered() {
    let given = at(
        "turn 4 allied replacements\nunit 422-106di 2418 lost=1\nunit 14-cav 2519 lost=1\nunit cca-9db 2617 lost=1\nunit 129-43di 0112 lost=1\n\
                    unit 501-101abn 2618 lost=1\nunit 424-106di gone",
    );
    given.when("allied: rebuild 422/106").happens(|event| matches!(event, Event::Rebuilt { armour: false, .. }));
    let cavalry = given.when("allied: rebuild 14 Cav");
    cavalry.happens(|event| matches!(event, Event::Rebuilt { armour: true, .. }));
    cavalry.now.when("allied: rebuild CCA/9").is_refused_by("13.2a", "points are left");
    given.when("allied: rebuild 129/43").is_refused_by("13.2.2c", "British or airborne");
    given.when("allied: rebuild 501/101").is_refused_by("13.2.2c", "British or airborne");
    given.when("allied: rebuild 424/106 at 2418").is_refused_by("13.2.2d", "who surrendered");
}

#[test]
fn cases_13_2_2e_13_2_2f_13_2_2i_and_13_2_2j_the_dead_come_back_reduced_in_a_supplied_town_away_from_enemies() {
    let given = |more: &str| at(&format!("turn 4 allied replacements\nunit 422-106di dead\nunit 2-5di dead\n{more}"));
    let back = given("").after("allied: rebuild 422/106 at 2418");
    assert_eq!((place(&back, "422-106di").as_str(), lost(&back, "422-106di")), ("2418", 1));
    back.when("allied: rebuild 422/106").is_refused_by("13.2.2j", "brought back in this turn");
    assert_eq!(place(&given("").after("allied: rebuild 2/5 at 2418"), "2-5di"), "2418", "any American corps");
    given("").when("allied: rebuild 422/106 at 2517").is_refused_by("13.2.2f", "no town that the Allies control");
    given("control 2418 german")
        .when("allied: rebuild 422/106 at 2418")
        .is_refused_by("13.2.2f", "no town that the Allies control");
    given("unit a-26vg 2519")
        .when("allied: rebuild 422/106 at 2418")
        .is_refused_by("13.2.2f", "an enemy unit is next to it");
    let siege = "unit a-26vg 2416\nunit b-26vg 2517\nunit a-18vg 2618\nunit b-18vg 2520\nunit a-560vg 2420\nunit b-560vg 2219\nunit a-62vg 2217\nunit b-62vg 2316\n\
                 unit a-2pz 2619\nunit b-2pz 2320\nairdrop 2418";
    given(siege).when("allied: rebuild 422/106 at 2418").is_refused_by("13.2.2f", "not in supply");
    given("unit 16-1di 2418").when("allied: rebuild 422/106 at 2418").is_refused_by("6.1b", "two US corps");
}

#[test]
fn cases_13_2_2g_and_13_2_2h_luxembourg_serves_viii_and_iii_corps_and_eupen_v_and_vii() {
    // 422 VIII, 2 III, 16 V, 334 VII
    let given =
        at("turn 4 allied replacements\nunit 422-106di dead\nunit 2-5di dead\nunit 16-1di dead\nunit 334-84di dead");
    for (unit, id, luxembourg) in [
        ("422/106", "422-106di", true),
        ("2/5", "2-5di", true),
        ("16/1", "16-1di", false),
        ("334/84", "334-84di", false),
    ] {
        let (open, closed, case) = if luxembourg { ("3329", "2902", "13.2.2h") } else { ("2902", "3329", "13.2.2g") };
        assert_eq!(place(&given.after(&format!("allied: rebuild {unit} at {open}")), id), open);
        given.when(&format!("allied: rebuild {unit} at {closed}")).is_refused_by(case, "serves");
    }
    assert_eq!(given.state.unit(unit("2-5di")).place, Place::Dead);
}
