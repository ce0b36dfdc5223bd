//! The air phase (14.1, 14.2): both sides roll for their missions when the sky is clear.

use crate::AutumnFog;
use crate::printed::options::Weather;
use crate::truth::event::Event;
use engine::contract::{SideId, Turn};

/// Phase 1 (2.1a): the missions of this turn. Those that a snafu cancelled last turn fly as well (ruling R128).
pub fn roll(turn: &mut Turn<'_, AutumnFog>) {
    if Weather::of(turn.field.turn) == Weather::Overcast {
        return;
    }
    let table = &turn.definitions().tables.air;
    let dice = [turn.die("air support German", 6), turn.die("air support Allied", 6)];
    let back = turn.field.grounded;
    let missions = SideId::BOTH.map(|side| table.of(side, dice[side.index()]) + back[side.index()]);
    turn.emit(Event::AirRolled { dice, missions, back });
}
