//! Lines that run along hexsides (rivers, the front) or through hexes (roads, the Westwall).

use super::geometry::{Corner, HexGeometry};
use super::noise;
use crate::scene::{Outline, Point, point};
use definitions::hex::{Direction, HexId};
use definitions::{Feature, Map, Terrain};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A smooth line along hexsides: through their middles, bending near their corners.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Course {
    /// Ends and bends; a bend is the control point of the curve between two middles.
    points: Vec<Point>,
}

/// How far a curve passes from the corners where it bends, for hexes of the board's width.
const REACH: f32 = 7.5;

/// Joins hexsides end to end into as few courses as possible, in a fixed order.
pub(super) fn courses(geometry: &HexGeometry, sides: impl Iterator<Item = (HexId, Direction)>) -> Vec<Course> {
    let mut at: BTreeMap<Corner, Point> = BTreeMap::new();
    let mut joined: BTreeMap<Corner, BTreeSet<Corner>> = BTreeMap::new();
    for (hex, side) in sides {
        let (a, b) = geometry.side(hex, side);
        let (from, to) = (geometry.corner(a), geometry.corner(b));
        at.entry(from).or_insert(a);
        at.entry(to).or_insert(b);
        joined.entry(from).or_default().insert(to);
        joined.entry(to).or_default().insert(from);
    }
    let mut courses = Vec::new();
    loop {
        // Start at an end; what has no end is a ring and starts anywhere.
        let left = joined.iter().filter(|(_, next)| !next.is_empty());
        let Some(start) = left.min_by_key(|(corner, next)| (next.len() % 2 == 0, **corner)).map(|(c, _)| *c) else {
            break;
        };
        let mut corners = vec![start];
        let mut here = start;
        while let Some(next) = joined.get(&here).and_then(|n| straightest(&at, &corners, n)) {
            joined.entry(here).or_default().remove(&next);
            joined.entry(next).or_default().remove(&here);
            corners.push(next);
            here = next;
        }
        courses.push(Course { points: corners.iter().filter_map(|c| at.get(c).copied()).collect() });
    }
    courses
}

/// Of the corners to go on to, the one least back towards where the course was two corners ago.
fn straightest(at: &BTreeMap<Corner, Point>, so_far: &[Corner], next: &BTreeSet<Corner>) -> Option<Corner> {
    let behind = so_far.len().checked_sub(3).map(|i| so_far[i]).and_then(|c| at.get(&c).copied());
    let score = |c: &Corner| match (behind, at.get(c)) {
        (Some(b), Some(p)) => (*p - b).length(),
        _ => 0.0,
    };
    next.iter().copied().max_by(|a, b| score(a).total_cmp(&score(b)).then(b.cmp(a)))
}

impl Course {
    /// The curve, passing exactly through the middle of every hexside. Where it `flows_on` at an end into another
    /// course it is drawn a little further, since that one cuts the corner; where it `springs` it begins at the middle of
    /// its first hexside.
    pub fn outline(&self, flows_on: impl Fn(Point) -> bool, springs: impl Fn(Point) -> bool) -> Outline {
        let mut p = self.points.clone();
        if let [first, second, ..] = self.points[..]
            && flows_on(first)
        {
            p[0] = first + (first - second).unit() * REACH;
        }
        if let [.., before, last] = self.points[..]
            && flows_on(last)
        {
            p[self.points.len() - 1] = last + (last - before).unit() * REACH;
        }
        let mut outline = Outline::new();
        let (Some(first), Some(last)) = (p.first(), p.last()) else { return outline };
        let short = p.len() < 3;
        if short || !springs(*first) {
            outline.move_to(*first);
        }
        if !short {
            let middle = p[0].middle(p[1]);
            if springs(*first) { outline.move_to(middle) } else { outline.line_to(middle) }
        }
        for bend in p.windows(3) {
            let shake = point(noise::around(bend[1], 21), noise::around(bend[1], 22)) * 5.0;
            outline.quad_to(bend[1] + shake, bend[1].middle(bend[2]));
        }
        if short || !springs(*last) {
            outline.line_to(*last);
        }
        outline
    }

    /// Corners along the course.
    pub fn points(&self) -> &[Point] {
        &self.points
    }
}

/// Curves through hexes along links between neighbours: they cross every hexside at its middle and at right angles.
/// Links come in classes, the most important first; where ways meet, those of a more important class go straight on.
/// One outline comes back for each class.
pub(super) fn ways<const CLASSES: usize>(
    map: &Map,
    geometry: &HexGeometry,
    links: [Vec<(HexId, HexId)>; CLASSES],
) -> [Outline; CLASSES] {
    let mut exits: BTreeMap<HexId, BTreeMap<Direction, usize>> = BTreeMap::new();
    for (class, links) in links.iter().enumerate().rev() {
        for (from, to) in links {
            if let (Some(there), Some(back)) = (map.grid.side_towards(*from, *to), map.grid.side_towards(*to, *from)) {
                exits.entry(*from).or_default().insert(there, class);
                exits.entry(*to).or_default().insert(back, class);
            }
        }
    }
    let mut outlines = [const { Outline::new() }; CLASSES];
    for (hex, sides) in exits {
        let mut sides: Vec<(Direction, usize)> = sides.into_iter().collect();
        let leaves = |it: &Feature| matches!(it, Feature::Entry(_) | Feature::Exit(_));
        let ends_here = sides.len() == 1 && map.hex(hex).settlement.is_none();
        if (ends_here || map.hex(hex).features.iter().any(leaves))
            && let Some((side, class)) = sides.iter().copied().min_by_key(|(side, class)| (*class, *side))
        {
            sides.extend(way_out(map, hex, side).map(|out| (out, class)));
        }
        through(&mut outlines, map, geometry, hex, &sides);
    }
    outlines
}

/// Where a way in a hex on the rim of the map leaves it: across from where it comes, or as near to that as the rim is.
fn way_out(map: &Map, hex: HexId, from: Direction) -> Option<Direction> {
    let across = (from.index() + 3) % 6;
    [across, across + 1, across + 5, across + 2, across + 4]
        .map(|i| Direction::ALL[i % 6])
        .into_iter()
        .find(|side| map.grid.neighbour(hex, *side).is_none_or(|there| map.hex(there).terrain == Terrain::OffMap))
}

/// The ways of one hex: the two exits of the best class that lie furthest apart make one curve, the others join it in
/// the middle.
fn through(outlines: &mut [Outline], map: &Map, geometry: &HexGeometry, hex: HexId, sides: &[(Direction, usize)]) {
    let centre = geometry.centre(hex);
    let joined = map.hex(hex).settlement.is_some() || sides.len() > 2;
    let shake = if joined { 0.0 } else { 7.0 };
    let heart = centre + point(noise::around(centre, 31), noise::around(centre, 32)) * shake;
    let arm = geometry.hex_width() * 0.22;
    let ends = |side: Direction| {
        let middle = geometry.middle(hex, side);
        (middle, middle - geometry.outward(side) * arm)
    };
    let apart = |a: Direction, b: Direction| {
        let d = a.index().abs_diff(b.index());
        d.min(6 - d)
    };
    let pairs = sides.iter().flat_map(|a| sides.iter().map(move |b| (*a, *b))).filter(|(a, b)| a.0 < b.0 && a.1 == b.1);
    let widest = pairs.max_by_key(|((a, class), (b, _))| (Reverse(*class), apart(*a, *b), Reverse((*a, *b))));
    if let Some(((a, class), (b, _))) = widest {
        let ((from, from_arm), (to, to_arm)) = (ends(a), ends(b));
        let outline = &mut outlines[class];
        outline.move_to(from);
        if joined || apart(a, b) == 3 {
            let along = (to - from).unit() * (arm * 0.8);
            outline.cubic_to(from_arm, heart - along, heart);
            outline.cubic_to(heart + along, to_arm, to);
        } else {
            outline.cubic_to(from_arm, to_arm, to);
        }
    }
    for (side, class) in sides.iter().filter(|(s, _)| widest.is_none_or(|(a, b)| *s != a.0 && *s != b.0)) {
        let (from, from_arm) = ends(*side);
        outlines[*class].move_to(from);
        outlines[*class].quad_to(from_arm, heart);
    }
}
