//! Little drawings on badges, white on the badge's colour.

use crate::scene::{Colour, Element, Outline, Point, Shape, Stroke, point};
use definitions::MarkerSketch;

/// The drawing of a sketch round a place, on a ground of a colour.
pub(super) fn sketched(sketch: MarkerSketch, c: Point, colour: Colour) -> Vec<Element> {
    match sketch {
        MarkerSketch::Chevrons => chevrons(c),
        MarkerSketch::Barrier => barrier(c),
        MarkerSketch::Parachute => parachute(c, false),
        MarkerSketch::Airdrop => parachute(c, true),
        MarkerSketch::Dagger => dagger(c),
        MarkerSketch::Cross => cross(c),
        MarkerSketch::Can => can(c, colour),
        MarkerSketch::Burst => burst(c, colour),
        MarkerSketch::Plane => plane(c),
        MarkerSketch::Bridge => bridge(c, 0.0),
        MarkerSketch::BrokenBridge => bridge(c, 3.6),
        MarkerSketch::Flag => flag(c, &[(-5.0, -8.5), (8.0, -8.5), (8.0, 0.5), (-5.0, 0.5)]),
        MarkerSketch::Pennant => flag(c, &[(-5.0, -9.0), (8.5, -4.0), (-5.0, 1.0)]),
        MarkerSketch::NoSupply => no_supply(c, colour),
        MarkerSketch::Ring => ring(c),
        MarkerSketch::Scatter => scatter(c),
        MarkerSketch::Truck => truck(c, colour),
        MarkerSketch::Snow => snow(c),
    }
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
fn can(c: Point, ground: Colour) -> Vec<Element> {
    let p = |x: f32, y: f32| c + point(x, y);
    let mut seams = Outline::line(&[p(-4.0, -1.5), p(4.0, 6.5)]);
    seams.append(Outline::line(&[p(4.0, -1.5), p(-4.0, 6.5)]));
    let handle = Outline::line(&[p(-4.5, -4.0), p(-3.0, -7.5), p(3.0, -7.5), p(4.5, -4.0)]);
    vec![
        Shape::new(Outline::rounded(c.x - 6.0, c.y - 4.0, 12.0, 13.0, 1.5)).fill(Colour::WHITE).into(),
        Shape::new(handle).stroke(Stroke::new(Colour::WHITE, 2.0)).into(),
        Shape::new(seams).stroke(Stroke::new(ground, 1.6)).into(),
    ]
}

/// Two chevrons pointing right.
fn chevrons(c: Point) -> Vec<Element> {
    [-5.0, 1.0]
        .map(|x| {
            let p = |dx: f32, dy: f32| c + point(x + dx, dy);
            Shape::new(Outline::line(&[p(0.0, -5.5), p(5.0, 0.0), p(0.0, 5.5)]))
                .stroke(Stroke::new(Colour::WHITE, 2.8).round())
                .into()
        })
        .into()
}

/// A barred beam on two posts.
fn barrier(c: Point) -> Vec<Element> {
    let p = |dx: f32, dy: f32| c + point(dx, dy);
    let mut posts = Outline::line(&[p(-6.0, -6.0), p(-6.0, 6.5)]);
    posts.append(Outline::line(&[p(6.0, -6.0), p(6.0, 6.5)]));
    let beam = Outline::line(&[p(-8.5, -1.5), p(8.5, -1.5)]);
    vec![
        Shape::new(posts).stroke(Stroke::new(Colour::INK, 2.0)).into(),
        Shape::new(beam.clone()).stroke(Stroke::new(Colour::WHITE, 5.0)).into(),
        Shape::new(beam).stroke(Stroke::new(Colour::INK, 5.0).dashed(&[3.4, 3.4])).into(),
    ]
}

/// Points round a place.
fn placed(c: Point, corners: &[(f32, f32)]) -> Vec<Point> {
    corners.iter().map(|(x, y)| c + point(*x, *y)).collect()
}

fn white(c: Point, corners: &[(f32, f32)]) -> Element {
    Shape::new(Outline::polygon(&placed(c, corners))).fill(Colour::WHITE).into()
}

/// The burst of a shell: a star with a hollow heart.
fn burst(c: Point, ground: Colour) -> Vec<Element> {
    let star: Vec<Point> = (0..16)
        .map(|i| {
            let angle = (f32::from(i as u8) + 0.5) * std::f32::consts::PI / 8.0;
            c + point(angle.cos(), angle.sin()) * if i % 2 == 0 { 9.6 } else { 4.6 }
        })
        .collect();
    vec![
        Shape::new(Outline::polygon(&star)).fill(Colour::WHITE).into(),
        Shape::new(Outline::circle(c, 2.2)).fill(ground).into(),
    ]
}

/// An aircraft from above.
fn plane(c: Point) -> Vec<Element> {
    let body = Outline::line(&placed(c, &[(0.0, -7.4), (0.0, 7.0)]));
    vec![
        Shape::new(body).stroke(Stroke::new(Colour::WHITE, 3.0).round()).into(),
        white(c, &[(-9.5, 1.0), (0.0, -4.0), (9.5, 1.0), (9.5, 3.2), (0.0, 1.0), (-9.5, 3.2)]),
        white(c, &[(-4.2, 7.4), (0.0, 4.6), (4.2, 7.4), (4.2, 9.0), (0.0, 7.6), (-4.2, 9.0)]),
    ]
}

/// Two parapets with splayed ends, with a gap of half a width.
fn bridge(c: Point, gap: f32) -> Vec<Element> {
    let mut parapets = Outline::new();
    for side in [-1.0, 1.0] {
        let y = 3.8 * side;
        for end in [-1.0, 1.0] {
            parapets.append(Outline::line(&placed(c, &[(gap * end, y), (6.5 * end, y), (9.5 * end, 7.8 * side)])));
        }
    }
    let mut drawn = vec![Shape::new(parapets).stroke(Stroke::new(Colour::WHITE, 2.2).round()).into()];
    if gap > 0.0 {
        let mut cross = Outline::line(&placed(c, &[(-2.6, -8.0), (2.6, 8.0)]));
        cross.append(Outline::line(&placed(c, &[(2.6, -8.0), (-2.6, 8.0)])));
        drawn.push(Shape::new(cross).stroke(Stroke::new(Colour::WHITE, 1.6).round()).into());
    }
    drawn
}

/// A cloth on a pole.
fn flag(c: Point, cloth: &[(f32, f32)]) -> Vec<Element> {
    let pole = Outline::line(&placed(c, &[(-5.6, -9.0), (-5.6, 9.0)]));
    vec![white(c, cloth), Shape::new(pole).stroke(Stroke::new(Colour::WHITE, 2.0).round()).into()]
}

/// A crate, struck through.
fn no_supply(c: Point, ground: Colour) -> Vec<Element> {
    let strike = Outline::line(&placed(c, &[(-9.0, 8.5), (9.0, -8.5)]));
    let lid = Outline::line(&placed(c, &[(-7.5, -2.0), (7.5, -2.0)]));
    vec![
        Shape::new(Outline::rounded(c.x - 7.5, c.y - 6.0, 15.0, 12.0, 1.0)).fill(Colour::WHITE).into(),
        Shape::new(lid).stroke(Stroke::new(ground, 1.6)).into(),
        Shape::new(strike.clone()).stroke(Stroke::new(ground, 5.0)).into(),
        Shape::new(strike).stroke(Stroke::new(Colour::WHITE, 2.4).round()).into(),
    ]
}

/// A dot within a ring.
fn ring(c: Point) -> Vec<Element> {
    vec![
        Shape::new(Outline::circle(c, 7.6)).stroke(Stroke::new(Colour::WHITE, 2.4)).into(),
        Shape::new(Outline::circle(c, 2.8)).fill(Colour::WHITE).into(),
    ]
}

/// Arrows from the middle to all sides.
fn scatter(c: Point) -> Vec<Element> {
    let mut arrows = Outline::new();
    for (x, y) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
        let at = |along: f32, across: f32| c + point(x * along - y * across, y * along + x * across);
        arrows.append(Outline::line(&[at(2.4, 0.0), at(8.6, 0.0)]));
        arrows.append(Outline::line(&[at(5.6, -2.8), at(8.8, 0.0), at(5.6, 2.8)]));
    }
    vec![Shape::new(arrows).stroke(Stroke::new(Colour::WHITE, 2.0).round()).into()]
}

/// A truck from the side.
fn truck(c: Point, ground: Colour) -> Vec<Element> {
    let mut wheels = Outline::circle(c + point(-5.0, 5.2), 2.6);
    wheels.append(Outline::circle(c + point(5.4, 5.2), 2.6));
    vec![
        white(c, &[(-9.5, -5.5), (2.0, -5.5), (2.0, 4.5), (-9.5, 4.5)]),
        white(c, &[(3.0, -2.5), (6.6, -2.5), (9.5, 1.0), (9.5, 4.5), (3.0, 4.5)]),
        Shape::new(wheels).fill(Colour::WHITE).stroke(Stroke::new(ground, 1.4)).into(),
    ]
}

/// A flake of snow.
fn snow(c: Point) -> Vec<Element> {
    let mut lines = Outline::new();
    for turn in [0.0f32, 60.0, 120.0] {
        let along = point(turn.to_radians().sin(), turn.to_radians().cos()) * 8.8;
        lines.append(Outline::line(&[c - along, c + along]));
    }
    vec![
        Shape::new(lines).stroke(Stroke::new(Colour::WHITE, 2.0).round()).into(),
        Shape::new(Outline::circle(c, 4.4)).stroke(Stroke::new(Colour::WHITE, 1.4)).into(),
    ]
}
