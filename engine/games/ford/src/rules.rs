//! The rules of the Ford.

use super::{Card, Definitions, Event, FORD, Ford, GOAL, GUARDS, OPTIONS, RAIDERS, ROUNDS, Slip, State, Step, Topic};
use engine::contract::{Ask, AskId, OptionRule, Outcome, Progress, Refusal, Rules, Seen, Setup, SideId, Turn};
use engine::kernel::innermost;
use std::sync::atomic::{AtomicU64, Ordering};

/// How often this process has written an event into a state. A test reads it that shows what no door replays.
pub static EVOLVED: AtomicU64 = AtomicU64::new(0);

impl Rules for Ford {
    fn initial(_: &Definitions, setup: &Setup) -> Result<State, String> {
        OptionRule::known(&OPTIONS, setup)?;
        Ok(State { scouts: OPTIONS[0].chosen(setup)? == 1, ..State::default() })
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
        let ask = |(id, side, topic): &(AskId, SideId, Topic)| match topic {
            Topic::Scout => Ask::right(*id, *side).passing(),
            Topic::React(_) => Ask::right(*id, *side),
            Topic::Mine | Topic::Bid | Topic::Move => Ask::duty(*id, *side),
        };
        state.open().iter().rev().map(ask).collect()
    }

    fn answered(state: &State, side: SideId, order: &[Step]) -> Option<Ask> {
        let (id, ..) = state.answered(side, order)?;
        Self::asks(state).into_iter().find(|ask| ask.id == *id)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let side = state.winner?;
        let reason = if side == RAIDERS { "the column has crossed" } else { "the column was held" };
        let level = match (side, state.round) {
            (RAIDERS, ..ROUNDS) => "decisive victory",
            (RAIDERS, _) => "narrow victory",
            _ if state.column < FORD => "decisive victory",
            _ => "narrow victory",
        };
        Some(Outcome { winner: Some(side), reason: reason.to_owned(), level: Some(level.to_owned()) })
    }

    fn game_turn(state: &State) -> u8 {
        state.round
    }

    fn candidates(seen: Seen<'_, Ford>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
        let firsts = |topic: Topic| match topic {
            Topic::React(_) => vec![Step::Play, Step::Pass],
            Topic::Scout => vec![Step::Verb(topic), Step::Pass],
            _ => vec![Step::Verb(topic)],
        };
        match partial {
            [] => seen.view.asked().flat_map(|(_, topic)| firsts(topic)).for_each(offer),
            [Step::Verb(_)] => (0..=GOAL).map(Step::Number).for_each(offer),
            _ => {}
        }
    }

    fn check(Seen { view, .. }: Seen<'_, Ford>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
        let within = |case, number: u8, from: u8, to: u8| match (from..=to).contains(&number) {
            true => Ok(Progress::Complete),
            false => Err(Refusal::new(case, format!("{number} is not within {from} and {to}"))),
        };
        let asked = |topic: Topic| view.asked().any(|(_, asked)| asked == topic);
        let reaction =
            || view.asked().find_map(|(_, topic)| if let Topic::React(card) = topic { Some(card) } else { None });
        let holds = |card: Card| match view.hand.contains(&card) {
            true => Ok(Progress::Complete),
            false => Err(Refusal::new("5", format!("you hold no {card:?}")).remedy("Write `pass`.")),
        };
        if let ([], Step::Play, Some(card)) = (partial, step, reaction()) {
            return holds(card);
        }
        match (partial, step) {
            ([], Step::Slip(Slip::Judging)) => panic!("slipped in judging"),
            ([], Step::Slip(_)) if view.asked().next().is_some() => Ok(Progress::Complete),
            ([], Step::Verb(Topic::Scout)) if asked(Topic::Scout) => holds(Card::Cover),
            ([], Step::Verb(topic @ (Topic::Mine | Topic::Bid | Topic::Move))) if asked(*topic) => Ok(Progress::Open),
            ([Step::Verb(Topic::Mine)], Step::Number(hex)) => within("1", *hex, 1, GOAL - 1),
            ([Step::Verb(Topic::Bid)], Step::Number(bid)) => within("2", *bid, 0, 2),
            ([Step::Verb(Topic::Move)], Step::Number(hexes)) => {
                within("3", *hexes, 1, (3 + view.bonus).min(GOAL - view.column))
            }
            ([], Step::Pass) if reaction().is_some() || asked(Topic::Scout) => Ok(Progress::Complete),
            _ => Err(Refusal::new("4", "that is not what is asked")),
        }
    }

    fn perform(turn: &mut Turn<'_, Ford>, side: SideId, order: &[Step]) {
        let Some((_, _, topic)) = turn.answered(side, order).copied() else { return };
        if let [Step::Slip(slip)] = order {
            assert_ne!(*slip, Slip::Performing, "slipped in performing");
            turn.emit(Event::Slipped { side, slip: *slip });
            return turn.emit(Event::Asked { side: side.enemy(), topic });
        }
        turn.emit(Event::Answered { side, topic });
        match (topic, order) {
            (Topic::Mine, [_, Step::Number(hex)]) => {
                turn.emit(Event::Mined { hex: *hex });
                turn.emit(Event::Round { round: 1 });
                ask_bids(turn);
            }
            (Topic::Bid, [_, Step::Number(bid)]) => {
                turn.emit(Event::Bid { side, bid: *bid });
                disclose(turn);
            }
            (Topic::Scout, [Step::Verb(_)]) => {
                turn.emit(Event::Played { side, card: Card::Cover });
                let (hex, face) = (turn.column + 1, turn.die("scouts", 6));
                let mine = face > 1 && turn.mine == Some(hex);
                turn.emit(Event::Scouted { hex, face, mine });
                disclose(turn);
            }
            (Topic::Scout, _) => disclose(turn),
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
        EVOLVED.fetch_add(1, Ordering::Relaxed);
        match event {
            Event::Dealt { deck, hands } => (state.deck, state.hands) = (deck.clone(), hands.clone()),
            Event::Asked { side, topic } => {
                state.asks.push((AskId(state.next_ask), *side, *topic));
                state.next_ask += 1;
            }
            Event::Answered { side, topic } => {
                if let Some(place) = state.asks.iter().rposition(|ask| (ask.1, ask.2) == (*side, *topic)) {
                    state.asks.remove(place);
                }
            }
            Event::Mined { hex } => state.mine = Some(*hex),
            Event::Bid { side, bid } => state.bids[side.index()] = Some(*bid),
            Event::Disclosed { bids } => {
                state.bonus = u8::from(bids[0] > bids[1]);
                state.bids = [None, None];
            }
            Event::Scouted { mine, .. } => state.mine_known |= *mine,
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
    if turn.scouts {
        turn.emit(Event::Asked { side: RAIDERS, topic: Topic::Scout });
    }
}

/// Turns up the bids once both are made and the scouts are back.
fn disclose(turn: &mut Turn<'_, Ford>) {
    if let [Some(raiders), Some(guards)] = turn.bids
        && turn.asks.iter().all(|(.., topic)| *topic != Topic::Scout)
    {
        turn.emit(Event::Disclosed { bids: [raiders, guards] });
        turn.emit(Event::Asked { side: RAIDERS, topic: Topic::Move });
    }
}

impl State {
    /// What may be answered now: the innermost question, or all of those that are answered without seeing each other.
    pub(crate) fn open(&self) -> &[(AskId, SideId, Topic)] {
        let together = |ask: &(AskId, SideId, Topic)| matches!(ask.2, Topic::Bid | Topic::Scout);
        innermost(&self.asks, |ask, last| together(ask) && together(last))
    }

    /// The question that an order of a side answers.
    fn answered(&self, side: SideId, order: &[Step]) -> Option<&(AskId, SideId, Topic)> {
        let meant = |topic: Topic| match order.first() {
            Some(Step::Verb(verb)) => *verb == topic,
            Some(Step::Play | Step::Pass) => matches!(topic, Topic::Scout | Topic::React(_)),
            _ => true,
        };
        self.open().iter().rev().find(|(_, asked, topic)| *asked == side && meant(*topic))
    }
}
