//! Steps, bonds, exploitation (1.2).

use super::given::{GAME, Given, hex, number, unit};
use crate::chapters::combat;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Phase, Place};

#[test]
fn cases_1_2a_and_1_2b_a_unit_loses_a_step_by_turning_over_and_dies_with_its_last() {
    let mut given = Given::german().unit("991-277vg", "A6.52").unit("pio-277vg", "A6.51");
    let lose = |given: &Given, id: &str| combat::lost(&GAME, &given.state, unit(id));
    assert_eq!(lose(&given, "991-277vg"), Event::LostStep { unit: unit("991-277vg") });
    given.evolve(&lose(&given, "991-277vg"));
    assert_eq!(combat::attack_of(&GAME, &given.state, unit("991-277vg")).to_string(), "1");
    assert_eq!(lose(&given, "991-277vg"), Event::Gone { unit: unit("991-277vg") });
    assert_eq!(lose(&given, "pio-277vg"), Event::Gone { unit: unit("pio-277vg") });
    given.evolve(&lose(&given, "pio-277vg"));
    assert_eq!(given.state.unit(unit("pio-277vg")).place, Place::Gone);
}

#[test]
fn case_1_2q_who_is_dead_never_comes_back() {
    let given = Given::german().with(|state| state.units.get_mut(unit("991-277vg")).place = Place::Gone);
    assert_eq!(given.refused("991-277vg", "A6.52"), "1.2q");
}

#[test]
fn case_1_2e_nobody_is_stopped_by_an_enemy_beside_his_way() {
    // past an enemy: two hexes beside him, one step from the one to the other
    let mut given = Given::german().unit("i-12-12ss", "A6.50").unit("5-fus", "A7.52");
    assert_eq!(given.go("i-12-12ss", "A6.53"), "2 MP", "12 - 3 - 3 - 3, and 1 for moving adjacently once");
}

#[test]
fn cases_1_2g_and_1_2i_two_posts_two_hexes_apart_bond_the_hex_between() {
    let given = Given::german().unit("a-9-2di", "A6.52").unit("b-9-2di", "A6.50");
    assert_eq!((given.bonds(ALLIED), given.bonds(GERMAN)), (vec!["A6.51".to_owned()], vec![]));
    // three apart, or adjacent: none
    assert!(Given::german().unit("a-9-2di", "A6.52").unit("b-9-2di", "A6.49").bonds(ALLIED).is_empty());
    assert!(Given::german().unit("a-9-2di", "A6.52").unit("b-9-2di", "A6.51").bonds(ALLIED).is_empty());
    // occupied by either side
    assert!(given.clone().unit("991-277vg", "A6.51").bonds(ALLIED).is_empty());
    assert!(given.clone().unit("174-grp", "A6.51").bonds(ALLIED).is_empty());
    // one step each: two of them make a post together
    let thin = Given::german().reduced("a-9-2di", "A6.52").unit("b-9-2di", "A6.50");
    assert!(thin.bonds(ALLIED).is_empty());
    assert_eq!(thin.reduced("a-38-2di", "A6.52").bonds(ALLIED), ["A6.51"]);
}

#[test]
fn case_1_2h_tanks_pioneers_and_bicycles_make_no_post() {
    for id in ["i-12-12ss", "pio-12ss", "828-bicycle-fbb"] {
        assert!(Given::german().unit(id, "A6.52").unit("a-25-12ss", "A6.50").bonds(GERMAN).is_empty(), "{id}");
    }
    assert_eq!(Given::german().unit("iii-26-12ss", "A6.52").unit("a-25-12ss", "A6.50").bonds(GERMAN), ["A6.51"]);
}

#[test]
fn case_1_2j_a_post_serves_two_bonds_at_most_those_nearest_to_the_enemy() {
    // a post in the middle of four others
    let star = Given::german()
        .unit("a-9-2di", "A6.50")
        .unit("b-9-2di", "A6.52")
        .unit("a-38-2di", "A6.48")
        .unit("b-38-2di", "A8.51")
        .unit("a-23-2di", "A4.51");
    let near = |at: &str| star.clone().unit("991-277vg", at).bonds(ALLIED);
    let of_middle =
        |bonds: &[String]| bonds.iter().filter(|bond| GAME.board.distance(hex(bond), hex("A6.50")) == 1).count();
    for at in ["A6.54", "A6.46", "A10.52"] {
        assert!(of_middle(&near(at)) <= 2, "{at}: {:?}", near(at));
    }
    assert!(near("A6.54").contains(&"A6.51".to_owned()), "{:?}", near("A6.54"));
    assert!(near("A6.46").contains(&"A6.49".to_owned()), "{:?}", near("A6.46"));
}

#[test]
fn case_1_2k_of_two_pathways_the_one_further_from_the_enemy_is_the_bond() {
    let pair = Given::german().unit("a-9-2di", "A6.52").unit("b-9-2di", "A8.52");
    assert_eq!(pair.clone().unit("991-277vg", "A7.50").bonds(ALLIED), ["A7.53"]);
    assert_eq!(pair.clone().unit("991-277vg", "A7.54").bonds(ALLIED), ["A7.52"]);
    // where one is occupied, the other is the only possible one
    assert_eq!(pair.unit("991-277vg", "A7.53").bonds(ALLIED), ["A7.52"]);
}

#[test]
fn case_1_2l_no_post_stands_in_a_city() {
    let beside = GAME.board.within(hex("B1.16"), 2).filter(|at| GAME.board.distance(hex("B1.16"), *at) == 2);
    for at in beside {
        let given = Given::german().unit("a-9-2di", "B1.16").unit("b-9-2di", &number(at));
        assert!(given.bonds(ALLIED).is_empty(), "{}", number(at));
    }
}

#[test]
fn case_1_2m_a_bond_costs_four_points_and_bars_nobody() {
    let given = Given::german().unit("a-9-2di", "A6.52").unit("b-9-2di", "A6.50").unit("i-12-12ss", "A3.51");
    let mut through = given.clone();
    // A5.51 is adjacent to a post; then the bond itself
    assert_eq!(through.go("i-12-12ss", "A5.51"), "6 MP", "12 - 3 - 3");
    assert_eq!(through.refused("i-12-12ss", "A6.51"), "1.3i", "3 + 4 of 6");
    let mut straight = Given::german().unit("a-9-2di", "A6.52").unit("b-9-2di", "A6.50").unit("i-12-12ss", "A5.51");
    assert_eq!(straight.go("i-12-12ss", "A6.51"), "5 MP", "12 - 3 - 4, and nothing for moving adjacently");
    // who stands in it has dissolved it
    assert!(straight.bonds(ALLIED).is_empty());
}

#[test]
fn case_1_2p_what_takes_exploit_capability_away() {
    let at = |given: Given| given.begun();
    let exploits = |given: Given| given.with(|state| state.phase = Phase::Exploitation);
    let base = || exploits(Given::german().unit("i-12-12ss", "A6.50"));
    assert_eq!(at(base()).go("i-12-12ss", "A6.52"), "6 MP");
    assert_eq!(at(base().dg("i-12-12ss", "A6.50")).refused("i-12-12ss", "A6.52"), "3.4j");
    assert_eq!(at(base().fire(ALLIED, "A6.50", 1)).refused("i-12-12ss", "A6.52"), "3.5w");
    assert_eq!(at(base().unit("5-fus", "A6.49")).refused("i-12-12ss", "A6.52"), "1.3d");
    let foot = exploits(Given::german().unit("991-277vg", "A6.50"));
    assert_eq!(at(foot).refused("991-277vg", "A6.51"), "1.2n");
}

#[test]
fn case_1_2o_exploit_capable_units_alone_advance_two_hexes() {
    let road = "B1.16";
    let given = Given::at(GERMAN, Phase::Combat).unit("i-12-12ss", "B1.15").unit("991-277vg", "B1.15").begun();
    let longest = |id: &str, retreat: u16| {
        let advances = combat::advances(&GAME, &given.state, &[unit(id)], hex(road), retreat);
        advances.iter().map(|advance| advance.path.len()).max()
    };
    assert_eq!(
        (longest("i-12-12ss", 2), longest("i-12-12ss", 1), longest("991-277vg", 4)),
        (Some(2), Some(1), Some(1))
    );
}
