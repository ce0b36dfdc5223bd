//! What happens to units between moves and battles: at bridges, in a withdrawal, from the air.

use super::wake;
use crate::printed::GERMAN;
use crate::truth::event::Event;
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Hidden, Joining, Public};

/// Writes what happened to a unit.
pub fn evolve(public: &mut Public, hidden: &mut [Hidden; 2], event: &Event) {
    match event {
        Event::CameToBridge { march, bound } => {
            public.march = Some(march.clone());
            hidden[GERMAN.index()].bound.clone_from(bound);
        }
        Event::MarchOver => over(public, hidden),
        Event::Halted { halted } => {
            over(public, hidden);
            public.halted = Some(*halted);
        }
        Event::AdvanceHalted { unit, barred } => {
            over(public, hidden);
            if let Some(combat) = &mut public.combat {
                if !combat.advanced.contains(unit) {
                    combat.advanced.push(*unit);
                }
                combat.halted = barred.map(|river| (*unit, river));
            }
        }
        Event::Withdrew { units, path, wake: left } => {
            if let Some(hex) = path.last() {
                units.iter().for_each(|unit| public.units.get_mut(*unit).place = Place::Hex(*hex));
            }
            wake(public, left);
        }
        Event::JoinBegan { order } => public.joining = Some(Joining { order: order.clone(), out: 0 }),
        Event::SetOut => {
            if let Some(joining) = &mut public.joining {
                joining.out += 1;
            }
        }
        Event::JoinOver => public.joining = None,
        Event::Landed { unit, hex } => {
            let it = public.units.get_mut(*unit);
            (it.place, it.supply) = (Place::Hex(*hex), Supply::Full);
        }
        Event::CrisisBegan { units } => {
            units.iter().for_each(|(unit, place)| public.units.get_mut(*unit).place = *place);
            public.crisis = true;
        }
        _ => {}
    }
}

fn over(public: &mut Public, hidden: &mut [Hidden; 2]) {
    public.march = None;
    hidden[GERMAN.index()].bound = None;
}
