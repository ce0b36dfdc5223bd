//! Command (case 8) and supply (case 10): lines from units to headquarters, roads and board edges.

use super::definitions::Definitions;
use super::state::{ALLIED, Field, GERMAN, Location, Supply};
use super::tables::{Camp, Class};
use super::zoc::{self, Zones};
use crate::contract::SideId;
use crate::definitions::UnitId;
use crate::hex::HexId;
use std::collections::VecDeque;

/// Steps from `start` to every hex that a line can reach, as long as `open` lets it enter and `cross` lets it pass
/// the side; none where no line comes. The start counts 0 and is not asked for.
fn lines(
    definitions: &Definitions,
    starts: &[HexId],
    open: impl Fn(HexId) -> bool,
    cross: impl Fn(HexId, crate::hex::Direction) -> bool,
) -> Vec<Option<u16>> {
    let mut steps = vec![None; definitions.board.len()];
    let mut queue = VecDeque::new();
    for start in starts {
        steps[start.index()] = Some(0);
        queue.push_back(*start);
    }
    while let Some(hex) = queue.pop_front() {
        let next = steps[hex.index()].map(|n: u16| n + 1);
        for (side, there) in definitions.board.neighbours(hex) {
            if steps[there.index()].is_none() && cross(hex, side) && open(there) {
                steps[there.index()] = next;
                queue.push_back(there);
            }
        }
    }
    steps
}

/// Lengths of the lines of command from a hex (8.1b, ruling R78): any terrain, no hex with an enemy unit.
pub fn command_lines(definitions: &Definitions, field: &Field, from: HexId, side: SideId) -> Vec<Option<u16>> {
    lines(definitions, &[from], |hex| !zoc::enemy_in(definitions, field, hex, side), |_, _| true)
}

/// Whether a line of command no longer than the side's range joins an HQ to a hex (8.1a).
pub fn in_command_range(definitions: &Definitions, field: &Field, hq: UnitId, hex: HexId) -> bool {
    let side = definitions.unit(hq).side;
    let Some(from) = field.hex_of(hq) else { return false };
    // the line ends at the unit's own hex, so the hex of an enemy is not asked for as an end
    command_lines(definitions, field, from, side)[hex.index()]
        .is_some_and(|steps| steps <= u16::from(definitions.tables.doctrine(Camp::of(side)).command_range))
}

/// What is in supply for a side.
pub struct SupplyNet {
    side: SideId,
    /// Whether a road that leads to the friendly edge runs through the hex.
    road: Vec<bool>,
    /// Whether a line of supply may enter the hex (10.1c, 10.1d).
    open: Vec<bool>,
}

impl SupplyNet {
    /// Follows the roads from the friendly edge (10.2b to 10.2f, rulings R82, R83).
    pub fn new(definitions: &Definitions, field: &Field, side: SideId) -> SupplyNet {
        let board = &definitions.board;
        let zones = Zones::new(definitions, field, side);
        let lets_through =
            |hex: HexId| !zones.enemy[hex.index()] && (zones.friends[hex.index()] > 0 || !zones.controlled(hex));
        let open: Vec<bool> = (0..board.len() as u16).map(HexId).map(lets_through).collect();
        let starts: Vec<HexId> =
            board.edge(side).iter().copied().filter(|hex| open[hex.index()] && board.has_road(*hex)).collect();
        let along = |hex: HexId, towards| {
            board.road(hex, towards) && (!board.river(hex, towards) || board.bridge(hex, towards))
        };
        let reached = lines(definitions, &starts, |hex| open[hex.index()], along);
        SupplyNet { side, road: reached.iter().map(Option::is_some).collect(), open }
    }

    /// Whether a hex is on a road to the edge or next to one (10.2b), not across a river without a bridge.
    pub fn at_road(&self, definitions: &Definitions, hex: HexId) -> bool {
        let board = &definitions.board;
        let beside = |(towards, there): (_, HexId)| {
            self.road[there.index()] && (!board.river(hex, towards) || board.bridge(hex, towards))
        };
        self.road[hex.index()] || board.neighbours(hex).any(beside)
    }

    /// Lengths of the lines of supply from an HQ.
    fn lines_of(&self, definitions: &Definitions, hq: HexId) -> Vec<Option<u16>> {
        let board = &definitions.board;
        let cross = |hex, towards| !board.river(hex, towards) || board.bridge(hex, towards);
        lines(definitions, &[hq], |hex| self.open[hex.index()], cross)
    }

    /// Whether a unit has a line of supply (10.2a to 10.2c, ruling R80).
    fn supplies(
        &self,
        definitions: &Definitions,
        unit: UnitId,
        hex: HexId,
        supplied: &[(UnitId, Vec<Option<u16>>)],
    ) -> bool {
        if self.at_road(definitions, hex) {
            return true;
        }
        let range = u16::from(definitions.tables.doctrine(Camp::of(self.side)).command_range);
        let formation = definitions.unit(unit).formation;
        let serves = |hq: UnitId| formation.is_none() || definitions.unit(hq).formation == formation;
        supplied.iter().any(|(hq, steps)| serves(*hq) && steps[hex.index()].is_some_and(|steps| steps <= range))
    }
}

/// The check of phase 2 (2.1b): for every unit on the map whether it is out of command, and its supply.
pub fn check(definitions: &Definitions, field: &Field) -> Vec<(UnitId, bool, Supply)> {
    let mut checked = Vec::new();
    for side in SideId::BOTH {
        let net = SupplyNet::new(definitions, field, side);
        let own = || field.on_map().filter(|(unit, _)| definitions.unit(*unit).side == side);
        let supplied: Vec<(UnitId, Vec<Option<u16>>)> = own()
            .filter(|(unit, hex)| definitions.unit(*unit).is_hq() && net.at_road(definitions, *hex))
            .map(|(unit, hex)| (unit, net.lines_of(definitions, hex)))
            .collect();
        for (unit, hex) in own() {
            let line = match definitions.unit(unit).class {
                Class::Headquarters => net.at_road(definitions, hex),
                _ => net.supplies(definitions, unit, hex, &supplied),
            };
            let supply = match (line, field.unit(unit).supply) {
                (true, _) => Supply::Supplied,
                (false, Supply::Supplied) => Supply::Isolated,
                (false, _) => Supply::Unsupplied,
            };
            checked.push((unit, out_of_command(definitions, field, unit, hex), supply));
        }
    }
    checked.sort_by_key(|(unit, ..)| *unit);
    checked
}

/// Whether a unit could be supplied at once in a hex: for a returning HQ (ruling R7).
pub fn hq_supplied_at(definitions: &Definitions, field: &Field, side: SideId, hex: HexId) -> bool {
    SupplyNet::new(definitions, field, side).at_road(definitions, hex)
}

/// Whether a unit is out of command (8.2a). Independent units never are (1.5b), nor units whose HQ has not come yet
/// (9.2c, ruling R25), nor any American on turn 1 (17.1h).
fn out_of_command(definitions: &Definitions, field: &Field, unit: UnitId, hex: HexId) -> bool {
    let side = definitions.unit(unit).side;
    if side == ALLIED && field.turn == 1 {
        return false;
    }
    let Some(hq) = definitions.hq_of(unit) else { return false };
    match field.unit(hq).place {
        _ if hq == unit => false,
        Location::Map(_) => !in_command_range(definitions, field, hq, hex),
        Location::Eliminated(_) => true,
        Location::Due(_) | Location::Absent => false,
    }
}

/// Whether a unit must pass a C3I check to act (3.3c): it is out of command, or its HQ has been destroyed since the
/// check (ruling R24).
pub fn must_check(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    let destroyed = |hq: UnitId| matches!(field.unit(hq).place, Location::Eliminated(_));
    let state = field.unit(unit);
    // a reinforcement is in command on its turn of entry (16.1d)
    let entering = state.arrived || matches!(state.place, Location::Due(_));
    state.out_of_command || (!entering && definitions.hq_of(unit).is_some_and(destroyed))
}

/// Whether a side's unit stands supplied beyond the Meuse (17.1b, ruling R97).
pub fn crossed_the_meuse(definitions: &Definitions, field: &Field) -> bool {
    field.on_map().any(|(unit, hex)| {
        definitions.unit(unit).side == GERMAN
            && definitions.board.west_of_meuse(hex)
            && field.unit(unit).supply == Supply::Supplied
    })
}
