//! Piles, hands and tracks, in a strip below the map. It is set large: a picture that is made 1,400 pixels wide is read at
//! 390 on a telephone.

use super::{MAIL_WIDTH, frame};
use crate::card;
use crate::map_picture::LIGHT;
use crate::scene::{Anchor, Colour, Element, Face, Group, Outline, Point, Scene, Shape, Stroke, Text, point, wrap};
use definitions::{LaidPile, Pile, PileKind, Position, Published, SeenCard};
use std::collections::BTreeMap;
use tiny_skia::Pixmap;

/// Size of the titles of piles and tracks, on a picture for mail.
const TITLE: f32 = 34.0;
/// Sizes of the words on a card that are tried until they fit.
const WORDS: [f32; 5] = [46.0, 40.0, 34.0, 30.0, 26.0];
/// Height of a card.
const CARD: f32 = 190.0;
/// Space between frames and round what is in them.
const GAP: f32 = 14.0;
/// How far a card's edge is seen below the next one.
const EDGE: f32 = 7.0;

/// Height of a back beside its title: nothing is to be read on it.
const BACK: f32 = 40.0;
/// Most kinds of cards in a cup that are shown: of more none is looked for on a picture.
const KINDS: usize = 10;

/// A frame of the strip: a title, backs beside it, and faces below it in rows.
struct Framed {
    title: String,
    /// Each with its number, if there are several kinds.
    backs: Vec<(Scene, usize)>,
    tiles: Vec<Tile>,
}

/// A card with what lies below it.
struct Tile {
    scene: Scene,
    count: usize,
}

/// The strip, as wide as the picture; none if nothing lies there.
pub(super) fn draw(game: &Published, position: &Position, width: u32) -> Option<Pixmap> {
    let piles = position.piles.iter().filter_map(|laid| framed(game, laid));
    let tracks = position.tracks.iter().filter_map(|at| {
        let track = game.tracks.iter().find(|track| track.id == at.track)?;
        let title = format!("{}: {}", track.title, at.value);
        Some(Framed { title, backs: Vec::new(), tiles: Vec::new() })
    });
    // what has faces stands first, so that all of a row are of a height
    let (faces, others): (Vec<Framed>, Vec<Framed>) = piles.chain(tracks).partition(|frame| !frame.tiles.is_empty());
    let frames: Vec<Framed> = faces.into_iter().chain(others).collect();
    if frames.is_empty() {
        return None;
    }
    // everything is laid out on a picture for mail, and made as much smaller as this one is
    let scale = width as f32 / MAIL_WIDTH as f32;
    let mut drawn = Vec::new();
    let height = lay_out(&frames, MAIL_WIDTH as f32, &mut drawn);
    let mut scene = frame::table(width, (height * scale).ceil() as u32);
    scene.push(Group::new(drawn).scaled(scale));
    Some(scene.pixmap(1.0))
}

/// Lays frames side by side and below each other. The height that they take.
fn lay_out(frames: &[Framed], width: f32, drawn: &mut Vec<Element>) -> f32 {
    let room = width - 2.0 * GAP;
    let (mut x, mut y, mut lowest) = (GAP, GAP / 2.0, 0f32);
    for frame in frames {
        let (wide, rows) = frame.size(room);
        let high = TITLE + GAP + rows * (CARD + GAP);
        if x > GAP && x + wide > width - GAP {
            (x, y) = (GAP, lowest + GAP);
        }
        frame.draw(point(x, y), (wide, high), drawn);
        lowest = lowest.max(y + high);
        x += wide + GAP;
    }
    lowest + GAP
}

impl Framed {
    /// Its width, at most so much, and how many rows of cards it has.
    fn size(&self, room: f32) -> (f32, f32) {
        let backs: f32 = self.backs.iter().map(|back| self.wide(back)).sum();
        let title = Face::SemiBold.width(&self.title, TITLE) + 2.0 * GAP + backs;
        let tiles: f32 = self.tiles.iter().map(|tile| tile.width() + GAP).sum();
        let rows = self.rows(room).len() as f32;
        ((tiles + GAP).max(title).min(room), rows)
    }

    /// Width of a back with its number and the gap before it.
    fn wide(&self, (back, count): &(Scene, usize)) -> f32 {
        let number = if self.backs.len() > 1 { Face::SemiBold.width(&format!(" {count}"), TITLE) } else { 0.0 };
        GAP + back.width() * BACK / back.height() + number
    }

    /// The cards, broken into rows.
    fn rows(&self, room: f32) -> Vec<&[Tile]> {
        let mut rows = Vec::new();
        let (mut first, mut taken) = (0, GAP);
        for (n, tile) in self.tiles.iter().enumerate() {
            // half a pixel is for what is lost in summing up
            if n > first && taken + tile.width() + GAP > room + 0.5 {
                rows.push(&self.tiles[first..n]);
                (first, taken) = (n, GAP);
            }
            taken += tile.width() + GAP;
        }
        if first < self.tiles.len() {
            rows.push(&self.tiles[first..]);
        }
        rows
    }

    fn draw(&self, at: Point, (wide, high): (f32, f32), drawn: &mut Vec<Element>) {
        drawn.push(Shape::new(Outline::rounded(at.x, at.y, wide, high, 8.0)).fill(LIGHT.clear).into());
        let title = Text::new(&self.title, at + point(GAP, TITLE), Face::SemiBold, TITLE, LIGHT.name);
        let title = title.at_most(wide - 2.0 * GAP);
        let mut x = at.x + GAP + title.width();
        drawn.push(title.into());
        for back in &self.backs {
            let (scene, count) = back;
            let scale = BACK / scene.height();
            let corner = point(x + GAP, at.y + (TITLE + GAP - BACK) / 2.0);
            drawn.push(Group::new(scene.elements().to_vec()).at(corner).scaled(scale).into());
            x += self.wide(back);
            if self.backs.len() > 1 {
                let number = Text::new(count.to_string(), point(x, at.y + TITLE), Face::SemiBold, TITLE, LIGHT.name);
                drawn.push(number.anchor(Anchor::End).into());
            }
        }
        for (n, row) in self.rows(wide).into_iter().enumerate() {
            let mut corner = at + point(GAP, TITLE + GAP + n as f32 * (CARD + GAP));
            for tile in row {
                tile.draw(corner, drawn);
                corner = corner + point(tile.width() + GAP, 0.0);
            }
        }
    }
}

impl Tile {
    /// How many edges are seen below the card.
    fn edges(&self) -> usize {
        self.count.saturating_sub(1).min(2)
    }

    fn width(&self) -> f32 {
        self.card_width() + EDGE * self.edges() as f32
    }

    fn card_width(&self) -> f32 {
        self.scene.width() * self.scale()
    }

    fn scale(&self) -> f32 {
        (CARD - 2.0 * EDGE) / self.scene.height()
    }

    fn draw(&self, at: Point, drawn: &mut Vec<Element>) {
        let size = point(self.card_width(), CARD - 2.0 * EDGE);
        for below in (1..=self.edges()).rev() {
            let corner = at + point(EDGE, EDGE) * below as f32;
            let edge = Outline::rounded(corner.x, corner.y, size.x, size.y, 8.0);
            let rim = Stroke::new(Colour::INK, 2.0);
            drawn.push(Shape::new(edge).fill(Colour::WHITE).stroke(rim).into());
        }
        drawn.push(Group::new(self.scene.elements().to_vec()).at(at).scaled(self.scale()).into());
    }
}

/// A pile with what is seen of it; none of a pile that the game does not have, or in which nothing lies.
fn framed(game: &Published, laid: &LaidPile) -> Option<Framed> {
    let pile = game.cards.pile(&laid.pile).filter(|_| !laid.cards.is_empty())?;
    let mut framed =
        Framed { title: format!("{} · {}", pile.title, laid.cards.len()), backs: Vec::new(), tiles: Vec::new() };
    for (seen, count) in seen(game, pile, &laid.cards) {
        match seen {
            SeenCard::Back(set) => {
                let set = game.cards.set(set)?;
                framed.backs.push((card::back(game, set), count));
            }
            SeenCard::Face(id) => {
                let it = game.cards.card(id)?;
                let set = game.cards.set(&it.set)?;
                // cards that lie apart in a cup are told by their number
                let many = pile.kind == PileKind::Cup && count > 1;
                let corner = if many { format!("{} ×{count}", it.corner) } else { it.corner.clone() };
                let colour = Colour::rgb(it.colour.unwrap_or(set.colour));
                framed.tiles.push(Tile { scene: words(colour, &it.front.title, corner.trim()), count });
            }
        }
    }
    Some(framed)
}

/// What is seen of a pile, each with the number of cards that it stands for: of a stack the top with all that is below it,
/// in a cup, which has no top, each kind, of cards side by side each, equal backs as one.
fn seen<'p>(game: &Published, pile: &Pile, cards: &'p [SeenCard]) -> Vec<(&'p SeenCard, usize)> {
    match pile.kind {
        PileKind::Deck | PileKind::Discard => cards.last().map(|top| (top, cards.len())).into_iter().collect(),
        PileKind::Cup => {
            let title = |seen: &SeenCard| match seen {
                SeenCard::Back(set) => (false, set.clone(), String::new()),
                SeenCard::Face(id) => game.cards.card(id).map_or((true, id.clone(), String::new()), |card| {
                    (true, card.set.clone(), card.front.title.clone())
                }),
            };
            let mut kinds: BTreeMap<_, (&SeenCard, usize)> = BTreeMap::new();
            for card in cards {
                kinds.entry(title(card)).or_insert((card, 0)).1 += 1;
            }
            if kinds.len() > KINDS { Vec::new() } else { kinds.into_values().collect() }
        }
        PileKind::Hand | PileKind::Row => {
            let alike = |one: &SeenCard, other: &SeenCard| matches!(one, SeenCard::Back(_)) && one == other;
            cards.chunk_by(alike).filter_map(|together| Some((together.last()?, together.len()))).collect()
        }
    }
}

/// A card of which nothing is read but what it is called: all that can be read at this size.
fn words(colour: Colour, title: &str, corner: &str) -> Scene {
    let (width, height, band) = (176.0, 176.0, 36.0);
    let mut scene = Scene::new(width, height);
    let body = Outline::rounded(1.5, 1.5, width - 3.0, height - 3.0, 8.0);
    scene.push(Shape::new(body).fill(Colour::WHITE).stroke(Stroke::new(colour.towards(Colour::INK, 0.5), 3.0)));
    scene.push(Shape::new(Outline::rounded(4.0, 4.0, width - 8.0, band, 6.0)).fill(colour));
    let said = Text::new(corner, point(width / 2.0, 4.0 + band / 2.0), Face::Bold, 28.0, colour.ink());
    scene.push(said.centred().at_most(width - 20.0));
    let room = (width - 18.0, height - band - 16.0);
    let set_in = |size: f32| (size, wrap(title, Face::Bold, size, room.0));
    let fits = |(size, rows): &(f32, Vec<String>)| {
        rows.len() as f32 * size * 1.1 <= room.1 && rows.iter().all(|row| Face::Bold.width(row, *size) <= room.0)
    };
    let (size, rows) = WORDS.map(set_in).into_iter().find(fits).unwrap_or_else(|| set_in(22.0));
    let middle = band + 6.0 + room.1 / 2.0;
    let first = middle - size * 1.1 * (rows.len() as f32 - 1.0) / 2.0;
    for (n, row) in rows.into_iter().enumerate() {
        let at = point(width / 2.0, first + n as f32 * size * 1.1);
        scene.push(Text::new(row, at, Face::Bold, size, Colour::INK).centred().at_most(room.0));
    }
    scene
}
