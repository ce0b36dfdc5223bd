//! What engineers do at a river hexside (4.13, 10, 12.2, T.EV).

use super::supply::Traced;
use crate::printed::{ALLIED, Definitions, GERMAN, RiverId};
use crate::truth::state::{Phase, Public};
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// The day of 4.13.
const SURPRISE: u8 = 16;

/// What engineers do at a river hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// They blow the bridge.
    Blow,
    /// They mend a blown one, or build a new one.
    Build,
}

/// What the engineers of a side may do at a river hexside (10.0, 12.21, 12.22).
///
/// # Errors
/// The rule that forbids it.
pub fn work(
    definitions: &Definitions,
    public: &Public,
    side: SideId,
    traced: &Traced,
    river: RiverId,
) -> Result<Work, Refusal> {
    let ends = definitions.board.river(river).ends;
    let place = definitions.spots(&ends);
    if !ends.iter().any(|hex| traced.supplied.contains(*hex)) {
        return Err(Refusal::new("10c", format!("neither of {place} is in your supply")));
    }
    let stands = public.units.bridge(river).stands;
    if side == ALLIED && stands && public.phase == Phase::Works {
        let refusal =
            Refusal::new("4f", format!("the bridge of {place} stands, and in the Supply Phase none is blown"));
        return Err(refusal.remedy("Mend or build one, or `pass`."));
    }
    if side == ALLIED && stands {
        if public.day == SURPRISE {
            return Err(Refusal::new("4.13b", "the Allies blow no bridge on the 16th"));
        }
        return Ok(Work::Blow);
    }
    if stands {
        return Err(Refusal::new("12.21", format!("the bridge of {place} stands")));
    }
    let disposition = public.disposition(definitions);
    let shut = |hex: &&HexId| {
        let own = disposition.holds(GERMAN, **hex);
        disposition.holds(ALLIED, **hex) || disposition.zones(ALLIED).contains(**hex) && !own
    };
    if side == GERMAN
        && let Some(hex) = ends.iter().find(shut)
    {
        let message = format!("{} is held or controlled by the Allies", definitions.place(*hex));
        return Err(Refusal::new("T.EVb", message));
    }
    Ok(Work::Build)
}

/// The river hexside between two hexes.
///
/// # Errors
/// No river flows there.
pub fn river(definitions: &Definitions, one: HexId, other: HexId) -> Result<RiverId, Refusal> {
    let border = definitions.board.side(one, other).and_then(|border| border.river);
    let none = || format!("no river flows between {} and {}", definitions.place(one), definitions.place(other));
    border.ok_or_else(|| Refusal::new("12.22", none()))
}
