use super::{DefinitionError, GameFiles, Published, Scenario};
use crate::hex::HexId;
use std::collections::{BTreeMap, BTreeSet};

impl Published {
    /// Everything in which the files of the game contradict each other or themselves, beyond their grammar.
    pub(super) fn inconsistencies(&self, files: &GameFiles) -> Vec<DefinitionError> {
        let sides: Vec<&str> = self.units.sides.iter().map(|side| side.id.as_str()).collect();
        let mut faults = self.map.faults("map.txt", files.text("map.txt").unwrap_or_default(), &sides);
        let mut ids = BTreeSet::new();
        for scenario in &self.scenarios {
            let file = format!("scenario-{}.txt", scenario.id);
            let mut note = |message: String| faults.push(DefinitionError::new(&file, 0, message));
            if !ids.insert(&scenario.id) {
                note(format!("another scenario has the id `{}` too", scenario.id));
            }
            self.scenario_faults(scenario, &mut note);
        }
        faults
    }

    fn scenario_faults(&self, scenario: &Scenario, note: &mut impl FnMut(String)) {
        let (first, last) = scenario.turns;
        let turns = usize::from(last - first) + 1;
        if scenario.dates.len() != turns {
            note(format!("expected {turns} dates, found {}", scenario.dates.len()));
        }
        let mut used = BTreeSet::new();
        let units = scenario.placements.iter().map(|it| it.unit).chain(scenario.arrivals.iter().map(|it| it.unit));
        for unit in units {
            if !used.insert(unit) {
                note(format!("unit `{}` is placed or arrives twice", self.units.unit(unit).id));
            }
        }
        let mut sides: BTreeMap<HexId, BTreeSet<u8>> = BTreeMap::new();
        for it in &scenario.placements {
            sides.entry(it.hex).or_default().insert(self.units.unit(it.unit).side);
        }
        for (hex, sides) in sides {
            if sides.len() > 1 {
                note(format!("both sides start in hex {}", self.map.grid.number(hex)));
            }
        }
        let mut steps: BTreeMap<HexId, u32> = BTreeMap::new();
        for it in &scenario.placements {
            let left = self.units.unit(it.unit).steps.saturating_sub(it.steps_lost);
            *steps.entry(it.hex).or_default() += u32::from(left);
        }
        for (hex, steps) in steps {
            if self.stacking.is_some_and(|limit| steps > u32::from(limit)) {
                note(format!("{steps} steps start in hex {}, more than may stand there", self.map.grid.number(hex)));
            }
        }
        let hexes = scenario.placements.iter().map(|it| it.hex);
        let hexes: BTreeSet<HexId> = hexes.chain(scenario.arrivals.iter().flat_map(|it| it.hexes.clone())).collect();
        let on_map: BTreeSet<HexId> = self.map.on_map().collect();
        for hex in hexes.difference(&on_map) {
            note(format!("units are put in hex {}, which is off the map", self.map.grid.number(*hex)));
        }
        for it in scenario.arrivals.iter().filter(|it| !(first..=last).contains(&it.turn)) {
            note(format!("unit `{}` arrives in turn {}, outside the scenario", self.units.unit(it.unit).id, it.turn));
        }
        for it in scenario.grants.iter().filter(|it| !(first..=last).contains(&it.turn)) {
            note(format!("pool `{}` receives markers in turn {}, outside the scenario", it.pool, it.turn));
        }
        for pool in scenario.grants.iter().map(|it| &it.pool).collect::<BTreeSet<_>>() {
            if !self.units.formations.iter().any(|formation| formation.army == *pool) {
                note(format!("pool `{pool}` is the army of no formation"));
            }
        }
    }
}
