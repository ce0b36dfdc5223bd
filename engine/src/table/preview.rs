//! Orders tried out: what they would do as far as no number is drawn, on a state that holds no more than the
//! player's view does.

use super::Line;
use crate::contract::{Foreseen, Game, Refusal, SideId, Viewer, accept, advise, foresee};

/// Orders that are tried out one after the other.
pub(super) struct Preview<G: Game> {
    side: SideId,
    first: G::View,
    /// Where the orders so far have led; none when the game does not let orders be tried out.
    state: Option<G::State>,
    /// Why nothing can be told of further orders.
    end: Option<String>,
}

impl<G: Game> Preview<G> {
    /// Begins where a player stands.
    pub fn new(definitions: &G::Definitions, view: &G::View, side: SideId) -> Preview<G> {
        Preview { side, first: view.clone(), state: G::imagine(definitions, view), end: None }
    }

    fn view(&self, definitions: &G::Definitions) -> G::View {
        match &self.state {
            Some(state) => G::view(definitions, state, Viewer::Side(self.side)),
            None => self.first.clone(),
        }
    }

    /// Tries a line of a batch out: the line as it was understood, and what it would do.
    pub fn line(&mut self, definitions: &G::Definitions, line: &Line) -> (String, Vec<String>) {
        match line {
            Line::Text(text) => (text.clone(), self.order(definitions, text)),
            Line::Steps(steps) => match steps.iter().cloned().map(serde_json::from_value).collect() {
                Ok(order) => {
                    let order: Vec<G::Step> = order;
                    (G::write(definitions, &order), self.steps(definitions, &order))
                }
                Err(error) => (String::new(), vec![format!("no step of this game: {error}")]),
            },
        }
    }

    /// Tries a line of text out.
    pub fn order(&mut self, definitions: &G::Definitions, text: &str) -> Vec<String> {
        match G::parse(definitions, &self.view(definitions), text) {
            Ok(orders) => orders.iter().flat_map(|order| self.steps(definitions, order)).collect(),
            Err(misread) => vec![misread.to_string()],
        }
    }

    fn steps(&mut self, definitions: &G::Definitions, order: &[G::Step]) -> Vec<String> {
        if let Some(end) = &self.end {
            return vec![end.clone()];
        }
        let before = self.view(definitions);
        let refused =
            |refusal: Refusal| vec![format!("Would be refused: {}", advise::<G>(definitions, &before, order, refusal))];
        let Some(state) = &self.state else {
            self.end = Some("This game tells nothing of the orders that would come after it.".to_owned());
            return accept::<G>(definitions, &before, order)
                .map_or_else(refused, |()| vec!["Would be accepted.".to_owned()]);
        };
        let Foreseen { events, state: after, rolls, assumes } = match foresee::<G>(definitions, state, self.side, order)
        {
            Ok(foreseen) => foreseen,
            Err(refusal) => return refused(refusal),
        };
        let mut lines = vec!["Would be accepted.".to_owned()];
        let mut at = state.clone();
        for event in &events {
            let seen = G::redact(definitions, &at, event, Viewer::Side(self.side));
            lines.extend(seen.and_then(|event| G::describe(definitions, &event)));
            G::evolve(&mut at, event);
        }
        self.state = Some(after);
        lines.extend(G::prospects(definitions, &before, &self.view(definitions)));
        let asks = self.state.as_ref().map(G::asks).unwrap_or_default();
        if assumes {
            lines.push("Unless the other side decides otherwise.".to_owned());
        }
        self.end = if rolls {
            lines.push("Then dice decide.".to_owned());
            Some("What it would do depends on the dice of an order before it.".to_owned())
        } else if asks.iter().any(|ask| ask.side == self.side) {
            None
        } else {
            Some("It would wait until the other side has decided.".to_owned())
        };
        lines
    }
}
