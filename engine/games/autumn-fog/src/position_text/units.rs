//! The lines of units.

use super::PositionFile;
use super::words::half_points;
use crate::chapters::detachment;
use crate::printed::forces::UnitData;
use crate::truth::state::{Location, Supply};
use definitions::declaration::{Declaration, number};
use definitions::{Scenario, UnitId};

/// Most action points and halves of movement points of a unit, and most steps in a hex: more than any game has.
const MOST_AP: u8 = 9;
const MOST_HALF_MP: u8 = 40;
const MOST_STEPS: u8 = 30;

/// Flags of a unit.
pub const FLAGS: [&str; 13] = [
    "fatigued",
    "improved",
    "isolated",
    "unsupplied",
    "out-of-command",
    "bound",
    "arrived",
    "fell-back",
    "pinned",
    "acted",
    "top",
    "covered",
    "refuelled",
];

impl PositionFile<'_> {
    /// `unit ID HEX FLAG… steps=N ap=N mp=N activated=N`.
    pub(super) fn unit(&mut self, declaration: &Declaration) -> Result<(), String> {
        let id = self.new_unit(declaration)?;
        let data = self.definitions.unit(id);
        let hex = self.hex(declaration.word(1, "a hex")?)?;
        if let Some(other) = self.state.field.in_hex(hex).find(|other| self.definitions.unit(*other).side != data.side)
        {
            let place = self.definitions.place(hex);
            return Err(format!("{} of the other side stands in {place}", self.definitions.name(other)));
        }
        let steps = declaration.get("steps").map_or(Ok(data.steps), |text| number(text, "the steps left"))?;
        if steps < 1 || steps > data.steps {
            return Err(format!("expected 1 to {} steps, found {steps}", data.steps));
        }
        let ap: Option<u8> = declaration.get("ap").map(|text| number(text, "action points")).transpose()?;
        let half_mp = declaration.get("mp").map_or(Ok(0), half_points)?;
        if ap.is_some_and(|ap| ap > MOST_AP) || half_mp > MOST_HALF_MP {
            return Err(format!("expected at most {MOST_AP} AP and {} MP", MOST_HALF_MP / 2));
        }
        let stacked = self.state.field.steps_in(hex) + steps;
        if stacked > MOST_STEPS {
            return Err(format!("expected at most {MOST_STEPS} steps in a hex, found {stacked}"));
        }
        let activated =
            declaration.get("activated").map_or(Ok(u8::from(ap.is_some())), |text| number(text, "activations"))?;
        let flags: Vec<&str> = declaration.words[2..].iter().map(String::as_str).collect();
        if let Some(stray) = flags.iter().find(|flag| !FLAGS.contains(flag)) {
            return Err(format!("expected one of {}, found `{stray}`", FLAGS.join(", ")));
        }
        let parent = declaration.get("parent").map(|id| self.parent_of(data, id)).transpose()?;
        if data.detachment && parent.is_none() {
            return Err(format!(
                "expected `parent=` and the division that `{}` was split off from",
                declaration.words[0]
            ));
        }
        let has = |flag: &str| flags.contains(&flag);
        if has("top") {
            self.state.field.tops.retain(|(there, _)| *there != hex);
            self.state.field.tops.push((hex, id));
        }
        let unit = &mut self.state.field.units[id.index()];
        unit.place = Location::Map(hex);
        unit.steps = steps;
        (unit.active, unit.ap, unit.half_mp) = (ap.is_some(), ap.unwrap_or(0), half_mp);
        unit.activations = activated;
        unit.supply = match (has("isolated"), has("unsupplied")) {
            (_, true) => Supply::Unsupplied,
            (true, false) => Supply::Isolated,
            (false, false) => Supply::Supplied,
        };
        (unit.fatigued, unit.improved, unit.out_of_command) = (has("fatigued"), has("improved"), has("out-of-command"));
        (unit.bound, unit.arrived, unit.fell_back) = (has("bound"), has("arrived"), has("fell-back"));
        (unit.pinned, unit.acted, unit.parent) = (has("pinned"), has("acted"), parent);
        (unit.covered, unit.refuelled) = (has("covered"), has("refuelled"));
        Ok(())
    }

    /// The division of a detachment (18).
    fn parent_of(&self, detachment: &UnitData, id: &str) -> Result<UnitId, String> {
        let division = self.definitions.published.units.find(id).filter(|unit| {
            let data = self.definitions.unit(*unit);
            detachment.detachment && data.divides && data.formation == detachment.formation
        });
        division.ok_or_else(|| format!("expected an infantry division of the detachment's corps, found `{id}`"))
    }

    /// The unit of a line, which no line above has named.
    pub(super) fn new_unit(&mut self, declaration: &Declaration) -> Result<UnitId, String> {
        let unit = self.find(declaration)?;
        if self.placed.contains(&unit) {
            return Err(format!("`{}` is placed twice", declaration.words[0]));
        }
        self.placed.push(unit);
        self.state.field.units[unit.index()].place = Location::Absent;
        Ok(unit)
    }

    /// That a unit is no reinforcement of the scenario, and of which it is one.
    pub(super) fn no_arrival(&self, unit: UnitId) -> String {
        let (name, here) = (self.definitions.name(unit), self.definitions.scenario(&self.state.field));
        let lists = |scenario: &&Scenario| scenario.arrivals.iter().any(|arrival| arrival.unit == unit);
        let elsewhere = self.definitions.published.scenarios.iter().find(lists);
        let instead = elsewhere.map(|scenario| format!("; begin the position with `of {}`", scenario.id));
        format!("{name} is no reinforcement of {}{}", here.title, instead.unwrap_or_default())
    }

    /// That no division has more steps with its detachments than it is made of.
    pub(super) fn check_divisions(&self) -> Result<(), String> {
        let field = &self.state.field;
        for unit in field.units.iter().filter_map(|state| state.parent) {
            let (name, full) = (self.definitions.name(unit), self.definitions.unit(unit).steps);
            let (_, shared) = detachment::shared(field, unit);
            if shared > full {
                return Err(format!("expected {name} and its detachments to share {full} steps, found {shared}"));
            }
        }
        Ok(())
    }
}
