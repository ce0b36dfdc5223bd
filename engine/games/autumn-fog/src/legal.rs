//! Judges every step of every order: the module of the order's verb decides, this one only asks it.

use super::combat::{advance, attack, defence, losses, reroll, retreat, snafu};
use super::definitions::Definitions;
use super::game::AutumnFog;
use super::history::{self, clearing};
use super::order::{Step, Verb};
use super::state::{Field, Pending};
use super::view::View;
use super::{activation, deployment, detachment, fog, moment, movement, presents, sequence, stacking, support};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{self, Grounds, Misread, Progress, Refusal, SideId, Turn, Unworded};

/// The verbs with which an ask can be answered.
pub fn verbs(pending: Pending, sequence_under_way: bool) -> &'static [Verb] {
    match pending {
        Pending::Return => &[Verb::Return],
        Pending::Present => &[Verb::Gift],
        Pending::Allot => &[Verb::Allot, Verb::Deploy],
        Pending::Operate if sequence_under_way => &[
            Verb::Activate,
            Verb::Enter,
            Verb::Move,
            Verb::Attack,
            Verb::Prepare,
            Verb::Dig,
            Verb::Leave,
            Verb::Recover,
            Verb::Detach,
            Verb::Rejoin,
            Verb::Clear,
            Verb::Play,
            Verb::End,
            Verb::Top,
        ],
        Pending::Operate => &[Verb::Activate, Verb::Pass, Verb::Top],
        Pending::Defend => &[Verb::Defend, Verb::Play],
        Pending::Snafu => &[Verb::Snafu],
        Pending::Reroll => &[Verb::Reroll, Verb::Keep],
        Pending::Lose => &[Verb::Lose],
        Pending::Retreat => &[Verb::Retreat],
        Pending::Mark => &[Verb::Mark],
        Pending::Advance => &[Verb::Advance],
        Pending::Overstack => &[Verb::Eliminate],
        Pending::Interrupt | Pending::AirSupply => &[Verb::Play, Verb::Let],
    }
}

/// Offers the steps that may follow, and perhaps some that may not.
pub fn candidates(definitions: &Definitions, view: &View, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let Some((side, pending)) = asked(view) else { return };
    let Some(Step::Verb(verb)) = partial.first() else {
        let sequence = view.field.operations.activation.is_some();
        return verbs(pending, sequence).iter().map(|verb| Step::Verb(*verb)).for_each(offer);
    };
    let field = &view.field;
    match verb {
        Verb::Gift => presents::candidates(definitions, field, side, offer),
        Verb::Deploy => deployment::candidates(definitions, field, side, partial, offer),
        Verb::Allot => support::allot_candidates(definitions, view, side, partial, offer),
        Verb::Return => support::return_candidates(definitions, field, side, partial, offer),
        Verb::Activate | Verb::Pass | Verb::End => sequence::candidates(definitions, field, side, partial, offer),
        Verb::Enter | Verb::Move | Verb::Dig | Verb::Leave | Verb::Recover => {
            movement::candidates(definitions, field, side, partial, offer)
        }
        Verb::Detach | Verb::Rejoin => detachment::candidates(definitions, field, side, partial, offer),
        Verb::Attack | Verb::Prepare => attack::candidates(definitions, field, side, partial, offer),
        Verb::Defend => defence::candidates(definitions, field, side, partial, offer),
        Verb::Snafu => snafu::candidates(field, offer),
        Verb::Reroll | Verb::Keep => {}
        Verb::Lose => losses::candidates(definitions, field, side, partial, offer),
        Verb::Retreat => retreat::candidates(definitions, field, side, partial, offer),
        Verb::Mark | Verb::Advance => advance::candidates(definitions, field, side, partial, offer),
        Verb::Eliminate => stacking::candidates(definitions, field, side, partial, offer),
        Verb::Top => fog::top::candidates(definitions, field, side, partial, offer),
        Verb::Play | Verb::Let => history::candidates(definitions, field, side, partial, offer),
        Verb::Clear => clearing::candidates(definitions, field, side, partial, offer),
    }
}

/// The legal steps.
pub fn legal(definitions: &Definitions, view: &View, partial: &[Step]) -> Vec<(Step, Progress)> {
    contract::legal::<AutumnFog>(definitions, view, partial)
}

/// Adds the legal steps to a list. The hexes that a unit can reach, where it can be supplied, or where a marker may lie,
/// are told by one search, losses, attacks and retreats by one reading of the order; asking for each step would repeat
/// it.
pub fn enlist(definitions: &Definitions, view: &View, partial: &[Step], list: &mut Vec<(Step, Progress)>) {
    let Some((side, pending)) = asked(view) else { return };
    match partial {
        [Step::Verb(Verb::Move)] => movement::movers(definitions, &view.field, side, list),
        [Step::Verb(Verb::Lose), ..] => losses::open(definitions, &view.field, side, partial, list),
        [Step::Verb(Verb::Move), Step::Unit(unit)] => movement::ways(definitions, &view.field, side, *unit, list),
        [Step::Verb(Verb::Play), Step::Event(kind)] => history::sites(definitions, &view.field, *kind, list),
        [Step::Verb(Verb::Return), Step::Unit(hq)] => support::returns(definitions, &view.field, side, *hq, list),
        [Step::Verb(Verb::Attack | Verb::Prepare), ..] => attack::open(definitions, &view.field, side, partial, list),
        [Step::Verb(Verb::Retreat), ..] => retreat::open(definitions, &view.field, partial, list),
        _ => candidates(definitions, view, partial, &mut |step| {
            if let Ok(progress) = judge_asked::<Unworded>(definitions, view, (side, pending), partial, &step) {
                list.push((step, progress));
            }
        }),
    }
}

/// Judges a step, in words.
pub fn check(definitions: &Definitions, view: &View, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    judge(definitions, view, partial, step)
}

/// Judges a step.
pub fn judge<R: Grounds>(definitions: &Definitions, view: &View, partial: &[Step], step: &Step) -> Result<Progress, R> {
    let Some((side, pending)) = asked(view) else {
        return Err(R::under("order", || "nothing is asked of you now").remedy(|| "You get a mail when it is."));
    };
    recognise(definitions, step).map_err(|misread| R::under("order", || misread.message))?;
    judge_asked::<R>(definitions, view, (side, pending), partial, step)
}

/// Judges a step for a side that is asked.
fn judge_asked<R: Grounds>(
    definitions: &Definitions,
    view: &View,
    (side, pending): (SideId, Pending),
    partial: &[Step],
    step: &Step,
) -> Result<Progress, R> {
    let field = &view.field;
    let Some(first) = partial.first() else {
        let Step::Verb(verb) = step else { return Err(R::under("order", || "an order begins with its verb")) };
        return check_verb(definitions, field, side, pending, *verb);
    };
    let Step::Verb(verb) = first else { return Err(R::under("order", || "an order begins with its verb")) };
    match verb {
        Verb::Gift => presents::check(definitions, field, side, partial, step),
        Verb::Deploy => deployment::check(definitions, field, side, partial, step),
        Verb::Allot => support::check_allot(definitions, view, side, partial, step),
        Verb::Return => support::check_return(definitions, field, side, partial, step),
        Verb::Activate | Verb::Pass | Verb::End => sequence::check(definitions, field, side, partial, step),
        Verb::Enter | Verb::Move | Verb::Dig | Verb::Leave | Verb::Recover => {
            movement::check(definitions, field, side, partial, step)
        }
        Verb::Detach | Verb::Rejoin => detachment::check(definitions, field, side, partial, step),
        Verb::Attack | Verb::Prepare => attack::check(definitions, field, side, partial, step),
        Verb::Defend => defence::check(definitions, field, side, partial, step),
        Verb::Snafu => snafu::check(definitions, field, step),
        Verb::Reroll | Verb::Keep => Err(misplaced("the end of the order")),
        Verb::Lose => losses::check(definitions, field, side, partial, step),
        Verb::Retreat => retreat::check(definitions, field, side, partial, step),
        Verb::Mark | Verb::Advance => advance::check(definitions, field, side, partial, step),
        Verb::Eliminate => stacking::check(definitions, field, side, partial, step),
        Verb::Top => fog::top::check(definitions, field, side, partial, step),
        Verb::Play | Verb::Let => history::check(definitions, field, side, partial, step),
        Verb::Clear => clearing::check(definitions, field, side, partial, step),
    }
}

/// Whether what a step names exists: steps come from outside as numbers.
///
/// # Errors
/// The kind of thing of which there is none with this number.
pub fn recognise(definitions: &Definitions, step: &Step) -> Result<(), Misread> {
    let unit = |unit: &UnitId| unit.index() < definitions.units.len();
    let hex = |hex: &HexId| hex.index() < definitions.board.len();
    let (known, what) = match step {
        Step::Formation(formation) => (formation.index() < definitions.headquarters.len(), "formation"),
        Step::Unit(id) | Step::With(id) | Step::Lead(id) | Step::Loss(id) => (unit(id), "unit"),
        Step::Support(id, _) | Step::SupportLoss(id, _) => (unit(id), "headquarters"),
        Step::Hex(id) | Step::Via(id) | Step::Target(id) => (hex(id), "hex"),
        Step::Verb(_)
        | Step::General
        | Step::Kind(_)
        | Step::Steps(_)
        | Step::Event(_)
        | Step::Air
        | Step::Reroll
        | Step::Done => return Ok(()),
    };
    if known { Ok(()) } else { Err(Misread::new(format!("the game has no {what} with this number: {step:?}"))) }
}

/// Whether an order may begin with this verb now.
fn check_verb<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    pending: Pending,
    verb: Verb,
) -> Result<Progress, R> {
    let sequence = field.operations.activation.is_some();
    if verbs(pending, sequence).contains(&verb) {
        return match verb {
            Verb::Activate | Verb::Pass | Verb::End => sequence::check_verb(definitions, field, side, verb),
            Verb::Deploy => deployment::check_verb(definitions, field, side),
            Verb::Reroll | Verb::Keep => Ok(Progress::Complete),
            Verb::Top => fog::top::check_verb(definitions, field, side),
            Verb::Play | Verb::Let => history::check_verb(definitions, field, side, verb),
            Verb::Clear => clearing::check_verb(definitions, field, side),
            _ => Ok(Progress::Open),
        };
    }
    let acts = verbs(Pending::Operate, true).contains(&verb);
    Err(match pending {
        Pending::Operate if !sequence && verb == Verb::Play => {
            R::under("15.1b", || "events are played in an activation, and none is under way")
                .remedy(|| "Begin with `activate` and a formation, or `activate general`.")
        }
        Pending::Operate if !sequence && verb == Verb::End => {
            R::under("2.1e", || "no activation is under way that could end")
                .remedy(|| "`pass` leaves the next activation to the other side.")
        }
        Pending::Operate if !sequence && acts => R::under("3.1a", || "no unit is activated")
            .remedy(|| "Begin with `activate` and a formation, or `activate general`."),
        Pending::Operate if sequence && verb == Verb::Pass => {
            R::under("2.1e", || "an activation sequence is under way").remedy(|| "Write `end` first.")
        }
        _ => {
            let (case, now) = moment::of(pending, sequence);
            R::under(case, || format!("{now}: this is not the moment to {}", word(verb))).remedy(|| {
                let asked = verbs(pending, sequence).iter().copied();
                let open = |verb: &Verb| check_verb::<Unworded>(definitions, field, side, pending, *verb).is_ok();
                let (cited, when) = moment::when(verb);
                let open = list(&asked.filter(open).collect::<Vec<_>>());
                format!("`{}` {when} [{cited}]. Asked for now: {open}.", word(verb))
            })
        }
    })
}

/// The refusal of an order at one of its steps, about the unit or the event that it names: a verb or a target is refused
/// when nobody can make use of it, and what keeps others from it is not what the player has asked.
pub fn refuse(definitions: &Definitions, view: &View, order: &[Step], at: usize, refusal: Refusal) -> Refusal {
    let Some((side, pending)) = asked(view) else { return refusal };
    if order.iter().any(|step| recognise(definitions, step).is_err()) {
        return refusal;
    }
    let field = &view.field;
    let (Some(Step::Verb(verb)), sequence) = (order.first(), field.operations.activation.is_some()) else {
        return refusal;
    };
    let named = match (verb, at) {
        (Verb::Attack | Verb::Prepare, 1..) => attack::unable(definitions, field, side, order),
        (Verb::Play, 0 | 1) if verbs(pending, sequence).contains(verb) => {
            history::unplayable(definitions, field, side, order)
        }
        (_, 1..) => None,
        _ if pending != Pending::Operate || !verbs(pending, true).contains(verb) => None,
        _ if verbs(pending, false).contains(verb) && !sequence => None,
        _ if !sequence => named_units(order)
            .next()
            .and_then(|unit| activation::ready::<Refusal>(definitions, field, side, unit).err()),
        (Verb::Clear, _) => clearing::unable(definitions, field, side, order),
        (Verb::Activate, _) => match order.get(1) {
            Some(Step::Unit(unit)) => activation::may_check::<Refusal>(definitions, field, side, *unit).err(),
            _ => None,
        },
        _ => None,
    };
    named.unwrap_or(refusal)
}

/// The units that an order names as those that act.
fn named_units(order: &[Step]) -> impl Iterator<Item = UnitId> + '_ {
    order.iter().filter_map(|step| match step {
        Step::Unit(unit) | Step::With(unit) => Some(*unit),
        _ => None,
    })
}

/// Carries out an accepted order.
pub fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    let Some(Step::Verb(verb)) = order.first() else { return };
    if let Some(thwarted) = fog::thwarts(turn, side, order) {
        return turn.emit(thwarted);
    }
    match verb {
        Verb::Gift => presents::perform(turn, side, order),
        Verb::Deploy => deployment::perform(turn, order),
        Verb::Allot => support::allot(turn, side, order),
        Verb::Return => support::come_back(turn, side, order),
        Verb::Activate | Verb::Pass | Verb::End => sequence::perform(turn, side, order),
        Verb::Enter | Verb::Move | Verb::Dig | Verb::Leave | Verb::Recover => movement::perform(turn, side, order),
        Verb::Detach | Verb::Rejoin => detachment::perform(turn, order),
        Verb::Attack | Verb::Prepare => attack::perform(turn, side, order),
        Verb::Defend => defence::perform(turn, side, order),
        Verb::Snafu => snafu::perform(turn, side, order),
        Verb::Reroll | Verb::Keep => reroll::perform(turn, side, *verb),
        Verb::Lose => losses::perform(turn, side, order),
        Verb::Retreat => retreat::perform(turn, side, order),
        Verb::Mark | Verb::Advance => advance::perform(turn, side, order),
        Verb::Eliminate => stacking::perform(turn, side, order),
        Verb::Top => fog::top::perform(turn, side, order),
        Verb::Play | Verb::Let => history::perform(turn, side, order),
        Verb::Clear => clearing::perform(turn, side, order),
    }
    history::sweep(turn);
}

/// The one order that a side can give, when there is no choice in a combat or a stack: it is given for him. So is
/// leave for the other side's marches, which a player may want to interrupt a few times in a game.
pub fn forced(definitions: &Definitions, view: &View) -> Option<Vec<Step>> {
    let (_, pending) = asked(view)?;
    if matches!(pending, Pending::Return | Pending::Allot | Pending::Operate | Pending::AirSupply) {
        return None;
    }
    if pending == Pending::Interrupt {
        return Some(vec![Step::Verb(Verb::Let)]);
    }
    let mut order = Vec::new();
    loop {
        let steps = legal(definitions, view, &order);
        let [(step, progress)] = steps[..] else { return None };
        order.push(step);
        if progress == Progress::Complete {
            return Some(order);
        }
    }
}

/// The viewer's open ask.
pub fn asked(view: &View) -> Option<(SideId, Pending)> {
    let side = view.side?;
    view.field.ask(side).map(|ask| (side, ask.pending))
}

/// A verb as it is written.
pub fn word(verb: Verb) -> String {
    format!("{verb:?}").to_lowercase()
}

fn list(verbs: &[Verb]) -> String {
    verbs.iter().map(|verb| word(*verb)).collect::<Vec<_>>().join(", ")
}

/// A refusal for a step that has no place in its order.
pub fn misplaced<R: Grounds>(expected: &str) -> R {
    R::under("order", || format!("expected {expected} here"))
}

/// The unit that a partial order names right after its verb.
pub fn named_unit(partial: &[Step]) -> Option<UnitId> {
    match partial.get(1) {
        Some(Step::Unit(unit)) => Some(*unit),
        _ => None,
    }
}
