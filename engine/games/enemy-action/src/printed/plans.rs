//! Scenarios: who stands where, who comes when, which cards lie where (3, 15).

use super::cards::{CardId, Comes, CommandCard};
use definitions::hex::HexId;
use definitions::{DefinitionError, Published, Scenario, UnitId};

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
}

const OKW: &str = "German OKW Reserve";
const HEYDTE: &str = "Von der Heydte";

impl Plan {
    pub(super) fn read(
        published: &Published,
        scenario: &Scenario,
        cards: &[CommandCard],
    ) -> Result<Plan, DefinitionError> {
        let (first, last) = scenario.turns;
        let mut starters = Vec::new();
        for placed in &scenario.placements {
            let starts = Starts::At(placed.hex, placed.improved);
            starters.push(Starter { unit: placed.unit, starts, lost: placed.steps_lost });
        }
        for boxed in &scenario.boxed {
            let starts = match boxed.name.as_str() {
                OKW => Starts::Okw,
                HEYDTE => Starts::Heydte,
                name if name.contains("Reserve") => Starts::Due(first, false),
                _ => Starts::Dead,
            };
            starters.push(Starter { unit: boxed.unit, starts, lost: boxed.steps_lost });
        }
        for arrival in scenario.arrivals.iter().filter(|arrival| arrival.turn <= last) {
            if starters.iter().any(|known| known.unit == arrival.unit) {
                continue;
            }
            let strategic = !arrival.conditions.is_empty() || arrival.note.contains("(S)");
            let starts = Starts::Due(arrival.turn.max(first), strategic);
            starters.push(Starter { unit: arrival.unit, starts, lost: arrival.steps_lost });
        }
        if starters.is_empty() {
            let message = format!("scenario {}: expected units", published.id);
            return Err(DefinitionError::new("scenario", 0, message));
        }
        let coming = |(at, card): (usize, &CommandCard)| match card.comes {
            Comes::On(day) if day <= last => Some((CardId(at as u16), Some(day))),
            Comes::On(_) => None,
            Comes::Released => Some((CardId(at as u16), None)),
        };
        let cards = cards.iter().enumerate().filter_map(coming).collect();
        Ok(Plan { days: (first, last), starters, cards })
    }
}
