//! Zones of control that a side does not know of, and orders that they do not let be carried out.

use super::hiding::seen;
use crate::chapters::zones;
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::state::{Field, UnseenStack, UnseenStacks};
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// Unseen stacks that exert zones of control of which the viewer does not know.
pub fn unknown_zones(definitions: &Definitions, field: &Field, unseen: &UnseenStacks) -> Vec<HexId> {
    let exerts = |stack: &&UnseenStack| {
        !stack.exerts && field.in_hex(stack.hex).any(|unit| zones::exerts(definitions, unit, field.unit(unit)))
    };
    unseen.stacks().iter().filter(exerts).map(|stack| stack.hex).collect()
}

/// Stacks that control a hex for a side without its seeing it.
pub fn unknown_controllers(definitions: &Definitions, field: &Field, side: SideId, hex: HexId) -> Vec<HexId> {
    let known = zones::controllers(definitions, &seen(definitions, field, side), hex, side);
    let all = zones::controllers(definitions, field, hex, side);
    all.into_iter().filter(|stack| !known.contains(stack)).collect()
}

/// The event of an order that was not carried out, or not to its end.
pub fn thwarted(side: SideId, stacks: Vec<HexId>, refusal: &Refusal) -> Event {
    Event::Thwarted { side, stacks, case: refusal.case.clone().into_owned(), reason: refusal.message.clone() }
}
