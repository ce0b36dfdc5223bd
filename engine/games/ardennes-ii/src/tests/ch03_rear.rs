//! Artillery that runs, supply, charged bridges (3.6, 3.7, 3.8, SCS.12).

use super::given::{GAME, Given, hex, hexside, number, unit};
use crate::chapters::{artillery, barrage, bridges, combat, movement, supply};
use crate::printed::{ALLIED, Allowance, GERMAN, PlungerId, Water};
use crate::truth::event::{Disorder, Event};
use crate::truth::state::{Charge, Phase};
use definitions::hex::HexId;
use engine::contract::SideId;

impl Given {
    fn runs(&self, side: SideId) -> Vec<String> {
        let units = artillery::must_run(&GAME, &self.state, side);
        units.into_iter().map(|unit| GAME.published.units.unit(unit).id.clone()).collect()
    }

    fn supplied(&self, side: SideId, number: &str) -> bool {
        supply::Net::trace(&GAME, &self.state, side).supplies(hex(number))
    }

    fn tries(&self, side: SideId, plunger: PlungerId, id: &str) -> Result<(), String> {
        bridges::check(&GAME, &self.state, side, plunger, unit(id)).map_err(|refusal| refusal.case.into_owned())
    }
}

#[test]
fn case_3_6a_artillery_does_not_move_beside_an_enemy() {
    let given = Given::german().unit("arty-277vg", "A6.52").unit("5-fus", "A6.49");
    assert_eq!(given.refused("arty-277vg", "A6.50"), "3.6a");
    let mut given = given;
    assert_eq!(given.go("arty-277vg", "A6.51"), "5 MP");
}

#[test]
fn cases_3_6d_3_6e_3_6f_and_3_6h_guns_in_order_run_from_an_enemy_of_two_whoever_is_with_them() {
    let with = |id: &str| Given::german().unit("174-grp", "A6.52").unit(id, "A6.51");
    assert_eq!(with("991-277vg").runs(ALLIED), ["174-grp"]);
    assert!(with("pio-277vg").runs(ALLIED).is_empty(), "an attack of 1");
    assert_eq!(with("991-277vg").unit("a-9-2di", "A6.52").runs(ALLIED), ["174-grp"], "friends do not help");
    assert!(with("991-277vg").dg("174-grp", "A6.52").runs(ALLIED).is_empty());
    assert_eq!(with("991-277vg").fire(GERMAN, "A6.52", 2).runs(ALLIED), ["174-grp"], "barrages do not matter");
    assert_eq!(with("991-277vg").dg("991-277vg", "A6.51").runs(ALLIED), ["174-grp"], "the printed strength");
    assert!(Given::german().unit("174-grp", "A6.52").unit("991-277vg", "A6.50").runs(ALLIED).is_empty());
}

#[test]
fn case_3_6d_guns_that_can_go_nowhere_stay() {
    // the only roads out of Bastogne's country are full of Germans: nobody is in supply
    let ring: Vec<String> = GAME.board.around(hex("B1.16")).map(number).collect();
    let enemies = ["991-277vg", "989-277vg", "990-277vg", "752-326vg", "753-326vg", "751-326vg"];
    let base = Given::of("bastogne", GERMAN, Phase::Movement).unit("333-grp", "B1.16");
    let siege = ring.iter().zip(enemies).fold(base, |it, (at, id)| it.unit(id, at));
    assert_eq!(siege.runs(ALLIED), ["333-grp"], "bonds and enemies on the way do not matter");
    let cut = siege.with(|state| {
        let heads = GAME.plans[usize::from(state.scenario)].heads[ALLIED.index()].iter();
        let free: Vec<_> = GAME.units_of(GERMAN).filter(|unit| state.unit(*unit).hex().is_none()).collect();
        for (head, unit) in heads.zip(free) {
            state.units.get_mut(unit).place = crate::truth::state::Place::Hex(head.hex);
        }
    });
    assert!(cut.runs(ALLIED).is_empty());
}

#[test]
fn cases_3_6i_an_enemy_who_could_not_attack_them_does_not_count() {
    let river = hexside(|from, side| {
        side.water == Some(Water::River) && side.road.is_none() && GAME.board.around(from).count() == 6
    });
    let tanks = Given::german().unit("174-grp", &river.1).unit("i-12-12ss", &river.0);
    assert!(tanks.runs(ALLIED).is_empty(), "a river without a road is prohibited to tanks");
    let foot = Given::german().unit("174-grp", &river.1).unit("991-277vg", &river.0);
    assert_eq!(foot.runs(ALLIED), ["174-grp"]);
}

#[test]
fn cases_3_6j_3_6k_3_6l_and_3_6m_guns_run_eight_road_hexes_into_supply_away_from_enemies() {
    let given = Given::german().unit("333-grp", "B1.16").unit("i-12-12ss", "B1.15");
    let found = artillery::refuges(&GAME, &given.state, ALLIED, hex("B1.16"));
    assert!(!found.is_empty());
    let net = supply::Net::trace(&GAME, &given.state, ALLIED);
    let disposition = given.state.disposition(&GAME);
    for at in &found {
        assert!(net.traces(*at) && !disposition.adjacent(GERMAN, *at), "{}", number(*at));
        assert!(GAME.board.hex(*at).sides.iter().any(|side| side.road.is_some()), "{}", number(*at));
    }
    // no refuge is one of the seven next hexes along any road
    let mut near = vec![hex("B1.16")];
    for _ in 0..7 {
        let next: Vec<HexId> = near
            .iter()
            .flat_map(|at| GAME.board.hex(*at).sides.iter().filter(|side| side.road.is_some()).map(|side| side.there))
            .collect();
        near.extend(next);
        near.sort();
        near.dedup();
    }
    assert!(near.len() > 30 && found.iter().all(|at| !near.contains(at)));
    let enemy = number(found[0]);
    let beside = given.unit("991-277vg", &enemy);
    assert!(!artillery::refuges(&GAME, &beside.state, ALLIED, hex("B1.16")).contains(&found[0]));
}

#[test]
fn cases_3_7a_3_7b_3_7c_and_scs_12a_supply_goes_five_hexes_to_a_road_that_leads_off_an_own_edge() {
    let nobody = Given::german();
    assert!(nobody.supplied(ALLIED, "B1.16") && nobody.supplied(GERMAN, "B1.16"));
    // Germans all round Bastogne: the Americans in it are cut off
    let ring: Vec<String> = GAME.board.around(hex("B1.16")).map(number).collect();
    let enemies = ["991-277vg", "989-277vg", "990-277vg", "752-326vg", "753-326vg", "751-326vg"];
    let siege =
        ring.iter().zip(enemies).fold(Given::allied().unit("a-501-101abn", "B1.16"), |it, (at, id)| it.unit(id, at));
    assert!(!siege.supplied(ALLIED, "B1.16"));
    assert_eq!(supply::without(&GAME, &siege.state, ALLIED), [unit("a-501-101abn")]);
    assert!(supply::without(&GAME, &nobody.state, ALLIED).is_empty());
    // a hex that is too far from any road
    let open = |at: &definitions::hex::HexId| {
        GAME.board.within(*at, 5).all(|near| GAME.board.hex(near).sides.iter().all(|side| side.road.is_none()))
    };
    if let Some(far) = GAME.board.on_map().find(open) {
        assert!(!nobody.supplied(ALLIED, &number(far)), "{}", number(far));
    }
}

#[test]
fn case_scs_12b_bonds_do_not_stop_a_trace() {
    let given = Given::allied().unit("991-277vg", "A6.51").unit("989-277vg", "A6.49");
    assert_eq!(given.bonds(GERMAN), ["A6.50"]);
    assert_eq!(given.supplied(ALLIED, "A6.50"), Given::allied().supplied(ALLIED, "A6.50"));
}

#[test]
fn cases_scs_12c_and_3_7e_a_blown_bridge_ends_the_road_and_no_trace_crosses_what_infantry_cannot() {
    // Germans in Namur, shut in but for the bridge over the Meuse
    let side = GAME.board.side(hex("A1.46"), hex("A2.45")).expect("neighbours");
    assert_eq!((side.water, side.entry_costs[Allowance::Leg.index()]), (Some(Water::Meuse), None));
    let others = GAME.board.around(hex("A1.46")).filter(|at| *at != hex("A2.45")).map(number);
    let friends = ["a-9-2di", "b-9-2di", "a-38-2di", "b-38-2di", "a-23-2di", "b-23-2di"];
    let given = others.zip(friends).fold(Given::german().unit("991-277vg", "A1.46"), |it, (at, id)| it.unit(id, &at));
    assert!(given.supplied(GERMAN, "A1.46"));
    let plunger = GAME.board.plunger_in(hex("A1.46")).expect("a plunger");
    let blown = given.with(|state| state.charges[usize::from(plunger.0)] = Charge::Blown);
    assert!(!blown.supplied(GERMAN, "A1.46"));
}

#[test]
fn cases_3_7d_3_7g_and_3_7i_air_supply_serves_us_units_within_five_hexes_whatever_is_between() {
    let ring: Vec<String> = GAME.board.around(hex("B1.16")).map(number).collect();
    let enemies = ["991-277vg", "989-277vg", "990-277vg", "752-326vg", "753-326vg", "751-326vg"];
    let siege =
        ring.iter().zip(enemies).fold(Given::allied().unit("a-501-101abn", "B1.16"), |it, (at, id)| it.unit(id, at));
    let drop = |at: &str| siege.clone().with(|state| state.air_supply = vec![hex(at)]);
    let (near, far) = ("B6.18", "B8.20");
    assert_eq!((GAME.board.distance(hex("B1.16"), hex(near)), drop(near).supplied(ALLIED, "B1.16")), (5, true));
    assert!(GAME.board.distance(hex("B1.16"), hex(far)) > 5 && !drop(far).supplied(ALLIED, "B1.16"));
    assert!(drop("B2.16").supplied(ALLIED, "B1.16"), "on enemies, too");
    let german = Given::of("bastogne", GERMAN, Phase::Supply).with(|state| state.air_supply = vec![hex("A33.12")]);
    let before = Given::of("bastogne", GERMAN, Phase::Supply).supplied(GERMAN, "A33.12");
    assert_eq!(german.supplied(GERMAN, "A33.12"), before, "US units only");
}

/// The plunger of Trois-Ponts, and a hex two from it.
fn trois_ponts() -> (PlungerId, String) {
    let plunger = GAME.board.plunger_in(hex("B8.39")).expect("a plunger");
    let bridges = &GAME.board.plungers()[usize::from(plunger.0)].bridges;
    let ends: Vec<_> = bridges.iter().flat_map(|bridge| GAME.board.bridge(*bridge).ends).collect();
    let near =
        GAME.board.within(hex("B8.39"), 2).find(|at| GAME.board.distance(*at, hex("B8.39")) == 2 && !ends.contains(at));
    (plunger, number(near.expect("a hex two away")))
}

#[test]
fn cases_3_8e_3_8h_and_3_8i_the_us_tries_a_bridge_at_any_moment_with_a_unit_within_two_hexes_that_then_stays() {
    let (plunger, near) = trois_ponts();
    for phase in [Phase::Movement, Phase::Combat, Phase::Supply] {
        for side in [GERMAN, ALLIED] {
            let given = Given::at(side, phase).unit("5-fus", &near);
            assert_eq!(given.tries(ALLIED, plunger, "5-fus"), Ok(()));
        }
    }
    let far = Given::german().unit("5-fus", "B12.45");
    assert_eq!(far.tries(ALLIED, plunger, "5-fus"), Err("3.8i".to_owned()));
    assert_eq!(Given::german().unit("991-277vg", &near).tries(GERMAN, plunger, "991-277vg"), Err("3.8e".to_owned()));
    let mut given = Given::allied().unit("5-fus", &near);
    bridges::tried(&GAME, plunger, unit("5-fus"), 3).iter().for_each(|event| given.evolve(event));
    let moves = movement::check_unit(&GAME, &given.state, ALLIED, unit("5-fus"));
    assert_eq!(moves.expect_err("it stopped").case, "3.8i");
}

#[test]
fn cases_3_8f_3_8g_3_8k_and_3_8n_one_attempt_blows_all_bridges_of_a_plunger_or_none_for_good() {
    let (plunger, near) = trois_ponts();
    let blown = |face: u8| {
        let mut given = Given::allied().unit("5-fus", &near);
        bridges::tried(&GAME, plunger, unit("5-fus"), face).iter().for_each(|event| given.evolve(event));
        assert_eq!(given.tries(ALLIED, plunger, "5-fus"), Err("3.8g".to_owned()));
        let bridges = &GAME.board.plungers()[usize::from(plunger.0)].bridges;
        bridges.iter().filter(|bridge| given.state.is_blown(&GAME, **bridge)).count()
    };
    assert_eq!([1, 2].map(blown), [0, 0]);
    assert_eq!([3, 6].map(blown), [2, 2]);
}

#[test]
fn cases_3_8j_and_3_8m_germans_at_the_bridge_bar_an_attempt_and_at_the_plunger_end_it() {
    let (plunger, near) = trois_ponts();
    let bridges = &GAME.board.plungers()[usize::from(plunger.0)].bridges;
    let end = GAME.board.bridge(bridges[0]).ends.into_iter().find(|at| *at != hex("B8.39")).expect("the other end");
    let given = Given::german().unit("5-fus", &near).unit("991-277vg", &number(end));
    assert_eq!(given.tries(ALLIED, plunger, "5-fus"), Err("3.8j".to_owned()));
    assert!(bridges::overrun(&GAME, &given.state).is_empty());
    let there = Given::german().unit("991-277vg", "B8.39");
    assert_eq!(bridges::overrun(&GAME, &there.state), [Event::Tried { plunger, charge: Charge::Tested }]);
    let tested = there.with(|state| state.charges[usize::from(plunger.0)] = Charge::Tested);
    assert!(bridges::overrun(&GAME, &tested.state).is_empty());
}

#[test]
fn case_3_8l_guns_that_must_run_do_so_before_the_roll() {
    let (plunger, near) = trois_ponts();
    let given = Given::german().unit("5-fus", &near).unit("174-grp", "A6.52").unit("991-277vg", "A6.51");
    assert_eq!(given.tries(ALLIED, plunger, "5-fus"), Err("3.8l".to_owned()));
}

#[test]
fn cases_3_6n_and_3_4e_guns_are_lifted_to_a_refuge_and_disorganised_however_they_got_away() {
    let mut given = Given::german().unit("333-grp", "B1.16").unit("i-12-12ss", "B1.15");
    let bug_out = |given: &Given, at: HexId| {
        artillery::bug_out(&GAME, &given.state, unit("333-grp"), at).map_err(|refusal| refusal.case.into_owned())
    };
    let refuge = artillery::refuges(&GAME, &given.state, ALLIED, hex("B1.16"))[0];
    assert_eq!(bug_out(&given, hex("B1.17")), Err("3.6m".to_owned()));
    for event in bug_out(&given, refuge).expect("a refuge") {
        given.evolve(&event);
    }
    assert!(given.is_dg("333-grp") && given.state.unit(unit("333-grp")).hex() == Some(refuge));
    assert_eq!(bug_out(&given, refuge), Err("3.6d".to_owned()));
    // in a retreat
    let stack = [unit("333-grp"), unit("14-9db")];
    let retreat = Given::german().unit("333-grp", "A6.50").unit("14-9db", "A6.50").unit("i-12-12ss", "A6.51");
    let way = combat::ways(&GAME, &retreat.state, &stack, hex("A6.50"), 2).remove(0);
    let events = combat::gone(&GAME, &retreat.state, &stack, &way);
    let shaken = Event::Disorganised { units: vec![unit("333-grp")], why: Disorder::Retreated };
    assert_eq!(events, [Event::Retreated { units: stack.to_vec(), path: way.path }, shaken]);
}

/// Americans in Bastogne, shut in by Germans.
fn siege() -> Given {
    let ring: Vec<String> = GAME.board.around(hex("B1.16")).map(number).collect();
    let enemies = ["991-277vg", "989-277vg", "990-277vg", "752-326vg", "753-326vg", "751-326vg"];
    let inside = Given::allied().unit("a-501-101abn", "B1.16").unit("333-grp", "B1.16");
    ring.iter().zip(enemies).fold(inside, |it, (at, id)| it.unit(id, at))
}

#[test]
fn cases_3_4c_and_3_4e_who_is_cut_off_is_disorganised_in_his_supply_phase_and_guns_when_they_fire() {
    let cut = vec![unit("a-501-101abn"), unit("333-grp")];
    let mut sorted = cut.clone();
    sorted.sort();
    let judged = supply::judged(&GAME, &siege().state, ALLIED);
    assert_eq!(judged, Some(Event::Disorganised { units: sorted, why: Disorder::NoSupply }));
    assert_eq!(supply::judged(&GAME, &siege().state, GERMAN), None, "only the own ones");
    let fired = barrage::strained(&GAME, &siege().state, unit("333-grp"));
    assert_eq!(fired, Some(Event::Disorganised { units: vec![unit("333-grp")], why: Disorder::FiredUnsupplied }));
    assert_eq!(barrage::strained(&GAME, &Given::allied().unit("333-grp", "B1.16").state, unit("333-grp")), None);
}

#[test]
fn cases_2_2e_3_7f_3_7h_and_3_7j_air_strikes_become_supply_in_the_pre_turn_alone_and_go_with_the_turn() {
    let sky = |phase: Phase, strikes: u8| Given::at(GERMAN, phase).with(|state| state.strikes = strikes);
    let lay = |given: &Given, side: SideId| {
        supply::lay_down(&GAME, &given.state, side, hex("B1.16")).map_err(|refusal| refusal.case.into_owned())
    };
    let mut given = sky(Phase::PreTurn, 1);
    assert_eq!(lay(&given, GERMAN), Err("3.7d".to_owned()));
    let event = lay(&given, ALLIED).expect("a strike is left");
    given.evolve(&event);
    assert_eq!((given.state.strikes, given.state.air_supply.clone()), (0, vec![hex("B1.16")]));
    assert_eq!(lay(&given, ALLIED), Err("3.7f".to_owned()));
    assert_eq!(lay(&sky(Phase::Movement, 1), ALLIED), Err("3.7h".to_owned()));
    given.evolve(&Event::AirSupplyRemoved);
    assert!(given.state.air_supply.is_empty());
}

#[test]
fn cases_3_7k_3_7n_and_3_7o_stranded_guns_stay_dg_or_risk_a_die() {
    let given = siege().dg("333-grp", "B1.16").dg("a-501-101abn", "B1.16");
    assert_eq!(supply::stranded_guns(&GAME, &given.state, ALLIED), [unit("333-grp")]);
    let roll = |face| supply::gun_rolled(&GAME, unit("333-grp"), face);
    let recovered = Some(Event::Recovered { units: vec![unit("333-grp")] });
    assert_eq!([1, 2, 3].map(roll), [Some(Event::Gone { unit: unit("333-grp") }), None, None]);
    assert_eq!([4, 6].map(roll), [recovered.clone(), recovered]);
    // with air supply it is freed like others
    let fed = given.with(|state| state.air_supply = vec![hex("B1.16")]);
    assert!(supply::stranded_guns(&GAME, &fed.state, ALLIED).is_empty());
}
