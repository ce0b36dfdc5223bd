//! What follows what: from a question that is settled to the next one.

use super::{next, settles_halves, takes_markers_off};
use crate::ArdennesII;
use crate::chapters::asking::ask;
use crate::chapters::combat::{self, course};
use crate::chapters::{
    artillery, barrage, bridges, disorganized, movement, occupation, reinforcements, setup, supply, victory, weather,
};
use crate::printed::{ALLIED, Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Phase, State, Topic};
use engine::contract::{SideId, Turn};

/// Begins the game: set-ups that leave a choice, then the first turn.
pub fn begin(turn: &mut Turn<'_, ArdennesII>) {
    set_up(turn, None);
}

/// A side has set up, or none yet: the next that has a choice is asked, else the first turn begins.
pub fn set_up(turn: &mut Turn<'_, ArdennesII>, done: Option<SideId>) {
    let definitions = turn.definitions();
    let after = |side: &SideId| done.is_none_or(|done| side.index() < done.index());
    let open = |side: &SideId| !setup::free(definitions, turn, *side).is_empty();
    match SideId::BOTH.into_iter().rev().filter(after).find(open) {
        Some(side) => ask(turn, side, Topic::SetUp, false),
        None => {
            let first = turn.turn;
            begin_turn(turn, first);
            go_on(turn);
        }
    }
}

/// Goes on until somebody is asked, or the game is over.
pub fn go_on(turn: &mut Turn<'_, ArdennesII>) {
    while turn.ending.is_none() {
        occupation::follows(turn);
        if let Some(side) = running(turn.definitions(), turn) {
            return ask(turn, side, Topic::BugOut, true);
        }
        if is_threatened(turn) {
            return ask(turn, ALLIED, Topic::Bridge, true);
        }
        if turn.opening {
            turn.emit(Event::Opened);
        }
        if turn.march.is_some() {
            movement::orders::go_on(turn);
        } else if let Some(overrun) = turn.combat.as_ref().map(|combat| combat.overrun) {
            if course::go_on(turn) == course::Course::Asked {
                return;
            }
            if overrun {
                movement::orders::overran(turn);
            }
            turn.emit(Event::CombatEnded);
        } else if let Some((side, topic, passes)) = question(turn.definitions(), turn) {
            return ask(turn, side, topic, passes);
        } else {
            end_phase(turn);
        }
    }
}

/// The side whose guns must run now: as a phase begins, and wherever units move (3.6d to 3.6h, ruling R60).
fn running(definitions: &Definitions, state: &State) -> Option<SideId> {
    let moves = matches!(state.phase, Phase::Movement | Phase::Exploitation);
    if state.combat.is_some() || !(state.opening || moves) {
        return None;
    }
    SideId::BOTH.into_iter().find(|side| !artillery::must_run(definitions, state, *side).is_empty())
}

/// Whether the US player has bridges to think of at which an attempt can still be made.
fn is_threatened(turn: &mut Turn<'_, ArdennesII>) -> bool {
    if turn.threatened.is_empty() {
        return false;
    }
    let definitions = turn.definitions();
    let possible = |it: &crate::printed::PlungerId| bridges::is_possible(definitions, turn, *it);
    let plungers: Vec<_> = turn.threatened.iter().copied().filter(possible).collect();
    if plungers != turn.threatened {
        turn.emit(Event::Threatened { plungers });
    }
    !turn.threatened.is_empty()
}

/// What is asked in the phase that is under way; nothing when nobody can do anything in it. In the pre-turn a side lays down supply,
/// rolls for guns and places what comes at once, Germans first (SCS.15d, ruling R57).
fn question(definitions: &Definitions, state: &State) -> Option<(SideId, Topic, bool)> {
    let side = state.side;
    match state.phase {
        Phase::PreTurn => {
            let places = reinforcements::waiting(definitions, state, side)
                .into_iter()
                .any(|unit| !reinforcements::hexes(definitions, state, unit).is_empty());
            let rolls = !supply::to_roll(definitions, state, side).is_empty();
            let lays = side == ALLIED && state.strikes > 0;
            // who could do no more than lay down supply that nobody needs is passed over
            let needed = rolls || lays && !supply::without(definitions, state, side).is_empty();
            (places || rolls || lays).then_some((side, Topic::Arrivals, !places && !needed))
        }
        Phase::Movement => Some((side, Topic::Move, false)),
        Phase::Barrage => barrage::any_fire(definitions, state, ALLIED).then_some((ALLIED, Topic::Barrage, false)),
        Phase::Combat => {
            let any = !combat::attack::targets(definitions, state, side).is_empty();
            any.then_some((side, Topic::Attack, false))
        }
        Phase::Exploitation => {
            movement::orders::anything(definitions, state, side).then_some((side, Topic::Move, false))
        }
        Phase::Supply => None,
    }
}

/// A phase ends, or a side's part of it, and the next begins.
pub fn end_phase(turn: &mut Turn<'_, ArdennesII>) {
    if turn.asked.is_some() {
        turn.emit(Event::Answered);
    }
    let definitions = turn.definitions();
    if (turn.phase, turn.side) == (Phase::PreTurn, GERMAN) {
        return turn.emit(Event::Places { side: ALLIED });
    }
    close(turn);
    match next(definitions, turn) {
        Some((side, phase)) => begin_phase(turn, side, phase),
        None => end_turn(turn),
    }
}

/// What the end of a phase brings: halves (3.5q), DG of stacks (3.4a, 3.4b), supply (3.7a), recovery (3.4l), the end of air supply
/// that was used (3.7j) and of a drop that was not (4.1a).
fn close(turn: &mut Turn<'_, ArdennesII>) {
    let definitions = turn.definitions();
    if let Some(side) = settles_halves(turn) {
        for (hex, by_die) in barrage::halves(turn, side) {
            let face = by_die.then(|| turn.die("half barrage marker", 6));
            turn.emit(barrage::reconciled(definitions, side, hex, face));
        }
    }
    disorganized::at_end_of_phase(definitions, turn).into_iter().for_each(|event| turn.emit(event));
    match turn.phase {
        Phase::Supply => {
            let side = turn.side;
            supply::judged(definitions, turn, side).into_iter().for_each(|event| turn.emit(event));
        }
        Phase::PreTurn => {
            let cut: Vec<_> =
                SideId::BOTH.into_iter().flat_map(|side| supply::without(definitions, turn, side)).collect();
            let units = disorganized::recovering(definitions, turn, |unit| !cut.contains(&unit));
            let used = supply::used(definitions, turn, &units);
            if !units.is_empty() {
                turn.emit(Event::Recovered { units });
            }
            if !used.is_empty() {
                turn.emit(Event::AirSupplyUsed { hexes: used });
            }
            reinforcements::lapsed(definitions, turn).into_iter().for_each(|event| turn.emit(event));
        }
        _ => {}
    }
}

fn begin_phase(turn: &mut Turn<'_, ArdennesII>, side: SideId, phase: Phase) {
    let definitions = turn.definitions();
    if let Some(side) = takes_markers_off((side, phase)) {
        turn.emit(Event::BarragesRemoved { side });
    }
    disorganized::at_begin_of_phase(definitions, turn, side, phase).into_iter().for_each(|event| turn.emit(event));
    reinforcements::come(turn);
    if side == GERMAN && phase != Phase::PreTurn && phase != Phase::Supply {
        let plungers = bridges::threatened(definitions, turn);
        if !plungers.is_empty() {
            turn.emit(Event::Threatened { plungers });
        }
    }
}

/// Weather, air strikes, and whom the orders of arrival remove (2.1b, 2.2g).
fn begin_turn(turn: &mut Turn<'_, ArdennesII>, number: u8) {
    let definitions = turn.definitions();
    turn.emit(Event::TurnBegan { turn: number });
    reinforcements::removed(definitions, turn).into_iter().for_each(|event| turn.emit(event));
    if weather::rolls(definitions, turn) {
        let face = turn.die("weather", 6);
        turn.emit(weather::weather(definitions, face));
    }
    let face = turn.die("air strikes", 6);
    let strikes = weather::strikes(definitions, turn, face);
    turn.emit(strikes);
    begin_phase(turn, GERMAN, Phase::PreTurn);
}

/// Air supply goes, points are counted, and the next turn begins, or the game is over (2.1e, 3.7j, 6a).
fn end_turn(turn: &mut Turn<'_, ArdennesII>) {
    let definitions = turn.definitions();
    if !turn.air_supply.is_empty() {
        turn.emit(Event::AirSupplyRemoved);
    }
    let points = victory::points(definitions, turn);
    turn.emit(Event::Counted { points });
    let last = definitions.plans[usize::from(turn.scenario)].turns.1;
    if turn.turn < last {
        let next = turn.turn + 1;
        return begin_turn(turn, next);
    }
    let ending = victory::verdict(definitions, turn);
    turn.emit(Event::Over { ending });
}
