//! What an order that was tried out leads to.

use super::super::definitions::Definitions;
use super::super::state::{ATTACKER, DEFENDER, Pending};
use super::super::view::{Seen, View};
use super::describe::{modifiers, stars, sum};
use super::status::unit_now;
use crate::chapters::combat;
use definitions::UnitId;

/// What is left to units that acted, and what each face of the die would bring in a combat that is to be fought.
pub fn prospects(before: Seen<'_>, after: &View) -> Vec<String> {
    let Seen { definitions, view: before } = before;
    let mut lines = Vec::new();
    for index in 0..after.field.units.len() {
        let unit = UnitId(index as u16);
        let (old, new) = (before.field.unit(unit), after.field.unit(unit));
        let acted = (old.active, old.ap, old.half_mp) != (new.active, new.ap, new.half_mp);
        if acted && new.active && Some(definitions.unit(unit).side) == after.side {
            lines.push(format!("Then {}", unit_now(definitions, &after.field, unit)));
        }
    }
    lines.extend(combat_to_come(definitions, after));
    lines
}

fn combat_to_come(definitions: &Definitions, view: &View) -> Vec<String> {
    let field = &view.field;
    let Some(combat) = field.combat.as_ref().filter(|combat| combat.fight.is_none()) else { return Vec::new() };
    let fights = combat::outlook(definitions, field);
    let Some(first) = fights.first() else { return vec!["You see no unit that defends.".to_owned()] };
    let mut lines = vec![sum(first)];
    if field.unseen.stacks().iter().any(|stack| combat.targets.contains(&stack.hex)) {
        lines.push("Units that you do not see are not counted.".to_owned());
    }
    let modifiers = modifiers(first);
    if !modifiers.is_empty() {
        lines.push(format!("On the die: {modifiers}."));
    }
    let results: Vec<String> = fights
        .iter()
        .map(|fight| {
            let breakthrough = if fight.breakthrough { " breakthrough" } else { "" };
            format!("{}: {}{breakthrough}", fight.die, fight.starred())
        })
        .collect();
    lines.push(format!("By the die, attacker/defender: {}.", results.join(", ")));
    lines.extend(stars(&fights));
    if fights.iter().any(|fight| fight.least[ATTACKER] > 0 && !fight.red[ATTACKER]) {
        lines.push("A number against a prepared attack costs it at least one step [7.6d].".to_owned());
    }
    if field.asks.iter().any(|ask| ask.pending == Pending::Defend) {
        let lead = if combat.leads[DEFENDER].is_none() { " its unit of the best quality leads here, and" } else { "" };
        lines.push(format!("The defence has still to be named:{lead} its supports are not counted."));
    }
    lines
}
