//! Supply (case 10): lines from units to roads, board edges and headquarters, and the check of phase 2.

use crate::chapters::lines;
use crate::chapters::{british, command, zones};
use crate::printed::definitions::Definitions;
use crate::truth::state::{ALLIED, Field, Supply};
use crate::truth::zones::Zones;
use definitions::UnitId;
use definitions::hex::{Direction, HexId};
use engine::contract::SideId;
use engine::kernel::Lines;
use std::borrow::Cow;
use std::cell::OnceCell;

/// Hexes of a line of supply to dropped supplies (15.3d).
const DROP_RANGE: u16 = 2;

/// What is in supply for a side.
pub struct SupplyNet<'a> {
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
    zones: Cow<'a, Zones>,
    /// The roads that lead to the friendly edge.
    roads: Lines,
}

impl<'a> SupplyNet<'a> {
    /// Follows the roads from the friendly edge (10.2b to 10.2f, rulings R82, R83).
    pub fn new(definitions: &'a Definitions, field: &'a Field, side: SideId) -> SupplyNet<'a> {
        let board = &definitions.board;
        let zones = Zones::met(definitions, field, side);
        let open = |hex: HexId| open(field, side, &zones, hex);
        let starts = board.edge(side).iter().copied().filter(|hex| open(*hex) && board.has_road(*hex));
        let along = |hex: HexId| board.roads(hex) & board.crossings(hex);
        let roads = lines::trace(definitions, starts, Lines::ENDLESS, open, along);
        SupplyNet { definitions, field, side, zones, roads }
    }

    /// Whether a hex is on a road to the edge or next to one (10.2b), not across a river without a bridge.
    pub fn at_road(&self, hex: HexId) -> bool {
        let board = &self.definitions.board;
        let beside = |(towards, there): (_, HexId)| self.roads.reaches(there) && board.crossable(hex, towards);
        self.roads.reaches(hex) || board.neighbours(hex).any(beside)
    }

    /// The hexes of a shortest way along the roads from a hex on or next to one to the friendly edge; none if no road
    /// leads there.
    pub fn way_home(&self, hex: HexId) -> Vec<HexId> {
        let board = &self.definitions.board;
        let beside = || {
            let mut around = board.neighbours(hex).filter(|(towards, _)| board.crossable(hex, *towards));
            around.find(|(_, there)| self.roads.reaches(*there)).map(|(_, there)| there)
        };
        let start = if self.roads.reaches(hex) { Some(hex) } else { beside() };
        let nearer = |at: &HexId| {
            let left = self.roads.to(*at)?.checked_sub(1)?;
            let joined = |(towards, there): &(Direction, HexId)| {
                self.roads.to(*there) == Some(left) && board.road(*at, *towards) && board.crossable(*at, *towards)
            };
            board.neighbours(*at).find(joined).map(|(_, there)| there)
        };
        std::iter::successors(start, nearer).collect()
    }

    /// Lines of supply from a hex, as long as `limit`: the range of an HQ (10.2a), the reach of dropped supplies.
    fn lines_from(&self, source: HexId, limit: u16) -> Lines {
        let board = &self.definitions.board;
        let open = |hex| open(self.field, self.side, &self.zones, hex);
        lines::trace(self.definitions, [source], limit, open, |hex| board.crossings(hex))
    }
}

/// The lines of supply of a side: along the roads, and on from its supplied headquarters.
struct Supplies<'a> {
    net: SupplyNet<'a>,
    headquarters: Vec<Source>,
}

impl<'a> Supplies<'a> {
    fn new(definitions: &'a Definitions, field: &'a Field, side: SideId) -> Supplies<'a> {
        let net = SupplyNet::new(definitions, field, side);
        let own = field.on_map().filter(|(unit, _)| definitions.unit(*unit).side == side);
        let headquarters = own
            .filter(|(unit, _)| definitions.unit(*unit).is_hq())
            .filter(|(unit, hex)| net.at_road(*hex) || british::at_home(definitions, field, *unit))
            .map(|(_, hex)| Source { hex, lines: OnceCell::new() })
            .collect();
        Supplies { net, headquarters }
    }

    /// Whether a unit has a line of supply (10.2a to 10.2c, ruling R80).
    fn reach(&self, unit: UnitId, hex: HexId) -> bool {
        self.net.at_road(hex) || !self.net.definitions.unit(unit).is_hq() && self.in_reach_of_headquarters(hex)
    }

    /// Whether a line of supply joins a hex to a supplied HQ (10.2a).
    fn in_reach_of_headquarters(&self, hex: HexId) -> bool {
        let definitions = self.net.definitions;
        let range = command::command_range(definitions, self.net.side);
        self.headquarters.iter().any(|source| {
            definitions.board.distance(source.hex, hex) <= range
                && source.lines.get_or_init(|| self.net.lines_from(source.hex, range)).reaches(hex)
        })
    }
}

/// A supplied HQ and its lines of supply, followed once a unit away from the roads needs one.
struct Source {
    hex: HexId,
    lines: OnceCell<Lines>,
}

/// Whether a line of supply may enter a hex (10.1c, 10.1d, ruling R148).
fn open(field: &Field, side: SideId, zones: &Zones, hex: HexId) -> bool {
    let zone = zones.of(hex);
    let held = zone.friends() > 0 || !zone.controlled();
    !zone.enemy() && held && field.barrier(hex, side).is_none()
}

/// The check of phase 2 (2.1b): for every unit on the map whether it is out of command, and its supply. Supplies
/// dropped on an American stack feed it and the units with a line of supply of 2 hexes to it (15.3d).
pub fn check(definitions: &Definitions, field: &Field, dropped: Option<HexId>) -> Vec<(UnitId, bool, Supply)> {
    let mut checked = Vec::new();
    for side in SideId::BOTH {
        let own = || field.on_map().filter(|(unit, _)| definitions.unit(*unit).side == side);
        let supplies = Supplies::new(definitions, field, side);
        let net = &supplies.net;
        let drop = dropped.filter(|_| side == ALLIED).map(|drop| net.lines_from(drop, DROP_RANGE));
        let fed = |hex: HexId| drop.as_ref().is_some_and(|lines| lines.reaches(hex));
        for (unit, hex) in own() {
            let supply = match (supplies.reach(unit, hex) || fed(hex), field.unit(unit).supply) {
                _ if british::at_home(definitions, field, unit) => Supply::Supplied,
                (true, _) => Supply::Supplied,
                (false, Supply::Supplied) => Supply::Isolated,
                (false, _) => Supply::Unsupplied,
            };
            checked.push((unit, command::out_of_command(definitions, field, unit, hex), supply));
        }
    }
    checked.sort_by_key(|(unit, ..)| *unit);
    checked
}

/// Whether a unit is neither isolated nor unsupplied and has a line of supply from a hex as things stand (10.1a, ruling
/// R97).
pub fn is_supplied(definitions: &Definitions, field: &Field, unit: UnitId, hex: HexId) -> bool {
    let side = definitions.unit(unit).side;
    field.unit(unit).supply == Supply::Supplied && Supplies::new(definitions, field, side).reach(unit, hex)
}

/// The hexes from which a unit of a side that is no HQ has a line of supply as things stand (10.2a to 10.2c).
pub fn in_supply(definitions: &Definitions, field: &Field, side: SideId) -> Vec<HexId> {
    let lines = Supplies::new(definitions, field, side);
    let free = definitions.published.map.on_map().filter(|hex| !zones::enemy_in(field, *hex, side));
    free.filter(|hex| lines.net.at_road(*hex) || lines.in_reach_of_headquarters(*hex)).collect()
}

/// The hexes with a supplied unit of a side among those that fit: a unit that is neither isolated nor unsupplied and has
/// a line of supply as things stand (10.1a, ruling R97).
pub fn supplied(definitions: &Definitions, field: &Field, side: SideId, fits: impl Fn(HexId) -> bool) -> Vec<HexId> {
    let unmarked = |unit: UnitId| field.unit(unit).supply == Supply::Supplied;
    let own = |unit: UnitId| definitions.unit(unit).side == side && unmarked(unit);
    let mut units = field.on_map().filter(|(unit, hex)| fits(*hex) && own(*unit)).peekable();
    if units.peek().is_none() {
        return Vec::new();
    }
    let lines = Supplies::new(definitions, field, side);
    units.filter(|(unit, hex)| lines.reach(*unit, *hex)).map(|(_, hex)| hex).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AutumnFog;
    use engine::contract::{Foundation, Rules, Setup};

    #[test]
    fn case_10_2b_the_way_home_keeps_to_the_roads_and_is_the_shortest_to_the_friendly_edge() {
        let definitions = Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
        let first = AutumnFog::initial(&definitions, &setup).expect("the scenario exists");
        let board = &definitions.board;
        for side in SideId::BOTH {
            let net = SupplyNet::new(&definitions, &first.field, side);
            let (mut along, mut beside) = (0, 0);
            for hex in definitions.published.map.on_map() {
                let way = net.way_home(hex);
                let [start, .., end] = way[..] else {
                    assert!(!net.at_road(hex) || way.iter().all(|gate| board.edge(side).contains(gate)));
                    continue;
                };
                assert_eq!(net.roads.to(start), Some(way.len() as u16 - 1));
                assert!(board.edge(side).contains(&end));
                for pair in way.windows(2) {
                    let towards = board.side(pair[0], pair[1]).expect("the next hex is a neighbour");
                    assert!(board.road(pair[0], towards) && board.crossable(pair[0], towards), "{way:?}");
                }
                along += usize::from(start == hex);
                beside += usize::from(start != hex);
            }
            assert!(along > 20 && beside > 20, "{along} {beside}");
        }
    }
}
