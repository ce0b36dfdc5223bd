//! What a drawing needs.

use crate::ArdennesII;
use crate::chapters::{reinforcements, supply, victory};
use crate::language;
use crate::printed::{Definitions, GERMAN};
use crate::sight::View;
use crate::truth::event::Event;
use crate::truth::state::{Charge, Phase, Place, State, Topic, UnitState};
use definitions::hex::HexId;
use definitions::{Arrow, Counter, FoughtOut, LaidMarker, Overlay, Position, Stage, TrackValue, UnitId};
use engine::contract::{Drawing, Seen, SideId};

impl Drawing for ArdennesII {
    fn position(Seen { definitions, view: View { state, .. } }: Seen<'_, ArdennesII>) -> Position {
        let counters = state.units.iter().filter_map(|(unit, it)| counter(definitions, state, unit, it));
        let victory = TrackValue { track: "victory".to_owned(), value: victory::points(definitions, state) as i16 };
        Position {
            caption: caption(definitions, state),
            stage: stage(state),
            counters: counters.collect(),
            markers: markers(definitions, state),
            tracks: vec![victory],
            highlights: state.combat.iter().map(|combat| combat.target).collect(),
            ..Position::default()
        }
    }

    /// Bonds (1.2) and the hexes in supply (3.7) of both sides.
    fn overlays(Seen { definitions, view: View { state, .. } }: Seen<'_, ArdennesII>) -> Vec<Overlay> {
        let of_side = |side: SideId| {
            let net = supply::Net::trace(definitions, state, side);
            let bonds: Vec<HexId> = state.disposition(definitions).bonds(side).iter().collect();
            let supplied = definitions.board.on_map().filter(|hex| net.supplies(*hex)).collect();
            [("Bonds", bonds), ("In supply", supplied)].map(|(kind, hexes)| Overlay {
                kind: kind.to_owned(),
                of: definitions.side_name(side).to_owned(),
                side: side.0,
                hexes,
            })
        };
        SideId::BOTH.into_iter().flat_map(of_side).collect()
    }

    fn illustrate(definitions: &Definitions, event: &Event, position: &mut Position) {
        match event {
            Event::Moved { path, .. } if path.len() > 1 => position.arrows.push(Arrow::Move(path.clone())),
            Event::Retreated { path, .. } if path.len() > 1 => position.arrows.push(Arrow::Retreat(path.clone())),
            Event::BuggedOut { from, to, .. } => position.arrows.push(Arrow::Retreat(vec![*from, *to])),
            Event::Attacked { target, .. } => position.combats.push(FoughtOut::at(*target, String::new())),
            Event::Avoided { hexes } => told(position, &format!("back {hexes}")),
            Event::Fought { dice, column, result } => {
                told(position, &format!("{column}, dice {}: {result}", dice[0] + dice[1]));
            }
            Event::LostStep { unit } => lost(definitions, position, *unit, 0, 1),
            Event::Gone { unit } => lost(definitions, position, *unit, 1, 0),
            Event::CombatEnded => {
                if let Some(combat) = position.fighting() {
                    combat.over = true;
                }
            }
            _ => {}
        }
    }
}

fn told(position: &mut Position, words: &str) {
    if let Some(combat) = position.fighting() {
        combat.result += words;
    }
}

fn lost(definitions: &Definitions, position: &mut Position, unit: UnitId, units: u16, steps: u16) {
    if let Some(combat) = position.fighting() {
        combat.lose(definitions.counter(unit).side.0, units, steps);
    }
}

fn counter(definitions: &Definitions, state: &State, unit: UnitId, it: &UnitState) -> Option<Counter> {
    use definitions::Place as Drawn;
    let place = match it.place {
        Place::Absent | Place::Exited(_) => return None,
        Place::Hex(hex) => Drawn::Hex(hex),
        Place::Due(turn) => Drawn::Box(format!("Turn {turn}")),
        Place::Waiting => {
            let coming = reinforcements::coming(definitions, state, unit);
            let area = coming.and_then(|it| it.hexes.first()).and_then(|hex| definitions.board.hex(*hex).area.clone());
            match area {
                Some(area) => Drawn::Box(format!("Entering {area}")),
                None => Drawn::Box(format!("Turn {}", state.turn)),
            }
        }
        Place::Gone => Drawn::eliminated(),
    };
    let statuses = if it.disorganised { vec!["dg".to_owned()] } else { Vec::new() };
    Some(Counter { unit: Some(unit), side: definitions.counter(unit).side.0, place, steps_lost: it.lost, statuses })
}

/// Barrages, bridges that are blown or tested, air supply, control of VP hexes, weather.
fn markers(definitions: &Definitions, state: &State) -> Vec<LaidMarker> {
    use definitions::Place as Drawn;
    let on = |kind: &str, hex: HexId| LaidMarker { kind: kind.to_owned(), place: Drawn::Hex(hex) };
    let mut markers = Vec::new();
    for barrages in &state.barrages {
        for (kind, of) in [("barrage-full", &barrages.full), ("barrage-half", &barrages.half)] {
            for (hex, count) in of {
                markers.extend((0..*count).map(|_| on(kind, *hex)));
            }
        }
    }
    for (plunger, charge) in definitions.board.plungers().iter().zip(&state.charges) {
        match charge {
            Charge::Primed => {}
            Charge::Blown => markers.push(on("bridge-blown", plunger.hex)),
            Charge::Tested => markers.push(on("bridge-tested", plunger.hex)),
        }
    }
    markers.extend(state.air_supply.iter().map(|hex| on("air-supply", *hex)));
    let plan = &definitions.plans[usize::from(state.scenario)];
    for ((hex, _), german) in definitions.board.objectives().iter().zip(&state.german) {
        if *german && plan.in_play.contains(*hex) {
            markers.push(on("german-control", *hex));
        }
    }
    let weather = if state.frost { "Weather: frost" } else { "Weather: no frost" };
    markers.push(LaidMarker { kind: "weather".to_owned(), place: Drawn::Box(weather.to_owned()) });
    markers
}

/// Turn, row of the table of phases, and who acts.
fn stage(state: &State) -> Stage {
    let phase = match (state.phase, state.side) {
        (Phase::PreTurn, _) => 3,
        (Phase::Movement, GERMAN) => 6,
        (Phase::Barrage, _) => 7,
        (Phase::Combat, GERMAN) => 8,
        (Phase::Exploitation, GERMAN) => 9,
        (Phase::Supply, GERMAN) => 10,
        (Phase::Movement, _) => 12,
        (Phase::Combat, _) => 13,
        (Phase::Exploitation, _) => 14,
        (Phase::Supply, _) => 15,
    };
    Stage { turn: state.turn, phase, acting: state.asked.iter().map(|asked| asked.side.0).collect() }
}

/// `Turn 3, 18 December · German combat`.
fn caption(definitions: &Definitions, state: &State) -> String {
    if let Some(ending) = &state.ending {
        return format!("Turn {} · {}", state.turn, ending.level);
    }
    let side = definitions.side_name(state.asked.map_or(state.side, |asked| asked.side));
    let what = match state.asked.map(|asked| asked.topic) {
        None => "",
        Some(Topic::SetUp) => return format!("{side} set-up"),
        Some(Topic::Arrivals) => "reinforcements",
        Some(Topic::Move) if state.phase == Phase::Exploitation => "exploitation",
        Some(Topic::Move) => "movement and barrage",
        Some(Topic::Barrage) => "barrage",
        Some(Topic::Attack) => "combat",
        Some(Topic::Hold) => "choice to hold",
        Some(Topic::Losses) => "losses",
        Some(Topic::Retreat) => "retreat",
        Some(Topic::Advance) => "advance",
        Some(Topic::BugOut) => "artillery that runs",
        Some(Topic::Bridge) => "choice of bridges",
    };
    format!("Turn {}, {} · {side} {what}", state.turn, language::date(definitions, state.turn))
}
