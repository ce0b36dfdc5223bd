//! Why a unit cannot go to a hex, in words.

use super::{Barrier, Mover, left, measure};
use crate::chapters::movement::road_mode;
use crate::chapters::stacking::Crowd;
use crate::printed::Definitions;
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Refusal;

/// Why a unit can go nowhere.
pub(super) fn stuck(definitions: &Definitions, state: &State, unit: UnitId, mover: &Mover<'_>) -> Refusal {
    let name = definitions.name(unit);
    if mover.held() {
        let hex = state.unit(unit).hex().map(|hex| definitions.place(hex)).unwrap_or_default();
        return Refusal::new(
            "5.2g",
            format!("{name} stands in an enemy zone of control in {hex}, and no friend stays there"),
        );
    }
    let left = left(definitions, state, unit);
    let what = measure(mover.road, left);
    Refusal::new(
        "5.2j",
        format!("{name} has {left} {what} left, too few for any hex around, or all of them are barred"),
    )
}

/// Why a unit cannot go to a hex.
pub(super) fn why_not(
    definitions: &Definitions,
    state: &State,
    unit: UnitId,
    mover: &Mover<'_>,
    left: u16,
    to: HexId,
) -> Refusal {
    let (board, name, place) = (&definitions.board, definitions.name(unit), definitions.place(to));
    if mover.held() {
        return stuck(definitions, state, unit, mover);
    }
    if state.unit(unit).hex() == Some(to) {
        return Refusal::new("5.1b", format!("{name} stands in {place}"));
    }
    // what bars all sides of the hex itself tells most
    let sides = &board.hex(to).sides;
    let inward = |side: &crate::printed::Side| mover.step(side.there, board.side(side.there, to)?, u16::MAX / 2).err();
    let barriers: Vec<Barrier> = sides.iter().filter_map(inward).collect();
    if let Some(barrier) =
        barriers.iter().max_by_key(|barrier| barrier.weight()).filter(|_| barriers.len() == sides.len())
    {
        return barred(definitions, state, unit, *barrier, &place);
    }
    if let Some(other) = road_mode::disturbed(definitions, state, unit, to).filter(|_| !mover.road) {
        let other = definitions.name(other);
        return Refusal::new("6.5g", format!("in {place} {name} would stand beside {other}, which is in road mode"));
    }
    let rich = mover.search(MUCH);
    match rich.left(to) {
        Some(rest) => {
            let (cost, what) = (MUCH - rest, measure(mover.road, MUCH - rest));
            // the next hex is too dear by itself, another one by the whole way
            let case = if board.side(mover.start, to).is_some() { "5.2j" } else { "5.1c" };
            Refusal::new(case, format!("{place} costs {name} {cost} {what}, and it has {left}"))
        }
        None if mover.road => {
            Refusal::new("6.5f", format!("no open road leads {name} to {place} past other units and enemy zones"))
        }
        None => Refusal::new("7.1a", format!("enemy units and their zones of control keep {name} from {place}")),
    }
}

/// Points enough to cross the map.
const MUCH: u16 = 2000;

/// What bars the way into a hex, in words.
pub fn barred(definitions: &Definitions, state: &State, unit: UnitId, barrier: Barrier, place: &str) -> Refusal {
    let name = definitions.name(unit);
    match barrier {
        Barrier::Closed => Refusal::new("11g", format!("nobody enters {place}")),
        Barrier::Edge => Refusal::new("5.3l", format!("{place} is an edge hex, entered only in a retreat")),
        Barrier::Enemy => {
            Refusal::new("5.2f", format!("enemy units are in {place}")).remedy("Attack them in the combat phase.")
        }
        Barrier::Crowd(Crowd::Full) => {
            Refusal::new("8", format!("{} units are in {place}, and no more may be", definitions.tables.stack_limit))
        }
        Barrier::Crowd(Crowd::Division) => {
            Refusal::new("8.2c", format!("{name} cannot join the units in {place}: an infantry division stands alone"))
        }
        Barrier::Crowd(Crowd::Road) => {
            Refusal::new("6.5g", format!("{name} cannot join the units in {place}: in road mode nobody stacks"))
        }
        Barrier::NoRoad => Refusal::new("6.5f", format!("no open road leads into {place}, and {name} is in road mode"))
            .remedy("`deploy` takes it out of road mode."),
        Barrier::WestWall => {
            Refusal::new("11h", format!("{place} belongs to the West Wall; {name} may not enter it in road mode"))
        }
        Barrier::OnRoad(other) => {
            let other = definitions.name(other);
            Refusal::new("6.5g", format!("{place} is next to {other} along the road, and {name} is in road mode"))
        }
        Barrier::WestBank => Refusal::new("14.3c", format!("{place} is across the Meuse; {name} stays behind it"))
            .remedy(format!("It is free once the Germans have {} points.", definitions.tables.crossing)),
        Barrier::Poor(cost) => {
            Refusal::new("5.2j", format!("{place} costs {name} {cost} {}", measure(state.unit(unit).road, cost)))
        }
    }
}

/// That a unit would keep another off the map, which is due (14.1a).
pub(super) fn shuts_out(definitions: &Definitions, unit: UnitId, to: HexId, kept: UnitId) -> Refusal {
    let (name, kept, place) = (definitions.name(unit), definitions.name(kept), definitions.place(to));
    Refusal::new("14.1a", format!("in {place} {name} would keep {kept} off the map, which is due and may not wait"))
        .remedy(format!("Bring {kept} on first, or end elsewhere."))
}
