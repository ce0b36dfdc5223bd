//! Writes the facts of events into the state. No checks, no chance, no rules.

use crate::printed::GERMAN;
use crate::truth::event::Event;
use crate::truth::state::{Asked, Combat, Phase, Place, State, Supply};
use engine::contract::AskId;

/// Writes an event's facts into the state.
pub fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::Asked { side, topic } => {
            state.asked = Some(Asked { id: AskId(state.next_ask), side: *side, topic: *topic });
            state.next_ask += 1;
        }
        Event::Answered => state.asked = None,
        Event::Placed { unit, hex } => state.units.get_mut(*unit).place = Place::Hex(*hex),
        Event::TurnBegan { turn } => (state.turn, state.side) = (*turn, GERMAN),
        Event::TableRolled { changed, .. } => state.table_changed = *changed,
        Event::PlayerTurnBegan { side } => {
            state.side = *side;
            state.units.each(|unit| (unit.fought, unit.attacked, unit.newcomer) = (false, false, false));
        }
        Event::Came { unit, sections } => {
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.road) = (Place::Waiting(*sections), true);
        }
        Event::Delayed { unit, turn, sections } => {
            state.units.get_mut(*unit).place = Place::Due { turn: *turn, sections: *sections };
        }
        Event::Judged { unsupplied, isolated, interdicted, .. } => {
            for (units, supply) in [(unsupplied, Supply::Unsupplied), (isolated, Supply::Isolated)] {
                units.iter().for_each(|unit| state.units.get_mut(*unit).supply = supply);
            }
            state.interdicted.clone_from(interdicted);
        }
        Event::PhaseBegan { phase, woken } => phase_began(state, *phase, woken),
        Event::ModeChanged { unit, road, left } => {
            begin_move(state, *unit);
            let unit = state.units.get_mut(*unit);
            (unit.road, unit.left, unit.crowded) = (*road, Some(*left), false);
        }
        Event::MustDeploy { unit, left } => {
            let unit = state.units.get_mut(*unit);
            (unit.road, unit.left, unit.must_deploy, unit.crowded) = (false, Some(*left), false, false);
        }
        Event::Moved { unit, path, left } => {
            begin_move(state, *unit);
            let unit = state.units.get_mut(*unit);
            if let Some(hex) = path.last() {
                unit.place = Place::Hex(*hex);
            }
            (unit.left, unit.crowded) = (Some(*left), false);
        }
        Event::Entered { unit, hex, left } => {
            begin_move(state, *unit);
            state.entered.push(*hex);
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.left) = (Place::Hex(*hex), Some(*left));
        }
        Event::Dropped { unit, hex, lives, .. } => {
            let unit = state.units.get_mut(*unit);
            unit.road = false;
            if *lives {
                unit.place = Place::Hex(*hex);
            }
        }
        Event::Attacked {
            attacker,
            attackers,
            from,
            targets,
            defenders,
            attack,
            defence,
            natural,
            column,
            waived,
            must_deploy,
            follow,
        } => {
            attackers.iter().for_each(|unit| state.units.get_mut(*unit).fought = true);
            defenders.iter().for_each(|unit| state.units.get_mut(*unit).attacked = true);
            must_deploy.iter().for_each(|unit| state.units.get_mut(*unit).must_deploy = true);
            state.combat = Some(Combat {
                attacker: *attacker,
                attackers: attackers.clone(),
                from: from.clone(),
                targets: targets.clone(),
                defenders: defenders.clone(),
                attack: *attack,
                defence: *defence,
                natural: *natural,
                column: *column,
                waived: [*waived, false],
                outcome: None,
                retreating: Vec::new(),
                distance: 0,
                losses: 0,
                advanced: Vec::new(),
                follow: follow.clone(),
            });
        }
        Event::Waived => in_combat(state, |combat| combat.waived[1] = true),
        Event::Rolled { outcome, retreating, distance, losses, .. } => in_combat(state, |combat| {
            (combat.outcome, combat.distance, combat.losses) = (Some(*outcome), *distance, *losses);
            combat.retreating.clone_from(retreating);
        }),
        Event::Retreated { unit, path, crowded } => {
            in_combat(state, |combat| combat.retreating.retain(|other| other != unit));
            let unit = state.units.get_mut(*unit);
            if let Some(hex) = path.last() {
                unit.place = Place::Hex(*hex);
            }
            (unit.newcomer, unit.crowded) = (true, *crowded);
        }
        Event::Lost { unit, side, strength, .. } => {
            in_combat(state, |combat| {
                combat.retreating.retain(|other| other != unit);
                combat.losses = combat.losses.saturating_sub(*strength);
            });
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.road, unit.supply) = (Place::Lost, false, Supply::Supplied);
            state.lost[side.index()] += 1;
        }
        Event::Advanced { unit, to, .. } => {
            in_combat(state, |combat| combat.advanced.push(*unit));
            state.units.get_mut(*unit).place = Place::Hex(*to);
        }
        Event::CombatEnded => state.combat = None,
        Event::MarkersRemoved => {
            state.units.each(|unit| unit.supply = Supply::Supplied);
            state.interdicted.clear();
        }
        Event::Counted { exits, freed, .. } => (state.exits, state.freed) = (*exits, *freed),
        Event::Adjusted { unit, place, road, supply, fought } => {
            let unit = state.units.get_mut(*unit);
            (unit.place, unit.road, unit.supply, unit.fought) = (*place, *road, *supply, *fought);
        }
        Event::Over { ending } => (state.ending, state.asked) = (Some(ending.clone()), None),
    }
}

/// A unit moves, and whoever moved before has moved.
fn begin_move(state: &mut State, unit: definitions::UnitId) {
    state.mover = Some(unit);
    state.units.get_mut(unit).begun = true;
}

fn phase_began(state: &mut State, phase: Phase, woken: &[definitions::UnitId]) {
    (state.phase, state.mover) = (phase, None);
    state.entered.clear();
    state.units.each(|unit| (unit.begun, unit.left, unit.awake) = (false, None, false));
    woken.iter().for_each(|unit| state.units.get_mut(*unit).awake = true);
}

fn in_combat(state: &mut State, change: impl FnOnce(&mut Combat)) {
    if let Some(combat) = &mut state.combat {
        change(combat);
    }
}
