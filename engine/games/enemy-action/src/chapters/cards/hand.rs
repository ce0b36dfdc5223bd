//! The draw pile of the day and the hand (4 II, 5).

use crate::EnemyAction;
use crate::chapters::events::CRISIS;
use crate::chapters::fuel;
use crate::printed::{ALLIED, CardId, Definitions, Formation, GERMAN, GERMAN_HAND};
use crate::truth::event::Event;
use crate::truth::state::{Phase, Public};
use definitions::UnitId;
use engine::contract::{SideId, Turn};

/// Id of the British.
const BRITISH: &str = "xxx";

/// Cards that a side may hold on a day (5).
pub fn size(definitions: &Definitions, public: &Public, side: SideId) -> u8 {
    if side == GERMAN { GERMAN_HAND } else { definitions.tables.day(public.day).allied_hand }
}

/// Both sides prepare their cards for the day (4 II).
pub fn prepare(turn: &mut Turn<'_, EnemyAction>) {
    SideId::BOTH.into_iter().for_each(|side| prepare_side(turn, side));
}

fn prepare_side(turn: &mut Turn<'_, EnemyAction>, side: SideId) {
    let definitions = turn.definitions();
    let plan = &definitions.plans[usize::from(turn.public.scenario)];
    let (today, first) = (turn.public.day, plan.days.0);
    let late = plan.late.as_ref().filter(|_| today == first);
    let discarded = late.map(|late| &late.discarded[..]).unwrap_or_default();
    let comes = |day: Option<u8>| match day {
        Some(day) => day == today || today == first && day < first,
        // with the OKW Reserve (11.4)
        None => turn.public.okw == Some(today),
    };
    // British cards wait a day with their units (T.EV)
    let late_british = |card: CardId, day: Option<u8>| match day {
        Some(day) if turn.public.crisis && day == CRISIS.0 && is_british(definitions, card) => Some(CRISIS.1),
        day => day,
    };
    let came = plan.cards.iter().filter(|(card, day)| comes(late_british(*card, *day))).map(|(card, _)| *card);
    let came = came.filter(|card| definitions.card(*card).side == side && !discarded.contains(card));
    let came: Vec<CardId> = came.collect();
    let (primary, supplemental) = came.into_iter().partition(|card| definitions.card(*card).primary);
    turn.emit(Event::CardsCame { side, primary, supplemental });

    let printed = definitions.tables.day(today).supplemental[side.index()];
    let wanted = late.filter(|_| side == ALLIED).map_or(printed, |late| late.supplemental);
    let count = wanted.min(turn.public.piles[side.index()].available);
    let available = turn.hidden[side.index()].available.clone();
    let size = turn.public.piles[side.index()].available;
    let cards = drawn(turn, available, size, count);
    turn.emit(Event::Supplemented { side, cards, count });

    if late.is_some() {
        let cards: Vec<CardId> =
            discarded.iter().copied().filter(|card| definitions.card(*card).side == side).collect();
        if !cards.is_empty() {
            turn.emit(Event::LaidAside { side, cards });
        }
    } else {
        let used = turn.public.piles[side.index()].used.clone();
        let (primary, supplemental) = used.into_iter().partition(|card| definitions.card(*card).primary);
        turn.emit(Event::Returned { side, primary, supplemental });
    }
    fill(turn, side);
}

/// Whether a card is of British formations.
fn is_british(definitions: &Definitions, card: CardId) -> bool {
    let british = |unit: &UnitId| definitions.counter(*unit).army == BRITISH;
    match &definitions.card(card).formation {
        Formation::Corps(corps) => definitions.published.units.formation(*corps).army == BRITISH,
        Formation::Divisions(groups) => definitions
            .units_of(ALLIED)
            .filter(british)
            .any(|unit| groups.iter().any(|group| definitions.in_group(unit, *group))),
        _ => false,
    }
}

/// A side fills its hand from its draw pile (4, 5).
pub fn fill(turn: &mut Turn<'_, EnemyAction>, side: SideId) {
    let piles = &turn.public.piles[side.index()];
    let (left, held) = (piles.draw, piles.hand);
    let count = size(turn.definitions(), &turn.public, side).saturating_sub(held).min(left);
    if count > 0 {
        let pile = turn.hidden[side.index()].draw.clone();
        let cards = drawn(turn, pile, left, count);
        turn.emit(Event::Drew { side, cards: cards.clone(), count });
        if side == GERMAN && turn.public.phase == Phase::Command {
            fuel::check_hand(turn, &cards);
        }
    }
}

/// Cards drawn from a pile of so many, unseen. Whoever only imagines the pile draws as many numbers, and no card.
fn drawn(turn: &mut Turn<'_, EnemyAction>, mut pile: Vec<CardId>, size: u8, count: u8) -> Vec<CardId> {
    let mut cards = Vec::new();
    for taken in 0..count {
        let place = turn.sealed("card", u32::from(size - taken)) as usize;
        if place < pile.len() {
            cards.push(pile.remove(place));
        }
    }
    cards
}
