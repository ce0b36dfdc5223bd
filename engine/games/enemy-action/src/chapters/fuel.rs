//! Fuel (10.4): which German formations lack it, what keeps them moving, and depots.

use super::asking::{Known, held, misplaced};
use crate::EnemyAction;
use crate::printed::{ALLIED, CardId, Deed, Definitions, Formation, Function, GERMAN, GroupId};
use crate::truth::event::{Event, Play};
use crate::truth::order::{Step, Verb};
use crate::truth::roster::Supply;
use crate::truth::state::Public;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, Turn};

/// Five depots are mixed and laid face down; the Allied player may look (3).
pub fn lay(turn: &mut Turn<'_, EnemyAction>) {
    let definitions = turn.definitions();
    if !definitions.tables.changes[usize::from(turn.public.scenario)].depots {
        return;
    }
    let board = &definitions.board;
    let hexes: Vec<HexId> = board.all().filter(|hex| board.hex(*hex).depot).collect();
    let mut left = hexes.clone();
    while left.len() > hexes.len() - definitions.tables.depots.min(hexes.len()) {
        let place = turn.sealed("depot", left.len() as u32) as usize;
        left.remove(place);
    }
    let real = hexes.iter().copied().filter(|hex| !left.contains(hex)).collect();
    turn.emit(Event::DepotsLaid { hexes, real });
}

/// A unit has entered the hexes of a path after the first: Germans open the depots in them (10.42).
pub fn find(turn: &mut Turn<'_, EnemyAction>, unit: UnitId, entered: &[HexId]) {
    if turn.definitions().counter(unit).side != GERMAN {
        return;
    }
    for hex in entered {
        if turn.public.depots.contains(hex) {
            // the German cannot tell before he is there
            let known = Some(&turn.hidden[ALLIED.index()]).filter(|hidden| !hidden.unknown);
            let real = known.map(|hidden| hidden.depots.contains(hex));
            turn.emit(Event::DepotFound { hex: *hex, real });
        }
    }
}

/// The formations of a card that lack fuel today.
pub fn lacking(definitions: &Definitions, public: &Public, card: CardId) -> Vec<GroupId> {
    if public.day < definitions.tables.from.fuel {
        return Vec::new();
    }
    let it = definitions.card(card);
    let Formation::Divisions(groups) = &it.formation else { return Vec::new() };
    let dry = |group: &GroupId| {
        it.functions.iter().any(|function| match function {
            Function::NoFuel(id, days) => definitions.group_id(*group) == id && days.contains(&public.day),
            _ => false,
        })
    };
    groups.iter().copied().filter(dry).collect()
}

/// The units that run dry by a card: mechanized ones on the map that are not isolated (10.41).
pub fn dry(definitions: &Definitions, public: &Public, card: CardId) -> Vec<UnitId> {
    let groups = lacking(definitions, public, card);
    let of = |unit: &UnitId| {
        let it = public.unit(*unit);
        groups.iter().any(|group| definitions.in_group(*unit, *group))
            && definitions.counter(*unit).kind.mechanised()
            && it.hex().is_some()
            && it.supply != Supply::Isolated
    };
    definitions.units_of(GERMAN).filter(of).collect()
}

/// Cards that have come into the German hand are checked; those with a formation without fuel are shown (10.4).
pub fn check_hand(turn: &mut Turn<'_, EnemyAction>, cards: &[CardId]) {
    let definitions = turn.definitions();
    let short = |card: &CardId| !lacking(definitions, &turn.public, *card).is_empty();
    let cards: Vec<CardId> = cards.iter().copied().filter(short).collect();
    if !cards.is_empty() {
        turn.emit(Event::FuelShort { cards });
    }
}

/// Whether the German may have something to keep a formation's fuel with: a depot, or a card, whatever he holds.
pub fn may_save(public: &Public) -> bool {
    let others = usize::from(public.piles[GERMAN.index()].hand) > public.shortages.len();
    public.fuel > 0 || others && !public.has(Deed::FuelPriority)
}

/// Its formations are out of fuel, and the card goes.
pub fn run_dry(turn: &mut Turn<'_, EnemyAction>) {
    let Some(card) = turn.public.shortages.first().copied() else { return };
    let units = dry(turn.definitions(), &turn.public, card);
    turn.emit(Event::FuelOut { card, units });
}

/// Steps that may follow `priority`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    match partial {
        [_] => known.hand.iter().copied().map(Step::Card).for_each(offer),
        [_, Step::Card(_)] => {
            offer(Step::Done);
            known.hand.iter().copied().map(Step::Card).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `priority`: the card that is Fuel Priority, then perhaps the one that goes in its place.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    let title = |card: CardId| &definitions.card(card).title;
    match (partial, step) {
        ([_], Step::Card(card)) => {
            held(known, *card, "5.1c")?;
            if public.has(Deed::FuelPriority) {
                return Err(Refusal::new("10.4c", "Fuel Priority has been played today, and comes once a day"));
            }
            if !definitions.is_event(*card, public.day, Deed::FuelPriority) {
                return Err(Refusal::new("10.4c", format!("{} is not Fuel Priority today", title(*card))));
            }
            if public.shortages.contains(card) {
                return Err(Refusal::new("10.4b", format!("{} lacks fuel itself", title(*card))));
            }
            Ok(Progress::Open)
        }
        ([_, Step::Card(_)], Step::Done) => Ok(Progress::Complete),
        ([_, Step::Card(card)], Step::Card(other)) => {
            held(known, *other, "T.EVc")?;
            if matches!(definitions.card(*card).formation, Formation::Army(_) | Formation::Group) {
                let refusal = Refusal::new("T.EVc", format!("{} goes itself, as an army card", title(*card)));
                return Err(refusal.remedy("Leave the other card out."));
            }
            if card == other || public.shortages.contains(other) {
                return Err(Refusal::new("T.EVc", format!("{} cannot go in its place", title(*other))));
            }
            Ok(Progress::Complete)
        }
        _ => Err(misplaced("a card, then perhaps the one that goes in its place")),
    }
}

/// Whether a depot can be spent.
///
/// # Errors
/// There is none.
pub fn check_spend(known: Known<'_>) -> Result<Progress, Refusal> {
    if known.public.fuel > 0 {
        return Ok(Progress::Complete);
    }
    Err(Refusal::new("10.42b", "you have no fuel depot").remedy("Write `pass`: the formation is out of fuel today."))
}

/// The German keeps the fuel of the formations of the first card, or does not.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    let Some(card) = turn.public.shortages.first().copied() else { return };
    turn.emit(Event::Answered);
    match order {
        [Step::Verb(Verb::Spend)] => turn.emit(Event::FuelKept { card, by: None }),
        [Step::Verb(Verb::Priority), Step::Card(shown), other] => {
            let gone = if let Step::Card(other) = other { *other } else { *shown };
            let play = if gone == *shown { Play::Event(Deed::FuelPriority) } else { Play::Fuel };
            turn.emit(Event::Played { side: GERMAN, card: gone, play, back: false });
            turn.emit(Event::FuelKept { card, by: Some(*shown) });
        }
        _ => run_dry(turn),
    }
}
