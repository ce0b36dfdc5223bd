use crate::chapters::supply;
use crate::printed::{ALLIED, Definitions, GERMAN, Kind, Odds};
use crate::truth::event::Shift;
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;

/// A combat as it is weighed before the die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// Strength of the attackers and their guns.
    pub attack: u32,
    /// Strength of the defenders, their ground and their guns.
    pub defence: u32,
    /// The odds of both.
    pub odds: Odds,
    /// The shifts.
    pub shifts: Vec<Shift>,
    /// The column; none where the attacker loses a step without a die.
    pub column: Option<Odds>,
}

/// Weighs an attack with its guns, and with what supports the defence (11.3.2).
pub fn weigh(
    definitions: &Definitions,
    state: &State,
    attackers: &[UnitId],
    target: HexId,
    guns: (&[UnitId], bool),
    support: &[UnitId],
) -> Weighed {
    let board = &definitions.board;
    let chart = &definitions.tables.chart;
    let hex = board.hex(target);
    let (guns, doubled) = guns;
    let defenders = defenders(definitions, state, target);
    let of = |unit: &UnitId| (definitions.counter(*unit), state.unit(*unit));
    let face = |lost: u8| usize::from(lost.min(2));
    let units: u32 = attackers.iter().map(&of).map(|(it, now)| u32::from(it.attack[face(now.lost)])).sum();
    let fire: u32 = guns.iter().map(|gun| fire(definitions, *gun, target, doubled)).sum();
    let attack = units + fire;
    let held: u32 = defenders
        .iter()
        .map(|unit| {
            let (counter, now) = of(unit);
            let printed = u32::from(counter.defence[face(now.lost)]);
            let walled = counter.side == GERMAN && counter.kind == Kind::Infantry && hex.westwall;
            if walled { 2 * printed } else { printed }
        })
        .sum();
    let village = if hex.village { u32::from(chart.village.points) } else { 0 };
    let cover: u32 = support.iter().map(|gun| u32::from(definitions.counter(*gun).strength)).sum();
    let defence = held + village + cover;
    let odds = Odds::of(attack, defence);
    let shifts = shifts(definitions, state, attackers, target, &defenders, support);
    let table = &definitions.tables.combat;
    // more than the last column counts as the last one before it is shifted, less than the first is lost (R101)
    let column =
        table.column(odds).and_then(|odds| table.column(odds.shifted(shifts.iter().map(|it| it.columns()).sum())));
    Weighed { attack, defence, odds, shifts, column }
}

/// Those in a hex who defend it: not those who were attacked in this round before (11.2b, R74).
pub fn defenders(definitions: &Definitions, state: &State, target: HexId) -> Vec<UnitId> {
    let fresh = |unit: &UnitId| {
        let of_this = state.combat.as_ref().is_some_and(|combat| combat.defenders.contains(unit));
        of_this || !state.unit(*unit).defended
    };
    state.disposition(definitions).stack(target).filter(fresh).collect()
}

/// What an asset adds to an attack (12.2).
fn fire(definitions: &Definitions, gun: UnitId, target: HexId, doubled: bool) -> u32 {
    let counter = definitions.counter(gun);
    if counter.kind != Kind::Rockets {
        return u32::from(counter.strength);
    }
    let chart = &definitions.tables.chart;
    let hex = definitions.board.hex(target);
    let places = [hex.village.then_some(chart.village.rockets), hex.town.then_some(chart.in_town.rockets)];
    let worst = places.into_iter().flatten().chain([chart.combat[hex.ground.index()].rockets]).min().unwrap_or(0);
    let strength = (i32::from(counter.strength) + i32::from(worst)).max(0) as u32;
    if doubled { 2 * strength } else { strength }
}

fn shifts(
    definitions: &Definitions,
    state: &State,
    attackers: &[UnitId],
    target: HexId,
    defenders: &[UnitId],
    support: &[UnitId],
) -> Vec<Shift> {
    let board = &definitions.board;
    let (chart, by) = (&definitions.tables.chart, definitions.tables.shifts);
    let hex = board.hex(target);
    let ground = chart.combat[hex.ground.index()];
    let kind = |unit: &UnitId| state.kind(definitions, *unit);
    let over = |unit: &UnitId| {
        let side = state.unit(*unit).hex().and_then(|from| board.side(from, target));
        side.is_some_and(|side| side.river.is_some())
    };
    let armour = |units: &[UnitId]| units.iter().any(|unit| kind(unit) == Kind::Armour);
    let supplied = |unit: &UnitId| supply::supplied(definitions, state, *unit);
    let mut shifts = Vec::new();
    if defenders.iter().any(|unit| kind(unit) == Kind::Infantry) {
        let town = if hex.town { chart.in_town.infantry } else { 0 };
        shifts.push(Shift::Cover(ground.infantry + town));
    }
    shifts.push(Shift::Rough(ground.all));
    if !attackers.is_empty() && attackers.iter().all(over) {
        shifts.push(Shift::River(chart.river));
    }
    if hex.clear() {
        let guarded = defenders.iter().any(|unit| kind(unit) == Kind::Armour && supplied(unit));
        if guarded && !armour(attackers) {
            shifts.push(Shift::ArmourDefends(ground.armour));
        }
        let charges = attackers.iter().any(|unit| kind(unit) == Kind::Armour && !over(unit));
        if charges && !armour(defenders) {
            shifts.push(Shift::ArmourAttacks(by.armour_attacks));
        }
    }
    if !defenders.is_empty() && !defenders.iter().any(supplied) {
        shifts.push(Shift::Unsupplied(by.unsupplied));
    }
    let away = |unit: &UnitId| is_away(definitions, state, *unit);
    let allied = |unit: &&UnitId| definitions.counter(**unit).side == ALLIED;
    if defenders.iter().filter(allied).any(away) {
        shifts.push(Shift::DefenderAway(by.defender_away));
    }
    if attackers.iter().any(away) {
        shifts.push(Shift::AttackerAway(by.attacker_away));
    }
    if support.iter().any(|unit| kind(unit) == Kind::Engineers) {
        shifts.push(Shift::Engineers(by.engineers));
    }
    shifts.retain(|shift| shift.columns() != 0);
    shifts
}

/// Whether a unit of a division has none of it near (11.2.1).
fn is_away(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    let Some(division) = definitions.counter(unit).division else { return false };
    let Some(hex) = state.unit(unit).hex() else { return false };
    !definitions.units_of(definitions.counter(unit).side).any(|other| {
        other != unit
            && definitions.counter(other).division == Some(division)
            && state
                .unit(other)
                .hex()
                .is_some_and(|at| definitions.board.distance(at, hex) <= definitions.tables.limits.integrity)
    })
}
