//! An order that is put together step by step: what may come next, and why something may not.

use super::batch::{is_empty, is_order, read_steps};
use super::live::{Table, not_asked};
use super::session::json;
use super::{Line, live};
use crate::contract::{
    AskId, Draft, DraftEnd, Facts, Foundation, Game, Pointed, Progress, Refusal, Seen, SideId, Thing, Viewer,
};
use definitions::{Overlay, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Orders of a draft that are tried out at one time.
const MOST_DRAFTED: usize = 100;

/// An order that a player has begun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// The ask that his page shows; none if it does not say.
    #[serde(default)]
    pub ask: Option<AskId>,
    /// Lines that he means to send before it. Their orders are tried out; what they ask of the table is passed over.
    #[serde(default)]
    pub draft: Vec<Line>,
    /// Its steps so far.
    #[serde(default)]
    pub steps: Vec<Value>,
}

impl Begun {
    /// An order that begins with these steps, with nothing before it.
    pub fn with(steps: &[Value]) -> Begun {
        Begun { steps: steps.to_vec(), ..Begun::default() }
    }
}

/// What may come next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The steps.
    pub next: Vec<NextStep>,
    /// Why there are none, if the draft before the order does not come so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halt: Option<Halt>,
}

/// A way to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextStep {
    /// The step, to be sent back as it is.
    pub step: Value,
    /// Steps that come before it, where it does not follow at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Value>,
    /// What those steps act on: the target of an attack that is pointed at by its attacker.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<Thing>,
    /// The order so far with this step, as text.
    pub text: String,
    /// Whether the order would be complete.
    pub complete: bool,
    /// What the step is about.
    #[serde(default)]
    pub facts: Facts,
}

/// What pointing at a thing means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointedAt {
    /// How the order may go on with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub listed: Vec<NextStep>,
    /// Why it may not as one would expect first; always there where nothing is listed and no draft ends before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Worded>,
    /// Why nothing is listed, if the draft before the order does not come so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halt: Option<Halt>,
}

impl PointedAt {
    fn refused(refusal: Worded) -> PointedAt {
        PointedAt { refused: Some(refusal), ..PointedAt::default() }
    }
}

/// The board as a draft leaves it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drafted {
    /// What is seen then, as far as the draft comes.
    pub position: Position,
    /// Where it ends before its last line, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halt: Option<Halt>,
}

/// A refusal with the words of its case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worded {
    /// The refusal.
    #[serde(flatten)]
    pub refusal: Refusal,
    /// The summary of its case; empty if the rule index does not have it.
    pub summary: String,
}

/// Where a draft ends before the order that was begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Halt {
    /// The line of the draft, from 0.
    pub line: usize,
    /// Its order as it was understood, or the line if it was not.
    pub order: String,
    /// Why it ends there.
    pub why: HaltReason,
    /// The same in words.
    pub words: String,
    /// The refusal, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Worded>,
}

/// Why a draft ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HaltReason {
    /// The line is no order.
    Misread,
    /// A rule forbids the order.
    Refused,
    /// A number would be drawn.
    Chance,
    /// The other side would decide.
    OtherSide,
    /// Something would be shown that the player does not see now.
    Hidden,
    /// The game would be over.
    Over,
}

impl From<DraftEnd> for HaltReason {
    fn from(end: DraftEnd) -> HaltReason {
        match end {
            DraftEnd::Chance => HaltReason::Chance,
            DraftEnd::OtherSide => HaltReason::OtherSide,
            DraftEnd::Hidden => HaltReason::Hidden,
            DraftEnd::Over => HaltReason::Over,
        }
    }
}

impl HaltReason {
    /// What a player is told where nothing is wrong with the order itself.
    const fn words(self) -> &'static str {
        match self {
            HaltReason::Misread => "This line was not understood.",
            HaltReason::Refused => "This order is refused.",
            HaltReason::Chance => "Here dice or draws decide: what comes after them is listed when they are known.",
            HaltReason::OtherSide => "Here the other side decides: what comes after it is listed when it has.",
            HaltReason::Hidden => {
                "Here something is shown that you do not see now: what comes after it is listed then."
            }
            HaltReason::Over => "The game would be over.",
        }
    }
}

/// What a side sees when it goes on with an order, or why it does not come to that and what it sees before.
type Reached<G> = Result<<G as Foundation>::View, (Halt, <G as Foundation>::View)>;

impl<G: Game> Table<G> {
    /// What may follow an order that a side has begun.
    ///
    /// # Errors
    /// When the steps are none of this game or not legal, when there is too much of them, or when the ask is closed.
    pub fn legal(&self, side: SideId, begun: &Begun) -> Result<Listed, String> {
        let (partial, reached) = self.reach(side, begun)?;
        let view = match reached {
            Ok(view) => view,
            Err((halt, _)) => return Ok(Listed { next: Vec::new(), halt: Some(halt) }),
        };
        if begun.draft.is_empty() && !self.must_decide(side) {
            return Ok(Listed::default());
        }
        if self.progress(&view, &partial)? == Progress::Complete {
            return Ok(Listed::default());
        }
        let steps = Seen::<G>::new(self.definitions(), &view).legal(&partial);
        let next = steps.into_iter().map(|(step, progress)| self.way(&view, &partial, &[step], progress)).collect();
        Ok(Listed { next, halt: None })
    }

    /// What it means that a side points at a thing after an order that it has begun.
    ///
    /// # Errors
    /// The same, and when there is no such thing.
    pub fn why_not(&self, side: SideId, begun: &Begun, thing: &Thing) -> Result<PointedAt, String> {
        thing.recognise(G::published(self.definitions())).map_err(|misread| misread.message)?;
        let (partial, reached) = self.reach(side, begun)?;
        let view = match reached {
            Ok(view) => view,
            Err((halt, _)) => return Ok(PointedAt { halt: Some(halt), ..PointedAt::default() }),
        };
        if begun.draft.is_empty() && !self.must_decide(side) {
            return Ok(PointedAt::refused(self.worded(not_asked())));
        }
        if self.progress(&view, &partial)? == Progress::Complete {
            let refusal = Refusal::new("order", "the order is complete").remedy("Send it, or begin another one.");
            return Ok(PointedAt::refused(self.worded(refusal)));
        }
        let Pointed { listed, refused } = Seen::<G>::new(self.definitions(), &view).why_not(&partial, thing);
        Ok(PointedAt {
            listed: listed.into_iter().map(|(way, progress)| self.way(&view, &partial, &way, progress)).collect(),
            refused: refused.map(|refusal| self.worded(refusal)),
            halt: None,
        })
    }

    /// The board as the draft before an order leaves it, up to the first line of which nothing certain can be told.
    ///
    /// # Errors
    /// As [`Table::legal`].
    pub fn drafted(&self, side: SideId, begun: &Begun) -> Result<Drafted, String> {
        let (_, reached) = self.reach(side, begun)?;
        let (view, halt) = match reached {
            Ok(view) => (view, None),
            Err((halt, view)) => (view, Some(halt)),
        };
        Ok(Drafted { position: G::position(Seen::new(self.definitions(), &view)), halt })
    }

    /// What a side may have marked on the board as the draft before an order leaves it.
    ///
    /// # Errors
    /// As [`Table::legal`].
    pub fn overlays_after(&self, side: SideId, begun: &Begun) -> Result<Vec<Overlay>, String> {
        let (_, reached) = self.reach(side, begun)?;
        let (Ok(view) | Err((_, view))) = reached;
        Ok(G::overlays(Seen::new(self.definitions(), &view)))
    }

    /// The steps of an order that was begun, and what its side sees then.
    fn reach(&self, side: SideId, begun: &Begun) -> Result<(Vec<G::Step>, Reached<G>), String> {
        if begun.ask.is_some_and(|named| !self.asks().iter().any(|ask| ask.id == named && ask.side == side)) {
            return Err("The position has moved on since this was asked. Please load the page again.".to_owned());
        }
        let partial = read_steps::<G>(self.definitions(), &begun.steps).map_err(|misread| misread.message)?;
        if begun.draft.len() > MOST_DRAFTED {
            let found = begun.draft.len();
            return Err(format!("This draft has {found} lines; at most {MOST_DRAFTED} are tried out at a time."));
        }
        let view = self.view(Viewer::Side(side));
        Ok((partial, if begun.draft.is_empty() { Ok(view) } else { self.after_draft(side, &view, &begun.draft)? }))
    }

    /// What a side sees after a draft of orders.
    fn after_draft(&self, side: SideId, view: &G::View, lines: &[Line]) -> Result<Reached<G>, String> {
        if !self.must_decide(side) {
            let order = lines.first().map(|line| live::spoken(self, line)).unwrap_or_default();
            return Ok(Err((self.refused(0, order, not_asked()), view.clone())));
        }
        let definitions = self.definitions();
        let mut draft = Draft::<G>::new(Seen::new(definitions, view), side);
        let mut given = 0;
        for (place, line) in lines.iter().enumerate().filter(|(_, line)| is_order(line) && !is_empty(line)) {
            let orders = match line.orders::<G>(definitions, &draft.view()) {
                Ok(orders) => orders,
                Err(misread) => {
                    let (order, words) = (live::spoken(self, line), misread.to_string());
                    let halt = Halt { line: place, order, why: HaltReason::Misread, words, refusal: None };
                    return Ok(Err((halt, draft.view())));
                }
            };
            given += orders.len();
            if given > MOST_DRAFTED {
                return Err(format!("This draft has more than {MOST_DRAFTED} orders, which are tried out at a time."));
            }
            for order in &orders {
                let before = draft.view();
                let halt = match draft.add(order) {
                    Ok(None) => continue,
                    Ok(Some(end)) => {
                        let (order, why) = (G::write(definitions, order), HaltReason::from(end));
                        Halt { line: place, order, why, words: why.words().to_owned(), refusal: None }
                    }
                    Err(refusal) => self.refused(place, G::write(definitions, order), refusal),
                };
                return Ok(Err((halt, before)));
            }
        }
        Ok(Ok(draft.view()))
    }

    fn refused(&self, line: usize, order: String, refusal: Refusal) -> Halt {
        let words = format!("{} {refusal}", HaltReason::Refused.words());
        Halt { line, order, why: HaltReason::Refused, words, refusal: Some(self.worded(refusal)) }
    }

    fn worded(&self, refusal: Refusal) -> Worded {
        Worded { summary: self.summary(&refusal.case), refusal }
    }

    fn progress(&self, view: &G::View, partial: &[G::Step]) -> Result<Progress, String> {
        Seen::<G>::new(self.definitions(), view).progress(partial).map_err(|(_, refusal)| refusal.to_string())
    }

    /// A way to go on, of one step or more.
    fn way(&self, view: &G::View, partial: &[G::Step], way: &[G::Step], progress: Progress) -> NextStep {
        let order = [partial, way].concat();
        let (last, before) = order.split_last().expect("a way has at least one step");
        let seen = || Seen::new(self.definitions(), view);
        let via = |at: usize| G::facts(seen(), &before[..at], &before[at]).on;
        NextStep {
            step: json(last),
            before: before[partial.len()..].iter().map(json).collect(),
            via: (partial.len()..before.len()).flat_map(via).collect(),
            text: G::write(self.definitions(), &order),
            complete: progress == Progress::Complete,
            facts: G::facts(seen(), before, last),
        }
    }
}
