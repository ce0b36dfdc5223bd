//! Orders of an enemy: whatever comes as text or JSON, in positions that games reach, with every set of optional rules.

use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{Step, Verb};
use autumn_fog::state::{Pending, State};
use engine::contract::{AskId, Rules, Seen, SideId, Sight, Speech, Viewer, begin, choose_and_carry_out};
use engine::table::{Batch, Begun, Line, Session, Verdict};
use serde_json::{Value, json};
use std::path::Path;
use testing::{Raid, Seeded, happened};

/// Orders that are tried in the suite, and in a soak (`just soak`).
const ORDERS: [u64; 2] = [12_000, 1_000_000];
/// Game files that are tried.
const FILES: [u64; 2] = [60, 20_000];
/// Words that begin orders in every game.
const COMMON: [&str; 17] = [
    "allot", "activate", "pass", "enter", "move", "attack", "prepare", "dig", "recover", "detach", "end", "defend",
    "lose", "retreat", "advance", "play", "let",
];

#[test]
fn no_order_in_text_or_json_makes_the_program_fail_and_none_that_is_refused_changes_anything() {
    let raid = Raid::<AutumnFog>::new().knowing(&Verb::ALL.map(Step::Verb));
    let definitions = &raid.definitions;
    raid.orders(ORDERS, &COMMON, &|session, state, side| {
        let view = AutumnFog::view(definitions, state, Viewer::Side(side));
        let acts = Seen::<AutumnFog>::new(definitions, &view).legal(&[]);
        let ends = acts.iter().any(|(step, _)| *step == Step::Verb(Verb::End));
        ends.then(|| overstacked(&raid, session, state, side)).into_iter().collect()
    });
}

/// A moment at which a hex holds too many steps: no random game comes to that.
fn overstacked(
    raid: &Raid<AutumnFog>,
    session: &dyn Session,
    state: &State,
    side: SideId,
) -> (Box<dyn Session>, State) {
    let mut state = state.clone();
    let own: Vec<_> = state.field.on_map().filter(|(unit, _)| raid.definitions.unit(*unit).side == side).collect();
    let hex = own[0].1;
    let crowd = own.iter().skip(1).take(6).map(|(unit, _)| Event::Deployed { unit: *unit, hex });
    let asked = Event::Asked { id: AskId(state.field.next_ask), side, pending: Pending::Overstack };
    let mut session = session.duplicate();
    for event in crowd.chain([asked]) {
        AutumnFog::evolve(&mut state, &event);
        session.apply(&happened::<AutumnFog>(&event)).expect("a record of this game");
    }
    (session, state)
}

/// The first moment of random games at which a side has to retreat by a path: its table, the side, and a legal order.
fn a_retreat(raid: &Raid<AutumnFog>) -> (Box<dyn Session>, SideId, Vec<Step>) {
    let definitions = &raid.definitions;
    for number in 0..50 {
        let [mut dice, mut choice] = Seeded::streams(number);
        let start = AutumnFog::initial(definitions, &raid.setups[0]).expect("a setup of the list");
        let (mut events, mut state) = begin::<AutumnFog>(definitions, &start, &mut dice);
        while let Some(ask) = AutumnFog::asks(&state).first().copied() {
            if state.field.ask(ask.side).is_some_and(|ask| ask.pending == Pending::Retreat) {
                let mut session = raid.table(&raid.setups[0]);
                events
                    .iter()
                    .for_each(|event| session.apply(&happened::<AutumnFog>(event)).expect("a record of this game"));
                let view = AutumnFog::view(definitions, &state, Viewer::Side(ask.side));
                let order = Seen::<AutumnFog>::new(definitions, &view).random_order(&mut |_| 0).expect("a retreat");
                return (session, ask.side, order);
            }
            let choose = &mut |steps| choice.next_below(steps);
            let done = choose_and_carry_out::<AutumnFog>(definitions, &mut state, ask.side, choose, &mut dice);
            events.extend(done.expect("someone can always act").1);
        }
    }
    panic!("nobody has to retreat in fifty games");
}

#[test]
fn case_7_7_1a_a_retreat_written_one_hex_too_long_is_refused_and_the_legal_part_of_it_is_proposed() {
    let raid = Raid::<AutumnFog>::new();
    let (session, side, order) = a_retreat(&raid);
    let Some(Step::Via(end)) = order.last() else { panic!("{order:?}") };
    let text = AutumnFog::write(&raid.definitions, &order);
    for (_, beyond) in raid.definitions.board.neighbours(*end) {
        let longer = [&order[..], &[Step::Via(beyond)]].concat();
        let lines = [
            Line::Text(AutumnFog::write(&raid.definitions, &longer)),
            Line::Steps(longer.iter().map(|step| json!(step)).collect()),
        ];
        for line in lines {
            let told = format!("{line:?}");
            let (records, report) = session.submit(side, &Batch { ask: None, lines: vec![line] }, &raid.secrets);
            let Verdict::Refused { refusal, .. } = &report.lines[0].verdict else { panic!("{told}: {report:?}") };
            assert!(
                records.is_empty() && refusal.message.contains("due, and the retreat has ended in"),
                "{told}: {refusal}"
            );
            assert!(refusal.remedy.ends_with(&format!("Legal instead: `{text}`.")), "{told}: {refusal}");
        }
    }
}

#[test]
fn what_does_not_exist_is_told_before_anything_looks_it_up() {
    let raid = Raid::<AutumnFog>::new();
    let (session, side, _) = a_retreat(&raid);
    let units = raid.definitions.units.len();
    for (steps, expected) in [
        (json!([{ "Verb": "Retreat" }, { "Unit": units }]), "the game has no unit with this number"),
        (json!([{ "Verb": "Attack" }, { "Target": 65_535 }]), "the game has no hex with this number"),
        (
            json!([{ "Verb": "Defend" }, { "Support": [units, "Armour"] }]),
            "the game has no headquarters with this number",
        ),
        (json!([{ "Verb": "Activate" }, { "Formation": 999 }]), "the game has no formation with this number"),
        (json!([{ "Verb": "Move" }, { "Unit": 70_000 }]), "`{\"Unit\":70000}` is no step of this game"),
        (json!([{ "Verb": "Fly" }]), "`{\"Verb\":\"Fly\"}` is no step of this game"),
        (json!([7, null, []]), "`7` is no step of this game"),
    ] {
        let Value::Array(steps) = steps else { panic!("{steps}") };
        for who in [side, side.enemy()] {
            let batch = Batch { ask: None, lines: vec![Line::Steps(steps.clone())] };
            let (records, report) = session.submit(who, &batch, &raid.secrets);
            let Verdict::Misread(reason) = &report.lines[0].verdict else { panic!("{steps:?}: {report:?}") };
            assert!(records.is_empty() && reason.starts_with(expected), "{steps:?}: {reason}");
        }
        assert!(
            session.legal(side, &Begun::with(&steps)).is_err_and(|reason| reason.starts_with(expected)),
            "{steps:?}"
        );
        let tried = [Line::Text("preview:".to_owned()), Line::Steps(steps)];
        let (_, report) = session.submit(side, &Batch { ask: None, lines: tried.to_vec() }, &raid.secrets);
        let Verdict::TriedOut(told) = &report.lines[1].verdict else { panic!("{report:?}") };
        assert!(told[0].contains(expected), "{told:?}");
    }
}

#[test]
fn no_game_file_makes_the_program_fail() {
    Raid::<AutumnFog>::new().files(FILES, &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"));
}
