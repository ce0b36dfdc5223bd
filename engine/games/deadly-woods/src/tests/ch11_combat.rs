//! Who attacks whom, and what comes of it (11.1, 11.2, 11.3, 11.5).

use super::given::{Branch, GAME, Table, at, hex, lost, place, unit};
use crate::printed::{CombatResult, Odds};
use crate::truth::event::Event;
use engine::contract::SideId;

/// Two of the 26th VG (8) beside two of the 106th (8) in the open: 1:1.
fn even(more: &str) -> Table {
    at(&format!(
        "turn 4 german combat\nunit a-26vg 2317\nunit b-26vg 2317\nunit 422-106di 2318\nunit 423-106di 2318\n{more}"
    ))
}

const BOTH: &str = "german: attack 2318 with KG a/26 VG, KG b/26 VG";

#[test]
fn cases_11_1a_11_1c_11_1e_11_1f_and_14_4g_in_a_combat_round_all_who_stand_beside_enemies_may_attack_as_they_like() {
    let given = even("unit 424-106di 2218\nunit a-18vg 2219\nunit 14-cav 2416");
    // of one stack one attacks here, the other there
    let one = given.rolling(&[1]).when("german: attack 2318 with KG a/26 VG").is_done();
    let other = one.rolling(&[1]).when("german: attack 2416 with KG b/26 VG").is_done();
    assert_eq!((lost(&other, "a-26vg"), lost(&other, "b-26vg")), (1, 1));
    let all = given.rolling(&[6]).when("german: attack 2318 with all");
    all.happens(|event| matches!(event, Event::Attacked { attackers, .. } if attackers.len() == 2));
    // from several hexes at one
    let many = even("unit a-18vg 2319\nunit b-18vg 2417")
        .rolling(&[6])
        .when("german: attack 2318 with KG a/26 VG, KG b/26 VG, KG a/18 VG, KG b/18 VG");
    many.happens(|event| matches!(event, Event::Attacked { attackers, defenders, .. } if attackers.len() == 4 && defenders.len() == 2));
}

#[test]
fn case_11_1d_across_hexsides_that_are_not_prohibited() {
    // 2316 and 2315 lie at a river without a bridge
    let given = at("turn 4 german combat\nunit a-2pz 2316\nunit a-26vg 2316\nunit 14-cav 2315");
    given.when("german: attack 2315 with KG a/2 Pz").is_refused_by("11.1d", "a river without a bridge");
    assert!(given.rolling(&[1]).when("german: attack 2315 with KG a/26 VG").refused.is_none());
    given.when("german: attack 2315 with KG a/Lehr").is_refused_by("11.1d", "does not stand next to");
    // over a blown bridge it goes (R73); over that of Ouren not for armour on turn 1 (R69)
    let blown = at("turn 4 german combat\nunit a-2pz 2615\nunit 14-cav 2614\nbridge 2614/2615 blown");
    assert!(blown.rolling(&[1]).when("german: attack 2614 with KG a/2 Pz").refused.is_none());
    let ouren = at("turn 1 german combat\nunit a-116pz 3315\nunit a-560vg 3315\nunit 112-28di 3215");
    ouren.when("german: attack 3215 with KG a/116").is_refused_by("11.1d", "no armour crosses the bridge of Ouren");
}

#[test]
fn cases_11_1g_11_1h_11_3_3b_and_11_3_3c_the_result_is_carried_out_at_once_on_those_who_fought_as_their_owner_says() {
    let given = even("unit a-18vg 2317").rolling(&[3]).when(BOTH);
    let given = given.is_done();
    assert_eq!(given.asked("german"), ["Which unit loses a step?"]);
    given.when("german: lose KG a/18 VG").is_refused_by("11.3.3c", "does not lose the step");
    let paid = given.after("german: lose KG b/26 VG");
    assert_eq!(lost(&paid, "b-26vg"), 1);
    assert_eq!(paid.asked("allied"), ["Which unit loses a step?"]);
    let paid = paid.after("allied: lose 422/106");
    assert_eq!((lost(&paid, "422-106di"), lost(&paid, "a-18vg")), (1, 0));
    assert!(paid.state.combat.is_none());
}

#[test]
fn cases_11_2a_11_2b_and_11_2c_strength_0_never_and_everybody_once_a_round() {
    let delay = at("turn 4 allied combat\nunit delay 2517\nunit a-26vg 2416\nunit 422-106di 2417");
    delay.when("allied: attack 2416 with Delay, 422/106").is_refused_by("11.2a", "no attack strength");
    let given =
        even("unit a-18vg 2415\nunit 14-cav 2416").rolling(&[1]).when(BOTH).is_done().after("german: lose KG a/26 VG");
    given.when("german: attack 2416 with KG a/26 VG").is_refused_by("11.2b", "has attacked in this round");
    given.when("german: attack 2318 with KG a/18 VG").is_refused_by("11.2b", "have been attacked in this round");
}

#[test]
fn cases_11_3_1a_11_3_1b_and_11_3_1c_first_the_units_then_guns_then_the_defender_answers() {
    let given = even("unit art-5pz box\nunit art-viii box");
    given.when("german: attack 2318 with Art 5 Pz").is_refused_by("11.1b", "no combat unit");
    let asked = given.when("german: attack 2318 with KG a/26 VG, KG b/26 VG support Art 5 Pz").is_done();
    assert_eq!(asked.asked("allied"), ["What supports your defence?"]);
    let fought = asked.rolling(&[1]).when("allied: support with Art VIII");
    fought.happens(|event| matches!(event, Event::Weighed { attack: 11, defence: 12, .. }));
    asked.rolling(&[1]).when("allied: pass").happens(|event| matches!(event, Event::Weighed { defence: 8, .. }));
}

#[test]
fn cases_11_3_3a_t_crta_t_crtb_t_crtc_and_t_crtd_one_die_in_the_final_column() {
    let told = |face: u8| {
        // 18 to 8 for the last of them
        let (more, order) = match face {
            7 => ("unit a-12vg 2317\nunit b-12vg 2317", format!("{BOTH}, KG a/12 VG, KG b/12 VG")),
            _ => ("", BOTH.to_owned()),
        };
        let then = even(more).rolling(&[face.min(6)]).when(&order);
        then.events.iter().find_map(|event| match event {
            Event::Fought { face: Some(rolled), column, result, .. } => Some((*rolled, *column, *result)),
            _ => None,
        })
    };
    let result = |attacker: u8, defender: u8, retreat: bool| CombatResult { attacker, defender, retreat };
    assert_eq!(told(1), Some((1, Some(Odds(0)), result(1, 0, false))), "AL1");
    assert_eq!(told(3), Some((3, Some(Odds(0)), result(1, 1, false))), "BL1");
    assert_eq!(told(5), Some((5, Some(Odds(0)), result(0, 0, true))), "DR");
    assert_eq!(told(7), Some((6, Some(Odds(1)), result(0, 1, true))), "DR*");
}

#[test]
fn case_11_3_3d_in_the_opening_combat_the_germans_may_take_bl1_instead_of_a_retreat() {
    let given = |turn: u8| {
        at(&format!(
            "turn {turn} german combat\nunit a-26vg 2317\nunit b-26vg 2317\nunit 14-cav 2318\nunit 422-106di 2519"
        ))
    };
    let asked = given(1).rolling(&[2]).when(BOTH).is_done();
    assert_eq!(asked.asked("german"), ["Do you take BL1 instead of the retreat?"]);
    let taken = asked.when("german: convert").is_done();
    assert_eq!(taken.asked("german"), ["Which unit loses a step?"]);
    let paid = taken.after("german: lose KG a/26 VG");
    assert_eq!((lost(&paid, "14-cav"), place(&paid, "14-cav").as_str()), (1, "2318"), "it has lost a step and stays");
    let borne = asked.when("german: bear").is_done();
    assert_eq!(lost(&borne, "14-cav"), 0);
    let later = given(2).rolling(&[2]).when(BOTH).is_done();
    assert_ne!(later.asked("german"), ["Do you take BL1 instead of the retreat?"]);
    // no choice where nothing retreats
    let none = given(1).rolling(&[1]).when(BOTH).is_done();
    assert_ne!(none.asked("german"), ["Do you take BL1 instead of the retreat?"]);
}

#[test]
fn cases_11_5a_and_11_5b_attackers_may_follow_into_the_hex_through_zones_but_over_no_ground_that_they_could_not_enter()
{
    let given = at(
        "turn 4 german combat\nunit a-26vg 2317\nunit b-26vg 2317\nunit 14-cav 2318 lost=1\nunit 422-106di 2319\nunit 423-106di 2319",
    );
    let fought = given.rolling(&[6]).when(BOTH).is_done();
    assert_eq!(fought.asked("german"), ["Who advances?"]);
    let there = fought.after("german: advance KG a/26 VG");
    assert_eq!(place(&there, "a-26vg"), "2318", "out of a zone into a zone");
    assert_eq!(place(&there.after("german: stay"), "b-26vg"), "2317");
    fought.when("german: advance KG a/Lehr").is_refused_by("11.5a", "does not advance");
    // by the order of attack
    let ordered =
        given.rolling(&[6]).when("german: attack 2318 with KG a/26 VG, KG b/26 VG advance KG b/26 VG").is_done();
    assert_eq!(place(&ordered, "b-26vg"), "2318");
    // armour in the clear beside a forest without a road
    let forest =
        at("turn 4 german combat\nunit a-2pz 2512\nunit b-2pz 2512\nunit 14-cav 2612 lost=1\nunit 422-106di 2711");
    let fought = forest.rolling(&[6]).when("german: attack 2612 with KG a/2 Pz, KG b/2 Pz").is_done();
    assert_ne!(fought.asked("german"), ["Who advances?"]);
}

#[test]
fn cases_11_2b_and_11_1g_who_retreated_into_a_hex_adds_nothing_and_suffers_nothing_there() {
    let given = even("unit a-18vg 2415\nunit 14-cav 2416").rolling(&[5]).when(BOTH).is_done();
    let mut now = given;
    if now.asked("allied") == ["Where do your beaten units go?"] {
        let to = now.legal("allied", "retreat").remove(0);
        now = now.after(&format!("allied: {to}"));
    }
    let at_end = place(&now, "422-106di");
    assert!(GAME.board.distance(hex("2318"), hex(&at_end)) >= 2);
    assert!(now.state.unit(unit("422-106di")).defended);
    assert!(!crate::chapters::combat::attack::targets(&GAME, &now.state, SideId(0)).contains(&hex(&at_end)));
}
