use super::{Foundation, Seen};
use definitions::Position;

/// What a drawing needs.
pub trait Drawing: Foundation {
    /// All that is seen.
    fn position(seen: Seen<'_, Self>) -> Position;
    /// Adds what an event shows on a drawing: arrows, mostly.
    fn illustrate(definitions: &Self::Definitions, event: &Self::EventView, position: &mut Position);
}
