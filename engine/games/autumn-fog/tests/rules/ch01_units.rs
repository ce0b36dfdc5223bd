//! Units, headquarters, statuses, support markers (cases 1.1 to 1.6).

use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{Step, SupportKind, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending, Supply, UnitState};
use engine::contract::{Pointing, Seen, Sight, Speech, Viewer};

/// AP with which a unit on the heath begins a general activation.
fn starting_ap(unit: &str, change: impl FnOnce(Play) -> Play) -> u8 {
    let side = GAME.unit(id(unit)).side;
    let mut play = change(Play::on_turn(2).put(unit, heath())).general(side);
    let to = play.legal(&act(Verb::Move, unit)).into_iter().find(|step| matches!(step, Step::Hex(_)));
    woken(&play.does([act(Verb::Move, unit), vec![to.expect("a move")]].concat())).0
}

#[test]
fn case_1_1a_infantry_has_2_action_points() {
    assert_eq!(starting_ap("3-fj", |play| play), 2);
    assert_eq!(starting_ap("393-99di", |play| play), 2);
}

#[test]
fn cases_1_1b_and_q_7_armoured_mechanized_and_motorized_units_have_3_action_points() {
    for unit in ["peiper-1ss", "hansen-1ss", "sandig-1ss", "bohm-2pz", "ccb-9db", "14-cav"] {
        assert_eq!(starting_ap(unit, |play| play), 3, "{unit}");
    }
}

#[test]
fn case_1_3a_a_headquarters_has_3_action_points() {
    assert_eq!(starting_ap("hq-viii", |play| play), 3);
}

#[test]
fn case_1_4b_the_lowest_limit_of_all_statuses_holds_and_fatigue_takes_one_more() {
    let isolated = |play: Play| play.with("peiper-1ss", |unit| unit.supply = Supply::Isolated);
    let tired = |play: Play| play.with("peiper-1ss", |unit| unit.fatigued = true);
    assert_eq!(starting_ap("peiper-1ss", isolated), 2);
    assert_eq!(starting_ap("peiper-1ss", tired), 2);
    assert_eq!(starting_ap("peiper-1ss", |play| tired(isolated(play))), 1);
}

#[test]
fn case_1_4c_an_unsupplied_and_fatigued_unit_has_no_action_points() {
    let mut play = Play::on_turn(2)
        .put("peiper-1ss", heath())
        .with("peiper-1ss", |unit| (unit.supply, unit.fatigued) = (Supply::Unsupplied, true))
        .general(GERMAN);
    assert_eq!(
        play.refused(act(Verb::Move, "peiper-1ss")),
        ("1.4c".to_owned(), "Peiper/1 has no AP: unsupplied it has 1 at most, and fatigue takes 1".to_owned())
    );
    assert_eq!(play.case(act(Verb::Dig, "peiper-1ss")), "3.4.1g");
    assert_eq!(play.case(act(Verb::Recover, "peiper-1ss")), "3.4.1f");
    // a side without any unit that could act has finished: the empty sequence ends the turn
    assert!(has(&play.does(just(Verb::End)), |event| matches!(event, Event::OperationsEnded { .. })));
}

#[test]
fn cases_1_5b_and_16_3a_an_independent_unit_is_in_command_and_acts_in_general_activations_only() {
    let [far, ..] = row();
    let play = || Play::on_turn(2).put("29-bb", heath()).put("hq-viii", hex("1817")).put("33-9pz", far);
    let allied = play().formation("viii");
    let (case, message) = allied.refused(act(Verb::Move, "29-bb"));
    assert_eq!((case.as_str(), message.as_str()), ("1.5b", "29 BB is independent and is not activated now"));
    let mut general = play().field(|field| field.units[id("33-9pz").index()].place = Location::Absent).general(ALLIED);
    assert_eq!(woken(&general.does(go("29-bb", around(heath())[0]))), (3, false, None));
}

/// A position in which both sides allot: each has an HQ on the map and a pool.
fn allotment(change: impl FnOnce(Play) -> Play) -> Play {
    let army = |name: &str| GAME.armies.iter().position(|army| army == name).expect("an army");
    let play = Play::on_turn(2)
        .put("hq-xlvii-pz", hex("3015"))
        .put("hq-viii", hex("1817"))
        .field(|field| {
            field.pools[army("5pz")][SupportKind::Nebelwerfer.index()] = 3;
            field.pools[army("5pz")][SupportKind::Artillery.index()] = 1;
            field.pools[army("6pz")][SupportKind::Armour.index()] = 3;
            field.pools[army("3us")][SupportKind::Artillery.index()] = 2;
        })
        .asked(GERMAN, Pending::Allot)
        .asked(ALLIED, Pending::Allot);
    change(play)
}

#[test]
fn case_1_6c_who_ends_his_allotment_is_told_that_supports_could_still_be_given_out() {
    let mut play = allotment(|play| play.field(|field| field.pools.iter_mut().for_each(|pool| *pool = [0; 4])));
    let told = |play: &Play| {
        let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(ALLIED));
        AutumnFog::facts(Seen::<AutumnFog>::new(&GAME, &view), &[Step::Verb(Verb::Allot)], &Step::Done).gives_up
    };
    assert_eq!(told(&play), "");
    play = allotment(|play| play);
    assert_eq!(told(&play), "the supports that could still be given out");
    for _ in 0..2 {
        play.by(ALLIED, allot("hq-viii", SupportKind::Artillery)).expect("within the rating");
    }
    assert_eq!(told(&play), "");
}

#[test]
fn case_1_6a_an_hq_draws_on_the_pool_of_its_own_army_as_long_as_it_lasts() {
    let mut play = allotment(|play| play);
    let refusal = play.by(GERMAN, allot("hq-xlvii-pz", SupportKind::Armour)).expect_err("no tanks in 5. Panzerarmee");
    assert_eq!(refusal.case, "1.6a");
    play.by(GERMAN, allot("hq-xlvii-pz", SupportKind::Artillery)).expect("one artillery");
    let refusal = play.by(GERMAN, allot("hq-xlvii-pz", SupportKind::Artillery)).expect_err("none left");
    assert_eq!(
        (&*refusal.case, &*refusal.message),
        ("1.6a", "the pool of the army of XLVII PzK holds 1 artillery, and this would be one more")
    );
    let refusal = play.by(GERMAN, allot("hq-viii", SupportKind::Artillery)).expect_err("not his");
    assert_eq!(refusal.case, "1.6c");
}

#[test]
fn case_1_6b_a_pool_receives_the_listed_supports_and_gets_back_those_not_used() {
    let (play, events) = Play::begun();
    let pool = |name: &str| play.state.field.pools[GAME.armies.iter().position(|army| army == name).expect("an army")];
    assert_eq!(pool("5pz"), [3, 3, 0, 1]);
    assert_eq!(pool("6pz"), [3, 3, 0, 3]);
    assert_eq!(pool("7"), [2, 2, 0, 0]);
    assert_eq!(pool("1us"), [0, 2, 0, 2]);
    assert_eq!(pool("3us"), [0, 2, 0, 2]);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Granted { .. })).count(), 5);
    let told: Vec<String> =
        events.iter().filter_map(|event| AutumnFog::describe(&GAME, &event.clone().into())).collect();
    assert_eq!(told[1], "5. Panzerarmee receives 3 nebelwerfer, 3 artillery and 1 tank.");
    assert_eq!(told[5], "US 3rd Army receives 2 artillery and 2 tanks.");
    let mut play = Play::on_turn(1)
        .put("hq-viii", hex("1817"))
        .field(|field| {
            field.supports[id("hq-viii").index()][SupportKind::Armour.index()] = 1;
            let army = usize::from(GAME.unit(id("hq-viii")).army.expect("an army"));
            field.used[army][SupportKind::Artillery.index()] = 1;
        })
        .asked(ALLIED, Pending::Operate);
    play.does(just(Verb::Pass));
    let army = usize::from(GAME.unit(id("hq-viii")).army.expect("an army"));
    // the tank not used and the artillery that stayed come back; two artillery arrive on turn 2
    assert_eq!(play.state.field.pools[army], [0, 3, 0, 1]);
    assert_eq!(play.state.field.supports[id("hq-viii").index()], [0; 4]);
}

#[test]
fn case_1_6c_supports_go_to_hqs_on_the_map_and_to_those_that_arrive_this_turn() {
    let due = |turn| allotment(move |play| play.with("hq-viii", |hq| hq.place = Location::Due(turn)));
    due(2).by(ALLIED, allot("hq-viii", SupportKind::Artillery)).expect("it comes this turn");
    let refusal = due(3).by(ALLIED, allot("hq-viii", SupportKind::Artillery)).expect_err("it comes later");
    assert_eq!(
        (&*refusal.case, &*refusal.message),
        ("1.6c", "VIII Corps is not on the map and does not come this turn")
    );
    let refusal = due(2).by(ALLIED, allot("2-di", SupportKind::Artillery)).expect_err("no headquarters");
    assert_eq!(refusal.case, "1.6c");
}

#[test]
fn case_1_6d_an_hq_holds_no_more_supports_than_its_rating() {
    let mut play = allotment(|play| {
        play.put("hq-lviii-pz", hex("3113")).field(|field| field.pools.iter_mut().for_each(|pool| pool[1] = 5))
    });
    assert_eq!(GAME.unit(id("hq-lviii-pz")).support, 2);
    for _ in 0..2 {
        play.by(GERMAN, allot("hq-lviii-pz", SupportKind::Artillery)).expect("within the rating");
    }
    let refusal = play.by(GERMAN, allot("hq-lviii-pz", SupportKind::Artillery)).expect_err("the third");
    assert_eq!((&*refusal.case, &*refusal.message), ("1.6d", "LVIII PzK would have 3 supports, its rating is 2"));
}

#[test]
fn case_1_3j_a_destroyed_hq_returns_next_turn_in_a_supplied_hex_outside_enemy_zones() {
    let home = hex("0105");
    let mut play = Play::on_turn(1)
        .put("2-di", home)
        .put("peiper-1ss", heath())
        .with("hq-viii", |hq| (hq.place, hq.steps) = (Location::Eliminated(1), 0))
        .asked(GERMAN, Pending::Operate);
    play.does(just(Verb::Pass));
    play.does(just(Verb::Pass));
    assert_eq!(play.question(), Some((ALLIED, Pending::Return)));
    let back = |place| [act(Verb::Return, "hq-viii"), vec![Step::Hex(place)]].concat();
    let (case, message) = play.refused(back(heath()));
    assert_eq!(case, "1.3j");
    assert!(message.starts_with("enemy units are in"), "{message}");
    let (case, message) = play.refused(back(around(heath())[0]));
    assert_eq!(case, "1.3j");
    assert!(message.ends_with("is in an enemy zone of control"), "{message}");
    let wild = seek("hex without a road near it", |hex| {
        let near = board().has_road(hex) || around(hex).iter().any(|there| board().has_road(*there));
        (!near && distance(hex, heath()) > 1).then_some(hex)
    });
    assert!(play.refused(back(wild)).1.contains("would have no line of supply"));
    assert_eq!(play.case(act(Verb::Return, "hq-v")), "1.3j");
    let events = play.does(back(home));
    assert!(has(&events, |event| matches!(event, Event::HqReturned { hex, .. } if *hex == home)));
    assert_eq!((play.hex("hq-viii"), play.unit("hq-viii").steps), (home, 1));
    assert!(has(&events, |event| matches!(event, Event::Checked { .. })), "supply is checked after the return");
}

#[test]
fn case_1_3j_a_returning_hq_respects_stacking_and_may_wait_a_turn() {
    let home = hex("0105");
    let returning = || {
        let mut play = Play::on_turn(1)
            .put("2-di", home)
            .put("cca-9db", home)
            .with("hq-viii", |hq| (hq.place, hq.steps) = (Location::Eliminated(1), 0))
            .asked(ALLIED, Pending::Operate);
        play.does(just(Verb::Pass));
        play
    };
    let mut play = returning();
    let back = |place| [act(Verb::Return, "hq-viii"), vec![Step::Hex(place)]].concat();
    assert_eq!(play.refused(back(home)), ("5a".to_owned(), format!("{} holds 6 steps already", GAME.place(home))));
    play.does([act(Verb::Return, "hq-viii"), vec![Step::Done]].concat());
    assert_eq!(play.unit("hq-viii").place, Location::Eliminated(2));
    assert_ne!(play.question().map(|(_, pending)| pending), Some(Pending::Return));
}

#[test]
fn case_1_3j_the_german_hqs_come_back_first_and_one_side_is_asked_at_a_time() {
    let gone = |hq: &mut UnitState| (hq.place, hq.steps) = (Location::Eliminated(1), 0);
    let mut play = Play::on_turn(1)
        .put("2-di", hex("0105"))
        .put("peiper-1ss", heath())
        .with("hq-viii", gone)
        .with("hq-lxvi", gone)
        .asked(GERMAN, Pending::Operate);
    play.does(just(Verb::Pass));
    play.does(just(Verb::Pass));
    let asks = |play: &Play| play.state.field.asks.iter().map(|ask| (ask.side, ask.pending)).collect::<Vec<_>>();
    assert_eq!(asks(&play), [(GERMAN, Pending::Return)]);
    play.does([act(Verb::Return, "hq-lxvi"), vec![Step::Done]].concat());
    assert_eq!(asks(&play), [(ALLIED, Pending::Return)]);
    play.does([act(Verb::Return, "hq-viii"), vec![Step::Done]].concat());
    assert!(!asks(&play).iter().any(|(_, pending)| *pending == Pending::Return));
}

#[test]
fn case_1_3j_a_returning_hq_takes_the_objective_in_which_it_stands() {
    let bastogne = hex("1817");
    let mut play = Play::on_turn(1)
        .with("hq-viii", |hq| (hq.place, hq.steps) = (Location::Eliminated(1), 0))
        .put("2-di", hex("0105"))
        .field(|field| field.holders.iter_mut().for_each(|holder| holder.1 = GERMAN))
        .asked(ALLIED, Pending::Operate);
    play.does(just(Verb::Pass));
    let events = play.does([act(Verb::Return, "hq-viii"), vec![Step::Hex(bastogne)]].concat());
    assert!(has(&events, |event| *event == Event::Held { hex: bastogne, side: ALLIED }), "{events:?}");
}

#[test]
fn what_does_not_exist_is_refused_and_not_fatal() {
    use definitions::hex::HexId;
    use definitions::{FormationId, UnitId};
    let play = Play::on_turn(2).put("peiper-1ss", heath()).general(GERMAN);
    for order in [
        vec![Step::Verb(Verb::Move), Step::Unit(UnitId(9999))],
        [act(Verb::Move, "peiper-1ss"), vec![Step::Hex(HexId(9999))]].concat(),
        [act(Verb::Move, "peiper-1ss"), vec![Step::Via(HexId(9999))]].concat(),
        vec![Step::Verb(Verb::Activate), Step::Formation(FormationId(9999))],
        vec![Step::Verb(Verb::Attack), Step::Target(HexId(9999))],
    ] {
        play.refused(order);
    }
    let play = Play::on_turn(2).put("peiper-1ss", heath()).asked(GERMAN, Pending::Operate);
    play.refused(vec![Step::Verb(Verb::Activate), Step::Formation(FormationId(9999))]);
}
