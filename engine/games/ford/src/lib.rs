//! *The Ford*: a little game of our own that proves the contract before the real games trust it.
//!
//! A raiding column must cross seven hexes in four rounds. It has what is difficult about mail games: a hidden
//! hand, a sealed deck, a hidden mine that halts a move, sealed simultaneous bids, and an ambush in the middle of a
//! move that can be answered by cover, that can be answered by an ambush, and so on.
//!
//! It has a fault, too, wherever one is asked for: `slip telling` hands the question to the other side, and the program
//! panics when it tells that side what happened. So it can be tried what comes of a fault at every door.

use definitions::hex::{Grid, HexId, Layout, Numbering};
use definitions::{
    Counter, DefinitionError, DiceRoll, Echelon, Feature, GameFiles, HexDefinition, Map, Place, Position,
    PrintedTables, Provenance, Published, RuleIndex, Rulings, Scenario, Settlement, Side, Symbol, Terrain, Unit,
    UnitId, Units,
};
use engine::contract::{
    Ask, AskId, Cost, Facts, Game, Misread, OptionRule, Outcome, Progress, Question, Refusal, Setup, SideId, Thing,
    Turn, Viewer, legal,
};
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
    /// Begins `mine`, `bid` or `move`.
    Verb(Topic),
    /// The number that goes with it.
    Number(u8),
    /// Plays the card that is asked for.
    Play,
    /// Plays nothing.
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
    /// The question of a side was answered.
    Answered { side: SideId },
    /// The mine was hidden.
    Mined { hex: u8 },
    /// A bid was made.
    Bid { side: SideId, bid: u8 },
    /// Both bids were turned up.
    Disclosed { bids: [u8; 2] },
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
    /// Whose view it is; none for an observer.
    pub side: Option<SideId>,
    /// All open questions: who is asked what is no secret.
    pub asks: Vec<(AskId, SideId, Topic)>,
    /// His open question.
    pub topic: Option<Topic>,
    /// His cards.
    pub hand: Vec<Card>,
    /// How many cards each side holds.
    pub cards: [usize; 2],
    /// The mine, if he may know it.
    pub mine: Option<u8>,
    /// Whether both sides know the mine.
    pub mine_known: bool,
    /// His bid, until both are turned up.
    pub bid: Option<u8>,
    /// Hex of the column.
    pub column: u8,
    /// Hexes that it has still to go in this move.
    pub to_go: u8,
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

impl State {
    fn topic(&self, side: SideId) -> Option<Topic> {
        self.asks.iter().rev().find(|(_, asked, _)| *asked == side).map(|(_, _, topic)| *topic)
    }
}

/// Moves the column on until something stops it.
fn advance(turn: &mut Turn<'_, Ford>) {
    while turn.to_go > 0 && turn.column < GOAL {
        let hex = turn.column + 1;
        turn.emit(Event::Entered { hex });
        if turn.mine == Some(hex) && !turn.mine_known {
            turn.emit(Event::Halted { mine: true });
            let face = turn.die("mine", 6);
            turn.emit(Event::Blast { face });
            if face == 1 {
                return turn.emit(Event::Over { winner: GUARDS });
            }
        } else if hex == FORD {
            return turn.emit(Event::Asked { side: GUARDS, topic: Topic::React(Card::Ambush) });
        }
    }
    end_round(turn);
}

fn end_round(turn: &mut Turn<'_, Ford>) {
    if turn.column == GOAL {
        return turn.emit(Event::Over { winner: RAIDERS });
    }
    if turn.round == ROUNDS {
        return turn.emit(Event::Over { winner: GUARDS });
    }
    if let Some(card) = turn.deck.last().copied() {
        turn.emit(Event::Drew { card });
    }
    let round = turn.round + 1;
    turn.emit(Event::Round { round });
    ask_bids(turn);
}

fn ask_bids(turn: &mut Turn<'_, Ford>) {
    for side in SideId::BOTH {
        turn.emit(Event::Asked { side, topic: Topic::Bid });
    }
}

impl Game for Ford {
    const ID: &'static str = "the-ford";
    const RULES: u16 = 1;
    const STATE: u16 = 2;
    type Definitions = Definitions;
    type State = State;
    type Step = Step;
    type Event = Event;
    type View = View;
    type EventView = Event;
    type Policy = ();

    fn files() -> GameFiles {
        GameFiles::new([("rules.txt".to_owned(), RULES.to_owned())])
    }

    fn definitions(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        let rules = files.text("rules.txt").and_then(|text| RuleIndex::parse("rules.txt", text));
        let tables = PrintedTables::parse("tables.txt", "")?;
        Ok(Definitions { published: published(rules.map_err(|error| vec![error])?, tables) })
    }

    fn published(definitions: &Definitions) -> &Published {
        &definitions.published
    }

    fn sides(_: &Definitions) -> [String; 2] {
        ["Raiders".to_owned(), "Guards".to_owned()]
    }

    fn options() -> &'static [OptionRule] {
        &[]
    }

    fn initial(_: &Definitions, setup: &Setup) -> Result<State, String> {
        OptionRule::known(Ford::options(), setup)?;
        Ok(State::default())
    }

    fn begin(turn: &mut Turn<'_, Ford>) {
        let mut deck = [[Card::Ambush; 4], [Card::Cover; 4]].concat();
        for last in (1..deck.len()).rev() {
            let other = turn.sealed("shuffle", last as u32 + 1) as usize;
            deck.swap(last, other);
        }
        let hands = [deck.split_off(6), deck.split_off(4)];
        turn.emit(Event::Dealt { deck, hands });
        turn.emit(Event::Asked { side: GUARDS, topic: Topic::Mine });
    }

    fn asks(state: &State) -> Vec<Ask> {
        let simultaneous = matches!(state.asks.last(), Some((_, _, Topic::Bid)));
        let open = state.asks.iter().rev().take(if simultaneous { 2 } else { 1 });
        open.map(|(id, side, _)| Ask { id: *id, side: *side }).collect()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let reason = |side| if side == RAIDERS { "the column has crossed" } else { "the column was held" };
        state.winner.map(|side| Outcome { winner: Some(side), reason: reason(side).to_owned() })
    }

    fn game_turn(state: &State) -> u8 {
        state.round
    }

    fn candidates(_: &Definitions, view: &View, partial: &[Step], offer: &mut dyn FnMut(Step)) {
        match (view.topic, partial) {
            (Some(Topic::React(_)), []) => [Step::Play, Step::Pass].into_iter().for_each(offer),
            (Some(topic), []) => offer(Step::Verb(topic)),
            (Some(_), [Step::Verb(_)]) => (0..=GOAL).map(Step::Number).for_each(offer),
            _ => {}
        }
    }

    fn check(_: &Definitions, view: &View, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
        let within = |case, number: u8, from: u8, to: u8| match (from..=to).contains(&number) {
            true => Ok(Progress::Complete),
            false => Err(Refusal::new(case, format!("{number} is not within {from} and {to}"))),
        };
        match (view.topic, partial, step) {
            (_, [], Step::Slip(Slip::Judging)) => panic!("slipped in judging"),
            (Some(_), [], Step::Slip(_)) => Ok(Progress::Complete),
            (Some(topic @ (Topic::Mine | Topic::Bid | Topic::Move)), [], Step::Verb(verb)) if topic == *verb => {
                Ok(Progress::Open)
            }
            (Some(Topic::Mine), [Step::Verb(_)], Step::Number(hex)) => within("1", *hex, 1, GOAL - 1),
            (Some(Topic::Bid), [Step::Verb(_)], Step::Number(bid)) => within("2", *bid, 0, 2),
            (Some(Topic::Move), [Step::Verb(_)], Step::Number(hexes)) => {
                within("3", *hexes, 1, (3 + view.bonus).min(GOAL - view.column))
            }
            (Some(Topic::React(card)), [], Step::Play) if view.hand.contains(&card) => Ok(Progress::Complete),
            (Some(Topic::React(card)), [], Step::Play) => {
                Err(Refusal::new("5", format!("you hold no {card:?}")).remedy("Write `pass`."))
            }
            (Some(Topic::React(_)), [], Step::Pass) => Ok(Progress::Complete),
            _ => Err(Refusal::new("4", "that is not what is asked")),
        }
    }

    fn perform(turn: &mut Turn<'_, Ford>, side: SideId, order: &[Step]) {
        let Some(topic) = turn.topic(side) else { return };
        if let [Step::Slip(slip)] = order {
            assert_ne!(*slip, Slip::Performing, "slipped in performing");
            turn.emit(Event::Slipped { side, slip: *slip });
            return turn.emit(Event::Asked { side: side.enemy(), topic });
        }
        turn.emit(Event::Answered { side });
        match (topic, order) {
            (Topic::Mine, [_, Step::Number(hex)]) => {
                turn.emit(Event::Mined { hex: *hex });
                turn.emit(Event::Round { round: 1 });
                ask_bids(turn);
            }
            (Topic::Bid, [_, Step::Number(bid)]) => {
                turn.emit(Event::Bid { side, bid: *bid });
                if let [Some(raiders), Some(guards)] = turn.bids {
                    turn.emit(Event::Disclosed { bids: [raiders, guards] });
                    turn.emit(Event::Asked { side: RAIDERS, topic: Topic::Move });
                }
            }
            (Topic::Move, [_, Step::Number(hexes)]) => {
                turn.emit(Event::Ordered { hexes: *hexes });
                advance(turn);
            }
            (Topic::React(card), [Step::Play]) => {
                turn.emit(Event::Played { side, card });
                let answer = if card == Card::Ambush { Card::Cover } else { Card::Ambush };
                turn.emit(Event::Asked { side: side.enemy(), topic: Topic::React(answer) });
            }
            // an ambush that nobody covers halts the column; everything else lets it go on
            (Topic::React(Card::Cover), _) => {
                turn.emit(Event::Halted { mine: false });
                end_round(turn);
            }
            _ => advance(turn),
        }
    }

    fn evolve(state: &mut State, event: &Event) {
        match event {
            Event::Dealt { deck, hands } => (state.deck, state.hands) = (deck.clone(), hands.clone()),
            Event::Asked { side, topic } => {
                state.asks.push((AskId(state.next_ask), *side, *topic));
                state.next_ask += 1;
            }
            Event::Answered { side } => {
                if let Some(place) = state.asks.iter().rposition(|(_, asked, _)| asked == side) {
                    state.asks.remove(place);
                }
            }
            Event::Mined { hex } => state.mine = Some(*hex),
            Event::Bid { side, bid } => state.bids[side.index()] = Some(*bid),
            Event::Disclosed { bids } => {
                state.bonus = u8::from(bids[0] > bids[1]);
                state.bids = [None, None];
            }
            Event::Ordered { hexes } => state.to_go = *hexes,
            Event::Entered { hex } => (state.column, state.to_go) = (*hex, state.to_go.saturating_sub(1)),
            Event::Played { side, card } => {
                let hand = &mut state.hands[side.index()];
                if let Some(place) = hand.iter().position(|held| held == card) {
                    hand.remove(place);
                }
            }
            Event::Halted { mine } => (state.to_go, state.mine_known) = (0, state.mine_known || *mine),
            Event::Blast { .. } => {}
            Event::Drew { card } => {
                state.deck.pop();
                state.hands[RAIDERS.index()].push(*card);
            }
            Event::Round { round } => state.round = *round,
            Event::Slipped { side, slip } => state.slipped = Some((*side, *slip)),
            Event::Over { winner } => state.winner = Some(*winner),
        }
    }

    fn view(_: &Definitions, state: &State, viewer: Viewer) -> View {
        let own = SideId::BOTH.into_iter().find(|side| viewer.is(*side));
        View {
            side: own,
            asks: state.asks.clone(),
            topic: own.and_then(|side| state.topic(side)),
            hand: own.map(|side| state.hands[side.index()].clone()).unwrap_or_default(),
            cards: [state.hands[0].len(), state.hands[1].len()],
            mine: state.mine.filter(|_| state.mine_known || viewer.is(GUARDS)),
            mine_known: state.mine_known,
            bid: own.and_then(|side| state.bids[side.index()]),
            column: state.column,
            to_go: state.to_go,
            bonus: state.bonus,
            round: state.round,
            slipped: state.slipped.filter(|(side, _)| !viewer.is(*side)).map(|(_, slip)| slip),
        }
    }

    fn redact(_: &Definitions, _: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Dealt { .. } | Event::Asked { .. } | Event::Answered { .. } => None,
            Event::Mined { .. } if !viewer.is(GUARDS) => None,
            Event::Bid { side, .. } if !viewer.is(*side) => None,
            Event::Drew { .. } if !viewer.is(RAIDERS) => None,
            Event::Slipped { side, .. } if viewer.is(*side) => None,
            _ => Some(event.clone()),
        }
    }

    fn answer(_: &Definitions, _: &View, _: &()) -> Option<Vec<Step>> {
        None
    }

    fn facts(_: &Definitions, view: &View, partial: &[Step], step: &Step) -> Facts {
        let hex = |hex: u8| Thing::Hex(HexId(hex.into()));
        match (partial, step) {
            (_, Step::Verb(Topic::Move)) => Facts::on([Thing::Unit(COLUMN)]),
            ([Step::Verb(Topic::Mine)], Step::Number(at)) => Facts::on([hex(*at)]),
            ([Step::Verb(Topic::Move)], Step::Number(hexes)) => {
                let end = view.column.saturating_add(*hexes);
                let note =
                    if (view.column + 1..=end).contains(&FORD) { "the guards may ambush at the ford [4]" } else { "" };
                Facts {
                    cost: Some(Cost { amount: (*hexes).into(), of: "hexes".to_owned() }),
                    path: (view.column..=end).map(|at| HexId(at.into())).collect(),
                    note: note.to_owned(),
                    ..Facts::on((end <= GOAL).then(|| hex(end)))
                }
            }
            (_, Step::Play) => {
                let card = if let Some(Topic::React(card)) = view.topic { Some(card) } else { None };
                Facts::on(card.map(|card| Thing::Card(format!("{card:?}").to_lowercase())))
            }
            _ => Facts::default(),
        }
    }

    fn imagine(_: &Definitions, view: &View) -> State {
        let own = |side: SideId| view.side == Some(side);
        State {
            asks: view.asks.clone(),
            next_ask: view.asks.iter().map(|(id, ..)| id.0 + 1).max().unwrap_or(0),
            deck: Vec::new(),
            hands: SideId::BOTH.map(|side| if own(side) { view.hand.clone() } else { Vec::new() }),
            mine: view.mine,
            mine_known: view.mine_known,
            bids: SideId::BOTH.map(|side| view.bid.filter(|_| own(side))),
            bonus: view.bonus,
            column: view.column,
            to_go: view.to_go,
            round: view.round,
            winner: None,
            slipped: view.slipped.zip(view.side).map(|(slip, side)| (side.enemy(), slip)),
        }
    }

    fn help(_: &Definitions) -> String {
        "mine N · bid N · move N · play · pass\n".to_owned()
    }

    fn verbs() -> Vec<&'static str> {
        vec!["mine", "bid", "move", "play", "pass"]
    }

    fn parse(_: &Definitions, _: &View, line: &str) -> Result<Vec<Vec<Step>>, Misread> {
        let misread = || Misread::new(format!("`{line}`: expected mine, bid or move with a number, or play, or pass"));
        let words: Vec<&str> = line.split_whitespace().collect();
        let order = match words[..] {
            ["play"] => vec![Step::Play],
            ["pass"] => vec![Step::Pass],
            ["slip", place] => {
                let slip = Slip::ALL.into_iter().find(|(name, _)| *name == place);
                vec![Step::Slip(slip.map(|(_, slip)| slip).ok_or_else(misread)?)]
            }
            [verb, number] => {
                let topic = match verb {
                    "mine" => Topic::Mine,
                    "bid" => Topic::Bid,
                    "move" => Topic::Move,
                    _ => return Err(misread()),
                };
                vec![Step::Verb(topic), Step::Number(number.parse().map_err(|_| misread())?)]
            }
            _ => return Err(misread()),
        };
        Ok(vec![order])
    }

    fn write(_: &Definitions, order: &[Step]) -> String {
        let words: Vec<String> = order
            .iter()
            .map(|step| match step {
                Step::Verb(topic) => format!("{topic:?}").to_lowercase(),
                Step::Number(number) => number.to_string(),
                Step::Play => "play".to_owned(),
                Step::Pass => "pass".to_owned(),
                Step::Slip(slip) => format!("slip {slip:?}").to_lowercase(),
            })
            .collect();
        words.join(" ")
    }

    fn question(_: &Definitions, view: &View, _: &Ask) -> Question {
        let title = match view.topic {
            Some(Topic::Mine) => "Where does your mine lie?",
            Some(Topic::Bid) => "What do you bid?",
            Some(Topic::Move) => "How far does the column move?",
            Some(Topic::React(Card::Ambush)) => "Do you ambush?",
            Some(Topic::React(Card::Cover)) => "Do you play cover?",
            None => "Nothing",
        };
        Question { title: title.to_owned(), details: vec![format!("The column is in hex {}.", view.column)] }
    }

    fn describe(_: &Definitions, event: &Event) -> Option<String> {
        Some(match event {
            Event::Mined { hex } => format!("Your mine lies in hex {hex}."),
            Event::Bid { bid, .. } => format!("You bid {bid}."),
            Event::Disclosed { bids } => format!("Bids: raiders {}, guards {}.", bids[0], bids[1]),
            Event::Entered { hex } => format!("The column enters hex {hex}."),
            Event::Played { side, card } => format!("Side {} plays {card:?}.", side.0 + 1),
            Event::Halted { mine } => format!("Halted by {}.", if *mine { "a mine" } else { "an ambush" }),
            Event::Blast { face } => format!("The mine's die shows {face}."),
            Event::Drew { card } => format!("You draw {card:?}."),
            Event::Slipped { slip, .. } => {
                assert_ne!(*slip, Slip::Telling, "slipped in telling");
                return None;
            }
            Event::Over { winner } => format!("Side {} wins.", winner.0 + 1),
            _ => return None,
        })
    }

    fn examples(definitions: &Definitions, view: &View, count: usize) -> Vec<Vec<Step>> {
        let firsts = legal::<Ford>(definitions, view, &[]).into_iter();
        let orders = firsts.flat_map(|(first, progress)| match progress {
            Progress::Complete => vec![vec![first]],
            Progress::Open => {
                let numbers = legal::<Ford>(definitions, view, &[first]);
                numbers.into_iter().map(|(number, _)| vec![first, number]).collect()
            }
        });
        orders.take(count).collect()
    }

    fn advise(definitions: &Definitions, view: &View) -> Option<Vec<Step>> {
        assert_ne!(view.slipped, Some(Slip::Thinking), "slipped in thinking");
        Ford::examples(definitions, view, 1).into_iter().next()
    }

    fn position(_: &Definitions, view: &View) -> Position {
        assert_ne!(view.slipped, Some(Slip::Drawing), "slipped in drawing");
        let place = Place::Hex(HexId(u16::from(view.column)));
        Position {
            caption: format!("Round {}", view.round),
            counters: vec![Counter { unit: Some(COLUMN), side: 0, place, steps_lost: 0, statuses: Vec::new() }],
            ..Position::default()
        }
    }

    fn illustrate(_: &Definitions, _: &Event, _: &mut Position) {}
}

/// The map and the one counter.
fn published(rules: RuleIndex, tables: PrintedTables) -> Published {
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, GOAL as u16 + 1, 1, 1);
    let hex = |_| HexDefinition {
        terrain: Terrain::Clear,
        settlement: None::<Settlement>,
        name: None,
        features: Vec::<Feature>::new(),
        provenance: Provenance::Rulebook("ours".to_owned()),
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
        symbol: Symbol::Infantry,
        echelon: Echelon::Company,
        steps: 1,
        values: Default::default(),
        provenance: Provenance::Rulebook("ours".to_owned()),
    };
    Published {
        id: Ford::ID.to_owned(),
        title: "The Ford".to_owned(),
        credits: Vec::new(),
        stacking: None,
        markers: Vec::new(),
        tracks: Vec::new(),
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
            units: vec![column],
            nations: Vec::new(),
            bands: Vec::new(),
            faces: Vec::new(),
        },
        cards: Default::default(),
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
    }
}
