//! Who acts next, and what is done in a sequence.

use crate::chapters::{activation, c3i};
use crate::opponent::plan::Plan;
use crate::opponent::{Proposal, STEP, attack, event, march};
use crate::sight::view::View;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Activation;
use definitions::{FormationId, UnitId};
use engine::contract::Unworded;

/// What an order must promise to be given at all.
const ENOUGH: i32 = 10;
/// What a C3I check promises (3.3c).
const CHECK: i32 = 30;
/// What a formation has before a general activation that promises as much: its headquarters is free.
const FORMATION: i32 = 20;

/// What lies between orders that are given at need and those that are not given at all.
const FUTILE: i32 = 1000 * STEP;

/// Orders in the sequence under way: what pays, then its end, then attacks that must be made, then what does not pay.
pub fn sequence(plan: &Plan, view: &View) -> Vec<Proposal> {
    let mut proposals = acts(plan, view);
    if proposals.iter().all(|proposal| proposal.worth <= ENOUGH) {
        proposals.extend(event::plays(plan, view));
    }
    for proposal in &mut proposals {
        // an attack that is owed may be the only way out
        if proposal.worth <= ENOUGH && !owes(plan, proposal) {
            proposal.worth -= FUTILE;
        }
    }
    proposals.push(Proposal { worth: ENOUGH, order: vec![Step::Verb(Verb::End)] });
    proposals
}

/// Whether an order is an attack of a unit that owes one.
fn owes(plan: &Plan, proposal: &Proposal) -> bool {
    proposal.order.iter().any(|step| matches!(step, Step::With(unit) if plan.field.unit(*unit).bound))
}

/// Everything that could be done in the sequence under way.
pub fn acts(plan: &Plan, view: &View) -> Vec<Proposal> {
    let mut proposals = attack::attacks(plan, view);
    proposals.extend(march::marches(plan, view));
    let checks = plan.actors().filter(|unit| {
        !plan.field.unit(*unit).active
            && c3i::may_check::<Unworded>(plan.definitions, plan.field, plan.side, *unit).is_ok()
    });
    let checks = checks.map(|unit| Proposal {
        worth: CHECK - plan.fatigue(unit),
        order: vec![Step::Verb(Verb::Activate), Step::Unit(unit)],
    });
    proposals.extend(checks);
    proposals
}

/// Formations, a general activation or a pass, by what their units could do.
pub fn choose(plan: &Plan, view: &View) -> Vec<Proposal> {
    let definitions = plan.definitions;
    let formations = (0..definitions.headquarters.len() as u16).map(FormationId);
    let own = formations.filter(|formation| definitions.side_of(*formation) == plan.side);
    let general = Activation::General { limit: activation::general_limit(definitions, plan.side) };
    let mut proposals: Vec<Proposal> = own
        .map(Activation::Formation)
        .chain([general])
        .map(|kind| Proposal { worth: promise(plan, view, kind), order: order(kind) })
        .collect();
    proposals.push(Proposal { worth: ENOUGH, order: vec![Step::Verb(Verb::Pass)] });
    proposals
}

fn order(kind: Activation) -> Vec<Step> {
    let whom = match kind {
        Activation::Formation(formation) => Step::Formation(formation),
        Activation::General { .. } => Step::General,
    };
    vec![Step::Verb(Verb::Activate), whom]
}

/// What a sequence promises: the best that each of its units could do.
fn promise(plan: &Plan, view: &View, kind: Activation) -> i32 {
    let field = view.field.after(&Event::SequenceBegan { side: plan.side, activation: kind });
    let begun = View { field, ..view.clone() };
    let plan = plan.at(&begun.field);
    let mut best: Vec<(UnitId, i32)> = Vec::new();
    for proposal in acts(&plan, &begun) {
        let units = actors(&proposal);
        let share = proposal.worth / units.len().max(1) as i32;
        for unit in units {
            match best.iter_mut().find(|(known, _)| *known == unit) {
                Some((_, worth)) => *worth = share.max(*worth),
                None => best.push((unit, share)),
            }
        }
    }
    let mut worths: Vec<i32> = best.into_iter().map(|(_, worth)| worth).filter(|worth| *worth > ENOUGH).collect();
    worths.sort_unstable_by_key(|worth| std::cmp::Reverse(*worth));
    let (limit, bonus) = match kind {
        Activation::Formation(_) => (usize::MAX, FORMATION),
        Activation::General { limit } => (usize::from(limit), 0),
    };
    if worths.is_empty() { 0 } else { worths.into_iter().take(limit).sum::<i32>() + bonus }
}

/// The units that act by an order.
pub fn actors(proposal: &Proposal) -> Vec<UnitId> {
    let actor = |step: &Step| match step {
        Step::Unit(unit) | Step::With(unit) => Some(*unit),
        _ => None,
    };
    proposal.order.iter().filter_map(actor).collect()
}
