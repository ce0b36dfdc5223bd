use super::{Barrage, Shot, fired, gun, spotters, strained, strike};
use crate::ArdennesII;
use crate::chapters::asking::{misplaced, several};
use crate::printed::{ALLIED, Definitions};
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::{Progress, Refusal, SideId, Turn};

/// The hexes near which a spotter stands for artillery (3.5g, 3.1j).
fn spotted(definitions: &Definitions, state: &State, side: SideId, division_of: UnitId) -> HexSet {
    let division = definitions.counter(division_of).division;
    let mut near = HexSet::new(definitions.board.len());
    for unit in definitions.units_of(side) {
        if division.is_some() && definitions.counter(unit).division != division {
            continue;
        }
        if let Some(hex) = state.unit(unit).hex() {
            definitions.board.within(hex, definitions.tables.distances.spotter).for_each(|there| near.insert(there));
        }
    }
    near
}

/// Whether a side can fire anything in the phase that is under way.
pub fn any_fire(definitions: &Definitions, state: &State, side: SideId) -> bool {
    super::fires(state, side) && (side == ALLIED && state.strikes > 0 || any_gun(definitions, state, side))
}

/// Whether any artillery of a side can fire now.
pub fn any_gun(definitions: &Definitions, state: &State, side: SideId) -> bool {
    definitions.units_of(side).any(|unit| begins(definitions, state, side, unit).is_ok())
}

/// Whether a side has an air strike to send (2.2b, 2.2d).
///
/// # Errors
/// Why not.
pub fn has_strike(state: &State, side: SideId) -> Result<(), Refusal> {
    if side != ALLIED {
        return Err(Refusal::new("2.2b", "there are no German air strikes"));
    }
    if state.strikes == 0 { Err(Refusal::new("2.2d", "no air strike is left this turn")) } else { Ok(()) }
}

/// Whether a unit can fire at all: artillery always spots for its own hex.
fn begins(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<(), Refusal> {
    let hex = state.unit(unit).hex().unwrap_or(HexId(0));
    gun(definitions, state, side, unit, hex).map(|_| ())
}

/// Steps that may follow `fire` or `strike`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    let in_play = &definitions.plans[usize::from(state.scenario)].in_play;
    match partial {
        [Step::Verb(Verb::Fire)] => {
            let guns = definitions.units_of(side).filter(|unit| definitions.counter(*unit).is_gun());
            guns.filter(|unit| state.unit(*unit).hex().is_some()).map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Fire), Step::Unit(unit)] => {
            let (Some(from), Some(range)) = (state.unit(*unit).hex(), definitions.counter(*unit).range) else { return };
            let near = spotted(definitions, state, side, *unit);
            let fits = |hex: &HexId| near.contains(*hex) && definitions.board.distance(from, *hex) <= range;
            in_play.iter().filter(fits).map(Step::Hex).for_each(&mut *offer);
            let division = definitions.counter(*unit).division;
            let spots = |other: &UnitId| {
                state.unit(*other).hex().is_some()
                    && (division.is_none() || definitions.counter(*other).division == division)
            };
            definitions.units_of(side).filter(spots).map(Step::Spotter).for_each(offer);
        }
        [Step::Verb(Verb::Fire), Step::Unit(_), Step::Spotter(spotter)] => {
            if let Some(hex) = state.unit(*spotter).hex() {
                let near = definitions.board.within(hex, definitions.tables.distances.spotter);
                near.map(Step::Hex).for_each(offer);
            }
        }
        [Step::Verb(Verb::Strike)] => in_play.iter().map(Step::Hex).for_each(offer),
        _ => {}
    }
}

/// The steps that may follow `fire UNIT` and `strike`, all at once: judging each would look for spotters again.
pub fn legal(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    list: &mut Vec<(Step, Progress)>,
) {
    let strikes = side == ALLIED && state.strikes > 0 && super::fires(state, side);
    candidates(definitions, state, side, partial, &mut |step| {
        let progress = match (partial, step) {
            // candidates are in play, in range and spotted
            ([_, Step::Unit(_)], Step::Hex(_)) => Some(Progress::Complete),
            ([Step::Verb(Verb::Strike)], Step::Hex(hex)) if strikes && !state.unspotted.contains(&hex) => {
                Some(Progress::Complete)
            }
            _ => check(definitions, state, side, partial, &step).ok(),
        };
        list.extend(progress.map(|progress| (step, progress)));
    });
}

/// The barrage that an order names.
///
/// # Errors
/// The rule that forbids it.
pub fn barrage(definitions: &Definitions, state: &State, side: SideId, order: &[Step]) -> Result<Barrage, Refusal> {
    match order {
        [Step::Verb(Verb::Fire), Step::Unit(unit), Step::Hex(hex)] => gun(definitions, state, side, *unit, *hex),
        [Step::Verb(Verb::Fire), Step::Unit(unit), Step::Spotter(spotter), Step::Hex(hex)] => {
            match gun(definitions, state, side, *unit, *hex) {
                Ok(barrage) if spotters(definitions, state, barrage.shot, side, *hex).contains(spotter) => {
                    Ok(Barrage { spotter: Some(*spotter), ..barrage })
                }
                // that nobody spots is told of the one who is named
                Err(refusal) if !matches!(&*refusal.case, "3.5g" | "3.1j") => Err(refusal),
                _ => Err(far(definitions, state, *spotter, *hex)),
            }
        }
        [Step::Verb(Verb::Strike), Step::Hex(hex)] => strike(definitions, state, side, *hex),
        _ => Err(misplaced("guns and a hex, as in `fire UNIT, ... at HEX`, or `strike HEX`")),
    }
}

/// That a spotter is too far from a target.
fn far(definitions: &Definitions, state: &State, spotter: UnitId, target: HexId) -> Refusal {
    let within = definitions.tables.distances.spotter;
    let (name, place) = (definitions.name(spotter), definitions.place(target));
    let away = state.unit(spotter).hex().map_or(0, |hex| definitions.board.distance(hex, target));
    let message = format!("{name} is {} from {place}, a spotter {within} at most", several(away.into(), "hex"));
    Refusal::new("3.5g", message)
}

/// Judges a step after `fire` or `strike`.
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
        ([Step::Verb(Verb::Fire)], Step::Unit(unit)) => {
            begins(definitions, state, side, *unit).map(|()| Progress::Open)
        }
        ([Step::Verb(Verb::Fire), Step::Unit(unit)], Step::Spotter(spotter)) => {
            check_spotter(definitions, state, side, *unit, *spotter).map(|()| Progress::Open)
        }
        _ => {
            let order = [partial, &[*step]].concat();
            barrage(definitions, state, side, &order).map(|_| Progress::Complete)
        }
    }
}

/// Whether a unit could spot for artillery anywhere in its range.
fn check_spotter(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    unit: UnitId,
    spotter: UnitId,
) -> Result<(), Refusal> {
    let (name, by) = (definitions.name(unit), definitions.name(spotter));
    let counter = definitions.counter(spotter);
    let (Some(hex), true) = (state.unit(spotter).hex(), counter.side == side) else {
        return Err(Refusal::new("3.5g", format!("{by} is no unit of yours on the map, so it does not spot")));
    };
    let division = definitions.counter(unit).division;
    if division.is_some() && counter.division != division {
        return Err(Refusal::new("3.1j", format!("{by} is not of the division of {name}, so it does not spot for it")));
    }
    let mut near = definitions.board.within(hex, definitions.tables.distances.spotter);
    if near.any(|target| gun(definitions, state, side, unit, target).is_ok()) {
        return Ok(());
    }
    Err(Refusal::new("3.5f", format!("{by} stands too far away to spot anything within the range of {name}")))
}

/// Carries out `fire` or `strike`.
pub fn perform(turn: &mut Turn<'_, ArdennesII>, side: SideId, order: &[Step]) {
    let definitions = turn.definitions();
    let Ok(barrage) = barrage(definitions, turn, side, order) else { return };
    let face = turn.die("barrage", 6);
    let event = fired(definitions, turn, side, &barrage, face);
    turn.emit(event);
    if let Shot::Gun(gun) = barrage.shot
        && let Some(event) = strained(definitions, turn, gun)
    {
        turn.emit(event);
    }
}
