use definitions::{DefinitionError, PrintedTables};
use serde::{Deserialize, Serialize};

/// The odds columns of the table, worst for the attacker first.
const ODDS: [&str; 11] = ["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1"];
/// Index of the 1:1 column.
const EVEN: i32 = 3;
/// Rows 0 to 8: the die after its modifiers.
const DICE: usize = 9;

/// The combat results table (7.6, T.CRT).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crt {
    rows: [[CombatResult; ODDS.len()]; DICE],
}

/// What a combat costs both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CombatResult {
    /// The attacker's number.
    pub attacker: Loss,
    /// The defender's number.
    pub defender: Loss,
    /// Whether the result is bold: a vacated hex becomes a breakthrough (7.8).
    pub breakthrough: bool,
}

/// A side's number in a combat result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loss {
    /// Nothing happens to the side.
    #[default]
    None,
    /// So many steps lost or hexes retreated in all (7.6a).
    Points {
        /// How many, at least 1.
        points: u8,
        /// Whether the number is red: at least one step must be lost (7.6e).
        red: bool,
    },
    /// The whole stack is eliminated.
    Eliminated,
}

/// A column of the table by its place: 0 is 1:4, 3 is 1:1, 10 is 8:1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Column(i32);

impl From<Column> for String {
    fn from(column: Column) -> String {
        column.odds().to_owned()
    }
}

impl TryFrom<String> for Column {
    type Error = String;
    fn try_from(odds: String) -> Result<Column, String> {
        Column::printed(&odds).ok_or_else(|| format!("expected odds of the table, found `{odds}`"))
    }
}

impl Column {
    /// The column for two sums of strength: rounded to the nearest whole ratio, exact halves in the attacker's
    /// favour, 1:4 at worst and 8:1 at best (7.5b, rulings R40 and R41). A defence of 0 counts as 1.
    pub fn of(attack: u32, defence: u32) -> Column {
        let (attack, defence) = (i64::from(attack), i64::from(defence.max(1)));
        let steps = if attack >= defence {
            (2 * attack + defence) / (2 * defence) - 1
        } else if attack == 0 {
            -3
        } else {
            // Rounded to the nearest with halves down: 2.5 to 1 against the attacker is 1:2.
            1 - (2 * defence - attack + 2 * attack - 1) / (2 * attack)
        };
        Column(EVEN).shifted(steps.clamp(-10, 10) as i32)
    }

    /// The column so many places to the right (to the left if negative), within the table.
    pub fn shifted(self, columns: i32) -> Column {
        Column(self.0.saturating_add(columns).clamp(0, ODDS.len() as i32 - 1))
    }

    /// The column above which these odds are printed.
    pub fn printed(odds: &str) -> Option<Column> {
        ODDS.iter().position(|printed| *printed == odds).map(|place| Column(place as i32))
    }

    /// What is printed above the column: `3:1`.
    pub fn odds(self) -> &'static str {
        ODDS[self.0.clamp(0, ODDS.len() as i32 - 1) as usize]
    }
}

impl Crt {
    /// The result in a column for a modified die; a die outside the rows uses the nearest (T.CRTb).
    pub fn result(&self, column: Column, die: i32) -> CombatResult {
        self.rows[die.clamp(0, DICE as i32 - 1) as usize][column.0 as usize]
    }

    /// Reads the tables `crt`, `crt-red` and `crt-bold`.
    ///
    /// # Errors
    /// When one is missing, incomplete, or marks a number that is not there.
    pub(super) fn read(tables: &PrintedTables) -> Result<Crt, DefinitionError> {
        let (numbers, red, bold) = (tables.get("crt")?, tables.get("crt-red")?, tables.get("crt-bold")?);
        let mut rows = [[CombatResult::default(); ODDS.len()]; DICE];
        for (die, row) in rows.iter_mut().enumerate() {
            let die = die.to_string();
            for (odds, result) in ODDS.iter().zip(row) {
                let (attacker, defender) = numbers.read(&die, odds, numbers_of)?;
                *result = CombatResult {
                    attacker,
                    defender,
                    breakthrough: bold.choice(&die, odds, &[(".", false), ("B", true)])?,
                };
                red.read(&die, odds, |mark| result.paint(mark))?;
            }
        }
        Ok(Crt { rows })
    }
}

impl CombatResult {
    fn paint(&mut self, mark: &str) -> Result<(), String> {
        let side = match mark {
            "." => return Ok(()),
            "A" => &mut self.attacker,
            "D" => &mut self.defender,
            _ => return Err(format!("expected A, D or ., found `{mark}`")),
        };
        match side {
            Loss::Points { red, .. } => *red = true,
            _ => return Err(format!("{mark} marks a side that has no number in table crt")),
        }
        Ok(())
    }
}

/// The two numbers of `2/1`, `-/3` or `E/-`.
fn numbers_of(text: &str) -> Result<(Loss, Loss), String> {
    let loss = |text: &str| match text {
        "-" => Some(Loss::None),
        "E" => Some(Loss::Eliminated),
        _ => text.parse().ok().filter(|points| *points > 0).map(|points| Loss::Points { points, red: false }),
    };
    let (attacker, defender) = text.split_once('/').unzip();
    attacker
        .and_then(loss)
        .zip(defender.and_then(loss))
        .ok_or_else(|| format!("expected attacker/defender as in 2/1, -/3 or E/-, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::tables;
    use super::*;

    /// How good a result is for the attacker: the defender's number less his own, E counted as 5.
    fn worth(result: CombatResult) -> i32 {
        let number = |loss| match loss {
            Loss::None => 0,
            Loss::Points { points, .. } => i32::from(points),
            Loss::Eliminated => 5,
        };
        number(result.defender) - number(result.attacker)
    }

    fn cells() -> impl Iterator<Item = (i32, i32)> {
        (0..9).flat_map(|die| (0..11).map(move |column| (die, column)))
    }

    /// Whether a side cannot get away without losing a step.
    fn bleeds(loss: Loss) -> bool {
        matches!(loss, Loss::Points { red: true, .. } | Loss::Eliminated)
    }

    #[test]
    fn better_odds_and_a_better_die_never_hurt_the_attacker() {
        let crt = tables().crt;
        for (die, column) in cells() {
            let here = crt.result(Column(column), die);
            for better in [crt.result(Column(column).shifted(1), die), crt.result(Column(column), die + 1)] {
                assert!(worth(better) >= worth(here), "die {die}, {}", Column(column).odds());
                assert!(better.breakthrough >= here.breakthrough, "die {die}, {}", Column(column).odds());
                assert!(bleeds(better.attacker) <= bleeds(here.attacker), "die {die}, {}", Column(column).odds());
                assert!(bleeds(better.defender) >= bleeds(here.defender), "die {die}, {}", Column(column).odds());
            }
        }
    }

    #[test]
    fn q_18_a_3_at_6_to_1_is_a_breakthrough_without_loss() {
        let result = tables().crt.result(Column::of(6, 1), 3);
        assert!(result.breakthrough);
        assert_eq!(result.attacker, Loss::None);
    }

    #[test]
    fn case_7_7_2i_both_kinds_of_1_2_occur() {
        let crt = tables().crt;
        let points = |points, red| Loss::Points { points, red };
        let has = |red| {
            let wanted = CombatResult { attacker: points(1, false), defender: points(2, red), breakthrough: false };
            cells().any(|(die, column)| crt.result(Column(column), die) == wanted)
        };
        assert!(has(true) && has(false));
    }

    #[test]
    fn corners_of_the_table_are_as_printed() {
        let crt = tables().crt;
        assert_eq!(crt.result(Column(0), 0), CombatResult { attacker: Loss::Eliminated, ..CombatResult::default() });
        assert_eq!(crt.result(Column(10), 8).defender, Loss::Eliminated);
        assert_eq!(worth(crt.result(Column(10), 0)), 1);
        assert_eq!(worth(crt.result(Column(0), 8)), 0);
    }

    #[test]
    fn t_crtb_dice_and_columns_beyond_the_table_use_its_edge() {
        let crt = tables().crt;
        assert_eq!(crt.result(Column(4), -3), crt.result(Column(4), 0));
        assert_eq!(crt.result(Column(4), 99), crt.result(Column(4), 8));
        assert_eq!(Column::of(50, 1).shifted(-2).odds(), "6:1");
        assert_eq!(Column::of(1, 50).shifted(2).odds(), "1:2");
        assert_eq!(Column(10).shifted(i32::MAX).odds(), "8:1");
    }

    #[test]
    fn case_7_5b_odds_are_rounded_to_the_nearest_with_halves_for_the_attacker() {
        for (attack, defence, odds) in [
            (149, 100, "1:1"),
            (150, 100, "2:1"),
            (3, 3, "1:1"),
            (249, 100, "2:1"),
            (5, 2, "3:1"),
            (75, 10, "8:1"),
            (100, 150, "1:1"),
            (100, 151, "1:2"),
            (2, 5, "1:2"),
            (100, 251, "1:3"),
            (2, 7, "1:3"),
            (1, 4, "1:4"),
            (1, 9, "1:4"),
            (0, 9, "1:4"),
            (9, 0, "8:1"),
            (u32::MAX, 1, "8:1"),
            (1, u32::MAX, "1:4"),
        ] {
            assert_eq!(Column::of(attack, defence).odds(), odds, "{attack} against {defence}");
        }
    }

    #[test]
    fn every_flag_is_marked_reconstructed_except_the_answered_one() {
        let printed = super::super::tests::printed();
        for name in ["crt-red", "crt-bold"] {
            let table = printed.get(name).expect("the table is there");
            for (row, column) in table.rows.iter().flat_map(|row| table.columns.iter().map(move |c| (row, c))) {
                let cell = table.cell(&row.name, column).expect("a cell");
                let known = name == "crt-bold" && row.name == "3" && column == "6:1";
                let reconstructed = matches!(cell.provenance, definitions::Provenance::Reconstructed(_));
                assert_eq!(reconstructed, !known, "{name} {} {column}", row.name);
            }
        }
    }
}
