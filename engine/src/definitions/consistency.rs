use super::{DefinitionError, Feature, Published, Scenario, Terrain};
use crate::hex::HexId;
use std::collections::{BTreeMap, BTreeSet};

impl Published {
    /// Everything in which the files of the game contradict each other or themselves, beyond their grammar.
    pub(super) fn inconsistencies(&self) -> Vec<DefinitionError> {
        let mut faults = self.map_faults();
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

    fn map_faults(&self) -> Vec<DefinitionError> {
        let map = &self.map;
        let mut faults = Vec::new();
        let mut note = |message: String| faults.push(DefinitionError::new("map.txt", 0, message));
        let on_map: BTreeSet<HexId> = map.on_map().collect();
        for road in &map.roads {
            for hex in [road.from, road.to] {
                if !on_map.contains(&hex) {
                    note(format!("a road leads to {}, which is off the map", map.grid.number(hex)));
                }
            }
        }
        for side in &map.hexsides {
            let name = map.side_name(side.hex, side.side);
            let (here, there) = map.hexes_of(side);
            if side.bridge && side.river.is_none() {
                note(format!("the bridge at {name} crosses no river"));
            }
            let joins =
                |a: HexId, b: HexId| map.roads.iter().any(|r| (r.from, r.to) == (a, b) || (r.to, r.from) == (a, b));
            if side.bridge && !there.is_some_and(|there| joins(here, there)) {
                note(format!("no road leads over the bridge at {name}"));
            }
        }
        for end in self.dead_ends() {
            note(format!("the road in {end} ends nowhere: no settlement, no other road, not the edge of the map"));
        }
        for hex in map.on_map() {
            for feature in &map.hex(hex).features {
                if let Feature::Entry(side) | Feature::Edge(side) = feature
                    && !self.units.sides.iter().any(|known| known.id == *side)
                {
                    note(format!("hex {} speaks of the side `{side}`, which units.txt lacks", map.grid.number(hex)));
                }
            }
        }
        faults
    }

    /// Hexes in which a road ends for no reason.
    fn dead_ends(&self) -> Vec<String> {
        let map = &self.map;
        let mut links: BTreeMap<HexId, usize> = BTreeMap::new();
        for hex in map.roads.iter().flat_map(|road| [road.from, road.to]) {
            *links.entry(hex).or_default() += 1;
        }
        let inland =
            |hex: HexId| map.grid.neighbours(hex).filter(|(_, b)| map.hex(*b).terrain != Terrain::OffMap).count() == 6;
        let ends =
            links.into_iter().filter(|(hex, links)| *links == 1 && map.hex(*hex).settlement.is_none() && inland(*hex));
        ends.map(|(hex, _)| map.spoken(hex)).collect()
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
