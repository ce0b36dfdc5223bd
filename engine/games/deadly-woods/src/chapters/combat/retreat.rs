//! Where the beaten go (11.4, 9.2).

use crate::chapters::areas::{self, Bar};
use crate::chapters::movement::Mover;
use crate::chapters::{stacking, supply};
use crate::printed::{Definitions, GERMAN};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// A way of retreat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The hexes, both ends included.
    pub path: Vec<HexId>,
    /// Whether it leads through enemy zones.
    pub zones: bool,
    /// Whether it ends nearer to the enemy's edge.
    toward: bool,
    /// Whether it ends in an overfull hex.
    crowded: bool,
}

/// The ways of units that retreat together, the best kind alone, one for each hex in which they may end (11.4, R83, R84).
pub fn ways(definitions: &Definitions, state: &State, units: &[UnitId], start: HexId) -> Vec<Way> {
    search(definitions, state, units, start, false)
}

/// Whether units could retreat were it not for a boundary of areas (9.2f, R56).
pub fn held_by_boundary(definitions: &Definitions, state: &State, units: &[UnitId], start: HexId) -> bool {
    !search(definitions, state, units, start, true).is_empty()
}

fn search(definitions: &Definitions, state: &State, units: &[UnitId], start: HexId, over_lines: bool) -> Vec<Way> {
    let Some(side) = units.first().map(|unit| definitions.counter(*unit).side) else { return Vec::new() };
    let mut all = Vec::new();
    let search = Search { definitions, state, units, start, side, over_lines };
    search.go(&mut vec![start], &mut all);
    // going on from an overfull hex is for those whom the rules of retreat let go on (6.2e): they come first
    let rank = |way: &Way| (way.zones, way.toward, way.crowded, way.path.len());
    let best = all.iter().map(rank).min();
    let mut found: Vec<Way> = Vec::new();
    for way in all {
        let same = |known: &Way| known.path.last() == way.path.last();
        if best == Some(rank(&way)) && !found.iter().any(same) {
            found.push(way);
        }
    }
    found
}

struct Search<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    units: &'a [UnitId],
    start: HexId,
    side: SideId,
    over_lines: bool,
}

impl Search<'_> {
    fn go(&self, path: &mut Vec<HexId>, all: &mut Vec<Way>) {
        let Some(here) = path.last().copied() else { return };
        let board = &self.definitions.board;
        let (gone, limits) = (path.len() - 1, self.definitions.tables.limits);
        let crowd = stacking::with(self.definitions, self.state, here, self.units);
        let settled = gone >= usize::from(limits.retreat) && board.distance(self.start, here) >= limits.retreat;
        let beside =
            settled && self.state.disposition(self.definitions).beside(self.definitions, self.side.enemy(), here);
        if settled && !beside {
            let mixed = matches!(crowd, Some(stacking::Crowd::Allies | stacking::Crowd::Corps));
            if !mixed {
                all.push(self.way(path, crowd.is_some()));
            }
            if crowd.is_none() {
                return;
            }
        }
        if gone >= limits.retreat_at_most {
            return;
        }
        let next: Vec<HexId> = board.around(here).filter(|there| !path.contains(there)).collect();
        for there in next {
            let nearer = gone < usize::from(limits.retreat) && usize::from(board.distance(self.start, there)) <= gone;
            if !nearer && self.open(here, there) {
                path.push(there);
                self.go(path, all);
                path.pop();
            }
        }
    }

    fn open(&self, from: HexId, to: HexId) -> bool {
        let passes = |unit: &UnitId| {
            Mover::crosses(self.definitions, self.state, *unit, from, to)
                && match areas::bar(self.definitions, self.state, *unit, from, to) {
                    None => true,
                    Some(Bar::Boundary) => self.over_lines,
                    Some(_) => false,
                }
        };
        let disposition = self.state.disposition(self.definitions);
        // Germans drive no engineers off in a retreat (R89)
        let engineers = self.side == GERMAN && disposition.engineers(to).is_some();
        !engineers && !disposition.holds(self.side.enemy(), to) && self.units.iter().all(passes)
    }

    fn way(&self, path: &[HexId], crowded: bool) -> Way {
        let board = &self.definitions.board;
        let zones = path[1..].iter().any(|hex| supply::zone(self.definitions, self.state, self.side, *hex));
        let (from, to) = (board.column(self.start), path.last().map_or(0, |hex| board.column(*hex)));
        // through zones every direction is as good (R84)
        let toward = !zones && if self.side == GERMAN { to < from } else { to > from };
        Way { path: path.to_vec(), zones, toward, crowded }
    }
}
