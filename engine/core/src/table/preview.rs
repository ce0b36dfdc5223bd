//! Orders tried out: what they would do as far as no number is drawn, on a state that holds no more than the
//! player's view does.

use super::Line;
use super::batch::{read_steps, read_text};
use super::live::Stop;
use crate::contract::{Foreseen, Game, Imagined, Refusal, Seen, SideId, Viewer};
use definitions::spelling::folded;

/// What a player is told whose orders are tried out beyond a sequence of the other side.
const OTHER_PASSES: &str = "It is the other side's turn. What comes next takes for granted that it does nothing more.";

/// What a player is told of an order that comes after dice.
const DEPENDS_ON_DICE: &str = "What it would do depends on the dice of an order before it.";

/// Orders that are tried out one after the other.
pub(super) struct Preview<G: Game> {
    side: SideId,
    /// Where the orders so far have led.
    state: Imagined<G>,
    /// Whether it was taken for granted that the other side does nothing.
    imagined: bool,
    /// Why nothing can be told of further orders.
    end: Option<String>,
    /// Where the orders had led before the first one for which dice are rolled.
    before_dice: Option<Imagined<G>>,
    /// For how many refused orders the nearest legal one is still searched for: a search takes as long as many orders.
    searches: u8,
}

/// Refused orders of a preview for which the nearest legal one is searched for.
const MOST_SEARCHES: u8 = 5;

impl<G: Game> Preview<G> {
    /// Begins where a player stands.
    pub fn new(definitions: &G::Definitions, view: &G::View, side: SideId) -> Preview<G> {
        Preview {
            side,
            state: G::imagine(Seen::new(definitions, view)),
            imagined: false,
            end: None,
            before_dice: None,
            searches: MOST_SEARCHES,
        }
    }

    fn view(&self, definitions: &G::Definitions) -> G::View {
        self.state.view(definitions, Viewer::Side(self.side))
    }

    /// Tries a line of a batch out: the line as it was understood, and what it would do.
    pub fn line(&mut self, definitions: &G::Definitions, line: &Line) -> (String, Vec<String>) {
        if let Err(misread) = line.check_size() {
            return (line.beginning(), vec![misread.to_string()]);
        }
        match line {
            Line::Text(text) => (text.clone(), self.order(definitions, text)),
            Line::Steps(steps) => match read_steps::<G>(definitions, steps) {
                Ok(order) => (G::write(definitions, &order), self.orders(definitions, &[order])),
                Err(misread) => (line.beginning(), vec![misread.to_string()]),
            },
        }
    }

    /// Tries a line of text out.
    pub fn order(&mut self, definitions: &G::Definitions, text: &str) -> Vec<String> {
        match read_text::<G>(definitions, &self.view(definitions), text) {
            Ok(orders) => self.orders(definitions, &orders),
            Err(misread) => vec![misread.to_string()],
        }
    }

    /// Tries the orders of a line out; if one is refused, the line is.
    fn orders(&mut self, definitions: &G::Definitions, orders: &[Vec<G::Step>]) -> Vec<String> {
        let (state, imagined, end) = (self.state.clone(), self.imagined, self.end.clone());
        let before_dice = self.before_dice.clone();
        let mut lines = Vec::new();
        if orders.is_empty() {
            lines.push("What it asks for has come about by itself: nothing would be done.".to_owned());
        }
        for order in orders {
            match self.steps(definitions, order) {
                Ok(told) => lines.extend(told),
                Err(refusal) => {
                    (self.state, self.imagined, self.end, self.before_dice) = (state, imagined, end, before_dice);
                    return refusal;
                }
            }
        }
        lines
    }

    /// Judges a line that waits for the other side, as far as it is certain: its orders as they were understood, each as a
    /// line.
    ///
    /// # Errors
    /// What is wrong with it, if the other side does nothing more.
    pub fn foretell(&mut self, definitions: &G::Definitions, line: &str) -> Result<Vec<String>, Stop> {
        self.let_pass(definitions);
        let view = self.view(definitions);
        if self.state.asks().is_empty() || self.end.is_some() {
            // what it means is not certain yet, but it must be an order, and what it names must exist
            return match read_text::<G>(definitions, &view, line) {
                Err(misread) if misread.lasting || !begins_order::<G>(line) => Err(Stop::Misread(misread)),
                _ => Ok(vec![line.to_owned()]),
            };
        }
        let orders = read_text::<G>(definitions, &view, line).map_err(Stop::Misread)?;
        if orders.first().is_some_and(|order| G::is_early(&view, order)) {
            self.end = Some("It waits for what its player is asked before it.".to_owned());
        }
        for order in &orders {
            let before = self.view(definitions);
            self.try_out(definitions, order)
                .map_err(|refusal| Stop::Refused(Seen::<G>::new(definitions, &before).propose(order, refusal)))?;
        }
        Ok(orders.iter().map(|order| G::write(definitions, order)).collect())
    }

    /// Whether the player would begin something new if the other side did nothing more.
    pub fn comes_to_begin(&mut self, definitions: &G::Definitions) -> bool {
        self.let_pass(definitions);
        self.end.is_none() && G::is_fresh(&self.view(definitions))
    }

    /// What an order would do behind one for which dice are rolled: as if that one were not given. Whether it can be given at
    /// all may depend on the dice, so a refusal is told only where its verb is of this moment in any case.
    fn instead(&mut self, definitions: &G::Definitions, order: &[G::Step], before: Imagined<G>) -> Vec<String> {
        let mut told = vec![DEPENDS_ON_DICE.to_owned()];
        let mut other = Preview {
            side: self.side,
            state: before,
            imagined: self.imagined,
            end: None,
            before_dice: None,
            searches: self.searches,
        };
        let begins = order
            .first()
            .is_some_and(|first| Seen::<G>::new(definitions, &other.view(definitions)).check(&[], first).is_ok());
        if begins {
            let (Ok(lines) | Err(lines)) = other.steps(definitions, order);
            told.push("As if that one were not given:".to_owned());
            told.extend(lines);
        }
        self.searches = other.searches;
        told
    }

    /// Tries an order out: what it would do, or that it would be refused.
    fn steps(&mut self, definitions: &G::Definitions, order: &[G::Step]) -> Result<Vec<String>, Vec<String>> {
        if let Some(before) = self.before_dice.clone() {
            return Ok(self.instead(definitions, order, before));
        }
        let waited = self.let_pass(definitions);
        let before = self.view(definitions);
        let passes = waited.then(|| OTHER_PASSES.to_owned());
        let with = |lines: Vec<String>| passes.into_iter().chain(lines).collect();
        match self.try_out(definitions, order) {
            Ok(lines) => Ok(with(lines)),
            Err(refusal) => {
                let refusal = match self.searches.checked_sub(1) {
                    Some(left) => {
                        self.searches = left;
                        Seen::<G>::new(definitions, &before).propose(order, refusal)
                    }
                    None => refusal,
                };
                Err(with(vec![format!("Would be refused: {refusal}")]))
            }
        }
    }

    /// Lets the other side do nothing more until the player must decide again, where a game can tell what that is.
    /// Whether it had to.
    fn let_pass(&mut self, definitions: &G::Definitions) -> bool {
        let mut waited = false;
        while self.end.is_none()
            && let asks = self.state.asks()
            && !asks.is_empty()
            && asks.iter().all(|ask| ask.side != self.side)
        {
            let (state, other) = (&self.state, self.side.enemy());
            let view = state.view(definitions, Viewer::Side(other));
            let passed = G::idle(&view).and_then(|idle| state.foresee(definitions, other, &idle).ok());
            match passed {
                // where that would end the turn or the game, the other side will hardly do nothing
                Some(Foreseen { state: after, rolls: false, .. })
                    if after.game_turn() == state.game_turn() && !after.asks().is_empty() =>
                {
                    self.state = after;
                }
                _ => self.end = Some("It would wait until the other side has decided.".to_owned()),
            }
            (self.imagined, waited) = (true, true);
        }
        waited
    }

    fn try_out(&mut self, definitions: &G::Definitions, order: &[G::Step]) -> Result<Vec<String>, Refusal> {
        if let Some(end) = &self.end {
            return Ok(vec![end.clone()]);
        }
        let before = self.view(definitions);
        let (state, before_it) = (&self.state, self.state.clone());
        let Foreseen { events, state: after, rolls, assumes } = state.foresee(definitions, self.side, order)?;
        let mut lines = vec!["Would be accepted.".to_owned()];
        let mut at = state.clone();
        for event in &events {
            let seen = at.redact(definitions, event, Viewer::Side(self.side));
            lines.extend(seen.and_then(|event| G::describe(definitions, &event)));
            at.write(event);
        }
        let asks = after.asks();
        if self.imagined && state.game_turn() != after.game_turn() {
            self.end = Some("The game turn would end, if the other side does nothing more.".to_owned());
        }
        self.state = after;
        lines.extend(G::prospects(Seen::new(definitions, &before), &self.view(definitions)));
        if assumes {
            lines.push("Unless the other side decides otherwise.".to_owned());
        }
        if self.end.is_some() {
            return Ok(lines);
        }
        if rolls {
            lines.push("Then dice decide.".to_owned());
            self.end = Some(DEPENDS_ON_DICE.to_owned());
            self.before_dice = Some(before_it);
        } else if !asks.iter().any(|ask| ask.side == self.side) && self.comes_to_begin(definitions) {
            lines.push(OTHER_PASSES.to_owned());
        }
        Ok(lines)
    }
}

/// Whether a line begins with a word with which orders begin, or with the beginning of one.
pub(super) fn begins_order<G: Game>(line: &str) -> bool {
    let (verbs, Some(first)) = (G::verbs(), folded(line).into_iter().next()) else { return false };
    verbs.is_empty() || verbs.iter().any(|verb| folded(verb).first().is_some_and(|word| word.starts_with(&first)))
}
