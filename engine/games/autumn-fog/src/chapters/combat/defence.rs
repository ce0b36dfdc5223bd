//! The defender's answer (7.5c): his quality unit, his supports and his aircraft.

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced};
use crate::chapters::combat::supports::Support;
use crate::chapters::combat::{air, supports};
use crate::chapters::historical_events::nuts;
use crate::chapters::{asking, historical_events};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::state::{ATTACKER, Combat, DEFENDER, Field, Pending};
use definitions::UnitId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};

/// Defenders whose quality may count, best first: headquarters only where no other unit is (1.3b, rulings R5, R14).
pub fn leads(definitions: &Definitions, field: &Field, combat: &Combat) -> Vec<UnitId> {
    let mut leads = super::alive(field, combat, DEFENDER);
    leads.retain(|unit| may_lead(definitions, field, *unit));
    leads.sort_by_key(|unit| std::cmp::Reverse(nuts::quality(definitions, field, *unit)));
    leads
}

/// Whether a unit's quality counts in defence.
fn may_lead(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    let others = |hex| field.in_hex(hex).any(|other| !definitions.unit(other).is_hq());
    !definitions.unit(unit).is_hq() || !field.hex_of(unit).is_some_and(others)
}

/// Supports named in an order.
pub fn named(partial: &[Step]) -> Vec<Support> {
    partial
        .iter()
        .filter_map(|step| if let Step::Support(hq, kind) = step { Some((*hq, *kind)) } else { None })
        .collect()
}

/// Air supports named in an order.
pub fn missions(partial: &[Step]) -> u8 {
    partial.iter().filter(|step| **step == Step::Air).count() as u8
}

/// Whether the defender may commit one more air support beside those that he has named.
fn check_air<R: Grounds>(definitions: &Definitions, field: &Field, combat: &Combat, named: u8) -> Result<(), R> {
    let side = combat.side.enemy();
    air::check::<R>(definitions, field, side, combat.prepared, named, combat.air[ATTACKER])
}

/// Asks the defender, or rolls at once if he has nothing to choose: Nuts! is a choice too (ruling R160).
pub fn demand(turn: &mut Turn<'_, AutumnFog>) {
    let (definitions, field) = (turn.definitions(), &turn.field);
    let Some(combat) = &field.combat else { return };
    let side = combat.side.enemy();
    let leads = leads(definitions, field, combat);
    let chooses = || {
        !supports::available(definitions, field, side, &combat.units[DEFENDER], &[]).is_empty()
            || check_air::<Unworded>(definitions, field, combat, 0).is_ok()
            || historical_events::has_nuts(definitions, field, side)
    };
    match leads[..] {
        [lead] if !chooses() => {
            turn.emit(Event::DefenceNamed { lead, supports: Vec::new(), air: 0 });
            super::committed(turn);
        }
        _ => asking::ask(turn, side, Pending::Defend),
    }
}

/// The chapter of `defend`.
pub static CHAPTER: Chapter = Chapter::new(candidates, Judge(check, check), perform);

/// Steps that may follow `defend`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    let Some(combat) = &field.combat else { return };
    if partial.len() == 1 {
        return leads(definitions, field, combat).into_iter().map(Step::Lead).for_each(offer);
    }
    let supports = supports::available(definitions, field, side, &combat.units[DEFENDER], &named(partial));
    let supports = supports.into_iter().map(|(hq, kind)| Step::Support(hq, kind));
    [Step::Done].into_iter().chain(supports).chain([Step::Air]).for_each(offer);
}

/// Judges a step of `defend`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    let Some(combat) = &field.combat else { return Err(misplaced("nothing")) };
    match step {
        Step::Lead(unit) if partial.len() == 1 => {
            let name = definitions.name(*unit);
            if !combat.units[DEFENDER].contains(unit) {
                return Err(R::under("7.4b", || format!("{name} is not among the defenders")));
            }
            if !may_lead(definitions, field, *unit) {
                return Err(R::under("1.3b", || {
                    format!("{name} is not alone in its hex, so its quality does not count")
                })
                .remedy(|| "Name a combat unit."));
            }
            Ok(Progress::Open)
        }
        Step::Support(hq, kind) if partial.len() > 1 && missions(partial) == 0 => {
            let limits = super::attack::limits(definitions, combat.prepared);
            let limit = (combat.prepared, limits.supports);
            let (units, named) = (&combat.units[DEFENDER], named(partial));
            supports::check::<R>(definitions, field, side, units, limit, &named, (*hq, *kind))?;
            Ok(Progress::Open)
        }
        Step::Air if partial.len() > 1 => {
            check_air::<R>(definitions, field, combat, missions(partial))?;
            Ok(Progress::Open)
        }
        Step::Done if partial.len() > 1 => Ok(Progress::Complete),
        _ if partial.len() == 1 => Err(misplaced("the unit whose quality counts")),
        _ if missions(partial) > 0 => Err(misplaced("an air support or the end of the order")),
        _ => Err(misplaced("a support, an air support or the end of the order")),
    }
}

/// Names the defence; nothing more is committed.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let Some(Step::Lead(lead)) = order.get(1) else { return };
    asking::settle(turn, side, Pending::Defend);
    turn.emit(Event::DefenceNamed { lead: *lead, supports: named(order), air: missions(order) });
    super::committed(turn);
}
