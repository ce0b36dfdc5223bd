//! Artillery that runs (3.6).

mod orders;

pub use orders::{candidates, check, perform, unfinished};

use crate::chapters::asking::several;
use crate::chapters::disorganized::jams;
use crate::chapters::supply::Net;
use crate::chapters::terrain;
use crate::printed::{Allowance, Definitions};
use crate::truth::event::{Disorder, Event};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};
use engine::kernel::Lines;

/// Printed attack strength from which an enemy makes artillery run (3.6f).
const FEARED: u8 = 2;

/// The artillery of a side that must bug out now: units in order with an enemy beside them of whom they are afraid, who could
/// attack their hex (3.6d to 3.6i). Who can go nowhere stays (ruling R33).
pub fn must_run(definitions: &Definitions, state: &State, side: SideId) -> Vec<UnitId> {
    let runs = |unit: &UnitId| {
        let it = state.unit(*unit);
        let gun = definitions.counter(*unit).is_gun() && !it.disorganised;
        it.hex().filter(|_| gun).is_some_and(|hex| {
            threatened(definitions, state, side, hex) && !refuges(definitions, state, side, hex).is_empty()
        })
    };
    definitions.units_of(side).filter(runs).collect()
}

/// Whether a unit is one from which artillery runs (3.6f).
pub fn is_feared(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    definitions.counter(unit).attack[usize::from(state.unit(unit).lost.min(1))] >= FEARED
}

/// Whether an enemy of whom artillery is afraid stands beside a hex and could attack it.
fn threatened(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    let disposition = state.disposition(definitions);
    let feared = |from: HexId, unit: UnitId| {
        let counter = definitions.counter(unit);
        counter.side != side
            && is_feared(definitions, state, unit)
            && terrain::may_attack(definitions, state, counter.allowance, from, hex)
    };
    definitions.board.around(hex).any(|from| disposition.stack(from).any(|unit| feared(from, unit)))
}

/// What a hex lacks as a refuge; what tells a player more comes first.
enum Lack {
    /// An enemy unit is in this hex, which is it or beside it (3.6l).
    Enemy(HexId),
    /// It is a jam that holds Germans (3.1h).
    Jam,
    /// It is prohibited to mechanized units (3.6k).
    Ground,
    /// It is so many road hexes away, too few, or no road leads there (3.6m).
    Road(Option<u16>),
    /// It is out of supply (3.6j).
    Supply,
}

/// All that decides where artillery in a hex may be lifted to.
struct Flight<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    side: SideId,
    net: Net,
    along: Lines,
}

impl Flight<'_> {
    fn out_of<'a>(definitions: &'a Definitions, state: &'a State, side: SideId, from: HexId) -> Flight<'a> {
        let board = &definitions.board;
        let plan = &definitions.plans[usize::from(state.scenario)];
        let net = Net::trace(definitions, state, side);
        let along = Lines::trace(board.len(), roads_near(definitions, state, from), Lines::ENDLESS, |hex, go| {
            let roads = board.hex(hex).sides.iter().filter(|side| {
                plan.in_play.contains(side.there) && terrain::road(definitions, state, hex, side).is_some()
            });
            roads.for_each(|side| go(side.there));
        });
        Flight { definitions, state, side, net, along }
    }

    /// What a hex lacks (3.6j to 3.6m); nothing if artillery may be lifted there.
    fn lacks(&self, hex: HexId) -> Option<Lack> {
        let (definitions, state) = (self.definitions, self.state);
        let disposition = state.disposition(definitions);
        let held = |at: &HexId| disposition.holds(self.side.enemy(), *at);
        let far = self.along.to(hex);
        let near = far.is_none_or(|hexes| hexes < definitions.tables.distances.bug_out);
        if near
            || !self.net.supplies(hex)
            || disposition.adjacent(self.side.enemy(), hex)
            || held(&hex)
            || !enterable(definitions, state, self.side, hex)
        {
            let jam = jams(definitions, state, self.side, hex) && disposition.holds(self.side, hex);
            let enemy = [hex].into_iter().chain(definitions.board.around(hex)).find(held);
            return Some(match enemy {
                Some(enemy) => Lack::Enemy(enemy),
                None if jam => Lack::Jam,
                None if !enterable(definitions, state, self.side, hex) => Lack::Ground,
                None if near => Lack::Road(far),
                None => Lack::Supply,
            });
        }
        None
    }
}

/// The hexes to which artillery in a hex may be lifted: in supply, not prohibited to mechanized units, with no enemy in or beside
/// them, at least eight contiguous road hexes away, whoever is on the way (3.6j to 3.6m).
pub fn refuges(definitions: &Definitions, state: &State, side: SideId, from: HexId) -> Vec<HexId> {
    let flight = Flight::out_of(definitions, state, side, from);
    definitions.board.on_map().filter(|hex| flight.lacks(*hex).is_none()).collect()
}

/// Where the road begins that artillery in a hex runs along: there, or in the nearest hexes with an open road (ruling R56).
fn roads_near(definitions: &Definitions, state: &State, from: HexId) -> Vec<HexId> {
    let board = &definitions.board;
    let plan = &definitions.plans[usize::from(state.scenario)];
    let open = |hex: HexId| {
        plan.in_play.contains(hex)
            && board.hex(hex).sides.iter().any(|side| terrain::road(definitions, state, hex, side).is_some())
    };
    if open(from) {
        return vec![from];
    }
    let roads: Vec<HexId> = board.on_map().filter(|hex| open(*hex)).collect();
    let nearest = roads.iter().map(|hex| board.distance(from, *hex)).min();
    roads.into_iter().filter(|hex| Some(board.distance(from, *hex)) == nearest).collect()
}

/// Whether mechanized units can be in a hex: not prohibited, or a road that is open leads there (3.6k), and no jam that holds
/// others (3.1h).
fn enterable(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    let it = definitions.board.hex(hex);
    if jams(definitions, state, side, hex) && state.disposition(definitions).holds(side, hex) {
        return false;
    }
    it.entry_costs[Allowance::Mech.index()].is_some()
        || it.sides.iter().any(|side| terrain::road(definitions, state, hex, side).is_some())
}

/// Lifts artillery to one of its refuges, which disorganises it (3.6n, 3.4e).
///
/// # Errors
/// The rule that forbids it.
pub fn bug_out(definitions: &Definitions, state: &State, unit: UnitId, to: HexId) -> Result<[Event; 2], Refusal> {
    let (side, name, place) = (definitions.counter(unit).side, definitions.name(unit), definitions.place(to));
    let from = state.unit(unit).hex().filter(|_| must_run(definitions, state, side).contains(&unit));
    let from = from.ok_or_else(|| Refusal::new("3.6d", format!("{name} has nothing to run from")))?;
    if let Some(lack) = Flight::out_of(definitions, state, side, from).lacks(to) {
        let (least, begin) = (definitions.tables.distances.bug_out, definitions.place(from));
        let (case, why) = match lack {
            Lack::Enemy(enemy) if enemy == to => ("3.6l", "an enemy unit is in it".to_owned()),
            Lack::Enemy(enemy) => ("3.6l", format!("an enemy unit is beside it, in {}", definitions.place(enemy))),
            Lack::Jam => ("3.1h", "it is a traffic jam that holds Germans".to_owned()),
            Lack::Ground => ("3.6k", "it is prohibited to mechanized units".to_owned()),
            Lack::Road(Some(hexes)) => {
                ("3.6m", format!("it is {} from {begin}, {least} at least", several(hexes.into(), "road hex")))
            }
            Lack::Road(None) => {
                ("3.6m", format!("no contiguous road leads there from {begin}, {least} hexes at least"))
            }
            Lack::Supply => ("3.6j", "it is not in supply".to_owned()),
        };
        return Err(Refusal::new(case, format!("{place} is no refuge for {name}: {why}")));
    }
    Ok([Event::BuggedOut { unit, from, to }, Event::Disorganised { units: vec![unit], why: Disorder::BuggedOut }])
}
