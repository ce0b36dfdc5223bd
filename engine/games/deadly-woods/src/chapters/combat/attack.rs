//! Orders of attack (11.1, 11.2, 11.3.1).

use super::guns::helps_attack;
use super::strength::defenders;
use crate::DeadlyWoods;
use crate::chapters::areas::{self, Bar};
use crate::chapters::asking::{misplaced, not_yet};
use crate::chapters::movement::Mover;
use crate::chapters::{rounds, supply};
use crate::printed::{BridgeId, Definitions, GERMAN, Kind, during};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Act, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// An attack as far as it is ordered.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Who attacks.
    pub units: Vec<UnitId>,
    /// What supports him.
    pub guns: Vec<UnitId>,
    /// Whether the rockets are doubled.
    pub doubled: bool,
    /// Whether the asset of the option helps.
    pub bonus: bool,
    /// Who advances.
    pub follow: Vec<UnitId>,
}

impl Draft {
    /// What steps order.
    pub fn of(order: &[Step]) -> Draft {
        let mut draft = Draft::default();
        for step in order {
            match step {
                Step::Unit(unit) => draft.units.push(*unit),
                Step::Gun(unit) => draft.guns.push(*unit),
                Step::Double(unit) => {
                    draft.guns.push(*unit);
                    draft.doubled = true;
                }
                Step::Bonus => draft.bonus = true,
                Step::Follow(unit) => draft.follow.push(*unit),
                _ => {}
            }
        }
        draft
    }
}

/// Whether a unit may attack a hex (11.1, 11.2).
///
/// # Errors
/// The rule that forbids it.
pub fn able(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    unit: UnitId,
    target: HexId,
) -> Result<(), Refusal> {
    let (counter, it) = (definitions.counter(unit), state.unit(unit));
    let (name, place) = (definitions.name(unit), definitions.place(target));
    if counter.side != side || !counter.kind.fights() {
        return Err(Refusal::new("11.1b", format!("{name} is no combat unit of yours")));
    }
    if let Some(refusal) = not_yet(definitions, state, unit) {
        return Err(refusal);
    }
    // what the round forbids to a unit no place of it would mend
    rounds::may_attack(definitions, state, unit)?;
    let over = it.hex().and_then(|from| definitions.board.side(from, target));
    let Some(over) = over else {
        return Err(Refusal::new("11.1d", format!("{name} does not stand next to {place}")));
    };
    if counter.attack[usize::from(it.lost.min(2))] == 0 {
        return Err(Refusal::new("11.2a", format!("{name} has no attack strength")));
    }
    if it.attacked {
        return Err(Refusal::new("11.2b", format!("{name} has attacked in this round")));
    }
    if !supply::supplied(definitions, state, unit) {
        return Err(Refusal::new("11.2d", format!("{name} is out of supply, so it does not attack")));
    }
    let from = it.hex().unwrap_or(target);
    if !Mover::attacks_over(definitions, state, unit, from, over) {
        let why = match areas::bar(definitions, state, unit, from, target) {
            Some(bar @ Bar::Ouren) => bar.words().1,
            _ => "a river without a bridge lies between, over which vehicles do not attack",
        };
        return Err(Refusal::new("11.1d", format!("{name} cannot attack {place}: {why}")));
    }
    Ok(())
}

/// Why a hex cannot be attacked now.
fn check_target(definitions: &Definitions, state: &State, side: SideId, target: HexId) -> Result<(), Refusal> {
    let place = definitions.place(target);
    if !state.disposition(definitions).holds(side.enemy(), target) {
        return Err(Refusal::new("11.1c", format!("no enemy combat unit is in {place}")));
    }
    if defenders(definitions, state, target).is_empty() {
        return Err(Refusal::new("11.2b", format!("all units in {place} have been attacked in this round")));
    }
    if attackers(definitions, state, side, target).is_empty() {
        return Err(Refusal::new("11.1d", format!("none of your units can attack {place} now")));
    }
    Ok(())
}

/// Why a unit that is named does not attack a hex that nobody can attack now; none where it could.
pub fn refused(definitions: &Definitions, state: &State, side: SideId, target: HexId, unit: UnitId) -> Option<Refusal> {
    let of_hex = check_target(definitions, state, side, target).err().filter(|refusal| refusal.case != "11.1d");
    of_hex.or_else(|| able(definitions, state, side, unit, target).err())
}

/// Why a unit that attacks a hex could not advance into it, whatever comes of the attack (11.5, 9).
///
/// # Errors
/// The rule that forbids it.
pub fn follows(definitions: &Definitions, state: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    let (name, place) = (definitions.name(unit), definitions.place(target));
    let refuse =
        |case: &'static str, why: &str| Err(Refusal::new(case, format!("{name} cannot advance into {place}: {why}")));
    if definitions.counter(unit).movement == 0 {
        return refuse("11.5a", "it has no movement allowance");
    }
    let Some(from) = state.unit(unit).hex() else { return Ok(()) };
    if !Mover::crosses(definitions, state, unit, from, target) {
        return refuse("11.5b", "the ground or the river is closed to it");
    }
    match areas::bar(definitions, state, unit, from, target) {
        None => Ok(()),
        Some(bar) => refuse(bar.advancing(), bar.words().1),
    }
}

/// Those who can attack a hex.
pub fn attackers(definitions: &Definitions, state: &State, side: SideId, target: HexId) -> Vec<UnitId> {
    let near = definitions.board.around(target).flat_map(|hex| state.disposition(definitions).stack(hex));
    near.filter(|unit| able(definitions, state, side, *unit, target).is_ok()).collect()
}

/// The hexes that a side can attack now.
pub fn targets(definitions: &Definitions, state: &State, side: SideId) -> Vec<HexId> {
    if state.round.is_none() {
        return Vec::new();
    }
    let mut hexes: Vec<HexId> = definitions
        .units_of(side.enemy())
        .filter(|unit| definitions.counter(*unit).kind.fights())
        .filter_map(|unit| state.unit(unit).hex())
        .filter(|hex| state.disposition(definitions).beside(definitions, side, *hex))
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|hex| check_target(definitions, state, side, *hex).is_ok());
    hexes
}

/// Whether a unit may join others whom the round's player chooses by acting (14.3.1, 14.7).
fn joins(definitions: &Definitions, state: &State, units: &[UnitId], unit: UnitId) -> Result<(), Refusal> {
    let Some(round) = &state.round else { return Ok(()) };
    let mut imagined = round.clone();
    for other in units {
        rounds::chosen(definitions, &mut imagined, *other);
    }
    rounds::concerns(definitions, &imagined, unit)
}

/// Steps that may follow `attack`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(Verb::Attack)] => targets(definitions, state, side).into_iter().map(Step::Hex).for_each(offer),
        [Step::Verb(Verb::Attack), Step::Hex(target), rest @ ..] => {
            let draft = Draft::of(rest);
            let able = attackers(definitions, state, side, *target);
            let guns: Vec<UnitId> =
                definitions.units_of(side).filter(|unit| !definitions.counter(*unit).kind.fights()).collect();
            able.into_iter().map(Step::Unit).for_each(&mut *offer);
            if draft.units.is_empty() {
                return;
            }
            offer(Step::Done);
            guns.iter().copied().map(Step::Gun).for_each(&mut *offer);
            guns.iter().copied().map(Step::Double).for_each(&mut *offer);
            offer(Step::Bonus);
            draft.units.into_iter().map(Step::Follow).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `attack`: units, then guns, rockets that are doubled last, then the asset of the option, then who
/// advances.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    step: &Step,
) -> Result<Progress, Refusal> {
    let (target, rest) = match (partial, step) {
        ([Step::Verb(Verb::Attack)], Step::Hex(target)) => {
            return check_target(definitions, state, side, *target).map(|()| Progress::Open);
        }
        ([Step::Verb(Verb::Attack), Step::Hex(target), rest @ ..], _) => (*target, rest),
        _ => return Err(misplaced("the hex that is attacked, then who attacks")),
    };
    let draft = Draft::of(rest);
    let name = |unit: &UnitId| definitions.name(*unit);
    let after_units = !draft.guns.is_empty() || draft.bonus || !draft.follow.is_empty();
    if draft.units.is_empty() && !matches!(step, Step::Unit(_)) {
        return Err(misplaced("a unit that attacks"));
    }
    match step {
        Step::Unit(_) if after_units => Err(misplaced("units before guns and advances")),
        Step::Unit(unit) if draft.units.contains(unit) => Err(misplaced(&format!("another unit than {}", name(unit)))),
        Step::Unit(unit) => {
            able(definitions, state, side, *unit, target)?;
            joins(definitions, state, &draft.units, *unit)?;
            Ok(Progress::Open)
        }
        Step::Gun(_) | Step::Double(_) if draft.bonus || !draft.follow.is_empty() => {
            Err(misplaced("guns before the asset +2 and advances"))
        }
        Step::Gun(_) if draft.doubled => Err(misplaced("rockets that are doubled after the other guns")),
        Step::Gun(gun) | Step::Double(gun) => {
            if draft.guns.contains(gun) {
                return Err(misplaced(&format!("other guns than {}", name(gun))));
            }
            let kind = definitions.counter(*gun).kind;
            let same = draft.guns.iter().filter(|other| definitions.counter(**other).kind == kind).count();
            let limits = definitions.tables.limits;
            let most = if kind == Kind::Rockets { limits.nebelwerfer } else { limits.artillery[side.index()] };
            let case = if side == GERMAN { "12.2f" } else { "12.3a" };
            if same >= most {
                return Err(Refusal::new(case, format!("{most} such asset may support a combat")));
            }
            if matches!(step, Step::Double(_)) && kind != Kind::Rockets {
                return Err(Refusal::new("12.2l", format!("{} is no Nebelwerfer, which alone doubles", name(gun))));
            }
            helps_attack(definitions, state, side, *gun, &draft.units, target)?;
            Ok(Progress::Open)
        }
        Step::Bonus => {
            if draft.bonus || !draft.follow.is_empty() {
                return Err(misplaced("the asset +2 once, before advances"));
            }
            may_add(definitions, state, side).map(|()| Progress::Open)
        }
        Step::Follow(unit) => {
            if !draft.units.contains(unit) {
                let message = format!("{} does not take part in the attack, so it does not advance", name(unit));
                return Err(Refusal::new("11.5a", message));
            }
            if draft.follow.contains(unit) {
                return Err(misplaced(&format!("another unit than {}", name(unit))));
            }
            follows(definitions, state, *unit, target).map(|()| Progress::Open)
        }
        Step::Done => Ok(Progress::Complete),
        _ => Err(misplaced("units, guns, the asset +2, then who advances")),
    }
}

/// Whether the asset of the option may help now (16.1).
fn may_add(definitions: &Definitions, state: &State, side: SideId) -> Result<(), Refusal> {
    let (_, turns) = definitions.tables.bonus;
    let refuse = |message: &str| Err(Refusal::new("16.1a", message));
    if !state.option || side != GERMAN {
        return refuse("the asset +2 belongs to the Germans, and to the option alone");
    }
    if !during(turns, state.turn) {
        return refuse("the asset +2 helps on turns 1 and 2 alone");
    }
    if state.bonus_used {
        return refuse("the asset +2 has helped in this turn");
    }
    Ok(())
}

/// Attacks.
pub fn perform(turn: &mut Turn<'_, DeadlyWoods>, side: SideId, order: &[Step]) {
    let [_, Step::Hex(target), rest @ ..] = order else { return };
    let definitions = turn.definitions();
    let draft = Draft::of(rest);
    draft.units.iter().for_each(|unit| rounds::choose(turn, *unit));
    if turn.round.as_ref().is_some_and(|round| !round.fights) {
        turn.emit(Event::FightBegan);
    }
    let froms: Vec<HexId> = draft.units.iter().filter_map(|unit| turn.unit(*unit).hex()).collect();
    let defenders = defenders(definitions, turn, *target);
    let bridges = froms.iter().filter_map(|from| definitions.board.bridge_between(*from, *target));
    let mut over: Vec<BridgeId> = bridges.filter(|bridge| turn.stands(Some(*bridge))).collect();
    over.sort_unstable();
    over.dedup();
    turn.emit(Event::Attacked {
        attacker: side,
        attackers: draft.units.clone(),
        target: *target,
        defenders,
        guns: draft.guns.clone(),
        doubled: draft.doubled,
        bonus: draft.bonus,
        follow: draft.follow,
        over,
    });
    if froms.iter().any(|from| areas::frees(definitions, turn, side, &[*from, *target])) {
        turn.emit(Event::MeuseCrossed);
    }
    let rockets = draft.guns.iter().find(|gun| definitions.counter(**gun).kind == Kind::Rockets);
    if let Some(gun) = rockets.filter(|_| draft.doubled) {
        let place = Place::Track(turn.turn + definitions.tables.limits.doubled);
        turn.emit(Event::SetAside { unit: *gun, place });
    }
}

/// Whether the round is one in which there may be attacks at all: what need not be searched for otherwise.
pub fn is_time(definitions: &Definitions, state: &State) -> bool {
    let barred = state.turn == definitions.tables.limits.no_armour;
    state.round.as_ref().is_some_and(|round| {
        !(matches!(round.act, Act::FirstReaction | Act::MontyMove) || round.act == Act::Move && barred)
    })
}
