use crate::printed::sides::NAMES;
use definitions::{DefinitionError, PrintedTable, PrintedTables, Symbol};
use engine::contract::SideId;
use std::ops::RangeInclusive;

/// How a kind of unit moves and what it can spend (1.1, 1.3a, 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// On foot.
    Infantry,
    /// Half-tracks and trucks.
    Mechanized,
    /// Tanks.
    Armoured,
    /// A headquarters, which moves like a mechanized unit (ruling R3).
    Headquarters,
}

const CLASSES: [(&str, Class); 4] = [
    ("infantry", Class::Infantry),
    ("mechanized", Class::Mechanized),
    ("armoured", Class::Armoured),
    ("hq", Class::Headquarters),
];

impl Class {
    /// The class of a unit with a symbol. Everything on wheels or half-tracks is mechanized (Q.7).
    pub fn of(symbol: Symbol) -> Class {
        match symbol {
            Symbol::Infantry | Symbol::Airborne | Symbol::Glider | Symbol::Bicycle | Symbol::Engineers => {
                Class::Infantry
            }
            Symbol::Motorised
            | Symbol::Mechanised
            | Symbol::Cavalry
            | Symbol::Reconnaissance
            | Symbol::Artillery
            | Symbol::Rockets => Class::Mechanized,
            Symbol::Armour | Symbol::AssaultGuns | Symbol::TankDestroyers => Class::Armoured,
            Symbol::Headquarters => Class::Headquarters,
        }
    }

    /// Column of the terrain chart: 0 infantry, 1 mechanized.
    pub(super) fn chart_column(self) -> usize {
        usize::from(self != Class::Infantry)
    }

    /// Whether the class counts as armoured or mechanized for losses, advances and divisional integrity.
    pub fn is_armoured_or_mechanized(self) -> bool {
        matches!(self, Class::Mechanized | Class::Armoured)
    }
}

/// What a class can spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Action points of an activation.
    pub action_points: u8,
    /// Movement points of one movement action.
    pub movement_points: u8,
}

/// Allowances by class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowances([Allowance; CLASSES.len()]);

impl Allowances {
    /// What a class can spend.
    pub fn of(&self, class: Class) -> Allowance {
        self.0[class as usize]
    }

    pub(super) fn read(tables: &PrintedTables) -> Result<Allowances, DefinitionError> {
        let table = tables.get("classes")?;
        let mut allowances = [Allowance { action_points: 0, movement_points: 0 }; CLASSES.len()];
        for (name, class) in CLASSES {
            let (action_points, movement_points) = (table.number(name, "ap")?, table.number(name, "mp")?);
            allowances[class as usize] = Allowance { action_points, movement_points };
        }
        Ok(Allowances(allowances))
    }
}

/// The numbers of a side (9.2, 9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doctrine {
    /// Command range in hexes.
    pub command_range: u8,
    /// Units in a general activation.
    pub general_activation: u8,
    /// Columns to the right of a prepared attack (T.ATKa).
    pub prepared_shift: i32,
}

impl Doctrine {
    pub(super) fn read(tables: &PrintedTables, side: SideId) -> Result<Doctrine, DefinitionError> {
        let (doctrine, name) = (tables.get("doctrine")?, NAMES[side.index()]);
        Ok(Doctrine {
            command_range: doctrine.number(name, "range")?,
            general_activation: doctrine.number(name, "general")?,
            prepared_shift: tables.get("attacks")?.number("prepared", name)?,
        })
    }
}

/// A kind of support marker (1.6.1, 1.6.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportKind {
    /// Stable name, as in the scenario's grants: `nebelwerfer`, `artillery`, `heavy-artillery`, `tank`.
    pub name: String,
    /// Columns in the owner's favour.
    pub columns: i32,
    /// Added to the die in attack, taken from it in defence.
    pub die: i32,
    /// Whether its owner may remove it for good as a step loss (1.6.1f).
    pub can_be_lost: bool,
    /// What becomes of it after use, by side; none = the side has no such marker.
    after_use: [Option<AfterUse>; 2],
}

/// What becomes of a support marker after use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AfterUse {
    /// It is back in the pool next turn without a roll.
    Returns,
    /// 1d6: these rolls remove it from the game, the others return it.
    Roll(RangeInclusive<u8>),
}

impl SupportKind {
    /// What becomes of the marker after a side has used it; none if the side has no such marker.
    pub fn after_use(&self, side: SideId) -> Option<&AfterUse> {
        self.after_use[side.index()].as_ref()
    }

    pub(super) fn read_all(tables: &PrintedTables) -> Result<Vec<SupportKind>, DefinitionError> {
        let table = tables.get("supports")?;
        table.rows.iter().map(|row| SupportKind::read(table, &row.name)).collect()
    }

    fn read(table: &PrintedTable, name: &str) -> Result<SupportKind, DefinitionError> {
        Ok(SupportKind {
            name: name.to_owned(),
            columns: table.number(name, "column")?,
            die: table.number(name, "die")?,
            can_be_lost: table.choice(name, "loss", &[("yes", true), ("no", false)])?,
            after_use: [table.read(name, "german", after_use)?, table.read(name, "allied", after_use)?],
        })
    }
}

/// `.`, `never`, `6` or `4-6`.
fn after_use(text: &str) -> Result<Option<AfterUse>, String> {
    match text {
        "." => return Ok(None),
        "never" => return Ok(Some(AfterUse::Returns)),
        _ => {}
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let face = |text: &str| text.parse::<u8>().ok().filter(|face| (1..=6).contains(face));
    let rolls = face(first).zip(face(last)).filter(|(first, last)| first <= last);
    rolls
        .map(|(first, last)| Some(AfterUse::Roll(first..=last)))
        .ok_or_else(|| format!("expected rolls as in 6 or 4-6, never or ., found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::tables;
    use super::*;
    use crate::printed::sides::{ALLIED, GERMAN};

    #[test]
    fn cases_1_1_1_3a_and_6_1_allowances_by_class() {
        let allowances = tables().allowances;
        let both = |class| {
            let allowance = allowances.of(class);
            (allowance.action_points, allowance.movement_points)
        };
        assert_eq!(both(Class::Infantry), (2, 4));
        for class in [Class::Mechanized, Class::Armoured, Class::Headquarters] {
            assert_eq!(both(class), (3, 6));
        }
    }

    #[test]
    fn q_7_motorised_units_are_mechanized() {
        assert_eq!(Class::of(Symbol::Motorised), Class::Mechanized);
        assert!(Class::of(Symbol::Cavalry).is_armoured_or_mechanized());
        assert!(!Class::of(Symbol::Headquarters).is_armoured_or_mechanized());
    }

    #[test]
    fn cases_9_2_and_9_3_the_doctrines_differ() {
        let tables = tables();
        let german = Doctrine { command_range: 4, general_activation: 3, prepared_shift: 2 };
        let allied = Doctrine { command_range: 6, general_activation: 4, prepared_shift: 1 };
        assert_eq!((tables.doctrine(GERMAN), tables.doctrine(ALLIED)), (german, allied));
    }

    #[test]
    fn case_1_6_supports_help_and_vanish_as_printed() {
        let tables = tables();
        let kind = |name: &str| tables.support(name).expect("a kind of support").clone();
        let rolls = |name: &str, side| kind(name).after_use(side).cloned();
        assert_eq!((kind("nebelwerfer").columns, kind("artillery").columns, kind("tank").die), (2, 1, 1));
        assert_eq!(rolls("nebelwerfer", GERMAN), Some(AfterUse::Roll(2..=6)));
        assert_eq!(rolls("nebelwerfer", ALLIED), None);
        assert_eq!(rolls("artillery", GERMAN), Some(AfterUse::Roll(4..=6)));
        assert_eq!(rolls("artillery", ALLIED), Some(AfterUse::Roll(6..=6)));
        assert_eq!(rolls("heavy-artillery", ALLIED), Some(AfterUse::Roll(6..=6)));
        assert_eq!(rolls("tank", GERMAN), Some(AfterUse::Returns));
        assert!(kind("tank").can_be_lost && !kind("artillery").can_be_lost);
        assert_eq!(tables.support("bomber"), None);
    }

    #[test]
    fn rolls_that_no_die_shows_are_refused() {
        for text in ["0", "7", "6-4", "2-", "x", "", "-"] {
            assert!(after_use(text).is_err(), "{text}");
        }
    }
}
