use definitions::{DefinitionError, Symbol, Unit, Units};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// What a counter is (2.3, 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Infantry, airborne or not.
    Infantry,
    /// Mechanised.
    Mechanised,
    /// Mechanised cavalry.
    Cavalry,
    /// Armour.
    Armour,
    /// Artillery, an asset.
    Artillery,
    /// Rockets, an asset.
    Rockets,
    /// US engineers, an asset.
    Engineers,
}

impl Kind {
    /// Whether it is a combat unit (2.3.1).
    pub const fn fights(self) -> bool {
        !matches!(self, Kind::Artillery | Kind::Rockets | Kind::Engineers)
    }
}

/// A corps or army by its id in the definitions: `viii`, `6pz`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CorpsId(pub u16);

/// A division, or an independent unit by itself: what stacks as one (6) and is one formation (14.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GroupId(pub u16);

/// An army of the Germans, and the area that is its own (9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Army {
    /// 6th Panzer Army, in the north.
    Sixth,
    /// 5th Panzer Army.
    Fifth,
    /// 7th Army, in the south.
    Seventh,
}

impl Army {
    /// From north to south.
    pub const ALL: [Army; 3] = [Army::Sixth, Army::Fifth, Army::Seventh];

    /// Its id in the definitions.
    pub const fn id(self) -> &'static str {
        match self {
            Army::Sixth => "6pz",
            Army::Fifth => "5pz",
            Army::Seventh => "7",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Army::Sixth => "6th Panzer Army",
            Army::Fifth => "5th Panzer Army",
            Army::Seventh => "7th Army",
        }
    }
}

/// What the counter of a unit says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Whose it is.
    pub side: SideId,
    /// What it is, as long as it has not come down to its third step.
    pub kind: Kind,
    /// Whether it is American.
    pub american: bool,
    /// Whether it is British.
    pub british: bool,
    /// Whether it is airborne (11.4.1, 12.3, 13.2.2).
    pub airborne: bool,
    /// Its corps; none for airborne units and the delay asset (6.1).
    pub corps: Option<CorpsId>,
    /// The army of a German asset (12.2).
    pub army: Option<Army>,
    /// Its division; none for those of 11.2.1.
    pub division: Option<GroupId>,
    /// Its division, or itself.
    pub group: GroupId,
    /// Attack strength by steps lost.
    pub attack: [u8; 3],
    /// Defence strength by steps lost.
    pub defence: [u8; 3],
    /// Movement allowance in points; 0 for those that do not move.
    pub movement: u16,
    /// Strength of an artillery asset.
    pub strength: u8,
    /// Steps at full strength.
    pub steps: u8,
    /// Whether it has no zone of control at any step (7.1).
    pub no_zone: bool,
    /// What it is from so many lost steps on, without a zone of control then (2.3.1.1).
    pub last: Option<(u8, Kind)>,
    /// Turn from which it may cross the Meuse (10.6.4).
    pub released: Option<u8>,
    /// Hexes from its entry area within which it is bound (10.6.4).
    pub bound: Option<u16>,
    /// Whether it is marked for the withdrawal of turn 11 (12.10).
    pub withdraws: bool,
}

/// Units of one division, or one alone.
pub(super) type Groups = Vec<String>;

impl Counter {
    pub(super) fn read(unit: &Unit, units: &Units, groups: &mut Groups) -> Result<Counter, DefinitionError> {
        let fault = |message: &str| DefinitionError::new("units.txt", 0, format!("unit {}: {message}", unit.id));
        let number = |key: &str, lost: u8| unit.values.get(key).map_or(0, |value| value.after(lost));
        let kind = known(unit.symbol).ok_or_else(|| fault(UNKNOWN))?;
        if !(1..=3).contains(&unit.steps) {
            return Err(fault("expected one to three steps (2.3.1.1)"));
        }
        let of = |key: &str| [0, 1, 2].map(|lost| number(key, lost).clamp(0, 99) as u8);
        let name = if unit.division.is_empty() { format!("={}", unit.id) } else { unit.division.clone() };
        let at = groups.iter().position(|known| *known == name).unwrap_or_else(|| {
            groups.push(name);
            groups.len() - 1
        });
        let group = GroupId(at as u16);
        let formation = unit.formation.map(|formation| units.formation(formation));
        let side = SideId(unit.side);
        let corps = unit.formation.filter(|_| side == super::ALLIED).map(|formation| CorpsId(formation.0));
        let army = formation.filter(|_| side == super::GERMAN);
        Ok(Counter {
            side,
            kind,
            american: unit.nation == "us",
            british: unit.nation == "british",
            airborne: side == super::ALLIED && matches!(unit.symbol, Symbol::Airborne | Symbol::Glider),
            corps,
            army: army.and_then(|army| Army::ALL.into_iter().find(|known| known.id() == army.id)),
            division: (!unit.division.is_empty()).then_some(group),
            group,
            attack: of("attack"),
            defence: of("defense"),
            movement: number("movement", 0).clamp(0, 60) as u16,
            strength: number("strength", 0).clamp(0, 99) as u8,
            steps: unit.steps,
            no_zone: unit.is("no-zoc"),
            last: last(unit)
                .map(|(lost, symbol)| Ok((lost, known(symbol).ok_or_else(|| fault(UNKNOWN))?)))
                .transpose()?,
            released: unit.values.get("released").map(|value| value.after(0).clamp(0, 99) as u8),
            bound: unit.values.get("bound").map(|value| value.after(0).clamp(0, 99) as u16),
            withdraws: unit.values.contains_key("withdraws"),
        })
    }
}

const UNKNOWN: &str = "expected a kind that the rules know (2.3.1, 2.4)";

/// The kind of a symbol.
fn known(symbol: Symbol) -> Option<Kind> {
    Some(match symbol {
        Symbol::Infantry | Symbol::Airborne | Symbol::Glider => Kind::Infantry,
        Symbol::Mechanised => Kind::Mechanised,
        Symbol::Cavalry => Kind::Cavalry,
        Symbol::Armour => Kind::Armour,
        Symbol::Artillery => Kind::Artillery,
        Symbol::Rockets => Kind::Rockets,
        Symbol::Engineers => Kind::Engineers,
        _ => return None,
    })
}

/// After how many lost steps a counter of its own takes a unit's place, and its symbol.
fn last(unit: &Unit) -> Option<(u8, Symbol)> {
    let differs =
        |lost: &u8| unit.symbol_after(*lost) != unit.symbol || unit.is_after("no-zoc", *lost) != unit.is("no-zoc");
    (1..unit.steps).find(differs).map(|lost| (lost, unit.symbol_after(lost)))
}
