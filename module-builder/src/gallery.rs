//! All drawings of a game as files: board, faces, markers, and a contact sheet to look them over.

use artwork::cores::{self, Progress};
use artwork::counter::{self, Support};
use artwork::drawings::{
    Drawings, back_name, badge_name, card_back_name, card_name, card_other_name, face_name, marker_name, support_name,
};
use artwork::map_picture::{Board, Theme};
use artwork::scene::{Colour, Outline, Scene, Shape, png};
use definitions::{CardForm, Published, UnitId};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use tiny_skia::{PixmapPaint, Transform};

/// Width of a hex on the map's PNG in pixels, unless somebody asks for another.
pub const HEX: f32 = 80.0;
/// The widths of hexes that can be asked for.
pub const HEXES: RangeInclusive<f32> = 8.0..=250.0;
/// Sides of a counter, and widths of a card or chit, in widths of a hex.
const FACE: f32 = 2.0;
const CARD: f32 = 2.5;
/// Side of a face on the contact sheet, and the faces in a row there.
const CONTACT: u32 = 96;
const IN_A_ROW: u32 = 12;
const GAP: u32 = 8;
/// Width of a card or chit on their contact sheet, and how many stand in a row.
const CONTACT_CARD: u32 = 200;
const CARDS_IN_A_ROW: u32 = 8;

/// The drawings of a game by file name: `board.svg` and `board.png` in the inks of a theme, with hexes so many pixels wide
/// ([`HEXES`]), `contact-sheet.png`, and in `counters/` an SVG and a PNG of every face, marker and badge; of a game with
/// cards or chits `contact-sheet-cards.png` and `contact-sheet-chits.png` too, and in `cards/` their faces and backs.
pub fn files(drawings: &Drawings<'_>, theme: Theme, hex: f32, progress: Progress<'_>) -> BTreeMap<String, Vec<u8>> {
    let faces = faces(drawings);
    let mut files = of_board(&drawings.board_with_key(theme), theme, hex);
    if !faces.is_empty() {
        files.insert("contact-sheet.png".to_owned(), contact_sheet(&faces));
    }
    for (form, sheet) in [(CardForm::Card, "cards"), (CardForm::Chit, "chits")] {
        let faces = cards(drawings, form);
        if !faces.is_empty() {
            files.insert(format!("contact-sheet-{sheet}.png"), cards_sheet(&faces));
        }
        files.extend(each_drawn("cards", &faces, CARD * hex, progress));
    }
    files.extend(each_drawn("counters", &faces, FACE * hex, progress));
    files
}

fn of_board(board: &Board, theme: Theme, hex: f32) -> BTreeMap<String, Vec<u8>> {
    BTreeMap::from([
        ("board.svg".to_owned(), board.scene.svg().into_bytes()),
        ("board.png".to_owned(), board.png(theme, hex).0),
    ])
}

/// An SVG and a PNG of each face in a folder, the PNG so many pixels wide.
fn each_drawn(folder: &str, faces: &[(String, Scene)], width: f32, progress: Progress<'_>) -> Vec<(String, Vec<u8>)> {
    let draw = |(name, face): &(String, Scene)| {
        let pixels = png(&face.pixmap(width / face.width()));
        [(format!("{folder}/{name}.png"), pixels), (format!("{folder}/{name}.svg"), face.svg().into_bytes())]
    };
    cores::each_told(faces, draw, progress).into_iter().flatten().collect()
}

/// Every face under the name that its picture has in a module: units with each number of steps lost, backs, support
/// markers, and the markers that the game declares with their badges.
fn faces(drawings: &Drawings<'_>) -> Vec<(String, Scene)> {
    let game = drawings.game;
    let units = &game.units;
    let mut faces = Vec::new();
    for (id, unit) in units.iter() {
        for lost in 0..unit.steps.max(1) {
            faces.push((face_name(unit, lost), drawings.face(id, lost)));
        }
    }
    for (index, side) in (0u8..).zip(&units.sides) {
        faces.push((back_name(side), drawings.back(index)));
        for kind in Support::ALL.into_iter().filter(|kind| granted(game, index, *kind)) {
            faces.push((support_name(side, kind), drawings.support(kind, index)));
        }
    }
    for kind in &game.markers {
        faces.push((badge_name(kind), drawings.badge(kind)));
        faces.push((marker_name(kind), drawings.marker(kind)));
        if kind.lies_on_units() && !units.units.is_empty() {
            faces.push((format!("example-{}", kind.id), counter::face(units, UnitId(0), 0, &[kind])));
        }
    }
    faces
}

/// Whether a scenario of the game gives a side markers of a kind.
fn granted(game: &Published, side: u8, kind: Support) -> bool {
    let grants = game.scenarios.iter().flat_map(|scenario| &scenario.grants);
    let draws = |pool: &str| game.units.formations.iter().any(|it| it.army == pool && it.side == side);
    grants.into_iter().any(|grant| grant.kind == kind.id() && draws(&grant.pool))
}

/// The faces of cards or chits, and the back of each set, under the names of their pictures in a module.
fn cards(drawings: &Drawings<'_>, form: CardForm) -> Vec<(String, Scene)> {
    let game = drawings.game;
    let mut faces = Vec::new();
    for set in game.cards.sets.iter().filter(|set| set.form == form) {
        for it in game.cards.of_set(&set.id) {
            faces.push((card_name(it), drawings.card(set, it)));
            faces.extend(drawings.card_other(set, it).map(|other| (card_other_name(it), other)));
        }
        faces.push((card_back_name(set), drawings.card_back(set)));
    }
    faces
}

/// Cards or chits side by side, all equally large.
fn cards_sheet(faces: &[(String, Scene)]) -> Vec<u8> {
    let height = |face: &Scene| (CONTACT_CARD as f32 * face.height() / face.width()).ceil() as u32;
    let tallest = faces.iter().map(|(_, face)| height(face)).max().unwrap_or(0);
    lay_out(faces, (CONTACT_CARD, tallest), CARDS_IN_A_ROW)
}

fn contact_sheet(faces: &[(String, Scene)]) -> Vec<u8> {
    lay_out(faces, (CONTACT, CONTACT), IN_A_ROW)
}

/// Faces in rows, each as wide as its cell.
fn lay_out(faces: &[(String, Scene)], (width, height): (u32, u32), in_a_row: u32) -> Vec<u8> {
    let rows = (faces.len() as u32).div_ceil(in_a_row);
    let mut paper = Scene::new((in_a_row * (width + GAP) + GAP) as f32, (rows * (height + GAP) + GAP) as f32);
    let ground = Outline::rectangle(0.0, 0.0, paper.width(), paper.height());
    paper.push(Shape::new(ground).fill(Colour::rgb(0xf3ecd8)));
    let mut sheet = paper.pixmap(1.0);
    for (i, (_, face)) in (0u32..).zip(faces) {
        let (x, y) = (GAP + i % in_a_row * (width + GAP), GAP + i / in_a_row * (height + GAP));
        let face = face.pixmap(width as f32 / face.width());
        sheet.draw_pixmap(x as i32, y as i32, face.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    png(&sheet)
}
