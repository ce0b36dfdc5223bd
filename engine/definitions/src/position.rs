use super::UnitId;
use crate::hex::HexId;
use serde::{Deserialize, Serialize};

/// Everything that a drawing of a game in progress needs, as one viewer may see it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Headline: turn, phase, whose decision.
    pub caption: String,
    /// The same for a turn record.
    pub stage: Stage,
    /// Counters; those in one hex lie in this order, bottom first.
    pub counters: Vec<Counter>,
    /// Markers that lie on no unit; those in one place lie in this order, bottom first.
    pub markers: Vec<LaidMarker>,
    /// Support markers beside the map.
    pub supports: Vec<SupportMarkers>,
    /// Piles, cups and hands of cards or chits.
    #[serde(default)]
    pub piles: Vec<LaidPile>,
    /// Where the markers of tracks stand.
    #[serde(default)]
    pub tracks: Vec<TrackValue>,
    /// What moved or fought since the viewer last looked.
    pub arrows: Vec<Arrow>,
    /// What came of the combats since the viewer last looked, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combats: Vec<FoughtOut>,
    /// Hexes to draw attention to (the target of a pending decision).
    pub highlights: Vec<HexId>,
}

/// Hexes that a viewer may have marked on his board: a zone of control, a range, what is in supply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlay {
    /// What it shows: `Zones of control`. Overlays of one kind are offered together.
    pub kind: String,
    /// Whose it is: the name of a side or of a unit.
    pub of: String,
    /// Index of the side.
    pub side: u8,
    /// The hexes, in the order of their ids.
    pub hexes: Vec<HexId>,
}

/// What came of a combat, to be written beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoughtOut {
    /// The hex that was attacked.
    pub at: HexId,
    /// Odds, die and result in the fewest words, as far as they are known: `3:1, die 5: -/2`.
    pub result: String,
    /// Losses of the sides, each side at most once.
    pub losses: Vec<Losses>,
    /// Whether it has ended: what is lost after that was not lost in it.
    pub over: bool,
}

/// What a side lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// Index of the side.
    pub side: u8,
    /// Units that are lost altogether.
    pub units: u16,
    /// Steps of units that go on.
    pub steps: u16,
}

impl FoughtOut {
    /// A combat that begins at a hex.
    pub fn at(hex: HexId, result: String) -> FoughtOut {
        FoughtOut { at: hex, result, losses: Vec::new(), over: false }
    }

    /// Adds losses to those of a side.
    pub fn lose(&mut self, side: u8, units: u16, steps: u16) {
        match self.losses.iter_mut().find(|losses| losses.side == side) {
            Some(losses) => {
                losses.units += units;
                losses.steps += steps;
            }
            None => self.losses.push(Losses { side, units, steps }),
        }
    }
}

impl Losses {
    /// The losses in words: `1 unit, 2 steps`.
    pub fn in_words(&self) -> String {
        let counted = |number: u16, one: &str| match number {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{number} {one}s")),
        };
        [counted(self.units, "unit"), counted(self.steps, "step")].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Position {
    /// The combat that is being fought.
    pub fn fighting(&mut self) -> Option<&mut FoughtOut> {
        self.combats.last_mut().filter(|combat| !combat.over)
    }
}

/// When a position is, as a turn record shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// Game turn.
    pub turn: u8,
    /// Row of the game's table `phases`, from 0.
    pub phase: u8,
    /// Indices of the sides that have to act.
    pub acting: Vec<u8>,
}

/// A counter in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The unit; none when the viewer only sees that a counter of a side lies there.
    pub unit: Option<UnitId>,
    /// Index of the side.
    pub side: u8,
    /// Where it is.
    pub place: Place,
    /// Steps lost so far.
    pub steps_lost: u8,
    /// Ids of the markers on it.
    pub statuses: Vec<String>,
}

impl Counter {
    /// The steps that it has left of those that it began with, in words: `2 of 3 steps`. None where nothing is to be said of
    /// them: it never had more than one, or is eliminated.
    pub fn steps_in_words(&self, steps: u8) -> Option<String> {
        let told = (steps > 1 || self.steps_lost > 0) && self.place != Place::eliminated();
        told.then(|| format!("{} of {steps} steps", steps.saturating_sub(self.steps_lost)))
    }
}

/// A marker that lies on no unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LaidMarker {
    /// Id of its kind in the definitions' list.
    pub kind: String,
    /// Where it lies.
    pub place: Place,
}

/// A pile, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LaidPile {
    /// Its id in the definitions' list, which says whose it is and how one takes from it.
    pub pile: String,
    /// What lies there, the top or last one last. Of cards that the viewer may not tell apart, the backs in an order that
    /// tells nothing.
    pub cards: Vec<SeenCard>,
}

/// The side of a card or chit that lies up for the viewer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SeenCard {
    /// Its face: id of the card.
    Face(String),
    /// Its back: id of the set.
    Back(String),
}

/// Where the marker of a track stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TrackValue {
    /// Id of the track in the definitions' list.
    pub track: String,
    /// Number of the box.
    pub value: i16,
}

/// Support markers of one kind that lie together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SupportMarkers {
    /// Where they lie.
    pub at: SupportPlace,
    /// Their kind, as in the grants of a scenario: `artillery`.
    pub kind: String,
    /// How many; at least one.
    pub count: u8,
}

/// Where support markers lie.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SupportPlace {
    /// In an army's pool, free to be given out.
    Pool(String),
    /// At a headquarters.
    Headquarters(UnitId),
    /// Used, until they come back to an army's pool.
    Spent(String),
}

/// Where a counter or marker is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    /// In a hex.
    Hex(HexId),
    /// On the hexside between two hexes.
    Hexside(HexId, HexId),
    /// In a named box beside the map: `Turn 2`, `Eliminated`, `Your hand`.
    Box(String),
}

/// What the box of eliminated units is called in every game.
pub const ELIMINATED: &str = "Eliminated";

impl Place {
    /// Where eliminated units lie.
    pub fn eliminated() -> Place {
        Place::Box(ELIMINATED.to_owned())
    }
}

/// A movement or an attack to show on the picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrow {
    /// A move along a path.
    Move(Vec<HexId>),
    /// An attack from a hex into another.
    Attack(HexId, HexId),
    /// A retreat along a path.
    Retreat(Vec<HexId>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_tells_its_steps_unless_it_had_one_alone_or_is_eliminated() {
        let counter = |place, steps_lost| Counter { unit: None, side: 0, place, steps_lost, statuses: Vec::new() };
        let on_map = |steps_lost| counter(Place::Hex(HexId(0)), steps_lost);
        assert_eq!(on_map(1).steps_in_words(3).as_deref(), Some("2 of 3 steps"));
        assert_eq!(on_map(0).steps_in_words(2).as_deref(), Some("2 of 2 steps"));
        assert_eq!(on_map(0).steps_in_words(1), None);
        assert_eq!(counter(Place::Box("Turn 4".to_owned()), 1).steps_in_words(3).as_deref(), Some("2 of 3 steps"));
        assert_eq!(counter(Place::eliminated(), 0).steps_in_words(3), None);
    }
}
