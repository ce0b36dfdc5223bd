//! Who stands where, and where zones of control lie that follow from it (7).

use crate::printed::{ALLIED, Definitions};
use crate::truth::state::{Phase, UnitState};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use engine::kernel::{Lines, Stacks};
use std::borrow::Cow;
use std::sync::OnceLock;

/// Whom the unit on the move keeps off the map, and how far it must go on for him.
pub type MustGoOn = Option<(UnitId, HexId)>;

/// Which units are in which hex, and whose zones of control lie where; with what was searched for to judge them.
#[derive(Clone, Debug)]
pub struct Disposition {
    stacks: Stacks,
    /// Units of each side in each hex.
    present: [Vec<u8>; 2],
    /// Units of each side that reach into each hex with their zone of control.
    exerting: [Vec<u8>; 2],
    /// Whether the unit on the move must go on for somebody's sake.
    pub must_go_on: Kept<UnitId, MustGoOn>,
    /// Who of a side must part along the road in a phase, by who is on the move.
    pub to_part: Kept<(SideId, Phase, Option<UnitId>), Vec<UnitId>>,
    /// The supply paths of each side in a turn, past the bridges that are cut by units where they stand.
    pub nets: [Kept<u8, Lines>; 2],
}

/// What was searched for once, for whatever besides the units decides it: nothing of it holds any more when a unit changes.
#[derive(Clone, Debug)]
pub struct Kept<K, V>(OnceLock<(K, V)>);

impl<K: PartialEq, V: Clone> Kept<K, V> {
    fn new() -> Kept<K, V> {
        Kept(OnceLock::new())
    }

    /// What was found, or is now; what is asked for another key than the first one is not kept.
    pub fn get(&self, key: K, search: impl FnOnce() -> V) -> Cow<'_, V> {
        match self.0.get() {
            Some((known, _)) if *known != key => Cow::Owned(search()),
            _ => Cow::Borrowed(&self.0.get_or_init(|| (key, search())).1),
        }
    }
}

impl Disposition {
    /// The disposition of units. Units in road mode control no hex around them (6.6j), nor do Allies in edge hexes (7.5e).
    pub fn of(definitions: &Definitions, units: &[UnitState]) -> Disposition {
        let hexes = definitions.board.hex_count();
        let zeroes = || [vec![0; hexes], vec![0; hexes]];
        let mut disposition = Disposition {
            stacks: Stacks::new(hexes, units.len()),
            present: zeroes(),
            exerting: zeroes(),
            must_go_on: Kept::new(),
            to_part: Kept::new(),
            nets: [Kept::new(), Kept::new()],
        };
        // each lies before those that are in its hex already
        for (at, unit) in units.iter().enumerate().rev() {
            let Some(hex) = unit.hex() else { continue };
            let id = UnitId(at as u16);
            let side = definitions.counter(id).side;
            disposition.stacks.put(id, hex);
            disposition.present[side.index()][hex.index()] += 1;
            if !unit.road && definitions.board.is_live(hex) {
                for there in definitions.board.around(hex) {
                    // an Allied zone has no use in an edge hex, where no German ever is
                    if side != ALLIED || definitions.board.is_live(there) {
                        disposition.exerting[side.index()][there.index()] += 1;
                    }
                }
            }
        }
        disposition
    }

    /// The units in a hex, in the order of the definitions.
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.stack(hex)
    }

    /// How many units of a side are in a hex.
    pub fn present(&self, side: SideId, hex: HexId) -> u8 {
        self.present[side.index()][hex.index()]
    }

    /// Whether units of a side reach into a hex with their zone of control, whoever is there.
    pub fn reached(&self, side: SideId, hex: HexId) -> bool {
        self.exerting[side.index()][hex.index()] > 0
    }
}
