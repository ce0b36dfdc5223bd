//! Who is asked, what he may do, and what comes of it: each order goes to the chapter of its verb.

use crate::ArdennesII;
use crate::chapters::asking::case_of_now;
use crate::chapters::combat::{able, answers, attack};
use crate::chapters::movement::orders as movement;
use crate::chapters::movement::{exit, overrun};
use crate::chapters::{artillery, barrage, bridges, reinforcements, sequence, setup, supply};
use crate::position_text;
use crate::printed::{Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::evolve;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{State, Topic};
use crate::verbs;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{
    Ask, Misread, OptionRule, Outcome, Progress, Refusal, Rules, Seen, Setup, SideId, Turn, judge_candidates,
};
use engine::speech::words;

impl Rules for ArdennesII {
    fn initial(definitions: &Definitions, setup: &Setup) -> Result<State, String> {
        OptionRule::known(&[], setup)?;
        setup::initial(definitions, &setup.scenario)
    }

    fn begin(turn: &mut Turn<'_, ArdennesII>) {
        sequence::begin(turn);
    }

    fn asks(state: &State) -> Vec<Ask> {
        let ask = state.asked.map(|asked| {
            let ask = match asked.topic {
                Topic::Hold | Topic::Advance | Topic::Bridge | Topic::Barrage | Topic::Arrivals => {
                    Ask::right(asked.id, asked.side)
                }
                _ => Ask::duty(asked.id, asked.side),
            };
            if asked.passes { ask.passing() } else { ask }
        });
        ask.into_iter().collect()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let ending = state.ending.as_ref()?;
        // records of former versions have no reason
        let reason = match &ending.reason[..] {
            "" => format!("the best German turn brought {} points (6)", ending.points),
            reason => reason.to_owned(),
        };
        Some(Outcome { winner: ending.winner, reason, level: Some(ending.level.clone()) })
    }

    fn game_turn(state: &State) -> u8 {
        state.turn
    }

    fn recognise(definitions: &Definitions, step: &Step) -> Result<(), Misread> {
        let unknown = |what: &str| Err(Misread::new(format!("the game has no {what} with this number: {step:?}")));
        match step {
            Step::Unit(UnitId(unit)) | Step::Follow(UnitId(unit)) | Step::Spotter(UnitId(unit))
                if usize::from(*unit) >= definitions.counters.len() =>
            {
                unknown("unit")
            }
            Step::Hex(HexId(hex)) | Step::Beyond(HexId(hex)) if usize::from(*hex) >= definitions.board.len() => {
                unknown("hex")
            }
            _ => Ok(()),
        }
    }

    fn candidates(seen: Seen<'_, ArdennesII>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let Some(side) = seen.view.asked() else { return };
        match partial.first() {
            None => verbs::answering(state).for_each(|entry| offer(Step::Verb(entry.verb))),
            Some(Step::Verb(verb)) => match verb {
                Verb::Place if is_set_up(state) => setup::candidates(definitions, state, side, partial, offer),
                Verb::Place => reinforcements::candidates(definitions, state, side, partial, offer),
                Verb::Supply | Verb::Roll => supply::candidates(definitions, state, side, partial, offer),
                Verb::Move | Verb::Overrun | Verb::Exit => {
                    movement::candidates(definitions, state, side, partial, offer);
                }
                Verb::Fire | Verb::Strike => barrage::candidates(definitions, state, side, partial, offer),
                Verb::Attack => attack::candidates(definitions, state, side, partial, offer),
                Verb::Retreat | Verb::Lose | Verb::Advance => answers::candidates(definitions, state, partial, offer),
                Verb::Run => artillery::candidates(definitions, state, side, partial, offer),
                Verb::Blow => bridges::candidates(definitions, state, partial, offer),
                Verb::Ready | Verb::Hold | Verb::Stay | Verb::Keep | Verb::End => {}
            },
            Some(_) => {}
        }
    }

    fn legal(seen: Seen<'_, ArdennesII>, partial: &[Step], list: &mut Vec<(Step, Progress)>) {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        match (partial, seen.view.asked()) {
            // searches find all hexes at once; judging each would search again
            ([Step::Verb(Verb::Move), .., Step::Unit(_)], Some(side)) => {
                Self::candidates(seen, partial, &mut |step| match step {
                    Step::Hex(_) => list.push((step, Progress::Complete)),
                    _ => list.extend(
                        movement::check(definitions, state, side, partial, &step).ok().map(|progress| (step, progress)),
                    ),
                });
            }
            ([Step::Verb(Verb::Fire), ..] | [Step::Verb(Verb::Strike)], Some(side)) => {
                barrage::legal(definitions, state, side, partial, list);
            }
            ([Step::Verb(Verb::Run), Step::Unit(_)], Some(_)) => {
                Self::candidates(seen, partial, &mut |step| list.push((step, Progress::Complete)));
            }
            _ => judge_candidates(seen, partial, list),
        }
    }

    fn check(seen: Seen<'_, ArdennesII>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let idle = || {
            let why = if state.ending.is_some() { "the game is over" } else { "nothing is asked of you now" };
            Refusal::new("2.1a", why)
        };
        let side = seen.view.asked().ok_or_else(idle)?;
        match (partial.first(), step) {
            (None, Step::Verb(verb)) => check_verb(definitions, state, side, *verb),
            (Some(Step::Verb(verb)), step) => match verb {
                Verb::Place if is_set_up(state) => setup::check(definitions, state, side, partial, step),
                Verb::Place => reinforcements::check(definitions, state, side, partial, step),
                Verb::Supply | Verb::Roll => supply::check(definitions, state, side, partial, step),
                Verb::Move | Verb::Overrun | Verb::Exit => movement::check(definitions, state, side, partial, step),
                Verb::Fire | Verb::Strike => barrage::check(definitions, state, side, partial, step),
                Verb::Attack => attack::check(definitions, state, side, partial, step),
                Verb::Retreat | Verb::Lose | Verb::Advance => answers::check(definitions, state, partial, step),
                Verb::Run => artillery::check(definitions, state, side, partial, step),
                Verb::Blow => bridges::check_step(definitions, state, side, partial, step),
                Verb::Ready | Verb::Hold | Verb::Stay | Verb::Keep | Verb::End => {
                    Err(Refusal::new("order", "nothing more belongs to this order"))
                }
            },
            _ => Err(Refusal::new("order", "an order begins with what is done")),
        }
    }

    fn refuse(seen: Seen<'_, ArdennesII>, order: &[Step], at: usize, refusal: Refusal) -> Refusal {
        let Some(side) = seen.view.asked() else { return refusal };
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let moves = state.asked.is_some_and(|asked| asked.topic == Topic::Move);
        // who is judged before the rest is read may be none of whom the player has named
        let own = match (order, at) {
            ([Step::Verb(Verb::Attack), Step::Hex(target), Step::Unit(unit), ..], 1) => {
                able(definitions, state, side, *unit, *target).err()
            }
            ([Step::Verb(Verb::Overrun), Step::Hex(target), Step::Unit(unit), ..], 0 | 1) if moves => {
                overrun::check(definitions, state, side, &[*unit], *target).err()
            }
            ([Step::Verb(Verb::Fire), unit @ Step::Unit(_), ..], 0) if barrage::fires(state, side) => {
                Self::check(seen, &order[..1], unit).err()
            }
            (
                [Step::Verb(Verb::Place), unit @ Step::Unit(_), ..] | [Step::Verb(Verb::Blow), unit @ Step::Hex(_), ..],
                0,
            ) if is_for_now(state, order) => Self::check(seen, &order[..1], unit).err(),
            ([Step::Verb(Verb::Move), Step::Unit(_), hex @ Step::Hex(_), ..], 1) => {
                Self::check(seen, &order[..2], hex).err()
            }
            _ => None,
        };
        own.unwrap_or(refusal)
    }

    fn unfinished(seen: Seen<'_, ArdennesII>, order: &[Step]) -> Option<Refusal> {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        match order {
            [Step::Verb(Verb::Run), ..] => artillery::unfinished(definitions, state, seen.view.asked()?, order),
            _ => answers::unfinished(definitions, state, order),
        }
    }

    fn perform(turn: &mut Turn<'_, ArdennesII>, side: SideId, order: &[Step]) {
        let Some(Step::Verb(verb)) = order.first() else { return };
        let topic = turn.asked.map(|asked| asked.topic);
        match verb {
            Verb::Place if is_set_up(turn) => return setup::perform(turn, order),
            Verb::Ready => {
                turn.emit(Event::Answered);
                return sequence::set_up(turn, Some(side));
            }
            Verb::Place => reinforcements::perform(turn, order),
            Verb::Supply | Verb::Roll => supply::perform(turn, order),
            Verb::Move | Verb::Overrun | Verb::Exit => movement::perform(turn, side, order),
            Verb::Fire | Verb::Strike => barrage::perform(turn, side, order),
            Verb::Attack => attack::perform(turn, side, order),
            Verb::Hold | Verb::Retreat | Verb::Lose | Verb::Advance | Verb::Stay => answers::perform(turn, order),
            Verb::Run => {
                turn.emit(Event::Answered);
                artillery::perform(turn, order);
            }
            Verb::Blow => {
                // what is open of these two may be another question without the bridge
                if matches!(topic, Some(Topic::Bridge | Topic::Hold)) {
                    turn.emit(Event::Answered);
                }
                bridges::perform(turn, order);
            }
            Verb::Keep => {
                turn.emit(Event::Answered);
                turn.emit(Event::Threatened { plungers: Vec::new() });
            }
            Verb::End => sequence::end_phase(turn),
        }
        sequence::go_on(turn);
    }

    fn adjust(definitions: &Definitions, state: &State, lines: &str) -> Result<Vec<Event>, Misread> {
        position_text::adjust(definitions, state, lines)
    }

    fn evolve(state: &mut State, event: &Event) {
        evolve(state, event);
    }
}

fn is_set_up(state: &State) -> bool {
    state.asked.is_some_and(|asked| asked.topic == Topic::SetUp)
}

/// Whether a verb answers what is asked.
fn is_for_now(state: &State, order: &[Step]) -> bool {
    matches!(order.first(), Some(Step::Verb(verb)) if verbs::answers(state, verbs::entry(*verb)))
}

/// Whether an order may begin with a verb now: it answers what is asked, and somebody can do it.
fn check_verb(definitions: &Definitions, state: &State, side: SideId, verb: Verb) -> Result<Progress, Refusal> {
    let entry = verbs::entry(verb);
    if verbs::answers(state, entry) {
        return begins(definitions, state, side, verb);
    }
    let open = |entry: &&verbs::Entry| begins(definitions, state, side, entry.verb).is_ok();
    let now = words(verbs::answering(state).filter(open).map(|entry| &entry.line));
    let refusal = match entry.case {
        _ if verb == Verb::Blow && side == GERMAN => Refusal::new("3.8e", "only the US player tries to blow bridges"),
        "2.1" => Refusal::new(case_of_now(state), format!("`{}` is not for now", entry.line.word())),
        case => Refusal::new(case, format!("`{}` is not for now", entry.line.word())),
    };
    Err(refusal.remedy(format!("Now: {now}.")))
}

/// Whether somebody can do what a verb says that answers what is asked.
fn begins(definitions: &Definitions, state: &State, side: SideId, verb: Verb) -> Result<Progress, Refusal> {
    match verb {
        Verb::Ready | Verb::Hold | Verb::Stay | Verb::Keep | Verb::End => return Ok(Progress::Complete),
        Verb::Strike => barrage::has_strike(state, side)?,
        Verb::Supply => supply::has_supply(state, side)?,
        Verb::Roll if supply::to_roll(definitions, state, side).is_empty() => {
            return Err(Refusal::new("3.7o", "none of your disorganised artillery is without supply"));
        }
        Verb::Place if !is_set_up(state) && reinforcements::waiting(definitions, state, side).is_empty() => {
            return Err(reinforcements::nobody(definitions, state, side));
        }
        Verb::Exit => exit::anybody(definitions, state, side)?,
        Verb::Overrun if !movement::overruns(definitions, state, side) => {
            return Err(Refusal::new("3.3e", "none of your units stands where it could overrun anybody")
                .remedy("Move those who may next to an enemy along the road first."));
        }
        Verb::Fire if !barrage::any_gun(definitions, state, side) => {
            return Err(Refusal::new("3.5a", "none of your artillery can fire now"));
        }
        Verb::Blow => bridges::anything(definitions, state)?,
        _ => {}
    }
    Ok(Progress::Open)
}
