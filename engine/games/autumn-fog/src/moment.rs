//! Moments: what is decided now, and when a verb has its time, each with the case that says so.

use super::order::Verb;
use super::state::Pending;

/// The case whose moment it is for a side that is asked, and what it decides, in words.
pub fn of(pending: Pending, sequence_under_way: bool) -> (&'static str, &'static str) {
    match pending {
        Pending::Return => ("1.3j", "your destroyed headquarters come back now"),
        Pending::Present => ("15.4", "you choose your Christmas present now"),
        Pending::Allot => ("2.1c", "supports are given out now, until you write `allot done`"),
        Pending::Operate if sequence_under_way => ("2.1e", "your activation is under way"),
        Pending::Operate => ("2.1i", "you choose your next activation now"),
        Pending::Defend => ("7.5c", "you answer an attack now"),
        Pending::Snafu => ("9.5a", "you choose the attacker that a snafu strikes now"),
        Pending::Reroll => ("15.4b", "you keep the die of your attack now, or roll again"),
        Pending::Lose => ("7.6b", "you name your losses now"),
        Pending::Retreat => ("7.7.1a", "you retreat now"),
        Pending::Mark => ("7.8a", "you lay the breakthrough marker now"),
        Pending::Advance => ("7.7.2b", "your attackers may advance now, until you write `advance done`"),
        Pending::Overstack => ("5d", "you remove units from a hex with too many steps now"),
        Pending::Interrupt => ("15.1b", "you may play an event on a march now"),
        Pending::AirSupply => ("15.3d", "you say where aircraft drop supplies now"),
    }
}

/// When a verb has its time: the case, and what follows the verb in a sentence.
pub fn when(verb: Verb) -> (&'static str, &'static str) {
    match verb {
        Verb::Gift => ("15.4", "is for the start of turn 5, if the game is played with presents"),
        Verb::Deploy => ("S.GE", "is for the first turn, while supports are given out"),
        Verb::Allot => ("2.1c", "is for the start of each turn, before the first activation"),
        Verb::Return => ("1.3j", "is for the start of the turn after a headquarters was destroyed"),
        Verb::Activate => ("2.1i", "is for your next turn to act, when nothing else is asked"),
        Verb::Pass => ("2.1g", "is for your next turn to act, instead of an activation"),
        Verb::Enter
        | Verb::Move
        | Verb::Attack
        | Verb::Prepare
        | Verb::Dig
        | Verb::Leave
        | Verb::Recover
        | Verb::Detach
        | Verb::Rejoin => ("3.1a", "is for an activation of your own, when nothing else is asked"),
        Verb::Clear => ("3.1a", "is for an activation of your own, beside a marker that bars a hex"),
        Verb::End => ("2.1e", "is for the end of your activation, when nothing else is asked"),
        Verb::Defend => ("7.5c", "answers an attack on your units"),
        Verb::Snafu => ("9.5a", "answers a snafu that may strike several attackers"),
        Verb::Reroll | Verb::Keep => ("15.4b", "answers the die of your attack, if your present was a second roll"),
        Verb::Lose => ("7.6a", "answers a combat result with a number against you"),
        Verb::Retreat => ("7.7.1a", "follows your losses, if hexes of your number are left"),
        Verb::Mark => ("7.8a", "follows a breakthrough that left several hexes vacant"),
        Verb::Advance => ("7.7.2b", "follows a combat of yours whose defenders have left their hex"),
        Verb::Eliminate => ("5d", "is for the end of an activation that leaves too many steps in a hex"),
        Verb::Top => ("11.2", "is for your turn to act, in a game with fog of war"),
        Verb::Play => ("15.1b", "is for an activation of your own, an attack on you or a march that you may stop"),
        Verb::Let => ("15.1b", "answers a march that you may stop, or the question about air supply"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AutumnFog;
    use crate::definitions::Definitions;
    use engine::contract::Game;

    #[test]
    fn every_moment_is_that_of_a_case_of_the_rulebook() {
        let definitions = Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let cases = Verb::ALL.map(|verb| when(verb).0).into_iter();
        let asked = [
            Pending::Return,
            Pending::Present,
            Pending::Allot,
            Pending::Operate,
            Pending::Defend,
            Pending::Snafu,
            Pending::Reroll,
            Pending::Lose,
            Pending::Retreat,
            Pending::Mark,
            Pending::Advance,
            Pending::Overstack,
            Pending::Interrupt,
            Pending::AirSupply,
        ];
        let asked = asked.into_iter().flat_map(|pending| [of(pending, false).0, of(pending, true).0]);
        for case in cases.chain(asked) {
            assert!(definitions.published.rules.get(case).is_some(), "{case}");
        }
    }
}
