use super::{retreat, under_way};
use crate::ArdennesOffensive;
use crate::chapters::asking::ask;
use crate::printed::Definitions;
use crate::truth::event::{Event, Loss};
use crate::truth::order::Step;
use crate::truth::state::{Combat, State, Topic};
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

/// Why losses that are named are too few (10.1b).
pub fn too_few(definitions: &Definitions, state: &State, order: &[Step]) -> Option<Refusal> {
    let combat = state.combat.as_ref()?;
    let units: Vec<UnitId> = named(order).collect();
    let given: u16 = units.iter().map(|unit| strength(definitions, *unit)).sum();
    let short = combat.losses.checked_sub(given)?;
    let names = if units.is_empty() { "nobody".to_owned() } else { definitions.names(&units) };
    let message = format!("{names} with a printed strength of {given} do not cover the {} that are due", combat.losses);
    let whole = definitions.names(&enough(definitions, combat, units));
    Some(Refusal::new("10.1b", message).remedy(format!("{short} or more are missing: `lose {whole}`, or others.")))
}

/// The losses that are named with others who make them enough: one who does so by himself, else the strongest.
fn enough(definitions: &Definitions, combat: &Combat, mut units: Vec<UnitId>) -> Vec<UnitId> {
    let of = |unit: &UnitId| strength(definitions, *unit);
    loop {
        let short = combat.losses.saturating_sub(units.iter().map(of).sum());
        let left = combat.attackers.iter().filter(|unit| !units.contains(unit));
        let next = left.min_by_key(|unit| (of(unit) < short, of(unit).abs_diff(short)));
        let Some(next) = next.filter(|_| short > 0) else { return units };
        units.push(*next);
    }
}

/// Carries out `lose`.
pub fn perform(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId, order: &[Step]) {
    turn.emit(Event::Answered);
    let units: Vec<UnitId> = named(order).collect();
    lose(turn, side, &units);
}
