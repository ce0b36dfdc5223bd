//! Taking hits (9.5, 9.6, 9.9).

use super::retreat;
use crate::EnemyAction;
use crate::chapters::asking::{Known, misplaced};
use crate::printed::Definitions;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Combat, Fight, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, Turn};

/// The units of a side in the combat that live.
pub fn alive(public: &Public, units: &[UnitId]) -> Vec<UnitId> {
    units.iter().copied().filter(|unit| public.unit(*unit).hex().is_some()).collect()
}

/// Which of these may lose a step now: nobody a second one before all have lost one (9.61), and of attackers from several
/// hexes no hex before each has lost one.
pub fn losable(public: &Public, combat: &Combat, attacks: bool) -> Vec<UnitId> {
    let all = if attacks { &combat.attackers } else { &combat.defenders };
    let living = alive(public, all);
    let lost = |unit: &UnitId| combat.losses.iter().filter(|known| *known == unit).count();
    let least = living.iter().map(lost).min().unwrap_or(0);
    let even: Vec<UnitId> = living.iter().copied().filter(|unit| lost(unit) == least).collect();
    if !attacks {
        return even;
    }
    let hex = |unit: &UnitId| combat.attackers.iter().position(|known| known == unit).map(|at| combat.from[at]);
    let suffered = |at: HexId| combat.losses.iter().any(|unit| hex(unit) == Some(at));
    let spared: Vec<UnitId> = even.iter().copied().filter(|unit| hex(unit).is_some_and(|at| !suffered(at))).collect();
    if spared.is_empty() { even } else { spared }
}

/// How many hits the attackers may take by dispersing now: the second and the third, if a step was lost for the first (9.5).
pub fn absorbed(combat: &Combat) -> u8 {
    let first = combat.losses.iter().any(|unit| combat.attackers.contains(unit));
    if first && !combat.dispersed { combat.owed[0].min(2) } else { 0 }
}

/// Whose turn it is to take hits: the attacker's, or else the defender's.
fn attacks(combat: &Combat) -> bool {
    combat.stage == Fight::AttackerHits
}

/// Steps that may follow `lose`, `disperse` or `retreat`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let Some(combat) = &known.public.combat else { return };
    match partial {
        [Step::Verb(Verb::Lose)] => {
            losable(known.public, combat, attacks(combat)).into_iter().map(Step::Unit).for_each(offer)
        }
        [Step::Verb(Verb::Retreat), ..] => retreat::candidates(known, combat, partial, offer),
        _ => {}
    }
}

/// Whether hits may be taken so.
///
/// # Errors
/// The rule that forbids it.
pub fn check_verb(known: Known<'_>, verb: Verb) -> Result<Progress, Refusal> {
    let Some(combat) = &known.public.combat else { return Err(Refusal::new("9", "no combat is fought")) };
    match verb {
        Verb::Lose => Ok(Progress::Open),
        Verb::Disperse => match (attacks(combat), absorbed(combat)) {
            (true, 1..) => Ok(Progress::Complete),
            (true, _) => Err(Refusal::new("9.5g", "the first hit is taken by a step, and the attackers disperse once")),
            _ => Err(Refusal::new("9.5f", "defenders disperse by retreating two hexes")),
        },
        _ if attacks(combat) => Err(Refusal::new("9.7a", "the attacker does not retreat")),
        _ => retreat::may(known.definitions, known.public, combat).map(|()| Progress::Open),
    }
}

/// Judges a step after `lose` or `retreat`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let Some(combat) = &known.public.combat else { return Err(Refusal::new("9", "no combat is fought")) };
    match (partial, step) {
        ([Step::Verb(Verb::Lose)], Step::Unit(unit)) => {
            let open = losable(known.public, combat, attacks(combat));
            if open.contains(unit) {
                return Ok(Progress::Complete);
            }
            let (name, open) = (known.definitions.name(*unit), known.definitions.names(&open));
            let all = if attacks(combat) { &combat.attackers } else { &combat.defenders };
            let (case, message) = if !all.contains(unit) {
                ("9.6", format!("{name} takes no part in what these hits are taken by"))
            } else if known.public.unit(*unit).hex().is_none() {
                ("9.6", format!("{name} is eliminated"))
            } else if combat.losses.contains(unit) {
                ("9.61a", format!("{name} has lost a step, and others have lost fewer"))
            } else {
                ("9.61b", format!("the hex of {name} has lost a step, and another hex of attackers none"))
            };
            Err(Refusal::new(case, message).remedy(format!("Steps are lost evenly: {open}.")))
        }
        ([Step::Verb(Verb::Retreat), ..], _) => retreat::check(known, combat, partial, step),
        _ => Err(misplaced("a unit or a hex")),
    }
}

/// Takes hits.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    let definitions = turn.definitions();
    let Some(combat) = turn.public.combat.clone() else { return };
    turn.emit(Event::Answered);
    match order {
        [Step::Verb(Verb::Lose), Step::Unit(unit)] => {
            lose(turn, definitions, *unit, !attacks(&combat) && combat.penalty > 0)
        }
        [Step::Verb(Verb::Disperse)] => {
            let units = alive(&turn.public, &combat.attackers);
            turn.emit(Event::Dispersed { units, hits: absorbed(&combat) });
        }
        _ => retreat::perform(turn, &combat, order),
    }
}

/// A unit loses a step; with its last it dies.
pub fn lose(turn: &mut Turn<'_, EnemyAction>, definitions: &Definitions, unit: UnitId, penalty: bool) {
    let last = turn.public.unit(unit).steps(definitions.counter(unit)) <= 1;
    turn.emit(if last { Event::Died { unit, penalty } } else { Event::LostStep { unit, penalty } });
}
