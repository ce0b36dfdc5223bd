use super::chronicle::{Entry, Page, place};
use super::{Record, Table};
use crate::contract::{Game, SideId, Viewer};
use definitions::Position;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// What a viewer missed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// What happened, in words.
    pub lines: Vec<String>,
    /// Public dice keys with what they gave: number of the key, key in hex, rolls in words.
    pub dice: Vec<(u32, String, Vec<String>)>,
    /// The position now, with arrows for what happened.
    pub position: Position,
}

/// A moment of a game as one viewer knows it: the beginning, or an order after which he was told something. Orders of
/// which he may know nothing are no moments of his, so their number tells nothing of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// How many records there were then.
    pub records: usize,
    /// Headline of the position.
    pub caption: String,
    /// What had just happened, in words.
    pub lines: Vec<String>,
}

impl<G: Game> Table<G> {
    /// Writes records into the table and tells which moments they make for a viewer; the first is before any order.
    pub fn moments(&mut self, records: &[Record<G::Event, G::Policy>], viewer: Viewer) -> Vec<Moment> {
        let mut moments = Vec::new();
        let _ = self.relive(records, viewer, |table, told| {
            let records = table.len() as usize;
            moments.push(Moment { records, caption: told.position.caption, lines: told.lines });
            ControlFlow::<()>::Continue(())
        });
        moments
    }

    /// Writes records into the table up to a moment of a viewer, which are numbered as in [`Table::moments`], and gives
    /// the position then; none if there is no such moment.
    pub fn moment(
        &mut self,
        records: &[Record<G::Event, G::Policy>],
        number: usize,
        viewer: Viewer,
    ) -> Option<Position> {
        let mut moments = 0;
        let found = self.relive(records, viewer, |table, _| {
            moments += 1;
            if moments > number {
                return ControlFlow::Break(G::position(table.definitions(), &table.view(viewer)));
            }
            ControlFlow::Continue(())
        });
        found.break_value()
    }

    /// Writes records into the table and stops at each moment of a viewer.
    fn relive<T>(
        &mut self,
        records: &[Record<G::Event, G::Policy>],
        viewer: Viewer,
        mut visit: impl FnMut(&Table<G>, Told) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let ordered = |record: &Record<_, _>| matches!(record, Record::Ordered { .. });
        let (start, orders) = records.split_at(records.iter().position(ordered).unwrap_or(records.len()));
        let mut is_first = true;
        for records in std::iter::once(start).chain(orders.chunk_by(|_, next| !ordered(next))) {
            let from = self.len();
            records.iter().for_each(|record| self.apply(record));
            let told = self.told(from, viewer);
            if std::mem::take(&mut is_first) || !told.lines.is_empty() {
                visit(self, told)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What a viewer may know of the records from number `from` on. Nothing is written again for it.
    pub fn told(&self, from: u64, viewer: Viewer) -> Told {
        let position = G::position(self.definitions(), &self.view(viewer));
        let mut told = Told { lines: self.lines(from, viewer), dice: Vec::new(), position };
        for page in self.chronicle.since(from) {
            match &page.entry {
                Entry::Happened(seen) => {
                    if let Some(event) = &seen[place(viewer)] {
                        G::illustrate(self.definitions(), event, &mut told.position);
                    }
                }
                Entry::Drawn { index, key, rolls } => {
                    let rolls =
                        rolls.iter().map(|roll| format!("{}: {} of {}", roll.label, roll.value + 1, roll.bound));
                    told.dice.push((*index, key.clone(), rolls.collect()));
                }
                Entry::Ordered | Entry::Line { .. } => {}
            }
        }
        told
    }

    /// The words of it alone.
    pub fn lines(&self, from: u64, viewer: Viewer) -> Vec<String> {
        self.chronicle.since(from).filter_map(|page| self.line_of(page, viewer)).collect()
    }

    /// What the last order did of which a viewer may know anything, and all that came after it; that there was a later
    /// order may be secret.
    pub fn latest(&self, viewer: Viewer) -> Told {
        let mut pages = self.chronicle.backwards().skip_while(|page| self.line_of(page, viewer).is_none());
        let from = pages.find(|page| matches!(page.entry, Entry::Ordered)).map_or(self.len(), |page| page.number);
        self.told(from, viewer)
    }

    /// Whether there is anything to tell a viewer of the records from number `from` on.
    pub fn has_news(&self, from: u64, viewer: Viewer) -> bool {
        let mut pages = self.chronicle.since(from);
        pages.any(|page| matches!(page.entry, Entry::Drawn { .. }) || self.line_of(page, viewer).is_some())
    }

    /// What a viewer is told of a record, in words.
    fn line_of(&self, page: &Page<G>, viewer: Viewer) -> Option<String> {
        match &page.entry {
            Entry::Happened(seen) => G::describe(self.definitions(), seen[place(viewer)].as_ref()?),
            Entry::Line { to, text } => to.is_none_or(|side| viewer.is(side)).then(|| text.clone()),
            Entry::Ordered | Entry::Drawn { .. } => None,
        }
    }
}

/// What there is to tell of a record that is no event.
pub(super) fn entry<G: Game>(definitions: &G::Definitions, record: &Record<G::Event, G::Policy>) -> Option<Entry<G>> {
    let name = |side: &SideId| G::sides(definitions)[side.index()].clone();
    Some(match record {
        Record::Ordered { .. } => Entry::Ordered,
        Record::Drawn { index, key, rolls, .. } if !key.is_empty() => {
            Entry::Drawn { index: *index, key: key.clone(), rolls: rolls.clone() }
        }
        Record::Said { side, text } => Entry::Line { to: None, text: format!("{} says: {text}", name(side)) },
        Record::Returned { side, lines, reason } => {
            let text = format!("Your waiting orders came back ({reason}): {}", lines.join("; "));
            Entry::Line { to: Some(*side), text }
        }
        Record::Resigned { side } => Entry::Line { to: None, text: format!("{} resigns.", name(side)) },
        _ => return None,
    })
}
