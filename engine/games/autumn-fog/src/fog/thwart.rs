//! Orders that what is hidden does not let be carried out. They are never refused for it: they are accepted by what
//! their side sees, and then interrupted (ruling R218).

use super::super::definitions::Definitions;
use super::super::event::Event;
use super::super::game::AutumnFog;
use super::super::options::Fog;
use super::super::order::{Step, Verb};
use super::super::state::{Field, State, UnseenStack};
use super::super::view::{Seen, View};
use super::super::zoc;
use super::seen;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId, Sight, Turn, Viewer};

/// What keeps an accepted order from being carried out, if anything does. It costs nothing then, and its side learns
/// of the zones of control that forbid it: as few as explain it. Paths that run into them end there by themselves.
pub fn thwarts(turn: &Turn<'_, AutumnFog>, side: SideId, order: &[Step]) -> Option<Event> {
    let walks = matches!(order.first(), Some(Step::Verb(Verb::Move | Verb::Lose | Verb::Retreat | Verb::Advance)));
    if turn.field.options.fog == Fog::Off || walks {
        return None;
    }
    let definitions = turn.definitions();
    let state: &State = turn;
    let forbidden = Seen::new(definitions, &View::of_everything(state, side)).accept(order).err()?;
    let view = AutumnFog::view(definitions, state, Viewer::Side(side));
    let refusal_with = |known: &[HexId]| {
        let mut view = view.clone();
        for stack in view.field.unseen.iter_mut().filter(|stack| known.contains(&stack.hex)) {
            stack.exerts = true;
        }
        Seen::new(definitions, &view).accept(order).err()
    };
    let mut stacks = unknown_zones(definitions, &state.field, &view.field.unseen);
    let Some(mut refusal) = refusal_with(&stacks) else { return Some(thwarted(side, Vec::new(), &forbidden)) };
    for stack in stacks.clone() {
        let fewer: Vec<HexId> = stacks.iter().copied().filter(|other| *other != stack).collect();
        if let Some(still) = refusal_with(&fewer) {
            (stacks, refusal) = (fewer, still);
        }
    }
    Some(thwarted(side, stacks, &refusal))
}

/// Unseen stacks that exert zones of control of which the viewer does not know.
fn unknown_zones(definitions: &Definitions, field: &Field, unseen: &[UnseenStack]) -> Vec<HexId> {
    let exerts = |stack: &&UnseenStack| {
        !stack.exerts && field.in_hex(stack.hex).any(|unit| zoc::exerts(definitions, unit, field.unit(unit)))
    };
    unseen.iter().filter(exerts).map(|stack| stack.hex).collect()
}

/// Stacks that control a hex for a side without its seeing it.
pub fn unknown_controllers(definitions: &Definitions, field: &Field, side: SideId, hex: HexId) -> Vec<HexId> {
    let known = zoc::controllers(definitions, &seen(definitions, field, side), hex, side);
    let all = zoc::controllers(definitions, field, hex, side);
    all.into_iter().filter(|stack| !known.contains(stack)).collect()
}

/// The event of an order that was not carried out, or not to its end.
pub fn thwarted(side: SideId, stacks: Vec<HexId>, refusal: &Refusal) -> Event {
    Event::Thwarted { side, stacks, case: refusal.case.clone().into_owned(), reason: refusal.message.clone() }
}
