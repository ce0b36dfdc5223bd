use definitions::{DefinitionError, PrintedTables};
use serde::{Deserialize, Serialize};

/// How well a formation is led, best first (9.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rating {
    /// Good.
    A,
    /// Fair.
    B,
    /// Mediocre.
    C,
}

impl Rating {
    /// All ratings, best first.
    pub const ALL: [Rating; 3] = [Rating::A, Rating::B, Rating::C];

    /// The rating that `units.txt` gives as a number from 1.
    pub fn of_value(value: i16) -> Option<Rating> {
        Rating::ALL.into_iter().zip(1..).find(|(_, number)| *number == value).map(|(rating, _)| rating)
    }

    /// The rating of an independent unit by its quality (9.5c, ruling R127).
    pub fn of_quality(quality: i8) -> Rating {
        match quality {
            5.. => Rating::A,
            4 => Rating::B,
            _ => Rating::C,
        }
    }

    /// The letter on the counter.
    pub const fn letter(self) -> &'static str {
        match self {
            Rating::A => "A",
            Rating::B => "B",
            Rating::C => "C",
        }
    }
}

/// What goes wrong with an attack (T.SNA).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SnafuKind {
    /// A column to the left.
    AirGround,
    /// No advance, no breakthrough, 1 AP lost.
    Hesitation,
    /// Artillery supports are cancelled.
    Radio,
    /// Armour supports are cancelled.
    Elsewhere,
    /// An armoured unit is halved.
    Fuel,
    /// Air supports are cancelled.
    Flak,
    /// The strength of a unit does not count.
    Traffic,
    /// No supports, no divisional integrity, each stack makes the die worse.
    Confusion,
}

const KINDS: [(&str, Option<SnafuKind>); 9] = [
    ("air-ground", Some(SnafuKind::AirGround)),
    ("hesitation", Some(SnafuKind::Hesitation)),
    ("radio", Some(SnafuKind::Radio)),
    ("elsewhere", Some(SnafuKind::Elsewhere)),
    ("fuel", Some(SnafuKind::Fuel)),
    ("flak", Some(SnafuKind::Flak)),
    ("traffic", Some(SnafuKind::Traffic)),
    ("confusion", Some(SnafuKind::Confusion)),
    (".", None),
];

/// A result of the snafu table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snafu {
    /// What goes wrong; none if nothing does.
    pub kind: Option<SnafuKind>,
    /// Columns shifted, negative = left.
    pub columns: i32,
    /// Added to the die for each attacking stack.
    pub die: i32,
    /// What the table says.
    pub effect: String,
}

impl Snafu {
    /// What it is called: the text of the table up to its colon.
    pub fn name(&self) -> String {
        self.effect.split(':').next().unwrap_or_default().to_lowercase()
    }
}

/// The lowest roll of two dice.
const LOWEST: u8 = 2;

/// The C3I table and the snafu table (T.C3I, T.SNA).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnafuTables {
    c3i: [[bool; 3]; 6],
    /// By the sum of 2d6, from 2.
    snafus: Vec<Snafu>,
}

impl SnafuTables {
    /// Whether a die on the C3I table shows an S for a rating.
    pub fn upset(&self, rating: Rating, die: u8) -> bool {
        self.c3i[usize::from(die.clamp(1, 6)) - 1][rating as usize]
    }

    /// The result of a roll of two dice.
    pub fn result(&self, dice: [u8; 2]) -> &Snafu {
        let place = usize::from((dice[0] + dice[1]).saturating_sub(LOWEST));
        &self.snafus[place.min(self.snafus.len() - 1)]
    }

    /// The result that is a kind of snafu.
    pub fn of(&self, kind: SnafuKind) -> Option<&Snafu> {
        self.snafus.iter().find(|snafu| snafu.kind == Some(kind))
    }

    pub(super) fn read(tables: &PrintedTables) -> Result<SnafuTables, DefinitionError> {
        let (printed, snafu) = (tables.get("c3i")?, tables.get("snafu")?);
        let mut c3i = [[false; 3]; 6];
        for (die, row) in (1..).zip(&mut c3i) {
            for rating in Rating::ALL {
                let upset = printed.choice(&format!("{die}"), rating.letter(), &[(".", false), ("S", true)])?;
                row[rating as usize] = upset;
            }
        }
        let result = |roll: u8| -> Result<Snafu, DefinitionError> {
            let row = roll.to_string();
            Ok(Snafu {
                kind: snafu.choice(&row, "kind", &KINDS)?,
                columns: snafu.number(&row, "column")?,
                die: snafu.number(&row, "die")?,
                effect: snafu.cell(&row, "effect")?.text.clone(),
            })
        };
        Ok(SnafuTables { c3i, snafus: (LOWEST..=12).map(result).collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tables;
    use super::*;

    #[test]
    fn case_9_5a_an_s_stands_on_2_for_a_on_3_and_5_for_b_on_1_3_and_6_for_c() {
        let snafus = tables().snafus;
        for (rating, dice) in [(Rating::A, &[2][..]), (Rating::B, &[3, 5]), (Rating::C, &[1, 3, 6])] {
            let upset: Vec<u8> = (1..=6).filter(|die| snafus.upset(rating, *die)).collect();
            assert_eq!(upset, dice, "{rating:?}");
        }
    }

    #[test]
    fn case_9_5a_two_dice_upset_an_attack_as_the_snafu_table_says() {
        let snafus = tables().snafus;
        let kind = |a, b| snafus.result([a, b]).kind;
        assert_eq!([kind(2, 4), kind(1, 6), kind(4, 4)], [None; 3], "6 to 8");
        assert_eq!((kind(1, 1), kind(6, 6)), (Some(SnafuKind::AirGround), Some(SnafuKind::Confusion)));
        assert_eq!((kind(6, 4), kind(5, 6)), (Some(SnafuKind::Flak), Some(SnafuKind::Traffic)));
        for (_, kind) in KINDS {
            assert!(kind.is_none_or(|kind| snafus.of(kind).is_some()), "{kind:?}");
        }
        assert_eq!(snafus.of(SnafuKind::AirGround).map(|snafu| snafu.columns), Some(-1));
        assert_eq!(snafus.of(SnafuKind::Confusion).map(|snafu| snafu.die), Some(-1));
    }

    #[test]
    fn cases_9_5c_and_16_3b_independents_rate_by_their_quality() {
        assert_eq!([5, 4, 3].map(Rating::of_quality), [Rating::A, Rating::B, Rating::C]);
        assert_eq!([0, 1, 3, 4].map(Rating::of_value), [None, Some(Rating::A), Some(Rating::C), None]);
    }
}
