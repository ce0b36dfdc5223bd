use serde::{Deserialize, Serialize};

/// Where a value comes from. Nothing that the rulebook lacks may look as if it were printed there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Provenance {
    /// Stated by the rulebook, with the case or list.
    Rulebook(String),
    /// From a named public source.
    Public(String),
    /// Made by us, with the method.
    Reconstructed(String),
    /// Projected from the survey of the Ardennes.
    Survey,
}
