//! Events written into the state.
//!
//! Dull on purpose: each arm writes what its event says, and nothing that follows from a rule. What a rule makes of a
//! deed stands in the event, worked out by the rule's chapter, so that a chapter can be put right without changing what
//! has happened in games under way ([`upgrade`](mod@super::upgrade) reads the events of before). What is written beside
//! the words of an event is bookkeeping: a marker that comes to one place leaves another, what is counted is one more.

use crate::truth::event::Event;
use crate::truth::order::{EventKind, SupportKind};
use crate::truth::state::{ATTACKER, Combat, DEFENDER, Field, Location, March, OpenAsk, Operations, State, UnitState};
use definitions::UnitId;
use engine::contract::SideId;

/// Writes an event's facts into the state.
pub fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::PresentChosen { side, present } => state.presents[side.index()] = Some(*present),
        Event::PresentsShown { .. } => state.presents = [None, None],
        Event::Allotted { side, hq, kind } => state.sealed[side.index()].push((*hq, *kind)),
        Event::AllotmentsShown { .. } => state.sealed = [Vec::new(), Vec::new()],
        _ => {}
    }
    lay(&mut state.field, event);
}

/// Writes on the table what an event says of what lies open there: the truth's, or what somebody makes of his view.
pub fn lay(field: &mut Field, event: &Event) {
    write(field, event);
    field.units.settle();
}

fn write(field: &mut Field, event: &Event) {
    match event {
        Event::Asked { id, side, pending } => {
            field.asks.push(OpenAsk { id: *id, side: *side, pending: *pending });
            field.next_ask = id.0 + 1;
        }
        Event::Settled { id } => field.asks.retain(|ask| ask.id != *id),

        Event::TurnBegan { turn, off, surprised } => {
            field.turn = *turn;
            field.units.each(|unit| unit.take_off(off));
            surprised.iter().for_each(|unit| field.units[unit.index()].pinned = true);
        }
        Event::AirRolled { missions, back, .. } => {
            field.air = *missions;
            for (grounded, back) in field.grounded.iter_mut().zip(back) {
                *grounded = grounded.saturating_sub(*back);
            }
        }
        Event::PresentChosen { .. } | Event::Allotted { .. } => {}
        Event::PresentsShown { rerolls, .. } => field.rerolls = rerolls.unwrap_or(field.rerolls),
        Event::StepRegained { unit, steps } => field.units[unit.index()].steps = *steps,
        Event::Granted { army, markers } => {
            for (pool, count) in field.pools[usize::from(*army)].iter_mut().zip(markers) {
                *pool += count;
            }
        }
        Event::HeldUp { units, until, .. } => {
            for (unit, turn) in units.iter().zip(until.iter().cycle()) {
                field.units[unit.index()].place = Location::Due(*turn);
            }
        }
        Event::HqReturned { unit, hex, steps, off } => {
            let hq = &mut field.units[unit.index()];
            (hq.place, hq.steps) = (Location::Map(*hex), steps.unwrap_or(hq.steps));
            hq.take_off(off);
        }
        Event::Adjusted { unit, was, now } => {
            if was.place != now.place {
                field.tops.retain(|(_, top)| top != unit);
            }
            field.units[unit.index()] = now.clone();
        }
        Event::Deployed { unit, hex } => field.units[unit.index()].place = Location::Map(*hex),
        Event::HqWaits { unit } => field.units[unit.index()].place = Location::Eliminated(field.turn),
        Event::Checked { units } => {
            for (unit, out_of_command, supply) in units {
                let unit = &mut field.units[unit.index()];
                (unit.out_of_command, unit.supply) = (*out_of_command, *supply);
            }
        }
        Event::FuelRolled { units, .. } => {
            for (unit, supply) in units {
                field.units[unit.index()].supply = *supply;
            }
        }
        Event::AllotmentsShown { markers } => {
            field.last_allotment = markers.iter().map(|(_, hq, kind)| (*hq, *kind)).collect();
            for (army, hq, kind) in markers {
                let pool = &mut field.pools[usize::from(*army)][kind.index()];
                *pool = pool.saturating_sub(1);
                field.supports[hq.index()][kind.index()] += 1;
            }
        }
        Event::InitiativeRolled { .. } => {}
        Event::Initiative { side, opening, lapsed } => {
            field.operations = Operations { side: Some(*side), opening: opening.clone(), ..Operations::default() };
            field.lapse(lapsed);
        }

        Event::Alone { side } => field.operations.lone = Some((*side, 0)),
        Event::Passed { next, lapsed, .. } => {
            field.operations.passes += 1;
            field.operations.side = next.or(field.operations.side);
            field.lapse(lapsed);
        }
        Event::SequenceBegan { side, activation } => {
            let operations = &mut field.operations;
            (operations.side, operations.activation) = (Some(*side), Some(*activation));
            operations.count = 0;
            operations.entries.clear();
        }
        Event::Activated { unit, ap, fatigued, counts, .. } => {
            let state = &mut field.units[unit.index()];
            (state.active, state.ap, state.half_mp, state.acted) = (true, *ap, 0, false);
            state.activations += 1;
            state.fatigued |= fatigued;
            field.operations.count += u8::from(counts.unwrap_or_default());
            field.operations.passes = 0;
        }
        Event::SequenceEnded { next, opening, lone, off, lapsed, .. } => {
            field.units.each(|unit| unit.take_off(off));
            let operations = &mut field.operations;
            (operations.side, operations.activation) = (Some(*next), None);
            operations.opening.clone_from(opening);
            operations.lone = *lone;
            field.lapse(lapsed);
        }
        Event::LateRoll { .. } => {}
        Event::OperationsEnded { gathered, returned, lapsed } => {
            field.lapse(lapsed);
            field.operations = Operations::default();
            field.supports.iter_mut().for_each(|held| *held = [0; 4]);
            for (army, kind, count) in gathered {
                field.pools[usize::from(*army)][kind.index()] += count;
            }
            let armies = field.pools.iter_mut().zip(&mut field.used).zip(returned.iter().flatten());
            for ((pool, used), returned) in armies {
                for ((in_pool, used), returned) in pool.iter_mut().zip(used).zip(returned) {
                    (*in_pool, *used) = (*in_pool + returned, used.saturating_sub(*returned));
                }
            }
        }

        Event::Entered { unit, hex, ap, half_mp } => {
            match field.operations.entries.iter_mut().find(|(entry, _)| entry == hex) {
                Some((_, count)) => *count += 1,
                None => field.operations.entries.push((*hex, 1)),
            }
            let unit = &mut field.units[unit.index()];
            (unit.place, unit.arrived, unit.acted) = (Location::Map(*hex), true, true);
            (unit.ap, unit.half_mp) = (*ap, *half_mp);
        }
        Event::Moved { unit, path, ap, half_mp, bound, off } => {
            let unit = &mut field.units[unit.index()];
            if let Some(hex) = path.last() {
                unit.place = Location::Map(*hex);
            }
            (unit.ap, unit.half_mp, unit.acted) = (*ap, *half_mp, true);
            unit.bound = *bound;
            unit.take_off(off);
        }
        Event::MarchBegan { unit, path } => field.march = Some(March { unit: (*unit).into(), path: path.clone() }),
        Event::MarchResumed => field.march = None,
        Event::Halted { .. } => {}
        Event::Ambushed { unit, ap, half_mp, .. } => {
            let unit = &mut field.units[unit.index()];
            (unit.ap, unit.half_mp, unit.acted) = (*ap, *half_mp, true);
        }
        Event::DugIn { unit, ap, off } => {
            let unit = &mut field.units[unit.index()];
            (unit.improved, unit.ap, unit.acted) = (true, *ap, true);
            unit.take_off(off);
        }
        Event::LeftPosition { unit } => field.units[unit.index()].improved = false,
        Event::Recovered { unit, ap, off, .. } => {
            let unit = &mut field.units[unit.index()];
            (unit.fatigued, unit.ap, unit.acted) = (false, *ap, true);
            unit.take_off(off);
        }
        Event::Detached { division, detachment, left, apart, .. } => {
            field.units[division.index()].steps = *left;
            stand(field, *detachment, apart);
        }
        Event::Rejoined { detachment, division, apart, whole, .. } => {
            stand(field, *detachment, apart);
            stand(field, *division, whole);
        }
        Event::Held { hex, side } => {
            if let Some(holder) = field.holders.iter_mut().find(|(held, _)| held == hex) {
                holder.1 = *side;
            }
        }
        Event::MeuseCrossed { .. } => field.meuse_crossed = true,
        Event::CrossedInSupply { .. } => field.crossed_in_supply = true,

        Event::EventPlayed { kind, .. } => {
            let left = &mut field.events[kind.index()];
            *left = left.saturating_sub(1);
        }
        Event::MarkerLaid { kind, hex } => field.markers.push((*kind, *hex)),
        Event::MarkerRemoved { kind, hex } => field.markers.retain(|marker| *marker != (*kind, *hex)),
        Event::Jumped { hex, gathered, .. } => {
            if *gathered {
                field.markers.push((EventKind::Stoesser, *hex));
            }
        }
        Event::Cleared { unit, kind, hex, ap, off } => {
            field.markers.retain(|marker| *marker != (*kind, *hex));
            let unit = &mut field.units[unit.index()];
            (unit.ap, unit.acted) = (*ap, true);
            unit.take_off(off);
        }
        Event::Covered { units } => units.iter().for_each(|unit| field.units[unit.index()].covered = true),
        Event::Slipped { hex, off, all, .. } => {
            field.units.each(|unit| unit.take_off(off));
            field.slipped.extend(all.then_some(*hex));
        }
        Event::Refuelled { unit, ap } => {
            let unit = &mut field.units[unit.index()];
            (unit.ap, unit.refuelled) = (*ap, true);
        }
        Event::Supplied { back, .. } => field.events[EventKind::AirSupply.index()] += u8::from(*back),

        Event::AttackDeclared {
            side,
            prepared,
            targets,
            attackers,
            lead,
            cost,
            supports,
            air,
            defenders,
            freed,
            from,
            off,
        } => {
            for unit in attackers {
                let unit = &mut field.units[unit.index()];
                unit.ap = unit.ap.saturating_sub(*cost);
                unit.acted = true;
                unit.take_off(off);
            }
            for unit in freed {
                field.units[unit.index()].bound = false;
            }
            for (hq, kind) in supports {
                take(&mut field.supports, *hq, *kind);
            }
            fly(&mut field.air, *side, *air);
            field.combat = Some(Combat {
                side: *side,
                prepared: *prepared,
                targets: targets.clone(),
                from: from.clone(),
                units: [attackers.clone(), defenders.clone()],
                leads: [Some(*lead), None],
                supports: [supports.clone(), Vec::new()],
                air: [*air, 0],
                snafu: None,
                struck: Vec::new(),
                die: None,
                fight: None,
                retreat: [0, 0],
                to_retreat: Vec::new(),
                unmet: 0,
                paths: Vec::new(),
                advanced: Vec::new(),
            });
        }
        Event::DefenceNamed { lead, supports, air } => {
            for (hq, kind) in supports {
                take(&mut field.supports, *hq, *kind);
            }
            if let Some(combat) = &mut field.combat {
                combat.leads[DEFENDER] = Some(*lead);
                combat.supports[DEFENDER].clone_from(supports);
                combat.air[DEFENDER] = *air;
                fly(&mut field.air, combat.side.enemy(), *air);
            }
        }
        Event::C3iRolled { .. } => {}
        Event::SnafuRolled { kind, cancelled, stays, air, grounded, slowed, exposed, .. } => {
            for (unit, ap, bound) in slowed {
                let unit = &mut field.units[unit.index()];
                (unit.ap, unit.bound) = (*ap, *bound);
            }
            for (army, _, kind) in cancelled {
                field.used[usize::from(*army)][kind.index()] += u8::from(stays.unwrap_or_default());
            }
            if let Some(combat) = &mut field.combat {
                combat.snafu = *kind;
                combat.struck.clone_from(exposed);
                combat.air[ATTACKER] = combat.air[ATTACKER].saturating_sub(*air);
                for (_, hq, kind) in cancelled {
                    withdraw(&mut combat.supports[ATTACKER], *hq, *kind);
                }
                field.grounded[combat.side.index()] += grounded;
            }
        }
        Event::SnafuStruck { unit, .. } => {
            if let Some(combat) = &mut field.combat {
                combat.struck = vec![*unit];
            }
        }
        Event::DieShown { die, .. } => {
            if let Some(combat) = &mut field.combat {
                combat.die = Some(*die);
            }
        }
        Event::Rerolled { side, second, .. } => {
            field.rerolls[side.index()] = false;
            if let Some(combat) = &mut field.combat {
                combat.die = Some(*second);
            }
        }
        Event::Fought(fight) => {
            if let Some(combat) = &mut field.combat {
                combat.fight = Some(fight.clone());
            }
        }
        Event::StepLost { unit, left } => field.units[unit.index()].steps = *left,
        Event::SupportSpent { hq, kind } => {
            if let Some(combat) = &mut field.combat {
                let lends = |supports: &&mut Vec<_>| supports.contains(&(*hq, *kind));
                if let Some(supports) = combat.supports.iter_mut().find(lends) {
                    withdraw(supports, *hq, *kind);
                }
            }
        }
        Event::Eliminated { unit } => {
            let turn = field.turn;
            let gone = &mut field.units[unit.index()];
            (gone.place, gone.steps, gone.active, gone.bound) = (Location::Eliminated(turn), 0, false, false);
            if let Some(combat) = &mut field.combat {
                combat.to_retreat.retain(|other| other != unit);
            }
        }
        Event::LossesTaken { side, retreat, unmet, going, .. } => {
            if let Some(combat) = &mut field.combat {
                let role = combat.role(*side);
                combat.retreat[role] = *retreat;
                combat.unmet += unmet;
                combat.to_retreat = going.clone().unwrap_or_default();
            }
        }
        Event::Retreated { units, path, onto_friends, off, .. } => {
            for unit in units {
                let unit = &mut field.units[unit.index()];
                if let Some(hex) = path.last() {
                    unit.place = Location::Map(*hex);
                }
                unit.fell_back = *onto_friends;
                unit.take_off(off);
            }
            if let Some(combat) = &mut field.combat {
                combat.to_retreat.retain(|unit| !units.contains(unit));
                combat.paths.push(path.clone());
            }
        }
        Event::SupportsFreed { hq, army } => {
            let held = std::mem::take(&mut field.supports[hq.index()]);
            for (pool, count) in field.used[usize::from(*army)].iter_mut().zip(held) {
                *pool += count;
            }
        }
        Event::Breakthrough { side, hex } => field.breakthroughs.push((*side, *hex)),
        Event::Advanced { unit, path, off } => {
            let state = &mut field.units[unit.index()];
            if let Some(hex) = path.last() {
                state.place = Location::Map(*hex);
            }
            state.take_off(off);
            if let Some(combat) = &mut field.combat {
                combat.advanced.push(*unit);
            }
        }
        Event::SupportUsed { army, kind, stays, .. } => {
            field.used[usize::from(*army)][kind.index()] += u8::from(*stays);
        }
        Event::CombatEnded => field.combat = None,

        Event::TopChosen { unit, hex } => {
            field.tops.retain(|(there, _)| there != hex);
            field.tops.push((*hex, *unit));
        }
        Event::Thwarted { side, stacks, .. } => {
            let new = stacks.iter().map(|hex| (*side, *hex)).filter(|met| !field.met.contains(met));
            let new: Vec<_> = new.collect();
            field.met.extend(new);
        }

        Event::Over { winner, case, reason } => {
            field.over = Some((*winner, case.clone(), reason.clone()));
            field.asks.clear();
        }
    }
}

/// Puts a unit into a state that its event tells.
fn stand(field: &mut Field, unit: UnitId, state: &Option<UnitState>) {
    if let Some(state) = state {
        field.units[unit.index()] = state.clone();
    }
}

fn fly(air: &mut [u8; 2], side: SideId, missions: u8) {
    air[side.index()] = air[side.index()].saturating_sub(missions);
}

/// Takes a marker out of a combat.
fn withdraw(supports: &mut Vec<(UnitId, SupportKind)>, hq: UnitId, kind: SupportKind) {
    if let Some(place) = supports.iter().position(|support| *support == (hq, kind)) {
        supports.remove(place);
    }
}

fn take(supports: &mut [[u8; 4]], hq: UnitId, kind: SupportKind) {
    let held = &mut supports[hq.index()][kind.index()];
    *held = held.saturating_sub(1);
}
