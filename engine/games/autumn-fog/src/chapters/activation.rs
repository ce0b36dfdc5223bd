//! Which units may act in a sequence, and with how many action points (case 3, 9.4, 10.3).

use crate::AutumnFog;
use crate::chapters::arrival;
use crate::chapters::command;
use crate::chapters::zones;
use crate::printed::definitions::Definitions;
use crate::printed::tables::{ActionPoints, Condition};
use crate::truth::event::Event;
use crate::truth::marks::{Mark, Marks};
use crate::truth::state::{ALLIED, Activation, Field, Location, Supply};
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::contract::{Grounds, SideId, Turn, Unworded};
use std::borrow::Cow;

/// What a unit loses that does anything but move: the points that are left of its movement (6.1d, 6.1e).
pub const POINTS: Marks = Some(Cow::Borrowed(&[Mark::HalfMp]));

/// Action points of a unit before fatigue (ruling R23): its class, trucks, supply, a failed C3I check.
fn rested(definitions: &Definitions, field: &Field, unit: UnitId, failed_check: bool) -> u8 {
    let tables = &definitions.tables;
    let class = tables.allowances.of(definitions.unit(unit).class).action_points;
    let base = if in_trucks(definitions, field, unit) { TRUCK_AP } else { class };
    let limit = |condition| match tables.status.of(condition).action_points {
        ActionPoints::AtMost(points) => points,
        _ => u8::MAX,
    };
    let supply = match field.unit(unit).supply {
        Supply::Supplied => u8::MAX,
        Supply::Isolated => limit(Condition::Isolated),
        Supply::Unsupplied => limit(Condition::Unsupplied),
    };
    base.min(supply).min(if failed_check { 1 } else { u8::MAX })
}

/// Action points of a unit in trucks on its turn of entry (16.1f).
const TRUCK_AP: u8 = 3;

/// Whether a unit arrives by truck this turn (16.1f, ruling R87).
pub fn in_trucks(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    let state = field.unit(unit);
    let entering = state.arrived || matches!(state.place, Location::Due(_));
    // a detachment rides in the trucks of its division
    let carried = state.parent.unwrap_or(unit);
    entering && definitions.arrival(field, carried).is_some_and(|arrival| arrival.trucks)
}

/// Action points that fatigue takes (3.5.1a).
pub fn fatigue_penalty(definitions: &Definitions) -> u8 {
    match definitions.tables.status.of(Condition::Fatigued).action_points {
        ActionPoints::Fewer(points) => points,
        _ => 0,
    }
}

/// Action points that a unit starts an activation with, and whether it becomes fatigued by it (3.5a, 3.5.1a).
pub fn starting(definitions: &Definitions, field: &Field, unit: UnitId, failed_check: bool) -> (u8, bool) {
    let state = field.unit(unit);
    let tires = state.activations > 0;
    let tired = if tires || state.fatigued { fatigue_penalty(definitions) } else { 0 };
    (rested(definitions, field, unit, failed_check).saturating_sub(tired), tires)
}

/// Whether a unit may be activated once more this turn (3.1b, 3.5.2b, ruling R20).
///
/// # Errors
/// The rule that forbids it.
pub fn may_wake<R: Grounds>(definitions: &Definitions, field: &Field, unit: UnitId) -> Result<(), R> {
    let state = field.unit(unit);
    let name = definitions.name(unit);
    match state.activations {
        0 => Ok(()),
        1 if state.fatigued => {
            Err(R::under("3.5.2b", || format!("{name} is fatigued and has already acted this turn"))
                .remedy(|| "It may act a second time only if it recovered in its first activation."))
        }
        1 => Ok(()),
        times => Err(R::under("3.1b", || format!("{name} has already been activated {times} times this turn"))),
    }
}

/// Units that might act in the sequence under way, as far as can be told at a glance; [`ready`] judges.
struct Glance<'a> {
    definitions: &'a Definitions,
    field: &'a Field,
    /// Whether any unit may still join.
    all: bool,
    /// The only formation whose units may join.
    formation: Option<FormationId>,
}

impl<'a> Glance<'a> {
    fn new(definitions: &'a Definitions, field: &'a Field) -> Glance<'a> {
        let operations = &field.operations;
        let all = matches!(operations.activation, Some(Activation::General { limit }) if operations.count < limit);
        Glance { definitions, field, all, formation: operations.activation.and_then(|kind| kind.formation()) }
    }

    fn shows(&self, unit: UnitId) -> bool {
        let state = self.field.unit(unit);
        let own = || self.formation.is_some() && self.definitions.unit(unit).formation == self.formation;
        let here = matches!(state.place, Location::Map(_) | Location::Due(_));
        here && (state.active || state.activations < 2 && (self.all || own()))
    }
}

/// Whether a unit might act in the sequence under way.
pub fn might_act(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> bool {
    definitions.unit(unit).side == side && Glance::new(definitions, field).shows(unit)
}

/// Units of a side that might act in the sequence under way.
pub fn who_might_act<'a>(
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
) -> impl Iterator<Item = UnitId> + 'a {
    let glance = Glance::new(definitions, field);
    definitions.own[side.index()].iter().copied().filter(move |unit| glance.shows(*unit))
}

/// Action points that a unit has, or would have if it began to act now in the sequence under way.
///
/// # Errors
/// Why it may not act in this sequence.
pub fn ready<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> Result<u8, R> {
    let (data, state, name) = (definitions.unit(unit), field.unit(unit), definitions.name(unit));
    if data.side != side {
        return Err(R::under("3.1a", || format!("{name} is not yours")));
    }
    // who falls in a combat of the sequence was active until then
    in_play::<R>(definitions, field, unit)?;
    let checks = !state.active && command::must_check(definitions, field, unit);
    // no check would bring it an AP
    let powerless = || powerless::<R>(definitions, field, unit).filter(|_| checks);
    let Some(activation) = field.operations.activation else {
        if let Some(why) = powerless() {
            return Err(why);
        }
        return Err(R::under("3.1a", || format!("{name} is not activated")).remedy(|| {
            if checks {
                return format!("Begin with `activate general`, then `activate {name}` rolls its C3I check [3.3c].");
            }
            let formation = data.formation.map(|own| &definitions.published.units.formation(own).short);
            let formation = formation.map(|short| format!("`activate {short}` or ")).unwrap_or_default();
            format!("Begin with {formation}`activate general`.")
        }));
    };
    if state.active {
        return Ok(state.ap);
    }
    match activation {
        Activation::Formation(formation) if data.formation != Some(formation) => {
            let case = if data.formation.is_none() { "1.5b" } else { "3.2a" };
            return Err(R::under(case, || {
                let own = data.formation.map_or("is independent".to_owned(), |own| {
                    format!("belongs to {}", definitions.published.units.formation(own).name)
                });
                format!("{name} {own} and is not activated now")
            })
            .remedy(|| match data.formation {
                _ if checks => "It can act in a general activation, after a C3I check.",
                Some(_) => "It can act when its own formation is activated, or in a general activation.",
                None => "It can act in a general activation.",
            }));
        }
        Activation::Formation(_) if command::lacks_command(definitions, field, unit) => {
            return Err(R::under("8.2a", || format!("{name} is out of command"))
                .remedy(|| "It can act in a general activation, after a C3I check."));
        }
        Activation::Formation(_) => led::<R>(definitions, field, unit)?,
        Activation::General { limit } => {
            if field.operations.count >= limit {
                return Err(R::under("3.3a", || {
                    format!("{name} would be one more than the {limit} units of this activation")
                })
                .remedy(|| "Go on with those that have been activated, or write `end`."));
            }
            if checks {
                may_wake::<R>(definitions, field, unit)?;
                if let Some(why) = powerless() {
                    return Err(why);
                }
                return Err(R::under("3.3c", || {
                    let why = if state.out_of_command { "is out of command" } else { "has lost its headquarters" };
                    format!("{name} {why} and must take its C3I check first")
                })
                .remedy(|| format!("Write `activate {name}`.")));
            }
        }
    }
    may_wake::<R>(definitions, field, unit)?;
    Ok(starting(definitions, field, unit, false).0)
}

/// The same for an order that must make sense besides: what forbids it is told before a C3I check that would not make it
/// possible.
///
/// # Errors
/// Why the unit may not act in this sequence, or what forbids the order after a check.
pub fn ready_to<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    unit: UnitId,
    makes_sense: impl FnOnce() -> Result<(), R>,
) -> Result<u8, R> {
    ready::<R>(definitions, field, side, unit).or_else(|refusal| {
        if refusal.case() == "3.3c" {
            makes_sense()?;
        }
        Err(refusal)
    })
}

/// Whether a unit may act in the sequence under way.
pub fn can_act(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> bool {
    ready::<Unworded>(definitions, field, side, unit).is_ok()
}

/// Whether the HQ of an activated formation leads a unit: one that arrives this turn must have entered, and leads
/// only units that come with it (9.2c, 16.1e, rulings R25, R88).
fn led<R: Grounds>(definitions: &Definitions, field: &Field, unit: UnitId) -> Result<(), R> {
    let Some(hq) = definitions.hq_of(unit).filter(|hq| *hq != unit) else { return Ok(()) };
    let (state, name) = (field.unit(unit), definitions.name(unit));
    let leader = field.unit(hq);
    // 9.2 is the doctrine of the Allies
    let allied = definitions.unit(unit).side == ALLIED;
    if matches!(leader.place, Location::Due(_)) {
        return Err(R::under(if allied { "9.2c" } else { "16.1e" }, || {
            format!("the headquarters of {name} has not entered the map yet")
        })
        .remedy(|| match state.hex().filter(|_| !state.arrived) {
            Some(_) => "It was on the map first: this turn it can act in a general activation.",
            None => "Enter with the headquarters first.",
        }));
    }
    if leader.arrived && !state.arrived && state.hex().is_some() {
        return Err(R::under(if allied { "9.2c" } else { "3.2b" }, || {
            format!("{name} was on the map before its headquarters")
        })
        .remedy(|| "This turn it can act in a general activation."));
    }
    Ok(())
}

/// Whether a unit is on the map or could enter now.
///
/// # Errors
/// Why it is not.
pub fn in_play<R: Grounds>(definitions: &Definitions, field: &Field, unit: UnitId) -> Result<(), R> {
    let name = definitions.name(unit);
    match field.unit(unit).place {
        Location::Map(_) => Ok(()),
        Location::Due(turn) if turn <= field.turn => Ok(()),
        // Germans on the southern edge have held it up
        Location::Due(turn) if definitions.arrival(field, unit).is_some_and(|listed| listed.turn <= field.turn) => {
            Err(R::under("16.1g", || {
                format!(
                    "{name} is held up by Germans in an entry hex on the southern edge: it arrives on turn {turn}, this is \
                     turn {}",
                    field.turn
                )
            })
            .remedy(|| format!("It can enter from turn {turn} on.")))
        }
        Location::Due(turn) => {
            Err(R::under("16.1a", || format!("{name} arrives on turn {turn}, this is turn {}", field.turn))
                .remedy(|| format!("It can enter from turn {turn} on.")))
        }
        Location::Eliminated(_) => Err(R::under("1.2a", || format!("{name} has been eliminated"))),
        // one that has rejoined has lost its steps
        Location::Absent if definitions.unit(unit).detachment && field.unit(unit).steps == 0 => {
            Err(R::under("18d", || format!("{name} has rejoined its division and is out of the game")))
        }
        Location::Absent if definitions.unit(unit).detachment => {
            Err(R::under("18a", || format!("{name} has not been made"))
                .remedy(|| "Use `detach` with a division of its corps."))
        }
        Location::Absent if definitions.scenario(field).placements.iter().any(|placed| placed.unit == unit) => {
            Err(R::under("3.1a", || format!("{name} is not on the map")))
        }
        Location::Absent | Location::Hidden(_) => {
            Err(R::under("16.1a", || format!("{name} does not come in this scenario"))
                .remedy(|| "It takes no part in this game."))
        }
    }
}

/// Why a unit begins with no AP at all, if it does (1.4c): what its supply leaves, and fatigue takes.
pub fn powerless<R: Grounds>(definitions: &Definitions, field: &Field, unit: UnitId) -> Option<R> {
    let state = field.unit(unit);
    let tired = state.fatigued || state.activations > 0 && !state.active;
    let left = rested(definitions, field, unit, false);
    let penalty = if tired { fatigue_penalty(definitions) } else { 0 };
    let supply = match state.supply {
        Supply::Supplied => return None,
        Supply::Isolated => "isolated",
        Supply::Unsupplied => "unsupplied",
    };
    (left <= penalty && (!state.active || state.ap == 0)).then(|| {
        R::under("1.4c", || {
            let name = definitions.name(unit);
            format!("{name} has no AP: {supply} it has {left} at most, and fatigue takes {penalty}")
        })
    })
}

/// What a second activation in a turn costs a unit that may be activated once more (3.5a).
pub fn tires(definitions: &Definitions, field: &Field, unit: UnitId) -> Option<String> {
    let state = field.unit(unit);
    let again = state.activations == 1 && !state.active && may_wake::<Unworded>(definitions, field, unit).is_ok();
    again.then(|| {
        let penalty = fatigue_penalty(definitions);
        format!(
            "It has acted this turn: a second activation makes it fatigued [3.5a], with {penalty} AP fewer [3.5.1a] \
             and half its strength [3.5.1b]."
        )
    })
}

/// Whether a unit that is activated is one of those that a sequence may activate: a formation activates all its units
/// (2.1e, 3.3a).
pub fn counts(field: &Field) -> Option<bool> {
    Some(field.operations.activation.is_none_or(|kind| kind.formation().is_none()))
}

/// Activates a unit that is ready, if it is not active yet.
pub fn wake(turn: &mut Turn<'_, AutumnFog>, unit: UnitId) {
    if !turn.field.unit(unit).active {
        let (ap, fatigued) = starting(turn.definitions(), &turn.field, unit, false);
        turn.emit(Event::Activated { unit, ap, fatigued, check: None, counts: counts(&turn.field) });
    }
}

/// Whether a unit may do anything but move: an HQ in a general activation may not (3.1d).
///
/// # Errors
/// The rule, if it is one.
pub fn only_moves<R: Grounds>(definitions: &Definitions, field: &Field, unit: UnitId) -> Result<(), R> {
    let general = matches!(field.operations.activation, Some(Activation::General { .. }));
    if general && definitions.unit(unit).is_hq() {
        let name = definitions.name(unit);
        return Err(R::under("3.1d", || format!("{name} can only move in a general activation"))
            .remedy(|| "Activate its formation instead."));
    }
    Ok(())
}

/// Whether a side has activated all its units (2.2b, ruling R15).
pub fn finished(definitions: &Definitions, field: &Field, side: SideId) -> bool {
    let mut units = definitions.own[side.index()].iter().copied();
    units.all(|unit| {
        let state = field.unit(unit);
        match state.place {
            Location::Map(_) => state.activations > 0 || starting(definitions, field, unit, false).0 == 0,
            Location::Due(turn) => turn > field.turn || state.activations > 0 || shut_out(definitions, field, unit),
            Location::Eliminated(_) | Location::Absent | Location::Hidden(_) => true,
        }
    })
}

/// Whether a reinforcement can enter in none of its hexes: enemies or their markers are in them, or, for an HQ, zones of
/// control that it may not enter (rulings R4, R85, R148, R179).
pub fn shut_out(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    let data = definitions.unit(unit);
    let zone = |hex: HexId| {
        zones::controlled(definitions, field, hex, data.side) && !definitions.board.ground(hex).cover[data.side.index()]
    };
    let shut = |hex: &HexId| {
        zones::enemy_in(field, *hex, data.side)
            || field.barrier(*hex, data.side).is_some()
            || data.is_hq() && zone(*hex)
    };
    arrival::entries(definitions, field, unit).iter().all(shut)
}

/// Units in a general activation of a side (9.2b, 9.3b).
pub fn general_limit(definitions: &Definitions, side: SideId) -> u8 {
    definitions.tables.doctrine(side).general_activation
}
