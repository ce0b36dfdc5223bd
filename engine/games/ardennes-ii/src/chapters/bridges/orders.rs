use super::{check, is_possible, tried};
use crate::ArdennesII;
use crate::chapters::asking::misplaced;
use crate::printed::{ALLIED, Definitions, PlungerId};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// The US units within reach of a plunger, those first that lose least by moving no more.
fn sappers(definitions: &Definitions, state: &State, hex: HexId) -> Vec<UnitId> {
    let near = definitions.board.within(hex, definitions.tables.distances.charge);
    let mut units: Vec<UnitId> = near
        .flat_map(|there| state.disposition(definitions).stack(there))
        .filter(|unit| definitions.counter(*unit).side == ALLIED)
        .collect();
    let moves = state.side == ALLIED && matches!(state.phase, Phase::Movement | Phase::Exploitation);
    let loses = |unit: &UnitId| {
        let it = state.unit(*unit);
        let free = moves && !it.stays && !it.fired;
        let left = definitions.counter(*unit).movement.saturating_sub(it.spent.unwrap_or(0));
        if free { left } else { 0 }
    };
    units.sort_by_key(|unit| (loses(unit), *unit));
    units
}

/// The unit that would try a plunger if nobody names one.
pub fn likeliest(definitions: &Definitions, state: &State, hex: HexId) -> Option<UnitId> {
    sappers(definitions, state, hex).into_iter().next()
}

/// Whether any bridge can be blown now.
///
/// # Errors
/// That none can.
pub fn anything(definitions: &Definitions, state: &State) -> Result<(), Refusal> {
    let mut all = (0..definitions.board.plungers().len() as u16).map(PlungerId);
    if all.any(|it| is_possible(definitions, state, it)) {
        return Ok(());
    }
    let within = definitions.tables.distances.charge;
    let message = format!("no primed plunger is free of Germans with a US unit within {within} hexes");
    Err(Refusal::new("3.8i", message))
}

/// Steps that may follow `blow`.
pub fn candidates(definitions: &Definitions, state: &State, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    match partial {
        [Step::Verb(Verb::Blow)] => {
            definitions.board.plungers().iter().map(|it| Step::Hex(it.hex)).for_each(offer);
        }
        [Step::Verb(Verb::Blow), Step::Hex(hex)] => {
            sappers(definitions, state, *hex).into_iter().map(Step::Unit).for_each(offer);
        }
        _ => {}
    }
}

/// The plunger in a hex.
fn plunger_in(definitions: &Definitions, hex: HexId) -> Result<PlungerId, Refusal> {
    let place = definitions.place(hex);
    definitions.board.plunger_in(hex).ok_or_else(|| Refusal::new("3.8f", format!("no plunger is in {place}")))
}

/// Judges a step after `blow`.
///
/// # Errors
/// The rule that forbids it.
pub fn check_step(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    step: &Step,
) -> Result<Progress, Refusal> {
    match (partial, step) {
        ([_], Step::Hex(hex)) => {
            let plunger = plunger_in(definitions, *hex)?;
            match likeliest(definitions, state, *hex) {
                Some(unit) => check(definitions, state, side, plunger, unit)?,
                // nobody is near enough: the nearest reads how far he is
                None => {
                    let far = |unit: &UnitId| Some(definitions.board.distance(state.unit(*unit).hex()?, *hex));
                    let units = definitions.units_of(ALLIED).filter(|unit| far(unit).is_some());
                    match units.min_by_key(far) {
                        Some(unit) => check(definitions, state, side, plunger, unit)?,
                        None => return Err(Refusal::new("3.8i", "no US unit is on the map")),
                    }
                }
            }
            Ok(Progress::Open)
        }
        ([_, Step::Hex(hex)], Step::Unit(unit)) => {
            check(definitions, state, side, plunger_in(definitions, *hex)?, *unit)?;
            Ok(Progress::Complete)
        }
        _ => Err(misplaced("a plunger and a unit, as in `blow HEX with UNIT`")),
    }
}

/// Carries out `blow`.
pub fn perform(turn: &mut Turn<'_, ArdennesII>, order: &[Step]) {
    let definitions = turn.definitions();
    if let [_, Step::Hex(hex), Step::Unit(unit)] = order
        && let Some(plunger) = definitions.board.plunger_in(*hex)
    {
        let face = turn.die("bridge", 6);
        turn.emit(Event::ChargeRolled { plunger, unit: *unit, face });
        tried(definitions, plunger, *unit, face).into_iter().for_each(|event| turn.emit(event));
    }
}
