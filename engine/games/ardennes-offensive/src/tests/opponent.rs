//! The computer opponent.

use super::given::GAME;
use crate::ArdennesOffensive;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::state::{Ending, Place, State};
use engine::contract::{Advice, Rules, Seen, Setup, SideId, Sight, Viewer, begin, decide};
use testing::Seeded;

fn begun(scenario: &str, dice: &mut Seeded) -> State {
    let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    let start = ArdennesOffensive::initial(&GAME, &setup).expect("the scenario exists");
    begin::<ArdennesOffensive>(&GAME, &start, dice).1
}

/// Plays a game in which these sides are the computer's and the others move at random.
fn play(scenario: &str, computer: &[SideId], seed: u64, mut visit: impl FnMut(&State)) -> Ending {
    let [mut dice, mut choice] = Seeded::streams(seed);
    let mut state = begun(scenario, &mut dice);
    while state.ending.is_none() {
        let side = ArdennesOffensive::asks(&state)[0].side;
        let view = ArdennesOffensive::view(&GAME, &state, Viewer::Side(side));
        let seen = Seen::<ArdennesOffensive>::new(&GAME, &view);
        let order = match computer.contains(&side) {
            true => ArdennesOffensive::advise(seen).expect("advice"),
            false => seen.random_order(&mut |steps| choice.next_below(steps)).expect("an order"),
        };
        state = decide::<ArdennesOffensive>(&GAME, &state, side, &order, &mut dice).expect("legal").1;
        visit(&state);
    }
    state.ending.expect("an end")
}

#[test]
fn the_opponent_beats_a_random_player_from_either_side() {
    for side in [GERMAN, ALLIED] {
        let games: Vec<Ending> = (0..4).map(|seed| play("no-1", &[side], seed, |_| {})).collect();
        let won = games.iter().filter(|ending| ending.winner == Some(side)).count();
        let points: Vec<[u16; 2]> = games.iter().map(|ending| ending.points).collect();
        println!("{side:?} wins {won} of {}, points {points:?}", games.len());
        assert!(won >= 3, "{side:?} wins {won}: {points:?}");
    }
}

#[test]
fn against_itself_the_opponent_ends_its_game_and_hands_over_twice_a_player_turn_at_most() {
    let (mut last, mut changes) = (GERMAN, 0);
    let ending = play("no-1", &[GERMAN, ALLIED], 7, |state| {
        if let Some(asked) = state.asked.filter(|asked| asked.side != last) {
            (last, changes) = (asked.side, changes + 1);
        }
    });
    // 36 player turns
    assert!(changes <= 2 * 36, "{changes} hand-overs");
    assert!(ending.points[0] + ending.points[1] > 0, "{ending:?}");
}

#[test]
fn in_the_first_turn_the_opponent_attacks_and_brings_its_tanks_forward() {
    let [mut dice] = Seeded::streams(3);
    let mut state = begun("no-1", &mut dice);
    let far = |state: &State| -> u32 {
        let hexes = state
            .units
            .iter()
            .filter(|(unit, _)| GAME.counter(*unit).side == GERMAN && GAME.counter(*unit).mechanized());
        let map = hexes.filter_map(|(_, it)| match it.place {
            Place::Hex(hex) => Some(u32::from(GAME.board.to_source(GERMAN, hex))),
            _ => None,
        });
        map.sum()
    };
    let before = far(&state);
    while state.side == GERMAN && state.turn == 1 {
        let side = ArdennesOffensive::asks(&state)[0].side;
        let view = ArdennesOffensive::view(&GAME, &state, Viewer::Side(side));
        let order = ArdennesOffensive::advise(Seen::<ArdennesOffensive>::new(&GAME, &view)).expect("advice");
        state = decide::<ArdennesOffensive>(&GAME, &state, side, &order, &mut dice).expect("legal").1;
    }
    assert!(far(&state) > before, "{} after {before}", far(&state));
}
