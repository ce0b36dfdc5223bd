//! What is attacked, with whom, and how an attack is put into steps (3.2i, SCS.FIGHT).

use super::{able, must_hold};
use crate::ArdennesII;
use crate::chapters::asking::misplaced;
use crate::chapters::terrain;
use crate::printed::Definitions;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// An attack as far as it has been put into steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The attacked hex.
    pub target: Option<HexId>,
    /// The attackers.
    pub units: Vec<UnitId>,
    /// Who advances if the hex is cleared.
    pub follow: Vec<UnitId>,
    /// Where those go on who may.
    pub beyond: Option<HexId>,
}

impl Draft {
    /// What the steps after the verb say.
    pub fn of(partial: &[Step]) -> Draft {
        let mut draft = Draft::default();
        for step in partial {
            match step {
                Step::Hex(hex) => draft.target = Some(*hex),
                Step::Unit(unit) => draft.units.push(*unit),
                Step::Follow(unit) => draft.follow.push(*unit),
                Step::Beyond(hex) => draft.beyond = Some(*hex),
                Step::Verb(_) | Step::Spotter(_) | Step::Done => {}
            }
        }
        draft
    }
}

/// The units of a side that can attack a hex now.
pub fn attackers(definitions: &Definitions, state: &State, side: SideId, target: HexId) -> Vec<UnitId> {
    let near = definitions.board.around(target).flat_map(|hex| state.disposition(definitions).stack(hex));
    near.filter(|unit| able(definitions, state, side, *unit, target).is_ok()).collect()
}

/// The hexes with enemies that were not attacked in this phase and can be (SCS.FIGHTa, SCS.FIGHTb).
pub fn targets(definitions: &Definitions, state: &State, side: SideId) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = definitions.units_of(side.enemy()).filter_map(|unit| state.unit(unit).hex()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|hex| check_target(definitions, state, side, *hex).is_ok());
    hexes
}

/// Steps that may follow `attack`.
pub fn candidates(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    offer: &mut dyn FnMut(Step),
) {
    let draft = Draft::of(partial);
    let Some(target) = draft.target else {
        return targets(definitions, state, side).into_iter().map(Step::Hex).for_each(offer);
    };
    attackers(definitions, state, side, target).into_iter().map(Step::Unit).for_each(&mut *offer);
    if !draft.units.is_empty() {
        draft.units.iter().copied().map(Step::Follow).for_each(&mut *offer);
        definitions.board.around(target).map(Step::Beyond).for_each(&mut *offer);
        offer(Step::Done);
    }
}

/// Judges a step after `attack`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    partial: &[Step],
    step: &Step,
) -> Result<Progress, Refusal> {
    let draft = Draft::of(partial);
    let not_twice = |units: &[UnitId], unit: UnitId| {
        let twice = || Refusal::new("order", format!("{} is named twice", definitions.name(unit)));
        if units.contains(&unit) { Err(twice()) } else { Ok(()) }
    };
    match (step, draft.target) {
        (Step::Hex(hex), None) => check_target(definitions, state, side, *hex)?,
        (Step::Unit(unit), Some(target)) if draft.follow.is_empty() && draft.beyond.is_none() => {
            not_twice(&draft.units, *unit)?;
            able(definitions, state, side, *unit, target)?;
        }
        (Step::Follow(unit), Some(_)) if !draft.units.is_empty() && draft.beyond.is_none() => {
            not_twice(&draft.follow, *unit)?;
            if !draft.units.contains(unit) {
                let name = definitions.name(*unit);
                return Err(Refusal::new("3.2q", format!("{name} does not attack there, so it does not advance")));
            }
        }
        (Step::Beyond(hex), Some(target)) if !draft.follow.is_empty() && draft.beyond.is_none() => {
            check_beyond(definitions, state, target, *hex)?;
        }
        (Step::Done, Some(_)) if !draft.units.is_empty() => return Ok(Progress::Complete),
        _ => return Err(misplaced("a hex, units, and who advances, as in `attack HEX with UNIT, ...`")),
    }
    Ok(Progress::Open)
}

fn check_target(definitions: &Definitions, state: &State, side: SideId, target: HexId) -> Result<(), Refusal> {
    let place = definitions.place(target);
    if !state.disposition(definitions).holds(side.enemy(), target) {
        return Err(Refusal::new("3.2i", format!("no enemy unit is in {place}")));
    }
    if state.targets.contains(&target) {
        return Err(Refusal::new("SCS.FIGHTb", format!("{place} has been attacked in this phase")));
    }
    let own = |unit: &UnitId| definitions.counter(*unit).side == side;
    let near = definitions.board.around(target).flat_map(|hex| state.disposition(definitions).stack(hex));
    let mut refused = None;
    for unit in near.filter(own) {
        match able(definitions, state, side, unit, target) {
            Ok(_) => return Ok(()),
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    Err(refused.unwrap_or_else(|| Refusal::new("SCS.FIGHTa", format!("none of your units stands next to {place}"))))
}

/// Whether an advance may go on from one hex into another, as far as the map tells (3.2q).
fn check_beyond(definitions: &Definitions, state: &State, target: HexId, hex: HexId) -> Result<(), Refusal> {
    let road = definitions.board.side(target, hex).and_then(|it| terrain::road(definitions, state, target, it));
    if road.is_some() && definitions.plans[usize::from(state.scenario)].in_play.contains(hex) {
        return Ok(());
    }
    let (from, to) = (definitions.place(target), definitions.place(hex));
    Err(Refusal::new("3.2q", format!("no open road leads from {from} to {to}; the second hex is along a road")))
}

/// Carries out `attack`.
pub fn perform(turn: &mut Turn<'_, ArdennesII>, side: SideId, order: &[Step]) {
    let draft = Draft::of(order);
    if let Some(target) = draft.target {
        emit(turn, side, draft, target, false);
    }
}

/// Begins a combat: an overrun or an attack of units on a hex (3.2i).
pub fn announce(turn: &mut Turn<'_, ArdennesII>, side: SideId, units: Vec<UnitId>, target: HexId, overrun: bool) {
    emit(turn, side, Draft { units, ..Draft::default() }, target, overrun);
}

fn emit(turn: &mut Turn<'_, ArdennesII>, attacker: SideId, draft: Draft, target: HexId, overrun: bool) {
    let defenders = turn.disposition(turn.definitions()).stack(target).collect();
    let Draft { units: attackers, follow, beyond, .. } = draft;
    turn.emit(Event::Attacked { attacker, attackers, target, defenders, overrun, follow, beyond });
}

/// Whether the stack that is attacked has a choice (3.2a).
pub fn may_retreat(definitions: &Definitions, state: &State, target: HexId) -> bool {
    must_hold(definitions, state, target).is_none()
}
