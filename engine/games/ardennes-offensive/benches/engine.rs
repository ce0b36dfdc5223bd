//! Figures of the rules engine: each line prints ours, a peer or limit, and the ratio.
//!
//! What runs here runs in the same session; peers that need another language are quoted with where they were measured.
//!
//! `cargo bench -p ardennes-offensive --bench engine`

use ardennes_offensive::ArdennesOffensive;
use ardennes_offensive::printed::Definitions;
use ardennes_offensive::truth::order::{Step, Verb};
use ardennes_offensive::truth::state::{State, Topic};
use engine::contract::{Forgetful, Foundation, Rules, Seen, Setup, Sight, Viewer, choose_and_carry_out};
use std::hint::black_box;
use testing::Seeded;

#[path = "../../../../benches/games.rs"]
mod games;
use games::{begun, judging, opponent, random_games, replay, timed};

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
        menu(&definitions, topic);
    }
    replay::<ArdennesOffensive>(&setup(), 10.0);
    opponent::<ArdennesOffensive>(&definitions, &setup());
}

/// The moment of a random game at which most can be chosen for a topic.
fn largest(definitions: &Definitions, topic: Topic) -> (State, usize) {
    let [mut dice, mut choice] = Seeded::streams(1);
    let mut state = begun::<ArdennesOffensive>(definitions, &setup(), &mut dice);
    let mut most = (state.clone(), 0);
    while let Some(asked) = state.asked {
        // once a phase, as it begins
        let fresh = state.mover.is_none() && state.units.iter().all(|(_, unit)| !unit.fought);
        if asked.topic == topic && fresh {
            let view = ArdennesOffensive::view(definitions, &state, Viewer::Side(asked.side));
            let offered = offered(Seen::<ArdennesOffensive>::new(definitions, &view));
            if offered > most.1 {
                most = (state.clone(), offered);
            }
        }
        let choose = &mut |steps| choice.next_below(steps);
        choose_and_carry_out::<ArdennesOffensive>(definitions, &mut state, asked.side, choose, &mut dice);
    }
    most
}

/// All that a page offers: every verb, and for every unit that can act its first steps.
fn offered(seen: Seen<'_, ArdennesOffensive>) -> usize {
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

fn menu(definitions: &Definitions, topic: Topic) {
    let (mut state, steps) = largest(definitions, topic);
    let asks = ArdennesOffensive::asks(&state);
    let ours = timed(|| {
        state.units.forget();
        let view = ArdennesOffensive::view(definitions, &state, Viewer::Side(asks[0].side));
        black_box(offered(Seen::<ArdennesOffensive>::new(definitions, &view)));
    });
    println!(
        "{:<17} ours {:>9.3} ms for {steps} steps in turn {}  target 5 ms  target/ours {:.1}x",
        format!("menu, {topic:?}"),
        ours / 1e6,
        state.turn,
        5e6 / ours,
    );
}
