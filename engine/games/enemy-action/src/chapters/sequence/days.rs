//! How days begin and end (4).

use crate::EnemyAction;
use crate::chapters::{reserves, victory};
use crate::truth::event::Event;
use crate::truth::state::Phase;
use engine::contract::Turn;

/// A day begins: the units of the day go into the boxes (4a).
pub fn begin(turn: &mut Turn<'_, EnemyAction>, day: u8) {
    let definitions = turn.definitions();
    let first = definitions.plans[usize::from(turn.public.scenario)].days.0;
    let opening = if day == first && day == SURPRISE { definitions.tables.opening } else { 0 };
    turn.emit(Event::DayBegan { day, opening });
    turn.emit(Event::PhaseBegan { phase: Phase::Reserves });
    reserves::arrive(turn);
    reserves::release(turn);
}

/// The day of 4.1.
const SURPRISE: u8 = 16;

/// A day ends: victory, then chits and markers (4l, 4m).
pub fn end(turn: &mut Turn<'_, EnemyAction>) {
    let definitions = turn.definitions();
    victory::count_meuse(turn);
    if let Some(ending) = victory::evening(definitions, &turn.public) {
        turn.emit(Event::Over { ending });
        return;
    }
    turn.emit(Event::CleanedUp);
    let day = turn.public.day + 1;
    begin(turn, day);
}
