//! How often a game passes from one player to the other, and how many letters a player turn takes: the computer opponent on
//! both sides, at a table as it is.
//!
//! A player with standing orders for everything writes his whole turn in one letter: what he would do if each die fell
//! fairly. Where a die fell otherwise and an order is refused for it, he writes again.
//!
//! `cargo bench -p ardennes-ii --bench handover`; a number after `--` plays so many games.

use ardennes_ii::ArdennesII;
use ardennes_ii::truth::order::Step;
use ardennes_ii::truth::state::Topic;
use engine::chance::Scripted;
use engine::contract::{Advice, Foundation, Seen, Setup, SideId, Sight, StandingOrders, Viewer};
use engine::table::{Batch, Line, Secrets, Table};
use std::collections::BTreeMap;
use std::sync::Arc;
use testing::on_all_cores;

type Definitions = <ArdennesII as Foundation>::Definitions;

/// Hand-overs a player turn that a game may take, by the median.
const TARGET: u32 = 2;

/// The scenarios whose games are counted, in turn.
const SCENARIOS: [&str; 4] = ["goose-egg", "bastogne", "tip-of-the-spear", "peiper"];

/// A face that is neither luck nor misfortune.
const FAIR: u8 = 3;

/// How a player plays.
struct Habit {
    name: &'static str,
    /// His standing orders, beside the defaults.
    standing: &'static [&'static str],
    /// Whether he writes a whole player turn at once.
    whole_turns: bool,
}

const HABITS: [Habit; 4] = [
    Habit {
        name: "asked for everything",
        standing: &["attacked ask", "retreats ask", "losses ask", "advances ask", "guns ask", "bridges ask"],
        whole_turns: false,
    },
    Habit { name: "as a game begins, order by order", standing: &[], whole_turns: false },
    Habit { name: "as a game begins, a turn in a letter", standing: &[], whole_turns: true },
    Habit { name: "the same, no US barrage in the German turn", standing: &["barrage none"], whole_turns: true },
];

/// What became of some games.
#[derive(Default)]
struct Count {
    /// Hand-overs of each player turn.
    passed: Vec<u32>,
    /// Letters of each player turn.
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

/// What a player writes when he is asked: an order, or all that he would do in this player turn.
fn letter(table: &Table<ArdennesII>, side: SideId, whole_turns: bool) -> Vec<Vec<Step>> {
    let definitions = table.definitions();
    let view = table.view(Viewer::Side(side));
    let seen = Seen::<ArdennesII>::new(definitions, &view);
    let mut orders = vec![ArdennesII::advise(seen).expect("someone can always act")];
    if !whole_turns {
        return orders;
    }
    let mut dice = Scripted::new([FAIR; 2000]);
    let mut imagined = ArdennesII::imagine(seen);
    let (turn, mut next) = (view.state.turn, Some((side, orders[0].clone())));
    while let Some((who, order)) = next.take() {
        let Ok(state) = imagined.suppose(definitions, who, &order, &mut dice) else { break };
        imagined = state;
        let Some(ask) = imagined.asks().first().copied() else { break };
        let view = imagined.view(definitions, Viewer::Side(ask.side));
        let seen = Seen::<ArdennesII>::new(definitions, &view);
        if let Some(answer) = ArdennesII::answer(seen, &ask, table.policy(ask.side)) {
            next = Some((ask.side, answer));
        } else if ask.side == side && view.state.side == side && view.state.turn == turn {
            let order = ArdennesII::advise(seen).expect("someone can always act");
            orders.push(order.clone());
            next = Some((side, order));
        }
    }
    orders
}

fn play(definitions: &Arc<Definitions>, number: u64, habit: &Habit) -> Count {
    let scenario = SCENARIOS[(number % SCENARIOS.len() as u64) as usize].to_owned();
    let setup = Setup { scenario, ..Setup::default() };
    let secret = |chain: u8| std::array::from_fn(|at| number.to_be_bytes().get(at).copied().unwrap_or(chain));
    let secrets = Secrets::new(secret(0), secret(1));
    let records = Table::<ArdennesII>::start(definitions.clone(), "", "bench", &setup, &secrets).expect("the scenario");
    let mut table = Table::<ArdennesII>::open(definitions.clone(), &records).expect("the records");
    for side in SideId::BOTH {
        let lines = habit.standing.iter().map(|line| Line::Text(format!("standing {line}"))).collect();
        submit(&mut table, side, lines, &secrets);
    }
    let mut count = Count::default();
    let (mut turn, mut last) = (None, None);
    while table.outcome().is_none() {
        let state = table.state();
        let now = (state.turn, state.side);
        if turn != Some(now) {
            turn = Some(now);
            count.passed.push(0);
            count.letters.push(0);
        }
        let side = table.asks()[0].side;
        if last.is_some_and(|last| last != side) {
            *count.passed.last_mut().expect("a turn has begun") += 1;
            let topic = state.asked.map(|asked| asked.topic);
            *count.asked.entry(format!("{:?}", topic.unwrap_or(Topic::Move))).or_default() += 1;
        }
        last = Some(side);
        *count.letters.last_mut().expect("a turn has begun") += 1;
        let orders = letter(&table, side, habit.whole_turns);
        let json = |step: &Step| serde_json::to_value(step).expect("JSON");
        let lines: Vec<Line> = orders.iter().map(|order| Line::Steps(order.iter().map(json).collect())).collect();
        count.given += orders.len() as u32;
        count.refused += u32::from(submit(&mut table, side, lines, &secrets));
    }
    count
}

/// Hands lines in: whether one of them was refused.
fn submit(table: &mut Table<ArdennesII>, side: SideId, lines: Vec<Line>, secrets: &Secrets) -> bool {
    let (records, report) = table.submit(side, &Batch { ask: None, lines }, secrets);
    assert!(report.failure.is_none(), "{report:?}");
    records.iter().for_each(|record| table.apply(record));
    report.has_fault()
}

fn main() {
    let definitions = ArdennesII::definitions(&ArdennesII::files()).unwrap_or_else(|f| panic!("{}", f[0]));
    let definitions = Arc::new(definitions);
    let games = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(8);
    for habit in &HABITS {
        let mut count = Count::default();
        for game in on_all_cores(0, |number| (number < games).then(|| play(&definitions, number, habit))) {
            count.passed.extend(game.passed);
            count.letters.extend(game.letters);
            game.asked.into_iter().for_each(|(what, times)| *count.asked.entry(what).or_default() += times);
            (count.refused, count.given) = (count.refused + game.refused, count.given + game.given);
        }
        println!(
            "hand-overs a player turn  ours {} by the median, {:.2} by the mean, {} at most  target {TARGET}  {}: {} player \
             turns of {games} games; asked for {:?}",
            median(&count.passed),
            mean(&count.passed),
            count.passed.iter().max().expect("some turns"),
            habit.name,
            count.passed.len(),
            count.asked,
        );
        println!(
            "  letters a player turn {} by the median, {:.2} by the mean; {} of them stopped at an order that a die had made \
             impossible; {} orders were written",
            median(&count.letters),
            mean(&count.letters),
            count.refused,
            count.given,
        );
    }
}
