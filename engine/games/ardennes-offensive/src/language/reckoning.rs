use crate::chapters::combat::{self, Share};
use crate::printed::{Definitions, FACES};
use crate::truth::state::{Combat, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Odds, SideId};

/// Every number that made the odds of a combat whose die is not rolled yet, what the die may bring, and whom that does not move.
pub fn reckoning(definitions: &Definitions, state: &State, combat: &Combat) -> Vec<String> {
    let [attack, defence] = combat::shares(definitions, state, &combat.attackers, &combat.targets);
    let mut lines: Vec<String> = Vec::new();
    for (who, hexes) in [("Attack", &attack), ("Defence", &defence)] {
        lines.extend(hexes.iter().map(|hex| format!("{who} {}", share(definitions, state, hex))));
    }
    let crt = &definitions.tables.crt;
    let kind = definitions.tables.crt_for(combat.attacker, state.table_changed);
    let results = (1..=FACES).map(|face| crt.result(kind, combat.column, face).to_string());
    let odds = Odds::with_results(String::new(), crt.odds(combat.column), results);
    let chances: Vec<String> =
        odds.chances.iter().map(|chance| format!("{} {} of {FACES}", chance.result, chance.rolls)).collect();
    lines.push(format!("At {}: {}.", odds.column, chances.join(", ")));
    let [attacker_waived, defender_waived] = combat.waived;
    let defender = combat.attacker.enemy();
    for (result, side, hexes, waived) in
        [("Ar", combat.attacker, &combat.from, attacker_waived), ("Dr", defender, &combat.targets, defender_waived)]
    {
        lines.extend(shielded(definitions, side, hexes).filter(|_| !waived).map(|places| {
            format!("{result} moves nobody out of {places}, unless the {} waive that (E.11).", definitions.people(side))
        }));
    }
    lines
}

/// The hexes among some in which a side is immune, if there are any.
fn shielded(definitions: &Definitions, side: SideId, hexes: &[HexId]) -> Option<String> {
    let immune = hexes.iter().filter(|hex| combat::immune(definitions, side, **hex));
    let places: Vec<String> = immune.map(|hex| definitions.place(*hex)).collect();
    (!places.is_empty()).then(|| places.join(", "))
}

/// What a hex gives: `out of 1432: 32/3 5 + 36/3 4 = 9, halved for supply: 5`.
fn share(definitions: &Definitions, state: &State, share: &Share) -> String {
    let unit = |(unit, strength): &(UnitId, u16)| {
        let name = definitions.name(*unit);
        if state.unit(*unit).road {
            format!("{name} {strength} (half of {} in road mode, 6.6k)", definitions.counter(*unit).strength)
        } else {
            format!("{name} {strength}")
        }
    };
    let sum = |units: &[(UnitId, u16)]| {
        let terms: Vec<String> = units.iter().map(unit).collect();
        let total: u16 = units.iter().map(|(_, strength)| strength).sum();
        if units.len() > 1 { format!("{} = {total}", terms.join(" + ")) } else { terms.join("") }
    };
    let mut text = format!("{}: {}", definitions.place(share.hex), sum(&share.full));
    if !share.halved.is_empty() {
        let and = if share.full.is_empty() { "" } else { ", and " };
        text += &format!("{and}{}, halved for supply (12.6)", sum(&share.halved));
    }
    let causes: Vec<&str> = [(share.first, "turn 1, 4.2d"), (share.wall, "West Wall, 11h")]
        .into_iter()
        .filter_map(|(times, cause)| (times > 1).then_some(cause))
        .collect();
    if !causes.is_empty() {
        text += &format!(", times {} ({})", share.times, causes.join("; "));
    }
    if share.times > 1 || !share.halved.is_empty() {
        text += &format!(": {}", share.total());
    }
    if !share.newcomers.is_empty() {
        let names = definitions.names(&share.newcomers);
        text += &format!("; {names} retreated there and adds nothing (E.9.1)");
    }
    text + "."
}
