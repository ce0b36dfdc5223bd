//! Positions in text (`engine/README.md`): what each line says is in the position, and a line that says what cannot be is
//! told with what was expected.

use crate::place::{GAME, id};
use autumn_fog::AutumnFog;
use autumn_fog::order::{EventKind, SupportKind};
use autumn_fog::state::{ALLIED, Activation, Field, GERMAN, Location, Pending, State, Supply, UnitState};
use definitions::hex::HexId;
use engine::contract::Setup;
use engine::referee::Positions;

/// The position of some lines, in which the German acts.
fn read(lines: &str) -> Result<State, String> {
    let read = AutumnFog::place(&GAME, "x.game", &format!("{lines}\nside german"));
    read.map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

#[track_caller]
fn field(lines: &str) -> Field {
    let state = read(lines).unwrap_or_else(|faults| panic!("{lines}: {faults}"));
    Field::clone(&state.field)
}

#[track_caller]
fn fault(lines: &str, expected: &str) {
    let told = read(lines).expect_err(lines);
    assert!(told.contains(expected), "{lines}: {told}");
    assert_eq!(told.lines().count(), 1, "{lines}: {told}");
}

fn hex(number: &str) -> HexId {
    GAME.board.grid().find(number).expect(number)
}

#[test]
fn a_position_that_says_nothing_else_is_an_empty_map_on_turn_1_of_the_first_scenario_where_a_side_acts() {
    let field = field("");
    assert_eq!((field.scenario, field.turn, field.last_turn, field.next_ask), (0, 1, 3, 1));
    assert!(field.on_map().next().is_none() && !field.units.iter().any(|unit| matches!(unit.place, Location::Due(_))));
    assert_eq!((field.events, field.meuse_crossed, field.operations.side), ([0; 7], false, Some(GERMAN)));
    let [ask] = &field.asks[..] else { panic!("{:?}", field.asks) };
    assert_eq!((ask.side, ask.pending), (GERMAN, Pending::Operate));
    let nobody = AutumnFog::place(&GAME, "x.game", "turn 2").expect_err("nobody acts");
    assert!(
        nobody[0].to_string().contains("expected a line `side german` or `side allied`: who acts"),
        "{}",
        nobody[0]
    );
}

#[test]
fn a_position_is_that_of_a_scenario_or_of_its_set_up() {
    let battle = field("of entire-battle");
    assert_eq!((battle.scenario, battle.turn, battle.last_turn), (1, 1, 8));
    assert!(battle.on_map().next().is_none());
    let set_up = field("from entire-battle");
    assert!(set_up.on_map().count() > 40 && set_up.events != [0; 7], "{:?}", set_up.events);
    assert!(set_up.units.iter().any(|unit| matches!(unit.place, Location::Due(_))), "reinforcements are to come");
    assert!(set_up.units.iter().any(|unit| unit.pinned), "17.1g: who is surprised may not move on turn 1");
    fault("from the-bulge", "expected a scenario (initial-assault, entire-battle), found `the-bulge`");
    fault("of the-bulge", "expected a scenario (initial-assault, entire-battle), found `the-bulge`");
    fault("turn 2\nfrom entire-battle", "expected `from` above all other lines of the position");
    fault("from initial-assault entire-battle", "expected");
    fault("weather fine", "or holder, found `weather`");
}

#[test]
fn optional_rules_stand_above_or_below_the_scenario_and_hold_in_it() {
    for lines in ["option snafus yes\nof entire-battle", "of entire-battle\noption snafus yes"] {
        assert!(field(lines).options.snafus, "{lines}");
    }
    let many = field("option snafus yes\noption presents yes");
    assert!(many.options.snafus && many.options.presents);
    fault("option snafus perhaps", "perhaps");
    fault("option weather yes", "weather");
}

#[test]
fn the_turn_lies_between_the_first_and_the_last() {
    let turn = |lines: &str| {
        let field = field(lines);
        (field.turn, field.last_turn)
    };
    assert_eq!(turn("turn 1"), (1, 3));
    assert_eq!(turn("turn 3"), (3, 3));
    assert_eq!(turn("turn 5 last=5"), (5, 5));
    assert_eq!(turn("turn 20 last=20"), (20, 20));
    fault("turn 0", "expected a turn from 1 to the last, 3, found 0");
    fault("turn 4", "expected a turn from 1 to the last, 3, found 4");
    fault("turn 3 last=2", "expected a turn from 1 to the last, 2, found 3");
    fault("turn 3 last=21", "expected a last turn of at most 20, found 21");
    fault("turn 3 phase=combat", "combat");
    let start = field("turn 3 phase=start");
    assert_eq!((start.turn, start.asks.len(), start.operations.side), (2, 0, None), "the turn is still to begin");
    assert_eq!(field("turn 3 phase=operations").asks.len(), 1);
}

#[test]
fn a_sequence_under_way_is_one_of_the_side_that_acts() {
    let activation = |lines: &str| {
        let state = AutumnFog::place(&GAME, "x.game", lines).unwrap_or_else(|faults| panic!("{lines}: {}", faults[0]));
        (state.field.operations.activation, state.field.operations.count)
    };
    let limit = |side| GAME.tables.doctrine(side).general_activation;
    let (german, allied) = (limit(GERMAN), limit(ALLIED));
    assert_eq!(activation("side german\nactivation general"), (Some(Activation::General { limit: german }), 0));
    assert_eq!(activation("side allied\nactivation general count=2"), (Some(Activation::General { limit: allied }), 2));
    let (corps, _) = activation("side allied\nactivation viii");
    assert_eq!(corps.and_then(|activation| activation.formation()), Some(crate::place::corps("viii")));
    for (lines, expected) in [
        ("activation general", "expected a line `side` above"),
        ("side german\nactivation viii", "expected general or a formation of that side (xlvii-pz, "),
        ("side german\nactivation nobody", "found `nobody`"),
        ("side belgian", "belgian"),
    ] {
        let told = AutumnFog::place(&GAME, "x.game", lines).expect_err(lines);
        assert!(told[0].to_string().contains(expected), "{lines}: {}", told[0]);
    }
    fault("unit 26-vg 1719 ap=2", "expected a line `activation`, because 26 VG has action points");
    assert_eq!(field("unit 26-vg 1719").operations.activation, None);
}

#[test]
fn case_17_1f_the_armies_of_the_german_opening_row_are_named_by_their_ids() {
    assert_eq!(field("opening").operations.opening, Some(Vec::new()));
    assert_eq!(field("opening 5pz 7").operations.opening, Some(vec![0, 2]));
    fault("opening 5pz 8", "expected an army (5pz, 6pz, 7, 1us, 3us, xxx), found `8`");
}

/// A unit as its line leaves it.
#[track_caller]
fn unit(flags: &str) -> UnitState {
    field(&format!("side german\nactivation general\nunit 26-vg 1719 {flags}")).unit(id("26-vg")).clone()
}

#[test]
fn the_line_of_a_unit_says_all_that_is_true_of_it_and_what_it_does_not_name_is_not() {
    let plain = UnitState { place: Location::Map(hex("1719")), ..UnitState::fresh(GAME.unit(id("26-vg")).steps) };
    assert_eq!(unit(""), plain);
    assert_eq!(unit("steps=2"), UnitState { steps: 2, ..plain.clone() });
    assert_eq!(unit("activated=2"), UnitState { activations: 2, ..plain.clone() });
    let active = UnitState { active: true, ap: 2, activations: 1, ..plain.clone() };
    assert_eq!(unit("ap=2"), active);
    assert_eq!(unit("ap=9 mp=1.5 activated=2"), UnitState { ap: 9, half_mp: 3, activations: 2, ..active.clone() });
    assert_eq!(unit("ap=0 mp=20"), UnitState { ap: 0, half_mp: 40, ..active });
    for (flag, expected) in [
        ("fatigued", UnitState { fatigued: true, ..plain.clone() }),
        ("improved", UnitState { improved: true, ..plain.clone() }),
        ("isolated", UnitState { supply: Supply::Isolated, ..plain.clone() }),
        ("unsupplied", UnitState { supply: Supply::Unsupplied, ..plain.clone() }),
        ("isolated unsupplied", UnitState { supply: Supply::Unsupplied, ..plain.clone() }),
        ("out-of-command", UnitState { out_of_command: true, ..plain.clone() }),
        ("bound", UnitState { bound: true, ..plain.clone() }),
        ("arrived", UnitState { arrived: true, ..plain.clone() }),
        ("fell-back", UnitState { fell_back: true, ..plain.clone() }),
        ("pinned", UnitState { pinned: true, ..plain.clone() }),
        ("acted", UnitState { acted: true, ..plain.clone() }),
        ("covered", UnitState { covered: true, ..plain.clone() }),
        ("refuelled", UnitState { refuelled: true, ..plain.clone() }),
    ] {
        assert_eq!(unit(flag), expected, "{flag}");
    }
}

#[test]
fn a_unit_has_no_more_of_anything_than_a_game_can_give_it() {
    for (line, expected) in [
        ("unit 26-vg 1719 steps=0", "expected 1 to 4 steps, found 0"),
        ("unit 26-vg 1719 steps=5", "expected 1 to 4 steps, found 5"),
        ("unit 26-vg 1719 ap=10", "expected at most 9 AP and 20 MP"),
        ("unit 26-vg 1719 mp=20.5", "expected at most 9 AP and 20 MP"),
        ("unit 26-vg 1719 mp=1.25", "expected movement points as in 2 or 1.5, found `1.25`"),
        ("unit 26-vg 1719 mp=128", "128 MP are too many"),
        ("unit 26-vg 1719 mp=127.5", "expected at most 9 AP and 20 MP"),
        ("unit 26-vg 1719 tired", "expected one of fatigued, improved, "),
        ("unit 26-vg 9999", "expected a hex of the map, as in 1817, found `9999`"),
        ("unit 27-vg 1719", "expected the id of a unit, as in units.txt, found `27-vg`"),
        ("unit 26-vg 1719\nunit 26-vg 1720", "`26-vg` is placed twice"),
        ("unit 26-vg 1719\neliminated 26-vg", "`26-vg` is placed twice"),
        ("unit 26-vg 1719\nunit 30-di 1719", "26 VG of the other side stands in "),
    ] {
        fault(line, expected);
    }
    assert_eq!(unit("mp=2.0").half_mp, 4);
}

#[test]
fn a_hex_holds_thirty_steps_at_most() {
    // ten divisions of three steps are as many as a position takes
    let units = &GAME.published.units.units;
    let threes = (0..units.len() as u16).map(definitions::UnitId).filter(|unit| {
        let data = GAME.unit(*unit);
        data.side == GERMAN && data.steps >= 3 && !data.detachment
    });
    let line = |unit: definitions::UnitId| format!("unit {} 1719 steps=3", units[unit.index()].id);
    let lines: Vec<String> = threes.map(line).take(11).collect();
    assert_eq!(lines.len(), 11, "there are that many");
    assert_eq!(field(&lines[..10].join("\n")).steps_in(hex("1719")), 30);
    fault(&lines.join("\n"), "expected at most 30 steps in a hex, found 33");
}

#[test]
fn case_11_2_the_unit_that_lies_on_top_is_the_last_that_says_so() {
    let tops = |lines: &str| field(lines).tops;
    assert_eq!(tops("unit 26-vg 1719 top\nunit bohm-2pz 1719"), [(hex("1719"), id("26-vg"))]);
    assert_eq!(tops("unit 26-vg 1719 top\nunit bohm-2pz 1719 top"), [(hex("1719"), id("bohm-2pz"))]);
    let two = tops("unit 26-vg 1719 top\nunit bohm-2pz 1720 top");
    assert_eq!(two, [(hex("1719"), id("26-vg")), (hex("1720"), id("bohm-2pz"))]);
}

#[test]
fn case_18a_a_detachment_names_the_division_of_its_corps_and_shares_its_steps() {
    let split = field("unit 26-vg 1719 steps=3\nunit det-xlvii-pz-1 1720 parent=26-vg");
    assert_eq!(split.unit(id("det-xlvii-pz-1")).parent, Some(id("26-vg")));
    for (lines, expected) in [
        ("unit det-xlvii-pz-1 1720", "expected `parent=` and the division that `det-xlvii-pz-1` was split off from"),
        // of another corps, not infantry, no unit; and no unit but a detachment has a division
        (
            "unit det-xlvii-pz-1 1720 parent=62-vg",
            "expected an infantry division of the detachment's corps, found `62-vg`",
        ),
        ("unit det-xlvii-pz-1 1720 parent=bohm-2pz", "expected an infantry division of the detachment's corps"),
        ("unit det-xlvii-pz-1 1720 parent=nobody", "expected an infantry division of the detachment's corps"),
        ("unit bohm-2pz 1720 parent=26-vg", "expected an infantry division of the detachment's corps"),
        (
            "unit 26-vg 1719 steps=4\nunit det-xlvii-pz-1 1720 parent=26-vg",
            "expected 26 VG and its detachments to share 4 steps, found 5",
        ),
    ] {
        fault(lines, expected);
    }
}

#[test]
fn who_is_not_on_the_map_is_to_come_or_was_eliminated() {
    let gone = field("turn 2\neliminated hq-xlvii-pz\neliminated 26-vg turn=1");
    assert_eq!(gone.unit(id("hq-xlvii-pz")).place, Location::Eliminated(2));
    assert_eq!((gone.unit(id("26-vg")).place, gone.unit(id("26-vg")).steps), (Location::Eliminated(1), 0));
    assert_eq!(field("of entire-battle\ndue 75-di 4").unit(id("75-di")).place, Location::Due(4));
    fault("due 26-vg 4", "26 VG is no reinforcement of The Initial Assault");
    fault(
        "due 75-di 4",
        "75 DI is no reinforcement of The Initial Assault; begin the position with `of entire-battle`",
    );
}

#[test]
fn case_1_6_markers_lie_at_headquarters_in_pools_and_among_the_used_ones() {
    let markers = field("supports hq-xlvii-pz artillery=2 nebelwerfer=1\npool 6pz artillery=20\nused 7 nebelwerfer=3");
    let at = |kind: SupportKind| kind.index();
    let held = markers.supports[id("hq-xlvii-pz").index()];
    assert_eq!((held[at(SupportKind::Artillery)], held.iter().sum::<u8>()), (2, 3));
    assert_eq!(markers.pools[1][at(SupportKind::Artillery)], 20);
    assert_eq!(markers.used[2].iter().sum::<u8>(), 3);
    fault("supports 26-vg artillery=1", "expected a headquarters, found `26 VG`");
    fault("pool 8 artillery=1", "found `8`");
    for line in ["supports hq-xlvii-pz artillery=21", "pool 6pz artillery=21", "used 7 artillery=21"] {
        fault(line, "expected at most 20 markers, found 21");
    }
}

#[test]
fn cases_14_and_15_4_missions_and_second_rolls_belong_to_a_side() {
    let air = field("air german 20 grounded=3\nair allied 4 grounded=20\nreroll allied");
    assert_eq!((air.air, air.grounded, air.rerolls), ([20, 4], [3, 20], [false, true]));
    assert_eq!(field("air allied 4").grounded, [0, 0]);
    fault("air german 21", "expected at most 20 missions");
    fault("air german 2 grounded=21", "expected at most 20 missions");
}

#[test]
fn what_lies_in_hexes_is_in_them() {
    let laid = field("breakthrough german 1719\nmarker roadblock 1818\nholder 1817 german");
    assert_eq!(laid.breakthroughs, [(GERMAN, hex("1719"))]);
    assert_eq!(laid.markers, [(EventKind::Roadblock, hex("1818"))]);
    let held: Vec<_> = laid.holders.iter().filter(|(_, side)| *side == GERMAN).collect();
    assert_eq!(held, [&(hex("1817"), GERMAN)]);
    fault("marker greif 1818", "greif");
    fault("holder 1719 german", "is no objective of The Initial Assault");
}

#[test]
fn case_15_events_are_left_as_far_as_there_are_markers_of_them() {
    let events = field("events stoesser=1 roadblock=2").events;
    let left = |kind: EventKind| events[kind.index()];
    assert_eq!((left(EventKind::Stoesser), left(EventKind::Roadblock), events.iter().sum::<u8>()), (1, 2, 3));
    fault("events stoesser=2", "expected at most 1 of stoesser, found 2");
    for kind in EventKind::ALL {
        let most = EventKind::COUNTS[kind.index()];
        let line = |count: u8| format!("events {}={count}", kind.name());
        assert_eq!(field(&line(most)).events[kind.index()], most, "{}", kind.name());
        fault(&line(most + 1), &format!("expected at most {most} of {}, found {}", kind.name(), most + 1));
    }
}

#[test]
fn case_16_2b_the_meuse_is_crossed_where_a_line_says_so_or_a_german_stands_beyond_it() {
    assert!(field("meuse crossed").meuse_crossed);
    assert!(field("unit 26-vg 0210").meuse_crossed);
    assert!(!field("unit 30-di 0210").meuse_crossed, "the Allies are at home there");
    assert!(!field("unit 26-vg 1719").meuse_crossed);
    fault("meuse dry", "dry");
}

#[test]
fn a_position_of_a_scenario_that_is_played_is_what_the_game_begins_with() {
    use engine::contract::Rules;
    let setup = Setup { scenario: "entire-battle".to_owned(), ..Setup::default() };
    let game = AutumnFog::initial(&GAME, &setup).expect("the scenario");
    let written = AutumnFog::place(&GAME, "x.game", "from entire-battle\nturn 1 phase=start").expect("a position");
    assert_eq!(written.field.turn, game.field.turn);
    let places = |state: &State| state.field.units.iter().map(|unit| unit.place).collect::<Vec<_>>();
    assert_eq!(places(&written), places(&game));
    assert_eq!((written.field.events, &written.field.pools), (game.field.events, &game.field.pools));
}
