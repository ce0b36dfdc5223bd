//! What is printed, in the shape in which the rules read it: map, counters, tables, scenarios.

mod board;
mod counters;
mod odds;
mod scenarios;
mod tables;
mod terrain;

pub use board::{Board, Bridge, BridgeId, Hex, Plunger, PlungerId, Road, Side, Water};
pub use counters::{Counter, DivisionId};
pub use odds::{CombatResult, CombatTable, Odds, Strength};
pub use scenarios::{Coming, Condition, Exit, Exits, Placed, Plan, SupplyHead};
pub use tables::{BarrageDie, Distances, GunsRoll, Part, Tables, TurnRules};
pub use terrain::{Allowance, BarrageRoll, Chart, Faces, POINT};

use definitions::hex::HexId;
use definitions::{DefinitionError, GameFiles, Published, UnitId, embedded};
use engine::contract::SideId;
use engine::speech::{Names, Places};

/// The Germans.
pub const GERMAN: SideId = SideId(0);
/// The Americans and those who fight beside them.
pub const ALLIED: SideId = SideId(1);

/// Words that people write out and counters shorten, folded.
const SHORTENED: [(&str, &str); 7] = [
    ("panzer", "pz"),
    ("volksgrenadier", "vg"),
    ("fallschirmjager", "fj"),
    ("cavalry", "cav"),
    ("armoured", "arm"),
    ("armored", "arm"),
    ("airborne", "abn"),
];

/// Where Bastogne is (5.1d): the example in answers to what names no hex.
const EXAMPLE: &str = "B1.16";

/// The files that come with the program.
pub fn files() -> GameFiles {
    embedded!(
        "../../../assets/games/ardennes-ii": "about.txt", "aid.txt", "game.txt", "map.txt", "units.txt", "rules.txt", "rulings.txt", "tables.txt",
        "words.txt", "part-allied-16-december.txt", "part-allied-orders.txt", "part-german-16-december.txt",
        "part-german-orders.txt", "scenario-bastogne.txt", "scenario-breakthrough.txt", "scenario-campaign.txt",
        "scenario-goose-egg.txt", "scenario-peiper.txt", "scenario-tip-of-the-spear.txt",
    )
}

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
    /// The ids of the divisions.
    pub divisions: Vec<String>,
    /// The scenarios, in the order of [`Published::scenarios`].
    pub plans: Vec<Plan>,
    /// Names of the units, as people write them.
    pub names: Names<UnitId>,
    /// Hexes, as people write them.
    pub places: Places,
}

impl Definitions {
    /// Reads the game's files.
    ///
    /// # Errors
    /// Every fault found.
    pub fn parse(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        let published = Published::parse(files)?;
        let one = |fault| vec![fault];
        let tables = Tables::read(&published.tables).map_err(one)?;
        let sides: Vec<String> = published.units.sides.iter().map(|side| side.id.clone()).collect();
        let board = Board::new(&published.map, &tables.chart, &sides, &tables.boats.1).map_err(one)?;
        let mut divisions = Vec::new();
        let counters: Result<Vec<Counter>, DefinitionError> =
            published.units.iter().map(|(_, unit)| Counter::read(unit, &mut divisions, &tables.boats.0)).collect();
        let counters = counters.map_err(one)?;
        let plans: Result<Vec<Plan>, DefinitionError> =
            published.scenarios.iter().map(|scenario| Plan::read(scenario, &published, &board)).collect();
        let plans = plans.map_err(one)?;
        let example = published.map.grid.find(EXAMPLE);
        let example =
            example.ok_or_else(|| vec![DefinitionError::new("map.txt", 0, "expected the hex B1.16 (5.1)")])?;
        let names = Names::units(&published.units, &SHORTENED);
        let places = Places::new(&published.map, example);
        Ok(Definitions { published, tables, board, counters, divisions, plans, names, places })
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

    /// How a hex is spoken of: `B1.16 Bastogne`.
    pub fn place(&self, hex: HexId) -> String {
        self.published.map.spoken(hex)
    }

    /// Name of a side.
    pub fn side_name(&self, side: SideId) -> &str {
        self.published.units.sides.get(side.index()).map_or("?", |side| side.name.as_str())
    }

    /// All units of a side.
    pub fn units_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
        (0..self.counters.len() as u16).map(UnitId).filter(move |unit| self.counter(*unit).side == side)
    }
}
