use super::terrain::{Allowance, BarrageRoll, Chart, Crossing, Effects, dearest};
use definitions::hex::{Direction, Grid, HexId};
use definitions::{BridgeState, DefinitionError, Feature, Map, RoadClass, Settlement, Terrain};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A bridge, dense from 0 in the order of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BridgeId(pub u16);

/// A plunger, dense from 0 in the order of the map (3.8f).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlungerId(pub u16);

/// A road's class (1.3f).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Road {
    /// A Road.
    Road,
    /// A Track.
    Track,
}

/// What flows along a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Water {
    /// A stream.
    Stream,
    /// A river.
    River,
    /// The Meuse.
    Meuse,
}

/// A side of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The hex behind it.
    pub there: HexId,
    /// What flows along it.
    pub water: Option<Water>,
    /// Half points to cross it off the road, by allowance; none where prohibited.
    pub entry_costs: [Option<u16>; 2],
    /// Column shift for a stack that attacks across.
    pub shift: i8,
    /// The bridge across it.
    pub bridge: Option<BridgeId>,
    /// The road that crosses it.
    pub road: Option<Road>,
    /// Whether it is crossed by the boats of 4.2.
    pub boats: bool,
}

/// What lies in a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    /// Half points to enter it off the road, by allowance; none where prohibited or not on the map (1.3q).
    pub entry_costs: [Option<u16>; 2],
    /// Column shift for a defender, the West Wall apart (1.3r).
    pub shift: i8,
    /// What places barrage markers, the West Wall apart (3.5n); none off the map.
    pub barrage: Option<BarrageRoll>,
    /// Whether it is a city.
    pub city: bool,
    /// Whether it belongs to the West Wall.
    pub west_wall: bool,
    /// Whether it is a traffic jam hex (3.1e).
    pub jam: bool,
    /// The letter of its entry area.
    pub area: Option<String>,
    /// Whose friendly map edge it touches (1.3s).
    pub edge: Option<SideId>,
    /// Points for control (6d).
    pub points: Option<u8>,
    /// Its sides towards hexes of the grid.
    pub sides: Vec<Side>,
}

impl Hex {
    /// Whether it is on the map.
    pub fn on_map(&self) -> bool {
        self.barrage.is_some()
    }
}

/// A bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// The hexes it joins.
    pub ends: [HexId; 2],
    /// What became of it before the game.
    pub state: BridgeState,
}

/// A plunger and the bridges that go with it (3.8n): those out of its hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plunger {
    /// Its hex.
    pub hex: HexId,
    /// Its bridges.
    pub bridges: Vec<BridgeId>,
}

/// The map as the rules read it.
#[derive(Clone, Debug)]
pub struct Board {
    grid: Grid,
    hexes: Vec<Hex>,
    bridges: Vec<Bridge>,
    plungers: Vec<Plunger>,
    objectives: Vec<(HexId, u8)>,
}

impl Board {
    /// The board of a map; `boats` is the river that boats cross (4.2).
    pub(super) fn new(map: &Map, chart: &Chart, sides: &[String], boats: &str) -> Result<Board, DefinitionError> {
        let grid = map.grid.clone();
        let read = |hex: u16| read_hex(map, HexId(hex), chart, sides);
        let mut hexes: Vec<Hex> = (0..grid.len() as u16).map(read).collect::<Result<_, _>>()?;
        let mut bridges = Vec::new();
        for side in &map.hexsides {
            let Some(there) = grid.neighbour(side.hex, side.side) else { continue };
            let bridge = side.bridge.then_some(BridgeId(bridges.len() as u16));
            bridges.extend(bridge.map(|_| Bridge { ends: [side.hex, there], state: side.state }));
            let water = match (&side.river, side.rank) {
                (None, _) => None,
                (Some(_), 3) => Some(Water::Meuse),
                (Some(_), 1) => Some(Water::River),
                (Some(_), _) => Some(Water::Stream),
            };
            let crossing = water.map(|water| crossing(chart, water));
            let by_boat = side.river.as_deref() == Some(boats);
            each_way(&mut hexes, [side.hex, there], |known| {
                if let Some(Crossing { entry_costs, shift }) = crossing {
                    (known.entry_costs, known.shift) = (entry_costs, shift);
                }
                (known.water, known.bridge, known.boats) = (water, bridge, by_boat);
            });
        }
        for road in &map.roads {
            let class = match road.class {
                RoadClass::Main => Road::Road,
                RoadClass::Secondary => Road::Track,
            };
            each_way(&mut hexes, [road.from, road.to], |known| known.road = Some(class));
        }
        let mut plungers = Vec::new();
        for hex in map.on_map().filter(|hex| map.hex(*hex).features.contains(&Feature::Plunger)) {
            let out: Vec<BridgeId> = hexes[hex.index()].sides.iter().filter_map(|side| side.bridge).collect();
            if out.is_empty() {
                let message = format!("hex {}: expected a bridge beside its plunger", grid.number(hex));
                return Err(DefinitionError::new("map.txt", 0, message));
            }
            plungers.push(Plunger { hex, bridges: out });
        }
        let points = |hex: HexId| hexes[hex.index()].points.map(|points| (hex, points));
        let objectives = map.on_map().filter_map(points).collect();
        Ok(Board { grid, hexes, bridges, plungers, objectives })
    }

    /// How many hexes the grid has, those off the map included.
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

    /// All hexes of the map.
    pub fn on_map(&self) -> impl Iterator<Item = HexId> + '_ {
        (0..self.hexes.len() as u16).map(HexId).filter(|hex| self.hex(*hex).on_map())
    }

    /// The side of a hex towards a neighbour.
    pub fn side(&self, from: HexId, to: HexId) -> Option<&Side> {
        self.hex(from).sides.iter().find(|side| side.there == to)
    }

    /// The neighbours of a hex on the map.
    pub fn around(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.hex(hex).sides.iter().map(|side| side.there).filter(|there| self.hex(*there).on_map())
    }

    /// Hexes between two hexes as the crow flies.
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.grid.distance(a, b)
    }

    /// The hexes of the map within a distance of one, it included, in the order of the map.
    pub fn within(&self, hex: HexId, distance: u16) -> impl Iterator<Item = HexId> + '_ {
        let mut found = vec![hex];
        let mut ring = 0;
        for _ in 0..distance {
            let from = std::mem::replace(&mut ring, found.len());
            for at in from..ring {
                for side in &self.hex(found[at]).sides {
                    if !found.contains(&side.there) {
                        found.push(side.there);
                    }
                }
            }
        }
        found.sort_unstable();
        found.into_iter().filter(|there| self.hex(*there).on_map())
    }

    /// A bridge.
    pub fn bridge(&self, bridge: BridgeId) -> &Bridge {
        &self.bridges[usize::from(bridge.0)]
    }

    /// How many bridges there are.
    pub fn bridge_count(&self) -> usize {
        self.bridges.len()
    }

    /// The plungers.
    pub fn plungers(&self) -> &[Plunger] {
        &self.plungers
    }

    /// The plunger in a hex.
    pub fn plunger_in(&self, hex: HexId) -> Option<PlungerId> {
        self.plungers.iter().position(|plunger| plunger.hex == hex).map(|at| PlungerId(at as u16))
    }

    /// The VP hexes with their points (6d).
    pub fn objectives(&self) -> &[(HexId, u8)] {
        &self.objectives
    }

    /// The hexes of the entry areas by letter.
    pub fn areas(&self) -> BTreeMap<&str, Vec<HexId>> {
        let mut areas: BTreeMap<&str, Vec<HexId>> = BTreeMap::new();
        for hex in self.on_map() {
            if let Some(area) = &self.hex(hex).area {
                areas.entry(area).or_default().push(hex);
            }
        }
        areas
    }
}

fn crossing(chart: &Chart, water: Water) -> Crossing {
    match water {
        Water::Stream => chart.stream,
        Water::River => chart.river,
        Water::Meuse => chart.meuse,
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
    let has = |feature: &Feature| it.features.contains(feature);
    let fault = |message: &str| DefinitionError::new("map.txt", 0, format!("hex {}: {message}", map.grid.number(hex)));
    let city = it.settlement == Some(Settlement::City);
    let ground = match it.terrain {
        // a city in open ground is nothing else: open is ground without any other terrain (ruling R51)
        Terrain::Clear if city => None,
        Terrain::Clear => Some(chart.open),
        Terrain::Woods => Some(chart.woods),
        Terrain::Forest => Some(chart.forest),
        Terrain::Marsh => Some(chart.marsh),
        Terrain::Rough => Some(chart.slope),
        Terrain::OffMap => None,
        Terrain::Own(_) => return Err(fault("expected a terrain of the chart")),
    };
    let built = match it.settlement {
        Some(Settlement::City) => Some(chart.city),
        Some(Settlement::Village) => Some(chart.village),
        Some(Settlement::Town) => return Err(fault("expected a village or a city")),
        None => None,
    };
    let terrains: Vec<Effects> = ground.into_iter().chain(built).collect();
    let on_map = it.terrain != Terrain::OffMap;
    let entry_cost = |allowance: Allowance| dearest(&terrains, allowance).filter(|_| on_map);
    let edge = it.features.iter().find_map(|feature| match feature {
        Feature::Edge(id) => Some(sides.iter().position(|side| side == id)),
        _ => None,
    });
    let edge = match edge {
        None => None,
        Some(side) => Some(SideId(side.ok_or_else(|| fault("expected the edge of a side"))? as u8)),
    };
    let side = |side: Direction| {
        let there = map.grid.neighbour(hex, side)?;
        Some(Side { there, water: None, entry_costs: [Some(0); 2], shift: 0, bridge: None, road: None, boats: false })
    };
    Ok(Hex {
        entry_costs: Allowance::ALL.map(entry_cost),
        shift: terrains.iter().map(|terrain| terrain.shift).min().unwrap_or(0),
        barrage: terrains.iter().filter_map(|terrain| terrain.barrage).reduce(BarrageRoll::harder).filter(|_| on_map),
        city,
        west_wall: has(&Feature::Westwall),
        jam: has(&Feature::Jam),
        area: it.features.iter().find_map(|feature| match feature {
            Feature::EntryArea(area) => Some(area.clone()),
            _ => None,
        }),
        edge,
        points: it.features.iter().find_map(|feature| match feature {
            Feature::Objective(points) => Some(*points),
            _ => None,
        }),
        sides: Direction::ALL.into_iter().filter_map(side).collect(),
    })
}
