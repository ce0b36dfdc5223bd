use crate::chapters::movement::road_mode;
use crate::chapters::stacking::{self, Crowd};
use crate::chapters::zones;
use crate::printed::{Board, BridgeId, Counter, Definitions, Ground, RoadRates, Side, Water};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::{Direction, HexId};
use engine::kernel::Reach;

/// What bars the way into a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// Nobody enters the hex.
    Closed(Closed),
    /// An Allied edge hex (5.3l).
    Edge,
    /// Enemies are in it (5.2f).
    Enemy,
    /// The stacking limit (8, 8.2c, 6.5g).
    Crowd(Crowd),
    /// No road (6.5f).
    NoRoad,
    /// The road is cut at this bridge (13.2b).
    Cut(BridgeId),
    /// The West Wall, in road mode (11h).
    WestWall,
    /// Another unit along the road (6.5g).
    OnRoad(UnitId),
    /// The west bank is not left (14.3c).
    WestBank,
    /// It costs more than is left: points, or road hexes in road mode (5.2j).
    Poor(u16),
}

/// Why nobody enters a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Its terrain (11g).
    Impassable,
    /// It lies on the rim of the map, and the errata say that it is no edge hex (E.MAP.1).
    Rim,
}

impl Closed {
    /// Why nobody enters a closed hex: those of the rim are closed by the errata alone.
    pub fn of(board: &Board, hex: HexId) -> Closed {
        if board.around(hex).count() < Direction::ALL.len() { Closed::Rim } else { Closed::Impassable }
    }
}

impl Barrier {
    /// How much it tells a player: what bars one side of a hex among others less than what bars the hex.
    pub fn weight(self) -> u8 {
        match self {
            Barrier::NoRoad | Barrier::Poor(_) => 0,
            Barrier::OnRoad(_) | Barrier::Cut(_) => 1,
            Barrier::WestWall | Barrier::Crowd(_) => 2,
            Barrier::WestBank => 3,
            Barrier::Enemy | Barrier::Edge | Barrier::Closed(_) => 4,
        }
    }
}

/// How a unit moves now: one bound in the mode in which it is.
pub struct Mover<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    /// The unit.
    pub unit: UnitId,
    counter: &'a Counter,
    /// Whether it is in road mode.
    pub road: bool,
    /// Where it starts.
    pub start: HexId,
    bound: bool,
}

impl<'a> Mover<'a> {
    /// A unit that stands in a hex, or comes to one.
    pub fn new(definitions: &'a Definitions, state: &'a State, unit: UnitId, start: HexId) -> Mover<'a> {
        let it = state.unit(unit);
        let bound = it.west_bank && !state.freed;
        Mover { definitions, state, unit, counter: definitions.counter(unit), road: it.road, start, bound }
    }

    /// Rates of road mode.
    pub fn rates(&self) -> RoadRates {
        self.definitions.tables.road_rates(self.counter)
    }

    /// Whether the unit is held in the hex in which it starts: in an enemy zone without a friend who stays (5.2g, 7.1a). An
    /// edge hex holds nobody (ruling R11).
    pub fn held(&self) -> bool {
        let board = &self.definitions.board;
        board.is_live(self.start)
            && self.state.disposition(self.definitions).reached(self.counter.side.enemy(), self.start)
            && !stacking::company(self.definitions, self.state, self.unit, self.start)
    }

    /// Takes one hexside: what is left, or what bars it.
    pub fn step(&self, from: HexId, side: &Side, left: u16) -> Result<u16, Barrier> {
        let cost = self.toll(from, side)?;
        left.checked_sub(cost).ok_or(Barrier::Poor(cost))
    }

    /// What a hexside and the hex behind cost: points, or road hexes in road mode.
    fn toll(&self, from: HexId, side: &Side) -> Result<u16, Barrier> {
        let (definitions, state) = (self.definitions, self.state);
        let (board, there) = (&definitions.board, side.there);
        if board.is_edge(there) {
            return Err(Barrier::Edge);
        }
        if !board.is_live(there) {
            return Err(Barrier::Closed(Closed::of(board, there)));
        }
        if zones::enemy_in(definitions, state, self.counter.side, there) {
            return Err(Barrier::Enemy);
        }
        if self.bound && !board.west_of_meuse(there) {
            return Err(Barrier::WestBank);
        }
        if there != self.start {
            stacking::fits(definitions, state, self.unit, there, self.road).map_err(Barrier::Crowd)?;
        }
        let cut = side.bridge.filter(|bridge| state.is_interdicted(*bridge));
        if self.road {
            self.march(side, cut).map(|()| 1)
        } else {
            Ok(self.points(from, side, side.road && cut.is_none()))
        }
    }

    /// Whether a road leads on for a unit in road mode, over no bridge that is cut and past nobody (6.5f, 6.5g).
    fn march(&self, side: &Side, cut: Option<BridgeId>) -> Result<(), Barrier> {
        let there = side.there;
        if !side.road {
            return Err(Barrier::NoRoad);
        }
        if let Some(bridge) = cut {
            return Err(Barrier::Cut(bridge));
        }
        let wall = &self.definitions.tables.west_wall[self.counter.side.index()];
        if self.definitions.board.hex(there).west_wall && !wall.road_mode {
            return Err(Barrier::WestWall);
        }
        match road_mode::beside(self.definitions, self.state, self.unit, there).next() {
            Some(other) => Err(Barrier::OnRoad(other)),
            None => Ok(()),
        }
    }

    /// Points for a hex, its side and its company (5.1d, 8.1a).
    fn points(&self, from: HexId, side: &Side, road: bool) -> u16 {
        let (tables, class) = (&self.definitions.tables, self.counter.class);
        let hex = self.definitions.board.hex(side.there);
        let ground = if road {
            tables.road.of(class)
        } else {
            let terrain = match hex.ground {
                Ground::Clear => tables.clear.of(class),
                Ground::Rough => tables.rough.of(class),
            };
            let water = match side.water {
                Water::None => 0,
                Water::Ford => tables.ford.of(class),
                Water::River => tables.river.of(class),
            };
            let wall = if hex.west_wall { tables.west_wall[self.counter.side.index()].extra } else { 0 };
            terrain + water + wall
        };
        let company = |hex| stacking::company(self.definitions, self.state, self.unit, hex);
        let stacks = u16::from(company(from)) + u16::from(company(side.there));
        ground + stacks * tables.stacking.of(class)
    }

    /// Whether the unit must stop in a hex that it has entered (7.1a).
    pub fn stops(&self, hex: HexId) -> bool {
        hex != self.start && zones::controlled(self.definitions, self.state, self.counter.side, hex)
    }

    /// Whether the unit may end a bound in a hex: not beside a friend in road mode (6.5g, ruling R13).
    pub fn may_end(&self, hex: HexId) -> bool {
        hex != self.start && (self.road || road_mode::disturbed(self.definitions, self.state, self.unit, hex).is_none())
    }

    /// All that can be reached with so much left.
    pub fn search(&self, left: u16) -> Reach {
        let board = &self.definitions.board;
        let held = self.held();
        Reach::search(board.hex_count(), self.start, left, |hex, left, go| {
            let stops = if hex == self.start { held } else { self.stops(hex) };
            if stops {
                return;
            }
            for side in &board.hex(hex).sides {
                if let Ok(then) = self.step(hex, side, left) {
                    go(side.there, then);
                }
            }
        })
    }

    /// Whether the unit can move at all with so much left, to a hex where it may end with what it then has: mostly one hex
    /// tells.
    pub fn any(&self, left: u16, may_end: impl Fn(HexId) -> bool) -> bool {
        if self.held() {
            return false;
        }
        let sides = &self.definitions.board.hex(self.start).sides;
        let near = |side: &Side| self.step(self.start, side, left).is_ok() && may_end(side.there);
        let far = || {
            let reach = self.search(left);
            reach.hexes().iter().any(&may_end)
        };
        sides.iter().any(near) || far()
    }
}
