//! Answers in a combat: the defence, losses, retreats, advances; and what is given up in a full hex.

use crate::chapters::combat::{self, supports_for};
use crate::chapters::presents;
use crate::opponent::plan::Plan;
use crate::opponent::{Proposal, STEP, attack, event, odds};
use crate::sight::sighted::Sighted;
use crate::sight::view::{Seen, View};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{ATTACKER, DEFENDER};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, SideId};

/// What it costs to retreat a hex, beside the ground.
const RETREAT: i32 = 20;
/// What it costs that a unit is destroyed, beside its last step.
const DEATH: i32 = STEP;
/// Orders that are looked at before the best is taken.
const MOST: usize = 200;

/// The defender's best unit, with the marker that saves most, if it saves more than it costs.
pub fn defences(plan: &Plan, view: &View) -> Vec<Proposal> {
    let (definitions, field) = (plan.definitions, plan.field);
    let Some(combat) = &field.combat else { return Vec::new() };
    let leads = combat::defence::leads(definitions, field, combat);
    let Some(lead) = attack::lead(plan, &leads) else { return Vec::new() };
    let ground: i32 = combat.targets.iter().map(|hex| hold(plan, *hex)).sum();
    let worth = |supports: &[_], air: u8| {
        let mut defended = combat.clone();
        (defended.leads[DEFENDER], defended.air[DEFENDER]) = (Some(lead), air);
        defended.supports[DEFENDER] = supports.to_vec();
        let price: i32 = supports.iter().map(|(_, kind)| odds::price(definitions, plan.side, *kind)).sum();
        -odds::worth(definitions, field, &defended, ground) - price - attack::MISSION * i32::from(air)
    };
    let lone = |field: &Sighted| {
        let mut combat = combat.clone();
        combat.leads[DEFENDER] = Some(lead);
        -odds::worth(definitions, field, &combat, ground)
    };
    let mut proposals = event::nuts(plan, view, combat, lone);
    let (mut supports, mut air) = (Vec::new(), 0);
    let mut order = vec![Step::Verb(Verb::Defend), Step::Lead(lead)];
    let allowed = |order: &[Step], step: Step| Seen::new(definitions, view).check(order, &step).is_ok();
    loop {
        proposals.push(Proposal { worth: worth(&supports, air), order: [&order[..], &[Step::Done]].concat() });
        let open = supports_for(definitions, field, plan.side, &combat.units[DEFENDER], &supports);
        let open = open.into_iter().filter(|(hq, kind)| allowed(&order, Step::Support(*hq, *kind)));
        if let Some(next) = open.max_by_key(|support| worth(&[&supports[..], &[*support]].concat(), air)) {
            supports.push(next);
            order.push(Step::Support(next.0, next.1));
        } else if allowed(&order, Step::Air) {
            air += 1;
            order.push(Step::Air);
        } else {
            return proposals;
        }
    }
}

/// Whether the die should be cast again: if it shows less than can be hoped for.
pub fn rerolls(plan: &Plan) -> Vec<Proposal> {
    let (definitions, field) = (plan.definitions, plan.field);
    let Some(combat) = &field.combat else { return Vec::new() };
    let ground = combat.targets.iter().map(|hex| plan.ground(*hex, &combat.units[ATTACKER])).sum();
    let kept = combat.die.map_or(0, |die| odds::with_die(definitions, field, combat, ground, die));
    let hoped = odds::worth(definitions, field, combat, ground) - STEP / 2;
    vec![
        Proposal { worth: kept, order: vec![Step::Verb(Verb::Keep)] },
        Proposal { worth: hoped, order: vec![Step::Verb(Verb::Reroll)] },
    ]
}

fn hold(plan: &Plan, hex: HexId) -> i32 {
    let units: Vec<UnitId> = plan.field.in_hex(hex).filter(|unit| plan.own(*unit)).collect();
    plan.hold(hex, &units)
}

/// Steps or ground: every number of steps up to the whole, each taken where it hurts least.
pub fn losses(plan: &Plan, view: &View) -> Vec<Proposal> {
    let (definitions, field) = (plan.definitions, plan.field);
    let Some(combat) = &field.combat else { return Vec::new() };
    let role = combat.role(plan.side);
    let number = combat.fight.as_ref().and_then(|fight| fight.numbers[role]).unwrap_or(0);
    let mut hexes: Vec<HexId> = combat.units[role].iter().filter_map(|unit| field.hex_of(*unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let mut ground: i32 = hexes.iter().map(|hex| hold(plan, *hex)).sum();
    if role == ATTACKER {
        // who retreats does not advance (7.7.2g)
        let open = combat.targets.iter().filter(|hex| field.in_hex(**hex).next().is_none());
        ground += open.map(|hex| plan.ground(*hex, &combat.units[ATTACKER]).max(STEP / 2)).sum::<i32>();
    }
    let mut proposals = Vec::new();
    let (mut order, mut price) = (vec![Step::Verb(Verb::Lose)], 0);
    let mut lost: Vec<UnitId> = Vec::new();
    for taken in 0..=i32::from(number) {
        let retreat = i32::from(number) - taken;
        let given_up = if retreat > 0 { ground + RETREAT * retreat } else { 0 };
        proposals.push(Proposal { worth: -price - given_up, order: [&order[..], &[Step::Done]].concat() });
        let cost = |step: &Step| match step {
            Step::Loss(unit) => {
                let left =
                    i32::from(field.unit(*unit).steps) - lost.iter().filter(|other| *other == unit).count() as i32;
                Some(STEP + i32::from(definitions.unit(*unit).quality) + if left <= 1 { DEATH } else { 0 })
            }
            Step::SupportLoss(..) => Some(STEP),
            _ => None,
        };
        let steps = Seen::new(definitions, view).legal(&order).into_iter();
        let Some((least, step)) =
            steps.filter_map(|(step, _)| cost(&step).map(|cost| (cost, step))).min_by_key(|(cost, _)| *cost)
        else {
            break;
        };
        if let Step::Loss(unit) = step {
            lost.push(unit);
        }
        price += least;
        order.push(step);
    }
    proposals
}

/// All orders that begin so, up to a number.
fn all(plan: &Plan, view: &View, order: &mut Vec<Step>, orders: &mut Vec<Vec<Step>>) {
    for (step, progress) in Seen::new(plan.definitions, view).legal(order) {
        if orders.len() >= MOST {
            return;
        }
        order.push(step);
        match progress {
            Progress::Complete => orders.push(order.clone()),
            Progress::Open => all(plan, view, order, orders),
        }
        order.pop();
    }
}

fn every(plan: &Plan, view: &View, verb: Verb) -> Vec<Vec<Step>> {
    let mut orders = Vec::new();
    all(plan, view, &mut vec![Step::Verb(verb)], &mut orders);
    orders
}

/// Units and last hex of an order.
fn ends(order: &[Step]) -> (Vec<UnitId>, Option<HexId>) {
    let units = order.iter().filter_map(|step| if let Step::Unit(unit) = step { Some(*unit) } else { None });
    let last = order.iter().rev().find_map(|step| match step {
        Step::Via(hex) | Step::Hex(hex) => Some(*hex),
        _ => None,
    });
    (units.collect(), last)
}

/// Where the units serve best, whole stacks before parts of them.
pub fn retreats(plan: &Plan, view: &View) -> Vec<Proposal> {
    let rate = |order: Vec<Step>| {
        let (units, end) = ends(&order);
        let gain: i32 = end.map_or(0, |hex| units.iter().map(|unit| plan.gain(*unit, hex)).sum());
        Proposal { worth: gain / units.len().max(1) as i32 + units.len() as i32, order }
    };
    every(plan, view, Verb::Retreat).into_iter().map(rate).collect()
}

/// The marker, and the advance of whoever gains by it.
pub fn advances(plan: &Plan, view: &View) -> Vec<Proposal> {
    let around =
        |hex: HexId| plan.ground(hex, &plan.field.combat.as_ref().map_or(Vec::new(), |c| c.units[ATTACKER].clone()));
    let mut proposals: Vec<Proposal> = every(plan, view, Verb::Mark)
        .into_iter()
        .map(|order| Proposal { worth: ends(&order).1.map_or(0, around), order })
        .collect();
    for order in every(plan, view, Verb::Advance) {
        let worth = match ends(&order) {
            (units, Some(hex)) => units.iter().map(|unit| advance(plan, *unit, hex)).sum(),
            _ => 0,
        };
        proposals.push(Proposal { worth, order });
    }
    proposals
}

/// What it is worth that a unit follows to a hex: the ground, against what could strike it there.
fn advance(plan: &Plan, unit: UnitId, hex: HexId) -> i32 {
    let board = &plan.definitions.board;
    let columns = |hex: HexId, side: SideId| board.ground(hex).shift[side.index()].abs();
    let left = plan.field.hex_of(unit).map_or(0, |here| columns(here, plan.side));
    plan.gain(unit, hex) + 10 * (columns(hex, plan.side) - left)
}

/// Whom a snafu strikes: the strongest attacker.
pub fn snafus(plan: &Plan) -> Vec<Proposal> {
    let struck = plan.field.combat.iter().flat_map(|combat| &combat.struck);
    let rate = |unit: &UnitId| Proposal {
        worth: plan.strength(*unit),
        order: vec![Step::Verb(Verb::Snafu), Step::Unit(*unit)],
    };
    struck.map(rate).collect()
}

/// A step for a unit that is good and near the enemy, or a second roll.
pub fn presents(plan: &Plan, view: &View) -> Vec<Proposal> {
    let gift = |gift: Step, worth: i32| Proposal { worth, order: vec![Step::Verb(Verb::Gift), gift] };
    let rate = |unit: UnitId| {
        let far = plan.field.hex_of(unit).map_or(u16::MAX, |hex| plan.enemy_distance(hex));
        let quality = i32::from(plan.definitions.unit(unit).quality);
        gift(Step::Unit(unit), STEP + quality - 10 * i32::from(far.min(9)))
    };
    let weakened = presents::weakened(plan.definitions, &view.field, plan.side);
    weakened.map(rate).chain([gift(Step::Reroll, STEP / 2), gift(Step::Done, 0)]).collect()
}

/// What is given up in a full hex: the weakest.
pub fn eliminations(plan: &Plan, view: &View) -> Vec<Proposal> {
    let rate = |order: Vec<Step>| {
        let price = |unit: UnitId| {
            let data = plan.definitions.unit(unit);
            let leader = if data.is_hq() { DEATH } else { 0 };
            STEP * i32::from(plan.field.unit(unit).steps) + i32::from(data.quality) + leader
        };
        Proposal { worth: -ends(&order).0.into_iter().map(price).sum::<i32>(), order }
    };
    every(plan, view, Verb::Eliminate).into_iter().map(rate).collect()
}
