//! Cards and chits in a module: a sheet with their piles and with those that come later, a window for each hand.

use super::pictures::Pictures;
use super::sheets;
use crate::card;
use crate::drawings::{card_back_name, card_name, card_other_name};
use crate::vassal::{CardWays, DrawPile, Level, Location, Piece, PieceKind, Placement, Sheet, SheetBoard, SheetBox};
use definitions::{Card, CardForm, CardSet, Deal, LaidPile, Pile, PileKind, Published, Scenario, SeenCard};
use std::collections::BTreeMap;

/// Pixels a unit of a card's drawing, and of a chit's.
const CARD_SCALE: f32 = 2.5;
const CHIT_SCALE: f32 = 0.75;
/// Room round a card in a box, and round boxes.
const ROUND: u32 = 24;
const MARGIN: u32 = 12;
/// Width in pixels beyond which a row of boxes breaks.
const BREAK: u32 = 1700;
/// Width in pixels that the name of a box needs at least.
const NAMED: u32 = 200;
/// Cards side by side in a box of those that come later.
const ACROSS: u32 = 6;
/// Cards of a hand of no stated size for which there is room.
const HAND: u8 = 7;

/// Name of the sheet with the piles.
fn sheet_name(game: &Published) -> &'static str {
    let cards = game.cards.sets.iter().any(|set| set.form == CardForm::Card);
    if cards { "Cards" } else { "Chits" }
}

/// Id of the piece that is a card.
pub(super) fn card_id(card: &str) -> String {
    format!("card-{card}")
}

fn scale(set: &CardSet) -> f32 {
    match set.form {
        CardForm::Card => CARD_SCALE,
        CardForm::Chit => CHIT_SCALE,
    }
}

/// Longer side of a card of a set in pixels.
fn pixels(set: &CardSet) -> u32 {
    let (width, height) = card::size(set);
    (width.max(height) * scale(set)).round() as u32
}

/// The cards and chits of a game, with their backs and ways.
pub(super) fn pieces(game: &Published, pictures: &mut Pictures) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for set in &game.cards.sets {
        let back = pictures.face(&card_back_name(set), pictures.drawings.card_back(set), scale(set)).0;
        let veil = match set.form {
            CardForm::Card => "veil-card",
            CardForm::Chit => "veil-chit",
        };
        let ways = CardWays {
            back,
            veil: pictures.add(veil, card::veil(set.form), scale(set)),
            masked: set.title.clone(),
            home: way(game, &set.home),
            discard: set.discard.as_ref().map(|pile| way(game, pile)),
            hand: hand_of(game, set).map(|pile| way(game, &pile.id)),
        };
        pieces.extend(game.cards.of_set(&set.id).map(|it| piece(game, set, it, &ways, pictures)));
    }
    pieces
}

/// Id of the piece of which only the set is known.
fn unseen_id(set: &str) -> String {
    format!("unseen-{set}")
}

/// A piece for each set of which nothing but the back is known: what a saved game has in the place of cards that nobody may
/// see who reads it.
pub(super) fn unseen(game: &Published, pictures: &mut Pictures) -> Vec<Piece> {
    let unseen = |set: &CardSet| {
        let image = pictures.face(&card_back_name(set), pictures.drawings.card_back(set), scale(set)).0;
        Piece {
            id: unseen_id(&set.id),
            name: format!("{}, unseen", set.title),
            kind: PieceKind::Marker,
            faces: vec![Level { image, name: String::new() }],
            size: pixels(set),
            marks: Vec::new(),
            tray: ("Markers".to_owned(), "Hidden".to_owned()),
        }
    };
    game.cards.sets.iter().map(unseen).collect()
}

/// The piles of a game under way.
pub(super) fn lying(game: &Published, piles: &[LaidPile]) -> Vec<Placement> {
    let known = piles.iter().filter(|laid| game.cards.pile(&laid.pile).is_some());
    let all = known.flat_map(|laid| laid.cards.iter().map(|card| (way(game, &laid.pile), card)));
    let placement = |((sheet, name), card): ((String, String), &SeenCard)| Placement {
        piece: match card {
            SeenCard::Face(id) => card_id(id),
            SeenCard::Back(set) => unseen_id(set),
        },
        location: Location::Box(sheet, name),
        face: 0,
        statuses: Vec::new(),
    };
    all.map(placement).collect()
}

/// The piles that pieces lie in.
pub(super) fn held(game: &Published, placements: &[Placement]) -> Vec<LaidPile> {
    let mut piles: Vec<LaidPile> = Vec::new();
    for laid in placements {
        let face = laid.piece.strip_prefix(&card_id("")).map(|id| SeenCard::Face(id.to_owned()));
        let back = laid.piece.strip_prefix(&unseen_id("")).map(|set| SeenCard::Back(set.to_owned()));
        let (Some(card), Location::Box(_, name)) = (face.or(back), &laid.location) else { continue };
        // what waits for a later turn lies in no pile yet
        let Some((pile, None)) = dealt(game, name) else { continue };
        match piles.iter_mut().find(|known| known.pile == pile.id) {
            Some(known) => known.cards.push(card),
            None => piles.push(LaidPile { pile: pile.id.clone(), cards: vec![card] }),
        }
    }
    piles
}

fn piece(game: &Published, set: &CardSet, it: &Card, ways: &CardWays, pictures: &mut Pictures) -> Piece {
    let id = card_id(&it.id);
    let front = pictures.face(&card_name(it), pictures.drawings.card(set, it), scale(set)).0;
    let mut faces = vec![Level { image: front, name: String::new() }];
    if let (Some(face), Some(drawn)) = (&it.other, pictures.drawings.card_other(set, it)) {
        let image = pictures.face(&card_other_name(it), drawn, scale(set)).0;
        faces.push(Level { image, name: face.title.clone() });
    }
    Piece {
        id,
        name: it.front.title.clone(),
        kind: PieceKind::Card(Box::new(ways.clone())),
        faces,
        size: pixels(set),
        marks: vec![("CardId".to_owned(), it.id.clone()), ("CardSet".to_owned(), set.title.clone())],
        tray: (sheet_name(game).to_owned(), set.title.clone()),
    }
}

/// The hand into which cards of a set are taken.
fn hand_of<'a>(game: &'a Published, set: &CardSet) -> Option<&'a Pile> {
    let hands = || game.cards.piles.iter().filter(|pile| pile.kind == PileKind::Hand);
    set.side.and_then(|side| hands().find(|hand| hand.side == Some(side)))
}

/// The box that a pile is: sheet, box.
fn way(game: &Published, pile: &str) -> (String, String) {
    let pile = game.cards.pile(pile);
    let title = pile.map(|pile| pile.title.clone()).unwrap_or_default();
    match pile.map(|pile| pile.kind) {
        Some(PileKind::Hand) => (title.clone(), title),
        _ => (sheet_name(game).to_owned(), title),
    }
}

/// The piles from which one draws or on which cards lie; rows and hands are no decks.
pub(super) fn piles(game: &Published) -> Vec<DrawPile> {
    let decks = game.cards.piles.iter().filter(|pile| !matches!(pile.kind, PileKind::Hand | PileKind::Row));
    let title = |id: &String| game.cards.pile(id).map(|pile| pile.title.clone());
    let pile = |pile: &Pile| DrawPile {
        sheet: sheet_name(game).to_owned(),
        name: pile.title.clone(),
        hidden: pile.kind.hidden(),
        drawn_open: pile.kind == PileKind::Cup,
        owner: pile.side.filter(|_| pile.kind.hidden()).map(|side| game.units.sides[usize::from(side)].name.clone()),
        into: pile.into.as_ref().and_then(title),
    };
    decks.map(pile).collect()
}

/// The sheet of the piles with a board for each scenario, the hands, and what lies in them at the start of each scenario.
pub(super) fn sheets(game: &Published, pictures: &mut Pictures) -> (Vec<Sheet>, Vec<Vec<Placement>>) {
    let mut lying: Vec<Vec<Placement>> = game.scenarios.iter().map(|_| Vec::new()).collect();
    if game.cards.piles.is_empty() {
        return (Vec::new(), lying);
    }
    let name = sheet_name(game);
    let mut table = Sheet { name: name.to_owned(), boards: Vec::new(), owner: None };
    for (scenario, lying) in game.scenarios.iter().zip(&mut lying) {
        let later = later(game, scenario);
        let mut board = sheets::roomy(board(game, scenario, &later));
        board.image = pictures.add(&format!("cards-{}", scenario.id), sheets::scene(&board), 1.0);
        table.boards.push(board);
        let begins = scenario.deals.iter().filter(|deal| deal.turn == scenario.turns.0);
        lying.extend(begins.flat_map(|deal| placed(&deal.cards, way(game, &deal.pile))));
        lying.extend(later.iter().flat_map(|(title, cards)| placed(cards, (name.to_owned(), title.clone()))));
    }
    let mut made = vec![table];
    made.extend(
        game.cards.piles.iter().filter(|pile| pile.kind == PileKind::Hand).map(|pile| hand(game, pile, pictures)),
    );
    (made, lying)
}

/// The window of a hand. VASSAL spreads its cards to the right of where the first one lies, so its box is as wide as one
/// card and drawn as wide as all of them.
fn hand(game: &Published, pile: &Pile, pictures: &mut Pictures) -> Sheet {
    let laid = |places: u32| {
        let mut flow = Flow::default();
        flow.exact(&pile.title, places, cell(game, pile), u32::MAX);
        flow.board(&pile.title)
    };
    let shown = sheets::roomy(laid(u32::from(pile.holds.unwrap_or(HAND))));
    let image = pictures.add(&format!("hand-{}", pile.id), sheets::scene(&shown), 1.0);
    let board = SheetBoard { image, size: shown.size, ..laid(1) };
    let owner = pile.side.map(|side| game.units.sides[usize::from(side)].name.clone());
    Sheet { name: pile.title.clone(), boards: vec![board], owner }
}

fn placed(cards: &[(String, u8)], (sheet, name): (String, String)) -> Vec<Placement> {
    let copies = cards.iter().flat_map(|(id, count)| std::iter::repeat_n(id, usize::from(*count)));
    let placement = |id: &String| Placement {
        piece: card_id(id),
        location: Location::Box(sheet.clone(), name.clone()),
        face: 0,
        statuses: Vec::new(),
    };
    copies.map(placement).collect()
}

/// What comes later, by the box in which it waits. A card that is dealt again and again waits nowhere after the first
/// time: it is in play.
fn later(game: &Published, scenario: &Scenario) -> Vec<(String, Vec<(String, u8)>)> {
    let mut known: BTreeMap<&str, u8> = BTreeMap::new();
    let mut boxes: Vec<(String, Vec<(String, u8)>)> = Vec::new();
    for turn in scenario.turns.0..=scenario.turns.1 {
        let mut given: BTreeMap<&str, u8> = BTreeMap::new();
        for deal in scenario.deals.iter().filter(|deal| deal.turn == turn) {
            for (id, count) in &deal.cards {
                let given = given.entry(id).or_default();
                *given += count;
                let before = known.get(id.as_str()).copied().unwrap_or(0);
                let fresh = given.saturating_sub(before).min(*count);
                if fresh == 0 {
                    continue;
                }
                if turn > scenario.turns.0 {
                    let title = later_box(game, deal);
                    match boxes.iter_mut().find(|(known, _)| *known == title) {
                        Some((_, cards)) => cards.push((id.clone(), fresh)),
                        None => boxes.push((title, vec![(id.clone(), fresh)])),
                    }
                }
            }
        }
        for (id, count) in given {
            let most = known.entry(id).or_default();
            *most = (*most).max(count);
        }
    }
    boxes
}

/// The name of the box in which cards wait that are dealt later.
fn later_box(game: &Published, deal: &Deal) -> String {
    let pile = game.cards.pile(&deal.pile).map(|pile| pile.title.as_str()).unwrap_or_default();
    let note = if deal.note.is_empty() { String::new() } else { format!(" ({})", deal.note) };
    format!("Turn {}: {pile}{note}", deal.turn)
}

/// The pile and turn of a box in which cards wait.
pub(super) fn dealt<'a>(game: &'a Published, name: &str) -> Option<(&'a Pile, Option<u8>)> {
    let titled = |title: &str| game.cards.piles.iter().find(|pile| pile.title == title);
    match name.strip_prefix("Turn ").and_then(|rest| rest.split_once(": ")) {
        Some((turn, title)) => {
            let title = title.split(" (").next().unwrap_or_default();
            Some((titled(title)?, Some(turn.parse().ok()?)))
        }
        None => Some((titled(name)?, None)),
    }
}

/// The board of a scenario: the piles first, in the same places on all boards, then what comes later.
fn board(game: &Published, scenario: &Scenario, later: &[(String, Vec<(String, u8)>)]) -> SheetBoard {
    let mut flow = Flow::default();
    let mut side = None;
    for pile in game.cards.piles.iter().filter(|pile| pile.kind != PileKind::Hand) {
        // each side's piles begin a row of their own
        if pile.side.is_some() && side != pile.side {
            flow.line();
            side = pile.side;
        }
        let places = if pile.kind == PileKind::Row { pile.holds.map_or(1, u32::from) } else { 1 };
        flow.put(&pile.title, places, cell(game, pile), BREAK);
    }
    flow.line();
    for (title, cards) in later {
        let count: u32 = cards.iter().map(|(_, count)| u32::from(*count)).sum();
        let sets = cards.iter().filter_map(|(id, _)| game.cards.card(id)).filter_map(|it| game.cards.set(&it.set));
        let cell = sets.map(pixels).max().unwrap_or(0) + ROUND;
        flow.put(title, count.min(ACROSS), cell, BREAK);
        if let Some(laid) = flow.boxes.last_mut() {
            laid.places.1 = count.div_ceil(laid.places.0).max(1);
        }
        flow.grow();
    }
    flow.board(&scenario.title)
}

/// Room for one card in a pile: for the largest that may lie there.
fn cell(game: &Published, pile: &Pile) -> u32 {
    let feeds = |id: &str| {
        let into = game.cards.piles.iter().filter(|it| it.into.as_deref() == Some(id)).map(|it| it.id.clone());
        into.collect::<Vec<String>>()
    };
    let mut ways = feeds(&pile.id);
    ways.push(pile.id.clone());
    let goes = |set: &&CardSet| {
        let named = ways.iter().any(|id| set.home == *id || set.discard.as_ref() == Some(id));
        let deals = game.scenarios.iter().flat_map(|scenario| &scenario.deals).filter(|deal| deal.pile == pile.id);
        let mut dealt = deals.flat_map(|deal| &deal.cards).filter_map(|(id, _)| game.cards.card(id));
        let held = hand_of(game, set).is_some_and(|hand| hand.id == pile.id);
        named || held || dealt.any(|card| card.set == set.id)
    };
    let all = || game.cards.sets.iter();
    let largest = all().filter(goes).map(pixels).max();
    largest.or(all().map(pixels).min()).unwrap_or(0) + ROUND
}

/// Lays boxes side by side and below each other.
#[derive(Default)]
struct Flow {
    boxes: Vec<SheetBox>,
    left: u32,
    top: u32,
    bottom: u32,
    width: u32,
}

impl Flow {
    /// A box of so many places beside the last one, or below if the row would become wider than `limit`.
    /// It has room for its name too.
    fn put(&mut self, name: &str, places: u32, cell: u32, limit: u32) {
        self.exact(name, places.max(NAMED.div_ceil(cell.max(1))), cell, limit);
    }

    /// The same with so many places and no more.
    fn exact(&mut self, name: &str, places: u32, cell: u32, limit: u32) {
        let mut laid = SheetBox { name: name.to_owned(), corner: (0, 0), places: (places, 1), cell };
        if self.left > 0 && self.left + laid.size().0 > limit {
            self.line();
        }
        laid.corner = (self.left + MARGIN, self.top + MARGIN);
        self.left += laid.size().0 + MARGIN;
        self.width = self.width.max(self.left);
        self.boxes.push(laid);
        self.grow();
    }

    /// Takes note of the height of the last box.
    fn grow(&mut self) {
        if let Some(laid) = self.boxes.last() {
            self.bottom = self.bottom.max(laid.corner.1 + laid.size().1);
        }
    }

    /// Begins a row.
    fn line(&mut self) {
        (self.left, self.top) = (0, self.bottom);
    }

    /// The board with the boxes, its picture still to be drawn.
    fn board(self, name: &str) -> SheetBoard {
        let size = (self.width + MARGIN, self.bottom + MARGIN);
        SheetBoard { name: name.to_owned(), image: String::new(), size, boxes: self.boxes }
    }
}
