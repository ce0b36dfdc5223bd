//! Set-up sheets: of each scenario who stands where, what comes when, and how it is decided, to be read without the
//! rulebook; and its map with the counters on it.

use super::flow::{Block, Frame, LINE, TEXT, wrap};
use super::paper::MARGIN;
use super::{Settings, cards};
use crate::counter::{self, Support};
use crate::drawings::Drawings;
use crate::map_picture::Board;
use crate::scene::{Booklet, Colour, Drawing, Face, Outline, Point, Shape, Stamp, Stroke, Text, point};
use engine::definitions::{Arrival, Grant, Placement, Published, Scenario, Tenure, UnitId};
use engine::hex::HexId;
use std::collections::{BTreeMap, BTreeSet};

/// Side of a counter's picture in a list.
const PICTURE: f32 = 8.0;
const COLUMNS: usize = 3;
/// Side of a counter on the map, in widths of a hex, and in millimetres at least.
const ON_MAP: f32 = 0.7;
const LEGIBLE: f32 = 9.0;
/// Hexes of the map round those that hold something, and that two pages of a map share.
const AROUND: f32 = 1.5;
const SHARED: f32 = 1.3;
/// How much of a page a list may fill that does not begin a page of its own.
const SHORT: f32 = 0.5;
/// Longest place of entry, in letters, that each of several units is told.
const LENGTHY: usize = 80;
/// Fewest units of which a list is not repeated.
const LONG: usize = 12;

/// The set-up sheets of all scenarios.
pub(super) fn sheets(drawings: &Drawings<'_>, settings: &Settings) -> Booklet {
    let game = drawings.game;
    let mut booklet = Booklet::new(format!("{}: set-up", game.title), game.credits.join(" "));
    let board = drawings.board(settings.theme);
    let map = booklet.add(board.scene.clone());
    let mut sheet = Sheets { game, drawings, booklet, faces: BTreeMap::new(), supports: BTreeMap::new() };
    let upright = settings.paper.upright();
    // Lists that wait for their page, and the title of the first.
    let (mut waiting, mut title): (Vec<Block>, &str) = (Vec::new(), "");
    let set = |sheet: &mut Sheets<'_>, waiting: &mut Vec<Block>, title: &str| {
        let what = format!("Set-up: {title}");
        let frame = Frame { title: &game.title, what: &what, size: upright, how: "Also legible when reduced." };
        sheet.booklet.pages.extend(frame.columns(COLUMNS, std::mem::take(waiting)));
    };
    for scenario in in_order(game) {
        let frame = Frame { title: &game.title, what: "", size: upright, how: "" };
        let blocks = sheet.lists(scenario, frame.column(COLUMNS));
        let taken: f32 = waiting.iter().chain(&blocks).map(|block| block.height).sum();
        if taken > frame.height() * COLUMNS as f32 * SHORT {
            set(&mut sheet, &mut waiting, title);
        }
        if waiting.is_empty() {
            title = &scenario.title;
        }
        waiting.extend(blocks);
        let same: Vec<&Scenario> = in_order(game).into_iter().filter(|it| stands_alike(it, scenario)).collect();
        if !scenario.placements.is_empty() && same[0].id == scenario.id {
            set(&mut sheet, &mut waiting, title);
            let titles = match same.len() {
                1 => scenario.title.clone(),
                2 => format!("{}; {}", scenario.title, same[1].title),
                many => format!("{}, and {} more scenarios", scenario.title, many - 1),
            };
            sheet.on_the_map(scenario, &titles, &board, map, settings);
        }
    }
    set(&mut sheet, &mut waiting, title);
    sheet.booklet
}

/// The scenarios in the order of the rulebook: by case, then by the numbers of their titles.
pub(super) fn in_order(game: &Published) -> Vec<&Scenario> {
    let numbers = |text: &str| -> Vec<u32> {
        text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
    };
    let mut scenarios: Vec<&Scenario> = game.scenarios.iter().collect();
    scenarios.sort_by_cached_key(|it| (numbers(&it.case), numbers(&it.title)));
    scenarios
}

/// Whether the same units stand on the same part of the map in two scenarios.
fn stands_alike(one: &Scenario, other: &Scenario) -> bool {
    let stands = |scenario: &Scenario| -> BTreeSet<(UnitId, HexId, u8)> {
        scenario.placements.iter().map(|it| (it.unit, it.hex, it.steps_lost)).collect()
    };
    one.playing == other.playing && stands(one) == stands(other)
}

struct Sheets<'a> {
    game: &'a Published,
    drawings: &'a Drawings<'a>,
    booklet: Booklet,
    /// Drawings of units by steps lost, and of supports by kind and side.
    faces: BTreeMap<(UnitId, u8), Drawing>,
    supports: BTreeMap<(String, u8), Drawing>,
}

impl<'a> Sheets<'a> {
    fn face(&mut self, unit: UnitId, lost: u8) -> Drawing {
        let (booklet, drawings) = (&mut self.booklet, self.drawings);
        *self.faces.entry((unit, lost)).or_insert_with(|| booklet.add(drawings.face(unit, lost)))
    }

    fn lists(&mut self, scenario: &Scenario, width: f32) -> Vec<Block> {
        let mut blocks = self.opening(scenario, width);
        blocks.extend(self.at_start(scenario, width));
        blocks.extend(self.beside_the_map(scenario, width));
        for turn in scenario.turns.0..=scenario.turns.1 {
            blocks.extend(self.coming(scenario, turn, width));
            blocks.extend(cards::deals(self.game, scenario, turn, width));
        }
        blocks
    }

    /// Title, turns, what decides, what of the map is played.
    fn opening(&self, scenario: &Scenario, width: f32) -> Vec<Block> {
        let mut blocks = vec![Block::heading(&scenario.title, 7.0, width)];
        let (first, last) = scenario.turns;
        let mut turns = if first == last { format!("Turn {first}") } else { format!("Turns {first} to {last}") };
        if let (Some(from), Some(to)) = (scenario.dates.first(), scenario.dates.last()) {
            turns += &if from == to { format!(": {from}") } else { format!(": {from} to {to}") };
        }
        if !scenario.case.is_empty() {
            turns += &format!(" (rulebook {})", scenario.case);
        }
        blocks.push(Block::paragraph(&format!("{turns}."), width));
        if let Some(goal) = &scenario.objectives {
            let places: Vec<String> = goal.hexes.iter().map(|hex| self.game.map.spoken(*hex)).collect();
            let having = match goal.by {
                Tenure::Holding => "A side has a place when it was there last.",
                Tenure::Occupying => "A side has a place when it is there, in supply.",
            };
            let of = format!("{} of {}", goal.needed, places.join(", "));
            blocks.push(Block::paragraph(&format!("Decided at the end by {of}. {having}"), width));
        }
        if !scenario.playing.is_empty() {
            let number = |hex: HexId| self.game.map.grid.number(hex);
            let parts: Vec<String> =
                scenario.playing.iter().map(|(a, b)| format!("{} to {}", number(*a), number(*b))).collect();
            let told = format!("Only a part of the map is played, from corner to corner: {}.", parts.join(" and "));
            blocks.push(Block::paragraph(&told, width));
        }
        blocks
    }

    fn placed<'s>(&self, scenario: &'s Scenario, side: usize) -> Vec<&'s Placement> {
        let placements = scenario.placements.iter();
        placements.filter(|it| usize::from(self.game.units.unit(it.unit).side) == side).collect()
    }

    fn arriving<'s>(&self, scenario: &'s Scenario, side: usize) -> Vec<&'s Arrival> {
        let arrivals = scenario.arrivals.iter().filter(|it| it.turn <= scenario.turns.1);
        arrivals.filter(|it| usize::from(self.game.units.unit(it.unit).side) == side).collect()
    }

    /// The first scenario of the rulebook, before this one, that has the same long list.
    fn told_before<T: PartialEq>(&self, scenario: &Scenario, list: impl Fn(&'a Scenario) -> Vec<T>) -> Option<&'a str> {
        let order = in_order(self.game);
        let own = order.iter().find(|it| it.id == scenario.id).map(|it| list(it)).filter(|own| own.len() >= LONG)?;
        let earlier = order.into_iter().take_while(|it| it.id != scenario.id);
        earlier.into_iter().find(|it| list(it) == own).map(|it| it.title.as_str())
    }

    fn at_start(&mut self, scenario: &Scenario, width: f32) -> Vec<Block> {
        let mut blocks = Vec::new();
        for (index, side) in self.game.units.sides.iter().enumerate() {
            if let Some(before) = self.told_before(scenario, |it| self.placed(it, index)) {
                blocks.push(Block::heading(&format!("{}: on the map", side.name), 5.0, width));
                blocks.push(Block::paragraph(&format!("As in “{before}”."), width));
                continue;
            }
            let mut placed = self.placed(scenario, index);
            placed.sort_by_key(|it| {
                let formation = self.game.units.unit(it.unit).formation;
                (formation.is_none(), formation, it.unit)
            });
            if placed.is_empty() {
                continue;
            }
            blocks.push(Block::heading(&format!("{}: on the map", side.name), 5.0, width));
            let mut formation = None;
            for placement in placed {
                let unit = self.game.units.unit(placement.unit);
                if formation != Some(unit.formation) {
                    formation = Some(unit.formation);
                    blocks.push(self.formation_bar(placement.unit, width));
                }
                let mut told = vec![self.game.map.spoken(placement.hex)];
                if placement.within > 0 {
                    told.push(format!("or up to {} from there", hexes(placement.within)));
                }
                told.extend(placement.or.map(|hex| format!("or {}", self.game.map.spoken(hex))));
                if placement.improved {
                    told.push("in an improved position".to_owned());
                }
                if placement.steps_lost > 0 {
                    told.push(format!("{} lost", steps(placement.steps_lost)));
                }
                told.extend(placement.marks.iter().map(|id| self.marker(id)));
                blocks.push(self.row(placement.unit, placement.steps_lost, &told.join(", "), width));
            }
        }
        blocks
    }

    /// Units in boxes, markers in hexes.
    fn beside_the_map(&mut self, scenario: &Scenario, width: f32) -> Vec<Block> {
        let mut blocks = Vec::new();
        let names: BTreeSet<&str> = scenario.boxed.iter().map(|it| it.name.as_str()).collect();
        for name in names {
            blocks.push(Block::heading(&format!("In the box “{name}”"), 5.0, width));
            for boxed in scenario.boxed.iter().filter(|it| it.name == name) {
                let lost =
                    if boxed.steps_lost > 0 { format!("{} lost", steps(boxed.steps_lost)) } else { String::new() };
                blocks.push(self.row(boxed.unit, boxed.steps_lost, &lost, width));
            }
        }
        if !scenario.markers.is_empty() {
            blocks.push(Block::heading("Markers on the map", 5.0, width));
            let kinds: BTreeSet<&str> = scenario.markers.iter().map(|it| it.kind.as_str()).collect();
            for kind in kinds {
                let places = scenario.markers.iter().filter(|it| it.kind == kind);
                let places: Vec<String> = places.map(|it| self.game.map.spoken(it.hex)).collect();
                blocks.push(Block::paragraph(&format!("{}: {}.", self.marker(kind), places.join(", ")), width));
            }
        }
        blocks
    }

    /// What a turn brings and takes.
    fn coming(&mut self, scenario: &Scenario, turn: u8, width: f32) -> Vec<Block> {
        let mut blocks = Vec::new();
        for (index, side) in self.game.units.sides.iter().enumerate() {
            let mut arriving = self.arriving(scenario, index);
            arriving.retain(|it| it.turn == turn);
            if let Some(before) = self.told_before(scenario, |it| self.arriving(it, index)) {
                if turn == scenario.turns.0 {
                    blocks.push(Block::bar(&format!("{} arrivals", side.name), Colour::rgb(side.colour), width));
                    blocks.push(Block::paragraph(&format!("On all turns as in “{before}”."), width));
                }
                continue;
            }
            if !arriving.is_empty() {
                blocks.push(Block::bar(&format!("{} arrivals", side.name), Colour::rgb(side.colour), width));
            }
            let mut above = String::new();
            for arrival in arriving {
                let told = self.entry(arrival);
                let brief = match arrival.hexes.first() {
                    Some(first) if told == above && told.len() > LENGTHY => {
                        format!("{} or another hex, as above", self.game.map.spoken(*first))
                    }
                    _ => told.clone(),
                };
                above = told;
                blocks.push(self.row(arrival.unit, 0, &brief, width));
            }
        }
        let leaving: Vec<(UnitId, String)> = scenario
            .departures
            .iter()
            .filter(|it| it.turn == turn)
            .map(|it| (it.unit, if it.note.is_empty() { "leaves the map".to_owned() } else { it.note.clone() }))
            .collect();
        if !leaving.is_empty() {
            blocks.push(Block::bar("Withdrawn", Colour::rgb(0x55524c), width));
            for (unit, note) in leaving {
                blocks.push(self.row(unit, 0, &note, width));
            }
        }
        let grants: Vec<&Grant> = scenario.grants.iter().filter(|it| it.turn == turn).collect();
        if !grants.is_empty() {
            blocks.push(Block::bar("Support markers for the pools", Colour::rgb(0x55524c), width));
            for pool in grants.iter().map(|it| it.pool.as_str()).collect::<BTreeSet<_>>() {
                blocks.push(self.pool(pool, grants.iter().copied().filter(|it| it.pool == pool), width));
            }
        }
        if blocks.is_empty() {
            return blocks;
        }
        let date = scenario.dates.get(usize::from(turn - scenario.turns.0));
        let title = date.map_or_else(|| format!("Turn {turn}"), |date| format!("Turn {turn}: {date}"));
        blocks.insert(0, Block::heading(&title, 5.0, width));
        blocks
    }

    /// Where and how a unit comes.
    fn entry(&self, arrival: &Arrival) -> String {
        let hexes: Vec<String> = arrival.hexes.iter().map(|hex| self.game.map.spoken(*hex)).collect();
        let mut told = Vec::new();
        if !arrival.boxed.is_empty() {
            told.push(format!("into the box “{}”", arrival.boxed));
        } else if !arrival.areas.is_empty() {
            told.push(format!("entry area {}", arrival.areas.join(" or ")));
        } else if !hexes.is_empty() {
            told.push(hexes.join(" or "));
        }
        if arrival.trucks {
            told.push("in trucks".to_owned());
        }
        told.extend(arrival.marks.iter().map(|id| self.marker(id)));
        if !arrival.note.is_empty() {
            told.push(arrival.note.clone());
        }
        told.join(", ")
    }

    /// The title of a declared marker.
    fn marker(&self, id: &str) -> String {
        self.game.markers.iter().find(|kind| kind.id == id).map_or_else(|| id.to_owned(), |kind| kind.title.clone())
    }

    fn formation_bar(&self, unit: UnitId, width: f32) -> Block {
        let unit = self.game.units.unit(unit);
        match unit.formation.map(|formation| self.game.units.formation(formation)) {
            Some(formation) => {
                let army = self.game.units.armies.iter().find(|army| army.id == formation.army);
                let army = army.map(|army| format!(", {}", army.name)).unwrap_or_default();
                Block::bar(&format!("{}{army}", formation.name), Colour::rgb(formation.colour), width)
            }
            None => Block::bar("Independent", counter::INDEPENDENT, width),
        }
    }

    /// A counter's picture, its name, and what is told of it.
    fn row(&mut self, unit: UnitId, lost: u8, told: &str, width: f32) -> Block {
        let drawing = self.face(unit, lost);
        let x = PICTURE + 2.0;
        let lines = wrap(told, Face::Medium, TEXT, width - x);
        let height = (PICTURE + 1.0).max((lines.len() + 1) as f32 * LINE + 0.8);
        let mut block = Block::new(width, height);
        block.layers.push(picture(drawing, 0.4));
        let name = &self.game.units.unit(unit).name;
        block.draw(Text::new(name, point(x, 3.6), Face::SemiBold, 3.4, Colour::INK).at_most(width - x));
        for (n, line) in lines.into_iter().enumerate() {
            let at = point(x, 3.5 + (n + 1) as f32 * LINE);
            block.draw(Text::new(line, at, Face::Medium, TEXT, Colour::INK));
        }
        block
    }

    /// The support markers that a pool is given.
    fn pool<'g>(&mut self, pool: &str, grants: impl Iterator<Item = &'g Grant>, width: f32) -> Block {
        let units = &self.game.units;
        let name = units.armies.iter().find(|army| army.id == pool).map_or(pool, |army| army.name.as_str()).to_owned();
        let side = units.formations.iter().find(|formation| formation.army == pool).map(|formation| formation.side);
        let mut block = Block::new(width, PICTURE + 6.0);
        block.draw(Text::new(name, point(0.0, 3.6), Face::SemiBold, 3.4, Colour::INK).at_most(width));
        let mut x = 0.0;
        for grant in grants {
            let drawn = side.zip(Support::find(&grant.kind));
            let times = Text::new(format!("{}×", grant.count), point(x, 10.4), Face::SemiBold, 3.6, Colour::INK);
            x += times.width() + 0.8;
            block.draw(times);
            match drawn {
                Some((side, kind)) => {
                    let colour = units.sides[usize::from(side)].colour;
                    let booklet = &mut self.booklet;
                    let key = (grant.kind.clone(), side);
                    let drawing = self.supports.entry(key);
                    let drawing = *drawing.or_insert_with(|| booklet.add(counter::support_marker(kind, colour)));
                    let scale = PICTURE / counter::SIZE;
                    block.layers.push(Stamp { drawing, at: point(x, 4.8), scale, window: None }.into());
                    x += PICTURE + 2.5;
                }
                None => {
                    let text = Text::new(&grant.kind, point(x, 10.4), Face::Medium, 3.4, Colour::INK);
                    x += text.width() + 2.5;
                    block.draw(text);
                }
            }
        }
        block
    }

    /// The part of the map where counters start, with the counters on it, on as many pages as it takes to read them.
    fn on_the_map(&mut self, scenario: &Scenario, titles: &str, board: &Board, map: Drawing, settings: &Settings) {
        let game = self.game;
        let mut stacks: BTreeMap<HexId, Vec<Drawing>> = BTreeMap::new();
        for placement in &scenario.placements {
            let drawing = self.face(placement.unit, placement.steps_lost);
            stacks.entry(placement.hex).or_default().push(drawing);
        }
        let hex_width = board.geometry.hex_width();
        let around = point(1.0, 1.0) * (hex_width * (AROUND + 0.5));
        let sheet = point(board.scene.width(), board.scene.height());
        let (mut low, mut high) = (sheet, point(0.0, 0.0));
        for hex in stacks.keys() {
            let (l, h) = (board.geometry.centre(*hex) - around, board.geometry.centre(*hex) + around);
            low = point(low.x.min(l.x).max(0.0), low.y.min(l.y).max(0.0));
            high = point(high.x.max(h.x).min(sheet.x), high.y.max(h.y).min(sheet.y));
        }
        let all = high - low;
        let least = LEGIBLE / (hex_width * ON_MAP);
        let room = |(width, height): (f32, f32)| point(width - 2.0 * MARGIN, height - 26.0);
        let shared = hex_width * SHARED;
        let tiles = |size| {
            let room = room(size) * (1.0 / least);
            let many = |length: f32, room: f32| ((length - shared) / (room - shared)).ceil().max(1.0);
            (many(all.x, room.x), many(all.y, room.y))
        };
        let each =
            |(across, down): (f32, f32)| point((all.x - shared) / across + shared, (all.y - shared) / down + shared);
        let (upright, lying) = (settings.paper.upright(), settings.paper.lying());
        let largest = |size| {
            let (part, room) = (each(tiles(size)), room(size));
            (room.x / part.x).min(room.y / part.y)
        };
        let pages = |size| tiles(size).0 * tiles(size).1;
        let lies = (pages(lying), -largest(lying)) < (pages(upright), -largest(upright));
        let size = if lies { lying } else { upright };
        let ((across, down), scale) = (tiles(size), largest(size));
        let part = each((across, down));
        let what = format!("Set-up on the map: {titles}");
        let frame = Frame { title: &game.title, what: &what, size, how: "Counters that share a hex lie in steps." };
        for (row, column) in (0..down as usize).flat_map(|row| (0..across as usize).map(move |column| (row, column))) {
            let from = low + point(column as f32 * (part.x - shared), row as f32 * (part.y - shared));
            let to = from + part;
            let reach = hex_width * 0.5;
            let within = |at: f32, from: f32, to: f32| from + reach <= at && at <= to - reach;
            let inside = |at: Point| within(at.x, from.x, to.x) && within(at.y, from.y, to.y);
            if !stacks.keys().any(|hex| inside(board.geometry.centre(*hex))) {
                continue;
            }
            let mut page = frame.page(1);
            page.title.clone_from(&what);
            let corner = (point(size.0, size.1) - part * scale) * 0.5;
            let window = Outline::rectangle(corner.x, corner.y, part.x * scale, part.y * scale);
            let origin = corner - from * scale;
            let whole = across * down < 2.0 && all.x * all.y > sheet.x * sheet.y * 0.8;
            let shown = if whole { map } else { self.booklet.add(board.scene.within(from, to)) };
            let edge = Shape::new(window.clone()).stroke(Stroke::new(Colour::INK, 0.2));
            page.layers.push(Stamp { drawing: shown, at: origin, scale, window: Some(window) }.into());
            page.draw(edge);
            let side = hex_width * ON_MAP * scale;
            for (hex, stack) in stacks.iter().filter(|(hex, _)| inside(board.geometry.centre(**hex))) {
                let step = side * 0.16;
                let centre = origin + board.geometry.centre(*hex) * scale;
                let half = point(1.0, 1.0) * (side / 2.0);
                let first = centre - half + point(-1.0, 1.0) * (step * (stack.len() - 1) as f32 / 2.0);
                for (n, drawing) in stack.iter().enumerate() {
                    let at = first + point(1.0, -1.0) * (step * n as f32);
                    page.layers.push(Stamp { drawing: *drawing, at, scale: side / counter::SIZE, window: None }.into());
                }
            }
            self.booklet.pages.push(page);
        }
    }
}

fn picture(drawing: Drawing, y: f32) -> crate::scene::Layer {
    Stamp { drawing, at: point(0.0, y), scale: PICTURE / counter::SIZE, window: None }.into()
}

fn hexes(count: u8) -> String {
    if count == 1 { "a hex".to_owned() } else { format!("{count} hexes") }
}

fn steps(count: u8) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}
