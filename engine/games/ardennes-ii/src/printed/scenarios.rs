use super::board::{Board, Road};
use definitions::hex::{HexId, HexSet};
use definitions::{Argument, DefinitionError, Map, Phrase, PrintedTable, PrintedTables, Published, Scenario, UnitId};
use engine::contract::SideId;

/// A unit on the map at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The unit.
    pub unit: UnitId,
    /// Its hex.
    pub hex: HexId,
    /// How many hexes from there its owner may put it instead (7.4g).
    pub within: u8,
    /// Steps lost.
    pub lost: u8,
    /// Whether it starts disorganised (7.1c).
    pub disorganised: bool,
}

/// What decides whether and where a unit comes, besides its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It comes into one of its hexes.
    None,
    /// On these faces of a die, first and last, else never (S.GEa).
    ByDie(u8, u8),
    /// It drops where no US unit is (4.1a).
    Drops,
    /// In the US movement phase near a group of its hexes (5.1).
    Airborne {
        /// Hexes from the group at most.
        within: u16,
        /// The two hexes that are a group by themselves; any two of the others are one. None if each hex is one.
        pair: Option<[HexId; 2]>,
    },
}

/// A unit that comes later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coming {
    /// The unit.
    pub unit: UnitId,
    /// Game turn.
    pub turn: u8,
    /// Where.
    pub hexes: Vec<HexId>,
    /// Steps lost when it comes.
    pub lost: u8,
    /// What else decides.
    pub condition: Condition,
}

/// Where supply begins (1.3s and the scenarios).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SupplyHead {
    /// A hex with a road.
    pub hex: HexId,
    /// The turn from which it serves.
    pub from: u8,
}

/// A formation that leaves the map for points (7.2b, 7.3e, 7.5f).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Id of the formation.
    pub formation: String,
    /// Units that it takes at least.
    pub units: u8,
}

/// Formations that leave, and by where and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exits {
    /// The formations.
    pub formations: Vec<Exit>,
    /// The hexes by which they leave.
    pub hexes: Vec<HexId>,
    /// The last turn that counts.
    pub until: u8,
    /// Points for each; none where all of them must leave for the Germans to win.
    pub points: Option<u8>,
}

/// A scenario as the rules read it (7).
#[derive(Clone, Debug)]
pub struct Plan {
    /// First and last game turn.
    pub turns: (u8, u8),
    /// The hexes in play.
    pub in_play: HexSet,
    /// Who stands where.
    pub placed: Vec<Placed>,
    /// Who comes.
    pub coming: Vec<Coming>,
    /// Who is removed, and on which turn.
    pub leaving: Vec<(UnitId, u8)>,
    /// Hexes with plungers whose bridges are blown at the start.
    pub blown: Vec<HexId>,
    /// VP hexes that Germans control at the start without standing there (R43).
    pub german: Vec<HexId>,
    /// Whether half of the air strikes come.
    pub half_strikes: bool,
    /// Where each side's supply begins.
    pub heads: [Vec<SupplyHead>; 2],
    /// Formations that leave.
    pub exits: Option<Exits>,
}

/// An edge of the playing area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    North,
    East,
    South,
    West,
}

impl Plan {
    pub(super) fn read(scenario: &Scenario, published: &Published, board: &Board) -> Result<Plan, DefinitionError> {
        let fault = |message: String| DefinitionError::new(&format!("scenario-{}.txt", scenario.id), 0, message);
        let area = Area::new(scenario, &published.map, board);
        let coming = scenario.arrivals.iter().map(|arrival| {
            let condition = condition(&arrival.conditions).map_err(fault)?;
            Ok(Coming {
                unit: arrival.unit,
                turn: arrival.turn,
                hexes: arrival.hexes.clone(),
                lost: arrival.steps_lost,
                condition,
            })
        });
        let marked = |kind: &str| {
            scenario.markers.iter().filter(|marker| marker.kind == kind).map(|marker| marker.hex).collect::<Vec<_>>()
        };
        let table = published.tables.get("scenarios")?;
        let heads = |side: SideId, column: &str| -> Result<Vec<SupplyHead>, DefinitionError> {
            let phrase = table.cell(&scenario.id, column)?.word.as_ref();
            let mut heads = phrase.and_then(|phrase| area.heads(side, phrase)).ok_or_else(|| {
                DefinitionError::new("tables.txt", 0, format!("table scenarios, row {}: not understood", scenario.id))
            })?;
            heads.sort();
            heads.dedup_by_key(|head| head.hex);
            Ok(heads)
        };
        Ok(Plan {
            turns: scenario.turns,
            placed: scenario
                .placements
                .iter()
                .filter(|it| area.in_play.contains(it.hex))
                .map(|it| Placed {
                    unit: it.unit,
                    hex: it.hex,
                    within: it.within,
                    lost: it.steps_lost,
                    disorganised: it.marks.iter().any(|mark| mark == "dg"),
                })
                .collect(),
            coming: coming.collect::<Result<_, _>>()?,
            leaving: scenario.departures.iter().map(|it| (it.unit, it.turn)).collect(),
            blown: marked("bridge-blown"),
            german: marked("german-control"),
            half_strikes: table.choice(&scenario.id, "air", &[("1", false), ("1/2", true)])?,
            heads: [heads(SideId(0), "german")?, heads(SideId(1), "allied")?],
            exits: exits(scenario, &published.tables, &area)?,
            in_play: area.in_play,
        })
    }
}

fn condition(phrases: &[Phrase]) -> Result<Condition, String> {
    let mut read = Condition::None;
    for phrase in phrases {
        read = match (phrase.word.as_str(), &phrase.arguments[..]) {
            ("by-die", [Argument::Number(first), Argument::Number(last)]) => {
                Condition::ByDie(*first as u8, *last as u8)
            }
            ("drops", _) => Condition::Drops,
            // the drop is rolled for by the table of 4.1
            ("lost-on", _) => read,
            ("near-place", [Argument::Number(hexes), ..]) => Condition::Airborne { within: *hexes as u16, pair: None },
            ("near-points", [Argument::Number(hexes), _, Argument::Hex(one), Argument::Hex(two)]) => {
                Condition::Airborne { within: *hexes as u16, pair: Some([*one, *two]) }
            }
            (other, _) => return Err(format!("no rule reads the condition `{other}`")),
        };
    }
    Ok(read)
}

/// The playing area of a scenario.
struct Area<'a> {
    map: &'a Map,
    board: &'a Board,
    in_play: HexSet,
    /// Columns and rows of its corners, counted from the north-west.
    from: (u16, u16),
    to: (u16, u16),
}

impl<'a> Area<'a> {
    fn new(scenario: &Scenario, map: &'a Map, board: &'a Board) -> Area<'a> {
        let mut in_play = HexSet::new(board.len());
        let (mut from, mut to) = ((u16::MAX, u16::MAX), (0, 0));
        for hex in board.on_map().filter(|hex| scenario.in_play(&map.grid, *hex)) {
            in_play.insert(hex);
            let (column, row) = map.grid.column_row(hex);
            (from, to) = ((from.0.min(column), from.1.min(row)), (to.0.max(column), to.1.max(row)));
        }
        Area { map, board, in_play, from, to }
    }

    /// Whether a hex lies at an edge of the area.
    fn at(&self, edge: Edge, hex: HexId) -> bool {
        let (column, row) = self.map.grid.column_row(hex);
        match edge {
            Edge::North => row == self.from.1,
            Edge::East => column == self.to.0,
            Edge::South => row == self.to.1,
            Edge::West => column == self.from.0,
        }
    }

    /// The hexes at an edge by which a road leaves the area, Roads alone or Tracks as well: over it to a hex that is not in
    /// play, or to the edge of the map.
    fn roads_off(&self, edge: Edge, tracks: bool) -> Vec<HexId> {
        let leaves = |hex: &HexId| {
            let rim = self.map.at_rim(*hex);
            self.board.hex(*hex).sides.iter().any(|side| {
                let road = side.road == Some(Road::Road) || tracks && side.road.is_some();
                road && (rim || !self.in_play.contains(side.there))
            })
        };
        self.in_play.iter().filter(|hex| self.at(edge, *hex)).filter(leaves).collect()
    }

    /// The hexes with a road on a side's friendly map edges (1.3s).
    fn friendly(&self, side: SideId) -> Vec<HexId> {
        let road = |hex: &HexId| self.board.hex(*hex).sides.iter().any(|side| side.road.is_some());
        self.in_play.iter().filter(|hex| self.board.hex(*hex).edge == Some(side)).filter(road).collect()
    }

    /// The supply heads that a cell of the table `scenarios` names.
    fn heads(&self, side: SideId, phrase: &Phrase) -> Option<Vec<SupplyHead>> {
        let edges = phrase.word.starts_with("friendly map edges");
        let from = |from: u8| move |hex: HexId| SupplyHead { hex, from };
        let mut heads: Vec<SupplyHead> =
            if edges { self.friendly(side) } else { Vec::new() }.into_iter().map(from(0)).collect();
        match &phrase.arguments[..] {
            [] if edges => {}
            [Argument::Word(edge)] => heads.extend(self.roads_off(edge_named(edge)?, false).into_iter().map(from(0))),
            [Argument::Word(edge), Argument::Hex(hex)] => {
                heads.extend(self.roads_off(edge_named(edge)?, true).into_iter().chain([*hex]).map(from(0)));
            }
            [Argument::Hex(one), Argument::Hex(two), Argument::Hex(three)] => {
                heads.extend([*one, *two, *three].map(from(0)));
            }
            [Argument::Word(edge), Argument::Number(turn), Argument::Word(later), Argument::Word(sheet)] => {
                heads.extend(self.roads_off(edge_named(edge)?, false).into_iter().map(from(0)));
                let on_sheet = |hex: &HexId| self.map.grid.labels(*hex).0.starts_with(sheet.as_str());
                let later = self.roads_off(edge_named(later)?, false).into_iter().filter(on_sheet);
                heads.extend(later.map(from(*turn as u8)));
            }
            [
                Argument::Word(edge),
                Argument::Number(column),
                Argument::Word(east),
                Argument::Word(other),
                Argument::Hex(hex),
                Argument::Word(south),
            ] if east == "east" && south == "south" => {
                let on = |it: &HexId| self.map.grid.counted(*it).0 + 1 >= *column as u16;
                heads.extend(self.roads_off(edge_named(edge)?, false).into_iter().filter(on).map(from(0)));
                let row = |it: HexId| self.map.grid.column_row(it).1;
                let below = |it: &HexId| row(*it) >= row(*hex);
                heads.extend(self.roads_off(edge_named(other)?, true).into_iter().filter(below).map(from(0)));
            }
            _ => return None,
        }
        Some(heads)
    }
}

fn edge_named(name: &str) -> Option<Edge> {
    match name {
        "north" => Some(Edge::North),
        "east" => Some(Edge::East),
        "south" => Some(Edge::South),
        "west" => Some(Edge::West),
        _ => None,
    }
}

/// The formations that leave, from the column of a scenario in the table `exits`.
fn exits(scenario: &Scenario, tables: &PrintedTables, area: &Area<'_>) -> Result<Option<Exits>, DefinitionError> {
    let (exits, ways): (&PrintedTable, &PrintedTable) = (tables.get("exits")?, tables.get("exit-ways")?);
    if !exits.columns.contains(&scenario.id) {
        return Ok(None);
    }
    let mut formations = Vec::new();
    for row in &exits.rows {
        let units = exits.read(&row.name, &scenario.id, |text| match text {
            "." => Ok(None),
            _ => text.parse::<u8>().map(Some).map_err(|_| format!("expected units, found `{text}`")),
        })?;
        formations.extend(units.map(|units| Exit { formation: row.name.clone(), units }));
    }
    let fault =
        || DefinitionError::new("tables.txt", 0, format!("table exit-ways, row {}: not understood", scenario.id));
    let word = |column: &str| Ok(ways.cell(&scenario.id, column)?.word.as_ref().map(|word| &word.arguments[..]));
    let (by, until, points) = (word("by")?, word("until")?, word("points")?);
    let (letter, edge) = match by {
        Some([Argument::Word(area), Argument::Word(edge)]) => (Some(area), edge),
        Some([Argument::Word(edge)]) => (None, edge),
        _ => return Err(fault()),
    };
    let edge = edge_named(edge).ok_or_else(fault)?;
    let by = |hex: &HexId| area.at(edge, *hex) || letter.is_some() && area.board.hex(*hex).area.as_ref() == letter;
    Ok(Some(Exits {
        formations,
        hexes: area.in_play.iter().filter(by).collect(),
        until: match until {
            Some([Argument::Number(turn)]) => *turn as u8,
            _ => scenario.turns.1,
        },
        points: match points {
            Some([Argument::Number(points)]) => Some(*points as u8),
            _ => None,
        },
    }))
}
