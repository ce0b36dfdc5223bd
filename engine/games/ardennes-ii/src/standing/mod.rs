//! Standing orders: what is decided for a player who is not asked.

mod ahead;

use crate::ArdennesII;
use crate::chapters::combat::{answers, course};
use crate::chapters::{artillery, bridges, stacking};
use crate::printed::Definitions;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ask, Misread, Seen, StandingOrders, StandingRule};
use engine::speech::{Caution, Choices, StandingLanguage, StandingWords};
use engine::standing_choice;
use serde::{Deserialize, Serialize};

/// Whether an attacked stack that may choose holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// It holds.
    #[default]
    Hold,
    /// It goes back.
    Retreat,
    /// The player is asked.
    Ask,
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

/// Where beaten stacks go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Retreats {
    /// Where they are farthest from the enemy.
    #[default]
    Far,
    /// The player is asked.
    Ask,
}

/// Who advances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Advances {
    /// As many as stand there in good order, the strongest first.
    #[default]
    Fill,
    /// The strongest alone.
    Strongest,
    /// Nobody.
    Hold,
    /// The player is asked.
    Ask,
}

/// Where artillery runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Guns {
    /// To the nearest refuge that is some way off the enemy.
    #[default]
    Near,
    /// To the refuge farthest from the enemy.
    Far,
    /// The player is asked.
    Ask,
}

/// What becomes of bridges to which Germans come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bridges {
    /// An attempt is made.
    #[default]
    Blow,
    /// They are kept.
    Keep,
    /// The player is asked.
    Ask,
}

/// Whether a phase in which a side could do something is passed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// The player is asked.
    #[default]
    Ask,
    /// It is.
    Pass,
}

/// A player's standing orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Policy {
    /// Stacks that may go back before combat.
    pub holds: Holds,
    /// Steps that his units lose.
    pub losses: Losses,
    /// Retreats of his units.
    pub retreats: Retreats,
    /// Advances of his units.
    pub advances: Advances,
    /// Artillery that must run.
    pub guns: Guns,
    /// Bridges with charges.
    pub bridges: Bridges,
    /// The US barrage in the German turn.
    pub barrage: Pass,
    /// How careful orders are that he has sent ahead.
    pub ahead: Caution,
}

/// How the values of each kind are written, the default first.
static HOLDS: Choices<Holds, 3> = Choices([
    (&["hold"], Holds::Hold, "attacked stacks hold and fight"),
    (&["retreat"], Holds::Retreat, "attacked stacks that may choose go back five hexes before combat"),
    (&["ask"], Holds::Ask, "you are asked whether they hold, where they may choose"),
]);
static LOSSES: Choices<Losses, 3> = Choices([
    (&["spare"], Losses::Spare, "steps come from the weakest unit that lives on without it, else from the weakest"),
    (&["weakest"], Losses::Weakest, "steps come from the weakest unit that may give them"),
    (&["ask"], Losses::Ask, "you are asked which unit loses a step, where there is a choice"),
]);
static RETREATS: Choices<Retreats, 2> = Choices([
    (&["far"], Retreats::Far, "beaten stacks go where they lose no step and are farthest from the enemy"),
    (&["ask"], Retreats::Ask, "you are asked where they go, where there is a choice"),
]);
static ADVANCES: Choices<Advances, 4> = Choices([
    (&["fill"], Advances::Fill, "as many advance into a cleared hex as stand there in good order, the strongest first"),
    (&["strongest"], Advances::Strongest, "the strongest unit that may advances, alone"),
    (&["hold", "none"], Advances::Hold, "nobody advances but whom the attack names"),
    (&["ask"], Advances::Ask, "you are asked who advances"),
]);
static GUNS: Choices<Guns, 3> = Choices([
    (
        &["near"],
        Guns::Near,
        "artillery runs to the nearest refuge six hexes or more from any enemy, else as far as it can",
    ),
    (&["far"], Guns::Far, "artillery runs to the refuge farthest from the enemy"),
    (&["ask"], Guns::Ask, "you are asked where it runs"),
]);
static BRIDGES: Choices<Bridges, 3> = Choices([
    (&["blow"], Bridges::Blow, "bridges with charges are blown when Germans come next to them"),
    (&["keep"], Bridges::Keep, "they are kept; you may blow them yourself when you are asked for orders"),
    (&["ask"], Bridges::Ask, "you are asked when Germans come next to them"),
]);
static BARRAGE: Choices<Pass, 2> = Choices([
    (&["ask"], Pass::Ask, "you are asked for the US barrage in each German turn"),
    (&["none", "pass"], Pass::Pass, "nobody fires in the US barrage phase of the German turn"),
]);

/// The standing orders of this game.
pub static WORDS: StandingLanguage<Policy> = StandingLanguage(&[
    standing_choice!(&["attacked", "defend"], HOLDS, holds),
    standing_choice!(&["losses", "lose"], LOSSES, losses),
    standing_choice!(&["retreats", "retreat"], RETREATS, retreats),
    standing_choice!(&["advances", "advance"], ADVANCES, advances),
    standing_choice!(&["guns", "run"], GUNS, guns),
    standing_choice!(&["bridges", "blow"], BRIDGES, bridges),
    standing_choice!(&["barrage"], BARRAGE, barrage),
    StandingWords {
        kinds: Caution::KINDS,
        values: Caution::VALUES,
        read: |policy, words| policy.ahead.read(words),
        write: |policy| {
            policy.ahead.write("orders for your next turn", |near| {
                format!(
                    "a phase of your next turn that you wrote ahead comes back to you if, since you wrote it, the other side \
                     came within {near} hexes of what it names, or a unit that it names was hit or disorganised"
                )
            })
        },
    },
]);

impl StandingOrders for ArdennesII {
    fn answer(seen: Seen<'_, ArdennesII>, ask: &Ask, policy: &Policy) -> Option<Vec<Step>> {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let asked = state.asked.filter(|asked| asked.id == ask.id && asked.side == ask.side)?;
        match asked.topic {
            Topic::SetUp | Topic::Move | Topic::Attack => None,
            Topic::Arrivals => asked.passes.then(|| vec![Step::Verb(Verb::End)]),
            Topic::Barrage => (policy.barrage == Pass::Pass).then(|| vec![Step::Verb(Verb::End)]),
            Topic::Hold => match policy.holds {
                Holds::Hold => Some(vec![Step::Verb(Verb::Hold)]),
                Holds::Retreat => retreat(definitions, state),
                Holds::Ask => None,
            },
            Topic::Retreat => (policy.retreats == Retreats::Far).then(|| retreat(definitions, state))?,
            Topic::Losses => losses(definitions, state, policy.losses),
            Topic::Advance => advance(definitions, state, policy.advances),
            Topic::BugOut => run(definitions, state, policy.guns),
            Topic::Bridge => bridge(definitions, state, policy.bridges),
        }
    }

    fn standing(_: &Definitions, policy: &Policy) -> Vec<StandingRule> {
        WORDS.list(policy)
    }

    fn amend(_: &Definitions, policy: &Policy, line: &str) -> Result<Policy, Misread> {
        WORDS.amend(policy, line)
    }
}

/// Hexes from a hex to the nearest enemy of a side, as the crow flies.
fn to_enemy(definitions: &Definitions, enemies: &[HexId], hex: HexId) -> u16 {
    enemies.iter().map(|enemy| definitions.board.distance(*enemy, hex)).min().unwrap_or(u16::MAX)
}

/// The hexes in which enemies of a side stand.
fn enemies(definitions: &Definitions, state: &State, of: engine::contract::SideId) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = definitions.units_of(of.enemy()).filter_map(|unit| state.unit(unit).hex()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// A retreat that costs no step, farthest from the enemy.
fn retreat(definitions: &Definitions, state: &State) -> Option<Vec<Step>> {
    let combat = state.combat.as_ref()?;
    let enemies = enemies(definitions, state, combat.attacker.enemy());
    let bonds = state.disposition(definitions).bonds(combat.attacker);
    let worth = |hex: &HexId| (!bonds.contains(*hex), to_enemy(definitions, &enemies, *hex), std::cmp::Reverse(*hex));
    let end = answers::ends(definitions, state).into_iter().max_by_key(worth)?;
    Some(vec![Step::Verb(Verb::Retreat), Step::Hex(end)])
}

fn losses(definitions: &Definitions, state: &State, rule: Losses) -> Option<Vec<Step>> {
    if rule == Losses::Ask {
        return None;
    }
    let combat = state.combat.as_ref()?;
    let side = course::owing(definitions, state)?;
    let worth = |unit: &UnitId| {
        let (counter, lost) = (definitions.counter(*unit), state.unit(*unit).lost);
        let dies = rule == Losses::Spare && lost + 1 >= counter.steps;
        let face = usize::from(lost.min(1));
        (dies, counter.attack[face] + counter.defence[face], *unit)
    };
    let unit = course::losers(definitions, state, combat, side).into_iter().min_by_key(worth)?;
    Some(vec![Step::Verb(Verb::Lose), Step::Unit(unit)])
}

fn advance(definitions: &Definitions, state: &State, rule: Advances) -> Option<Vec<Step>> {
    let combat = state.combat.as_ref()?;
    let there: Vec<UnitId> = state.disposition(definitions).stack(combat.target).collect();
    let stay = Some(vec![Step::Verb(Verb::Stay)]);
    match rule {
        Advances::Ask => return None,
        Advances::Hold => return stay,
        Advances::Strongest if !there.is_empty() => return stay,
        Advances::Strongest | Advances::Fill => {}
    }
    let fits = |unit: &UnitId| {
        let stack = || there.iter().copied().chain([*unit]);
        !stacking::overstacked(definitions, there.len() + 1) && !stacking::mixed(definitions, stack())
    };
    let strength = |unit: &UnitId| {
        let face = usize::from(state.unit(*unit).lost.min(1));
        (definitions.counter(*unit).defence[face], definitions.counter(*unit).attack[face], std::cmp::Reverse(*unit))
    };
    let into = course::choices(definitions, state).into_iter().filter(|it| it.path.len() == 1).map(|it| it.unit);
    match into.filter(fits).max_by_key(strength) {
        Some(unit) => Some(vec![Step::Verb(Verb::Advance), Step::Unit(unit), Step::Hex(combat.target)]),
        None => stay,
    }
}

/// Hexes from any enemy that a refuge has at least, if there is one.
const SAFE: u16 = 6;

fn run(definitions: &Definitions, state: &State, rule: Guns) -> Option<Vec<Step>> {
    let side = state.asked?.side;
    let unit = artillery::must_run(definitions, state, side).into_iter().next()?;
    let from = state.unit(unit).hex()?;
    let enemies = enemies(definitions, state, side);
    // where its division or nobody stands, so that nobody is mixed or crowded
    let fits = |hex: &HexId| {
        let stack: Vec<UnitId> = state.disposition(definitions).stack(*hex).chain([unit]).collect();
        !stacking::overstacked(definitions, stack.len()) && !stacking::mixed(definitions, stack)
    };
    let refuges = artillery::refuges(definitions, state, side, from);
    let worth = |hex: &HexId| {
        let (away, far) = (to_enemy(definitions, &enemies, *hex), definitions.board.distance(from, *hex));
        let near = if rule == Guns::Near { std::cmp::Reverse(far) } else { std::cmp::Reverse(0) };
        let away = if rule == Guns::Near { away.min(SAFE) } else { away };
        (fits(hex), away, near, std::cmp::Reverse(*hex))
    };
    if rule == Guns::Ask {
        return None;
    }
    let to = refuges.into_iter().max_by_key(worth)?;
    Some(vec![Step::Verb(Verb::Run), Step::Unit(unit), Step::Hex(to)])
}

fn bridge(definitions: &Definitions, state: &State, rule: Bridges) -> Option<Vec<Step>> {
    let keep = Some(vec![Step::Verb(Verb::Keep)]);
    match rule {
        Bridges::Ask => None,
        Bridges::Keep => keep,
        Bridges::Blow => {
            let hexes = state.threatened.iter().map(|it| definitions.board.plungers()[usize::from(it.0)].hex);
            let mut tries = hexes.filter_map(|hex| Some((hex, bridges::likeliest(definitions, state, hex)?)));
            let order = |(hex, unit)| vec![Step::Verb(Verb::Blow), Step::Hex(hex), Step::Unit(unit)];
            tries.next().map(order).or(keep)
        }
    }
}
