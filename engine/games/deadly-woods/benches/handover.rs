//! How often a game passes from one player to the other in a game turn, and how many letters that takes: the computer opponent
//! on both sides, at a table as it is.
//!
//! A player writes a whole round in one letter: what he would do if each die fell fairly. Where a die fell otherwise and an
//! order is refused for it, he writes again.
//!
//! `cargo bench -p deadly-woods --bench handover`; a number after `--` plays so many games.

use deadly_woods::DeadlyWoods;
use deadly_woods::truth::order::Step;
use deadly_woods::truth::state::Topic;
use engine::chance::Scripted;
use engine::contract::{Advice, Foundation, Seen, Setup, SideId, Sight, StandingOrders, Viewer};
use engine::table::{Batch, Line, Secrets, Table};
use std::collections::BTreeMap;
use std::sync::Arc;
use testing::on_all_cores;

type Definitions = <DeadlyWoods as Foundation>::Definitions;

/// Hand-overs a game turn that a game may take, by the median.
const TARGET: u32 = 8;

/// A face that is neither luck nor misfortune.
const FAIR: u8 = 3;

/// How a player plays.
struct Habit {
    name: &'static str,
    /// His standing orders, beside the defaults.
    standing: &'static [&'static str],
    /// Whether he writes a whole round at once.
    whole_rounds: bool,
}

const HABITS: [Habit; 4] = [
    Habit {
        name: "asked for everything",
        standing: &["defend ask", "losses ask", "airborne ask", "retreats ask", "bridges ask", "advances ask"],
        whole_rounds: true,
    },
    Habit { name: "as a game begins, order by order", standing: &[], whole_rounds: false },
    Habit { name: "as a game begins, a round in a letter", standing: &[], whole_rounds: true },
    Habit {
        name: "with all that may stand",
        standing: &[
            "first usual",
            "hold move",
            "assets never",
            "replacements strongest",
            "reaction last",
            "drop never",
            "army fifth",
        ],
        whole_rounds: true,
    },
];

/// What became of some games.
#[derive(Default)]
struct Count {
    /// Hand-overs of each game turn.
    passed: Vec<u32>,
    /// Letters of each game turn.
    letters: Vec<u32>,
    /// What was asked when the game was handed over.
    asked: BTreeMap<String, u32>,
    /// Orders that were refused for a die, and those that were given.
    refused: u32,
    given: u32,
}

fn median(figures: &[u32]) -> u32 {
    let mut figures = figures.to_vec();
    figures.sort_unstable();
    figures[figures.len() / 2]
}

fn mean(figures: &[u32]) -> f64 {
    f64::from(figures.iter().sum::<u32>()) / figures.len() as f64
}

/// What a player writes when he is asked: an order, or all that he would do until the other is asked or a chit is drawn.
fn letter(table: &Table<DeadlyWoods>, side: SideId, whole_rounds: bool) -> Vec<Vec<Step>> {
    let definitions = table.definitions();
    let view = table.view(Viewer::Side(side));
    let seen = Seen::<DeadlyWoods>::new(definitions, &view);
    let mut orders = vec![DeadlyWoods::advise(seen).expect("someone can always act")];
    if !whole_rounds {
        return orders;
    }
    let mut dice = Scripted::new([FAIR; 4000]);
    let mut imagined = DeadlyWoods::imagine(seen);
    // the round that a chit begins, not that of the next one, which nobody knows
    let chit = view.state.asked.is_some_and(|asked| matches!(asked.topic, Topic::First | Topic::Drawn | Topic::React));
    let most = view.state.track.len() + usize::from(chit);
    let mut next = Some((side, orders[0].clone()));
    while let Some((who, order)) = next.take() {
        let Ok(state) = imagined.suppose(definitions, who, &order, &mut dice) else { break };
        imagined = state;
        let Some(ask) = imagined.asks().first().copied() else { break };
        let view = imagined.view(definitions, Viewer::Side(ask.side));
        let seen = Seen::<DeadlyWoods>::new(definitions, &view);
        if let Some(answer) = DeadlyWoods::answer(seen, &ask, table.policy(ask.side)) {
            next = Some((ask.side, answer));
        } else if ask.side == side && view.state.track.len() <= most {
            let order = DeadlyWoods::advise(seen).expect("someone can always act");
            orders.push(order.clone());
            next = Some((side, order));
        }
    }
    orders
}

fn play(definitions: &Arc<Definitions>, number: u64, habit: &Habit) -> Count {
    let scenario = ["german-attack", "campaign"][(number % 2) as usize];
    let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    let secret = |chain: u8| std::array::from_fn(|at| number.to_be_bytes().get(at).copied().unwrap_or(chain));
    let secrets = Secrets::new(secret(0), secret(1));
    let records =
        Table::<DeadlyWoods>::start(definitions.clone(), "", "bench", &setup, &secrets).expect("the scenario");
    let mut table = Table::<DeadlyWoods>::open(definitions.clone(), &records).expect("the records");
    for side in SideId::BOTH {
        let lines = habit.standing.iter().map(|line| Line::Text(format!("standing {line}"))).collect();
        submit(&mut table, side, lines, &secrets);
    }
    let mut count = Count::default();
    let (mut turn, mut last) = (None, None);
    while table.outcome().is_none() {
        let state = table.state();
        let now = state.turn;
        if turn != Some(now) {
            turn = Some(now);
            count.passed.push(0);
            count.letters.push(0);
        }
        let side = table.asks()[0].side;
        if last.is_some_and(|last| last != side) {
            *count.passed.last_mut().expect("a turn has begun") += 1;
            let topic = state.asked.map(|asked| asked.topic);
            *count.asked.entry(format!("{:?}", topic.unwrap_or(Topic::Round))).or_default() += 1;
        }
        last = Some(side);
        *count.letters.last_mut().expect("a turn has begun") += 1;
        let orders = letter(&table, side, habit.whole_rounds);
        let json = |step: &Step| serde_json::to_value(step).expect("JSON");
        let lines: Vec<Line> = orders.iter().map(|order| Line::Steps(order.iter().map(json).collect())).collect();
        count.given += orders.len() as u32;
        count.refused += u32::from(submit(&mut table, side, lines, &secrets));
    }
    count
}

/// Hands lines in: whether one of them was refused.
fn submit(table: &mut Table<DeadlyWoods>, side: SideId, lines: Vec<Line>, secrets: &Secrets) -> bool {
    let (records, report) = table.submit(side, &Batch { ask: None, lines }, secrets);
    assert!(report.failure.is_none(), "{report:?}");
    records.iter().for_each(|record| table.apply(record));
    report.has_fault()
}

fn main() {
    let definitions = DeadlyWoods::definitions(&DeadlyWoods::files()).unwrap_or_else(|f| panic!("{}", f[0]));
    let definitions = Arc::new(definitions);
    let games = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(20);
    for habit in &HABITS {
        let mut count = Count::default();
        for game in on_all_cores(0, |number| (number < games).then(|| play(&definitions, number, habit))) {
            count.passed.extend(game.passed);
            count.letters.extend(game.letters);
            game.asked.into_iter().for_each(|(what, times)| *count.asked.entry(what).or_default() += times);
            (count.refused, count.given) = (count.refused + game.refused, count.given + game.given);
        }
        println!(
            "hand-overs a game turn  ours {} by the median, {:.2} by the mean, {} at most  target {TARGET}  {}: {} game \
             turns of {games} games; asked for {:?}",
            median(&count.passed),
            mean(&count.passed),
            count.passed.iter().max().expect("some turns"),
            habit.name,
            count.passed.len(),
            count.asked,
        );
        println!(
            "  letters a game turn {} by the median, {:.2} by the mean; {} of them stopped at an order that a die had made \
             impossible; {} orders were written",
            median(&count.letters),
            mean(&count.letters),
            count.refused,
            count.given,
        );
    }
}
