//! Reads a line as orders.

mod combat;

use super::super::definitions::Definitions;
use super::super::order::{Step, Verb};
use super::super::state::Pending;
use super::super::verbs::VerbEntry;
use super::super::view::{Seen, View};
use super::names;
use super::verbs::{Clause, LANGUAGE};
use definitions::UnitId;
use definitions::hex::HexId;
use definitions::spelling::{Word, spoken, words};
use engine::contract::Misread;
use engine::speech::{Sentence, parted};

type Orders = Result<Vec<Vec<Step>>, Misread>;
type Line<'a> = Sentence<'a, Clause>;

/// Reads a line. An empty one, or one with a comment only, holds no order.
///
/// # Errors
/// What was not understood, and what was expected.
pub fn parse(seen: Seen<'_>, line: &str) -> Orders {
    let Seen { definitions, view } = seen;
    let reading = Reading { definitions, view };
    match &words(line)[..] {
        [done] if done.folded == "done" => reading.done(),
        [no, what, ..] if no.folded == "no" && what.folded.starts_with("advance") => {
            Ok(vec![vec![Step::Verb(Verb::Advance), Step::Done]])
        }
        [general, rest @ ..] if general.folded == "general" => {
            only(rest, &GENERAL)?;
            Ok(vec![vec![Step::Verb(Verb::Activate), Step::General]])
        }
        [commit, supports @ ..] if COMMIT.contains(&commit.folded.as_str()) => reading.commit(supports),
        words => LANGUAGE.orders(words, |VerbEntry { verb, .. }, line| reading.orders(*verb, line)),
    }
}

/// Words with which people send supports into a combat.
pub(super) const COMMIT: [&str; 4] = ["commit", "use", "support", "supports"];

/// Words between a thing and where it comes from.
const FROM: [&str; 2] = ["from", "of"];

/// Words that say no more after `general` than it does.
const GENERAL: [&str; 3] = ["activation", "sequence", "now"];

/// That words say no more than what stands before them.
fn only(words: &[Word], filler: &[&str]) -> Result<(), Misread> {
    match words.iter().find(|word| !filler.contains(&word.folded.as_str())) {
        Some(word) => {
            Err(Misread::new(format!("`{}` is too much here: units are named by their own orders", word.raw)))
        }
        None => Ok(()),
    }
}

/// `NUMBER [steps]` of an order to detach: one number, and nothing else.
fn detached(words: &[Word]) -> Result<u8, Misread> {
    let unclear = || Misread::new(format!("expected one whole number of steps, found `{}`", spoken(words)));
    let words = match words {
        [] => return Err(Misread::new("detach how many steps?")),
        [count @ .., last] if matches!(last.folded.as_str(), "step" | "steps") => count,
        words => words,
    };
    match words {
        [one] if matches!(one.folded.as_str(), "a" | "an" | "one") => Ok(1),
        [count] => count.folded.parse().map_err(|_| unclear()),
        _ => Err(unclear()),
    }
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
                line.nothing_but(&["activation", "sequence", "turn", "phase", "it", "the", "die", "again"])?;
                Ok(vec![vec![begin]])
            }
            Verb::Activate if line.head.is_empty() => Err(Misread::new("activate what?")),
            Verb::Activate if line.head[0].folded == "general" => {
                only(&line.head[1..], &GENERAL)?;
                Ok(vec![vec![begin, Step::General]])
            }
            Verb::Activate => Ok(vec![vec![begin, self.activated(line.head)?]]),
            Verb::Gift if line.is(&["none", "nothing", "no", "done"]) => Ok(vec![vec![begin, Step::Done]]),
            Verb::Gift if line.is(&["reroll", "roll", "die"]) => Ok(vec![vec![begin, Step::Reroll]]),
            Verb::Gift | Verb::Snafu => Ok(vec![vec![begin, Step::Unit(self.unit(line.head)?)]]),
            Verb::Allot if line.is(&["done", "nothing"]) => Ok(vec![vec![begin, Step::Done]]),
            Verb::Allot => {
                let (count, kind) = self.markers(line.head)?;
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
                self.for_each_unit(self.goers(line), |unit| vec![begin, Step::Unit(unit), Step::Hex(hex)])
            }
            Verb::Advance if line.is(&["done", "nothing", "nobody", "none", "no"]) => Ok(vec![vec![begin, Step::Done]]),
            Verb::Move | Verb::Advance => {
                let path = self.definitions.places.way(line.clause(Clause::Via), line.clause(Clause::To))?;
                let walk = |unit| {
                    let drawn = path.iter().copied().map(Step::Via);
                    [begin, Step::Unit(unit)].into_iter().chain(drawn).chain([Step::Done]).collect()
                };
                self.for_each_unit(self.goers(line), walk)
            }
            Verb::Retreat => {
                let path = self.definitions.places.way(line.clause(Clause::Via), line.clause(Clause::To))?;
                let units = self.retreating(self.goers(line))?;
                let steps = units.into_iter().map(Step::Unit).chain(path.into_iter().map(Step::Via));
                Ok(vec![[begin].into_iter().chain(steps).collect()])
            }
            Verb::Dig | Verb::Leave | Verb::Recover | Verb::Rejoin | Verb::Eliminate | Verb::Top => {
                let inward = verb == Verb::Dig && line.head.first().is_some_and(|word| word.folded == "in");
                self.for_each_unit(&line.head[usize::from(inward)..], |unit| vec![begin, Step::Unit(unit)])
            }
            Verb::Detach => {
                let (count, division) = parted(line.head, &FROM);
                let division = self.unit(division.ok_or_else(|| Misread::new("detach from which division?"))?)?;
                Ok(vec![vec![begin, Step::Unit(division), Step::Steps(detached(count)?)]])
            }
            Verb::Mark => Ok(vec![vec![begin, Step::Hex(self.definitions.places.one(line.head)?)]]),
            Verb::Attack | Verb::Prepare => self.attack(begin, line),
            Verb::Defend => self.defend(line),
            Verb::Lose => self.lose(line.head),
            Verb::Play => self.play(line),
            Verb::Clear => self.clear(line),
            Verb::Let => Ok(vec![vec![begin]]),
        }
    }

    /// Supports by themselves: those of a defence, if one is asked for.
    fn commit(&self, supports: &[Word]) -> Orders {
        let pending = self.view.side.and_then(|side| self.view.field.ask(side)).map(|ask| ask.pending);
        if pending != Some(Pending::Defend) {
            return Err(Misread::new(
                "supports are named with the combat: `attack HEX with UNIT, ... support KIND from HQ`, or, where you are \
                 attacked, `defend support KIND from HQ`",
            ));
        }
        let line = [&words("defend support")[..], supports].concat();
        LANGUAGE.orders(&line, |VerbEntry { verb, .. }, line| self.orders(*verb, line))
    }

    /// `EVENT HEX`.
    fn play(&self, line: &Line<'_>) -> Orders {
        let (kind, used) = names::event(line.head)?;
        let rest = &line.head[used..];
        let inward = usize::from(rest.first().is_some_and(|word| word.folded == "in"));
        let words = line.clause(Clause::To).unwrap_or(&rest[inward..]);
        let hex = self.definitions.places.one(words)?;
        Ok(vec![vec![Step::Verb(Verb::Play), Step::Event(kind), Step::Hex(hex)]])
    }

    /// `UNIT HEX`: the hex is the last number, or what follows `at`.
    fn clear(&self, line: &Line<'_>) -> Orders {
        let (unit, hex) = match (line.clause(Clause::To), line.head.split_last()) {
            (Some(hex), _) => (line.head, hex),
            (None, Some((last, head))) => (head, std::slice::from_ref(last)),
            (None, None) => return Err(Misread::new("which unit removes what?")),
        };
        let (unit, hex) = (self.unit(unit)?, self.definitions.places.one(hex)?);
        Ok(vec![vec![Step::Verb(Verb::Clear), Step::Unit(unit), Step::Hex(hex)]])
    }

    /// A formation; in a general activation, a unit that takes its check.
    fn activated(&self, words: &[Word]) -> Result<Step, Misread> {
        let formation = names::formation(self.definitions, self.view, words);
        if self.view.field.operations.activation.is_none() {
            return formation
                .map(Step::Formation)
                .or_else(|misread| self.unit(words).map(Step::Unit).map_err(|_| misread));
        }
        match (self.unit(words), formation) {
            (Ok(unit), Ok(formation)) if self.definitions.unit(unit).is_hq() => Ok(Step::Formation(formation)),
            (Ok(unit), _) => Ok(Step::Unit(unit)),
            (Err(_), Ok(formation)) => Ok(Step::Formation(formation)),
            (Err(misread), Err(_)) => Err(misread),
        }
    }

    /// The headquarters that words name, by its corps too; a unit that is none only where they can mean nothing else.
    fn hq(&self, words: &[Word]) -> Result<UnitId, Misread> {
        let is_hq = |unit: UnitId| self.definitions.unit(unit).is_hq();
        let unit = names::unit_among(self.definitions, self.view, words, is_hq);
        if unit.as_ref().is_ok_and(|unit| is_hq(*unit)) {
            return unit;
        }
        let formation = names::formation(self.definitions, self.view, words);
        let hq = formation.map(|formation| self.definitions.headquarters.get(formation.index()).copied().flatten());
        match (hq, unit) {
            (Ok(Some(hq)), _) => Ok(hq),
            (_, Ok(unit)) => Ok(unit),
            (Ok(None), _) => Err(Misread::new(format!("`{}` has no headquarters", spoken(words)))),
            (Err(misread), _) => Err(misread),
        }
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
            && line.is_plain()
        {
            return self.for_each_unit(head, |hq| vec![begin, Step::Unit(hq), Step::Done]);
        }
        let hex = self.destination(line, "to which hex?")?;
        self.for_each_unit(line.head, |hq| vec![begin, Step::Unit(hq), Step::Hex(hex)])
    }

    /// Who goes, without the hex that `from` says they come from: everybody sees where they stand.
    fn goers<'a>(&self, line: &Line<'a>) -> &'a [Word] {
        let (who, from) = parted(line.head, &FROM[..1]);
        match from {
            Some(from) if self.definitions.places.one(from).is_ok() => who,
            _ => line.head,
        }
    }

    fn unit(&self, words: &[Word]) -> Result<UnitId, Misread> {
        names::unit(self.definitions, self.view, words)
    }

    fn units(&self, words: &[Word]) -> Result<Vec<UnitId>, Misread> {
        names::units(self.definitions, self.view, words)
    }

    fn for_each_unit(&self, words: &[Word], order: impl Fn(UnitId) -> Vec<Step>) -> Orders {
        Ok(self.units(words)?.into_iter().map(order).collect())
    }

    fn destination(&self, line: &Line<'_>, question: &str) -> Result<HexId, Misread> {
        let to = line.clause(Clause::To).filter(|words| !words.is_empty());
        self.definitions.places.one(to.ok_or_else(|| Misread::new(question))?)
    }
}
