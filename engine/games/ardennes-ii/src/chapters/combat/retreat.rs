use crate::chapters::disorganized::jams;
use crate::chapters::terrain;
use crate::printed::Definitions;
use crate::truth::event::{Disorder, Event};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use std::collections::BTreeMap;

/// A way of retreat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The hexes, both ends included; only the first if the stack cannot go at all.
    pub path: Vec<HexId>,
    /// Whether it costs a step: it ends in an enemy bond hex, or is shorter than it should be (3.2o, 3.2p).
    pub costs_step: bool,
}

/// The ways of a stack's retreat of so many hexes, one for each hex in which it may end: those of the whole length, and those
/// into enemy bonds; if there are none, as far as it comes (3.2n to 3.2p, SCS.FIGHTc, rulings R24 and R26). Each hex is further
/// from the start than the one before, without enemies, open to each unit of the stack, and no traffic jam with Germans (3.1h).
pub fn ways(definitions: &Definitions, state: &State, stack: &[UnitId], start: HexId, length: u16) -> Vec<Way> {
    let board = &definitions.board;
    let Some(side) = stack.first().map(|unit| definitions.counter(*unit).side) else { return Vec::new() };
    let disposition = state.disposition(definitions);
    let plan = &definitions.plans[usize::from(state.scenario)];
    let open = |from: HexId, there: &crate::printed::Side| {
        let passes = |unit: &UnitId| {
            terrain::toll(definitions, state, definitions.counter(*unit).allowance, from, there).is_some()
        };
        // a jam with Germans is prohibited to all others (3.1h)
        let jam = jams(definitions, state, side, there.there) && disposition.holds(side, there.there);
        plan.in_play.contains(there.there)
            && !disposition.holds(side.enemy(), there.there)
            && !jam
            && stack.iter().all(passes)
    };
    let bond = |hex: HexId| disposition.bonds(side.enemy()).contains(hex);
    let mut before: BTreeMap<HexId, HexId> = BTreeMap::new();
    let (mut ring, mut bonds) = (vec![start], Vec::new());
    for gone in 1..=length {
        let mut next = Vec::new();
        for here in &ring {
            for there in board.hex(*here).sides.iter().filter(|there| open(*here, there)) {
                let hex = there.there;
                if board.distance(start, hex) == gone && !before.contains_key(&hex) {
                    before.insert(hex, *here);
                    if bond(hex) { bonds.push(hex) } else { next.push(hex) }
                }
            }
        }
        if next.is_empty() {
            // blocked: into a bond, else as far as the stack came
            let ends = if bonds.is_empty() { ring } else { bonds };
            return ends.into_iter().map(|end| Way { path: path(&before, start, end), costs_step: true }).collect();
        }
        ring = next;
    }
    let way = |end: HexId, costs_step: bool| Way { path: path(&before, start, end), costs_step };
    ring.into_iter().map(|end| way(end, false)).chain(bonds.into_iter().map(|end| way(end, true))).collect()
}

fn path(before: &BTreeMap<HexId, HexId>, start: HexId, end: HexId) -> Vec<HexId> {
    let step = |hex: &HexId| before.get(hex).copied().filter(|_| *hex != start);
    let mut path: Vec<HexId> = std::iter::successors(Some(end), step).collect();
    path.reverse();
    path
}

/// What a retreat along a way makes: the stack goes there, and its artillery is disorganised (3.4e). The step that it may cost
/// is its owner's to choose.
pub fn gone(definitions: &Definitions, state: &State, stack: &[UnitId], way: &Way) -> Vec<Event> {
    let gun = |unit: &&UnitId| definitions.counter(**unit).is_gun() && !state.unit(**unit).disorganised;
    let guns: Vec<UnitId> = stack.iter().filter(gun).copied().collect();
    let went = Event::Retreated { units: stack.to_vec(), path: way.path.clone() };
    let moved = way.path.len() > 1;
    let shaken = (moved && !guns.is_empty()).then_some(Event::Disorganised { units: guns, why: Disorder::Retreated });
    moved.then_some(went).into_iter().chain(shaken).collect()
}
