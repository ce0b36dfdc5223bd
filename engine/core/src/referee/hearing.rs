use super::{GameFile, GivenOrder, Start};
use crate::chance::Scripted;
use crate::contract::{Game, Refusal, Seen, Setup, SideId, Unanswered, Viewer, begin, decide};
use crate::speech::Inquiry;
use crate::table::{amended, standing_orders};
use definitions::DefinitionError;
use definitions::spelling::words;
use std::fmt::Write;

/// A game whose positions can be written down.
pub trait Positions: Game {
    /// The state that the lines of a position describe. If it has no open ask, the game is begun from it.
    ///
    /// # Errors
    /// Every fault, with its line and what was expected.
    fn place(definitions: &Self::Definitions, file: &str, text: &str) -> Result<Self::State, Vec<DefinitionError>>;
}

/// Plays a game file: for each order its events in words (and as JSON if `raw`), or the refusal.
///
/// # Errors
/// Every fault of the file.
pub fn hear<G: Positions>(file: &GameFile, raw: bool) -> Result<String, Vec<DefinitionError>> {
    let definitions = G::definitions(&G::files())?;
    let at = |line, message: String| vec![DefinitionError::new(&file.name, line, message)];
    let state = match &file.start {
        Start::Scenario(scenario, line) => {
            let setup = Setup { scenario: scenario.clone(), ..Setup::default() };
            G::initial(&definitions, &setup).map_err(|message| at(*line, message))?
        }
        Start::Position(text) => G::place(&definitions, &file.name, text)?,
    };
    let sides: Vec<SideId> = file
        .orders
        .iter()
        .map(|order| side::<G>(&definitions, &order.side).map_err(|message| at(order.line, message)))
        .collect::<Result<_, _>>()?;
    let dice = Scripted::new(file.dice.iter().copied());
    let (told, policies) = (String::new(), Default::default());
    let mut hearing = Hearing::<G> { definitions: &definitions, state, policies, dice, raw, told };
    if G::asks(&hearing.state).is_empty() {
        hearing.begin();
    }
    for (order, side) in file.orders.iter().zip(sides) {
        hearing.line(side, order);
    }
    hearing.close();
    Ok(hearing.told)
}

/// A game file that is being played.
struct Hearing<'a, G: Game> {
    definitions: &'a G::Definitions,
    state: G::State,
    policies: [G::Policy; 2],
    dice: Scripted,
    raw: bool,
    told: String,
}

impl<G: Game> Hearing<'_, G> {
    fn tell(&mut self, indent: usize, text: &str) {
        for line in text.lines() {
            let _ = writeln!(self.told, "{:indent$}{line}", "");
        }
    }

    fn begin(&mut self) {
        let (events, after) = begin::<G>(self.definitions, &self.state, &mut self.dice);
        self.tell(0, "begin");
        self.happened(SideId(0), events, after);
        self.standing();
    }

    /// A line, which may hold several orders; those after one that is refused are not looked at.
    fn line(&mut self, side: SideId, given: &GivenOrder) {
        if let Some(inquiry) = Inquiry::read(&given.text) {
            return self.asked(side, given, &inquiry);
        }
        if let Some(word) = talk(&given.text) {
            self.tell(0, &format!("{}: {}", given.side, given.text));
            return self.tell(2, &format!("`{word}` is for a game under way; a file holds orders and questions."));
        }
        let view = G::view(self.definitions, &self.state, Viewer::Side(side));
        match G::parse(Seen::new(self.definitions, &view), &given.text) {
            Ok(orders) => self.orders(side, given, &orders),
            Err(misread) => {
                self.tell(0, &format!("{}: {}", given.side, given.text));
                self.tell(2, &misread.to_string());
            }
        }
    }

    /// The orders of a line: all of them, or none if one is refused before a number was drawn.
    fn orders(&mut self, side: SideId, given: &GivenOrder, orders: &[Vec<G::Step>]) {
        let (state, dice, told) = (self.state.clone(), self.dice.clone(), self.told.len());
        for (place, order) in orders.iter().enumerate() {
            if let Err(refusal) = self.order(side, order, "") {
                let view = G::view(self.definitions, &self.state, Viewer::Side(side));
                let refusal = Seen::<G>::new(self.definitions, &view).propose(order, refusal);
                if place > 0 && self.dice == dice {
                    self.state = state;
                    self.told.truncate(told);
                    self.tell(0, &format!("{}: {}", given.side, given.text));
                }
                self.refused(&refusal);
                if place > 0 {
                    let stands =
                        if self.dice == dice { "None of the line counts." } else { "What was done before it stands." };
                    self.tell(2, stands);
                }
                break;
            }
            self.standing();
        }
    }

    /// A question, or a standing order.
    fn asked(&mut self, side: SideId, given: &GivenOrder, inquiry: &Inquiry) {
        self.tell(0, &format!("{}: {}", given.side, given.text));
        let policy = &self.policies[side.index()];
        let lines = match inquiry {
            Inquiry::Standing(line) if line.is_empty() => standing_orders::<G>(self.definitions, policy),
            Inquiry::Standing(line) => match amended::<G>(self.definitions, policy, line) {
                Ok((policy, told)) => {
                    self.policies[side.index()] = policy;
                    told
                }
                Err(misread) => vec![misread.to_string()],
            },
            Inquiry::Waiting | Inquiry::TakeBack | Inquiry::TooLong { .. } => {
                vec!["The orders of a file do not wait.".to_owned()]
            }
            Inquiry::AsFarAsPossible => vec!["Each order of a file stands for itself.".to_owned()],
            Inquiry::Preview(order) if order.is_empty() => {
                vec!["Write the order on the same line, as in `preview pass`.".to_owned()]
            }
            _ => inquiry
                .answer::<G>(self.definitions, &self.state, G::outcome(&self.state).as_ref(), side)
                .unwrap_or_else(|| vec!["That is a line for a game under way; the orders of a file stand.".to_owned()]),
        };
        lines.iter().for_each(|line| self.tell(2, line));
        self.standing();
    }

    fn order(&mut self, side: SideId, order: &[G::Step], note: &str) -> Result<(), Refusal> {
        let who = G::sides(self.definitions)[side.index()].to_lowercase();
        self.tell(0, &format!("{who}: {}{note}", G::write(self.definitions, order)));
        let (events, after) = decide::<G>(self.definitions, &self.state, side, order, &mut self.dice)?;
        self.happened(side, events, after);
        Ok(())
    }

    /// Gives the orders that leave no choice, that standing orders have, those with which a game begins as well, or that are the
    /// answer to an ask which passes unless ordered otherwise, as a table does. Each is marked with what it was.
    fn standing(&mut self) {
        'asks: loop {
            for ask in G::asks(&self.state) {
                let view = G::view(self.definitions, &self.state, Viewer::Side(ask.side));
                let answer = |policy: &G::Policy| G::answer(Seen::new(self.definitions, &view), &ask, policy);
                let given = answer(&self.policies[ask.side.index()]);
                let Some(order) = given else { continue };
                let note = if Some(&order) != answer(&G::Policy::default()).as_ref() {
                    " (standing order)"
                } else if ask.unanswered == Unanswered::Waits
                    && Seen::<G>::new(self.definitions, &view).only_order().is_some()
                {
                    " (no choice)"
                } else {
                    " (by default)"
                };
                if self.order(ask.side, &order, note).is_ok() {
                    continue 'asks;
                }
            }
            return;
        }
    }

    /// Tells events: those that one side may not know as the side that acts knows them.
    fn happened(&mut self, side: SideId, events: Vec<G::Event>, after: G::State) {
        let missing = std::mem::take(&mut self.dice.missing);
        let mut before = std::mem::replace(&mut self.state, after);
        for event in &events {
            let seen = [side, side.enemy()]
                .into_iter()
                .find_map(|side| G::redact(self.definitions, &before, event, Viewer::Side(side)));
            if let Some(text) = seen.and_then(|event| G::describe(self.definitions, &event)) {
                self.tell(2, &text);
            }
            if self.raw {
                let json = serde_json::to_string(event).unwrap_or_else(|error| error.to_string());
                self.tell(4, &json);
            }
            G::evolve(&mut before, event);
        }
        for (face, bound) in std::mem::take(&mut self.dice.too_high) {
            self.tell(
                2,
                &format!("! the file's die {face} was rolled with a die of {bound} faces; it counted as {bound}"),
            );
        }
        if missing > 0 {
            self.tell(2, &format!("! the file has no dice for the last {missing} rolls; each counted as 1"));
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        self.tell(2, &format!("refused: {refusal}"));
        if let Some(case) = G::published(self.definitions).rules.get(&refusal.case) {
            self.tell(4, &format!("{} {}: {}", case.number, case.title, case.summary));
        }
    }

    /// What is asked at the end, and dice that nobody rolled.
    fn close(&mut self) {
        if let Some(outcome) = G::outcome(&self.state) {
            self.tell(0, &format!("over: {}", outcome.words()));
        }
        for ask in G::asks(&self.state) {
            let view = G::view(self.definitions, &self.state, Viewer::Side(ask.side));
            let question = G::question(Seen::new(self.definitions, &view), &ask);
            let who = G::sides(self.definitions)[ask.side.index()].to_lowercase();
            self.tell(0, &format!("asked: {who}: {}", question.title));
        }
        if self.dice.left() > 0 {
            self.tell(0, &format!("! dice that nobody rolled: {}", self.dice.left()));
        }
    }
}

/// The word with which a line begins that is said to the table of a game under way.
fn talk(text: &str) -> Option<&'static str> {
    let first = words(text).into_iter().next()?.folded;
    ["say", "word", "resign"].into_iter().find(|known| *known == first)
}

/// The side with an id or a name.
fn side<G: Game>(definitions: &G::Definitions, written: &str) -> Result<SideId, String> {
    let sides = &G::published(definitions).units.sides;
    let same = |name: &str| name.eq_ignore_ascii_case(written);
    let place = sides.iter().position(|side| same(&side.id) || same(&side.name));
    place.map(|place| SideId(place as u8)).ok_or_else(|| {
        let known: Vec<String> = sides.iter().map(|side| format!("`{}:`", side.id)).collect();
        format!("expected an order that begins with {}, found `{written}:`", known.join(" or "))
    })
}
