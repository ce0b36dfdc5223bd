//! Zones of control (case 4) and the breakthroughs that cancel them (7.8).

use super::definitions::Definitions;
use super::state::{Field, UnitState, UnseenStack};
use super::tables::Action;
use crate::contract::SideId;
use crate::definitions::UnitId;
use crate::hex::{Direction, HexId};
use std::borrow::Cow;

/// Whether a unit exerts a zone of control around it: not an HQ, and stronger than 1 (4.1c, ruling R34).
pub fn exerts(definitions: &Definitions, unit: UnitId, state: &UnitState) -> bool {
    let data = definitions.unit(unit);
    !data.is_hq() && data.strength(state.steps) > 1
}

/// Whether a hex holds units of the enemy of a side.
pub fn enemy_in(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> bool {
    field.in_hex(hex).any(|unit| definitions.unit(unit).side != side)
        || field.unseen.iter().any(|stack| stack.hex == hex && stack.side != side)
}

/// Hexes that hold units of the enemy of a side, some of them more than once.
pub fn enemy_hexes(definitions: &Definitions, field: &Field, side: SideId) -> impl Iterator<Item = HexId> {
    let seen = field.on_map().filter(move |(unit, _)| definitions.unit(*unit).side != side).map(|(_, hex)| hex);
    seen.chain(field.unseen.iter().filter(move |stack| stack.side != side).map(|stack| stack.hex))
}

/// Whether a hex holds units of a side.
pub fn friend_in(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> bool {
    field.in_hex(hex).any(|unit| definitions.unit(unit).side == side)
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
            || field.unseen.iter().any(|stack| stack.hex == there && stack.side != side && stack.exerts)
    };
    let near = definitions.board.neighbours(hex).filter(|(towards, _)| !definitions.board.river(hex, *towards));
    near.map(|(_, there)| there).filter(|there| holds(*there)).collect()
}

/// Whether a hex is in an enemy zone of control for a side. The hex of an enemy unit itself is never enterable and
/// is not asked for here.
pub fn controlled(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> bool {
    let unseen = |stack: &UnseenStack| {
        let towards = definitions.board.side(hex, stack.hex);
        stack.side != side && stack.exerts && towards.is_some_and(|towards| !definitions.board.river(hex, towards))
    };
    (field.units.zones(definitions, side).controlled(hex) || field.unseen.iter().any(unseen))
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

/// The zones of control on the whole board as one side meets them.
#[derive(Clone, Debug)]
pub struct Zones {
    /// One entry a hex, and a last one for what lies beyond the map and the rivers.
    hexes: Vec<Zone>,
}

/// What one side meets in a hex.
#[derive(Clone, Copy, Debug, Default)]
struct Zone {
    /// Whether enemy units are in it.
    enemy: bool,
    /// Units of the side in it.
    friends: u8,
    /// Their steps.
    steps: u8,
    /// The sides of the hex behind which an enemy exerts a zone of control into it, as bits.
    control: u8,
}

impl Zones {
    /// The zones that each side meets, breakthroughs apart.
    pub fn of_both(definitions: &Definitions, units: &[UnitState]) -> [Zones; 2] {
        let board = &definitions.board;
        let mut zones = SideId::BOTH.map(|_| Zones { hexes: vec![Zone::default(); board.len() + 1] });
        for (index, state) in units.iter().enumerate() {
            let (Some(hex), unit) = (state.hex(), UnitId(index as u16)) else { continue };
            let side = definitions.unit(unit).side;
            let own = &mut zones[side.index()].hexes[hex.index()];
            own.friends += 1;
            own.steps += state.steps;
            let met = &mut zones[side.enemy().index()].hexes;
            met[hex.index()].enemy = true;
            if exerts(definitions, unit, state) {
                zones[side.enemy().index()].control_around(definitions, hex);
            }
        }
        zones
    }

    /// The zones that a side meets now: those near its breakthroughs are cancelled (7.8b).
    pub fn met<'a>(definitions: &Definitions, field: &'a Field, side: SideId) -> Cow<'a, Zones> {
        let mut zones = Cow::Borrowed(field.units.zones(definitions, side));
        for stack in field.unseen.iter().filter(|stack| stack.side != side) {
            zones.to_mut().hexes[stack.hex.index()].enemy = true;
            if stack.exerts {
                zones.to_mut().control_around(definitions, stack.hex);
            }
        }
        for (_, marker) in field.breakthroughs.iter().filter(|(owner, _)| *owner == side) {
            let hexes = &mut zones.to_mut().hexes;
            hexes[marker.index()].control = 0;
            definitions.board.neighbours(*marker).for_each(|(_, there)| hexes[there.index()].control = 0);
        }
        zones
    }

    /// Whether enemy units are in the hex.
    pub fn enemy(&self, hex: HexId) -> bool {
        self.hexes[hex.index()].enemy
    }

    /// Units of the side in the hex.
    pub fn friends(&self, hex: HexId) -> u8 {
        self.hexes[hex.index()].friends
    }

    /// Steps of the side in the hex.
    pub fn steps(&self, hex: HexId) -> u8 {
        self.hexes[hex.index()].steps
    }

    /// Puts the hexes around a hex under the control of an enemy in it.
    fn control_around(&mut self, definitions: &Definitions, hex: HexId) {
        for (there, towards) in definitions.board.zone(hex).into_iter().zip(Direction::ALL) {
            self.hexes[usize::from(there)].control |= 1 << towards.opposite().index();
        }
    }

    /// Whether the hex is in an enemy zone of control.
    pub fn controlled(&self, hex: HexId) -> bool {
        self.hexes[hex.index()].control != 0
    }

    /// Whether one enemy unit controls both hexes (4.2f, ruling R31). Units in one hex count as one.
    pub fn same_controller(&self, definitions: &Definitions, a: HexId, b: HexId) -> bool {
        let board = &definitions.board;
        let controllers = |hex: HexId| {
            let bits = self.hexes[hex.index()].control;
            board.neighbours(hex).filter(move |(side, _)| bits & (1 << side.index()) != 0).map(|(_, there)| there)
        };
        controllers(a).any(|one| controllers(b).any(|other| other == one))
    }
}
