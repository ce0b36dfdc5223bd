//! Which chits, assets and steps to choose.

use crate::DeadlyWoods;
use crate::chapters::rounds::cup;
use crate::chapters::{assets, replacements};
use crate::printed::{Chit, Definitions};
use crate::truth::order::{Marker, Step, Use, Verb};
use crate::truth::state::{State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Seen, SideId};

/// What is chosen of chits.
pub fn order(seen: Seen<'_, DeadlyWoods>, side: SideId, topic: Topic) -> Option<Vec<Step>> {
    let state = &seen.view.state;
    let verb = |verb: Verb| Some(vec![Step::Verb(verb)]);
    match topic {
        Topic::Army => Some(vec![Step::Verb(Verb::Take), Step::Chit(Chit::FifthArmy)]),
        Topic::Withdrawal => verb(Verb::Withdraw),
        Topic::React => verb(Verb::React),
        Topic::First => {
            let wanted = [Chit::AllGerman, Chit::OneArmy, Chit::GermanMove, Chit::AlliedMove, Chit::PattonMonty];
            let firsts = cup::firsts(state, side);
            let best = wanted.into_iter().find(|chit| firsts.contains(chit)).or_else(|| firsts.first().copied())?;
            Some(vec![Step::Verb(Verb::Play), Step::Chit(best)])
        }
        _ => {
            let uses = cup::uses(state, state.drawn?);
            let fights = beside(seen.definitions, state, side) >= CLOSE;
            let way = if fights && uses.contains(&Use::Combat) { Use::Combat } else { *uses.first()? };
            Some(vec![Step::Verb(Verb::Play), Step::As(way)])
        }
    }
}

/// Units next to an enemy from which on a combat round is worth more than a move.
const CLOSE: usize = 8;

fn beside(definitions: &Definitions, state: &State, side: SideId) -> usize {
    let near = |hex: HexId| state.disposition(definitions).beside(definitions, side.enemy(), hex);
    definitions.units_of(side).filter(|unit| state.unit(*unit).hex().is_some_and(near)).count()
}

/// Assets go where the enemy is nearest.
pub fn assets(seen: Seen<'_, DeadlyWoods>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let enemies: Vec<HexId> = definitions.units_of(side.enemy()).filter_map(|unit| state.unit(unit).hex()).collect();
    let near = |hex: &HexId| (enemies.iter().map(|enemy| definitions.board.distance(*enemy, *hex)).min(), *hex);
    if let Some(unit) = assets::layable(definitions, state, side).into_iter().next() {
        let hex = assets::hexes(definitions, state, side, unit).into_iter().min_by_key(near)?;
        return Some(vec![Step::Verb(Verb::Place), Step::Unit(unit), Step::Hex(hex)]);
    }
    let marker = assets::markers(definitions, state, side).into_iter().find(|marker| *marker != Marker::Motorised)?;
    let begun = [Step::Verb(Verb::Place), Step::Marker(marker)];
    let hexes =
        seen.legal(&begun).into_iter().filter_map(|(step, _)| if let Step::Hex(hex) = step { Some(hex) } else { None });
    let hex = hexes.min_by_key(near)?;
    Some(vec![begun[0], begun[1], Step::Hex(hex)])
}

/// The strongest unit takes a step back.
pub fn rebuilt(seen: Seen<'_, DeadlyWoods>, side: SideId) -> Option<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let here = |unit: &UnitId| state.unit(*unit).hex().is_some();
    let strength = |unit: &UnitId| (definitions.counter(*unit).attack[0], std::cmp::Reverse(*unit));
    let unit = replacements::units(definitions, state, side).into_iter().filter(here).max_by_key(strength)?;
    Some(vec![Step::Verb(Verb::Rebuild), Step::Unit(unit)])
}
