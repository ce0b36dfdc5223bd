//! Orders that wait for the other side: the rest of what a player has begun, and what he sent ahead.

use super::live::{Coming, Records, Stop, Table};
use super::{Line, Record, Secrets};
use crate::contract::{Ahead, Concern, Game, SideId, Viewer};

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
        let view = self.view(Viewer::Side(side));
        if G::is_fresh(&view) {
            self.go_ahead(side, lines, secrets, records);
            return true;
        }
        let line = Line::Text(first.clone());
        let early = |orders: Vec<Vec<G::Step>>| orders.first().is_some_and(|order| G::is_early(&view, order));
        if self.read(side, &line).is_ok_and(early) {
            return false;
        }
        if let Err((stop, _)) = self.take(side, &lines, secrets, records) {
            self.push(records, Record::Returned { side, lines, reason: stop.to_string() });
        }
        true
    }

    /// Carries out the first of a side's waiting lines, which no longer waits then. Whether it disclosed anything.
    fn take(
        &mut self,
        side: SideId,
        lines: &[String],
        secrets: &Secrets,
        records: &mut Records<G>,
    ) -> Result<bool, (Stop, bool)> {
        let [first, rest @ ..] = lines else { return Ok(false) };
        let next = rest.first().map(|text| Line::Text(text.clone()));
        self.push(records, Record::Parked { side, lines: rest.to_vec() });
        self.attempt(side, &Line::Text(first.clone()), next.as_ref(), secrets, records).map(|(_, disclosed)| disclosed)
    }

    /// Carries out what a side has sent ahead up to the end of what it begins, or gives it back.
    fn go_ahead(&mut self, side: SideId, lines: Vec<String>, secrets: &Secrets, records: &mut Records<G>) {
        let mut tried = self.clone();
        let (mut added, mut named) = (Records::<G>::new(), Vec::new());
        let (mut stopped, mut taken, mut disclosed) = (None, 0, false);
        for (place, text) in lines.iter().enumerate() {
            // what comes after a decision of the other side is read for what it names
            let read = tried.read(side, &Line::Text(text.clone()));
            if taken == place && tried.must_decide(side) {
                match tried.take(side, &lines[place..], secrets, &mut added) {
                    Ok(discloses) => (taken, disclosed) = (place + 1, disclosed || discloses),
                    Err((stop, discloses)) => {
                        disclosed |= discloses;
                        stopped = Some(stop.to_string());
                        break;
                    }
                }
            }
            let Ok(orders) = read else { break };
            let ends = orders.last().is_some_and(|order| G::ends(order));
            named.extend(orders);
            if ends {
                break;
            }
        }
        let happened = |record: &Record<G::Event, G::Policy>| match record {
            Record::Happened(event) => Some(event.clone()),
            _ => None,
        };
        let events: Vec<G::Event> = added.iter().filter_map(happened).collect();
        let ahead = Ahead { orders: &named, events: &events, incidents: self.incidents(side) };
        let view = self.view(Viewer::Side(side));
        let heeded = G::heed(self.definitions(), &view, &ahead, self.policy(side));
        let unsafe_now = heeded.or_else(|| stopped.clone().filter(|_| !disclosed));
        if let Some(reason) = unsafe_now {
            self.push(records, Record::Returned { side, lines, reason });
            return;
        }
        *self = tried;
        records.extend(added);
        if let Some(reason) = stopped {
            self.push(records, Record::Returned { side, lines: lines[taken..].to_vec(), reason });
        }
    }

    /// Whether the waiting orders of a side, or what it has written to come next, are its answer to its open ask.
    pub(super) fn is_answered(&self, side: SideId, coming: Option<&Coming<'_, G>>) -> bool {
        let waits = self.parked(side).first().map(|text| Line::Text(text.clone()));
        let fits = match (coming, &waits) {
            (Some(Coming::Order(order)), _) => self.fits(side, order),
            (Some(Coming::Line(line)), _) => self.line_fits(side, line),
            (None, Some(line)) => self.line_fits(side, line),
            (None, None) => return false,
        };
        // what he begins next he has written, and hears if it cannot be
        fits || G::is_fresh(&self.view(Viewer::Side(side)))
    }
}
