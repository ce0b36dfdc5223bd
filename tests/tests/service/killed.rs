//! Stopped at any moment, the service has each order with all its mails, or not at all.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{Home, address};
use fieldpost_tests::host::Host;
use fieldpost_tests::http::request;
use pbem_service::mail::Purpose;
use pbem_service::{NewGame, Service, store};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// Games in which the guards give an order at the same time.
const GAMES: i64 = 24;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ford-host");

/// The guards' first order in a game, as a mail.
fn mail(service: &Service, game: i64) -> Vec<u8> {
    let token = service.token(game, "guards", 2, Purpose::Orders).expect("signs");
    let to = token.address("play", "fieldpost.example").expect("fits");
    format!("From: {}\r\nTo: {to}\r\nMessage-ID: <first-{game}@x>\r\n\r\nmine 3\r\n", address("guards")).into_bytes()
}

/// Checks each game of a stopped host; how many orders are there.
async fn whole_or_not_at_all(service: &Service) -> usize {
    let db = &service.store;
    let count = async |sql: &str, game: i64| {
        store::one::<i64>(db.readers(), sql, [game.into()]).await.expect("readable").unwrap_or(0)
    };
    let mut there = 0;
    for game in 1..=GAMES {
        let records = db.records(game, 0).await.expect("readable");
        let orders = records.iter().filter(|record| record.contains("\"Ordered\"")).count();
        let answers = count("SELECT COUNT(*) FROM submissions WHERE game = $1 AND report <> ''", game).await;
        // what comes before the invitation has left is one mail with it
        let receipts = "SELECT COUNT(*) FROM outbox WHERE game = $1 AND viewer = 'guards' AND detail LIKE '%\"mail %'";
        let turns = "SELECT COUNT(*) FROM outbox WHERE game = $1 AND viewer = 'raiders' \
                     AND seq > (SELECT MIN(seq) FROM events WHERE game = $1 AND kind = 'Ordered')";
        let (receipts, turns) = (count(receipts, game).await, count(turns, game).await);
        let expected = i64::try_from(orders).expect("few");
        assert!(orders <= 1, "game {game}: {orders} orders");
        assert_eq!((answers, receipts, turns), (expected, expected, expected), "game {game}");
        if orders == 1 {
            assert!(records.iter().any(|record| record.contains("\"Round\"")), "game {game}: half an order");
        }
        there += orders;
    }
    there
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_in_a_burst_of_orders_it_has_each_with_its_mails_or_not_at_all() {
    let home = Home::new().await;
    let service = Service::open(home.settings(None), FORD).await.expect("opens");
    for _ in 0..GAMES {
        let players = ["raiders", "guards"].map(|side| (side.to_owned(), address(side))).into();
        let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
        service.new_game(&new).await.expect("starts");
    }
    let mut killed_in_between = 0;
    for milliseconds in [0, 5, 15, 40, 90] {
        let host = Host::start(PROGRAM, &service.settings);
        let mut posts = Vec::new();
        for game in 1..=GAMES {
            let mail = mail(&service, game);
            let (to, key) = (host.address, service.local_key.clone());
            // a killed host answers nothing, so these may fail
            posts.push(tokio::spawn(async move {
                request(to, "POST", "/intake", &[("X-Fieldpost-Secret", &key)], &mail).await
            }));
        }
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        host.kill();
        for post in posts {
            post.abort();
            let _ = post.await;
        }
        let there = whole_or_not_at_all(&service).await;
        killed_in_between += usize::from(there > 0 && there < GAMES as usize);
    }
    println!("killed {killed_in_between} times with some orders there and others not");

    // after the restart every mail can be handed in again, and each order is there once
    let host = Host::start(PROGRAM, &service.settings);
    for game in 1..=GAMES {
        let answer = request(
            host.address,
            "POST",
            "/intake",
            &[("X-Fieldpost-Secret", &service.local_key)],
            &mail(&service, game),
        )
        .await;
        assert_eq!(answer.status, 202, "{}", answer.body);
    }
    host.kill();
    assert_eq!(whole_or_not_at_all(&service).await, GAMES as usize);
    every_mail_leaves_once(&service).await;
}

/// Sends what the killed hosts left, at once, and compares what lies in the folder with the outbox.
async fn every_mail_leaves_once(service: &Service) {
    let service = std::sync::Arc::new(Service::open(service.settings.clone(), FORD).await.expect("opens"));
    let store = &service.store;
    // PostgreSQL hears of a killed process a moment after its end
    let held = "SELECT COUNT(*) FROM outbox WHERE state = 'queued'";
    let mut rounds = 0;
    while store::one::<i64>(store.readers(), held, []).await.expect("readable") != Some(0) && rounds < 1000 {
        rounds += 1;
        let drained = service.deliver(service.transport().expect("a folder")).await.expect("drains");
        assert_eq!((drained.deferred, drained.failed), (0, 0));
    }
    let mut sent = BTreeSet::new();
    for entry in walk(&service.settings.data.join("mail")) {
        let mail = std::fs::read(&entry).expect("readable");
        let letter = pbem_service::mail::Letter::parse(&mail).expect("our own mail");
        sent.insert(letter.message_id.expect("ours has one"));
    }
    let rows = store::one::<i64>(store.readers(), "SELECT COUNT(*) FROM outbox", []).await.expect("readable");
    assert_eq!(Some(sent.len() as i64), rows, "one file a Message-ID, none missing");
    let expected = GAMES * 2..=GAMES * 4;
    assert!(
        rows.is_some_and(|rows| expected.contains(&rows)),
        "two invitations a game, with or before what came later"
    );
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        match entry.path() {
            path if path.is_dir() => files.extend(walk(&path)),
            path => files.push(path),
        }
    }
    files
}

#[tokio::test]
async fn mail_that_came_while_nobody_listened_is_taken_from_the_spool() {
    let home = Home::new().await;
    let service = Service::open(home.settings(None), FORD).await.expect("opens");
    let players = ["raiders", "guards"].map(|side| (side.to_owned(), address(side))).into();
    let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
    let game = service.new_game(&new).await.expect("starts");
    pbem_service::spool::leave(home.path(), &mail(&service, game)).expect("spooled");
    assert_eq!(pbem_service::spool::empty(&service).await.expect("emptied"), 1);
    assert_eq!(pbem_service::spool::empty(&service).await.expect("emptied"), 0);
    let records = service.store.records(game, 0).await.expect("readable");
    assert!(records.iter().any(|record| record.contains("mine 3")));
}
