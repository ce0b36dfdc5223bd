use super::turn::tried_out;
use super::{Ask, Foreseen, Foundation, Game, Outcome, Refusal, SideId, Viewer};
use crate::chance::Chance;

/// A state as a viewer has to imagine it: what his view shows, and nothing that it hides. Orders are tried out on it.
///
/// It is no [`Foundation::State`], so that nothing imagined comes to a table: whoever wraps a state gets no state back,
/// only what can be seen of it.
///
/// ```
/// use engine::contract::{Foundation, Imagined};
///
/// fn imagine<G: Foundation>(state: G::State) -> Imagined<G> {
///     Imagined::new(state)
/// }
/// ```
///
/// ```compile_fail,E0616
/// use engine::contract::{Foundation, Imagined};
///
/// fn believe<G: Foundation>(imagined: Imagined<G>) -> G::State {
///     imagined.state
/// }
/// ```
pub struct Imagined<G: Foundation> {
    state: G::State,
}

impl<G: Foundation> Clone for Imagined<G> {
    fn clone(&self) -> Imagined<G> {
        Imagined { state: self.state.clone() }
    }
}

impl<G: Foundation> Imagined<G> {
    /// What a viewer imagines.
    pub const fn new(state: G::State) -> Imagined<G> {
        Imagined { state }
    }
}

impl<G: Game> Imagined<G> {
    /// What a viewer would know of it.
    pub fn view(&self, definitions: &G::Definitions, viewer: Viewer) -> G::View {
        G::view(definitions, &self.state, viewer)
    }

    /// What a viewer would know of an event that happens in it.
    pub fn redact(&self, definitions: &G::Definitions, event: &G::Event, viewer: Viewer) -> Option<G::EventView> {
        G::redact(definitions, &self.state, event, viewer)
    }

    /// The asks that would be open.
    pub fn asks(&self) -> Vec<Ask> {
        G::asks(&self.state)
    }

    /// How the game would have ended.
    pub fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.state)
    }

    /// The game turn.
    pub fn game_turn(&self) -> u8 {
        G::game_turn(&self.state)
    }

    /// Lets an event happen in it.
    pub fn write(&mut self, event: &G::Event) {
        G::evolve(&mut self.state, event);
    }

    /// Judges an order and carries it out as far as no number has to be drawn. Where the other side would be asked
    /// something that is answered for players without standing orders, it is answered.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn foresee(
        &self,
        definitions: &G::Definitions,
        side: SideId,
        order: &[G::Step],
    ) -> Result<Foreseen<G>, Refusal> {
        let mut foreseen = self.try_out(definitions, side, order)?;
        while !foreseen.rolls
            && let Some(then) = foreseen.state.unasked(definitions, side)
        {
            let events = [foreseen.events, then.events].concat();
            foreseen = Foreseen { events, assumes: true, ..then };
        }
        Ok(foreseen)
    }

    /// What would come of an order with numbers that somebody supposes.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn suppose(
        &self,
        definitions: &G::Definitions,
        side: SideId,
        order: &[G::Step],
        chance: &mut dyn Chance,
    ) -> Result<Imagined<G>, Refusal> {
        super::decide::<G>(definitions, &self.state, side, order, chance).map(|(_, state)| Imagined { state })
    }

    /// Judges an order and carries it out as far as no number has to be drawn, whatever comes of it.
    pub(super) fn try_out(
        &self,
        definitions: &G::Definitions,
        side: SideId,
        order: &[G::Step],
    ) -> Result<Foreseen<G>, Refusal> {
        let (events, rolls) = tried_out::<G>(definitions, &self.state, side, order)?;
        let mut state = self.clone();
        events.iter().for_each(|event| state.write(event));
        Ok(Foreseen { events, state, rolls, assumes: false })
    }

    /// What comes of it when a side is not asked, and the other would be something that is answered for players without
    /// standing orders.
    fn unasked(&self, definitions: &G::Definitions, side: SideId) -> Option<Foreseen<G>> {
        let asks = self.asks();
        if asks.iter().any(|ask| ask.side == side) {
            return None;
        }
        let view = self.view(definitions, Viewer::Side(side.enemy()));
        asks.iter().find_map(|ask| {
            let answer = G::answer(super::Seen::new(definitions, &view), ask, &G::Policy::default())?;
            self.try_out(definitions, ask.side, &answer).ok()
        })
    }
}
