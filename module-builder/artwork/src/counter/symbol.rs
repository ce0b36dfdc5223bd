use crate::scene::{Colour, Element, Face, Outline, Point, Shape, Stroke, Text, point};
use definitions::{Echelon, Symbol};

/// Half width and half height of the symbol's box.
const HALF: Point = point(22.0, 14.0);
const CENTRE: Point = point(50.0, 47.5);
const LINE: f32 = 2.8;
/// Where lines end that run to the frame, in shares of the box: their round ends stay within it.
const NEAR: f32 = 0.93;

/// The symbol's box with what is in it, and the size mark above it.
///
/// An HQ's box is filled with the colour of its formation's bar and holds its short name (`legend`).
pub(super) fn draw(
    (symbol, echelon): (Symbol, Echelon),
    body: Colour,
    bar: Colour,
    legend: &str,
    light_on_dark: bool,
) -> Vec<Element> {
    let dark = body.towards(Colour::INK, 0.82);
    let pale = Colour::rgb(0xfbf7ea);
    let (fill, ink) = if light_on_dark { (dark, pale) } else { (pale, dark) };
    let mut drawn = Vec::new();
    if symbol == Symbol::Headquarters {
        headquarters(&mut drawn, bar, legend, dark);
    } else {
        drawn.push(Shape::new(frame()).fill(fill).stroke(Stroke::new(dark, 2.2)).into());
        drawn.extend(inside(symbol, ink));
        // The frame again, so that the ends of the lines stay inside it.
        drawn.push(Shape::new(frame()).stroke(Stroke::new(ink, 1.6)).into());
    }
    drawn.extend(size_mark(echelon, dark));
    drawn
}

fn frame() -> Outline {
    Outline::rectangle(CENTRE.x - HALF.x, CENTRE.y - HALF.y, 2.0 * HALF.x, 2.0 * HALF.y)
}

/// A point of the box: -1 to 1 across and down.
fn at(x: f32, y: f32) -> Point {
    CENTRE + point(x * HALF.x, y * HALF.y)
}

fn stroke(outline: Outline, ink: Colour) -> Element {
    Shape::new(outline).stroke(Stroke::new(ink, LINE).round()).into()
}

fn inside(symbol: Symbol, ink: Colour) -> Vec<Element> {
    match symbol {
        Symbol::Infantry => cross(ink).into(),
        Symbol::Airborne => {
            let mut drawn = cross(ink).to_vec();
            drawn.push(parachute(ink));
            drawn
        }
        Symbol::Glider => {
            let mut drawn = cross(ink).to_vec();
            let wings = [at(-0.78, 0.86), at(-0.42, 0.42), at(0.42, 0.42), at(0.78, 0.86)];
            drawn.push(stroke(Outline::line(&wings), ink));
            drawn
        }
        Symbol::Bicycle => {
            let mut drawn = cross(ink).to_vec();
            let wheel = |x: f32| Shape::new(Outline::circle(at(x, 0.62), 4.0)).stroke(Stroke::new(ink, 1.8)).into();
            drawn.extend([-0.26, 0.26].map(wheel));
            drawn
        }
        Symbol::Motorised => {
            let mut drawn = cross(ink).to_vec();
            drawn.push(stroke(Outline::line(&[at(0.0, -NEAR), at(0.0, NEAR)]), ink));
            drawn
        }
        Symbol::Mechanised => {
            let mut drawn = cross(ink).to_vec();
            drawn.push(track(ink));
            drawn
        }
        Symbol::Armour => vec![track(ink)],
        Symbol::Cavalry => vec![slash(ink), track(ink)],
        Symbol::Reconnaissance => vec![slash(ink)],
        Symbol::TankDestroyers => vec![wedge(ink)],
        Symbol::Artillery => vec![ball(at(0.0, 0.0), 6.5, ink)],
        Symbol::Rockets => {
            let roof = |y: f32| Outline::line(&[at(-0.42, y + 0.42), at(0.0, y), at(0.42, y + 0.42)]);
            vec![ball(at(0.0, 0.5), 5.0, ink), stroke(roof(-0.82), ink), stroke(roof(-0.4), ink)]
        }
        Symbol::AssaultGuns => vec![wedge(ink), track(ink)],
        Symbol::Engineers => {
            let beam = Outline::line(&[at(-0.6, 0.5), at(-0.6, -0.45), at(0.6, -0.45), at(0.6, 0.5)]);
            let pier = Outline::line(&[at(0.0, -0.45), at(0.0, 0.5)]);
            [beam, pier].map(|o| Shape::new(o).stroke(Stroke::new(ink, 4.0)).into()).into()
        }
        Symbol::Headquarters => Vec::new(),
    }
}

fn cross(ink: Colour) -> [Element; 2] {
    [stroke(Outline::line(&[at(-NEAR, -NEAR), at(NEAR, NEAR)]), ink), slash(ink)]
}

fn slash(ink: Colour) -> Element {
    stroke(Outline::line(&[at(-NEAR, NEAR), at(NEAR, -NEAR)]), ink)
}

fn wedge(ink: Colour) -> Element {
    stroke(Outline::line(&[at(-NEAR, NEAR), at(0.0, -NEAR), at(NEAR, NEAR)]), ink)
}

fn track(ink: Colour) -> Element {
    let (a, b) = (at(-0.66, -0.52), at(0.66, 0.52));
    stroke(Outline::rounded(a.x, a.y, b.x - a.x, b.y - a.y, 7.3), ink)
}

fn ball(centre: Point, radius: f32, ink: Colour) -> Element {
    Shape::new(Outline::circle(centre, radius)).fill(ink).into()
}

/// Two canopies side by side in the foot of the box.
fn parachute(ink: Colour) -> Element {
    let mut canopies = Outline::new();
    for x in [-0.4f32, 0.0] {
        canopies.move_to(at(x, 0.74));
        canopies.cubic_to(at(x + 0.04, 0.28), at(x + 0.36, 0.28), at(x + 0.4, 0.74));
    }
    Shape::new(canopies).stroke(Stroke::new(ink, 2.4).round()).into()
}

/// A command flag on its staff, in the formation's colour, with the formation's short name.
fn headquarters(drawn: &mut Vec<Element>, bar: Colour, legend: &str, dark: Colour) {
    let staff = Outline::line(&[at(-1.0, -1.0), at(-1.0, 1.85)]);
    drawn.push(Shape::new(staff).stroke(Stroke::new(dark, 3.6)).into());
    drawn.push(Shape::new(frame()).fill(bar).stroke(Stroke::new(dark, 2.6)).into());
    let stripe = Outline::rectangle(at(-1.0, -1.0).x, at(0.0, -1.0).y, 2.0 * HALF.x, 5.0);
    drawn.push(Shape::new(stripe).fill(dark).into());
    let text = if legend.is_empty() { "HQ" } else { legend };
    drawn.push(Text::new(text, at(0.0, 0.18), Face::Bold, 22.0, bar.ink()).centred().at_most(38.0).into());
}

/// The size mark, drawn as bars and crosses so that it stays sharp when small.
fn size_mark(echelon: Echelon, ink: Colour) -> Vec<Element> {
    let (top, height) = (24.0, 7.0);
    let row =
        |count: usize, pitch: f32| (0..count).map(move |i| 50.0 + (i as f32 - (count as f32 - 1.0) / 2.0) * pitch);
    let bars = |count| {
        row(count, 5.6)
            .map(|x| {
                Shape::new(Outline::line(&[point(x, top), point(x, top + height)])).stroke(Stroke::new(ink, 2.6)).into()
            })
            .collect()
    };
    let crosses = |count| {
        row(count, 8.6)
            .map(|x| {
                let mut o = Outline::line(&[point(x - 3.1, top + 0.3), point(x + 3.1, top + height - 0.3)]);
                o.append(Outline::line(&[point(x - 3.1, top + height - 0.3), point(x + 3.1, top + 0.3)]));
                Shape::new(o).stroke(Stroke::new(ink, 2.2)).into()
            })
            .collect()
    };
    let letters = |letters: &str| {
        vec![Text::new(letters, point(50.0, top + height / 2.0), Face::Bold, 11.5, ink).centred().spaced(1.0).into()]
    };
    match echelon {
        Echelon::Company => bars(1),
        Echelon::Battalion => bars(2),
        Echelon::Regiment => bars(3),
        Echelon::Brigade => crosses(1),
        Echelon::Division => crosses(2),
        Echelon::Corps => crosses(3),
        Echelon::Army => crosses(4),
        Echelon::Kampfgruppe => letters("KG"),
        Echelon::TaskForce => letters("TF"),
        Echelon::Group => letters("GP"),
    }
}
