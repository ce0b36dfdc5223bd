//! Victory (16).

use super::given::{GAME, Given, hex, number};
use crate::chapters::victory::{exits_held, holds, points};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::state::Phase;

fn ending(turn: u8, german_lost: u16, allied_lost: u16) -> Option<(Option<engine::contract::SideId>, String)> {
    let given = Given::at(ALLIED, Phase::Mechanized).turn(turn).unit("18-vg", "2503").unit("9-2di", "2521");
    let mut given = given.with(|state| (state.lost, state.table_changed) = ([german_lost, allied_lost], true));
    given.end();
    given.state.ending.map(|ending| (ending.winner, ending.case))
}

#[test]
fn case_16a_each_unit_destroyed_is_a_point_for_the_enemy() {
    let given = Given::german_movement().with(|state| state.lost = [3, 5]);
    assert_eq!((points(&GAME, &given.state, GERMAN), points(&GAME, &given.state, ALLIED)), (5, 3));
}

#[test]
fn cases_16c_and_16h_an_exit_is_held_by_a_unit_or_its_zone_but_not_against_a_unit_in_it() {
    let held = |given: &Given| holds(&GAME, &given.state, hex("0212"), |_| true);
    assert!(held(&Given::german_movement().unit("18-vg", "0212")));
    let beside = Given::german_movement().unit("18-vg", "0213");
    assert!(held(&beside));
    assert!(held(&beside.clone().unit("23-2di", "0211")), "in zones of both");
    assert!(!held(&beside.unit("23-2di", "0212")));
    assert!(held(&Given::german_movement().road("2-2pz", "0212")));
    assert!(!held(&Given::german_movement().road("2-2pz", "0213")));
    assert!(!held(&Given::german_movement()));
}

#[test]
fn cases_16g_16d_and_16f_exits_count_in_supply_and_in_the_south_with_bastogne() {
    // far from everything there is no German supply past an Allied army; here the roads are open
    let south = Given::german_movement().unit("18-vg", "3611");
    let counts = |given: &Given| exits_held(&GAME, &given.state).contains(&hex("3611"));
    assert!(!counts(&south));
    let garrison = south.clone().unit("62-vg", "2521");
    assert!(counts(&garrison));
    let north = Given::german_movement().unit("18-vg", "0212");
    assert!(exits_held(&GAME, &north.state).contains(&hex("0212")));
    // Allies on all sides cut the unit off
    let near = GAME.board.around(hex("0212")).filter(|hex| GAME.board.is_live(*hex));
    let ids = ["23-2di", "9-2di", "38-2di", "393-99di", "394-99di", "395-99di"];
    let cut = near.zip(ids).fold(north, |given, (hex, id)| given.unit(id, &number(hex)));
    assert!(!exits_held(&GAME, &cut.state).contains(&hex("0212")));
    // last turn's points are not kept
    let given =
        Given::at(ALLIED, Phase::Mechanized).unit("18-vg", "2503").unit("9-2di", "2521").with(|state| state.exits = 9);
    let mut given = given;
    given.end();
    assert_eq!(given.state.exits, 0);
}

#[test]
fn case_16e_points_for_exits_are_counted_as_the_game_turn_ends() {
    let mut given =
        Given::at(GERMAN, Phase::Mechanized).unit("18-vg", "0212").unit("9-2di", "2521").unit("1-1ss", "2503");
    given.end();
    assert_eq!(given.state.exits, 0, "the Allies have their part of the turn");
    while given.state.turn == 3 {
        given.end();
    }
    assert_eq!(given.state.exits, 2);
}

#[test]
fn case_16_2_thirty_five_points_by_the_end_of_turn_6_win_at_once() {
    assert_eq!(ending(6, 0, 35), Some((Some(GERMAN), "16.2".to_owned())));
    assert_eq!(ending(6, 0, 34), None);
    assert_eq!(ending(7, 0, 50), None);
}

#[test]
fn cases_16_3_and_16_1_at_the_end_too_few_points_lose_and_else_the_ratio_tells() {
    assert_eq!(ending(18, 0, 34), Some((Some(ALLIED), "16.3".to_owned())));
    assert_eq!(ending(18, 24, 36), Some((Some(GERMAN), "16.1".to_owned())));
    assert_eq!(ending(18, 25, 36), Some((None, "16.1".to_owned())));
    assert_eq!(ending(18, 36, 36), Some((None, "16.1".to_owned())));
    assert_eq!(ending(18, 37, 36), Some((Some(ALLIED), "16.1".to_owned())));
    assert_eq!(ending(18, 0, 35), Some((Some(GERMAN), "16.1".to_owned())));
    assert_eq!(ending(17, 0, 35), None);
}

#[test]
fn case_16d_exits_in_the_south_count_by_no_german_out_of_supply_in_bastogne_and_by_no_ally() {
    use crate::chapters::victory::garrisoned;
    let held = |given: &Given| garrisoned(&GAME, &given.state);
    let german = Given::german_movement().unit("62-vg", "2521");
    assert!(held(&german));
    let around =
        GAME.board.around(GAME.bastogne).zip(["23-2di", "9-2di", "38-2di", "393-99di", "394-99di", "395-99di"]);
    let cut = around.fold(german, |given, (hex, id)| given.unit(id, &number(hex)));
    assert!(!held(&cut));
    // in turn 1 all Germans are in supply (4.2b), and nobody else is a garrison
    assert!(held(&cut.turn(1)));
    assert!(!held(&Given::german_movement().turn(1).unit("23-2di", "2521")));
}

#[test]
fn cases_16_1_to_16_3_the_end_is_told_with_its_points_and_its_reason() {
    use crate::ArdennesOffensive;
    use engine::contract::Rules;
    let told = |turn: u8, lost: [u16; 2]| {
        let given = Given::at(ALLIED, Phase::Mechanized).turn(turn).unit("18-vg", "2503").unit("9-2di", "2521");
        let mut given = given.with(|state| (state.lost, state.table_changed) = (lost, true));
        assert_eq!(ArdennesOffensive::game_turn(&given.state), turn);
        given.end();
        let outcome = ArdennesOffensive::outcome(&given.state).expect("the end");
        (outcome.level.unwrap_or_default(), outcome.reason)
    };
    for (turn, lost, level, reason) in [
        (
            6,
            [0, 35],
            "German victory",
            "35 German points to 0 Allied, the Germans have enough points by the end of turn 6 (16.2)",
        ),
        (
            18,
            [0, 34],
            "Allied victory",
            "34 German points to 0 Allied, the Germans have too few points at the end (16.3)",
        ),
        (18, [36, 36], "Draw", "36 German points to 36 Allied, by the ratio of points (16.1)"),
    ] {
        assert_eq!(told(turn, lost), (level.to_owned(), reason.to_owned()));
    }
}
