//! Standing orders: what players leave to be decided for them (5.1, 9).

use crate::EnemyAction;
use crate::chapters::combat::{advance, hits, retreat};
use crate::chapters::sequence;
use crate::printed::Definitions;
use crate::sight::known;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Combat, Public, Topic};
use definitions::UnitId;
use engine::contract::{Ask, Misread, Seen, SentAhead, StandingOrders, StandingRule};
use engine::speech::{Choices, StandingLanguage, StandingWords};
use serde::{Deserialize, Serialize};

/// Which tactics are played for a defence. Whether any is held tells nothing: the question comes all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tactics {
    /// The player is asked.
    #[default]
    Ask,
    /// None.
    None,
}

/// Reactions to German activations. Whether any is held tells nothing: they pass all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reactions {
    /// None.
    #[default]
    None,
    /// The player is asked.
    Ask,
}

/// Whether Operation Greif and interdiction are asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rights {
    /// The player is asked.
    #[default]
    Ask,
    /// They are not used.
    Never,
}

/// What is done about a formation without fuel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fuel {
    /// The player is asked.
    #[default]
    Ask,
    /// A depot is spent, as long as there are any; then nothing.
    Spend,
    /// Nothing.
    None,
}

/// How many chits are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Draws {
    /// The player is asked.
    #[default]
    Ask,
    /// As few as may be.
    Least,
    /// As many as may be.
    Most,
}

/// How defenders take their hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Defends {
    /// The player is asked.
    #[default]
    Ask,
    /// They stand and lose steps.
    Stand,
    /// They retreat as far as hits allow and a way costs nothing.
    Retreat,
}

/// How attackers take their second and third hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Disperses {
    /// The player is asked.
    #[default]
    Ask,
    /// They disperse.
    Always,
    /// They lose steps.
    Never,
}

/// Which unit loses a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Losses {
    /// One that lives on, the weakest of them.
    #[default]
    Spare,
    /// The player is asked.
    Ask,
}

/// Who advances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Advances {
    /// The player is asked.
    #[default]
    Ask,
    /// Nobody.
    Hold,
    /// As many as may stand in the hex that was left.
    Fill,
}

/// A player's standing orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Policy {
    /// Tactics for a defence.
    pub tactics: Tactics,
    /// Reactions to activations.
    pub reactions: Reactions,
    /// Bridges before German units.
    pub bridges: Reactions,
    /// Operation Greif.
    pub greif: Rights,
    /// Interdiction.
    pub interdiction: Rights,
    /// Engineers in the Supply Phase.
    pub works: Reactions,
    /// Fuel.
    pub fuel: Fuel,
    /// Chits.
    pub draws: Draws,
    /// Hits on defenders.
    pub defends: Defends,
    /// Hits on attackers.
    pub disperses: Disperses,
    /// Steps.
    pub losses: Losses,
    /// Advances.
    pub advances: Advances,
}

static TACTICS: Choices<Tactics, 2> = Choices([
    (&["ask"], Tactics::Ask, "you are asked which tactics support a defence, whether you hold any or not"),
    (&["none"], Tactics::None, "no tactic is played for a defence"),
]);
static REACTIONS: Choices<Reactions, 2> = Choices([
    (&["none"], Reactions::None, "German activations are not answered"),
    (&["ask"], Reactions::Ask, "you are asked about each German activation, whether you hold a reaction or not"),
]);
static BRIDGES: Choices<Reactions, 2> = Choices([
    (&["none"], Reactions::None, "no bridge is blown before a German unit"),
    (
        &["ask"],
        Reactions::Ask,
        "you are asked whenever a German unit comes to a bridge, whether you hold engineers or not",
    ),
]);
static GREIF: Choices<Rights, 2> = Choices([
    (&["ask"], Rights::Ask, "you are asked about Operation Greif when a bridge is blown, whether you hold it or not"),
    (&["never"], Rights::Never, "Operation Greif is not played"),
]);
static INTERDICTION: Choices<Rights, 2> = Choices([
    (
        &["ask"],
        Rights::Ask,
        "you are asked about interdiction each day from the 21st, whether you hold Airpower or not",
    ),
    (&["never"], Rights::Never, "no interdiction is flown"),
]);
static WORKS: Choices<Reactions, 2> = Choices([
    (&["none"], Reactions::None, "your engineers do nothing in the Supply Phase"),
    (&["ask"], Reactions::Ask, "you are asked about bridges in each Supply Phase, whether you hold engineers or not"),
]);
static FUEL: Choices<Fuel, 3> = Choices([
    (&["ask"], Fuel::Ask, "you are asked whether a formation keeps its fuel, whether you hold Fuel Priority or not"),
    (&["spend"], Fuel::Spend, "a depot is spent where you have one, and Fuel Priority is not played"),
    (&["none"], Fuel::None, "formations whose cards say so are out of fuel"),
]);
static DRAWS: Choices<Draws, 3> = Choices([
    (&["ask"], Draws::Ask, "you are asked how many chits are drawn once the least are seen"),
    (&["least"], Draws::Least, "no chit is drawn beyond the least"),
    (&["most"], Draws::Most, "as many chits are drawn as may be"),
]);
static DEFENDS: Choices<Defends, 3> = Choices([
    (&["ask"], Defends::Ask, "you are asked how your defenders take their hits"),
    (&["stand"], Defends::Stand, "your defenders stand and lose steps"),
    (
        &["retreat"],
        Defends::Retreat,
        "your defenders retreat where that costs no step besides, and lose steps for the rest",
    ),
]);
static DISPERSES: Choices<Disperses, 3> = Choices([
    (&["ask"], Disperses::Ask, "you are asked whether your attackers disperse"),
    (&["always"], Disperses::Always, "your attackers disperse for their second and third hit"),
    (&["never"], Disperses::Never, "your attackers lose steps for all hits"),
]);
static LOSSES: Choices<Losses, 2> = Choices([
    (&["spare"], Losses::Spare, "steps come from the weakest unit that lives on without it, else from the weakest"),
    (&["ask"], Losses::Ask, "you are asked which unit loses a step, where there is a choice"),
]);
static ADVANCES: Choices<Advances, 3> = Choices([
    (&["ask"], Advances::Ask, "you are asked who advances"),
    (&["hold", "none"], Advances::Hold, "nobody advances"),
    (&["fill"], Advances::Fill, "as many advance into the hex that was left as may stand there"),
]);

/// The standing orders of this game.
pub static WORDS: StandingLanguage<Policy> = StandingLanguage(&[
    StandingWords {
        kinds: &["tactics"],
        values: &TACTICS.words(),
        read: |policy, words| TACTICS.read(words, &mut policy.tactics),
        write: |policy| TACTICS.write(policy.tactics),
    },
    StandingWords {
        kinds: &["reactions"],
        values: &REACTIONS.words(),
        read: |policy, words| REACTIONS.read(words, &mut policy.reactions),
        write: |policy| REACTIONS.write(policy.reactions),
    },
    StandingWords {
        kinds: &["bridges"],
        values: &BRIDGES.words(),
        read: |policy, words| BRIDGES.read(words, &mut policy.bridges),
        write: |policy| BRIDGES.write(policy.bridges),
    },
    StandingWords {
        kinds: &["greif"],
        values: &GREIF.words(),
        read: |policy, words| GREIF.read(words, &mut policy.greif),
        write: |policy| GREIF.write(policy.greif),
    },
    StandingWords {
        kinds: &["interdiction"],
        values: &INTERDICTION.words(),
        read: |policy, words| INTERDICTION.read(words, &mut policy.interdiction),
        write: |policy| INTERDICTION.write(policy.interdiction),
    },
    StandingWords {
        kinds: &["works"],
        values: &WORKS.words(),
        read: |policy, words| WORKS.read(words, &mut policy.works),
        write: |policy| WORKS.write(policy.works),
    },
    StandingWords {
        kinds: &["fuel"],
        values: &FUEL.words(),
        read: |policy, words| FUEL.read(words, &mut policy.fuel),
        write: |policy| FUEL.write(policy.fuel),
    },
    StandingWords {
        kinds: &["draw"],
        values: &DRAWS.words(),
        read: |policy, words| DRAWS.read(words, &mut policy.draws),
        write: |policy| DRAWS.write(policy.draws),
    },
    StandingWords {
        kinds: &["defend"],
        values: &DEFENDS.words(),
        read: |policy, words| DEFENDS.read(words, &mut policy.defends),
        write: |policy| DEFENDS.write(policy.defends),
    },
    StandingWords {
        kinds: &["disperse"],
        values: &DISPERSES.words(),
        read: |policy, words| DISPERSES.read(words, &mut policy.disperses),
        write: |policy| DISPERSES.write(policy.disperses),
    },
    StandingWords {
        kinds: &["losses"],
        values: &LOSSES.words(),
        read: |policy, words| LOSSES.read(words, &mut policy.losses),
        write: |policy| LOSSES.write(policy.losses),
    },
    StandingWords {
        kinds: &["advances"],
        values: &ADVANCES.words(),
        read: |policy, words| ADVANCES.read(words, &mut policy.advances),
        write: |policy| ADVANCES.write(policy.advances),
    },
]);

impl SentAhead for EnemyAction {}

impl StandingOrders for EnemyAction {
    fn answer(seen: Seen<'_, EnemyAction>, ask: &Ask, policy: &Policy) -> Option<Vec<Step>> {
        let (definitions, public) = (seen.definitions, &seen.view.public);
        let asked = public.asked.filter(|asked| asked.id == ask.id && asked.side == ask.side)?;
        match asked.topic {
            Topic::Tactics => (policy.tactics == Tactics::None).then(|| vec![Step::Verb(Verb::Pass)]),
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
                let (least, most) = public.combat.as_ref()?.chits;
                let total = match policy.draws {
                    Draws::Ask => return None,
                    Draws::Least => least,
                    Draws::Most => most,
                };
                Some(vec![Step::Verb(Verb::Draw), Step::Number(total)])
            }
            Topic::DefenderHits => defend(definitions, public, policy),
            Topic::AttackerHits => attack(definitions, public, policy),
            Topic::Advance => advances(seen, policy.advances),
            Topic::Excess if policy.losses == Losses::Spare => {
                let units = sequence::removable(definitions, public, asked.side);
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
    match policy.defends {
        Defends::Ask => None,
        Defends::Stand => step(),
        Defends::Retreat => {
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
