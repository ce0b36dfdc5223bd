//! Historical events (case 15): markers that a side plays once, and what they do.
//!
//! [`placing`] tells where an event may be played, [`interrupt`] lets it stop a march of the other side, [`stacks`]
//! are those that help a German stack, [`nuts`] raises American quality, [`air_supply`] feeds a stack, [`clearing`]
//! removes what bars a hex.

pub mod air_supply;
pub mod barriers;
pub mod clearing;
pub mod interrupt;
pub mod nuts;
mod placing;
mod stacks;

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, Steps, misplaced};
use crate::chapters::{asking, zones};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::order::{EventKind, Step, Verb};
use crate::truth::state::{Field, Pending};
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, Refusal, SideId, Turn, Unworded};

/// Face of the die from which the paratroopers of Operation Stoesser gather (15.2a).
const GATHERED: u8 = 4;

/// Events that an ask leaves time for (15.1b, ruling R142).
fn timely(pending: Pending, sequence_under_way: bool) -> &'static [EventKind] {
    match pending {
        Pending::Operate if sequence_under_way => {
            &[EventKind::Stoesser, EventKind::Skorzeny, EventKind::FuelDump, EventKind::Roadblock, EventKind::Nuts]
        }
        Pending::Defend => &[EventKind::Nuts],
        Pending::Interrupt => &[EventKind::Greif, EventKind::Roadblock],
        Pending::AirSupply => &[EventKind::AirSupply],
        _ => &[],
    }
}

/// Whether this is the moment of an event.
fn is_timely(field: &Field, side: SideId, kind: EventKind) -> bool {
    let sequence = field.operations.activation.is_some();
    field.ask(side).is_some_and(|ask| timely(ask.pending, sequence).contains(&kind))
}

/// When an event may be played, in words.
const fn moment(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Stoesser | EventKind::Skorzeny | EventKind::FuelDump => "in a German activation",
        EventKind::Greif => "when an American unit marches within six hexes of a German one",
        EventKind::Roadblock => "in an Allied activation, or when a German unit marches",
        EventKind::Nuts => "in an Allied activation, or when Americans are attacked",
        EventKind::AirSupply => "in the supply phase of turns 5 and 6",
    }
}

/// Whether a side holds an event of a kind and this is its moment.
fn check_moment<R: Grounds>(field: &Field, side: SideId, kind: EventKind) -> Result<(), R> {
    if kind.side() != side {
        return Err(R::under(kind.case(), || format!("{} is no event of your side", kind.title())));
    }
    if field.events[kind.index()] == 0 {
        return Err(R::under("15.1a", || format!("no marker for {} is left", kind.title())));
    }
    if !is_timely(field, side, kind) {
        return Err(R::under("15.1b", || format!("{} is not for this moment", kind.title())).remedy(|| {
            let soon = field.ask(side).is_some_and(|ask| timely(ask.pending, true).contains(&kind));
            let begin = if soon { " Begin with `activate` and a formation, or `activate general`." } else { "" };
            format!("It is played {}.{begin}", moment(kind))
        }));
    }
    Ok(())
}

/// Whether a side may play an event of a kind now, wherever.
fn check_kind<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, kind: EventKind) -> Result<(), R> {
    check_moment::<R>(field, side, kind)?;
    placing::anywhere::<R>(definitions, field, kind)
}

/// Whether a side could play Nuts! (15.3c).
pub fn has_nuts(definitions: &Definitions, field: &Field, side: SideId) -> bool {
    let kind = EventKind::Nuts;
    kind.side() == side
        && field.events[kind.index()] > 0
        && placing::anywhere::<Unworded>(definitions, field, kind).is_ok()
}

/// The chapter of `play` and `let`.
pub static CHAPTER: Chapter = Chapter {
    begin: Judge(check_verb, check_verb),
    list: open,
    ..Chapter::new(candidates, Judge(check, check), perform)
};

/// Steps that may follow `play`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    match partial {
        [_] => EventKind::ALL.into_iter().filter(|kind| kind.side() == side).map(Step::Event).for_each(offer),
        [_, Step::Event(kind)] => placing::hexes(definitions, field, *kind).into_iter().map(Step::Hex).for_each(offer),
        _ => {}
    }
}

/// The hexes that may follow `play` and an event, in the order of [`candidates`]. Where a marker may bar a hex is told
/// for all hexes at once.
fn open(asked: Asked<'_>, list: &mut Steps) -> bool {
    let Asked { definitions, field, partial, .. } = asked;
    let [Step::Verb(Verb::Play), Step::Event(kind)] = partial else { return false };
    let hexes = placing::hexes(definitions, field, *kind).into_iter();
    let fits = |hex: &HexId| kind.bars() || placing::check::<Unworded>(definitions, field, *kind, *hex).is_ok();
    list.extend(hexes.filter(fits).map(|hex| (Step::Hex(hex), Progress::Complete)));
    true
}

/// What keeps the event that an order names from being played: that this is not its moment, or in the hex that it names, if it names one.
pub fn unplayable(definitions: &Definitions, field: &Field, side: SideId, order: &[Step]) -> Option<Refusal> {
    let Some(Step::Event(kind)) = order.get(1) else { return None };
    let nowhere = || match order.get(2) {
        Some(Step::Hex(hex)) => placing::check::<Refusal>(definitions, field, *kind, *hex).err(),
        _ => placing::anywhere::<Refusal>(definitions, field, *kind).err(),
    };
    check_moment::<Refusal>(field, side, *kind).err().or_else(nowhere)
}

/// Judges what follows `play`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    match (partial, step) {
        ([Step::Verb(Verb::Play)], Step::Event(kind)) => {
            check_kind::<R>(definitions, field, side, *kind).map(|()| Progress::Open)
        }
        ([Step::Verb(Verb::Play), Step::Event(kind)], Step::Hex(hex)) => {
            placing::check::<R>(definitions, field, *kind, *hex).map(|()| Progress::Complete)
        }
        ([Step::Verb(Verb::Play)], _) => Err(misplaced("an event")),
        _ => Err(misplaced("a hex")),
    }
}

/// Judges `play` and `let` as verbs: whether there is anything to play.
///
/// # Errors
/// The rule that forbids it.
fn check_verb<R: Grounds>(asked: Asked<'_>, verb: &Verb) -> Result<Progress, R> {
    let Asked { definitions, field, side, .. } = asked;
    if *verb == Verb::Let {
        return Ok(Progress::Complete);
    }
    let own = || EventKind::ALL.into_iter().filter(|kind| kind.side() == side);
    if own().any(|kind| check_kind::<Unworded>(definitions, field, side, kind).is_ok()) {
        return Ok(Progress::Open);
    }
    let left = || own().filter(|kind| field.events[kind.index()] > 0);
    if left().next().is_none() {
        return Err(R::under("15.1a", || "you have no event left"));
    }
    // where it is the moment of one of them, what keeps that one from being played tells more
    if let Some(kind) = left().find(|kind| is_timely(field, side, *kind)) {
        return check_kind::<R>(definitions, field, side, kind).map(|()| Progress::Open);
    }
    Err(R::under("15.1b", || "none of your events can be played now").remedy(|| {
        let left: Vec<String> = left().map(|kind| format!("{}: {}", kind.title(), moment(kind))).collect();
        format!("{}.", left.join("; "))
    }))
}

/// Plays an event, or lets the moment pass.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let Some(pending) = turn.field.ask(side).map(|ask| ask.pending) else { return };
    let played = match order {
        [_, Step::Event(kind), Step::Hex(hex)] => Some((*kind, *hex)),
        _ => None,
    };
    if let Some((kind, hex)) = played {
        turn.emit(Event::EventPlayed { kind, hex });
    }
    match pending {
        // the march goes on, as the sequence of play says
        Pending::Interrupt => {
            asking::settle(turn, side, pending);
            if let Some((kind, hex)) = played.filter(|(kind, _)| kind.bars()) {
                turn.emit(Event::MarkerLaid { kind, hex });
            }
            return;
        }
        Pending::AirSupply => return air_supply::answered(turn, side, played.map(|(_, hex)| hex)),
        _ => {}
    }
    match played {
        Some((EventKind::Stoesser, hex)) => {
            let die = turn.die("Operation Stoesser", 6);
            turn.emit(Event::Jumped { hex, die, gathered: die >= GATHERED });
        }
        Some((EventKind::Skorzeny, hex)) => stacks::cover(turn, hex),
        Some((EventKind::FuelDump, hex)) => stacks::refuel(turn, hex),
        Some((kind, hex)) => turn.emit(Event::MarkerLaid { kind, hex }),
        None => {}
    }
}

/// Takes away markers whose hex no longer holds what they need: Nuts! an American unit (15.3c, ruling R159).
pub fn sweep(turn: &mut Turn<'_, AutumnFog>) {
    let idle = |(kind, hex): &&(EventKind, HexId)| {
        *kind == EventKind::Nuts && !zones::friend_in(&turn.field, *hex, kind.side())
    };
    if let Some((kind, hex)) = turn.field.markers.iter().find(idle).copied() {
        turn.emit(Event::MarkerRemoved { kind, hex });
    }
}
