//! The tables and charts, as the rules read them.

use super::limits::Limits;
use super::odds::CombatTable;
use definitions::{DefinitionError, PrintedTable, PrintedTables};

/// A movement point in half points, in which all costs are counted (10.4).
pub const POINT: u16 = 2;

/// How a unit moves (10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tread {
    /// Infantry.
    Foot,
    /// Armour, mechanised, mechanised cavalry, and infantry that moves as motorized.
    Wheels,
}

impl Tread {
    /// Its place in arrays with one entry each.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Half points by [`Tread`]; none where prohibited.
pub type Tolls = [Option<u16>; 2];

/// Columns by which a defender's ground moves the odds, and for whom (11.3.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// For infantry in it.
    pub infantry: i16,
    /// For everybody in it.
    pub all: i16,
    /// For armour in it against attackers without.
    pub armour: i16,
    /// Added to the defence strength, once a hex.
    pub points: u8,
    /// What is added to rockets that attack it.
    pub rockets: i16,
}

/// What the terrain does, by the names of the chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Half points for clear, woods, rough and forest.
    pub ground: [Tolls; 4],
    /// Half points for a town.
    pub town: Tolls,
    /// Half points along a road: on foot, and motorized.
    pub road: [u16; 2],
    /// What clear, woods, rough and forest do in combat.
    pub combat: [Ground; 4],
    /// What a village does in combat.
    pub village: Ground,
    /// What a town does in combat.
    pub in_town: Ground,
    /// Columns if all attack over a river.
    pub river: i16,
    /// Half points over a bridge off the road, a destroyed bridge, a minor and a major river.
    pub bridge: Tolls,
    /// Over a destroyed bridge.
    pub destroyed: Tolls,
    /// Over a minor river without a bridge.
    pub minor: Tolls,
    /// Over a major river without a bridge.
    pub major: Tolls,
}

/// Points to take steps back in a turn (13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// For infantry.
    pub infantry: u8,
    /// For armour, and what goes with it.
    pub armour: u8,
}

/// Whose initiative a turn is (5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initiative {
    /// The Germans'.
    German,
    /// The Allies'.
    Allied,
    /// The Germans' with so many VP hexes in supply, else the Allies'.
    WithPoints(u8),
}

/// First and last turn.
pub type Turns = (u8, u8);

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Terrain.
    pub chart: Chart,
    /// Combat.
    pub combat: CombatTable,
    /// By turn, from 1.
    pub initiative: Vec<Initiative>,
    /// By turn from 1, then by side.
    pub replacements: Vec<[Points; 2]>,
    /// Column shifts (11.2.1, 11.3.2, 12.4.2).
    pub shifts: Shifts,
    /// What Peiper adds to the die, and on which turns.
    pub peiper: (u8, Turns),
    /// What the asset of the option adds, and on which turns.
    pub bonus: (u8, Turns),
    /// Hexes from a unit to a road, and to the air supply (8.2, 8.6).
    pub supply: [u16; 2],
    /// Movement points of who is out of supply and crawls (8.3).
    pub crawl: u16,
    /// Dice that blow a bridge after a retreat.
    pub blowing: Turns,
    /// Hexes within which engineers blow one.
    pub engineers_reach: u16,
    /// Bridges that the Germans rebuild a turn in an army's area.
    pub rebuilt: u8,
    /// VP hexes that win at once; at the end of the attack scenario; of the campaign with the SS kept, and without.
    pub victory: Victory,
    /// Turn of the withdrawal, steps and VP that it asks for (12.10).
    pub withdrawal: (u8, u16, u8),
    /// Turns of the assets that come and go.
    pub assets: Assets,
    /// Numbers that the text gives in passing.
    pub limits: Limits,
}

/// Column shifts, to the right for the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shifts {
    /// A defender further than three hexes from his division.
    pub defender_away: i16,
    /// An attacker further than three hexes from his division.
    pub attacker_away: i16,
    /// A defender out of supply.
    pub unsupplied: i16,
    /// Armour that attacks clear ground without armour.
    pub armour_attacks: i16,
    /// Engineers in defence.
    pub engineers: i16,
}

/// VP hexes that win (3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Victory {
    /// At the end of any turn.
    pub sudden: u8,
    /// Supplied motorized steps over the Meuse in the British area, at the end of any turn.
    pub over_meuse: u16,
    /// At the end of the attack scenario.
    pub attack: u8,
    /// At the end of the campaign, if the SS stayed.
    pub kept: u8,
    /// At the end of the campaign.
    pub campaign: u8,
}

/// Turns of assets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assets {
    /// Operation Greif.
    pub greif: Turns,
    /// The motorized marker.
    pub motorised: Turns,
    /// Allied traffic.
    pub traffic: Turns,
    /// The delay asset.
    pub delay: Turns,
}

impl Tables {
    pub(super) fn read(tables: &PrintedTables) -> Result<Tables, DefinitionError> {
        let shifts = tables.get("shifts")?;
        let shift = |row: &str| shifts.number::<i16>(row, "column");
        let modifiers = tables.get("modifiers")?;
        let modifier = |row: &str| Ok((modifiers.number(row, "die")?, modifiers.read(row, "turns", span)?));
        let supply = tables.get("supply")?;
        let blowing = tables.get("blowing")?;
        let victory = tables.get("victory")?;
        let withdrawal = tables.get("withdrawal")?;
        let assets = tables.get("assets")?;
        let during = |row: &str| assets.read(row, "turns", span);
        Ok(Tables {
            chart: Chart::read(tables)?,
            combat: CombatTable::read(tables)?,
            initiative: initiative(tables.get("turns")?)?,
            replacements: replacements(tables.get("replacements")?)?,
            shifts: Shifts {
                defender_away: shift("defender-away-from-division")?,
                attacker_away: shift("attacker-away-from-division")?,
                unsupplied: shift("defender-out-of-supply")?,
                armour_attacks: shift("armour-attacks-clear")?,
                engineers: shift("engineers")?,
            },
            peiper: modifier("peiper")?,
            bonus: modifier("plus-2-asset")?,
            supply: [supply.number("road", "hexes")?, supply.number("air", "hexes")?],
            crawl: tables.get("unsupplied")?.number("german-mechanised", "movement")?,
            blowing: blowing.read("roll", "value", span)?,
            engineers_reach: blowing.number("engineers", "value")?,
            rebuilt: blowing.number("rebuild", "value")?,
            victory: Victory {
                sudden: victory.number("sudden", "vp")?,
                over_meuse: victory.number("over-the-meuse", "steps")?,
                attack: victory.number("german-attack", "vp")?,
                kept: victory.number("campaign-kept-ss", "vp")?,
                campaign: victory.number("campaign", "vp")?,
            },
            withdrawal: (
                withdrawal.number("ss", "turn")?,
                withdrawal.number("ss", "steps")?,
                withdrawal.number("ss", "vp")?,
            ),
            assets: Assets {
                greif: during("greif")?,
                motorised: during("motorised")?,
                traffic: during("traffic")?,
                delay: during("delay")?,
            },
            limits: Limits::read(tables)?,
        })
    }

    /// Points of a turn for a side.
    pub fn points(&self, turn: u8, side: engine::contract::SideId) -> Points {
        let row = self.replacements.get(usize::from(turn.max(1)) - 1);
        row.map_or_else(Points::default, |row| row[side.index()])
    }
}

/// Whether a turn is among others.
pub fn during((first, last): Turns, turn: u8) -> bool {
    (first..=last).contains(&turn)
}

/// `1-12`, or `3` alone.
pub(super) fn span(text: &str) -> Result<Turns, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse::<u8>().map_err(|_| format!("expected a span as in 1-3, found `{text}`"));
    Ok((number(first)?, number(last)?))
}

/// Half points of `1/2`, `3`; none for what is prohibited.
fn toll(text: &str) -> Result<Option<u16>, String> {
    match text {
        "no" | "by-road" => Ok(None),
        "1/2" => Ok(Some(POINT / 2)),
        _ => match text.parse::<u16>() {
            Ok(points) => Ok(Some(points * POINT)),
            Err(_) => Err(format!("expected points, found `{text}`")),
        },
    }
}

impl Chart {
    fn read(tables: &PrintedTables) -> Result<Chart, DefinitionError> {
        let (terrain, defence) = (tables.get("terrain")?, tables.get("defence")?);
        let (rockets, crossings) = (tables.get("rockets")?, tables.get("crossings")?);
        let tolls = |table: &PrintedTable, row: &str| {
            Ok::<Tolls, DefinitionError>([table.read(row, "infantry", toll)?, table.read(row, "motorised", toll)?])
        };
        let combat = |row: &str| {
            let column: i16 = defence.number(row, "column")?;
            let mut ground = Ground {
                points: defence.number(row, "points")?,
                rockets: rockets.number(row, "strength")?,
                ..Ground::default()
            };
            match defence.read(row, "who", |text| Ok(text.to_owned()))?.as_str() {
                "infantry" => ground.infantry = column,
                "armour" => ground.armour = column,
                "all" => ground.all = column,
                _ => {}
            }
            Ok::<Ground, DefinitionError>(ground)
        };
        let road = |column: &str| {
            terrain.read("road", column, |text| toll(text)?.ok_or_else(|| "expected what a road costs".to_owned()))
        };
        const GROUNDS: [&str; 4] = ["clear", "woods", "rough", "forest"];
        let [clear, woods, rough, forest] = GROUNDS.map(|row| tolls(terrain, row));
        let [in_clear, in_woods, in_rough, in_forest] = GROUNDS.map(combat);
        Ok(Chart {
            ground: [clear?, woods?, rough?, forest?],
            town: tolls(terrain, "town")?,
            road: [road("infantry")?, road("motorised")?],
            combat: [in_clear?, in_woods?, in_rough?, in_forest?],
            village: combat("village")?,
            in_town: combat("town")?,
            river: defence.number("river", "column")?,
            bridge: tolls(crossings, "bridge")?,
            destroyed: tolls(crossings, "destroyed")?,
            minor: tolls(crossings, "minor")?,
            major: tolls(crossings, "major")?,
        })
    }
}

fn initiative(table: &PrintedTable) -> Result<Vec<Initiative>, DefinitionError> {
    let read = |text: &str| match text {
        "german" => Ok(Initiative::German),
        "allied" => Ok(Initiative::Allied),
        _ => {
            let points = text.strip_prefix("german-with-").and_then(|rest| rest.strip_suffix("-vp"));
            let points = points.and_then(|points| points.parse().ok());
            points.map(Initiative::WithPoints).ok_or_else(|| format!("expected whose initiative it is, found `{text}`"))
        }
    };
    table.rows.iter().map(|row| table.read(&row.name, "initiative", read)).collect()
}

fn replacements(table: &PrintedTable) -> Result<Vec<[Points; 2]>, DefinitionError> {
    let of = |row: &str, side: &str| {
        Ok(Points {
            infantry: table.number(row, &format!("{side}-infantry"))?,
            armour: table.number(row, &format!("{side}-armour"))?,
        })
    };
    table.rows.iter().map(|row| Ok([of(&row.name, "german")?, of(&row.name, "allied")?])).collect()
}
