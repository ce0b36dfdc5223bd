//! Tactics of the defender (9.2), and how many chits are drawn (9.3).

use super::attack::{Draft, check_card, check_tactic, helped, play};
use super::situations;
use crate::EnemyAction;
use crate::chapters::asking::{Known, misplaced};
use crate::chapters::cards::tactics;
use crate::printed::{ALLIED, Definitions, Effect};
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::state::{Combat, Public};
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
            if partial.len() > 1 {
                offer(Step::Done);
            }
            known.hand.iter().copied().map(Step::Card).for_each(offer);
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
        (_, Step::Card(card)) => {
            check_card(known, *card, draft.cards.last().map(|(card, _)| *card), true).map(|()| Progress::Open)
        }
        (_, Step::Done) if !draft.cards.is_empty() => Ok(Progress::Complete),
        _ => Err(misplaced("a card")),
    }
}

/// The defender plays his tactics, or none.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, side: SideId, order: &[Step]) {
    let draft = Draft::of(order.get(1..).unwrap_or_default());
    turn.emit(Event::Answered);
    play(turn, side, &draft.cards);
    settle(turn, draft);
}

/// What supports the defence is known: an improved position is dug, and the limits of the draw follow.
pub fn settle(turn: &mut Turn<'_, EnemyAction>, draft: Draft) {
    let definitions = turn.definitions();
    let Some(mut combat) = turn.public.combat.clone() else { return };
    combat.tactics[1] = draft.tactics();
    let position = dug(definitions, &turn.public, &combat);
    let chits = situations::chits(definitions, &turn.public, &combat);
    turn.emit(Event::Supported { tactics: draft.tactics(), chits, position });
}

/// Where the defender's engineers dig: not in a town or city, nor where a position is (12.31, 12.32).
fn dug(definitions: &Definitions, public: &Public, combat: &Combat) -> Option<definitions::hex::HexId> {
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
    let message = format!("{total} chits are not within {least} and {most}");
    Err(Refusal::new("9.3b", message))
}
