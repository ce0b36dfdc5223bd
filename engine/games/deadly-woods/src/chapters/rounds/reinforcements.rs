//! Reinforcements (14.8): who enters, where, and who is put off.

use crate::DeadlyWoods;
use crate::chapters::asking::not_yet;
use crate::chapters::{areas, control};
use crate::printed::{ALLIED, Chit, Coming, Definitions, Draw, GERMAN};
use crate::truth::event::{Departure, Event};
use crate::truth::state::{Act, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId, Turn};

/// How a unit comes.
fn coming<'a>(definitions: &'a Definitions, state: &State, unit: UnitId) -> Option<&'a Coming> {
    definitions.plans[usize::from(state.scenario)].coming.iter().find(|it| it.unit == unit)
}

/// Who is due with a chit of a side.
pub fn due(definitions: &Definitions, state: &State, side: SideId, draw: Draw) -> Vec<UnitId> {
    let place = Place::Due(state.turn, draw);
    definitions.units_of(side).filter(|unit| state.unit(*unit).place == place).collect()
}

/// Whether units of a side may enter in a hex: no enemy in it, and no enemy zone (14.8).
fn is_open(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    let disposition = state.disposition(definitions);
    !disposition.holds(side.enemy(), hex) && !disposition.zones(side.enemy()).contains(hex)
}

/// The hexes in which a unit may enter now (14.8, 14.8.1, 9.3).
pub fn entries(definitions: &Definitions, state: &State, unit: UnitId) -> Vec<HexId> {
    let board = &definitions.board;
    let counter = definitions.counter(unit);
    let Some(coming) = coming(definitions, state, unit) else { return Vec::new() };
    let later = coming.later.as_ref().filter(|_| state.unit(unit).put_off);
    let listed = later.map_or_else(|| coming.hexes.clone(), |letter| board.area(letter));
    let open: Vec<HexId> =
        listed.iter().copied().filter(|hex| is_open(definitions, state, counter.side, *hex)).collect();
    if !open.is_empty() || counter.side == GERMAN {
        return open;
    }
    // the first area that serves for the one that is blocked (R35) and where the unit may stand (R36)
    let held = counter.released.is_some_and(|turn| state.turn < turn) && !state.meuse;
    let fits = |hex: &HexId| (!counter.british || board.hex(*hex).british) && (!held || board.hex(*hex).behind_meuse);
    let free = |letter: &String| -> Vec<HexId> {
        let open = |hex: &HexId| fits(hex) && is_open(definitions, state, ALLIED, *hex);
        board.area(letter).into_iter().filter(open).collect()
    };
    let letter = listed.first().and_then(|hex| board.hex(*hex).entry.as_ref()).map(|(_, letter)| letter);
    let detour = definitions.detours.iter().find(|(blocked, _)| Some(blocked) == letter);
    detour.and_then(|(_, letters)| letters.iter().map(free).find(|hexes| !hexes.is_empty())).unwrap_or_default()
}

/// The chit after one, if the side has another.
pub fn next(definitions: &Definitions, state: &State, turn: u8, draw: Draw) -> Option<(u8, Draw)> {
    let plan = &definitions.plans[usize::from(state.scenario)];
    let chits = |turn: u8| {
        let of = |pile: &[Chit]| pile.iter().filter(|chit| **chit == Chit::AlliedReinforcements).count();
        plan.chits.get(usize::from(turn) - 1).map_or(0, |chits| of(&chits.cup) + of(&chits.hand))
    };
    if draw == Draw::First && chits(turn) >= 2 {
        return Some((turn, Draw::Second));
    }
    (turn + 1..=plan.last).find(|turn| chits(*turn) >= 1).map(|turn| (turn, Draw::First))
}

/// Those who are due come.
pub fn enter(turn: &mut Turn<'_, DeadlyWoods>) {
    let definitions = turn.definitions();
    let Some((side, Act::Enter(draw))) = turn.round.as_ref().map(|round| (round.side, round.act)) else { return };
    let number = turn.turn;
    for unit in due(definitions, turn, side, draw) {
        let held = coming(definitions, turn, unit).and_then(|it| it.held);
        let missed = held.is_some_and(|hex| !turn.german.contains(&hex));
        match entries(definitions, turn, unit).first() {
            Some(hex) if !missed => placed(turn, unit, *hex),
            _ if side == ALLIED && next(definitions, turn, number, draw).is_some() => {
                if let Some((turn_due, draw)) = next(definitions, turn, number, draw) {
                    turn.emit(Event::SetAside { unit, place: Place::Due(turn_due, draw) });
                }
            }
            _ => {
                let why = if missed { Departure::Missed } else { Departure::NeverComes };
                turn.emit(Event::Left { units: vec![unit], why });
            }
        }
    }
}

/// A reinforcement stands in a hex of its entry.
fn placed(turn: &mut Turn<'_, DeadlyWoods>, unit: UnitId, hex: HexId) {
    let definitions = turn.definitions();
    let bound = definitions.counter(unit).bound.is_some() && definitions.board.area(areas::TETHER).contains(&hex);
    turn.emit(Event::Entered { unit, hex, bound });
    control::came(turn, unit, &[hex]);
}

/// Why a unit that has entered may not be put off by a chit (14.8.1); to when otherwise.
///
/// # Errors
/// The rule that forbids it.
pub fn later(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Result<(u8, Draw), Refusal> {
    let name = definitions.name(unit);
    let entering = match state.round.as_ref().map(|round| round.act) {
        Some(Act::Enter(draw)) => Some(draw),
        _ => None,
    };
    let it = state.unit(unit);
    if let Some(refusal) = not_yet(definitions, state, unit) {
        return Err(refusal);
    }
    let draw = entering.filter(|_| definitions.counter(unit).side == side && it.entered);
    let draw = draw.ok_or_else(|| Refusal::new("14.8.1a", format!("{name} does not enter now")))?;
    if it.moved {
        return Err(Refusal::new("14.8.1a", format!("{name} has moved; who comes later does so from its entry hex")));
    }
    let may = coming(definitions, state, unit).is_some_and(|it| it.later.is_some()) && !it.put_off;
    let in_listed =
        it.hex().is_some_and(|hex| coming(definitions, state, unit).is_some_and(|it| it.hexes.contains(&hex)));
    if !may || !in_listed {
        return Err(Refusal::new(
            "14.8.1a",
            format!("{name} cannot come later by another area; units of III Corps can"),
        ));
    }
    let next = next(definitions, state, state.turn, draw);
    next.ok_or_else(|| Refusal::new("14.8.1b", format!("no later Reinforcement chit is left for {name}")))
}

/// Puts a unit off.
pub fn put_off(turn: &mut Turn<'_, DeadlyWoods>, side: SideId, unit: UnitId) {
    if let Ok((due, draw)) = later(turn.definitions(), turn, side, unit) {
        turn.emit(Event::PutOff { unit, place: Place::Due(due, draw) });
    }
}

/// Why a unit that is named does not stand in another hex of its entry; `to` is the one, if it is said.
pub fn not_over(definitions: &Definitions, state: &State, unit: UnitId, to: Option<HexId>) -> Refusal {
    let (it, name) = (state.unit(unit), definitions.name(unit));
    if let Some(refusal) = not_yet(definitions, state, unit) {
        return refusal;
    }
    let why = match to {
        _ if !it.entered => "does not enter in this round".to_owned(),
        _ if it.moved => "has moved in this round".to_owned(),
        Some(hex) => format!("does not enter in {}", definitions.place(hex)),
        None => "has no other hex of its entry to stand in".to_owned(),
    };
    Refusal::new("14.8b", format!("{name} {why}"))
}

/// Other hexes of its entry to which a unit that has just entered may be moved over.
pub fn others(definitions: &Definitions, state: &State, side: SideId, unit: UnitId) -> Vec<HexId> {
    let it = state.unit(unit);
    if definitions.counter(unit).side != side
        || !it.entered
        || it.moved
        || state.round.as_ref().is_none_or(|round| round.fights)
    {
        return Vec::new();
    }
    let here = it.hex();
    let area = |hex: HexId| definitions.board.hex(hex).entry.as_ref().map(|(_, letter)| letter.clone());
    let open = entries(definitions, state, unit);
    // a unit that came by another area than its own moves over within that one
    let same = here.and_then(area);
    let listed = open.iter().any(|hex| Some(*hex) == here);
    open.into_iter().filter(|hex| Some(*hex) != here && (listed || area(*hex) == same)).collect()
}

/// A unit moves over to another hex of its entry.
pub fn over(turn: &mut Turn<'_, DeadlyWoods>, unit: UnitId, hex: HexId) {
    placed(turn, unit, hex);
}
