//! The names on the map.

use super::Board;
use super::clutter::Clutter;
use super::geometry::HexGeometry;
use super::theme::Inks;
use super::town::radius;
use super::water::Rivers;
use crate::scene::{Anchor, Colour, Element, Face, Outline, Point, Shape, Stroke, Text, point};
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

/// A part of a map in a picture of a game: what is seen of it, and how its lettering is to be read.
pub(crate) struct Reading<'a> {
    /// Corners of the part in the board's units.
    pub part: (Point, Point),
    /// Boxes that hide what is written below them.
    pub covered: &'a [(Point, Point)],
    /// Least size of letters that can be read.
    pub least: f32,
}

impl Board {
    /// The names of a part of the map that can be read between counters: each where it stands on the map, or else beside its
    /// place, no smaller than can be read; and none of places for which there is no room. Villages stay away where names
    /// have to be much larger than the map's.
    pub(crate) fn names(&self, map: &Map, reading: &Reading<'_>) -> Vec<Label> {
        let (low, high) = reading.part;
        let inside = |label: &Label| {
            label.low.x >= low.x && label.low.y >= low.y && label.high.x <= high.x && label.high.y <= high.y
        };
        let touch = |one: &Label, (low, high): (Point, Point)| {
            one.low.x < high.x && low.x < one.high.x && one.low.y < high.y && low.y < one.high.y
        };
        let mut placed: Vec<Label> = Vec::new();
        for label in &self.labels {
            let centre = self.geometry.centre(label.hex);
            let settlement = map.hex(label.hex).settlement;
            let small = settlement.is_none_or(|it| it == Settlement::Village);
            let seen = centre.x > low.x && centre.x < high.x && centre.y > low.y && centre.y < high.y;
            if !seen || small && label.text.size * MUCH < reading.least {
                continue;
            }
            let Text { face, size, colour, .. } = label.text;
            let larger = size.max(reading.least);
            let radius = settlement.map_or(SPOT + 2.0, radius);
            let stays = (larger <= size).then(|| label.clone());
            let elsewhere = spots_for(centre, &label.name, (face, larger, radius), colour, label.text.halo)
                .map(|text| Label::of(label.hex, &label.name, text));
            let free = |it: &Label| {
                inside(it)
                    && reading.covered.iter().all(|covered| !touch(it, *covered))
                    && placed.iter().all(|other| !it.overlaps(other))
            };
            let best = stays.into_iter().chain(elsewhere).find(free);
            placed.extend(best);
        }
        placed
    }

    /// What is written on a part of a board whose lettering has its places and is not drawn: the numbers of hexes, and the
    /// names that find room beside what boxes cover.
    pub fn lettering(&self, map: &Map, part: (Point, Point), covered: &[(Point, Point)]) -> Vec<Element> {
        let names = self.names(map, &Reading { part, covered, least: 0.0 });
        self.numbers_of(part).chain(&names).map(Label::element).collect()
    }

    /// The numbers of the hexes of a part that no box covers by more than a little.
    pub(crate) fn numbers_of(&self, (low, high): (Point, Point)) -> impl Iterator<Item = &Label> {
        let inside = move |label: &&Label| {
            label.low.x >= low.x && label.low.y >= low.y && label.high.x <= high.x && label.high.y <= high.y
        };
        self.numbers.iter().filter(inside)
    }
}

/// How many times larger than on the map the name of a village may be on a picture.
const MUCH: f32 = 1.3;

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
    /// A line of a name with the box that it covers.
    fn of(hex: HexId, name: &str, text: Text) -> Label {
        let (at, width, cap) = (text.at, text.width(), text.face.cap_height(text.size));
        let left = match text.anchor {
            Anchor::Start => at.x,
            Anchor::Middle => at.x - width / 2.0,
            Anchor::End => at.x - width,
        };
        // Descenders and accents reach a little over the box of the capitals.
        let (low, high) = (point(left - 1.5, at.y - cap - 3.0), point(left + width + 1.5, at.y + 4.0));
        Label { hex, name: name.to_owned(), low, high, text }
    }

    /// Whether two names touch.
    pub fn overlaps(&self, other: &Label) -> bool {
        self.low.x < other.high.x && other.low.x < self.high.x && self.low.y < other.high.y && other.low.y < self.high.y
    }

    /// The drawn name.
    pub(crate) fn element(&self) -> Element {
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
    let halo = Some((inks.clear, 1.9));
    spots_for(geometry.centre(hex), name, (face, size, radius), inks.name, halo)
        .enumerate()
        .map(|(rank, text)| Candidate { label: Label::of(hex, name, text), rank })
        .collect()
}

/// The lines of a name at the places round a spot where it may stand, the best first; `radius` is kept free for the houses.
fn spots_for(
    centre: Point,
    name: &str,
    (face, size, radius): (Face, f32, f32),
    colour: Colour,
    halo: Option<(Colour, f32)>,
) -> impl Iterator<Item = Text> {
    let cap = face.cap_height(size);
    let (below, above) = (radius + cap + 3.0, -radius - 4.0);
    let (aside, level) = (radius + 4.0, cap / 2.0);
    let text = Text { halo, ..Text::new(name, centre, face, size, colour) };
    // Anchored at its middle a name may also hang a little to one side.
    let hang = text.width() * 0.28;
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
    spots.into_iter().map(move |(dx, dy, anchor)| Text { at: centre + point(dx, dy), anchor, ..text.clone() })
}

fn fits(label: &Label, geometry: &HexGeometry, placed: &[Label]) -> bool {
    let (width, height) = geometry.size();
    let inside = label.low.x >= 0.0 && label.low.y >= 0.0 && label.high.x <= width && label.high.y <= height;
    let wide = Label { low: label.low - point(APART, 0.0), high: label.high + point(APART, 0.0), ..label.clone() };
    inside && placed.iter().all(|other| !wide.overlaps(other))
}
