//! Where an event may be played (15.2, 15.3, ruling R149).

use super::super::definitions::Definitions;
use super::super::order::EventKind;
use super::super::state::{ALLIED, Field, GERMAN};
use super::super::zoc;
use super::{interrupt, stacks};
use crate::contract::{Refusal, SideId};
use crate::hex::HexId;

/// Hexes within which a unit of a side must be for Stoesser, Greif and roadblocks (15.2a, 15.3a, Q.12).
pub const DISTANCE: u16 = 6;

/// Whether a unit of a side is within six hexes.
pub fn within_reach(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> bool {
    let grid = definitions.board.grid();
    field.on_map().any(|(unit, at)| definitions.unit(unit).side == side && grid.distance(at, hex) <= DISTANCE)
}

/// Hexes where an event of a kind might be played: all where it may be, and perhaps more.
pub fn hexes(definitions: &Definitions, field: &Field, kind: EventKind) -> Vec<HexId> {
    match kind {
        EventKind::Stoesser | EventKind::Roadblock => definitions.published.map.on_map().collect(),
        EventKind::Greif => field.march.iter().flat_map(|march| march.path.iter().skip(1).copied()).collect(),
        EventKind::Skorzeny | EventKind::FuelDump => stacks_of(definitions, field, GERMAN),
        EventKind::Nuts | EventKind::AirSupply => stacks_of(definitions, field, ALLIED),
    }
}

fn stacks_of(definitions: &Definitions, field: &Field, side: SideId) -> Vec<HexId> {
    let own = field.on_map().filter(|(unit, _)| definitions.unit(*unit).side == side);
    let mut hexes: Vec<HexId> = own.map(|(_, hex)| hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Whether an event of a kind may be played in any hex.
///
/// # Errors
/// The rule that leaves it no hex.
pub fn anywhere(definitions: &Definitions, field: &Field, kind: EventKind) -> Result<(), Refusal> {
    let fits = |hex: &HexId| check(definitions, field, kind, *hex).is_ok();
    if kind.bars() {
        // mostly next to a unit
        let near = stacks_of(definitions, field, kind.side());
        let around = |hex: &HexId| definitions.board.neighbours(*hex).any(|(_, there)| fits(&there));
        if near.iter().any(around) {
            return Ok(());
        }
    }
    let hexes = hexes(definitions, field, kind);
    if hexes.iter().any(fits) {
        return Ok(());
    }
    let refused = hexes.first().and_then(|hex| check(definitions, field, kind, *hex).err());
    Err(refused.unwrap_or_else(|| Refusal::new(kind.case(), format!("there is no hex for {}", kind.title()))))
}

/// Whether an event may be played in a hex.
///
/// # Errors
/// The rule that forbids it.
pub fn check(definitions: &Definitions, field: &Field, kind: EventKind, hex: HexId) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::new(kind.case(), message));
    let place = definitions.place(hex);
    match kind {
        EventKind::Stoesser | EventKind::Roadblock => {
            if definitions.board.neighbours(hex).next().is_none() {
                return refuse(format!("{place} is not on the map"));
            }
            if SideId::BOTH.into_iter().any(|side| zoc::enemy_in(definitions, field, hex, side)) {
                return refuse(format!("units are in {place}, which must be empty"));
            }
            if let Some((other, _)) = field.markers.iter().find(|(_, at)| *at == hex) {
                return refuse(format!("a marker for {} is in {place}, which must be empty", other.title()));
            }
            if !within_reach(definitions, field, hex, kind.side()) {
                let side = definitions.side_name(kind.side());
                return refuse(format!("no {side} unit is within {DISTANCE} hexes of {place}"));
            }
            Ok(())
        }
        EventKind::Greif => interrupt::check_ambush(definitions, field, hex),
        EventKind::Skorzeny => stacks::check_cover(definitions, field, hex),
        EventKind::FuelDump => stacks::check_fuel(definitions, field, hex),
        EventKind::Nuts | EventKind::AirSupply => {
            if !zoc::friend_in(definitions, field, hex, ALLIED) {
                return refuse(format!("no American unit is in {place}"));
            }
            Ok(())
        }
    }
}
