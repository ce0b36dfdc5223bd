use super::{exchange, immune, retreat};
use crate::ArdennesOffensive;
use crate::printed::Outcome;
use crate::truth::event::{Event, Loss};
use crate::truth::state::State;
use definitions::UnitId;
use engine::contract::{SideId, Turn};

/// The defender has decided about his immunities (E.11).
pub fn waived(turn: &mut Turn<'_, ArdennesOffensive>, waives: bool) {
    turn.emit(Event::Answered);
    if waives {
        turn.emit(Event::Waived);
    }
    strike(turn);
}

/// Rolls the die and applies the result (10.1).
pub fn strike(turn: &mut Turn<'_, ArdennesOffensive>) {
    let definitions = turn.definitions();
    let Some(combat) = turn.combat.clone() else { return };
    let face = turn.die("combat", 6);
    let kind = definitions.tables.crt_for(combat.attacker, turn.table_changed);
    let outcome = definitions.tables.crt.result(kind, combat.column, face);
    let [attacker_waived, defender_waived] = combat.waived;
    let moved = |units: &[UnitId], side: SideId, waived: bool| {
        let shaken = |unit: &&UnitId| waived || !is_immune(definitions, turn, side, **unit);
        units.iter().filter(shaken).copied().collect::<Vec<_>>()
    };
    let printed = |unit: &UnitId| u16::from(definitions.counter(*unit).strength);
    let (retreating, distance, losses) = match outcome {
        Outcome::AttackerRetreats(hexes) => (moved(&combat.attackers, combat.attacker, attacker_waived), hexes, 0),
        Outcome::DefenderRetreats(hexes) => {
            (moved(&combat.defenders, combat.attacker.enemy(), defender_waived), hexes, 0)
        }
        Outcome::Exchange => (Vec::new(), 0, combat.defenders.iter().map(printed).sum()),
        Outcome::DefenderEliminated => (Vec::new(), 0, 0),
    };
    turn.emit(Event::Rolled { face, outcome, retreating, distance, losses });
    if matches!(outcome, Outcome::Exchange | Outcome::DefenderEliminated) {
        for unit in combat.defenders {
            let why = if outcome == Outcome::Exchange { Loss::Exchange } else { Loss::Combat };
            turn.emit(Event::Lost { unit, side: combat.attacker.enemy(), why, strength: 0 });
        }
    }
    if outcome == Outcome::Exchange {
        exchange::settle(turn);
    } else {
        retreat::go_on(turn);
    }
}

fn is_immune(definitions: &crate::printed::Definitions, state: &State, side: SideId, unit: UnitId) -> bool {
    state.unit(unit).hex().is_some_and(|hex| immune(definitions, side, hex))
}
