//! The hexes' numbers, small at the top of each hex, or where else they stay to be read.

use super::clutter::Clutter;
use super::geometry::HexGeometry;
use super::place::Label;
use super::theme::Inks;
use crate::scene::{Anchor, Face, Point, Text, point};
use definitions::Map;
use definitions::hex::{Direction, HexId};

/// Middles of a number's baseline from the hex's centre, the best first, each with what it costs to go there.
///
/// The foot of a hex comes last: there a number stands close above that of the next hex.
const SPOTS: [(f32, f32, usize); 16] = [
    (0.0, -35.5, 0),
    (18.5, -33.0, 2),
    (-18.5, -33.0, 2),
    (15.5, -35.5, 3),
    (-15.5, -35.5, 3),
    (16.0, -26.0, 4),
    (-16.0, -26.0, 4),
    (0.0, -24.0, 5),
    (22.0, -17.0, 8),
    (-22.0, -17.0, 8),
    (24.0, 5.0, 14),
    (-24.0, 5.0, 14),
    (20.0, 24.0, 16),
    (-20.0, 24.0, 16),
    (0.0, 32.0, 18),
    (0.0, 45.0, 27),
];
const SIZE: f32 = 14.0;

/// A number for every hex, each clear of roads, bridges and marks as far as can be, with a rim where it cannot. What
/// they cover is marked as taken.
pub(super) fn numbers(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &mut Clutter) -> Vec<Label> {
    let numbers: Vec<Label> = map.on_map().filter_map(|hex| number(map, geometry, hex, inks, clutter)).collect();
    for number in &numbers {
        let level = (number.low.y + number.high.y) / 2.0;
        let ends = [point(number.low.x + 5.0, level), point(number.high.x - 5.0, level)];
        clutter.add_line(&ends, 6.5, COVERED);
    }
    numbers
}

/// How much each part of a number weighs against a name that would cover it.
const COVERED: usize = 25;

fn number(map: &Map, geometry: &HexGeometry, hex: HexId, inks: &Inks, clutter: &Clutter) -> Option<Label> {
    let centre = geometry.centre(hex);
    let name = map.grid.number(hex);
    let spots = SPOTS.iter().map(|(x, y, price)| {
        let at = centre + point(*x, *y);
        let text = Text::new(name.as_str(), at, Face::Medium, SIZE, inks.number).anchor(Anchor::Middle);
        let (half, cap) = (text.width() / 2.0, Face::Medium.cap_height(SIZE));
        let (low, high) = (at - point(half, cap), at + point(half, 0.0));
        (text, low, high, *price)
    });
    let inside = spots.filter(|(_, low, high, _)| lies_in(geometry, hex, *low, *high));
    let costs = inside.map(|(text, low, high, price)| {
        let covered = clutter.cost_of(low, high);
        (text, low, high, covered, covered + price)
    });
    let (text, low, high, covered, _) = costs.min_by_key(|(.., cost)| *cost)?;
    let text = if covered > 0 { text.halo(inks.clear, 1.5) } else { text };
    Some(Label { hex, name, low, high, text })
}

/// Whether a box lies in a hex, but for a hair.
fn lies_in(geometry: &HexGeometry, hex: HexId, low: Point, high: Point) -> bool {
    let centre = geometry.centre(hex);
    let corners = [low, high, point(low.x, high.y), point(high.x, low.y)];
    Direction::ALL.into_iter().map(|side| geometry.outward(side)).all(|out| {
        let reach = |corner: &Point| (corner.x - centre.x) * out.x + (corner.y - centre.y) * out.y;
        corners.iter().all(|corner| reach(corner) <= geometry.hex_width() / 2.0 + 1.0)
    })
}
