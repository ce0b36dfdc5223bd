use super::odds::CombatTable;
use super::terrain::{Chart, Faces, half_points};
use definitions::{DefinitionError, PrintedTable, PrintedTables};

/// What is left of strengths and allowances (3.4g, 3.5t, 3.5u).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Of the attack: 1/2 is (1, 2).
    pub attack: (u32, u32),
    /// Of the defence.
    pub defence: (u32, u32),
}

/// Hexes and counters at most (or, for a bug-out, at least).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distances {
    /// Counters in a hex (3.1a).
    pub stacking: usize,
    /// Retreat before combat (3.2b).
    pub retreat: u16,
    /// Advance of exploit capable units (3.2q).
    pub exploiting_advance: u16,
    /// A spotter from the target (3.5g).
    pub spotter: u16,
    /// Road hexes of a bug-out, at least (3.6m).
    pub bug_out: u16,
    /// A trace to its road or air supply (3.7b).
    pub supply: u16,
    /// A US unit from the plunger (3.8i).
    pub charge: u16,
    /// The airborne divisions from their places (5.1b).
    pub airborne: u16,
}

/// What is special on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnRules {
    /// Day of December; 32 and more are in January.
    pub day: u8,
    /// Whether there are traffic jams (3.1f).
    pub jams: bool,
    /// Whether the Germans exploit (4.3).
    pub exploitation: bool,
    /// Whether the 2nd Panzer's boats cross (4.2a).
    pub boats: bool,
    /// Whether a die is rolled for frost (2.2a).
    pub frost: bool,
}

/// A level of victory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Points, first and last.
    pub points: (u16, u16),
    /// What it is called.
    pub name: String,
}

/// Die modifiers of barrages and what modified rolls count as at most and at least (3.5l, 3.5m, R29).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrageDie {
    /// For each unit in the target hex but the first.
    pub each_unit: i8,
    /// For artillery under an enemy barrage marker.
    pub under_fire: i8,
    /// More than the die has counts as this.
    pub most: i8,
    /// Less than 1 counts as this.
    pub least: i8,
}

/// What becomes of disorganised guns without supply (3.7o).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GunsRoll {
    /// The unit is removed.
    Removed,
    /// It stays DG.
    Stays,
    /// It is freed of DG.
    Recovers,
}

/// All tables that the rules read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The terrain effects chart.
    pub chart: Chart,
    /// The combat table.
    pub combat: CombatTable,
    /// The turns from 1.
    turns: Vec<TurnRules>,
    /// Faces that bring frost for the turn (2.2a, ruling R3).
    pub frost: Faces,
    /// Air strikes by face, without frost and with it.
    air_strikes: Vec<[u8; 2]>,
    /// Disorganised units.
    pub disorganised: Part,
    /// Under one enemy barrage marker.
    pub one_barrage: Part,
    /// Under several.
    pub more_barrages: Part,
    /// Half points to enter or leave a hex with one enemy marker, and with several.
    pub enemy_barrage: [u16; 2],
    /// Modifiers of barrages.
    pub barrage: BarrageDie,
    /// Faces that make a single half marker full (3.5s).
    pub half_to_full: Faces,
    /// By face: disorganised guns without supply.
    guns: Vec<(Faces, GunsRoll)>,
    /// Faces that blow a bridge (3.8k).
    pub bridge_blown: Faces,
    /// Faces on which von der Heydte lands (4.1b).
    pub drop_lands: Faces,
    /// Distances.
    pub distances: Distances,
    /// Levels of victory (6b), and those of scenarios that have their own, by id (7.3f); the general ones under no id.
    levels: Vec<(String, Vec<Level>)>,
    /// Division that has boats, and its river (4.2a).
    pub boats: (String, String),
}

impl Tables {
    pub(super) fn read(tables: &PrintedTables) -> Result<Tables, DefinitionError> {
        let effects = tables.get("effects")?;
        let part = |row: &str| {
            let of = |column: &str| effects.read(row, column, fraction);
            Ok(Part { attack: of("attack")?, defence: of("defense")? })
        };
        effects.read("dg", "movement", |text| if text == "1/2" { Ok(()) } else { Err("expected 1/2".to_owned()) })?;
        let entry_cost = |row: &str| effects.read(row, "movement", half_points);
        let die = tables.get("barrage")?;
        let counts_as = |row: &str| {
            die.read(row, "die", |text| {
                let number = text.strip_prefix("counts as ").and_then(|number| number.parse::<i8>().ok());
                number.ok_or_else(|| format!("expected `counts as 6`, found `{text}`"))
            })
        };
        let frost = tables.get("frost")?;
        let cold = faces_of(frost, "result", "frost")?;
        frost.choice(&cold.0, "lasts", &[("turn", ())])?;
        let boats = single(tables.get("boats")?)?;
        Ok(Tables {
            chart: Chart::read(tables)?,
            combat: CombatTable::read(tables)?,
            turns: turns(tables.get("turns")?)?,
            frost: cold.1,
            air_strikes: air_strikes(tables.get("air-strikes")?)?,
            disorganised: part("dg")?,
            one_barrage: part("enemy-one")?,
            more_barrages: part("enemy-more")?,
            enemy_barrage: [entry_cost("enemy-one")?, entry_cost("enemy-more")?],
            barrage: BarrageDie {
                each_unit: die.number("each-unit", "die")?,
                under_fire: die.number("enemy-barrage", "die")?,
                most: counts_as("more-than-six")?,
                least: counts_as("less-than-one")?,
            },
            half_to_full: faces_of(tables.get("half-markers")?, "result", "full")?.1,
            guns: guns(tables.get("guns-without-supply")?)?,
            bridge_blown: faces_of(tables.get("bridges")?, "result", "blown")?.1,
            drop_lands: faces_of(tables.get("drop")?, "result", "lands")?.1,
            distances: distances(tables.get("distances")?)?,
            levels: all_levels(tables)?,
            boats: (boats.to_owned(), tables.get("boats")?.cell(boats, "river")?.text.clone()),
        })
    }

    /// What is special on a turn; the last turn's for those beyond the track.
    pub fn turn(&self, turn: u8) -> TurnRules {
        let place = usize::from(turn.max(1)) - 1;
        self.turns[place.min(self.turns.len() - 1)]
    }

    /// Air strikes that a face gives (2.2b).
    pub fn air_strikes(&self, frost: bool, face: u8) -> u8 {
        let row = usize::from(face.max(1)) - 1;
        self.air_strikes.get(row).map_or(0, |row| row[usize::from(frost)])
    }

    /// What a face makes of disorganised guns without supply (3.7o).
    pub fn guns(&self, face: u8) -> GunsRoll {
        self.guns.iter().find(|(faces, _)| faces.has(face)).map_or(GunsRoll::Stays, |(_, roll)| *roll)
    }

    /// The level of victory that points give in a scenario.
    pub fn level(&self, scenario: &str, points: u16) -> &str {
        let of = |id: &str| self.levels.iter().find(|(known, _)| known == id);
        let fits = |level: &&Level| (level.points.0..=level.points.1).contains(&points);
        let levels = of(scenario).or_else(|| of("")).map_or(&[][..], |(_, levels)| levels);
        levels.iter().find(fits).map_or("", |level| &level.name)
    }
}

/// The table `victory`, and those of scenarios: `peiper-victory`.
fn all_levels(tables: &PrintedTables) -> Result<Vec<(String, Vec<Level>)>, DefinitionError> {
    let own = tables.iter().filter_map(|table| Some((table.name.strip_suffix("-victory")?, table)));
    let all = [("", tables.get("victory")?)].into_iter().chain(own);
    all.map(|(scenario, table)| Ok((scenario.to_owned(), levels(table)?))).collect()
}

/// `1/2` as a fraction.
fn fraction(text: &str) -> Result<(u32, u32), String> {
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    match (top.parse(), bottom.parse()) {
        (Ok(top), Ok(bottom)) if bottom > 0 => Ok((top, bottom)),
        _ => Err(format!("expected a part as in 1/2, found `{text}`")),
    }
}

/// The row whose cell has a word: its name, and the faces that it stands for.
fn faces_of(table: &PrintedTable, column: &str, word: &str) -> Result<(String, Faces), DefinitionError> {
    for row in &table.rows {
        if table.cell(&row.name, column)?.text == word {
            let faces = Faces::read(&row.name).map_err(|message| DefinitionError::new("tables.txt", 0, message))?;
            return Ok((row.name.clone(), faces));
        }
    }
    let message = format!("table {}: expected a row with {column} `{word}`", table.name);
    Err(DefinitionError::new("tables.txt", 0, message))
}

/// The name of the only row.
fn single(table: &PrintedTable) -> Result<&str, DefinitionError> {
    match &table.rows[..] {
        [row] => Ok(&row.name),
        _ => Err(DefinitionError::new("tables.txt", 0, format!("table {}: expected one row", table.name))),
    }
}

fn turns(table: &PrintedTable) -> Result<Vec<TurnRules>, DefinitionError> {
    let row = |name: &str| {
        let word = |column: &str| table.choice(name, column, &[("yes", true), ("no", false)]);
        let day = table.read(name, "date", |text| {
            let day = text.split(' ').next().and_then(|day| day.parse::<u8>().ok());
            day.ok_or_else(|| format!("expected a day of December, found `{text}`"))
        })?;
        Ok(TurnRules {
            day,
            jams: word("jams")?,
            exploitation: word("exploitation")?,
            boats: word("boats")?,
            frost: word("frost")?,
        })
    };
    table.rows.iter().map(|it| row(&it.name)).collect()
}

fn air_strikes(table: &PrintedTable) -> Result<Vec<[u8; 2]>, DefinitionError> {
    let row = |face: u8| {
        let face = face.to_string();
        Ok([table.number(&face, "unfrozen")?, table.number(&face, "frost")?])
    };
    (1..=6).map(row).collect()
}

fn guns(table: &PrintedTable) -> Result<Vec<(Faces, GunsRoll)>, DefinitionError> {
    let rolls =
        [("removed", GunsRoll::Removed), ("stay disorganised", GunsRoll::Stays), ("recover", GunsRoll::Recovers)];
    let row = |name: &str| {
        let faces = Faces::read(name).map_err(|message| DefinitionError::new("tables.txt", 0, message))?;
        Ok((faces, table.choice(name, "result", &rolls)?))
    };
    table.rows.iter().map(|it| row(&it.name)).collect()
}

fn distances(table: &PrintedTable) -> Result<Distances, DefinitionError> {
    let hexes = |row: &str| table.number::<u16>(row, "hexes");
    Ok(Distances {
        stacking: usize::from(hexes("stacking")?),
        retreat: hexes("retreat")?,
        exploiting_advance: hexes("exploiting-advance")?,
        spotter: hexes("spotter")?,
        bug_out: hexes("bug-out")?,
        supply: hexes("supply")?,
        charge: hexes("charge")?,
        airborne: hexes("airborne")?,
    })
}

fn levels(table: &PrintedTable) -> Result<Vec<Level>, DefinitionError> {
    let row = |name: &str| {
        let number =
            |text: &str| text.parse::<u16>().map_err(|_| format!("expected points as in 29-32, found `{name}`"));
        let points = match (name.strip_suffix('+'), name.split_once('-')) {
            (Some(from), _) => number(from).map(|from| (from, u16::MAX)),
            (None, Some((first, last))) => number(first).and_then(|first| Ok((first, number(last)?))),
            (None, None) => number(name).map(|only| (only, only)),
        };
        let points = points.map_err(|message| DefinitionError::new("tables.txt", 0, message))?;
        Ok(Level { points, name: table.cell(name, "level")?.text.clone() })
    };
    table.rows.iter().map(|it| row(&it.name)).collect()
}
