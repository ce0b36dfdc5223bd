//! Villages, towns and cities: houses in rows along the streets that lead through them.

use super::clutter::Clutter;
use super::geometry::HexGeometry;
use super::noise;
use super::theme::Inks;
use crate::scene::{Element, Outline, Point, Shape, Stroke, point};
use definitions::{Map, Settlement};

/// Radius of the ground that a place covers.
pub(super) fn radius(settlement: Settlement) -> f32 {
    match settlement {
        Settlement::Village => 20.0,
        Settlement::Town => 24.0,
        Settlement::City => 34.0,
    }
}

/// The houses of a map, and the ground on which they stand.
#[derive(Default)]
pub(super) struct Towns {
    ground: Outline,
    houses: Outline,
}

/// A house: its middle, the direction of its street, and half its length and depth.
#[derive(Clone, Copy)]
struct House {
    at: Point,
    along: Point,
    half: Point,
}

/// A stretch of street, and how far from its middle houses stand.
#[derive(Clone, Copy)]
struct Street {
    from: Point,
    to: Point,
    clear: f32,
}

/// Room between a road's middle and the houses, and between that of an alley and them.
const ROAD: f32 = 4.6;
const ALLEY: f32 = 1.5;
/// Houses that make a village, however many roads meet in it.
const LEAST: usize = 5;
/// Between two houses.
const GAP: f32 = 1.2;

impl Towns {
    /// Builds every place of the map along the roads, given as chains of points.
    pub fn of(map: &Map, geometry: &HexGeometry, roads: &[Vec<Point>], clutter: &mut Clutter) -> Towns {
        let mut towns = Towns::default();
        for hex in map.on_map() {
            let Some(settlement) = map.hex(hex).settlement else { continue };
            let centre = geometry.centre(hex);
            clutter.add(centre, radius(settlement), 8);
            for house in built(centre, settlement, roads) {
                let corners = Outline::polygon(&house.corners(0.0));
                towns.ground.append(corners.clone());
                towns.houses.append(corners);
            }
        }
        towns
    }

    /// The ground of all places, under the roads.
    pub fn ground(&self, inks: &Inks) -> Element {
        Shape::new(self.ground.clone()).fill(inks.built).stroke(Stroke::new(inks.built, 10.0).round()).into()
    }

    /// The houses.
    pub fn houses(&self, inks: &Inks) -> Element {
        Shape::new(self.houses.clone()).fill(inks.roof).into()
    }
}

/// The houses of a place: in rows along both sides of its roads and alleys, first those on the street, and of these the
/// nearest to its middle.
fn built(centre: Point, settlement: Settlement, roads: &[Vec<Point>]) -> Vec<House> {
    let reach = radius(settlement);
    let streets = streets(centre, settlement, roads);
    let (rows, most, size) = match settlement {
        Settlement::Village => (2, 8, 1.12),
        Settlement::Town => (3, 26, 1.0),
        Settlement::City => (4, 90, 1.16),
    };
    let mut sites: Vec<(usize, House)> = Vec::new();
    for street in &streets {
        let along = (street.to - street.from).unit();
        let length = (street.to - street.from).length();
        for (row, side) in (0..rows).flat_map(|row| [(row, -1.0), (row, 1.0)]) {
            let mut walked = 0.0;
            while walked < length {
                let foot = street.from + along * walked;
                let half = point(3.7 + 1.4 * noise::around(foot, 61), 2.9 + 0.4 * noise::around(foot, 62)) * size;
                let off = street.clear + half.y + row as f32 * 7.4 * size;
                sites.push((row, House { at: foot + along.right() * (off * side), along, half }));
                walked += 1.5;
            }
        }
    }
    let far = |house: &House| (house.at - centre).length();
    sites.sort_by(|(row, a), (other, b)| row.cmp(other).then(far(a).total_cmp(&far(b))));
    let reach = if settlement == Settlement::Village { reach + 4.0 } else { reach };
    // Where many roads leave no room, houses stand closer to them, and at last over them.
    let mut houses: Vec<House> = Vec::new();
    for closer in [0.6, 2.2, 4.0] {
        for (_, house) in &sites {
            let edge = reach * (0.9 + 0.14 * noise::around(house.at, 63)) - house.half.x;
            let stands = far(house) <= edge
                && streets.iter().all(|street| house.keeps_off(street, closer))
                && houses.iter().all(|other| !house.meets(other));
            if stands && houses.len() < most {
                houses.push(*house);
            }
        }
        if houses.len() >= LEAST {
            break;
        }
    }
    houses
}

/// The roads through a place, and alleys across them. A place off the roads has a street of its own.
fn streets(centre: Point, settlement: Settlement, roads: &[Vec<Point>]) -> Vec<Street> {
    let reach = radius(settlement) + 8.0;
    let near = |from: Point, to: Point| (from.middle(to) - centre).length() <= reach;
    let stretches = roads.iter().flat_map(|road| road.windows(2)).filter(|pair| near(pair[0], pair[1]));
    let mut streets: Vec<Street> = stretches.map(|pair| Street { from: pair[0], to: pair[1], clear: ROAD }).collect();
    let main = streets.iter().max_by(|a, b| (a.to - a.from).length().total_cmp(&(b.to - b.from).length()));
    let chance = noise::around(centre, 42) * std::f32::consts::PI;
    let along = main.map_or(point(chance.cos(), chance.sin()), |street| (street.to - street.from).unit());
    let alone = main.is_none();
    let mut alley = |middle: Point, along: Point| {
        streets.push(Street { from: middle - along * reach, to: middle + along * reach, clear: ALLEY });
    };
    if alone {
        alley(centre, along);
    }
    let turned = |share: f32| (along.right() + along * share).unit();
    match settlement {
        Settlement::Village => {}
        Settlement::Town => alley(centre + along * (6.0 * chance.cos()), turned(0.3 * chance.sin())),
        Settlement::City => {
            alley(centre - along * 13.0, turned(0.25 * chance.sin()));
            alley(centre + along * 13.0, turned(0.25 * chance.cos()));
            alley(centre + along.right() * 17.0, along);
            alley(centre - along.right() * 17.0, along);
        }
    }
    streets
}

impl House {
    /// Its corners, moved out by a distance.
    fn corners(&self, out: f32) -> [Point; 4] {
        let (x, y) = (self.along * (self.half.x + out), self.along.right() * (self.half.y + out));
        [self.at - x - y, self.at + x - y, self.at + x + y, self.at - x + y]
    }

    /// Whether no part of it stands in a street, or so much closer to its middle than houses do.
    fn keeps_off(&self, street: &Street, closer: f32) -> bool {
        let clear = street.clear - closer;
        let off = |at: Point| {
            let (way, to) = (street.to - street.from, at - street.from);
            let length = way.length().max(0.1);
            let share = ((to.x * way.x + to.y * way.y) / (length * length)).clamp(0.0, 1.0);
            (at - street.from.towards(street.to, share)).length()
        };
        let [a, b, c, d] = self.corners(0.0);
        let round = [a, a.middle(b), b, b.middle(c), c, c.middle(d), d, d.middle(a), self.at];
        round.into_iter().all(|at| off(at) >= clear)
    }

    /// Whether it comes closer to another than houses stand.
    fn meets(&self, other: &House) -> bool {
        let apart = |axis: Point| {
            let reach = |corners: [Point; 4]| {
                let along = corners.map(|at| at.x * axis.x + at.y * axis.y);
                (along.into_iter().fold(f32::MAX, f32::min), along.into_iter().fold(f32::MIN, f32::max))
            };
            let ((low, high), (other_low, other_high)) = (reach(self.corners(GAP)), reach(other.corners(0.0)));
            high <= other_low || other_high <= low
        };
        let axes = [self.along, self.along.right(), other.along, other.along.right()];
        !axes.into_iter().any(apart)
    }
}
