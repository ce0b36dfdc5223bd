use crate::ArdennesII;
use crate::chapters::movement;
use crate::chapters::{bridges, reinforcements};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{State, Topic};
use crate::verbs::Clause;
use definitions::UnitId;
use definitions::hex::HexId;
use definitions::spelling::{Word, folded, spoken};
use engine::contract::{Advice, Imagined, Misread, Seen, SideId, Sight, Viewer};
use engine::speech::{Sentence, entries};

type Orders = Result<Vec<Vec<Step>>, Misread>;

/// Reads the sentence after a verb as orders.
pub fn orders(seen: Seen<'_, ArdennesII>, verb: Verb, line: &Sentence<'_, Clause>) -> Orders {
    let reading = Reading { seen };
    match verb {
        Verb::Ready | Verb::Hold | Verb::Stay | Verb::Keep => {
            line.nothing_but(&["now", "bridge", "bridges"]).map(|()| vec![vec![Step::Verb(verb)]])
        }
        Verb::End => match line.head {
            [what] if what.folded == "turn" => Ok(reading.end_turn()),
            _ => line.nothing_but(&["phase", "now"]).map(|()| vec![vec![Step::Verb(verb)]]),
        },
        Verb::Place => reading.place(line),
        Verb::Supply | Verb::Strike => {
            let hexes = reading.hexes(line)?;
            Ok(hexes.into_iter().map(|hex| vec![Step::Verb(verb), Step::Hex(hex)]).collect())
        }
        // what belongs to an answer that names nothing is told by its case
        Verb::Lose | Verb::Retreat | Verb::Advance | Verb::Run if line.head.is_empty() && line.is_plain() => {
            Ok(vec![vec![Step::Verb(verb)]])
        }
        Verb::Roll | Verb::Exit | Verb::Lose => {
            let words = match line.head.split_first() {
                Some((first, rest)) if first.folded == "for" => rest,
                _ => line.head,
            };
            let units = reading.units(words)?;
            Ok(units.into_iter().map(|unit| vec![Step::Verb(verb), Step::Unit(unit)]).collect())
        }
        Verb::Move => reading.movement(line),
        Verb::Overrun => reading.overrun(line),
        Verb::Fire => reading.fire(line),
        Verb::Attack => reading.attack(line),
        Verb::Retreat => {
            line.nothing_but(&[])?;
            Ok(vec![vec![Step::Verb(verb), Step::Hex(reading.where_to(line)?)]])
        }
        Verb::Advance | Verb::Run => {
            let units = reading.units(line.head)?;
            let hex = match (line.is_plain(), &reading.state().combat) {
                // an advance goes into the hex that was cleared
                (true, Some(combat)) if verb == Verb::Advance => Some(combat.target),
                (true, _) => None,
                (false, _) => Some(reading.where_to(line)?),
            };
            let order = |unit: UnitId| [Step::Verb(verb), Step::Unit(unit)].into_iter().chain(hex.map(Step::Hex));
            Ok(units.into_iter().map(|unit| order(unit).collect()).collect())
        }
        Verb::Blow => reading.blow(line),
    }
}

struct Reading<'a> {
    seen: Seen<'a, ArdennesII>,
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

    /// The units of a list; `all of HEX` are those of the side that stand there, `all of 1 SS` those of a formation.
    fn units(&self, words: &[Word]) -> Result<Vec<UnitId>, Misread> {
        let mut units = Vec::new();
        let whole = self.one(words).ok();
        if let Some(unit) = whole {
            return Ok(vec![unit]);
        }
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
        if !matches!(first.folded.as_str(), "all" | "everybody") {
            return Ok(None);
        }
        let rest = match rest.split_first() {
            Some((of, rest)) if matches!(of.folded.as_str(), "of" | "in" | "from") => rest,
            _ => rest,
        };
        let definitions = self.seen.definitions;
        if let Some(formation) = self.formation(rest) {
            let of = |unit: &UnitId| definitions.published.units.unit(*unit).division == formation;
            let here = |unit: &UnitId| self.state().unit(*unit).hex().is_some() || self.waits(*unit);
            let units = self.seen.definitions.published.units.iter().map(|(unit, _)| unit);
            return Ok(Some(units.filter(|unit| self.own(*unit) && of(unit) && here(unit)).collect()));
        }
        let hex = definitions.places.one(rest).map_err(|misread| {
            Misread::new(format!("`{}` is neither a hex nor a formation ({})", spoken(rest), misread.message))
        })?;
        let stack = self.state().disposition(definitions).stack(hex);
        let units: Vec<UnitId> = stack.filter(|unit| self.own(*unit)).collect();
        let nobody = || Misread::new(format!("none of your units is in {}", definitions.place(hex)));
        if units.is_empty() { Err(nobody()) } else { Ok(Some(units)) }
    }

    fn waits(&self, unit: UnitId) -> bool {
        self.state().unit(unit).place == crate::truth::state::Place::Waiting
    }

    /// The division that words name: by its id, its short name or its whole one.
    fn formation(&self, words: &[Word]) -> Option<String> {
        let said = words.iter().map(|word| word.folded.as_str()).collect::<Vec<_>>().concat();
        let same = |name: &str| folded(name).concat() == said;
        let formations = &self.seen.definitions.published.units.formations;
        let found = formations.iter().find(|it| same(&it.id) || same(&it.short) || same(&it.name));
        found.filter(|_| !said.is_empty()).map(|it| it.id.clone())
    }

    fn hex(&self, words: &[Word]) -> Result<HexId, Misread> {
        self.seen.definitions.places.one(words)
    }

    /// The hexes after `at`, or straight after the verb.
    fn hexes(&self, line: &Sentence<'_, Clause>) -> Result<Vec<HexId>, Misread> {
        let words = line.clause(Clause::At).unwrap_or(line.head);
        let mut hexes = Vec::new();
        for entry in entries(words) {
            hexes.extend(self.seen.definitions.places.all(entry)?);
        }
        if hexes.is_empty() { Err(Misread::new("at which hex?")) } else { Ok(hexes) }
    }

    /// The hex of the clause that says where.
    fn where_to(&self, line: &Sentence<'_, Clause>) -> Result<HexId, Misread> {
        let words = line.clause(Clause::At).or_else(|| line.clause(Clause::To));
        self.hex(words.ok_or_else(|| Misread::new("where?"))?)
    }

    fn attack(&self, line: &Sentence<'_, Clause>) -> Orders {
        let with = line.clause(Clause::With).ok_or_else(|| Misread::new("with which units?"))?;
        let mut order = vec![Step::Verb(Verb::Attack), Step::Hex(self.hex(line.head)?)];
        order.extend(self.units(with)?.into_iter().map(Step::Unit));
        if let Some(words) = line.clause(Clause::Advance) {
            order.extend(self.units(words)?.into_iter().map(Step::Follow));
        }
        if let Some(words) = line.clause(Clause::Beyond) {
            order.push(Step::Beyond(self.hex(words)?));
        }
        order.push(Step::Done);
        Ok(vec![order])
    }

    fn overrun(&self, line: &Sentence<'_, Clause>) -> Orders {
        let with = line.clause(Clause::With).ok_or_else(|| Misread::new("with which units?"))?;
        let mut order = vec![Step::Verb(Verb::Overrun), Step::Hex(self.hex(line.head)?)];
        order.extend(self.units(with)?.into_iter().map(Step::Unit));
        order.push(Step::Done);
        Ok(vec![order])
    }

    /// Guns fire one after the other; `all` are those that can fire there.
    fn fire(&self, line: &Sentence<'_, Clause>) -> Orders {
        let hex = self.where_to(line)?;
        let spotter = line.clause(Clause::Spotted).map(|words| self.one(words)).transpose()?;
        let order = |unit: UnitId| {
            let spotter = spotter.map(Step::Spotter);
            [Step::Verb(Verb::Fire), Step::Unit(unit)].into_iter().chain(spotter).chain([Step::Hex(hex)]).collect()
        };
        if matches!(line.head, [all] if all.folded == "all") {
            let units = self.seen.definitions.published.units.iter().map(|(unit, _)| unit);
            let guns = units.filter(|unit| self.own(*unit) && self.seen.definitions.counter(*unit).is_gun());
            let orders = guns.map(order).filter(|order: &Vec<Step>| self.seen.progress(order).is_ok());
            let orders: Vec<Vec<Step>> = orders.collect();
            if !orders.is_empty() {
                return Ok(orders);
            }
            // the nearest reads why it does not
            let away = |unit: &UnitId| {
                let from = self.state().unit(*unit).hex().filter(|_| self.own(*unit))?;
                let gun = self.seen.definitions.counter(*unit).is_gun();
                gun.then(|| self.seen.definitions.board.distance(from, hex))
            };
            let units = self.seen.definitions.published.units.iter().map(|(unit, _)| unit);
            let nearest = units.filter(|unit| away(unit).is_some()).min_by_key(away);
            let none = || Misread::new("none of your guns is on the map");
            return Ok(vec![order(nearest.ok_or_else(none)?)]);
        }
        Ok(self.units(line.head)?.into_iter().map(order).collect())
    }

    fn blow(&self, line: &Sentence<'_, Clause>) -> Orders {
        let hex = match line.clause(Clause::At) {
            Some(words) => self.hex(words)?,
            None => self.hex(line.head)?,
        };
        let unit = match line.clause(Clause::With) {
            Some(words) => Some(self.one(words)?),
            None => bridges::likeliest(self.seen.definitions, self.state(), hex),
        };
        // without anybody near enough the hex is refused already
        Ok(vec![[Step::Verb(Verb::Blow), Step::Hex(hex)].into_iter().chain(unit.map(Step::Unit)).collect()])
    }

    /// Units that stand together go together, stack by stack.
    fn movement(&self, line: &Sentence<'_, Clause>) -> Orders {
        let units = self.units(line.head)?;
        if let Some(words) = line.clause(Clause::Towards) {
            return self.towards(&units, self.hex(words)?);
        }
        let via = match line.clause(Clause::Via) {
            Some(words) => {
                let mut way = Vec::new();
                for entry in entries(words) {
                    way.extend(self.seen.definitions.places.all(entry)?);
                }
                way
            }
            None => Vec::new(),
        };
        let to = line.clause(Clause::To).map(|words| self.hex(words)).transpose()?;
        let way: Vec<HexId> = via.into_iter().chain(to).collect();
        if way.is_empty() {
            return Err(Misread::new("to where?"));
        }
        let mut orders = Vec::new();
        for stack in self.stacks(&units) {
            for hex in &way {
                let units = stack.iter().copied().map(Step::Unit);
                orders.push([Step::Verb(Verb::Move)].into_iter().chain(units).chain([Step::Hex(*hex)]).collect());
            }
        }
        Ok(orders)
    }

    /// Units by where they stand, in the order in which they are named.
    fn stacks(&self, units: &[UnitId]) -> Vec<Vec<UnitId>> {
        let mut stacks: Vec<Vec<UnitId>> = Vec::new();
        for unit in units {
            let hex = self.state().unit(*unit).hex();
            let known = stacks.iter_mut().find(|stack| hex.is_some() && self.state().unit(stack[0]).hex() == hex);
            match known {
                Some(stack) => stack.push(*unit),
                None => stacks.push(vec![*unit]),
            }
        }
        stacks
    }

    /// Each unit goes as far towards a hex as it comes, by the way that would be cheapest had it enough.
    fn towards(&self, units: &[UnitId], to: HexId) -> Orders {
        let (definitions, side) = (self.seen.definitions, self.side()?);
        let mut imagined = ArdennesII::imagine(self.seen);
        let mut orders = Vec::new();
        for unit in units {
            let state = seen_by(&imagined, self.seen, side);
            let Ok(mover) = movement::mover(definitions, &state, side, *unit) else { continue };
            let Some(hex) = mover.furthest(to) else { continue };
            let order = vec![Step::Verb(Verb::Move), Step::Unit(*unit), Step::Hex(hex)];
            if let Ok(foreseen) = imagined.foresee(definitions, side, &order) {
                imagined = foreseen.state;
                orders.push(order);
            }
        }
        let none = || Misread::new(format!("none of them comes nearer to {} now", definitions.place(to)));
        if orders.is_empty() { Err(none()) } else { Ok(orders) }
    }

    /// Reinforcements are placed; all of them where the computer would.
    fn place(&self, line: &Sentence<'_, Clause>) -> Orders {
        let all = matches!(line.head, [all] if all.folded == "all");
        let at =
            line.clause(Clause::At).or_else(|| line.clause(Clause::To)).map(|words| self.hex(words)).transpose()?;
        let order = |unit: UnitId, hex: HexId| vec![Step::Verb(Verb::Place), Step::Unit(unit), Step::Hex(hex)];
        if let Some(hex) = at.filter(|_| !all) {
            return Ok(self.units(line.head)?.into_iter().map(|unit| order(unit, hex)).collect());
        }
        if !all {
            return Err(Misread::new("where?"));
        }
        let (definitions, side) = (self.seen.definitions, self.side()?);
        if let Some(hex) = at {
            let open = |unit: &UnitId| reinforcements::hexes(definitions, self.state(), *unit).contains(&hex);
            let waiting = reinforcements::waiting(definitions, self.state(), side);
            let orders: Vec<Vec<Step>> = waiting.into_iter().filter(open).map(|unit| order(unit, hex)).collect();
            let none = || Misread::new(format!("nobody who waits may be placed in {}", definitions.place(hex)));
            return if orders.is_empty() { Err(none()) } else { Ok(orders) };
        }
        self.as_the_computer(side)
    }

    /// The placements that the computer would make, one after the other.
    fn as_the_computer(&self, side: SideId) -> Orders {
        let definitions = self.seen.definitions;
        let mut imagined = ArdennesII::imagine(self.seen);
        let mut orders = Vec::new();
        loop {
            let view = imagined.view(definitions, Viewer::Side(side));
            let order = ArdennesII::advise(Seen::<ArdennesII>::new(definitions, &view));
            let Some(order) = order.filter(|order| order.first() == Some(&Step::Verb(Verb::Place))) else { break };
            let Ok(foreseen) = imagined.foresee(definitions, side, &order) else { break };
            orders.push(order);
            if foreseen.rolls {
                break;
            }
            imagined = foreseen.state;
        }
        let none = || Misread::new("the computer would place nobody now");
        if orders.is_empty() { Err(none()) } else { Ok(orders) }
    }

    /// The ends of all phases that are left, as far as no die comes between.
    fn end_turn(&self) -> Vec<Vec<Step>> {
        let end = vec![Step::Verb(Verb::End)];
        let mut orders = vec![end.clone()];
        let Some(side) = self.seen.view.asked() else { return orders };
        let leads = |state: &State| {
            let topic = state.asked.filter(|asked| asked.side == side).map(|asked| asked.topic);
            matches!(topic, Some(Topic::Move | Topic::Attack))
        };
        let mut imagined = ArdennesII::imagine(self.seen);
        while let Ok(foreseen) = imagined.foresee(self.seen.definitions, side, &end)
            && !foreseen.rolls
            && leads(&seen_by(&foreseen.state, self.seen, side))
        {
            imagined = foreseen.state;
            orders.push(end.clone());
        }
        orders
    }
}

/// What a side would see of what it imagines.
fn seen_by(imagined: &Imagined<ArdennesII>, seen: Seen<'_, ArdennesII>, side: SideId) -> State {
    imagined.view(seen.definitions, Viewer::Side(side)).state
}
