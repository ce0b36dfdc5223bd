//! The text of a scenario: who stands where, what comes when.
//!
//! ```text
//! scenario initial-assault "The Initial Assault" turns=1-3 case=17.1
//! origin list rulebook "set-up list"
//! date 1 "16-17 December"
//! place 26-vg 2616 @list
//! place 110-28di 2515 improved=yes lost=0 @list
//! arrive 1-di turn=1 hexes=2501,2101 trucks=yes @list
//! grant 1us artillery 2 turn=1 @list
//! objectives 3 hexes=2610,1817,1111 by=holding @list
//! ```
//!
//! A scenario that goes on where another ends has `like ID` below its first line: the dates, placements, arrivals and
//! grants of that scenario are its own too, and its further lines add to them.

use super::map_file::find_hex;
use super::record::{Origins, Reader, Record, choice, name_of, number, quoted};
use super::{Arrival, DefinitionError, Grant, Objectives, Placement, Scenario, Tenure, UnitId, Units};
use crate::hex::Grid;

const YES: [(&str, bool); 2] = [("yes", true), ("no", false)];
const TENURES: [(&str, Tenure); 2] = [("holding", Tenure::Holding), ("occupying", Tenure::Occupying)];

impl Scenario {
    /// Reads all scenarios of a game from the names and texts of their files: those that stand alone first, then
    /// those that are like one of them.
    ///
    /// # Errors
    /// Every fault of every text at once.
    pub fn parse_all<'a>(
        files: impl Iterator<Item = (&'a str, &'a str)>,
        grid: &Grid,
        units: &Units,
    ) -> Result<Vec<Scenario>, Vec<DefinitionError>> {
        let leans = |(_, text): &(&str, &str)| text.lines().any(|line| line.starts_with("like "));
        let (leaning, alone): (Vec<_>, Vec<_>) = files.partition(leans);
        let (mut scenarios, mut errors) = (Vec::new(), Vec::new());
        for (name, text) in alone.into_iter().chain(leaning) {
            match Scenario::parse(name, text, grid, units, &scenarios) {
                Ok(it) if name == format!("scenario-{}.txt", it.id) => scenarios.push(it),
                Ok(it) => {
                    let message = format!("expected the file of scenario `{0}` to be called scenario-{0}.txt", it.id);
                    errors.push(DefinitionError::new(name, 0, message));
                }
                Err(more) => errors.extend(more),
            }
        }
        if errors.is_empty() { Ok(scenarios) } else { Err(errors) }
    }

    /// Reads the text of a scenario, whose hexes and units must be in `grid` and `units`, and which may be like one
    /// that is `known`. `file` is the name that errors mention.
    ///
    /// # Errors
    /// Every fault of the text at once.
    pub fn parse(
        file: &str,
        text: &str,
        grid: &Grid,
        units: &Units,
        known: &[Scenario],
    ) -> Result<Scenario, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let records = reader.records(text);
        let mut scenario = Scenario {
            id: String::new(),
            title: String::new(),
            case: String::new(),
            turns: (1, 1),
            dates: Vec::new(),
            placements: Vec::new(),
            arrivals: Vec::new(),
            grants: Vec::new(),
            objectives: None,
        };
        for record in &records {
            let read = match record.kind.as_str() {
                "scenario" => {
                    reader.expect(record, 2..=2, &["turns", "case"]);
                    head(&mut scenario, record)
                }
                "like" => {
                    reader.expect(record, 1..=1, &[]);
                    like(&mut scenario, record, known)
                }
                "date" => {
                    reader.expect(record, 2..=2, &[]);
                    date(&mut scenario, record)
                }
                "place" => {
                    reader.expect(record, 2..=2, &["improved", "lost"]);
                    placement(grid, units, &mut reader, record).map(|it| scenario.placements.push(it))
                }
                "arrive" => {
                    reader.expect(record, 1..=1, &["turn", "hexes", "trucks"]);
                    arrival(grid, units, &mut reader, record).map(|it| scenario.arrivals.push(it))
                }
                "grant" => {
                    reader.expect(record, 3..=3, &["turn"]);
                    grant(&mut reader, record).map(|it| scenario.grants.push(it))
                }
                "objectives" => {
                    reader.expect(record, 1..=1, &["hexes", "by"]);
                    objectives(grid, &mut reader, record).map(|it| scenario.objectives = Some(it))
                }
                other => Err(format!(
                    "expected scenario, like, date, origin, place, arrive, grant or objectives, found `{other}`"
                )),
            };
            reader.value(record.line, read);
        }
        if scenario.id.is_empty() && reader.errors.is_empty() {
            reader.fault(0, "expected a line `scenario ID \"title\" turns=1-3`");
        }
        if reader.errors.is_empty() { Ok(scenario) } else { Err(reader.errors) }
    }

    /// The text of the scenario; [`Scenario::parse`] reads it back.
    pub fn write(&self, grid: &Grid, units: &Units) -> String {
        let mut origins = Origins::default();
        let mut body = String::new();
        for (date, turn) in self.dates.iter().zip(self.turns.0..) {
            body += &format!("date {turn} {}\n", quoted(date));
        }
        for it in &self.placements {
            body += &format!("place {} {}", units.unit(it.unit).id, grid.number(it.hex));
            if it.improved {
                body += " improved=yes";
            }
            if it.steps_lost > 0 {
                body += &format!(" lost={}", it.steps_lost);
            }
            body += &format!(" @{}\n", origins.name(&it.provenance));
        }
        for it in &self.arrivals {
            let hexes: Vec<String> = it.hexes.iter().map(|hex| grid.number(*hex)).collect();
            body += &format!("arrive {} turn={} hexes={}", units.unit(it.unit).id, it.turn, hexes.join(","));
            if it.trucks {
                body += " trucks=yes";
            }
            body += &format!(" @{}\n", origins.name(&it.provenance));
        }
        for it in &self.grants {
            let origin = origins.name(&it.provenance);
            body += &format!("grant {} {} {} turn={} @{origin}\n", it.pool, it.kind, it.count, it.turn);
        }
        if let Some(it) = &self.objectives {
            let hexes: Vec<String> = it.hexes.iter().map(|hex| grid.number(*hex)).collect();
            let (by, origin) = (name_of(&it.by, &TENURES), origins.name(&it.provenance));
            body += &format!("objectives {} hexes={} by={by} @{origin}\n", it.needed, hexes.join(","));
        }
        let (first, last) = self.turns;
        let case = if self.case.is_empty() { String::new() } else { format!(" case={}", self.case) };
        let head = format!("scenario {} {} turns={first}-{last}{case}\n", self.id, quoted(&self.title));
        format!("{head}{}\n{body}", origins.declarations())
    }
}

fn head(scenario: &mut Scenario, record: &Record) -> Result<(), String> {
    if !scenario.id.is_empty() {
        return Err("expected one line `scenario` only".to_owned());
    }
    scenario.id = record.word(0, "an id")?.to_owned();
    scenario.title = record.word(1, "a title")?.to_owned();
    scenario.case = record.get("case").unwrap_or_default().to_owned();
    let text = record.need("turns")?;
    let (first, last) = text.split_once('-').ok_or("expected `turns=` as in turns=1-3")?;
    scenario.turns = (number(first, "the first turn")?, number(last, "the last turn")?);
    if scenario.turns.0 < 1 || scenario.turns.1 < scenario.turns.0 {
        return Err(format!("expected the first turn to be at least 1 and not after the last, found `{text}`"));
    }
    Ok(())
}

fn like(scenario: &mut Scenario, record: &Record, known: &[Scenario]) -> Result<(), String> {
    let id = record.word(0, "the id of a scenario")?;
    if scenario.id.is_empty() || !scenario.dates.is_empty() || !scenario.placements.is_empty() {
        return Err("expected `like` right below the line `scenario`".to_owned());
    }
    let like = known.iter().find(|it| it.id == id && it.turns.0 == scenario.turns.0);
    let like = like.ok_or_else(|| format!("expected a scenario that begins on the same turn, found `{id}`"))?.clone();
    (scenario.dates, scenario.placements) = (like.dates, like.placements);
    (scenario.arrivals, scenario.grants) = (like.arrivals, like.grants);
    Ok(())
}

fn date(scenario: &mut Scenario, record: &Record) -> Result<(), String> {
    let turn: u8 = number(record.word(0, "a turn")?, "a turn")?;
    let next = usize::from(scenario.turns.0) + scenario.dates.len();
    if usize::from(turn) != next || turn > scenario.turns.1 {
        return Err(format!("expected the dates of all turns in order; the next is turn {next}, found {turn}"));
    }
    scenario.dates.push(record.word(1, "a date")?.to_owned());
    Ok(())
}

fn find_unit(units: &Units, record: &Record) -> Result<UnitId, String> {
    let id = record.word(0, "the id of a unit")?;
    units.find(id).ok_or_else(|| format!("expected the id of a unit in the list of units, found `{id}`"))
}

fn placement(grid: &Grid, units: &Units, reader: &mut Reader, record: &Record) -> Result<Placement, String> {
    let unit = find_unit(units, record)?;
    let hex = find_hex(grid, record.word(1, "a hex")?)?;
    let improved = record.get("improved").map_or(Ok(false), |text| choice(text, "improved", &YES))?;
    let steps_lost = record.get("lost").map_or(Ok(0), |text| number(text, "the steps lost"))?;
    let steps = units.unit(unit).steps;
    if steps_lost >= steps {
        return Err(format!("expected fewer steps lost than the unit has ({steps}), found {steps_lost}"));
    }
    Ok(Placement { unit, hex, improved, steps_lost, provenance: reader.origin(record) })
}

fn arrival(grid: &Grid, units: &Units, reader: &mut Reader, record: &Record) -> Result<Arrival, String> {
    let unit = find_unit(units, record)?;
    let turn = number(record.need("turn")?, "the turn")?;
    let hexes = record.need("hexes")?.split(',').map(|text| find_hex(grid, text)).collect::<Result<Vec<_>, _>>()?;
    let trucks = record.get("trucks").map_or(Ok(false), |text| choice(text, "trucks", &YES))?;
    Ok(Arrival { unit, turn, hexes, trucks, provenance: reader.origin(record) })
}

fn grant(reader: &mut Reader, record: &Record) -> Result<Grant, String> {
    Ok(Grant {
        turn: number(record.need("turn")?, "the turn")?,
        pool: record.word(0, "a pool")?.to_owned(),
        kind: record.word(1, "a kind of marker")?.to_owned(),
        count: number(record.word(2, "a count")?, "the count")?,
        provenance: reader.origin(record),
    })
}

fn objectives(grid: &Grid, reader: &mut Reader, record: &Record) -> Result<Objectives, String> {
    let needed = number(record.word(0, "how many are needed")?, "how many are needed")?;
    let hexes = record.need("hexes")?.split(',').map(|text| find_hex(grid, text)).collect::<Result<Vec<_>, _>>()?;
    if needed < 1 || usize::from(needed) > hexes.len() {
        return Err(format!("expected 1 to {} to be needed, found {needed}", hexes.len()));
    }
    let by = choice(record.need("by")?, "by", &TENURES)?;
    Ok(Objectives { needed, hexes, by, provenance: reader.origin(record) })
}
