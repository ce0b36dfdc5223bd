use super::chronicle::{Entry, Page, VIEWERS, place};
use super::{Record, Table};
use crate::contract::{Game, Seen, Viewer};
use definitions::Position;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
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

/// Moments that a story has at most.
pub const LONGEST_STORY: usize = 120;

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

/// A part of what a viewer missed: what one side did in one go, a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chapter {
    /// What opens it, in words; none for what came before the first that has a heading.
    pub heading: Option<String>,
    /// What happened in it.
    pub lines: Vec<ChapterLine>,
}

/// A line of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChapterLine {
    /// What happened.
    pub text: String,
    /// Whether it is the first to go where a story is long.
    pub goes_without_saying: bool,
}

impl<G: Game> Table<G> {
    /// Writes records into the table and tells which moments they make for a viewer; the first is before any order.
    pub fn moments(&mut self, records: &[Record<G::Event, G::Policy>], viewer: Viewer) -> Vec<Moment> {
        let mut moments = Vec::new();
        let _ = self.relive(records, viewer, |table, _, lines| {
            let records = table.len() as usize;
            moments.push(Moment { records, caption: table.seen_position(viewer).caption, lines });
            ControlFlow::<()>::Continue(())
        });
        moments
    }

    /// Writes records into the table and gives the last moments that they make for a viewer, numbered as in
    /// [`Table::moments`], each with its board: as many as tell so many lines, and the one before them.
    pub fn story(
        &mut self,
        records: &[Record<G::Event, G::Policy>],
        viewer: Viewer,
        lines: usize,
    ) -> Vec<(usize, Told)> {
        // where the story begins its words tell, so that boards are made of its own moments alone
        let mut told_lines = Vec::new();
        let _ = self.clone().relive(records, viewer, |_, _, lines| {
            told_lines.push(lines.len());
            ControlFlow::<()>::Continue(())
        });
        let first = first_of_story(&told_lines, lines);
        let (mut story, mut number) = (Vec::new(), 0);
        let _ = self.relive(records, viewer, |table, from, _| {
            if number >= first {
                story.push((number, table.told(from, viewer)));
            }
            number += 1;
            ControlFlow::<()>::Continue(())
        });
        story
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
        let found = self.relive(records, viewer, |table, _, _| {
            moments += 1;
            if moments > number {
                return ControlFlow::Break(table.seen_position(viewer));
            }
            ControlFlow::Continue(())
        });
        found.break_value()
    }

    /// Writes records into the table and stops at each moment of a viewer, with the number of its first record and what he
    /// is told.
    fn relive<T>(
        &mut self,
        records: &[Record<G::Event, G::Policy>],
        viewer: Viewer,
        mut visit: impl FnMut(&Table<G>, u64, Vec<String>) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let (start, orders) = records.split_at(records.iter().position(Record::begins).unwrap_or(records.len()));
        let mut is_first = true;
        for records in std::iter::once(start).chain(orders.chunk_by(|_, next| !next.begins())) {
            let from = self.len();
            records.iter().for_each(|record| self.apply(record));
            let lines = self.lines(from, viewer);
            if std::mem::take(&mut is_first) || !lines.is_empty() {
                visit(self, from, lines)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What a viewer may know of the records from number `from` on. Nothing is written again for it.
    pub fn told(&self, from: u64, viewer: Viewer) -> Told {
        let mut told = Told { lines: self.lines(from, viewer), dice: Vec::new(), position: self.seen_position(viewer) };
        for page in self.news(from, viewer) {
            match &page.entry {
                Entry::Happened(seen) => {
                    if let Some(event) = &seen[place(viewer)] {
                        G::illustrate(self.definitions(), event, &mut told.position);
                    }
                }
                Entry::Drawn { index, key, rolls } => {
                    let rolls =
                        rolls.iter().map(|roll| format!("{}: {} (d{})", roll.label, roll.value + 1, roll.bound));
                    told.dice.push((*index, key.clone(), rolls.collect()));
                }
                Entry::Begun | Entry::Noticed(_) | Entry::Undone { .. } => {}
            }
        }
        told
    }

    fn seen_position(&self, viewer: Viewer) -> Position {
        G::position(Seen::new(self.definitions(), &self.view(viewer)))
    }

    /// The words of it alone.
    pub fn lines(&self, from: u64, viewer: Viewer) -> Vec<String> {
        self.news(from, viewer).flat_map(|page| self.lines_of(page, viewer)).collect()
    }

    /// The same in chapters, as the game parts its story.
    pub fn chapters(&self, from: u64, viewer: Viewer) -> Vec<Chapter> {
        let mut chapters: Vec<Chapter> = Vec::new();
        for page in self.news(from, viewer) {
            let event = match &page.entry {
                Entry::Happened(seen) => seen[place(viewer)].as_ref(),
                _ => None,
            };
            let mut lines = self.lines_of(page, viewer).into_iter();
            if event.is_some_and(G::opens) {
                chapters.push(Chapter { heading: lines.next(), lines: Vec::new() });
            }
            let goes_without_saying = event.is_some_and(G::goes_without_saying);
            let lines = lines.map(|text| ChapterLine { text, goes_without_saying });
            if chapters.is_empty() {
                chapters.push(Chapter::default());
            }
            if let Some(last) = chapters.last_mut() {
                last.lines.extend(lines);
            }
        }
        chapters.retain(|chapter| chapter.heading.is_some() || !chapter.lines.is_empty());
        chapters
    }

    /// The entries from record number `from` on for a viewer. What the other side has ordered and undone since then is for
    /// him as if it had never been: neither of it is among them.
    fn news(&self, from: u64, viewer: Viewer) -> impl Iterator<Item = &Page<G>> {
        let unheard = move |page: &Page<G>| match &page.entry {
            Entry::Undone { side, orders, .. } => !viewer.is(*side) && orders.iter().all(|order| *order >= from),
            _ => false,
        };
        let undone: BTreeSet<u64> =
            self.chronicle.since(from).filter(|page| unheard(page)).flat_map(orders_of).collect();
        let mut order = from;
        self.chronicle.since(from).filter(move |page| {
            if matches!(page.entry, Entry::Begun) {
                order = page.number;
            }
            let of_undone = matches!(page.entry, Entry::Begun | Entry::Happened(_)) && undone.contains(&order);
            !of_undone && !unheard(page)
        })
    }

    /// What the last order did of which a viewer may know anything, and all that came after it; that there was a later
    /// order may be secret. Where orders were undone or the position was adjusted since, what came of that.
    pub fn latest(&self, viewer: Viewer) -> Told {
        let mut pages = self.chronicle.backwards().skip_while(|page| self.lines_of(page, viewer).is_empty());
        let from = pages.find(|page| matches!(page.entry, Entry::Begun)).map_or(self.len(), |page| page.number);
        self.told(from, viewer)
    }

    /// Whether there is anything to tell a viewer of the records from number `from` on.
    pub fn has_news(&self, from: u64, viewer: Viewer) -> bool {
        let mut pages = self.news(from, viewer);
        pages.any(|page| matches!(page.entry, Entry::Drawn { .. }) || !self.lines_of(page, viewer).is_empty())
    }

    /// What a viewer is told of a record, in words.
    pub(super) fn lines_of(&self, page: &Page<G>, viewer: Viewer) -> Vec<String> {
        match &page.entry {
            Entry::Happened(seen) => {
                let seen = seen[place(viewer)].as_ref();
                seen.and_then(|event| G::describe(self.definitions(), event)).into_iter().collect()
            }
            Entry::Noticed(lines) | Entry::Undone { lines, .. } => lines[place(viewer)].clone(),
            Entry::Begun | Entry::Drawn { .. } => Vec::new(),
        }
    }

    /// Adds to the chronicle what there is to tell of a record that is no event, before it is written into the table.
    pub(super) fn note_down(&mut self, record: &Record<G::Event, G::Policy>) {
        let number = self.len();
        if record.begins() {
            self.chronicle.add(number, Entry::Begun);
        }
        if let Record::Drawn { index, key, rolls, .. } = record
            && !key.is_empty()
        {
            let entry = Entry::Drawn { index: *index, key: key.clone(), rolls: rolls.clone() };
            return self.chronicle.add(number, entry);
        }
        let lines = VIEWERS.map(|viewer| self.notice(record, viewer));
        if let Record::Undone { side, to, agreed: false } = record {
            let orders = self.past.place(*to).map(|place| self.past.going_back(place, *side)).unwrap_or_default();
            return self.chronicle.add(number, Entry::Undone { side: *side, orders, lines });
        }
        if lines.iter().any(|lines| !lines.is_empty()) {
            self.chronicle.add(number, Entry::Noticed(lines));
        }
    }
}

/// The moment with which a story begins that tells so many lines of moments with these: the last one after which that many
/// are told, for it is the board before them.
fn first_of_story(told: &[usize], lines: usize) -> usize {
    let enough = |first: usize| told[first + 1..].iter().sum::<usize>() >= lines;
    let last = (0..told.len()).rev().find(|first| enough(*first)).unwrap_or(0);
    last.max(told.len().saturating_sub(LONGEST_STORY))
}

/// The records of the orders that an entry undoes.
fn orders_of<G: Game>(page: &Page<G>) -> Vec<u64> {
    match &page.entry {
        Entry::Undone { orders, .. } => orders.clone(),
        _ => Vec::new(),
    }
}
