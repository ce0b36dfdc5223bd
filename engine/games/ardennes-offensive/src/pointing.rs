//! What steps are about.

use super::combat::{self, Draft};
use super::game::ArdennesOffensive;
use super::order::{Step, Verb};
use super::{movement, reinforcements};
use engine::contract::{Cost, Facts, Odds, Pointing, Seen, Thing};

impl Pointing for ArdennesOffensive {
    fn facts(seen: Seen<'_, ArdennesOffensive>, partial: &[Step], step: &Step) -> Facts {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let mut facts = match step {
            Step::Unit(unit) => Facts::on([Thing::Unit(*unit)]),
            Step::Hex(hex) => Facts::on([Thing::Hex(*hex)]),
            _ => Facts::default(),
        };
        match (partial, step) {
            ([Step::Verb(Verb::Move), Step::Unit(unit)], Step::Hex(to)) => {
                if let Some((path, cost)) = movement::way_of(definitions, state, *unit, *to) {
                    let of = if state.unit(*unit).road { "road hexes" } else { "MP" };
                    facts.cost = Some(Cost { amount: cost, of: of.to_owned() });
                    facts.path = path;
                }
            }
            ([Step::Verb(Verb::Enter), Step::Unit(unit)], Step::Hex(hex)) => {
                let side = definitions.counter(*unit).side;
                if let Ok(left) = reinforcements::entry(definitions, state, side, *unit, *hex) {
                    facts.note = format!("{left} road hexes left");
                }
            }
            ([Step::Verb(Verb::Attack), ..], Step::Unit(_) | Step::Odds(_) | Step::Done) => {
                let draft = Draft::of(&[partial, &[*step]].concat());
                let found = combat::strengths(definitions, state, &draft.units, &draft.targets);
                let crt = &definitions.tables.crt;
                let natural = crt.column(found.attack, found.defence);
                let column = draft.odds.unwrap_or(natural);
                facts.odds =
                    Some(Odds { odds: format!("{}:{}", found.attack, found.defence), column: crt.odds(column) });
            }
            _ => {}
        }
        facts
    }
}
