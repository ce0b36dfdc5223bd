//! The map, drawn from its definition alone: country with organic edges, rivers along hexsides, roads through hexes,
//! names that keep off each other, and a key of its signs ([`Board::with_key`]).
//!
//! A drawing is made once at 100 units a hex ([`Board`]); web, module and mail scale it.

mod bounds;
mod clutter;
mod field;
mod geometry;
mod ground;
pub mod legend;
mod line;
mod mark;
mod noise;
mod number;
mod place;
mod relief;
mod scan;
mod theme;
mod town;
mod water;

pub use geometry::HexGeometry;
pub use place::Label;
pub(crate) use place::Reading;
pub use scan::Scan;
pub use theme::Theme;
pub(crate) use theme::{Inks, LIGHT};

use crate::picture::Palette;
use crate::scene::{Element, Group, Opacity, Outline, Point, Scene, Shape, Stroke, point};
use clutter::Clutter;
use definitions::hex::HexId;
use definitions::{Map, RoadClass, Terrain};
use ground::Ground;
use std::collections::BTreeSet;
use town::Towns;

/// Width of a hex across flats in the board's drawing.
pub const HEX_WIDTH: f32 = 100.0;
/// Free space round the hexes.
const MARGIN: f32 = 22.0;

/// The drawn map: its scene and where the hexes lie in it.
#[derive(Clone, Debug)]
pub struct Board {
    /// The drawing, in units of which [`HEX_WIDTH`] make a hex.
    pub scene: Scene,
    /// Where the hexes lie.
    pub geometry: HexGeometry,
    /// The names and the boxes that they cover.
    pub labels: Vec<Label>,
    /// The same of the hexes' numbers.
    pub numbers: Vec<Label>,
}

/// Draws a map in the inks for screens.
pub fn draw(map: &Map) -> Board {
    draw_in(map, Theme::Colour)
}

/// Draws a map in the inks of a theme.
pub fn draw_in(map: &Map, theme: Theme) -> Board {
    drawn(map, theme, Lettering::Whole)
}

/// Draws a map in the inks of a theme for a picture of a game: names and numbers have their places, but are not on it, for
/// where counters lie they go elsewhere.
pub(crate) fn draw_unlettered(map: &Map, theme: Theme) -> Board {
    drawn(map, theme, Lettering::Apart)
}

/// What is written on a drawn map.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lettering {
    /// Names and the numbers of hexes.
    Whole,
    /// Names alone.
    Names,
    /// Both have their places and are not drawn.
    Apart,
}

/// Draws a map with what is to be written on it.
fn drawn(map: &Map, theme: Theme, lettering: Lettering) -> Board {
    let geometry = geometry(map);
    let inks = theme.inks();
    let mut clutter = Clutter::default();
    let rivers = water::Rivers::of(map, &geometry, &mut clutter);
    let roads = Roads::of(map, &geometry, &mut clutter);
    let bridges = mark::bridges(map, &geometry, inks, &mut clutter);
    let towns = Towns::of(map, &geometry, &roads.chains, &mut clutter);
    let spots = place::spots(map, &geometry, inks, &mut clutter);
    let commands = bounds::commands(map, &geometry, inks, &mut clutter);
    let westwall = mark::westwall(map, &geometry, inks, &mut clutter);
    let front = mark::front(map, &geometry, inks, &mut clutter);
    let marks = mark::hex_marks(map, &geometry, inks, &mut clutter);
    let numbers =
        if lettering != Lettering::Names { number::numbers(map, &geometry, inks, &mut clutter) } else { Vec::new() };
    let command_names = bounds::command_names(map, &geometry, inks, &mut clutter);
    let labels = place::labels(map, &geometry, inks, &clutter, &rivers);
    for label in &labels {
        let middle = label.low.y + (label.high.y - label.low.y) / 2.0;
        clutter.add_line(&[point(label.low.x + 8.0, middle), point(label.high.x - 8.0, middle)], 11.0, 8);
    }
    let river_names = rivers.names(inks, &mut clutter);

    let mut country = vec![Shape::new(rim(map, &geometry)).fill(inks.clear).into()];
    let ground = Ground::of(map, &geometry, &rivers);
    country.extend(ground.draw(inks));
    country.extend(ground.textures(map, &geometry, inks, &clutter));
    country.extend(front);
    country.extend(mark::barred(map, &geometry, inks));
    country.push(grid_lines(map, &geometry, inks));
    country.extend(rivers.draw(inks));
    country.push(towns.ground(inks));
    country.extend(roads.draw(inks));
    country.extend(commands);

    let (width, height) = geometry.size();
    let mut scene = Scene::new(width, height);
    // Over the rim, so that the last row and column of pixels are covered at every scale.
    let table = Outline::rectangle(-9.0, -9.0, width + 18.0, height + 18.0);
    scene.push(Shape::new(table).fill(inks.table));
    scene.extend(mark::edges(map, &geometry, inks));
    scene.push(Group::new(country).clipped(rim(map, &geometry)));
    scene.push(Shape::new(rim_line(map, &geometry)).stroke(Stroke::new(inks.grid.towards(inks.name, 0.4), 2.4)));
    let written = |labels: &[Label]| {
        let shown = if lettering == Lettering::Apart { &[] } else { labels };
        shown.iter().map(Label::element).collect::<Vec<_>>()
    };
    let houses = vec![towns.houses(inks), spots];
    for layer in [bridges, houses, westwall, written(&numbers), command_names, river_names, marks, written(&labels)] {
        scene.extend(layer);
    }
    Board { scene, geometry, labels, numbers }
}

/// The map as SVG, in units of which [`HEX_WIDTH`] make a hex. [`geometry`] tells where the hexes lie in it.
pub fn board_svg(map: &Map) -> String {
    draw(map).scene.svg()
}

/// The map as an indexed PNG with hexes so many pixels wide across flats (8 to 250), and where they lie in it.
pub fn board_png(map: &Map, pixels_per_hex: f32) -> (Vec<u8>, HexGeometry) {
    draw(map).png(Theme::Colour, pixels_per_hex)
}

impl Board {
    /// The board, drawn in a theme, as an indexed PNG with hexes so many pixels wide across flats (8 to 250), and where
    /// they lie in it.
    pub fn png(&self, theme: Theme, pixels_per_hex: f32) -> (Vec<u8>, HexGeometry) {
        let pixels = self.scene.pixmap(pixels_per_hex.clamp(8.0, 250.0) / HEX_WIDTH);
        let palette = Palette::of_map(&theme.inks().all(), &pixels);
        let bytes = palette.png_of_indices(pixels.width(), pixels.height(), &palette.country(&pixels));
        (bytes, self.geometry.scaled(pixels.width() as f32 / self.scene.width()))
    }
}

/// Where the hexes of a map lie in its drawing.
pub fn geometry(map: &Map) -> HexGeometry {
    HexGeometry::new(&map.grid, HEX_WIDTH, MARGIN)
}

/// All hexes of the map, as the outline that clips the country.
fn rim(map: &Map, geometry: &HexGeometry) -> Outline {
    let mut outline = Outline::new();
    for hex in map.on_map() {
        outline.append(Outline::polygon(&geometry.corners(hex)));
    }
    outline
}

/// Whether a place lies in a hex of the map.
fn on_map(map: &Map, geometry: &HexGeometry, at: Point) -> bool {
    geometry.hex_at(at.x, at.y).is_some_and(|hex| map.hex(hex).terrain != Terrain::OffMap)
}

fn sides_of_the_grid(map: &Map, geometry: &HexGeometry, outer: bool) -> Outline {
    let on_map: BTreeSet<HexId> = map.on_map().collect();
    let mut outline = Outline::new();
    for hex in &on_map {
        for side in definitions::hex::Direction::ALL {
            let there = map.grid.neighbour(*hex, side).filter(|there| on_map.contains(there));
            let wanted = if outer { there.is_none() } else { there.is_some_and(|there| *hex < there) };
            if wanted {
                let (from, to) = geometry.side(*hex, side);
                outline.append(Outline::line(&[from, to]));
            }
        }
    }
    outline
}

fn grid_lines(map: &Map, geometry: &HexGeometry, inks: &Inks) -> Element {
    let lines = sides_of_the_grid(map, geometry, false);
    Shape::new(lines).stroke(Stroke::new(inks.grid, 1.5).round()).opacity(Opacity::new(theme::GRID)).into()
}

fn rim_line(map: &Map, geometry: &HexGeometry) -> Outline {
    sides_of_the_grid(map, geometry, true)
}

/// The roads of a map.
struct Roads {
    main: Outline,
    secondary: Outline,
    /// All of them as chains of points.
    chains: Vec<Vec<Point>>,
}

impl Roads {
    fn of(map: &Map, geometry: &HexGeometry, clutter: &mut Clutter) -> Roads {
        let of = |class| map.roads.iter().filter(|r| r.class == class).map(|r| (r.from, r.to)).collect();
        let [main, secondary] = line::ways(map, geometry, [of(RoadClass::Main), of(RoadClass::Secondary)]);
        let chains = [main.flattened(), secondary.flattened()].concat();
        for chain in &chains {
            clutter.add_line(chain, 5.0, 1);
        }
        Roads { main, secondary, chains }
    }

    /// Secondary ones as brown lines with a pale rim, main ones cased and filled.
    fn draw(&self, inks: &Inks) -> [Element; 4] {
        let line = |outline: &Outline, colour, width| {
            Shape::new(outline.clone()).stroke(Stroke::new(colour, width).round()).into()
        };
        [
            line(&self.secondary, inks.clear, 5.4),
            line(&self.secondary, inks.track, 2.8),
            line(&self.main, inks.main_casing, 7.0),
            line(&self.main, inks.main_road, 4.0),
        ]
    }
}
