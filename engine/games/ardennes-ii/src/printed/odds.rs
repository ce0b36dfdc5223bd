//! From two strengths to a result of the combat table (SCS.ODDS, T.CRT).

use definitions::{DefinitionError, PrintedTables};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Strength in eighths: half of a half of a half is counted, and nothing is rounded before the odds (SCS.ODDSb).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Strength(pub u32);

/// Parts of a whole point.
const EIGHTHS: u32 = 8;

impl Strength {
    /// The number on a counter.
    pub fn whole(points: u8) -> Strength {
        Strength(u32::from(points) * EIGHTHS)
    }

    /// What a part of it is, as in 1/2.
    pub fn part(self, (top, bottom): (u32, u32)) -> Strength {
        Strength(self.0 * top / bottom)
    }
}

impl std::iter::Sum for Strength {
    fn sum<I: Iterator<Item = Strength>>(all: I) -> Strength {
        Strength(all.map(|it| it.0).sum())
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, eighths) = (self.0 / EIGHTHS, self.0 % EIGHTHS);
        let part = ["", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"][eighths as usize];
        if whole == 0 && eighths != 0 { f.write_str(part) } else { write!(f, "{whole}{part}") }
    }
}

/// Odds by whole numbers, from the worst on without end: 0 is 1:1, 2 is 3:1, -2 is 1:3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Odds(pub i16);

impl Odds {
    /// The odds of two strengths, to the nearest whole number, a half upwards (SCS.ODDSa).
    pub fn of(attack: Strength, defence: Strength) -> Odds {
        let (attack, defence) = (attack.0.max(1), defence.0.max(1));
        let (more, less) = (attack.max(defence), attack.min(defence));
        let times = ((2 * more + less) / (2 * less)).min(i16::MAX as u32) as i16;
        if attack >= defence { Odds(times - 1) } else { Odds(1 - times) }
    }

    /// So many columns to the right, to the left if less than 0 (SCS.ODDSc).
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

/// A result of the table: steps lost by attacker and defender, hexes of retreat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombatResult {
    /// Steps of the attacker.
    pub attacker: u8,
    /// Steps of the defender.
    pub defender: u8,
    /// Hexes of the defender's retreat.
    pub retreat: u8,
}

impl CombatResult {
    fn read(text: &str) -> Result<CombatResult, String> {
        let mut result = CombatResult::default();
        for part in text.split(' ').filter(|_| text != ".") {
            let fault = || format!("expected results as in `A1 D1 r2`, found `{text}`");
            let (letter, number) = part.split_at_checked(1).ok_or_else(fault)?;
            let number = number.parse().map_err(|_| fault())?;
            match letter {
                "A" => result.attacker = number,
                "D" => result.defender = number,
                "r" => result.retreat = number,
                _ => return Err(fault()),
            }
        }
        Ok(result)
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [("A", self.attacker), ("D", self.defender), ("r", self.retreat)];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(_, number)| *number > 0)
            .map(|(letter, number)| format!("{letter}{number}"))
            .collect();
        if parts.is_empty() { f.write_str("nothing") } else { f.write_str(&parts.join(" ")) }
    }
}

/// The combat table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatTable {
    least: Odds,
    /// By column from the least odds, then by the sum of the dice from 2.
    columns: Vec<Vec<CombatResult>>,
}

/// The sums of two dice.
const SUMS: std::ops::RangeInclusive<u8> = 2..=12;

impl CombatTable {
    pub(super) fn read(tables: &PrintedTables) -> Result<CombatTable, DefinitionError> {
        let (combat, odds) = (tables.get("combat")?, tables.get("odds")?);
        let bound = |column: &str| {
            odds.read("odds", column, |text| Odds::parse(text).ok_or_else(|| format!("expected odds, found `{text}`")))
        };
        let (least, most) = (bound("least")?, bound("most")?);
        let as_ruled = [("to", "nearest"), ("halves", "up"), ("held", "after the shifts")];
        for (column, word) in as_ruled {
            odds.choice("odds", column, &[(word, ())])?;
        }
        let fault = || DefinitionError::new("tables.txt", 0, "table combat: expected a column for each of the odds");
        if combat.columns.iter().map(|name| Odds::parse(name)).ne((least.0..=most.0).map(|column| Some(Odds(column)))) {
            return Err(fault());
        }
        let result = |sum: u8, name: &String| combat.read(&sum.to_string(), name, CombatResult::read);
        let column = |name: &String| SUMS.map(|sum| result(sum, name)).collect::<Result<Vec<_>, _>>();
        Ok(CombatTable { least, columns: combat.columns.iter().map(column).collect::<Result<_, _>>()? })
    }

    /// The odds of the column in which odds are read once all shifts are counted (SCS.ODDSc).
    pub fn column(&self, odds: Odds) -> Odds {
        Odds(odds.0.clamp(self.least.0, self.least.0 + self.columns.len() as i16 - 1))
    }

    /// The result of two dice in a column.
    pub fn result(&self, odds: Odds, sum: u8) -> CombatResult {
        let column = &self.columns[(self.column(odds).0 - self.least.0) as usize];
        column[usize::from(sum.clamp(*SUMS.start(), *SUMS.end()) - SUMS.start())]
    }
}
