//! The terrain effects chart (T.TEC).

use definitions::{DefinitionError, PrintedTable, PrintedTables};

/// A movement point in half points, in which all costs are counted: a Road costs a mechanized unit half a point.
pub const POINT: u16 = 2;

/// The colour of a movement allowance (1.3h).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// White.
    Leg,
    /// Black.
    Mech,
}

impl Allowance {
    /// Both.
    pub const ALL: [Allowance; 2] = [Allowance::Leg, Allowance::Mech];

    /// Its place in arrays with one entry each.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// What a terrain costs an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryCost {
    /// What the other terrain of the hex costs.
    Other,
    /// So many half points.
    Costs(u16),
    /// Prohibited.
    Prohibited,
}

/// Faces of a die, first and last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces {
    first: u8,
    last: u8,
}

impl Faces {
    /// Whether a face is among them.
    pub fn has(self, face: u8) -> bool {
        (self.first..=self.last).contains(&face)
    }

    /// How many there are.
    fn count(self) -> u8 {
        self.last + 1 - self.first
    }

    pub(super) fn read(text: &str) -> Result<Faces, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let read = |part: &str| part.parse::<u8>().map_err(|_| format!("expected faces as in 3-4, found `{text}`"));
        Ok(Faces { first: read(first)?, last: read(last)? })
    }
}

/// The faces that place a half and a full barrage marker (3.5o).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrageRoll {
    /// Half.
    pub half: Faces,
    /// Full.
    pub full: Faces,
}

impl BarrageRoll {
    /// The harder of two (3.5n): fewer faces for a full marker, then fewer for a half one.
    pub fn harder(self, other: BarrageRoll) -> BarrageRoll {
        let ease = |roll: BarrageRoll| (roll.full.count(), roll.half.count());
        if ease(other) < ease(self) { other } else { self }
    }
}

/// A row of the chart that says something of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    entry_costs: [EntryCost; 2],
    /// Column shift for a defender in the hex.
    pub shift: i8,
    /// What places barrage markers; none where the other terrain tells.
    pub barrage: Option<BarrageRoll>,
}

/// What all terrains of a hex together cost an allowance: the dearest (1.3q); none where one is prohibited.
pub fn dearest(terrains: &[Effects], allowance: Allowance) -> Option<u16> {
    let mut most = 0;
    for terrain in terrains {
        match terrain.entry_costs[allowance.index()] {
            EntryCost::Other => {}
            EntryCost::Costs(cost) => most = most.max(cost),
            EntryCost::Prohibited => return None,
        }
    }
    Some(most)
}

/// A row of the chart that says something of hexsides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Half points besides the hex, by allowance; none where prohibited.
    pub entry_costs: [Option<u16>; 2],
    /// Column shift for each stack that attacks across.
    pub shift: i8,
}

/// The chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Ground without any other terrain.
    pub open: Effects,
    /// Woods.
    pub woods: Effects,
    /// Forest.
    pub forest: Effects,
    /// Marsh.
    pub marsh: Effects,
    /// Slope.
    pub slope: Effects,
    /// City.
    pub city: Effects,
    /// Village.
    pub village: Effects,
    /// West Wall, for Germans in it alone (1.3t).
    pub west_wall: Effects,
    /// The Meuse.
    pub meuse: Crossing,
    /// A river.
    pub river: Crossing,
    /// A stream.
    pub stream: Crossing,
    /// Half points for a hex along a Road, by allowance.
    pub road: [u16; 2],
    /// Along a Track.
    pub track: [u16; 2],
    /// Half points for an enemy bond hex.
    pub bond: u16,
    /// For moving adjacently (1.3e).
    pub adjacent: u16,
    /// To enter a hex with friendly barrage markers (T.TECd).
    pub own_barrage: u16,
}

impl Chart {
    pub(super) fn read(tables: &PrintedTables) -> Result<Chart, DefinitionError> {
        let table = tables.get("terrain")?;
        let effects = |row: &str| effects(table, row);
        let crossing = |row: &str| {
            Ok(Crossing {
                entry_costs: [added(table, row, "leg")?, added(table, row, "mech")?],
                shift: shift(table, row, "hexside")?,
            })
        };
        let rate = |row: &str| {
            let of = |column: &str| match entry_cost(table, row, column)? {
                EntryCost::Costs(cost) => Ok(cost),
                _ => Err(DefinitionError::new("tables.txt", 0, format!("table terrain, row {row}: expected points"))),
            };
            Ok([of("leg")?, of("mech")?])
        };
        let alike = |row: &str| {
            let [leg, mech] = [added(table, row, "leg")?, added(table, row, "mech")?];
            leg.filter(|cost| Some(*cost) == mech).ok_or_else(|| {
                DefinitionError::new("tables.txt", 0, format!("table terrain, row {row}: expected one cost for all"))
            })
        };
        Ok(Chart {
            open: effects("open")?,
            woods: effects("woods")?,
            forest: effects("forest")?,
            marsh: effects("marsh")?,
            slope: effects("slope")?,
            city: effects("city")?,
            village: effects("village")?,
            west_wall: effects("west-wall")?,
            meuse: crossing("meuse")?,
            river: crossing("river")?,
            stream: crossing("stream")?,
            road: rate("road")?,
            track: rate("track")?,
            bond: alike("zoc-bond")?,
            adjacent: alike("adjacent")?,
            own_barrage: alike("friendly-barrage")?,
        })
    }
}

fn effects(table: &PrintedTable, row: &str) -> Result<Effects, DefinitionError> {
    let faces = |column: &str| {
        table.read(row, column, |text| match text {
            "other" => Ok(None),
            _ => Faces::read(text).map(Some),
        })
    };
    let barrage = faces("half")?.zip(faces("full")?).map(|(half, full)| BarrageRoll { half, full });
    Ok(Effects {
        entry_costs: [entry_cost(table, row, "leg")?, entry_cost(table, row, "mech")?],
        shift: shift(table, row, "defender")?,
        barrage,
    })
}

fn shift(table: &PrintedTable, row: &str, column: &str) -> Result<i8, DefinitionError> {
    table.read(row, column, |text| match text {
        "." | "other" => Ok(0),
        _ => text.parse().map_err(|_| format!("expected a shift from -2 to 0, found `{text}`")),
    })
}

/// Half points of `1/2`, `3` and `+2`.
pub(super) fn half_points(text: &str) -> Result<u16, String> {
    match text.trim_start_matches('+') {
        "1/2" => Ok(POINT / 2),
        whole => {
            whole.parse::<u16>().map(|points| points * POINT).map_err(|_| format!("expected points, found `{text}`"))
        }
    }
}

fn entry_cost(table: &PrintedTable, row: &str, column: &str) -> Result<EntryCost, DefinitionError> {
    table.read(row, column, |text| match text {
        "other" => Ok(EntryCost::Other),
        "p" => Ok(EntryCost::Prohibited),
        _ => half_points(text).map(EntryCost::Costs),
    })
}

/// What is paid besides the hex.
fn added(table: &PrintedTable, row: &str, column: &str) -> Result<Option<u16>, DefinitionError> {
    table.read(row, column, |text| match text {
        "p" => Ok(None),
        _ => half_points(text).map(Some),
    })
}
