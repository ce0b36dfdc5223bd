//! Lines of command and of supply, followed hex by hex.

use crate::printed::definitions::Definitions;
use definitions::hex::HexId;
use engine::kernel::Lines;

/// Lines from their starts to every hex that one can reach, no longer than `limit` hexes. `open` lets them enter a hex, and
/// `ways` are the sides by which they leave one, as bits.
pub fn trace(
    definitions: &Definitions,
    starts: impl IntoIterator<Item = HexId>,
    limit: u16,
    open: impl Fn(HexId) -> bool,
    ways: impl Fn(HexId) -> u8,
) -> Lines {
    let board = &definitions.board;
    Lines::trace(board.len(), starts, limit, |hex, go| {
        board.behind(hex, ways(hex), |there| {
            if open(there) {
                go(there);
            }
        });
    })
}
