//! Numbers that the text gives in passing, as the table `limits` has them.

use super::tables::{Turns, span};
use definitions::{DefinitionError, PrintedTables};

/// The numbers, each with the case that gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Units of one division in a hex (6).
    pub division: usize,
    /// Units in it that are not of that division (6).
    pub one_more: usize,
    /// Turns on which the 150th Brigade may once pass a zone (7.3).
    pub infiltration: Turns,
    /// The turn on which captured fuel supplies Peiper (8.5).
    pub peipers_fuel: u8,
    /// Turns on which Germans keep to their areas (9.2).
    pub boundaries: Turns,
    /// Hexes from the 7th Army's area that the 14th Regiment keeps (9.4).
    pub fourteenth: u16,
    /// How often infantry that moves as motorized has its allowance (10.5).
    pub trucks: u16,
    /// The turn on which no armour crosses at Ouren (10.6.3).
    pub ouren: u8,
    /// Hexes from another unit of the division (11.2.1).
    pub integrity: u16,
    /// Hexes of a retreat (11.4).
    pub retreat: u16,
    /// Hexes of a retreat that goes on (R83).
    pub retreat_at_most: usize,
    /// Artillery in a combat: of the Germans (12.2) and of the Allies (12.3).
    pub artillery: [usize; 2],
    /// Nebelwerfer in a combat (12.2).
    pub nebelwerfer: usize,
    /// Turns until doubled rockets are back (12.2).
    pub doubled: u8,
    /// Hexes to a supplied unit of a corps (12.3, 12.4.1).
    pub corps_near: u16,
    /// Turns until engineers who were taken off are back (12.4.1).
    pub taken_off: u8,
    /// Hexes within which engineers help a defence (12.4.2).
    pub engineers_help: u16,
    /// Turns until engineers who were driven off are back (12.4.4).
    pub driven_off: u8,
    /// Points that Greif, Traffic and the parachutists' marker cost more (12.5, 12.7, 12.8).
    pub jam: u16,
    /// Dice with which von der Heydte is a unit (12.7).
    pub drop: Turns,
    /// The turn at whose end his marker is removed (12.7).
    pub drop_marker: u8,
    /// Units of a Reaction (14.3.1).
    pub reaction: usize,
    /// Chits of a side in a row (14.2).
    pub row: usize,
    /// The turn on which armour does not fight in a move round, nor move before combat (14.4).
    pub no_armour: u8,
    /// Points on roads of the 82nd and 101st as they enter (14.8.4), and on which turn.
    pub rush: (u16, u8),
    /// The turn at whose end the 106th may surrender (8.3).
    pub surrender: u8,
    /// The turn on whose second Allied Reinforcement chit air supply comes (8.6).
    pub air_supply: u8,
    /// The turn on which no guns support two regiments of the 99th (12.3).
    pub guns_withheld: u8,
}

impl Limits {
    pub(super) fn read(tables: &PrintedTables) -> Result<Limits, DefinitionError> {
        let table = tables.get("limits")?;
        let turn = |row: &str| table.number::<u8>(row, "number");
        let many = |row: &str| table.number::<usize>(row, "number");
        let hexes = |row: &str| table.number::<u16>(row, "number");
        let turns = |row: &str| table.read(row, "number", span);
        Ok(Limits {
            division: many("division")?,
            one_more: many("one-more")?,
            infiltration: turns("infiltration")?,
            peipers_fuel: turn("peipers-fuel")?,
            boundaries: turns("boundaries")?,
            fourteenth: hexes("fourteenth-regiment")?,
            trucks: hexes("trucks")?,
            ouren: turn("ouren")?,
            integrity: hexes("division-integrity")?,
            retreat: hexes("retreat")?,
            retreat_at_most: many("retreat-at-most")?,
            artillery: [many("german-artillery")?, many("allied-artillery")?],
            nebelwerfer: many("nebelwerfer")?,
            doubled: turn("doubled")?,
            corps_near: hexes("corps-near")?,
            taken_off: turn("engineers-taken-off")?,
            engineers_help: hexes("engineers-in-defence")?,
            driven_off: turn("engineers-driven-off")?,
            jam: hexes("jam")?,
            drop: turns("drop")?,
            drop_marker: turn("drop-marker")?,
            reaction: many("reaction")?,
            row: many("chits-in-a-row")?,
            no_armour: turn("no-armour-attack")?,
            rush: (hexes("airborne-rush")?, turn("airborne-rush-turn")?),
            surrender: turn("surrender")?,
            air_supply: turn("air-supply")?,
            guns_withheld: turn("guns-withheld")?,
        })
    }
}
