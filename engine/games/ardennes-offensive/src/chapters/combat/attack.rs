use super::{advance, duty, immune, result, strengths};
use crate::ArdennesOffensive;
use crate::chapters::asking::ask;
use crate::chapters::supply;
use crate::printed::{Column, Definitions, Part};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// An attack as far as it has been put into steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The attacked hexes.
    pub targets: Vec<HexId>,
    /// The attackers.
    pub units: Vec<UnitId>,
    /// Lower odds.
    pub odds: Option<Column>,
    /// Whether the attacker waives his immunities.
    pub waived: bool,
    /// Who advances if a hex is cleared.
    pub follow: Vec<UnitId>,
}

impl Draft {
    /// What the steps after the verb say.
    pub fn of(partial: &[Step]) -> Draft {
        let mut draft = Draft::default();
        for step in partial {
            match step {
                Step::Hex(hex) => draft.targets.push(*hex),
                Step::Unit(unit) => draft.units.push(*unit),
                Step::Odds(column) => draft.odds = Some(*column),
                Step::Waive => draft.waived = true,
                Step::Follow(unit) => draft.follow.push(*unit),
                Step::Verb(_) | Step::Done => {}
            }
        }
        draft
    }

    /// Whether the units are not all named yet: odds, a waiver and advances come after them.
    fn gathers(&self) -> bool {
        self.odds.is_none() && !self.waived && self.follow.is_empty()
    }

    /// The column of the odds as they are.
    pub fn natural(&self, definitions: &Definitions, state: &State) -> Column {
        let found = strengths(definitions, state, &self.units, &self.targets);
        definitions.tables.crt.column(found.attack, found.defence)
    }
}

/// Whether a hex can be attacked by a side: enemies in play are in it, and one of them was not attacked yet (9.1c, ruling
/// R26).
pub fn attackable(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    let enemy = |unit: &UnitId| definitions.counter(*unit).side != side;
    let mut enemies = state.disposition(definitions).stack(hex).filter(enemy);
    definitions.board.is_live(hex) && enemies.any(|unit| !state.unit(unit).attacked)
}

/// The hex out of which a unit can attack now.
///
/// # Errors
/// The rule that forbids it.
pub fn able(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<HexId, Refusal> {
    let (it, name) = (state.unit(unit), definitions.name(unit));
    if definitions.counter(unit).side != side {
        return Err(Refusal::new("9.1a", format!("{name} is not yours")));
    }
    let Some(hex) = it.hex() else {
        return Err(Refusal::new("9.1a", format!("{name} is not on the map")));
    };
    if !definitions.board.is_live(hex) {
        return Err(Refusal::new("5.3m", format!("{name} sleeps in the edge hex {}", definitions.place(hex))));
    }
    if it.fought {
        return Err(Refusal::new("9.1c", format!("{name} has attacked in this phase")));
    }
    if supply::leaves(definitions, it.supply).attack == Part::Nothing {
        return Err(Refusal::new("12.6", format!("{name} is isolated and attacks nobody")));
    }
    Ok(hex)
}

/// The units of a side that can attack and stand next to all of some hexes (9.1a, 9.2d).
pub fn neighbours<'a>(
    definitions: &'a Definitions,
    state: &'a State,
    side: SideId,
    targets: &'a [HexId],
) -> impl Iterator<Item = UnitId> + 'a {
    let around = targets.first().into_iter().flat_map(|target| definitions.board.around(*target));
    let units = around.flat_map(|hex| state.disposition(definitions).stack(hex));
    units.filter(move |unit| {
        able(definitions, state, side, *unit)
            .is_ok_and(|hex| targets.iter().all(|target| definitions.board.side(hex, *target).is_some()))
    })
}

/// The units of a side that can attack somebody now.
pub fn fighters<'a>(definitions: &'a Definitions, state: &'a State, side: SideId) -> impl Iterator<Item = UnitId> + 'a {
    definitions.units_of(side).filter(move |unit| {
        able(definitions, state, side, *unit)
            .is_ok_and(|hex| definitions.board.around(hex).any(|there| attackable(definitions, state, side, there)))
    })
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
    if draft.targets.is_empty() {
        let mut enemies: Vec<HexId> =
            definitions.units_of(side.enemy()).filter_map(|unit| state.unit(unit).hex()).collect();
        enemies.sort_unstable();
        enemies.dedup();
        return enemies.into_iter().map(Step::Hex).for_each(offer);
    }
    if draft.gathers() {
        if draft.units.is_empty() {
            let board = &definitions.board;
            let around = board.around(draft.targets[0]).flat_map(|hex| board.around(hex));
            let mut near: Vec<HexId> = around.filter(|hex| board.is_live(*hex)).collect();
            near.sort_unstable();
            near.dedup();
            near.into_iter().map(Step::Hex).for_each(&mut *offer);
        }
        neighbours(definitions, state, side, &draft.targets).map(Step::Unit).for_each(&mut *offer);
    }
    if !draft.units.is_empty() {
        // what is enough comes first: so it stands first among what is proposed
        offer(Step::Done);
        if draft.gathers() {
            definitions.tables.crt.columns().map(Step::Odds).for_each(&mut *offer);
        }
        offer(Step::Waive);
        draft.units.iter().copied().map(Step::Follow).for_each(&mut *offer);
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
    let misplaced =
        || Refusal::new("order", "an attack names its hexes, its units, lower odds, `waive` and who advances");
    match step {
        Step::Hex(hex) if draft.units.is_empty() => check_target(definitions, state, side, &draft, *hex)?,
        Step::Unit(unit) if !draft.targets.is_empty() && draft.gathers() => {
            check_unit(definitions, state, side, &draft, *unit)?;
        }
        Step::Odds(column) if !draft.units.is_empty() && draft.gathers() => {
            check_odds(definitions, state, side, &draft, *column)?;
            duty::check_attack(definitions, state, side, &draft)?;
        }
        Step::Waive if !draft.units.is_empty() && !draft.waived && draft.follow.is_empty() => {
            let stands = |unit: &UnitId| state.unit(*unit).hex().is_some_and(|hex| immune(definitions, side, hex));
            if !draft.units.iter().any(stands) {
                return Err(Refusal::new("E.11", "none of the attackers is immune to Ar, so nothing can be waived"));
            }
            duty::check_attack(definitions, state, side, &draft)?;
        }
        Step::Follow(unit) if !draft.units.is_empty() => {
            check_follow(definitions, state, &draft, *unit)?;
            duty::check_attack(definitions, state, side, &draft)?;
        }
        Step::Done if !draft.units.is_empty() => {
            duty::check_attack(definitions, state, side, &draft)?;
            return Ok(Progress::Complete);
        }
        _ => return Err(misplaced()),
    }
    Ok(Progress::Open)
}

fn check_target(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    draft: &Draft,
    hex: HexId,
) -> Result<(), Refusal> {
    let place = definitions.place(hex);
    if draft.targets.contains(&hex) {
        return Err(Refusal::new("order", format!("{place} is named twice")));
    }
    if !definitions.board.is_live(hex) {
        return Err(Refusal::new("5.3m", format!("nobody is attacked in {place}")));
    }
    if state.disposition(definitions).present(side.enemy(), hex) == 0 {
        return Err(Refusal::new("9.1a", format!("no enemy units are in {place}")));
    }
    if !attackable(definitions, state, side, hex) {
        return Err(Refusal::new("9.1c", format!("the units in {place} have been attacked in this phase")));
    }
    let targets = [&draft.targets[..], &[hex]].concat();
    if neighbours(definitions, state, side, &targets).next().is_none() {
        let what = if draft.targets.is_empty() { place } else { format!("{place} and all other hexes of the attack") };
        let case = if draft.targets.is_empty() { "9.1a" } else { "9.2d" };
        return Err(Refusal::new(case, format!("none of your units that can attack stands next to {what}")));
    }
    Ok(())
}

fn check_unit(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    draft: &Draft,
    unit: UnitId,
) -> Result<(), Refusal> {
    let name = definitions.name(unit);
    if draft.units.contains(&unit) {
        return Err(Refusal::new("order", format!("{name} is named twice")));
    }
    let hex = able(definitions, state, side, unit)?;
    match draft.targets.iter().find(|target| definitions.board.side(hex, **target).is_none()) {
        Some(far) => {
            let message = format!("{name} in {} is not next to {}", definitions.place(hex), definitions.place(*far));
            Err(Refusal::new("9.1a", message))
        }
        None => Ok(()),
    }
}

fn check_odds(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    draft: &Draft,
    column: Column,
) -> Result<(), Refusal> {
    let crt = &definitions.tables.crt;
    let natural = draft.natural(definitions, state);
    if column >= natural {
        let message = format!("the odds are {}, and {} is not lower", crt.odds(natural), crt.odds(column));
        return Err(Refusal::new("9.4l", message));
    }
    let lowest = definitions.tables.lowest(side);
    if column < lowest {
        let message = format!("the {} may not lower odds below {}", definitions.people(side), crt.odds(lowest));
        return Err(Refusal::new("E.9.2", message));
    }
    Ok(())
}

fn check_follow(definitions: &Definitions, state: &State, draft: &Draft, unit: UnitId) -> Result<(), Refusal> {
    let name = definitions.name(unit);
    if !draft.units.contains(&unit) {
        return Err(Refusal::new("9.6n", format!("{name} takes no part in this attack, so it does not advance")));
    }
    if draft.follow.contains(&unit) {
        return Err(Refusal::new("order", format!("{name} is named twice")));
    }
    if draft.follow.len() == draft.targets.len() {
        let hexes = draft.targets.len();
        let message = format!("one unit advances into each hex that is cleared, and {hexes} are attacked");
        return Err(Refusal::new("9.6n", message).remedy(format!("Leave {name} out.")));
    }
    advance::able(definitions, state, unit)
}

/// Carries out `attack`: strengths, odds, and the defender's word on immunities before the die.
pub fn perform(turn: &mut Turn<'_, ArdennesOffensive>, side: SideId, order: &[Step]) {
    let definitions = turn.definitions();
    debug_assert_eq!(order.first(), Some(&Step::Verb(Verb::Attack)));
    let draft = Draft::of(order);
    let found = strengths(definitions, turn, &draft.units, &draft.targets);
    let natural = definitions.tables.crt.column(found.attack, found.defence);
    let stack = |hex: &HexId| turn.disposition(definitions).stack(*hex).collect::<Vec<_>>();
    let defenders: Vec<UnitId> = draft.targets.iter().flat_map(stack).collect();
    let mut from: Vec<HexId> = draft.units.iter().filter_map(|unit| turn.unit(*unit).hex()).collect();
    from.sort_unstable();
    from.dedup();
    let on_road = |unit: &&UnitId| turn.unit(**unit).road;
    let must_deploy = draft.units.iter().chain(&defenders).filter(on_road).copied().collect();
    let shielded = draft.targets.iter().any(|hex| immune(definitions, side.enemy(), *hex));
    turn.emit(Event::Answered);
    turn.emit(Event::Attacked {
        attacker: side,
        attackers: draft.units,
        from,
        targets: draft.targets,
        defenders,
        attack: found.attack,
        defence: found.defence,
        natural,
        column: draft.odds.unwrap_or(natural),
        waived: draft.waived,
        must_deploy,
        follow: draft.follow,
    });
    if shielded {
        ask(turn, side.enemy(), Topic::Waive);
    } else {
        result::strike(turn);
    }
}
