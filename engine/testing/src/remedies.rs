//! What refusals tell players to write: every order that a remedy names must be one.

use crate::Seeded;
use engine::contract::{Game, Seen, Setup, SideId, Speech, Viewer, begin, decide};
use std::collections::BTreeSet;

/// What the refusals of many orders named.
#[derive(Debug, Default)]
pub struct Remedies {
    /// The cases that were cited.
    pub cases: BTreeSet<String>,
    /// How many orders the remedies named.
    pub named: usize,
    /// Those that were refused themselves, each with the order before it and both refusals.
    pub wrong: Vec<String>,
}

/// What a text names between backticks and begins with the verb of a game: no forms (`enter UNIT at HEX`).
fn quoted_in<G: Speech>(text: &str) -> impl Iterator<Item = &str> {
    // `XLVII` is the number of a corps
    let numeral = |word: &str| word.chars().all(|letter| "IVXLC".contains(letter));
    let form = move |word: &str| word.len() > 2 && word.chars().all(char::is_uppercase) && !numeral(word);
    let verbs = G::verbs();
    let begun = move |line: &&str| {
        let mut words = line.split(' ');
        words.next().is_some_and(|verb| verbs.contains(&verb)) && !words.any(form)
    };
    text.split('`').skip(1).step_by(2).filter(begun)
}

/// The whole orders that a text names between backticks: no single words, and no forms (`enter UNIT at HEX`).
pub fn orders_in<G: Speech>(text: &str) -> Vec<String> {
    quoted_in::<G>(text).filter(|line| line.contains(' ')).map(str::to_owned).collect()
}

/// The single verbs that a text names between backticks: `end`.
fn verbs_in<G: Speech>(text: &str) -> Vec<&str> {
    quoted_in::<G>(text).filter(|line| !line.contains(' ')).collect()
}

/// Plays a game by advice and by chance. Before each order a few others are tried, and each order that their refusals name must be
/// accepted as the next one; a verb that is named alone must begin one.
///
/// # Panics
/// When a refusal cites no case of the rulebook.
pub fn remedies<G: Game>(
    definitions: &G::Definitions,
    setup: &Setup,
    seed: u64,
    some_order: impl Fn(&G::State, SideId, &mut Seeded) -> Vec<G::Step>,
) -> Remedies {
    let [mut dice, mut choice] = Seeded::streams(seed);
    let start = G::initial(definitions, setup).unwrap_or_else(|fault| panic!("{fault}"));
    let mut state = begin::<G>(definitions, &start, &mut dice).1;
    let mut found = Remedies::default();
    while G::outcome(&state).is_none() {
        let side = G::asks(&state)[0].side;
        let view = G::view(definitions, &state, Viewer::Side(side));
        let seen = Seen::<G>::new(definitions, &view);
        for _ in 0..3 {
            let order = some_order(&state, side, &mut choice);
            found.tried(seen, &order);
        }
        let order = match choice.next_below(2) {
            0 => G::advise(seen),
            _ => None,
        };
        let order = order.or_else(|| seen.random_order(&mut |n| choice.next_below(n)));
        let Some(order) = order else { panic!("turn {}: nothing can be ordered", G::game_turn(&state)) };
        let decided = decide::<G>(definitions, &state, side, &order, &mut dice);
        state = decided.unwrap_or_else(|refusal| panic!("{order:?}: {refusal}")).1;
    }
    found
}

impl Remedies {
    fn tried<G: Game>(&mut self, seen: Seen<'_, G>, order: &[G::Step]) {
        let Err(refusal) = seen.accept(order) else { return };
        let refusal = seen.propose(order, refusal);
        for line in orders_in::<G>(&refusal.remedy) {
            self.named += 1;
            let read = G::parse(seen, &line).map_err(|misread| misread.to_string());
            let given = read.and_then(|orders| seen.accept(&orders[0]).map_err(|why| why.to_string()));
            self.wrong.extend(given.err().map(|why| format!("{order:?}: {refusal}: {line}: {why}")));
        }
        let begins: Vec<String> =
            seen.legal(&[]).into_iter().map(|(step, _)| G::write(seen.definitions, &[step])).collect();
        for verb in verbs_in::<G>(&refusal.remedy) {
            self.named += 1;
            if !begins.iter().any(|text| text.split(' ').next() == Some(verb)) {
                self.wrong.push(format!("{order:?}: {refusal}: no order begins with {verb}"));
            }
        }
        let known = refusal.case == "order" || G::published(seen.definitions).rules.get(&refusal.case).is_some();
        assert!(known, "{refusal}");
        self.cases.insert(refusal.case.into_owned());
    }
}
