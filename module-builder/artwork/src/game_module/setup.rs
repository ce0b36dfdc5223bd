//! Positions of a game as set-ups of its module, and back.

use super::markers::{marker_id, unknown_id};
use super::sheets::{BESIDE, ELSEWHERE, arrival_box, box_name};
use super::{Sheet, cards, has_box, supports, tracks};
use crate::vassal::{Location, Placement, Setup};
use definitions::{Counter, ELIMINATED, LaidMarker, Place, Position, Published, Scenario, Stage, UnitId};

/// Id of the marker that the word `improved=yes` of a set-up speaks of.
const IMPROVED: &str = "improved";

/// What stands on the map when a scenario begins: markers without a unit, then on top of them the units.
pub(super) fn on_map(game: &Published, scenario: &Scenario) -> impl Iterator<Item = Placement> {
    let units = scenario.placements.iter().map(|placement| {
        let improved = placement.improved.then_some(IMPROVED);
        let marks = placement.marks.iter().map(String::as_str).chain(improved);
        Placement {
            piece: game.units.unit(placement.unit).id.clone(),
            location: Location::Hex(game.map.grid.number(placement.hex)),
            face: usize::from(placement.steps_lost),
            statuses: marks.filter_map(|id| title(game, id)).collect(),
        }
    });
    let markers = scenario.markers.iter().map(|marker| Placement {
        piece: marker_id(&marker.kind),
        location: Location::Hex(game.map.grid.number(marker.hex)),
        face: 0,
        statuses: Vec::new(),
    });
    markers.chain(units)
}

/// A position of a game under way as a set-up of its module, whose sheets these are.
pub fn setup_of(game: &Published, scenario: &Scenario, position: &Position, sheets: &[Sheet]) -> Setup {
    let turn = position.stage.turn;
    let counters = position.counters.iter().filter_map(|counter| {
        let piece = match counter.unit {
            Some(unit) => game.units.units.get(unit.index())?.id.clone(),
            None => unknown_id(&game.units.sides.get(usize::from(counter.side))?.id),
        };
        let location = location(game, scenario, counter.unit, &counter.place, sheets);
        let known = counter.unit.is_some();
        let statuses = counter.statuses.iter().filter(|_| known).filter_map(|id| title(game, id));
        Some(Placement { piece, location, face: usize::from(counter.steps_lost), statuses: statuses.collect() })
    });
    let known = position.markers.iter().filter(|marker| title(game, &marker.kind).is_some());
    let markers = known.map(|marker| Placement {
        piece: marker_id(&marker.kind),
        location: location(game, scenario, None, &marker.place, sheets),
        face: 0,
        statuses: Vec::new(),
    });
    let supports = supports::placements(game, scenario, turn, &position.supports);
    let numbers: Vec<u8> = super::turns(game).into_keys().collect();
    Setup {
        id: scenario.id.clone(),
        title: scenario.title.clone(),
        turn: numbers.iter().position(|known| *known == turn).unwrap_or(0),
        phase: usize::from(position.stage.phase),
        mover: match position.stage.acting[..] {
            _ if super::movers(game).is_empty() => 0,
            [] => game.units.sides.len() + 1,
            [side] => usize::from(side) + 1,
            _ => 0,
        },
        placements: markers
            .chain(counters)
            .chain(supports)
            .chain(tracks::lying(game, turn, &position.tracks))
            .chain(cards::lying(game, &position.piles))
            .collect(),
    }
}

/// Where on the module a place of a position is.
fn location(game: &Published, scenario: &Scenario, unit: Option<UnitId>, place: &Place, sheets: &[Sheet]) -> Location {
    let number = |hex| game.map.grid.number(hex);
    match place {
        Place::Hex(hex) => Location::Hex(number(*hex)),
        Place::Hexside(one, other) => Location::Hexside(number(*one), number(*other)),
        Place::Box(name) => Location::Box(BESIDE.to_owned(), waiting(game, scenario, unit, name, sheets)),
    }
}

/// The box of the sheet in which a unit waits that the position has in a box of this name.
fn waiting(game: &Published, scenario: &Scenario, unit: Option<UnitId>, name: &str, sheets: &[Sheet]) -> String {
    let arrival = scenario.arrivals.iter().find(|arrival| Some(arrival.unit) == unit);
    let due = arrival.map(|arrival| arrival_box(game, arrival)).filter(|due| due.starts_with(&format!("{name} ")));
    let named = due.or_else(|| unit.map(|unit| box_name(game, unit, name))).unwrap_or_else(|| name.to_owned());
    let there = sheets.iter().any(|sheet| sheet.name == BESIDE && has_box(sheet, &scenario.title, &named));
    if there { named } else { ELSEWHERE.to_owned() }
}

/// The position that a set-up shows: units, markers without one, and counters of which only the side is known.
pub fn position_of(game: &Published, setup: &Setup) -> Position {
    let sides = game.units.sides.len() as u8;
    let acting = match (u8::try_from(setup.mover), super::movers(game).is_empty()) {
        (_, true) => Vec::new(),
        (Ok(0), _) => (0..sides).collect(),
        (Ok(mover), _) => (mover - 1..mover).filter(|side| *side < sides).collect(),
        (Err(_), _) => Vec::new(),
    };
    let turn = super::turns(game).into_keys().nth(setup.turn).unwrap_or_default();
    let stage = Stage { turn, phase: u8::try_from(setup.phase).unwrap_or_default(), acting };
    let (piles, tracks) = (cards::held(game, &setup.placements), tracks::held(game, &setup.placements));
    let mut position = Position { stage, piles, tracks, ..Position::default() };
    if let Some(scenario) = game.scenario(&setup.id) {
        position.supports = supports::held(game, scenario, &setup.placements);
    }
    for placement in &setup.placements {
        let place = match &placement.location {
            Location::Hex(number) => game.map.grid.find(number).map(Place::Hex),
            Location::Hexside(one, other) => {
                let ends = game.map.grid.find(one).zip(game.map.grid.find(other));
                ends.map(|(one, other)| Place::Hexside(one, other))
            }
            Location::Box(sheet, name) => (sheet == BESIDE).then(|| Place::Box(shortened(name))),
        };
        let Some(place) = place else { continue };
        let side = game.units.sides.iter().position(|side| unknown_id(&side.id) == placement.piece);
        if let Some(unit) = game.units.find(&placement.piece) {
            let statuses = placement.statuses.iter().filter_map(|title| marked(game, title));
            position.counters.push(Counter {
                unit: Some(unit),
                side: game.units.unit(unit).side,
                place,
                steps_lost: u8::try_from(placement.face).unwrap_or(u8::MAX),
                statuses: statuses.collect(),
            });
        } else if let Some(side) = side {
            let side = side as u8;
            position.counters.push(Counter { unit: None, side, place, steps_lost: 0, statuses: Vec::new() });
        } else if let Some(kind) = placement.piece.strip_prefix(&marker_id("")) {
            position.markers.push(LaidMarker { kind: kind.to_owned(), place });
        }
    }
    position
}

/// The name that positions have for a box of the sheet: `Turn 2`, `Eliminated`.
pub(super) fn shortened(name: &str) -> String {
    if name.starts_with(ELIMINATED) {
        return ELIMINATED.to_owned();
    }
    match name.strip_prefix("Turn ").and_then(|rest| rest.split_once(' ')) {
        Some((turn, _)) => format!("Turn {turn}"),
        None => name.to_owned(),
    }
}

/// What the switch of a declared marker is called.
fn title(game: &Published, id: &str) -> Option<String> {
    game.markers.iter().find(|kind| kind.id == id).map(|kind| kind.title.clone())
}

/// Id of the declared marker whose switch has this name.
fn marked(game: &Published, title: &str) -> Option<String> {
    game.markers.iter().find(|kind| kind.title == title).map(|kind| kind.id.clone())
}
