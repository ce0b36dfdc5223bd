use definitions::{DefinitionError, PrintedTables};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A column of the results tables, from the worst odds for the attacker (0) on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Column(pub u8);

/// Which of the two results tables (10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CrtKind {
    /// With which the Germans begin.
    Initial,
    /// That of the Allies, and of the Germans later.
    Standard,
}

/// What comes of a combat (10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The attackers retreat so many hexes.
    AttackerRetreats(u8),
    /// The defenders retreat so many hexes.
    DefenderRetreats(u8),
    /// The defenders are lost, the attackers lose as much printed strength.
    Exchange,
    /// The defenders are lost.
    DefenderEliminated,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::AttackerRetreats(hexes) => write!(f, "Ar{hexes}"),
            Outcome::DefenderRetreats(hexes) => write!(f, "Dr{hexes}"),
            Outcome::Exchange => f.write_str("Ex"),
            Outcome::DefenderEliminated => f.write_str("De"),
        }
    }
}

/// Faces of the die.
pub const FACES: u8 = 6;

/// The two results tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crt {
    /// Odds of each column: attacker to defender.
    odds: Vec<(u16, u16)>,
    /// By column, then by face from 1.
    initial: Vec<[Outcome; FACES as usize]>,
    standard: Vec<[Outcome; FACES as usize]>,
}

impl Crt {
    pub(super) fn read(tables: &PrintedTables) -> Result<Crt, DefinitionError> {
        let (initial, standard) = (tables.get("crt-initial")?, tables.get("crt-standard")?);
        let fault = |message: &str| DefinitionError::new("tables.txt", 0, message);
        if initial.columns != standard.columns {
            return Err(fault("expected the same odds in both results tables"));
        }
        let odds = |name: &String| {
            let (attack, defence) = name.split_once(':')?;
            Some((attack.parse().ok()?, defence.parse().ok()?))
        };
        let odds: Option<Vec<(u16, u16)>> = initial.columns.iter().map(odds).collect();
        let odds = odds.filter(|odds| odds.iter().all(|(attack, defence)| *attack > 0 && *defence > 0));
        let odds = odds.ok_or_else(|| fault("expected odds as in 3:1 above the results tables"))?;
        let columns = |table: &definitions::PrintedTable| {
            let column = |name: &String| {
                let mut faces = [Outcome::Exchange; FACES as usize];
                for (face, outcome) in (1u8..).zip(&mut faces) {
                    *outcome = table.read(&face.to_string(), name, outcome_of)?;
                }
                Ok(faces)
            };
            table.columns.iter().map(column).collect::<Result<Vec<_>, DefinitionError>>()
        };
        Ok(Crt { odds, initial: columns(initial)?, standard: columns(standard)? })
    }

    /// The column of two strengths: the best whose odds the attacker has in full, else the first (9.3k, 10).
    pub fn column(&self, attack: u16, defence: u16) -> Column {
        let reaches = |(a, d): &&(u16, u16)| u32::from(attack) * u32::from(*d) >= u32::from(*a) * u32::from(defence);
        Column(self.odds.iter().skip(1).take_while(reaches).count() as u8)
    }

    /// The column with these odds, if there is one.
    pub fn with_odds(&self, odds: (u16, u16)) -> Option<Column> {
        self.odds.iter().position(|known| *known == odds).map(|at| Column(at as u8))
    }

    /// The columns from the first.
    pub fn columns(&self) -> impl Iterator<Item = Column> + use<> {
        (0..self.odds.len() as u8).map(Column)
    }

    /// How a column is written: `3-1`. One beyond the table is written as its last.
    pub fn odds(&self, column: Column) -> String {
        let at = usize::from(column.0).min(self.odds.len() - 1);
        format!("{}-{}", self.odds[at].0, self.odds[at].1)
    }

    /// The result under a column for a face.
    pub fn result(&self, kind: CrtKind, column: Column, face: u8) -> Outcome {
        let table = match kind {
            CrtKind::Initial => &self.initial,
            CrtKind::Standard => &self.standard,
        };
        let at = usize::from(column.0).min(table.len() - 1);
        table[at][usize::from(face.clamp(1, FACES)) - 1]
    }
}

fn outcome_of(text: &str) -> Result<Outcome, String> {
    let hexes = |prefix: &str| text.strip_prefix(prefix).and_then(|hexes| hexes.parse().ok());
    match (hexes("Ar"), hexes("Dr"), text) {
        (Some(hexes), ..) => Ok(Outcome::AttackerRetreats(hexes)),
        (_, Some(hexes), _) => Ok(Outcome::DefenderRetreats(hexes)),
        (.., "Ex") => Ok(Outcome::Exchange),
        (.., "De") => Ok(Outcome::DefenderEliminated),
        _ => Err(format!("expected Ar1, Dr1, Ex or De, found `{text}`")),
    }
}
