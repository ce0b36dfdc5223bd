//! Columns: several units that come on or go on one behind the other.

use super::{Orders, Reading};
use crate::ArdennesOffensive;
use crate::chapters::movement::reinforcements::who_can_enter;
use crate::chapters::movement::{nearer, onward};
use crate::truth::order::{Step, Verb};
use crate::truth::state::Place;
use crate::verbs::Clause;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Imagined, Misread, Sight, Viewer};
use engine::speech::Sentence;
use engine::table::MOST_ORDERS;

impl Reading<'_> {
    /// All who wait come on as far as roads are open to them. Whoever comes on before others goes on, to make room: towards
    /// the hex that is named, or no further than those behind him need. The last one goes on only towards a hex.
    pub(super) fn enter_all(&self, line: &Sentence<'_, Clause>) -> Orders {
        let definitions = self.seen.definitions;
        let at = line.clause(Clause::At).map(|words| self.hex(words)).transpose()?;
        let to = line.clause(Clause::To).map(|words| self.hex(words)).transpose()?;
        let side = self.seen.view.asked().ok_or_else(|| Misread::new("nothing is asked of you now"))?;
        let seen_by = |imagined: &Imagined<ArdennesOffensive>| imagined.view(definitions, Viewer::Side(side)).state;
        let mut imagined = ArdennesOffensive::imagine(self.seen);
        let mut orders = Vec::new();
        let mut give = |imagined: &mut Imagined<ArdennesOffensive>, order: Vec<Step>| {
            let given = imagined.foresee(definitions, side, &order).map(|foreseen| *imagined = foreseen.state).is_ok();
            orders.extend(given.then_some(order));
            given
        };
        // as many as a line may stand for
        for _ in 0..MOST_ORDERS / 2 {
            let state = seen_by(&imagined);
            let gate = |(unit, gates): (UnitId, Vec<HexId>)| {
                let open = gates.into_iter().filter(|gate| at.is_none_or(|at| at == *gate));
                let near = |gate: &HexId| to.map(|to| definitions.board.distance(*gate, to));
                Some((unit, open.min_by_key(near)?))
            };
            let Some((unit, gate)) = who_can_enter(definitions, &state, side).find_map(gate) else { break };
            if !give(&mut imagined, vec![Step::Verb(Verb::Enter), Step::Unit(unit), Step::Hex(gate)]) {
                break;
            }
            let state = seen_by(&imagined);
            let waits = |other: &UnitId| matches!(state.unit(*other).place, Place::Waiting(_));
            let behind = definitions.units_of(side).filter(waits).count();
            if let Some(on) = onward(definitions, &state, unit, to, behind).filter(|_| behind > 0 || to.is_some()) {
                give(&mut imagined, vec![Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(on)]);
            }
        }
        let none = || Misread::new("nobody who waits beside the map can come on now");
        if orders.is_empty() { Err(none()) } else { Ok(orders) }
    }

    /// Units come as near to a hex as they can, those ahead first, in road mode if they are to march and can. Who comes no nearer
    /// stays.
    pub(super) fn approach(&self, units: Vec<UnitId>, target: HexId, marches: bool) -> Orders {
        let definitions = self.seen.definitions;
        let side = self.seen.view.asked().ok_or_else(|| Misread::new("nothing is asked of you now"))?;
        let mut imagined = ArdennesOffensive::imagine(self.seen);
        let state = |imagined: &Imagined<ArdennesOffensive>| imagined.view(definitions, Viewer::Side(side)).state;
        let away = |unit: &UnitId| {
            let hex = self.seen.view.state.unit(*unit).hex();
            hex.map_or(u16::MAX, |hex| definitions.board.distance(hex, target))
        };
        let mut units = units;
        units.sort_by_key(away);
        let (mut orders, mut stay) = (Vec::new(), Vec::new());
        for unit in units {
            let mut ahead = Vec::new();
            let march = vec![Step::Verb(Verb::March), Step::Unit(unit)];
            let marched = imagined.foresee(definitions, side, &march).ok().filter(|_| marches);
            let from = marched.map_or_else(
                || imagined.clone(),
                |marched| {
                    ahead.push(march);
                    marched.state
                },
            );
            let Some(to) = nearer(definitions, &state(&from), unit, target) else {
                let first = self.seen.check(&[], &Step::Verb(Verb::Move));
                let why = first.and_then(|_| self.seen.check(&[Step::Verb(Verb::Move)], &Step::Unit(unit))).err();
                stay.extend(why.map(|why| why.to_string()));
                continue;
            };
            ahead.push(vec![Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(to)]);
            let Ok(moved) = from.foresee(definitions, side, &ahead[ahead.len() - 1]) else { continue };
            imagined = moved.state;
            orders.append(&mut ahead);
        }
        stay.dedup();
        let why = stay.iter().take(MOST_REASONS).map(|why| format!("; {why}")).collect::<String>();
        let none = || Misread::new(format!("none of them can come nearer to {} now{why}", definitions.place(target)));
        if orders.is_empty() { Err(none()) } else { Ok(orders) }
    }
}

/// Reasons that are told at most where nobody of many can come nearer to a hex.
const MOST_REASONS: usize = 4;
