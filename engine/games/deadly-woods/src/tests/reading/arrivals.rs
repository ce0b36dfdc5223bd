//! Reinforcements (14.8 but for the held chit, 2.2.1).

use super::given::{GAME, Given, Table, at, barred, cost, given, hex, hexes, number, unit};
use crate::chapters::movement::{Gait, gaits};
use crate::chapters::rounds::reinforcements::{entries, later, next};
use crate::printed::{ALLIED, Draw, GERMAN};
use crate::truth::event::{Departure, Event};
use crate::truth::state::Place;

/// A Reinforcement chit of a side is drawn, the second of the turn if one was played.
fn drawn(turn: u8, side: &str, played: bool, lines: &str) -> Given {
    let before = if played { format!("played {side}-reinforcements\n") } else { String::new() };
    given(&format!("turn {turn} {side} drawn\ndrawn {side}-reinforcements\n{before}{lines}"))
}

/// They come.
fn come(turn: u8, side: &str, played: bool, lines: &str) -> Given {
    drawn(turn, side, played, lines).and(&format!("{side}: play drawn"))
}

#[test]
fn cases_14_8a_14_8b_and_2_2_1b_the_first_chit_brings_the_first_box_to_its_entry_hexes_the_second_the_second() {
    let lines = "unit 334-84di due-3-first\nunit 333-84di due-3-second\nunit cca-3db due-3-second";
    let first = come(3, "allied", false, lines);
    assert_eq!(at(&first, "334-84di"), "2201", "H");
    assert_eq!(first.state.unit(unit("333-84di")).place, Place::Due(3, Draw::Second));
    let second = come(3, "allied", true, lines);
    assert_eq!((at(&second, "333-84di"), at(&second, "cca-3db")), ("2201".to_owned(), "2201".to_owned()));
    assert_eq!(
        second.state.unit(unit("334-84di")).place,
        Place::Due(3, Draw::First),
        "nobody is brought twice or late"
    );
    // the other side's chit brings none of them
    let german = come(3, "german", false, &format!("{lines}\nunit 506-tiger due-3-first"));
    assert_eq!(at(&german, "506-tiger"), "4403");
    assert_eq!(german.state.unit(unit("334-84di")).place, Place::Due(3, Draw::First));
}

#[test]
fn case_14_8b_of_several_hexes_the_player_chooses() {
    // a chit later at D, which has two
    let given = come(5, "allied", true, "unit 104-26di due-5-second");
    assert_eq!(at(&given, "104-26di"), "3130", "B");
    given.when("allied: place 104/26 Inf at 2030").is_refused_by("14.8b", "");
}

#[test]
fn case_14_8c_limits_do_not_apply_as_they_are_placed() {
    let units = ["cca-2db", "ccb-2db", "ccr-2db", "289-75di", "290-75di", "291-75di", "4-cav"];
    let lines: String = units.iter().map(|id| format!("unit {id} due-4-first\n")).collect();
    let given = come(4, "allied", false, &lines);
    for id in units {
        assert_eq!(at(&given, id), "2201", "{id}");
    }
}

#[test]
fn case_14_8d_allies_who_are_blocked_enter_by_the_next_open_area_to_the_west() {
    let by = |id: &str, lines: &str| {
        let given = given(&format!("turn 4 allied drawn\nunit {id} due-4-first\n{lines}"));
        entries(&GAME, &given.state, unit(id))
    };
    assert_eq!(by("104-26di", ""), [hex("3130")]);
    assert_eq!(by("104-26di", "unit a-26vg 3130"), [hex("2630")], "B is held: C");
    // the example: B and C are out, any hex of D
    assert_eq!(by("104-26di", "unit a-26vg 3130\nunit b-26vg 2629"), hexes("1930 2030"), "C is in a zone");
    // a friend in the hex does not cancel the zone (R37)
    assert_eq!(by("104-26di", "unit a-26vg 3129\nunit 501-101abn 3130"), [hex("2630")]);
    // one hex of D is enough
    // of D's two hexes one may be open: a unit without a zone holds the other
    let one = "unit a-26vg 3130\nunit b-26vg 2630\nunit a-2pz 1930 lost=2";
    assert_eq!(by("104-26di", one), [hex("2030")]);
    assert_eq!(by("104-26di", &one.replace(" lost=2", "")), [hex("3001")], "with its zone both are closed: I");
}

#[test]
fn case_14_8d_the_order_of_areas_is_the_one_of_the_table() {
    // each area in turn is blocked until none is left: the unit comes by those of the row, one after the other
    let row = |area: &str| {
        let table = GAME.published.tables.get("entry-areas").expect("the table");
        table.read(area, "otherwise", |text| Ok::<_, String>(text.to_owned())).expect("a row")
    };
    for (id, area) in [("104-26di", "B"), ("cca-5db", "J"), ("cca-10db", "A"), ("26-1di", "I"), ("334-84di", "H")] {
        let mut blockers = GAME.units_of(GERMAN).filter(|unit| GAME.counter(*unit).division.is_some());
        let mut lines = String::new();
        let mut block = |area: &str| {
            for hex in GAME.board.area(area) {
                let blocker = GAME.published.units.unit(blockers.next().expect("a German")).id.clone();
                lines.push_str(&format!("unit {blocker} {}\n", number(hex)));
            }
            lines.clone()
        };
        let mut all = block(area);
        for other in row(area).split(',') {
            let given = given(&format!("turn 4 allied drawn\nunit {id} due-4-first\n{all}"));
            assert_eq!(
                entries(&GAME, &given.state, unit(id)),
                GAME.board.area(other),
                "{id}, {area} blocked, then {other}"
            );
            all = block(other);
        }
    }
}

#[test]
fn case_14_8d_where_no_area_is_open_they_wait_for_the_next_chit() {
    let mut blockers = GAME.units_of(GERMAN).filter(|unit| GAME.counter(*unit).division.is_some());
    let all: String = GAME
        .board
        .entries(ALLIED)
        .into_iter()
        .map(|hex| {
            format!("unit {} {}\n", GAME.published.units.unit(blockers.next().expect("a German")).id, number(hex))
        })
        .collect();
    let then = drawn(4, "allied", false, &format!("{all}unit 104-26di due-4-first")).when("allied: play drawn");
    then.happens(|event| {
        matches!(event, Event::SetAside { unit: waits, place: Place::Due(4, Draw::Second) } if *waits == unit("104-26di"))
    });
}

#[test]
fn case_14_8f_germans_who_are_blocked_never_enter() {
    for blocker in ["unit 501-101abn 4403", "unit 501-101abn 4304"] {
        let then =
            drawn(3, "german", false, &format!("unit 506-tiger due-3-first\n{blocker}")).when("german: play drawn");
        then.happens(
            |event| matches!(event, Event::Left { units, why: Departure::NeverComes } if *units == [unit("506-tiger")]),
        );
    }
    // armour's zone does not reach over ground that stops it, nor does a unit without one
    let delay = come(3, "german", false, "unit 506-tiger due-3-first\nunit delay 4304");
    assert_eq!(at(&delay, "506-tiger"), "4403");
}

#[test]
fn case_14_8g_they_move_and_their_armour_alone_attacks_when_all_have_moved() {
    let given = come(
        4,
        "german",
        false,
        "unit a-9pz due-4-first\nunit b-9pz due-4-first\nunit 501-101abn 4211\nunit a-26vg 4212",
    );
    let moved = given.and("german: move KG a/9 Pz to 4311");
    assert_eq!(at(&moved, "a-9pz"), "4311");
    assert_eq!(barred(&moved, "a-26vg", "4213").split('.').next(), Some("14"), "others do not move");
    let then = moved.dice(&[1]).when("german: attack 4211 with KG a/9 Pz");
    then.happens(|event| matches!(event, Event::Attacked { .. }));
    then.is_done().when("german: move KG b/9 Pz to 4313").is_refused_by("14.1a", "");
    // infantry that enters does not attack
    let infantry = come(5, "german", false, "unit a-167vg due-5-first\nunit 501-101abn 4411\nunit 502-101abn 4313");
    assert_eq!(infantry.state.unit(unit("a-167vg")).hex(), None, "its entry is in a zone");
}

#[test]
fn case_14_8h_german_infantry_rides_in_the_round_in_which_it_enters() {
    let given = come(5, "german", false, "unit a-167vg due-5-first");
    assert_eq!(gaits(&GAME, &given.state, unit("a-167vg"), hex("4412")), [Gait::Foot, Gait::Trucks]);
    assert_eq!(cost(&given, "a-167vg", "4313"), "½ MP");
}

#[test]
fn case_14_8i_they_go_by_road_though_they_start_stacked_with_others() {
    let given = come(4, "german", false, "unit a-9pz due-4-first\nunit b-9pz due-4-first\nunit a-26vg 4412");
    assert_eq!(cost(&given, "a-9pz", "4313"), "½ MP");
}

// ---------------------------------------------------------------- III Corps

#[test]
fn cases_14_8_1a_and_14_8_1b_iii_corps_may_enter_at_d_a_chit_later() {
    // due on the first: the second of the turn
    let first = come(4, "allied", false, "unit 104-26di due-4-first").and("allied: later 104/26 Inf");
    assert_eq!(first.state.unit(unit("104-26di")).place, Place::Due(4, Draw::Second));
    // due on the second: the first of the next turn
    let second = come(3, "allied", true, "unit cca-4db due-3-second").and("allied: later CCA/4 Arm");
    assert_eq!(second.state.unit(unit("cca-4db")).place, Place::Due(4, Draw::First));
    assert!(second.state.unit(unit("cca-4db")).put_off);
}

#[test]
fn case_14_8_1a_they_come_at_any_hex_of_d_then() {
    let put_off = come(3, "allied", true, "unit cca-4db due-3-second").and("allied: later CCA/4 Arm");
    let mut state = put_off.state.clone();
    state.turn = 4;
    assert_eq!(entries(&GAME, &state, unit("cca-4db")), hexes("1930 2030"));
    let entered = put_off
        .fact(&Event::RoundEnded { fresh: Vec::new() })
        .fact(&Event::OpeningBegan { side: ALLIED, act: crate::truth::state::Act::Enter(Draw::First) })
        .fact(&Event::Entered { unit: unit("cca-4db"), hex: hex("1930"), bound: false })
        .fact(&Event::Asked { side: ALLIED, topic: crate::truth::state::Topic::Round, passes: false });
    let moved = entered.and("allied: place CCA/4 Arm at 2030");
    assert_eq!(at(&moved, "cca-4db"), "2030");
    // it is put off once
    moved.when("allied: later CCA/4 Arm").is_refused_by("14.8.1a", "");
}

#[test]
fn case_14_8_1a_no_other_unit_and_none_that_has_moved() {
    let other = come(4, "allied", false, "unit 289-75di due-4-first\nunit 104-26di due-4-first");
    other.when("allied: later 289/75 Inf").is_refused_by("14.8.1a", "units of III Corps can");
    let moved = other.and("allied: move 104/26 Inf to 3129");
    let why = later(&GAME, &moved.state, ALLIED, unit("104-26di")).expect_err("it has moved");
    assert_eq!(why.case, "14.8.1a");
}

#[test]
fn case_14_8_1b_the_next_chit_may_be_turns_away_and_the_last_has_none() {
    let state = given("turn 7 allied move").state.clone();
    assert_eq!(next(&GAME, &state, 6, Draw::First), Some((6, Draw::Second)));
    assert_eq!(next(&GAME, &state, 6, Draw::Second), Some((7, Draw::First)));
    assert_eq!(next(&GAME, &state, 7, Draw::First), Some((10, Draw::First)), "turns 8 and 9 have none (R38)");
    assert_eq!(next(&GAME, &state, 10, Draw::First), None);
    let last = come(10, "allied", false, "unit 357-90di due-10-first");
    let why = later(&GAME, &last.state, ALLIED, unit("357-90di")).expect_err("it is the last");
    assert_eq!(why.case, "14.8.1b");
}

// ---------------------------------------------------------------- German conditions

#[test]
fn cases_14_8_3a_14_8_3b_14_8_3c_and_14_8_3d_10th_ss_and_11th_panzer_hang_on_st_vith_and_bastogne() {
    let lines = "unit a-10ss due-3-second\nunit a-11pz due-3-second\nunit fgb due-3-second";
    let none = drawn(3, "german", true, lines).when("german: play drawn");
    none.happens(|event| matches!(event, Event::Left { units, .. } if *units == [unit("a-10ss")]));
    none.happens(|event| matches!(event, Event::Left { units, .. } if *units == [unit("a-11pz")]));
    let never = none.is_done();
    assert_eq!(never.state.unit(unit("a-10ss")).place, Place::Gone, "not on a later turn either");
    let st_vith = come(3, "german", true, &format!("{lines}\ncontrol 3211 german"));
    assert_eq!(at(&st_vith, "a-10ss"), "4403");
    assert_eq!(st_vith.state.unit(unit("a-11pz")).place, Place::Gone);
    let bastogne = come(3, "german", true, &format!("{lines}\ncontrol 2418 german"));
    assert_eq!(at(&bastogne, "a-11pz"), "4412");
    assert_eq!(bastogne.state.unit(unit("a-10ss")).place, Place::Gone);
    // with the first chit nothing is asked yet
    let early = come(3, "german", false, lines);
    assert_eq!(early.state.unit(unit("a-10ss")).place, Place::Due(3, Draw::Second));
}

// ---------------------------------------------------------------- the airborne divisions

#[test]
fn case_14_8_4_the_82nd_and_101st_have_24_road_hexes_with_the_first_chit_of_turn_2() {
    let lines = "unit 505-82abn due-2-first\nunit 501-101abn due-2-first";
    let given = come(2, "allied", false, lines);
    assert_eq!(at(&given, "505-82abn"), "0114", "E");
    // the example: just outside Bastogne
    let beside =
        GAME.board.around(hex("2418")).map(number).find(|to| cost_of(&given, "505-82abn", to) == Some("12 MP".into()));
    assert!(beside.is_some(), "a hex next to Bastogne for 12 MP");
    assert_eq!(barred(&given, "505-82abn", "2418"), "10.2", "the 25th hex");
    // off the roads they are infantry of 3 MP (R39)
    assert_eq!(cost(&given, "501-101abn", "0113"), "1 MP");
    assert_eq!(barred(&given, "501-101abn", "0110"), "10.2");
    // in a later round they are as all others
    let later = super::given::given("turn 3 allied move\nunit 505-82abn 0114");
    assert_eq!(barred(&later, "505-82abn", "2417"), "10.2");
    let far = GAME.board.all().filter(|to| GAME.board.distance(hex("0114"), *to) > 12);
    assert!(far.take(300).all(|to| cost_of(&later, "505-82abn", &number(to)).is_none()));
}

/// What a unit pays to go to a hex, if it can.
fn cost_of(given: &Table, id: &str, to: &str) -> Option<String> {
    use crate::chapters::movement::{orders, points};
    use crate::truth::order::{Step, Verb};
    let order = [Step::Verb(Verb::Move), Step::Unit(unit(id))];
    let way = orders::way(&GAME, &given.state, ALLIED, &order, hex(to)).ok()?;
    Some(points(way.spent))
}

// ---------------------------------------------------------------- on top of others

#[test]
fn cases_14_8b_and_6_3_1b_the_delay_asset_in_an_entry_hex_goes_home_before_those_who_enter() {
    let given = come(4, "allied", false, "unit cca-2db due-4-first\nunit delay 2201");
    assert_eq!(given.state.unit(unit("delay")).place, Place::Box);
    assert_eq!(at(&given, "cca-2db"), "2201");
}

#[test]
fn case_14_8a_who_is_dead_or_gone_before_is_not_brought() {
    let given = come(4, "allied", false, "unit cca-2db gone\nunit ccb-2db due-4-first");
    assert_eq!(given.state.unit(unit("cca-2db")).place, Place::Gone);
    assert_eq!(at(&given, "ccb-2db"), "2201");
}

#[test]
fn case_14_8d_a_put_off_unit_whose_d_is_blocked_too_goes_on_by_the_row_of_d() {
    let blocked = "unit a-26vg 2029\nunit cca-4db due-4-first";
    let mut state = given(&format!("turn 4 allied drawn\n{blocked}")).state.clone();
    state.units.get_mut(unit("cca-4db")).put_off = true;
    assert_eq!(entries(&GAME, &state, unit("cca-4db")), [hex("0114")], "D is in a zone: E");
}
