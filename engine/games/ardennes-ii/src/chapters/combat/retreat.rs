use crate::chapters::disorganized::jams;
use crate::chapters::terrain;
use crate::printed::{Definitions, Side};
use crate::truth::event::{Disorder, Event};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use std::collections::{BTreeMap, BTreeSet};

/// A way of retreat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The hexes, both ends included; only the first if the stack cannot go at all.
    pub path: Vec<HexId>,
    /// Whether it costs a step: it ends in an enemy bond hex, or enemy units block it (3.2o, 3.2p).
    pub costs_step: bool,
}

impl Way {
    /// Whether it leads so many hexes and costs nothing.
    pub fn is_whole(&self, length: u16) -> bool {
        !self.costs_step && self.path.len() == usize::from(length) + 1
    }
}

/// Where a stack may retreat to.
struct Ground<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    stack: &'a [UnitId],
    side: SideId,
}

impl Ground<'_> {
    /// Whether the ground lets each unit of the stack go on into a hex: in play, not prohibited, and no jam with Germans in it
    /// (3.1h).
    fn open(&self, from: HexId, there: &Side) -> bool {
        let passes = |unit: &UnitId| {
            let allowance = self.definitions.counter(*unit).allowance;
            terrain::entry_cost(self.definitions, self.state, allowance, from, there).is_some()
        };
        let jam = jams(self.definitions, self.state, self.side, there.there)
            && self.state.disposition(self.definitions).holds(self.side, there.there);
        let plan = &self.definitions.plans[usize::from(self.state.scenario)];
        plan.in_play.contains(there.there) && !jam && self.stack.iter().all(passes)
    }

    /// Whether a retreat of so many hexes would be open but for enemy units and their bonds (3.2p, ruling R64).
    fn leads(&self, start: HexId, length: u16) -> bool {
        let board = &self.definitions.board;
        let mut ring = BTreeSet::from([start]);
        for gone in 1..=length {
            let sides = ring.iter().flat_map(|here| board.hex(*here).sides.iter().map(move |side| (*here, side)));
            let next = sides.filter(|(here, side)| board.distance(start, side.there) == gone && self.open(*here, side));
            ring = next.map(|(_, side)| side.there).collect();
        }
        !ring.is_empty()
    }
}

/// The ways of a stack's retreat of so many hexes, one for each hex in which it may end: those of the whole length, and those
/// into enemy bonds; if none has the whole length, as far as it comes as well, for a step if enemy units are to blame (3.2n to 3.2p,
/// SCS.FIGHTc, rulings R24, R26, R64 and R71). Each hex is further from the start than the one before, and without enemies.
pub fn ways(definitions: &Definitions, state: &State, stack: &[UnitId], start: HexId, length: u16) -> Vec<Way> {
    let board = &definitions.board;
    let Some(side) = stack.first().map(|unit| definitions.counter(*unit).side) else { return Vec::new() };
    let disposition = state.disposition(definitions);
    let ground = Ground { definitions, state, stack, side };
    let open = |from: HexId, there: &Side| !disposition.holds(side.enemy(), there.there) && ground.open(from, there);
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
            // blocked: into a bond, or as far as the stack came where nothing, not even a bond, leads on
            let blocked = ground.leads(start, length);
            let leads_on = |here: HexId| {
                let mut sides = board.hex(here).sides.iter();
                sides.any(|there| board.distance(start, there.there) == gone && open(here, there))
            };
            let stuck = ring.into_iter().filter(|here| !leads_on(*here)).map(|end| (end, blocked));
            let ends = stuck.chain(bonds.into_iter().map(|end| (end, true)));
            return ends.map(|(end, costs_step)| Way { path: path(&before, start, end), costs_step }).collect();
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
