//! Army areas (9).

use super::given::{GAME, Given, at, barred, cost, given, hex, lost, unit};
use crate::chapters::areas::supports;
use crate::chapters::combat::{helps_attack, ways};
use crate::chapters::rounds::{in_area, reinforcements};
use crate::printed::{ALLIED, Army, GERMAN};
use crate::truth::event::Event;

#[test]
fn case_9_1c_army_chits_activate_all_germans_that_are_in_the_area_then() {
    let lines = "unit a-2pz 3519\nunit a-352vg 3419\nunit a-12vg 2008\nunit vdh 2007\nunit 501-101abn 2418";
    let of = |army: Army| in_area(&GAME, &given(lines).state, army);
    assert_eq!(of(Army::Fifth), [unit("a-2pz")]);
    assert_eq!(of(Army::Seventh), [unit("a-352vg")]);
    assert_eq!(of(Army::Sixth), [unit("a-12vg"), unit("vdh")], "where they are, not of whose army they are");
    let round = given(&format!("turn 4 german 5th-army\n{lines}"));
    assert!(barred(&round, "a-352vg", "3520").starts_with("14.5"), "it was not in the area");
    assert_eq!(at(&round.and("german: move KG a/2 Pz to 3520"), "a-2pz"), "3520");
}

#[test]
fn case_9_2a_on_turns_1_to_3_no_german_moves_over_a_boundary() {
    for turn in 1..=3 {
        let given = given(&format!("turn {turn} german move\nunit a-2pz 3519\nunit a-26vg 2009"));
        assert_eq!(barred(&given, "a-2pz", "3419"), "9.2a", "turn {turn}");
        assert_eq!(barred(&given, "a-26vg", "2008"), "9.2a", "turn {turn}");
        assert_eq!(barred(&given, "a-26vg", "2108"), "9.2a", "further on");
    }
    let free = given("turn 4 german move\nunit a-2pz 3519");
    assert_eq!(cost(&free, "a-2pz", "3419"), "½ MP");
}

#[test]
fn case_9_2a_boundaries_bind_no_ally() {
    let given = given("turn 2 allied move\nunit 501-101abn 2009");
    assert_eq!(cost(&given, "501-101abn", "2008"), "½ MP");
}

/// A German beaten out of 2009, where all ways but those over the boundary are held.
fn held(turn: u8) -> Given {
    given(&format!(
        "turn {turn} allied combat\nunit a-2pz 2009\nunit cca-2db 2010\nunit ccb-2db 2010\nunit cca-3db 2110\nunit ccb-3db 2110\n\
         unit ccr-2db 1910\nunit ccr-3db 1909"
    ))
}

#[test]
fn cases_9_2c_and_9_2f_who_would_retreat_over_a_boundary_stays_and_loses_a_step_a_hex() {
    let attack = "allied: attack 2009 with CCA/2 Arm, CCB/2 Arm, CCA/3 Arm, CCB/3 Arm";
    let then = held(3).dice(&[4]).when(attack);
    then.happens_not(|event| matches!(event, Event::Retreated { .. }));
    then.happens(|event| matches!(event, Event::Owes { side: GERMAN, steps: 2, .. }));
    let stays = then.is_done();
    assert_eq!((at(&stays, "a-2pz").as_str(), lost(&stays, "a-2pz")), ("2009", 2));
    // when no boundary binds, it goes
    let asked = held(4).dice(&[4]).and(attack);
    let way = asked.legal("german", "retreat to").first().cloned().expect("a choice of ways");
    let goes = asked.and(&format!("german: {way}"));
    assert_ne!(at(&goes, "a-2pz"), "2009");
    assert_eq!(lost(&goes, "a-2pz"), 0);
}

#[test]
fn case_9_2f_a_stack_loses_two_steps_in_all_and_its_last_units_die_of_it() {
    let with = given(
        "turn 3 allied combat\nunit a-26vg 2009 lost=1\nunit b-26vg 2009 lost=1\nunit cca-2db 2010\nunit ccb-2db 2010\n\
         unit cca-3db 2110\nunit ccb-3db 2110\nunit ccr-2db 1910\nunit ccr-3db 1909",
    );
    let attack = "allied: attack 2009 with CCA/2 Arm, CCB/2 Arm, CCA/3 Arm, CCB/3 Arm";
    let dead = with.dice(&[4]).and(attack);
    let gone = |id: &str| dead.state.unit(unit(id)).hex().is_none();
    assert!(gone("a-26vg") && gone("b-26vg"), "their last two steps go by themselves: nothing is left to choose");
    // two in all of whole units, too, as their owner chooses
    let whole = given(
        "turn 3 allied combat\nunit a-26vg 2009\nunit b-26vg 2009\nunit cca-2db 2010\nunit ccb-2db 2010\nunit cca-3db 2110\n\
         unit ccb-3db 2110\nunit ccr-2db 1910\nunit ccr-3db 1909\nunit art-vii box\nunit art-v box",
    );
    let paid = whole.dice(&[6]).and(attack);
    let paid = match paid.legal("german", "lose").first() {
        Some(order) => paid.and(&format!("german: {order}")).and("german: lose KG b/26 VG"),
        None => paid,
    };
    assert!(paid.state.combat.is_none());
    assert_eq!((lost(&paid, "a-26vg"), lost(&paid, "b-26vg")), (1, 1));
}

#[test]
fn cases_9_2f_11_4f_and_9_4a_who_is_held_by_the_line_pays_for_it_and_who_goes_through_zones_for_them() {
    // the 14th Regiment may go to the 7th Army's area, armour with it may not (R106)
    let given = given(
        "turn 3 allied combat\nunit 14-5fj 2322\nunit a-2pz 2322\nunit 16-1di 2321\nunit 18-1di 2321\nunit 26-1di 2321\n\
         unit 110-28di 2221\nunit 109-28di 2221\nunit 112-28di 2421\nunit cca-9db 2421\nunit 422-106di 2324\nunit 423-106di 2423\nunit 424-106di 2223",
    );
    let order = "allied: attack 2322 with 16/1 Inf, 18/1 Inf, 26/1 Inf, 110/28 Inf, 109/28 Inf, 112/28 Inf";
    let then = given.dice(&[5]).when(order);
    then.happens(|event| matches!(event, Event::Fought { result, .. } if result.retreat && result.defender == 0));
    then.happens(|event| matches!(event, Event::Owes { steps: 2, units, .. } if *units == [unit("a-2pz")]));
    let mut now = then.is_done();
    assert_eq!(lost(&now, "a-2pz"), 2, "it pays before the other goes");
    if let Some(order) = now.legal("german", "retreat to").first().cloned() {
        now = now.and(&format!("german: {order}"));
    }
    assert_eq!((lost(&now, "a-2pz"), lost(&now, "14-5fj")), (2, 1), "the zones cost the one who went through them");
}

#[test]
fn cases_9_2b_and_9_2e_germans_attack_over_a_boundary_but_do_not_advance_over_it() {
    let lines = "unit a-2pz 2009\nunit b-2pz 2009\nunit 14-cav 2008 lost=1";
    let attack = "german: attack 2008 with KG a/2 Pz, KG b/2 Pz";
    let bound = given(&format!("turn 3 german combat\n{lines}")).dice(&[6]).and(attack);
    assert!(bound.state.combat.is_none() && bound.state.unit(unit("14-cav")).hex().is_none());
    assert_eq!(at(&bound, "a-2pz"), "2009", "nobody is asked to advance");
    let free = given(&format!("turn 4 german combat\n{lines}")).dice(&[6]).and(attack).and("german: advance KG a/2 Pz");
    assert_eq!(at(&free, "a-2pz"), "2008");
}

#[test]
fn case_9_2d_guns_serve_their_own_area_alone() {
    for turn in 1..=3 {
        let given = given(&format!("turn {turn} german combat"));
        let serves = |army, number| supports(&GAME, &given.state, army, hex(number));
        assert!(serves(Army::Fifth, "2009") && !serves(Army::Fifth, "2008") && !serves(Army::Fifth, "3419"));
        assert!(serves(Army::Sixth, "2008") && !serves(Army::Sixth, "2009"));
    }
    // the hex of the defender tells, not of who attacks it (R57)
    let attack = "turn 3 german combat\nunit a-2pz 2009\nunit 14-cav 2008\nunit art-5pz box\nunit art-6pz box";
    given(attack).when("german: attack 2008 with KG a/2 Pz support Art 5 Pz").is_refused_by("9.2d", "own army");
    let guns = given(attack).dice(&[6]).when("german: attack 2008 with KG a/2 Pz support Art 6 Pz");
    guns.happens(|event| matches!(event, Event::Attacked { guns, .. } if *guns == [unit("art-6pz")]));
}

#[test]
fn case_9_2_1a_the_northern_boundary_is_gone_a_turn_after_st_vith_is_entered() {
    let enters = given("turn 2 german move\nunit a-62vg 3312");
    let then = enters.when("german: move KG a/62 VG to 3211");
    then.happens(|event| matches!(event, Event::StVithEntered));
    let on =
        |turn: u8, lines: &str| given(&format!("turn {turn} german move\nunit a-26vg 2009\nunit a-2pz 3519\n{lines}"));
    assert_eq!(barred(&on(2, "st-vith 2"), "a-26vg", "2008"), "9.2a", "not yet in that turn");
    assert_eq!(cost(&on(3, "st-vith 2"), "a-26vg", "2008"), "1 MP");
    assert_eq!(barred(&on(3, "st-vith 2"), "a-2pz", "3419"), "9.2a", "the southern one stays");
    // lost again, it makes no difference
    assert_eq!(cost(&on(3, "st-vith 1\ncontrol 3211 allied\nunit 501-101abn 3211"), "a-26vg", "2008"), "1 MP");
}

#[test]
fn case_9_2_1a_passing_through_and_advancing_are_entering() {
    let through = given("turn 2 german move\nunit a-116pz 3312");
    let then = through.when("german: move KG a/116 Pz to 3111 via 3211");
    then.happens(|event| matches!(event, Event::StVithEntered));
    let attack = given("turn 2 german combat\nunit a-2pz 3312\nunit b-2pz 3312\nunit 14-cav 3211 lost=1").dice(&[6]);
    let then = attack.and("german: attack 3211 with KG a/2 Pz, KG b/2 Pz").when("german: advance KG a/2 Pz");
    then.happens(|event| matches!(event, Event::StVithEntered));
    // nobody else enters it for the Germans
    let again = then.is_done();
    assert_eq!(again.state.st_vith, Some(2));
}

#[test]
fn case_9_2_1c_from_turn_4_on_no_boundary_binds_whoever_holds_st_vith() {
    let given = given("turn 4 german move\nunit a-26vg 2009\nunit a-2pz 3519");
    assert_eq!(given.state.st_vith, None);
    assert_eq!((cost(&given, "a-26vg", "2008").as_str(), cost(&given, "a-2pz", "3419").as_str()), ("1 MP", "½ MP"));
}

#[test]
fn case_9_2_2_guns_of_6th_panzer_and_7th_army_never_serve_in_each_others_area() {
    for turn in [3, 4, 10] {
        let given = given(&format!("turn {turn} german combat"));
        let serves = |army, number| supports(&GAME, &given.state, army, hex(number));
        assert!(!serves(Army::Sixth, "3419") && !serves(Army::Seventh, "2008"), "turn {turn}");
        let anywhere = turn > 3;
        assert_eq!((serves(Army::Sixth, "2009"), serves(Army::Seventh, "2009")), (anywhere, anywhere));
        assert_eq!((serves(Army::Fifth, "2008"), serves(Army::Fifth, "3419")), (anywhere, anywhere));
    }
}

#[test]
fn case_9_3a_british_units_enter_in_their_area_alone() {
    let open = given("turn 4 allied second-reinforcements\nunit 129-43di due-4-second");
    assert_eq!(reinforcements::entries(&GAME, &open.state, unit("129-43di")), [hex("0107")], "F");
    let blocked =
        given("turn 4 allied second-reinforcements\nunit 129-43di due-4-second\nunit a-26vg 0107\nunit b-26vg 0114");
    assert_eq!(reinforcements::entries(&GAME, &blocked.state, unit("129-43di")), [hex("0701")], "G, as E is held");
    let all = given(
        "turn 4 allied second-reinforcements\nunit 129-43di due-4-second\nunit a-26vg 0107\nunit b-26vg 0114\nunit a-18vg 0701",
    );
    assert!(reinforcements::entries(&GAME, &all.state, unit("129-43di")).is_empty(), "H is open, but beyond the area");
}

#[test]
fn case_9_3b_they_do_not_move_out_of_it() {
    let given = given("turn 9 allied move\nunit 29-bde 1507\nunit 501-101abn 1508");
    assert_eq!(barred(&given, "29-bde", "1607"), "9.3b");
    assert_eq!(barred(&given, "29-bde", "1707"), "9.3b", "nor further");
    assert_eq!(cost(&given, "29-bde", "1506"), "½ MP");
    assert_eq!(cost(&given, "501-101abn", "1607"), "1 MP", "Americans do");
}

#[test]
fn cases_9_3c_and_9_3d_nor_retreat_nor_advance() {
    let given = given("turn 9 german combat\nunit 33-bde 1507\nunit a-2pz 1407\nunit b-2pz 1406");
    let ends = |id: &str| {
        let ways = ways(&GAME, &given.state, &[unit(id)], hex("1507"));
        ways.into_iter().map(|way| GAME.board.hex(*way.path.last().expect("an end")).british).collect::<Vec<_>>()
    };
    assert!(ends("33-bde").iter().all(|british| *british));
    let lines = "unit 29-bde 1507\nunit 33-bde 1507\nunit a-2pz 1607 lost=2";
    let won = super::given::given(&format!("turn 9 allied combat\n{lines}")).dice(&[6]);
    let won = won.and("allied: attack 1607 with 29 Arm, 33 Arm");
    assert!(won.state.combat.is_none() && won.state.unit(unit("a-2pz")).hex().is_none(), "nobody is asked to advance");
    assert_eq!(at(&won, "29-bde"), "1507");
}

#[test]
fn cases_9_3e_and_9_3f_they_attack_over_the_line_and_their_guns_reach_the_hexes_along_it() {
    let given = given("turn 9 allied combat\nunit 29-bde 1507\nunit a-2pz 1607\nunit art-xxx box");
    let serves = |number: &str| {
        helps_attack(&GAME, &given.state, ALLIED, unit("art-xxx"), &[unit("29-bde")], hex(number)).map_err(|it| it.case)
    };
    assert_eq!(serves("1607"), Ok(()), "beyond the line, but next to it");
    assert_eq!(serves("1506"), Ok(()), "in the area");
    assert_eq!(serves("1807").expect_err("two hexes beyond"), "9.3e");
    let then = given.dice(&[3]).when("allied: attack 1607 with 29 Arm support Art XXX");
    then.happens(|event| matches!(event, Event::Attacked { guns, .. } if *guns == [unit("art-xxx")]));
}

#[test]
fn case_9_4a_the_14th_parachute_regiment_crosses_to_the_7th_army_and_back() {
    let north = given("turn 1 german move\nunit 14-5fj 3418\nunit a-26vg 3518");
    assert_eq!(cost(&north, "14-5fj", "3419"), "2 MP");
    let south = given("turn 2 german move\nunit 14-5fj 3419");
    assert_eq!(cost(&south, "14-5fj", "3418"), "1 MP");
    // others of its division do not
    let others = given("turn 2 german move\nunit 13-5fj 3419");
    assert_eq!(barred(&others, "13-5fj", "3418"), "9.2a");
}

#[test]
fn case_9_4b_on_turns_1_to_3_it_stays_within_two_hexes_of_the_line() {
    let near = |number: &str| GAME.board.to_seventh(hex(number));
    assert_eq!((near("3418"), near("3518"), near("3517")), (1, 2, 3));
    let bound = given("turn 3 german move\nunit 14-5fj 3518");
    assert_eq!(barred(&bound, "14-5fj", "3517"), "9.4b");
    assert_eq!(cost(&given("turn 4 german move\nunit 14-5fj 3518"), "14-5fj", "3517"), "1 MP");
    // nor by retreat (R59)
    let beaten = given("turn 3 allied combat\nunit 14-5fj 3518\nunit 501-101abn 3519");
    let ways = ways(&GAME, &beaten.state, &[unit("14-5fj")], hex("3518"));
    assert!(ways.iter().flat_map(|way| &way.path).all(|hex| GAME.board.to_seventh(*hex) <= 2));
}

#[test]
fn case_9_4c_the_chit_of_the_area_in_which_it_is_activates_it() {
    let in_fifth = |number: &str| {
        let given = given(&format!("unit 14-5fj {number}"));
        in_area(&GAME, &given.state, Army::Fifth).contains(&unit("14-5fj"))
    };
    assert!(in_fifth("3418") && !in_fifth("3419"));
}
