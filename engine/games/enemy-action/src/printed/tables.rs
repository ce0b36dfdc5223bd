//! The tables, as the rules read them.

use super::board::Ground;
use super::deeds::Deeds;
use super::support::{Days, Tactics, during};
use definitions::hex::HexId;
use definitions::{DefinitionError, PrintedTable, Published, UnitId};
use engine::contract::SideId;

/// A day of the calendar (2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    /// Fixed artillery range.
    pub range: u16,
    /// Supplemental cards of each side.
    pub supplemental: [u8; 2],
    /// Hand of the Allied player.
    pub allied_hand: u8,
    /// What ends the game on that day, and at which level: fewer points than the first, more than the second (R1).
    pub ends: Option<Limits>,
}

/// Points beyond which a day ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The Allies win with fewer than these.
    pub under: i16,
    /// The Germans win with these or more.
    pub from: i16,
    /// How great either victory is.
    pub levels: [Level; 2],
}

/// How great a victory is (14.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Strategic.
    Strategic,
    /// Operational.
    Operational,
    /// Tactical.
    Tactical,
}

impl Level {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Strategic => "strategic victory",
            Level::Operational => "operational victory",
            Level::Tactical => "tactical victory",
        }
    }
}

const LEVELS: [(&str, Level); 3] =
    [("strategic", Level::Strategic), ("operational", Level::Operational), ("tactical", Level::Tactical)];

/// A row of a scenario's levels: least and most points, who wins and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// Least and most points.
    pub points: (i16, i16),
    /// The winner; none for a draw.
    pub winner: Option<SideId>,
    /// The level.
    pub level: Option<Level>,
}

/// What scenarios change (15).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// Whether there are fuel depots.
    pub depots: bool,
    /// Whether there are replacements.
    pub replacements: bool,
    /// Points of towns without any of their own.
    pub town_points: u8,
    /// Whether the game ends as a German comes beside the Meuse or leaves the map.
    pub ends_at_the_meuse: bool,
    /// Days on which the calendar ends the game.
    pub calendar: Option<Days>,
    /// Levels at its end; empty where the calendar has them.
    pub bands: Vec<Band>,
    /// Levels that end it on any evening from a day on (15.5).
    pub sudden: Vec<(u8, Band)>,
    /// Who has the first impulse.
    pub first: SideId,
}

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The first day of the calendar, and its days.
    days: (u8, Vec<Day>),
    /// Movement points for the four grounds: on foot, mechanized.
    pub ground: [[u16; 2]; 4],
    /// Movement points along a road.
    pub road: u16,
    /// The tactics.
    pub tactics: Tactics,
    /// Events and reactions.
    pub deeds: Deeds,
    /// German impulses before the first Allied one, on the 16th (4.11).
    pub opening: u8,
    /// Hexes of an Allied unit on foot on the 16th (4.13).
    pub allied_foot: u16,
    /// Most units and steps in a hex (7.4).
    pub stacking: (u8, u8),
    /// What each scenario changes, in the order of the definitions.
    pub changes: Vec<Changes>,
    /// Fuel depots with fuel (10.42).
    pub depots: usize,
    /// The British unit that may come to a hex east of the Meuse, and the hex (11.51).
    pub dinant: Option<(UnitId, HexId)>,
    /// Days from which rules hold (4, 7.62, 10.12, 11.3, 14.1).
    pub from: From,
}

/// From which days rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct From {
    /// Supply is judged.
    pub supply: u8,
    /// Of Germans, too.
    pub german_supply: u8,
    /// Reserves come without a card.
    pub delayed: u8,
    /// Allies in the Westwall cost points.
    pub westwall: u8,
    /// German boundaries bind no more.
    pub free: u8,
    /// The British are free.
    pub british: u8,
    /// Interdiction is flown.
    pub interdiction: u8,
    /// Germans run short of fuel.
    pub fuel: u8,
}

impl Tables {
    pub(super) fn read(published: &Published) -> Result<Tables, DefinitionError> {
        let tables = &published.tables;
        let calendar = tables.get("calendar")?;
        let first = calendar.rows.first().and_then(|row| row.name.parse().ok()).unwrap_or(16);
        let days = calendar.rows.iter().map(|row| day(calendar, &row.name)).collect::<Result<Vec<_>, _>>()?;
        let terrain = tables.get("terrain")?;
        let toll = |row: &str| Ok([terrain.number(row, "infantry")?, terrain.number(row, "mechanized")?]);
        let [clear, broken, woods, forest] = Ground::ALL.map(|ground| toll(ground.name()));
        let surprise = tables.get("surprise")?;
        let stacking = tables.get("stacking")?;
        let releases = tables.get("releases")?;
        let from = |row: &str| releases.number::<u8>(row, "day");
        Ok(Tables {
            days: (first, days),
            ground: [clear?, broken?, woods?, forest?],
            road: terrain.number("road", "infantry")?,
            tactics: Tactics::read(tables)?,
            deeds: Deeds::read(tables)?,
            opening: surprise.number("german-impulses", "value")?,
            allied_foot: surprise.number("allied-foot", "value")?,
            stacking: (stacking.number("units", "most")?, stacking.number("steps", "most")?),
            depots: tables.get("depots")?.number("fuel", "markers")?,
            dinant: dinant(published)?,
            changes: published.scenarios.iter().map(|it| changes(published, &it.id)).collect::<Result<Vec<_>, _>>()?,
            from: From {
                supply: from("supply-phase")?,
                german_supply: from("german-supply")?,
                delayed: from("delayed-reserves")?,
                westwall: from("westwall-points")?,
                free: from("army-boundaries-lifted")?,
                british: from("british-free")?,
                interdiction: from("air-interdiction")?,
                fuel: from("fuel-shortages")?,
            },
        })
    }

    /// A day of the calendar; the last one for days beyond it.
    pub fn day(&self, day: u8) -> &Day {
        let (first, days) = &self.days;
        &days[usize::from(day.saturating_sub(*first)).min(days.len() - 1)]
    }
}

/// Cards in the hand of the Germans, every day (5).
pub const GERMAN_HAND: u8 = 7;

fn day(table: &PrintedTable, row: &str) -> Result<Day, DefinitionError> {
    let bound = |column: &str| {
        table.read(row, column, |text| {
            let number = |text: &str| text.parse::<i16>().map_err(|_| format!("expected points, found `{text}`"));
            match text {
                "." => Ok(None),
                text if text.starts_with(">=") => number(&text[2..]).map(Some),
                // more than it
                text if text.starts_with('>') => number(&text[1..]).map(|points| Some(points + 1)),
                text if text.starts_with('<') => number(&text[1..]).map(Some),
                other => Err(format!("expected < or > and points, found `{other}`")),
            }
        })
    };
    let ends = match (bound("allied-wins")?, bound("german-wins")?) {
        (Some(under), Some(from)) => {
            let level = |column: &str| table.choice(row, column, &LEVELS);
            Some(Limits { under, from, levels: [level("german-level")?, level("allied-level")?] })
        }
        _ => None,
    };
    Ok(Day {
        range: table.number(row, "far")?,
        supplemental: [table.number(row, "german")?, table.number(row, "allied")?],
        allied_hand: table.number(row, "allied-hand")?,
        ends,
    })
}

/// Who may come to Dinant.
fn dinant(published: &Published) -> Result<Option<(UnitId, HexId)>, DefinitionError> {
    let table = published.tables.get("dinant")?;
    let Some(row) = table.rows.first() else { return Ok(None) };
    let known = |text: &str| published.map.grid.find(text).ok_or(format!("expected a hex, found `{text}`"));
    let hex = table.read(&row.name, "hex", known)?;
    let message = || format!("table dinant: there is no unit `{}`", row.name);
    let unit = published.units.find(&row.name).ok_or_else(|| DefinitionError::new("tables.txt", 0, message()))?;
    Ok(Some((unit, hex)))
}

fn changes(published: &Published, id: &str) -> Result<Changes, DefinitionError> {
    let table = published.tables.get("scenarios")?;
    let yes = |column: &str| table.choice(id, column, &[("yes", true), ("no", false)]);
    let days = table.read(id, "calendar", |text| {
        let number = |text: &str| text.parse::<u8>().map_err(|_| format!("expected days, found `{text}`"));
        Ok(match text.split_once('-') {
            _ if text == "." => None,
            Some((first, last)) => Some((number(first)?, number(last)?)),
            None => Some((number(text)?, number(text)?)),
        })
    })?;
    let level = [
        ("strategic", Some(LEVELS[0].1)),
        ("operational", Some(LEVELS[1].1)),
        ("tactical", Some(LEVELS[2].1)),
        (".", None),
    ];
    let sides = [("german", Some(SideId(0))), ("allied", Some(SideId(1))), ("draw", None)];
    let read = |levels: &PrintedTable, row: &str, points: (i16, i16)| -> Result<Band, DefinitionError> {
        Ok(Band { points, winner: levels.choice(row, "winner", &sides)?, level: levels.choice(row, "level", &level)? })
    };
    let (mut bands, mut sudden) = (Vec::new(), Vec::new());
    if let Ok(levels) = published.tables.get(&format!("levels-{id}")) {
        for row in &levels.rows {
            if let Some(points) = band(&row.name) {
                bands.push(read(levels, &row.name, points)?);
            }
        }
    }
    if let Ok(levels) = published.tables.get(&format!("sudden-{id}")) {
        for row in &levels.rows {
            let points = |text: &str| band(text).ok_or_else(|| format!("expected points, found `{text}`"));
            let points = levels.read(&row.name, "points", points)?;
            sudden.push((levels.number(&row.name, "from")?, read(levels, &row.name, points)?));
        }
    }
    Ok(Changes {
        depots: yes("depots")?,
        replacements: yes("replacements")?,
        town_points: table.number(id, "town-points")?,
        ends_at_the_meuse: yes("ends-at-the-meuse")?,
        calendar: days,
        bands,
        sudden,
        first: table.choice(id, "first-impulse", &[("german", SideId(0)), ("allied", SideId(1))])?,
    })
}

/// `8+`, `0-7`.
fn band(text: &str) -> Option<(i16, i16)> {
    if let Some(first) = text.strip_suffix('+') {
        return Some((first.parse().ok()?, i16::MAX));
    }
    let (first, last) = text.split_once('-')?;
    // who has less than none has the least
    let first: i16 = first.parse().ok()?;
    Some((if first == 0 { i16::MIN } else { first }, last.parse().ok()?))
}

impl Changes {
    /// Whether the calendar ends the game on a day.
    pub fn by_calendar(&self, day: u8) -> bool {
        self.calendar.is_some_and(|days| during(days, day))
    }
}
