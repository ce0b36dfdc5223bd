//! The VASSAL module of a published game: its definitions and drawings turned into [`ModuleContents`].
//!
//! Nothing here knows a rule. A game without rules, made of definition files alone, gets its module as well.

mod pages;
mod pictures;
mod sheets;

use crate::counter::{self, Support};
use crate::map_picture;
use crate::scene::Scene;
use crate::vassal::{
    Board, Dice, HexGrid, Key, Level, Location, ModuleContents, ModuleError, Piece, PieceKind, Placement, Setup,
    Status as Switch,
};
use engine::definitions::{Published, Scenario, Status, Symbol, Unit, UnitId};
use pictures::Pictures;
use std::collections::BTreeSet;

/// Width of a hex across flats on the board, in pixels.
const HEX: f32 = 80.0;
/// Side of a counter, in pixels.
const COUNTER: u32 = 60;
/// Pixels a unit of a counter's drawing.
const FACE: f32 = COUNTER as f32 / counter::SIZE;
/// Version of the modules: raised when what is written here changes.
const VERSION: &str = "0.1.0";

/// A status as a module shows it: its name, and its key on a unit. Keys of VASSAL's own menus (N, O, S, Q, W) are
/// left alone.
const STATUSES: [(Status, &str, char); 14] = [
    (Status::Activated, "Activated", 'A'),
    (Status::Fatigued, "Fatigued", 'G'),
    (Status::OutOfCommand, "Out of command", 'K'),
    (Status::Isolated, "Isolated", 'I'),
    (Status::Unsupplied, "Unsupplied", 'U'),
    (Status::Improved, "Improved position", 'P'),
    (Status::Breakthrough, "Breakthrough", 'B'),
    (Status::Roadblock, "Roadblock", 'R'),
    (Status::Stoesser, "Operation Stoesser", 'V'),
    (Status::Greif, "Greif commandos", 'X'),
    (Status::Skorzeny, "150th Panzer Brigade", 'H'),
    (Status::FuelDump, "Fuel dump", 'Y'),
    (Status::Nuts, "Nuts!", 'Z'),
    (Status::AirSupply, "Air supply", '0'),
];

/// The contents of the module of a game, with a scenario set up. Scenarios that begin alike and end sooner are offered
/// beside it: what comes later than their last turn stays in its box.
///
/// # Errors
/// When the game has no such scenario, or something that modules cannot hold yet.
pub fn module_contents(game: &Published, scenario: &str) -> Result<ModuleContents, ModuleError> {
    let scenario = game
        .scenario(scenario)
        .ok_or_else(|| ModuleError::Contents(format!("{} has no scenario {scenario}", game.title)))?;
    let mut pictures = Pictures::default();
    let board = board(game, &mut pictures)?;
    let mut pieces = markers(game, scenario, &mut pictures);
    pieces.splice(0..0, game.units.iter().map(|(id, unit)| unit_piece(game, id, unit, &mut pictures)));
    let statuses = STATUSES.iter().filter(|(status, ..)| belongs_to_units(*status)).map(|(status, name, letter)| {
        let image = pictures.add(format!("badge-{}.png", slug(name)), counter::badge(*status), FACE);
        let cleared = *status == Status::Activated;
        Switch { name: (*name).to_owned(), image, key: Key::ctrl(*letter), cleared }
    });
    let statuses = statuses.collect();
    let moved_image = pictures.add("moved.png".to_owned(), sheets::moved_mark(), 1.0);
    let (sheets, placed) = sheets::sheets(game, scenario, COUNTER);
    for sheet in &sheets {
        pictures.add(sheet.image.clone(), sheets::scene(sheet), 1.0);
    }
    let on_map = scenario.placements.iter().map(|placement| {
        let unit = game.units.unit(placement.unit);
        Placement {
            piece: unit.id.clone(),
            location: Location::Hex(game.map.grid.number(placement.hex)),
            face: usize::from(placement.steps_lost),
            statuses: if placement.improved { vec![status_name(Status::Improved)] } else { Vec::new() },
        }
    });
    Ok(ModuleContents {
        name: game.title.clone(),
        version: VERSION.to_owned(),
        description: format!("{}: {}", game.title, titles(game, scenario).join(", ")),
        sides: game.units.sides.iter().map(|side| side.name.clone()).collect(),
        board,
        statuses,
        pieces,
        setup: Setup { titles: titles(game, scenario), placements: on_map.chain(placed).collect() },
        eliminated: (sheets::REINFORCEMENTS.to_owned(), format!("{} $Side$", sheets::ELIMINATED)),
        moved_image,
        turns: (turns(scenario), pages::phases(game)),
        dice: [1, 2].map(|count| Dice { name: format!("{count}d6"), count, sides: 6 }).to_vec(),
        charts: pages::charts(game),
        help: pages::help(game, &titles(game, scenario)),
        sheets,
        images: pictures.files(),
    })
}

/// Titles of the scenarios that a set-up serves: those that begin as it does, with nothing that it lacks.
fn titles(game: &Published, scenario: &Scenario) -> Vec<String> {
    let served = game.scenarios.iter().filter(|it| {
        it.turns.0 == scenario.turns.0
            && it.placements == scenario.placements
            && it.arrivals.iter().all(|arrival| scenario.arrivals.contains(arrival))
            && it.grants.iter().all(|grant| scenario.grants.contains(grant))
    });
    served.map(|it| it.title.clone()).collect()
}

/// The board's picture, and the grid that makes VASSAL's snap points lie on its hexes.
fn board(game: &Published, pictures: &mut Pictures) -> Result<Board, ModuleError> {
    let drawn = map_picture::draw(&game.map);
    let scale = HEX / map_picture::HEX_WIDTH;
    let geometry = drawn.geometry.scaled(scale);
    let size = [drawn.scene.width(), drawn.scene.height()].map(|side| (side * scale).round() as u32);
    let image = pictures.add("board.png".to_owned(), drawn.scene, scale);
    let grid = HexGrid::of_picture(&game.map.grid, f64::from(HEX), |hex| {
        let (x, y) = geometry.hex_centre(hex);
        (f64::from(x), f64::from(y))
    })?;
    let places = game.map.on_map().filter_map(|hex| {
        let name = game.map.hex(hex).name.clone()?;
        Some((game.map.grid.number(hex), name))
    });
    Ok(Board { name: game.map.title.clone(), image, size: (size[0], size[1]), grid, places: places.collect() })
}

/// A unit with a face for each number of steps left.
fn unit_piece(game: &Published, id: UnitId, unit: &Unit, pictures: &mut Pictures) -> Piece {
    let faces = (0..unit.steps.max(1)).map(|lost| {
        let drawn = counter::face(&game.units, id, lost, &[]);
        let image = pictures.add(format!("{}-{lost}.png", unit.id), drawn, FACE);
        let left = unit.steps.saturating_sub(lost);
        let name = if lost == 0 { String::new() } else { format!("+ ({left} of {} steps)", unit.steps) };
        Level { image, name }
    });
    let faces = faces.collect();
    let side = &game.units.sides[usize::from(unit.side)].name;
    let formation =
        unit.formation.map_or_else(|| format!("{side} independents"), |f| game.units.formation(f).name.clone());
    let mark = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut marks = vec![mark("Side", side), mark("Formation", &formation), mark("UnitId", &unit.id)];
    if !unit.division.is_empty() {
        marks.push(mark("Division", &unit.division));
    }
    Piece {
        id: unit.id.clone(),
        name: if unit.symbol == Symbol::Headquarters { format!("HQ {}", unit.name) } else { unit.name.clone() },
        kind: PieceKind::Unit,
        faces,
        size: COUNTER,
        marks,
        tray: (side.clone(), formation),
    }
}

/// Markers to take from the palette: supports of each side that has them, and statuses.
fn markers(game: &Published, scenario: &Scenario, pictures: &mut Pictures) -> Vec<Piece> {
    let mut marker = |id: String, name: String, tray: (String, String), scene: Scene| {
        let image = pictures.add(format!("{id}.png"), scene, FACE);
        Piece {
            id,
            name,
            kind: PieceKind::Marker,
            faces: vec![Level { image, name: String::new() }],
            size: COUNTER,
            marks: Vec::new(),
            tray,
        }
    };
    let mut kinds = BTreeSet::new();
    for grant in &scenario.grants {
        if let (Some(side), Some(kind)) = (sheets::side_of_pool(game, &grant.pool), Support::find(&grant.kind)) {
            kinds.insert((side, kind.id()));
        }
    }
    let supports = kinds.into_iter().filter_map(|(side, kind)| Some((side, Support::find(kind)?)));
    let mut markers = Vec::new();
    for (side, kind) in supports {
        let side = &game.units.sides[usize::from(side)];
        let name = format!("{} {}", side.name, kind.id());
        let drawn = counter::support_marker(kind, side.colour);
        markers.push(marker(support_id(&side.id, kind.id()), name, (side.name.clone(), "Supports".to_owned()), drawn));
    }
    for (status, name, _) in STATUSES {
        let tray = ("Markers".to_owned(), "Statuses".to_owned());
        markers.push(marker(format!("marker-{}", slug(name)), name.to_owned(), tray, counter::marker(status)));
    }
    markers
}

/// Id of a side's support marker.
fn support_id(side: &str, kind: &str) -> String {
    format!("support-{side}-{kind}")
}

fn belongs_to_units(status: Status) -> bool {
    let events = [Status::Stoesser, Status::Greif, Status::FuelDump, Status::Nuts, Status::AirSupply];
    status != Status::Roadblock && !events.contains(&status)
}

fn status_name(wanted: Status) -> String {
    STATUSES.iter().find(|(status, ..)| *status == wanted).map_or_else(String::new, |(_, name, _)| (*name).to_owned())
}

fn turns(scenario: &Scenario) -> Vec<String> {
    let turns = (scenario.turns.0..=scenario.turns.1).enumerate();
    let named = turns.map(|(n, turn)| match scenario.dates.get(n) {
        Some(date) => format!("Turn {turn}, {date}"),
        None => format!("Turn {turn}"),
    });
    named.collect()
}

fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "-").replace('!', "")
}

#[cfg(test)]
mod tests;
