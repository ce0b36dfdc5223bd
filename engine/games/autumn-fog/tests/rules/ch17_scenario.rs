//! The Initial Assault (case 17.1).

use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{EventKind, Step, Verb};
use autumn_fog::state::{ALLIED, Field, GERMAN, Location, Pending, Supply};
use definitions::hex::HexId;
use engine::contract::{Foundation, Rules};
use testing::Seeded;

/// The scenario begun and both sides' supports allotted: the German acts.
fn first_turn() -> Play {
    let (mut play, _) = Play::begun();
    play.by(GERMAN, allotted()).expect("done");
    play.by(ALLIED, allotted()).expect("done");
    play
}

/// Both sides pass until the turn is over.
fn over(mut play: Play) -> (Play, Vec<Event>) {
    let mut events = play.does(just(Verb::Pass));
    if !has(&events, |event| matches!(event, Event::OperationsEnded { .. })) {
        events = play.does(just(Verb::Pass));
    }
    (play, events)
}

fn winner(play: &Play) -> Option<(engine::contract::SideId, String)> {
    play.state.field.over.as_ref().map(|(side, case, _)| (*side, case.clone()))
}

/// A last turn on which the German is to act.
fn at_the_end(turn: u8, change: impl FnOnce(&mut Field)) -> Play {
    Play::on_turn(turn)
        .put("peiper-1ss", heath())
        .put("2-di", hex("2501"))
        .field(change)
        .asked(GERMAN, Pending::Operate)
}

fn town(name: &str) -> HexId {
    seek(name, |hex| {
        let full = GAME.published.map.hex(hex).name.as_deref();
        full.is_some_and(|full| full.starts_with(name)).then_some(hex)
    })
}

#[test]
fn case_17_1a_the_game_ends_after_three_turns() {
    let mut play = first_turn();
    for turn in 1..=3 {
        assert_eq!(play.state.field.turn, turn);
        let (next, events) = over(play);
        play = next;
        assert_eq!(has(&events, |event| matches!(event, Event::Over { .. })), turn == 3);
        while AutumnFog::outcome(&play.state).is_none() && !matches!(play.question(), Some((_, Pending::Operate))) {
            play.does(allotted());
        }
    }
    assert!(AutumnFog::asks(&play.state).is_empty());
}

#[test]
fn case_17_1b_a_supplied_german_unit_beyond_the_meuse_wins_at_the_end_of_any_turn() {
    let beyond = bridgehead();
    let crossed = |supply| {
        let play = at_the_end(1, |_| {}).put("peiper-1ss", beyond).with("peiper-1ss", |unit| unit.supply = supply);
        over(play).0
    };
    assert_eq!(winner(&crossed(Supply::Supplied)), Some((GERMAN, "17.1b".to_owned())));
    assert_eq!(winner(&crossed(Supply::Isolated)), None);
    assert!(!board().west_of_meuse(town("Marche")) && board().west_of_meuse(hex("0101")));
    assert_eq!(winner(&over(at_the_end(1, |_| {}).put("2-di", beyond).put("peiper-1ss", hex("3308"))).0), None);
}

#[test]
fn case_17_1b_a_german_beyond_the_meuse_whose_line_has_been_cut_since_the_turn_began_does_not_win() {
    let beyond = bridgehead();
    let raid = |blocks: &[HexId]| {
        let play = at_the_end(1, |_| {}).put("peiper-1ss", beyond);
        let units = ["9-di", "1-di", "83-di", "30-di", "84-di", "82-abn", "101-abn", "75-di"];
        let cut = blocks.iter().zip(units).fold(play, |play, (hex, unit)| play.put(unit, *hex));
        winner(&over(cut).0)
    };
    assert_eq!(raid(&[]), Some((GERMAN, "17.1b".to_owned())));
    let all: Vec<HexId> = around(beyond);
    assert!(all.len() <= 7);
    assert_eq!(raid(&all), None, "it is not isolated yet, and has no line any more");
}

/// Peiper goes over a bridge of the Meuse and comes back at once.
fn raid(play: Play, east: HexId, west: HexId) -> (Play, Vec<Event>) {
    let mut play = play.put("peiper-1ss", east).put("2-di", hex("2501")).general(GERMAN);
    let mut events = play.does(walk("peiper-1ss", &[west]));
    events.extend(play.does(walk("peiper-1ss", &[east])));
    play.does(just(Verb::End));
    (play, events)
}

/// The hexes at both ends of a bridge over the Meuse, the western one first.
fn bridge() -> (HexId, HexId) {
    let west = bridgehead();
    let over = |east: &HexId| !board().west_of_meuse(*east) && road(west, *east);
    (west, around(west).into_iter().find(over).expect("the road goes on"))
}

#[test]
fn case_17_1b_a_supplied_german_who_has_crossed_the_meuse_has_won_whatever_becomes_of_him() {
    let (west, east) = bridge();
    let crossed = |events: &[Event]| has(events, |event| *event == Event::CrossedInSupply { hex: west });
    let (play, events) = raid(Play::on_turn(1), east, west);
    assert!(crossed(&events) && winner(&play).is_none(), "victory is checked at the end of the turn (2.1k)");
    let dead = play.with("peiper-1ss", |unit| unit.place = Location::Eliminated(1));
    assert_eq!(winner(&over(dead).0), Some((GERMAN, "17.1b".to_owned())));
    // who is isolated does not win by it
    let (play, events) = raid(Play::on_turn(1).with("peiper-1ss", |unit| unit.supply = Supply::Isolated), east, west);
    assert!(!crossed(&events) && has(&events, |event| matches!(event, Event::MeuseCrossed { .. })));
    assert_eq!(winner(&over(play).0), None);
}

#[test]
fn case_17_1b_a_german_who_has_no_line_of_supply_as_he_crosses_has_not_won() {
    let (west, east) = bridge();
    let near: Vec<HexId> = [around(west), around(east)].concat();
    let cut = |field: &mut Field| {
        let others = near.iter().filter(|hex| ![west, east].contains(hex));
        field.markers.extend(others.map(|hex| (EventKind::Roadblock, *hex)));
    };
    let (play, events) = raid(Play::on_turn(1).field(cut), east, west);
    assert!(!has(&events, |event| matches!(event, Event::CrossedInSupply { .. })), "{events:?}");
    assert_eq!(winner(&over(play).0), None);
}

#[test]
fn case_17_2b_in_the_entire_battle_a_crossing_that_is_not_held_until_the_end_of_the_turn_wins_nothing() {
    let (west, east) = bridge();
    let (play, events) = raid(Play::in_battle(1), east, west);
    assert!(has(&events, |event| matches!(event, Event::MeuseCrossed { .. })));
    assert!(!has(&events, |event| matches!(event, Event::CrossedInSupply { .. })));
    assert_eq!(winner(&over(play).0), None);
}

#[test]
fn cases_17_1c_and_17_1d_the_german_wins_by_holding_all_three_towns_else_the_american() {
    let towns = ["St. Vith", "Bastogne", "Marche"].map(town);
    let holding = |count: usize, turn: u8| {
        let play = at_the_end(turn, |field| {
            for (hex, holder) in &mut field.holders {
                *holder = if towns[..count].contains(hex) { GERMAN } else { ALLIED };
            }
        });
        winner(&over(play.put("peiper-1ss", hex("3308"))).0)
    };
    assert_eq!(holding(3, 3), Some((GERMAN, "17.1c".to_owned())));
    assert_eq!(holding(2, 3), Some((ALLIED, "17.1d".to_owned())));
    assert_eq!(holding(0, 3), Some((ALLIED, "17.1d".to_owned())));
    assert_eq!(holding(3, 2), None, "not before the end");
}

#[test]
fn case_17_1c_whoever_was_last_in_a_town_holds_it() {
    let bastogne = town("Bastogne");
    let way = |from: &HexId| dry(*from, bastogne);
    let from = around(bastogne).into_iter().find(way).expect("a way into Bastogne");
    let on = around(bastogne).into_iter().find(|hex| way(hex) && *hex != from).expect("a way out of it");
    let mut play = Play::on_turn(2).put("peiper-1ss", from).general(GERMAN);
    let holder = |play: &Play| play.state.field.holders.iter().find(|(hex, _)| *hex == bastogne).map(|(_, side)| *side);
    assert_eq!(holder(&play), Some(ALLIED));
    let events = play.does(walk("peiper-1ss", &[bastogne, on]));
    assert!(has(&events, |event| *event == Event::Held { hex: bastogne, side: GERMAN }));
    assert_eq!(holder(&play), Some(GERMAN), "passing through is enough");
}

#[test]
fn case_17_1e_the_german_has_the_initiative_on_turns_1_and_2_without_a_roll() {
    let mut play = first_turn();
    for turn in 1..=2 {
        assert_eq!((play.state.field.turn, play.question()), (turn, Some((GERMAN, Pending::Operate))));
        let (next, mut events) = over(play);
        play = next;
        while !matches!(play.question(), Some((_, Pending::Operate))) {
            events.extend(play.does(allotted()));
        }
        let rolled = has(&events, |event| matches!(event, Event::InitiativeRolled { .. }));
        assert_eq!(rolled, turn == 2, "before turn {}", turn + 1);
    }
}

#[test]
fn case_17_1f_up_to_three_formations_of_different_armies_open_the_game_in_a_row() {
    let mut play = first_turn();
    play.does(formation("i-ss-pz"));
    play.does(just(Verb::End));
    assert_eq!(play.question(), Some((GERMAN, Pending::Operate)), "the row goes on");
    let (case, message) = play.refused(formation("lxvii"));
    assert_eq!(case, "17.1f");
    assert_eq!(message, "a formation of the army of LXVII Armeekorps has been activated in this row");
    play.does(formation("xlvii-pz"));
    play.does(just(Verb::End));
    assert_eq!(play.question(), Some((GERMAN, Pending::Operate)));
    play.does(formation("lxxx"));
    play.does(just(Verb::End));
    assert_eq!(play.question(), Some((ALLIED, Pending::Operate)), "three and no more");
    assert_eq!(play.state.field.operations.opening, None);
}

#[test]
fn case_17_1f_a_general_activation_or_a_pass_ends_the_row() {
    let mut play = first_turn();
    play.does(formation("i-ss-pz"));
    play.does(just(Verb::End));
    let mut passed = Play { state: play.state.clone(), dice: play.dice.clone() };
    play.does(general());
    play.does(act(Verb::Dig, "26-vg").into_iter().collect());
    play.does(just(Verb::End));
    assert_eq!(play.question(), Some((ALLIED, Pending::Operate)));
    passed.does(just(Verb::Pass));
    assert_eq!((passed.question(), passed.state.field.operations.passes), (Some((ALLIED, Pending::Operate)), 1));
    let events = passed.does(just(Verb::Pass));
    assert!(has(&events, |event| matches!(event, Event::OperationsEnded { .. })), "it counted as his pass");
}

#[test]
fn case_17_1g_americans_next_to_a_german_at_the_start_cannot_move_on_turn_1() {
    let mut play = first_turn();
    let surprised: Vec<_> = play
        .state
        .field
        .on_map()
        .filter(|(unit, here)| {
            let german = |(other, there): (definitions::UnitId, HexId)| {
                GAME.unit(other).side == GERMAN && distance(there, *here) == 1
            };
            GAME.unit(*unit).side == ALLIED && play.state.field.on_map().any(german)
        })
        .map(|(unit, _)| unit)
        .collect();
    assert!(!surprised.is_empty());
    for (unit, _) in play.state.field.on_map() {
        assert_eq!(play.state.field.unit(unit).pinned, surprised.contains(&unit), "{}", GAME.name(unit));
    }
    play.does(just(Verb::Pass));
    play.does(general());
    let (case, message) = play.refused(act(Verb::Move, "394-99di"));
    assert_eq!(case, "17.1g");
    assert_eq!(message, "394/99 DI was surprised next to the enemy and cannot move this turn");
    assert!(
        !play
            .legal(&just(Verb::Move))
            .iter()
            .any(|step| surprised.iter().any(|unit| *step == autumn_fog::order::Step::Unit(*unit)))
    );
    play.does(just(Verb::End));
    assert_eq!(play.state.field.turn, 2);
    assert!(play.state.field.units.iter().all(|unit| !unit.pinned), "it ends with turn 1");
}

#[test]
fn case_17_1h_all_americans_are_in_command_on_turn_1_however_far_their_hq() {
    let play = first_turn();
    let (from, to) = (play.hex("hq-viii"), play.hex("14-cav"));
    assert!(distance(from, to) > 6);
    let out = |play: &Play, side| {
        play.state
            .field
            .on_map()
            .filter(|(unit, _)| GAME.unit(*unit).side == side && play.state.field.unit(*unit).out_of_command)
            .count()
    };
    assert_eq!(out(&play, ALLIED), 0);
    let (play, _) = over(play);
    assert!(play.unit("14-cav").out_of_command, "it ends with turn 1");
}

#[test]
fn case_s_ge_a_division_with_two_hexes_starts_in_them_as_its_owner_likes() {
    let (mut play, _) = Play::begun();
    let deploy = |unit: &str, to: &str| [act(Verb::Deploy, unit), vec![Step::Hex(hex(to))]].concat();
    assert_eq!([play.hex("gutman-2pz"), play.hex("bohm-2pz")], [hex("2615"), hex("2715")]);
    play.by(GERMAN, deploy("gutman-2pz", "2715")).expect("there is room");
    play.by(GERMAN, deploy("bohm-2pz", "2615")).expect("and here");
    assert_eq!([play.hex("gutman-2pz"), play.hex("bohm-2pz")], [hex("2715"), hex("2615")]);

    // both hexes stay held, and no other division has the choice
    let (case, why) = play.refused(deploy("gutman-2pz", "2615"));
    assert_eq!(case, "S.GE");
    assert!(why.contains("the only unit of its division in 2715"), "{why}");
    let (case, why) = play.refused(deploy("cochenhausen-2pz", "2815"));
    assert!(case == "S.GE" && why.contains("starts in 2615 Dasburg or 2715, not in 2815"), "{case}: {why}");
    assert_eq!(play.case(act(Verb::Deploy, "26-vg")), "S.GE");
    let open = play.legal(&just(Verb::Deploy));
    assert!(!open.contains(&Step::Unit(id("gutman-2pz"))) && open.contains(&Step::Unit(id("hauser-lehr"))));

    play.by(GERMAN, allotted()).expect("done");
    assert_eq!(play.by(ALLIED, just(Verb::Deploy)).expect_err("nothing of his").case, "S.US");
    play.by(ALLIED, allotted()).expect("done");
    assert_eq!(play.hex("gutman-2pz"), hex("2715"));
    assert_eq!(play.case(just(Verb::Deploy)), "2.1i", "the game has begun");
}

#[test]
fn case_s_ge_is_over_after_the_first_turn_and_never_overfills_a_hex() {
    let later = Play::on_turn(2).put("gutman-2pz", hex("2615")).put("bohm-2pz", hex("2615"));
    let later = later.asked(GERMAN, Pending::Allot);
    let (case, why) = later.refused(just(Verb::Deploy));
    assert_eq!((case.as_str(), why.contains("on turn 1 only, and this is turn 2")), ("S.GE", true), "{why}");

    let full = Play::on_turn(1).put("gutman-2pz", hex("2615")).put("bohm-2pz", hex("2615"));
    let full = full.put("26-vg", hex("2715")).put("18-vg", hex("2715")).asked(GERMAN, Pending::Allot);
    assert!(full.state.field.steps_in(hex("2715")) > 4);
    let there = || [act(Verb::Deploy, "gutman-2pz"), vec![Step::Hex(hex("2715"))]].concat();
    assert_eq!(full.case(there()), "5a");

    // six steps may stand there, seven may not
    let beside = |steps: u8| {
        let play = Play::on_turn(1).put("gutman-2pz", hex("2615")).put("bohm-2pz", hex("2615"));
        let play = play.with("gutman-2pz", |unit| unit.steps = 2).put("26-vg", hex("2715"));
        play.with("26-vg", |unit| unit.steps = steps).asked(GERMAN, Pending::Allot)
    };
    assert_eq!(beside(5).case(there()), "5a", "seven steps");
    beside(4).does(there());
}

#[test]
fn case_s_ge_supply_and_command_are_the_same_wherever_these_divisions_start() {
    let checked = |start: Play| {
        let [mut dice] = Seeded::streams(1);
        let (_, state) = engine::contract::begin::<AutumnFog>(&GAME, &start.state, &mut dice);
        let units = state.field.on_map().map(|(unit, _)| (unit, state.field.unit(unit)));
        units.map(|(unit, now)| (unit, now.out_of_command, now.supply)).collect::<Vec<_>>()
    };
    let (play, _) = Play::begun();
    let movable = play.legal(&just(Verb::Deploy));
    assert_eq!(movable.len(), 6, "two of each of three divisions");
    for step in movable {
        let Step::Unit(unit) = step else { panic!("{step:?}") };
        let [Step::Hex(other)] = play.legal(&[Step::Verb(Verb::Deploy), step])[..] else { panic!("{step:?}") };
        let there = Play::scenario().put(&GAME.published.units.unit(unit).id, other);
        assert_eq!(checked(Play::scenario()), checked(there), "{step:?}");
    }
}

#[test]
fn cases_17_1a_and_17_2a_a_scenario_that_does_not_say_who_wins_is_a_fault_of_its_file() {
    let mut files = AutumnFog::files();
    let name = "scenario-initial-assault.txt";
    let text = files.text(name).expect("the scenario").to_owned();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("objectives")).collect();
    files.replace(name, &lines.join("\n"));
    let faults = AutumnFog::definitions(&files).err().expect("a fault");
    let told = faults[0].to_string();
    assert!(
        told.starts_with(name) && told.ends_with("expected `case=` and a line `objectives`: who wins (17)"),
        "{told}"
    );
}
