//! Judges every step of every order: the chapter of the order's verb decides, this one only asks it.

use super::definitions::Definitions;
use super::event::Event;
use super::moment::Moment;
use super::options::Options;
use super::order::{Step, Verb};
use super::state::{Field, Pending, State};
use super::verbs;
use super::verbs::entry;
use super::view::Seen;
use crate::chapters::chapter::{Asked, Given, Steps};
use crate::chapters::combat::{attack, retreat};
use crate::chapters::historical_events::clearing;
use crate::chapters::{activation, british, c3i, historical_events, sequence};
use crate::truth::{evolve, upgrade};
use crate::{AutumnFog, position_text, sight};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ask, AskId, Misread, Outcome, Progress, Refusal, Rules, Setup, SideId, Turn, Unworded};

impl Rules for AutumnFog {
    fn initial(definitions: &Definitions, setup: &Setup) -> Result<State, String> {
        let index = definitions.published.place_of_scenario(&setup.scenario)?;
        let options = Options::read(setup)?;
        Ok(State::initial(definitions, index as u8, &definitions.published.scenarios[index], options))
    }

    fn begin(turn: &mut Turn<'_, AutumnFog>) {
        let next = turn.field.turn + 1;
        sequence::begin_turn(turn, next);
    }

    fn asks(state: &State) -> Vec<Ask> {
        state.field.open_asks().map(|ask| ask.pending.asked(ask.id, ask.side)).collect()
    }

    fn unsettled(state: &State) -> Vec<AskId> {
        state.field.asks.iter().map(|ask| ask.id).collect()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let (winner, case, reason) = state.field.over.as_ref()?;
        Some(Outcome { winner: Some(*winner), reason: format!("{reason} [{case}]"), level: None })
    }

    fn game_turn(state: &State) -> u8 {
        state.field.turn
    }

    fn recognise(definitions: &Definitions, step: &Step) -> Result<(), Misread> {
        let unit = |unit: &UnitId| unit.index() < definitions.units.len();
        let hex = |hex: &HexId| hex.index() < definitions.board.len();
        let (known, what) = match step {
            Step::Formation(formation) => (formation.index() < definitions.headquarters.len(), "formation"),
            Step::Unit(id) | Step::With(id) | Step::Lead(id) | Step::Loss(id) => (unit(id), "unit"),
            Step::Support(id, _) | Step::SupportLoss(id, _) => (unit(id), "headquarters"),
            Step::Hex(id) | Step::Via(id) | Step::Target(id) => (hex(id), "hex"),
            Step::Verb(_)
            | Step::General
            | Step::Kind(_)
            | Step::Steps(_)
            | Step::Event(_)
            | Step::Air
            | Step::Reroll
            | Step::Done => return Ok(()),
        };
        if known { Ok(()) } else { Err(Misread::new(format!("the game has no {what} with this number: {step:?}"))) }
    }

    fn candidates(seen: Seen<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
        let Some((asked, pending)) = asked(seen, partial) else { return };
        match partial.first() {
            Some(Step::Verb(verb)) => (entry(*verb).chapter.candidates)(asked, offer),
            _ => verbs::at(Moment::new(asked.field, pending)).map(Step::Verb).for_each(offer),
        }
    }

    fn legal(seen: Seen<'_>, partial: &[Step], list: &mut Steps) {
        let Some((asked, pending)) = asked(seen, partial) else { return };
        if let Some(Step::Verb(verb)) = partial.first()
            && (entry(*verb).chapter.list)(asked, list)
        {
            return;
        }
        Self::candidates(seen, partial, &mut |step| {
            if let Ok(progress) = judge_asked::<Unworded>(asked, pending, &step) {
                list.push((step, progress));
            }
        });
    }

    fn check(seen: Seen<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
        judge(seen, partial, step)
    }

    fn allows(seen: Seen<'_>, partial: &[Step], step: &Step) -> Option<Progress> {
        judge::<Unworded>(seen, partial, step).ok()
    }

    /// About the unit or the event that the order names: a verb or a target is refused when nobody can make use of it, and
    /// what keeps others from it is not what the player has asked.
    fn refuse(seen: Seen<'_>, order: &[Step], at: usize, refusal: Refusal) -> Refusal {
        let Some((Asked { definitions, field, side, .. }, pending)) = asked(seen, &[]) else { return refusal };
        if order.iter().any(|step| AutumnFog::recognise(definitions, step).is_err()) {
            return refusal;
        }
        let Some(Step::Verb(verb)) = order.first() else { return refusal };
        let (moment, moments) = (Moment::new(field, pending), entry(*verb).moments);
        let timely = moments.contains(&moment);
        let named = match (verb, at) {
            (Verb::Attack | Verb::Prepare, 1..) => attack::unable(definitions, field, side, order),
            (Verb::Play, 0 | 1) if timely || moment == Moment::Choosing => {
                historical_events::unplayable(definitions, field, side, order)
            }
            (Verb::Retreat, 1..) if refusal.case == "7.7.1i" => retreat::unable(definitions, field, order),
            (_, 1..) => None,
            (Verb::Advance, 0) if !timely => kept_west(definitions, field, order),
            _ if pending != Pending::Operate || !moments.contains(&Moment::Acting) => None,
            _ if timely && moment == Moment::Choosing => None,
            _ if moment == Moment::Choosing => named_units(order)
                .next()
                .and_then(|unit| activation::ready::<Refusal>(definitions, field, side, unit).err()),
            (Verb::Clear, _) => clearing::unable(definitions, field, side, order),
            (Verb::Activate, _) => match order.get(1) {
                Some(Step::Unit(unit)) => c3i::may_check::<Refusal>(definitions, field, side, *unit).err(),
                _ => None,
            },
            _ => None,
        };
        named.unwrap_or(refusal)
    }

    fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
        let Some(Step::Verb(verb)) = order.first() else { return };
        if let Some(thwarted) = sight::thwarts(turn, side, order) {
            return turn.emit(thwarted);
        }
        let answered = turn.field.ask(side).map(|ask| ask.pending);
        (entry(*verb).chapter.perform)(turn, side, order);
        if let Some(answered) = answered {
            sequence::go_on(turn, side, answered, order);
        }
        historical_events::sweep(turn);
    }

    fn evolve(state: &mut State, event: &Event) {
        evolve::evolve(state, event);
    }

    fn adjust(definitions: &Definitions, state: &State, lines: &str) -> Result<Vec<Event>, Misread> {
        position_text::adjust(definitions, state, lines)
    }

    fn upgrade(definitions: &Definitions, before: &State, event: &Event) -> Option<Event> {
        upgrade::upgrade(definitions, before, event)
    }
}

/// Judges a step.
fn judge<R: Given>(seen: Seen<'_>, partial: &[Step], step: &Step) -> Result<Progress, R> {
    let Some((asked, pending)) = asked(seen, partial) else {
        return Err(R::under("order", || "nothing is asked of you now").remedy(|| "You get a mail when it is."));
    };
    AutumnFog::recognise(seen.definitions, step).map_err(|misread| R::under("order", || misread.message))?;
    judge_asked::<R>(asked, pending, step)
}

/// Judges a step for a side that is asked.
fn judge_asked<R: Given>(asked: Asked<'_>, pending: Pending, step: &Step) -> Result<Progress, R> {
    match (asked.partial.first(), step) {
        (None, Step::Verb(verb)) => check_verb(asked, pending, *verb),
        (Some(Step::Verb(verb)), _) => R::judge(&entry(*verb).chapter.judge)(asked, step),
        _ => Err(R::under("order", || "an order begins with its verb")),
    }
}

/// Whether an order may begin with this verb now.
fn check_verb<R: Given>(asked: Asked<'_>, pending: Pending, verb: Verb) -> Result<Progress, R> {
    let moment = Moment::new(asked.field, pending);
    let called = entry(verb);
    if called.moments.contains(&moment) {
        return R::judge(&called.chapter.begin)(asked, &verb);
    }
    let acts = called.moments.contains(&Moment::Acting);
    Err(match moment {
        Moment::Choosing if verb == Verb::Play => {
            R::under("15.1b", || "events are played in an activation, and none is under way")
                .remedy(|| "Begin with `activate` and a formation, or `activate general`.")
        }
        Moment::Choosing if verb == Verb::End => R::under("2.1e", || "no activation is under way that could end")
            .remedy(|| "`pass` leaves the next activation to the other side."),
        Moment::Choosing if acts => R::under("3.1a", || "no unit is activated")
            .remedy(|| "Begin with `activate` and a formation, or `activate general`."),
        Moment::Acting if verb == Verb::Pass => {
            R::under("2.1e", || "an activation sequence is under way").remedy(|| "Write `end` first.")
        }
        _ => {
            let ((case, now), word) = (moment.words(), called.form.word());
            R::under(case, || format!("{now}: this is not the moment to {word}")).remedy(|| {
                let open = |verb: &Verb| check_verb::<Unworded>(asked, pending, *verb).is_ok();
                let open: Vec<&str> = verbs::at(moment).filter(open).map(|verb| entry(verb).form.word()).collect();
                let (cited, when) = called.when;
                format!("`{word}` {when} [{cited}]. Asked for now: {}.", open.join(", "))
            })
        }
    })
}

/// What keeps a British unit from going where an order leads it: after a combat it may be the reason why no advance was
/// asked for (16.2b).
fn kept_west(definitions: &Definitions, field: &Field, order: &[Step]) -> Option<Refusal> {
    let unit = named_units(order).next()?;
    order.iter().find_map(|step| match step {
        Step::Via(hex) => british::may_be_in::<Refusal>(definitions, field, unit, *hex).err(),
        _ => None,
    })
}

/// The units that an order names as those that act.
fn named_units(order: &[Step]) -> impl Iterator<Item = UnitId> + '_ {
    order.iter().filter_map(|step| match step {
        Step::Unit(unit) | Step::With(unit) => Some(*unit),
        _ => None,
    })
}

/// The one order that a side can give, when there is no choice in a combat or a stack: it is given for him. So is
/// leave for the other side's marches, which a player may want to interrupt a few times in a game.
pub fn forced(seen: Seen<'_>) -> Option<Vec<Step>> {
    let (_, pending) = asked(seen, &[])?;
    if matches!(pending, Pending::Return | Pending::Allot | Pending::Operate | Pending::AirSupply) {
        return None;
    }
    if pending == Pending::Interrupt {
        return Some(vec![Step::Verb(Verb::Let)]);
    }
    seen.only_order()
}

/// The viewer as the side that is asked, with what it has ordered so far, and its open ask.
pub fn asked<'a>(seen: Seen<'a>, partial: &'a [Step]) -> Option<(Asked<'a>, Pending)> {
    let Seen { definitions, view } = seen;
    let side = view.side?;
    let pending = view.field.ask(side)?.pending;
    Some((Asked { definitions, field: &view.field, allotted: &view.allotted, side, partial }, pending))
}
