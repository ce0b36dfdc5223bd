//! All drawings of a game as files: board, faces, markers, and a contact sheet to look them over.

use crate::counter::{self, Support};
use crate::drawings::Drawings;
use crate::map_picture::{self, Board, Theme};
use crate::scene::{Colour, Outline, Scene, Shape, png};
use engine::definitions::{Map, Published, Status, UnitId};
use std::collections::BTreeMap;
use tiny_skia::{PixmapPaint, Transform};

/// Hex width of the board's PNG.
const HEX: f32 = 80.0;
/// Side of a face's PNG.
const FACE: u32 = 160;
/// Side of a face on the contact sheet, and the faces in a row there.
const CONTACT: u32 = 96;
const IN_A_ROW: u32 = 12;
const GAP: u32 = 8;

/// The drawings of a game by file name: `board.svg` and `board.png` in the inks of a theme, `contact-sheet.png`, and in
/// `counters/` an SVG and a PNG of every face, marker and badge.
pub fn files(drawings: &Drawings<'_>, theme: Theme) -> BTreeMap<String, Vec<u8>> {
    let faces = faces(drawings);
    let mut files = of_board(&drawings.board(theme), theme);
    files.insert("contact-sheet.png".to_owned(), contact_sheet(&faces));
    for (name, face) in faces {
        files.insert(format!("counters/{name}.png"), png(&face.pixmap(FACE as f32 / counter::SIZE)));
        files.insert(format!("counters/{name}.svg"), face.svg().into_bytes());
    }
    files
}

/// The drawings of a map alone: `board.svg` and `board.png`.
pub fn board(map: &Map, theme: Theme) -> BTreeMap<String, Vec<u8>> {
    of_board(&map_picture::draw_in(map, theme), theme)
}

fn of_board(board: &Board, theme: Theme) -> BTreeMap<String, Vec<u8>> {
    BTreeMap::from([
        ("board.svg".to_owned(), board.scene.svg().into_bytes()),
        ("board.png".to_owned(), board.png(theme, HEX).0),
    ])
}

/// Every face under the name that its picture has in a module: units with each number of steps lost, backs, support
/// markers, and the markers that the game declares with their badges.
fn faces(drawings: &Drawings<'_>) -> Vec<(String, Scene)> {
    let game = drawings.game;
    let units = &game.units;
    let mut faces = Vec::new();
    for (id, unit) in units.iter() {
        for lost in 0..unit.steps.max(1) {
            faces.push((format!("{}-{lost}", unit.id), drawings.face(id, lost)));
        }
    }
    for (index, side) in (0u8..).zip(&units.sides) {
        faces.push((format!("back-{}", side.id), drawings.back(index)));
        for kind in Support::ALL.into_iter().filter(|kind| granted(game, index, *kind)) {
            faces.push((format!("support-{}-{}", side.id, kind.id()), drawings.support(kind, index)));
        }
    }
    for kind in &game.markers {
        faces.push((format!("badge-{}", kind.id), counter::declared_badge(kind)));
        faces.push((format!("marker-{}", kind.id), drawings.marker(kind)));
        if let Some(status) = Status::named(&kind.id) {
            faces.push((format!("example-{}", kind.id), counter::face(units, UnitId(0), 0, &[status])));
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

fn contact_sheet(faces: &[(String, Scene)]) -> Vec<u8> {
    let pitch = CONTACT + GAP;
    let rows = (faces.len() as u32).div_ceil(IN_A_ROW);
    let mut paper = Scene::new((IN_A_ROW * pitch + GAP) as f32, (rows * pitch + GAP) as f32);
    let ground = Outline::rectangle(0.0, 0.0, paper.width(), paper.height());
    paper.push(Shape::new(ground).fill(Colour::rgb(0xf3ecd8)));
    let mut sheet = paper.pixmap(1.0);
    for (i, (_, face)) in (0u32..).zip(faces) {
        let (x, y) = (GAP + i % IN_A_ROW * pitch, GAP + i / IN_A_ROW * pitch);
        let face = face.pixmap(CONTACT as f32 / counter::SIZE);
        sheet.draw_pixmap(x as i32, y as i32, face.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    png(&sheet)
}
