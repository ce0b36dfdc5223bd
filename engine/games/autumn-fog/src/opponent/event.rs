//! Which historical events are worth playing, and when (15).

use crate::chapters::historical_events::air_supply;
use crate::chapters::{supply, zones};
use crate::opponent::activation;
use crate::opponent::activation::acts;
use crate::opponent::plan;
use crate::opponent::plan::Plan;
use crate::opponent::{Proposal, STEP};
use crate::sight::sighted::Sighted;
use crate::sight::view::{Seen, View};
use crate::truth::event::Event;
use crate::truth::order::{EventKind, Step, Verb};
use crate::truth::state::{ALLIED, Combat, GERMAN};
use definitions::UnitId;
use definitions::hex::HexId;

/// What a march that is let go on is worth beside stopping it: more than a marker promises mostly.
const LET: i32 = 3 * STEP;
/// What a marker of the German must promise.
const FUEL: i32 = STEP;
/// How likely the 150th Panzer Brigade passes (15.2d): one in three.
const COVER: i32 = 3;
/// What paratroopers in an empty town are worth.
const JUMP: i32 = 30;
/// What Nuts! must save in a combat.
const NUTS: i32 = STEP / 2;

fn play(kind: EventKind, hex: HexId) -> Vec<Step> {
    vec![Step::Verb(Verb::Play), Step::Event(kind), Step::Hex(hex)]
}

/// A roadblock or commandos in the way of a march, if it leads far enough.
pub fn interrupts(plan: &Plan, view: &View) -> Vec<Proposal> {
    let mut proposals = vec![Proposal { worth: LET, order: vec![Step::Verb(Verb::Let)] }];
    let Some(march) = &view.field.march else { return proposals };
    let (Some(first), Some(end)) = (march.path.first(), march.path.last()) else { return proposals };
    if plan.side == ALLIED {
        // the whole march matters little mostly
        if plan.halt(*end, *first) > LET {
            for pair in march.path.windows(2) {
                proposals
                    .push(Proposal { worth: plan.halt(*end, pair[0]), order: play(EventKind::Roadblock, pair[1]) });
            }
        }
    } else {
        // where Americans should not come: into the towns and to the bridges
        let board = &plan.definitions.board;
        let bridged = |hex: HexId| board.neighbours(hex).any(|(towards, _)| board.bridge(hex, towards));
        let town = plan::objectives(plan.definitions, plan.field).contains(end);
        if town || board.west_of_meuse(*end) && bridged(*end) {
            let ambushes = march.entered().iter().rev();
            proposals.extend(ambushes.map(|hex| Proposal { worth: LET + 1, order: play(EventKind::Greif, *hex) }));
        }
    }
    proposals
}

/// Events in a sequence of the side in which nothing else is left that pays.
pub fn plays(plan: &Plan, view: &View) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    let open = |kind: EventKind| {
        let begun = [Step::Verb(Verb::Play)];
        view.field.events[kind.index()] > 0
            && Seen::new(plan.definitions, view).check(&begun, &Step::Event(kind)).is_ok()
    };
    if plan.side == ALLIED {
        if open(EventKind::Roadblock) {
            let bars = plan.roads().into_iter().map(|hex| (plan.bar(hex), hex)).filter(|(worth, _)| *worth > 0);
            proposals.extend(bars.map(|(worth, hex)| Proposal { worth, order: play(EventKind::Roadblock, hex) }));
        }
        return proposals;
    }
    for kind in [EventKind::FuelDump, EventKind::Skorzeny].into_iter().filter(|kind| open(*kind)) {
        proposals.extend(stacks(plan).into_iter().filter_map(|units| help(plan, view, kind, &units)));
    }
    if open(EventKind::Stoesser) {
        let towns = plan::objectives(plan.definitions, plan.field).iter().copied();
        let empty = towns.filter(|hex| {
            !plan::german_has(plan.definitions, plan.field, *hex) && !zones::enemy_in(plan.field, *hex, GERMAN)
        });
        proposals.extend(empty.map(|hex| Proposal { worth: JUMP, order: play(EventKind::Stoesser, hex) }));
    }
    proposals
}

/// Stacks with a unit that acts.
fn stacks(plan: &Plan) -> Vec<Vec<UnitId>> {
    let acting = plan.actors().filter(|unit| plan.field.unit(*unit).active && !plan.definitions.unit(*unit).is_hq());
    let mut hexes: Vec<HexId> = acting.filter_map(|unit| plan.field.hex_of(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let active = |hex: &HexId| plan.field.in_hex(*hex).filter(|unit| plan.field.unit(*unit).active).collect();
    hexes.iter().map(active).collect()
}

/// What an event would let a stack do.
fn help(plan: &Plan, view: &View, kind: EventKind, units: &[UnitId]) -> Option<Proposal> {
    let hex = plan.field.hex_of(*units.first()?)?;
    let mut field = view.field.clone();
    if kind == EventKind::FuelDump {
        for unit in units {
            field = field.after(&Event::Refuelled { unit: *unit, ap: plan.field.unit(*unit).ap + 1 });
        }
    } else {
        field = field.after(&Event::Covered { units: units.to_vec() });
    }
    let worth = best(plan, view, &field, units) - best(plan, view, &view.field, units);
    let worth = if kind == EventKind::FuelDump { worth - FUEL } else { worth / COVER - FUEL };
    Some(Proposal { worth, order: play(kind, hex) })
}

/// The best that units can do on a field where only they differ.
fn best(plan: &Plan, view: &View, field: &Sighted, units: &[UnitId]) -> i32 {
    let then = View { field: field.clone(), ..view.clone() };
    let acts = acts(&plan.at(&then.field), &then);
    let theirs =
        acts.into_iter().filter(|proposal| activation::actors(proposal).iter().any(|unit| units.contains(unit)));
    theirs.map(|proposal| proposal.worth).max().unwrap_or(0).max(0)
}

/// Nuts! for the stack that is attacked, if the defence gains by it.
pub fn nuts(plan: &Plan, view: &View, combat: &Combat, worth: impl Fn(&Sighted) -> i32) -> Vec<Proposal> {
    let playable = plan.side == ALLIED && view.field.events[EventKind::Nuts.index()] > 0;
    let hexes = combat.targets.iter().filter(|_| playable);
    let rate = |hex: &HexId| {
        let marked = view.field.after(&Event::MarkerLaid { kind: EventKind::Nuts, hex: *hex });
        // a marker that is laid stays, so what it saves counts above all defences without it
        let saves = worth(&marked) - worth(&view.field) - NUTS;
        (saves > 0).then(|| Proposal { worth: 100 * STEP + saves, order: play(EventKind::Nuts, *hex) })
    };
    hexes.filter_map(rate).collect()
}

/// Supplies where they feed most steps.
pub fn drops(plan: &Plan, view: &View) -> Vec<Proposal> {
    let cut_off = air_supply::cut_off(plan.definitions, &view.field);
    let steps = |units: &[UnitId]| -> i32 { units.iter().map(|unit| i32::from(view.field.unit(*unit).steps)).sum() };
    let hungry = |hex: HexId| -> Vec<UnitId> {
        let fed = supply::check(plan.definitions, &view.field, Some(hex));
        let lacks = |unit: &UnitId| {
            fed.iter().any(|(other, _, supply)| other == unit && *supply != super::super::state::Supply::Supplied)
        };
        cut_off.iter().copied().filter(lacks).collect()
    };
    let mut hexes: Vec<HexId> = cut_off.iter().filter_map(|unit| view.field.hex_of(*unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let drop = |hex: HexId| Proposal {
        worth: STEP * (steps(&cut_off) - steps(&hungry(hex))),
        order: play(EventKind::AirSupply, hex),
    };
    let let_go = Proposal { worth: STEP / 2, order: vec![Step::Verb(Verb::Let)] };
    hexes.into_iter().map(drop).chain([let_go]).collect()
}
