use super::barrier::guarded;
use super::inquiry::page;
use super::live::Records;
use super::{
    Batch, Begun, Chapter, Drafted, Fault, Listed, Moment, PointedAt, Proposed, Record, Rejudged, Report, Secrets,
    Table, Told, Unattended,
};
use crate::contract::{Ask, AskId, Claim, Game, Outcome, Seen, Setup, SideId, StandingRule, Thing, Viewer};
use crate::speech::INQUIRIES;
use definitions::{Overlay, Position, Published, RuleIndex};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// A game under way, for callers that know only text and JSON.
pub trait Session: Send + Sync {
    /// Game turns that began with another state than when they were recorded: for the log of whoever opened the game.
    fn strays(&self) -> &[Fault];
    /// How many beginnings of game turns were compared with what was recorded.
    fn compared(&self) -> usize;
    /// Writes a stored record into the table.
    ///
    /// # Errors
    /// When the text is no record of this game.
    fn apply(&mut self, record: &str) -> Result<(), String>;
    /// How many records the table has; the next one gets this number.
    fn len(&self) -> u64;
    /// A table has at least the record that started it.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Judges a batch: the records it adds, the report and the game after it. Nothing is changed. If the program fails
    /// over it, it adds nothing, and the report has the failure.
    fn judge(&self, side: SideId, batch: &Batch, secrets: &Secrets) -> Judged;
    /// Judges a batch: the records it adds and the report alone.
    fn submit(&self, side: SideId, batch: &Batch, secrets: &Secrets) -> (Vec<String>, Report) {
        let Judged { records, report, .. } = self.judge(side, batch, secrets);
        (records, report)
    }
    /// What a viewer may know of the records from number `from` on, and the position now.
    fn told(&self, from: u64, viewer: Viewer) -> Told;
    /// The words of it alone.
    fn lines(&self, from: u64, viewer: Viewer) -> Vec<String>;
    /// The same in chapters.
    fn chapters(&self, from: u64, viewer: Viewer) -> Vec<Chapter>;
    /// What the last order did of which a viewer may know anything, and all that came after it.
    fn latest(&self, viewer: Viewer) -> Told;
    /// Whether there is anything to tell a viewer of the records from number `from` on.
    fn has_news(&self, from: u64, viewer: Viewer) -> bool;
    /// How many orders the player of a side has given himself, and not his standing orders.
    fn own_orders(&self, side: SideId) -> u32;
    /// The number of the record of the last of those; that of the first record if there was none.
    fn last_own_order(&self, side: SideId) -> u64;
    /// The open asks, worded for those who must decide.
    fn asks(&self) -> Vec<AskInfo>;
    /// The number of the ask that a side must decide now; the first if there are several.
    fn asked(&self, side: SideId) -> Option<AskId>;
    /// The end of the game, once it has come.
    fn outcome(&self) -> Option<Outcome>;
    /// The game turn.
    fn game_turn(&self) -> u8;
    /// Names of the sides.
    fn sides(&self) -> [String; 2];
    /// What a viewer may know, as JSON.
    fn view(&self, viewer: Viewer) -> Value;
    /// What may follow an order that a side has begun, each step with its facts.
    ///
    /// # Errors
    /// When the steps are none of this game or not legal, when there is too much of them, or when the ask is closed.
    fn legal(&self, side: SideId, begun: &Begun) -> Result<Listed, String>;
    /// What it means that a side points at a thing after an order that it has begun: how the order may go on with it, or why
    /// it may not.
    ///
    /// # Errors
    /// The same, and when there is no such thing.
    fn why_not(&self, side: SideId, begun: &Begun, thing: &Thing) -> Result<PointedAt, String>;
    /// The board as the draft before an order leaves it, up to the first line of which nothing certain can be told.
    ///
    /// # Errors
    /// As for what is legal.
    fn drafted(&self, side: SideId, begun: &Begun) -> Result<Drafted, String>;
    /// Up to `count` orders that are legal now for a side, the most useful first.
    fn examples(&self, side: SideId, count: usize) -> Vec<Example>;
    /// The order that a sensible player gives to a side's open ask, as steps; none if nothing is asked of it.
    fn advise(&self, side: SideId) -> Option<Vec<Value>>;
    /// What a drawing needs.
    fn position(&self, viewer: Viewer) -> Position;
    /// What a viewer may have marked on his board.
    fn overlays(&self, viewer: Viewer) -> Vec<Overlay>;
    /// The same for a side, on the board as the draft before an order leaves it.
    ///
    /// # Errors
    /// As for what is legal.
    fn overlays_after(&self, side: SideId, begun: &Begun) -> Result<Vec<Overlay>, String>;
    /// What would answer the open asks of a side if its player did not, for him alone.
    fn unattended(&self, side: SideId) -> Vec<Unattended>;
    /// One page that explains the orders.
    fn help(&self) -> String;
    /// The words with which orders, questions and standing orders begin; none where the game names no verbs.
    fn opening_words(&self) -> Vec<&'static str>;
    /// The standing orders of a side, for its player alone.
    fn standing(&self, side: SideId) -> Vec<StandingRule>;
    /// Orders of a side that wait until the other has decided.
    fn parked(&self, side: SideId) -> Vec<String>;
    /// Orders of a side that waited and came back to it, until it orders something else.
    fn returned(&self, side: SideId) -> Vec<String>;
    /// What a side may take back alone, the last order first.
    fn undoable(&self, side: SideId) -> Vec<String>;
    /// The proposal that waits for an answer, as a viewer may read it.
    fn proposed(&self, viewer: Viewer) -> Option<Proposed>;
    /// What is noted of the game for ever: adjustments by consent, and restores.
    fn marks(&self) -> Vec<String>;
    /// That fresh dice keys want a word of a side, if they do.
    fn asked_for_word(&self, side: SideId) -> Option<String>;
    /// Notes that a side was told by mail what happened up to a record: that cannot be taken back alone any more.
    fn was_mailed(&mut self, side: SideId, records: u64);
    /// The records with which new dice keys come into use, if that is due; after a restore also without the words that
    /// are missing, if they were waited for long enough.
    fn due_keys(&self, patient: bool, secrets: &Secrets) -> Vec<String>;
    /// Whether nothing can be ordered until fresh words have come or were waited for long enough.
    fn waits_for_words(&self) -> bool;
    /// The records with which a restored game commits to new dice keys; the nonce, any words that were never used
    /// before, makes them others than those of another restore.
    fn restored(&self, nonce: &str, secrets: &Secrets) -> Vec<String>;
    /// The rules, for the words behind a case.
    fn rules(&self) -> &RuleIndex;
    /// Map, units and scenarios.
    fn published(&self) -> &Published;
    /// A copy.
    fn duplicate(&self) -> Box<dyn Session>;
}

/// What comes of a batch, once its records are stored.
pub struct Judged {
    /// The records that it adds.
    pub records: Vec<String>,
    /// What its player is told.
    pub report: Report,
    /// The game with those records.
    pub after: Box<dyn Session>,
}

/// An open ask in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskInfo {
    /// Its number.
    pub id: AskId,
    /// Who decides.
    pub side: SideId,
    /// Whether he must act on it.
    #[serde(default)]
    pub claim: Claim,
    /// One line: what is to be decided.
    pub title: String,
    /// The facts that matter for it.
    pub details: Vec<String>,
}

/// A legal order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Its steps.
    pub steps: Vec<Value>,
    /// Its text.
    pub text: String,
    /// Whether it gives up what is left of the decision.
    #[serde(skip)]
    pub closes: bool,
}

impl<G: Game> Session for Table<G> {
    fn apply(&mut self, record: &str) -> Result<(), String> {
        let record: Record<G::Event, G::Policy> = read::<G>(record)?;
        Table::apply(self, &record);
        Ok(())
    }

    fn strays(&self) -> &[Fault] {
        Table::strays(self)
    }

    fn compared(&self) -> usize {
        Table::compared(self)
    }

    fn len(&self) -> u64 {
        Table::len(self)
    }

    fn judge(&self, side: SideId, batch: &Batch, secrets: &Secrets) -> Judged {
        match guarded(|| Table::judge(self, side, batch, secrets)) {
            Ok((records, report, after)) => {
                Judged { records: records.iter().map(write::<G>).collect(), report, after: Box::new(after) }
            }
            Err(failure) => Judged { records: Vec::new(), report: Report::failed(failure), after: self.duplicate() },
        }
    }

    fn told(&self, from: u64, viewer: Viewer) -> Told {
        Table::told(self, from, viewer)
    }

    fn lines(&self, from: u64, viewer: Viewer) -> Vec<String> {
        Table::lines(self, from, viewer)
    }

    fn chapters(&self, from: u64, viewer: Viewer) -> Vec<Chapter> {
        Table::chapters(self, from, viewer)
    }

    fn latest(&self, viewer: Viewer) -> Told {
        Table::latest(self, viewer)
    }

    fn has_news(&self, from: u64, viewer: Viewer) -> bool {
        Table::has_news(self, from, viewer)
    }

    fn own_orders(&self, side: SideId) -> u32 {
        Table::own_orders(self, side)
    }

    fn last_own_order(&self, side: SideId) -> u64 {
        Table::last_own_order(self, side)
    }

    fn asks(&self) -> Vec<AskInfo> {
        let worded = |id: AskId, ask: &Ask| {
            let question = G::question(Seen::new(self.definitions(), &Table::view(self, Viewer::Side(ask.side))), ask);
            AskInfo { id, side: ask.side, claim: ask.claim, title: question.title, details: question.details }
        };
        let numbered = Table::asks(self).into_iter().zip(self.open_asks());
        numbered.map(|(ask, open)| worded(ask.id, &open)).collect()
    }

    fn asked(&self, side: SideId) -> Option<AskId> {
        Table::asks(self).into_iter().find(|ask| ask.side == side).map(|ask| ask.id)
    }

    fn outcome(&self) -> Option<Outcome> {
        Table::outcome(self)
    }

    fn game_turn(&self) -> u8 {
        G::game_turn(self.state())
    }

    fn sides(&self) -> [String; 2] {
        G::sides(self.definitions())
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&Table::view(self, viewer))
    }

    fn legal(&self, side: SideId, begun: &Begun) -> Result<Listed, String> {
        Table::legal(self, side, begun)
    }

    fn why_not(&self, side: SideId, begun: &Begun, thing: &Thing) -> Result<PointedAt, String> {
        Table::why_not(self, side, begun, thing)
    }

    fn drafted(&self, side: SideId, begun: &Begun) -> Result<Drafted, String> {
        Table::drafted(self, side, begun)
    }

    fn examples(&self, side: SideId, count: usize) -> Vec<Example> {
        let view = Table::view(self, Viewer::Side(side));
        let orders = G::examples(Seen::new(self.definitions(), &view), count);
        let example = |order: Vec<G::Step>| Example {
            text: G::write(self.definitions(), &order),
            // an order that says more than its end does something first, as a card that is played
            closes: G::closes(&order) || order.len() == 1 && G::ends(&order),
            steps: order.iter().map(json).collect(),
        };
        orders.into_iter().map(example).collect()
    }

    fn advise(&self, side: SideId) -> Option<Vec<Value>> {
        if !self.must_decide(side) {
            return None;
        }
        let order = G::advise(Seen::new(self.definitions(), &Table::view(self, Viewer::Side(side))))?;
        Some(order.iter().map(json).collect())
    }

    fn position(&self, viewer: Viewer) -> Position {
        G::position(Seen::new(self.definitions(), &Table::view(self, viewer)))
    }

    fn overlays(&self, viewer: Viewer) -> Vec<Overlay> {
        G::overlays(Seen::new(self.definitions(), &Table::view(self, viewer)))
    }

    fn overlays_after(&self, side: SideId, begun: &Begun) -> Result<Vec<Overlay>, String> {
        Table::overlays_after(self, side, begun)
    }

    fn unattended(&self, side: SideId) -> Vec<Unattended> {
        Table::unattended(self, side)
    }

    fn help(&self) -> String {
        page::<G>(self.definitions())
    }

    fn opening_words(&self) -> Vec<&'static str> {
        let mut words = G::verbs();
        if !words.is_empty() {
            words.extend(INQUIRIES.iter().flat_map(|inquiry| inquiry.form.words));
        }
        words
    }

    fn standing(&self, side: SideId) -> Vec<StandingRule> {
        G::standing(self.definitions(), self.policy(side))
    }

    fn parked(&self, side: SideId) -> Vec<String> {
        Table::parked(self, side).to_vec()
    }

    fn returned(&self, side: SideId) -> Vec<String> {
        Table::returned(self, side).to_vec()
    }

    fn undoable(&self, side: SideId) -> Vec<String> {
        Table::undoable(self, side)
    }

    fn proposed(&self, viewer: Viewer) -> Option<Proposed> {
        Table::proposed(self, viewer)
    }

    fn marks(&self) -> Vec<String> {
        Table::marks(self).to_vec()
    }

    fn asked_for_word(&self, side: SideId) -> Option<String> {
        Table::asked_for_word(self, side)
    }

    fn was_mailed(&mut self, side: SideId, records: u64) {
        Table::was_mailed(self, side, records);
    }

    fn due_keys(&self, patient: bool, secrets: &Secrets) -> Vec<String> {
        let (mut table, mut records) = (self.clone(), Vec::new());
        table.renew(&mut records, secrets);
        if patient && table.keys.wait() {
            table.begin_new_keys(&mut records);
        }
        records.iter().map(write::<G>).collect()
    }

    fn waits_for_words(&self) -> bool {
        self.keys.wait()
    }

    fn restored(&self, nonce: &str, secrets: &Secrets) -> Vec<String> {
        let (mut table, mut records) = (self.clone(), Vec::new());
        table.commit(nonce.to_owned(), &mut records, secrets);
        records.iter().map(write::<G>).collect()
    }

    fn rules(&self) -> &RuleIndex {
        &G::published(self.definitions()).rules
    }

    fn published(&self) -> &Published {
        G::published(self.definitions())
    }

    fn duplicate(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}

/// Opens a game from its stored records.
pub(super) fn open<G: Game>(definitions: &Arc<G::Definitions>, records: &[String]) -> Result<Box<dyn Session>, String> {
    let records: Vec<_> = records.iter().map(|text| read::<G>(text)).collect::<Result<_, _>>()?;
    Ok(Box::new(Table::<G>::open(definitions.clone(), &records)?))
}

/// Judges a game once more from its stored records.
pub(super) fn rejudge<G: Game>(definitions: &Arc<G::Definitions>, records: &[String]) -> Result<Rejudged, Fault> {
    let read = |(record, text): (usize, &String)| read::<G>(text).map_err(|message| Fault { record, message });
    let records: Vec<_> = records.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Table::<G>::rejudge(definitions.clone(), &records)
}

/// First records of a new game.
pub(super) fn start<G: Game>(
    definitions: &Arc<G::Definitions>,
    hash: &str,
    table: &str,
    setup: &Setup,
    secrets: &Secrets,
) -> Result<Vec<String>, String> {
    let records = Table::<G>::start(definitions.clone(), hash, table, setup, secrets)?;
    Ok(records.iter().map(write::<G>).collect())
}

/// The moments of a game as a viewer knows them, the beginning first.
pub(super) fn moments<G: Game>(
    definitions: &Arc<G::Definitions>,
    records: &[String],
    viewer: Viewer,
) -> Result<Vec<Moment>, String> {
    let (mut table, rest) = begun::<G>(definitions, records)?;
    Ok(table.moments(&rest, viewer))
}

/// The last moments of a game, each with its board.
pub(super) fn story<G: Game>(
    definitions: &Arc<G::Definitions>,
    records: &[String],
    viewer: Viewer,
    lines: usize,
) -> Result<Vec<(usize, Told)>, String> {
    let (mut table, rest) = begun::<G>(definitions, records)?;
    Ok(table.story(&rest, viewer, lines))
}

/// The position at one of the moments of a game.
pub(super) fn moment<G: Game>(
    definitions: &Arc<G::Definitions>,
    records: &[String],
    number: usize,
    viewer: Viewer,
) -> Result<Option<Position>, String> {
    let (mut table, rest) = begun::<G>(definitions, records)?;
    Ok(table.moment(&rest, number, viewer))
}

/// The table of a game with its first record, and the others.
type Opened<G> = (Table<G>, Records<G>);

fn begun<G: Game>(definitions: &Arc<G::Definitions>, records: &[String]) -> Result<Opened<G>, String> {
    let mut records: Vec<_> = records.iter().map(|text| read::<G>(text)).collect::<Result<_, _>>()?;
    let rest = records.split_off(1.min(records.len()));
    Ok((Table::<G>::open(definitions.clone(), &records)?, rest))
}

fn read<G: Game>(record: &str) -> Result<Record<G::Event, G::Policy>, String> {
    serde_json::from_str(record).map_err(|error| format!("no record of this game: {error}"))
}

pub(super) fn write<G: Game>(record: &Record<G::Event, G::Policy>) -> String {
    serde_json::to_string(record).expect("records have string keys only")
}

pub(super) fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("views and steps have string keys only")
}
