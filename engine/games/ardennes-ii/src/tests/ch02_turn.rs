//! The turn: its phases, weather, air strikes, reinforcements (2, 4.1, 4.3, 5.1, SCS.15).

use super::given::{GAME, Given, hex, number, unit};
use crate::chapters::{disorganized, reinforcements, sequence, setup, weather};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Phase, Place, State};
use engine::contract::SideId;

/// The phases of a turn in order.
fn phases(turn: u8) -> Vec<(SideId, Phase)> {
    let mut given = Given::at(GERMAN, Phase::PreTurn).turn(turn);
    let mut all = vec![(GERMAN, Phase::PreTurn)];
    while let Some((side, phase)) = sequence::next(&GAME, &given.state) {
        (given.state.side, given.state.phase) = (side, phase);
        all.push((side, phase));
    }
    all
}

#[test]
fn cases_2_1b_2_1c_2_1d_and_2_1e_a_turn_has_its_phases_in_order() {
    use Phase::{Barrage, Combat, Exploitation, Movement, PreTurn, Supply};
    let german = [PreTurn, Movement, Barrage, Combat, Exploitation, Supply].map(|phase| (GERMAN, phase));
    let allied = [Movement, Combat, Exploitation, Supply].map(|phase| (ALLIED, phase));
    assert_eq!(phases(2), [&german[..], &allied[..]].concat());
}

#[test]
fn case_4_3_on_turn_1_there_is_no_german_exploitation_phase() {
    assert!(!phases(1).contains(&(GERMAN, Phase::Exploitation)) && phases(1).contains(&(ALLIED, Phase::Exploitation)));
}

#[test]
fn markers_go_with_the_owners_player_turn_and_halves_with_the_phase_that_made_them() {
    let off: Vec<_> = phases(2).into_iter().filter_map(sequence::takes_markers_off).collect();
    assert_eq!(off, [GERMAN, ALLIED]);
    let settles = |side, phase| sequence::settles_halves(&Given::at(side, phase).state);
    assert_eq!(settles(GERMAN, Phase::Movement), Some(GERMAN));
    assert_eq!(settles(GERMAN, Phase::Barrage), Some(ALLIED));
    assert_eq!(settles(ALLIED, Phase::Movement), Some(ALLIED));
    assert_eq!(settles(GERMAN, Phase::Combat), None);
}

#[test]
fn cases_2_2a_and_2_2b_from_the_23rd_a_die_says_whether_it_freezes_and_the_weather_gives_the_air_strikes() {
    let rolls = |turn: u8| weather::rolls(&GAME, &Given::german().turn(turn).state);
    assert_eq!([7, 8, 16].map(rolls), [false, true, true]);
    let mut given = Given::german().turn(8);
    assert_eq!(weather::strikes(&GAME, &given.state, 6), Event::StrikesRolled { face: 6, strikes: 2 });
    given.evolve(&weather::weather(&GAME, 4));
    assert!(given.state.frost);
    let strikes = weather::strikes(&GAME, &given.state, 6);
    assert_eq!(strikes, Event::StrikesRolled { face: 6, strikes: 8 });
    given.evolve(&strikes);
    assert_eq!(given.state.strikes, 8);
    // frost and what is left of the strikes end with the turn (2.2d, R3)
    given.evolve(&Event::TurnBegan { turn: 9 });
    assert_eq!((given.state.frost, given.state.strikes), (false, 0));
}

#[test]
fn cases_7_3b_7_4b_7_5b_and_7_6b_half_of_the_air_strikes_come_rounded_down() {
    for scenario in ["peiper", "goose-egg", "bastogne", "tip-of-the-spear"] {
        let given = Given::of(scenario, ALLIED, Phase::PreTurn).with(|state| state.frost = true);
        assert_eq!(weather::strikes(&GAME, &given.state, 3), Event::StrikesRolled { face: 3, strikes: 2 }, "half of 5");
    }
}

fn start(scenario: &str, turn: u8) -> Given {
    let mut state = setup::initial(&GAME, scenario).expect("the scenario");
    state.turn = turn;
    Given { state }
}

/// The ids of units.
fn ids(units: &[definitions::UnitId]) -> Vec<&'static str> {
    units.iter().map(|unit| GAME.published.units.unit(*unit).id.as_str()).collect()
}

#[test]
fn cases_2_2f_s_usa_and_scs_15a_who_comes_is_placed_in_his_area_where_no_enemy_is() {
    let given = start("campaign", 2);
    let (plain, by_die) = reinforcements::due(&GAME, &given.state);
    assert!(ids(&plain).contains(&"luckett-4di") && ids(&plain).contains(&"vdh") && by_die.is_empty());
    let places = |given: &Given, id: &str| -> Vec<String> {
        reinforcements::hexes(&GAME, &given.state, unit(id)).into_iter().map(number).collect()
    };
    assert_eq!(places(&given, "luckett-4di"), ["B29.01", "B30.01", "B31.01", "B32.01", "B33.01"]);
    let taken = given.clone().unit("991-277vg", "B30.01");
    assert!(!places(&taken, "luckett-4di").contains(&"B30.01".to_owned()));
    // two letters: the hexes of both
    let both = places(&given, "2-hhc");
    assert!(both.iter().any(|at| at.starts_with("A1.3")) && both.iter().any(|at| at.starts_with("A1.4")), "{both:?}");
}

#[test]
fn cases_scs_15c_and_3_5e_who_waits_comes_later_and_who_is_placed_has_not_moved() {
    let mut given = start("campaign", 4);
    let (plain, _) = reinforcements::due(&GAME, &given.state);
    assert!(ids(&plain).contains(&"luckett-4di"), "of turn 2");
    given.evolve(&Event::Came { units: plain });
    assert_eq!(given.state.unit(unit("luckett-4di")).place, Place::Waiting);
    given.evolve(&Event::Arrived { unit: unit("luckett-4di"), hex: hex("B30.01") });
    let it = given.state.unit(unit("luckett-4di"));
    assert!(it.fresh && it.spent.is_none());
}

#[test]
fn case_s_gea_two_units_come_on_a_five_or_more_or_never() {
    let given = start("campaign", 3);
    let (_, by_die) = reinforcements::due(&GAME, &given.state);
    assert_eq!(ids(&by_die), ["653-jgtg"]);
    let die = |face| reinforcements::by_die(&GAME, &given.state, unit("653-jgtg"), face);
    assert_eq!(
        [4, 5, 6].map(die),
        [
            Event::Gone { unit: unit("653-jgtg") },
            Event::Came { units: vec![unit("653-jgtg")] },
            Event::Came { units: vec![unit("653-jgtg")] },
        ]
    );
}

#[test]
fn cases_2_2g_s_geb_and_7_4f_units_are_removed_on_their_turn_whatever_their_state() {
    let gone = |scenario: &str, turn: u8| reinforcements::removed(&GAME, &start(scenario, turn).state).len();
    assert_eq!((gone("campaign", 11), gone("goose-egg", 4), gone("goose-egg", 5)), (0, 3, 0));
    assert!(gone("campaign", 12) > 0 && gone("campaign", 13) > 0);
    let mut given = start("goose-egg", 4).dg("jgpz-1ss", "B21.39");
    for event in reinforcements::removed(&GAME, &given.state) {
        given.evolve(&event);
    }
    let place = given.state.unit(unit("jgpz-1ss"));
    assert_eq!((place.place, place.disorganised), (Place::Gone, false));
}

#[test]
fn cases_4_1a_and_4_1b_von_der_heydte_drops_near_b17_49_where_no_us_unit_is() {
    let given = start("campaign", 2);
    let places = reinforcements::hexes(&GAME, &given.state, unit("vdh"));
    assert_eq!(places.len(), 7);
    assert!(places.iter().all(|at| GAME.board.distance(*at, hex("B17.49")) <= 1));
    let held = given.unit("5-fus", "B17.49");
    assert!(!reinforcements::hexes(&GAME, &held.state, unit("vdh")).contains(&hex("B17.49")));
    assert_eq!([2, 3].map(|face| GAME.tables.drop_lands.has(face)), [false, true]);
}

#[test]
fn cases_5_1b_5_1c_and_5_1d_an_airborne_division_comes_near_two_vp_hexes_of_map_a_or_near_bastogne_and_senonchamps() {
    let given = start("campaign", 3);
    let near =
        |given: &Given, at: &str| reinforcements::hexes(&GAME, &given.state, unit("b-501-101abn")).contains(&hex(at));
    assert!(near(&given, "B1.16") && near(&given, "A38.16") && near(&given, "A17.29") && !near(&given, "B20.34"));
    let placed = |at: &str| {
        let mut given = given.clone();
        given.evolve(&Event::Arrived { unit: unit("a-501-101abn"), hex: hex(at) });
        given
    };
    // who begins near Bastogne ends there: it is in no group with a VP hex of map A
    let bastogne = placed("B2.16");
    assert!(near(&bastogne, "A38.16") && !near(&bastogne, "A1.46"));
    // one place of map A may be joined by any other
    let rochefort = placed("A17.26");
    assert!(near(&rochefort, "A1.46") && near(&rochefort, "A27.33") && !near(&rochefort, "B1.16"));
}

#[test]
fn cases_7_1c_7_4g_7_5g_and_7_6f_set_ups_stand_as_listed_with_lost_steps_disorder_and_blown_bridges() {
    let campaign = start("campaign", 1);
    assert!(campaign.is_dg("knittel-1ss") && !campaign.is_dg("i-12-12ss"));
    assert_eq!(campaign.state.unit(unit("i-12-12ss")).place, Place::Hex(hex("B40.47")));
    assert_eq!(start("goose-egg", 3).state.unit(unit("32-14cav")).lost, 1);
    let blown =
        |state: &State| state.charges.iter().filter(|charge| **charge == crate::truth::state::Charge::Blown).count();
    assert_eq!((blown(&start("bastogne", 4).state), blown(&campaign.state)), (2, 0));
    assert!(setup::initial(&GAME, "nowhere").unwrap_err().contains("goose-egg"));
}

#[test]
fn nobody_is_disorganised_by_the_set_up_of_the_campaign_but_those_that_are_listed_so() {
    // mixed stacks that are listed stay so only if the list says DG; the phase would make them so
    let given = start("campaign", 1);
    let ends = disorganized::at_end_of_phase(&GAME, &given.state);
    assert!(ends.is_empty(), "{ends:?}");
}

#[test]
fn case_5_1a_the_airborne_divisions_come_in_the_us_movement_phase_of_turn_3() {
    let at = |side, phase| {
        let given = start("campaign", 3).with(|state| (state.side, state.phase) = (side, phase));
        ids(&reinforcements::due(&GAME, &given.state).0)
    };
    assert!(!at(GERMAN, Phase::PreTurn).contains(&"a-501-101abn"));
    let airborne = at(ALLIED, Phase::Movement);
    assert_eq!(airborne.len(), 18, "{airborne:?}");
    assert!(at(GERMAN, Phase::Movement).is_empty());
}

#[test]
fn case_scs_15b_reinforcements_that_are_too_many_are_disorganised_as_anybody() {
    let four = ["luckett-4di", "22-4di", "a-12-4di", "b-12-4di"];
    let mut given = Given::at(GERMAN, Phase::PreTurn);
    for id in four {
        given.evolve(&Event::Arrived { unit: unit(id), hex: hex("B30.01") });
    }
    assert_eq!(disorganized::at_end_of_phase(&GAME, &given.state).len(), 1);
}
