//! What has happened stays as it was, whatever becomes of the rules: [`AutumnFog::evolve`] writes what events say and
//! knows no rule, and records of earlier versions, which said less, become events of today.

use crate::place::{GAME, Play, hex, id};
use autumn_fog::AutumnFog;
use autumn_fog::definitions::Definitions;
use autumn_fog::event::Event;
use autumn_fog::marks::{Lapse, Lapses, Mark, Marks};
use autumn_fog::order::{EventKind, Present};
use autumn_fog::standing::Standing;
use autumn_fog::state::{ALLIED, Combat, DEFENDER, GERMAN, Location, State, UnitState};
use definitions::{GameFiles, UnitId};
use engine::contract::{Foundation, Rules, Seen, Setup, SideId, Sight, Viewer, begin, decide};
use engine::table::{Batch, Line, Record, Secrets, Table};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;
use testing::Seeded;

const NO_MARKS: Marks = Some(Cow::Borrowed(&[]));

/// What events say that they did not say in version 0.1.0.
const SAID_SINCE: [(&str, &[&str]); 21] = [
    ("TurnBegan", &["off", "surprised"]),
    ("PresentsShown", &["rerolls"]),
    ("HeldUp", &["until"]),
    ("HqReturned", &["steps", "off"]),
    ("Initiative", &["opening", "lapsed"]),
    ("Passed", &["next", "lapsed"]),
    ("Activated", &["counts"]),
    ("SequenceEnded", &["off", "lapsed"]),
    ("OperationsEnded", &["returned", "lapsed"]),
    ("Moved", &["off"]),
    ("DugIn", &["off"]),
    ("Recovered", &["off"]),
    ("Detached", &["apart"]),
    ("Rejoined", &["apart", "whole"]),
    ("Cleared", &["off"]),
    ("Slipped", &["off"]),
    ("AttackDeclared", &["off"]),
    ("SnafuRolled", &["stays"]),
    ("LossesTaken", &["going"]),
    ("Retreated", &["off"]),
    ("Advanced", &["off"]),
];

/// An event as version 0.1.0 stored it, and its name if it said less then.
fn earlier(event: &Event) -> (Event, Option<&'static str>) {
    let mut json = serde_json::to_value(event).expect("JSON");
    let mut less = None;
    for (name, since) in SAID_SINCE {
        if let Some(told) = json.get_mut(name).and_then(|told| told.as_object_mut()) {
            since.iter().for_each(|field| drop(told.remove(*field)));
            less = Some(name);
        }
    }
    (serde_json::from_value(json).expect("an event of version 0.1.0"), less)
}

/// A scenario with every optional rule.
fn with_all_options(scenario: usize) -> Setup {
    let value = |rule: &engine::contract::OptionRule| {
        let (value, _) = rule.values.last().expect("a value");
        (rule.name.to_owned(), (*value).to_owned())
    };
    let scenario = GAME.published.scenarios[scenario].id.clone();
    Setup { scenario, options: AutumnFog::options().iter().map(value).collect() }
}

#[test]
fn evolve_and_upgrade_know_no_chapter_and_evolve_no_definitions() {
    let known = |source: &str, allowed: &[&str]| {
        let code: String = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        assert!(!code.contains("super::"), "paths begin at the root");
        for (at, path) in code.match_indices("crate::") {
            let rest = &code[at + path.len()..];
            let words: Vec<&str> = rest.split(|sign: char| !sign.is_alphanumeric() && sign != '_').take(3).collect();
            let [layer, "", module] = words[..] else { panic!("`{path}` names no module of a layer: {words:?}") };
            let module = format!("{layer}::{module}");
            assert!(allowed.contains(&module.as_str()), "`{path}{module}` is none of {allowed:?}");
        }
    };
    let truth = ["truth::event", "truth::marks", "truth::order", "truth::state", "truth::unit"];
    known(include_str!("../../src/truth/evolve.rs"), &truth);
    known(include_str!("../../src/truth/marks.rs"), &truth);
    known(include_str!("../../src/truth/upgrade.rs"), &[&["printed::definitions"], &truth[..]].concat());
    let evolve = include_str!("../../src/truth/evolve.rs");
    assert!(!evolve.contains("Definitions"), "no table and no map can change what has happened");
}

#[test]
fn events_of_earlier_versions_are_told_as_those_of_today() {
    let mut less = BTreeSet::new();
    for seed in 0..8 {
        let [mut dice, mut choice] = Seeded::streams(seed);
        let setup = with_all_options(seed as usize % GAME.published.scenarios.len());
        let mut at = AutumnFog::initial(&GAME, &setup).expect("the scenario");
        let (mut events, mut state) = begin::<AutumnFog>(&GAME, &at, &mut dice);
        loop {
            for event in &events {
                let (old, name) = earlier(event);
                let told = AutumnFog::upgrade(&GAME, &at, &old);
                assert_eq!(told.as_ref(), name.map(|_| event), "seed {seed}");
                assert_eq!(AutumnFog::upgrade(&GAME, &at, event), None, "it has the form of today");
                less.extend(name);
                AutumnFog::evolve(&mut at, event);
            }
            assert_eq!(at, state, "seed {seed}");
            let asks = AutumnFog::asks(&state);
            if asks.is_empty() {
                break;
            }
            let side = asks[choice.next_below(asks.len())].side;
            let view = AutumnFog::view(&GAME, &state, Viewer::Side(side));
            let order =
                Seen::<AutumnFog>::new(&GAME, &view).random_order(&mut |n| choice.next_below(n)).expect("an order");
            (events, state) = decide::<AutumnFog>(&GAME, &state, side, &order, &mut dice).expect("a legal order");
        }
    }
    // what hardly happens by chance
    let unit = id("peiper-1ss");
    for event in [
        Event::HeldUp { hex: hex("2921"), units: vec![unit], until: Some(4) },
        Event::HqReturned {
            unit,
            hex: hex("2515"),
            steps: Some(1),
            off: Some(vec![Mark::Fatigued, Mark::Improved].into()),
        },
        Event::Slipped { unit, hex: hex("2515"), die: 5, unseen: true, off: NO_MARKS, all: true },
        Event::Slipped {
            unit,
            hex: hex("2515"),
            die: 4,
            unseen: false,
            off: Some(vec![Mark::Covered].into()),
            all: false,
        },
    ] {
        let (old, name) = earlier(&event);
        assert_eq!(AutumnFog::upgrade(&GAME, &laden(), &old), Some(event));
        less.extend(name);
    }
    let never: Vec<&str> = SAID_SINCE.iter().map(|(name, _)| *name).filter(|name| !less.contains(name)).collect();
    assert!(never.is_empty(), "{never:?} did not happen");
}

type Records = Vec<Record<Event, Standing>>;

/// A game of programs at a table, to its end.
fn recorded(definitions: &Arc<Definitions>, setup: &Setup) -> (Records, Table<AutumnFog>) {
    let secrets = Secrets::new([3; 32], [4; 32]);
    let mut records =
        Table::<AutumnFog>::start(definitions.clone(), "hash", "dull", setup, &secrets).expect("it starts");
    let mut table = Table::<AutumnFog>::open(definitions.clone(), &records).expect("it opens");
    let [mut choice] = Seeded::streams(5);
    while let Some(ask) = table.asks().first().copied() {
        let view = table.view(Viewer::Side(ask.side));
        let order =
            Seen::<AutumnFog>::new(definitions, &view).random_order(&mut |n| choice.next_below(n)).expect("an order");
        let steps = order.iter().map(|step| serde_json::to_value(step).expect("JSON")).collect();
        let (more, report) = table.submit(ask.side, &Batch { ask: None, lines: vec![Line::Steps(steps)] }, &secrets);
        assert!(report.changed, "{report:?}");
        more.iter().for_each(|record| table.apply(record));
        records.extend(more);
    }
    (records, table)
}

#[test]
fn a_game_is_replayed_to_the_same_states_when_its_rules_have_changed_and_when_its_records_are_old() {
    let mut files = AutumnFog::files();
    let tables = files.iter().find(|(name, _)| *name == "tables.txt").expect("tables").1.to_owned();
    let mut changed = tables.clone();
    for (then, now) in [
        ("row infantry    2  4\n", "row infantry    3  4\n"),
        ("row enter-position  1\n", "row enter-position  2\n"),
        ("row recover         2\n", "row recover         1\n"),
        ("full   full    no       2     yes", "full   full    no       1     yes"),
    ] {
        assert!(changed.contains(then), "{then}");
        changed = changed.replace(then, now);
    }
    let definitions =
        |files: &GameFiles| Arc::new(AutumnFog::definitions(files).unwrap_or_else(|faults| panic!("{}", faults[0])));
    let today = definitions(&files);
    files.replace("tables.txt", &changed);
    let tomorrow = definitions(&files);

    let (new, end) = recorded(&today, &with_all_options(0));
    let old = |record: &Record<Event, Standing>| match record {
        Record::Happened(event) => Record::Happened(earlier(event).0),
        record => record.clone(),
    };
    let old: Records = new.iter().map(old).collect();
    assert_ne!(old, new);
    for (definitions, records) in [(&tomorrow, &new), (&today, &old), (&tomorrow, &old)] {
        let again = Table::<AutumnFog>::open(definitions.clone(), records).expect("it opens");
        assert_eq!(again.state(), end.state());
        assert_eq!(again.strays(), []);
        assert!(again.compared() > 1, "game turns were compared with what was recorded");
        for viewer in [Viewer::Side(GERMAN), Viewer::Side(ALLIED), Viewer::Observer] {
            let told = |definitions: &Arc<Definitions>, records: &Records| {
                Table::<AutumnFog>::open(definitions.clone(), records).expect("it opens").lines(1, viewer)
            };
            assert_eq!(told(definitions, records), told(&today, &new), "{viewer:?}");
        }
    }
}

/// A game under way in which everything that a rule could take away lies on every unit and on the table.
fn laden() -> State {
    let mut state = Play::begun().0.state;
    let field = &mut *state.field;
    (field.turn, field.grounded) = (3, [1, 1]);
    (field.breakthroughs, field.air) = (vec![(GERMAN, hex("2515"))], [2, 2]);
    (field.markers, field.met) = (vec![(EventKind::Stoesser, hex("2515"))], vec![(GERMAN, hex("2515"))]);
    (field.used[0], field.operations.opening) = ([1; 4], Some(vec![1]));
    field.operations.side = Some(GERMAN);
    for unit in &mut field.units {
        (unit.activations, unit.active, unit.ap, unit.half_mp) = (1, true, 3, 3);
        (unit.acted, unit.bound, unit.arrived, unit.fell_back) = (true, true, true, true);
        (unit.pinned, unit.fatigued, unit.improved) = (true, true, true);
        (unit.covered, unit.refuelled) = (true, true);
    }
    state
}

/// The laden state after an event.
fn after(event: Event) -> State {
    let mut state = laden();
    AutumnFog::evolve(&mut state, &event);
    state
}

#[test]
fn marks_go_from_units_if_the_event_says_so_whichever_rule_would() {
    let (unit, at) = (id("peiper-1ss"), laden().field.hex_of(id("peiper-1ss")).expect("on the map"));
    let (path, opening, lapsed) = (vec![at], Some(vec![1]), None);
    let events: [&dyn Fn(Marks) -> Event; 9] = [
        &|off| Event::TurnBegan { turn: 4, off, surprised: Vec::new() },
        &|off| Event::SequenceEnded {
            side: GERMAN,
            next: GERMAN,
            opening: opening.clone(),
            lone: None,
            off,
            lapsed: lapsed.clone(),
        },
        &|off| Event::Moved { unit, path: path.clone(), ap: 3, half_mp: 3, bound: true, off },
        &|off| Event::DugIn { unit, ap: 3, off },
        &|off| Event::Cleared { unit, kind: EventKind::Greif, hex: at, ap: 3, off },
        &|off| Event::Slipped { unit, hex: at, die: 1, unseen: false, off, all: false },
        &|off| Event::Retreated {
            units: vec![unit],
            path: path.clone(),
            onto_friends: true,
            off,
            controlled: Vec::new(),
        },
        &|off| Event::Advanced { unit, path: path.clone(), off },
        &|off| Event::HqReturned { unit, hex: at, steps: None, off },
    ];
    let before = laden().field.unit(unit).clone();
    for event in events {
        assert_eq!(*after(event(NO_MARKS)).field.unit(unit), before, "{:?}", event(None));
        let off = Some(vec![Mark::Pinned, Mark::HalfMp, Mark::Refuelled].into());
        let expected = UnitState { pinned: false, half_mp: 0, refuelled: false, ..before.clone() };
        assert_eq!(*after(event(off.clone())).field.unit(unit), expected, "{:?}", event(off));
    }
    let rested = Event::Recovered { unit, ap: 3, paid: 0, off: NO_MARKS };
    assert_eq!(*after(rested).field.unit(unit), UnitState { fatigued: false, ..before });
}

#[test]
fn what_follows_from_an_event_is_what_it_says_whatever_a_rule_would_make_of_it() {
    let nothing: fn() -> Lapses = || Some(Cow::Borrowed(&[]));
    let before = laden();
    let ended = Event::OperationsEnded { gathered: Vec::new(), returned: Some(vec![[0; 4]; 9]), lapsed: nothing() };
    let field = after(ended).field;
    assert_eq!((&field.breakthroughs, field.air), (&before.field.breakthroughs, [2, 2]));
    assert_eq!((&field.markers, &field.used), (&before.field.markers, &before.field.used));
    let lapsed = Some(vec![Lapse::Missions, Lapse::Markers(EventKind::Stoesser)].into());
    let field = after(Event::OperationsEnded { gathered: Vec::new(), returned: None, lapsed }).field;
    assert_eq!((field.breakthroughs.len(), field.markers.len(), field.air), (1, 0, [0, 0]));

    let passed = after(Event::Passed { side: GERMAN, next: Some(GERMAN), lapsed: nothing() }).field;
    assert_eq!((passed.operations.side, passed.operations.opening.clone()), (Some(GERMAN), Some(vec![1])));
    let first = after(Event::Initiative { side: ALLIED, opening: Some(vec![2]), lapsed: nothing() }).field;
    assert_eq!((first.operations.opening.clone(), first.met.len()), (Some(vec![2]), 1), "on turn 3");

    let unit = id("peiper-1ss");
    let held = after(Event::HeldUp { hex: hex("2515"), units: vec![unit], until: Some(9) }).field;
    assert_eq!(held.unit(unit).place, Location::Due(9));
    let back = after(Event::HqReturned { unit, hex: hex("2515"), steps: Some(2), off: NO_MARKS }).field;
    assert_eq!((back.unit(unit).steps, back.unit(unit).fatigued), (2, true));
    let begun = after(Event::TurnBegan { turn: 6, off: Some(vec![Mark::Pinned].into()), surprised: vec![unit] }).field;
    let pinned = begun.units.iter().filter(|unit| unit.pinned).count();
    assert_eq!((begun.turn, pinned, begun.unit(unit).pinned), (6, 1, true));

    let count = before.field.operations.count;
    for counts in [false, true] {
        let event = Event::Activated { unit, ap: 1, fatigued: false, check: None, counts: Some(counts) };
        assert_eq!(after(event).field.operations.count, count + u8::from(counts));
    }
    for rerolls in [[false, true], [false, false]] {
        let event = Event::PresentsShown { presents: [Present::Reroll; 2], rerolls: Some(rerolls) };
        assert_eq!(after(event).field.rerolls, rerolls);
    }
    let state = UnitState { ap: 7, ..UnitState::fresh(2) };
    let (apart, whole) = (Some(state.clone()), Some(UnitState { steps: 9, ..state.clone() }));
    let (division, detachment) = (id("2-di"), id("det-v-1"));
    let split = after(Event::Detached { division, detachment, steps: 1, left: 3, apart: apart.clone() }).field;
    assert_eq!((split.unit(detachment), split.unit(division).steps), (&state, 3));
    let joined = after(Event::Rejoined { detachment, division, steps: 4, apart, whole }).field;
    assert_eq!((joined.unit(detachment), joined.unit(division).steps), (&state, 9));
}

#[test]
fn who_goes_and_what_stays_of_a_combat_is_what_its_events_say() {
    let unit = id("peiper-1ss");
    let fighting = |event: Event| {
        let mut state = laden();
        let (targets, attackers) = (vec![hex("2515")], vec![unit]);
        let declared = Event::AttackDeclared {
            side: GERMAN,
            prepared: false,
            targets,
            attackers,
            lead: unit,
            cost: 1,
            supports: Vec::new(),
            air: 0,
            defenders: vec![id("2-di")],
            freed: Vec::new(),
            from: Vec::new(),
            off: NO_MARKS,
        };
        AutumnFog::evolve(&mut state, &declared);
        assert_eq!((state.field.unit(unit).ap, state.field.unit(unit).half_mp), (2, 3));
        AutumnFog::evolve(&mut state, &event);
        state.field
    };
    let combat = |field: &autumn_fog::state::Field| -> Combat { field.combat.clone().expect("a combat") };
    for going in [vec![], vec![id("30-di")]] {
        let event = Event::LossesTaken { side: ALLIED, retreat: 2, unmet: 0, going: Some(going.clone()), shut: None };
        let combat = combat(&fighting(event));
        assert_eq!((combat.to_retreat, combat.retreat[DEFENDER]), (going, 2));
    }
    for stays in [false, true] {
        let event = Event::SnafuRolled {
            dice: [1, 1],
            kind: None,
            cancelled: vec![(0, id("hq-i-ss-pz"), autumn_fog::order::SupportKind::ALL[0])],
            stays: Some(stays),
            air: 0,
            grounded: 0,
            slowed: Vec::new(),
            exposed: Vec::new(),
        };
        assert_eq!(fighting(event).used[0][0], 1 + u8::from(stays));
    }
}

#[test]
fn case_11_1_who_was_surprised_is_told_of_units_that_are_seen_only() {
    for fog in ["stacks", "covered"] {
        let setup = Setup { options: [("fog-of-war".to_owned(), fog.to_owned())].into(), ..with_all_options(0) };
        let mut start = AutumnFog::initial(&GAME, &setup).expect("the scenario");
        // next to a headquarters alone, which controls nothing
        let (hq, scout) = (id("hq-i-ss-pz"), id("101-abn"));
        let [free, beside] = [hex("1508"), hex("1509")];
        start.field.units[hq.index()].place = Location::Map(free);
        start.field.units[scout.index()].place = Location::Map(beside);
        let [mut dice] = Seeded::streams(1);
        let (events, _) = begin::<AutumnFog>(&GAME, &start, &mut dice);
        let told = |side: SideId| {
            let seen = AutumnFog::redact(&GAME, &start, &events[0], Viewer::Side(side)).expect("it is told");
            let autumn_fog::EventView::Seen(Event::TurnBegan { surprised, .. }) = seen else { panic!("{seen:?}") };
            surprised
        };
        let Event::TurnBegan { surprised, .. } = &events[0] else { panic!("{:?}", events[0]) };
        assert!(surprised.contains(&scout));
        assert_eq!(told(ALLIED), *surprised);
        let view = AutumnFog::view(&GAME, &start, Viewer::Side(GERMAN));
        let hidden = |unit: &UnitId| matches!(view.field.unit(*unit).place, Location::Hidden(_));
        assert!(fog == "stacks" || hidden(&scout), "{fog}");
        assert!(!told(GERMAN).iter().any(hidden), "{fog}");
        assert_eq!(told(GERMAN).len(), surprised.iter().filter(|unit| !hidden(unit)).count());
    }
}
