//! The condition of units in words: supply, command, and what is changed by consent.

use super::super::super::state::{Location, Supply, UnitState};
use super::telling::Telling;
use definitions::UnitId;
use engine::speech::{capital, listed};

impl Telling<'_> {
    /// All that differs between two states of a unit.
    pub(super) fn changes(&self, was: &UnitState, now: &UnitState) -> Vec<String> {
        let place = |place: Location| match place {
            Location::Map(hex) => self.place(hex),
            Location::Due(turn) => format!("due from turn {turn} on"),
            Location::Eliminated(turn) => format!("eliminated in turn {turn}"),
            Location::Absent | Location::Hidden(_) => "not on the map".to_owned(),
        };
        let points = |unit: &UnitState| match unit.active {
            true => format!("{} AP and {} MP in this sequence", unit.ap, f32::from(unit.half_mp) / 2.0),
            false => "no AP in this sequence".to_owned(),
        };
        let steps = |unit: &UnitState| match unit.steps {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        };
        let parent = |unit: &UnitState| unit.parent.map_or("no division", |unit| self.unit(unit));
        let differ = [
            (place(was.place), place(now.place)),
            (steps(was), steps(now)),
            (points(was), points(now)),
            (format!("{} activations", was.activations), format!("{} activations", now.activations)),
            (format!("{:?}", was.supply).to_lowercase(), format!("{:?}", now.supply).to_lowercase()),
            (format!("a detachment of {}", parent(was)), format!("a detachment of {}", parent(now))),
        ];
        let flags = [
            ("fatigued", was.fatigued, now.fatigued),
            ("in an improved position", was.improved, now.improved),
            ("out of command", was.out_of_command, now.out_of_command),
            ("has acted", was.acted, now.acted),
            ("must attack", was.bound, now.bound),
            ("arrived this turn", was.arrived, now.arrived),
            ("fell back this turn", was.fell_back, now.fell_back),
            ("may not move this turn", was.pinned, now.pinned),
            ("covered", was.covered, now.covered),
            ("refuelled", was.refuelled, now.refuelled),
        ];
        let values =
            differ.into_iter().filter(|(was, now)| was != now).map(|(was, now)| format!("{now} instead of {was}"));
        let flags = flags.into_iter().filter(|(_, was, now)| was != now);
        values
            .chain(flags.map(|(flag, _, now)| if now { flag.to_owned() } else { format!("no longer: {flag}") }))
            .collect()
    }

    pub(super) fn checked(&self, units: &[(UnitId, bool, Supply)]) -> Option<String> {
        let those = |matches: &dyn Fn(&(UnitId, bool, Supply)) -> bool| {
            self.units(&units.iter().filter(|unit| matches(unit)).map(|(unit, ..)| *unit).collect::<Vec<_>>())
        };
        let lines: Vec<String> = [
            ("Out of command", those(&|(_, out, _)| *out)),
            ("Isolated", those(&|(_, _, supply)| *supply == Supply::Isolated)),
            ("Unsupplied", those(&|(_, _, supply)| *supply == Supply::Unsupplied)),
        ]
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(status, names)| format!("{status}: {names}."))
        .collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    pub(super) fn fuel(&self, dice: &[u8], units: &[(UnitId, Supply)]) -> String {
        let rolled = listed(&dice.iter().map(u8::to_string).collect::<Vec<_>>());
        if let [one, other] = dice
            && one == other
        {
            return format!("Fuel shortage: {rolled}, rolled again.");
        }
        let those = |wanted: Supply| {
            let some: Vec<UnitId> = units.iter().filter(|(_, it)| *it == wanted).map(|(unit, _)| *unit).collect();
            let verb = if some.len() == 1 { "is" } else { "are" };
            let status = if wanted == Supply::Isolated { "isolated" } else { "unsupplied" };
            (!some.is_empty()).then(|| format!("{} {verb} {status}", self.units(&some)))
        };
        let told: Vec<String> = [Supply::Isolated, Supply::Unsupplied].into_iter().filter_map(those).collect();
        let told = if told.is_empty() { "no unit on the map is short".to_owned() } else { told.join("; ") };
        format!("Fuel shortage: {rolled}. {}.", capital(&told))
    }
}
