//! What each chit lets one do (14.3 to 14.7, 14.9).

use super::given::{Branch, GAME, at, ends, place, start, unit};
use crate::DeadlyWoods;
use crate::printed::{ALLIED, Chit, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Act, Phase, Topic};
use engine::contract::{Rules, Seen, Sight, Speech, Viewer};

#[test]
fn cases_14_3a_14_3b_14_3c_and_14_4d_turn_1_begins_with_combat_move_traffic_reaction_and_drop() {
    let mut table = start("german-attack");
    let mut seen = Vec::new();
    for _ in 0..5 {
        let asked = table.state.asked.expect("somebody is asked");
        seen.push((table.state.phase, asked.side, table.state.round.as_ref().map(|round| round.act)));
        let side = if asked.side == GERMAN { "german" } else { "allied" };
        let word = if asked.topic == Topic::Drop { "pass" } else { "end" };
        table = table.rolling(if word == "pass" { &[1] } else { &[] }).when(&format!("{side}: {word}")).is_done();
    }
    assert_eq!(
        seen,
        [
            (Phase::OpeningCombat, GERMAN, Some(Act::Combat)),
            (Phase::OpeningMove, GERMAN, Some(Act::Move)),
            (Phase::OpeningTraffic, ALLIED, None),
            (Phase::OpeningReaction, ALLIED, Some(Act::FirstReaction)),
            (Phase::OpeningDrop, GERMAN, None),
        ]
    );
    assert_eq!(table.state.hand, [Chit::Reaction], "the second lies ready");
    assert_eq!(table.state.track.first().map(|played| played.chit), Some(Chit::FifthArmy), "the first of the cup");
}

#[test]
fn case_5_1a_the_end_of_what_has_ended_by_itself_is_no_fault_where_a_chit_is_asked_for() {
    let given = at("turn 3 german first\nunit a-26vg 3418\ncup german-move one-army");
    let read = |table: &super::given::Table, line: &str| {
        let view = DeadlyWoods::view(&GAME, &table.state, Viewer::Side(GERMAN));
        DeadlyWoods::parse(Seen::<DeadlyWoods>::new(&GAME, &view), line)
    };
    assert_eq!(read(&given, "end"), Ok(Vec::new()));
    assert_eq!(read(&at("turn 3 german move\nunit a-26vg 3418"), "end").map(|orders| orders.len()), Ok(1));
}

/// What the question about a round begins with.
fn told(lines: &str) -> String {
    let given = at(lines);
    let ask = DeadlyWoods::asks(&given.state).remove(0);
    let view = DeadlyWoods::view(&GAME, &given.state, Viewer::Side(ask.side));
    DeadlyWoods::question(Seen::<DeadlyWoods>::new(&GAME, &view), &ask).details.remove(0)
}

#[test]
fn cases_14_4d_14_4f_14_4g_and_14_3_1a_the_question_tells_whether_the_round_is_for_moves_or_attacks() {
    let beside = "unit a-26vg 2317\nunit a-2pz 2817\nunit 422-106di 2318";
    assert_eq!(
        told(&format!("turn 1 german combat\n{beside}")),
        "Nobody can move in this round; attacks come one after the other."
    );
    assert_eq!(told(&format!("turn 2 german combat\n{beside}")), "Moves come first; the first attack ends them.");
    assert_eq!(told(&format!("turn 1 german move\n{beside}")), "In this round units move and nobody attacks.");
    assert_eq!(
        told(&format!("turn 1 allied first-reaction\n{beside}")),
        "In this round units move and nobody attacks."
    );
}

#[test]
fn cases_14_3_1a_and_14_3_1b_the_first_reaction_moves_three_units_but_not_the_2nd_and_99th() {
    let given = at(
        "turn 1 allied first-reaction\nunit 422-106di 2418\nunit 423-106di 2318\nunit 424-106di 2217\nunit 14-cav 2519\nunit 9-2di 3505\n\
                    unit 393-99di 3606\nunit a-26vg 3418",
    );
    given.when("allied: move 9/2 to 3404").is_refused_by("14.3.1b", "2nd and 99th");
    given.when("allied: move 393/99 to 3605").is_refused_by("14.3.1b", "2nd and 99th");
    let three = given
        .after("allied: move 422/106 to 2417")
        .after("allied: move 423/106 to 2317")
        .after("allied: move 424/106 to 2218");
    // with the third the round is over
    assert_ne!(three.state.round.as_ref().map(|round| round.act), Some(Act::FirstReaction));
    let fights = at("turn 1 allied first-reaction\nunit cca-9db 2418\nunit 14-cav 2217\nunit a-26vg 2519");
    fights.when("allied: attack 2519 with CCA/9").is_refused_by("14.3.1a", "nobody attacks");
}

#[test]
fn cases_14_3_1c_14_3_1d_and_14_3_1e_the_second_reaction_is_held_for_a_panzer_army_chit_or_the_end() {
    let units = "unit cca-9db 2418\nunit 9-2di 3505\nunit 393-99di 3505\nunit 422-106di 2217\nunit 423-106di 2117\nunit a-26vg 2519";
    let after = at(&format!(
        "turn 1 german 5th-army\n{units}\nplayed 5-pz-army\nhand reaction\ncup allied-reinforcements 6-pz-army"
    ))
    .when("german: end");
    after.asks("allied", "second Reaction");
    let round = after.now.when("allied: react").is_done();
    assert_eq!(round.state.round.as_ref().map(|round| round.act), Some(Act::SecondReaction));
    let fought = round.after("allied: move 9/2 to 3404").rolling(&[3, 1, 1]).when("allied: attack 2519 with CCA/9");
    fought.happens(|event| matches!(event, Event::Attacked { .. }));
    round
        .after("allied: move CCA/9 to 2417")
        .when("allied: attack 2519 with CCA/9")
        .refused
        .as_ref()
        .expect("it has moved");
    let four = round
        .after("allied: move 9/2 to 3404")
        .after("allied: move 393/99 to 3404")
        .rolling(&[1, 1])
        .after("allied: move 422/106 to 2118");
    assert!(four.when("allied: attack 2519 with CCA/9").refused.is_some(), "three have been chosen");
    // kept, it comes as the last chit
    let kept = after.now.rolling(&[2, 1]).when("allied: pass").is_done();
    assert!(kept.state.hand.contains(&Chit::Reaction));
    let last = at(&format!(
        "turn 1 allied first-reinforcements\n{units}\nplayed 5-pz-army allied-reinforcements\nhand reaction"
    ))
    .when("allied: end");
    last.asks("allied", "second Reaction");
    last.now.when("allied: pass").happens(|event| matches!(event, Event::TurnBegan { turn: 2, .. }));
}

#[test]
fn cases_14_4e_and_14_4f_in_a_move_round_all_move_and_armour_that_stayed_may_fight_but_not_on_turn_1() {
    let given = |turn: u8| {
        at(&format!(
            "turn {turn} german move\nunit a-2pz 2317\nunit b-2pz 2216\nunit a-26vg 2317\nunit 8-3pg 2217\nunit 14-cav 2318"
        ))
    };
    let fought = given(4).rolling(&[1]).when("german: attack 2318 with KG a/2 Pz");
    fought.happens(|event| matches!(event, Event::Attacked { .. }));
    given(4).when("german: attack 2318 with KG a/2 Pz, KG a/26 VG").is_refused_by("14.4f", "armour alone attacks");
    given(4).when("german: attack 2318 with KG a/2 Pz, 8/3 PG").is_refused_by("14.4f", "armour alone attacks");
    let moved = given(4).after("german: move KG b/2 Pz to 2218");
    moved.when("german: attack 2318 with KG a/2 Pz, KG b/2 Pz").is_refused_by("14.4f", "has moved");
    given(1).when("german: attack 2318 with KG a/2 Pz").is_refused_by("14.4f", "nobody attacks");
    // moves come first (R29)
    let first = given(4).rolling(&[1]).when("german: attack 2318 with KG a/2 Pz").is_done();
    assert!(first.when("german: move KG b/2 Pz to 2116").refused.is_some(), "the fighting has begun");
}

#[test]
fn cases_14_4g_and_14_4h_before_combat_supplied_armour_away_from_the_enemy_goes_a_hex_but_not_on_turn_1() {
    let given = |turn: u8, out: &str| {
        at(&format!(
            "turn {turn} german combat\nunit a-2pz 2316{out}\nunit b-2pz 2417\nunit a-26vg 2216\nunit 14-cav 2318"
        ))
    };
    assert_eq!(
        ends(&given(4, ""), "a-2pz").len(),
        ends(&given(4, ""), "a-2pz")
            .iter()
            .filter(|end| GAME.board.distance(super::given::hex("2316"), super::given::hex(end)) == 1)
            .count()
    );
    let up = given(4, "").after("german: move KG a/2 Pz to 2317");
    assert!(up.rolling(&[1]).when("german: attack 2318 with KG a/2 Pz").refused.is_none());
    given(4, "").when("german: move KG b/2 Pz to 2416").is_refused_by("14.4h", "may not move before combat");
    given(4, "").when("german: move KG a/26 VG to 2217").is_refused_by("14.4h", "may not move before combat");
    given(4, " out=yes").when("german: move KG a/2 Pz to 2317").is_refused_by("14.4h", "Armour in supply may");
    given(1, "").when("german: move KG a/2 Pz to 2317").is_refused_by("14.4h", "nobody moves");
}

#[test]
fn cases_14_5a_14_5c_14_5d_and_14_5e_all_of_an_armys_area_move_then_its_armour_attacks_on_turn_1_too() {
    for turn in [1, 4] {
        let given = at(&format!(
            "turn {turn} german 5th-army\nplayed 5-pz-army\nunit a-2pz 2316\nunit a-26vg 2217\nunit 8-3pg 2217\nunit a-12vg 3609\nunit 14-cav 2318"
        ));
        given.when("german: move KG a/12 VG to 3509").is_refused_by("14.5a", "5th Panzer Army area");
        let up = given.after("german: move KG a/2 Pz to 2317");
        up.when("german: attack 2318 with KG a/2 Pz, KG a/26 VG").is_refused_by("14.5d", "armour alone attacks");
        assert!(up.rolling(&[1]).when("german: attack 2318 with KG a/2 Pz").refused.is_none());
    }
}

#[test]
fn cases_14_6a_14_6c_and_14_6e_all_german_and_one_army_move_then_all_of_them_attack() {
    let all = at("turn 2 german all-german\nunit a-26vg 2217\nunit b-26vg 2217\nunit a-12vg 3609\nunit 14-cav 2318");
    let moved = all.after("german: move KG a/12 VG to 3509");
    assert!(moved.rolling(&[1]).when("german: attack 2318 with KG a/26 VG, KG b/26 VG").refused.is_none());
    let army = at(
        "turn 3 german one-army-5th\nst-vith 1\nunit a-26vg 2217\nunit a-18vg 3610\nunit a-12vg 3609\nunit 14-cav 2318",
    );
    army.when("german: move KG a/12 VG to 3509").is_refused_by("14.6c", "was not in the 5th Panzer Army area");
    assert_eq!(
        place(&army.after("german: move KG a/18 VG to 3609"), "a-18vg"),
        "3609",
        "any area, where the line has fallen"
    );
    assert!(army.rolling(&[1]).when("german: attack 2318 with KG a/26 VG").refused.is_none());
}

#[test]
fn cases_14_7a_and_14_7b_one_armoured_one_mechanized_and_one_infantry_formation() {
    let given = at(
        "turn 3 german formations\nunit a-2pz 2216\nunit b-2pz 2117\nunit a-lehr 2519\nunit a-26vg 2617\nunit b-26vg 2618\nunit a-18vg 2619\n\
                    unit 150-pz 3609\nunit 8-3pg 3509\nunit 14-cav 2318",
    );
    let named = given
        .after("german: move KG a/2 Pz to 2317")
        .after("german: move KG a/26 VG to 2717")
        .after("german: move 150 Pz to 3508");
    named.when("german: move KG a/Lehr to 2619").is_refused_by("14.7a", "another formation than the armoured one");
    named.when("german: move KG a/18 VG to 2719").is_refused_by("14.7a", "another formation than the infantry one");
    named.when("german: move 8/3 PG to 3510").is_refused_by("14.7a", "another formation than the mechanized one");
    let all = named.after("german: move KG b/2 Pz to 2217").after("german: move KG b/26 VG to 2718");
    assert!(all.rolling(&[1]).when("german: attack 2318 with KG a/2 Pz, KG b/2 Pz").refused.is_none());
    // two of one kind do not attack together either
    let attack = at("turn 3 german formations\nunit a-2pz 2217\nunit a-lehr 2417\nunit 14-cav 2318");
    attack.when("german: attack 2318 with KG a/2 Pz, KG a/Lehr").is_refused_by("14.7a", "another formation");
    assert_eq!(GAME.counter(unit("150-pz")).division, None);
}

#[test]
fn cases_14_9b_and_14_9c_patton_leads_iii_corps_and_monty_the_british_and_vii_corps() {
    let units = "unit cca-4db 2117\nunit 2-5di 2317\nunit 334-84di 2417\nunit 333-84di 2417\nunit 129-43di 0112\nunit a-26vg 2318";
    let patton = at(&format!("turn 8 allied patton\n{units}"));
    patton.when("allied: move 334/84 to 2416").is_refused_by("14.9b", "III Corps");
    let moved = patton.after("allied: move CCA/4 to 2217");
    assert!(
        moved.rolling(&[1]).when("allied: attack 2318 with CCA/4, 2/5").refused.is_none(),
        "after moving, infantry too"
    );
    let moves = at(&format!("turn 8 allied monty-move\n{units}"));
    moves.when("allied: move CCA/4 to 2217").is_refused_by("14.9c", "British and VII Corps");
    assert_eq!(place(&moves.after("allied: move 129/43 to 0113"), "129-43di"), "0113");
    moves.when("allied: attack 2318 with 334/84").is_refused_by("14.9c", "nobody attacks");
    let attacks = at(&format!("turn 8 allied monty-attack\n{units}"));
    attacks.when("allied: move 334/84 to 2416").is_refused_by("14.9c", "nobody moves");
    assert!(attacks.rolling(&[1]).when("allied: attack 2318 with 334/84, 333/84").refused.is_none());
}
