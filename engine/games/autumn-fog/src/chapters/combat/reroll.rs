//! A second roll for an attack, kept since Christmas (15.4b).

use crate::AutumnFog;
use crate::chapters::asking;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Pending;
use engine::contract::{Grounds, Progress, SideId, Turn};

/// The chapter of `reroll` and `keep`, which are orders by themselves.
pub static CHAPTER: Chapter =
    Chapter { begin: Judge(check_verb, check_verb), ..Chapter::new(|_, _| {}, Judge(check, check), perform) };

fn check_verb<R: Grounds>(_: Asked<'_>, _: &Verb) -> Result<Progress, R> {
    Ok(Progress::Complete)
}

fn check<R: Grounds>(_: Asked<'_>, _: &Step) -> Result<Progress, R> {
    Err(misplaced("the end of the order"))
}

/// Shows the die to an attacker who may roll it again (ruling R133).
pub fn offer(turn: &mut Turn<'_, AutumnFog>, side: SideId, die: u8) {
    turn.emit(Event::DieShown { side, die });
    asking::ask(turn, side, Pending::Reroll);
}

/// Rolls again or keeps the roll.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let Some(first) = turn.field.combat.as_ref().and_then(|combat| combat.die) else { return };
    asking::settle(turn, side, Pending::Reroll);
    if order == [Step::Verb(Verb::Keep)] {
        return super::resolve(turn, first);
    }
    let label = format!("{} again", super::label(turn));
    let second = turn.die(&label, 6);
    turn.emit(Event::Rerolled { side, first, second });
    super::resolve(turn, second);
}
