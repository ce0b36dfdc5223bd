//! What steps of the Ford are about.

use super::{COLUMN, FORD, Ford, GOAL, Step, Topic};
use definitions::hex::HexId;
use engine::contract::{Cost, Facts, Pointing, Seen, Thing};

impl Pointing for Ford {
    fn facts(Seen { view, .. }: Seen<'_, Ford>, partial: &[Step], step: &Step) -> Facts {
        let hex = |hex: u8| Thing::Hex(HexId(hex.into()));
        match (partial, step) {
            (_, Step::Verb(Topic::Move)) => Facts::on([Thing::Unit(COLUMN)]),
            (_, Step::Verb(Topic::Scout)) => {
                let next = view.column + 1;
                Facts { note: "spends a cover card".to_owned(), ..Facts::on((next <= GOAL).then(|| hex(next))) }
            }
            ([Step::Verb(Topic::Mine)], Step::Number(at)) => Facts::on([hex(*at)]),
            ([Step::Verb(Topic::Move)], Step::Number(hexes)) => {
                let end = view.column.saturating_add(*hexes);
                let note =
                    if (view.column + 1..=end).contains(&FORD) { "the guards may ambush at the ford [4]" } else { "" };
                Facts {
                    cost: Some(Cost { amount: (*hexes).into(), of: "hexes".to_owned() }),
                    path: (view.column..=end).map(|at| HexId(at.into())).collect(),
                    note: note.to_owned(),
                    ..Facts::on((end <= GOAL).then(|| hex(end)))
                }
            }
            (_, Step::Play) => {
                let reaction = |(_, topic)| if let Topic::React(card) = topic { Some(card) } else { None };
                Facts::on(view.asked().find_map(reaction).map(|card| Thing::Card(card.id().to_owned())))
            }
            _ => Facts::default(),
        }
    }
}
