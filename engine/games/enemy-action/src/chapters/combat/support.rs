//! Tactics of the defender (9.2), and how many chits are drawn (9.3).

use super::attack::{Draft, check_card, check_tactic, helped, play};
use super::{joins, situations};
use crate::EnemyAction;
use crate::chapters::asking::{Known, many, misplaced};
use crate::chapters::cards::tactics;
use crate::printed::{ALLIED, Definitions, Effect};
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::state::{Combat, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Whether the defender may play tactics: it is asked whatever he holds, as long as he holds anything (9.2, 4.11).
pub fn may(definitions: &Definitions, public: &Public, combat: &Combat) -> bool {
    let side = combat.attacker.enemy();
    let fit = combat.defenders.iter().any(|unit| helped(definitions, public, *unit));
    fit && public.piles[side.index()].hand > 0 && !(side == ALLIED && public.opens())
}

/// Steps that may follow `support`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    match partial.last() {
        Some(Step::Card(card)) => {
            let tactics = tactics(known.definitions, known.public, *card, true);
            tactics.into_iter().map(Step::As).for_each(offer);
        }
        _ => {
            let draft = Draft::of(partial.get(1..).unwrap_or_default());
            if partial.len() > 1 {
                offer(Step::Done);
            }
            if draft.joins.is_empty() {
                known.hand.iter().copied().map(Step::Card).for_each(&mut *offer);
            }
            joins::candidates(known, &draft, true, offer);
        }
    }
}

/// Judges a step after `support`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let draft = Draft::of(partial.get(1..).unwrap_or_default());
    match (partial.last(), step) {
        (Some(Step::Card(card)), Step::As(tactic)) => {
            check_tactic(known, *card, *tactic, true).map(|()| Progress::Open)
        }
        (Some(Step::Card(_)), _) => Err(misplaced("as what the card is played")),
        (_, Step::Joins(unit)) => {
            let Some(combat) = &known.public.combat else { return Err(Refusal::new("9", "no combat is fought")) };
            if draft.joins.last().is_some_and(|(last, _)| last >= unit) {
                return Err(misplaced("each unit once, in the order of the counters"));
            }
            let joins: Vec<(UnitId, HexId)> = draft.joins.iter().map(|(unit, _)| (*unit, combat.target)).collect();
            joins::check_unit(known, combat.target, &Draft { joins, ..draft }, *unit, true).map(|()| Progress::Open)
        }
        (_, Step::Card(card)) if draft.joins.is_empty() => {
            check_card(known, *card, draft.cards.last().map(|(card, _)| *card), true).map(|()| Progress::Open)
        }
        (_, Step::Done) if !draft.cards.is_empty() => Ok(Progress::Complete),
        _ => Err(misplaced("a card")),
    }
}

/// The defender plays his tactics, or none; units that join set out first (9).
pub fn perform(turn: &mut Turn<'_, EnemyAction>, side: SideId, order: &[Step]) {
    let draft = Draft::of(order.get(1..).unwrap_or_default());
    turn.emit(Event::Answered);
    play(turn, side, &draft.cards);
    if draft.joins.is_empty() {
        settle(turn, draft);
    } else {
        turn.emit(Event::JoinBegan { order: order.to_vec() });
    }
}

/// Those who join a defence go on. Whether one of them set out.
pub fn join(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) -> bool {
    let target = turn.public.combat.as_ref().map(|combat| combat.target);
    target.is_some_and(|target| joins::next(turn, target, &Draft::of(order.get(1..).unwrap_or_default())))
}

/// All have come who join: what supports the defence is known.
pub fn joined(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    settle(turn, Draft::of(order.get(1..).unwrap_or_default()));
}

/// What supports the defence is known: an improved position is dug, and the limits of the draw follow.
pub fn settle(turn: &mut Turn<'_, EnemyAction>, draft: Draft) {
    let definitions = turn.definitions();
    let Some(mut combat) = turn.public.combat.clone() else { return };
    let there = |unit: &UnitId| turn.public.unit(*unit).hex() == Some(combat.target);
    let joined: Vec<UnitId> = draft.joins.iter().map(|(unit, _)| *unit).filter(there).collect();
    combat.tactics[1] = draft.tactics();
    combat.defenders.extend(&joined);
    let position = dug(definitions, &turn.public, &combat);
    let chits = situations::chits(definitions, &turn.public, &combat);
    turn.emit(Event::Supported { tactics: draft.tactics(), chits, position, joined });
}

/// Where the defender's engineers dig: not in a town or city, nor where a position is (12.31, 12.32).
fn dug(definitions: &Definitions, public: &Public, combat: &Combat) -> Option<HexId> {
    let digs = situations::has(definitions, combat, crate::printed::Role::Defender, Effect::DigsPosition);
    let open = definitions.board.hex(combat.target).built.is_none() && !public.positions.contains(&combat.target);
    (digs && open).then_some(combat.target)
}

/// Judges `draw NUMBER` (9.3).
///
/// # Errors
/// The rule that forbids it.
pub fn check_total(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let ([_], Step::Number(total), Some(combat)) = (partial, step, &known.public.combat) else {
        return Err(misplaced("how many chits are drawn in all"));
    };
    let (least, most) = combat.chits;
    if (least..=most).contains(total) {
        return Ok(Progress::Complete);
    }
    let message = format!("{} in all cannot be drawn: the least is {least}, the most {most}", many(*total, "chit"));
    Err(Refusal::new("9.3b", message))
}
