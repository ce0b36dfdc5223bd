//! Woods, hills and marshes as regions with organic edges, and what grows and rises on them.

use super::clutter::Clutter;
use super::geometry::{Corner, HexGeometry};
use super::noise;
use super::theme::Inks;
use crate::scene::{Colour, Element, Opacity, Outline, Point, Shape, Stroke, point};
use engine::definitions::{Map, Terrain};
use engine::hex::{Direction, HexId};
use std::collections::BTreeMap;

/// The fills, lowest first: each region with a soft rim. Forest lies in the woods as their dense heart.
pub(super) fn fills(map: &Map, geometry: &HexGeometry, inks: &Inks) -> Vec<Element> {
    let layers: [(&[Terrain], Colour); 4] = [
        (&[Terrain::Rough], inks.rough),
        (&[Terrain::Marsh], inks.marsh),
        (&[Terrain::Woods, Terrain::Forest], inks.woods),
        (&[Terrain::Forest], inks.forest),
    ];
    let mut drawn = Vec::new();
    for (terrains, colour) in layers {
        let mut outline = Outline::new();
        for region in regions(map, geometry, terrains) {
            outline.append(Outline::smooth(&region, true));
        }
        let rim = Shape::new(outline.clone()).stroke(Stroke::new(colour, 14.0));
        drawn.push(rim.opacity(Opacity::new(0.4)).into());
        drawn.push(Shape::new(outline).fill(colour).into());
    }
    drawn
}

/// The edges of all connected areas of a terrain: loops of points, shaken so that no hexside shows, and run over the
/// rim of the map where the country goes on.
fn regions(map: &Map, geometry: &HexGeometry, terrains: &[Terrain]) -> Vec<Vec<Point>> {
    let belongs = |hex: HexId| terrains.contains(&map.hex(hex).terrain);
    let mut edges: BTreeMap<Corner, (HexId, Direction)> = BTreeMap::new();
    for hex in map.on_map().filter(|hex| belongs(*hex)) {
        for side in Direction::ALL {
            if !map.grid.neighbour(hex, side).is_some_and(belongs) {
                edges.insert(geometry.corner(geometry.side(hex, side).0), (hex, side));
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((start, _)) = edges.first_key_value().map(|(k, v)| (*k, *v)) {
        let mut points = Vec::new();
        let mut here = start;
        let mut before: Option<Point> = None;
        while let Some((hex, side)) = edges.remove(&here) {
            let (from, to) = geometry.side(hex, side);
            let out = geometry.outward(side);
            let over_the_rim =
                map.grid.neighbour(hex, side).is_none_or(|there| map.hex(there).terrain == Terrain::OffMap);
            let push = |at: Point, purpose| if over_the_rim { 16.0 } else { noise::around(at, purpose) * 9.0 - 3.0 };
            let bend = before.map_or(0.0, |b| b.x * out.y - b.y * out.x);
            let corner = match before {
                Some(b) if over_the_rim => from + (b + out) * 14.0,
                Some(b) => from + (b + out) * if bend > 0.0 { -7.0 } else { 6.0 },
                None => from,
            };
            points.push(corner + point(noise::around(from, 1), noise::around(from, 2)) * 4.0);
            for (share, purpose) in [(0.33, 3), (0.67, 4)] {
                let at = from.towards(to, share);
                points.push(at + out * push(at, purpose));
            }
            before = Some(out);
            here = geometry.corner(to);
        }
        loops.push(points);
    }
    loops
}

/// Trees, hachures and reeds, one by one, where nothing else is in the way.
pub(super) fn textures(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &Clutter) -> Vec<Element> {
    let mut crowns = Outline::new();
    let mut shadows = Outline::new();
    let mut conifers = Outline::new();
    let mut trunks = Outline::new();
    let mut hachures = Outline::new();
    let mut reeds = Outline::new();
    for hex in map.on_map() {
        match map.hex(hex).terrain {
            Terrain::Woods => scatter(geometry, hex, 28.0, 11, |at, size| {
                if clutter.is_free(at, 7.0) {
                    let r = 5.4 + 2.2 * size;
                    crowns.append(Outline::circle(at, r));
                    shadows.append(crescent(at, r));
                }
            }),
            Terrain::Forest => scatter(geometry, hex, 24.0, 12, |at, size| {
                if clutter.is_free(at, 7.0) {
                    let h = 12.5 + 5.0 * size;
                    let base = at + point(0.0, h / 2.0);
                    conifers.append(Outline::polygon(&[
                        base + point(-h * 0.36, 0.0),
                        base + point(0.0, -h),
                        base + point(h * 0.36, 0.0),
                    ]));
                    trunks.append(Outline::line(&[base, base + point(0.0, 2.8)]));
                }
            }),
            Terrain::Rough => scatter(geometry, hex, 52.0, 13, |at, size| {
                if clutter.is_free(at, 11.0) {
                    hachures.append(hill(at, 14.5 + 5.5 * size, size));
                }
            }),
            Terrain::Marsh => scatter(geometry, hex, 27.0, 14, |at, _| {
                if clutter.is_free(at, 7.0) {
                    reeds.append(tuft(at));
                }
            }),
            Terrain::Clear | Terrain::OffMap => {}
        }
    }
    vec![
        Shape::new(hachures).stroke(Stroke::new(inks.hachure, 2.0).round()).opacity(Opacity::new(0.75)).into(),
        Shape::new(reeds).stroke(Stroke::new(inks.reed, 1.8).round()).into(),
        Shape::new(crowns).fill(inks.broadleaf.towards(inks.woods, 0.35)).into(),
        Shape::new(shadows).fill(inks.broadleaf.towards(inks.conifer, 0.3)).into(),
        Shape::new(trunks).stroke(Stroke::new(inks.conifer, 2.2)).into(),
        Shape::new(conifers).fill(inks.conifer).opacity(Opacity::new(0.85)).into(),
    ]
}

/// Calls with shaken lattice points that lie in a hex, and a size from 0 to 1 for each; north ones first.
fn scatter(geometry: &HexGeometry, hex: HexId, pitch: f32, purpose: u32, mut draw: impl FnMut(Point, f32)) {
    let centre = geometry.centre(hex);
    let reach = geometry.hex_width() * 0.58;
    let inside = |at: Point| {
        let offset = at - centre;
        Direction::ALL.into_iter().all(|side| {
            let out = geometry.outward(side);
            offset.x * out.x + offset.y * out.y < geometry.hex_width() * 0.45
        })
    };
    let cell = |v: f32| (v / pitch).floor() as i32;
    for row in cell(centre.y - reach)..=cell(centre.y + reach) {
        for column in cell(centre.x - reach)..=cell(centre.x + reach) {
            let shake = |p| noise::at(column, row, purpose * 8 + p) * 0.7 + 0.15;
            let shift = if row % 2 == 0 { 0.5 } else { 0.0 };
            let at = point((column as f32 + shake(1) + shift) * pitch, (row as f32 + shake(2)) * pitch);
            if inside(at) {
                draw(at, noise::at(column, row, purpose * 8 + 3));
            }
        }
    }
}

/// The shaded south-east side of a tree's crown.
fn crescent(centre: Point, r: f32) -> Outline {
    let (a, b) = (centre + point(r * 0.77, -r * 0.64), centre + point(-r * 0.64, r * 0.77));
    let mut o = Outline::new();
    o.move_to(a);
    o.cubic_to(centre + point(r * 1.3, r * 0.3), centre + point(r * 0.3, r * 1.3), b);
    o.cubic_to(centre + point(r * 0.1, r * 0.75), centre + point(r * 0.75, r * 0.1), a);
    o.close();
    o
}

/// A ridge seen from above: a bent crest with strokes down its southern slope, as on old survey maps.
fn hill(centre: Point, half: f32, lean: f32) -> Outline {
    let crest = |t: f32| centre + point(t * half, -5.0 + 5.0 * t * t + (lean - 0.5) * 8.0 * t);
    let mut o = Outline::new();
    o.move_to(crest(-1.0));
    o.quad_to(crest(0.0) + point(0.0, -5.0), crest(1.0));
    for i in 0..5 {
        let t = -0.84 + 0.42 * i as f32;
        let from = crest(t) + point(0.0, 0.6);
        let length = 8.5 * (1.0 - 0.55 * t * t);
        o.move_to(from);
        o.line_to(from + point(t * 3.5, length));
    }
    o
}

/// A tuft of reeds over a line of water.
fn tuft(centre: Point) -> Outline {
    let p = |x: f32, y: f32| centre + point(x, y);
    let mut o = Outline::line(&[p(-8.0, 3.0), p(8.0, 3.0)]);
    for (from, to) in [(p(-3.0, 1.0), p(-5.0, -5.0)), (p(0.0, 1.0), p(0.0, -7.0)), (p(3.0, 1.0), p(5.0, -5.0))] {
        o.append(Outline::line(&[from, to]));
    }
    o
}
