mod chits;

use crate::DeadlyWoods;
use crate::chapters::{bridges, combat, movement};
use crate::printed::{ALLIED, Kind};
use crate::truth::order::{Marker, Step, Verb};
use crate::truth::state::State;
use crate::verbs::Clause;
use definitions::UnitId;
use definitions::hex::HexId;
use definitions::spelling::{Word, folded, spoken};
use engine::contract::{Imagined, Misread, Seen, SideId, Sight, Viewer};
use engine::speech::{Sentence, entries};

type Orders = Result<Vec<Vec<Step>>, Misread>;

/// Reads the sentence after a verb as orders.
pub fn orders(seen: Seen<'_, DeadlyWoods>, verb: Verb, line: &Sentence<'_, Clause>) -> Orders {
    let reading = Reading { seen };
    let each =
        |units: Vec<UnitId>| Ok(units.into_iter().map(|unit| vec![Step::Verb(verb), Step::Unit(unit)]).collect());
    match verb {
        Verb::Withdraw | Verb::Cancel => line.nothing_but(&["now", "the", "ss"]).map(|()| vec![vec![Step::Verb(verb)]]),
        Verb::Convert | Verb::Bear | Verb::Stay | Verb::React => {
            line.nothing_but(&["now"]).map(|()| vec![vec![Step::Verb(verb)]])
        }
        Verb::Pass => line.nothing_but(&["round", "now"]).map(|()| vec![vec![Step::Verb(verb)]]),
        Verb::End => reading.end(line),
        Verb::Take | Verb::Play => reading.chit(verb, line),
        Verb::Place => reading.place(line),
        // what it lacks the judge tells, with what would do
        Verb::Lose | Verb::Stand | Verb::Advance | Verb::Remove | Verb::Retreat
            if line.head.is_empty() && line.is_plain() =>
        {
            Ok(vec![vec![Step::Verb(verb)]])
        }
        Verb::Recall | Verb::Later | Verb::Lose | Verb::Stand | Verb::Advance | Verb::Remove => {
            each(reading.units(line.head)?)
        }
        Verb::Rebuild => {
            let at = line
                .clause(Clause::At)
                .or_else(|| line.clause(Clause::To))
                .map(|words| reading.hex(words))
                .transpose()?;
            let order = |unit: UnitId| {
                [Step::Verb(verb), Step::Unit(unit)].into_iter().chain(at.map(Step::Hex)).collect::<Vec<Step>>()
            };
            Ok(reading.units(line.head)?.into_iter().map(order).collect())
        }
        Verb::Move | Verb::Infiltrate => reading.movement(verb, line),
        Verb::Blow => reading.blow(line),
        Verb::Keep => reading.keep(line),
        Verb::Attack => reading.attack(line),
        Verb::Support => {
            let with = line.clause(Clause::With);
            with.map_or(Ok(()), |_| line.nothing_but(&[]))?;
            let units = reading.units(with.unwrap_or(line.head))?.into_iter().map(Step::Unit);
            Ok(vec![[Step::Verb(verb)].into_iter().chain(units).chain([Step::Done]).collect()])
        }
        Verb::Retreat => {
            line.nothing_but(&[])?;
            let words =
                line.clause(Clause::To).or_else(|| line.clause(Clause::At)).ok_or_else(|| Misread::new("to where?"))?;
            Ok(vec![vec![Step::Verb(verb), Step::Hex(reading.hex(words)?)]])
        }
    }
}

struct Reading<'a> {
    seen: Seen<'a, DeadlyWoods>,
}

impl Reading<'_> {
    fn state(&self) -> &State {
        &self.seen.view.state
    }

    fn own(&self, unit: UnitId) -> bool {
        self.seen.view.side.is_none_or(|side| self.seen.definitions.counter(unit).side == side)
    }

    fn side(&self) -> Result<SideId, Misread> {
        self.seen.view.asked().ok_or_else(|| Misread::new("nothing is asked of you now"))
    }

    /// The units of a list; `all of HEX` are those of the side that stand there, `all of 2 Pz` those of a division.
    fn units(&self, words: &[Word]) -> Result<Vec<UnitId>, Misread> {
        if let Ok(unit) = self.one(words) {
            return Ok(vec![unit]);
        }
        let mut units = Vec::new();
        for entry in entries(words) {
            match self.group(entry)? {
                Some(group) => units.extend(group),
                None => units.push(self.one(entry)?),
            }
        }
        if units.is_empty() { Err(Misread::new("which unit?")) } else { Ok(units) }
    }

    /// The one unit that words name; of several that are called alike one's own on the map.
    fn one(&self, words: &[Word]) -> Result<UnitId, Misread> {
        let here = |unit: UnitId| self.own(unit) && self.state().unit(unit).hex().is_some();
        let own = |unit: UnitId| self.own(unit);
        self.seen.definitions.names.one(words, &[&here, &own])
    }

    /// What `all of` names, if an entry begins so.
    fn group(&self, words: &[Word]) -> Result<Option<Vec<UnitId>>, Misread> {
        let Some((first, rest)) = words.split_first() else { return Ok(None) };
        if first.folded != "all" {
            return Ok(None);
        }
        let rest = match rest.split_first() {
            Some((of, rest)) if matches!(of.folded.as_str(), "of" | "in" | "from") => rest,
            _ => rest,
        };
        let definitions = self.seen.definitions;
        let said = rest.iter().map(|word| word.folded.as_str()).collect::<Vec<_>>().concat();
        let here = |unit: &UnitId| self.own(*unit) && self.state().unit(*unit).hex().is_some();
        let of = |unit: &UnitId| {
            let division = &definitions.published.units.unit(*unit).division;
            let named = definitions.name(*unit).split_once('/').map(|(_, of)| folded(of).concat());
            !said.is_empty() && (*division == said || named.as_deref() == Some(said.as_str()))
        };
        let units: Vec<UnitId> =
            definitions.published.units.iter().map(|(unit, _)| unit).filter(|unit| here(unit) && of(unit)).collect();
        if !units.is_empty() {
            return Ok(Some(units));
        }
        let hex = definitions.places.one(rest).map_err(|misread| {
            Misread::new(format!(
                "`{}` is neither a hex nor a division of yours on the map ({})",
                spoken(rest),
                misread.message
            ))
        })?;
        let stack = self.state().disposition(definitions).stack(hex);
        let units: Vec<UnitId> = stack.filter(|unit| self.own(*unit)).collect();
        let nobody = || Misread::new(format!("none of your units is in {}", definitions.place(hex)));
        if units.is_empty() { Err(nobody()) } else { Ok(Some(units)) }
    }

    fn hex(&self, words: &[Word]) -> Result<HexId, Misread> {
        self.seen.definitions.places.one(words)
    }

    fn hexes(&self, words: &[Word]) -> Result<Vec<HexId>, Misread> {
        let mut hexes = Vec::new();
        for entry in entries(words) {
            hexes.extend(self.seen.definitions.places.all(entry)?);
        }
        Ok(hexes)
    }

    fn place(&self, line: &Sentence<'_, Clause>) -> Orders {
        let at =
            line.clause(Clause::At).or_else(|| line.clause(Clause::To)).map(|words| self.hex(words)).transpose()?;
        let marker = match line.head {
            [word] => Marker::ALL.into_iter().find(|marker| word.folded == marker.word()),
            _ => None,
        };
        let wanted = || Misread::new("where?");
        if marker != Some(Marker::Motorised) && line.clause(Clause::With).is_some() {
            return Err(Misread::new("`with` is for trucks: write `place trucks with UNIT`"));
        }
        match marker {
            Some(Marker::Motorised) if at.is_some() => {
                Err(Misread::new("trucks are laid where the unit stands: write `place trucks with UNIT`"))
            }
            Some(Marker::Motorised) => {
                let with = line.clause(Clause::With).ok_or_else(|| Misread::new("with which unit?"))?;
                let unit = self.one(with)?;
                Ok(vec![vec![Step::Verb(Verb::Place), Step::Marker(Marker::Motorised), Step::Unit(unit)]])
            }
            Some(marker) => {
                Ok(vec![vec![Step::Verb(Verb::Place), Step::Marker(marker), Step::Hex(at.ok_or_else(wanted)?)]])
            }
            None => {
                let hex = at.ok_or_else(wanted)?;
                let order = |unit: UnitId| vec![Step::Verb(Verb::Place), Step::Unit(unit), Step::Hex(hex)];
                Ok(self.units(line.head)?.into_iter().map(order).collect())
            }
        }
    }

    /// The two hexes of a bridge, in the order of the map if there is one.
    fn bridge(&self, words: &[Word]) -> Result<[HexId; 2], Misread> {
        // the stroke between them is no word
        let parted = |at: usize| {
            let (one, other) = words.split_at(at);
            self.hex(one).ok().zip(self.hex(other).ok())
        };
        let (one, other) = (1..words.len())
            .find_map(parted)
            .ok_or_else(|| Misread::new("expected the two hexes of a bridge as in 3315/3215"))?;
        let board = &self.seen.definitions.board;
        Ok(board.bridge_between(one, other).map_or([one, other], |bridge| board.bridge(bridge).ends))
    }

    fn keep(&self, line: &Sentence<'_, Clause>) -> Orders {
        let words = line.clause(Clause::At).unwrap_or(line.head);
        let all = matches!(words, [] | [_])
            && words.iter().all(|it| matches!(it.folded.as_str(), "bridge" | "bridges" | "all"));
        if all {
            return Ok(vec![vec![Step::Verb(Verb::Keep), Step::Done]]);
        }
        let [one, other] = self.bridge(words)?;
        Ok(vec![vec![Step::Verb(Verb::Keep), Step::Hex(one), Step::Hex(other)]])
    }

    fn blow(&self, line: &Sentence<'_, Clause>) -> Orders {
        let words = line.clause(Clause::At).unwrap_or(line.head);
        if words.is_empty() {
            return Ok(vec![vec![Step::Verb(Verb::Blow)]]);
        }
        let definitions = self.seen.definitions;
        let ends = self.bridge(words)?;
        let bridge = definitions.board.bridge_between(ends[0], ends[1]);
        let unit = match line.clause(Clause::With) {
            Some(words) => self.one(words)?,
            None => {
                let meant = bridge.and_then(|bridge| bridges::meant(definitions, self.state(), bridge));
                let any = || definitions.units_of(ALLIED).find(|it| definitions.counter(*it).kind == Kind::Engineers);
                meant.or_else(any).ok_or_else(|| Misread::new("with which engineers?"))?
            }
        };
        Ok(vec![vec![Step::Verb(Verb::Blow), Step::Hex(ends[0]), Step::Hex(ends[1]), Step::Unit(unit)]])
    }

    fn attack(&self, line: &Sentence<'_, Clause>) -> Orders {
        let with = line.clause(Clause::With).ok_or_else(|| Misread::new("with which units?"))?;
        let target = self.hex(line.head)?;
        let everybody = matches!(with, [word] if matches!(word.folded.as_str(), "all" | "everybody"));
        let units = if everybody { self.attackers(target)? } else { self.units(with)? };
        let mut order = vec![Step::Verb(Verb::Attack), Step::Hex(target)];
        order.extend(units.iter().copied().map(Step::Unit));
        let mut bonus = false;
        if let Some(words) = line.clause(Clause::Support) {
            for entry in entries(words) {
                if matches!(entry, [word] if matches!(word.folded.as_str(), "plus" | "+2")) {
                    bonus = true;
                } else {
                    order.push(Step::Gun(self.one(entry)?));
                }
            }
        }
        if let Some(words) = line.clause(Clause::Double) {
            order.push(Step::Double(self.one(words)?));
        }
        order.extend(bonus.then_some(Step::Bonus));
        if let Some(words) = line.clause(Clause::Advance) {
            let all = matches!(words, [word] if matches!(word.folded.as_str(), "all" | "everybody"));
            let units = if all { self.followers(target, units) } else { self.units(words)? };
            order.extend(units.into_iter().map(Step::Follow));
        }
        order.push(Step::Done);
        Ok(vec![order])
    }

    /// Those of attackers who could advance.
    fn followers(&self, target: HexId, units: Vec<UnitId>) -> Vec<UnitId> {
        let may = |unit: &UnitId| combat::attack::follows(self.seen.definitions, self.state(), *unit, target).is_ok();
        units.into_iter().filter(may).collect()
    }

    /// All who can attack a hex now.
    fn attackers(&self, target: HexId) -> Result<Vec<UnitId>, Misread> {
        let definitions = self.seen.definitions;
        let units = combat::attack::attackers(definitions, self.state(), self.side()?, target);
        let nobody = || Misread::new(format!("none of your units can attack {} now", definitions.place(target)));
        if units.is_empty() { Err(nobody()) } else { Ok(units) }
    }

    fn movement(&self, verb: Verb, line: &Sentence<'_, Clause>) -> Orders {
        let units = self.units(line.head)?;
        if let Some(words) = line.clause(Clause::Towards) {
            for (clause, opener) in [(Clause::Via, "via"), (Clause::To, "to"), (Clause::At, "at")] {
                if line.clause(clause).is_some() {
                    return Err(Misread::new(format!("`{opener}` has no place beside `towards`")));
                }
            }
            return self.towards(&units, self.hex(words)?);
        }
        let mut via = line.clause(Clause::Via).map(|words| self.hexes(words)).transpose()?.unwrap_or_default();
        let to =
            line.clause(Clause::To).or_else(|| line.clause(Clause::At)).map(|words| self.hex(words)).transpose()?;
        let to = to.or_else(|| via.pop()).ok_or_else(|| Misread::new("to where?"))?;
        let order = |unit: UnitId| {
            let via = via.iter().copied().map(Step::Via);
            [Step::Verb(verb), Step::Unit(unit)].into_iter().chain(via).chain([Step::Hex(to)]).collect()
        };
        Ok(units.into_iter().map(order).collect())
    }

    /// Each unit goes as near to a hex as it comes.
    fn towards(&self, units: &[UnitId], to: HexId) -> Orders {
        let (definitions, side) = (self.seen.definitions, self.side()?);
        let mut imagined = DeadlyWoods::imagine(self.seen);
        let mut orders = Vec::new();
        for unit in units {
            let state = seen_by(&imagined, self.seen, side);
            let partial = [Step::Verb(Verb::Move), Step::Unit(*unit)];
            let (ends, _) = movement::orders::ends(definitions, &state, side, &partial);
            let Some(from) = state.unit(*unit).hex() else { continue };
            let near = |hex: &HexId| definitions.board.distance(*hex, to);
            let Some(hex) = ends.into_iter().filter(|hex| near(hex) < near(&from)).min_by_key(near) else { continue };
            let order = vec![partial[0], partial[1], Step::Hex(hex)];
            if let Ok(foreseen) = imagined.foresee(definitions, side, &order) {
                imagined = foreseen.state;
                orders.push(order);
            }
        }
        let none = || Misread::new(format!("none of them comes nearer to {} now", definitions.place(to)));
        if orders.is_empty() { Err(none()) } else { Ok(orders) }
    }
}

/// What a side would see of what it imagines.
fn seen_by(imagined: &Imagined<DeadlyWoods>, seen: Seen<'_, DeadlyWoods>, side: SideId) -> State {
    imagined.view(seen.definitions, Viewer::Side(side)).state
}
