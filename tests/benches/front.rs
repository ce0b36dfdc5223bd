//! What the start page of a host with a thousand games takes, from a request to its whole answer on this machine.
//!
//! `cargo bench -p fieldpost-tests --bench front`

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address, order};
use pbem_service::NewGame;
use std::time::{Duration, Instant};

const GAMES: i64 = 1000;
const ROUNDS: usize = 200;
/// What was promised, in milliseconds.
const LIMIT: f64 = 20.0;

#[tokio::main]
async fn main() {
    let app = TestApp::start(FORD).await;
    let mut newest = 0;
    for _ in 0..GAMES {
        let players = ["guards", "raiders"].map(|side| (side.to_owned(), address(side))).into();
        let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
        newest = app.service.new_game(&new).await.expect("starts");
    }
    let begun = Instant::now();
    loop {
        let home = get(&app, "/").await;
        // those of the page that are not summed up yet are, behind it
        if home.1.matches("Waiting for").count() >= 100 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!("the first visitors waited {:.0} ms until all of the page was summed up", ms(begun.elapsed()));
    println!("the start page with {GAMES} games, median ms, p95 ms, limit ms, p95/limit");
    let mut still = Vec::new();
    for _ in 0..ROUNDS {
        still.push(get(&app, "/").await.0);
    }
    tell("nothing has happened", still);
    let mut moved = Vec::new();
    for round in 0..ROUNDS as i64 {
        let game = newest - round % 100;
        let said = order(game, 1, &format!("page guards bench-{round:06}"), "say: well met");
        app.service.submit(&said).await.expect("taken");
        moved.push(get(&app, "/").await.0);
    }
    tell("one game has gone on since", moved);
    std::process::exit(0);
}

async fn get(app: &TestApp, path: &str) -> (f64, String) {
    let begun = Instant::now();
    let answer = app.get(path, "").await;
    assert_eq!(answer.status, 200);
    (ms(begun.elapsed()), answer.body)
}

fn tell(what: &str, mut figures: Vec<f64>) {
    figures.sort_by(f64::total_cmp);
    let at = |share: f64| figures[(figures.len() as f64 * share) as usize];
    println!("{what}, {:.1}, {:.1}, {LIMIT:.0}, {:.2}", at(0.5), at(0.95), at(0.95) / LIMIT);
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
