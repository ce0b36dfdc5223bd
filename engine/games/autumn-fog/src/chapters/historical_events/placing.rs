//! Where an event may be played (15.2, 15.3, ruling R149).

use crate::chapters::historical_events::{interrupt, stacks};
use crate::chapters::zones;
use crate::printed::definitions::Definitions;
use crate::printed::event_range::DISTANCE;
use crate::truth::order::EventKind;
use crate::truth::state::{ALLIED, Field, GERMAN};
use definitions::hex::{HexId, HexSet};
use engine::contract::{Grounds, SideId, Unworded};
use std::fmt;

/// Whether a unit of a side is within six hexes.
pub fn within_reach(definitions: &Definitions, field: &Field, hex: HexId, side: SideId) -> bool {
    definitions.event_ranges[hex].meets(field.units.hexes_of(side))
}

/// Where a marker of a side may bar a hex: hexes within reach of its units in which no unit and no marker is.
fn open(definitions: &Definitions, field: &Field, side: SideId) -> HexSet {
    let mut open = HexSet::new(definitions.board.len());
    field.units.hexes_of(side).iter().for_each(|hex| open.unite(&definitions.event_ranges[hex]));
    SideId::BOTH.into_iter().for_each(|side| open.subtract(field.units.hexes_of(side)));
    field.unseen.stacks().iter().for_each(|stack| open.remove(stack.hex));
    field.markers.iter().for_each(|(_, hex)| open.remove(*hex));
    open
}

/// Hexes where an event of a kind might be played: all where it may be, and perhaps more if its marker does not bar
/// its hex.
pub fn hexes(definitions: &Definitions, field: &Field, kind: EventKind) -> Vec<HexId> {
    match kind {
        EventKind::Stoesser | EventKind::Roadblock => open(definitions, field, kind.side()).iter().collect(),
        EventKind::Greif => field.march.iter().flat_map(|march| march.entered().iter().copied()).collect(),
        EventKind::Skorzeny | EventKind::FuelDump => field.units.hexes_of(GERMAN).iter().collect(),
        EventKind::Nuts | EventKind::AirSupply => field.units.hexes_of(ALLIED).iter().collect(),
    }
}

/// Whether an event of a kind may be played in any hex.
///
/// # Errors
/// The rule that leaves it no hex.
pub fn anywhere<R: Grounds>(definitions: &Definitions, field: &Field, kind: EventKind) -> Result<(), R> {
    let forbids = |hex: HexId| check::<R>(definitions, field, kind, hex).err();
    let refused = if kind.bars() {
        // mostly next to a unit
        let fits = |hex: HexId| check::<Unworded>(definitions, field, kind, hex).is_ok();
        let beside = |hex: HexId| definitions.board.neighbours(hex).any(|(_, there)| fits(there));
        if field.units.hexes_of(kind.side()).iter().any(beside) || !open(definitions, field, kind.side()).is_empty() {
            return Ok(());
        }
        definitions.published.map.on_map().next().and_then(forbids)
    } else {
        let hexes = hexes(definitions, field, kind);
        if hexes.iter().any(|hex| check::<Unworded>(definitions, field, kind, *hex).is_ok()) {
            return Ok(());
        }
        hexes.first().copied().and_then(forbids)
    };
    Err(refused.unwrap_or_else(|| R::under(kind.case(), || format!("there is no hex for {}", kind.title()))))
}

/// Whether an event may be played in a hex.
///
/// # Errors
/// The rule that forbids it.
pub fn check<R: Grounds>(definitions: &Definitions, field: &Field, kind: EventKind, hex: HexId) -> Result<(), R> {
    let refuse = |message: fmt::Arguments<'_>| Err(R::under(kind.case(), || message.to_string()));
    let place = definitions.place(hex);
    match kind {
        EventKind::Stoesser | EventKind::Roadblock => {
            if definitions.board.neighbours(hex).next().is_none() {
                return refuse(format_args!("{place} is not on the map"));
            }
            if SideId::BOTH.into_iter().any(|side| zones::enemy_in(field, hex, side)) {
                return refuse(format_args!("units are in {place}, which must be empty"));
            }
            if let Some((other, _)) = field.markers.iter().find(|(_, at)| *at == hex) {
                return refuse(format_args!("a marker for {} is in {place}, which must be empty", other.title()));
            }
            if !within_reach(definitions, field, hex, kind.side()) {
                let side = definitions.side_name(kind.side());
                return refuse(format_args!("no {side} unit is within {DISTANCE} hexes of {place}"));
            }
            Ok(())
        }
        EventKind::Greif => interrupt::check_ambush::<R>(definitions, field, hex),
        EventKind::Skorzeny => stacks::check_cover::<R>(definitions, field, hex),
        EventKind::FuelDump => stacks::check_fuel::<R>(definitions, field, hex),
        EventKind::Nuts | EventKind::AirSupply => {
            if !zones::friend_in(field, hex, ALLIED) {
                return refuse(format_args!("no American unit is in {place}"));
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AutumnFog;
    use engine::contract::{Foundation, Rules, Seen, Setup, Sight, Viewer, begin, carry_out};
    use testing::Seeded;

    #[test]
    fn a_marker_may_lie_in_exactly_the_hexes_that_are_judged_open_one_by_one() {
        let definitions = Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        for (seed, fog) in (1..).zip(["no", "stacks", "covered"]) {
            let options = [("fog-of-war".to_owned(), fog.to_owned())].into();
            let setup = Setup { scenario: "entire-battle".to_owned(), options };
            let [mut dice, mut choice] = Seeded::streams(seed);
            let first = AutumnFog::initial(&definitions, &setup).expect("the scenario exists");
            let mut state = begin::<AutumnFog>(&definitions, &first, &mut dice).1;
            for given in 0..200 {
                let Some(ask) = AutumnFog::asks(&state).first().copied() else { break };
                let view = AutumnFog::view(&definitions, &state, Viewer::Side(ask.side));
                for kind in EventKind::ALL.into_iter().filter(|kind| kind.bars() && given % 20 == 0) {
                    let field = &view.field;
                    let on_map = definitions.published.map.on_map();
                    let fits = |hex: &HexId| check::<Unworded>(&definitions, field, kind, *hex).is_ok();
                    let judged: Vec<HexId> = on_map.filter(fits).collect();
                    assert_eq!(hexes(&definitions, field, kind), judged);
                    assert_eq!(anywhere::<Unworded>(&definitions, field, kind).is_ok(), !judged.is_empty());
                }
                let order = Seen::<AutumnFog>::new(&definitions, &view).random_order(&mut |n| choice.next_below(n));
                let order = order.expect("someone can always act");
                drop(view);
                carry_out::<AutumnFog>(&definitions, &mut state, ask.side, &order, &mut dice).expect("a legal order");
            }
        }
    }
}
