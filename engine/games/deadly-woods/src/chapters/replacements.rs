//! Replacements (13).

use crate::DeadlyWoods;
use crate::chapters::asking::{misplaced, whereabouts};
use crate::chapters::{stacking, supply};
use crate::printed::{ALLIED, Definitions, GERMAN, Kind};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Whether a unit takes armour points.
fn by_armour(definitions: &Definitions, unit: UnitId) -> bool {
    definitions.counter(unit).kind != Kind::Infantry
}

/// Points that a side has left: infantry and armour.
pub fn left(definitions: &Definitions, state: &State, side: SideId) -> [u8; 2] {
    let points = definitions.tables.points(state.turn, side);
    let [infantry, armour] = state.spent[side.index()];
    [points.infantry.saturating_sub(infantry), points.armour.saturating_sub(armour)]
}

/// Why a unit takes no step back now; whether it would be brought back from the dead.
fn check_unit(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<bool, Refusal> {
    let (counter, it, name) = (definitions.counter(unit), state.unit(unit), definitions.name(unit));
    let refuse = |case: &'static str, why: &str| Err(Refusal::new(case, format!("{name} {why}")));
    if counter.side != side {
        return refuse("13.2c", "is not yours");
    }
    if !counter.kind.fights() || counter.steps < 2 {
        return refuse("13.2c", "has a single step, which is not taken back");
    }
    if side == ALLIED && (!counter.american || counter.airborne) {
        return refuse("13.2.2c", "is British or airborne, and takes no replacements");
    }
    match it.place {
        Place::Dead if side == GERMAN => {
            return refuse("13.2.1c", "is eliminated; German units are not brought back");
        }
        Place::Gone if side == ALLIED => {
            return refuse("13.2.2d", "has left the game: who surrendered does not come back");
        }
        Place::Hex(_) | Place::Dead => {}
        place => return refuse("13.2c", &format!("is not on the map: {}", whereabouts(definitions, place))),
    }
    let armour = by_armour(definitions, unit);
    let [infantry, armoured] = left(definitions, state, side);
    if [infantry, armoured][usize::from(armour)] == 0 {
        let of = definitions.tables.points(state.turn, side);
        let (kind, of) = if armour { ("armour", of.armour) } else { ("infantry", of.infantry) };
        let message =
            format!("{name} takes an {kind} point, and 0 {kind} points are left of {of} on turn {}", state.turn);
        return Err(Refusal::new("13.2a", message));
    }
    match it.place {
        Place::Hex(_) if it.lost == 0 => refuse("13.2c", "has lost no step"),
        Place::Hex(_) if state.rebuilt.contains(&unit) && side == ALLIED => {
            refuse("13.2.2j", "has been brought back in this turn")
        }
        Place::Hex(_) if !supply::by_road(definitions, state, unit) => refuse("13.2d", "cannot trace supply"),
        Place::Hex(_) => Ok(false),
        _ => Ok(true),
    }
}

/// Why a unit may not be brought back in a hex (13.2.2).
fn check_hex(definitions: &Definitions, state: &State, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    let (name, place) = (definitions.name(unit), definitions.place(hex));
    let refuse = |case: &'static str, why: &str| {
        Err(Refusal::new(case, format!("{name} cannot be brought back in {place}: {why}")))
    };
    let disposition = state.disposition(definitions);
    if !definitions.board.hex(hex).town || state.german.contains(&hex) {
        return refuse("13.2.2f", "it is no town that the Allies control");
    }
    if !supply::traced(definitions, state, ALLIED, hex) || disposition.holds(GERMAN, hex) {
        return refuse("13.2.2f", "it is not in supply");
    }
    if disposition.beside(definitions, GERMAN, hex) {
        return refuse("13.2.2f", "an enemy unit is next to it");
    }
    let corps = definitions.published.units.unit(unit).formation;
    let corps = corps.map(|corps| definitions.published.units.formation(corps).id.as_str()).unwrap_or_default();
    for (at, (town, served)) in definitions.rebuilding.iter().enumerate() {
        if hex == *town && !served.iter().any(|known| known == corps) {
            let case = if at == 0 { "13.2.2g" } else { "13.2.2h" };
            let corps: Vec<String> = served.iter().map(|corps| corps.to_uppercase()).collect();
            return refuse(case, &format!("it serves {} Corps alone", corps.join(" and ")));
        }
    }
    if state.unit(definitions.special.delay).hex() == Some(hex) {
        return refuse("6.3.1a", "the Delay asset is in it, which never stacks");
    }
    if let Some(crowd) = stacking::with(definitions, state, hex, &[unit]) {
        let (case, why) = crowd.words();
        return refuse(case, why);
    }
    Ok(())
}

/// The hexes in which a unit may be brought back.
fn hexes(definitions: &Definitions, state: &State, unit: UnitId) -> Vec<HexId> {
    definitions.board.all().filter(|hex| check_hex(definitions, state, unit, *hex).is_ok()).collect()
}

/// The units that can take a step back.
pub fn units(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    if left(definitions, state, side) == [0, 0] {
        return Vec::new();
    }
    let fits = |unit: &UnitId| match check_unit(definitions, state, side, *unit) {
        Ok(dead) => !dead || !hexes(definitions, state, *unit).is_empty(),
        Err(_) => false,
    };
    definitions.units_of(side).filter(fits).collect()
}

/// Steps that may follow `rebuild`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    match partial {
        [Step::Verb(Verb::Rebuild)] => units(definitions, state, side).into_iter().map(Step::Unit).for_each(offer),
        [Step::Verb(Verb::Rebuild), Step::Unit(unit)] => {
            hexes(definitions, state, *unit).into_iter().map(Step::Hex).for_each(offer)
        }
        _ => {}
    }
}

/// Judges a step after `rebuild`.
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
        ([Step::Verb(Verb::Rebuild)], Step::Unit(unit)) => match check_unit(definitions, state, side, *unit)? {
            false => Ok(Progress::Complete),
            true if hexes(definitions, state, *unit).is_empty() => {
                let message = format!("no town is open to {}", definitions.name(*unit));
                Err(Refusal::new("13.2.2f", message))
            }
            true => Ok(Progress::Open),
        },
        ([Step::Verb(Verb::Rebuild), Step::Unit(unit)], Step::Hex(_)) if state.unit(*unit).hex().is_some() => {
            let message = format!("{} is on the map: it takes its step back where it stands", definitions.name(*unit));
            Err(Refusal::new("13.2c", message))
        }
        ([Step::Verb(Verb::Rebuild), Step::Unit(unit)], Step::Hex(hex)) => {
            check_hex(definitions, state, *unit, *hex).map(|()| Progress::Complete)
        }
        _ => Err(misplaced("a unit, and a town if it is eliminated")),
    }
}

/// Why an order is not whole that names a dead unit and no town (13.2.2f).
pub fn without_town(definitions: &Definitions, state: &State, order: &[Step]) -> Option<Refusal> {
    let [Step::Verb(Verb::Rebuild), Step::Unit(unit)] = order else { return None };
    let name = definitions.name(*unit);
    let towns: Vec<String> = hexes(definitions, state, *unit).into_iter().map(|hex| definitions.place(hex)).collect();
    let message = format!("{name} comes back in a town, and none is named");
    Some(Refusal::new("13.2.2f", message).remedy(format!("Open to it: {}.", towns.join(", "))))
}

/// Takes a step back.
pub fn perform(turn: &mut Turn<'_, DeadlyWoods>, side: SideId, order: &[Step]) {
    let [_, Step::Unit(unit), rest @ ..] = order else { return };
    let definitions = turn.definitions();
    let it = turn.unit(*unit).clone();
    let (place, lost) = match rest {
        [Step::Hex(hex)] => (Place::Hex(*hex), 1),
        _ => (it.place, it.lost.saturating_sub(1)),
    };
    turn.emit(Event::Rebuilt { side, unit: *unit, place, lost, armour: by_armour(definitions, *unit) });
}
