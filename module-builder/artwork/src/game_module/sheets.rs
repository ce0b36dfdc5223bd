//! The sheets beside the map: reinforcements by turn and place of entry, eliminated units, and support markers.
//! What differs between scenarios has a board for each of them.

use super::supports::{SUPPORTS, supports};
use crate::scene::{Colour, Face, Outline, Scene, Shape, Stroke, Text, point};
use crate::vassal::{BoxPlan, Location, Placement, Sheet, SheetBoard};
use definitions::{Arrival, ELIMINATED, Published, Scenario, Side, UnitId};

/// Name of the sheet of reinforcements, eliminated units and other boxes.
pub(super) const BESIDE: &str = "Beside the map";
/// Name of the box for what is in no other place.
pub(super) const ELSEWHERE: &str = "Elsewhere";
/// Pieces side by side in one box.
pub(super) const ACROSS: u32 = 9;
/// Boxes side by side in one row of a sheet hold this many pieces.
const ROW: u32 = 19;
/// Size of the names of boxes.
const NAME: f32 = 18.0;
/// Size of titles above boxes.
const TITLE: f32 = 24.0;
/// Free space round boxes.
pub(super) const MARGIN: u32 = 12;
/// Entry hexes that the name of a box lists one by one.
const LISTED: usize = 5;

/// A box with the pieces that lie in it at the start.
pub(super) struct Filled {
    pub name: String,
    pub pieces: Vec<Lying>,
    /// Room for this many, if they are more.
    pub room: u32,
}

/// A piece that lies in a box at the start.
pub(super) struct Lying {
    piece: String,
    face: u8,
    statuses: Vec<String>,
}

impl Lying {
    pub(super) fn whole(piece: &str) -> Lying {
        Lying { piece: piece.to_owned(), face: 0, statuses: Vec::new() }
    }
}

/// The sheets of a game, and what lies on them at the start of each scenario.
pub(super) fn sheets(game: &Published, counter: u32) -> (Vec<Sheet>, Vec<Vec<Placement>>) {
    let mut lying: Vec<Vec<Placement>> = game.scenarios.iter().map(|_| Vec::new()).collect();
    let mut made = Vec::new();
    let kinds: [(&str, &str, Rows); 2] = [(BESIDE, "beside", beside), (SUPPORTS, "supports", supports)];
    for (name, file, rows) in kinds {
        let mut sheet = Sheet { name: name.to_owned(), boards: Vec::new(), owner: None };
        for (scenario, lying) in game.scenarios.iter().zip(&mut lying) {
            let rows = rows(game, scenario);
            if rows.is_empty() {
                continue;
            }
            let image = format!("{file}-{}", scenario.id);
            sheet.boards.push(lay_out(&scenario.title, &image, counter, &rows));
            lying.extend(placements(name, rows));
        }
        made.extend((!sheet.boards.is_empty()).then_some(sheet));
    }
    (made, lying)
}

/// Makes the boxes of a sheet for a scenario, row by row.
type Rows = fn(&Published, &Scenario) -> Vec<Vec<Filled>>;

fn lay_out(name: &str, image: &str, counter: u32, rows: &[Vec<Filled>]) -> SheetBoard {
    let cell = counter + 6;
    let plan = |filled: &Filled| {
        let heading = (name_text(&filled.name, 0.0, 0.0).width() / cell as f32).ceil() as u32;
        let pieces = filled.room.max(heading.min(ACROSS)).max(filled.pieces.len() as u32);
        BoxPlan { name: filled.name.clone(), pieces }
    };
    let plans: Vec<Vec<BoxPlan>> = rows.iter().map(|row| row.iter().map(plan).collect()).collect();
    roomy(SheetBoard::lay_out(name, image, cell, ACROSS, &plans))
}

/// Free room right of and below the boxes of a board: VASSAL makes a window as large as its board, and forgets the room that
/// its own toolbar and slides take.
const FREE: (u32, u32) = (40, 64);

/// A board with that room.
pub(super) fn roomy(board: SheetBoard) -> SheetBoard {
    SheetBoard { size: (board.size.0 + FREE.0, board.size.1 + FREE.1), ..board }
}

fn placements(sheet: &str, rows: Vec<Vec<Filled>>) -> impl Iterator<Item = Placement> {
    rows.into_iter().flatten().flat_map(move |filled| {
        let location = Location::Box(sheet.to_owned(), filled.name);
        filled.pieces.into_iter().map(move |lying| Placement {
            piece: lying.piece,
            location: location.clone(),
            face: usize::from(lying.face),
            statuses: lying.statuses,
        })
    })
}

/// Reinforcements by turn, the boxes that the scenario names, and those of eliminated units.
fn beside(game: &Published, scenario: &Scenario) -> Vec<Vec<Filled>> {
    // every turn begins a row, so that what comes is read from left to right
    let coming = |turn: u8| {
        rows((0..game.units.sides.len() as u8).flat_map(|side| arriving(game, scenario, turn, side)).collect())
    };
    let mut reinforcements: Vec<Vec<Filled>> = (scenario.turns.0..=scenario.turns.1).flat_map(coming).collect();
    let eliminated =
        |side: &Side| Filled { name: format!("{ELIMINATED} {}", side.name), pieces: Vec::new(), room: ACROSS * 2 };
    let mut rest: Vec<Filled> = game.units.sides.iter().map(eliminated).collect();
    rest.push(Filled { name: ELSEWHERE.to_owned(), pieces: Vec::new(), room: ACROSS });
    for it in &scenario.boxed {
        let name = box_name(game, it.unit, &it.name);
        let lying = Lying { face: it.steps_lost, ..Lying::whole(&game.units.unit(it.unit).id) };
        put(&mut rest, &name, std::iter::once(lying));
    }
    reinforcements.extend(rows(rest));
    reinforcements
}

/// The box of the sheet that a unit's box of this name is: each side has a box of its own for eliminated units.
pub(super) fn box_name(game: &Published, unit: UnitId, name: &str) -> String {
    if name != ELIMINATED {
        return name.to_owned();
    }
    let side = &game.units.sides[usize::from(game.units.unit(unit).side)].name;
    format!("{ELIMINATED} {side}")
}

/// Breaks boxes into rows of about the same width.
pub(super) fn rows(boxes: Vec<Filled>) -> Vec<Vec<Filled>> {
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
        let titles = |id: &String| game.markers.iter().find(|kind| kind.id == *id).map(|kind| kind.title.clone());
        let lying = Lying {
            face: arrival.steps_lost,
            statuses: arrival.marks.iter().filter_map(titles).collect(),
            ..Lying::whole(&game.units.unit(arrival.unit).id)
        };
        put(&mut boxes, &arrival_box(game, arrival), std::iter::once(lying));
    }
    boxes
}

/// The name of the box in which a reinforcement waits.
pub(super) fn arrival_box(game: &Published, arrival: &Arrival) -> String {
    let hexes: Vec<String> = arrival.hexes.iter().map(|hex| game.map.spoken(*hex)).collect();
    let entry = match (&arrival.areas[..], &hexes[..]) {
        _ if !arrival.boxed.is_empty() => arrival.boxed.clone(),
        ([], [first, .., last]) if hexes.len() > LISTED => format!("{} hexes, {first} to {last}", hexes.len()),
        ([], hexes) => hexes.join(" or "),
        (areas, _) => format!("area {}", areas.join(" or ")),
    };
    let side = &game.units.sides[usize::from(game.units.unit(arrival.unit).side)].name;
    let trucks = if arrival.trucks { ", in trucks" } else { "" };
    let note = if arrival.note.is_empty() { String::new() } else { format!(" ({})", arrival.note) };
    format!("Turn {} {side}: {entry}{trucks}{note}", arrival.turn)
}

pub(super) fn put(boxes: &mut Vec<Filled>, name: &str, pieces: impl Iterator<Item = Lying>) {
    match boxes.iter_mut().find(|filled| filled.name == name) {
        Some(filled) => filled.pieces.extend(pieces),
        None => boxes.push(Filled { name: name.to_owned(), pieces: pieces.collect(), room: 3 }),
    }
}

const PAPER: Colour = Colour::rgb(0xe9e4d6);
const BOX: Colour = Colour::rgb(0xf8f5ee);
const RULE: Colour = Colour::rgb(0x6d6455);

/// The picture of a sheet's board: its boxes with their names.
pub(super) fn scene(sheet: &SheetBoard) -> Scene {
    let names: Vec<String> = sheet.boxes.iter().map(|laid| laid.name.clone()).collect();
    scene_with(sheet, &names, &[])
}

/// The picture of a sheet's board: its boxes with what is written in each, and titles with their upper left corners.
pub(super) fn scene_with(sheet: &SheetBoard, labels: &[String], titles: &[(String, (u32, u32))]) -> Scene {
    let (width, height) = (sheet.size.0 as f32, sheet.size.1 as f32);
    let mut scene = Scene::new(width, height);
    scene.push(Shape::new(Outline::rectangle(0.0, 0.0, width, height)).fill(PAPER));
    for (title, (x, y)) in titles {
        scene.push(Text::new(title, point(*x as f32, *y as f32 + 23.0), Face::Bold, TITLE, Colour::INK));
    }
    for (laid, label) in sheet.boxes.iter().zip(labels) {
        let ((x, y), (width, height)) = (laid.corner, laid.size());
        let (x, y, width, height) = (x as f32, y as f32, width as f32, height as f32);
        let outline = Outline::rounded(x, y, width, height, 5.0);
        scene.push(Shape::new(outline).fill(BOX).stroke(Stroke::new(RULE, 1.5)));
        scene.push(name_text(label, x + 8.0, y + 19.0).at_most(width - 16.0));
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
