use crate::printed::sides::NAMES;
use definitions::{DefinitionError, PrintedTables};
use engine::contract::SideId;

/// Air support missions by the die of each side, in clear weather (14.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AirMissions([[u8; 2]; 6]);

impl AirMissions {
    /// Missions that a side gets on a face of its die.
    pub fn of(&self, side: SideId, die: u8) -> u8 {
        self.0[usize::from(die.clamp(1, 6)) - 1][side.index()]
    }

    pub(super) fn read(tables: &PrintedTables) -> Result<AirMissions, DefinitionError> {
        let table = tables.get("air")?;
        let mut missions = [[0; 2]; 6];
        for (die, row) in (1..).zip(&mut missions) {
            for side in SideId::BOTH {
                row[side.index()] = table.number(&format!("{die}"), NAMES[side.index()])?;
            }
        }
        Ok(AirMissions(missions))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tables;
    use crate::printed::sides::{ALLIED, GERMAN};

    #[test]
    fn cases_14_2_and_0_3a_missions_are_half_the_die_rounded_up_and_one_more_or_one_on_4_to_6() {
        let air = tables().air;
        for die in 1..=6 {
            assert_eq!(air.of(ALLIED, die), die.div_ceil(2) + 1, "{die}");
            assert_eq!(air.of(GERMAN, die), u8::from(die >= 4), "{die}");
        }
    }
}
