//! The course of a combat (3.2): what follows what, until somebody has to choose.

use super::attack::may_retreat;
use super::{Advance, Way, advances, attack_of, defence_of, gone, lost, strongest, ways, weigh};
use crate::ArdennesII;
use crate::chapters::asking::ask;
use crate::chapters::occupation;
use crate::printed::Definitions;
use crate::truth::event::Event;
use crate::truth::state::{Combat, Stage, State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{SideId, Turn};

/// Whether somebody was asked, or the combat is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Somebody decides.
    Asked,
    /// Nothing is left but what comes after it.
    Over,
}

/// Goes on with the combat under way as far as nobody has a choice.
pub fn go_on(turn: &mut Turn<'_, ArdennesII>) -> Course {
    while let Some(combat) = turn.combat.clone() {
        let definitions = turn.definitions();
        let defender = combat.attacker.enemy();
        match combat.stage {
            Stage::Announced if may_retreat(definitions, turn, combat.target) => {
                ask(turn, defender, Topic::Hold, true);
                return Course::Asked;
            }
            Stage::Announced => roll(turn),
            Stage::Fought | Stage::Over => {
                if let Some(side) = SideId::BOTH.into_iter().find(|side| owes(definitions, turn, &combat, *side)) {
                    if !pay(turn, &combat, side) {
                        return Course::Asked;
                    }
                } else if combat.stage == Stage::Fought {
                    if go_back(turn, &combat) == Course::Asked {
                        return Course::Asked;
                    }
                } else {
                    return if follow(turn, &combat) { Course::Over } else { Course::Asked };
                }
            }
            Stage::Avoided => {
                if go_back(turn, &combat) == Course::Asked {
                    return Course::Asked;
                }
            }
        }
    }
    Course::Over
}

/// The defender holds: strengths, odds and the dice (3.2j, 3.2k).
pub fn roll(turn: &mut Turn<'_, ArdennesII>) {
    let definitions = turn.definitions();
    let Some(combat) = turn.combat.clone() else { return };
    let weighed = weigh(definitions, turn, &combat.attackers, combat.target);
    turn.emit(Event::Weighed {
        attackers: combat.attackers.iter().map(|unit| (*unit, attack_of(definitions, turn, *unit))).collect(),
        defenders: combat.defenders.iter().map(|unit| (*unit, defence_of(definitions, turn, *unit))).collect(),
        attack: weighed.attack,
        defence: weighed.defence,
        starting: weighed.starting,
        ground: weighed.ground,
        hexsides: weighed.hexsides,
        column: weighed.column,
    });
    let dice = [turn.die("combat, first die", 6), turn.die("combat, second die", 6)];
    let result = definitions.tables.combat.result(weighed.column, dice[0] + dice[1]);
    turn.emit(Event::Fought { dice, column: weighed.column, result });
}

/// Units of a list that are still on the map.
fn alive(state: &State, units: &[UnitId]) -> Vec<UnitId> {
    units.iter().copied().filter(|unit| state.unit(*unit).hex().is_some()).collect()
}

/// The units from which the next step of a side may come (SCS.8a, SCS.8b).
pub fn losers(definitions: &Definitions, state: &State, combat: &Combat, side: SideId) -> Vec<UnitId> {
    if side != combat.attacker {
        return alive(state, &combat.defenders);
    }
    let attackers = alive(state, &combat.attackers);
    if combat.first_paid { attackers } else { strongest(definitions, state, &attackers) }
}

/// The side that must name a loser now; losses beyond the last step are lost (SCS.8c).
pub fn owing(definitions: &Definitions, state: &State) -> Option<SideId> {
    let combat = state.combat.as_ref()?;
    SideId::BOTH.into_iter().find(|side| owes(definitions, state, combat, *side))
}

fn owes(definitions: &Definitions, state: &State, combat: &Combat, side: SideId) -> bool {
    combat.owed[side.index()] > 0 && !losers(definitions, state, combat, side).is_empty()
}

/// A side loses a step, if there is no choice. Whether that was so.
fn pay(turn: &mut Turn<'_, ArdennesII>, combat: &Combat, side: SideId) -> bool {
    let definitions = turn.definitions();
    let fights = if side == combat.attacker { &combat.attackers } else { &combat.defenders };
    let left = |unit: &UnitId| definitions.counter(*unit).steps.saturating_sub(turn.unit(*unit).lost);
    let all: u8 = alive(turn, fights).iter().map(left).sum();
    match losers(definitions, turn, combat, side)[..] {
        // where all are lost, it does not matter who is first (SCS.8c)
        [unit, ..] if combat.owed[side.index()] >= all => {
            let event = lost(definitions, turn, unit);
            turn.emit(event);
            true
        }
        [unit] => {
            let event = lost(definitions, turn, unit);
            turn.emit(event);
            true
        }
        _ => {
            ask(turn, side, Topic::Losses, true);
            false
        }
    }
}

/// The ways by which the beaten stack may go, one for each hex in which it may end.
pub fn ways_back(definitions: &Definitions, state: &State) -> Vec<Way> {
    let Some(combat) = &state.combat else { return Vec::new() };
    let stack = alive(state, &combat.defenders);
    let all = ways(definitions, state, &stack, combat.target, u16::from(combat.retreat));
    // before combat it goes all five hexes (3.2b)
    let length = u16::from(combat.retreat);
    all.into_iter().filter(|way| combat.stage == Stage::Fought || way.is_whole(length)).collect()
}

/// The beaten go, if there is no choice.
fn go_back(turn: &mut Turn<'_, ArdennesII>, combat: &Combat) -> Course {
    let definitions = turn.definitions();
    if combat.retreat == 0 || alive(turn, &combat.defenders).is_empty() {
        turn.emit(Event::RetreatOver { costs_step: false });
        return Course::Over;
    }
    match &ways_back(definitions, turn)[..] {
        [way] => back(turn, way),
        _ => {
            ask(turn, combat.attacker.enemy(), Topic::Retreat, true);
            return Course::Asked;
        }
    }
    Course::Over
}

/// The beaten go along a way.
pub fn back(turn: &mut Turn<'_, ArdennesII>, way: &Way) {
    let definitions = turn.definitions();
    let Some(combat) = turn.combat.clone() else { return };
    let stack = alive(turn, &combat.defenders);
    gone(definitions, turn, &stack, way).into_iter().for_each(|event| turn.emit(event));
    turn.emit(Event::RetreatOver { costs_step: way.costs_step });
}

/// The advances that are still open to the attackers.
pub fn choices(definitions: &Definitions, state: &State) -> Vec<Advance> {
    let Some(combat) = state.combat.as_ref().filter(|combat| !combat.overrun) else { return Vec::new() };
    let enemy = combat.attacker.enemy();
    if state.disposition(definitions).holds(enemy, combat.target) {
        return Vec::new();
    }
    let waiting: Vec<UnitId> =
        combat.attackers.iter().copied().filter(|unit| !combat.advanced.contains(unit)).collect();
    advances(definitions, state, &waiting, combat.target, u16::from(combat.retreat))
}

/// Those advance whom the order sends; the attacker is asked as long as others could. Whether nothing is left to ask.
fn follow(turn: &mut Turn<'_, ArdennesII>, combat: &Combat) -> bool {
    let definitions = turn.definitions();
    while let Some(advance) = sent(definitions, turn) {
        go(turn, &advance);
    }
    // an order that says who advances leaves nothing to ask
    if !combat.follow.is_empty() || choices(definitions, turn).is_empty() {
        return true;
    }
    ask(turn, combat.attacker, Topic::Advance, true);
    false
}

/// The next advance that the order of the attack names.
fn sent(definitions: &Definitions, state: &State) -> Option<Advance> {
    let combat = state.combat.as_ref()?;
    let open = choices(definitions, state);
    let of = |unit: UnitId, end: HexId| open.iter().find(move |it| it.unit == unit && it.path.last() == Some(&end));
    let wanted = |unit: &UnitId| combat.beyond.and_then(|hex| of(*unit, hex)).or_else(|| of(*unit, combat.target));
    combat.follow.iter().find_map(wanted).cloned()
}

/// A unit advances.
pub fn go(turn: &mut Turn<'_, ArdennesII>, advance: &Advance) {
    for to in &advance.path {
        turn.emit(Event::Advanced { units: vec![advance.unit], to: *to });
        occupation::follows(turn);
    }
}
