//! The play mat of a game with cards or chits: a place for every pile that lies open on the table. Hands are held, so they
//! have none.

use super::Settings;
use super::flow::{Block, Frame, GAP, wrap};
use crate::booklet::Booklet;
use artwork::card;
use artwork::scene::{Colour, Face, Outline, Shape, Stroke, Text, point};
use definitions::{CardForm, Cards, Pile, PileKind, Published};

const RULE: Colour = Colour::rgb(0x77726a);
/// Room round a card in its place, and above it for the title and what is done there.
const ROOM: f32 = 3.0;
const HEAD: f32 = 13.5;
/// Side of the place of a cup.
const CUP: f32 = 62.0;
/// How much of a card in a row is seen beside the next.
const SEEN: f32 = 0.36;
/// Most cards that lie in a row: longer ones are of chits.
const ROW_OF_CARDS: u8 = 7;

/// The places of a game's piles.
pub(super) fn mat(game: &Published, settings: &Settings) -> Booklet {
    let mut booklet = Booklet::new(format!("{}: play mat", game.title), game.credits.join(" "));
    let how = "Lay it beside the map.";
    let frame = Frame { title: &game.title, what: "Places of cards and chits", size: settings.paper.upright(), how };
    let mut piles: Vec<&Pile> = game.cards.piles.iter().filter(|pile| pile.kind != PileKind::Hand).collect();
    // Places of one height side by side, long rows last.
    piles.sort_by_key(|pile| (form(&game.cards, pile) == CardForm::Chit, pile.kind == PileKind::Row));
    let blocks = piles.into_iter().map(|pile| place(game, pile, settings, frame.width())).collect();
    booklet.pages = frame.shelves(blocks);
    booklet
}

/// The place of a pile: as large as what lies there.
fn place(game: &Published, pile: &Pile, settings: &Settings, most: f32) -> Block {
    let form = form(&game.cards, pile);
    let (wide, high) = match form {
        CardForm::Card => card::CARD,
        CardForm::Chit => (settings.counter, settings.counter),
    };
    let count = f32::from(pile.holds.unwrap_or(1).max(1));
    let (inner, tall) = match (pile.kind, form) {
        (PileKind::Cup, _) => (CUP, CUP),
        (PileKind::Row, CardForm::Card) => (wide * (1.0 + SEEN * (count - 1.0)), high),
        (PileKind::Row, CardForm::Chit) => {
            let in_a_row = count.min(((most - 2.0 * ROOM) / (wide + 1.0)).floor());
            (in_a_row * (wide + 1.0), (count / in_a_row).ceil() * (high + 1.0))
        }
        (_, CardForm::Card) => (wide, high),
        (_, CardForm::Chit) => (wide.max(CUP), high + 2.0 * ROOM),
    };
    // half as wide as the page or as wide, so that the edges meet
    let half = (most - GAP) / 2.0;
    let width = if inner + 2.0 * ROOM <= half { half } else { most };
    let inner = inner.min(width - 2.0 * ROOM);
    let height = tall + HEAD + ROOM;
    let mut block = Block::new(width, height);
    let colour = pile.side.and_then(|side| game.units.sides.get(usize::from(side))).map(|side| side.colour);
    let colour = colour.map_or(RULE, Colour::rgb);
    let frame = Outline::rounded(0.2, 0.2, width - 0.4, height - 0.4, 2.0);
    block.draw(Shape::new(frame).stroke(Stroke::new(colour.towards(Colour::INK, 0.3), 0.5)));
    block.draw(Text::new(&pile.title, point(ROOM, 5.2), Face::Bold, 4.4, Colour::INK).at_most(width - 2.0 * ROOM));
    for (n, line) in wrap(&told(game, pile), Face::Medium, 2.7, width - 2.0 * ROOM).into_iter().take(2).enumerate() {
        block.draw(Text::new(line, point(ROOM, 9.0 + n as f32 * 3.1), Face::Medium, 2.7, Colour::INK));
    }
    let lying = Outline::rounded((width - inner) / 2.0, HEAD, inner, tall, 2.0);
    block.draw(Shape::new(lying).stroke(Stroke::new(RULE, 0.2).dashed(&[1.6, 1.2])));
    block
}

/// What is done with a pile.
fn told(game: &Published, pile: &Pile) -> String {
    let kind = match pile.kind {
        PileKind::Deck => "Face down, shuffled.",
        PileKind::Cup => "Mixed unseen, in a cup; what is drawn is shown to all.",
        PileKind::Hand => "Held.",
        PileKind::Discard => "Face up.",
        PileKind::Row => "Face up, in the order in which they are laid.",
    };
    let into = pile.into.as_deref().and_then(|id| game.cards.pile(id));
    let into = into.map(|into| format!(" Goes back into: {}.", into.title)).unwrap_or_default();
    format!("{kind}{into}")
}

/// Whether cards or chits lie in a pile: what is drawn from it or laid into it, or else what has room.
fn form(cards: &Cards, pile: &Pile) -> CardForm {
    let uses = |id: &str| cards.sets.iter().find(|set| set.home == id || set.discard.as_deref() == Some(id));
    let into = || pile.into.as_deref().and_then(uses);
    let known = uses(&pile.id).or_else(into).map(|set| set.form);
    let any_cards = cards.sets.iter().any(|set| set.form == CardForm::Card);
    let fits = any_cards && pile.holds.is_none_or(|holds| holds <= ROW_OF_CARDS);
    known.unwrap_or(if fits { CardForm::Card } else { CardForm::Chit })
}
