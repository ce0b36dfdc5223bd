//! The picture of a game in progress, as it goes out by mail.
//!
//! The bare board at a scale is drawn and packed once, the faces of the counters are drawn once; a picture copies them
//! together as indices into the game's palette, draws arrows and captions over them, and packs what is new.

mod arrow;
mod cache;
mod focus;
mod frame;
mod note;
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
use tiny_skia::{Pixmap, Transform};
use view::View;

pub use focus::in_words;

/// Width of a mailed picture: 700 pixels at twice the density.
pub const MAIL_WIDTH: u32 = 1400;
/// Bytes of boards and faces kept between pictures.
const CACHE_BYTES: usize = 96 << 20;

/// Maps without their lettering that are kept to draw parts of them.
const UNLETTERED_MAPS: usize = 8;
/// Width of the map of the whole below a part.
const INSET: u32 = 300;
/// Width of a hex in pixels from which on the numbers of hexes can be read on the map.
const NUMBERED: f32 = 96.0;
/// Least size in pixels of the letters of names: 11 on the screen.
const LETTERS: f32 = 22.0;

static BOARDS: Cache<(u64, u32), DrawnBoard> = Cache::new(CACHE_BYTES / 4);
static PARTS: Cache<(u64, View), Vec<u8>> = Cache::new(CACHE_BYTES / 4);
static UNLETTERED: Cache<u64, map_picture::Board> = Cache::new(UNLETTERED_MAPS);
static BARE: Cache<(u64, u32), Packed> = Cache::new(CACHE_BYTES / 2);
static FACES: Cache<stack::Sprite, Pixmap> = Cache::new(CACHE_BYTES / 4);

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

    /// The picture of a position as mail shows it: the country where something happened or is to be decided; if that is
    /// nowhere, the front. If that lies too far apart for counters that can be read, the most of it that lies together: the
    /// map of the whole below tells of the rest.
    pub fn mail(self, position: &Position) -> Picture<'a> {
        let hexes = focus::hexes(position, &self.game.map.grid, &self.board);
        let together = View::together(&self.board, hexes);
        self.crop(&together, MAIL_WIDTH)
    }

    /// The picture of a position as a player of a side gets it by mail: what he has to decide, the fights that were, his own before
    /// the enemy, and where somebody came to, as much of it as finds room together. How far others marched is told by the
    /// arrows as far as they lie there.
    pub fn of_player(self, position: &Position, side: u8) -> Picture<'a> {
        let about = focus::of_player(position, side, &self.game.map.grid, &self.board);
        let all = |hexes: &Vec<HexId>| View::together(&self.board, hexes.clone()).len() == hexes.len();
        let Some(hexes) = about.iter().find(|hexes| all(hexes)).or(about.last()) else {
            return self.mail(position);
        };
        let together = View::together(&self.board, hexes.clone());
        self.crop(&together, MAIL_WIDTH)
    }

    /// Whether it shows less than half of where the sides stand face to face, so that a picture of the whole map is wanted beside
    /// it.
    pub fn is_narrow(&self, position: &Position) -> bool {
        let front = focus::fronts(position, &self.game.map.grid, &self.board);
        let shown = front.iter().filter(|hex| self.hex_centre(**hex).is_some()).count();
        2 * shown < front.len()
    }

    /// The country round some hexes, so many pixels wide (200 to 4,000), with a map of the whole below it; the whole map
    /// alone when they are none or lie too far apart. Hexes off the map are passed over.
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
            let bare = self.bare(&board.palette, &self.part(&self.view, &board.palette), self.view.width as usize);
            return board.palette.png(&self.laid(bare.into_bytes(), position, &board));
        }
        let key = (self.fingerprints.both() ^ u64::from(self.width), self.view.scale.to_bits());
        let bare = BARE.get(key, || {
            let packed = Packed::new(self.bare(&board.palette, &board.indices, board.width).into_bytes());
            let size = packed.size();
            (packed, size)
        });
        let sheet = self.laid(bare.bytes().to_vec(), position, &board);
        board.palette.png_of(&sheet, &bare.pack(sheet.bytes(), sheet.row()))
    }

    /// Country in rows of so many pixels in its frame, with nothing on it.
    fn bare<'p>(&self, palette: &'p Palette, country: &[u8], row: usize) -> Sheet<'p> {
        let frame = frame::bare(&self.view, self.width, &self.game.map, &self.board);
        let mut sheet = Sheet::drawn(&frame, palette);
        let corner = frame::corner(&self.view, self.width);
        let rows = country.chunks_exact(row).take(self.view.height as usize);
        for (y, line) in (corner.y as usize..).zip(rows) {
            sheet.put(corner.x as usize, y, &line[..(self.view.width as usize).min(row)]);
        }
        sheet
    }

    /// The bare sheet with a position on it.
    fn laid<'p>(&self, bare: Vec<u8>, position: &Position, board: &'p DrawnBoard) -> Sheet<'p> {
        let boxes = stack::boxes(position, self.game);
        let inset = (!self.is_whole).then(|| View::whole(&self.board, INSET * self.width / MAIL_WIDTH));
        let mut sheet = Sheet::of(bare, self.width, &board.palette);
        sheet.lay(&frame::caption(&position.caption, &self.game.map, self.width), Point::default());
        if let Some(tray) = frame::tray(&self.view, self.width, &boxes, inset.as_ref()) {
            sheet.append(&tray);
        }
        if let Some(inset) = &inset {
            self.lay_inset(&mut sheet, inset, position, &board.palette);
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
        let faces: Vec<_> = stacks.iter().flat_map(|stack| stack.sprites(pieces, &self.view)).collect();
        let boxes_of_faces = faces.iter().map(|(sprite, at)| {
            let side = sprite.side() as f32;
            (*at, *at + point(side, side))
        });
        let ways = position.arrows.iter().flat_map(|arrow| arrow::ground(arrow, &self.game.map.grid, &self.board));
        let ways = ways.map(|(low, high)| (self.view.place(low), self.view.place(high)));
        let mut covered: Vec<(Point, Point)> = boxes_of_faces.chain(ways).collect();
        let letters = self.width as f32 / MAIL_WIDTH as f32;
        let plates = note::plates(self.game, position, &self.board, &self.view, covered.clone(), letters);
        covered.extend(plates.iter().map(|plate| (plate.low, plate.high)));
        if !self.is_whole {
            self.write_names(&mut sheet, &covered);
        }
        let counts = stacks.iter().filter_map(|stack| stack.count(&self.view));
        let arrows: Vec<(Vec<HexId>, arrow::Drawn)> = position.arrows.iter().map(|it| self.arrow(it)).collect();
        for (hexes, drawn) in &arrows {
            self.paint(&mut sheet, hexes, drawn.below.clone());
        }
        for (sprite, at) in faces.into_iter().chain(counts) {
            sheet.lay_within(&face(&sprite), corner + at, shown);
        }
        for (sprite, at) in frame::boxed(&self.view, self.width, &boxes, inset.as_ref(), pieces) {
            sheet.lay(&face(&sprite), at);
        }
        for (hexes, drawn) in arrows {
            self.paint(&mut sheet, &hexes, drawn.above);
        }
        let rim = point(2.0, 2.0);
        for plate in &plates {
            let (low, high, tip) = (plate.low, plate.high, plate.tip);
            let low = point(low.x.min(tip.x), low.y.min(tip.y)) - rim;
            let reach = (corner + low, corner + point(high.x.max(tip.x), high.y.max(tip.y)) + rim);
            sheet.paint(plate.elements(letters), corner, 1.0, reach);
        }
        sheet
    }

    /// The hexes of an arrow, and how it looks.
    fn arrow(&self, arrow: &Arrow) -> (Vec<HexId>, arrow::Drawn) {
        let hexes = match arrow {
            Arrow::Move(path) | Arrow::Retreat(path) => path.clone(),
            Arrow::Attack(from, to) => vec![*from, *to],
        };
        (hexes, arrow::draw(arrow, &self.game.map.grid, &self.board))
    }

    /// Writes the names of a part between what covers it: boxes in pixels of the part.
    fn write_names(&self, sheet: &mut Sheet<'_>, covered: &[(Point, Point)]) {
        let view = &self.view;
        let corner = point(view.left as f32, view.top as f32);
        let of_board = |at: Point| (at + corner) * (1.0 / view.scale);
        let covered: Vec<(Point, Point)> =
            covered.iter().map(|(low, high)| (of_board(*low), of_board(*high))).collect();
        let least = LETTERS * self.width as f32 / MAIL_WIDTH as f32 / view.scale;
        let reading = map_picture::Reading { part: view.of_board(), covered: &covered, least };
        for label in self.unlettered().names(&self.game.map, &reading) {
            let reach = [label.low, label.high].map(|at| view.place(at));
            self.paint_within(sheet, vec![label.element()], (reach[0], reach[1]));
        }
    }

    /// Lays the map of the whole below a part: where the part lies, and where the counters of each side are.
    fn lay_inset(&self, sheet: &mut Sheet<'_>, inset: &View, position: &Position, palette: &Palette) {
        let (x, y) = frame::inset_corner(&self.view);
        let country = self.part(inset, palette);
        for (n, row) in country.chunks_exact(inset.width as usize).enumerate() {
            sheet.put(x, y + n, row);
        }
        let corner = point(x as f32, y as f32);
        let drawn = focus::drawn(position, self.game, &self.board, self.view.of_board(), inset.scale);
        let size = point(inset.width as f32, inset.height as f32);
        sheet.paint(drawn, corner, inset.scale, (corner, corner + size));
    }

    /// Paints elements, given in units of the board, that reach from some hexes no further than their neighbours and not
    /// out of the part shown.
    fn paint(&self, sheet: &mut Sheet<'_>, hexes: &[HexId], elements: Vec<Element>) {
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
        self.paint_within(sheet, elements, (low - point(about, about), high + point(about, about)));
    }

    /// Paints elements, given in units of the board, that lie in a box of pixels of the part, and not out of the part.
    fn paint_within(&self, sheet: &mut Sheet<'_>, elements: Vec<Element>, (low, high): (Point, Point)) {
        let corner = frame::corner(&self.view, self.width);
        let size = point(self.view.width as f32, self.view.height as f32);
        let low = corner + point(low.x.max(0.0), low.y.max(0.0));
        let high = corner + point(high.x.min(size.x), high.y.min(size.y));
        let origin = corner - point(self.view.left as f32, self.view.top as f32);
        sheet.paint(elements, origin, self.view.scale, (low, high));
    }

    /// The whole board as wide as the picture.
    fn drawn_board(&self) -> Arc<DrawnBoard> {
        let scale = View::whole(&self.board, inner(self.width)).scale;
        BOARDS.get((self.fingerprints.both(), scale.to_bits()), || {
            let pixels = map_picture::draw(&self.game.map).scene.pixmap(scale);
            let palette = Palette::new(&LIGHT.all(), &pixels, palette::FEW, &inks(self.game));
            let mut indices = palette.country(&pixels);
            palette.calm(&pixels, &mut indices);
            let board = DrawnBoard { width: pixels.width() as usize, indices, palette };
            let size = board.indices.len() + board.palette.bytes();
            (board, size)
        })
    }

    /// The board without names and numbers.
    fn unlettered(&self) -> Arc<map_picture::Board> {
        UNLETTERED.get(self.fingerprints.map, || {
            (map_picture::draw_unlettered(&self.game.map, map_picture::Theme::Colour), 1)
        })
    }

    /// A part of the board without names, and with numbers where they can be read, as indices into a palette. A part is
    /// drawn by itself: the whole board at its size would be many times larger.
    fn part(&self, view: &View, palette: &Palette) -> Arc<Vec<u8>> {
        PARTS.get((self.fingerprints.both() ^ u64::from(self.width), view.clone()), || {
            let board = self.unlettered();
            let (low, high) = view.of_board();
            let beyond = point(HEX_WIDTH, HEX_WIDTH);
            let mut scene = board.scene.within(low - beyond, high + beyond);
            if view.scale * HEX_WIDTH * MAIL_WIDTH as f32 / self.width as f32 >= NUMBERED {
                scene.extend(board.numbers_of((low, high)).map(map_picture::Label::element));
            }
            let mut pixels = Pixmap::new(view.width, view.height).expect("a part has a size");
            let corner = (-(view.left as f32), -(view.top as f32));
            scene.paint(&mut pixels, Transform::from_scale(view.scale, view.scale).post_translate(corner.0, corner.1));
            let mut indices = palette.country(&pixels);
            palette.calm(&pixels, &mut indices);
            let size = indices.len();
            (indices, size)
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
