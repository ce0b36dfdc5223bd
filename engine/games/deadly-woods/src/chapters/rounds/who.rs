use crate::DeadlyWoods;
use crate::chapters::supply;
use crate::printed::{Army, Definitions, GroupId, Kind};
use crate::truth::event::Event;
use crate::truth::state::{Act, Round, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, Turn};

/// What a round is called.
pub fn name(act: Act) -> String {
    match act {
        Act::Move => "Move".to_owned(),
        Act::Combat => "Combat".to_owned(),
        Act::PanzerArmy(army) => army.name().to_owned(),
        Act::AllGerman => "All German".to_owned(),
        Act::OneArmy(army) => format!("One Army, {}", army.name()),
        Act::Formations => "3 Formations".to_owned(),
        Act::Enter(_) => "Reinforcements".to_owned(),
        Act::Patton => "Patton".to_owned(),
        Act::MontyMove => "Monty, move".to_owned(),
        Act::MontyAttack => "Monty, attack".to_owned(),
        Act::FirstReaction | Act::SecondReaction => "Reaction 3".to_owned(),
    }
}

/// Whether a round concerns a unit.
///
/// # Errors
/// The rule that keeps it out.
pub fn concerns(definitions: &Definitions, round: &Round, unit: UnitId) -> Result<(), Refusal> {
    let counter = definitions.counter(unit);
    let name = definitions.name(unit);
    // Patton's corps is the first on the chit, all others are Monty's
    let led = |by: &dyn Fn(usize) -> bool| {
        counter.corps.is_some_and(|corps| definitions.generals.iter().position(|it| *it == corps).is_some_and(by))
    };
    match round.act {
        Act::Move | Act::Combat | Act::AllGerman => Ok(()),
        Act::PanzerArmy(army) | Act::OneArmy(army) => {
            let case = if matches!(round.act, Act::OneArmy(_)) { "14.6c" } else { "14.5a" };
            match round.units.contains(&unit) {
                true => Ok(()),
                false => {
                    Err(Refusal::new(case, format!("{name} was not in the {} area as the round began", army.name())))
                }
            }
        }
        Act::Formations => {
            let slot = slot(definitions, counter.group);
            match round.formations[usize::from(slot)] {
                Some(other) if other != counter.group => {
                    let kind = ["armoured", "mechanized", "infantry"][usize::from(slot)];
                    let message = format!("{name} is of another formation than the {kind} one of this round");
                    Err(Refusal::new("14.7a", message))
                }
                _ => Ok(()),
            }
        }
        Act::Enter(_) => match round.units.contains(&unit) {
            true => Ok(()),
            false => Err(Refusal::new("14.8g", format!("{name} does not enter in this round"))),
        },
        Act::Patton => match led(&|at| at == 0) {
            true => Ok(()),
            false => Err(Refusal::new("14.9b", format!("Patton leads III Corps; {name} is not of it"))),
        },
        Act::MontyMove | Act::MontyAttack => match led(&|at| at > 0) {
            true => Ok(()),
            false => Err(Refusal::new("14.9c", format!("Monty leads the British and VII Corps; {name} is of neither"))),
        },
        Act::FirstReaction | Act::SecondReaction => {
            let division = &definitions.published.units.unit(unit).division;
            if round.act == Act::FirstReaction && definitions.held_back.contains(division) {
                let message =
                    format!("the first Reaction moves no unit of the 2nd and 99th Divisions, and {name} is one");
                return Err(Refusal::new("14.3.1b", message));
            }
            let most = definitions.tables.limits.reaction;
            if !round.chosen.contains(&unit) && round.chosen.len() >= most {
                let case = if round.act == Act::FirstReaction { "14.3.1a" } else { "14.3.1d" };
                return Err(Refusal::new(case, format!("a Reaction is of {most} units, and they have been chosen")));
            }
            Ok(())
        }
    }
}

/// The place of a formation among the three of 14.7: it is armoured with any armour, else mechanised with any such unit.
pub fn slot(definitions: &Definitions, group: GroupId) -> u8 {
    let has = |kind: Kind| definitions.counters.iter().any(|it| it.group == group && it.kind == kind);
    match (has(Kind::Armour), has(Kind::Mechanised)) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}

/// Whether the round lets a unit move.
///
/// # Errors
/// The rule that forbids it.
pub fn may_move(definitions: &Definitions, state: &State, unit: UnitId) -> Result<(), Refusal> {
    let name = definitions.name(unit);
    let Some(round) = &state.round else { return Err(Refusal::new("14.1a", "no round is under way")) };
    if round.fights {
        return Err(Refusal::new("14.4e", "the fighting of this round has begun: nobody moves any more"));
    }
    concerns(definitions, round, unit)?;
    let barred = state.turn == definitions.tables.limits.no_armour;
    match round.act {
        Act::Combat if barred => Err(Refusal::new("14.4h", "in the combat round of turn 1 nobody moves")),
        Act::Combat if !goes_up(definitions, state, unit) => {
            let message = format!("{name} may not move before combat");
            Err(Refusal::new("14.4h", message).remedy("Armour in supply may, a hex, if it is not next to an enemy."))
        }
        Act::MontyAttack => Err(Refusal::new("14.9c", "Monty attacks: nobody moves")),
        _ => Ok(()),
    }
}

/// Whether the round lets a unit attack, supply apart.
///
/// # Errors
/// The rule that forbids it.
pub fn may_attack(definitions: &Definitions, state: &State, unit: UnitId) -> Result<(), Refusal> {
    let name = definitions.name(unit);
    let Some(round) = &state.round else { return Err(Refusal::new("14.1a", "no round is under way")) };
    concerns(definitions, round, unit)?;
    let armour = state.kind(definitions, unit) == Kind::Armour;
    let moved = state.unit(unit).moved;
    let refuse = |case: &'static str, message: String| Err(Refusal::new(case, message));
    let barred = state.turn == definitions.tables.limits.no_armour;
    match round.act {
        Act::Move if barred => refuse("14.4f", "in the move round of turn 1 nobody attacks".to_owned()),
        Act::Move if !armour => refuse("14.4f", format!("in a move round armour alone attacks; {name} is none")),
        Act::Move if moved => refuse("14.4f", format!("{name} has moved, so it does not attack in this round")),
        Act::PanzerArmy(_) if !armour => {
            refuse("14.5d", format!("after the moves of a Panzer Army armour alone attacks; {name} is none"))
        }
        Act::Enter(_) if !armour => refuse("14.8g", format!("of those who enter armour alone attacks; {name} is none")),
        Act::MontyMove => refuse("14.9c", "Monty moves: nobody attacks".to_owned()),
        Act::FirstReaction => refuse("14.3.1a", "in the first Reaction nobody attacks".to_owned()),
        Act::SecondReaction if !armour => {
            refuse("14.3.1d", format!("in the second Reaction armour alone attacks; {name} is none"))
        }
        Act::SecondReaction if moved => {
            refuse("14.3.1d", format!("{name} has moved, so it does not attack in this round"))
        }
        _ => Ok(()),
    }
}

/// A unit acts: it is chosen, or its formation is, where the round is of those whom its player chooses.
pub fn choose(turn: &mut Turn<'_, DeadlyWoods>, unit: UnitId) {
    let definitions = turn.definitions();
    let Some(round) = turn.round.clone() else { return };
    let group = definitions.counter(unit).group;
    match round.act {
        Act::Formations => {
            let slot = slot(definitions, group);
            if round.formations[usize::from(slot)].is_none() {
                turn.emit(Event::FormationChosen { group, slot });
            }
        }
        Act::FirstReaction | Act::SecondReaction if !round.chosen.contains(&unit) => {
            turn.emit(Event::UnitChosen { unit });
        }
        _ => {}
    }
}

/// The same within a round that is imagined.
pub fn chosen(definitions: &Definitions, round: &mut Round, unit: UnitId) {
    let group = definitions.counter(unit).group;
    match round.act {
        Act::Formations => round.formations[usize::from(slot(definitions, group))] = Some(group),
        Act::FirstReaction | Act::SecondReaction if !round.chosen.contains(&unit) => round.chosen.push(unit),
        _ => {}
    }
}

/// The units of a German army's area (14.5, 14.6).
pub fn in_area(definitions: &Definitions, state: &State, army: Army) -> Vec<UnitId> {
    let area = |unit: &UnitId| {
        let hex = state.unit(*unit).hex();
        hex.is_some_and(|hex| definitions.board.hex(hex).army == Some(army)) && definitions.counter(*unit).kind.fights()
    };
    definitions.units_of(crate::printed::GERMAN).filter(area).collect()
}

/// Whether a unit is armour that may go a hex before a combat round: in supply and not next to an enemy (14.4).
fn goes_up(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    let side = definitions.counter(unit).side;
    let beside = |hex: HexId| state.disposition(definitions).beside(definitions, side.enemy(), hex);
    state.kind(definitions, unit) == Kind::Armour
        && supply::supplied(definitions, state, unit)
        && state.unit(unit).hex().is_some_and(|hex| !beside(hex))
}
