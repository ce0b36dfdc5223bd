//! Support markers in combat (1.3f to 1.3h, 1.6): who may be supported, what a marker does, what becomes of it.

use crate::AutumnFog;
use crate::chapters::{british, command};
use crate::printed::definitions::Definitions;
use crate::printed::tables;
use crate::printed::tables::AfterUse;
use crate::truth::event::Event;
use crate::truth::order::SupportKind;
use crate::truth::state::{ALLIED, Field, GERMAN};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Refusal, SideId, Turn, Unworded};

/// A marker with the headquarters that lends it.
pub type Support = (UnitId, SupportKind);

/// What the tables say of a kind of marker.
pub fn kind_data(definitions: &Definitions, kind: SupportKind) -> Option<&tables::SupportKind> {
    definitions.tables.support(kind.name())
}

/// The case that describes a kind of marker of a side.
pub fn case(side: SideId, kind: SupportKind) -> &'static str {
    match kind {
        SupportKind::Nebelwerfer => "1.6.1a",
        SupportKind::Artillery if side == GERMAN => "1.6.1c",
        SupportKind::Artillery => "1.6.2b",
        SupportKind::HeavyArtillery => "1.6.2a",
        SupportKind::Armour if side == GERMAN => "1.6.1e",
        SupportKind::Armour => "1.6.2c",
    }
}

/// Kinds of markers with which a side may support its units in a combat, by headquarters, and which it has not named.
pub fn available(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    units: &[UnitId],
    named: &[Support],
) -> Vec<Support> {
    let mut available = Vec::new();
    let held_by = field.supports.iter().enumerate().filter(|(_, held)| **held != [0; 4]);
    for hq in held_by.map(|(hq, _)| UnitId(hq as u16)) {
        let left = |kind: &SupportKind| held(field, hq, *kind, named) > 0;
        let kinds: Vec<SupportKind> = SupportKind::ALL.into_iter().filter(left).collect();
        if !kinds.is_empty() && check_reach::<Unworded>(definitions, field, side, units, hq).is_ok() {
            available.extend(kinds.into_iter().map(|kind| (hq, kind)));
        }
    }
    available
}

/// Markers of a kind that a headquarters holds and its owner has not named in this order.
fn held(field: &Field, hq: UnitId, kind: SupportKind, named: &[Support]) -> usize {
    let taken = named.iter().filter(|support| **support == (hq, kind)).count();
    usize::from(field.supports[hq.index()][kind.index()]).saturating_sub(taken)
}

/// Judges one more marker for units in combat. `limit` is that of the attack (7.3.1b, 7.3.2d, ruling R13).
///
/// # Errors
/// The rule that forbids it.
pub fn check<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    units: &[UnitId],
    (prepared, limit): (bool, u8),
    named: &[Support],
    (hq, kind): Support,
) -> Result<(), R> {
    let name = definitions.name(hq);
    if named.len() >= usize::from(limit) {
        let (case, word) = if prepared { ("7.3.2d", "prepared") } else { ("7.3.1b", "normal") };
        let message = || {
            let (plural, kind) = (if limit == 1 { "" } else { "s" }, spoken(kind));
            format!(
                "a {word} attack allows each side {limit} HQ support{plural}, the {kind} of {name} would be one more"
            )
        };
        return Err(R::under(case, message));
    }
    check_reach::<R>(definitions, field, side, units, hq)?;
    if held(field, hq, kind, named) == 0 {
        let message = || match field.supports[hq.index()][kind.index()] {
            0 => format!("{name} holds no {}", spoken(kind)),
            all => format!("{name} holds {all} {}, and this order uses {all} before", spoken(kind)),
        };
        return Err(R::under("1.6e", message).remedy(|| holdings(field, hq, named)));
    }
    Ok(())
}

/// A kind of marker as it is spoken of: `heavy artillery`.
fn spoken(kind: SupportKind) -> String {
    kind.name().replace('-', " ")
}

fn holdings(field: &Field, hq: UnitId, named: &[Support]) -> String {
    let kinds = SupportKind::ALL.into_iter().filter(|kind| held(field, hq, *kind, named) > 0);
    let kinds: Vec<String> = kinds.map(spoken).collect();
    if kinds.is_empty() { "It holds nothing.".to_owned() } else { format!("It holds: {}.", kinds.join(", ")) }
}

/// Whether a headquarters may support one of the units (rulings R79, R96, R174).
fn check_reach<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    units: &[UnitId],
    hq: UnitId,
) -> Result<(), R> {
    let (data, name) = (definitions.unit(hq), definitions.name(hq));
    if data.side != side || !data.is_hq() {
        return Err(R::under("1.3f", || format!("{name} is not a headquarters of yours")));
    }
    if field.hex_of(hq).is_none() {
        return Err(R::under("1.3f", || format!("{name} is not on the map")));
    }
    let serves = |unit: &UnitId| {
        let unit = definitions.unit(*unit);
        unit.formation.is_none()
            || if side == GERMAN { unit.formation == data.formation } else { unit.army == data.army }
    };
    let served: Vec<UnitId> = units.iter().copied().filter(serves).collect();
    if served.is_empty() {
        return Err(if side == GERMAN {
            R::under("1.3h", || format!("{name} supports only units of its own formation, and none is in this combat"))
        } else {
            R::under("1.3g", || format!("{name} supports only units of its own army, and none is in this combat"))
        });
    }
    if side == ALLIED && field.turn == 1 {
        return Ok(());
    }
    if data.british && served.iter().any(|unit| british::at_home(definitions, field, *unit)) {
        return Ok(());
    }
    let hexes: Vec<HexId> = served.iter().filter_map(|unit| field.hex_of(*unit)).collect();
    if command::in_command_range(definitions, field, hq, &hexes) {
        return Ok(());
    }
    let range = definitions.tables.doctrine(side).command_range;
    Err(R::sought(|| {
        let message = match command::command_distance(definitions, field, hq, &hexes) {
            Some(distance) => format!("{name} is {distance} hexes away by its line of command, its range is {range}"),
            None => format!("no line of command leads from {name} to the combat"),
        };
        Refusal::new("1.3f", message)
    }))
}

/// Used markers roll for their return to the army (1.6.1, 1.6.2, ruling R9); those removed as losses are gone.
pub fn roll_for_return(turn: &mut Turn<'_, AutumnFog>) {
    let definitions = turn.definitions();
    let Some(supports) = turn.field.combat.as_ref().map(|combat| combat.supports.clone()) else { return };
    for (hq, kind) in supports.into_iter().flatten() {
        let data = definitions.unit(hq);
        let after = kind_data(definitions, kind).and_then(|kind| kind.after_use(data.side));
        let (die, stays) = match after {
            Some(AfterUse::Roll(gone)) => {
                let label = format!("{} of {} after use", kind.name(), definitions.name(hq));
                let die = turn.die(&label, 6);
                (Some(die), !gone.contains(&die))
            }
            Some(AfterUse::Returns) | None => (None, true),
        };
        if let Some(army) = data.army {
            turn.emit(Event::SupportUsed { army, hq, kind, die, stays });
        }
    }
}
