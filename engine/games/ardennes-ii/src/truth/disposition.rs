//! Who stands where, who stands adjacent to whom, and where bonds lie that follow from it (1.2).

use crate::printed::Definitions;
use crate::truth::bonds;
use crate::truth::state::UnitState;
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::SideId;
use engine::kernel::Stacks;

/// Which units are in which hex, which hexes are adjacent to them, and whose bonds lie where.
#[derive(Clone, Debug)]
pub struct Disposition {
    stacks: Stacks,
    /// Units of each side in each hex.
    present: [Vec<u8>; 2],
    /// How many of the six hexes around each hold units of a side.
    beside: [Vec<u8>; 2],
    bonds: [HexSet; 2],
}

impl Disposition {
    /// The disposition of units in an area of play.
    pub fn of(definitions: &Definitions, units: &[UnitState], in_play: &HexSet) -> Disposition {
        let board = &definitions.board;
        let zeroes = || [vec![0; board.len()], vec![0; board.len()]];
        let (mut stacks, mut present, mut beside) = (Stacks::new(board.len(), units.len()), zeroes(), zeroes());
        // each lies before those that are in its hex already
        for (at, unit) in units.iter().enumerate().rev() {
            let Some(hex) = unit.hex() else { continue };
            let id = UnitId(at as u16);
            let side = definitions.counter(id).side.index();
            stacks.put(id, hex);
            present[side][hex.index()] += 1;
            if present[side][hex.index()] == 1 {
                board.around(hex).for_each(|there| beside[side][there.index()] += 1);
            }
        }
        let bonds = SideId::BOTH.map(|side| bonds::of(definitions, units, &present, in_play, side));
        Disposition { stacks, present, beside, bonds }
    }

    /// The units in a hex, in the order of the definitions.
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.stack(hex)
    }

    /// Whether units of a side are in a hex.
    pub fn holds(&self, side: SideId, hex: HexId) -> bool {
        self.present[side.index()][hex.index()] > 0
    }

    /// Whether units of a side are in one of the six hexes around a hex (ruling R9).
    pub fn adjacent(&self, side: SideId, hex: HexId) -> bool {
        self.beside[side.index()][hex.index()] > 0
    }

    /// The bond hexes of a side.
    pub fn bonds(&self, side: SideId) -> &HexSet {
        &self.bonds[side.index()]
    }
}
