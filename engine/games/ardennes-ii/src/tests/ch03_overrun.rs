//! Overruns (3.3, SCS.6.1d).

use super::given::{GAME, Given, hex, unit};
use crate::chapters::movement::overrun;
use crate::printed::{GERMAN, POINT};
use crate::truth::event::Event;
use crate::truth::state::Phase;
use definitions::UnitId;

impl Given {
    fn overrun(&self, ids: &[&str], at: &str) -> Result<Event, String> {
        let units: Vec<UnitId> = ids.iter().map(|id| unit(id)).collect();
        overrun::check(&GAME, &self.state, GERMAN, &units, hex(at)).map_err(|refusal| refusal.case.into_owned())
    }
}

/// The road from B1.15 into Bastogne, with tanks on it and somebody in the town.
fn road() -> Given {
    Given::german().unit("a-501-101abn", "B1.16").unit("i-12-12ss", "B1.15")
}

#[test]
fn the_road_into_bastogne_is_a_road() {
    let side = GAME.board.side(hex("B1.15"), hex("B1.16")).expect("neighbours");
    assert!(side.road.is_some(), "the tests of this chapter drive along it");
}

#[test]
fn cases_3_3d_and_scs_6_1d_an_overrun_pays_the_road_into_the_hex_and_two_points_more() {
    let rate = {
        let side = GAME.board.side(hex("B1.15"), hex("B1.16")).expect("neighbours");
        crate::chapters::terrain::entry_cost(&GAME, &road().state, crate::printed::Allowance::Mech, hex("B1.15"), side)
    };
    let event = road().overrun(&["i-12-12ss"], "B1.16");
    let spent = vec![rate.expect("a road") + 2 * POINT];
    assert_eq!(event, Ok(Event::Overran { units: vec![unit("i-12-12ss")], target: hex("B1.16"), spent }));
    let poor = road().with(|state| state.units.get_mut(unit("i-12-12ss")).spent = Some(10 * POINT));
    assert_eq!(poor.overrun(&["i-12-12ss"], "B1.16"), Err("3.3d".to_owned()));
}

#[test]
fn cases_1_3j_and_3_3a_units_on_foot_do_not_overrun_and_the_banner_is_not_needed() {
    let foot = road().unit("991-277vg", "B1.15");
    assert_eq!(foot.overrun(&["991-277vg"], "B1.16"), Err("3.3a".to_owned()));
    let tiger = unit("501-tgr-1ss");
    assert!(!GAME.counter(tiger).exploits);
    assert!(road().unit("501-tgr-1ss", "B1.15").overrun(&["501-tgr-1ss"], "B1.16").is_ok());
}

#[test]
fn cases_3_3b_3_4i_3_3c_1_3d_and_3_3f_who_is_dg_began_adjacent_or_came_through_a_barrage_does_not_overrun() {
    assert_eq!(road().dg("i-12-12ss", "B1.15").overrun(&["i-12-12ss"], "B1.16"), Err("3.3b".to_owned()));
    assert_eq!(road().begun().overrun(&["i-12-12ss"], "B1.16"), Err("3.3c".to_owned()));
    let shelled = road().with(|state| state.units.get_mut(unit("i-12-12ss")).under_fire = true);
    assert_eq!(shelled.overrun(&["i-12-12ss"], "B1.16"), Err("3.3f".to_owned()));
}

#[test]
fn case_3_3g_its_own_sides_markers_on_the_target_cost_an_overrun_nothing() {
    let spent = |given: Given| match given.overrun(&["i-12-12ss"], "B1.16") {
        Ok(Event::Overran { spent, .. }) => spent,
        other => panic!("{other:?}"),
    };
    assert_eq!(spent(road()), spent(road().fire(GERMAN, "B1.16", 2)));
    let bound = road().fire(GERMAN, "B1.16", 1);
    let defence = crate::chapters::combat::defence_of(&GAME, &bound.state, unit("a-501-101abn"));
    assert_eq!(defence.to_string(), "2", "the defender is bound as ever");
}

#[test]
fn cases_3_3e_and_t_tecb_an_overrun_follows_an_open_road() {
    let given = Given::german().unit("a-501-101abn", "A6.51").unit("i-12-12ss", "A6.52");
    assert_eq!(given.overrun(&["i-12-12ss"], "A6.51"), Err("3.3e".to_owned()));
}

#[test]
fn cases_3_3i_3_3m_3_1l_and_3_3j_a_unit_overruns_once_a_phase_others_may_too_and_go_on_with_what_is_left() {
    let mut given = road().unit("i-1-1ss", "B1.15");
    let event = given.overrun(&["i-12-12ss", "i-1-1ss"], "B1.16").expect("divisions may be mixed");
    given.evolve(&event);
    assert_eq!(given.overrun(&["i-12-12ss"], "B1.16"), Err("3.3i".to_owned()));
    let left = crate::chapters::movement::left(&GAME, &given.state, unit("i-12-12ss"));
    assert!(left > 0 && left < 12 * POINT);
    assert!(crate::chapters::movement::check_unit(&GAME, &given.state, GERMAN, unit("i-12-12ss")).is_ok());
    let other = given.unit("ii-3-2pz", "B1.15");
    assert!(other.overrun(&["ii-3-2pz"], "B1.16").is_ok());
}

#[test]
fn cases_3_3k_and_3_3l_who_has_won_is_placed_in_the_hex_and_who_has_not_stays_beside_it() {
    let units = [unit("i-12-12ss")];
    let lost = overrun::fought(&GAME, &road().state, &units, hex("B1.16"));
    assert_eq!(lost, None);
    let empty = Given::german().unit("i-12-12ss", "B1.15");
    let won = overrun::fought(&GAME, &empty.state, &units, hex("B1.16"));
    assert_eq!(won, Some(Event::Advanced { units: units.to_vec(), to: hex("B1.16") }));
}

#[test]
fn case_2_1f_overruns_happen_while_units_move() {
    let fight = road().with(|state| state.phase = Phase::Combat);
    assert_eq!(fight.overrun(&["i-12-12ss"], "B1.16"), Err("2.1c".to_owned()));
    let exploiting = road().with(|state| state.phase = Phase::Exploitation);
    assert!(exploiting.overrun(&["i-12-12ss"], "B1.16").is_ok());
}
