use super::tables::{Section, Sections, Tables};
use super::{ALLIED, GERMAN};
use definitions::hex::{Direction, Grid, HexId, HexSet};
use definitions::{DefinitionError, Feature, HexDefinition, Map, Settlement, Terrain};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// A bridge, dense from 0 in the order of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BridgeId(pub u16);

/// The terrain of a hex besides what stands on it (11a, 11e).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Clear.
    Clear,
    /// Rough.
    Rough,
}

/// What part of play a hex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexKind {
    /// Units live in it.
    Live,
    /// An Allied map edge hex (5.3).
    Edge,
    /// Nobody enters it: impassable, closed by the errata, or not on the map.
    Closed,
}

/// What flows along a hexside (11b, 11c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Water {
    /// Nothing.
    None,
    /// A ford: a lesser river.
    Ford,
    /// A river.
    River,
}

/// A side of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The hex behind it.
    pub there: HexId,
    /// What flows along it.
    pub water: Water,
    /// The bridge across it.
    pub bridge: Option<BridgeId>,
    /// Whether a road crosses it.
    pub road: bool,
    /// Whether the start line runs here.
    pub front: bool,
}

/// What lies in a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    /// What part of play it is.
    pub kind: HexKind,
    /// Its terrain.
    pub ground: Ground,
    /// Whether it is a town (11f).
    pub town: bool,
    /// Whether it belongs to the West Wall (11h).
    pub west_wall: bool,
    /// Its sides towards hexes of the grid.
    pub sides: Vec<Side>,
}

/// A road exit hex (16b).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The hex.
    pub hex: HexId,
    /// Its points.
    pub points: u8,
    /// The section of the edge to which its road leads.
    pub section: Section,
}

/// The map as the rules read it.
#[derive(Clone, Debug)]
pub struct Board {
    grid: Grid,
    hexes: Vec<Hex>,
    /// The two ends of each bridge.
    bridges: Vec<[HexId; 2]>,
    exits: Vec<Exit>,
    /// Roads off the German edge (12.2d), roads to Allied edge hexes (12.2f), with the section of these.
    sources: [Vec<HexId>; 2],
    /// Edge hexes from which a road enters: the hex, the hex of the map behind, the section.
    entries: Vec<(HexId, HexId, Section)>,
    german_side: HexSet,
    west_of_meuse: HexSet,
    /// The hexes of each side that touch the start line.
    front: [HexSet; 2],
    /// Distance to the nearest source of each side.
    to_source: [Vec<u16>; 2],
    /// The hexes in which somebody keeps units in road mode out of a gate: gates, and those next to one along the road.
    by_gate: HexSet,
    /// The bridges that a unit in each hex interdicts for its enemies.
    in_range: Vec<Vec<BridgeId>>,
}

/// The river of the west bank (14.3c).
const MEUSE: &str = "Meuse";

impl Board {
    pub(super) fn new(map: &Map, tables: &Tables) -> Result<Board, Vec<DefinitionError>> {
        let grid = map.grid.clone();
        let fault = |message: String| vec![DefinitionError::new("map.txt", 0, message)];
        let mut bridges = Vec::new();
        let mut hexes: Vec<Hex> = (0..grid.len() as u16).map(|hex| read_hex(map, HexId(hex))).collect();
        let mut meuse: Vec<[HexId; 2]> = Vec::new();
        for side in &map.hexsides {
            let Some(there) = grid.neighbour(side.hex, side.side) else { continue };
            let bridge = side.bridge.then_some(BridgeId(bridges.len() as u16));
            bridges.extend(bridge.map(|_| [side.hex, there]));
            if side.river.as_deref() == Some(MEUSE) {
                meuse.push([side.hex, there]);
            }
            let water = match (&side.river, side.rank) {
                (None, _) => Water::None,
                (Some(_), 1) => Water::River,
                (Some(_), _) => Water::Ford,
            };
            for (from, to) in [(side.hex, there), (there, side.hex)] {
                for known in hexes[from.index()].sides.iter_mut().filter(|known| known.there == to) {
                    (known.water, known.bridge, known.front) = (water, bridge, side.front);
                }
            }
        }
        for road in &map.roads {
            for (from, to) in [(road.from, road.to), (road.to, road.from)] {
                hexes[from.index()]
                    .sides
                    .iter_mut()
                    .filter(|known| known.there == to)
                    .for_each(|side| side.road = true);
            }
        }
        let entries = entries(map, &hexes, tables).map_err(fault)?;
        let section_of =
            |hex: HexId| entries.iter().find(|(_, inside, _)| *inside == hex).map(|(.., section)| *section);
        if meuse.is_empty() {
            return Err(fault(format!("expected a river `{MEUSE}`, which bounds the west bank (14.3)")));
        }
        let mut exits = Vec::new();
        for hex in map.on_map() {
            let points = map.hex(hex).features.iter().find_map(|it| match it {
                Feature::Exit(points) => Some(*points),
                _ => None,
            });
            if let Some(points) = points {
                let section = section_of(hex);
                let section = section.ok_or_else(|| {
                    fault(format!("exit {}: expected a road to a map edge hex with an area", grid.number(hex)))
                })?;
                exits.push(Exit { hex, points, section });
            }
        }
        let german: Vec<HexId> = map.on_map().filter(|hex| is_entry(map.hex(*hex), "german")).collect();
        let mut allied: Vec<HexId> = entries.iter().map(|(_, inside, _)| *inside).collect();
        allied.dedup();
        let sources = [german, allied];
        let live = |hex: HexId| hexes[hex.index()].kind == HexKind::Live;
        let german_side = flood(&hexes, sources[GERMAN.index()].iter().copied(), |_, side| !side.front);
        let touches = |hex: HexId| hexes[hex.index()].sides.iter().any(|side| side.front);
        let mut front = SideId::BOTH.map(|_| HexSet::new(grid.len()));
        for hex in (0..grid.len() as u16).map(HexId).filter(|hex| live(*hex) && touches(*hex)) {
            let side = if german_side.contains(hex) { GERMAN } else { ALLIED };
            front[side.index()].insert(hex);
        }
        let over_meuse = |from: HexId, to: HexId| meuse.contains(&[from, to]) || meuse.contains(&[to, from]);
        let east = flood(&hexes, sources[GERMAN.index()].iter().copied(), |from, side| !over_meuse(from, side.there));
        let mut west_of_meuse = HexSet::new(grid.len());
        for hex in (0..grid.len() as u16).map(HexId).filter(|hex| !east.contains(*hex)) {
            west_of_meuse.insert(hex);
        }
        let to_source = SideId::BOTH.map(|side| {
            let nearest =
                |hex: u16| sources[side.index()].iter().map(|source| grid.distance(HexId(hex), *source)).min();
            (0..grid.len() as u16).map(|hex| nearest(hex).unwrap_or(0)).collect()
        });
        let mut by_gate = HexSet::new(grid.len());
        for (_, gate, _) in &entries {
            let beside = hexes[gate.index()].sides.iter().filter(|side| side.road).map(|side| side.there);
            beside.chain([*gate]).for_each(|hex| by_gate.insert(hex));
        }
        let reach =
            |hex: HexId, ends: &[HexId; 2]| ends.iter().any(|end| grid.distance(hex, *end) <= tables.interdiction);
        let in_range = (0..grid.len() as u16).map(|hex| {
            let near = bridges.iter().enumerate().filter(|(_, ends)| reach(HexId(hex), ends));
            near.map(|(at, _)| BridgeId(at as u16)).collect()
        });
        let in_range = in_range.collect();
        Ok(Board {
            grid,
            hexes,
            bridges,
            exits,
            sources,
            entries,
            german_side,
            west_of_meuse,
            front,
            to_source,
            by_gate,
            in_range,
        })
    }

    /// How many hexes the grid has, those off the map included.
    pub fn hex_count(&self) -> usize {
        self.hexes.len()
    }

    /// What lies in a hex.
    pub fn hex(&self, hex: HexId) -> &Hex {
        &self.hexes[hex.index()]
    }

    /// All hexes in which units live.
    pub fn live(&self) -> impl Iterator<Item = HexId> + '_ {
        (0..self.hexes.len() as u16).map(HexId).filter(|hex| self.is_live(*hex))
    }

    /// Whether units live in a hex.
    pub fn is_live(&self, hex: HexId) -> bool {
        self.hex(hex).kind == HexKind::Live
    }

    /// Whether a hex is an Allied map edge hex.
    pub fn is_edge(&self, hex: HexId) -> bool {
        self.hex(hex).kind == HexKind::Edge
    }

    /// The side of a hex towards a neighbour.
    pub fn side(&self, from: HexId, to: HexId) -> Option<&Side> {
        self.hex(from).sides.iter().find(|side| side.there == to)
    }

    /// The neighbours of a hex on the grid.
    pub fn around(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.hex(hex).sides.iter().map(|side| side.there)
    }

    /// Hexes between two hexes as the crow flies.
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.grid.distance(a, b)
    }

    /// The bridges.
    pub fn bridges(&self) -> impl Iterator<Item = (BridgeId, [HexId; 2])> + '_ {
        self.bridges.iter().enumerate().map(|(at, ends)| (BridgeId(at as u16), *ends))
    }

    /// The bridges that a unit in a hex interdicts for its enemies, as far as its range says (13.1a).
    pub fn in_range(&self, hex: HexId) -> &[BridgeId] {
        &self.in_range[hex.index()]
    }

    /// Whether somebody in a hex keeps units in road mode out of a gate: in it, or next to it along the road (6.5g).
    pub fn is_by_gate(&self, hex: HexId) -> bool {
        self.by_gate.contains(hex)
    }

    /// The two ends of a bridge.
    pub fn bridge(&self, bridge: BridgeId) -> [HexId; 2] {
        self.bridges[usize::from(bridge.0)]
    }

    /// How many bridges there are.
    pub fn bridge_count(&self) -> usize {
        self.bridges.len()
    }

    /// The road exit hexes.
    pub fn exits(&self) -> &[Exit] {
        &self.exits
    }

    /// The hexes of the map in which a side's supply begins (12.2).
    pub fn sources(&self, side: SideId) -> &[HexId] {
        &self.sources[side.index()]
    }

    /// The edge hexes from which roads lead into the map: the edge hex, the hex behind it, the section.
    pub fn entries(&self) -> &[(HexId, HexId, Section)] {
        &self.entries
    }

    /// The sections beside one (14.1a, ruling R47).
    pub fn beside(&self, section: Section, sections: usize) -> Sections {
        let near = |other: &u8| other.abs_diff(section.0) == 1;
        (0..sections as u8).filter(near).map(Section).collect()
    }

    /// Whether a hex lies on the German side of the start line.
    pub fn german_side(&self, hex: HexId) -> bool {
        self.german_side.contains(hex)
    }

    /// Whether a hex lies behind the Meuse (14.3c).
    pub fn west_of_meuse(&self, hex: HexId) -> bool {
        self.west_of_meuse.contains(hex)
    }

    /// The hexes of a side that touch the start line (17a).
    pub fn front(&self, side: SideId) -> &HexSet {
        &self.front[side.index()]
    }

    /// Hexes from a hex to the nearest source of supply of a side, as the crow flies.
    pub fn to_source(&self, side: SideId, hex: HexId) -> u16 {
        self.to_source[side.index()][hex.index()]
    }
}

/// A hex with its sides, as yet without what runs along them.
fn read_hex(map: &Map, hex: HexId) -> Hex {
    let it = map.hex(hex);
    let has = |feature: &Feature| it.features.contains(feature);
    let kind = if it.terrain == Terrain::OffMap || has(&Feature::Impassable) {
        HexKind::Closed
    } else if has(&Feature::Edge("allied".to_owned())) {
        HexKind::Edge
    } else {
        HexKind::Live
    };
    let side = |side: Direction| {
        let there = map.grid.neighbour(hex, side)?;
        Some(Side { there, water: Water::None, bridge: None, road: false, front: false })
    };
    Hex {
        kind,
        ground: if it.terrain == Terrain::Rough { Ground::Rough } else { Ground::Clear },
        town: matches!(it.settlement, Some(Settlement::Town | Settlement::City)),
        west_wall: has(&Feature::Westwall),
        sides: Direction::ALL.into_iter().filter_map(side).collect(),
    }
}

fn is_entry(hex: &HexDefinition, side: &str) -> bool {
    hex.features.iter().any(|it| matches!(it, Feature::Entry(id) if id == side))
}

/// The edge hexes from which a road leads to a hex in which units live.
fn entries(map: &Map, hexes: &[Hex], tables: &Tables) -> Result<Vec<(HexId, HexId, Section)>, String> {
    let mut found = Vec::new();
    for hex in map.on_map().filter(|hex| hexes[hex.index()].kind == HexKind::Edge && is_entry(map.hex(*hex), "allied"))
    {
        let area = map.hex(hex).features.iter().find_map(|it| match it {
            Feature::EntryArea(area) => tables.section(area),
            _ => None,
        });
        let section = area.ok_or_else(|| format!("hex {}: expected `area=` with a section", map.grid.number(hex)))?;
        let inside =
            hexes[hex.index()].sides.iter().filter(|side| side.road && hexes[side.there.index()].kind == HexKind::Live);
        found.extend(inside.map(|side| (hex, side.there, section)));
    }
    found.sort_by_key(|(_, inside, _)| *inside);
    Ok(found)
}

/// The hexes that can be come to from some, side by side as `open` says.
fn flood(hexes: &[Hex], from: impl Iterator<Item = HexId>, open: impl Fn(HexId, &Side) -> bool) -> HexSet {
    let mut set = HexSet::new(hexes.len());
    let mut next: Vec<HexId> = from.collect();
    next.iter().for_each(|hex| set.insert(*hex));
    while let Some(hex) = next.pop() {
        for side in hexes[hex.index()].sides.iter().filter(|side| open(hex, side)) {
            if !set.contains(side.there) {
                set.insert(side.there);
                next.push(side.there);
            }
        }
    }
    set
}
