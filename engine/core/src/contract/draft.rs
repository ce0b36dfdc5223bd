use super::{Foreseen, Game, Imagined, Refusal, Seen, SideId, Viewer};

/// Orders that a side has in mind, tried out one after the other on the state as it imagines it: as far as neither chance
/// nor the other side decides. What is answered for players without standing orders is supposed to be answered so.
pub struct Draft<'a, G: Game> {
    definitions: &'a G::Definitions,
    side: SideId,
    state: Imagined<G>,
}

/// Why nothing can be told of what comes after an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftEnd {
    /// A number would be drawn.
    Chance,
    /// The other side would decide.
    OtherSide,
    /// Something would be shown that the side does not see now.
    Hidden,
    /// The game would be over.
    Over,
}

impl<'a, G: Game> Draft<'a, G> {
    /// Begins where a side stands.
    pub fn new(seen: Seen<'a, G>, side: SideId) -> Draft<'a, G> {
        Draft { definitions: seen.definitions, side, state: G::imagine(seen) }
    }

    /// What the side would see now.
    pub fn view(&self) -> G::View {
        self.state.view(self.definitions, Viewer::Side(self.side))
    }

    /// Adds an order. It ends the draft where what comes of it is not certain.
    ///
    /// # Errors
    /// The rule that forbids it; the draft stays as it was.
    pub fn add(&mut self, order: &[G::Step]) -> Result<Option<DraftEnd>, Refusal> {
        // what passes for a player without standing orders is supposed to pass: else a draft would end at the first step that
        // the other side might interrupt
        let Foreseen { state, rolls, .. } = self.state.foresee(self.definitions, self.side, order)?;
        self.state = state;
        let asks = self.state.asks();
        Ok(if rolls {
            Some(DraftEnd::Chance)
        } else if self.state.outcome().is_some() {
            Some(DraftEnd::Over)
        } else if asks.iter().any(|ask| ask.side == self.side) {
            None
        } else if asks.is_empty() {
            // the state that is imagined waits for nobody: what the side does not see would be shown
            Some(DraftEnd::Hidden)
        } else {
            Some(DraftEnd::OtherSide)
        })
    }
}
