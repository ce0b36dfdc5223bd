//! What is between the players themselves: orders taken back, proposals, new dice keys; by mail, page and API.

use engine::contract::Viewer;
use fieldpost_tests::FORD;
use fieldpost_tests::app::{Home, TestApp, field, order};
use games::GAMES;
use pbem_service::export::Talk;
use pbem_service::mail::Letter;
use pbem_service::proof::prove;
use pbem_service::{NewGame, Service, ledger};

/// The newest mail of a side, in one line.
async fn last(app: &mut TestApp, side: &str) -> String {
    in_one_line(&app.last(side).await.text)
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a side ever got a mail that says something.
async fn was_told(app: &mut TestApp, side: &str, words: &str) -> bool {
    let told = |mail: &fieldpost_tests::sink::Received| {
        in_one_line(&Letter::parse(&mail.bytes).expect("our own mail").text).contains(words)
    };
    app.mails(side).await.iter().any(told)
}

/// How many records of a kind a game has.
async fn count(service: &Service, game: i64, kind: &str) -> usize {
    let records = service.store.records(game, 0).await.expect("readable");
    records.iter().filter(|record| record.starts_with(&format!("{{\"{kind}\""))).count()
}

/// Presses a button of the page for orders.
async fn press(app: &TestApp, game: i64, cookie: &str, page: &str, fields: &str) -> String {
    let (token, key, ask) = (field(page, "form_token"), field(page, "key"), field(page, "ask"));
    let form = format!("form_token={token}&key={key}&ask={ask}&{fields}");
    let path = format!("/games/{game}/orders");
    let kind = "application/x-www-form-urlencoded";
    let answer = app.post(&path, kind, &[("Cookie", cookie)], form.as_bytes()).await;
    app.get(answer.header("location").expect("onward"), cookie).await.body
}

#[tokio::test]
async fn an_order_is_taken_back_by_mail_and_an_answer_to_a_mail_from_before_does_nothing() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 3").await;
    let early = app.eml("raiders", "bid 0").await;
    app.reply("raiders", "bid 1").await;
    app.reply("raiders", "undo").await;
    let receipt = last(&mut app, "raiders").await;
    assert!(receipt.contains("Taken back: bid 1") && receipt.contains("What do you bid?"), "{receipt}");
    app.hand_in(&early).await;
    assert_eq!(count(&app.service, game, "Ordered").await, 2, "it asked for the bid that was taken back");
    assert!(last(&mut app, "raiders").await.contains("The position has moved on"));
    app.reply("raiders", "bid 2").await;
    assert_eq!((count(&app.service, game, "Ordered").await, count(&app.service, game, "Undone").await), (3, 1));
    assert!(!was_told(&mut app, "guards", "goes back").await, "a sealed bid");
    app.finish().await;
}

#[tokio::test]
async fn the_page_takes_back_with_its_button_and_a_page_left_open_does_not() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 3").await;
    let cookie = app.seat("raiders").await;
    let path = format!("/games/{game}");
    let page = app.get(&path, &cookie).await.body;
    assert!(!page.contains("Take back “"), "nothing can be taken back yet");
    let page = press(&app, game, &cookie, &page, "orders=bid+1").await;
    assert!(page.contains("Take back “bid 1”") && page.contains("Sure?"), "{page}");
    let shown = press(&app, game, &cookie, &page, "orders=undo").await;
    assert!(shown.contains("Taken back: bid 1"), "{shown}");
    let fresh = app.get(&path, &cookie).await.body;
    press(&app, game, &cookie, &fresh, "orders=bid+2").await;
    // the page from before the first undo, once more
    let old = page.replace(&field(&page, "key"), "another-key-of-it");
    let shown = press(&app, game, &cookie, &old, "orders=undo").await;
    assert!(shown.contains("The position has moved on"), "{shown}");
    assert_eq!(count(&app.service, game, "Undone").await, 1);
    let view = app.get(&format!("/api/games/{game}/view"), &cookie).await.body;
    assert!(view.contains("\"undo\":[\"bid 2\"]"), "{view}");
    app.finish().await;
}

#[tokio::test]
async fn a_proposal_asks_by_mail_and_only_its_own_number_accepts_it() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "propose draw").await;
    let asked = last(&mut app, "raiders").await;
    assert!(asked.contains("Guards proposes a draw.") && asked.contains("accept 1"), "{asked}");
    // its player thinks of something else; whoever answers the old mail does not accept the new one
    let old = app.eml("raiders", "accept 1").await;
    app.reply("guards", "decline 1\nmine 3\npropose undo 1").await;
    app.hand_in(&old).await;
    assert_eq!(count(&app.service, game, "Agreed").await, 0);
    let asked = last(&mut app, "raiders").await;
    assert!(asked.contains("accept 2") && asked.contains("take back the last 1 order"), "{asked}");
    app.reply("raiders", "accept 2").await;
    assert_eq!((count(&app.service, game, "Agreed").await, count(&app.service, game, "Undone").await), (1, 1));
    let told = last(&mut app, "guards").await;
    assert!(told.contains("Raiders accepts proposal 2.") && told.contains("Where does your mine lie?"), "{told}");
    // a page shows it, and its button answers
    app.reply("guards", "propose draw").await;
    let cookie = app.seat("raiders").await;
    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    assert!(page.contains("value=\"accept 3\"") && page.contains("Guards proposes a draw."), "{page}");
    let shown = press(&app, game, &cookie, &page, "orders=accept+3").await;
    assert!(shown.contains("A draw: by agreement."), "{shown}");
    assert!(last(&mut app, "guards").await.contains("A draw: by agreement."));
    app.finish().await;
}

#[tokio::test]
async fn proposals_cannot_be_used_to_flood() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let mut refused = 0;
    for nth in 0..60 {
        let answer = app.service.submit(&order(game, 1, &format!("page {nth}"), "propose draw")).await.expect("judged");
        refused += usize::from(answer.report.has_fault());
    }
    assert!(refused >= 29, "{refused} of 60");
    let mails = app.mails("raiders").await.len();
    assert!(mails <= 32, "{mails} mails");
    app.finish().await;
}

#[tokio::test]
async fn of_an_acceptance_and_a_withdrawal_at_once_one_counts() {
    let mut app = TestApp::start(FORD).await;
    for round in 0..6 {
        let game = app.game("the-ford", "crossing").await;
        let other = Service::open(app.service.settings.clone(), FORD).await.expect("a second instance");
        app.service.submit(&order(game, 1, "page propose", "propose draw")).await.expect("taken");
        other.live(game).await.expect("readable");
        let (accept, withdraw) =
            (order(game, 0, "page accept", "accept 1"), order(game, 1, "page withdraw", "decline 1"));
        let (one, two) = if round % 2 == 0 {
            tokio::join!(app.service.submit(&accept), other.submit(&withdraw))
        } else {
            tokio::join!(other.submit(&accept), app.service.submit(&withdraw))
        };
        let changed = [one.expect("judged"), two.expect("judged")].map(|answer| answer.report.changed);
        assert_ne!(changed[0], changed[1], "exactly one of both");
        let over = app.service.live(game).await.expect("readable").session.outcome().is_some();
        assert_eq!(over, changed[0]);
    }
    app.finish().await;
}

#[tokio::test]
async fn a_proposal_outlives_the_process_that_took_it() {
    let home = Home::new().await;
    let open = async || Service::open(home.settings(None), FORD).await.expect("opens");
    let first = open().await;
    let new = NewGame { game: "the-ford".to_owned(), scenario: "crossing".to_owned(), ..NewGame::default() };
    let game = first.new_game(&new).await.expect("the game starts");
    first.submit(&order(game, 1, "page 1", "mine 3")).await.expect("taken");
    first.submit(&order(game, 1, "page 2", "propose undo 1")).await.expect("taken");
    drop(first);
    let second = open().await;
    let waits = second.live(game).await.expect("readable").session.proposed(Viewer::Observer);
    assert_eq!(waits.map(|proposed| proposed.number), Some(1));
    let accepted = second.submit(&order(game, 0, "page 3", "accept 1")).await.expect("taken");
    assert!(accepted.report.changed && !accepted.report.has_fault(), "{accepted:?}");
    drop(second);
    let third = open().await;
    let asks = third.live(game).await.expect("readable").session.asks();
    assert_eq!((asks.len(), asks[0].title.as_str()), (1, "Where does your mine lie?"));
}

#[tokio::test]
async fn the_computer_declines_every_proposal_and_says_so() {
    let mut app = TestApp::start(FORD).await;
    let players = [("raiders", "raiders@players.example"), ("guards", "computer")];
    let players = players.map(|(side, address)| (side.to_owned(), address.to_owned())).into();
    let new = NewGame { game: "the-ford".to_owned(), scenario: "crossing".to_owned(), players, ..NewGame::default() };
    let game = app.service.new_game(&new).await.expect("the game starts");
    app.service.play_waiting_seats().await.expect("it plays");
    app.reply("raiders", "propose draw").await;
    app.service.play_waiting_seats().await.expect("it answers");
    let told = last(&mut app, "raiders").await;
    assert!(told.contains("Guards declines proposal 1.") && told.contains("declines all proposals"), "{told}");
    assert_eq!(count(&app.service, game, "Agreed").await, 0);
    app.finish().await;
}

/// Plays on by what the mails propose, each player by mail, or by his page if it is his turn to do so.
async fn play(app: &mut TestApp, game: i64, orders: usize) {
    for nth in 0..orders {
        let (side, text) = {
            let live = app.service.live(game).await.expect("readable");
            let Some(ask) = live.session.asks().into_iter().next() else { return };
            let examples = live.session.examples(ask.side, 6);
            // what rolls dice, if there is any
            let rolls = examples.iter().find(|example| example.text.starts_with("attack"));
            let order = rolls.or(examples.get(nth % 2)).unwrap_or(&examples[0]);
            (live.side_id(ask.side).to_owned(), order.text.clone())
        };
        if nth % 2 == 0 {
            app.reply(&side, &text).await;
        } else {
            let cookie = app.seat(&side).await;
            let page = app.get(&format!("/games/{game}"), &cookie).await.body;
            press(app, game, &cookie, &page, &format!("orders={}", text.replace(' ', "+"))).await;
        }
    }
}

#[tokio::test]
async fn dice_keys_are_renewed_several_times_in_a_game_by_mail_and_page() {
    let mut app = TestApp::with(GAMES, |settings| settings.chain_length = 2).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    play(&mut app, game, 20).await;
    // a word by page and one by mail, whenever they are wanted
    let mut asked = 0;
    for _ in 0..80 {
        if count(&app.service, game, "Renewed").await >= 3 {
            break;
        }
        for side in ["german", "allied"] {
            let wanted = {
                let live = app.service.live(game).await.expect("readable");
                let id = live.known_side(side).expect("a side");
                live.session.asked_for_word(id).is_some()
            };
            let mail = last(&mut app, side).await;
            if wanted && side == "german" {
                let cookie = app.seat(side).await;
                let page = app.get(&format!("/games/{game}"), &cookie).await.body;
                assert!(page.contains("Your word for the dice"), "{page}");
                press(&app, game, &cookie, &page, "word=rain+in+May").await;
                asked += 1;
            } else if wanted && mail.contains("Your word for the dice") {
                app.reply(side, "word: snow").await;
            }
        }
        play(&mut app, game, 4).await;
    }
    let renewed = count(&app.service, game, "Renewed").await;
    assert!(renewed >= 3 && asked > 0, "{renewed} renewals, {asked} words");
    let text = app.get(&format!("/games/{game}/ledger.jsonl"), "").await.body;
    assert!(ledger::check(&text).expect("the dice fit").0 > 0);
    let forged: String =
        text.lines().filter(|line| !line.starts_with("{\"Renewed\"")).map(|line| format!("{line}\n")).collect();
    assert!(ledger::check(&forged).is_err(), "keys of other chains than those in use");
    let export = app.service.export(game, Talk::Told).await.expect("readable");
    assert!(ledger::check(&export).expect("the dice fit").0 > 0);
    assert!(was_told(&mut app, "allied", "New dice keys are committed to").await);
    app.finish().await;
}

#[tokio::test]
async fn a_restored_game_waits_for_both_words_or_three_days_and_nobody_blocks_it() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 1").await;
    app.reply("raiders", "bid 0").await;
    app.reply("guards", "bid 0").await;
    app.service.renew(game).await.expect("committed");
    let asked = last(&mut app, "raiders").await;
    assert!(asked.contains("Your word for the dice") && asked.contains("word: any words"), "{asked}");
    let before = count(&app.service, game, "Ordered").await;
    app.reply("raiders", "move 1").await;
    let refused = last(&mut app, "raiders").await;
    assert!(refused.contains("wait for a fresh word"), "{refused}");
    app.reply("raiders", "word: rain\nmove 1").await;
    assert_eq!(count(&app.service, game, "Ordered").await, before, "the guards' word is missing");
    app.clock.advance(4 * 24 * 3_600_000);
    app.reply("raiders", "move 1").await;
    assert_eq!(
        (count(&app.service, game, "Ordered").await, count(&app.service, game, "Renewed").await),
        (before + 1, 1)
    );
    assert!(was_told(&mut app, "guards", "No fresh word came from Guards.").await);
    let text = app.get(&format!("/games/{game}/ledger.jsonl"), "").await.body;
    assert_eq!(ledger::check(&text), Ok((1, false)));
    app.finish().await;
}

#[tokio::test]
async fn an_adjustment_is_seen_on_every_page_in_mails_and_in_the_export() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    play(&mut app, game, 14).await;
    let (side, other, line) = {
        let live = app.service.live(game).await.expect("readable");
        let published = live.session.published();
        let position = live.session.position(Viewer::Observer);
        let line = position.counters.iter().find_map(|counter| {
            let unit = published.units.unit(counter.unit?);
            let definitions::Place::Hex(hex) = counter.place else { return None };
            (unit.steps - counter.steps_lost > 1)
                .then(|| format!("unit {} {} steps=1", unit.id, published.map.grid.number(hex)))
        });
        let side = live.session.asks()[0].side;
        (live.side_id(side).to_owned(), live.side_id(side.enemy()).to_owned(), line.expect("a unit of two steps"))
    };
    app.reply(&side, &format!("propose adjustment {line}")).await;
    let asked = last(&mut app, &other).await;
    assert!(asked.contains("1 step instead of") && asked.contains("accept 1"), "{asked}");
    app.reply(&other, "accept 1").await;
    let mark = "Adjusted by consent at turn";
    let cookie = app.seat(&side).await;
    for (path, cookie) in [(String::new(), cookie.as_str()), (String::new(), ""), ("/history".to_owned(), "")] {
        let page = app.get(&format!("/games/{game}{path}"), cookie).await.body;
        assert!(page.contains(mark), "{path}: {page}");
    }
    for side in [&side, &other] {
        let mail = last(&mut app, side).await;
        assert!(mail.contains(mark), "{mail}");
    }
    app.reply(&side, "status").await;
    assert!(last(&mut app, &side).await.contains(mark));
    let export = app.service.export(game, Talk::Told).await.expect("readable");
    assert!(export.lines().next().is_some_and(|head| head.contains(mark)), "{export}");
    assert_eq!(ledger::marks(&export).len(), 1);
    prove(&export, GAMES).expect("dice and orders fit");
    app.finish().await;
}
