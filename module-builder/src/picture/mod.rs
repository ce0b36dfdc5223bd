//! The picture of a game in progress, as it goes out by mail.
//!
//! The board at a scale and the faces of the counters are drawn once and kept; a picture copies them together, draws
//! arrows and captions over them and writes an indexed PNG.

mod arrow;
mod cache;
mod frame;
mod palette;
mod stack;
mod view;

pub(crate) use palette::Palette;

use crate::counter;
use crate::map_picture::{self, HexGeometry, LIGHT};
use crate::scene::{Colour, Element, Group, Scene, point};
use cache::Cache;
use engine::definitions::{Map, Position, Units};
use engine::hex::HexId;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;
use tiny_skia::{Pixmap, PixmapPaint, Transform};
use view::View;

/// Width of a mailed picture: 700 pixels at twice the density.
pub const MAIL_WIDTH: u32 = 1400;
/// Bytes of boards and faces kept between pictures.
const CACHE_BYTES: usize = 96 << 20;

static BOARDS: Cache<(u64, u32), DrawnBoard> = Cache::new(CACHE_BYTES * 3 / 4);
static FACES: Cache<stack::Sprite, Pixmap> = Cache::new(CACHE_BYTES / 4);

/// A board at a scale, with the palette of its pictures.
struct DrawnBoard {
    pixels: Pixmap,
    indices: Vec<u8>,
    palette: Palette,
}

/// A picture of a game: which map and units, which part, how large.
///
/// ```no_run
/// # fn show(map: &engine::definitions::Map, units: &engine::definitions::Units, position: &engine::definitions::Position) {
/// use module_builder::picture::Picture;
/// let whole: Vec<u8> = Picture::new(map, units).whole(1400).png(position);
/// let part: Vec<u8> = Picture::new(map, units).crop(&position.highlights, 1400).png(position);
/// # }
/// ```
pub struct Picture<'a> {
    map: &'a Map,
    units: &'a Units,
    board: HexGeometry,
    fingerprints: Fingerprints,
    view: View,
    width: u32,
}

#[derive(Clone, Copy)]
struct Fingerprints {
    map: u64,
    units: u64,
}

impl<'a> Picture<'a> {
    /// A picture of the whole map at the width of a mail.
    pub fn new(map: &'a Map, units: &'a Units) -> Picture<'a> {
        let board = map_picture::geometry(map);
        let fingerprints = Fingerprints { map: fingerprint(map), units: fingerprint(units) };
        let view = View::whole(&board, inner(MAIL_WIDTH));
        Picture { map, units, board, fingerprints, view, width: MAIL_WIDTH }
    }

    /// The whole map, so many pixels wide (200 to 4,000).
    pub fn whole(mut self, width: u32) -> Picture<'a> {
        self.width = width.clamp(200, 4000);
        self.view = View::whole(&self.board, inner(self.width));
        self
    }

    /// The country round some hexes, so many pixels wide (200 to 4,000); the whole map when they are none or lie too
    /// far apart. Hexes off the map are passed over.
    pub fn crop(mut self, hexes: &[HexId], width: u32) -> Picture<'a> {
        self.width = width.clamp(200, 4000);
        let known = hexes.iter().copied().filter(|hex| self.map.grid.contains(*hex));
        self.view = View::round(&self.board, known, inner(self.width));
        self
    }

    /// Centre of a hex in pixels of the picture, if the picture shows it.
    pub fn hex_centre(&self, hex: HexId) -> Option<(f32, f32)> {
        let at = self.map.grid.contains(hex).then(|| self.view.place(self.board.centre(hex)))?;
        let corner = frame::corner(&self.view, self.width);
        self.view.shows(at).then_some((at.x + corner.x, at.y + corner.y))
    }

    /// The picture of a position as an indexed PNG: the same bytes for the same position.
    ///
    /// Counters, arrows and highlights that name what the game does not have are left out or drawn as unknown.
    pub fn png(&self, position: &Position) -> Vec<u8> {
        let board = self.drawn_board();
        let pixels = self.pixels(position, &board.pixels);
        board.palette.png(pixels.width(), pixels.height(), &self.indices(&pixels, &board))
    }

    /// The picture's pixels as indices: the board's own where it shows, else the nearest colours.
    fn indices(&self, pixels: &Pixmap, board: &DrawnBoard) -> Vec<u8> {
        let mut indices: Vec<u8> = pixels.data().chunks_exact(4).map(|pixel| board.palette.index(pixel)).collect();
        for (here, there) in self.rows(pixels, &board.pixels) {
            let shown = pixels.data()[4 * here..4 * (here + there.len())].chunks_exact(4);
            let under = board.pixels.data()[4 * there.start..4 * there.end].chunks_exact(4);
            let bare = board.indices[there.clone()].iter();
            let indices = indices[here..here + there.len()].iter_mut();
            for (index, ((shown, under), bare)) in indices.zip(shown.zip(under).zip(bare)) {
                if shown == under {
                    *index = *bare;
                }
            }
        }
        indices
    }

    /// The rows of the part shown: where each starts on the picture, and its pixels on the board.
    fn rows(&self, pixels: &Pixmap, board: &Pixmap) -> impl Iterator<Item = (usize, Range<usize>)> + use<> {
        let corner = frame::corner(&self.view, self.width);
        let (x, y) = (corner.x as usize, corner.y as usize);
        let (wide, board_wide) = (pixels.width() as usize, board.width() as usize);
        let (left, top) = (self.view.left as usize, self.view.top as usize);
        let columns = (self.view.width as usize).min(board_wide.saturating_sub(left));
        let rows = (self.view.height as usize).min((board.height() as usize).saturating_sub(top));
        (0..rows).map(move |row| {
            let there = (top + row) * board_wide + left;
            ((y + row) * wide + x, there..there + columns)
        })
    }

    fn pixels(&self, position: &Position, board: &Pixmap) -> Pixmap {
        let stacks = stack::stacks(position, self.map, &self.board);
        let boxes = stack::boxes(position);
        let mut pixels = frame::sheet(&self.view, self.width, &boxes);
        let corner = frame::corner(&self.view, self.width);
        let (x, y) = (corner.x as i32, corner.y as i32);

        self.lay_board(&mut pixels, board);
        let grid = &self.map.grid;
        self.paint(
            &mut pixels,
            position.highlights.iter().flat_map(|hex| arrow::ring(*hex, grid, &self.board)).collect(),
        );
        for stack in &stacks {
            for (sprite, at) in stack.sprites(self.units, self.fingerprints.units, &self.view) {
                let face = FACES.get(sprite.clone(), || sprite.draw(self.units));
                blit(&mut pixels, face.as_ref().as_ref(), x + at.x as i32, y + at.y as i32);
            }
        }
        let mut over: Vec<Element> = stacks.iter().flat_map(stack::Stack::count).collect();
        over.extend(position.arrows.iter().flat_map(|arrow| arrow::draw(arrow, grid, &self.board)));
        self.paint(&mut pixels, over);
        frame::paint(&mut pixels, &self.view, self.map, &self.board, &position.caption, &boxes);
        for (sprite, at) in frame::boxed(&self.view, self.width, &boxes, self.units, self.fingerprints.units) {
            let face = FACES.get(sprite.clone(), || sprite.draw(self.units));
            blit(&mut pixels, face.as_ref().as_ref(), at.x as i32, at.y as i32);
        }
        pixels
    }

    /// Copies the part of the board that the picture shows.
    fn lay_board(&self, pixels: &mut Pixmap, board: &Pixmap) {
        for (here, there) in self.rows(pixels, board) {
            let under = &board.data()[4 * there.start..4 * there.end];
            pixels.data_mut()[4 * here..4 * (here + there.len())].copy_from_slice(under);
        }
    }

    /// Paints elements given in units of the board.
    fn paint(&self, pixels: &mut Pixmap, elements: Vec<Element>) {
        if elements.is_empty() {
            return;
        }
        let corner = frame::corner(&self.view, self.width) - point(self.view.left as f32, self.view.top as f32);
        let mut scene = Scene::new(pixels.width() as f32, pixels.height() as f32);
        scene.push(Group::new(elements).at(corner).scaled(self.view.scale));
        scene.paint(pixels, Transform::identity());
    }

    fn drawn_board(&self) -> Arc<DrawnBoard> {
        let key = (self.fingerprints.map ^ self.fingerprints.units.rotate_left(1), self.view.scale.to_bits());
        BOARDS.get(key, || {
            let pixels = map_picture::draw(self.map).scene.pixmap(self.view.scale);
            let palette = Palette::new(&LIGHT.all(), &pixels, &inks(self.units));
            let indices = palette.country(&pixels);
            let bytes = pixels.data().len() + indices.len() + palette.bytes();
            (DrawnBoard { pixels, indices, palette }, bytes)
        })
    }
}

/// The part of a picture's width that shows the map.
fn inner(width: u32) -> u32 {
    width - 2 * frame::STRIP
}

/// Copies pixels over others, as one lays a counter on a map.
fn blit(onto: &mut Pixmap, what: tiny_skia::PixmapRef<'_>, x: i32, y: i32) {
    onto.draw_pixmap(x, y, what, &PixmapPaint::default(), Transform::identity(), None);
}

/// Names a definition within this process.
fn fingerprint(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The colours that every picture of a game needs: those of counters, badges, arrows and captions, each with the
/// steps towards black and white that its edges need.
fn inks(units: &Units) -> Vec<Colour> {
    let mut pure = vec![Colour::WHITE, Colour::INK, arrow::MOVE, arrow::ATTACK, arrow::RETREAT, arrow::GOLD];
    let bodies: Vec<Colour> = units.sides.iter().map(|side| counter::side_body(Colour::rgb(side.colour))).collect();
    pure.extend(&bodies);
    pure.extend(counter::inks());
    pure.extend(units.formations.iter().map(|formation| Colour::rgb(formation.colour)));
    let mut inks = pure.clone();
    for share in [0.5, 0.25, 0.75] {
        inks.push(Colour::WHITE.towards(Colour::INK, share));
    }
    inks.extend(bodies.iter().flat_map(|colour| {
        [0.3, 0.6, 0.82]
            .map(|share| colour.towards(Colour::INK, share))
            .into_iter()
            .chain([0.4, 0.7].map(|s| colour.towards(Colour::WHITE, s)))
    }));
    inks.extend(pure.iter().map(|colour| colour.towards(colour.ink(), 0.5)));
    inks
}
