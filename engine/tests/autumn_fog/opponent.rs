//! The computer opponent: whatever it is asked it answers legally and in time, and it beats a random player.

use engine::chance::Seeded;
use engine::contract::{Game, Setup, SideId, Viewer, begin, decide, random_order};
use engine::games::AutumnFog;
use engine::games::autumn_fog::definitions::Definitions;
use engine::games::autumn_fog::order::Step;
use engine::games::autumn_fog::state::{ALLIED, GERMAN, State};
use std::time::{Duration, Instant};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    Opponent,
    Random,
}

/// What became of some games.
#[derive(Clone, Debug, Default)]
struct Record {
    wins: [u32; 2],
    reasons: std::collections::BTreeMap<String, u32>,
    orders: u32,
    turns: u32,
    thinking: Duration,
    /// Longest thinking about all orders of one side in one game turn.
    slowest_turn: Duration,
    slowest_order: (Duration, String),
}

fn definitions() -> Definitions {
    AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

/// Plays a game to its end; every order is judged by `decide`.
fn play(definitions: &Definitions, setup: &Setup, seed: u64, players: [Player; 2], record: &mut Record) {
    let (mut dice, mut choice) = (Seeded::new(seed), Seeded::new(!seed));
    let start = AutumnFog::initial(definitions, setup).unwrap();
    let (_, mut state): (_, State) = begin::<AutumnFog>(definitions, &start, &mut dice);
    let (mut turn, mut thinking) = (0, [Duration::ZERO; 2]);
    for _ in 0..20_000 {
        if state.field.turn != turn {
            (turn, thinking) = (state.field.turn, [Duration::ZERO; 2]);
            record.turns += 1;
        }
        if let Some(outcome) = AutumnFog::outcome(&state) {
            record.wins[outcome.winner.unwrap().index()] += 1;
            *record.reasons.entry(format!("turn {turn}: {}", outcome.reason)).or_default() += 1;
            return;
        }
        let ask = AutumnFog::asks(&state)[0];
        let view = AutumnFog::view(definitions, &state, Viewer::Side(ask.side));
        let order: Vec<Step> = match players[ask.side.index()] {
            Player::Random => {
                random_order::<AutumnFog>(definitions, &view, &mut |n| choice.next_below(n)).expect("an order")
            }
            Player::Opponent => {
                let begun = Instant::now();
                let order = AutumnFog::advise(definitions, &view).expect("an order");
                let took = begun.elapsed();
                thinking[ask.side.index()] += took;
                record.thinking += took;
                record.orders += 1;
                record.slowest_turn = record.slowest_turn.max(thinking[ask.side.index()]);
                if took > record.slowest_order.0 {
                    record.slowest_order = (took, AutumnFog::write(definitions, &order));
                }
                order
            }
        };
        let text = || format!("seed {seed}: {}", AutumnFog::write(definitions, &order));
        let decided = decide::<AutumnFog>(definitions, &state, ask.side, &order, &mut dice);
        state = decided.unwrap_or_else(|refusal| panic!("{}: {refusal}", text())).1;
    }
    panic!("seed {seed}: no end");
}

/// Plays games with seeds of their own, and prints what became of them. Games with odd seeds have all optional rules
/// if `options`.
fn series(scenario: &str, players: [Player; 2], games: u64, options: bool) -> Record {
    let definitions = definitions();
    let mut record = Record::default();
    for seed in 0..games {
        let chosen = AutumnFog::options().iter().filter(|_| options && seed % 2 == 1).map(|rule| {
            let (value, _) = rule.values[rule.values.len() - 1];
            (rule.name.to_owned(), value.to_owned())
        });
        let setup = Setup { scenario: scenario.to_owned(), options: chosen.collect() };
        play(&definitions, &setup, 7000 + seed, players, &mut record);
    }
    println!(
        "{scenario}, {players:?}: German {} Allied {} of {games}; {} orders, {:.1} ms an order, slowest turn {:.2} s, \
         slowest order {:?}",
        record.wins[0],
        record.wins[1],
        record.orders,
        record.thinking.as_secs_f64() * 1e3 / f64::from(record.orders.max(1)),
        record.slowest_turn.as_secs_f64(),
        record.slowest_order,
    );
    println!("{:#?}", record.reasons);
    record
}

/// Games of each series: few in the tests, as many as wanted in a soak.
fn games(few: u64) -> u64 {
    std::env::var("FIELDPOST_SOAK").ok().and_then(|games| games.parse().ok()).unwrap_or(few)
}

/// Plays the opponent as a side against a random player.
fn against_random(scenario: &str, side: SideId, few: u64) {
    let mut players = [Player::Random; 2];
    players[side.index()] = Player::Opponent;
    let record = series(scenario, players, games(few), false);
    // 370 of 400, and 5 of 6
    let games = games(few) as u32;
    assert!(record.wins[side.index()] >= (games * 37).div_ceil(40).min(games - 1), "{record:#?}");
}

#[test]
fn the_opponent_beats_a_random_player_as_the_german() {
    against_random("initial-assault", GERMAN, 6);
}

#[test]
fn the_opponent_beats_a_random_player_as_the_allies() {
    against_random("initial-assault", ALLIED, 6);
}

#[test]
fn the_opponent_beats_a_random_player_in_the_entire_battle() {
    against_random("entire-battle", GERMAN, 2);
    against_random("entire-battle", ALLIED, 2);
}

#[test]
fn the_opponent_plays_itself_to_an_end() {
    for scenario in ["initial-assault", "entire-battle"] {
        let record = series(scenario, [Player::Opponent; 2], games(2), true);
        assert_eq!(u64::from(record.wins[0] + record.wins[1]), games(2));
    }
}
