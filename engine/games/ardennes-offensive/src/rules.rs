//! Who is asked, what he may do, and what comes of it: each order goes to the chapter of its verb.

use crate::ArdennesOffensive;
use crate::chapters::combat;
use crate::chapters::movement;
use crate::chapters::movement::reinforcements;
use crate::chapters::paradrop;
use crate::chapters::sequence;
use crate::chapters::setup;
use crate::position_text;
use crate::printed::{Column, Definitions};
use crate::truth::event::Event;
use crate::truth::evolve;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, State, Topic};
use crate::verbs;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ask, Misread, Outcome, Progress, Refusal, Rules, Seen, Setup, SideId, Turn, judge_candidates};
use engine::speech::words;

impl Rules for ArdennesOffensive {
    fn initial(definitions: &Definitions, setup: &Setup) -> Result<State, String> {
        setup::initial(definitions, setup)
    }

    fn begin(turn: &mut Turn<'_, ArdennesOffensive>) {
        sequence::begin(turn);
    }

    fn asks(state: &State) -> Vec<Ask> {
        let ask = state.asked.map(|asked| match asked.topic {
            Topic::SetUp | Topic::Move | Topic::Attack => Ask::duty(asked.id, asked.side),
            Topic::Losses | Topic::Retreat => Ask::duty(asked.id, asked.side).passing(),
            Topic::Waive | Topic::Advance => Ask::right(asked.id, asked.side).passing(),
        });
        ask.into_iter().collect()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let ending = state.ending.as_ref()?;
        let [german, allied] = ending.points;
        let why = match ending.case.as_str() {
            "16.2" => "the Germans have enough points by the end of turn 6 (16.2)",
            "16.3" => "the Germans have too few points at the end (16.3)",
            _ => "by the ratio of points (16.1)",
        };
        let level = match ending.winner {
            Some(SideId(0)) => "German victory",
            Some(_) => "Allied victory",
            None => "Draw",
        };
        let reason = format!("{german} German points to {allied} Allied, {why}");
        Some(Outcome { winner: ending.winner, reason, level: Some(level.to_owned()) })
    }

    fn game_turn(state: &State) -> u8 {
        state.turn
    }

    fn recognise(definitions: &Definitions, step: &Step) -> Result<(), Misread> {
        let unknown = |what: &str| Err(Misread::new(format!("the game has no {what} with this number: {step:?}")));
        match step {
            Step::Unit(UnitId(unit)) | Step::Follow(UnitId(unit))
                if usize::from(*unit) >= definitions.counters.len() =>
            {
                unknown("unit")
            }
            Step::Hex(HexId(hex)) if usize::from(*hex) >= definitions.board.hex_count() => unknown("hex"),
            Step::Odds(column) if definitions.tables.crt.columns().all(|known: Column| known != *column) => {
                unknown("column")
            }
            _ => Ok(()),
        }
    }

    fn candidates(seen: Seen<'_, ArdennesOffensive>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let Some(side) = seen.view.asked() else { return };
        match partial.first() {
            None => verbs::answering(definitions, state).for_each(|entry| offer(Step::Verb(entry.verb))),
            Some(Step::Verb(verb)) => match verb {
                Verb::Place => setup::candidates(definitions, state, side, partial, offer),
                Verb::Enter => reinforcements::candidates(definitions, state, side, partial, offer),
                Verb::Drop => paradrop::candidates(definitions, state, partial, offer),
                Verb::Move | Verb::March | Verb::Deploy => {
                    movement::candidates(definitions, state, side, partial, offer)
                }
                Verb::Attack | Verb::Lose | Verb::Retreat | Verb::Advance => {
                    combat::candidates(definitions, state, side, partial, offer);
                }
                Verb::Ready | Verb::Waive | Verb::Keep | Verb::Hold | Verb::End => {}
            },
            Some(_) => {}
        }
    }

    fn legal(seen: Seen<'_, ArdennesOffensive>, partial: &[Step], list: &mut Vec<(Step, Progress)>) {
        match partial {
            // one search finds all the hexes; judging each would search again
            [Step::Verb(Verb::Move), Step::Unit(_)] => {
                Self::candidates(seen, partial, &mut |step| list.push((step, Progress::Complete)));
            }
            _ => judge_candidates(seen, partial, list),
        }
    }

    fn check(seen: Seen<'_, ArdennesOffensive>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let side = seen.view.asked().ok_or_else(|| Refusal::new("4.1", "nothing is asked of you now"))?;
        match (partial.first(), step) {
            (None, Step::Verb(verb)) => check_verb(definitions, state, side, *verb),
            (Some(Step::Verb(verb)), step) => match verb {
                Verb::Place => setup::check(definitions, state, side, partial, step),
                Verb::Enter => reinforcements::check(definitions, state, side, partial, step),
                Verb::Drop => paradrop::check(definitions, state, partial, step),
                Verb::Move | Verb::March | Verb::Deploy => movement::check(definitions, state, side, partial, step),
                Verb::Attack | Verb::Lose | Verb::Retreat | Verb::Advance => {
                    combat::check(definitions, state, side, partial, step)
                }
                Verb::Ready | Verb::Waive | Verb::Keep | Verb::Hold | Verb::End => {
                    Err(Refusal::new("order", "nothing more belongs to this order"))
                }
            },
            _ => Err(Refusal::new("order", "an order begins with what is done")),
        }
    }

    fn refuse(seen: Seen<'_, ArdennesOffensive>, order: &[Step], at: usize, refusal: Refusal) -> Refusal {
        match (order, at) {
            // a unit that can enter or go nowhere is judged before its hex is read; the player reads of the hex that he named
            ([Step::Verb(Verb::Enter | Verb::Move), Step::Unit(_), hex, ..], 1) => {
                Self::check(seen, &order[..2], hex).err().unwrap_or(refusal)
            }
            _ => refusal,
        }
    }

    fn unfinished(seen: Seen<'_, ArdennesOffensive>, order: &[Step]) -> Option<Refusal> {
        match order.first() {
            Some(Step::Verb(Verb::Lose)) => combat::too_few(seen.definitions, &seen.view.state, order),
            _ => None,
        }
    }

    fn perform(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId, order: &[Step]) {
        let Some(Step::Verb(verb)) = order.first() else { return };
        match verb {
            Verb::Place => setup::perform(turn, order),
            Verb::Ready => sequence::is_set_up(turn, side),
            Verb::Enter => reinforcements::perform(turn, side, order),
            Verb::Drop => {
                if let [_, Step::Hex(hex)] = order {
                    paradrop::perform(turn, side, *hex);
                }
            }
            Verb::Move | Verb::March | Verb::Deploy => movement::perform(turn, side, order),
            Verb::End => sequence::end_phase(turn),
            _ => {
                combat::perform(turn, side, order);
                sequence::after_combat(turn);
            }
        }
    }

    fn adjust(definitions: &Definitions, state: &State, lines: &str) -> Result<Vec<Event>, Misread> {
        position_text::adjust(definitions, state, lines)
    }

    fn evolve(state: &mut State, event: &Event) {
        evolve(state, event);
    }
}

/// Whether an order may begin with a verb now: it answers what is asked, and something can follow.
fn check_verb(definitions: &Definitions, state: &State, side: SideId, verb: Verb) -> Result<Progress, Refusal> {
    let entry = verbs::entry(verb);
    let topic = state.asked.map(|asked| asked.topic);
    if topic != Some(entry.topic) && !(verb == Verb::End && topic == Some(Topic::Attack)) {
        let open = |other: &&verbs::Entry| begins(definitions, state, side, other.verb).is_ok();
        let now = words(verbs::answering(definitions, state).filter(open).map(|other| &other.line));
        let refusal = Refusal::new(entry.case, format!("`{}` is not for now", entry.line.word()));
        return Err(refusal.remedy(format!("Now: {now}.")));
    }
    begins(definitions, state, side, verb)
}

/// Whether an order that answers what is asked may begin with its verb.
fn begins(definitions: &Definitions, state: &State, side: SideId, verb: Verb) -> Result<Progress, Refusal> {
    if paradrop::is_due(definitions, state) {
        if verb != Verb::Drop {
            let name = definitions.name(definitions.paratroops);
            return Err(Refusal::new("15a", format!("{name} drops before anything else is done"))
                .remedy("Write `drop at HEX`."));
        }
    } else if verb == Verb::Drop {
        return Err(Refusal::new("15a", "nobody drops now"));
    }
    match verb {
        Verb::Ready | Verb::Waive | Verb::Keep | Verb::Hold => Ok(Progress::Complete),
        Verb::End => {
            match state.phase {
                Phase::Combat => combat::check_end(definitions, state, side)?,
                _ => movement::check_end(definitions, state, side)?,
            }
            Ok(Progress::Complete)
        }
        _ => Ok(Progress::Open),
    }
}
