//! What a drawing of the Ford needs.

use super::{COLUMN, Card, Definitions, Event, FORD, Ford, GOAL, GUARDS, RAIDERS, ROUNDS, Slip, View};
use definitions::hex::{Grid, HexId, Layout, Numbering};
use definitions::{
    CardFace, CardForm, CardSet, Cards, Counter, DiceRoll, Echelon, Feature, HexDefinition, LaidMarker, LaidPile, Map,
    MarkerKind, Pile, PileKind, Place, Position, PrintedTables, Provenance, Published, RuleIndex, Rulings, Scenario,
    SeenCard, Settlement, Side, Symbol, Terrain, Track, TrackValue, Unit, Units,
};
use engine::contract::{Drawing, Foundation, Seen, SideId};

impl Drawing for Ford {
    fn position(Seen { view, .. }: Seen<'_, Ford>) -> Position {
        assert_ne!(view.slipped, Some(Slip::Drawing), "slipped in drawing");
        let hex = |number: u8| HexId(u16::from(number));
        let place = Place::Hex(hex(view.column));
        let mine = view.mine.map(|at| LaidMarker { kind: "mine".to_owned(), place: Place::Hex(hex(at)) });
        // the guards watch the ford until the column has crossed it
        let watched = Place::Hexside(hex(FORD - 1), hex(FORD));
        let post = (view.column < FORD).then(|| LaidMarker { kind: "post".to_owned(), place: watched });
        Position {
            caption: format!("Round {}", view.round),
            counters: vec![Counter { unit: Some(COLUMN), side: 0, place, steps_lost: 0, statuses: Vec::new() }],
            markers: mine.into_iter().chain(post).collect(),
            piles: piles(view),
            tracks: vec![TrackValue { track: "round".to_owned(), value: i16::from(view.round) }],
            ..Position::default()
        }
    }

    fn illustrate(_: &Definitions, _: &Event, _: &mut Position) {}
}

/// The deck, and the hands: one's own by its faces, the other by its backs.
fn piles(view: &View) -> Vec<LaidPile> {
    let backs = |count: usize| vec![SeenCard::Back(CARDS.to_owned()); count];
    let hand = |side: SideId| match view.side == Some(side) {
        true => view.hand.iter().map(|card| SeenCard::Face(card.id().to_owned())).collect(),
        false => backs(view.cards[side.index()]),
    };
    let pile = |id: &str, cards| LaidPile { pile: id.to_owned(), cards };
    let [raiders, guards] = SideId::BOTH.map(hand);
    vec![pile("raiders-hand", raiders), pile("guards-hand", guards), pile("deck", backs(view.deck))]
}

/// Markers of the game: what lies in a hex, and what lies on a hexside.
pub(crate) const MARKERS: &str = "
game the-ford \"The Ford\"
marker mine \"Mine\" sign=M colour=7a1f14 on=hex shape=disc
marker post \"Guards' post\" sign=P colour=2f4f7a on=hexside shape=diamond
";

/// Id of the set of cards.
const CARDS: &str = "reactions";

impl Card {
    /// Its id in the definitions.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Card::Ambush => "ambush",
            Card::Cover => "cover",
        }
    }
}

fn ours() -> Provenance {
    Provenance::Rulebook("ours".to_owned())
}

/// Eight cards, the deck from which they are dealt, and both hands.
fn cards() -> Cards {
    let pile = |id: &str, title: &str, kind, side| Pile {
        id: id.to_owned(),
        title: title.to_owned(),
        kind,
        side,
        holds: None,
        into: None,
        provenance: ours(),
    };
    let card = |card: Card, title: &str, says: &str| definitions::Card {
        id: card.id().to_owned(),
        set: CARDS.to_owned(),
        copies: 4,
        number: None,
        head: String::new(),
        corner: String::new(),
        corner_word: None,
        forces: Vec::new(),
        wording: None,
        colour: None,
        front: CardFace { title: title.to_owned(), says: vec![says.to_owned()], title_word: None, words: Vec::new() },
        other: None,
        provenance: ours(),
        functions: None,
    };
    Cards {
        wordings: Vec::new(),
        piles: vec![
            pile("raiders-hand", "Raiders' hand", PileKind::Hand, Some(RAIDERS.0)),
            pile("guards-hand", "Guards' hand", PileKind::Hand, Some(GUARDS.0)),
            pile("deck", "Deck", PileKind::Deck, None),
        ],
        sets: vec![CardSet {
            id: CARDS.to_owned(),
            title: "Reaction".to_owned(),
            form: CardForm::Card,
            side: None,
            colour: 0x4a5f7a,
            count: 8,
            home: "deck".to_owned(),
            discard: None,
            reads: Default::default(),
            provenance: ours(),
        }],
        cards: vec![
            card(Card::Ambush, "Ambush", "Halts the column at the ford; cancels cover."),
            card(Card::Cover, "Cover", "Cancels an ambush."),
        ],
    }
}

/// The map, the one counter, markers and cards.
pub(crate) fn published(rules: RuleIndex, tables: PrintedTables, markers: Vec<MarkerKind>) -> Published {
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, GOAL as u16 + 1, 1, 1);
    let hex = |_| HexDefinition {
        terrain: Terrain::Clear,
        settlement: None::<Settlement>,
        name: None,
        features: Vec::<Feature>::new(),
        provenance: ours(),
    };
    let hexes = grid.hexes().map(hex).collect();
    let side = |id: &str, name: &str, colour| Side { id: id.to_owned(), name: name.to_owned(), colour };
    let column = Unit {
        id: "column".to_owned(),
        name: "Column".to_owned(),
        side: 0,
        nation: "raiders".to_owned(),
        formation: None,
        division: String::new(),
        traits: Vec::new(),
        last: None,
        symbol: Symbol::Infantry,
        echelon: Echelon::Company,
        steps: 1,
        values: Default::default(),
        provenance: ours(),
    };
    Published {
        enforced: true,
        id: Ford::ID.to_owned(),
        title: "The Ford".to_owned(),
        credits: Vec::new(),
        stacking: None,
        markers,
        about: definitions::About {
            what: vec!["A raiding column wants to cross seven hexes in four rounds; the guards have a mine and a hand of ambushes.".to_owned()],
            won: "The raiders win if they get across.".to_owned(),
            ..definitions::About::default()
        },
        tracks: vec![Track { id: "round".to_owned(), title: "Round".to_owned(), boxes: (0, i16::from(ROUNDS)) }],
        beside: definitions::Beside::default(),
        dice: vec![DiceRoll { count: 1, sides: 6 }],
        map: Map {
            title: "The Ford".to_owned(),
            grid,
            hexes,
            hexsides: Vec::new(),
            roads: Vec::new(),
            grounds: Vec::new(),
        },
        units: Units {
            armies: Vec::new(),
            sides: vec![side("raiders", "Raiders", 0x7a9a5b), side("guards", "Guards", 0xb0a080)],
            formations: Vec::new(),
            divisions: Vec::new(),
            units: vec![column],
            nations: Vec::new(),
            bands: Vec::new(),
            faces: Vec::new(),
            numbers: Vec::new(),
        },
        cards: cards(),
        scenarios: vec![Scenario {
            id: "crossing".to_owned(),
            title: "The Crossing".to_owned(),
            case: String::new(),
            turns: (1, ROUNDS),
            dates: Vec::new(),
            placements: Vec::new(),
            boxed: Vec::new(),
            markers: Vec::new(),
            arrivals: Vec::new(),
            departures: Vec::new(),
            grants: Vec::new(),
            deals: Vec::new(),
            objectives: None,
            playing: Vec::new(),
        }],
        rules,
        rulings: Rulings::default(),
        tables,
        aid: definitions::PlayerAid::default(),
        words: Default::default(),
    }
}
