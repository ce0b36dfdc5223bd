//! Several instances on one database, started and stopped as it pleases their host.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{Home, address};
use fieldpost_tests::host::Host;
use fieldpost_tests::http::request;
use fieldpost_tests::sink::Sink;
use pbem_service::mail::Purpose;
use pbem_service::{NewGame, Service, store};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ford-host");
const GAMES: i64 = 24;

async fn games(service: &Service) -> Vec<i64> {
    let mut games = Vec::new();
    for _ in 0..GAMES {
        // each player has one seat, so that no pace of an address delays a mail
        let nth = games.len();
        let players = ["raiders", "guards"].map(|side| (side.to_owned(), address(&format!("{side}{nth}")))).into();
        let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
        games.push(service.new_game(&new).await.expect("starts"));
    }
    games
}

#[tokio::test]
async fn eight_hosts_that_start_together_on_an_empty_database_all_come_up() {
    let home = Home::new().await;
    let settings = home.settings(None);
    let starts: Vec<_> = (0..8)
        .map(|_| {
            let settings = settings.clone();
            std::thread::spawn(move || Host::try_start(PROGRAM, &settings))
        })
        .collect();
    for start in starts {
        let host = start.join().expect("it is started");
        host.expect("it tells where it listens").kill();
    }
}

/// Hosts are stopped and started while orders come in at all of them; each order is there once, each mail left once, and
/// the other instance's page tells of an order in the moment in which the first has taken it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn instances_that_are_restarted_under_load_lose_no_order_and_send_no_mail_twice() {
    let home = Home::new().await;
    let sink = Sink::start().await.expect("a port is free");
    let service = Service::open(home.settings(Some(sink.url())), FORD).await.expect("opens");
    let games = games(&service).await;
    let mut hosts = [Host::start(PROGRAM, &service.settings), Host::start(PROGRAM, &service.settings)];
    for (nth, game) in games.iter().enumerate() {
        let token = service.token(*game, "guards", 2, Purpose::Orders).expect("signs");
        let (to, from) = (token.address("play", "fieldpost.example").expect("fits"), address(&format!("guards{nth}")));
        let mail = format!("From: {from}\r\nTo: {to}\r\nMessage-ID: <first-{game}@x>\r\n\r\nmine 3\r\n").into_bytes();
        let seat = service.seat_token(*game, "raiders").await.expect("signs");
        let seat = request(hosts[1].address, "GET", &format!("/seat/{seat}"), &[], &[]).await.cookie().expect("a seat");
        let (path, seat) = (format!("/api/games/{game}/view"), [("Cookie", seat.as_str())]);
        let before = request(hosts[1].address, "GET", &path, &seat, &[]).await.body;
        let key = [("X-Fieldpost-Secret", service.intake_secret())];
        let answer = request(hosts[0].address, "POST", "/intake", &key, &mail).await;
        assert_eq!(answer.status, 202, "{}", answer.body);
        // what is written in one is read in the other
        let [own, other] = [&hosts[0], &hosts[1]].map(|host| request(host.address, "GET", &path, &seat, &[]));
        let (own, other) = (own.await.body, other.await.body);
        assert_eq!(own, other);
        assert_ne!(before, other, "game {game}: the other's page tells nothing new");
        hosts.swap(0, 1);
        if nth % 6 == 5 {
            // in the middle of sending what the last orders made
            let [stopped, other] = hosts;
            assert!(stopped.stop().success());
            hosts = [Host::start(PROGRAM, &service.settings), other];
        }
    }
    let waits = "SELECT COUNT(*) FROM outbox WHERE state = 'queued'";
    while store::one::<i64>(service.store.readers(), waits, []).await.expect("readable") != Some(0) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for host in hosts {
        assert!(host.stop().success());
    }
    let mut sent: BTreeMap<String, usize> = BTreeMap::new();
    for mail in sink.take() {
        let letter = pbem_service::mail::Letter::parse(&mail.bytes).expect("our own mail");
        *sent.entry(letter.message_id.expect("ours has one")).or_default() += 1;
    }
    assert!(sent.values().all(|times| *times == 1), "{sent:?}");
    let rows = store::one::<i64>(service.store.readers(), "SELECT COUNT(*) FROM outbox", []).await;
    assert_eq!(rows.expect("readable"), Some(sent.len() as i64));
    let held = "SELECT COUNT(*) FROM outbox WHERE leased_by <> 0";
    assert_eq!(store::one::<i64>(service.store.readers(), held, []).await.expect("readable"), Some(0));
    for game in games {
        let records = service.store.records(game, 0).await.expect("readable");
        assert_eq!(records.iter().filter(|record| record.contains("\"Ordered\"")).count(), 1, "game {game}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_is_told_to_stop_ends_the_streams_of_those_who_watch() {
    let home = Home::new().await;
    let service = Service::open(home.settings(None), FORD).await.expect("opens");
    let game = games(&service).await[0];
    let host = Host::start(PROGRAM, &service.settings);
    let seat = service.seat_token(game, "raiders").await.expect("signs");
    let seat = request(host.address, "GET", &format!("/seat/{seat}"), &[], &[]).await.cookie().expect("a seat");
    let mut stream = TcpStream::connect(host.address).await.expect("it listens");
    let head = format!("GET /api/games/{game}/changes HTTP/1.1\r\nHost: localhost\r\nCookie: {seat}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("it reads");
    let (mut told, mut chunk) = (String::new(), [0; 4096]);
    while !told.contains("data: ") {
        let read = stream.read(&mut chunk).await.expect("it tells the state");
        told.push_str(std::str::from_utf8(&chunk[..read]).expect("text"));
    }
    assert!(host.stop().success());
    stream.read_to_string(&mut told).await.expect("to its end");
    // the last chunk is empty: nothing was cut off
    assert!(told.ends_with("0\r\n\r\n"), "{told}");
}
