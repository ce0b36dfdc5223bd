//! Games in which the computer opponent takes part: against a random player, to see that it can play, and against itself.

use crate::{Seeded, on_all_cores, random_games::given};
use engine::contract::{Game, Outcome, Seen, Setup, SideId, Viewer, begin, decide};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The computer opponent.
    Opponent,
    /// Somebody who takes any order that his list allows.
    Random,
}

/// A game that was played to its end.
pub struct Match<G: Game> {
    /// The state at the end.
    pub end: G::State,
    /// How it ended.
    pub outcome: Outcome,
    /// Orders that the opponent gave.
    pub orders: u32,
    /// How long it thought about all of them.
    pub thinking: Duration,
    /// Longest thinking about one order, and the order.
    pub slowest_order: (Duration, String),
    /// Longest thinking about all orders of one side in one game turn.
    pub slowest_turn: Duration,
}

/// Orders after which a game must be over.
const LIMIT: usize = 60_000;

/// Plays the game with a number to its end; every order is judged by [`decide`]. `visit` sees each state that an order made.
///
/// # Panics
/// When the setup does not exist, when somebody has no order, when one is refused, and when the game does not end.
pub fn play_match<G: Game>(
    definitions: &G::Definitions,
    setup: &Setup,
    number: u64,
    players: [Player; 2],
    mut visit: impl FnMut(&G::State),
) -> Match<G> {
    let [mut dice, mut choice] = Seeded::streams(number);
    let start = G::initial(definitions, setup).unwrap_or_else(|fault| panic!("{setup:?}: {fault}"));
    let (_, mut state) = begin::<G>(definitions, &start, &mut dice);
    let (mut orders, mut thinking) = (0, Duration::ZERO);
    let (mut slowest_order, mut slowest_turn) = ((Duration::ZERO, String::new()), Duration::ZERO);
    let (mut turn, mut this_turn) = (0, [Duration::ZERO; 2]);
    for _ in 0..LIMIT {
        if let Some(outcome) = G::outcome(&state) {
            return Match { end: state, outcome, orders, thinking, slowest_order, slowest_turn };
        }
        if G::game_turn(&state) != turn {
            (turn, this_turn) = (G::game_turn(&state), [Duration::ZERO; 2]);
        }
        let side = G::asks(&state)[0].side;
        let view = G::view(definitions, &state, Viewer::Side(side));
        let seen = Seen::<G>::new(definitions, &view);
        let order = match players[side.index()] {
            Player::Random => seen.random_order(&mut |steps| choice.next_below(steps)),
            Player::Opponent => {
                let begun = Instant::now();
                let order = G::advise(seen);
                let took = begun.elapsed();
                this_turn[side.index()] += took;
                (orders, thinking) = (orders + 1, thinking + took);
                slowest_turn = slowest_turn.max(this_turn[side.index()]);
                if took > slowest_order.0 {
                    let text = order.as_ref().map(|order| G::write(definitions, order));
                    slowest_order = (took, text.unwrap_or_default());
                }
                order
            }
        };
        let order = order.unwrap_or_else(|| panic!("game {number} of {setup:?}: {side:?} has no order"));
        let text = || format!("game {number} of {setup:?}: {}", G::write(definitions, &order));
        let decided = decide::<G>(definitions, &state, side, &order, &mut dice);
        state = decided.unwrap_or_else(|refusal| panic!("{}: {refusal}", text())).1;
        visit(&state);
    }
    panic!("game {number} of {setup:?}: no end");
}

/// Games of one kind. They have numbers that no other series of the game has, so that no two share dice or choices.
pub struct Series<'a> {
    /// Which series it is: the numbers of its games begin with so many million.
    pub place: u64,
    /// The scenario.
    pub scenario: &'a str,
    /// Who plays.
    pub players: [Player; 2],
    /// Whether games with odd numbers have all optional rules.
    pub options: bool,
}

/// What became of the games of a series.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Games that each side won.
    pub wins: [u32; 2],
    /// Games that nobody won.
    pub draws: u32,
    /// In which turn and why games ended, and how many of them.
    pub reasons: BTreeMap<String, u32>,
    /// Longest thinking about one order, and the order.
    pub slowest_order: (Duration, String),
}

impl Score {
    /// Games that were played.
    pub fn games(&self) -> u32 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// Within which the share of games that a side wins lies with 95 % confidence.
    pub fn interval(&self, side: SideId) -> [f64; 2] {
        interval(self.wins[side.index()], self.games())
    }
}

impl Series<'_> {
    /// Plays so many games, or as many as `FIELDPOST_SOAK` says, from number `FIELDPOST_SEED` on, and prints what became of
    /// them.
    ///
    /// # Panics
    /// As [`play_match`].
    pub fn score<G: Game>(&self, few: u64) -> Score {
        let definitions = G::definitions(&G::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let (first, games) = (given("FIELDPOST_SEED").unwrap_or(0), given("FIELDPOST_SOAK").unwrap_or(few));
        let played = on_all_cores(first, |number| {
            let chosen = G::options().iter().filter(|_| self.options && number % 2 == 1);
            let options = chosen.filter_map(|rule| Some((rule.name.to_owned(), rule.values.last()?.0.to_owned())));
            let setup = Setup { scenario: self.scenario.to_owned(), options: options.collect() };
            let own = self.place * 1_000_000 + number;
            (number < first + games).then(|| play_match::<G>(&definitions, &setup, own, self.players, |_| {}))
        });
        let mut score = Score::default();
        let (mut orders, mut thinking, mut slowest_turn) = (0, Duration::ZERO, Duration::ZERO);
        for game in played {
            match game.outcome.winner {
                Some(side) => score.wins[side.index()] += 1,
                None => score.draws += 1,
            }
            let reason = format!("turn {}: {}", G::game_turn(&game.end), game.outcome.reason);
            *score.reasons.entry(reason).or_default() += 1;
            orders += game.orders;
            thinking += game.thinking;
            slowest_turn = slowest_turn.max(game.slowest_turn);
            if game.slowest_order.0 > score.slowest_order.0 {
                score.slowest_order = game.slowest_order;
            }
        }
        let shares = SideId::BOTH.map(|side| score.interval(side).map(|bound| 100.0 * bound));
        println!(
            "{}, {:?}: {:?} of {games} won, {} drawn, {:.1} to {:.1} % and {:.1} to {:.1} % with 95 % confidence, numbers \
             {first} to {}; {orders} orders, {:.1} ms an order, slowest turn {:.2} s, slowest order {:?}",
            self.scenario,
            self.players,
            score.wins,
            score.draws,
            shares[0][0],
            shares[0][1],
            shares[1][0],
            shares[1][1],
            first + games.saturating_sub(1),
            thinking.as_secs_f64() * 1e3 / f64::from(orders.max(1)),
            slowest_turn.as_secs_f64(),
            score.slowest_order,
        );
        score
    }
}

/// Within which the share of games that a player wins lies with 95 % confidence, by how many he has won (Wilson).
pub fn interval(wins: u32, games: u32) -> [f64; 2] {
    let (z, games) = (1.96f64, f64::from(games));
    let share = f64::from(wins) / games;
    let middle = share + z * z / (2.0 * games);
    let width = z * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
    [middle - width, middle + width].map(|bound| (bound / (1.0 + z * z / games)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::interval;

    #[test]
    fn the_interval_of_a_share_is_wilsons() {
        let near = |[low, high]: [f64; 2], [least, most]: [f64; 2]| (low - least).abs() + (high - most).abs() < 1e-3;
        assert!(near(interval(5, 10), [0.2366, 0.7634]));
        assert!(near(interval(10, 10), [0.7225, 1.0]));
        assert!(near(interval(370, 400), [0.8949, 0.9470]), "{:?}", interval(370, 400));
    }
}
