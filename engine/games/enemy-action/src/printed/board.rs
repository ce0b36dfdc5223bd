use definitions::hex::{Grid, HexId, HexSet};
use definitions::{BridgeState, DefinitionError, Feature, Map, Settlement, Terrain};
use engine::contract::SideId;
use engine::kernel::Lines;
use serde::{Deserialize, Serialize};

/// A river hexside that has, or may get, a bridge: dense from 0 in the order of the map (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RiverId(pub u16);

/// The natural ground of a hex (2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Clear.
    Clear,
    /// Broken.
    Broken,
    /// Woods.
    Woods,
    /// Forest.
    Forest,
}

impl Ground {
    /// All, in the order of the chart.
    pub const ALL: [Ground; 4] = [Ground::Clear, Ground::Broken, Ground::Woods, Ground::Forest];

    /// Its name in charts and on chits.
    pub const fn name(self) -> &'static str {
        match self {
            Ground::Clear => "clear",
            Ground::Broken => "broken",
            Ground::Woods => "woods",
            Ground::Forest => "forest",
        }
    }
}

/// What is built in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    /// A town.
    Town,
    /// A city.
    City,
}

/// An edge of the map (2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// North.
    North,
    /// South.
    South,
    /// West.
    West,
}

/// A side of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The hex behind it.
    pub there: HexId,
    /// The river along it.
    pub river: Option<RiverId>,
    /// Whether that is the Meuse.
    pub meuse: bool,
    /// Whether a road crosses it.
    pub road: bool,
}

/// What lies in a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    /// The natural ground.
    pub ground: Ground,
    /// Town or city.
    pub built: Option<Built>,
    /// Victory points (14.1).
    pub points: u8,
    /// Whether it belongs to the Westwall.
    pub westwall: bool,
    /// Whether a road runs through it.
    pub road: bool,
    /// Whose map edge it lies on (10).
    pub edge: Option<SideId>,
    /// The edge over which Germans leave, and the last day of it (2.1).
    pub exit: Option<(Edge, Option<u8>)>,
    /// Whether a fuel depot starts here (3).
    pub depot: bool,
    /// Ids of the armies and corps in whose areas it lies (7.6, 7.7).
    pub areas: Vec<String>,
    /// Number of its column, which grows to the west (7.5).
    pub column: u16,
    /// Whether it lies west or north of the Meuse.
    pub beyond_meuse: bool,
    /// Whether it borders the Meuse.
    pub at_meuse: bool,
    /// Whether it lies behind the Westwall, seen from the Allies (12.1).
    pub behind_westwall: bool,
    /// Its sides towards hexes of the map.
    pub sides: Vec<Side>,
}

impl Hex {
    /// A cell of the grid that is no hex of the map.
    const fn nowhere() -> Hex {
        Hex {
            ground: Ground::Clear,
            built: None,
            points: 0,
            westwall: false,
            road: false,
            edge: None,
            exit: None,
            depot: false,
            areas: Vec::new(),
            column: 0,
            beyond_meuse: false,
            at_meuse: false,
            behind_westwall: false,
            sides: Vec::new(),
        }
    }
}

/// A river hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct River {
    /// The hexes on both sides.
    pub ends: [HexId; 2],
    /// Whether a road crosses it by a bridge (12.2).
    pub bridged: bool,
    /// Whether that is blown at the start (3).
    pub blown: bool,
    /// Whether that is German at the start (12.2).
    pub german: bool,
}

/// The map as the rules read it.
#[derive(Clone, Debug)]
pub struct Board {
    grid: Grid,
    hexes: Vec<Hex>,
    rivers: Vec<River>,
    from_westwall: Lines,
}

const MEUSE: &str = "Meuse";

impl Board {
    pub(super) fn new(map: &Map, sides: &[String]) -> Result<Board, DefinitionError> {
        let grid = map.grid.clone();
        let cells = (0..grid.len() as u16).map(HexId);
        let mut hexes = cells.map(|hex| read(map, hex, sides)).collect::<Result<Vec<_>, _>>()?;
        let mut rivers = Vec::new();
        for side in map.hexsides.iter().filter(|side| side.river.is_some()) {
            let Some(there) = grid.neighbour(side.hex, side.side) else { continue };
            let id = RiverId(rivers.len() as u16);
            rivers.push(River {
                ends: [side.hex, there],
                bridged: side.bridge,
                blown: side.bridge && side.state == BridgeState::Blown,
                german: side.owner.as_ref() == sides.first(),
            });
            let meuse = side.river.as_deref() == Some(MEUSE);
            each_way(&mut hexes, [side.hex, there], |known| (known.river, known.meuse) = (Some(id), meuse));
        }
        for road in &map.roads {
            each_way(&mut hexes, [road.from, road.to], |known| known.road = true);
            hexes[road.from.index()].road = true;
            hexes[road.to.index()].road = true;
        }
        let mut board = Board { grid, hexes, rivers, from_westwall: Lines::trace(0, [], 0, |_, _| {}) };
        board.lay_banks()?;
        let wall: Vec<HexId> = board.all().filter(|hex| board.hex(*hex).westwall).collect();
        board.from_westwall = Lines::trace(board.len(), wall, Lines::ENDLESS, |hex, go| board.around(hex).for_each(go));
        Ok(board)
    }

    /// Which hexes lie beyond the Meuse and behind the Westwall: the Germans come from their own map edge.
    fn lay_banks(&mut self) -> Result<(), DefinitionError> {
        let german = SideId(0);
        let starts: Vec<HexId> = self.all().filter(|hex| self.hex(*hex).edge == Some(german)).collect();
        let near = Lines::trace(self.len(), starts.clone(), Lines::ENDLESS, |hex, go| {
            self.hex(hex).sides.iter().filter(|side| !side.meuse).for_each(|side| go(side.there));
        });
        let behind = starts.into_iter().filter(|hex| !self.hex(*hex).westwall).collect::<Vec<_>>();
        let behind = Lines::trace(self.len(), behind, Lines::ENDLESS, |hex, go| {
            self.around(hex).filter(|there| !self.hex(*there).westwall).for_each(go);
        });
        for at in 0..self.hexes.len() {
            let hex = HexId(at as u16);
            let beyond = !near.reaches(hex) && !self.hexes[at].sides.is_empty();
            let at_meuse = self.hexes[at].sides.iter().any(|side| side.meuse);
            let known = &mut self.hexes[at];
            (known.beyond_meuse, known.at_meuse, known.behind_westwall) = (beyond, at_meuse, behind.reaches(hex));
        }
        let allied = self.all().find(|hex| self.hex(*hex).edge == Some(SideId(1)) && self.hex(*hex).behind_westwall);
        let message = "expected the Westwall to part the German from the Allied map edge (12.1)";
        allied.map_or(Ok(()), |_| Err(DefinitionError::new("map.txt", 0, message.to_owned())))
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

    /// All hexes. Shifted rows lack a cell, whose number nobody has.
    pub fn all(&self) -> impl Iterator<Item = HexId> + '_ {
        self.grid.hexes()
    }

    /// Whether a number is that of a hex.
    pub fn has(&self, hex: HexId) -> bool {
        hex.index() < self.hexes.len() && self.grid.contains(hex)
    }

    /// The side of a hex towards a neighbour.
    pub fn side(&self, from: HexId, to: HexId) -> Option<&Side> {
        self.hex(from).sides.iter().find(|side| side.there == to)
    }

    /// The neighbours of a hex.
    pub fn around(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.hex(hex).sides.iter().map(|side| side.there)
    }

    /// Whether two hexes touch.
    pub fn touch(&self, one: HexId, other: HexId) -> bool {
        self.side(one, other).is_some()
    }

    /// Hexes between two hexes as the crow flies.
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.grid.distance(a, b)
    }

    /// The river hexsides.
    pub fn rivers(&self) -> &[River] {
        &self.rivers
    }

    /// A river hexside.
    pub fn river(&self, river: RiverId) -> &River {
        &self.rivers[usize::from(river.0)]
    }

    /// Hexes from the nearest hex of the Westwall (R59).
    pub fn from_westwall(&self, hex: HexId) -> u16 {
        self.from_westwall.to(hex).unwrap_or(u16::MAX)
    }

    /// An empty set of hexes.
    pub fn none(&self) -> HexSet {
        HexSet::new(self.len())
    }
}

/// Changes the side between two hexes, as seen from both.
fn each_way(hexes: &mut [Hex], [one, other]: [HexId; 2], change: impl Fn(&mut Side)) {
    for (from, to) in [(one, other), (other, one)] {
        hexes[from.index()].sides.iter_mut().filter(|known| known.there == to).for_each(&change);
    }
}

/// A hex with its sides, as yet without what runs along them.
fn read(map: &Map, hex: HexId, sides: &[String]) -> Result<Hex, DefinitionError> {
    let it = map.hex(hex);
    if !map.grid.contains(hex) {
        return Ok(Hex::nowhere());
    }
    let number = map.grid.number(hex);
    let fault = |message: &str| DefinitionError::new("map.txt", 0, format!("hex {number}: {message}"));
    let off = it.terrain == Terrain::OffMap;
    let ground = match it.terrain {
        Terrain::Clear | Terrain::OffMap => Ground::Clear,
        Terrain::Rough => Ground::Broken,
        Terrain::Woods => Ground::Woods,
        Terrain::Forest => Ground::Forest,
        Terrain::Marsh | Terrain::Own(_) => return Err(fault("expected a ground of the chart")),
    };
    let part = |range: std::ops::Range<usize>| number.get(range).and_then(|text| text.parse::<u16>().ok());
    let (Some(row), Some(column)) = (part(0..2), part(2..4)) else {
        return Err(fault("expected a number of row and column"));
    };
    let last = map.grid.rows();
    let (mut points, mut edge, mut exits, mut until, mut areas) = (0, None, false, None, Vec::new());
    for feature in &it.features {
        match feature {
            Feature::Objective(value) => points = *value,
            Feature::Edge(side) => edge = sides.iter().position(|id| id == side).map(|at| SideId(at as u8)),
            Feature::Exit(_) => exits = true,
            Feature::Until(day) => until = Some(*day),
            Feature::Command(id) => areas.push(id.clone()),
            _ => {}
        }
    }
    let over = match row {
        1 => Edge::North,
        row if row == last => Edge::South,
        _ => Edge::West,
    };
    let neighbours = map.grid.neighbours(hex).map(|(_, there)| there);
    let neighbours = neighbours.filter(|there| !off && map.hex(*there).terrain != Terrain::OffMap);
    Ok(Hex {
        ground,
        built: match it.settlement {
            Some(Settlement::City) => Some(Built::City),
            Some(Settlement::Town) => Some(Built::Town),
            _ => None,
        },
        points,
        westwall: it.features.contains(&Feature::Westwall),
        road: false,
        edge,
        exit: exits.then_some((over, until)),
        depot: it.features.contains(&Feature::Depot),
        areas,
        column,
        beyond_meuse: false,
        at_meuse: false,
        behind_westwall: false,
        sides: neighbours.map(|there| Side { there, river: None, meuse: false, road: false }).collect(),
    })
}
