use super::{Counting, Proposal};
use crate::chance::Roll;
use crate::contract::{AskId, Setup, SideId};
use serde::{Deserialize, Serialize};

/// Which of the two key chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chain {
    /// Dice.
    Public,
    /// Hidden draws and shuffles.
    Sealed,
}

/// One line in the history of a game, numbered from 0 by its place. Everything that ever happened at a table is
/// a record; nothing else is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record<E, P> {
    /// The game was set up. Always the first record.
    Started {
        /// Id of the game as its players know it.
        table: String,
        /// Scenario and options.
        setup: Setup,
        /// Version of the rules by which it was begun.
        #[serde(default = "first")]
        rules: u16,
        /// Hash of the definitions.
        definitions: String,
        /// Published end of the public chain, in hex.
        public: String,
        /// Published end of the sealed chain, in hex.
        sealed: String,
        /// Keys of each chain; 0 in games that were begun before chains were renewed.
        #[serde(default)]
        keys: u32,
        /// How its asks are numbered.
        #[serde(default)]
        asks: Counting,
    },
    /// A player took his seat, perhaps with a word for the dice.
    Joined {
        /// His side.
        side: SideId,
        /// His word; empty if he gave none.
        word: String,
    },
    /// An order was accepted.
    Ordered {
        /// Whose.
        side: SideId,
        /// The ask it answers.
        ask: AskId,
        /// Its text in the canonical form.
        text: String,
        /// The commitment that entered the transcript, in hex.
        commitment: String,
        /// Whether the player's standing orders gave it.
        standing: bool,
        /// Which of them, as it is written: `retreat auto`. None where it was given without one, and in games of before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// Something happened.
    Happened(E),
    /// Numbers were drawn, and the key of the chain is used up. A public key is made known here.
    Drawn {
        /// The chain.
        chain: Chain,
        /// Number of the key.
        index: u32,
        /// The key in hex; empty for the sealed chain.
        key: String,
        /// What it gave. For the sealed chain this is not shown until the game is over.
        rolls: Vec<Roll>,
    },
    /// Orders that wait until the other side has decided. Only their owner may see them.
    Parked {
        /// Whose.
        side: SideId,
        /// Their text.
        lines: Vec<String>,
    },
    /// Waiting orders could not be carried out any more and went back to their owner.
    Returned {
        /// Whose.
        side: SideId,
        /// Their text.
        lines: Vec<String>,
        /// Why the first of them was not possible.
        reason: String,
    },
    /// A player gave standing orders.
    Standing {
        /// His side.
        side: SideId,
        /// What they are.
        policy: P,
    },
    /// A player said something to the other.
    Said {
        /// Who.
        side: SideId,
        /// What.
        text: String,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        side: SideId,
    },
    /// A player's time ran out, and the other made use of it: he has won.
    Lapsed {
        /// Whose time it was.
        side: SideId,
    },
    /// A seat has got another player.
    Seated {
        /// Which.
        side: SideId,
        /// Whether it is the computer.
        computer: bool,
    },
    /// Chains that will follow those in use were committed to: because few keys are left, or because the game was
    /// restored and keys of those in use may be known.
    Renewing {
        /// Number of the chains in the game; the first ones are 0.
        number: u32,
        /// What a host added to their secrets, in hex; nothing unless the game was restored.
        #[serde(default)]
        nonce: String,
        /// Published end of the public chain, in hex.
        public: String,
        /// Published end of the sealed chain, in hex.
        sealed: String,
    },
    /// The chains that were committed to are in use from the next number on.
    Renewed {
        /// Sides that gave no fresh word in the meantime.
        without: Vec<SideId>,
    },
    /// Orders were taken back: the state is again what it was before the first of them. Numbers of asks, keys, transcript
    /// and records only grow.
    Undone {
        /// Whose orders.
        side: SideId,
        /// Number of the record of the first of them.
        to: u64,
        /// Whether the other side has agreed: all that was ordered since goes back, then, and not this side's alone.
        agreed: bool,
    },
    /// A player proposed something to the other.
    Proposed {
        /// Who.
        side: SideId,
        /// Number of the proposal in the game, from 1.
        number: u32,
        /// What.
        what: Proposal<E>,
    },
    /// A proposal was declined, or its player withdrew it.
    Declined {
        /// Who declined.
        side: SideId,
        /// Its number.
        number: u32,
    },
    /// A proposal was accepted; what comes of it follows.
    Agreed {
        /// Who accepted.
        side: SideId,
        /// Its number.
        number: u32,
    },
    /// The position is adjusted by consent: the facts that follow come from no rule.
    Adjusted {
        /// The game turn.
        turn: u8,
        /// The lines on which the players agreed.
        lines: Vec<String>,
    },
    /// The state's hash when a game turn began: a check for every replay.
    Digest {
        /// The game turn.
        turn: u8,
        /// SHA-256 of the state, in hex.
        hash: String,
        /// Version of the form of the state. Only digests of the present version are compared.
        #[serde(default = "first")]
        version: u16,
    },
}

impl<E, P> Record<E, P> {
    /// Whether the game goes on from here: by an order, or from another position. What follows came of it.
    pub(super) fn begins(&self) -> bool {
        matches!(self, Record::Ordered { .. } | Record::Undone { .. } | Record::Adjusted { .. })
    }
}

/// The version of what was stored before versions were.
fn first() -> u16 {
    1
}
