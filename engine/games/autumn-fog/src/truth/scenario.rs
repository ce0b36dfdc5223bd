//! What is printed for the scenario that a field is played on.

use crate::printed::definitions::Definitions;
use crate::truth::state::Field;
use definitions::hex::HexId;
use definitions::{Arrival, Scenario, UnitId};
use engine::contract::SideId;

impl Definitions {
    /// The scenario that a field is played on.
    pub fn scenario(&self, field: &Field) -> &Scenario {
        &self.published.scenarios[usize::from(field.scenario)]
    }

    /// The objectives that count in the scenario of a field, each with its holder.
    pub fn objectives<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (HexId, SideId)> + 'a {
        let counts = |hex: HexId| self.scenario(field).objectives.iter().any(|it| it.hexes.contains(&hex));
        field.holders.iter().copied().filter(move |(hex, _)| counts(*hex))
    }

    /// How a unit arrives as a reinforcement, if it does.
    pub fn arrival(&self, field: &Field, unit: UnitId) -> Option<&Arrival> {
        self.scenario(field).arrivals.iter().find(|arrival| arrival.unit == unit)
    }
}
