//! Orders that play a card as an event in the own impulse (5.2).

use super::CRISIS;
use super::{HELD_BACK, deeds, digs, held_back, hungry};
use crate::EnemyAction;
use crate::chapters::activation;
use crate::chapters::asking::{Known, held, misplaced};
use crate::chapters::engineers::{Work, river, work};
use crate::chapters::{reserves, supply};
use crate::printed::{ALLIED, Deed, Definitions, GERMAN, Ground, RiverId};
use crate::truth::event::{Event, Play};
use crate::truth::order::{Step, Verb};
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Phase, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Ids of the army in whose area von der Heydte lands, and of the British.
const HEYDTE_AREA: &str = "6pz";
const BRITISH: &str = "xxx";

/// Whether an event can do anything now.
pub fn possible(known: Known<'_>, deed: Deed) -> bool {
    let mut found = false;
    targets(known, deed, &mut |_| found = true);
    found
}

/// First steps after an event.
fn targets(known: Known<'_>, deed: Deed, offer: &mut dyn FnMut(Step)) {
    let (definitions, public) = (known.definitions, known.public);
    let board = &definitions.board;
    match deed {
        Deed::Engineers | Deed::BridgeEngineers => {
            let mut hexes = board.none();
            let traced = supply::trace(definitions, public, known.side);
            for (at, it) in board.rivers().iter().enumerate() {
                if work(definitions, public, known.side, &traced, RiverId(at as u16)).is_ok() {
                    it.ends.iter().for_each(|hex| hexes.insert(*hex));
                }
            }
            if deed == Deed::Engineers {
                board.all().filter(|hex| digs(definitions, public, *hex).is_ok()).for_each(|hex| hexes.insert(hex));
            }
            hexes.iter().map(Step::Hex).for_each(offer);
        }
        Deed::Airpower => {
            board.all().filter(|hex| !hungry(definitions, public, *hex).is_empty()).map(Step::Hex).for_each(offer);
        }
        Deed::Eisenhower => {
            let groups = definitions.groups().map(|(group, _)| group);
            groups.filter(|group| !held_back(definitions, public, *group).is_empty()).map(Step::Group).for_each(offer);
        }
        Deed::Heydte => {
            board.all().filter(|hex| lands(definitions, public, *hex).is_ok()).map(Step::Hex).for_each(offer);
        }
        Deed::Alarm => alarmed(known).into_iter().map(Step::Unit).for_each(offer),
        Deed::Crisis if !british(definitions, public).is_empty() => offer(Step::Done),
        Deed::Crisis => {}
        Deed::Commandos if public.piles[ALLIED.index()].hand > 0 => offer(Step::Done),
        Deed::Commandos => {}
        _ if public.has(deed) => {}
        _ => offer(Step::Done),
    }
}

/// Steps that may follow `event`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    match partial {
        [_] => known.hand.iter().copied().map(Step::Card).for_each(offer),
        [_, Step::Card(card)] => {
            deeds(known.definitions, known.public, *card).into_iter().map(Step::Deed).for_each(offer)
        }
        [_, Step::Card(_), Step::Deed(deed)] => targets(known, *deed, offer),
        [_, Step::Card(_), Step::Deed(Deed::Alarm), rest @ ..] => {
            offer(Step::Done);
            if rest.len() < known.definitions.tables.deeds.alarmed {
                let last = rest.last();
                let after = |unit: &UnitId| !matches!(last, Some(Step::Unit(last)) if last >= unit);
                alarmed(known).into_iter().filter(after).map(Step::Unit).for_each(offer);
            }
        }
        [_, Step::Card(_), Step::Deed(_), Step::Hex(hex)] => {
            offer(Step::Done);
            known.definitions.board.around(*hex).map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `event`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    match (partial, step) {
        ([_], Step::Card(card)) => {
            let supplying = matches!(public.phase, Phase::Works | Phase::GermanWorks);
            held(known, *card, if supplying { "5.1c" } else { "4h" })?;
            if public.opens() {
                return Err(Refusal::new("4.11e", "no event is played in the first three German impulses"));
            }
            let title = &definitions.card(*card).title;
            if deeds(definitions, public, *card).is_empty() {
                return Err(Refusal::new("5.2e", format!("{title} is no event today")));
            }
            Ok(Progress::Open)
        }
        ([_, Step::Card(card)], Step::Deed(deed)) => {
            let title = &definitions.card(*card).title;
            if !deeds(definitions, public, *card).contains(deed) {
                return Err(Refusal::new("2.3e", format!("{title} is not {} today", deed.name())));
            }
            Ok(Progress::Open)
        }
        ([_, Step::Card(_), Step::Deed(Deed::Alarm), _, ..], Step::Done) => Ok(Progress::Complete),
        ([_, Step::Card(_), Step::Deed(Deed::Alarm), rest @ ..], Step::Unit(unit)) => {
            let most = definitions.tables.deeds.alarmed;
            if rest.len() >= most {
                return Err(Refusal::new("T.EVl", format!("{most} units move as the alarm is raised")));
            }
            if matches!(rest.last(), Some(Step::Unit(last)) if last >= unit) {
                return Err(misplaced("each unit once, in the order of the counters"));
            }
            if !alarmed(known).contains(unit) {
                let message = format!("{} is no Allied unit on the map that can move", definitions.name(*unit));
                return Err(Refusal::new("T.EVl", message));
            }
            Ok(Progress::Open)
        }
        ([_, Step::Card(_), Step::Deed(deed)], _) => first(known, *deed, step),
        ([_, Step::Card(_), Step::Deed(Deed::Engineers), Step::Hex(hex)], Step::Done) => {
            digs(definitions, public, *hex).map(|()| Progress::Complete)
        }
        ([_, Step::Card(_), Step::Deed(Deed::Engineers | Deed::BridgeEngineers), Step::Hex(one)], Step::Hex(other)) => {
            let river = river(definitions, *one, *other)?;
            let traced = supply::trace(definitions, public, known.side);
            work(definitions, public, known.side, &traced, river).map(|_| Progress::Complete)
        }
        _ => Err(misplaced("a card, an event, and where it happens")),
    }
}

/// Judges the step after an event.
fn first(known: Known<'_>, deed: Deed, step: &Step) -> Result<Progress, Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    match (deed, step) {
        (Deed::Heydte, Step::Hex(hex)) => lands(definitions, public, *hex).map(|()| Progress::Complete),
        (Deed::Heydte | Deed::Alarm, _) => Err(misplaced("where he lands, or who moves")),
        (Deed::Engineers | Deed::BridgeEngineers, Step::Hex(hex)) => {
            let traced = supply::trace(definitions, public, known.side);
            let digs = digs(definitions, public, *hex);
            if deed == Deed::Engineers && digs.is_ok() {
                return Ok(Progress::Open);
            }
            let rivers = definitions.board.hex(*hex).sides.iter().filter_map(|border| border.river);
            let mut works =
                rivers.map(|river| work(definitions, public, known.side, &traced, river)).collect::<Vec<_>>();
            if works.iter().any(Result::is_ok) {
                return Ok(Progress::Open);
            }
            let none = || Refusal::new("12.21", format!("no river flows beside {}", definitions.place(*hex)));
            match works.pop() {
                Some(Err(refusal)) => Err(refusal),
                _ if deed == Deed::Engineers => digs.map(|()| Progress::Open),
                _ => Err(none()),
            }
        }
        (Deed::Airpower, Step::Hex(hex)) => {
            if hungry(definitions, public, *hex).is_empty() {
                let message = format!("no unsupplied Allied unit is in {}", definitions.place(*hex));
                return Err(Refusal::new("10.3a", message));
            }
            Ok(Progress::Complete)
        }
        (Deed::Eisenhower, Step::Group(group)) => {
            if held_back(definitions, public, *group).is_empty() {
                let message = format!("{} cannot be held back", definitions.group(*group));
                return Err(Refusal::new("T.EVe", message));
            }
            Ok(Progress::Complete)
        }
        (Deed::Engineers | Deed::BridgeEngineers | Deed::Airpower | Deed::Eisenhower, _) => {
            Err(misplaced("where the event happens"))
        }
        (_, Step::Done) if !possible(known, deed) => {
            Err(Refusal::new("5.2e", format!("{} could do nothing now", deed.name())))
        }
        (_, Step::Done) => Ok(Progress::Complete),
        _ => Err(misplaced("nothing more")),
    }
}

/// Plays a card as an event. Whether the impulse is over.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, side: SideId, order: &[Step]) -> bool {
    let [Step::Verb(Verb::Event), Step::Card(card), Step::Deed(deed), rest @ ..] = order else { return true };
    let definitions = turn.definitions();
    turn.emit(Event::Answered);
    turn.emit(Event::Played { side, card: *card, play: Play::Event(*deed), back: false });
    reserves::besides(turn, side, *card, Play::Event(*deed));
    match (deed, rest) {
        (Deed::Engineers, [Step::Hex(hex), Step::Done]) => turn.emit(Event::DugIn { hex: *hex }),
        (Deed::Engineers | Deed::BridgeEngineers, [Step::Hex(one), Step::Hex(other)]) => {
            let Ok(river) = river(definitions, *one, *other) else { return true };
            let traced = supply::trace(definitions, &turn.public, side);
            match work(definitions, &turn.public, side, &traced, river) {
                Ok(Work::Blow) => {
                    turn.emit(Event::DemolitionBegan { river });
                    return false;
                }
                Ok(Work::Build) => turn.emit(Event::Bridged { river, side }),
                Err(_) => {}
            }
        }
        (Deed::Airpower, [Step::Hex(hex)]) => {
            let units = hungry(definitions, &turn.public, *hex);
            turn.emit(Event::Resupplied { units });
        }
        (Deed::Eisenhower, [Step::Group(group)]) => {
            let units = held_back(definitions, &turn.public, *group);
            turn.emit(Event::PutOff { units, place: Place::Due(HELD_BACK, true) });
        }
        (Deed::Heydte, [Step::Hex(hex)]) => {
            let landed = definitions.heydte.map(|unit| Event::Landed { unit, hex: *hex });
            landed.into_iter().for_each(|event| turn.emit(event));
        }
        (Deed::Alarm, _) => {
            let unit = |step: &Step| if let Step::Unit(unit) = step { Some(*unit) } else { None };
            let activation = activation::of_alarm(side, rest.iter().filter_map(unit).collect());
            turn.emit(Event::Activated { activation, single: false, bridges: Vec::new(), roadblocks: Vec::new() });
            return false;
        }
        (Deed::Crisis, _) => {
            let units = british(definitions, &turn.public);
            turn.emit(Event::CrisisBegan { units });
        }
        (Deed::Commandos, _) => lose_card(turn, ALLIED),
        _ => turn.emit(Event::InEffect { deed: *deed }),
    }
    true
}

/// Where von der Heydte may land: on clear, broken or wooded ground in the 6th Panzer Army's area without a town, a roadblock or
/// anybody in it, and not beside an Allied unit (T.EV, R75).
fn lands(definitions: &Definitions, public: &Public, hex: HexId) -> Result<(), Refusal> {
    let (it, disposition) = (definitions.board.hex(hex), public.disposition(definitions));
    let waits = definitions.heydte.is_some_and(|unit| public.unit(unit).place == Place::Heydte);
    let refuse = |why: &str| Err(Refusal::new("T.EVj", format!("{}: {why}", definitions.place(hex))));
    if !waits {
        return Err(Refusal::new("T.EVj", "von der Heydte is not in his box"));
    }
    if it.ground == Ground::Forest || it.built.is_some() || it.sides.is_empty() {
        return refuse("von der Heydte lands on clear, broken or wooded ground, in no town");
    }
    if !it.areas.iter().any(|area| area == HEYDTE_AREA) {
        return refuse("it lies outside the area of the 6th Panzer Army");
    }
    if disposition.holds(GERMAN, hex) || disposition.holds(ALLIED, hex) || public.roadblocks.contains(&hex) {
        return refuse("units or a roadblock are there");
    }
    if disposition.beside(definitions, ALLIED, hex) {
        return refuse("an Allied unit is beside it");
    }
    Ok(())
}

/// Allied units that can move as the alarm is raised.
fn alarmed(known: Known<'_>) -> Vec<UnitId> {
    let (definitions, public) = (known.definitions, known.public);
    let stuck = |unit: UnitId| {
        let it = public.unit(unit);
        it.dispersed || it.supply == Supply::Isolated && definitions.counter(unit).kind.mechanised()
    };
    let here = definitions.units_of(ALLIED).filter(|unit| public.unit(*unit).hex().is_some());
    here.filter(|unit| !stuck(*unit)).collect()
}

/// British units that would come on the 22nd, with the day on which a Crisis has them come.
fn british(definitions: &Definitions, public: &Public) -> Vec<(UnitId, Place)> {
    let put_off = |unit: UnitId| match public.unit(unit).place {
        Place::Due(day, strategic) if day == CRISIS.0 => Some((unit, Place::Due(CRISIS.1, strategic))),
        _ => None,
    };
    let british = definitions.units_of(ALLIED).filter(|unit| definitions.counter(*unit).army == BRITISH);
    british.filter_map(put_off).collect()
}

/// A card of a hand is lost, drawn at random.
pub fn lose_card(turn: &mut Turn<'_, EnemyAction>, side: SideId) {
    let held = turn.public.piles[side.index()].hand;
    if held > 0 {
        let place = turn.sealed("lost card", u32::from(held)) as usize;
        let card = turn.hidden[side.index()].hand.get(place).copied();
        turn.emit(Event::CardLost { side, card });
    }
}

/// Interdiction: German cards are lost, and the first German impulse of the day is skipped (5.1).
pub fn interdict(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    let [_, Step::Card(card)] = order else { return };
    turn.emit(Event::Answered);
    turn.emit(Event::Played { side: ALLIED, card: *card, play: Play::Event(Deed::Airpower), back: false });
    for _ in 0..turn.definitions().tables.deeds.interdicted {
        lose_card(turn, GERMAN);
    }
    turn.emit(Event::Interdicted { flown: true });
}

/// Judges `interdict with CARD`.
///
/// # Errors
/// The rule that forbids it.
pub fn check_interdiction(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let ([_], Step::Card(card)) = (partial, step) else { return Err(misplaced("a card")) };
    held(known, *card, "5.1f")?;
    if deeds(known.definitions, known.public, *card).contains(&Deed::Airpower) {
        return Ok(Progress::Complete);
    }
    let title = &known.definitions.card(*card).title;
    Err(Refusal::new("5.1f", format!("{title} is not Airpower today")))
}
