//! Figures of the rules engine: each line prints ours, a peer or limit, and the ratio.
//!
//! What runs here runs in the same session; peers that need another language are quoted with where they were measured.
//!
//! `cargo bench -p enemy-action --bench engine`

use enemy_action::EnemyAction;
use enemy_action::truth::state::{Stage, State, Topic};
use engine::contract::{Forgetful, Foundation, Setup};

#[path = "../../../../benches/games.rs"]
mod games;
#[path = "../../../../benches/menu.rs"]
mod menu;
use games::{judging, opponent, random_games, replay};
use menu::menu;

/// The scenario with all days and cards.
const LARGEST: &str = "battle-of-the-bulge";

fn setup() -> Setup {
    Setup { scenario: LARGEST.to_owned(), ..Setup::default() }
}

fn main() {
    let definitions = EnemyAction::definitions(&EnemyAction::files()).unwrap_or_else(|f| panic!("{}", f[0]));
    random_games::<EnemyAction>(&definitions, &setup());
    judging::<EnemyAction>(&definitions, &setup(), |state| state.public.units.forget());
    // once an activation, and once an impulse
    let moves = |state: &State| {
        let moving = state.public.activation.as_ref().filter(|activation| activation.stage == Stage::Moving);
        moving.map(|activation| (state.public.day, activation.units.clone()))
    };
    let cards = |state: &State| {
        let asked = state.public.asked.filter(|asked| asked.topic == Topic::Command);
        asked.map(|asked| (state.public.day, asked.id))
    };
    menu::<EnemyAction, _>(&definitions, &setup(), "move", moves, |state| state.public.units.forget());
    menu::<EnemyAction, _>(&definitions, &setup(), "cards", cards, |state| state.public.units.forget());
    replay::<EnemyAction>(&setup(), 10.0);
    opponent::<EnemyAction>(&definitions, &setup());
}
