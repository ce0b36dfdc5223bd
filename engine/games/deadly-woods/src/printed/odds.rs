//! From two strengths to a result of the combat table (11.3.2, 11.3.3).

use definitions::{DefinitionError, PrintedTables};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Odds by whole numbers, without end to either side: 0 is 1:1, 2 is 3:1, -2 is 1:3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Odds(pub i16);

impl Odds {
    /// The odds of two strengths, rounded in favour of the defender (11.3.2).
    pub fn of(attack: u32, defence: u32) -> Odds {
        let (attack, defence) = (attack.max(1), defence.max(1));
        if attack >= defence {
            Odds((attack / defence).min(1000) as i16 - 1)
        } else {
            Odds(1 - defence.div_ceil(attack).min(1000) as i16)
        }
    }

    /// So many columns to the right, to the left if less than 0.
    pub fn shifted(self, columns: i16) -> Odds {
        Odds(self.0.saturating_add(columns))
    }

    fn parse(text: &str) -> Option<Odds> {
        let (attack, defence) = text.split_once(':')?;
        match (attack.parse::<i16>().ok()?, defence.parse::<i16>().ok()?) {
            (times @ 1.., 1) => Some(Odds(times - 1)),
            (1, times @ 2..) => Some(Odds(1 - times)),
            _ => None,
        }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 0 { write!(f, "{}:1", self.0 + 1) } else { write!(f, "1:{}", 1 - self.0) }
    }
}

/// A result of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombatResult {
    /// Steps that the attacker loses.
    pub attacker: u8,
    /// Steps that the defender loses.
    pub defender: u8,
    /// Whether the defender retreats.
    pub retreat: bool,
}

impl CombatResult {
    /// Both lose a step: what the Germans may have instead of a retreat in their first combat round (11.3.3).
    pub const BOTH: CombatResult = CombatResult { attacker: 1, defender: 1, retreat: false };
    /// The attacker loses a step: what is worse than the table (11.3.2).
    pub const ATTACKER: CombatResult = CombatResult { attacker: 1, defender: 0, retreat: false };

    fn read(text: &str) -> Result<CombatResult, String> {
        let steps = |rest: &str| {
            rest.parse::<u8>().map_err(|_| format!("expected steps after the letters of a result, found `{text}`"))
        };
        match text {
            "." | "NE" => Ok(CombatResult::default()),
            "DR" => Ok(CombatResult { retreat: true, ..CombatResult::default() }),
            "DR*" => Ok(CombatResult { retreat: true, defender: 1, attacker: 0 }),
            _ => match text.split_at_checked(2) {
                Some(("AL", rest)) => Ok(CombatResult { attacker: steps(rest)?, ..CombatResult::default() }),
                Some(("BL", rest)) => {
                    let lost = steps(rest)?;
                    Ok(CombatResult { attacker: lost, defender: lost, retreat: false })
                }
                _ => Err(format!("expected AL1, BL1, DR or DR*, found `{text}`")),
            },
        }
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.attacker, self.defender, self.retreat) {
            (0, 0, false) => f.write_str("nothing"),
            (0, 0, true) => f.write_str("DR"),
            (0, _, true) => f.write_str("DR*"),
            (lost, 0, _) => write!(f, "AL{lost}"),
            (lost, ..) => write!(f, "BL{lost}"),
        }
    }
}

/// The combat table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatTable {
    least: Odds,
    /// By column from the least odds, then by the die from 1.
    columns: Vec<Vec<CombatResult>>,
}

impl CombatTable {
    pub(super) fn read(tables: &PrintedTables) -> Result<CombatTable, DefinitionError> {
        let table = tables.get("crt")?;
        let fault = || DefinitionError::new("tables.txt", 0, "table crt: expected columns of odds without a gap");
        let odds: Option<Vec<Odds>> = table.columns.iter().map(|name| Odds::parse(name)).collect();
        let odds = odds.filter(|odds| odds.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0)).ok_or_else(fault)?;
        let least = *odds.first().ok_or_else(fault)?;
        let column = |name: &String| {
            table.rows.iter().map(|row| table.read(&row.name, name, CombatResult::read)).collect::<Result<Vec<_>, _>>()
        };
        Ok(CombatTable { least, columns: table.columns.iter().map(column).collect::<Result<_, _>>()? })
    }

    /// The column in which odds are read once all shifts are counted; none where they are worse than the table, which is a
    /// loss of the attacker (11.3.2).
    pub fn column(&self, odds: Odds) -> Option<Odds> {
        (odds >= self.least).then(|| Odds(odds.0.min(self.least.0 + self.columns.len() as i16 - 1)))
    }

    /// The result of a die, its modifiers added, in a column.
    pub fn result(&self, column: Option<Odds>, die: u8) -> CombatResult {
        let Some(column) = column else { return CombatResult::ATTACKER };
        let faces = &self.columns[(self.column(column).unwrap_or(self.least).0 - self.least.0) as usize];
        faces[usize::from(die.max(1) - 1).min(faces.len() - 1)]
    }
}
