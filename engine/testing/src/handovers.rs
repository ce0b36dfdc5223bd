//! How often a game passes from one player to the other in a turn, and how many letters that takes: the computer opponent on
//! both sides, at a table as it is.
//!
//! A player with standing orders for everything writes his whole turn, or round, in one letter: what he would do if each die fell
//! fairly. Where a die fell otherwise and an order is refused for it, he writes again.

use crate::on_all_cores;
use engine::chance::Scripted;
use engine::contract::{Game, Seen, Setup, SideId, Viewer};
use engine::table::{Batch, Line, Secrets, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a player plays.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    /// How it is called.
    pub name: &'static str,
    /// His standing orders, beside the defaults.
    pub standing: &'static [&'static str],
    /// Whether he writes at once all that one letter may hold.
    pub whole_turns: bool,
}

/// Games whose hand-overs are counted.
pub struct Handovers<G: Game> {
    /// The scenarios, played in turn.
    pub scenarios: &'static [&'static str],
    /// What is counted, in words: `player turn`, `game turn`.
    pub counted: &'static str,
    /// Hand-overs of it that a game may take, by the median.
    pub target: u32,
    /// A face that is neither luck nor misfortune.
    pub fair: u8,
    /// Which turn it is, and of a player turn, whose.
    pub turn: fn(&G::View) -> (u8, SideId),
    /// What one letter may hold, by a number that grows: the player turn, or a round of it; and whose it is.
    pub letter: fn(&G::View) -> (usize, SideId),
    /// What is asked, in a word; none if nothing is.
    pub topic: fn(&G::View) -> Option<String>,
}

/// What became of some games.
#[derive(Default)]
struct Count {
    /// Hand-overs of each turn.
    passed: Vec<u32>,
    /// Letters of each turn.
    letters: Vec<u32>,
    /// What was asked when the game was handed over.
    asked: BTreeMap<String, u32>,
    /// Letters that stopped at a refused order, and orders that were written.
    refused: u32,
    given: u32,
}

/// Dice that are laid ready for a whole turn.
const DICE: usize = 2_000;

impl<G: Game> Handovers<G> {
    /// Plays so many games with each habit and prints what was counted.
    ///
    /// # Panics
    /// When a scenario or a standing order does not exist, when somebody has no order, or when the program fails at one.
    pub fn print(&self, games: u64, habits: &[Habit]) {
        let definitions = G::definitions(&G::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let definitions = Arc::new(definitions);
        for habit in habits {
            let mut count = Count::default();
            for game in on_all_cores(0, |number| (number < games).then(|| self.play(&definitions, number, habit))) {
                count.passed.extend(game.passed);
                count.letters.extend(game.letters);
                game.asked.into_iter().for_each(|(what, times)| *count.asked.entry(what).or_default() += times);
                (count.refused, count.given) = (count.refused + game.refused, count.given + game.given);
            }
            println!(
                "hand-overs a {}  ours {} by the median, {:.2} by the mean, {} at most  target {}  {}: {} such turns of {games} \
                 games; asked for {:?}",
                self.counted,
                median(&count.passed),
                mean(&count.passed),
                count.passed.iter().max().expect("some turns"),
                self.target,
                habit.name,
                count.passed.len(),
                count.asked,
            );
            println!(
                "  letters a {} {} by the median, {:.2} by the mean; {} of them stopped at an order that a die had made impossible; \
                 {} orders were written",
                self.counted,
                median(&count.letters),
                mean(&count.letters),
                count.refused,
                count.given,
            );
        }
    }

    fn play(&self, definitions: &Arc<G::Definitions>, number: u64, habit: &Habit) -> Count {
        let scenario = self.scenarios[(number % self.scenarios.len() as u64) as usize].to_owned();
        let setup = Setup { scenario, ..Setup::default() };
        // each chain of each game has a secret of its own
        let secret = |chain: u8| std::array::from_fn(|at| number.to_be_bytes().get(at).copied().unwrap_or(chain));
        let secrets = Secrets::new(secret(0), secret(1));
        let records = Table::<G>::start(definitions.clone(), "", "bench", &setup, &secrets).expect("the scenario");
        let mut table = Table::<G>::open(definitions.clone(), &records).expect("the records");
        for side in SideId::BOTH {
            let lines = habit.standing.iter().map(|line| Line::Text(format!("standing {line}"))).collect();
            submit(&mut table, side, lines, &secrets);
        }
        let mut count = Count::default();
        let (mut turn, mut last) = (None, None);
        while table.outcome().is_none() {
            let side = table.asks()[0].side;
            let view = table.view(Viewer::Side(side));
            let now = (self.turn)(&view);
            if turn != Some(now) {
                turn = Some(now);
                count.passed.push(0);
                count.letters.push(0);
            }
            if last.is_some_and(|last| last != side) {
                *count.passed.last_mut().expect("a turn has begun") += 1;
                *count.asked.entry((self.topic)(&view).unwrap_or_default()).or_default() += 1;
            }
            last = Some(side);
            *count.letters.last_mut().expect("a turn has begun") += 1;
            let orders = self.letter(&table, side, habit.whole_turns);
            let json = |step: &G::Step| serde_json::to_value(step).expect("JSON");
            let lines: Vec<Line> = orders.iter().map(|order| Line::Steps(order.iter().map(json).collect())).collect();
            count.given += orders.len() as u32;
            count.refused += u32::from(submit(&mut table, side, lines, &secrets));
        }
        count
    }

    /// What a player writes when he is asked: an order, or all that he would do until somebody else is asked or the next letter
    /// begins.
    fn letter(&self, table: &Table<G>, side: SideId, whole_turns: bool) -> Vec<Vec<G::Step>> {
        let definitions = table.definitions();
        let view = table.view(Viewer::Side(side));
        let seen = Seen::<G>::new(definitions, &view);
        let mut orders = vec![G::advise(seen).expect("someone can always act")];
        if !whole_turns {
            return orders;
        }
        let mut dice = Scripted::new([self.fair; DICE]);
        let mut imagined = G::imagine(seen);
        let (now, mut next) = ((self.letter)(&view), Some((side, orders[0].clone())));
        while let Some((who, order)) = next.take() {
            let Ok(state) = imagined.suppose(definitions, who, &order, &mut dice) else { break };
            imagined = state;
            let Some(ask) = imagined.asks().first().copied() else { break };
            let view = imagined.view(definitions, Viewer::Side(ask.side));
            let seen = Seen::<G>::new(definitions, &view);
            if let Some(answer) = G::answer(seen, &ask, table.policy(ask.side)) {
                next = Some((ask.side, answer));
            } else if ask.side == side && now.1 == side && (self.letter)(&view) == now {
                // a hand that is imagined may hold nothing but cards that were drawn unseen
                let Some(order) = G::advise(seen) else { break };
                orders.push(order.clone());
                next = Some((side, order));
            }
        }
        orders
    }
}

fn median(figures: &[u32]) -> u32 {
    let mut figures = figures.to_vec();
    figures.sort_unstable();
    figures[figures.len() / 2]
}

fn mean(figures: &[u32]) -> f64 {
    f64::from(figures.iter().sum::<u32>()) / figures.len() as f64
}

/// Hands lines in: whether one of them was refused.
fn submit<G: Game>(table: &mut Table<G>, side: SideId, lines: Vec<Line>, secrets: &Secrets) -> bool {
    let (records, report) = table.submit(side, &Batch { ask: None, lines }, secrets);
    assert!(report.failure.is_none(), "{report:?}");
    records.iter().for_each(|record| table.apply(record));
    report.has_fault()
}
