use crate::chapters::disorganized::jams;
use crate::chapters::terrain;
use crate::printed::{Counter, Definitions, Side};
use crate::truth::state::{Phase, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::kernel::Reach;

/// What bars the way into a hex; what tells a player more is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Barrier {
    /// Prohibited terrain (1.3i, 1.3m).
    Prohibited,
    /// It is adjacent to an enemy, and the unit is artillery (3.6a).
    BesideEnemy,
    /// A traffic jam with Germans in it (3.1h).
    Jam,
    /// Enemies are in it.
    Enemy,
    /// It is not in play, or not on the map.
    OutOfPlay,
}

/// How a unit moves now.
pub struct Mover<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    /// The unit.
    pub unit: UnitId,
    counter: &'a Counter,
    start: HexId,
    allowance: u16,
    left: u16,
}

/// Half points enough to cross both maps.
const MUCH: u16 = 4000;

impl<'a> Mover<'a> {
    /// A unit that stands in a hex.
    pub fn new(definitions: &'a Definitions, state: &'a State, unit: UnitId, start: HexId) -> Mover<'a> {
        let allowance = super::allowance(definitions, state, unit);
        let left = super::left(definitions, state, unit);
        Mover { definitions, state, unit, counter: definitions.counter(unit), start, allowance, left }
    }

    /// Half points for a hexside and the hex behind, or what bars it.
    pub fn entry_cost(&self, from: HexId, side: &Side) -> Result<u16, Barrier> {
        let (definitions, state, there) = (self.definitions, self.state, side.there);
        let own = self.counter.side;
        let enemy = own.enemy();
        let plan = &definitions.plans[usize::from(state.scenario)];
        if !plan.in_play.contains(there) {
            return Err(Barrier::OutOfPlay);
        }
        let disposition = state.disposition(definitions);
        if disposition.holds(enemy, there) {
            return Err(Barrier::Enemy);
        }
        let own_fire = if state.markers(own, there) > 0 { definitions.tables.chart.own_barrage } else { 0 };
        self.entry(from, side).map(|entry_cost| entry_cost + own_fire)
    }

    /// Half points for a hexside and the hex behind, whoever is in it and whatever markers of its own side lie there: what an
    /// overrun pays besides (3.3d, 3.3g).
    pub fn entry(&self, from: HexId, side: &Side) -> Result<u16, Barrier> {
        let (definitions, state, there) = (self.definitions, self.state, side.there);
        let own = self.counter.side;
        let enemy = own.enemy();
        let disposition = state.disposition(definitions);
        let friend = |other: UnitId| other != self.unit && definitions.counter(other).side == own;
        let others = || disposition.stack(there).any(friend);
        if jams(definitions, state, own, there) && others() {
            return Err(Barrier::Jam);
        }
        let adjacent = disposition.adjacent(enemy, there);
        if adjacent && self.counter.is_gun() {
            return Err(Barrier::BesideEnemy);
        }
        let entry_cost = terrain::entry_cost(definitions, state, self.counter.allowance, from, side);
        let ground = entry_cost.ok_or(Barrier::Prohibited)?;
        let chart = &definitions.tables.chart;
        // a bond hex that is adjacent as well costs what a bond costs (T.TECc)
        let enemies = if disposition.bonds(enemy).contains(there) {
            chart.bond
        } else if adjacent && disposition.adjacent(enemy, from) {
            chart.adjacent
        } else {
            0
        };
        Ok(ground + enemies + self.enemy_fire(from) + self.enemy_fire(there))
    }

    /// Half points to enter or leave a hex with enemy barrage markers (3.5t to 3.5v).
    pub(super) fn enemy_fire(&self, hex: HexId) -> u16 {
        let [one, several] = self.definitions.tables.enemy_barrage;
        match self.state.markers(self.counter.side.enemy(), hex) {
            0 => 0,
            1 => one,
            _ => several,
        }
    }

    /// Whether a hexside is crossed by boat: on the turns of boats, by the infantry that has them, from where it began the
    /// phase, for all it has, whatever the other bank (4.2a, 4.2b, ruling R54).
    pub fn by_boat(&self, from: HexId, side: &Side) -> bool {
        let fresh = from == self.start && self.state.unit(self.unit).spent.is_none();
        let boats = self.counter.boats && side.boats && self.definitions.tables.turn(self.state.turn).boats;
        boats && fresh && self.entry_cost(from, side) == Err(Barrier::Prohibited)
    }

    /// Whether a unit that has come into a hex goes no further in this phase: exploiting ones in a jam or under a barrage, which
    /// end their exploitation (3.4j, 3.5w).
    pub fn stops(&self, hex: HexId) -> bool {
        let own = self.counter.side;
        self.state.phase == Phase::Exploitation
            && hex != self.start
            && (jams(self.definitions, self.state, own, hex) || self.state.markers(own.enemy(), hex) > 0)
    }

    /// Whether the unit can enter no hex at all with what it has left.
    pub fn is_stuck(&self) -> bool {
        let enters = |side: &Side| {
            self.by_boat(self.start, side) || self.entry_cost(self.start, side).is_ok_and(|cost| cost <= self.left)
        };
        !self.definitions.board.hex(self.start).sides.iter().any(enters)
    }

    /// What the cheapest way to a hex would cost, had the unit enough; none where no way leads.
    pub fn price(&self, to: HexId) -> Option<u16> {
        let rich = self.rich();
        rich.left(to).map(|left| MUCH - left)
    }

    /// The hex nearest to another one, along the way that would be cheapest had the unit enough, that it reaches. Where no way leads
    /// there, as to enemies, the way leads as near as one does.
    pub fn furthest(&self, to: HexId) -> Option<HexId> {
        let (reached, rich, board) = (self.search(), self.rich(), &self.definitions.board);
        let open = (0..board.len() as u16).map(HexId).filter_map(|hex| Some((hex, rich.left(hex)?)));
        let near = open.min_by_key(|(hex, left)| (board.distance(*hex, to), std::cmp::Reverse(*left), *hex));
        let way = rich.path(near?.0)?;
        way.into_iter().rev().find(|hex| *hex != self.start && reached.left(*hex).is_some())
    }

    /// All that could be reached with more than enough.
    fn rich(&self) -> Reach {
        let board = &self.definitions.board;
        Reach::search(board.len(), self.start, MUCH, |hex, left, go| {
            for side in &board.hex(hex).sides {
                if let Some(then) = self.entry_cost(hex, side).ok().and_then(|cost| left.checked_sub(cost)) {
                    go(side.there, then);
                }
            }
        })
    }

    /// All that can be reached with what is left. Who comes into a jam is disorganised and has half of his allowance from there
    /// on, so that two searches lie in one: of those who are in order, and, behind the hexes of the map, of those who are not.
    pub fn search(&self) -> Reached {
        let board = &self.definitions.board;
        let hexes = board.len();
        let behind = |hex: HexId| HexId(hex.0 + hexes as u16);
        let own = self.counter.side;
        let orderly = !self.state.unit(self.unit).disorganised;
        let reach = Reach::search(2 * hexes, self.start, self.left, |at, left, go| {
            let (hex, jammed) = if at.index() < hexes { (at, false) } else { (HexId(at.0 - hexes as u16), true) };
            if self.stops(hex) {
                return;
            }
            for side in &board.hex(hex).sides {
                let then = if self.by_boat(hex, side) {
                    Some(0)
                } else {
                    self.entry_cost(hex, side).ok().and_then(|cost| left.checked_sub(cost))
                };
                let Some(then) = then else { continue };
                let jam = jams(self.definitions, self.state, own, side.there);
                if orderly && !jammed && jam {
                    go(behind(side.there), then.saturating_sub(self.allowance / 2));
                } else {
                    go(if jammed { behind(side.there) } else { side.there }, then);
                }
            }
        });
        Reached { reach, hexes, start: self.start }
    }
}

/// Where a unit can go.
pub struct Reached {
    reach: Reach,
    hexes: usize,
    start: HexId,
}

impl Reached {
    /// Where of the two searches a hex leaves most.
    fn best(&self, hex: HexId) -> Option<HexId> {
        let behind = HexId(hex.0 + self.hexes as u16);
        [hex, behind].into_iter().filter(|it| self.reach.left(*it).is_some()).max_by_key(|it| self.reach.left(*it))
    }

    /// Half points left in a hex; none where it is not reached.
    pub fn left(&self, hex: HexId) -> Option<u16> {
        self.best(hex).and_then(|it| self.reach.left(it))
    }

    /// The way to a hex, both ends included.
    pub fn path(&self, hex: HexId) -> Option<Vec<HexId>> {
        let path = self.reach.path(self.best(hex)?)?;
        Some(path.into_iter().map(|it| HexId(it.0 % self.hexes as u16)).collect())
    }

    /// The hexes that are reached, where the unit stands apart.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        let all = (0..self.hexes as u16).map(HexId);
        all.filter(|hex| *hex != self.start && self.best(*hex).is_some())
    }
}
