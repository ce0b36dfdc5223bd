//! Figures that every game's bench prints: random play, judging alone, opening a game, the computer opponent.

use engine::contract::{Game, Seen, Setup, SideId, Viewer, begin, choose_and_carry_out, decide};
use engine::table::{Aside, Batch, GameKind, Kind, Line, Secrets, Session};
use std::hint::black_box;
use std::time::{Duration, Instant};
use testing::Seeded;

#[path = "clock.rs"]
mod clock;
use clock::{Clock, median};

/// What a random player does at Rally The Troops (node 20, two cores of a Xeon) in steps a second and whole games a
/// minute, in processor time, measured elsewhere: `waterloo-campaign-1815`, its hex wargame, with zones of control and
/// movement by terrain and roads, of whose random steps 58 in 100 change the position. The best of ten runs; the median of
/// five that took turns with this bench was 3,400 and 438.
const RTT_HEXES: (f64, f64) = (4_200.0, 508.0);

/// The same of `algeria`, a game of areas, whose random player stays in the deployment and takes selections back: about
/// one step in 20,000 changes the position, and no game ends.
const RTT_AREAS: f64 = 313_000.0;

/// Whole games of `votes-for-women`, a game of cards, a minute.
const RTT_CARDS: f64 = 12_440.0;

/// Rounds of each figure; the median counts.
const ROUNDS: usize = 5;

/// How long a round lasts at least.
const ROUND: Duration = Duration::from_millis(100);

/// Nanoseconds a call.
pub fn timed(mut work: impl FnMut()) -> f64 {
    let mut calls = 1u32;
    let mut round = |calls: u32| {
        let clock = Clock::start();
        (0..calls).for_each(|_| work());
        clock.elapsed()
    };
    while round(calls) < ROUND {
        calls *= 2;
    }
    median((0..ROUNDS).map(|_| round(calls).as_nanos() as f64 / f64::from(calls)).collect())
}

/// A game that has begun.
pub fn begun<G: Game>(definitions: &G::Definitions, setup: &Setup, dice: &mut Seeded) -> G::State {
    let first = G::initial(definitions, setup).expect("the scenario exists");
    begin::<G>(definitions, &first, dice).1
}

/// What random play did in a while.
#[derive(Default)]
struct Played {
    steps: u64,
    lists: u64,
    listed: u64,
    orders: u64,
    events: u64,
    games: u64,
    seconds: f64,
}

/// Random games for a while: enumerate, choose, decide, evolve.
fn played<G: Game>(definitions: &G::Definitions, setup: &Setup, seed: u64) -> Played {
    let mut played = Played::default();
    let [mut dice, mut choice] = Seeded::streams(seed);
    let clock = Clock::start();
    let mut state = begun::<G>(definitions, setup, &mut dice);
    while played.orders % 1024 != 0 || clock.elapsed() < Duration::from_secs(1) {
        if G::outcome(&state).is_some() {
            played.games += 1;
            state = begun::<G>(definitions, setup, &mut dice);
        }
        let asks = G::asks(&state);
        let side = asks[choice.next_below(asks.len())].side;
        let choose = &mut |n| {
            played.lists += 1;
            played.listed += n as u64;
            choice.next_below(n)
        };
        let done = choose_and_carry_out::<G>(definitions, &mut state, side, choose, &mut dice);
        let (order, events) = black_box(done).expect("someone can always act");
        played.steps += order.len() as u64;
        played.events += events.len() as u64;
        played.orders += 1;
    }
    played.seconds = clock.elapsed().as_secs_f64();
    played
}

/// Random games for a while, beside random players of Rally The Troops.
pub fn random_games<G: Game>(definitions: &G::Definitions, setup: &Setup) {
    let rounds: Vec<Played> = (1..=ROUNDS as u64).map(|seed| played::<G>(definitions, setup, seed)).collect();
    let rate = |count: fn(&Played) -> u64| median(rounds.iter().map(|r| count(r) as f64 / r.seconds).collect());
    let (steps, games) = (rate(|r| r.steps), rate(|r| r.games) * 60.0);
    let (listed, lists) = rounds.iter().fold((0, 0), |(n, l), r| (n + r.listed, l + r.lists));
    let listed = listed as f64 / lists as f64;
    println!(
        "random steps      ours {steps:>9.0}/s      RTT waterloo-campaign-1815 {:.0}/s (measured elsewhere)  ours/peer {:.0}x  mean listed {listed:.1}",
        RTT_HEXES.0,
        steps / RTT_HEXES.0,
    );
    println!(
        "                                    RTT algeria (areas) {RTT_AREAS:.0}/s (measured elsewhere)  ours/peer {:.2}x",
        steps / RTT_AREAS,
    );
    let orders = rate(|r| r.orders);
    println!(
        "random orders     ours {orders:>9.0}/s      nearly each changes the position: {:.2} steps and {:.2} events an order",
        steps / orders,
        rate(|r| r.events) / orders,
    );
    println!(
        "random games      ours {games:>9.0}/min    RTT waterloo-campaign-1815 {:.0}/min, votes-for-women {RTT_CARDS:.0}/min (measured elsewhere)  ours/peer {:.0}x, {:.2}x",
        RTT_HEXES.1,
        games / RTT_HEXES.1,
        games / RTT_CARDS,
    );
}

/// One game's orders judged and carried out; the limit is applying the same events without any rule.
///
/// `forget` takes away what a state has searched for, which must not help the next round.
pub fn judging<G: Game>(definitions: &G::Definitions, setup: &Setup, forget: impl Fn(&mut G::State)) {
    let [mut dice, mut choice] = Seeded::streams(1);
    let first = begun::<G>(definitions, setup, &mut dice);
    let (mut state, mut given, mut events) = (first.clone(), Vec::new(), Vec::<G::Event>::new());
    while G::outcome(&state).is_none() {
        let side = G::asks(&state)[0].side;
        let view = G::view(definitions, &state, Viewer::Side(side));
        let order = Seen::<G>::new(definitions, &view).random_order(&mut |n| choice.next_below(n)).expect("an order");
        let (more, after) = decide::<G>(definitions, &state, side, &order, &mut dice).expect("a legal order");
        events.extend(more);
        given.push((std::mem::replace(&mut state, after), side, order));
    }
    let ours = timed(|| {
        for (state, side, order) in &mut given {
            black_box(decide::<G>(definitions, state, *side, order, &mut dice).expect("a legal order"));
            forget(state);
        }
    });
    let limit = timed(|| {
        let mut state = first.clone();
        events.iter().for_each(|event| G::evolve(&mut state, event));
        black_box(&state);
    });
    println!(
        "decide alone      ours {:>9.0}/s      limit (evolve its events) {:.0}/s  ours/limit {:.2}  {:.1} events an order",
        given.len() as f64 / ours * 1e9,
        given.len() as f64 / limit * 1e9,
        limit / ours,
        events.len() as f64 / given.len() as f64,
    );
}

/// Opening a game from its JSON records, with a target in milliseconds; the limit is parsing the same JSON alone.
pub fn replay<G: Game>(setup: &Setup, target: f64) {
    let secrets = Secrets::new([1; 32], [2; 32]);
    let kind = Kind::<G>::new();
    let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let mut records = rulebook.start("bench", setup, &secrets).expect("the scenario exists");
    records.extend(SideId::BOTH.map(|side| Aside::Joined { side, word: String::new() }.record()));
    let mut session: Box<dyn Session> = rulebook.open(&records).expect("own records");
    let [mut choice] = Seeded::streams(3);
    let (mut orders, mut spent) = (0, Duration::ZERO);
    while let Some(ask) = session.asks().first().cloned() {
        let examples = session.examples(ask.side, 3);
        let lines = vec![Line::Text(examples[choice.next_below(examples.len())].text.clone())];
        let begun = Clock::start();
        let (more, _) = session.submit(ask.side, &Batch { ask: None, lines }, &secrets);
        (orders, spent) = (orders + 1, spent + begun.elapsed());
        for record in &more {
            session.apply(record).expect("own record");
        }
        records.extend(more);
    }
    println!(
        "submit, text      ours {:>9.1} us an order, mean of {orders}: read, judge, roll by the key chain, tell",
        spent.as_nanos() as f64 / 1e3 / f64::from(orders),
    );
    let ours = timed(|| {
        black_box(rulebook.open(&records).expect("own records").len());
    });
    let limit = timed(|| {
        for record in &records {
            black_box(serde_json::from_str::<serde_json::Value>(record).expect("JSON"));
        }
    });
    println!(
        "replay            ours {:>9.2} ms for {} records  limit (JSON values alone) {:.2} ms  limit/ours {:.2}  target {target} ms",
        ours / 1e6,
        records.len(),
        limit / 1e6,
        limit / ours,
    );
}

/// The computer opponent on both sides of one game; the limit is the two seconds that it may think about a game turn.
pub fn opponent<G: Game>(definitions: &G::Definitions, setup: &Setup) {
    let [mut dice] = Seeded::streams(5);
    let mut state = begun::<G>(definitions, setup, &mut dice);
    let (mut orders, mut thinking, mut slowest) = (0u32, Duration::ZERO, Duration::ZERO);
    let (mut turn, mut this_turn) = (0, [Duration::ZERO; 2]);
    while G::outcome(&state).is_none() {
        if G::game_turn(&state) != turn {
            (turn, this_turn) = (G::game_turn(&state), [Duration::ZERO; 2]);
        }
        let side = G::asks(&state)[0].side;
        let view = G::view(definitions, &state, Viewer::Side(side));
        let begun = Instant::now();
        let order = G::advise(Seen::<G>::new(definitions, &view)).expect("someone can always act");
        let took = begun.elapsed();
        (orders, thinking) = (orders + 1, thinking + took);
        this_turn[side.index()] += took;
        slowest = slowest.max(this_turn[side.index()]);
        state = decide::<G>(definitions, &state, side, &order, &mut dice).expect("a legal order").1;
    }
    println!(
        "opponent            ours {:>8.2} ms an order, {orders} orders  slowest turn of a side {:.2} s  limit 2 s",
        thinking.as_secs_f64() * 1e3 / f64::from(orders),
        slowest.as_secs_f64(),
    );
}
