//! Writing facts into a state.

mod deeds;
mod fuel;
mod march;

use crate::printed::RiverId;
use crate::truth::event::{Event, Play, Wake};
use crate::truth::roster::{BridgeState, Place, Supply, UnitState};
use crate::truth::state::{Asked, Combat, Deployment, Fight, Hidden, Public, Replacing, Stage, State};
use definitions::UnitId;
use engine::contract::{AskId, SideId};
use engine::kernel::piles::{put, take};

/// Writes an event's facts into the state.
pub fn evolve(state: &mut State, event: &Event) {
    let (public, hidden) = (&mut state.public, &mut state.hidden);
    match event {
        Event::Asked { side, topic } => {
            public.asked = Some(Asked { id: AskId(public.next_ask), side: *side, topic: *topic });
            public.next_ask += 1;
        }
        Event::Answered => public.asked = None,
        Event::DayBegan { day, opening } => {
            (public.day, public.opening, public.single, public.passed) = (*day, *opening, [false; 2], false);
            (public.last, public.acted) = Default::default();
            (public.in_effect, public.interdiction) = (Vec::new(), None);
        }
        Event::PhaseBegan { phase } => public.phase = *phase,
        Event::Arrived { units } => {
            units.iter().for_each(|(unit, place)| public.units.get_mut(*unit).place = *place);
        }
        Event::CardsCame { .. } | Event::Supplemented { .. } | Event::Returned { .. } | Event::Drew { .. } => {
            cards(public, hidden, event);
        }
        Event::Played { side, card, play, back } => {
            let (piles, hidden) = (&mut public.piles[side.index()], &mut hidden[side.index()]);
            take(&mut hidden.hand, card);
            piles.hand = piles.hand.saturating_sub(1);
            if *back {
                put(&mut hidden.draw, *card);
                piles.draw += 1;
            } else {
                piles.used.push(*card);
            }
            public.passed &= matches!(play, Play::Tactic(_) | Play::Reaction);
        }
        Event::Passed { .. } => public.passed = true,
        Event::LaidAside { side, cards } => {
            let (piles, hidden) = (&mut public.piles[side.index()], &mut hidden[side.index()]);
            (piles.hand, hidden.hand) = (0, Vec::new());
            piles.used.extend(cards);
        }
        Event::OpeningOver => public.opening = 0,
        Event::Activated { activation, single, bridges, roadblocks } => {
            let side = activation.side;
            public.single[side.index()] |= *single;
            if !activation.alarm {
                public.acted[side.index()].clone_from(&activation.units);
            }
            bridges.iter().for_each(|bridge| own(public, *bridge, side));
            roadblocks.iter().for_each(|hex| {
                public.roadblocks.remove(hex);
            });
            public.activation = Some(activation.clone());
            public.units.each(fresh);
        }
        Event::Opened { corps } => public.opened.extend(corps),
        Event::Moved { unit, path, crossed, used, wake: left } => {
            public.halted = None;
            let it = public.units.get_mut(*unit);
            it.moved = true;
            if let Some(hex) = path.last() {
                it.place = Place::Hex(*hex);
            }
            if let Some(activation) = &mut public.activation {
                activation.crossed.extend(crossed);
                activation.used.extend(used.iter().map(|river| (*river, *unit)));
            }
            wake(public, left);
        }
        Event::Exited { unit, points, north, south, wake: left } => {
            public.gains.exits += points;
            public.gains.left_north |= north;
            public.gains.left_south |= south;
            public.units.get_mut(*unit).place = Place::Exited;
            public.halted = None;
            wake(public, left);
        }
        Event::ReactionsOver => stage(public, Stage::Moving),
        Event::MovesOver => {
            public.halted = None;
            stage(public, Stage::Moved);
        }
        Event::FightBegan => {
            public.halted = None;
            stage(public, Stage::Fighting);
        }
        Event::DugIn { hex } => {
            public.positions.insert(*hex);
            stage(public, Stage::Digging);
        }
        Event::ActivationEnded { recovered } => {
            recovered.iter().for_each(|unit| public.units.get_mut(*unit).dispersed = false);
            public.units.each(fresh);
            public.activation = None;
        }
        Event::DeploysBesides { side } => public.besides = Some(*side),
        Event::ImpulseBegan { side, opening } => {
            (public.impulse, public.opening, public.besides) = (*side, *opening, None);
            public.last[side.index()] = std::mem::take(&mut public.acted[side.index()]);
        }
        Event::DeploymentBegan { side, units, one } => {
            public.besides = None;
            public.deployment = Some(Deployment { side: *side, units: units.clone(), one: *one, came: Vec::new() });
        }
        Event::Deployed { unit, hex, wake: left, at_dinant } => {
            public.at_dinant |= at_dinant;
            public.units.get_mut(*unit).place = Place::Hex(*hex);
            if let Some(deployment) = &mut public.deployment {
                deployment.units.retain(|other| other != unit);
                deployment.came.push((*unit, *hex));
            }
            wake(public, left);
        }
        Event::DeploymentEnded => public.deployment = None,
        Event::ReplacingBegan { side, corps, points } => {
            public.replacing = Some(Replacing { side: *side, corps: *corps, points: *points, gained: Vec::new() });
        }
        Event::Rebuilt { unit } => {
            let it = public.units.get_mut(*unit);
            it.lost = it.lost.saturating_sub(1);
            if let Some(replacing) = &mut public.replacing {
                replacing.points = replacing.points.saturating_sub(1);
                replacing.gained.push(*unit);
            }
        }
        Event::ReplacingEnded => public.replacing = None,
        Event::SupplyJudged { units, roadblocks } => {
            units.iter().for_each(|(unit, supply)| public.units.get_mut(*unit).supply = *supply);
            roadblocks.iter().for_each(|hex| {
                public.roadblocks.remove(hex);
            });
        }
        Event::Surrendered { unit, loses, dies, .. } => {
            if *loses {
                lose(public, *unit, *dies);
            }
        }
        Event::Removed { unit, dies } => lose(public, *unit, *dies),
        Event::MeuseCounted => public.gains.meuse = true,
        Event::PositionsLost { hexes } => hexes.iter().for_each(|hex| {
            public.positions.remove(hex);
        }),
        Event::CleanedUp => {
            let aside = std::mem::take(&mut public.aside);
            aside.into_iter().for_each(|chit| put(&mut public.cup, chit));
            public.units.each(|unit| (unit.dispersed, unit.no_fuel) = (false, false));
        }
        Event::Adjusted { unit, place, lost } => {
            let it = public.units.get_mut(*unit);
            (it.place, it.lost) = (*place, *lost);
        }
        Event::Over { ending } => (public.ending, public.asked) = (Some(ending.clone()), None),
        Event::CameToBridge { .. }
        | Event::MarchOver
        | Event::Halted { .. }
        | Event::AdvanceHalted { .. }
        | Event::Withdrew { .. }
        | Event::JoinBegan { .. }
        | Event::SetOut
        | Event::JoinOver
        | Event::Landed { .. }
        | Event::CrisisBegan { .. } => march::evolve(public, hidden, event),
        Event::DepotsLaid { .. }
        | Event::DepotFound { .. }
        | Event::FuelShort { .. }
        | Event::FuelOut { .. }
        | Event::FuelKept { .. }
        | Event::Released { .. } => fuel::evolve(public, hidden, event),
        Event::Blocked { .. }
        | Event::Recovered { .. }
        | Event::InEffect { .. }
        | Event::PutOff { .. }
        | Event::Resupplied { .. }
        | Event::Bridged { .. }
        | Event::DemolitionBegan { .. }
        | Event::DemolitionOver { .. }
        | Event::CardLost { .. }
        | Event::Interdicted { .. } => deeds::evolve(public, hidden, event),
        _ => fight(public, event),
    }
}

/// Cards that move between hidden piles.
fn cards(public: &mut Public, hidden: &mut [Hidden; 2], event: &Event) {
    match event {
        Event::CardsCame { side, primary, supplemental } => {
            let (piles, hidden) = (&mut public.piles[side.index()], &mut hidden[side.index()]);
            piles.draw += primary.len() as u8;
            piles.available += supplemental.len() as u8;
            primary.iter().for_each(|card| put(&mut hidden.draw, *card));
            supplemental.iter().for_each(|card| put(&mut hidden.available, *card));
        }
        Event::Supplemented { side, cards, count } => {
            let (piles, hidden) = (&mut public.piles[side.index()], &mut hidden[side.index()]);
            piles.draw += count;
            piles.available = piles.available.saturating_sub(*count);
            for card in cards {
                take(&mut hidden.available, card);
                put(&mut hidden.draw, *card);
            }
        }
        Event::Returned { side, primary, supplemental } => {
            let (piles, hidden) = (&mut public.piles[side.index()], &mut hidden[side.index()]);
            piles.used.clear();
            piles.draw += primary.len() as u8;
            piles.available += supplemental.len() as u8;
            primary.iter().for_each(|card| put(&mut hidden.draw, *card));
            supplemental.iter().for_each(|card| put(&mut hidden.available, *card));
        }
        Event::Drew { side, cards, count } => {
            let (piles, hidden) = (&mut public.piles[side.index()], &mut hidden[side.index()]);
            piles.draw = piles.draw.saturating_sub(*count);
            piles.hand += count;
            for card in cards {
                take(&mut hidden.draw, card);
                put(&mut hidden.hand, *card);
            }
        }
        _ => {}
    }
}

/// What happens in a combat.
fn fight(public: &mut Public, event: &Event) {
    match event {
        Event::Attacked { attacker, attackers, from, target, defenders, tactics, positions } => {
            attackers.iter().for_each(|unit| public.units.get_mut(*unit).attacked = true);
            defenders.iter().for_each(|unit| public.units.get_mut(*unit).defended = true);
            positions.iter().for_each(|hex| {
                public.positions.remove(hex);
            });
            public.combat = Some(Combat {
                attacker: *attacker,
                attackers: attackers.clone(),
                from: from.clone(),
                target: *target,
                defenders: defenders.clone(),
                tactics: [tactics.clone(), Vec::new()],
                stage: Fight::Declared,
                chits: (0, 0),
                drawn: Vec::new(),
                total: None,
                owed: [0; 2],
                penalty: 0,
                losses: Vec::new(),
                dispersed: false,
                retreat: Vec::new(),
                crossed: Vec::new(),
                advanced: Vec::new(),
                halted: None,
            });
        }
        Event::Supported { tactics, chits, position, joined } => {
            joined.iter().for_each(|unit| public.units.get_mut(*unit).defended = true);
            position.iter().for_each(|hex| {
                public.positions.insert(*hex);
            });
            in_combat(public, |combat| {
                combat.tactics[1].clone_from(tactics);
                combat.defenders.extend(joined);
                (combat.stage, combat.chits) = (Fight::Drawing, *chits);
            });
        }
        Event::TotalSaid { total } => in_combat(public, |combat| combat.total = Some(*total)),
        Event::ChitDrawn { chit, refilled, .. } => {
            take(&mut public.cup, chit);
            if *refilled {
                refill(public);
            }
            in_combat(public, |combat| combat.drawn.push(*chit));
        }
        Event::CupFilled => refill(public),
        Event::Hit { attacker, defender, position } => {
            position.iter().for_each(|hex| {
                public.positions.remove(hex);
            });
            in_combat(public, |combat| {
                (combat.owed, combat.stage) = ([*attacker, *defender], Fight::DefenderHits);
            });
        }
        Event::FightWentOn { stage } => in_combat(public, |combat| combat.stage = *stage),
        Event::LostStep { unit, penalty } | Event::Died { unit, penalty } => {
            in_combat(public, |combat| {
                combat.losses.push(*unit);
                let role = usize::from(!combat.attackers.contains(unit));
                let owed = if *penalty { &mut combat.penalty } else { &mut combat.owed[role] };
                *owed = owed.saturating_sub(1);
            });
            lose(public, *unit, matches!(event, Event::Died { .. }));
        }
        Event::Retreated { units, path, hits, penalty, dispersed, wake: left } => {
            for unit in units {
                let it = public.units.get_mut(*unit);
                it.retreated = true;
                it.dispersed |= dispersed;
                if let Some(hex) = path.last() {
                    it.place = Place::Hex(*hex);
                }
            }
            in_combat(public, |combat| {
                combat.owed[1] = combat.owed[1].saturating_sub(*hits);
                (combat.penalty, combat.retreat) = (*penalty, path.clone());
            });
            wake(public, left);
        }
        Event::Dispersed { units, hits } => {
            for unit in units {
                let it = public.units.get_mut(*unit);
                (it.dispersed, it.just_dispersed) = (true, true);
            }
            in_combat(public, |combat| {
                combat.owed[0] = combat.owed[0].saturating_sub(*hits);
                combat.dispersed = true;
            });
        }
        Event::Advanced { unit, path, crossed, used, wake: left } => {
            if let Some(hex) = path.last() {
                public.units.get_mut(*unit).place = Place::Hex(*hex);
            }
            in_combat(public, |combat| {
                combat.crossed.extend(crossed);
                combat.advanced.push(*unit);
                combat.halted = combat.halted.filter(|(halted, _)| halted != unit);
            });
            if let Some(activation) = &mut public.activation {
                activation.used.extend(used.iter().map(|river| (*river, *unit)));
            }
            wake(public, left);
        }
        Event::Overwhelmed { units } => units.iter().for_each(|unit| lose(public, *unit, true)),
        Event::CombatEnded => {
            if let Some(combat) = public.combat.take() {
                combat.drawn.into_iter().for_each(|chit| put(&mut public.aside, chit));
            }
        }
        _ => {}
    }
}

/// The chits of earlier combats go back into the cup.
fn refill(public: &mut Public) {
    let aside = std::mem::take(&mut public.aside);
    aside.into_iter().for_each(|chit| put(&mut public.cup, chit));
}

fn in_combat(public: &mut Public, change: impl FnOnce(&mut Combat)) {
    if let Some(combat) = &mut public.combat {
        change(combat);
    }
}

fn stage(public: &mut Public, stage: Stage) {
    if let Some(activation) = &mut public.activation {
        activation.stage = stage;
    }
}

/// What holds for an activation alone ends.
fn fresh(unit: &mut UnitState) {
    (unit.moved, unit.attacked, unit.defended, unit.retreated) = (false, false, false, false);
    unit.just_dispersed = false;
}

fn lose(public: &mut Public, unit: UnitId, dies: bool) {
    let it = public.units.get_mut(unit);
    if dies {
        *it = UnitState { place: Place::Dead, supply: Supply::Full, ..UnitState::default() };
    } else {
        it.lost += 1;
    }
}

fn own(public: &mut Public, river: RiverId, side: SideId) {
    let bridge = public.units.bridge(river);
    public.units.set_bridge(river, BridgeState { owner: side, ..bridge });
}

/// What follows from somebody's going somewhere.
fn wake(public: &mut Public, wake: &Wake) {
    // each of these was the other side's before
    for hex in &wake.towns {
        if !public.towns.remove(hex) {
            public.towns.insert(*hex);
        }
    }
    for hex in &wake.wall {
        if !public.wall.remove(hex) {
            public.wall.insert(*hex);
        }
    }
    for river in &wake.bridges {
        let bridge = public.units.bridge(*river);
        public.units.set_bridge(*river, BridgeState { owner: bridge.owner.enemy(), ..bridge });
    }
    wake.roadblocks.iter().for_each(|hex| {
        public.roadblocks.remove(hex);
    });
    wake.positions.iter().for_each(|hex| {
        public.positions.remove(hex);
    });
    if let Some(unit) = wake.relieved {
        public.units.get_mut(unit).place = Place::Relieved;
        public.gains.relieved = true;
    }
    public.meuse_reached |= wake.meuse.0;
    public.meuse_crossed |= wake.meuse.1;
}
