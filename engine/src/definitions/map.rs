use super::Provenance;
use crate::hex::{Direction, Grid, HexId};
use serde::{Deserialize, Serialize};

/// A game map: what the rules read and the only thing that is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Map {
    /// Title shown on the picture.
    pub title: String,
    /// The numbered grid.
    pub grid: Grid,
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
    /// Not part of the map.
    OffMap,
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
    /// Rank of the river: 1 major (Meuse, Our, Sauer, Ourthe), 2 lesser; 0 without a river.
    pub rank: u8,
    /// Whether a bridge crosses here.
    pub bridge: bool,
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

    /// How a hex is spoken of: `1817 Bastogne`, or just its number.
    pub fn spoken(&self, hex: HexId) -> String {
        match &self.hex(hex).name {
            Some(name) => format!("{} {name}", self.grid.number(hex)),
            None => self.grid.number(hex),
        }
    }
}
