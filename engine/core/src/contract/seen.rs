use super::Foundation;

/// What somebody sees, and what is printed: all that orders are judged by, read with and told from.
pub struct Seen<'a, G: Foundation> {
    /// Map, units, tables.
    pub definitions: &'a G::Definitions,
    /// What the viewer may know.
    pub view: &'a G::View,
}

impl<G: Foundation> Clone for Seen<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Foundation> Copy for Seen<'_, G> {}

impl<'a, G: Foundation> Seen<'a, G> {
    /// A view, and the definitions it is a view of.
    pub const fn new(definitions: &'a G::Definitions, view: &'a G::View) -> Seen<'a, G> {
        Seen { definitions, view }
    }
}
