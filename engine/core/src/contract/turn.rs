use super::{Foundation, Game, Imagined, Refusal, Rules, Seen, SideId, Viewer};
use crate::chance::{Audience, Chance, Scripted};
use std::ops::Deref;

/// The state on which an order is carried out. Each emitted event is applied at once, so the next rule sees what the
/// last one did.
pub struct Turn<'a, G: Rules> {
    definitions: &'a G::Definitions,
    state: &'a mut G::State,
    events: Vec<G::Event>,
    /// Events before the first number was drawn, once one was.
    certain: Option<usize>,
    chance: &'a mut dyn Chance,
    write: &'a mut Write<'a, G>,
}

/// How an event is written into a state: by [`Rules::evolve`], and by whoever keeps more of it than the state does.
pub type Write<'a, G> = dyn FnMut(&mut <G as Foundation>::State, &<G as Foundation>::Event) + 'a;

impl<G: Rules> Deref for Turn<'_, G> {
    type Target = G::State;
    fn deref(&self) -> &G::State {
        self.state
    }
}

impl<'a, G: Rules> Turn<'a, G> {
    fn new(
        definitions: &'a G::Definitions,
        state: &'a mut G::State,
        chance: &'a mut dyn Chance,
        write: &'a mut Write<'a, G>,
    ) -> Turn<'a, G> {
        Turn { definitions, state, events: Vec::new(), certain: None, chance, write }
    }

    /// The definitions.
    pub fn definitions(&self) -> &'a G::Definitions {
        self.definitions
    }

    /// Records a fact and applies it.
    pub fn emit(&mut self, event: G::Event) {
        (self.write)(self.state, &event);
        self.events.push(event);
    }

    /// Rolls a die with this many faces in front of everybody. The label says what for.
    pub fn die(&mut self, label: &str, faces: u8) -> u8 {
        self.certain.get_or_insert(self.events.len());
        self.chance.below(u32::from(faces), label, Audience::Public) as u8 + 1
    }

    /// A number below `bound` that only the rules know until the game is over: shuffles and hidden draws.
    pub fn sealed(&mut self, label: &str, bound: u32) -> u32 {
        self.certain.get_or_insert(self.events.len());
        self.chance.below(bound, label, Audience::Sealed)
    }
}

/// Starts a game: the events that lead from the initial state to the first ask.
pub fn begin<G: Game>(
    definitions: &G::Definitions,
    state: &G::State,
    chance: &mut dyn Chance,
) -> (Vec<G::Event>, G::State) {
    let mut state = state.clone();
    let mut write = G::evolve;
    let mut turn = Turn::<G>::new(definitions, &mut state, chance, &mut write);
    G::begin(&mut turn);
    let events = turn.events;
    (events, state)
}

/// Judges an order and carries it out on the state itself: its events. What shares nothing with a view or another
/// state is changed where it lies.
///
/// # Errors
/// The rule that forbids it. The state is as it was then: only an order of which every step was accepted is begun,
/// and none of those fails.
pub fn carry_out<G: Game>(
    definitions: &G::Definitions,
    state: &mut G::State,
    side: SideId,
    order: &[G::Step],
    chance: &mut dyn Chance,
) -> Result<Vec<G::Event>, Refusal> {
    carry_out_by::<G>(definitions, state, side, order, chance, &mut G::evolve)
}

/// Does the same as [`carry_out`], each event written by `write` as it happens.
///
/// # Errors
/// As there.
pub fn carry_out_by<'a, G: Game>(
    definitions: &'a G::Definitions,
    state: &'a mut G::State,
    side: SideId,
    order: &[G::Step],
    chance: &'a mut dyn Chance,
    write: &'a mut Write<'a, G>,
) -> Result<Vec<G::Event>, Refusal> {
    Seen::<G>::new(definitions, &G::view(definitions, state, Viewer::Side(side))).accept(order)?;
    Ok(performed::<G>(definitions, state, side, order, chance, write))
}

/// An order that was carried out, and its events.
pub type Done<G> = (Vec<<G as Foundation>::Step>, Vec<<G as Foundation>::Event>);

/// Lets a side make up an order from the lists of what it may do, each step chosen by `choose(number of steps)`, and
/// carries it out on the state itself: the order and its events. None when nothing is legal.
///
/// Nothing but a list of this very state gives the steps, and what is listed has been judged: it is not judged again.
pub fn choose_and_carry_out<G: Game>(
    definitions: &G::Definitions,
    state: &mut G::State,
    side: SideId,
    choose: &mut dyn FnMut(usize) -> usize,
    chance: &mut dyn Chance,
) -> Option<Done<G>> {
    // the view is gone before the state changes, which then changes where it lies
    let order = Seen::<G>::new(definitions, &G::view(definitions, state, Viewer::Side(side))).random_order(choose)?;
    let events = performed::<G>(definitions, state, side, &order, chance, &mut G::evolve);
    Some((order, events))
}

/// Carries out an order of which every step has been judged on this state.
fn performed<'a, G: Game>(
    definitions: &'a G::Definitions,
    state: &'a mut G::State,
    side: SideId,
    order: &[G::Step],
    chance: &'a mut dyn Chance,
    write: &'a mut Write<'a, G>,
) -> Vec<G::Event> {
    let mut turn = Turn::<G>::new(definitions, state, chance, write);
    G::perform(&mut turn, side, order);
    turn.events
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
    let mut after = state.clone();
    let events = carry_out::<G>(definitions, &mut after, side, order, chance)?;
    Ok((events, after))
}

/// An order that was tried out.
pub struct Foreseen<G: Game> {
    /// Its events as far as they are certain: up to the first number that would be drawn.
    pub events: Vec<G::Event>,
    /// What is imagined after them.
    pub state: Imagined<G>,
    /// Whether chance decides what comes next.
    pub rolls: bool,
    /// Whether this takes for granted what the other side answers if it has no standing orders.
    pub assumes: bool,
}

/// Judges an order and carries it out as far as no number has to be drawn: its events, and whether one would be drawn
/// after them.
pub(super) fn tried_out<G: Game>(
    definitions: &G::Definitions,
    state: &G::State,
    side: SideId,
    order: &[G::Step],
) -> Result<(Vec<G::Event>, bool), Refusal> {
    Seen::<G>::new(definitions, &G::view(definitions, state, Viewer::Side(side))).accept(order)?;
    // what these dice give is cut off below
    let mut dice = Scripted::new([]);
    let mut tried = state.clone();
    let mut write = G::evolve;
    let mut turn = Turn::<G>::new(definitions, &mut tried, &mut dice, &mut write);
    G::perform(&mut turn, side, order);
    let (mut events, certain) = (turn.events, turn.certain);
    events.truncate(certain.unwrap_or(usize::MAX));
    Ok((events, certain.is_some()))
}
