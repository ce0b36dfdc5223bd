//! Movement (5) and the terrain chart's costs (11).

use super::given::{Given, hex, unit};
use crate::truth::state::Place;

#[test]
fn cases_5_1b_5_1c_and_11a_a_unit_spends_a_point_for_each_clear_hex_and_no_more_than_its_allowance() {
    let mut given = Given::allied_movement().unit("23-2di", "1236");
    assert_eq!(given.refused("move 23/2 to 1231"), "5.1c");
    given.order("move 23/2 to 1232");
    assert_eq!((given.place("23-2di").as_str(), given.left("23-2di")), ("1232", 0));
    assert_eq!(given.refused("move 23/2 to 1231"), "5.2j");
}

#[test]
fn cases_5_1a_and_4_1c_nobody_must_move_and_nobody_moves_for_the_other_side() {
    let mut given = Given::allied_movement().unit("23-2di", "1236").unit("18-vg", "1229");
    assert_eq!(given.refused("move 18 VG to 1230"), "5.1a");
    given.end();
    assert_eq!(given.place("23-2di"), "1236");
}

/// A hexside into rough ground with nothing else to pay for.
fn into_rough() -> (definitions::hex::HexId, &'static crate::printed::Side) {
    let board = &super::given::GAME.board;
    let sides = board.live().flat_map(|from| board.hex(from).sides.iter().map(move |side| (from, side)));
    let plain = |side: &crate::printed::Side| !side.road && side.water == crate::printed::Water::None;
    let rough = |hex| board.is_live(hex) && board.hex(hex).ground == crate::printed::Ground::Rough;
    let mut found = sides.filter(|(_, side)| plain(side) && rough(side.there) && !board.hex(side.there).west_wall);
    found.next().expect("rough ground")
}

#[test]
fn case_11e_rough_costs_two_points_on_foot_and_four_mechanized() {
    let (from, side) = into_rough();
    for (id, cost) in [("23-2di", 2), ("cca-7db", 4), ("18-vg", 2), ("1pz-1ss", 4)] {
        let given = Given::allied_movement().unit(id, &super::given::number(from));
        let mover = crate::chapters::movement::Mover::new(&super::given::GAME, &given.state, unit(id), from);
        assert_eq!(mover.step(from, side, 12), Ok(12 - cost), "{id}");
    }
}

#[test]
fn case_11j_a_road_costs_a_point_whatever_the_terrain() {
    // 1827 is rough, Marche to La Roche
    let mut given = Given::allied_movement().unit("cca-7db", "2521");
    given.order("move CCA/7 to 2520");
    assert_eq!(given.left("cca-7db"), 12 - 1);
    let mut given = Given::allied_movement().unit("cca-7db", "1824");
    let road = crate::tests::given::GAME.board.hex(hex("1824")).sides.iter().find(|side| {
        side.road && crate::tests::given::GAME.board.hex(side.there).ground == crate::printed::Ground::Rough
    });
    let there = super::given::number(road.expect("a road into rough ground").there);
    given.order(&format!("move CCA/7 to {there}"));
    assert_eq!(given.left("cca-7db"), 12 - 1);
}

#[test]
fn cases_5_1d_11b_11c_and_11d_rivers_and_fords_cost_more_and_bridges_nothing() {
    // the Ourthe between 1227 and 1328 has a bridge, between 1228 and 1227 it is asked for below
    let board = &super::given::GAME.board;
    let crossing = |water, bridge: bool, rough: bool| {
        let live = board.live().flat_map(|from| board.hex(from).sides.iter().map(move |side| (from, side)));
        let mut found = live.filter(|(_, side)| {
            side.water == water
                && side.bridge.is_some() == bridge
                && board.is_live(side.there)
                && (board.hex(side.there).ground == crate::printed::Ground::Rough) == rough
                && !board.hex(side.there).west_wall
        });
        let (from, side) = found.next().expect("such a hexside");
        (super::given::number(from), super::given::number(side.there))
    };
    for (water, bridge, rough, foot, mechanized) in [
        (crate::printed::Water::Ford, false, false, 1 + 1, 3 + 1),
        (crate::printed::Water::Ford, false, true, 1 + 2, 3 + 4),
        (crate::printed::Water::River, false, false, 3 + 1, 6 + 1),
        (crate::printed::Water::River, false, true, 3 + 2, 6 + 4),
        (crate::printed::Water::River, true, true, 1, 1),
        (crate::printed::Water::Ford, true, true, 1, 1),
    ] {
        let (from, to) = crossing(water, bridge, rough);
        for (id, name, allowance, cost) in [("23-2di", "23/2", 4u16, foot), ("cca-7db", "CCA/7", 12, mechanized)] {
            let given = Given::allied_movement().unit(id, &from);
            let mover = crate::chapters::movement::Mover::new(&super::given::GAME, &given.state, unit(id), hex(&from));
            let side = board.side(hex(&from), hex(&to)).expect("neighbours");
            let left = mover.step(hex(&from), side, 20).expect("open");
            assert_eq!(20 - left, cost, "{name} from {from} to {to}");
            assert!(allowance <= 12);
        }
    }
}

#[test]
fn case_11h_allies_pay_two_points_more_for_the_west_wall_off_the_road_and_germans_nothing() {
    let board = &super::given::GAME.board;
    let wall = board.live().flat_map(|from| board.hex(from).sides.iter().map(move |side| (from, side)));
    let wall: Vec<_> = wall.filter(|(_, side)| board.is_live(side.there) && board.hex(side.there).west_wall).collect();
    let dry = |side: &crate::printed::Side| side.water == crate::printed::Water::None && !side.road;
    let rough = |side: &crate::printed::Side| board.hex(side.there).ground == crate::printed::Ground::Rough;
    let (from, side) = *wall.iter().find(|(_, side)| dry(side) && rough(side)).expect("a rough hex of the Wall");
    let cost = |id: &str, from, side| {
        let given = Given::allied_movement().unit(id, &super::given::number(from));
        let mover = crate::chapters::movement::Mover::new(&super::given::GAME, &given.state, unit(id), from);
        20 - mover.step(from, side, 20).expect("open")
    };
    // the example of 5.1 D: armour, six points
    assert_eq!((cost("cca-7db", from, side), cost("1pz-1ss", from, side)), (6, 4));
    assert_eq!((cost("23-2di", from, side), cost("18-vg", from, side)), (4, 2));
    let (from, side) = *wall.iter().find(|(_, side)| side.road).expect("a road into the Wall");
    assert_eq!(cost("cca-7db", from, side), 1, "ruling R7");
}

#[test]
fn case_5_1e_a_unit_moves_once_in_one_bound_or_in_several() {
    let mut given = Given::allied_movement().unit("23-2di", "1236").unit("110-28di", "1336");
    given.order("move 23/2 to 1235");
    given.order("move 23/2 to 1234");
    assert_eq!(given.left("23-2di"), 2);
    given.order("move 110/28 to 1335");
    assert_eq!(given.refused("move 23/2 to 1233"), "5.1e");
}

#[test]
fn case_5_2f_nobody_enters_a_hex_with_an_enemy() {
    let given = Given::allied_movement().unit("23-2di", "1236").unit("18-vg", "1234");
    assert_eq!(given.refused("move 23/2 to 1234"), "5.2f");
}

#[test]
fn case_5_2j_a_unit_that_cannot_pay_does_not_enter() {
    let (from, side) = into_rough();
    let given = Given::allied_movement().unit("23-2di", &super::given::number(from));
    let mover = crate::chapters::movement::Mover::new(&super::given::GAME, &given.state, unit("23-2di"), from);
    assert_eq!(mover.step(from, side, 1), Err(crate::chapters::movement::Barrier::Poor(2)));
    let mut spent = Given::allied_movement().unit("23-2di", "1236");
    spent.order("move 23/2 to 1232");
    let refusal = spent.try_with("move 23/2 to 1231", &[]).expect_err("nothing is left").to_string();
    assert_eq!(refusal, "[5.2j] 1231 costs 23/2 1 point, and it has 0");
}

#[test]
fn cases_5_2k_and_4_1e_only_mechanized_units_that_did_not_fight_move_a_second_time() {
    let given = Given::at(crate::printed::ALLIED, crate::truth::state::Phase::Mechanized);
    let mut given = given.unit("23-2di", "1236").unit("cca-7db", "1336").unit("ccb-7db", "1436");
    given.state.units.get_mut(unit("ccb-7db")).fought = true;
    assert_eq!(given.refused("move 23/2 to 1235"), "5.2k");
    assert_eq!(given.refused("move CCB/7 to 1434"), "5.2k");
    given.order("move CCA/7 to 1330");
    assert_eq!(given.left("cca-7db"), 12 - 6);
}

#[test]
fn cases_5_3l_and_11k_nobody_moves_into_an_edge_hex() {
    let given = Given::allied_movement().unit("23-2di", "3611").unit("18-vg", "0213");
    let told = given.refusal("move 23/2 to 3711").to_string();
    assert_eq!(told, "[5.3l] 3711 is an edge hex; who retreats enters one if no other way is open");
    let given = Given::german_movement().unit("18-vg", "0213");
    let refusal = given.clone().try_with("move 18 VG to 0113", &[]).expect_err("an edge hex");
    assert_eq!(refusal.case, "5.3l");
    assert!(refusal.message.ends_with("which no German unit ever enters"), "{refusal}");
}

#[test]
fn case_5_2f_an_attack_is_advised_where_combat_follows_and_not_after_it() {
    let told = |phase| {
        let given = Given::at(crate::printed::ALLIED, phase).unit("cca-7db", "1236").unit("18-vg", "1234");
        given.clone().try_with("move CCA/7 to 1234", &[]).expect_err("enemies").remedy
    };
    assert!(told(crate::truth::state::Phase::Movement).contains("Attack them in the combat phase"));
    assert!(!told(crate::truth::state::Phase::Mechanized).contains("Attack"));
}

#[test]
fn cases_5_2k_16a_15a_and_14_1a_where_a_unit_is_tells_more_than_what_its_kind_may_do() {
    use crate::printed::Sections;
    let second = |id: &str, side, place| {
        let given =
            Given::at(side, crate::truth::state::Phase::Mechanized).unit("cca-7db", "1236").unit("18-vg", "2503");
        given.with(|state| state.units.get_mut(unit(id)).place = place)
    };
    let (allied, german) = (crate::printed::ALLIED, crate::printed::GERMAN);
    assert_eq!(second("23-2di", allied, Place::Lost).refused("move 23/2 to 1235"), "16a");
    let due = Place::Due { turn: 5, sections: Sections::default() };
    assert_eq!(second("39-9di", allied, due).refused("move 39/9 to 1235"), "14.1a");
    assert_eq!(second("heydte", german, due).refused("move v.d. Heydte to 1235"), "15a");
    let waits = Place::Waiting(Sections::default());
    assert_eq!(second("39-9di", allied, waits).refused("march 39/9"), "14.1a");
    for line in ["move v.d. Heydte to 1235", "enter v.d. Heydte at 1235"] {
        let told = second("heydte", german, waits).refusal(line).to_string();
        assert_eq!(
            told,
            "[15a] v.d. Heydte drops from the air as an initial movement begins. It drops in your next one."
        );
    }
    assert_eq!(second("23-2di", allied, Place::Hex(hex("1532"))).refused("move 23/2 to 1531"), "5.2k");
}

#[test]
fn case_11g_nobody_enters_impassable_hexes() {
    let given = Given::allied_movement().unit("23-2di", "1517");
    assert_eq!(given.refused("move 23/2 to 1516"), "11g");
}

#[test]
fn case_e_map_1_nobody_enters_the_hexes_that_the_errata_close() {
    let given = Given::german_movement().unit("18-vg", "0207").unit("62-vg", "3602");
    for (name, number) in [("18 VG", "0107"), ("18 VG", "0108"), ("62 VG", "3701"), ("62 VG", "3702")] {
        assert_eq!(given.refused(&format!("move {name} to {number}")), "E.MAP.1", "{number}");
    }
    let allies = Given::allied_movement().unit("23-2di", "0209");
    assert_eq!(allies.refused("move 23/2 to 0108"), "E.MAP.1");
}

#[test]
fn case_5_3m_sleepers_wake_beside_an_active_unit_at_the_start_of_a_movement_phase() {
    let given = |friend: &str| {
        // the Allied player turn begins after the German one
        let given = Given::at(crate::printed::GERMAN, crate::truth::state::Phase::Mechanized);
        given.unit("23-2di", "3711").unit("110-28di", friend).unit("18-vg", "2503")
    };
    let mut far = given("3415");
    far.end();
    assert_eq!(far.refused("move 23/2 to 3611"), "5.3m");
    let mut near = given("3610");
    near.end();
    near.order("move 23/2 to 3611");
    assert_eq!(near.place("23-2di"), "3611");
    // who stays sleeps again
    let mut stays = given("3610");
    stays.end();
    assert!(stays.state.unit(unit("23-2di")).awake);
    stays.end();
    assert!(!stays.state.unit(unit("23-2di")).awake);
}

#[test]
fn case_5_3m_sleepers_are_not_attacked_and_count_as_nobodys_loss() {
    let given = Given::german_combat().unit("23-2di", "3711").unit("18-vg", "3611").unit("110-28di", "3612");
    assert_eq!(given.refused("attack 3711 with 18 VG"), "5.3m");
    assert_eq!(given.state.lost, [0, 0]);
    assert!(matches!(given.state.unit(unit("23-2di")).place, Place::Hex(_)));
}

#[test]
fn cases_5_2j_and_6_5g_who_may_stop_in_no_hex_around_but_passes_through_one_can_move() {
    // divisions stand in all hexes around 1433 but 1432, which is beside a column in 1532
    let board = &super::given::GAME.board;
    let around = board.around(hex("1433")).filter(|there| *there != hex("1432"));
    let ids = ["18-vg", "62-vg", "326-vg", "277-vg", "276-vg"];
    let given = Given::german_movement().unit("1-1ss", "1433").road("2-2pz", "1532");
    let given = around.zip(ids).fold(given, |given, (hex, id)| given.unit(id, &super::given::number(hex)));
    assert_eq!(given.refused("move 1/1 SS to 1432"), "6.5g");
    let behind = board.around(hex("1432")).find(|there| {
        let joined = board.side(*there, hex("1532")).is_some_and(|side| side.road);
        board.is_live(*there) && board.distance(*there, hex("1433")) == 2 && *there != hex("1532") && !joined
    });
    let behind = super::given::number(behind.expect("a hex behind 1432"));
    let mut given = given;
    given.order(&format!("move 1/1 SS to {behind}"));
    assert_eq!(given.place("1-1ss"), behind);
}
