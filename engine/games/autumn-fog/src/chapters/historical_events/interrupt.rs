//! Events that stop a march of the other side (15.2c, 15.3a, ruling R143): one question for the whole path, before
//! the unit leaves.

use crate::chapters::historical_events::placing::{anywhere, within_reach};
use crate::printed::definitions::Definitions;
use crate::printed::event_range::DISTANCE;
use crate::truth::order::EventKind;
use crate::truth::search::Budget;
use crate::truth::state::{Field, GERMAN, March};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Unworded};

/// Whether the other side holds an event that it may play on a march into these hexes, or an entry (ruling R147).
pub fn possible(definitions: &Definitions, field: &Field, unit: UnitId, entered: &[HexId]) -> bool {
    if definitions.unit(unit).side == GERMAN {
        return field.events[EventKind::Roadblock.index()] > 0
            && anywhere::<Unworded>(definitions, field, EventKind::Roadblock).is_ok();
    }
    field.events[EventKind::Greif.index()] > 0
        && entered.iter().any(|hex| within_reach(definitions, field, *hex, GERMAN))
}

/// What Greif commandos leave to a unit: they take an AP, or the rest of its move if it has none (15.2c, ruling R144).
pub fn ambushed(left: Budget) -> Budget {
    match left.ap {
        0 => Budget { ap: 0, half_mp: 0 },
        ap => Budget { ap: ap - 1, ..left },
    }
}

/// Whether Greif commandos may wait in a hex of the march under way: one that the unit enters, close to a German unit
/// (ruling R144).
///
/// # Errors
/// The rule that forbids it.
pub fn check_ambush<R: Grounds>(definitions: &Definitions, field: &Field, hex: HexId) -> Result<(), R> {
    let Some(entered) = field.march.as_ref().map(March::entered) else {
        return Err(R::under("15.2c", || "no unit is marching"));
    };
    let place = definitions.place(hex);
    if !entered.contains(&hex) {
        return Err(R::under("15.2c", || format!("the unit does not enter {place}")).remedy(|| {
            let way: Vec<String> = entered.iter().map(|via| definitions.board.grid().number(*via)).collect();
            format!("It goes by {}.", way.join(", "))
        }));
    }
    if !within_reach(definitions, field, hex, GERMAN) {
        return Err(R::under("15.2c", || format!("no German unit is within {DISTANCE} hexes of {place}")));
    }
    Ok(())
}
