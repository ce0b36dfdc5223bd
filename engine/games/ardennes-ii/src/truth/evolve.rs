//! Writes the facts of events into the state. No checks, no chance, no rules.

use crate::truth::event::Event;
use crate::truth::state::{Asked, Combat, March, Place, Stage, State};
use definitions::UnitId;
use engine::contract::AskId;

/// Writes an event's facts into the state.
pub fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::Asked { side, topic, passes } => {
            state.asked = Some(Asked { id: AskId(state.next_ask), side: *side, topic: *topic, passes: *passes });
            state.next_ask += 1;
        }
        Event::Answered => state.asked = None,
        Event::SetUp { unit, hex } => state.units.get_mut(*unit).place = Place::Hex(*hex),
        Event::Places { side } => state.side = *side,
        Event::Opened => state.opening = false,
        Event::PhaseBegan { side, phase, adjacent, under_fire } => {
            (state.side, state.phase) = (*side, *phase);
            state.movers.clear();
            state.unspotted.clear();
            state.targets.clear();
            state.threatened.clear();
            state.opening = true;
            state.units.each(|unit| {
                (unit.spent, unit.stays, unit.tried, unit.fired) = (None, false, false, false);
                (unit.began_adjacent, unit.under_fire, unit.overran, unit.attacked) = (false, false, false, false);
            });
            adjacent.iter().for_each(|unit| state.units.get_mut(*unit).began_adjacent = true);
            under_fire.iter().for_each(|unit| state.units.get_mut(*unit).under_fire = true);
        }
        Event::Disorganised { units, .. } => each(state, units, |unit| unit.disorganised = true),
        Event::Recovered { units } => each(state, units, |unit| unit.disorganised = false),
        Event::Moved { units, path, spent, under_fire } => {
            begin_move(state, units);
            for (unit, spent) in units.iter().zip(spent) {
                let unit = state.units.get_mut(*unit);
                (unit.spent, unit.fresh) = (Some(*spent), false);
                unit.under_fire |= *under_fire;
                if let Some(hex) = path.last() {
                    unit.place = Place::Hex(*hex);
                }
            }
        }
        Event::Overran { units, spent, .. } => {
            begin_move(state, units);
            for (unit, spent) in units.iter().zip(spent) {
                let unit = state.units.get_mut(*unit);
                (unit.spent, unit.overran, unit.fresh) = (Some(*spent), true, false);
            }
        }
        Event::Waits { units, path } => state.march = Some(March { units: units.clone(), path: path.clone() }),
        Event::WentOn => state.march = None,
        Event::Halted { .. } => {}
        Event::UnderFire { units } => each(state, units, |unit| unit.under_fire = true),
        Event::Threatened { plungers } => state.threatened.clone_from(plungers),
        Event::Advanced { units, to } => {
            each(state, units, |unit| unit.place = Place::Hex(*to));
            in_combat(state, |combat| combat.advanced.extend(units));
        }
        Event::BuggedOut { unit, to, .. } => state.units.get_mut(*unit).place = Place::Hex(*to),
        Event::Retreated { units, path } => {
            if let Some(to) = path.last() {
                each(state, units, |unit| unit.place = Place::Hex(*to));
            }
        }
        Event::Left { unit, turn, spent } => {
            // those who came with it may follow it
            if state.movers.contains(unit) {
                state.movers.retain(|other| other != unit);
            } else {
                begin_move(state, &[*unit]);
            }
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.spent, unit.disorganised) = (Place::Exited(*turn), Some(*spent), false);
        }
        Event::Supplied { hex } => {
            state.strikes = state.strikes.saturating_sub(1);
            state.air_supply.push(*hex);
        }
        Event::AirSupplyRemoved => state.air_supply.clear(),
        Event::AirSupplyUsed { hexes } => {
            for hex in hexes {
                let at = state.air_supply.iter().position(|it| it == hex);
                if let Some(at) = at {
                    state.air_supply.remove(at);
                }
            }
        }
        Event::Arrived { unit, hex } => {
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.fresh, unit.landed) = (Place::Hex(*hex), true, Some(*hex));
        }
        Event::Came { units } => each(state, units, |unit| unit.place = Place::Waiting),
        Event::WeatherRolled { frost, .. } => state.frost = *frost,
        Event::StrikesRolled { strikes, .. } => state.strikes = *strikes,
        Event::TurnBegan { turn } => {
            (state.turn, state.frost, state.strikes) = (*turn, false, 0);
            state.air_supply.clear();
            state.rolled.clear();
        }
        Event::Stayed { units } => each(state, units, |unit| (unit.stays, unit.tried) = (true, true)),
        Event::Fired { side, gun, spotter, hex, half, full, .. } => {
            if let Some(gun) = gun {
                state.units.get_mut(*gun).fired = true;
            }
            if let Some(spotter) = spotter {
                state.units.get_mut(*spotter).stays = true;
            }
            if gun.is_none() {
                state.strikes = state.strikes.saturating_sub(1);
                state.unspotted.extend(spotter.is_none().then_some(*hex));
            }
            let barrages = &mut state.barrages[side.index()];
            for (markers, more) in [(&mut barrages.half, *half), (&mut barrages.full, *full)] {
                if more > 0 {
                    *markers.entry(*hex).or_default() += more;
                }
            }
        }
        Event::Reconciled { side, hex, full, .. } => {
            let barrages = &mut state.barrages[side.index()];
            barrages.half.remove(hex);
            if *full > 0 {
                *barrages.full.entry(*hex).or_default() += full;
            }
        }
        Event::BarragesRemoved { side } => state.barrages[side.index()] = Default::default(),
        Event::Tried { plunger, charge } => {
            if let Some(known) = state.charges.get_mut(usize::from(plunger.0)) {
                *known = *charge;
            }
        }
        Event::ChargeRolled { plunger, .. } => state.threatened.retain(|other| other != plunger),
        Event::ArrivalRolled { .. } => {}
        Event::DropRolled { .. } => {}
        Event::Weighed { .. } => {}
        Event::GunsRolled { unit, .. } => state.rolled.push(*unit),
        Event::Attacked { attacker, attackers, target, defenders, overrun, follow, beyond } => {
            if !overrun {
                each(state, attackers, |unit| unit.attacked = true);
                state.targets.push(*target);
            }
            state.combat = Some(Combat {
                attacker: *attacker,
                attackers: attackers.clone(),
                target: *target,
                defenders: defenders.clone(),
                overrun: *overrun,
                stage: Stage::Announced,
                owed: [0, 0],
                first_paid: false,
                retreat: 0,
                follow: follow.clone(),
                beyond: *beyond,
                advanced: Vec::new(),
            });
        }
        Event::Avoided { hexes } => {
            in_combat(state, |combat| (combat.stage, combat.retreat) = (Stage::Avoided, *hexes));
        }
        Event::Fought { result, .. } => in_combat(state, |combat| {
            (combat.stage, combat.retreat) = (Stage::Fought, result.retreat);
            combat.owed[combat.attacker.index()] = result.attacker;
            combat.owed[combat.attacker.enemy().index()] = result.defender;
        }),
        Event::RetreatOver { costs_step } => in_combat(state, |combat| {
            combat.stage = Stage::Over;
            combat.owed[combat.attacker.enemy().index()] = u8::from(*costs_step);
        }),
        Event::CombatEnded => state.combat = None,
        Event::LostStep { unit } => {
            paid(state, *unit);
            state.units.get_mut(*unit).lost += 1;
        }
        Event::Gone { unit } => {
            paid(state, *unit);
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.disorganised) = (Place::Gone, false);
        }
        Event::Controlled { objective, german } => {
            if let Some(known) = state.german.get_mut(usize::from(*objective)) {
                *known = *german;
            }
        }
        Event::Counted { points } => state.best = state.best.max(*points),
        Event::Adjusted { unit, place, lost, disorganised } => {
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.lost, unit.disorganised) = (*place, *lost, *disorganised);
        }
        Event::Over { ending } => (state.ending, state.asked) = (Some(ending.clone()), None),
    }
}

fn in_combat(state: &mut State, change: impl FnOnce(&mut Combat)) {
    if let Some(combat) = &mut state.combat {
        change(combat);
    }
}

/// A unit that fights has lost a step: its side owes one less.
fn paid(state: &mut State, unit: UnitId) {
    in_combat(state, |combat| {
        let attacks = combat.attackers.contains(&unit);
        let side = if attacks { combat.attacker } else { combat.attacker.enemy() };
        combat.first_paid |= attacks;
        let owed = &mut combat.owed[side.index()];
        *owed = owed.saturating_sub(1);
    });
}

fn each(state: &mut State, units: &[UnitId], mut change: impl FnMut(&mut crate::truth::state::UnitState)) {
    units.iter().for_each(|unit| change(state.units.get_mut(*unit)));
}

/// These units move, and whoever moved before has moved.
fn begin_move(state: &mut State, units: &[UnitId]) {
    let before: Vec<UnitId> = state.movers.iter().copied().filter(|unit| !units.contains(unit)).collect();
    each(state, &before, |unit| unit.stays = true);
    state.movers = units.to_vec();
}
