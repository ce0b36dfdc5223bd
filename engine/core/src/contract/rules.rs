use super::{Ask, AskId, Foundation, Misread, Outcome, Progress, Refusal, Seen, Setup, SideId, Turn, judge_candidates};

/// The rules: who is asked, what he may do, and what comes of it. All functions are pure and know no clock.
pub trait Rules: Foundation {
    /// The state before the first event.
    ///
    /// # Errors
    /// When the scenario or an option does not exist; the message lists those that do.
    fn initial(definitions: &Self::Definitions, setup: &Setup) -> Result<Self::State, String>;
    /// Carries the game from its initial state to the first ask.
    fn begin(turn: &mut Turn<'_, Self>);
    /// The open asks, several of one side perhaps. Empty only when the game is over.
    fn asks(state: &Self::State) -> Vec<Ask>;
    /// All asks that have not been settled, those too that cannot be answered before another one: the oldest first.
    /// Their numbers tell the asks of one state apart, no more; players know an ask by the number that its table gives it.
    fn unsettled(state: &Self::State) -> Vec<AskId> {
        Self::asks(state).iter().map(|ask| ask.id).collect()
    }
    /// Which of its open asks a side answers with an order. A game overrides this where a side may have several.
    fn answered(state: &Self::State, side: SideId, _order: &[Self::Step]) -> Option<Ask> {
        Self::asks(state).into_iter().find(|ask| ask.side == side)
    }
    /// The end of the game, once it has come.
    fn outcome(state: &Self::State) -> Option<Outcome>;
    /// The game turn, for captions and for the state's digests.
    fn game_turn(state: &Self::State) -> u8;

    /// Whether what a step names exists. Steps come from outside as numbers; none comes further than this, so that all
    /// that follows may look up what a step names.
    ///
    /// # Errors
    /// What does not exist.
    fn recognise(_definitions: &Self::Definitions, _step: &Self::Step) -> Result<(), Misread> {
        Ok(())
    }
    /// Offers steps that may follow `partial`, one after the other: all that [`Rules::check`] would allow, and perhaps
    /// more.
    fn candidates(seen: Seen<'_, Self>, partial: &[Self::Step], offer: &mut dyn FnMut(Self::Step));
    /// Adds the steps that may follow `partial` to a list, each with what it does to the order: exactly the candidates
    /// that [`Rules::check`] allows. A game overrides this only where it can tell many of them at once.
    fn legal(seen: Seen<'_, Self>, partial: &[Self::Step], list: &mut Vec<(Self::Step, Progress)>) {
        judge_candidates(seen, partial, list);
    }
    /// Judges one step after `partial`, which has been judged before.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(seen: Seen<'_, Self>, partial: &[Self::Step], step: &Self::Step) -> Result<Progress, Refusal>;
    /// What [`Rules::check`] gives for a step that it allows, without a word about why it allows no other. A game
    /// overrides this where wording a refusal costs more than finding it.
    fn allows(seen: Seen<'_, Self>, partial: &[Self::Step], step: &Self::Step) -> Option<Progress> {
        Self::check(seen, partial, step).ok()
    }
    /// What the player of an order is answered that [`Rules::check`] refuses at one of its steps. What comes after that
    /// step, which its judge does not see, may tell whom the player means: he reads of what he has named himself.
    fn refuse(_seen: Seen<'_, Self>, _order: &[Self::Step], _at: usize, refusal: Refusal) -> Refusal {
        refusal
    }
    /// Why an order is not whole that breaks off after steps that were accepted, where a case says how much belongs to it.
    fn unfinished(_seen: Seen<'_, Self>, _order: &[Self::Step]) -> Option<Refusal> {
        None
    }
    /// Carries out an order of which every step was accepted.
    fn perform(turn: &mut Turn<'_, Self>, side: SideId, order: &[Self::Step]);
    /// Writes an event's facts into the state. Total: no checks, no chance, no rules.
    fn evolve(state: &mut Self::State, event: &Self::Event);
    /// What changes if some lines of a position are put into a state, on which both players have agreed: facts that no
    /// rule leads to. They name only what both may see.
    ///
    /// # Errors
    /// What is wrong with the lines and what was expected; or that this game cannot do it.
    fn adjust(
        _definitions: &Self::Definitions,
        _state: &Self::State,
        _lines: &str,
    ) -> Result<Vec<Self::Event>, Misread> {
        Err(Misread::new("positions of this game cannot be written down, so none can be adjusted"))
    }
    /// A stored event of an earlier version as this version tells it, when it happens in this state: what was once worked
    /// out from it stands in it. None if it has the form of today.
    fn upgrade(_definitions: &Self::Definitions, _before: &Self::State, _event: &Self::Event) -> Option<Self::Event> {
        None
    }
}
