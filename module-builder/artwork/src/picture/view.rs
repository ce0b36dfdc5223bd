use crate::map_picture::{HEX_WIDTH, HexGeometry};
use crate::scene::{Point, point};
use definitions::hex::HexId;

/// Which part of the board a picture shows, and at what size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct View {
    /// Pixels a unit of the board's drawing.
    pub scale: f32,
    /// North-west corner of the part, in pixels of the scaled board.
    pub left: u32,
    /// See `left`.
    pub top: u32,
    /// Size of the part in pixels.
    pub width: u32,
    /// See `width`.
    pub height: u32,
}

/// Hex width in pixels of every crop: one only, so that the board is drawn once for all crops of a game.
const CROP_HEX: f32 = 88.0;
/// Hexes of country shown round the hexes that a crop is about.
const ROUND_ABOUT: f32 = 1.6;

impl View {
    /// The whole board, at most so many pixels wide.
    pub fn whole(board: &HexGeometry, width: u32) -> View {
        let (w, h) = board.size();
        let scale = even(board, width as f32 / w.max(1.0));
        let pixels = |length: f32| ((length * scale).round() as u32).max(1);
        View { scale, left: 0, top: 0, width: pixels(w).min(width), height: pixels(h) }
    }

    /// The part round some hexes, at most so many pixels wide and high. Without hexes, or
    /// when they lie too far apart, it is the whole board.
    pub fn round(board: &HexGeometry, hexes: impl Iterator<Item = HexId>, width: u32) -> View {
        let (mut low, mut high) = (point(f32::MAX, f32::MAX), point(f32::MIN, f32::MIN));
        for centre in hexes.map(|hex| board.centre(hex)) {
            low = point(low.x.min(centre.x), low.y.min(centre.y));
            high = point(high.x.max(centre.x), high.y.max(centre.y));
        }
        let whole = View::whole(board, width);
        let about = ROUND_ABOUT * HEX_WIDTH;
        let wanted = high - low + point(2.0 * about, 2.0 * about);
        let scale = even(board, CROP_HEX / HEX_WIDTH);
        let fits = low.x <= high.x && wanted.x.max(wanted.y) * scale <= width as f32;
        if fits && scale > whole.scale {
            let height = ((wanted.y * scale) as u32).max(width / 2);
            View::centred(board, scale, low.middle(high), width, height)
        } else {
            whole
        }
    }

    /// A part of a size round a place, moved so that it lies on the board.
    fn centred(board: &HexGeometry, scale: f32, middle: Point, width: u32, height: u32) -> View {
        let (board_width, board_height) = board.size();
        let pixels = |length: f32| ((length * scale).round() as u32).max(1);
        let (width, height) = (width.min(pixels(board_width)), height.min(pixels(board_height)));
        let start = |middle: f32, size: u32, whole: u32| {
            ((middle * scale - size as f32 / 2.0).max(0.0) as u32).min(whole.saturating_sub(size))
        };
        View {
            scale,
            left: start(middle.x, width, pixels(board_width)),
            top: start(middle.y, height, pixels(board_height)),
            width,
            height,
        }
    }

    /// A place of the board's drawing, in pixels from the part's north-west corner.
    pub fn place(&self, at: Point) -> Point {
        at * self.scale - point(self.left as f32, self.top as f32)
    }

    /// Whether a point in pixels lies in the part.
    pub fn shows(&self, at: Point) -> bool {
        at.x >= 0.0 && at.y >= 0.0 && at.x < self.width as f32 && at.y < self.height as f32
    }
}

/// The scale below this one at which columns are whole pixels apart: every hex then falls on the pixels in the same way,
/// and a picture packs into fewer bytes.
fn even(board: &HexGeometry, scale: f32) -> f32 {
    let pixels = (board.column_pitch() * scale).floor();
    if pixels >= 1.0 { pixels / board.column_pitch() } else { scale }
}
