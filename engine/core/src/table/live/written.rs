//! Records written into a table.

use super::{Records, Table, state_hash};
use crate::chance::unhex;
use crate::contract::{Ask, AskId, Game, Incident, Seen, SideId, Unanswered, Viewer};
use crate::table::chronicle::{Chronicle, Entry, VIEWERS, place};
use crate::table::keys::{Seed, ends};
use crate::table::numbers::Numbers;
use crate::table::past::{Given, Past};
use crate::table::proposal::{Open, adjusted};
use crate::table::{Fault, Proposal, Record};
use std::borrow::Cow;

impl<G: Game> Table<G> {
    /// Writes a record into the table.
    pub fn apply(&mut self, record: &Record<G::Event, G::Policy>) {
        if let Record::Happened(stored) = record {
            let event = self.upgraded(stored);
            let (definitions, state, mut kept) = self.parts();
            return kept.write(definitions, state, &event);
        }
        self.note_down(record);
        self.enter(record);
    }

    /// Writes a record that is no event into the table, and tells nobody.
    pub(in crate::table) fn enter(&mut self, record: &Record<G::Event, G::Policy>) {
        self.records += 1;
        match record {
            Record::Started { .. } | Record::Said { .. } | Record::Happened(_) => {}
            Record::Digest { turn, hash, version } => self.compare(*turn, hash, *version),
            Record::Joined { side, word } => {
                self.transcript = self.transcript.join(side.0, word);
                self.keys.join(*side);
            }
            Record::Ordered { side, ask, commitment, standing, text, .. } => {
                self.orders += 1;
                if !standing {
                    self.own_orders[side.index()] += 1;
                    self.last_own_order[side.index()] = self.records - 1;
                    self.returned[side.index()].clear();
                    self.proposal.take_if(|open| open.side == *side);
                }
                let (record, text) = (self.records - 1, text.clone());
                let passes = standing.then(|| self.passes(*side, *ask, &text)).flatten();
                let given = Given::new(record, *side, text, *standing, &self.state);
                match passes {
                    Some(ask) => {
                        self.numbers.pass(ask, *side);
                        self.past.pass(&self.state, ask, given);
                    }
                    None => self.past.begin(&self.state, given),
                }
                if let Some(commitment) = unhex(commitment) {
                    self.transcript = self.transcript.order(side.0, &commitment);
                }
            }
            Record::Drawn { chain, index, .. } => {
                self.keys.draw(*chain, *index);
                self.past.close();
            }
            Record::Renewing { number, nonce, public, sealed } => {
                if !nonce.is_empty() {
                    let turn = G::game_turn(&self.state);
                    self.marks.push(format!("Restored by its host at turn {turn}, with new dice keys"));
                }
                if let Some([public, sealed]) = ends(public, sealed) {
                    self.transcript = self.transcript.renew(&public, &sealed);
                    self.keys.commit(Seed { number: *number, nonce: nonce.clone() }, [public, sealed]);
                }
            }
            Record::Renewed { .. } => self.keys.begin(),
            Record::Undone { side, to, agreed } => self.set_back(*side, *to, *agreed),
            Record::Proposed { side, number, what } => {
                self.proposals = self.proposals.max(*number);
                self.proposal = Some(Open { number: *number, side: *side, what: what.clone() });
            }
            Record::Declined { number, .. } => (self.proposal, self.answered) = (None, *number),
            Record::Agreed { number, .. } => {
                self.answered = *number;
                self.drawn |= self.proposal.take().is_some_and(|open| open.what == Proposal::Draw);
            }
            Record::Adjusted { turn, lines } => {
                self.marks.push(adjusted(*turn, lines));
                self.past.close();
                self.numbers.keep(&[]);
            }
            Record::Parked { side, lines } => self.park(*side, lines),
            Record::Returned { side, lines, .. } => {
                self.park(*side, &[]);
                self.returned[side.index()].clone_from(lines);
            }
            Record::Standing { side, policy } => self.policies[side.index()] = policy.clone(),
            Record::Resigned { side } => self.resigned = Some(*side),
            Record::Lapsed { side } => self.lapsed = Some(*side),
            Record::Seated { .. } => {}
        }
    }

    /// A stored event in the form of today.
    pub(in crate::table) fn upgraded<'a>(&self, event: &'a G::Event) -> Cow<'a, G::Event> {
        G::upgrade(&self.definitions, &self.state, event).map_or(Cow::Borrowed(event), Cow::Owned)
    }

    /// The state's number of the ask that the table answers by itself with a text: one that passes, and is answered so for
    /// whoever has ordered nothing.
    fn passes(&self, side: SideId, number: AskId, text: &str) -> Option<AskId> {
        let asks = self.open_asks().into_iter().filter(|ask| ask.unanswered == Unanswered::Passes && ask.side == side);
        let ask = asks.into_iter().find(|ask| self.numbers.of(ask.id) == number)?;
        let view = self.view(Viewer::Side(side));
        let answer = G::answer(Seen::new(self.definitions(), &view), &ask, &G::Policy::default())?;
        (G::write(self.definitions(), &answer) == text).then_some(ask.id)
    }

    /// Goes back to the state before an order. What a mail was written for that asked anything since is past.
    fn set_back(&mut self, side: SideId, to: u64, agreed: bool) {
        let alone = (!agreed).then_some(side);
        let state = self.past.place(to).and_then(|place| self.past.take_back(place, alone));
        let Some(state) = state else {
            let message = format!("the orders from record {to} on cannot be taken back any more");
            return self.strays.push(Fault { record: self.records as usize - 1, message });
        };
        self.state = state;
        let others = |ask: &Ask| alone.is_some_and(|side| ask.side != side);
        let kept: Vec<AskId> = G::asks(&self.state).iter().filter(|ask| others(ask)).map(|ask| ask.id).collect();
        self.numbers.keep(&kept);
        self.numbers.see(&G::unsettled(&self.state), &G::asks(&self.state));
    }

    /// Compares the state with the digest that was recorded when a game turn began, if it has the form of today.
    fn compare(&mut self, turn: u8, recorded: &str, version: u16) {
        if version == G::STATE {
            self.compared += 1;
            let hash = state_hash::<G>(&self.state);
            if hash != recorded {
                let message = format!("game turn {turn} began with state {recorded}, its replay has {hash}");
                self.strays.push(Fault { record: self.records as usize - 1, message });
            }
        }
    }

    fn park(&mut self, side: SideId, lines: &[String]) {
        self.parked[side.index()] = lines.to_vec();
        if lines.is_empty() {
            self.incidents[side.index()].clear();
        } else {
            self.returned[side.index()].clear();
        }
    }

    /// Writes a record in the place of the last one, which was of the same kind and of no event.
    pub(in crate::table) fn write_anew(&mut self, record: &Record<G::Event, G::Policy>) {
        self.records -= 1;
        self.apply(record);
    }

    /// The state, and beside it what is kept of each event that is written into it.
    pub(super) fn parts(&mut self) -> (&G::Definitions, &mut G::State, Kept<'_, G>) {
        let kept = Kept {
            numbers: &mut self.numbers,
            past: &mut self.past,
            chronicle: &mut self.chronicle,
            parked: &self.parked,
            incidents: &mut self.incidents,
            records: &mut self.records,
        };
        (&self.definitions, &mut self.state, kept)
    }

    pub(in crate::table) fn push(&mut self, records: &mut Records<G>, record: Record<G::Event, G::Policy>) {
        self.apply(&record);
        records.push(record);
    }
}

/// What a table keeps of each event.
pub(super) struct Kept<'a, G: Game> {
    numbers: &'a mut Numbers,
    past: &'a mut Past<G>,
    chronicle: &'a mut Chronicle<G>,
    parked: &'a [Vec<String>; 2],
    incidents: &'a mut [Vec<Incident>; 2],
    records: &'a mut u64,
}

impl<G: Game> Kept<'_, G> {
    /// Writes an event into the state: what each viewer may know of it, what it means for waiting orders, and which
    /// asks are new.
    pub(super) fn write(&mut self, definitions: &G::Definitions, state: &mut G::State, event: &G::Event) {
        let seen = VIEWERS.map(|viewer| G::redact(definitions, state, event, viewer));
        for side in SideId::BOTH {
            let viewer = Viewer::Side(side);
            if !self.parked[side.index()].is_empty()
                && let Some(seen) = &seen[place(viewer)]
            {
                let incident = G::incident(Seen::new(definitions, &G::view(definitions, state, viewer)), seen);
                self.incidents[side.index()].extend(incident);
            }
        }
        if seen.iter().any(Option::is_some) {
            self.chronicle.add(*self.records, Entry::Happened(seen));
        }
        *self.records += 1;
        let discloses = G::discloses(definitions, state, event);
        G::evolve(state, event);
        let put = G::asks(state);
        self.past.happened(event, discloses, &put);
        self.numbers.see(&G::unsettled(state), &put);
    }
}
