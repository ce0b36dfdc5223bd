//! Supply (8): lines to an entry hex, and who has none.

use crate::printed::{ALLIED, Definitions, GERMAN, Ground, Kind, Side};
use crate::truth::state::{Fuel, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use engine::kernel::Lines;

/// Whether a line of a side may lie through a hex (8.2): without enemies, and out of their zones unless friends, or the
/// Westwall for Germans, cancel them (7.3).
pub fn open(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    let disposition = state.disposition(definitions);
    !disposition.holds(side.enemy(), hex) && !zone(definitions, state, side, hex)
}

/// Whether a hex lies in an enemy zone that nothing cancels for retreats and supply (7.3).
pub fn zone(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    let disposition = state.disposition(definitions);
    let westwall = side == GERMAN && definitions.board.hex(hex).westwall;
    disposition.zones(side.enemy()).contains(hex) && !disposition.holds(side, hex) && !westwall
}

/// Whether a line may cross a hexside (8.2).
fn crosses(state: &State, side: &Side) -> bool {
    side.river.is_none() || state.stands(side.bridge)
}

/// The hexes within so many of others, along lines as 8.2 wants them. The hex from which a line is traced is not on its way (R49):
/// it may be forest or in an enemy zone, but no line goes on through it. So a forest hex into which no road led the line is
/// noted beyond the hexes of the map, as an end alone: see [`reached`].
fn around(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    starts: impl IntoIterator<Item = HexId>,
    limit: u16,
) -> Lines {
    let board = &definitions.board;
    let forest = |hex: HexId| board.hex(hex).ground == Ground::Forest;
    Lines::trace(2 * board.len(), starts, limit, |hex, go| {
        if hex.index() >= board.len() || !open(definitions, state, side, hex) {
            return;
        }
        let ways = board.hex(hex).sides.iter().filter(|over| crosses(state, over) && (!forest(hex) || over.road));
        let disposition = state.disposition(definitions);
        for over in ways.filter(|over| !disposition.holds(side.enemy(), over.there)) {
            let ends = forest(over.there) && !over.road;
            go(if ends { end(board.len(), over.there) } else { over.there });
        }
    })
}

/// A forest hex as the end of a line.
fn end(hexes: usize, hex: HexId) -> HexId {
    HexId(hex.0 + hexes as u16)
}

/// Whether a line comes to a hex, to pass it or to end there.
fn reached(definitions: &Definitions, lines: &Lines, hex: HexId) -> bool {
    lines.reaches(hex) || lines.reaches(end(definitions.board.len(), hex))
}

/// The hexes from which a side traces supply to an entry hex (8.2).
pub fn lines<'a>(definitions: &Definitions, state: &'a State, side: SideId) -> &'a Lines {
    state.disposition(definitions).lines(side, || {
        let board = &definitions.board;
        let sources = board.entries(side).into_iter().filter(|hex| open(definitions, state, side, *hex));
        let roads = Lines::trace(board.len(), sources, Lines::ENDLESS, |hex, go| {
            let ways = board.hex(hex).sides.iter().filter(|over| over.road && crosses(state, over));
            ways.filter(|over| open(definitions, state, side, over.there)).for_each(|over| go(over.there));
        });
        let roads: Vec<HexId> = roads.hexes().collect();
        around(definitions, state, side, roads, definitions.tables.supply[0])
    })
}

/// Whether supply can be traced from a hex, air supply apart (8.2).
pub fn traced(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    reached(definitions, lines(definitions, state, side), hex)
}

/// Whether a hex is within the air supply (8.6).
fn from_the_air(definitions: &Definitions, state: &State, hex: HexId) -> bool {
    let Some(air) = state.air else { return false };
    let limit = definitions.tables.supply[1];
    let lines = || around(definitions, state, ALLIED, [air], limit);
    definitions.board.distance(air, hex) <= limit && reached(definitions, &lines(), hex)
}

/// Whether a unit on the map can trace supply now, by roads alone: what replacements ask (13.2).
pub fn by_road(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    let side = definitions.counter(unit).side;
    state.unit(unit).hex().is_some_and(|hex| traced(definitions, state, side, hex))
}

/// Whether a unit would be in supply in a hex now, by a line from it (8.2, 8.6).
pub fn reaches(definitions: &Definitions, state: &State, unit: UnitId, hex: HexId) -> bool {
    let counter = definitions.counter(unit);
    traced(definitions, state, counter.side, hex) || counter.american && from_the_air(definitions, state, hex)
}

/// Whether a unit is in supply, as its side's rules judge it: Allies at this instant, Germans by the last check (8.1).
pub fn supplied(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    let counter = definitions.counter(unit);
    if counter.side == GERMAN {
        return !state.unit(unit).out || fuelled(definitions, state, unit);
    }
    let Some(hex) = state.unit(unit).hex() else { return false };
    unit == definitions.special.delay || !counter.kind.fights() || reaches(definitions, state, unit, hex)
}

/// Whether Peiper runs on captured fuel (8.5).
fn fuelled(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    unit == definitions.special.peiper
        && state.turn == definitions.tables.limits.peipers_fuel
        && state.fuel == Fuel::Captured
}

/// The German units that a check finds out of supply (8.1).
pub fn checked(definitions: &Definitions, state: &State) -> Vec<UnitId> {
    let lines = lines(definitions, state, GERMAN);
    let out = |unit: &UnitId| {
        definitions.counter(*unit).kind.fights()
            && state.unit(*unit).hex().is_some_and(|hex| !reached(definitions, lines, hex))
            && !fuelled(definitions, state, *unit)
    };
    definitions.units_of(GERMAN).filter(out).collect()
}

/// Whether a unit out of supply can crawl only: armour, mechanised and cavalry (8.3).
pub fn crawls(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    state.kind(definitions, unit) != Kind::Infantry && !supplied(definitions, state, unit)
}
