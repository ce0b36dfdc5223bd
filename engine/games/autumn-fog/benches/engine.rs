//! Figures of the rules engine: each line prints ours, a peer or limit, and the ratio.
//!
//! What runs here runs in the same session; peers that need another language are quoted with where they were measured.
//! Times are those on the processor where the system tells them (Linux), so that a busy machine does not spoil them.
//!
//! `cargo bench -p autumn-fog --bench engine`

use autumn_fog::AutumnFog;
use autumn_fog::order::{Step, Verb};
use autumn_fog::state::{Activation, Field, Location, OpenAsk, Pending, State, UnitState};
use autumn_fog::tables::CrossingCost;
use autumn_fog::view::View;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{
    Advice, AskId, Forgetful, Foundation, Progress, Rules, Seen, Setup, SideId, Sight, Viewer, begin,
    choose_and_carry_out, decide,
};
use engine::table::{Aside, Batch, GameKind, Kind, Line, Secrets, Session};
use pathfinding::directed::dijkstra::dijkstra_reach;
use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[path = "../../../../benches/clock.rs"]
mod clock;
use clock::{Clock, median};
use testing::Seeded;

type Definitions = <AutumnFog as Foundation>::Definitions;

const GERMAN: SideId = SideId(0);
const ALLIED: SideId = SideId(1);

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
fn timed(mut work: impl FnMut()) -> f64 {
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

/// The Initial Assault with dice that are the same each time.
fn start(definitions: &Definitions) -> State {
    let [mut dice] = Seeded::streams(1);
    begun(definitions, &mut dice)
}

fn begun(definitions: &Definitions, dice: &mut Seeded) -> State {
    let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    let first = AutumnFog::initial(definitions, &setup).expect("the scenario exists");
    begin::<AutumnFog>(definitions, &first, dice).1
}

fn main() {
    let definitions = AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    random_games(&definitions);
    judging(&definitions);
    menu(&definitions);
    for ap in [1, 3] {
        movement_range(&definitions, ap);
    }
    replay();
    opponent(&definitions);
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
fn played(definitions: &Definitions, seed: u64) -> Played {
    let mut played = Played::default();
    let [mut dice, mut choice] = Seeded::streams(seed);
    let clock = Clock::start();
    let mut state = begun(definitions, &mut dice);
    while played.orders % 1024 != 0 || clock.elapsed() < Duration::from_secs(1) {
        if AutumnFog::outcome(&state).is_some() {
            played.games += 1;
            state = begun(definitions, &mut dice);
        }
        let asks = AutumnFog::asks(&state);
        let side = asks[choice.next_below(asks.len())].side;
        let choose = &mut |n| {
            played.lists += 1;
            played.listed += n as u64;
            choice.next_below(n)
        };
        let done = choose_and_carry_out::<AutumnFog>(definitions, &mut state, side, choose, &mut dice);
        let (order, events) = black_box(done).expect("someone can always act");
        played.steps += order.len() as u64;
        played.events += events.len() as u64;
        played.orders += 1;
    }
    played.seconds = clock.elapsed().as_secs_f64();
    played
}

fn random_games(definitions: &Definitions) {
    let rounds: Vec<Played> = (1..=ROUNDS as u64).map(|seed| played(definitions, seed)).collect();
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
    let state = start(definitions);
    let json = serde_json::to_string(&state).expect("JSON").len();
    println!("bytes a state     ours {:>9}        as JSON {json}", bytes(&state.field));
}

/// Bytes of the open table without its combat, which is rarely there.
fn bytes(field: &Field) -> usize {
    size_of::<State>()
        + size_of::<Field>()
        + size_of_val(&*field.units)
        + size_of_val(&field.pools[..])
        + size_of_val(&field.supports[..])
        + size_of_val(&field.used[..])
        + size_of_val(&field.holders[..])
        + size_of_val(&field.asks[..])
}

/// One game's orders judged and carried out; the limit is applying the same events without any rule.
fn judging(definitions: &Definitions) {
    let [mut dice, mut choice] = Seeded::streams(1);
    let first = begun(definitions, &mut dice);
    let (mut state, mut given, mut events) = (first.clone(), Vec::new(), Vec::new());
    while AutumnFog::outcome(&state).is_none() {
        let side = AutumnFog::asks(&state)[0].side;
        let view = AutumnFog::view(definitions, &state, Viewer::Side(side));
        let order =
            Seen::<AutumnFog>::new(definitions, &view).random_order(&mut |n| choice.next_below(n)).expect("an order");
        let (more, after) = decide::<AutumnFog>(definitions, &state, side, &order, &mut dice).expect("a legal order");
        events.extend(more);
        given.push((std::mem::replace(&mut state, after), side, order));
    }
    let ours = timed(|| {
        for (state, side, order) in &mut given {
            black_box(decide::<AutumnFog>(definitions, state, *side, order, &mut dice).expect("a legal order"));
            // what it has searched for must not help the next round
            state.field.forget();
        }
    });
    let limit = timed(|| {
        let mut state = first.clone();
        events.iter().for_each(|event| AutumnFog::evolve(&mut state, event));
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

/// A side's view in the middle of the activation of a formation.
fn activated(definitions: &Definitions, mut state: State, formation: &str, side: SideId) -> View {
    let formation = definitions.published.units.find_formation(formation).expect("the formation exists");
    let field = &mut state.field;
    field.operations.side = Some(side);
    field.operations.activation = Some(Activation::Formation(formation));
    field.asks = vec![OpenAsk { id: AskId(999), side, pending: Pending::Operate }];
    AutumnFog::view(definitions, &state, Viewer::Side(side))
}

/// All that a page offers for a formation: every verb, and for every unit that can act its first steps.
fn menu(definitions: &Definitions) {
    let view = activated(definitions, start(definitions), "i-ss-pz", GERMAN);
    let offer = || {
        let mut offered = 0;
        for (verb, _) in Seen::<AutumnFog>::new(definitions, &view).legal(&[]) {
            for (first, _) in Seen::<AutumnFog>::new(definitions, &view).legal(&[verb]) {
                offered += 1 + Seen::<AutumnFog>::new(definitions, &view).legal(&[verb, first]).len();
            }
        }
        offered
    };
    let ours = timed(|| {
        // a view that nobody has looked at: its zones are worked out within the time
        let mut fresh = view.clone();
        fresh.field.units.iter_mut().for_each(|unit| unit.acted = false);
        black_box(&fresh);
        black_box(offer());
    });
    println!(
        "formation's menu  ours {:>9.3} ms for {} steps  target 5 ms  target/ours {:.0}x",
        ours / 1e6,
        offer(),
        5e6 / ours
    );
}

/// Where one unit can go on a map without enemies, beside `pathfinding` on the same graph with the same costs.
fn movement_range(definitions: &Definitions, ap: u8) {
    let mut state = start(definitions);
    for (index, unit) in state.field.units.iter_mut().enumerate() {
        if definitions.unit(UnitId(index as u16)).side == GERMAN {
            unit.place = Location::Absent;
        }
    }
    let unit = definitions.published.units.find("ccr-9db").expect("the unit exists");
    let UnitState { active, ap: points, .. } = &mut state.field.units[unit.index()];
    (*active, *points) = (true, ap);
    let mut view = activated(definitions, state, "viii", ALLIED);

    let partial = [Step::Verb(Verb::Move), Step::Unit(unit)];
    let ours = timed(|| {
        view.field.forget();
        black_box(Seen::<AutumnFog>::new(definitions, &view).legal(&partial));
    });
    let field = &view.field;

    let (board, class) = (&definitions.board, definitions.unit(unit).class);
    let from = field.hex_of(unit).expect("it is on the map");
    let budget = u32::from(ap) * 2 * u32::from(definitions.tables.allowances.of(class).movement_points);
    let mut friends = vec![0u8; board.len()];
    field.on_map().filter(|(other, _)| *other != unit).for_each(|(_, hex)| friends[hex.index()] += 1);
    let terrain = &definitions.tables.terrain;
    let next = |hex: &HexId| {
        let hex = *hex;
        let cost = |(side, there): (_, HexId)| {
            if board.river(hex, side) {
                let bridge = board.bridge(hex, side);
                return match terrain.crossing_cost(ALLIED, class, bridge)? {
                    CrossingCost::Movement(half_mp) => Some((there, u32::from(half_mp))),
                    CrossingCost::Action(_) => None,
                };
            }
            let by_road = board.road(hex, side) && friends[there.index()] == 0;
            let cost = if by_road { terrain.road_cost(class) } else { board.cost(there, class) };
            Some((there, u32::from(cost)))
        };
        board.neighbours(hex).filter_map(cost).collect::<Vec<_>>()
    };
    let search = || -> BTreeSet<HexId> {
        let within = dijkstra_reach(&from, next).take_while(|reached| reached.total_cost <= budget);
        within.map(|reached| reached.node).collect()
    };
    let peer = timed(|| {
        let within = dijkstra_reach(&from, next).take_while(|reached| reached.total_cost <= budget);
        black_box(within.count());
    });

    let room = |hex: &HexId| *hex != from && field.steps_in(*hex) + field.unit(unit).steps <= 6;
    let theirs: BTreeSet<HexId> = search().into_iter().filter(room).collect();
    let listed = Seen::<AutumnFog>::new(definitions, &view).legal(&partial);
    let ends = listed.into_iter().filter(|(_, progress)| *progress == Progress::Complete);
    let reached: BTreeSet<HexId> =
        ends.filter_map(|(step, _)| if let Step::Hex(hex) = step { Some(hex) } else { None }).collect();
    assert_eq!(reached, theirs, "both searches reach the same hexes");

    let copy = timed(|| {
        black_box(vec![1u8; board.len() * 20]);
    });
    println!(
        "movement, {ap} AP    ours {:>9.2} us for {} hexes  pathfinding {:.2} us  ours/peer {:.1}x  limit (copy of the board) {:.2} us",
        ours / 1e3,
        reached.len(),
        peer / 1e3,
        peer / ours,
        copy / 1e3,
    );
}

/// Opening a game from its JSON records; the limit is parsing the same JSON alone.
fn replay() {
    let secrets = Secrets::new([1; 32], [2; 32]);
    let kind = Kind::<AutumnFog>::new();
    let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    let mut records = rulebook.start("bench", &setup, &secrets).expect("the scenario exists");
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
        "replay            ours {:>9.2} ms for {} records  limit (JSON values alone) {:.2} ms  limit/ours {:.2}  target 3 ms",
        ours / 1e6,
        records.len(),
        limit / 1e6,
        limit / ours,
    );
}

/// The computer opponent on both sides of one game; the limit is the two seconds that it may think about a game turn.
fn opponent(definitions: &Definitions) {
    let [mut dice] = Seeded::streams(5);
    let mut state = begun(definitions, &mut dice);
    let (mut orders, mut thinking, mut slowest) = (0u32, Duration::ZERO, Duration::ZERO);
    let (mut turn, mut this_turn) = (0, [Duration::ZERO; 2]);
    while AutumnFog::outcome(&state).is_none() {
        if state.field.turn != turn {
            (turn, this_turn) = (state.field.turn, [Duration::ZERO; 2]);
        }
        let side = AutumnFog::asks(&state)[0].side;
        let view = AutumnFog::view(definitions, &state, Viewer::Side(side));
        let begun = Instant::now();
        let order = AutumnFog::advise(Seen::<AutumnFog>::new(definitions, &view)).expect("someone can always act");
        let took = begun.elapsed();
        (orders, thinking) = (orders + 1, thinking + took);
        this_turn[side.index()] += took;
        slowest = slowest.max(this_turn[side.index()]);
        state = decide::<AutumnFog>(definitions, &state, side, &order, &mut dice).expect("a legal order").1;
    }
    println!(
        "opponent            ours {:>8.2} ms an order, {orders} orders  slowest turn of a side {:.2} s  limit 2 s",
        thinking.as_secs_f64() * 1e3 / f64::from(orders),
        slowest.as_secs_f64(),
    );
}
