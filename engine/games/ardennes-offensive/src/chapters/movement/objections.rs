//! Why a unit cannot go to a hex, in words.

use super::reinforcements::{self, edge};
use super::{Barrier, Closed, Mover, left, measure};
use crate::chapters::bridges;
use crate::chapters::movement::road_mode;
use crate::chapters::stacking::Crowd;
use crate::printed::{Definitions, GERMAN};
use crate::truth::state::{Phase, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Refusal;

/// Why a unit that is not on the map does not move there: whether it comes, waits or is lost.
pub(super) fn not_here(definitions: &Definitions, state: &State, unit: UnitId) -> Refusal {
    let (name, side) = (definitions.name(unit), definitions.counter(unit).side);
    let drops = unit == definitions.paratroops;
    match state.unit(unit).place {
        Place::Waiting(_) if drops => {
            // an initial movement begins with the drop, so that this is read in none
            Refusal::new("15a", format!("{name} drops from the air as an initial movement begins"))
                .remedy("It drops in your next one.")
        }
        Place::Waiting(_) => {
            let message = format!("{name} waits beside the map");
            match reinforcements::can_enter(definitions, state, side, unit) {
                Some(gate) => {
                    let gate = definitions.published.map.grid.number(gate);
                    Refusal::new("14.1a", message).remedy(format!("Bring it on first: `enter {name} at {gate}`."))
                }
                None => Refusal::new("14.1a", message).remedy("It can be brought on nowhere now."),
            }
        }
        Place::Due { turn, .. } if drops => Refusal::new("15a", format!("{name} drops from the air in turn {turn}")),
        Place::Due { turn, sections } => {
            let by = edge(definitions, side, sections);
            Refusal::new("14.1a", format!("{name} comes in turn {turn} by {by}; it is turn {}", state.turn))
        }
        Place::Lost => Refusal::new("16a", format!("{name} is lost")),
        Place::Absent => Refusal::new("18", format!("{name} is not in this scenario")),
        Place::Hex(hex) => Refusal::new("14.1a", format!("{name} is on the map, in {}", definitions.place(hex))),
    }
}

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
        return beside_a_column(definitions, unit, other, to);
    }
    if let Some(refusal) = over_cut_bridge(definitions, state, unit, mover, left, to) {
        return refusal;
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

/// That a unit would come to a hex if no bridge were interdicted (13.2b).
fn over_cut_bridge(
    definitions: &Definitions,
    state: &State,
    unit: UnitId,
    mover: &Mover<'_>,
    left: u16,
    to: HexId,
) -> Option<Refusal> {
    let mut whole = state.clone();
    whole.interdicted.clear();
    let path = Mover::new(definitions, &whole, unit, mover.start).search(left).path(to)?;
    let sides = path.windows(2).filter_map(|pair| definitions.board.side(pair[0], pair[1]));
    let bridge = sides.filter_map(|side| side.bridge).find(|bridge| state.is_interdicted(*bridge))?;
    let (name, place, bridge) = (definitions.name(unit), definitions.place(to), bridges::spoken(definitions, bridge));
    if mover.road {
        let has = measure(true, left);
        let message = format!(
            "{bridge} is interdicted in this player turn, and by no other road does {name} come to {place} with the {left} {has} \
             that it has"
        );
        return Some(Refusal::new("13.2b", message).remedy(leaving_the_road(definitions, state, unit)));
    }
    let cost = MUCH - mover.search(MUCH).left(to)?;
    let message = format!(
        "{place} costs {name} {cost} points, as {bridge} is interdicted in this player turn, and it has {left}"
    );
    Some(
        Refusal::new("13.2b", message)
            .remedy("There the road is cut, and the water costs what it costs without a bridge."),
    )
}

/// Whether a unit can leave road mode now, by which order or why not.
fn leaving_the_road(definitions: &Definitions, state: &State, unit: UnitId) -> String {
    match road_mode::change(definitions, state, unit, false) {
        Ok(_) => format!("`deploy {}` takes it out of road mode.", definitions.name(unit)),
        Err(refusal) => format!("It cannot leave road mode now: {}.", refusal.message),
    }
}

/// That a unit would end beside another along the road, which is in road mode (6.5g).
pub fn beside_a_column(definitions: &Definitions, unit: UnitId, other: UnitId, hex: HexId) -> Refusal {
    let (name, other, place) = (definitions.name(unit), definitions.name(other), definitions.place(hex));
    Refusal::new("6.5g", format!("in {place} {name} would stand beside {other}, which is in road mode"))
}

/// Points enough to cross the map.
const MUCH: u16 = 2000;

/// What bars the way into a hex, in words.
pub fn barred(definitions: &Definitions, state: &State, unit: UnitId, barrier: Barrier, place: &str) -> Refusal {
    let name = definitions.name(unit);
    match barrier {
        Barrier::Closed(Closed::Impassable) => Refusal::new("11g", format!("{place} is impassable, nobody enters it")),
        Barrier::Closed(Closed::Rim) => {
            Refusal::new("E.MAP.1", format!("the errata close {place}, which is no edge hex: nobody enters it"))
        }
        Barrier::Edge if definitions.counter(unit).side == GERMAN => {
            Refusal::new("5.3l", format!("{place} is an Allied edge hex, which no German unit ever enters"))
        }
        Barrier::Edge => {
            Refusal::new("5.3l", format!("{place} is an edge hex; who retreats enters one if no other way is open"))
        }
        Barrier::Enemy => {
            let refusal = Refusal::new("5.2f", format!("enemy units are in {place}"));
            // no combat follows the second movement
            if state.phase == Phase::Movement { refusal.remedy("Attack them in the combat phase.") } else { refusal }
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
            .remedy(leaving_the_road(definitions, state, unit)),
        Barrier::Cut(bridge) => {
            let bridge = bridges::spoken(definitions, bridge);
            let message = format!(
                "{bridge} on the road into {place} is interdicted in this player turn, and {name} is in road mode"
            );
            Refusal::new("13.2b", message).remedy(leaving_the_road(definitions, state, unit))
        }
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
