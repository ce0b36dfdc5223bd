//! Hand-overs and letters a player turn, by mail: the computer opponent on both sides.
//!
//! `cargo bench -p ardennes-offensive --bench handover`; a number after `--` plays so many games.

use ardennes_offensive::ArdennesOffensive;
use testing::{Habit, Handovers};

const GAMES: Handovers<ArdennesOffensive> = Handovers {
    scenarios: &["no-1", "no-2", "no-3", "no-4", "no-5", "no-6", "no-7", "no-8", "no-9", "no-10"],
    counted: "player turn",
    target: 2,
    fair: 3,
    turn: |view| (view.state.turn, view.state.side),
    letter: |view| (view.state.turn.into(), view.state.side),
    topic: |view| view.state.asked.map(|asked| format!("{:?}", asked.topic)),
};

const HABITS: [Habit; 3] = [
    Habit {
        name: "asked for everything",
        standing: &["retreats ask", "immunity ask", "losses ask", "advances ask"],
        whole_turns: false,
    },
    Habit { name: "as a game begins, order by order", standing: &[], whole_turns: false },
    Habit { name: "as a game begins, a turn in a letter", standing: &[], whole_turns: true },
];

fn main() {
    GAMES.print(std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(50), &HABITS);
}
