//! What fuel, depots and the OKW Reserve change.

use crate::printed::{ALLIED, Deed, GERMAN};
use crate::truth::event::Event;
use crate::truth::roster::Place;
use crate::truth::state::{Hidden, Public};
use engine::kernel::piles::take;

/// Writes what happened to fuel or to the OKW Reserve.
pub fn evolve(public: &mut Public, hidden: &mut [Hidden; 2], event: &Event) {
    match event {
        Event::DepotsLaid { hexes, real } => {
            public.depots = hexes.iter().copied().collect();
            hidden[ALLIED.index()].depots.clone_from(real);
        }
        Event::DepotFound { hex, real } => {
            public.depots.remove(hex);
            public.fuel += u8::from(*real == Some(true));
            hidden[ALLIED.index()].depots.retain(|known| known != hex);
        }
        Event::FuelShort { cards } => public.shortages.extend(cards),
        Event::FuelOut { card, units } => {
            public.shortages.retain(|known| known != card);
            units.iter().for_each(|unit| public.units.get_mut(*unit).no_fuel = true);
            let (piles, hidden) = (&mut public.piles[GERMAN.index()], &mut hidden[GERMAN.index()]);
            take(&mut hidden.hand, card);
            piles.hand = piles.hand.saturating_sub(1);
            piles.used.push(*card);
        }
        Event::FuelKept { card, by } => {
            public.shortages.retain(|known| known != card);
            match by {
                Some(_) => public.in_effect.push(Deed::FuelPriority),
                None => public.fuel = public.fuel.saturating_sub(1),
            }
        }
        Event::Released { units, day } => {
            units.iter().for_each(|unit| public.units.get_mut(*unit).place = Place::Due(*day, false));
            public.okw = Some(*day);
        }
        _ => {}
    }
}
