//! What a reading against the rulebook found: edges where chapters meet.

use super::given::{GAME, Given, hex, number, unit};
use crate::chapters::movement::{exit, overrun};
use crate::chapters::{artillery, barrage, combat, disorganized, movement, reinforcements, setup, supply, terrain};
use crate::printed::{ALLIED, Allowance, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Charge, Phase, Place};
use definitions::BridgeState;
use definitions::hex::HexId;

const RING: [&str; 6] = ["991-277vg", "989-277vg", "990-277vg", "752-326vg", "753-326vg", "751-326vg"];

impl Given {
    /// With a unit that waits to be placed.
    fn waits(self, id: &str) -> Given {
        self.with(|state| state.units.get_mut(unit(id)).place = Place::Waiting)
    }

    /// Germans in all hexes around one.
    fn besieged(self, at: &str) -> Given {
        let around: Vec<String> = GAME.board.around(hex(at)).map(number).collect();
        around.iter().zip(RING).fold(self, |given, (at, id)| given.unit(id, at))
    }

    fn may_be_placed(&self, id: &str) -> bool {
        let side = GAME.counter(unit(id)).side;
        reinforcements::waiting(&GAME, &self.state, side).contains(&unit(id))
    }
}

#[test]
fn case_2_2f_who_waits_is_placed_in_a_pre_turn_and_in_no_player_turn() {
    let at = |side, phase| Given::at(side, phase).turn(4).waits("luckett-4di").may_be_placed("luckett-4di");
    assert!(at(GERMAN, Phase::PreTurn));
    for side in [GERMAN, ALLIED] {
        assert!(![Phase::Movement, Phase::Combat, Phase::Exploitation].into_iter().any(|phase| at(side, phase)));
    }
}

#[test]
fn case_5_1a_airborne_units_that_waited_come_in_a_later_us_movement_phase_and_never_in_a_pre_turn() {
    let at = |side, phase| Given::at(side, phase).turn(4).waits("b-501-101abn").may_be_placed("b-501-101abn");
    assert!(at(ALLIED, Phase::Movement));
    assert!(!at(GERMAN, Phase::PreTurn) && !at(ALLIED, Phase::PreTurn) && !at(ALLIED, Phase::Exploitation));
}

#[test]
fn case_5_1b_the_group_binds_the_rest_of_a_division_after_its_first_units_have_moved_on() {
    let mut given = Given::allied().waits("a-501-101abn").waits("b-501-101abn");
    given.evolve(&Event::Arrived { unit: unit("a-501-101abn"), hex: hex("B2.16") });
    given.go("a-501-101abn", "B3.16");
    let open = reinforcements::hexes(&GAME, &given.state, unit("b-501-101abn"));
    assert!(open.contains(&hex("A38.16")) && !open.contains(&hex("A1.46")));
}

#[test]
fn case_4_1a_von_der_heydte_drops_on_his_turn_or_never() {
    let at = |turn| Given::at(GERMAN, Phase::PreTurn).turn(turn).waits("vdh");
    assert!(at(2).may_be_placed("vdh") && !at(3).may_be_placed("vdh"));
    assert_eq!(reinforcements::lapsed(&GAME, &at(2).state), [Event::Gone { unit: unit("vdh") }]);
    let landed = Given::at(GERMAN, Phase::PreTurn).turn(2).unit("vdh", "B17.49");
    assert!(reinforcements::lapsed(&GAME, &landed.state).is_empty());
}

#[test]
fn case_3_7d_guns_under_air_supply_fire_without_harm_and_find_refuge_there() {
    let siege = || Given::allied().unit("333-grp", "B1.16").besieged("B1.16");
    assert!(barrage::strained(&GAME, &siege().state, unit("333-grp")).is_some());
    let fed = siege().with(|state| state.air_supply = vec![hex("B1.16")]);
    assert_eq!(barrage::strained(&GAME, &fed.state, unit("333-grp")), None);
    // all supply heads are in German hands, so that no road is in supply
    let cut = Given::of("bastogne", GERMAN, Phase::Movement).unit("333-grp", "B1.16").besieged("B1.16").with(|state| {
        let heads = GAME.plans[usize::from(state.scenario)].heads[ALLIED.index()].iter();
        let free: Vec<_> = GAME.units_of(GERMAN).filter(|unit| state.unit(*unit).hex().is_none()).collect();
        for (head, unit) in heads.zip(free) {
            state.units.get_mut(unit).place = Place::Hex(head.hex);
        }
    });
    let refuges = |given: &Given| artillery::refuges(&GAME, &given.state, ALLIED, hex("B1.16"));
    assert!(refuges(&cut).is_empty());
    let open = Given::of("bastogne", GERMAN, Phase::Movement).unit("333-grp", "B1.16").besieged("B1.16");
    let enemies = cut.state.disposition(&GAME);
    let mut quiet =
        refuges(&open).into_iter().filter(|at| !enemies.holds(GERMAN, *at) && !enemies.adjacent(GERMAN, *at));
    let drop = quiet.next().expect("a refuge in open country");
    let fed = cut.clone().with(|state| state.air_supply = vec![drop]);
    assert!(refuges(&fed).contains(&drop));
    assert!(refuges(&fed).iter().all(|at| GAME.board.distance(*at, drop) <= 5));
}

#[test]
fn cases_3_7g_and_3_7j_air_supply_that_freed_a_unit_is_used_up_and_the_other_lies_on() {
    let siege = Given::at(GERMAN, Phase::PreTurn).dg("a-501-101abn", "B1.16").besieged("B1.16");
    let drops = |at: &[&str]| siege.clone().with(|state| state.air_supply = at.iter().map(|at| hex(at)).collect());
    let used = |given: &Given, freed: &[&str]| {
        let freed: Vec<_> = freed.iter().map(|id| unit(id)).collect();
        supply::used(&GAME, &given.state, &freed).into_iter().map(number).collect::<Vec<_>>()
    };
    assert_eq!(used(&drops(&["B1.17", "B1.16"]), &["a-501-101abn"]), ["B1.17"], "the first that reaches it");
    assert!(used(&drops(&["B1.16"]), &[]).is_empty(), "nobody was freed");
    assert!(used(&drops(&["B20.34"]), &["a-501-101abn"]).is_empty(), "too far");
    let open = Given::at(GERMAN, Phase::PreTurn).dg("a-501-101abn", "B1.16");
    assert!(used(&open.with(|state| state.air_supply = vec![hex("B1.16")]), &["a-501-101abn"]).is_empty(), "by road");
    let mut two = drops(&["B1.16", "B1.16"]);
    two.evolve(&Event::AirSupplyUsed { hexes: vec![hex("B1.16")] });
    assert_eq!(two.state.air_supply, [hex("B1.16")]);
}

#[test]
fn case_3_2p_ground_that_blocks_a_retreat_costs_no_step_and_enemies_that_do_cost_one() {
    let shut = |at: &HexId| {
        let given = Given::german();
        GAME.board.hex(*at).entry_costs[Allowance::Mech.index()].is_some()
            && GAME.board.hex(*at).sides.iter().all(|side| {
                terrain::entry_cost(&GAME, &given.state, Allowance::Mech, *at, side).is_none()
                    || !GAME.board.hex(side.there).on_map()
            })
    };
    let valley = GAME.board.on_map().find(shut).expect("a hex out of which no vehicle comes");
    let given = Given::at(GERMAN, Phase::Combat).unit("14-9db", &number(valley));
    let ways = combat::ways(&GAME, &given.state, &[unit("14-9db")], valley, 2);
    assert_eq!(ways.len(), 1);
    assert!(ways[0].path == [valley] && !ways[0].costs_step);
    let holds = combat::must_hold(&GAME, &given.state, valley).expect("five hexes are not open");
    assert_eq!(holds.case, "3.2b");
    let closed = Given::at(GERMAN, Phase::Combat).unit("14-9db", "A6.50").besieged("A6.50");
    let ways = combat::ways(&GAME, &closed.state, &[unit("14-9db")], hex("A6.50"), 2);
    assert!(ways.iter().all(|way| way.costs_step));
}

#[test]
fn case_3_2f_a_half_marker_mandates_a_hold_and_weakens_nobody() {
    let given = Given::german().unit("14-9db", "A6.49").with(|state| {
        state.barrages[GERMAN.index()].half.insert(hex("A6.49"), 1);
    });
    let holds = combat::must_hold(&GAME, &given.state, hex("A6.49")).expect("it must hold");
    assert_eq!(holds.case, "3.2f");
    assert_eq!(combat::defence_of(&GAME, &given.state, unit("14-9db")).to_string(), "4");
}

/// The ends of the advances of a unit.
fn second_hexes(given: &Given, id: &str, into: &str) -> Vec<String> {
    let advances = combat::advances(&GAME, &given.state, &[unit(id)], hex(into), 2);
    advances.into_iter().filter_map(|it| it.path.get(1).copied()).map(number).collect()
}

#[test]
fn cases_1_2p_and_3_2q_nobody_goes_on_from_under_an_enemy_barrage_or_out_of_a_jam_nor_into_one_that_is_held() {
    let given = Given::at(GERMAN, Phase::Combat).turn(2).unit("i-12-12ss", "B1.15").begun();
    assert!(!second_hexes(&given, "i-12-12ss", "B1.16").is_empty());
    assert!(second_hexes(&given.clone().fire(ALLIED, "B1.16", 1), "i-12-12ss", "B1.16").is_empty());
    assert!(!second_hexes(&given.fire(GERMAN, "B1.16", 1), "i-12-12ss", "B1.16").is_empty(), "their own");
    // from beside the target along a road into a jam
    let state = Given::at(GERMAN, Phase::Combat).turn(2).state;
    let by_road = |from: HexId, to: HexId| {
        GAME.board.side(from, to).is_some_and(|side| terrain::road(&GAME, &state, from, side).is_some())
    };
    let passes = |from: HexId, to: HexId| {
        let side = GAME.board.side(from, to);
        side.is_some_and(|side| terrain::entry_cost(&GAME, &state, Allowance::Mech, from, side).is_some())
    };
    let jams = GAME.board.on_map().filter(|at| GAME.board.hex(*at).jam);
    let mut roads = jams.flat_map(|jam| GAME.board.around(jam).map(move |target| (jam, target)));
    let found = roads.find_map(|(jam, target)| {
        let open = by_road(target, jam) && !GAME.board.hex(target).jam;
        let from = GAME.board.around(target).find(|from| open && *from != jam && passes(*from, target))?;
        Some((number(jam), number(target), number(from)))
    });
    let (jam, target, from) = found.expect("a road into a jam");
    let given = Given::at(GERMAN, Phase::Combat).turn(2).unit("i-12-12ss", &from).begun();
    assert!(second_hexes(&given, "i-12-12ss", &target).contains(&jam));
    assert!(!second_hexes(&given.unit("991-277vg", &jam), "i-12-12ss", &target).contains(&jam));
    let beside = Given::at(GERMAN, Phase::Combat).turn(2).unit("i-12-12ss", &target).begun();
    assert!(second_hexes(&beside, "i-12-12ss", &jam).is_empty(), "out of a jam");
}

/// The ends of the first bridge for which something holds.
fn bridge(fits: impl Fn(&crate::printed::Bridge, &crate::printed::Side) -> bool) -> (String, String) {
    let all = (0..GAME.board.bridge_count() as u16).map(|at| GAME.board.bridge(crate::printed::BridgeId(at)));
    let mut found = all.filter_map(|bridge| {
        let [from, to] = bridge.ends;
        fits(bridge, GAME.board.side(from, to)?).then(|| (number(from), number(to)))
    });
    found.next().expect("such a bridge")
}

#[test]
fn cases_3_8b_and_t_teca_no_vehicle_attacks_over_prohibited_water_where_a_german_bridge_is_not_built_yet() {
    let mech = Allowance::Mech.index();
    let (from, to) =
        bridge(|bridge, side| matches!(bridge.state, BridgeState::Built(_)) && side.entry_costs[mech].is_none());
    let may =
        |turn| terrain::may_attack(&GAME, &Given::german().turn(turn).state, Allowance::Mech, hex(&from), hex(&to));
    assert!(!may(1) && may(16));
    let leg = terrain::may_attack(&GAME, &Given::german().turn(1).state, Allowance::Leg, hex(&from), hex(&to));
    assert!(leg, "a river is not prohibited on foot");
}

#[test]
fn cases_t_teca_and_3_2r_a_blown_bridge_lets_vehicles_attack_and_not_advance() {
    let mech = Allowance::Mech.index();
    let charged = |bridge: &crate::printed::Bridge| bridge.ends.iter().find_map(|at| GAME.board.plunger_in(*at));
    let (from, to) = bridge(|bridge, side| {
        charged(bridge).is_some() && side.entry_costs[mech].is_none() && side.entry_costs[0].is_some()
    });
    let plunger = [&from, &to].into_iter().find_map(|at| GAME.board.plunger_in(hex(at))).expect("a plunger");
    let given = Given::at(GERMAN, Phase::Combat).unit("i-12-12ss", &from).unit("991-277vg", &from);
    let advances = |given: &Given, id: &str| combat::advances(&GAME, &given.state, &[unit(id)], hex(&to), 1).len();
    assert_eq!([advances(&given, "i-12-12ss"), advances(&given, "991-277vg")], [1, 1]);
    let blown = given.with(|state| state.charges[usize::from(plunger.0)] = Charge::Blown);
    assert!(terrain::may_attack(&GAME, &blown.state, Allowance::Mech, hex(&from), hex(&to)));
    assert_eq!([advances(&blown, "i-12-12ss"), advances(&blown, "991-277vg")], [0, 1]);
}

#[test]
fn cases_scs_movec_and_scs_movee_those_who_moved_together_leave_one_after_the_other() {
    let ids = ["knittel-1ss", "i-1-1ss"];
    let mut given = Given::of("breakthrough", GERMAN, Phase::Movement).unit(ids[0], "B2.48").unit(ids[1], "B2.48");
    let units: Vec<_> = ids.iter().map(|id| unit(id)).collect();
    let path = movement::orders::way(&GAME, &given.state, GERMAN, &units, hex("B1.48")).expect("a way");
    for event in movement::along(&GAME, &given.state, GERMAN, &units, &path).expect("they move") {
        given.evolve(&event);
    }
    for each in units {
        let left = exit::check(&GAME, &given.state, GERMAN, each).unwrap_or_else(|refusal| panic!("{refusal}"));
        given.evolve(&left);
    }
    // who stood there before, and moved before, does not move again
    let third = Given::of("breakthrough", GERMAN, Phase::Movement).unit(ids[0], "B1.48").unit(ids[1], "B2.48");
    let mut third = third;
    third.go(ids[1], "B1.48");
    let left = exit::check(&GAME, &third.state, GERMAN, unit(ids[0])).expect("it leaves");
    third.evolve(&left);
    let refused = movement::check_unit(&GAME, &third.state, GERMAN, unit(ids[1])).expect_err("it has moved");
    assert_eq!(refused.case, "SCS.MOVEe");
}

#[test]
fn cases_3_6k_and_3_1h_guns_do_not_run_into_a_jam_that_holds_germans() {
    let given = Given::german().turn(1);
    let jam = |at: &HexId| GAME.board.hex(*at).jam;
    let from = GAME.board.on_map().filter(|at| GAME.board.hex(*at).sides.iter().any(|side| side.road.is_some()));
    let found = from.step_by(37).find_map(|from| {
        let refuge = artillery::refuges(&GAME, &given.state, GERMAN, from).into_iter().find(jam)?;
        Some((from, refuge))
    });
    let (from, refuge) = found.expect("a jam that is a refuge");
    let held = Given::german().turn(1).unit("991-277vg", &number(refuge));
    assert!(!artillery::refuges(&GAME, &held.state, GERMAN, from).contains(&refuge));
    let later = held.turn(3);
    assert!(artillery::refuges(&GAME, &later.state, GERMAN, from).contains(&refuge), "no jam any more");
}

#[test]
fn cases_1_2i_and_1_2k_a_pathway_out_of_play_is_none() {
    // the row of the southern edge of The Goose Egg; the enemy stands in the north
    let posts = |given: Given| given.unit("991-277vg", "B15.27").unit("989-277vg", "B17.27").unit("14-9db", "B16.35");
    let whole = posts(Given::german()).bonds(GERMAN);
    let part = posts(Given::of("goose-egg", GERMAN, Phase::Movement)).bonds(GERMAN);
    assert_eq!((whole.len(), part.len()), (1, 1));
    let plan = &GAME.plans[usize::from(Given::of("goose-egg", GERMAN, Phase::Movement).state.scenario)];
    assert!(!plan.in_play.contains(hex(&whole[0])) && plan.in_play.contains(hex(&part[0])));
}

#[test]
fn cases_3_1a_and_7_4g_units_whose_list_leaves_a_choice_begin_where_there_is_room() {
    let state = setup::initial(&GAME, "goose-egg").expect("the scenario");
    assert!(disorganized::at_end_of_phase(&GAME, &state).is_empty());
    for id in ["recke-9ss", "arty-9ss", "pg-fbb"] {
        let at = state.unit(unit(id)).hex().expect("on the map");
        assert!(GAME.board.distance(at, hex("B40.38")).min(GAME.board.distance(at, hex("B40.30"))) <= 1, "{id}");
    }
}

#[test]
fn case_3_3f_a_marker_in_the_hex_that_is_overrun_costs_points_and_forbids_nothing() {
    let given = Given::german().unit("i-12-12ss", "B1.17").unit("14-9db", "B1.15");
    let spent = |mut given: Given| {
        given.go("i-12-12ss", "B1.16");
        match overrun::check(&GAME, &given.state, GERMAN, &[unit("i-12-12ss")], hex("B1.15")) {
            Ok(Event::Overran { spent, .. }) => Ok(spent[0]),
            Ok(other) => panic!("{other:?}"),
            Err(refusal) => Err(refusal.case.into_owned()),
        }
    };
    let plain = spent(given.clone().begun()).expect("it overruns");
    // 2 MP more to enter
    assert_eq!(spent(given.clone().fire(ALLIED, "B1.15", 1).begun()), Ok(plain + 4));
    assert_eq!(spent(given.fire(ALLIED, "B1.16", 1).begun()), Err("3.3f".to_owned()));
}
