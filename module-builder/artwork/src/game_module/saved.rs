//! A saved game as a scenario that would set it up: whoever lays a game out in VASSAL needs not type it.

use super::cards::{card_id, dealt};
use super::markers::marker_id;
use super::setup::shortened;
use super::sheets::{BESIDE, arrival_box};
use super::{supports, turns};
use crate::vassal::{Location, Placement as Laid, Setup};
use definitions::{
    Arrival, Boxed, Deal, Departure, Grant, Marker, Placement, Provenance, Published, Scenario, SupportPlace, UnitId,
};
use std::collections::BTreeMap;

/// The scenario that sets up what a saved game shows and goes on from its turn to the end of the scenario that was
/// played: units on the map, in boxes and yet to come, markers in hexes, cards and chits, support markers (those of
/// headquarters back in their pool).
pub fn scenario_of(game: &Published, setup: &Setup) -> Scenario {
    let played = game.scenario(&setup.id);
    let now = turns(game).into_keys().nth(setup.turn).unwrap_or(1);
    let last = played.map_or(now, |played| played.turns.1.max(now));
    let origin = || Provenance::Public("a saved game".to_owned());
    let mut scenario = Scenario {
        id: "saved".to_owned(),
        title: format!("{}, from turn {now}", setup.title),
        turns: (now, last),
        ..Scenario::default()
    };
    if let Some(played) = played {
        let gone = usize::from(now - played.turns.0.min(now));
        scenario.dates = played.dates.iter().skip(gone).cloned().collect();
        scenario.playing.clone_from(&played.playing);
        scenario.objectives.clone_from(&played.objectives);
        let there = |unit: UnitId| setup.placements.iter().any(|laid| game.units.find(&laid.piece) == Some(unit));
        let leaving = played.departures.iter().filter(|it| it.turn > now && there(it.unit));
        scenario.departures.extend(leaving.map(|it| Departure { provenance: origin(), ..it.clone() }));
    }
    for laid in &setup.placements {
        let unit = game.units.find(&laid.piece);
        match (&laid.location, unit) {
            (Location::Hex(number), Some(unit)) => scenario.placements.extend(game.map.grid.find(number).map(|hex| {
                let (within, or, improved) = (0, None, false);
                let (steps_lost, marks) = (lost(laid), marks(game, laid));
                Placement { unit, hex, within, or, improved, steps_lost, marks, provenance: origin() }
            })),
            (Location::Box(sheet, name), Some(unit)) if sheet == BESIDE => {
                match played.and_then(|played| arrival(game, played, unit, name)).filter(|it| it.turn > now) {
                    Some(arrival) => {
                        let (steps_lost, provenance) = (lost(laid), origin());
                        scenario.arrivals.push(Arrival { steps_lost, provenance, ..arrival.clone() });
                    }
                    None => scenario.boxed.push(Boxed {
                        unit,
                        name: shortened(name),
                        steps_lost: lost(laid),
                        provenance: origin(),
                    }),
                }
            }
            (Location::Hex(number), None) => {
                let kind = laid.piece.strip_prefix(&marker_id(""));
                scenario.markers.extend(kind.zip(game.map.grid.find(number)).map(|(kind, hex)| Marker {
                    kind: kind.to_owned(),
                    hex,
                    provenance: origin(),
                }));
            }
            // a scenario lays markers in hexes
            (Location::Hexside(..) | Location::Box(..), _) => {}
        }
    }
    scenario.deals = deals(game, setup, now, &origin);
    if let Some(played) = played {
        scenario.grants = grants(game, played, setup, now, &origin);
    }
    scenario
}

fn lost(laid: &Laid) -> u8 {
    u8::try_from(laid.face).unwrap_or(u8::MAX)
}

/// Ids of the markers that lie on a unit.
fn marks(game: &Published, laid: &Laid) -> Vec<String> {
    let known = |title: &String| game.markers.iter().find(|kind| kind.title == *title);
    laid.statuses.iter().filter_map(known).map(|kind| kind.id.clone()).collect()
}

/// The arrival of a unit that waits in a box.
fn arrival<'a>(game: &Published, played: &'a Scenario, unit: UnitId, name: &str) -> Option<&'a Arrival> {
    played.arrivals.iter().find(|it| it.unit == unit && arrival_box(game, it) == name)
}

/// Cards and chits, pile by pile; what waits for a later turn with its turn.
fn deals(game: &Published, setup: &Setup, now: u8, origin: &dyn Fn() -> Provenance) -> Vec<Deal> {
    let mut piles: BTreeMap<(u8, &str), BTreeMap<&str, u8>> = BTreeMap::new();
    for laid in &setup.placements {
        let Some(card) = laid.piece.strip_prefix(&card_id("")) else { continue };
        let Location::Box(_, name) = &laid.location else { continue };
        let Some((pile, turn)) = dealt(game, name) else { continue };
        let lying = piles.entry((turn.unwrap_or(now).max(now), &pile.id)).or_default();
        let count = lying.entry(card).or_default();
        *count = count.saturating_add(1);
    }
    let deal = |((turn, pile), cards): ((u8, &str), BTreeMap<&str, u8>)| Deal {
        turn,
        pile: pile.to_owned(),
        cards: cards.into_iter().map(|(id, count)| (id.to_owned(), count)).collect(),
        conditions: Vec::new(),
        note: String::new(),
        provenance: origin(),
    };
    piles.into_iter().map(deal).collect()
}

/// The support markers that pools and headquarters have, and those that pools receive later.
fn grants(game: &Published, played: &Scenario, setup: &Setup, now: u8, origin: &dyn Fn() -> Provenance) -> Vec<Grant> {
    let mut held: BTreeMap<(String, String), u8> = BTreeMap::new();
    for marker in supports::held(game, played, &setup.placements) {
        let pool = match marker.at {
            SupportPlace::Pool(pool) => pool,
            SupportPlace::Headquarters(unit) => {
                let formation = game.units.unit(unit).formation.map(|id| game.units.formation(id));
                formation.map(|formation| formation.army.clone()).unwrap_or_default()
            }
            SupportPlace::Spent(_) => continue,
        };
        let count = held.entry((pool, marker.kind)).or_default();
        *count = count.saturating_add(marker.count);
    }
    let now_there =
        held.into_iter().map(|((pool, kind), count)| Grant { turn: now, pool, kind, count, provenance: origin() });
    let later = played.grants.iter().filter(|grant| grant.turn > now);
    now_there.chain(later.map(|grant| Grant { provenance: origin(), ..grant.clone() })).collect()
}
