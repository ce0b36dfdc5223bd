//! The lines of a scenario or part below its first one.

use super::super::declaration::{Declaration, Reader, YES, choice, number};
use super::super::map_file::find_hex;
use super::super::words::Scope;
use super::super::{
    Arrival, Boxed, Deal, Departure, Feature, Grant, Map, Marker, MarkerKind, Objectives, Phrase, Placement, Scenario,
    Tenure, UnitId,
};
use super::Surroundings;
use crate::hex::HexId;
use std::collections::BTreeMap;

const ARRIVE: [&str; 9] = ["turn", "hexes", "area", "box", "trucks", "marks", "lost", "if", "note"];
/// In place of hexes: all that the map marks as objectives.
const MARKED: &str = "marked";
/// The kind of words that say when something comes, in `words.txt`.
const CONDITION: &str = "condition";
pub(super) const TENURES: [(&str, Tenure); 2] = [("holding", Tenure::Holding), ("occupying", Tenure::Occupying)];

/// The hexes of entry areas, by letter and by the id of the side that enters there.
pub(super) type Entries = BTreeMap<String, BTreeMap<String, Vec<HexId>>>;

/// The entry areas of a map.
pub(super) fn entries(map: &Map) -> Entries {
    let mut entries = Entries::new();
    for hex in map.on_map() {
        let marks = &map.hex(hex).features;
        for letter in
            marks.iter().filter_map(|mark| if let Feature::EntryArea(letter) = mark { Some(letter) } else { None })
        {
            for side in marks.iter().filter_map(|mark| if let Feature::Entry(side) = mark { Some(side) } else { None })
            {
                entries.entry(letter.clone()).or_default().entry(side.clone()).or_default().push(hex);
            }
        }
    }
    entries
}

/// What reads the lines: the reader notes faults, the surroundings tell what may be named.
pub(super) struct Lines<'a, 'b> {
    pub(super) around: &'a Surroundings<'a>,
    pub(super) entries: &'a Entries,
    pub(super) reader: &'a mut Reader<'b>,
    /// Whether they are those of a part, of which each scenario takes what comes in its own turns.
    pub(super) is_part: bool,
}

impl Lines<'_, '_> {
    /// Adds what a line says to a scenario.
    pub(super) fn read(&mut self, scenario: &mut Scenario, declaration: &Declaration) -> Result<(), String> {
        match declaration.kind.as_str() {
            "date" => {
                self.reader.expect(declaration, 2..=2, &[]);
                date(scenario, declaration)?;
            }
            "place" => {
                self.reader.expect(declaration, 2..=2, &["improved", "lost", "within", "or", "marks"]);
                scenario.placements.push(self.placement(declaration)?);
            }
            "box" => {
                self.reader.expect(declaration, 2..=2, &["lost"]);
                scenario.boxed.push(self.boxed(declaration)?);
            }
            "marker" => {
                self.reader.expect(declaration, 2..=2, &[]);
                scenario.markers.push(self.marker(declaration)?);
            }
            "arrive" => {
                self.reader.expect(declaration, 1..=1, &ARRIVE);
                scenario.arrivals.push(self.arrival(scenario.turns, declaration)?);
            }
            "leave" => {
                self.reader.expect(declaration, 1..=1, &["turn", "if", "note"]);
                scenario.departures.push(self.departure(scenario.turns, declaration)?);
            }
            "grant" => {
                self.reader.expect(declaration, 3..=3, &["turn"]);
                scenario.grants.push(self.grant(scenario.turns, declaration)?);
            }
            "deal" => {
                self.reader.expect(declaration, 1..=1, &["turn", "cards", "if", "note"]);
                scenario.deals.push(self.deal(scenario.turns, declaration)?);
            }
            "objectives" => {
                self.reader.expect(declaration, 1..=1, &["hexes", "by"]);
                scenario.objectives = Some(self.objectives(declaration)?);
            }
            "playing" => {
                self.reader.expect(declaration, 2..=2, &[]);
                scenario.playing.push((self.hex(declaration, 0)?, self.hex(declaration, 1)?));
            }
            other => {
                return Err(format!(
                    "expected date, origin, like, with, place, box, marker, arrive, leave, grant, deal, \
                     objectives or playing, found `{other}`"
                ));
            }
        }
        Ok(())
    }

    fn hex(&self, declaration: &Declaration, word: usize) -> Result<HexId, String> {
        find_hex(&self.around.map.grid, declaration.word(word, "a hex")?)
    }

    fn hexes(&self, text: &str) -> Result<Vec<HexId>, String> {
        text.split(',').map(|text| find_hex(&self.around.map.grid, text)).collect()
    }

    fn unit(&self, declaration: &Declaration) -> Result<UnitId, String> {
        let id = declaration.word(0, "the id of a unit")?;
        let found = self.around.units.find(id);
        found.ok_or_else(|| format!("expected the id of a unit in the list of units, found `{id}`"))
    }

    fn steps_lost(&self, declaration: &Declaration, unit: UnitId) -> Result<u8, String> {
        let steps_lost = declaration.get("lost").map_or(Ok(0), |text| number(text, "the steps lost"))?;
        let steps = self.around.units.unit(unit).steps;
        if steps_lost >= steps {
            return Err(format!("expected fewer steps lost than the unit has ({steps}), found {steps_lost}"));
        }
        Ok(steps_lost)
    }

    /// Ids of markers that the game declares, parted by commas.
    fn marks(&self, declaration: &Declaration) -> Result<Vec<String>, String> {
        let Some(text) = declaration.get("marks") else { return Ok(Vec::new()) };
        text.split(',').map(|id| self.unit_marker(id)).collect()
    }

    /// A marker that may lie on a unit.
    fn unit_marker(&self, id: &str) -> Result<String, String> {
        let id = self.marker_kind(id)?;
        let lies = |kind: &&MarkerKind| kind.id == id && !kind.lies_on_units();
        match self.around.markers.iter().find(lies) {
            Some(_) => {
                Err(format!("expected a marker that lies on units, found `{id}`, which game.txt lays elsewhere"))
            }
            None => Ok(id),
        }
    }

    fn marker_kind(&self, id: &str) -> Result<String, String> {
        let known = self.around.markers;
        match known.iter().find(|kind| kind.id == id) {
            Some(kind) => Ok(kind.id.clone()),
            None => {
                let ids: Vec<&str> = known.iter().map(|kind| kind.id.as_str()).collect();
                Err(format!("expected a marker that game.txt declares ({}), found `{id}`", ids.join(", ")))
            }
        }
    }

    fn placement(&mut self, declaration: &Declaration) -> Result<Placement, String> {
        let unit = self.unit(declaration)?;
        Ok(Placement {
            unit,
            hex: self.hex(declaration, 1)?,
            within: declaration.get("within").map_or(Ok(0), |text| number(text, "the distance"))?,
            or: declaration.get("or").map(|text| find_hex(&self.around.map.grid, text)).transpose()?,
            improved: yes(declaration, "improved")?,
            steps_lost: self.steps_lost(declaration, unit)?,
            marks: self.marks(declaration)?,
            provenance: self.reader.origin(declaration),
        })
    }

    fn boxed(&mut self, declaration: &Declaration) -> Result<Boxed, String> {
        let unit = self.unit(declaration)?;
        let (name, steps_lost) =
            (declaration.word(1, "the name of a box")?.to_owned(), self.steps_lost(declaration, unit)?);
        Ok(Boxed { unit, name, steps_lost, provenance: self.reader.origin(declaration) })
    }

    fn marker(&mut self, declaration: &Declaration) -> Result<Marker, String> {
        let kind = self.marker_kind(declaration.word(0, "a kind of marker")?)?;
        Ok(Marker { kind, hex: self.hex(declaration, 1)?, provenance: self.reader.origin(declaration) })
    }

    /// The turn of a line. That of a part is one that some scenario has, or nobody would ever see the line.
    fn turn(&self, turns: (u8, u8), declaration: &Declaration) -> Result<u8, String> {
        let turn = number(declaration.need("turn")?, "the turn")?;
        if self.is_part && !(turns.0..=turns.1).contains(&turn) {
            return Err(format!("expected a turn that a scenario has, from {} to {}, found {turn}", turns.0, turns.1));
        }
        Ok(turn)
    }

    /// What decides whether something comes: as phrases, and as it is written.
    fn conditions(&self, turns: (u8, u8), declaration: &Declaration) -> Result<(Vec<Phrase>, String), String> {
        let (text, note) = match (declaration.get("if"), declaration.get("note")) {
            (None, note) => return Ok((Vec::new(), note.unwrap_or_default().to_owned())),
            (Some(_), Some(_)) => return Err("expected one of `if=` and `note=`".to_owned()),
            (Some(text), None) => (text, text.to_owned()),
        };
        let Surroundings { map, units, markers, words, .. } = *self.around;
        let kind = words.kind(CONDITION)?;
        Ok((kind.read_all(text, &Scope { map, units, markers, turns })?, note))
    }

    fn arrival(&mut self, turns: (u8, u8), declaration: &Declaration) -> Result<Arrival, String> {
        let unit = self.unit(declaration)?;
        let (hexes, areas) = match (declaration.get("hexes"), declaration.get("area"), declaration.get("box")) {
            (Some(text), None, None) => (self.hexes(text)?, Vec::new()),
            (None, Some(letters), None) => self.areas(unit, letters)?,
            (None, None, Some(_)) => (Vec::new(), Vec::new()),
            _ => return Err("expected one of `hexes=`, `area=` and `box=`".to_owned()),
        };
        let (conditions, note) = self.conditions(turns, declaration)?;
        Ok(Arrival {
            unit,
            steps_lost: self.steps_lost(declaration, unit)?,
            conditions,
            note,
            turn: self.turn(turns, declaration)?,
            hexes,
            areas,
            boxed: declaration.get("box").unwrap_or_default().to_owned(),
            trucks: yes(declaration, "trucks")?,
            marks: self.marks(declaration)?,
            provenance: self.reader.origin(declaration),
        })
    }

    /// The hexes of the entry areas with these letters at which the unit's side enters.
    fn areas(&self, unit: UnitId, letters: &str) -> Result<(Vec<HexId>, Vec<String>), String> {
        let units = self.around.units;
        let side = &units.sides[usize::from(units.unit(unit).side)].id;
        let mut hexes = Vec::new();
        for letter in letters.split(',') {
            let area = self.entries.get(letter).and_then(|sides| sides.get(side));
            let area =
                area.ok_or_else(|| format!("expected an entry area of the {side} side on the map, found `{letter}`"))?;
            hexes.extend(area);
        }
        Ok((hexes, letters.split(',').map(str::to_owned).collect()))
    }

    fn departure(&mut self, turns: (u8, u8), declaration: &Declaration) -> Result<Departure, String> {
        let (conditions, note) = self.conditions(turns, declaration)?;
        Ok(Departure {
            conditions,
            note,
            unit: self.unit(declaration)?,
            turn: self.turn(turns, declaration)?,
            provenance: self.reader.origin(declaration),
        })
    }

    fn grant(&mut self, turns: (u8, u8), declaration: &Declaration) -> Result<Grant, String> {
        Ok(Grant {
            turn: self.turn(turns, declaration)?,
            pool: declaration.word(0, "a pool")?.to_owned(),
            kind: declaration.word(1, "a kind of marker")?.to_owned(),
            count: number(declaration.word(2, "a count")?, "the count")?,
            provenance: self.reader.origin(declaration),
        })
    }

    fn deal(&mut self, turns: (u8, u8), declaration: &Declaration) -> Result<Deal, String> {
        let (known, id) = (self.around.cards, declaration.word(0, "a pile")?);
        let ids = || known.piles.iter().map(|pile| pile.id.as_str()).collect::<Vec<_>>().join(", ");
        let pile = known.pile(id).ok_or_else(|| format!("expected a pile of cards.txt ({}), found `{id}`", ids()))?;
        let mut cards = Vec::new();
        for text in declaration.need("cards")?.split(',') {
            if known.set(text).is_some() {
                cards.extend(known.of_set(text).map(|card| (card.id.clone(), card.copies)));
                continue;
            }
            let (id, count) = match text.split_once('*') {
                Some((id, count)) => (id, number(count, "how many")?),
                None => (text, 1),
            };
            let card = known.card(id).ok_or_else(|| format!("expected a card or set of cards.txt, found `{id}`"))?;
            if !(1..=card.copies).contains(&count) {
                return Err(format!("expected 1 to {} of `{id}`, found {count}", card.copies));
            }
            cards.push((card.id.clone(), count));
        }
        let (conditions, note) = self.conditions(turns, declaration)?;
        Ok(Deal {
            conditions,
            note,
            turn: self.turn(turns, declaration)?,
            pile: pile.id.clone(),
            cards,
            provenance: self.reader.origin(declaration),
        })
    }

    /// The hexes that the map marks as objectives.
    fn marked(&self) -> Vec<HexId> {
        let map = self.around.map;
        let is = |hex: &HexId| map.hex(*hex).features.iter().any(|it| matches!(it, Feature::Objective(_)));
        map.on_map().filter(is).collect()
    }

    fn objectives(&mut self, declaration: &Declaration) -> Result<Objectives, String> {
        let needed = number(declaration.word(0, "how many are needed")?, "how many are needed")?;
        let hexes = match declaration.need("hexes")? {
            MARKED => self.marked(),
            listed => self.hexes(listed)?,
        };
        if needed < 1 || usize::from(needed) > hexes.len() {
            return Err(format!("expected 1 to {} to be needed, found {needed}", hexes.len()));
        }
        let by = choice(declaration.need("by")?, "by", &TENURES)?;
        Ok(Objectives { needed, hexes, by, provenance: self.reader.origin(declaration) })
    }
}

fn date(scenario: &mut Scenario, declaration: &Declaration) -> Result<(), String> {
    let turn: u8 = number(declaration.word(0, "a turn")?, "a turn")?;
    let next = usize::from(scenario.turns.0) + scenario.dates.len();
    if usize::from(turn) != next || turn > scenario.turns.1 {
        return Err(format!("expected the dates of all turns in order; the next is turn {next}, found {turn}"));
    }
    scenario.dates.push(declaration.word(1, "a date")?.to_owned());
    Ok(())
}

fn yes(declaration: &Declaration, key: &str) -> Result<bool, String> {
    declaration.get(key).map_or(Ok(false), |text| choice(text, key, &YES))
}
