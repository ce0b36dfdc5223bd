//! Replacements (13).

use super::asking::{Known, misplaced};
use super::{activation, supply};
use crate::EnemyAction;
use crate::printed::{CardId, Definitions, Formation, Function};
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::roster::Supply;
use crate::truth::state::{Public, Replacing};
use definitions::{FormationId, UnitId};
use engine::contract::{Progress, Refusal, Turn};

/// The corps and the points that a card gives (5.3, 13).
///
/// # Errors
/// The rule that forbids it.
pub fn judge(known: Known<'_>, card: CardId) -> Result<(FormationId, u8), Refusal> {
    let (definitions, public, it) = (known.definitions, known.public, known.definitions.card(card));
    let points = it.functions.iter().find_map(|function| match function {
        Function::Replace(from, points) => Some((*from, *points)),
        _ => None,
    });
    let (Some((from, points)), Formation::Corps(corps)) = (points, &it.formation) else {
        return Err(Refusal::new("5.3d", format!("{} gives no replacements", it.title)));
    };
    if !definitions.tables.changes[usize::from(public.scenario)].replacements {
        return Err(Refusal::new("13", "this scenario has no replacements"));
    }
    if public.day < from {
        return Err(Refusal::new("13", format!("replacements come from the {from}th on")));
    }
    let replacing = Replacing { side: known.side, corps: *corps, points, gained: Vec::new() };
    if units(definitions, public, &replacing).is_empty() {
        return Err(Refusal::new("13.11", format!("no unit of {} can take a step back", definitions.corps(*corps))));
    }
    Ok((*corps, points))
}

/// Who may gain a step now: in supply and able to trace it, each once, elite steps last (13.11 to 13.13).
pub fn units(definitions: &Definitions, public: &Public, replacing: &Replacing) -> Vec<UnitId> {
    if replacing.points == 0 {
        return Vec::new();
    }
    let traced = supply::trace(definitions, public, replacing.side);
    let fits = |unit: &UnitId| {
        let it = public.unit(*unit);
        let supplied = it.supply == Supply::Full && it.hex().is_some_and(|hex| traced.supplied.contains(hex));
        it.lost > 0 && supplied && !replacing.gained.contains(unit)
    };
    let all: Vec<UnitId> = activation::of_corps(definitions, replacing.side, replacing.corps).filter(fits).collect();
    let elite = |unit: &UnitId| definitions.counter(*unit).face(public.unit(*unit).lost.saturating_sub(1)).elite;
    let plain: Vec<UnitId> = all.iter().copied().filter(|unit| !elite(unit)).collect();
    if plain.is_empty() { all } else { plain }
}

/// Judges `rebuild UNIT`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let ([_], Step::Unit(unit)) = (partial, step) else { return Err(misplaced("a unit")) };
    let Some(replacing) = &known.public.replacing else {
        return Err(Refusal::new("13", "no replacements are given now"));
    };
    let open = units(known.definitions, known.public, replacing);
    if open.contains(unit) {
        return Ok(Progress::Complete);
    }
    let message = format!("{} cannot gain a step now", known.definitions.name(*unit));
    Err(Refusal::new("13.1", message).remedy(format!("Open: {}.", known.definitions.names(&open))))
}

/// Gives a step back.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    if let [_, Step::Unit(unit)] = order {
        turn.emit(Event::Rebuilt { unit: *unit });
    }
}
