//! What lies round the map on a picture: the caption, the coordinates in the margins, the boxes below.

use super::stack::{Boxed, Pieces, Sprite};
use super::view::View;
use crate::map_picture::{HexGeometry, LIGHT};
use crate::scene::{Anchor, Colour, Element, Face, Outline, Point, Scene, Shape, Text, point};
use definitions::Map;
use definitions::hex::{HexId, Layout};
use std::collections::BTreeMap;
use tiny_skia::Pixmap;

/// Width of the margins that hold the coordinates.
pub(super) const STRIP: u32 = 30;
const CAPTION: u32 = 50;
/// Size of the coordinates' figures.
const FIGURES: f32 = 22.0;
/// Side of a counter in a box.
const BOXED: u32 = 72;
const GAP: u32 = 8;
const TITLE: u32 = 34;
/// Size of the boxes' titles.
const TITLES: f32 = 26.0;
/// Rows of counters that are shown of a box; the rest is told as a number.
const ROWS: u32 = 2;

type Boxes<'p> = BTreeMap<&'p str, Vec<Boxed<'p>>>;

/// Where the map's part starts on a picture of a width.
pub(super) fn corner(view: &View, width: u32) -> Point {
    point((width.saturating_sub(view.width) / 2) as f32, (CAPTION + STRIP) as f32)
}

/// The place of the map of the whole, below a part: its corner on a picture on which a part has so much height.
pub(super) fn inset_corner(view: &View) -> (usize, usize) {
    (STRIP as usize, (CAPTION + 2 * STRIP + view.height) as usize)
}

/// An empty picture but for its boxes: bands round the place of the map, and the coordinates in them.
pub(super) fn bare(view: &View, width: u32, map: &Map, board: &HexGeometry) -> Pixmap {
    let mut scene = table(width, CAPTION + 2 * STRIP + view.height);
    scene.extend(coordinates(view, width, map, board));
    scene.pixmap(1.0)
}

/// The caption above the map: what the position is, or else the map's title.
pub(super) fn caption(caption: &str, map: &Map, width: u32) -> Pixmap {
    let (wide, high) = (width as f32, CAPTION as f32);
    let mut scene = Scene::new(wide, high);
    scene.push(Shape::new(Outline::rectangle(0.0, 0.0, wide, high)).fill(Colour::INK));
    let line = if caption.is_empty() { map.title.as_str() } else { caption };
    let margin = STRIP as f32;
    scene.push(
        Text::new(line, point(margin, high / 2.0 + 10.5), Face::SemiBold, 30.0, Colour::WHITE)
            .at_most(wide - 2.0 * margin),
    );
    scene.pixmap(1.0)
}

/// The boxes' frames below the map, beside the map of the whole if that stands there; none when there is nothing.
pub(super) fn tray(view: &View, width: u32, boxes: &Boxes<'_>, inset: Option<&View>) -> Option<Pixmap> {
    let laid = layout(view, width, boxes, inset);
    let start = (CAPTION + 2 * STRIP + view.height) as f32;
    let foot = |it: &Laid<'_>| (it.y - start) as u32 + TITLE + it.rows * (BOXED + GAP) + GAP;
    let height = laid.iter().map(foot).chain(inset.map(|inset| inset.height + GAP)).max()?;
    let mut scene = table(width, height);
    for Laid { title, x, y, wide, rows, .. } in laid {
        let y = y - start;
        let frame = Outline::rounded(x - 5.0, y, wide + 10.0, (TITLE + rows * (BOXED + GAP)) as f32, 5.0);
        scene.push(Shape::new(frame).fill(LIGHT.clear));
        scene.push(Text::new(title, point(x, y + 25.0), Face::SemiBold, TITLES, LIGHT.name).at_most(wide));
    }
    Some(scene.pixmap(1.0))
}

/// The ground that everything lies on.
pub(super) fn table(width: u32, height: u32) -> Scene {
    let (width, height) = (width as f32, height as f32);
    let mut scene = Scene::new(width, height);
    // A little larger than the picture, so that the last row and column are covered.
    scene.push(Shape::new(Outline::rectangle(-1.0, -1.0, width + 2.0, height + 2.0)).fill(LIGHT.table));
    scene
}

/// Numbers of the columns above and below the part, of the rows to its left and right.
fn coordinates(view: &View, width: u32, map: &Map, board: &HexGeometry) -> Vec<Element> {
    let origin = corner(view, width);
    let (mut columns, mut rows): (Lines, Lines) = (BTreeMap::new(), BTreeMap::new());
    let mut edge_column: Option<(u16, f32)> = None;
    let shown: Vec<(HexId, Point)> =
        map.on_map().map(|hex| (hex, view.place(board.centre(hex)))).filter(|(_, at)| view.shows(*at)).collect();
    let flat = matches!(map.grid.layout(), Layout::FlatTop { .. });
    // In the shifted direction numbers lie on two levels; the line nearest to the edge gives them.
    for (hex, at) in &shown {
        let (column, row) = map.grid.column_row(*hex);
        let nearer = |best: Option<(u16, f32)>, line: u16, v: f32| match best {
            Some((_, b)) if b <= v => best,
            _ => Some((line, v)),
        };
        edge_column = if flat { nearer(edge_column, column, at.x) } else { nearer(edge_column, row, at.y) };
    }
    for (hex, at) in &shown {
        let (column, row) = map.grid.column_row(*hex);
        let edge = edge_column.map(|(line, _)| line);
        let (column_label, row_label) = map.grid.labels(*hex);
        if flat || edge == Some(row) {
            columns.insert(column, (at.x + origin.x, column_label));
        }
        if !flat || edge == Some(column) {
            rows.insert(row, (at.y + origin.y, row_label));
        }
    }
    let text = |label: &str, x: f32, y: f32| {
        let label = Text::new(label, point(x, y), Face::Medium, FIGURES, LIGHT.number.towards(Colour::INK, 0.3));
        Element::from(label.anchor(Anchor::Middle))
    };
    thin(&mut columns, 30.0);
    thin(&mut rows, 26.0);
    let (half, right) = (STRIP as f32 / 2.0, origin.x + view.width as f32);
    let mut drawn = Vec::new();
    for (x, column) in columns.values() {
        drawn.push(text(column, *x, origin.y - 8.0));
        drawn.push(text(column, *x, origin.y + view.height as f32 + 23.0));
    }
    for (y, row) in rows.values() {
        drawn.push(text(row, origin.x - half, *y + 8.0));
        drawn.push(text(row, right + half, *y + 8.0));
    }
    drawn
}

/// Columns or rows, counted from the north-west, each with its place and what it is called.
type Lines = BTreeMap<u16, (f32, String)>;

/// Leaves out numbers of lines that lie closer than so many pixels: every second one stays, or third.
fn thin(lines: &mut Lines, least: f32) {
    let (Some((first, (start, _))), Some((last, (end, _)))) = (lines.first_key_value(), lines.last_key_value()) else {
        return;
    };
    let pitch = (end - start).abs() / f32::from(last - first).max(1.0);
    let each = (least / pitch.max(0.5)).ceil().max(1.0) as u16;
    lines.retain(|number, _| number % each == 0);
}

/// A box that was given its place.
struct Laid<'p> {
    title: String,
    x: f32,
    y: f32,
    wide: f32,
    rows: u32,
    shown: &'p [Boxed<'p>],
}

/// The boxes laid out in lines below the map, right of the map of the whole. Of a full one what lies there last is shown.
fn layout<'p>(view: &View, width: u32, boxes: &'p Boxes<'_>, inset: Option<&View>) -> Vec<Laid<'p>> {
    let left = STRIP + inset.map_or(0, |inset| inset.width + 2 * GAP);
    let inner = width.saturating_sub(left + STRIP).max(BOXED + GAP);
    let right = left + inner;
    let mut y = CAPTION + 2 * STRIP + view.height;
    let mut x = left;
    let mut line_rows = 0;
    let mut laid = Vec::new();
    for (name, lying) in boxes {
        let per_row = (inner / (BOXED + GAP)).max(1);
        let shown = &lying[lying.len().saturating_sub((per_row * ROWS) as usize)..];
        let title = match lying.len() > shown.len() {
            true => format!("{name}: {} in all", lying.len()),
            false => (*name).to_owned(),
        };
        let count = shown.len() as u32;
        let rows = count.div_ceil(per_row).max(1);
        let natural = Face::SemiBold.width(&title, TITLES) as u32 + 8;
        let wide = (count.min(per_row) * (BOXED + GAP)).max(natural.min(inner));
        if x > left && x + wide > right {
            x = left;
            y += TITLE + line_rows * (BOXED + GAP) + GAP;
            line_rows = 0;
        }
        laid.push(Laid { title, x: x as f32, y: y as f32, wide: wide as f32, rows, shown });
        line_rows = line_rows.max(rows);
        x += wide + 2 * GAP;
    }
    laid
}

/// The faces in the boxes, each with its north-west corner in pixels of the picture.
pub(super) fn boxed(
    view: &View,
    width: u32,
    boxes: &Boxes<'_>,
    inset: Option<&View>,
    pieces: Pieces<'_>,
) -> Vec<(Sprite, Point)> {
    let mut faces = Vec::new();
    for Laid { x, y, wide, shown, .. } in layout(view, width, boxes, inset) {
        let per_row = ((wide as u32) / (BOXED + GAP)).max(1);
        for (i, boxed) in (0u32..).zip(shown) {
            let (column, row) = (i % per_row, i / per_row);
            let at = point(x + (column * (BOXED + GAP)) as f32, y + (TITLE + row * (BOXED + GAP)) as f32);
            faces.push((Sprite::boxed(boxed, pieces, BOXED), at));
        }
    }
    faces
}
