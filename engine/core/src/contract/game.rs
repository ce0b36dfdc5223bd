use super::{
    Ahead, Ask, AskId, Facts, Incident, Misread, OptionRule, Outcome, Progress, Question, Refusal, SideId,
    StandingRule, Thing, Turn, Viewer, candidates_on, judge_candidates, legal,
};
use definitions::{DefinitionError, GameFiles, Position, Published};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// What a new game is started with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Id of the scenario.
    pub scenario: String,
    /// Optional rules by name.
    pub options: BTreeMap<String, String>,
}

/// A game. All functions are pure and know no clock.
pub trait Game: Sized + 'static {
    /// Stable id: `autumn-fog`.
    const ID: &'static str;
    /// Version of its rules, from 1: a new game names it in its first record. It grows when the same order may lead to
    /// something else.
    const RULES: u16;
    /// Version of the form of its state, from 2: the states' digests name it, and those that name none are of version 1.
    /// It grows when the same events make a state of another form, of which older digests say nothing.
    const STATE: u16;
    /// Map, units, tables: parsed once, passed everywhere.
    type Definitions: Send + Sync + 'static;
    /// Everything that is true, hidden things included. Flat and cheap to clone.
    type State: Clone + Eq + Debug + Serialize + Send + Sync;
    /// An atomic step of an order.
    type Step: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// A fact.
    type Event: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a viewer may know of the state; built field by field.
    type View: Clone + Eq + Debug + Serialize + Send + Sync;
    /// What a viewer may know of an event.
    type EventView: Clone + Eq + Debug + Serialize + Send + Sync;
    /// A player's standing orders.
    type Policy: Clone + Eq + Debug + Default + Serialize + DeserializeOwned + Send + Sync;

    /// The definitions that come with the program.
    fn files() -> GameFiles;
    /// Reads definitions.
    ///
    /// # Errors
    /// Every fault found, each with file and line.
    fn definitions(files: &GameFiles) -> Result<Self::Definitions, Vec<DefinitionError>>;
    /// Map, units, scenarios and the rule index, for drawings, modules and the words behind a case.
    fn published(definitions: &Self::Definitions) -> &Published;
    /// Names of the two sides.
    fn sides(definitions: &Self::Definitions) -> [String; 2];

    /// The optional rules that a new game can be started with.
    fn options() -> &'static [OptionRule];
    /// The state before the first event.
    ///
    /// # Errors
    /// When the scenario or an option does not exist; the message lists those that do.
    fn initial(definitions: &Self::Definitions, setup: &Setup) -> Result<Self::State, String>;
    /// Carries the game from its initial state to the first ask.
    fn begin(turn: &mut Turn<'_, Self>);
    /// The open asks. Empty only when the game is over.
    fn asks(state: &Self::State) -> Vec<Ask>;
    /// All asks that have not been settled, those too that cannot be answered before another one: the oldest first.
    /// Their numbers tell the asks of one state apart, no more; players know an ask by the number that its table gives it.
    fn unsettled(state: &Self::State) -> Vec<AskId> {
        Self::asks(state).iter().map(|ask| ask.id).collect()
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
    /// Offers steps that may follow `partial`, one after the other: all that [`Game::check`] would allow, and perhaps
    /// more.
    fn candidates(
        definitions: &Self::Definitions,
        view: &Self::View,
        partial: &[Self::Step],
        offer: &mut dyn FnMut(Self::Step),
    );
    /// Adds the steps that may follow `partial` to a list, each with what it does to the order: exactly the candidates
    /// that [`Game::check`] allows. A game overrides this only where it can tell many of them at once.
    fn legal(
        definitions: &Self::Definitions,
        view: &Self::View,
        partial: &[Self::Step],
        list: &mut Vec<(Self::Step, Progress)>,
    ) {
        judge_candidates::<Self>(definitions, view, partial, list);
    }
    /// Judges one step after `partial`, which has been judged before.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(
        definitions: &Self::Definitions,
        view: &Self::View,
        partial: &[Self::Step],
        step: &Self::Step,
    ) -> Result<Progress, Refusal>;
    /// What [`Game::check`] gives for a step that it allows, without a word about why it allows no other. A game
    /// overrides this where wording a refusal costs more than finding it.
    fn allows(
        definitions: &Self::Definitions,
        view: &Self::View,
        partial: &[Self::Step],
        step: &Self::Step,
    ) -> Option<Progress> {
        Self::check(definitions, view, partial, step).ok()
    }
    /// What the player of an order is answered that [`Game::check`] refuses at one of its steps. What comes after that step,
    /// which its judge does not see, may tell whom the player means: he reads of what he has named himself.
    fn refuse(
        _definitions: &Self::Definitions,
        _view: &Self::View,
        _order: &[Self::Step],
        _at: usize,
        refusal: Refusal,
    ) -> Refusal {
        refusal
    }
    /// Carries out an order of which every step was accepted.
    fn perform(turn: &mut Turn<'_, Self>, side: SideId, order: &[Self::Step]);
    /// Writes an event's facts into the state. Total: no checks, no chance, no rules.
    fn evolve(state: &mut Self::State, event: &Self::Event);

    /// What a viewer may know of the state.
    fn view(definitions: &Self::Definitions, state: &Self::State, viewer: Viewer) -> Self::View;
    /// What a viewer may know of an event that happens in this state.
    fn redact(
        definitions: &Self::Definitions,
        before: &Self::State,
        event: &Self::Event,
        viewer: Viewer,
    ) -> Option<Self::EventView>;
    /// Whether the side that ordered what led to an event may have learned from it what it did not know, or could have:
    /// its orders cannot be taken back then. Numbers that are drawn are disclosed in any case.
    fn discloses(_state: &Self::State, _event: &Self::Event) -> bool {
        false
    }
    /// The answer that a player's standing orders give to his open ask, if they give one.
    fn answer(definitions: &Self::Definitions, view: &Self::View, policy: &Self::Policy) -> Option<Vec<Self::Step>>;
    /// A player's standing orders, one entry a kind of decision, with the other values that each may have.
    fn standing(_definitions: &Self::Definitions, _policy: &Self::Policy) -> Vec<StandingRule> {
        Vec::new()
    }
    /// The standing orders as a line of text changes them: `defend none`, without the word `standing`.
    ///
    /// # Errors
    /// What was not understood and what was expected.
    fn amend(_definitions: &Self::Definitions, _policy: &Self::Policy, _line: &str) -> Result<Self::Policy, Misread> {
        Err(Misread::new("this game has no standing orders"))
    }

    /// Whether the viewer may begin something new, with nothing of his own or of the other side's under way. What he
    /// wrote to be done from there on he sent ahead: it stands for itself, and comes back to him whole or not at all.
    fn is_fresh(_view: &Self::View) -> bool {
        false
    }
    /// Whether an order ends what its player has begun: what comes after it stands for itself.
    fn ends(_order: &[Self::Step]) -> bool {
        false
    }
    /// The order with which the viewer would do nothing more, so that the other side goes on.
    fn idle(_view: &Self::View) -> Option<Vec<Self::Step>> {
        None
    }
    /// Whether an order was written for another question than the one that is open: it waits for its own.
    fn is_early(_view: &Self::View, _order: &[Self::Step]) -> bool {
        false
    }
    /// What an event that the viewer learns of may mean for orders that he has sent ahead; `before` is his view before
    /// it.
    fn incident(_definitions: &Self::Definitions, _before: &Self::View, _event: &Self::EventView) -> Option<Incident> {
        None
    }
    /// Why orders that were sent ahead, though they may be legal, go back to their player now, by his standing orders.
    fn heed(
        _definitions: &Self::Definitions,
        _view: &Self::View,
        _ahead: &Ahead<'_, Self>,
        _policy: &Self::Policy,
    ) -> Option<String> {
        None
    }

    /// What a player sees of the game besides his question, one fact a line.
    fn status(_definitions: &Self::Definitions, _view: &Self::View) -> Vec<String> {
        Vec::new()
    }
    /// What a unit can do now, one line a kind of order: the nearest of its possibilities, or why there is none.
    ///
    /// # Errors
    /// When the words name no unit, or more than one.
    fn abilities(_definitions: &Self::Definitions, _view: &Self::View, _unit: &str) -> Result<Vec<String>, Misread> {
        Err(Misread::new("this game has no units to ask about"))
    }
    /// Steps that are legal in the place of one that is refused, the most similar first.
    fn nearest(
        definitions: &Self::Definitions,
        view: &Self::View,
        partial: &[Self::Step],
        _refused: &Self::Step,
    ) -> Vec<Self::Step> {
        legal::<Self>(definitions, view, partial).into_iter().map(|(step, _)| step).collect()
    }
    /// What a legal step is about: what it acts on, its cost, the odds, a note. Asked only for somebody who reads it.
    fn facts(
        _definitions: &Self::Definitions,
        _view: &Self::View,
        _partial: &[Self::Step],
        _step: &Self::Step,
    ) -> Facts {
        Facts::default()
    }
    /// What a player may mean who points at a thing after `partial`: ways to go on, each one or more steps, the likeliest
    /// first. Whether any of them is legal, and why not, is for [`Game::check`] to say. Among them are all legal steps whose
    /// facts have the thing.
    fn meant(
        definitions: &Self::Definitions,
        view: &Self::View,
        partial: &[Self::Step],
        thing: &Thing,
    ) -> Vec<Vec<Self::Step>> {
        candidates_on::<Self>(definitions, view, partial, thing)
    }
    /// The state as a viewer has to imagine it: what his view shows, and nothing that it hides. Orders are tried out on it.
    fn imagine(definitions: &Self::Definitions, view: &Self::View) -> Self::State;
    /// What an order that was tried out leads to, beside its events: what is left to units, what dice could bring.
    fn prospects(_definitions: &Self::Definitions, _before: &Self::View, _after: &Self::View) -> Vec<String> {
        Vec::new()
    }

    /// One page that explains the orders, with an example of each.
    fn help(definitions: &Self::Definitions) -> String;
    /// The words with which its orders begin. Where a game names none, every line of a mail counts as an order.
    fn verbs() -> Vec<&'static str> {
        Vec::new()
    }
    /// Reads a line of text as one or more orders (`move A, B to 1817` is two).
    ///
    /// # Errors
    /// What was not understood and what was expected.
    fn parse(definitions: &Self::Definitions, view: &Self::View, line: &str) -> Result<Vec<Vec<Self::Step>>, Misread>;
    /// Writes an order, complete or not, as text that [`Game::parse`] reads back.
    fn write(definitions: &Self::Definitions, order: &[Self::Step]) -> String;
    /// An ask in words.
    fn question(definitions: &Self::Definitions, view: &Self::View, ask: &Ask) -> Question;
    /// An event in words; none when it is not worth a line.
    fn describe(definitions: &Self::Definitions, event: &Self::EventView) -> Option<String>;
    /// Up to `count` different legal orders for the viewer's open ask, the most useful first.
    fn examples(definitions: &Self::Definitions, view: &Self::View, count: usize) -> Vec<Vec<Self::Step>>;
    /// The order that a sensible player gives to the viewer's open ask; none if nothing is asked of him. It knows no
    /// more than the view, and the same view gives the same order. A game overrides this where it can do better than
    /// with its first example.
    fn advise(definitions: &Self::Definitions, view: &Self::View) -> Option<Vec<Self::Step>> {
        Self::examples(definitions, view, 1).into_iter().next()
    }
    /// All that a drawing needs.
    fn position(definitions: &Self::Definitions, view: &Self::View) -> Position;
    /// Adds what an event shows on a drawing: arrows, mostly.
    fn illustrate(definitions: &Self::Definitions, event: &Self::EventView, position: &mut Position);
}
