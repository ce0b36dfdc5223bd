//! What refusals and questions tell players to write: every order that they name must be one.

use crate::Seeded;
use definitions::hex::HexId;
use engine::contract::{Game, Seen, Setup, SideId, Speech, Viewer, begin, decide};
use std::collections::BTreeSet;

/// What the refusals of many orders named, and the questions before them.
#[derive(Debug, Default)]
pub struct Remedies {
    /// The cases that were cited.
    pub cases: BTreeSet<String>,
    /// How many orders were named.
    pub named: usize,
    /// Those that were refused themselves, each with where it was named and why it is none.
    pub wrong: Vec<String>,
}

/// What a text names between backticks and begins with the verb of a game: no forms (`enter UNIT at HEX`).
fn quoted_in<G: Speech>(text: &str) -> impl Iterator<Item = &str> {
    let form = |word: &str| word.len() > 2 && word.chars().all(|letter| letter.is_uppercase() || letter == '/');
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

/// A hex where an order for a unit is likely to be refused: up to two steps from where it stands, now and then any of a map.
pub fn some_hex<I: IntoIterator<Item = HexId>>(
    stands: Option<HexId>,
    hexes: usize,
    around: impl Fn(HexId) -> I,
    choice: &mut Seeded,
) -> HexId {
    let anywhere = HexId(u16::try_from(choice.next_below(hexes)).unwrap_or_default());
    let Some(here) = stands.filter(|_| choice.next_below(4) > 0) else { return anywhere };
    (0..=choice.next_below(2)).fold(here, |hex, _| {
        let next: Vec<HexId> = around(hex).into_iter().collect();
        next[choice.next_below(next.len())]
    })
}

/// Plays a game by advice and by chance. Before each order a few others are tried, and each order that their refusals or the
/// questions name must be accepted as the next one; a verb that is named alone must begin one.
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
        let asked = G::question(seen, &G::asks(&state)[0]);
        for line in &asked.details {
            found.reads(seen, line, &asked.title);
        }
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
        self.reads(seen, &refusal.remedy, &format!("{order:?}: {refusal}"));
        let known = refusal.case == "order" || G::published(seen.definitions).rules.get(&refusal.case).is_some();
        assert!(known, "{refusal}");
        self.cases.insert(refusal.case.into_owned());
    }

    /// Tries the orders that a text names, which stands `here`.
    fn reads<G: Game>(&mut self, seen: Seen<'_, G>, text: &str, here: &str) {
        for line in orders_in::<G>(text) {
            self.named += 1;
            let read = G::parse(seen, &line).map_err(|misread| misread.to_string());
            let given = read.and_then(|orders| match orders.first() {
                Some(order) => seen.accept(order).map_err(|why| why.to_string()),
                None => Err("it orders nothing".to_owned()),
            });
            self.wrong.extend(given.err().map(|why| format!("{here}: {line}: {why}")));
        }
        let verbs = verbs_in::<G>(text);
        if verbs.is_empty() {
            return;
        }
        let begins: Vec<String> =
            seen.legal(&[]).into_iter().map(|(step, _)| G::write(seen.definitions, &[step])).collect();
        for verb in verbs {
            self.named += 1;
            if !begins.iter().any(|text| text.split(' ').next() == Some(verb)) {
                self.wrong.push(format!("{here}: no order begins with {verb}"));
            }
        }
    }
}
