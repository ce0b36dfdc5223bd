use super::counters::Army;
use super::tables::{Chart, Tolls, Tread};
use definitions::hex::{Grid, HexId, HexSet};
use definitions::{BridgeState, DefinitionError, Feature, Map, Settlement, Terrain};
use engine::contract::SideId;
use engine::kernel::Lines;
use serde::{Deserialize, Serialize};

/// A bridge, dense from 0 in the order of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BridgeId(pub u16);

/// The ground of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Clear.
    Clear,
    /// Woods.
    Woods,
    /// Rough.
    Rough,
    /// Forest.
    Forest,
}

impl Ground {
    /// Its place in the chart.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A side of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The hex behind it.
    pub there: HexId,
    /// Half points to cross the river off the road where no bridge is; none where no river flows.
    pub river: Option<Tolls>,
    /// Whether the river is the Meuse (10.6.4, 3.4).
    pub meuse: bool,
    /// The bridge across it.
    pub bridge: Option<BridgeId>,
    /// Whether a road crosses it.
    pub road: bool,
}

/// What lies in a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    /// Half points to enter it off the road.
    pub tolls: Tolls,
    /// The ground.
    pub ground: Ground,
    /// Whether it is a town.
    pub town: bool,
    /// Whether it is a village.
    pub village: bool,
    /// Whether it belongs to the Westwall.
    pub westwall: bool,
    /// The German army whose area it is in.
    pub army: Option<Army>,
    /// Whether it is in the British area.
    pub british: bool,
    /// The letter of its entry area, and whose it is.
    pub entry: Option<(SideId, String)>,
    /// Whether it lies behind the Meuse, seen from the Germans.
    pub behind_meuse: bool,
    /// Whether the Germans control it when the game begins (3.5).
    pub german: bool,
    /// Whether a road runs through it.
    pub road: bool,
    /// Its sides towards hexes of the map.
    pub sides: Vec<Side>,
}

impl Hex {
    /// Whether units may be supplied, rebuilt or deployed here: a village or town.
    pub fn settled(&self) -> bool {
        self.town || self.village
    }

    /// Whether it is clear as combat means it: a village may be in it, a town not (11.3.2).
    pub fn clear(&self) -> bool {
        self.ground == Ground::Clear && !self.town
    }
}

/// A bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// The hexes it joins.
    pub ends: [HexId; 2],
    /// Whether it is blown when the game begins (3.2).
    pub blown: bool,
}

/// The map as the rules read it.
#[derive(Clone, Debug)]
pub struct Board {
    grid: Grid,
    hexes: Vec<Hex>,
    bridges: Vec<Bridge>,
    /// Peiper's fuel (8.5).
    pub dump: HexId,
    /// Hexes to the boundary with the 7th Army's area from each hex of the 5th (9.4).
    to_seventh: Lines,
}

/// Name of the river that the British keep behind (10.6.4).
const MEUSE: &str = "Meuse";

impl Board {
    pub(super) fn new(map: &Map, chart: &Chart, sides: &[String], behind: &[HexId]) -> Result<Board, DefinitionError> {
        let grid = map.grid.clone();
        let mut hexes = grid.hexes().map(|hex| read_hex(map, hex, chart, sides)).collect::<Result<Vec<_>, _>>()?;
        let mut bridges = Vec::new();
        for side in &map.hexsides {
            let Some(there) = grid.neighbour(side.hex, side.side) else { continue };
            let bridge = side.bridge.then_some(BridgeId(bridges.len() as u16));
            bridges.extend(bridge.map(|_| Bridge { ends: [side.hex, there], blown: side.state == BridgeState::Blown }));
            let river = side.river.as_ref().map(|_| if side.rank == 2 { chart.minor } else { chart.major });
            let meuse = side.river.as_deref() == Some(MEUSE);
            each_way(&mut hexes, [side.hex, there], |known| {
                (known.river, known.meuse, known.bridge) = (river, meuse, bridge);
            });
        }
        for road in &map.roads {
            each_way(&mut hexes, [road.from, road.to], |known| known.road = true);
            hexes[road.from.index()].road = true;
            hexes[road.to.index()].road = true;
        }
        let fault = |message: &str| DefinitionError::new("map.txt", 0, message.to_owned());
        let dump = grid.hexes().find(|hex| map.hex(*hex).features.contains(&Feature::Depot));
        let dump = dump.ok_or_else(|| fault("expected the hex of the fuel dump (8.5)"))?;
        let mut board = Board { grid, hexes, bridges, dump, to_seventh: Lines::trace(0, [], 0, |_, _| {}) };
        board
            .lay_meuse()
            .ok_or_else(|| fault("expected the Meuse from edge to edge, and a British entry behind it"))?;
        behind.iter().for_each(|hex| board.hexes[hex.index()].german = true);
        let seventh: Vec<HexId> = board.all().filter(|hex| board.hex(*hex).army == Some(Army::Seventh)).collect();
        let to_seventh = Lines::trace(board.len(), seventh, Lines::ENDLESS, |hex, go| board.around(hex).for_each(go));
        board.to_seventh = to_seventh;
        Ok(board)
    }

    /// Which hexes lie behind the Meuse: those that are reached from the British entry without crossing it.
    fn lay_meuse(&mut self) -> Option<()> {
        let start = self.all().find(|hex| self.hex(*hex).british && self.hex(*hex).entry.is_some())?;
        let behind = Lines::trace(self.len(), [start], Lines::ENDLESS, |hex, go| {
            self.hex(hex).sides.iter().filter(|side| !side.meuse).for_each(|side| go(side.there));
        });
        let behind: Vec<bool> = self.all().map(|hex| behind.reaches(hex)).collect();
        for (hex, behind) in self.hexes.iter_mut().zip(&behind) {
            hex.behind_meuse = *behind;
        }
        behind.iter().any(|behind| !behind).then_some(())
    }

    /// How many hexes the map has.
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// A map always has hexes.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// What lies in a hex.
    pub fn hex(&self, hex: HexId) -> &Hex {
        &self.hexes[hex.index()]
    }

    /// All hexes.
    pub fn all(&self) -> impl Iterator<Item = HexId> + '_ {
        (0..self.hexes.len() as u16).map(HexId)
    }

    /// The side of a hex towards a neighbour.
    pub fn side(&self, from: HexId, to: HexId) -> Option<&Side> {
        self.hex(from).sides.iter().find(|side| side.there == to)
    }

    /// The neighbours of a hex.
    pub fn around(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.hex(hex).sides.iter().map(|side| side.there)
    }

    /// Hexes between two hexes as the crow flies.
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.grid.distance(a, b)
    }

    /// The column of a hex, counted from the west.
    pub fn column(&self, hex: HexId) -> u16 {
        self.grid.column_row(hex).0
    }

    /// The bridges.
    pub fn bridges(&self) -> &[Bridge] {
        &self.bridges
    }

    /// A bridge.
    pub fn bridge(&self, bridge: BridgeId) -> &Bridge {
        &self.bridges[usize::from(bridge.0)]
    }

    /// The bridge between two hexes.
    pub fn bridge_between(&self, a: HexId, b: HexId) -> Option<BridgeId> {
        self.side(a, b).and_then(|side| side.bridge)
    }

    /// The hexes of an entry area.
    pub fn area(&self, letter: &str) -> Vec<HexId> {
        let of = |hex: &HexId| self.hex(*hex).entry.as_ref().is_some_and(|(_, known)| known == letter);
        self.all().filter(of).collect()
    }

    /// The entry hexes of a side, which are its supply sources too (2.2.1).
    pub fn entries(&self, side: SideId) -> Vec<HexId> {
        self.all().filter(|hex| self.hex(*hex).entry.as_ref().is_some_and(|(whose, _)| *whose == side)).collect()
    }

    /// Hexes from a hex to the area of the 7th Army (9.4).
    pub fn to_seventh(&self, hex: HexId) -> u16 {
        self.to_seventh.to(hex).unwrap_or(u16::MAX)
    }

    /// An empty set of hexes.
    pub fn none(&self) -> HexSet {
        HexSet::new(self.len())
    }

    /// Half points to enter a hex off the road for units of a tread.
    pub fn toll(&self, hex: HexId, tread: Tread) -> Option<u16> {
        self.hex(hex).tolls[tread.index()]
    }
}

/// Changes the side between two hexes, as seen from both.
fn each_way(hexes: &mut [Hex], [one, other]: [HexId; 2], change: impl Fn(&mut Side)) {
    for (from, to) in [(one, other), (other, one)] {
        hexes[from.index()].sides.iter_mut().filter(|known| known.there == to).for_each(&change);
    }
}

/// A hex with its sides, as yet without what runs along them.
fn read_hex(map: &Map, hex: HexId, chart: &Chart, sides: &[String]) -> Result<Hex, DefinitionError> {
    let it = map.hex(hex);
    let fault = |message: &str| DefinitionError::new("map.txt", 0, format!("hex {}: {message}", map.grid.number(hex)));
    let ground = match it.terrain {
        Terrain::Clear => Ground::Clear,
        Terrain::Woods => Ground::Woods,
        Terrain::Rough => Ground::Rough,
        Terrain::Forest => Ground::Forest,
        Terrain::Marsh | Terrain::Own(_) | Terrain::OffMap => return Err(fault("expected a ground of the chart")),
    };
    let town = matches!(it.settlement, Some(Settlement::Town | Settlement::City));
    let army = |id: &str| Army::ALL.into_iter().find(|army| army.id() == id);
    let commands = || {
        it.features.iter().filter_map(|feature| match feature {
            Feature::Command(id) => Some(id.as_str()),
            _ => None,
        })
    };
    let mut letter = None;
    let mut whose = None;
    for feature in &it.features {
        match feature {
            Feature::EntryArea(area) => letter = Some(area.clone()),
            Feature::Entry(side) => whose = sides.iter().position(|id| id == side).map(|at| SideId(at as u8)),
            _ => {}
        }
    }
    let side = |(_, there): (_, HexId)| Side { there, river: None, meuse: false, bridge: None, road: false };
    Ok(Hex {
        tolls: if town { chart.town } else { chart.ground[ground.index()] },
        ground,
        town,
        village: it.settlement == Some(Settlement::Village),
        westwall: it.features.contains(&Feature::Westwall),
        army: commands().find_map(army),
        british: commands().any(|id| id == "british"),
        entry: whose.zip(letter),
        behind_meuse: false,
        german: false,
        road: false,
        sides: map
            .grid
            .neighbours(hex)
            .filter(|(_, there)| map.hex(*there).terrain != Terrain::OffMap)
            .map(side)
            .collect(),
    })
}
