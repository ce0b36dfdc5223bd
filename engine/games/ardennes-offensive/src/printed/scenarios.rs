use super::tables::{Sections, Tables};
use definitions::hex::HexId;
use definitions::{DefinitionError, PrintedTables, Scenario, UnitId};

/// A unit that comes later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coming {
    /// The unit.
    pub unit: UnitId,
    /// Game turn.
    pub turn: u8,
    /// The section of the Allied edge by which it comes; none for those that come from the east edge, or by air.
    pub section: Sections,
    /// Whether it comes by air (15).
    pub drops: bool,
    /// Whether it is bound to the west bank (14.3c).
    pub west_bank: bool,
}

/// A scenario as the rules read it (17, 18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Whether each side sets up freely.
    pub free: [bool; 2],
    /// Last game turn.
    pub last_turn: u8,
    /// Where units stand.
    pub placed: Vec<(UnitId, HexId)>,
    /// What comes.
    pub coming: Vec<Coming>,
}

impl Plan {
    pub(super) fn read(scenario: &Scenario, printed: &PrintedTables, tables: &Tables) -> Result<Plan, DefinitionError> {
        let file = format!("scenario-{}.txt", scenario.id);
        let fault = |message: &str| DefinitionError::new(&file, 0, message);
        let row = scenario.id.strip_prefix("no-").ok_or_else(|| fault("expected an id as in no-1"))?;
        let table = printed.get("scenarios")?;
        let set_ups = [("historical", false), ("free", true)];
        let free = [table.choice(row, "german-set-up", &set_ups)?, table.choice(row, "allied-set-up", &set_ups)?];
        let coming: Result<Vec<Coming>, DefinitionError> = scenario
            .arrivals
            .iter()
            .map(|arrival| {
                let section = arrival.areas.iter().filter_map(|area| tables.section(area)).collect();
                let drops = !arrival.conditions.is_empty();
                if !drops && arrival.hexes.is_empty() {
                    return Err(fault("expected every unit that does not drop to have a section"));
                }
                let west_bank = arrival.marks.iter().any(|mark| mark == "west-bank");
                Ok(Coming { unit: arrival.unit, turn: arrival.turn, section, drops, west_bank })
            })
            .collect();
        let placed = scenario.placements.iter().map(|it| (it.unit, it.hex)).collect();
        Ok(Plan { free, last_turn: scenario.turns.1, placed, coming: coming? })
    }
}
