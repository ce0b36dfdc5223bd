use super::{Game, Refusal, SideId, Viewer, accept};
use crate::chance::{Audience, Chance};
use std::ops::Deref;

/// A working copy of the state on which an order is carried out. Each emitted event is applied at once, so the
/// next rule sees what the last one did.
pub struct Turn<'a, G: Game> {
    definitions: &'a G::Definitions,
    state: G::State,
    events: Vec<G::Event>,
    chance: &'a mut dyn Chance,
}

impl<G: Game> Deref for Turn<'_, G> {
    type Target = G::State;
    fn deref(&self) -> &G::State {
        &self.state
    }
}

impl<'a, G: Game> Turn<'a, G> {
    /// The definitions.
    pub fn definitions(&self) -> &'a G::Definitions {
        self.definitions
    }

    /// Records a fact and applies it.
    pub fn emit(&mut self, event: G::Event) {
        G::evolve(&mut self.state, &event);
        self.events.push(event);
    }

    /// Rolls a die with this many faces in front of everybody. The label says what for.
    pub fn die(&mut self, label: &str, faces: u8) -> u8 {
        self.chance.below(u32::from(faces), label, Audience::Public) as u8 + 1
    }

    /// A number below `bound` that only the rules know until the game is over: shuffles and hidden draws.
    pub fn sealed(&mut self, label: &str, bound: u32) -> u32 {
        self.chance.below(bound, label, Audience::Sealed)
    }
}

/// Starts a game: the events that lead from the initial state to the first ask.
pub fn begin<G: Game>(
    definitions: &G::Definitions,
    state: &G::State,
    chance: &mut dyn Chance,
) -> (Vec<G::Event>, G::State) {
    let mut turn = Turn::<G> { definitions, state: state.clone(), events: Vec::new(), chance };
    G::begin(&mut turn);
    (turn.events, turn.state)
}

/// Judges an order and carries it out: its events, and the state after them. The given state is untouched.
///
/// # Errors
/// The rule that forbids it. Nothing has been rolled then.
pub fn decide<G: Game>(
    definitions: &G::Definitions,
    state: &G::State,
    side: SideId,
    order: &[G::Step],
    chance: &mut dyn Chance,
) -> Result<(Vec<G::Event>, G::State), Refusal> {
    accept::<G>(definitions, &G::view(definitions, state, Viewer::Side(side)), order)?;
    let mut turn = Turn::<G> { definitions, state: state.clone(), events: Vec::new(), chance };
    G::perform(&mut turn, side, order);
    Ok((turn.events, turn.state))
}
