use super::{badge, blank};
use crate::scene::{Anchor, Colour, Element, Face, Group, Outline, Point, Scene, Shape, Stroke, Text, point, wrap};
use definitions::{MarkerKind, MarkerShape};

/// A kind of support marker (rulebook 1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Support {
    /// Guns: one column.
    Artillery,
    /// Heavy guns: two columns.
    HeavyArtillery,
    /// Rocket launchers: two columns.
    Nebelwerfer,
    /// Tanks: one on the die.
    Tank,
    /// Assault guns: one on the die.
    StuG,
    /// Heavy tanks: one on the die.
    Tiger,
    /// Tank hunters: one on the die.
    Hetzer,
}

impl Support {
    /// All kinds.
    pub const ALL: [Support; 7] = [
        Support::Artillery,
        Support::HeavyArtillery,
        Support::Nebelwerfer,
        Support::Tank,
        Support::StuG,
        Support::Tiger,
        Support::Hetzer,
    ];

    /// The kind's id in the definitions.
    pub const fn id(self) -> &'static str {
        match self {
            Support::Artillery => "artillery",
            Support::HeavyArtillery => "heavy-artillery",
            Support::Nebelwerfer => "nebelwerfer",
            Support::Tank => "tank",
            Support::StuG => "stug",
            Support::Tiger => "tiger",
            Support::Hetzer => "hetzer",
        }
    }

    /// The kind with an id.
    pub fn find(id: &str) -> Option<Support> {
        Support::ALL.into_iter().find(|kind| kind.id() == id)
    }

    const fn title(self) -> &'static str {
        match self {
            Support::Artillery => "Artillery",
            Support::HeavyArtillery => "Heavy art.",
            Support::Nebelwerfer => "Nebelwerfer",
            Support::Tank => "Armour",
            Support::StuG => "StuG",
            Support::Tiger => "Tiger",
            Support::Hetzer => "Hetzer",
        }
    }

    /// What it does, as printed (1.6.1, 1.6.2).
    const fn effect(self) -> &'static str {
        match self {
            Support::Artillery => "+1 Col",
            Support::HeavyArtillery | Support::Nebelwerfer => "+2 Col",
            Support::Tank | Support::StuG | Support::Tiger | Support::Hetzer => "+1",
        }
    }
}

/// A support marker in the colour of its side (0xRRGGBB).
pub fn support_marker(kind: Support, side_colour: u32) -> Scene {
    let body = super::side_body(Colour::rgb(side_colour));
    let mut scene = blank(body);
    let ink = body.ink();
    scene.push(Text::new(kind.title(), point(50.0, 15.0), Face::Bold, 20.0, ink).centred().at_most(88.0));
    scene.push(Shape::new(Outline::rounded(8.0, 26.0, 84.0, 40.0, 4.0)).fill(body.towards(Colour::WHITE, 0.82)));
    let dark = body.towards(Colour::INK, 0.85);
    scene.extend(silhouette(kind, dark, point(50.0, 46.0)));
    scene.push(Text::new(kind.effect(), point(50.0, 93.0), Face::Bold, 31.0, ink).anchor(Anchor::Middle));
    scene
}

/// A marker as a counter of its own: its title, and below it its badge enlarged.
pub fn marker(kind: &MarkerKind) -> Scene {
    let colour = Colour::rgb(kind.colour);
    let ground = kind.look.ground.map_or(colour.towards(Colour::WHITE, 0.7), Colour::rgb);
    let mut scene = blank(ground);
    scene.extend(titled(&kind.title));
    if kind.look.shape == MarkerShape::Plate && kind.look.sketch.is_none() {
        scene.push(Shape::new(Outline::rounded(20.0, 37.0, 60.0, 52.0, 7.0)).fill(colour));
        scene.push(Text::new(&kind.sign, point(50.0, 63.0), Face::Bold, 40.0, colour.ink()).centred().at_most(52.0));
        return scene;
    }
    let zoom = badge::enlarged(kind.look.shape, if kind.look.shape == MarkerShape::Rampart { 90.0 } else { 64.0 });
    let middle = point(50.0, if kind.look.shape == MarkerShape::Rampart { 50.0 } else { 63.0 });
    let drawn = Group::new(badge::draw(kind)).at(middle - badge::centre(kind) * zoom).scaled(zoom);
    scene.push(drawn);
    if kind.look.shape == MarkerShape::Rampart {
        let sign = Text::new(&kind.sign, point(50.0, 62.0), Face::Bold, 46.0, Colour::INK);
        scene.push(sign.centred().at_most(64.0));
    }
    scene
}

/// The marker that runs along a track: a clock for the turns, a star for points.
pub fn track_marker(title: &str, colour: u32, of_turns: bool) -> Scene {
    let colour = Colour::rgb(colour).towards(Colour::INK, 0.25);
    let mut scene = blank(colour.towards(Colour::WHITE, 0.7));
    scene.extend(titled(title));
    let middle = point(50.0, 64.0);
    scene.push(filled(Outline::circle(middle, 28.0), colour));
    if of_turns {
        scene.push(filled(Outline::circle(middle, 21.0), Colour::WHITE));
        let hand = |x: f32, y: f32| line(&[middle, middle + point(x, y)], 5.0, colour);
        scene.extend([hand(0.0, -15.0), hand(10.0, 6.0)]);
    } else {
        let corner = |n: usize| {
            let angle = std::f32::consts::PI * (n as f32 / 5.0 - 0.5);
            middle + point(angle.cos(), angle.sin()) * if n.is_multiple_of(2) { 22.0 } else { 9.0 }
        };
        let corners: Vec<Point> = (0..10).map(corner).collect();
        scene.push(filled(Outline::polygon(&corners), Colour::WHITE));
    }
    scene
}

/// The title at the head of a marker: in one line, or in smaller ones where it would have to be squeezed.
fn titled(title: &str) -> Vec<Element> {
    const ROOM: f32 = 90.0;
    let fits = |size: &f32| Face::Bold.width(title, *size) <= ROOM;
    let (size, rows) = match [21.0, 19.0].into_iter().find(fits) {
        Some(size) => (size, vec![title.to_owned()]),
        None => {
            let set_in = |size: f32| (size, wrap(title, Face::Bold, size, ROOM));
            let fits = |(size, rows): &(f32, Vec<String>)| {
                rows.len() as f32 * size <= 32.0 && rows.iter().all(|row| Face::Bold.width(row, *size) <= ROOM)
            };
            [18.0, 16.0, 14.0, 12.0].into_iter().map(set_in).find(fits).unwrap_or_else(|| set_in(10.5))
        }
    };
    let first = 18.0 - size * (rows.len() as f32 - 1.0) / 2.0;
    let row = |(n, row): (usize, String)| {
        let at = point(50.0, first + n as f32 * size);
        Text::new(row, at, Face::Bold, size, Colour::INK).centred().at_most(ROOM).into()
    };
    rows.into_iter().enumerate().map(row).collect()
}

fn filled(outline: Outline, ink: Colour) -> Element {
    Shape::new(outline).fill(ink).into()
}

fn line(points: &[Point], width: f32, ink: Colour) -> Element {
    Shape::new(Outline::line(points)).stroke(Stroke::new(ink, width).round()).into()
}

fn silhouette(kind: Support, ink: Colour, c: Point) -> Vec<Element> {
    let p = |x: f32, y: f32| c + point(x, y);
    match kind {
        Support::Artillery => gun(ink, c, 1.0),
        Support::HeavyArtillery => gun(ink, c, 1.35),
        Support::Nebelwerfer => {
            let mut drawn =
                vec![line(&[p(-24.0, 14.0), p(2.0, 3.0)], 3.4, ink), filled(Outline::circle(p(4.0, 9.0), 8.0), ink)];
            for (x, y) in [(0.0, -8.0), (8.0, -10.5), (-3.0, -1.5), (11.0, -4.0), (4.0, -3.0)] {
                drawn.push(line(&[p(x - 8.0, y + 5.0), p(x + 14.0, y - 5.0)], 5.0, ink));
            }
            drawn
        }
        Support::Tank => tank(ink, c, &[p(-9.0, -4.0), p(-6.0, -15.0), p(9.0, -15.0), p(12.0, -4.0)], 33.0, 3.4),
        Support::Tiger => tank(ink, c, &[p(-13.0, -4.0), p(-13.0, -14.0), p(9.0, -14.0), p(13.0, -4.0)], 39.0, 4.4),
        Support::StuG => tank(ink, c, &[p(-20.0, -3.0), p(-14.0, -9.5), p(6.0, -9.5), p(16.0, -3.0)], 33.0, 3.6),
        Support::Hetzer => tank(ink, c, &[p(-24.0, -2.0), p(-13.0, -14.0), p(3.0, -14.0), p(24.0, 1.0)], 34.0, 3.0),
    }
}

/// A gun on its carriage: wheel, trail, barrel and shield.
fn gun(ink: Colour, c: Point, weight: f32) -> Vec<Element> {
    let p = |x: f32, y: f32| c + point(x, y);
    vec![
        line(&[p(-32.0, 15.0), p(-2.0, 4.0)], 3.6 * weight, ink),
        line(&[p(-10.0, 0.0), p(33.0, -11.0)], 4.4 * weight, ink),
        line(&[p(-10.0, 0.0), p(8.0, -4.6)], 7.0 * weight, ink),
        line(&[p(3.0, -14.0), p(7.0, 6.0)], 3.0 * weight, ink),
        Shape::new(Outline::circle(p(0.0, 7.0), 9.5)).stroke(Stroke::new(ink, 3.2 * weight)).into(),
        line(&[p(-9.0, 7.0), p(9.0, 7.0)], 1.8, ink),
        line(&[p(0.0, -2.0), p(0.0, 16.0)], 1.8, ink),
    ]
}

/// A tracked vehicle seen from its right side: hull, running gear, a superstructure and a gun.
fn tank(ink: Colour, c: Point, superstructure: &[Point], muzzle: f32, bore: f32) -> Vec<Element> {
    let p = |x: f32, y: f32| c + point(x, y);
    let gun_height = if superstructure.iter().any(|s| s.y < c.y - 14.5) { -10.5 } else { -6.5 };
    let mut drawn = vec![
        filled(Outline::polygon(&[p(-27.0, -3.0), p(21.0, -4.0), p(28.0, 2.0), p(26.0, 7.0), p(-28.0, 7.0)]), ink),
        filled(Outline::polygon(superstructure), ink),
        line(&[p(4.0, gun_height), p(muzzle, gun_height - 0.5)], bore, ink),
        Shape::new(Outline::rounded(c.x - 29.0, c.y + 3.0, 57.0, 13.0, 6.5)).stroke(Stroke::new(ink, 3.0)).into(),
    ];
    for i in 0..5 {
        drawn.push(filled(Outline::circle(p(-22.0 + 11.0 * i as f32, 10.0), 4.4), ink));
    }
    drawn
}
