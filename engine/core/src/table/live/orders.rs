//! Orders at a table: lines are read, carried out one after the other, and answered by standing orders.

use super::{Records, Table, not_asked, spoken};
use crate::chance::{Transcript, hex};
use crate::contract::{Ask, Game, Misread, Refusal, Seen, SideId, Viewer, carry_out_by};
use crate::table::{Line, Record, Secrets};
use std::fmt;

/// Why a line of a batch was not carried out.
pub(in crate::table) enum Stop {
    Misread(Misread),
    Refused(Refusal),
}

/// A line that was not carried out, or not to its end.
pub(in crate::table) struct Halted {
    pub stop: Stop,
    /// What of it stands, as something was disclosed by it.
    pub half: Option<Half>,
}

/// A line of several orders of which some were carried out, each part as a line.
pub(in crate::table) struct Half {
    pub done: String,
    pub left: String,
}

/// Who gives an order.
enum Hand {
    /// Its player.
    Own,
    /// His standing orders: the one that decided, unless any player would have been answered so.
    Standing(Option<String>),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Misread(misread) => misread.fmt(f),
            Stop::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl<G: Game> Table<G> {
    /// Carries out one line, which may stand for several orders, and what standing orders answer to each; `next` is
    /// what the player has written to come after it, and does not wait yet. If the line lets the other side begin
    /// something, that is sent ahead: it must wait before anybody's standing orders go on.
    fn line(
        &mut self,
        side: SideId,
        line: &Line,
        next: Option<&Line>,
        secrets: &Secrets,
        records: &mut Records<G>,
    ) -> Result<String, (Stop, Half)> {
        let whole = |stop| (stop, Half { done: String::new(), left: String::new() });
        let orders = self.read(side, line).map_err(|misread| whole(Stop::Misread(misread)))?;
        self.foresee(side, &orders).map_err(|refusal| whole(Stop::Refused(refusal)))?;
        let texts: Vec<String> = orders.iter().map(|order| G::write(&self.definitions, order)).collect();
        for (place, order) in orders.iter().enumerate() {
            self.order(side, order, &Hand::Own, secrets, records).map_err(|refusal| {
                let view = self.view(Viewer::Side(side));
                let refusal = Seen::<G>::new(self.definitions(), &view).propose(order, refusal);
                let (done, left) = texts.split_at(place);
                (Stop::Refused(refusal), Half { done: done.join("; "), left: left.join("; ") })
            })?;
            let coming = match &orders[place + 1..] {
                [] if next.is_some() && self.hands_over(side, order) => continue,
                [] => next.map(Coming::Line),
                [order, ..] => Some(Coming::Order(order)),
            };
            self.answer(coming.map(|coming| (side, coming)), secrets, records);
        }
        // what a line asks for may have come about by itself: then it is done as it was written
        Ok(if orders.is_empty() { spoken::<G>(self, line) } else { texts.join("; ") })
    }

    /// Judges the orders of a line as far as their player can see what comes of them, before the first is carried out:
    /// half of a line is worse than none.
    fn foresee(&self, side: SideId, orders: &[Vec<G::Step>]) -> Result<(), Refusal> {
        if orders.len() < 2 {
            return Ok(());
        }
        let mut view = self.view(Viewer::Side(side));
        let mut state = G::imagine(Seen::new(self.definitions(), &view));
        let asked = state.asks();
        for order in orders {
            // what is asked in between may be answered by standing orders
            if !state.asks().iter().any(|ask| ask.side == side && asked.contains(ask)) {
                return Ok(());
            }
            match state.foresee(self.definitions(), side, order) {
                Ok(foreseen) if foreseen.rolls => return Ok(()),
                Ok(foreseen) => state = foreseen.state,
                Err(refusal) => return Err(Seen::<G>::new(&self.definitions, &view).propose(order, refusal)),
            }
            view = state.view(self.definitions(), Viewer::Side(side));
        }
        Ok(())
    }

    /// Carries out one line: how it was understood, and whether it disclosed anything, which is told of a refused line,
    /// too: a number that was drawn, or what the side did not see. A refused line leaves nothing behind unless it did.
    pub(in crate::table) fn attempt(
        &mut self,
        side: SideId,
        line: &Line,
        next: Option<&Line>,
        secrets: &Secrets,
        records: &mut Records<G>,
    ) -> Result<(String, bool), Halted> {
        let (start, before) = (self.clone(), records.len());
        let done = self.line(side, line, next, secrets, records);
        let disclosed = records[before..].iter().any(|record| match record {
            Record::Drawn { .. } => true,
            Record::Happened(event) => G::discloses(&self.definitions, &start.state, event),
            _ => false,
        });
        match done {
            Ok(text) => Ok((text, disclosed)),
            Err((stop, half)) if disclosed => Err(Halted { stop, half: Some(half) }),
            Err((stop, _)) => {
                records.truncate(before);
                *self = start;
                Err(Halted { stop, half: None })
            }
        }
    }

    /// The orders of a line.
    fn read(&self, side: SideId, line: &Line) -> Result<Vec<Vec<G::Step>>, Misread> {
        line.orders::<G>(&self.definitions, &self.view(Viewer::Side(side)))
    }

    /// Carries out one order.
    fn order(
        &mut self,
        side: SideId,
        order: &[G::Step],
        hand: &Hand,
        secrets: &Secrets,
        records: &mut Records<G>,
    ) -> Result<(), Refusal> {
        let Some(first) = self.open_asks().into_iter().find(|ask| ask.side == side) else { return Err(not_asked()) };
        // an order that answers nothing is refused by its judge
        let ask = G::answered(&self.state, side, order).unwrap_or(first);
        if self.keys.wait() {
            // whether an order needs a number may be hidden from its player, so none is looked at
            let refusal =
                Refusal::new("dice", "the game was restored, and new dice keys wait for a fresh word of each side");
            return Err(refusal.remedy("Write `word: any words` if you have not yet, and send the order again later."));
        }
        let text = G::write(&self.definitions, order);
        let commitment = Transcript::commitment(&Transcript::salt(secrets.sealed.secret(), self.orders), &text);
        let mut after = self.clone();
        let (standing, by) = match hand {
            Hand::Own => (false, None),
            Hand::Standing(by) => (true, by.clone()),
        };
        let ordered =
            Record::Ordered { side, ask: self.numbers.of(ask.id), text, commitment: hex(&commitment), standing, by };
        after.apply(&ordered);
        let chains = secrets.chains(&after.keys.seed);
        let mut keyed = after.keyed(&chains);
        let turn = G::game_turn(&self.state);
        let (definitions, state, mut kept) = after.parts();
        let mut write = |state: &mut G::State, event: &G::Event| kept.write(definitions, state, event);
        let events = carry_out_by::<G>(definitions, state, side, order, &mut keyed, &mut write)?;
        *self = after;
        records.push(ordered);
        records.extend(events.into_iter().map(Record::Happened));
        self.record(records, turn, keyed, secrets);
        Ok(())
    }

    /// Lets standing orders answer what they can, but nothing that the player has answered himself: by what he has
    /// written to come next, or by orders that wait.
    pub(in crate::table) fn answer(
        &mut self,
        coming: Option<(SideId, Coming<'_, G>)>,
        secrets: &Secrets,
        records: &mut Records<G>,
    ) {
        'asks: loop {
            for ask in self.open_asks() {
                let own = coming.as_ref().filter(|(side, _)| *side == ask.side).map(|(_, coming)| coming);
                let view = self.view(Viewer::Side(ask.side));
                if !self.is_answered(&ask, own)
                    && let Some(order) =
                        G::answer(Seen::new(self.definitions(), &view), &ask, &self.policies[ask.side.index()])
                    && let hand = Hand::Standing(self.standing_order(&view, &ask, &order))
                    && self.order(ask.side, &order, &hand, secrets, records).is_ok()
                {
                    continue 'asks;
                }
            }
            return;
        }
    }

    /// Whether a side has just ended what it began, so that the other side begins something.
    fn hands_over(&self, side: SideId, order: &[G::Step]) -> bool {
        G::ends(order) && self.may_begin(side.enemy())
    }

    /// Whether a side is asked what it begins.
    pub(in crate::table) fn may_begin(&self, side: SideId) -> bool {
        G::is_fresh(&self.view(Viewer::Side(side)))
    }

    /// Whether an order can be given now.
    fn fits(&self, side: SideId, order: &[G::Step]) -> bool {
        Seen::<G>::new(self.definitions(), &self.view(Viewer::Side(side))).accept(order).is_ok()
    }

    /// Whether an order can be given now as the answer to an ask, by the state's number.
    pub(in crate::table) fn settles(&self, ask: &Ask, order: &[G::Step]) -> bool {
        self.fits(ask.side, order) && G::answered(&self.state, ask.side, order).is_some_and(|it| it.id == ask.id)
    }

    /// Whether the first order of a line can be given now as the answer to an ask.
    pub(in crate::table) fn line_settles(&self, ask: &Ask, line: &Line) -> bool {
        self.read(ask.side, line).is_ok_and(|orders| orders.first().is_some_and(|order| self.settles(ask, order)))
    }
}

/// What a player has written to be carried out next.
pub(in crate::table) enum Coming<'a, G: Game> {
    /// One more order of the same line.
    Order(&'a [G::Step]),
    Line(&'a Line),
}
