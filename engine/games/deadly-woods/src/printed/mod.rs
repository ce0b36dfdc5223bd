//! What is printed, in the shape in which the rules read it: map, counters, tables, chits, scenarios.

mod board;
mod chits;
mod counters;
mod limits;
mod odds;
mod plans;
mod tables;

pub use board::{Board, Bridge, BridgeId, Ground, Hex, Side};
pub use chits::{Armies, Chit, TurnChits};
pub use counters::{Army, CorpsId, Counter, GroupId, Kind};
pub use limits::Limits;
pub use odds::{CombatResult, CombatTable, Odds};
pub use plans::{Coming, Draw, Plan};
pub use tables::{Chart, Initiative, POINT, Points, Tables, Tolls, Tread, during};

use definitions::hex::HexId;
use definitions::{DefinitionError, Force, GameFiles, Published, UnitId, embedded};
use engine::contract::{OptionRule, SideId};
use engine::speech::{Names, Places};

/// The Germans.
pub const GERMAN: SideId = SideId(0);
/// The Americans and British.
pub const ALLIED: SideId = SideId(1);

/// The optional rule (16.1).
pub static OPTIONS: [OptionRule; 1] = [OptionRule {
    name: "plus-2",
    case: "16.1",
    title: "German +2 combat asset",
    values: &[
        ("no", "Peiper adds 1 to the die on turn 1"),
        ("yes", "a German asset adds 2 to the die of one combat on each of turns 1 and 2, Peiper nothing"),
    ],
}];

/// Words that people write out and counters shorten, folded.
const SHORTENED: [(&str, &str); 9] = [
    ("panzer", "pz"),
    ("volksgrenadier", "vg"),
    ("panzergrenadier", "pg"),
    ("fallschirmjager", "fj"),
    ("cavalry", "cav"),
    ("infantry", "inf"),
    ("armoured", "arm"),
    ("armored", "arm"),
    ("airborne", "abn"),
];

/// Where 2 Pz starts (3.2): the example in answers to what names no hex.
const EXAMPLE: &str = "3317";

/// The files that come with the program.
pub fn files() -> GameFiles {
    embedded!(
        "../../../assets/games/deadly-woods": "about.txt", "aid.txt", "game.txt", "map.txt", "units.txt", "cards.txt", "rules.txt", "rulings.txt",
        "tables.txt", "words.txt", "scenario-german-attack.txt", "scenario-campaign.txt",
    )
}

/// Places that rules name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// St. Vith (9.2.1).
    pub st_vith: HexId,
    /// The two ends of the bridge of Ouren (10.6.3).
    pub ouren: [HexId; 2],
}

/// Units that rules name.
#[derive(Clone, Copy, Debug)]
pub struct Special {
    /// KG Peiper (8.5, 11.3.2).
    pub peiper: UnitId,
    /// The 150th Panzer Brigade (7.3).
    pub brigade: UnitId,
    /// The parachutists (12.7).
    pub parachutists: UnitId,
    /// The US delay asset (12.9.1).
    pub delay: UnitId,
    /// The 14th Regiment of the 5th FJ Division (9.4).
    pub fourteenth: UnitId,
    /// The two regiments of the 99th that artillery does not support on turn 1 (12.3).
    pub cut_off: [UnitId; 2],
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
    /// The scenarios, in the order of [`Published::scenarios`].
    pub plans: Vec<Plan>,
    /// Places that rules name.
    pub named: Named,
    /// Units that rules name.
    pub special: Special,
    /// Towns in which units of some corps alone are brought back, by their ids (13.2.2).
    pub rebuilding: Vec<(HexId, Vec<String>)>,
    /// The entry areas that serve where one is blocked, the first one first (14.8).
    pub detours: Vec<(String, Vec<String>)>,
    /// Divisions that the first Reaction does not move (14.3.1).
    pub held_back: Vec<String>,
    /// Patton's corps, then those that Monty leads (14.9).
    pub generals: Vec<CorpsId>,
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
        let named = |name: &str| {
            let hexes = published.map.on_map();
            hexes.into_iter().find(|hex| published.map.hex(*hex).name.as_deref() == Some(name))
        };
        // what the Germans control when the game begins (3.5a, R11)
        let rows = published.tables.get("behind-the-westwall").map_err(one)?.rows.iter();
        let behind: Vec<HexId> = rows.filter_map(|row| named(&row.name)).collect();
        let board = Board::new(&published.map, &tables.chart, &sides, &behind).map_err(one)?;
        let mut groups = Vec::new();
        let counters: Result<Vec<Counter>, DefinitionError> =
            published.units.iter().map(|(_, unit)| Counter::read(unit, &published.units, &mut groups)).collect();
        let counters = counters.map_err(one)?;
        let plans: Result<Vec<Plan>, DefinitionError> =
            published.scenarios.iter().map(|scenario| Plan::read(scenario, &published, &board, &counters)).collect();
        let plans = plans.map_err(one)?;
        let unit = |id: &str| {
            let missing = || vec![DefinitionError::new("units.txt", 0, format!("expected a unit `{id}`"))];
            published.units.find(id).ok_or_else(missing)
        };
        let place = |name: &str| {
            let missing = || vec![DefinitionError::new("map.txt", 0, format!("expected a place `{name}`"))];
            let named = |hex: &HexId| published.map.hex(*hex).name.as_deref() == Some(name);
            published.map.on_map().find(named).ok_or_else(missing)
        };
        let hex = |number: &str| {
            let missing = || vec![DefinitionError::new("map.txt", 0, format!("expected a hex {number}"))];
            published.map.grid.find(number).ok_or_else(missing)
        };
        let named = Named { st_vith: place("St. Vith")?, ouren: [hex("3315")?, hex("3215")?] };
        let special = Special {
            peiper: unit("peiper-1ss")?,
            brigade: unit("150-pz")?,
            parachutists: unit("vdh")?,
            delay: unit("delay")?,
            fourteenth: unit("14-5fj")?,
            cut_off: [unit("393-99di")?, unit("394-99di")?],
        };
        let list = |text: &str| -> Vec<String> { text.split(',').map(str::to_owned).collect() };
        let rows = |table: &str| published.tables.get(table).map_err(one);
        let cell = |table: &str, row: &str, column: &str| {
            rows(table)?.read(row, column, |text| Ok(text.to_owned())).map_err(one)
        };
        let mut rebuilding = Vec::new();
        for row in &rows("rebuilding")?.rows {
            rebuilding.push((place(&row.name)?, list(&cell("rebuilding", &row.name, "corps")?)));
        }
        let mut detours = Vec::new();
        for row in &rows("entry-areas")?.rows {
            detours.push((row.name.clone(), list(&cell("entry-areas", &row.name, "otherwise")?)));
        }
        let of = |chit: Chit| {
            let missing =
                || vec![DefinitionError::new("cards.txt", 0, format!("expected a card `{}` with of=", chit.id()))];
            published.cards.card(chit.id()).map(|card| &card.forces).filter(|of| !of.is_empty()).ok_or_else(missing)
        };
        let divisions = of(Chit::Reaction)?.iter().filter_map(|force| match force {
            Force::Division(id) => Some(id.clone()),
            _ => None,
        });
        let held_back = divisions.collect();
        let corps = of(Chit::PattonMonty)?.iter().filter_map(|force| match force {
            Force::Formation(corps) => Some(CorpsId(corps.0)),
            _ => None,
        });
        let generals = corps.collect();
        let example = hex(EXAMPLE)?;
        let names = Names::units(&published.units, &SHORTENED);
        let places = Places::new(&published.map, example);
        Ok(Definitions {
            published,
            tables,
            board,
            counters,
            plans,
            named,
            special,
            rebuilding,
            detours,
            held_back,
            generals,
            names,
            places,
        })
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

    /// How a hex is spoken of: `2418 Bastogne`.
    pub fn place(&self, hex: HexId) -> String {
        self.published.map.spoken(hex)
    }

    /// How hexes are spoken of.
    pub fn spots(&self, hexes: &[HexId]) -> String {
        hexes.iter().map(|hex| self.place(*hex)).collect::<Vec<_>>().join(", ")
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
