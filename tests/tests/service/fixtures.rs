//! Games that earlier versions left: they open, show what they showed, can be played on and verified.
//!
//! A folder a version in `tests/fixtures`, written by `record-fixtures`. What is in `facts.json` never changes;
//! `RECORD=1` writes `told.txt` anew where words have become better, to be read like a change of code.

use artwork::Picture;
use definitions::{MarkerLook, Position};
use engine::contract::{SideId, Viewer};
use engine::table::Line;
use fieldpost_tests::app::{Folder, address, settings, submission};
use fieldpost_tests::fixture::{Facts, told};
use games::GAMES;
use pbem_service::export::{Export, Talk};
use pbem_service::mail::Transport;
use pbem_service::proof::prove;
use pbem_service::{Service, ledger};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Versions whose games are kept.
const VERSIONS: [&str; 1] = ["0.1.0"];

fn fixtures(version: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(version)
}

fn kept(version: &str, name: &str) -> String {
    let path = fixtures(version).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A service on a copy of a version's database.
async fn opened(version: &str) -> (Arc<Service>, Folder) {
    let data = Folder::new();
    std::fs::copy(fixtures(version).join("fieldpost.db"), data.path().join("fieldpost.sqlite")).expect("a copy");
    let service = Service::open(settings(data.path(), None), GAMES).await.expect("an old database opens");
    (Arc::new(service), data)
}

/// The numbers of its games.
async fn games(service: &Service) -> Vec<i64> {
    let mut games: Vec<i64> = service.store.games().await.expect("readable").iter().map(|game| game.id).collect();
    games.sort_unstable();
    assert!(!games.is_empty());
    games
}

#[tokio::test]
async fn old_games_show_every_viewer_what_they_showed() {
    for version in VERSIONS {
        let (service, _data) = opened(version).await;
        for game in games(&service).await {
            let live = service.live(game).await.expect("an old game opens");
            let facts: Facts =
                serde_json::from_str(&kept(version, &format!("{game}.facts.json"))).expect("recorded facts");
            assert_eq!(Facts::of(&live, &facts.about), facts, "game {game} of version {version}");
            let (name, now) = (format!("{game}.told.txt"), told(&*live.session));
            if std::env::var_os("RECORD").is_some() {
                std::fs::write(fixtures(version).join(&name), &now).expect("writable");
            }
            for (line, (now, then)) in now.lines().zip(kept(version, &name).lines()).enumerate() {
                assert_eq!(now, then, "{version}/{name}, line {}", line + 1);
            }
            assert_eq!(now, kept(version, &name), "{version}/{name}");
        }
    }
}

#[tokio::test]
async fn old_games_are_drawn_with_every_marker_that_they_show() {
    for version in VERSIONS {
        let (service, _data) = opened(version).await;
        let mut seen = 0;
        for game in games(&service).await {
            let live = service.live(game).await.expect("an old game opens");
            let published = live.rulebook.published();
            let position = live.session.position(Viewer::Side(SideId(0)));
            let png = |position: &Position| Picture::new(published).whole(700).png(position);
            let on_units = position.counters.iter().flat_map(|counter| &counter.statuses);
            let kinds: BTreeSet<&String> = on_units.chain(position.markers.iter().map(|marker| &marker.kind)).collect();
            for kind in kinds {
                seen += 1;
                let known = published.markers.iter().find(|known| known.id == *kind);
                assert!(known.is_some_and(|known| known.look != MarkerLook::default()), "game {game}: {kind}");
                let mut without = position.clone();
                without.counters.iter_mut().for_each(|counter| counter.statuses.retain(|other| other != kind));
                without.markers.retain(|marker| marker.kind != *kind);
                assert!(png(&position) != png(&without), "game {game}: {kind} is not drawn");
            }
        }
        assert!(seen > 5, "{seen} markers of version {version}");
    }
}

#[tokio::test]
async fn the_dice_of_old_games_and_exports_can_be_checked() {
    for version in VERSIONS {
        let (service, _data) = opened(version).await;
        for game in games(&service).await {
            let export = kept(version, &format!("{game}.export.jsonl"));
            let live = service.live(game).await.expect("an old game opens");
            let records = service.store.records(game, 0).await.expect("readable");
            let read = Export::read(&export).expect("an export");
            assert_eq!(read.records, records, "what was stored is never written anew");
            let over = live.session.outcome().is_some();
            let (checked, hidden) = ledger::check(&export).unwrap_or_else(|fault| panic!("game {game}: {fault}"));
            assert!(!over || checked > 0, "game {game} has rolled dice");
            assert_eq!(hidden, over, "the sealed chain is opened when the game is over");
            let proof = prove(&export, GAMES).unwrap_or_else(|fault| panic!("game {game}: {fault}"));
            assert!(proof.rejudged.is_none_or(|found| found.turns > 0), "game {game}: {proof:?}");
        }
    }
}

#[tokio::test]
async fn old_games_can_be_played_on() {
    for version in VERSIONS {
        let (service, _data) = opened(version).await;
        for game in games(&service).await {
            for nth in 0..30 {
                service.play_waiting_seats().await.expect("the computer goes on");
                let (side, order) = {
                    let live = service.live(game).await.expect("an old game opens");
                    let Some(ask) = live.session.asks().into_iter().next() else { break };
                    (ask.side, live.session.advise(ask.side).expect("it is asked"))
                };
                let order = submission(game, side, &format!("on {nth}"), vec![Line::Steps(order)]);
                let report = service.submit(&order).await.expect("taken").report;
                assert!(report.changed, "game {game}: {report:?}");
            }
            let export = service.export(game, Talk::Told).await.expect("readable");
            prove(&export, GAMES).unwrap_or_else(|fault| panic!("game {game}: {fault}"));
        }
        let memory = Transport::from_url("memory:").expect("a transport");
        let sent = service.deliver(memory).await.expect("the outbox can be read");
        assert_eq!((sent.deferred, sent.failed), (0, 0), "mail that an old version queued goes out");
    }
}

#[tokio::test]
async fn replies_to_mails_of_an_old_version_find_their_game_and_their_ask() {
    for version in VERSIONS {
        let (service, _data) = opened(version).await;
        let mut answered = 0;
        for game in games(&service).await {
            let asked = {
                let live = service.live(game).await.expect("an old game opens");
                let ask = live.session.asks().into_iter().next();
                ask.map(|ask| (live.side_id(ask.side).to_owned(), live.session.examples(ask.side, 1)))
            };
            let Some((side, examples)) = asked else { continue };
            let Ok(reply_to) = std::fs::read_to_string(fixtures(version).join(format!("{game}.{side}.reply-to")))
            else {
                continue; // a seat that plays on the page
            };
            let mail = format!(
                "From: {}\r\nTo: {}\r\nSubject: Re: a game\r\nMessage-ID: <reply-{game}@players.example>\r\n\r\n{}\r\n",
                address(&side),
                reply_to.trim(),
                examples[0].text
            );
            let before = service.store.head(game).await.expect("readable");
            service.receive(mail.as_bytes()).await.expect("taken in");
            assert!(service.store.head(game).await.expect("readable") > before, "game {game}: {}", examples[0].text);
            answered += 1;
        }
        assert!(answered >= 4, "several games wait for an answer by mail");
    }
}
