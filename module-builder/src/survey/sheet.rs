use super::geography::LonLat;

/// A point of the map plane: 1 is one hex across its flats, x grows east, y south, as in `Grid::centre`.
pub type Point = (f64, f64);

/// Radius of the earth in kilometres, and the origin of the local projection.
const EARTH: f64 = 6371.0088;
const ORIGIN: LonLat = (6.0, 50.1);
/// Reach of a stated place on its surroundings, in hexes.
const REACH: f64 = 5.0;
/// Ridge that keeps the sheet smooth where stated places disagree.
const RIDGE: f64 = 0.03;

/// Spherical transverse Mercator: kilometres east and north of 6.0 E, 50.1 N.
pub fn kilometres((lon, lat): LonLat) -> Point {
    let (lat, from_meridian) = (lat.to_radians(), (lon - ORIGIN.0).to_radians());
    let east = (lat.cos() * from_meridian.sin()).atanh();
    let north = lat.tan().atan2(from_meridian.cos()) - ORIGIN.1.to_radians();
    (EARTH * east, EARTH * north)
}

/// The way from longitude and latitude to the map plane: a similarity, then a rubber sheet that draws stated
/// places into their hexes, so that rivers, roads and woods move together with the towns.
pub struct Sheet {
    similarity: [[f64; 3]; 2],
    controls: Vec<Point>,
    weights: Vec<Point>,
}

/// A place that the game puts at a point of the map, and how near it must come.
pub struct Control {
    /// Where it is.
    pub place: LonLat,
    /// Where the game has it.
    pub target: Point,
    /// It is drawn until it is so near, in hexes.
    pub within: f64,
}

impl Sheet {
    /// A sheet that draws each place within reach of its target.
    pub fn new(similarity: [[f64; 3]; 2], controls: &[Control]) -> Sheet {
        let mut sheet = Sheet { similarity, controls: Vec::new(), weights: Vec::new() };
        let mut pulls = Vec::new();
        for control in controls {
            let (x, y) = sheet.plain(control.place);
            let (dx, dy) = (control.target.0 - x, control.target.1 - y);
            let distance = dx.hypot(dy);
            let share = if distance > 0.0 { (distance - control.within).max(0.0) / distance } else { 0.0 };
            sheet.controls.push((x, y));
            pulls.push((dx * share, dy * share));
        }
        let mut kernel: Vec<Vec<f64>> =
            sheet.controls.iter().map(|a| sheet.controls.iter().map(|b| bell(*a, *b)).collect()).collect();
        for (i, row) in kernel.iter_mut().enumerate() {
            row[i] += RIDGE;
        }
        sheet.weights = solve(kernel, pulls);
        sheet
    }

    /// Hexes to a kilometre.
    pub fn per_kilometre(&self) -> f64 {
        self.similarity[0][0].hypot(self.similarity[1][0])
    }

    fn plain(&self, place: LonLat) -> Point {
        let (east, north) = kilometres(place);
        let row = |m: [f64; 3]| m[0] * east - m[1] * north + m[2];
        (row(self.similarity[0]), row(self.similarity[1]))
    }

    /// Where a place falls on the map.
    pub fn point(&self, place: LonLat) -> Point {
        let at = self.plain(place);
        self.controls.iter().zip(&self.weights).fold(at, |sum, (control, weight)| {
            let share = bell(at, *control);
            (sum.0 + share * weight.0, sum.1 + share * weight.1)
        })
    }

    /// Where a line falls on the map, with points at most about a kilometre apart.
    pub fn line(&self, line: &[LonLat]) -> Vec<Point> {
        let mut out = Vec::new();
        for pair in line.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let length = ((b.0 - a.0) * 71.0).hypot((b.1 - a.1) * 111.0);
            let parts = length.ceil().max(1.0);
            let mut part = 0.0;
            while part < parts {
                let share = part / parts;
                out.push(self.point((a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)));
                part += 1.0;
            }
        }
        out.extend(line.last().map(|end| self.point(*end)));
        out
    }
}

fn bell(a: Point, b: Point) -> f64 {
    (-((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)) / (REACH * REACH)).exp()
}

/// Solves a symmetric positive system for two right-hand sides by elimination with pivots.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<Point>) -> Vec<Point> {
    let size = right.len();
    for i in 0..size {
        let pivot = (i..size).max_by(|a, b| matrix[*a][i].abs().total_cmp(&matrix[*b][i].abs())).unwrap_or(i);
        matrix.swap(i, pivot);
        right.swap(i, pivot);
        let (upper, lower) = matrix.split_at_mut(i + 1);
        let row = &upper[i];
        for (offset, below) in lower.iter_mut().enumerate() {
            let factor = below[i] / row[i];
            for (cell, above) in below.iter_mut().zip(row).skip(i) {
                *cell -= factor * above;
            }
            let (x, y) = right[i];
            let sum = &mut right[i + 1 + offset];
            *sum = (sum.0 - factor * x, sum.1 - factor * y);
        }
    }
    for i in (0..size).rev() {
        let (mut x, mut y) = right[i];
        for j in i + 1..size {
            x -= matrix[i][j] * right[j].0;
            y -= matrix[i][j] * right[j].1;
        }
        right[i] = (x / matrix[i][i], y / matrix[i][i]);
    }
    right
}

/// Distance between two points.
pub fn apart(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Distance of a point from a line; infinite from a line without points.
pub fn distance(point: Point, line: &[Point]) -> f64 {
    let single = line.first().map_or(f64::INFINITY, |only| apart(point, *only));
    line.windows(2).map(|pair| to_segment(point, pair[0], pair[1])).fold(single, f64::min)
}

fn to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 { (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    apart(p, (a.0 + dx * share, a.1 + dy * share))
}

/// Where a line crosses another, in the order of the second.
pub fn crossings(first: &[Point], second: &[Point]) -> Vec<Point> {
    let turn = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let meet = |p: &[Point], q: &[Point]| {
        let (before, after) = (turn(p[0], p[1], q[0]), turn(p[0], p[1], q[1]));
        let crosses = before * after < 0.0 && turn(q[0], q[1], p[0]) * turn(q[0], q[1], p[1]) < 0.0;
        let share = before / (before - after);
        crosses.then(|| (q[0].0 + (q[1].0 - q[0].0) * share, q[0].1 + (q[1].1 - q[0].1) * share))
    };
    second.windows(2).flat_map(|q| first.windows(2).filter_map(move |p| meet(p, q))).collect()
}

/// Whether a point lies within an outline.
pub fn inside(point: Point, outline: &[Point]) -> bool {
    let mut within = false;
    let mut previous = outline.last().copied();
    for corner in outline {
        if let Some(last) = previous
            && (corner.1 > point.1) != (last.1 > point.1)
            && point.0 < (last.0 - corner.0) * (point.1 - corner.1) / (last.1 - corner.1) + corner.0
        {
            within = !within;
        }
        previous = Some(*corner);
    }
    within
}
