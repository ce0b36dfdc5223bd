//! The sheets beside the map: reinforcements by turn and place of entry, eliminated units, and support markers with
//! their pools and headquarters.

use super::support_id;
use crate::scene::{Colour, Face, Outline, Scene, Shape, Stroke, Text, point};
use crate::vassal::{BoxPlan, Location, Placement, Sheet};
use engine::definitions::{Formation, FormationId, Published, Scenario, Side, Symbol, Unit};
use std::collections::BTreeSet;

/// Name of the sheet of reinforcements.
pub(super) const REINFORCEMENTS: &str = "Reinforcements";
const SUPPORTS: &str = "Supports";
/// What the boxes of eliminated units are called, before the name of the side.
pub(super) const ELIMINATED: &str = "Eliminated";
/// Pieces side by side in one box.
const ACROSS: u32 = 9;
/// Boxes side by side in one row of a sheet hold this many pieces.
const ROW: u32 = 19;
/// Size of the names of boxes.
const NAME: f32 = 18.0;

/// A box with the pieces that lie in it at the start.
struct Filled {
    name: String,
    pieces: Vec<String>,
    /// Room for this many, if they are more.
    room: u32,
}

/// The sheets of a scenario, and what lies on them at the start.
pub(super) fn sheets(game: &Published, scenario: &Scenario, counter: u32) -> (Vec<Sheet>, Vec<Placement>) {
    let mut reinforcements: Vec<Vec<Filled>> = Vec::new();
    for turn in scenario.turns.0..=scenario.turns.1 {
        let arriving = (0..game.units.sides.len() as u8).flat_map(|side| arriving(game, scenario, turn, side));
        reinforcements.extend(rows(arriving.collect()));
    }
    let eliminated =
        |side: &Side| Filled { name: format!("{ELIMINATED} {}", side.name), pieces: Vec::new(), room: ACROSS * 2 };
    reinforcements.push(game.units.sides.iter().map(eliminated).collect());
    let mut sheets = Vec::new();
    let mut placements = Vec::new();
    for (name, image, rows) in
        [(REINFORCEMENTS, "reinforcements.png", reinforcements), (SUPPORTS, "supports.png", supports(game, scenario))]
    {
        let cell = counter + 6;
        let plan = |filled: &Filled| {
            let heading = (name_text(&filled.name, 0.0, 0.0).width() / cell as f32).ceil() as u32;
            let pieces = filled.room.max(heading).max(filled.pieces.len() as u32);
            BoxPlan { name: filled.name.clone(), pieces }
        };
        let plans: Vec<Vec<BoxPlan>> = rows.iter().map(|row| row.iter().map(plan).collect()).collect();
        sheets.push(Sheet::lay_out(name, image, cell, ACROSS, &plans));
        for filled in rows.into_iter().flatten() {
            placements.extend(filled.pieces.into_iter().map(|piece| Placement {
                piece,
                location: Location::Box(name.to_owned(), filled.name.clone()),
                face: 0,
                statuses: Vec::new(),
            }));
        }
    }
    (sheets, placements)
}

/// Breaks boxes into rows of about the same width.
fn rows(boxes: Vec<Filled>) -> Vec<Vec<Filled>> {
    let mut rows = Vec::new();
    let (mut row, mut taken) = (Vec::new(), 0);
    for filled in boxes {
        let width = filled.room.max(filled.pieces.len() as u32).clamp(3, ACROSS);
        if taken + width > ROW && !row.is_empty() {
            rows.push(std::mem::take(&mut row));
            taken = 0;
        }
        taken += width;
        row.push(filled);
    }
    if !row.is_empty() {
        rows.push(row);
    }
    rows
}

/// The boxes of one turn and side: one for each place of entry.
fn arriving(game: &Published, scenario: &Scenario, turn: u8, side: u8) -> Vec<Filled> {
    let mut boxes: Vec<Filled> = Vec::new();
    let arrivals = scenario.arrivals.iter().filter(|a| a.turn == turn && game.units.unit(a.unit).side == side);
    for arrival in arrivals {
        let hexes: Vec<String> = arrival.hexes.iter().map(|hex| game.map.spoken(*hex)).collect();
        let trucks = if arrival.trucks { ", in trucks" } else { "" };
        let side = &game.units.sides[usize::from(side)].name;
        put(
            &mut boxes,
            &format!("Turn {turn} {side}: {}{trucks}", hexes.join(" or ")),
            &game.units.unit(arrival.unit).id,
            1,
        );
    }
    boxes
}

fn put(boxes: &mut Vec<Filled>, name: &str, piece: &str, copies: u8) {
    let pieces = std::iter::repeat_n(piece.to_owned(), usize::from(copies));
    match boxes.iter_mut().find(|filled| filled.name == name) {
        Some(filled) => filled.pieces.extend(pieces),
        None => boxes.push(Filled { name: name.to_owned(), pieces: pieces.collect(), room: 3 }),
    }
}

/// Pools of support markers with what they hold at the start, the headquarters that may be given some, what comes
/// later, and a place for what was spent.
fn supports(game: &Published, scenario: &Scenario) -> Vec<Vec<Filled>> {
    let mut sheet = Vec::new();
    let pools: BTreeSet<&str> = scenario.grants.iter().map(|grant| grant.pool.as_str()).collect();
    for (n, side) in game.units.sides.iter().enumerate() {
        for pool in pools.iter().filter(|pool| side_of_pool(game, pool) == Some(n as u8)) {
            let mut boxes = Vec::new();
            let drawing = formations(game, pool).map(|(_, formation)| formation.short.clone());
            let drawing = drawing.collect::<Vec<_>>().join(", ");
            let first = Filled { name: format!("Pool of {drawing}"), pieces: Vec::new(), room: ACROSS };
            boxes.push(first);
            for (id, formation) in formations(game, pool) {
                let commands = |unit: &&Unit| unit.symbol == Symbol::Headquarters && unit.formation == Some(id);
                let Some(headquarters) = game.units.units.iter().find(commands) else { continue };
                let rating = headquarters.values.get("support").map_or(0, |value| value.after(0));
                let name = format!("{}: up to {rating}", formation.name);
                boxes.push(Filled { name, pieces: Vec::new(), room: u32::try_from(rating).unwrap_or(0) });
            }
            for grant in scenario.grants.iter().filter(|grant| grant.pool == *pool) {
                let name = if grant.turn <= scenario.turns.0 {
                    format!("Pool of {drawing}")
                } else {
                    format!("Turn {} for {drawing}", grant.turn)
                };
                put(&mut boxes, &name, &support_id(&side.id, &grant.kind), grant.count);
            }
            sheet.extend(rows(boxes));
        }
    }
    let spent = game.units.sides.iter();
    let spent = spent.map(|side| Filled { name: format!("Spent {}", side.name), pieces: Vec::new(), room: ACROSS });
    sheet.extend(rows(spent.collect()));
    sheet
}

/// The formations that draw on a pool.
fn formations<'a>(game: &'a Published, pool: &'a str) -> impl Iterator<Item = (FormationId, &'a Formation)> {
    let numbered = game.units.formations.iter().enumerate();
    numbered.filter(move |(_, f)| f.army == pool).map(|(n, f)| (FormationId(n as u16), f))
}

/// The side whose formations draw on a pool.
pub(super) fn side_of_pool(game: &Published, pool: &str) -> Option<u8> {
    game.units.formations.iter().find(|formation| formation.army == pool).map(|formation| formation.side)
}

const PAPER: Colour = Colour::rgb(0xe9e4d6);
const BOX: Colour = Colour::rgb(0xf8f5ee);
const RULE: Colour = Colour::rgb(0x6d6455);

/// The picture of a sheet: its boxes with their names.
pub(super) fn scene(sheet: &Sheet) -> Scene {
    let (width, height) = (sheet.size.0 as f32, sheet.size.1 as f32);
    let mut scene = Scene::new(width, height);
    scene.push(Shape::new(Outline::rectangle(0.0, 0.0, width, height)).fill(PAPER));
    for laid in &sheet.boxes {
        let ((x, y), (width, height)) = (laid.corner, laid.size());
        let (x, y, width, height) = (x as f32, y as f32, width as f32, height as f32);
        let outline = Outline::rounded(x, y, width, height, 5.0);
        scene.push(Shape::new(outline).fill(BOX).stroke(Stroke::new(RULE, 1.5)));
        scene.push(name_text(&laid.name, x + 8.0, y + 19.0).at_most(width - 16.0));
    }
    scene
}

fn name_text(name: &str, x: f32, y: f32) -> Text {
    Text::new(name, point(x, y), Face::SemiBold, NAME, Colour::INK)
}

/// The mark of a unit that has moved: an arrow head in a disc.
pub(super) fn moved_mark() -> Scene {
    let mut scene = Scene::new(18.0, 18.0);
    let disc = Outline::circle(point(9.0, 9.0), 7.8);
    scene.push(Shape::new(disc).fill(Colour::rgb(0xf6d33c)).stroke(Stroke::new(Colour::INK, 1.4)));
    let head = [point(5.5, 4.5), point(13.5, 9.0), point(5.5, 13.5)];
    scene.push(Shape::new(Outline::polygon(&head)).fill(Colour::INK));
    scene
}
