//! The sequence of play (4): what follows what, and who is asked next.

use crate::ArdennesOffensive;
use crate::chapters::asking::ask;
use crate::chapters::combat;
use crate::chapters::movement;
use crate::chapters::movement::reinforcements;
use crate::chapters::movement::road_mode;
use crate::chapters::setup;
use crate::chapters::supply;
use crate::chapters::victory;
use crate::printed::{ALLIED, Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Phase, State, Topic};
use definitions::UnitId;
use engine::contract::{SideId, Turn};

/// Begins the game: free set-ups first, the Allies before the Germans (4.2a).
pub fn begin(turn: &mut Turn<'_, ArdennesOffensive>) {
    let free = setup::plan(turn.definitions(), turn).free;
    match SideId::BOTH.into_iter().rev().find(|side| free[side.index()]) {
        Some(side) => ask(turn, side, Topic::SetUp),
        None => begin_turn(turn, 1),
    }
}

/// A side has set up.
pub fn is_set_up(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId) {
    turn.emit(Event::Answered);
    if side == ALLIED && setup::plan(turn.definitions(), turn).free[GERMAN.index()] {
        ask(turn, GERMAN, Topic::SetUp);
    } else {
        begin_turn(turn, 1);
    }
}

fn begin_turn(turn: &mut Turn<'_, ArdennesOffensive>, number: u8) {
    turn.emit(Event::TurnBegan { turn: number });
    let tables = &turn.definitions().tables;
    if number >= tables.change_from && !turn.table_changed {
        let face = turn.die("German combat results table", 6);
        turn.emit(Event::TableRolled { face, changed: face == tables.change_on });
    }
    begin_player_turn(turn, GERMAN);
}

/// Reinforcements, then supply and bridges, then the first phase in which the player decides (4.1a to 4.1c).
fn begin_player_turn(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId) {
    let definitions = turn.definitions();
    turn.emit(Event::PlayerTurnBegan { side });
    reinforcements::come(turn, side);
    let (unsupplied, isolated, interdicted) = supply::judge(definitions, turn, side);
    turn.emit(Event::Judged { side, unsupplied, isolated, interdicted });
    // nobody has an initial movement phase in turn 1 (4.2c)
    if turn.turn == 1 {
        return begin_combat(turn);
    }
    let woken = sleepers(definitions, turn, side, |_| true);
    turn.emit(Event::PhaseBegan { phase: Phase::Movement, woken });
    road_mode::leave_by_duty(turn, side);
    ask(turn, side, Topic::Move);
}

/// Allied units in edge hexes beside an Allied unit in play: they may come back in this phase (5.3m, ruling R12).
fn sleepers(definitions: &Definitions, state: &State, side: SideId, may: impl Fn(UnitId) -> bool) -> Vec<UnitId> {
    let board = &definitions.board;
    let beside = |unit: &UnitId| {
        let edge = state.unit(*unit).hex().filter(|hex| board.is_edge(*hex));
        let active = |there| board.is_live(there) && state.disposition(definitions).present(side, there) > 0;
        edge.is_some_and(|hex| board.around(hex).any(active))
    };
    definitions.units_of(side).filter(beside).filter(|unit| may(*unit)).collect()
}

/// The combat phase, unless nobody can attack (4.1d).
fn begin_combat(turn: &mut Turn<'_, ArdennesOffensive>) {
    turn.emit(Event::PhaseBegan { phase: Phase::Combat, woken: Vec::new() });
    go_on_fighting(turn);
}

/// Asks for the next attack, as long as one is possible.
fn go_on_fighting(turn: &mut Turn<'_, ArdennesOffensive>) {
    let side = turn.side;
    if combat::fighters(turn.definitions(), turn, side).next().is_some() {
        ask(turn, side, Topic::Attack);
    } else {
        begin_mechanized(turn);
    }
}

/// After a step of a combat: when it is over, the next attack.
pub fn after_combat(turn: &mut Turn<'_, ArdennesOffensive>) {
    if turn.combat.is_none() {
        go_on_fighting(turn);
    }
}

/// The mechanized movement phase, unless nobody can move (4.1e).
fn begin_mechanized(turn: &mut Turn<'_, ArdennesOffensive>) {
    let (definitions, side) = (turn.definitions(), turn.side);
    let woken = sleepers(definitions, turn, side, |unit| definitions.counter(unit).mechanized());
    turn.emit(Event::PhaseBegan { phase: Phase::Mechanized, woken });
    if movement::anything(definitions, turn, side) {
        ask(turn, side, Topic::Move);
    } else {
        end_player_turn(turn);
    }
}

/// A side ends the phase in which it is asked.
pub fn end_phase(turn: &mut Turn<'_, ArdennesOffensive>) {
    turn.emit(Event::Answered);
    match turn.phase {
        Phase::Movement => begin_combat(turn),
        Phase::Combat => begin_mechanized(turn),
        Phase::SetUp | Phase::Mechanized => end_player_turn(turn),
    }
}

/// Markers come off, and the other side is next, or the turn ends (4.1f, 4.1g).
fn end_player_turn(turn: &mut Turn<'_, ArdennesOffensive>) {
    turn.emit(Event::MarkersRemoved);
    if turn.side == GERMAN {
        return begin_player_turn(turn, ALLIED);
    }
    victory::count(turn);
    if turn.ending.is_none() {
        let next = turn.turn + 1;
        begin_turn(turn, next);
    }
}
