//! The legal steps that are most like one that was refused: what a refusal proposes.

use crate::EnemyAction;
use crate::truth::order::Step;
use definitions::hex::HexId;
use engine::contract::Seen;

/// The legal steps in place of a refused one: hexes by their distance from it, units by where they stand, numbers by their
/// difference; others as they are listed.
pub fn nearest(seen: Seen<'_, EnemyAction>, partial: &[Step], refused: &Step) -> Vec<Step> {
    let (definitions, public) = (seen.definitions, &seen.view.public);
    let mut steps: Vec<Step> = seen.legal(partial).into_iter().map(|(step, _)| step).collect();
    let at = |step: &Step| match step {
        Step::Hex(hex) | Step::Via(hex) => Some(*hex),
        Step::Unit(unit) | Step::Joins(unit) => public.unit(*unit).hex(),
        _ => None,
    };
    let apart = |one: HexId, other: HexId| usize::from(definitions.board.distance(one, other));
    let far = |step: &Step| match (step, refused) {
        (Step::Number(one), Step::Number(other)) => usize::from(one.abs_diff(*other)),
        // what is of another kind comes after what is of the same
        _ if std::mem::discriminant(step) != std::mem::discriminant(refused) => usize::MAX,
        _ => at(step).zip(at(refused)).map_or(0, |(one, other)| apart(one, other)),
    };
    steps.sort_by_cached_key(far);
    steps
}
