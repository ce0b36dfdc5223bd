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
pub(super) const STRIP: u32 = 20;
const CAPTION: u32 = 46;
/// Side of a counter in a box.
const BOXED: u32 = 44;
const GAP: u32 = 8;
const TITLE: u32 = 26;

type Boxes<'p> = BTreeMap<&'p str, Vec<Boxed<'p>>>;

/// Where the map's part starts on a picture of a width.
pub(super) fn corner(view: &View, width: u32) -> Point {
    point((width.saturating_sub(view.width) / 2) as f32, (CAPTION + STRIP) as f32)
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
        Text::new(line, point(margin, high / 2.0 + 9.5), Face::SemiBold, 27.0, Colour::WHITE)
            .at_most(wide - 2.0 * margin),
    );
    scene.pixmap(1.0)
}

/// The boxes' frames below the map, when there are boxes.
pub(super) fn tray(view: &View, width: u32, boxes: &Boxes<'_>) -> Option<Pixmap> {
    let height = tray_height(view, width, boxes);
    if height == 0 {
        return None;
    }
    let mut scene = table(width, height);
    let top = (CAPTION + 2 * STRIP + view.height) as f32;
    for (title, x, y, w, rows) in layout(view, width, boxes) {
        let y = y - top;
        let frame = Outline::rounded(x - 5.0, y, w + 10.0, (TITLE + rows * (BOXED + GAP)) as f32, 5.0);
        scene.push(Shape::new(frame).fill(LIGHT.clear));
        scene.push(Text::new(title, point(x, y + 19.0), Face::SemiBold, 20.0, LIGHT.name).at_most(w));
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
        let label = Text::new(label, point(x, y), Face::Medium, 15.0, LIGHT.number.towards(Colour::INK, 0.3));
        Element::from(label.anchor(Anchor::Middle))
    };
    thin(&mut columns, 17.0);
    thin(&mut rows, 15.0);
    let (half, right) = (STRIP as f32 / 2.0, origin.x + view.width as f32);
    let mut drawn = Vec::new();
    for (x, column) in columns.values() {
        drawn.push(text(column, *x, origin.y - 6.0));
        drawn.push(text(column, *x, origin.y + view.height as f32 + 16.0));
    }
    for (y, row) in rows.values() {
        drawn.push(text(row, origin.x - half, *y + 5.0));
        drawn.push(text(row, right + half, *y + 5.0));
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

/// Title, north-west corner, width and number of rows of each box, laid out in lines below the map.
fn layout<'p>(view: &View, width: u32, boxes: &Boxes<'p>) -> Vec<(&'p str, f32, f32, f32, u32)> {
    let (inner, right) = (width - 2 * STRIP, width - STRIP);
    let mut y = CAPTION + 2 * STRIP + view.height;
    let mut x = STRIP;
    let mut line_rows = 0;
    let mut laid = Vec::new();
    for (title, counters) in boxes {
        let per_row = (inner / (BOXED + GAP)).max(1);
        let count = counters.len() as u32;
        let rows = count.div_ceil(per_row).max(1);
        let natural = Text::new(*title, Point::default(), Face::SemiBold, 20.0, LIGHT.name).width() as u32 + 8;
        let width = (count.min(per_row) * (BOXED + GAP)).max(natural.min(inner));
        if x > STRIP && x + width > right {
            x = STRIP;
            y += TITLE + line_rows * (BOXED + GAP) + GAP;
            line_rows = 0;
        }
        laid.push((*title, x as f32, y as f32, width as f32, rows));
        line_rows = line_rows.max(rows);
        x += width + 2 * GAP;
    }
    laid
}

fn tray_height(view: &View, width: u32, boxes: &Boxes<'_>) -> u32 {
    let start = (CAPTION + 2 * STRIP + view.height) as f32;
    layout(view, width, boxes)
        .into_iter()
        .map(|(_, _, y, _, rows)| (y - start) as u32 + TITLE + rows * (BOXED + GAP) + GAP)
        .max()
        .unwrap_or(0)
}

/// The faces in the boxes, each with its north-west corner in pixels of the picture.
pub(super) fn boxed(view: &View, width: u32, boxes: &Boxes<'_>, pieces: Pieces<'_>) -> Vec<(Sprite, Point)> {
    let mut faces = Vec::new();
    for ((_, x, y, wide, _), lying) in layout(view, width, boxes).into_iter().zip(boxes.values()) {
        let per_row = ((wide as u32) / (BOXED + GAP)).max(1);
        for (i, boxed) in lying.iter().enumerate() {
            let (column, row) = (i as u32 % per_row, i as u32 / per_row);
            let at = point(x + (column * (BOXED + GAP)) as f32, y + (TITLE + row * (BOXED + GAP)) as f32);
            faces.push((Sprite::boxed(boxed, pieces, BOXED), at));
        }
    }
    faces
}
