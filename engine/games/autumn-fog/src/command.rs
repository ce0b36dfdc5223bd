//! Command (case 8) and supply (case 10): lines from units to headquarters, roads and board edges.

use super::board::Board;
use super::british;
use super::definitions::Definitions;
use super::state::{ALLIED, Field, Location, Supply};
use super::tables::Camp;
use super::zoc::{self, Zones};
use definitions::UnitId;
use definitions::hex::{Direction, HexId};
use engine::contract::SideId;
use std::borrow::Cow;
use std::cell::OnceCell;

/// Steps from the starts to every hex that a line can reach, as long as it is no longer than `limit`, `open` lets it
/// enter and the side is one of those by which `ways` lets it leave a hex, as bits. A start counts 0 and is not asked
/// for.
struct Lines(Vec<u16>);

/// Where no line comes.
const NONE: u16 = u16::MAX;

impl Lines {
    fn new(
        definitions: &Definitions,
        starts: impl IntoIterator<Item = HexId>,
        limit: u16,
        open: impl Fn(HexId) -> bool,
        ways: impl Fn(HexId) -> u8,
    ) -> Lines {
        let board = &definitions.board;
        let mut steps = vec![NONE; board.len()];
        let mut reached: Vec<HexId> = Vec::with_capacity(board.len());
        reached.extend(starts);
        reached.iter().for_each(|start| steps[start.index()] = 0);
        let mut done = 0;
        while let Some(hex) = reached.get(done).copied().filter(|hex| steps[hex.index()] < limit) {
            done += 1;
            let next = steps[hex.index()] + 1;
            board.behind(hex, ways(hex), |there| {
                let known = &mut steps[there.index()];
                if *known == NONE && open(there) {
                    *known = next;
                    reached.push(there);
                }
            });
        }
        Lines(steps)
    }

    /// Length of the line to a hex; none where no line comes.
    fn to(&self, hex: HexId) -> Option<u16> {
        Some(self.0[hex.index()]).filter(|steps| *steps != NONE)
    }

    fn reaches(&self, hex: HexId) -> bool {
        self.to(hex).is_some()
    }
}

/// Lines of command from a hex no longer than `limit` (8.1b, ruling R78): any terrain, no hex with an enemy unit.
fn command_lines(definitions: &Definitions, field: &Field, from: HexId, side: SideId, limit: u16) -> Lines {
    Lines::new(definitions, [from], limit, |hex| !zoc::enemy_in(field, hex, side), |_| Board::ALL_SIDES)
}

/// The command range of a side in hexes.
fn command_range(definitions: &Definitions, side: SideId) -> u16 {
    u16::from(definitions.tables.doctrine(Camp::of(side)).command_range)
}

/// Whether a line of command no longer than the side's range joins an HQ to one of these hexes (8.1a).
pub fn in_command_range(definitions: &Definitions, field: &Field, hq: UnitId, hexes: &[HexId]) -> bool {
    let (side, board) = (definitions.unit(hq).side, &definitions.board);
    let range = command_range(definitions, side);
    let Some(from) = field.hex_of(hq) else { return false };
    let clear = |hex: HexId| !zoc::enemy_in(field, hex, side);
    // the line ends at the unit's own hex, so the hex of an enemy is not asked for as an end
    hexes.iter().copied().filter(|hex| board.distance(from, *hex) <= range).any(|hex| {
        straight(board, &clear, from, hex) || {
            // a line that is short enough strays no further than this
            let near = |via: HexId| board.distance(from, via) + board.distance(via, hex) <= range;
            let open = |via: HexId| near(via) && clear(via);
            Lines::new(definitions, [from], range, open, |_| Board::ALL_SIDES).reaches(hex)
        }
    })
}

/// Whether a line of command runs through clear hexes from one to another without a detour, so that nothing is shorter.
fn straight(board: &Board, clear: &impl Fn(HexId) -> bool, from: HexId, to: HexId) -> bool {
    let left = board.distance(from, to);
    left == 0
        || board
            .around(from)
            .any(|there| board.distance(there, to) < left && clear(there) && straight(board, clear, there, to))
}

/// Length of the shortest line of command from an HQ to one of these hexes, however long.
pub fn command_distance(definitions: &Definitions, field: &Field, hq: UnitId, hexes: &[HexId]) -> Option<u16> {
    let lines = command_lines(definitions, field, field.hex_of(hq)?, definitions.unit(hq).side, NONE);
    hexes.iter().filter_map(|hex| lines.to(*hex)).min()
}

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
        let roads = Lines::new(definitions, starts, NONE, open, along);
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
        Lines::new(self.definitions, [source], limit, open, |hex| board.crossings(hex))
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
            .map(|(hq, hex)| Source { hq, hex, lines: OnceCell::new() })
            .collect();
        Supplies { net, headquarters }
    }

    /// Whether a unit has a line of supply (10.2a to 10.2c, ruling R80).
    fn reach(&self, unit: UnitId, hex: HexId) -> bool {
        let definitions = self.net.definitions;
        let data = definitions.unit(unit);
        let serves = |hq: UnitId| data.formation.is_none() || definitions.unit(hq).formation == data.formation;
        let range = command_range(definitions, self.net.side);
        let reaches = |source: &Source| {
            definitions.board.distance(source.hex, hex) <= range
                && source.lines.get_or_init(|| self.net.lines_from(source.hex, range)).reaches(hex)
        };
        self.net.at_road(hex)
            || !data.is_hq() && self.headquarters.iter().any(|source| serves(source.hq) && reaches(source))
    }
}

/// A supplied HQ and its lines of supply, followed once a unit away from the roads needs one.
struct Source {
    hq: UnitId,
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
            checked.push((unit, out_of_command(definitions, field, unit, hex), supply));
        }
    }
    checked.sort_by_key(|(unit, ..)| *unit);
    checked
}

/// Whether a unit is out of command (8.2a). Independent units never are (1.5b), nor units whose HQ has not come yet
/// (9.2c, ruling R25), nor any American on turn 1 (17.1h), nor the British west of the Meuse (16.2a).
fn out_of_command(definitions: &Definitions, field: &Field, unit: UnitId, hex: HexId) -> bool {
    let side = definitions.unit(unit).side;
    if side == ALLIED && field.turn == 1 || british::at_home(definitions, field, unit) {
        return false;
    }
    let Some(hq) = definitions.hq_of(unit) else { return false };
    match field.unit(hq).place {
        _ if hq == unit => false,
        Location::Map(_) => !in_command_range(definitions, field, hq, &[hex]),
        Location::Eliminated(_) => true,
        Location::Due(_) | Location::Absent | Location::Hidden => false,
    }
}

/// Whether a unit is out of command now: it was at the last check, and is not one of the British at home (16.2a).
pub fn lacks_command(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    field.unit(unit).out_of_command && !british::at_home(definitions, field, unit)
}

/// Whether a unit must pass a C3I check to act (3.3c): it is out of command, or its HQ has been destroyed since the
/// check (ruling R24).
pub fn must_check(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    if british::at_home(definitions, field, unit) {
        return false;
    }
    let destroyed = |hq: UnitId| matches!(field.unit(hq).place, Location::Eliminated(_));
    let state = field.unit(unit);
    // a reinforcement is in command on its turn of entry (16.1d)
    let entering = state.arrived || matches!(state.place, Location::Due(_));
    state.out_of_command || (!entering && definitions.hq_of(unit).is_some_and(destroyed))
}

/// Whether a unit is neither isolated nor unsupplied and has a line of supply from a hex as things stand (10.1a, ruling
/// R97).
pub fn is_supplied(definitions: &Definitions, field: &Field, unit: UnitId, hex: HexId) -> bool {
    let side = definitions.unit(unit).side;
    field.unit(unit).supply == Supply::Supplied && Supplies::new(definitions, field, side).reach(unit, hex)
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
    use engine::contract::{Foundation, Rules, Seen, Setup, Sight, Viewer, begin, carry_out};
    use testing::Seeded;

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

    #[test]
    fn command_range_is_what_a_search_of_all_lines_finds_from_every_headquarters() {
        let definitions = Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let setup = Setup { scenario: "entire-battle".to_owned(), ..Setup::default() };
        let [mut dice, mut choice] = Seeded::streams(5);
        let first = AutumnFog::initial(&definitions, &setup).expect("the scenario exists");
        let mut state = begin::<AutumnFog>(&definitions, &first, &mut dice).1;
        let (mut within, mut barred) = (0, 0);
        for given in 0..300 {
            let Some(ask) = AutumnFog::asks(&state).first().copied() else { break };
            let field = &state.field;
            let hqs = field.on_map().filter(|(unit, _)| given % 30 == 0 && definitions.unit(*unit).is_hq());
            for (hq, from) in hqs {
                let side = definitions.unit(hq).side;
                let range = command_range(&definitions, side);
                let lines = command_lines(&definitions, field, from, side, range);
                for hex in definitions.published.map.on_map() {
                    assert_eq!(in_command_range(&definitions, field, hq, &[hex]), lines.reaches(hex));
                    within += usize::from(lines.reaches(hex));
                    barred += usize::from(!lines.reaches(hex) && definitions.board.distance(from, hex) <= range);
                }
            }
            let view = AutumnFog::view(&definitions, &state, Viewer::Side(ask.side));
            let order = Seen::<AutumnFog>::new(&definitions, &view)
                .random_order(&mut |n| choice.next_below(n))
                .expect("an order");
            drop(view);
            carry_out::<AutumnFog>(&definitions, &mut state, ask.side, &order, &mut dice).expect("a legal order");
        }
        assert!(within > 1_000 && barred > 100, "{within} {barred}");
    }
}
