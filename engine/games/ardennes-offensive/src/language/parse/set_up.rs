//! Set-ups of several units.

use super::{Orders, Reading};
use crate::ArdennesOffensive;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{State, UnitState};
use crate::verbs::Clause;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Advice, Misread, Seen, Sight, Viewer};
use engine::speech::Sentence;

impl Reading<'_> {
    /// Units are set up in hexes, each in that of its place in the list; who comes there by the exchanges before stays.
    pub(super) fn place(&self, line: &Sentence<'_, Clause>) -> Orders {
        let words = line.clause(Clause::At).or_else(|| line.clause(Clause::To));
        let units = self.units(line.head)?;
        let hexes = self.seen.definitions.places.all(words.ok_or_else(|| Misread::new("where?"))?)?;
        if let ([unit], [hex]) = (&units[..], &hexes[..]) {
            return Ok(vec![placing(*unit, *hex)]);
        }
        let [many, places] = [units.len(), hexes.len()];
        if many != places {
            return Err(Misread::new(format!("expected a hex for each unit; units: {many}, hexes: {places}")));
        }
        let orders = exchanges(&self.seen.view.state, units.into_iter().zip(hexes));
        let none = || Misread::new("all of them stand there");
        if orders.is_empty() { Err(none()) } else { Ok(orders) }
    }

    /// The set-up that the computer would choose, an order a unit that it places elsewhere.
    pub(super) fn set_up(&self) -> Orders {
        let definitions = self.seen.definitions;
        let side = self.seen.view.asked().ok_or_else(|| Misread::new("nothing is asked of you now"))?;
        let mut imagined = ArdennesOffensive::imagine(self.seen);
        let last = loop {
            let view = imagined.view(definitions, Viewer::Side(side));
            let order = ArdennesOffensive::advise(Seen::<ArdennesOffensive>::new(definitions, &view));
            let order = order.filter(|order| order.first() == Some(&Step::Verb(Verb::Place)));
            match order.and_then(|order| imagined.foresee(definitions, side, &order).ok()) {
                Some(foreseen) => imagined = foreseen.state,
                None => break view.state,
            }
        };
        // it changes its mind on the way: each unit goes once
        let wanted = definitions.units_of(side).filter_map(|unit| Some((unit, last.unit(unit).hex()?)));
        let orders = exchanges(&self.seen.view.state, wanted);
        let none = || Misread::new("the computer would place nobody elsewhere now");
        if orders.is_empty() { Err(none()) } else { Ok(orders) }
    }
}

fn placing(unit: UnitId, hex: HexId) -> Vec<Step> {
    vec![Step::Verb(Verb::Place), Step::Unit(unit), Step::Hex(hex)]
}

/// The orders that bring units into hexes, one after the other, each changing places with who is there; none for who stands
/// there by then.
fn exchanges(state: &State, wanted: impl Iterator<Item = (UnitId, HexId)>) -> Vec<Vec<Step>> {
    let at = |(unit, it): (UnitId, &UnitState)| Some((unit, it.hex()?));
    let mut stands: Vec<(UnitId, HexId)> = state.units.iter().filter_map(at).collect();
    let mut orders = Vec::new();
    for (unit, to) in wanted {
        let from = stands.iter().find(|(other, _)| *other == unit).map(|(_, from)| *from);
        if from == Some(to) {
            continue;
        }
        orders.push(placing(unit, to));
        for (other, hex) in &mut stands {
            match from {
                _ if *other == unit => *hex = to,
                Some(from) if *hex == to => *hex = from,
                _ => {}
            }
        }
    }
    orders
}
