//! Zones of control (case 4) and the breakthroughs that cancel them (7.8).

use crate::printed::definitions::Definitions;
use crate::printed::tables::Action;
use crate::truth::state::{Field, UnseenStack};
use crate::truth::unit::UnitState;
use crate::truth::zones::Zones;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use std::borrow::Cow;

/// Whether a unit exerts a zone of control around it.
pub fn exerts(definitions: &Definitions, unit: UnitId, state: &UnitState) -> bool {
    definitions.unit(unit).exerts(state.steps)
}

/// Whether a hex holds units of the enemy of a side.
pub fn enemy_in(field: &Field, hex: HexId, side: SideId) -> bool {
    field.units.zones(side).enemy(hex)
        || field.unseen.stacks().iter().any(|stack| stack.hex == hex && stack.side != side)
}

/// Hexes that hold units of the enemy of a side.
pub fn enemy_hexes(field: &Field, side: SideId) -> impl Iterator<Item = HexId> + '_ {
    let seen = field.units.hexes_of(side.enemy()).iter();
    seen.chain(field.unseen.stacks().iter().filter(move |stack| stack.side != side).map(|stack| stack.hex))
}

/// Whether a hex holds units of a side.
pub fn friend_in(field: &Field, hex: HexId, side: SideId) -> bool {
    field.units.zones(side).friends(hex) > 0
}

/// Hexes of the enemies whose zone of control covers a hex for a side: those next to it, not across a river (4.1a,
/// 4.1b), unless a breakthrough of that side cancels it (7.8b).
pub fn controllers(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> Vec<HexId> {
    if broken_through(definitions, field, hex, side) {
        return Vec::new();
    }
    let exerting = |unit: UnitId| definitions.unit(unit).side != side && exerts(definitions, unit, field.unit(unit));
    let holds = |there: HexId| {
        field.in_hex(there).any(exerting)
            || field.unseen.stacks().iter().any(|stack| stack.hex == there && stack.side != side && stack.exerts)
    };
    let near = definitions.board.neighbours(hex).filter(|(towards, _)| !definitions.board.river(hex, *towards));
    near.map(|(_, there)| there).filter(|there| holds(*there)).collect()
}

/// Whether one enemy controls two hexes for a side (4.2f, ruling R31). Units in one hex count as one.
pub fn one_controls_both(definitions: &Definitions, field: &Field, a: HexId, b: HexId, side: SideId) -> bool {
    let here = controllers(definitions, field, a, side);
    !here.is_empty() && controllers(definitions, field, b, side).iter().any(|enemy| here.contains(enemy))
}

/// Whether a hex is in an enemy zone of control for a side. The hex of an enemy unit itself is never enterable and
/// is not asked for here.
pub fn controlled(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> bool {
    let unseen = |stack: &UnseenStack| {
        let towards = definitions.board.side(hex, stack.hex);
        stack.side != side && stack.exerts && towards.is_some_and(|towards| !definitions.board.river(hex, towards))
    };
    (field.units.zones(side).controlled(hex) || field.unseen.stacks().iter().any(unseen))
        && !broken_through(definitions, field, hex, side)
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

/// Hexes of the enemies on one of which a bound unit owes an attack: those that control its hex (4.2b, ruling R30).
/// A unit owes nothing when an event has taken the AP that the attack would cost (ruling R145).
pub fn owed(definitions: &Definitions, field: &Field, unit: UnitId) -> Vec<HexId> {
    let state = field.unit(unit);
    let Some(hex) = state.hex().filter(|_| state.bound) else { return Vec::new() };
    if state.ap < definitions.tables.actions.of(Action::NormalAttack) || free_from_attack(definitions, field, unit, hex)
    {
        return Vec::new();
    }
    controllers(definitions, field, hex, definitions.unit(unit).side)
}

/// Whether a unit that has just entered a hex must attack (4.2b, 4.3a, 4.3b). It has left any position by moving.
pub fn bound(definitions: &Definitions, field: &Field, unit: UnitId, hex: HexId, side: SideId) -> bool {
    let cover = definitions.board.ground(hex).cover[side.index()];
    !cover && !definitions.unit(unit).is_hq() && controlled(definitions, field, hex, side)
}

impl Zones {
    /// The zones that a side meets now: those near its breakthroughs are cancelled (7.8b).
    pub fn met<'a>(definitions: &Definitions, field: &'a Field, side: SideId) -> Cow<'a, Zones> {
        let mut zones = Cow::Borrowed(field.units.zones(side));
        for stack in field.unseen.stacks().iter().filter(|stack| stack.side != side) {
            zones.to_mut().mark_enemy(stack.hex);
            if stack.exerts {
                zones.to_mut().control(&definitions.board.zone(stack.hex));
            }
        }
        for (_, marker) in field.breakthroughs.iter().filter(|(owner, _)| *owner == side) {
            let zones = zones.to_mut();
            zones.free(*marker);
            definitions.board.neighbours(*marker).for_each(|(_, there)| zones.free(there));
        }
        zones
    }

    /// Whether one enemy unit controls both hexes (4.2f, ruling R31). Units in one hex count as one.
    pub fn same_controller(&self, definitions: &Definitions, a: HexId, b: HexId) -> bool {
        let board = &definitions.board;
        let controllers = |hex: HexId| {
            let bits = self.of(hex).controllers();
            board.neighbours(hex).filter(move |(side, _)| bits & (1 << side.index()) != 0).map(|(_, there)| there)
        };
        controllers(a).any(|one| controllers(b).any(|other| other == one))
    }
}
