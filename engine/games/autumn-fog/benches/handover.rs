//! How often a game by mail changes hands in a game turn: a mail leaves, and the game waits for the other player.
//!
//! The computer opponent plays both sides of the Initial Assault a hundred times at a table as the service keeps it;
//! its own decisions cost nothing, each one that the other player has to make first is a hand-over. What standing
//! orders answer is answered at once, and so are sequences that a player has sent ahead. A player with standing orders
//! sends some of his next sequences ahead with each one that he ends: what he would do if the other side passed.
//!
//! `cargo bench -p autumn-fog --bench handover`; a number after `--` plays so many games.

use autumn_fog::AutumnFog;
use autumn_fog::order::{Step, Verb};
use autumn_fog::state::{GERMAN, Pending};
use engine::chance::Scripted;
use engine::contract::{
    Advice, Foundation, Imagined, Seen, SentAhead, Setup, SideId, Sight, Speech, StandingOrders, Viewer,
};
use engine::table::{Batch, Line, Record, Secrets, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

use testing::on_all_cores;

type Definitions = <AutumnFog as Foundation>::Definitions;
type Policy = <AutumnFog as Foundation>::Policy;

/// Share of the hand-overs that standing orders must save.
const TARGET: f64 = 0.6;

/// A face that is neither luck nor misfortune: what a player reckons with who thinks beyond an attack.
const FAIR: u8 = 4;

/// How a player plays.
struct Habit {
    name: &'static str,
    /// His standing orders.
    standing: &'static [&'static str],
    /// Sequences that he sends ahead at most.
    ahead: usize,
}

/// What a player orders who wants to be asked when something has happened. A supported defence uses its supports.
const ORDERED: &[&str] = &[
    "defend best 2",
    "lose defending hexes spare armour",
    "lose attacking steps spare armour",
    "retreat auto",
    "mark auto",
    "advance all",
    "return near",
    "allot spread",
    "snafu auto",
    "reroll 2",
    "gift step",
    "overstack auto",
    "activation staff 2",
    "ahead quiet 2",
];

const HABITS: [Habit; 4] = [
    // who wants to be asked for everything that is his to decide
    Habit { name: "without any", standing: &["interrupt ask"], ahead: 0 },
    Habit { name: "as a game begins", standing: &[], ahead: 0 },
    Habit { name: "with, nothing ahead", standing: ORDERED, ahead: 0 },
    Habit { name: "with", standing: ORDERED, ahead: 6 },
];

/// What became of some games.
#[derive(Default)]
struct Count {
    /// Hand-overs for each game turn of each game.
    turns: Vec<u32>,
    /// By what was asked.
    asked: BTreeMap<String, u32>,
    /// Sequences that were sent ahead, and those of them that came back.
    ahead: [u32; 2],
    games: u32,
    /// Games that the German won.
    won: u32,
    /// Objectives that the German held at the end.
    held: usize,
    /// Steps that Germans and Allies had left on the map at the end.
    steps: [u32; 2],
}

impl Count {
    fn median(&self) -> f64 {
        let mut turns = self.turns.clone();
        turns.sort_unstable();
        f64::from(turns[turns.len() / 2])
    }

    fn mean(&self) -> f64 {
        f64::from(self.turns.iter().sum::<u32>()) / self.turns.len() as f64
    }

    fn add(&mut self, other: Count) {
        self.turns.extend(other.turns);
        other.asked.into_iter().for_each(|(what, count)| *self.asked.entry(what).or_default() += count);
        (0..2).for_each(|place| self.ahead[place] += other.ahead[place]);
        (0..2).for_each(|side| self.steps[side] += other.steps[side]);
        self.games += other.games;
        self.won += other.won;
        self.held += other.held;
    }
}

/// A player who thinks ahead: where his orders would lead if the other side did nothing.
struct Thought<'a> {
    definitions: &'a Definitions,
    side: SideId,
    state: Imagined<AutumnFog>,
}

impl Thought<'_> {
    /// The order with which he goes on.
    fn next(&self) -> Option<Vec<Step>> {
        AutumnFog::advise(Seen::<AutumnFog>::new(
            self.definitions,
            &self.state.view(self.definitions, Viewer::Side(self.side)),
        ))
    }

    /// Whether a sequence of his may begin, if need be after the other side has passed.
    fn begins(&mut self) -> bool {
        let view = |side| self.state.view(self.definitions, Viewer::Side(side));
        if AutumnFog::is_fresh(&view(self.side.enemy()))
            && let Ok(passed) = self.state.foresee(self.definitions, self.side.enemy(), &[PASS])
            && !passed.rolls
        {
            self.state = passed.state;
        }
        AutumnFog::is_fresh(&self.state.view(self.definitions, Viewer::Side(self.side)))
    }

    /// Whether he has nothing more to do after some orders as long as nothing happens.
    fn passes(&mut self, orders: &[Vec<Step>]) -> bool {
        orders.last().is_some_and(|order| order[..] == [PASS]) || self.begins() && self.next() == Some(vec![PASS])
    }

    /// Carries an order out, as far as dice have no part in it.
    fn does(&mut self, order: &[Step]) -> bool {
        match self.state.foresee(self.definitions, self.side, order) {
            Ok(foreseen) if !foreseen.rolls => {
                self.state = foreseen.state;
                true
            }
            _ => false,
        }
    }

    /// Carries an attack out with fair dice and all that both sides answer by standing orders, until he must go on.
    fn fights(&mut self, order: &[Step], policy: &Policy) -> bool {
        let mut dice = Scripted::new([FAIR; 40]);
        let mut given = Some((self.side, order.to_vec()));
        while let Some((side, order)) = given {
            let Ok(state) = self.state.suppose(self.definitions, side, &order, &mut dice) else { return false };
            self.state = state;
            given = self.state.asks().iter().find_map(|ask| {
                let view = self.state.view(self.definitions, Viewer::Side(ask.side));
                let base = view.field.ask(ask.side)?.pending == Pending::Operate;
                let answer = if base {
                    None
                } else {
                    AutumnFog::answer(Seen::<AutumnFog>::new(self.definitions, &view), ask, policy)
                };
                answer.map(|order| (ask.side, order))
            });
        }
        let view = self.state.view(self.definitions, Viewer::Side(self.side));
        view.field.operations.activation.is_some() && AutumnFog::idle(&view).is_some()
    }

    /// The orders of a sequence that can be sent ahead: attacks come last, for nobody knows what they bring, and
    /// nothing in it hangs on a check. None if he would rather wait and see.
    fn sequence(&mut self, policy: &Policy) -> Option<Vec<Vec<Step>>> {
        if !self.begins() {
            return None;
        }
        let mut orders: Vec<Vec<Step>> = Vec::new();
        let mut fought = false;
        loop {
            let mut order = self.next()?;
            let attacks = matches!(order.first(), Some(Step::Verb(Verb::Attack | Verb::Prepare)));
            let checks = !orders.is_empty() && matches!(order.first(), Some(Step::Verb(Verb::Activate)));
            if fought && !attacks || checks {
                order = vec![END];
            }
            let done = if attacks { self.fights(&order, policy) } else { self.does(&order) };
            if !done || order == [PASS] {
                return None;
            }
            fought |= attacks;
            let ends = order == [END];
            orders.push(order);
            if ends {
                // a sequence in which nobody acts is not worth a mail
                return (orders.len() > 2).then_some(orders);
            }
        }
    }
}

const PASS: Step = Step::Verb(Verb::Pass);
const END: Step = Step::Verb(Verb::End);

/// What a player sends when he is asked: an order, with what comes after it if it ends a sequence.
fn mail(table: &Table<AutumnFog>, side: SideId, habit: &Habit) -> Vec<Vec<Step>> {
    let definitions = table.definitions();
    let view = table.view(Viewer::Side(side));
    let order = AutumnFog::advise(Seen::<AutumnFog>::new(definitions, &view)).expect("someone can always act");
    let mut orders = vec![order];
    if habit.ahead == 0 || orders[0] != [END] && orders[0] != [PASS] {
        return orders;
    }
    let state = AutumnFog::imagine(Seen::<AutumnFog>::new(definitions, &view));
    let mut thought = Thought { definitions, side, state };
    if thought.does(&orders[0]) {
        let ahead = (0..habit.ahead).map_while(|_| thought.sequence(table.policy(side)));
        orders.extend(ahead.flatten().collect::<Vec<_>>());
    }
    if thought.passes(&orders) {
        orders.extend((0..habit.ahead).map(|_| vec![PASS]));
    }
    orders
}

/// Plays a game and counts.
fn play(definitions: &Arc<Definitions>, number: u64, habit: &Habit) -> Count {
    let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    // each chain of each game has a secret of its own
    let secret = |chain: u8| std::array::from_fn(|at| number.to_be_bytes().get(at).copied().unwrap_or(chain));
    let secrets = Secrets::new(secret(0), secret(1));
    let records = Table::<AutumnFog>::start(definitions.clone(), "", "bench", &setup, &secrets).expect("the scenario");
    let mut table = Table::<AutumnFog>::open(definitions.clone(), &records).expect("the records");
    let mut count = Count { games: 1, ..Count::default() };
    for side in SideId::BOTH {
        let lines = habit.standing.iter().map(|line| Line::Text(format!("standing {line}"))).collect();
        submit(&mut table, side, lines, &secrets, &mut count);
    }
    let (mut turn, mut last): (u8, Option<SideId>) = (0, None);
    while table.outcome().is_none() {
        if table.state().field.turn != turn {
            turn = table.state().field.turn;
            count.turns.push(0);
        }
        let asks = table.asks();
        // whoever has the game in hand goes on, if he is asked anything
        let ask = asks.iter().find(|ask| Some(ask.side) == last).unwrap_or(&asks[0]);
        if last.is_some_and(|last| last != ask.side) {
            *count.turns.last_mut().expect("a turn has begun") += 1;
            let pending = table.state().field.ask(ask.side).map(|ask| ask.pending);
            *count.asked.entry(pending.map_or(String::new(), |pending| format!("{pending:?}"))).or_default() += 1;
        }
        last = Some(ask.side);
        let orders = mail(&table, ask.side, habit);
        count.ahead[0] += orders.iter().skip(1).filter(|order| AutumnFog::ends(order)).count() as u32;
        let json = |step: &Step| serde_json::to_value(step).expect("JSON");
        let lines = orders.iter().map(|order| Line::Steps(order.iter().map(json).collect())).collect();
        submit(&mut table, ask.side, lines, &secrets, &mut count);
    }
    let field = &table.state().field;
    count.won = u32::from(table.outcome().is_some_and(|outcome| outcome.winner == Some(GERMAN)));
    count.held = field.holders.iter().filter(|(_, holder)| *holder == GERMAN).count();
    for (unit, _) in field.on_map() {
        count.steps[definitions.unit(unit).side.index()] += u32::from(field.unit(unit).steps);
    }
    count
}

/// Hands lines in, and looks at everything that comes of them.
fn submit(table: &mut Table<AutumnFog>, side: SideId, lines: Vec<Line>, secrets: &Secrets, count: &mut Count) {
    let (records, report) = table.submit(side, &Batch { ask: None, lines }, secrets);
    assert!(!report.has_fault(), "{report:?}");
    for record in &records {
        match record {
            Record::Ordered { side, text, standing: true, .. } => is_supported(table, *side, text),
            Record::Returned { lines, .. } => {
                count.ahead[1] += lines.iter().filter(|line| ["end", "pass"].contains(&line.as_str())).count() as u32;
            }
            _ => {}
        }
        table.apply(record);
    }
}

/// Whether a defence that standing orders named has supports if it can have any.
fn is_supported(table: &Table<AutumnFog>, side: SideId, text: &str) {
    let view = table.view(Viewer::Side(side));
    let Some(Pending::Defend) = view.field.ask(side).map(|ask| ask.pending) else { return };
    let order =
        AutumnFog::parse(Seen::<AutumnFog>::new(table.definitions(), &view), text).expect("a defence").remove(0);
    let supports = |step: &Step| matches!(step, Step::Support(..) | Step::Air);
    let could =
        Seen::<AutumnFog>::new(table.definitions(), &view).legal(&order[..2]).iter().any(|(step, _)| supports(step));
    assert!(!could || order.iter().any(supports), "a supported defence was given up: {text}");
}

/// All games of a habit, shared out to as many threads as there are cores. All habits play the same ones.
fn games(definitions: &Arc<Definitions>, games: u64, habit: &Habit) -> Count {
    let mut count = Count::default();
    let played = on_all_cores(0, |number| (number < games).then(|| play(definitions, number, habit)));
    played.into_iter().for_each(|game| count.add(game));
    count
}

fn main() {
    let definitions = AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let definitions = Arc::new(definitions);
    let number = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(100);
    let [asked, default, reactive, ordered] = HABITS.each_ref().map(|habit| games(&definitions, number, habit));
    let saved = |than: &Count| 100.0 * (1.0 - ordered.median() / than.median());
    println!(
        "hand-overs a turn ours {:>9.0} with standing orders  without any {:.0}  as a game begins {:.0}  nothing sent ahead \
         {:.0}  saved {:.0} %, {:.0} % and {:.0} %  target {:.0} %  median of {} game turns",
        ordered.median(),
        asked.median(),
        default.median(),
        reactive.median(),
        saved(&asked),
        saved(&default),
        saved(&reactive),
        100.0 * TARGET,
        ordered.turns.len(),
    );
    for (habit, count) in HABITS.iter().zip([&asked, &default, &reactive, &ordered]) {
        let games = f64::from(count.games);
        println!(
            "  {}: mean {:.1} a turn; asked for {:?}; the German won {} of {} games, held {:.2} objectives; steps left {:.0} \
             German, {:.0} Allied",
            habit.name,
            count.mean(),
            count.asked,
            count.won,
            count.games,
            count.held as f64 / games,
            f64::from(count.steps[0]) / games,
            f64::from(count.steps[1]) / games,
        );
        if habit.ahead > 0 {
            println!("    {} sequences were sent ahead, {} came back", count.ahead[0], count.ahead[1]);
        }
    }
}
