//! Supply (12).

use super::given::{GAME, Given, unit};
use crate::chapters::supply::{Net, judge};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::state::{Phase, Supply};

const GERMANS: [&str; 3] = ["18-vg", "62-vg", "326-vg"];
const AMERICANS: [&str; 3] = ["110-28di", "38-2di", "393-99di"];

/// Three units whose zones cover all six hexes round 1532.
fn ring(given: Given, ids: &[&str; 3]) -> Given {
    ids.iter().zip(["1332", "1633", "1630"]).fold(given, |given, (id, number)| given.unit(id, number))
}

fn state_of(given: &Given, id: &str) -> Supply {
    let side = GAME.counter(unit(id)).side;
    Net::of_defenders(&GAME, &given.state, side).of(unit(id))
}

#[test]
fn cases_12_1a_12_1b_and_12_1c_a_path_is_three_hexes_to_a_road_and_along_it_to_a_source() {
    // 1236 lies within three hexes of the road at 1435; nothing is near
    let given = Given::allied_movement().unit("23-2di", "1236").unit("9-2di", "1236");
    assert_eq!((state_of(&given, "23-2di"), state_of(&given, "9-2di")), (Supply::Supplied, Supply::Supplied));
    let given = Given::german_movement().unit("18-vg", "2503");
    assert_eq!(state_of(&given, "18-vg"), Supply::Supplied);
    // enemy zones round it close the first hexes
    let shut = ring(Given::allied_movement().unit("23-2di", "1532"), &GERMANS);
    assert_ne!(state_of(&shut, "23-2di"), Supply::Supplied);
    // a friend in a controlled hex lets the path through
    assert_eq!(state_of(&shut.unit("9-2di", "1432"), "23-2di"), Supply::Supplied);
}

#[test]
fn cases_12_3g_and_12_3h_without_a_path_a_unit_is_unsupplied_and_closed_in_it_is_isolated() {
    let alone = ring(Given::allied_movement().unit("23-2di", "1532"), &GERMANS);
    assert_eq!(state_of(&alone, "23-2di"), Supply::Isolated);
    // a friend beside it takes a zone away, and it is no longer closed in, though nothing leads on
    let beside = alone.unit("9-2di", "1632").unit("277-vg", "1832");
    assert_eq!(state_of(&beside, "23-2di"), Supply::Unsupplied);
}

#[test]
fn case_12_3h_a_supplied_friend_within_three_hexes_saves_from_isolation() {
    let german = ring(Given::german_movement().unit("heydte", "1532"), &AMERICANS);
    assert_eq!(state_of(&german, "heydte"), Supply::Isolated);
    let far = german.clone().unit("18-vg", "1536");
    assert_eq!((state_of(&far, "18-vg"), state_of(&far, "heydte")), (Supply::Supplied, Supply::Isolated));
    let near = german.unit("18-vg", "1535");
    assert_eq!((state_of(&near, "18-vg"), state_of(&near, "heydte")), (Supply::Supplied, Supply::Unsupplied));
}

#[test]
fn case_12_3j_near_an_exit_of_the_own_edge_nobody_is_isolated() {
    let exit = GAME.board.sources(ALLIED)[0];
    let given = Given::allied_movement().unit("23-2di", &super::given::number(exit));
    let near: Vec<_> = GAME.board.around(exit).filter(|hex| GAME.board.is_live(*hex)).collect();
    let ids = ["18-vg", "62-vg", "326-vg", "277-vg", "276-vg", "352-vg"];
    let given = near.iter().zip(ids).fold(given, |given, (hex, id)| given.unit(id, &super::given::number(*hex)));
    // the exit itself is a source, and the unit in it keeps it open
    assert_eq!(state_of(&given, "23-2di"), Supply::Supplied);
    // Germans in all six hexes around: three hexes from an exit that is no isolation, four hexes from all of them it is
    let closed_in = |distance: u16| {
        let far = |hex: &definitions::hex::HexId| GAME.board.to_source(ALLIED, *hex) == distance;
        let open =
            |hex: &definitions::hex::HexId| GAME.board.around(*hex).filter(|it| GAME.board.is_live(*it)).count() == 6;
        let inside = GAME.board.live().find(|hex| far(hex) && open(hex)).expect("such a hex");
        let given = Given::allied_movement().unit("23-2di", &super::given::number(inside));
        let ring = GAME.board.around(inside).zip(ids);
        let given = ring.fold(given, |given, (hex, id)| given.unit(id, &super::given::number(hex)));
        state_of(&given, "23-2di")
    };
    assert_eq!((closed_in(3), closed_in(4)), (Supply::Unsupplied, Supply::Isolated));
}

#[test]
fn cases_12_6_and_12_4k_unsupplied_units_move_half_as_far_and_attack_with_half() {
    let given = Given::allied_movement().unit("cca-7db", "1236").supply("cca-7db", Supply::Unsupplied);
    assert_eq!(crate::chapters::movement::allowance(&GAME, &given.state, unit("cca-7db")), 6);
    let given = Given::german_movement().unit("brigade-1", "1236").supply("brigade-1", Supply::Isolated);
    assert_eq!(crate::chapters::movement::allowance(&GAME, &given.state, unit("brigade-1")), 4);
    let isolated =
        Given::german_combat().unit("18-vg", "1432").supply("18-vg", Supply::Isolated).unit("23-2di", "1532");
    let isolated = isolated.unit("1pz-1ss", "1533");
    assert_eq!(isolated.refused("attack 1532 with 18 VG"), "12.6");
}

#[test]
fn cases_12_6_and_9_3j_isolated_defenders_count_half_rounded_up_as_a_stack() {
    let german = Given::allied_combat().unit("77-26vg", "1532").unit("39-26vg", "1532").unit("78-26vg", "1532");
    let german = ring(german, &AMERICANS).unit("23-2di", "1533");
    let found =
        crate::chapters::combat::strengths(&GAME, &german.state, &[unit("23-2di")], &[super::given::hex("1532")]);
    assert_eq!(found.defence, 5, "nine, halved");
}

#[test]
fn cases_12_5l_and_4_1f_nobody_is_lost_for_want_of_supply_and_markers_come_off() {
    let mut given =
        Given::at(GERMAN, Phase::Mechanized).unit("heydte", "1532").unit("23-2di", "1236").unit("cca-7db", "1336");
    given = given.unit("1pz-1ss", "2503").supply("heydte", Supply::Unsupplied);
    given.end();
    assert_eq!((given.place("heydte").as_str(), given.state.unit(unit("heydte")).supply), ("1532", Supply::Supplied));
}

#[test]
fn cases_4_1b_and_e_12_2_supply_is_judged_once_for_the_own_player_turn() {
    let given = Given::at(ALLIED, Phase::Mechanized).unit("heydte", "1532").unit("18-vg", "2503");
    let mut given = ring(given, &AMERICANS);
    given.order("end");
    assert_eq!(given.state.side, GERMAN);
    let marker = |given: &Given, id: &str| given.state.unit(unit(id)).supply;
    assert_eq!((marker(&given, "heydte"), marker(&given, "18-vg")), (Supply::Isolated, Supply::Supplied));
    // whatever becomes of those around it, the marker stays
    AMERICANS.iter().for_each(|id| given.state.units.get_mut(unit(id)).place = crate::truth::state::Place::Lost);
    given.order("move v.d. Heydte to 1530");
    assert_eq!((marker(&given, "heydte"), given.left("heydte")), (Supply::Isolated, 0));
}

#[test]
fn case_4_2b_in_turn_1_all_germans_are_in_supply() {
    let given = ring(Given::german_movement().unit("heydte", "1532"), &AMERICANS).turn(1);
    assert_eq!(state_of(&given, "heydte"), Supply::Supplied);
    assert_eq!(state_of(&given.turn(2), "heydte"), Supply::Isolated);
}

#[test]
fn case_e_12_1_a_defenders_supply_is_judged_as_he_is_attacked() {
    let given = ring(Given::german_combat().unit("23-2di", "1532"), &GERMANS).unit("1pz-1ss", "1533");
    assert_eq!(given.state.unit(unit("23-2di")).supply, Supply::Supplied, "no marker in the enemy's turn");
    let found =
        crate::chapters::combat::strengths(&GAME, &given.state, &[unit("1pz-1ss")], &[super::given::hex("1532")]);
    assert_eq!(found.defence, 2, "isolated at this moment");
    let (unsupplied, isolated, _) = judge(&GAME, &given.state, ALLIED);
    assert_eq!((unsupplied.len(), isolated), (0, vec![unit("23-2di")]));
}

#[test]
fn cases_13_2b_and_12_2f_no_supply_comes_over_an_interdicted_bridge_of_the_edge() {
    use super::given::{hex, number};
    for (edge, inside) in [("0126", "0226"), ("0124", "0223"), ("3729", "3628")] {
        let bridge = GAME.board.side(hex(edge), hex(inside)).and_then(|side| side.bridge).expect("a bridge");
        // Germans all around leave the hex its own way off the map alone
        let shut = |road: bool| {
            let ids = ["2-2pz", "1pz-1ss", "12-12ss", "3-2pz", "2-2ss", "1-1ss"];
            let around = GAME.board.around(hex(inside)).filter(|there| GAME.board.is_live(*there));
            around.zip(ids).fold(Given::allied_movement().unit("23-2di", inside), |given, (there, id)| {
                if road { given.road(id, &number(there)) } else { given.unit(id, &number(there)) }
            })
        };
        let unsupplied = |given: &Given| judge(&GAME, &given.state, ALLIED).0.contains(&unit("23-2di"));
        // in road mode nobody interdicts a bridge
        assert!(!unsupplied(&shut(true)), "{inside}");
        assert!(unsupplied(&shut(false)), "{inside}");
        let marching = shut(true);
        let net = Net::trace(&GAME, &marching.state, ALLIED, &[bridge]);
        assert_eq!(net.of(unit("23-2di")), Supply::Unsupplied, "{inside}: by 12.3j not isolated");
    }
}

#[test]
fn cases_12_3h_5_3l_and_7_5e_edge_hexes_are_closed_to_germans_and_to_allies_in_a_german_zone() {
    use super::given::number;
    let board = &GAME.board;
    let at_edge = |side, far: u16| {
        // in a corner an edge hex may be beside nobody else
        let beside = |hex: &definitions::hex::HexId| {
            (1..=2).contains(&board.around(*hex).filter(|there| board.is_edge(*there)).count())
        };
        board.live().filter(beside).find(|hex| board.to_source(side, *hex) >= far).expect("such a hex")
    };
    let ringed = |id: &str, at, ids: &[&str; 6], road: bool| {
        let around = board.around(at).filter(|there| board.is_live(*there));
        around.zip(ids).fold(Given::allied_movement().unit(id, &number(at)), |given, (there, id)| {
            if road { given.road(id, &number(there)) } else { given.unit(id, &number(there)) }
        })
    };
    let allies = ["23-2di", "9-2di", "38-2di", "393-99di", "394-99di", "395-99di"];
    let far = at_edge(GERMAN, 10);
    assert_eq!(state_of(&ringed("heydte", far, &allies, false), "heydte"), Supply::Isolated);
    let open = ringed("heydte", far, &allies, false).with(|state| {
        state.units.get_mut(unit("23-2di")).place = crate::truth::state::Place::Absent;
        state.units.get_mut(unit("9-2di")).place = crate::truth::state::Place::Absent;
        ["38-2di", "393-99di", "394-99di", "395-99di"].iter().for_each(|id| state.units.get_mut(unit(id)).road = true);
    });
    assert_ne!(state_of(&open, "heydte"), Supply::Isolated);
    // an Ally far from his road exits: only a zone closes the edge hex to him
    let germans = ["2-2pz", "1pz-1ss", "12-12ss", "3-2pz", "2-2ss", "1-1ss"];
    let far = at_edge(ALLIED, 4);
    assert_eq!(state_of(&ringed("23-2di", far, &germans, false), "23-2di"), Supply::Isolated);
    assert_eq!(state_of(&ringed("23-2di", far, &germans, true), "23-2di"), Supply::Unsupplied);
}
