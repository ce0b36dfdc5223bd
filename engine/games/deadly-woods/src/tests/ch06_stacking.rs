//! Stacking (6).

use super::given::{Branch, GAME, at, ends, hex, place, unit};
use crate::chapters::movement::{Barrier, Gait, Mover};
use crate::chapters::stacking::{self, Crowd};
use crate::truth::event::Event;
use crate::truth::state::Place;

fn crowd(ids: &[&str]) -> Option<Crowd> {
    let units: Vec<_> = ids.iter().map(|id| unit(id)).collect();
    stacking::crowd(&GAME, &units)
}

#[test]
fn cases_6b_and_6_3a_a_division_of_four_and_one_unit_more_and_assets_do_not_count() {
    let airborne = ["501-101abn", "502-101abn", "506-101abn", "327-101abn"];
    assert_eq!(crowd(&airborne), None);
    assert_eq!(crowd(&[&airborne[..], &["325-82abn"]].concat()), None);
    assert_eq!(crowd(&[&airborne[..], &["325-82abn", "504-82abn"]].concat()), Some(Crowd::Many));
    assert_eq!(crowd(&["a-2pz", "b-2pz", "a-lehr"]), None);
    assert_eq!(crowd(&["a-2pz", "a-116pz", "a-lehr"]), Some(Crowd::Many));
    assert_eq!(crowd(&["506-tiger", "301-tiger"]), None, "who has no division counts as one (R43)");
    assert_eq!(crowd(&["506-tiger", "301-tiger", "150-pz"]), Some(Crowd::Many));
    assert_eq!(crowd(&["422-106di", "423-106di", "424-106di", "14-cav", "eng-viii"]), None);
}

#[test]
fn cases_6_1a_6_1b_and_6_1c_nations_and_us_corps_do_not_mix_and_who_has_no_corps_may() {
    assert_eq!(crowd(&["129-43di", "16-1di"]), Some(Crowd::Allies));
    assert_eq!(crowd(&["16-1di", "422-106di"]), Some(Crowd::Corps));
    assert_eq!(crowd(&["16-1di", "eng-viii"]), Some(Crowd::Corps), "engineers included");
    assert_eq!(crowd(&["16-1di", "517-abn"]), None);
    assert_eq!(crowd(&["129-43di", "517-abn"]), Some(Crowd::Allies));
    assert_eq!(crowd(&["a-2pz", "a-26vg", "b-26vg"]), None);
}

#[test]
fn cases_6_2a_6_2b_6_2g_and_6_2h_units_pass_freely_and_who_is_too_many_at_the_end_of_the_round_is_eliminated() {
    let given = at("turn 4 german move\nunit a-26vg 2317\nunit a-2pz 2318\nunit b-2pz 2318\nunit a-18vg 2217");
    let through = given.when("german: move KG a/26 VG to 2319 via 2318");
    assert_eq!(place(&through.now, "a-26vg"), "2319", "in passing any number");
    let full = given.after("german: move KG a/26 VG to 2318").after("german: move KG a/18 VG to 2318");
    let asked = full.when("german: end").is_done();
    assert_eq!(asked.asked("german"), ["Who is taken off the overfull hex?"]);
    let removed = asked.when("german: remove KG a/18 VG");
    removed.happens(|event| matches!(event, Event::Removed { .. }));
    assert_eq!(removed.now.state.unit(unit("a-18vg")).place, Place::Dead);
    asked.when("german: remove KG a/Lehr").is_refused_by("6.2g", "does not stand in the overfull hex");
}

#[test]
fn cases_6_2c_and_11_5c_nobody_advances_into_a_hex_that_would_be_overfull() {
    let given =
        at("turn 4 german combat\nunit a-2pz 2317\nunit a-lehr 2317\nunit a-116pz 2217\nunit 14-cav 2318 lost=1");
    let fought = given.rolling(&[6]).when("german: attack 2318 with KG a/2 Pz, KG a/Lehr, KG a/116 Pz").is_done();
    let there = fought.after("german: advance KG a/2 Pz").after("german: advance KG a/Lehr");
    assert_eq!((place(&there, "a-2pz").as_str(), place(&there, "a-lehr").as_str()), ("2318", "2318"));
    assert_ne!(there.asked("german"), ["Who advances?"], "the third finds the hex full");
}

#[test]
fn cases_6_1d_and_10_4_1a_on_the_motorized_road_rate_nobody_comes_through_a_friend() {
    // 2218, 2319, 2418 lie on a road
    let free = at("turn 4 german move\nunit a-2pz 2218");
    let blocked = at(
        "turn 4 german move\nunit a-2pz 2218\nunit a-26vg 2319\nunit b-26vg 2119\nunit a-18vg 2117\nunit b-18vg 2217",
    );
    let reached = ends(&blocked, "a-2pz");
    assert!(reached.contains(&"2319".to_owned()) && 2 * reached.len() < ends(&free, "a-2pz").len(), "{reached:?}");
    // infantry in trucks does not even enter
    let trucks = at("turn 4 allied move\nunit 422-106di 2218\nunit 423-106di 2319");
    let (from, to) = (hex("2218"), hex("2319"));
    let mover = Mover::new(&GAME, &trucks.state, unit("422-106di"), from, Gait::Trucks);
    let side = GAME.board.side(from, to).expect("neighbours");
    assert_eq!(mover.ways(from, side, false, mover.allowance), Err(Barrier::OffRoad));
}

#[test]
fn cases_6_3b_6_3_1a_and_6_3_1b_one_engineer_a_hex_and_the_delay_stacks_with_nobody() {
    let assets = at("turn 3 allied assets\nunit eng-viii box\nunit eng-vii 2517\nunit cca-9db 2417");
    assets.when("allied: place Eng VIII at 2517").is_refused_by("6.3b", "engineers are in it");
    let delay = at("turn 3 allied traffic\nunit delay box\nunit cca-9db 2418");
    delay.when("allied: place Delay at 2418").is_refused_by("6.3.1a", "an Allied unit is in it");
    let moves = at("turn 3 allied move\nunit delay 2418\nunit cca-9db 2519\nunit 422-106di 2319");
    let gone = moves.when("allied: move CCA/9 to 2418");
    gone.happens(|event| matches!(event, Event::SetAside { place: Place::Box, .. }));
    // it does not hinder the road either
    assert_eq!(place(&moves.after("allied: move 422/106 to 2420"), "422-106di"), "2420");
    let back = at("turn 3 allied replacements\nunit delay 2418\nunit 422-106di dead\ninitiative allied");
    back.when("allied: rebuild 422/106 at 2418").is_refused_by("6.3.1a", "never stacks");
}
