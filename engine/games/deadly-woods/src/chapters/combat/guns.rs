//! Which assets support a combat (12.2, 12.3, 12.4.2).

use crate::chapters::asking::whereabouts;
use crate::chapters::{areas, supply};
use crate::printed::{CorpsId, Definitions, GERMAN, Kind};
use crate::truth::state::{Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// Why an artillery asset of a side may not support its attack on a hex (12.2, 12.3).
///
/// # Errors
/// The rule that forbids it.
pub fn helps_attack(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    gun: UnitId,
    attackers: &[UnitId],
    target: HexId,
) -> Result<(), Refusal> {
    let counter = definitions.counter(gun);
    let name = definitions.name(gun);
    usable(definitions, state, side, gun)?;
    if counter.kind == Kind::Engineers {
        return Err(Refusal::new("12.4.2b", format!("{name} are engineers, who help no attack")));
    }
    let attackers = &served(definitions, state, attackers)?[..];
    if side == GERMAN {
        return in_area(definitions, state, gun, target);
    }
    // air supply serves no artillery (8.6d), and units out of supply have it in defence alone (12.3e)
    let fed = |unit: &UnitId| supply::by_road(definitions, state, *unit);
    let of_corps =
        |unit: &UnitId| counter.corps.is_some() && definitions.counter(*unit).corps == counter.corps && fed(unit);
    let airborne =
        |unit: &UnitId| definitions.counter(*unit).airborne && definitions.counter(*unit).american && fed(unit);
    let from = attackers.iter().filter(|unit| airborne(unit)).filter_map(|unit| state.unit(*unit).hex());
    let near = |hex: HexId| counter.corps.is_some_and(|corps| corps_near(definitions, state, corps, hex));
    if !attackers.iter().any(of_corps) && !from.into_iter().any(near) {
        return Err(of_others(definitions, gun));
    }
    british(definitions, gun, target)
}

/// Allied artillery that serves none of those who fight (12.3b, 12.3c).
fn of_others(definitions: &Definitions, gun: UnitId) -> Refusal {
    let (name, near) = (definitions.name(gun), definitions.tables.limits.corps_near);
    let message = format!(
        "{name} supports supplied units of its corps, airborne ones within {near} hexes of such a unit, and in defence also \
         units of its corps without supply that have one so near"
    );
    Refusal::new("12.3b", message)
}

/// Whether an asset is there to be used.
fn usable(definitions: &Definitions, state: &State, side: SideId, gun: UnitId) -> Result<(), Refusal> {
    let counter = definitions.counter(gun);
    let name = definitions.name(gun);
    if counter.side != side || counter.kind.fights() {
        return Err(Refusal::new("11.3.1b", format!("{name} is no asset of yours")));
    }
    let place = state.unit(gun).place;
    if counter.kind != Kind::Engineers && place != Place::Box {
        let message = format!("{name} is not in its Asset Box: {}", whereabouts(definitions, place));
        return Err(Refusal::new("12.1a", message));
    }
    if state.unit(gun).used {
        let (case, when) = if side == GERMAN { ("12.2e", "turn") } else { ("12.3g", "round") };
        return Err(Refusal::new(case, format!("{name} has been used in this {when}")));
    }
    Ok(())
}

fn in_area(definitions: &Definitions, state: &State, gun: UnitId, target: HexId) -> Result<(), Refusal> {
    let army = definitions.counter(gun).army;
    if army.is_some_and(|army| areas::supports(definitions, state, army, target)) {
        return Ok(());
    }
    let message = format!("{} may not be used at {}", definitions.name(gun), definitions.place(target));
    let case = if areas::kept(definitions, state) { "9.2d" } else { "9.2.2" };
    Err(Refusal::new(case, message).remedy(
        "On turns 1 to 3 guns serve their own army's area; never 6th Panzer in the 7th's or the other way round.",
    ))
}

/// British guns serve combats in the British area or next to it (9.3e, R58).
fn british(definitions: &Definitions, gun: UnitId, target: HexId) -> Result<(), Refusal> {
    let board = &definitions.board;
    let near = board.hex(target).british || board.around(target).any(|hex| board.hex(hex).british);
    let ours = definitions.published.units.unit(gun).nation == "british";
    match ours && !near {
        true => Err(Refusal::new("9.3e", "British artillery does not support beyond the British area")),
        false => Ok(()),
    }
}

/// Those of units that guns may serve: not the parachutists (12.7f), nor on turn 1 two regiments of the 99th (12.3h). Who
/// stands with them keeps his guns (R53).
fn served(definitions: &Definitions, state: &State, units: &[UnitId]) -> Result<Vec<UnitId>, Refusal> {
    let withheld = state.turn == definitions.tables.limits.guns_withheld;
    let cut = |unit: &UnitId| withheld && definitions.special.cut_off.contains(unit);
    let dropped = |unit: &UnitId| *unit == definitions.special.parachutists;
    let served: Vec<UnitId> = units.iter().copied().filter(|unit| !cut(unit) && !dropped(unit)).collect();
    match units.first().filter(|_| served.is_empty()) {
        None => Ok(served),
        Some(unit) if dropped(unit) => {
            Err(Refusal::new("12.7f", format!("no artillery supports {}", definitions.name(*unit))))
        }
        Some(unit) => {
            Err(Refusal::new("12.3h", format!("on turn 1 no artillery supports {}", definitions.name(*unit))))
        }
    }
}

/// Whether a supplied combat unit of a corps is near a hex.
fn corps_near(definitions: &Definitions, state: &State, corps: CorpsId, hex: HexId) -> bool {
    (0..definitions.counters.len() as u16).map(UnitId).any(|unit| {
        let counter = definitions.counter(unit);
        counter.kind.fights()
            && counter.corps == Some(corps)
            && state
                .unit(unit)
                .hex()
                .is_some_and(|at| definitions.board.distance(at, hex) <= definitions.tables.limits.corps_near)
            && supply::by_road(definitions, state, unit)
    })
}

/// The engineers that help the defence of a hex, by themselves (12.4.2, R80): one, as more would help no more (R81).
pub fn engineers(definitions: &Definitions, state: &State, target: HexId, defenders: &[UnitId]) -> Option<UnitId> {
    if defenders.iter().any(|unit| definitions.counter(*unit).side == GERMAN) {
        return None;
    }
    let served = |engineers: UnitId, unit: &UnitId| {
        let (counter, corps) = (definitions.counter(*unit), definitions.counter(engineers).corps);
        *unit == definitions.special.delay || counter.airborne || counter.corps == corps
    };
    let near = |hex: HexId| definitions.board.distance(hex, target) <= definitions.tables.limits.engineers_help;
    let mut all = state.disposition(definitions).all_engineers().filter(|(hex, _)| near(*hex)).map(|(_, unit)| unit);
    all.find(|engineers| defenders.iter().any(|unit| served(*engineers, unit)))
}

/// The artillery that may support the defence of a hex (12.2, 12.3).
pub fn defender_support(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    target: HexId,
    defenders: &[UnitId],
) -> Vec<UnitId> {
    let fits = |gun: &UnitId| defends(definitions, state, side, *gun, target, defenders).is_ok();
    definitions.units_of(side).filter(|unit| !definitions.counter(*unit).kind.fights()).filter(fits).collect()
}

/// Why an asset may not support a defence.
///
/// # Errors
/// The rule that forbids it.
pub fn defends(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    gun: UnitId,
    target: HexId,
    defenders: &[UnitId],
) -> Result<(), Refusal> {
    let counter = definitions.counter(gun);
    let name = definitions.name(gun);
    usable(definitions, state, side, gun)?;
    let airborne = |unit: &UnitId| definitions.counter(*unit).airborne;
    if counter.kind == Kind::Engineers {
        let message = format!("{name} are engineers: where they may, they help a defence by themselves");
        return Err(Refusal::new("12.4.2a", message));
    }
    let supplied = |unit: &&UnitId| supply::supplied(definitions, state, **unit);
    if side == GERMAN {
        if counter.kind == Kind::Rockets {
            return Err(Refusal::new("12.2d", format!("{name} are rockets, which serve attacks alone")));
        }
        if !served(definitions, state, defenders)?.iter().any(|unit| supplied(&unit)) {
            return Err(Refusal::new("8.3p", "no artillery supports defenders out of supply"));
        }
        return in_area(definitions, state, gun, target);
    }
    let delay_alone = defenders.iter().all(|unit| *unit == definitions.special.delay);
    if delay_alone {
        return Err(Refusal::new("12.9.1g", "no artillery supports the Delay asset"));
    }
    let defenders = &served(definitions, state, defenders)?[..];
    let near = counter.corps.is_some_and(|corps| corps_near(definitions, state, corps, target));
    let mut of_corps = defenders.iter().filter(|unit| definitions.counter(**unit).corps == counter.corps);
    // air supply serves no artillery (8.6d)
    let own = of_corps.any(|unit| near || supply::by_road(definitions, state, *unit));
    let american = |unit: &UnitId| airborne(unit) && definitions.counter(*unit).american;
    if !(own || near && defenders.iter().any(american)) {
        return Err(of_others(definitions, gun));
    }
    british(definitions, gun, target)
}
