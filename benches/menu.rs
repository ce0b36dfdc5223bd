//! What a page offers a side that has a whole army to move: its time at the moment of a random game at which it is most.

use crate::games::{begun, timed};
use engine::contract::{Game, Seen, Setup, SideId, Viewer, choose_and_carry_out};
use std::hint::black_box;
use testing::Seeded;

/// What design and pages allow, in milliseconds.
const TARGET: f64 = 5.0;

/// Prints the time of the largest menu among the moments of a random game that `fits` names: where it differs from the one
/// before, a phase begins. `forget` takes away what a state has searched for.
pub fn menu<G: Game, N: PartialEq>(
    definitions: &G::Definitions,
    setup: &Setup,
    name: &str,
    fits: impl Fn(&G::State) -> Option<N>,
    forget: impl Fn(&mut G::State),
) {
    let (mut state, side, steps) = largest::<G, N>(definitions, setup, fits);
    let ours = timed(|| {
        forget(&mut state);
        black_box(offered::<G>(definitions, &state, side));
    });
    println!(
        "{:<17} ours {:>9.3} ms for {steps} steps in turn {}  target {TARGET} ms  target/ours {:.1}x",
        format!("menu, {name}"),
        ours / 1e6,
        G::game_turn(&state),
        TARGET * 1e6 / ours,
    );
}

/// The moment at which most can be chosen, by whom, and how much.
fn largest<G: Game, N: PartialEq>(
    definitions: &G::Definitions,
    setup: &Setup,
    fits: impl Fn(&G::State) -> Option<N>,
) -> (G::State, SideId, usize) {
    let [mut dice, mut choice] = Seeded::streams(1);
    let mut state = begun::<G>(definitions, setup, &mut dice);
    let (mut most, mut before) = (None, None);
    while let Some(ask) = G::asks(&state).first().copied() {
        let now = fits(&state);
        if now.is_some() && now != before {
            let offered = offered::<G>(definitions, &state, ask.side);
            if most.as_ref().is_none_or(|(.., most)| offered > *most) {
                most = Some((state.clone(), ask.side, offered));
            }
        }
        before = now;
        let choose = &mut |steps| choice.next_below(steps);
        choose_and_carry_out::<G>(definitions, &mut state, ask.side, choose, &mut dice)
            .expect("someone can always act");
    }
    most.expect("such a moment comes")
}

/// All that a page offers: every verb, and for every unit that can act its first steps.
fn offered<G: Game>(definitions: &G::Definitions, state: &G::State, side: SideId) -> usize {
    let view = G::view(definitions, state, Viewer::Side(side));
    let seen = Seen::<G>::new(definitions, &view);
    let firsts = |verb: G::Step| {
        let firsts = seen.legal(std::slice::from_ref(&verb));
        firsts.into_iter().map(move |(first, _)| 1 + seen.legal(&[verb.clone(), first]).len()).sum::<usize>()
    };
    seen.legal(&[]).into_iter().map(|(verb, _)| firsts(verb)).sum()
}
