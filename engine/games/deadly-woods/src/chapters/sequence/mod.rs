//! The sequence of play (4, 14.3): what follows what, from a question that is settled to the next one.

mod turns;

use crate::DeadlyWoods;
use crate::chapters::asking::ask;
use crate::chapters::combat::{self, course};
use crate::chapters::movement::orders as movement;
use crate::chapters::rounds::cup;
use crate::chapters::{assets, bridges, control, replacements, stacking};
use crate::printed::{ALLIED, Chit, Definitions, GERMAN, Kind};
use crate::truth::event::Event;
use crate::truth::order::{Marker, Use};
use crate::truth::state::{Act, Fuel, Phase, Place, Round, State, Topic};
use definitions::UnitId;
use engine::contract::Turn;

pub use turns::{keep_ss, let_ss_go};

/// Begins the game.
pub fn begin(turn: &mut Turn<'_, DeadlyWoods>) {
    turns::begin(turn, 1);
    go_on(turn);
}

/// Goes on until somebody is asked, or the game is over.
pub fn go_on(turn: &mut Turn<'_, DeadlyWoods>) {
    let definitions = turn.definitions();
    while turn.ending.is_none() {
        // whoever was laid next to them takes them off at once (12.6c)
        control::trucks(turn);
        if turn.combat.is_some() {
            if course::go_on(turn) == course::Course::Asked {
                return;
            }
            turn.emit(Event::CombatEnded);
        } else if let Some(round) = turn.round.clone() {
            if !round.closing {
                if anything(definitions, turn, &round) {
                    return ask(turn, round.side, Topic::Round, false);
                }
                turn.emit(Event::RoundClosing);
            }
            if let Some((side, ..)) = stacking::any(definitions, turn) {
                return ask(turn, side, Topic::Excess, true);
            }
            end_round(turn);
        } else if let Some(chit) = turn.drawn {
            match &cup::uses(turn, chit)[..] {
                [only] => cup::play(turn, *only),
                _ => return ask(turn, chit.side().unwrap_or(GERMAN), Topic::Drawn, false),
            }
        } else if phase(turn) {
            return;
        }
    }
}

/// Whether a round leaves its side anything to do.
fn anything(definitions: &Definitions, state: &State, round: &Round) -> bool {
    !round.fights && movement::anything(definitions, state, round.side)
        || combat::attack::is_time(definitions, state)
            && !combat::attack::targets(definitions, state, round.side).is_empty()
        || !bridges::possible(definitions, state).is_empty()
        || assets::check_marker(definitions, state, round.side, Marker::AirSupply).is_ok()
}

/// A round is over: artillery of the Allies may be used again (12.3g), Peiper's fuel is decided (8.5), and the opening goes on.
fn end_round(turn: &mut Turn<'_, DeadlyWoods>) {
    let definitions = turn.definitions();
    let used = |unit: &UnitId| turn.unit(*unit).used && definitions.counter(*unit).kind == Kind::Artillery;
    let fresh: Vec<UnitId> = definitions.units_of(ALLIED).filter(used).collect();
    turn.emit(Event::RoundEnded { fresh });
    if turn.phase == Phase::OpeningMove && turn.fuel == Fuel::Lies {
        turn.emit(Event::FuelDecided { captured: false });
    }
    if let Some(next) = after_opening(turn.phase) {
        turn.emit(Event::PhaseBegan { phase: next });
    }
}

fn after_opening(phase: Phase) -> Option<Phase> {
    match phase {
        Phase::OpeningCombat => Some(Phase::OpeningMove),
        Phase::OpeningMove => Some(Phase::OpeningTraffic),
        Phase::OpeningReaction => Some(Phase::OpeningDrop),
        _ => None,
    }
}

/// The phase that is under way goes on. Whether somebody is asked.
fn phase(turn: &mut Turn<'_, DeadlyWoods>) -> bool {
    let definitions = turn.definitions();
    let to = |turn: &mut Turn<'_, DeadlyWoods>, phase: Phase| {
        turn.emit(Event::PhaseBegan { phase });
        false
    };
    match turn.phase {
        Phase::Chits => {
            let (given, choice) = cup::armies(definitions, turn);
            let taken = [Chit::FifthArmy, Chit::SixthArmy].iter().any(|chit| turn.cup.contains(chit));
            if !given.is_empty() && !taken {
                turn.emit(Event::ArmiesTaken { chits: given });
            } else if choice && !taken {
                ask(turn, GERMAN, Topic::Army, false);
                return true;
            }
            to(turn, Phase::First)
        }
        Phase::Withdrawal => turns::withdrawal(turn) || to(turn, Phase::AlliedAssets),
        Phase::AlliedAssets | Phase::GermanAssets | Phase::Traffic | Phase::OpeningTraffic => {
            let (side, next) = match turn.phase {
                Phase::AlliedAssets => (ALLIED, Phase::GermanAssets),
                Phase::GermanAssets => (GERMAN, Phase::Traffic),
                Phase::Traffic => (ALLIED, Phase::Replacements),
                _ => (ALLIED, Phase::OpeningReaction),
            };
            // on turn 1 traffic is laid after the German move (12.8)
            let waits = turn.phase == Phase::Traffic && turn.turn == 1;
            if !waits && assets::anything(definitions, turn, side) {
                // that engineers could be taken off is no reason to wait for somebody
                let passes = !assets::lays(definitions, turn, side);
                ask(turn, side, Topic::Assets, passes);
                return true;
            }
            to(turn, next)
        }
        Phase::Replacements | Phase::MoreReplacements => {
            let first = turn.phase == Phase::Replacements;
            let side = if first { turn.initiative.enemy() } else { turn.initiative };
            if !replacements::units(definitions, turn, side).is_empty() {
                ask(turn, side, Topic::Replacements, false);
                return true;
            }
            let opening = if turn.turn == 1 { Phase::OpeningCombat } else { Phase::Chits };
            to(turn, if first { Phase::MoreReplacements } else { opening })
        }
        Phase::OpeningCombat => opening(turn, GERMAN, Act::Combat),
        Phase::OpeningMove => opening(turn, GERMAN, Act::Move),
        Phase::OpeningReaction => opening(turn, ALLIED, Act::FirstReaction),
        Phase::OpeningDrop => {
            if turn.unit(definitions.special.parachutists).place == Place::Box {
                ask(turn, GERMAN, Topic::Drop, false);
                return true;
            }
            to(turn, Phase::Rounds)
        }
        Phase::First => {
            let side = turn.initiative;
            if cup::firsts(turn, side).is_empty() {
                return to(turn, Phase::Rounds);
            }
            ask(turn, side, Topic::First, false);
            true
        }
        Phase::Rounds | Phase::LastReaction => {
            if cup::may_react(turn) {
                ask(turn, ALLIED, Topic::React, false);
                return true;
            }
            if turn.cup.is_empty() {
                turns::end(turn);
            } else {
                cup::draw(turn);
            }
            false
        }
    }
}

fn opening(turn: &mut Turn<'_, DeadlyWoods>, side: engine::contract::SideId, act: Act) -> bool {
    turn.emit(Event::OpeningBegan { side, act });
    false
}

/// A side ends what it is asked about: assets, replacements, a round.
pub fn end(turn: &mut Turn<'_, DeadlyWoods>) {
    let topic = turn.asked.map(|asked| asked.topic);
    turn.emit(Event::Answered);
    match topic {
        Some(Topic::Round) => turn.emit(Event::RoundClosing),
        Some(Topic::Assets | Topic::Replacements) => {
            let next = match turn.phase {
                Phase::AlliedAssets => Phase::GermanAssets,
                Phase::GermanAssets => Phase::Traffic,
                Phase::Traffic => Phase::Replacements,
                Phase::OpeningTraffic => Phase::OpeningReaction,
                Phase::Replacements => Phase::MoreReplacements,
                _ if turn.turn == 1 => Phase::OpeningCombat,
                _ => Phase::Chits,
            };
            turn.emit(Event::PhaseBegan { phase: next });
        }
        _ => {}
    }
}

/// A right is not used: the second Reaction is kept, the parachutists stay away (R93).
pub fn pass(turn: &mut Turn<'_, DeadlyWoods>) {
    let definitions = turn.definitions();
    let topic = turn.asked.map(|asked| asked.topic);
    turn.emit(Event::Answered);
    match topic {
        Some(Topic::React) => turn.emit(Event::ReactionKept),
        Some(Topic::Drop) => {
            let unit = definitions.special.parachutists;
            turn.emit(Event::SetAside { unit, place: Place::Gone });
        }
        _ => {}
    }
}

/// The second Reaction is played (14.3.1).
pub fn react(turn: &mut Turn<'_, DeadlyWoods>) {
    turn.emit(Event::Answered);
    turn.emit(Event::RoundBegan { side: ALLIED, chit: Chit::Reaction, act: Act::SecondReaction, units: Vec::new() });
}

/// A chit is chosen to begin with (5.1).
pub fn first(turn: &mut Turn<'_, DeadlyWoods>, chit: Chit) {
    turn.emit(Event::Answered);
    turn.emit(Event::Chosen { chit });
}

/// What waits is played as something.
pub fn play(turn: &mut Turn<'_, DeadlyWoods>, way: Use) {
    turn.emit(Event::Answered);
    cup::play(turn, way);
}

/// One of the Panzer Army chits is taken (17).
pub fn take(turn: &mut Turn<'_, DeadlyWoods>, chit: Chit) {
    turn.emit(Event::Answered);
    turn.emit(Event::ArmiesTaken { chits: vec![chit] });
    turn.emit(Event::PhaseBegan { phase: Phase::First });
}
