//! What a drawing needs.

use crate::EnemyAction;
use crate::chapters::{ownership, supply};
use crate::printed::{ALLIED, CardId, Definitions, GERMAN};
use crate::sight::View;
use crate::truth::event::Event;
use crate::truth::roster::{Place, Supply, UnitState};
use crate::truth::state::{Phase, Public};
use definitions::hex::HexId;
use definitions::{
    Arrow, Counter, FoughtOut, LaidMarker, LaidPile, Overlay, Position, SeenCard, Stage, TrackValue, UnitId,
};
use engine::contract::{Drawing, Seen, SideId};

impl Drawing for EnemyAction {
    fn position(Seen { definitions, view }: Seen<'_, EnemyAction>) -> Position {
        let public = &view.public;
        let points = ownership::points(definitions, public).clamp(0, 99);
        Position {
            caption: caption(definitions, public),
            stage: stage(public),
            counters: public.units.iter().filter_map(|(unit, it)| counter(definitions, unit, it)).collect(),
            markers: markers(definitions, view),
            piles: piles(definitions, view),
            tracks: vec![TrackValue { track: "victory".to_owned(), value: points }],
            highlights: highlights(public),
            ..Position::default()
        }
    }

    /// Zones of control (8) and the hexes in supply (10) of both sides.
    fn overlays(Seen { definitions, view }: Seen<'_, EnemyAction>) -> Vec<Overlay> {
        let of_side = |side: SideId| {
            let zones: Vec<HexId> = view.public.disposition(definitions).zones(side).iter().collect();
            let supplied = supply::trace(definitions, &view.public, side).supplied.iter().collect();
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
            Event::Moved { path, .. } | Event::Advanced { path, .. } if path.len() > 1 => {
                position.arrows.push(Arrow::Move(path.clone()));
            }
            Event::Retreated { path, .. } if path.len() > 1 => position.arrows.push(Arrow::Retreat(path.clone())),
            Event::Attacked { from, target, .. } => {
                from.iter().for_each(|hex| position.arrows.push(Arrow::Attack(*hex, *target)));
                position.combats.push(FoughtOut::at(*target, String::new()));
            }
            Event::Hit { attacker, defender, .. } => {
                if let Some(combat) = position.fighting() {
                    combat.result += &format!("A{attacker} D{defender}");
                }
            }
            Event::LostStep { unit, .. } => lost(definitions, position, *unit, 0, 1),
            Event::Died { unit, .. } => lost(definitions, position, *unit, 1, 0),
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

fn counter(definitions: &Definitions, unit: UnitId, it: &UnitState) -> Option<Counter> {
    use definitions::Place as Drawn;
    let side = definitions.counter(unit).side;
    let reserve = if side == GERMAN { "German Reserve Units" } else { "Allied Reserve Units" };
    let place = match it.place {
        Place::Absent | Place::Exited | Place::Relieved => return None,
        Place::Due(day, _) => Drawn::Box(format!("Turn {day}")),
        Place::Okw => Drawn::Box("German OKW Reserve".to_owned()),
        Place::Heydte => Drawn::Box("Von der Heydte".to_owned()),
        Place::Reserve(..) => Drawn::Box(reserve.to_owned()),
        Place::Hex(hex) => Drawn::Hex(hex),
        Place::Dead => Drawn::eliminated(),
    };
    let supply = match it.supply {
        Supply::Full => None,
        Supply::Low => Some("low-supply"),
        Supply::Out => Some("out-of-supply"),
        Supply::Isolated => Some("isolated"),
    };
    let states = [supply, it.dispersed.then_some("dispersed"), it.no_fuel.then_some("out-of-fuel")];
    let statuses = states.into_iter().flatten().map(str::to_owned).collect();
    Some(Counter { unit: Some(unit), side: side.0, place, steps_lost: it.lost, statuses })
}

/// Positions, roadblocks, owners of towns and bridges that are not whose they were, blown bridges, depots.
fn markers(definitions: &Definitions, view: &View) -> Vec<LaidMarker> {
    use definitions::Place as Drawn;
    let public = &view.public;
    let laid = |kind: &str, place: Drawn| LaidMarker { kind: kind.to_owned(), place };
    let on = |kind: &str, hex: HexId| laid(kind, Drawn::Hex(hex));
    let board = &definitions.board;
    let mut markers: Vec<LaidMarker> = public.positions.iter().map(|hex| on("improved", *hex)).collect();
    markers.extend(public.roadblocks.iter().map(|hex| on("roadblock", *hex)));
    for hex in board.all().filter(|hex| board.hex(*hex).built.is_some()) {
        let german = public.towns.contains(&hex);
        if german != board.hex(hex).behind_westwall {
            markers.push(on(if german { "german-owned" } else { "allied-owned" }, hex));
        }
    }
    for (at, river) in board.rivers().iter().enumerate() {
        let bridge = public.units.bridge(crate::printed::RiverId(at as u16));
        let was = if river.german { GERMAN } else { ALLIED };
        let kind = match (bridge.stands, bridge.owner) {
            (false, _) if river.bridged => "bridge-blown",
            (true, owner) if owner != was || !river.bridged => {
                if owner == GERMAN {
                    "german-bridge"
                } else {
                    "allied-bridge"
                }
            }
            _ => continue,
        };
        markers.push(laid(kind, Drawn::Hexside(river.ends[0], river.ends[1])));
    }
    // which of the depots hold fuel is the Allied player's to know (3)
    let depot = |hex: &HexId| match (view.side == Some(ALLIED), view.depots.contains(hex)) {
        (true, true) => "fuel",
        (true, false) => "no-fuel",
        (false, _) => "fuel-depot",
    };
    markers.extend(public.depots.iter().map(|hex| on(depot(hex), *hex)));
    markers
}

/// Own hands by their faces, all other cards by their backs; discards and chits lie open.
fn piles(definitions: &Definitions, view: &View) -> Vec<LaidPile> {
    let face = |card: &CardId| SeenCard::Face(definitions.card(*card).id.clone());
    let mut piles = Vec::new();
    for (side, name) in [(GERMAN, "german"), (ALLIED, "allied")] {
        let known = &view.public.piles[side.index()];
        let back = |count: u8| vec![SeenCard::Back(format!("{name}-supplemental")); usize::from(count)];
        let hand = if view.side == Some(side) { view.hand.iter().map(face).collect() } else { back(known.hand) };
        let used = |primary: bool| {
            let of = known.used.iter().filter(|card| definitions.card(**card).primary == primary);
            of.map(face).collect::<Vec<_>>()
        };
        for (pile, cards) in [
            ("draw", back(known.draw)),
            ("available", back(known.available)),
            ("hand", hand),
            ("primary-used", used(true)),
            ("supplemental-used", used(false)),
        ] {
            piles.push(LaidPile { pile: format!("{name}-{pile}"), cards });
        }
    }
    let drawn = view.public.combat.iter().flat_map(|combat| &combat.drawn);
    let chit = |chit: &crate::printed::ChitId| SeenCard::Face(definitions.chit(*chit).id.clone());
    piles.push(LaidPile { pile: "combat-drawn".to_owned(), cards: drawn.map(chit).collect() });
    piles.push(LaidPile { pile: "combat-aside".to_owned(), cards: view.public.aside.iter().map(chit).collect() });
    piles.push(LaidPile { pile: "combat-cup".to_owned(), cards: view.public.cup.iter().map(chit).collect() });
    piles
}

/// The hex that is fought over, else those of the units that are active.
fn highlights(public: &Public) -> Vec<HexId> {
    if let Some(combat) = &public.combat {
        return vec![combat.target];
    }
    let active = public.activation.iter().flat_map(|activation| &activation.units);
    let mut hexes: Vec<HexId> = active.filter_map(|unit| public.unit(*unit).hex()).collect();
    hexes.sort();
    hexes.dedup();
    hexes
}

/// Day, row of the table of phases, and who acts.
fn stage(public: &Public) -> Stage {
    let phase = match public.phase {
        Phase::Reserves | Phase::AlliedReserves => 0,
        Phase::Cards => 1,
        Phase::Works | Phase::GermanWorks | Phase::Supply | Phase::Fuel | Phase::Interdiction => 2,
        Phase::Command => 3,
        Phase::End => 4,
    };
    Stage { turn: public.day, phase, acting: public.asked.iter().map(|asked| asked.side.0).collect() }
}

fn caption(definitions: &Definitions, public: &Public) -> String {
    let day = public.day;
    if let Some(ending) = &public.ending {
        let winner = ending.winner.map_or("Draw", |side| definitions.side_name(side));
        return format!("December {day} · {winner}");
    }
    let side = public.asked.map_or("", |asked| definitions.side_name(asked.side));
    format!("December {day} · {side}")
}
