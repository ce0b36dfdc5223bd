//! The west bank (14.3): who is bound to it, what it forbids, and when it ends.

use super::ch10_results::{ends, marching, retreating};
use super::ch14_reinforcements::waiting;
use super::given::{GAME, Given, hex, number, unit};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::{Event, Loss};
use crate::truth::state::{Phase, State};

fn bound(given: Given, id: &str) -> Given {
    given.with(|state: &mut State| state.units.get_mut(unit(id)).west_bank = true)
}

#[test]
fn cases_14_3c_and_10_2b_who_is_bound_and_has_no_way_but_over_the_meuse_is_lost() {
    let board = &GAME.board;
    let west = board.around(hex("1640")).filter(|there| board.is_live(*there) && board.west_of_meuse(*there));
    let given = marching(Given::german_combat().unit("129-43di", "1640").unit("9-2di", "2521"), west);
    assert!(!crate::chapters::combat::immune(&GAME, ALLIED, hex("1640")));
    let attacker = GAME.units_of(GERMAN).find(|unit| given.state.unit(*unit).hex().is_some()).expect("a German");
    // strong enough for a Dr on any die, and in road mode, so that no zone is in the way
    let given = given.with(|state| {
        let place = state.unit(attacker).place;
        state.units.get_mut(attacker).place = crate::truth::state::Place::Absent;
        let tanks = state.units.get_mut(unit("1pz-1ss"));
        (tanks.place, tanks.road) = (place, true);
    });
    let lost = Event::Lost { unit: unit("129-43di"), side: ALLIED, why: Loss::NoRetreat, strength: 0 };
    let fought = |given: Given| {
        let mut given = given;
        given.fight("attack 1640 with 1 SS Pz", 1).contains(&lost)
    };
    assert!(fought(bound(given.clone(), "129-43di")));
    assert!(!fought(bound(given.clone(), "129-43di").with(|state| state.freed = true)));
    assert!(!fought(given));
}

#[test]
fn case_14_3c_who_is_bound_retreats_along_his_bank() {
    let given = retreating(Given::german_combat().unit("129-43di", "1640").unit("18-vg", "1639"), "129-43di", 1);
    let ends = ends(&bound(given, "129-43di"), "129-43di");
    assert!(!ends.is_empty() && ends.iter().all(|end| GAME.board.west_of_meuse(hex(end))), "{ends:?}");
}

#[test]
fn cases_14_3c_and_9_6n_an_order_to_advance_over_the_meuse_is_refused_by_its_case_where_another_may() {
    let given = Given::allied_combat().unit("29-bab", "1640").unit("cca-7db", "1640").unit("18-vg", "2503");
    let mut given = bound(given.unit("heydte", "1639"), "29-bab");
    given.order("attack 1639 with 29 Arm, CCA/7");
    given.roll("keep", &[1]);
    assert_eq!(given.refused("advance 29 Arm to 1639"), "14.3c");
    given.order("advance CCA/7 to 1639");
    assert_eq!(given.place("cca-7db"), "1639");
}

/// Whether the west bank is free after a turn that ends with so many Allied units lost, and a German in an exit of 2 points.
fn freed_after(lost: u16, freed: bool, exit: bool) -> bool {
    let given = Given::at(ALLIED, Phase::Mechanized).turn(8).unit("9-2di", "2521");
    let given = if exit { given.unit("18-vg", "0212") } else { given.unit("18-vg", "2503") };
    let mut given = given.with(|state| {
        (state.lost, state.freed, state.table_changed) = ([0, lost], freed, true);
    });
    given.end();
    assert_eq!((given.state.turn, given.state.exits), (9, if exit { 2 } else { 0 }));
    given.state.freed
}

#[test]
fn cases_14_3c_and_16e_the_bank_is_free_once_a_turn_ends_with_25_points_units_and_exits_together_and_for_good() {
    assert!(!freed_after(24, false, false));
    assert!(freed_after(25, false, false));
    assert!(!freed_after(22, false, true) && freed_after(23, false, true), "two for the exit");
    assert!(freed_after(3, true, false), "points for exits are not kept, the freedom is");
}

#[test]
fn case_14_3c_in_the_turn_in_which_the_25th_point_is_made_the_bank_still_binds() {
    let given = bound(Given::allied_movement().unit("129-43di", "1640").turn(8), "129-43di");
    let made = given.with(|state| state.lost = [0, 30]);
    assert_eq!(made.refused("move 129/43 to 1639"), "14.3c");
    let mut next = Given::at(ALLIED, Phase::Mechanized).turn(8).unit("129-43di", "1640").unit("18-vg", "2503");
    next = bound(next, "129-43di").with(|state| (state.lost, state.table_changed) = ([0, 25], true));
    while next.state.turn == 8 || next.state.side == GERMAN {
        next.end();
    }
    next.order("move 129/43 to 1639");
}

#[test]
fn case_14_3c_americans_that_the_schedule_labels_are_bound_as_the_british_are() {
    use engine::referee::Positions;
    let labelled = GAME.plans[0].coming.iter().filter(|coming| coming.west_bank);
    let american = |unit: &definitions::UnitId| {
        let formation = GAME.published.units.unit(*unit).formation;
        formation.is_some_and(|it| GAME.published.units.formation(it).name == "United States")
    };
    let americans: Vec<_> = labelled.map(|coming| coming.unit).filter(american).collect();
    assert_eq!(americans.len(), 8, "six of engineers, 508 and 551");
    let state = crate::ArdennesOffensive::place(&GAME, "x.game", "of no-1\nturn 8 allied movement\n").expect("sound");
    for id in americans {
        assert!(state.unit(id).west_bank);
        let name = GAME.name(id);
        let place = |given: Given| {
            given.with(|state| state.units.get_mut(id).place = crate::truth::state::Place::Hex(hex("1640")))
        };
        let given = place(Given { state: state.clone() });
        assert_eq!(given.refused(&format!("move {name} to 1639")), "14.3c", "{name}");
        // the slowed schedule labels nobody
        let slowed = crate::ArdennesOffensive::place(&GAME, "x.game", "of no-4\nturn 14 allied movement\n");
        assert!(!slowed.expect("sound").unit(id).west_bank, "{name}");
    }
    // they come by the west section and wait for it
    let given = bound(waiting(Given::allied_movement(), "508-82abn", &["W"]), "508-82abn");
    assert_eq!(given.refused("enter 508/82 at 0212"), "14.1a");
    given.clone().order("enter 508/82 at 2041");
    assert_eq!(number(hex("2041")), "2041");
}
