//! Fog of war in random games: what a side does not see changes nothing of what it is shown, told or allowed.

use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{Step, Verb};
use autumn_fog::state::{Location, State, Supply};
use autumn_fog::view::View;
use definitions::{Position, UnitId};
use engine::contract::{
    Advice, Drawing, Pointing, Rules, Seen, Setup, SideId, Sight, Speech, Thing, Viewer, begin, decide,
};
use engine::table::{Batch, GameKind, Kind, Line, Secrets};

use crate::place::GAME;
use testing::Seeded;

/// Orders that are judged in each position.
const ORDERS: usize = 200;

fn start(fog: &str, seed: u64, dice: &mut Seeded) -> State {
    let scenarios = &GAME.published.scenarios;
    let scenario = scenarios[seed as usize % scenarios.len()].id.clone();
    let setup = Setup { scenario, options: [("fog-of-war".to_owned(), fog.to_owned())].into() };
    let start = AutumnFog::initial(&GAME, &setup).expect("the scenario");
    begin::<AutumnFog>(&GAME, &start, dice).1
}

fn view(state: &State, viewer: Viewer) -> View {
    AutumnFog::view(&GAME, state, viewer)
}

/// Units that a side does not see.
fn hidden(state: &State, side: SideId) -> Vec<UnitId> {
    let view = view(state, Viewer::Side(side));
    let all = (0..view.field.units.len() as u16).map(UnitId);
    all.filter(|unit| matches!(view.field.unit(*unit).place, Location::Hidden(_))).collect()
}

/// The state with everything changed that a side does not see of the units that are hidden from it, but for steps:
/// they may be known by the zone of control that they leave.
fn with_other_statuses(state: &State, side: SideId, choice: &mut Seeded) -> State {
    let mut other = state.clone();
    for unit in hidden(state, side) {
        let mut flip = || choice.next_below(2) == 1;
        let (a, b, c, d, e, f, g) = (flip(), flip(), flip(), flip(), flip(), flip(), flip());
        let changed = &mut other.field.units[unit.index()];
        (changed.fatigued, changed.improved, changed.out_of_command, changed.active) = (a, b, c, d);
        (changed.bound, changed.arrived, changed.fell_back) = (e, f, g);
        changed.supply = [Supply::Supplied, Supply::Isolated, Supply::Unsupplied][choice.next_below(3)];
        (changed.ap, changed.half_mp) = (choice.next_below(4) as u8, choice.next_below(9) as u8);
        changed.activations = choice.next_below(3) as u8;
    }
    other
}

/// The state with hidden units of a side's enemy in each other's places or with other steps, as often as the side does
/// not notice it by a stack's top or by a zone of control; none if it would notice every change.
fn with_other_units(state: &State, side: SideId, choice: &mut Seeded) -> Option<State> {
    let hidden = hidden(state, side);
    let as_it_is = view(state, Viewer::Side(side));
    let mut other = state.clone();
    for _ in 0..if hidden.is_empty() { 0 } else { 12 } {
        let mut pick = || hidden[choice.next_below(hidden.len())];
        let (one, two) = (pick(), pick());
        let mut changed = other.clone();
        if choice.next_below(3) > 0 {
            let places = [one, two].map(|unit| changed.field.unit(unit).place);
            changed.field.units[one.index()].place = places[1];
            changed.field.units[two.index()].place = places[0];
        } else {
            let steps = 1 + choice.next_below(usize::from(GAME.unit(one).steps));
            changed.field.units[one.index()].steps = steps as u8;
        }
        if view(&changed, Viewer::Side(side)) == as_it_is {
            other = changed;
        }
    }
    (other != *state).then_some(other)
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("string keys only")
}

/// All that a viewer is shown and allowed in a position, as text.
fn shown(state: &State, viewer: Viewer, orders: &[Vec<Step>]) -> String {
    let view = view(state, viewer);
    let mut shown = json(&view);
    shown += &json(&AutumnFog::position(Seen::<AutumnFog>::new(&GAME, &view)));
    for ask in AutumnFog::asks(state) {
        let question = AutumnFog::question(Seen::<AutumnFog>::new(&GAME, &view), &ask);
        if viewer.is(ask.side) {
            shown += &json(&question);
        }
    }
    for example in AutumnFog::examples(Seen::<AutumnFog>::new(&GAME, &view), 3) {
        shown += &AutumnFog::write(&GAME, &example);
    }
    for order in orders {
        for done in 0..=order.len() {
            let listed = Seen::<AutumnFog>::new(&GAME, &view).legal(&order[..done]);
            shown += &format!("{listed:?}");
            if let Some((step, _)) = listed.last() {
                shown += &json(&AutumnFog::facts(Seen::<AutumnFog>::new(&GAME, &view), &order[..done], step));
            }
        }
        shown += &pointed(&view, order);
        shown += &format!("{:?}", Seen::<AutumnFog>::new(&GAME, &view).accept(order));
    }
    shown
}

/// What a viewer is answered who points at all that an order names, before it and in it.
fn pointed(view: &View, order: &[Step]) -> String {
    let mut told = String::new();
    for (done, step) in order.iter().enumerate() {
        let thing = match *step {
            Step::Unit(unit) | Step::With(unit) | Step::Lead(unit) | Step::Loss(unit) => Thing::Unit(unit),
            Step::Hex(hex) | Step::Via(hex) | Step::Target(hex) => Thing::Hex(hex),
            _ => continue,
        };
        for partial in [&[][..], &order[..done]] {
            told += &format!("{:?}", Seen::<AutumnFog>::new(&GAME, view).why_not(partial, &thing));
        }
    }
    told
}

/// Well-formed orders, most of them not legal: legal ones of the position with a unit or a hex changed.
fn orders(state: &State, side: SideId, count: usize, choice: &mut Seeded) -> Vec<Vec<Step>> {
    let view = view(state, Viewer::Side(side));
    let (units, hexes) = (GAME.units.len(), GAME.board.len());
    let mut orders = Vec::new();
    for nth in 0..count {
        let Some(mut order) = Seen::<AutumnFog>::new(&GAME, &view).random_order(&mut |n| choice.next_below(n)) else {
            break;
        };
        let place = choice.next_below(order.len());
        let unit = UnitId(choice.next_below(units) as u16);
        let hex = definitions::hex::HexId(choice.next_below(hexes) as u16);
        if nth % 4 > 0 {
            order[place] = match order[place] {
                Step::Unit(_) => Step::Unit(unit),
                Step::With(_) => Step::With(unit),
                Step::Hex(_) => Step::Hex(hex),
                Step::Via(_) => Step::Via(hex),
                Step::Target(_) => Step::Target(hex),
                Step::Verb(_) => Step::Verb(Verb::ALL[choice.next_below(Verb::ALL.len())]),
                step => step,
            };
        }
        orders.push(order);
    }
    orders
}

/// What a viewer is told of events from a state, and the arrows that he sees.
fn told(state: &State, events: &[Event], viewer: Viewer) -> String {
    let mut at = state.clone();
    let mut told = String::new();
    let mut position = Position::default();
    for event in events {
        if let Some(seen) = AutumnFog::redact(&GAME, &at, event, viewer) {
            told += &json(&seen);
            told += &AutumnFog::describe(&GAME, &seen).unwrap_or_default();
            AutumnFog::illustrate(&GAME, &seen, &mut position);
        }
        AutumnFog::evolve(&mut at, event);
    }
    told + &json(&position)
}

/// Plays a random game with fog of war, showing every position and the order given in it, with numbers to try out what
/// else could be: the game does not hang on them.
fn random_game(fog: &str, seed: u64, mut visit: impl FnMut(&State, SideId, &[Step], &mut Seeded)) {
    let [mut dice, mut choice, mut trial] = Seeded::streams(seed);
    let mut state = start(fog, seed, &mut dice);
    while AutumnFog::outcome(&state).is_none() {
        let asks = AutumnFog::asks(&state);
        let side = asks[choice.next_below(asks.len())].side;
        let view = view(&state, Viewer::Side(side));
        let order = Seen::<AutumnFog>::new(&GAME, &view).random_order(&mut |n| choice.next_below(n)).expect("an order");
        visit(&state, side, &order, &mut trial);
        state = decide::<AutumnFog>(&GAME, &state, side, &order, &mut dice).expect("a legal order").1;
    }
}

fn soak(games: u64) -> u64 {
    std::env::var("FIELDPOST_SOAK").ok().and_then(|games| games.parse().ok()).unwrap_or(games)
}

#[test]
fn what_a_side_does_not_see_changes_nothing_that_it_is_shown_or_allowed() {
    for fog in ["stacks", "covered"] {
        let mut compared = 0;
        for seed in 0..soak(2) {
            random_game(fog, seed, |state, side, _, choice| {
                if choice.next_below(10) > 0 {
                    return;
                }
                for viewer in [side, side.enemy()] {
                    let orders = orders(state, viewer, ORDERS / 20, choice);
                    let as_it_is = shown(state, Viewer::Side(viewer), &orders);
                    let other = with_other_statuses(state, viewer, choice);
                    assert_eq!(shown(&other, Viewer::Side(viewer), &orders), as_it_is, "{fog}, seed {seed}");
                    if let Some(other) = with_other_units(state, viewer, choice) {
                        assert_eq!(shown(&other, Viewer::Side(viewer), &orders), as_it_is, "{fog}, seed {seed}");
                        compared += 1;
                    }
                }
            });
        }
        assert!(compared > 20, "{fog}: only {compared} positions with other units");
    }
}

#[test]
fn what_hidden_units_do_is_told_the_same_whoever_they_are() {
    // orders that only concern the unit that acts; its side's hidden units differ in what its enemy may not know
    let quiet = [Verb::Move, Verb::Dig, Verb::Leave, Verb::Recover, Verb::Activate, Verb::Top, Verb::Pass, Verb::End];
    for fog in ["stacks", "covered"] {
        let mut compared = 0;
        for seed in 10..10 + soak(4) {
            random_game(fog, seed, |state, side, order, choice| {
                let Some(Step::Verb(verb)) = order.first() else { return };
                if !quiet.contains(verb) {
                    return;
                }
                for viewer in [Viewer::Side(side.enemy()), Viewer::Observer] {
                    let other = if choice.next_below(2) == 0 {
                        with_other_statuses(state, side.enemy(), choice)
                    } else {
                        with_other_units(state, side.enemy(), choice).unwrap_or_else(|| state.clone())
                    };
                    // the counter that acts lies where it lay: from elsewhere another counter would move
                    let moved = |step: &Step| matches!(step, Step::Unit(unit) if other.field.unit(*unit).place != state.field.unit(*unit).place);
                    if order.iter().any(moved) {
                        continue;
                    }
                    if other == *state
                        || Seen::<AutumnFog>::new(&GAME, &view(&other, Viewer::Side(side))).accept(order).is_err()
                    {
                        continue;
                    }
                    let toss = choice.next_below(usize::MAX) as u64;
                    let after = |from: &State| {
                        let [mut dice] = Seeded::streams(toss);
                        decide::<AutumnFog>(&GAME, from, side, order, &mut dice).expect("accepted")
                    };
                    let ((events, one), (others, two)) = (after(state), after(&other));
                    if view(&one, viewer) == view(&two, viewer) {
                        assert_eq!(told(state, &events, viewer), told(&other, &others, viewer), "{fog}, seed {seed}");
                        compared += 1;
                    }
                }
            });
        }
        assert!(compared > 50, "{fog}: only {compared} orders");
    }
}

#[test]
fn no_name_of_a_hidden_unit_is_in_what_is_told_or_shown() {
    for fog in ["stacks", "covered"] {
        let mut unseen = 0;
        for seed in 20..20 + soak(1) {
            random_game(fog, seed, |state, side, order, dice| {
                let viewer = Viewer::Side(side.enemy());
                let view = view(state, viewer);
                let drawn = AutumnFog::position(Seen::<AutumnFog>::new(&GAME, &view));
                for unit in hidden(state, side.enemy()) {
                    assert!(drawn.counters.iter().all(|counter| counter.unit != Some(unit)));
                }
                let mut labels = Labels { dice, labels: Vec::new() };
                let (events, _) = decide::<AutumnFog>(&GAME, state, side, order, &mut labels).expect("legal");
                let mut lines = labels.labels;
                let mut never_seen = hidden(state, side.enemy());
                let mut at = state.clone();
                for event in &events {
                    let seen = AutumnFog::redact(&GAME, &at, event, viewer);
                    lines.extend(seen.and_then(|event| AutumnFog::describe(&GAME, &event)));
                    AutumnFog::evolve(&mut at, event);
                    let still = hidden(&at, side.enemy());
                    never_seen.retain(|unit| still.contains(unit));
                }
                unseen += never_seen.len();
                for unit in never_seen {
                    // headquarters are named with their supports, which lie open
                    let told = lines.iter().find(|line| names(line, GAME.name(unit)) && !GAME.unit(unit).is_hq());
                    assert!(told.is_none(), "{fog}, seed {seed}: {} in {told:?}", GAME.name(unit));
                }
            });
        }
        assert!(unseen > 1_000, "{fog}: only {unseen} units that were not seen when something happened");
    }
}

/// Whether a line names a unit, and not one whose name is longer.
fn names(line: &str, name: &str) -> bool {
    let part = |sign: char| sign.is_alphanumeric() || sign == '/';
    line.match_indices(name).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(part) && !line[at + name.len()..].chars().next().is_some_and(part)
    })
}

/// Dice that remember what they were rolled for.
struct Labels<'a> {
    dice: &'a mut Seeded,
    labels: Vec<String>,
}

impl engine::chance::Chance for Labels<'_> {
    fn below(&mut self, bound: u32, label: &str, audience: engine::chance::Audience) -> u32 {
        self.labels.push(label.to_owned());
        self.dice.below(bound, label, audience)
    }
}

#[test]
fn what_is_hidden_interrupts_orders_of_random_games_which_go_on_all_the_same() {
    let mut cases = std::collections::BTreeMap::new();
    for seed in 40..40 + soak(6) {
        random_game("covered", seed, |state, side, order, dice| {
            let (events, _) = decide::<AutumnFog>(&GAME, state, side, order, dice).expect("legal");
            for event in events {
                if let Event::Thwarted { case, .. } = event {
                    *cases.entry(case).or_insert(0) += 1;
                }
            }
        });
    }
    assert!(cases.contains_key("4.2a"), "nobody has run into a hidden zone of control: {cases:?}");
}

#[test]
fn a_move_in_the_fog_is_not_taken_back_because_of_a_later_line() {
    let secrets = Secrets::new([7; 32], [8; 32]);
    let kind = Kind::<AutumnFog>::new();
    let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    for (fog, stays) in [("no", false), ("stacks", true), ("covered", true)] {
        let scenario = rulebook.published().scenarios[0].id.clone();
        let setup = Setup { scenario, options: [("fog-of-war".to_owned(), fog.to_owned())].into() };
        let mut session =
            rulebook.open(&rulebook.start("fog", &setup, &secrets).expect("it starts")).expect("it opens");
        let mut submit = |side: u8, lines: &[&str]| {
            let lines = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
            let (records, report) = session.submit(SideId(side), &Batch { ask: None, lines }, &secrets);
            records.iter().for_each(|record| session.apply(record).expect("our own record"));
            let told = session.examples(SideId(0), 40).into_iter().map(|example| example.text).collect::<Vec<_>>();
            (report, told)
        };
        submit(0, &["allot done"]);
        submit(1, &["allot done"]);
        let (_, orders) = submit(0, &["activate general"]);
        let walk = orders.iter().find(|order| order.starts_with("move ")).expect("a move");
        let (report, _) = submit(0, &[walk, "dance"]);
        assert_eq!(report.changed, stays, "{fog}: {report:?}");
    }
}
