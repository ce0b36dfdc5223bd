//! What players answer in a combat.

use super::course::{advance, advances, back, bridges_settled, going, lost, owing, standers, supported};
use super::guns::{defender_support, defends};
use crate::DeadlyWoods;
use crate::chapters::asking::{counted, misplaced};
use crate::chapters::stacking;
use crate::printed::{BridgeId, Definitions, GERMAN, Kind, during};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Place, Stage, State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Who may be taken off an overfull hex (6.2g), engineers included.
pub fn excess(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    let hexes = stacking::overfull(definitions, state, side);
    let stack = hexes.first().map(|(hex, _)| stacking::everybody(definitions, state, *hex)).unwrap_or_default();
    stack.into_iter().filter(|unit| definitions.counter(*unit).side == side).collect()
}

/// Artillery that may support one combat of a side (12.2f, 12.3a).
pub fn most(definitions: &Definitions, side: SideId) -> usize {
    definitions.tables.limits.artillery[side.index()]
}

/// The hexes in which a retreat may end.
pub fn ends(definitions: &Definitions, state: &State) -> Vec<HexId> {
    going(definitions, state).1.iter().filter_map(|way| way.path.last().copied()).collect()
}

/// The bridges of the question that still stand, in the order of the map, by the hexes that they join.
pub fn open_bridges(definitions: &Definitions, state: &State) -> Vec<[HexId; 2]> {
    let bridges = state.combat.as_ref().map(|combat| combat.bridges.clone()).unwrap_or_default();
    let stands = |bridge: &BridgeId| state.stands(Some(*bridge));
    let mut ends: Vec<_> =
        bridges.into_iter().filter(stands).map(|bridge| definitions.board.bridge(bridge).ends).collect();
    ends.sort_unstable();
    ends
}

/// Steps that may follow the verb of an answer.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    let units = |units: Vec<UnitId>, offer: &mut dyn FnMut(Step)| units.into_iter().map(Step::Unit).for_each(offer);
    match partial {
        [Step::Verb(Verb::Support), named @ ..] => {
            if let Some(combat) = &state.combat {
                units(defender_support(definitions, state, side, combat.target, &combat.defenders), offer);
            }
            if !named.is_empty() {
                offer(Step::Done);
            }
        }
        [Step::Verb(Verb::Lose)] => units(owing(state).map(|(_, units)| units).unwrap_or_default(), offer),
        [Step::Verb(Verb::Stand)] => units(standers(definitions, state), offer),
        [Step::Verb(Verb::Retreat)] => ends(definitions, state).into_iter().map(Step::Hex).for_each(offer),
        [Step::Verb(Verb::Advance)] => units(advances(definitions, state), offer),
        [Step::Verb(Verb::Remove)] => units(excess(definitions, state, side), offer),
        [Step::Verb(Verb::Keep)] => {
            offer(Step::Done);
            let mut first: Vec<HexId> = open_bridges(definitions, state).into_iter().map(|ends| ends[0]).collect();
            first.dedup();
            first.into_iter().map(Step::Hex).for_each(offer);
        }
        [Step::Verb(Verb::Keep), Step::Hex(one)] => {
            let of = open_bridges(definitions, state).into_iter().filter(|ends| ends[0] == *one);
            of.map(|ends| Step::Hex(ends[1])).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step of an answer.
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
    let among = |units: Vec<UnitId>, unit: &UnitId, case: &'static str, what: &str| {
        if units.contains(unit) {
            return Ok(Progress::Complete);
        }
        let names = definitions.names(&units);
        let message = format!("{} {what}", definitions.name(*unit));
        Err(Refusal::new(case, message).remedy(if names.is_empty() {
            String::new()
        } else {
            format!("It may be: {names}.")
        }))
    };
    match (partial, step) {
        ([Step::Verb(Verb::Support), rest @ ..], Step::Unit(unit)) => {
            let named: Vec<UnitId> =
                rest.iter().filter_map(|step| if let Step::Unit(unit) = step { Some(*unit) } else { None }).collect();
            let Some(combat) = &state.combat else { return Err(misplaced("a combat")) };
            if named.contains(unit) {
                return Err(misplaced("other assets"));
            }
            let (case, most) = (if side == GERMAN { "12.2f" } else { "12.3a" }, most(definitions, side));
            defends(definitions, state, side, *unit, combat.target, &combat.defenders)?;
            if named.len() >= most {
                return Err(Refusal::new(case, format!("{most} such asset may support a defence")));
            }
            Ok(Progress::Open)
        }
        ([Step::Verb(Verb::Support), _, ..], Step::Done) => Ok(Progress::Complete),
        ([Step::Verb(Verb::Keep)], Step::Done) => Ok(Progress::Complete),
        ([Step::Verb(Verb::Keep)], Step::Hex(one)) => {
            match open_bridges(definitions, state).iter().any(|ends| ends[0] == *one) {
                true => Ok(Progress::Open),
                false => Err(none_of_them(definitions, *one)),
            }
        }
        ([Step::Verb(Verb::Keep), Step::Hex(one)], Step::Hex(other)) => {
            match open_bridges(definitions, state).contains(&[*one, *other]) {
                true => Ok(Progress::Complete),
                false => Err(none_of_them(definitions, *other)),
            }
        }
        ([Step::Verb(Verb::Lose)], Step::Unit(unit)) => {
            among(owing(state).map(|(_, units)| units).unwrap_or_default(), unit, "11.3.3c", "does not lose the step")
        }
        ([Step::Verb(Verb::Stand)], Step::Unit(unit)) => {
            among(standers(definitions, state), unit, "11.4.1a", "cannot stand for the others")
        }
        ([Step::Verb(Verb::Retreat)], Step::Hex(hex)) => {
            let ends = ends(definitions, state);
            if ends.contains(hex) {
                return Ok(Progress::Complete);
            }
            let message = format!("the retreat does not end in {}", definitions.place(*hex));
            Err(Refusal::new("11.4b", message).remedy(format!("It may end in {}.", definitions.spots(&ends))))
        }
        ([Step::Verb(Verb::Advance)], Step::Unit(unit)) => {
            among(advances(definitions, state), unit, "11.5a", "does not advance")
        }
        ([Step::Verb(Verb::Remove)], Step::Unit(unit)) => {
            among(excess(definitions, state, side), unit, "6.2g", "does not stand in the overfull hex")
        }
        _ => Err(misplaced("what this answer names")),
    }
}

/// Why an answer is not whole that names nobody, or not where to; and what would come after its verb.
pub fn unnamed(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    order: &[Step],
) -> Option<(Refusal, Vec<String>)> {
    let [Step::Verb(verb)] = order else { return None };
    let (case, message) = match verb {
        Verb::Lose => {
            let owed = state.combat.as_ref().map_or(0, |combat| combat.owed[side.index()]);
            let steps = counted(u16::from(owed), "step is", "steps are");
            ("11.3.3c", format!("{steps} to be lost, and no unit is named"))
        }
        Verb::Stand => ("11.4.1a", "who holds the hex loses a step, and no unit is named".to_owned()),
        Verb::Remove => ("6.2g", "no unit is named that is taken off the overfull hex".to_owned()),
        Verb::Advance => ("11.5a", "no unit is named that advances".to_owned()),
        Verb::Retreat => ("11.4b", "no hex is named in which the retreat ends".to_owned()),
        _ => return None,
    };
    let mut named = Vec::new();
    candidates(definitions, state, side, order, &mut |step| match step {
        Step::Unit(unit) => named.push(definitions.name(unit).to_owned()),
        Step::Hex(hex) => named.push(format!("to {}", definitions.published.map.grid.number(hex))),
        _ => {}
    });
    Some((Refusal::new(case, message), named))
}

fn none_of_them(definitions: &Definitions, hex: HexId) -> Refusal {
    Refusal::new("10.6.1e", format!("the question is about no bridge of {}", definitions.place(hex)))
}

/// Carries an answer out. The question is settled with it, but for those that go on as long as somebody may.
pub fn perform(turn: &mut Turn<'_, DeadlyWoods>, order: &[Step]) {
    let definitions = turn.definitions();
    let topic = turn.asked.map(|asked| asked.topic);
    turn.emit(Event::Answered);
    match order {
        [Step::Verb(Verb::Support), rest @ ..] => {
            let support = rest.iter().filter_map(|step| if let Step::Unit(unit) = step { Some(*unit) } else { None });
            supported(turn, support.collect());
        }
        [Step::Verb(Verb::Pass)] if topic == Some(Topic::Support) => supported(turn, Vec::new()),
        [Step::Verb(Verb::Convert)] => turn.emit(Event::Converted { taken: true }),
        [Step::Verb(Verb::Bear)] if topic == Some(Topic::Convert) => turn.emit(Event::Converted { taken: false }),
        [Step::Verb(Verb::Bear)] => turn.emit(Event::Stood { unit: None }),
        [Step::Verb(Verb::Lose), Step::Unit(unit)] => {
            let event = lost(definitions, turn, *unit);
            turn.emit(event);
        }
        [Step::Verb(Verb::Stand), Step::Unit(unit)] => {
            turn.emit(Event::Stood { unit: Some(*unit) });
            let event = lost(definitions, turn, *unit);
            turn.emit(event);
        }
        [Step::Verb(Verb::Retreat), Step::Hex(hex)] => {
            let (units, ways) = going(definitions, turn);
            if let Some(way) = ways.iter().find(|way| way.path.last() == Some(hex)) {
                back(turn, &units, way);
            }
        }
        [Step::Verb(Verb::Blow)] => blow(turn),
        [Step::Verb(Verb::Keep), Step::Hex(one), Step::Hex(other)] => {
            if let Some(bridge) = definitions.board.bridge_between(*one, *other) {
                turn.emit(Event::BridgeSpared { bridge });
            }
        }
        [Step::Verb(Verb::Keep), ..] => bridges_settled(turn),
        [Step::Verb(Verb::Advance), Step::Unit(unit)] => advance(turn, *unit),
        [Step::Verb(Verb::Stay)] => turn.emit(Event::CombatEnded),
        [Step::Verb(Verb::Remove), Step::Unit(unit)] => {
            let engineers = definitions.counter(*unit).kind == Kind::Engineers;
            let place = Place::Track(turn.turn + definitions.tables.limits.driven_off);
            turn.emit(if engineers { Event::SetAside { unit: *unit, place } } else { Event::Removed { unit: *unit } });
        }
        _ => {}
    }
}

/// Bridges behind a retreat are rolled for, those before a hex that was held are blown (10.6.1).
fn blow(turn: &mut Turn<'_, DeadlyWoods>) {
    let definitions = turn.definitions();
    let Some(combat) = turn.combat.clone() else { return };
    for bridge in combat.bridges {
        let goes = if combat.stage == Stage::Retreated {
            let face = turn.die("bridge", 6);
            turn.emit(Event::BridgeRolled { bridge, face });
            during(definitions.tables.blowing, face)
        } else {
            true
        };
        if goes {
            turn.emit(Event::BridgeBlown { bridge, by: None });
        }
    }
    bridges_settled(turn);
}
