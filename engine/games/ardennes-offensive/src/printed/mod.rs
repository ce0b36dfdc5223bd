//! What is printed, in the shape in which the rules read it: map, counters, tables, scenarios.

mod board;
mod counters;
mod crt;
mod scenarios;
mod tables;

pub use board::{Board, BridgeId, Exit, Ground, HexKind, Side, Water};
pub use counters::{Class, Counter};
pub use crt::{Column, Crt, CrtKind, FACES, Outcome};
pub use scenarios::{Coming, Plan};
pub use tables::{Part, RoadRates, Section, Sections, Supplies, Tables};

use definitions::hex::HexId;
use definitions::{DefinitionError, GameFiles, Published, UnitId};
use engine::contract::SideId;
use engine::speech::{Names, Places};

/// The Germans.
pub const GERMAN: SideId = SideId(0);
/// The Allies.
pub const ALLIED: SideId = SideId(1);

/// Words that people write out and counters shorten, folded.
const SHORTENED: [(&str, &str); 8] = [
    ("panzer", "pz"),
    ("tank", "pz"),
    ("volksgrenadier", "vg"),
    ("fallschirmjager", "fj"),
    ("cavalry", "cav"),
    ("guards", "gds"),
    ("armoured", "arm"),
    ("armored", "arm"),
];

/// Everything about the game that does not change.
pub struct Definitions {
    /// Map, units, scenarios, rule index, rulings and printed tables.
    pub published: Published,
    /// The tables.
    pub tables: Tables,
    /// The map.
    pub board: Board,
    /// One entry a unit.
    pub counters: Vec<Counter>,
    /// The scenarios, in the order of [`Published::scenarios`].
    pub plans: Vec<Plan>,
    /// The unit that drops (15).
    pub paratroops: UnitId,
    /// Names of the units, as people write them.
    pub names: Names<UnitId>,
    /// Hexes, as people write them.
    pub places: Places,
    /// The hex whose garrison makes the southern exits count (16 D).
    pub bastogne: HexId,
}

impl Definitions {
    /// Reads the game's files.
    ///
    /// # Errors
    /// Every fault found.
    pub fn parse(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        let published = Published::parse(files)?;
        let tables = Tables::read(&published.tables).map_err(|fault| vec![fault])?;
        let board = Board::new(&published.map, &tables)?;
        let counters: Result<Vec<Counter>, DefinitionError> =
            published.units.iter().map(|(_, unit)| Counter::read(unit, &published.tables)).collect();
        let counters = counters.map_err(|fault| vec![fault])?;
        let plans: Result<Vec<Plan>, DefinitionError> =
            published.scenarios.iter().map(|scenario| Plan::read(scenario, &published.tables, &tables)).collect();
        let plans = plans.map_err(|fault| vec![fault])?;
        let missing = |what: &str| vec![DefinitionError::new("tables.txt", 0, format!("expected {what}"))];
        let paratroops = published.units.find(&tables.paratroops);
        let paratroops = paratroops.ok_or_else(|| missing("a unit with the id of the table `paradrop`"))?;
        let named = |hex: &HexId| published.map.hex(*hex).name.as_deref() == Some(tables.key_place.as_str());
        let bastogne = published.map.on_map().find(named);
        let bastogne = bastogne.ok_or_else(|| missing("the place that the table `sections` names on the map"))?;
        let names = Names::units(&published.units, &SHORTENED);
        let places = Places::new(&published.map, bastogne);
        Ok(Definitions { published, tables, board, counters, plans, paratroops, names, places, bastogne })
    }

    /// What the counter of a unit says.
    pub fn counter(&self, unit: UnitId) -> &Counter {
        &self.counters[unit.index()]
    }

    /// Name of a unit.
    pub fn name(&self, unit: UnitId) -> &str {
        &self.published.units.unit(unit).name
    }

    /// Names of units, parted by commas.
    pub fn names(&self, units: &[UnitId]) -> String {
        units.iter().map(|unit| self.name(*unit)).collect::<Vec<_>>().join(", ")
    }

    /// How a hex is spoken of: `1817 Bastogne`.
    pub fn place(&self, hex: HexId) -> String {
        self.published.map.spoken(hex)
    }

    /// Name of a side.
    pub fn side_name(&self, side: SideId) -> &str {
        self.published.units.sides.get(side.index()).map_or("?", |side| side.name.as_str())
    }

    /// The people of a side: `Germans`.
    pub fn people(&self, side: SideId) -> &'static str {
        if side == GERMAN { "Germans" } else { "Allies" }
    }

    /// All units of a side.
    pub fn units_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
        (0..self.counters.len() as u16).map(UnitId).filter(move |unit| self.counter(*unit).side == side)
    }
}

#[cfg(test)]
mod tests;
