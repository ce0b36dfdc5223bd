//! Sides, units, places and presents in the words of an event.

use super::super::super::definitions::Definitions;
use super::super::super::order::Present;
use super::super::super::state::Pending;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use engine::speech::listed;

/// What events are told with.
pub(super) struct Telling<'a> {
    pub(super) definitions: &'a Definitions,
}

impl Telling<'_> {
    pub(super) fn unit(&self, unit: UnitId) -> &str {
        self.definitions.name(unit)
    }

    pub(super) fn detaches(&self, division: UnitId, steps: u8) -> String {
        format!("{} detaches {steps} {}", self.unit(division), if steps == 1 { "step" } else { "steps" })
    }

    pub(super) fn units(&self, units: &[UnitId]) -> String {
        listed(&units.iter().map(|unit| self.unit(*unit).to_owned()).collect::<Vec<_>>())
    }

    pub(super) fn side(&self, side: SideId) -> &str {
        self.definitions.side_name(side)
    }

    pub(super) fn army(&self, army: u8) -> &str {
        let id = self.definitions.armies.get(usize::from(army)).map_or("?", String::as_str);
        self.definitions.army_name(id)
    }

    pub(super) fn place(&self, hex: HexId) -> String {
        self.definitions.place(hex).to_string()
    }

    /// Start and end of a path, and the places on its way.
    pub(super) fn path(&self, path: &[HexId]) -> String {
        let (Some(first), Some(last)) = (path.first(), path.last()) else { return String::new() };
        let named = |hex: &HexId| self.definitions.published.map.hex(*hex).name.clone();
        let between: Vec<String> = path[1..path.len().max(2) - 1].iter().filter_map(named).collect();
        let by = if between.is_empty() { String::new() } else { format!(" by {}", listed(&between)) };
        format!("from {}{by} to {}", self.place(*first), self.place(*last))
    }

    /// Each hex of a short path: by which it went matters to who follows.
    pub(super) fn way(&self, path: &[HexId]) -> String {
        let places: Vec<String> = path.iter().map(|hex| self.place(*hex)).collect();
        match &places[..] {
            [] => String::new(),
            [only] => format!("from {only}"),
            [first, last] => format!("from {first} to {last}"),
            [first, between @ .., last] => format!("from {first} by {} to {last}", listed(between)),
        }
    }

    /// A retreat, and what it costs to enter enemy zones of control (7.7.1h).
    pub(super) fn retreat(&self, units: &[UnitId], path: &[HexId], onto_friends: bool, controlled: &[HexId]) -> String {
        let verb = if units.len() == 1 { "retreats" } else { "retreat" };
        let onto = if onto_friends { ", onto friendly units" } else { "" };
        let told = format!("{} {verb} {}{onto}.", self.units(units), self.way(path));
        if controlled.is_empty() {
            return told;
        }
        let places = listed(&controlled.iter().map(|hex| self.place(*hex)).collect::<Vec<_>>());
        let (is, costs) = if controlled.len() == 1 {
            ("is in an enemy zone of control and costs", "a step")
        } else {
            ("are in enemy zones of control and cost", "a step each")
        };
        format!("{told} {places} {is} {costs} [7.7.1h].")
    }

    pub(super) fn date(&self, turn: u8) -> String {
        self.definitions.date(turn).map(|date| format!(", {date}")).unwrap_or_default()
    }

    /// A unit that goes where the viewer does not see it.
    pub(super) fn glimpse(&self, side: SideId, unit: Option<UnitId>, from: Option<HexId>, to: HexId) -> String {
        let who = unit.map_or_else(|| format!("A unit of the {} side", self.side(side)), |unit| self.unit(unit).into());
        match from {
            Some(from) => format!("{who} moves from {} to {}.", self.place(from), self.place(to)),
            None => format!("{who} comes onto the map in {}.", self.place(to)),
        }
    }

    /// Why an order was not carried out.
    pub(super) fn thwarted(&self, stacks: &[HexId], case: &str, reason: &str) -> String {
        let places: Vec<String> = stacks.iter().map(|hex| self.place(*hex)).collect();
        let met = if places.is_empty() {
            String::new()
        } else {
            format!(" Until now you did not see that units in {} exert a zone of control.", listed(&places))
        };
        format!("Not possible after all: {reason} [{case}].{met}")
    }

    pub(super) fn presents(&self, presents: [Option<Present>; 2]) -> String {
        let side = |side: SideId| {
            let unseen = || "a step for a unit out of sight".to_owned();
            let present = presents[side.index()].map_or_else(unseen, |present| self.present(present));
            format!("{} {present}", self.side(side))
        };
        format!("Christmas presents: {}.", SideId::BOTH.map(side).join("; "))
    }

    pub(super) fn present(&self, present: Present) -> String {
        match present {
            Present::Step(unit) => format!("a step for {}", self.unit(unit)),
            Present::Reroll => "a second roll for an attack".to_owned(),
            Present::Nothing => "nothing".to_owned(),
        }
    }

    /// Who must decide now. What to do in the operations phase goes without saying, and how far to retreat is told.
    pub(super) fn asked(&self, side: SideId, pending: Pending) -> Option<String> {
        let what = match pending {
            Pending::Operate | Pending::Allot | Pending::Retreat | Pending::Interrupt => return None,
            Pending::AirSupply => "may supply units by air",
            Pending::Present => "may choose a Christmas present",
            Pending::Snafu => "must say which attacker the snafu strikes",
            // told with the die
            Pending::Reroll => return None,
            Pending::Return => "must say where its headquarters come back",
            Pending::Defend => "must name its quality unit and its supports",
            Pending::Lose => "must name its losses",
            Pending::Mark => "must lay the breakthrough marker",
            Pending::Advance => "may advance",
            Pending::Overstack => "must remove units from a hex with too many steps",
        };
        Some(format!("The {} side {what}.", self.side(side)))
    }
}
