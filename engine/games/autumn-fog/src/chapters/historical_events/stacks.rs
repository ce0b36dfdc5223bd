//! Events that help a German stack: the 150th Panzer Brigade (15.2d) and captured fuel (15.2e).

use crate::AutumnFog;
use crate::chapters::{activation, command};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::state::{Field, GERMAN};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Refusal, Turn, Unworded};
use std::fmt;

/// AP that a fuel dump gives (15.2e).
const FUEL: u8 = 1;

fn germans<'a>(definitions: &'a Definitions, field: &'a Field, hex: HexId) -> impl Iterator<Item = UnitId> + 'a {
    field.in_hex(hex).filter(|unit| definitions.unit(*unit).side == GERMAN)
}

/// Whether the 150th Panzer Brigade may cover the stack in a hex: one of its units acts or can act in this sequence,
/// and a headquarters reaches it (ruling R151).
pub fn check_cover<R: Grounds>(definitions: &Definitions, field: &Field, hex: HexId) -> Result<(), R> {
    let place = definitions.place(hex);
    let refuse = |message: fmt::Arguments<'_>| Err(R::under("15.2d", || message.to_string()));
    if germans(definitions, field, hex).next().is_none() {
        return refuse(format_args!("no German unit is in {place}"));
    }
    if !germans(definitions, field, hex).any(|unit| activation::can_act(definitions, field, GERMAN, unit)) {
        return refuse(format_args!("no unit in {place} acts in this activation"));
    }
    let mut hqs = definitions.own[GERMAN.index()].iter().copied().filter(|unit| definitions.unit(*unit).is_hq());
    if !hqs.any(|hq| command::in_command_range(definitions, field, hq, &[hex])) {
        return refuse(format_args!("no German headquarters reaches {place} with its line of command"));
    }
    Ok(())
}

/// Covers the stack in a hex.
pub fn cover(turn: &mut Turn<'_, AutumnFog>, hex: HexId) {
    let units = germans(turn.definitions(), &turn.field, hex).collect();
    turn.emit(Event::Covered { units });
}

/// What a unit would have if it joined the sequence under way; nothing also where a C3I check could bring it no AP (1.4c).
fn joining(definitions: &Definitions, field: &Field, unit: UnitId) -> Option<u8> {
    match activation::ready::<Unworded>(definitions, field, GERMAN, unit) {
        Ok(ap) => Some(ap),
        Err(why) => (why.case() == "1.4c").then_some(0),
    }
}

/// Units in a hex that a fuel dump helps: those that act, and those that could act but have no AP (ruling R155).
fn thirsty(definitions: &Definitions, field: &Field, hex: HexId) -> Vec<UnitId> {
    let helped = |unit: &UnitId| {
        let state = field.unit(*unit);
        let idle = state.activations == 0 && !definitions.unit(*unit).is_hq();
        state.active || idle && joining(definitions, field, *unit) == Some(0)
    };
    germans(definitions, field, hex).filter(helped).collect()
}

/// Whether a fuel dump may be given to the stack in a hex.
pub fn check_fuel<R: Grounds>(definitions: &Definitions, field: &Field, hex: HexId) -> Result<(), R> {
    let place = definitions.place(hex);
    if thirsty(definitions, field, hex).is_empty() {
        return Err(R::sought(|| nobody_acts(definitions, field, hex)));
    }
    if let Some(unit) = germans(definitions, field, hex).find(|unit| field.unit(*unit).refuelled) {
        let name = definitions.name(unit);
        return Err(R::under("15.2e", || format!("{name} in {place} has had captured fuel in this activation")));
    }
    Ok(())
}

/// Why no unit in a hex can be helped, and what would change that.
fn nobody_acts(definitions: &Definitions, field: &Field, hex: HexId) -> Refusal {
    let none = Refusal::new("15.2e", format!("no German unit in {} acts in this activation", definitions.place(hex)));
    let judged = || {
        germans(definitions, field, hex)
            .map(|unit| (unit, activation::ready::<Refusal>(definitions, field, GERMAN, unit)))
    };
    if judged().any(|(_, has)| has.is_ok_and(|ap| ap > 0)) {
        return none.remedy("Let one of its units act first.");
    }
    if let Some((unit, _)) = judged().find(|(_, has)| has.is_ok()) {
        let name = definitions.name(unit);
        return none.remedy(format!(
            "{name} has no AP, and fuel brings no headquarters into an activation and no unit a second time."
        ));
    }
    match judged().find_map(|(_, has)| has.err()) {
        Some(why) => none.remedy(format!("{} [{}]. {}", why.message, why.case, why.remedy).trim_end()),
        None => none,
    }
}

/// Gives the stack in a hex its AP.
pub fn refuel(turn: &mut Turn<'_, AutumnFog>, hex: HexId) {
    for unit in thirsty(turn.definitions(), &turn.field, hex) {
        // in a general activation those without AP join only until the limit is reached
        if joining(turn.definitions(), &turn.field, unit).is_some() {
            activation::wake(turn, unit);
            let ap = turn.field.unit(unit).ap + FUEL;
            turn.emit(Event::Refuelled { unit, ap });
        }
    }
}
