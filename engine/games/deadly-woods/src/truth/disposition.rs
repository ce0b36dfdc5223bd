//! Who stands where, and whose zones of control lie where (7).

use crate::printed::{ALLIED, Definitions, Ground, Kind};
use crate::truth::roster::UnitState;
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::SideId;
use engine::kernel::{Lines, Stacks};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Which combat units are in which hex, which engineers, and whose zones lie where.
#[derive(Clone, Debug)]
pub struct Disposition {
    stacks: Stacks,
    engineers: BTreeMap<HexId, UnitId>,
    /// Combat units of each side in each hex.
    present: [Vec<u8>; 2],
    zones: [HexSet; 2],
    /// The hexes to which lines of supply come, once somebody has traced them.
    lines: [OnceLock<Lines>; 2],
}

impl Disposition {
    /// The disposition of units, with the bridges that are blown.
    pub fn of(definitions: &Definitions, units: &[UnitState], blown: &[bool]) -> Disposition {
        let board = &definitions.board;
        let mut stacks = Stacks::new(board.len(), units.len());
        let mut engineers = BTreeMap::new();
        let mut present = [vec![0; board.len()], vec![0; board.len()]];
        let mut zones = [board.none(), board.none()];
        // each lies before those that are in its hex already
        for (at, unit) in units.iter().enumerate().rev() {
            let (id, Some(hex)) = (UnitId(at as u16), unit.hex()) else { continue };
            let counter = definitions.counter(id);
            if !counter.kind.fights() {
                engineers.insert(hex, id);
                continue;
            }
            stacks.put(id, hex);
            present[counter.side.index()][hex.index()] += 1;
            if counter.no_zone || unit.third(counter) {
                continue;
            }
            for side in &board.hex(hex).sides {
                let bridged = side.bridge.is_some_and(|bridge| blown.get(usize::from(bridge.0)) != Some(&true));
                let there = board.hex(side.there);
                let wooded = matches!(there.ground, Ground::Woods | Ground::Forest);
                let stopped = side.river.is_some() && !bridged
                    || counter.kind == Kind::Armour && wooded && !side.road
                    || counter.side == ALLIED && counter.kind != Kind::Infantry && there.westwall;
                if !stopped {
                    zones[counter.side.index()].insert(side.there);
                }
            }
        }
        Disposition { stacks, engineers, present, zones, lines: Default::default() }
    }

    /// The combat units in a hex, in the order of the definitions.
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.stack(hex)
    }

    /// How many combat units of a side are in a hex.
    pub fn count(&self, side: SideId, hex: HexId) -> u8 {
        self.present[side.index()][hex.index()]
    }

    /// Whether combat units of a side are in a hex.
    pub fn holds(&self, side: SideId, hex: HexId) -> bool {
        self.count(side, hex) > 0
    }

    /// Whether combat units of a side are next to a hex.
    pub fn beside(&self, definitions: &Definitions, side: SideId, hex: HexId) -> bool {
        definitions.board.around(hex).any(|there| self.holds(side, there))
    }

    /// The engineers in a hex.
    pub fn engineers(&self, hex: HexId) -> Option<UnitId> {
        self.engineers.get(&hex).copied()
    }

    /// All engineers on the map.
    pub fn all_engineers(&self) -> impl Iterator<Item = (HexId, UnitId)> + '_ {
        self.engineers.iter().map(|(hex, unit)| (*hex, *unit))
    }

    /// The hexes in the zones of control of a side.
    pub fn zones(&self, side: SideId) -> &HexSet {
        &self.zones[side.index()]
    }

    /// The lines of supply of a side, which follow from units and bridges alone: traced once.
    pub fn lines(&self, side: SideId, trace: impl FnOnce() -> Lines) -> &Lines {
        self.lines[side.index()].get_or_init(trace)
    }
}
