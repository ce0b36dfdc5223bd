use super::definitions::Definitions;
use super::event::Event;
use super::movement::Kept;
use super::options::Options;
use super::order::{EventKind, Present, SupportKind};
use super::roster::Roster;
use super::state::{ALLIED, ATTACKER, Combat, Field, GERMAN, Location, March, Operations, State, UnitState};
use super::state::{Activation, DEFENDER, OpenAsk};
use definitions::hex::HexId;
use definitions::{Feature, Scenario, UnitId};
use engine::contract::{Shared, SideId};

impl State {
    /// The state before the first turn of a scenario.
    pub fn initial(definitions: &Definitions, index: u8, scenario: &Scenario, options: Options) -> State {
        let mut units: Vec<UnitState> = definitions.units.iter().map(|unit| UnitState::fresh(unit.steps)).collect();
        for placement in &scenario.placements {
            let unit = &mut units[placement.unit.index()];
            unit.place = Location::Map(placement.hex);
            unit.improved = placement.improved;
            unit.steps = unit.steps.saturating_sub(placement.steps_lost).max(1);
        }
        for arrival in &scenario.arrivals {
            units[arrival.unit.index()].place = Location::Due(arrival.turn);
        }
        let objective = |hex: &HexId| {
            definitions.published.map.hex(*hex).features.iter().any(|feature| matches!(feature, Feature::Objective(_)))
        };
        let holders = definitions.published.map.on_map().filter(objective).map(|hex| (hex, ALLIED)).collect();
        let armies = definitions.armies.len();
        let mut field = Field {
            scenario: index,
            options,
            last_turn: scenario.turns.1,
            turn: 0,
            supports: vec![[0; 4]; units.len()],
            units: Roster::new(units, definitions.influence.clone()),
            pools: vec![[0; 4]; armies],
            used: vec![[0; 4]; armies],
            air: [0; 2],
            grounded: [0; 2],
            rerolls: [false; 2],
            tops: Vec::new(),
            met: Vec::new(),
            unseen: Vec::new(),
            last_allotment: Vec::new(),
            breakthroughs: Vec::new(),
            events: EventKind::COUNTS,
            markers: Vec::new(),
            march: None,
            holders,
            meuse_crossed: false,
            crossed_in_supply: false,
            operations: Operations::default(),
            combat: None,
            asks: Vec::new(),
            next_ask: 0,
            over: None,
            kept: Kept::default(),
        };
        pin_the_surprised(definitions, &mut field);
        State { field: Shared::new(field), sealed: [Vec::new(), Vec::new()], presents: [None, None] }
    }
}

/// American units next to a German one at the start may not move on turn 1 (17.1g, ruling R95).
fn pin_the_surprised(definitions: &Definitions, field: &mut Field) {
    let surprised: Vec<UnitId> = field
        .on_map()
        .filter(|(unit, hex)| {
            definitions.unit(*unit).side == ALLIED
                && definitions
                    .board
                    .neighbours(*hex)
                    .any(|(_, there)| field.in_hex(there).any(|other| definitions.unit(other).side == GERMAN))
        })
        .map(|(unit, _)| unit)
        .collect();
    for unit in surprised {
        field.units[unit.index()].pinned = true;
    }
}

/// Writes an event's facts into the state.
pub fn evolve(state: &mut State, event: &Event) {
    write(state, event);
    state.field.units.settle();
}

fn write(state: &mut State, event: &Event) {
    let field: &mut Field = &mut state.field;
    match event {
        Event::Asked { id, side, pending } => {
            field.asks.push(OpenAsk { id: *id, side: *side, pending: *pending });
            field.next_ask = id.0 + 1;
        }
        Event::Settled { id } => field.asks.retain(|ask| ask.id != *id),

        Event::TurnBegan { turn } => begin_turn(field, *turn),
        Event::AirRolled { missions, .. } => (field.air, field.grounded) = (*missions, [0; 2]),
        Event::PresentChosen { side, present } => state.presents[side.index()] = Some(*present),
        Event::PresentsShown { presents } => {
            state.presents = [None, None];
            for (kept, present) in field.rerolls.iter_mut().zip(presents) {
                *kept |= *present == Present::Reroll;
            }
        }
        Event::StepRegained { unit, steps } => field.units[unit.index()].steps = *steps,
        Event::Granted { army, markers } => {
            for (pool, count) in field.pools[usize::from(*army)].iter_mut().zip(markers) {
                *pool += count;
            }
        }
        Event::HeldUp { units, .. } => {
            for unit in units {
                field.units[unit.index()].place = Location::Due(field.turn + 1);
            }
        }
        Event::HqReturned { unit, hex } => {
            let steps = 1;
            let hq = &mut field.units[unit.index()];
            (hq.place, hq.steps, hq.fatigued, hq.improved) = (Location::Map(*hex), steps, false, false);
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
        Event::Allotted { side, hq, kind } => state.sealed[side.index()].push((*hq, *kind)),
        Event::AllotmentsShown { markers } => {
            field.last_allotment = markers.iter().map(|(_, hq, kind)| (*hq, *kind)).collect();
            for (army, hq, kind) in markers {
                let pool = &mut field.pools[usize::from(*army)][kind.index()];
                *pool = pool.saturating_sub(1);
                field.supports[hq.index()][kind.index()] += 1;
            }
            state.sealed = [Vec::new(), Vec::new()];
        }
        Event::InitiativeRolled { .. } => {}
        Event::Initiative { side } => {
            let opening = (field.turn == 1).then(Vec::new);
            field.operations = Operations { side: Some(*side), opening, ..Operations::default() };
            field.met.clear();
        }

        Event::Alone { side } => field.operations.lone = Some((*side, 0)),
        Event::Passed { side } => {
            field.operations.passes += 1;
            field.operations.opening = None;
            field.operations.side = Some(side.enemy());
        }
        Event::SequenceBegan { side, activation } => {
            let operations = &mut field.operations;
            (operations.side, operations.activation) = (Some(*side), Some(*activation));
            operations.count = 0;
            operations.entries.clear();
        }
        Event::Activated { unit, ap, fatigued, .. } => {
            let state = &mut field.units[unit.index()];
            (state.active, state.ap, state.half_mp, state.acted) = (true, *ap, 0, false);
            state.activations += 1;
            state.fatigued |= fatigued;
            let leads = matches!(field.operations.activation, Some(Activation::Formation(_)));
            field.operations.count += u8::from(!leads);
            field.operations.passes = 0;
        }
        Event::SequenceEnded { next, opening, lone, .. } => {
            field.units.each(|unit| {
                (unit.active, unit.bound, unit.ap, unit.half_mp) = (false, false, 0, 0);
                (unit.covered, unit.refuelled) = (false, false);
            });
            let operations = &mut field.operations;
            (operations.side, operations.activation) = (Some(*next), None);
            operations.opening.clone_from(opening);
            operations.lone = *lone;
            field.met.clear();
        }
        Event::LateRoll { .. } => {}
        Event::OperationsEnded { gathered } => {
            field.breakthroughs.clear();
            field.air = [0; 2];
            field.markers.retain(|(kind, _)| *kind != EventKind::Stoesser);
            field.operations = Operations::default();
            field.supports.iter_mut().for_each(|held| *held = [0; 4]);
            for (army, kind, count) in gathered {
                field.pools[usize::from(*army)][kind.index()] += count;
            }
            for (pool, used) in field.pools.iter_mut().zip(&mut field.used) {
                for (in_pool, back) in pool.iter_mut().zip(std::mem::take(used)) {
                    *in_pool += back;
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
        Event::Moved { unit, path, ap, half_mp, bound } => {
            let unit = &mut field.units[unit.index()];
            if let Some(hex) = path.last() {
                unit.place = Location::Map(*hex);
            }
            (unit.ap, unit.half_mp, unit.acted) = (*ap, *half_mp, true);
            (unit.improved, unit.fell_back) = (false, false);
            unit.bound = *bound;
        }
        Event::MarchBegan { unit, path } => field.march = Some(March { unit: Some(*unit), path: path.clone() }),
        Event::MarchResumed => field.march = None,
        Event::Halted { .. } => {}
        Event::Ambushed { unit, ap, half_mp, .. } => {
            let unit = &mut field.units[unit.index()];
            (unit.ap, unit.half_mp, unit.acted) = (*ap, *half_mp, true);
        }
        Event::DugIn { unit, ap } => {
            let unit = &mut field.units[unit.index()];
            (unit.improved, unit.ap, unit.half_mp, unit.acted) = (true, *ap, 0, true);
        }
        Event::LeftPosition { unit } => field.units[unit.index()].improved = false,
        Event::Recovered { unit, ap, .. } => {
            let unit = &mut field.units[unit.index()];
            (unit.fatigued, unit.ap, unit.half_mp, unit.acted) = (false, *ap, 0, true);
        }
        Event::Detached { division, detachment, steps, left } => {
            field.units[division.index()].steps = *left;
            let apart = UnitState { steps: *steps, parent: Some(*division), ..field.units[division.index()].clone() };
            field.units[detachment.index()] = apart;
        }
        Event::Rejoined { detachment, division, steps } => {
            let apart = &mut field.units[detachment.index()];
            let joining = apart.clone();
            (apart.place, apart.steps, apart.parent) = (Location::Absent, 0, None);
            (apart.active, apart.bound, apart.improved) = (false, false, false);
            let whole = &mut field.units[division.index()];
            whole.absorb(&joining);
            whole.steps = *steps;
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
        Event::Cleared { unit, kind, hex, ap } => {
            field.markers.retain(|marker| *marker != (*kind, *hex));
            let unit = &mut field.units[unit.index()];
            (unit.ap, unit.half_mp, unit.acted) = (*ap, 0, true);
        }
        Event::Covered { units } => units.iter().for_each(|unit| field.units[unit.index()].covered = true),
        Event::Slipped { unseen, .. } => field.units.each(|unit| unit.covered &= unseen),
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
        } => {
            for unit in attackers {
                let unit = &mut field.units[unit.index()];
                unit.ap = unit.ap.saturating_sub(*cost);
                (unit.half_mp, unit.acted) = (0, true);
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
        Event::SnafuRolled { kind, cancelled, air, grounded, slowed, exposed, .. } => {
            for (unit, ap, bound) in slowed {
                let unit = &mut field.units[unit.index()];
                (unit.ap, unit.bound) = (*ap, *bound);
            }
            for (army, _, kind) in cancelled {
                field.used[usize::from(*army)][kind.index()] += 1;
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
        Event::LossesTaken { side, retreat, unmet } => {
            if let Some(combat) = &mut field.combat {
                let role = combat.role(*side);
                combat.retreat[role] = *retreat;
                combat.unmet += unmet;
                let units = &field.units;
                combat.to_retreat = combat.units[role]
                    .iter()
                    .copied()
                    .filter(|unit| *retreat > 0 && units[unit.index()].hex().is_some())
                    .collect();
            }
        }
        Event::Retreated { units, path, onto_friends } => {
            for unit in units {
                let unit = &mut field.units[unit.index()];
                if let Some(hex) = path.last() {
                    unit.place = Location::Map(*hex);
                }
                (unit.improved, unit.bound, unit.half_mp) = (false, false, 0);
                unit.fell_back = *onto_friends;
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
        Event::Advanced { unit, path } => {
            let state = &mut field.units[unit.index()];
            if let Some(hex) = path.last() {
                state.place = Location::Map(*hex);
            }
            (state.improved, state.bound) = (false, false);
            (state.half_mp, state.fell_back) = (0, false);
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

fn begin_turn(field: &mut Field, turn: u8) {
    field.turn = turn;
    field.units.each(|unit| {
        (unit.activations, unit.active, unit.ap, unit.half_mp) = (0, false, 0, 0);
        (unit.acted, unit.bound, unit.arrived, unit.fell_back) = (false, false, false, false);
        unit.pinned &= turn == 1;
        (unit.covered, unit.refuelled) = (false, false);
    });
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
