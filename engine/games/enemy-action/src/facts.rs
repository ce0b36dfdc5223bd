//! What steps are about.

use crate::EnemyAction;
use crate::chapters::movement::orders as movement;
use crate::printed::Definitions;
use crate::sight::known;
use crate::truth::order::{Step, Verb};
use engine::contract::{Cost, Facts, Pointing, Seen, Thing, candidates_on};

impl Pointing for EnemyAction {
    fn facts(seen: Seen<'_, EnemyAction>, partial: &[Step], step: &Step) -> Facts {
        let mut facts = Facts::on(thing(seen.definitions, step));
        let Some(side) = seen.view.asked() else { return facts };
        if let ([Step::Verb(Verb::Move), Step::Unit(_), ..], Step::Hex(to)) = (partial, step)
            && let Ok(way) = movement::way(known(seen, side), partial, *to)
        {
            facts.cost = Some(Cost { amount: way.spent, of: "MP".to_owned() });
            facts.path = way.path;
        }
        facts
    }

    fn meant(seen: Seen<'_, EnemyAction>, partial: &[Step], on: &Thing) -> Vec<Vec<Step>> {
        let acts = |_: &[Step], step: &Step| thing(seen.definitions, step).as_ref() == Some(on);
        candidates_on(seen, partial, acts, |_| false)
    }
}

/// What a step acts on.
fn thing(definitions: &Definitions, step: &Step) -> Option<Thing> {
    match step {
        Step::Unit(unit) | Step::Joins(unit) => Some(Thing::Unit(*unit)),
        Step::Hex(hex) | Step::Via(hex) => Some(Thing::Hex(*hex)),
        Step::Card(card) => Some(Thing::Card(definitions.card(*card).id.clone())),
        _ => None,
    }
}
