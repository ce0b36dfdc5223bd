use super::{FormationId, Phrase, Provenance, UnitId};

/// Cards and chits that are drawn at random or held unseen, and the piles in which they lie. Empty in a game without.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cards {
    /// Where they lie.
    pub piles: Vec<Pile>,
    /// What has the same back.
    pub sets: Vec<CardSet>,
    /// Lines that several cards share, by id.
    pub wordings: Vec<(String, Vec<String>)>,
    /// What stands on them.
    pub cards: Vec<Card>,
}

/// A place in which cards or chits lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile {
    /// Stable id: `german-draw`.
    pub id: String,
    /// What it is called: `German draw pile`.
    pub title: String,
    /// How one takes from it and who sees it.
    pub kind: PileKind,
    /// Index of the side whose it is; none if both draw from it or lay into it.
    pub side: Option<u8>,
    /// How many lie there at most: the size of a hand, the places of a row.
    pub holds: Option<u8>,
    /// Id of the pile into which all that lies here goes back at once.
    pub into: Option<String>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// How one takes from a pile and who sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileKind {
    /// Face down, shuffled; whoever draws looks at the card alone.
    Deck,
    /// Unseen, mixed; what is drawn is shown to all.
    Cup,
    /// Seen by its side alone.
    Hand,
    /// Face up, the last one on top.
    Discard,
    /// Face up, side by side in the order in which they were laid.
    Row,
}

impl PileKind {
    /// Whether nobody sees what lies in such a pile.
    pub fn hidden(self) -> bool {
        matches!(self, PileKind::Deck | PileKind::Cup)
    }
}

/// Cards or chits with the same back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSet {
    /// Stable id: `german-primary`.
    pub id: String,
    /// What one of them is: `German primary card`.
    pub title: String,
    /// Paper or cardboard.
    pub form: CardForm,
    /// Index of the side whose they are; none if both use them.
    pub side: Option<u8>,
    /// Colour of the back and of the band on the front, as 0xRRGGBB.
    pub colour: u32,
    /// How many there are, all copies counted.
    pub count: u16,
    /// Id of the pile from which they are drawn.
    pub home: String,
    /// Id of the pile into which they are laid when used; none if they go home at once.
    pub discard: Option<String>,
    /// Kinds of words that stand on its cards.
    pub reads: CardWords,
    /// Where the count comes from.
    pub provenance: Provenance,
}

/// Of what kinds of `words.txt` the texts on cards are, as far as rules read them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardWords {
    /// The titles: `result`.
    pub titles: Option<String>,
    /// The lines: `function`.
    pub lines: Option<String>,
    /// The signs in the corner: `day`.
    pub corners: Option<String>,
}

/// What a card speaks of when it says "the corps" or "its units".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Force {
    /// An army, by its id.
    Army(String),
    /// A formation.
    Formation(FormationId),
    /// A division, by its id.
    Division(String),
    /// A unit alone.
    Unit(UnitId),
}

/// What a card is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardForm {
    /// A playing card.
    Card,
    /// A counter.
    Chit,
}

/// A card or chit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Stable id: `xlvii-corps`.
    pub id: String,
    /// Id of its set.
    pub set: String,
    /// How many of it there are.
    pub copies: u8,
    /// Its printed number, if it is known.
    pub number: Option<u16>,
    /// A line above the title: the formation above its own; empty if none.
    pub head: String,
    /// A sign in the corner: the day on which it comes; empty if none.
    pub corner: String,
    /// The corner as a phrase, if the set says of what kind it is.
    pub corner_word: Option<Phrase>,
    /// Whom it speaks of.
    pub forces: Vec<Force>,
    /// The wording whose lines stand above its own, if it has one.
    pub wording: Option<String>,
    /// Its own colour in place of its set's, as 0xRRGGBB.
    pub colour: Option<u32>,
    /// What stands on it.
    pub front: CardFace,
    /// What stands on its other side, if it may be used from either; otherwise it has its set's back.
    pub other: Option<CardFace>,
    /// Where it comes from: whom it is of, when it comes.
    pub provenance: Provenance,
    /// Where its own lines come from, if not from there.
    pub functions: Option<Provenance>,
}

/// A side of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardFace {
    /// Title: `XLVII Panzer Corps`.
    pub title: String,
    /// What it lets one do, in a few short lines of our own.
    pub says: Vec<String>,
    /// The title as a phrase, if the set says of what kind it is.
    pub title_word: Option<Phrase>,
    /// The lines as phrases, if the set says of what kind they are.
    pub words: Vec<Phrase>,
}

impl Card {
    /// Whether anything on it is ours and not the rulebook's: a card of a house deck.
    pub fn is_house(&self) -> bool {
        let origins = std::iter::once(&self.provenance).chain(&self.functions);
        origins.into_iter().any(|origin| matches!(origin, Provenance::Reconstructed(_)))
    }
}

impl Cards {
    /// The pile with an id.
    pub fn pile(&self, id: &str) -> Option<&Pile> {
        self.piles.iter().find(|pile| pile.id == id)
    }

    /// The set with an id.
    pub fn set(&self, id: &str) -> Option<&CardSet> {
        self.sets.iter().find(|set| set.id == id)
    }

    /// The card with an id.
    pub fn card(&self, id: &str) -> Option<&Card> {
        self.cards.iter().find(|card| card.id == id)
    }

    /// The lines of a wording.
    pub fn wording(&self, id: &str) -> Option<&[String]> {
        self.wordings.iter().find(|(known, _)| known == id).map(|(_, lines)| lines.as_slice())
    }

    /// The cards of a set in order.
    pub fn of_set<'a>(&'a self, set: &'a str) -> impl Iterator<Item = &'a Card> {
        self.cards.iter().filter(move |card| card.set == set)
    }
}
