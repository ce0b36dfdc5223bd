//! What came of combats, written beside them: odds, die and result, and what each side lost.

use super::view::View;
use crate::map_picture::{HEX_WIDTH, HexGeometry};
use crate::scene::{Colour, Element, Face, Outline, Point, Shape, Stroke, Text, point};
use definitions::hex::HexId;
use definitions::{Losses, Position, Published};

/// Size of the letters in pixels: 12 on the screen.
const LETTERS: f32 = 24.0;
/// Distance of lines, and of letters from the rim.
const LINE: f32 = 28.0;
const RIM: f32 = 8.0;
/// How far from the middle of the hex a plate keeps, in pixels more than half a counter.
const APART: f32 = 10.0;
/// How far from the middle of its hex a counter reaches, in widths of a hex.
const RIM_OF_COUNTER: f32 = 0.42;
/// Combats that are written out: the last ones. More would cover the map.
const MOST: usize = 6;

/// A plate with the lines of one combat.
pub(super) struct Plate {
    lines: Vec<(String, Face)>,
    /// Where the line from the plate to its hex ends: on the rim of the counter there.
    pub tip: Point,
    /// North-west and south-east corner, in pixels of the part.
    pub low: Point,
    pub high: Point,
}

/// The losses of a combat in words: `German 1 unit, Allied 2 steps`, a side each.
pub(super) fn losses<'a>(game: &'a Published, losses: &'a [Losses]) -> impl Iterator<Item = String> + 'a {
    losses.iter().filter_map(|it| {
        let side = game.units.sides.get(usize::from(it.side))?;
        Some(format!("{} \u{2212}{}", side.name, it.in_words()))
    })
}

/// The plates of a position's combats, each beside its hex where it covers least of what is there: boxes in pixels of the
/// part.
pub(super) fn plates(
    game: &Published,
    position: &Position,
    board: &HexGeometry,
    view: &View,
    mut covered: Vec<(Point, Point)>,
    letters: f32,
) -> Vec<Plate> {
    let mut plates = Vec::new();
    let told = position.combats.iter().filter(|combat| !combat.result.is_empty() && game.map.grid.contains(combat.at));
    let last: Vec<_> = told.rev().take(MOST).collect();
    for combat in last.into_iter().rev() {
        let middle = view.place(board.centre(combat.at));
        if !view.shows(middle) {
            continue;
        }
        let lines: Vec<(String, Face)> = std::iter::once((combat.result.clone(), Face::Bold))
            .chain(losses(game, &combat.losses).map(|line| (line, Face::SemiBold)))
            .collect();
        let wide = lines.iter().map(|(line, face)| face.width(line, LETTERS * letters)).fold(0.0, f32::max);
        let rim = 2.0 * RIM * letters;
        let size = point(wide + rim, lines.len() as f32 * LINE * letters + rim * 0.5);
        let Some((low, high)) = place(middle, size, board, combat.at, view, &covered) else { continue };
        covered.push((low, high));
        let nearest = point(middle.x.clamp(low.x, high.x), middle.y.clamp(low.y, high.y));
        let rim = (RIM_OF_COUNTER * HEX_WIDTH * view.scale).min((nearest - middle).length());
        plates.push(Plate { lines, tip: middle + (nearest - middle).unit() * rim, low, high });
    }
    plates
}

/// Where a plate covers least: on eight sides of a hex, near it or a hex further, and wholly on the part.
fn place(
    middle: Point,
    size: Point,
    board: &HexGeometry,
    hex: HexId,
    view: &View,
    covered: &[(Point, Point)],
) -> Option<(Point, Point)> {
    let part = point(view.width as f32, view.height as f32);
    let reach = (view.place(board.corners(hex)[0]) - middle).length() * 0.7 + APART;
    let about = [(1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (0.0, -1.0), (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0)];
    let candidates = [1.0, 2.2, 3.6].into_iter().flat_map(|far| about.map(|way| (far, way)));
    candidates
        .map(|(far, (x, y))| {
            let centre = middle + point(x * (reach * far + size.x * 0.5), y * (reach * far + size.y * 0.5));
            // a plate at the edge of the part is moved into it
            let low = centre - size * 0.5;
            let low = point(low.x.min(part.x - size.x - 4.0).max(4.0), low.y.min(part.y - size.y - 4.0).max(4.0));
            let hidden: f32 = covered.iter().map(|box_| shared((low, low + size), *box_)).sum();
            (hidden + (far - 1.0) * size.x * size.y * 0.12, (low, low + size))
        })
        .min_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, at)| at)
}

/// The area that two boxes share.
fn shared((low, high): (Point, Point), (low2, high2): (Point, Point)) -> f32 {
    let wide = high.x.min(high2.x) - low.x.max(low2.x);
    let tall = high.y.min(high2.y) - low.y.max(low2.y);
    wide.max(0.0) * tall.max(0.0)
}

impl Plate {
    /// The plate in pixels of the part.
    pub fn elements(&self, letters: f32) -> Vec<Element> {
        let size = self.high - self.low;
        let plate = Outline::rectangle(self.low.x, self.low.y, size.x, size.y);
        let from = point(self.tip.x.clamp(self.low.x, self.high.x), self.tip.y.clamp(self.low.y, self.high.y));
        let leader = Outline::line(&[from, self.tip]);
        let mut drawn: Vec<Element> = vec![
            Shape::new(leader.clone()).stroke(Stroke::new(Colour::WHITE, 7.0 * letters)).into(),
            Shape::new(leader).stroke(Stroke::new(super::arrow::ATTACK, 3.0 * letters)).into(),
            Shape::new(plate).fill(Colour::WHITE).stroke(Stroke::new(super::arrow::ATTACK, 3.0 * letters)).into(),
        ];
        let mut base = self.low + point(RIM, RIM * 0.5 + LINE * 0.78) * letters;
        for (line, face) in &self.lines {
            drawn.push(Text::new(line.as_str(), base, *face, LETTERS * letters, Colour::INK).into());
            base = base + point(0.0, LINE * letters);
        }
        drawn
    }
}
