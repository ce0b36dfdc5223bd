//! Standing orders: what is decided for a player who is not asked.

mod ahead;

use crate::ArdennesOffensive;
use crate::chapters::combat;
use crate::printed::Definitions;
use crate::sight::View;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Combat, State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ask, Misread, Seen, StandingOrders, StandingRule};
use engine::speech::{Caution, Choices, StandingLanguage, StandingWords};
use engine::standing_choice;
use serde::{Deserialize, Serialize};

/// Where the beaten are led.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Retreats {
    /// To the hex farthest from their supply.
    #[default]
    Far,
    /// To the hex nearest to it.
    Near,
    /// The player is asked.
    Ask,
}

/// Whether an immunity is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Immunity {
    /// It is.
    #[default]
    Keep,
    /// It is given up.
    Waive,
    /// The player is asked.
    Ask,
}

/// Who is lost in an exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Losses {
    /// Those that are just strong enough, the fewest points.
    #[default]
    Least,
    /// The fewest units.
    Few,
    /// The player is asked.
    Ask,
}

/// Who advances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Advances {
    /// Nobody.
    #[default]
    Hold,
    /// The strongest that may.
    Strongest,
    /// The weakest that may.
    Weakest,
    /// The player is asked.
    Ask,
}

/// A player's standing orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Policy {
    /// Retreats of the other side's units.
    pub retreats: Retreats,
    /// Immunities of his own.
    pub immunity: Immunity,
    /// Losses in his exchanges.
    pub losses: Losses,
    /// Advances of his units.
    pub advances: Advances,
    /// How careful orders are that he has sent ahead.
    pub ahead: Caution,
}

/// How the values of each kind are written, the default first.
static RETREATS: Choices<Retreats, 3> = Choices([
    (&["far"], Retreats::Far, "the units that you beat go where they are farthest from their supply"),
    (&["near"], Retreats::Near, "the units that you beat go where they are nearest to their supply"),
    (&["ask"], Retreats::Ask, "you are asked where they go, where there is a choice"),
]);
static IMMUNITY: Choices<Immunity, 3> = Choices([
    (&["keep"], Immunity::Keep, "your attacked units in towns and in the West Wall stay where they are"),
    (&["waive"], Immunity::Waive, "they give up their immunity"),
    (&["ask"], Immunity::Ask, "you are asked before the die is rolled"),
]);
static LOSSES: Choices<Losses, 3> = Choices([
    (&["least"], Losses::Least, "an exchange costs you the least strength that is enough"),
    (&["few"], Losses::Few, "an exchange costs you the fewest units that are enough"),
    (&["ask"], Losses::Ask, "you are asked who is lost"),
]);
static ADVANCES: Choices<Advances, 4> = Choices([
    (&["hold", "none"], Advances::Hold, "nobody advances after combat"),
    (&["strongest"], Advances::Strongest, "the strongest unit that may advances"),
    (&["weakest"], Advances::Weakest, "the weakest unit that may advances"),
    (&["ask"], Advances::Ask, "you are asked who advances"),
]);

/// The standing orders of this game.
pub static WORDS: StandingLanguage<Policy> = StandingLanguage(&[
    standing_choice!(&["retreats", "retreat"], RETREATS, retreats),
    standing_choice!(&["immunity"], IMMUNITY, immunity),
    standing_choice!(&["losses", "lose"], LOSSES, losses),
    standing_choice!(&["advances", "advance"], ADVANCES, advances),
    StandingWords {
        kinds: Caution::KINDS,
        values: Caution::VALUES,
        read: |policy, words| policy.ahead.read(words),
        write: |policy| {
            policy.ahead.write("orders for your next turn", |near| {
                format!(
                    "a phase of your next turn that you wrote ahead comes back to you if, since you wrote it, the other side \
                     came within {near} hexes of what it names, or a unit that it names was hit or cut off"
                )
            })
        },
    },
]);

impl StandingOrders for ArdennesOffensive {
    fn answer(seen: Seen<'_, ArdennesOffensive>, ask: &Ask, policy: &Policy) -> Option<Vec<Step>> {
        let View { state, .. } = seen.view;
        let asked = state.asked.filter(|asked| asked.id == ask.id && asked.side == ask.side)?;
        let definitions = seen.definitions;
        match asked.topic {
            Topic::SetUp | Topic::Move | Topic::Attack => None,
            Topic::Waive => match policy.immunity {
                Immunity::Keep => Some(vec![Step::Verb(Verb::Keep)]),
                Immunity::Waive => Some(vec![Step::Verb(Verb::Waive)]),
                Immunity::Ask => None,
            },
            Topic::Losses => losses(definitions, state.combat.as_ref()?, policy.losses),
            Topic::Retreat => retreat(definitions, state, policy.retreats),
            Topic::Advance => advance(definitions, state, policy.advances),
        }
    }

    fn standing(_: &Definitions, policy: &Policy) -> Vec<StandingRule> {
        WORDS.list(policy)
    }

    fn amend(_: &Definitions, policy: &Policy, line: &str) -> Result<Policy, Misread> {
        WORDS.amend(policy, line)
    }
}

/// The attackers whose loss is enough, chosen among all groups of them.
fn losses(definitions: &Definitions, combat: &Combat, rule: Losses) -> Option<Vec<Step>> {
    if rule == Losses::Ask {
        return None;
    }
    let strength = |unit: &UnitId| u16::from(definitions.counter(*unit).strength);
    // six stacks of three at most; beyond that the weakest serve as well as any
    let mut units = combat.attackers.clone();
    units.sort_by_key(|unit| (strength(unit), *unit));
    units.truncate(MOST_WEIGHED);
    let groups = 1u32..1 << units.len();
    let group = |bits: u32| units.iter().enumerate().filter(move |(at, _)| bits & 1 << at != 0).map(|(_, unit)| *unit);
    let worth = |bits: u32| {
        let sum: u16 = group(bits).map(|unit| strength(&unit)).sum();
        let order = if rule == Losses::Few { (bits.count_ones() as u16, sum) } else { (sum, bits.count_ones() as u16) };
        (sum >= combat.losses).then_some((order, bits))
    };
    let (_, best) = groups.filter_map(worth).min()?;
    // the strongest first, so that no unit is named once it is enough
    let mut chosen: Vec<UnitId> = group(best).collect();
    chosen.sort_by_key(|unit| std::cmp::Reverse((strength(unit), *unit)));
    Some([Step::Verb(Verb::Lose)].into_iter().chain(chosen.into_iter().map(Step::Unit)).collect())
}

/// Units among which the losses of an exchange are weighed.
const MOST_WEIGHED: usize = 16;

/// Where the first of the beaten goes that has a choice.
fn retreat(definitions: &Definitions, state: &State, rule: Retreats) -> Option<Vec<Step>> {
    let combat = state.combat.as_ref()?;
    let unit = *combat.retreating.first()?;
    let side = definitions.counter(unit).side;
    let ends = combat::ways(definitions, state, unit).into_iter().filter_map(|way| way.last().copied());
    let far = |hex: &HexId| (definitions.board.to_source(side, *hex), std::cmp::Reverse(*hex));
    let end = match rule {
        Retreats::Ask => return None,
        Retreats::Far => ends.max_by_key(far)?,
        Retreats::Near => ends.min_by_key(far)?,
    };
    Some(vec![Step::Verb(Verb::Retreat), Step::Unit(unit), Step::Hex(end)])
}

/// Who advances.
fn advance(definitions: &Definitions, state: &State, rule: Advances) -> Option<Vec<Step>> {
    let combat = state.combat.as_ref()?;
    let choices = || combat::advances(definitions, state, combat).into_iter();
    let strength = |choice: &(UnitId, HexId)| (definitions.counter(choice.0).strength, std::cmp::Reverse(*choice));
    let chosen = match rule {
        Advances::Ask => return None,
        Advances::Hold => None,
        Advances::Strongest => choices().max_by_key(strength),
        Advances::Weakest => choices().min_by_key(strength),
    };
    Some(match chosen {
        Some((unit, hex)) => vec![Step::Verb(Verb::Advance), Step::Unit(unit), Step::Hex(hex)],
        None => vec![Step::Verb(Verb::Hold)],
    })
}
