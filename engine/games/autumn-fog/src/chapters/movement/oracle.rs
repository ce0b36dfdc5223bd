//! The reach of units beside a search by other means: `pathfinding`, with every cost and zone looked up unit by unit.

use crate::AutumnFog;
use crate::chapters::activation::in_trucks;
use crate::chapters::movement::reach::Reach;
use crate::chapters::zones;
use crate::printed::definitions::Definitions;
use crate::printed::tables::{Action, Class, CrossingCost};
use crate::truth::search::Budget;
use crate::truth::state::{Field, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Foundation, Rules, Seen, Setup, Sight, Viewer, begin, decide};
use pathfinding::directed::dijkstra::dijkstra_reach;
use std::collections::BTreeMap;
use testing::Seeded;

/// The most half MP that a unit can have left in each hex: AP count as the MP that they buy.
fn left_by_pathfinding(definitions: &Definitions, field: &Field, unit: UnitId, half_mp: u8) -> BTreeMap<HexId, u8> {
    let (data, board, terrain) = (definitions.unit(unit), &definitions.board, &definitions.tables.terrain);
    let allowance = 2 * definitions.tables.allowances.of(data.class).movement_points;
    let attack = definitions.tables.actions.of(Action::NormalAttack);
    let start = field.hex_of(unit).expect("on the map");
    let controllers = |hex| zones::controllers(definitions, field, hex, data.side);
    let next = |&(hex, left): &(HexId, u8)| {
        let zone = controllers(hex);
        let mut next = Vec::new();
        for (side, there) in board.neighbours(hex) {
            let ahead = controllers(there);
            let shared = ahead.iter().any(|enemy| zone.contains(enemy));
            let mut others = field.in_hex(there).filter(|other| *other != unit);
            let mut markers = field.markers.iter();
            let barred = markers.any(|(kind, at)| *at == there && kind.bars() && kind.side() != data.side);
            if hex != start && !zone.is_empty() || shared || barred || zones::enemy_in(field, there, data.side) {
                continue;
            }
            let ground = match (board.river(hex, side), board.road(hex, side) && others.next().is_none()) {
                (true, _) => match terrain.crossing_cost(data.side, data.class, board.bridge(hex, side)) {
                    Some(CrossingCost::Action(ap)) => ap * allowance,
                    Some(CrossingCost::Movement(half_mp)) => half_mp,
                    None => continue,
                },
                (false, true) => terrain.road_cost(data.class),
                (false, false) => terrain.entry_cost(data.class, &board.ground(there).grounds),
            };
            let surcharge = if zone.is_empty() { 0 } else { 2 + 2 * u8::from(!ahead.is_empty()) };
            let Some(mut after) = left.checked_sub(ground + surcharge) else { continue };
            if !ahead.is_empty() {
                after -= after % allowance;
                let must_attack = !board.ground(there).cover[data.side.index()];
                if must_attack && (data.class == Class::Headquarters || after < attack * allowance) {
                    continue;
                }
            }
            next.push(((there, after), usize::from(left - after)));
        }
        next
    };
    let mut best = BTreeMap::new();
    for reached in dijkstra_reach(&(start, half_mp), next) {
        let (hex, left) = reached.node;
        let most = best.entry(hex).or_insert(left);
        *most = left.max(*most);
    }
    best
}

fn agrees(definitions: &Definitions, field: &Field, ap: u8) -> usize {
    let mut hexes = 0;
    // trucks and the cover of the 150th Panzer Brigade have rules of their own
    let plain = |unit: UnitId| !in_trucks(definitions, field, unit) && !field.unit(unit).covered;
    for (unit, start) in field.on_map().filter(|(unit, _)| plain(*unit)) {
        let allowance = 2 * definitions.tables.allowances.of(definitions.unit(unit).class).movement_points;
        let found = Reach::new(definitions, field, unit, start, Budget { ap, half_mp: 0 }).everywhere();
        let ours: BTreeMap<HexId, u8> =
            found.into_iter().map(|(hex, budget)| (hex, budget.ap * allowance + budget.half_mp)).collect();
        let theirs = left_by_pathfinding(definitions, field, unit, ap * allowance);
        assert_eq!(ours, theirs, "{} from {} with {ap} AP", definitions.name(unit), definitions.place(start));
        hexes += ours.len();
    }
    hexes
}

#[test]
fn every_unit_reaches_the_hexes_that_another_search_finds_with_as_much_left() {
    let definitions = Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    let start = AutumnFog::initial(&definitions, &setup).expect("the scenario exists");
    let (mut hexes, mut barred) = (0, 0);
    for game in 0..3 {
        let [mut dice, mut choice] = Seeded::streams(game);
        let mut state: State = begin::<AutumnFog>(&definitions, &start, &mut dice).1;
        for given in 0..60 {
            let Some(ask) = AutumnFog::asks(&state).first().copied() else { break };
            let view = AutumnFog::view(&definitions, &state, Viewer::Side(ask.side));
            let order = Seen::<AutumnFog>::new(&definitions, &view).random_order(&mut |n| choice.next_below(n));
            let order = order.expect("an order");
            state = decide::<AutumnFog>(&definitions, &state, ask.side, &order, &mut dice).expect("legal").1;
            if given % 20 == 19 {
                hexes += agrees(&definitions, &state.field, 1) + agrees(&definitions, &state.field, 2);
                barred += state.field.markers.iter().filter(|(kind, _)| kind.bars()).count();
            }
        }
    }
    assert!(hexes > 15_000 && barred > 0, "{hexes} hexes, {barred} markers");
}
