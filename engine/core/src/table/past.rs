//! What was ordered since the last number was drawn, so that it can be taken back.

use super::chronicle::Entry;
use super::live::Table;
use crate::contract::{Ask, AskId, Game, SideId, Viewer};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// Orders that can be taken back at most; older ones cannot. A stored game may have gone back so far: never fewer.
const MOST: usize = 300;

/// What was ordered since the last number was drawn, and the state before it. What of that may be taken back is judged
/// when it happens; a record that says so finds its state here whatever is judged today.
pub(super) struct Past<G: Game> {
    base: Option<G::State>,
    /// Shared between a table and the copy on which a batch is judged.
    pub orders: VecDeque<Arc<Given<G>>>,
}

/// An order that was given, and what happened by it.
pub(super) struct Given<G: Game> {
    /// Number of its record.
    pub record: u64,
    pub side: SideId,
    pub text: String,
    /// Whether standing orders gave it.
    pub standing: bool,
    /// Whose order led to it, if the table gave it for a right that passes: it asked nobody, is told to nobody, and goes
    /// back with that order. What comes of it is what comes of that order.
    led_by: Option<SideId>,
    events: Vec<G::Event>,
    /// What was asked before it.
    known: Vec<Ask>,
    /// Whether it disclosed something hidden.
    discloses: bool,
    /// What it asked that did not pass at once.
    asks: Vec<Ask>,
}

impl<G: Game> Clone for Past<G> {
    fn clone(&self) -> Past<G> {
        Past { base: self.base.clone(), orders: self.orders.clone() }
    }
}

impl<G: Game> Clone for Given<G> {
    fn clone(&self) -> Given<G> {
        Given {
            text: self.text.clone(),
            events: self.events.clone(),
            known: self.known.clone(),
            asks: self.asks.clone(),
            ..*self
        }
    }
}

impl<G: Game> Given<G> {
    /// An order that is given in a state, and has led to nothing yet.
    pub fn new(record: u64, side: SideId, text: String, standing: bool, state: &G::State) -> Given<G> {
        let known = G::asks(state);
        let (events, asks) = (Vec::new(), Vec::new());
        Given { record, side, text, standing, led_by: None, events, known, discloses: false, asks }
    }

    /// Whether the table gave it for a right that passes.
    fn is_passing(&self) -> bool {
        self.led_by.is_some()
    }

    /// With whose orders it goes back.
    fn goes_with(&self) -> SideId {
        self.led_by.unwrap_or(self.side)
    }

    /// Whether it asked a side something.
    fn asks(&self, side: SideId) -> bool {
        self.asks.iter().any(|ask| ask.side == side)
    }
}

/// Why a side cannot take back its last order alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stays {
    /// It has ordered nothing, or nothing since a number was drawn.
    Nothing,
    /// Something was shown by it.
    Shown,
    /// The other side was asked something by it.
    Asked,
    /// The other side went on after it and asked something.
    Answered,
    /// The other side was told of it by mail.
    Mailed,
}

impl<G: Game> Default for Past<G> {
    fn default() -> Past<G> {
        Past { base: None, orders: VecDeque::new() }
    }
}

impl<G: Game> Past<G> {
    /// Notes an order that is given in a state.
    pub fn begin(&mut self, state: &G::State, given: Given<G>) {
        if self.orders.is_empty() {
            self.base = Some(state.clone());
        }
        self.orders.push_back(Arc::new(given));
        if self.orders.len() > MOST
            && let (Some(base), Some(first)) = (&mut self.base, self.orders.pop_front())
        {
            first.events.iter().for_each(|event| G::evolve(base, event));
        }
    }

    /// Notes that the table answers an ask that passes by itself.
    pub fn pass(&mut self, state: &G::State, ask: AskId, mut given: Given<G>) {
        given.led_by = Some(self.orders.back().map_or(given.side, |order| order.goes_with()));
        for order in self.orders.iter_mut().filter(|order| order.asks.iter().any(|asked| asked.id == ask)) {
            Arc::make_mut(order).asks.retain(|asked| asked.id != ask);
        }
        self.begin(state, given);
    }

    /// Notes what happened by the last order: whether it discloses something, and what is asked after it.
    pub fn happened(&mut self, event: &G::Event, discloses: bool, put: &[Ask]) {
        if let Some(last) = self.orders.back_mut().map(Arc::make_mut) {
            last.events.push(event.clone());
            last.discloses |= discloses;
            for ask in put {
                if !last.known.contains(ask) && !last.asks.contains(ask) {
                    last.asks.push(*ask);
                }
            }
        }
    }

    /// Nothing before this can be taken back any more.
    pub fn close(&mut self) {
        *self = Past::default();
    }

    /// Whether a record is an order that the table gave for a right that passes.
    fn is_passing(&self, record: u64) -> bool {
        self.place(record).is_some_and(|place| self.orders[place].is_passing())
    }

    /// The place of an order by the number of its record.
    pub fn place(&self, record: u64) -> Option<usize> {
        self.orders.iter().position(|order| order.record == record)
    }

    /// The state before an order.
    fn before(&self, place: usize) -> Option<G::State> {
        let mut state = self.base.clone()?;
        self.orders.iter().take(place).flat_map(|order| &order.events).for_each(|event| G::evolve(&mut state, event));
        Some(state)
    }

    /// Takes back what a side has ordered from some place on, or what both have: the state then.
    pub fn take_back(&mut self, place: usize, side: Option<SideId>) -> Option<G::State> {
        let mut state = self.before(place)?;
        let after = self.orders.split_off(place);
        for order in after.into_iter().filter(|order| side.is_some_and(|side| order.goes_with() != side)) {
            order.events.iter().for_each(|event| G::evolve(&mut state, event));
            self.orders.push_back(order);
        }
        Some(state)
    }

    /// The records of the orders that go back if a side goes back alone to some place.
    pub fn going_back(&self, place: usize, side: SideId) -> Vec<u64> {
        self.orders.iter().skip(place).filter(|order| order.goes_with() == side).map(|order| order.record).collect()
    }

    /// The first order after the last one that disclosed something hidden: no agreement goes further back.
    pub fn open_since(&self) -> usize {
        self.orders.iter().rposition(|order| order.discloses).map_or(0, |place| place + 1)
    }

    /// The first order from which on a side may take its own ones back alone: since then nothing was disclosed, and the
    /// other side was asked nothing by it. Where both decide unseen by each other, what the other side has ordered since
    /// then stays, as long as nothing came of it but that.
    fn own_since(&self, side: SideId) -> usize {
        self.orders.iter().rposition(|order| self.stays(order, side).is_some()).map_or(0, |place| place + 1)
    }

    /// Why a side cannot go back alone beyond an order, if it cannot.
    fn stays(&self, order: &Given<G>, side: SideId) -> Option<Stays> {
        if order.discloses {
            Some(Stays::Shown)
        } else if order.asks(side.enemy()) {
            Some(Stays::Asked)
        } else {
            (order.goes_with() != side && order.asks(side)).then_some(Stays::Answered)
        }
    }

    /// Orders that a player gave himself from some place on.
    pub fn given(&self, side: SideId, from: usize) -> Vec<usize> {
        let own = |place: &usize| self.orders[*place].side == side && !self.orders[*place].standing;
        (from..self.orders.len()).filter(own).collect()
    }
}

impl<G: Game> Table<G> {
    /// The orders from some place on of which a viewer was told anything; those of one side alone, if it is given.
    pub(super) fn seen(&self, from: usize, side: Option<SideId>, viewer: Viewer) -> Vec<&Given<G>> {
        let Some(first) = self.past.orders.get(from) else { return Vec::new() };
        let (mut told, mut order) = (BTreeSet::new(), first.record);
        for page in self.chronicle.since(first.record) {
            match page.entry {
                // what the table passes by itself belongs to the order before it
                Entry::Begun if self.past.is_passing(page.number) => {}
                Entry::Begun => order = page.number,
                Entry::Happened(_) if !self.lines_of(page, viewer).is_empty() => _ = told.insert(order),
                _ => {}
            }
        }
        let told = |order: &&Given<G>| !order.is_passing() && (viewer.is(order.side) || told.contains(&order.record));
        let whose = |order: &&Given<G>| side.is_none_or(|side| side == order.side);
        self.past.orders.iter().skip(from).map(Arc::as_ref).filter(told).filter(whose).collect()
    }

    /// Orders that a side can take back alone, by their places, the oldest first. What the other side was told of by mail
    /// is known to it.
    pub(super) fn undoable_places(&self, side: SideId) -> Vec<usize> {
        if self.outcome().is_some() || self.past.given(side, 0).is_empty() {
            return Vec::new();
        }
        self.past.given(side, self.past.own_since(side).max(self.since_mailed(side)))
    }

    /// The first place after what of a side's orders the other side was told by mail.
    fn since_mailed(&self, side: SideId) -> usize {
        let enemy = side.enemy();
        let mailed = self.mailed[enemy.index()];
        let may_be_told = self.past.orders.iter().any(|order| order.side == side && order.record < mailed);
        // words are made only where mail may have told them
        let told = if may_be_told { self.seen(0, Some(side), Viewer::Side(enemy)) } else { Vec::new() };
        let told = told.iter().rfind(|order| order.record < mailed);
        told.and_then(|order| self.past.place(order.record)).map_or(0, |place| place + 1)
    }

    /// Why none of a side's orders can be taken back alone, where none can.
    pub(super) fn why_it_stays(&self, side: SideId) -> Stays {
        match self.past.given(side, 0).last() {
            None => Stays::Nothing,
            Some(last) if self.since_mailed(side) > *last => Stays::Mailed,
            Some(last) => {
                let since = self.past.orders.iter().skip(*last);
                since.filter_map(|order| self.past.stays(order, side)).next().unwrap_or(Stays::Nothing)
            }
        }
    }

    /// What `undo` would take back, the last order first.
    pub fn undoable(&self, side: SideId) -> Vec<String> {
        self.undoable_places(side).into_iter().rev().map(|place| self.past.orders[place].text.clone()).collect()
    }

    /// Notes that a side was told by mail what happened up to a record.
    pub fn was_mailed(&mut self, side: SideId, records: u64) {
        let mailed = &mut self.mailed[side.index()];
        *mailed = records.max(*mailed);
    }
}
