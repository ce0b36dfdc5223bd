//! Strengths, odds, shifts and die modifiers (7.4, 7.5): how a combat is worked out, line by line.

use crate::chapters::combat::{attack, supports};
use crate::chapters::historical_events::nuts;
use crate::printed::definitions::Definitions;
use crate::printed::tables::{self, Class, Column, Condition, Loss, SnafuKind};
use crate::truth::event::Fight;
use crate::truth::order::SupportKind;
use crate::truth::state::{ATTACKER, Combat, DEFENDER, Field, GERMAN, Supply};
use definitions::UnitId;
use definitions::hex::HexId;
use std::collections::BTreeMap;

/// A shift or a die modifier: case, reason, amount.
type Line = (String, String, i32);

/// What halves a unit: reason and case.
type Halving = (&'static str, &'static str);

/// Works out a combat with a die.
pub fn fight(definitions: &Definitions, field: &Field, combat: &Combat, die: u8) -> Fight {
    let crt = &definitions.tables.crt;
    let strengths = [ATTACKER, DEFENDER].map(|role| strength(definitions, field, combat, role));
    let odds = Column::of(u32::from(strengths[ATTACKER]), u32::from(strengths[DEFENDER]));
    let shifts = shifts(definitions, field, combat);
    let column = odds.shifted(total(&shifts));
    let modifiers = modifiers(definitions, field, combat);
    let row = (i32::from(die) + total(&modifiers)).clamp(0, 8);
    let result = crt.result(column, row);
    let losses = [result.attacker, result.defender];
    let price = attack::limits(definitions, combat.prepared).least_loss;
    Fight {
        strengths,
        halved: halved(definitions, field, combat),
        odds: odds.odds().to_owned(),
        shifts,
        column: column.odds().to_owned(),
        die,
        modifiers,
        row: row as u8,
        result: format!("{}/{}", printed(result.attacker), printed(result.defender)),
        numbers: losses.map(number),
        least: [least(result.attacker, price), least(result.defender, 0)],
        red: losses.map(|loss| matches!(loss, Loss::Points { red: true, .. })),
        breakthrough: result.breakthrough && combat.snafu != Some(SnafuKind::Hesitation),
        armour: [ATTACKER, DEFENDER].into_iter().all(|role| has_armour(definitions, field, combat, role)),
    }
}

fn total(lines: &[Line]) -> i32 {
    lines.iter().map(|(.., amount)| amount).sum()
}

fn printed(loss: Loss) -> String {
    match loss {
        Loss::None => "-".to_owned(),
        Loss::Points { points, .. } => points.to_string(),
        Loss::Eliminated => "E".to_owned(),
    }
}

fn number(loss: Loss) -> Option<u8> {
    match loss {
        Loss::None => Some(0),
        Loss::Points { points, .. } => Some(points),
        Loss::Eliminated => None,
    }
}

/// Steps that must be lost: one if the number is red (7.6e), else the price of the attack (7.6d).
fn least(loss: Loss, price: u8) -> u8 {
    match loss {
        Loss::Points { red, points } => price.max(u8::from(red)).min(points),
        _ => 0,
    }
}

/// Whether a side has armoured or mechanized units in the combat; supports are none (7.6f, ruling R10).
fn has_armour(definitions: &Definitions, field: &Field, combat: &Combat, role: usize) -> bool {
    super::has_mobile(definitions, &super::alive(field, combat, role))
}

/// Sum of strengths of a side: units halved equally often are added, halved so often, rounded up once (ruling R2).
fn strength(definitions: &Definitions, field: &Field, combat: &Combat, role: usize) -> u16 {
    let mut sums: BTreeMap<u32, u16> = BTreeMap::new();
    for unit in super::alive(field, combat, role) {
        if role == ATTACKER && struck(combat, SnafuKind::Traffic, unit) {
            continue;
        }
        let strength = definitions.unit(unit).strength(field.unit(unit).steps);
        let halvings = halvings(definitions, field, combat, role, unit).len() as u32;
        *sums.entry(halvings).or_default() += u16::from(strength);
    }
    sums.into_iter().map(|(halvings, sum)| sum.div_ceil(1 << halvings)).sum()
}

/// The units that are halved, each with all that halves it, in words.
fn halved(definitions: &Definitions, field: &Field, combat: &Combat) -> Vec<(String, String)> {
    let mut halved = Vec::new();
    for role in [ATTACKER, DEFENDER] {
        for unit in super::alive(field, combat, role) {
            let reasons = halvings(definitions, field, combat, role, unit);
            let reasons: Vec<String> = reasons.iter().map(|(reason, case)| format!("{reason} [{case}]")).collect();
            if !reasons.is_empty() {
                halved.push((definitions.name(unit).to_owned(), reasons.join(", ")));
            }
        }
    }
    halved
}

/// Whether an attacker is the one that a kind of snafu has struck.
fn struck(combat: &Combat, kind: SnafuKind, unit: UnitId) -> bool {
    combat.snafu == Some(kind) && combat.struck == [unit]
}

/// What halves a unit in a combat, once for each.
fn halvings(definitions: &Definitions, field: &Field, combat: &Combat, role: usize, unit: UnitId) -> Vec<Halving> {
    let mut halvings = statuses(definitions, field, unit, role);
    halvings.extend(if role == ATTACKER {
        attack_halvings(definitions, field, combat, unit)
    } else {
        field.unit(unit).fell_back.then_some(("fallen back onto friends", "7.7.1k")).into_iter().collect()
    });
    halvings
}

/// The statuses that halve a unit (1.4b).
fn statuses(definitions: &Definitions, field: &Field, unit: UnitId, role: usize) -> Vec<Halving> {
    let state = field.unit(unit);
    let supply = match state.supply {
        Supply::Supplied => None,
        Supply::Isolated => Some((Condition::Isolated, ("isolated", "T.STA"))),
        Supply::Unsupplied if role == ATTACKER => Some((Condition::Unsupplied, ("unsupplied", "10.3g"))),
        Supply::Unsupplied => Some((Condition::Unsupplied, ("unsupplied", "10.3h"))),
    };
    let conditions = [
        supply,
        state.fatigued.then_some((Condition::Fatigued, ("fatigued", "3.5.1b"))),
        state.out_of_command.then_some((Condition::OutOfCommand, ("out of command", "T.STA"))),
        state.improved.then_some((Condition::Position, ("in an improved position", "T.STA"))),
    ];
    let halves = |condition| {
        let effects = definitions.tables.status.of(condition);
        if role == ATTACKER { effects.attack_halved } else { effects.defence_halved }
    };
    let held = conditions.into_iter().flatten();
    held.filter(|(condition, _)| halves(*condition)).map(|(_, halving)| halving).collect()
}

/// What halves an attacker besides: a river (T.TECh, T.TECi), a city if it is armour (T.TECf), want of fuel (T.SNA).
fn attack_halvings(definitions: &Definitions, field: &Field, combat: &Combat, unit: UnitId) -> Vec<Halving> {
    let board = &definitions.board;
    let Some(hex) = field.hex_of(unit) else { return Vec::new() };
    let side = |target: &HexId| board.side(hex, *target);
    let river = combat.targets.iter().filter_map(side).find(|side| board.river(hex, *side));
    let river = river.map(|side| match board.bridge(hex, side) {
        true => ("across a bridge", "T.TECi"),
        false => ("across a river", "T.TECh"),
    });
    let city = combat.targets.iter().any(|target| board.ground(*target).halves_armour);
    let armour = definitions.unit(unit).class == Class::Armoured;
    let fuel = struck(combat, SnafuKind::Fuel, unit);
    let city = (city && armour).then_some(("armour against a city", "T.TECf"));
    let fuel = fuel.then_some(("short of fuel", "T.SNA"));
    [river, city, fuel].into_iter().flatten().collect()
}

/// Column shifts, positive to the right (7.5e).
fn shifts(definitions: &Definitions, field: &Field, combat: &Combat) -> Vec<Line> {
    let tables = &definitions.tables;
    let mut shifts = Vec::new();
    if combat.prepared {
        let shift = tables.doctrine(combat.side).prepared_shift;
        shifts.push(line("T.ATKa", "prepared attack", shift));
    }
    let defender = combat.side.enemy();
    let ground = |hex: &HexId| definitions.board.ground(*hex).shift[defender.index()];
    if let Some(hex) = combat.targets.iter().min_by_key(|hex| ground(hex)) {
        let names = definitions.board.ground(*hex).grounds.iter();
        let names: Vec<String> = names.map(|ground| format!("{ground:?}").to_lowercase()).collect();
        let reason = format!("{}: {}", definitions.place(*hex), names.join(", "));
        shifts.push(line("7.4a", reason, ground(hex)));
    }
    if super::alive(field, combat, DEFENDER).iter().all(|unit| field.unit(*unit).improved) {
        shifts.push(line("12.2a", "improved positions", tables.position_shift));
    }
    shifts.extend(from_supports(definitions, combat, |kind| kind.columns));
    for (role, sign) in [(ATTACKER, 1), (DEFENDER, -1)] {
        let missions = i32::from(combat.air[role]);
        let reason = if missions > 1 { format!("{missions} air supports") } else { "air support".to_owned() };
        shifts.push(line("7.4e", reason, sign * missions * tables.air_shift));
    }
    if let Some(snafu) = combat.snafu.and_then(|kind| tables.snafus.of(kind)) {
        shifts.push(line("T.SNA", format!("snafu ({})", snafu.name()), snafu.columns));
    }
    shifts.retain(|(.., columns)| *columns != 0);
    shifts
}

/// Die modifiers, positive in the attacker's favour (7.5f).
fn modifiers(definitions: &Definitions, field: &Field, combat: &Combat) -> Vec<Line> {
    let mut modifiers = Vec::new();
    if let [Some(attacker), Some(defender)] = combat.leads {
        let quality = |unit| definitions.unit(unit).quality;
        let spoken = |unit| format!("{} ({})", definitions.name(unit), quality(unit));
        let reason = format!("quality of {} against {}", spoken(attacker), spoken(defender));
        modifiers.push(line("7.4b", reason, i32::from(quality(attacker)) - i32::from(quality(defender))));
        for (unit, sign) in [(attacker, 1), (defender, -1)] {
            if nuts::stands(definitions, field, unit) {
                modifiers.push(line(
                    "15.3c",
                    format!("Nuts! for {}", definitions.name(unit)),
                    sign * i32::from(nuts::BONUS),
                ));
            }
        }
    }
    modifiers.extend(from_supports(definitions, combat, |kind| kind.die));
    if let Some(snafu) = combat.snafu.and_then(|kind| definitions.tables.snafus.of(kind)) {
        let mut stacks: Vec<_> = super::alive(field, combat, ATTACKER).iter().map(|unit| field.hex_of(*unit)).collect();
        stacks.sort_unstable();
        stacks.dedup();
        let plural = if stacks.len() == 1 { "" } else { "s" };
        let reason = format!("snafu ({}) in {} attacking stack{plural}", snafu.name(), stacks.len());
        modifiers.push(line("T.SNA", reason, snafu.die * stacks.len() as i32));
    }
    for (role, sign) in [(ATTACKER, 1), (DEFENDER, -1)] {
        if role == ATTACKER && combat.snafu == Some(SnafuKind::Confusion) {
            continue;
        }
        if let Some(mates) = integrity(definitions, field, combat, role) {
            let [one, other] = mates.map(|unit| definitions.name(unit));
            let reason = format!("divisional integrity of {one} and {other}");
            modifiers.push(line("7.4g", reason, sign * definitions.tables.integrity));
        }
    }
    modifiers.retain(|(case, _, amount)| *amount != 0 || case == "7.4b");
    modifiers
}

fn line(case: &str, reason: impl Into<String>, amount: i32) -> Line {
    (case.to_owned(), reason.into(), amount)
}

/// What the supports of both sides give (7.4d).
fn from_supports(
    definitions: &Definitions,
    combat: &Combat,
    amount: impl Fn(&tables::SupportKind) -> i32,
) -> Vec<Line> {
    let mut lines = Vec::new();
    for (role, sign, side) in [(ATTACKER, 1, combat.side), (DEFENDER, -1, combat.side.enemy())] {
        for (hq, kind) in &combat.supports[role] {
            let name = if *kind == SupportKind::Armour && side == GERMAN {
                "assault guns".to_owned()
            } else {
                kind.name().replace('-', " ")
            };
            let value = supports::kind_data(definitions, *kind).map_or(0, &amount);
            lines.push(line(supports::case(side, *kind), format!("{name} of {}", definitions.name(*hq)), sign * value));
        }
    }
    lines
}

/// Two armoured or mechanized units of one division that fight from one hex (7.4g, 7.4h, ruling R52).
fn integrity(definitions: &Definitions, field: &Field, combat: &Combat, role: usize) -> Option<[UnitId; 2]> {
    let mut seen: Vec<(Option<HexId>, &str, UnitId)> = Vec::new();
    for unit in super::alive(field, combat, role) {
        let data = definitions.unit(unit);
        if !data.is_mobile() || data.division.is_empty() {
            continue;
        }
        let (hex, division) = (field.hex_of(unit), data.division.as_str());
        if let Some((.., mate)) = seen.iter().find(|(there, known, _)| (*there, *known) == (hex, division)) {
            return Some([*mate, unit]);
        }
        seen.push((hex, division, unit));
    }
    None
}
