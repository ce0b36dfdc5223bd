//! Random games: every one ends, and what is kept beside the state is what a count from nothing gives.

use super::given::GAME;
use crate::ArdennesOffensive;
use crate::printed::GERMAN;
use crate::truth::state::{Place, State};
use engine::contract::{Rules, Seen, Setup, Sight, Viewer, begin, decide};
use testing::Seeded;

/// Plays a random game of a scenario and shows every state on the way.
fn random_game(scenario: &str, seed: u64, mut visit: impl FnMut(&State)) -> State {
    let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    let start = ArdennesOffensive::initial(&GAME, &setup).expect("the scenario exists");
    let [mut dice, mut choice] = Seeded::streams(seed);
    let mut state = begin::<ArdennesOffensive>(&GAME, &start, &mut dice).1;
    for _ in 0..60_000 {
        if ArdennesOffensive::outcome(&state).is_some() {
            return state;
        }
        let side = ArdennesOffensive::asks(&state)[0].side;
        let view = ArdennesOffensive::view(&GAME, &state, Viewer::Side(side));
        let order = Seen::<ArdennesOffensive>::new(&GAME, &view).random_order(&mut |n| choice.next_below(n));
        let order = order.unwrap_or_else(|| panic!("{scenario}, seed {seed}: nothing to do at {:?}", state.asked));
        state = decide::<ArdennesOffensive>(&GAME, &state, side, &order, &mut dice).expect("a legal order").1;
        visit(&state);
    }
    panic!("{scenario}, seed {seed}: no end");
}

/// What holds of every position: the stacking limit (8), who may be where (5.2f, 5.3l, 11g), who is alone on the road.
fn sound(state: &State) {
    let disposition = state.disposition(&GAME);
    for (unit, it) in state.units.iter() {
        let Place::Hex(hex) = it.place else { continue };
        let counter = GAME.counter(unit);
        let edge = GAME.board.is_edge(hex);
        assert!(
            GAME.board.is_live(hex) || edge && counter.side != GERMAN,
            "{} in {}",
            GAME.name(unit),
            GAME.place(hex)
        );
        if edge {
            continue;
        }
        let stack: Vec<_> = disposition.stack(hex).collect();
        assert!(stack.iter().all(|other| GAME.counter(*other).side == counter.side), "{}", GAME.place(hex));
        assert!(stack.len() <= GAME.tables.stack_limit, "{}", GAME.place(hex));
        assert!(!(counter.division || it.road) || stack.len() == 1, "{} in {}", GAME.name(unit), GAME.place(hex));
    }
}

#[test]
fn random_games_of_every_scenario_end_and_every_position_on_the_way_is_sound() {
    for scenario in &GAME.published.scenarios {
        for seed in 0..2 {
            let end = random_game(&scenario.id, seed, sound);
            let ending = end.ending.expect("an end");
            assert!(end.turn == 18 || ending.case == "16.2", "{}: {ending:?} in turn {}", scenario.id, end.turn);
        }
    }
}
