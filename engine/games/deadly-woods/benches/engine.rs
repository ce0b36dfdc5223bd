//! Figures of the rules engine: each line prints ours, a peer or limit, and the ratio.
//!
//! What runs here runs in the same session; peers that need another language are quoted with where they were measured.
//!
//! `cargo bench -p deadly-woods --bench engine`

use deadly_woods::DeadlyWoods;
use deadly_woods::printed::Definitions;
use deadly_woods::truth::order::{Step, Verb};
use deadly_woods::truth::state::{State, Topic};
use engine::contract::{Forgetful, Foundation, Rules, Seen, Setup, Sight, Viewer, choose_and_carry_out};
use std::hint::black_box;
use testing::Seeded;

#[path = "../../../../benches/games.rs"]
mod games;
use games::{begun, judging, opponent, random_games, replay, timed};

/// The scenario with all units of both sides.
const LARGEST: &str = "campaign";

fn setup() -> Setup {
    Setup { scenario: LARGEST.to_owned(), ..Setup::default() }
}

fn main() {
    let definitions = DeadlyWoods::definitions(&DeadlyWoods::files()).unwrap_or_else(|f| panic!("{}", f[0]));
    random_games::<DeadlyWoods>(&definitions, &setup());
    judging::<DeadlyWoods>(&definitions, &setup(), |state| state.units.forget());
    menu(&definitions, "move", |state| state.round.as_ref().is_some_and(|round| !round.fights));
    menu(&definitions, "assets", |state| state.asked.is_some_and(|asked| asked.topic == Topic::Assets));
    replay::<DeadlyWoods>(&setup(), 10.0);
    opponent::<DeadlyWoods>(&definitions, &setup());
}

/// The moment of a random game at which most can be chosen.
fn largest(definitions: &Definitions, fits: fn(&State) -> bool) -> (State, usize) {
    let [mut dice, mut choice] = Seeded::streams(1);
    let mut state = begun::<DeadlyWoods>(definitions, &setup(), &mut dice);
    let mut most = (state.clone(), 0);
    let mut before = None;
    while let Some(asked) = state.asked {
        // as a question begins: once a chit and phase
        let now = (state.track.len(), state.phase);
        let begins = before.replace(now) != Some(now);
        if begins && fits(&state) {
            let view = DeadlyWoods::view(definitions, &state, Viewer::Side(asked.side));
            let offered = offered(Seen::<DeadlyWoods>::new(definitions, &view));
            if offered > most.1 {
                most = (state.clone(), offered);
            }
        }
        let choose = &mut |steps| choice.next_below(steps);
        choose_and_carry_out::<DeadlyWoods>(definitions, &mut state, asked.side, choose, &mut dice);
    }
    most
}

/// All that a page offers: every verb, and for every unit that can act its first steps.
fn offered(seen: Seen<'_, DeadlyWoods>) -> usize {
    let mut offered = 0;
    for (verb, _) in seen.legal(&[]) {
        let then = match verb {
            Step::Verb(Verb::End) => Vec::new(),
            _ => seen.legal(&[verb]),
        };
        offered += then.iter().map(|(first, _)| 1 + seen.legal(&[verb, *first]).len()).sum::<usize>();
    }
    offered
}

fn menu(definitions: &Definitions, name: &str, fits: fn(&State) -> bool) {
    let (mut state, steps) = largest(definitions, fits);
    let Some(ask) = DeadlyWoods::asks(&state).first().copied() else { return };
    let ours = timed(|| {
        state.units.forget();
        let view = DeadlyWoods::view(definitions, &state, Viewer::Side(ask.side));
        black_box(offered(Seen::<DeadlyWoods>::new(definitions, &view)));
    });
    println!(
        "{:<17} ours {:>9.3} ms for {steps} steps in turn {}  target 5 ms  target/ours {:.1}x",
        format!("menu, {name}"),
        ours / 1e6,
        state.turn,
        5e6 / ours,
    );
}
