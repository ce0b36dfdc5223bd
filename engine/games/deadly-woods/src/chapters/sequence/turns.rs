//! How turns begin and end (4.1, 5.2, 12.10, 15).

use crate::DeadlyWoods;
use crate::chapters::asking::{ask, counted};
use crate::chapters::rounds::cup;
use crate::chapters::{supply, victory};
use crate::printed::{ALLIED, Definitions, GERMAN, Initiative};
use crate::truth::event::{Departure, Event};
use crate::truth::state::{Ending, Phase, Place, Ss, State, Topic};
use definitions::UnitId;
use engine::contract::{SideId, Turn};

/// The division that surrenders (8.3).
const SURRENDERS: &str = "106di";

/// A turn begins: assets come to their boxes, initiative, chits.
pub fn begin(turn: &mut Turn<'_, DeadlyWoods>, number: u8) {
    let definitions = turn.definitions();
    let due = |unit: &UnitId| turn.unit(*unit).place == Place::Track(number);
    let came: Vec<UnitId> = SideId::BOTH.into_iter().flat_map(|side| definitions.units_of(side)).filter(due).collect();
    turn.emit(Event::TurnBegan { turn: number, came });
    let side = initiative(definitions, turn);
    turn.emit(Event::Initiative { side });
    cup::fill(turn);
    turn.emit(Event::PhaseBegan { phase: Phase::Withdrawal });
}

/// Whose initiative the turn is (5.2).
fn initiative(definitions: &Definitions, state: &State) -> SideId {
    match definitions.tables.initiative.get(usize::from(state.turn) - 1) {
        Some(Initiative::German) => GERMAN,
        Some(Initiative::WithPoints(points)) if victory::points(definitions, state) >= *points => GERMAN,
        _ => ALLIED,
    }
}

/// What the withdrawal of the SS asks on its turn (12.10). Whether somebody is asked.
pub fn withdrawal(turn: &mut Turn<'_, DeadlyWoods>) -> bool {
    let definitions = turn.definitions();
    let (on, least, needed) = definitions.tables.withdrawal;
    if turn.turn != on || turn.ss != Ss::Open || !definitions.plans[usize::from(turn.scenario)].campaign {
        return false;
    }
    let steps = victory::marked_steps(definitions, turn);
    let points = victory::points(definitions, turn);
    if steps >= least {
        if points >= needed {
            ask(turn, GERMAN, Topic::Withdrawal, false);
            return true;
        }
        leave(turn, steps);
        return false;
    }
    turn.emit(Event::SsDecided { ss: Ss::TooFew, steps });
    if points < needed {
        let reason = format!(
            "of the SS and its guns {} left, and {} held; {needed} were needed (12.10c)",
            counted(steps, "step is", "steps are"),
            counted(u16::from(points), "VP hex is", "VP hexes are")
        );
        turn.emit(Event::Over { ending: Ending { winner: ALLIED, reason } });
        return true;
    }
    false
}

fn leave(turn: &mut Turn<'_, DeadlyWoods>, steps: u16) {
    let units = victory::leaving(turn.definitions(), turn);
    turn.emit(Event::SsDecided { ss: Ss::Left, steps });
    turn.emit(Event::Left { units, why: Departure::Withdrawn });
}

/// The Germans let the SS go.
pub fn let_ss_go(turn: &mut Turn<'_, DeadlyWoods>) {
    let steps = victory::marked_steps(turn.definitions(), turn);
    turn.emit(Event::Answered);
    leave(turn, steps);
}

/// The Germans keep the SS.
pub fn keep_ss(turn: &mut Turn<'_, DeadlyWoods>) {
    let steps = victory::marked_steps(turn.definitions(), turn);
    turn.emit(Event::Answered);
    turn.emit(Event::SsDecided { ss: Ss::Kept, steps });
}

/// A turn ends (15): points, sudden death, surrender, the last turn, clean-up.
pub fn end(turn: &mut Turn<'_, DeadlyWoods>) {
    let definitions = turn.definitions();
    let points = victory::points(definitions, turn);
    let steps = victory::steps_over_meuse(definitions, turn);
    turn.emit(Event::Counted { points, steps });
    if turn.turn == definitions.tables.limits.surrender {
        let of = |unit: &UnitId| definitions.published.units.unit(*unit).division == SURRENDERS;
        let cut =
            |unit: &UnitId| of(unit) && turn.unit(*unit).hex().is_some() && !supply::supplied(definitions, turn, *unit);
        let units: Vec<UnitId> = definitions.units_of(ALLIED).filter(cut).collect();
        if !units.is_empty() {
            turn.emit(Event::Left { units, why: Departure::Surrendered });
        }
    }
    if let Some(ending) = victory::ending(definitions, turn, points, steps) {
        return turn.emit(Event::Over { ending });
    }
    let delay = definitions.special.delay;
    if turn.unit(delay).hex().is_some() {
        turn.emit(Event::SetAside { unit: delay, place: Place::Box });
    }
    let rumour_over = turn.turn >= definitions.tables.limits.drop_marker;
    turn.emit(Event::CleanedUp { rumour_over });
    let next = turn.turn + 1;
    begin(turn, next);
}
