//! The map at true size: on sheets that overlap, and on one page.

use super::flow::Frame;
use super::paper::{self, GREY, HAIR, MARGIN};
use super::{Settings, track};
use crate::booklet::{Booklet, Drawing, Page, Stamp};
use artwork::drawings::Drawings;
use artwork::map_picture::{Board, HEX_WIDTH, legend};
use artwork::scene::{Anchor, Colour, Face, Outline, Shape, Stroke, Text, point};
use definitions::Map;

/// How far a sheet shows again what the one before showed: the strip for glue.
pub(super) const OVERLAP: f32 = 8.0;
/// Room for the margins' texts above and below the map.
const ABOVE: f32 = 13.0;
/// Most sheets in a row or column: beyond that the label of a column would have two letters.
const MOST: usize = 26;

/// A map cut into sheets: columns by letters, rows by numbers.
struct Tiling {
    /// Size of the paper.
    paper: (f32, f32),
    /// What of the map a sheet shows.
    window: (f32, f32),
    columns: usize,
    rows: usize,
    /// The sheets that show something of the map, as column and row.
    sheets: Vec<(usize, usize)>,
}

/// Width of a column of tracks below the poster, at least.
const TRACKS: f32 = 180.0;

/// The map on one page, with its title and what it is made of, and below it the turns, tracks and boxes of the game.
pub(super) fn poster(drawings: &Drawings<'_>, settings: &Settings) -> Booklet {
    let (map, title, board) = (&drawings.game.map, &drawings.game.title, &drawings.board_with_key(settings.theme));
    let mut booklet = booklet(map, title);
    let drawing = booklet.add(board.scene.clone());
    let scale = settings.hex() / HEX_WIDTH;
    let (width, height) = (board.scene.width() * scale, board.scene.height() * scale);
    let frame = Frame { title, what: "", size: (width + 2.0 * MARGIN, 0.0), how: "" };
    let columns = (width / TRACKS).floor().max(1.0) as usize;
    // no page of these columns has an end of its own, so no box is made to reach it
    let column = Frame { size: (frame.column(columns) + 2.0 * MARGIN, 0.0), ..frame };
    let played = !drawings.game.units.units.is_empty();
    let tracks = if played { track::tracks(drawings, &mut booklet, settings, &column) } else { Vec::new() };
    let tracks = column.sections(&tracks);
    let tall: f32 = tracks.iter().map(|block| block.height).sum();
    let (places, foot) = Frame { size: (frame.size.0, 2.0 * ABOVE + tall), ..frame }.balanced(columns, &tracks);
    let below = if played { foot + ABOVE } else { 0.0 };
    let size = (width + 2.0 * MARGIN, height + 2.0 * ABOVE + below);
    let what = format!("Map, {width:.0} by {height:.0} mm, hexes of {:.1} mm", settings.hex());
    let mut page = paper::page(title, &what, size, "");
    page.layers.push(Stamp { drawing, at: point(MARGIN, ABOVE), scale, window: None }.into());
    page.draw(corners(MARGIN, ABOVE, width, height));
    let corner = point(MARGIN, ABOVE + height + ABOVE / 2.0);
    for (block, (_, at)) in tracks.into_iter().zip(places) {
        page.layers.extend(block.layers.into_iter().map(|layer| layer.moved(corner + at)));
    }
    booklet.pages.push(page);
    booklet
}

/// The map on sheets that overlap, each with marks where to cut it and where the next one is glued on.
pub(super) fn tiles(map: &Map, board: &Board, title: &str, settings: &Settings) -> Booklet {
    let mut booklet = booklet(map, title);
    let scale = settings.hex() / HEX_WIDTH;
    let upright = Tiling::of(map, board, settings.paper.upright(), scale);
    let lying = Tiling::of(map, board, settings.paper.lying(), scale);
    let tiling = if lying.sheets.len() < upright.sheets.len() { lying } else { upright };
    for sheet in &tiling.sheets {
        let (x, y) = tiling.origin(*sheet);
        let low = point(x, y) * (1.0 / scale);
        let drawing =
            booklet.add(board.scene.within(low, low + point(tiling.window.0, tiling.window.1) * (1.0 / scale)));
        booklet.pages.push(tiling.page(board, drawing, scale, *sheet, title));
    }
    booklet
}

/// A page with the key of the map's signs, as large as they are on the map.
pub(super) fn key(drawings: &Drawings<'_>, settings: &Settings, booklet: &mut Booklet) {
    let scale = settings.hex() / HEX_WIDTH;
    let size = settings.paper.upright();
    let width = (size.0 - 2.0 * MARGIN) / scale;
    let key = legend::key(&drawings.game.map, &drawings.key_words(), settings.theme, width);
    let window = Outline::rectangle(MARGIN, ABOVE, key.width() * scale, key.height() * scale);
    let title = &drawings.game.title;
    let mut page = paper::page(title, "Map, key of signs", size, "Keep the key beside the map.");
    let drawing = booklet.add(key);
    page.layers.push(Stamp { drawing, at: point(MARGIN, ABOVE), scale, window: Some(window) }.into());
    booklet.pages.push(page);
}

fn booklet(map: &Map, title: &str) -> Booklet {
    Booklet::new(format!("{title}: map"), map.title.clone())
}

impl Tiling {
    fn of(map: &Map, board: &Board, paper: (f32, f32), scale: f32) -> Tiling {
        let window = (paper.0 - 2.0 * MARGIN, paper.1 - 2.0 * ABOVE);
        let count = |length: f32, window: f32| {
            let steps = ((length - OVERLAP) / (window - OVERLAP)).ceil();
            (steps.max(1.0) as usize).min(MOST)
        };
        let (columns, rows) =
            (count(board.scene.width() * scale, window.0), count(board.scene.height() * scale, window.1));
        let mut tiling = Tiling { paper, window, columns, rows, sheets: Vec::new() };
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let shown = all.filter(|sheet| {
            let (x, y) = tiling.origin(*sheet);
            let seen = |at: artwork::scene::Point| {
                let (dx, dy) = (at.x * scale - x, at.y * scale - y);
                (0.0..=window.0).contains(&dx) && (0.0..=window.1).contains(&dy)
            };
            map.on_map().any(|hex| board.geometry.corners(hex).into_iter().any(seen))
        });
        tiling.sheets = shown.collect();
        tiling
    }

    /// Where on the map, in millimetres, a sheet begins.
    fn origin(&self, (column, row): (usize, usize)) -> (f32, f32) {
        (column as f32 * (self.window.0 - OVERLAP), row as f32 * (self.window.1 - OVERLAP))
    }

    /// The sheet beside or below another, if it shows something.
    fn label_of(&self, column: usize, row: usize) -> Option<String> {
        self.sheets.contains(&(column, row)).then(|| label((column, row)))
    }

    fn page(&self, board: &Board, drawing: Drawing, scale: f32, sheet: (usize, usize), title: &str) -> Page {
        let (x, y) = self.origin(sheet);
        let width = self.window.0.min(board.scene.width() * scale - x);
        let height = self.window.1.min(board.scene.height() * scale - y);
        let name = label(sheet);
        let what = format!("Map, sheet {name} of {} columns and {} rows", self.columns, self.rows);
        let mut page = paper::page(title, &what, self.paper, &self.instruction(sheet));
        let window = Outline::rectangle(MARGIN, ABOVE, width, height);
        let at = point(MARGIN - x, ABOVE - y);
        page.layers.push(Stamp { drawing, at, scale, window: Some(window) }.into());
        page.draw(corners(MARGIN, ABOVE, width, height));
        let (right, below) = (MARGIN + width, ABOVE + height);
        let note = |text: String, at, turned: f32| {
            Text::new(text, at, Face::Medium, 2.4, GREY).anchor(Anchor::Middle).turned(turned)
        };
        let mut glue = Outline::new();
        if let Some(next) = self.label_of(sheet.0 + 1, sheet.1) {
            let x = right - OVERLAP;
            glue.append(Outline::line(&[point(x, ABOVE), point(x, ABOVE - 3.0)]));
            glue.append(Outline::line(&[point(x, below), point(x, below + 3.0)]));
            let at = point(right + 3.4, ABOVE + height / 2.0);
            page.draw(note(format!("glue: {next} lies on this strip"), at, 90.0));
        }
        if let Some(next) = self.label_of(sheet.0, sheet.1 + 1) {
            let y = below - OVERLAP;
            glue.append(Outline::line(&[point(MARGIN, y), point(MARGIN - 3.0, y)]));
            glue.append(Outline::line(&[point(right, y), point(right + 3.0, y)]));
            page.draw(note(format!("glue: {next} lies on this strip"), point(MARGIN + width / 2.0, below + 3.2), 0.0));
        }
        page.draw(Shape::new(glue).stroke(Stroke::new(GREY, 0.2).dashed(&[0.8, 0.6])));
        let mut cuts = Outline::new();
        if sheet.0 > 0 {
            cuts.append(Outline::line(&[point(MARGIN, ABOVE), point(MARGIN, below)]));
            page.draw(note("cut off".to_owned(), point(MARGIN - 2.0, ABOVE + height / 2.0), -90.0));
        }
        if sheet.1 > 0 {
            cuts.append(Outline::line(&[point(MARGIN, ABOVE), point(right, ABOVE)]));
            page.draw(note("cut off".to_owned(), point(MARGIN + width / 2.0, ABOVE - 1.2), 0.0));
        }
        page.draw(Shape::new(cuts).stroke(Stroke::new(Colour::INK, HAIR)));
        self.key(&mut page, sheet);
        page
    }

    fn instruction(&self, (column, row): (usize, usize)) -> String {
        match (column, row) {
            (0, 0) => "The first sheet: others lie over it.".to_owned(),
            (0, _) => "Cut off the upper margin, glue it on.".to_owned(),
            (_, 0) => "Cut off the left margin, glue it on.".to_owned(),
            _ => "Cut off the left and upper margin, glue it on.".to_owned(),
        }
    }

    /// A small plan of all sheets with this one filled, in the margin before the bar.
    fn key(&self, page: &mut Page, here: (usize, usize)) {
        let cell = (7.0 / self.rows as f32).min(2.2);
        let right = self.paper.0 - MARGIN - paper::FOOT;
        let corner = point(right - cell * 1.3 * self.columns as f32, self.paper.1 - 3.4 - cell * self.rows as f32);
        for sheet in &self.sheets {
            let (x, y) = (corner.x + sheet.0 as f32 * cell * 1.3, corner.y + sheet.1 as f32 * cell);
            let colour = if *sheet == here { Colour::INK } else { Colour::WHITE };
            let square = Outline::rectangle(x, y, cell * 1.3, cell);
            page.draw(Shape::new(square).fill(colour).stroke(Stroke::new(GREY, HAIR)));
        }
    }
}

/// `B3`: the third sheet of the second column.
fn label((column, row): (usize, usize)) -> String {
    format!("{}{}", char::from(b'A' + column.min(MOST - 1) as u8), row + 1)
}

/// Angles just outside the corners of what is shown.
fn corners(x: f32, y: f32, width: f32, height: f32) -> Shape {
    let mut lines = Outline::new();
    for (cx, out_x) in [(x, -1.0), (x + width, 1.0)] {
        for (cy, out_y) in [(y, -1.0), (y + height, 1.0)] {
            lines.append(Outline::line(&[point(cx + out_x, cy), point(cx + out_x * 4.0, cy)]));
            lines.append(Outline::line(&[point(cx, cy + out_y), point(cx, cy + out_y * 4.0)]));
        }
    }
    Shape::new(lines).stroke(Stroke::new(Colour::INK, HAIR))
}
