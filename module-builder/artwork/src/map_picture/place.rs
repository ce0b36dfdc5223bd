//! The names on the map.

use super::clutter::Clutter;
use super::geometry::HexGeometry;
use super::theme::Inks;
use super::town::radius;
use super::water::Rivers;
use crate::scene::{Anchor, Element, Face, Outline, Point, Shape, Stroke, Text, point};
use definitions::hex::HexId;
use definitions::{Map, Settlement};

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

/// Radius of the ring that shows where a place lies that has a name and no houses.
const SPOT: f32 = 4.5;
/// What it costs a name to stand across a river from its place.
const BEYOND: usize = 30;
/// Room that two names keep on one line.
const APART: f32 = 7.0;

/// A small ring in each hex that is named and has no houses.
pub(super) fn spots(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &mut Clutter) -> Element {
    let mut rings = Outline::new();
    for hex in map.on_map().filter(|hex| map.hex(*hex).name.is_some() && map.hex(*hex).settlement.is_none()) {
        let centre = geometry.centre(hex);
        rings.append(Outline::circle(centre, SPOT));
        clutter.add(centre, SPOT + 1.0, 8);
    }
    Shape::new(rings).fill(inks.clear).stroke(Stroke::new(inks.name, 1.8)).into()
}

/// Shares of its full size in which a name may stand, and what it costs to be smaller.
const SIZES: [(f32, usize); 4] = [(1.0, 0), (0.92, 8), (0.84, 20), (0.72, 40)];

/// Finds a place for every name: the most important first, none over another, and each as little over roads, houses
/// and hex numbers as can be. A name for which no place is left in any size is left out.
pub(super) fn labels(
    map: &Map,
    geometry: &HexGeometry,
    inks: &Inks,
    clutter: &Clutter,
    rivers: &Rivers<'_>,
) -> Vec<Label> {
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
            let radius = settlement.map_or(SPOT + 2.0, radius);
            candidates(geometry, hex, name, face, size * shrink, radius, inks)
                .into_iter()
                .filter(|candidate| fits(&candidate.label, geometry, &placed))
                .map(|it| {
                    let middle = it.label.low.middle(it.label.high);
                    let beyond = if rivers.part(geometry.centre(hex), middle) { BEYOND } else { 0 };
                    (clutter.cost_of(it.label.low, it.label.high) * 2 + it.rank + price + beyond, it.label)
                })
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
    let wide = Label { low: label.low - point(APART, 0.0), high: label.high + point(APART, 0.0), ..label.clone() };
    inside && placed.iter().all(|other| !wide.overlaps(other))
}
