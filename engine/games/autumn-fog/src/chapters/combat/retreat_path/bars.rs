//! What bars hexes to a retreat (7.7.1a to 7.7.1c, 7.7.1i, 7.7.1l), and how that is told.

use super::Group;
use crate::chapters::{british, stacking, zones};
use crate::printed::definitions::Definitions;
use crate::truth::order::EventKind;
use crate::truth::state::Field;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Refusal, Unworded};
use engine::speech::listed;

/// Sides of a hex.
const SIDES: usize = 6;

/// What bars a hex to a retreat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bar {
    /// It is not next to this one.
    Apart(HexId),
    /// Enemy units are there.
    Enemy,
    /// The marker of an event is there.
    Marker(EventKind),
    /// This unit cannot cross the river.
    River(UnitId),
    /// This unit stays west of the Meuse.
    West(UnitId),
    /// The attacker's own targets lie open to those who advance.
    Vacated,
    /// A target of the combat: no retreat ends there.
    Attacked,
    /// So many steps would be there.
    Full(u8),
    /// So many hexes would be due beyond it, where none is open.
    DeadEnd(u8),
    /// The map ends.
    Edge,
}

impl Bar {
    /// The case that says so.
    fn case(self) -> &'static str {
        match self {
            Bar::Apart(_) => "7.7.1a",
            Bar::Enemy => "7.7.1b",
            Bar::Marker(kind) => kind.case(),
            Bar::River(_) => "7.7.1c",
            Bar::West(_) => "16.2b",
            Bar::Vacated => "7.7.2g",
            Bar::Attacked => "7.7.2a",
            Bar::Full(_) => "7.7.1i",
            Bar::DeadEnd(_) => "7.7.1i",
            Bar::Edge => "7.7.1l",
        }
    }

    /// What it does to these hexes, in words.
    fn words(self, definitions: &Definitions, hexes: &[HexId]) -> String {
        let places = listed(&hexes.iter().map(|hex| definitions.place(*hex).to_string()).collect::<Vec<_>>());
        let (is, lies, has) = if hexes.len() == 1 { ("is", "lies", "has") } else { ("are", "lie", "have") };
        match self {
            Bar::Apart(at) => format!("{places} {is} not next to {}", definitions.place(at)),
            Bar::Enemy => format!("enemy units are in {places}"),
            Bar::Marker(kind) => format!("{} bars {places}", kind.title()),
            Bar::River(unit) => {
                format!("{} cannot cross the river to {places} without a bridge", definitions.name(unit))
            }
            Bar::West(unit) => {
                let name = definitions.name(unit);
                format!("{name} stays west of the Meuse until a German unit has crossed it; {places} {lies} east")
            }
            Bar::Vacated => format!("{places} {has} just been vacated, and who retreats does not advance"),
            Bar::Attacked => {
                let was = if hexes.len() == 1 { "was" } else { "were" };
                format!("{places} {was} attacked in this combat, and no retreat ends there")
            }
            Bar::Full(steps) => format!("{steps} steps would be in {places}, {} may", stacking::LIMIT),
            Bar::DeadEnd(left) => {
                let hex = if left == 1 { "hex" } else { "hexes" };
                format!("no hex is open beyond {places}, and {left} {hex} would still be due")
            }
            Bar::Edge => "the map ends".to_owned(),
        }
    }
}

impl Group<'_> {
    /// What keeps the group from entering a hex at all (7.7.1a to 7.7.1c); the first of it that a river or the Meuse keeps
    /// out.
    pub(super) fn bar(&self, at: HexId, hex: HexId) -> Option<Bar> {
        let board = &self.definitions.board;
        let Some(side) = board.side(at, hex) else { return Some(Bar::Apart(at)) };
        if zones::enemy_in(self.field, hex, self.side) {
            return Some(Bar::Enemy);
        }
        if let Some(kind) = self.field.barrier(hex, self.side) {
            return Some(Bar::Marker(kind));
        }
        let crosses = |unit: UnitId| board.passable(at, side, self.definitions.unit(unit).class);
        if let Some(unit) = self.units.iter().find(|unit| !crosses(**unit)) {
            return Some(Bar::River(*unit));
        }
        let stays = |unit: UnitId| british::may_be_in::<Unworded>(self.definitions, self.field, unit, hex).is_err();
        if let Some(unit) = self.units.iter().find(|unit| stays(**unit)) {
            return Some(Bar::West(*unit));
        }
        (self.attacks() && self.attacked(hex)).then_some(Bar::Vacated)
    }

    /// Why a retreat does not go on from a hex to its end, as it should.
    pub(super) fn dead_end(&self, hex: HexId, left: u8, steps: u8) -> Bar {
        if left > 1 {
            Bar::DeadEnd(left - 1)
        } else if self.attacked(hex) {
            Bar::Attacked
        } else {
            Bar::Full(self.occupied(hex) + steps.saturating_sub(u8::from(self.hurts(hex))))
        }
    }

    /// The refusal of a hex that is barred.
    pub(super) fn refusal<R: Grounds>(&self, bar: Bar, hex: HexId) -> R {
        R::under(bar.case(), || bar.words(self.definitions, &[hex]))
    }

    /// What bars each hex around where the retreat would begin; nothing if it can go on by one of them.
    fn shut(&self) -> Option<Vec<(Bar, Vec<HexId>)>> {
        let start = [self.origin];
        if self.goes_on(&start) {
            return None;
        }
        let (mut shut, steps) = (Vec::<(Bar, Vec<HexId>)>::new(), self.steps());
        for hex in self.definitions.board.around(self.origin) {
            let bar = self.bar(self.origin, hex).unwrap_or_else(|| self.dead_end(hex, self.hexes, steps));
            match shut.iter_mut().find(|(known, _)| *known == bar) {
                Some((_, hexes)) => hexes.push(hex),
                None => shut.push((bar, vec![hex])),
            }
        }
        let missing = SIDES - shut.iter().map(|(_, hexes)| hexes.len()).sum::<usize>();
        shut.extend((missing > 0).then_some((Bar::Edge, Vec::new())));
        // first what could be entered, then what bars most of them
        let entered = |bar: Bar| matches!(bar, Bar::Attacked | Bar::Full(_) | Bar::DeadEnd(_));
        shut.sort_by_key(|(bar, hexes)| (!entered(*bar), std::cmp::Reverse(hexes.len())));
        Some(shut)
    }
}

/// Why units cannot all retreat so many hexes, under the case of what bars most (ruling R63).
pub fn no_way(definitions: &Definitions, field: &Field, hexes: u8, leaving: &[UnitId]) -> Refusal {
    let stuck = |unit: &UnitId| {
        let group = Group::of(definitions, field, leaving, hexes, vec![*unit])?;
        group.shut().map(|shut| (*unit, group.origin, shut))
    };
    let stuck: Vec<_> = leaving.iter().filter_map(stuck).collect();
    let way = if hexes == 1 { "1 hex".to_owned() } else { format!("{hexes} hexes") };
    let Some((_, origin, shut)) = stuck.first() else {
        let names: Vec<&str> = leaving.iter().map(|unit| definitions.name(*unit)).collect();
        let most = stacking::LIMIT;
        let message = format!(
            "{} cannot all retreat {way}: there is not room for all of them, {most} steps may be in a hex [7.7.1i]",
            listed(&names)
        );
        return Refusal::new("7.7.1i", message);
    };
    let alike = stuck.iter().filter(|(_, at, why)| at == origin && why == shut);
    let names: Vec<&str> = alike.map(|(unit, ..)| definitions.name(*unit)).collect();
    let case = shut.first().map_or("7.7.1i", |(bar, _)| bar.case());
    let why = shut.iter().map(|(bar, hexes)| format!("{} [{}]", bar.words(definitions, hexes), bar.case()));
    Refusal::new(case, format!("{} cannot retreat {way}: {}", listed(&names), why.collect::<Vec<_>>().join("; ")))
}
