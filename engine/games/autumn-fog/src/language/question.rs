//! Puts an ask into words.

mod combat;

use super::super::definitions::Definitions;
use super::super::options::Weather;
use super::super::order::{EventKind, Step, SupportKind, Verb};
use super::super::state::{Activation, Field, Location, March, OpenAsk, Pending, Supply, UnitState};
use super::super::view::Seen;
use super::describe::{aircraft, counted};
use super::names::hq_name;
use crate::chapters::command;
use crate::chapters::deployment;
use crate::chapters::historical_events::air_supply;
use crate::chapters::presents;
use crate::chapters::stacking;
use crate::chapters::zones;
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::contract::{Ask, Question, SideId};
use engine::speech::listed;
use std::collections::BTreeMap;

/// The ask with the facts that matter for it.
pub fn question(seen: Seen<'_>, ask: &Ask) -> Question {
    let Seen { definitions, view } = seen;
    let open = view.field.asks.iter().find(|open| open.id == ask.id);
    let Some(OpenAsk { side, pending, .. }) = open else {
        return Question { title: "This has been decided".to_owned(), details: Vec::new() };
    };
    let facts = Facts { seen, definitions, field: &view.field, side: *side };
    let (title, details) = match pending {
        Pending::Return => ("Where do your destroyed headquarters come back?".to_owned(), facts.destroyed()),
        Pending::Present => ("Which Christmas present do you choose?".to_owned(), facts.presents()),
        Pending::Allot => ("Which headquarters get supports?".to_owned(), facts.allotment()),
        Pending::Operate => facts.operations(),
        Pending::Defend => ("Your defence: which unit's quality counts, which supports?".to_owned(), facts.defence()),
        Pending::Snafu => facts.snafu(),
        Pending::Reroll => facts.reroll(),
        Pending::Lose => facts.losses(),
        Pending::Retreat => facts.retreat(),
        Pending::Mark => ("Where does the breakthrough marker lie?".to_owned(), facts.vacated()),
        Pending::Advance => ("Who advances?".to_owned(), facts.advance()),
        Pending::Overstack => facts.overstacked(),
        Pending::Interrupt => facts.march(),
        Pending::AirSupply => ("Do aircraft drop supplies, and where?".to_owned(), facts.cut_off()),
    };
    Question { title, details }
}

struct Facts<'a> {
    seen: Seen<'a>,
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
}

impl Facts<'_> {
    fn own(&self, unit: UnitId) -> bool {
        self.definitions.unit(unit).side == self.side
    }

    fn units(&self) -> impl Iterator<Item = (UnitId, &UnitState)> {
        let all = self.field.units.iter().enumerate().map(|(index, unit)| (UnitId(index as u16), unit));
        all.filter(|(unit, _)| self.own(*unit))
    }

    fn unit(&self, unit: UnitId) -> String {
        super::status::unit_values(self.definitions, self.field, unit)
    }

    fn destroyed(&self) -> Vec<String> {
        let gone = self.units().filter(|(unit, state)| {
            // one that has been told to wait counts as destroyed on this turn
            let earlier = matches!(state.place, Location::Eliminated(turn) if turn < self.field.turn);
            self.definitions.unit(*unit).is_hq() && earlier
        });
        let gone: Vec<&str> = gone.map(|(unit, _)| self.definitions.name(unit)).collect();
        let where_to = format!(
            "Each comes back in a hex of your choice with a line of supply, outside enemy zones of control, without enemy units \
             and with fewer than {} steps in it [1.3j, 5a]; `return HQ later` lets one wait a turn.",
            stacking::LIMIT
        );
        vec![format!("They may come back: {}.", listed(&gone)), where_to]
    }

    fn held(&self, markers: &[u8; 4]) -> String {
        let kinds = SupportKind::ALL.iter().filter(|kind| markers[kind.index()] > 0);
        listed(&kinds.map(|kind| counted(markers[kind.index()], *kind)).collect::<Vec<_>>())
    }

    fn allotment(&self) -> Vec<String> {
        let mut details = Vec::new();
        for (army, pool) in self.field.pools.iter().enumerate() {
            let mut left = *pool;
            for (hq, kind) in &self.seen.view.allotted {
                if self.definitions.unit(*hq).army == Some(army as u8) {
                    left[kind.index()] = left[kind.index()].saturating_sub(1);
                }
            }
            let hqs = self.units().filter(|(unit, state)| {
                let data = self.definitions.unit(*unit);
                let comes = matches!(state.place, Location::Due(turn) if turn <= self.field.turn);
                data.is_hq() && data.army == Some(army as u8) && (comes || state.hex().is_some())
            });
            let hqs: Vec<String> = hqs
                .map(|(hq, _)| {
                    let given: Vec<&(UnitId, SupportKind)> =
                        self.seen.view.allotted.iter().filter(|(to, _)| *to == hq).collect();
                    let rating = self.definitions.unit(hq).support;
                    format!("{} ({} of {rating})", hq_name(self.definitions, hq), given.len())
                })
                .collect();
            if !hqs.is_empty() {
                let left = self.held(&left);
                let left = if left.is_empty() { "nothing left".to_owned() } else { left };
                let army = &self.definitions.armies[army];
                let army = self.definitions.army_name(army);
                details.push(format!("{army}: {left}. Headquarters: {}.", listed(&hqs)));
            }
        }
        details.extend(self.deployment());
        // before anybody has marched
        details.extend(self.unasked().filter(|_| self.field.turn == self.definitions.scenario(self.field).turns.0));
        details
    }

    /// The divisions that may be put into either of two hexes, and how that is written.
    fn deployment(&self) -> Vec<String> {
        let mut divisions: BTreeMap<[HexId; 2], Vec<UnitId>> = BTreeMap::new();
        for (unit, mut pair) in deployment::choices(self.definitions, self.field, self.side) {
            pair.sort_unstable();
            divisions.entry(pair).or_default().push(unit);
        }
        let told = |([a, b], units): ([HexId; 2], Vec<UnitId>)| {
            let stands = |unit: &UnitId| {
                let hex = self.field.hex_of(*unit).unwrap_or(a);
                format!("{} ({})", self.definitions.name(*unit), self.definitions.place(hex))
            };
            let (a, b) = (self.definitions.place(a), self.definitions.place(b));
            let units: Vec<String> = units.iter().map(stands).collect();
            format!("{} start in {a} and {b} as you like: `deploy UNIT to HEX` [S.GE].", listed(&units))
        };
        divisions.into_iter().map(told).collect()
    }

    fn operations(&self) -> (String, Vec<String>) {
        match self.field.operations.activation {
            None => ("Activate a formation or units of your choice, or pass".to_owned(), self.choices()),
            Some(activation) => (self.under_way(activation), self.actors(activation)),
        }
    }

    fn presents(&self) -> Vec<String> {
        let weak: Vec<String> = presents::weakened(self.definitions, self.field, self.side)
            .map(|unit| self.definitions.name(unit).to_owned())
            .collect();
        let step = if weak.is_empty() {
            "No unit of yours can recover a step [15.4a].".to_owned()
        } else {
            format!("One of these recovers a step [15.4a]: {}.", listed(&weak))
        };
        let roll = "Or keep a second roll for the die of one of your attacks; the second roll counts [15.4b].";
        vec![step, roll.to_owned()]
    }

    /// Aircraft that are left, on turns on which they fly.
    fn aircraft(&self) -> Option<String> {
        let clear = Weather::of(self.field.turn) == Weather::Clear;
        clear.then(|| format!("You have {} left this turn.", aircraft(self.field.air[self.side.index()])))
    }

    fn under_way(&self, activation: Activation) -> String {
        match activation {
            Activation::Formation(formation) => {
                format!("Orders for {}, or end", self.definitions.published.units.formation(formation).name)
            }
            Activation::General { limit } => {
                let left = limit.saturating_sub(self.field.operations.count);
                format!("Orders for units of your choice ({left} of {limit} still to be named), or end")
            }
        }
    }

    /// Formations with units that have not been activated, the objectives, and what lacks supply or command.
    fn choices(&self) -> Vec<String> {
        let mut details = Vec::new();
        let (mut fresh, mut barred) = (Vec::new(), Vec::new());
        for (index, formation) in self.definitions.published.units.formations.iter().enumerate() {
            let id = FormationId(index as u16);
            let rested = |(unit, state): (UnitId, &UnitState)| {
                self.definitions.unit(unit).formation == Some(id) && state.hex().is_some() && state.activations == 0
            };
            if self.units().any(rested) {
                let order = [Step::Verb(Verb::Activate)];
                match self.seen.check(&order, &Step::Formation(id)) {
                    Err(refusal) if refusal.case == "17.1f" => barred.push(formation.short.clone()),
                    _ => fresh.push(formation.short.clone()),
                }
            }
        }
        if !fresh.is_empty() {
            details.push(format!("With units that have not been activated this turn: {}.", fresh.join(", ")));
        }
        if !barred.is_empty() {
            let barred = barred.join(", ");
            details.push(format!("Not in this row, because their armies have had their formations [17.1f]: {barred}."));
        }
        let due: Vec<String> = self
            .units()
            .filter(|(_, state)| matches!(state.place, Location::Due(turn) if turn <= self.field.turn))
            .map(|(unit, _)| self.definitions.name(unit).to_owned())
            .collect();
        if !due.is_empty() {
            details.push(format!("Reinforcements that may enter: {}.", listed(&due)));
        }
        let lacking = |what: &str, lacks: &dyn Fn(UnitId, &UnitState) -> bool| {
            let names: Vec<String> = self
                .units()
                .filter(|(unit, state)| state.hex().is_some() && lacks(*unit, state))
                .map(|(unit, _)| self.definitions.name(unit).to_owned())
                .collect();
            (!names.is_empty()).then(|| format!("{what}: {}.", listed(&names)))
        };
        details
            .extend(lacking("Out of command", &|unit, _| command::lacks_command(self.definitions, self.field, unit)));
        details.extend(lacking("Isolated", &|_, state| state.supply == Supply::Isolated));
        details.extend(lacking("Unsupplied", &|_, state| state.supply == Supply::Unsupplied));
        details.extend(super::status::objectives(self.definitions, self.field));
        details.extend(self.aircraft());
        if self.field.rerolls[self.side.index()] {
            details.push("You may roll again for one attack [15.4b].".to_owned());
        }
        details
    }

    fn actors(&self, activation: Activation) -> Vec<String> {
        let acting = |state: &UnitState| state.active && state.hex().is_some();
        let mut details: Vec<String> = self
            .units()
            .filter(|(_, state)| acting(state))
            .map(|(unit, state)| {
                let owes = !zones::owed(self.definitions, self.field, unit).is_empty();
                let bound = if owes { "; must attack" } else { "" };
                let mp = match state.half_mp {
                    0 => String::new(),
                    half => format!(" and {} MP", f32::from(half) / 2.0),
                };
                format!("{}, {} AP{mp} left{bound}", self.unit(unit), state.ap)
            })
            .collect();
        let waiting: Vec<String> = self
            .units()
            .filter(|(unit, state)| {
                !state.active
                    && state.hex().is_some()
                    && activation.formation().is_some_and(|it| self.definitions.unit(*unit).formation == Some(it))
            })
            .map(|(unit, _)| self.definitions.name(unit).to_owned())
            .collect();
        if !waiting.is_empty() {
            details.push(format!("Not used yet: {}.", listed(&waiting)));
        }
        let fighters = self.units().filter(|(unit, state)| acting(state) && !self.definitions.unit(*unit).is_hq());
        let fighters: Vec<UnitId> = fighters.map(|(unit, _)| unit).collect();
        details.extend(self.command(&fighters));
        details.extend(self.aircraft());
        details.extend(self.events());
        details.extend(self.unasked());
        details
    }

    /// The events that the side can still play.
    fn events(&self) -> Option<String> {
        let own = EventKind::ALL.into_iter().filter(|kind| kind.side() == self.side);
        let left = own.filter_map(|kind| match self.field.events[kind.index()] {
            0 => None,
            1 => Some(super::names::event_name(kind)),
            count => Some(format!("{} ({count})", super::names::event_name(kind))),
        });
        let left: Vec<String> = left.collect();
        (!left.is_empty()).then(|| format!("Events left: {}.", listed(&left)))
    }

    /// That events of the side can stop marches of the other, and how to be asked about these.
    fn unasked(&self) -> Option<String> {
        super::status::unasked(self.field, self.side)
    }

    /// The march that waits, and what may be played on it.
    fn march(&self) -> (String, Vec<String>) {
        let Some(March { unit, path }) = &self.field.march else { return Default::default() };
        let unit = unit.seen();
        let name = unit.map_or("A unit", |unit| self.definitions.name(unit));
        let what = if path.len() == 1 { "comes onto the map" } else { "marches" };
        let title = format!("{name} {what}: do you play an event, or let it go on?");
        let hexes: Vec<String> = path.iter().map(|hex| self.definitions.place(*hex).to_string()).collect();
        let left = [EventKind::Greif, EventKind::Roadblock].into_iter().filter_map(|kind| {
            let count = self.field.events[kind.index()];
            let times = if count > 1 { format!(" ({count} times)") } else { String::new() };
            (kind.side() == self.side && count > 0).then(|| format!("Left to you: {}{times}.", kind.title()))
        });
        let who = unit.map(|unit| format!("{}.", self.unit(unit)));
        let way = format!("Its way: {}.", hexes.join(", "));
        (title, who.into_iter().chain([way]).chain(left).collect())
    }

    fn cut_off(&self) -> Vec<String> {
        let units = air_supply::cut_off(self.definitions, self.field);
        units.into_iter().map(|unit| format!("No line of supply: {}.", self.unit(unit))).collect()
    }

    fn overstacked(&self) -> (String, Vec<String>) {
        let Some(hex) = stacking::overfull(self.definitions, self.field, self.side) else { return Default::default() };
        let title = format!("Which unit in {} is eliminated?", self.definitions.place(hex));
        (title, self.field.in_hex(hex).map(|unit| self.unit(unit)).collect())
    }
}
