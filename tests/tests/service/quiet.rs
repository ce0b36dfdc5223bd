//! Hours in which somebody wants no mail: what is due waits, nothing of it is lost, and what he himself writes is answered.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{DAY, TestApp, eml, field, flat, link, reply_to};
use pbem_service::clock::HOUR;
use pbem_service::invitation::{Offer, Way};
use pbem_service::mail::Letter;
use std::collections::BTreeMap;

const MINUTE: i64 = 60_000;
const FORM: &str = "application/x-www-form-urlencoded";

/// Lets the clock go on to the next time that it is so late, by UTC.
fn until(app: &TestApp, hour: i64, minute: i64) {
    let late = (app.clock.now() - hour * HOUR - minute * MINUTE).rem_euclid(DAY);
    app.clock.advance(DAY - late);
}

async fn count(app: &mut TestApp, side: &str) -> usize {
    app.mails(side).await.len()
}

#[tokio::test]
async fn what_is_due_at_night_waits_for_the_morning_and_is_one_mail_then() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    until(&app, 12, 0);
    app.game("the-ford", "crossing").await;
    app.reply("raiders", "quiet: 22-7 UTC").await;
    let told = flat(&app.last("raiders").await.text);
    assert!(told.contains("No mail goes to you from 22:00 to 7:00 (UTC)"), "{told}");
    until(&app, 22, 0);
    let before = count(&mut app, "raiders").await;
    app.reply("guards", "mine 3").await;
    app.clock.advance(30 * MINUTE);
    app.reply("guards", "say: are you asleep?").await;
    until(&app, 6, 59);
    assert_eq!(count(&mut app, "raiders").await, before, "nothing at night");
    until(&app, 7, 0);
    assert_eq!(count(&mut app, "raiders").await, before + 1, "all of it in one");
    let mail = flat(&app.last("raiders").await.text);
    assert!(mail.contains("are you asleep?") && mail.contains("What do you bid?"), "{mail}");
    app.finish().await;
}

#[tokio::test]
async fn whoever_writes_at_night_is_answered_at_once_with_all_that_waited() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    until(&app, 12, 0);
    app.game("the-ford", "crossing").await;
    app.reply("raiders", "quiet: 22-7 UTC").await;
    until(&app, 23, 0);
    let letter = app.eml("raiders", "status").await;
    app.reply("guards", "say: good night\nmine 3").await;
    let before = count(&mut app, "raiders").await;
    app.clock.advance(MINUTE);
    app.hand_in(&letter).await;
    assert_eq!(count(&mut app, "raiders").await, before + 1);
    let told = flat(&app.last("raiders").await.text);
    assert!(told.contains("status") && told.contains("good night"), "{told}");
    until(&app, 7, 30);
    assert_eq!(count(&mut app, "raiders").await, before + 1, "there is nothing left to tell");
    // the hours end at his word, and what waits leaves
    until(&app, 23, 0);
    app.reply("guards", "say: once more").await;
    assert_eq!(count(&mut app, "raiders").await, before + 1);
    app.reply("raiders", "quiet: none").await;
    assert!(flat(&app.last("raiders").await.text).contains("Mail goes to you at any hour"));
    app.reply("guards", "say: and again").await;
    assert!(flat(&app.last("raiders").await.text).contains("and again"));
    app.finish().await;
}

#[tokio::test]
async fn a_warning_of_the_clock_that_would_come_at_night_comes_before_it() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    until(&app, 14, 0);
    let (guards, raiders) = ("guards@players.example", "raiders@players.example");
    let offer = Offer {
        game: "the-ford".to_owned(),
        scenario: "crossing".to_owned(),
        options: BTreeMap::new(),
        side: "guards".to_owned(),
        pace: "1+0/1".to_owned(),
        opponent: Way::Address(raiders.to_owned()),
        name: String::new(),
        words: String::new(),
    };
    let invitation = app.service.offer(guards, &offer, true).await.expect("open");
    app.service.accept(invitation.id, invitation.guest.expect("known")).await.expect("begun");
    app.deliver().await;
    app.service.look_at_clocks().await.expect("looked");
    let raw = app.got(guards).last().expect("an invitation").bytes.clone();
    let original = Letter::parse(&raw).expect("ours");
    app.hand_in(&eml(guards, &reply_to(&raw), &original, "quiet: 22-7 UTC")).await;
    let reminders = async |app: &mut TestApp| {
        app.service.look_at_clocks().await.expect("looked");
        app.deliver().await;
        let is_one = |bytes: &[u8]| Letter::parse(bytes).expect("ours").text.contains("A REMINDER");
        app.got(guards).iter().filter(|mail| is_one(&mail.bytes)).count()
    };
    // half of the day would be over at 2:00
    until(&app, 21, 44);
    assert_eq!(reminders(&mut app).await, 0);
    until(&app, 21, 46);
    assert_eq!(reminders(&mut app).await, 1, "before the hours begin");
    for hour in [22, 23, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9] {
        until(&app, hour, 30);
        assert_eq!(reminders(&mut app).await, 1, "{hour}:30");
    }
    until(&app, 10, 1);
    assert_eq!(reminders(&mut app).await, 2, "four hours before the end he is awake");
    app.finish().await;
}

#[tokio::test]
async fn the_hours_are_those_of_the_address_in_all_its_games_by_page_and_program() {
    let mut app = TestApp::start(FORD).await;
    app.between = 0;
    until(&app, 12, 0);
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("raiders").await;
    let refused = app.press(game, &cookie, "action=quiet&from=22%3A00&to=07%3A00&place=Atlantis").await;
    assert!(refused.status == 400 && refused.body.contains("Atlantis"), "{}", refused.body);
    let refused = app.press(game, &cookie, "action=quiet&from=22%3A00&to=07%3A00").await;
    assert!(refused.status == 400 && refused.body.contains("of which place"), "{}", refused.body);
    assert_eq!(app.press(game, &cookie, "action=quiet&from=22%3A00&to=07%3A00&place=Berlin").await.status, 303);
    let page = app.get(&format!("/games/{game}?plain"), &cookie).await.body;
    assert!(page.contains("22:00 to 7:00 (Europe/Berlin)") && page.contains("value=\"07:00\""), "{page}");
    let guards = app.seat("guards").await;
    let other = app.get(&format!("/games/{game}?plain"), &guards).await.body;
    assert!(other.contains("Mail goes to you at any hour"), "{other}");
    // a game that begins at night is told of in the morning
    until(&app, 2, 0);
    let before = count(&mut app, "raiders").await;
    app.game("the-ford", "crossing").await;
    assert_eq!(count(&mut app, "raiders").await, before);
    assert!(app.last("guards").await.subject.contains("[Game 2]"));
    until(&app, 7, 0);
    assert_eq!(count(&mut app, "raiders").await, before + 1);
    // a link to all his games is asked for by himself, and shows them
    until(&app, 2, 0);
    app.service.send_pass("raiders@players.example", None).await.expect("sent");
    app.deliver().await;
    let mail = flat(&app.last("raiders").await.text);
    let pass = app.get(&link(&mail, "/pass/"), "").await.cookie().expect("a pass");
    let page = app.get("/mine", &pass).await.body;
    assert!(page.contains("22:00 to 7:00 (Europe/Berlin)"), "{page}");
    let form = format!("form_token={}&action=quiet&from=&to=&place=Berlin", field(&page, "form_token"));
    assert_eq!(app.post("/mine", FORM, &[("Cookie", &pass)], form.as_bytes()).await.status, 303);
    assert!(app.get("/mine", &pass).await.body.contains("Mail goes to you at any hour"));
    until(&app, 12, 0);
    app.finish().await;
}
