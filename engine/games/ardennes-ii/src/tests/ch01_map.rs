//! Hexes, hexsides, roads (1.3, T.TEC).

use super::given::{GAME, Given, hex, hexside, number, unit};
use crate::chapters::{combat, movement, terrain};
use crate::printed::{ALLIED, Allowance, GERMAN, POINT, Road, Water};
use crate::truth::state::{Charge, Phase};
use definitions::BridgeState;

/// Whether nothing is in a hex but open ground.
fn open(at: definitions::hex::HexId) -> bool {
    GAME.board.hex(at).entry_costs == [Some(2 * POINT), Some(3 * POINT)]
}

#[test]
fn cases_1_3i_and_1_3q_each_allowance_pays_the_dearest_terrain_of_the_hex_and_the_hexside() {
    let costs = |from: &str, to: &str| {
        let side = GAME.board.side(hex(from), hex(to)).expect("neighbours");
        Allowance::ALL.map(|kind| terrain::entry_cost(&GAME, &Given::german().state, kind, hex(from), side))
    };
    assert_eq!(costs("A6.52", "A6.51"), [Some(2 * POINT), Some(3 * POINT)]);
    let bare = |water| hexside(move |_, side| side.water == Some(water) && side.road.is_none() && open(side.there));
    let (from, to) = bare(Water::Stream);
    assert_eq!(costs(&from, &to), [Some(3 * POINT), Some(5 * POINT)]);
    let (from, to) = bare(Water::River);
    assert_eq!(costs(&from, &to), [Some(4 * POINT), None]);
    let (from, to) = hexside(|_, side| side.water == Some(Water::Meuse) && side.road.is_none());
    assert_eq!(costs(&from, &to), [None, None]);
    // a city on a slope is a slope to whoever comes off the road
    let (from, to) = hexside(|_, side| number(side.there) == "A1.46" && side.road.is_none() && side.water.is_none());
    assert_eq!(costs(&from, &to), [Some(3 * POINT), None]);
}

#[test]
fn cases_1_3o_1_3p_and_1_3c_a_contiguous_road_frees_movement_from_terrain_and_water_but_not_combat() {
    let (from, to) = hexside(|_, side| side.water == Some(Water::River) && side.road == Some(Road::Road));
    let side = GAME.board.side(hex(&from), hex(&to)).expect("neighbours");
    let given = Given::german();
    let costs = Allowance::ALL.map(|kind| terrain::entry_cost(&GAME, &given.state, kind, hex(&from), side));
    assert_eq!(costs, [Some(POINT), Some(POINT / 2)]);
    assert_eq!(terrain::attackers_shift(&GAME, &[hex(&from)], hex(&to)), -1);
}

/// A crossing of a stream by a bridge that a plunger can blow.
fn charged(fits: impl Fn(&crate::printed::Side) -> bool) -> (String, String, crate::printed::PlungerId) {
    let (from, to) = hexside(|from, side| {
        side.bridge.is_some() && GAME.board.plunger_in(from).is_some() && side.road.is_some() && fits(side)
    });
    let plunger = GAME.board.plunger_in(hex(&from)).expect("a plunger");
    (from, to, plunger)
}

#[test]
fn cases_1_3k_and_1_3m_without_its_bridge_a_road_costs_hexside_and_hex_where_they_are_not_prohibited() {
    let (from, to, plunger) = charged(|side| side.water == Some(Water::River));
    let blown = |state: &mut crate::truth::state::State| state.charges[usize::from(plunger.0)] = Charge::Blown;
    let given = Given::german().with(blown);
    let side = GAME.board.side(hex(&from), hex(&to)).expect("neighbours");
    let entry_cost = |kind| terrain::entry_cost(&GAME, &given.state, kind, hex(&from), side);
    assert_eq!(entry_cost(Allowance::Mech), None, "a river is prohibited, and forest beyond a stream as well");
    let ground = GAME.board.hex(hex(&to)).entry_costs[Allowance::Leg.index()].expect("on foot");
    assert_eq!(entry_cost(Allowance::Leg), Some(ground + 2 * POINT));
    // woods behind a stream: 6 and 2
    let woods = hexside(|_, side| {
        side.water == Some(Water::Stream)
            && GAME.board.hex(side.there).entry_costs[1] == Some(6 * POINT)
            && side.bridge.is_none()
    });
    let side = GAME.board.side(hex(&woods.0), hex(&woods.1)).expect("neighbours");
    assert_eq!(terrain::entry_cost(&GAME, &given.state, Allowance::Mech, hex(&woods.0), side), Some(8 * POINT));
}

#[test]
fn cases_3_8a_3_8b_and_3_8c_a_german_bridge_comes_on_its_day_and_stays() {
    let [west, east] = [hex("B22.15"), hex("B23.16")];
    let side = GAME.board.side(west, east).expect("neighbours");
    let bridge = side.bridge.expect("a bridge");
    assert_eq!(GAME.board.bridge(bridge).state, BridgeState::Built(17));
    let road = |turn: u8| terrain::road(&GAME, &Given::german().turn(turn).state, west, side);
    assert_eq!(road(1), None, "16 December");
    assert!(road(2).is_some() && road(16).is_some());
    let all_blown = Given::german().with(|state| state.charges.iter_mut().for_each(|it| *it = Charge::Blown));
    assert!(terrain::stands(&GAME, &all_blown.state, bridge), "it cannot be destroyed");
}

#[test]
fn case_3_8d_at_gemund_a_road_leads_west_and_a_track_east() {
    let state = Given::german().state;
    let [west, east] = [hex("B22.15"), hex("B23.16")];
    let over = |from, to| terrain::road(&GAME, &state, from, GAME.board.side(from, to).expect("neighbours"));
    assert_eq!((over(east, west), over(west, east)), (Some(Road::Road), Some(Road::Track)));
}

#[test]
fn case_1_3e_moving_from_beside_an_enemy_to_beside_one_costs_a_point_each_time() {
    let given = Given::german().unit("5-fus", "A6.50").unit("i-12-12ss", "A6.52");
    let mut given = given;
    assert_eq!(given.go("i-12-12ss", "A6.51"), "9 MP", "coming adjacent costs nothing");
    assert_eq!(given.go("i-12-12ss", "A5.51"), "5 MP", "3 and 1");
    assert_eq!(given.go("i-12-12ss", "A4.51"), "2 MP", "going away costs nothing");
}

#[test]
fn cases_1_3a_and_1_3r_the_best_terrain_of_the_defenders_hex_shifts_for_him() {
    let shift = |number: &str, side| terrain::defender_shift(&GAME, side, hex(number));
    assert_eq!((shift("A6.52", ALLIED), shift("B1.16", ALLIED), shift("B10.34", ALLIED)), (0, -2, -2));
    assert_eq!((shift("A1.45", ALLIED), shift("B29.49", ALLIED), shift("A38.16", ALLIED)), (-1, -1, 0));
}

#[test]
fn case_1_3t_the_west_wall_serves_germans_alone() {
    let wall = GAME.board.on_map().find(|at| GAME.board.hex(*at).west_wall && GAME.board.hex(*at).shift == 0);
    let wall = wall.expect("a West Wall hex in the open");
    assert_eq!((terrain::defender_shift(&GAME, GERMAN, wall), terrain::defender_shift(&GAME, ALLIED, wall)), (-1, 0));
    let roll = |id: &str| {
        let given = Given::german().unit(id, &number(wall));
        terrain::barrage_roll(&GAME, &given.state, wall).expect("on the map").full.has(5)
    };
    assert_eq!((roll("991-277vg"), roll("a-9-2di")), (false, true));
}

#[test]
fn case_1_3b_hexsides_shift_only_for_stacks_that_attack_across_them_and_add_up() {
    let target = hex("B8.39");
    let around: Vec<_> = GAME.board.around(target).collect();
    let shift = |from: &[definitions::hex::HexId]| terrain::attackers_shift(&GAME, from, target);
    let wet: Vec<_> = around.iter().copied().filter(|from| shift(&[*from]) == -1).collect();
    let dry: Vec<_> = around.iter().copied().filter(|from| shift(&[*from]) == 0).collect();
    assert!(wet.len() > 1 && !dry.is_empty(), "Trois-Ponts lies between its rivers");
    assert_eq!((shift(&[wet[0], dry[0]]), shift(&wet[..2])), (-1, -2));
    let meuse = hexside(|_, side| side.water == Some(Water::Meuse));
    assert_eq!(terrain::attackers_shift(&GAME, &[hex(&meuse.0)], hex(&meuse.1)), -2);
}

#[test]
fn case_t_teca_prohibited_terrain_is_attacked_only_where_a_road_crosses() {
    let state = Given::german().state;
    let may = |kind, (from, to): &(String, String)| terrain::may_attack(&GAME, &state, kind, hex(from), hex(to));
    let river = hexside(|_, side| side.water == Some(Water::River) && side.road.is_none());
    assert_eq!((may(Allowance::Leg, &river), may(Allowance::Mech, &river)), (true, false));
    let bridge = hexside(|_, side| side.water == Some(Water::River) && side.road.is_some());
    assert!(may(Allowance::Mech, &bridge));
    let given = Given::at(GERMAN, Phase::Combat).unit("i-12-12ss", &river.0).unit("a-9-2di", &river.1);
    let able = combat::able(&GAME, &given.state, GERMAN, unit("i-12-12ss"), hex(&river.1));
    assert_eq!(able.expect_err("no road").case, "T.TECa");
}

#[test]
fn cases_t_tecc_and_t_tecd_a_bond_costs_four_in_all_and_own_markers_one_however_many() {
    let mut bond = Given::german().unit("a-9-2di", "A6.52").unit("b-9-2di", "A6.50").unit("i-12-12ss", "A5.51");
    assert_eq!(bond.go("i-12-12ss", "A6.51"), "5 MP");
    for markers in [1, 4] {
        let mut own = Given::german().unit("i-12-12ss", "A6.52").fire(GERMAN, "A6.51", markers);
        assert_eq!(own.go("i-12-12ss", "A6.51"), "8 MP", "3 and 1 to enter");
        assert_eq!(own.go("i-12-12ss", "A6.50"), "5 MP", "nothing to leave");
    }
}

#[test]
fn case_1_3s_supply_begins_at_each_sides_own_edges() {
    let edge = |number: &str| GAME.board.hex(hex(number)).edge;
    assert_eq!(
        ["A1.20", "A20.54", "B20.01", "B40.20"].map(edge),
        [Some(ALLIED), Some(ALLIED), Some(ALLIED), Some(GERMAN)]
    );
    assert_eq!(edge("B1.16"), None);
}

#[test]
fn cases_scs_movea_and_scs_moveb_nobody_enters_what_he_cannot_pay_nor_a_hex_with_enemies() {
    // 6 MP for woods, and 4 are left
    let woods = hexside(|_, side| {
        GAME.board.hex(side.there).entry_costs[1] == Some(6 * POINT) && side.road.is_none() && side.water.is_none()
    });
    let given = Given::german().unit("arty-277vg", &woods.0).with(|state| {
        state.units.get_mut(unit("arty-277vg")).disorganised = true;
    });
    assert_eq!(given.refused("arty-277vg", &woods.1), "1.3i");
    assert_eq!(
        Given::german().unit("i-12-12ss", "A6.52").unit("5-fus", "A6.51").refused("i-12-12ss", "A6.51"),
        "SCS.MOVEb"
    );
}

#[test]
fn case_2_1a_nobody_moves_for_the_other_side_or_in_another_phase() {
    let given = Given::german().unit("a-9-2di", "A6.52");
    assert_eq!(given.refused("a-9-2di", "A6.51"), "2.1a");
    let refused =
        movement::check_unit(&GAME, &given.with(|state| state.phase = Phase::Combat).state, ALLIED, unit("a-9-2di"));
    assert_eq!(refused.expect_err("combat").case, "2.1c");
}
