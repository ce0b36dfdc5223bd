//! What a game looks like: a picture of its own where it has one, our drawing elsewhere, and the names of its pictures,
//! which are the same in a folder of somebody's art, in a module and among the pictures that are written out.

use crate::art::Art;
use crate::card;
use crate::counter::{self, Support};
use crate::key_words::KeyWords;
use crate::map_picture::{self, Board, HEX_WIDTH, HexGeometry, Theme};
use crate::scene::{Bitmap, Scene, point};
use definitions::{Card, CardSet, Force, MarkerKind, Published, Side, Unit, UnitId};
use std::collections::BTreeMap;

/// A game with what it looks like.
#[derive(Clone, Copy, Debug)]
pub struct Drawings<'a> {
    /// The game.
    pub game: &'a Published,
    /// Its own pictures.
    pub art: &'a Art,
}

/// No pictures of one's own.
static PLAIN: Art = Art { pictures: BTreeMap::new(), board: None };

/// Name of the picture of a unit's face without so many steps: `ccr-9db-0`.
pub fn face_name(unit: &Unit, steps_lost: u8) -> String {
    format!("{}-{steps_lost}", unit.id)
}

/// Name of the picture of the back of a side's counters.
pub fn back_name(side: &Side) -> String {
    format!("back-{}", side.id)
}

/// Name of the picture of a side's support marker.
pub fn support_name(side: &Side, kind: Support) -> String {
    format!("support-{}-{}", side.id, kind.id())
}

/// Name of the picture of a declared marker.
pub fn marker_name(kind: &MarkerKind) -> String {
    format!("marker-{}", kind.id)
}

/// Name of the picture of a declared marker that is laid over a unit.
pub fn badge_name(kind: &MarkerKind) -> String {
    format!("badge-{}", kind.id)
}

/// Name of the picture of a card's or chit's front.
pub fn card_name(card: &Card) -> String {
    format!("card-{}", card.id)
}

/// Name of the picture of the other side of a card that may be used from either.
pub fn card_other_name(card: &Card) -> String {
    format!("card-{}-other", card.id)
}

/// Name of the picture of the back of a set of cards.
pub fn card_back_name(set: &CardSet) -> String {
    format!("card-back-{}", set.id)
}

/// Name of the picture of the map.
pub const BOARD: &str = "board";

/// The file that holds the picture of a name.
pub fn png_of(name: &str) -> String {
    format!("{name}.png")
}

impl<'a> Drawings<'a> {
    /// A game with its own pictures.
    pub fn new(game: &'a Published, art: &'a Art) -> Drawings<'a> {
        Drawings { game, art }
    }

    /// A game that has none.
    pub fn plain(game: &'a Published) -> Drawings<'a> {
        Drawings { game, art: &PLAIN }
    }

    /// A unit's face without so many steps.
    pub fn face(&self, id: UnitId, steps_lost: u8) -> Scene {
        let units = &self.game.units;
        self.own(&face_name(units.unit(id), steps_lost), || counter::face(units, id, steps_lost, &[]))
    }

    /// The back of a side's counters.
    pub fn back(&self, side: u8) -> Scene {
        let units = &self.game.units;
        let drawn = || counter::back(units, side);
        units.sides.get(usize::from(side)).map_or_else(drawn, |known| self.own(&back_name(known), drawn))
    }

    /// The back of a unit's counter that shows no lost steps: the game's own back of its side, else what turning it over means.
    pub fn reverse(&self, id: UnitId) -> Scene {
        let unit = self.game.units.unit(id);
        let own = self.game.units.sides.get(usize::from(unit.side)).map(back_name);
        if own.is_some_and(|name| self.art.pictures.contains_key(&png_of(&name))) {
            return self.back(unit.side);
        }
        let turned = self.game.markers.iter().find(|kind| kind.reverse.holds(unit.symbol));
        counter::reverse(&self.game.units, id, turned)
    }

    /// A support marker of a side.
    pub fn support(&self, kind: Support, side: u8) -> Scene {
        let side = &self.game.units.sides[usize::from(side)];
        self.own(&support_name(side, kind), || counter::support_marker(kind, side.colour))
    }

    /// A marker that the game declares.
    pub fn marker(&self, kind: &MarkerKind) -> Scene {
        self.own(&marker_name(kind), || counter::marker(kind))
    }

    /// The front of a card or chit.
    pub fn card(&self, set: &CardSet, card: &Card) -> Scene {
        let counters = || {
            let of = self.game.units.iter().filter(|(id, unit)| self.speaks_of(card, *id, unit));
            of.map(|(id, _)| self.face(id, 0)).collect::<Vec<Scene>>()
        };
        self.own_in(card::size(set), &card_name(card), || card::front(set, card, &counters()))
    }

    /// Whether a card speaks of a unit.
    fn speaks_of(&self, card: &Card, id: UnitId, unit: &Unit) -> bool {
        card.forces.iter().any(|force| match force {
            Force::Army(army) => unit.formation.is_some_and(|of| self.game.units.formation(of).army == *army),
            Force::Formation(formation) => unit.formation == Some(*formation),
            Force::Division(division) => unit.division == *division,
            Force::Unit(alone) => *alone == id,
        })
    }

    /// The other side of a card that may be used from either.
    pub fn card_other(&self, set: &CardSet, card: &Card) -> Option<Scene> {
        let drawn = card::other(set, card)?;
        Some(self.own_in(card::size(set), &card_other_name(card), || drawn))
    }

    /// The back of a set of cards.
    pub fn card_back(&self, set: &CardSet) -> Scene {
        self.own_in(card::size(set), &card_back_name(set), || card::back(self.game, set))
    }

    /// A marker that the game declares as it is laid over a unit.
    pub fn badge(&self, kind: &MarkerKind) -> Scene {
        self.own(&badge_name(kind), || counter::badge(kind))
    }

    /// The map: its scan, or the drawing in the inks of a theme.
    pub fn board(&self, theme: Theme) -> Board {
        self.scan().unwrap_or_else(|| map_picture::draw_in(&self.game.map, theme))
    }

    /// The map with the places of names and numbers, which are not on it: [`Board::lettering`] writes them round counters. A
    /// scan as it is.
    pub fn board_to_letter(&self, theme: Theme) -> Board {
        self.scan().unwrap_or_else(|| map_picture::draw_unlettered(&self.game.map, theme))
    }

    /// The map with the key of its signs below it; a scan as it is.
    pub fn board_with_key(&self, theme: Theme) -> Board {
        let keyed = || map_picture::draw_in(&self.game.map, theme).with_key(&self.game.map, &self.key_words(), theme);
        self.scan().unwrap_or_else(keyed)
    }

    /// What the key of the map says.
    pub fn key_words(&self) -> KeyWords {
        KeyWords::of(self.game)
    }

    /// Whether the map is a scan.
    pub fn has_scan(&self) -> bool {
        self.art.board.is_some() && self.art.pictures.contains_key(&png_of(BOARD))
    }

    /// The scan of the map, if there is one.
    fn scan(&self) -> Option<Board> {
        let (scan, own) = (self.art.board?, self.art.pictures.get(&png_of(BOARD))?);
        let scale = HEX_WIDTH / scan.hex;
        let (width, height) = (own.size.0 as f32 * scale, own.size.1 as f32 * scale);
        let mut scene = Scene::new(width, height);
        scene.push(Bitmap::new(own.bytes.clone(), point(0.0, 0.0), point(width, height)));
        let geometry = HexGeometry::on_scan(&self.game.map.grid, &scan).scaled(scale);
        Some(Board { scene, geometry, labels: Vec::new(), numbers: Vec::new() })
    }

    /// The game's own picture of a name in the size of a counter, or a drawing.
    fn own(&self, name: &str, drawn: impl FnOnce() -> Scene) -> Scene {
        self.own_in((counter::SIZE, counter::SIZE), name, drawn)
    }

    /// The game's own picture of a name in a width and height, or a drawing.
    fn own_in(&self, (width, height): (f32, f32), name: &str, drawn: impl FnOnce() -> Scene) -> Scene {
        let Some(own) = self.art.pictures.get(&png_of(name)) else { return drawn() };
        let mut scene = Scene::new(width, height);
        scene.push(Bitmap::new(own.bytes.clone(), point(0.0, 0.0), point(width, height)));
        scene
    }
}
