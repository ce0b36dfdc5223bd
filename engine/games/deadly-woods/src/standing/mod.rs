//! Standing orders: what is decided for a player who is not asked.

mod ahead;
mod chits;
mod policy;
mod words;

pub use policy::{
    Advances, Bridges, Converts, Firsts, Holds, Lays, Losses, Plays, Policy, Reacts, Rebuilds, Retreats, Rights,
    Stands, Supports, Takes, Withdrawals,
};
pub use words::WORDS;

use crate::DeadlyWoods;
use crate::chapters::combat::{answers, course, defended, defender_support, weigh};
use crate::chapters::{replacements, supply};
use crate::printed::{CombatResult, Definitions, GERMAN};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Stage, State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ask, Misread, Seen, SideId, StandingOrders, StandingRule};

impl StandingOrders for DeadlyWoods {
    fn answer(seen: Seen<'_, DeadlyWoods>, ask: &Ask, policy: &Policy) -> Option<Vec<Step>> {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let asked = state.asked.filter(|asked| asked.id == ask.id && asked.side == ask.side)?;
        match asked.topic {
            Topic::Support => support(definitions, state, policy.supports),
            Topic::Convert => convert(definitions, state, policy.converts),
            Topic::Losses => losses(definitions, state, policy.losses),
            Topic::Stand => stand(definitions, state, policy.stands),
            Topic::Retreat => (policy.retreats == Retreats::Far).then(|| retreat(definitions, state))?,
            Topic::Bridge => bridge(state, asked.side, policy.bridges),
            Topic::Advance => advance(definitions, state, policy.advances),
            Topic::Excess => excess(definitions, state, asked.side, policy.losses),
            Topic::First => chits::first(state, asked.side, policy.first),
            Topic::Drawn => chits::drawn(state, policy),
            Topic::React => chits::react(state, policy.reaction),
            Topic::Army => chits::army(policy.army),
            Topic::Withdrawal => chits::withdrawal(policy.withdrawal),
            Topic::Replacements => rebuild(definitions, state, asked.side, policy.replacements),
            Topic::Assets => match policy.assets {
                Lays::Ask => asked.passes.then(|| vec![Step::Verb(Verb::End)]),
                Lays::Always => None,
                Lays::Never => alone(Verb::End),
            },
            Topic::Round => left(policy.rounds, Verb::End),
            Topic::Drop => left(policy.drop, Verb::Pass),
        }
    }

    fn standing(_: &Definitions, policy: &Policy) -> Vec<StandingRule> {
        WORDS.list(policy)
    }

    fn amend(_: &Definitions, policy: &Policy, line: &str) -> Result<Policy, Misread> {
        WORDS.amend(policy, line)
    }
}

fn alone(verb: Verb) -> Option<Vec<Step>> {
    Some(vec![Step::Verb(verb)])
}

/// How bad the results of a column are for the attacker, over the six faces.
fn harm(definitions: &Definitions, state: &State, support: &[UnitId]) -> i32 {
    let Some(combat) = &state.combat else { return 0 };
    let weighed = weigh(definitions, state, &combat.attackers, combat.target, (&combat.guns, combat.doubled), support);
    let worth = |result: CombatResult| {
        2 * i32::from(result.attacker) - 2 * i32::from(result.defender) - i32::from(result.retreat)
    };
    (1..=6).map(|face| worth(definitions.tables.combat.result(weighed.column, face))).sum()
}

fn support(definitions: &Definitions, state: &State, rule: Supports) -> Option<Vec<Step>> {
    if rule == Supports::Ask {
        return None;
    }
    let combat = state.combat.as_ref()?;
    let side = combat.attacker.enemy();
    let mut guns = defender_support(definitions, state, side, combat.target, &combat.defenders);
    guns.sort_by_key(|gun| std::cmp::Reverse(definitions.counter(*gun).strength));
    let sure = defended(definitions, state, combat.target);
    let most = guns.len().min(answers::most(definitions, side));
    let harm = |guns: &[UnitId]| harm(definitions, state, &[guns, &sure].concat());
    // as few as make a difference
    let helps = |count: &usize| harm(&guns[..*count]) > harm(&[]);
    let count = match rule {
        Supports::All => most,
        Supports::Best => (1..=most).find(helps).unwrap_or(0),
        Supports::Engineers | Supports::Ask => 0,
    };
    let chosen = guns[..count].to_vec();
    if chosen.is_empty() {
        return alone(Verb::Pass);
    }
    let units = chosen.into_iter().map(Step::Unit);
    Some([Step::Verb(Verb::Support)].into_iter().chain(units).chain([Step::Done]).collect())
}

fn convert(definitions: &Definitions, state: &State, rule: Converts) -> Option<Vec<Step>> {
    let combat = state.combat.as_ref()?;
    match rule {
        Converts::Ask => None,
        Converts::Never => alone(Verb::Bear),
        Converts::Kills => {
            let steps: u8 =
                combat.defenders.iter().map(|unit| state.unit(*unit).steps(definitions.counter(*unit))).sum();
            alone(if steps <= 1 { Verb::Convert } else { Verb::Bear })
        }
    }
}

/// What a loss costs its owner: a unit's life first, then its strength.
fn price(definitions: &Definitions, state: &State, unit: UnitId, spares: bool) -> (bool, u8, UnitId) {
    let (counter, it) = (definitions.counter(unit), state.unit(unit));
    let face = usize::from(it.lost.min(2));
    (spares && it.steps(counter) <= 1, counter.attack[face] + counter.defence[face], unit)
}

fn losses(definitions: &Definitions, state: &State, rule: Losses) -> Option<Vec<Step>> {
    if rule == Losses::Ask {
        return None;
    }
    let (_, units) = course::owing(state)?;
    let unit = units.into_iter().min_by_key(|unit| price(definitions, state, *unit, rule == Losses::Spare))?;
    Some(vec![Step::Verb(Verb::Lose), Step::Unit(unit)])
}

fn excess(definitions: &Definitions, state: &State, side: SideId, rule: Losses) -> Option<Vec<Step>> {
    if rule == Losses::Ask {
        return None;
    }
    let units = answers::excess(definitions, state, side);
    let unit = units.into_iter().min_by_key(|unit| price(definitions, state, *unit, false))?;
    Some(vec![Step::Verb(Verb::Remove), Step::Unit(unit)])
}

fn stand(definitions: &Definitions, state: &State, rule: Stands) -> Option<Vec<Step>> {
    let combat = state.combat.as_ref()?;
    let goes = alone(Verb::Bear);
    let steps = |unit: &UnitId| state.unit(*unit).steps(definitions.counter(*unit));
    let stander =
        course::standers(definitions, state).into_iter().max_by_key(|unit| (steps(unit), std::cmp::Reverse(*unit)));
    let stands = |unit: UnitId| Some(vec![Step::Verb(Verb::Stand), Step::Unit(unit)]);
    match rule {
        Stands::Ask => None,
        Stands::Never => goes,
        Stands::Always => stander.map_or(goes, stands),
        Stands::Towns => {
            let town = definitions.board.hex(combat.target).town;
            stander.filter(|unit| town && steps(unit) > 1).map_or(goes, stands)
        }
    }
}

fn retreat(definitions: &Definitions, state: &State) -> Option<Vec<Step>> {
    let combat = state.combat.as_ref()?;
    let side = combat.attacker.enemy();
    let enemies: Vec<HexId> = definitions.units_of(combat.attacker).filter_map(|unit| state.unit(unit).hex()).collect();
    let far = |hex: &HexId| enemies.iter().map(|enemy| definitions.board.distance(*enemy, *hex)).min().unwrap_or(0);
    let worth = |hex: &HexId| (supply::traced(definitions, state, side, *hex), far(hex), std::cmp::Reverse(*hex));
    let end = answers::ends(definitions, state).into_iter().max_by_key(worth)?;
    Some(vec![Step::Verb(Verb::Retreat), Step::Hex(end)])
}

fn bridge(state: &State, side: SideId, rule: Bridges) -> Option<Vec<Step>> {
    let behind = state.combat.as_ref().is_some_and(|combat| combat.stage == Stage::Retreated);
    let keep = match rule {
        Bridges::Ask => return None,
        Bridges::Blow => false,
        Bridges::Keep => true,
        Bridges::Usual => behind && side == GERMAN,
    };
    if keep { Some(vec![Step::Verb(Verb::Keep), Step::Done]) } else { alone(Verb::Blow) }
}

/// A right that is left.
fn left(rule: Rights, verb: Verb) -> Option<Vec<Step>> {
    (rule == Rights::Never).then(|| vec![Step::Verb(verb)])
}

fn rebuild(definitions: &Definitions, state: &State, side: SideId, rule: Rebuilds) -> Option<Vec<Step>> {
    let here = |unit: &UnitId| state.unit(*unit).hex().is_some();
    let strength = |unit: &UnitId| (definitions.counter(*unit).attack[0], std::cmp::Reverse(*unit));
    match rule {
        Rebuilds::Ask => None,
        Rebuilds::Never => alone(Verb::End),
        Rebuilds::Strongest => {
            let unit = replacements::units(definitions, state, side).into_iter().filter(here).max_by_key(strength);
            unit.map_or(alone(Verb::End), |unit| Some(vec![Step::Verb(Verb::Rebuild), Step::Unit(unit)]))
        }
    }
}

fn advance(definitions: &Definitions, state: &State, rule: Advances) -> Option<Vec<Step>> {
    let combat = state.combat.as_ref()?;
    let taken = state.disposition(definitions).holds(combat.attacker, combat.target);
    match rule {
        Advances::Ask => return None,
        Advances::Hold => return alone(Verb::Stay),
        Advances::Strongest if taken => return alone(Verb::Stay),
        Advances::Strongest | Advances::Fill => {}
    }
    let strength = |unit: &UnitId| {
        let (_, strength, unit) = price(definitions, state, *unit, false);
        (strength, std::cmp::Reverse(unit))
    };
    match course::advances(definitions, state).into_iter().max_by_key(strength) {
        Some(unit) => Some(vec![Step::Verb(Verb::Advance), Step::Unit(unit)]),
        None => alone(Verb::Stay),
    }
}
