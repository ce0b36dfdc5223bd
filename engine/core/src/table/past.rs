//! What was ordered since the last number was drawn, so that it can be taken back.

use super::chronicle::Entry;
use super::live::Table;
use crate::contract::{Ask, Game, SideId, Viewer};
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
    events: Vec<G::Event>,
    /// What was asked before it.
    known: Vec<Ask>,
    /// Whether it disclosed something hidden.
    discloses: bool,
    /// Sides that it asked something.
    asks: [bool; 2],
}

impl<G: Game> Clone for Past<G> {
    fn clone(&self) -> Past<G> {
        Past { base: self.base.clone(), orders: self.orders.clone() }
    }
}

impl<G: Game> Clone for Given<G> {
    fn clone(&self) -> Given<G> {
        Given { text: self.text.clone(), events: self.events.clone(), known: self.known.clone(), ..*self }
    }
}

impl<G: Game> Given<G> {
    /// An order that is given in a state, and has led to nothing yet.
    pub fn new(record: u64, side: SideId, text: String, standing: bool, state: &G::State) -> Given<G> {
        let known = G::asks(state);
        Given { record, side, text, standing, events: Vec::new(), known, discloses: false, asks: [false; 2] }
    }
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

    /// Notes what happened by the last order: whether it discloses something, and the state that it has led to.
    pub fn happened(&mut self, event: &G::Event, discloses: bool, after: &G::State) {
        if let Some(last) = self.orders.back_mut().map(Arc::make_mut) {
            last.events.push(event.clone());
            last.discloses |= discloses;
            let asks = G::asks(after).into_iter().filter(|ask| !last.known.contains(ask));
            asks.for_each(|ask| last.asks[ask.side.index()] = true);
        }
    }

    /// Nothing before this can be taken back any more.
    pub fn close(&mut self) {
        *self = Past::default();
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
        for order in after.into_iter().filter(|order| side.is_some_and(|side| order.side != side)) {
            order.events.iter().for_each(|event| G::evolve(&mut state, event));
            self.orders.push_back(order);
        }
        Some(state)
    }

    /// The first order after the last one that disclosed something hidden: no agreement goes further back.
    pub fn open_since(&self) -> usize {
        self.orders.iter().rposition(|order| order.discloses).map_or(0, |place| place + 1)
    }

    /// The first order from which on a side may take its own ones back alone: since then nothing was disclosed, and the
    /// other side was asked nothing by it. Where both decide unseen by each other, what the other side has ordered since
    /// then stays, as long as nothing came of it but that.
    pub fn own_since(&self, side: SideId) -> usize {
        let ends = |order: &Arc<Given<G>>| {
            let own = order.side == side;
            order.discloses || order.asks[side.enemy().index()] || !own && order.asks[side.index()]
        };
        self.orders.iter().rposition(ends).map_or(0, |place| place + 1)
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
                Entry::Begun => order = page.number,
                Entry::Happened(_) if !self.lines_of(page, viewer).is_empty() => _ = told.insert(order),
                _ => {}
            }
        }
        let told = |order: &&Given<G>| viewer.is(order.side) || told.contains(&order.record);
        let whose = |order: &&Given<G>| side.is_none_or(|side| side == order.side);
        self.past.orders.iter().skip(from).map(Arc::as_ref).filter(told).filter(whose).collect()
    }

    /// Orders that a side can take back alone, by their places, the oldest first. What the other side was told of by mail
    /// is known to it.
    pub(super) fn undoable_places(&self, side: SideId) -> Vec<usize> {
        if self.outcome().is_some() || self.past.given(side, 0).is_empty() {
            return Vec::new();
        }
        let enemy = side.enemy();
        let mailed = self.mailed[enemy.index()];
        let may_be_told = self.past.orders.iter().any(|order| order.side == side && order.record < mailed);
        // words are made only where mail may have told them
        let told = if may_be_told { self.seen(0, Some(side), Viewer::Side(enemy)) } else { Vec::new() };
        let told = told.iter().rfind(|order| order.record < mailed);
        let since = told.and_then(|order| self.past.place(order.record)).map_or(0, |place| place + 1);
        self.past.given(side, self.past.own_since(side).max(since))
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
