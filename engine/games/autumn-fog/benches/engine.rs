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
use engine::contract::{AskId, Forgetful, Foundation, Progress, Seen, Setup, SideId, Sight, Viewer};
use pathfinding::directed::dijkstra::dijkstra_reach;
use std::collections::BTreeSet;
use std::hint::black_box;

#[path = "../../../../benches/games.rs"]
mod games;
use games::{begun, judging, opponent, random_games, replay, timed};
use testing::Seeded;

type Definitions = <AutumnFog as Foundation>::Definitions;

const GERMAN: SideId = SideId(0);
const ALLIED: SideId = SideId(1);

fn setup() -> Setup {
    Setup { scenario: "initial-assault".to_owned(), ..Setup::default() }
}

/// The Initial Assault with dice that are the same each time.
fn start(definitions: &Definitions) -> State {
    let [mut dice] = Seeded::streams(1);
    begun::<AutumnFog>(definitions, &setup(), &mut dice)
}

fn main() {
    let definitions = AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    random_games::<AutumnFog>(&definitions, &setup());
    let state = start(&definitions);
    let json = serde_json::to_string(&state).expect("JSON").len();
    println!("bytes a state     ours {:>9}        as JSON {json}", bytes(&state.field));
    judging::<AutumnFog>(&definitions, &setup(), |state| state.field.forget());
    menu(&definitions);
    for ap in [1, 3] {
        movement_range(&definitions, ap);
    }
    replay::<AutumnFog>(&setup(), 3.0);
    opponent::<AutumnFog>(&definitions, &setup());
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
