//! A batch at the table: orders, questions and standing orders, line by line.

use super::inquiry::{amended, standing_orders};
use super::live::{Records, Stop, Table, not_asked, spoken};
use super::preview::Preview;
use super::{Batch, Inquiry, Line, LineReport, Record, Report, Secrets, Verdict};
use crate::contract::{AskId, Game, SideId, Viewer};
use crate::spelling::words;

impl<G: Game> Table<G> {
    /// Judges a batch and says what it would change. Nothing is changed: the caller stores the records and
    /// applies them.
    ///
    /// The orders are carried out in their sequence. If one is refused before the first number was drawn or
    /// anything hidden was shown, none of them counts; after that everything before it stays, for what was disclosed
    /// cannot be taken back. Orders that come after the other side has to decide wait for it, and are carried out as
    /// far as they still can.
    ///
    /// Questions among them are answered for the moment where they stand, or for the present if the orders before
    /// them are taken back. Standing orders hold from where they stand, whatever becomes of the orders.
    pub fn submit(&self, side: SideId, batch: &Batch, secrets: &Secrets) -> (Records<G>, Report) {
        let lines: Vec<&Line> = batch.lines.iter().filter(|line| !is_empty(line)).collect();
        let closed = self.closed(side, batch.ask, &lines);
        let mut sitting = Sitting { now: self.clone(), records: Records::<G>::new(), standing: Records::<G>::new() };
        let mut report = Report::default();
        let mut orders = Orders::<G>::Carried;
        let mut disclosed = false;
        for (place, line) in lines.iter().copied().enumerate() {
            if let Some(inquiry) = inquiry(line) {
                if inquiry == Inquiry::Preview(String::new()) {
                    let view = sitting.now.view(Viewer::Side(side));
                    orders = Orders::TriedOut(Box::new(Preview::new(self.definitions(), &view, side)));
                }
                let verdict = sitting.answer(side, &inquiry, closed.is_some());
                report.lines.push(LineReport { text: spoken::<G>(self, line), verdict });
                continue;
            }
            if closed.is_some() {
                continue;
            }
            let text = spoken::<G>(self, line);
            let verdict = match &mut orders {
                Orders::TriedOut(preview) => {
                    let (text, told) = preview.line(self.definitions(), line);
                    report.lines.push(LineReport { text, verdict: Verdict::TriedOut(told) });
                    continue;
                }
                Orders::Refused => Verdict::NotReached,
                Orders::Carried if sitting.now.must_decide(side) => {
                    let next = lines[place + 1..].iter().copied().find(|line| is_order(line));
                    match sitting.carry_out(side, line, next, secrets) {
                        Ok((text, told, tells)) => {
                            disclosed |= tells;
                            report.lines.push(LineReport { text, verdict: Verdict::Done(told) });
                            continue;
                        }
                        Err(stop) => {
                            orders = Orders::Refused;
                            if !disclosed {
                                sitting.take_back(self, &mut report, side, &lines);
                            }
                            sitting.now.verdict(stop)
                        }
                    }
                }
                Orders::Carried if sitting.records.is_empty() => {
                    // nothing of this batch was possible: it is not this side's decision
                    orders = Orders::Refused;
                    sitting.now.verdict(Stop::Refused(not_asked()))
                }
                Orders::Carried => {
                    sitting.park(side, text.clone());
                    Verdict::Parked
                }
            };
            report.lines.push(LineReport { text, verdict });
        }
        let Sitting { mut records, standing, .. } = sitting;
        let changes_standing = !standing.is_empty();
        records.extend(standing);
        if !records.is_empty() {
            let mut settled = self.clone();
            records.iter().for_each(|record| settled.apply(record));
            if changes_standing && matches!(orders, Orders::Carried) && closed.is_none() {
                settled.answer(None, secrets, &mut records);
            }
            settled.resume(secrets, &mut records);
        }
        report.changed = !records.is_empty();
        report.closed = closed;
        (records, report)
    }

    /// Why no order among these lines can be looked at, if so.
    fn closed(&self, side: SideId, named: Option<AskId>, lines: &[&Line]) -> Option<String> {
        if let Some(outcome) = self.outcome() {
            let changes = |line: &Line| inquiry(line).is_none_or(|inquiry| matches!(inquiry, Inquiry::Standing(_)));
            let over = || format!("The game is over: {}.", outcome.reason);
            return lines.iter().any(|line| changes(line)).then(over);
        }
        let moved_on = |named| !self.asks().iter().any(|ask| ask.id == named && ask.side == side);
        (named.is_some_and(moved_on) && lines.iter().any(|line| is_order(line))).then(|| {
            "The position has moved on since that mail, so none of its orders was carried out. Please answer the \
             newest one."
                .to_owned()
        })
    }
}

/// What becomes of the orders of a batch from some line on.
enum Orders<G: Game> {
    Carried,
    Refused,
    TriedOut(Box<Preview<G>>),
}

/// A batch that is being judged.
struct Sitting<G: Game> {
    /// The table after what was carried out so far.
    now: Table<G>,
    /// What was carried out.
    records: Records<G>,
    /// Changes of standing orders, which stay whatever becomes of the orders.
    standing: Records<G>,
}

impl<G: Game> Sitting<G> {
    /// Carries out a line: how it was understood, what happened, whether anything was disclosed: a number that was
    /// drawn, or what the side did not see. A line of which a part is refused leaves nothing behind, unless it was.
    fn carry_out(
        &mut self,
        side: SideId,
        line: &Line,
        next: Option<&Line>,
        secrets: &Secrets,
    ) -> Result<(String, Vec<String>, bool), Stop> {
        let (mut start, before) = (self.now.clone(), self.records.len());
        let done = self.now.line(side, line, next, secrets, &mut self.records);
        let added = &self.records[before..];
        let disclosed = added.iter().any(|record| match record {
            Record::Drawn { .. } => true,
            Record::Happened(event) => G::discloses(start.state(), event),
            _ => false,
        });
        match done {
            Ok(text) => Ok((text, start.tell(added, Viewer::Side(side)).lines, disclosed)),
            Err(stop) => {
                if !disclosed {
                    self.records.truncate(before);
                    self.now = start;
                }
                Err(stop)
            }
        }
    }

    /// Takes back the orders of a batch, as no number was drawn for them, and answers its questions anew.
    fn take_back(&mut self, table: &Table<G>, report: &mut Report, side: SideId, lines: &[&Line]) {
        self.records.clear();
        self.now = table.clone();
        self.standing.iter().for_each(|record| self.now.apply(record));
        for (line, told) in lines.iter().zip(&mut report.lines) {
            match inquiry(line) {
                None => told.verdict = Verdict::TakenBack,
                Some(Inquiry::Standing(_)) => {}
                Some(inquiry) => told.verdict = self.answer(side, &inquiry, false),
            }
        }
    }

    /// Keeps a line until the other side has decided.
    fn park(&mut self, side: SideId, text: String) {
        let lines = [self.now.parked(side), &[text]].concat();
        let parked = Record::Parked { side, lines };
        // one record says what all of them wait
        match self.records.last_mut() {
            Some(last @ Record::Parked { .. }) => {
                self.now.apply(&parked);
                *last = parked;
            }
            _ => self.now.push(&mut self.records, parked),
        }
    }

    /// Answers a question, or changes a standing order.
    fn answer(&mut self, side: SideId, inquiry: &Inquiry, closed: bool) -> Verdict {
        let definitions = self.now.definitions.clone();
        let policy = self.now.policy(side);
        match inquiry {
            Inquiry::Preview(order) if order.is_empty() => Verdict::Answered(vec![TRIED_OUT.to_owned()]),
            Inquiry::Standing(line) if line.is_empty() => Verdict::Answered(standing_orders::<G>(&definitions, policy)),
            Inquiry::Standing(_) if closed && self.now.outcome().is_some() => Verdict::NotReached,
            Inquiry::Standing(line) => match amended::<G>(&definitions, policy, line) {
                Ok((changed, told)) => {
                    if changed != *policy {
                        self.now.push(&mut self.standing, Record::Standing { side, policy: changed });
                    }
                    Verdict::Answered(told)
                }
                Err(misread) => Verdict::Misread(misread.message),
            },
            _ => Verdict::Answered(inquiry.answer::<G>(&definitions, self.now.state(), side).unwrap_or_default()),
        }
    }
}

/// What a player is told who tries orders out.
const TRIED_OUT: &str = "The orders below are only tried out: none of them is carried out.";

/// What a line asks, if it is no order.
fn inquiry(line: &Line) -> Option<Inquiry> {
    match line {
        Line::Text(text) => Inquiry::read(text),
        Line::Steps(_) => None,
    }
}

fn is_order(line: &Line) -> bool {
    inquiry(line).is_none()
}

/// Whether a line holds nothing, or only a comment.
fn is_empty(line: &Line) -> bool {
    matches!(line, Line::Text(text) if words(text).is_empty())
}
