//! What may be decided beforehand, and how it is written.

use super::tactics::Tactics;
use engine::speech::{Caution, Choices, StandingLanguage, StandingWords};
use engine::standing_choice;
use serde::{Deserialize, Serialize};

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
    /// As many as promise most hits on the defender less those on the attacker.
    Best,
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
    /// They stand where there are points, as long as they live on; elsewhere they retreat.
    Points,
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
    Spare,
    /// The player is asked, where there is a choice (9.6).
    #[default]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Orders sent ahead.
    pub ahead: Caution,
}

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
static DRAWS: Choices<Draws, 4> = Choices([
    (&["ask"], Draws::Ask, "you are asked how many chits are drawn once the least are seen"),
    (&["least"], Draws::Least, "no chit is drawn beyond the least"),
    (&["most"], Draws::Most, "as many chits are drawn as may be"),
    (
        &["best"],
        Draws::Best,
        "as many chits are drawn as promise most by those in the cup: hits on the defender less those on the attacker",
    ),
]);
static DEFENDS: Choices<Defends, 4> = Choices([
    (&["ask"], Defends::Ask, "you are asked how your defenders take their hits"),
    (&["stand"], Defends::Stand, "your defenders stand and lose steps"),
    (
        &["retreat"],
        Defends::Retreat,
        "your defenders retreat where that costs no step besides, and lose steps for the rest",
    ),
    (
        &["points"],
        Defends::Points,
        "your defenders stand in hexes with points as long as they live on, and retreat elsewhere where that costs no step besides",
    ),
]);
static DISPERSES: Choices<Disperses, 3> = Choices([
    (&["ask"], Disperses::Ask, "you are asked whether your attackers disperse"),
    (&["always"], Disperses::Always, "your attackers disperse for their second and third hit"),
    (&["never"], Disperses::Never, "your attackers lose steps for all hits"),
]);
static LOSSES: Choices<Losses, 2> = Choices([
    (
        &["spare"],
        Losses::Spare,
        "steps come from the weakest unit that lives on without it, else from the weakest; which unit goes off an overfull hex you are asked",
    ),
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
        values: Tactics::VALUES,
        read: |policy, words| policy.tactics.read(words),
        write: |policy| policy.tactics.write(),
    },
    standing_choice!(&["reactions"], REACTIONS, reactions),
    standing_choice!(&["bridges"], BRIDGES, bridges),
    standing_choice!(&["greif"], GREIF, greif),
    standing_choice!(&["interdiction"], INTERDICTION, interdiction),
    standing_choice!(&["works"], WORKS, works),
    standing_choice!(&["fuel"], FUEL, fuel),
    standing_choice!(&["draw"], DRAWS, draws),
    standing_choice!(&["defend"], DEFENDS, defends),
    standing_choice!(&["disperse"], DISPERSES, disperses),
    standing_choice!(&["losses"], LOSSES, losses),
    standing_choice!(&["advances"], ADVANCES, advances),
    StandingWords {
        kinds: Caution::KINDS,
        values: Caution::VALUES,
        read: |policy, words| policy.ahead.read(words),
        write: |policy| {
            policy.ahead.write("orders for your next impulses", |near| {
                format!(
                    "orders for your next impulses are carried out if nothing has happened within {near} hexes of where they lead \
                     since you wrote them, nor to units that they name"
                )
            })
        },
    },
]);
