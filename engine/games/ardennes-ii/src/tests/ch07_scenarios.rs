//! Scenarios (7): turns, area, arrivals, supply.

use super::given::{GAME, Given, hex, number, unit};
use crate::chapters::{artillery, movement, setup, supply};
use crate::printed::{ALLIED, Condition, GERMAN, POINT, Plan};
use crate::truth::state::{Phase, State};
use std::collections::BTreeSet;

fn plan(id: &str) -> &'static Plan {
    let place = GAME.published.scenarios.iter().position(|scenario| scenario.id == id);
    &GAME.plans[place.expect("the scenario")]
}

fn start(id: &str) -> State {
    setup::initial(&GAME, id).expect("the scenario")
}

/// Hexes that are in play, and hexes that are not.
fn area(id: &str, inside: &[&str], outside: &[&str]) {
    let plays = |number: &&&str| plan(id).in_play.contains(hex(number));
    assert_eq!(inside.iter().find(|it| !plays(it)), None, "{id}");
    assert_eq!(outside.iter().find(plays), None, "{id}");
}

#[test]
fn cases_7_1a_7_2a_7_3a_7_4a_7_5a_and_7_6a_turns_and_playing_areas() {
    for (id, turns) in [
        ("campaign", (1, 16)),
        ("breakthrough", (1, 6)),
        ("peiper", (2, 6)),
        ("goose-egg", (3, 7)),
        ("bastogne", (4, 11)),
        ("tip-of-the-spear", (9, 12)),
    ] {
        assert_eq!((plan(id).turns, start(id).turn), (turns, turns.0), "{id}");
    }
    area("campaign", &["A1.01", "B40.54"], &[]);
    area("breakthrough", &["B1.01", "B40.54"], &["A40.30"]);
    area("peiper", &["B1.36", "B40.54"], &["B1.35", "A40.40"]);
    area("goose-egg", &["B9.27", "B40.39"], &["B8.30", "B20.26", "B20.40"]);
    area("bastogne", &["A33.11", "B12.24"], &["A32.15", "B13.15", "B1.10", "B1.25"]);
    area("tip-of-the-spear", &["A1.23", "A40.54"], &["A1.22", "B1.30"]);
}

#[test]
fn cases_7_2c_7_1b_7_3c_7_4c_7_5c_and_7_6c_each_scenario_has_its_set_up_and_its_arrivals() {
    let comes = |id: &str| -> BTreeSet<(u8, u8)> {
        let side = |coming: &crate::printed::Coming| GAME.counter(coming.unit).side.0;
        plan(id).coming.iter().map(|coming| (side(coming), coming.turn)).collect()
    };
    assert!(comes("campaign").contains(&(1, 15)) && comes("breakthrough").iter().all(|(_, turn)| *turn <= 6));
    assert_eq!(comes("goose-egg"), BTreeSet::from([(0, 6), (0, 7)]), "no Allied reinforcements");
    assert_eq!(comes("bastogne"), BTreeSet::from([(0, 9), (0, 10), (1, 11)]));
    assert_eq!(comes("tip-of-the-spear"), BTreeSet::from([(0, 10), (0, 11), (1, 11), (1, 12)]));
    // the 82nd of 7.3 comes like others (R42)
    let airborne = plan("peiper").coming.iter().filter(|coming| matches!(coming.condition, Condition::Airborne { .. }));
    assert_eq!(airborne.count(), 0);
    let place = |state: &State, id: &str| state.unit(unit(id)).hex().map(number);
    let (whole, part) = (start("campaign"), start("breakthrough"));
    assert_eq!(place(&whole, "a-9-2di"), place(&part, "a-9-2di"));
    assert_eq!(place(&start("peiper"), "a-9-2di").as_deref(), Some("B28.48"));
}

#[test]
fn cases_7_3g_and_7_3d_7_4d_7_5d_and_7_6d_supply_of_the_scenarios() {
    assert_eq!(start("peiper").unit(unit("b-394-99di")).lost, 1);
    let heads = |id: &str, side: engine::contract::SideId, turn: u8| -> BTreeSet<String> {
        plan(id).heads[side.index()].iter().filter(|head| head.from <= turn).map(|head| number(head.hex)).collect()
    };
    // Roads off the west edge of the playing area, besides the north edge
    let peiper = heads("peiper", ALLIED, 2);
    assert!(peiper.iter().any(|at| at.starts_with("B1.")) && peiper.iter().any(|at| at.ends_with(".54")));
    assert!(heads("goose-egg", ALLIED, 3).iter().all(|at| at.starts_with("B9.")));
    let german = heads("goose-egg", GERMAN, 3);
    assert!(
        german.contains("B24.39")
            && german.iter().any(|at| at.ends_with(".27"))
            && german.iter().any(|at| at.starts_with("B40."))
    );
    assert!(heads("bastogne", ALLIED, 4).iter().all(|at| at.starts_with("A33.")));
    assert!(heads("bastogne", ALLIED, 11).iter().any(|at| at.ends_with(".11") && at.starts_with('A')));
    let spear = heads("tip-of-the-spear", GERMAN, 9);
    assert!(spear.iter().all(|at| at.ends_with(".23") || at.starts_with("A40.")), "{spear:?}");
    assert!(heads("tip-of-the-spear", ALLIED, 9).iter().all(|at| at.starts_with("A1.") || at.ends_with(".54")));
}

#[test]
fn all_units_of_the_campaign_are_in_supply_at_the_start() {
    let state = start("campaign");
    for side in [GERMAN, ALLIED] {
        let cut = supply::without(&GAME, &state, side);
        assert!(cut.is_empty(), "{}", GAME.names(&cut));
    }
}

#[test]
fn cases_4_1c_and_4_1d_von_der_heydte_and_the_150th_are_units_like_others() {
    let mut given = Given::german().unit("vdh", "A6.52").unit("x-150pz", "A8.52");
    assert_eq!(given.go("vdh", "A6.51"), "2 MP");
    assert_eq!(given.go("x-150pz", "A8.51"), "9 MP");
    let ring: Vec<String> = GAME.board.around(hex("A6.51")).map(number).collect();
    let friends = ["a-9-2di", "b-9-2di", "a-38-2di", "b-38-2di", "a-23-2di", "b-23-2di"];
    let shut = ring.iter().zip(friends).fold(Given::german().unit("vdh", "A6.51"), |it, (at, id)| it.unit(id, at));
    assert_eq!(supply::without(&GAME, &shut.state, GERMAN), [unit("vdh")]);
}

#[test]
fn case_3_6g_guns_that_begin_a_phase_beside_an_enemy_of_two_run() {
    let given = Given::at(GERMAN, Phase::Combat).unit("174-grp", "A6.52").unit("991-277vg", "A6.51").begun();
    assert_eq!(artillery::must_run(&GAME, &given.state, ALLIED), [unit("174-grp")]);
}

#[test]
fn case_scs_moved_exploiting_units_have_their_whole_allowance_whatever_they_did_before() {
    let mut given = Given::german().unit("i-12-12ss", "A6.52");
    given.go("i-12-12ss", "A6.50");
    let exploiting = given.with(|state| state.phase = Phase::Exploitation).begun();
    assert_eq!(movement::left(&GAME, &exploiting.state, unit("i-12-12ss")), 12 * POINT);
}
