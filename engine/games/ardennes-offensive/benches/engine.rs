//! Figures of the rules engine: each line prints ours, a peer or limit, and the ratio.
//!
//! What runs here runs in the same session; peers that need another language are quoted with where they were measured.
//!
//! `cargo bench -p ardennes-offensive --bench engine`

use ardennes_offensive::ArdennesOffensive;
use ardennes_offensive::truth::state::{State, Topic};
use engine::contract::{Forgetful, Foundation, Setup};

#[path = "../../../../benches/games.rs"]
mod games;
#[path = "../../../../benches/menu.rs"]
mod menu;
use games::{judging, opponent, random_games, replay};
use menu::menu;

/// The scenario with the most reinforcements of both sides.
const LARGEST: &str = "no-1";

fn setup() -> Setup {
    Setup { scenario: LARGEST.to_owned(), ..Setup::default() }
}

fn main() {
    let definitions =
        ArdennesOffensive::definitions(&ArdennesOffensive::files()).unwrap_or_else(|f| panic!("{}", f[0]));
    random_games::<ArdennesOffensive>(&definitions, &setup());
    judging::<ArdennesOffensive>(&definitions, &setup(), |state| state.units.forget());
    for topic in [Topic::Move, Topic::Attack] {
        // once a phase, as it begins
        let fresh = |state: &State| state.mover.is_none() && state.units.iter().all(|(_, unit)| !unit.fought);
        let asks = |state: &State| state.asked.is_some_and(|asked| asked.topic == topic) && fresh(state);
        let begins = |state: &State| asks(state).then_some((state.turn, state.side));
        menu::<ArdennesOffensive, _>(&definitions, &setup(), &format!("{topic:?}"), begins, |state| {
            state.units.forget()
        });
    }
    replay::<ArdennesOffensive>(&setup(), 10.0);
    opponent::<ArdennesOffensive>(&definitions, &setup());
}
