use super::{Record, Table};
use crate::contract::{Game, Seen, Viewer};
use definitions::Position;
use serde::{Deserialize, Serialize};

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
        let ordered = |record: &Record<_, _>| {
            matches!(record, Record::Ordered { .. } | Record::Undone { .. } | Record::Adjusted { .. })
        };
        let (start, orders) = records.split_at(records.iter().position(ordered).unwrap_or(records.len()));
        let mut moments = Vec::new();
        for records in std::iter::once(start).chain(orders.chunk_by(|_, next| !ordered(next))) {
            let told = self.tell(records, viewer);
            if moments.is_empty() || !told.lines.is_empty() {
                let records = self.len() as usize;
                moments.push(Moment { records, caption: told.position.caption, lines: told.lines });
            }
        }
        moments
    }

    /// Writes records into the table and tells what a viewer may know of them.
    pub fn tell(&mut self, records: &[Record<G::Event, G::Policy>], viewer: Viewer) -> Told {
        let mut told = Told::default();
        let mut seen = Vec::new();
        for record in records {
            match record {
                Record::Happened(event) => {
                    if let Some(event) = G::redact(self.definitions(), self.state(), &self.upgraded(event), viewer) {
                        told.lines.extend(G::describe(self.definitions(), &event));
                        seen.push(event);
                    }
                }
                Record::Drawn { index, key, rolls, .. } if !key.is_empty() => {
                    let rolls =
                        rolls.iter().map(|roll| format!("{}: {} of {}", roll.label, roll.value + 1, roll.bound));
                    told.dice.push((*index, key.clone(), rolls.collect()));
                }
                Record::Said { side, text } => {
                    told.lines.push(format!("{} says: {text}", G::sides(self.definitions())[side.index()]));
                }
                Record::Returned { side, lines, reason } if viewer.is(*side) => {
                    told.lines.push(format!("Your waiting orders came back ({reason}): {}", lines.join("; ")));
                }
                Record::Resigned { side } => {
                    told.lines.push(format!("{} resigns.", G::sides(self.definitions())[side.index()]));
                }
                of_the_table => told.lines.extend(self.notice(of_the_table, viewer)),
            }
            self.apply(record);
        }
        told.position = G::position(Seen::new(self.definitions(), &self.view(viewer)));
        for event in &seen {
            G::illustrate(self.definitions(), event, &mut told.position);
        }
        told
    }
}
