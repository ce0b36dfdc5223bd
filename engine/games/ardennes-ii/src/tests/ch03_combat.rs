//! Combat (3.2, SCS.8, SCS.ODDS, SCS.FIGHT).

use super::given::{GAME, Given, hex, number, unit};
use crate::ArdennesII;
use crate::chapters::combat::{self, Way};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::state::{Asked, Phase, Topic};
use definitions::UnitId;
use engine::contract::{AskId, Seen, SideId, Sight, Thing, Viewer};

fn fight(side: SideId) -> Given {
    Given::at(side, Phase::Combat)
}

impl Given {
    /// Why the stack in a hex must hold; none if it may choose.
    fn holds(&self, number: &str) -> Option<String> {
        combat::must_hold(&GAME, &self.state, hex(number)).map(|refusal| refusal.case.into_owned())
    }

    /// The ways of a retreat of units out of a hex.
    fn ways(&self, ids: &[&str], from: &str, length: u16) -> Vec<Way> {
        let stack: Vec<UnitId> = ids.iter().map(|id| unit(id)).collect();
        combat::ways(&GAME, &self.state, &stack, hex(from), length)
    }

    /// The hexes of the advances of a unit into a hex.
    fn advances(&self, id: &str, into: &str, retreat: u16) -> Vec<Vec<String>> {
        let advances = combat::advances(&GAME, &self.state, &[unit(id)], hex(into), retreat);
        advances.into_iter().map(|advance| advance.path.into_iter().map(number).collect()).collect()
    }
}

#[test]
fn cases_3_2i_scs_fighta_and_scs_fightb_a_unit_attacks_one_hex_beside_it_once() {
    let given = fight(GERMAN).unit("i-12-12ss", "A6.52").unit("a-9-2di", "A6.51").unit("arty-277vg", "A6.52");
    let able = |given: &Given, id: &str, at: &str| {
        combat::able(&GAME, &given.state, GERMAN, unit(id), hex(at)).map(number).map_err(|it| it.case.into_owned())
    };
    assert_eq!(able(&given, "i-12-12ss", "A6.51"), Ok("A6.52".to_owned()));
    assert_eq!(able(&given, "i-12-12ss", "A6.53"), Err("3.2i".to_owned()));
    assert_eq!(able(&given.clone().unit("i-12-12ss", "A6.53"), "i-12-12ss", "A6.51"), Err("SCS.FIGHTa".to_owned()));
    assert_eq!(able(&given, "arty-277vg", "A6.51"), Err("3.6b".to_owned()));
    assert_eq!(able(&given, "a-9-2di", "A6.51"), Err("2.1a".to_owned()));
    let fought = given.with(|state| state.units.get_mut(unit("i-12-12ss")).attacked = true);
    assert_eq!(able(&fought, "i-12-12ss", "A6.51"), Err("SCS.FIGHTb".to_owned()));
}

#[test]
fn cases_3_2e_3_2f_3_2g_and_3_2h_who_is_dg_shelled_in_a_city_or_on_foot_must_hold() {
    let tanks = || fight(GERMAN).unit("14-9db", "A6.49");
    assert_eq!(tanks().holds("A6.49"), None);
    assert_eq!(tanks().dg("14-9db", "A6.49").holds("A6.49").as_deref(), Some("3.2e"));
    assert_eq!(tanks().fire(GERMAN, "A6.49", 1).holds("A6.49").as_deref(), Some("3.2f"));
    assert_eq!(tanks().fire(ALLIED, "A6.49", 1).holds("A6.49"), None, "their own");
    assert_eq!(tanks().unit("5-fus", "A6.49").holds("A6.49").as_deref(), Some("3.2h"));
    assert_eq!(fight(GERMAN).unit("14-9db", "B1.16").holds("B1.16").as_deref(), Some("3.2g"));
}

#[test]
fn case_3_2b_who_has_no_way_of_five_hexes_must_hold() {
    // enemies all around
    let ring: Vec<String> = GAME.board.around(hex("A6.49")).map(number).collect();
    let enemies = ["991-277vg", "989-277vg", "990-277vg", "752-326vg", "753-326vg", "751-326vg"];
    let shut = ring.iter().zip(enemies).fold(fight(GERMAN).unit("14-9db", "A6.49"), |it, (at, id)| it.unit(id, at));
    assert_eq!(shut.holds("A6.49").as_deref(), Some("3.2b"));
    let ways = fight(GERMAN).unit("14-9db", "A6.49").ways(&["14-9db"], "A6.49", 5);
    assert!(ways.iter().all(|way| way.path.len() == 6 && !way.costs_step));
    let ends = |way: &Way| GAME.board.distance(hex("A6.49"), way.path[5]);
    assert!(ways.iter().all(|way| ends(way) == 5), "each hex is further away");
}

#[test]
fn cases_3_2j_and_3_2k_strengths_odds_and_the_shifts_of_the_terrain() {
    let given = fight(GERMAN)
        .unit("i-12-12ss", "A6.52")
        .unit("501-tgr-1ss", "A6.52")
        .unit("i-1-1ss", "A5.52")
        .unit("a-9-2di", "A6.51");
    let weigh = |given: &Given, ids: &[&str], at: &str| {
        let units: Vec<UnitId> = ids.iter().map(|id| unit(id)).collect();
        combat::weigh(&GAME, &given.state, &units, hex(at))
    };
    let weighed = weigh(&given, &["i-12-12ss", "501-tgr-1ss", "i-1-1ss"], "A6.51");
    assert_eq!((weighed.attack.to_string(), weighed.defence.to_string()), ("19".to_owned(), "5".to_owned()));
    assert_eq!(
        (weighed.starting.to_string(), weighed.shift(), weighed.column.to_string()),
        ("4:1".to_owned(), 0, "4:1".to_owned())
    );
    let city = fight(GERMAN).unit("i-12-12ss", "B1.15").unit("a-9-2di", "B1.16");
    let weighed = weigh(&city, &["i-12-12ss"], "B1.16");
    assert_eq!(
        (weighed.starting.to_string(), weighed.shift(), weighed.column.to_string()),
        ("1:1".to_owned(), -2, "1:3".to_owned())
    );
}

#[test]
fn cases_scs_oddsa_scs_oddsb_and_scs_oddsc_the_designers_example_comes_out() {
    // a stack of 12 halved by a barrage, another of 8, against 5: 14 to 5 is 3:1
    let given = fight(GERMAN)
        .unit("i-12-12ss", "A6.52")
        .unit("i-1-1ss", "A6.52")
        .fire(ALLIED, "A6.52", 1)
        .unit("60-116pz", "A5.52")
        .unit("bremer-12ss", "A5.52")
        .unit("pio-277vg", "A5.52")
        .unit("a-9-2di", "A6.51");
    let ids = ["i-12-12ss", "i-1-1ss", "60-116pz", "bremer-12ss", "pio-277vg"];
    let units: Vec<UnitId> = ids.iter().map(|id| unit(id)).collect();
    let weighed = combat::weigh(&GAME, &given.state, &units, hex("A6.51"));
    assert_eq!((weighed.attack.to_string(), weighed.defence.to_string()), ("14".to_owned(), "5".to_owned()));
    assert_eq!(weighed.starting.to_string(), "3:1");
    assert_eq!(GAME.tables.combat.column(weighed.starting.shifted(-2)).to_string(), "1:1");
    assert_eq!(GAME.tables.combat.column(weighed.starting.shifted(-20)).to_string(), "1:3");
}

#[test]
fn cases_scs_8a_and_3_2l_the_first_loss_falls_on_the_strongest_counter_as_it_lies() {
    let given = fight(GERMAN).unit("501-tgr-1ss", "A6.52").unit("i-1-1ss", "A6.52").unit("i-12-12ss", "A6.52");
    let of = |given: &Given| {
        let units = [unit("501-tgr-1ss"), unit("i-1-1ss"), unit("i-12-12ss")];
        let strongest = combat::strongest(&GAME, &given.state, &units);
        strongest.into_iter().map(|unit| GAME.published.units.unit(unit).id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(of(&given), ["501-tgr-1ss"]);
    assert_eq!(of(&given.clone().reduced("501-tgr-1ss", "A6.52")), ["i-1-1ss", "i-12-12ss"], "their owner chooses");
    assert_eq!(of(&given.dg("501-tgr-1ss", "A6.52")), ["501-tgr-1ss"], "the number on the counter");
}

#[test]
fn cases_3_2n_and_scs_fightc_a_retreat_goes_as_far_as_the_table_says_past_enemies_but_not_into_them() {
    let given = fight(GERMAN).unit("14-9db", "A6.50").unit("pio-277vg", "A6.51").unit("pio-12ss", "A5.50");
    let ways = given.ways(&["14-9db"], "A6.50", 2);
    assert!(!ways.is_empty() && ways.iter().all(|way| way.path.len() == 3 && !way.costs_step));
    let enemy = |way: &Way| way.path.iter().any(|at| ["A6.51", "A5.50"].contains(&number(*at).as_str()));
    assert!(!ways.iter().any(enemy));
    assert!(
        ways.iter().any(|way| GAME.board.distance(way.path[1], hex("A5.50")) == 1),
        "beside an enemy costs nothing"
    );
    // each unit of the stack must be able to go there
    let legs = given.ways(&["5-fus"], "A6.50", 2).len();
    assert!(legs >= ways.len());
}

#[test]
fn case_3_2o_a_retreat_into_an_enemy_bond_stops_there_and_costs_a_step() {
    let given = fight(GERMAN).unit("14-9db", "A6.48").unit("991-277vg", "A6.51").unit("989-277vg", "A6.49");
    assert_eq!(given.bonds(GERMAN), ["A6.50"]);
    let given =
        Given::at(GERMAN, Phase::Combat).unit("14-9db", "A5.51").unit("991-277vg", "A6.51").unit("989-277vg", "A6.49");
    let ways = given.ways(&["14-9db"], "A5.51", 3);
    let bond = ways.iter().find(|way| way.path.last() == Some(&hex("A6.50"))).expect("a way into the bond");
    assert!(bond.costs_step && bond.path.len() == 2);
    assert!(ways.iter().any(|way| !way.costs_step && way.path.len() == 4), "nobody has to go there");
}

#[test]
fn case_3_2p_a_blocked_retreat_goes_as_far_as_it_can_and_costs_a_step() {
    let ring: Vec<String> = GAME.board.around(hex("A6.50")).map(number).collect();
    let enemies = ["991-277vg", "989-277vg", "990-277vg", "752-326vg", "753-326vg", "751-326vg"];
    let shut = ring.iter().zip(enemies).fold(fight(GERMAN).unit("14-9db", "A6.50"), |it, (at, id)| it.unit(id, at));
    assert_eq!(shut.ways(&["14-9db"], "A6.50", 3), [Way { path: vec![hex("A6.50")], costs_step: true }]);
}

#[test]
fn cases_3_2d_3_2q_and_3_2r_one_hex_for_all_two_for_exploiters_behind_a_retreat_of_two_the_second_by_road() {
    let given = fight(GERMAN).unit("i-12-12ss", "B1.15").unit("991-277vg", "B1.15").begun();
    assert_eq!(given.advances("991-277vg", "B1.16", 5), [["B1.16"]]);
    assert_eq!(given.advances("i-12-12ss", "B1.16", 1), [["B1.16"]]);
    let far = given.advances("i-12-12ss", "B1.16", 2);
    assert!(far.len() > 1 && far.iter().all(|path| path[0] == "B1.16"));
    for second in far.iter().filter_map(|path| path.get(1)) {
        assert!(GAME.board.side(hex("B1.16"), hex(second)).is_some_and(|side| side.road.is_some()), "{second}");
    }
    // not on turn 1, not disorganised, not from under a barrage; the defender still there
    let one = |given: Given| given.begun().advances("i-12-12ss", "B1.16", 4).len();
    assert_eq!(one(given.clone().turn(1)), 1);
    assert_eq!(one(given.clone().dg("i-12-12ss", "B1.15")), 1);
    assert_eq!(one(given.clone().fire(ALLIED, "B1.15", 1)), 1);
    assert_eq!(one(given.clone().unit("a-9-2di", "B1.16")), 0);
    // that it began the phase beside the defender does not matter (R52)
    let close = given.unit("a-9-2di", "B2.16").begun();
    assert!(close.advances("i-12-12ss", "B1.16", 2).iter().any(|path| path.len() == 2));
}

/// Why nothing can be done with a unit that is pointed at, when attacks are ordered or units moved.
fn pointed(given: &Given, topic: Topic, id: &str) -> Option<String> {
    let asked = Asked { id: AskId(0), side: GERMAN, topic, passes: false };
    let state = given.clone().with(|state| state.asked = Some(asked)).state;
    let view = ArdennesII::view(&GAME, &state, Viewer::Side(GERMAN));
    let pointed = Seen::<ArdennesII>::new(&GAME, &view).why_not(&[], &Thing::Unit(unit(id)));
    assert_eq!(pointed.listed.is_empty(), pointed.refused.is_some(), "{id}: {pointed:?}");
    pointed.refused.map(|refusal| format!("{}: {}", refusal.case, refusal.message))
}

#[test]
fn pointing_at_a_unit_that_can_do_nothing_names_what_keeps_it_from_what_is_for_now() {
    let given = fight(GERMAN).unit("i-12-12ss", "A6.52").unit("a-9-2di", "A6.51").unit("991-277vg", "A6.49");
    assert_eq!(pointed(&given, Topic::Attack, "i-12-12ss"), None, "who can attack is refused nothing");
    let far = pointed(&given.clone().unit("991-277vg", "A6.45"), Topic::Attack, "991-277vg").expect("a reason");
    assert!(far.starts_with("SCS.FIGHTa") && far.contains("A6.51"), "{far}");
    let moves = Given::german().unit("i-12-12ss", "A6.52").unit("a-9-2di", "A6.51");
    let foe = pointed(&moves, Topic::Move, "a-9-2di").expect("a reason");
    assert!(foe.contains("`attack` is not for now"), "{foe}");
}
