//! What was ordered since the last number was drawn, so that it can be taken back.

use super::live::Table;
use crate::contract::{Ask, Game, SideId, Viewer};
use std::collections::VecDeque;

/// Orders that can be taken back at most; older ones cannot. A stored game may have gone back so far: never fewer.
const MOST: usize = 300;

/// What was ordered since the last number was drawn, and the state before it. What of that may be taken back is judged
/// when somebody asks; a record that says so finds its state here whatever is judged today.
pub(super) struct Past<G: Game> {
    base: Option<G::State>,
    pub orders: VecDeque<Given<G>>,
}

/// An order that was given, and what happened by it.
pub(super) struct Given<G: Game> {
    /// Number of its record.
    pub record: u64,
    pub side: SideId,
    pub text: String,
    /// Whether standing orders gave it.
    pub standing: bool,
    pub events: Vec<G::Event>,
}

/// What an order has led to.
struct Trace {
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
        Given { text: self.text.clone(), events: self.events.clone(), ..*self }
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
        self.orders.push_back(given);
        if self.orders.len() > MOST
            && let (Some(base), Some(first)) = (&mut self.base, self.orders.pop_front())
        {
            first.events.iter().for_each(|event| G::evolve(base, event));
        }
    }

    /// Notes what happened by the last order.
    pub fn happened(&mut self, event: &G::Event) {
        if let Some(last) = self.orders.back_mut() {
            last.events.push(event.clone());
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

    fn traces(&self) -> Vec<Trace> {
        let Some(mut state) = self.base.clone() else { return Vec::new() };
        let mut traces = Vec::new();
        for order in &self.orders {
            let known = G::asks(&state);
            let mut trace = Trace { discloses: false, asks: [false; 2] };
            for event in &order.events {
                trace.discloses |= G::discloses(&state, event);
                G::evolve(&mut state, event);
                let new = |ask: &Ask| !known.contains(ask);
                G::asks(&state).into_iter().filter(new).for_each(|ask| trace.asks[ask.side.index()] = true);
            }
            traces.push(trace);
        }
        traces
    }

    /// The first order after the last one that disclosed something hidden: no agreement goes further back.
    pub fn open_since(&self) -> usize {
        self.traces().iter().rposition(|trace| trace.discloses).map_or(0, |place| place + 1)
    }

    /// The first order from which on a side may take its own ones back alone: since then nothing was disclosed, and the
    /// other side was asked nothing by it. Where both decide unseen by each other, what the other side has ordered since
    /// then stays, as long as nothing came of it but that.
    pub fn own_since(&self, side: SideId) -> usize {
        let ends = |(place, trace): (usize, &Trace)| {
            let own = self.orders[place].side == side;
            trace.discloses || trace.asks[side.enemy().index()] || !own && trace.asks[side.index()]
        };
        let traces = self.traces();
        traces.iter().enumerate().rposition(ends).map_or(0, |place| place + 1)
    }

    /// Orders that a player gave himself from some place on.
    pub fn given(&self, side: SideId, from: usize) -> Vec<usize> {
        let own = |place: &usize| self.orders[*place].side == side && !self.orders[*place].standing;
        (from..self.orders.len()).filter(own).collect()
    }

    /// The orders from some place on of which a viewer was told anything; those of one side alone, if it is given.
    pub fn seen(
        &self,
        definitions: &G::Definitions,
        from: usize,
        side: Option<SideId>,
        viewer: Viewer,
    ) -> Vec<&Given<G>> {
        let Some(mut state) = self.base.clone() else { return Vec::new() };
        let mut seen = Vec::new();
        for (place, order) in self.orders.iter().enumerate() {
            let mut told = viewer.is(order.side);
            for event in &order.events {
                told |= G::redact(definitions, &state, event, viewer)
                    .is_some_and(|event| G::describe(definitions, &event).is_some());
                G::evolve(&mut state, event);
            }
            if told && place >= from && side.is_none_or(|side| side == order.side) {
                seen.push(order);
            }
        }
        seen
    }
}

impl<G: Game> Table<G> {
    /// Orders that a side can take back alone, by their places, the oldest first. What the other side was told of by mail
    /// is known to it.
    pub(super) fn own_orders(&self, side: SideId) -> Vec<usize> {
        if self.outcome().is_some() || self.past.given(side, 0).is_empty() {
            return Vec::new();
        }
        let enemy = side.enemy();
        let told = self.past.seen(self.definitions(), 0, Some(side), Viewer::Side(enemy));
        let mailed = told.iter().rfind(|order| order.record < self.mailed[enemy.index()]);
        let since = mailed.and_then(|order| self.past.place(order.record)).map_or(0, |place| place + 1);
        self.past.given(side, self.past.own_since(side).max(since))
    }

    /// What `undo` would take back, the last order first.
    pub fn undoable(&self, side: SideId) -> Vec<String> {
        self.own_orders(side).into_iter().rev().map(|place| self.past.orders[place].text.clone()).collect()
    }

    /// Notes that a side was told by mail what happened up to a record.
    pub fn was_mailed(&mut self, side: SideId, records: u64) {
        let mailed = &mut self.mailed[side.index()];
        *mailed = records.max(*mailed);
    }
}
