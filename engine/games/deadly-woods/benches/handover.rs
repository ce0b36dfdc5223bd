//! Hand-overs and letters a game turn, by mail: the computer opponent on both sides.
//!
//! `cargo bench -p deadly-woods --bench handover`; a number after `--` plays so many games.

use deadly_woods::DeadlyWoods;
use deadly_woods::truth::state::{State, Topic};
use engine::contract::SideId;
use testing::{Habit, Handovers};

const GAMES: Handovers<DeadlyWoods> = Handovers {
    scenarios: &["german-attack", "campaign"],
    counted: "game turn",
    target: 8,
    fair: 3,
    // the sides change with each chit
    turn: |view| (view.state.turn, SideId(0)),
    letter: |view| round(&view.state),
    topic: |view| view.state.asked.map(|asked| format!("{:?}", asked.topic)),
};

/// The round that is under way or that an open chit begins, by number, and whose it is: the next one nobody knows beforehand.
fn round(state: &State) -> (usize, SideId) {
    let begins = state.asked.is_some_and(|asked| matches!(asked.topic, Topic::First | Topic::Drawn | Topic::React));
    let asked = state.asked.map_or(SideId(0), |asked| asked.side);
    let whose = state.round.as_ref().map_or(asked, |round| round.side);
    (usize::from(state.turn) * CHITS + state.track.len() + usize::from(begins), whose)
}

/// More chits than a turn has.
const CHITS: usize = 100;

const HABITS: [Habit; 4] = [
    Habit {
        name: "asked for everything",
        standing: &["defend ask", "losses ask", "airborne ask", "retreats ask", "bridges ask", "advances ask"],
        whole_turns: true,
    },
    Habit { name: "as a game begins, order by order", standing: &[], whole_turns: false },
    Habit { name: "as a game begins, a round in a letter", standing: &[], whole_turns: true },
    Habit {
        name: "with all that may stand",
        standing: &[
            "first usual",
            "hold move",
            "assets never",
            "replacements strongest",
            "reaction last",
            "drop never",
            "army fifth",
        ],
        whole_turns: true,
    },
];

fn main() {
    GAMES.print(std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(20), &HABITS);
}
