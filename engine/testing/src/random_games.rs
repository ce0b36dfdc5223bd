//! Random games: every decision of every side is any order that its list allows.

use crate::{Seeded, on_all_cores};
use engine::contract::{Ask, Game, Seen, Setup, SideId, Viewer, begin, decide};
use std::time::Instant;

/// Random games of a game, by number. The number gives set-up, dice and choices, so that no two games share any of them
/// and each can be played again alone.
///
/// Played are those from `FIELDPOST_SEED` on (0): `FIELDPOST_SOAK` games of each set-up (`just soak`), else a few in all.
pub struct RandomGames<G: Game> {
    /// What is printed.
    pub definitions: G::Definitions,
    /// What the games are started with, in turn.
    pub setups: Vec<Setup>,
    few: u64,
    limit: usize,
    one_in: u64,
}

/// Orders after which a game must be over, where its tests say nothing else.
const LIMIT: usize = 60_000;

/// A moment of a game: the state, who decides, and what he sees.
pub struct Moment<'a, G: Game> {
    /// The number of the game.
    pub number: u64,
    /// What it was started with.
    pub setup: &'a Setup,
    /// How many orders were given before.
    pub orders: u64,
    /// What is printed.
    pub definitions: &'a G::Definitions,
    /// What is true.
    pub state: &'a G::State,
    /// Who decides.
    pub side: SideId,
    /// What he sees.
    pub view: &'a G::View,
}

impl<'a, G: Game> Moment<'a, G> {
    /// What the side that decides is judged by.
    pub fn seen(&self) -> Seen<'a, G> {
        Seen::new(self.definitions, self.view)
    }

    /// What a viewer sees now.
    pub fn view_of(&self, viewer: Viewer) -> G::View {
        G::view(self.definitions, self.state, viewer)
    }

    /// Which moment it is, for the words of a test that fails: game, set-up, orders given before.
    pub fn place(&self) -> String {
        format!("{} game {} of {:?}, after {} orders", G::ID, self.number, self.setup, self.orders)
    }
}

/// A game that was played to its end.
pub struct Played<G: Game> {
    /// The state before the first event.
    pub start: G::State,
    /// All that happened.
    pub events: Vec<G::Event>,
    /// The state at the end.
    pub end: G::State,
    /// How many orders were given.
    pub orders: u64,
}

/// Every scenario with every choice of optional rules. A game that has more of them than its tests can play takes some,
/// and one in which not every choice goes with every scenario leaves out those that do not.
pub fn every_setup<G: Game>(definitions: &G::Definitions) -> Vec<Setup> {
    let alone = |id: &String| Setup { scenario: id.clone(), ..Setup::default() };
    let scenarios = G::published(definitions).scenarios.iter().map(|scenario| alone(&scenario.id));
    let sets_of = |setup: Setup| {
        G::options().iter().fold(vec![setup], |sets, rule| {
            let with = |set: &Setup, value: &str| {
                let mut set = set.clone();
                set.options.insert(rule.name.to_owned(), value.to_owned());
                set
            };
            sets.iter().flat_map(|set| rule.values.iter().map(move |(value, _)| with(set, value))).collect()
        })
    };
    scenarios.flat_map(sets_of).collect()
}

impl<G: Game> RandomGames<G> {
    /// Games of every scenario with every choice of optional rules: `few` in all, unless a soak asks for more.
    pub fn new(few: u64) -> RandomGames<G> {
        let definitions = G::definitions(&G::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let setups = every_setup::<G>(&definitions);
        assert!(!setups.is_empty(), "{} has a scenario", G::ID);
        RandomGames { definitions, setups, few, limit: LIMIT, one_in: 1 }
    }

    /// Only games that are started with what `fits`.
    pub fn only(mut self, fits: impl Fn(&Setup) -> bool) -> RandomGames<G> {
        self.setups.retain(fits);
        assert!(!self.setups.is_empty(), "there are games of {} to play", G::ID);
        self
    }

    /// Games that must be over after so many orders.
    pub fn within(self, limit: usize) -> RandomGames<G> {
        RandomGames { limit, ..self }
    }

    /// What costs much is looked at in one moment in so many.
    pub fn one_moment_in(self, one_in: u64) -> RandomGames<G> {
        RandomGames { one_in: one_in.max(1), ..self }
    }

    /// How many games are played unless a soak asks for more.
    pub fn few(&self) -> u64 {
        self.few
    }

    /// Whether what costs much is looked at in this moment.
    pub fn looks_closely(&self, moment: &Moment<'_, G>) -> bool {
        (moment.orders + moment.number).is_multiple_of(self.one_in)
    }

    /// What the game with a number is started with: all come by in the end, and neighbours are far apart.
    pub fn setup(&self, number: u64) -> &Setup {
        let sets = self.setups.len() as u64;
        let step = (7..).find(|step| common_divisor(*step, sets) == 1).unwrap_or(1);
        &self.setups[(number % sets * step % sets) as usize]
    }

    /// Plays the game with a number to its end, showing every moment and the order that is given then.
    ///
    /// # Panics
    /// When somebody must decide and can do nothing, when a listed order is refused, when nobody can act, and when the
    /// game does not end.
    pub fn play(&self, number: u64, mut visit: impl FnMut(&Moment<'_, G>, &[G::Step])) -> Played<G> {
        let (definitions, setup) = (&self.definitions, self.setup(number));
        let [mut dice, mut choice] = Seeded::streams(number);
        let start = G::initial(definitions, setup).unwrap_or_else(|fault| panic!("{setup:?}: {fault}"));
        let (mut events, mut state) = begin::<G>(definitions, &start, &mut dice);
        let mut orders = 0;
        while G::outcome(&state).is_none() {
            let place = || format!("{} game {number} of {setup:?}, after {orders} orders", G::ID);
            assert!(orders < self.limit as u64, "{}: no end", place());
            let asks: Vec<Ask> = G::asks(&state);
            assert!(!asks.is_empty(), "{}: nobody can act", place());
            let side = asks[choice.next_below(asks.len())].side;
            let view = G::view(definitions, &state, Viewer::Side(side));
            let order = Seen::<G>::new(definitions, &view)
                .random_order(&mut |steps| choice.next_below(steps))
                .unwrap_or_else(|| panic!("{}: {side:?} must decide and can do nothing in {state:?}", place()));
            visit(&Moment { number, setup, orders, definitions, state: &state, side, view: &view }, &order);
            let (more, after) = decide::<G>(definitions, &state, side, &order, &mut dice)
                .unwrap_or_else(|refusal| panic!("{}: {}: {refusal}", place(), G::write(definitions, &order)));
            events.extend(more);
            state = after;
            orders += 1;
        }
        Played { start, events, end: state, orders }
    }

    /// What `game` gives for the number of each game, in no order. Prints how many there were and how long they took.
    pub fn each<T: Send>(&self, game: impl Fn(u64) -> T + Sync) -> Vec<T> {
        let (first, sets) = (given("FIELDPOST_SEED").unwrap_or(0), self.setups.len() as u64);
        let wanted = given("FIELDPOST_SOAK").map_or(self.few, |many| many * sets);
        let begun = Instant::now();
        let said = on_all_cores(first, |number| (number < first + wanted).then(|| game(number)));
        assert_eq!(said.len() as u64, wanted);
        println!(
            "{wanted} games of {} with {sets} set-ups in turn, numbers {first} to {}, in {:.0} s",
            G::ID,
            (first + wanted).saturating_sub(1),
            begun.elapsed().as_secs_f64(),
        );
        said
    }
}

/// A number that the environment gives.
pub(crate) fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

fn common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}
