//! What the doors of a game take that is being played: a fresh one, and a long one in the fog of war from the fixtures.
//!
//! `cargo bench -p fieldpost-tests --bench present`

use engine::table::{Batch, Line};
use fieldpost_tests::app::{TestApp, address};
use games::GAMES;
use pbem_service::NewGame;
use pbem_service::mail::Transport;
use pbem_service::submit::{Receipt, Submission};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const ROUNDS: usize = 9;

#[tokio::main]
async fn main() {
    let fixture = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/0.1.0/fieldpost.db");
    let app = TestApp::with(GAMES, |settings| {
        std::fs::copy(&fixture, settings.data.join("fieldpost.sqlite")).expect("a copy");
    })
    .await;
    let memory = Transport::from_url("memory:").expect("a transport");
    app.service.deliver(memory.clone()).await.expect("what the fixtures left is sent");
    let players = ["german", "allied"].map(|side| (side.to_owned(), address(side))).into();
    let options = [("fog-of-war".to_owned(), "covered".to_owned())].into();
    let new = NewGame {
        game: "autumn-fog".into(),
        scenario: "initial-assault".into(),
        options,
        players,
        ..NewGame::default()
    };
    let fresh = app.service.new_game(&new).await.expect("starts");
    app.service.deliver(memory.clone()).await.expect("the invitations leave");
    let mut long = (0, 0);
    for game in app.service.store.games().await.expect("readable") {
        let records = app.service.store.head(game.id).await.expect("readable");
        let running =
            game.status == "running" && app.service.store.seats(game.id).await.expect("readable")[0].address.is_some();
        if running && records > long.1 {
            long = (game.id, records);
        }
    }
    println!("records, order ms, its mails ms, page ms, history ms, picture ms, picture of a moment ms, legal ms");
    for game in [fresh, long.0] {
        let records = app.service.store.head(game).await.expect("readable");
        let mut figures: [Vec<f64>; 7] = Default::default();
        for _ in 0..ROUNDS {
            let (side, ask, order, name) = {
                let live = app.service.live(game).await.expect("opens");
                let ask = live.session.asks().into_iter().next().expect("it goes on");
                let order = live.session.advise(ask.side).expect("it is asked");
                (ask.side, ask.id, order, live.side_id(ask.side).to_owned())
            };
            let key = format!("bench {}", app.service.store.head(game).await.expect("readable"));
            let submission = Submission {
                game,
                side,
                asides: Vec::new(),
                batch: Batch { ask: Some(ask), lines: vec![Line::Steps(order)] },
                bound: None,
                fault: None,
                key: key.clone(),
                receipt: Receipt::Answer { letter: None, passed_over: Vec::new(), twin: format!("twin of {key}") },
            };
            let begun = Instant::now();
            let answer = app.service.submit(&submission).await.expect("taken");
            figures[0].push(ms(begun.elapsed()));
            assert!(answer.report.changed, "{:?}", answer.report);
            app.clock.advance(app.between);
            let begun = Instant::now();
            app.service.deliver(memory.clone()).await.expect("they leave");
            figures[1].push(ms(begun.elapsed()));
            let token = app.service.seat_token(game, &name).await.expect("signs");
            let cookie = app.get(&format!("/seat/{token}"), "").await.cookie().expect("a seat");
            for (place, path) in ["", "/history", "/board.png", "/board.png?at=1"].into_iter().enumerate() {
                let begun = Instant::now();
                let answer = app.get(&format!("/games/{game}{path}"), &cookie).await;
                figures[2 + place].push(ms(begun.elapsed()));
                assert_eq!(answer.status, 200, "{path}");
            }
            let path = format!("/api/games/{game}/legal");
            let begun = Instant::now();
            let answer = app.post(&path, "application/json", &[("Cookie", &cookie)], b"{\"steps\":[]}").await;
            figures[6].push(ms(begun.elapsed()));
            assert_eq!(answer.status, 200);
        }
        let medians: Vec<String> = figures.map(|figures| format!("{:.1}", median(figures))).into();
        println!("{records}, {}", medians.join(", "));
    }
    app.service.deliver(memory).await.expect("they leave");
    std::process::exit(0);
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
