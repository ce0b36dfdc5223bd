//! What happened is what its records say.

use crate::{RandomGames, Seeded};
use engine::contract::{AskId, Game, Setup, SideId, Viewer};
use engine::table::{Aside, Batch, GameKind, Kind, Line, Record, Report, Rulebook, Secrets, Session, verify};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The events of a game, stored and read again, lead from its first state to its last.
pub fn replay_equals_live<G: Game>(games: &RandomGames<G>) {
    games.each(|number| {
        let played = games.play(number, |_, _| {});
        let mut again = played.start.clone();
        for event in &played.events {
            let json = serde_json::to_string(event).expect("an event has string keys only");
            let read: G::Event =
                serde_json::from_str(&json).unwrap_or_else(|error| panic!("game {number}: {json}: {error}"));
            assert_eq!(&read, event, "game {number}: {json}");
            assert_eq!(G::upgrade(&games.definitions, &again, &read), None, "game {number}: {json} is of today");
            G::evolve(&mut again, &read);
        }
        assert_eq!(again, played.end, "game {number} of {:?}", games.setup(number));
    });
}

/// A game at its table, as a service has it: its records, and the game that they are.
pub(super) struct Seat {
    rulebook: Arc<dyn Rulebook>,
    secrets: Secrets,
    records: Vec<String>,
    pub session: Box<dyn Session>,
}

impl Seat {
    pub fn at<G: Game>(setup: &Setup) -> Seat {
        let (kind, secrets) = (Kind::<G>::new(), Secrets::new([5; 32], [6; 32]));
        let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let mut records = rulebook.start("game-1", setup, &secrets).unwrap_or_else(|fault| panic!("{fault}"));
        records.extend(SideId::BOTH.map(|side| Aside::Joined { side, word: format!("word of {side:?}") }.record()));
        let session = rulebook.open(&records).expect("its own records");
        Seat { rulebook, secrets, records, session }
    }

    pub fn submit(&mut self, side: SideId, line: &str) -> Report {
        let batch = Batch { ask: None, lines: vec![Line::Text(line.to_owned())] };
        let (more, report) = self.session.submit(side, &batch, &self.secrets);
        more.iter().for_each(|record| self.session.apply(record).expect("its own record"));
        self.records.extend(more);
        report
    }

    /// Gives one of the examples of whoever is asked first; nothing once the game is over.
    fn go_on(&mut self, choice: &mut Seeded) -> Option<()> {
        let side = self.session.asks().first()?.side;
        let examples = self.session.examples(side, 3);
        let order = &examples[choice.next_below(examples.len())].text;
        let report = self.submit(side, order);
        assert!(report.changed && !report.has_fault(), "{order}: {report:?}");
        Some(())
    }
}

/// A game that was played at its table opens from its records as it is; its dice can be checked, and a die that was
/// loaded, an order that was removed and a wrong secret are found.
pub fn records_give_the_game_and_its_dice_can_be_checked<G: Game>(games: &RandomGames<G>, orders: usize) {
    let mut seat = Seat::at::<G>(games.setup(0));
    let [mut choice] = Seeded::streams(11);
    for _ in 0..orders {
        if seat.go_on(&mut choice).is_none() {
            break;
        }
    }
    let Seat { rulebook, secrets, records, session } = seat;
    let again = rulebook.open(&records).expect("its own records");
    for viewer in [Viewer::Side(SideId(0)), Viewer::Side(SideId(1)), Viewer::Observer] {
        assert_eq!(session.view(viewer), again.view(viewer));
        assert_eq!(session.position(viewer), again.position(viewer));
    }
    assert_eq!((session.asks(), again.strays()), (again.asks(), &[][..]));

    let public = verify(&records, None).expect("public dice");
    let all = verify(&records, Some(secrets.sealed.secret())).expect("all dice");
    assert!(all >= public && public > 0, "{public} public numbers of {all}");
    let dice = records.iter().rposition(|record| is_public_die(record)).expect("public dice");
    let mut forged = records.clone();
    forged[dice] = loaded(&records[dice]);
    assert!(verify(&forged, None).is_err(), "a loaded die is found");
    let ordered = records.iter().position(|record| record.contains("\"Ordered\"")).expect("an order");
    let mut forged = records.clone();
    forged.remove(ordered);
    assert!(verify(&forged, None).is_err(), "a removed order is found");
    assert!(verify(&records, Some(&[0; 32])).is_err(), "a wrong secret is found");
}

/// Whether a record holds a public number that could have been another one: the last chit of a cup could not.
fn is_public_die(record: &str) -> bool {
    let bound = |record: &Value| record["Drawn"]["rolls"][0]["bound"].as_u64();
    record.contains("\"chain\":\"Public\"") && serde_json::from_str(record).is_ok_and(|record| bound(&record) > Some(1))
}

/// The record with its first number changed.
fn loaded(record: &str) -> String {
    let mut value: Value = serde_json::from_str(record).expect("a record");
    let roll = &mut value["Drawn"]["rolls"][0];
    let number = roll["value"].as_u64().expect("a number");
    roll["value"] = ((number + 1) % roll["bound"].as_u64().expect("a bound")).into();
    value.to_string()
}

/// Numbers of asks and of dice keys only grow, and nothing that is refused takes one.
pub fn numbers_only_grow<G: Game>(games: &RandomGames<G>, orders: usize) {
    let mut seat = Seat::at::<G>(games.setup(0));
    let [mut choice] = Seeded::streams(23);
    let (mut most, mut open): ([u32; 2], Vec<AskId>) = ([0; 2], Vec::new());
    for _ in 0..orders {
        let asks = seat.session.asks();
        let mut new: Vec<_> = asks.iter().filter(|ask| !open.contains(&ask.id)).collect();
        new.sort_unstable_by_key(|ask| ask.id);
        for ask in new {
            let most = &mut most[ask.side.index()];
            assert!(ask.id.0 >= *most, "ask {} after {most}", ask.id.0);
            *most = ask.id.0 + 1;
        }
        // an ask that must wait for another one comes back under its number
        open.extend(asks.iter().map(|ask| ask.id));
        let Some(ask) = asks.first() else { break };
        let refused = seat.submit(ask.side, "no order at all");
        assert!(refused.has_fault() && seat.session.asks() == asks, "what is refused takes no number");
        seat.go_on(&mut choice);
    }
    assert!(most.iter().any(|most| *most > 2), "somebody was asked twice");
    let again = seat.rulebook.open(&seat.records).expect("its own records");
    assert_eq!(again.asks(), seat.session.asks(), "a replay gives the same numbers");
    let mut keys = BTreeMap::new();
    for record in &seat.records {
        let record: Record<Value, Value> = serde_json::from_str(record).expect("a record");
        if let Record::Drawn { chain, index, .. } = record {
            let last = keys.insert(format!("{chain:?}"), index);
            assert!(last.is_none_or(|last| index == last + 1), "key {index} after {last:?}");
        }
    }
}
