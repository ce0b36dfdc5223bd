//! Replacements (13).

use super::given::{GAME, Given, at, given, lost, unit};
use crate::chapters::replacements;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::Phase;

/// Replacements of a side on turn 4: a point of infantry and one of armour for the Germans, two and one for the Allies.
fn turn_4(side: &str, lines: &str) -> Given {
    given(&format!("turn 4 {side} replacements\n{lines}"))
}

#[test]
fn cases_13_2a_13_2c_and_4_2a_a_point_of_its_kind_turns_a_reduced_unit() {
    let given = turn_4(
        "allied",
        "unit 110-28di 2121 lost=1\nunit 112-28di 2121 lost=1\nunit 109-28di 2121 lost=1\nunit cca-9db 2220\nunit ccb-9db 2220 lost=1",
    );
    let one = given.and("allied: rebuild 110/28 Inf");
    assert_eq!(lost(&one, "110-28di"), 0);
    let two = one.and("allied: rebuild 112/28 Inf");
    assert_eq!(replacements::left(&GAME, &two.state, ALLIED), [0, 1]);
    two.when("allied: rebuild 109/28 Inf").is_refused_by("13.2a", "points are left");
    given.when("allied: rebuild CCA/9 Arm").is_refused_by("13.2c", "has lost no step");
    given.when("allied: rebuild KG a/2 Pz").is_refused_by("13.2c", "not yours");
}

#[test]
fn case_13_2b_the_side_without_the_initiative_is_first() {
    // the Germans have the initiative of turn 4, the Allies that of turn 8
    let first = turn_4("allied", "unit a-26vg 3810 lost=1\nunit 110-28di 2121 lost=1");
    let then = first.when("allied: end");
    then.happens(|event| matches!(event, Event::PhaseBegan { phase: Phase::MoreReplacements }));
    then.asks("german", "");
    let late = given("turn 8 german replacements\nunit a-26vg 3810 lost=1\nunit 110-28di 2121 lost=1");
    assert_eq!(late.state.initiative, ALLIED);
    let then = late.when("german: end");
    then.asks("allied", "");
}

#[test]
fn case_13_2d_the_unit_traces_supply_at_that_instant_not_by_air_nor_by_the_dump() {
    let ring = "unit 501-101abn 2416\nunit 502-101abn 2618\nunit 506-101abn 2420\nunit 327-101abn 2218";
    let peiper = given(&format!("turn 2 german replacements\nfuel captured\n{ring}\nunit peiper-1ss 2418 lost=1"));
    peiper.when("german: rebuild Peiper/1 SS").is_refused_by("13.2d", "cannot trace supply");
    let free = given("turn 2 german replacements\nunit peiper-1ss 3810 lost=1");
    assert_eq!(lost(&free.and("german: rebuild Peiper/1 SS"), "peiper-1ss"), 0);
}

#[test]
fn cases_13_2_1a_and_13_2_1c_german_points_rebuild_reduced_units_and_no_dead() {
    let given = turn_4("german", "unit a-26vg 3810 lost=1\nunit a-18vg dead");
    assert_eq!(lost(&given.and("german: rebuild KG a/26 VG"), "a-26vg"), 0);
    given.when("german: rebuild KG a/18 VG").is_refused_by("13.2.1c", "is eliminated");
}

#[test]
fn case_13_2_1b_units_of_three_steps_come_back_from_the_third_to_the_second() {
    let given = turn_4("german", "unit a-2pz 3810 lost=2");
    let rebuilt = given.and("german: rebuild KG a/2 Pz");
    assert_eq!(lost(&rebuilt, "a-2pz"), 1);
    assert!(rebuilt.state.kind(&GAME, unit("a-2pz")) == crate::printed::Kind::Armour, "with tanks again");
}

#[test]
fn case_13_2_1d_armour_points_serve_armour_and_mechanized_units() {
    let lines = "unit a-26vg 3810 lost=1\nunit b-26vg 3810 lost=1\nunit a-2pz 3711 lost=1\nunit 104-15pg 3711 lost=1";
    let one = turn_4("german", lines).and("german: rebuild 104/15 PG");
    one.when("german: rebuild KG a/2 Pz").is_refused_by("13.2a", "points are left");
    let given = turn_4("german", lines);
    let infantry = given.and("german: rebuild KG a/26 VG");
    infantry.when("german: rebuild KG b/26 VG").is_refused_by("13.2a", "points are left");
    let armour = infantry.and("german: rebuild 104/15 PG");
    assert_eq!(lost(&armour, "104-15pg"), 0);
}

#[test]
fn cases_13_2_2a_and_13_2_2e_americans_are_rebuilt_or_come_back_reduced() {
    let given = turn_4("allied", "unit 110-28di dead\nunit 112-28di 2121 lost=1");
    assert_eq!(lost(&given.and("allied: rebuild 112/28 Inf"), "112-28di"), 0);
    let back = given.and("allied: rebuild 110/28 Inf at 2418");
    assert_eq!((at(&back, "110-28di").as_str(), lost(&back, "110-28di")), ("2418", 1));
}

#[test]
fn case_13_2_2b_allied_armour_points_serve_armour_and_cavalry() {
    let given = turn_4("allied", "unit cca-9db 2121 lost=1\nunit 14-cav 2220 lost=1\nunit 110-28di 2121 lost=1");
    let cavalry = given.and("allied: rebuild 14 Cav");
    cavalry.when("allied: rebuild CCA/9 Arm").is_refused_by("13.2a", "points are left");
    assert_eq!(lost(&cavalry.and("allied: rebuild 110/28 Inf"), "110-28di"), 0);
}

#[test]
fn case_13_2_2c_british_and_us_airborne_units_receive_nothing() {
    let given = turn_4(
        "allied",
        "unit 129-43di 0713 lost=1\nunit 501-101abn 2418 lost=1\nunit 502-101abn dead\nunit 517-abn 2121 lost=1",
    );
    for name in ["129/43 Inf", "501/101 Abn", "502/101 Abn", "517 Abn"] {
        given.when(&format!("allied: rebuild {name}")).is_refused_by("13.2.2c", "takes no replacements");
    }
}

#[test]
fn case_13_2_2d_what_surrendered_of_the_106th_does_not_come_back() {
    let given = turn_4("allied", "unit 422-106di gone\nunit 423-106di dead");
    given.when("allied: rebuild 422/106 Inf at 2418").is_refused_by("13.2.2d", "who surrendered");
    assert_eq!(at(&given.and("allied: rebuild 423/106 Inf at 2418"), "423-106di"), "2418", "the eliminated do");
}

#[test]
fn case_13_2_2f_in_a_town_in_supply_that_is_not_next_to_an_enemy() {
    let back = |lines: &str, to: &str| {
        let given = turn_4("allied", &format!("unit 110-28di dead\n{lines}"));
        given.when(&format!("allied: rebuild 110/28 Inf at {to}"))
    };
    back("", "2517").is_refused_by("13.2.2f", "no town");
    back("unit a-26vg 2417", "2418").is_refused_by("13.2.2f", "next to it");
    back("control 2418 german", "2418").is_refused_by("13.2.2f", "no town that the Allies control");
    let ring = "unit a-26vg 2416\nunit a-18vg 2618\nunit b-26vg 2420\nunit b-18vg 2218";
    back(ring, "2418").is_refused_by("13.2.2f", "not in supply");
    back(&format!("{ring}\nairdrop 2418"), "2418").is_refused_by("13.2.2f", "not in supply");
}

#[test]
fn cases_13_2_2g_13_2_2h_and_13_2_2i_luxembourg_and_eupen_serve_two_corps_each_other_towns_all() {
    let named = |name: &str| {
        let all = GAME.published.map.on_map();
        let found = all.into_iter().find(|hex| GAME.published.map.hex(*hex).name.as_deref() == Some(name));
        super::given::number(found.expect("the town"))
    };
    let (luxembourg, eupen) = (named("Luxembourg"), named("Eupen"));
    let dead = "unit 110-28di dead\nunit 2-5di dead\nunit 9-2di dead\nunit 333-84di dead";
    let back = |name: &str, to: &str| turn_4("allied", dead).when(&format!("allied: rebuild {name} at {to}"));
    for name in ["110/28 Inf", "2/5 Inf"] {
        assert!(back(name, &luxembourg).refused.is_none(), "{name}");
        back(name, &eupen).is_refused_by("13.2.2h", "V and VII Corps");
    }
    for name in ["9/2 Inf", "333/84 Inf"] {
        assert!(back(name, &eupen).refused.is_none(), "{name}");
        back(name, &luxembourg).is_refused_by("13.2.2g", "VIII and III Corps");
    }
    for name in ["110/28 Inf", "2/5 Inf", "9/2 Inf", "333/84 Inf"] {
        assert!(back(name, "2418").refused.is_none(), "{name}");
    }
}

#[test]
fn case_13_2_2j_who_came_back_is_not_turned_in_the_same_turn() {
    let back =
        turn_4("allied", "unit 110-28di dead\nunit 112-28di 2121 lost=1").and("allied: rebuild 110/28 Inf at 2418");
    back.when("allied: rebuild 110/28 Inf").is_refused_by("13.2.2j", "brought back in this turn");
}

#[test]
fn case_13_2_2f_where_it_may_stack_with_those_in_it() {
    let full = "unit 110-28di dead\nunit 329-83di 2418\nunit 330-83di 2418";
    turn_4("allied", full).when("allied: rebuild 110/28 Inf at 2418").is_refused_by("6.1b", "two US corps");
}

#[test]
fn case_13_2c_what_is_not_spent_is_lost() {
    let given = turn_4("german", "unit a-26vg 3810 lost=1").fact(&Event::TurnBegan { turn: 5, came: Vec::new() });
    assert_eq!(replacements::left(&GAME, &given.state, GERMAN), [1, 0], "turn 5 has its own");
}
