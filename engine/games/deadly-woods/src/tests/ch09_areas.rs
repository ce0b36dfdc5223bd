//! Army areas (9).

use super::given::{Branch, GAME, at, ends, hex, place, unit};
use crate::chapters::areas;
use crate::chapters::rounds::in_area;
use crate::printed::Army;
use crate::truth::event::Event;

// 2022 lies in the 5th Panzer Army's area, 2123 in the 7th's, both clear; 3609 in the 6th's, 3610 in the 5th's

#[test]
fn cases_9_1c_9_4c_and_14_5a_who_is_in_an_area_when_its_chit_is_drawn() {
    let given = at("turn 3 german move\nunit a-2pz 2022\nunit b-2pz 2123\nunit a-12vg 3609\nunit 14-5fj 2022");
    let of = |army: Army| in_area(&GAME, &given.state, army);
    assert_eq!(of(Army::Fifth), [unit("a-2pz"), unit("14-5fj")]);
    assert_eq!(of(Army::Seventh), [unit("b-2pz")]);
    assert_eq!(of(Army::Sixth), [unit("a-12vg")]);
}

#[test]
fn cases_9_2a_9_2_1c_and_14_5b_no_german_crosses_a_boundary_on_turns_1_to_3() {
    for (turn, may) in [(1, false), (2, false), (3, false), (4, true)] {
        let given = at(&format!("turn {turn} german move\nunit a-2pz 2022\nunit a-26vg 2022"));
        let crosses = ends(&given, "a-2pz").contains(&"2123".to_owned());
        assert_eq!(crosses, may, "turn {turn}");
    }
    at("turn 3 german move\nunit a-2pz 2022").when("german: move KG a/2 Pz to 2123").is_refused_by("9.2a", "boundary");
}

#[test]
fn cases_9_2_1a_and_9_2_1b_the_line_between_the_panzer_armies_falls_the_turn_after_st_vith() {
    let given = |lines: &str| at(&format!("turn 2 german move\n{lines}\nunit a-12vg 3609\nunit a-2pz 2022"));
    given("").when("german: move KG a/12 VG to 3610").is_refused_by("9.2a", "boundary");
    given("st-vith 2").when("german: move KG a/12 VG to 3610").is_refused_by("9.2a", "boundary");
    assert_eq!(place(&given("st-vith 1").after("german: move KG a/12 VG to 3610"), "a-12vg"), "3610");
    given("st-vith 1").when("german: move KG a/2 Pz to 2123").is_refused_by("9.2a", "boundary");
    let entered = at("turn 2 german move\nunit a-2pz 3212").when("german: move KG a/2 Pz to 3112 via 3211");
    entered.happens(|event| *event == Event::StVithEntered);
}

#[test]
fn cases_9_2b_and_9_2e_germans_attack_over_the_line_but_do_not_advance_over_it() {
    let given = |turn: u8| {
        at(&format!("turn {turn} german combat\nunit a-26vg 2022\nunit b-26vg 2022\nunit 14-cav 2123 lost=1"))
    };
    let fought = given(2).rolling(&[6]).when("german: attack 2123 with KG a/26 VG, KG b/26 VG").is_done();
    assert_ne!(fought.asked("german"), ["Who advances?"]);
    let later = given(4).rolling(&[6]).when("german: attack 2123 with KG a/26 VG, KG b/26 VG").is_done();
    assert_eq!(later.asked("german"), ["Who advances?"]);
}

#[test]
fn cases_9_2c_and_9_2f_who_can_retreat_over_the_line_alone_stays_and_loses_two_steps() {
    // a German in 2022 with Americans on all sides but over the line, to the south
    let around = "unit 422-106di 2021\nunit 423-106di 2122\nunit 424-106di 1922\nunit 14-cav 2121";
    let given = |turn: u8| {
        at(&format!(
            "turn {turn} allied combat\nunit a-26vg 2022\nunit b-26vg 2022\n{around}\nunit 112-28di 2021\nunit 110-28di 2021"
        ))
    };
    let stays = given(3).rolling(&[5]).when("allied: attack 2022 with 112/28, 110/28, 422/106, 423/106, 424/106");
    stays.happens(|event| matches!(event, Event::Owes { steps: 2, .. }));
    // both of a stack that is down to two steps die of it: nobody is asked which
    let weak = given(3);
    let weak = ["a-26vg", "b-26vg"].into_iter().fold(weak, |table, id| table.fact(&Event::LostStep { unit: unit(id) }));
    let died = weak.rolling(&[5]).when("allied: attack 2022 with 112/28, 110/28, 422/106, 423/106, 424/106");
    for id in ["a-26vg", "b-26vg"] {
        died.happens(|event| matches!(event, Event::Died { unit: dead } if *dead == unit(id)));
    }
    let goes = given(4).rolling(&[5]).when("allied: attack 2022 with 112/28, 110/28, 422/106, 423/106, 424/106");
    goes.happens_not(|event| matches!(event, Event::Owes { .. }));
}

#[test]
fn cases_9_2d_12_2a_12_2b_and_9_2_2_guns_serve_their_own_area_and_from_turn_4_all_but_the_far_one() {
    let may = |turn: u8, army: Army, number: &str| {
        areas::supports(&GAME, &at(&format!("turn {turn} german move")).state, army, hex(number))
    };
    assert!(may(3, Army::Fifth, "2022") && !may(3, Army::Sixth, "2022") && !may(3, Army::Seventh, "2022"));
    assert!(may(4, Army::Sixth, "2022") && may(4, Army::Seventh, "2022"));
    assert!(!may(4, Army::Sixth, "2123") && !may(12, Army::Seventh, "3609") && may(4, Army::Fifth, "2123"));
    let attack = |turn: u8| {
        let given = at(&format!(
            "turn {turn} german combat\nunit a-26vg 2022\nunit 14-cav 2021\nunit art-6pz box\nunit art-5pz box"
        ));
        given.rolling(&[1]).when("german: attack 2021 with KG a/26 VG support Art 6 Pz")
    };
    attack(3).is_refused_by("9.2d", "may not be used at");
    // the fall of St. Vith frees units, not guns (R108)
    let fallen = at("turn 3 german combat\nst-vith 1\nunit a-26vg 2022\nunit 14-cav 2021\nunit art-6pz box");
    fallen.when("german: attack 2021 with KG a/26 VG support Art 6 Pz").is_refused_by("9.2d", "may not be used at");
    attack(4).happens(|event| matches!(event, Event::Attacked { .. }));
    let far = at("turn 5 german combat\nunit a-26vg 2123\nunit 14-cav 2124\nunit art-6pz box");
    far.when("german: attack 2124 with KG a/26 VG support Art 6 Pz").is_refused_by("9.2.2", "may not be used at");
}

#[test]
fn cases_9_3a_9_3b_9_3c_and_9_3d_british_units_keep_to_their_area() {
    // 0118 lies in it, 0119 and 0218 do not
    let given = at("turn 10 allied move\nunit 129-43di 0118");
    given.when("allied: move 129/43 to 0119").is_refused_by("9.3b", "British area");
    assert!(ends(&given, "129-43di").iter().all(|end| GAME.board.hex(hex(end)).british));
    for coming in GAME.plans.iter().flat_map(|plan| &plan.coming).filter(|it| GAME.counter(it.unit).british) {
        assert!(coming.hexes.iter().all(|hex| GAME.board.hex(*hex).british), "{}", GAME.name(coming.unit));
    }
    let fought = at("turn 10 allied combat\nunit 129-43di 0118\nunit 130-43di 0118\nunit vdh 0119");
    let fought = fought.rolling(&[6]).when("allied: attack 0119 with 129/43, 130/43").is_done();
    assert_ne!(fought.asked("allied"), ["Who advances?"], "no advance beyond it");
    let beaten = at("turn 10 german combat\nunit 129-43di 0118\nunit a-2pz 0117\nunit a-lehr 0117").rolling(&[5]);
    let beaten = beaten.when("german: attack 0118 with KG a/2 Pz, KG a/Lehr").is_done();
    let ways = crate::chapters::combat::ways(&GAME, &beaten.state, &[unit("129-43di")], hex("0118"));
    assert!(!ways.is_empty());
    assert!(ways.iter().all(|way| way.path.iter().all(|hex| GAME.board.hex(*hex).british)), "{ways:?}");
}

#[test]
fn cases_9_3e_and_9_3f_british_guns_serve_their_area_and_the_hexes_along_its_line() {
    let attack = |target: &str, from: &str| {
        let given = at(&format!(
            "turn 10 allied combat\nunit 129-43di {from}\nunit vdh {target}\nunit art-xxx box\nunit 130-43di {from}"
        ));
        given.rolling(&[1]).when(&format!("allied: attack {target} with 129/43 support Art XXX"))
    };
    attack("0117", "0118").happens(|event| matches!(event, Event::Attacked { .. }));
    attack("0119", "0118").happens(|event| matches!(event, Event::Attacked { .. }));
    // a British unit beyond its line cannot be; its guns would not reach there
    attack("0121", "0120").is_refused_by("9.3e", "beyond the British area");
}

#[test]
fn cases_9_4a_and_9_4b_the_14th_parachute_regiment_goes_to_and_fro_near_the_7th_army() {
    let given =
        |turn: u8, number: &str| at(&format!("turn {turn} german move\nunit 14-5fj {number}\nunit 13-5fj 2022"));
    assert_eq!(place(&given(2, "2022").after("german: move 14/5 to 2123"), "14-5fj"), "2123");
    assert_eq!(place(&given(2, "2123").after("german: move 14/5 to 2022"), "14-5fj"), "2022");
    given(2, "2022").when("german: move 13/5 to 2123").is_refused_by("9.2a", "boundary");
    let far = |number: &str| GAME.board.to_seventh(hex(number));
    let reached = ends(&given(2, "2022"), "14-5fj");
    assert!(
        reached.iter().all(|end| GAME.board.hex(hex(end)).army == Some(Army::Seventh) || far(end) <= 2),
        "{reached:?}"
    );
    let free = ends(&given(4, "2022"), "14-5fj");
    assert!(free.iter().any(|end| GAME.board.hex(hex(end)).army == Some(Army::Fifth) && far(end) > 2), "{free:?}");
}
