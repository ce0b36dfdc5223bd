//! Time, by a clock that stands until it is told to go on: reminders, what happens when it runs out, vacation, rest, reactions.

use engine::contract::SideId;
use fieldpost_tests::FORD;
use fieldpost_tests::app::{DAY, TestApp, eml, field, order, reply_to};
use pbem_service::clock::HOUR;
use pbem_service::invitation::{Offer, Way};
use pbem_service::mail::Letter;
use pbem_service::tempo::Standing;
use std::collections::BTreeMap;

const RAIDERS: &str = "raiders@players.example";
const GUARDS: &str = "guards@players.example";

/// A game with a clock, which runs.
async fn game(app: &mut TestApp, pace: &str) -> i64 {
    with_options(app, pace, BTreeMap::new()).await
}

async fn with_options(app: &mut TestApp, pace: &str, options: BTreeMap<String, String>) -> i64 {
    let offer = Offer {
        game: "the-ford".to_owned(),
        scenario: "crossing".to_owned(),
        options,
        side: "guards".to_owned(),
        pace: pace.to_owned(),
        opponent: Way::Address(RAIDERS.to_owned()),
        name: String::new(),
        words: String::new(),
    };
    let invitation = app.service.offer(GUARDS, &offer, true).await.expect("open");
    let begun = app.service.accept(invitation.id, invitation.guest.expect("known")).await.expect("begun");
    app.deliver().await;
    app.service.look_at_clocks().await.expect("looked");
    begun.started.expect("a game")
}

async fn clock(app: &TestApp, game: i64) -> Standing {
    app.service.clock_of(app.service.store.readers(), game).await.expect("readable").expect("it has one")
}

/// Lets time pass in steps of an hour, as a host looks.
async fn pass(app: &mut TestApp, time: i64) {
    for hour in 1..=time / HOUR {
        app.clock.advance(HOUR);
        app.service.look_at_clocks().await.expect("looked");
        // mails to the same player that wait at the same time become one
        if hour % 6 == 0 {
            app.deliver().await;
        }
    }
    app.deliver().await;
}

/// How many of the mails to an address hold some words.
async fn told(app: &mut TestApp, address: &str, words: &str) -> usize {
    app.deliver().await;
    let holds = |bytes: &[u8]| {
        let text = Letter::parse(bytes).expect("ours").text;
        text.split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
    };
    app.got(address).iter().filter(|mail| holds(&mail.bytes)).count()
}

/// Answers the newest mail to an address.
async fn answer(app: &mut TestApp, address: &str, text: &str) {
    app.deliver().await;
    let raw = app.got(address).last().expect("there is one").bytes.clone();
    let original = Letter::parse(&raw).expect("ours");
    let mail = eml(address, &reply_to(&raw), &original, text);
    app.hand_in(&mail).await;
}

async fn outcome(app: &TestApp, game: i64) -> Option<String> {
    app.service.live(game).await.expect("open").session.outcome().map(|outcome| outcome.words())
}

#[tokio::test]
async fn who_is_late_is_warned_three_times_then_the_other_may_choose() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    let game = game(&mut app, "3+2/1").await;
    pass(&mut app, 3 * DAY - HOUR).await;
    assert_eq!(told(&mut app, GUARDS, "A REMINDER").await, 0);
    pass(&mut app, 2 * HOUR).await;
    assert_eq!(told(&mut app, GUARDS, "A REMINDER").await, 1, "the bank is begun");
    pass(&mut app, 2 * DAY - 2 * HOUR).await;
    assert_eq!(told(&mut app, GUARDS, "A REMINDER").await, 3, "a day and four hours before the end");
    assert_eq!(told(&mut app, GUARDS, "Where does your mine lie?").await, 4, "each says what is asked");
    assert_eq!(told(&mut app, RAIDERS, "A REMINDER").await, 0);
    // nothing can be claimed before the end
    answer(&mut app, RAIDERS, "clock claim").await;
    assert_eq!(told(&mut app, RAIDERS, "has not run out").await, 1);
    pass(&mut app, 2 * HOUR).await;
    assert!(clock(&app, game).await.is_out(SideId(1)));
    assert_eq!(told(&mut app, GUARDS, "YOUR TIME HAS RUN OUT").await, 1);
    assert_eq!(told(&mut app, RAIDERS, "YOUR OPPONENT IS OUT OF TIME").await, 1);
    pass(&mut app, 10 * DAY).await;
    assert_eq!(outcome(&app, game).await, None, "nobody has chosen");
    answer(&mut app, RAIDERS, "clock claim").await;
    assert_eq!(outcome(&app, game).await.as_deref(), Some("Guards ran out of time"));
    assert!(told(&mut app, GUARDS, "You have lost").await > 0 && told(&mut app, RAIDERS, "You have won").await > 0);
    let records = app.service.store.records(game, 0).await.expect("readable");
    assert!(records.last().is_some_and(|record| record.contains("Lapsed")), "{records:?}");
    app.finish().await;
}

#[tokio::test]
async fn who_moves_late_but_before_the_other_has_chosen_plays_on_with_an_empty_bank() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    let game = game(&mut app, "3+2/1").await;
    pass(&mut app, 6 * DAY).await;
    answer(&mut app, GUARDS, "mine 3").await;
    let standing = clock(&app, game).await;
    assert!(!standing.is_out(SideId(1)));
    assert_eq!((standing.dial(SideId(1)).bank, standing.dial(SideId(0)).bank), (0, 2 * DAY));
    answer(&mut app, RAIDERS, "clock claim").await;
    assert_eq!(outcome(&app, game).await, None);
    // a claim that was on its way when he moved
    let mut claim = order(game, 0, "page claim", "");
    claim.batch.lines.clear();
    claim.asides = vec![engine::table::Aside::Lapsed { side: SideId(1) }];
    let report = app.service.submit(&claim).await.expect("judged").report;
    assert!(report.closed.is_some_and(|why| why.contains("moved in the meantime")));
    assert_eq!(outcome(&app, game).await, None);
    app.finish().await;
}

#[tokio::test]
async fn the_other_gives_more_days_or_lets_the_computer_play_on() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    let game = game(&mut app, "1+0/1").await;
    pass(&mut app, 2 * DAY).await;
    answer(&mut app, RAIDERS, "clock give 3").await;
    assert!(!clock(&app, game).await.is_out(SideId(1)));
    assert_eq!(told(&mut app, GUARDS, "changed something about the clock").await, 1);
    pass(&mut app, 2 * DAY).await;
    assert!(!clock(&app, game).await.is_out(SideId(1)));
    pass(&mut app, 2 * DAY).await;
    assert!(clock(&app, game).await.is_out(SideId(1)), "they are over, too");
    answer(&mut app, RAIDERS, "clock computer").await;
    let seat = app.service.store.seat(game, "guards").await.expect("a seat");
    assert_eq!(seat.address.as_deref(), Some("computer"));
    assert_eq!(told(&mut app, GUARDS, "lets the computer play on").await, 1);
    app.service.play_waiting_seats().await.expect("played");
    let records = app.service.store.records(game, 0).await.expect("readable");
    assert!(
        records.iter().any(|record| record.contains("Seated")) && records.iter().any(|record| record.contains("mine"))
    );
    let before = app.got(GUARDS).len();
    pass(&mut app, 30 * DAY).await;
    assert_eq!(app.got(GUARDS).len(), before, "he hears no more of it");
    app.finish().await;
}

#[tokio::test]
async fn nothing_runs_on_vacation_or_while_both_want_a_rest() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    let game = game(&mut app, "1+1/1").await;
    answer(&mut app, GUARDS, "clock vacation 10").await;
    assert_eq!(told(&mut app, RAIDERS, "on vacation for 10 days").await, 1, "the other side learns of it");
    pass(&mut app, 9 * DAY).await;
    assert_eq!(told(&mut app, GUARDS, "A REMINDER").await, 0);
    answer(&mut app, GUARDS, "clock vacation 40").await;
    assert_eq!(told(&mut app, GUARDS, "19 days of vacation are left").await, 1);
    answer(&mut app, GUARDS, "clock rest").await;
    assert!(!clock(&app, game).await.rests(), "one alone cannot stop it");
    answer(&mut app, RAIDERS, "clock rest").await;
    assert!(clock(&app, game).await.rests());
    pass(&mut app, 100 * DAY).await;
    assert!(!clock(&app, game).await.is_out(SideId(1)));
    answer(&mut app, RAIDERS, "clock go on").await;
    pass(&mut app, 2 * DAY + HOUR).await;
    assert!(clock(&app, game).await.is_out(SideId(1)), "its vacation was over long ago");
    app.finish().await;
}

#[tokio::test]
async fn a_clock_that_runs_out_in_a_reaction_lets_the_computer_answer_it_and_nobody_loses() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    let scouts = BTreeMap::from([("scouts".to_owned(), "on".to_owned())]);
    let game = with_options(&mut app, "3+5/1", scouts).await;
    // the guards are still to bid; what is left of the raiders is a right of theirs
    for (side, line) in [(0, "standing scouts ask"), (1, "mine 1"), (0, "bid 0")] {
        app.service.submit(&order(game, side, &format!("page {side} {line}"), line)).await.expect("taken");
    }
    let live = app.service.live(game).await.expect("open");
    let ask = live.session.asks().into_iter().find(|ask| ask.side == SideId(0)).expect("his scouts");
    assert_eq!(ask.claim, engine::contract::Claim::Right);
    drop(live);
    let bank = clock(&app, game).await.dial(ask.side).bank;
    let before = app.service.store.head(game).await.expect("readable");
    pass(&mut app, DAY - HOUR).await;
    assert_eq!(app.service.store.head(game).await.expect("readable"), before);
    pass(&mut app, 2 * HOUR).await;
    let live = app.service.live(game).await.expect("open");
    assert!(app.service.store.head(game).await.expect("readable") > before, "the computer has answered");
    assert!(live.session.asks().iter().all(|now| now.id != ask.id) && live.session.outcome().is_none());
    let standing = clock(&app, game).await;
    assert_eq!((standing.dial(ask.side).bank, standing.is_out(ask.side)), (bank, false));
    app.finish().await;
}

#[tokio::test]
async fn the_page_shows_the_clock_and_its_buttons_do_what_mails_do() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    let game = game(&mut app, "1+0/1").await;
    let path = format!("/games/{game}/clock");
    assert!(
        app.get(&path, "").await.body.contains("Guards has 0 minutes in the bank")
            || app.get(&path, "").await.body.contains("Guards has 1 day")
    );
    pass(&mut app, 2 * DAY).await;
    let cookie = app.seat("raiders").await;
    let page = app.get(&path, &cookie).await.body;
    assert!(page.contains("Claim the game"), "{page}");
    let form = format!("form_token={}&key={}&orders=clock+claim", field(&page, "form_token"), field(&page, "key"));
    let pressed = app
        .post(
            &format!("/games/{game}/orders"),
            "application/x-www-form-urlencoded",
            &[("Cookie", &cookie)],
            form.as_bytes(),
        )
        .await;
    assert_eq!(pressed.status, 303, "{}", pressed.body);
    assert_eq!(outcome(&app, game).await.as_deref(), Some("Guards ran out of time"));
    let other = app.game("the-ford", "crossing").await;
    assert!(app.get(&format!("/games/{other}/clock"), "").await.body.contains("has no clock"));
    app.finish().await;
}

#[tokio::test]
async fn a_game_without_a_clock_says_so_and_never_ends_by_time() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("raiders", "clock claim").await;
    assert!(app.last("raiders").await.text.contains("this game has no clock"));
    app.clock.advance(365 * DAY);
    assert_eq!(app.service.look_at_clocks().await.expect("looked"), 0);
    assert_eq!(outcome(&app, game).await, None);
    app.finish().await;
}
