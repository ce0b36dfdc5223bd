//! Set-up (7): a scenario before its first turn.

use crate::ArdennesII;
use crate::chapters::asking::{by_scenario, misplaced, several};
use crate::chapters::stacking;
use crate::printed::{Definitions, GERMAN, Placed};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Charge, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// The state of a scenario before the first phase. Units whose list leaves a choice stand in the hex that it names, or beside it
/// once that is full (3.1a).
///
/// # Errors
/// When the scenario does not exist; the message lists those that do.
pub fn initial(definitions: &Definitions, scenario: &str) -> Result<State, String> {
    let place = definitions.published.place_of_scenario(scenario)?;
    let plan = &definitions.plans[place];
    let mut state = State::empty(definitions, place as u8);
    for placed in &plan.placed {
        let hex = if placed.within > 0 { roomy(definitions, &state, placed) } else { placed.hex };
        let unit = state.units.get_mut(placed.unit);
        (unit.place, unit.lost, unit.disorganised) = (Place::Hex(hex), placed.lost, placed.disorganised);
    }
    for coming in &plan.coming {
        let unit = state.units.get_mut(coming.unit);
        (unit.place, unit.lost) = (Place::Due(coming.turn), coming.lost);
    }
    for (at, plunger) in definitions.board.plungers().iter().enumerate() {
        if plan.blown.contains(&plunger.hex) {
            state.charges[at] = Charge::Blown;
        }
    }
    // Germans have what they are given and what they stand in (ruling R43)
    for (at, (hex, _)) in definitions.board.objectives().iter().enumerate() {
        let there = state.disposition(definitions).holds(GERMAN, *hex);
        state.german[at] = there || plan.german.contains(hex);
    }
    Ok(state)
}

/// The hex nearest to the one that a list names in which there is room for one more (3.1a).
fn roomy(definitions: &Definitions, state: &State, placed: &Placed) -> HexId {
    let room = |hex: &HexId| {
        let stack = state.units.iter().filter(|(_, it)| it.hex() == Some(*hex)).count();
        !stacking::overstacked(definitions, stack + 1)
    };
    let open = near(definitions, state, placed).filter(room);
    open.min_by_key(|hex| (definitions.board.distance(placed.hex, *hex), *hex)).unwrap_or(placed.hex)
}

/// The hexes of the playing area in which a unit may start whose list leaves a choice.
fn near(definitions: &Definitions, state: &State, placed: &Placed) -> impl Iterator<Item = HexId> {
    let plan = &definitions.plans[usize::from(state.scenario)];
    let near = definitions.board.within(placed.hex, placed.within.into());
    near.filter(|hex| plan.in_play.contains(*hex))
}

/// The units of a side whose list leaves a choice (7.4g).
pub fn free(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    let placed = definitions.plans[usize::from(state.scenario)].placed.iter();
    let of_side = placed.filter(|it| it.within > 0 && definitions.counter(it.unit).side == side);
    of_side.map(|it| it.unit).collect()
}

fn listed<'a>(definitions: &'a Definitions, state: &State, unit: UnitId) -> Option<&'a Placed> {
    definitions.plans[usize::from(state.scenario)].placed.iter().find(|it| it.unit == unit && it.within > 0)
}

/// The hexes in which a unit may start.
pub fn hexes(definitions: &Definitions, state: &State, unit: UnitId) -> Vec<HexId> {
    let Some(placed) = listed(definitions, state, unit) else { return Vec::new() };
    let enemy = definitions.counter(unit).side.enemy();
    near(definitions, state, placed).filter(|hex| !state.disposition(definitions).holds(enemy, *hex)).collect()
}

/// Steps that may follow `place` during set-up.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(Verb::Place)] => free(definitions, state, side).into_iter().map(Step::Unit).for_each(offer),
        [Step::Verb(Verb::Place), Step::Unit(unit)] => {
            hexes(definitions, state, *unit).into_iter().map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `place` during set-up.
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
    match (partial, step) {
        ([_], Step::Unit(unit)) => {
            let free = free(definitions, state, side);
            if free.contains(unit) {
                return Ok(Progress::Open);
            }
            Err(Refusal::new("7.4g", format!("the list leaves no choice for {}", definitions.name(*unit)))
                .remedy(format!("It does for {}.", definitions.names(&free))))
        }
        ([_, Step::Unit(unit)], Step::Hex(hex)) => {
            if hexes(definitions, state, *unit).contains(hex) && state.unit(*unit).hex() != Some(*hex) {
                return Ok(Progress::Complete);
            }
            let (name, place) = (definitions.name(*unit), definitions.place(*hex));
            if state.unit(*unit).hex() == Some(*hex) {
                return Err(Refusal::new("7.4g", format!("{name} stands in {place}")));
            }
            if !definitions.plans[usize::from(state.scenario)].in_play.contains(*hex) {
                return Err(by_scenario(definitions, state, 'a', format!("{place} is not in play")));
            }
            let Some(listed) = listed(definitions, state, *unit) else {
                return Err(Refusal::new("7.4g", format!("the list leaves no choice for {name}")));
            };
            let (away, from) = (definitions.board.distance(listed.hex, *hex), definitions.place(listed.hex));
            if away <= listed.within.into() {
                return Err(Refusal::new("7.4g", format!("enemy units are in {place}")));
            }
            let (away, within) = (several(away.into(), "hex"), several(listed.within.into(), "hex"));
            Err(Refusal::new("7.4g", format!("{place} is {away} from {from}, within {within} of which {name} starts")))
        }
        _ => Err(misplaced("a unit and a hex, as in `place UNIT at HEX`")),
    }
}

/// Carries out `place` during set-up.
pub fn perform(turn: &mut Turn<'_, ArdennesII>, order: &[Step]) {
    if let [_, Step::Unit(unit), Step::Hex(hex)] = order {
        turn.emit(Event::SetUp { unit: *unit, hex: *hex });
    }
}
