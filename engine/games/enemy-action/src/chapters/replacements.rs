//! Replacements (13).

use super::asking::{Known, misplaced};
use super::{activation, supply};
use crate::EnemyAction;
use crate::printed::{CardId, Definitions, Formation, Function};
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::roster::{Place, Supply};
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
        // The Initial Assault lasts a day, The Allies Surprised three
        let days = definitions.plans[usize::from(public.scenario)].days;
        let case = if days.0 == days.1 { "15.1a" } else { "15.2a" };
        return Err(
            Refusal::new(case, "this scenario has no replacements").remedy("Play the card for another command.")
        );
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
    let (case, message) = why_not(known.definitions, known.public, replacing, *unit);
    Err(Refusal::new(case, message).remedy(format!("Open: {}.", known.definitions.names(&open))))
}

/// Why a unit does not gain a step now: the case, and what it says of the unit.
fn why_not(definitions: &Definitions, public: &Public, replacing: &Replacing, unit: UnitId) -> (&'static str, String) {
    let (name, it, corps) = (definitions.name(unit), public.unit(unit), replacing.corps);
    let counter = definitions.counter(unit);
    let said = |why: &str| format!("{name} cannot gain a step: {why}");
    if counter.side != replacing.side || counter.corps != corps {
        return ("13.1a", format!("{name} is not of {}", definitions.corps(corps)));
    }
    if replacing.gained.contains(&unit) {
        return ("13.13", said("it has gained one, and gains one step in an impulse"));
    }
    if it.place == Place::Dead {
        return ("13.13", said("it is eliminated, and stays so"));
    }
    let Some(hex) = it.hex() else { return ("13.11", said("it is not on the map")) };
    if it.lost == 0 {
        return ("13.1a", format!("{name} has lost no step"));
    }
    if it.supply != Supply::Full {
        return ("13.11", said("it is not in supply"));
    }
    if !supply::trace(definitions, public, replacing.side).supplied.contains(hex) {
        return ("13.11", said(&format!("no supply can be traced from {} now", definitions.place(hex))));
    }
    ("13.12", said("its next step is an elite one, and others of the corps can still gain plain ones"))
}

/// Gives a step back.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    if let [_, Step::Unit(unit)] = order {
        turn.emit(Event::Rebuilt { unit: *unit });
    }
}
