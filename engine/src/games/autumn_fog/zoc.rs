//! Zones of control (case 4) and the breakthroughs that cancel them (7.8).

use super::definitions::Definitions;
use super::state::Field;
use crate::contract::SideId;
use crate::definitions::UnitId;
use crate::hex::HexId;

/// Whether a unit exerts a zone of control around it: not an HQ, and stronger than 1 (4.1c, ruling R34).
pub fn exerts(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    let data = definitions.unit(unit);
    !data.is_hq() && data.strength(field.unit(unit).steps) > 1
}

/// Whether a hex holds units of the enemy of a side.
pub fn enemy_in(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> bool {
    field.in_hex(hex).any(|unit| definitions.unit(unit).side != side)
}

/// Whether a hex holds units of a side.
pub fn friend_in(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> bool {
    field.in_hex(hex).any(|unit| definitions.unit(unit).side == side)
}

/// Enemy units whose zone of control covers a hex for a side: those next to it, not across a river (4.1a, 4.1b),
/// unless a breakthrough of that side cancels it (7.8b).
pub fn controllers(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> Vec<UnitId> {
    if broken_through(definitions, field, hex, side) {
        return Vec::new();
    }
    let mut controllers = Vec::new();
    for (towards, there) in definitions.board.neighbours(hex) {
        if !definitions.board.river(hex, towards) {
            let exerting = |unit: &UnitId| definitions.unit(*unit).side != side && exerts(definitions, field, *unit);
            controllers.extend(field.in_hex(there).filter(exerting));
        }
    }
    controllers
}

/// Whether a hex is in an enemy zone of control for a side. The hex of an enemy unit itself is never enterable and
/// is not asked for here.
pub fn controlled(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> bool {
    !controllers(definitions, field, hex, side).is_empty()
}

/// Whether a breakthrough marker of a side lies in a hex or next to it (7.8b, ruling R71).
pub fn broken_through(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> bool {
    let near = |marker: &HexId| *marker == hex || definitions.board.side(*marker, hex).is_some();
    field.breakthroughs.iter().any(|(owner, marker)| *owner == side && near(marker))
}

/// Whether a unit that stands in a hex need not attack the enemies that control it (4.3b, 12.2b, T.TECc to f).
pub fn free_from_attack(definitions: &Definitions, field: &Field, unit: UnitId, hex: HexId) -> bool {
    let side = definitions.unit(unit).side;
    definitions.board.ground(hex).cover[side.index()] || field.unit(unit).improved
}

/// The zones of control on the whole board as one side meets them: what a search over many hexes needs.
pub struct Zones {
    /// Whether enemy units are in the hex.
    pub enemy: Vec<bool>,
    /// Units of the side in the hex.
    pub friends: Vec<u8>,
    /// Steps of the side in the hex.
    pub steps: Vec<u8>,
    /// The sides of the hex behind which an enemy exerts a zone of control into it, as bits.
    control: Vec<u8>,
}

impl Zones {
    /// The zones that a side meets now.
    pub fn new(definitions: &Definitions, field: &Field, side: SideId) -> Zones {
        let board = &definitions.board;
        let mut zones = Zones {
            enemy: vec![false; board.len()],
            friends: vec![0; board.len()],
            steps: vec![0; board.len()],
            control: vec![0; board.len()],
        };
        for (unit, hex) in field.on_map() {
            if definitions.unit(unit).side == side {
                zones.friends[hex.index()] += 1;
                zones.steps[hex.index()] += field.unit(unit).steps;
                continue;
            }
            zones.enemy[hex.index()] = true;
            if exerts(definitions, field, unit) {
                for (towards, there) in board.neighbours(hex) {
                    if !board.river(hex, towards) {
                        zones.control[there.index()] |= 1 << towards.opposite().index();
                    }
                }
            }
        }
        for (owner, marker) in &field.breakthroughs {
            if *owner == side {
                zones.control[marker.index()] = 0;
                board.neighbours(*marker).for_each(|(_, there)| zones.control[there.index()] = 0);
            }
        }
        zones
    }

    /// Whether the hex is in an enemy zone of control.
    pub fn controlled(&self, hex: HexId) -> bool {
        self.control[hex.index()] != 0
    }

    /// Whether one enemy unit controls both hexes (4.2f, ruling R31). Units in one hex count as one.
    pub fn same_controller(&self, definitions: &Definitions, a: HexId, b: HexId) -> bool {
        let board = &definitions.board;
        let controllers = |hex: HexId| {
            let bits = self.control[hex.index()];
            board.neighbours(hex).filter(move |(side, _)| bits & (1 << side.index()) != 0).map(|(_, there)| there)
        };
        controllers(a).any(|one| controllers(b).any(|other| other == one))
    }
}
