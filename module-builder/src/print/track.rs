//! Tracks and boxes to lay counters on: turns with their dates, points, pools of supports, the eliminated.

use super::Settings;
use super::flow::{Block, Frame, wrap};
use super::needs::{self, ELIMINATED};
use super::pieces::{has_points, is_long};
use artwork::chart::named;
use artwork::scene::{Anchor, Colour, Face, Outline, Shape, Stroke, Text, point};
use definitions::{HoldingBox, Published, Scenario, Symbol, Track, Unit};
use std::collections::BTreeMap;

const RULE: Colour = Colour::rgb(0x77726a);

/// All tracks of a game for pages of a frame.
pub(super) fn tracks(game: &Published, settings: &Settings, pages: &Frame<'_>) -> Vec<Block> {
    let width = pages.width();
    let mut blocks = Vec::new();
    let timelines = timelines(game);
    for (scenario, names) in &timelines {
        let title = match timelines.as_slice() {
            [_] => "Turns".to_owned(),
            _ => format!("Turns: {}", names.join(", ")),
        };
        blocks.push(Block::heading(&title, 5.0, width));
        let turns = (scenario.turns.0..=scenario.turns.1).enumerate();
        blocks.extend(turns.map(|(n, turn)| turn_box(game, scenario, turn, scenario.dates.get(n), settings)));
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

/// A box of a turn: its number, its date, how many come, and room for the marker.
fn turn_box(game: &Published, scenario: &Scenario, turn: u8, date: Option<&String>, settings: &Settings) -> Block {
    let (width, height) = (settings.counter + 10.9, settings.counter + 14.0);
    let mut block = frame(&format!("{turn}"), width, height);
    if let Some(date) = date {
        for (n, line) in wrap(date, Face::SemiBold, 2.9, width - 8.0).into_iter().take(2).enumerate() {
            let at = point(width - 1.4, 4.0 + n as f32 * 3.2);
            block.draw(Text::new(line, at, Face::SemiBold, 2.9, Colour::INK).anchor(Anchor::End));
        }
    }
    for (n, side) in game.units.sides.iter().enumerate() {
        let coming = scenario.arrivals.iter().filter(|arrival| arrival.turn == turn);
        let coming = coming.filter(|arrival| usize::from(game.units.unit(arrival.unit).side) == n).count();
        if coming > 0 {
            let at = point(1.6, height - 1.6 - 3.2 * (game.units.sides.len() - 1 - n) as f32);
            let text = format!("{}: {coming} {}", side.name, if coming == 1 { "comes" } else { "come" });
            block.draw(Text::new(text, at, Face::Medium, 2.6, Colour::INK).at_most(width - 3.0));
        }
    }
    block
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
