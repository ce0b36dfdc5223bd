use super::under_way;
use crate::ArdennesOffensive;
use crate::chapters::asking::ask;
use crate::chapters::movement::road_mode;
use crate::chapters::stacking;
use crate::printed::Definitions;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Combat, State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, Turn};

/// Lets those advance whom the attack order sends, asks the victor as long as somebody else can, then ends the combat
/// (9.6n).
pub fn begin(turn: &mut Turn<'_, ArdennesOffensive>) {
    while let Some((unit, to)) = sent(turn.definitions(), turn) {
        advance(turn, unit, to);
    }
    let Some(combat) = turn.combat.clone() else { return };
    if choices(turn.definitions(), turn, &combat).is_empty() {
        turn.emit(Event::CombatEnded);
        return;
    }
    ask(turn, combat.victor(), Topic::Advance);
}

/// The units of the victor that fought and are still there.
fn winners<'a>(state: &'a State, combat: &'a Combat) -> impl Iterator<Item = UnitId> + 'a {
    let units = if combat.victor() == combat.attacker { &combat.attackers } else { &combat.defenders };
    units.iter().copied().filter(|unit| state.unit(*unit).hex().is_some())
}

/// Who may advance where (rulings R34 and R35).
pub fn choices(definitions: &Definitions, state: &State, combat: &Combat) -> Vec<(UnitId, HexId)> {
    let pairs = winners(state, combat).flat_map(|unit| combat.contested().iter().map(move |hex| (unit, *hex)));
    pairs.filter(|(unit, hex)| may(definitions, state, combat, *unit, *hex).is_ok()).collect()
}

/// The next unit that its order sends on, into the first of the attacked hexes that is open to it (ruling R62).
fn sent(definitions: &Definitions, state: &State) -> Option<(UnitId, HexId)> {
    let combat = state.combat.as_ref()?;
    let open = |unit: UnitId| {
        let mut hexes = combat.contested().iter().copied();
        hexes.find(|hex| may(definitions, state, combat, unit, *hex).is_ok())
    };
    combat.follow.iter().find_map(|unit| Some((*unit, open(*unit)?)))
}

fn advance(turn: &mut Turn<'_, ArdennesOffensive>, unit: UnitId, to: HexId) {
    if let Some(from) = turn.unit(unit).hex() {
        turn.emit(Event::Advanced { unit, from, to });
    }
}

/// Whether a unit may ever be sent on after an attack (9.6n, ruling R34).
///
/// # Errors
/// Why not.
pub fn able(definitions: &Definitions, state: &State, unit: UnitId) -> Result<(), Refusal> {
    let name = definitions.name(unit);
    let why = if !definitions.counter(unit).mechanized() {
        "is not mechanized"
    } else if state.unit(unit).road {
        "is in road mode"
    } else {
        return Ok(());
    };
    Err(Refusal::new("9.6n", format!("{name} {why} and does not advance")))
}

fn may(definitions: &Definitions, state: &State, combat: &Combat, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    let (name, place) = (definitions.name(unit), definitions.place(hex));
    let forbidden = |what: String| Err(Refusal::new("9.6n", what));
    let victor = combat.victor();
    if winners(state, combat).all(|winner| winner != unit) {
        return forbidden(format!("{name} did not win this combat"));
    }
    able(definitions, state, unit)?;
    if combat.advanced.contains(&unit) {
        return forbidden(format!("{name} has advanced"));
    }
    if !combat.contested().contains(&hex) || !definitions.board.is_live(hex) {
        return forbidden(format!("{place} was not cleared by this combat"));
    }
    let disposition = state.disposition(definitions);
    if disposition.present(victor.enemy(), hex) > 0 {
        return forbidden(format!("enemy units are still in {place}"));
    }
    if disposition.present(victor, hex) > 0 {
        return forbidden(format!("one unit has advanced into {place}"));
    }
    let beside = state.unit(unit).hex().is_some_and(|from| definitions.board.side(from, hex).is_some());
    if !beside {
        return forbidden(format!("{name} is not next to {place}"));
    }
    if state.unit(unit).west_bank && !state.freed && !definitions.board.west_of_meuse(hex) {
        return Err(Refusal::new("14.3c", format!("{name} stays behind the Meuse")));
    }
    if let Some(other) = road_mode::disturbed(definitions, state, unit, hex) {
        let other = definitions.name(other);
        let message = format!("in {place} {name} would stand beside {other} along the road, which is in road mode");
        return Err(Refusal::new("6.5g", message));
    }
    debug_assert!(stacking::fits(definitions, state, unit, hex, false).is_ok());
    Ok(())
}

/// Steps that may follow `advance`.
pub fn candidates(definitions: &Definitions, state: &State, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let Some(combat) = &state.combat else { return };
    let choices = choices(definitions, state, combat);
    match partial {
        [Step::Verb(Verb::Advance)] => {
            let mut units: Vec<UnitId> = choices.into_iter().map(|(unit, _)| unit).collect();
            units.dedup();
            units.into_iter().map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Advance), Step::Unit(unit)] => {
            choices.into_iter().filter(|(who, _)| who == unit).map(|(_, hex)| Step::Hex(hex)).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `advance`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(definitions: &Definitions, state: &State, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let combat = under_way(state)?;
    match (partial, step) {
        ([_], Step::Unit(unit)) => {
            let tried = combat.contested().iter().map(|hex| may(definitions, state, combat, *unit, *hex));
            let mut refused = None;
            for outcome in tried {
                match outcome {
                    Ok(()) => return Ok(Progress::Open),
                    Err(refusal) => refused = refused.or(Some(refusal)),
                }
            }
            Err(refused.unwrap_or_else(|| Refusal::new("9.6n", "no hex was cleared")))
        }
        ([_, Step::Unit(unit)], Step::Hex(hex)) => {
            may(definitions, state, combat, *unit, *hex).map(|()| Progress::Complete)
        }
        _ => Err(Refusal::new("order", "expected a unit that advances, and the hex that was cleared")),
    }
}

/// Carries out `advance`.
pub fn perform(turn: &mut Turn<'_, ArdennesOffensive>, order: &[Step]) {
    let [_, Step::Unit(unit), Step::Hex(to)] = order else { return };
    turn.emit(Event::Answered);
    advance(turn, *unit, *to);
    begin(turn);
}

/// Carries out `hold`.
pub fn hold(turn: &mut Turn<'_, ArdennesOffensive>) {
    turn.emit(Event::Answered);
    turn.emit(Event::CombatEnded);
}
