//! Rivers along hexsides, and their names beside them.

use super::clutter::Clutter;
use super::geometry::{Corner, HexGeometry};
use super::line::{self, Course};
use super::theme::Inks;
use crate::scene::{Element, Face, Outline, Point, Shape, Stroke, Text};
use engine::definitions::Map;
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
}

const NAME: f32 = 21.0;
/// Hexsides from one name of a river to its next.
const APART: usize = 18;

impl<'a> Rivers<'a> {
    /// Joins the hexsides of each river into courses.
    pub fn of(map: &'a Map, geometry: &HexGeometry, clutter: &mut Clutter) -> Rivers<'a> {
        let mut sides_of: BTreeMap<(u8, &str), Vec<_>> = BTreeMap::new();
        let mut sides_at: BTreeMap<Corner, usize> = BTreeMap::new();
        for side in &map.hexsides {
            let Some(name) = &side.river else { continue };
            sides_of.entry((u8::MAX - side.rank, name)).or_default().push((side.hex, side.side));
            let (from, to) = geometry.side(side.hex, side.side);
            for corner in [from, to] {
                *sides_at.entry(geometry.corner(corner)).or_default() += 1;
            }
        }
        let meets = |at| sides_at.get(&geometry.corner(at)).is_some_and(|count| *count > 2);
        let river = |((rank, name), sides): ((u8, &'a str), Vec<_>)| {
            let width = if rank == u8::MAX - 1 { 10.5 } else { 6.0 };
            let courses = line::courses(geometry, sides.into_iter());
            let mut outline = Outline::new();
            for course in &courses {
                clutter.add_line(course.points(), width, 1);
                outline.append(course.outline(meets));
            }
            River { name, width, courses, outline }
        };
        Rivers { rivers: sides_of.into_iter().map(river).collect() }
    }

    /// The lines along which rivers run.
    pub fn lines(&self) -> impl Iterator<Item = &[Point]> {
        self.rivers.iter().flat_map(|river| river.courses.iter().map(Course::points))
    }

    /// Banks below, then the water of all rivers, so that they flow together.
    pub fn draw(&self, inks: &Inks) -> Vec<Element> {
        let stroke = |river: &River<'_>, colour, wider: f32| {
            let line = Stroke::new(colour, river.width + wider).round();
            Element::from(Shape::new(river.outline.clone()).stroke(line))
        };
        let banks = self.rivers.iter().map(|river| stroke(river, inks.bank, 2.8));
        banks.chain(self.rivers.iter().map(|river| stroke(river, inks.water, 0.0))).collect()
    }

    /// The rivers' names along their courses, where nothing else is in the way.
    pub fn names(&self, inks: &Inks, clutter: &mut Clutter) -> Vec<Element> {
        let mut drawn = Vec::new();
        for river in &self.rivers {
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
        }
        drawn
    }
}

impl River<'_> {
    /// The name beside three sides of the course, on the side that is free, readable from below or the right.
    fn name_beside(&self, stretch: &[Point], inks: &Inks, clutter: &mut Clutter) -> Option<Text> {
        let (first, last) = (*stretch.first()?, *stretch.last()?);
        let middle = stretch.iter().fold(Point::default(), |sum, p| sum + *p) * (1.0 / stretch.len() as f32);
        let along =
            if last.x < first.x || (last.x == first.x && last.y > first.y) { first - last } else { last - first };
        let along = along.unit();
        let half = Text::new(self.name, middle, Face::Italic, NAME, inks.bank).spaced(2.0).width() / 2.0;
        let away = self.width + 17.0;
        for side in [-1.0, 1.0] {
            let centre = middle + along.right() * (away * side);
            let ends = [centre - along * half, centre + along * half];
            let steps = (half / 5.0).ceil().max(1.0) as usize;
            let free = (0..=steps).all(|i| clutter.is_free(ends[0].towards(ends[1], i as f32 / steps as f32), 8.0));
            if free {
                clutter.add_line(&ends, 9.0, 8);
                let degrees = along.y.atan2(along.x).to_degrees();
                // The text turns about its baseline, which lies half a capital below its middle.
                let base = centre + along.right() * (Face::Italic.cap_height(NAME) / 2.0);
                let text = Text::new(self.name, base, Face::Italic, NAME, inks.bank).spaced(2.0);
                return Some(text.anchor(crate::scene::Anchor::Middle).turned(degrees));
            }
        }
        None
    }
}
