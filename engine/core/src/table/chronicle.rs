//! What each viewer may know of every record of a table, kept as the records are written, so that nobody has to write
//! them again to be told of them.

use crate::chance::Roll;
use crate::contract::{Game, SideId, Viewer};
use std::sync::Arc;

/// The entries of a table, the newest first. Copies share what came before them, so that tables that are tried out cost
/// nothing.
pub(super) struct Chronicle<G: Game>(Option<Arc<Page<G>>>);

/// An entry with the number of its record.
pub(super) struct Page<G: Game> {
    pub number: u64,
    pub entry: Entry<G>,
    before: Chronicle<G>,
}

/// What there is to tell of a record.
pub(super) enum Entry<G: Game> {
    /// An order was given, or the game goes on from another position: what follows came of it.
    Begun,
    /// An event as each of the viewers may know it, in the order of [`place`].
    Happened([Option<G::EventView>; 3]),
    /// A public key, and what it gave.
    Drawn { index: u32, key: String, rolls: Vec<Roll> },
    /// What each of the viewers is told of a record of the table's own, in the same order.
    Noticed([Vec<String>; 3]),
    /// A side has taken back orders of its own alone: the numbers of their records, the oldest first, and what each of the
    /// viewers is told who was told of them.
    Undone { side: SideId, orders: Vec<u64>, lines: [Vec<String>; 3] },
}

/// The viewers, in the order in which an entry holds what they know.
pub(super) const VIEWERS: [Viewer; 3] = [Viewer::Side(SideId(0)), Viewer::Side(SideId(1)), Viewer::Observer];

/// The place of a viewer in an entry.
pub(super) fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Side(side) => side.index(),
        Viewer::Observer => 2,
    }
}

impl<G: Game> Chronicle<G> {
    /// Nothing yet.
    pub fn new() -> Chronicle<G> {
        Chronicle(None)
    }

    /// Adds what there is to tell of a record.
    pub fn add(&mut self, number: u64, entry: Entry<G>) {
        let before = Chronicle(self.0.take());
        self.0 = Some(Arc::new(Page { number, entry, before }));
    }

    /// The entries, the newest first.
    pub fn backwards(&self) -> impl Iterator<Item = &Page<G>> {
        std::iter::successors(self.0.as_deref(), |page| page.before.0.as_deref())
    }

    /// The entries from record number `from` on, the oldest first.
    pub fn since(&self, from: u64) -> impl Iterator<Item = &Page<G>> {
        let mut pages: Vec<&Page<G>> = self.backwards().take_while(|page| page.number >= from).collect();
        pages.reverse();
        pages.into_iter()
    }
}

impl<G: Game> Clone for Chronicle<G> {
    fn clone(&self) -> Chronicle<G> {
        Chronicle(self.0.clone())
    }
}

/// One page after the other: a chain of thousands, each of which drops the next, would fill the stack.
impl<G: Game> Drop for Chronicle<G> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(page) = next {
            next = Arc::into_inner(page).and_then(|mut page| page.before.0.take());
        }
    }
}
