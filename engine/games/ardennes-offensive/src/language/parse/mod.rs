mod columns;
mod set_up;

use crate::ArdennesOffensive;
use crate::chapters::combat;
use crate::chapters::movement::reinforcements;
use crate::printed::Column;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Phase;
use crate::verbs::Clause;
use definitions::UnitId;
use definitions::hex::HexId;
use definitions::spelling::{Word, spoken};
use engine::contract::{Misread, Seen, Sight};
use engine::speech::Sentence;

type Orders = Result<Vec<Vec<Step>>, Misread>;

/// Reads the sentence after a verb as orders.
pub fn orders(seen: Seen<'_, ArdennesOffensive>, verb: Verb, line: &Sentence<'_, Clause>) -> Orders {
    let reading = Reading { seen };
    let alone = || line.nothing_but(&["phase", "now", "immunity"]).map(|()| vec![vec![Step::Verb(verb)]]);
    match verb {
        Verb::Ready | Verb::Waive | Verb::Keep | Verb::Hold => alone(),
        Verb::End => match line.head {
            [what] if what.folded == "turn" => reading.end_turn(),
            [what] if ["movement", "combat"].contains(&what.folded.as_str()) => reading.end_phase(&what.folded),
            _ => alone(),
        },
        Verb::Place if matches!(line.head, [all] if all.folded == "all") => reading.set_up(),
        Verb::Place => reading.place(line),
        Verb::Retreat | Verb::Advance => {
            let (unit, hex) = (reading.unit(line.head)?, reading.where_to(line)?);
            Ok(vec![vec![Step::Verb(verb), Step::Unit(unit), Step::Hex(hex)]])
        }
        Verb::Drop => Ok(vec![vec![Step::Verb(verb), Step::Hex(reading.where_to(line)?)]]),
        Verb::Lose => {
            let units = reading.units(line.head)?;
            Ok(vec![[Step::Verb(verb)].into_iter().chain(units.into_iter().map(Step::Unit)).collect()])
        }
        Verb::Attack => reading.attack(line),
        Verb::Enter if matches!(line.head, [all] if all.folded == "all") => reading.enter_all(line),
        Verb::Enter => reading.enter(line),
        Verb::Move | Verb::March | Verb::Deploy => reading.movement(verb, line),
    }
}

/// Words for all units of a place.
const EVERYBODY: [&str; 3] = ["all", "everybody", "everything"];

struct Reading<'a> {
    seen: Seen<'a, ArdennesOffensive>,
}

impl Reading<'_> {
    /// The units that the entries of a list name; of several that are called alike, one's own that is on the map.
    fn named(&self, words: &[Word]) -> Result<Vec<UnitId>, Misread> {
        let definitions = self.seen.definitions;
        let own = |unit: UnitId| self.seen.view.side.is_none_or(|side| definitions.counter(unit).side == side);
        let here = |unit: UnitId| own(unit) && self.seen.view.state.unit(unit).hex().is_some();
        definitions.names.each(words, &[&here, &own])
    }

    /// The one unit that words name.
    fn unit(&self, words: &[Word]) -> Result<UnitId, Misread> {
        match self.named(words)?[..] {
            [unit] => Ok(unit),
            _ => Err(Misread::new(format!("expected one unit, found `{}`", spoken(words)))),
        }
    }

    /// The units of a list; `all of HEX` are those of the side that stand there, `all of DIVISION` those of a division that are
    /// on the map.
    fn units(&self, words: &[Word]) -> Result<Vec<UnitId>, Misread> {
        let rest = words.split_first().filter(|(first, _)| EVERYBODY.contains(&first.folded.as_str()));
        let Some((_, rest)) = rest else { return self.named(words) };
        let place = match rest.split_first() {
            Some((of, place)) if matches!(of.folded.as_str(), "of" | "in" | "from") => place,
            _ => rest,
        };
        if place.is_empty() {
            return Err(Misread::new("all of whom? Name a hex or a division, as in `all of 1409` or `all of 1 SS`"));
        }
        let hex = match self.hex(place) {
            Ok(hex) => hex,
            Err(misread) => return self.division(place).unwrap_or(Err(misread)),
        };
        let own = |unit: &UnitId| Some(self.seen.definitions.counter(*unit).side) == self.seen.view.side;
        let stack = self.seen.view.state.disposition(self.seen.definitions).stack(hex);
        let units: Vec<UnitId> = stack.filter(own).collect();
        let nobody = || Misread::new(format!("none of your units is in {}", self.seen.definitions.place(hex)));
        if units.is_empty() { Err(nobody()) } else { Ok(units) }
    }

    /// The units on the map of one's division that words name: `28`, `28 DI`, `1 SS`, `Lehr`. None if they name none.
    fn division(&self, words: &[Word]) -> Option<Result<Vec<UnitId>, Misread>> {
        let definitions = self.seen.definitions;
        let said: String = words.iter().map(|word| word.folded.as_str()).collect();
        let division = |unit: UnitId| definitions.published.units.unit(unit).division.as_str();
        // `28` is 28di, not 282vg
        let names = |known: &str| {
            known.strip_prefix(said.as_str()).is_some_and(|rest| rest.chars().all(|sign| sign.is_ascii_alphabetic()))
        };
        let own = definitions.units_of(self.seen.view.side?).filter(|unit| names(division(*unit)));
        let own: Vec<UnitId> = own.filter(|_| !said.is_empty()).collect();
        let first = division(*own.first()?);
        if own.iter().any(|unit| division(*unit) != first) {
            return Some(Err(definitions.names.which(words, &own)));
        }
        let here: Vec<UnitId> =
            own.into_iter().filter(|unit| self.seen.view.state.unit(*unit).hex().is_some()).collect();
        let nobody = || Misread::new(format!("none of the units of `{}` is on the map", spoken(words)));
        Some(if here.is_empty() { Err(nobody()) } else { Ok(here) })
    }

    fn hex(&self, words: &[Word]) -> Result<HexId, Misread> {
        self.seen.definitions.places.one(words)
    }

    /// The hex of the clause that says where.
    fn where_to(&self, line: &Sentence<'_, Clause>) -> Result<HexId, Misread> {
        let words = line.clause(Clause::At).or_else(|| line.clause(Clause::To));
        self.hex(words.ok_or_else(|| Misread::new("where?"))?)
    }

    fn attack(&self, line: &Sentence<'_, Clause>) -> Orders {
        let mut order = vec![Step::Verb(Verb::Attack)];
        let mut targets = Vec::new();
        for entry in line.entries() {
            targets.extend(self.targets(entry)?);
        }
        order.extend(targets.iter().copied().map(Step::Hex));
        let with = line.clause(Clause::With).ok_or_else(|| Misread::new("with which units?"))?;
        let with = match with {
            [all] if EVERYBODY.contains(&all.folded.as_str()) => self.all_beside(&targets)?,
            with => self.units(with)?,
        };
        order.extend(with.into_iter().map(Step::Unit));
        if let Some(words) = line.clause(Clause::At) {
            order.push(Step::Odds(self.odds(words)?));
        }
        if line.clause(Clause::Waive).is_some() {
            order.push(Step::Waive);
        }
        if let Some(words) = line.clause(Clause::Advance) {
            order.extend(self.units(words)?.into_iter().map(Step::Follow));
        }
        order.push(Step::Done);
        Ok(vec![order])
    }

    /// The hexes that words name, or that of an enemy whom they name.
    fn targets(&self, words: &[Word]) -> Result<Vec<HexId>, Misread> {
        let definitions = self.seen.definitions;
        let places = definitions.places.all(words);
        let enemy = |unit: UnitId| self.seen.view.side.is_some_and(|side| definitions.counter(unit).side != side);
        let here = |unit: UnitId| enemy(unit) && self.seen.view.state.unit(unit).hex().is_some();
        match definitions.names.find(words, &[&here, &enemy]).ok().filter(|unit| enemy(*unit)) {
            Some(unit) if places.is_err() => match self.seen.view.state.unit(unit).hex() {
                Some(hex) => Ok(vec![hex]),
                None => Err(Misread::new(format!("{} is not on the map", definitions.name(unit)))),
            },
            _ => places,
        }
    }

    /// All of one's units that stand next to all of some hexes and can attack.
    fn all_beside(&self, targets: &[HexId]) -> Result<Vec<UnitId>, Misread> {
        let (definitions, side) = (self.seen.definitions, self.seen.view.side);
        let near = side.map(|side| combat::neighbours(definitions, &self.seen.view.state, side, targets).collect());
        let mut near: Vec<UnitId> = near.unwrap_or_default();
        near.sort_unstable();
        let places: Vec<String> = targets.iter().map(|hex| definitions.place(*hex)).collect();
        let none =
            || Misread::new(format!("none of your units that can attack stands next to {}", places.join(" and to ")));
        if near.is_empty() { Err(none()) } else { Ok(near) }
    }

    /// Odds as in `3-1`.
    fn odds(&self, words: &[Word]) -> Result<Column, Misread> {
        let crt = &self.seen.definitions.tables.crt;
        let numbers: Vec<u16> = words.iter().filter_map(|word| word.folded.parse().ok()).collect();
        let column = match numbers[..] {
            [attack, defence] => crt.with_odds((attack, defence)),
            _ => None,
        };
        column.ok_or_else(|| {
            let known: Vec<String> = crt.columns().map(|column| crt.odds(column)).collect();
            Misread::new(format!("`{}` are no odds of the table; they are {}", spoken(words), known.join(", ")))
        })
    }

    /// The end of the phase, if it is the one that was meant. Where nobody is left to attack, combat has ended by itself, and
    /// nothing is left to be done.
    fn end_phase(&self, meant: &str) -> Orders {
        let phase = self.seen.view.state.phase;
        if (phase == Phase::Combat) == (meant == "combat") {
            return Ok(vec![vec![Step::Verb(Verb::End)]]);
        }
        if self.is_own_turn() && phase == Phase::Mechanized {
            return Ok(Vec::new());
        }
        self.check_turn()?;
        Err(Misread::new(format!(
            "the {meant} phase is not under way, so it is not ended; `end` ends whatever phase is"
        )))
    }

    /// Whether it is the player turn of whoever writes.
    fn is_own_turn(&self) -> bool {
        self.seen.view.side == Some(self.seen.view.state.side)
    }

    /// That the turn of whoever writes has not ended by itself: the end of a phase of the next one does not follow it.
    fn check_turn(&self) -> Result<(), Misread> {
        if self.seen.view.asked().is_some() || self.is_own_turn() {
            return Ok(());
        }
        Err(Misread::new("it is the other side's turn, so yours is not ended; `end` ends a phase of your next one"))
    }

    /// The ends of all phases that are left of the player turn, as far as no die and no duty is before them.
    fn end_turn(&self) -> Orders {
        self.check_turn()?;
        let end = vec![Step::Verb(Verb::End)];
        let mut orders = vec![end.clone()];
        let mut imagined = ArdennesOffensive::imagine(self.seen);
        let Some(side) = self.seen.view.asked() else { return Ok(orders) };
        while let Ok(foreseen) = imagined.foresee(self.seen.definitions, side, &end)
            && !foreseen.rolls
            && foreseen.state.asks().iter().any(|ask| ask.side == side)
        {
            imagined = foreseen.state;
            orders.push(end.clone());
        }
        Ok(orders)
    }

    /// Units come on, and each goes on before the next.
    fn enter(&self, line: &Sentence<'_, Clause>) -> Orders {
        let units = self.units(line.head)?;
        let at = self.hex(line.clause(Clause::At).ok_or_else(|| self.which_gate(&units))?)?;
        let to = line.clause(Clause::To).map(|words| self.hex(words)).transpose()?;
        let mut orders = Vec::new();
        for unit in units {
            orders.push(vec![Step::Verb(Verb::Enter), Step::Unit(unit), Step::Hex(at)]);
            orders.extend(to.map(|to| vec![Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(to)]));
        }
        Ok(orders)
    }

    /// That somebody did not say where units come on, and where the first of them may.
    fn which_gate(&self, units: &[UnitId]) -> Misread {
        let (definitions, state) = (self.seen.definitions, &self.seen.view.state);
        let by = units.iter().find_map(|unit| {
            let side = self.seen.view.asked()?;
            let gates = reinforcements::gates(definitions, state, *unit).into_iter();
            let open = gates.filter(|gate| reinforcements::entry(definitions, state, side, *unit, *gate).is_ok());
            let open: Vec<String> = open.map(|gate| definitions.place(gate)).collect();
            (!open.is_empty()).then(|| format!(" {} may come on at {}", definitions.name(*unit), open.join(", ")))
        });
        Misread::new(format!("at which hex?{}", by.unwrap_or_default()))
    }

    /// Units move or change their mode, one after the other.
    fn movement(&self, verb: Verb, line: &Sentence<'_, Clause>) -> Orders {
        if let Some(words) = line.clause(Clause::Towards) {
            let marches = verb == Verb::March || line.clause(Clause::Road).is_some();
            return self.approach(self.units(line.head)?, self.hex(words)?, marches);
        }
        let to = line.clause(Clause::To).map(|words| self.hex(words)).transpose()?;
        if verb == Verb::Move && to.is_none() {
            return Err(Misread::new("to where?"));
        }
        let road = line.clause(Clause::Road).is_some();
        let mut orders = Vec::new();
        for unit in self.units(line.head)? {
            let marches = verb == Verb::March && to.is_some() || road;
            // who is in road mode already just moves
            if verb != Verb::Move && to.is_none() || marches && !self.seen.view.state.unit(unit).road {
                let change = if verb == Verb::Move { Verb::March } else { verb };
                orders.push(vec![Step::Verb(change), Step::Unit(unit)]);
            }
            orders.extend(to.map(|to| vec![Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(to)]));
        }
        Ok(orders)
    }
}
