//! What holds in every game of Autumn Fog: each scenario with each set of optional rules, played at random.
//!
//! Games are numbered; the number gives set, dice and choices, so that no two games share any of them. Those from
//! `FIELDPOST_SEED` on are played (0): `FIELDPOST_SOAK` games of each set (`just soak`), else a few in all. No number was
//! chosen for what it brings.

use autumn_fog::AutumnFog;
use autumn_fog::definitions::Definitions;
use autumn_fog::event::Event;
use autumn_fog::order::{EventKind, Step, SupportKind, Verb};
use autumn_fog::standing::Standing;
use autumn_fog::state::{Pending, State};
use autumn_fog::view::View;
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::contract::{
    Foundation, Progress, Rules, Seen, Setup, SideId, Sight, Speech, StandingOrders, Viewer, begin, decide,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use testing::Seeded;
use testing::on_all_cores;

/// Orders after which a game must be over: more than any game has ever taken, by far.
const LIMIT: usize = 60_000;

/// A moment in a game: the state, who decides, and what he may see.
struct Moment<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    side: SideId,
    view: &'a View,
}

/// A game that was played.
struct Played {
    start: State,
    events: Vec<Event>,
    end: State,
    orders: usize,
}

fn definitions() -> Definitions {
    AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

/// Every scenario with every set of optional rules.
fn setups(definitions: &Definitions) -> Vec<Setup> {
    let mut setups = Vec::new();
    for scenario in &AutumnFog::published(definitions).scenarios {
        let mut sets = vec![Setup { scenario: scenario.id.clone(), ..Setup::default() }];
        for rule in AutumnFog::options() {
            let with = |set: &Setup, value: &str| {
                let mut set = set.clone();
                set.options.insert(rule.name.to_owned(), value.to_owned());
                set
            };
            let values = |set: Setup| rule.values.iter().map(move |(value, _)| with(&set, value));
            sets = sets.into_iter().flat_map(values).collect();
        }
        setups.extend(sets);
    }
    setups
}

/// Plays one random game to its end, showing every moment and the order that is given then.
fn play(definitions: &Definitions, setup: &Setup, seed: u64, mut visit: impl FnMut(&Moment, &[Step])) -> Played {
    let [mut dice, mut choice] = Seeded::streams(seed);
    let start = AutumnFog::initial(definitions, setup).expect("a setup of the list");
    let (mut events, mut state) = begin::<AutumnFog>(definitions, &start, &mut dice);
    for orders in 0..LIMIT {
        if AutumnFog::outcome(&state).is_some() {
            return Played { start, events, end: state, orders };
        }
        let asks = AutumnFog::asks(&state);
        assert!(!asks.is_empty(), "{setup:?} {seed}: nobody can act");
        let side = asks[choice.next_below(asks.len())].side;
        let view = AutumnFog::view(definitions, &state, Viewer::Side(side));
        let order = Seen::<AutumnFog>::new(definitions, &view)
            .random_order(&mut |n| choice.next_below(n))
            .unwrap_or_else(|| panic!("{setup:?} {seed}: {side:?} must decide and can do nothing in {state:?}"));
        visit(&Moment { definitions, state: &state, side, view: &view }, &order);
        let (more, after) = decide::<AutumnFog>(definitions, &state, side, &order, &mut dice)
            .unwrap_or_else(|refusal| panic!("{setup:?} {seed}: {}: {refusal}", AutumnFog::write(definitions, &order)));
        events.extend(more);
        state = after;
    }
    panic!("{setup:?} {seed}: no end after {LIMIT} orders");
}

/// A number that the environment gives.
fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

/// The set of optional rules of the game with a number: each step of 7 comes by all of the 24 sets in the end, both
/// scenarios in turn.
fn setup(setups: &[Setup], number: u64) -> &Setup {
    &setups[(number * 7 % setups.len() as u64) as usize]
}

/// What `game` says of a number of games: `few` in all, or as many of each set as the environment asks for. Prints how
/// many there were and how long they took.
fn games<T: Send>(few: u64, game: impl Fn(&Definitions, &Setup, u64) -> T + Sync) -> Vec<T> {
    let definitions = definitions();
    let setups = setups(&definitions);
    let (first, sets) = (given("FIELDPOST_SEED").unwrap_or(0), setups.len() as u64);
    let end = first + given("FIELDPOST_SOAK").map_or(few, |many| many * sets);
    let begun = Instant::now();
    let said = on_all_cores(first, |number| (number < end).then(|| game(&definitions, setup(&setups, number), number)));
    let played = end - first;
    assert_eq!(said.len() as u64, played);
    println!(
        "{played} games with {sets} sets of rules in turn, numbers {first} to {}, in {:.0} s",
        end - 1,
        begun.elapsed().as_secs_f64(),
    );
    said
}

#[test]
fn every_random_game_ends() {
    let played = games(12, |definitions, setup, seed| {
        let played = play(definitions, setup, seed, |_, _| {});
        let halts = played.events.iter().filter(|event| matches!(event, Event::Thwarted { .. })).count();
        assert!(halts == 0 || setup.options["fog-of-war"] != "no", "{setup:?} {seed}: {halts} thwarted orders");
        (played.orders, halts)
    });
    let orders: usize = played.iter().map(|(orders, _)| orders).sum();
    let most = played.iter().map(|(orders, _)| orders).max();
    let thwarted: usize = played.iter().map(|(_, halts)| halts).sum();
    assert!(thwarted > 0, "in the fog some orders meet what was not seen");
    println!("{orders} orders, at most {} in a game, {thwarted} thwarted in the fog", most.unwrap_or(&0));
}

#[test]
fn someone_can_always_act() {
    games(2, |definitions, setup, seed| {
        play(definitions, setup, seed, |moment, _| {
            for ask in AutumnFog::asks(moment.state) {
                let view = AutumnFog::view(definitions, moment.state, Viewer::Side(ask.side));
                let first = Seen::<AutumnFog>::new(definitions, &view).random_order(&mut |_| 0);
                assert!(first.is_some(), "{setup:?} {seed}: {ask:?} cannot be answered in {:?}", moment.state);
            }
            // and nobody acts unasked
            let unasked = moment.side.enemy();
            if moment.state.field.ask(unasked).is_none() {
                let view = AutumnFog::view(definitions, moment.state, Viewer::Side(unasked));
                assert!(Seen::<AutumnFog>::new(definitions, &view).legal(&[]).is_empty());
            }
        });
    });
}

#[test]
fn legals_are_legal() {
    games(2, |definitions, setup, seed| {
        play(definitions, setup, seed, |moment, order| {
            Seen::<AutumnFog>::new(definitions, moment.view).accept(order).expect("a legal order");
            for done in 0..order.len() {
                let listed = Seen::<AutumnFog>::new(definitions, moment.view).legal(&order[..done]);
                assert_eq!(
                    listed,
                    Seen::<AutumnFog>::new(definitions, moment.view).judged(&order[..done]),
                    "{setup:?} {seed}"
                );
            }
        });
    });
}

#[test]
fn orders_round_trip() {
    games(3, |definitions, setup, seed| {
        play(definitions, setup, seed, |moment, order| {
            let text = AutumnFog::write(definitions, order);
            let read = AutumnFog::parse(Seen::<AutumnFog>::new(definitions, moment.view), &text);
            assert_eq!(read, Ok(vec![order.to_vec()]), "{setup:?} {seed}: {text}");
            let json = serde_json::to_string(order).expect("JSON");
            assert_eq!(serde_json::from_str::<Vec<Step>>(&json).expect("steps"), order, "{json}");
        });
    });
}

#[test]
fn replay_equals_live() {
    games(3, |definitions, setup, seed| {
        let played = play(definitions, setup, seed, |_, _| {});
        let mut again = played.start.clone();
        for event in &played.events {
            let json = serde_json::to_string(event).expect("JSON");
            let read: Event = serde_json::from_str(&json).expect("an event");
            assert_eq!(&read, event, "{setup:?} {seed}: {json}");
            AutumnFog::evolve(&mut again, &read);
        }
        assert_eq!(again, played.end, "{setup:?} {seed}");
    });
}

#[test]
fn a_supported_defence_is_never_silently_none() {
    let rules = AutumnFog::standing(&definitions(), &Standing::default());
    let defend = rules.iter().find(|rule| rule.kind == "defend").expect("a rule for the defence");
    let amended = |value: &str| AutumnFog::amend(&definitions(), &Standing::default(), &format!("defend {value}"));
    let refuses = |value: &str| value.split(' ').any(|word| word == "none");
    let values = defend.choices.iter().map(|(value, _)| value.as_str()).filter(|value| !refuses(value));
    let policies: Vec<Standing> = values.map(|value| amended(value).expect("a listed value")).collect();
    assert!(policies.contains(&Standing::default()) && policies.len() > 3);
    let is_support = |step: &Step| matches!(step, Step::Support(..) | Step::Air);
    let supported = games(6, |definitions, setup, seed| {
        let mut supported = 0;
        play(definitions, setup, seed, |moment, _| {
            let Some(Pending::Defend) = moment.state.field.ask(moment.side).map(|ask| ask.pending) else { return };
            let begun = [Step::Verb(Verb::Defend)];
            let leads = Seen::<AutumnFog>::new(definitions, moment.view).legal(&begun);
            let could = leads.iter().any(|(lead, _)| {
                let next = Seen::<AutumnFog>::new(definitions, moment.view).legal(&[begun[0], *lead]);
                next.iter().any(|(step, _)| is_support(step))
            });
            supported += u64::from(could);
            let ask = AutumnFog::asks(moment.state).into_iter().find(|ask| ask.side == moment.side).expect("an ask");
            for policy in policies.iter().filter(|_| could) {
                let answer = AutumnFog::answer(Seen::<AutumnFog>::new(definitions, moment.view), &ask, policy);
                let defended = answer.iter().all(|order| order.iter().any(is_support));
                assert!(defended, "{setup:?} {seed}: {policy:?} answers {answer:?}");
            }
        });
        supported
    });
    let supported: u64 = supported.iter().sum();
    assert!(supported > 0, "supports are at hand sometimes");
    println!("{supported} defences that could be supported");
}

/// Orders of the words of the language that nobody has asked for: made up, or a legal one with something changed.
struct Babble {
    choice: Seeded,
    units: usize,
    hexes: usize,
    formations: usize,
    /// Orders that were legal once, of either side.
    past: Vec<Vec<Step>>,
}

impl Babble {
    fn new(definitions: &Definitions, seed: u64) -> Babble {
        let (units, hexes, formations) =
            (definitions.units.len(), definitions.board.len(), definitions.headquarters.len());
        let [_, _, choice] = Seeded::streams(seed);
        Babble { choice, units, hexes, formations, past: Vec::new() }
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.choice.next_below(all.len())].clone()
    }

    /// A unit, or one more than there are: steps come from outside as numbers.
    fn unit(&mut self) -> UnitId {
        UnitId(self.choice.next_below(self.units + 1) as u16)
    }

    /// A hex, or one more than there are.
    fn hex(&mut self) -> HexId {
        HexId(self.choice.next_below(self.hexes + 1) as u16)
    }

    /// Any step that may stand after a verb.
    fn step(&mut self) -> Step {
        match self.choice.next_below(17) {
            0 => Step::Formation(FormationId(self.choice.next_below(self.formations) as u16)),
            1 => Step::General,
            2 => Step::Unit(self.unit()),
            3 => Step::Hex(self.hex()),
            4 => Step::Via(self.hex()),
            5 => Step::Target(self.hex()),
            6 => Step::With(self.unit()),
            7 => Step::Lead(self.unit()),
            8 => Step::Support(self.unit(), self.one_of_kind()),
            9 => Step::Air,
            10 => Step::Reroll,
            11 => Step::Kind(self.one_of_kind()),
            12 => Step::Event(self.one_of(&EventKind::ALL)),
            13 => Step::Loss(self.unit()),
            14 => Step::SupportLoss(self.unit(), self.one_of_kind()),
            15 => Step::Steps(self.choice.next_below(7) as u8),
            _ => Step::Done,
        }
    }

    fn one_of_kind(&mut self) -> SupportKind {
        self.one_of(&SupportKind::ALL)
    }

    /// A step of the same kind with another unit or place.
    fn like(&mut self, step: Step) -> Step {
        match step {
            Step::Verb(_) => Step::Verb(self.one_of(&Verb::ALL)),
            Step::Formation(_) => Step::Formation(FormationId(self.choice.next_below(self.formations) as u16)),
            Step::Unit(_) => Step::Unit(self.unit()),
            Step::Hex(_) => Step::Hex(self.hex()),
            Step::Via(_) => Step::Via(self.hex()),
            Step::Target(_) => Step::Target(self.hex()),
            Step::With(_) => Step::With(self.unit()),
            Step::Lead(_) => Step::Lead(self.unit()),
            Step::Loss(_) => Step::Loss(self.unit()),
            Step::Support(..) => Step::Support(self.unit(), self.one_of_kind()),
            Step::SupportLoss(..) => Step::SupportLoss(self.unit(), self.one_of_kind()),
            _ => self.step(),
        }
    }

    /// An order that begins with a verb. `legal` is one that may be given now.
    fn order(&mut self, legal: &[Step]) -> Vec<Step> {
        let mut order = match self.choice.next_below(4) {
            0 => {
                let mut order = vec![Step::Verb(self.one_of(&Verb::ALL))];
                for _ in 0..1 + self.choice.next_below(4) {
                    order.push(self.step());
                }
                return order;
            }
            1 if !self.past.is_empty() => {
                let at = self.choice.next_below(self.past.len());
                self.past[at].clone()
            }
            _ => legal.to_vec(),
        };
        let at = self.choice.next_below(order.len());
        match self.choice.next_below(6) {
            0 if at > 0 => {
                order.remove(at);
            }
            1 => order.insert(at + 1, order[at]),
            2 if at > 0 => {
                let step = self.step();
                order.insert(at, step);
            }
            3 if at > 1 => order.swap(at - 1, at),
            _ => order[at] = self.like(order[at]),
        }
        order
    }
}

/// Random orders that are tried in the suite, and in a soak.
const ORDERS: [u64; 2] = [20_000, 1_000_000];
/// Random orders that are tried at each moment.
const AT_A_MOMENT: u64 = 40;

#[test]
fn nothing_else_is_accepted() {
    let definitions = definitions();
    let setups = setups(&definitions);
    let wanted = ORDERS[usize::from(given("FIELDPOST_SOAK").is_some())];
    let tried = AtomicU64::new(0);
    let accepted = on_all_cores(given("FIELDPOST_SEED").unwrap_or(0), |seed| {
        if tried.load(Ordering::Relaxed) >= wanted {
            return None;
        }
        let mut babble = Babble::new(&definitions, seed);
        // a moment in ten of each game, so that the orders meet many games
        let (mut moments, mut accepted) = (0u64, 0u64);
        play(&definitions, setup(&setups, seed), seed, |moment, order| {
            moments += 1;
            babble.past.push(order.to_vec());
            if moments % 10 != seed % 10 || tried.load(Ordering::Relaxed) >= wanted {
                return;
            }
            for _ in 0..AT_A_MOMENT {
                let other = babble.order(order);
                accepted += u64::from(is_listed_if_accepted(moment, &other, seed, &mut babble.choice));
            }
            tried.fetch_add(AT_A_MOMENT, Ordering::Relaxed);
        });
        Some(accepted)
    });
    let (tried, games, accepted) = (tried.into_inner(), accepted.len(), accepted.iter().sum::<u64>());
    assert!(tried >= wanted);
    assert!(accepted > 0, "some changes make another legal order");
    println!("{tried} random orders in {games} games, {accepted} of them legal");
}

/// Whether a made-up order is accepted. Every step of it that is allowed must be listed, and what is accepted can be
/// carried out.
fn is_listed_if_accepted(moment: &Moment, order: &[Step], seed: u64, dice: &mut Seeded) -> bool {
    let Moment { definitions, state, side, view } = *moment;
    let whole = Seen::<AutumnFog>::new(definitions, view).accept(order).is_ok();
    for (done, step) in order.iter().enumerate() {
        let Ok(progress) = AutumnFog::check(Seen::<AutumnFog>::new(definitions, view), &order[..done], step) else {
            break;
        };
        let listed = Seen::<AutumnFog>::new(definitions, view).legal(&order[..done]);
        assert!(
            listed.contains(&(*step, progress)),
            "seed {seed}: {step:?} of {order:?} is allowed, not listed: {:?}",
            state.field.asks
        );
        if progress == Progress::Complete {
            break;
        }
    }
    if !whole {
        return false;
    }
    let (_, after) = decide::<AutumnFog>(definitions, state, side, order, dice).expect("accepted");
    assert!(AutumnFog::outcome(&after).is_some() || !AutumnFog::asks(&after).is_empty(), "seed {seed}: {order:?}");
    true
}
