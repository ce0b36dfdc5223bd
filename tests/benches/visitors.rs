//! What an order of a player takes while sixteen strangers load pages as fast as they are given them, on this machine.
//!
//! `cargo bench -p fieldpost-tests --bench visitors`

use engine::table::Line;
use fieldpost_tests::app::TestApp;
use fieldpost_tests::http::request;
use games::GAMES;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

const VISITORS: usize = 16;
const ORDERS: usize = 200;
/// What was promised, in milliseconds, and in megabytes.
const LIMIT: f64 = 100.0;
const MEMORY: f64 = 300.0;

#[tokio::main]
async fn main() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    let mut seats = Vec::new();
    for side in ["german", "allied"] {
        let cookie = app.seat(side).await;
        let table = app.get(&format!("/api/games/{game}/table"), &cookie).await.body;
        let table: Value = serde_json::from_str(&table).expect("JSON");
        seats.push((cookie, table["form_token"].as_str().expect("a seat has one").to_owned()));
    }
    let still = orders(&app, game, &seats, "still").await;
    tell("nobody else is there", still);
    let (stop, loaded) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let pages = ["", "?plain", "/history", "/report", "/rules", "/help", "/dice", "/board.png", "/board.svg"];
    let visitors: Vec<_> = (0..VISITORS)
        .map(|nth| {
            let (stop, loaded, address) = (stop.clone(), loaded.clone(), app.address);
            tokio::spawn(async move {
                for round in nth.. {
                    let path = match round % 11 {
                        9 => "/".to_owned(),
                        10 => "/archive".to_owned(),
                        page => format!("/games/{game}{}", pages[page]),
                    };
                    request(address, "GET", &path, &[], &[]).await;
                    loaded.fetch_add(1, Ordering::Relaxed);
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                }
            })
        })
        .collect();
    let begun = Instant::now();
    let busy = orders(&app, game, &seats, "busy").await;
    let seconds = begun.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    for visitor in visitors {
        let _ = visitor.await;
    }
    tell(&format!("{VISITORS} visitors"), busy);
    println!("pages a second meanwhile: {:.0}", loaded.load(Ordering::Relaxed) as f64 / seconds);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let most = most.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or_default() / 1024.0;
    println!("most memory, with the test's own: {most:.0} MB, limit {MEMORY:.0}, {:.2}", most / MEMORY);
    std::process::exit(0);
}

/// Gives orders as the board does, one after the other; how long each took.
async fn orders(app: &TestApp, game: i64, seats: &[(String, String)], what: &str) -> Vec<f64> {
    let mut took = Vec::new();
    for nth in 0..ORDERS {
        let (side, lines) = {
            let live = app.service.live(game).await.expect("open");
            match live.session.asks().into_iter().next() {
                Some(ask) => (ask.side.index(), json!([live.session.advise(ask.side).expect("it is asked")])),
                None => (0, json!([Line::Text("status".to_owned())])),
            }
        };
        let (cookie, token) = &seats[side];
        let body = json!({ "key": format!("bench-{what}-{nth:04}"), "lines": lines }).to_string();
        let headers = [("Cookie", cookie.as_str()), ("X-Form-Token", token)];
        let begun = Instant::now();
        let path = format!("/api/games/{game}/submit");
        let answer = app.post(&path, "application/json", &headers, body.as_bytes()).await;
        took.push(begun.elapsed().as_secs_f64() * 1e3);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    took
}

fn tell(what: &str, mut figures: Vec<f64>) {
    figures.sort_by(f64::total_cmp);
    let at = |share: f64| figures[(figures.len() as f64 * share) as usize];
    println!(
        "an order, {what}: median {:.1} ms, p95 {:.1} ms, limit {LIMIT:.0}, p95/limit {:.2}",
        at(0.5),
        at(0.95),
        at(0.95) / LIMIT
    );
}
