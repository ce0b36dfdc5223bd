//! Lines of command and of supply, followed hex by hex.

use crate::printed::definitions::Definitions;
use definitions::hex::HexId;
use engine::kernel::Dense;

/// Steps from the starts to every hex that a line can reach, as long as it is no longer than `limit`, `open` lets it
/// enter and the side is one of those by which `ways` lets it leave a hex, as bits. A start counts 0 and is not asked
/// for.
pub struct Lines(Dense<HexId, u16>);

/// Where no line comes.
pub const NONE: u16 = u16::MAX;

impl Lines {
    /// Follows lines from their starts.
    pub fn new(
        definitions: &Definitions,
        starts: impl IntoIterator<Item = HexId>,
        limit: u16,
        open: impl Fn(HexId) -> bool,
        ways: impl Fn(HexId) -> u8,
    ) -> Lines {
        let board = &definitions.board;
        let mut steps = Dense::new(board.len(), NONE);
        let mut reached: Vec<HexId> = Vec::with_capacity(board.len());
        reached.extend(starts);
        reached.iter().for_each(|start| steps[*start] = 0);
        let mut done = 0;
        while let Some(hex) = reached.get(done).copied().filter(|hex| steps[*hex] < limit) {
            done += 1;
            let next = steps[hex] + 1;
            board.behind(hex, ways(hex), |there| {
                let known = &mut steps[there];
                if *known == NONE && open(there) {
                    *known = next;
                    reached.push(there);
                }
            });
        }
        Lines(steps)
    }

    /// Length of the line to a hex; none where no line comes.
    pub fn to(&self, hex: HexId) -> Option<u16> {
        Some(self.0[hex]).filter(|steps| *steps != NONE)
    }

    /// Whether a line comes to a hex.
    pub fn reaches(&self, hex: HexId) -> bool {
        self.to(hex).is_some()
    }
}
