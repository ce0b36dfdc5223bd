//! Stacking (7.4).

use crate::printed::Definitions;
use crate::truth::state::Public;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Units and steps in a hex with more units added to those of it that are not among them.
pub fn crowd(definitions: &Definitions, public: &Public, hex: HexId, more: &[UnitId]) -> (u8, u8) {
    let there = public.disposition(definitions).stack(hex).filter(|unit| !more.contains(unit));
    let all = there.chain(more.iter().copied());
    all.fold((0, 0), |(units, steps), unit| (units + 1, steps + public.unit(unit).steps(definitions.counter(unit))))
}

/// Whether units may be in a hex together with those that are there (7.4).
pub fn fits(definitions: &Definitions, public: &Public, hex: HexId, more: &[UnitId]) -> bool {
    let (units, steps) = crowd(definitions, public, hex, more);
    let (most_units, most_steps) = definitions.tables.stacking;
    units <= most_units && steps <= most_steps
}

/// The first hex of a side that holds too much, if any, and whether units have to go: else a step is enough (R27).
pub fn overfull(definitions: &Definitions, public: &Public, side: SideId) -> Option<(HexId, bool)> {
    let disposition = public.disposition(definitions);
    let (most_units, most_steps) = definitions.tables.stacking;
    let judged = definitions.board.all().filter(|hex| disposition.count(side, *hex) > 1);
    judged.map(|hex| (hex, crowd(definitions, public, hex, &[]))).find_map(|(hex, (units, steps))| {
        (units > most_units || steps > most_steps).then_some((hex, units > most_units))
    })
}
