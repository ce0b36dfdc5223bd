//! Reads a line as orders.

use super::super::definitions::Definitions;
use super::super::order::{Step, SupportKind, Verb};
use super::super::state::{ATTACKER, DEFENDER, Pending};
use super::super::verbs::{VERBS, VerbEntry, entry};
use super::super::view::{Seen, View};
use super::names;
use super::spelling::{COMMA, Word, spoken, words};
use super::verbs::verb;
use crate::chapters::historical_events::nuts;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Misread;

type Orders = Result<Vec<Vec<Step>>, Misread>;

/// Words that begin a clause.
pub(super) const CLAUSES: [(&str, Clause); 24] = [
    ("to", Clause::To),
    ("into", Clause::To),
    ("onto", Clause::To),
    ("towards", Clause::To),
    ("at", Clause::To),
    ("on", Clause::To),
    ("via", Clause::Via),
    ("through", Clause::Via),
    ("thru", Clause::Via),
    ("over", Clause::Via),
    ("along", Clause::Via),
    ("with", Clause::With),
    ("by", Clause::With),
    ("using", Clause::With),
    ("lead", Clause::Lead),
    ("led", Clause::Lead),
    ("leading", Clause::Lead),
    ("leader", Clause::Lead),
    ("support", Clause::Support),
    ("supports", Clause::Support),
    ("supported", Clause::Support),
    ("supporting", Clause::Support),
    ("air", Clause::Air),
    ("aircraft", Clause::Air),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    To,
    Via,
    With,
    Lead,
    Support,
    Air,
}

/// Reads a line. An empty one, or one with a comment only, holds no order.
///
/// # Errors
/// What was not understood, and what was expected.
pub fn parse(seen: Seen<'_>, line: &str) -> Orders {
    let Seen { definitions, view } = seen;
    let words = words(line);
    let Some((first, rest)) = words.split_first() else { return Ok(Vec::new()) };
    let reading = Reading { definitions, view };
    if first.folded == "done" && rest.is_empty() {
        return reading.done();
    }
    if first.folded == "no" && rest.first().is_some_and(|word| word.folded.starts_with("advance")) {
        return Ok(vec![vec![Step::Verb(Verb::Advance), Step::Done]]);
    }
    let verb = verb(first)?;
    let form = entry(verb);
    let line = Line::new(form, rest);
    line.and_then(|line| reading.orders(verb, &line).map_err(|misread| expected(&misread.message, form)))
        .map_err(|misread| second_order(rest).unwrap_or(misread))
}

/// What was found, and how an order with this verb is written.
fn expected(found: &str, form: &VerbEntry) -> Misread {
    let end = if found.ends_with('?') { "" } else { "." };
    Misread::new(format!("{found}{end} Write {}", forms(form)))
}

/// That a line which cannot be read holds a second order, if a verb that is written out stands among its later words.
fn second_order(words: &[Word]) -> Option<Misread> {
    let begins = |word: &&Word| VERBS.iter().any(|form| form.words.contains(&word.folded.as_str()));
    let second = words.iter().skip(1).find(begins)?;
    Some(Misread::new(format!("write one order a line: `{}` seems to begin another one", second.raw)))
}

/// A line after its verb: what comes first, and its clauses.
struct Line<'a> {
    head: &'a [Word],
    clauses: Vec<(Clause, &'a [Word])>,
}

impl<'a> Line<'a> {
    fn new(form: &VerbEntry, words: &'a [Word]) -> Result<Line<'a>, Misread> {
        // `play air supply` is no air support
        let means = |clause: &Clause| form.verb != Verb::Play || *clause != Clause::Air;
        let known = |word: &Word| CLAUSES.iter().find(|(known, _)| *known == word.folded);
        let clause = |word: &Word| known(word).map(|(_, clause)| *clause).filter(means);
        let start = words.iter().position(|word| clause(word).is_some()).unwrap_or(words.len());
        let (head, mut rest) = words.split_at(start);
        let mut clauses: Vec<(Clause, &[Word])> = Vec::new();
        while let Some((first, after)) = rest.split_first() {
            let Some(kind) = clause(first) else { break };
            // `led by`, `supported by`
            let after = match after.split_first() {
                Some((by, after)) if by.folded == "by" && matches!(kind, Clause::Lead | Clause::Support) => after,
                _ => after,
            };
            let end = after.iter().position(|word| clause(word).is_some()).unwrap_or(after.len());
            if clauses.iter().any(|(known, _)| *known == kind) {
                return Err(expected(&format!("`{}` stands twice", first.raw), form));
            }
            if !allowed(form.verb).contains(&kind) {
                return Err(expected(&format!("`{}` has no place here", first.raw), form));
            }
            clauses.push((kind, &after[..end]));
            rest = &after[end..];
        }
        Ok(Line { head, clauses })
    }

    fn clause(&self, kind: Clause) -> Option<&'a [Word]> {
        self.clauses.iter().find(|(known, _)| *known == kind).map(|(_, words)| *words)
    }

    /// Whether nothing but these words stands after the verb.
    fn is(&self, words: &[&str]) -> bool {
        self.clauses.is_empty() && self.head.len() == 1 && words.contains(&self.head[0].folded.as_str())
    }
}

fn allowed(verb: Verb) -> &'static [Clause] {
    match verb {
        Verb::Deploy | Verb::Allot | Verb::Return | Verb::Enter | Verb::Play | Verb::Clear => &[Clause::To],
        Verb::Move | Verb::Retreat | Verb::Advance => &[Clause::To, Clause::Via],
        Verb::Attack | Verb::Prepare | Verb::Defend => &[Clause::With, Clause::Lead, Clause::Support, Clause::Air],
        _ => &[],
    }
}

fn forms(form: &VerbEntry) -> String {
    let forms: Vec<String> = form.forms.iter().map(|form| format!("`{form}`")).collect();
    forms.join(" or ")
}

struct Reading<'a> {
    definitions: &'a Definitions,
    view: &'a View,
}

impl Reading<'_> {
    fn orders(&self, verb: Verb, line: &Line<'_>) -> Orders {
        let begin = Step::Verb(verb);
        match verb {
            Verb::Pass | Verb::End | Verb::Reroll | Verb::Keep => {
                let filler = ["activation", "sequence", "turn", "phase", "it", "the", "die", "again"];
                let stray = line.head.iter().find(|word| !filler.contains(&word.folded.as_str()));
                match stray {
                    Some(word) => Err(Misread::new(format!("`{}` is too much here", word.raw))),
                    None => Ok(vec![vec![begin]]),
                }
            }
            Verb::Activate if line.head.is_empty() => Err(Misread::new("activate what?")),
            Verb::Activate if line.head[0].folded == "general" => Ok(vec![vec![begin, Step::General]]),
            Verb::Activate => Ok(vec![vec![begin, self.activated(line.head)?]]),
            Verb::Gift if line.is(&["none", "nothing", "no", "done"]) => Ok(vec![vec![begin, Step::Done]]),
            Verb::Gift if line.is(&["reroll", "roll", "die"]) => Ok(vec![vec![begin, Step::Reroll]]),
            Verb::Gift | Verb::Snafu => Ok(vec![vec![begin, Step::Unit(self.unit(line.head)?)]]),
            Verb::Allot if line.is(&["done", "nothing"]) => Ok(vec![vec![begin, Step::Done]]),
            Verb::Allot => {
                let (count, kind) = self.counted(line.head)?;
                let hq = self.hq(line.clause(Clause::To).ok_or_else(|| Misread::new("to which headquarters?"))?)?;
                Ok(vec![vec![begin, Step::Unit(hq), Step::Kind(kind)]; count])
            }
            Verb::Return => self.come_back(line),
            Verb::Enter | Verb::Deploy => {
                let hex = self.destination(line, "at which hex?")?;
                self.for_each_unit(line.head, |unit| vec![begin, Step::Unit(unit), Step::Hex(hex)])
            }
            Verb::Move if line.clause(Clause::Via).is_none() => {
                let hex = self.destination(line, "where to? Put `to` before the hex")?;
                self.for_each_unit(line.head, |unit| vec![begin, Step::Unit(unit), Step::Hex(hex)])
            }
            Verb::Advance if line.is(&["done", "nothing", "nobody", "none", "no"]) => Ok(vec![vec![begin, Step::Done]]),
            Verb::Move | Verb::Advance => {
                let path = self.path(line)?;
                let walk = |unit| {
                    let drawn = path.iter().copied().map(Step::Via);
                    [begin, Step::Unit(unit)].into_iter().chain(drawn).chain([Step::Done]).collect()
                };
                self.for_each_unit(line.head, walk)
            }
            Verb::Retreat => {
                let path = self.path(line)?;
                let units = self.retreating(line.head)?;
                let steps = units.into_iter().map(Step::Unit).chain(path.into_iter().map(Step::Via));
                Ok(vec![[begin].into_iter().chain(steps).collect()])
            }
            Verb::Dig | Verb::Leave | Verb::Recover | Verb::Rejoin | Verb::Eliminate | Verb::Top => {
                let inward = verb == Verb::Dig && line.head.first().is_some_and(|word| word.folded == "in");
                self.for_each_unit(&line.head[usize::from(inward)..], |unit| vec![begin, Step::Unit(unit)])
            }
            Verb::Detach => {
                let (count, division) = split_from(line.head);
                let division = self.unit(division.ok_or_else(|| Misread::new("detach from which division?"))?)?;
                let steps = count.iter().find_map(|word| word.folded.parse().ok());
                let steps = steps.ok_or_else(|| Misread::new("detach how many steps?"))?;
                Ok(vec![vec![begin, Step::Unit(division), Step::Steps(steps)]])
            }
            Verb::Mark => Ok(vec![vec![begin, Step::Hex(names::hex(self.definitions, line.head)?)]]),
            Verb::Attack | Verb::Prepare => self.attack(begin, line),
            Verb::Defend => self.defend(line),
            Verb::Lose => self.lose(line.head),
            Verb::Play => self.play(line),
            Verb::Clear => self.clear(line),
            Verb::Let => Ok(vec![vec![begin]]),
        }
    }

    /// `EVENT HEX`.
    fn play(&self, line: &Line<'_>) -> Orders {
        let (kind, used) = names::event(line.head)?;
        let rest = &line.head[used..];
        let inward = usize::from(rest.first().is_some_and(|word| word.folded == "in"));
        let words = line.clause(Clause::To).unwrap_or(&rest[inward..]);
        let hex = names::hex(self.definitions, words)?;
        Ok(vec![vec![Step::Verb(Verb::Play), Step::Event(kind), Step::Hex(hex)]])
    }

    /// `UNIT HEX`: the hex is the last number, or what follows `at`.
    fn clear(&self, line: &Line<'_>) -> Orders {
        let (unit, hex) = match (line.clause(Clause::To), line.head.split_last()) {
            (Some(hex), _) => (line.head, hex),
            (None, Some((last, head))) => (head, std::slice::from_ref(last)),
            (None, None) => return Err(Misread::new("which unit removes what?")),
        };
        let (unit, hex) = (self.unit(unit)?, names::hex(self.definitions, hex)?);
        Ok(vec![vec![Step::Verb(Verb::Clear), Step::Unit(unit), Step::Hex(hex)]])
    }

    /// A formation; in a general activation, a unit that takes its check.
    fn activated(&self, words: &[Word]) -> Result<Step, Misread> {
        let formation = names::formation(self.definitions, self.view, words);
        if self.view.field.operations.activation.is_none() {
            return formation.map(Step::Formation).map_err(|misread| self.formation_of(words).unwrap_or(misread));
        }
        match (self.unit(words), formation) {
            (Ok(unit), Ok(formation)) if self.definitions.unit(unit).is_hq() => Ok(Step::Formation(formation)),
            (Ok(unit), _) => Ok(Step::Unit(unit)),
            (Err(_), Ok(formation)) => Ok(Step::Formation(formation)),
            (Err(misread), Err(_)) => Err(misread),
        }
    }

    /// How a unit is activated that is named where a formation is expected.
    fn formation_of(&self, words: &[Word]) -> Option<Misread> {
        let unit = self.unit(words).ok()?;
        let name = self.definitions.name(unit);
        let formation = self.definitions.unit(unit).formation;
        let formation = formation.map(|formation| self.definitions.published.units.formation(formation));
        Some(Misread::new(match formation {
            Some(formation) => {
                let (corps, short) = (&formation.name, &formation.short);
                format!(
                    "{name} is a unit of {corps}: write `activate {short}`, or `activate general` and then its order"
                )
            }
            None => format!("{name} belongs to no formation: write `activate general` and then its order"),
        }))
    }

    /// The headquarters that words name, by its corps too.
    fn hq(&self, words: &[Word]) -> Result<UnitId, Misread> {
        self.unit(words).or_else(|_| {
            let formation = names::formation(self.definitions, self.view, words)?;
            let hq = self.definitions.headquarters.get(formation.index()).copied().flatten();
            hq.ok_or_else(|| Misread::new(format!("`{}` has no headquarters", spoken(words))))
        })
    }

    /// `done` alone ends whatever is under way.
    fn done(&self) -> Orders {
        let pending = self.view.side.and_then(|side| self.view.field.ask(side)).map(|ask| ask.pending);
        let order = match pending {
            Some(Pending::Present) => vec![Step::Verb(Verb::Gift), Step::Done],
            Some(Pending::Allot) => vec![Step::Verb(Verb::Allot), Step::Done],
            Some(Pending::Advance) => vec![Step::Verb(Verb::Advance), Step::Done],
            Some(Pending::Interrupt | Pending::AirSupply) => vec![Step::Verb(Verb::Let)],
            _ => vec![Step::Verb(Verb::End)],
        };
        Ok(vec![order])
    }

    fn come_back(&self, line: &Line<'_>) -> Orders {
        let begin = Step::Verb(Verb::Return);
        if let Some((last, head)) = line.head.split_last()
            && matches!(last.folded.as_str(), "later" | "done" | "not")
            && line.clauses.is_empty()
        {
            return self.for_each_unit(head, |hq| vec![begin, Step::Unit(hq), Step::Done]);
        }
        let hex = self.destination(line, "to which hex?")?;
        self.for_each_unit(line.head, |hq| vec![begin, Step::Unit(hq), Step::Hex(hex)])
    }

    fn attack(&self, begin: Step, line: &Line<'_>) -> Orders {
        let targets = names::hexes(self.definitions, line.head)?;
        if targets.is_empty() {
            return Err(Misread::new("attack which hex?"));
        }
        let with = line.clause(Clause::With).ok_or_else(|| Misread::new("attack with which units?"))?;
        let with = self.units(with)?;
        let lead = match line.clause(Clause::Lead) {
            Some(words) => Some(self.unit(words)?),
            None => self.best(&with),
        };
        let mut order = vec![begin];
        order.extend(targets.into_iter().map(Step::Target));
        order.extend(with.iter().copied().map(Step::With));
        order.extend(lead.map(Step::Lead));
        order.extend(self.supports(line.clause(Clause::Support))?);
        order.extend(aircraft(line)?);
        order.push(Step::Done);
        Ok(vec![order])
    }

    fn defend(&self, line: &Line<'_>) -> Orders {
        let named = line.clause(Clause::Lead).or(line.clause(Clause::With)).or(Some(line.head));
        let lead = match named.filter(|words| !words.is_empty()) {
            Some(words) => Some(self.unit(words)?),
            None => self.view.field.combat.as_ref().and_then(|combat| self.best(&combat.units[DEFENDER])),
        };
        let mut order = vec![Step::Verb(Verb::Defend)];
        order.extend(lead.map(Step::Lead));
        order.extend(self.supports(line.clause(Clause::Support))?);
        order.extend(aircraft(line)?);
        order.push(Step::Done);
        Ok(vec![order])
    }

    fn lose(&self, words: &[Word]) -> Orders {
        let mut order = vec![Step::Verb(Verb::Lose)];
        let nothing = matches!(words, [word] if matches!(word.folded.as_str(), "nothing" | "none" | "no"));
        if words.is_empty() {
            return Err(Misread::new("lose what?"));
        }
        for entry in entries(words).filter(|_| !nothing) {
            let (what, from) = split_from(entry);
            order.push(match from {
                Some(hq) => Step::SupportLoss(self.unit(hq)?, names::support(what)?),
                None => match names::support(what) {
                    Ok(kind) => Step::SupportLoss(self.committed(kind)?, kind),
                    Err(_) => Step::Loss(self.unit(what)?),
                },
            });
        }
        order.push(Step::Done);
        Ok(vec![order])
    }

    /// The supports of a clause, one step a marker. `KIND, KIND from HQ` takes both from there.
    fn supports(&self, words: Option<&[Word]>) -> Result<Vec<Step>, Misread> {
        let mut named: Vec<(usize, SupportKind, Option<UnitId>)> = Vec::new();
        for entry in words.into_iter().flat_map(entries) {
            let (what, from) = split_from(entry);
            if matches!(what, [word] if matches!(word.folded.as_str(), "none" | "nothing" | "no")) {
                continue;
            }
            let (count, kind) = self.counted(what)?;
            named.push((count, kind, from.map(|hq| self.hq(hq)).transpose()?));
        }
        let mut later = None;
        for (_, _, hq) in named.iter_mut().rev() {
            *hq = hq.or(later);
            later = *hq;
        }
        let mut steps = Vec::new();
        for (count, kind, hq) in named {
            let hq = match hq {
                Some(hq) => hq,
                None => self.holder(kind)?,
            };
            steps.extend(std::iter::repeat_n(Step::Support(hq, kind), count));
        }
        Ok(steps)
    }

    /// `[NUMBER] KIND`.
    fn counted(&self, words: &[Word]) -> Result<(usize, SupportKind), Misread> {
        let (count, words) = match words.split_first() {
            Some((first, rest)) if first.folded == "a" || first.folded == "an" => (1, rest),
            Some((first, rest)) => match first.folded.parse::<usize>() {
                Ok(count) if (1..=12).contains(&count) => (count, rest),
                Ok(count) => return Err(Misread::new(format!("expected 1 to 12 markers, found {count}"))),
                Err(_) => (1, words),
            },
            None => (1, words),
        };
        if words.is_empty() {
            return Err(Misread::new("which support: nebelwerfer, artillery, heavy artillery or tank?"));
        }
        Ok((count, names::support(words)?))
    }

    /// The only own headquarters that holds a kind of marker.
    fn holder(&self, kind: SupportKind) -> Result<UnitId, Misread> {
        let held = self.view.field.supports.iter().enumerate().filter(|(_, held)| held[kind.index()] > 0);
        let own = |hq: &UnitId| self.view.side.is_none_or(|side| self.definitions.unit(*hq).side == side);
        self.only(kind, held.map(|(hq, _)| UnitId(hq as u16)).filter(own).collect())
    }

    /// The only headquarters whose marker of a kind takes part in the combat on the viewer's side.
    fn committed(&self, kind: SupportKind) -> Result<UnitId, Misread> {
        let combat = self.view.field.combat.as_ref();
        let role = combat.map_or(ATTACKER, |combat| self.view.side.map_or(ATTACKER, |side| combat.role(side)));
        let supports = combat.map(|combat| &combat.supports[role][..]).unwrap_or_default();
        let mut hqs: Vec<UnitId> = supports.iter().filter(|(_, held)| *held == kind).map(|(hq, _)| *hq).collect();
        hqs.dedup();
        self.only(kind, hqs)
    }

    fn only(&self, kind: SupportKind, hqs: Vec<UnitId>) -> Result<UnitId, Misread> {
        let name = names::support_name(kind);
        match hqs[..] {
            [hq] => Ok(hq),
            [] => Err(Misread::new(format!("no headquarters of yours has {name}; name one: `{name} from HQ`"))),
            _ => {
                let hqs: Vec<&str> = hqs.iter().map(|hq| names::hq_name(self.definitions, *hq)).collect();
                Err(Misread::new(format!("{name} from which headquarters: {}?", hqs.join(", "))))
            }
        }
    }

    /// Units that retreat: those named, or all that must.
    fn retreating(&self, words: &[Word]) -> Result<Vec<UnitId>, Misread> {
        let all = words.is_empty() || matches!(words, [word] if word.folded == "all");
        match self.view.field.combat.as_ref().filter(|_| all) {
            Some(combat) => Ok(combat.to_retreat.clone()),
            None => self.units(words),
        }
    }

    /// The unit whose quality counts if none is named: the best, of equals the strongest, a headquarters last.
    fn best(&self, units: &[UnitId]) -> Option<UnitId> {
        let rank = |unit: &UnitId| {
            let data = self.definitions.unit(*unit);
            let quality = nuts::quality(self.definitions, &self.view.field, *unit);
            (!data.is_hq(), quality, self.view.field.unit(*unit).steps)
        };
        let standing = units.iter().copied().filter(|unit| self.view.field.hex_of(*unit).is_some());
        // the first of equals
        standing.rev().max_by_key(rank).or_else(|| units.first().copied())
    }

    fn unit(&self, words: &[Word]) -> Result<UnitId, Misread> {
        names::unit(self.definitions, self.view, words)
    }

    fn units(&self, words: &[Word]) -> Result<Vec<UnitId>, Misread> {
        let units: Vec<UnitId> = entries(words).map(|entry| self.unit(entry)).collect::<Result<_, _>>()?;
        if units.is_empty() { Err(Misread::new("which unit?")) } else { Ok(units) }
    }

    fn for_each_unit(&self, words: &[Word], order: impl Fn(UnitId) -> Vec<Step>) -> Orders {
        Ok(self.units(words)?.into_iter().map(order).collect())
    }

    fn destination(&self, line: &Line<'_>, question: &str) -> Result<HexId, Misread> {
        let to = line.clause(Clause::To).filter(|words| !words.is_empty());
        names::hex(self.definitions, to.ok_or_else(|| Misread::new(question))?)
    }

    /// The hexes of `via` and then that of `to`; it may close the list of `via` as well.
    fn path(&self, line: &Line<'_>) -> Result<Vec<HexId>, Misread> {
        let mut path = names::hexes(self.definitions, line.clause(Clause::Via).unwrap_or_default())?;
        if let Some(to) = line.clause(Clause::To) {
            let to = names::hex(self.definitions, to)?;
            if path.last() != Some(&to) {
                path.push(to);
            }
        }
        if path.is_empty() { Err(Misread::new("where to?")) } else { Ok(path) }
    }
}

/// `air`, `air 2`: one step a mission.
fn aircraft(line: &Line<'_>) -> Result<Vec<Step>, Misread> {
    let Some(words) = line.clause(Clause::Air) else { return Ok(Vec::new()) };
    let words = words.iter().filter(|word| !matches!(word.folded.as_str(), "mission" | "missions" | COMMA));
    let count = match words.collect::<Vec<_>>()[..] {
        [] => 1,
        [word] => match word.folded.parse::<usize>() {
            Ok(count) if (1..=12).contains(&count) => count,
            _ => return Err(Misread::new(format!("expected `air` or `air 2`, found `air {}`", word.raw))),
        },
        [word, ..] => return Err(Misread::new(format!("expected `air` or `air 2`, found `air {} …`", word.raw))),
    };
    Ok(vec![Step::Air; count])
}

/// The entries of a list.
fn entries(words: &[Word]) -> impl Iterator<Item = &[Word]> {
    words.split(|word| word.folded == COMMA).filter(|entry| !entry.is_empty())
}

/// What stands before and after `from`.
fn split_from(words: &[Word]) -> (&[Word], Option<&[Word]>) {
    match words.iter().position(|word| matches!(word.folded.as_str(), "from" | "of")) {
        Some(place) => (&words[..place], Some(&words[place + 1..])),
        None => (words, None),
    }
}
