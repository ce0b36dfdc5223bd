//! A game's own pictures, as they were read: each takes the place of a drawing.

use crate::map_picture::Scan;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pictures that take the place of drawings: a picture in `art/` replaces the drawing of the same name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Art {
    /// The files by name, each with its width and height in pixels.
    pub pictures: BTreeMap<String, ArtPicture>,
    /// Where the hexes lie on `board.png`, if it is there.
    pub board: Option<Scan>,
}

/// A picture that takes the place of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtPicture {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The PNG file.
    pub bytes: Arc<[u8]>,
}
