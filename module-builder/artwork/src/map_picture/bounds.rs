//! Bounds of operational areas: a band of an area's colour just inside of it, a dashed line along the band, so that areas differ by
//! more than their hue, and their names.

use super::clutter::Clutter;
use super::geometry::HexGeometry;
use super::mark::{MARKED, outer_sides};
use super::on_map;
use super::theme::Inks;
use crate::scene::{Colour, Element, Face, Opacity, Outline, Point, Shape, Stroke, Text, point};
use definitions::hex::{Direction, HexId};
use definitions::{Feature, Map, Terrain};
use std::collections::BTreeMap;

/// How the bounds of one area are dashed and of the next, so that they differ by more than their hue.
const DASHES: [&[f32]; 4] = [&[13.0, 6.0], &[3.5, 4.0], &[15.0, 4.0, 3.5, 4.0], &[24.0, 5.0]];

/// How deep a band reaches into its hexes, as a share of the way to their centres, and how much of the ground it tints.
const DEEP: f32 = 0.17;
const TINT: f32 = 0.3;

/// Bounds of operational areas: a band just inside of each, and a dashed line in it.
pub(super) fn commands(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &mut Clutter) -> Vec<Element> {
    let bounds = areas(map).into_iter().enumerate().flat_map(|(index, id)| {
        let mut bounds = Outline::new();
        for (hex, side) in bounds_of(map, id) {
            let inside = inset(geometry, side, index);
            let (from, to) = geometry.side(hex, side);
            bounds.append(Outline::line(&[from + inside, to + inside]));
            clutter.add_line(&[from + inside, to + inside], 4.5, 1);
        }
        let (dashes, colour) = (DASHES[index % DASHES.len()], area_colour(index, inks));
        let tint = Shape::new(band(map, geometry, id)).fill(colour).opacity(Opacity::new(TINT));
        [tint.into(), Shape::new(bounds).stroke(Stroke::new(colour, 2.4).dashed(dashes)).into()]
    });
    bounds.collect()
}

/// The band of an area: a strip along each bound, and what is left between the strips of two hexes where they meet.
fn band(map: &Map, geometry: &HexGeometry, id: &str) -> Outline {
    let mut band = Outline::new();
    // all one way round, so that what overlaps is tinted once
    let mut add = |corners: &[Point]| {
        let turned: f32 = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| a.x * b.y - b.x * a.y).sum();
        let forth: Vec<Point> = if turned < 0.0 { corners.iter().rev().copied().collect() } else { corners.to_vec() };
        band.append(Outline::polygon(&forth));
    };
    let mut ends: BTreeMap<(i32, i32), Vec<(Point, Point)>> = BTreeMap::new();
    for (hex, side) in bounds_of(map, id) {
        let centre = geometry.centre(hex);
        let (from, to) = geometry.side(hex, side);
        let (first, last) = (from.towards(centre, DEEP), to.towards(centre, DEEP));
        add(&[from, to, last, first]);
        for (corner, inner) in [(from, first), (to, last)] {
            ends.entry((corner.x.round() as i32, corner.y.round() as i32)).or_default().push((corner, inner));
        }
    }
    for met in ends.values() {
        if let [(corner, one), (_, other)] = met[..]
            && (one - other).length() > 0.5
        {
            add(&[corner, one, other]);
        }
    }
    band
}

/// Their names, each where its bounds meet the edge of the map, beside what else is there.
pub(super) fn command_names(map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &mut Clutter) -> Vec<Element> {
    let mut drawn = Vec::new();
    for (index, id) in areas(map).into_iter().enumerate() {
        let mut named = Vec::<Point>::new();
        for (hex, side) in bounds_of(map, id).filter(|(hex, _)| outer_sides(map, *hex).next().is_some()) {
            let (middle, inside) = (geometry.middle(hex, side), geometry.outward(side) * -1.0);
            if named.iter().any(|other| (*other - middle).length() <= geometry.hex_width() * 3.0) {
                continue;
            }
            let spots = [14.0, 20.0, 26.0, 32.0, 44.0, 56.0, 68.0].into_iter().flat_map(|deep| {
                [0.0, 18.0, -18.0, 36.0, -36.0].map(|along| middle + inside * deep + inside.right() * along)
            });
            let text = |at: Point| Text::new(spoken(id), at, Face::Bold, 20.0, area_colour(index, inks)).centred();
            let half = point(text(middle).width() / 2.0 + 2.0, 9.0);
            let spots: Vec<Point> = spots.collect();
            let inside =
                |at: &&Point| [-1.0, 1.0].iter().all(|s| on_map(map, geometry, **at + point(half.x, 0.0) * *s));
            let cost = |at: &&Point| (!inside(at), clutter.cost_of(**at - half, **at + half));
            let Some(at) = spots.iter().min_by_key(cost).copied() else { continue };
            named.push(middle);
            clutter.add_line(&[at - point(half.x - 8.0, 0.0), at + point(half.x - 8.0, 0.0)], 9.0, MARKED);
            drawn.push(text(at).halo(inks.clear, 2.0).into());
        }
    }
    drawn
}

/// An area by its id, as one says it: a corps by its numeral; `6pz` is the 6th Panzer Army, `british` tells itself.
fn spoken(id: &str) -> String {
    let number = id.len() - id.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, kind) = id.split_at(number);
    let mut letters = kind.chars();
    let kind = letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>());
    match (number.is_empty(), kind) {
        (true, kind) => kind.unwrap_or_default(),
        (false, Some(kind)) => format!("{number} {kind} Army"),
        (false, None) => format!("{number} Army"),
    }
}

/// The operational areas in the order in which the map names them.
fn areas(map: &Map) -> Vec<&str> {
    let mut ids: Vec<&str> = Vec::new();
    for feature in map.on_map().flat_map(|hex| &map.hex(hex).features) {
        if let Feature::Command(id) = feature
            && !ids.contains(&id.as_str())
        {
            ids.push(id);
        }
    }
    ids
}

/// The sides of an area's hexes beyond which other hexes of the map lie.
fn bounds_of<'a>(map: &'a Map, id: &'a str) -> impl Iterator<Item = (HexId, Direction)> + 'a {
    let belongs = move |hex: HexId| {
        let mut features = map.hex(hex).features.iter();
        features.any(|feature| matches!(feature, Feature::Command(command) if command == id))
    };
    let bound = move |there: HexId| map.hex(there).terrain != Terrain::OffMap && !belongs(there);
    let sides = move |hex: HexId| map.grid.neighbours(hex).map(move |(side, there)| (hex, side, there));
    map.on_map()
        .filter(move |hex| belongs(*hex))
        .flat_map(sides)
        .filter(move |(_, _, there)| bound(*there))
        .map(|(hex, side, _)| (hex, side))
}

/// How far within its hexes the line of an area runs, so that those of neighbours lie side by side.
fn inset(geometry: &HexGeometry, side: Direction, index: usize) -> Point {
    geometry.outward(side) * -(3.0 + 3.0 * (index % 3) as f32)
}

fn area_colour(index: usize, inks: &Inks) -> Colour {
    let colours = [inks.front, inks.bank, inks.conifer, inks.main_casing, inks.wall];
    colours[index % colours.len()]
}
