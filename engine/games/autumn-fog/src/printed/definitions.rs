//! Map, units and tables as the rules read them.

use crate::printed::board::Board;
use crate::printed::event_range;
use crate::printed::files::files;
use crate::printed::forces::{UnitData, armies, unit_data};
use crate::printed::influence::Influence;
use crate::printed::tables::{Rating, Tables, fuel};
use definitions::hex::{HexId, HexSet};
use definitions::{DefinitionError, FormationId, GameFiles, Map, MarkerLook, Published, UnitId};
use engine::contract::SideId;
use engine::kernel::Dense;
use engine::speech::{Names, Places};
use std::fmt;
use std::sync::Arc;

/// Words that people write out and counters shorten, or leave out.
static SHORTENED: [(&str, &str); 20] = [
    ("von", "v"),
    ("panzer", "pz"),
    ("panzergrenadier", "pg"),
    ("panzergrenadiers", "pg"),
    ("volksgrenadier", "vg"),
    ("volksgrenadiers", "vg"),
    ("fallschirmjager", "fj"),
    ("parachute", "fj"),
    ("infantry", "di"),
    ("armored", "db"),
    ("armoured", "db"),
    ("airborne", "abn"),
    ("cavalry", "cav"),
    ("detachment", "det"),
    ("division", ""),
    ("regiment", ""),
    ("kampfgruppe", ""),
    ("kg", ""),
    ("the", ""),
    ("of", ""),
];
/// The hex that stands in answers for all: Bastogne.
const KNOWN_HEX: &str = "1817";

/// Everything about the game that does not change: map, units and tables, in the shape in which the rules read them.
pub struct Definitions {
    /// Map, units, scenarios, rule index, rulings and printed tables.
    pub published: Published,
    /// The tables as the rules read them.
    pub tables: Tables,
    /// The map as the rules read it.
    pub board: Board,
    /// One entry a unit.
    pub units: Vec<UnitData>,
    /// The units of each side.
    pub own: [Vec<UnitId>; 2],
    /// Ids of the armies that have pools of supports.
    pub armies: Vec<String>,
    /// The headquarters of each formation.
    pub headquarters: Vec<Option<UnitId>>,
    /// What zones of control follow from, beside places and steps.
    pub influence: Arc<Influence>,
    /// The hexes within reach of events of each hex (15.2a, 15.3a).
    pub event_ranges: Dense<HexId, HexSet>,
    /// The units that each number of the fuel roll stops (10.4).
    pub fuel: Vec<(UnitId, u8)>,
    /// The units as players call them.
    pub unit_names: Names<UnitId>,
    /// The formations as players call them.
    pub formation_names: Names<FormationId>,
    /// The hexes as players call them.
    pub places: Places,
}

impl Definitions {
    /// Reads the game's files.
    ///
    /// # Errors
    /// Every fault found.
    pub fn parse(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        let mut published = Published::parse(files)?;
        dress(&mut published)?;
        let undecided = published.scenarios.iter().filter(|it| it.case.is_empty() || it.objectives.is_none());
        let undecided: Vec<DefinitionError> = undecided
            .map(|it| {
                let file = format!("scenario-{}.txt", it.id);
                DefinitionError::new(&file, 0, "expected `case=` and a line `objectives`: who wins (17)")
            })
            .collect();
        if !undecided.is_empty() {
            return Err(undecided);
        }
        let tables = Tables::read(&published.tables).map_err(|error| vec![error])?;
        let board = Board::new(&published.map, &tables);
        let armies = armies(&published.units);
        let units: Vec<UnitData> =
            published.units.iter().map(|(_, unit)| unit_data(&published.units, &armies, unit)).collect();
        let mut headquarters = vec![None; published.units.formations.len()];
        for (id, unit) in published.units.iter() {
            if let Some(formation) = unit.formation.filter(|_| units[id.index()].is_hq()) {
                headquarters[formation.index()] = Some(id);
            }
        }
        let unrated = headquarters.iter().flatten().filter(|hq| units[hq.index()].c3i.is_none());
        let faults: Vec<DefinitionError> = unrated
            .map(|hq| {
                let id = &published.units.unit(*hq).id;
                DefinitionError::new("units.txt", 0, format!("unit {id}: expected c3i=1, 2 or 3 (A, B or C, 9.5)"))
            })
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let fuel = fuel::read(&published).map_err(|error| vec![error])?;
        let influence = Arc::new(Influence::new(&board, &units));
        let event_ranges = event_range::ranges(&published.map, &board);
        let all = || (0..units.len() as u16).map(UnitId);
        let own = SideId::BOTH.map(|side| all().filter(|unit| units[unit.index()].side == side).collect());
        let unit_names = Names::units(&published.units, &SHORTENED);
        let formation_names = Names::formations(&published.units, &SHORTENED);
        let places = Places::new(&published.map, published.map.grid.find(KNOWN_HEX).unwrap_or(HexId(0)));
        Ok(Definitions {
            own,
            influence,
            event_ranges,
            fuel,
            unit_names,
            formation_names,
            places,
            published,
            tables,
            board,
            units,
            armies,
            headquarters,
        })
    }

    /// The unit.
    pub fn unit(&self, unit: UnitId) -> &UnitData {
        &self.units[unit.index()]
    }

    /// The headquarters of a unit's formation; none for independent units.
    pub fn hq_of(&self, unit: UnitId) -> Option<UnitId> {
        self.unit(unit).formation.and_then(|formation| self.headquarters[formation.index()])
    }

    /// The C3I rating with which a unit attacks: that of its formation's headquarters, wherever this is, or its own
    /// by its quality (9.5b, 9.5c, rulings R125 and R127).
    pub fn rating(&self, unit: UnitId) -> Rating {
        let led = self.hq_of(unit).and_then(|hq| self.unit(hq).c3i);
        led.unwrap_or_else(|| Rating::of_quality(self.unit(unit).quality))
    }

    /// The side of a formation.
    pub fn side_of(&self, formation: FormationId) -> SideId {
        SideId(self.published.units.formation(formation).side)
    }

    /// Name of a unit.
    pub fn name(&self, unit: UnitId) -> &str {
        &self.published.units.unit(unit).name
    }

    /// How a hex is spoken of: `1817 Bastogne`.
    pub fn place(&self, hex: HexId) -> Place<'_> {
        Place { map: &self.published.map, hex }
    }

    /// The date of a game turn, as the turn track shows it. Turns have one date in all scenarios.
    pub fn date(&self, turn: u8) -> Option<&str> {
        self.published.scenarios.iter().find_map(|scenario| {
            let place = turn.checked_sub(scenario.turns.0)?;
            scenario.dates.get(usize::from(place)).map(String::as_str)
        })
    }

    /// Name of an army by its id.
    pub fn army_name<'a>(&'a self, id: &'a str) -> &'a str {
        let known = self.published.units.armies.iter().find(|army| army.id == id);
        known.map_or(id, |army| army.name.as_str())
    }

    /// Name of a side.
    pub fn side_name(&self, side: SideId) -> &str {
        self.published.units.sides.get(side.index()).map_or("?", |side| side.name.as_str())
    }
}

/// Gives markers the looks of today where the files, which may have been stored with a game by version 0.1.0, tell none, and
/// adds the kinds that they lack: how a marker looks is no fact of the game.
fn dress(published: &mut Published) -> Result<(), Vec<DefinitionError>> {
    let today = Published::markers_of(files().text("game.txt").map_err(|error| vec![error])?)?;
    for newer in today {
        match published.markers.iter_mut().find(|kind| kind.id == newer.id) {
            Some(kind) if kind.look == MarkerLook::default() => kind.look = newer.look,
            Some(_) => {}
            None => published.markers.push(newer),
        }
    }
    Ok(())
}

/// A hex as it is spoken of. Judges name many hexes of which nobody reads, so it is worded when it is written.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    map: &'a Map,
    hex: HexId,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.map.spoken(self.hex))
    }
}
