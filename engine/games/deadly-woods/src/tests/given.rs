//! Positions to try rules on.

use crate::DeadlyWoods;
use crate::printed::{Definitions, files};
use crate::truth::event::Event;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Setup;
use engine::referee::Positions;
use std::sync::{Arc, LazyLock};
use testing::{Given, Then};

/// A game at some moment.
pub type Table = Given<DeadlyWoods>;

/// The game as it comes with the program.
pub static GAME: LazyLock<Arc<Definitions>> =
    LazyLock::new(|| Arc::new(Definitions::parse(&files()).unwrap_or_else(|faults| panic!("{}", faults[0]))));

/// A position in words.
#[track_caller]
pub fn at(lines: &str) -> Table {
    let state = DeadlyWoods::place(&GAME, "position", lines).unwrap_or_else(|faults| panic!("{}", faults[0]));
    Given::of(GAME.clone(), state)
}

/// A scenario as it begins.
pub fn start(scenario: &str) -> Table {
    Given::start(&Setup { scenario: scenario.to_owned(), ..Setup::default() })
}

/// The hex with a number.
pub fn hex(number: &str) -> HexId {
    GAME.published.map.grid.find(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// The unit with an id.
pub fn unit(id: &str) -> UnitId {
    GAME.published.units.find(id).unwrap_or_else(|| panic!("no unit {id}"))
}

/// The number of the hex where a unit stands; nothing if it is beside the map.
pub fn place(table: &Table, id: &str) -> String {
    table.state.unit(unit(id)).hex().map(|hex| GAME.published.map.grid.number(hex)).unwrap_or_default()
}

/// Steps that a unit has lost.
pub fn lost(table: &Table, id: &str) -> u8 {
    table.state.unit(unit(id)).lost
}

/// The hexes to which a unit may move now.
pub fn ends(table: &Table, id: &str) -> Vec<String> {
    let orders = table.legal(side(id), &format!("move {} to ", GAME.name(unit(id))));
    orders.iter().filter(|order| !order.contains(" via ")).map(|order| order[order.len() - 4..].to_owned()).collect()
}

/// The side of a unit, as orders name it.
pub fn side(id: &str) -> &'static str {
    if GAME.counter(unit(id)).side == crate::printed::GERMAN { "german" } else { "allied" }
}

/// The way that a move took.
pub fn path(then: &Then<DeadlyWoods>) -> Vec<String> {
    let moved = then.events.iter().find_map(|event| match event {
        Event::Moved { path, .. } | Event::Retreated { path, .. } => Some(path),
        _ => None,
    });
    moved.expect("a move").iter().map(|hex| GAME.published.map.grid.number(*hex)).collect()
}

/// What else may be tried from the same position.
pub trait Branch {
    /// After an order, which must be legal.
    fn after(&self, line: &str) -> Table;
    /// With the faces that the dice of the next order will show.
    fn rolling(&self, faces: &[u8]) -> Table;
}

impl Branch for Table {
    #[track_caller]
    fn after(&self, line: &str) -> Table {
        self.clone().and(line)
    }

    fn rolling(&self, faces: &[u8]) -> Table {
        self.clone().dice(faces)
    }
}
