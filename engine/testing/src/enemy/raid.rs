//! Raids: an enemy hands in what he makes up, at moments that random games come to, and no harm is done.

use super::Enemy;
use super::target::{AT_A_MOMENT, Target};
use crate::golden::game_files;
use crate::random_games::{every_setup, given};
use crate::{Seeded, on_all_cores};
use engine::contract::{Foundation, Game, Seen, Setup, SideId, Viewer, begin, choose_and_carry_out};
use engine::referee::{Positions, referee};
use engine::table::{GameKind, Kind, Record, Rulebook, Secrets, Session, guarded};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The share of a game's moments at which orders are tried: of each kind of question the first ones, then one in so many.
const FIRST: u64 = 2;
const ONE_IN: u64 = 60;

/// A game that is raided, with what its orders are made of.
pub struct Raid<G: Game> {
    /// The rules, behind the table.
    pub rulebook: Arc<dyn Rulebook>,
    /// What is printed.
    pub definitions: G::Definitions,
    /// Every scenario with every choice of optional rules.
    pub setups: Vec<Setup>,
    /// Where the dice come from.
    pub secrets: Secrets,
    pub(super) names: Vec<String>,
    /// Forms of orders that the page of help explains.
    pub(super) forms: Vec<String>,
    /// Steps with which an order may begin that are known beforehand, with the words that are written for them.
    pub(super) firsts: Vec<(Value, String)>,
    /// Words of its examples.
    pub(super) examples: Vec<String>,
}

/// How often each order was tried, by the word that begins it: at all, and when it could be given.
pub type Tally = BTreeMap<String, [u64; 2]>;

/// What was tried of JSON and of text.
#[derive(Default)]
pub struct Tried {
    /// Orders as steps.
    pub json: Tally,
    /// Orders as lines.
    pub text: Tally,
    /// How many were refused.
    pub refused: u64,
    /// How many were accepted.
    pub accepted: u64,
}

impl Tried {
    fn add(&mut self, other: Tried) {
        for (mine, others) in [(&mut self.json, other.json), (&mut self.text, other.text)] {
            for (verb, counts) in others {
                let sum = mine.entry(verb).or_default();
                *sum = [sum[0] + counts[0], sum[1] + counts[1]];
            }
        }
        (self.refused, self.accepted) = (self.refused + other.refused, self.accepted + other.accepted);
    }

    fn all(&self) -> u64 {
        self.json.values().chain(self.text.values()).map(|[all, _]| all).sum()
    }
}

impl<G: Game> Raid<G> {
    /// A raid on a game as it is published.
    ///
    /// # Panics
    /// When the definitions of the game have a fault.
    pub fn new() -> Raid<G> {
        let kind = Kind::<G>::new();
        let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let definitions = G::definitions(&G::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let setups = every_setup::<G>(&definitions);
        let published = rulebook.published();
        let units = published.units.units.iter().flat_map(|unit| [unit.name.clone(), unit.id.clone()]);
        let formations = published.units.formations.iter().map(|formation| formation.short.clone());
        let places = published.map.hexes.iter().filter_map(|hex| hex.name.clone());
        let names = units.chain(formations).chain(places).collect();
        let help = G::help(&definitions);
        let explained = || help.split("\n\n").filter(|block| block.contains("    Example: "));
        let forms = explained().flat_map(str::lines).filter(|line| !line.starts_with(' ')).map(str::to_owned);
        let examples = explained().flat_map(str::lines).filter_map(|line| line.trim().strip_prefix("Example: "));
        let examples = examples.flat_map(str::split_whitespace).map(|word| word.trim_matches(['`', ',']).to_owned());
        let (forms, examples) = (forms.collect(), examples.collect());
        let secrets = Secrets::new([1; 32], [2; 32]);
        Raid { rulebook, definitions, setups, secrets, names, forms, examples, firsts: Vec::new() }
    }

    /// The raid with steps by which orders begin at moments that few games come to.
    pub fn knowing(mut self, firsts: &[G::Step]) -> Raid<G> {
        self.firsts = firsts.iter().map(|step| begins::<G>(&self.definitions, step)).collect();
        self
    }

    /// A table at which a game has begun, before its first event.
    pub fn table(&self, setup: &Setup) -> Box<dyn Session> {
        let records = self.rulebook.start("raid", setup, &self.secrets).expect("a set-up of the list");
        self.rulebook.open(&records[..1]).expect("its first record")
    }

    /// Has orders tried: `few` in the suite, `many` in a soak. `also` is shown every moment that is raided for the first
    /// time in a game, and may raid what random games never come to.
    ///
    /// # Panics
    /// When the program fails over an order, when one that is refused changes anything or says nothing, when a form of
    /// the page of help is tried by none, and when an order that begins with one of the words in `common` is tried at no
    /// moment at which it can be given.
    pub fn orders(&self, [few, many]: [u64; 2], common: &[&str], also: Also<'_, G>) -> Tried {
        let soaked = given("FIELDPOST_SOAK").is_some();
        let wanted = if soaked { many } else { few };
        let left = AtomicU64::new(wanted.div_ceil(AT_A_MOMENT as u64));
        let first = given("FIELDPOST_SEED").unwrap_or(0);
        let games =
            on_all_cores(first, |number| (left.load(Ordering::Relaxed) > 0).then(|| self.play(number, &left, also)));
        let (count, mut tried) = (games.len(), Tried::default());
        games.into_iter().for_each(|game| tried.add(game));
        let all = tried.all();
        let words: Vec<&str> = self.forms.iter().filter_map(|form| form.split(' ').next()).collect();
        tried.text.retain(|word, _| words.contains(&word.as_str()));
        println!(
            "{all} orders in {count} games of {} from number {first} on: {} refused, {} accepted; by first word, tried and tried when it could be given: JSON {:?}, text {:?}",
            G::ID,
            tried.refused,
            tried.accepted,
            tried.json,
            tried.text
        );
        assert!(all >= wanted && tried.refused > all / 2 && tried.accepted > all / 100);
        for word in &words {
            assert!(
                tried.text.get(*word).is_some_and(|[all, _]| *all > 0),
                "no line that begins with `{word}` was tried"
            );
        }
        let known = tried.json.keys().map(String::as_str).collect();
        for word in if soaked { known } else { common.to_vec() } {
            for (kind, tally) in [("JSON", &tried.json), ("text", &tried.text)] {
                let counts = tally.get(word).copied().unwrap_or_default();
                assert!(counts[1] > 0, "no {kind} of `{word}` was tried when it could be given");
            }
        }
        tried
    }

    /// Plays a random game with its table beside it, and lets an enemy try orders in it until enough were tried.
    fn play(&self, number: u64, left: &AtomicU64, also: Also<'_, G>) -> Tried {
        let [mut dice, mut choice, babble] = Seeded::streams(number);
        let mut enemy = Enemy::new(self, babble);
        let setup = &self.setups[(number * 7 % self.setups.len() as u64) as usize];
        let definitions = &self.definitions;
        let start = G::initial(definitions, setup).expect("a set-up of the list");
        let (mut since, mut state) = begin::<G>(definitions, &start, &mut dice);
        let mut session = self.table(setup);
        let mut tried = Tried::default();
        let (mut moments, mut seen) = (0, BTreeMap::new());
        while let Some(ask) = G::asks(&state).first().copied() {
            let view = G::view(definitions, &state, Viewer::Side(ask.side));
            let firsts = enemy.firsts_of(Seen::new(definitions, &view));
            let times: &mut u64 = seen.entry(words(&firsts)).or_default();
            *times += 1;
            moments += 1;
            if *times <= FIRST || moments % ONE_IN == number % ONE_IN {
                if left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err() {
                    return tried;
                }
                for event in since.drain(..) {
                    session.apply(&happened::<G>(&event)).expect("a record of this game");
                }
                let target = Target { raid: self, session: &*session, number, side: ask.side };
                target.attack(&mut enemy, &view, &mut tried);
                if *times == 1 {
                    for (session, state) in also(&*session, &state, ask.side) {
                        let view = G::view(definitions, &state, Viewer::Side(ask.side));
                        let target = Target { session: &*session, ..target };
                        target.attack(&mut enemy, &view, &mut tried);
                    }
                }
            }
            drop(view);
            let choose = &mut |steps| choice.next_below(steps);
            let done = choose_and_carry_out::<G>(definitions, &mut state, ask.side, choose, &mut dice);
            let (order, events) = done.expect("someone can always act");
            enemy.hear(&order);
            since.extend(events);
        }
        tried
    }
}

impl<G: Positions> Raid<G> {
    /// Has the golden games of a folder changed and given to the referee, who tells what happens in them or what is wrong with
    /// them.
    ///
    /// # Panics
    /// When the program fails over a file, or says nothing of it.
    pub fn files(&self, [few, many]: [u64; 2], folder: &Path) {
        let read = |path: PathBuf| std::fs::read_to_string(path).expect("a golden game is text");
        let texts: Vec<String> = game_files(folder).into_iter().map(read).collect();
        let wanted = if given("FIELDPOST_SOAK").is_some() { many } else { few };
        let tried = on_all_cores(0, |number| {
            let [choice] = Seeded::streams(number);
            (number < wanted).then(|| {
                let text = Enemy::new(self, choice).file(&texts);
                match guarded(|| referee::<G>("x", &text, true)) {
                    Err(failure) => panic!("{failure}, over:\n{text}"),
                    Ok(Err(faults)) => {
                        assert!(!faults.is_empty() && faults.iter().all(|fault| fault.to_string().len() > 10));
                    }
                    Ok(Ok(told)) => assert!(!told.is_empty()),
                }
            })
        });
        assert_eq!(tried.len() as u64, wanted);
    }
}

/// More tables with their states, made of a moment: what random games never come to.
pub type Also<'a, G> = &'a (dyn Fn(&dyn Session, &State<G>, SideId) -> Vec<(Box<dyn Session>, State<G>)> + Sync);

type State<G> = <G as Foundation>::State;

/// An event as its table has it.
pub fn happened<G: Game>(event: &G::Event) -> String {
    json!(Record::<Value, Value>::Happened(json!(event))).to_string()
}

/// A step with which an order begins, and the word that a player writes for it.
pub(super) fn begins<G: Game>(definitions: &G::Definitions, step: &G::Step) -> (Value, String) {
    let text = G::write(definitions, std::slice::from_ref(step));
    (json!(step), text.split(' ').next().unwrap_or_default().to_lowercase())
}

/// The words that begin orders.
fn words(firsts: &[(Value, String)]) -> Vec<String> {
    firsts.iter().map(|(_, word)| word.clone()).collect()
}

impl<G: Game> Default for Raid<G> {
    fn default() -> Raid<G> {
        Raid::new()
    }
}
