//! The zones of control on the whole board, kept as units move.

use definitions::hex::{Direction, HexId};
use engine::kernel::Dense;

/// The zones of control on the whole board as one side meets them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zones {
    /// One entry a hex.
    hexes: Dense<HexId, Zone>,
}

/// What one side meets in a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// Whether enemy units are in it.
    enemy: bool,
    /// Units of the side in it.
    friends: u8,
    /// Their steps.
    steps: u8,
    /// The sides of the hex behind which an enemy exerts a zone of control into it, as bits.
    control: u8,
}

impl Zone {
    /// Whether enemy units are in the hex.
    pub fn enemy(self) -> bool {
        self.enemy
    }

    /// Whether neither enemy units nor a zone of control of theirs are in the hex.
    pub fn quiet(self) -> bool {
        !self.enemy && self.control == 0
    }

    /// Units of the side in the hex.
    pub fn friends(self) -> u8 {
        self.friends
    }

    /// Whether the hex is in an enemy zone of control.
    pub fn controlled(self) -> bool {
        self.control != 0
    }

    /// The sides of the hex behind which an enemy exerts a zone of control into it, as bits.
    pub fn controllers(self) -> u8 {
        self.control
    }
}

impl Zones {
    /// A board with so many hexes and no units.
    pub fn new(hexes: usize) -> Zones {
        Zones { hexes: Dense::new(hexes, Zone::default()) }
    }

    /// A unit of the side with so many steps comes into a hex.
    pub fn add_friend(&mut self, hex: HexId, steps: u8) {
        let zone = &mut self.hexes[hex];
        zone.friends += 1;
        zone.steps += steps;
    }

    /// A unit of the side leaves a hex with its steps. Whether it was the last one.
    pub fn remove_friend(&mut self, hex: HexId, steps: u8) -> bool {
        let zone = &mut self.hexes[hex];
        zone.friends -= 1;
        zone.steps -= steps;
        zone.friends == 0
    }

    /// Enemies are in a hex.
    pub fn mark_enemy(&mut self, hex: HexId) {
        self.hexes[hex].enemy = true;
    }

    /// The last enemy has left a hex.
    pub fn unmark_enemy(&mut self, hex: HexId) {
        self.hexes[hex].enemy = false;
    }

    /// Puts the hexes around one under the control of an enemy in it.
    pub fn control(&mut self, around: &[u16; 6]) {
        for (there, towards) in around.iter().zip(Direction::ALL) {
            if let Some(zone) = self.hexes.get_mut(HexId(*there)) {
                zone.control |= 1 << towards.opposite().index();
            }
        }
    }

    /// Takes the hexes around one from under the control of the enemy in it.
    pub fn release(&mut self, around: &[u16; 6]) {
        for (there, towards) in around.iter().zip(Direction::ALL) {
            if let Some(zone) = self.hexes.get_mut(HexId(*there)) {
                zone.control &= !(1 << towards.opposite().index());
            }
        }
    }

    /// Takes a hex from under the control of all enemies.
    pub fn free(&mut self, hex: HexId) {
        self.hexes[hex].control = 0;
    }

    /// What the side meets in a hex.
    #[inline]
    pub fn of(&self, hex: HexId) -> Zone {
        self.hexes[hex]
    }

    /// Whether enemy units are in the hex.
    pub fn enemy(&self, hex: HexId) -> bool {
        self.hexes[hex].enemy
    }

    /// Units of the side in the hex.
    pub fn friends(&self, hex: HexId) -> u8 {
        self.hexes[hex].friends
    }

    /// Steps of the side in the hex.
    pub fn steps(&self, hex: HexId) -> u8 {
        self.hexes[hex].steps
    }

    /// Whether the hex is in an enemy zone of control.
    pub fn controlled(&self, hex: HexId) -> bool {
        self.hexes[hex].control != 0
    }
}
