//! The markers that bar a hex (15.2a, 15.3a).

use crate::printed::definitions::Definitions;
use crate::truth::order::EventKind;
use crate::truth::state::Field;
use definitions::hex::HexId;
use engine::contract::{Grounds, SideId};

/// AP that the removal of one costs.
pub const COST: u8 = 1;

impl Field {
    /// The event marker that bars a hex to a side (15.2a, 15.3a).
    pub fn barrier(&self, hex: HexId, side: SideId) -> Option<EventKind> {
        let bars = |(kind, at): &&(EventKind, HexId)| *at == hex && kind.bars() && kind.side() != side;
        self.markers.iter().find(bars).map(|(kind, _)| *kind)
    }
}

/// Whether no marker of the other side bars a hex.
///
/// # Errors
/// The marker that does.
pub fn check_open<R: Grounds>(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> Result<(), R> {
    field.barrier(hex, side).map_or(Ok(()), |kind| Err(barred_by::<R>(definitions, kind, hex)))
}

/// What a marker that bars a hex says.
pub fn barred_by<R: Grounds>(definitions: &Definitions, kind: EventKind, hex: HexId) -> R {
    R::under(kind.case(), || format!("{} bars {}", kind.title(), definitions.place(hex))).remedy(|| {
        let number = definitions.board.grid().number(hex);
        format!("A unit next to it can remove it for {COST} AP: `clear UNIT {number}`.")
    })
}
