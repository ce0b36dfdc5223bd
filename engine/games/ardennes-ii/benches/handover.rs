//! Hand-overs and letters a player turn, by mail: the computer opponent on both sides.
//!
//! `cargo bench -p ardennes-ii --bench handover`; a number after `--` plays so many games.

use ardennes_ii::ArdennesII;
use testing::{Habit, Handovers};

const GAMES: Handovers<ArdennesII> = Handovers {
    scenarios: &["goose-egg", "bastogne", "tip-of-the-spear", "peiper"],
    counted: "player turn",
    target: 2,
    fair: 3,
    turn: |view| (view.state.turn, view.state.side),
    letter: |view| (view.state.turn.into(), view.state.side),
    topic: |view| view.state.asked.map(|asked| format!("{:?}", asked.topic)),
};

const HABITS: [Habit; 4] = [
    Habit {
        name: "asked for everything",
        standing: &["attacked ask", "retreats ask", "losses ask", "advances ask", "guns ask", "bridges ask"],
        whole_turns: false,
    },
    Habit { name: "as a game begins, order by order", standing: &[], whole_turns: false },
    Habit { name: "as a game begins, a turn in a letter", standing: &[], whole_turns: true },
    Habit { name: "the same, no US barrage in the German turn", standing: &["barrage none"], whole_turns: true },
];

fn main() {
    GAMES.print(std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(8), &HABITS);
}
