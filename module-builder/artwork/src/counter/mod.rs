//! Counter faces, drawn in a square of 100 units from what the definitions say of a unit.
//!
//! One layout serves mail, page, print and module. It is made to be read at 35 pixels: formation bar with the name,
//! size mark and symbol, then strength, steps and quality (an HQ: support rating and C3I letter). Nothing is told by
//! hue alone: the first side's symbols are light on dark, the others' dark on light; the formation stands in letters beside
//! the symbol if the name does not have it; steps stand in a square for units on foot and in a track-shaped box for units on
//! wheels and tracks; a marker has its own place, shape and letter.

mod badge;
mod marker;
mod reverse;
mod sketch;
mod symbol;

pub use badge::{badge, sign};
pub use marker::{Support, marker, support_marker, track_marker};
pub use reverse::reverse;

use crate::scene::{Anchor, Colour, Face, Outline, Point, Scene, Shape, Stroke, Text, png, point};
use definitions::{FaceText, MarkerKind, Symbol, Unit, UnitId, Units};

/// Side of a counter's drawing.
pub const SIZE: f32 = 100.0;

/// Billows of the cloud on a back: middle and radius.
const CLOUD: [(f32, f32, f32); 6] = [
    (27.0, 62.0, 17.0),
    (38.0, 42.0, 18.0),
    (60.0, 38.0, 20.0),
    (76.0, 58.0, 16.0),
    (50.0, 62.0, 20.0),
    (64.0, 66.0, 15.0),
];

/// Colour of the bar of units that belong to no formation (rulebook 1.1: pink).
pub const INDEPENDENT: Colour = Colour::rgb(0xe8a3b6);
const UNKNOWN: Colour = Colour::rgb(0x8a8680);
const ON_TRACKS: Colour = Colour::rgb(0xb3261e);
const ON_FOOT: Colour = Colour::rgb(0x1f4e8c);
const LOSS: Colour = Colour::rgb(0x111111);

/// The face of a unit with so many steps lost, with the badges of the markers on it.
///
/// A unit that the game does not have, or whose last step is gone, is drawn as an unknown counter.
pub fn face(units: &Units, unit: UnitId, steps_lost: u8, markers: &[&MarkerKind]) -> Scene {
    let Some(known) = units.units.get(unit.index()) else { return back(units, u8::MAX) };
    let mut scene = blank(body(units, known));
    let formation = known.formation.and_then(|f| units.formations.get(f.index()));
    let bar = formation.map_or(INDEPENDENT, |f| Colour::rgb(f.colour));
    let texts = units.face_of(known);
    let told = tells_steps(units, known);
    let flipped = if told { steps_lost > 0 } else { is_flipped(known, steps_lost) };
    if flipped {
        scene.push(Shape::new(Outline::rectangle(1.5, 21.0, 97.0, 43.0)).fill(Colour::WHITE));
    }
    name_bar(&mut scene, &known.name, bar);
    let light_on_dark = known.side == 0;
    let legend = formation.map_or("", |f| f.short.as_str());
    let drawn = (known.symbol_after(steps_lost), known.echelon);
    scene.extend(symbol::draw(drawn, body(units, known), bar, legend, light_on_dark));
    let ink = body(units, known).ink();
    if let Some(texts) = texts {
        let ink = if flipped { Colour::INK } else { ink };
        face_texts(&mut scene, units, texts, known, steps_lost, ink);
        if known.symbol != Symbol::Headquarters && !says(&known.name, legend) {
            scene.push(fitted(legend, point(84.0, 32.0), Face::Bold, 14.0, 21.0, ink));
        }
    } else if known.symbol == Symbol::Headquarters {
        headquarters_numbers(&mut scene, known, steps_lost, ink);
    } else {
        unit_numbers(&mut scene, known, steps_lost, ink);
        let ink = if flipped { Colour::INK } else { ink };
        scene.push(fitted(legend, point(14.6, 47.5), Face::Bold, 13.0, 20.4, ink));
    }
    if !told && has_loss_marker(known, steps_lost) {
        loss(&mut scene);
    }
    for kind in markers {
        scene.extend(badge::draw(kind));
    }
    scene
}

/// What a printed counter says of its place at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The number of its hex.
    Hex(String),
    /// The turn in which it comes.
    Turn(u8),
}

/// A face with what it says of its start, left above the symbol: a hex plain, a turn light on dark.
pub fn starting(mut face: Scene, start: &Start) -> Scene {
    // between the left edge and the size mark
    const ROOM: f32 = 33.0;
    let (code, ink, middle) = match start {
        Start::Hex(number) => {
            let width = Face::SemiBold.width(number, LEAST).min(ROOM);
            (number.clone(), Colour::INK, 5.0 + width / 2.0)
        }
        Start::Turn(turn) => {
            face.push(Shape::new(Outline::rounded(5.0, 23.0, 21.0, 13.0, 3.0)).fill(Colour::INK));
            (format!("T{turn}"), Colour::WHITE, 15.5)
        }
    };
    face.push(Text::new(code, point(middle, 29.5), Face::SemiBold, LEAST, ink).centred().at_most(ROOM));
    face
}

/// The face of a unit as SVG, 100 units wide and high.
pub fn counter_svg(units: &Units, unit: UnitId, steps_lost: u8, markers: &[&MarkerKind]) -> String {
    face(units, unit, steps_lost, markers).svg()
}

/// The face of a unit as a PNG so many pixels wide and high (8 to 1,000), transparent outside its round corners.
pub fn counter_png(units: &Units, unit: UnitId, steps_lost: u8, markers: &[&MarkerKind], pixels: u32) -> Vec<u8> {
    png(&face(units, unit, steps_lost, markers).pixmap(pixels.clamp(8, 1000) as f32 / SIZE))
}

/// The back of a counter of a side: what an opponent sees in the fog. A cloud with the side's initial, for nothing is
/// told by hue alone.
pub fn back(units: &Units, side: u8) -> Scene {
    let known = units.sides.get(usize::from(side));
    let colour = side_body(known.map_or(UNKNOWN, |s| Colour::rgb(s.colour)));
    let mut scene = blank(colour);
    let (cloud, rim) = (colour.towards(Colour::WHITE, 0.75), Stroke::new(colour.towards(Colour::INK, 0.45), 5.0));
    // every billow is edged before all are filled, so that edges are left around the whole cloud only
    for edged in [true, false] {
        for (x, y, radius) in CLOUD {
            let billow = Shape::new(Outline::circle(point(x, y), radius));
            scene.push(if edged { billow.stroke(rim.clone()) } else { billow.fill(cloud) });
        }
    }
    let initial = known.and_then(|s| s.name.chars().next()).map(String::from).unwrap_or_default();
    scene.push(Text::new(initial + "?", point(50.0, 54.0), Face::Bold, 46.0, cloud.ink()).centred());
    scene
}

/// The inks of badges and boxes, which every picture's palette must hold.
pub(crate) fn inks(markers: &[MarkerKind]) -> Vec<Colour> {
    let mut inks: Vec<Colour> = markers.iter().map(|kind| Colour::rgb(kind.colour)).collect();
    inks.extend([INDEPENDENT, ON_TRACKS, ON_FOOT]);
    inks
}

/// An empty counter of a colour: body and edge. Nothing runs along the cut, where it would tell every slip of the knife.
pub fn blank(colour: Colour) -> Scene {
    let mut scene = Scene::new(SIZE, SIZE);
    scene.push(
        Shape::new(Outline::rounded(0.75, 0.75, 98.5, 98.5, 7.0))
            .fill(colour)
            .stroke(Stroke::new(colour.towards(Colour::INK, 0.72), 1.5)),
    );
    scene
}

/// Colour of a unit's counter: its side's, sandier for the nations that fight beside the first one.
fn body(units: &Units, unit: &Unit) -> Colour {
    if let Some(own) = units.own_colour(unit) {
        return side_body(Colour::rgb(own));
    }
    let side = side_body(units.sides.get(usize::from(unit.side)).map_or(UNKNOWN, |s| Colour::rgb(s.colour)));
    let leading = units.units.iter().find(|u| u.side == unit.side).map_or("", |u| u.nation.as_str());
    if unit.nation == leading { side } else { side.towards(Colour::rgb(0xe2c48d), 0.6) }
}

/// Whether the numbers on a unit's counter differ by step and so tell each loss; a loss marker would lie on them.
pub fn tells_steps(units: &Units, unit: &Unit) -> bool {
    units.face_of(unit).is_some() && unit.values.values().any(|value| value.by_steps_lost.len() > 1)
}

/// Whether the counter shows its reduced side (1.2: two steps flip at the first loss, larger units at the second).
pub fn is_flipped(unit: &Unit, steps_lost: u8) -> bool {
    steps_lost >= if unit.steps > 2 { 2 } else { 1 }
}

/// Whether a loss marker lies under the counter (1.2: at the first and third loss of units of more than two steps).
pub fn has_loss_marker(unit: &Unit, steps_lost: u8) -> bool {
    unit.steps > 2 && steps_lost % 2 == 1
}

/// A side's colour as counters have it: a little lighter, so that dark figures stand out.
pub fn side_body(colour: Colour) -> Colour {
    colour.towards(Colour::WHITE, 0.2)
}

fn name_bar(scene: &mut Scene, name: &str, bar: Colour) {
    let edge = bar.towards(Colour::INK, 0.5);
    scene.push(Shape::new(Outline::rounded(2.5, 2.5, 95.0, 19.5, 5.0)).fill(bar).stroke(Stroke::new(edge, 1.0)));
    scene.push(fitted(name, point(50.0, 11.7), Face::Bold, 19.5, 89.0, bar.ink()));
}

fn unit_numbers(scene: &mut Scene, unit: &Unit, steps_lost: u8, ink: Colour) {
    let number = |name: &str| unit.values.get(name).map(|v| v.after(steps_lost).to_string()).unwrap_or_default();
    big(scene, &number("strength"), Anchor::Start, ink);
    big(scene, &number("quality"), Anchor::End, ink);
    let left = unit.steps.saturating_sub(steps_lost);
    let (colour, outline) = if rides(unit.symbol) {
        (ON_TRACKS, Outline::rounded(33.5, 67.5, 33.0, 26.0, 13.0))
    } else {
        (ON_FOOT, Outline::rounded(37.0, 67.5, 26.0, 26.0, 1.5))
    };
    scene.push(Shape::new(outline).fill(colour).stroke(Stroke::new(Colour::WHITE, 1.8)));
    scene.push(Text::new(left.to_string(), point(50.0, 80.5), Face::Bold, 29.0, Colour::WHITE).centred());
}

/// Room for a line of numbers: it keeps off the cuts.
const NUMBERS: f32 = 86.0;
/// Rim of a movement allowance that tells by its colour who moves.
const RIM: f32 = 2.0;

/// What a game's `face` lines put on its counters: a line of numbers below the symbol, small ones beside it.
fn face_texts(scene: &mut Scene, units: &Units, texts: &FaceText, unit: &Unit, steps_lost: u8, beside: Colour) {
    let mut ink = body(units, unit).ink();
    let filled = |text: &str| FaceText::fill(text, unit, steps_lost);
    if let Some(band) = units.bands.iter().find(|band| unit.is(&band.name)) {
        let colour = Colour::rgb(band.colour);
        scene.push(Shape::new(Outline::rounded(3.0, 69.0, 94.0, 26.0, 3.0)).fill(colour));
        ink = colour.ink();
    }
    let line = filled(&texts.below);
    // Brackets reach lower than figures.
    let (size, level) = if line.contains(['[', '(']) { (28.5, 80.5) } else { (33.0, 81.5) };
    match (movement_ink(unit), line.rsplit_once('-')) {
        (Some((own, rim)), Some((before, movement))) => {
            let before = format!("{before}-");
            let width = |text: &str| Text::new(text, Point::default(), Face::Bold, size, ink).width();
            let (left, right) = (width(&before), width(movement));
            let share = (NUMBERS / (left + RIM + right)).min(1.0);
            let start = 50.0 - (left + RIM + right) * share / 2.0;
            let text = |text: &str, x: f32, ink: Colour| {
                let width = width(text) * share;
                Text::new(text, point(x + width / 2.0, level), Face::Bold, size, ink).centred().at_most(width)
            };
            scene.push(text(&before, start, ink));
            scene.push(text(movement, start + (left + RIM) * share, own).halo(rim, RIM));
        }
        _ => scene.push(Text::new(line, point(50.0, level), Face::Bold, size, ink).centred().at_most(NUMBERS)),
    }
    // Low enough for badges and the formation's letters above.
    for (text, x) in [(&texts.left, 15.5), (&texts.right, 84.5)] {
        scene.push(Text::new(filled(text), point(x, 52.0), Face::Bold, 21.0, beside).centred().at_most(19.0));
    }
}

/// Whether a counter's name says already of which formation it is: `Art 5 Pz`, `CCA/4 Arm`.
fn says(name: &str, formation: &str) -> bool {
    format!(" {} ", name.replace(['/', '.'], " ")).contains(&format!(" {formation} "))
}

/// Least size of letters: 5.5 points on a counter of five eighths of an inch.
const LEAST: f32 = 12.3;

/// A text in the middle of a place, set smaller where it would have to be squeezed.
fn fitted(text: &str, at: Point, face: Face, size: f32, room: f32, ink: Colour) -> Text {
    let size = (size * (room / face.width(text, size)).clamp(0.8, 1.0)).max(LEAST.min(size));
    Text::new(text, at, face, size, ink).centred().at_most(room)
}

/// The colour of a movement allowance and of its rim, where a game tells legs from wheels by it: white on foot, black
/// on wheels and tracks (*Ardennes II* 1.3).
fn movement_ink(unit: &Unit) -> Option<(Colour, Colour)> {
    if unit.is("leg") {
        Some((Colour::WHITE, Colour::INK))
    } else if unit.is("mech") {
        Some((Colour::INK, Colour::WHITE))
    } else {
        None
    }
}

fn headquarters_numbers(scene: &mut Scene, unit: &Unit, steps_lost: u8, ink: Colour) {
    if let Some(support) = unit.values.get("support") {
        big(scene, &support.after(steps_lost).to_string(), Anchor::Start, ink);
    }
    if let Some(rating) = unit.values.get("c3i") {
        big(scene, &c3i_letter(rating.after(steps_lost)).to_string(), Anchor::End, ink);
    }
}

/// The letter of a C3I rating that the definitions give as a number: 1 is A, the best (9.5).
fn c3i_letter(rating: i16) -> char {
    u8::try_from(rating).ok().filter(|r| (1..=26).contains(r)).map_or('?', |r| char::from(b'A' + r - 1))
}

fn big(scene: &mut Scene, number: &str, anchor: Anchor, ink: Colour) {
    let x = if anchor == Anchor::Start { 7.0 } else { 93.0 };
    scene.push(Text::new(number, point(x, 92.5), Face::Bold, 35.0, ink).anchor(anchor).at_most(25.5));
}

/// Whether a unit's steps stand in the red box: mechanised and armoured units, as opposed to infantry (1.1).
fn rides(symbol: Symbol) -> bool {
    match symbol {
        Symbol::Armour | Symbol::Mechanised | Symbol::Motorised | Symbol::Cavalry => true,
        Symbol::Reconnaissance | Symbol::AssaultGuns | Symbol::TankDestroyers => true,
        Symbol::Infantry
        | Symbol::Airborne
        | Symbol::Glider
        | Symbol::Bicycle
        | Symbol::Artillery
        | Symbol::Rockets
        | Symbol::Engineers
        | Symbol::Headquarters => false,
    }
}

/// The loss marker that lies under the counter: a minus at the shoulder of the steps box.
fn loss(scene: &mut Scene) {
    let disc = Outline::circle(point(68.0, 69.5), 7.2);
    scene.push(Shape::new(disc).fill(LOSS).stroke(Stroke::new(Colour::WHITE, 1.4)));
    scene.push(Shape::new(Outline::rectangle(63.8, 68.2, 8.4, 2.6)).fill(Colour::WHITE));
}
