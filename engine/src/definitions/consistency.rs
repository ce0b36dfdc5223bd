use super::{DefinitionError, Feature, GameFiles, PileKind, Published, Scenario, Stacking};
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
        if !scenario.dates.is_empty() && scenario.dates.len() != turns {
            note(format!("expected {turns} dates or none, found {}", scenario.dates.len()));
        }
        let mut used = BTreeSet::new();
        let placed = scenario.placements.iter().map(|it| it.unit).chain(scenario.boxed.iter().map(|it| it.unit));
        for unit in placed.chain(scenario.arrivals.iter().map(|it| it.unit)) {
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
        let mut load: BTreeMap<HexId, (u32, u32)> = BTreeMap::new();
        // whoever may choose a hex close by finds room there
        for it in scenario.placements.iter().filter(|it| it.within == 0) {
            let (steps, units) = load.entry(it.hex).or_default();
            *steps += u32::from(self.units.unit(it.unit).steps.saturating_sub(it.steps_lost));
            *units += 1;
        }
        for (hex, (steps, units)) in load {
            let (found, limit, of) = match self.stacking {
                Some(Stacking::Steps(limit)) => (steps, limit, "steps"),
                Some(Stacking::Units(limit)) => (units, limit, "units"),
                None => continue,
            };
            if found > u32::from(limit) {
                note(format!("{found} {of} start in hex {}, more than may stand there", self.map.grid.number(hex)));
            }
        }
        let hexes = scenario.placements.iter().flat_map(|it| it.or.into_iter().chain([it.hex]));
        let hexes: BTreeSet<HexId> = hexes.chain(scenario.arrivals.iter().flat_map(|it| it.hexes.clone())).collect();
        let on_map: BTreeSet<HexId> = self.map.on_map().collect();
        for hex in hexes.difference(&on_map) {
            note(format!("units are put in hex {}, which is off the map", self.map.grid.number(*hex)));
        }
        let impassable = |hex: &HexId| self.map.hex(*hex).features.contains(&Feature::Impassable);
        for hex in hexes.iter().filter(|hex| on_map.contains(hex) && impassable(hex)) {
            note(format!("units are put in hex {}, which nobody may enter", self.map.grid.number(*hex)));
        }
        for it in scenario.placements.iter().filter(|it| !scenario.in_play(&self.map.grid, it.hex)) {
            let (unit, hex) = (&self.units.unit(it.unit).id, self.map.grid.number(it.hex));
            note(format!("unit `{unit}` starts in hex {hex}, which is not in play"));
        }
        let improved = self.markers.iter().any(|kind| kind.id == "improved");
        if !improved && scenario.placements.iter().any(|it| it.improved) {
            note("improved=yes needs a line `marker improved ...` in game.txt".to_owned());
        }
        for it in &scenario.departures {
            let unit = &self.units.unit(it.unit).id;
            if !used.contains(&it.unit) {
                note(format!("unit `{unit}` leaves but was never there"));
            }
            if !(first..=last).contains(&it.turn) {
                note(format!("unit `{unit}` leaves in turn {}, outside the scenario", it.turn));
            }
        }
        for it in scenario.arrivals.iter().filter(|it| !(first..=last).contains(&it.turn)) {
            note(format!("unit `{}` arrives in turn {}, outside the scenario", self.units.unit(it.unit).id, it.turn));
        }
        for it in scenario.grants.iter().filter(|it| !(first..=last).contains(&it.turn)) {
            note(format!("pool `{}` receives markers in turn {}, outside the scenario", it.pool, it.turn));
        }
        self.deal_faults(scenario, note);
        for pool in scenario.grants.iter().map(|it| &it.pool).collect::<BTreeSet<_>>() {
            if !self.units.formations.iter().any(|formation| formation.army == *pool) {
                note(format!("pool `{pool}` is the army of no formation"));
            }
        }
    }

    /// Cards that are dealt outside the scenario, more often than there are, or into the hand of the other side.
    fn deal_faults(&self, scenario: &Scenario, note: &mut impl FnMut(String)) {
        let (first, last) = scenario.turns;
        let mut dealt: BTreeMap<(u8, &str), u32> = BTreeMap::new();
        for it in &scenario.deals {
            if !(first..=last).contains(&it.turn) {
                note(format!("cards are dealt to `{}` in turn {}, outside the scenario", it.pile, it.turn));
            }
            for (id, count) in &it.cards {
                *dealt.entry((it.turn, id)).or_default() += u32::from(*count);
            }
            let hand = self.cards.pile(&it.pile).filter(|pile| pile.kind == PileKind::Hand).and_then(|pile| pile.side);
            let side =
                |id: &String| self.cards.card(id).and_then(|card| self.cards.set(&card.set)).and_then(|set| set.side);
            for (id, _) in it.cards.iter().filter(|(id, _)| hand.zip(side(id)).is_some_and(|(hand, side)| hand != side))
            {
                note(format!("`{id}` is dealt into the hand of the other side, `{}`", it.pile));
            }
        }
        for ((turn, id), count) in dealt {
            let copies = self.cards.card(id).map_or(0, |card| u32::from(card.copies));
            if count > copies {
                note(format!("`{id}` is dealt {count} times in turn {turn}, and there are {copies} of it"));
            }
        }
    }
}
