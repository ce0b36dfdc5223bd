use super::batch::read_steps;
use super::chronicle::{Chronicle, Entry, VIEWERS, place};
use super::keys::{Due, Keys, Seed, ends, published};
use super::numbers::Numbers;
use super::past::{Given, Past};
use super::proposal::Open;
use super::{Chain, Fault, Line, Proposal, Record, Secrets, Verdict};
use crate::chance::{KeyChain, Keyed, Roll, Transcript, hex, unhex};
use crate::contract::{
    Ask, AskId, Foundation, Game, Incident, Misread, Outcome, Refusal, Seen, Setup, SideId, Viewer, begin, carry_out_by,
};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A game under way: definitions, state and the table's own business.
pub struct Table<G: Game> {
    pub(super) definitions: Arc<G::Definitions>,
    state: G::State,
    transcript: Transcript,
    pub(super) keys: Keys,
    orders: u64,
    /// Those that each player gave himself.
    own_orders: [u32; 2],
    numbers: Numbers,
    pub(super) chronicle: Chronicle<G>,
    pub(super) past: Past<G>,
    /// Records up to which each side was told by mail what happened: of the present alone, for replays have no mail.
    pub(super) mailed: [u64; 2],
    pub(super) proposal: Option<Open<G::Event>>,
    /// How many there were.
    pub(super) proposals: u32,
    /// Whether the players have agreed on a draw.
    drawn: bool,
    /// What is noted of the game for ever.
    pub(super) marks: Vec<String>,
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
            keys: self.keys.clone(),
            numbers: self.numbers.clone(),
            chronicle: self.chronicle.clone(),
            past: self.past.clone(),
            proposal: self.proposal.clone(),
            marks: self.marks.clone(),
            strays: self.strays.clone(),
            parked: self.parked.clone(),
            incidents: self.incidents.clone(),
            returned: self.returned.clone(),
            policies: self.policies.clone(),
            ..*self
        }
    }
}

pub(super) type Records<G> = Vec<Record<<G as Foundation>::Event, <G as Foundation>::Policy>>;

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
            keys: secrets.sealed.length(),
        };
        let mut live = Table::<G>::open(definitions, std::slice::from_ref(&started))?;
        let mut records = vec![started];
        let chains = secrets.chains(&live.keys.seed);
        let mut keyed = live.keyed(&chains);
        let (events, _) = begin::<G>(&live.definitions, &live.state, &mut keyed);
        let turn = G::game_turn(&live.state);
        for event in events {
            live.push(&mut records, Record::Happened(event));
        }
        live.record(&mut records, turn, keyed, secrets);
        Ok(records)
    }

    /// Rebuilds a game from its records.
    ///
    /// # Errors
    /// When the first record does not start a game that the definitions know.
    pub fn open(definitions: Arc<G::Definitions>, records: &[Record<G::Event, G::Policy>]) -> Result<Table<G>, String> {
        let Some(Record::Started { table, setup, public, sealed, keys, .. }) = records.first() else {
            return Err("the first record of a game must start it".to_owned());
        };
        let ends = unhex(public).zip(unhex(sealed)).ok_or("the chains' published ends are not 64 hex digits")?;
        let mut live = Table {
            state: G::initial(&definitions, setup)?,
            definitions,
            transcript: Transcript::new(table, &ends.0, &ends.1),
            keys: Keys::new(*keys),
            orders: 0,
            own_orders: [0; 2],
            numbers: Numbers::default(),
            chronicle: Chronicle::new(),
            past: Past::default(),
            mailed: [0; 2],
            proposal: None,
            proposals: 0,
            drawn: false,
            marks: Vec::new(),
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
        if let Record::Happened(stored) = record {
            let event = self.upgraded(stored);
            let (definitions, state, mut kept) = self.parts();
            return kept.write(definitions, state, &event);
        }
        self.note_down(record);
        self.enter(record);
    }

    /// Writes a record that is no event into the table, and tells nobody.
    pub(super) fn enter(&mut self, record: &Record<G::Event, G::Policy>) {
        self.records += 1;
        match record {
            Record::Started { .. } | Record::Said { .. } | Record::Happened(_) => {}
            Record::Digest { turn, hash, version } => self.compare(*turn, hash, *version),
            Record::Joined { side, word } => {
                self.transcript = self.transcript.join(side.0, word);
                self.keys.join(*side);
            }
            Record::Ordered { side, commitment, standing, text, .. } => {
                self.orders += 1;
                if !standing {
                    self.own_orders[side.index()] += 1;
                    self.returned[side.index()].clear();
                    self.proposal.take_if(|open| open.side == *side);
                }
                let (record, text) = (self.records - 1, text.clone());
                self.past.begin(&self.state, Given::new(record, *side, text, *standing, &self.state));
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
            Record::Declined { .. } => self.proposal = None,
            Record::Agreed { .. } => {
                self.drawn |= self.proposal.take().is_some_and(|open| open.what == Proposal::Draw);
            }
            Record::Adjusted { turn, lines } => {
                self.marks.push(format!("Adjusted by consent at turn {turn}: {}", lines.join("; ")));
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
        }
    }

    /// A stored event in the form of today.
    pub(super) fn upgraded<'a>(&self, event: &'a G::Event) -> Cow<'a, G::Event> {
        G::upgrade(&self.definitions, &self.state, event).map_or(Cow::Borrowed(event), Cow::Owned)
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
        self.numbers.see(&G::unsettled(&self.state));
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
    pub(super) fn write_anew(&mut self, record: &Record<G::Event, G::Policy>) {
        self.records -= 1;
        self.apply(record);
    }

    /// The state, and beside it what is kept of each event that is written into it.
    fn parts(&mut self) -> (&G::Definitions, &mut G::State, Kept<'_, G>) {
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
                level: None,
            }),
            None if self.drawn => {
                Some(Outcome { winner: None, reason: "by agreement".to_owned(), level: Some("draw".to_owned()) })
            }
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
                Stop::Refused(
                    Seen::<G>::new(self.definitions(), &self.view(Viewer::Side(side))).propose(order, refusal),
                )
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
        let ordered =
            Record::Ordered { side, ask: self.numbers.of(ask.id), text, commitment: hex(&commitment), standing };
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
                if !self.is_answered(&ask, own)
                    && let Some(order) =
                        G::answer(Seen::new(self.definitions(), &view), &ask, &self.policies[ask.side.index()])
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
    fn fits(&self, side: SideId, order: &[G::Step]) -> bool {
        Seen::<G>::new(self.definitions(), &self.view(Viewer::Side(side))).accept(order).is_ok()
    }

    /// Whether an order can be given now as the answer to an ask, by the state's number.
    pub(super) fn settles(&self, ask: &Ask, order: &[G::Step]) -> bool {
        self.fits(ask.side, order) && G::answered(&self.state, ask.side, order).is_some_and(|it| it.id == ask.id)
    }

    /// Whether the first order of a line can be given now as the answer to an ask.
    pub(super) fn line_settles(&self, ask: &Ask, line: &Line) -> bool {
        self.read(ask.side, line).is_ok_and(|orders| orders.first().is_some_and(|order| self.settles(ask, order)))
    }

    /// Chance for the order that was just added to the transcript.
    fn keyed<'a>(&self, chains: &'a [KeyChain; 2]) -> Keyed<'a> {
        let [public, sealed] = [Chain::Public, Chain::Sealed].map(|chain| self.keys.indices(chain).1);
        Keyed::new((&chains[0], public), (&chains[1], sealed), self.transcript)
    }

    /// Adds the keys that events used up, a digest when a new game turn began with them, and what is due about the keys.
    fn record(&mut self, records: &mut Records<G>, turn: u8, keyed: Keyed<'_>, secrets: &Secrets) {
        let disclosed = keyed.public.key.as_ref().map(hex).unwrap_or_default();
        self.drawn(records, Chain::Public, disclosed, keyed.public.rolls);
        self.drawn(records, Chain::Sealed, String::new(), keyed.sealed.rolls);
        if G::game_turn(&self.state) != turn {
            let hash = state_hash::<G>(&self.state);
            self.push(records, Record::Digest { turn: G::game_turn(&self.state), hash, version: G::STATE });
        }
        self.renew(records, secrets);
    }

    /// Commits to new chains and lets them come into use, when either is due.
    pub(super) fn renew(&mut self, records: &mut Records<G>, secrets: &Secrets) {
        while let Some(due) = self.keys.due() {
            match due {
                Due::Commit => self.commit(String::new(), records, secrets),
                Due::Begin => self.begin_new_keys(records),
            }
        }
    }

    /// Commits to the chains that follow.
    pub(super) fn commit(&mut self, nonce: String, records: &mut Records<G>, secrets: &Secrets) {
        let seed = self.keys.following(nonce);
        let [public, sealed] = published(&secrets.chains(&seed));
        self.push(records, Record::Renewing { number: seed.number, nonce: seed.nonce, public, sealed });
    }

    /// Lets the chains that were committed to come into use.
    pub(super) fn begin_new_keys(&mut self, records: &mut Records<G>) {
        let without = self.keys.next.as_ref().map(|next| next.without()).unwrap_or_default();
        self.push(records, Record::Renewed { without });
    }

    fn drawn(&mut self, records: &mut Records<G>, chain: Chain, key: String, rolls: Vec<Roll>) {
        if !rolls.is_empty() {
            let (index, _) = self.keys.indices(chain);
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

    /// How many orders the player of a side has given himself, and not his standing orders.
    pub fn own_orders(&self, side: SideId) -> u32 {
        self.own_orders[side.index()]
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

/// What a table keeps of each event.
struct Kept<'a, G: Game> {
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
    fn write(&mut self, definitions: &G::Definitions, state: &mut G::State, event: &G::Event) {
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
        let discloses = G::discloses(state, event);
        G::evolve(state, event);
        self.past.happened(event, discloses, state);
        self.numbers.see(&G::unsettled(state));
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
    HEXLOWER.encode(&Sha256::digest(json))
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
