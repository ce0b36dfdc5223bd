//! The sequence of play (4): what follows what, from a question that is settled to the next one.

mod days;

use super::asking::{Known, ask};
use super::cards::{command, hand};
use super::combat::{attack, course, support};
use super::events::{self, reactions};
use super::movement::{march, orders as movement};
use super::{fuel, replacements, reserves, stacking, victory};
use crate::EnemyAction;
use crate::printed::{CardId, GERMAN};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::roster::Supply;
use crate::truth::state::{Activation, Fight, Phase, Stage, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{SideId, Turn};

/// Begins the game.
pub fn begin(turn: &mut Turn<'_, EnemyAction>) {
    let day = turn.public.day;
    fuel::lay(turn);
    days::begin(turn, day);
    go_on(turn);
}

/// Goes on until somebody is asked, or the game is over.
pub fn go_on(turn: &mut Turn<'_, EnemyAction>) {
    let definitions = turn.definitions();
    while turn.public.ending.is_none() {
        victory::at_once(turn);
        if turn.public.ending.is_some() {
            return;
        }
        if !turn.public.shortages.is_empty() {
            if fuel::may_save(&turn.public) {
                return ask(turn, GERMAN, Topic::Fuel);
            }
            fuel::run_dry(turn);
        } else if turn.public.demolition.is_some() {
            if demolition(turn) {
                return;
            }
        } else if turn.public.march.is_some() {
            // whoever does not know where the unit is bound cannot tell what comes next
            if turn.hidden[GERMAN.index()].bound.is_some() {
                ask(turn, GERMAN.enemy(), Topic::Blow);
            }
            return;
        } else if let Some(joining) = turn.public.joining.clone() {
            joins(turn, &joining.order);
        } else if turn.public.combat.is_some() {
            if course::go_on(turn) || excess(turn, &SideId::BOTH) {
                return;
            }
            abandoned(turn);
            turn.emit(Event::CombatEnded);
        } else if let Some(activation) = turn.public.activation.clone() {
            if active(turn, &activation) {
                return;
            }
        } else if let Some(deployment) = turn.public.deployment.clone() {
            if reserves::goes_on(definitions, &turn.public) {
                return ask(turn, deployment.side, Topic::Deployment);
            }
            turn.emit(Event::DeploymentEnded);
            deployed(turn, deployment.side);
        } else if let Some(replacing) = turn.public.replacing.clone() {
            if !replacements::units(definitions, &turn.public, &replacing).is_empty() {
                return ask(turn, replacing.side, Topic::Replacements);
            }
            turn.emit(Event::ReplacingEnded);
            next_impulse(turn, replacing.side);
        } else if phase(turn) {
            return;
        }
    }
}

/// Units come to a combat one after the other; when all are there it goes on.
fn joins(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    if matches!(order.first(), Some(Step::Verb(Verb::Attack))) {
        if !attack::join(turn, order) {
            turn.emit(Event::JoinOver);
            attack::declare(turn, order);
        }
    } else if !support::join(turn, order) {
        turn.emit(Event::JoinOver);
        support::joined(turn, order);
    }
}

/// A bridge is being blown: the German may answer (7.33). Whether he is asked.
fn demolition(turn: &mut Turn<'_, EnemyAction>) -> bool {
    if turn.public.piles[GERMAN.index()].hand > 0 {
        ask(turn, GERMAN, Topic::Greif);
        return true;
    }
    reactions::pass(turn);
    demolished(turn);
    false
}

/// The blowing of a bridge is settled: the unit before it goes on, or the Allied impulse is over.
pub fn demolished(turn: &mut Turn<'_, EnemyAction>) {
    match turn.public.march {
        Some(_) => march::settle(turn),
        None => next_impulse(turn, GERMAN.enemy()),
    }
}

/// A deployment is over: by a card the impulse is, without one the phase.
fn deployed(turn: &mut Turn<'_, EnemyAction>, side: SideId) {
    match turn.public.phase {
        Phase::Reserves => turn.emit(Event::PhaseBegan { phase: Phase::AlliedReserves }),
        Phase::AlliedReserves => turn.emit(Event::PhaseBegan { phase: Phase::Cards }),
        _ => next_impulse(turn, side),
    }
}

/// An activation goes on. Whether somebody is asked.
fn active(turn: &mut Turn<'_, EnemyAction>, activation: &Activation) -> bool {
    let definitions = turn.definitions();
    let hand = turn.hidden[activation.side.index()].hand.clone();
    let known = Known { definitions, public: &turn.public, side: activation.side, hand: &hand };
    match activation.stage {
        Stage::Announced => {
            if reactions::may_react(&turn.public) {
                ask(turn, activation.side.enemy(), Topic::React);
                return true;
            }
            turn.emit(Event::ReactionsOver);
        }
        Stage::Moving => {
            if movement::anything(known) || !activation.alone && !attack::targets(known).is_empty() {
                ask(turn, activation.side, Topic::Activation);
                return true;
            }
            turn.emit(Event::MovesOver);
        }
        Stage::Moved => {
            if excess(turn, &[activation.side]) {
                return true;
            }
            turn.emit(Event::FightBegan);
        }
        // the last of them are for digging alone, where nobody is a target any more
        Stage::Fighting | Stage::Digging => {
            if !attack::targets(known).is_empty() || !diggers(turn, activation).is_empty() {
                ask(turn, activation.side, Topic::Activation);
                return true;
            }
            end_activation(turn, activation);
        }
    }
    false
}

/// Whether a side is asked about an overfull hex (7.4).
fn excess(turn: &mut Turn<'_, EnemyAction>, sides: &[SideId]) -> bool {
    if turn.public.combat.as_ref().is_some_and(|combat| combat.stage != Fight::Closing) {
        return false;
    }
    for side in sides {
        if stacking::overfull(turn.definitions(), &turn.public, *side).is_some() {
            ask(turn, *side, Topic::Excess);
            return true;
        }
    }
    false
}

/// The hexes in which active units may build improved positions now (12.31, 12.32).
pub fn diggers(turn: &Turn<'_, EnemyAction>, activation: &Activation) -> Vec<HexId> {
    positions(turn.definitions(), &turn.public, activation)
}

/// The same for whoever only looks.
pub fn positions(
    definitions: &crate::printed::Definitions,
    public: &crate::truth::state::Public,
    activation: &Activation,
) -> Vec<HexId> {
    let fits = |unit: &&UnitId| {
        let it = public.unit(**unit);
        !it.moved && !it.attacked && !it.dispersed && it.supply <= Supply::Low
    };
    let open = |hex: &HexId| definitions.board.hex(*hex).built.is_none() && !public.positions.contains(hex);
    // who only heeds the alarm is not activated (T.EV)
    let active = if activation.alarm { &[][..] } else { &activation.units[..] };
    let mut hexes: Vec<HexId> = active.iter().filter(fits).filter_map(|unit| public.unit(*unit).hex()).collect();
    hexes.retain(open);
    hexes.sort();
    hexes.dedup();
    hexes
}

/// An activation is over: its units recover that were dispersed before it (9.9).
fn end_activation(turn: &mut Turn<'_, EnemyAction>, activation: &Activation) {
    let recovers = |unit: &UnitId| {
        let it = turn.public.unit(*unit);
        it.dispersed && !it.just_dispersed && !activation.alarm
    };
    let recovered = activation.units.iter().copied().filter(recovers).collect();
    turn.emit(Event::ActivationEnded { recovered });
    abandoned(turn);
    next_impulse(turn, activation.side);
}

/// Improved positions without anybody in them are gone (12.34).
fn abandoned(turn: &mut Turn<'_, EnemyAction>) {
    let disposition = turn.public.disposition(turn.definitions());
    let empty = |hex: &&HexId| disposition.stack(**hex).next().is_none();
    let hexes: Vec<HexId> = turn.public.positions.iter().filter(empty).copied().collect();
    if !hexes.is_empty() {
        turn.emit(Event::PositionsLost { hexes });
    }
}

/// A side's impulse is over: it fills its hand, and the other side goes on, or itself in the opening (4, 4.11).
pub fn next_impulse(turn: &mut Turn<'_, EnemyAction>, side: SideId) {
    if turn.public.besides == Some(side) {
        let units = reserves::all(turn.definitions(), &turn.public, side);
        if !units.is_empty() {
            return turn.emit(Event::DeploymentBegan { side, units, one: false });
        }
    }
    hand::fill(turn, side);
    let left = turn.public.opening.saturating_sub(1);
    let next = if left > 0 { side } else { side.enemy() };
    turn.emit(Event::ImpulseBegan { side: next, opening: left });
}

/// The phase that is under way goes on. Whether somebody is asked.
fn phase(turn: &mut Turn<'_, EnemyAction>) -> bool {
    let definitions = turn.definitions();
    match turn.public.phase {
        phase @ (Phase::Reserves | Phase::AlliedReserves) => {
            let (side, next) = match phase {
                Phase::Reserves => (GERMAN, Phase::AlliedReserves),
                _ => (GERMAN.enemy(), Phase::Cards),
            };
            let units = reserves::delayed(definitions, &turn.public, side);
            if units.is_empty() {
                turn.emit(Event::PhaseBegan { phase: next });
            } else {
                turn.emit(Event::DeploymentBegan { side, units, one: false });
            }
            false
        }
        Phase::Cards => {
            hand::prepare(turn);
            let plan = &definitions.plans[usize::from(turn.public.scenario)];
            match plan.late.as_ref().filter(|_| turn.public.day == plan.days.0) {
                // the Supply Phase is over, and interdiction is flown (15.5)
                Some(late) => {
                    (0..late.interdicted).for_each(|_| events::orders::lose_card(turn, GERMAN));
                    turn.emit(Event::Interdicted { flown: true });
                    turn.emit(Event::PhaseBegan { phase: Phase::Interdiction });
                }
                None => turn.emit(Event::PhaseBegan { phase: Phase::Works }),
            }
            false
        }
        phase @ (Phase::Works | Phase::GermanWorks) => {
            let side = if phase == Phase::Works { GERMAN.enemy() } else { GERMAN };
            if turn.public.day >= definitions.tables.from.supply && turn.public.piles[side.index()].hand > 0 {
                ask(turn, side, Topic::Works);
                return true;
            }
            works_over(turn);
            false
        }
        Phase::Supply => {
            if turn.public.day >= definitions.tables.from.supply {
                super::supply::judge(turn);
                abandoned(turn);
            }
            turn.emit(Event::PhaseBegan { phase: Phase::Fuel });
            false
        }
        Phase::Fuel => {
            let hand = turn.hidden[GERMAN.index()].hand.clone();
            turn.emit(Event::PhaseBegan { phase: Phase::Interdiction });
            fuel::check_hand(turn, &hand);
            false
        }
        Phase::Interdiction => {
            let interdicts = turn.public.day >= definitions.tables.from.interdiction;
            if interdicts && turn.public.interdiction.is_none() {
                if turn.public.piles[GERMAN.enemy().index()].hand > 0 {
                    ask(turn, GERMAN.enemy(), Topic::Interdiction);
                    return true;
                }
                turn.emit(Event::Interdicted { flown: false });
            }
            let flown = turn.public.interdiction == Some(true);
            turn.emit(Event::PhaseBegan { phase: Phase::Command });
            let opening = turn.public.opening;
            // interdiction skips the first German impulse (5.1), and a scenario may begin so (15.5)
            let scenario = usize::from(turn.public.scenario);
            let side = match (turn.public.day == definitions.plans[scenario].days.0, flown) {
                (true, _) => definitions.tables.changes[scenario].first,
                (false, true) => GERMAN.enemy(),
                (false, false) => GERMAN,
            };
            turn.emit(Event::ImpulseBegan { side, opening });
            false
        }
        Phase::Command => impulse(turn),
        Phase::End => {
            days::end(turn);
            false
        }
    }
}

/// The engineers of a side have done what they do in the Supply Phase.
pub fn works_over(turn: &mut Turn<'_, EnemyAction>) {
    let next = if turn.public.phase == Phase::Works { Phase::GermanWorks } else { Phase::Supply };
    turn.emit(Event::PhaseBegan { phase: next });
}

/// What a card was played for is done: in the Command Phase the impulse is over.
pub fn played(turn: &mut Turn<'_, EnemyAction>, side: SideId) {
    if turn.public.phase == Phase::Command {
        next_impulse(turn, side);
    }
}

/// A side's impulse begins. Whether it is asked.
fn impulse(turn: &mut Turn<'_, EnemyAction>) -> bool {
    let side = turn.public.impulse;
    let [own, other] = [side, side.enemy()].map(|side| {
        let piles = &turn.public.piles[side.index()];
        piles.hand + piles.draw
    });
    if own + other == 0 {
        turn.emit(Event::PhaseBegan { phase: Phase::End });
        return false;
    }
    // who has no card left is not asked (4k)
    if own == 0 {
        turn.emit(Event::ImpulseBegan { side: side.enemy(), opening: 0 });
        return false;
    }
    // who played all he held as tactics fills his hand and waits for his next impulse (R62)
    if turn.public.piles[side.index()].hand == 0 {
        next_impulse(turn, side);
        return false;
    }
    if turn.public.opens() {
        let hand: Vec<CardId> = turn.hidden[side.index()].hand.clone();
        let known = Known { definitions: turn.definitions(), public: &turn.public, side, hand: &hand };
        if !command::anything(known) {
            turn.emit(Event::OpeningOver);
            turn.emit(Event::ImpulseBegan { side: side.enemy(), opening: 0 });
            return false;
        }
    }
    ask(turn, side, Topic::Command);
    true
}

/// A side ends what it is asked about.
pub fn end(turn: &mut Turn<'_, EnemyAction>) {
    let topic = turn.public.asked.map(|asked| asked.topic);
    turn.emit(Event::Answered);
    match topic {
        Some(Topic::Deployment) => {
            let side = turn.public.deployment.as_ref().map(|deployment| deployment.side);
            turn.emit(Event::DeploymentEnded);
            side.into_iter().for_each(|side| deployed(turn, side));
        }
        Some(Topic::Replacements) => {
            let side = turn.public.replacing.as_ref().map(|replacing| replacing.side);
            turn.emit(Event::ReplacingEnded);
            side.into_iter().for_each(|side| next_impulse(turn, side));
        }
        Some(Topic::Activation) => {
            let Some(activation) = turn.public.activation.clone() else { return };
            match activation.stage {
                // who stands too thick is judged first, and may attack then
                Stage::Moving if stacking::overfull(turn.definitions(), &turn.public, activation.side).is_some() => {
                    turn.emit(Event::MovesOver);
                }
                _ => end_activation(turn, &activation),
            }
        }
        Some(Topic::Advance) => turn.emit(Event::FightWentOn { stage: Fight::Closing }),
        _ => {}
    }
}

/// A side passes its impulse (5.1), or both have done so one after the other (R12).
pub fn pass(turn: &mut Turn<'_, EnemyAction>, side: SideId) {
    let both = turn.public.passed;
    turn.emit(Event::Answered);
    turn.emit(Event::Passed { side });
    if both {
        for side in SideId::BOTH {
            let cards = turn.hidden[side.index()].hand.clone();
            turn.emit(Event::LaidAside { side, cards });
        }
    }
    turn.emit(Event::ImpulseBegan { side: side.enemy(), opening: 0 });
}

/// A step is taken off an overfull hex (R27).
pub fn remove(turn: &mut Turn<'_, EnemyAction>, unit: UnitId) {
    let definitions = turn.definitions();
    let side = definitions.counter(unit).side;
    let dies = crowded(definitions, &turn.public, side) || turn.public.unit(unit).steps(definitions.counter(unit)) <= 1;
    turn.emit(Event::Answered);
    turn.emit(Event::Removed { unit, dies });
}

/// Whether whole units have to go off the first overfull hex of a side: else steps are enough (R27).
pub fn crowded(definitions: &crate::printed::Definitions, public: &crate::truth::state::Public, side: SideId) -> bool {
    stacking::overfull(definitions, public, side).is_some_and(|(_, units)| units)
}

/// Who may be taken off: the units of the first overfull hex of a side.
pub fn removable(
    definitions: &crate::printed::Definitions,
    public: &crate::truth::state::Public,
    side: SideId,
) -> Vec<UnitId> {
    let full = stacking::overfull(definitions, public, side);
    full.map(|(hex, _)| public.disposition(definitions).stack(hex).collect()).unwrap_or_default()
}
