//! The sequence of play (case 2): what comes when, and who acts next.

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced};
use crate::chapters::historical_events::air_supply;
use crate::chapters::{
    activation, air, arrival, asking, c3i, command, fuel, headquarters, movement, presents, reinforcements, stacking,
    supply, supports, surprise, victory, zones,
};
use crate::printed::definitions::Definitions;
use crate::truth::event::Event;
use crate::truth::marks::{Lapse, Lapses, Mark, Marks};
use crate::truth::order::{EventKind, Step, SupportKind, Verb};
use crate::truth::state::{ALLIED, Activation, Field, GERMAN, Location, March, Pending};
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::contract::{Grounds, Progress, SideId, Turn, Unworded};
use std::borrow::Cow;

/// Formations that the German may activate in a row on turn 1 (17.1f).
const OPENING: usize = 3;

/// What goes from all units when a turn begins: what they did in the last one (2.1k), and that they arrived (16.1f) or
/// fell back (7.7.1k) in it.
const LAST_TURN: &[Mark] = &[
    Mark::Activations,
    Mark::Active,
    Mark::Ap,
    Mark::HalfMp,
    Mark::Acted,
    Mark::Bound,
    Mark::Arrived,
    Mark::FellBack,
    Mark::Covered,
    Mark::Refuelled,
    // surprise ends with turn 1 (17.1g)
    Mark::Pinned,
];

/// What goes from all units when a sequence ends: their activation with what is left of it (3.4.1b), what they owe
/// (4.2b), cover and fuel (15.2d, 15.2e).
const ACTIVATION: Marks =
    Some(Cow::Borrowed(&[Mark::Active, Mark::Bound, Mark::Ap, Mark::HalfMp, Mark::Covered, Mark::Refuelled]));

/// What goes when a sequence ends or the first one begins: what a side has met unseen (ruling R214).
const SEEN_IN_SEQUENCE: Lapses = Some(Cow::Borrowed(&[Lapse::Met]));

/// The same after a sequence in which a covered stack has slipped through zones of control (ruling R152).
const SLIPPED_IN_SEQUENCE: Lapses = Some(Cow::Borrowed(&[Lapse::Met, Lapse::Slipped]));

/// What goes when the operations are over: breakthroughs (7.8d), missions (14.1), Stoesser's paratroopers (15.2a).
const OPERATIONS: Lapses =
    Some(Cow::Borrowed(&[Lapse::Breakthroughs, Lapse::Missions, Lapse::Markers(EventKind::Stoesser)]));

/// What goes with a pass: the German row of turn 1 (17.1f, ruling R94).
const ROW: Lapses = Some(Cow::Borrowed(&[Lapse::Opening]));

/// Begins a game turn: new supports come, then phase 1 (2.1a).
pub fn begin_turn(turn: &mut Turn<'_, AutumnFog>, number: u8) {
    let definitions = turn.definitions();
    let surprised = if number == 1 { surprise::surprised(definitions, &turn.field) } else { Vec::new() };
    turn.emit(Event::TurnBegan { turn: number, off: Some(Cow::Borrowed(LAST_TURN)), surprised });
    for (army, id) in definitions.armies.iter().enumerate() {
        let mut markers = [0; 4];
        let grants = &definitions.scenario(&turn.field).grants;
        for grant in grants.iter().filter(|grant| grant.turn == number && grant.pool == *id) {
            if let Some(kind) = SupportKind::named(&grant.kind) {
                markers[kind.index()] += grant.count;
            }
        }
        if markers != [0; 4] {
            turn.emit(Event::Granted { army: army as u8, markers });
        }
    }
    arrival::hold_up(turn);
    air::roll(turn);
    if !presents::offer(turn) {
        return_headquarters(turn);
    }
}

/// The beginning of phase 2: destroyed headquarters come back (1.3j), the German ones first (ruling R7).
fn return_headquarters(turn: &mut Turn<'_, AutumnFog>) {
    let returns = |side: &SideId| headquarters::someone_returns(turn.definitions(), &turn.field, *side);
    match SideId::BOTH.into_iter().find(returns) {
        Some(side) => asking::ask(turn, side, Pending::Return),
        None => supply_and_command(turn),
    }
}

/// Phase 2 (2.1b): the American may be asked for air supply first (15.3d).
fn supply_and_command(turn: &mut Turn<'_, AutumnFog>) {
    if air_supply::helps(turn.definitions(), &turn.field) {
        asking::ask(turn, ALLIED, Pending::AirSupply);
    } else {
        check_supply_and_command(turn, None);
    }
}

/// Phases 2 and 3: checks supply and command (2.1b), with supplies dropped on a hex or without, and opens the
/// allotment of supports (2.1c).
fn check_supply_and_command(turn: &mut Turn<'_, AutumnFog>, dropped: Option<HexId>) {
    let units = supply::check(turn.definitions(), &turn.field, dropped);
    turn.emit(Event::Checked { units });
    fuel::roll(turn);
    for side in SideId::BOTH {
        if supports::can_allot(turn.definitions(), &turn.field, &[], side) {
            asking::ask(turn, side, Pending::Allot);
        }
    }
    if turn.field.asks.is_empty() {
        determine_initiative(turn);
    }
}

/// Phase 4 (2.1d): on turns 1 and 2 the German has it (17.1e).
fn determine_initiative(turn: &mut Turn<'_, AutumnFog>) {
    let side = if turn.field.turn <= 2 {
        GERMAN
    } else {
        loop {
            let dice = [turn.die("initiative German", 6), turn.die("initiative Allied", 6)];
            turn.emit(Event::InitiativeRolled { dice });
            if dice[0] != dice[1] {
                break if dice[0] > dice[1] { GERMAN } else { GERMAN.enemy() };
            }
        }
    };
    // on turn 1 a row of German formations opens the game (17.1f)
    let opening = (turn.field.turn == 1).then(Vec::new);
    turn.emit(Event::Initiative { side, opening, lapsed: SEEN_IN_SEQUENCE });
    let finished = SideId::BOTH.map(|side| activation::finished(turn.definitions(), &turn.field, side));
    match finished {
        [true, true] => end_operations(turn),
        [false, false] => asking::ask(turn, side, Pending::Operate),
        [german, _] => {
            let alone = if german { GERMAN.enemy() } else { GERMAN };
            turn.emit(Event::Alone { side: alone });
            asking::ask(turn, alone, Pending::Operate);
        }
    }
}

/// The chapter of `activate`, `pass` and `end`.
pub static CHAPTER: Chapter =
    Chapter { begin: Judge(check_verb, check_verb), ..Chapter::new(candidates, Judge(check, check), perform) };

/// Steps that may follow `activate`, `pass` and `end`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, side, partial, .. } = asked;
    match partial {
        [Step::Verb(Verb::Activate)] if field.operations.activation.is_some() => {
            c3i::who_might_check(definitions, field, side).map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Activate)] => {
            let formations = (0..definitions.published.units.formations.len() as u16).map(FormationId);
            let own = formations.filter(|formation| definitions.side_of(*formation) == side);
            own.map(Step::Formation).chain([Step::General]).for_each(offer);
        }
        _ => {}
    }
}

/// Judges what follows `activate`; the other verbs are complete by themselves.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, side, .. } = asked;
    match step {
        Step::Unit(unit) if field.operations.activation.is_some() => {
            c3i::may_check::<R>(definitions, field, side, *unit)?
        }
        Step::Unit(unit) => return Err(alone(definitions, field, side, *unit)),
        Step::Formation(formation) if field.operations.activation.is_none() => {
            check_formation::<R>(definitions, field, side, *formation)?;
        }
        Step::General if field.operations.activation.is_none() => {}
        Step::Formation(_) | Step::General => {
            return Err(R::under("2.1e", || "an activation sequence is under way").remedy(|| "Write `end` first."));
        }
        _ => return Err(misplaced("a formation or `general`")),
    }
    Ok(Progress::Complete)
}

/// Why no activation begins with a unit (3.2a, 3.3a).
fn alone<R: Grounds>(definitions: &Definitions, field: &Field, side: SideId, unit: UnitId) -> R {
    let name = definitions.name(unit);
    let Err(refusal) = activation::ready::<R>(definitions, field, side, unit) else {
        return misplaced("a formation or `general`");
    };
    if refusal.case() != "3.1a" || definitions.unit(unit).side != side {
        return refusal;
    }
    let whole = definitions.unit(unit).formation.map(|formation| definitions.published.units.formation(formation));
    R::under("3.1a", || match whole {
        Some(formation) => format!("{name} is a unit of {}, and no unit begins an activation", formation.name),
        None => format!("{name} is independent, and no unit begins an activation"),
    })
    .remedy(|| {
        if command::must_check(definitions, field, unit) {
            return format!("Write `activate general`, then `activate {name}`, which rolls its C3I check [3.3c].");
        }
        let short = whole.map(|formation| format!("`activate {}`, or ", formation.short)).unwrap_or_default();
        format!("Write {short}`activate general`, and then its order.")
    })
}

/// Whether a formation may be activated (3.2).
fn check_formation<R: Grounds>(
    definitions: &Definitions,
    field: &Field,
    side: SideId,
    formation: FormationId,
) -> Result<(), R> {
    let name = &definitions.published.units.formation(formation).name;
    if definitions.side_of(formation) != side {
        return Err(R::under("3.2a", || format!("{name} is not yours")));
    }
    let Some(hq) = definitions.headquarters[formation.index()] else {
        return Err(R::under("3.2b", || format!("{name} has no headquarters")).remedy(|| "Write `activate general`."));
    };
    match field.unit(hq).place {
        Location::Map(_) => {}
        Location::Due(turn) if turn <= field.turn => {
            if activation::shut_out(definitions, field, hq) {
                let name = definitions.name(hq);
                return Err(R::under("3.2b", || format!("{name} cannot enter: the enemy bars all its entry hexes"))
                    .remedy(|| "Its units can act in a general activation."));
            }
        }
        Location::Eliminated(_) => {
            return Err(R::under("3.2b", || format!("the headquarters of {name} has been destroyed"))
                .remedy(|| "Its units can act in a general activation."));
        }
        Location::Due(_) | Location::Absent | Location::Hidden(_) => {
            // the case speaks of Allied formations
            let case = if side == ALLIED { "9.2c" } else { "3.2b" };
            return Err(R::under(case, || format!("the headquarters of {name} has not come yet"))
                .remedy(|| "Its units can act in a general activation."));
        }
    }
    if let Some(armies) = &field.operations.opening {
        let army = definitions.unit(hq).army;
        if army.is_some_and(|army| armies.contains(&army)) {
            return Err(R::under("17.1f", || {
                format!("a formation of the army of {name} has been activated in this row")
            })
            .remedy(|| "Choose a formation of another army, or end the row with `activate general` or `pass`."));
        }
    }
    activation::may_wake::<R>(definitions, field, hq)
}

/// Judges the verbs: `pass` and `end` are complete by themselves; within a sequence `activate` is for units that
/// must take a C3I check (3.3c).
fn check_verb<R: Grounds>(asked: Asked<'_>, verb: &Verb) -> Result<Progress, R> {
    let Asked { definitions, field, side, .. } = asked;
    if *verb == Verb::Activate && field.operations.activation.is_some() {
        let mut units = c3i::who_might_check(definitions, field, side);
        if !units.any(|unit| c3i::may_check::<Unworded>(definitions, field, side, unit).is_ok()) {
            return Err(R::under("2.1e", || "an activation sequence is under way").remedy(|| "Write `end` first."));
        }
        return Ok(Progress::Open);
    }
    if *verb == Verb::End {
        for (unit, hex) in field.on_map().filter(|(unit, _)| field.unit(*unit).bound) {
            let owed = zones::owed(definitions, field, unit);
            if !owed.is_empty() {
                return Err(R::under("4.2b", || {
                    format!("{} entered an enemy zone of control and has not attacked yet", definitions.name(unit))
                })
                .remedy(|| {
                    let enemies: Vec<String> = owed.iter().map(|enemy| definitions.place(*enemy).to_string()).collect();
                    format!("Attack {} from {} first.", enemies.join(" or "), definitions.place(hex))
                }));
            }
        }
    }
    Ok(if *verb == Verb::Activate { Progress::Open } else { Progress::Complete })
}

/// Carries out `activate`, `pass` and `end`.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    match order {
        [_, Step::Unit(unit)] => c3i::check(turn, *unit),
        [_, Step::Formation(formation)] => {
            turn.emit(Event::SequenceBegan { side, activation: Activation::Formation(*formation) });
            if let Some(hq) = turn.definitions().headquarters[formation.index()] {
                activation::wake(turn, hq);
            }
        }
        [_, Step::General] => {
            let limit = activation::general_limit(turn.definitions(), side);
            turn.emit(Event::SequenceBegan { side, activation: Activation::General { limit } });
        }
        [Step::Verb(Verb::Pass)] => pass(turn, side),
        _ => put_right(turn, side),
    }
}

/// Checks stacking at the end of a sequence (2.1h, 5d) and ends it when all is right.
fn put_right(turn: &mut Turn<'_, AutumnFog>, side: SideId) {
    match stacking::overfull(turn.definitions(), &turn.field, side) {
        Some(_) => asking::ask(turn, side, Pending::Overstack),
        None => end_sequence(turn, side),
    }
}

/// What comes once an order has answered the last question of its kind: chapters put questions and settle them, and
/// what the sequence of play says comes next is said here.
pub fn go_on(turn: &mut Turn<'_, AutumnFog>, side: SideId, answered: Pending, order: &[Step]) {
    if turn.field.asks.iter().any(|ask| ask.pending == answered) {
        return;
    }
    match (answered, order) {
        (Pending::Present | Pending::Return, _) => return_headquarters(turn),
        (Pending::AirSupply, [_, Step::Event(_), Step::Hex(hex)]) => check_supply_and_command(turn, Some(*hex)),
        (Pending::AirSupply, _) => check_supply_and_command(turn, None),
        (Pending::Allot, _) => determine_initiative(turn),
        (Pending::Overstack, _) => end_sequence(turn, side),
        (Pending::Interrupt, [_, Step::Event(EventKind::Greif), Step::Hex(hex)]) => resume(turn, Some(*hex)),
        (Pending::Interrupt, _) => resume(turn, None),
        _ => {}
    }
}

/// The march or entry that waited for the events of the other side goes on (15.2c, 15.3a), into the commandos perhaps.
fn resume(turn: &mut Turn<'_, AutumnFog>, ambush: Option<HexId>) {
    let march = turn.field.march.clone();
    turn.emit(Event::MarchResumed);
    let Some(March { unit, path }) = march else { return };
    match (unit.seen(), &path[..]) {
        (Some(unit), [entry]) => reinforcements::come(turn, unit, *entry, ambush),
        (Some(unit), path) => movement::march(turn, unit, path, ambush),
        (None, _) => {}
    }
}

/// A side passes (2.1g, 2.2a, ruling R16).
fn pass(turn: &mut Turn<'_, AutumnFog>, side: SideId) {
    asking::settle(turn, side, Pending::Operate);
    turn.emit(Event::Passed { side, next: Some(side.enemy()), lapsed: ROW });
    let alone = activation::finished(turn.definitions(), &turn.field, side.enemy());
    if alone || turn.field.operations.passes >= 2 {
        end_operations(turn)
    } else {
        asking::ask(turn, side.enemy(), Pending::Operate)
    }
}

/// The end of a sequence, once stacking is right: who acts next (2.1i, 2.2).
fn end_sequence(turn: &mut Turn<'_, AutumnFog>, side: SideId) {
    asking::settle(turn, side, Pending::Operate);
    let definitions = turn.definitions();
    let field = &turn.field;
    let finished = |who: SideId| activation::finished(definitions, field, who);
    let opening = opening_after(definitions, field);
    let over = finished(side) && finished(side.enemy());
    let lone = match field.operations.lone {
        Some((alone, sequences)) if alone == side => Some((side, sequences + 1)),
        known => known.or_else(|| SideId::BOTH.into_iter().find(|who| finished(who.enemy())).map(|who| (who, 0))),
    };
    let next = match lone {
        Some((alone, _)) => alone,
        None if opening.is_some() => side,
        None => side.enemy(),
    };
    let sequences = lone.map_or(0, |(_, sequences)| sequences);
    let idle =
        field.operations.count == 0 && field.operations.activation.is_some_and(|kind| kind.formation().is_none());
    let lapsed = if field.slipped.is_empty() { SEEN_IN_SEQUENCE } else { SLIPPED_IN_SEQUENCE };
    turn.emit(Event::SequenceEnded { side, next, opening, lone, off: ACTIVATION, lapsed });
    if idle {
        // a sequence in which no unit acted is a pass (2.1g); else a turn need never end
        return pass(turn, side);
    }
    if over {
        return end_operations(turn);
    }
    if sequences >= 2 {
        let dice = [turn.die("late turn roll", 6), turn.die("late turn roll", 6)];
        turn.emit(Event::LateRoll { dice });
        if dice[0] + dice[1] >= 11 {
            return end_operations(turn);
        }
    }
    asking::ask(turn, next, Pending::Operate);
}

/// The German row on turn 1 after a sequence: armies used so far, or none when it is over (17.1f, ruling R94).
fn opening_after(definitions: &Definitions, field: &Field) -> Option<Vec<u8>> {
    let mut armies = field.operations.opening.clone()?;
    let formation = field.operations.activation?.formation()?;
    armies.extend(definitions.headquarters[formation.index()].and_then(|hq| definitions.unit(hq).army));
    (armies.len() < OPENING).then_some(armies)
}

/// Phase 6 (2.1k): supports go back, victory is checked, the next turn begins.
fn end_operations(turn: &mut Turn<'_, AutumnFog>) {
    let definitions = turn.definitions();
    let mut gathered = Vec::new();
    for (hq, held) in turn.field.supports.iter().enumerate() {
        let Some(army) = definitions.units[hq].army else { continue };
        let some = SupportKind::ALL.into_iter().filter(|kind| held[kind.index()] > 0);
        gathered.extend(some.map(|kind| (army, kind, held[kind.index()])));
    }
    let returned = Some(turn.field.used.clone());
    turn.emit(Event::OperationsEnded { gathered, returned, lapsed: OPERATIONS });
    let number = turn.field.turn;
    match victory::verdict(definitions, &turn.field) {
        Some((winner, case, reason)) => turn.emit(Event::Over { winner, case, reason }),
        None => begin_turn(turn, number + 1),
    }
}
