use super::{Foundation, Seen};

/// What a player might do.
pub trait Advice: Foundation {
    /// Up to `count` different legal orders for the viewer's open asks, the most useful first.
    fn examples(seen: Seen<'_, Self>, count: usize) -> Vec<Vec<Self::Step>>;
    /// The order that a sensible player gives to the viewer's open ask; none if nothing is asked of him. It knows no
    /// more than the view, and the same view gives the same order. A game overrides this where it can do better than
    /// with its first example.
    fn advise(seen: Seen<'_, Self>) -> Option<Vec<Self::Step>> {
        Self::examples(seen, 1).into_iter().next()
    }
}
