//! Orders a second through the whole of `submit`, beside a bare transaction of the same rows on the same disk.
//!
//! Ours and the limit alternate within one run, because the disk differs from one minute to the next.

use engine::contract::SideId;
use engine::table::{Batch, Line};
use fieldpost_tests::FORD;
use fieldpost_tests::app::{Folder, address, settings};
use pbem_service::store::{Store, append, run};
use pbem_service::submit::{Receipt, Submission};
use pbem_service::{NewGame, Service};
use std::time::Instant;

const ROUNDS: usize = 5;
const ORDERS: i64 = 200;

#[tokio::main]
async fn main() {
    let data = Folder::new();
    let service = Service::open(settings(data.path(), None), FORD).await.expect("opens");
    let limit_data = Folder::new();
    let limit = Store::open(&settings(limit_data.path(), None).database).await.expect("opens");
    let (mut ours, mut bare) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS as i64 {
        let games = new_games(&service).await;
        let start = Instant::now();
        for game in &games {
            let answer = service.submit(&first_order(*game)).await.expect("taken");
            assert!(answer.report.changed);
        }
        ours.push(ORDERS as f64 / start.elapsed().as_secs_f64());

        let records = service.store.records(games[0], 0).await.expect("readable");
        let records = &records[records.len() - 6..];
        prepare(&limit, round).await;
        let start = Instant::now();
        for nth in 0..ORDERS {
            write_bare(&limit, round * ORDERS + nth, records).await;
        }
        bare.push(ORDERS as f64 / start.elapsed().as_secs_f64());
    }
    let (ours, bare) = (median(ours), median(bare));
    println!(
        "submissions/s: ours {ours:.0}, limit (same rows, bare transaction) {bare:.0}, ours/limit {:.2}",
        ours / bare
    );
}

async fn new_games(service: &Service) -> Vec<i64> {
    let mut games = Vec::new();
    for _ in 0..ORDERS {
        let players = ["raiders", "guards"].map(|side| (side.to_owned(), address(side))).into();
        let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
        let game = service.new_game(&new).await.expect("starts");
        // a game that is being played is open already
        service.live(game).await.expect("opens");
        games.push(game);
    }
    games
}

/// One order, six records, two mails.
fn first_order(game: i64) -> Submission {
    Submission {
        game,
        side: SideId(1),
        asides: Vec::new(),
        batch: Batch { ask: None, lines: vec![Line::Text("mine 3".to_owned())] },
        bound: None,
        fault: None,
        key: "bench order".to_owned(),
        receipt: Receipt::Answer { letter: None, passed_over: Vec::new(), twin: "twin of a bench".to_owned() },
    }
}

/// The rows that foreign keys ask for.
async fn prepare(store: &Store, round: i64) {
    let definitions = "INSERT INTO definitions (hash, packed) VALUES ('d', $1) ON CONFLICT DO NOTHING";
    run(store.writer(), definitions, [Vec::<u8>::new().into()]).await.expect("written");
    for nth in 0..ORDERS {
        let game = "INSERT INTO games (id, game, scenario, definitions, created, options, status) \
                    VALUES ($1, 'g', 's', 'd', 0, '{}', 'running')";
        run(store.writer(), game, [(round * ORDERS + nth + 1).into()]).await.expect("written");
    }
}

async fn write_bare(store: &Store, nth: i64, records: &[String]) {
    let game = nth + 1;
    let transaction = store.begin().await.expect("begins");
    let submission = "INSERT INTO submissions (game, key, side, report, at) VALUES ($1, 'k', 'guards', $2, 0)";
    run(&transaction, submission, [game.into(), "r".repeat(120).into()]).await.expect("written");
    append(&transaction, game, 0, records).await.expect("written");
    for kind in ["receipt", "turn"] {
        let mail = "INSERT INTO outbox (game, seq, viewer, kind, detail, message_id, date, next_due) \
                    VALUES ($1, 6, 'guards', $2, '{\"from\":1}', $3, 0, 0)";
        let id = format!("g{nth}.guards.1.oaaaaaaaaaaaaaaaaaa.n{nth}{kind}@fieldpost.example");
        run(&transaction, mail, [game.into(), kind.into(), id.into()]).await.expect("written");
    }
    transaction.commit().await.expect("committed");
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
