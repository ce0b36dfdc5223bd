//! What a drawing needs.

use crate::ArdennesOffensive;
use crate::chapters::{supply, victory, zones};
use crate::language;
use crate::printed::{Definitions, GERMAN};
use crate::sight::View;
use crate::truth::event::Event;
use crate::truth::state::{Phase, Place, State, Supply, Topic, UnitState};
use definitions::hex::HexId;
use definitions::{Arrow, Counter, FoughtOut, LaidMarker, Overlay, Position, Stage, TrackValue, UnitId};
use engine::contract::{Drawing, Seen, SideId};

impl Drawing for ArdennesOffensive {
    fn position(Seen { definitions, view: View { state, .. } }: Seen<'_, ArdennesOffensive>) -> Position {
        let counters = state.units.iter().filter_map(|(unit, it)| counter(definitions, unit, it));
        let track = |track: &str, side: SideId| TrackValue {
            track: track.to_owned(),
            value: victory::points(definitions, state, side) as i16,
        };
        Position {
            caption: caption(definitions, state),
            stage: stage(state),
            counters: counters.collect(),
            markers: markers(definitions, state),
            tracks: vec![track("victory-german", GERMAN), track("victory-allied", GERMAN.enemy())],
            highlights: state.combat.as_ref().map(|combat| combat.targets.clone()).unwrap_or_default(),
            ..Position::default()
        }
    }

    /// Zones of control (7) and the hexes to which a supply path leads (12.1) of both sides.
    fn overlays(Seen { definitions, view: View { state, .. } }: Seen<'_, ArdennesOffensive>) -> Vec<Overlay> {
        let board = &definitions.board;
        let of_side = |side: SideId| {
            let name = &definitions.published.units.sides[side.index()].name;
            let net = supply::Net::of_defenders(definitions, state, side);
            let hexes = |holds: &dyn Fn(HexId) -> bool| {
                definitions.published.map.on_map().filter(|hex| board.is_live(*hex) && holds(*hex)).collect::<Vec<_>>()
            };
            let zone = hexes(&|hex| zones::controlled(definitions, state, side.enemy(), hex));
            let supplied = hexes(&|hex| net.reaches(hex));
            [("Zones of control", zone), ("In supply", supplied)].map(|(kind, hexes)| Overlay {
                kind: kind.to_owned(),
                of: name.clone(),
                side: side.0,
                hexes,
            })
        };
        SideId::BOTH.into_iter().flat_map(of_side).collect()
    }

    fn illustrate(definitions: &Definitions, event: &Event, position: &mut Position) {
        match event {
            Event::Moved { path, .. } if path.len() > 1 => position.arrows.push(Arrow::Move(path.clone())),
            Event::Advanced { from, to, .. } => position.arrows.push(Arrow::Move(vec![*from, *to])),
            Event::Retreated { path, .. } if path.len() > 1 => position.arrows.push(Arrow::Retreat(path.clone())),
            Event::Attacked { from, targets, column, .. } => {
                let arrows = from.iter().flat_map(|from| targets.iter().map(move |to| Arrow::Attack(*from, *to)));
                position.arrows.extend(arrows);
                let odds = definitions.tables.crt.odds(*column);
                position.combats.extend(targets.first().map(|hex| FoughtOut::at(*hex, odds.clone())));
            }
            Event::Rolled { face, outcome, .. } => {
                if let Some(combat) = position.fighting() {
                    combat.result += &format!(", die {face}: {outcome}");
                }
            }
            Event::Lost { side, .. } => {
                if let Some(combat) = position.fighting() {
                    combat.lose(side.0, 1, 0);
                }
            }
            Event::CombatEnded => {
                if let Some(combat) = position.fighting() {
                    combat.over = true;
                }
            }
            _ => {}
        }
    }
}

fn counter(definitions: &Definitions, unit: UnitId, it: &UnitState) -> Option<Counter> {
    use definitions::Place as Drawn;
    let place = match it.place {
        Place::Absent => return None,
        Place::Hex(hex) => Drawn::Hex(hex),
        Place::Due { turn, .. } => Drawn::Box(format!("Turn {turn}")),
        Place::Waiting(sections) => match sections.iter().next() {
            Some(section) => Drawn::Box(format!("Entering {}", definitions.tables.section_name(section))),
            None => Drawn::Box("Entering E".to_owned()),
        },
        Place::Lost => Drawn::eliminated(),
    };
    let statuses = [
        ("unsupplied", it.supply == Supply::Unsupplied),
        ("isolated", it.supply == Supply::Isolated),
        ("road-mode", it.road && it.hex().is_some()),
        ("west-bank", it.west_bank),
    ];
    let statuses = statuses.into_iter().filter(|(_, has)| *has).map(|(marker, _)| marker.to_owned()).collect();
    Some(Counter { unit: Some(unit), side: definitions.counter(unit).side.0, place, steps_lost: 0, statuses })
}

/// Interdicted bridges: a marker on the hexside, of the side that interdicts (13.1a, 13.5f).
fn markers(definitions: &Definitions, state: &State) -> Vec<LaidMarker> {
    let kind = if state.side == GERMAN { "interdicted-allied" } else { "interdicted-german" };
    let lies = |bridge: &crate::printed::BridgeId| {
        let [one, other] = definitions.board.bridge(*bridge);
        LaidMarker { kind: kind.to_owned(), place: definitions::Place::Hexside(one, other) }
    };
    state.interdicted.iter().map(lies).collect()
}

/// Turn, row of the table of phases, and who acts.
fn stage(state: &State) -> Stage {
    let of_side = match state.phase {
        Phase::SetUp => 0,
        Phase::Movement => 2,
        Phase::Combat => 3,
        Phase::Mechanized => 4,
    };
    let phase = of_side + if state.side == GERMAN { 0 } else { PHASES };
    Stage { turn: state.turn, phase, acting: state.asked.iter().map(|asked| asked.side.0).collect() }
}

/// Phases of a player turn (4.1).
const PHASES: u8 = 6;

/// `Turn 3, 18 December · German combat`.
fn caption(definitions: &Definitions, state: &State) -> String {
    let side = definitions.side_name(state.asked.map_or(state.side, |asked| asked.side));
    let what = match (&state.ending, state.asked.map(|asked| asked.topic)) {
        (Some(ending), _) => match ending.winner {
            Some(winner) => return format!("Turn {} · {} victory", state.turn, definitions.side_name(winner)),
            None => return format!("Turn {} · draw", state.turn),
        },
        (None, None) => "",
        (None, Some(Topic::SetUp)) => return format!("{side} set-up"),
        (None, Some(Topic::Move)) if state.phase == Phase::Mechanized => "mechanized movement",
        (None, Some(Topic::Move)) => "movement",
        (None, Some(Topic::Attack)) => "combat",
        (None, Some(Topic::Waive)) => "choice of immunity",
        (None, Some(Topic::Losses)) => "losses",
        (None, Some(Topic::Retreat)) => "choice of a retreat",
        (None, Some(Topic::Advance)) => "advance",
    };
    format!("Turn {}, {} · {side} {what}", state.turn, language::date(definitions, state.turn))
}
