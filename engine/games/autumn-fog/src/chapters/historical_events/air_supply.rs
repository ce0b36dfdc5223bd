//! Air supply (10.5, 15.3d): in clear weather aircraft feed a stack and the units close to it.

use crate::AutumnFog;
use crate::chapters::{asking, supply};
use crate::printed::definitions::Definitions;
use crate::printed::options::Weather;
use crate::truth::event::Event;
use crate::truth::order::EventKind;
use crate::truth::state::{ALLIED, Field, Pending, Supply};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{SideId, Turn};

/// Face of the die with which the marker is lost to German flak (15.3d).
const SHOT_DOWN: u8 = 6;

/// American units that will have no supply unless it comes by air.
pub fn cut_off(definitions: &Definitions, field: &Field) -> Vec<UnitId> {
    let checked = supply::check(definitions, field, None).into_iter();
    let lacks = |(unit, _, supply): &(UnitId, bool, Supply)| {
        definitions.unit(*unit).side == ALLIED && *supply != Supply::Supplied
    };
    checked.filter(lacks).map(|(unit, ..)| unit).collect()
}

/// Whether air supply would help anybody now (ruling R161).
pub fn helps(definitions: &Definitions, field: &Field) -> bool {
    Weather::of(field.turn) == Weather::Clear
        && field.events[EventKind::AirSupply.index()] > 0
        && !cut_off(definitions, field).is_empty()
}

/// Drops supplies on a stack, or nowhere.
pub fn answered(turn: &mut Turn<'_, AutumnFog>, side: SideId, dropped: Option<HexId>) {
    asking::settle(turn, side, Pending::AirSupply);
    if dropped.is_some() {
        let die = turn.die("air supply", 6);
        turn.emit(Event::Supplied { die, back: die != SHOT_DOWN });
    }
}
