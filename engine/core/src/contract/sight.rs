use super::{Foundation, Imagined, Seen, Viewer};

/// What each viewer may know.
pub trait Sight: Foundation {
    /// What a viewer may know of the state.
    fn view(definitions: &Self::Definitions, state: &Self::State, viewer: Viewer) -> Self::View;
    /// What a viewer may know of an event that happens in this state.
    fn redact(
        definitions: &Self::Definitions,
        before: &Self::State,
        event: &Self::Event,
        viewer: Viewer,
    ) -> Option<Self::EventView>;
    /// Whether the side that ordered what led to an event may have learned from it what it did not know, or could have:
    /// its orders cannot be taken back then. Numbers that are drawn are disclosed in any case.
    fn discloses(_definitions: &Self::Definitions, _state: &Self::State, _event: &Self::Event) -> bool {
        false
    }
    /// The state as a viewer has to imagine it: what his view shows, and nothing that it hides. Orders are tried out
    /// on it.
    fn imagine(seen: Seen<'_, Self>) -> Imagined<Self>;
}
