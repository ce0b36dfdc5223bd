use crate::chapters::disorganized::jams;
use crate::chapters::terrain;
use crate::printed::{Definitions, GERMAN};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;

/// An advance after combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advance {
    /// The unit.
    pub unit: UnitId,
    /// The hexes that it enters: the old one of the defender, and perhaps one more along a road.
    pub path: Vec<HexId>,
}

/// The advances into a hex that its defenders have left after a retreat of so many hexes: one hex for everybody, two for exploit
/// capable units if the retreat was two or more, the second along a road to where no enemy is (3.2q, 3.2r, 1.2o). No unit of
/// artillery attacks, so none advances.
pub fn advances(
    definitions: &Definitions,
    state: &State,
    attackers: &[UnitId],
    target: HexId,
    retreat: u16,
) -> Vec<Advance> {
    let enemy = attackers.first().map(|unit| definitions.counter(*unit).side.enemy());
    if enemy.is_none_or(|enemy| state.disposition(definitions).holds(enemy, target)) {
        return Vec::new();
    }
    let further = definitions.tables.distances.exploiting_advance;
    let mut found = Vec::new();
    for unit in attackers.iter().copied().filter(|unit| goes(definitions, state, *unit, target)) {
        found.push(Advance { unit, path: vec![target] });
        if retreat >= further && may_exploit(definitions, state, unit) {
            found.extend(second(definitions, state, unit, target));
        }
    }
    found
}

/// Whether the ground lets a unit that attacked go where the defender was: what is prohibited to it without a road that is open
/// stays so (T.TECa, ruling R65).
fn goes(definitions: &Definitions, state: &State, unit: UnitId, target: HexId) -> bool {
    let allowance = definitions.counter(unit).allowance;
    let side = state.unit(unit).hex().and_then(|from| Some((from, definitions.board.side(from, target)?)));
    side.is_some_and(|(from, side)| terrain::entry_cost(definitions, state, allowance, from, side).is_some())
}

/// Whether a unit is exploit capable after combat: not if it is disorganised or under an enemy barrage marker, nor Germans on
/// turn 1. That it began the phase adjacent to an enemy does not matter here (1.2p, ruling R52).
fn may_exploit(definitions: &Definitions, state: &State, unit: UnitId) -> bool {
    let (counter, it) = (definitions.counter(unit), state.unit(unit));
    let first = counter.side == GERMAN && !definitions.tables.turn(state.turn).exploitation;
    counter.exploits && !first && !it.disorganised && !it.under_fire
}

/// The second hexes: along an open road, to where no enemy is, and into no jam with Germans (3.1h). None out of a jam or from
/// under an enemy barrage: who comes there is no longer exploit capable (1.2p, 3.4j, 3.5w).
fn second(definitions: &Definitions, state: &State, unit: UnitId, target: HexId) -> Vec<Advance> {
    let own = definitions.counter(unit).side;
    let jam = |hex: HexId| jams(definitions, state, own, hex);
    if jam(target) || state.markers(own.enemy(), target) > 0 {
        return Vec::new();
    }
    let disposition = state.disposition(definitions);
    let plan = &definitions.plans[usize::from(state.scenario)];
    let sides = definitions.board.hex(target).sides.iter().filter(|side| {
        terrain::road(definitions, state, target, side).is_some()
            && plan.in_play.contains(side.there)
            && !disposition.holds(own.enemy(), side.there)
            && !(jam(side.there) && disposition.holds(own, side.there))
    });
    sides.map(|side| Advance { unit, path: vec![target, side.there] }).collect()
}
