//! What a published game consists of, as data: map, units, scenarios, tables, rule index; the geometry of hexes ([`hex`]);
//! and how a line that somebody wrote is taken apart ([`spelling`]).
//!
//! No rules live here. The rules read these types, the builder draws them, the service keeps the text they were
//! parsed from with each game. Each type has one text format, parsed by the module of the same name; every
//! error names file, line and what was expected.

mod about;
mod beside;
mod card_file;
mod cards;
mod consistency;
pub mod declaration;
mod embedded;
mod error;
mod files;
pub mod grid_line;
pub mod hex;
mod map;
mod map_check;
pub mod map_file;
mod map_sign;
mod marker;
mod position;
mod provenance;
mod published;
mod rules;
mod rulings;
mod scenario;
pub mod scenario_file;
pub mod spelling;
mod table_words;
mod tables;
#[cfg(test)]
mod tests;
mod unit;
mod unit_file;
mod words;

pub use about::{About, Source, Story};
pub use beside::{Beside, HoldingBox, SpareSupport};
pub use cards::{Card, CardFace, CardForm, CardSet, CardWords, Cards, Force, Pile, PileKind};
pub use error::DefinitionError;
pub use files::GameFiles;
pub use map::{BridgeState, Feature, HexDefinition, Hexside, Map, OwnGround, Road, RoadClass, Settlement, Terrain};
pub use map_sign::MapSign;
pub use marker::{MarkerKind, MarkerLook, MarkerPlace, MarkerShape, MarkerSketch, MarkerSpot, Need, Reverse};
pub use position::{
    Arrow, Counter, ELIMINATED, FoughtOut, LaidMarker, LaidPile, Losses, Overlay, Place, Position, SeenCard, Stage,
    SupportMarkers, SupportPlace, TrackValue,
};
pub use provenance::Provenance;
pub use published::{DiceRoll, Published, Stacking, Track};
pub use rules::{Case, CaseKind, CaseScope, RuleIndex, SUMMARY_LENGTH};
pub use rulings::{Ruling, Rulings};
pub use scenario::{Arrival, Boxed, Deal, Departure, Grant, Marker, Objectives, Placement, Scenario, Tenure};
pub use tables::{AidSide, Hurt, Look, PrintedCell, PrintedRow, PrintedTable, PrintedTables};
pub use unit::{
    Army, Band, Division, Echelon, FaceText, Formation, FormationId, LastStep, Nation, PrintedNumber, Side, Symbol,
    Trait, Unit, UnitId, Units, Value,
};
pub use words::{Argument, Form, Phrase, Scope, WordKind, Words};
