use crate::scene::{Colour, Element, Face, Outline, Point, Scene, Shape, Stroke, Text, point};
use definitions::{MarkerKind, Status};

const ACTIVATED: Colour = Colour::rgb(0x14507a);
const FATIGUED: Colour = Colour::rgb(0xf2b01e);
const OUT_OF_COMMAND: Colour = Colour::rgb(0x6d3b8c);
const ISOLATED: Colour = Colour::rgb(0xf7f3e8);
const UNSUPPLIED: Colour = Colour::rgb(0xa3201a);
const TRENCH: Colour = Colour::rgb(0x4a2f14);
const BREAKTHROUGH: Colour = Colour::rgb(0x1f6b3a);
const ROADBLOCK: Colour = Colour::rgb(0xc2560c);
const COMMANDO: Colour = Colour::rgb(0x3c4a3f);
const FUEL: Colour = Colour::rgb(0x6b6a1e);
const DEFIANCE: Colour = Colour::rgb(0x8f2d56);
const DROP: Colour = Colour::rgb(0x2f6690);

pub(super) const INKS: [Colour; 12] = [
    ACTIVATED,
    FATIGUED,
    OUT_OF_COMMAND,
    ISOLATED,
    UNSUPPLIED,
    TRENCH,
    BREAKTHROUGH,
    ROADBLOCK,
    COMMANDO,
    FUEL,
    DEFIANCE,
    DROP,
];

/// A status as an overlay for a counter: a transparent square of the counter's size with the badge in its place.
/// Every status has a place of its own, so overlays may be laid over each other in any order.
pub fn badge(status: Status) -> Scene {
    let mut scene = Scene::new(super::SIZE, super::SIZE);
    scene.extend(draw(status));
    scene
}

/// A marker that a game declares, as an overlay for a counter: the badge of the status with its id, or else a lettered
/// plate in the upper right corner.
pub fn declared_badge(kind: &MarkerKind) -> Scene {
    let mut scene = Scene::new(super::SIZE, super::SIZE);
    match Status::named(&kind.id) {
        Some(status) => scene.extend(draw(status)),
        None => scene.extend(declared(kind)),
    }
    scene
}

/// The plate of a declared marker, in its place on a counter.
fn declared(kind: &MarkerKind) -> [Element; 2] {
    let (c, colour) = (point(84.0, 12.5), Colour::rgb(kind.colour));
    let ground = plate(Outline::rounded(c.x - 13.5, c.y - 10.5, 27.0, 21.0, 3.0), colour);
    [ground, Text::new(&kind.sign, c, Face::Bold, 17.0, colour.ink()).centred().at_most(23.0).into()]
}

/// The badge of a status, in its place on a counter.
pub(super) fn draw(status: Status) -> Vec<Element> {
    let (left, right, upper, lower) = (14.5, 85.5, 34.0, 55.0);
    match status {
        Status::Isolated => lettered(octagon(point(left, upper)), point(left, upper), "I", ISOLATED),
        Status::Unsupplied => lettered(octagon(point(left, upper)), point(left, upper), "U", UNSUPPLIED),
        Status::Fatigued => {
            let c = point(left, lower);
            let tip = Outline::polygon(&[c + point(-12.0, -9.0), c + point(12.0, -9.0), c + point(0.0, 11.5)]);
            lettered(tip, c + point(0.0, -2.6), "F", FATIGUED)
        }
        Status::OutOfCommand => {
            let c = point(right, upper);
            let diamond = [c + point(0.0, -12.5), c + point(12.0, 0.0), c + point(0.0, 12.5), c + point(-12.0, 0.0)];
            lettered(Outline::polygon(&diamond), c, "C", OUT_OF_COMMAND)
        }
        Status::Activated => {
            let c = point(right, lower);
            lettered(Outline::circle(c, 10.5), c, "A", ACTIVATED)
        }
        Status::Improved => trench(),
        Status::Breakthrough => {
            let c = point(86.0, 12.5);
            let mut drawn = vec![plate(Outline::circle(c, 11.0), BREAKTHROUGH)];
            drawn.extend(chevrons(c, 1.0));
            drawn
        }
        Status::Roadblock => {
            let c = point(14.0, 12.5);
            let mut drawn = vec![plate(Outline::rounded(c.x - 11.0, c.y - 9.5, 22.0, 19.0, 2.0), ROADBLOCK)];
            drawn.extend(barrier(c, 1.0));
            drawn
        }
        // events lie in a hex, where nothing else has the corner; the brigade alone also lies on units
        Status::Stoesser => event(COMMANDO, |c| parachute(c, false)),
        Status::AirSupply => event(DROP, |c| parachute(c, true)),
        Status::Greif => event(COMMANDO, dagger),
        Status::Skorzeny => event(COMMANDO, cross),
        Status::FuelDump => event(FUEL, jerrican),
        Status::Nuts => event(DEFIANCE, |c| vec![Text::new("N!", c, Face::Bold, 17.0, Colour::WHITE).centred().into()]),
    }
}

/// A plate in the upper left corner with a drawing on it.
fn event(colour: Colour, drawing: impl Fn(Point) -> Vec<Element>) -> Vec<Element> {
    let c = point(14.0, 12.5);
    let mut drawn = vec![plate(Outline::rounded(c.x - 11.5, c.y - 10.5, 23.0, 21.0, 3.0), colour)];
    drawn.extend(drawing(c));
    drawn
}

/// A parachute with a man or a crate.
fn parachute(c: Point, crate_below: bool) -> Vec<Element> {
    let p = |x: f32, y: f32| c + point(x, y);
    let rim: Vec<Point> = (0..=8)
        .map(|i| {
            let angle = std::f32::consts::PI * (1.0 + i as f32 / 8.0);
            p(angle.cos() * 8.0, -1.0 + angle.sin() * 7.0)
        })
        .collect();
    let mut lines = Outline::line(&[p(-8.0, -1.0), p(0.0, 6.0), p(8.0, -1.0)]);
    lines.append(Outline::line(&[p(0.0, -1.0), p(0.0, 6.0)]));
    let load = if crate_below {
        Outline::rectangle(c.x - 3.0, c.y + 4.0, 6.0, 5.0)
    } else {
        Outline::circle(p(0.0, 6.5), 2.2)
    };
    vec![
        Shape::new(Outline::polygon(&rim)).fill(Colour::WHITE).into(),
        Shape::new(lines).stroke(Stroke::new(Colour::WHITE, 1.0)).into(),
        Shape::new(load).fill(Colour::WHITE).into(),
    ]
}

/// A dagger, point down.
fn dagger(c: Point) -> Vec<Element> {
    let p = |x: f32, y: f32| c + point(x, y);
    let blade = [p(-1.8, -1.5), p(1.8, -1.5), p(1.8, 5.0), p(0.0, 9.0), p(-1.8, 5.0)];
    let mut hilt = Outline::line(&[p(0.0, -8.5), p(0.0, -2.5)]);
    hilt.append(Outline::line(&[p(-5.0, -2.5), p(5.0, -2.5)]));
    vec![
        Shape::new(Outline::polygon(&blade)).fill(Colour::WHITE).into(),
        Shape::new(hilt).stroke(Stroke::new(Colour::WHITE, 2.4).round()).into(),
    ]
}

/// A cross with arms that widen outwards.
fn cross(c: Point) -> Vec<Element> {
    let arm = |x: f32, y: f32| {
        let p = |along: f32, across: f32| c + point(x * along - y * across, y * along + x * across);
        Shape::new(Outline::polygon(&[c, p(8.5, 4.6), p(8.5, -4.6)])).fill(Colour::WHITE).into()
    };
    [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)].map(|(x, y)| arm(x, y)).into()
}

/// A can with a handle and a cross pressed into its side.
fn jerrican(c: Point) -> Vec<Element> {
    let p = |x: f32, y: f32| c + point(x, y);
    let mut seams = Outline::line(&[p(-4.0, -1.5), p(4.0, 6.5)]);
    seams.append(Outline::line(&[p(4.0, -1.5), p(-4.0, 6.5)]));
    let handle = Outline::line(&[p(-4.5, -4.0), p(-3.0, -7.5), p(3.0, -7.5), p(4.5, -4.0)]);
    vec![
        Shape::new(Outline::rounded(c.x - 6.0, c.y - 4.0, 12.0, 13.0, 1.5)).fill(Colour::WHITE).into(),
        Shape::new(handle).stroke(Stroke::new(Colour::WHITE, 2.0)).into(),
        Shape::new(seams).stroke(Stroke::new(FUEL, 1.6)).into(),
    ]
}

/// A badge's ground with a white rim and a dark hairline, so that it stands out on any counter.
fn plate(outline: Outline, colour: Colour) -> Element {
    Shape::new(outline).fill(colour).stroke(Stroke::new(colour.ink(), 1.6)).into()
}

fn lettered(outline: Outline, centre: Point, letter: &str, colour: Colour) -> Vec<Element> {
    let rim = Shape::new(outline.clone()).stroke(Stroke::new(Colour::INK, 3.6)).into();
    vec![rim, plate(outline, colour), Text::new(letter, centre, Face::Bold, 19.0, colour.ink()).centred().into()]
}

fn octagon(centre: Point) -> Outline {
    let corners: Vec<Point> = (0..8)
        .map(|i| {
            let angle = (f32::from(i as u8) + 0.5) * std::f32::consts::FRAC_PI_4;
            centre + point(angle.cos(), angle.sin()) * 11.2
        })
        .collect();
    Outline::polygon(&corners)
}

/// An improved position: a parapet of sandbags along three edges.
fn trench() -> Vec<Element> {
    let wall = Outline::line(&[point(3.0, 58.0), point(3.0, 97.0), point(97.0, 97.0), point(97.0, 58.0)]);
    vec![
        Shape::new(wall.clone()).stroke(Stroke::new(TRENCH, 6.0).round()).into(),
        Shape::new(wall).stroke(Stroke::new(Colour::rgb(0xe5d2a4), 3.0).dashed(&[5.4, 2.2])).into(),
    ]
}

/// Two chevrons pointing right.
pub(super) fn chevrons(c: Point, scale: f32) -> Vec<Element> {
    [-5.0, 1.0]
        .map(|x| {
            let p = |dx: f32, dy: f32| c + point(x + dx, dy) * scale;
            Shape::new(Outline::line(&[p(0.0, -5.5), p(5.0, 0.0), p(0.0, 5.5)]))
                .stroke(Stroke::new(Colour::WHITE, 2.8 * scale).round())
                .into()
        })
        .into()
}

/// A barred beam on two posts.
pub(super) fn barrier(c: Point, scale: f32) -> Vec<Element> {
    let p = |dx: f32, dy: f32| c + point(dx, dy) * scale;
    let mut posts = Outline::line(&[p(-6.0, -6.0), p(-6.0, 6.5)]);
    posts.append(Outline::line(&[p(6.0, -6.0), p(6.0, 6.5)]));
    let beam = Outline::line(&[p(-8.5, -1.5), p(8.5, -1.5)]);
    vec![
        Shape::new(posts).stroke(Stroke::new(Colour::INK, 2.0 * scale)).into(),
        Shape::new(beam.clone()).stroke(Stroke::new(Colour::WHITE, 5.0 * scale)).into(),
        Shape::new(beam).stroke(Stroke::new(Colour::INK, 5.0 * scale).dashed(&[3.4 * scale, 3.4 * scale])).into(),
    ]
}
