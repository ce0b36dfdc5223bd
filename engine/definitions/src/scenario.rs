use super::{Phrase, Provenance, UnitId};
use crate::hex::{Grid, HexId};

/// A scenario: what stands where, what comes when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// Stable id: `initial-assault`.
    pub id: String,
    /// Title: `The Initial Assault`.
    pub title: String,
    /// The case of the rulebook that describes it: `17.1`; empty if none.
    pub case: String,
    /// First and last game turn.
    pub turns: (u8, u8),
    /// Dates of the game turns in order, as shown on the turn track: `16-17 December`.
    pub dates: Vec<String>,
    /// Units on the map at the start.
    pub placements: Vec<Placement>,
    /// Units that start in a box beside the map.
    pub boxed: Vec<Boxed>,
    /// Markers that lie in hexes at the start.
    pub markers: Vec<Marker>,
    /// Units that come later.
    pub arrivals: Vec<Arrival>,
    /// Units that are taken off the map later.
    pub departures: Vec<Departure>,
    /// Markers that a pool receives at the start of a turn (turn 1: at the start of the game).
    pub grants: Vec<Grant>,
    /// Cards and chits that are put into piles at the start of a turn (the first turn: at the start of the game).
    pub deals: Vec<Deal>,
    /// Places that decide the game when it ends, if any do.
    pub objectives: Option<Objectives>,
    /// Rectangles of the map that are in play, each by two opposite corners; none if the whole map is.
    pub playing: Vec<(HexId, HexId)>,
}

/// Places that decide the game when it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objectives {
    /// How many of them a side must have.
    pub needed: u8,
    /// The hexes.
    pub hexes: Vec<HexId>,
    /// What having one means.
    pub by: Tenure,
    /// Where they come from.
    pub provenance: Provenance,
}

/// What it means to have a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tenure {
    /// To have been there last.
    Holding,
    /// To be there, in supply.
    Occupying,
}

/// A unit on the map at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub hex: HexId,
    /// How many hexes away from there its owner may put it instead.
    pub within: u8,
    /// The other hex that its set-up list names, where its owner may put it instead.
    pub or: Option<HexId>,
    /// Whether it starts in an improved position.
    pub improved: bool,
    /// Steps lost at the start.
    pub steps_lost: u8,
    /// Ids of the markers that lie on it.
    pub marks: Vec<String>,
    /// Where the hex comes from.
    pub provenance: Provenance,
}

/// A unit that comes as a reinforcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The unit.
    pub unit: UnitId,
    /// Game turn.
    pub turn: u8,
    /// Hexes where it may enter; the owner chooses.
    pub hexes: Vec<HexId>,
    /// The letters of the entry areas that these hexes make up, if the scenario names areas.
    pub areas: Vec<String>,
    /// Name of the box beside the map in which it waits to be brought on, instead of hexes; empty if there is none.
    pub boxed: String,
    /// Whether it comes by truck.
    pub trucks: bool,
    /// Ids of the markers that lie on it.
    pub marks: Vec<String>,
    /// Steps lost when it comes.
    pub steps_lost: u8,
    /// What else decides whether and how it comes, as rules read it.
    pub conditions: Vec<Phrase>,
    /// The same in words, or what people alone need to know; empty if nothing.
    pub note: String,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// Markers that a pool receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Game turn.
    pub turn: u8,
    /// Pool: an army id.
    pub pool: String,
    /// Kind of marker: `artillery`, `nebelwerfer`, `tank`.
    pub kind: String,
    /// How many.
    pub count: u8,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// Cards and chits that are put into a pile, from wherever they lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Game turn.
    pub turn: u8,
    /// Id of the pile.
    pub pile: String,
    /// Ids of the cards and how many of each.
    pub cards: Vec<(String, u8)>,
    /// What else decides whether they come, as rules read it.
    pub conditions: Vec<Phrase>,
    /// The same in words, or what people alone need to know; empty if nothing.
    pub note: String,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A unit that starts in a box beside the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boxed {
    /// The unit.
    pub unit: UnitId,
    /// Name of the box: `Eliminated`.
    pub name: String,
    /// Steps lost at the start.
    pub steps_lost: u8,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A marker that lies in a hex at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Id of its kind.
    pub kind: String,
    /// The hex.
    pub hex: HexId,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A unit that is taken off the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The unit.
    pub unit: UnitId,
    /// Game turn.
    pub turn: u8,
    /// What else decides whether it leaves, as rules read it.
    pub conditions: Vec<Phrase>,
    /// The same in words, or what people alone need to know; empty if nothing.
    pub note: String,
    /// Where it comes from.
    pub provenance: Provenance,
}

impl Scenario {
    /// Whether a hex of the map is in play.
    pub fn in_play(&self, grid: &Grid, hex: HexId) -> bool {
        let inside = |(a, b): &(HexId, HexId)| {
            let ((ax, ay), (bx, by), (x, y)) = (grid.column_row(*a), grid.column_row(*b), grid.column_row(hex));
            (ax.min(bx)..=ax.max(bx)).contains(&x) && (ay.min(by)..=ay.max(by)).contains(&y)
        };
        self.playing.is_empty() || self.playing.iter().any(inside)
    }
}
