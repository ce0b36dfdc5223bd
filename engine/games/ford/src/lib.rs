//! *The Ford*: a little game of our own that proves the contract before the real games trust it.
//!
//! A raiding column must cross seven hexes in four rounds. It has what is difficult about mail games: a hidden
//! hand, a sealed deck, a hidden mine that halts a move, sealed simultaneous bids, and an ambush in the middle of a
//! move that can be answered by cover, that can be answered by an ambush, and so on. With scouts, a right is open beside
//! the raiders' duty, and passes unless their player wants to be asked.
//!
//! Each room of the contract has a file: `rules`, `sight`, `speech`, `advice` with standing orders, `pointing`, `drawing`.
//!
//! It has a fault, too, wherever one is asked for: `slip telling` hands the question to the other side, and the program
//! panics when it tells that side what happened. So it can be tried what comes of a fault at every door.

mod advice;
mod drawing;
mod pointing;
mod rules;
mod sight;
mod speech;

use definitions::{DefinitionError, GameFiles, PrintedTables, Published, RuleIndex, UnitId};
use engine::contract::{AskId, Foundation, OptionRule, SideId};
pub use rules::EVOLVED;
use serde::{Deserialize, Serialize};

const RAIDERS: SideId = SideId(0);
const GUARDS: SideId = SideId(1);
const FORD: u8 = 3;
const GOAL: u8 = 6;
const ROUNDS: u8 = 4;
/// The only unit.
const COLUMN: UnitId = UnitId(0);
const RULES: &str = "\
1 | rule | now | Mine | The guards hide one mine in hexes 1 to 5; it halts the column that enters it.
2 | rule | now | Bids | Each round both sides bid 0 to 2 in secret; raiders who bid more move one hex further.
3 | rule | now | Movement | The column moves 1 to 3 hexes a round, plus the bid's hex, never past hex 6.
4 | rule | now | Reactions | At the ford the guards may ambush; cover cancels an ambush, an ambush cancels cover.
5 | rule | now | Cards | A reaction spends a card of its name from the hand.
6 | rule | now | Scouts | While bids are made the raiders may spend a cover card to learn whether the next hex is mined; on a 1 they see nothing.
";

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Ford;

/// Cards of the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Card {
    /// Halts the column at the ford.
    Ambush,
    /// Cancels an ambush.
    Cover,
}

/// What an ask is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Topic {
    /// Where the mine lies.
    Mine,
    /// The secret bid.
    Bid,
    /// How far to move.
    Move,
    /// Whether scouts look for a mine in the next hex.
    Scout,
    /// A reaction with this card.
    React(Card),
}

/// Where the program panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slip {
    /// Over the order itself.
    Judging,
    /// In carrying it out.
    Performing,
    /// Telling others that it happened.
    Telling,
    /// Drawing the position for others.
    Drawing,
    /// In thinking about an order of the other side.
    Thinking,
}

impl Slip {
    /// All of them, as they are written.
    pub const ALL: [(&str, Slip); 5] = [
        ("judging", Slip::Judging),
        ("performing", Slip::Performing),
        ("telling", Slip::Telling),
        ("drawing", Slip::Drawing),
        ("thinking", Slip::Thinking),
    ];
}

/// An atomic step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Begins `mine`, `bid` or `move`, or is `scout`.
    Verb(Topic),
    /// The number that goes with it.
    Number(u8),
    /// Plays the card that is asked for.
    Play,
    /// Plays nothing, or sends no scouts.
    Pass,
    /// Makes the program panic.
    Slip(Slip),
}

/// A fact.
#[expect(missing_docs, reason = "the line over each variant says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The deck was shuffled and two cards dealt to each side.
    Dealt { deck: Vec<Card>, hands: [Vec<Card>; 2] },
    /// A question was put.
    Asked { side: SideId, topic: Topic },
    /// A question of a side was answered.
    Answered { side: SideId, topic: Topic },
    /// The mine was hidden.
    Mined { hex: u8 },
    /// A bid was made.
    Bid { side: SideId, bid: u8 },
    /// Both bids were turned up.
    Disclosed { bids: [u8; 2] },
    /// Scouts looked into a hex.
    Scouted { hex: u8, face: u8, mine: bool },
    /// The column has so many hexes to go in this move.
    Ordered { hexes: u8 },
    /// The column entered a hex.
    Entered { hex: u8 },
    /// A card was played.
    Played { side: SideId, card: Card },
    /// The move ended here, because of a mine or an ambush.
    Halted { mine: bool },
    /// A die was rolled for the mine.
    Blast { face: u8 },
    /// The raiders drew a card.
    Drew { card: Card },
    /// The next round began.
    Round { round: u8 },
    /// From now on the program panics somewhere, but not for this side.
    Slipped { side: SideId, slip: Slip },
    /// The game ended.
    Over { winner: SideId },
}

/// Everything that is true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct State {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    scouts: bool,
    asks: Vec<(AskId, SideId, Topic)>,
    next_ask: u32,
    deck: Vec<Card>,
    hands: [Vec<Card>; 2],
    mine: Option<u8>,
    mine_known: bool,
    bids: [Option<u8>; 2],
    bonus: u8,
    column: u8,
    to_go: u8,
    round: u8,
    winner: Option<SideId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slipped: Option<(SideId, Slip)>,
}

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Who looks, if he plays.
    pub side: Option<SideId>,
    /// The open questions of both sides.
    pub open: Vec<(AskId, SideId, Topic)>,
    /// His cards.
    pub hand: Vec<Card>,
    /// How many cards each side holds.
    pub cards: [usize; 2],
    /// How many cards are left in the deck.
    pub deck: usize,
    /// The mine, if he may know it.
    pub mine: Option<u8>,
    /// Whether both sides know it.
    pub mine_known: bool,
    /// His bid, until both are turned up.
    pub bid: Option<u8>,
    /// Hex of the column.
    pub column: u8,
    /// Hexes that it has to go in this move.
    pub to_go: u8,
    /// Whether scouts are played with.
    pub scouts: bool,
    /// Hex more to move this round.
    pub bonus: u8,
    /// Round.
    pub round: u8,
    /// Where the program panics for him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slipped: Option<Slip>,
}

/// Definitions: nothing but the words and a map of seven hexes.
pub struct Definitions {
    published: Published,
}

impl View {
    /// What the viewer is asked, the innermost question first.
    fn asked(&self) -> impl Iterator<Item = (AskId, Topic)> + '_ {
        let own = |ask: &&(AskId, SideId, Topic)| Some(ask.1) == self.side;
        self.open.iter().rev().filter(own).map(|(id, _, topic)| (*id, *topic))
    }
}

/// A player's standing orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Policy {
    /// Whether he is asked about scouts; they stay at home otherwise.
    pub scouts: bool,
}

/// The optional rules.
static OPTIONS: [OptionRule; 1] = [OptionRule {
    name: "scouts",
    case: "6",
    title: "Scouts",
    values: &[("off", "the raiders have none"), ("on", "the raiders may look for the mine")],
}];

impl Foundation for Ford {
    const ID: &'static str = "the-ford";
    const RULES: u16 = 1;
    const STATE: u16 = 2;
    type Definitions = Definitions;
    type State = State;
    type Step = Step;
    type Event = Event;
    type View = View;
    type EventView = Event;
    type Policy = Policy;

    fn files() -> GameFiles {
        GameFiles::new([("rules.txt".to_owned(), RULES.to_owned())])
    }

    fn definitions(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        let rules = files.text("rules.txt").and_then(|text| RuleIndex::parse("rules.txt", text));
        let tables = PrintedTables::parse("tables.txt", "")?;
        let markers = Published::markers_of(drawing::MARKERS)?;
        Ok(Definitions { published: drawing::published(rules.map_err(|error| vec![error])?, tables, markers) })
    }

    fn published(definitions: &Definitions) -> &Published {
        &definitions.published
    }

    fn options() -> &'static [OptionRule] {
        &OPTIONS
    }
}
