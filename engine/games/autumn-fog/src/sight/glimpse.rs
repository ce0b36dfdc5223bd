//! What a viewer may know of an event.

use crate::chapters::fog::{foggy, seen_by, unseen_beside};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::evolve::evolve;
use crate::truth::order::Present;
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{SideId, Viewer};
use serde::Serialize;

/// What a viewer may know of an event.
#[expect(missing_docs, reason = "the line over each variant says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum EventView {
    /// All of it; of lists what concerns units that he sees.
    Seen(Event),
    /// A unit went where he does not see it: from where (none when it came onto the map), and which unit if he saw
    /// it there.
    Glimpse { side: SideId, unit: Option<UnitId>, from: Option<HexId>, to: HexId },
    /// A division that he sees split off steps as a detachment that he does not see.
    Detached { division: UnitId, steps: u8 },
    /// The presents of both sides; none for a step of a unit that he does not see.
    Presents([Option<Present>; 2]),
}

impl From<Event> for EventView {
    fn from(event: Event) -> EventView {
        EventView::Seen(event)
    }
}

/// What a viewer may know of an event that happens in a state (ruling R216): what a unit does that he sees neither
/// before nor after is not told, but for the hexes between which it moves.
pub fn redact(definitions: &Definitions, before: &State, event: &Event, viewer: Viewer) -> Option<EventView> {
    let owns = |unit: UnitId| viewer.is(definitions.unit(unit).side);
    let after = || {
        let mut after = before.clone();
        evolve(&mut after, event);
        after
    };
    let foggy = foggy(&before.field);
    let was_seen = |unit: UnitId| !foggy || owns(unit) || seen_by(definitions, &before.field, viewer, unit);
    let is_seen = |unit: UnitId| !foggy || owns(unit) || seen_by(definitions, &after().field, viewer, unit);
    let told = match event {
        Event::Allotted { side, .. } | Event::PresentChosen { side, .. } | Event::Thwarted { side, .. } => {
            viewer.is(*side)
        }
        Event::TopChosen { unit, .. } => owns(*unit),

        Event::Activated { unit, .. }
        | Event::DugIn { unit, .. }
        | Event::LeftPosition { unit }
        | Event::Recovered { unit, .. }
        | Event::StepRegained { unit, .. }
        | Event::StepLost { unit, .. }
        | Event::MarchBegan { unit, .. }
        | Event::Halted { unit, .. }
        | Event::Ambushed { unit, .. }
        | Event::Slipped { unit, .. }
        | Event::Refuelled { unit, .. } => was_seen(*unit) || is_seen(*unit),
        // the division is named, and its steps (ruling R186)
        Event::Detached { division, detachment, steps, .. } if was_seen(*division) && !is_seen(*detachment) => {
            return Some(EventView::Detached { division: *division, steps: *steps });
        }
        Event::Detached { division, .. } => was_seen(*division),
        Event::Rejoined { detachment, division, .. } => was_seen(*detachment) && was_seen(*division),
        Event::FuelRolled { dice, units } if foggy => {
            let units = units.iter().filter(|(unit, _)| was_seen(*unit)).copied().collect();
            return Some(Event::FuelRolled { dice: dice.clone(), units }.into());
        }
        Event::Cleared { unit, kind, hex, .. } if !was_seen(*unit) => {
            return Some(Event::MarkerRemoved { kind: *kind, hex: *hex }.into());
        }
        Event::Covered { units } if foggy => {
            let units: Vec<UnitId> = units.iter().copied().filter(|unit| was_seen(*unit)).collect();
            return (!units.is_empty()).then(|| Event::Covered { units }.into());
        }
        // who was surprised stands where it was set up, but it is not told of units that are not seen
        Event::TurnBegan { turn, off, surprised } if foggy => {
            let surprised = surprised.iter().copied().filter(|unit| was_seen(*unit)).collect();
            return Some(Event::TurnBegan { turn: *turn, off: off.clone(), surprised }.into());
        }
        Event::PresentsShown { presents, .. } if foggy => {
            let shown = |present: &Present| !matches!(present, Present::Step(unit) if !was_seen(*unit));
            return Some(EventView::Presents(presents.map(|present| Some(present).filter(shown))));
        }
        Event::Checked { units } if foggy => {
            let units = units.iter().filter(|(unit, ..)| was_seen(*unit)).copied().collect();
            return Some(Event::Checked { units }.into());
        }
        Event::HqReturned { unit, hex, .. } | Event::Entered { unit, hex, .. } if !is_seen(*unit) => {
            // it was seen beside the map
            let side = definitions.unit(*unit).side;
            return Some(EventView::Glimpse { side, unit: Some(*unit), from: None, to: *hex });
        }
        Event::Deployed { unit, hex } if !is_seen(*unit) => {
            let (side, known) = (definitions.unit(*unit).side, was_seen(*unit).then_some(*unit));
            return Some(EventView::Glimpse { side, unit: known, from: before.field.hex_of(*unit), to: *hex });
        }
        Event::Moved { unit, path, .. } if !is_seen(*unit) => {
            let (side, known) = (definitions.unit(*unit).side, was_seen(*unit).then_some(*unit));
            let (from, to) = (path.first().copied(), *path.last()?);
            return Some(EventView::Glimpse { side, unit: known, from, to });
        }

        // units of a combat, and those off the map, are seen; the rest lies open
        Event::Moved { .. }
        | Event::HqReturned { .. }
        | Event::Deployed { .. }
        | Event::Entered { .. }
        | Event::Checked { .. }
        | Event::AttackDeclared { .. }
        | Event::DefenceNamed { .. }
        | Event::Fought(_)
        | Event::SupportSpent { .. }
        | Event::Eliminated { .. }
        | Event::LossesTaken { .. }
        | Event::Retreated { .. }
        | Event::SupportsFreed { .. }
        | Event::Breakthrough { .. }
        | Event::Advanced { .. }
        | Event::SupportUsed { .. }
        | Event::CombatEnded
        | Event::C3iRolled { .. }
        | Event::SnafuRolled { .. }
        | Event::SnafuStruck { .. }
        | Event::DieShown { .. }
        | Event::Rerolled { .. }
        | Event::Asked { .. }
        | Event::Settled { .. }
        | Event::TurnBegan { .. }
        | Event::AirRolled { .. }
        | Event::PresentsShown { .. }
        | Event::Granted { .. }
        | Event::HqWaits { .. }
        | Event::AllotmentsShown { .. }
        | Event::InitiativeRolled { .. }
        | Event::Initiative { .. }
        | Event::Passed { .. }
        | Event::SequenceBegan { .. }
        | Event::SequenceEnded { .. }
        | Event::LateRoll { .. }
        | Event::OperationsEnded { .. }
        | Event::Held { .. }
        | Event::Alone { .. }
        | Event::FuelRolled { .. }
        | Event::HeldUp { .. }
        | Event::MeuseCrossed { .. }
        | Event::CrossedInSupply { .. }
        | Event::MarchResumed
        | Event::EventPlayed { .. }
        | Event::MarkerLaid { .. }
        | Event::MarkerRemoved { .. }
        | Event::Jumped { .. }
        | Event::Cleared { .. }
        | Event::Covered { .. }
        | Event::Supplied { .. }
        | Event::Adjusted { .. }
        | Event::Over { .. } => true,
    };
    told.then(|| event.clone().into())
}

/// Whether an event tells its side something of what it does not see: what the other side had chosen unseen (rulings
/// R12, R134), or that hidden units did, or did not, forbid or stop an order. In the fog, orders about units that stay
/// where they are tell nothing, nor does a way that comes beside no unit that is not seen (ruling R221).
pub fn discloses(definitions: &Definitions, state: &State, event: &Event) -> bool {
    let field = &state.field;
    match event {
        Event::AllotmentsShown { .. } | Event::PresentsShown { .. } => true,
        _ if !foggy(field) => false,
        Event::Moved { unit, path, .. } => unseen_beside(definitions, field, *unit, path.get(1..).unwrap_or_default()),
        Event::Entered { unit, hex, .. } => unseen_beside(definitions, field, *unit, &[*hex]),
        Event::Asked { .. }
        | Event::Settled { .. }
        | Event::Allotted { .. }
        | Event::PresentChosen { .. }
        | Event::SequenceBegan { .. }
        | Event::SequenceEnded { .. }
        | Event::Passed { .. }
        | Event::Activated { .. }
        | Event::DugIn { .. }
        | Event::LeftPosition { .. }
        | Event::Recovered { .. }
        | Event::TopChosen { .. }
        | Event::Deployed { .. }
        | Event::MarchBegan { .. }
        | Event::MarchResumed
        | Event::Held { .. } => false,
        _ => true,
    }
}
