use definitions::{DefinitionError, Echelon, PrintedTables, Symbol, Unit};
use engine::contract::SideId;

/// Whether a unit rides (3.32).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Mechanized.
    Mechanized,
    /// Everything else.
    Foot,
}

/// What a counter says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Whose it is.
    pub side: SideId,
    /// Whether it rides.
    pub class: Class,
    /// Whether it is a German infantry division, which stands alone (8.2c).
    pub division: bool,
    /// Combat strength (3.33).
    pub strength: u8,
    /// Movement allowance (3.33).
    pub allowance: u8,
}

/// The symbols of units as the table `classes` names them.
const SYMBOLS: [(Symbol, &str); 8] = [
    (Symbol::Armour, "armour"),
    (Symbol::Mechanised, "mechanised"),
    (Symbol::Cavalry, "cavalry"),
    (Symbol::AssaultGuns, "assault-guns"),
    (Symbol::Infantry, "infantry"),
    (Symbol::Airborne, "airborne"),
    (Symbol::Glider, "glider"),
    (Symbol::Engineers, "engineers"),
];

impl Counter {
    pub(super) fn read(unit: &Unit, tables: &PrintedTables) -> Result<Counter, DefinitionError> {
        let fault = |message: String| DefinitionError::new("units.txt", 0, format!("unit {}: {message}", unit.id));
        let number = |key: &str| {
            let value = unit.values.get(key).and_then(|value| u8::try_from(value.after(0)).ok());
            value.ok_or_else(|| fault(format!("expected `{key}=` with a number from 0 to 255")))
        };
        let symbol = SYMBOLS.iter().find(|(symbol, _)| *symbol == unit.symbol);
        let (_, symbol) = symbol.ok_or_else(|| fault("expected a symbol of the table `classes`".to_owned()))?;
        let classes = [("mechanized", Class::Mechanized), ("foot", Class::Foot)];
        let class = tables.get("classes")?.choice(symbol, "class", &classes)?;
        Ok(Counter {
            side: SideId(unit.side),
            class,
            division: unit.echelon == Echelon::Division,
            strength: number("strength")?,
            allowance: number("movement")?,
        })
    }

    /// Whether the unit rides.
    pub fn mechanized(&self) -> bool {
        self.class == Class::Mechanized
    }
}
