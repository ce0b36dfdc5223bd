//! Where a unit can go (7.1 to 7.6, 7.9).

use crate::printed::{ALLIED, Deed, Definitions, GERMAN, RiverId, Side};
use crate::truth::roster::Supply;
use crate::truth::state::Public;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};
use engine::kernel::Reach;

/// A unit that moves, in one of the two ways: by its own allowance or strategically (7.5).
pub struct Mover<'a> {
    definitions: &'a Definitions,
    public: &'a Public,
    unit: UnitId,
    side: SideId,
    start: HexId,
    /// Whether it moves strategically (7.5).
    pub strategic: bool,
    /// Movement points.
    pub allowance: u16,
    /// The case by which it moves one hex and no more, if one does (4.13, 10.2).
    one_hex: Option<&'static str>,
    ignores_zones: bool,
    /// Whether it has not moved yet, and the hexside of a bridge that was blown before it (7.33).
    pub fresh: bool,
    barred: Option<RiverId>,
    /// The westernmost column of its army, for strategic movement (7.5).
    ahead: u16,
    /// Whether its army's lines bind it, and how far it is beyond them (7.61).
    bound: bool,
    mechanised: bool,
}

/// What keeps a unit from a hex beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the line over each variant says what its fields are")]
pub enum Barrier {
    /// Enemy units are there.
    Enemy,
    /// A roadblock is there.
    Roadblock,
    /// From zone to zone.
    Zone,
    /// An unbridged river from which it does not start with all its points.
    River,
    /// A unit has crossed the hexside in this activation.
    Crossed,
    /// The bridge was blown before it in this move.
    Blown,
    /// It costs so much, and less is left of its allowance.
    Dear { cost: u16, left: u16, of: u16 },
    /// Into enemy control over a bridge over which another unit has gone so in this activation.
    Bridge,
    /// On the 16th, over a bridge that another German has used in this activation.
    Jam,
    /// Outside the lines of its army.
    Boundary,
    /// East of the Meuse, for the British.
    Meuse,
    /// What strategic movement may not do, with the letter of its case.
    Strategic(&'static str),
    /// What isolated units may not do, with its case.
    Isolated(&'static str),
}

/// What a barrier says to the player.
pub fn barred(name: &str, place: &str, barrier: Barrier) -> Refusal {
    let (case, why) = match barrier {
        Barrier::Dear { cost, left, of } => {
            let message =
                format!("{name} cannot go to {place}: it costs {cost} MP, and {left} of its {of} MP are left");
            return Refusal::new("7a", message);
        }
        Barrier::Enemy => ("7.1d", "enemy units are there"),
        Barrier::Roadblock => ("7.9b", "a roadblock is there"),
        Barrier::Zone => ("7.1b", "it would go from one enemy-controlled hex directly into another"),
        Barrier::River => {
            ("7.31a", "an unbridged river is crossed from beside it, with the whole allowance, to stop beyond")
        }
        Barrier::Crossed => ("7.31b", "another unit has crossed that hexside in this activation"),
        Barrier::Blown => ("7.33b", "the bridge was blown before it, and it does not cross there in this move"),
        Barrier::Bridge => {
            ("7.32", "another unit has crossed that bridge into enemy control in this activation, as one may")
        }
        Barrier::Jam => {
            ("4.12", "another unit has used that bridge in this activation; it is crossed like a river, from beside it")
        }
        Barrier::Boundary => ("7.61a", "it lies outside the area of its army until the 20th"),
        Barrier::Meuse => ("7.72a", "XXX Corps stays west of the Meuse until a German is beside it, or the 26th"),
        Barrier::Strategic(case) => (case, "strategic movement does not lead there"),
        Barrier::Isolated(case) => {
            let why = match case {
                "10.23e" => "an isolated unit does not leave an enemy-controlled hex",
                "10.23i" => "an isolated Allied unit enters no Westwall hex without a friend in it",
                _ => "an isolated unit enters no enemy town and crosses no enemy bridge",
            };
            (case, why)
        }
    };
    Refusal::new(case, format!("{name} cannot go to {place}: {why}"))
}

/// The case by which a unit without supply moves one hex (10.22, 10.23).
const fn crawls(supply: Supply, mechanised: bool) -> Option<&'static str> {
    match supply {
        Supply::Isolated => Some("10.23c"),
        Supply::Out if mechanised => Some("10.22b"),
        _ => None,
    }
}

/// Whether a river hexside counts as an intact bridge for a unit: one that stands, and on the 16th one that no other German has
/// used in this activation; who has used it may do so again (4.12).
pub fn bridged(definitions: &Definitions, public: &Public, unit: UnitId, river: RiverId) -> bool {
    let mut used = public.activation.iter().flat_map(|activation| &activation.used);
    let other = |(known, by): &(RiverId, UnitId)| *known == river && *by != unit;
    let jams = definitions.counter(unit).side == GERMAN && public.day == 16;
    public.units.bridge(river).stands && !(jams && used.any(other))
}

/// Whether a British unit may go east of the Meuse (7.72).
pub fn released(definitions: &Definitions, public: &Public, unit: UnitId) -> bool {
    let at_dinant = public.at_dinant && definitions.tables.dinant.is_some_and(|(known, _)| known == unit);
    public.meuse_reached || public.day >= definitions.tables.from.british || at_dinant
}

impl<'a> Mover<'a> {
    /// A unit as it moves now.
    pub fn new(
        definitions: &'a Definitions,
        public: &'a Public,
        unit: UnitId,
        start: HexId,
        strategic: bool,
    ) -> Mover<'a> {
        let (counter, it) = (definitions.counter(unit), public.unit(unit));
        let (side, mechanised) = (counter.side, counter.kind.mechanised());
        let alarmed = public.activation.as_ref().is_some_and(|activation| activation.alarm);
        let surprised = public.day == 16
            && side == ALLIED
            && !alarmed
            && !mechanised
            && definitions.plans[usize::from(public.scenario)].days.0 == 16
            && !public.has(Deed::Alert);
        let allowance = match (strategic, mechanised) {
            (false, _) => counter.movement,
            (true, true) => counter.movement * 2,
            (true, false) if side == ALLIED => counter.movement * 3,
            (true, false) => counter.movement + 2,
        };
        let halted = public.halted.as_ref().filter(|halted| halted.unit == unit);
        let allowance = halted.filter(|halted| !halted.fresh).map_or(allowance, |halted| halted.left);
        let army = |other: &UnitId| definitions.counter(*other).army == counter.army;
        let columns = definitions.units_of(side).filter(army).filter_map(|other| public.unit(other).hex());
        let ahead = columns.map(|hex| definitions.board.hex(hex).column).max().unwrap_or(0);
        Mover {
            definitions,
            public,
            unit,
            side,
            start,
            strategic,
            allowance,
            one_hex: crawls(it.supply, mechanised)
                .or((surprised && definitions.tables.allied_foot == 1).then_some("4.13a")),
            ignores_zones: public.activation.as_ref().is_some_and(|activation| activation.ignores_zones),
            fresh: halted.is_none_or(|halted| halted.fresh),
            barred: halted.map(|halted| halted.barred),
            ahead,
            bound: side == GERMAN && public.day < definitions.tables.from.free && counter.army != "okw",
            mechanised,
        }
    }

    /// Whether a unit may move strategically from where it is (7.5).
    pub fn may_go_far(definitions: &Definitions, public: &Public, unit: UnitId, start: HexId) -> bool {
        let side = definitions.counter(unit).side;
        public.unit(unit).supply == Supply::Full
            && definitions.board.hex(start).road
            && !public.disposition(definitions).beside(definitions, side.enemy(), start)
    }

    /// A unit that moves to a combat by Reinforce Battle: not bound to one hex on the 16th, nor free of zones (4.13, R78).
    pub fn joining(definitions: &'a Definitions, public: &'a Public, unit: UnitId, start: HexId) -> Mover<'a> {
        let mover = Mover::new(definitions, public, unit, start, false);
        let one_hex = crawls(public.unit(unit).supply, mover.mechanised);
        Mover { one_hex, ignores_zones: false, ..mover }
    }

    /// The same unit under way, with so much left.
    pub fn under_way(self, left: u16, fresh: bool) -> Mover<'a> {
        Mover { allowance: left, fresh, ..self }
    }

    /// What is left after each hex of a path from where it starts; as far as it may go it.
    pub fn left_along(&self, path: &[HexId]) -> Vec<u16> {
        let mut left = vec![self.allowance];
        for pair in path.windows(2) {
            let border = self.definitions.board.side(pair[0], pair[1]);
            let then = border.zip(left.last()).and_then(|(border, left)| self.enter(pair[0], border, *left).ok());
            let Some(then) = then else { break };
            left.push(then);
        }
        left
    }

    fn zone(&self, hex: HexId) -> bool {
        !self.ignores_zones && self.public.disposition(self.definitions).zones(self.side.enemy()).contains(hex)
    }

    fn in_area(&self, hex: HexId) -> bool {
        let army = &self.definitions.counter(self.unit).army;
        self.definitions.board.hex(hex).areas.contains(army)
    }

    /// Hexes to the area of its army, as far as it matters.
    fn outside(&self, hex: HexId) -> u16 {
        let inside = self.definitions.board.all().filter(|other| self.in_area(*other));
        inside.map(|other| self.definitions.board.distance(hex, other)).min().unwrap_or(0)
    }

    /// Whether a hexside counts as an intact bridge for this unit.
    fn bridged(&self, border: &Side) -> bool {
        border.river.is_some_and(|river| bridged(self.definitions, self.public, self.unit, river))
    }

    /// What is left after a hex is entered from another with so much.
    ///
    /// # Errors
    /// What keeps it out.
    pub fn enter(&self, from: HexId, border: &Side, left: u16) -> Result<u16, Barrier> {
        let (definitions, public) = (self.definitions, self.public);
        let (board, to) = (&definitions.board, border.there);
        let disposition = public.disposition(definitions);
        if disposition.holds(self.side.enemy(), to) {
            return Err(Barrier::Enemy);
        }
        if self.side == GERMAN && public.roadblocks.contains(&to) {
            return Err(Barrier::Roadblock);
        }
        let (zone, was) = (self.zone(to), self.zone(from));
        if zone && was {
            return Err(Barrier::Zone);
        }
        self.allowed(from, border)?;
        if self.strategic {
            self.far(border)?;
        }
        let first = self.fresh && from == self.start && left == self.allowance;
        let bridged = self.bridged(border);
        let crossed = |river| public.activation.as_ref().is_some_and(|activation| activation.crossed.contains(&river));
        if let Some(river) = border.river {
            if self.barred == Some(river) {
                return Err(Barrier::Blown);
            }
            // over a bridge one unit into enemy control, over the water one at all (7.31, 7.32)
            if (!bridged || zone) && crossed(river) {
                return Err(if bridged { Barrier::Bridge } else { Barrier::Crossed });
            }
            if !bridged {
                let jam = public.units.bridge(river).stands;
                let closed = if jam { Barrier::Jam } else { Barrier::River };
                return if first && !self.strategic { Ok(0) } else { Err(closed) };
            }
        }
        let road = border.road && (border.river.is_none() || bridged);
        let tables = &self.definitions.tables;
        let place = board.hex(to).ground as usize;
        let frozen = self.mechanised && public.has(Deed::Freeze);
        let ground =
            if frozen { tables.deeds.freeze[place] } else { tables.ground[place][usize::from(self.mechanised)] };
        let cost = if road { definitions.tables.road } else { ground } + u16::from(was);
        let then = match left.checked_sub(cost) {
            Some(then) => then,
            // one hex is always allowed (7c)
            None if first && !self.strategic => 0,
            None => return Err(Barrier::Dear { cost, left, of: self.allowance }),
        };
        Ok(if self.stop(to).is_some() { 0 } else { then })
    }

    /// Why a move ends in a hex whatever is left: its case, and the reason.
    pub fn stop(&self, hex: HexId) -> Option<(&'static str, &'static str)> {
        if self.zone(hex) {
            Some(("7.1c", "the enemy controls it, which ends the move"))
        } else if self.blocked(hex) {
            Some(("7.9c", "a road leads from it into a roadblock, which ends the move"))
        } else {
            self.one_hex.map(|case| (case, "it moves one hex and no more"))
        }
    }

    /// Whether a German has to stop: a road leads from here directly into a roadblock (7.9).
    fn blocked(&self, hex: HexId) -> bool {
        let leads = |border: &Side| {
            let stands = border.river.is_none_or(|river| self.public.units.bridge(river).stands);
            border.road && stands && self.public.roadblocks.contains(&border.there)
        };
        self.side == GERMAN && self.definitions.board.hex(hex).sides.iter().any(leads)
    }

    /// Areas, the Meuse, isolation.
    fn allowed(&self, from: HexId, border: &Side) -> Result<(), Barrier> {
        let (definitions, public, to) = (self.definitions, self.public, border.there);
        let it = definitions.board.hex(to);
        if self.bound && !self.in_area(to) && (self.in_area(from) || self.outside(to) >= self.outside(from)) {
            return Err(Barrier::Boundary);
        }
        let british = definitions.counter(self.unit).army == "xxx";
        if british && !released(definitions, public, self.unit) && !it.beyond_meuse {
            return Err(Barrier::Meuse);
        }
        if public.unit(self.unit).supply == Supply::Isolated {
            let town = it.built.is_some() && !public.owns(self.side, to);
            let bridge = border.river.is_some_and(|river| {
                let bridge = public.units.bridge(river);
                bridge.stands && bridge.owner != self.side
            });
            let wall = self.side == ALLIED && it.westwall && !public.disposition(definitions).holds(self.side, to);
            let leaves = public.disposition(definitions).zones(self.side.enemy()).contains(from);
            let barred = [(town || bridge, "10.23f"), (wall, "10.23i"), (leaves, "10.23e")];
            if let Some((_, case)) = barred.into_iter().find(|(barred, _)| *barred) {
                return Err(Barrier::Isolated(case));
            }
        }
        Ok(())
    }

    /// What strategic movement may do (7.5).
    fn far(&self, border: &Side) -> Result<(), Barrier> {
        let (definitions, public, to) = (self.definitions, self.public, border.there);
        let it = definitions.board.hex(to);
        let forbids = |case: &'static str| Err(Barrier::Strategic(case));
        if !border.road || border.river.is_some_and(|river| !public.units.bridge(river).stands) {
            return forbids("7.5b");
        }
        if public.disposition(definitions).beside(definitions, self.side.enemy(), to) {
            return forbids("7.5c");
        }
        if it.built.is_some() && !public.owns(self.side, to) {
            return forbids("7.5d");
        }
        if border.river.is_some_and(|river| public.units.bridge(river).owner != self.side) {
            return forbids("7.5e");
        }
        if self.side == ALLIED && it.westwall {
            return forbids("7.5f");
        }
        if self.side == GERMAN {
            if definitions.board.around(to).any(|hex| public.roadblocks.contains(&hex)) {
                return forbids("7.5g");
            }
            if it.column > self.ahead {
                return forbids("7.5h");
            }
            if definitions.board.hex(to).sides.len() < 6 {
                return forbids("7.5i");
            }
        }
        Ok(())
    }

    /// The hexes that it can reach from a hex with so much.
    fn search_from(&self, start: HexId, budget: u16) -> Reach {
        Reach::search(self.definitions.board.len(), start, budget, |hex, left, go| {
            for border in &self.definitions.board.hex(hex).sides {
                // what is spent to the last point goes no further, but for a first hex
                let stopped = left == 0 && !(self.fresh && hex == self.start && budget == self.allowance);
                if let Some(then) = (!stopped).then(|| self.enter(hex, border, left).ok()).flatten() {
                    go(border.there, then);
                }
            }
        })
    }

    /// The hexes that it can reach by way of others, with the way so far; none if it cannot come there.
    pub fn by_way_of(&self, via: &[HexId]) -> Option<(Vec<HexId>, Reach)> {
        let mut way = vec![self.start];
        let mut reach = self.search_from(self.start, self.allowance);
        for hex in via {
            let left = reach.left(*hex).filter(|_| way.last() != Some(hex))?;
            way.extend(reach.path(*hex)?.into_iter().skip(1));
            reach = self.search_from(*hex, left);
        }
        Some((way, reach))
    }
}
