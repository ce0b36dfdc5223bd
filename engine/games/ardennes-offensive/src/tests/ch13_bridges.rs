//! Bridges and interdiction (13).

use super::given::{GAME, Given, hex, number, unit};
use crate::chapters::bridges::interdicted_for;
use crate::printed::{ALLIED, BridgeId, GERMAN};
use crate::truth::state::Phase;

fn bridge(a: &str, b: &str) -> BridgeId {
    GAME.board.side(hex(a), hex(b)).and_then(|side| side.bridge).unwrap_or_else(|| panic!("no bridge {a}/{b}"))
}

#[test]
fn case_13_1a_a_bridge_is_interdicted_by_an_enemy_within_three_hexes_of_either_end() {
    let over = bridge("1528", "1527");
    let three = Given::allied_movement().unit("18-vg", "1530");
    let near = |given: &Given| interdicted_for(&GAME, &given.state, ALLIED).contains(&over);
    assert!(near(&three));
    assert_eq!(GAME.board.distance(hex("1531"), hex("1528")), 3);
    assert!(near(&Given::allied_movement().unit("18-vg", "1531")));
    assert!(!near(&Given::allied_movement().unit("18-vg", "1532")));
}

#[test]
fn cases_13_3d_and_13_5f_units_in_road_mode_interdict_nothing_and_each_side_is_judged_by_itself() {
    let over = bridge("1528", "1527");
    let given = Given::allied_movement().road("2-2pz", "1530");
    assert!(!interdicted_for(&GAME, &given.state, ALLIED).contains(&over));
    let given = Given::allied_movement().unit("18-vg", "1530");
    assert!(!interdicted_for(&GAME, &given.state, GERMAN).contains(&over));
}

#[test]
fn cases_13_1a_and_5_3m_sleepers_in_edge_hexes_interdict_nothing() {
    // the bridge of Dinant, two hexes from the edge
    let over = bridge("1640", "1639");
    let near = |given: Given| interdicted_for(&GAME, &given.state, GERMAN).contains(&over);
    let edge = GAME.board.around(hex("1641")).find(|there| GAME.board.is_edge(*there)).expect("an edge hex");
    assert!(GAME.board.distance(edge, hex("1640")) <= 3);
    assert!(!near(Given::german_movement().unit("23-2di", &number(edge))));
    assert!(near(Given::german_movement().unit("23-2di", "1641")));
}

#[test]
fn case_e_13_1_friends_undo_no_interdiction() {
    let given = Given::allied_movement().unit("18-vg", "1530").unit("23-2di", "1528").unit("9-2di", "1527");
    assert!(interdicted_for(&GAME, &given.state, ALLIED).contains(&bridge("1528", "1527")));
}

#[test]
fn case_13_2b_over_an_interdicted_bridge_a_unit_crosses_as_over_a_river() {
    let given = Given::allied_movement().unit("cca-7db", "1528");
    let cost = |given: &Given| {
        let mover = crate::chapters::movement::Mover::new(&GAME, &given.state, unit("cca-7db"), hex("1528"));
        20 - mover.step(hex("1528"), GAME.board.side(hex("1528"), hex("1527")).expect("neighbours"), 20).expect("open")
    };
    assert_eq!(cost(&given), 1);
    let cut = given.with(|state| state.interdicted = vec![bridge("1528", "1527")]);
    assert_eq!(cost(&cut), 6 + 4, "a river and rough ground");
}

#[test]
fn cases_e_13_3_and_13_2c_interdiction_holds_for_the_player_turn_and_ends_with_it() {
    let given = Given::at(GERMAN, Phase::Mechanized).unit("18-vg", "1530").unit("23-2di", "1236").unit("2-2pz", "2503");
    let mut given = given.unit("cca-7db", "2521");
    let over = bridge("1528", "1527");
    given.end();
    assert_eq!(given.state.side, ALLIED);
    assert!(given.state.is_interdicted(over));
    // its interdicter is gone, and another comes near another bridge
    given.state.units.get_mut(unit("18-vg")).place = crate::truth::state::Place::Hex(hex("1823"));
    given.end();
    assert_eq!((given.state.side, given.state.phase), (ALLIED, Phase::Mechanized));
    assert!(given.state.is_interdicted(over) && !given.state.is_interdicted(bridge("1823", "1824")));
    given.end();
    assert_eq!(given.state.side, GERMAN);
    assert!(!given.state.is_interdicted(over));
}

#[test]
fn cases_13_4e_and_e_13_2_in_turn_1_bridges_behind_the_start_line_are_open_and_those_across_it_are_not() {
    let across = bridge("2311", "2312");
    let behind = GAME.board.bridges().find(|(_, ends)| ends.iter().all(|end| GAME.board.german_side(*end)));
    let (behind, ends) = behind.expect("a bridge behind the line");
    let given = Given::german_movement().unit("23-2di", &super::given::number(ends[0])).unit("9-2di", "2312");
    let cut = |turn: u8, bridge| interdicted_for(&GAME, &given.clone().turn(turn).state, GERMAN).contains(&bridge);
    assert_eq!((cut(1, behind), cut(1, across)), (false, true));
    assert_eq!((cut(2, behind), cut(2, across)), (true, true));
}

#[test]
fn case_e_13_4_for_a_defenders_supply_bridges_are_judged_at_that_moment() {
    use crate::chapters::supply::Net;
    use crate::truth::state::Supply;
    // somewhere on the map one German near a bridge cuts a road on which an American hangs
    let board = &GAME.board;
    let cut = board.live().find_map(|near| {
        let given = Given::german_combat().unit("18-vg", &number(near));
        let before = Net::trace(&GAME, &given.state, ALLIED, &[]);
        let live = Net::of_defenders(&GAME, &given.state, ALLIED);
        board.live().find(|hex| before.reaches(*hex) && !live.reaches(*hex)).map(|hex| (given, hex))
    });
    let (given, hex) = cut.expect("such a place");
    let given = given.unit("23-2di", &number(hex));
    assert!(given.state.interdicted.is_empty(), "the Germans' own judgment knows of none");
    assert_ne!(Net::of_defenders(&GAME, &given.state, ALLIED).of(unit("23-2di")), Supply::Supplied);
    // in road mode the German interdicts nothing
    let marching = given.with(|state| state.units.get_mut(unit("18-vg")).road = true);
    assert_eq!(Net::of_defenders(&GAME, &marching.state, ALLIED).of(unit("23-2di")), Supply::Supplied);
}

#[test]
fn cases_13_4e_and_e_13_4_a_defenders_paths_behind_the_start_line_are_cut_as_turn_2_begins_though_nobody_moved() {
    use crate::chapters::supply::Net;
    // somewhere an American cuts a road of the Germans behind their line, from turn 2 on
    let behind = |bridge: &BridgeId| GAME.board.bridge(*bridge).iter().all(|end| GAME.board.german_side(*end));
    let cut = GAME.board.live().filter(|near| GAME.board.in_range(*near).iter().any(behind)).find(|near| {
        let given = Given::allied_combat().turn(1).unit("23-2di", &number(*near));
        let reached = |given: &Given| {
            let net = Net::of_defenders(&GAME, &given.state, GERMAN);
            GAME.board.live().filter(|hex| net.reaches(*hex)).count()
        };
        let first = reached(&given);
        let mut second = given;
        second.state.turn = 2;
        reached(&second) < first
    });
    assert!(cut.is_some());
}
