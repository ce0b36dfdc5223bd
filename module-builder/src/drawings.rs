//! What a game looks like: a picture of its own where it has one, our drawing elsewhere. Files carry the names that
//! pictures have in a module, whatever they become part of.

use crate::card;
use crate::counter::{self, Support};
use crate::game_folder::Art;
use crate::map_picture::{self, Board, HEX_WIDTH, HexGeometry, Theme};
use crate::scene::{Bitmap, Scene, point};
use engine::definitions::{Card, CardSet, MarkerKind, Published, Unit, UnitId};
use std::collections::BTreeMap;

/// A game with what it looks like.
#[derive(Clone, Copy, Debug)]
pub struct Drawings<'a> {
    /// The game.
    pub game: &'a Published,
    art: &'a Art,
}

/// No pictures of one's own.
static PLAIN: Art = Art { pictures: BTreeMap::new(), board: None };

/// File name of a unit's face without so many steps: `ccr-9db-0.png`.
pub fn face_name(unit: &Unit, steps_lost: u8) -> String {
    format!("{}-{steps_lost}.png", unit.id)
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
        units
            .sides
            .get(usize::from(side))
            .map_or_else(drawn, |known| self.own(&format!("back-{}.png", known.id), drawn))
    }

    /// A support marker of a side.
    pub fn support(&self, kind: Support, side: u8) -> Scene {
        let side = &self.game.units.sides[usize::from(side)];
        self.own(&format!("support-{}-{}.png", side.id, kind.id()), || counter::support_marker(kind, side.colour))
    }

    /// A marker that the game declares.
    pub fn marker(&self, kind: &MarkerKind) -> Scene {
        self.own(&format!("marker-{}.png", kind.id), || counter::declared_marker(kind))
    }

    /// The front of a card or chit.
    pub fn card(&self, set: &CardSet, card: &Card) -> Scene {
        self.own_in(card::size(set), &format!("card-{}.png", card.id), || card::front(set, card))
    }

    /// The other side of a card that may be used from either.
    pub fn card_other(&self, set: &CardSet, card: &Card) -> Option<Scene> {
        let drawn = card::other(set, card)?;
        Some(self.own_in(card::size(set), &format!("card-{}-other.png", card.id), || drawn))
    }

    /// The back of a set of cards.
    pub fn card_back(&self, set: &CardSet) -> Scene {
        self.own_in(card::size(set), &format!("card-back-{}.png", set.id), || card::back(self.game, set))
    }

    /// The map: its scan, or the drawing in the inks of a theme.
    pub fn board(&self, theme: Theme) -> Board {
        let map = &self.game.map;
        let (Some(scan), Some(own)) = (self.art.board, self.art.pictures.get("board.png")) else {
            return map_picture::draw_in(map, theme);
        };
        let scale = HEX_WIDTH / scan.hex;
        let (width, height) = (own.size.0 as f32 * scale, own.size.1 as f32 * scale);
        let mut scene = Scene::new(width, height);
        scene.push(Bitmap::new(own.bytes.clone(), point(0.0, 0.0), point(width, height)));
        let first = (scan.first.0 * scale, scan.first.1 * scale);
        let geometry = HexGeometry::on_scan(&map.grid, HEX_WIDTH, first);
        Board { scene, geometry, labels: Vec::new(), numbers: Vec::new() }
    }

    /// Whether the map is a scan.
    pub fn has_scan(&self) -> bool {
        self.art.board.is_some() && self.art.pictures.contains_key("board.png")
    }

    /// The map with the key of its signs below it; a scan as it is.
    pub fn board_with_key(&self, theme: Theme) -> Board {
        let board = self.board(theme);
        if self.has_scan() { board } else { board.with_key(&self.game.map, theme) }
    }

    /// The game's own picture of a name in the size of a counter, or a drawing.
    fn own(&self, name: &str, drawn: impl FnOnce() -> Scene) -> Scene {
        self.own_in((counter::SIZE, counter::SIZE), name, drawn)
    }

    /// The game's own picture of a name in a width and height, or a drawing.
    fn own_in(&self, (width, height): (f32, f32), name: &str, drawn: impl FnOnce() -> Scene) -> Scene {
        let Some(own) = self.art.pictures.get(name) else { return drawn() };
        let mut scene = Scene::new(width, height);
        scene.push(Bitmap::new(own.bytes.clone(), point(0.0, 0.0), point(width, height)));
        scene
    }
}
