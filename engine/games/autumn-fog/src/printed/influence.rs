//! Where zones of control would lie, as far as it is printed.

use crate::printed::board::Board;
use crate::printed::forces::UnitData;
use definitions::hex::HexId;
use engine::contract::SideId;

/// What of the definitions zones of control follow from, beside places and steps.
pub struct Influence {
    sides: Vec<SideId>,
    /// A bit for each number of steps with which a unit exerts a zone of control.
    exerts: Vec<u16>,
    /// The hexes around each into which a zone of control goes, side by side.
    around: Vec<[u16; 6]>,
}

/// The highest number of steps that is told apart.
const MOST: u8 = 15;

impl Influence {
    /// The influence of units on a board.
    pub fn new(board: &Board, units: &[UnitData]) -> Influence {
        let exerts = |unit: &UnitData| (0..=MOST).filter(|steps| unit.exerts(*steps)).fold(0, |bits, n| bits | 1 << n);
        Influence {
            sides: units.iter().map(|unit| unit.side).collect(),
            exerts: units.iter().map(exerts).collect(),
            around: (0..board.len() as u16).map(|hex| board.zone(HexId(hex))).collect(),
        }
    }

    /// Whether a unit with so many steps exerts a zone of control.
    pub fn exerts(&self, unit: usize, steps: u8) -> bool {
        self.exerts[unit] & 1 << steps.min(MOST) != 0
    }

    /// The side of a unit.
    pub fn side(&self, unit: usize) -> SideId {
        self.sides[unit]
    }

    /// Hexes of the board.
    pub fn hexes(&self) -> usize {
        self.around.len()
    }

    /// The hexes around one into which a zone of control goes.
    pub fn around(&self, hex: HexId) -> &[u16; 6] {
        &self.around[hex.index()]
    }
}
