use super::terrain::{Allowance, POINT};
use definitions::{DefinitionError, Symbol, Unit};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// A division or brigade: the colour of its counters (3.1i). Dense from 0 in the order of the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DivisionId(pub u16);

/// What a counter says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Whose it is.
    pub side: SideId,
    /// Its division; none for independent units, which stack with any (3.1m).
    pub division: Option<DivisionId>,
    /// The colour of its allowance.
    pub allowance: Allowance,
    /// Its allowance in half points.
    pub movement: u16,
    /// Attack strength, full and reduced; 0 for artillery.
    pub attack: [u8; 2],
    /// Defence strength, full and reduced.
    pub defence: [u8; 2],
    /// Range of artillery in hexes; none for all others.
    pub range: Option<u16>,
    /// Steps, one or two (1.2a, 1.2b).
    pub steps: u8,
    /// Whether it has the yellow banner (1.2n).
    pub exploits: bool,
    /// Whether it is infantry of which bonds are made (1.2h).
    pub infantry: bool,
    /// Whether it is of the infantry that crosses the Our by boat (4.2a).
    pub boats: bool,
}

/// Words on counters of infantry that is none for bonds (1.2h).
const NO_POSTS: [&str; 4] = ["penal", "ersatz", "ost", "mg"];

impl Counter {
    /// Reads a counter; `divisions` are the ids of divisions found so far.
    pub(super) fn read(unit: &Unit, divisions: &mut Vec<String>, boats: &str) -> Result<Counter, DefinitionError> {
        let fault = |message: &str| DefinitionError::new("units.txt", 0, format!("unit {}: {message}", unit.id));
        let number = |key: &str, lost: u8| unit.values.get(key).and_then(|value| u8::try_from(value.after(lost)).ok());
        let needed = |key: &str, lost: u8| {
            number(key, lost).ok_or_else(|| fault(&format!("expected `{key}=` with a number from 0 to 255")))
        };
        let gun = matches!(unit.symbol, Symbol::Artillery | Symbol::Rockets);
        let range = number("range", 0).map(u16::from);
        if range.is_some() != gun {
            return Err(fault("expected a range for artillery and rockets, and for nobody else"));
        }
        let attack = if gun { [0, 0] } else { [needed("attack", 0)?, needed("attack", 1)?] };
        let allowance = match (unit.is("leg"), unit.is("mech")) {
            (true, false) => Allowance::Leg,
            (false, true) => Allowance::Mech,
            _ => return Err(fault("expected one of the traits leg and mech")),
        };
        if !(1..=2).contains(&unit.steps) {
            return Err(fault("expected one step or two (1.2)"));
        }
        let division = (!unit.division.is_empty()).then(|| {
            let known = divisions.iter().position(|id| *id == unit.division).unwrap_or_else(|| {
                divisions.push(unit.division.clone());
                divisions.len() - 1
            });
            DivisionId(known as u16)
        });
        let kind = matches!(
            unit.symbol,
            Symbol::Infantry | Symbol::Motorised | Symbol::Mechanised | Symbol::Airborne | Symbol::Glider
        );
        let infantry = kind && !NO_POSTS.iter().any(|word| unit.is(word));
        Ok(Counter {
            side: SideId(unit.side),
            division,
            allowance,
            movement: u16::from(needed("movement", 0)?) * POINT,
            attack,
            defence: [needed("defense", 0)?, needed("defense", 1)?],
            range,
            steps: unit.steps,
            exploits: unit.is("exploit"),
            infantry,
            boats: infantry && allowance == Allowance::Mech && unit.division == boats,
        })
    }

    /// Whether it is artillery.
    pub fn is_gun(&self) -> bool {
        self.range.is_some()
    }
}
