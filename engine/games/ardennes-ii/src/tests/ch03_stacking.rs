//! Stacking, traffic jams, divisional integrity, disorganisation (3.1, 3.4).

use super::given::{GAME, Given, hex, number, unit};
use crate::chapters::{combat, disorganized, movement};
use crate::printed::{GERMAN, POINT};
use crate::truth::event::{Disorder, Event};
use crate::truth::state::Phase;

impl Given {
    /// Ends the phase: who becomes disorganised, and why.
    fn end(&mut self) -> Vec<(String, Disorder)> {
        let mut told = Vec::new();
        for event in disorganized::at_end_of_phase(&GAME, &self.state) {
            self.evolve(&event);
            if let Event::Disorganised { units, why } = event {
                told.extend(units.into_iter().map(|unit| (GAME.published.units.unit(unit).id.clone(), why)));
            }
        }
        told
    }
}

#[test]
fn cases_3_1a_3_1b_and_3_4a_four_units_in_a_hex_are_disorganised_when_the_phase_ends_three_are_not() {
    let three = Given::german().unit("a-9-2di", "A6.52").unit("b-9-2di", "A6.52").unit("a-38-2di", "A6.52");
    assert!(three.clone().end().is_empty());
    let mut four = three.unit("b-38-2di", "A6.52");
    let told = four.end();
    assert_eq!(told.len(), 4);
    assert!(told.iter().all(|(_, why)| *why == Disorder::Overstacked) && four.is_dg("a-9-2di"));
    assert!(four.end().is_empty(), "nobody is so twice");
}

#[test]
fn cases_3_1c_3_1k_3_4b_and_3_1m_two_divisions_in_a_hex_are_disorganised_and_independents_go_with_any() {
    let mut mixed = Given::german().unit("a-9-2di", "A6.52").unit("a-393-99di", "A6.52").unit("174-grp", "A6.52");
    let told = mixed.end();
    assert_eq!(told.len(), 3, "all units of the stack");
    assert!(told.iter().all(|(_, why)| *why == Disorder::Mixed));
    let mut with = Given::german().unit("a-9-2di", "A6.52").unit("b-9-2di", "A6.52").unit("174-grp", "A6.52");
    assert!(with.end().is_empty());
}

#[test]
fn cases_3_1n_reinforcements_in_their_entry_area_may_be_mixed_until_they_move() {
    let fresh = |given: Given, id: &str| given.with(|state| state.units.get_mut(unit(id)).fresh = true);
    let given = Given::german().unit("a-26-1di", "B8.54").unit("fuller-7db", "B8.54");
    let mut placed = fresh(fresh(given.clone(), "a-26-1di"), "fuller-7db");
    assert!(placed.end().is_empty());
    assert_eq!(given.clone().end().len(), 2);
    let mut elsewhere =
        fresh(fresh(Given::german().unit("a-26-1di", "A6.52").unit("fuller-7db", "A6.52"), "a-26-1di"), "fuller-7db");
    assert_eq!(elsewhere.end().len(), 2, "outside of any area");
}

#[test]
fn case_3_1d_passing_through_a_full_hex_or_another_division_does_no_harm() {
    let mut given = Given::german()
        .unit("990-277vg", "A6.51")
        .unit("991-277vg", "A6.51")
        .unit("989-277vg", "A6.51")
        .unit("i-12-12ss", "A6.52");
    given.go("i-12-12ss", "A6.50");
    assert!(!given.is_dg("i-12-12ss") && given.end().is_empty());
}

/// A jam hex that leads by road to another hex.
fn jam() -> (String, String) {
    let hexes = GAME.board.on_map().filter(|at| GAME.board.hex(*at).jam);
    let mut ways = hexes.flat_map(|at| {
        GAME.board.hex(at).sides.iter().filter(|side| side.road.is_some()).map(move |side| (side.there, at))
    });
    let clear = |from: definitions::hex::HexId| {
        GAME.board.hex(from).on_map() && !GAME.board.hex(from).jam && GAME.board.hex(from).entry_costs[1].is_some()
    };
    let (from, at) = ways.find(|(from, _)| clear(*from)).expect("a way into a jam");
    (number(from), number(at))
}

#[test]
fn cases_3_1e_3_4d_and_3_4h_who_enters_a_jam_is_disorganised_and_has_half_his_allowance_from_there() {
    let (from, jam) = jam();
    let mut given = Given::german().turn(1).unit("i-12-12ss", &from);
    let before = movement::mover(&GAME, &given.state, GERMAN, unit("i-12-12ss")).expect("it moves").price(hex(&jam));
    given.go("i-12-12ss", &jam);
    assert!(given.is_dg("i-12-12ss"));
    let left = movement::left(&GAME, &given.state, unit("i-12-12ss"));
    assert_eq!(left, 6 * POINT - before.expect("a way"), "half of 12, and what was spent");
    // whoever begins a phase in one, too
    let begun = Given::german().turn(2).unit("i-12-12ss", &jam).begun();
    assert!(begun.is_dg("i-12-12ss"));
}

#[test]
fn cases_3_1f_and_3_1g_jams_bind_germans_and_only_on_turns_1_and_2() {
    let (from, jam) = jam();
    let mut later = Given::german().turn(3).unit("i-12-12ss", &from);
    later.go("i-12-12ss", &jam);
    assert!(!later.is_dg("i-12-12ss"));
    let mut american = Given::allied().turn(1).unit("14-9db", &from);
    american.go("14-9db", &jam);
    assert!(!american.is_dg("14-9db"));
    assert!(!Given::allied().turn(1).unit("14-9db", &jam).begun().is_dg("14-9db"));
}

#[test]
fn case_3_1h_no_german_enters_or_passes_a_jam_that_holds_another() {
    let (from, jam) = jam();
    let given = Given::german().turn(1).unit("i-12-12ss", &from).unit("991-277vg", &jam);
    assert_eq!(given.refused("i-12-12ss", &jam), "3.1h");
    assert_eq!(given.clone().turn(3).go("i-12-12ss", &jam), given.turn(3).go("i-12-12ss", &jam));
}

#[test]
fn case_3_1h_no_german_retreats_into_a_jam_that_holds_another() {
    let (from, jam) = jam();
    let ends = |given: &Given| {
        let ways = combat::ways(&GAME, &given.state, &[unit("991-277vg")], hex(&from), 1);
        ways.into_iter().filter_map(|way| way.path.last().copied()).collect::<Vec<_>>()
    };
    let free = Given::german().turn(1).unit("991-277vg", &from);
    assert!(ends(&free).contains(&hex(&jam)));
    assert!(!ends(&free.unit("989-277vg", &jam)).contains(&hex(&jam)));
}

#[test]
fn cases_3_4g_attack_defence_and_movement_are_halved() {
    let given = Given::german().dg("i-12-12ss", "A6.52");
    let of = unit("i-12-12ss");
    assert_eq!(combat::attack_of(&GAME, &given.state, of).to_string(), "3");
    assert_eq!(combat::defence_of(&GAME, &given.state, of).to_string(), "2");
    assert_eq!(movement::left(&GAME, &given.state, of), 6 * POINT);
    let odd = Given::german().dg("a-9-2di", "A6.52");
    assert_eq!(combat::attack_of(&GAME, &odd.state, unit("a-9-2di")).to_string(), "1½");
}

#[test]
fn case_3_4h_of_12_with_8_spent_nothing_is_left_of_6() {
    let given = Given::german().dg("i-12-12ss", "A6.52").with(|state| {
        state.units.get_mut(unit("i-12-12ss")).spent = Some(8 * POINT);
    });
    assert_eq!(movement::left(&GAME, &given.state, unit("i-12-12ss")), 0);
    assert_eq!(given.refused("i-12-12ss", "A6.51"), "1.3i");
}

#[test]
fn case_3_4f_units_take_it_along_and_give_it_to_nobody() {
    let mut given = Given::german().dg("991-277vg", "A6.52").unit("989-277vg", "A6.51");
    given.go("991-277vg", "A6.51");
    assert!(given.end().is_empty());
    assert!(given.is_dg("991-277vg") && !given.is_dg("989-277vg"));
}

#[test]
fn case_3_4j_who_comes_into_a_jam_in_the_exploitation_phase_stops_there() {
    let (from, jam) = jam();
    let given = Given::at(GERMAN, Phase::Exploitation).turn(2).unit("i-12-12ss", &from).begun();
    let mover = movement::mover(&GAME, &given.state, GERMAN, unit("i-12-12ss")).expect("it exploits");
    let reached = mover.search();
    assert!(reached.left(hex(&jam)).is_some());
    let through: Vec<_> = reached
        .hexes()
        .filter(|at| reached.path(*at).is_some_and(|way| way.iter().rev().skip(1).any(|mid| *mid == hex(&jam))))
        .collect();
    assert!(through.is_empty(), "nobody goes on from {jam}");
}

#[test]
fn cases_3_4l_3_4m_3_4n_3_4o_and_3_4p_all_recover_for_whom_nothing_forbids_it() {
    let (_, jam) = jam();
    let recovers = |given: &Given, supplied: bool| {
        let units = disorganized::recovering(&GAME, &given.state, |_| supplied);
        units.into_iter().map(|unit| GAME.published.units.unit(unit).id.clone()).collect::<Vec<_>>()
    };
    let one = Given::german().dg("991-277vg", "A6.52").dg("a-9-2di", "A6.48").unit("b-9-2di", "A6.48");
    assert_eq!(recovers(&one, true), ["991-277vg", "a-9-2di"], "of both sides");
    assert!(recovers(&one, false).is_empty());
    let jammed = Given::german().turn(2).dg("991-277vg", &jam);
    assert!(recovers(&jammed, true).is_empty());
    assert_eq!(recovers(&jammed.turn(3), true), ["991-277vg"]);
    let crowded = one.clone().unit("a-38-2di", "A6.48").unit("b-38-2di", "A6.48");
    assert_eq!(recovers(&crowded, true), ["991-277vg"]);
    let mixed = one.unit("a-393-99di", "A6.48");
    assert_eq!(recovers(&mixed, true), ["991-277vg"]);
}

#[test]
fn cases_4_2a_4_2b_and_4_2c_the_2nd_panzers_infantry_crosses_the_our_for_all_it_has_and_is_freed_of_dg() {
    // the other bank is a slope, which is prohibited to them as well (ruling R54)
    let side = GAME.board.side(hex("B21.19"), hex("B20.18")).expect("neighbours");
    assert!(side.boats && GAME.board.hex(side.there).entry_costs[1].is_none());
    let at = |turn: u8| Given::german().turn(turn).dg("vcoch-2pz", "B21.19");
    let mut given = at(1);
    assert_eq!(given.go("vcoch-2pz", "B20.18"), "0 MP");
    assert!(!given.is_dg("vcoch-2pz"));
    assert_eq!(at(3).refused("vcoch-2pz", "B20.18"), "1.3i");
    // who has spent anything does not cross
    let tired = at(1).with(|state| state.units.get_mut(unit("vcoch-2pz")).spent = Some(0));
    assert_eq!(tired.refused("vcoch-2pz", "B20.18"), "1.3i");
}

#[test]
fn case_4_2d_no_other_division_and_no_pioneers_cross() {
    for id in ["pio-2pz", "a-25-12ss"] {
        assert_eq!(Given::german().turn(1).unit(id, "B21.19").refused(id, "B20.18"), "1.3i", "{id}");
    }
}
