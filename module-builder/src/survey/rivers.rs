use super::SurveyError;
use super::geography::Geography;
use super::lattice::{Lattice, hex_at};
use super::settings::Settings;
use super::sheet::{Point, Sheet, apart, distance};
use definitions::hex::Grid;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Length of a hexside in hexes across flats.
const SIDE: f64 = 0.577;
/// How strongly a river avoids hexsides far from its trace.
const STRAY: f64 = 9.0;
/// What it costs a river to run where another runs already.
const SHARED: f64 = 1.2;
/// How far from its trace a river may run.
const CORRIDOR: f64 = 1.6;
/// What it costs a river to begin or end beside its trace, for each hex.
const END: f64 = 12.0;
/// A river joins another when it ends so near to it, in kilometres.
const CONFLUENCE: f64 = 0.67;

/// Rivers laid along hexsides, each in one unbroken chain.
pub struct Rivers {
    /// Index of the river in the settings, by hexside.
    pub on: BTreeMap<usize, usize>,
    /// The true course of each river of the settings, in the map plane.
    pub courses: Vec<Vec<Point>>,
}

impl Rivers {
    /// Lays the rivers of the settings in their order.
    ///
    /// # Errors
    /// When the gazetteer lacks a river.
    pub fn lay(
        grid: &Grid,
        lattice: &Lattice,
        sheet: &Sheet,
        geography: &Geography,
        settings: &Settings,
    ) -> Result<Rivers, SurveyError> {
        let mut rivers = Rivers { on: BTreeMap::new(), courses: Vec::new() };
        let mut corners: BTreeMap<usize, usize> = BTreeMap::new();
        for (index, river) in settings.rivers.iter().enumerate() {
            let trace = geography.rivers.get(&river.trace);
            let course = sheet.line(trace.ok_or_else(|| SurveyError::Unknown("river", river.trace.clone()))?);
            for Part { line: part, enters, leaves } in on_the_map(grid, &course) {
                let joins = |end: Point| {
                    let flows =
                        rivers.courses.iter().any(|other| distance(end, other) < CONFLUENCE * sheet.per_kilometre());
                    let near = corners.keys().map(|c| (*c, 0.6 * apart(lattice.corners[*c], end)));
                    let near: Vec<(usize, f64)> = near.filter(|(_, cost)| flows && *cost < 0.66).collect();
                    near
                };
                let free = |end: Point, edge: bool| -> Vec<(usize, f64)> {
                    let all = lattice.corners.iter().enumerate().map(|(c, at)| (c, END * apart(*at, end)));
                    all.filter(|(c, cost)| *cost < END * 1.3 && (!edge || lattice.at[*c].len() == 1)).collect()
                };
                let (first, last) = (part[0], part[part.len() - 1]);
                let choose = |end: Point, edge: bool| {
                    Some(joins(end)).filter(|c| !edge && !c.is_empty()).unwrap_or_else(|| free(end, edge))
                };
                let path = path(lattice, &part, &choose(first, enters), &choose(last, leaves), &rivers.on);
                for (corner, side) in path {
                    corners.insert(corner, index);
                    if let Some(side) = side {
                        rivers.on.entry(side).or_insert(index);
                    }
                }
            }
            rivers.courses.push(course);
        }
        Ok(rivers)
    }
}

/// A part of a course that lies on the map, and whether the map's edge cuts it at its ends.
struct Part {
    line: Vec<Point>,
    enters: bool,
    leaves: bool,
}

/// The parts of a course that lie on the map, without snippets.
fn on_the_map(grid: &Grid, course: &[Point]) -> Vec<Part> {
    let mut parts = vec![Part { line: Vec::new(), enters: false, leaves: false }];
    for point in course {
        let on_map = hex_at(grid, *point).is_some();
        match parts.last_mut() {
            Some(part) if on_map => part.line.push(*point),
            Some(part) => {
                part.leaves = true;
                parts.push(Part { line: Vec::new(), enters: true, leaves: false });
            }
            None => {}
        }
    }
    let length = |line: &[Point]| line.windows(2).map(|pair| apart(pair[0], pair[1])).sum::<f64>();
    parts.retain(|part| length(&part.line) > 0.5);
    parts
}

/// The cheapest way along hexsides that keeps to a course; corners with the side that leads to each.
fn path(
    lattice: &Lattice,
    course: &[Point],
    starts: &[(usize, f64)],
    ends: &[(usize, f64)],
    taken: &BTreeMap<usize, usize>,
) -> Vec<(usize, Option<usize>)> {
    let allowed: Vec<bool> = lattice.corners.iter().map(|corner| distance(*corner, course) < CORRIDOR).collect();
    let mut best = vec![f64::INFINITY; lattice.corners.len()];
    let mut came: Vec<Option<(usize, usize)>> = vec![None; lattice.corners.len()];
    let mut queue = BinaryHeap::new();
    let order = |cost: f64| (cost * 1e6) as u64;
    for (corner, cost) in starts {
        best[*corner] = *cost;
        queue.push(Reverse((order(*cost), *corner)));
    }
    while let Some(Reverse((cost, corner))) = queue.pop() {
        if cost > order(best[corner]) {
            continue;
        }
        for side in &lattice.at[corner] {
            let there = lattice.other_end(*side, corner);
            if !allowed[there] {
                continue;
            }
            let stray = lattice.on_side(*side, [0.15, 0.5, 0.85]).map(|at| distance(at, course).powi(2));
            let step = SIDE * (1.0 + STRAY * stray.iter().sum::<f64>());
            let next = best[corner] + step + if taken.contains_key(side) { SHARED } else { 0.0 };
            if next < best[there] {
                best[there] = next;
                came[there] = Some((corner, *side));
                queue.push(Reverse((order(next), there)));
            }
        }
    }
    let goal = ends.iter().min_by(|a, b| (best[a.0] + a.1).total_cmp(&(best[b.0] + b.1)));
    let Some(mut corner) = goal.map(|(corner, _)| *corner).filter(|corner| best[*corner].is_finite()) else {
        return Vec::new();
    };
    let mut path = Vec::new();
    while let Some((before, side)) = came[corner] {
        path.push((corner, Some(side)));
        corner = before;
    }
    path.push((corner, None));
    path
}
