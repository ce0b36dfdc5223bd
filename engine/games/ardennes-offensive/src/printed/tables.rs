use super::counters::{Class, Counter};
use super::crt::{Column, Crt, CrtKind, FACES};
use super::{ALLIED, GERMAN};
use definitions::{DefinitionError, PrintedTable, PrintedTables};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// One of the sections of the Allied map edge, by its place in the table `sections` (14.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Section(pub u8);

/// Several sections, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sections(pub u8);

impl Sections {
    /// Whether a section is among them.
    pub fn has(self, section: Section) -> bool {
        self.0 & 1 << section.0 != 0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those among them for which something holds.
    pub fn filter(self, holds: impl Fn(Section) -> bool) -> Sections {
        self.iter().filter(|section| holds(*section)).collect()
    }

    /// They in their order.
    pub fn iter(self) -> impl Iterator<Item = Section> {
        (0..u8::BITS as u8).map(Section).filter(move |section| self.has(*section))
    }
}

impl FromIterator<Section> for Sections {
    fn from_iter<T: IntoIterator<Item = Section>>(sections: T) -> Sections {
        Sections(sections.into_iter().fold(0, |bits, section| bits | 1 << section.0))
    }
}

/// What is left of a strength or an allowance (6.6k, 12.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Nothing.
    Nothing,
    /// Half.
    Half,
    /// All.
    All,
}

impl Part {
    /// How it is written in a table.
    const WORDS: [(&str, Part); 3] = [("0", Part::Nothing), ("1/2", Part::Half), ("1", Part::All)];

    /// This part of a strength, a half rounded up (9.3j).
    pub fn of_strength(self, strength: u16) -> u16 {
        match self {
            Part::Nothing => 0,
            Part::Half => strength.div_ceil(2),
            Part::All => strength,
        }
    }

    /// This part of an allowance, the half point lost (12.6).
    pub fn of_allowance(self, points: u16) -> u16 {
        match self {
            Part::Nothing => 0,
            Part::Half => points / 2,
            Part::All => points,
        }
    }
}

/// What a state of supply leaves a unit (12.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supplies {
    /// Of its strength as a defender.
    pub defence: Part,
    /// Of its strength as an attacker.
    pub attack: Part,
    /// Of its allowance.
    pub movement: Part,
}

impl Supplies {
    fn read(table: &PrintedTable, column: &str) -> Result<Supplies, DefinitionError> {
        let part = |row: &str| table.choice(row, column, &Part::WORDS);
        Ok(Supplies { defence: part("defence")?, attack: part("attack")?, movement: part("movement")? })
    }
}

/// Movement points and rates of road mode for a kind of unit (6.3c, 6.5h), and what it leaves of strength (6.6k).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoadRates {
    /// Points to change mode.
    pub change: u16,
    /// Road hexes for a point.
    pub hexes: u16,
    /// What is left of strength.
    pub strength: Part,
}

/// Movement points by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByClass {
    foot: u16,
    mechanized: u16,
}

impl ByClass {
    fn read(table: &PrintedTable, row: &str) -> Result<ByClass, DefinitionError> {
        Ok(ByClass { foot: table.number(row, "foot")?, mechanized: table.number(row, "mechanized")? })
    }

    /// Those of a class.
    pub fn of(self, class: Class) -> u16 {
        match class {
            Class::Foot => self.foot,
            Class::Mechanized => self.mechanized,
        }
    }
}

/// What a side meets in the West Wall (11h).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WestWall {
    /// Points to enter it off the road, besides the terrain.
    pub extra: u16,
    /// Whether it may be entered in road mode.
    pub road_mode: bool,
    /// What multiplies a defence in it.
    pub defence: u16,
    /// What multiplies an attack out of it.
    pub attack: u16,
    /// Whether Ar and Dr move nobody in it.
    pub immune: bool,
}

/// All tables that the rules read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Results of combat.
    pub crt: Crt,
    /// Turns in which the Germans roll whether their table changes, and the face that changes it (10.3).
    pub change_from: u8,
    /// The face on which it changes.
    pub change_on: u8,
    /// Points to enter clear and rough hexes.
    pub clear: ByClass,
    /// Rough.
    pub rough: ByClass,
    /// By road.
    pub road: ByClass,
    /// Across a ford.
    pub ford: ByClass,
    /// Across a river.
    pub river: ByClass,
    /// The West Wall, by side.
    pub west_wall: [WestWall; 2],
    /// Rates of road mode: mechanized, Allies on foot, Germans on foot.
    road_rates: [RoadRates; 3],
    /// What supply leaves a unit: with it, without it, isolated (12.6).
    pub supply: [Supplies; 3],
    /// Units in a hex at most, and points to join or leave others (8).
    pub stack_limit: usize,
    /// Points to join or leave others.
    pub stacking: ByClass,
    /// Hexes to a road (12.1a), of interdiction (13.1a), to one's own edge (12.3j), to a supplied friend (12.3h).
    pub to_road: u16,
    /// Hexes within which a bridge is interdicted.
    pub interdiction: u16,
    /// Hexes to one's own exits.
    pub own_edge: u16,
    /// Hexes to a supplied friend.
    pub supplied_friend: u16,
    /// Names of the sections in order.
    pub sections: Vec<String>,
    /// Those whose points count with a garrison alone (16 D).
    pub with_garrison: Sections,
    /// The place of the garrison.
    pub key_place: String,
    /// Road hexes lost for each unit before (14.2b).
    pub staging: u16,
    /// Turns of a delay (14.1a).
    pub delay: u8,
    /// Points that free the west bank (14.3c).
    pub crossing: u16,
    /// Id of the unit that drops, its turn, the greatest face on which it lives (15).
    pub paratroops: String,
    /// The turn of the drop.
    pub drop_turn: u8,
    /// The faces on which the unit lives, first and last.
    pub drop_lives: (u8, u8),
    /// Points for a unit (16a), points the Germans need (16.3), last turn of the immediate victory (16.2).
    pub unit_points: u16,
    /// Points that the Germans need.
    pub needed: u16,
    /// Last turn of the immediate victory.
    pub immediate_turn: u8,
    /// German by Allied points in tenths, from which on the Germans win, and below which the Allies do (16.1).
    pub ratios: [u16; 2],
    /// Lowest columns to which a side lowers odds (9.4l, E.9.2).
    lowest: [Column; 2],
    /// What multiplies German strengths in turn 1, and the most that all multiples give (4.2d).
    pub first_turn: u16,
    /// The most that multiples give together.
    pub most: u16,
}

impl Tables {
    pub(super) fn read(tables: &PrintedTables) -> Result<Tables, DefinitionError> {
        let crt = Crt::read(tables)?;
        let terrain = tables.get("terrain")?;
        let hexsides = tables.get("hexsides")?;
        let road = tables.get("road-mode")?;
        let rates = |row: &str| {
            Ok(RoadRates {
                change: road.number(row, "change")?,
                hexes: road.number(row, "hexes")?,
                strength: road.choice(row, "strength", &Part::WORDS)?,
            })
        };
        let supply = tables.get("supply")?;
        let wall = tables.get("west-wall")?;
        let attack: u16 = terrain.number("west-wall", "attack")?;
        let defence: u16 = terrain.number("west-wall", "defence")?;
        let west_wall = |row: &str| {
            let multiplied: u16 = wall.number(row, "defence")?;
            // the general chart speaks of whoever gains by it
            let gains = multiplied == defence;
            Ok(WestWall {
                extra: wall.number(row, "extra-cost")?,
                road_mode: wall.choice(row, "road-mode", &[("yes", true), ("no", false)])?,
                defence: multiplied,
                attack: if gains { attack } else { 1 },
                immune: gains,
            })
        };
        let stacking = tables.get("stacking")?;
        let ranges = tables.get("ranges")?;
        let sections = tables.get("sections")?;
        let entering = tables.get("entering")?;
        let drop = tables.get("paradrop")?;
        let points = tables.get("points")?;
        let (paratroops, _) = single(drop)?;
        let limit = |row: &str| stacking.number::<usize>(row, "limit");
        let stack_limit = limit("foot")?;
        if limit("mechanized")? != stack_limit || limit("german-division")? != 1 {
            return Err(fault("stacking", "expected one limit for all units, and 1 for German divisions"));
        }
        let names: Vec<String> = sections.rows.iter().map(|row| row.name.clone()).collect();
        let mut with_garrison = Vec::new();
        let mut key_place = String::new();
        for (place, name) in (0u8..).zip(&names) {
            let garrison = sections.read(name, "points", |text| {
                Ok(text.strip_prefix("with a supplied German unit in ").map(str::to_owned))
            })?;
            if let Some(hex) = garrison {
                with_garrison.push(Section(place));
                key_place = hex;
            }
        }
        let span = |text: &str| {
            let (first, last) = text.split_once('-').unwrap_or((text, text));
            let read = |part: &str| part.parse::<u8>().map_err(|_| format!("expected faces as in 1-2, found `{text}`"));
            Ok((read(first)?, read(last)?))
        };
        let lowest = |row: &str| {
            let lower = tables.get("lower-odds")?;
            lower.read(row, "lowest", |text| {
                let odds = text.split_once(':').and_then(|(a, d)| Some((a.parse().ok()?, d.parse().ok()?)));
                let column = odds.and_then(|odds| crt.with_odds(odds));
                column.ok_or_else(|| format!("expected odds of the results tables, found `{text}`"))
            })
        };
        let ratio = |row: &str, words: fn(&str) -> Option<&str>| {
            tables.get("victory")?.read(row, "ratio", |text| {
                let number = words(text).and_then(|number| number.split_once('.'));
                let tenths = number.and_then(|(whole, tenths)| {
                    let [whole, tenths]: [u16; 2] = [whole.parse().ok()?, tenths.parse().ok().filter(|it| *it < 10)?];
                    whole.checked_mul(10)?.checked_add(tenths)
                });
                tenths.ok_or_else(|| format!("expected a ratio as in `1.5 or more` or `less than 1.0`, found `{text}`"))
            })
        };
        let multiples = tables.get("multiples")?;
        let (change_from, change_on) = change(tables.get("german-table")?)?;
        Ok(Tables {
            lowest: [lowest("german")?, lowest("allied")?],
            change_from,
            change_on,
            clear: ByClass::read(terrain, "clear")?,
            rough: ByClass::read(terrain, "rough")?,
            road: ByClass::read(terrain, "road")?,
            ford: ByClass::read(hexsides, "ford")?,
            river: ByClass::read(hexsides, "river")?,
            west_wall: [west_wall("german")?, west_wall("allied")?],
            road_rates: [rates("mechanized")?, rates("allied-foot")?, rates("german-foot")?],
            supply: [
                Supplies::read(supply, "supplied")?,
                Supplies::read(supply, "unsupplied")?,
                Supplies::read(supply, "isolated")?,
            ],
            stack_limit,
            stacking: ByClass {
                foot: stacking.number("foot", "cost")?,
                mechanized: stacking.number("mechanized", "cost")?,
            },
            to_road: ranges.number("to-road", "hexes")?,
            interdiction: ranges.number("interdiction", "hexes")?,
            own_edge: ranges.number("own-edge", "hexes")?,
            supplied_friend: ranges.number("supplied-friend", "hexes")?,
            sections: names,
            with_garrison: with_garrison.into_iter().collect(),
            key_place,
            staging: entering.number("staging", "number")?,
            delay: entering.number("delay", "number")?,
            crossing: entering.number("crossing", "number")?,
            drop_turn: drop.number(paratroops, "turn")?,
            drop_lives: drop.read(paratroops, "lives", span)?,
            paratroops: paratroops.to_owned(),
            unit_points: points.number("unit", "number")?,
            needed: points.number("german-needs", "number")?,
            immediate_turn: points.number("immediate-turn", "number")?,
            ratios: [
                ratio("german", |text| text.strip_suffix(" or more"))?,
                ratio("allied", |text| text.strip_prefix("less than "))?,
            ],
            first_turn: multiples.number("first-turn", "times")?,
            most: multiples.number("most", "times")?,
            crt,
        })
    }

    /// Rates of road mode for a unit (6.3c, 6.5h).
    pub fn road_rates(&self, counter: &Counter) -> RoadRates {
        let row = match (counter.class, counter.side) {
            (Class::Mechanized, _) => 0,
            (Class::Foot, ALLIED) => 1,
            (Class::Foot, _) => 2,
        };
        self.road_rates[row]
    }

    /// The section with a name.
    pub fn section(&self, name: &str) -> Option<Section> {
        self.sections.iter().position(|known| known == name).map(|at| Section(at as u8))
    }

    /// Name of a section.
    pub fn section_name(&self, section: Section) -> &str {
        self.sections.get(usize::from(section.0)).map_or("?", String::as_str)
    }

    /// The lowest column to which a side may lower the odds that it has (9.4l, E.9.2); natural odds below stay.
    pub fn lowest(&self, side: SideId) -> Column {
        self.lowest[side.index()]
    }

    /// The results table for the attacks of a side (10.3, ruling R37).
    pub fn crt_for(&self, side: SideId, changed: bool) -> CrtKind {
        if side == GERMAN && !changed { CrtKind::Initial } else { CrtKind::Standard }
    }
}

fn fault(table: &str, message: &str) -> DefinitionError {
    DefinitionError::new("tables.txt", 0, format!("table {table}: {message}"))
}

/// The only row of a table.
fn single(table: &PrintedTable) -> Result<(&str, &definitions::PrintedRow), DefinitionError> {
    match &table.rows[..] {
        [row] => Ok((&row.name, row)),
        _ => Err(fault(&table.name, "expected one row")),
    }
}

/// From which turn on the Germans roll, and the face on which their table changes: the rows `6-18` and `after a 1`.
fn change(table: &PrintedTable) -> Result<(u8, u8), DefinitionError> {
    let rows = table.rows.iter().map(|row| row.name.as_str());
    let face = rows.clone().find_map(|name| name.strip_prefix("after a ")?.parse().ok());
    let from = rows.filter_map(|name| name.split_once('-')?.0.parse::<u8>().ok()).max();
    match (from, face) {
        (Some(from), Some(face)) if (1..=FACES).contains(&face) => Ok((from, face)),
        _ => Err(fault(&table.name, "expected rows as in `6-18` and `after a 1`")),
    }
}
