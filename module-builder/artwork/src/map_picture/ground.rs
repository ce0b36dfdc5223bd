//! Woods, heights and marshes as regions with edges of their own, and what grows on them.

use super::clutter::Clutter;
use super::field::{Field, wander};
use super::geometry::HexGeometry;
use super::noise;
use super::relief;
use super::theme::{Inks, MIDWAY};
use super::water::Rivers;
use crate::scene::{Colour, Element, Outline, Point, Shape, Stroke, point};
use definitions::hex::{Direction, HexId};
use definitions::{Map, Terrain};

/// The regions of a map. Forest lies in the woods as their dense heart.
pub(super) struct Ground {
    woods: Field,
    forest: Field,
    marsh: Field,
    rough: Field,
    heights: Field,
    /// Kinds that the map declares, each with its colour.
    own: Vec<(Field, Colour)>,
}

/// The value at the edge of a region, and that at which it begins in earnest.
const EDGE: f32 = 0.46;
const INSIDE: f32 = 0.6;
/// How much an edge wanders off the hexsides, in shares of a hex.
const WANDER: f32 = 0.36;
/// The heights from which on rough ground is darker, with the share of its darkest colour that it has there.
const STEPS: [(f32, f32); 2] = [(0.37, MIDWAY), (0.57, 1.0)];
/// How far the shadow of a wood falls.
const SHADOW: Point = point(2.6, 3.2);

impl Ground {
    /// The regions, and the heights of rough ground, through which the rivers have cut their valleys.
    pub fn of(map: &Map, geometry: &HexGeometry, rivers: &Rivers<'_>) -> Ground {
        let belonging =
            |terrains: &[Terrain]| Field::belonging(map, geometry, |hex| terrains.contains(&map.hex(hex).terrain));
        let region = |terrains: &[Terrain], purpose: u32| {
            let shaken = |at: Point, value: f32| match value {
                0.1..0.9 => value + WANDER * wander(at, purpose),
                _ => value,
            };
            belonging(terrains).changed(shaken)
        };
        let rise = |at: Point, value: f32| match value {
            value if value <= 0.4 => 0.0,
            value => {
                let swell = 0.62 * noise::smooth(at, 128.0, 53) + 0.38 * noise::smooth(at, 49.0, 54);
                let slope = (value - 0.4 + 0.2 * wander(at, 51)) / 0.36;
                slope.clamp(0.0, 1.0) * (0.52 + 0.5 * swell)
            }
        };
        let mut heights = belonging(&[Terrain::Rough]).changed(rise);
        for line in rivers.lines() {
            heights.lowered(line, geometry.hex_width() * 0.42, 0.3);
        }
        Ground {
            woods: region(&[Terrain::Woods, Terrain::Forest], 41),
            forest: region(&[Terrain::Forest], 43),
            marsh: region(&[Terrain::Marsh], 45),
            rough: region(&[Terrain::Rough], 47),
            heights,
            own: map
                .grounds
                .iter()
                .zip(0..)
                .map(|(ground, n)| (region(&[Terrain::Own(n)], 61 + u32::from(n)), Colour::rgb(ground.colour)))
                .collect(),
        }
    }

    /// The regions, lowest first: heights without an edge of their own, which their slopes give them; woods that stand over the
    /// open country.
    pub fn draw(&self, inks: &Inks) -> Vec<Element> {
        let mut drawn = Vec::new();
        drawn.push(Shape::new(self.rough.above(EDGE)).fill(inks.rough).into());
        for (height, share) in STEPS {
            let fill = inks.rough.towards(inks.height, share);
            drawn.push(Shape::new(self.heights.above(height)).fill(fill).into());
        }
        for (field, colour) in &self.own {
            // as pale as the theme has the country: on white paper half the colour
            let fill = colour.towards(inks.clear, if inks.clear == Colour::WHITE { 0.45 } else { 0.0 });
            let edge = Stroke::new(colour.towards(inks.name, 0.35), 1.3);
            drawn.push(Shape::new(field.above(EDGE)).fill(fill).stroke(edge).into());
        }
        let mut flat = |field: &Field, fill| drawn.push(Shape::new(field.above(EDGE)).fill(fill).into());
        flat(&self.marsh, inks.marsh);
        let mut raised = |field: &Field, fill: Colour, shade: Colour| {
            let outline = field.above(EDGE);
            drawn.push(Shape::new(outline.moved(SHADOW)).fill(shade).into());
            drawn.push(Shape::new(outline).fill(fill).stroke(Stroke::new(shade, 1.3)).into());
        };
        raised(&self.woods, inks.woods, inks.broadleaf);
        raised(&self.forest, inks.forest, inks.conifer.towards(inks.forest, 0.25));
        drawn
    }

    /// Slopes, trees, reeds and furrows, one by one, where nothing else is in the way.
    pub fn textures(&self, map: &Map, geometry: &HexGeometry, inks: &Inks, clutter: &Clutter) -> Vec<Element> {
        let mut crowns = Outline::new();
        let mut shadows = Outline::new();
        let mut conifers = Outline::new();
        let mut trunks = Outline::new();
        let mut reeds = Outline::new();
        let mut furrows = Outline::new();
        let mut slopes = Outline::new();
        let free = |field: &Field, at: Point, radius: f32| field.at(at) > INSIDE && clutter.is_free(at, radius);
        for hex in map.on_map() {
            match map.hex(hex).terrain {
                Terrain::Woods => scatter(geometry, hex, 28.0, 11, |at, size| {
                    if free(&self.woods, at, 7.0) {
                        let r = 5.4 + 2.2 * size;
                        crowns.append(Outline::circle(at, r));
                        shadows.append(crescent(at, r));
                    }
                }),
                Terrain::Forest => scatter(geometry, hex, 26.0, 12, |at, size| {
                    if free(&self.forest, at, 7.0) {
                        let h = 12.5 + 5.0 * size;
                        let base = at + point(0.0, h / 2.0);
                        conifers.append(Outline::polygon(&[
                            base + point(-h * 0.36, 0.0),
                            base + point(0.0, -h),
                            base + point(h * 0.36, 0.0),
                        ]));
                        trunks.append(Outline::line(&[base, base + point(0.0, 2.8)]));
                    }
                }),
                Terrain::Marsh => scatter(geometry, hex, 27.0, 14, |at, _| {
                    if free(&self.marsh, at, 7.0) {
                        reeds.append(tuft(at));
                    }
                }),
                Terrain::Clear => scatter(geometry, hex, 47.0, 16, |at, size| {
                    // farmed here, grazed there
                    let farmed = noise::smooth(at, 260.0, 55) > -0.25 && size > 0.25;
                    let open = [&self.woods, &self.rough, &self.marsh].iter().all(|field| field.at(at) < 1.0 - INSIDE);
                    if farmed && open && clutter.is_free(at, 11.0) {
                        furrows.append(plot(at, size));
                    }
                }),
                Terrain::Rough => scatter(geometry, hex, relief::PITCH, 17, |at, _| {
                    relief::stroke(&self.heights, clutter, at, &mut slopes);
                }),
                Terrain::Own(_) | Terrain::OffMap => {}
            }
        }
        vec![
            Shape::new(slopes).fill(inks.shade.towards(inks.rough, 0.12)).into(),
            Shape::new(furrows).stroke(Stroke::new(inks.clear.towards(inks.shade, 0.34), 1.3)).into(),
            Shape::new(reeds).stroke(Stroke::new(inks.reed, 1.8).round()).into(),
            Shape::new(crowns).fill(inks.broadleaf.towards(inks.woods, 0.15)).into(),
            Shape::new(shadows).fill(inks.broadleaf.towards(inks.conifer, 0.45)).into(),
            Shape::new(trunks).stroke(Stroke::new(inks.conifer, 2.2)).into(),
            Shape::new(conifers).fill(inks.conifer.towards(inks.forest, 0.15)).into(),
        ]
    }
}

/// Calls with shaken lattice points that lie in a hex, and a size from 0 to 1 for each; north ones first.
fn scatter(geometry: &HexGeometry, hex: HexId, pitch: f32, purpose: u32, mut draw: impl FnMut(Point, f32)) {
    let centre = geometry.centre(hex);
    let reach = geometry.hex_width() * 0.58;
    let inside = |at: Point| {
        let offset = at - centre;
        Direction::ALL.into_iter().all(|side| {
            let out = geometry.outward(side);
            offset.x * out.x + offset.y * out.y < geometry.hex_width() * 0.45
        })
    };
    let cell = |v: f32| (v / pitch).floor() as i32;
    for row in cell(centre.y - reach)..=cell(centre.y + reach) {
        for column in cell(centre.x - reach)..=cell(centre.x + reach) {
            let shake = |p| noise::at(column, row, purpose * 8 + p) * 0.7 + 0.15;
            let shift = if row % 2 == 0 { 0.5 } else { 0.0 };
            let at = point((column as f32 + shake(1) + shift) * pitch, (row as f32 + shake(2)) * pitch);
            if inside(at) {
                draw(at, noise::at(column, row, purpose * 8 + 3));
            }
        }
    }
}

/// The shaded south-east side of a tree's crown.
fn crescent(centre: Point, r: f32) -> Outline {
    let (a, b) = (centre + point(r * 0.77, -r * 0.64), centre + point(-r * 0.64, r * 0.77));
    let mut o = Outline::new();
    o.move_to(a);
    o.cubic_to(centre + point(r * 1.3, r * 0.3), centre + point(r * 0.3, r * 1.3), b);
    o.cubic_to(centre + point(r * 0.1, r * 0.75), centre + point(r * 0.75, r * 0.1), a);
    o.close();
    o
}

/// A ploughed field: furrows side by side, turned as those about it are.
fn plot(centre: Point, size: f32) -> Outline {
    let (length, turn) = (7.0 + 4.0 * size, noise::smooth(centre, 150.0, 56) * std::f32::consts::PI);
    let along = point(turn.cos(), turn.sin());
    let mut furrows = Outline::new();
    for n in -1..=1 {
        let middle = centre + along.right() * (n as f32 * 4.6);
        // no two ends in line
        let end = length * (1.0 - 0.25 * (n as f32 + size).abs());
        furrows.append(Outline::line(&[middle - along * end, middle + along * length]));
    }
    furrows
}

/// A tuft of reeds over a line of water.
fn tuft(centre: Point) -> Outline {
    let p = |x: f32, y: f32| centre + point(x, y);
    let mut o = Outline::line(&[p(-8.0, 3.0), p(8.0, 3.0)]);
    for (from, to) in [(p(-3.0, 1.0), p(-5.0, -5.0)), (p(0.0, 1.0), p(0.0, -7.0)), (p(3.0, 1.0), p(5.0, -5.0))] {
        o.append(Outline::line(&[from, to]));
    }
    o
}
