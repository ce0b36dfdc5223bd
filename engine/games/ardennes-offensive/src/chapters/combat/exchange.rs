use super::{retreat, under_way};
use crate::ArdennesOffensive;
use crate::chapters::asking::ask;
use crate::printed::Definitions;
use crate::truth::event::{Event, Loss};
use crate::truth::order::Step;
use crate::truth::state::{State, Topic};
use definitions::UnitId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Takes the attacker's losses of an exchange, or asks which: as much printed strength as the defenders had (10.1b, ruling
/// R29).
pub fn settle(turn: &mut Turn<'_, ArdennesOffensive>) {
    let definitions = turn.definitions();
    let Some(combat) = turn.combat.clone() else { return };
    let total: u16 = combat.attackers.iter().map(|unit| strength(definitions, *unit)).sum();
    if combat.attackers.len() > 1 && total > combat.losses {
        return ask(turn, combat.attacker, Topic::Losses);
    }
    lose(turn, combat.attacker, &combat.attackers);
}

fn strength(definitions: &Definitions, unit: UnitId) -> u16 {
    u16::from(definitions.counter(unit).strength)
}

fn lose(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId, units: &[UnitId]) {
    for unit in units {
        let strength = strength(turn.definitions(), *unit);
        turn.emit(Event::Lost { unit: *unit, side, why: Loss::Exchange, strength });
    }
    retreat::go_on(turn);
}

/// The units that `lose` names so far.
fn named(partial: &[Step]) -> impl Iterator<Item = UnitId> + '_ {
    partial.iter().filter_map(|step| if let Step::Unit(unit) = step { Some(*unit) } else { None })
}

/// Steps that may follow `lose`.
pub fn candidates(state: &State, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let left = state.combat.iter().flat_map(|combat| &combat.attackers).copied();
    left.filter(|unit| named(partial).all(|other| other != *unit)).map(Step::Unit).for_each(offer);
}

/// Judges a step after `lose`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(definitions: &Definitions, state: &State, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let combat = under_way(state)?;
    let Step::Unit(unit) = step else { return Err(Refusal::new("order", "expected units that are lost")) };
    let name = definitions.name(*unit);
    if !combat.attackers.contains(unit) {
        return Err(Refusal::new("10.1b", format!("{name} took no part in the attack")));
    }
    if named(partial).any(|other| other == *unit) {
        return Err(Refusal::new("order", format!("{name} is named twice")));
    }
    let before: u16 = named(partial).map(|unit| strength(definitions, unit)).sum();
    if before >= combat.losses {
        let names = definitions.names(&named(partial).collect::<Vec<_>>());
        let message = format!("{names} with a printed strength of {before} cover the {} that are due", combat.losses);
        return Err(Refusal::new("10.1b", message).remedy(format!("Leave {name} out: no more is lost than must be.")));
    }
    let given = before + strength(definitions, *unit);
    Ok(if given >= combat.losses { Progress::Complete } else { Progress::Open })
}

/// Carries out `lose`.
pub fn perform(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId, order: &[Step]) {
    turn.emit(Event::Answered);
    let units: Vec<UnitId> = named(order).collect();
    lose(turn, side, &units);
}
