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
