use super::{Batch, Chain, Line, LineReport, Record, Report, Verdict};
use crate::chance::{CHAIN_LENGTH, KeyChain, Keyed, Link, Roll, Transcript, hex, unhex};
use crate::contract::{Ask, Game, Misread, Outcome, Refusal, Setup, SideId, Viewer, begin, decide};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The ends of a game's two chains. Whoever knows them knows all dice to come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secrets {
    /// Secret of the public chain.
    pub public: Link,
    /// Secret of the sealed chain.
    pub sealed: Link,
}

/// A game under way: definitions, state and the table's own business.
pub struct Table<G: Game> {
    definitions: Arc<G::Definitions>,
    state: G::State,
    transcript: Transcript,
    public_used: u32,
    sealed_used: u32,
    orders: u64,
    parked: [Vec<String>; 2],
    policies: [G::Policy; 2],
    resigned: Option<SideId>,
    records: u64,
}

impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Table<G> {
        Table {
            definitions: self.definitions.clone(),
            state: self.state.clone(),
            parked: self.parked.clone(),
            policies: self.policies.clone(),
            ..*self
        }
    }
}

type Records<G> = Vec<Record<<G as Game>::Event, <G as Game>::Policy>>;

/// Why a line of a batch was not carried out.
enum Stop {
    Misread(Misread),
    Refused(Refusal),
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
            definitions: definitions_hash.to_owned(),
            public: hex(&KeyChain::new(secrets.public).key(0)),
            sealed: hex(&KeyChain::new(secrets.sealed).key(0)),
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
            parked: Default::default(),
            policies: Default::default(),
            resigned: None,
            records: 1,
        };
        for record in &records[1..] {
            live.apply(record);
        }
        Ok(live)
    }

    /// Writes a record into the table.
    pub fn apply(&mut self, record: &Record<G::Event, G::Policy>) {
        self.records += 1;
        match record {
            Record::Started { .. } | Record::Said { .. } | Record::Digest { .. } => {}
            Record::Joined { side, word } => self.transcript = self.transcript.join(side.0, word),
            Record::Ordered { side, commitment, .. } => {
                self.orders += 1;
                if let Some(commitment) = unhex(commitment) {
                    self.transcript = self.transcript.order(side.0, &commitment);
                }
            }
            Record::Happened(event) => G::evolve(&mut self.state, event),
            Record::Drawn { chain: Chain::Public, index, .. } => self.public_used = *index,
            Record::Drawn { chain: Chain::Sealed, index, .. } => self.sealed_used = *index,
            Record::Parked { side, lines } => self.parked[side.index()].clone_from(lines),
            Record::Returned { side, .. } => self.parked[side.index()].clear(),
            Record::Standing { side, policy } => self.policies[side.index()] = policy.clone(),
            Record::Resigned { side } => self.resigned = Some(*side),
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

    /// The open asks; none once the game is over.
    pub fn asks(&self) -> Vec<Ask> {
        if self.outcome().is_some() { Vec::new() } else { G::asks(&self.state) }
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

    /// Judges a batch and says what it would change. Nothing is changed: the caller stores the records and
    /// applies them.
    ///
    /// The lines are carried out in order. If one is refused before the first number was drawn, none of them
    /// counts; after that everything before it stays, for what was disclosed cannot be taken back. Lines that
    /// come after the other side has to decide wait for it, and are carried out as far as they still can.
    pub fn submit(&self, side: SideId, batch: &Batch, secrets: &Secrets) -> (Records<G>, Report) {
        if let Some(outcome) = self.outcome() {
            return (Vec::new(), Report::closed(format!("The game is over: {}.", outcome.reason)));
        }
        if let Some(named) = batch.ask
            && !self.asks().iter().any(|ask| ask.id == named && ask.side == side)
        {
            return (
                Vec::new(),
                Report::closed(
                    "The position has moved on since that mail, so nothing was done. Please answer the newest one.",
                ),
            );
        }
        let mut live = self.clone();
        let mut records = Records::<G>::new();
        let mut report = Report::default();
        // records that stay even if a later line is refused
        let mut fixed = 0;
        let mut rest = batch.lines.iter();
        while let Some(line) = rest.next() {
            if !live.must_decide(side) {
                live.park(side, line, rest.as_slice(), &mut records, &mut report);
                break;
            }
            let before = records.len();
            match live.line(side, line, secrets, &mut records) {
                Ok((text, disclosed)) => {
                    if disclosed {
                        fixed = records.len();
                    }
                    let told = live.told(self, &records[..before], &records[before..], Viewer::Side(side));
                    report.lines.push(LineReport { text, verdict: Verdict::Done(told) });
                }
                Err(stop) => {
                    if fixed == 0 {
                        records.clear();
                        for line in &mut report.lines {
                            line.verdict = Verdict::TakenBack;
                        }
                    }
                    report.lines.push(LineReport { text: spoken::<G>(&live, line), verdict: live.verdict(stop) });
                    report.lines.extend(
                        rest.map(|line| LineReport { text: spoken::<G>(&live, line), verdict: Verdict::NotReached }),
                    );
                    break;
                }
            }
        }
        if !records.is_empty() {
            let mut settled = self.clone();
            records.iter().for_each(|record| settled.apply(record));
            settled.resume(secrets, &mut records);
        }
        report.changed = !records.is_empty();
        (records, report)
    }

    /// Whether a side has an open ask.
    fn must_decide(&self, side: SideId) -> bool {
        self.asks().iter().any(|ask| ask.side == side)
    }

    /// Keeps the rest of a batch until the other side has decided.
    fn park(&mut self, side: SideId, first: &Line, rest: &[Line], records: &mut Records<G>, report: &mut Report) {
        if records.is_empty() {
            // nothing of this batch was possible: it is not this side's decision
            let refusal = Refusal::new("order", "it is not yours to decide now").remedy("You get a mail when it is.");
            report
                .lines
                .push(LineReport { text: spoken::<G>(self, first), verdict: self.verdict(Stop::Refused(refusal)) });
            report.lines.extend(
                rest.iter().map(|line| LineReport { text: spoken::<G>(self, line), verdict: Verdict::NotReached }),
            );
            return;
        }
        let waiting = std::iter::once(first).chain(rest).map(|line| spoken::<G>(self, line));
        let mut lines = self.parked(side).to_vec();
        for text in waiting {
            lines.push(text.clone());
            report.lines.push(LineReport { text, verdict: Verdict::Parked });
        }
        self.push(records, Record::Parked { side, lines });
    }

    /// Carries out one line, which may stand for several orders; whether something was disclosed.
    fn line(
        &mut self,
        side: SideId,
        line: &Line,
        secrets: &Secrets,
        records: &mut Records<G>,
    ) -> Result<(String, bool), Stop> {
        let view = self.view(Viewer::Side(side));
        let orders = match line {
            Line::Text(text) => G::parse(&self.definitions, &view, text).map_err(Stop::Misread)?,
            Line::Steps(steps) => {
                let steps: Result<Vec<G::Step>, _> = steps.iter().cloned().map(serde_json::from_value).collect();
                vec![steps.map_err(|error| Stop::Misread(Misread::new(format!("no step of this game: {error}"))))?]
            }
        };
        let mut texts = Vec::new();
        let mut disclosed = false;
        for order in orders {
            disclosed |= self.order(side, &order, false, secrets, records).map_err(Stop::Refused)?;
            texts.push(G::write(&self.definitions, &order));
        }
        Ok((texts.join("; "), disclosed))
    }

    /// Carries out one order and what the standing orders of both sides answer to it; whether a number was drawn.
    fn order(
        &mut self,
        side: SideId,
        order: &[G::Step],
        standing: bool,
        secrets: &Secrets,
        records: &mut Records<G>,
    ) -> Result<bool, Refusal> {
        let Some(ask) = self.asks().into_iter().find(|ask| ask.side == side) else {
            return Err(Refusal::new("order", "it is not yours to decide now").remedy("You get a mail when it is."));
        };
        if self.public_used.max(self.sealed_used) + 1 >= CHAIN_LENGTH {
            return Err(
                Refusal::new("order", "this game has used up its dice keys").remedy("Ask your host to renew them.")
            );
        }
        let text = G::write(&self.definitions, order);
        let commitment = Transcript::commitment(&Transcript::salt(&secrets.sealed, self.orders), &text);
        let mut after = self.clone();
        let ordered = Record::Ordered { side, ask: ask.id, text, commitment: hex(&commitment), standing };
        after.apply(&ordered);
        let mut keyed = after.keyed(secrets);
        let (events, _) = decide::<G>(&self.definitions, &self.state, side, order, &mut keyed)?;
        let mut disclosed = !keyed.public_rolls.is_empty() || !keyed.sealed_rolls.is_empty();
        *self = after;
        records.push(ordered);
        self.record(records, events, keyed);
        if !standing {
            disclosed |= self.answer(secrets, records);
        }
        Ok(disclosed)
    }

    /// Lets standing orders answer what they can; whether a number was drawn.
    fn answer(&mut self, secrets: &Secrets, records: &mut Records<G>) -> bool {
        let mut disclosed = false;
        'asks: loop {
            for ask in self.asks() {
                let view = self.view(Viewer::Side(ask.side));
                if let Some(order) = G::answer(&self.definitions, &view, &self.policies[ask.side.index()])
                    && let Ok(drawn) = self.order(ask.side, &order, true, secrets, records)
                {
                    disclosed |= drawn;
                    continue 'asks;
                }
            }
            return disclosed;
        }
    }

    /// Carries out waiting orders as far as they are possible now.
    fn resume(&mut self, secrets: &Secrets, records: &mut Records<G>) {
        loop {
            let Some(side) =
                SideId::BOTH.into_iter().find(|side| !self.parked(*side).is_empty() && self.must_decide(*side))
            else {
                return;
            };
            let lines = self.parked(side).to_vec();
            match self.line(side, &Line::Text(lines[0].clone()), secrets, records) {
                Ok(_) => self.push(records, Record::Parked { side, lines: lines[1..].to_vec() }),
                Err(stop) => {
                    let reason = match stop {
                        Stop::Misread(misread) => misread.to_string(),
                        Stop::Refused(refusal) => refusal.to_string(),
                    };
                    self.push(records, Record::Returned { side, lines, reason });
                }
            }
        }
    }

    /// Chance for the order that was just added to the transcript.
    fn keyed(&self, secrets: &Secrets) -> Keyed {
        Keyed::new(
            KeyChain::new(secrets.public).key(self.public_used + 1),
            KeyChain::new(secrets.sealed).key(self.sealed_used + 1),
            self.transcript,
        )
    }

    /// Adds events, the keys they used up, and a digest when a new game turn began.
    fn record(&mut self, records: &mut Records<G>, events: Vec<G::Event>, keyed: Keyed) {
        let turn = G::game_turn(&self.state);
        for event in events {
            self.push(records, Record::Happened(event));
        }
        let (public, rolls, sealed_rolls) = keyed.into_parts();
        self.drawn(records, Chain::Public, hex(&public), rolls);
        self.drawn(records, Chain::Sealed, String::new(), sealed_rolls);
        if G::game_turn(&self.state) != turn {
            let hash = state_hash::<G>(&self.state);
            self.push(records, Record::Digest { turn: G::game_turn(&self.state), hash });
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

    fn push(&mut self, records: &mut Records<G>, record: Record<G::Event, G::Policy>) {
        self.apply(&record);
        records.push(record);
    }

    fn verdict(&self, stop: Stop) -> Verdict {
        match stop {
            Stop::Misread(misread) => Verdict::Misread(misread.message),
            Stop::Refused(refusal) => {
                let summary = G::published(&self.definitions)
                    .rules
                    .get(&refusal.case)
                    .map(|case| case.summary.clone())
                    .unwrap_or_default();
                Verdict::Refused { refusal, summary }
            }
        }
    }

    /// What happened in `records`, in words for a viewer. `start` is the table before `earlier`.
    pub fn told(
        &self,
        start: &Table<G>,
        earlier: &[Record<G::Event, G::Policy>],
        records: &[Record<G::Event, G::Policy>],
        viewer: Viewer,
    ) -> Vec<String> {
        let mut at = start.clone();
        earlier.iter().for_each(|record| at.apply(record));
        let mut told = Vec::new();
        for record in records {
            if let Record::Happened(event) = record
                && let Some(seen) = G::redact(&at.definitions, &at.state, event, viewer)
            {
                told.extend(G::describe(&at.definitions, &seen));
            }
            at.apply(record);
        }
        told
    }

    /// The standing orders of a side.
    pub fn policy(&self, side: SideId) -> &G::Policy {
        &self.policies[side.index()]
    }
}

/// SHA-256 of a state's JSON, in hex.
pub(super) fn state_hash<G: Game>(state: &G::State) -> String {
    let json = serde_json::to_vec(state).expect("a state has string keys only");
    Sha256::digest(json).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A line as text, whichever way it came.
fn spoken<G: Game>(live: &Table<G>, line: &Line) -> String {
    match line {
        Line::Text(text) => text.clone(),
        Line::Steps(steps) => steps
            .iter()
            .cloned()
            .map(serde_json::from_value)
            .collect::<Result<Vec<G::Step>, _>>()
            .map(|order| G::write(&live.definitions, &order))
            .unwrap_or_else(|_| serde_json::Value::Array(steps.clone()).to_string()),
    }
}
