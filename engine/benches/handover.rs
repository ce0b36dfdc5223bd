//! How often a game by mail changes hands in a game turn: a mail leaves, and the game waits for the other player.
//!
//! The computer opponent plays both sides of the Initial Assault a hundred times; its own decisions cost nothing, each
//! one that the other player has to make first is a hand-over. What standing orders answer is answered at once.
//!
//! `cargo bench -p engine --bench handover`; a number after `--` plays so many games.

use engine::chance::Seeded;
use engine::contract::{Game, Setup, SideId, Viewer, begin, decide};
use engine::games::AutumnFog;
use engine::games::autumn_fog::state::{Pending, State};
use std::collections::BTreeMap;

type Definitions = <AutumnFog as Game>::Definitions;
type Policy = <AutumnFog as Game>::Policy;

/// Share of the hand-overs that standing orders must save.
const TARGET: f64 = 0.6;

/// What a player orders who wants to be asked for everything that is his to decide.
const ASKED: [&str; 1] = ["interrupt ask"];

/// What a player orders who wants to be asked for nothing but his own sequences. A supported defence uses its supports.
const ORDERED: [&str; 13] = [
    "defend best 2",
    "lose defending hexes spare armour",
    "lose attacking steps spare armour",
    "retreat auto",
    "mark auto",
    "advance all",
    "return near",
    "allot spread",
    "snafu auto",
    "reroll 2",
    "gift step",
    "overstack auto",
    "activation staff 2",
];

fn policy(definitions: &Definitions, lines: &[&str]) -> Policy {
    lines.iter().fold(Policy::default(), |policy, line| {
        AutumnFog::amend(definitions, &policy, line).unwrap_or_else(|misread| panic!("{line}: {misread}"))
    })
}

/// Hand-overs of some games.
#[derive(Default)]
struct Handovers {
    /// For each game turn of each game.
    turns: Vec<u32>,
    /// By what was asked.
    asked: BTreeMap<String, u32>,
}

impl Handovers {
    fn median(&self) -> f64 {
        let mut turns = self.turns.clone();
        turns.sort_unstable();
        f64::from(turns[turns.len() / 2])
    }

    fn mean(&self) -> f64 {
        f64::from(self.turns.iter().sum::<u32>()) / self.turns.len() as f64
    }
}

/// Plays a game and counts.
fn play(definitions: &Definitions, seed: u64, policy: &Policy, counted: &mut Handovers) {
    let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    let mut dice = Seeded::new(seed);
    let first = AutumnFog::initial(definitions, &setup).expect("the scenario exists");
    let (_, mut state): (_, State) = begin::<AutumnFog>(definitions, &first, &mut dice);
    let (mut turn, mut last): (u8, Option<SideId>) = (0, None);
    while AutumnFog::outcome(&state).is_none() {
        if state.field.turn != turn {
            turn = state.field.turn;
            counted.turns.push(0);
        }
        let view = |side| AutumnFog::view(definitions, &state, Viewer::Side(side));
        let asks = AutumnFog::asks(&state);
        let given = asks
            .iter()
            .find_map(|ask| AutumnFog::answer(definitions, &view(ask.side), policy).map(|order| (ask.side, order)));
        let (side, order) = given.unwrap_or_else(|| {
            // whoever has the game in hand goes on, if he is asked anything
            let ask = asks.iter().find(|ask| Some(ask.side) == last).unwrap_or(&asks[0]);
            if last.is_some_and(|last| last != ask.side) {
                *counted.turns.last_mut().expect("a turn has begun") += 1;
                let pending: Option<Pending> = state.field.ask(ask.side).map(|ask| ask.pending);
                *counted.asked.entry(pending.map_or(String::new(), |pending| format!("{pending:?}"))).or_default() += 1;
            }
            last = Some(ask.side);
            (ask.side, AutumnFog::advise(definitions, &view(ask.side)).expect("someone can always act"))
        });
        state = decide::<AutumnFog>(definitions, &state, side, &order, &mut dice).expect("a legal order").1;
    }
}

fn main() {
    let definitions = AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let games = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(100);
    let count = |lines: &[&str]| {
        let policy = policy(&definitions, lines);
        let mut counted = Handovers::default();
        (0..games).for_each(|seed| play(&definitions, 9000 + seed, &policy, &mut counted));
        counted
    };
    let [asked, default, ordered] = [&ASKED[..], &[], &ORDERED].map(count);
    let saved = |than: &Handovers| 1.0 - ordered.median() / than.median();
    println!(
        "hand-overs a turn ours {:>9.0} with standing orders  without any {:.0}  as a game begins {:.0}  saved {:.0} % and \
         {:.0} %  target {:.0} %  median of {} game turns",
        ordered.median(),
        asked.median(),
        default.median(),
        100.0 * saved(&asked),
        100.0 * saved(&default),
        100.0 * TARGET,
        ordered.turns.len(),
    );
    for (name, counted) in [("without any", &asked), ("as a game begins", &default), ("with", &ordered)] {
        println!("  {name}: mean {:.1} a turn; asked for {:?}", counted.mean(), counted.asked);
    }
}
