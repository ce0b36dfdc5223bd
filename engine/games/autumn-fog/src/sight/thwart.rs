//! Orders that what is hidden does not let be carried out. They are never refused for it: they are accepted by what
//! their side sees, and then interrupted (ruling R218).

use crate::AutumnFog;
use crate::chapters::fog::{thwarted, unknown_zones};
use crate::printed::options::Fog;
use crate::sight::view::{Seen, View};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::State;
use definitions::hex::HexId;
use engine::contract::{SideId, Sight, Turn, Viewer};

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
        view.field.unseen.know(known);
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
