//! Tracks and boxes to lay counters on: turns with their dates, points, pools of supports, the eliminated.

use super::Settings;
use super::flow::{Block, Frame, wrap};
use super::needs::{self, ELIMINATED};
use super::pieces::{has_points, is_long};
use crate::booklet::{Booklet, Drawing, Stamp};
use artwork::chart::{self, Chart, named};
use artwork::counter;
use artwork::drawings::Drawings;
use artwork::scene::{Anchor, Colour, Face, Outline, Shape, Stroke, Text, point};
use definitions::hex::HexId;
use definitions::{Arrival, HoldingBox, Published, Scenario, Symbol, Track, Unit, UnitId};
use std::collections::BTreeMap;

const RULE: Colour = Colour::rgb(0x77726a);
const HEADS: Colour = Colour::rgb(0xdedad0);

/// All tracks of a game for pages of a frame.
pub(super) fn tracks(
    drawings: &Drawings<'_>,
    booklet: &mut Booklet,
    settings: &Settings,
    pages: &Frame<'_>,
) -> Vec<Block> {
    let game = drawings.game;
    let width = pages.width();
    let mut blocks = Vec::new();
    let timelines = timelines(game);
    for (scenario, names) in &timelines {
        let title = match timelines.as_slice() {
            [_] => "Turns".to_owned(),
            _ => format!("Turns: {}", names.join(", ")),
        };
        blocks.push(Block::heading(&title, 5.0, width));
        if names.len() > 1 {
            let told = format!("Arrivals are those of “{}”; the set-up sheets tell what differs.", scenario.title);
            blocks.push(Block { heading: true, ..Block::paragraph(&told, width) });
        }
        let events = calendars(game, scenario);
        let mut calendar =
            Calendar { drawings, booklet: &mut *booklet, scenario, settings, events, faces: BTreeMap::new() };
        blocks.extend(calendar.rows(width));
    }
    let (long, whole): (Vec<&Track>, Vec<&Track>) = game.tracks.iter().partition(|track| is_long(track));
    let points = "Points".to_owned();
    let counted = long.iter().map(|track| &track.title).chain(has_points(game).then_some(&points));
    for title in counted {
        blocks.push(Block::heading(&format!("{title}: a marker ×1 for ones, ×10 for tens"), 5.0, width));
        blocks.extend(numbered((0, 9), settings, width));
    }
    for track in whole {
        blocks.push(Block::heading(&track.title, 5.0, width));
        blocks.extend(numbered(track.boxes, settings, width));
    }
    blocks.extend(pools(game, settings, width));
    let boxes = needs::boxes(game);
    if !boxes.is_empty() {
        blocks.push(Block::heading("Boxes", 5.0, width));
        blocks.extend(boxes.iter().map(|it| holding(game, it, settings, width)));
    }
    blocks.push(Block::heading("Out of play", 5.0, width));
    // two rows of counters below the title
    let least = settings.counter * 2.0 + 7.0;
    let half = (width - 5.0) / 2.0;
    let eliminated = |height: f32| {
        let sides = game.units.sides.iter();
        sides.map(move |side| frame(&format!("{ELIMINATED}: {}", side.name), half, height)).collect::<Vec<Block>>()
    };
    // What is left of the page is theirs.
    let small = [blocks.clone(), eliminated(least)].concat();
    blocks.extend(eliminated(least + pages.left(&small).max(0.0)));
    blocks
}

/// Rows of ten numbered boxes, each as a block.
fn numbered((first, last): (i16, i16), settings: &Settings, width: f32) -> Vec<Block> {
    let side = width / 10.0;
    let height = settings.counter.min(side) + 6.0;
    let numbers: Vec<i16> = (first..=last).collect();
    let row = |numbers: &[i16]| {
        let mut block = Block::new(width, height);
        for (n, number) in numbers.iter().enumerate() {
            let one = frame(&number.to_string(), side - 0.6, height);
            block.layers.extend(one.layers.into_iter().map(|layer| layer.moved(point(n as f32 * side, 0.0))));
        }
        block
    };
    numbers.chunks(10).map(row).collect()
}

/// The scenarios whose turns and dates no longer one has, each with the titles of those that it serves.
fn timelines(game: &Published) -> Vec<(&Scenario, Vec<&str>)> {
    let serves = |long: &Scenario, short: &Scenario| {
        let skipped = usize::from(short.turns.0.saturating_sub(long.turns.0));
        long.turns.0 <= short.turns.0
            && short.turns.1 <= long.turns.1
            && long.dates.get(skipped..).is_some_and(|dates| dates.starts_with(&short.dates))
    };
    let mut longest_first: Vec<&Scenario> = game.scenarios.iter().collect();
    longest_first.sort_by_key(|scenario| std::cmp::Reverse(scenario.turns.1 - scenario.turns.0.min(scenario.turns.1)));
    let mut timelines: Vec<(&Scenario, Vec<&str>)> = Vec::new();
    for scenario in longest_first {
        if !timelines.iter().any(|(long, _)| serves(long, scenario)) {
            timelines.push((scenario, Vec::new()));
        }
    }
    for scenario in game.scenarios_in_order() {
        let timeline = timelines.iter_mut().find(|(long, _)| serves(long, scenario));
        timeline.into_iter().for_each(|(_, names)| names.push(&scenario.title));
    }
    timelines
}

/// What the charts of a game say of each turn of a scenario, a line a chart: those whose rows are its turns. Dates stand in the
/// heads of the boxes, and what does not happen is not told.
fn calendars(game: &Published, scenario: &Scenario) -> BTreeMap<u8, Vec<String>> {
    let mut told: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    let charts = chart::charts(game);
    let of_turns = || charts.iter().filter(move |chart| is_of_turns(chart, scenario));
    let several = of_turns().count() > 1;
    for chart in of_turns() {
        let rows = by_turn(chart);
        // the calendar itself and a list of events speak for themselves
        let plain = chart.columns.iter().any(|column| column.starts_with("Date") || column == "Event");
        let name = game.tables.get(&chart.name).ok().and_then(|table| table.word("on-the-track"));
        let title = name.unwrap_or(&chart.title);
        let title = if several && !plain { format!("{title}: ") } else { String::new() };
        for turn in scenario.turns.0..=scenario.turns.1 {
            let says: Vec<String> = chart.columns.iter().zip(&rows[&turn].cells).filter_map(event).collect();
            if !says.is_empty() {
                let asked = says.last().is_some_and(|text| text.ends_with('?'));
                let end = if asked { "" } else { "." };
                told.entry(turn).or_default().push(format!("{title}{}{end}", says.join("; ")));
            }
        }
    }
    told
}

/// Whether the rows of a chart are the turns of a scenario: it is told on their track.
pub(super) fn is_of_turns(chart: &Chart, scenario: &Scenario) -> bool {
    let rows = by_turn(chart);
    TURN_HEADS.contains(&chart.head.as_str())
        && (scenario.turns.0..=scenario.turns.1).all(|turn| rows.contains_key(&turn))
}

fn by_turn(chart: &Chart) -> BTreeMap<u8, &chart::Row> {
    chart.rows.iter().filter_map(|row| Some((row.name.parse().ok()?, row))).collect()
}

/// What stands above the turns in charts whose rows they are.
const TURN_HEADS: [&str; 2] = ["Turn", "December"];

/// What a chart says of a turn in a column.
fn event((column, cell): (&String, &chart::Cell)) -> Option<String> {
    let text = cell.inked.text.as_str();
    match text {
        "–" | "0" | "no" | "none" => None,
        _ if column.starts_with("Date") => None,
        "yes" => Some(column.clone()),
        _ if column == "Event" => Some(text.trim_end_matches('.').to_owned()),
        _ => Some(format!("{column} {text}")),
    }
}

/// Turns side by side, and what is between them.
const IN_A_ROW: usize = 4;
const BETWEEN: f32 = 1.6;
/// Size of what is told of a turn, and distance of its lines.
const TOLD: f32 = 2.5;
const TOLD_LINE: f32 = 3.0;
/// Side of a counter that arrives, height of the line below it that tells where, and the head of a box.
const ARRIVING: f32 = 8.0;
const WHERE: f32 = 2.6;
const HEAD: f32 = 6.0;

/// The turns of a scenario as boxes: number and date above the place of the marker, beside it what the pools receive, and
/// below the counters that come, with where they enter.
struct Calendar<'a, 'd> {
    drawings: &'a Drawings<'d>,
    booklet: &'a mut Booklet,
    scenario: &'a Scenario,
    settings: &'a Settings,
    /// What the charts say of each turn, a line a chart.
    events: BTreeMap<u8, Vec<String>>,
    faces: BTreeMap<(UnitId, u8), Drawing>,
}

impl Calendar<'_, '_> {
    /// Rows of boxes as wide as a page.
    fn rows(&mut self, width: f32) -> Vec<Block> {
        let wide = (width + BETWEEN) / IN_A_ROW as f32 - BETWEEN;
        let turns: Vec<u8> = (self.scenario.turns.0..=self.scenario.turns.1).collect();
        let rows = turns.chunks(IN_A_ROW);
        rows.map(|turns| {
            let height = turns.iter().map(|turn| self.height(*turn, wide)).fold(0.0, f32::max);
            let mut row = Block::new(width, height);
            for (n, turn) in turns.iter().enumerate() {
                let at = point(n as f32 * (wide + BETWEEN), 0.0);
                let one = self.turn(*turn, wide, height);
                row.layers.extend(one.layers.into_iter().map(|layer| layer.moved(at)));
            }
            row
        })
        .collect()
    }

    /// Who comes for a side in a turn.
    fn coming(&self, turn: u8, side: usize) -> Vec<&Arrival> {
        let of_side = |it: &&Arrival| usize::from(self.drawings.game.units.unit(it.unit).side) == side;
        self.scenario.arrivals.iter().filter(|it| it.turn == turn).filter(of_side).collect()
    }

    fn per_row(wide: f32) -> usize {
        ((wide - 3.0) / (ARRIVING + 0.4)).floor().max(1.0) as usize
    }

    fn height(&self, turn: u8, wide: f32) -> f32 {
        let sides = 0..self.drawings.game.units.sides.len();
        let lines: usize = sides.map(|side| self.coming(turn, side).len().div_ceil(Self::per_row(wide))).sum();
        self.below_the_marker(turn, wide) + lines as f32 * (ARRIVING + WHERE) + 1.0
    }

    /// The lines of a turn: what the pools receive and what the charts say.
    fn told(&self, turn: u8, wide: f32) -> (Vec<String>, Vec<String>) {
        let left = self.settings.counter + 5.5;
        let set = |text: &String| wrap(text, Face::Medium, TOLD, wide - left - 1.0);
        let all: Vec<String> =
            self.grants(turn).into_iter().chain(self.events.get(&turn).cloned().unwrap_or_default()).collect();
        // what does not fit beside the marker stands below it, as wide as the box
        let room = (self.settings.counter / TOLD_LINE) as usize;
        let mut beside: Vec<String> = Vec::new();
        let mut below = Vec::new();
        for text in all {
            let lines = set(&text);
            if below.is_empty() && beside.len() + lines.len() <= room {
                beside.extend(lines);
            } else {
                below.extend(wrap(&text, Face::Medium, TOLD, wide - 3.0));
            }
        }
        (beside, below)
    }

    /// Where the counters of a turn begin: below the marker and what is told.
    fn below_the_marker(&self, turn: u8, wide: f32) -> f32 {
        let below = self.told(turn, wide).1.len() as f32;
        HEAD + self.settings.counter + if below > 0.0 { 5.4 + below * TOLD_LINE } else { 4.0 }
    }

    fn turn(&mut self, turn: u8, wide: f32, height: f32) -> Block {
        let game = self.drawings.game;
        let mut block = Block::new(wide, height);
        block.draw(Shape::new(Outline::rounded(0.0, 0.0, wide, height, 1.0)).stroke(Stroke::new(RULE, 0.35)));
        block.draw(Shape::new(Outline::rounded(0.0, 0.0, wide, HEAD, 1.0)).fill(HEADS));
        block.draw(Text::new(turn.to_string(), point(1.6, 4.7), Face::Bold, 5.0, Colour::INK));
        if let Some(date) = self.scenario.dates.get(usize::from(turn - self.scenario.turns.0)) {
            let text = Text::new(date, point(wide - 1.6, 4.2), Face::SemiBold, 3.2, Colour::INK);
            block.draw(text.anchor(Anchor::End).at_most(wide - 12.0));
        }
        let side = self.settings.counter + 2.0;
        let place = Outline::rounded(1.5, HEAD + 1.5, side, side, 1.0);
        block.draw(Shape::new(place).stroke(Stroke::new(RULE, 0.2).dashed(&[1.0, 0.8])));
        let left = side + 3.5;
        let (beside, below) = self.told(turn, wide);
        let mut write = |lines: Vec<String>, x: f32, y: f32| {
            for (n, line) in lines.into_iter().enumerate() {
                let at = point(x, y + n as f32 * TOLD_LINE);
                block.draw(Text::new(line, at, Face::Medium, TOLD, Colour::INK));
            }
        };
        write(beside, left, HEAD + 4.0);
        write(below, 1.6, HEAD + self.settings.counter + 7.0);
        let mut y = self.below_the_marker(turn, wide);
        for (n, known) in game.units.sides.iter().enumerate() {
            let coming: Vec<Arrival> = self.coming(turn, n).into_iter().cloned().collect();
            for row in coming.chunks(Self::per_row(wide)) {
                let bar = Outline::rectangle(0.6, y, 1.2, ARRIVING + WHERE - 0.6);
                block.draw(Shape::new(bar).fill(Colour::rgb(known.colour)));
                for (n, it) in row.iter().enumerate() {
                    let x = 2.4 + n as f32 * (ARRIVING + 0.4);
                    let drawing = self.face(it.unit, it.steps_lost);
                    let scale = ARRIVING / counter::SIZE;
                    block.layers.push(Stamp { drawing, at: point(x, y), scale, window: None }.into());
                    let at = point(x + ARRIVING / 2.0, y + ARRIVING + 1.9);
                    let entry = Text::new(self.entry(it), at, Face::SemiBold, 2.1, Colour::INK);
                    // a long name of a box is told by the set-up sheet alone
                    if entry.width() <= ARRIVING * 1.1 {
                        block.draw(entry.anchor(Anchor::Middle).at_most(ARRIVING));
                    }
                }
                y += ARRIVING + WHERE;
            }
        }
        block
    }

    /// Where a unit enters, in few letters: the areas, or the only hex.
    fn entry(&self, it: &Arrival) -> String {
        match (it.areas.as_slice(), it.hexes.as_slice()) {
            ([], [hex]) => self.drawings.game.map.grid.number(*hex),
            ([], [first, .., last]) => {
                let number = |hex: &HexId| self.drawings.game.map.grid.number(*hex);
                format!("{}…{}", number(first), number(last))
            }
            ([], []) => it.boxed.clone(),
            (areas, _) => areas.join(" "),
        }
    }

    /// What the pools receive in a turn; what lies in them at first is told there.
    fn grants(&self, turn: u8) -> Vec<String> {
        let game = self.drawings.game;
        let army = |id: &str| {
            game.units.armies.iter().find(|army| army.id == id).map_or_else(String::new, |army| army.name.clone())
        };
        let mut pools: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let later = self.scenario.grants.iter().filter(|grant| grant.turn == turn && turn > self.scenario.turns.0);
        for grant in later {
            pools.entry(&grant.pool).or_default().push(format!("{} {}", grant.count, named(game, &grant.kind)));
        }
        pools.into_iter().map(|(pool, list)| format!("{}: {}", army(pool), list.join(", ").to_lowercase())).collect()
    }

    fn face(&mut self, unit: UnitId, lost: u8) -> Drawing {
        let (booklet, drawings) = (&mut *self.booklet, self.drawings);
        *self.faces.entry((unit, lost)).or_insert_with(|| booklet.add(drawings.face(unit, lost)))
    }
}

/// Boxes of the pools with what lies in them at the start, and of the headquarters that draw on them.
fn pools(game: &Published, settings: &Settings, width: f32) -> Vec<Block> {
    let mut first: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for grant in game
        .scenarios
        .iter()
        .take(1)
        .flat_map(|scenario| scenario.grants.iter().filter(|grant| grant.turn <= scenario.turns.0))
    {
        first.entry(&grant.pool).or_default().push(format!("{} {}", grant.count, named(game, &grant.kind)));
    }
    let mut blocks = Vec::new();
    for army in &game.units.armies {
        let granted = game.scenarios.iter().flat_map(|scenario| &scenario.grants).any(|grant| grant.pool == army.id);
        if !granted {
            continue;
        }
        let at_start = first.get(army.id.as_str()).map_or_else(|| "none".to_owned(), |it| it.join(", "));
        let title = format!("Supports of {}; in the pool at first: {at_start}", army.name);
        blocks.push(Block::heading(&title, 5.0, width));
        blocks.push(frame("Pool", settings.counter * 2.0, settings.counter + 8.0));
        for (id, formation) in game.units.formations.iter().enumerate().filter(|(_, it)| it.army == army.id) {
            let commands = |unit: &&Unit| {
                unit.symbol == Symbol::Headquarters && unit.formation.is_some_and(|formation| formation.index() == id)
            };
            let Some(headquarters) = game.units.units.iter().find(commands) else { continue };
            let rating = headquarters.values.get("support").map_or(1, |value| value.after(0)).clamp(1, 8);
            let title = format!("{}: up to {rating}", formation.name);
            let room = f32::from(rating) * (settings.counter + 0.6) + 2.0;
            let room = room.max(Face::SemiBold.width(&title, 3.4) + 4.0);
            blocks.push(frame(&title, room, settings.counter + 8.0));
        }
    }
    blocks
}

/// Room round each counter in a box.
const APART: f32 = 1.5;

/// A box in which counters wait: its title in a bar of its side's colour, what is to be known of it, and a place for each.
fn holding(game: &Published, it: &HoldingBox, settings: &Settings, most: f32) -> Block {
    let pitch = settings.counter + APART;
    let fit = ((most - 2.0 * APART) / pitch).floor().max(1.0);
    // Twice as wide as high, as far as the page goes.
    let columns = (f32::from(it.holds.max(1)) * 2.0).sqrt().round().clamp(1.0, fit);
    let rows = (f32::from(it.holds.max(1)) / columns).ceil();
    let words = Face::Bold.width(&it.title, 3.6) + 4.0;
    let width = (columns * pitch + 2.0 * APART).max(words.min(most)).max(if it.note.is_empty() { 0.0 } else { 44.0 });
    let note = wrap(&it.note, Face::Medium, 2.7, width - 4.0);
    let note: Vec<&String> = note.iter().filter(|line| !line.is_empty()).collect();
    let head = 6.6 + note.len() as f32 * 3.2;
    let mut block = Block::new(width, head + rows * pitch + APART);
    let side = game.units.sides.iter().find(|side| Some(&side.id) == it.side.as_ref());
    let colour = side.map_or(RULE, |side| Colour::rgb(side.colour));
    block.draw(Shape::new(Outline::rounded(0.0, 0.0, width, 5.4, 1.2)).fill(colour));
    let outline = Outline::rounded(0.1, 0.1, width - 0.2, block.height - 0.2, 1.2);
    block.draw(Shape::new(outline).stroke(Stroke::new(RULE, 0.3)));
    block.draw(Text::new(&it.title, point(1.6, 4.0), Face::Bold, 3.6, colour.ink()).at_most(width - 3.0));
    for (n, line) in note.into_iter().enumerate() {
        block.draw(Text::new(line, point(1.6, 8.6 + n as f32 * 3.2), Face::Medium, 2.7, Colour::INK));
    }
    block
}

/// An empty box with a title.
fn frame(title: &str, width: f32, height: f32) -> Block {
    let mut block = Block::new(width, height);
    let outline = Outline::rounded(0.1, 0.1, width - 0.2, height - 0.2, 1.2);
    block.draw(Shape::new(outline).stroke(Stroke::new(RULE, 0.3)));
    block.draw(Text::new(title, point(1.6, 4.6), Face::SemiBold, 3.4, Colour::INK).at_most(width - 3.0));
    block
}
