//! The tables of Autumn Fog (`tables.txt`), typed: what each cell means to the rules.

mod action;
mod air;
mod crt;
mod doctrine;
pub mod fuel;
mod snafu;
mod terrain;

pub use action::{Action, ActionCosts, ActionPoints, AttackLimits, Condition, StatusEffects, StatusTable};
pub use air::AirMissions;
pub use crt::{Column, CombatResult, Crt, Loss};
pub use doctrine::{AfterUse, Allowance, Allowances, Class, Doctrine, SupportKind};
pub use snafu::{Rating, Snafu, SnafuKind, SnafuTables};
pub use terrain::{CrossingCost, Ground, TerrainChart};

use crate::printed::sides::{ALLIED, GERMAN};
use definitions::{DefinitionError, PrintedTables};
use engine::contract::SideId;

/// All tables that the rules read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Combat results.
    pub crt: Crt,
    /// Terrain effects.
    pub terrain: TerrainChart,
    /// Action and movement points.
    pub allowances: Allowances,
    /// Costs of actions.
    pub actions: ActionCosts,
    /// Effects of statuses.
    pub status: StatusTable,
    /// Limits of a normal attack.
    pub normal_attack: AttackLimits,
    /// Limits of a prepared attack.
    pub prepared_attack: AttackLimits,
    /// Column shift of an improved position, negative = left (7.4f).
    pub position_shift: i32,
    /// Columns that an air support shifts in its owner's favour (7.4e).
    pub air_shift: i32,
    /// Die modifier of divisional integrity, for its owner (7.4g).
    pub integrity: i32,
    /// Air support missions (14.2).
    pub air: AirMissions,
    /// C3I and snafus (9.5).
    pub snafus: SnafuTables,
    doctrines: [Doctrine; 2],
    supports: Vec<SupportKind>,
}

impl Tables {
    /// Reads the tables of a file's text.
    ///
    /// # Errors
    /// Every fault of the file's lines, or else the first cell that means nothing to the rules.
    pub fn parse(file: &str, text: &str) -> Result<Tables, Vec<DefinitionError>> {
        Tables::read(&PrintedTables::parse(file, text)?).map_err(|error| vec![error])
    }

    /// Reads tables that were parsed before.
    ///
    /// # Errors
    /// The first cell that means nothing to the rules.
    pub fn read(tables: &PrintedTables) -> Result<Tables, DefinitionError> {
        let modifiers = tables.get("modifiers")?;
        Ok(Tables {
            crt: Crt::read(tables)?,
            terrain: TerrainChart::read(tables)?,
            allowances: Allowances::read(tables)?,
            actions: ActionCosts::read(tables)?,
            status: StatusTable::read(tables)?,
            normal_attack: AttackLimits::read(tables, "normal")?,
            prepared_attack: AttackLimits::read(tables, "prepared")?,
            position_shift: modifiers.number("position", "column")?,
            air_shift: modifiers.number("air", "column")?,
            integrity: modifiers.number("integrity", "die")?,
            air: AirMissions::read(tables)?,
            snafus: SnafuTables::read(tables)?,
            doctrines: [Doctrine::read(tables, GERMAN)?, Doctrine::read(tables, ALLIED)?],
            supports: SupportKind::read_all(tables)?,
        })
    }

    /// The numbers of a side.
    pub fn doctrine(&self, side: SideId) -> Doctrine {
        self.doctrines[side.index()]
    }

    /// The kind of support marker with a name.
    pub fn support(&self, name: &str) -> Option<&SupportKind> {
        self.supports.iter().find(|kind| kind.name == name)
    }

    /// All kinds of support markers.
    pub fn supports(&self) -> &[SupportKind] {
        &self.supports
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = include_str!("../../../../../../assets/games/autumn-fog/tables.txt");

    /// The tables of the game.
    pub(super) fn tables() -> Tables {
        Tables::parse("tables.txt", TEXT).expect("tables.txt parses")
    }

    /// The same as printed.
    pub(super) fn printed() -> PrintedTables {
        PrintedTables::parse("tables.txt", TEXT).expect("tables.txt parses")
    }

    #[test]
    fn cases_7_4f_and_7_4g_position_and_integrity_count_one() {
        assert_eq!((tables().position_shift, tables().integrity), (-1, 1));
    }

    #[test]
    fn a_broken_cell_is_reported_with_its_line_and_what_was_expected() {
        for (right, wrong, expected) in [
            ("row 3 3/-", "row 3 3:-", "table crt, row 3, 1:4: expected attacker/defender"),
            ("forest      2 ", "forest      two", "expected movement points as in 2 or 1/2, found `two`"),
            ("row german      4", "row german      x", "table doctrine, row german, range: expected a number"),
            ("row river       2MP", "row river       2M", "expected 2MP, 1AP or no, found `2M`"),
            ("table status", "table statuses", "expected a table `status`"),
            ("row 4   radio ", "row 4   phone ", "table snafu, row 4, kind: expected"),
            ("row 2   S . .", "row 2   ? . .", "table c3i, row 2, A: expected"),
        ] {
            assert!(TEXT.contains(right), "{right}");
            let errors = Tables::parse("tables.txt", &TEXT.replacen(right, wrong, 1)).expect_err("a broken cell");
            assert!(errors[0].to_string().contains(expected), "{}", errors[0]);
        }
    }
}
