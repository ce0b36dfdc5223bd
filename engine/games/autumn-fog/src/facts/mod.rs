//! What the steps of an order are about, in fields, and what pointing at a thing may mean.

mod meant;

use crate::AutumnFog;
use crate::chapters::chapter::named_unit;
use crate::chapters::combat;
use crate::chapters::combat::{defence, retreat};
use crate::chapters::historical_events::nuts;
use crate::chapters::{activation, movement, supports, zones};
use crate::chapters::{recovery, reinforcements};
use crate::printed::definitions::Definitions;
use crate::printed::tables::Action;
use crate::sight::view::Seen;
use crate::truth::event::Fight;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{DEFENDER, Field};
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::contract::{Cost, Draft, Facts, Odds, Pointing, SideId, Thing, Unworded};
use std::cmp::Reverse;

impl Pointing for AutumnFog {
    fn facts(seen: Seen<'_>, partial: &[Step], step: &Step) -> Facts {
        let Some(side) = seen.view.side else { return Facts::default() };
        let asking = Asking { seen, definitions: seen.definitions, field: &seen.view.field, side };
        Facts { on: asking.things(step), ..asking.told(partial, step) }
    }

    fn meant(seen: Seen<'_>, partial: &[Step], thing: &Thing) -> Vec<Vec<Step>> {
        meant::meant(seen, partial, thing)
    }
}

/// Who asks, and what he sees.
struct Asking<'a> {
    seen: Seen<'a>,
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
}

impl Asking<'_> {
    /// What a step acts on: with a target the units in it that are seen, with a formation its units.
    fn things(&self, step: &Step) -> Vec<Thing> {
        let unit = |unit: UnitId| vec![Thing::Unit(unit)];
        match *step {
            Step::Unit(id) | Step::With(id) | Step::Lead(id) | Step::Loss(id) => unit(id),
            Step::Support(hq, _) | Step::SupportLoss(hq, _) => unit(hq),
            Step::Hex(hex) | Step::Via(hex) => vec![Thing::Hex(hex)],
            Step::Target(hex) => {
                let there = self.field.in_hex(hex).map(Thing::Unit);
                [Thing::Hex(hex)].into_iter().chain(there).collect()
            }
            Step::Formation(formation) => self.of_formation(formation).into_iter().map(Thing::Unit).collect(),
            Step::Event(kind) => vec![Thing::Card(kind.name().to_owned())],
            Step::Verb(_) | Step::General | Step::Kind(_) | Step::Steps(_) | Step::Air | Step::Reroll | Step::Done => {
                Vec::new()
            }
        }
    }

    /// The units of a formation that are on the map, its headquarters first.
    fn of_formation(&self, formation: FormationId) -> Vec<UnitId> {
        let own = &self.definitions.own[self.side.index()];
        let of_it = |unit: &UnitId| self.definitions.unit(*unit).formation == Some(formation);
        let mut units: Vec<UnitId> =
            own.iter().copied().filter(|unit| of_it(unit) && self.field.hex_of(*unit).is_some()).collect();
        units.sort_by_key(|unit| !self.definitions.unit(*unit).is_hq());
        units
    }

    /// Cost, odds, way and note of a step.
    fn told(&self, partial: &[Step], step: &Step) -> Facts {
        let Some(Step::Verb(verb)) = partial.first() else { return self.of_verb(step) };
        match (verb, step) {
            (Verb::Move, Step::Hex(hex)) => named_unit(partial).and_then(|unit| self.ride(unit, *hex)),
            (Verb::Move, Step::Via(hex)) => self.next_hex(partial, *hex),
            (Verb::Enter, Step::Hex(hex)) => named_unit(partial).and_then(|unit| self.entry(unit, *hex)),
            (Verb::Allot, Step::Done) => Some(self.pool_left()),
            (Verb::Dig, Step::Unit(_)) => Some(points(self.definitions.tables.actions.of(Action::EnterPosition))),
            (Verb::Recover, Step::Unit(unit)) => self.recovery(*unit),
            (Verb::Activate, Step::Unit(_)) => Some(noted("takes its C3I check, a die decides [3.3c]")),
            (Verb::Attack, Step::With(_)) => Some(self.attack(partial, step, Action::NormalAttack)),
            (Verb::Prepare, Step::With(_)) => Some(self.attack(partial, step, Action::PreparedAttack)),
            (Verb::Attack | Verb::Prepare, Step::Target(hex)) => {
                Some(Facts { note: self.unseen(*hex), ..Facts::default() })
            }
            (Verb::Attack | Verb::Prepare, _) => Some(Facts { odds: self.declared(partial, step), ..Facts::default() }),
            (Verb::Defend, _) => Some(Facts { odds: self.defended(partial, step), ..Facts::default() }),
            (Verb::Lose, Step::Loss(unit)) => Some(self.loss(partial, *unit)),
            (Verb::Lose, Step::SupportLoss(..)) => Some(Facts { cost: cost(1, "marker"), ..Facts::default() }),
            (Verb::Retreat, Step::Via(hex)) => Some(self.fall_back(partial, *hex)),
            (Verb::Advance, Step::Via(hex)) => Some(self.follow(partial, *hex)),
            _ => None,
        }
        .unwrap_or_default()
    }

    /// The verb with which action points are given up.
    fn of_verb(&self, step: &Step) -> Facts {
        if *step != Step::Verb(Verb::End) {
            return Facts::default();
        }
        let own = self.definitions.own[self.side.index()].iter();
        let unspent = own.filter(|unit| {
            let state = self.field.unit(**unit);
            state.active && state.ap > 0 && state.hex().is_some()
        });
        match unspent.count() {
            0 => Facts::default(),
            1 => given_up("the AP that 1 unit has left".to_owned()),
            units => given_up(format!("the AP that {units} units have left")),
        }
    }

    /// The end of an allotment, while a marker could still go to a headquarters.
    fn pool_left(&self) -> Facts {
        let more = supports::can_allot(self.definitions, self.field, &self.seen.view.allotted, self.side);
        if more { given_up("the supports that could still be given out".to_owned()) } else { Facts::default() }
    }

    /// A move by the cheapest way.
    fn ride(&self, unit: UnitId, to: HexId) -> Option<Facts> {
        let reach = movement::reach_of::<Unworded>(self.definitions, self.field, self.side, unit).ok()?;
        let stop = reach.way::<Unworded>(to).ok()?;
        let paid = reach.paid(stop.budget);
        Some(Facts { path: stop.path, note: self.zone(unit, to), ..points(paid) })
    }

    /// The next hex of a path that is drawn.
    fn next_hex(&self, partial: &[Step], hex: HexId) -> Option<Facts> {
        let unit = named_unit(partial)?;
        let reach = movement::reach_of::<Unworded>(self.definitions, self.field, self.side, unit).ok()?;
        let before = movement::drawn(self.field, unit, partial.iter());
        let after = [&before[..], &[hex]].concat();
        let left = |path: &[HexId]| reach.walk::<Unworded>(path).map(|budget| reach.paid(budget)).ok();
        let paid = left(&after)?.saturating_sub(left(&before)?);
        Some(Facts { note: self.zone(unit, hex), ..points(paid) })
    }

    fn entry(&self, unit: UnitId, hex: HexId) -> Option<Facts> {
        let ap = activation::ready::<Unworded>(self.definitions, self.field, self.side, unit).ok()?;
        let budget = reinforcements::entry::<Unworded>(self.definitions, self.field, self.side, unit, hex).ok()?;
        Some(Facts { note: self.zone(unit, hex), ..points(ap.saturating_sub(budget.ap)) })
    }

    fn recovery(&self, unit: UnitId) -> Option<Facts> {
        let ap = activation::ready::<Unworded>(self.definitions, self.field, self.side, unit).ok()?;
        let left = recovery::after_recovery::<Unworded>(self.definitions, self.field, self.side, unit).ok()?;
        Some(points(ap.saturating_sub(left)))
    }

    /// What an enemy zone of control in a hex means for a unit that enters it.
    fn zone(&self, unit: UnitId, hex: HexId) -> String {
        let slips = self.field.unit(unit).covered;
        if slips || !zones::controlled(self.definitions, self.field, hex, self.side) {
            return String::new();
        }
        let bound = zones::bound(self.definitions, self.field, unit, hex, self.side);
        let must = if bound { "must stop [4.2a] and attack [4.2b]" } else { "must stop [4.2a]" };
        format!("enters an enemy zone of control, {must}")
    }

    fn unseen(&self, hex: HexId) -> String {
        let unseen = self.field.unseen.stacks().iter().any(|stack| stack.hex == hex);
        if unseen { "units that you do not see are not counted".to_owned() } else { String::new() }
    }

    /// One attacker more, with the odds as far as they are named.
    fn attack(&self, partial: &[Step], step: &Step, action: Action) -> Facts {
        Facts { odds: self.declared(partial, step), ..points(self.definitions.tables.actions.of(action)) }
    }

    /// The odds of an attack as far as it is declared: the unit of the best quality leads it if nobody has been named.
    fn declared(&self, partial: &[Step], step: &Step) -> Option<Odds> {
        let mut order = [partial, &[*step]].concat();
        if !order.iter().any(|step| matches!(step, Step::Lead(_))) {
            let attackers =
                order.iter().filter_map(|step| if let Step::With(unit) = step { Some(*unit) } else { None });
            let quality = |unit: &UnitId| Reverse(nuts::quality(self.definitions, self.field, *unit));
            order.push(Step::Lead(attackers.min_by_key(quality)?));
        }
        if *step != Step::Done {
            order.push(Step::Done);
        }
        let mut draft = Draft::<AutumnFog>::new(self.seen, self.side);
        draft.add(&order).ok()?;
        odds(combat::outlook(self.definitions, &draft.view().field))
    }

    /// The odds of the combat with the defence as far as it is named.
    fn defended(&self, partial: &[Step], step: &Step) -> Option<Odds> {
        let order = [partial, &[*step]].concat();
        let mut combat = self.field.combat.clone()?;
        combat.leads[DEFENDER] =
            order.iter().find_map(|step| if let Step::Lead(unit) = step { Some(*unit) } else { None });
        combat.supports[DEFENDER] = defence::named(&order);
        combat.air[DEFENDER] = defence::missions(&order);
        odds((1..=6).map(|die| combat::forecast(self.definitions, self.field, &combat, die)).collect())
    }

    fn loss(&self, partial: &[Step], unit: UnitId) -> Facts {
        let lead = self.field.combat.as_ref().and_then(|combat| combat.leads[combat.role(self.side)]);
        let first = !partial.iter().any(|step| matches!(step, Step::Loss(_) | Step::SupportLoss(..)));
        let taken = partial.iter().filter(|step| **step == Step::Loss(unit)).count();
        let last = usize::from(self.field.unit(unit).steps) == taken + 1;
        let mut note = Vec::new();
        if first && lead == Some(unit) {
            note.push("first loss of the lead unit [7.4c]");
        }
        if last {
            note.push("its last step");
        }
        Facts { cost: cost(1, "step"), note: note.join(", "), ..Facts::default() }
    }

    /// The next hex of a retreat, which may cost steps.
    fn fall_back(&self, partial: &[Step], hex: HexId) -> Facts {
        let lost = retreat::losses_by(self.definitions, self.field, partial, hex);
        if lost.is_empty() {
            return Facts::default();
        }
        let names: Vec<&str> = lost.iter().map(|unit| self.definitions.name(*unit)).collect();
        let note = format!("an enemy zone of control costs {} a step [7.7.1h]", names.join(" and "));
        Facts { cost: cost(lost.len() as u16, "step"), note, ..Facts::default() }
    }

    /// The next hex of an advance: beyond the one that was vacated a zone of control ends it.
    fn follow(&self, partial: &[Step], hex: HexId) -> Facts {
        let beyond = partial.iter().any(|step| matches!(step, Step::Via(_)));
        if beyond && zones::controlled(self.definitions, self.field, hex, self.side) {
            return noted("enters an enemy zone of control, which ends the advance [7.7.2d]");
        }
        Facts::default()
    }
}

/// The odds of a combat that is worked out with each face of the die.
fn odds(fights: Vec<Fight>) -> Option<Odds> {
    let (odds, column) = fights.first().map(|fight| (fight.odds.clone(), fight.column.clone()))?;
    let result = |fight: Fight| if fight.breakthrough { fight.result + " breakthrough" } else { fight.result };
    Some(Odds::with_results(odds, column, fights.into_iter().map(result)))
}

fn cost(amount: u16, of: &str) -> Option<Cost> {
    Some(Cost { amount, of: of.to_owned() })
}

/// A step that costs action points.
fn points(ap: u8) -> Facts {
    Facts { cost: cost(ap.into(), "AP"), ..Facts::default() }
}

fn given_up(what: String) -> Facts {
    Facts { gives_up: what, ..Facts::default() }
}

fn noted(note: &str) -> Facts {
    Facts { note: note.to_owned(), ..Facts::default() }
}
