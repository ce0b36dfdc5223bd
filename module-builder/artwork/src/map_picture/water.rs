//! Rivers along hexsides, and their names beside them.

use super::clutter::Clutter;
use super::geometry::{Corner, HexGeometry};
use super::line::{self, Course};
use super::on_map;
use super::theme::Inks;
use crate::scene::{Colour, Element, Face, Outline, Point, Shape, Stroke, Text, point};
use definitions::Map;
use definitions::hex::Direction;
use std::collections::BTreeMap;

/// The rivers of a map, lesser ones first.
pub(super) struct Rivers<'a> {
    rivers: Vec<River<'a>>,
}

struct River<'a> {
    name: &'a str,
    width: f32,
    courses: Vec<Course>,
    outline: Outline,
    /// Its first stretches, growing from the spring to its full width.
    springs: Outline,
}

const NAME: f32 = 21.0;
/// Room between its letters.
const SPACED: f32 = 2.0;
/// What a name may cover at most: some of the river's own bends and of a road.
const TOO_MUCH: usize = 24;
/// Hexsides from one name of a river to its next.
const APART: usize = 18;

/// How broad the water of a rank is; ranks in the order of their breadth begin with the lesser one.
fn breadth(rank: u8) -> f32 {
    match rank {
        1 => 10.5,
        2 => 6.0,
        _ => 16.0,
    }
}

impl<'a> Rivers<'a> {
    /// Joins the hexsides of each river into courses.
    pub fn of(map: &'a Map, geometry: &HexGeometry, clutter: &mut Clutter) -> Rivers<'a> {
        let mut sides_of: BTreeMap<(u32, &str), Vec<_>> = BTreeMap::new();
        let mut sides_at: BTreeMap<Corner, usize> = BTreeMap::new();
        for side in &map.hexsides {
            let Some(name) = &side.river else { continue };
            // the lesser ones first
            sides_of.entry((breadth(side.rank).to_bits(), name)).or_default().push((side.hex, side.side));
            let (from, to) = geometry.side(side.hex, side.side);
            for corner in [from, to] {
                *sides_at.entry(geometry.corner(corner)).or_default() += 1;
            }
        }
        let rivers_at = |at| sides_at.get(&geometry.corner(at)).copied().unwrap_or_default();
        let meets = |at| rivers_at(at) > 2;
        let springs = |at: Point| {
            let inland = |side: Direction| on_map(map, geometry, at + geometry.outward(side) * 15.0);
            rivers_at(at) == 1 && Direction::ALL.into_iter().all(inland)
        };
        let river = |((width, name), sides): ((u32, &'a str), Vec<_>)| {
            let width = f32::from_bits(width);
            let courses = line::courses(geometry, sides.into_iter());
            let (mut outline, mut first) = (Outline::new(), Outline::new());
            for course in &courses {
                clutter.add_line(course.points(), width, 1);
                outline.append(course.outline(meets, springs));
                if let [a, b, .., y, z] = course.points() {
                    let ends = [(a, b), (z, y)].into_iter().filter(|(end, _)| springs(**end));
                    ends.for_each(|(end, next)| first.append(growing(*end, end.middle(*next), width)));
                }
            }
            River { name, width, courses, outline, springs: first }
        };
        Rivers { rivers: sides_of.into_iter().map(river).collect() }
    }

    /// The lines along which rivers run.
    pub fn lines(&self) -> impl Iterator<Item = &[Point]> {
        self.rivers.iter().flat_map(|river| river.courses.iter().map(Course::points))
    }

    /// Whether a river flows between two places.
    pub fn part(&self, a: Point, b: Point) -> bool {
        let hand = |from: Point, to: Point, at: Point| {
            (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x) > 0.0
        };
        let crosses = |pair: &[Point]| {
            hand(a, b, pair[0]) != hand(a, b, pair[1]) && hand(pair[0], pair[1], a) != hand(pair[0], pair[1], b)
        };
        self.lines().any(|line| line.windows(2).any(crosses))
    }

    /// Banks below, then the water of all rivers, so that they flow together.
    pub fn draw(&self, inks: &Inks) -> Vec<Element> {
        let stroke = |river: &River<'_>, colour, wider: f32| {
            let line = Stroke::new(colour, river.width + wider).round();
            Element::from(Shape::new(river.outline.clone()).stroke(line))
        };
        let spring = |river: &River<'_>, colour, rim: f32| {
            Element::from(Shape::new(river.springs.clone()).fill(colour).stroke(Stroke::new(colour, rim).round()))
        };
        let all = || self.rivers.iter();
        let banks = all().flat_map(|river| [spring(river, inks.bank, 3.4), stroke(river, inks.bank, 2.8)]);
        banks.chain(all().flat_map(|river| [spring(river, inks.water, 0.6), stroke(river, inks.water, 0.0)])).collect()
    }

    /// The rivers' names along their courses, where nothing else is in the way; of a river that finds no such place one
    /// name where least is.
    pub fn names(&self, inks: &Inks, clutter: &mut Clutter) -> Vec<Element> {
        let mut drawn = Vec::new();
        for river in &self.rivers {
            let before = drawn.len();
            for course in &river.courses {
                let mut next = 0;
                for (i, stretch) in course.points().windows(4).enumerate() {
                    if i < next {
                        continue;
                    }
                    if let Some(name) = river.name_beside(stretch, inks, clutter) {
                        drawn.push(name.into());
                        next = i + APART;
                    }
                }
            }
            if drawn.len() == before {
                drawn.extend(river.name_at_all(inks, clutter).map(Element::from));
            }
        }
        drawn
    }
}

/// A stretch of water that grows from its spring to a width.
fn growing(spring: Point, to: Point, width: f32) -> Outline {
    let across = (to - spring).unit().right();
    let corner = |at: Point, half: f32| [at + across * half, at - across * half];
    let ([a, b], [c, d]) = (corner(spring, 0.8), corner(to, width / 2.0 - 0.3));
    Outline::polygon(&[a, b, d, c])
}

/// A place for a name: its ends, and the direction of its letters.
struct Site {
    centre: Point,
    along: Point,
    half: f32,
    size: f32,
}

impl Site {
    /// Discs that cover the name.
    fn discs(&self) -> impl Iterator<Item = Point> + '_ {
        let steps = (self.half / 5.0).ceil().max(1.0) as usize;
        let at = move |i: usize| self.centre + self.along * (self.half * (2.0 * i as f32 / steps as f32 - 1.0));
        (0..=steps).map(at)
    }

    /// The name there, taken from what others may cover.
    fn write(&self, name: &str, inks: &Inks, clutter: &mut Clutter) -> Text {
        let ends = [self.centre - self.along * self.half, self.centre + self.along * self.half];
        clutter.add_line(&ends, 9.0, 8);
        let degrees = self.along.y.atan2(self.along.x).to_degrees();
        // The text turns about its baseline, which lies half a capital below its middle.
        let base = self.centre + self.along.right() * (Face::Italic.cap_height(self.size) / 2.0);
        let text = Text::new(name, base, Face::Italic, self.size, inks.bank).spaced(SPACED);
        text.anchor(crate::scene::Anchor::Middle).turned(degrees)
    }
}

impl River<'_> {
    /// The name beside three sides of the course, on the side that is free, readable from below or the right.
    fn name_beside(&self, stretch: &[Point], inks: &Inks, clutter: &mut Clutter) -> Option<Text> {
        let free = |site: &Site| site.discs().all(|at| clutter.is_free(at, 8.0));
        let site = self.sites(stretch, NAME, 17.0).into_iter().find(free)?;
        Some(site.write(self.name, inks, clutter))
    }

    /// The name where it covers least, smaller if need be, with a rim; none where it would cover a name or a number.
    fn name_at_all(&self, inks: &Inks, clutter: &mut Clutter) -> Option<Text> {
        let mut best: Option<(usize, Site)> = None;
        for stretch in
            self.courses.iter().flat_map(|course| course.points().windows(2).chain(course.points().windows(4)))
        {
            let tries = [(NAME, 17.0), (NAME * 0.84, 14.0), (NAME * 0.84, 22.0)];
            for site in tries.into_iter().flat_map(|(size, away)| self.sites(stretch, size, away)) {
                let reach = point(5.0, 6.0);
                let cost: usize = site.discs().map(|at| clutter.cost_of(at - reach, at + reach)).sum();
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, site));
                }
            }
        }
        let (_, site) = best.filter(|(cost, _)| *cost < TOO_MUCH)?;
        Some(site.write(self.name, inks, clutter).halo(inks.clear, 1.6))
    }

    /// The places beside a stretch of the course, above it and below.
    fn sites(&self, stretch: &[Point], size: f32, away: f32) -> Vec<Site> {
        let (Some(first), Some(last)) = (stretch.first().copied(), stretch.last().copied()) else { return Vec::new() };
        let middle = stretch.iter().fold(Point::default(), |sum, p| sum + *p) * (1.0 / stretch.len() as f32);
        let along =
            if last.x < first.x || (last.x == first.x && last.y > first.y) { first - last } else { last - first };
        let along = along.unit();
        let half = Text::new(self.name, middle, Face::Italic, size, Colour::INK).spaced(SPACED).width() / 2.0;
        let off = self.width + away;
        [-1.0, 1.0].map(|side| Site { centre: middle + along.right() * (off * side), along, half, size }).into()
    }
}
