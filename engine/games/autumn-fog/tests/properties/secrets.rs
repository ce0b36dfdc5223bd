//! Fog of war in random games: what a side does not see changes nothing of what it is shown, told or allowed.

use autumn_fog::AutumnFog;
use autumn_fog::definitions::Definitions;
use autumn_fog::event::Event;
use autumn_fog::order::{Step, Verb};
use autumn_fog::state::{Location, State, Supply};
use definitions::UnitId;
use engine::contract::{Drawing, Rules, Seen, Setup, SideId, Sight, Speech, Viewer, decide};
use engine::table::{Batch, GameKind, Kind, Line, Secrets};
use std::collections::BTreeMap;
use testing::contract::secrets_change_nothing;
use testing::{Hidden, Moment, RandomGames, Seeded};

/// A few games with this kind of fog.
fn games(few: u64, fog: &str) -> RandomGames<AutumnFog> {
    RandomGames::new(few).only(|setup| setup.options["fog-of-war"] == fog)
}

/// Units that a side does not see.
fn hidden(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    let view = AutumnFog::view(definitions, state, Viewer::Side(side));
    let all = (0..view.field.units.len() as u16).map(UnitId);
    all.filter(|unit| matches!(view.field.unit(*unit).place, Location::Hidden(_))).collect()
}

/// The state with everything changed that a side does not see of the units that are hidden from it, but for steps:
/// they may be known by the zone of control that they leave.
fn with_other_statuses(definitions: &Definitions, state: &State, side: SideId, choice: &mut Seeded) -> State {
    let mut other = state.clone();
    for unit in hidden(definitions, state, side) {
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
/// not notice it by a stack's top or by a zone of control.
fn with_other_units(definitions: &Definitions, state: &State, side: SideId, choice: &mut Seeded) -> State {
    let hidden = hidden(definitions, state, side);
    let seen = |state: &State| AutumnFog::view(definitions, state, Viewer::Side(side));
    let as_it_is = seen(state);
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
            let steps = 1 + choice.next_below(usize::from(definitions.unit(one).steps));
            changed.field.units[one.index()].steps = steps as u8;
        }
        if seen(&changed) == as_it_is {
            other = changed;
        }
    }
    other
}

/// Other statuses or other units, in turn.
fn otherwise(moment: &Moment<'_, AutumnFog>, side: SideId, choice: &mut Seeded) -> Option<State> {
    let change = [with_other_statuses, with_other_units][choice.next_below(2)];
    Some(change(moment.definitions, moment.state, side, choice))
}

/// Orders that only concern the unit that acts, whose counter lies where it lay: from elsewhere another counter would
/// move.
fn is_quiet(moment: &Moment<'_, AutumnFog>, other: &State, order: &[Step]) -> bool {
    let quiet = [Verb::Move, Verb::Dig, Verb::Leave, Verb::Recover, Verb::Activate, Verb::Top, Verb::Pass, Verb::End];
    let lies = |step: &Step| match step {
        Step::Verb(verb) => quiet.contains(verb),
        Step::Unit(unit) => other.field.unit(*unit).place == moment.state.field.unit(*unit).place,
        _ => true,
    };
    order.iter().all(lies)
}

#[test]
fn what_a_side_does_not_see_changes_nothing_that_it_is_shown_told_or_allowed() {
    for fog in ["stacks", "covered"] {
        let games = games(3, fog).one_moment_in(5);
        let compared = secrets_change_nothing(&games, &Hidden { otherwise, is_quiet });
        assert!(compared.positions > 200 && compared.own > 100 && compared.watched > 50, "{fog}: {compared:?}");
    }
}

#[test]
fn no_name_of_a_hidden_unit_is_in_what_is_told_or_shown() {
    for fog in ["stacks", "covered"] {
        let games = games(1, fog);
        let unseen = games.each(|number| {
            let ([_, _, _, mut dice], mut unseen) = (Seeded::streams(number), 0);
            games.play(number, |moment, order| {
                let (definitions, watching) = (moment.definitions, moment.side.enemy());
                let viewer = Viewer::Side(watching);
                let view = moment.view_of(viewer);
                let drawn = AutumnFog::position(Seen::<AutumnFog>::new(definitions, &view));
                let mut never_seen = hidden(definitions, moment.state, watching);
                for unit in &never_seen {
                    assert!(drawn.counters.iter().all(|counter| counter.unit != Some(*unit)), "{}", moment.place());
                }
                let mut labels = Labels { dice: &mut dice, labels: Vec::new() };
                let done = decide::<AutumnFog>(definitions, moment.state, moment.side, order, &mut labels);
                let (mut lines, mut at) = (labels.labels, moment.state.clone());
                for event in &done.expect("a legal order").0 {
                    let seen = AutumnFog::redact(definitions, &at, event, viewer);
                    lines.extend(seen.and_then(|event| AutumnFog::describe(definitions, &event)));
                    AutumnFog::evolve(&mut at, event);
                    let still = hidden(definitions, &at, watching);
                    never_seen.retain(|unit| still.contains(unit));
                }
                unseen += never_seen.len();
                for unit in never_seen {
                    let name = definitions.name(unit);
                    // headquarters are named with their supports, which lie open
                    let told = lines.iter().find(|line| names(line, name) && !definitions.unit(unit).is_hq());
                    assert!(told.is_none(), "{}: {name} in {told:?}", moment.place());
                }
            });
            unseen
        });
        let unseen: usize = unseen.iter().sum();
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
fn case_4_2a_a_zone_of_control_that_is_hidden_halts_moves_of_random_games_which_go_on_all_the_same() {
    let games = games(6, "covered");
    let cases = games.each(|number| {
        let mut cases = BTreeMap::new();
        for event in games.play(number, |_, _| {}).events {
            if let Event::Thwarted { case, .. } = event {
                *cases.entry(case).or_insert(0) += 1;
            }
        }
        cases
    });
    assert!(cases.iter().any(|cases| cases.contains_key("4.2a")), "nobody has run into a hidden zone: {cases:?}");
}

#[test]
fn case_11_1_a_move_that_met_nobody_unseen_is_taken_back_because_of_a_later_line_in_the_fog_as_well() {
    let secrets = Secrets::new([7; 32], [8; 32]);
    let kind = Kind::<AutumnFog>::new();
    let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    for fog in ["no", "stacks", "covered"] {
        let scenario = rulebook.published().scenarios[0].id.clone();
        let setup = Setup { scenario, options: [("fog-of-war".to_owned(), fog.to_owned())].into() };
        let mut session =
            rulebook.open(&rulebook.start("fog", &setup, &secrets).expect("it starts")).expect("it opens");
        let batch = |lines: &[&str]| {
            let lines = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
            Batch { ask: None, lines }
        };
        for (side, line) in [(0, "allot done"), (1, "allot done"), (0, "activate general")] {
            let (records, _) = session.submit(SideId(side), &batch(&[line]), &secrets);
            records.iter().for_each(|record| session.apply(record).expect("our own record"));
        }
        let orders = session.examples(SideId(0), 40).into_iter().map(|example| example.text);
        let moves: Vec<String> = orders.filter(|order| order.starts_with("move ")).collect();
        assert!(!moves.is_empty(), "{fog}");
        let stays = |walk: &&String| session.submit(SideId(0), &batch(&[walk, "dance"]), &secrets).1.changed;
        let staying = moves.iter().filter(stays).count();
        // ruling R221: what runs into somebody who is not seen stays, what comes beside nobody unseen goes back
        match fog {
            "covered" => assert!(0 < staying && staying < moves.len(), "{staying} of {moves:?}"),
            _ => assert_eq!(staying, 0, "{fog}: {moves:?}"),
        }
    }
}
