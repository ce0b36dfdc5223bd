//! A batch at the table: orders, questions and standing orders, line by line.

use super::batch::{LONGEST_WAITING, MOST_BEHIND, MOST_WAITING, acts, inquiry, is_empty, is_order, too_much};
use super::inquiry::{amended, standing_orders};
use super::live::{Halted, Records, Stop, Table, not_asked, spoken};
use super::preview::{Preview, begins_order};
use super::waiting::{Resumed, Waits};
use super::{Batch, Line, LineReport, Record, Report, Secrets, Verdict};
use crate::contract::{AskId, Game, Refusal, SideId, Viewer};
use crate::speech::Inquiry;
use definitions::spelling::words;
use std::borrow::Cow;

impl<G: Game> Table<G> {
    /// Judges a batch and says what it would change. Nothing is changed: the caller stores the records and
    /// applies them.
    ///
    /// The orders are carried out in their sequence. If one is refused before the first number was drawn or
    /// anything hidden was shown, none of them counts; after that everything before it stays, for what was disclosed
    /// cannot be taken back. Orders that come after the other side has to decide wait for it: [`Table::resume`] goes on
    /// with them. As far as it is certain what they would do if the other side did nothing more, they are judged by that
    /// now, and one that is refused counts as any other; after something was disclosed, none of them waits then.
    ///
    /// Questions among them are answered for the moment where they stand, or for the present if the orders before
    /// them are taken back. Standing orders hold from where they stand, whatever becomes of the orders.
    pub fn submit(&self, side: SideId, batch: &Batch, secrets: &Secrets) -> (Records<G>, Report) {
        let (records, report, _) = self.judge(side, batch, secrets);
        (records, report)
    }

    /// Does the same as [`Table::submit`] and gives the table as it stands after those records, too: whoever has stored
    /// them need not apply them.
    pub fn judge(&self, side: SideId, batch: &Batch, secrets: &Secrets) -> (Records<G>, Report, Table<G>) {
        let meant: Vec<Cow<'_, Line>> = batch.lines.iter().map(|line| self.meant(side, line)).collect();
        let lines: Vec<&Line> = meant.iter().map(|line| &**line).filter(|line| !is_empty(line)).collect();
        if let Some(fault) = too_much(&lines) {
            return (Records::<G>::new(), Report::closed(fault), self.clone());
        }
        let closed = self.closed(side, batch.ask, &lines);
        let records = Records::<G>::new();
        let mut sitting = Sitting::<G> { now: self.clone(), records, foretold: None, waited: Vec::new() };
        let mut report = Report::default();
        let mut orders = Orders::<G>::Carried;
        let mut disclosed = false;
        let mut waits: Vec<Waits> = Vec::new();
        let mut behind = 0;
        let mut failing = Failing::EndsTheBatch;
        for (place, line) in lines.iter().copied().enumerate() {
            let asked = inquiry(line);
            if let Some(agreement) = asked.as_ref().filter(|inquiry| inquiry.acts()) {
                if closed.is_some() {
                    continue;
                }
                let verdict = match &orders {
                    Orders::TriedOut(_) => Verdict::TriedOut(vec![NOT_TRIED_OUT.to_owned()]),
                    Orders::Refused => Verdict::NotReached,
                    Orders::Carried => match sitting.agree(side, agreement) {
                        Ok(told) => Verdict::Done(told),
                        Err(refusal) if failing.passes() => {
                            failing = Failing::Passed;
                            sitting.now.verdict(Stop::Refused(refusal))
                        }
                        Err(refusal) => {
                            orders = Orders::Refused;
                            sitting.call_off(disclosed, self, &mut report, side, &lines);
                            sitting.now.verdict(Stop::Refused(refusal))
                        }
                    },
                };
                report.lines.push(LineReport { text: spoken::<G>(self, line), verdict });
                continue;
            }
            if let Some(inquiry) = asked {
                if inquiry == Inquiry::Preview(String::new()) {
                    let view = sitting.now.view(Viewer::Side(side));
                    orders = Orders::TriedOut(Box::new(Preview::new(self.definitions(), &view, side)));
                }
                if inquiry == Inquiry::AsFarAsPossible && !failing.passes() {
                    failing = Failing::Passes;
                }
                let verdict = sitting.answer(side, &inquiry, closed.is_some());
                if inquiry == Inquiry::TakeBack {
                    for line in waits.drain(..) {
                        report.lines[line.place].verdict = Verdict::Returned(TAKEN_BACK.to_owned());
                    }
                }
                report.lines.push(LineReport { text: spoken::<G>(self, line), verdict });
                continue;
            }
            if closed.is_some() {
                continue;
            }
            let text = spoken::<G>(self, line);
            let verdict = match &mut orders {
                Orders::Carried if matches!(failing, Failing::Passed) && sitting.ends(side, line) => {
                    orders = Orders::Refused;
                    let refusal =
                        Refusal::new("order", "a line before it was refused, and this one ends what that belongs to");
                    sitting
                        .now
                        .verdict(Stop::Refused(refusal.remedy("Mend that line or leave it, and send this one again.")))
                }
                Orders::TriedOut(preview) => {
                    let (text, told) = preview.line(self.definitions(), line);
                    report.lines.push(LineReport { text, verdict: Verdict::TriedOut(told) });
                    continue;
                }
                Orders::Refused if behind == MOST_BEHIND => Verdict::NotReached,
                Orders::Refused => {
                    behind += 1;
                    match line.orders::<G>(self.definitions(), &sitting.now.view(Viewer::Side(side))) {
                        // what no position makes readable is told at once, so that it need not be found line by line
                        Err(misread) if misread.lasting || !begins_order::<G>(&text) => {
                            Verdict::Misread(misread.message)
                        }
                        _ => Verdict::NotReached,
                    }
                }
                // what cannot be read is refused at once, not kept
                Orders::Carried
                    if !line.is_readable::<G>(self.definitions())
                        || sitting.goes_on(side, &text, !waits.is_empty()) =>
                {
                    let next = lines[place + 1..].iter().copied().find(|line| is_order(line));
                    let from = sitting.now.len();
                    match sitting.carry_out(side, line, next, secrets) {
                        Ok((text, told, tells)) => {
                            disclosed |= tells;
                            report.lines.push(LineReport { text, verdict: Verdict::Done(told) });
                            continue;
                        }
                        Err(halted) => {
                            let Halted { stop, half } = *halted;
                            if half.is_none() && is_question(&stop, &text) {
                                let verdict = sitting.now.verdict(stop);
                                report.lines.push(LineReport { text, verdict });
                                continue;
                            }
                            disclosed |= half.is_some();
                            if failing.passes() {
                                failing = Failing::Passed;
                            } else {
                                orders = Orders::Refused;
                                if !disclosed {
                                    sitting.take_back(self, &mut report, side, &lines);
                                }
                            }
                            let mut text = text;
                            if let Some(half) = half {
                                let told = sitting.now.lines(from, Viewer::Side(side));
                                report.lines.push(LineReport { text: half.done, verdict: Verdict::Done(told) });
                                text = half.left;
                            }
                            let verdict = sitting.now.verdict(stop);
                            report.lines.push(LineReport { text, verdict });
                            continue;
                        }
                    }
                }
                Orders::Carried => match sitting.wait(side, &text) {
                    Ok(understood) => {
                        waits.push(Waits { place: report.lines.len(), orders: understood.len() });
                        report.lines.push(LineReport { text: understood.join("; "), verdict: Verdict::Parked });
                        continue;
                    }
                    Err(stop) if is_question(&stop, &text) => sitting.now.verdict(stop),
                    Err(stop) if failing.passes() => {
                        failing = Failing::Passed;
                        sitting.now.verdict(stop)
                    }
                    Err(stop) => {
                        orders = Orders::Refused;
                        sitting.call_off(disclosed, self, &mut report, side, &lines);
                        sitting.now.verdict(stop)
                    }
                },
            };
            report.lines.push(LineReport { text, verdict });
        }
        let Sitting { mut records, waited, mut now, .. } = sitting;
        // one that stood before answers as well what was left open when it was written beside something that was refused
        let stands = |line: &LineReport| matches!(line.verdict, Verdict::Answered(_)) && stands_in(&line.text);
        let answers = report.lines.iter().any(stands) && matches!(orders, Orders::Carried) && closed.is_none();
        if matches!(orders, Orders::Refused)
            && now.is_attended(side)
            && let Some(line) = report.lines.iter_mut().find(|line| stands(line))
            && let Verdict::Answered(told) = &mut line.verdict
        {
            told.push(ANSWERS_NOTHING.to_owned());
        }
        if !records.is_empty() || answers {
            // who went back wants to decide himself
            let set_back = |record: &Record<_, _>| matches!(record, Record::Undone { .. } | Record::Adjusted { .. });
            let before = records.len();
            if !records.iter().any(set_back) && (answers || now.may_begin(side.enemy())) {
                now.answer(None, secrets, &mut records);
            }
            now.resume(secrets, &mut records);
            let resumed = Resumed::of(side, &records[before..], now.parked(side).len());
            resumed.tell(&mut report, waited.len(), &waits);
        }
        report.changed = !records.is_empty();
        report.closed = closed;
        (records, report, now)
    }

    /// `decline` alone is about a proposal, unless it is an order now.
    fn meant<'a>(&self, side: SideId, line: &'a Line) -> Cow<'a, Line> {
        let Line::Text(text) = line else { return Cow::Borrowed(line) };
        let alone = line.check_size().is_ok()
            && matches!(&words(text)[..], [word] if word.folded == "decline")
            && !self.open_asks().iter().any(|ask| ask.side == side && self.line_settles(ask, line));
        match self.open_proposal() {
            Some(open) if alone => Cow::Owned(Line::Text(format!("decline {}", open.number))),
            None if alone => Cow::Owned(Line::Text("decline the proposal".to_owned())),
            _ => Cow::Borrowed(line),
        }
    }

    /// Why no order among these lines can be looked at, if so.
    fn closed(&self, side: SideId, named: Option<AskId>, lines: &[&Line]) -> Option<String> {
        if let Some(outcome) = self.outcome() {
            let changes = |line: &Line| {
                inquiry(line)
                    .is_none_or(|inquiry| matches!(inquiry, Inquiry::Standing(_) | Inquiry::TakeBack) || inquiry.acts())
            };
            let over = || format!("The game is over: {}.", outcome.words());
            return lines.iter().any(|line| changes(line)).then(over);
        }
        let moved_on = |named| !self.asks().iter().any(|ask| ask.id == named && ask.side == side);
        (named.is_some_and(moved_on) && lines.iter().any(|line| acts(line))).then(|| {
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

/// What a line that cannot be carried out does to the others of its batch.
#[derive(Clone, Copy)]
enum Failing {
    /// They come back with it, as far as no number was drawn: half a plan is worse than none.
    EndsTheBatch,
    /// They are carried out all the same, as their player wishes.
    Passes,
    /// One has failed so: what ends something waits for its player's word.
    Passed,
}

impl Failing {
    fn passes(self) -> bool {
        !matches!(self, Failing::EndsTheBatch)
    }
}

/// A batch that is being judged.
struct Sitting<G: Game> {
    /// The table after what was carried out so far.
    now: Table<G>,
    /// What was carried out, and changes of standing orders, which stay whatever becomes of the orders.
    records: Records<G>,
    /// What comes of the orders that wait, if the other side does nothing more.
    foretold: Option<Preview<G>>,
    /// What waited before them.
    waited: Vec<String>,
}

impl<G: Game> Sitting<G> {
    /// Whether the next line is carried out now. After what was carried out, one that goes on with a sequence waits
    /// for a question of its own side, such as losses; behind one that `waits` so does one that cannot be read yet.
    fn goes_on(&self, side: SideId, text: &str, waits: bool) -> bool {
        let early = || self.now.is_early(side, text) || waits && self.now.is_read_later(side, text);
        self.now.must_decide(side) && (self.records.iter().all(is_standing) || !early())
    }

    /// Whether a line holds an order that ends what its player has begun.
    fn ends(&self, side: SideId, line: &Line) -> bool {
        let orders = line.orders::<G>(self.now.definitions(), &self.now.view(Viewer::Side(side)));
        orders.is_ok_and(|orders| orders.iter().any(|order| G::ends(order)))
    }

    /// Carries out a line: how it was understood, what happened, whether anything was disclosed.
    ///
    /// # Errors
    /// Why it stopped, and what of it stands.
    fn carry_out(
        &mut self,
        side: SideId,
        line: &Line,
        next: Option<&Line>,
        secrets: &Secrets,
    ) -> Result<(String, Vec<String>, bool), Box<Halted>> {
        let from = self.now.len();
        let (text, disclosed) = self.now.attempt(side, line, next, secrets, &mut self.records)?;
        let mut told = self.now.lines(from, Viewer::Side(side));
        if told.is_empty() && self.now.must_decide(side.enemy()) && !self.now.must_decide(side) {
            told.push("What comes of it is told when the other side has decided.".to_owned());
        }
        Ok((text, told, disclosed))
    }

    /// Ends the orders of a batch over a line that cannot be done: what something was disclosed by stands, and none waits.
    fn call_off(&mut self, disclosed: bool, table: &Table<G>, report: &mut Report, side: SideId, lines: &[&Line]) {
        match disclosed {
            true => self.wait_no_more(report, side),
            false => self.take_back(table, report, side, lines),
        }
    }

    /// Takes back the orders of a batch, as no number was drawn for them, and answers its questions anew.
    fn take_back(&mut self, table: &Table<G>, report: &mut Report, side: SideId, lines: &[&Line]) {
        self.records.retain(is_standing);
        self.now = table.clone();
        self.records.iter().for_each(|record| self.now.apply(record));
        for (line, told) in lines.iter().zip(&mut report.lines) {
            match inquiry(line) {
                None => told.verdict = Verdict::TakenBack,
                Some(inquiry) if inquiry.acts() => told.verdict = Verdict::TakenBack,
                Some(Inquiry::Standing(_)) => {}
                Some(inquiry) => told.verdict = self.answer(side, &inquiry, false),
            }
        }
    }

    /// Keeps a line until the other side has decided: its orders as they were understood, as far as that can be told now.
    ///
    /// # Errors
    /// What is wrong with it, if the other side does nothing more; or that this side has no part in what is decided now.
    fn wait(&mut self, side: SideId, text: &str) -> Result<Vec<String>, Stop> {
        let definitions = self.now.definitions.clone();
        let view = self.now.view(Viewer::Side(side));
        let foretold = self.foretold.get_or_insert_with(|| {
            let mut foretold = Preview::<G>::new(&definitions, &view, side);
            self.waited = self.now.parked(side).to_vec();
            for line in &self.waited {
                // what is wrong with those is found when their time comes
                let _ = foretold.foretell(&definitions, line);
            }
            foretold
        });
        // while the other side decides something that cannot be told beforehand, as in its combat, orders for what this side
        // begins next can be sent ahead all the same
        let begins = foretold.comes_to_begin(&definitions) || self.now.is_early(side, text);
        if self.records.iter().all(is_standing) && !begins {
            return Err(Stop::Refused(not_asked()));
        }
        let understood = foretold.foretell(&definitions, text).map_err(ahead)?;
        let lines = [self.now.parked(side), &understood[..]].concat();
        let signs: usize = lines.iter().map(|line| line.chars().count()).sum();
        let too_many = if lines.len() > MOST_WAITING {
            Some(format!("{} orders would wait, {MOST_WAITING} may", lines.len()))
        } else {
            let too_long = || format!("orders of {signs} letters and signs would wait, {LONGEST_WAITING} may");
            (signs > LONGEST_WAITING).then(too_long)
        };
        if let Some(fault) = too_many {
            let refusal = Refusal::new("order", fault);
            return Err(Stop::Refused(refusal.remedy("Write `take back` to call those back that wait.")));
        }
        let parked = Record::Parked { side, lines };
        // one record says what all of them wait
        match self.records.last_mut() {
            Some(last @ Record::Parked { .. }) => {
                self.now.write_anew(&parked);
                *last = parked;
            }
            _ => self.now.push(&mut self.records, parked),
        }
        Ok(understood)
    }

    /// Lets none of the batch's orders wait, as one of them is wrong: half of what was sent ahead is worse than none.
    fn wait_no_more(&mut self, report: &mut Report, side: SideId) {
        let waits = |line: &&mut LineReport| line.verdict == Verdict::Parked;
        report.lines.iter_mut().filter(waits).for_each(|line| line.verdict = Verdict::TakenBack);
        self.now.push(&mut self.records, Record::Parked { side, lines: self.waited.clone() });
    }

    /// Answers a question, or changes a standing order.
    fn answer(&mut self, side: SideId, inquiry: &Inquiry, closed: bool) -> Verdict {
        let definitions = self.now.definitions.clone();
        let policy = self.now.policy(side);
        match inquiry {
            Inquiry::Preview(order) if order.is_empty() => Verdict::Answered(vec![TRIED_OUT.to_owned()]),
            Inquiry::AsFarAsPossible => Verdict::Answered(vec![AS_FAR_AS_POSSIBLE.to_owned()]),
            Inquiry::Standing(line) if line.is_empty() => Verdict::Answered(standing_orders::<G>(&definitions, policy)),
            Inquiry::Standing(_) | Inquiry::TakeBack if closed && self.now.outcome().is_some() => Verdict::NotReached,
            Inquiry::Standing(line) => match amended::<G>(&definitions, policy, line) {
                Ok((changed, told)) => {
                    if changed != *policy {
                        self.now.push(&mut self.records, Record::Standing { side, policy: changed });
                    }
                    Verdict::Answered(told)
                }
                Err(misread) => Verdict::Misread(misread.message),
            },
            Inquiry::Waiting | Inquiry::TakeBack if self.now.parked(side).is_empty() => {
                Verdict::Answered(vec!["None of your orders waits.".to_owned()])
            }
            Inquiry::TooLong { form, rest } => {
                Verdict::Misread(format!("`{rest}` means nothing behind `{form}`. Write `{form}` alone"))
            }
            Inquiry::Waiting => Verdict::Answered(self.now.parked(side).to_vec()),
            Inquiry::TakeBack => {
                let lines = self.now.parked(side).to_vec();
                (self.foretold, self.waited) = (None, Vec::new());
                self.now.push(&mut self.records, Record::Returned { side, lines, reason: TAKEN_BACK.to_owned() });
                Verdict::Answered(vec!["They do not wait any more.".to_owned()])
            }
            _ => {
                let mut told = inquiry
                    .answer::<G>(&definitions, self.now.state(), self.now.outcome().as_ref(), side)
                    .unwrap_or_default();
                if matches!(inquiry, Inquiry::Status(name) if name.is_empty()) {
                    told.extend(self.now.table_status(side));
                }
                Verdict::Answered(told)
            }
        }
    }

    /// Takes orders back, or goes on with what the players agree on.
    fn agree(&mut self, side: SideId, inquiry: &Inquiry) -> Result<Vec<String>, Refusal> {
        // what waited was judged by what stood before
        self.foretold = None;
        match inquiry {
            Inquiry::Undo(what) => self.now.undo(side, what, &mut self.records),
            Inquiry::Propose(what) => self.now.propose(side, what, &mut self.records),
            Inquiry::Accept(number) => self.now.accept(side, number, &mut self.records),
            Inquiry::Decline(number) => self.now.decline(side, number, &mut self.records),
            _ => Ok(Vec::new()),
        }
    }
}

fn is_standing<E, P>(record: &Record<E, P>) -> bool {
    matches!(record, Record::Standing { .. })
}

/// What a player is told who wants something of the table tried out.
const NOT_TRIED_OUT: &str = "Undoing and agreements are not tried out.";

/// What a player is told who tries orders out.
const TRIED_OUT: &str = "The orders below are only tried out: none of them is carried out.";

/// What a player is told who does not want the whole of his orders back for one of them.
const AS_FAR_AS_POSSIBLE: &str = "Of the orders below those are carried out that can be; the others are listed.";

/// What a player is told whose standing order stands beside something that was refused.
const ANSWERS_NOTHING: &str = "It stands, but answers nothing of what is asked now, since a line beside it was refused. Write \
                               it once more and it does.";

/// Whether a line as it was understood gives a standing order.
fn stands_in(text: &str) -> bool {
    matches!(Inquiry::read(text), Some(Inquiry::Standing(rule)) if !rule.is_empty())
}

/// Why orders do not wait any more that their player wanted back.
const TAKEN_BACK: &str = "you took them back";

/// Why a line cannot wait, for who is not asked now.
fn ahead(stop: Stop) -> Stop {
    match stop {
        Stop::Refused(refusal) => {
            let message = format!("judged ahead, for your next move: {}", refusal.message);
            Stop::Refused(Refusal { message, ..refusal })
        }
        Stop::Misread(_) => stop,
    }
}

/// Whether a line asks something that nobody understands: it is in the way of nothing.
fn is_question(stop: &Stop, text: &str) -> bool {
    matches!(stop, Stop::Misread(_)) && text.trim_end().ends_with('?')
}
