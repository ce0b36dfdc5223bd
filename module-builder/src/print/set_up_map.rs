//! The maps of the set-up sheets: those parts of the board where counters start, with the counters on them, large enough
//! to be read.

use super::Settings;
use super::flow::Frame;
use super::paper::MARGIN;
use crate::booklet::{Booklet, Drawing, Page, Stamp};
use artwork::counter;
use artwork::drawings::Drawings;
use artwork::map_picture::Board;
use artwork::scene::{Colour, Face, Group, Outline, Point, Shape, Stroke, Text, point};
use definitions::hex::HexId;
use definitions::{Map, Scenario};
use std::collections::{BTreeMap, BTreeSet};

/// Drawings that lie in hexes, the lowest first.
type Laid = BTreeMap<HexId, Vec<Drawing>>;

/// Side of a counter on the map, in widths of a hex, and in millimetres at least.
const ON_MAP: f32 = 0.7;
const LEGIBLE: f32 = 9.0;
/// Least distance from the centre of a hex that holds something to the edge of the page's part, in widths of a hex: half a
/// counter, and the steps of those below it.
const AROUND: f32 = 0.8;
/// Side of a marker beside a counter, and where its centre lies, right of the counter's: in sides of a counter.
const MARK: (f32, f32) = (0.42, 0.62);
/// The marker of those who start in an improved position.
const IMPROVED: &str = "improved";
/// Half of what a counter takes at least, in widths of a hex: what lies nearer to the edge is not drawn.
const SEEN: f32 = 0.45;
/// How far a counter lies beside the one below, and the highest beside the lowest at most: in sides of a counter.
const STEP: f32 = 0.16;
const FAN: f32 = 0.6;
/// Counters in a hex of which the number is told.
const HIGH: usize = 5;
/// Hexes with counters that are worth a page of their own; fewer share one with others.
const WORTH: usize = 5;
/// Parts of the board beside and below each other on a page that they share, and what parts them.
const INSETS: (usize, usize) = (2, 3);
const BETWEEN: f32 = 5.0;

/// The parts of the board that the set-up of a scenario needs.
pub(super) struct Atlas<'a> {
    pub scenario: &'a Scenario,
    board: &'a Board,
    /// The pages, each with what it shows.
    pages: Vec<Vec<Window>>,
}

/// A part of the board on a page, in units of the board.
#[derive(Clone, Copy)]
struct Window {
    low: Point,
    size: Point,
    place: Room,
    /// Millimetres a unit.
    scale: f32,
}

impl Window {
    /// Whether what stands at a place is seen whole.
    fn holds(&self, at: Point, around: f32) -> bool {
        let high = self.low + self.size;
        let within = |at: f32, low: f32, high: f32| low + around <= at && at <= high - around;
        within(at.x, self.low.x, high.x) && within(at.y, self.low.y, high.y)
    }
}

/// The part of a paper that a window may take.
#[derive(Clone, Copy)]
struct Room {
    paper: (f32, f32),
    corner: Point,
    size: Point,
}

impl Room {
    /// All of a paper.
    fn of(paper: (f32, f32)) -> Room {
        let size = point(paper.0 - 2.0 * MARGIN, paper.1 - 26.0);
        Room { paper, corner: point(MARGIN, 13.0), size }
    }

    /// One of the parts of a paper that several windows share.
    fn shared(paper: (f32, f32), number: usize) -> Room {
        let Room { corner, size, .. } = Room::of(paper);
        let (across, down) = (INSETS.0 as f32, INSETS.1 as f32);
        let size = point((size.x + BETWEEN) / across - BETWEEN, (size.y + BETWEEN) / down - BETWEEN);
        let (column, row) = ((number % INSETS.0) as f32, (number / INSETS.0) as f32);
        let corner = corner + point(column * (size.x + BETWEEN), row * (size.y + BETWEEN));
        Room { paper, corner, size }
    }
}

impl<'a> Atlas<'a> {
    /// Page by page the part that shows most of what is not shown yet, as long as that is worth a page; then small parts
    /// that share pages, until everything is shown.
    pub fn of(scenario: &'a Scenario, board: &'a Board, settings: &Settings) -> Atlas<'a> {
        let hexes: BTreeSet<HexId> = scenario.placements.iter().map(|it| it.hex).collect();
        let mut missing: Vec<Point> = hexes.iter().map(|hex| board.geometry.centre(*hex)).collect();
        let papers = [settings.paper.upright(), settings.paper.lying()];
        let whole = papers.map(Room::of);
        let mut large: Vec<Window> = Vec::new();
        while let Some((window, shown)) = best(&missing, &whole, board) {
            if shown.len() < WORTH && !large.is_empty() {
                break;
            }
            missing.retain(|at| !shown.contains(at));
            large.push(filled(window, &shown, board, settings));
        }
        large.sort_by(|a, b| a.low.y.total_cmp(&b.low.y).then(a.low.x.total_cmp(&b.low.x)));
        let mut pages: Vec<Vec<Window>> = large.into_iter().map(|window| vec![window]).collect();
        let mut small: Vec<Window> = Vec::new();
        let each = INSETS.0 * INSETS.1;
        let next = |small: &[Window]| [Room::shared(papers[0], small.len() % each)];
        while let Some((window, shown)) = best(&missing, &next(&small), board) {
            missing.retain(|at| !shown.contains(at));
            small.push(filled(window, &shown, board, settings));
        }
        pages.extend(small.chunks(each).map(<[Window]>::to_vec));
        Atlas { scenario, board, pages }
    }

    /// Draws the pages. In each hex the counters lie in the order in which `faces` names them.
    pub fn draw(&self, drawings: &Drawings<'_>, booklet: &mut Booklet, faces: &[(HexId, Drawing)], titles: &str) {
        let game = drawings.game;
        let mut stacks = Laid::new();
        for (hex, face) in faces {
            stacks.entry(*hex).or_default().push(*face);
        }
        let marks = self.marks(drawings, booklet);
        for (number, windows) in (1..).zip(&self.pages) {
            let what = match self.pages.len() {
                1 => format!("Set-up on the map: {titles}"),
                all => format!("Set-up on the map, part {number} of {all}: {titles}"),
            };
            let how = "Counters of a hex lie in steps; whom a small marker is for, the list tells.";
            let Some(paper) = windows.first().map(|window| window.place.paper) else { continue };
            let frame = Frame { title: &game.title, what: &what, size: paper, how };
            let mut page = frame.page(1);
            page.title.clone_from(&what);
            for window in windows {
                self.part(window, &mut page, booklet, &game.map, (&stacks, &marks));
            }
            booklet.pages.push(page);
        }
    }

    /// Draws a part of the board on its page, with what lies there.
    fn part(
        &self,
        window: &Window,
        page: &mut Page,
        booklet: &mut Booklet,
        map: &Map,
        (stacks, marks): (&Laid, &Laid),
    ) {
        let (part, scale) = (window.size * window.scale, window.scale);
        let corner = window.place.corner + (window.place.size - part) * 0.5;
        let edge = Outline::rectangle(corner.x, corner.y, part.x, part.y);
        let origin = corner - window.low * scale;
        let board = booklet.add(self.board.scene.within(window.low, window.low + window.size));
        page.layers.push(Stamp { drawing: board, at: origin, scale, window: Some(edge.clone()) }.into());
        page.draw(Shape::new(edge).stroke(Stroke::new(Colour::INK, 0.2)));
        let hex_width = self.board.geometry.hex_width();
        let side = hex_width * ON_MAP * scale;
        let seen = |hex: &HexId| window.holds(self.board.geometry.centre(*hex), hex_width * SEEN);
        let hexes: BTreeSet<HexId> = stacks.keys().chain(marks.keys()).copied().filter(seen).collect();
        // names stand beside the counters
        let covered: Vec<(Point, Point)> = hexes
            .iter()
            .map(|hex| {
                let (centre, count) = (self.board.geometry.centre(*hex), stacks.get(hex).map_or(0, Vec::len));
                let reach = hex_width * ON_MAP * (0.5 + fan(count) / 2.0);
                let right = if marks.contains_key(hex) {
                    reach.max(hex_width * ON_MAP * (MARK.0 / 2.0 + MARK.1))
                } else {
                    reach
                };
                (centre - point(reach, reach), centre + point(right, reach))
            })
            .collect();
        let written = self.board.lettering(map, (window.low, window.low + window.size), &covered);
        page.draw(Group::new(written).at(origin).scaled(scale));
        for hex in hexes {
            let centre = origin + self.board.geometry.centre(hex) * scale;
            stack(page, centre, side, stacks.get(&hex).map_or(&[], Vec::as_slice));
            let aside = if stacks.contains_key(&hex) { MARK.1 } else { 0.0 };
            for (n, mark) in marks.get(&hex).into_iter().flatten().enumerate() {
                let at = centre + point(aside * side, (n as f32 * 0.3 - 0.1) * side);
                stack(page, at, side * MARK.0, &[*mark]);
            }
        }
    }

    /// The markers that lie in hexes or on units, each kind once a hex.
    fn marks(&self, drawings: &Drawings<'_>, booklet: &mut Booklet) -> Laid {
        let placements = || self.scenario.placements.iter();
        let on_units = placements().flat_map(|it| it.marks.iter().map(|id| (it.hex, id.as_str())));
        let dug_in = placements().filter(|it| it.improved).map(|it| (it.hex, IMPROVED));
        let in_hexes = self.scenario.markers.iter().map(|it| (it.hex, it.kind.as_str()));
        let all: BTreeSet<(HexId, &str)> = on_units.chain(dug_in).chain(in_hexes).collect();
        let mut marks = Laid::new();
        for kind in &drawings.game.markers {
            let hexes: Vec<HexId> = all.iter().filter(|(_, id)| *id == kind.id).map(|(hex, _)| *hex).collect();
            if hexes.is_empty() {
                continue;
            }
            let drawing = booklet.add(drawings.marker(kind));
            hexes.into_iter().for_each(|hex| marks.entry(hex).or_default().push(drawing));
        }
        marks
    }
}

/// How far the highest counter of a stack lies beside the lowest, in sides of a counter.
fn fan(counters: usize) -> f32 {
    (STEP * counters.saturating_sub(1) as f32).min(FAN)
}

/// Draws counters round a place, each a step up and right of the one below: a shorter one the more they are, so that the
/// stack stays within its hex and half of the next. High ones say how many they are.
fn stack(page: &mut Page, centre: Point, side: f32, counters: &[Drawing]) {
    let whole = side * fan(counters.len());
    let step = whole / counters.len().max(2).saturating_sub(1) as f32;
    let half = point(1.0, 1.0) * (side / 2.0);
    let first = centre - half + point(-1.0, 1.0) * (whole / 2.0);
    for (n, drawing) in counters.iter().enumerate() {
        let at = first + point(1.0, -1.0) * (step * n as f32);
        page.layers.push(Stamp { drawing: *drawing, at, scale: side / counter::SIZE, window: None }.into());
    }
    if counters.len() >= HIGH {
        let at = first + point(side * 1.04, side * 0.98);
        let told = Text::new(format!("×{}", counters.len()), at, Face::Bold, side * 0.3, Colour::INK);
        page.draw(told.halo(Colour::WHITE, 0.6));
    }
}

/// The part of the board of the size of one of some places that shows most of what is missing at a legible scale, and what it
/// shows; none if nothing is missing.
fn best(missing: &[Point], places: &[Room], board: &Board) -> Option<(Window, Vec<Point>)> {
    let hex_width = board.geometry.hex_width();
    let around = hex_width * AROUND;
    let scale = LEGIBLE / (hex_width * ON_MAP);
    let lefts: BTreeSet<u32> = missing.iter().map(|at| at.x.to_bits()).collect();
    let tops: BTreeSet<u32> = missing.iter().map(|at| at.y.to_bits()).collect();
    let corners = || {
        let of_left = |left: u32| tops.iter().map(move |top| point(f32::from_bits(left), f32::from_bits(*top)));
        lefts.iter().copied().flat_map(of_left)
    };
    let placed = places.iter().flat_map(|place| {
        let size = place.size * (1.0 / scale);
        corners().map(move |at| Window { low: at - point(around, around), size, place: *place, scale })
    });
    let shown = |window: &Window| missing.iter().filter(|at| window.holds(**at, around - 0.01)).count();
    let (count, window) = placed.map(|window| (shown(&window), window)).max_by_key(|(count, _)| *count)?;
    let shows = || missing.iter().copied().filter(|at| window.holds(*at, around - 0.01)).collect();
    (count > 0).then(|| (window, shows()))
}

/// A window drawn together round what it shows, as large as the page has room for it and no larger than at true size; what
/// room is left shows more of the board.
fn filled(window: Window, shown: &[Point], board: &Board, settings: &Settings) -> Window {
    let hex_width = board.geometry.hex_width();
    let around = point(1.0, 1.0) * (hex_width * AROUND);
    let sheet = point(board.scene.width(), board.scene.height());
    let (mut low, mut high) = (sheet, point(0.0, 0.0));
    for at in shown {
        low = point(low.x.min(at.x - around.x), low.y.min(at.y - around.y));
        high = point(high.x.max(at.x + around.x), high.y.max(at.y + around.y));
    }
    let (needed, room) = (high - low, window.place.size);
    let largest = settings.hex() / hex_width;
    let scale = (room.x / needed.x).min(room.y / needed.y).min(largest).max(window.scale);
    let size = point((room.x / scale).min(sheet.x), (room.y / scale).min(sheet.y));
    let begin = |low: f32, needed: f32, size: f32, sheet: f32| (low - (size - needed) / 2.0).clamp(0.0, sheet - size);
    let low = point(begin(low.x, needed.x, size.x, sheet.x), begin(low.y, needed.y, size.y, sheet.y));
    Window { low, size, scale, ..window }
}
