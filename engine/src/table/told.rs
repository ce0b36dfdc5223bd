use super::{Record, Table};
use crate::contract::{Game, Viewer};
use crate::definitions::Position;
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

impl<G: Game> Table<G> {
    /// Writes records into the table and tells what a viewer may know of them.
    pub fn tell(&mut self, records: &[Record<G::Event, G::Policy>], viewer: Viewer) -> Told {
        let mut told = Told::default();
        let mut seen = Vec::new();
        for record in records {
            match record {
                Record::Happened(event) => {
                    if let Some(event) = G::redact(self.definitions(), self.state(), event, viewer) {
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
                _ => {}
            }
            self.apply(record);
        }
        told.position = G::position(self.definitions(), &self.view(viewer));
        for event in &seen {
            G::illustrate(self.definitions(), event, &mut told.position);
        }
        told
    }
}
