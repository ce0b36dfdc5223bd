//! Enemy Action: Ardennes by mail and page: a whole day against the computer, and hands that only their owners see.

use fieldpost_tests::app::{TestApp, address, proposed};
use games::GAMES;
use pbem_service::NewGame;
use pbem_service::computer::COMPUTER;
use serde_json::Value;
use std::collections::BTreeSet;

/// Replies that a day may take: some sixteen German impulses, with what is asked in their combats.
const MOST: usize = 160;

#[tokio::test]
async fn the_initial_assault_is_played_to_its_end_by_mail_against_the_computer() {
    let mut app = TestApp::start(GAMES).await;
    // somebody who answers twice a day, not a program
    app.between = 12 * 3_600_000;
    let players = [("german", address("german")), ("allied", COMPUTER.to_owned())];
    let players = players.map(|(side, address)| (side.to_owned(), address)).into();
    let (name, scenario) = ("enemy-action".to_owned(), "initial-assault".to_owned());
    let new = NewGame { game: name, scenario, players, ..NewGame::default() };
    let game = app.service.new_game(&new).await.expect("the game starts");
    app.reply("german", "standing draw best\nstanding disperse always\nstanding advances fill").await;
    let (mut cards, mut attacks, mut sent) = (0, 0, 0);
    let last = loop {
        app.service.play_waiting_seats().await.expect("the computer plays");
        let mail = app.last("german").await;
        if mail.text.contains("\nThe game is over\n") {
            break mail.text;
        }
        let orders = proposed(&mail);
        let first = orders.first().unwrap_or_else(|| panic!("nothing is proposed: {}", mail.text));
        cards += usize::from(first.starts_with("activate"));
        attacks += usize::from(first.starts_with("attack"));
        // one move an impulse is enough here
        let ends = ["move", "attack", "dig", "place"].iter().any(|verb| first.starts_with(verb));
        // who has nothing left to do has ended by that
        let reply = if ends { format!("as far as possible\n{first}\nend") } else { first.clone() };
        let taken = app.reply("german", &reply).await;
        assert!(taken.starts_with("taken as orders"), "{reply}: {taken}");
        sent += 1;
        assert!(sent < MOST, "the game does not end; at last: {}", mail.text);
    };
    assert!(last.contains("(15"), "the verdict cites its case: {last}");
    assert!(["You have won", "You have lost", "A draw"].iter().any(|words| last.contains(words)), "{last}");
    assert!(cards > 1 && cards + attacks > 3, "{cards} cards and {attacks} attacks in {sent} mails");
    let ledger = app.get(&format!("/games/{game}/ledger.jsonl"), "").await.body;
    assert!(pbem_service::ledger::check(&ledger).expect("the dice are right").0 > 0);
    app.finish().await;
}

/// The cards of a hand as a mail tells them: `LXVI Corps (corps-lxvi): …`.
fn told(text: &str) -> BTreeSet<String> {
    let ids = text.lines().filter_map(|line| Some(line.split_once(" (")?.1.split_once("): ")?.0.to_owned()));
    ids.filter(|id| !id.contains(' ')).collect()
}

#[tokio::test]
async fn a_hand_is_told_and_shown_to_its_owner_alone() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("enemy-action", "allies-surprised").await;
    let (mut hands, mut cards, mut mails) = (Vec::new(), Vec::new(), Vec::new());
    for side in ["german", "allied"] {
        app.reply(side, "status").await;
        let text = app.last(side).await.text;
        cards.push(told(&text));
        mails.push(text);
        let cookie = app.seat(side).await;
        let view = app.get(&format!("/api/games/{game}/view"), &cookie).await.body;
        hands.push(serde_json::from_str::<Value>(&view).expect("JSON")["view"]["hand"].clone());
        let page = app.get(&format!("/games/{game}"), &cookie).await;
        assert!(page.status == 200 && page.body.contains("You play <strong>"), "{}", page.body);
        assert_eq!(app.get(&format!("/games/{game}/board.png"), &cookie).await.status, 200);
        assert_eq!(app.get(&format!("/api/games/{game}/table"), &cookie).await.status, 200);
    }
    assert_eq!((cards[0].len(), cards[1].len()), (7, 4), "{mails:?}");
    for (own, other) in [(0, 1), (1, 0)] {
        let leaked: Vec<&String> = cards[own].iter().filter(|card| mails[other].contains(card.as_str())).collect();
        assert!(leaked.is_empty(), "{leaked:?} in {}", mails[other]);
    }
    assert_ne!(hands[0], hands[1]);
    let onlooker = app.get(&format!("/api/games/{game}/view"), "").await.body;
    assert!(onlooker.contains("\"hand\":[]"), "{onlooker}");
    app.finish().await;
}
