use definitions::{DefinitionError, FormationId, Symbol, Unit, Units};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// A division or brigade, or an independent unit by itself (2.21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GroupId(pub u16);

/// What a unit is (2.21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Infantry, airborne or not.
    Infantry,
    /// Mechanized infantry.
    Mechanised,
    /// Armour.
    Armour,
    /// Recon.
    Recon,
}

impl Kind {
    /// Whether it is mechanized.
    pub const fn mechanised(self) -> bool {
        !matches!(self, Kind::Infantry)
    }
}

/// What a counter shows at a number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Combat strength.
    pub strength: u8,
    /// Whether it stands in brackets.
    pub bracketed: bool,
    /// Whether the unit is elite.
    pub elite: bool,
    /// Whether it is green.
    pub green: bool,
    /// Whether it has both symbols.
    pub combined: bool,
}

/// What the counter of a unit says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Whose it is.
    pub side: SideId,
    /// What it is.
    pub kind: Kind,
    /// Movement allowance in points.
    pub movement: u16,
    /// Steps at full strength.
    pub steps: u8,
    /// Its faces by steps lost.
    pub faces: [Face; 4],
    /// Its corps.
    pub corps: FormationId,
    /// Id of the army of its corps: `6pz`.
    pub army: String,
    /// Id of its corps as areas name it: `V`.
    pub corps_area: String,
    /// Its division, or itself.
    pub group: GroupId,
}

/// Divisions by their ids, in the order of the units; a unit without one has a group of its own, without a name.
pub(super) type Groups = Vec<String>;

impl Counter {
    pub(super) fn read(unit: &Unit, units: &Units, groups: &mut Groups) -> Result<Counter, DefinitionError> {
        let fault = |message: &str| DefinitionError::new("units.txt", 0, format!("unit {}: {message}", unit.id));
        let kind = match unit.symbol {
            Symbol::Infantry | Symbol::Airborne | Symbol::Glider => Kind::Infantry,
            Symbol::Mechanised | Symbol::Motorised => Kind::Mechanised,
            Symbol::Armour | Symbol::AssaultGuns | Symbol::TankDestroyers => Kind::Armour,
            Symbol::Cavalry | Symbol::Reconnaissance => Kind::Recon,
            _ => return Err(fault("expected a kind of unit of 2.21")),
        };
        if !(1..=4).contains(&unit.steps) {
            return Err(fault("expected one to four steps (2.21)"));
        }
        let corps = unit.formation.ok_or_else(|| fault("expected a corps (2.21)"))?;
        let value = |key: &str, lost: u8| unit.values.get(key).map_or(0, |value| value.after(lost)).clamp(0, 99) as u8;
        let face = |lost: u8| Face {
            strength: value("strength", lost),
            bracketed: value("bracketed", lost) > 0,
            elite: value("elite", lost) > 0,
            green: value("green", lost) > 0,
            combined: value("combined", lost) > 0,
        };
        let known = groups.iter().position(|id| !unit.division.is_empty() && *id == unit.division);
        let group = known.unwrap_or_else(|| {
            groups.push(unit.division.clone());
            groups.len() - 1
        });
        let formation = units.formation(corps);
        Ok(Counter {
            side: SideId(unit.side),
            kind,
            movement: u16::from(value("movement", 0)),
            steps: unit.steps,
            faces: [face(0), face(1), face(2), face(3)],
            corps,
            army: formation.army.clone(),
            corps_area: formation.short.clone(),
            group: GroupId(group as u16),
        })
    }

    /// Its face after so many lost steps.
    pub fn face(&self, lost: u8) -> &Face {
        &self.faces[usize::from(lost.min(3))]
    }
}
