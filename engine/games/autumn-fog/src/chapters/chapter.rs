//! What a chapter of the rules does for the verbs that belong to it.

use crate::AutumnFog;
use crate::printed::definitions::Definitions;
use crate::truth::order::{Step, SupportKind, Verb};
use crate::truth::state::Field;
use definitions::UnitId;
use engine::contract::{Grounds, Progress, Refusal, SideId, Turn, Unworded};

/// Legal steps, each with what it does to its order.
pub type Steps = Vec<(Step, Progress)>;

/// A side that is asked: what it sees, and its order so far.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// What is printed.
    pub definitions: &'a Definitions,
    /// The table as the side sees it.
    pub field: &'a Field,
    /// Its own allotments that are not turned up yet.
    pub allotted: &'a [(UnitId, SupportKind)],
    /// The side.
    pub side: SideId,
    /// The steps before the one that is looked for; empty where that is the verb.
    pub partial: &'a [Step],
}

/// A chapter: what offers, judges and carries out the orders of its verbs.
pub struct Chapter {
    /// Judges whether an order may begin with the verb now.
    pub begin: Judge<Verb>,
    /// Offers the steps that may follow, and perhaps some that may not.
    pub candidates: fn(Asked<'_>, &mut dyn FnMut(Step)),
    /// Judges one of them.
    pub judge: Judge<Step>,
    /// Lists all that are legal, where one search or one reading of the order tells them, and says whether it did; where
    /// it did not, the candidates are judged one by one.
    pub list: fn(Asked<'_>, &mut Steps) -> bool,
    /// Carries out an accepted order.
    pub perform: fn(&mut Turn<'_, AutumnFog>, SideId, &[Step]),
}

impl Chapter {
    /// A chapter whose orders may begin whenever it is the moment of their verb.
    pub const fn new(
        candidates: fn(Asked<'_>, &mut dyn FnMut(Step)),
        judge: Judge<Step>,
        perform: fn(&mut Turn<'_, AutumnFog>, SideId, &[Step]),
    ) -> Chapter {
        Chapter { begin: Judge(opens, opens), candidates, judge, list: |_, _| false, perform }
    }
}

fn opens<R: Grounds>(_: Asked<'_>, _: &Verb) -> Result<Progress, R> {
    Ok(Progress::Open)
}

/// What comes of judging.
type Judgement<R> = Result<Progress, R>;

/// One judge twice: for those who read why something is forbidden, and for lists.
pub struct Judge<T>(pub fn(Asked<'_>, &T) -> Judgement<Refusal>, pub fn(Asked<'_>, &T) -> Judgement<Unworded>);

/// Grounds that a [`Judge`] can give.
pub trait Given: Grounds {
    /// The judge that gives them.
    fn judge<T>(judge: &Judge<T>) -> fn(Asked<'_>, &T) -> Judgement<Self>;
}

impl Given for Refusal {
    fn judge<T>(judge: &Judge<T>) -> fn(Asked<'_>, &T) -> Judgement<Refusal> {
        judge.0
    }
}

impl Given for Unworded {
    fn judge<T>(judge: &Judge<T>) -> fn(Asked<'_>, &T) -> Judgement<Unworded> {
        judge.1
    }
}

/// A refusal for a step that has no place in its order.
pub fn misplaced<R: Grounds>(expected: &str) -> R {
    R::under("order", || format!("expected {expected} here"))
}

/// The unit that a partial order names right after its verb.
pub fn named_unit(partial: &[Step]) -> Option<UnitId> {
    match partial.get(1) {
        Some(Step::Unit(unit)) => Some(*unit),
        _ => None,
    }
}
