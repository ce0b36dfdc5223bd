//! Printed marks: bridges, the front, the Westwall, objectives, entry hexes and friendly edges.

use super::clutter::Clutter;
use super::geometry::HexGeometry;
use super::line;
use super::theme::{FRONT_BAND, FRONT_BARS, Inks};
use crate::scene::{Colour, Element, Face, Opacity, Outline, Point, Shape, Stroke, Text, point};
use engine::definitions::{Feature, Map, Terrain};
use engine::hex::{Direction, HexId};

/// The front at the start: a pale red band under the rivers, and short bars across it.
pub(super) fn front(map: &Map, geometry: &HexGeometry, inks: &Inks) -> Vec<Element> {
    let sides = map.hexsides.iter().filter(|side| side.front).map(|side| (side.hex, side.side));
    let mut outline = Outline::new();
    for course in line::courses(geometry, sides) {
        outline.append(course.outline(|_| false));
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
    vec![
        Shape::new(decks).fill(inks.clear).into(),
        Shape::new(parapets.clone()).stroke(Stroke::new(inks.clear, 6.0).round()).into(),
        Shape::new(parapets).stroke(Stroke::new(inks.wall, 3.0).round()).into(),
    ]
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
    let mut teeth = Outline::new();
    for chain in line.flattened() {
        clutter.add_line(&chain, 9.0, 1);
        for (i, (at, along)) in evenly(&chain, 10.5).into_iter().enumerate() {
            let foot = at + along.right() * if i % 2 == 0 { 5.5 } else { -5.5 };
            teeth.append(Outline::polygon(&[foot + point(-5.8, 4.6), foot + point(0.0, -6.0), foot + point(5.8, 4.6)]));
        }
    }
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

/// Objectives: a star in a disc with its value beside it; entry hexes: an arrow with the side's letter.
pub(super) fn hex_marks(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &mut Clutter) -> Vec<Element> {
    let mut drawn = Vec::new();
    for hex in map.on_map() {
        let centre = geometry.centre(hex);
        for feature in &map.hex(hex).features {
            match feature {
                Feature::Objective(value) => {
                    let at = centre + point(-31.0, 21.0);
                    drawn.extend(objective(at, *value, inks));
                    clutter.add(at, 13.0, 12);
                }
                Feature::Entry(side) => {
                    let inward = inward(map, geometry, hex);
                    let at = centre - inward * 34.0;
                    drawn.extend(entry(at, inward, side, inks));
                    clutter.add(at, 17.0, 12);
                }
                Feature::Westwall | Feature::Edge(_) => {}
            }
        }
    }
    drawn
}

fn objective(at: Point, value: u8, inks: &Inks) -> Vec<Element> {
    let star: Vec<Point> = (0..10)
        .map(|i| {
            let angle = (i as f32 * 36.0 - 90.0).to_radians();
            at + point(angle.cos(), angle.sin()) * if i % 2 == 0 { 13.0 } else { 5.6 }
        })
        .collect();
    let rim = Shape::new(Outline::polygon(&star)).stroke(Stroke::new(inks.clear, 5.0));
    let mut drawn = vec![
        rim.into(),
        Shape::new(Outline::polygon(&star)).fill(inks.gold).stroke(Stroke::new(inks.name, 1.6)).into(),
    ];
    if value > 0 {
        drawn.push(Text::new(value.to_string(), at + point(0.0, 0.6), Face::Bold, 13.0, inks.name).centred().into());
    }
    drawn
}

/// The direction from the rim of the map into it.
fn inward(map: &Map, geometry: &HexGeometry, hex: HexId) -> Point {
    let out = outer_sides(map, hex).fold(Point::default(), |sum, side| sum + geometry.outward(side));
    if out.length() > 0.1 { out.unit() * -1.0 } else { point(0.0, 1.0) }
}

fn outer_sides(map: &Map, hex: HexId) -> impl Iterator<Item = Direction> + '_ {
    Direction::ALL.into_iter().filter(move |side| {
        map.grid.neighbour(hex, *side).is_none_or(|there| map.hex(there).terrain == Terrain::OffMap)
    })
}

fn entry(at: Point, inward: Point, side: &str, inks: &Inks) -> Vec<Element> {
    let across = inward.right();
    let p = |a: f32, b: f32| at + inward * a + across * b;
    let arrow = [p(-14.0, -9.0), p(3.0, -9.0), p(3.0, -15.0), p(19.0, 0.0), p(3.0, 15.0), p(3.0, 9.0), p(-14.0, 9.0)];
    let letter = side.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    vec![
        Shape::new(Outline::polygon(&arrow)).fill(inks.clear).stroke(Stroke::new(inks.name, 2.0)).into(),
        Text::new(letter, at, Face::Bold, 19.0, inks.name).centred().into(),
    ]
}

/// Friendly edges: a band outside the rim, plain for the first side named, notched for the second.
pub(super) fn edges(map: &Map, geometry: &HexGeometry, inks: &Inks) -> Vec<Element> {
    let mut sides: Vec<(&str, Outline)> = Vec::new();
    for hex in map.on_map() {
        for feature in &map.hex(hex).features {
            let Feature::Edge(name) = feature else { continue };
            let index = sides.iter().position(|(id, _)| id == name).unwrap_or_else(|| {
                sides.push((name, Outline::new()));
                sides.len() - 1
            });
            for side in outer_sides(map, hex) {
                let (from, to) = geometry.side(hex, side);
                let out = geometry.outward(side) * 9.0;
                sides[index].1.append(Outline::line(&[from + out, to + out]));
            }
        }
    }
    let styles: [(Colour, &[f32]); 2] = [(inks.wall, &[]), (inks.front.towards(inks.wall, 0.3), &[9.0, 5.0])];
    sides
        .into_iter()
        .zip(styles.into_iter().cycle())
        .map(|((_, outline), (colour, dashes))| {
            Shape::new(outline).stroke(Stroke::new(colour, 7.0).dashed(dashes)).opacity(Opacity::new(0.8)).into()
        })
        .collect()
}
