//! Barrage (3.5).

use super::given::{GAME, Given, hex, number, unit};
use crate::chapters::barrage::{self, Barrage, Shot};
use crate::chapters::{combat, movement};
use crate::printed::{ALLIED, GERMAN, POINT};
use crate::truth::event::Event;
use crate::truth::state::Phase;
use engine::contract::SideId;

impl Given {
    /// Judges a battery's fire.
    fn aim(&self, side: SideId, id: &str, at: &str) -> Result<Barrage, String> {
        barrage::gun(&GAME, &self.state, side, unit(id), hex(at)).map_err(|refusal| refusal.case.into_owned())
    }

    /// Fires a battery with a die: half and full markers that it places.
    fn fire_at(&mut self, id: &str, at: &str, face: u8) -> (u8, u8) {
        let side = GAME.counter(unit(id)).side;
        let barrage = self.aim(side, id, at).expect("it may fire");
        let event = barrage::fired(&GAME, &self.state, side, &barrage, face);
        self.evolve(&event);
        match event {
            Event::Fired { half, full, .. } => (half, full),
            other => panic!("{other:?}"),
        }
    }

    /// Settles all half markers of a side with a die for those that need one.
    fn settle(&mut self, side: SideId, face: u8) -> Vec<u8> {
        let found = barrage::halves(&self.state, side);
        let settled = found.into_iter().map(|(hex, die)| barrage::reconciled(&GAME, side, hex, die.then_some(face)));
        let events: Vec<Event> = settled.collect();
        events.iter().for_each(|event| self.evolve(event));
        let full = |event: &Event| if let Event::Reconciled { full, .. } = event { *full } else { 0 };
        events.iter().map(full).collect()
    }
}

/// A German battery of the 277th (range 6), and one of its regiments near the target A6.52.
fn battery() -> Given {
    Given::german().unit("arty-277vg", "A6.46").unit("991-277vg", "A6.50")
}

#[test]
fn cases_3_5a_3_5i_and_3_6c_artillery_fires_in_its_movement_phase_and_the_us_in_the_german_turn_too() {
    assert!(battery().aim(GERMAN, "arty-277vg", "A6.52").is_ok());
    for (phase, case) in [(Phase::Combat, "3.5a"), (Phase::Exploitation, "3.5i"), (Phase::Barrage, "3.5a")] {
        let given = battery().with(|state| state.phase = phase);
        assert_eq!(given.aim(GERMAN, "arty-277vg", "A6.52"), Err(case.to_owned()));
    }
    let us = Given::at(GERMAN, Phase::Barrage).unit("174-grp", "A6.46").unit("5-fus", "A6.50");
    assert!(us.aim(ALLIED, "174-grp", "A6.52").is_ok());
    assert_eq!(us.with(|state| state.phase = Phase::Movement).aim(ALLIED, "174-grp", "A6.52"), Err("3.5a".to_owned()));
}

#[test]
fn cases_3_5c_any_hex_may_be_shelled_whoever_is_in_it() {
    assert!(battery().aim(GERMAN, "arty-277vg", "A6.50").is_ok(), "friends");
    assert!(battery().unit("5-fus", "A6.51").aim(GERMAN, "arty-277vg", "A6.51").is_ok(), "enemies");
    assert!(battery().aim(GERMAN, "arty-277vg", "A6.49").is_ok(), "nobody");
}

#[test]
fn cases_3_5d_3_4k_and_3_5e_who_is_disorganised_or_has_moved_does_not_fire() {
    assert_eq!(battery().dg("arty-277vg", "A6.46").aim(GERMAN, "arty-277vg", "A6.52"), Err("3.5d".to_owned()));
    let moved = battery().with(|state| state.units.get_mut(unit("arty-277vg")).spent = Some(POINT));
    assert_eq!(moved.aim(GERMAN, "arty-277vg", "A6.52"), Err("3.5e".to_owned()));
    let placed = battery().with(|state| state.units.get_mut(unit("arty-277vg")).fresh = true);
    assert!(placed.aim(GERMAN, "arty-277vg", "A6.52").is_ok(), "a reinforcement that was placed has not moved");
}

#[test]
fn case_3_5f_the_target_is_within_range_as_the_crow_flies() {
    let at = |from: &str| battery().unit("arty-277vg", from).aim(GERMAN, "arty-277vg", "A6.52").map(|_| ());
    assert_eq!((at("A6.46"), at("A6.45")), (Ok(()), Err("3.5f".to_owned())));
}

#[test]
fn cases_3_5g_and_3_1j_a_spotter_is_within_two_hexes_and_of_the_batterys_division() {
    let alone = Given::german().unit("arty-277vg", "A6.46");
    assert_eq!(alone.aim(GERMAN, "arty-277vg", "A6.52"), Err("3.1j".to_owned()));
    let other = alone.clone().unit("752-326vg", "A6.50");
    assert_eq!(other.aim(GERMAN, "arty-277vg", "A6.52"), Err("3.1j".to_owned()));
    let far = alone.clone().unit("991-277vg", "A6.49");
    assert_eq!(far.aim(GERMAN, "arty-277vg", "A6.52"), Err("3.1j".to_owned()));
    // artillery spots for itself
    let itself = alone.aim(GERMAN, "arty-277vg", "A6.48").expect("two hexes");
    assert_eq!(itself.spotter, Some(unit("arty-277vg")));
    // independent artillery takes anybody of its side
    let corps = Given::german().unit("405-arty", "A6.46").unit("752-326vg", "A6.50");
    assert_eq!(corps.aim(GERMAN, "405-arty", "A6.52").expect("it may").spotter, Some(unit("752-326vg")));
    let enemy = Given::german().unit("405-arty", "A6.46").unit("5-fus", "A6.50");
    assert_eq!(enemy.aim(GERMAN, "405-arty", "A6.52"), Err("3.5g".to_owned()));
}

#[test]
fn case_3_5h_who_has_spotted_moves_no_more_and_may_have_moved_before() {
    let mut given = Given::german().unit("arty-277vg", "A6.46").unit("991-277vg", "A6.49");
    given.go("991-277vg", "A6.50");
    assert_eq!(given.fire_at("arty-277vg", "A6.52", 6), (0, 1));
    assert_eq!(given.refused("991-277vg", "A6.51"), "3.5h");
}

#[test]
fn cases_3_6b_and_3_5j_a_battery_fires_once_and_then_does_not_move_while_others_may_fire_at_the_same_hex() {
    let mut given = battery().unit("405-arty", "A6.47");
    given.fire_at("arty-277vg", "A6.52", 6);
    assert_eq!(given.aim(GERMAN, "arty-277vg", "A6.52"), Err("3.6b".to_owned()));
    assert_eq!(given.refused("arty-277vg", "A6.45"), "3.6b");
    given.fire_at("405-arty", "A6.52", 6);
    assert_eq!(given.state.markers(GERMAN, hex("A6.52")), 2);
}

#[test]
fn cases_3_5l_3_5m_3_5n_and_3_5o_a_die_with_its_modifiers_against_the_hardest_terrain() {
    // open: 3 and 4 half, 5 and 6 full
    let on = |face: u8| battery().fire_at("arty-277vg", "A6.52", face);
    assert_eq!([2, 3, 4, 5, 6].map(on), [(0, 0), (1, 0), (1, 0), (0, 1), (0, 1)]);
    let three = || battery().unit("a-9-2di", "A6.52").unit("b-9-2di", "A6.52").unit("a-38-2di", "A6.52");
    let crowded = |face: u8| three().fire_at("arty-277vg", "A6.52", face);
    assert_eq!([1, 2, 3, 6].map(crowded), [(1, 0), (1, 0), (0, 1), (0, 1)], "two more, and more than 6 is 6");
    let under = |face: u8| battery().fire(ALLIED, "A6.46", 2).fire_at("arty-277vg", "A6.52", face);
    assert_eq!([1, 5, 6].map(under), [(0, 0), (1, 0), (0, 1)]);
    let own = |face: u8| battery().fire(GERMAN, "A6.46", 1).fire_at("arty-277vg", "A6.52", face);
    assert_eq!([5, 6].map(own), [(0, 1), (0, 1)]);
}

#[test]
fn cases_3_5q_3_5r_and_3_5s_half_markers_become_one_full_or_go() {
    let half = |count: u8| {
        battery().with(|state| {
            state.barrages[GERMAN.index()].half.insert(hex("A6.52"), count);
        })
    };
    for (count, face, full) in [(1, 3, 0), (1, 4, 1), (2, 1, 1), (5, 1, 1)] {
        let mut given = half(count);
        assert_eq!(given.settle(GERMAN, face), [full], "{count} and {face}");
        assert!(given.state.barrages[GERMAN.index()].half.is_empty());
        assert_eq!(given.state.markers(GERMAN, hex("A6.52")), full);
    }
    let mut beside = half(1).fire(GERMAN, "A6.52", 1);
    beside.settle(GERMAN, 4);
    assert_eq!(beside.state.markers(GERMAN, hex("A6.52")), 2, "full markers do not matter");
}

#[test]
fn cases_3_5t_3_5u_and_3_5v_enemy_markers_halve_or_quarter_and_cost_to_enter_and_to_leave() {
    let strengths = |markers: u8| {
        let given = Given::german().unit("i-12-12ss", "A6.52").fire(ALLIED, "A6.52", markers);
        let of = unit("i-12-12ss");
        (
            combat::attack_of(&GAME, &given.state, of).to_string(),
            combat::defence_of(&GAME, &given.state, of).to_string(),
        )
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!([1, 2, 3].map(strengths), [pair("3", "2"), pair("1½", "1"), pair("1½", "1")]);
    let both = Given::german().dg("i-12-12ss", "A6.52").fire(ALLIED, "A6.52", 2);
    assert_eq!(combat::attack_of(&GAME, &both.state, unit("i-12-12ss")).to_string(), "¾", "an eighth of 6");
    for (markers, entered, left) in [(1, "7 MP", "2 MP"), (2, "5 MP", "1.3i")] {
        let mut given = Given::german().unit("i-12-12ss", "A6.52").fire(ALLIED, "A6.51", markers);
        assert_eq!(given.go("i-12-12ss", "A6.51"), entered);
        match markers {
            1 => assert_eq!(given.go("i-12-12ss", "A6.50"), left),
            _ => assert_eq!(given.refused("i-12-12ss", "A6.50"), left),
        }
    }
}

#[test]
fn cases_3_5p_and_3_5w_markers_bind_who_comes_into_the_hex_and_end_an_exploitation() {
    let mut given = Given::german().unit("i-12-12ss", "A6.52").fire(ALLIED, "A6.51", 1).begun();
    given.go("i-12-12ss", "A6.51");
    assert!(given.state.unit(unit("i-12-12ss")).under_fire);
    assert_eq!(combat::attack_of(&GAME, &given.state, unit("i-12-12ss")).to_string(), "3");
    let given = Given::at(GERMAN, Phase::Exploitation).unit("i-12-12ss", "A6.52").fire(ALLIED, "A6.51", 1).begun();
    let mover = movement::mover(&GAME, &given.state, GERMAN, unit("i-12-12ss")).expect("it exploits");
    let reached = mover.search();
    let through = |way: Vec<_>| way.iter().rev().skip(1).any(|at| number(*at) == "A6.51");
    assert!(reached.left(hex("A6.51")).is_some());
    assert!(reached.hexes().all(|at| !reached.path(at).is_some_and(through)), "nobody goes on from there");
}

#[test]
fn case_3_5y_own_markers_do_nothing_to_friends_but_a_point_to_enter() {
    let given = Given::german().unit("i-12-12ss", "A6.52").fire(GERMAN, "A6.52", 3).begun();
    assert_eq!(combat::attack_of(&GAME, &given.state, unit("i-12-12ss")).to_string(), "6");
    assert!(!given.state.unit(unit("i-12-12ss")).under_fire);
}

#[test]
fn cases_3_5x_a_side_takes_its_own_markers_off_and_leaves_the_others() {
    let mut given = Given::german().fire(GERMAN, "A6.52", 1).fire(ALLIED, "A6.51", 2);
    given.evolve(&Event::BarragesRemoved { side: GERMAN });
    assert_eq!((given.state.markers(GERMAN, hex("A6.52")), given.state.markers(ALLIED, hex("A6.51"))), (0, 2));
}

#[test]
fn cases_2_2c_2_2d_3_5b_and_3_5k_air_strikes_go_anywhere_once_each_and_unspotted_once_a_hex() {
    let sky = |strikes: u8| Given::allied().with(|state| state.strikes = strikes);
    let aim = |given: &Given, side: SideId, at: &str| {
        barrage::strike(&GAME, &given.state, side, hex(at)).map_err(|refusal| refusal.case.into_owned())
    };
    let mut given = sky(3);
    let strike = aim(&given, ALLIED, "B40.20").expect("anywhere");
    assert_eq!((strike.shot, strike.spotter), (Shot::Strike, None));
    given.evolve(&barrage::fired(&GAME, &given.state, ALLIED, &strike, 1));
    assert_eq!(given.state.strikes, 2);
    assert_eq!(aim(&given, ALLIED, "B40.20"), Err("3.5k".to_owned()));
    assert!(aim(&given, ALLIED, "B40.21").is_ok());
    let spotted = given.clone().unit("5-fus", "B39.20");
    assert_eq!(aim(&spotted, ALLIED, "B40.20").map(|it| it.spotter), Ok(Some(unit("5-fus"))));
    assert_eq!(aim(&sky(0), ALLIED, "B40.20"), Err("2.2d".to_owned()));
    assert_eq!(aim(&sky(1), GERMAN, "B40.20"), Err("2.2b".to_owned()));
    let german_turn = sky(1).with(|state| (state.side, state.phase) = (GERMAN, Phase::Barrage));
    assert!(aim(&german_turn, ALLIED, "B40.20").is_ok());
}
