use super::declaration::LineIndex;
use super::{
    DefinitionError, FaceText, Feature, GameFiles, Phrase, PileKind, Placement, Published, Scenario, Stacking, UnitId,
};
use crate::hex::HexId;
use crate::spelling::distance;
use std::collections::{BTreeMap, BTreeSet};

impl Published {
    /// Everything in which the files of the game contradict each other or themselves, beyond their grammar.
    pub(super) fn inconsistencies(&self, files: &GameFiles) -> Vec<DefinitionError> {
        let sides: Vec<&str> = self.units.sides.iter().map(|side| side.id.as_str()).collect();
        let mut faults = self.map.faults("map.txt", files.text("map.txt").unwrap_or_default(), &sides);
        let mut ids = BTreeSet::new();
        for scenario in &self.scenarios {
            let file = format!("scenario-{}.txt", scenario.id);
            let lines = LineIndex::of(files.text(&file).unwrap_or_default());
            let mut note = |line: usize, message: String| faults.push(DefinitionError::new(&file, line, message));
            if !ids.insert(&scenario.id) {
                note(0, format!("another scenario has the id `{}` too", scenario.id));
            }
            self.scenario_faults(scenario, &lines, &mut note);
        }
        faults
    }

    /// What is doubtful in the counters of a game that says by `face` lines what stands on them: printed numbers of which
    /// no face speaks and whose name is nearly that of one, and numbers that are missing below a symbol. Both are mostly
    /// slips of the pen.
    pub fn face_doubts(&self, files: &GameFiles) -> Vec<DefinitionError> {
        let lines = LineIndex::of(files.text("units.txt").unwrap_or_default());
        let spoken: BTreeSet<&str> = self.units.faces.iter().flat_map(FaceText::keys).collect();
        let mut doubts = Vec::new();
        for unit in &self.units.units {
            let Some(face) = self.units.face_of(unit) else { continue };
            let mut note =
                |message: String| doubts.push(DefinitionError::new("units.txt", lines.line("unit", &unit.id), message));
            for key in unit.values.keys().filter(|key| !spoken.contains(key.as_str())) {
                if let Some(meant) = spoken.iter().find(|known| distance(known, key, 2).is_some()) {
                    note(format!("no `face` line speaks of `{key}=`; is `{meant}=` meant?"));
                }
            }
            for key in FaceText::numbers(&face.below).filter(|key| *key != "steps" && !unit.values.contains_key(*key)) {
                note(format!("the counter of `{}` speaks of `{key}=`, which the unit lacks", unit.id));
            }
        }
        doubts
    }

    /// What nobody would be told of if it were written wrong: tables that do not say of what forms they are, printed numbers
    /// without bounds, cards whose lines are of no kind, conditions that stand in a note alone, and signs of the map without a row.
    pub fn word_doubts(&self, files: &GameFiles) -> Vec<DefinitionError> {
        let mut doubts = self.tables.word_doubts();
        doubts.extend(self.tables.sign_doubts(&self.map));
        if self.units.numbers.is_empty() && self.units.units.iter().any(|unit| !unit.values.is_empty()) {
            let told = "no line `number KEY FROM..TO \"what it is\"` says what the printed numbers may be";
            doubts.push(DefinitionError::new("units.txt", 0, told));
        }
        let lines = LineIndex::of(files.text("cards.txt").unwrap_or_default());
        for set in self.cards.sets.iter().filter(|set| set.reads.lines.is_none()) {
            let told = format!("the set `{}` does not say of what kind its lines are: expected `lines=`", set.id);
            doubts.push(DefinitionError::new("cards.txt", lines.line("set", &set.id), told));
        }
        for scenario in &self.scenarios {
            let file = format!("scenario-{}.txt", scenario.id);
            let noted = |conditions: &[Phrase], note: &str| conditions.is_empty() && !note.is_empty();
            let arrivals = scenario.arrivals.iter().filter(|it| noted(&it.conditions, &it.note)).count();
            let departures = scenario.departures.iter().filter(|it| noted(&it.conditions, &it.note)).count();
            let deals = scenario.deals.iter().filter(|it| noted(&it.conditions, &it.note)).count();
            if arrivals + departures + deals > 0 {
                let found = arrivals + departures + deals;
                let told = format!("{found} notes are read by people alone: expected `if=` where they are conditions");
                doubts.push(DefinitionError::new(&file, 0, told));
            }
        }
        doubts
    }

    fn scenario_faults(&self, scenario: &Scenario, lines: &LineIndex<'_>, note: &mut impl FnMut(usize, String)) {
        let (first, last) = scenario.turns;
        let id = |unit: UnitId| self.units.unit(unit).id.as_str();
        // Names of units, and the line of the first of them.
        let named = |units: &[UnitId]| units.iter().map(|unit| id(*unit)).collect::<Vec<_>>().join(", ");
        let placed_at = |units: &[UnitId]| units.first().map_or(0, |unit| lines.line("place", id(*unit)));
        let turns = usize::from(last - first) + 1;
        if !scenario.dates.is_empty() && scenario.dates.len() != turns {
            let line = lines.line("date", &first.to_string());
            note(line, format!("expected {turns} dates or none, found {}", scenario.dates.len()));
        }
        let mut used = BTreeSet::new();
        let placed = scenario.placements.iter().map(|it| it.unit).chain(scenario.boxed.iter().map(|it| it.unit));
        for unit in placed.chain(scenario.arrivals.iter().map(|it| it.unit)) {
            if !used.insert(unit) {
                let line = lines.last(&["place", "box", "arrive"], id(unit));
                note(line, format!("unit `{}` is placed or arrives twice", id(unit)));
            }
        }
        let mut starting: BTreeMap<HexId, Vec<&Placement>> = BTreeMap::new();
        for it in &scenario.placements {
            starting.entry(it.hex).or_default().push(it);
        }
        for (hex, placed) in starting {
            let number = self.map.grid.number(hex);
            let units: Vec<UnitId> = placed.iter().map(|it| it.unit).collect();
            if units.iter().any(|unit| self.units.unit(*unit).side != self.units.unit(units[0]).side) {
                note(placed_at(&units), format!("both sides start in hex {number}: {}", named(&units)));
            }
            // whoever may choose a hex close by finds room there
            let bound = || placed.iter().filter(|it| it.within == 0);
            let steps = |it: &&&Placement| u32::from(self.units.unit(it.unit).steps.saturating_sub(it.steps_lost));
            let (found, limit, of) = match self.stacking {
                Some(Stacking::Steps(limit)) => (bound().map(|it| steps(&it)).sum(), limit, "steps"),
                Some(Stacking::Units(limit)) => (bound().count() as u32, limit, "units"),
                None => continue,
            };
            if found > u32::from(limit) {
                let told = format!("{found} {of} start in hex {number}, more than the {limit} that may stand there");
                note(placed_at(&units), told);
            }
        }
        let mut hexes: BTreeMap<HexId, usize> = BTreeMap::new();
        for it in &scenario.placements {
            for hex in it.or.into_iter().chain([it.hex]) {
                hexes.entry(hex).or_insert_with(|| lines.line("place", id(it.unit)));
            }
        }
        for it in &scenario.arrivals {
            for hex in &it.hexes {
                hexes.entry(*hex).or_insert_with(|| lines.line("arrive", id(it.unit)));
            }
        }
        let on_map: BTreeSet<HexId> = self.map.on_map().collect();
        let impassable = |hex: HexId| self.map.hex(hex).features.contains(&Feature::Impassable);
        for (hex, line) in hexes {
            let number = self.map.grid.number(hex);
            if !on_map.contains(&hex) {
                let why = format!("map.txt has no line `hex {number}` and no `rest`");
                note(line, format!("units are put in hex {number}, which is off the map: {why}"));
            } else if impassable(hex) {
                note(line, format!("units are put in hex {number}, which nobody may enter"));
            }
        }
        for it in scenario.placements.iter().filter(|it| !scenario.in_play(&self.map.grid, it.hex)) {
            let (unit, hex) = (id(it.unit), self.map.grid.number(it.hex));
            note(lines.line("place", unit), format!("unit `{unit}` starts in hex {hex}, which is not in play"));
        }
        let improved = self.markers.iter().any(|kind| kind.id == "improved");
        if let Some(it) = scenario.placements.iter().find(|it| it.improved && !improved) {
            let line = lines.line("place", id(it.unit));
            note(line, "improved=yes needs a line `marker improved ...` in game.txt".to_owned());
        }
        for it in &scenario.departures {
            let unit = id(it.unit);
            let line = lines.line("leave", unit);
            if !used.contains(&it.unit) {
                note(line, format!("unit `{unit}` leaves but was never there"));
            }
            if !(first..=last).contains(&it.turn) {
                note(line, format!("unit `{unit}` leaves in turn {}, outside the scenario", it.turn));
            }
        }
        for it in scenario.arrivals.iter().filter(|it| !(first..=last).contains(&it.turn)) {
            let unit = id(it.unit);
            note(
                lines.line("arrive", unit),
                format!("unit `{unit}` arrives in turn {}, outside the scenario", it.turn),
            );
        }
        for it in scenario.grants.iter().filter(|it| !(first..=last).contains(&it.turn)) {
            note(
                lines.line("grant", &it.pool),
                format!("pool `{}` receives markers in turn {}, outside the scenario", it.pool, it.turn),
            );
        }
        self.deal_faults(scenario, lines, note);
        for pool in scenario.grants.iter().map(|it| &it.pool).collect::<BTreeSet<_>>() {
            if !self.units.formations.iter().any(|formation| formation.army == *pool) {
                note(lines.line("grant", pool), format!("pool `{pool}` is the army of no formation"));
            }
        }
    }

    /// Cards that are dealt outside the scenario, more often than there are, or into the hand of the other side.
    fn deal_faults(&self, scenario: &Scenario, lines: &LineIndex<'_>, note: &mut impl FnMut(usize, String)) {
        let (first, last) = scenario.turns;
        let mut dealt: BTreeMap<(u8, &str), u32> = BTreeMap::new();
        for it in &scenario.deals {
            let line = lines.line("deal", &it.pile);
            if !(first..=last).contains(&it.turn) {
                note(line, format!("cards are dealt to `{}` in turn {}, outside the scenario", it.pile, it.turn));
            }
            for (id, count) in &it.cards {
                *dealt.entry((it.turn, id)).or_default() += u32::from(*count);
            }
            let hand = self.cards.pile(&it.pile).filter(|pile| pile.kind == PileKind::Hand).and_then(|pile| pile.side);
            let side =
                |id: &String| self.cards.card(id).and_then(|card| self.cards.set(&card.set)).and_then(|set| set.side);
            for (id, _) in it.cards.iter().filter(|(id, _)| hand.zip(side(id)).is_some_and(|(hand, side)| hand != side))
            {
                note(line, format!("`{id}` is dealt into the hand of the other side, `{}`", it.pile));
            }
        }
        for ((turn, id), count) in dealt {
            let copies = self.cards.card(id).map_or(0, |card| u32::from(card.copies));
            if count > copies {
                note(0, format!("`{id}` is dealt {count} times in turn {turn}, and there are {copies} of it"));
            }
        }
    }
}
