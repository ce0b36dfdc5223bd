//! Answers to what a combat asks: hold or retreat, who is lost, where the beaten go, who advances.

use super::course::{back, choices, go, losers, owing, roll, ways_back};
use super::{lost, must_hold};
use crate::ArdennesII;
use crate::chapters::asking::{misplaced, several};
use crate::printed::Definitions;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Combat, Stage, State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, Turn};

/// The combat that a question is about.
fn under_way(state: &State) -> Result<&Combat, Refusal> {
    state.combat.as_ref().ok_or_else(|| Refusal::new("3.2", "no combat is under way"))
}

/// The state in which the ends of a retreat are looked for: that of a stack that has chosen to go (3.2b).
fn leaving(definitions: &Definitions, state: &State) -> State {
    let mut leaving = state.clone();
    if let Some(combat) = leaving.combat.as_mut().filter(|combat| combat.stage == Stage::Announced) {
        (combat.stage, combat.retreat) = (Stage::Avoided, definitions.tables.distances.retreat as u8);
    }
    leaving
}

/// The hexes in which the retreat that is asked for may end.
pub fn ends(definitions: &Definitions, state: &State) -> Vec<HexId> {
    let ways = ways_back(definitions, &leaving(definitions, state));
    ways.into_iter().filter_map(|way| way.path.last().copied()).collect()
}

/// Steps that may follow a verb.
pub fn candidates(definitions: &Definitions, state: &State, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    match partial {
        [Step::Verb(Verb::Lose)] => {
            let (Some(combat), Some(side)) = (&state.combat, owing(definitions, state)) else { return };
            losers(definitions, state, combat, side).into_iter().map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Retreat)] => ends(definitions, state).into_iter().map(Step::Hex).for_each(offer),
        [Step::Verb(Verb::Advance)] => {
            let mut units: Vec<UnitId> = choices(definitions, state).into_iter().map(|it| it.unit).collect();
            units.dedup();
            units.into_iter().map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Advance), Step::Unit(unit)] => {
            let own = choices(definitions, state).into_iter().filter(|it| it.unit == *unit);
            own.filter_map(|it| it.path.last().copied()).map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after a verb.
///
/// # Errors
/// The rule that forbids it.
pub fn check(definitions: &Definitions, state: &State, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let combat = under_way(state)?;
    match (partial, step) {
        ([Step::Verb(Verb::Lose)], Step::Unit(unit)) => check_loser(definitions, state, combat, *unit),
        ([Step::Verb(Verb::Retreat)], Step::Hex(hex)) => check_end(definitions, state, combat, *hex),
        ([Step::Verb(Verb::Advance)], Step::Unit(unit)) => {
            if choices(definitions, state).iter().any(|it| it.unit == *unit) {
                return Ok(Progress::Open);
            }
            let (name, place) = (definitions.name(*unit), definitions.place(combat.target));
            Err(Refusal::new("3.2q", format!("{name} is none of those that may advance into {place}")))
        }
        ([Step::Verb(Verb::Advance), Step::Unit(unit)], Step::Hex(hex)) => {
            let of_unit = |it: &&super::Advance| it.unit == *unit;
            let open = choices(definitions, state);
            if open.iter().filter(of_unit).any(|it| it.path.last() == Some(hex)) {
                return Ok(Progress::Complete);
            }
            let places: Vec<String> = open
                .iter()
                .filter(of_unit)
                .filter_map(|it| it.path.last())
                .map(|end| definitions.place(*end))
                .collect();
            let (name, place) = (definitions.name(*unit), definitions.place(*hex));
            Err(Refusal::new("3.2q", format!("{name} does not advance to {place}"))
                .remedy(format!("It may advance to {}.", places.join(" or "))))
        }
        _ => Err(misplaced("a unit, or the hex to which it goes")),
    }
}

fn check_loser(definitions: &Definitions, state: &State, combat: &Combat, unit: UnitId) -> Result<Progress, Refusal> {
    let side = owing(definitions, state).ok_or_else(|| Refusal::new("SCS.8b", "nobody owes a step now"))?;
    let losers = losers(definitions, state, combat, side);
    if losers.contains(&unit) {
        return Ok(Progress::Complete);
    }
    let name = definitions.name(unit);
    let fights = if side == combat.attacker { &combat.attackers } else { &combat.defenders };
    let refusal = if fights.contains(&unit) && state.unit(unit).hex().is_some() {
        let attack = |unit: UnitId| definitions.counter(unit).attack[usize::from(state.unit(unit).lost.min(1))];
        let most = losers.first().map_or(0, |unit| attack(*unit));
        let message =
            format!("{name} attacks with {}; the first step comes from the strongest, with {most}", attack(unit));
        Refusal::new("SCS.8a", message)
    } else {
        Refusal::new("SCS.8b", format!("{name} does not fight on your side in this combat"))
    };
    Err(refusal.remedy(format!("The step comes from {}.", definitions.names(&losers))))
}

fn check_end(definitions: &Definitions, state: &State, combat: &Combat, hex: HexId) -> Result<Progress, Refusal> {
    let before = combat.stage == Stage::Announced;
    if let Some(must) = must_hold(definitions, state, combat.target).filter(|_| before) {
        return Err(must.remedy("Write `hold`."));
    }
    let ends = ends(definitions, state);
    if ends.contains(&hex) {
        return Ok(Progress::Complete);
    }
    let hexes = if before { definitions.tables.distances.retreat } else { u16::from(combat.retreat) };
    let (place, from) = (definitions.place(hex), definitions.place(combat.target));
    let places: Vec<String> = ends.iter().take(MOST_NAMED).map(|end| definitions.place(*end)).collect();
    let case = if before { "3.2b" } else { "SCS.FIGHTc" };
    Err(Refusal::new(case, format!("no retreat of {} leads from {from} to {place}", several(hexes.into(), "hex")))
        .remedy(format!("It may end in {}.", places.join(" or "))))
}

/// Hexes that an answer names.
const MOST_NAMED: usize = 6;

/// The orders by which one of these loses a step.
fn losing(definitions: &Definitions, losers: &[UnitId]) -> String {
    let orders: Vec<String> = losers.iter().map(|unit| format!("`lose {}`", definitions.name(*unit))).collect();
    orders.join(" or ")
}

/// What belongs to an answer that names nothing: numbers, and the orders that are open.
pub fn unfinished(definitions: &Definitions, state: &State, order: &[Step]) -> Option<Refusal> {
    let combat = state.combat.as_ref()?;
    let place = definitions.place(combat.target);
    let number = |hex: HexId| definitions.published.map.grid.number(hex);
    let written = |orders: Vec<String>| format!("Write {}.", orders.join(" or "));
    match order {
        [Step::Verb(Verb::Lose)] => {
            let side = owing(definitions, state)?;
            let losers = losers(definitions, state, combat, side);
            let first = side == combat.attacker && !combat.first_paid;
            let steps = usize::from(combat.owed[side.index()]);
            let are = if steps == 1 { "is" } else { "are" };
            let message = format!("{} {are} to be lost in the combat at {place}", several(steps, "step"));
            let refusal = Refusal::new(if first { "SCS.8a" } else { "SCS.8b" }, message);
            Some(refusal.remedy(format!("Write {}.", losing(definitions, &losers))))
        }
        [Step::Verb(Verb::Retreat)] => {
            let before = combat.stage == Stage::Announced;
            let hexes = if before { definitions.tables.distances.retreat } else { u16::from(combat.retreat) };
            let ends = ends(definitions, state).into_iter().take(MOST_NAMED);
            let orders = ends.map(|end| format!("`retreat to {}`", number(end))).collect();
            let message = format!("the stack in {place} goes back {}", several(hexes.into(), "hex"));
            Some(Refusal::new(if before { "3.2b" } else { "SCS.FIGHTc" }, message).remedy(written(orders)))
        }
        [Step::Verb(Verb::Advance)] => {
            let open = choices(definitions, state).into_iter().take(MOST_NAMED);
            let one = |it: super::Advance| {
                Some(format!("`advance {} to {}`", definitions.name(it.unit), number(*it.path.last()?)))
            };
            let message = format!("an advance into {place} says who goes");
            Some(Refusal::new("3.2q", message).remedy(written(open.filter_map(one).collect())))
        }
        _ => None,
    }
}

/// Carries out an answer.
pub fn perform(turn: &mut Turn<'_, ArdennesII>, order: &[Step]) {
    let definitions = turn.definitions();
    let announced = turn.asked.is_some_and(|asked| asked.topic == Topic::Hold);
    match order {
        [Step::Verb(Verb::Hold)] => {
            turn.emit(Event::Answered);
            roll(turn);
        }
        [Step::Verb(Verb::Retreat), Step::Hex(hex)] => {
            turn.emit(Event::Answered);
            if announced {
                turn.emit(Event::Avoided { hexes: definitions.tables.distances.retreat as u8 });
            }
            let ways = ways_back(definitions, turn);
            if let Some(way) = ways.into_iter().find(|way| way.path.last() == Some(hex)) {
                back(turn, &way);
            }
        }
        [Step::Verb(Verb::Lose), Step::Unit(unit)] => {
            turn.emit(Event::Answered);
            let event = lost(definitions, turn, *unit);
            turn.emit(event);
        }
        [Step::Verb(Verb::Advance), Step::Unit(unit), Step::Hex(hex)] => {
            turn.emit(Event::Answered);
            let open = choices(definitions, turn);
            if let Some(advance) = open.into_iter().find(|it| it.unit == *unit && it.path.last() == Some(hex)) {
                go(turn, &advance);
            }
        }
        [Step::Verb(Verb::Stay)] => {
            turn.emit(Event::Answered);
            turn.emit(Event::CombatEnded);
        }
        _ => {}
    }
}
