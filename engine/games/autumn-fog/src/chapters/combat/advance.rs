//! Taking the ground (7.7.2, 7.8): the breakthrough marker and the attacker's advance.

use crate::AutumnFog;
use crate::chapters::chapter::{Asked, Chapter, Judge, misplaced};
use crate::chapters::historical_events::barriers;
use crate::chapters::{asking, british, fog, stacking, victory, zones};
use crate::printed::definitions::Definitions;
use crate::printed::tables::SnafuKind;
use crate::truth::event::Event;
use crate::truth::marks::{Mark, Marks};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{ATTACKER, Combat, DEFENDER, Field, Pending};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, Progress, Refusal, SideId, Turn, Unworded};
use std::borrow::Cow;

/// What a unit loses that advances: its improved position (12.1e), an attack that it owes (4.2b), points of its movement,
/// and the friends that it fell back on (7.7.1k).
const PLACE: Marks = Some(Cow::Borrowed(&[Mark::Improved, Mark::Bound, Mark::HalfMp, Mark::FellBack]));

/// Goes on once both sides have met their numbers: marker, advance, end. Attackers who hesitate stay (T.SNA).
pub fn follow_up(turn: &mut Turn<'_, AutumnFog>) {
    let Some(combat) = &turn.field.combat else { return };
    let side = combat.side;
    if combat.snafu == Some(SnafuKind::Hesitation) {
        return super::end(turn);
    }
    if combat.fight.as_ref().is_some_and(|fight| fight.breakthrough) {
        match vacated(&turn.field, combat)[..] {
            [] => {}
            [hex] => turn.emit(Event::Breakthrough { side, hex }),
            _ => return asking::ask(turn, side, Pending::Mark),
        }
    }
    offer(turn, side);
}

/// Asks the attacker who advances, if anybody can; else the combat is over.
fn offer(turn: &mut Turn<'_, AutumnFog>, side: SideId) {
    if anybody(turn.definitions(), &turn.field) {
        asking::ask(turn, side, Pending::Advance);
    } else {
        super::end(turn);
    }
}

/// Target hexes that the defenders have left (7.7.2a).
fn vacated(field: &Field, combat: &Combat) -> Vec<HexId> {
    let empty = |hex: &HexId| !zones::enemy_in(field, *hex, combat.side);
    combat.targets.iter().copied().filter(empty).collect()
}

/// Whether some attacker could still advance.
fn anybody(definitions: &Definitions, field: &Field) -> bool {
    let Some(combat) = &field.combat else { return false };
    super::alive(field, combat, ATTACKER)
        .into_iter()
        .any(|unit| check_unit::<Unworded>(definitions, field, combat, unit).is_ok())
}

/// Whether a unit could advance at all.
fn check_unit<R: Grounds>(definitions: &Definitions, field: &Field, combat: &Combat, unit: UnitId) -> Result<(), R> {
    let name = definitions.name(unit);
    if combat.units[DEFENDER].contains(&unit) {
        return Err(R::under("7.7.2h", || format!("{name} has defended, and the defender never advances")));
    }
    if !combat.units[ATTACKER].contains(&unit) {
        return Err(R::under("7.7.2b", || format!("{name} did not take part in the attack")));
    }
    let Some(hex) = field.hex_of(unit) else {
        return Err(R::under("7.7.2b", || format!("{name} has been eliminated")));
    };
    if combat.advanced.contains(&unit) {
        return Err(R::under("7.7.2b", || format!("{name} has advanced already")));
    }
    let retreated = combat.retreat[ATTACKER];
    if retreated > 0 {
        return Err(R::under("7.7.2g", || format!("{name} has retreated {retreated} hex(es) and cannot advance")));
    }
    let way = Way { definitions, field, combat, unit };
    if way.can_go_on(&[hex]) { Ok(()) } else { Err(R::under("7.7.2b", || format!("no vacated hex is open to {name}"))) }
}

/// Hexes that an attacker may advance: as many as the defenders had to retreat, or what was left of their number when the
/// last of them died, at least the vacated hex (7.7.2a, 7.7.2j, rulings R65, R66).
pub fn limit(combat: &Combat) -> usize {
    usize::from(combat.retreat[DEFENDER].max(combat.unmet).max(1))
}

/// The advance of one unit.
struct Way<'a> {
    definitions: &'a Definitions,
    field: &'a Field,
    combat: &'a Combat,
    unit: UnitId,
}

impl Way<'_> {
    /// Hexes that it may advance.
    fn limit(&self) -> usize {
        limit(self.combat)
    }

    /// Whether a path beyond the first hex follows the defenders (7.7.2b): along one of their paths, and anywhere beyond the place where
    /// the last of them died.
    fn follows(&self, vias: &[HexId]) -> bool {
        let due = usize::from(self.combat.retreat[DEFENDER]);
        let along = |path: &Vec<HexId>| {
            let same = path.iter().zip(vias).take_while(|(retreat, via)| retreat == via).count();
            same == vias.len() || same == path.len() && path.len() <= due
        };
        due == 0 || self.combat.paths.iter().any(along)
    }

    /// Judges the next hex of a path that begins where the unit stands.
    fn check_next<R: Grounds>(&self, path: &[HexId], hex: HexId) -> Result<(), R> {
        let (definitions, field, side) = (self.definitions, self.field, self.combat.side);
        let (board, name, place) = (&definitions.board, definitions.name(self.unit), || definitions.place(hex));
        let gone = path.len().saturating_sub(1);
        let Some((at, towards)) = path.last().and_then(|at| board.side(*at, hex).map(|towards| (*at, towards))) else {
            return Err(R::under("7.7.2b", || format!("{} is not the next hex for {name}", place())));
        };
        if gone >= self.limit() {
            let limit = match self.limit() {
                1 => "1 hex".to_owned(),
                limit => format!("{limit} hexes"),
            };
            return Err(R::under("7.7.2a", || format!("{name} may advance {limit}, {} would be one more", place()))
                .remedy(|| format!("It can end its advance in {}.", definitions.place(at))));
        }
        if let [.., before, _] = path
            && board.side(*before, at).is_some_and(|towards| board.river(*before, towards))
        {
            return Err(R::under("7.7.2e", || {
                format!("the advance ended after crossing the river to {}", definitions.place(at))
            }));
        }
        if gone > 1 && zones::controlled(definitions, field, at, side) {
            let message = || format!("the advance ended in the enemy zone of control in {}", definitions.place(at));
            return Err(R::under("7.7.2d", message));
        }
        if zones::enemy_in(field, hex, side) {
            return Err(R::under("7.7.2b", || format!("enemy units are in {}", place())));
        }
        if gone > 0 && zones::one_controls_both(definitions, field, at, hex, side) {
            return Err(R::under("4.2f", || one_controller(definitions, at, hex)));
        }
        british::may_be_in::<R>(definitions, field, self.unit, hex)?;
        barriers::check_open::<R>(definitions, field, hex, side)?;
        if gone == 0 && !self.combat.targets.contains(&hex) {
            return Err(R::under("7.7.2b", || format!("an advance begins in a vacated hex, {} is none", place())));
        }
        if !board.passable(at, towards, definitions.unit(self.unit).class) {
            return Err(R::under("7.7.2b", || {
                format!("{name} cannot cross the river to {} without a bridge", place())
            }));
        }
        if gone > 0 && !definitions.unit(self.unit).is_mobile() && !self.follows(&[&path[1..], &[hex]].concat()) {
            let place = place();
            let message =
                || format!("{name} is not armoured or mechanized and follows the path of retreat, not to {place}");
            return Err(R::under("7.7.2c", message));
        }
        if !self.can_stop(hex) && !self.can_go_on(&[path, &[hex]].concat()) {
            return Err(self.full::<R>(hex));
        }
        Ok(())
    }

    /// Whether the unit may end its advance in a hex (5a, ruling R67).
    fn can_stop(&self, hex: HexId) -> bool {
        self.steps_with(hex) <= stacking::LIMIT
    }

    fn steps_with(&self, hex: HexId) -> u8 {
        let own = if self.field.hex_of(self.unit) == Some(hex) { 0 } else { self.field.unit(self.unit).steps };
        self.field.steps_in(hex) + own
    }

    fn full<R: Grounds>(&self, hex: HexId) -> R {
        let (place, steps) = (self.definitions.place(hex), self.steps_with(hex));
        R::under("5a", || format!("{steps} steps would be in {place}, {} may", stacking::LIMIT))
    }

    /// Whether any hex may come next.
    fn can_go_on(&self, path: &[HexId]) -> bool {
        let at = path.last().copied();
        at.is_some_and(|at| {
            self.definitions.board.neighbours(at).any(|(_, hex)| self.check_next::<Unworded>(path, hex).is_ok())
        })
    }
}

/// Why an advance does not go on from a hex to another (4.2f, ruling R231).
fn one_controller(definitions: &Definitions, from: HexId, hex: HexId) -> String {
    let (from, place) = (definitions.place(from), definitions.place(hex));
    format!("the same enemy unit controls {from} and {place}, so the advance does not go on there")
}

/// The unit that an order names and its path from where it stands.
fn read(field: &Field, partial: &[Step]) -> Option<(UnitId, Vec<HexId>)> {
    let Some(Step::Unit(unit)) = partial.get(1) else { return None };
    let vias = partial.iter().filter_map(|step| if let Step::Via(hex) = step { Some(*hex) } else { None });
    Some((*unit, field.hex_of(*unit).into_iter().chain(vias).collect()))
}

/// The chapter of `mark` and `advance`.
pub static CHAPTER: Chapter = Chapter::new(candidates, Judge(check, check), perform);

/// Steps that may follow `mark` or `advance`.
fn candidates(asked: Asked<'_>, offer: &mut dyn FnMut(Step)) {
    let Asked { definitions, field, partial, .. } = asked;
    let Some(combat) = &field.combat else { return };
    if partial.first() == Some(&Step::Verb(Verb::Mark)) {
        return vacated(field, combat).into_iter().map(Step::Hex).for_each(offer);
    }
    match read(field, partial) {
        None => combat.units[ATTACKER].iter().map(|unit| Step::Unit(*unit)).chain([Step::Done]).for_each(offer),
        Some((_, path)) => {
            let around = path.last().into_iter().flat_map(|at| definitions.board.neighbours(*at));
            around.map(|(_, hex)| Step::Via(hex)).chain([Step::Done]).for_each(offer);
        }
    }
}

/// Judges a step of `mark` or `advance`.
///
/// # Errors
/// The rule that forbids it.
fn check<R: Grounds>(asked: Asked<'_>, step: &Step) -> Result<Progress, R> {
    let Asked { definitions, field, partial, .. } = asked;
    let Some(combat) = &field.combat else { return Err(misplaced("nothing")) };
    if partial.first() == Some(&Step::Verb(Verb::Mark)) {
        let Step::Hex(hex) = step else { return Err(misplaced("a vacated hex")) };
        if !vacated(field, combat).contains(hex) {
            let message = || format!("{} is no hex that the defenders have left", definitions.place(*hex));
            return Err(R::under("7.8a", message));
        }
        return Ok(Progress::Complete);
    }
    match (read(field, partial), step) {
        (None, Step::Done) => Ok(Progress::Complete),
        (None, Step::Unit(unit)) => check_unit::<R>(definitions, field, combat, *unit).map(|()| Progress::Open),
        (Some((unit, path)), Step::Via(hex)) => {
            Way { definitions, field, combat, unit }.check_next::<R>(&path, *hex).map(|()| Progress::Open)
        }
        (Some((unit, path)), Step::Done) if path.len() > 1 => {
            let way = Way { definitions, field, combat, unit };
            match path.last() {
                Some(hex) if !way.can_stop(*hex) => Err(way.full::<R>(*hex)),
                _ => Ok(Progress::Complete),
            }
        }
        (None, _) => Err(misplaced("a unit that advances or the end of the advance")),
        (Some(_), _) => Err(misplaced("the next hex of the advance")),
    }
}

/// Places the marker, advances a unit, or ends the advance.
fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
    if let [Step::Verb(Verb::Mark), Step::Hex(hex)] = order {
        asking::settle(turn, side, Pending::Mark);
        turn.emit(Event::Breakthrough { side, hex: *hex });
        return offer(turn, side);
    }
    let goes_on = match read(&turn.field, order) {
        Some((unit, path)) => {
            advance(turn, side, unit, path);
            anybody(turn.definitions(), &turn.field)
        }
        None => false,
    };
    if !goes_on {
        asking::settle(turn, side, Pending::Advance);
        super::end(turn);
    }
}

/// Advances a unit along a path. Beyond the vacated hex, zones of control that its side does not see end it, in the
/// first one (7.7.2d) or before a hex that they do not let it enter (4.2f); if the unit may not stay there (5a), it
/// stays in the last hex before where it may (ruling R219).
fn advance(turn: &mut Turn<'_, AutumnFog>, side: SideId, unit: UnitId, mut path: Vec<HexId>) {
    let (definitions, field) = (turn.definitions(), &turn.field);
    let Some(combat) = &field.combat else { return };
    let stopped = (2..path.len()).find_map(|nth| {
        let (from, hex) = (path[nth - 1], path[nth]);
        let place = definitions.place(hex);
        if zones::one_controls_both(definitions, field, from, hex, side) {
            return Some((nth, hex, Refusal::new("4.2f", one_controller(definitions, from, hex))));
        }
        let ends = nth + 1 < path.len() && zones::controlled(definitions, field, hex, side);
        let why = || Refusal::new("7.7.2d", format!("the advance ended in the enemy zone of control in {place}"));
        ends.then(|| (nth + 1, hex, why()))
    });
    let mut halt = None;
    if let Some((length, hex, refusal)) = stopped {
        let stacks = fog::unknown_controllers(definitions, field, side, hex);
        halt = Some(fog::thwarted(side, stacks, &refusal));
        path.truncate(length);
        let way = Way { definitions, field, combat, unit };
        while path.len() > 1 && path.last().is_some_and(|hex| !way.can_stop(*hex)) {
            path.pop();
        }
    }
    if path.len() > 1 {
        turn.emit(Event::Advanced { unit, path: path.clone(), off: PLACE });
        for hex in path.into_iter().skip(1) {
            victory::note_passage(turn, unit, hex);
        }
    }
    if let Some(halt) = halt {
        turn.emit(halt);
    }
}
