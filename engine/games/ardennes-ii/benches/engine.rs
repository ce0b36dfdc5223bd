//! Figures of the rules of Ardennes II on the set-up of its campaign: each line prints ours, the limit, and the ratio.
//!
//! `cargo bench -p ardennes-ii --bench engine`

use ardennes_ii::ArdennesII;
use ardennes_ii::chapters::{movement, setup, supply};
use ardennes_ii::printed::{Definitions, GERMAN, files};
use ardennes_ii::truth::disposition::Disposition;
use ardennes_ii::truth::state::{Phase, UnitState};
use engine::contract::{Advice, Rules, Seen, Setup, Sight, Speech, Viewer, begin, decide};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;
use testing::Seeded;

#[path = "../../../../benches/clock.rs"]
mod clock;
use clock::{Clock, median};

/// How often each is done.
const RUNS: usize = 51;

/// Prints the median of some runs beside its limit, both in microseconds.
fn told<T>(what: &str, limit: f64, mut run: impl FnMut() -> T) {
    let time = || {
        let clock = Clock::start();
        black_box(run());
        clock.elapsed().as_secs_f64() * 1e6
    };
    let micros = median(std::iter::repeat_with(time).take(RUNS).collect());
    println!("{what}: {micros:.0} µs, limit {limit:.0} µs, ratio {:.2}", micros / limit);
}

fn main() {
    let definitions = Definitions::parse(&files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let mut state = setup::initial(&definitions, "campaign").unwrap_or_else(|fault| panic!("{fault}"));
    state.phase = Phase::Movement;
    let units: Vec<UnitState> = state.units.iter().map(|(_, unit)| unit.clone()).collect();
    let in_play = &definitions.plans[usize::from(state.scenario)].in_play;
    told("who stands where, bonds included", 1_000.0, || Disposition::of(&definitions, &units, in_play));
    told("the supply of the Germans", 1_000.0, || supply::without(&definitions, &state, GERMAN));
    let movers: Vec<_> = definitions.units_of(GERMAN).filter(|unit| state.unit(*unit).hex().is_some()).collect();
    let reach = |unit| {
        let mover = movement::mover(&definitions, &state, GERMAN, unit);
        mover.map_or(0, |mover| mover.search().hexes().count())
    };
    let most = movers.iter().copied().max_by_key(|unit| reach(*unit)).unwrap_or_else(|| panic!("nobody moves"));
    let all = || movers.iter().map(|unit| reach(*unit)).sum::<usize>();
    told("the moves of the unit with the most of them", 100.0, || reach(most));
    told("the moves of all Germans", 10_000.0, all);
    println!("{} Germans, {} hexes in all, {} for the one with the most", movers.len(), all(), reach(most));
    by_mail(&definitions);
    campaign(&definitions);
}

/// What a page lists for the side that moves, and what a line of a mail costs: the first turn of the campaign.
fn by_mail(definitions: &Definitions) {
    let setup = Setup { scenario: "campaign".to_owned(), ..Setup::default() };
    let start = ArdennesII::initial(definitions, &setup).unwrap_or_else(|fault| panic!("{fault}"));
    let [mut dice, _] = Seeded::streams(2);
    let state = begin::<ArdennesII>(definitions, &start, &mut dice).1;
    let view = ArdennesII::view(definitions, &state, Viewer::Side(GERMAN));
    let seen = Seen::<ArdennesII>::new(definitions, &view);
    told("the menu of the Germans: what they may do, and whom each verb takes", 10_000.0, || {
        let verbs = seen.legal(&[]);
        verbs.iter().map(|(verb, _)| seen.legal(&[*verb]).len()).sum::<usize>()
    });
    for line in ["move Knittel/1 SS towards B31.41", "move all of 12 SS towards B28.44"] {
        let mut orders = 0;
        told(&format!("`{line}`, read and carried out"), 5_000.0, || {
            let read = ArdennesII::parse(seen, line).unwrap_or_else(|misread| panic!("{misread}"));
            orders = read.len();
            // what comes after a question of the other side waits for it
            read.iter().fold(state.clone(), |state, order| {
                decide::<ArdennesII>(definitions, &state, GERMAN, order, &mut dice).map_or(state, |(_, after)| after)
            })
        });
        println!("  {orders} orders in it");
    }
}

/// Seconds that the opponent may take for a side's whole turn of the campaign.
const TURN: f64 = 2.0;

/// The opponent plays the campaign against itself: the median of its turns, and the mean of carrying an order out.
fn campaign(definitions: &Definitions) {
    let setup = Setup { scenario: "campaign".to_owned(), ..Setup::default() };
    let start = ArdennesII::initial(definitions, &setup).unwrap_or_else(|fault| panic!("{fault}"));
    let [mut dice, _] = Seeded::streams(1);
    let mut state = begin::<ArdennesII>(definitions, &start, &mut dice).1;
    let (mut turns, mut orders, mut carried) = (BTreeMap::<(u8, u8), Duration>::new(), 0u32, Duration::ZERO);
    while let Some(asked) = state.asked {
        let clock = Clock::start();
        let view = ArdennesII::view(definitions, &state, Viewer::Side(asked.side));
        let order = ArdennesII::advise(Seen::<ArdennesII>::new(definitions, &view)).unwrap_or_default();
        *turns.entry((state.turn, asked.side.0)).or_default() += clock.elapsed();
        let clock = Clock::start();
        state = decide::<ArdennesII>(definitions, &state, asked.side, &order, &mut dice)
            .unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"))
            .1;
        carried += clock.elapsed();
        orders += 1;
    }
    let seconds = median(turns.values().map(Duration::as_secs_f64).collect());
    println!(
        "the opponent's turn, median of {}: {seconds:.2} s, limit {TURN} s, ratio {:.2}",
        turns.len(),
        seconds / TURN
    );
    let each = carried.as_secs_f64() * 1e3 / f64::from(orders.max(1));
    println!("an order judged and carried out, mean of {orders}: {each:.2} ms, limit 5 ms, ratio {:.2}", each / 5.0);
    let level = state.ending.map(|ending| format!("{}, {} points", ending.level, ending.points));
    println!("the campaign ended: {}", level.unwrap_or_default());
}
