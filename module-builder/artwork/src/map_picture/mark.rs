//! Printed marks: bridges, the front, the Westwall, objectives, entry hexes and friendly edges.

use super::clutter::Clutter;
use super::geometry::HexGeometry;
use super::line;
use super::theme::{FRONT_BAND, FRONT_BARS, Inks};
use crate::scene::{Colour, Element, Face, Opacity, Outline, Point, Shape, Stroke, Text, point};
use definitions::hex::{Direction, HexId};
use definitions::{BridgeState, Feature, Map, Terrain};
use std::collections::BTreeSet;

/// The front at the start: a pale red band under the rivers, and short bars across it.
pub(super) fn front(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &mut Clutter) -> Vec<Element> {
    let sides = map.hexsides.iter().filter(|side| side.front).map(|side| (side.hex, side.side));
    let mut outline = Outline::new();
    for course in line::courses(geometry, sides) {
        clutter.add_line(course.points(), 12.0, 1);
        outline.append(course.outline(|_| false, |_| false));
    }
    vec![
        Shape::new(outline.clone()).stroke(Stroke::new(inks.front, 26.0)).opacity(Opacity::new(FRONT_BAND)).into(),
        Shape::new(outline)
            .stroke(Stroke::new(inks.front, 26.0).dashed(&[3.0, 13.0]))
            .opacity(Opacity::new(FRONT_BARS))
            .into(),
    ]
}

/// Bridges: two parapets with splayed ends across the river, and the deck between them.
pub(super) fn bridges(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &mut Clutter) -> Vec<Element> {
    let (mut decks, mut parapets) = (Outline::new(), Outline::new());
    for side in map.hexsides.iter().filter(|side| side.bridge) {
        let middle = geometry.middle(side.hex, side.side);
        let along = geometry.outward(side.side);
        let across = along.right();
        let at = |a: f32, b: f32| middle + along * a + across * b;
        decks.append(Outline::polygon(&[at(-11.0, -4.5), at(11.0, -4.5), at(11.0, 4.5), at(-11.0, 4.5)]));
        for s in [-1.0, 1.0] {
            let rail = [at(-14.0, 9.0 * s), at(-9.5, 5.5 * s), at(9.5, 5.5 * s), at(14.0, 9.0 * s)];
            parapets.append(Outline::line(&rail));
        }
        clutter.add(middle, 15.0, 4);
    }
    let mut drawn = vec![
        Shape::new(decks).fill(inks.clear).into(),
        Shape::new(parapets.clone()).stroke(Stroke::new(inks.clear, 6.0).round()).into(),
        Shape::new(parapets).stroke(Stroke::new(inks.wall, 3.0).round()).into(),
    ];
    for side in map.hexsides.iter().filter(|side| side.bridge) {
        let at = geometry.middle(side.hex, side.side);
        match side.state {
            BridgeState::Standing => {}
            BridgeState::Blown => {
                let cross = [(-10.0, -10.0, 10.0, 10.0), (-10.0, 10.0, 10.0, -10.0)];
                let mut blown = Outline::new();
                for (x, y, to_x, to_y) in cross {
                    blown.append(Outline::line(&[at + point(x, y), at + point(to_x, to_y)]));
                }
                drawn.push(Shape::new(blown.clone()).stroke(Stroke::new(inks.clear, 7.0).round()).into());
                drawn.push(Shape::new(blown).stroke(Stroke::new(inks.front, 4.0).round()).into());
            }
            BridgeState::Built(day) => drawn.extend(token(at, &day.to_string(), inks.clear, inks)),
        }
    }
    drawn
}

/// A disc with a short text.
fn token(at: Point, text: &str, fill: Colour, inks: &Inks) -> [Element; 2] {
    let disc = Shape::new(Outline::circle(at, 11.0)).fill(fill).stroke(Stroke::new(inks.name, 1.8));
    [disc.into(), Text::new(text, at, Face::Bold, 14.0, inks.name).centred().into()]
}

/// Hexes that nobody may enter: hatched all over within a dark rim.
pub(super) fn barred(map: &Map, geometry: &HexGeometry, inks: &Inks) -> Vec<Element> {
    let (mut hatch, mut rim) = (Outline::new(), Outline::new());
    for hex in map.on_map().filter(|hex| map.hex(*hex).features.contains(&Feature::Impassable)) {
        let centre = geometry.centre(hex);
        rim.append(Outline::polygon(&geometry.corners(hex).map(|corner| centre.towards(corner, 0.95))));
        for n in -8..=8 {
            let middle = centre + point(1.0, 1.0) * (n as f32 * HATCH);
            let reach = point(60.0, -60.0);
            hatch.append(within(geometry, hex, middle - reach, middle + reach));
        }
    }
    vec![
        Shape::new(rim).stroke(Stroke::new(inks.wall, 2.4)).opacity(Opacity::new(0.75)).into(),
        Shape::new(hatch).stroke(Stroke::new(inks.wall, 1.8)).opacity(Opacity::new(0.6)).into(),
    ]
}

/// Half the distance of the lines of a hatched hex, along a slant.
const HATCH: f32 = 6.0;

/// What of a line lies in a hex.
fn within(geometry: &HexGeometry, hex: HexId, from: Point, to: Point) -> Outline {
    let (centre, along) = (geometry.centre(hex), to - from);
    let (mut enters, mut leaves) = (0.0f32, 1.0f32);
    for out in Direction::ALL.into_iter().map(|side| geometry.outward(side)) {
        let rate = along.x * out.x + along.y * out.y;
        let room = geometry.hex_width() * 0.475 - ((from.x - centre.x) * out.x + (from.y - centre.y) * out.y);
        match rate {
            rate if rate > 1e-6 => leaves = leaves.min(room / rate),
            rate if rate < -1e-6 => enters = enters.max(room / rate),
            _ if room < 0.0 => leaves = -1.0,
            _ => {}
        }
    }
    if enters < leaves { Outline::line(&[from + along * enters, from + along * leaves]) } else { Outline::new() }
}

/// The fortified line: dragon's teeth in two rows, from hex to hex.
pub(super) fn westwall(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &mut Clutter) -> Vec<Element> {
    let walled = |hex: HexId| map.hex(hex).features.contains(&Feature::Westwall);
    let links: Vec<(HexId, HexId)> = map
        .on_map()
        .filter(|hex| walled(*hex))
        .flat_map(|hex| map.grid.neighbours(hex).map(move |(_, there)| (hex, there)))
        .filter(|(hex, there)| hex < there && walled(*there))
        .collect();
    let linked = |hex: HexId| links.iter().any(|(a, b)| *a == hex || *b == hex);
    let alone: Vec<HexId> = map.on_map().filter(|hex| walled(*hex) && !linked(*hex)).collect();
    let [mut line] = line::ways(map, geometry, [links]);
    for hex in alone {
        let centre = geometry.centre(hex);
        line.append(Outline::line(&[centre - point(0.0, 34.0), centre + point(0.0, 34.0)]));
    }
    let built = map.on_map().filter(|hex| walled(*hex) && map.hex(*hex).settlement.is_some());
    let built: Vec<Point> = built.map(|hex| geometry.centre(hex)).collect();
    let mut teeth = Outline::new();
    let chains = line.flattened();
    for chain in &chains {
        for (i, (at, along)) in evenly(chain, 10.5).into_iter().enumerate() {
            // What is built stands on the line: no tooth covers its sign.
            if built.iter().any(|centre| (*centre - at).length() < 24.0) {
                continue;
            }
            // Nor one a road or a bridge: where one runs along the line, the teeth stand beside it.
            let sides = if i % 2 == 0 { [5.5, 11.0] } else { [-5.5, -11.0] };
            let feet = sides.map(|off| at + along.right() * off);
            let Some(foot) = feet.into_iter().find(|foot| clutter.is_free(*foot, 4.0)) else { continue };
            teeth.append(Outline::polygon(&[foot + point(-5.8, 4.6), foot + point(0.0, -6.0), foot + point(5.8, 4.6)]));
        }
    }
    chains.iter().for_each(|chain| clutter.add_line(chain, 9.0, 1));
    vec![Shape::new(teeth).fill(inks.wall).stroke(Stroke::new(inks.clear, 1.0)).into()]
}

/// Points every so far along a chain, with the direction there.
fn evenly(chain: &[Point], pitch: f32) -> Vec<(Point, Point)> {
    let mut found = Vec::new();
    let mut left = pitch / 2.0;
    for pair in chain.windows(2) {
        let length = (pair[1] - pair[0]).length();
        let along = (pair[1] - pair[0]).unit();
        while left <= length {
            found.push((pair[0] + along * left, along));
            left += pitch;
        }
        left -= length;
    }
    found
}

/// Objectives: a star with its value; entry and exit hexes: an arrow with the side's or area's letter, the value, the last
/// day; depots, traffic jams and charges: a disc with a letter; hexes where a unit starts: the initial of its side.
pub(super) fn hex_marks(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &mut Clutter) -> Vec<Element> {
    let mut drawn = Vec::new();
    let sides = sides(map);
    // Arrows have one place only; what else marks a hex gives way to them.
    let arrows = |it: &Feature| matches!(it, Feature::Entry(_) | Feature::Exit(_));
    let hexes = || map.on_map();
    for (hex, first) in hexes().map(|hex| (hex, true)).chain(hexes().map(|hex| (hex, false))) {
        let centre = geometry.centre(hex);
        let features = &map.hex(hex).features;
        let reach = if outer_sides(map, hex).next().is_some() { RIM } else { INSIDE };
        let area = features.iter().find_map(|it| if let Feature::EntryArea(letter) = it { Some(letter) } else { None });
        let until = features.iter().find_map(|it| if let Feature::Until(day) = it { Some(day) } else { None });
        for feature in features.iter().filter(|it| arrows(it) == first) {
            let (at, radius, marks) = match feature {
                Feature::Objective(value) => {
                    let at = beside(centre, -1.0, clutter);
                    (at, 17.0, objective(at, *value, inks))
                }
                Feature::Entry(side) => {
                    let inward = inward(map, geometry, hex);
                    let at = centre - inward * reach;
                    let initial = side.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                    (at, 19.0, arrow(at, inward, area.unwrap_or(&initial), inks.clear, inks))
                }
                Feature::Exit(value) => {
                    let inward = inward(map, geometry, hex);
                    let at = centre - inward * reach;
                    let text = match (value, until) {
                        (_, Some(day)) => format!("–{day}"),
                        (0, None) => String::new(),
                        (value, None) => value.to_string(),
                    };
                    (at, 19.0, arrow(at, inward * -1.0, &text, inks.gold, inks))
                }
                Feature::Depot => disc(beside(centre, 1.0, clutter), "F", inks.gold, inks),
                Feature::Jam => disc(beside(centre, 1.0, clutter), "J", inks.rough, inks),
                Feature::Plunger => disc(beside(centre, 1.0, clutter), "T", inks.marsh, inks),
                Feature::Start(side) => {
                    let at = beside(centre, 1.0, clutter);
                    (at, 11.0, start(at, side, sides.first().is_some_and(|first| *first == side), inks))
                }
                Feature::Westwall
                | Feature::Edge(_)
                | Feature::EntryArea(_)
                | Feature::Command(_)
                | Feature::Until(_)
                | Feature::Impassable => continue,
            };
            drawn.extend(marks);
            clutter.add(at, radius, MARKED);
        }
    }
    drawn
}

/// The sides whose edges or starts are marked, by their ids: the same order on every map.
pub(super) fn sides(map: &Map) -> BTreeSet<&str> {
    let mut sides = BTreeSet::new();
    for feature in map.on_map().flat_map(|hex| &map.hex(hex).features) {
        if let Feature::Start(side) | Feature::Edge(side) = feature {
            sides.insert(side.as_str());
        }
    }
    sides
}

/// Where a unit starts: the initial of its side, dark on a pale diamond for the first side, light on a dark disc for
/// another.
fn start(at: Point, side: &str, first: bool, inks: &Inks) -> Vec<Element> {
    let initial: String = side.chars().take(1).flat_map(char::to_uppercase).collect();
    let (outline, fill, ink) = if first {
        let r = 12.8;
        let corners = [(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)].map(|(x, y)| at + point(x, y));
        (Outline::polygon(&corners), inks.clear, inks.wall)
    } else {
        (Outline::circle(at, 9.4), inks.wall, inks.clear)
    };
    vec![
        Shape::new(outline.clone()).stroke(Stroke::new(inks.clear, 5.0)).into(),
        Shape::new(outline).fill(fill).stroke(Stroke::new(inks.wall, 1.8)).into(),
        Text::new(initial, at, Face::Bold, 14.5, ink).centred().into(),
    ]
}

/// How much a mark weighs against a name or number that would cover it.
pub(super) const MARKED: usize = 60;
/// How far from the centre of its hex an arrow stands on the rim of the map.
const RIM: f32 = 47.0;

/// And within a hex that is not on the rim.
const INSIDE: f32 = 30.0;

/// Where a mark stands in its hex: in a lower corner on its own side (-1 left, 1 right), or where less is in the way.
fn beside(centre: Point, side: f32, clutter: &Clutter) -> Point {
    let spots = [
        (31.0, 20.0),
        (-31.0, 20.0),
        (34.0, -8.0),
        (-34.0, -8.0),
        (0.0, 33.0),
        (37.0, 26.0),
        (-37.0, 26.0),
        (40.0, -20.0),
        (-40.0, -20.0),
    ];
    let spots = spots.map(|(x, y)| centre + point(x * side, y));
    let half = point(15.0, 15.0);
    let cost = |(rank, at): &(usize, Point)| 3 * clutter.cost_of(*at - half, *at + half) + rank;
    (0..).zip(spots).min_by_key(cost).map_or(centre, |(_, at)| at)
}

fn disc(at: Point, text: &str, fill: Colour, inks: &Inks) -> (Point, f32, Vec<Element>) {
    (at, 12.0, token(at, text, fill, inks).into())
}

fn objective(at: Point, value: u8, inks: &Inks) -> Vec<Element> {
    let star: Vec<Point> = (0..10)
        .map(|i| {
            let angle = (i as f32 * 36.0 - 90.0).to_radians();
            at + point(angle.cos(), angle.sin()) * if i % 2 == 0 { 18.0 } else { 9.4 }
        })
        .collect();
    let rim = Shape::new(Outline::polygon(&star)).stroke(Stroke::new(inks.clear, 5.0));
    let mut drawn = vec![
        rim.into(),
        Shape::new(Outline::polygon(&star)).fill(inks.gold).stroke(Stroke::new(inks.name, 1.6)).into(),
    ];
    if value > 0 {
        let value = Text::new(value.to_string(), at + point(0.0, 0.8), Face::Bold, 17.0, inks.name).centred();
        drawn.push(value.at_most(15.0).into());
    }
    drawn
}

/// The direction from the rim of the map into it, also in hexes behind a row of map edge hexes.
fn inward(map: &Map, geometry: &HexGeometry, hex: HexId) -> Point {
    let on_rim = |hex| outer_sides(map, hex).next().is_some();
    let towards_rim = |side: &Direction| map.grid.neighbour(hex, *side).is_some_and(on_rim);
    let sides: Vec<Direction> = match outer_sides(map, hex).collect::<Vec<_>>() {
        sides if sides.is_empty() => Direction::ALL.into_iter().filter(towards_rim).collect(),
        sides => sides,
    };
    let out = sides.into_iter().fold(Point::default(), |sum, side| sum + geometry.outward(side));
    if out.length() > 0.1 {
        return out.unit() * -1.0;
    }
    // Further in: away from the nearest edge of the drawing.
    let ((width, height), at) = (geometry.size(), geometry.centre(hex));
    let edges = [(at.y, (0.0, 1.0)), (at.x, (1.0, 0.0)), (height - at.y, (0.0, -1.0)), (width - at.x, (-1.0, 0.0))];
    edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(point(0.0, 1.0), |(_, (x, y))| point(x, y))
}

pub(super) fn outer_sides(map: &Map, hex: HexId) -> impl Iterator<Item = Direction> + '_ {
    Direction::ALL.into_iter().filter(move |side| {
        map.grid.neighbour(hex, *side).is_none_or(|there| map.hex(there).terrain == Terrain::OffMap)
    })
}

fn arrow(at: Point, ahead: Point, text: &str, fill: Colour, inks: &Inks) -> Vec<Element> {
    let across = ahead.right();
    let p = |a: f32, b: f32| at + ahead * a + across * b;
    let text = Text::new(text, at, Face::Bold, if text.chars().count() > 1 { 16.0 } else { 19.0 }, inks.name).centred();
    let half = (text.width() / 2.0 + 3.0).max(9.0);
    let (wing, tip, tail) = (half + 6.0, half + 10.0, -half.max(14.0));
    let outline =
        [p(tail, -half), p(3.0, -half), p(3.0, -wing), p(tip, 0.0), p(3.0, wing), p(3.0, half), p(tail, half)];
    vec![Shape::new(Outline::polygon(&outline)).fill(fill).stroke(Stroke::new(inks.name, 2.0)).into(), text.into()]
}

/// Friendly edges: a band outside the rim, notched for the first side, plain for another.
pub(super) fn edges(map: &Map, geometry: &HexGeometry, inks: &Inks) -> Vec<Element> {
    let styles: [(Colour, &[f32]); 2] = [(inks.front.towards(inks.wall, 0.3), &[9.0, 5.0]), (inks.wall, &[])];
    let bands = sides(map).into_iter().zip(styles.into_iter().cycle()).map(|(name, (colour, dashes))| {
        let mut band = Outline::new();
        let theirs = |feature: &Feature| matches!(feature, Feature::Edge(side) if side == name);
        for hex in map.on_map().filter(|hex| map.hex(*hex).features.iter().any(theirs)) {
            for side in outer_sides(map, hex) {
                let (from, to) = geometry.side(hex, side);
                let out = geometry.outward(side) * 9.0;
                band.append(Outline::line(&[from + out, to + out]));
            }
        }
        Shape::new(band).stroke(Stroke::new(colour, 7.0).dashed(dashes)).opacity(Opacity::new(0.8)).into()
    });
    bands.collect()
}
