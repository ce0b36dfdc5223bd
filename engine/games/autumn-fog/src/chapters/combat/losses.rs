//! Steps lost (7.6): a side meets its number by steps, and by hexes of retreat for the rest.

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, Steps, misplaced};
use crate::chapters::combat::supports::Support;
use crate::chapters::combat::{retreat, retreat_path, supports};
use crate::chapters::{asking, fog, steps};
use crate::printed::definitions::Definitions;
use crate::truth::event::{Event, Fight};
use crate::truth::order::{Step, SupportKind};
use crate::truth::state::{ATTACKER, Combat, DEFENDER, Field, GERMAN, Location, Pending};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};
use std::borrow::Cow;

/// What E counts as for the attacker's advance (ruling R66).
const ELIMINATION: u8 = 4;

/// A side meets its number: E at once, another by an order.
pub fn demand(turn: &mut Turn<'_, AutumnFog>, role: usize) {
    let Some(combat) = &turn.field.combat else { return };
    let Some(fight) = &combat.fight else { return };
    let side = if role == ATTACKER { combat.side } else { combat.side.enemy() };
    match fight.numbers[role] {
        Some(0) => super::met(turn, role),
        Some(_) => asking::ask(turn, side, Pending::Lose),
        None => {
            let mut steps = 0;
            for unit in super::alive(&turn.field, combat, role) {
                steps += turn.field.unit(unit).steps;
                steps::eliminate(turn, unit);
            }
            let unmet = if role == DEFENDER { ELIMINATION.saturating_sub(steps) } else { 0 };
            turn.emit(Event::LossesTaken { side, retreat: 0, unmet, going: Some(Vec::new()), shut: None });
            super::met(turn, role);
        }
    }
}

/// Why a side must lose at least one step, with the case: its number is red, or its attack a prepared one.
pub fn price(combat: &Combat, fight: &Fight, role: usize) -> (&'static str, &'static str) {
    if role == ATTACKER && combat.prepared && !fight.red[role] {
        ("7.6d", "a prepared attack with a number against it")
    } else {
        ("7.6e", "a red number")
    }
}

/// Why a side cannot retreat even one hex as it stands, with the cases; none if it can.
pub fn shut_in(definitions: &Definitions, field: &Field, side: SideId) -> Option<String> {
    let combat = field.combat.as_ref()?;
    let units = super::alive(field, combat, combat.role(side));
    let open = retreat_path::all_can_go(definitions, field, 1, &units);
    (!open).then(|| retreat_path::no_way(definitions, field, 1, &units).message)
}

/// What a side has lost by an order so far.
struct Tally<'a> {
    definitions: &'a Definitions,
    field: &'a Field,
    combat: &'a Combat,
    fight: &'a Fight,
    side: SideId,
    role: usize,
    number: u8,
    lost: u8,
    /// A unit for each step that was lost.
    bled: Vec<UnitId>,
    /// Supports that are left.
    supports: Cow<'a, [Support]>,
}

impl<'a> Tally<'a> {
    fn read(definitions: &'a Definitions, field: &'a Field, side: SideId, partial: &[Step]) -> Option<Tally<'a>> {
        let combat = field.combat.as_ref()?;
        let fight = combat.fight.as_ref()?;
        let role = combat.role(side);
        let number = fight.numbers[role]?;
        let supports = Cow::Borrowed(&combat.supports[role][..]);
        let bled = Vec::new();
        let mut tally = Tally { definitions, field, combat, fight, side, role, number, lost: 0, bled, supports };
        for step in partial {
            tally.take(step);
        }
        Some(tally)
    }

    fn take(&mut self, step: &Step) {
        match step {
            Step::Loss(unit) => self.bled.push(*unit),
            Step::SupportLoss(hq, kind) => {
                if let Some(place) = self.supports.iter().position(|support| *support == (*hq, *kind)) {
                    self.supports.to_mut().remove(place);
                }
            }
            _ => return,
        }
        self.lost += 1;
    }

    /// Steps that a unit has left.
    fn steps(&self, unit: UnitId) -> u8 {
        let lost = self.bled.iter().filter(|bled| **bled == unit).count();
        self.field.unit(unit).steps.saturating_sub(lost as u8)
    }

    /// Where a unit is that has steps left.
    fn hex_of(&self, unit: UnitId) -> Option<HexId> {
        self.field.hex_of(unit).filter(|_| self.steps(unit) > 0)
    }

    fn alive(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.combat.units[self.role].iter().copied().filter(|unit| self.hex_of(*unit).is_some())
    }

    fn is_over(&self) -> bool {
        self.alive().next().is_none()
    }

    /// The field after these losses.
    fn after(&self) -> Cow<'a, Field> {
        let mut after = Cow::Borrowed(self.field);
        for unit in &self.bled {
            let field = after.to_mut();
            let turn = field.turn;
            let unit = &mut field.units[unit.index()];
            unit.steps = unit.steps.saturating_sub(1);
            if unit.steps == 0 {
                unit.place = Location::Eliminated(turn);
            }
            field.units.settle();
        }
        after
    }

    /// Armour supports that can be lost.
    fn armour(&self) -> impl Iterator<Item = Support> + '_ {
        let can_be_lost = |kind| supports::kind_data(self.definitions, kind).is_some_and(|kind| kind.can_be_lost);
        self.supports.iter().copied().filter(move |(_, kind)| can_be_lost(*kind))
    }

    /// Whether one more point can be lost at all.
    fn check_more<R: Grounds>(&self, what: &str) -> Result<(), R> {
        if self.lost >= self.number {
            let number = self.number;
            return Err(R::under("7.6a", || format!("your number is {number}, {what} would be one loss more"))
                .remedy(|| format!("Name {number} or fewer.")));
        }
        Ok(())
    }

    fn check_unit<R: Grounds>(&self, unit: UnitId) -> Result<(), R> {
        let name = self.definitions.name(unit);
        self.check_more::<R>(name)?;
        if !self.combat.units[self.role].contains(&unit) {
            return Err(R::under("7.6b", || format!("{name} is not among your units in this combat")));
        }
        let Some(hex) = self.hex_of(unit) else {
            return Err(R::under("1.2a", || format!("{name} has no step left")));
        };
        if self.definitions.unit(unit).is_hq() {
            let mate = |other: &UnitId| !self.definitions.unit(*other).is_hq() && self.steps(*other) > 0;
            if let Some(mate) = self.field.in_hex(hex).find(mate) {
                let message = || format!("{name} cannot be destroyed while {} is with it", self.definitions.name(mate));
                return Err(R::under("1.3i", message));
            }
        }
        let lead = self.combat.leads[self.role];
        if let Some(lead) = lead.filter(|lead| self.lost == 0 && *lead != unit && self.hex_of(*lead).is_some()) {
            let lead = self.definitions.name(lead);
            let message = || format!("the first step comes from {lead}, whose quality counted, not from {name}");
            return Err(R::under("7.4c", message).remedy(|| format!("Name {lead} first.")));
        }
        if self.armour_bleeds() && !self.definitions.unit(unit).is_mobile() {
            return Err(R::under("7.6f", || {
                format!(
                    "both sides have armour, so the second step comes from an armoured or mechanized unit, which {name} \
                     is not"
                )
            })
            .remedy(|| {
                let mobile = self.alive().filter(|unit| self.definitions.unit(*unit).is_mobile());
                let support = self.armour().next().map(|_| "an armour support");
                let names: Vec<&str> = mobile.map(|unit| self.definitions.name(unit)).chain(support).collect();
                format!("Take it from {}.", names.join(" or "))
            }));
        }
        Ok(())
    }

    /// Whether the next step must be an armoured or mechanized one (7.6f, ruling R55).
    fn armour_bleeds(&self) -> bool {
        let lead_is_mobile = self.combat.leads[self.role].is_some_and(|lead| self.definitions.unit(lead).is_mobile());
        self.lost == 1
            && self.fight.armour
            && !lead_is_mobile
            && self.alive().any(|unit| self.definitions.unit(unit).is_mobile())
    }

    fn check_support<R: Grounds>(&self, hq: UnitId, kind: SupportKind) -> Result<(), R> {
        self.check_more::<R>("the support")?;
        let case = if self.side == GERMAN { "1.6.1f" } else { "1.6.2c" };
        if !self.armour().any(|support| support == (hq, kind)) {
            let message =
                || format!("no {} of {} that can be lost is in this combat", kind.name(), self.definitions.name(hq));
            return Err(R::under(case, message));
        }
        if self.lost == 0 {
            return Err(R::under("7.4c", || "the first step comes from the unit whose quality counted"));
        }
        if self.is_over() {
            return Err(R::under(case, || "no unit is left that the support could spare a loss"));
        }
        Ok(())
    }

    /// Hexes that the survivors have to retreat.
    fn retreat(&self) -> u8 {
        if self.is_over() { 0 } else { self.number.saturating_sub(self.lost) }
    }

    fn check_done<R: Grounds>(&self) -> Result<(), R> {
        if self.is_over() {
            return Ok(());
        }
        let least = self.fight.least[self.role];
        if self.lost < least {
            let (case, why) = price(self.combat, self.fight, self.role);
            return Err(R::under(case, || format!("{why} costs at least {least} step(s), {} lost", self.lost)));
        }
        let retreat = self.retreat();
        if retreat == 0 {
            return Ok(());
        }
        let (leaving, after): (Vec<UnitId>, _) = (self.alive().collect(), self.after());
        if retreat_path::all_can_go(self.definitions, &after, retreat, &leaving) {
            return Ok(());
        }
        Err(R::sought(|| {
            let refusal = retreat_path::no_way(self.definitions, &after, retreat, &leaving);
            refusal.remedy(if retreat > 1 && retreat_path::all_can_go(self.definitions, &after, 1, &leaving) {
                "Lose more steps, and retreat fewer hexes."
            } else {
                "What cannot be retreated is lost in steps [7.7.1i]."
            })
        }))
    }

    fn candidates(&self, offer: &mut dyn FnMut(Step)) {
        offer(Step::Done);
        self.alive().map(Step::Loss).for_each(&mut *offer);
        let mut armour: Vec<_> = self.armour().collect();
        armour.sort_unstable();
        armour.dedup();
        armour.into_iter().map(|(hq, kind)| Step::SupportLoss(hq, kind)).for_each(offer);
    }

    fn judge<R: Grounds>(&self, step: &Step) -> Result<Progress, R> {
        match step {
            Step::Loss(unit) => self.check_unit::<R>(*unit)?,
            Step::SupportLoss(hq, kind) => self.check_support::<R>(*hq, *kind)?,
            Step::Done => {
                self.check_done::<R>()?;
                return Ok(Progress::Complete);
            }
            _ => return Err(misplaced("a unit that loses a step, an armour support or the end of the order")),
        }
        Ok(Progress::Open)
    }
}

/// The chapter of `lose`.
pub static CHAPTER: Chapter = Chapter { list: open, ..Chapter::new(candidates, Judge(check, check), perform) };

/// Steps that may follow `lose`: the shortest way out first.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    if let Some(tally) = Tally::read(definitions, field, side, partial) {
        tally.candidates(offer);
    }
}

/// The candidates that are legal: one tally judges them all.
fn open(asked: Asked<'_>, list: &mut Steps) -> bool {
    let Asked { definitions, field, side, partial, .. } = asked;
    let Some(tally) = Tally::read(definitions, field, side, partial) else { return true };
    tally.candidates(&mut |step| {
        if let Ok(progress) = tally.judge::<Unworded>(&step) {
            list.push((step, progress));
        }
    });
    true
}

/// Judges a step of `lose`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    let Some(tally) = Tally::read(definitions, field, side, partial) else { return Err(misplaced("nothing")) };
    tally.judge(step)
}

/// Takes the losses; the survivors retreat for the rest of the number.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let Some(tally) = Tally::read(turn.definitions(), &turn.field, side, order) else { return };
    let (role, retreat) = (tally.role, tally.retreat());
    let rest = tally.number.saturating_sub(tally.lost);
    let unmet = if role == DEFENDER && tally.is_over() { rest } else { 0 };
    // who had no choice is told why; in the fog that would tell what stands in the way
    let chosen = retreat == 0 && tally.number > tally.fight.least[role] && !fog::foggy(&turn.field);
    let shut = if chosen { shut_in(turn.definitions(), &turn.field, side) } else { None };
    asking::settle(turn, side, Pending::Lose);
    for step in order {
        match step {
            Step::Loss(unit) => steps::lose_step(turn, *unit),
            Step::SupportLoss(hq, kind) => turn.emit(Event::SupportSpent { hq: *hq, kind: *kind }),
            _ => {}
        }
    }
    let alive = |combat| super::alive(&turn.field, combat, role);
    let going = turn.field.combat.as_ref().filter(|_| retreat > 0).map(alive).unwrap_or_default();
    turn.emit(Event::LossesTaken { side, retreat, unmet, going: Some(going), shut });
    if retreat > 0 { retreat::demand(turn, side) } else { super::met(turn, role) }
}
