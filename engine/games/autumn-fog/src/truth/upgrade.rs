//! Events of earlier versions in the form of today.
//!
//! What followed from an event was once worked out when it was written into the state; it stands in the event now. For
//! records of then it is worked out here, by the rules of then: nothing below may follow a later change of a chapter, so
//! it calls none.

use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::marks::{Lapse, Lapses, Mark, Marks};
use crate::truth::order::{EventKind, Present};
use crate::truth::state::{ALLIED, Activation, Field, GERMAN, Location, State, UnitState};
use definitions::UnitId;
use engine::contract::SideId;
use std::borrow::Cow;

/// What went with the beginning of a turn.
const TURN: &[Mark] = &[
    Mark::Activations,
    Mark::Active,
    Mark::Ap,
    Mark::HalfMp,
    Mark::Acted,
    Mark::Bound,
    Mark::Arrived,
    Mark::FellBack,
    Mark::Covered,
    Mark::Refuelled,
    Mark::Pinned,
];
/// What went with the end of a sequence.
const SEQUENCE: &[Mark] = &[Mark::Active, Mark::Bound, Mark::Ap, Mark::HalfMp, Mark::Covered, Mark::Refuelled];

/// An event of an earlier version as it is told today, with the state before it; none if it has the form of today.
pub fn upgrade(definitions: &Definitions, before: &State, event: &Event) -> Option<Event> {
    is_earlier(event).then(|| {
        let mut event = event.clone();
        complete(definitions, &before.field, &mut event);
        event
    })
}

fn is_earlier(event: &Event) -> bool {
    matches!(
        event,
        Event::TurnBegan { off: None, .. }
            | Event::PresentsShown { rerolls: None, .. }
            | Event::HeldUp { until: None, .. }
            | Event::HqReturned { off: None, .. }
            | Event::Initiative { lapsed: None, .. }
            | Event::Passed { next: None, .. }
            | Event::Activated { counts: None, .. }
            | Event::SequenceEnded { off: None, .. }
            | Event::OperationsEnded { returned: None, .. }
            | Event::Moved { off: None, .. }
            | Event::DugIn { off: None, .. }
            | Event::Recovered { off: None, .. }
            | Event::Detached { apart: None, .. }
            | Event::Rejoined { whole: None, .. }
            | Event::Cleared { off: None, .. }
            | Event::Slipped { off: None, .. }
            | Event::AttackDeclared { off: None, .. }
            | Event::SnafuRolled { stays: None, .. }
            | Event::LossesTaken { going: None, .. }
            | Event::Retreated { off: None, .. }
            | Event::Advanced { off: None, .. }
    )
}

/// Adds what followed from an event of an earlier version.
fn complete(definitions: &Definitions, field: &Field, event: &mut Event) {
    match event {
        Event::TurnBegan { turn: 1, off, surprised: units } => {
            (*off, *units) = (marks(TURN), surprised(definitions, field));
        }
        Event::TurnBegan { off, .. } => *off = marks(TURN),
        Event::PresentsShown { presents, rerolls } => {
            let kept = |side: SideId| field.rerolls[side.index()] || presents[side.index()] == Present::Reroll;
            *rerolls = Some(SideId::BOTH.map(kept));
        }
        Event::HeldUp { until, .. } => *until = Some(field.turn + 1),
        Event::HqReturned { steps, off, .. } => {
            (*steps, *off) = (Some(1), marks(&[Mark::Fatigued, Mark::Improved]));
        }
        Event::Initiative { opening, lapsed, .. } => {
            (*opening, *lapsed) = ((field.turn == 1).then(Vec::new), lapses(&[Lapse::Met]));
        }
        Event::Passed { side, next, lapsed } => (*next, *lapsed) = (Some(side.enemy()), lapses(&[Lapse::Opening])),
        Event::Activated { counts, .. } => {
            *counts = Some(!matches!(field.operations.activation, Some(Activation::Formation(_))));
        }
        Event::SequenceEnded { off, lapsed, .. } => (*off, *lapsed) = (marks(SEQUENCE), lapses(&[Lapse::Met])),
        Event::OperationsEnded { returned, lapsed, .. } => {
            *returned = Some(field.used.clone());
            *lapsed = lapses(&[Lapse::Breakthroughs, Lapse::Missions, Lapse::Markers(EventKind::Stoesser)]);
        }
        Event::Moved { off, .. } => *off = marks(&[Mark::Improved, Mark::FellBack]),
        Event::DugIn { off, .. }
        | Event::Recovered { off, .. }
        | Event::Cleared { off, .. }
        | Event::AttackDeclared { off, .. } => *off = marks(&[Mark::HalfMp]),
        Event::Slipped { unseen, off, .. } => *off = marks(if *unseen { &[] } else { &[Mark::Covered] }),
        Event::Detached { division, steps, left, apart, .. } => {
            let whole = UnitState { steps: *left, ..field.unit(*division).clone() };
            *apart = Some(UnitState { steps: *steps, parent: Some(*division), ..whole });
        }
        Event::Rejoined { detachment, division, steps, apart, whole } => {
            let joining = field.unit(*detachment);
            *whole = Some(UnitState { steps: *steps, ..absorbed(field.unit(*division), joining) });
            let gone = UnitState { place: Location::Absent, steps: 0, parent: None, ..joining.clone() };
            *apart = Some(UnitState { active: false, bound: false, improved: false, ..gone });
        }
        Event::SnafuRolled { stays, .. } => *stays = Some(true),
        Event::LossesTaken { side, retreat, going, .. } => {
            let units = field.combat.iter().flat_map(|combat| &combat.units[combat.role(*side)]);
            *going = Some(units.copied().filter(|unit| *retreat > 0 && field.hex_of(*unit).is_some()).collect());
        }
        Event::Retreated { off, .. } => *off = marks(&[Mark::Improved, Mark::Bound, Mark::HalfMp]),
        Event::Advanced { off, .. } => *off = marks(&[Mark::Improved, Mark::Bound, Mark::HalfMp, Mark::FellBack]),
        _ => {}
    }
}

fn marks(marks: &'static [Mark]) -> Marks {
    Some(Cow::Borrowed(marks))
}

fn lapses(lapses: &'static [Lapse]) -> Lapses {
    Some(Cow::Borrowed(lapses))
}

/// American units next to a German one.
fn surprised(definitions: &Definitions, field: &Field) -> Vec<UnitId> {
    let is_german = |unit: UnitId| definitions.unit(unit).side == GERMAN;
    let units = field.on_map().filter(|(unit, hex)| {
        let mut around = definitions.board.neighbours(*hex).flat_map(|(_, there)| field.in_hex(there));
        definitions.unit(*unit).side == ALLIED && around.any(is_german)
    });
    units.map(|(unit, _)| unit).collect()
}

/// A division that has taken a detachment in.
fn absorbed(division: &UnitState, detachment: &UnitState) -> UnitState {
    UnitState {
        place: division.place,
        steps: division.steps,
        supply: division.supply.max(detachment.supply),
        out_of_command: division.out_of_command | detachment.out_of_command,
        fatigued: division.fatigued | detachment.fatigued,
        improved: division.improved & detachment.improved,
        activations: division.activations.max(detachment.activations),
        active: division.active,
        ap: division.ap.min(detachment.ap),
        half_mp: division.half_mp.min(detachment.half_mp),
        acted: division.acted | detachment.acted,
        bound: division.bound | detachment.bound,
        arrived: division.arrived,
        fell_back: division.fell_back | detachment.fell_back,
        pinned: division.pinned | detachment.pinned,
        parent: division.parent,
        covered: division.covered & detachment.covered,
        refuelled: division.refuelled | detachment.refuelled,
    }
}
