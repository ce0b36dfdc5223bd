//! The course of a combat: from its declaration to the advance (11.3).

use super::guns::{defender_support, engineers};
use super::retreat::{Way, held_by_boundary, ways};
use super::strength::weigh;
use crate::DeadlyWoods;
use crate::chapters::asking::ask;
use crate::chapters::movement::Mover;
use crate::chapters::{areas, control, stacking};
use crate::printed::{ALLIED, BridgeId, CombatResult, Definitions, GERMAN, Ground, during};
use crate::truth::event::Event;
use crate::truth::state::{Combat, Phase, Place, Stage, State, Topic};
use definitions::UnitId;
use engine::contract::{SideId, Turn};

/// Whether a combat waits for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// A side is asked.
    Asked,
    /// It is over.
    Over,
}

/// Those of units who are still on the map.
pub fn alive(state: &State, units: &[UnitId]) -> Vec<UnitId> {
    units.iter().copied().filter(|unit| state.unit(*unit).hex().is_some()).collect()
}

/// A combat goes on until somebody is asked, or it is over.
pub fn go_on(turn: &mut Turn<'_, DeadlyWoods>) -> Course {
    let definitions = turn.definitions();
    loop {
        let Some(combat) = turn.combat.clone() else { return Course::Over };
        let defender = combat.attacker.enemy();
        match combat.stage {
            Stage::Declared => {
                if !defender_support(definitions, turn, defender, combat.target, &combat.defenders).is_empty() {
                    ask(turn, defender, Topic::Support, true);
                    return Course::Asked;
                }
                supported(turn, Vec::new());
            }
            Stage::Supported => fight(turn, &combat),
            Stage::Rolled => {
                if converts(turn, &combat) {
                    // no default is sound: his standing orders ask until he says otherwise
                    ask(turn, combat.attacker, Topic::Convert, false);
                    return Course::Asked;
                }
                turn.emit(Event::Converted { taken: false });
            }
            Stage::Losses => {
                if losses(turn) == Course::Asked {
                    return Course::Asked;
                }
                let Some(combat) = turn.combat.clone() else { return Course::Over };
                let left = alive(turn, &combat.defenders);
                if !combat.result.retreat || left.is_empty() {
                    retreat_over(turn, &combat);
                } else if !combat.goes && !standers(definitions, turn).is_empty() {
                    ask(turn, defender, Topic::Stand, true);
                    return Course::Asked;
                } else {
                    turn.emit(Event::RetreatBegan { units: left });
                }
            }
            Stage::Retreating => {
                if retreat(turn, &combat) == Course::Asked {
                    return Course::Asked;
                }
            }
            Stage::Retreated | Stage::Holding => {
                if losses(turn) == Course::Asked {
                    return Course::Asked;
                }
                if !stacking::overfull(definitions, turn, defender).is_empty() && combat.result.retreat {
                    ask(turn, defender, Topic::Excess, true);
                    return Course::Asked;
                }
                if combat.bridges.iter().any(|bridge| !turn.units.is_blown(*bridge)) {
                    ask(turn, defender, Topic::Bridge, true);
                    return Course::Asked;
                }
                bridges_settled(turn);
            }
            Stage::Advancing => {
                while let Some(unit) =
                    combat.follow.iter().copied().find(|unit| advances(definitions, turn).contains(unit))
                {
                    advance(turn, unit);
                }
                if combat.follow.is_empty() && !advances(definitions, turn).is_empty() {
                    ask(turn, combat.attacker, Topic::Advance, true);
                    return Course::Asked;
                }
                return Course::Over;
            }
        }
    }
}

/// The defender has said which guns support him; engineers help by themselves (R80).
pub fn supported(turn: &mut Turn<'_, DeadlyWoods>, mut support: Vec<UnitId>) {
    if let Some(combat) = &turn.combat {
        support.extend(engineers(turn.definitions(), turn, combat.target, &combat.defenders));
    }
    turn.emit(Event::Supported { support });
}

/// The die (11.3.2, 11.3.3, 16.1).
fn fight(turn: &mut Turn<'_, DeadlyWoods>, combat: &Combat) {
    let definitions = turn.definitions();
    let guns = (&combat.guns[..], combat.doubled);
    let weighed = weigh(definitions, turn, &combat.attackers, combat.target, guns, &combat.support);
    let column = weighed.column;
    turn.emit(Event::Weighed {
        attack: weighed.attack,
        defence: weighed.defence,
        odds: weighed.odds,
        shifts: weighed.shifts,
        column,
    });
    if column.is_none() {
        // less than 1-3: without a die (11.3.2e, 11.3.2t)
        return turn.emit(Event::Fought { face: None, added: 0, column, result: CombatResult::ATTACKER });
    }
    let face = turn.die("combat", 6);
    let added = added(definitions, turn, combat);
    let result = definitions.tables.combat.result(column, face + added);
    turn.emit(Event::Fought { face: Some(face), added, column, result });
}

/// What is added to the die: Peiper on turn 1, or the asset of the option (11.3.2r, 16.1).
fn added(definitions: &Definitions, state: &State, combat: &Combat) -> u8 {
    let (peiper, turns) = definitions.tables.peiper;
    let leads = combat.attackers.contains(&definitions.special.peiper) && during(turns, state.turn) && !state.option;
    u8::from(leads) * peiper + u8::from(combat.bonus) * definitions.tables.bonus.0
}

/// Whether the Germans may take a loss of both instead of a retreat: in the opening combat (11.3.3d).
fn converts(state: &State, combat: &Combat) -> bool {
    state.phase == Phase::OpeningCombat && combat.attacker == GERMAN && combat.result.retreat
}

/// The side that owes a step, and those who can pay it. The attacker pays first.
pub fn owing(state: &State) -> Option<(SideId, Vec<UnitId>)> {
    let combat = state.combat.as_ref()?;
    let beaten = if combat.payers.is_empty() { &combat.defenders } else { &combat.payers };
    let sides = [(combat.attacker, &combat.attackers), (combat.attacker.enemy(), beaten)];
    sides.into_iter().find_map(|(side, units)| {
        let alive = alive(state, units);
        (combat.owed[side.index()] > 0 && !alive.is_empty()).then_some((side, alive))
    })
}

/// Steps are taken, by choice where there is one (11.3.3c).
fn losses(turn: &mut Turn<'_, DeadlyWoods>) -> Course {
    let definitions = turn.definitions();
    while let Some((side, units)) = owing(turn) {
        let owed = turn.combat.as_ref().map_or(0, |combat| combat.owed[side.index()]);
        let left: u8 = units.iter().map(|unit| turn.unit(*unit).steps(definitions.counter(*unit))).sum();
        match &units[..] {
            // nor is there a choice where all steps go
            [first, rest @ ..] if rest.is_empty() || left <= owed => {
                let event = lost(definitions, turn, *first);
                turn.emit(event);
            }
            _ => {
                ask(turn, side, Topic::Losses, true);
                return Course::Asked;
            }
        }
    }
    Course::Over
}

/// A unit loses a step: it is turned over, dead with its last one, or goes home if it is the Delay (12.9.1i).
pub fn lost(definitions: &Definitions, state: &State, unit: UnitId) -> Event {
    if unit == definitions.special.delay {
        return Event::SetAside { unit, place: Place::Box };
    }
    let last = state.unit(unit).steps(definitions.counter(unit)) <= 1;
    if last { Event::Died { unit } } else { Event::LostStep { unit } }
}

/// The airborne units that may stand (11.4.1).
pub fn standers(definitions: &Definitions, state: &State) -> Vec<UnitId> {
    let Some(combat) = &state.combat else { return Vec::new() };
    let hex = definitions.board.hex(combat.target);
    let cover = hex.settled() || matches!(hex.ground, Ground::Woods | Ground::Forest);
    if !cover {
        return Vec::new();
    }
    let airborne = |unit: &UnitId| definitions.counter(*unit).airborne && definitions.counter(*unit).side == ALLIED;
    alive(state, &combat.defenders).into_iter().filter(airborne).collect()
}

/// The units that go back next, together where one way is open to all of them (R85), and their ways.
pub fn going(definitions: &Definitions, state: &State) -> (Vec<UnitId>, Vec<Way>) {
    let Some(combat) = &state.combat else { return Default::default() };
    let units = &combat.retreating;
    let together = ways(definitions, state, units, combat.target);
    if !together.is_empty() || units.len() < 2 {
        return (units.clone(), together);
    }
    // each kind by its own way
    let kind = |unit: &UnitId| state.kind(definitions, *unit);
    let first = kind(&units[0]);
    let alike: Vec<UnitId> = units.iter().copied().filter(|unit| kind(unit) == first).collect();
    let of_kind = ways(definitions, state, &alike, combat.target);
    if !of_kind.is_empty() || alike.len() < 2 {
        return (alike, of_kind);
    }
    let alone = vec![units[0]];
    let ways = ways(definitions, state, &alone, combat.target);
    (alone, ways)
}

/// The beaten go, if there is no choice.
fn retreat(turn: &mut Turn<'_, DeadlyWoods>, combat: &Combat) -> Course {
    let definitions = turn.definitions();
    // who cannot move is lost (11.4.2, R88)
    for unit in combat.retreating.iter().copied().filter(|unit| definitions.counter(*unit).movement == 0) {
        let gone = if unit == definitions.special.delay {
            Event::SetAside { unit, place: Place::Box }
        } else {
            Event::Died { unit }
        };
        turn.emit(gone);
        turn.emit(Event::Trapped { units: vec![unit] });
    }
    loop {
        // what a boundary costs those who stay, they pay before others of their stack go (R106)
        if losses(turn) == Course::Asked {
            return Course::Asked;
        }
        if turn.combat.as_ref().is_none_or(|combat| combat.retreating.is_empty()) {
            break;
        }
        let (units, ways) = going(definitions, turn);
        match &ways[..] {
            [] => trapped(turn, combat),
            [way] => back(turn, &units, way),
            _ => {
                ask(turn, combat.attacker.enemy(), Topic::Retreat, true);
                return Course::Asked;
            }
        }
    }
    if let Some(now) = turn.combat.clone() {
        retreat_over(turn, &now);
    }
    Course::Over
}

/// Those of the beaten who cannot go, not even alone: whom a boundary holds lose two steps in all, the others a step each (9.2f,
/// 11.4j, R56).
fn trapped(turn: &mut Turn<'_, DeadlyWoods>, combat: &Combat) {
    let definitions = turn.definitions();
    let Some(now) = turn.combat.clone() else { return };
    let stuck = |unit: &UnitId| ways(definitions, turn, &[*unit], combat.target).is_empty();
    let stuck: Vec<UnitId> = now.retreating.iter().copied().filter(stuck).collect();
    let at_line = |unit: &UnitId| held_by_boundary(definitions, turn, &[*unit], combat.target);
    let (held, others): (Vec<UnitId>, Vec<UnitId>) = stuck.iter().copied().partition(at_line);
    turn.emit(Event::Trapped { units: stuck });
    for unit in others {
        let event = lost(definitions, turn, unit);
        turn.emit(event);
    }
    if !held.is_empty() {
        // as many as hexes that they do not go
        let steps = definitions.tables.limits.retreat as u8;
        turn.emit(Event::Owes { side: combat.attacker.enemy(), steps, units: held });
    }
}

/// Units go along a way. It rebuilds no bridge (R67).
pub fn back(turn: &mut Turn<'_, DeadlyWoods>, units: &[UnitId], way: &Way) {
    let board = &turn.definitions().board;
    let over = way.path.windows(2).filter_map(|pair| board.bridge_between(pair[0], pair[1]));
    let bridges = over.filter(|bridge| turn.stands(Some(*bridge))).collect();
    turn.emit(Event::Retreated { units: units.to_vec(), path: way.path.clone(), zones: way.zones, bridges });
    for unit in units {
        control::came(turn, *unit, &way.path[1..]);
    }
}

/// The retreat is over, or there is none: what it cost those who went through zones (11.4f), and over which bridges it led, which
/// the defender may blow by a die (10.6.1).
fn retreat_over(turn: &mut Turn<'_, DeadlyWoods>, combat: &Combat) {
    let mut bridges: Vec<BridgeId> = combat.bridges.clone();
    bridges.sort_unstable();
    bridges.dedup();
    let payers = alive(turn, &combat.harried);
    turn.emit(Event::RetreatOver { by_die: !bridges.is_empty(), bridges, costs_step: !payers.is_empty(), payers });
}

/// The question about bridges is settled, or there was none. After those behind a retreat come those before a hex that the
/// defender still holds, with whomever (10.6.1e).
pub fn bridges_settled(turn: &mut Turn<'_, DeadlyWoods>) {
    let definitions = turn.definitions();
    let Some(combat) = turn.combat.clone() else { return };
    let holds = turn.disposition(definitions).holds(combat.attacker.enemy(), combat.target);
    let stands = |bridge: &BridgeId| !turn.units.is_blown(*bridge);
    let bridges: Vec<BridgeId> =
        combat.over.iter().copied().filter(|_| combat.stage == Stage::Retreated && holds).filter(stands).collect();
    turn.emit(if bridges.is_empty() { Event::BridgesOver } else { Event::HexHeld { bridges } });
}

/// The attackers who may still advance (11.5, R90).
pub fn advances(definitions: &Definitions, state: &State) -> Vec<UnitId> {
    let Some(combat) = &state.combat else { return Vec::new() };
    if combat.stage != Stage::Advancing || state.disposition(definitions).holds(combat.attacker.enemy(), combat.target)
    {
        return Vec::new();
    }
    let may = |unit: &UnitId| {
        let from = state.unit(*unit).hex().filter(|from| *from != combat.target);
        from.is_some_and(|from| {
            definitions.counter(*unit).movement > 0
                && Mover::crosses(definitions, state, *unit, from, combat.target)
                && areas::bar(definitions, state, *unit, from, combat.target).is_none()
        }) && stacking::with(definitions, state, combat.target, &[*unit]).is_none()
    };
    combat.attackers.iter().copied().filter(may).collect()
}

/// A unit advances.
pub fn advance(turn: &mut Turn<'_, DeadlyWoods>, unit: UnitId) {
    let Some(to) = turn.combat.as_ref().map(|combat| combat.target) else { return };
    let Some(from) = turn.unit(unit).hex() else { return };
    turn.emit(Event::Advanced { unit, to });
    control::went(turn, unit, &[from, to]);
}
