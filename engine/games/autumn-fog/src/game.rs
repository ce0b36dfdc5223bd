use super::definitions::Definitions;
use super::event::Event;
use super::fog::EventView;
use super::options::{self, Options};
use super::order::Step;
use super::standing::{self, Standing};
use super::state::State;
use super::view::View;
use super::{evolve, facts, fog, language, legal, opponent, position, sequence};
use definitions::{DefinitionError, GameFiles, Position, Published, embedded};
use engine::contract::{
    Ahead, Ask, AskId, Facts, Game, Incident, Misread, OptionRule, Outcome, Progress, Question, Refusal, Setup, SideId,
    StandingRule, Thing, Turn, Unworded, Viewer,
};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct AutumnFog;

impl Game for AutumnFog {
    const ID: &'static str = "autumn-fog";
    const RULES: u16 = 2;
    const STATE: u16 = 2;
    type Definitions = Definitions;
    type State = State;
    type Step = Step;
    type Event = Event;
    type View = View;
    type EventView = EventView;
    type Policy = Standing;

    fn files() -> GameFiles {
        embedded!(
            "../../../assets/games/autumn-fog": "game.txt", "map.txt", "units.txt", "scenario-initial-assault.txt",
            "scenario-entire-battle.txt", "rules.txt", "rulings.txt", "tables.txt",
        )
    }

    fn definitions(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        Definitions::parse(files)
    }

    fn published(definitions: &Definitions) -> &Published {
        &definitions.published
    }

    fn sides(definitions: &Definitions) -> [String; 2] {
        SideId::BOTH.map(|side| definitions.side_name(side).to_owned())
    }

    fn options() -> &'static [OptionRule] {
        &options::RULES
    }

    fn initial(definitions: &Definitions, setup: &Setup) -> Result<State, String> {
        let scenarios = &definitions.published.scenarios;
        let index = scenarios.iter().position(|scenario| scenario.id == setup.scenario).ok_or_else(|| {
            let known: Vec<&str> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
            format!("there is no scenario `{}`; there are: {}", setup.scenario, known.join(", "))
        })?;
        let options = Options::read(setup)?;
        Ok(State::initial(definitions, index as u8, &scenarios[index], options))
    }

    fn begin(turn: &mut Turn<'_, AutumnFog>) {
        let next = turn.field.turn + 1;
        sequence::begin_turn(turn, next);
    }

    fn asks(state: &State) -> Vec<Ask> {
        state.field.open_asks().map(|ask| Ask { id: ask.id, side: ask.side }).collect()
    }

    fn unsettled(state: &State) -> Vec<AskId> {
        state.field.asks.iter().map(|ask| ask.id).collect()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let (winner, case, reason) = state.field.over.as_ref()?;
        Some(Outcome { winner: Some(*winner), reason: format!("{reason} [{case}]") })
    }

    fn game_turn(state: &State) -> u8 {
        state.field.turn
    }

    fn recognise(definitions: &Definitions, step: &Step) -> Result<(), Misread> {
        legal::recognise(definitions, step)
    }

    fn candidates(definitions: &Definitions, view: &View, partial: &[Step], offer: &mut dyn FnMut(Step)) {
        legal::candidates(definitions, view, partial, offer);
    }

    fn legal(definitions: &Definitions, view: &View, partial: &[Step], list: &mut Vec<(Step, Progress)>) {
        legal::enlist(definitions, view, partial, list);
    }

    fn check(definitions: &Definitions, view: &View, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
        legal::check(definitions, view, partial, step)
    }

    fn allows(definitions: &Definitions, view: &View, partial: &[Step], step: &Step) -> Option<Progress> {
        legal::judge::<Unworded>(definitions, view, partial, step).ok()
    }

    fn refuse(definitions: &Definitions, view: &View, order: &[Step], at: usize, refusal: Refusal) -> Refusal {
        legal::refuse(definitions, view, order, at, refusal)
    }

    fn perform(turn: &mut Turn<'_, AutumnFog>, side: SideId, order: &[Step]) {
        legal::perform(turn, side, order);
    }

    fn evolve(state: &mut State, event: &Event) {
        evolve::evolve(state, event);
    }

    fn view(definitions: &Definitions, state: &State, viewer: Viewer) -> View {
        View::new(definitions, state, viewer)
    }

    fn redact(definitions: &Definitions, before: &State, event: &Event, viewer: Viewer) -> Option<EventView> {
        fog::redact(definitions, before, event, viewer)
    }

    fn discloses(state: &State, event: &Event) -> bool {
        fog::discloses(state, event)
    }

    fn answer(definitions: &Definitions, view: &View, policy: &Standing) -> Option<Vec<Step>> {
        standing::answer(definitions, view, policy)
    }

    fn standing(_: &Definitions, policy: &Standing) -> Vec<StandingRule> {
        standing::list(policy)
    }

    fn amend(_: &Definitions, policy: &Standing, line: &str) -> Result<Standing, Misread> {
        standing::amend(policy, line)
    }

    fn is_fresh(view: &View) -> bool {
        standing::ahead::is_fresh(view)
    }

    fn ends(order: &[Step]) -> bool {
        standing::ahead::ends(order)
    }

    fn idle(view: &View) -> Option<Vec<Step>> {
        standing::ahead::idle(view)
    }

    fn is_early(view: &View, order: &[Step]) -> bool {
        standing::ahead::is_early(view, order)
    }

    fn incident(definitions: &Definitions, before: &View, event: &EventView) -> Option<Incident> {
        standing::ahead::incident(definitions, before, event)
    }

    fn heed(definitions: &Definitions, view: &View, ahead: &Ahead<'_, AutumnFog>, policy: &Standing) -> Option<String> {
        standing::ahead::heed(definitions, view, ahead, policy.ahead)
    }

    fn status(definitions: &Definitions, view: &View) -> Vec<String> {
        language::status(definitions, view)
    }

    fn abilities(definitions: &Definitions, view: &View, unit: &str) -> Result<Vec<String>, Misread> {
        language::abilities(definitions, view, unit)
    }

    fn nearest(definitions: &Definitions, view: &View, partial: &[Step], refused: &Step) -> Vec<Step> {
        language::nearest(definitions, view, partial, refused)
    }

    fn facts(definitions: &Definitions, view: &View, partial: &[Step], step: &Step) -> Facts {
        facts::facts(definitions, view, partial, step)
    }

    fn meant(definitions: &Definitions, view: &View, partial: &[Step], thing: &Thing) -> Vec<Vec<Step>> {
        facts::meant(definitions, view, partial, thing)
    }

    fn imagine(_: &Definitions, view: &View) -> State {
        view.imagined()
    }

    fn prospects(definitions: &Definitions, before: &View, after: &View) -> Vec<String> {
        language::prospects(definitions, before, after)
    }

    fn help(definitions: &Definitions) -> String {
        language::help(definitions)
    }

    fn verbs() -> Vec<&'static str> {
        language::opening_words()
    }

    fn parse(definitions: &Definitions, view: &View, line: &str) -> Result<Vec<Vec<Step>>, Misread> {
        language::parse(definitions, view, line)
    }

    fn write(definitions: &Definitions, order: &[Step]) -> String {
        language::write(definitions, order)
    }

    fn question(definitions: &Definitions, view: &View, ask: &Ask) -> Question {
        language::question(definitions, view, ask)
    }

    fn describe(definitions: &Definitions, event: &EventView) -> Option<String> {
        language::describe(definitions, event)
    }

    fn examples(definitions: &Definitions, view: &View, count: usize) -> Vec<Vec<Step>> {
        language::examples(definitions, view, count)
    }

    fn advise(definitions: &Definitions, view: &View) -> Option<Vec<Step>> {
        opponent::advise(definitions, view)
    }

    fn position(definitions: &Definitions, view: &View) -> Position {
        position::position(definitions, view)
    }

    fn illustrate(definitions: &Definitions, event: &EventView, position: &mut Position) {
        position::illustrate(definitions, event, position);
    }
}
