//! What a unit can do: read off the list of legal steps, verb by verb. And what is nearest to a step that is refused.

use super::super::definitions::Definitions;
use super::super::moment::Moment;
use super::super::order::{Step, Verb};
use super::super::state::{Field, Pending};
use super::super::verbs::{self, entry};
use super::super::view::{Seen, View};
use super::{names, status, write};
use crate::AutumnFog;
use crate::chapters::chapter::named_unit;
use crate::chapters::{activation, combat, command, zones};
use definitions::UnitId;
use definitions::hex::HexId;
use definitions::spelling::words;
use engine::contract::{Misread, Progress, Refusal, Sight, Viewer};

/// Possibilities that are told of each verb, unless all are asked for.
const TOLD: usize = 6;

/// What forms of orders call the unit that they are about.
const NAMES: [&str; 3] = ["UNIT", "DIVISION", "DETACHMENT"];

/// What a unit can do now, one line a verb.
///
/// # Errors
/// When the words name no unit, or several.
pub fn abilities(seen: Seen<'_>, unit: &str) -> Result<Vec<String>, Misread> {
    let Seen { definitions, view } = seen;
    let words = words(unit);
    let (words, told) = match &words[..] {
        [words @ .., end] if end.folded == "do" => (words, usize::MAX),
        [words @ .., word, end] if word.folded == "do" && end.folded == "all" => (words, usize::MAX),
        words => (words, TOLD),
    };
    if words.is_empty() {
        return Err(Misread::new("which unit? Write `what can UNIT do`"));
    }
    let unit = names::unit(definitions, view, words)?;
    let mut lines = vec![status::unit_as_seen(definitions, view, unit)];
    let data = definitions.unit(unit);
    let Some(side) = view.side.filter(|side| *side == data.side) else { return Ok(lines) };
    let Some(pending) = view.field.ask(side).map(|ask| ask.pending) else {
        lines.push("Nothing is yours to decide now.".to_owned());
        return Ok(lines);
    };
    let possible = Possible { definitions, view, unit, told };
    let may = activation::in_play::<Refusal>(definitions, &view.field, unit).and_then(|()| {
        match activation::ready::<Refusal>(definitions, &view.field, side, unit) {
            // no check would bring it an AP
            Err(why) if why.case == "1.4c" => Err(why),
            _ => Ok(()),
        }
    });
    if pending != Pending::Operate {
        lines.extend(possible.all(pending));
    } else if let Err(why) = may {
        lines.push(format!("It can do nothing: {why}"));
    } else {
        lines.extend(activation::tires(definitions, &view.field, unit));
        match view.field.operations.activation {
            None => lines.extend(possible.once_activated()),
            Some(_) => lines.extend(possible.all(pending)),
        }
    }
    Ok(lines)
}

struct Possible<'a> {
    definitions: &'a Definitions,
    view: &'a View,
    unit: UnitId,
    /// How many of the hexes to which an order may lead.
    told: usize,
}

impl Possible<'_> {
    fn check(&self, partial: &[Step], step: Step) -> Result<Progress, Refusal> {
        Seen::new(self.definitions, self.view).check(partial, &step)
    }

    /// The view after an order, as far as no die is rolled for it.
    fn after(&self, order: &[Step]) -> Option<View> {
        let side = self.view.side?;
        let imagined = AutumnFog::imagine(Seen::new(self.definitions, self.view));
        let foreseen = imagined.foresee(self.definitions, side, order).ok()?;
        Some(foreseen.state.view(self.definitions, Viewer::Side(side)))
    }

    /// What the unit could do in an activation of its formation, or in a general one.
    fn once_activated(&self) -> Vec<String> {
        let begin = Step::Verb(Verb::Activate);
        let checked = command::must_check(self.definitions, &self.view.field, self.unit);
        let formation = self.definitions.unit(self.unit).formation.map(Step::Formation).filter(|_| !checked);
        let mut lines = Vec::new();
        for what in formation.into_iter().chain([Step::General]) {
            let order = [begin, what];
            let text = write(self.definitions, &order);
            match self.check(&[begin], what).map(|_| self.after(&order)) {
                Err(refusal) => lines.push(format!("`{text}`: no: {refusal}")),
                Ok(None) => {}
                Ok(Some(view)) if checked => {
                    lines.extend(self.once_checked(&order, view));
                    return lines;
                }
                Ok(Some(view)) => {
                    lines.push(format!("After `{text}`:"));
                    lines.extend(Possible { view: &view, ..*self }.all(Pending::Operate));
                    return lines;
                }
            }
        }
        lines
    }

    /// What the unit could do in a general activation once it has passed its C3I check (3.3c, 9.4a).
    fn once_checked(&self, begin: &[Step], mut view: View) -> Vec<String> {
        let (ap, _) = activation::starting(self.definitions, &view.field, self.unit, false);
        let state = &mut view.field.units[self.unit.index()];
        (state.active, state.ap) = (true, ap);
        let check = [Step::Verb(Verb::Activate), Step::Unit(self.unit)];
        let heading = format!(
            "After `{}` and `{}`, which rolls its C3I check (if that fails it has 1 AP at most [3.3c]):",
            write(self.definitions, begin),
            write(self.definitions, &check)
        );
        [heading].into_iter().chain(Possible { view: &view, ..*self }.all(Pending::Operate)).collect()
    }

    /// Whether the unit has to be activated by itself in the sequence under way; none if it acts already.
    fn activate(&self) -> Option<String> {
        if self.view.field.unit(self.unit).active {
            return None;
        }
        Some(match self.check(&[Step::Verb(Verb::Activate)], Step::Unit(self.unit)) {
            Ok(progress) => {
                let order = vec![Step::Verb(Verb::Activate), Step::Unit(self.unit)];
                format!("activate: {} (its C3I check).", self.told(order, progress)?)
            }
            Err(refusal) if refusal.case == "3.3c" => "activate: needs no order: just let it act.".to_owned(),
            Err(refusal) => format!("activate: no: {refusal}"),
        })
    }

    fn all(&self, pending: Pending) -> Vec<String> {
        let hq = self.definitions.unit(self.unit).is_hq();
        let about_units = |verb: &Verb| {
            let forms = entry(*verb).form.forms;
            forms.iter().any(|form| NAMES.iter().any(|name| form.contains(name)) || hq && form.contains("HQ"))
        };
        let moment = Moment::new(&self.view.field, pending);
        verbs::at(moment).filter(about_units).filter_map(|verb| self.verb(verb)).collect()
    }

    /// What the unit can do with a verb, or why it cannot; none if that goes without saying.
    fn verb(&self, verb: Verb) -> Option<String> {
        if verb == Verb::Activate {
            return self.activate();
        }
        let begin = [Step::Verb(verb)];
        let word = entry(verb).form.word();
        if let Err(refusal) = self.check(&[], begin[0]) {
            return Some(format!("{word}: no: {refusal}"));
        }
        let mut orders: Vec<(Vec<Step>, Progress)> = Vec::new();
        let mut refused: Option<Refusal> = None;
        let mut judge = |partial: &[Step], step: Step| match self.check(partial, step) {
            Ok(progress) => orders.push(([partial, &[step]].concat(), progress)),
            Err(refusal) if refusal.case != "order" => refused = refused.take().or(Some(refusal)),
            Err(_) => {}
        };
        for step in [Step::Unit(self.unit), Step::Lead(self.unit), Step::Loss(self.unit)] {
            judge(&begin, step);
        }
        for target in self.enemies_beside() {
            judge(&[begin[0], Step::Target(target)], Step::With(self.unit));
        }
        let told: Vec<String> = orders.into_iter().filter_map(|(order, progress)| self.told(order, progress)).collect();
        match (told.is_empty(), refused) {
            (false, _) => Some(format!("{word}: {}.", told.join("; "))),
            (true, Some(refusal)) => Some(format!("{word}: no: {refusal}")),
            (true, None) if entry(verb).form.forms[0].contains("with UNIT") => {
                Some(format!("{word}: no: [7.1a] no enemy unit is next to it"))
            }
            (true, None) => None,
        }
    }

    /// Hexes with enemy units next to the unit, seen or not.
    fn enemies_beside(&self) -> Vec<HexId> {
        let field: &Field = &self.view.field;
        let own = self.definitions.unit(self.unit).side;
        let around = field.hex_of(self.unit).into_iter().flat_map(|hex| self.definitions.board.around(hex));
        around.filter(|hex| zones::enemy_in(field, *hex, own)).collect()
    }

    /// An order that may begin so, with what may follow.
    fn told(&self, order: Vec<Step>, progress: Progress) -> Option<String> {
        if progress == Progress::Complete {
            return Some(format!("`{}`{}", write(self.definitions, &order), self.left(&order)));
        }
        if let [verb, Step::Target(target), Step::With(unit)] = order[..] {
            let alone = [verb, Step::Target(target), Step::With(unit), Step::Lead(unit), Step::Done];
            let odds = self.after(&alone).and_then(|view| {
                let fights = combat::outlook(self.definitions, &view.field);
                fights.first().map(|fight| format!(", alone in column {}", fight.column))
            });
            let unseen = self.view.field.unseen.stacks().iter().any(|stack| stack.hex == target);
            let unseen = if unseen { " (units that you do not see are not counted)" } else { "" };
            return Some(format!("{}{}{unseen}", self.definitions.place(target), odds.unwrap_or_default()));
        }
        let next = Seen::new(self.definitions, self.view).legal(&order);
        let mut hexes: Vec<(HexId, bool)> = next
            .iter()
            .filter_map(|(step, progress)| match step {
                Step::Hex(hex) | Step::Via(hex) => Some((*hex, *progress == Progress::Complete)),
                _ => None,
            })
            .collect();
        if hexes.is_empty() {
            let (step, _) = next.first()?;
            return Some(format!("as `{}`", write(self.definitions, &[&order[..], &[*step]].concat())));
        }
        // a hex that the unit only passes is no place to go, unless the order cannot end yet
        if hexes.iter().any(|(_, complete)| *complete) {
            hexes.retain(|(_, complete)| *complete);
        }
        hexes.sort_by_key(|(hex, complete)| (self.distance(*hex), *hex, !complete));
        hexes.dedup_by_key(|(hex, _)| *hex);
        let count = hexes.len();
        let hexes: Vec<String> = hexes
            .into_iter()
            .take(self.told)
            .map(|(hex, complete)| {
                // what is left is tried out, which for all of them costs more than it tells
                let left = if complete && self.told == TOLD {
                    self.left(&[&order[..], &[Step::Hex(hex)]].concat())
                } else {
                    String::new()
                };
                format!("{}{left}", self.definitions.place(hex))
            })
            .collect();
        let more = match count - hexes.len() {
            0 => String::new(),
            more => format!(" and {more} more (`what can {} do: all`)", self.definitions.name(self.unit)),
        };
        Some(format!("to {}{more}", hexes.join(", ")))
    }

    fn distance(&self, hex: HexId) -> u32 {
        let from = self.view.field.hex_of(self.unit);
        from.map_or(0, |from| u32::from(self.definitions.board.grid().distance(from, hex)))
    }

    /// ` (2 AP left)` after an order, if that is known before dice are rolled.
    fn left(&self, order: &[Step]) -> String {
        let state = self.after(order).map(|view| view.field.unit(self.unit).clone());
        state.filter(|state| state.active).map_or(String::new(), |state| format!(" ({} AP left)", state.ap))
    }
}

/// The legal steps that are most like one that is refused: hexes by their distance, units by theirs.
pub fn nearest(seen: Seen<'_>, partial: &[Step], refused: &Step) -> Vec<Step> {
    let Seen { definitions, view } = seen;
    let place = |step: &Step| match step {
        Step::Hex(hex) | Step::Via(hex) | Step::Target(hex) => Some(*hex),
        Step::Unit(unit) | Step::With(unit) | Step::Lead(unit) | Step::Loss(unit) => view.field.hex_of(*unit),
        Step::Support(hq, _) | Step::SupportLoss(hq, _) => view.field.hex_of(*hq),
        _ => None,
    };
    let far = |step: &Step| match (place(step), place(refused)) {
        (Some(a), Some(b)) => definitions.board.grid().distance(a, b).into(),
        _ => u32::MAX,
    };
    // another event or formation is no answer, nor is another unit's check or another headquarters
    match refused {
        Step::Event(_) => return Vec::new(),
        Step::Unit(_) | Step::Kind(_) if matches!(partial, [Step::Verb(Verb::Activate | Verb::Allot), ..]) => {
            return Vec::new();
        }
        Step::Formation(_) => {
            let mut steps: Vec<Step> = seen.legal(partial).into_iter().map(|(step, _)| step).collect();
            steps.retain(|step| *step == Step::General);
            return steps;
        }
        _ => {}
    }
    // a drawn path is proposed only to those who draw one
    let mut steps = seen.alike(partial, refused, far);
    // nor are places far from the one that was named
    if matches!((partial.first(), refused), (_, Step::Target(_)) | (Some(Step::Verb(Verb::Play)), Step::Hex(_))) {
        steps.retain(|step| far(step) <= NEIGHBOURHOOD);
    }
    // an order of a unit far away is no answer to one of this unit; in what a side does as a whole any unit may be meant
    let acts = matches!(partial.first(), Some(Step::Verb(verb)) if entry(*verb).moments.contains(&Moment::Acting));
    let actor = |step: &Step| matches!(step, Step::Unit(_) | Step::With(_));
    if acts && actor(refused) {
        // it is not the unit that was refused
        if seen.check(partial, refused).is_ok() {
            return Vec::new();
        }
        steps.retain(|step| !actor(step) || far(step) <= NEIGHBOURHOOD);
    }
    // nor is a way that leads further from where it wants to go
    if let (Some(unit), Step::Hex(_)) = (named_unit(partial), refused)
        && let Some(here) = view.field.hex_of(unit)
    {
        let here = far(&Step::Hex(here));
        steps.retain(|step| far(step) <= here);
    }
    steps
}

/// Hexes within which another unit stands near enough to be meant.
const NEIGHBOURHOOD: u32 = 2;
