use serde::{Deserialize, Serialize};

/// One of the two sides of a game, as an index into the definitions' list of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl SideId {
    /// Both sides.
    pub const BOTH: [SideId; 2] = [SideId(0), SideId(1)];

    /// Position in arrays that hold one entry a side.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other side.
    pub const fn enemy(self) -> SideId {
        SideId(1 - self.0)
    }
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Viewer {
    /// The player of a side.
    Side(SideId),
    /// Somebody who may see only what both sides may see.
    Observer,
}

impl Viewer {
    /// Whether this viewer is the player of the side.
    pub fn is(self, side: SideId) -> bool {
        self == Viewer::Side(side)
    }
}
