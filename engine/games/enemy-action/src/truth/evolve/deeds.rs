//! What events and reactions change.

use crate::truth::event::Event;
use crate::truth::roster::{BridgeState, Supply};
use crate::truth::state::{Hidden, Public};
use engine::kernel::piles::take;

/// Writes what an event or a reaction did.
pub fn evolve(public: &mut Public, hidden: &mut [Hidden; 2], event: &Event) {
    match event {
        Event::Blocked { hexes } => public.roadblocks.extend(hexes),
        Event::Recovered { units } => units.iter().for_each(|unit| public.units.get_mut(*unit).dispersed = false),
        Event::InEffect { deed } => public.in_effect.push(*deed),
        Event::PutOff { units, place } => {
            units.iter().for_each(|unit| public.units.get_mut(*unit).place = *place);
        }
        Event::Resupplied { units } => {
            units.iter().for_each(|unit| public.units.get_mut(*unit).supply = Supply::Full);
        }
        Event::Bridged { river, side } => {
            public.units.set_bridge(*river, BridgeState { stands: true, owner: *side });
        }
        Event::DemolitionBegan { river } => public.demolition = Some(*river),
        Event::DemolitionOver { river, blown } => {
            public.demolition = None;
            let bridge = public.units.bridge(*river);
            public.units.set_bridge(*river, BridgeState { stands: bridge.stands && !blown, ..bridge });
        }
        Event::CardLost { side, card } => {
            let (piles, hidden) = (&mut public.piles[side.index()], &mut hidden[side.index()]);
            piles.hand = piles.hand.saturating_sub(1);
            if let Some(card) = card {
                take(&mut hidden.hand, card);
                piles.used.push(*card);
            }
        }
        Event::Interdicted { flown } => public.interdiction = Some(*flown),
        _ => {}
    }
}
