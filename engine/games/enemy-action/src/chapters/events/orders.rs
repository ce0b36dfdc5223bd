//! Orders that play a card as an event in the own impulse (5.2).

use super::{HELD_BACK, Work, deeds, digs, held_back, hungry, river, work};
use crate::EnemyAction;
use crate::chapters::asking::{Known, held, misplaced};
use crate::chapters::supply;
use crate::printed::{ALLIED, Deed, GERMAN, RiverId};
use crate::truth::event::{Event, Play};
use crate::truth::order::{Step, Verb};
use crate::truth::roster::Place;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Whether an event can do anything now.
pub fn possible(known: Known<'_>, deed: Deed) -> bool {
    let mut found = false;
    targets(known, deed, &mut |_| found = true);
    found
}

/// First steps after an event.
fn targets(known: Known<'_>, deed: Deed, offer: &mut dyn FnMut(Step)) {
    let (definitions, public) = (known.definitions, known.public);
    let board = &definitions.board;
    match deed {
        Deed::Engineers | Deed::BridgeEngineers => {
            let mut hexes = board.none();
            let traced = supply::trace(definitions, public, known.side);
            for (at, it) in board.rivers().iter().enumerate() {
                if work(definitions, public, known.side, &traced, RiverId(at as u16)).is_ok() {
                    it.ends.iter().for_each(|hex| hexes.insert(*hex));
                }
            }
            if deed == Deed::Engineers {
                board.all().filter(|hex| digs(definitions, public, *hex).is_ok()).for_each(|hex| hexes.insert(hex));
            }
            hexes.iter().map(Step::Hex).for_each(offer);
        }
        Deed::Airpower => {
            board.all().filter(|hex| !hungry(definitions, public, *hex).is_empty()).map(Step::Hex).for_each(offer);
        }
        Deed::Eisenhower => {
            let groups = definitions.groups().map(|(group, _)| group);
            groups.filter(|group| !held_back(definitions, public, *group).is_empty()).map(Step::Group).for_each(offer);
        }
        Deed::Commandos if public.piles[ALLIED.index()].hand > 0 => offer(Step::Done),
        Deed::Commandos => {}
        _ if public.has(deed) => {}
        _ => offer(Step::Done),
    }
}

/// Steps that may follow `event`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    match partial {
        [_] => known.hand.iter().copied().map(Step::Card).for_each(offer),
        [_, Step::Card(card)] => {
            deeds(known.definitions, known.public, *card).into_iter().map(Step::Deed).for_each(offer)
        }
        [_, Step::Card(_), Step::Deed(deed)] => targets(known, *deed, offer),
        [_, Step::Card(_), Step::Deed(_), Step::Hex(hex)] => {
            offer(Step::Done);
            known.definitions.board.around(*hex).map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `event`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    match (partial, step) {
        ([_], Step::Card(card)) => {
            held(known, *card)?;
            if public.opens() {
                return Err(Refusal::new("4.11e", "no event is played in the first three German impulses"));
            }
            let title = &definitions.card(*card).title;
            if deeds(definitions, public, *card).is_empty() {
                return Err(Refusal::new("5.2e", format!("{title} is no event today")));
            }
            Ok(Progress::Open)
        }
        ([_, Step::Card(card)], Step::Deed(deed)) => {
            let title = &definitions.card(*card).title;
            if !deeds(definitions, public, *card).contains(deed) {
                return Err(Refusal::new("2.3e", format!("{title} is not {} today", deed.name())));
            }
            Ok(Progress::Open)
        }
        ([_, Step::Card(_), Step::Deed(deed)], _) => first(known, *deed, step),
        ([_, Step::Card(_), Step::Deed(Deed::Engineers), Step::Hex(hex)], Step::Done) => {
            digs(definitions, public, *hex).map(|()| Progress::Complete)
        }
        ([_, Step::Card(_), Step::Deed(Deed::Engineers | Deed::BridgeEngineers), Step::Hex(one)], Step::Hex(other)) => {
            let river = river(definitions, *one, *other)?;
            let traced = supply::trace(definitions, public, known.side);
            work(definitions, public, known.side, &traced, river).map(|_| Progress::Complete)
        }
        _ => Err(misplaced("a card, an event, and where it happens")),
    }
}

/// Judges the step after an event.
fn first(known: Known<'_>, deed: Deed, step: &Step) -> Result<Progress, Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    match (deed, step) {
        (Deed::Engineers | Deed::BridgeEngineers, Step::Hex(hex)) => {
            let traced = supply::trace(definitions, public, known.side);
            let digs = digs(definitions, public, *hex);
            if deed == Deed::Engineers && digs.is_ok() {
                return Ok(Progress::Open);
            }
            let rivers = definitions.board.hex(*hex).sides.iter().filter_map(|border| border.river);
            let mut works =
                rivers.map(|river| work(definitions, public, known.side, &traced, river)).collect::<Vec<_>>();
            if works.iter().any(Result::is_ok) {
                return Ok(Progress::Open);
            }
            let none = || Refusal::new("12.21", format!("no river flows beside {}", definitions.place(*hex)));
            match works.pop() {
                Some(Err(refusal)) => Err(refusal),
                _ if deed == Deed::Engineers => digs.map(|()| Progress::Open),
                _ => Err(none()),
            }
        }
        (Deed::Airpower, Step::Hex(hex)) => {
            if hungry(definitions, public, *hex).is_empty() {
                let message = format!("no unsupplied Allied unit is in {}", definitions.place(*hex));
                return Err(Refusal::new("10.3a", message));
            }
            Ok(Progress::Complete)
        }
        (Deed::Eisenhower, Step::Group(group)) => {
            if held_back(definitions, public, *group).is_empty() {
                let message = format!("{} cannot be held back", definitions.group(*group));
                return Err(Refusal::new("T.EVe", message));
            }
            Ok(Progress::Complete)
        }
        (Deed::Engineers | Deed::BridgeEngineers | Deed::Airpower | Deed::Eisenhower, _) => {
            Err(misplaced("where the event happens"))
        }
        (_, Step::Done) if !possible(known, deed) => {
            Err(Refusal::new("5.2e", format!("{} could do nothing now", deed.name())))
        }
        (_, Step::Done) => Ok(Progress::Complete),
        _ => Err(misplaced("nothing more")),
    }
}

/// Plays a card as an event. Whether the impulse is over.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, side: SideId, order: &[Step]) -> bool {
    let [Step::Verb(Verb::Event), Step::Card(card), Step::Deed(deed), rest @ ..] = order else { return true };
    let definitions = turn.definitions();
    turn.emit(Event::Answered);
    turn.emit(Event::Played { side, card: *card, play: Play::Event(*deed), back: false });
    match (deed, rest) {
        (Deed::Engineers, [Step::Hex(hex), Step::Done]) => turn.emit(Event::DugIn { hex: *hex }),
        (Deed::Engineers | Deed::BridgeEngineers, [Step::Hex(one), Step::Hex(other)]) => {
            let Ok(river) = river(definitions, *one, *other) else { return true };
            let traced = supply::trace(definitions, &turn.public, side);
            match work(definitions, &turn.public, side, &traced, river) {
                Ok(Work::Blow) => {
                    turn.emit(Event::DemolitionBegan { river });
                    return false;
                }
                Ok(Work::Build) => turn.emit(Event::Bridged { river, side }),
                Err(_) => {}
            }
        }
        (Deed::Airpower, [Step::Hex(hex)]) => {
            let units = hungry(definitions, &turn.public, *hex);
            turn.emit(Event::Resupplied { units });
        }
        (Deed::Eisenhower, [Step::Group(group)]) => {
            let units = held_back(definitions, &turn.public, *group);
            turn.emit(Event::PutOff { units, place: Place::Due(HELD_BACK, true) });
        }
        (Deed::Commandos, _) => lose_card(turn, ALLIED),
        _ => turn.emit(Event::InEffect { deed: *deed }),
    }
    true
}

/// A card of a hand is lost, drawn at random.
pub fn lose_card(turn: &mut Turn<'_, EnemyAction>, side: SideId) {
    let held = turn.public.piles[side.index()].hand;
    if held > 0 {
        let place = turn.sealed("lost card", u32::from(held)) as usize;
        let card = turn.hidden[side.index()].hand.get(place).copied();
        turn.emit(Event::CardLost { side, card });
    }
}

/// Interdiction: German cards are lost, and the first German impulse of the day is skipped (5.1).
pub fn interdict(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    let [_, Step::Card(card)] = order else { return };
    turn.emit(Event::Answered);
    turn.emit(Event::Played { side: ALLIED, card: *card, play: Play::Event(Deed::Airpower), back: false });
    for _ in 0..turn.definitions().tables.deeds.interdicted {
        lose_card(turn, GERMAN);
    }
    turn.emit(Event::Interdicted { flown: true });
}

/// Judges `interdict with CARD`.
///
/// # Errors
/// The rule that forbids it.
pub fn check_interdiction(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let ([_], Step::Card(card)) = (partial, step) else { return Err(misplaced("a card")) };
    held(known, *card)?;
    if deeds(known.definitions, known.public, *card).contains(&Deed::Airpower) {
        return Ok(Progress::Complete);
    }
    let title = &known.definitions.card(*card).title;
    Err(Refusal::new("5.1f", format!("{title} is not Airpower today")))
}
