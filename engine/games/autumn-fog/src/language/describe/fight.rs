//! A combat in words: strengths, odds, die, result, and what a snafu does to it.

use super::super::super::event::Fight;
use super::super::super::order::SupportKind;
use super::super::super::state::ATTACKER;
use super::super::names::{hq_name, support_name};
use super::markers::aircraft;
use super::telling::Telling;
use definitions::UnitId;
use engine::speech::listed;

/// A combat in two lines: the sum, then the roll.
pub(in super::super) fn fought(fight: &Fight) -> String {
    let modifiers =
        if fight.modifiers.is_empty() { String::new() } else { format!(", row {} by {}", fight.row, modifiers(fight)) };
    let breakthrough = if fight.breakthrough { " It is a breakthrough." } else { "" };
    let prices = red_numbers(fight).into_iter().chain(price(fight));
    let prices: String = prices.map(|price| format!(" {price}")).collect();
    let (sum, die, result, numbers) = (sum(fight), fight.die, fight.starred(), numbers(fight));
    format!("{sum}\nThe die shows {die}{modifiers}. Result {result}: {numbers}.{breakthrough}{prices}")
}

/// What a result asks of each side, in steps lost and hexes retreated together (7.6a); E leaves it nothing (T.CRTa).
fn numbers(fight: &Fight) -> String {
    let asked = |who: &str, number: Option<u8>| match number {
        None => Some(format!("all units of the {who} are eliminated [T.CRTa]")),
        Some(0) => None,
        Some(1) => Some(format!("the {who} loses 1 step or retreats 1 hex")),
        Some(number) => Some(format!("the {who} loses steps and retreats hexes, {number} in all")),
    };
    let both: Vec<String> =
        [asked("attacker", fight.numbers[0]), asked("defender", fight.numbers[1])].into_iter().flatten().collect();
    if both.is_empty() { "neither side suffers".to_owned() } else { both.join("; ") }
}

/// What a red number of a result asks for (7.6e).
fn red_numbers(fight: &Fight) -> Option<String> {
    let who = match fight.red {
        [false, false] => return None,
        [true, false] => "The attacker's number is red: he",
        [false, true] => "The defender's number is red: he",
        [true, true] => "Both numbers are red: each side",
    };
    Some(format!("{who} loses at least one step before any retreat [7.6e]."))
}

/// What a prepared attack costs where the number against it is not red (7.6d).
fn price(fight: &Fight) -> Option<String> {
    // games of before did not say which numbers are red
    let prepared = fight.shifts.iter().any(|(case, ..)| case == "T.ATKa");
    let costs = prepared && fight.least[ATTACKER] > 0 && !fight.red[ATTACKER];
    costs.then(|| {
        "The attack was a prepared one: the attacker loses at least one step before any retreat [7.6d].".into()
    })
}

/// What a star at a number means, where one of these results has one.
pub(in super::super) fn stars(fights: &[Fight]) -> Option<String> {
    let red = |fight: &Fight| fight.red != [false; 2];
    fights.iter().any(red).then(|| "* in red: that side loses at least one step before any retreat [7.6e].".to_owned())
}

/// Strengths, odds and column, and who was halved.
pub(in super::super) fn sum(fight: &Fight) -> String {
    let [attack, defence] = fight.strengths;
    let shifts = if fight.shifts.is_empty() {
        String::new()
    } else {
        format!(", by columns: {}, so column {}", reasons(&fight.shifts), fight.column)
    };
    let mut halved: Vec<(&str, Vec<String>)> = Vec::new();
    for (unit, reasons) in &fight.halved {
        match halved.iter_mut().find(|(known, _)| known == reasons) {
            Some((_, units)) => units.push(unit.clone()),
            None => halved.push((reasons, vec![unit.clone()])),
        }
    }
    let halved: Vec<String> = halved.iter().map(|(reasons, units)| format!("{} ({reasons})", listed(units))).collect();
    let halved = if halved.is_empty() { String::new() } else { format!(" Halved: {}.", halved.join("; ")) };
    format!("Strength {attack} against {defence} is {}{shifts}.{halved}", fight.odds)
}

/// What is added to the die.
pub(in super::super) fn modifiers(fight: &Fight) -> String {
    reasons(&fight.modifiers)
}

fn reasons(list: &[(String, String, i32)]) -> String {
    let entries: Vec<String> =
        list.iter().map(|(case, reason, amount)| format!("{reason} {amount:+} [{case}]")).collect();
    entries.join(", ")
}

impl Telling<'_> {
    /// What a snafu does, in the words of the table, and whom it concerns.
    pub(super) fn snafu(
        &self,
        dice: [u8; 2],
        cancelled: &[(u8, UnitId, SupportKind)],
        (air, grounded): (u8, u8),
        slowed: &[(UnitId, u8, bool)],
    ) -> String {
        let result = self.definitions.tables.snafus.result(dice);
        let effect = if result.kind.is_some() { &result.effect } else { "Nothing comes of it." };
        let mut lines = vec![format!("Snafu, {} and {} [T.SNA]: {effect}", dice[0], dice[1])];
        if !cancelled.is_empty() {
            let marker = |(_, hq, kind): &(u8, UnitId, SupportKind)| {
                format!("the {} of {}", support_name(*kind), hq_name(self.definitions, *hq))
            };
            let markers = listed(&cancelled.iter().map(marker).collect::<Vec<_>>());
            lines.push(format!("Cancelled: {markers}, back next turn [9.5d]."));
        }
        if air > 0 {
            let fate = if grounded == 0 { "lost" } else { "put off until next turn" };
            lines.push(format!("Cancelled: {}, {fate} [9.5d].", aircraft(air)));
        }
        let slow: Vec<String> = slowed.iter().map(|(unit, ap, _)| format!("{} {ap}", self.unit(*unit))).collect();
        if !slow.is_empty() {
            lines.push(format!("AP left: {}.", slow.join(", ")));
        }
        lines.join("\n")
    }
}
