//! Standing orders: what a player answers to decisions that come again and again, so that nobody waits for him.
//!
//! An answer is made of steps that are legal, the best of them by the player's rule; where none fits he is asked.
//! Without standing orders only decisions that leave no choice are made for him.

pub mod ahead;
mod answers;
mod rules;
mod staff;

use super::definitions::Definitions;
use super::order::Step;
use super::tables::Column;
use super::view::Seen;
use crate::AutumnFog;
use engine::contract::{Ask, Misread, StandingOrders, StandingRule};
use engine::speech::Caution;
use serde::{Deserialize, Serialize};

pub use rules::RULES;

impl StandingOrders for AutumnFog {
    fn answer(seen: Seen<'_>, _: &Ask, standing: &Standing) -> Option<Vec<Step>> {
        answers::answer(seen, standing)
    }

    fn standing(_: &Definitions, standing: &Standing) -> Vec<StandingRule> {
        RULES.list(standing)
    }

    fn amend(_: &Definitions, standing: &Standing, line: &str) -> Result<Standing, Misread> {
        RULES.amend(standing, line)
    }
}

/// A player's standing orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Standing {
    /// His supports when he is attacked.
    pub defend: Defence,
    /// The steps that he loses, as attacker and as defender.
    pub lose: [Losses; 2],
    /// Where he retreats.
    pub retreat: Choice,
    /// Where his breakthrough marker lies.
    pub mark: Choice,
    /// Who advances.
    pub advance: Advance,
    /// Where destroyed headquarters come back.
    pub come_back: ComeBack,
    /// Which headquarters get supports.
    pub allot: Allotment,
    /// The attacker that a snafu strikes, as the defender chooses.
    pub snafu: Choice,
    /// Whether an attack is rolled for again.
    pub reroll: Reroll,
    /// His Christmas present.
    pub gift: Gift,
    /// Whether his events interrupt a march of the other side.
    pub interrupt: Interrupt,
    /// Whether and where aircraft drop supplies.
    pub air_supply: AirSupply,
    /// What is eliminated where too many steps stand.
    pub overstack: Choice,
    /// His activation sequences.
    pub sequence: Sequence,
    /// How careful orders are that he has sent ahead for his next sequences. A new game turn brings them back in any
    /// case.
    pub ahead: Caution,
}

/// A decision that is left to the program, or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// He is asked.
    #[default]
    Ask,
    /// The program chooses.
    Auto,
}

/// Supports in defence. The unit of the best quality leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Defence {
    /// He is asked.
    #[default]
    Ask,
    /// He is asked when he has a support for this combat.
    AskWithSupports,
    /// He uses none.
    None,
    /// He uses the best.
    Best {
        /// So many markers at most.
        markers: u8,
        /// From these odds on, counted before his own supports.
        from: Option<Column>,
        /// Whether he uses none at lesser odds; else he is asked then.
        else_none: bool,
    },
}

/// The order of losses (7.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Losses {
    /// He is asked.
    #[default]
    Ask,
    /// He loses by this rule.
    By {
        /// What meets the number: steps, or hexes as far as that is allowed.
        meet: Meet,
        /// Whether strong units lose first.
        strong_first: bool,
        /// Whether armoured and mechanized units are spared.
        spare_armour: bool,
    },
}

/// What meets a number (7.6a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Meet {
    /// Steps: the ground is held, as long as somebody is left to hold it.
    Steps,
    /// Hexes: units are spared.
    Hexes,
}

/// Who advances after combat (7.7.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Advance {
    /// He is asked.
    #[default]
    Ask,
    /// Nobody.
    None,
    /// One unit, into a vacated hex.
    One,
    /// All that find room in the vacated hexes.
    All,
}

/// Where destroyed headquarters come back (1.3j).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ComeBack {
    /// He is asked.
    #[default]
    Ask,
    /// As near to their units as they may.
    Near,
    /// Not this turn.
    Later,
}

/// Whether an attack is rolled for again (15.4b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reroll {
    /// He is asked.
    #[default]
    Ask,
    /// The first roll is kept.
    Keep,
    /// A roll is made again if it is no higher.
    UpTo(u8),
}

/// A Christmas present (15.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gift {
    /// He is asked.
    #[default]
    Ask,
    /// A second roll for an attack.
    Reroll,
    /// A step for the strongest unit that may have one.
    Step,
}

/// Events in the other side's marches (15.1b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Interrupt {
    /// Marches pass, and nobody is asked.
    #[default]
    Pass,
    /// He is asked about each.
    Ask,
}

/// Air supply (15.3d).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AirSupply {
    /// He is asked.
    #[default]
    Ask,
    /// The marker is saved.
    Save,
}

/// Which headquarters get supports (1.6c).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Allotment {
    /// He is asked.
    #[default]
    Ask,
    /// As last turn, as far as the pools allow.
    Again,
    /// One for each headquarters in turn.
    Spread,
    /// None: the pools are saved.
    None,
}

/// Activation sequences (2.1e).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sequence {
    /// He is asked.
    #[default]
    Ask,
    /// He passes if the other side has passed; else he is asked.
    Follow,
    /// While none of his units that acts, or has not acted this turn, is within so many hexes of the enemy, his staff
    /// leads the others or passes; else he is asked.
    Staff {
        /// Hexes within which he leads himself.
        near: u8,
    },
}
