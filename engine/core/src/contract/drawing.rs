use super::{Foundation, Seen};
use definitions::{Overlay, Position};

/// What a drawing needs.
pub trait Drawing: Foundation {
    /// All that is seen.
    fn position(seen: Seen<'_, Self>) -> Position;
    /// What a viewer may have marked on his board, worked out when he asks for it: zones of control, what is in supply, the
    /// range of a headquarters.
    fn overlays(_: Seen<'_, Self>) -> Vec<Overlay> {
        Vec::new()
    }
    /// Adds what an event shows on a drawing: arrows, mostly.
    fn illustrate(definitions: &Self::Definitions, event: &Self::EventView, position: &mut Position);
}
