//! Lines along which supply, command or sight is traced.

use definitions::hex::HexId;

/// Length of the shortest line from one of several starts to every hex that a line can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines(Vec<u16>);

/// Where no line comes.
const NONE: u16 = u16::MAX;

impl Lines {
    /// Lines of no limit.
    pub const ENDLESS: u16 = NONE;

    /// Traces lines over a board of so many hexes, no longer than `limit` hexes. `on(hex, go)` calls `go(there)` for each hex
    /// into which a line may go on. A start counts 0 and is not asked for.
    pub fn trace(
        hexes: usize,
        starts: impl IntoIterator<Item = HexId>,
        limit: u16,
        mut on: impl FnMut(HexId, &mut dyn FnMut(HexId)),
    ) -> Lines {
        let mut steps = vec![NONE; hexes];
        let mut reached: Vec<HexId> = Vec::with_capacity(hexes);
        for start in starts {
            if std::mem::replace(&mut steps[start.index()], 0) == NONE {
                reached.push(start);
            }
        }
        let mut done = 0;
        while let Some(hex) = reached.get(done).copied().filter(|hex| steps[hex.index()] < limit) {
            done += 1;
            let next = steps[hex.index()] + 1;
            on(hex, &mut |there| {
                let known = &mut steps[there.index()];
                if *known == NONE {
                    *known = next;
                    reached.push(there);
                }
            });
        }
        Lines(steps)
    }

    /// Length of the shortest line to a hex; none where no line comes.
    pub fn to(&self, hex: HexId) -> Option<u16> {
        self.0.get(hex.index()).copied().filter(|steps| *steps != NONE)
    }

    /// Whether a line comes to a hex.
    pub fn reaches(&self, hex: HexId) -> bool {
        self.to(hex).is_some()
    }

    /// The hexes to which a line comes.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        (0..self.0.len() as u16).map(HexId).filter(|hex| self.reaches(*hex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfinding::prelude::bfs;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_line_is_as_long_as_the_shortest_walk_and_no_longer_than_its_limit(
            ways in prop::collection::vec((0..25u16, 0..25u16), 0..80),
            starts in prop::collection::vec(0..25u16, 0..4),
            limit in 0..12u16,
        ) {
            let next = |hex: u16| ways.iter().filter(move |(from, _)| *from == hex).map(|(_, there)| *there);
            let lines = Lines::trace(25, starts.iter().copied().map(HexId), limit, |hex, go| {
                next(hex.0).for_each(|there| go(HexId(there)));
            });
            for hex in 0..25 {
                let walk = |start: &u16| bfs(start, |at| next(*at).collect::<Vec<_>>(), |at| *at == hex);
                let shortest = starts.iter().filter_map(walk).map(|walk| walk.len() as u16 - 1).min();
                prop_assert_eq!(lines.to(HexId(hex)), shortest.filter(|length| *length <= limit));
            }
            prop_assert_eq!(lines.hexes().count(), (0..25).filter(|hex| lines.reaches(HexId(*hex))).count());
        }
    }
}
