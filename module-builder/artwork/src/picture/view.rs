use crate::map_picture::{HEX_WIDTH, HexGeometry};
use crate::scene::{Point, point};
use definitions::hex::HexId;
use std::hash::{Hash, Hasher};

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

/// Widths of a hex on a picture for mail that shows a part, in pixels: half as many on the screen. The largest at which all
/// that the picture is about finds room is taken, and a smaller one than the last is not: the whole map is shown instead.
const HEXES: [f32; 7] = [144.0, 128.0, 112.0, 100.0, LEGIBLE, 79.0, 66.0];
/// The least of them that goes by mail: counters are 36 pixels wide on the screen.
const LEGIBLE: f32 = 92.0;
/// Width of the map's part on a picture for mail.
const FULL: f32 = (super::MAIL_WIDTH - 2 * super::frame::STRIP) as f32;
/// Hexes of country shown round the hexes that a part is about.
const ROUND_ABOUT: f32 = 1.3;
/// Heights of a part in its widths: a mail is scrolled, so that it may be tall.
const TALL: (f32, f32) = (0.56, 1.5);

impl Eq for View {}

impl Hash for View {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.scale.to_bits(), self.left, self.top, self.width, self.height).hash(state);
    }
}

impl View {
    /// The whole board, at most so many pixels wide.
    pub fn whole(board: &HexGeometry, width: u32) -> View {
        let (w, h) = board.size();
        let scale = even(board, width as f32 / w.max(1.0));
        let pixels = |length: f32| ((length * scale).round() as u32).max(1);
        View { scale, left: 0, top: 0, width: pixels(w).min(width), height: pixels(h) }
    }

    /// The part round some hexes, at most so many pixels wide. Without hexes, or when they lie too far apart, it is the
    /// whole board.
    pub fn round(board: &HexGeometry, hexes: impl Iterator<Item = HexId>, width: u32) -> View {
        let (mut low, mut high) = (point(f32::MAX, f32::MAX), point(f32::MIN, f32::MIN));
        for centre in hexes.map(|hex| board.centre(hex)) {
            low = point(low.x.min(centre.x), low.y.min(centre.y));
            high = point(high.x.max(centre.x), high.y.max(centre.y));
        }
        let whole = View::whole(board, width);
        let about = ROUND_ABOUT * HEX_WIDTH;
        let wanted = high - low + point(2.0 * about, 2.0 * about);
        let wide = width as f32;
        // a hex takes as much of a smaller picture as of one for mail
        let scales = HEXES.map(|hex| even(board, hex / HEX_WIDTH * wide / FULL));
        let fits = |scale: &f32| wanted.x * scale <= wide && wanted.y * scale <= wide * TALL.1;
        match scales.into_iter().find(fits).filter(|scale| low.x <= high.x && *scale > whole.scale) {
            Some(scale) => {
                let height = ((wanted.y * scale) as u32).max((wide * TALL.0) as u32);
                View::centred(board, scale, low.middle(high), width, height)
            }
            None => whole,
        }
    }

    /// Of hexes that shall be on a picture for mail, those that find room together with counters that can be read: all, or the
    /// most that lie together.
    pub fn together(board: &HexGeometry, hexes: Vec<HexId>) -> Vec<HexId> {
        let scale = even(board, LEGIBLE / HEX_WIDTH);
        let about = 2.0 * ROUND_ABOUT * HEX_WIDTH;
        let room = point(FULL / scale - about, FULL * TALL.1 / scale - about);
        let centres: Vec<Point> = hexes.iter().map(|hex| board.centre(*hex)).collect();
        // a part that begins with some hex in the west and some hex in the north
        let within = |west: f32, north: f32| {
            let lies = |at: &Point| (0.0..=room.x).contains(&(at.x - west)) && (0.0..=room.y).contains(&(at.y - north));
            centres.iter().zip(&hexes).filter(|(at, _)| lies(at)).map(|(_, hex)| *hex).collect::<Vec<HexId>>()
        };
        let edges = |along: fn(&Point) -> f32| {
            let mut edges: Vec<f32> = centres.iter().map(along).collect();
            edges.sort_by(f32::total_cmp);
            edges.dedup();
            edges
        };
        let (wests, norths) = (edges(|at| at.x), edges(|at| at.y));
        let mut most = Vec::new();
        for (west, north) in wests.iter().flat_map(|west| norths.iter().map(move |north| (*west, *north))) {
            let found = within(west, north);
            if found.len() > most.len() {
                most = found;
            }
            if most.len() == hexes.len() {
                break;
            }
        }
        most
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

    /// The part as two corners of the board's drawing.
    pub fn of_board(&self) -> (Point, Point) {
        let low = point(self.left as f32, self.top as f32);
        let size = point(self.width as f32, self.height as f32);
        (low * (1.0 / self.scale), (low + size) * (1.0 / self.scale))
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
