//! Tracks and boxes to lay counters on: turns with their dates, points, pools of supports, the eliminated.

use super::Settings;
use super::flow::{Block, wrap};
use crate::scene::{Anchor, Colour, Face, Outline, Shape, Stroke, Text, point};
use engine::definitions::{Published, Scenario, Symbol, Unit};
use std::collections::BTreeMap;

const RULE: Colour = Colour::rgb(0x77726a);

/// All tracks of a game for pages of a width.
pub(super) fn tracks(game: &Published, settings: &Settings, width: f32) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (scenario, names) in timelines(game) {
        blocks.push(Block::heading(&format!("Turns: {}", names.join(", ")), 5.0, width));
        let turns = (scenario.turns.0..=scenario.turns.1).enumerate();
        blocks.extend(turns.map(|(n, turn)| turn_box(game, scenario, turn, scenario.dates.get(n), settings)));
    }
    for track in &game.tracks {
        blocks.push(Block::heading(&track.title, 5.0, width));
        blocks.extend(numbered(track.boxes, settings, width));
    }
    if game.tracks.is_empty() {
        blocks.push(Block::heading("Points: one marker for ones, one for tens", 5.0, width));
        blocks.extend(numbered((0, 9), settings, width));
    }
    blocks.extend(pools(game, settings, width));
    blocks.push(Block::heading("Out of play", 5.0, width));
    let half = (width - 5.0) / 2.0;
    for side in &game.units.sides {
        blocks.push(frame(&format!("Eliminated: {}", side.name), half, settings.counter * 3.0 + 8.0));
    }
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
        match timelines.iter_mut().find(|(long, _)| serves(long, scenario)) {
            Some((_, names)) => names.push(&scenario.title),
            None => timelines.push((scenario, vec![&scenario.title])),
        }
    }
    timelines
}

/// A box of a turn: its number, its date, how many come, and room for the marker.
fn turn_box(game: &Published, scenario: &Scenario, turn: u8, date: Option<&String>, settings: &Settings) -> Block {
    let room = settings.counter * 1.15;
    let (width, height) = (room + 13.0, room + 13.0);
    let mut block = frame(&format!("{turn}"), width, height);
    if let Some(date) = date {
        for (n, line) in wrap(date, Face::SemiBold, 2.9, width - 9.0).into_iter().take(2).enumerate() {
            let at = point(width - 1.4, 4.0 + n as f32 * 3.2);
            block.draw(Text::new(line, at, Face::SemiBold, 2.9, Colour::INK).anchor(Anchor::End).at_most(width - 9.0));
        }
    }
    for (n, side) in game.units.sides.iter().enumerate() {
        let coming = scenario.arrivals.iter().filter(|arrival| arrival.turn == turn);
        let coming = coming.filter(|arrival| usize::from(game.units.unit(arrival.unit).side) == n).count();
        if coming > 0 {
            let at = point(1.6, height - 1.6 - 3.2 * (game.units.sides.len() - 1 - n) as f32);
            let text = format!("{}: {coming} come", side.name);
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
        first.entry(&grant.pool).or_default().push(format!("{} {}", grant.count, grant.kind.replace('-', " ")));
    }
    let mut blocks = Vec::new();
    for army in &game.units.armies {
        let granted = game.scenarios.iter().flat_map(|scenario| &scenario.grants).any(|grant| grant.pool == army.id);
        if !granted {
            continue;
        }
        let at_start = first.get(army.id.as_str()).map_or_else(|| "empty at first".to_owned(), |it| it.join(", "));
        blocks.push(Block::heading(&format!("Supports of {}", army.name), 5.0, width));
        blocks.push(frame(&format!("Pool: {at_start}"), settings.counter * 4.4, settings.counter * 2.0 + 7.0));
        for (id, formation) in game.units.formations.iter().enumerate().filter(|(_, it)| it.army == army.id) {
            let commands = |unit: &&Unit| {
                unit.symbol == Symbol::Headquarters && unit.formation.is_some_and(|formation| formation.index() == id)
            };
            let Some(headquarters) = game.units.units.iter().find(commands) else { continue };
            let rating = headquarters.values.get("support").map_or(1, |value| value.after(0)).clamp(1, 8);
            let title = format!("{}: up to {rating}", formation.name);
            let room = f32::from(rating) * (settings.counter + 1.0) + 3.0;
            let room = room.max(Face::SemiBold.width(&title, 3.4) + 4.0);
            blocks.push(frame(&title, room, settings.counter + 8.0));
        }
    }
    blocks
}

/// An empty box with a title.
fn frame(title: &str, width: f32, height: f32) -> Block {
    let mut block = Block::new(width, height);
    let outline = Outline::rounded(0.1, 0.1, width - 0.2, height - 0.2, 1.2);
    block.draw(Shape::new(outline).stroke(Stroke::new(RULE, 0.3)));
    block.draw(Text::new(title, point(1.6, 4.6), Face::SemiBold, 3.4, Colour::INK).at_most(width - 3.0));
    block
}
