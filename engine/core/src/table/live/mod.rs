//! A game under way.

mod disclosed;
mod orders;
mod rejudge;
mod written;

use crate::chance::{Transcript, hex, unhex};
use crate::contract::{Ask, Foundation, Game, Incident, Outcome, Refusal, Setup, SideId, Viewer, begin};
use crate::table::batch::read_steps;
use crate::table::chronicle::Chronicle;
use crate::table::keys::Keys;
use crate::table::numbers::{Counting, Numbers};
use crate::table::past::Past;
use crate::table::proposal::Open;
use crate::table::{Fault, Line, Record, Secrets, Verdict};
use data_encoding::HEXLOWER;
pub(in crate::table) use orders::{Coming, Half, Halted, Stop};
pub use rejudge::Rejudged;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// A game under way: definitions, state and the table's own business.
pub struct Table<G: Game> {
    pub(in crate::table) definitions: Arc<G::Definitions>,
    state: G::State,
    transcript: Transcript,
    pub(in crate::table) keys: Keys,
    orders: u64,
    /// Those that each player gave himself.
    own_orders: [u32; 2],
    /// The numbers of the records of the last of those.
    last_own_order: [u64; 2],
    numbers: Numbers,
    pub(in crate::table) chronicle: Chronicle<G>,
    pub(in crate::table) past: Past<G>,
    /// Records up to which each side was told by mail what happened: of the present alone, for replays have no mail.
    pub(in crate::table) mailed: [u64; 2],
    pub(in crate::table) proposal: Option<Open<G::Event>>,
    /// How many there were.
    pub(in crate::table) proposals: u32,
    /// The last that was answered.
    pub(in crate::table) answered: u32,
    /// Whether the players have agreed on a draw.
    drawn: bool,
    /// What is noted of the game for ever.
    pub(in crate::table) marks: Vec<String>,
    parked: [Vec<String>; 2],
    incidents: [Vec<Incident>; 2],
    returned: [Vec<String>; 2],
    policies: [G::Policy; 2],
    resigned: Option<SideId>,
    /// Whose time ran out, if the other made use of it.
    lapsed: Option<SideId>,
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

pub(in crate::table) type Records<G> = Vec<Record<<G as Foundation>::Event, <G as Foundation>::Policy>>;

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
            asks: Counting::EachSide,
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
        let Some(Record::Started { table, setup, public, sealed, keys, asks, .. }) = records.first() else {
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
            last_own_order: [0; 2],
            numbers: Numbers::new(*asks),
            chronicle: Chronicle::new(),
            past: Past::default(),
            mailed: [0; 2],
            proposal: None,
            proposals: 0,
            answered: 0,
            drawn: false,
            marks: Vec::new(),
            strays: Vec::new(),
            compared: 0,
            parked: Default::default(),
            incidents: Default::default(),
            returned: Default::default(),
            policies: Default::default(),
            resigned: None,
            lapsed: None,
            records: 1,
        };
        live.numbers.see(&G::unsettled(&live.state), &G::asks(&live.state));
        for record in &records[1..] {
            live.apply(record);
        }
        Ok(live)
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
    pub(in crate::table) fn open_asks(&self) -> Vec<Ask> {
        if self.outcome().is_some() { Vec::new() } else { G::asks(&self.state) }
    }

    /// The open asks by the numbers that the table has given them; none once the game is over.
    pub fn asks(&self) -> Vec<Ask> {
        self.open_asks().into_iter().map(|ask| Ask { id: self.numbers.of(ask.id), ..ask }).collect()
    }

    /// The end of the game, once it has come.
    pub fn outcome(&self) -> Option<Outcome> {
        let left = |side: SideId, how: &str| Outcome {
            winner: Some(side.enemy()),
            reason: format!("{} {how}", G::sides(&self.definitions)[side.index()]),
            level: None,
        };
        match (self.resigned, self.lapsed) {
            (Some(side), _) => Some(left(side, "resigned")),
            (None, Some(side)) => Some(left(side, "ran out of time")),
            _ if self.drawn => {
                Some(Outcome { winner: None, reason: "by agreement".to_owned(), level: Some("draw".to_owned()) })
            }
            _ => G::outcome(&self.state),
        }
    }

    /// Orders of a side that wait until the other has decided.
    pub fn parked(&self, side: SideId) -> &[String] {
        &self.parked[side.index()]
    }

    /// What a side learned since it wrote its orders that wait.
    pub(in crate::table) fn incidents(&self, side: SideId) -> &[Incident] {
        &self.incidents[side.index()]
    }

    /// Orders of a side that waited and came back to it, until it orders something else.
    pub fn returned(&self, side: SideId) -> &[String] {
        &self.returned[side.index()]
    }

    /// Whether a side has an open ask.
    pub(in crate::table) fn must_decide(&self, side: SideId) -> bool {
        self.open_asks().iter().any(|ask| ask.side == side)
    }

    pub(in crate::table) fn verdict(&self, stop: Stop) -> Verdict {
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

    /// The number of the record of the last order that the player of a side has given himself; that of the first record if he
    /// has given none.
    pub fn last_own_order(&self, side: SideId) -> u64 {
        self.last_own_order[side.index()]
    }

    /// The summary of a rule's case; empty if the index does not have it.
    pub(in crate::table) fn summary(&self, case: &str) -> String {
        G::published(&self.definitions).rules.get(case).map(|case| case.summary.clone()).unwrap_or_default()
    }

    /// The standing orders of a side.
    pub fn policy(&self, side: SideId) -> &G::Policy {
        &self.policies[side.index()]
    }
}

pub(in crate::table) fn not_asked() -> Refusal {
    Refusal::new("order", "it is not yours to decide now").remedy("You get a mail when it is.")
}

/// SHA-256 of a state's JSON, in hex.
pub(in crate::table) fn state_hash<G: Game>(state: &G::State) -> String {
    let json = serde_json::to_vec(state).expect("a state has string keys only");
    HEXLOWER.encode(&Sha256::digest(json))
}

/// A line as text, whichever way it came.
pub(in crate::table) fn spoken<G: Game>(live: &Table<G>, line: &Line) -> String {
    match line {
        _ if line.check_size().is_err() => line.beginning(),
        Line::Text(text) => text.clone(),
        Line::Steps(steps) => read_steps::<G>(&live.definitions, steps)
            .map_or_else(|_| line.beginning(), |order| G::write(&live.definitions, &order)),
    }
}
