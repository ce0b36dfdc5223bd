//! The German paradrop (15).

use crate::ArdennesOffensive;
use crate::chapters::movement::road_mode;
use crate::chapters::movement::{self, Barrier, Closed};
use crate::chapters::stacking;
use crate::chapters::zones;
use crate::printed::{Definitions, GERMAN};
use crate::truth::event::{Event, Loss};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, Place, State};
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Whether the parachutists must drop before anything else is done (15a).
pub fn is_due(definitions: &Definitions, state: &State) -> bool {
    state.side == GERMAN
        && state.phase == Phase::Movement
        && state.turn >= definitions.tables.drop_turn
        && matches!(state.unit(definitions.paratroops).place, Place::Waiting(_))
}

/// Steps that may follow `drop`.
pub fn candidates(definitions: &Definitions, state: &State, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    if partial == [Step::Verb(Verb::Drop)] && is_due(definitions, state) {
        definitions.board.live().map(Step::Hex).for_each(offer);
    }
}

/// Judges a step after `drop` (15b, ruling R53).
///
/// # Errors
/// The rule that forbids it.
pub fn check(definitions: &Definitions, state: &State, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let ([Step::Verb(Verb::Drop)], Step::Hex(hex)) = (partial, step) else {
        return Err(Refusal::new("order", "expected a hex after `drop at`"));
    };
    let (unit, place) = (definitions.paratroops, definitions.place(*hex));
    let name = definitions.name(unit);
    let forbidden = |what: &str| {
        Err(Refusal::new("15b", format!("{name} cannot drop into {place}: {what}"))
            .remedy("It drops on any hex without Allies, their zones of control and impassable ground."))
    };
    let board = &definitions.board;
    if !board.is_live(*hex) {
        return match Closed::of(board, *hex) {
            _ if board.is_edge(*hex) => Err(movement::barred(definitions, state, unit, Barrier::Edge, &place)),
            Closed::Impassable => forbidden("it is impassable"),
            rim => Err(movement::barred(definitions, state, unit, Barrier::Closed(rim), &place)),
        };
    }
    if zones::enemy_in(definitions, state, GERMAN, *hex) {
        return forbidden("Allied units are there");
    }
    if zones::controlled(definitions, state, GERMAN, *hex) {
        return forbidden("it is in an Allied zone of control");
    }
    stacking::fits(definitions, state, unit, *hex, false)
        .map_err(|crowd| movement::barred(definitions, state, unit, Barrier::Crowd(crowd), &place))?;
    match road_mode::disturbed(definitions, state, unit, *hex) {
        Some(other) => Err(movement::beside_a_column(definitions, unit, other, *hex)),
        None => Ok(Progress::Complete),
    }
}

/// Drops the parachutists (15c).
pub fn perform(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId, hex: HexId) {
    let definitions = turn.definitions();
    let face = turn.die("paradrop", 6);
    let (first, last) = definitions.tables.drop_lives;
    let (unit, lives) = (definitions.paratroops, (first..=last).contains(&face));
    turn.emit(Event::Dropped { unit, hex, face, lives });
    if !lives {
        turn.emit(Event::Lost { unit, side, why: Loss::Drop, strength: 0 });
    }
}
