//! What may be decided beforehand, and how it is written.

use engine::speech::{Caution, Choices, StandingLanguage, StandingWords};
use serde::{Deserialize, Serialize};

/// What supports defences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Supports {
    /// Guns where they make the result worse for the attacker.
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
    /// Before a hex that was held they are blown (10.6.1e); behind a retreat the Allies roll, the Germans do not (10.6.1c).
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

/// With which chit he begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Firsts {
    /// The player is asked.
    #[default]
    Ask,
    /// All German, One Army, Patton/Monty, Move/Combat: the first of these that he has.
    Usual,
}

/// As what Move/Combat chits are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plays {
    /// The player is asked.
    #[default]
    Ask,
    /// As a move, if that is open.
    Move,
    /// As a combat, if that is open.
    Combat,
}

/// When the held Reinforcement chit is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// The player is asked at each Allied chit.
    #[default]
    Ask,
    /// In place of a Move/Combat chit.
    Move,
    /// Never of his own accord.
    Never,
}

/// What becomes of a right that one may use or leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rights {
    /// The player is asked.
    #[default]
    Ask,
    /// It is left.
    Never,
}

/// Whether assets are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lays {
    /// The player is asked where he has something to lay out.
    #[default]
    Ask,
    /// He is asked where he could only take engineers off as well.
    Always,
    /// None are.
    Never,
}

/// Which steps are taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rebuilds {
    /// The player is asked.
    #[default]
    Ask,
    /// Those of the strongest units on the map.
    Strongest,
    /// None.
    Never,
}

/// When the second Reaction is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reacts {
    /// The player is asked after each Panzer Army chit, and at the end.
    #[default]
    Ask,
    /// As the last chit of the turn.
    Last,
    /// Never.
    Never,
}

/// Which of the two Panzer Army chits is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Takes {
    /// The player is asked.
    #[default]
    Ask,
    /// That of the 5th.
    Fifth,
    /// That of the 6th.
    Sixth,
}

/// Whether the SS leaves on turn 11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Withdrawals {
    /// The player is asked.
    #[default]
    Ask,
    /// It leaves.
    Withdraw,
    /// It stays.
    Cancel,
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
    /// His first chit of a turn.
    pub first: Firsts,
    /// His Move/Combat chits.
    pub chits: Plays,
    /// The Reinforcement chit that he holds.
    pub hold: Holds,
    /// His assets.
    pub assets: Lays,
    /// His replacements.
    pub replacements: Rebuilds,
    /// His second Reaction.
    pub reaction: Reacts,
    /// His parachutists.
    pub drop: Rights,
    /// His Panzer Army chit.
    pub army: Takes,
    /// His SS on turn 11.
    pub withdrawal: Withdrawals,
    /// His rounds.
    pub rounds: Rights,
    /// How careful orders are that he has sent ahead.
    pub ahead: Caution,
}

static SUPPORTS: Choices<Supports, 4> = Choices([
    (&["best"], Supports::Best, "guns support your defences where they make the odds worse for the attacker"),
    (&["all"], Supports::All, "as many guns as may support each defence"),
    (&["engineers", "none"], Supports::Engineers, "no guns support your defences; engineers help by themselves"),
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
        "a bridge before a hex that was held is blown, as the rule has it unless one declines; behind a retreat the Allies roll to \
         blow one, the Germans do not",
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
static FIRSTS: Choices<Firsts, 2> = Choices([
    (&["ask"], Firsts::Ask, "you are asked with which chit you begin a turn"),
    (
        &["usual"],
        Firsts::Usual,
        "you begin with All German, One Army, Patton/Monty or Move/Combat, the first that you have",
    ),
]);
static PLAYS: Choices<Plays, 3> = Choices([
    (&["ask"], Plays::Ask, "you are asked as what a Move/Combat chit is played"),
    (&["move"], Plays::Move, "Move/Combat chits are played as a move where that is open, else as a combat"),
    (&["combat"], Plays::Combat, "Move/Combat chits are played as a combat where that is open, else as a move"),
]);
static HOLDS: Choices<Holds, 3> = Choices([
    (&["ask"], Holds::Ask, "you are asked at each Allied chit whether the held Reinforcement chit takes its place"),
    (&["move"], Holds::Move, "the held Reinforcement chit takes the place of the first Move/Combat chit that is drawn"),
    (&["never"], Holds::Never, "the held Reinforcement chit waits until it goes into the cup"),
]);
static ASSETS: Choices<Lays, 3> = Choices([
    (&["ask"], Lays::Ask, "you are asked which assets you lay out, where there is one to be laid"),
    (&["always"], Lays::Always, "you are asked about your assets also where engineers could only be taken off"),
    (&["never", "none"], Lays::Never, "you lay out no assets"),
]);
static REBUILDS: Choices<Rebuilds, 3> = Choices([
    (&["ask"], Rebuilds::Ask, "you are asked which steps you take back"),
    (
        &["strongest"],
        Rebuilds::Strongest,
        "the strongest units on the map take their steps back, nobody comes back from the dead",
    ),
    (&["never", "none"], Rebuilds::Never, "you take no step back"),
]);
static REACTS: Choices<Reacts, 3> = Choices([
    (&["ask"], Reacts::Ask, "you are asked after each Panzer Army chit of turn 1, and at its end, whether you react"),
    (&["last"], Reacts::Last, "the second Reaction is the last chit of turn 1"),
    (&["never"], Reacts::Never, "the second Reaction is not played"),
]);
static DROPS: Choices<Rights, 2> = Choices([
    (&["ask"], Rights::Ask, "you are asked where the parachutists land"),
    (&["never"], Rights::Never, "the parachutists stay away"),
]);
static TAKES: Choices<Takes, 3> = Choices([
    (&["ask"], Takes::Ask, "you are asked which of the two Panzer Army chits you take"),
    (&["fifth", "5", "5 th"], Takes::Fifth, "you take the chit of the 5th Panzer Army where you have one of the two"),
    (&["sixth", "6", "6 th"], Takes::Sixth, "you take the chit of the 6th Panzer Army where you have one of the two"),
]);
static WITHDRAWALS: Choices<Withdrawals, 3> = Choices([
    (&["ask"], Withdrawals::Ask, "you are asked on turn 11 whether the SS leaves"),
    (&["withdraw"], Withdrawals::Withdraw, "the SS leaves on turn 11"),
    (&["cancel"], Withdrawals::Cancel, "the SS stays on turn 11 where you may keep it"),
]);
static ROUNDS: Choices<Rights, 2> = Choices([
    (&["ask"], Rights::Ask, "you are asked what you do in each of your rounds"),
    (&["never", "pass"], Rights::Never, "your rounds go by: nobody moves or attacks"),
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
        kinds: &["first"],
        values: &FIRSTS.words(),
        read: |policy, words| FIRSTS.read(words, &mut policy.first),
        write: |policy| FIRSTS.write(policy.first),
    },
    StandingWords {
        kinds: &["chits", "play"],
        values: &PLAYS.words(),
        read: |policy, words| PLAYS.read(words, &mut policy.chits),
        write: |policy| PLAYS.write(policy.chits),
    },
    StandingWords {
        kinds: &["hold"],
        values: &HOLDS.words(),
        read: |policy, words| HOLDS.read(words, &mut policy.hold),
        write: |policy| HOLDS.write(policy.hold),
    },
    StandingWords {
        kinds: &["assets", "place"],
        values: &ASSETS.words(),
        read: |policy, words| ASSETS.read(words, &mut policy.assets),
        write: |policy| ASSETS.write(policy.assets),
    },
    StandingWords {
        kinds: &["replacements", "rebuild"],
        values: &REBUILDS.words(),
        read: |policy, words| REBUILDS.read(words, &mut policy.replacements),
        write: |policy| REBUILDS.write(policy.replacements),
    },
    StandingWords {
        kinds: &["reaction", "react"],
        values: &REACTS.words(),
        read: |policy, words| REACTS.read(words, &mut policy.reaction),
        write: |policy| REACTS.write(policy.reaction),
    },
    StandingWords {
        kinds: &["drop"],
        values: &DROPS.words(),
        read: |policy, words| DROPS.read(words, &mut policy.drop),
        write: |policy| DROPS.write(policy.drop),
    },
    StandingWords {
        kinds: &["army", "take"],
        values: &TAKES.words(),
        read: |policy, words| TAKES.read(words, &mut policy.army),
        write: |policy| TAKES.write(policy.army),
    },
    StandingWords {
        kinds: &["withdrawal"],
        values: &WITHDRAWALS.words(),
        read: |policy, words| WITHDRAWALS.read(words, &mut policy.withdrawal),
        write: |policy| WITHDRAWALS.write(policy.withdrawal),
    },
    StandingWords {
        kinds: &["rounds"],
        values: &ROUNDS.words(),
        read: |policy, words| ROUNDS.read(words, &mut policy.rounds),
        write: |policy| ROUNDS.write(policy.rounds),
    },
    StandingWords {
        kinds: Caution::KINDS,
        values: Caution::VALUES,
        read: |policy, words| policy.ahead.read(words),
        write: |policy| {
            policy.ahead.write("orders for your next round", |near| {
                format!(
                    "a round that you wrote ahead comes back to you if, since you wrote it, the other side came within {near} hexes \
                     of where it leads, or something befell a unit that it names"
                )
            })
        },
    },
]);
