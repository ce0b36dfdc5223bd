use crate::EnemyAction;
use crate::chapters::activation;
use crate::printed::{CardId, Deed, Definitions, GroupId, Tactic};
use crate::sight::known;
use crate::truth::order::{Step, Verb};
use crate::verbs::Clause;
use definitions::hex::HexId;
use definitions::spelling::{COMMA, Word, folded, spoken};
use definitions::{FormationId, UnitId};
use engine::contract::{Misread, Seen, SideId};
use engine::speech::{Sentence, entries, parted};

type Orders = Result<Vec<Vec<Step>>, Misread>;

/// Reads the sentence after a verb as orders.
pub fn orders(seen: Seen<'_, EnemyAction>, verb: Verb, line: &Sentence<'_, Clause>) -> Orders {
    let reading = Reading { seen };
    let begin = Step::Verb(verb);
    match verb {
        Verb::Disperse | Verb::Stay | Verb::Spend | Verb::Pass | Verb::End => {
            line.nothing_but(&["now"]).map(|()| vec![vec![begin]])
        }
        Verb::Activate => {
            let (card, target) = match line.clause(Clause::With) {
                Some(words) => (reading.card(words)?, reading.target(line.head)?),
                None => reading.by_itself(line.head)?,
            };
            Ok(vec![vec![begin, Step::Card(card), target]])
        }
        Verb::Kampfgruppe => {
            let card = reading.card(line.clause(Clause::With).ok_or_else(|| Misread::new("with which card?"))?)?;
            let hex = reading.hex(line.clause(Clause::At).unwrap_or(line.head))?;
            Ok(vec![vec![begin, Step::Card(card), Step::Hex(hex)]])
        }
        Verb::Deploy => {
            let card = reading.card(line.clause(Clause::With).ok_or_else(|| Misread::new("with which card?"))?)?;
            let last = if line.head.is_empty() { Step::Done } else { Step::Unit(reading.one(line.head)?) };
            Ok(vec![vec![begin, Step::Card(card), last]])
        }
        Verb::Event => reading.event(line),
        Verb::Block | Verb::Recover => {
            let card = reading.card(line.clause(Clause::With).ok_or_else(|| Misread::new("with which card?"))?)?;
            let hexes = reading.hexes(line.clause(Clause::At).unwrap_or(line.head))?;
            let end = (verb == Verb::Block).then_some(Step::Done);
            let hexes = hexes.into_iter().map(Step::Hex);
            Ok(vec![[begin, Step::Card(card)].into_iter().chain(hexes).chain(end).collect()])
        }
        Verb::Priority => {
            let card = reading.card(line.clause(Clause::With).ok_or_else(|| Misread::new("with which card?"))?)?;
            let other = line.clause(Clause::Discarding).map(|words| reading.card(words)).transpose()?;
            let end = other.filter(|other| *other != card).map_or(Step::Done, Step::Card);
            Ok(vec![vec![begin, Step::Card(card), end]])
        }
        Verb::Withdraw => {
            let card = reading.card(line.clause(Clause::With).ok_or_else(|| Misread::new("with which card?"))?)?;
            let from = reading.hex(line.clause(Clause::At).unwrap_or(line.head))?;
            let to = reading.hex(line.clause(Clause::To).ok_or_else(|| Misread::new("to which hex?"))?)?;
            Ok(vec![vec![begin, Step::Card(card), Step::Hex(from), Step::Hex(to)]])
        }
        Verb::Replace | Verb::Discard | Verb::Blow | Verb::Greif | Verb::Interdict => {
            let card = reading.card(line.clause(Clause::With).unwrap_or(line.head))?;
            Ok(vec![vec![begin, Step::Card(card)]])
        }
        Verb::Place => {
            let hex = reading.place(line)?;
            let order = |unit: UnitId| vec![begin, Step::Unit(unit), Step::Hex(hex)];
            Ok(reading.units(line.head)?.into_iter().map(order).collect())
        }
        Verb::Rebuild | Verb::Lose | Verb::Remove => {
            Ok(reading.units(line.head)?.into_iter().map(|unit| vec![begin, Step::Unit(unit)]).collect())
        }
        Verb::Move | Verb::Advance | Verb::Exit => {
            let hex = reading.place(line)?;
            let via = line.clause(Clause::Via).map(|words| reading.hexes(words)).transpose()?.unwrap_or_default();
            let order = |unit: UnitId| {
                let via = via.iter().copied().map(Step::Via);
                [begin, Step::Unit(unit)].into_iter().chain(via).chain([Step::Hex(hex)]).collect()
            };
            Ok(reading.units(line.head)?.into_iter().map(order).collect())
        }
        Verb::Retreat => {
            let via = line.clause(Clause::Via).map(|words| reading.hex(words)).transpose()?;
            let hex = reading.place(line)?;
            reading.retreating(line.head)?;
            Ok(vec![[begin].into_iter().chain(via.map(Step::Via)).chain([Step::Hex(hex)]).collect()])
        }
        Verb::Dig => {
            let words = line.clause(Clause::At).unwrap_or(line.head);
            Ok(reading.hexes(words)?.into_iter().map(|hex| vec![begin, Step::Hex(hex)]).collect())
        }
        Verb::Attack => reading.attack(line),
        Verb::Support => {
            let words = line.clause(Clause::With).or_else(|| line.clause(Clause::Playing)).unwrap_or(line.head);
            let cards = reading.played(words)?;
            let mut units =
                line.clause(Clause::Bringing).map(|words| reading.units(words)).transpose()?.unwrap_or_default();
            units.sort();
            let joins = units.into_iter().map(Step::Joins);
            Ok(vec![[begin].into_iter().chain(cards).chain(joins).chain([Step::Done]).collect()])
        }
        Verb::Draw => {
            let number = match line.head {
                [number] => number.folded.parse().ok(),
                _ => None,
            };
            let number = number.ok_or_else(|| Misread::new("expected how many chits are drawn in all"))?;
            Ok(vec![vec![begin, Step::Number(number)]])
        }
    }
}

struct Reading<'a> {
    seen: Seen<'a, EnemyAction>,
}

/// The words of a name without what parts lists, written together.
fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.folded.as_str()).filter(|word| *word != COMMA).collect()
}

fn joined_name(name: &str) -> String {
    folded(name).into_iter().filter(|word| word != COMMA).collect()
}

fn same(words: &[Word], name: &str) -> bool {
    joined(words) == joined_name(name)
}

/// The units of the corps or division that words name, whosever it is; none if they name neither.
pub fn formation(definitions: &Definitions, words: &[Word]) -> Vec<UnitId> {
    let rest: Vec<Word> = words.iter().filter(|word| word.folded != "corps").cloned().collect();
    let mut corps = definitions.published.units.formations.iter();
    let corps = corps.position(|it| [&it.short, &it.id, &it.name].into_iter().any(|name| same(&rest, name)));
    let named =
        |group: &GroupId, id: &str| !id.is_empty() && (same(words, id) || same(words, &definitions.group(*group)));
    let group = definitions.groups().find(|(group, id)| named(group, id)).map(|(group, _)| group);
    let of = |unit: &UnitId| {
        let of_corps = corps.is_some_and(|at| definitions.counter(*unit).corps == FormationId(at as u16));
        of_corps || corps.is_none() && group.is_some_and(|group| definitions.in_group(*unit, group))
    };
    let all = (0..definitions.units() as u16).map(UnitId);
    if rest.is_empty() { Vec::new() } else { all.filter(of).collect() }
}

impl Reading<'_> {
    fn own(&self, side: SideId) -> bool {
        self.seen.view.side.is_none_or(|own| own == side)
    }

    /// The one unit that words name; of several that are called alike one's own on the map.
    fn one(&self, words: &[Word]) -> Result<UnitId, Misread> {
        let definitions = self.seen.definitions;
        let own = |unit: UnitId| self.own(definitions.counter(unit).side);
        let here = |unit: UnitId| own(unit) && self.seen.view.public.unit(unit).hex().is_some();
        definitions.names.one(words, &[&here, &own])
    }

    fn units(&self, words: &[Word]) -> Result<Vec<UnitId>, Misread> {
        if let Ok(unit) = self.one(words) {
            return Ok(vec![unit]);
        }
        let units = entries(words).map(|entry| self.one(entry)).collect::<Result<Vec<_>, _>>()?;
        if units.is_empty() { Err(Misread::new("which unit?")) } else { Ok(units) }
    }

    /// Whom a retreat names, if anybody: the defenders, who go together (9.73).
    fn retreating(&self, words: &[Word]) -> Result<(), Misread> {
        let Some(combat) = self.seen.view.public.combat.as_ref().filter(|_| !words.is_empty()) else { return Ok(()) };
        let other = self.units(words)?.into_iter().find(|unit| !combat.defenders.contains(unit));
        match other {
            Some(unit) => {
                let name = self.seen.definitions.name(unit);
                Err(Misread::new(format!(
                    "{name} does not defend; all defenders retreat together, and need no name (9.73)"
                )))
            }
            None => Ok(()),
        }
    }

    fn hex(&self, words: &[Word]) -> Result<HexId, Misread> {
        self.seen.definitions.places.one(words)
    }

    fn hexes(&self, words: &[Word]) -> Result<Vec<HexId>, Misread> {
        let hexes = self.seen.definitions.places.all(words)?;
        if hexes.is_empty() { Err(Misread::new("which hex?")) } else { Ok(hexes) }
    }

    /// Where something goes or lies.
    fn place(&self, line: &Sentence<'_, Clause>) -> Result<HexId, Misread> {
        let words = line.clause(Clause::To).or_else(|| line.clause(Clause::At));
        self.hex(words.ok_or_else(|| Misread::new("where?"))?)
    }

    /// A card by its id or title: one that is held before others of the same name.
    fn card(&self, words: &[Word]) -> Result<CardId, Misread> {
        let named = |by_id: bool| {
            let fits = self.seen.definitions.cards().filter(move |(_, card)| {
                self.own(card.side) && same(words, if by_id { &card.id } else { &card.title })
            });
            let all: Vec<CardId> = fits.map(|(card, _)| card).collect();
            all.iter().copied().find(|card| self.seen.view.hand.contains(card)).or(all.first().copied())
        };
        named(true).or_else(|| named(false)).ok_or_else(|| {
            let held = self.seen.view.hand.iter().map(|card| self.seen.definitions.card(*card).id.as_str());
            let held: Vec<&str> = held.collect();
            Misread::new(format!("`{}` is no card of yours; you hold: {}", spoken(words), held.join(", ")))
        })
    }

    /// A card that has one formation to activate, or a formation that one card of the hand activates.
    fn by_itself(&self, words: &[Word]) -> Result<(CardId, Step), Misread> {
        let Some(side) = self.seen.view.asked() else { return Err(Misread::new("with which card?")) };
        let known = known(self.seen, side);
        if let Ok(card) = self.card(words) {
            let open = activation::open(known, card).into_iter().filter(|target| !matches!(target, Step::Unit(_)));
            let open: Vec<Step> = open.collect();
            return match open[..] {
                [target] => Ok((card, target)),
                _ => Err(Misread::new("whom does the card activate?")),
            };
        }
        let target = self.target(words)?;
        let held = known.hand.iter().copied().filter(|card| activation::judge(known, *card, &target).is_ok());
        match held.collect::<Vec<_>>()[..] {
            [card] => Ok((card, target)),
            [] => Err(Misread::new("with which card?")),
            ref cards => {
                let ids: Vec<&str> = cards.iter().map(|card| self.seen.definitions.card(*card).id.as_str()).collect();
                Err(Misread::new(format!("with which card: {}?", ids.join(" or "))))
            }
        }
    }

    /// A corps, a division or a unit: `corps XLVII`, `division 2pz`, `unit 3.2P`, or without these words.
    fn target(&self, words: &[Word]) -> Result<Step, Misread> {
        let (kind, rest) = match words.split_first() {
            Some((first, rest)) if matches!(first.folded.as_str(), "corps" | "division" | "unit") => {
                (first.folded.as_str(), rest)
            }
            _ => ("", words),
        };
        let corps = self.corps(rest).filter(|_| matches!(kind, "" | "corps"));
        let group = self.group(rest).filter(|_| matches!(kind, "" | "division"));
        match (corps, group) {
            (Some(corps), _) => Ok(Step::Corps(corps)),
            (_, Some(group)) => Ok(Step::Group(group)),
            _ if matches!(kind, "" | "unit") => self.one(rest).map(Step::Unit),
            _ => Err(Misread::new(format!("there is no {kind} `{}`", spoken(rest)))),
        }
    }

    fn corps(&self, words: &[Word]) -> Option<FormationId> {
        let words: Vec<Word> = words.iter().filter(|word| word.folded != "corps").cloned().collect();
        let formations = self.seen.definitions.published.units.formations.iter().enumerate();
        let fits = |name: &str| same(&words, name) && !words.is_empty();
        let own = formations.filter(|(_, it)| self.own(SideId(it.side)));
        let mut found = own.filter(|(_, it)| fits(&it.short) || fits(&it.id) || fits(&it.name));
        found.next().map(|(at, _)| FormationId(at as u16))
    }

    fn group(&self, words: &[Word]) -> Option<GroupId> {
        self.seen
            .definitions
            .groups()
            .find(|(group, id)| {
                !id.is_empty() && (same(words, id) || same(words, &self.seen.definitions.group(*group)))
            })
            .map(|(group, _)| group)
    }

    fn tactic(&self, words: &[Word]) -> Result<Tactic, Misread> {
        let found = Tactic::ALL.iter().find(|(name, _)| same(words, name)).map(|(_, tactic)| *tactic);
        found.ok_or_else(|| {
            let names: Vec<&str> = Tactic::ALL.iter().map(|(name, _)| *name).collect();
            Misread::new(format!("`{}` is no tactic; there are: {}", spoken(words), names.join(", ")))
        })
    }

    /// Cards and as what they are played, in the order of the cards. A card that is one tactic alone need not say which.
    fn played(&self, words: &[Word]) -> Result<Vec<Step>, Misread> {
        let mut cards = Vec::new();
        for entry in entries(words) {
            let (card, tactic) = parted(entry, &["as"]);
            let card = self.card(card)?;
            let tactic = match tactic {
                Some(words) => self.tactic(words)?,
                None => {
                    let public = &self.seen.view.public;
                    let defends = public.combat.is_some();
                    let open = crate::chapters::cards::tactics(self.seen.definitions, public, card, defends);
                    let title = &self.seen.definitions.card(card).title;
                    *open.first().filter(|_| open.len() == 1).ok_or_else(|| {
                        Misread::new(format!("as which tactic is {title} played? Write `as` and its name"))
                    })?
                }
            };
            cards.push((card, tactic));
        }
        cards.sort();
        Ok(cards.into_iter().flat_map(|(card, tactic)| [Step::Card(card), Step::As(tactic)]).collect())
    }

    /// `event Engineers with CARD at 1708, 1707`: one hex to dig in, two for a bridge.
    fn event(&self, line: &Sentence<'_, Clause>) -> Orders {
        let card = self.card(line.clause(Clause::With).ok_or_else(|| Misread::new("with which card?"))?)?;
        // a name may hold a word that opens a clause: Fury of Bastogne
        let of = line.clause(Clause::Of);
        let whole = of.map(|of| format!("{}of{}", joined(line.head), joined(of)));
        let named = |name: &str| Deed::ALL.iter().find(|(known, _)| joined_name(known) == name).map(|(_, deed)| *deed);
        let long = whole.and_then(|name| named(&name));
        let of = of.filter(|_| long.is_none());
        let deed = long.or_else(|| named(&joined(line.head)));
        let deed = deed.ok_or_else(|| {
            let names: Vec<&str> = Deed::ALL.iter().map(|(name, _)| *name).collect();
            Misread::new(format!("`{}` is no event; there are: {}", spoken(line.head), names.join(", ")))
        })?;
        let mut order = vec![Step::Verb(Verb::Event), Step::Card(card), Step::Deed(deed)];
        let hexes = line.clause(Clause::At).map(|words| self.hexes(words)).transpose()?.unwrap_or_default();
        if let Some(words) = of.filter(|_| deed == Deed::Alarm) {
            let mut units = self.units(words)?;
            units.sort();
            order.extend(units.into_iter().map(Step::Unit));
            order.push(Step::Done);
        } else if let Some(words) = of {
            let group = self.group(words);
            order.push(Step::Group(
                group.ok_or_else(|| Misread::new(format!("there is no division `{}`", spoken(words))))?,
            ));
        } else if hexes.is_empty() || hexes.len() == 1 && deed == Deed::Engineers {
            order.extend(hexes.into_iter().map(Step::Hex));
            order.push(Step::Done);
        } else {
            order.extend(hexes.into_iter().map(Step::Hex));
        }
        Ok(vec![order])
    }

    fn attack(&self, line: &Sentence<'_, Clause>) -> Orders {
        let with = line.clause(Clause::With).ok_or_else(|| Misread::new("with which units?"))?;
        let mut order = vec![Step::Verb(Verb::Attack), Step::Hex(self.hex(line.head)?)];
        if let Some(words) = line.clause(Clause::Playing) {
            order.extend(self.played(words)?);
        }
        if let Some(words) = line.clause(Clause::Bonus) {
            order.push(Step::Bonus(self.tactic(words)?));
        }
        if let Some(words) = line.clause(Clause::Bringing) {
            let to = line.clause(Clause::To).ok_or_else(|| Misread::new("to which hex does it come?"))?;
            let (units, hexes) = (self.units(words)?, self.hexes(to)?);
            if units.len() != hexes.len() {
                return Err(Misread::new("expected a hex for each unit that is brought"));
            }
            let mut joins: Vec<(UnitId, HexId)> = units.into_iter().zip(hexes).collect();
            joins.sort();
            order.extend(joins.into_iter().flat_map(|(unit, hex)| [Step::Joins(unit), Step::Via(hex)]));
        }
        let mut units = self.units(with)?;
        units.sort();
        order.extend(units.into_iter().map(Step::Unit));
        order.push(Step::Done);
        Ok(vec![order])
    }
}
