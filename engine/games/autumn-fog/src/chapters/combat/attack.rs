//! The declaration of an attack (7.1 to 7.3, 7.5a).

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, Steps, misplaced};
use crate::chapters::combat::{air, defence, supports};
use crate::chapters::historical_events::nuts;
use crate::chapters::{activation, stacking, zones};
use crate::printed::definitions::Definitions;
use crate::printed::tables::{Action, AttackLimits, Condition};
use crate::truth::event::Event;
use crate::truth::order::{Step, SupportKind, Verb};
use crate::truth::state::{Activation, Field, Supply};
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::{Grounds, Progress, Refusal, SideId, Turn, Unworded};

/// What an order to attack says so far.
#[derive(Debug, Default)]
struct Declaration {
    prepared: bool,
    targets: Vec<HexId>,
    attackers: Vec<UnitId>,
    lead: Option<UnitId>,
    supports: Vec<(UnitId, SupportKind)>,
    air: u8,
}

impl Declaration {
    fn read(partial: &[Step]) -> Declaration {
        let mut declaration = Declaration { supports: defence::named(partial), ..Declaration::default() };
        for step in partial {
            match step {
                Step::Verb(verb) => declaration.prepared = *verb == Verb::Prepare,
                Step::Target(hex) => declaration.targets.push(*hex),
                Step::With(unit) => declaration.attackers.push(*unit),
                Step::Lead(unit) => declaration.lead = Some(*unit),
                Step::Air => declaration.air += 1,
                _ => {}
            }
        }
        declaration
    }

    fn action(&self) -> Action {
        if self.prepared { Action::PreparedAttack } else { Action::NormalAttack }
    }
}

/// Limits of a kind of attack.
pub fn limits(definitions: &Definitions, prepared: bool) -> AttackLimits {
    if prepared { definitions.tables.prepared_attack } else { definitions.tables.normal_attack }
}

/// The chapter of `attack` and `prepare`.
pub static CHAPTER: Chapter = Chapter { list: open, ..Chapter::new(candidates, Judge(check, check), perform) };

/// Steps that may follow `attack` or `prepare`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    offer_all(definitions, field, side, &Declaration::read(partial), offer);
}

/// The candidates that are legal: one declaration judges them all.
fn open(asked: Asked<'_>, list: &mut Steps) -> bool {
    let Asked { definitions, field, side, partial, .. } = asked;
    let declaration = Declaration::read(partial);
    offer_all(definitions, field, side, &declaration, &mut |step| {
        if let Ok(progress) = judge::<Unworded>(definitions, field, side, &declaration, &step) {
            list.push((step, progress));
        }
    });
    true
}

fn offer_all(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    declaration: &Declaration,
    offer: &mut dyn FnMut(Step),
) {
    if declaration.lead.is_some() {
        let units = &declaration.attackers;
        let supports = supports::available(definitions, field, side, units, &declaration.supports);
        let supports = supports.into_iter().map(|(hq, kind)| Step::Support(hq, kind));
        return [Step::Done].into_iter().chain(supports).chain([Step::Air]).for_each(offer);
    }
    if let Some(target) = declaration.targets.first() {
        let attackers = definitions.board.around(*target).flat_map(|hex| field.in_hex(hex));
        let open = |unit: &UnitId| activation::might_act(definitions, field, side, *unit);
        attackers.filter(open).map(Step::With).for_each(&mut *offer);
        let mut leads = declaration.attackers.clone();
        leads.sort_by_key(|unit| std::cmp::Reverse(nuts::quality(definitions, field, *unit)));
        leads.into_iter().map(Step::Lead).for_each(&mut *offer);
    }
    if declaration.attackers.is_empty() {
        let [mut from, mut targets] = [(); 2].map(|()| HexSet::new(definitions.board.len()));
        let hexes = activation::who_might_act(definitions, field, side).filter_map(|unit| field.hex_of(unit));
        hexes.for_each(|hex| from.insert(hex));
        from.iter().flat_map(|hex| definitions.board.around(hex)).for_each(|hex| targets.insert(hex));
        declaration.targets.iter().for_each(|hex| targets.remove(*hex));
        targets.iter().filter(|hex| zones::enemy_in(field, *hex, side)).map(Step::Target).for_each(offer);
    }
}

/// Judges a step of `attack` or `prepare`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, partial, .. } = asked;
    judge::<R>(definitions, field, side, &Declaration::read(partial), step)
}

fn judge<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    declaration: &Declaration,
    step: &Step,
) -> Result<Progress, R> {
    let (has_target, has_attacker) = (!declaration.targets.is_empty(), !declaration.attackers.is_empty());
    match step {
        Step::Target(hex) if !has_attacker => check_target::<R>(definitions, field, side, declaration, *hex)?,
        Step::With(unit) if has_target && declaration.lead.is_none() => {
            check_attacker::<R>(definitions, field, side, declaration, None, *unit)?;
        }
        Step::Lead(unit) if has_attacker && declaration.lead.is_none() => {
            if !declaration.attackers.contains(unit) {
                return Err(R::under("7.4b", || format!("{} is not among the attackers", definitions.name(*unit))));
            }
        }
        Step::Support(hq, kind) if declaration.lead.is_some() && declaration.air == 0 => {
            let limit = (declaration.prepared, limits(definitions, declaration.prepared).supports);
            let units = &declaration.attackers;
            supports::check::<R>(definitions, field, side, units, limit, &declaration.supports, (*hq, *kind))?;
        }
        Step::Air if declaration.lead.is_some() => {
            air::check::<R>(definitions, field, side, declaration.prepared, declaration.air, 0)?;
        }
        Step::Done if declaration.lead.is_some() => return Ok(Progress::Complete),
        _ => {
            return Err(misplaced(match (has_target, has_attacker, declaration.lead) {
                (false, ..) => "a hex to attack",
                (true, false, _) => "a hex to attack or a unit that attacks",
                (true, true, None) => "a unit that attacks or the one whose quality counts",
                _ if declaration.air > 0 => "an air support or the end of the order",
                _ => "a support, an air support or the end of the order",
            }));
        }
    }
    Ok(Progress::Open)
}

/// Whether a hex can be a target (7.1a, 7.2c): some unit can attack it together with the targets named before.
fn check_target<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    declaration: &Declaration,
    hex: HexId,
) -> Result<(), R> {
    let place = || definitions.place(hex);
    if declaration.targets.contains(&hex) {
        return Err(R::under("7.2c", || format!("{} is named already", place())));
    }
    if !zones::enemy_in(field, hex, side) {
        return Err(R::under("7.1a", || format!("no enemy unit is in {}", place())));
    }
    let around = || definitions.board.around(hex).flat_map(|there| field.in_hex(there));
    let mut able = around().filter(|unit| activation::might_act(definitions, field, side, *unit));
    if able.any(|unit| check_attacker::<Unworded>(definitions, field, side, declaration, Some(hex), unit).is_ok()) {
        return Ok(());
    }
    Err(R::sought(|| {
        let mut unable = None;
        for unit in around().filter(|unit| definitions.unit(*unit).side == side) {
            match check_attacker::<Refusal>(definitions, field, side, declaration, Some(hex), unit) {
                // what keeps an active unit from attacking tells the player more than that another is not active
                Err(why) if field.unit(unit).active || unable.is_none() => unable = Some(why),
                _ => {}
            }
        }
        unable.unwrap_or_else(|| Refusal::new("7.1a", format!("no unit of yours is next to {}", place())))
    }))
}

/// What keeps one of the attackers that an order names from making it, in the order in which they are named.
pub fn unable(definitions: &Definitions, field: &Field, side: SideId, order: &[Step]) -> Option<Refusal> {
    let mut declaration = Declaration::read(order);
    for unit in std::mem::take(&mut declaration.attackers) {
        if let Err(why) = check_attacker::<Refusal>(definitions, field, side, &declaration, None, unit) {
            return Some(why);
        }
        declaration.attackers.push(unit);
    }
    None
}

/// Whether a unit can take part in the attack, on one more target too if there is one.
fn check_attacker<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    declaration: &Declaration,
    more: Option<HexId>,
    unit: UnitId,
) -> Result<(), R> {
    let (data, state, name) = (definitions.unit(unit), field.unit(unit), definitions.name(unit));
    if declaration.attackers.contains(&unit) {
        return Err(R::under("7.2d", || format!("{name} is named already")));
    }
    if data.is_hq() && data.side == side {
        return Err(R::under("1.3c", || format!("{name} is a headquarters and never attacks")));
    }
    let placed = || {
        let Some(hex) = state.hex() else {
            return Err(R::under("7.1a", || format!("{name} is not on the map")));
        };
        for target in declaration.targets.iter().chain(&more) {
            check_adjacent::<R>(definitions, unit, hex, *target)?;
        }
        Ok(hex)
    };
    let worthwhile = || {
        let hex = placed()?;
        if let Some(empty) = declaration.targets.iter().find(|target| !zones::enemy_in(field, **target, side)) {
            return Err(R::under("7.1a", || format!("no enemy unit is in {}", definitions.place(*empty))));
        }
        check_kind::<R>(definitions, field, declaration, unit, hex)
    };
    let ap = activation::ready_to::<R>(definitions, field, side, unit, worthwhile)?;
    check_limit::<R>(definitions, field, declaration, unit)?;
    let hex = placed()?;
    check_kind::<R>(definitions, field, declaration, unit, hex)?;
    let cost = definitions.tables.actions.of(declaration.action());
    if ap < cost {
        let case = if declaration.prepared { "3.4.1e" } else { "3.4.1d" };
        let kind = if declaration.prepared { "prepared" } else { "normal" };
        let refusal = R::under(case, || format!("a {kind} attack costs {name} {cost} AP, it has {ap}"));
        let normal = definitions.tables.actions.of(Action::NormalAttack);
        return Err(if ap >= normal {
            refusal.remedy(|| format!("A normal attack costs {normal} AP."))
        } else {
            refusal
        });
    }
    check_obligation::<R>(definitions, field, (declaration, more), unit, ap - cost)
}

/// Whether one unit more can join a general activation together with those that this order brings in (3.3a).
fn check_limit<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    declaration: &Declaration,
    unit: UnitId,
) -> Result<(), R> {
    let Some(Activation::General { limit }) = field.operations.activation else { return Ok(()) };
    if field.unit(unit).active {
        return Ok(());
    }
    let joining = declaration.attackers.iter().filter(|unit| !field.unit(**unit).active).count();
    let count = usize::from(field.operations.count) + joining;
    if count >= usize::from(limit) {
        let message =
            || format!("{} would be one more than the {limit} units of this activation", definitions.name(unit));
        return Err(R::under("3.3a", message).remedy(|| "Attack with fewer units."));
    }
    Ok(())
}

/// Whether a unit can attack a hex from where it stands (7.1a, T.TECh, T.TECi, rulings R27, R46).
fn check_adjacent<R: Grounds>(definitions: &Definitions, unit: UnitId, hex: HexId, target: HexId) -> Result<(), R> {
    let (board, name) = (&definitions.board, definitions.name(unit));
    let there = || definitions.place(target);
    let Some(side) = board.side(hex, target) else {
        let (here, there) = (definitions.place(hex), there());
        return Err(R::under("7.1a", || format!("{name} in {here} is not next to {there}")));
    };
    let class = definitions.unit(unit).class;
    if board.river(hex, side) && !definitions.tables.terrain.attacks_across(class, board.bridge(hex, side)) {
        return Err(R::under("T.TECh", || format!("{name} cannot attack {} across a river without a bridge", there()))
            .remedy(|| "Only infantry can."));
    }
    Ok(())
}

/// The limits of the kind of attack (7.1c, 7.3.1c, 10.3c, 10.3g).
fn check_kind<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    declaration: &Declaration,
    unit: UnitId,
    hex: HexId,
) -> Result<(), R> {
    let name = definitions.name(unit);
    if declaration.prepared {
        let status = |condition| definitions.tables.status.of(condition).prepared_attack;
        match field.unit(unit).supply {
            Supply::Isolated if !status(Condition::Isolated) => {
                return Err(R::under("10.3c", || format!("{name} is isolated and makes no prepared attack"))
                    .remedy(|| "It can make a normal attack."));
            }
            Supply::Unsupplied if !status(Condition::Unsupplied) => {
                return Err(R::under("10.3g", || format!("{name} is unsupplied and makes no prepared attack"))
                    .remedy(|| "It can make a normal attack."));
            }
            _ => {}
        }
    }
    let hexes = || declaration.attackers.iter().filter_map(|other| field.hex_of(*other));
    if !declaration.prepared && hexes().any(|other| other != hex) {
        return Err(R::under("7.3.1c", || format!("{name} attacks from another hex, {}", definitions.place(hex)))
            .remedy(|| "Write `prepare` to attack from several hexes."));
    }
    let mates = declaration.attackers.iter().filter(|other| field.hex_of(**other) == Some(hex));
    let steps = mates.map(|other| field.unit(*other).steps).sum::<u8>() + field.unit(unit).steps;
    if steps > stacking::LIMIT {
        let message = || format!("{steps} steps would attack from {}, {} may", definitions.place(hex), stacking::LIMIT);
        return Err(R::under("7.1c", message));
    }
    Ok(())
}

/// A bound unit must keep an AP for the attack that it owes (4.2b, ruling R28).
fn check_obligation<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    (declaration, more): (&Declaration, Option<HexId>),
    unit: UnitId,
    left: u8,
) -> Result<(), R> {
    let owed = zones::owed(definitions, field, unit);
    let attacked = |enemy: &HexId| declaration.targets.contains(enemy) || more == Some(*enemy);
    let meets = owed.is_empty() || owed.iter().any(attacked);
    if !meets && left < definitions.tables.actions.of(Action::NormalAttack) {
        let name = definitions.name(unit);
        return Err(R::under("4.2b", || {
            format!("{name} must attack an enemy that controls its hex and would have no AP left")
        })
        .remedy(|| {
            let places: Vec<String> = owed.into_iter().map(|enemy| definitions.place(enemy).to_string()).collect();
            format!("Attack {}.", places.join(" or "))
        }));
    }
    Ok(())
}

/// Declares the attack.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let definitions = turn.definitions();
    let declaration = Declaration::read(order);
    let cost = definitions.tables.actions.of(declaration.action());
    let Declaration { prepared, targets, attackers, lead, supports, air } = declaration;
    let Some(lead) = lead else { return };
    for unit in &attackers {
        activation::wake(turn, *unit);
    }
    let field = &turn.field;
    let meets = |unit: &UnitId| zones::owed(definitions, field, *unit).iter().any(|enemy| targets.contains(enemy));
    let freed: Vec<UnitId> = attackers.iter().copied().filter(meets).collect();
    let defenders: Vec<UnitId> = targets.iter().flat_map(|hex| field.in_hex(*hex)).collect();
    let mut from: Vec<HexId> = attackers.iter().filter_map(|unit| turn.field.hex_of(*unit)).collect();
    from.sort();
    from.dedup();
    turn.emit(Event::AttackDeclared {
        side,
        prepared,
        targets,
        attackers,
        lead,
        cost,
        supports,
        air,
        defenders,
        freed,
        from,
        off: activation::POINTS,
    });
    defence::demand(turn);
}
