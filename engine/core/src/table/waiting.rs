//! Orders that wait for the other side: the rest of what a player has begun, and what he sent ahead.

use super::live::{Coming, Half, Halted, Records, Table};
use super::preview::begins_order;
use super::{Line, Record, Report, Secrets, Verdict};
use crate::contract::{Ahead, Ask, Concern, Game, Seen, SideId, Viewer};

/// Orders that stand for themselves.
struct Part<G: Game> {
    /// How many lines they are.
    lines: usize,
    orders: Vec<Vec<G::Step>>,
    /// What they would do, up to what dice or the other side decide.
    events: Vec<G::Event>,
}

impl<G: Game> Table<G> {
    /// Carries out waiting orders as far as they are possible now.
    ///
    /// What was written to go on with something is carried out line by line. What was sent ahead stands for itself: it
    /// is carried out up to the order that ends what it begins, or comes back whole if one of these orders is refused
    /// before anything was disclosed, or if its player's standing orders heed what has happened since he wrote it. What
    /// waits behind it comes back with it. Orders that belong to another question wait for theirs.
    pub(super) fn resume(&mut self, secrets: &Secrets, records: &mut Records<G>) {
        while SideId::BOTH.into_iter().any(|side| self.go_on(side, secrets, records)) {}
    }

    /// Goes on with the waiting orders of a side; whether that changed anything.
    fn go_on(&mut self, side: SideId, secrets: &Secrets, records: &mut Records<G>) -> bool {
        let lines = self.parked(side).to_vec();
        let Some(first) = lines.first() else { return false };
        let outdated = self.incidents(side).iter().find(|incident| incident.concern == Concern::All);
        if let Some(reason) = outdated.map(|incident| incident.words.clone()) {
            self.push(records, Record::Returned { side, lines, reason });
            return true;
        }
        if !self.must_decide(side) {
            return false;
        }
        if self.may_begin(side) {
            self.go_ahead(side, lines, secrets, records);
            return true;
        }
        if self.is_early(side, first) {
            return false;
        }
        if let Err(Halted { stop, half }) = self.take(side, &lines, secrets, records) {
            let lines = left(half, &lines);
            self.push(records, Record::Returned { side, lines, reason: stop.to_string() });
        }
        true
    }

    /// Whether a line waits for another question than the one that is open.
    pub(super) fn is_early(&self, side: SideId, text: &str) -> bool {
        let view = self.view(Viewer::Side(side));
        let orders = G::parse(Seen::new(self.definitions(), &view), text).unwrap_or_default();
        orders.first().is_some_and(|order| G::is_early(&view, order))
    }

    /// Whether a line is an order that nobody can read now, as it goes by what will have become of others: who stands where then.
    pub(super) fn is_read_later(&self, side: SideId, text: &str) -> bool {
        let view = self.view(Viewer::Side(side));
        let read = G::parse(Seen::new(self.definitions(), &view), text);
        read.is_err_and(|misread| !misread.lasting) && begins_order::<G>(text)
    }

    /// Carries out the first of a side's waiting lines, which no longer waits then. Whether it disclosed anything.
    fn take(
        &mut self,
        side: SideId,
        lines: &[String],
        secrets: &Secrets,
        records: &mut Records<G>,
    ) -> Result<bool, Halted> {
        let [first, rest @ ..] = lines else { return Ok(false) };
        self.push(records, Record::Parked { side, lines: rest.to_vec() });
        self.attempt(side, &Line::Text(first.clone()), None, secrets, records).map(|(_, disclosed)| disclosed)
    }

    /// Carries out what a side has sent ahead up to the end of what it begins, or gives it back.
    fn go_ahead(&mut self, side: SideId, lines: Vec<String>, secrets: &Secrets, records: &mut Records<G>) {
        let Part { lines: count, orders, events } = self.part(side, &lines);
        let ahead = Ahead { orders: &orders, events: &events, incidents: self.incidents(side) };
        let view = self.view(Viewer::Side(side));
        if let Some(reason) = G::heed(Seen::new(self.definitions(), &view), &ahead, self.policy(side)) {
            self.push(records, Record::Returned { side, lines, reason });
            return;
        }
        let (mut tried, mut added) = (self.clone(), Records::<G>::new());
        let (mut taken, mut disclosed) = (0, false);
        while taken < count && tried.must_decide(side) && !tried.is_early(side, &lines[taken]) {
            match tried.take(side, &lines[taken..], secrets, &mut added) {
                Ok(discloses) => (taken, disclosed) = (taken + 1, disclosed || discloses),
                Err(Halted { stop, half }) => {
                    let back = if disclosed || half.is_some() {
                        *self = tried;
                        records.append(&mut added);
                        left(half, &lines[taken..])
                    } else {
                        lines
                    };
                    self.push(records, Record::Returned { side, lines: back, reason: stop.to_string() });
                    return;
                }
            }
        }
        *self = tried;
        records.append(&mut added);
    }

    /// What a side has sent ahead up to the order that ends what it begins, as far as it can tell itself what that does.
    fn part(&self, side: SideId, lines: &[String]) -> Part<G> {
        let definitions = self.definitions();
        let mut part = Part { lines: 0, orders: Vec::new(), events: Vec::new() };
        let mut view = self.view(Viewer::Side(side));
        let mut state = Some(G::imagine(Seen::new(definitions, &view)));
        for text in lines {
            part.lines += 1;
            // what cannot be read is refused when it is its turn
            let orders = G::parse(Seen::new(definitions, &view), text).unwrap_or_default();
            for order in &orders {
                let foreseen = state.as_ref().and_then(|now| now.foresee(definitions, side, order).ok());
                state = foreseen.and_then(|foreseen| {
                    part.events.extend(foreseen.events);
                    view = foreseen.state.view(definitions, Viewer::Side(side));
                    (!foreseen.rolls).then_some(foreseen.state)
                });
            }
            let ends = orders.last().is_some_and(|order| G::ends(order));
            part.orders.extend(orders);
            if ends {
                break;
            }
        }
        part
    }

    /// Whether the waiting orders of a side, or what it has written to come next, are its answer to an open ask.
    pub(super) fn is_answered(&self, ask: &Ask, coming: Option<&Coming<'_, G>>) -> bool {
        let side = ask.side;
        let waits = self.parked(side).first().map(|text| Line::Text(text.clone()));
        if coming.is_none() && waits.is_none() {
            return false;
        }
        // what he begins next he has written, and hears if it cannot be
        match (coming, &waits) {
            _ if self.may_begin(side) => true,
            (Some(Coming::Order(order)), _) => self.settles(ask, order),
            (Some(Coming::Line(line)), _) => self.line_settles(ask, line),
            (None, waits) => waits.as_ref().is_some_and(|line| self.line_settles(ask, line)),
        }
    }
}

/// What is left of lines of which the first was stopped.
fn left(half: Option<Half>, lines: &[String]) -> Vec<String> {
    let mut lines = lines.to_vec();
    if let (Some(half), Some(first)) = (half, lines.first_mut()) {
        *first = half.left;
    }
    lines
}

/// Orders of a line that wait, and its place in the report.
pub(super) struct Waits {
    pub place: usize,
    pub orders: usize,
}

/// What became at once of orders that wait: the other side's standing orders may have let it go on.
pub(super) struct Resumed {
    /// How many still wait, or came back.
    left: usize,
    /// Why they came back, if they did.
    back: Option<String>,
}

impl Resumed {
    pub fn of<E, P>(side: SideId, records: &[Record<E, P>], parked: usize) -> Resumed {
        let back = records.iter().find_map(|record| match record {
            Record::Returned { side: whose, lines, reason } if *whose == side => Some((lines.len(), reason.clone())),
            _ => None,
        });
        let came = back.as_ref().map_or(0, |(lines, _)| *lines);
        Resumed { left: parked + came, back: back.map(|(_, reason)| reason) }
    }

    /// Tells it of the lines of a batch that were to wait behind `waited` orders.
    pub fn tell(&self, report: &mut Report, waited: usize, waits: &[Waits]) {
        let all = waited + waits.iter().map(|line| line.orders).sum::<usize>();
        let mut place = waited;
        for line in waits {
            place += line.orders;
            let verdict = &mut report.lines[line.place].verdict;
            if *verdict == Verdict::Parked && place + self.left <= all {
                *verdict = Verdict::Done(Vec::new());
            } else if *verdict == Verdict::Parked
                && let Some(reason) = &self.back
            {
                *verdict = Verdict::Returned(reason.clone());
            }
        }
    }
}
