//! Standing orders: what is decided for a player who is not asked.

mod ahead;

use crate::DeadlyWoods;
use crate::chapters::combat::{answers, course, defender_support, weigh};
use crate::chapters::supply;
use crate::printed::{CombatResult, Definitions, GERMAN, Kind};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ask, Misread, Seen, SideId, StandingOrders, StandingRule};
use engine::speech::{Choices, StandingLanguage, StandingWords};
use serde::{Deserialize, Serialize};

/// What supports defences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Supports {
    /// Engineers always, guns where they make the result worse for the attacker.
    #[default]
    Best,
    /// All that may.
    All,
    /// Engineers alone, who cost nothing.
    Engineers,
    /// The player is asked.
    Ask,
}

/// Whether retreats become losses of both in the first combat round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Converts {
    /// The player is asked: the choice is his and no default is sound.
    #[default]
    Ask,
    /// Never.
    Never,
    /// Where it eliminates the last defender.
    Kills,
}

/// Which unit loses a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Losses {
    /// One that lives on, the weakest of them.
    #[default]
    Spare,
    /// The weakest.
    Weakest,
    /// The player is asked.
    Ask,
}

/// Whether airborne units stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stands {
    /// In towns, with one that lives on.
    #[default]
    Towns,
    /// Always.
    Always,
    /// Never.
    Never,
    /// The player is asked.
    Ask,
}

/// Where the beaten go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Retreats {
    /// Where they are in supply and farthest from the enemy.
    #[default]
    Far,
    /// The player is asked.
    Ask,
}

/// What becomes of bridges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bridges {
    /// The Allies blow them, the Germans keep them.
    #[default]
    Usual,
    /// They are blown.
    Blow,
    /// They are kept.
    Keep,
    /// The player is asked.
    Ask,
}

/// Who advances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Advances {
    /// As many as may stand there, the strongest first.
    #[default]
    Fill,
    /// The strongest alone.
    Strongest,
    /// Nobody.
    Hold,
    /// The player is asked.
    Ask,
}

/// What becomes of orders that were sent ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Caution {
    /// They come back if anything happened near them.
    #[default]
    Quiet,
    /// They are carried out if they are legal.
    Always,
    /// They come back.
    Never,
}

/// A player's standing orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Policy {
    /// Supports of his defences.
    pub supports: Supports,
    /// Retreats of the enemy in the first combat round.
    pub converts: Converts,
    /// Steps that his units lose.
    pub losses: Losses,
    /// His airborne units.
    pub stands: Stands,
    /// Retreats of his units.
    pub retreats: Retreats,
    /// Bridges.
    pub bridges: Bridges,
    /// Advances of his units.
    pub advances: Advances,
    /// How careful orders are that he has sent ahead.
    pub ahead: Caution,
}

static SUPPORTS: Choices<Supports, 4> = Choices([
    (
        &["best"],
        Supports::Best,
        "engineers help your defences, and guns where they make the odds worse for the attacker",
    ),
    (&["all"], Supports::All, "engineers and as many guns as may support each defence"),
    (&["engineers"], Supports::Engineers, "engineers alone support your defences"),
    (&["ask"], Supports::Ask, "you are asked what supports each defence"),
]);
static CONVERTS: Choices<Converts, 3> = Choices([
    (&["ask"], Converts::Ask, "you are asked whether a retreat becomes BL1 in the first combat round"),
    (&["never"], Converts::Never, "retreats of the first combat round stay retreats"),
    (
        &["kills"],
        Converts::Kills,
        "a retreat of the first combat round becomes BL1 where that eliminates the last defender",
    ),
]);
static LOSSES: Choices<Losses, 3> = Choices([
    (&["spare"], Losses::Spare, "steps come from the weakest unit that lives on without it, else from the weakest"),
    (&["weakest"], Losses::Weakest, "steps come from the weakest unit"),
    (&["ask"], Losses::Ask, "you are asked which unit loses a step, where there is a choice"),
]);
static STANDS: Choices<Stands, 4> = Choices([
    (&["towns"], Stands::Towns, "airborne units stand in towns, where one of them lives on"),
    (&["always"], Stands::Always, "airborne units always stand where they may"),
    (&["never"], Stands::Never, "airborne units retreat like all others"),
    (&["ask"], Stands::Ask, "you are asked whether they stand"),
]);
static RETREATS: Choices<Retreats, 2> = Choices([
    (&["far"], Retreats::Far, "beaten units go where they are in supply and farthest from the enemy"),
    (&["ask"], Retreats::Ask, "you are asked where they go, where there is a choice"),
]);
static BRIDGES: Choices<Bridges, 4> = Choices([
    (
        &["usual"],
        Bridges::Usual,
        "the Allies blow bridges behind a retreat and before a hex that was held, the Germans keep them",
    ),
    (&["blow"], Bridges::Blow, "you blow them"),
    (&["keep"], Bridges::Keep, "you keep them"),
    (&["ask"], Bridges::Ask, "you are asked about them"),
]);
static ADVANCES: Choices<Advances, 4> = Choices([
    (&["fill"], Advances::Fill, "as many advance into a hex that was left as may stand there, the strongest first"),
    (&["strongest"], Advances::Strongest, "the strongest unit that may advances, alone"),
    (&["hold", "none"], Advances::Hold, "nobody advances but whom the attack names"),
    (&["ask"], Advances::Ask, "you are asked who advances"),
]);
static AHEAD: Choices<Caution, 3> = Choices([
    (&["quiet"], Caution::Quiet, "orders sent ahead come back if anything happened within 3 hexes of what they name"),
    (&["always"], Caution::Always, "orders sent ahead are carried out as long as they are legal"),
    (&["never"], Caution::Never, "orders sent ahead come back when their time comes"),
]);

/// The standing orders of this game.
pub static WORDS: StandingLanguage<Policy> = StandingLanguage(&[
    StandingWords {
        kinds: &["defend", "support"],
        values: &SUPPORTS.words(),
        read: |policy, words| SUPPORTS.read(words, &mut policy.supports),
        write: |policy| SUPPORTS.write(policy.supports),
    },
    StandingWords {
        kinds: &["convert"],
        values: &CONVERTS.words(),
        read: |policy, words| CONVERTS.read(words, &mut policy.converts),
        write: |policy| CONVERTS.write(policy.converts),
    },
    StandingWords {
        kinds: &["losses", "lose"],
        values: &LOSSES.words(),
        read: |policy, words| LOSSES.read(words, &mut policy.losses),
        write: |policy| LOSSES.write(policy.losses),
    },
    StandingWords {
        kinds: &["airborne", "stand"],
        values: &STANDS.words(),
        read: |policy, words| STANDS.read(words, &mut policy.stands),
        write: |policy| STANDS.write(policy.stands),
    },
    StandingWords {
        kinds: &["retreats", "retreat"],
        values: &RETREATS.words(),
        read: |policy, words| RETREATS.read(words, &mut policy.retreats),
        write: |policy| RETREATS.write(policy.retreats),
    },
    StandingWords {
        kinds: &["bridges", "blow"],
        values: &BRIDGES.words(),
        read: |policy, words| BRIDGES.read(words, &mut policy.bridges),
        write: |policy| BRIDGES.write(policy.bridges),
    },
    StandingWords {
        kinds: &["advances", "advance"],
        values: &ADVANCES.words(),
        read: |policy, words| ADVANCES.read(words, &mut policy.advances),
        write: |policy| ADVANCES.write(policy.advances),
    },
    StandingWords {
        kinds: &["ahead"],
        values: &AHEAD.words(),
        read: |policy, words| AHEAD.read(words, &mut policy.ahead),
        write: |policy| AHEAD.write(policy.ahead),
    },
]);

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
            Topic::Bridge => bridge(asked.side, policy.bridges),
            Topic::Advance => advance(definitions, state, policy.advances),
            Topic::Excess => excess(definitions, state, asked.side, policy.losses),
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
    let possible = defender_support(definitions, state, side, combat.target, &combat.defenders);
    let (engineers, mut guns): (Vec<UnitId>, Vec<UnitId>) =
        possible.into_iter().partition(|unit| definitions.counter(*unit).kind == Kind::Engineers);
    guns.sort_by_key(|gun| std::cmp::Reverse(definitions.counter(*gun).strength));
    let mut chosen: Vec<UnitId> = engineers.into_iter().take(1).collect();
    let most = if side == GERMAN { 1 } else { 2 };
    for count in 1..=guns.len().min(most) {
        let more: Vec<UnitId> = chosen.iter().copied().chain(guns[..count].iter().copied()).collect();
        let helps = harm(definitions, state, &more) > harm(definitions, state, &chosen);
        if rule == Supports::All && count == guns.len().min(most) || rule == Supports::Best && helps {
            chosen = more;
            break;
        }
    }
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

fn bridge(side: SideId, rule: Bridges) -> Option<Vec<Step>> {
    match rule {
        Bridges::Ask => None,
        Bridges::Blow => alone(Verb::Blow),
        Bridges::Keep => alone(Verb::Keep),
        Bridges::Usual => alone(if side == GERMAN { Verb::Keep } else { Verb::Blow }),
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
