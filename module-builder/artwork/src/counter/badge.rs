use super::sketch::sketched;
use crate::scene::{Colour, Element, Face, Group, Outline, Point, Scene, Shape, Stroke, Text, point};
use definitions::{MarkerKind, MarkerShape, MarkerSpot};

const SANDBAGS: Colour = Colour::rgb(0xe5d2a4);

/// A marker as an overlay for a counter: a transparent square of the counter's size with the badge in its spot. Where
/// every kind has a spot of its own, overlays may be laid over each other in any order.
pub fn badge(kind: &MarkerKind) -> Scene {
    let mut scene = Scene::new(super::SIZE, super::SIZE);
    scene.extend(draw(kind));
    scene
}

/// The badge alone, as large as a square of a counter's size allows: for places that are too small for a marker with its
/// title.
pub fn sign(kind: &MarkerKind) -> Scene {
    let mut scene = Scene::new(super::SIZE, super::SIZE);
    let (middle, zoom) = (point(super::SIZE / 2.0, super::SIZE / 2.0), enlarged(kind.look.shape, super::SIZE));
    scene.push(Group::new(draw(kind)).at(middle - centre(kind) * zoom).scaled(zoom));
    scene
}

/// How much a badge of a shape is enlarged to be so many units high.
pub(super) fn enlarged(shape: MarkerShape, height: f32) -> f32 {
    height
        / match shape {
            MarkerShape::Rampart => super::SIZE,
            MarkerShape::Plate => 29.0,
            MarkerShape::Disc | MarkerShape::Octagon | MarkerShape::Triangle => 26.0,
            MarkerShape::Diamond => 29.0,
        }
}

/// The middle of a marker's badge on a counter.
pub(super) fn centre(kind: &MarkerKind) -> Point {
    let MarkerKind { look, .. } = kind;
    if look.shape == MarkerShape::Rampart {
        return point(50.0, 50.0);
    }
    // a plate with a sign is wider than one with a sketch
    let inward = if look.shape == MarkerShape::Plate && look.sketch.is_none() { 2.0 } else { 0.0 };
    match look.spot {
        MarkerSpot::TopLeft => point(14.0 + inward, 12.5),
        MarkerSpot::TopRight => point(86.0 - inward, 12.5),
        MarkerSpot::UpperLeft => point(14.5, 34.0),
        MarkerSpot::UpperRight => point(85.5, 34.0),
        MarkerSpot::LowerLeft => point(14.5, 55.0),
        MarkerSpot::LowerRight => point(85.5, 55.0),
    }
}

/// The badge of a marker, in its spot on a counter.
pub(super) fn draw(kind: &MarkerKind) -> Vec<Element> {
    let (c, colour) = (centre(kind), Colour::rgb(kind.colour));
    let outline = match kind.look.shape {
        MarkerShape::Rampart => return rampart(colour),
        MarkerShape::Plate if kind.look.sketch.is_some() => Outline::rounded(c.x - 11.5, c.y - 10.5, 23.0, 21.0, 3.0),
        MarkerShape::Plate => Outline::rounded(c.x - 13.5, c.y - 10.5, 27.0, 21.0, 3.0),
        MarkerShape::Disc => Outline::circle(c, 10.8),
        MarkerShape::Octagon => octagon(c),
        MarkerShape::Triangle => {
            Outline::polygon(&[c + point(-12.0, -9.0), c + point(12.0, -9.0), c + point(0.0, 11.5)])
        }
        MarkerShape::Diamond => {
            let across = [point(0.0, -12.5), point(12.0, 0.0), point(0.0, 12.5), point(-12.0, 0.0)];
            Outline::polygon(&across.map(|corner| c + corner))
        }
    };
    let mut drawn = Vec::new();
    if kind.look.shape != MarkerShape::Plate {
        drawn.push(Shape::new(outline.clone()).stroke(Stroke::new(Colour::INK, 3.6)).into());
    }
    drawn.push(plate(outline, colour));
    // a triangle has its room above the middle
    let middle = if kind.look.shape == MarkerShape::Triangle { c + point(0.0, -2.6) } else { c };
    match kind.look.sketch {
        Some(sketch) => drawn.extend(sketched(sketch, middle, colour)),
        None => {
            let (size, room) = if kind.look.shape == MarkerShape::Plate { (17.0, 23.0) } else { (19.0, 17.0) };
            drawn.push(Text::new(&kind.sign, middle, Face::Bold, size, colour.ink()).centred().at_most(room).into());
        }
    }
    drawn
}

/// A badge's ground with a white rim and a dark hairline, so that it stands out on any counter.
fn plate(outline: Outline, colour: Colour) -> Element {
    Shape::new(outline).fill(colour).stroke(Stroke::new(colour.ink(), 1.6)).into()
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

/// A parapet of sandbags along three edges.
fn rampart(colour: Colour) -> Vec<Element> {
    let wall = Outline::line(&[point(3.0, 58.0), point(3.0, 97.0), point(97.0, 97.0), point(97.0, 58.0)]);
    vec![
        Shape::new(wall.clone()).stroke(Stroke::new(colour, 6.0).round()).into(),
        Shape::new(wall).stroke(Stroke::new(SANDBAGS, 3.0).dashed(&[5.4, 2.2])).into(),
    ]
}
