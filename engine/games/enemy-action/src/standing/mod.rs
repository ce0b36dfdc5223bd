//! Standing orders: what players leave to be decided for them (5.1, 9).

mod ahead;
mod policy;
mod tactics;

pub use policy::{Advances, Defends, Disperses, Draws, Fuel, Losses, Policy, Reactions, Rights, WORDS};
pub use tactics::{Plays, Tactics};

use crate::EnemyAction;
use crate::chapters::combat::forecast::Outlook;
use crate::chapters::combat::{advance, hits, retreat};
use crate::chapters::sequence;
use crate::printed::Definitions;
use crate::sight::known;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Combat, Public, Topic};
use definitions::UnitId;
use engine::contract::{Ask, Misread, Seen, StandingOrders, StandingRule};

impl StandingOrders for EnemyAction {
    fn answer(seen: Seen<'_, EnemyAction>, ask: &Ask, policy: &Policy) -> Option<Vec<Step>> {
        let (definitions, public) = (seen.definitions, &seen.view.public);
        let asked = public.asked.filter(|asked| asked.id == ask.id && asked.side == ask.side)?;
        match asked.topic {
            Topic::Tactics => policy.tactics.answer(known(seen, asked.side)),
            Topic::React => (policy.reactions == Reactions::None).then(|| vec![Step::Verb(Verb::Pass)]),
            Topic::Blow => (policy.bridges == Reactions::None).then(|| vec![Step::Verb(Verb::Pass)]),
            Topic::Greif => (policy.greif == Rights::Never).then(|| vec![Step::Verb(Verb::Pass)]),
            Topic::Interdiction => (policy.interdiction == Rights::Never).then(|| vec![Step::Verb(Verb::Pass)]),
            Topic::Works => (policy.works == Reactions::None).then(|| vec![Step::Verb(Verb::Pass)]),
            Topic::Fuel => match policy.fuel {
                Fuel::Ask => None,
                Fuel::Spend if public.fuel > 0 => Some(vec![Step::Verb(Verb::Spend)]),
                Fuel::Spend | Fuel::None => Some(vec![Step::Verb(Verb::Pass)]),
            },
            Topic::Chits => {
                let combat = public.combat.as_ref()?;
                let total = match policy.draws {
                    Draws::Ask => return None,
                    Draws::Least => combat.chits.0,
                    Draws::Most => combat.chits.1,
                    Draws::Best => best(definitions, public, combat),
                };
                Some(vec![Step::Verb(Verb::Draw), Step::Number(total)])
            }
            Topic::DefenderHits => defend(definitions, public, policy),
            Topic::AttackerHits => attack(definitions, public, policy),
            Topic::Advance => advances(seen, policy.advances),
            // a step is given; which unit goes off the map its player says (7.4)
            Topic::Excess if !sequence::crowded(definitions, public, asked.side) => {
                let units = sequence::removable(definitions, public, asked.side);
                if policy.losses == Losses::Ask && units.len() > 1 {
                    return None;
                }
                let unit = units.into_iter().min_by_key(|unit| price(definitions, public, *unit))?;
                Some(vec![Step::Verb(Verb::Remove), Step::Unit(unit)])
            }
            _ => None,
        }
    }

    fn standing(_: &Definitions, policy: &Policy) -> Vec<StandingRule> {
        WORDS.list(policy)
    }

    fn amend(_: &Definitions, policy: &Policy, line: &str) -> Result<Policy, Misread> {
        WORDS.amend(policy, line)
    }
}

/// The number of chits that promises most; the fewest of equals.
fn best(definitions: &Definitions, public: &Public, combat: &Combat) -> u8 {
    let outlook = Outlook::of(definitions, public, combat);
    let (least, most) = combat.chits;
    let worth = |total: u8| {
        let forecast = outlook.at(total);
        forecast.defender - forecast.attacker
    };
    (least..=most).fold(least, |best, total| if worth(total) > worth(best) { total } else { best })
}

/// What a loss costs its owner: a unit's life first, then its strength.
fn price(definitions: &Definitions, public: &Public, unit: UnitId) -> (bool, u8, UnitId) {
    let (counter, it) = (definitions.counter(unit), public.unit(unit));
    (it.steps(counter) <= 1, it.face(counter).strength, unit)
}

/// A step of the cheapest unit, unless the player wants to choose.
fn lose(definitions: &Definitions, public: &Public, combat: &Combat, attacks: bool, rule: Losses) -> Option<Vec<Step>> {
    let units = hits::losable(public, combat, attacks);
    if rule == Losses::Ask && units.len() > 1 {
        return None;
    }
    let unit = units.into_iter().min_by_key(|unit| price(definitions, public, *unit))?;
    Some(vec![Step::Verb(Verb::Lose), Step::Unit(unit)])
}

fn defend(definitions: &Definitions, public: &Public, policy: &Policy) -> Option<Vec<Step>> {
    let combat = public.combat.as_ref()?;
    let step = || lose(definitions, public, combat, false, policy.losses);
    // what a retreat costs is no choice any more
    if combat.penalty > 0 || retreat::may(definitions, public, combat).is_err() {
        return if policy.defends == Defends::Ask { None } else { step() };
    }
    let steps = |unit: &UnitId| public.unit(*unit).steps(definitions.counter(*unit));
    let living: u8 = hits::alive(public, &combat.defenders).iter().map(steps).sum();
    let worth = definitions.board.hex(combat.target).points > 0 && living > combat.owed[1];
    match policy.defends {
        Defends::Ask => None,
        Defends::Stand => step(),
        Defends::Points if worth => step(),
        Defends::Retreat | Defends::Points => {
            let routes = retreat::routes(definitions, public, combat);
            let free = routes.into_iter().filter(|route| route.penalty == 0);
            let far = free.max_by_key(|route| route.path.len());
            let Some(route) = far else { return step() };
            let mut order = vec![Step::Verb(Verb::Retreat)];
            let (last, way) = route.path[1..].split_last()?;
            order.extend(way.iter().map(|hex| Step::Via(*hex)));
            order.push(Step::Hex(*last));
            Some(order)
        }
    }
}

fn attack(definitions: &Definitions, public: &Public, policy: &Policy) -> Option<Vec<Step>> {
    let combat = public.combat.as_ref()?;
    if hits::absorbed(combat) > 0 {
        match policy.disperses {
            Disperses::Ask => return None,
            Disperses::Always => return Some(vec![Step::Verb(Verb::Disperse)]),
            Disperses::Never => {}
        }
    }
    lose(definitions, public, combat, true, policy.losses)
}

fn advances(seen: Seen<'_, EnemyAction>, rule: Advances) -> Option<Vec<Step>> {
    let side = seen.view.asked()?;
    let known = known(seen, side);
    let combat = known.public.combat.as_ref()?;
    match rule {
        Advances::Ask => None,
        Advances::Hold => Some(vec![Step::Verb(Verb::Stay)]),
        Advances::Fill => {
            let (definitions, public) = (known.definitions, known.public);
            let fits = |unit: &UnitId| advance::way(definitions, public, combat, *unit, combat.target).is_ok();
            let units = advance::units(definitions, public, combat).into_iter().filter(fits);
            let best = units.max_by_key(|unit| (price(definitions, public, *unit).1, std::cmp::Reverse(*unit)));
            Some(match best {
                Some(unit) => vec![Step::Verb(Verb::Advance), Step::Unit(unit), Step::Hex(combat.target)],
                None => vec![Step::Verb(Verb::Stay)],
            })
        }
    }
}
