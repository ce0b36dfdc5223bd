//! The fuel shortage (10.4).

use crate::printed::sides::GERMAN;
use definitions::{DefinitionError, Published, UnitId};

/// The units that each number of the fuel roll stops, from the table `fuel`.
///
/// # Errors
/// When the table is missing, or a row names no German unit or a number that no die shows.
pub fn read(published: &Published) -> Result<Vec<(UnitId, u8)>, DefinitionError> {
    let table = published.tables.get("fuel")?;
    let stopped = |name: &str| {
        let german = |unit: &UnitId| published.units.unit(*unit).side == GERMAN.0;
        table.read(name, "die", |text| {
            let unit = published.units.find(name).filter(german).ok_or("expected the row of a German unit")?;
            let die = text.parse().ok().filter(|die| (1..=6).contains(die));
            Ok((unit, die.ok_or_else(|| format!("expected 1 to 6, found `{text}`"))?))
        })
    };
    table.rows.iter().map(|row| stopped(&row.name)).collect()
}
