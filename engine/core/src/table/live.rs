use super::batch::read_steps;
use super::numbers::Numbers;
use super::{Chain, Fault, Line, Record, Verdict};
use crate::chance::{CHAIN_LENGTH, KeyChain, Keyed, Link, Roll, Transcript, hex, unhex};
use crate::contract::{
    Ask, Game, Incident, Misread, Outcome, Refusal, Setup, SideId, Viewer, accept, advise, begin, decide,
};
use sha2::{Digest, Sha256};
use std::fmt;
use std::sync::Arc;

/// A game's two chains with their secrets. Whoever knows them knows all dice to come.
#[derive(Clone)]
pub struct Secrets {
    /// The public chain.
    pub public: KeyChain,
    /// The sealed chain.
    pub sealed: KeyChain,
}

impl Secrets {
    /// The chains that begin in these secrets, the public one first.
    pub fn new(public: Link, sealed: Link) -> Secrets {
        Secrets { public: KeyChain::new(public), sealed: KeyChain::new(sealed) }
    }
}

/// A game under way: definitions, state and the table's own business.
pub struct Table<G: Game> {
    pub(super) definitions: Arc<G::Definitions>,
    state: G::State,
    transcript: Transcript,
    public_used: u32,
    sealed_used: u32,
    orders: u64,
    numbers: Numbers,
    parked: [Vec<String>; 2],
    incidents: [Vec<Incident>; 2],
    returned: [Vec<String>; 2],
    policies: [G::Policy; 2],
    resigned: Option<SideId>,
    records: u64,
    /// Game turns that began with another state than when they were recorded.
    strays: Vec<Fault>,
    compared: usize,
}

impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Table<G> {
        Table {
            definitions: self.definitions.clone(),
            state: self.state.clone(),
            numbers: self.numbers.clone(),
            strays: self.strays.clone(),
            parked: self.parked.clone(),
            incidents: self.incidents.clone(),
            returned: self.returned.clone(),
            policies: self.policies.clone(),
            ..*self
        }
    }
}

pub(super) type Records<G> = Vec<Record<<G as Game>::Event, <G as Game>::Policy>>;

/// Why a line of a batch was not carried out.
pub(super) enum Stop {
    Misread(Misread),
    Refused(Refusal),
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
    /// Sets up a new game: its first records, which open it again with [`Table::open`].
    ///
    /// # Errors
    /// When the scenario or an option does not exist.
    pub fn start(
        definitions: Arc<G::Definitions>,
        definitions_hash: &str,
        table: &str,
        setup: &Setup,
        secrets: &Secrets,
    ) -> Result<Records<G>, String> {
        let started = Record::Started {
            table: table.to_owned(),
            setup: setup.clone(),
            rules: G::RULES,
            definitions: definitions_hash.to_owned(),
            public: hex(&secrets.public.key(0)),
            sealed: hex(&secrets.sealed.key(0)),
        };
        let mut live = Table::<G>::open(definitions, std::slice::from_ref(&started))?;
        let mut records = vec![started];
        let mut keyed = live.keyed(secrets);
        let (events, _) = begin::<G>(&live.definitions, &live.state, &mut keyed);
        live.record(&mut records, events, keyed);
        Ok(records)
    }

    /// Rebuilds a game from its records.
    ///
    /// # Errors
    /// When the first record does not start a game that the definitions know.
    pub fn open(definitions: Arc<G::Definitions>, records: &[Record<G::Event, G::Policy>]) -> Result<Table<G>, String> {
        let Some(Record::Started { table, setup, public, sealed, .. }) = records.first() else {
            return Err("the first record of a game must start it".to_owned());
        };
        let ends = unhex(public).zip(unhex(sealed)).ok_or("the chains' published ends are not 64 hex digits")?;
        let mut live = Table {
            state: G::initial(&definitions, setup)?,
            definitions,
            transcript: Transcript::new(table, &ends.0, &ends.1),
            public_used: 0,
            sealed_used: 0,
            orders: 0,
            numbers: Numbers::default(),
            strays: Vec::new(),
            compared: 0,
            parked: Default::default(),
            incidents: Default::default(),
            returned: Default::default(),
            policies: Default::default(),
            resigned: None,
            records: 1,
        };
        live.numbers.see(&G::unsettled(&live.state));
        for record in &records[1..] {
            live.apply(record);
        }
        Ok(live)
    }

    /// Writes a record into the table.
    pub fn apply(&mut self, record: &Record<G::Event, G::Policy>) {
        self.records += 1;
        match record {
            Record::Started { .. } | Record::Said { .. } => {}
            Record::Digest { turn, hash, version } => self.compare(*turn, hash, *version),
            Record::Joined { side, word } => self.transcript = self.transcript.join(side.0, word),
            Record::Ordered { side, commitment, standing, .. } => {
                self.orders += 1;
                if !standing {
                    self.returned[side.index()].clear();
                }
                if let Some(commitment) = unhex(commitment) {
                    self.transcript = self.transcript.order(side.0, &commitment);
                }
            }
            Record::Happened(event) => {
                SideId::BOTH.into_iter().for_each(|side| self.note(side, event));
                G::evolve(&mut self.state, event);
                self.numbers.see(&G::unsettled(&self.state));
            }
            Record::Drawn { chain: Chain::Public, index, .. } => self.public_used = self.public_used.max(*index),
            Record::Drawn { chain: Chain::Sealed, index, .. } => self.sealed_used = self.sealed_used.max(*index),
            Record::Parked { side, lines } => self.park(*side, lines),
            Record::Returned { side, lines, .. } => {
                self.park(*side, &[]);
                self.returned[side.index()].clone_from(lines);
            }
            Record::Standing { side, policy } => self.policies[side.index()] = policy.clone(),
            Record::Resigned { side } => self.resigned = Some(*side),
        }
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

    /// Remembers what an event means for the waiting orders of a side, if there are any.
    fn note(&mut self, side: SideId, event: &G::Event) {
        let viewer = Viewer::Side(side);
        if !self.parked[side.index()].is_empty()
            && let Some(seen) = G::redact(&self.definitions, &self.state, event, viewer)
        {
            let incident = G::incident(&self.definitions, &self.view(viewer), &seen);
            self.incidents[side.index()].extend(incident);
        }
    }

    /// The definitions.
    pub fn definitions(&self) -> &G::Definitions {
        &self.definitions
    }

    /// The state. For rules and tests; players get [`Table::view`].
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// How many records the table has.
    pub fn len(&self) -> u64 {
        self.records
    }

    /// A table has at least the record that started it.
    pub fn is_empty(&self) -> bool {
        self.records == 0
    }

    /// What a viewer may know.
    pub fn view(&self, viewer: Viewer) -> G::View {
        G::view(&self.definitions, &self.state, viewer)
    }

    /// Game turns that began with another state than when they were recorded: the rules of today make something else
    /// of the same events. The game goes on all the same.
    pub fn strays(&self) -> &[Fault] {
        &self.strays
    }

    /// How many beginnings of game turns were compared with what was recorded.
    pub fn compared(&self) -> usize {
        self.compared
    }

    /// The open asks as the state numbers them; none once the game is over.
    pub(super) fn open_asks(&self) -> Vec<Ask> {
        if self.outcome().is_some() { Vec::new() } else { G::asks(&self.state) }
    }

    /// The open asks by the numbers that the table has given them; none once the game is over.
    pub fn asks(&self) -> Vec<Ask> {
        self.open_asks().into_iter().map(|ask| Ask { id: self.numbers.of(ask.id), ..ask }).collect()
    }

    /// The end of the game, once it has come.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.resigned {
            Some(side) => Some(Outcome {
                winner: Some(side.enemy()),
                reason: format!("{} resigned", G::sides(&self.definitions)[side.index()]),
            }),
            None => G::outcome(&self.state),
        }
    }

    /// Orders of a side that wait until the other has decided.
    pub fn parked(&self, side: SideId) -> &[String] {
        &self.parked[side.index()]
    }

    /// What a side learned since it wrote its orders that wait.
    pub(super) fn incidents(&self, side: SideId) -> &[Incident] {
        &self.incidents[side.index()]
    }

    /// Orders of a side that waited and came back to it, until it orders something else.
    pub fn returned(&self, side: SideId) -> &[String] {
        &self.returned[side.index()]
    }

    /// Whether a side has an open ask.
    pub(super) fn must_decide(&self, side: SideId) -> bool {
        self.open_asks().iter().any(|ask| ask.side == side)
    }

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
    ) -> Result<String, Stop> {
        let orders = self.read(side, line).map_err(Stop::Misread)?;
        let mut texts = Vec::new();
        for (place, order) in orders.iter().enumerate() {
            self.order(side, order, false, secrets, records).map_err(|refusal| {
                Stop::Refused(advise::<G>(&self.definitions, &self.view(Viewer::Side(side)), order, refusal))
            })?;
            texts.push(G::write(&self.definitions, order));
            let coming = match &orders[place + 1..] {
                [] if next.is_some() && self.hands_over(side, order) => continue,
                [] => next.map(Coming::Line),
                [order, ..] => Some(Coming::Order(order)),
            };
            self.answer(coming.map(|coming| (side, coming)), secrets, records);
        }
        Ok(texts.join("; "))
    }

    /// Carries out one line: how it was understood, and whether it disclosed anything, which is told of a refused line,
    /// too: a number that was drawn, or what the side did not see. A refused line leaves nothing behind unless it did.
    pub(super) fn attempt(
        &mut self,
        side: SideId,
        line: &Line,
        next: Option<&Line>,
        secrets: &Secrets,
        records: &mut Records<G>,
    ) -> Result<(String, bool), (Stop, bool)> {
        let (start, before) = (self.clone(), records.len());
        let done = self.line(side, line, next, secrets, records);
        let disclosed = records[before..].iter().any(|record| match record {
            Record::Drawn { .. } => true,
            Record::Happened(event) => G::discloses(&start.state, event),
            _ => false,
        });
        match done {
            Ok(text) => Ok((text, disclosed)),
            Err(stop) => {
                if !disclosed {
                    records.truncate(before);
                    *self = start;
                }
                Err((stop, disclosed))
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
        standing: bool,
        secrets: &Secrets,
        records: &mut Records<G>,
    ) -> Result<(), Refusal> {
        let Some(ask) = self.asks().into_iter().find(|ask| ask.side == side) else { return Err(not_asked()) };
        if self.public_used.max(self.sealed_used) + 1 >= CHAIN_LENGTH {
            return Err(
                Refusal::new("order", "this game has used up its dice keys").remedy("Ask your host to renew them.")
            );
        }
        let text = G::write(&self.definitions, order);
        let commitment = Transcript::commitment(&Transcript::salt(secrets.sealed.secret(), self.orders), &text);
        let mut after = self.clone();
        let ordered = Record::Ordered { side, ask: ask.id, text, commitment: hex(&commitment), standing };
        after.apply(&ordered);
        let mut keyed = after.keyed(secrets);
        let (events, _) = decide::<G>(&self.definitions, &self.state, side, order, &mut keyed)?;
        *self = after;
        records.push(ordered);
        self.record(records, events, keyed);
        Ok(())
    }

    /// Lets standing orders answer what they can, but nothing that the player has answered himself: by what he has
    /// written to come next, or by orders that wait.
    pub(super) fn answer(
        &mut self,
        coming: Option<(SideId, Coming<'_, G>)>,
        secrets: &Secrets,
        records: &mut Records<G>,
    ) {
        'asks: loop {
            for ask in self.open_asks() {
                let own = coming.as_ref().filter(|(side, _)| *side == ask.side).map(|(_, coming)| coming);
                let view = self.view(Viewer::Side(ask.side));
                if !self.is_answered(ask.side, own)
                    && let Some(order) = G::answer(&self.definitions, &view, &self.policies[ask.side.index()])
                    && self.order(ask.side, &order, true, secrets, records).is_ok()
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
    pub(super) fn may_begin(&self, side: SideId) -> bool {
        G::is_fresh(&self.view(Viewer::Side(side)))
    }

    /// Whether an order can be given now.
    pub(super) fn fits(&self, side: SideId, order: &[G::Step]) -> bool {
        accept::<G>(&self.definitions, &self.view(Viewer::Side(side)), order).is_ok()
    }

    /// Whether the first order of a line can be given now.
    pub(super) fn line_fits(&self, side: SideId, line: &Line) -> bool {
        self.read(side, line).is_ok_and(|orders| orders.first().is_some_and(|order| self.fits(side, order)))
    }

    /// Chance for the order that was just added to the transcript.
    fn keyed<'a>(&self, secrets: &'a Secrets) -> Keyed<'a> {
        let (public, sealed) = (self.public_used + 1, self.sealed_used + 1);
        Keyed::new((&secrets.public, public), (&secrets.sealed, sealed), self.transcript)
    }

    /// Adds events, the keys they used up, and a digest when a new game turn began.
    fn record(&mut self, records: &mut Records<G>, events: Vec<G::Event>, keyed: Keyed<'_>) {
        let turn = G::game_turn(&self.state);
        for event in events {
            self.push(records, Record::Happened(event));
        }
        let disclosed = keyed.public.key.as_ref().map(hex).unwrap_or_default();
        self.drawn(records, Chain::Public, disclosed, keyed.public.rolls);
        self.drawn(records, Chain::Sealed, String::new(), keyed.sealed.rolls);
        if G::game_turn(&self.state) != turn {
            let hash = state_hash::<G>(&self.state);
            self.push(records, Record::Digest { turn: G::game_turn(&self.state), hash, version: G::STATE });
        }
    }

    fn drawn(&mut self, records: &mut Records<G>, chain: Chain, key: String, rolls: Vec<Roll>) {
        if !rolls.is_empty() {
            let index = 1 + match chain {
                Chain::Public => self.public_used,
                Chain::Sealed => self.sealed_used,
            };
            self.push(records, Record::Drawn { chain, index, key, rolls });
        }
    }

    pub(super) fn push(&mut self, records: &mut Records<G>, record: Record<G::Event, G::Policy>) {
        self.apply(&record);
        records.push(record);
    }

    pub(super) fn verdict(&self, stop: Stop) -> Verdict {
        match stop {
            Stop::Misread(misread) => Verdict::Misread(misread.message),
            Stop::Refused(refusal) => {
                let summary = self.summary(&refusal.case);
                Verdict::Refused { refusal, summary }
            }
        }
    }

    /// The summary of a rule's case; empty if the index does not have it.
    pub(super) fn summary(&self, case: &str) -> String {
        G::published(&self.definitions).rules.get(case).map(|case| case.summary.clone()).unwrap_or_default()
    }

    /// The standing orders of a side.
    pub fn policy(&self, side: SideId) -> &G::Policy {
        &self.policies[side.index()]
    }
}

/// What a player has written to be carried out next.
pub(super) enum Coming<'a, G: Game> {
    /// One more order of the same line.
    Order(&'a [G::Step]),
    Line(&'a Line),
}

pub(super) fn not_asked() -> Refusal {
    Refusal::new("order", "it is not yours to decide now").remedy("You get a mail when it is.")
}

/// SHA-256 of a state's JSON, in hex.
pub(super) fn state_hash<G: Game>(state: &G::State) -> String {
    let json = serde_json::to_vec(state).expect("a state has string keys only");
    Sha256::digest(json).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A line as text, whichever way it came.
pub(super) fn spoken<G: Game>(live: &Table<G>, line: &Line) -> String {
    match line {
        _ if line.check_size().is_err() => line.beginning(),
        Line::Text(text) => text.clone(),
        Line::Steps(steps) => read_steps::<G>(&live.definitions, steps)
            .map_or_else(|_| line.beginning(), |order| G::write(&live.definitions, &order)),
    }
}
