//! When and where reinforcements come, and how Germans on the southern edge hold them up (16.1a, 16.1g).

use crate::AutumnFog;
use crate::chapters::zones;
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::state::{ALLIED, Field, Location};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Turn;

/// At the start of a turn, Germans in an American entry hex on the southern edge hold up for a turn what is scheduled
/// now for the entry hexes of that edge (16.1g, ruling R178).
pub fn hold_up(turn: &mut Turn<'_, AutumnFog>) {
    let (definitions, field) = (turn.definitions(), &turn.field);
    let southern = definitions.board.southern_entries();
    let Some(hex) = southern.iter().copied().find(|hex| german_in(field, *hex)) else { return };
    let arrivals = definitions.scenario(field).arrivals.iter();
    let scheduled = arrivals.filter(|arrival| {
        arrival.turn == field.turn
            && field.unit(arrival.unit).place == Location::Due(field.turn)
            && arrival.hexes.iter().all(|entry| southern.contains(entry))
    });
    let units: Vec<UnitId> = scheduled.map(|arrival| arrival.unit).collect();
    if !units.is_empty() {
        let until = Some(field.turn + 1);
        turn.emit(Event::HeldUp { hex, units, until });
    }
}

/// The hexes where a reinforcement may enter: those of the list, and after its scheduled turn, instead of one on the
/// southern edge that Germans are in, the next to the west that is free of them (16.1g, ruling R179).
pub fn entries(definitions: &Definitions, field: &Field, unit: UnitId) -> Vec<HexId> {
    let Some(arrival) = definitions.arrival(field, unit) else { return Vec::new() };
    let late = field.turn > arrival.turn;
    let mut entries = Vec::new();
    for hex in &arrival.hexes {
        let entry = if late { instead(definitions, field, *hex) } else { *hex };
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    entries
}

/// The first southern entry hex without Germans from one to the west; the hex itself if there is none.
fn instead(definitions: &Definitions, field: &Field, hex: HexId) -> HexId {
    let from_there = definitions.board.southern_entries().iter().copied().skip_while(|other| *other != hex);
    let mut free = from_there.filter(|other| !german_in(field, *other));
    free.next().unwrap_or(hex)
}

fn german_in(field: &Field, hex: HexId) -> bool {
    zones::enemy_in(field, hex, ALLIED)
}
