use serde::{Deserialize, Serialize};

/// One of the six sides of a hex, counted clockwise.
///
/// On a flat-top grid side 0 is the north side; on a pointy-top grid it is the north-east side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Direction(u8);

impl Direction {
    /// All six sides, clockwise.
    pub const ALL: [Direction; 6] =
        [Direction(0), Direction(1), Direction(2), Direction(3), Direction(4), Direction(5)];

    /// The side's number, 0 to 5.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side across the hex.
    pub const fn opposite(self) -> Direction {
        Direction((self.0 + 3) % 6)
    }
}
