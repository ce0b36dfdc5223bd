//! Victory in The Initial Assault (17.1).

use super::command;
use super::definitions::Definitions;
use super::event::Event;
use super::game::AutumnFog;
use super::state::{ALLIED, Field, GERMAN};
use crate::contract::{SideId, Turn};
use crate::hex::HexId;

/// The towns that decide (17.1c).
const TOWNS: [&str; 3] = ["St. Vith", "Bastogne", "Marche"];

/// Notes that a unit of a side is or was in a hex: whoever was last in an objective holds it (ruling R98).
pub fn note_holder(turn: &mut Turn<'_, AutumnFog>, hex: HexId, side: SideId) {
    if turn.field.holders.iter().any(|(objective, holder)| *objective == hex && *holder != side) {
        turn.emit(Event::Held { hex, side });
    }
}

/// The winner with case and reason, if the game ends with this turn.
pub fn verdict(definitions: &Definitions, field: &Field) -> Option<(SideId, String, String)> {
    let say = |side, case: &str, reason: &str| Some((side, case.to_owned(), reason.to_owned()));
    if command::crossed_the_meuse(definitions, field) {
        return say(GERMAN, "17.1b", "a supplied German unit has crossed the Meuse");
    }
    if field.turn < field.last_turn {
        return None;
    }
    let held = |name: &&str| {
        field.holders.iter().any(|(hex, holder)| {
            *holder == GERMAN
                && definitions.published.map.hex(*hex).name.as_deref().is_some_and(|full| full.starts_with(name))
        })
    };
    if TOWNS.iter().all(held) {
        return say(GERMAN, "17.1c", "the German holds St. Vith, Bastogne and Marche");
    }
    say(ALLIED, "17.1d", "the German has neither crossed the Meuse nor taken St. Vith, Bastogne and Marche")
}
