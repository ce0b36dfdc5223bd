//! What a drawing of a game under way needs.

use crate::AutumnFog;
use crate::chapters::fog;
use crate::chapters::stacking;
use crate::overlays;
use crate::printed::definitions::Definitions;
use crate::printed::options::Fog;
use crate::printed::tables::Class;
use crate::sight::glimpse::EventView;
use crate::sight::view::Seen;
use crate::truth::event::Event;
use crate::truth::order::{EventKind, SupportKind};
use crate::truth::state::{Activation, Field, Location, OpenAsk, Pending, Supply, UnitState};
use definitions::hex::HexId;
use definitions::{
    Arrow, Counter, FoughtOut, LaidMarker, Overlay, Place, Position, Stage, SupportMarkers, SupportPlace, UnitId,
};
use engine::contract::Drawing;

impl Drawing for AutumnFog {
    /// The position as a viewer may see it.
    fn position(Seen { definitions, view }: Seen<'_>) -> Position {
        let field = &view.field;
        let mut units: Vec<UnitId> = (0..field.units.len() as u16).map(UnitId).collect();
        let top =
            |unit: UnitId| field.hex_of(unit).and_then(|hex| fog::top::top(definitions, field, hex)) == Some(unit);
        let fog = field.options.fog != Fog::Off;
        units.sort_by_key(|unit| (fog && top(*unit), rank(definitions, *unit), *unit));
        let unseen = field.unseen.stacks().iter().map(|stack| Counter {
            unit: None,
            side: stack.side.0,
            place: Place::Hex(stack.hex),
            steps_lost: 0,
            statuses: Vec::new(),
        });
        Position {
            caption: caption(definitions, field),
            stage: stage(field),
            // what is not seen lies under what is
            counters: unseen.chain(units.into_iter().filter_map(|unit| counter(definitions, field, unit))).collect(),
            markers: markers(field),
            supports: supports(definitions, field),
            piles: Vec::new(),
            tracks: Vec::new(),
            arrows: Vec::new(),
            combats: Vec::new(),
            highlights: highlights(definitions, field),
        }
    }

    fn overlays(seen: Seen<'_>) -> Vec<Overlay> {
        overlays::of(seen)
    }

    /// Adds the arrows of an event, and what came of combats.
    fn illustrate(definitions: &Definitions, event: &EventView, position: &mut Position) {
        let event = match event {
            EventView::Seen(event) => event,
            EventView::Glimpse { from: Some(from), to, .. } => {
                return position.arrows.push(Arrow::Move(vec![*from, *to]));
            }
            EventView::Glimpse { from: None, .. } | EventView::Detached { .. } | EventView::Presents(_) => return,
        };
        match event {
            Event::Moved { path, .. } | Event::Advanced { path, .. } if path.len() > 1 => {
                position.arrows.push(Arrow::Move(path.clone()));
            }
            Event::Retreated { path, .. } if path.len() > 1 => position.arrows.push(Arrow::Retreat(path.clone())),
            Event::AttackDeclared { targets, from, .. } => {
                let arrows = from.iter().flat_map(|from| targets.iter().map(move |to| Arrow::Attack(*from, *to)));
                position.arrows.extend(arrows);
                position
                    .highlights
                    .extend(targets.iter().filter(|hex| !position.highlights.contains(hex)).collect::<Vec<_>>());
                position.combats.extend(targets.first().map(|hex| FoughtOut::at(*hex, String::new())));
            }
            _ => tell_of_combat(definitions, event, position),
        }
    }
}

/// Adds to the combat that is being fought what an event tells of it.
fn tell_of_combat(definitions: &Definitions, event: &Event, position: &mut Position) {
    let Some(combat) = position.fighting() else { return };
    let side = |unit: &UnitId| definitions.published.units.unit(*unit).side;
    match event {
        Event::Fought(fight) => combat.result = format!("{}, die {}: {}", fight.column, fight.die, fight.starred()),
        Event::StepLost { unit, .. } => combat.lose(side(unit), 0, 1),
        Event::Eliminated { unit } => combat.lose(side(unit), 1, 0),
        Event::CombatEnded => combat.over = true,
        _ => {}
    }
}

/// Support markers in the pools, at the headquarters, and used ones (1.6).
fn supports(definitions: &Definitions, field: &Field) -> Vec<SupportMarkers> {
    let pools =
        definitions.armies.iter().zip(&field.pools).map(|(army, held)| (SupportPlace::Pool(army.clone()), held));
    let spent =
        definitions.armies.iter().zip(&field.used).map(|(army, held)| (SupportPlace::Spent(army.clone()), held));
    let units = (0..).map(UnitId).zip(&field.supports).map(|(unit, held)| (SupportPlace::Headquarters(unit), held));
    let all = pools.chain(units).chain(spent);
    let kinds = all.flat_map(|(at, held)| {
        SupportKind::ALL.map(|kind| SupportMarkers {
            at: at.clone(),
            kind: kind.name().to_owned(),
            count: held[kind.index()],
        })
    });
    kinds.filter(|markers| markers.count > 0).collect()
}

/// Markers that lie in hexes.
fn markers(field: &Field) -> Vec<LaidMarker> {
    let lies = |kind: &str, hex: HexId| LaidMarker { kind: kind.to_owned(), place: Place::Hex(hex) };
    let breakthroughs = field.breakthroughs.iter().map(|(_, hex)| lies("breakthrough", *hex));
    let events = field.markers.iter().filter_map(|(kind, hex)| match kind {
        EventKind::Stoesser => Some(lies("stoesser", *hex)),
        EventKind::Roadblock => Some(lies("roadblock", *hex)),
        EventKind::Nuts => Some(lies("nuts", *hex)),
        EventKind::Greif | EventKind::Skorzeny | EventKind::FuelDump | EventKind::AirSupply => None,
    });
    breakthroughs.chain(events).collect()
}

/// Place in a stack, bottom first: headquarters lie under the units that fight, tanks on top.
fn rank(definitions: &Definitions, unit: UnitId) -> u8 {
    match definitions.unit(unit).class {
        Class::Headquarters => 0,
        Class::Infantry => 1,
        Class::Mechanized => 2,
        Class::Armoured => 3,
    }
}

fn counter(definitions: &Definitions, field: &Field, unit: UnitId) -> Option<Counter> {
    let (data, state) = (definitions.unit(unit), field.unit(unit));
    let place = match state.place {
        Location::Absent | Location::Hidden(_) => return None,
        Location::Map(hex) => Place::Hex(hex),
        Location::Due(turn) => Place::Box(format!("Turn {turn}")),
        Location::Eliminated(_) => Place::eliminated(),
    };
    let statuses = if state.hex().is_some() { statuses(state) } else { Vec::new() };
    let steps_lost = data.steps.saturating_sub(state.steps);
    Some(Counter { unit: Some(unit), side: data.side.0, place, steps_lost, statuses })
}

fn statuses(unit: &UnitState) -> Vec<String> {
    [
        ("activated", unit.activations > 0),
        ("fatigued", unit.fatigued),
        ("out-of-command", unit.out_of_command),
        ("isolated", unit.supply == Supply::Isolated),
        ("unsupplied", unit.supply == Supply::Unsupplied),
        ("improved", unit.improved),
        ("skorzeny", unit.covered),
    ]
    .into_iter()
    .filter(|(_, has)| *has)
    .map(|(marker, _)| marker.to_owned())
    .collect()
}

/// Turn, phase (2.1) and whose decision it is.
fn stage(field: &Field) -> Stage {
    let told = |ask: &OpenAsk| match ask.pending {
        Pending::Present => Some(0),
        Pending::Return | Pending::AirSupply => Some(1),
        Pending::Allot => Some(2),
        _ => None,
    };
    let phase = match (&field.over, &field.asks[..]) {
        (Some(_), _) => 5,
        (None, []) => 0,
        // whatever else is asked belongs to operations
        (None, asks) => asks.iter().rev().find_map(told).unwrap_or(4),
    };
    let open = |side: &u8| {
        field
            .asks
            .last()
            .is_some_and(|last| field.asks.iter().any(|ask| ask.side.0 == *side && ask.pending == last.pending))
    };
    Stage { turn: field.turn, phase, acting: (0..2).filter(open).collect() }
}

/// `Turn 1, 16-17 December · German activation of XLVII Panzerkorps`.
fn caption(definitions: &Definitions, field: &Field) -> String {
    let date = definitions.date(field.turn).map(|date| format!(", {date}")).unwrap_or_default();
    format!("Turn {}{date} · {}", field.turn, phase(definitions, field))
}

fn phase(definitions: &Definitions, field: &Field) -> String {
    if let Some((winner, ..)) = &field.over {
        return format!("{} victory", definitions.side_name(*winner));
    }
    let Some(OpenAsk { side, pending, .. }) = field.asks.last() else { return "Begin".to_owned() };
    let side = definitions.side_name(*side);
    match (pending, field.operations.activation) {
        (Pending::Return, _) => format!("{side} headquarters come back"),
        (Pending::Present, _) => "Christmas presents".to_owned(),
        (Pending::Allot, _) => "Supports are allotted".to_owned(),
        (Pending::Operate, None) => format!("{side} operations"),
        (Pending::Operate, Some(Activation::Formation(formation))) => {
            format!("{side} activation of {}", definitions.published.units.formation(formation).name)
        }
        (Pending::Operate, Some(Activation::General { .. })) => format!("{side} general activation"),
        (Pending::Defend, _) => format!("{side} defence"),
        (Pending::Snafu, _) => format!("{side} choice of a snafu"),
        (Pending::Reroll, _) => format!("{side} second roll"),
        (Pending::Lose, _) => format!("{side} losses"),
        (Pending::Retreat, _) => format!("{side} retreat"),
        (Pending::Mark, _) => format!("{side} breakthrough"),
        (Pending::Advance, _) => format!("{side} advance"),
        (Pending::Overstack, _) => format!("{side} overstacking"),
        (Pending::Interrupt, _) => format!("{side} events"),
        (Pending::AirSupply, _) => format!("{side} air supply"),
    }
}

/// The attacked hexes of the combat under way, or the hex that an ask is about.
fn highlights(definitions: &Definitions, field: &Field) -> Vec<HexId> {
    match (&field.combat, field.asks.last()) {
        (_, Some(OpenAsk { pending: Pending::Overstack, side, .. })) => {
            stacking::overfull(definitions, field, *side).into_iter().collect()
        }
        (_, Some(OpenAsk { pending: Pending::Interrupt, .. })) => {
            field.march.iter().flat_map(|march| march.path.clone()).collect()
        }
        (Some(combat), _) => combat.targets.clone(),
        (None, _) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truth::state::{GERMAN, State};
    use engine::contract::{AskId, Drawing, Foundation, Rules, Seen, Setup, Sight, Viewer};

    fn game() -> (Definitions, State) {
        let definitions = Definitions::parse(&AutumnFog::files()).expect("the definitions parse");
        let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
        let mut state = AutumnFog::initial(&definitions, &setup).expect("the scenario exists");
        state.field.turn = 1;
        (definitions, state)
    }

    fn drawn(definitions: &Definitions, state: &State) -> Position {
        AutumnFog::position(Seen::new(definitions, &AutumnFog::view(definitions, state, Viewer::Observer)))
    }

    #[test]
    fn units_lie_in_their_hexes_and_reinforcements_in_the_boxes_of_their_turns() {
        let (definitions, mut state) = game();
        let find = |id: &str| definitions.published.units.find(id).expect("a unit");
        state.field.units[find("26-vg").index()].place = Location::Eliminated(1);
        state.field.units[find("2-di").index()].steps = 3;
        let drawn = drawn(&definitions, &state);
        let counter = |id: &str| drawn.counters.iter().find(|counter| counter.unit == Some(find(id))).expect("drawn");
        assert_eq!(counter("1-di").place, Place::Box("Turn 1".to_owned()));
        assert_eq!(counter("26-vg").place, Place::eliminated());
        assert_eq!((counter("2-di").steps_lost, &counter("2-di").statuses[..]), (1, &["improved".to_owned()][..]));
        assert!(
            drawn.counters.iter().all(|counter| counter.unit != Some(find("hq-xxx"))),
            "absent units are not drawn"
        );
    }

    #[test]
    fn every_marker_that_is_laid_is_in_the_games_list_and_has_a_look_of_its_own() {
        let (definitions, mut state) = game();
        let unit = &mut state.field.units[definitions.published.units.find("2-di").expect("a unit").index()];
        (unit.activations, unit.fatigued, unit.out_of_command) = (1, true, true);
        (unit.improved, unit.covered, unit.supply) = (true, true, Supply::Isolated);
        let mut laid = statuses(unit);
        unit.supply = Supply::Unsupplied;
        laid.extend(statuses(unit));
        state.field.breakthroughs.push((GERMAN, HexId(3)));
        for kind in [EventKind::Stoesser, EventKind::Roadblock, EventKind::Nuts] {
            state.field.markers.push((kind, HexId(3)));
        }
        laid.extend(markers(&state.field).into_iter().map(|marker| marker.kind));
        laid.sort_unstable();
        laid.dedup();
        assert_eq!(laid.len(), 11);
        let kinds = &definitions.published.markers;
        let looks: Vec<_> = laid.iter().map(|id| kinds.iter().find(|kind| kind.id == *id).expect("declared")).collect();
        for (i, kind) in looks.iter().enumerate() {
            assert!(looks[..i].iter().all(|other| (other.look, &other.sign) != (kind.look, &kind.sign)), "{}", kind.id);
        }
    }

    #[test]
    fn a_game_whose_definitions_tell_no_looks_or_lack_markers_gets_those_of_today() {
        let mut texts: Vec<(String, String)> =
            AutumnFog::files().iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        for (_, text) in texts.iter_mut().filter(|(name, _)| name == "game.txt") {
            let kept = text.lines().filter(|line| !line.starts_with("marker nuts "));
            let lines = kept.map(|line| line.split(" shape=").next().and_then(|it| it.split(" spot=").next()));
            *text = lines.flatten().collect::<Vec<_>>().join("\n");
        }
        let old = Definitions::parse(&definitions::GameFiles::new(texts)).expect("as version 0.1.0 stored it");
        let new = Definitions::parse(&AutumnFog::files()).expect("the definitions parse");
        let looks = |definitions: &Definitions| {
            let kinds = definitions.published.markers.iter();
            kinds.map(|kind| (kind.id.clone(), kind.look)).collect::<std::collections::BTreeMap<_, _>>()
        };
        assert_eq!(looks(&old), looks(&new));
    }

    #[test]
    fn the_caption_names_turn_date_and_who_does_what() {
        let (definitions, mut state) = game();
        state.field.asks.push(OpenAsk { id: AskId(0), side: GERMAN, pending: Pending::Operate });
        assert_eq!(drawn(&definitions, &state).caption, "Turn 1, 16-17 December · German operations");
        let formation = definitions.published.units.find_formation("xlvii-pz").expect("a formation");
        state.field.operations.activation = Some(Activation::Formation(formation));
        let caption = "Turn 1, 16-17 December · German activation of XLVII Panzerkorps";
        assert_eq!(drawn(&definitions, &state).caption, caption);
    }

    #[test]
    fn an_attack_is_an_arrow_from_each_hex_of_the_attackers() {
        let (definitions, state) = game();
        let find = |id: &str| definitions.published.units.find(id).expect("a unit");
        let hex = |number: &str| definitions.board.grid().find(number).expect("a hex");
        let mut drawn = drawn(&definitions, &state);
        let attackers = vec![find("gutman-2pz"), find("cochenhausen-2pz"), find("26-vg")];
        let event = Event::AttackDeclared {
            side: GERMAN,
            prepared: false,
            targets: vec![hex("2515")],
            lead: attackers[0],
            attackers,
            cost: 1,
            supports: Vec::new(),
            air: 0,
            defenders: Vec::new(),
            freed: Vec::new(),
            from: vec![hex("2615"), hex("2616")],
            off: None,
        };
        AutumnFog::illustrate(&definitions, &event.into(), &mut drawn);
        let arrows = [Arrow::Attack(hex("2615"), hex("2515")), Arrow::Attack(hex("2616"), hex("2515"))];
        assert_eq!(drawn.arrows, arrows);
        assert_eq!(drawn.highlights, [hex("2515")]);
        let defender = find("110-28di");
        for event in [
            Event::StepLost { unit: defender, left: 2 },
            Event::StepLost { unit: defender, left: 1 },
            Event::CombatEnded,
            Event::StepLost { unit: find("26-vg"), left: 1 },
        ] {
            AutumnFog::illustrate(&definitions, &event.into(), &mut drawn);
        }
        let [combat] = &drawn.combats[..] else { panic!("one combat: {:?}", drawn.combats) };
        assert_eq!(combat.at, hex("2515"));
        let losses: Vec<(u8, String)> = combat.losses.iter().map(|it| (it.side, it.in_words())).collect();
        assert_eq!(losses, [(1, "2 steps".to_owned())], "what is lost after the combat was not lost in it");
    }
}
