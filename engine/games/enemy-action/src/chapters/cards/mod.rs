//! Cards (5): piles and hands, commands, tactics.

pub mod command;
pub mod hand;

use crate::printed::{ALLIED, CardId, Definitions, Function, Tactic, during};
use crate::truth::state::Public;
use engine::contract::{Refusal, SideId};

/// The tactics as which a card may be played on a day, to attack or to defend with (2.3, 9.22).
pub fn tactics(definitions: &Definitions, public: &Public, card: CardId, defends: bool) -> Vec<Tactic> {
    let it = definitions.card(card);
    let says = |tactic: Tactic| {
        it.functions.iter().any(|function| match function {
            Function::AnyTactic => true,
            Function::Tactic(days, known) => *known == tactic && during(*days, public.day),
            _ => false,
        })
    };
    let has = |tactic: &Tactic| says(*tactic) && definitions.tables.tactics.has(it.side, public.day, *tactic, defends);
    Tactic::ALL.iter().map(|(_, tactic)| *tactic).filter(has).collect()
}

/// Whether a side may play cards at all now (4.11).
///
/// # Errors
/// The Allied player may not in the first three German impulses.
pub fn may_play(public: &Public, side: SideId) -> Result<(), Refusal> {
    if side == ALLIED && public.opens() {
        return Err(Refusal::new("4.11d", "the Allied player plays no card in the first three German impulses"));
    }
    Ok(())
}

/// Whether a card that is played as a tactic goes back into the draw pile on that day (5.7).
pub fn goes_back(definitions: &Definitions, public: &Public, card: CardId) -> bool {
    definitions.card(card).functions.contains(&Function::BackToPile(public.day))
}
