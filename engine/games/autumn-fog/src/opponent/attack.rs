//! Which attacks are worth making, with whom and with what support.

use crate::chapters::combat;
use crate::chapters::combat::supports_for;
use crate::chapters::zones;
use crate::opponent::plan::Plan;
use crate::opponent::{Proposal, odds};
use crate::printed::tables::Action;
use crate::sight::view::{Seen, View};
use crate::truth::event::Event;
use crate::truth::order::{Step, SupportKind, Verb};
use crate::truth::state::{ATTACKER, Combat, DEFENDER, Field};
use definitions::UnitId;
use definitions::hex::HexId;

/// What a bound unit's attack is worth beside its result: it can do nothing else before.
const DUTY: i32 = 30;
/// What an action point of a mobile unit is worth for something else.
const POINT: i32 = 12;

/// Attacks that can be made now, one for each target, stack and kind.
pub fn attacks(plan: &Plan, view: &View) -> Vec<Proposal> {
    let (definitions, field) = (plan.definitions, plan.field);
    let around = |hex: HexId| definitions.board.neighbours(hex).map(|(_, there)| there);
    let actors: Vec<(UnitId, HexId)> = plan
        .actors()
        .filter(|unit| !definitions.unit(*unit).is_hq())
        .filter_map(|unit| field.hex_of(unit).map(|hex| (unit, hex)))
        .collect();
    let mut targets: Vec<HexId> = actors.iter().flat_map(|(_, hex)| around(*hex)).collect();
    targets.sort_unstable();
    targets.dedup();
    targets.retain(|hex| zones::enemy_in(field, *hex, plan.side));
    let mut attacks = Vec::new();
    for target in targets {
        let near: Vec<(UnitId, HexId)> =
            actors.iter().copied().filter(|(_, hex)| definitions.board.side(*hex, target).is_some()).collect();
        let mut hexes: Vec<HexId> = near.iter().map(|(_, hex)| *hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for hex in &hexes {
            let stack: Vec<UnitId> = near.iter().filter(|(_, at)| at == hex).map(|(unit, _)| *unit).collect();
            attacks.extend(attack(plan, view, Verb::Attack, target, &stack));
            if hexes.len() > 1 {
                attacks.extend(attack(plan, view, Verb::Prepare, target, &stack));
            }
        }
        let all: Vec<UnitId> = near.iter().map(|(unit, _)| *unit).collect();
        attacks.extend(attack(plan, view, Verb::Prepare, target, &all));
    }
    attacks
}

/// The attack of as many of these units as may join, with the supports that pay.
fn attack(plan: &Plan, view: &View, verb: Verb, target: HexId, units: &[UnitId]) -> Option<Proposal> {
    let (definitions, field) = (plan.definitions, plan.field);
    let mut order = vec![Step::Verb(verb)];
    let add = |order: &mut Vec<Step>, step: Step| {
        let allowed = Seen::new(definitions, view).check(order, &step).is_ok();
        if allowed {
            order.push(step);
        }
        allowed
    };
    if !add(&mut order, Step::Target(target)) {
        return None;
    }
    let attackers: Vec<UnitId> = units.iter().copied().filter(|unit| add(&mut order, Step::With(*unit))).collect();
    let lead = lead(plan, &attackers)?;
    order.push(Step::Lead(lead));

    let declared = Event::AttackDeclared {
        side: plan.side,
        prepared: verb == Verb::Prepare,
        targets: vec![target],
        attackers: attackers.clone(),
        lead,
        cost: 0,
        supports: Vec::new(),
        air: 0,
        defenders: field.in_hex(target).collect(),
        freed: Vec::new(),
        from: Vec::new(),
        off: crate::chapters::activation::POINTS,
    };
    let tired = odds::tired(&view.field, &attackers).after(&declared);
    let mut combat = tired.combat.clone()?;
    answer(plan, &tired, &mut combat);
    let ground = plan.ground(target, &attackers);
    let worth = |supports: &[combat::Support], air: u8| {
        let mut combat = combat.clone();
        (combat.supports[ATTACKER], combat.air[ATTACKER]) = (supports.to_vec(), air);
        let price: i32 = supports.iter().map(|(_, kind)| odds::price(definitions, plan.side, *kind)).sum();
        odds::worth(definitions, &tired, &combat, ground) - price - MISSION * i32::from(air)
    };
    let mut supports = Vec::new();
    let mut best = worth(&supports, 0);
    let mut hopeless = best < HOPELESS;
    while !hopeless {
        let open = supports_for(definitions, field, plan.side, &attackers, &supports);
        let with = one_of_each(open).into_iter().filter_map(|support| {
            Seen::new(definitions, view).check(&order, &Step::Support(support.0, support.1)).ok()?;
            Some((worth(&[&supports[..], &[support]].concat(), 0), support))
        });
        match with.max_by_key(|(worth, _)| *worth) {
            Some((better, support)) if better > best => {
                best = better;
                supports.push(support);
                order.push(Step::Support(support.0, support.1));
            }
            _ => hopeless = true,
        }
    }
    let mut air = 0;
    while worth(&supports, air + 1) > best && add(&mut order, Step::Air) {
        air += 1;
        best = worth(&supports, air);
    }
    order.push(Step::Done);

    let cost = definitions.tables.actions.of(if verb == Verb::Prepare {
        Action::PreparedAttack
    } else {
        Action::NormalAttack
    });
    let mobile = attackers.iter().filter(|unit| definitions.unit(**unit).is_mobile()).count() as i32;
    let fatigue: i32 = attackers.iter().map(|unit| plan.fatigue(*unit)).sum();
    let duty = attackers.iter().any(|unit| field.unit(*unit).bound);
    let worth = best - POINT * i32::from(cost) * mobile - fatigue + if duty { DUTY } else { 0 };
    Some(Proposal { worth, order })
}

/// What an air support mission is worth elsewhere: it is gone at the end of the turn in any case.
pub const MISSION: i32 = 20;
/// Worth below which no support saves an attack.
const HOPELESS: i32 = -300;

/// The first headquarters for each kind of marker: which of them lends it matters little.
fn one_of_each(supports: Vec<combat::Support>) -> Vec<combat::Support> {
    let mut kinds: Vec<SupportKind> = Vec::new();
    let fresh = |(_, kind): &combat::Support| {
        let new = !kinds.contains(kind);
        kinds.push(*kind);
        new
    };
    supports.into_iter().filter(fresh).collect()
}

/// The unit whose quality should count: the best, and of equals the one with most steps.
pub fn lead(plan: &Plan, units: &[UnitId]) -> Option<UnitId> {
    let rank = |unit: &UnitId| (plan.definitions.unit(*unit).quality, plan.field.unit(*unit).steps);
    units.iter().rev().copied().max_by_key(rank)
}

/// Gives the defender the answer that he will probably give: his best unit and his first marker.
fn answer(plan: &Plan, field: &Field, combat: &mut Combat) {
    let definitions = plan.definitions;
    combat.leads[DEFENDER] = combat::defence::leads(definitions, field, combat).first().copied();
    let open = supports_for(definitions, field, plan.side.enemy(), &combat.units[DEFENDER], &[]);
    combat.supports[DEFENDER].extend(open.first());
}
