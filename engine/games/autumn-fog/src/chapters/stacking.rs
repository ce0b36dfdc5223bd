//! Stacking (case 5).

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced};
use crate::chapters::{asking, steps};
use crate::printed::definitions::Definitions;
use crate::truth::order::Step;
use crate::truth::state::{Field, Pending};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, SideId, Turn};

/// Steps that may be in a hex (5a).
pub const LIMIT: u8 = 6;

/// A hex of a side with too many steps, if there is one.
pub fn overfull(definitions: &Definitions, field: &Field, side: SideId) -> Option<HexId> {
    let own = field.on_map().filter(|(unit, _)| definitions.unit(*unit).side == side);
    own.map(|(_, hex)| hex).find(|hex| field.steps_in(*hex) > LIMIT)
}

/// The chapter of `eliminate`.
pub static CHAPTER: Chapter = Chapter::new(candidates, Judge(check, check), perform);

/// Units that may be eliminated.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    if let (1, Some(hex)) = (partial.len(), overfull(definitions, field, side)) {
        field.in_hex(hex).map(Step::Unit).for_each(offer);
    }
}

/// Judges the unit of `eliminate`.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, .. } = asked;
    let Step::Unit(unit) = step else { return Err(misplaced("a unit")) };
    let hex = overfull(definitions, field, side);
    if hex.is_none() || field.hex_of(*unit) != hex {
        return Err(R::under("5d", || {
            let place = hex.map_or(String::new(), |hex| definitions.place(hex).to_string());
            format!("{} is not in {place}", definitions.name(*unit))
        }));
    }
    let is_hq = |unit: UnitId| definitions.unit(unit).is_hq();
    if let Some(mate) = hex.filter(|_| is_hq(*unit)).and_then(|hex| field.in_hex(hex).find(|other| !is_hq(*other))) {
        let (name, mate) = (definitions.name(*unit), definitions.name(mate));
        return Err(R::under("1.3i", || format!("{name} cannot be destroyed while {mate} is with it"))
            .remedy(|| format!("Eliminate {mate} first.")));
    }
    Ok(Progress::Complete)
}

/// Eliminates a unit of a hex with too many steps.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let [_, Step::Unit(unit)] = order else { return };
    steps::eliminate(turn, *unit);
    if overfull(turn.definitions(), &turn.field, side).is_none() {
        asking::settle(turn, side, Pending::Overstack);
    }
}
