use super::Provenance;
use super::map_file::{SETTLEMENTS, TERRAINS};
use crate::hex::{Direction, Grid, HexId};
use serde::{Deserialize, Serialize};

/// A game map: what the rules read and the only thing that is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Map {
    /// Title shown on the picture.
    pub title: String,
    /// The numbered grid.
    pub grid: Grid,
    /// Kinds of ground that the game declares besides those that every map knows.
    pub grounds: Vec<OwnGround>,
    /// One entry for each [`HexId`] of the grid, in its order; hexes off the map are [`Terrain::OffMap`].
    pub hexes: Vec<HexDefinition>,
    /// Hexsides that carry a river, a bridge or a printed line. Each side appears once.
    pub hexsides: Vec<Hexside>,
    /// Road links between neighbouring hexes. Each link appears once.
    pub roads: Vec<Road>,
}

/// What lies in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HexDefinition {
    /// The ground.
    pub terrain: Terrain,
    /// A built-up place, if any.
    pub settlement: Option<Settlement>,
    /// The name printed in the hex, if any.
    pub name: Option<String>,
    /// Printed marks: entry areas, objectives, fortifications.
    pub features: Vec<Feature>,
    /// Where terrain, settlement and name come from.
    pub provenance: Provenance,
}

/// The ground of a hex, as drawn. A game maps it to its own terrain effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Terrain {
    /// Open ground.
    Clear,
    /// Rough, hilly or broken ground.
    Rough,
    /// Light woods.
    Woods,
    /// Dense forest.
    Forest,
    /// Marsh, moor.
    Marsh,
    /// A kind that the map declares: its place in [`Map::grounds`].
    Own(u8),
    /// Not part of the map.
    OffMap,
}

/// A kind of ground that a map declares: the sea, a desert, a mountain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnGround {
    /// Id, as hexes name it: `sea`.
    pub id: String,
    /// What the key of the map calls it.
    pub title: String,
    /// Its colour as 0xRRGGBB.
    pub colour: u32,
}

/// The size of a built-up place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Settlement {
    /// A village.
    Village,
    /// A town.
    Town,
    /// A city.
    City,
}

/// A printed mark in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Fortified line (Westwall).
    Westwall,
    /// Reinforcements of a side (by id) may enter here.
    Entry(String),
    /// A hex that counts for victory, with a value (0 when the rulebook gives it none).
    Objective(u8),
    /// Friendly map edge of a side (by id): supply comes from here.
    Edge(String),
    /// The letter of the entry area that the hex belongs to.
    EntryArea(String),
    /// An operational area, by the id of the army or corps that keeps to it. A hex may lie in several.
    Command(String),
    /// Units may leave the map here for points (0 when the rulebook gives no value).
    Exit(u8),
    /// The last day of December on which units may leave here.
    Until(u8),
    /// A unit of a side (by id) starts here: a dot on the printed map.
    Start(String),
    /// A dump of fuel.
    Depot,
    /// A traffic jam holds up the attacker here in the first turns.
    Jam,
    /// The charges of the bridges round this hex are laid.
    Plunger,
    /// No unit may enter.
    Impassable,
}

impl Feature {
    /// How it stands in a line of a map: key and value.
    pub fn pair(&self) -> (&'static str, String) {
        let yes = || "yes".to_owned();
        match self {
            Feature::Westwall => ("westwall", yes()),
            Feature::Entry(side) => ("entry", side.clone()),
            Feature::Objective(value) => ("objective", value.to_string()),
            Feature::Edge(side) => ("edge", side.clone()),
            Feature::EntryArea(letter) => ("area", letter.clone()),
            Feature::Command(id) => ("command", id.clone()),
            Feature::Exit(value) => ("exit", value.to_string()),
            Feature::Until(day) => ("until", day.to_string()),
            Feature::Start(side) => ("start", side.clone()),
            Feature::Depot => ("depot", yes()),
            Feature::Jam => ("jam", yes()),
            Feature::Plunger => ("plunger", yes()),
            Feature::Impassable => ("impassable", yes()),
        }
    }

    /// The features that a key and its value speak of: several commands may stand in one value, parted by commas.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(key: &str, value: &str) -> Result<Vec<Feature>, String> {
        let text = || value.to_owned();
        let count = || value.parse().map_err(|_| format!("expected {key} as a number up to 255, found `{value}`"));
        let mark = |feature: Feature| match value {
            "yes" => Ok(vec![feature]),
            "no" => Ok(Vec::new()),
            _ => Err(format!("expected {key}=yes or {key}=no, found `{value}`")),
        };
        match key {
            "westwall" => mark(Feature::Westwall),
            "depot" => mark(Feature::Depot),
            "jam" => mark(Feature::Jam),
            "plunger" => mark(Feature::Plunger),
            "impassable" => mark(Feature::Impassable),
            "entry" => Ok(vec![Feature::Entry(text())]),
            "edge" => Ok(vec![Feature::Edge(text())]),
            "area" => Ok(vec![Feature::EntryArea(text())]),
            "start" => Ok(vec![Feature::Start(text())]),
            "command" => Ok(value.split(',').map(|id| Feature::Command(id.to_owned())).collect()),
            "objective" => count().map(|value| vec![Feature::Objective(value)]),
            "exit" => count().map(|value| vec![Feature::Exit(value)]),
            "until" => count().map(|day| vec![Feature::Until(day)]),
            _ => Err(format!("expected one of {}=, found `{key}=`", Feature::KEYS.join("=, "))),
        }
    }

    /// The keys of all features.
    pub const KEYS: [&str; 13] = [
        "westwall",
        "entry",
        "area",
        "objective",
        "edge",
        "command",
        "exit",
        "until",
        "start",
        "depot",
        "jam",
        "plunger",
        "impassable",
    ];
}

/// What became of a bridge before the game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BridgeState {
    /// It stands.
    #[default]
    Standing,
    /// It is blown when the game begins.
    Blown,
    /// It is built on this day of December; until then the roads do not join.
    Built(u8),
}

/// A side of a hex that carries something. `hex` and `side` name it; the neighbour may be off the map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hexside {
    /// One of the two hexes.
    pub hex: HexId,
    /// The side of that hex.
    pub side: Direction,
    /// Name of the river that flows here, if one does.
    pub river: Option<String>,
    /// Rank of the river: 1 major (Our, Sauer, Ourthe), 2 lesser, 3 greater than both (the Meuse, where a game parts it
    /// from the others); 0 without a river.
    pub rank: u8,
    /// Whether a bridge crosses here, in whatever state.
    pub bridge: bool,
    /// What became of the bridge.
    pub state: BridgeState,
    /// The side (by id) that owns the bridge at the start, where a game asks for it.
    pub owner: Option<String>,
    /// Whether the front line at the start of the game runs here.
    pub front: bool,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A road that joins two neighbouring hexes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Road {
    /// One end.
    pub from: HexId,
    /// The other.
    pub to: HexId,
    /// How it is drawn.
    pub class: RoadClass,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// The class of a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoadClass {
    /// A main road.
    Main,
    /// A secondary road.
    Secondary,
}

impl Map {
    /// What lies in a hex.
    pub fn hex(&self, hex: HexId) -> &HexDefinition {
        &self.hexes[hex.index()]
    }

    /// Hexes that are part of the map.
    pub fn on_map(&self) -> impl Iterator<Item = HexId> + '_ {
        self.grid.hexes().filter(|hex| self.hex(*hex).terrain != Terrain::OffMap)
    }

    /// Whether a hex lies at the edge of the map.
    pub fn at_rim(&self, hex: HexId) -> bool {
        self.grid.neighbours(hex).filter(|(_, there)| self.hex(*there).terrain != Terrain::OffMap).count() < 6
    }

    /// The ground of a hex in a few words, and what is built on it: `rough, town`.
    pub fn ground(&self, hex: HexId) -> String {
        let it = self.hex(hex);
        let ground = match it.terrain {
            Terrain::Own(place) => self.grounds.get(usize::from(place)).map_or("", |own| own.title.as_str()),
            terrain => TERRAINS.iter().find(|(_, known)| *known == terrain).map_or("off the map", |(name, _)| name),
        };
        let built = SETTLEMENTS.iter().find(|(_, known)| Some(*known) == it.settlement);
        built.map_or_else(|| ground.to_owned(), |(name, _)| format!("{ground}, {name}"))
    }

    /// How a hex is spoken of: `1817 Bastogne`, or just its number.
    pub fn spoken(&self, hex: HexId) -> String {
        match &self.hex(hex).name {
            Some(name) => format!("{} {name}", self.grid.number(hex)),
            None => self.grid.number(hex),
        }
    }
}
