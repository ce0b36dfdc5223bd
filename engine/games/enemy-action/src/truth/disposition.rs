//! Who stands where, and whose zones of control lie where (8).

use crate::printed::{Definitions, GERMAN};
use crate::truth::roster::{Supply, UnitState};
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::SideId;
use engine::kernel::Stacks;

/// Which units are in which hex, and whose zones lie where.
#[derive(Clone, Debug)]
pub struct Disposition {
    stacks: Stacks,
    /// Units of each side in each hex.
    present: [Vec<u8>; 2],
    /// Hexes from which a side exerts control.
    sources: [HexSet; 2],
    zones: [HexSet; 2],
}

impl Disposition {
    /// The disposition of units.
    pub fn of(definitions: &Definitions, units: &[UnitState]) -> Disposition {
        let board = &definitions.board;
        let mut stacks = Stacks::new(board.len(), units.len());
        let mut present = [vec![0; board.len()], vec![0; board.len()]];
        // units in each hex that are neither dispersed nor isolated, and whether one has no brackets
        let mut able = [vec![0u8; board.len()], vec![0u8; board.len()]];
        let mut whole = [board.none(), board.none()];
        for (at, unit) in units.iter().enumerate().rev() {
            let (id, Some(hex)) = (UnitId(at as u16), unit.hex()) else { continue };
            let counter = definitions.counter(id);
            let side = counter.side.index();
            stacks.put(id, hex);
            present[side][hex.index()] += 1;
            if !unit.dispersed && unit.supply != Supply::Isolated {
                able[side][hex.index()] += 1;
                if !unit.face(counter).bracketed {
                    whole[side].insert(hex);
                }
            }
        }
        let (mut sources, mut zones) = ([board.none(), board.none()], [board.none(), board.none()]);
        for side in SideId::BOTH {
            for hex in board.all() {
                let (count, it) = (able[side.index()][hex.index()], board.hex(hex));
                let walled = it.built.is_some() || side == GERMAN && it.westwall;
                if whole[side.index()].contains(hex) || count >= 2 || count == 1 && walled {
                    sources[side.index()].insert(hex);
                    board.around(hex).for_each(|there| zones[side.index()].insert(there));
                }
            }
        }
        Disposition { stacks, present, sources, zones }
    }

    /// The units in a hex, in the order of the definitions.
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.stack(hex)
    }

    /// How many units of a side are in a hex.
    pub fn count(&self, side: SideId, hex: HexId) -> u8 {
        self.present[side.index()][hex.index()]
    }

    /// Whether units of a side are in a hex.
    pub fn holds(&self, side: SideId, hex: HexId) -> bool {
        self.count(side, hex) > 0
    }

    /// Whether units of a side are next to a hex.
    pub fn beside(&self, definitions: &Definitions, side: SideId, hex: HexId) -> bool {
        definitions.board.around(hex).any(|there| self.holds(side, there))
    }

    /// Whether a side exerts control from a hex.
    pub fn exerts(&self, side: SideId, hex: HexId) -> bool {
        self.sources[side.index()].contains(hex)
    }

    /// The hexes that a side controls.
    pub fn zones(&self, side: SideId) -> &HexSet {
        &self.zones[side.index()]
    }
}
