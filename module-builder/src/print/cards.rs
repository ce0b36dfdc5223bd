//! Which cards are printed: all of a game, each as often as there are copies of it (chits are among the counters); and
//! what is dealt when.

use super::flow::Block;
use super::pieces::Piece;
use artwork::card;
use artwork::drawings::Drawings;
use definitions::{CardForm, Published, Scenario};

/// The cards or the chits of a game. Behind a card that has no other side is its set's back.
pub(super) fn of_form(drawings: &Drawings<'_>, form: CardForm) -> Vec<Piece> {
    let cards = &drawings.game.cards;
    let mut pieces = Vec::new();
    for set in cards.sets.iter().filter(|set| set.form == form) {
        let back = drawings.card_back(set);
        pieces.extend(cards.of_set(&set.id).map(|it| Piece {
            id: format!("card-{}", it.id),
            title: set.title.clone(),
            front: drawings.card(set, it),
            back: drawings.card_other(set, it).unwrap_or_else(|| back.clone()),
            copies: usize::from(it.copies),
        }));
    }
    pieces
}

/// What is put into which pile on a turn of a scenario, as blocks of a set-up sheet.
pub(super) fn deals(game: &Published, scenario: &Scenario, turn: u8, width: f32) -> Vec<Block> {
    let told = scenario.deals.iter().filter(|deal| deal.turn == turn).map(|deal| {
        let pile = game.cards.pile(&deal.pile).map_or("", |pile| pile.title.as_str());
        let note = if deal.note.is_empty() { String::new() } else { format!(" ({})", deal.note) };
        Block::paragraph(&format!("{pile}: {}{note}.", card::listed(game, deal)), width)
    });
    let mut blocks: Vec<Block> = told.collect();
    if !blocks.is_empty() {
        blocks.insert(0, Block::heading(&format!("Cards and chits, turn {turn}"), 4.2, width));
    }
    blocks
}
