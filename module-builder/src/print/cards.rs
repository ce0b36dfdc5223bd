//! Which cards are printed: all of a game, each as often as there are copies of it. Chits are among the counters.

use super::pieces::Piece;
use crate::drawings::Drawings;
use engine::definitions::CardForm;

/// The cards or the chits of a game. Behind a card that has no other side is its set's back.
pub(super) fn of_form(drawings: &Drawings<'_>, form: CardForm) -> Vec<Piece> {
    let cards = &drawings.game.cards;
    let mut pieces = Vec::new();
    for set in cards.sets.iter().filter(|set| set.form == form) {
        let back = drawings.card_back(set);
        pieces.extend(cards.of_set(&set.id).map(|it| Piece {
            id: format!("card-{}", it.id),
            front: drawings.card(set, it),
            back: drawings.card_other(set, it).unwrap_or_else(|| back.clone()),
            copies: usize::from(it.copies),
        }));
    }
    pieces
}
