//! Supply (3.7, SCS.12).

mod orders;

pub use orders::{candidates, check, has_supply, perform, to_roll};

use crate::chapters::terrain;
use crate::printed::{ALLIED, Allowance, Definitions, GunsRoll};
use crate::truth::event::{Disorder, Event};
use crate::truth::state::{Phase, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};
use engine::kernel::Lines;
use std::collections::BTreeSet;

/// From where a side's units can trace.
pub struct Net {
    /// Hexes to a road from which a contiguous road path leads off the map.
    traces: Lines,
    /// Hexes to air supply, as the crow flies.
    air: Lines,
}

impl Net {
    /// Traces all paths of a side: along roads from where its supply begins (3.7c), and from the road up to five hexes into the
    /// country (3.7b).
    pub fn trace(definitions: &Definitions, state: &State, side: SideId) -> Net {
        let board = &definitions.board;
        let plan = &definitions.plans[usize::from(state.scenario)];
        let disposition = state.disposition(definitions);
        let open = |hex: HexId| plan.in_play.contains(hex) && !disposition.holds(side.enemy(), hex);
        let heads = plan.heads[side.index()].iter().filter(|head| head.from <= state.turn).map(|head| head.hex);
        let roads = Lines::trace(board.len(), heads.filter(|hex| open(*hex)), Lines::ENDLESS, |hex, go| {
            let on = board
                .hex(hex)
                .sides
                .iter()
                .filter(|side| open(side.there) && terrain::road(definitions, state, hex, side).is_some());
            on.for_each(|side| go(side.there));
        });
        let far = definitions.tables.distances.supply;
        let traces = Lines::trace(board.len(), roads.hexes(), far, |hex, go| {
            // the path runs from the unit: it is the hex nearer to the road that it enters (3.7e)
            let on = board.hex(hex).sides.iter().filter(|there| {
                let entered = board.side(there.there, hex).is_some_and(|back| {
                    terrain::entry_cost(definitions, state, Allowance::Leg, there.there, back).is_some()
                });
                open(there.there) && entered
            });
            on.for_each(|side| go(side.there));
        });
        let drops = state.air_supply.iter().copied().filter(|_| side == ALLIED);
        let air = Lines::trace(board.len(), drops, far, |hex, go| board.around(hex).for_each(go));
        Net { traces, air }
    }

    /// Whether a unit in a hex can trace by road.
    pub fn traces(&self, hex: HexId) -> bool {
        self.traces.reaches(hex)
    }

    /// Whether a unit in a hex is in supply, by road or by air (3.7c, 3.7d).
    pub fn supplies(&self, hex: HexId) -> bool {
        self.traces(hex) || self.air.reaches(hex)
    }
}

/// What a side's supply phase does to its units: those out of supply are disorganised (3.4c).
pub fn judged(definitions: &Definitions, state: &State, side: SideId) -> Option<Event> {
    let orderly = |unit: &UnitId| !state.unit(*unit).disorganised;
    let units: Vec<UnitId> = without(definitions, state, side).into_iter().filter(orderly).collect();
    (!units.is_empty()).then_some(Event::Disorganised { units, why: Disorder::NoSupply })
}

/// Judges an air strike that is laid down as supply (2.2e, 3.7f, 3.7h).
///
/// # Errors
/// The rule that forbids it.
pub fn lay_down(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> Result<Event, Refusal> {
    if side != ALLIED {
        return Err(Refusal::new("3.7d", "only the US player has air supply"));
    }
    if state.phase != Phase::PreTurn {
        return Err(Refusal::new("3.7h", "air supply is laid down in the pre-turn alone"));
    }
    if state.strikes == 0 {
        return Err(Refusal::new("3.7f", "no air strike is left this turn"));
    }
    if !definitions.plans[usize::from(state.scenario)].in_play.contains(hex) {
        return Err(Refusal::new("2.2e", format!("{} is not in play", definitions.place(hex))));
    }
    Ok(Event::Supplied { hex })
}

/// The disorganised artillery of a side that is out of supply in the pre-turn: for each unit its owner may roll (3.7k, 3.7n,
/// 3.7o).
pub fn stranded_guns(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    let gun = |unit: &UnitId| definitions.counter(*unit).is_gun() && state.unit(*unit).disorganised;
    without(definitions, state, side).into_iter().filter(gun).collect()
}

/// What a die makes of such a unit; nothing if it stays disorganised (3.7o).
pub fn gun_rolled(definitions: &Definitions, unit: UnitId, face: u8) -> Option<Event> {
    match definitions.tables.guns(face) {
        GunsRoll::Removed => Some(Event::Gone { unit }),
        GunsRoll::Stays => None,
        GunsRoll::Recovers => Some(Event::Recovered { units: vec![unit] }),
    }
}

/// The air supply that is used up by freeing units of DG: for each that traces none by road the first that reaches it (3.7j, ruling
/// R66).
pub fn used(definitions: &Definitions, state: &State, freed: &[UnitId]) -> Vec<HexId> {
    let net = Net::trace(definitions, state, ALLIED);
    let fed = |unit: &UnitId| {
        let hex =
            state.unit(*unit).hex().filter(|hex| definitions.counter(*unit).side == ALLIED && !net.traces(*hex))?;
        let reaches = |from: &HexId| definitions.board.distance(*from, hex) <= definitions.tables.distances.supply;
        state.air_supply.iter().position(reaches)
    };
    let used: BTreeSet<usize> = freed.iter().filter_map(fed).collect();
    used.into_iter().map(|at| state.air_supply[at]).collect()
}

/// The units of a side that are out of supply (3.7a).
pub fn without(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    let net = Net::trace(definitions, state, side);
    let cut = |unit: &UnitId| state.unit(*unit).hex().is_some_and(|hex| !net.supplies(hex));
    definitions.units_of(side).filter(cut).collect()
}
