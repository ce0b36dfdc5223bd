//! What a drawing needs.

use crate::DeadlyWoods;
use crate::chapters::{supply, victory};
use crate::language;
use crate::printed::{Army, Chit, Definitions, GERMAN};
use crate::sight::View;
use crate::truth::event::Event;
use crate::truth::state::{Fuel, Phase, Place, State, UnitState};
use definitions::hex::HexId;
use definitions::{
    Arrow, Counter, FoughtOut, LaidMarker, LaidPile, Overlay, Position, SeenCard, Stage, TrackValue, UnitId,
};
use engine::contract::{Drawing, Seen, SideId};

impl Drawing for DeadlyWoods {
    fn position(Seen { definitions, view: View { state, .. } }: Seen<'_, DeadlyWoods>) -> Position {
        let counters = state.units.iter().filter_map(|(unit, it)| counter(definitions, state, unit, it));
        let track = |track: &str, value: i16| TrackValue { track: track.to_owned(), value };
        Position {
            caption: caption(definitions, state),
            stage: stage(state),
            counters: counters.collect(),
            markers: markers(definitions, state),
            piles: piles(state),
            tracks: vec![
                track("victory", i16::from(victory::points(definitions, state))),
                track("rounds", state.track.len().max(1) as i16),
            ],
            highlights: state.combat.iter().map(|combat| combat.target).collect(),
            ..Position::default()
        }
    }

    /// Zones of control (7) and the hexes in supply (8) of both sides.
    fn overlays(Seen { definitions, view: View { state, .. } }: Seen<'_, DeadlyWoods>) -> Vec<Overlay> {
        let of_side = |side: SideId| {
            let zones: Vec<HexId> = state.disposition(definitions).zones(side).iter().collect();
            let supplied =
                definitions.board.all().filter(|hex| supply::traced(definitions, state, side, *hex)).collect();
            [("Zones of control", zones), ("In supply", supplied)].map(|(kind, hexes)| Overlay {
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
            Event::Attacked { target, .. } => position.combats.push(FoughtOut::at(*target, String::new())),
            Event::Fought { face, added, column, result } => {
                let column = column.map_or("< 1:3".to_owned(), |column| column.to_string());
                let die = face.map(|face| format!(", die {}", face + added)).unwrap_or_default();
                if let Some(combat) = position.fighting() {
                    combat.result += &format!("{column}{die}: {result}");
                }
            }
            Event::LostStep { unit } => lost(definitions, position, *unit, 0, 1),
            Event::Died { unit } => lost(definitions, position, *unit, 1, 0),
            Event::CombatEnded => {
                if let Some(combat) = position.fighting() {
                    combat.over = true;
                }
            }
            _ => {}
        }
    }
}

fn lost(definitions: &Definitions, position: &mut Position, unit: UnitId, units: u16, steps: u16) {
    if let Some(combat) = position.fighting() {
        combat.lose(definitions.counter(unit).side.0, units, steps);
    }
}

fn counter(definitions: &Definitions, state: &State, unit: UnitId, it: &UnitState) -> Option<Counter> {
    use definitions::Place as Drawn;
    let side = definitions.counter(unit).side;
    let name = if side == GERMAN { "German" } else { "Allied" };
    let place = match it.place {
        Place::Absent | Place::Gone => return None,
        Place::Hex(hex) => Drawn::Hex(hex),
        Place::Due(turn, _) | Place::Track(turn) => Drawn::Box(format!("Turn {turn}")),
        Place::Box => Drawn::Box(format!("{name} Assets")),
        Place::Dead => Drawn::eliminated(),
    };
    let mut statuses = Vec::new();
    let fights = definitions.counter(unit).kind.fights();
    if it.hex().is_some() && fights && !supply::supplied(definitions, state, unit) {
        statuses.push("no-supply".to_owned());
    }
    if it.used {
        statuses.push("used".to_owned());
    }
    if state.motorised == Some(unit) {
        statuses.push("motorised".to_owned());
    }
    if unit == definitions.special.peiper
        && state.fuel == Fuel::Captured
        && state.turn <= definitions.tables.limits.peipers_fuel
    {
        statuses.push("peiper-fuel".to_owned());
    }
    Some(Counter { unit: Some(unit), side: side.0, place, steps_lost: it.lost, statuses })
}

/// Blown bridges, control of VP hexes, Greif, traffic, air supply, rumours, fuel.
fn markers(definitions: &Definitions, state: &State) -> Vec<LaidMarker> {
    use definitions::Place as Drawn;
    let on = |kind: &str, hex: HexId| LaidMarker { kind: kind.to_owned(), place: Drawn::Hex(hex) };
    let mut markers = Vec::new();
    for bridge in state.units.blown() {
        let [one, other] = definitions.board.bridge(bridge).ends;
        markers.push(LaidMarker { kind: "bridge-destroyed".to_owned(), place: Drawn::Hexside(one, other) });
    }
    let plan = &definitions.plans[usize::from(state.scenario)];
    markers.extend(plan.objectives.iter().filter(|hex| state.german.contains(hex)).map(|hex| on("vp-control", *hex)));
    markers.extend(state.greif.map(|hex| on("greif", hex)));
    markers.extend(state.traffic.map(|hex| on("traffic", hex)));
    markers.extend(state.air.map(|hex| on("air-supply", hex)));
    markers.extend(state.rumour.map(|hex| on("rumour", hex)));
    markers.extend((state.fuel == Fuel::Lies).then(|| on("peiper-fuel", definitions.board.dump)));
    for (army, name) in Army::ALL.into_iter().zip(["6. Panzerarmee", "5. Panzerarmee", "7. Armee"]) {
        let kind = if state.built[army as usize] > 0 { "bridge-built" } else { "build-bridge" };
        markers.push(LaidMarker { kind: kind.to_owned(), place: Drawn::Box(format!("Bridge repair: {name}")) });
    }
    markers
}

/// The chits that have been played, those in the cup and in the hand: all faces are known.
fn piles(state: &State) -> Vec<LaidPile> {
    let faces = |chits: &[Chit]| chits.iter().map(|chit| SeenCard::Face(chit.id().to_owned())).collect();
    let played: Vec<Chit> = state.track.iter().map(|played| played.chit).collect();
    [("action-cup", &state.cup), ("allied-hand", &state.hand), ("action-track", &played)]
        .into_iter()
        .map(|(pile, chits)| LaidPile { pile: pile.to_owned(), cards: faces(chits) })
        .collect()
}

/// Turn, row of the table of phases, and who acts.
fn stage(state: &State) -> Stage {
    let phase = match state.phase {
        Phase::Chits | Phase::Withdrawal | Phase::AlliedAssets | Phase::GermanAssets | Phase::Traffic => 0,
        Phase::Replacements | Phase::MoreReplacements => 1,
        _ => 2,
    };
    Stage { turn: state.turn, phase, acting: state.asked.iter().map(|asked| asked.side.0).collect() }
}

/// `Turn 3, 20-21 December · German round`.
fn caption(definitions: &Definitions, state: &State) -> String {
    if let Some(ending) = &state.ending {
        return format!("Turn {} · {} victory", state.turn, definitions.side_name(ending.winner));
    }
    let Some(asked) = state.asked else { return format!("Turn {}", state.turn) };
    let date = language::date(definitions, state.turn);
    let side = definitions.side_name(asked.side);
    format!("Turn {}, {date} · {side} {}", state.turn, language::topic(asked.topic))
}
