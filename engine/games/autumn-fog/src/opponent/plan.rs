//! What both sides' plans have in common.

use crate::chapters::activation;
use crate::chapters::supply::SupplyNet;
use crate::chapters::zones;
use crate::opponent::drive::Drive;
use crate::opponent::guard::Guard;
use crate::printed::definitions::Definitions;
use crate::truth::state::{Field, GERMAN};
use definitions::hex::HexId;
use definitions::{Tenure, UnitId};
use engine::contract::SideId;
use std::rc::Rc;

/// What a side knows and wants when it plans an order.
pub struct Plan<'a> {
    /// Map, units and tables.
    pub definitions: &'a Definitions,
    /// What lies open.
    pub field: &'a Field,
    /// The side.
    pub side: SideId,
    intent: Rc<Intent<'a>>,
    net: Rc<SupplyNet<'a>>,
}

/// What it is after.
enum Intent<'a> {
    Drive(Drive<'a>),
    Guard(Guard<'a>),
}

impl<'a> Plan<'a> {
    /// The plan of a side.
    pub fn new(definitions: &'a Definitions, field: &'a Field, side: SideId) -> Plan<'a> {
        let intent = if side == GERMAN {
            Intent::Drive(Drive::new(definitions, field))
        } else {
            Intent::Guard(Guard::new(definitions, field))
        };
        let net = Rc::new(SupplyNet::new(definitions, field, side));
        Plan { definitions, field, side, intent: Rc::new(intent), net }
    }

    /// The same plan on a field where only the activation is another.
    pub fn at(&self, field: &'a Field) -> Plan<'a> {
        let (intent, net) = (self.intent.clone(), self.net.clone());
        Plan { definitions: self.definitions, field, side: self.side, intent, net }
    }

    /// What it is worth that a unit stands in a hex instead of where it is.
    pub fn gain(&self, unit: UnitId, to: HexId) -> i32 {
        match &*self.intent {
            Intent::Drive(drive) => drive.gain(unit, to),
            Intent::Guard(guard) => guard.gain(unit, to),
        }
    }

    /// What it is worth to dig in.
    pub fn dig(&self, unit: UnitId, hex: HexId) -> i32 {
        match &*self.intent {
            Intent::Drive(drive) => drive.dig(hex),
            Intent::Guard(guard) => guard.dig(unit, hex),
        }
    }

    /// What it is worth that all enemies leave a hex which units from other hexes attack.
    pub fn ground(&self, target: HexId, from: &[UnitId]) -> i32 {
        match &*self.intent {
            Intent::Drive(drive) => drive.ground(target, from),
            Intent::Guard(guard) => guard.ground(target),
        }
    }

    /// What it is worth that these units, which stand in a hex, stay there.
    pub fn hold(&self, hex: HexId, units: &[UnitId]) -> i32 {
        match &*self.intent {
            Intent::Drive(drive) => drive.hold(hex),
            Intent::Guard(guard) => guard.hold(hex, units),
        }
    }

    /// What it is worth that one step of a unit stays where it is when the rest goes.
    pub fn stay_behind(&self, unit: UnitId) -> i32 {
        match &*self.intent {
            Intent::Drive(drive) => drive.stay_behind(unit),
            Intent::Guard(guard) => guard.stay_behind(unit),
        }
    }

    /// What it is worth to the Allies that a German march ends in one hex instead of another.
    pub fn halt(&self, end: HexId, before: HexId) -> i32 {
        match &*self.intent {
            Intent::Drive(_) => 0,
            Intent::Guard(guard) => guard.halt(end, before),
        }
    }

    /// What a roadblock in a hex is worth to the Allies.
    pub fn bar(&self, hex: HexId) -> i32 {
        match &*self.intent {
            Intent::Drive(_) => 0,
            Intent::Guard(guard) => guard.bar(hex),
        }
    }

    /// Hexes where a roadblock might be worth something.
    pub fn roads(&self) -> Vec<HexId> {
        match &*self.intent {
            Intent::Drive(_) => Vec::new(),
            Intent::Guard(guard) => guard.roads(),
        }
    }

    /// Whether a hex has a line of supply along the roads.
    pub fn fed(&self, hex: HexId) -> bool {
        self.net.at_road(hex)
    }

    /// Whether a unit is of this side.
    pub fn own(&self, unit: UnitId) -> bool {
        self.definitions.unit(unit).side == self.side
    }

    /// Strength of a unit as it is.
    pub fn strength(&self, unit: UnitId) -> i32 {
        strength(self.definitions, self.field, unit)
    }

    /// Units of this side that might act in the sequence under way.
    pub fn actors(&self) -> impl Iterator<Item = UnitId> + '_ {
        activation::who_might_act(self.definitions, self.field, self.side)
    }

    /// What it costs that a unit tires: it would act a second time this turn (3.5.1a).
    pub fn fatigue(&self, unit: UnitId) -> i32 {
        let state = self.field.unit(unit);
        let tires = !state.active && state.activations > 0 && self.field.turn < self.field.last_turn;
        if tires { 15 * self.strength(unit) } else { 0 }
    }

    /// Hexes between a hex and the nearest enemy unit.
    pub fn enemy_distance(&self, hex: HexId) -> u16 {
        let grid = self.definitions.board.grid();
        let enemies = zones::enemy_hexes(self.field, self.side);
        enemies.map(|there| grid.distance(hex, there)).min().unwrap_or(u16::MAX)
    }
}

/// Strength of a unit as it is.
pub fn strength(definitions: &Definitions, field: &Field, unit: UnitId) -> i32 {
    i32::from(definitions.unit(unit).strength(field.unit(unit).steps))
}

/// The places that decide the game when it ends.
pub fn objectives<'a>(definitions: &'a Definitions, field: &Field) -> &'a [HexId] {
    definitions.scenario(field).objectives.as_ref().map_or(&[], |objectives| &objectives.hexes)
}

/// Whether the German has an objective as things stand, whatever his supply.
pub fn german_has(definitions: &Definitions, field: &Field, hex: HexId) -> bool {
    match definitions.scenario(field).objectives.as_ref().map(|objectives| objectives.by) {
        Some(Tenure::Holding) => field.holders.contains(&(hex, GERMAN)),
        _ => field.in_hex(hex).any(|unit| definitions.unit(unit).side == GERMAN),
    }
}
