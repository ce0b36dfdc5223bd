//! The units as the rules read them.

use crate::printed::tables::{Class, Rating};
use definitions::{Echelon, FormationId, Unit, Units};
use engine::contract::SideId;

/// A unit as the rules read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitData {
    /// Its side.
    pub side: SideId,
    /// Kind of unit (1.1).
    pub class: Class,
    /// Whether it is British (16.2).
    pub british: bool,
    /// Its formation; none if independent (1.5b).
    pub formation: Option<FormationId>,
    /// Index of its army; none if independent.
    pub army: Option<u8>,
    /// Its division, for 7.4g; empty if none.
    pub division: String,
    /// Quality rating.
    pub quality: i8,
    /// Steps at full strength.
    pub steps: u8,
    /// Combat strength for each number of steps left, from 0 steps up.
    pub strength: Vec<u8>,
    /// Whether it is a detachment counter, in play only once a division has split off steps (18).
    pub detachment: bool,
    /// Whether it is an infantry division of a corps, which may split off steps (18a).
    pub divides: bool,
    /// Support rating of an HQ (1.6d), else 0.
    pub support: u8,
    /// C3I rating of an HQ (9.5).
    pub c3i: Option<Rating>,
}

impl UnitData {
    /// Whether it is a headquarters.
    pub fn is_hq(&self) -> bool {
        self.class == Class::Headquarters
    }

    /// Whether it is an armoured or mechanized combat unit (ruling R3: headquarters are neither).
    pub fn is_mobile(&self) -> bool {
        self.class.is_armoured_or_mechanized()
    }

    /// Whether it exerts a zone of control around it with so many steps left: not an HQ, and stronger than 1 (4.1c,
    /// ruling R34).
    pub fn exerts(&self, steps: u8) -> bool {
        !self.is_hq() && self.strength(steps) > 1
    }

    /// Strength with so many steps left (1.2c), before any halving.
    pub fn strength(&self, steps: u8) -> u8 {
        self.strength.get(usize::from(steps.min(self.steps))).copied().unwrap_or(0)
    }
}

/// The armies in the order in which formations name them.
pub fn armies(units: &Units) -> Vec<String> {
    let mut armies: Vec<String> = Vec::new();
    for formation in &units.formations {
        if !formation.army.is_empty() && !armies.contains(&formation.army) {
            armies.push(formation.army.clone());
        }
    }
    armies
}

/// What the rules need of a unit's counter.
pub fn unit_data(units: &Units, armies: &[String], unit: &Unit) -> UnitData {
    let value = |name: &str, lost: u8| unit.values.get(name).map_or(0, |value| value.after(lost));
    let army = unit.formation.map(|formation| &units.formation(formation).army);
    UnitData {
        side: SideId(unit.side),
        class: Class::of(unit.symbol),
        british: unit.nation == "british",
        formation: unit.formation,
        army: army.and_then(|army| armies.iter().position(|known| known == army)).map(|index| index as u8),
        division: unit.division.clone(),
        quality: value("quality", 0) as i8,
        steps: unit.steps,
        strength: (0..=unit.steps)
            .map(|left| if left == 0 { 0 } else { value("strength", unit.steps - left) as u8 })
            .collect(),
        detachment: value("detachment", 0) > 0,
        divides: unit.echelon == Echelon::Division
            && Class::of(unit.symbol) == Class::Infantry
            && unit.formation.is_some(),
        support: value("support", 0) as u8,
        c3i: Rating::of_value(value("c3i", 0)),
    }
}
