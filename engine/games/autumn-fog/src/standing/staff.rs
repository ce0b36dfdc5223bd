//! Sequences that a player leaves to his staff: the computer opponent brings up what is far from the enemy.

use super::super::definitions::Definitions;
use super::super::event::Event;
use super::super::order::{Step, Verb};
use super::super::state::{Activation, Field};
use super::super::view::{Seen, View};
use super::Sequence;
use crate::AutumnFog;
use crate::chapters::{activation, zones};
use definitions::UnitId;
use engine::contract::{Advice, SideId};

/// What a player's staff does when it is his turn to act, if he leaves it that.
pub fn lead(seen: Seen<'_>, side: SideId, rule: Sequence) -> Option<Vec<Step>> {
    let Seen { definitions, view } = seen;
    let just = |verb: Verb| {
        let order = vec![Step::Verb(verb)];
        seen.accept(&order).ok().map(|()| order)
    };
    let field = &view.field;
    let staff = Staff { definitions, field, side };
    match rule {
        Sequence::Ask => None,
        Sequence::Follow if field.operations.activation.is_none() && field.operations.passes > 0 => just(Verb::Pass),
        Sequence::Follow => None,
        Sequence::Staff { near } if !staff.is_quiet(near) => None,
        Sequence::Staff { near } if field.operations.activation.is_some() => {
            let order = AutumnFog::advise(seen);
            order.filter(|order| staff.is_behind(order, near)).or_else(|| just(Verb::End))
        }
        Sequence::Staff { near } => {
            let order = AutumnFog::advise(seen)?;
            let Some(begun) = begun(definitions, view, side, &order) else { return just(Verb::Pass) };
            let then = AutumnFog::advise(Seen::new(definitions, &begun))?;
            let idle = then == [Step::Verb(Verb::End)];
            if idle || !staff.is_behind(&then, near) { just(Verb::Pass) } else { Some(order) }
        }
    }
}

/// What the side would see if it began the sequence that an order begins; none if it begins none.
fn begun(definitions: &Definitions, view: &View, side: SideId, order: &[Step]) -> Option<View> {
    let activation = match order {
        [Step::Verb(Verb::Activate), Step::Formation(formation)] => Activation::Formation(*formation),
        [Step::Verb(Verb::Activate), Step::General] => {
            Activation::General { limit: activation::general_limit(definitions, side) }
        }
        _ => return None,
    };
    let field = view.field.after(&Event::SequenceBegan { side, activation });
    Some(View { field, ..view.clone() })
}

struct Staff<'a> {
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
}

impl Staff<'_> {
    /// Whether an enemy is so near a unit that is on the map.
    fn is_near(&self, unit: UnitId, near: u8) -> bool {
        let grid = self.definitions.board.grid();
        let enemy =
            |hex| zones::enemy_hexes(self.field, self.side).any(|enemy| grid.distance(hex, enemy) <= u16::from(near));
        self.field.hex_of(unit).is_some_and(enemy)
    }

    /// Whether all units near the enemy have acted this turn, and none of them acts now.
    fn is_quiet(&self, near: u8) -> bool {
        self.field.on_map().all(|(unit, _)| {
            let state = self.field.unit(unit);
            let data = self.definitions.unit(unit);
            data.side != self.side
                || data.is_hq()
                || state.activations > 0 && !state.active
                || !self.is_near(unit, near)
        })
    }

    /// Whether the units that an order names are far from the enemy.
    fn is_behind(&self, order: &[Step], near: u8) -> bool {
        order.iter().all(|step| match step {
            Step::Unit(unit) | Step::With(unit) => !self.is_near(*unit, near),
            _ => true,
        })
    }
}
