//! What the players agree on between themselves: taking orders back, a draw, another position.

use super::Record;
use super::keys::LAST_KEYS;
use super::live::{Records, Table};
use super::past::Stays;
use crate::contract::{Game, Refusal, SideId, Viewer};
use definitions::spelling::{spoken, words};
use serde::{Deserialize, Serialize};

/// What one player proposes to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proposal<E> {
    /// To take back what was ordered since one of his orders.
    Undo {
        /// How many orders of his own that are.
        orders: u32,
        /// Number of the record of the first.
        to: u64,
    },
    /// To end the game without a winner.
    Draw,
    /// To change the position.
    Adjustment {
        /// Lines of a position file.
        lines: Vec<String>,
        /// What they change, as it was when he proposed it.
        facts: Vec<E>,
    },
}

/// A proposal that waits for an answer, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposed {
    /// Its number.
    pub number: u32,
    /// Who proposes.
    pub side: SideId,
    /// What, one fact a line.
    pub words: Vec<String>,
}

/// A proposal that waits for an answer.
#[derive(Clone, Debug)]
pub(super) struct Open<E> {
    pub number: u32,
    pub side: SideId,
    pub what: Proposal<E>,
}

/// Lines of a position that one proposal may hold.
const MOST_LINES: usize = 20;

/// A line of a position without what is no part of it: a comment, and signs that only show. A stored one may have them.
fn plain(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    let words = line.split(|sign: char| !sign.is_ascii_graphic()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// What is noted of an adjustment.
pub(super) fn adjusted(turn: u8, lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| plain(line)).collect();
    format!("Adjusted by consent at turn {turn}: {}", lines.join("; "))
}

/// Refuses with a rule of the house.
fn no<T>(message: impl Into<String>, remedy: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new("table", message).remedy(remedy.into()))
}

impl<G: Game> Table<G> {
    /// The proposal that waits for an answer, as long as it can still be accepted.
    pub(super) fn open_proposal(&self) -> Option<&Open<G::Event>> {
        let open = self.proposal.as_ref().filter(|_| self.outcome().is_none())?;
        let holds = match &open.what {
            Proposal::Draw => true,
            Proposal::Undo { to, .. } => self.past.place(*to).is_some_and(|place| place >= self.past.open_since()),
            Proposal::Adjustment { lines, facts } => self.facts(lines).is_ok_and(|now| now == *facts),
        };
        holds.then_some(open)
    }

    /// The proposal that waits for an answer, as a viewer may read it.
    pub fn proposed(&self, viewer: Viewer) -> Option<Proposed> {
        let Open { number, side, what } = self.open_proposal()?;
        let definitions = self.definitions();
        let sides = G::sides(definitions);
        let who = &sides[side.index()];
        let words = match what {
            Proposal::Draw => vec![format!("{who} proposes a draw.")],
            Proposal::Undo { orders, to } => {
                let place = self.past.place(*to).unwrap_or_default();
                let plural = if *orders == 1 { "order" } else { "orders" };
                let mut words = vec![format!(
                    "{who} proposes to take back the last {orders} {plural} of that side and all that was ordered since."
                )];
                let seen = self.seen(place, None, viewer);
                let own = seen.iter().filter(|order| viewer.is(order.side));
                words.extend(own.map(|order| format!("Of yours, this goes back: {}", order.text)));
                let others = seen.iter().filter(|order| !viewer.is(order.side)).count();
                if others > 0 {
                    words.push(format!("Of what you were told of others, {others} goes back, too."));
                }
                words
            }
            Proposal::Adjustment { lines, facts } => {
                let lines: Vec<String> = lines.iter().map(|line| plain(line)).collect();
                let mut words = vec![format!("{who} proposes to adjust the position: {}", lines.join("; "))];
                let mut state = self.state().clone();
                for fact in facts {
                    let seen = G::redact(definitions, &state, fact, viewer);
                    words.extend(seen.and_then(|event| G::describe(definitions, &event)));
                    G::evolve(&mut state, fact);
                }
                words
            }
        };
        Some(Proposed { number: *number, side: *side, words })
    }

    /// What lines of a position change.
    fn facts(&self, lines: &[String]) -> Result<Vec<G::Event>, Refusal> {
        G::adjust(self.definitions(), self.state(), &lines.join("\n")).or_else(|misread| no(misread.message, ""))
    }

    /// `undo`, `undo all`: takes back a side's own last order, or all that it may.
    pub(super) fn undo(&mut self, side: SideId, what: &str, records: &mut Records<G>) -> Result<Vec<String>, Refusal> {
        let places = self.undoable_places(side);
        let place = match what.to_lowercase().as_str() {
            "" => places.last(),
            "all" => places.first(),
            _ => return no(format!("`undo {what}` is not understood"), "Write `undo` or `undo all`."),
        };
        let Some(place) = place.copied() else {
            let reason = match self.why_it_stays(side) {
                Stays::Nothing => "there is nothing to undo: you have ordered nothing since a number was last drawn",
                Stays::Shown => "your last order cannot be taken back alone: something was shown since",
                Stays::Asked => {
                    "your last order cannot be taken back alone: the other side was asked for its answer to it"
                }
                Stays::Answered => {
                    "your last order cannot be taken back alone: the other side has ordered since what you \
                                    are asked about"
                }
                Stays::Mailed => "your last order cannot be taken back alone: it was mailed to the other side",
            };
            let remedy = match self.past.given(side, self.past.open_since()).is_empty() {
                true => "What was rolled or shown stays; `propose adjustment` changes a position.",
                false => "Write `propose undo 1` to ask the other side.",
            };
            return no(reason, remedy);
        };
        let texts: Vec<String> =
            places.iter().filter(|given| **given >= place).map(|place| self.past.orders[*place].text.clone()).collect();
        self.go_back(side, self.past.orders[place].record, false, records);
        Ok(vec![format!("Taken back: {}", texts.join("; "))])
    }

    /// Goes back to what was before an order. What waits to follow it comes back.
    fn go_back(&mut self, side: SideId, to: u64, agreed: bool, records: &mut Records<G>) {
        self.push(records, Record::Undone { side, to, agreed });
        self.call_back(|other| agreed || other == side, "the orders before them were undone", records);
    }

    fn call_back(&mut self, whose: impl Fn(SideId) -> bool, reason: &str, records: &mut Records<G>) {
        for side in SideId::BOTH.into_iter().filter(|side| whose(*side)) {
            let lines = self.parked(side).to_vec();
            if !lines.is_empty() {
                self.push(records, Record::Returned { side, lines, reason: reason.to_owned() });
            }
        }
    }

    /// `propose …`: takes the place of an earlier proposal of the same player.
    pub(super) fn propose(
        &mut self,
        side: SideId,
        what: &str,
        records: &mut Records<G>,
    ) -> Result<Vec<String>, Refusal> {
        if let Some(open) = self.open_proposal().filter(|open| open.side != side) {
            let number = open.number;
            return no(
                "a proposal of the other side waits for your answer",
                format!("Write `accept {number}` or `decline {number}` first."),
            );
        }
        let (kind, rest) = what.split_once(char::is_whitespace).unwrap_or((what, ""));
        let rest = rest.trim_start_matches(|sign: char| sign == ':' || sign.is_whitespace()).trim_end();
        let what = match kind.trim_end_matches([':', '.']).to_lowercase().as_str() {
            "draw" | "remis" if words(rest).is_empty() => Proposal::Draw,
            "draw" | "remis" => {
                return no(format!("`{rest}` means nothing behind `draw`"), "Write `propose draw` alone.");
            }
            "undo" => {
                let orders: u32 = match spoken(&words(rest)).as_str() {
                    "" => 1,
                    number => match number.parse() {
                        Ok(orders) => orders,
                        Err(_) => {
                            return no(
                                format!("`{number}` is no number of orders"),
                                "Write `propose undo 1`, or a greater number.",
                            );
                        }
                    },
                };
                let places = self.past.given(side, self.past.open_since());
                match places.len().checked_sub(orders as usize).filter(|_| orders > 0) {
                    Some(first) => Proposal::Undo { orders, to: self.past.orders[places[first]].record },
                    None => {
                        let most = places.len();
                        let remedy = match most {
                            0 => "What was rolled or shown stays; `propose adjustment` changes a position.".to_owned(),
                            most => format!("Write a number from 1 to {most}."),
                        };
                        return no(
                            format!(
                                "{most} of your orders can be taken back by agreement: those since a die was rolled or \
                                     something hidden was shown"
                            ),
                            remedy,
                        );
                    }
                }
            }
            "adjustment" | "adjust" => {
                let lines: Vec<String> = rest.split(';').map(plain).filter(|line| !line.is_empty()).collect();
                if lines.is_empty() || lines.len() > MOST_LINES {
                    return no(
                        format!(
                            "an adjustment has 1 to {MOST_LINES} lines of a position, this one has {}",
                            lines.len()
                        ),
                        "Write them behind it, with `;` between them.",
                    );
                }
                let facts = self.facts(&lines)?;
                if facts.is_empty() {
                    return no("that is how the position stands already", "");
                }
                Proposal::Adjustment { lines, facts }
            }
            _ => {
                return no(
                    format!("`{kind}` cannot be proposed"),
                    "Write `propose draw`, `propose undo 2` or `propose adjustment LINE; LINE`.",
                );
            }
        };
        let number = self.proposals + 1;
        let mut told: Vec<String> = self.lapses().into_iter().collect();
        self.push(records, Record::Proposed { side, number, what });
        told.push(format!("Proposed under number {number}; the other side is asked."));
        told.extend(self.proposed(Viewer::Side(side)).into_iter().flat_map(|proposed| proposed.words));
        Ok(told)
    }

    /// What is told of the open proposal when a new one takes its place.
    fn lapses(&self) -> Option<String> {
        let number = self.open_proposal()?.number;
        Some(format!("Proposal {number} lapses: another one takes its place."))
    }

    /// The open proposal that a line names by its number, or without one if no other has been open since the last answer:
    /// who answers an old mail must not accept what he has not read.
    fn named(&self, number: &str) -> Result<Open<G::Event>, Refusal> {
        let Some(open) = self.open_proposal() else {
            return no("no proposal waits for an answer; one lapses when the position has changed", "");
        };
        let number = number.trim_end_matches(['.', '!']).trim_start_matches("number ");
        if number.parse() == Ok(open.number) || number.is_empty() && open.number == self.answered + 1 {
            return Ok(open.clone());
        }
        let words = self.proposed(Viewer::Observer).map(|proposed| proposed.words.join(" ")).unwrap_or_default();
        no(
            format!("it is proposal {} that waits for an answer: {words}", open.number),
            format!("Write `accept {0}` or `decline {0}`.", open.number),
        )
    }

    /// `accept N`.
    pub(super) fn accept(
        &mut self,
        side: SideId,
        number: &str,
        records: &mut Records<G>,
    ) -> Result<Vec<String>, Refusal> {
        let Open { number, side: whose, what } = self.named(number)?;
        if whose == side {
            return no("it is your own proposal", format!("Write `decline {number}` to withdraw it."));
        }
        self.push(records, Record::Agreed { side, number });
        match what {
            Proposal::Draw => {}
            Proposal::Undo { to, .. } => self.go_back(whose, to, true, records),
            Proposal::Adjustment { lines, facts } => {
                let turn = G::game_turn(self.state());
                self.push(records, Record::Adjusted { turn, lines });
                facts.into_iter().for_each(|fact| self.push(records, Record::Happened(fact)));
                self.call_back(|_| true, "the position was adjusted", records);
            }
        }
        Ok(vec![format!("Proposal {number} is accepted.")])
    }

    /// `decline N`, or the withdrawal of one's own.
    pub(super) fn decline(
        &mut self,
        side: SideId,
        number: &str,
        records: &mut Records<G>,
    ) -> Result<Vec<String>, Refusal> {
        let Open { number, side: whose, .. } = self.named(number)?;
        self.push(records, Record::Declined { side, number });
        let what = if whose == side { "withdrawn" } else { "declined" };
        Ok(vec![format!("Proposal {number} is {what}.")])
    }

    /// What is noted of the game for ever: where it went on from a position that no rule had led to, and where its host
    /// has changed its dice keys.
    pub fn marks(&self) -> &[String] {
        &self.marks
    }

    /// What a side reads of the table itself in its status.
    pub(super) fn table_status(&self, side: SideId) -> Vec<String> {
        let mut lines = self.marks.clone();
        if let Some(Proposed { number, side: whose, words }) = self.proposed(Viewer::Side(side)) {
            lines.push(format!("Proposal {number} waits for an answer."));
            lines.extend(words);
            let answers =
                if whose == side { "`decline {}` withdraws it." } else { "Write `accept {}` or `decline {}`." };
            lines.push(answers.replace("{}", &number.to_string()));
        }
        if let Some(last) = self.undoable(side).first() {
            lines.push(format!("`undo` takes back: {last}"));
        }
        lines.extend(self.asked_for_word(side));
        lines
    }

    /// That fresh chains wait for a side's word, if they do.
    pub(super) fn asked_for_word(&self, side: SideId) -> Option<String> {
        let next = self.keys.next.as_ref().filter(|next| !next.words[side.index()])?;
        let until = match next.is_after_restore() {
            true => "Nothing can be ordered until both sides have given theirs.".to_owned(),
            false => format!("It can be given until {LAST_KEYS} keys are left; without it the dice go on, too."),
        };
        Some(format!("The dice get new keys, and want a fresh word of yours: write `word: any words`. {until}"))
    }

    /// What a viewer is told of a record of the table's own, before it is written into the table.
    pub(super) fn notice(&self, record: &Record<G::Event, G::Policy>, viewer: Viewer) -> Vec<String> {
        let sides = G::sides(self.definitions());
        let name = |side: &SideId| &sides[side.index()];
        match record {
            Record::Undone { side, to, agreed } => {
                let Some(place) = self.past.place(*to) else { return Vec::new() };
                let whose = (!agreed).then_some(*side);
                let seen = self.seen(place, whose, viewer);
                let own: Vec<&str> =
                    seen.iter().filter(|order| viewer.is(order.side)).map(|order| order.text.as_str()).collect();
                let others = seen.len() - own.len();
                let mut lines = Vec::new();
                if !own.is_empty() {
                    lines.push(format!("Your orders are taken back: {}", own.join("; ")));
                }
                if others > 0 {
                    let plural = if others == 1 { "1 order is" } else { &format!("{others} orders are") };
                    lines.push(format!("{} goes back: {plural} undone.", name(side)));
                }
                lines
            }
            Record::Proposed { side, number, .. } => {
                let mut then = self.clone();
                then.enter(record);
                let words = then.proposed(viewer).map(|proposed| proposed.words).unwrap_or_default();
                let answers = viewer.is(side.enemy());
                let remedy = format!("Answer `accept {number}` or `decline {number}`.");
                self.lapses().into_iter().chain(words).chain(answers.then_some(remedy)).collect()
            }
            Record::Declined { side, number } => vec![match &self.proposal {
                Some(open) if open.side == *side => format!("{} withdraws proposal {number}.", name(side)),
                _ => format!("{} declines proposal {number}.", name(side)),
            }],
            Record::Agreed { side, number } => vec![format!("{} accepts proposal {number}.", name(side))],
            Record::Adjusted { turn, lines } => {
                vec![adjusted(*turn, lines)]
            }
            Record::Renewing { public, sealed, .. } => {
                let mut then = self.clone();
                then.enter(record);
                let ends = format!("New dice keys are committed to: public {public}, sealed {sealed}.");
                let asked = SideId::BOTH.into_iter().find(|side| viewer.is(*side));
                std::iter::once(ends).chain(asked.and_then(|side| then.asked_for_word(side))).collect()
            }
            Record::Renewed { without } => {
                let mut line = "The new dice keys are in use from the next roll on.".to_owned();
                if !without.is_empty() {
                    let names: Vec<&str> = without.iter().map(|side| name(side).as_str()).collect();
                    line += &format!(" No fresh word came from {}.", names.join(" and "));
                }
                vec![line]
            }
            // talk is the players' own: somebody who looks on is told nothing of it
            Record::Said { side, text } if viewer != Viewer::Observer => {
                vec![format!("{} says: {text}", name(side))]
            }
            Record::Returned { side, lines, reason } if viewer.is(*side) => {
                vec![format!("Your waiting orders came back ({reason}): {}", lines.join("; "))]
            }
            Record::Ordered { side, text, by: Some(by), .. } if viewer.is(*side) => {
                vec![format!("Your standing order `{by}` decides: `{text}`.")]
            }
            Record::Resigned { side } => vec![format!("{} resigns.", name(side))],
            Record::Lapsed { side } => {
                vec![format!("{} claims the game: the time of {} has run out.", name(&side.enemy()), name(side))]
            }
            Record::Seated { side, computer: true } => vec![format!("The computer plays {} from now on.", name(side))],
            Record::Seated { side, computer: false } => {
                vec![format!("Another player has taken the seat of {}.", name(side))]
            }
            _ => Vec::new(),
        }
    }
}
