//! The VASSAL module of a published game: its definitions and drawings turned into [`ModuleContents`].
//!
//! Nothing here knows a rule. A game without rules, made of definition files alone, gets its module as well.

mod cards;
mod markers;
mod pages;
mod pictures;
mod rules;
mod saved;
mod setup;
mod sheets;
mod supports;
mod tracks;

pub use markers::doubts;
pub use saved::scenario_of;
pub use setup::{position_of, setup_of};

use crate::art::Art;
use crate::cores::Progress;
use crate::drawings::{BOARD, Drawings, back_name, face_name, png_of};
use crate::key_words::KeyWords;
use crate::map_picture::{self, HexGeometry, Scan, Theme};
use crate::scene::{LONGEST, Scene};
use crate::vassal::{
    Board, BoardGrid, Dice, Level, ModuleContents, ModuleError, NamedHex, Piece, PieceKind, Setup, Sheet, TurnRecord,
};
use definitions::{DiceRoll, Published, Symbol, Unit, UnitId};
use pictures::Pictures;
use std::collections::BTreeMap;

/// Width of a hex across flats on the board, in pixels.
const HEX: f32 = 80.0;
/// Side of a counter, in widths of a hex.
const COUNTER: f32 = 0.75;
/// Version of the modules: raised when what is written here changes.
const VERSION: &str = "0.4.0";

/// The contents of the module of a game, with all its scenarios set up. Pictures of `art` take the place of drawings.
///
/// # Errors
/// When the game has no scenario, or a picture takes the place of no drawing.
pub fn module_contents(game: &Published, art: &Art) -> Result<ModuleContents, ModuleError> {
    module_contents_told(game, art, &|_, _| {})
}

/// The same, telling how many of its pictures are drawn.
///
/// # Errors
/// Those of [`module_contents`].
pub fn module_contents_told(
    game: &Published,
    art: &Art,
    progress: Progress<'_>,
) -> Result<ModuleContents, ModuleError> {
    let mut pictures = Pictures::new(Drawings::new(game, art));
    let contents = contents(game, art.board, &mut pictures)?;
    pictures.all_in_use()?;
    Ok(ModuleContents { images: pictures.files(progress), ..contents })
}

/// Whether every picture of `art` takes the place of a drawing of the game.
///
/// # Errors
/// One that does not, with the names that are near.
pub fn all_in_use(game: &Published, art: &Art) -> Result<(), ModuleError> {
    if art.pictures.is_empty() {
        return Ok(());
    }
    let mut pictures = Pictures::new(Drawings::new(game, art));
    contents(game, art.board, &mut pictures)?;
    pictures.all_in_use()
}

/// The same without its pictures: enough to write and read saved games. The sizes of own pictures count: boxes are made
/// for the largest counter.
///
/// # Errors
/// When the game has no scenario.
pub fn module_outline(game: &Published, art: &Art) -> Result<ModuleContents, ModuleError> {
    contents(game, art.board, &mut Pictures::new(Drawings::new(game, art)))
}

/// The contents, their drawings still to be made.
fn contents(game: &Published, scan: Option<Scan>, pictures: &mut Pictures) -> Result<ModuleContents, ModuleError> {
    if game.scenarios.is_empty() {
        return Err(ModuleError::Contents(format!("{} has no scenario", game.title)));
    }
    let board = board(game, scan, pictures);
    let mut pieces: Vec<Piece> = game.units.iter().map(|(id, unit)| unit_piece(game, id, unit, pictures)).collect();
    pieces.extend(markers::pieces(game, pictures));
    let statuses = markers::statuses(game, pictures);
    let backs = backs(game, pictures);
    pieces.extend(markers::unknown(game, &backs));
    let moved_image = pictures.add("moved", sheets::moved_mark(), 1.0);
    let largest = pieces.iter().map(|piece| piece.size).max().unwrap_or(0);
    let (mut sheets, lying) = sheets::sheets(game, largest);
    for board in sheets.iter_mut().flat_map(|sheet| &mut sheet.boards) {
        board.image = pictures.add(&board.image, sheets::scene(board), 1.0);
    }
    sheets.push(tracks::sheet(game, largest, pictures));
    pieces.extend(cards::pieces(game, pictures));
    pieces.extend(cards::unseen(game, pictures));
    let (tables, dealt) = cards::sheets(game, pictures);
    sheets.extend(tables);
    let numbers: Vec<u8> = turns(game).into_keys().collect();
    let setups = game.scenarios.iter().zip(lying).zip(dealt).map(|((scenario, lying), dealt)| {
        let turn = numbers.iter().position(|turn| *turn == scenario.turns.0).unwrap_or(0);
        let tracked = tracks::lying(game, scenario.turns.0, &[]);
        let placements = setup::on_map(game, scenario).chain(lying).chain(tracked).chain(dealt).collect();
        Setup { id: scenario.id.clone(), title: scenario.title.clone(), turn, phase: 0, mover: 0, placements }
    });
    let mut setups: Vec<Setup> = setups.collect();
    let order: Vec<&str> = game.scenarios_in_order().into_iter().map(|scenario| scenario.id.as_str()).collect();
    setups.sort_by_key(|setup| order.iter().position(|id| *id == setup.id));
    let titles: Vec<String> = setups.iter().map(|setup| setup.title.clone()).collect();
    let contents = ModuleContents {
        name: game.title.clone(),
        version: VERSION.to_owned(),
        description: format!("{}: {}", game.title, titles.join(", ")),
        sides: game.units.sides.iter().map(|side| side.name.clone()).collect(),
        board,
        charts: pages::windows(game),
        help: Vec::new(),
        piles: cards::piles(game),
        statuses,
        swept: markers::swept(game),
        pieces,
        setups,
        backs: backs.into_iter().map(|(side, (image, _))| (side, image)).collect(),
        eliminated: (sheets::BESIDE.to_owned(), format!("{} $Side$", definitions::ELIMINATED)),
        moved_image,
        turns: TurnRecord { marker: Some(tracks::marker(largest)), ..turn_record(game) },
        dice: game.dice.iter().map(dice).collect(),
        sheets,
        images: BTreeMap::new(),
    };
    Ok(ModuleContents { help: pages::help(game, &contents), ..contents })
}

fn dice(roll: &DiceRoll) -> Dice {
    Dice { name: format!("{}d{}", roll.count, roll.sides), count: roll.count, sides: roll.sides }
}

/// The game turns of all scenarios, as shown on the turn track: by number and date, or by the date that has the number.
fn turns(game: &Published) -> BTreeMap<u8, String> {
    let mut turns = BTreeMap::new();
    for scenario in &game.scenarios {
        for (n, turn) in (scenario.turns.0..=scenario.turns.1).enumerate() {
            let shown = match scenario.dates.get(n) {
                Some(date) if date.starts_with(&format!("{turn} ")) => date.clone(),
                Some(date) => format!("Turn {turn}, {date}"),
                None => format!("Turn {turn}"),
            };
            turns.entry(turn).or_insert(shown);
        }
    }
    turns
}

/// What the toolbar shows of the course of play. In a sequence with parts these say whose turn it is.
fn turn_record(game: &Published) -> TurnRecord {
    let sequence = pages::sequence(game);
    let named = |(part, phase): &(String, String)| {
        // what follows a comma explains: the toolbar has no room for it
        let phase = phase.split(", ").next().unwrap_or(phase);
        if part.is_empty() { phase.to_owned() } else { format!("{part}: {phase}") }
    };
    let begins = |n: &usize| *n == 0 || sequence[*n].0 != sequence[n - 1].0;
    TurnRecord {
        turns: tracks::turns(game),
        phases: sequence.iter().map(named).collect(),
        movers: movers(game),
        fresh: (0..sequence.len()).filter(begins).collect(),
        word: tracks::word(game).to_owned(),
        marker: None,
    }
}

/// Who may have to move: both sides, each, or nobody; none if the sequence of play has parts.
fn movers(game: &Published) -> Vec<String> {
    if pages::sequence(game).iter().any(|(part, _)| !part.is_empty()) {
        return Vec::new();
    }
    let sides = game.units.sides.iter().map(|side| side.name.clone());
    std::iter::once("Both sides".to_owned()).chain(sides).chain(["Nobody".to_owned()]).collect()
}

/// The board's picture, drawn or scanned, and the grid that makes VASSAL's snap points lie on its hexes.
fn board(game: &Published, scan: Option<Scan>, pictures: &mut Pictures) -> Board {
    let (size, geometry, image) = match (scan, pictures.own_size(&png_of(BOARD))) {
        (Some(scan), size) => {
            let geometry = HexGeometry::on_scan(&game.map.grid, &scan);
            let image = pictures.add(BOARD, Scene::new(1.0, 1.0), 1.0);
            (size.unwrap_or((1, 1)), geometry, image)
        }
        (None, _) => {
            let drawn = map_picture::draw(&game.map).with_key(&game.map, &KeyWords::of(game), Theme::Colour);
            // a picture has an end: a map of more than some two hundred columns has smaller hexes
            let longest = drawn.scene.width().max(drawn.scene.height());
            let scale = (HEX / map_picture::HEX_WIDTH).min(LONGEST / longest);
            let size = [drawn.scene.width(), drawn.scene.height()].map(|side| (side * scale).round() as u32);
            let image = pictures.add(BOARD, drawn.scene, scale);
            ((size[0], size[1]), drawn.geometry.scaled(scale), image)
        }
    };
    let grid = BoardGrid::of_picture(&game.map.grid, size, geometry.steps(), |hex| {
        let (x, y) = geometry.hex_centre(hex);
        (f64::from(x), f64::from(y))
    });
    let places = game.map.on_map().filter_map(|hex| {
        let name = game.map.hex(hex).name.clone()?;
        Some(NamedHex { name, outline: geometry.outline(hex) })
    });
    let hexes = game.map.on_map().map(|hex| game.map.grid.number(hex)).collect();
    Board { name: game.map.title.clone(), image, size, grid, hexes, places: places.collect() }
}

/// The backs of the counters of each side, with their size.
fn backs(game: &Published, pictures: &mut Pictures) -> BTreeMap<String, (String, u32)> {
    let sides = game.units.sides.iter().enumerate();
    let backs = sides.map(|(n, side)| {
        let drawn = pictures.drawings.back(n as u8);
        (side.name.clone(), pictures.face(&back_name(side), drawn, pictures.counter_scale()))
    });
    backs.collect()
}

/// A unit with a face for each number of steps left.
fn unit_piece(game: &Published, id: UnitId, unit: &Unit, pictures: &mut Pictures) -> Piece {
    let mut size = 0;
    let faces = (0..unit.steps.max(1)).map(|lost| {
        let drawn = pictures.drawings.face(id, lost);
        let (image, side) = pictures.face(&face_name(unit, lost), drawn, pictures.counter_scale());
        size = size.max(side);
        let left = unit.steps.saturating_sub(lost);
        let name = if lost == 0 { String::new() } else { format!("+ ({left} of {} steps)", unit.steps) };
        Level { image, name }
    });
    let faces: Vec<Level> = faces.collect();
    let side = &game.units.sides[usize::from(unit.side)].name;
    let formation =
        unit.formation.map_or_else(|| format!("{side} independents"), |f| game.units.formation(f).name.clone());
    let mark = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let order = format!("{:04}", id.index());
    let mut marks =
        vec![mark("Side", side), mark("Formation", &formation), mark("UnitId", &unit.id), mark("Order", &order)];
    if !unit.division.is_empty() {
        marks.push(mark("Division", &unit.division));
    }
    if !unit.traits.is_empty() {
        let traits: Vec<&str> = unit.traits.iter().map(|it| it.name.as_str()).collect();
        marks.push(mark("Traits", &traits.join(" ")));
    }
    Piece {
        id: unit.id.clone(),
        name: if unit.symbol == Symbol::Headquarters { format!("HQ {}", unit.name) } else { unit.name.clone() },
        kind: PieceKind::Unit,
        faces,
        size,
        marks,
        tray: (side.clone(), formation),
    }
}

/// The board of a sheet on which a box lies, if it has such a box.
fn has_box(sheet: &Sheet, title: &str, name: &str) -> bool {
    sheet.board_of(title).is_some_and(|board| board.boxes.iter().any(|laid| laid.name == name))
}

#[cfg(test)]
mod tests;
