//! Scenarios: who stands where, who comes when, which cards lie where (3, 15).

use super::board::{Board, RiverId};
use super::cards::{CardId, Comes, CommandCard};
use definitions::hex::HexId;
use definitions::{DefinitionError, PrintedTable, Published, Scenario, UnitId};

/// Where a unit is when a scenario begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// In a hex, with an improved position or without.
    At(HexId, bool),
    /// On a day of the calendar, as strategic reserve or not (2.21).
    Due(u8, bool),
    /// In the OKW Reserve box.
    Okw,
    /// In the box of von der Heydte.
    Heydte,
    /// Eliminated.
    Dead,
}

/// A unit of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starter {
    /// The unit.
    pub unit: UnitId,
    /// Where it is.
    pub starts: Starts,
    /// Steps lost.
    pub lost: u8,
    /// Whether it is in low supply (15.5).
    pub low: bool,
}

/// How a scenario begins that starts after a Supply Phase (15.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Late {
    /// Allied cards that lie in the discards.
    pub discarded: Vec<CardId>,
    /// Supplemental cards that the Allied player draws.
    pub supplemental: u8,
    /// German cards lost to interdiction.
    pub interdicted: u8,
}

/// The bridges of a scenario that has its own: all others stand and are Allied (15.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bridges {
    /// Those that are blown.
    pub blown: Vec<RiverId>,
    /// Those that are German.
    pub german: Vec<RiverId>,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// First and last day.
    pub days: (u8, u8),
    /// Its units.
    pub starters: Vec<Starter>,
    /// Days on which its cards come; none for those that come with the OKW Reserve.
    pub cards: Vec<(CardId, Option<u8>)>,
    /// Roadblocks.
    pub roadblocks: Vec<HexId>,
    /// Unoccupied towns and cities that are German, besides those behind the Westwall.
    pub towns: Vec<HexId>,
    /// Its own bridges, if it has any.
    pub bridges: Option<Bridges>,
    /// How it begins, if that is after a Supply Phase.
    pub late: Option<Late>,
}

/// Markers and piles of scenario files.
const LOW_SUPPLY: &str = "low-supply";
const ROADBLOCK: &str = "roadblock";
const GERMAN_TOWN: &str = "german-owned";
const OKW_CARDS: &str = "okw-cards";

const OKW: &str = "German OKW Reserve";
const HEYDTE: &str = "Von der Heydte";

impl Plan {
    pub(super) fn read(
        published: &Published,
        scenario: &Scenario,
        cards: &[CommandCard],
        board: &Board,
    ) -> Result<Plan, DefinitionError> {
        let (first, last) = scenario.turns;
        let mut starters = Vec::new();
        for placed in &scenario.placements {
            let starts = Starts::At(placed.hex, placed.improved);
            let low = placed.marks.iter().any(|mark| mark == LOW_SUPPLY);
            starters.push(Starter { unit: placed.unit, starts, lost: placed.steps_lost, low });
        }
        for boxed in &scenario.boxed {
            let starts = match boxed.name.as_str() {
                OKW => Starts::Okw,
                HEYDTE => Starts::Heydte,
                name if name.contains("Reserve") => Starts::Due(first, false),
                _ => Starts::Dead,
            };
            starters.push(Starter { unit: boxed.unit, starts, lost: boxed.steps_lost, low: false });
        }
        for arrival in scenario.arrivals.iter().filter(|arrival| arrival.turn <= last) {
            if starters.iter().any(|known| known.unit == arrival.unit) {
                continue;
            }
            let strategic = !arrival.conditions.is_empty() || arrival.note.contains("(S)");
            let starts = Starts::Due(arrival.turn.max(first), strategic);
            starters.push(Starter { unit: arrival.unit, starts, lost: arrival.steps_lost, low: false });
        }
        if starters.is_empty() {
            let message = format!("scenario {}: expected units", published.id);
            return Err(DefinitionError::new("scenario", 0, message));
        }
        // the cards of the OKW Reserve wait where the scenario has them (11.4)
        let waits = scenario.deals.iter().any(|deal| deal.pile == OKW_CARDS);
        let coming = |(at, card): (usize, &CommandCard)| match card.comes {
            Comes::On(day) if day <= last => Some((CardId(at as u16), Some(day))),
            Comes::Released if waits => Some((CardId(at as u16), None)),
            Comes::On(_) | Comes::Released => None,
        };
        let marked = |kind: &str| scenario.markers.iter().filter(|it| it.kind == kind).map(|it| it.hex).collect();
        Ok(Plan {
            days: (first, last),
            starters,
            roadblocks: marked(ROADBLOCK),
            towns: marked(GERMAN_TOWN),
            bridges: bridges(published, &scenario.id, board)?,
            late: late(published, scenario, cards)?,
            cards: cards.iter().enumerate().filter_map(coming).collect(),
        })
    }
}

/// The bridges that a scenario lists.
fn bridges(published: &Published, id: &str, board: &Board) -> Result<Option<Bridges>, DefinitionError> {
    let Ok(blown) = published.tables.get(&format!("blown-{id}")) else { return Ok(None) };
    let german = published.tables.get(&format!("bridges-{id}"))?;
    let all = |table: &PrintedTable| {
        let hex = |row: &str, column: &str| {
            let known = |text: &str| published.map.grid.find(text).ok_or(format!("expected a hex, found `{text}`"));
            table.read(row, column, known)
        };
        let bridge = |row: &str| {
            let (one, other) = (hex(row, "hex")?, hex(row, "toward")?);
            let river = board.side(one, other).and_then(|side| side.river);
            let bridged = river.filter(|river| board.river(*river).bridged);
            let message = || format!("table {}, row {row}: expected two hexes with a bridge between them", table.name);
            bridged.ok_or_else(|| DefinitionError::new("tables.txt", 0, message()))
        };
        table.rows.iter().map(|row| bridge(&row.name)).collect::<Result<Vec<_>, _>>()
    };
    Ok(Some(Bridges { blown: all(blown)?, german: all(german)? }))
}

/// How a scenario begins after a Supply Phase.
fn late(published: &Published, scenario: &Scenario, cards: &[CommandCard]) -> Result<Option<Late>, DefinitionError> {
    let Ok(table) = published.tables.get(&format!("start-{}", scenario.id)) else { return Ok(None) };
    let aside = scenario.deals.iter().filter(|deal| deal.pile.starts_with("allied") && deal.pile.ends_with("-used"));
    let ids: Vec<&String> = aside.flat_map(|deal| deal.cards.iter().map(|(id, _)| id)).collect();
    let discarded = cards.iter().enumerate().filter(|(_, card)| ids.contains(&&card.id));
    Ok(Some(Late {
        discarded: discarded.map(|(at, _)| CardId(at as u16)).collect(),
        supplemental: table.number("allied-supplemental", "value")?,
        interdicted: table.number("german-cards-interdicted", "value")?,
    }))
}
