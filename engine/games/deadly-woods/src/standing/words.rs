//! How standing orders are written.

use super::policy::{
    Advances, Bridges, Converts, Firsts, Holds, Lays, Losses, Plays, Policy, Reacts, Rebuilds, Retreats, Rights,
    Stands, Supports, Takes, Withdrawals,
};
use engine::speech::{Caution, Choices, StandingLanguage, StandingWords};
use engine::standing_choice;

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
    standing_choice!(&["defend", "support"], SUPPORTS, supports),
    standing_choice!(&["convert"], CONVERTS, converts),
    standing_choice!(&["losses", "lose"], LOSSES, losses),
    standing_choice!(&["airborne", "stand"], STANDS, stands),
    standing_choice!(&["retreats", "retreat"], RETREATS, retreats),
    standing_choice!(&["bridges", "blow"], BRIDGES, bridges),
    standing_choice!(&["advances", "advance"], ADVANCES, advances),
    standing_choice!(&["first"], FIRSTS, first),
    standing_choice!(&["chits", "play"], PLAYS, chits),
    standing_choice!(&["hold"], HOLDS, hold),
    standing_choice!(&["assets", "place"], ASSETS, assets),
    standing_choice!(&["replacements", "rebuild"], REBUILDS, replacements),
    standing_choice!(&["reaction", "react"], REACTS, reaction),
    standing_choice!(&["drop"], DROPS, drop),
    standing_choice!(&["army", "take"], TAKES, army),
    standing_choice!(&["withdrawal"], WITHDRAWALS, withdrawal),
    standing_choice!(&["rounds"], ROUNDS, rounds),
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
