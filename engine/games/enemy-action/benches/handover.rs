//! Hand-overs and letters an impulse, by mail: the computer opponent on both sides.
//!
//! `cargo bench -p enemy-action --bench handover`; a number after `--` plays so many games.

use enemy_action::EnemyAction;
use enemy_action::truth::state::Public;
use engine::contract::SideId;
use testing::{Habit, Handovers};

/// An impulse counts as a turn: the first three of the Germans, then one of each side after the other.
const GAMES: Handovers<EnemyAction> = Handovers {
    scenarios: &["initial-assault", "allies-surprised"],
    counted: "impulse",
    target: 3,
    fair: 20,
    turn: |view| impulse(&view.public),
    letter: |view| {
        let (impulse, side) = impulse(&view.public);
        (usize::from(impulse), side)
    },
    topic: |view| view.public.asked.map(|asked| format!("{:?}", asked.topic)),
};

/// The impulse under way: the next one is the other side's, but for the first three of the Germans.
fn impulse(public: &Public) -> (u8, SideId) {
    (4 * public.day + public.opening, public.impulse)
}

const HABITS: [Habit; 4] = [
    Habit {
        name: "asked for everything",
        standing: &["reactions ask", "bridges ask", "works ask"],
        whole_turns: false,
    },
    Habit { name: "as a game begins, order by order", standing: &[], whole_turns: false },
    Habit {
        name: "standing orders for hits, chits and advances",
        standing: &["defend points", "draw best", "disperse always", "losses spare", "advances fill"],
        whole_turns: true,
    },
    Habit {
        name: "and for tactics",
        standing: &[
            "defend points",
            "draw best",
            "disperse always",
            "losses spare",
            "advances fill",
            "tactics screen, artillery at 2:1",
            "fuel spend",
        ],
        whole_turns: true,
    },
];

fn main() {
    GAMES.print(std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(8), &HABITS);
}
