//! C3I checks (9.4): units out of command, or whose headquarters is destroyed, that want to act in a general activation.

use crate::AutumnFog;
use crate::chapters::historical_events::nuts;
use crate::chapters::{activation, command, fog};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::state::{Activation, Field};
use definitions::UnitId;
use engine::contract::{Grounds, SideId, Turn, Viewer};

/// Units of a side that might be activated by a C3I check in the sequence under way; [`may_check`] judges.
pub fn who_might_check<'a>(
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
) -> impl Iterator<Item = UnitId> + 'a {
    let needed = matches!(field.operations.activation, Some(Activation::General { .. }));
    let who = needed.then(|| activation::who_might_act(definitions, field, side)).into_iter().flatten();
    who.filter(|unit| command::must_check(definitions, field, *unit))
}

/// Whether a unit may be activated by a C3I check in the general activation under way (3.3c).
///
/// # Errors
/// The rule that forbids it, or that none is needed.
pub fn may_check<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> Result<(), R> {
    match activation::ready::<R>(definitions, field, side, unit) {
        Err(refusal) if refusal.case() == "3.3c" => Ok(()),
        Err(refusal) => Err(refusal),
        Ok(_) => {
            if let Some(why) = activation::powerless::<R>(definitions, field, unit) {
                return Err(why);
            }
            Err(R::under("3.3c", || format!("{} needs no C3I check", definitions.name(unit)))
                .remedy(|| "Just let it act."))
        }
    }
}

/// Takes the C3I check of a unit (9.4a, 9.4b) and activates it.
pub fn check(turn: &mut Turn<'_, AutumnFog>, unit: UnitId) {
    let definitions = turn.definitions();
    // the roll is public, so its label names the unit only if everybody sees it
    let label = if fog::seen_by(definitions, &turn.field, Viewer::Observer, unit) {
        format!("C3I check {}", definitions.name(unit))
    } else {
        "C3I check".to_owned()
    };
    let die = turn.die(&label, 6);
    let failed = i16::from(die) >= i16::from(nuts::quality(definitions, &turn.field, unit));
    let (ap, fatigued) = activation::starting(definitions, &turn.field, unit, failed);
    turn.emit(Event::Activated { unit, ap, fatigued, check: Some(die), counts: activation::counts(&turn.field) });
}
