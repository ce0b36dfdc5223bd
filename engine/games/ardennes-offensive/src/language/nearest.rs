use crate::ArdennesOffensive;
use crate::truth::order::{Step, Verb};
use engine::contract::Seen;

/// Hexes within which another place stands near enough to be meant.
const NEIGHBOURHOOD: u32 = 2;

/// The legal steps that are most like one that is refused: hexes and units by their distance, odds by columns. A unit stands
/// for no other, and nobody is sent further from where he wants to go.
pub fn nearest(seen: Seen<'_, ArdennesOffensive>, partial: &[Step], refused: &Step) -> Vec<Step> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let place = |step: &Step| match step {
        Step::Hex(hex) => Some(*hex),
        Step::Unit(unit) | Step::Follow(unit) => state.unit(*unit).hex(),
        _ => None,
    };
    let far = |step: &Step| match (step, refused) {
        (Step::Odds(one), Step::Odds(other)) => one.0.abs_diff(other.0).into(),
        _ => match (place(step), place(refused)) {
            (Some(one), Some(other)) => definitions.board.distance(one, other).into(),
            _ => u32::MAX,
        },
    };
    let mut steps = seen.alike(partial, refused, far);
    match (partial, refused) {
        ([Step::Verb(Verb::Attack), ..], Step::Hex(_)) => {
            steps.retain(|step| matches!(step, Step::Hex(_)) && far(step) <= NEIGHBOURHOOD);
        }
        // the attack without what is refused of it, or with somebody near
        ([Step::Verb(Verb::Attack), ..], Step::Unit(_)) => {
            steps = seen.legal(partial).into_iter().map(|(step, _)| step).collect();
            steps.retain(|step| *step == Step::Done || matches!(step, Step::Unit(_)) && far(step) <= NEIGHBOURHOOD);
            steps.sort_by_key(|step| (*step != Step::Done, far(step)));
        }
        ([Step::Verb(Verb::Attack), ..], Step::Follow(_) | Step::Waive) => {
            let whole = seen.check(partial, &Step::Done).is_ok();
            steps = whole.then_some(Step::Done).into_iter().collect();
        }
        (_, Step::Unit(_)) => steps.clear(),
        ([Step::Verb(Verb::Move), Step::Unit(unit)], Step::Hex(_)) => {
            let here = state.unit(*unit).hex().map_or(u32::MAX, |hex| far(&Step::Hex(hex)));
            steps.retain(|step| far(step) <= here);
        }
        _ => {}
    }
    steps
}
