//! Figures of the rules engine: each line prints ours, a peer or limit, and the ratio.
//!
//! What runs here runs in the same session; peers that need another language are quoted with where they were measured.
//!
//! `cargo bench -p deadly-woods --bench engine`

use deadly_woods::DeadlyWoods;
use deadly_woods::truth::state::{State, Topic};
use engine::contract::{Forgetful, Foundation, Setup};

#[path = "../../../../benches/games.rs"]
mod games;
#[path = "../../../../benches/menu.rs"]
mod menu;
use games::{judging, opponent, random_games, replay};
use menu::menu;

/// The scenario with all units of both sides.
const LARGEST: &str = "campaign";

fn setup() -> Setup {
    Setup { scenario: LARGEST.to_owned(), ..Setup::default() }
}

fn main() {
    let definitions = DeadlyWoods::definitions(&DeadlyWoods::files()).unwrap_or_else(|f| panic!("{}", f[0]));
    random_games::<DeadlyWoods>(&definitions, &setup());
    judging::<DeadlyWoods>(&definitions, &setup(), |state| state.units.forget());
    // as a question begins: once a chit and phase
    let begins = |state: &State, fits: bool| fits.then_some((state.track.len(), state.phase));
    let moves = |state: &State| begins(state, state.round.as_ref().is_some_and(|round| !round.fights));
    let assets = |state: &State| begins(state, state.asked.is_some_and(|asked| asked.topic == Topic::Assets));
    menu::<DeadlyWoods, _>(&definitions, &setup(), "move", moves, |state| state.units.forget());
    menu::<DeadlyWoods, _>(&definitions, &setup(), "assets", assets, |state| state.units.forget());
    replay::<DeadlyWoods>(&setup(), 10.0);
    opponent::<DeadlyWoods>(&definitions, &setup());
}
