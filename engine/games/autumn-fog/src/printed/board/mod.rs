//! The map as the rules read it.

pub mod hexside;

use crate::printed::sides::GERMAN;
use crate::printed::tables::{Class, Ground, Tables};
use definitions::hex::{Direction, Grid, HexId};
use definitions::{Feature, HexDefinition, Map, Terrain};
use engine::contract::SideId;
use hexside::{Hexside, hexsides};

/// The map as the rules read it: dense arrays, one entry a hex; sides of a hex as bits.
#[derive(Clone, Debug)]
pub struct Board {
    grid: Grid,
    ground: Vec<HexGround>,
    /// Half MP to enter a hex off the road: infantry, the others. The ground's again, side by side for searches.
    cost: Vec<[u8; 2]>,
    neighbours: Vec<[Option<HexId>; 6]>,
    /// The hex behind each side, if no river runs along it; else the number of hexes.
    within_reach: Vec<[u16; 6]>,
    /// Axial coordinates: distances without a division.
    axial: Vec<(i16, i16)>,
    river: Vec<u8>,
    bridge: Vec<u8>,
    road: Vec<u8>,
    /// By side, and for infantry and the others.
    hexsides: [[Vec<[Hexside; 6]>; 2]; 2],
    west_of_meuse: Vec<bool>,
    edges: [Vec<HexId>; 2],
    objectives: Vec<HexId>,
    southern_entries: Vec<HexId>,
}

/// The south side of a hex, as an index of [`Direction::ALL`].
const SOUTH: usize = 3;

/// What lies in a hex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HexGround {
    /// Kinds of ground, with a line each in the terrain effects chart.
    pub grounds: Vec<Ground>,
    /// Half MP to enter off the road, for infantry and for the others.
    pub cost: [u8; 2],
    /// Column shift when a unit of this side is attacked there.
    pub shift: [i32; 2],
    /// Whether units of this side in it need not attack.
    pub cover: [bool; 2],
    /// Whether attacking armour is halved.
    pub halves_armour: bool,
}

impl Board {
    /// All six sides of a hex, as bits.
    pub const ALL_SIDES: u8 = 0b11_1111;

    /// The board of a map.
    pub fn new(map: &Map, tables: &Tables) -> Board {
        let grid = map.grid.clone();
        let hexes = grid.len();
        let playable = |hex: HexId| grid.contains(hex) && map.hex(hex).terrain != Terrain::OffMap;
        let neighbour = |hex: HexId, side| {
            if playable(hex) { grid.neighbour(hex, side).filter(|there| playable(*there)) } else { None }
        };
        let all = || (0..hexes as u16).map(HexId);
        let neighbours: Vec<[Option<HexId>; 6]> =
            all().map(|hex| Direction::ALL.map(|side| neighbour(hex, side))).collect();
        let ground: Vec<HexGround> = all().map(|hex| hex_ground(tables, map.hex(hex))).collect();
        let mut board = Board {
            cost: ground.iter().map(|ground| ground.cost).collect(),
            axial: all().map(|hex| grid.axial(hex)).map(|(q, r)| (q as i16, r as i16)).collect(),
            ground,
            within_reach: Vec::new(),
            neighbours,
            river: vec![0; hexes],
            bridge: vec![0; hexes],
            road: vec![0; hexes],
            hexsides: Default::default(),
            west_of_meuse: Vec::new(),
            edges: [Vec::new(), Vec::new()],
            objectives: Vec::new(),
            southern_entries: Vec::new(),
            grid,
        };
        let mut meuse = vec![0u8; hexes];
        for side in &map.hexsides {
            let Some(there) = board.grid.neighbour(side.hex, side.side) else { continue };
            for (hex, bit) in [(side.hex, 1 << side.side.index()), (there, 1 << side.side.opposite().index())] {
                board.river[hex.index()] |= if side.river.is_some() { bit } else { 0 };
                board.bridge[hex.index()] |= if side.bridge { bit } else { 0 };
                meuse[hex.index()] |= if side.river.as_deref() == Some("Meuse") { bit } else { 0 };
            }
        }
        for road in &map.roads {
            for (from, to) in [(road.from, road.to), (road.to, road.from)] {
                if let Some(side) = board.grid.side_towards(from, to) {
                    board.road[from.index()] |= 1 << side.index();
                }
            }
        }
        for hex in map.on_map() {
            for feature in &map.hex(hex).features {
                match feature {
                    Feature::Edge(side) if side == "german" => board.edges[0].push(hex),
                    Feature::Edge(_) => board.edges[1].push(hex),
                    Feature::Objective(_) => board.objectives.push(hex),
                    Feature::Entry(side) if side != "german" && board.neighbours[hex.index()][SOUTH].is_none() => {
                        board.southern_entries.push(hex);
                    }
                    _ => {}
                }
            }
        }
        board.southern_entries.sort_by_key(|hex| std::cmp::Reverse(board.grid.column_row(*hex).0));
        board.west_of_meuse = board.beyond(&meuse);
        board.within_reach = all().map(|hex| Direction::ALL.map(|side| board.reached(hex, side))).collect();
        board.hexsides = SideId::BOTH.map(|side| {
            [Class::Infantry, Class::Mechanized].map(|class| hexsides(&board, &tables.terrain, side, class))
        });
        board
    }

    fn reached(&self, hex: HexId, side: Direction) -> u16 {
        let there = self.neighbours[hex.index()][side.index()].filter(|_| !self.river(hex, side));
        there.map_or(self.len() as u16, |there| there.0)
    }

    /// Hexes that cannot be reached from the German edge without crossing the barred sides.
    fn beyond(&self, barred: &[u8]) -> Vec<bool> {
        let mut beyond = vec![true; self.ground.len()];
        let mut stack = self.edges[GERMAN.index()].clone();
        stack.iter().for_each(|hex| beyond[hex.index()] = false);
        while let Some(hex) = stack.pop() {
            for (side, there) in self.neighbours(hex) {
                if barred[hex.index()] & (1 << side.index()) == 0 && beyond[there.index()] {
                    beyond[there.index()] = false;
                    stack.push(there);
                }
            }
        }
        beyond
    }

    /// The numbered grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Number of entries in arrays that hold one a hex.
    pub fn len(&self) -> usize {
        self.ground.len()
    }

    /// A board has hexes.
    pub fn is_empty(&self) -> bool {
        self.ground.is_empty()
    }

    /// What lies in a hex.
    pub fn ground(&self, hex: HexId) -> &HexGround {
        &self.ground[hex.index()]
    }

    /// Half MP to enter a hex off the road.
    pub fn cost(&self, hex: HexId, class: Class) -> u8 {
        self.cost[hex.index()][usize::from(class != Class::Infantry)]
    }

    /// What each side of each hex costs units of a side and a class.
    pub fn hexsides(&self, side: SideId, class: Class) -> &[[Hexside; 6]] {
        &self.hexsides[side.index()][usize::from(class != Class::Infantry)]
    }

    /// Steps between two hexes as the crow flies.
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        let ((aq, ar), (bq, br)) = (self.axial[a.index()], self.axial[b.index()]);
        let (q, r) = (aq - bq, ar - br);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// The neighbours that are on the map, with the side that leads to each.
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = (Direction, HexId)> + '_ {
        let there = self.neighbours.get(hex.index()).copied().unwrap_or_default();
        Direction::ALL.into_iter().zip(there).filter_map(|(side, there)| there.map(|there| (side, there)))
    }

    /// The neighbours that are on the map.
    pub fn around(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.neighbours[hex.index()].iter().copied().flatten()
    }

    /// Shows the neighbours behind some sides of a hex, given as bits.
    #[inline]
    pub fn behind(&self, hex: HexId, mut sides: u8, mut show: impl FnMut(HexId)) {
        let around = &self.neighbours[hex.index()];
        while sides != 0 {
            let side = sides.trailing_zeros() as usize;
            sides &= sides - 1;
            if let Some(Some(there)) = around.get(side) {
                show(*there);
            }
        }
    }

    /// Where a zone of control around a hex goes (4.1a, 4.1b), side by side: the index of the hex behind it, or
    /// [`Board::len`] where the map ends or a river runs.
    pub fn zone(&self, hex: HexId) -> [u16; 6] {
        self.within_reach[hex.index()]
    }

    /// The side of `a` that leads to `b`, if they are neighbours on the map.
    pub fn side(&self, a: HexId, b: HexId) -> Option<Direction> {
        self.neighbours(a).find(|(_, there)| *there == b).map(|(side, _)| side)
    }

    /// Whether a river runs along a side of a hex.
    pub fn river(&self, hex: HexId, side: Direction) -> bool {
        self.river[hex.index()] & (1 << side.index()) != 0
    }

    /// Whether a bridge crosses a side of a hex.
    pub fn bridge(&self, hex: HexId, side: Direction) -> bool {
        self.bridge[hex.index()] & (1 << side.index()) != 0
    }

    /// Whether a road crosses a side of a hex.
    pub fn road(&self, hex: HexId, side: Direction) -> bool {
        self.road[hex.index()] & (1 << side.index()) != 0
    }

    /// The sides of a hex that a road crosses, as bits.
    pub fn roads(&self, hex: HexId) -> u8 {
        self.road[hex.index()]
    }

    /// The sides of a hex without a river or with a bridge, as bits.
    pub fn crossings(&self, hex: HexId) -> u8 {
        Board::ALL_SIDES & (!self.river[hex.index()] | self.bridge[hex.index()])
    }

    /// Whether a road runs through a hex.
    pub fn has_road(&self, hex: HexId) -> bool {
        self.road[hex.index()] != 0
    }

    /// Whether units of a class may cross a side of a hex at all (13.1a): a river needs a bridge, but for infantry.
    pub fn passable(&self, hex: HexId, side: Direction, class: Class) -> bool {
        class == Class::Infantry || self.crossable(hex, side)
    }

    /// Whether no river runs along a side of a hex, or a bridge crosses it.
    pub fn crossable(&self, hex: HexId, side: Direction) -> bool {
        !self.river(hex, side) || self.bridge(hex, side)
    }

    /// Hexes of a side's friendly edge (10.2d, 10.2e).
    pub fn edge(&self, side: SideId) -> &[HexId] {
        &self.edges[side.index()]
    }

    /// Whether a hex lies beyond the Meuse (17.1b).
    pub fn west_of_meuse(&self, hex: HexId) -> bool {
        self.west_of_meuse[hex.index()]
    }

    /// American entry hexes on the southern edge (16.1g), from east to west.
    pub fn southern_entries(&self) -> &[HexId] {
        &self.southern_entries
    }

    /// Hexes that count for victory.
    pub fn objectives(&self) -> &[HexId] {
        &self.objectives
    }
}

fn hex_ground(tables: &Tables, definition: &HexDefinition) -> HexGround {
    let grounds = Ground::of(definition);
    let chart = &tables.terrain;
    HexGround {
        cost: [chart.entry_cost(Class::Infantry, &grounds), chart.entry_cost(Class::Mechanized, &grounds)],
        shift: SideId::BOTH.map(|side| chart.shift(side, &grounds)),
        cover: SideId::BOTH.map(|side| chart.attack_optional(side, &grounds)),
        halves_armour: chart.halves_armour(&grounds),
        grounds,
    }
}
