//! Reinforcements (14.8).

use super::given::{Branch, GAME, Table, at, ends, hex, path, place, unit};
use crate::printed::Draw;
use crate::truth::event::{Departure, Event};
use crate::truth::state::Place;

/// A Reinforcement chit waits to be played.
fn drawn(turn: u8, side: &str, lines: &str) -> Table {
    let held = if side == "allied" { "\nhand allied-reinforcements\ncup allied-move" } else { "\ncup german-move" };
    // with a second use the question waits for an answer
    at(&format!("turn {turn} {side} drawn\ndrawn {side}-reinforcements{held}\n{lines}"))
}

#[test]
fn cases_14_8a_14_8b_and_14_8g_the_first_chit_brings_the_first_box_who_moves_and_whose_armour_attacks() {
    let given = drawn(
        4,
        "allied",
        "unit cca-2db due-4-first\nunit 289-75di due-4-first\nunit 60-9di due-4-second\nunit 14-cav 3014\nunit a-26vg 2301\nplayed german-move",
    );
    let round = given.when("allied: play drawn");
    let entered: Vec<_> = round
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Entered { unit, hex, .. } => Some((*unit, *hex)),
            _ => None,
        })
        .collect();
    // area H lies beside the German: blocked, so they come elsewhere; without him they come at H
    assert_eq!(entered.len(), 2);
    let free = drawn(4, "allied", "unit cca-2db due-4-first\nunit 289-75di due-4-first\nunit 60-9di due-4-second\nunit 14-cav 3014\nplayed german-move").after("allied: play drawn");
    assert_eq!((place(&free, "cca-2db").as_str(), place(&free, "289-75di").as_str()), ("2201", "2201"));
    assert_eq!(free.state.unit(unit("60-9di")).place, Place::Due(4, Draw::Second));
    free.when("allied: move 14 Cav to 2914").is_refused_by("14.8g", "does not enter in this round");
    let fight = at(
        "turn 4 allied first-reinforcements\nunit cca-2db 2317 entered=yes\nunit 289-75di 2317 entered=yes\nunit vdh 2318",
    );
    fight.when("allied: attack 2318 with CCA/2, 289/75").is_refused_by("14.8g", "armour alone attacks");
    assert!(fight.rolling(&[1]).when("allied: attack 2318 with CCA/2").refused.is_none());
    let second = at(
        "turn 4 allied drawn\nunit 60-9di due-4-second\nplayed allied-reinforcements\ndrawn allied-reinforcements\nhand allied-reinforcements\ncup allied-move",
    );
    assert_eq!(place(&second.after("allied: play drawn"), "60-9di"), "3001");
}

#[test]
fn cases_14_8c_and_6_2b_the_hex_of_entry_may_be_overfull_until_the_round_ends() {
    let given = at(
        "turn 4 german first-reinforcements\nunit a-9pz 4412 entered=yes\nunit b-9pz 4412 entered=yes\nunit a-167vg 4412 entered=yes\nunit b-167vg 4412 entered=yes\nunit a-26vg 4412",
    );
    let full = given.when("german: end").is_done();
    assert_eq!(full.asked("german"), ["Who is taken off the overfull hex?"]);
}

#[test]
fn cases_14_8d_14_8e_and_14_8f_who_is_shut_out_enters_farther_west_and_germans_never() {
    // III Corps due at B and C: all hexes held or in zones, so D
    let closed = "unit a-26vg 2630\nunit b-26vg 3130\nplayed german-move";
    let given = drawn(4, "allied", &format!("unit 104-26di due-4-first\nunit 4-cav due-4-first\n{closed}"));
    let round = given.after("allied: play drawn");
    assert!(["1930", "2030"].contains(&place(&round, "104-26di").as_str()), "{}", place(&round, "104-26di"));
    assert_eq!(place(&round, "4-cav"), "2201", "H is open");
    // beside an open hex named, nobody goes elsewhere
    let open = drawn(4, "allied", "unit 104-26di due-4-first\nunit a-26vg 2630\nplayed german-move")
        .after("allied: play drawn");
    assert_eq!(place(&open, "104-26di"), "3130");
    let german = drawn(4, "german", "unit a-9pz due-4-first\nunit 422-106di 4412");
    let never = at(
        "turn 4 german move\nunit a-9pz due-4-first\nunit 422-106di 4412\nunit a-26vg 3418\ncup german-reinforcements",
    )
    .rolling(&[1])
    .when("german: end");
    never.happens(|event| matches!(event, Event::Left { why: Departure::NeverComes, .. }));
    assert_eq!(never.now.state.unit(unit("a-9pz")).place, Place::Gone);
    assert_eq!(german.state.unit(unit("a-9pz")).place, Place::Due(4, Draw::First));
}

#[test]
fn cases_14_8_1a_and_14_8_1b_iii_corps_may_come_at_d_a_chit_later() {
    let first = drawn(4, "allied", "unit 104-26di due-4-first\nunit 4-cav due-4-first\nplayed german-move")
        .after("allied: play drawn");
    let later = first.after("allied: later 104/26");
    assert_eq!(later.state.unit(unit("104-26di")).place, Place::Due(4, Draw::Second));
    first.when("allied: later 4 Cav").is_refused_by("14.8.1a", "units of III Corps can");
    let second = at(
        "turn 3 allied drawn\nunit cca-4db due-3-second\nunit 333-84di due-3-second\nplayed allied-reinforcements\ndrawn allied-reinforcements\nhand allied-reinforcements\ncup allied-move",
    );
    let next = second.after("allied: play drawn").after("allied: later CCA/4");
    assert_eq!(next.state.unit(unit("cca-4db")).place, Place::Due(4, Draw::First));
    // and there it comes at D
    let mut waits = drawn(4, "allied", "unit cca-4db due-4-first\nplayed german-move");
    waits.state.units.get_mut(unit("cca-4db")).put_off = true;
    let entered = waits.after("allied: play drawn");
    assert!(["1930", "2030"].contains(&place(&entered, "cca-4db").as_str()));
    let last = at(
        "turn 10 allied drawn\nunit 357-90di due-10-first\nunit 422-106di 2418\nplayed patton-monty\ndrawn allied-reinforcements\nhand allied-reinforcements\ncup allied-move",
    );
    last.after("allied: play drawn")
        .when("allied: later 357/90")
        .is_refused_by("14.8.1b", "no later Reinforcement chit");
}

#[test]
fn cases_14_8_3a_14_8_3b_14_8_3c_and_14_8_3d_the_10th_ss_and_the_11th_panzer_hang_on_st_vith_and_bastogne() {
    let given = |control: &str, played: &str| {
        at(&format!("turn 3 german move\nunit a-26vg 3418\nunit a-10ss due-3-second\nunit a-11pz due-3-second\n{control}\nplayed {played}\ncup german-reinforcements"))
            .rolling(&[1])
            .when("german: end")
            .now
    };
    let both = given("control 3211 german\ncontrol 2418 german", "german-reinforcements");
    assert_eq!((place(&both, "a-10ss").as_str(), place(&both, "a-11pz").as_str()), ("4403", "4412"));
    let one = given("control 3211 german", "german-reinforcements");
    assert_eq!((place(&one, "a-10ss").as_str(), one.state.unit(unit("a-11pz")).place), ("4403", Place::Gone));
    let first = given("", "supply-check");
    assert_ne!(first.state.unit(unit("a-10ss")).place, Place::Gone, "it is asked with the second chit");
}

#[test]
fn case_14_8_4_the_82nd_and_101st_have_24_road_hexes_as_they_enter_on_turn_2() {
    let given = |turn: u8| at(&format!("turn {turn} allied first-reinforcements\nunit 501-101abn 0114 entered=yes"));
    let moved = given(2).when("allied: move 501/101 to 2319");
    assert!(path(&moved).len() - 1 <= 24, "{:?}", path(&moved));
    assert!(!ends(&given(3), "501-101abn").contains(&"2319".to_owned()));
    // off the roads it is infantry of 3 MP
    let off = ends(&given(2), "501-101abn");
    assert!(off.iter().all(|end| GAME.board.hex(hex(end)).road || GAME.board.distance(hex("0114"), hex(end)) <= 3));
    let second = at("turn 2 allied second-reinforcements\nunit 501-101abn 0114 entered=yes");
    assert!(!ends(&second, "501-101abn").contains(&"2319".to_owned()));
}
