//! Reinforcements (2.2f, 2.2g, 4.1, 5.1, SCS.15).

mod orders;

pub use orders::{candidates, check, come, nobody, not_here, perform, waiting};

use crate::printed::{ALLIED, Coming, Condition, Definitions};
use crate::truth::event::Event;
use crate::truth::state::{Phase, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;

/// How a unit comes in the scenario; none for those that are there from the start, or not in it.
pub fn coming<'a>(definitions: &'a Definitions, state: &State, unit: UnitId) -> Option<&'a Coming> {
    definitions.plans[usize::from(state.scenario)].coming.iter().find(|coming| coming.unit == unit)
}

/// The units that come in the phase that is under way and need no die, and those for which one is rolled (S.GEa): in the
/// pre-turn all that are due, in the US movement phase the airborne divisions (2.2f, 5.1a).
pub fn due(definitions: &Definitions, state: &State) -> (Vec<UnitId>, Vec<UnitId>) {
    let here = |unit: UnitId| matches!(state.unit(unit).place, Place::Due(turn) if turn <= state.turn);
    let plan = &definitions.plans[usize::from(state.scenario)];
    let due = plan.coming.iter().filter(|coming| here(coming.unit) && in_time(state, coming).is_ok());
    let (by_die, plain): (Vec<&Coming>, Vec<&Coming>) =
        due.partition(|coming| matches!(coming.condition, Condition::ByDie(..)));
    let units = |of: Vec<&Coming>| of.into_iter().map(|coming| coming.unit).collect();
    (units(plain), units(by_die))
}

/// Whether a unit that waits is placed in the phase that is under way: the airborne divisions in the US movement phase (5.1a),
/// who drops in the pre-turn of his own turn alone (4.1a, ruling R62), all others in any pre-turn (2.2f, SCS.15c).
///
/// # Errors
/// The case that names another moment, and that moment.
pub fn in_time(state: &State, coming: &Coming) -> Result<(), (&'static str, &'static str)> {
    let (now, case, moment) = match coming.condition {
        Condition::Airborne { .. } => {
            ((state.side, state.phase) == (ALLIED, Phase::Movement), "5.1a", "the US movement phase")
        }
        Condition::Drops => {
            (state.phase == Phase::PreTurn && state.turn == coming.turn, "4.1a", "the pre-turn of his own turn")
        }
        _ => (state.phase == Phase::PreTurn, "2.2f", "the pre-turn"),
    };
    if now { Ok(()) } else { Err((case, moment)) }
}

/// Who was to drop in this pre-turn and was not sent: he never comes (4.1a, ruling R62).
pub fn lapsed(definitions: &Definitions, state: &State) -> Vec<Event> {
    let plan = &definitions.plans[usize::from(state.scenario)];
    let late = plan.coming.iter().filter(|coming| {
        coming.condition == Condition::Drops
            && state.unit(coming.unit).place == Place::Waiting
            && in_time(state, coming).is_ok()
    });
    late.map(|coming| Event::Gone { unit: coming.unit }).collect()
}

/// What a die makes of a unit that comes by one: it may be placed, or never comes (S.GEa).
pub fn by_die(definitions: &Definitions, state: &State, unit: UnitId, face: u8) -> Event {
    let comes = coming(definitions, state, unit)
        .is_some_and(|it| matches!(it.condition, Condition::ByDie(first, last) if (first..=last).contains(&face)));
    if comes { Event::Came { units: vec![unit] } } else { Event::Gone { unit } }
}

/// The units that an order of arrival removes on this turn, whatever their state (2.2g).
pub fn removed(definitions: &Definitions, state: &State) -> Vec<Event> {
    let plan = &definitions.plans[usize::from(state.scenario)];
    let now = plan.leaving.iter().filter(|(_, turn)| *turn == state.turn);
    now.map(|(unit, _)| Event::Gone { unit: *unit }).collect()
}

/// The hexes in which a unit that waits may be placed: those of its area or list without enemies (SCS.15a); the airborne
/// divisions near their group (5.1b); von der Heydte where no US unit is (4.1a).
pub fn hexes(definitions: &Definitions, state: &State, unit: UnitId) -> Vec<HexId> {
    let Some(coming) = coming(definitions, state, unit) else { return Vec::new() };
    let plan = &definitions.plans[usize::from(state.scenario)];
    let enemy = definitions.counter(unit).side.enemy();
    let free = |hex: &HexId| plan.in_play.contains(*hex) && !state.disposition(definitions).holds(enemy, *hex);
    match coming.condition {
        Condition::Airborne { within, pair } => {
            let groups = groups(coming, pair);
            let division = definitions.counter(unit).division;
            let placed = |(other, it): (UnitId, &crate::truth::state::UnitState)| {
                it.landed.filter(|_| other != unit && definitions.counter(other).division == division)
            };
            let placed: Vec<HexId> = state.units.iter().filter_map(placed).collect();
            let near =
                |group: &[HexId; 2], hex: HexId| group.iter().any(|it| definitions.board.distance(*it, hex) <= within);
            let open: Vec<&[HexId; 2]> =
                groups.iter().filter(|group| placed.iter().all(|hex| near(group, *hex))).collect();
            let fits = |hex: &HexId| open.iter().any(|group| near(group, *hex));
            plan.in_play.iter().filter(fits).filter(free).collect()
        }
        _ => coming.hexes.iter().copied().filter(free).collect(),
    }
}

/// The groups near which an airborne division may come: any two of its VP hexes, or the pair that is named (5.1c, 5.1d).
fn groups(coming: &Coming, pair: Option<[HexId; 2]>) -> Vec<[HexId; 2]> {
    let Some(pair) = pair else { return coming.hexes.iter().map(|hex| [*hex; 2]).collect() };
    let single: Vec<HexId> = coming.hexes.iter().copied().filter(|hex| !pair.contains(hex)).collect();
    let twos = single.iter().enumerate().flat_map(|(at, one)| single[at + 1..].iter().map(move |two| [*one, *two]));
    twos.chain([pair]).collect()
}
