use super::barrier::{Barrier, Closed};
use crate::chapters::areas::{self, Bar};
use crate::chapters::supply;
use crate::printed::{ALLIED, Counter, Definitions, GERMAN, Kind, POINT, Side, Tolls, Tread};
use crate::truth::state::{Act, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::kernel::Reach;

/// How a unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// On foot.
    Foot,
    /// Infantry that moves as motorized, along roads alone (10.5).
    Trucks,
    /// Motorized.
    Wheels,
}

/// How a unit moves now.
pub struct Mover<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    /// The unit.
    pub unit: UnitId,
    counter: &'a Counter,
    /// Where it begins.
    pub start: HexId,
    /// Half points that it has.
    pub allowance: u16,
    gait: Gait,
    /// Whether it has no use of the road rate from the beginning (10.4.1, 8.3).
    off: bool,
    /// Whether it goes one hex at most (14.4).
    single: bool,
    /// Whether it uses its right against zones (7.3).
    infiltrates: bool,
    /// Whether zones bind it at all; only a refusal asks what there would be without them.
    heeds: bool,
}

impl<'a> Mover<'a> {
    /// A unit that stands in a hex, with the gait that it uses.
    pub fn new(definitions: &'a Definitions, state: &'a State, unit: UnitId, start: HexId, gait: Gait) -> Mover<'a> {
        let counter = definitions.counter(unit);
        let crawls = supply::crawls(definitions, state, unit);
        let entered = state.unit(unit).entered;
        let crowded = friends(definitions, state, unit, start) && !entered;
        let limits = definitions.tables.limits;
        let allowance = match gait {
            _ if crawls => definitions.tables.crawl * POINT,
            Gait::Trucks if is_rushed(definitions, state, counter) && entered => limits.rush.0 * POINT,
            Gait::Trucks => counter.movement * POINT * limits.trucks,
            Gait::Foot | Gait::Wheels => counter.movement * POINT,
        };
        let single = state.round.as_ref().is_some_and(|round| round.act == Act::Combat);
        Mover {
            definitions,
            state,
            unit,
            counter,
            start,
            allowance,
            gait,
            off: crawls || crowded,
            single,
            infiltrates: false,
            heeds: true,
        }
    }

    /// The same, using its right against zones (7.3).
    pub fn infiltrating(self) -> Mover<'a> {
        Mover { infiltrates: true, ..self }
    }

    /// The same as if there were no zones of control: what a refusal asks, to tell whether they alone are in the way.
    pub fn heedless(self) -> Mover<'a> {
        Mover { heeds: false, ..self }
    }

    /// Whether infantry may move as motorized from where it stands (10.5, 12.6).
    pub fn may_ride(definitions: &Definitions, state: &State, unit: UnitId, start: HexId) -> bool {
        let counter = definitions.counter(unit);
        let entered = state.unit(unit).entered;
        let allowed = counter.side == ALLIED || entered || state.motorised == Some(unit);
        counter.kind == Kind::Infantry
            && allowed
            && definitions.board.hex(start).road
            && supply::supplied(definitions, state, unit)
            && (entered || !friends(definitions, state, unit, start))
    }

    /// The ways over a hexside, when so much is left: half points, and whether the road rate is lost.
    pub fn ways(&self, from: HexId, side: &Side, off: bool, left: u16) -> Result<Vec<(u16, bool)>, Barrier> {
        let (definitions, state, there) = (self.definitions, self.state, side.there);
        let disposition = state.disposition(definitions);
        if disposition.holds(self.counter.side.enemy(), there) {
            return Err(Barrier::Enemy);
        }
        if let Some(bar) = areas::bar(definitions, state, self.unit, from, there) {
            return Err(Barrier::Bar(bar));
        }
        let allied = self.counter.side == ALLIED;
        let jam = definitions.tables.limits.jam * POINT;
        let everywhere = if allied && state.rumour == Some(there) { jam } else { 0 };
        let marker = if allied { state.greif } else { state.traffic };
        let on_road = if marker == Some(there) { jam } else { 0 };
        let road = definitions.tables.chart.road;
        let mut ways: Vec<(u16, bool)> = Vec::new();
        match self.gait {
            Gait::Foot => {
                ways.extend(self.by_road(side, false).then_some((road[0] + on_road, off)));
                ways.extend(self.cross_country(side, Tread::Foot).map(|cost| (cost, off)));
            }
            Gait::Trucks => ways.extend(self.by_road(side, true).then_some((road[1] + on_road, false))),
            Gait::Wheels => {
                ways.extend((!off && self.by_road(side, true)).then_some((road[1] + on_road, false)));
                let off = off || self.leaves_road(from, side);
                ways.extend(self.cross_country(side, Tread::Wheels).map(|cost| (cost, off)));
            }
        }
        if ways.is_empty() {
            return Err(if self.gait == Gait::Trucks {
                Barrier::OffRoad
            } else {
                Barrier::Prohibited(self.closed(side))
            });
        }
        if self.counter.side == GERMAN && disposition.engineers(there).is_some() {
            // the whole allowance, at the start of a move, wherever the ground allows it (12.4.4, R72)
            let whole = from == self.start && left == self.allowance;
            return if whole { Ok(vec![(self.allowance, true)]) } else { Err(Barrier::Engineers) };
        }
        ways.iter_mut().for_each(|way| way.0 += everywhere);
        let least = ways.iter().map(|way| way.0).min().unwrap_or(0);
        ways.retain(|way| way.0 <= left);
        if ways.is_empty() { Err(Barrier::Dear(least, left)) } else { Ok(ways) }
    }

    /// Why no way leads over a hexside.
    fn closed(&self, side: &Side) -> Closed {
        if self.crossing(side, self.tread()).is_none() {
            return Closed::River;
        }
        // a road leads there
        if !self.by_road(side, false) {
            return Closed::Forest;
        }
        if friends(self.definitions, self.state, self.unit, side.there) {
            return Closed::Blocked;
        }
        let crawls = supply::crawls(self.definitions, self.state, self.unit);
        if crawls { Closed::Unsupplied(self.counter.side) } else { Closed::Stacked }
    }

    fn tread(&self) -> Tread {
        if self.gait == Gait::Foot { Tread::Foot } else { Tread::Wheels }
    }

    /// Whether a road leads over a hexside, into a hex without friends where nobody may stand who goes at this rate (10.4.1).
    fn by_road(&self, side: &Side, alone: bool) -> bool {
        let bridged = side.river.is_none() || self.state.stands(side.bridge);
        let crowded = alone && friends(self.definitions, self.state, self.unit, side.there);
        side.road && bridged && !crowded
    }

    /// Whether who crosses a hexside off the road has left one by that: a road hex, a blown bridge, or for a stack (10.4.1, R105).
    fn leaves_road(&self, from: HexId, side: &Side) -> bool {
        let blown = side.bridge.is_some() && !self.state.stands(side.bridge);
        let crowded = friends(self.definitions, self.state, self.unit, side.there);
        self.definitions.board.hex(from).road || blown || crowded
    }

    /// Half points over a hexside off the road (10.6, 10.6.1).
    fn cross_country(&self, side: &Side, tread: Tread) -> Option<u16> {
        let ground = self.definitions.board.toll(side.there, tread)?;
        Some(ground + self.crossing(side, tread)?)
    }

    fn crossing(&self, side: &Side, tread: Tread) -> Option<u16> {
        let Some(river) = side.river else { return Some(0) };
        let chart = &self.definitions.tables.chart;
        let tolls: Tolls = match side.bridge {
            Some(_) if self.state.stands(side.bridge) => chart.bridge,
            Some(_) => chart.destroyed,
            None => river,
        };
        tolls[tread.index()]
    }

    /// Whether the unit goes no further from a hex into which it has come.
    fn stops(&self, hex: HexId, used: bool) -> Stop {
        let disposition = self.state.disposition(self.definitions);
        let driven = self.counter.side == GERMAN && disposition.engineers(hex).is_some();
        let trucks = self.gait == Gait::Trucks && self.state.motorised == Some(self.unit);
        let seen = trucks && disposition.beside(self.definitions, ALLIED, hex);
        if self.single || driven || seen {
            return Stop::Yes;
        }
        match self.heeds && disposition.zones(self.counter.side.enemy()).contains(hex) {
            false => Stop::No,
            true if self.infiltrates && !used => Stop::Unless,
            true => Stop::Yes,
        }
    }

    /// All that can be reached.
    pub fn search(&self) -> Reached {
        self.search_from(self.start, self.off, false, self.allowance)
    }

    /// All that can be reached from a hex on the way. Two things are kept besides what is left: whether the road rate is lost,
    /// and whether the right against zones is used; each has its own layer of the map.
    fn search_from(&self, start: HexId, off: bool, used: bool, left: u16) -> Reached {
        let board = &self.definitions.board;
        let hexes = board.len();
        let at = |hex: HexId, off: bool, used: bool| {
            HexId(hex.0 + (usize::from(off) + 2 * usize::from(used)) as u16 * hexes as u16)
        };
        let zones = self.state.disposition(self.definitions).zones(self.counter.side.enemy());
        let reach = Reach::search(4 * hexes, at(start, off, used), left, |here, left, go| {
            let layer = here.index() / hexes;
            let (hex, off, used) = (HexId((here.index() % hexes) as u16), layer % 2 == 1, layer >= 2);
            // who comes back to where he began has come into that hex like into any other
            let fresh = hex == self.start && left == self.allowance;
            let stop = if fresh { Stop::No } else { self.stops(hex, used) };
            if stop == Stop::Yes {
                return;
            }
            for side in &board.hex(hex).sides {
                let to_zone = self.heeds && zones.contains(side.there);
                let mut uses = used;
                if to_zone && zones.contains(hex) {
                    // A: from where it starts, and then it stops
                    if !(self.infiltrates && !used && fresh) {
                        continue;
                    }
                    uses = true;
                }
                if stop == Stop::Unless {
                    // B: on into a hex without a zone
                    uses = true;
                }
                for (cost, off) in self.ways(hex, side, off, left).unwrap_or_default() {
                    go(at(side.there, off, uses), left - cost);
                }
            }
        });
        Reached { reach, hexes, start }
    }

    /// All that can be reached by way of other hexes, one after the other, each by the way that leaves most: the way to the last
    /// of them, and what can be reached from there.
    pub fn by_way_of(&self, via: &[HexId]) -> Option<(Vec<HexId>, Reached)> {
        let mut path = vec![self.start];
        let mut reached = self.search();
        for hex in via {
            let at = reached.best(*hex)?;
            let layer = at.index() / reached.hexes;
            let left = reached.reach.left(at)?;
            path.extend(reached.path(*hex)?.into_iter().skip(1));
            reached = self.search_from(*hex, layer % 2 == 1, layer >= 2, left);
        }
        Some((path, reached))
    }

    /// What bars the way from where the unit stands into a hex next to it; none where nothing does, or where it is not next to it.
    pub fn barrier(&self, to: HexId) -> Option<Barrier> {
        let side = self.definitions.board.side(self.start, to)?;
        let zones = self.state.disposition(self.definitions).zones(self.counter.side.enemy());
        match self.ways(self.start, side, self.off, self.allowance) {
            Err(barrier) => Some(barrier),
            Ok(_) if !self.infiltrates && zones.contains(self.start) && zones.contains(to) => Some(Barrier::Zone),
            Ok(_) => None,
        }
    }

    /// Whether zones of control bar a hex next to the unit into which it could go otherwise (R61).
    pub fn is_held_by_zones(&self) -> bool {
        self.definitions.board.around(self.start).any(|to| self.barrier(to) == Some(Barrier::Zone))
    }

    /// Whether the unit's terrain lets it go over a hexside, whatever it costs (10.3, 11.4, 11.5).
    pub fn crosses(definitions: &Definitions, state: &State, unit: UnitId, from: HexId, to: HexId) -> bool {
        let gait = if state.kind(definitions, unit) == Kind::Infantry { Gait::Foot } else { Gait::Wheels };
        let Some(side) = definitions.board.side(from, to) else { return false };
        let mover = Mover {
            definitions,
            state,
            unit,
            counter: definitions.counter(unit),
            start: from,
            allowance: u16::MAX / 2,
            gait,
            off: false,
            single: false,
            infiltrates: false,
            heeds: true,
        };
        mover.by_road(side, false) || mover.cross_country(side, mover.tread()).is_some()
    }

    /// The same, within the areas to which the unit keeps.
    pub fn passes(definitions: &Definitions, state: &State, unit: UnitId, from: HexId, to: HexId) -> bool {
        Mover::crosses(definitions, state, unit, from, to) && areas::bar(definitions, state, unit, from, to).is_none()
    }

    /// Whether a hexside can be attacked over: no river that the unit could not cross at all (11.1, R73), nor Ouren by armour on
    /// turn 1 (R69).
    pub fn attacks_over(definitions: &Definitions, state: &State, unit: UnitId, from: HexId, side: &Side) -> bool {
        if areas::bar(definitions, state, unit, from, side.there) == Some(Bar::Ouren) {
            return false;
        }
        let tread = if state.kind(definitions, unit) == Kind::Infantry { Tread::Foot } else { Tread::Wheels };
        side.bridge.is_some() || side.river.is_none_or(|river| river[tread.index()].is_some())
    }
}

/// Whether a unit is one of those that rush up (14.8.4).
fn is_rushed(definitions: &Definitions, state: &State, counter: &Counter) -> bool {
    use crate::printed::Draw;
    let first = state.round.as_ref().is_some_and(|round| round.act == Act::Enter(Draw::First));
    first && state.turn == definitions.tables.limits.rush.1 && counter.airborne && counter.american
}

/// Whether other combat units of its side stand in a hex. The Delay asset goes home before who comes, and stacks with nobody
/// (6.3.1, R44).
fn friends(definitions: &Definitions, state: &State, unit: UnitId, hex: HexId) -> bool {
    let side = definitions.counter(unit).side;
    let disposition = state.disposition(definitions);
    disposition.holds(side, hex)
        && disposition.stack(hex).any(|other| other != unit && other != definitions.special.delay)
}

/// Whether a unit goes on from a hex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    No,
    /// Into a hex without a zone, by its right (7.3).
    Unless,
    Yes,
}

/// Where a unit can go.
pub struct Reached {
    reach: Reach,
    hexes: usize,
    start: HexId,
}

impl Reached {
    /// The layer in which a hex leaves most.
    fn best(&self, hex: HexId) -> Option<HexId> {
        let layers = (0..4u16).map(|layer| HexId(hex.0 + layer * self.hexes as u16));
        layers
            .filter(|at| self.reach.left(*at).is_some())
            .max_by_key(|at| (self.reach.left(*at), std::cmp::Reverse(*at)))
    }

    /// Half points left in a hex; none where it is not reached.
    pub fn left(&self, hex: HexId) -> Option<u16> {
        self.best(hex).and_then(|at| self.reach.left(at))
    }

    /// The way to a hex, both ends included.
    pub fn path(&self, hex: HexId) -> Option<Vec<HexId>> {
        let path = self.reach.path(self.best(hex)?)?;
        Some(path.into_iter().map(|at| HexId((at.index() % self.hexes) as u16)).collect())
    }

    /// The hexes that are reached, that from which the search went out apart.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        let all = (0..self.hexes as u16).map(HexId);
        all.filter(|hex| *hex != self.start && self.best(*hex).is_some())
    }
}
