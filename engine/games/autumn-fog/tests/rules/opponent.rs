//! The computer opponent: whatever it is asked it answers legally and in time, and it beats a random player.
//!
//! Each series has games of its own, numbered from 0 or `FIELDPOST_SEED` on; series and number give dice and choices, so
//! that no two games share any. No number was chosen for what it brings. `FIELDPOST_SOAK` games of each series are played
//! (`just soak-opponent`), else a few.

use autumn_fog::AutumnFog;
use autumn_fog::definitions::Definitions;
use autumn_fog::order::Step;
use autumn_fog::state::{ALLIED, GERMAN, State};
use engine::contract::{Advice, Foundation, Rules, Seen, Setup, SideId, Sight, Speech, Viewer, begin, decide};
use std::time::{Duration, Instant};
use testing::Seeded;
use testing::on_all_cores;

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

impl Record {
    fn add(&mut self, other: Record) {
        (0..2).for_each(|side| self.wins[side] += other.wins[side]);
        other.reasons.into_iter().for_each(|(reason, count)| *self.reasons.entry(reason).or_default() += count);
        self.orders += other.orders;
        self.turns += other.turns;
        self.thinking += other.thinking;
        self.slowest_turn = self.slowest_turn.max(other.slowest_turn);
        if other.slowest_order.0 > self.slowest_order.0 {
            self.slowest_order = other.slowest_order;
        }
    }

    /// Games that were played.
    fn games(&self) -> u32 {
        self.wins[0] + self.wins[1]
    }
}

/// Within which the share of games that a player wins lies with 95 % confidence, by how many he has won (Wilson).
fn interval(wins: u32, games: u32) -> [f64; 2] {
    let (z, games) = (1.96f64, f64::from(games));
    let share = f64::from(wins) / games;
    let middle = share + z * z / (2.0 * games);
    let width = z * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
    [middle - width, middle + width].map(|bound| (bound / (1.0 + z * z / games)).clamp(0.0, 1.0))
}

/// Plays a game to its end; every order is judged by `decide`.
fn play(definitions: &Definitions, setup: &Setup, seed: u64, players: [Player; 2]) -> Record {
    let mut record = Record::default();
    let [mut dice, mut choice] = Seeded::streams(seed);
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
            return record;
        }
        let ask = AutumnFog::asks(&state)[0];
        let view = AutumnFog::view(definitions, &state, Viewer::Side(ask.side));
        let order: Vec<Step> = match players[ask.side.index()] {
            Player::Random => Seen::<AutumnFog>::new(definitions, &view)
                .random_order(&mut |n| choice.next_below(n))
                .expect("an order"),
            Player::Opponent => {
                let begun = Instant::now();
                let order = AutumnFog::advise(Seen::<AutumnFog>::new(definitions, &view)).expect("an order");
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

/// Games that are played against each other.
struct Series {
    /// Its games have numbers that no other series has: this many million more.
    place: u64,
    scenario: &'static str,
    players: [Player; 2],
    /// Whether games with odd numbers have all optional rules.
    options: bool,
}

/// Plays so many games of a series, or as many as the environment asks for, and prints what became of them.
fn played(series: &Series, few: u64) -> Record {
    let given = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let (first, games) = (given("FIELDPOST_SEED").unwrap_or(0), given("FIELDPOST_SOAK").unwrap_or(few));
    let Series { place, scenario, players, options } = *series;
    let definitions = definitions();
    let records = on_all_cores(first, |number| {
        let chosen = AutumnFog::options().iter().filter(|_| options && number % 2 == 1).map(|rule| {
            let (value, _) = rule.values[rule.values.len() - 1];
            (rule.name.to_owned(), value.to_owned())
        });
        let setup = Setup { scenario: scenario.to_owned(), options: chosen.collect() };
        (number < first + games).then(|| play(&definitions, &setup, place * 1_000_000 + number, players))
    });
    let mut record = Record::default();
    records.into_iter().for_each(|game| record.add(game));
    assert_eq!(u64::from(record.games()), games, "each game has a winner");
    let shares = record.wins.map(|wins| interval(wins, record.games()).map(|bound| bound * 100.0));
    println!(
        "{scenario}, {players:?}: German {} Allied {} of {games}, {:.1} to {:.1} % and {:.1} to {:.1} % with 95 % \
         confidence, numbers {first} to {}; {} orders, {:.1} ms an order, slowest turn {:.2} s, slowest order {:?}",
        record.wins[0],
        record.wins[1],
        shares[0][0],
        shares[0][1],
        shares[1][0],
        shares[1][1],
        first + games - 1,
        record.orders,
        record.thinking.as_secs_f64() * 1e3 / f64::from(record.orders.max(1)),
        record.slowest_turn.as_secs_f64(),
        record.slowest_order,
    );
    println!("{:#?}", record.reasons);
    record
}

/// Plays the opponent as a side against a random player. With 95 % confidence it wins more often than not, and in a
/// soak, where there are games enough to tell, nine times in ten.
fn against_random(place: u64, scenario: &'static str, side: SideId, few: u64) {
    let mut players = [Player::Random; 2];
    players[side.index()] = Player::Opponent;
    let record = played(&Series { place, scenario, players, options: false }, few);
    let [least, _] = interval(record.wins[side.index()], record.games());
    assert!(least > if record.games() < 100 { 0.5 } else { 0.9 }, "{least}: {record:#?}");
}

#[test]
fn the_opponent_beats_a_random_player_as_the_german() {
    against_random(1, "initial-assault", GERMAN, 8);
}

#[test]
fn the_opponent_beats_a_random_player_as_the_allies() {
    against_random(2, "initial-assault", ALLIED, 8);
}

#[test]
fn the_opponent_beats_a_random_player_in_the_entire_battle_as_the_german() {
    against_random(3, "entire-battle", GERMAN, 5);
}

#[test]
fn the_opponent_beats_a_random_player_in_the_entire_battle_as_the_allies() {
    against_random(4, "entire-battle", ALLIED, 5);
}

#[test]
fn the_opponent_plays_itself_to_an_end() {
    for (place, scenario) in [(5, "initial-assault"), (6, "entire-battle")] {
        played(&Series { place, scenario, players: [Player::Opponent; 2], options: true }, 2);
    }
}

#[test]
fn the_interval_of_a_share_is_wilsons() {
    let near = |[low, high]: [f64; 2], [least, most]: [f64; 2]| (low - least).abs() + (high - most).abs() < 1e-3;
    assert!(near(interval(5, 10), [0.2366, 0.7634]));
    assert!(near(interval(10, 10), [0.7225, 1.0]));
    assert!(near(interval(370, 400), [0.8949, 0.9470]), "{:?}", interval(370, 400));
}
