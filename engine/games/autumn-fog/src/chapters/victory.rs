//! Victory (17.1, 17.2).

use crate::AutumnFog;
use crate::chapters::supply;
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::state::{ALLIED, Field, GERMAN};
use definitions::hex::HexId;
use definitions::{Tenure, UnitId};
use engine::contract::{SideId, Turn};

/// The scenario that a supplied German decides by crossing the Meuse, whatever becomes of him there (17.1b).
const DECIDED_BY_CROSSING: &str = "17.1";

/// Notes that a unit is or was in a hex: whoever was last in an objective holds it (ruling R98), and the first German
/// beyond the Meuse frees the British to cross it (16.2b, ruling R177). Whether he is in supply is asked as he crosses
/// (17.1b, ruling R97).
pub fn note_passage(turn: &mut Turn<'_, AutumnFog>, unit: UnitId, hex: HexId) {
    let side = turn.definitions().unit(unit).side;
    let taken = |(objective, holder)| objective == hex && holder != side;
    if turn.definitions().objectives(&turn.field).any(taken) {
        turn.emit(Event::Held { hex, side });
    }
    if side == GERMAN && !turn.field.meuse_crossed && turn.definitions().board.west_of_meuse(hex) {
        turn.emit(Event::MeuseCrossed { hex });
    }
    let (definitions, field) = (turn.definitions(), &turn.field);
    let beyond = side == GERMAN && definitions.board.west_of_meuse(hex);
    let decides = definitions.scenario(field).case == DECIDED_BY_CROSSING && !field.crossed_in_supply;
    if beyond && decides && supply::is_supplied(definitions, field, unit, hex) {
        turn.emit(Event::CrossedInSupply { hex });
    }
}

/// The winner with case and reason, if the game ends with this turn (17.1b to 17.1d, 17.2b to 17.2d). Both scenarios
/// number their conditions alike: `b` the Meuse, `c` the towns, `d` else.
pub fn verdict(definitions: &Definitions, field: &Field) -> Option<(SideId, String, String)> {
    let scenario = definitions.scenario(field);
    let say = |side, letter: &str, reason: String| Some((side, format!("{}{letter}", scenario.case), reason));
    let beyond = |hex: HexId| definitions.board.west_of_meuse(hex);
    if field.crossed_in_supply || !supply::supplied(definitions, field, GERMAN, beyond).is_empty() {
        return say(GERMAN, "b", "a supplied German unit has crossed the Meuse".to_owned());
    }
    if field.turn < field.last_turn {
        return None;
    }
    let objectives = scenario.objectives.as_ref()?;
    let (taken, missed) = match objectives.by {
        Tenure::Holding => ("holds", "taken"),
        Tenure::Occupying => ("occupies with supplied units", "occupied with supplied units"),
    };
    let name = |hex: &HexId| definitions.published.map.hex(*hex).name.clone().unwrap_or_default();
    let names = |hexes: &[HexId]| listed(&hexes.iter().map(name).collect::<Vec<_>>());
    let german = match objectives.by {
        Tenure::Holding => {
            field.holders.iter().filter(|(_, holder)| *holder == GERMAN).map(|(hex, _)| *hex).collect::<Vec<_>>()
        }
        Tenure::Occupying => supply::supplied(definitions, field, GERMAN, |hex| objectives.hexes.contains(&hex)),
    };
    let has: Vec<HexId> = objectives.hexes.iter().copied().filter(|hex| german.contains(hex)).collect();
    if has.len() >= usize::from(objectives.needed) {
        return say(GERMAN, "c", format!("the German {taken} {}", names(&has)));
    }
    let (all, needed) = (names(&objectives.hexes), objectives.needed);
    let towns = if usize::from(needed) == objectives.hexes.len() { all } else { format!("{needed} of {all}") };
    // a German may be beyond the Meuse, but not in supply (ruling R97)
    say(ALLIED, "d", format!("no supplied German unit has crossed the Meuse, nor has the German {missed} {towns}"))
}

/// `A, B and C`.
fn listed(names: &[String]) -> String {
    match names {
        [before, last] => format!("{before} and {last}"),
        [first @ .., before, last] => format!("{}, {before} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}
