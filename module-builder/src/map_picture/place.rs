//! Villages, towns and cities, and the names on the map.

use super::clutter::Clutter;
use super::geometry::HexGeometry;
use super::noise;
use super::theme::Inks;
use crate::scene::{Anchor, Element, Face, Group, Outline, Point, Shape, Stroke, Text, point};
use engine::definitions::{Map, Settlement};
use engine::hex::HexId;

/// Blocks of houses: offset from the centre, width, height, all for the board's hex width.
type Block = (f32, f32, f32, f32);

const VILLAGE: [Block; 4] =
    [(-9.0, -7.0, 8.0, 6.0), (3.0, -9.0, 6.0, 7.0), (-7.0, 3.0, 6.0, 6.0), (4.0, 3.0, 9.0, 5.5)];
const TOWN: [Block; 8] = [
    (-15.0, -13.0, 11.0, 7.0),
    (-1.0, -15.0, 7.0, 9.0),
    (9.0, -11.0, 9.0, 7.0),
    (-17.0, -2.0, 8.0, 8.0),
    (-5.0, -2.0, 9.0, 5.0),
    (8.0, 0.0, 10.0, 8.0),
    (-12.0, 8.0, 10.0, 7.0),
    (1.0, 7.0, 6.0, 9.0),
];
const CITY: [Block; 15] = [
    (-26.0, -15.0, 11.0, 10.0),
    (-12.0, -22.0, 12.0, 8.0),
    (-12.0, -11.0, 9.0, 9.0),
    (2.0, -24.0, 9.0, 11.0),
    (1.0, -10.0, 11.0, 7.0),
    (14.0, -19.0, 12.0, 9.0),
    (15.0, -7.0, 12.0, 9.0),
    (-27.0, -2.0, 12.0, 9.0),
    (-12.0, 1.0, 10.0, 8.0),
    (1.0, 0.0, 11.0, 10.0),
    (-22.0, 10.0, 10.0, 9.0),
    (-9.0, 12.0, 9.0, 11.0),
    (3.0, 13.0, 11.0, 8.0),
    (15.0, 5.0, 9.0, 12.0),
    (16.0, 19.0, 7.0, 6.0),
];

/// Radius of the ground that a place covers.
fn radius(settlement: Settlement) -> f32 {
    match settlement {
        Settlement::Village => 20.0,
        Settlement::Town => 21.0,
        Settlement::City => 33.0,
    }
}

/// The houses; a city also has its built-up ground under the streets.
pub(super) fn ground(map: &Map, geometry: &HexGeometry, inks: &Inks) -> Vec<Element> {
    let mut drawn = Vec::new();
    for (centre, settlement) in settlements(map, geometry) {
        if settlement != Settlement::Village {
            let edge: Vec<Point> = (0..9)
                .map(|i| {
                    let angle = i as f32 * std::f32::consts::TAU / 9.0;
                    let reach = radius(settlement) * (0.98 + 0.12 * noise::at(centre.x as i32, i, 41));
                    centre + point(angle.cos(), angle.sin()) * reach
                })
                .collect();
            let rim = Stroke::new(inks.roof.towards(inks.built, 0.55), 1.2);
            drawn.push(Shape::new(Outline::smooth(&edge, true)).fill(inks.built).stroke(rim).into());
        }
    }
    drawn
}

/// The houses, drawn over the roads.
pub(super) fn houses(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &mut Clutter) -> Vec<Element> {
    let mut drawn = Vec::new();
    for (centre, settlement) in settlements(map, geometry) {
        let blocks: &[Block] = match settlement {
            Settlement::Village => &VILLAGE,
            Settlement::Town => &TOWN,
            Settlement::City => &CITY,
        };
        let mut outline = Outline::new();
        for (x, y, width, height) in blocks {
            outline.append(Outline::rectangle(*x, *y, *width, *height));
        }
        let houses = Shape::new(outline).fill(inks.roof).stroke(Stroke::new(inks.clear, 1.0));
        let turn = noise::around(centre, 42) * 20.0;
        let size = if settlement == Settlement::Village { 1.25 } else { 1.0 };
        drawn.push(Group::new(vec![houses.into()]).at(centre).turned(turn).scaled(size).into());
        clutter.add(centre, radius(settlement), 8);
    }
    drawn
}

fn settlements<'a>(map: &'a Map, geometry: &'a HexGeometry) -> impl Iterator<Item = (Point, Settlement)> + 'a {
    map.on_map().filter_map(|hex| map.hex(hex).settlement.map(|s| (geometry.centre(hex), s)))
}

/// A name on the map, where it was put, and the box that it covers.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The hex that it names.
    pub hex: HexId,
    /// The name.
    pub name: String,
    /// North-west corner of its box.
    pub low: Point,
    /// South-east corner of its box.
    pub high: Point,
    pub(super) text: Text,
}

/// Shares of its full size in which a name may stand, and what it costs to be smaller.
const SIZES: [(f32, usize); 4] = [(1.0, 0), (0.92, 8), (0.84, 20), (0.72, 40)];

/// Finds a place for every name: the most important first, none over another, and each as little over roads, houses
/// and hex numbers as can be. A name for which no place is left in any size is left out.
pub(super) fn labels(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &Clutter) -> Vec<Label> {
    let mut named: Vec<(HexId, &str)> =
        map.on_map().filter_map(|hex| map.hex(hex).name.as_deref().map(|name| (hex, name))).collect();
    named.sort_by_key(|(hex, _)| (std::cmp::Reverse(map.hex(*hex).settlement.map(|s| s as u8 + 1)), *hex));
    let mut placed: Vec<Label> = Vec::new();
    for (hex, name) in named {
        let settlement = map.hex(hex).settlement;
        let (face, size) = match settlement {
            Some(Settlement::City) => (Face::Bold, 31.0),
            Some(Settlement::Town) => (Face::Bold, 26.0),
            Some(Settlement::Village) => (Face::SemiBold, 22.0),
            None => (Face::Italic, 22.0),
        };
        let size_of = |(shrink, price): (f32, usize)| {
            let radius = settlement.map_or(0.0, radius);
            candidates(geometry, hex, name, face, size * shrink, radius, inks)
                .into_iter()
                .filter(|candidate| fits(&candidate.label, geometry, &placed))
                .map(|it| (clutter.cost_of(it.label.low, it.label.high) * 2 + it.rank + price, it.label))
                .min_by_key(|(cost, _)| *cost)
        };
        let best = SIZES.into_iter().filter_map(size_of).min_by_key(|(cost, _)| *cost).map(|(_, label)| label);
        placed.extend(best);
    }
    placed
}

impl Label {
    /// Whether two names touch.
    pub fn overlaps(&self, other: &Label) -> bool {
        self.low.x < other.high.x && other.low.x < self.high.x && self.low.y < other.high.y && other.low.y < self.high.y
    }

    /// The drawn name.
    pub(super) fn element(&self) -> Element {
        self.text.clone().into()
    }
}

struct Candidate {
    label: Label,
    rank: usize,
}

/// Places for a name in order of preference: below, above, right, left, the four between, and
/// others a little off these.
fn candidates(
    geometry: &HexGeometry,
    hex: HexId,
    name: &str,
    face: Face,
    size: f32,
    radius: f32,
    inks: &Inks,
) -> Vec<Candidate> {
    let centre = geometry.centre(hex);
    let cap = face.cap_height(size);
    let (below, above) = (radius + cap + 3.0, -radius - 4.0);
    let (aside, level) = (radius + 4.0, cap / 2.0);
    // Anchored at its middle a name may also hang a little to one side.
    let hang = Text::new(name, centre, face, size, inks.name).width() * 0.28;
    let spots = [
        (0.0, below, Anchor::Middle),
        (0.0, above, Anchor::Middle),
        (aside, level, Anchor::Start),
        (-aside, level, Anchor::End),
        (aside * 0.7, below * 0.85, Anchor::Start),
        (-aside * 0.7, below * 0.85, Anchor::End),
        (aside * 0.7, above * 0.7, Anchor::Start),
        (-aside * 0.7, above * 0.7, Anchor::End),
        (hang, below, Anchor::Middle),
        (-hang, below, Anchor::Middle),
        (hang, above, Anchor::Middle),
        (-hang, above, Anchor::Middle),
        (aside, level + cap, Anchor::Start),
        (-aside, level + cap, Anchor::End),
        (aside, level - cap, Anchor::Start),
        (-aside, level - cap, Anchor::End),
        (0.0, below + 9.0, Anchor::Middle),
        (0.0, above - 9.0, Anchor::Middle),
        (hang, below + 9.0, Anchor::Middle),
        (-hang, below + 9.0, Anchor::Middle),
        (hang, above - 9.0, Anchor::Middle),
        (-hang, above - 9.0, Anchor::Middle),
        (aside + 10.0, level, Anchor::Start),
        (-aside - 10.0, level, Anchor::End),
        (aside, level + 1.7 * cap, Anchor::Start),
        (-aside, level + 1.7 * cap, Anchor::End),
        (aside, level - 1.7 * cap, Anchor::Start),
        (-aside, level - 1.7 * cap, Anchor::End),
        (hang * 1.6, below + 4.0, Anchor::Middle),
        (-hang * 1.6, below + 4.0, Anchor::Middle),
        (hang * 1.6, above - 4.0, Anchor::Middle),
        (-hang * 1.6, above - 4.0, Anchor::Middle),
    ];
    spots
        .into_iter()
        .enumerate()
        .map(|(rank, (dx, dy, anchor))| {
            let at = centre + point(dx, dy);
            let text = Text::new(name, at, face, size, inks.name).anchor(anchor).halo(inks.clear, 1.9);
            let width = text.width();
            let left = match anchor {
                Anchor::Start => at.x,
                Anchor::Middle => at.x - width / 2.0,
                Anchor::End => at.x - width,
            };
            // Descenders and accents reach a little over the box of the capitals.
            let (low, high) = (point(left - 1.5, at.y - cap - 3.0), point(left + width + 1.5, at.y + 4.0));
            Candidate { label: Label { hex, name: name.to_owned(), low, high, text }, rank }
        })
        .collect()
}

fn fits(label: &Label, geometry: &HexGeometry, placed: &[Label]) -> bool {
    let (width, height) = geometry.size();
    let inside = label.low.x >= 0.0 && label.low.y >= 0.0 && label.high.x <= width && label.high.y <= height;
    inside && placed.iter().all(|other| !label.overlaps(other))
}
