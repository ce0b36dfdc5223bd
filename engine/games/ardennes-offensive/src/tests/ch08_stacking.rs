//! Stacking (8).

use super::given::{GAME, Given, hex, unit};
use crate::chapters::stacking::{self, Crowd};

#[test]
fn case_8_three_regiments_or_brigades_are_in_a_hex_at_most() {
    let given = Given::allied_movement().unit("23-2di", "1233").unit("9-2di", "1233").unit("38-2di", "1233");
    let given = given.unit("cca-7db", "1236");
    assert_eq!(given.refused("move CCA/7 to 1233"), "8");
    let fits = |id: &str, number: &str| stacking::fits(&GAME, &given.state, unit(id), hex(number), false);
    assert_eq!((fits("cca-7db", "1233"), fits("38-2di", "1233")), (Err(Crowd::Full), Ok(())));
}

#[test]
fn cases_8_1a_and_5_2h_joining_or_leaving_costs_two_points_on_foot_and_six_mechanized() {
    let given = Given::allied_movement().unit("110-28di", "1233").unit("23-2di", "1234").unit("cca-7db", "1236");
    let mut given = given;
    given.order("move 23/2 to 1233");
    assert_eq!(given.left("23-2di"), 4 - 1 - 2);
    given.order("move CCA/7 to 1233");
    assert_eq!(given.left("cca-7db"), 12 - 3 - 6);
    let mut leaving = Given::allied_movement().unit("110-28di", "1233").unit("23-2di", "1233");
    leaving.order("move 23/2 to 1234");
    assert_eq!(leaving.left("23-2di"), 4 - 2 - 1);
    // and not past a friend: joining and leaving is too dear
    let past = Given::allied_movement().unit("110-28di", "1235").unit("23-2di", "1236").unit("18-vg", "1335");
    assert_eq!(past.refused("move 23/2 to 1232"), "5.1c");
}

#[test]
fn cases_8_1b_and_8_3e_units_of_a_stack_move_one_by_one_whichever_lies_on_top() {
    let stack = Given::allied_movement().unit("23-2di", "1233").unit("9-2di", "1233").unit("38-2di", "1233");
    for (id, name) in [("23-2di", "23/2"), ("9-2di", "9/2"), ("38-2di", "38/2")] {
        let mut given = stack.clone();
        given.order(&format!("move {name} to 1234"));
        assert_eq!(given.left(id), 1);
    }
    let mut last = stack;
    last.order("move 23/2 to 1234");
    last.order("move 9/2 to 1232");
    last.order("move 38/2 to 1333");
    assert_eq!(last.left("38-2di"), 3, "whoever is alone pays nothing for leaving");
}

#[test]
fn case_8_2c_a_german_division_stacks_with_nobody() {
    let given = Given::german_movement().unit("18-vg", "1233").unit("62-vg", "1235").unit("2-2pz", "1231");
    assert_eq!(given.refused("move 62 VG to 1233"), "8.2c");
    assert_eq!(given.refused("move 2/2 Pz to 1233"), "8.2c");
}

#[test]
fn case_8_3f_any_number_of_allied_units_is_in_an_edge_hex() {
    let given = Given::allied_movement().unit("23-2di", "3711").unit("9-2di", "3711").unit("38-2di", "3711");
    assert_eq!(stacking::fits(&GAME, &given.state, unit("cca-7db"), hex("3711"), false), Ok(()));
}
