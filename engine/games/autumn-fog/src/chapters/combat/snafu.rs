//! C3I and snafus (9.5, optional): what may go wrong with an attack once both sides have committed what they will.

use crate::AutumnFog;
use crate::chapters::asking;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced};
use crate::printed::definitions::Definitions;
use crate::printed::options::Weather;
use crate::printed::tables::{Class, Rating, SnafuKind};
use crate::truth::event::Event;
use crate::truth::order::{Step, SupportKind};
use crate::truth::state::{ATTACKER, Combat, Field, Pending};
use definitions::UnitId;
use engine::contract::{Grounds, Progress, SideId, Turn};

/// The worst rating among units, and the first unit that has it (9.5b).
pub fn worst(definitions: &Definitions, units: &[UnitId]) -> Option<(UnitId, Rating)> {
    let rated = units.iter().map(|unit| (*unit, definitions.rating(*unit)));
    // the first of equals
    rated.rev().max_by_key(|(_, rating)| *rating)
}

/// The attacker rolls on the C3I table, on an S also on the snafu table (7.5d, 9.5a, ruling R124); then the die is
/// rolled, unless the defender has to choose whom the snafu strikes.
pub fn roll(turn: &mut Turn<'_, AutumnFog>) {
    let definitions = turn.definitions();
    let Some(combat) = turn.field.combat.clone() else { return };
    if let Some((unit, rating)) = worst(definitions, &super::alive(&turn.field, &combat, ATTACKER)) {
        let die = turn.die("C3I table", 6);
        let snafu = definitions.tables.snafus.upset(rating, die);
        turn.emit(Event::C3iRolled { unit, rating, die, snafu });
        if snafu {
            let dice = [turn.die("snafu table", 6), turn.die("snafu table", 6)];
            let kind = definitions.tables.snafus.result(dice).kind;
            let event = suffered(definitions, &turn.field, &combat, dice, kind);
            turn.emit(event);
        }
    }
    match turn.field.combat.as_ref().map(|combat| (combat.snafu, &combat.struck[..])) {
        Some((Some(kind), &[unit])) => strike(turn, unit, kind),
        Some((_, [_, _, ..])) => asking::ask(turn, combat.side.enemy(), Pending::Snafu),
        _ => super::roll(turn),
    }
}

/// What the attacker suffers by a roll on the snafu table.
fn suffered(
    definitions: &Definitions,
    field: &Field,
    combat: &Combat,
    dice: [u8; 2],
    kind: Option<SnafuKind>,
) -> Event {
    let alive = super::alive(field, combat, ATTACKER);
    let cancels = |support: &SupportKind| match kind {
        Some(SnafuKind::Radio) => *support != SupportKind::Armour,
        Some(SnafuKind::Elsewhere) => *support == SupportKind::Armour,
        Some(SnafuKind::Confusion) => true,
        _ => false,
    };
    let lost = combat.supports[ATTACKER].iter().filter(|(_, support)| cancels(support));
    let cancelled = lost.filter_map(|(hq, kind)| Some((definitions.unit(*hq).army?, *hq, *kind))).collect();
    let flak = matches!(kind, Some(SnafuKind::Flak | SnafuKind::Confusion));
    let air = if flak { combat.air[ATTACKER] } else { 0 };
    // they wait for the next turn, if aircraft fly then (ruling R128)
    let grounded = if Weather::of(field.turn + 1) == Weather::Clear { air } else { 0 };
    let slowed = alive.iter().filter(|unit| kind == Some(SnafuKind::Hesitation) && field.unit(**unit).ap > 0);
    let slowed = slowed
        .map(|unit| {
            let state = field.unit(*unit);
            // a unit that has no AP left cannot attack any more, so it owes nothing (ruling R129)
            (*unit, state.ap - 1, state.bound && state.ap > 1)
        })
        .collect();
    let exposed = match kind {
        Some(SnafuKind::Fuel) => {
            alive.into_iter().filter(|unit| definitions.unit(*unit).class == Class::Armoured).collect()
        }
        Some(SnafuKind::Traffic) if alive.len() > 1 => alive,
        _ => Vec::new(),
    };
    // what is cancelled is back next turn without a roll (9.5d)
    Event::SnafuRolled { dice, kind, cancelled, stays: Some(true), air, grounded, slowed, exposed }
}

fn strike(turn: &mut Turn<'_, AutumnFog>, unit: UnitId, kind: SnafuKind) {
    turn.emit(Event::SnafuStruck { unit, kind });
    super::roll(turn);
}

/// The chapter of `snafu`.
pub static CHAPTER: Chapter = Chapter::new(candidates, Judge(check, check), perform);

/// Steps that may follow `snafu`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { field, .. } = asked;
    field.combat.iter().flat_map(|combat| &combat.struck).map(|unit| Step::Unit(*unit)).for_each(offer);
}

/// Judges the step of `snafu`.
///
/// # Errors
/// When the snafu cannot strike the unit.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, .. } = asked;
    let (Some(combat), Step::Unit(unit)) = (&field.combat, step) else { return Err(misplaced("an attacking unit")) };
    if combat.struck.contains(unit) {
        return Ok(Progress::Complete);
    }
    let message = || format!("this snafu cannot strike {}", definitions.name(*unit));
    Err(R::under("9.5a", message).remedy(|| {
        let names: Vec<&str> = combat.struck.iter().map(|unit| definitions.name(*unit)).collect();
        format!("Choose one of {}.", names.join(", "))
    }))
}

/// The defender has chosen whom the snafu strikes.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let kind = turn.field.combat.as_ref().and_then(|combat| combat.snafu);
    let (Some(kind), Some(Step::Unit(unit))) = (kind, order.get(1)) else { return };
    asking::settle(turn, side, Pending::Snafu);
    strike(turn, *unit, kind);
}
