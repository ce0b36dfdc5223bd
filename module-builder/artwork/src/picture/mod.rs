//! The picture of a game in progress, as it goes out by mail.
//!
//! The bare board at a scale is drawn and packed once, the faces of the counters are drawn once; a picture copies them
//! together as indices into the game's palette, draws arrows and captions over them, and packs what is new.

mod arrow;
mod cache;
mod frame;
mod packing;
mod palette;
mod sheet;
mod stack;
mod strip;
mod view;

pub(crate) use cache::Cache;
pub(crate) use palette::Palette;

use crate::counter;
use crate::map_picture::{self, HEX_WIDTH, HexGeometry, LIGHT};
use crate::scene::{Colour, Element, Point, point};
use definitions::hex::HexId;
use definitions::{Arrow, Position, Published};
use packing::Packed;
use sheet::Sheet;
use stack::Pieces;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use view::View;

/// Width of a mailed picture: 700 pixels at twice the density.
pub const MAIL_WIDTH: u32 = 1400;
/// Bytes of boards and faces kept between pictures.
const CACHE_BYTES: usize = 96 << 20;

static BOARDS: Cache<(u64, u32), DrawnBoard> = Cache::new(CACHE_BYTES / 4);
static BARE: Cache<(u64, u32), Packed> = Cache::new(CACHE_BYTES / 2);
static FACES: Cache<stack::Sprite, tiny_skia::Pixmap> = Cache::new(CACHE_BYTES / 4);

/// A board at a scale as indices into the palette of its pictures.
struct DrawnBoard {
    width: usize,
    indices: Vec<u8>,
    palette: Palette,
}

/// A picture of a game: which part, how large.
///
/// ```no_run
/// # fn show(game: &definitions::Published, position: &definitions::Position) {
/// use artwork::picture::Picture;
/// let whole: Vec<u8> = Picture::new(game).whole(1400).png(position);
/// let part: Vec<u8> = Picture::new(game).crop(&position.highlights, 1400).png(position);
/// # }
/// ```
pub struct Picture<'a> {
    game: &'a Published,
    board: HexGeometry,
    fingerprints: Fingerprints,
    view: View,
    width: u32,
    /// Whether the view is one that the next picture will have, too.
    is_whole: bool,
}

#[derive(Clone, Copy)]
struct Fingerprints {
    map: u64,
    pieces: u64,
}

impl<'a> Picture<'a> {
    /// A picture of the whole map at the width of a mail.
    pub fn new(game: &'a Published) -> Picture<'a> {
        let board = map_picture::geometry(&game.map);
        let pieces = fingerprint(&(&game.units, &game.markers, inks_of_cards(game)));
        let fingerprints = Fingerprints { map: fingerprint(&game.map), pieces };
        let view = View::whole(&board, inner(MAIL_WIDTH));
        Picture { game, board, fingerprints, view, width: MAIL_WIDTH, is_whole: true }
    }

    /// The whole map, so many pixels wide (200 to 4,000).
    pub fn whole(mut self, width: u32) -> Picture<'a> {
        self.width = width.clamp(200, 4000);
        self.view = View::whole(&self.board, inner(self.width));
        self.is_whole = true;
        self
    }

    /// The country round some hexes, so many pixels wide (200 to 4,000); the whole map when they are none or lie too
    /// far apart. Hexes off the map are passed over.
    pub fn crop(mut self, hexes: &[HexId], width: u32) -> Picture<'a> {
        self.width = width.clamp(200, 4000);
        let known = hexes.iter().copied().filter(|hex| self.game.map.grid.contains(*hex));
        self.view = View::round(&self.board, known, inner(self.width));
        self.is_whole = self.view == View::whole(&self.board, inner(self.width));
        self
    }

    /// Centre of a hex in pixels of the picture, if the picture shows it.
    pub fn hex_centre(&self, hex: HexId) -> Option<(f32, f32)> {
        let at = self.game.map.grid.contains(hex).then(|| self.view.place(self.board.centre(hex)))?;
        let corner = frame::corner(&self.view, self.width);
        self.view.shows(at).then_some((at.x + corner.x, at.y + corner.y))
    }

    /// The picture of a position as an indexed PNG: the same bytes for the same position.
    ///
    /// Counters, arrows and highlights that name what the game does not have are left out or drawn as unknown.
    pub fn png(&self, position: &Position) -> Vec<u8> {
        let board = self.drawn_board();
        if !self.is_whole {
            let bare = self.bare(&board).into_bytes();
            return board.palette.png(&self.laid(bare, position, &board));
        }
        let key = (self.fingerprints.both() ^ u64::from(self.width), self.view.scale.to_bits());
        let bare = BARE.get(key, || {
            let packed = Packed::new(self.bare(&board).into_bytes());
            let size = packed.size();
            (packed, size)
        });
        let sheet = self.laid(bare.bytes().to_vec(), position, &board);
        board.palette.png_of(&sheet, &bare.pack(sheet.bytes(), sheet.row()))
    }

    /// The part of the board in its frame, with nothing on it.
    fn bare<'p>(&self, board: &'p DrawnBoard) -> Sheet<'p> {
        let frame = frame::bare(&self.view, self.width, &self.game.map, &self.board);
        let mut sheet = Sheet::drawn(&frame, &board.palette);
        let corner = frame::corner(&self.view, self.width);
        let (left, wide) = (self.view.left as usize, self.view.width as usize);
        let rows = board.indices.chunks_exact(board.width).skip(self.view.top as usize).take(self.view.height as usize);
        for (y, row) in (corner.y as usize..).zip(rows) {
            sheet.put(corner.x as usize, y, &row[left..(left + wide).min(board.width)]);
        }
        sheet
    }

    /// The bare sheet with a position on it.
    fn laid<'p>(&self, bare: Vec<u8>, position: &Position, board: &'p DrawnBoard) -> Sheet<'p> {
        let boxes = stack::boxes(position, self.game);
        let mut sheet = Sheet::of(bare, self.width, &board.palette);
        sheet.lay(&frame::caption(&position.caption, &self.game.map, self.width), Point::default());
        if let Some(tray) = frame::tray(&self.view, self.width, &boxes) {
            sheet.append(&tray);
        }
        if let Some(strip) = strip::draw(self.game, position, self.width) {
            sheet.append(&strip);
        }
        for hex in &position.highlights {
            self.paint(&mut sheet, &[*hex], arrow::ring(*hex, &self.game.map.grid, &self.board));
        }
        let corner = frame::corner(&self.view, self.width);
        let face = |sprite: &stack::Sprite| FACES.get(sprite.clone(), || sprite.draw(self.game));
        let pieces = Pieces { game: self.game, fingerprint: self.fingerprints.pieces };
        // Counters at the edge of a part do not reach over what is written round it.
        let shown = (corner, corner + point(self.view.width as f32, self.view.height as f32));
        let stacks = stack::stacks(position, self.game, &self.board);
        for stack in &stacks {
            for (sprite, at) in stack.sprites(pieces, &self.view) {
                sheet.lay_within(&face(&sprite), corner + at, shown);
            }
        }
        for (sprite, at) in stacks.iter().filter_map(|stack| stack.count(&self.view)) {
            sheet.lay_within(&face(&sprite), corner + at, shown);
        }
        for (sprite, at) in frame::boxed(&self.view, self.width, &boxes, pieces) {
            sheet.lay(&face(&sprite), at);
        }
        for arrow in &position.arrows {
            let hexes = match arrow {
                Arrow::Move(path) | Arrow::Retreat(path) => path.clone(),
                Arrow::Attack(from, to) => vec![*from, *to],
            };
            self.paint(&mut sheet, &hexes, arrow::draw(arrow, &self.game.map.grid, &self.board));
        }
        sheet
    }

    /// Paints elements, given in units of the board, that reach from some hexes no further than their neighbours and not
    /// out of the part shown.
    fn paint(&self, sheet: &mut Sheet<'_>, hexes: &[HexId], elements: Vec<Element>) {
        let corner = frame::corner(&self.view, self.width);
        let size = point(self.view.width as f32, self.view.height as f32);
        let (mut low, mut high) = (size, point(0.0, 0.0));
        for at in hexes
            .iter()
            .filter(|hex| self.game.map.grid.contains(**hex))
            .map(|hex| self.view.place(self.board.centre(*hex)))
        {
            low = point(low.x.min(at.x), low.y.min(at.y));
            high = point(high.x.max(at.x), high.y.max(at.y));
        }
        let about = HEX_WIDTH * self.view.scale;
        let low = corner + point((low.x - about).max(0.0), (low.y - about).max(0.0));
        let high = corner + point((high.x + about).min(size.x), (high.y + about).min(size.y));
        let origin = corner - point(self.view.left as f32, self.view.top as f32);
        sheet.paint(elements, origin, self.view.scale, (low, high));
    }

    fn drawn_board(&self) -> Arc<DrawnBoard> {
        BOARDS.get((self.fingerprints.both(), self.view.scale.to_bits()), || {
            let pixels = map_picture::draw(&self.game.map).scene.pixmap(self.view.scale);
            let palette = Palette::new(&LIGHT.all(), &pixels, palette::FEW, &inks(self.game));
            let mut indices = palette.country(&pixels);
            palette.calm(&pixels, &mut indices);
            let board = DrawnBoard { width: pixels.width() as usize, indices, palette };
            let size = board.indices.len() + board.palette.bytes();
            (board, size)
        })
    }
}

impl Fingerprints {
    fn both(self) -> u64 {
        self.map ^ self.pieces.rotate_left(1)
    }
}

/// The part of a picture's width that shows the map.
fn inner(width: u32) -> u32 {
    width - 2 * frame::STRIP
}

/// The colours of cards and chits.
fn inks_of_cards(game: &Published) -> BTreeSet<u32> {
    let own = game.cards.cards.iter().filter_map(|card| card.colour);
    game.cards.sets.iter().map(|set| set.colour).chain(own).collect()
}

/// Names a definition within this process.
pub(crate) fn fingerprint(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The colours that every picture of a game needs: those of counters, badges, arrows and captions, each with the
/// steps towards black and white that its edges need.
fn inks(game: &Published) -> Vec<Colour> {
    let units = &game.units;
    let mut pure = vec![Colour::WHITE, Colour::INK, arrow::MOVE, arrow::ATTACK, arrow::RETREAT, arrow::GOLD];
    let bodies: Vec<Colour> = units.sides.iter().map(|side| counter::side_body(Colour::rgb(side.colour))).collect();
    pure.extend(&bodies);
    pure.extend(counter::inks(&game.markers));
    pure.extend(units.formations.iter().map(|formation| Colour::rgb(formation.colour)));
    pure.extend(inks_of_cards(game).into_iter().map(Colour::rgb));
    let mut inks = pure.clone();
    for share in [0.5, 0.25, 0.75] {
        inks.push(Colour::WHITE.towards(Colour::INK, share));
    }
    inks.extend(bodies.iter().flat_map(|body| [0.3, 0.82].map(|share| body.towards(Colour::INK, share))));
    inks.extend(bodies.iter().map(|body| body.towards(Colour::WHITE, 0.4)));
    inks.extend(pure.iter().map(|colour| colour.towards(colour.ink(), 0.5)));
    inks
}
