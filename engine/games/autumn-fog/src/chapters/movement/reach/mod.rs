//! What a unit can reach (6.1, 6.2, 4.2, 13.1): what each step from hex to hex costs, and what bars it.

mod ways;
mod why;

use crate::chapters::{activation, british, zones};
use crate::printed::board::hexside::{EntryCost, Hexside};
use crate::printed::definitions::Definitions;
use crate::printed::tables::{Action, Class};
use crate::truth::order::EventKind;
use crate::truth::search::Budget;
use crate::truth::state::Field;
use crate::truth::zones::{Zone, Zones};
use definitions::UnitId;
use definitions::hex::{Direction, HexId};
use engine::contract::SideId;
use std::borrow::Cow;

/// Where a unit can go from a hex with a budget (6.1, 6.2, 4.2, 13.1). Searched when first asked for.
pub struct Reach<'a> {
    definitions: &'a Definitions,
    unit: UnitId,
    side: SideId,
    class: Class,
    steps: u8,
    trucks: bool,
    stays_west: bool,
    /// Whether the 150th Panzer Brigade covers it (15.2d).
    covered: bool,
    start: HexId,
    budget: Budget,
    /// AP that a movement action costs, and the half MP that it gives.
    action: u8,
    allowance: u8,
    /// Half MP for a hex by road.
    road: u8,
    sides: &'a [[Hexside; 6]],
    /// Whether a marker bars some hex to its side, or something keeps it west of the Meuse.
    hampered: bool,
    zones: Cow<'a, Zones>,
    /// Whether the unit stands where it starts: it is not in its own way.
    at_home: bool,
    field: &'a Field,
}

/// What bars the way across a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// Enemy units are there.
    Enemy,
    /// An event marker of the other side bars the hex (15.2a, 15.3a).
    Marker(EventKind),
    /// One enemy unit controls both hexes (4.2f).
    SameController,
    /// A river without a bridge (13.1a).
    NoBridge,
    /// No AP to cross a river (13.1e).
    NoAction { cost: u8 },
    /// Too few half MP (6.1a).
    Poor { need: u8, has: u8 },
    /// The British stay west of the Meuse (16.2b).
    StaysWest,
    /// An HQ may not be bound to attack (ruling R4).
    CannotAttack,
    /// No AP would be left for the attack (4.2c).
    NoAttack { left: u8, need: u8 },
}

impl Barrier {
    /// How much stands in the way: the less, the more it tells a player who wants to go on.
    fn weight(self) -> u8 {
        match self {
            Barrier::SameController => 1,
            Barrier::NoAttack { .. } | Barrier::CannotAttack => 2,
            Barrier::Marker(_) | Barrier::StaysWest => 3,
            Barrier::Poor { .. } | Barrier::NoAction { .. } => 4,
            Barrier::Enemy => 5,
            Barrier::NoBridge => 6,
        }
    }
}

/// Hexes within which an enemy spoils the ride in trucks (16.1f).
const TRUCK_DISTANCE: u16 = 2;
/// Half MP for leaving an enemy zone of control, and for going straight into another (4.2d, 4.2e).
const LEAVE: u8 = 2;
const ZONE_TO_ZONE: u8 = 4;

impl<'a> Reach<'a> {
    /// The reach of a unit.
    pub fn new(
        definitions: &'a Definitions,
        field: &'a Field,
        unit: UnitId,
        start: HexId,
        budget: Budget,
    ) -> Reach<'a> {
        let zones = Zones::met(definitions, field, definitions.unit(unit).side);
        Reach::among(zones, definitions, field, unit, start, budget)
    }

    /// The reach of a unit among the zones of control that its side meets.
    pub fn among(
        zones: Cow<'a, Zones>,
        definitions: &'a Definitions,
        field: &'a Field,
        unit: UnitId,
        start: HexId,
        budget: Budget,
    ) -> Reach<'a> {
        let (data, steps) = (definitions.unit(unit), field.unit(unit).steps);
        let stays_west = british::stays_west(definitions, field, unit);
        Reach {
            definitions,
            unit,
            side: data.side,
            class: data.class,
            steps,
            trucks: activation::in_trucks(definitions, field, unit),
            stays_west,
            covered: field.unit(unit).covered,
            start,
            budget,
            action: definitions.tables.actions.of(Action::Move),
            allowance: 2 * definitions.tables.allowances.of(data.class).movement_points,
            road: definitions.tables.terrain.road_cost(data.class),
            sides: definitions.board.hexsides(data.side, data.class),
            hampered: stays_west || field.markers.iter().any(|(kind, _)| kind.bars() && kind.side() != data.side),
            zones,
            at_home: field.hex_of(unit) == Some(start),
            field,
        }
    }

    /// What the unit has to spend.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Action points that are spent where this much is left.
    pub fn paid(&self, left: Budget) -> u8 {
        self.budget.ap.saturating_sub(left.ap)
    }

    fn name(&self) -> &str {
        self.definitions.name(self.unit)
    }

    /// Whether an enemy zone of control ends a move in a hex (4.2a), unless it is slipped through (15.2d).
    fn stops(&self, hex: HexId) -> bool {
        !self.covered && self.zones.controlled(hex)
    }

    /// Whether the unit need not reckon with the zones of control in a hex: its stack has slipped through them (15.2d,
    /// ruling R152).
    fn slipped(&self, hex: HexId) -> bool {
        self.covered && self.field.slipped.contains(&hex)
    }

    /// Whether a hex is in an enemy zone of control.
    pub fn controlled(&self, hex: HexId) -> bool {
        self.zones.controlled(hex)
    }

    /// Pays half MP, beginning new movement actions as needed (6.1e, ruling R39).
    #[inline]
    fn pay(&self, mut budget: Budget, half_mp: u8) -> Option<Budget> {
        while budget.half_mp < half_mp {
            budget.ap = budget.ap.checked_sub(self.action)?;
            budget.half_mp += self.allowance;
        }
        budget.half_mp -= half_mp;
        Some(budget)
    }

    /// Half MP of a hex on a road, which are as many off the road (6.2b).
    #[inline]
    fn road_cost(&self, there: HexId, zone: Zone, off_road: u8) -> u8 {
        if zone.friends() != u8::from(self.at_home && there == self.start) {
            return off_road;
        }
        if self.trucks && self.far_from_enemies(there) { self.road.min(1) } else { self.road }
    }

    fn far_from_enemies(&self, hex: HexId) -> bool {
        let board = &self.definitions.board;
        let mut enemies = zones::enemy_hexes(self.field, self.side);
        enemies.all(|there| board.distance(hex, there) > TRUCK_DISTANCE)
    }

    /// Takes one hexside: what is left, or what bars it. A covered unit is not held by the zones that it slips
    /// through (ruling R153).
    pub fn step(&self, from: HexId, towards: Direction, budget: Budget) -> Result<Budget, Barrier> {
        let zones = &*self.zones;
        self.cross(zones, (from, zones.of(from)), self.sides[from.index()][towards.index()], budget)
    }

    /// Takes one hexside: most lie far from all enemies.
    #[inline(always)]
    fn cross(&self, zones: &Zones, here: (HexId, Zone), side: Hexside, budget: Budget) -> Result<Budget, Barrier> {
        let ahead = zones.of(side.there);
        if self.hampered && !ahead.enemy() {
            self.check_open(side.there)?;
        }
        if ahead.quiet() && !here.1.controlled() {
            self.pay_toll(ahead, side, 0, budget)
        } else {
            self.cross_near_enemies(zones, here, ahead, side, budget)
        }
    }

    /// Whether the hex is open where no enemy units are.
    fn check_open(&self, there: HexId) -> Result<(), Barrier> {
        if let Some(kind) = self.field.barrier(there, self.side) {
            return Err(Barrier::Marker(kind));
        }
        if self.stays_west && !self.definitions.board.west_of_meuse(there) {
            return Err(Barrier::StaysWest);
        }
        Ok(())
    }

    fn cross_near_enemies(
        &self,
        zones: &Zones,
        (from, zone): (HexId, Zone),
        ahead: Zone,
        side: Hexside,
        budget: Budget,
    ) -> Result<Budget, Barrier> {
        if ahead.enemy() {
            return Err(Barrier::Enemy);
        }
        let held = |zone: Zone| !self.covered && zone.controlled();
        let (leaves, enters) = (held(zone), held(ahead));
        if leaves && enters && zones.same_controller(self.definitions, from, side.there) {
            return Err(Barrier::SameController);
        }
        let surcharge = match (leaves, enters) {
            (true, true) => ZONE_TO_ZONE,
            (true, false) => LEAVE,
            _ => 0,
        };
        let left = self.pay_toll(ahead, side, surcharge, budget)?;
        self.stop_there(side.there, ahead, left)
    }

    /// Pays for a hexside and the ground behind it, and what zones of control cost besides.
    #[inline(always)]
    fn pay_toll(
        &self,
        ahead: Zone,
        Hexside { there, entry }: Hexside,
        surcharge: u8,
        budget: Budget,
    ) -> Result<Budget, Barrier> {
        let cost = match entry {
            EntryCost::Edge | EntryCost::Barred => return Err(Barrier::NoBridge),
            EntryCost::Ground(half_mp) | EntryCost::River(half_mp) => half_mp,
            EntryCost::Road(half_mp) => self.road_cost(there, ahead, half_mp),
            EntryCost::Effort(_) => 0,
        } + surcharge;
        let crossed = match entry {
            // the AP is all that the hex costs; what is left of the MP stays (13.1d, rulings R33, R37)
            EntryCost::Effort(cost) => {
                Budget { ap: budget.ap.checked_sub(cost).ok_or(Barrier::NoAction { cost })?, ..budget }
            }
            _ => budget,
        };
        self.pay(crossed, cost).ok_or_else(|| Barrier::Poor { need: cost, has: self.worth(budget) })
    }

    /// An enemy zone of control ends the move and wants the AP for an attack (4.2a, 4.2c), which a covered unit needs
    /// if its cover is blown.
    fn stop_there(&self, there: HexId, zone: Zone, left: Budget) -> Result<Budget, Barrier> {
        if !zone.controlled() {
            return Ok(left);
        }
        if !self.definitions.board.ground(there).cover[self.side.index()] && !self.slipped(there) {
            let need = self.definitions.tables.actions.of(Action::NormalAttack);
            if self.class == Class::Headquarters {
                return Err(Barrier::CannotAttack);
            }
            if left.ap < need {
                return Err(Barrier::NoAttack { left: left.ap, need });
            }
        }
        Ok(if self.covered { left } else { Budget { half_mp: 0, ..left } })
    }

    /// All MP that a budget is worth, in halves.
    fn worth(&self, budget: Budget) -> u8 {
        budget.half_mp + budget.ap * self.allowance
    }
}
