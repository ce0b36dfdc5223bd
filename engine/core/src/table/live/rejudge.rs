//! A recorded game judged once more: every order by the rules, with the numbers that were drawn for it then.

use super::{Table, state_hash};
use crate::chance::{Audience, Chance, Roll};
use crate::contract::{Ask, Foundation, Game, Seen, SideId, Viewer, begin, carry_out};
use crate::table::batch::read_text;
use crate::table::{Chain, Fault, Record};
use std::collections::VecDeque;
use std::sync::Arc;

/// What a recorded game stood up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rejudged {
    /// Orders that were judged again and gave what is recorded, standing orders among them.
    pub orders: usize,
    /// Beginnings of game turns at which the state was the one that is recorded.
    pub turns: usize,
}

type Recorded<G> = Record<<G as Foundation>::Event, <G as Foundation>::Policy>;

impl<G: Game> Table<G> {
    /// Judges a game once more from its records: that each order was allowed, that what is recorded behind it is what
    /// comes of it with the numbers that were drawn, and that standing orders would have given what they are said to
    /// have given. Whether the numbers are those of the keys is for [`verify`](crate::table::verify) to say. Of a game
    /// that was begun by older rules the beginnings of game turns are compared alone.
    ///
    /// # Errors
    /// The first record that does not come of those before it.
    pub fn rejudge(definitions: Arc<G::Definitions>, records: &[Recorded<G>]) -> Result<Rejudged, Fault> {
        let opened = Table::<G>::open(definitions, &records[..records.len().min(1)]);
        let mut table = opened.map_err(|message| Fault { record: 0, message })?;
        let Some(Record::Started { rules, setup, .. }) = records.first() else {
            return Err(table.fault("the first record of a game must start it"));
        };
        if G::published(&table.definitions).scenario(&setup.scenario).is_none() {
            return Err(Fault { record: 0, message: format!("there is no scenario {}", setup.scenario) });
        }
        let is_of_today = *rules == G::RULES;
        let mut orders = 0;
        if is_of_today {
            let mut numbers = DrawnThen::of::<G>(what_followed::<G>(&records[1..]));
            let (events, _) = begin::<G>(&table.definitions, &table.state, &mut numbers);
            table.compare_events(0, records, &events, numbers)?;
        }
        while let Some(record) = records.get(table.records as usize) {
            let place = table.records as usize;
            let turn = G::game_turn(&table.state);
            match record {
                Record::Ordered { .. } if is_of_today => {
                    table.rejudge_order(place, records)?;
                    orders += 1;
                    table.compare_turn(turn, records.get(table.records as usize))?;
                }
                Record::Happened(_) | Record::Drawn { .. } if is_of_today => {
                    return Err(table.fault("this comes of no order"));
                }
                Record::Adjusted { .. } => {
                    table.apply(record);
                    for agreed in what_followed::<G>(&records[place + 1..]) {
                        table.apply(agreed);
                    }
                }
                _ => table.apply(record),
            }
            if let Some(stray) = table.strays.first() {
                return Err(stray.clone());
            }
        }
        Ok(Rejudged { orders, turns: table.compared })
    }

    /// Judges the order at a place and compares what is recorded behind it; the table is behind all that afterwards.
    fn rejudge_order(&mut self, place: usize, records: &[Recorded<G>]) -> Result<(), Fault> {
        let Record::Ordered { side, ask, text, standing, .. } = &records[place] else { return Ok(()) };
        let view = self.view(Viewer::Side(*side));
        let read = read_text::<G>(&self.definitions, &view, text);
        let mut read = read.map_err(|misread| self.fault(&format!("this is no order here: {misread}")))?;
        let order = match (read.pop(), read.is_empty()) {
            (Some(order), true) if G::write(&self.definitions, &order) == *text => order,
            _ => return Err(self.fault("this is no single order in the form that is kept")),
        };
        let asked = self.answered_by(*side, &order).filter(|asked| self.numbers.of(asked.id) == *ask);
        let asked = asked.ok_or_else(|| self.fault("the order does not answer the ask that it names"))?;
        if *standing {
            let given = G::answer(Seen::new(self.definitions(), &view), &asked, &self.policies[side.index()]);
            if given.as_ref() != Some(&order) {
                return Err(self.fault("the standing orders of its side do not give this"));
            }
        }
        let mut numbers = DrawnThen::of::<G>(what_followed::<G>(&records[place + 1..]));
        let mut state = self.state.clone();
        let events = carry_out::<G>(&self.definitions, &mut state, *side, &order, &mut numbers)
            .map_err(|refusal| self.fault(&format!("a rule forbids this order: {refusal}")))?;
        self.apply(&records[place]);
        self.compare_events(place, records, &events, numbers)
    }

    /// The open ask that an order answers.
    fn answered_by(&self, side: SideId, order: &[G::Step]) -> Option<Ask> {
        let first = self.open_asks().into_iter().find(|ask| ask.side == side)?;
        Some(G::answered(&self.state, side, order).unwrap_or(first))
    }

    /// Compares what is recorded behind a place with what comes of it, and writes it into the table.
    fn compare_events(
        &mut self,
        place: usize,
        records: &[Recorded<G>],
        events: &[G::Event],
        numbers: DrawnThen,
    ) -> Result<(), Fault> {
        if let Some(message) = numbers.fault() {
            return Err(Fault { record: place, message });
        }
        let mut events = events.iter();
        for record in what_followed::<G>(&records[place + 1..]) {
            if let Record::Happened(stored) = record
                && events.next() != Some(&*self.upgraded(stored))
            {
                return Err(self.fault("by the rules something else comes of the order before it"));
            }
            self.apply(record);
        }
        match events.next() {
            Some(_) => Err(self.fault("by the rules more comes of the order before it")),
            None => Ok(()),
        }
    }

    /// Looks whether the state is recorded where a game turn has begun.
    fn compare_turn(&self, before: u8, next: Option<&Recorded<G>>) -> Result<(), Fault> {
        let now = G::game_turn(&self.state);
        match next {
            _ if now == before => Ok(()),
            Some(Record::Digest { turn, hash, version }) if *turn == now => {
                match *version != G::STATE || *hash == state_hash::<G>(&self.state) {
                    true => Ok(()),
                    false => Err(self.fault("the game turn begins with another state")),
                }
            }
            _ => Err(self.fault("a game turn begins here, and its state is not recorded")),
        }
    }

    /// Something is wrong with the record that comes next.
    fn fault(&self, message: &str) -> Fault {
        Fault { record: self.records as usize, message: message.to_owned() }
    }
}

/// What happened and was drawn at the beginning of some records.
fn what_followed<G: Game>(records: &[Recorded<G>]) -> &[Recorded<G>] {
    let came = |record: &&Recorded<G>| matches!(record, Record::Happened(_) | Record::Drawn { .. });
    &records[..records.iter().take_while(came).count()]
}

/// The numbers that were drawn for an order, drawn once more.
struct DrawnThen {
    public: VecDeque<Roll>,
    sealed: VecDeque<Roll>,
    wrong: Option<String>,
}

impl DrawnThen {
    fn of<G: Game>(came: &[Recorded<G>]) -> DrawnThen {
        let mut numbers = DrawnThen { public: VecDeque::new(), sealed: VecDeque::new(), wrong: None };
        for record in came {
            match record {
                Record::Drawn { chain: Chain::Public, rolls, .. } => numbers.public.extend(rolls.iter().cloned()),
                Record::Drawn { chain: Chain::Sealed, rolls, .. } => numbers.sealed.extend(rolls.iter().cloned()),
                _ => {}
            }
        }
        numbers
    }

    /// What is wrong with them, when all that the rules ask for was drawn.
    fn fault(self) -> Option<String> {
        let left = self.public.front().or(self.sealed.front());
        self.wrong.or(left.map(|roll| format!("no rule asks for the number that was drawn for {}", roll.label)))
    }
}

impl Chance for DrawnThen {
    fn below(&mut self, bound: u32, label: &str, audience: Audience) -> u32 {
        let drawn = match audience {
            Audience::Public => self.public.pop_front(),
            Audience::Sealed => self.sealed.pop_front(),
        };
        match drawn {
            Some(roll) if roll.label == label && roll.bound == bound && roll.value < bound.max(1) => roll.value,
            _ => {
                self.wrong.get_or_insert_with(|| format!("the rules ask for a number below {bound} for {label} here"));
                0
            }
        }
    }
}
