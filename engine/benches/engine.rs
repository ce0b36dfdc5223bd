//! Figures of the rules engine: each line prints ours, a peer or limit measured in the same run, and the ratio.
//!
//! `cargo bench -p engine`

use engine::chance::Seeded;
use engine::contract::{Game, Progress, Setup, SideId, Viewer, begin, decide, legal, random_order};
use engine::games::AutumnFog;
use engine::games::autumn_fog::order::{Step, Verb};
use engine::games::autumn_fog::state::State;
use engine::table::{Aside, GameKind};
use engine::table::{Batch, Kind, Line, Secrets, Session};
use std::hint::black_box;
use std::time::{Duration, Instant};

type Definitions = <AutumnFog as Game>::Definitions;

/// Median of five timings, in nanoseconds a call.
fn median(calls: u32, mut work: impl FnMut()) -> f64 {
    let mut timings: Vec<f64> = (0..5)
        .map(|_| {
            let start = Instant::now();
            (0..calls).for_each(|_| work());
            start.elapsed().as_nanos() as f64 / f64::from(calls)
        })
        .collect();
    timings.sort_by(f64::total_cmp);
    timings[2]
}

fn start(definitions: &Definitions, dice: &mut Seeded) -> State {
    let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    let first = AutumnFog::initial(definitions, &setup).expect("the scenario exists");
    begin::<AutumnFog>(definitions, &first, dice).1
}

fn main() {
    let definitions = AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    random_steps(&definitions);
    movement_range(&definitions);
    replay();
}

/// Random games: enumerate, choose, decide, evolve. The limit is applying the same events without any rule.
fn random_steps(definitions: &Definitions) {
    let (mut steps, mut listed, mut orders, mut games, mut events) = (0u64, 0u64, 0u64, 0u64, Vec::new());
    let (mut dice, mut choice) = (Seeded::new(1), Seeded::new(2));
    let begun = Instant::now();
    let mut state = start(definitions, &mut dice);
    while begun.elapsed() < Duration::from_secs(5) {
        if AutumnFog::outcome(&state).is_some() {
            games += 1;
            state = start(definitions, &mut dice);
        }
        let asks = AutumnFog::asks(&state);
        let side = asks[choice.next_below(asks.len())].side;
        let view = AutumnFog::view(definitions, &state, Viewer::Side(side));
        let order = random_order::<AutumnFog>(definitions, &view, &mut |n| {
            steps += 1;
            listed += n as u64;
            choice.next_below(n)
        });
        let order = order.expect("someone can always act");
        let (more, after) = decide::<AutumnFog>(definitions, &state, side, &order, &mut dice).expect("a legal order");
        if games == 0 {
            events.extend(more);
        }
        (state, orders) = (after, orders + 1);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let first = start(definitions, &mut Seeded::new(1));
    let evolve = median(200, || {
        let mut state = first.clone();
        events.iter().for_each(|event| AutumnFog::evolve(&mut state, event));
        black_box(&state);
    });
    let limit = events.len() as f64 / evolve * 1e9;
    println!(
        "random steps        ours {:>10.0}/s  orders {:>8.0}/s  games {:>6.0}/min  mean listed {:.1}  limit (evolve only) {:.0} events/s",
        steps as f64 / seconds,
        orders as f64 / seconds,
        games as f64 / seconds * 60.0,
        listed as f64 / steps as f64,
        limit,
    );
}

/// Where one unit can go, beside `pathfinding` searching the same graph with the same cost function.
fn movement_range(definitions: &Definitions) {
    let mut dice = Seeded::new(1);
    let mut state = start(definitions, &mut dice);
    // Bastogne's combat command, far from the enemy, in a formation activation of its own side
    let unit = definitions.published.units.find("ccr-9db").expect("the unit exists");
    let side = SideId(1);
    state.field.asks.truncate(0);
    state.field.operations.side = Some(side);
    state.field.operations.activation =
        definitions.unit(unit).formation.map(engine::games::autumn_fog::state::Activation::Formation);
    state.field.asks.push(engine::games::autumn_fog::state::OpenAsk {
        id: engine::contract::AskId(999),
        side,
        pending: engine::games::autumn_fog::state::Pending::Operate,
    });
    let view = AutumnFog::view(definitions, &state, Viewer::Side(side));
    let partial = [Step::Verb(Verb::Move), Step::Unit(unit)];
    let reach = legal::<AutumnFog>(definitions, &view, &partial);
    let hexes = reach.iter().filter(|(_, progress)| *progress == Progress::Complete).count();
    let ours = median(300, || {
        black_box(legal::<AutumnFog>(definitions, &view, &partial));
    });
    let board = &definitions.board;
    let from = state.field.hex_of(unit).expect("it is on the map");
    let peer = median(300, || {
        let next = |hex: &engine::hex::HexId| {
            let hex = *hex;
            board
                .neighbours(hex)
                .map(move |(side, there)| {
                    let cost = if board.road(hex, side) { 1 } else { u32::from(board.ground(there).cost[1]) };
                    (there, cost)
                })
                .collect::<Vec<_>>()
        };
        let within = pathfinding::directed::dijkstra::dijkstra_reach(&from, |hex| next(hex))
            .take_while(|item| item.total_cost <= 36)
            .count();
        black_box(within);
    });
    let copy = median(1000, || {
        black_box(vec![1u8; board.len() * 20]);
    });
    println!(
        "movement range      ours {:>8.1} us for {hexes} hexes  pathfinding {:>8.1} us  ours/peer {:.1}x  limit (copy) {:.2} us",
        ours / 1e3,
        peer / 1e3,
        peer / ours,
        copy / 1e3,
    );
}

/// Opening a game from its JSON records; the limit is parsing the same JSON alone.
fn replay() {
    let secrets = Secrets { public: [1; 32], sealed: [2; 32] };
    let kind = Kind::<AutumnFog>::new();
    let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    let mut records = rulebook.start("bench", &setup, &secrets).expect("the scenario exists");
    records.extend(SideId::BOTH.map(|side| Aside::Joined { side, word: String::new() }.record()));
    let mut session: Box<dyn Session> = rulebook.open(&records).expect("own records");
    let mut choice = Seeded::new(3);
    while let Some(ask) = session.asks().first().cloned() {
        let examples = session.examples(ask.side, 3);
        let lines = vec![Line::Text(examples[choice.next_below(examples.len())].text.clone())];
        let (more, _) = session.submit(ask.side, &Batch { ask: None, lines }, &secrets);
        for record in &more {
            session.apply(record).expect("own record");
        }
        records.extend(more);
    }
    let ours = median(20, || {
        black_box(rulebook.open(&records).expect("own records").len());
    });
    let limit = median(20, || {
        for record in &records {
            black_box(serde_json::from_str::<serde_json::Value>(record).expect("JSON"));
        }
    });
    println!(
        "replay              ours {:>8.2} ms for {} records  limit (JSON alone) {:.2} ms  ours/limit {:.2}",
        ours / 1e6,
        records.len(),
        limit / 1e6,
        limit / ours,
    );
}
