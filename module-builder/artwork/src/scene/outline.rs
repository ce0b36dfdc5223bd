use std::ops::{Add, Mul, Sub};

/// A place or a distance in the units of a drawing; y grows downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// East.
    pub x: f32,
    /// South.
    pub y: f32,
}

/// A point from its coordinates.
pub const fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    /// Distance from the origin.
    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// The same direction, one unit long; the origin stays where it is.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// Turned by a quarter clockwise (as seen with y downwards).
    pub fn right(self) -> Point {
        point(-self.y, self.x)
    }

    /// A part of the way to another point.
    pub fn towards(self, other: Point, share: f32) -> Point {
        self + (other - self) * share
    }

    /// Halfway to another point.
    pub fn middle(self, other: Point) -> Point {
        self.towards(other, 0.5)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        point(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        point(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Point {
    type Output = Point;
    fn mul(self, factor: f32) -> Point {
        point(self.x * factor, self.y * factor)
    }
}

/// A piece of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Lift the pen and start here.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A quadratic curve: control point, end.
    Quad(Point, Point),
    /// A cubic curve: two control points, end.
    Cubic(Point, Point, Point),
    /// Back to the start of this piece.
    Close,
}

/// A path of lines and curves, open or closed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline(pub(super) Vec<Segment>);

/// Length of the control arms of a quarter circle of radius 1.
const QUARTER: f32 = 0.552_284_8;

impl Outline {
    /// An empty outline.
    pub const fn new() -> Outline {
        Outline(Vec::new())
    }

    /// Straight lines through the points.
    pub fn line(points: &[Point]) -> Outline {
        let mut outline = Outline::new();
        for (i, at) in points.iter().enumerate() {
            if i == 0 { outline.move_to(*at) } else { outline.line_to(*at) }
        }
        outline
    }

    /// A closed polygon.
    pub fn polygon(points: &[Point]) -> Outline {
        let mut outline = Outline::line(points);
        outline.close();
        outline
    }

    /// An upright rectangle.
    pub fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Outline {
        Outline::polygon(&[point(x, y), point(x + width, y), point(x + width, y + height), point(x, y + height)])
    }

    /// An upright rectangle with round corners.
    pub fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Outline {
        let r = radius.min(width / 2.0).min(height / 2.0);
        let arm = r * (1.0 - QUARTER);
        let (right, bottom) = (x + width, y + height);
        let mut o = Outline::new();
        o.move_to(point(x + r, y));
        o.line_to(point(right - r, y));
        o.cubic_to(point(right - arm, y), point(right, y + arm), point(right, y + r));
        o.line_to(point(right, bottom - r));
        o.cubic_to(point(right, bottom - arm), point(right - arm, bottom), point(right - r, bottom));
        o.line_to(point(x + r, bottom));
        o.cubic_to(point(x + arm, bottom), point(x, bottom - arm), point(x, bottom - r));
        o.line_to(point(x, y + r));
        o.cubic_to(point(x, y + arm), point(x + arm, y), point(x + r, y));
        o.close();
        o
    }

    /// A circle.
    pub fn circle(centre: Point, radius: f32) -> Outline {
        Outline::ellipse(centre, radius, radius)
    }

    /// An upright ellipse.
    pub fn ellipse(centre: Point, rx: f32, ry: f32) -> Outline {
        let (ax, ay) = (rx * QUARTER, ry * QUARTER);
        let at = |dx: f32, dy: f32| centre + point(dx, dy);
        let mut o = Outline::new();
        o.move_to(at(rx, 0.0));
        o.cubic_to(at(rx, ay), at(ax, ry), at(0.0, ry));
        o.cubic_to(at(-ax, ry), at(-rx, ay), at(-rx, 0.0));
        o.cubic_to(at(-rx, -ay), at(-ax, -ry), at(0.0, -ry));
        o.cubic_to(at(ax, -ry), at(rx, -ay), at(rx, 0.0));
        o.close();
        o
    }

    /// A smooth curve through the points (Catmull-Rom), closed into a loop or open.
    pub fn smooth(points: &[Point], closed: bool) -> Outline {
        let mut outline = Outline::new();
        let n = points.len();
        let Some(first) = points.first() else { return outline };
        outline.move_to(*first);
        let at = |i: isize| {
            if closed { points[i.rem_euclid(n as isize) as usize] } else { points[i.clamp(0, n as isize - 1) as usize] }
        };
        let pieces = if closed { n } else { n - 1 } as isize;
        for i in 0..pieces {
            let (before, from, to, after) = (at(i - 1), at(i), at(i + 1), at(i + 2));
            outline.cubic_to(from + (to - before) * (1.0 / 6.0), to - (after - from) * (1.0 / 6.0), to);
        }
        if closed {
            outline.close();
        }
        outline
    }

    /// Lifts the pen and starts a new piece.
    pub fn move_to(&mut self, to: Point) {
        self.0.push(Segment::Move(to));
    }

    /// Adds a straight line.
    pub fn line_to(&mut self, to: Point) {
        self.0.push(Segment::Line(to));
    }

    /// Adds a quadratic curve.
    pub fn quad_to(&mut self, control: Point, to: Point) {
        self.0.push(Segment::Quad(control, to));
    }

    /// Adds a cubic curve.
    pub fn cubic_to(&mut self, first: Point, second: Point, to: Point) {
        self.0.push(Segment::Cubic(first, second, to));
    }

    /// Closes the piece.
    pub fn close(&mut self) {
        self.0.push(Segment::Close);
    }

    /// Adds the pieces of another outline.
    pub fn append(&mut self, other: Outline) {
        self.0.extend(other.0);
    }

    /// The same moved by a distance.
    pub fn moved(&self, by: Point) -> Outline {
        self.mapped(|at| at + by)
    }

    /// The same, larger by a factor from the origin.
    pub fn scaled(&self, factor: f32) -> Outline {
        self.mapped(|at| at * factor)
    }

    fn mapped(&self, of: impl Fn(Point) -> Point) -> Outline {
        let mapped = |segment: &Segment| match *segment {
            Segment::Move(to) => Segment::Move(of(to)),
            Segment::Line(to) => Segment::Line(of(to)),
            Segment::Quad(control, to) => Segment::Quad(of(control), of(to)),
            Segment::Cubic(first, second, to) => Segment::Cubic(of(first), of(second), of(to)),
            Segment::Close => Segment::Close,
        };
        Outline(self.0.iter().map(mapped).collect())
    }

    /// The pieces.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// The outline as chains of straight steps, eight to a curve.
    pub fn flattened(&self) -> Vec<Vec<Point>> {
        let mut chains: Vec<Vec<Point>> = Vec::new();
        for segment in &self.0 {
            let from = chains.last().and_then(|c| c.last()).copied().unwrap_or_default();
            let mut curve = |at: &dyn Fn(f32) -> Point| {
                let steps = (1..=8).map(|i| at(i as f32 / 8.0));
                match chains.last_mut() {
                    Some(chain) => chain.extend(steps),
                    None => chains.push(steps.collect()),
                }
            };
            match *segment {
                Segment::Move(to) => chains.push(vec![to]),
                Segment::Line(to) => curve(&|t| from.towards(to, t)),
                Segment::Quad(c, to) => curve(&|t| from.towards(c, t).towards(c.towards(to, t), t)),
                Segment::Cubic(c, d, to) => curve(&|t| {
                    let (a, b, e) = (from.towards(c, t), c.towards(d, t), d.towards(to, t));
                    a.towards(b, t).towards(b.towards(e, t), t)
                }),
                Segment::Close => {
                    if let Some(chain) = chains.last_mut() {
                        let start = chain[0];
                        chain.push(start);
                    }
                }
            }
        }
        chains
    }

    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
