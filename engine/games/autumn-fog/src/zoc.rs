//! Zones of control (case 4) and the breakthroughs that cancel them (7.8).

use super::definitions::Definitions;
use super::state::{Field, UnitState, UnseenStack};
use super::tables::Action;
use definitions::UnitId;
use definitions::hex::{Direction, HexId};
use engine::contract::SideId;
use std::borrow::Cow;

/// Whether a unit exerts a zone of control around it.
pub fn exerts(definitions: &Definitions, unit: UnitId, state: &UnitState) -> bool {
    definitions.unit(unit).exerts(state.steps)
}

/// Whether a hex holds units of the enemy of a side.
pub fn enemy_in(field: &Field, hex: HexId, side: SideId) -> bool {
    field.units.zones(side).enemy(hex) || field.unseen.iter().any(|stack| stack.hex == hex && stack.side != side)
}

/// Hexes that hold units of the enemy of a side.
pub fn enemy_hexes(field: &Field, side: SideId) -> impl Iterator<Item = HexId> + '_ {
    let seen = field.units.hexes_of(side.enemy()).iter();
    seen.chain(field.unseen.iter().filter(move |stack| stack.side != side).map(|stack| stack.hex))
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
            || field.unseen.iter().any(|stack| stack.hex == there && stack.side != side && stack.exerts)
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
    (field.units.zones(side).controlled(hex) || field.unseen.iter().any(unseen))
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zones {
    /// One entry a hex.
    hexes: Vec<Zone>,
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
}

impl Zones {
    /// A board with so many hexes and no units.
    pub fn new(hexes: usize) -> Zones {
        Zones { hexes: vec![Zone::default(); hexes] }
    }

    /// The zones that a side meets now: those near its breakthroughs are cancelled (7.8b).
    pub fn met<'a>(definitions: &Definitions, field: &'a Field, side: SideId) -> Cow<'a, Zones> {
        let mut zones = Cow::Borrowed(field.units.zones(side));
        for stack in field.unseen.iter().filter(|stack| stack.side != side) {
            zones.to_mut().mark_enemy(stack.hex);
            if stack.exerts {
                zones.to_mut().control(&definitions.board.zone(stack.hex));
            }
        }
        for (_, marker) in field.breakthroughs.iter().filter(|(owner, _)| *owner == side) {
            let hexes = &mut zones.to_mut().hexes;
            hexes[marker.index()].control = 0;
            definitions.board.neighbours(*marker).for_each(|(_, there)| hexes[there.index()].control = 0);
        }
        zones
    }

    /// A unit of the side with so many steps comes into a hex.
    pub(super) fn add_friend(&mut self, hex: HexId, steps: u8) {
        let zone = &mut self.hexes[hex.index()];
        zone.friends += 1;
        zone.steps += steps;
    }

    /// A unit of the side leaves a hex with its steps. Whether it was the last one.
    pub(super) fn remove_friend(&mut self, hex: HexId, steps: u8) -> bool {
        let zone = &mut self.hexes[hex.index()];
        zone.friends -= 1;
        zone.steps -= steps;
        zone.friends == 0
    }

    /// Enemies are in a hex.
    pub(super) fn mark_enemy(&mut self, hex: HexId) {
        self.hexes[hex.index()].enemy = true;
    }

    /// The last enemy has left a hex.
    pub(super) fn unmark_enemy(&mut self, hex: HexId) {
        self.hexes[hex.index()].enemy = false;
    }

    /// Puts the hexes around one under the control of an enemy in it.
    pub(super) fn control(&mut self, around: &[u16; 6]) {
        for (there, towards) in around.iter().zip(Direction::ALL) {
            if let Some(zone) = self.hexes.get_mut(usize::from(*there)) {
                zone.control |= 1 << towards.opposite().index();
            }
        }
    }

    /// Takes the hexes around one from under the control of the enemy in it.
    pub(super) fn release(&mut self, around: &[u16; 6]) {
        for (there, towards) in around.iter().zip(Direction::ALL) {
            if let Some(zone) = self.hexes.get_mut(usize::from(*there)) {
                zone.control &= !(1 << towards.opposite().index());
            }
        }
    }

    /// What the side meets in a hex.
    #[inline]
    pub fn of(&self, hex: HexId) -> Zone {
        self.hexes[hex.index()]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AutumnFog;
    use crate::state::{ALLIED, GERMAN};
    use engine::contract::{Foundation, Rules, Setup};

    #[test]
    fn cases_4_1a_and_11_1_an_unseen_stack_controls_the_hexes_next_to_it_if_it_is_known_to() {
        let definitions = Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let board = &definitions.board;
        let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
        let mut field = AutumnFog::initial(&definitions, &setup).expect("the scenario exists").field;
        let free = |hex: &HexId| {
            let near = |stack: &HexId| board.distance(*hex, *stack) <= 3;
            let dry = board.neighbours(*hex).filter(|(side, _)| !board.river(*hex, *side)).count() == 6;
            let inland = board.around(*hex).all(|near| board.around(near).count() == 6);
            dry && inland && !SideId::BOTH.into_iter().any(|side| enemy_hexes(&field, side).any(|stack| near(&stack)))
        };
        let stack = definitions.published.map.on_map().find(free).expect("a hex far from all units");
        let beside = board.around(stack).next().expect("a hex beside it");
        let apart = board.around(beside).find(|hex| board.distance(*hex, stack) == 2).expect("a hex further out");
        for (owner, exerts) in [(ALLIED, true), (ALLIED, false), (GERMAN, true)] {
            field.unseen = vec![UnseenStack { side: owner, hex: stack, exerts }];
            for side in SideId::BOTH {
                let met = if owner != side && exerts { vec![stack] } else { Vec::new() };
                assert_eq!(controllers(&definitions, &field, beside, side), met, "{owner:?} {exerts} {side:?}");
                assert!(controllers(&definitions, &field, apart, side).is_empty(), "{owner:?} {exerts} {side:?}");
            }
        }
    }
}
