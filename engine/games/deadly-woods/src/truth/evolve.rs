//! Writes the facts of events into the state. No checks, no chance, no rules.

use crate::printed::{Chit, CombatResult};
use crate::truth::event::Event;
use crate::truth::order::Marker;
use crate::truth::state::{Act, Asked, Combat, Fuel, Place, Played, Round, Stage, State, UnitState};
use definitions::UnitId;
use engine::contract::{AskId, SideId};
use engine::kernel::piles;

/// Writes an event's facts into the state.
pub fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::Asked { side, topic, passes } => {
            state.asked = Some(Asked { id: AskId(state.next_ask), side: *side, topic: *topic, passes: *passes });
            state.next_ask += 1;
        }
        Event::Answered => state.asked = None,
        Event::TurnBegan { turn, came } => {
            state.turn = *turn;
            state.track.clear();
            state.reaction_kept = 0;
            state.rebuilt.clear();
            state.spent = [[0; 2]; 2];
            state.built = [0; 3];
            state.bonus_used = false;
            each(state, came, |unit| unit.place = Place::Box);
        }
        Event::Initiative { side } => state.initiative = *side,
        Event::PhaseBegan { phase } => state.phase = *phase,
        Event::CupFilled { cup, hand } => (state.cup, state.hand) = (cup.clone(), hand.clone()),
        Event::ArmiesTaken { chits } => chits.iter().for_each(|chit| piles::put(&mut state.cup, *chit)),
        Event::ReactionKept => state.reaction_kept = state.track.len() as u8,
        Event::SsDecided { ss, .. } => state.ss = *ss,
        Event::Placed { unit, hex } => {
            let laid = Some(state.turn);
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.laid) = (Place::Hex(*hex), laid);
        }
        Event::SetAside { unit, place } => {
            if state.combat.as_ref().is_some_and(|combat| combat.defenders.contains(unit)) {
                paid(state, *unit);
            }
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.lost) = (*place, 0);
        }
        Event::Marked { marker, hex } => match marker {
            Marker::Greif => state.greif = *hex,
            Marker::Traffic => state.traffic = *hex,
            Marker::AirSupply => {
                state.air_used |= hex.is_some();
                state.air = *hex;
            }
            Marker::Motorised => {}
        },
        Event::Motorised { unit } => state.motorised = *unit,
        Event::Dropped { hex, lands, .. } => state.rumour = (!lands).then_some(*hex),
        Event::Rebuilt { side, unit, place, lost, armour } => {
            state.spent[side.index()][usize::from(*armour)] += 1;
            state.rebuilt.push(*unit);
            let unit = state.units.get_mut(*unit);
            // it could trace supply, or it would have got nothing (8.1f)
            (unit.place, unit.lost, unit.out) = (*place, *lost, false);
        }
        Event::Chosen { chit } => {
            if !piles::take(&mut state.cup, chit) {
                piles::take(&mut state.hand, chit);
            }
            state.drawn = Some(*chit);
        }
        Event::Drawn { chit, .. } => {
            piles::take(&mut state.cup, chit);
            state.drawn = Some(*chit);
        }
        Event::HeldPlayed { returned } => {
            piles::take(&mut state.hand, &Chit::AlliedReinforcements);
            if let Some(chit) = returned {
                piles::put(&mut state.cup, *chit);
            }
            state.drawn = Some(Chit::AlliedReinforcements);
        }
        Event::HeldReturned => {
            if piles::take(&mut state.hand, &Chit::AlliedReinforcements) {
                piles::put(&mut state.cup, Chit::AlliedReinforcements);
            }
        }
        Event::RoundBegan { side, chit, act, units } => {
            if *chit == Chit::Reaction {
                piles::take(&mut state.hand, chit);
            }
            state.drawn = None;
            state.track.push(Played { chit: *chit, act: Some(*act) });
            begin_round(state, *side, *act, units);
        }
        Event::OpeningBegan { side, act } => begin_round(state, *side, *act, &[]),
        Event::Entered { unit, hex, bound } => {
            if let Some(round) = state.round.as_mut().filter(|round| !round.units.contains(unit)) {
                round.units.push(*unit);
            }
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.bound, unit.entered) = (Place::Hex(*hex), *bound, true);
        }
        Event::PutOff { unit, place } => {
            if let Some(round) = &mut state.round {
                round.units.retain(|other| other != unit);
            }
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.entered, unit.put_off) = (*place, false, true);
        }
        Event::FormationChosen { group, slot } => {
            if let Some(round) = &mut state.round {
                round.formations[usize::from(*slot).min(2)] = Some(*group);
            }
        }
        Event::UnitChosen { unit } => {
            if let Some(round) = &mut state.round {
                round.chosen.push(*unit);
            }
        }
        Event::Moved { unit, path } => {
            let unit = state.units.get_mut(*unit);
            unit.moved = true;
            if let Some(hex) = path.last() {
                unit.place = Place::Hex(*hex);
            }
        }
        Event::HeldDoor { unit } => state.units.get_mut(*unit).stays = true,
        Event::Infiltrated => state.infiltrated = true,
        Event::GaveUpTanks { unit, lost } => state.units.get_mut(*unit).lost = *lost,
        Event::FightBegan => {
            if let Some(round) = &mut state.round {
                round.fights = true;
            }
        }
        Event::RoundClosing => {
            if let Some(round) = &mut state.round {
                round.closing = true;
            }
        }
        Event::RoundEnded { fresh } => {
            each(state, fresh, |unit| unit.used = false);
            end_round(state);
        }
        Event::BridgeBlown { bridge, by } => {
            state.units.blow(*bridge, true);
            if let (Some(round), Some(by)) = (&mut state.round, by) {
                round.blew.push(*by);
            }
        }
        Event::BridgeBuilt { bridge, army } => {
            state.units.blow(*bridge, false);
            if let Some(army) = army {
                state.built[*army as usize] += 1;
            }
        }
        Event::Controlled { hexes, german } => hexes.iter().for_each(|hex| {
            if *german {
                state.german.insert(*hex);
            } else {
                state.german.remove(hex);
            }
        }),
        Event::StVithEntered => state.st_vith = Some(state.turn),
        Event::MeuseCrossed => state.meuse = true,
        Event::FuelDecided { captured } => state.fuel = if *captured { Fuel::Captured } else { Fuel::Gone },
        Event::SupplyChecked { out } => {
            state.track.push(Played { chit: Chit::SupplyCheck, act: None });
            state.drawn = None;
            state.units.each(|unit| unit.out = false);
            each(state, out, |unit| unit.out = true);
        }
        Event::Attacked { attacker, attackers, target, defenders, guns, doubled, bonus, follow, over } => {
            each(state, attackers, |unit| unit.attacked = true);
            each(state, defenders, |unit| unit.defended = true);
            each(state, guns, |unit| unit.used = true);
            state.bonus_used |= *bonus;
            state.combat = Some(Combat {
                attacker: *attacker,
                attackers: attackers.clone(),
                target: *target,
                defenders: defenders.clone(),
                guns: guns.clone(),
                doubled: *doubled,
                bonus: *bonus,
                support: Vec::new(),
                follow: follow.clone(),
                stage: Stage::Declared,
                result: Default::default(),
                owed: [0; 2],
                goes: false,
                retreating: Vec::new(),
                over: over.clone(),
                bridges: Vec::new(),
                harried: Vec::new(),
                payers: Vec::new(),
            });
        }
        Event::Supported { support } => {
            each(state, support, |unit| unit.used |= unit.hex().is_none());
            in_combat(state, |combat| (combat.stage, combat.support) = (Stage::Supported, support.clone()));
        }
        Event::Weighed { .. } => {}
        Event::Fought { result, .. } => in_combat(state, |combat| {
            (combat.stage, combat.result) = (Stage::Rolled, *result);
        }),
        Event::Converted { taken } => in_combat(state, |combat| {
            if *taken {
                combat.result = CombatResult::BOTH;
            }
            combat.stage = Stage::Losses;
            combat.owed[combat.attacker.index()] = combat.result.attacker;
            combat.owed[combat.attacker.enemy().index()] = combat.result.defender;
        }),
        Event::Owes { side, steps, units } => in_combat(state, |combat| {
            combat.owed[side.index()] += steps;
            combat.payers.clone_from(units);
        }),
        Event::LostStep { unit } => {
            paid(state, *unit);
            state.units.get_mut(*unit).lost += 1;
        }
        Event::Died { unit } => {
            paid(state, *unit);
            in_combat(state, |combat| release(combat, *unit));
            dead(state, *unit, Place::Dead);
        }
        Event::Stood { unit } => in_combat(state, |combat| {
            combat.goes = unit.is_none();
            combat.result.retreat &= unit.is_none();
        }),
        Event::RetreatBegan { units } => {
            in_combat(state, |combat| (combat.stage, combat.retreating) = (Stage::Retreating, units.clone()));
        }
        Event::Retreated { units, path, zones, bridges } => {
            if let Some(to) = path.last() {
                each(state, units, |unit| unit.place = Place::Hex(*to));
            }
            in_combat(state, |combat| {
                combat.harried.extend(units.iter().filter(|_| *zones));
                combat.bridges.extend(bridges);
                combat.retreating.retain(|unit| !units.contains(unit));
            });
        }
        Event::Trapped { units } => {
            in_combat(state, |combat| combat.retreating.retain(|unit| !units.contains(unit)));
        }
        Event::RetreatOver { bridges, by_die, costs_step, payers } => in_combat(state, |combat| {
            combat.owed[combat.attacker.enemy().index()] += u8::from(*costs_step);
            combat.payers.clone_from(payers);
            combat.stage = if *by_die || bridges.is_empty() { Stage::Retreated } else { Stage::Holding };
            combat.bridges.clone_from(bridges);
        }),
        Event::HexHeld { bridges } => in_combat(state, |combat| {
            combat.stage = Stage::Holding;
            combat.bridges.clone_from(bridges);
        }),
        Event::BridgeRolled { .. } => {}
        Event::BridgeSpared { bridge } => in_combat(state, |combat| combat.bridges.retain(|other| other != bridge)),
        Event::BridgesOver => in_combat(state, |combat| {
            combat.stage = Stage::Advancing;
            combat.bridges.clear();
        }),
        Event::Advanced { unit, to } => state.units.get_mut(*unit).place = Place::Hex(*to),
        Event::CombatEnded => state.combat = None,
        Event::Removed { unit } => dead(state, *unit, Place::Dead),
        Event::Left { units, .. } => units.iter().for_each(|unit| dead(state, *unit, Place::Gone)),
        Event::Counted { points, .. } => state.points = *points,
        Event::CleanedUp { rumour_over } => {
            state.units.each(|unit| unit.used = false);
            (state.greif, state.traffic, state.motorised) = (None, None, None);
            (state.cup, state.hand) = (Vec::new(), Vec::new());
            if *rumour_over {
                state.rumour = None;
            }
        }
        Event::Adjusted { unit, place, lost } => {
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.lost) = (*place, *lost);
        }
        Event::Over { ending } => (state.ending, state.asked) = (Some(ending.clone()), None),
    }
}

fn begin_round(state: &mut State, side: SideId, act: Act, units: &[UnitId]) {
    state.round = Some(Round {
        side,
        act,
        units: units.to_vec(),
        formations: [None; 3],
        chosen: Vec::new(),
        blew: Vec::new(),
        fights: false,
        closing: false,
    });
}

/// What holds for a round alone ends.
fn end_round(state: &mut State) {
    state.round = None;
    state.units.each(|unit: &mut UnitState| {
        (unit.entered, unit.moved, unit.stays) = (false, false, false);
        (unit.attacked, unit.defended) = (false, false);
    });
}

fn dead(state: &mut State, unit: UnitId, place: Place) {
    if state.motorised == Some(unit) {
        state.motorised = None;
    }
    let unit = state.units.get_mut(unit);
    (unit.place, unit.lost, unit.out) = (place, 0, false);
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
        let owed = &mut combat.owed[side.index()];
        *owed = owed.saturating_sub(1);
        if *owed == 0 && !attacks {
            combat.payers.clear();
        }
    });
}

/// A unit is dead that had to pay: what nobody is left to pay is not owed any more.
fn release(combat: &mut Combat, unit: UnitId) {
    if combat.payers.contains(&unit) {
        combat.payers.retain(|other| *other != unit);
        if combat.payers.is_empty() {
            combat.owed[combat.attacker.enemy().index()] = 0;
        }
    }
}

fn each(state: &mut State, units: &[UnitId], mut change: impl FnMut(&mut UnitState)) {
    units.iter().for_each(|unit| change(state.units.get_mut(*unit)));
}
