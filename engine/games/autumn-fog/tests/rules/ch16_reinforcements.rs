//! Reinforcements (case 16).

use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::EventView;
use autumn_fog::event::Event;
use autumn_fog::order::{EventKind, Step, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending, Supply};
use definitions::hex::HexId;
use engine::contract::Speech;

/// Units that are due on a turn.
fn due(turn: u8, units: &[&str]) -> Play {
    units.iter().fold(Play::on_turn(turn), |play, unit| play.with(unit, |state| state.place = Location::Due(turn)))
}

/// Half MP of entering alone: the road if there is one, else the ground.
fn entry_cost(hex: HexId, column: usize) -> i16 {
    if board().has_road(hex) { [2, 1][column] } else { off_road(hex, column) }
}

#[test]
fn case_16_1a_a_reinforcement_enters_on_its_turn_in_its_hex() {
    let mut play = due(2, &["krag-2ss"]).with("79-vg", |unit| unit.place = Location::Due(3)).general(GERMAN);
    assert_eq!(play.refused(enter("79-vg", hex("3417"))).1, "79 VG arrives on turn 3, this is turn 2");
    assert_eq!(play.case(enter("9-vg", hex("3417"))), "16.1a", "not in this scenario");
    let (case, message) = play.refused(enter("krag-2ss", hex("3411")));
    assert_eq!((case.as_str(), message), ("16.1a", format!("Krag/2 does not arrive in {}", GAME.place(hex("3411")))));
    assert_eq!(play.legal(&act(Verb::Enter, "krag-2ss")), [Step::Hex(hex("3407"))]);
    assert_eq!(play.case(act(Verb::Move, "krag-2ss")), "16.1a", "it enters before it moves");
    play.does(enter("krag-2ss", hex("3407")));
    assert_eq!(play.hex("krag-2ss"), hex("3407"));
    assert_eq!(play.case(enter("krag-2ss", hex("3407"))), "16.1a", "it is on the map");
}

#[test]
fn case_16_1a_a_unit_that_waited_enters_on_a_later_turn_but_not_onto_enemies_or_a_full_hex() {
    let late = || Play::on_turn(3).with("krag-2ss", |unit| unit.place = Location::Due(2));
    late().general(GERMAN).does(enter("krag-2ss", hex("3407")));
    let (case, message) = late().put("2-di", hex("3407")).general(GERMAN).refused(enter("krag-2ss", hex("3407")));
    assert_eq!((case.as_str(), message), ("16.1a", format!("enemy units are in {}", GAME.place(hex("3407")))));
    let full = late().put("3-fj", hex("3407")).put("62-vg", hex("3407"));
    assert_eq!(full.general(GERMAN).case(enter("krag-2ss", hex("3407"))), "5b");
}

#[test]
fn case_16_1b_entering_is_a_movement_action_and_costs_the_entry_hex() {
    for (unit, place, column, side, allowance) in
        [("krag-2ss", "3407", 1, GERMAN, 12), ("29-bb", "0105", 1, ALLIED, 12), ("5-di", "3022", 0, ALLIED, 8)]
    {
        let turn = 3;
        let mut play = due(turn, &[unit]).general(side);
        play.does(enter(unit, hex(place)));
        let state = play.unit(unit);
        assert_eq!(i16::from(state.half_mp), allowance - entry_cost(hex(place), column), "{unit}");
        assert_eq!(state.ap, GAME.tables.allowances.of(GAME.unit(id(unit)).class).action_points - 1);
    }
}

#[test]
fn case_16_1c_each_unit_that_entered_before_makes_the_hex_1_mp_dearer() {
    let units = ["krag-2ss", "wisliceny-2ss", "weidinger-2ss"];
    let mut play = due(2, &units).general(GERMAN);
    let gate = hex("3407");
    let away = around(gate)[0];
    for (before, unit) in units.into_iter().enumerate() {
        play.does(enter(unit, gate));
        let price = 12 - i16::from(play.unit(unit).half_mp);
        assert_eq!(price, entry_cost(gate, 1) + 2 * before as i16, "{unit}");
        play = play.put(unit, if before == 0 { away } else { heath() });
    }
    // a unit that stands in the hex takes the road from the next, but is no queue once the sequence is over
    let mut play = due(2, &["krag-2ss", "wisliceny-2ss"]).general(GERMAN);
    play.does(enter("krag-2ss", gate));
    play.does(enter("wisliceny-2ss", gate));
    assert_eq!(12 - i16::from(play.unit("wisliceny-2ss").half_mp), off_road(gate, 1) + 2);
    let mut play = due(2, &["krag-2ss", "wisliceny-2ss"]).put("cca-9db", hex("1716")).general(GERMAN);
    play.does(enter("krag-2ss", gate));
    play.does(just(Verb::End));
    play.does(just(Verb::Pass));
    play.does(general());
    play.does(enter("wisliceny-2ss", gate));
    assert_eq!(12 - i16::from(play.unit("wisliceny-2ss").half_mp), off_road(gate, 1));
}

#[test]
fn case_16_1d_a_reinforcement_is_in_command_and_in_supply_on_its_turn_of_entry() {
    let mut play = due(3, &["29-bb", "84-di"]).general(ALLIED);
    assert_eq!(woken(&play.does(enter("84-di", hex("0105")))), (3, false, None), "no check, full AP");
    let state = play.unit("84-di");
    assert!(!state.out_of_command && state.supply == Supply::Supplied && state.arrived);
}

#[test]
fn case_16_1e_a_reinforcement_enters_when_its_formation_is_activated() {
    let mut play = due(2, &["hq-ii-ss-pz", "krag-2ss"]).formation("ii-ss-pz");
    assert_eq!(play.case(enter("krag-2ss", hex("3407"))), "16.1e", "its HQ enters first");
    play.does(enter("hq-ii-ss-pz", hex("3407")));
    play.does(enter("krag-2ss", hex("3407")));
    let mut play = due(2, &["fbb"]).put("hq-lxvi", hex("3111")).formation("lxvi");
    let events = play.does(enter("fbb", hex("3411")));
    assert!(has(&events, |event| matches!(event, Event::Entered { .. })));
    assert_eq!(play.state.field.operations.count, 0);
}

#[test]
fn cases_16_1b_and_15_2c_greif_waits_in_the_entry_hex_of_a_reinforcement() {
    let gate = hex("0105");
    let near = around(around(gate)[0]).into_iter().find(|hex| distance(*hex, gate) == 2).expect("a hex near it");
    let held = |events: u8| {
        let play = due(3, &["29-bb"]).put("3-fj", near);
        play.field(|field| field.events[EventKind::Greif.index()] = events).general(ALLIED)
    };
    let mut play = held(1);
    play.does(enter("29-bb", gate));
    assert_eq!(play.question(), Some((GERMAN, Pending::Interrupt)));
    assert_eq!(play.unit("29-bb").place, Location::Due(3), "it has not come yet");
    let order = |hex| vec![Step::Verb(Verb::Play), Step::Event(EventKind::Greif), Step::Hex(hex)];
    assert_eq!(play.case(order(near)), "15.2c", "it does not enter there");
    let events = play.does(order(gate));
    assert!(has(&events, |event| matches!(event, Event::Ambushed { ap: 1, .. })), "{events:?}");
    assert_eq!((play.hex("29-bb"), play.unit("29-bb").ap), (gate, 1), "1 AP for the move, 1 to Greif");
    assert_eq!(play.question(), Some((ALLIED, Pending::Operate)));
    let mut play = held(1);
    play.does(enter("29-bb", gate));
    play.does(just(Verb::Let));
    assert_eq!((play.hex("29-bb"), play.unit("29-bb").ap), (gate, 2));
    let mut play = held(0);
    play.does(enter("29-bb", gate));
    assert_eq!(play.hex("29-bb"), gate, "nobody is asked who has nothing to play");
}

#[test]
fn cases_16_1b_and_15_3a_a_roadblock_in_its_entry_hex_keeps_a_reinforcement_off_the_map_and_takes_nothing() {
    let gate = hex("3407");
    let near = around(around(gate)[0]).into_iter().find(|hex| distance(*hex, gate) == 2).expect("a hex near it");
    let mut play = due(2, &["krag-2ss", "wisliceny-2ss"]).put("hq-viii", near);
    play = play.field(|field| field.events[EventKind::Roadblock.index()] = 1).general(GERMAN);
    play.does(enter("krag-2ss", gate));
    assert_eq!(play.question(), Some((ALLIED, Pending::Interrupt)));
    let events = play.does(vec![Step::Verb(Verb::Play), Step::Event(EventKind::Roadblock), Step::Hex(gate)]);
    let told = events.iter().find(|event| matches!(event, Event::Halted { .. })).expect("it is told");
    let told = AutumnFog::describe(&GAME, &EventView::Seen(told.clone())).expect("words");
    assert_eq!(told, format!("A roadblock in {} keeps Krag/2 off the map.", GAME.place(gate)));
    let unit = play.unit("krag-2ss");
    assert_eq!((unit.place, unit.active, unit.activations), (Location::Due(2), false, 0));
    assert_eq!((play.state.field.operations.count, play.question()), (0, Some((GERMAN, Pending::Operate))));
    assert_eq!(play.case(enter("wisliceny-2ss", gate)), "15.3a");
}

#[test]
fn cases_9_2c_and_16_1e_who_enters_on_the_turn_of_its_headquarters_has_come_with_it() {
    let mut play = due(2, &["hq-xviii-abn", "30-di"]).put("3-fj", heath()).general(ALLIED);
    play.does(enter("30-di", hex("2501")));
    play.does(just(Verb::End));
    play.does(just(Verb::Pass));
    play.does(formation("xviii-abn"));
    play.does(enter("hq-xviii-abn", hex("2101")));
    assert!(play.legal(&[Step::Verb(Verb::Move)]).contains(&Step::Unit(id("30-di"))), "a second activation");
}

#[test]
fn cases_3_2b_and_16_1e_germans_wait_for_their_headquarters_under_no_allied_case() {
    let waiting = due(2, &["hq-ii-ss-pz", "krag-2ss"]).put("wisliceny-2ss", heath());
    let mut play = waiting.formation("ii-ss-pz");
    assert_eq!(play.case(enter("krag-2ss", hex("3407"))), "16.1e");
    play.does(enter("hq-ii-ss-pz", hex("3407")));
    assert_eq!(play.case(act(Verb::Dig, "wisliceny-2ss")), "3.2b", "it was on the map before");
}

#[test]
fn case_16_1a_an_entry_into_an_enemy_zone_binds_and_an_hq_cannot_make_it() {
    let gate = seek("an entry hex under no cover", |hex| {
        let arrivals = &GAME.published.scenario("initial-assault").expect("the scenario").arrivals;
        let entry = arrivals.iter().find(|arrival| {
            arrival.hexes.contains(&hex) && GAME.unit(arrival.unit).side == GERMAN && !board().ground(hex).cover[0]
        });
        entry.map(|arrival| (arrival.unit, hex))
    });
    let enemy = around(gate.1).into_iter().find(|hex| dry(*hex, gate.1)).expect("a hex beside it");
    let mut play = Play::on_turn(3)
        .field(|field| field.units[gate.0.index()].place = Location::Due(2))
        .put("2-di", enemy)
        .general(GERMAN);
    let order = vec![Step::Verb(Verb::Enter), Step::Unit(gate.0), Step::Hex(gate.1)];
    if GAME.unit(gate.0).is_hq() {
        assert_eq!(play.case(order), "4.2c");
    } else {
        assert!(bound(&play.does(order)));
        assert_eq!(play.case(just(Verb::End)), "4.2b");
    }
}

#[test]
fn case_16_1f_a_unit_in_trucks_has_3_ap_and_half_the_road_cost_far_from_enemies() {
    let gate = hex("0105");
    assert!(board().has_road(gate));
    let mut play = due(3, &["84-di"]).general(ALLIED);
    assert_eq!(woken(&play.does(enter("84-di", gate))).0, 3);
    assert_eq!((play.unit("84-di").ap, play.unit("84-di").half_mp), (2, 7), "1/2 MP of 4");
    let next = around(gate).into_iter().find(|hex| road(gate, *hex) && dry(gate, *hex)).expect("a road on");
    play.does(walk("84-di", &[next]));
    assert_eq!(play.unit("84-di").half_mp, 6);

    // two hexes from an enemy the road costs infantry 1 MP, three hexes from him 1/2
    for (range, left) in [(2, 5), (3, 6)] {
        let mut play = due(3, &["84-di"]).general(ALLIED);
        play.does(enter("84-di", gate));
        let enemy = hexes().find(|hex| distance(*hex, next) == range && distance(*hex, gate) > range).expect("a hex");
        play = play.put("hq-lxvi", enemy);
        play.does(walk("84-di", &[next]));
        assert_eq!(play.unit("84-di").half_mp, left, "{range} hexes from the enemy");
    }
    let mut play = due(3, &["84-di"]).put("hq-viii", next).general(ALLIED);
    play.does(enter("84-di", gate));
    play.does(walk("84-di", &[next]));
    assert_eq!(i16::from(play.unit("84-di").half_mp), 7 - off_road(next, 0), "not alone in the hex");
}

#[test]
fn case_16_1f_trucks_serve_on_the_turn_of_entry_only() {
    let arrived = |arrived| {
        let mut play =
            Play::on_turn(3).put("84-di", heath()).with("84-di", |unit| unit.arrived = arrived).general(ALLIED);
        woken(&play.does(act(Verb::Dig, "84-di"))).0
    };
    assert_eq!((arrived(true), arrived(false)), (3, 2));
}

#[test]
fn cases_4_2b_and_16_1b_a_reinforcement_that_enters_next_to_an_enemy_must_attack_and_is_told_so() {
    let entry = hex("3403");
    let near = around(entry).into_iter().find(|near| dry(entry, *near)).expect("a hex next to the entry");
    let mut play = due(2, &["8-3pg"]).put("2-di", near).general(GERMAN);
    let events = play.does(enter("8-3pg", entry));
    assert!(play.unit("8-3pg").bound);
    let told: Vec<String> =
        events.iter().filter_map(|event| AutumnFog::describe(&GAME, &event.clone().into())).collect();
    assert!(told.iter().any(|line| line == "8/3 Pg must attack now."), "{told:?}");
    assert!(!told.iter().any(|line| line.contains("moves from")), "{told:?}");
    assert_eq!(play.case(vec![Step::Verb(Verb::End)]), "4.2b");
}

#[test]
fn cases_3_2b_and_16_1a_a_headquarters_that_cannot_enter_leads_nobody() {
    let gate = hex("3407");
    let beside = around(gate).into_iter().find(|hex| dry(*hex, gate)).expect("a hex beside it");
    let ready = || due(2, &["hq-ii-ss-pz", "krag-2ss"]).asked(GERMAN, autumn_fog::state::Pending::Operate);
    ready().does(formation("ii-ss-pz"));
    assert_eq!(ready().put("2-di", gate).case(formation("ii-ss-pz")), "3.2b");
    assert!(!board().ground(gate).cover[0], "nor may it enter a zone of control here (4.2c, ruling R4)");
    assert_eq!(ready().put("2-di", beside).case(formation("ii-ss-pz")), "3.2b");
}
