//! What an order costs on PostgreSQL: ways there and back, counted on the wire.

use engine::contract::SideId;
use engine::table::{Batch, Line};
use fieldpost_tests::FORD;
use fieldpost_tests::app::{Home, address, submission};
use fieldpost_tests::wire::Wire;
use pbem_service::submit::{Receipt, Submission};
use pbem_service::{NewGame, Service};
use test_database::Scratch;

/// One to read what must be known, one to begin, one to write, one to end.
const MOST: u64 = 4;

/// Games that are played the same way.
const ROUNDS: usize = 10;

async fn game(service: &Service) -> i64 {
    let players = ["guards", "raiders"].map(|side| (side.to_owned(), address(side))).into();
    let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
    let game = service.new_game(&new).await.expect("starts");
    // a game that is being played is open already
    service.live(game).await.expect("opens");
    game
}

fn letter(game: i64, side: u8, key: &str, text: &str) -> Submission {
    Submission {
        game,
        side: SideId(side),
        asides: Vec::new(),
        batch: Batch { ask: None, lines: vec![Line::Text(text.to_owned())] },
        bound: None,
        fault: None,
        key: key.to_owned(),
        receipt: Receipt::Answer { letter: None, passed_over: Vec::new(), twin: format!("twin of {key}") },
    }
}

fn page(game: i64, side: u8, key: &str, text: &str) -> Submission {
    submission(game, SideId(side), key, vec![Line::Text(text.to_owned())])
}

#[tokio::test]
async fn an_order_goes_four_times_to_postgresql_and_back_whatever_it_is() {
    let Some(scratch) = Scratch::postgresql().await else { return };
    let wire = Wire::to(&scratch.url()).await;
    let home = Home::new().await;
    let mut settings = home.settings(None);
    settings.database = wire.url().to_owned();
    let service = Service::open(settings, FORD).await.expect("opens");
    // what is said costs one pace more, which is no order
    let orders = [
        letter(0, 1, "mail a", "mine 3"),
        letter(0, 0, "mail b", "bid 1"),
        letter(0, 1, "mail c", "bid 2"),
        letter(0, 1, "mail d", "nonsense of a program"),
        letter(0, 0, "mail e", "status"),
        page(0, 0, "page raiders 1", "status"),
        page(0, 0, "page raiders 2", "preview: bid 2"),
    ];
    // each connection of the pool learns each statement once, which is a way more
    let mut fewest: Vec<(bool, u64, u64)> = vec![(false, u64::MAX, u64::MAX); orders.len()];
    for _ in 0..ROUNDS {
        let game = game(&service).await;
        for (order, (changed, first, again)) in orders.iter().zip(&mut fewest) {
            let order = Submission { game, ..order.clone() };
            let before = wire.ways();
            let answer = service.submit(&order).await.expect("taken");
            assert!(!answer.repeated);
            *changed |= answer.report.changed;
            *first = (*first).min(wire.ways() - before);
            let before = wire.ways();
            assert!(service.submit(&order).await.expect("known").repeated);
            *again = (*again).min(wire.ways() - before);
        }
    }
    let keys: Vec<&str> = orders.iter().map(|order| order.key.as_str()).collect();
    println!(
        "key, whether it changes something, ways, ways if it is sent again: {:?}",
        keys.iter().zip(&fewest).collect::<Vec<_>>()
    );
    assert!(fewest.iter().filter(|(changed, ..)| *changed).count() >= 3, "{fewest:?}");
    assert!(fewest.iter().all(|(_, first, again)| *first == MOST && *again == 1), "{fewest:?}");
}

#[tokio::test]
async fn an_order_that_meets_a_server_just_started_anew_is_taken_even_so() {
    let Some(scratch) = Scratch::postgresql().await else { return };
    let home = Home::new().await;
    let mut settings = home.settings(None);
    settings.database = scratch.url();
    let service = Service::open(settings, FORD).await.expect("opens");
    let game = game(&service).await;
    for (place, (side, order)) in [(1, "mine 3"), (0, "bid 1"), (1, "bid 2")].into_iter().enumerate() {
        scratch.cut_off().await;
        let answer = service.submit(&page(game, side, &format!("after cut {place}"), order)).await.expect("taken");
        assert!(answer.report.changed && !answer.repeated, "{order}: {:?}", answer.report);
    }
}
