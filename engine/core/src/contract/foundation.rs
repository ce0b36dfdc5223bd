use super::{OptionRule, SideId};
use definitions::{DefinitionError, GameFiles, Published};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// What a new game is started with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Id of the scenario.
    pub scenario: String,
    /// Optional rules by name.
    pub options: BTreeMap<String, String>,
}

/// What a game is made of: its names, its types, and all of it that is printed.
pub trait Foundation: Sized + 'static {
    /// Stable id: `autumn-fog`.
    const ID: &'static str;
    /// Version of its rules, from 1: a new game names it in its first record. It grows when the same order may lead to
    /// something else.
    const RULES: u16;
    /// Version of the form of its state, from 2: the states' digests name it, and those that name none are of version 1.
    /// It grows when the same events make a state of another form, of which older digests say nothing.
    const STATE: u16;
    /// Map, units, tables: parsed once, passed everywhere.
    type Definitions: Send + Sync + 'static;
    /// Everything that is true, hidden things included. Flat and cheap to clone.
    type State: Clone + Eq + Debug + Serialize + Send + Sync;
    /// An atomic step of an order.
    type Step: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// A fact.
    type Event: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a viewer may know of the state; built field by field.
    type View: Clone + Eq + Debug + Serialize + Send + Sync;
    /// What a viewer may know of an event.
    type EventView: Clone + Eq + Debug + Serialize + Send + Sync;
    /// A player's standing orders.
    type Policy: Clone + Eq + Debug + Default + Serialize + DeserializeOwned + Send + Sync;

    /// The definitions that come with the program.
    fn files() -> GameFiles;
    /// Reads definitions.
    ///
    /// # Errors
    /// Every fault found, each with file and line.
    fn definitions(files: &GameFiles) -> Result<Self::Definitions, Vec<DefinitionError>>;
    /// Map, units, scenarios and the rule index, for drawings, modules and the words behind a case.
    fn published(definitions: &Self::Definitions) -> &Published;
    /// Names of the two sides: those that are printed.
    fn sides(definitions: &Self::Definitions) -> [String; 2] {
        let sides = &Self::published(definitions).units.sides;
        SideId::BOTH.map(|side| sides.get(side.index()).map(|side| side.name.clone()).unwrap_or_default())
    }
    /// The optional rules that a new game can be started with; none where a game names none.
    fn options() -> &'static [OptionRule] {
        &[]
    }
}
