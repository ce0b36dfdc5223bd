//! However much is written to us, we write only so much, and lose nothing of it.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address, eml, field, reply_to};
use pbem_service::Service;
use pbem_service::mail::Letter;
use pbem_service::store::one;

async fn state(app: &TestApp, game: i64, side: &str) -> String {
    app.service.store.seat(game, side).await.expect("a seat").mail
}

async fn ordered(app: &TestApp, game: i64) -> usize {
    let records = app.service.store.records(game, 0).await.expect("readable");
    records.iter().filter(|record| record.starts_with("{\"Ordered\"")).count()
}

/// Lets a program without automatic headers answer each mail of a side at once, so often; how many mails we sent.
async fn answer_all(app: &mut TestApp, side: &str, text: &str, most: usize) -> usize {
    let before = app.mails(side).await.len();
    for nth in before - 1..before - 1 + most {
        let mails = app.mails(side).await;
        let Some(mail) = mails.get(nth) else { break };
        let original = Letter::parse(&mail.bytes).expect("ours");
        let reply = eml(&address(side), &reply_to(&mail.bytes), &original, text);
        app.hand_in(&reply).await;
    }
    app.mails(side).await.len() - before
}

#[tokio::test]
async fn a_program_that_answers_everything_is_found_out_told_once_and_its_player_loses_nothing() {
    let mut app = TestApp::start(FORD).await;
    app.between = 100;
    let game = app.game("the-ford", "crossing").await;
    let sent = answer_all(&mut app, "guards", "I am away. Yours, Anna", 200).await;
    assert!(sent <= 12, "{sent} mails to a program");
    assert_eq!(state(&app, game, "guards").await, "held");
    let mails = app.mails("guards").await;
    let is_told = |bytes: &[u8]| Letter::parse(bytes).expect("ours").text.contains("MAIL STOPPED");
    assert_eq!(mails.iter().filter(|mail| is_told(&mail.bytes)).count(), 1);

    // the player himself comes back and answers his invitation: it is carried out, and the answer waits
    let invitation = app.mails("guards").await.remove(0);
    let original = Letter::parse(&invitation.bytes).expect("ours");
    let order = eml(&address("guards"), &reply_to(&invitation.bytes), &original, "mine 3");
    let before = app.mails("guards").await.len();
    app.hand_in(&order).await;
    assert_eq!((ordered(&app, game).await, app.mails("guards").await.len()), (1, before));
    assert!(app.last("raiders").await.text.contains("Your move: "), "the game goes on");

    let lift = app.link("guards", "/resume/").await;
    assert_eq!(app.get(&lift, "").await.status, 200);
    assert_eq!(state(&app, game, "guards").await, "held", "a scanner that opens the link lifts nothing");
    assert_eq!(app.post(&lift, "text/plain", &[], b"").await.status, 200);
    assert_eq!(app.mails("guards").await.len(), before + 1, "all that waited is one mail");
    let caught_up = app.last("guards").await.text;
    assert!(caught_up.contains("[done] mine 3") && caught_up.contains("Your move: "), "{caught_up}");
    app.reply("guards", "bid 1").await;
    assert_eq!(ordered(&app, game).await, 2);
    app.finish().await;
}

#[tokio::test]
async fn a_program_whose_words_happen_to_be_questions_is_found_out_too() {
    let mut app = TestApp::start(FORD).await;
    app.between = 100;
    let game = app.game("the-ford", "crossing").await;
    let sent = answer_all(&mut app, "guards", "Status: away until Monday", 200).await;
    assert!(sent <= 45, "{sent} mails to a program");
    // the pace slows it down before it is found out
    app.between = 5 * 60_000;
    answer_all(&mut app, "guards", "Status: away until Monday", 100).await;
    assert_eq!(state(&app, game, "guards").await, "held");
    app.finish().await;
}

#[tokio::test]
async fn a_restart_in_the_middle_of_a_loop_does_not_begin_it_anew() {
    let mut app = TestApp::start(FORD).await;
    app.between = 100;
    let game = app.game("the-ford", "crossing").await;
    answer_all(&mut app, "guards", "I am away.", 6).await;
    assert_eq!(state(&app, game, "guards").await, "good");
    let mut again = Service::open(app.service.settings.clone(), FORD).await.expect("the service opens");
    again.clock = app.clock.clone();
    for nth in 0..5 {
        let mail = app.mails("guards").await.pop().expect("a mail");
        let original = Letter::parse(&mail.bytes).expect("ours");
        let reply = eml(&address("guards"), &reply_to(&mail.bytes), &original, &format!("I am away, {nth}."));
        again.receive(&reply).await.expect("taken");
    }
    assert_eq!(state(&app, game, "guards").await, "held");
    app.finish().await;
}

#[tokio::test]
async fn a_player_who_is_often_refused_is_no_program() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    for nth in 0..30 {
        app.reply("guards", &format!("mine {}", 6 + nth % 3)).await;
        assert!(app.last("guards").await.text.contains("[refused] mine"));
    }
    assert_eq!(state(&app, game, "guards").await, "good");
    app.finish().await;
}

#[tokio::test]
async fn the_host_lifts_what_holds_a_seats_mail() {
    let mut app = TestApp::start(FORD).await;
    app.between = 100;
    let game = app.game("the-ford", "crossing").await;
    answer_all(&mut app, "guards", "I am away.", 50).await;
    assert_eq!(state(&app, game, "guards").await, "held");
    assert!(app.service.resume(game, "nobody").await.is_err());
    app.service.resume(game, "guards").await.expect("lifted");
    assert_eq!(state(&app, game, "guards").await, "good");
    assert!(app.last("guards").await.text.contains("Where does your mine lie?"));
    app.finish().await;
}

#[tokio::test]
async fn a_stranger_with_a_token_makes_few_mails_and_fills_no_disk() {
    let mut app = TestApp::start(FORD).await;
    app.between = 100;
    app.game("the-ford", "crossing").await;
    let invitation = app.mails("guards").await.remove(0);
    let original = Letter::parse(&invitation.bytes).expect("ours");
    let mut refused = 0;
    for _ in 0..40 {
        let forged = eml("mallory@elsewhere.example", &reply_to(&invitation.bytes), &original, "mine 3");
        refused += usize::from(app.hand_in(&forged).await.starts_with("ignored"));
    }
    assert_eq!(app.mails("guards").await.len(), 1 + 3);
    let kept = one::<i64>(app.service.store.readers(), "SELECT COUNT(*) FROM letters", []).await;
    assert_eq!((kept.expect("readable"), refused), (Some(20), 20));
    app.clock.advance(6 * 3_600_000);
    assert_eq!(app.mails("guards").await.len(), 1 + 4, "those that waited are one mail");
    let text = app.last("guards").await.text;
    assert_eq!(text.matches("/confirm/").count(), 5, "{text}");
    // any of them can still be confirmed
    let path = app.link("guards", "/confirm/").await;
    assert_eq!(app.post(&path, "text/plain", &[], b"").await.status, 200);
    assert!(app.last("guards").await.text.contains("Your mine lies in hex 3."));
    app.finish().await;
}

/// Says things through the page's form; the page with the report.
async fn say(app: &TestApp, game: i64, cookie: &str, text: &str) -> String {
    let page = app.get(&format!("/games/{game}"), cookie).await.body;
    let form = format!("form_token={}&key={}&say={text}", field(&page, "form_token"), field(&page, "key"));
    let path = format!("/games/{game}/orders");
    let kind = "application/x-www-form-urlencoded";
    let answer = app.post(&path, kind, &[("Cookie", cookie)], form.as_bytes()).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    app.get(answer.header("location").expect("onward"), cookie).await.body
}

#[tokio::test]
async fn a_chatterbox_makes_few_small_mails_and_whatever_was_accepted_is_read() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("raiders").await;
    let before = app.mails("guards").await.len();
    let mut accepted = Vec::new();
    for nth in 0..100 {
        let shown = say(&app, game, &cookie, &format!("chatter-{nth}-")).await;
        app.deliver().await;
        if shown.contains("you have said 30 things in a short time") {
            assert!(shown.contains("Write it again in 10 min."), "{shown}");
        } else {
            accepted.push(format!("chatter-{nth}-"));
        }
    }
    assert_eq!(accepted.len(), 30);
    assert_eq!(app.mails("guards").await.len() - before, 3);
    app.clock.advance(15 * 60_000);
    let mails = app.mails("guards").await.split_off(before);
    assert_eq!(mails.len(), 4);
    let mut read = String::new();
    for mail in &mails {
        assert!(mail.bytes.len() < 40_000, "{} bytes", mail.bytes.len());
        assert!(!String::from_utf8_lossy(&mail.bytes).contains("image/png"), "talk needs no picture");
        read += &Letter::parse(&mail.bytes).expect("ours").text;
    }
    for said in &accepted {
        assert_eq!(read.matches(&format!("Raiders says: {said}")).count(), 1, "{said}");
    }
    app.finish().await;
}

#[tokio::test]
async fn what_is_too_long_to_be_said_is_refused_and_the_orders_beside_it_count() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", &format!("say: {}\nword: {}\nmine 3", "ä".repeat(2_001), "x".repeat(201))).await;
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("this has 2001 characters; 2000 are the most"), "{receipt}");
    assert!(receipt.contains("this has 201 characters; 200 are the most"), "{receipt}");
    assert!(receipt.contains("[done] mine 3") && !receipt.contains("Rule talk"), "{receipt}");
    let records = app.service.store.records(game, 0).await.expect("readable");
    assert!(!records.iter().any(|record| record.contains("Said") || record.contains("Joined")), "{records:?}");
    app.reply("guards", &format!("say: {}", "ä".repeat(2_000))).await;
    assert!(app.last("raiders").await.text.contains(&"ä".repeat(2_000)));
    app.finish().await;
}

#[tokio::test]
async fn what_is_said_on_the_page_is_one_line_that_cannot_pass_for_ours() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("raiders").await;
    let forged = "well+met%0D%0A%0D%0A---+write+orders+above+this+line+---%0D%0A%E2%80%A8You+have+won.%E2%80%AEtxet";
    say(&app, game, &cookie, forged).await;
    let read = app.last("guards").await.text;
    let line = "Raiders says: well met --- write orders above this line --- You have won.txet";
    assert!(read.lines().any(|known| known.ends_with(line)), "{read}");
    assert!(!read.contains("\u{202e}"), "no sign turns the line around");
    app.finish().await;
}

#[tokio::test]
async fn nothing_is_not_said() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("raiders").await;
    assert!(say(&app, game, &cookie, "%E2%80%8B%E2%80%AE").await.contains("there is nothing in it"));
    app.reply("guards", "say:\nword:\nmine 3").await;
    let receipt = app.last("guards").await.text;
    assert_eq!(receipt.matches("there is nothing in it").count(), 2, "{receipt}");
    assert!(receipt.contains("[done] mine 3"), "{receipt}");
    let records = app.service.store.records(game, 0).await.expect("readable");
    assert!(!records.iter().any(|record| record.contains("Said") || record.contains("Joined")), "{records:?}");
    app.finish().await;
}

#[tokio::test]
async fn what_comes_before_a_mail_has_left_becomes_one_mail_with_it() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let before = (app.mails("guards").await.len(), app.mails("raiders").await.len());
    let letters = ["mine 7", "say: hello", "status", "mine 3"];
    let invitation = app.mails("guards").await.remove(0);
    let original = Letter::parse(&invitation.bytes).expect("ours");
    for text in letters {
        let letter = eml(&address("guards"), &reply_to(&invitation.bytes), &original, text);
        assert!(app.take_in(&letter).await.starts_with("taken"));
    }
    let after = (app.mails("guards").await.len(), app.mails("raiders").await.len());
    assert_eq!(after, (before.0 + 1, before.1 + 1));
    let receipt = app.last("guards").await;
    for wanted in ["[refused] mine 7", "[answered] status", "[done] mine 3", "Your move: "] {
        assert!(receipt.text.contains(wanted), "{wanted:?} is missing in\n{}", receipt.text);
    }
    let told = app.last("raiders").await.text;
    assert!(told.contains("Guards says: hello") && told.contains("Your move: "), "{told}");
    // its token is that of the newest question
    app.reply("guards", "bid 1").await;
    assert!(app.last("guards").await.text.contains("[done] bid 1"));
    app.finish().await;
}

#[tokio::test]
async fn a_refusal_that_changes_nothing_on_the_map_comes_without_the_picture() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 7").await;
    let raw = app.mails("guards").await.pop().expect("a receipt").bytes;
    assert!(!String::from_utf8_lossy(&raw).contains("image/png"), "nothing has changed on the map");
    assert!(raw.len() < 20_000, "{} bytes", raw.len());
    app.reply("guards", "mine 3").await;
    let raw = app.mails("guards").await.pop().expect("a receipt").bytes;
    assert!(String::from_utf8_lossy(&raw).contains("image/png"));
    app.finish().await;
}

/// Sends lines from the page's box for orders; the page with their results.
async fn send(app: &TestApp, game: i64, cookie: &str, lines: &str) -> String {
    let page = app.get(&format!("/games/{game}"), cookie).await.body;
    let (token, key, ask) = (field(&page, "form_token"), field(&page, "key"), field(&page, "ask"));
    let form = format!("form_token={token}&key={key}&ask={ask}&orders={lines}");
    let kind = "application/x-www-form-urlencoded";
    let answer = app.post(&format!("/games/{game}/orders"), kind, &[("Cookie", cookie)], form.as_bytes()).await;
    app.get(answer.header("location").expect("onward"), cookie).await.body
}

#[tokio::test]
async fn who_undoes_again_and_again_fills_no_history_and_what_he_meant_to_follow_is_not_carried_out() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 3").await;
    let seat = app.seat("raiders").await;
    for _ in 0..50 {
        send(&app, game, &seat, "bid%201%0Aundo%0Abid%202%0Aundo").await;
    }
    assert_eq!(ordered(&app, game).await, 1 + 100);
    send(&app, game, &seat, "bid%201").await;
    let told = send(&app, game, &seat, "undo%0Abid%202").await;
    assert!(told.contains("You have undone orders 100 times in a short time"), "{told}");
    assert_eq!(ordered(&app, game).await, 1 + 101, "the second bid was meant for what the undoing would have left");
    app.finish().await;
}

#[tokio::test]
async fn who_changes_his_standing_orders_again_and_again_fills_no_history() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let seat = app.seat("raiders").await;
    let records = "SELECT COUNT(*) FROM events WHERE kind = 'Standing'";
    let counted = async || one::<i64>(app.service.store.readers(), records, []).await.expect("readable");
    for _ in 0..50 {
        send(&app, game, &seat, "standing%20scouts%20ask").await;
        send(&app, game, &seat, "standing%20scouts%20home").await;
    }
    assert_eq!(counted().await, Some(100));
    let told = send(&app, game, &seat, "standing%20scouts%20ask").await;
    assert!(told.contains("You have changed what waits or stands 100 times"), "{told}");
    let told = send(&app, game, &seat, "take%20back").await;
    assert!(told.contains("You have changed what waits or stands 100 times"), "{told}");
    assert_eq!(counted().await, Some(100));
    let told = send(&app, game, &seat, "standing").await;
    assert!(!told.contains("You have changed"), "reading them is no change: {told}");
    app.finish().await;
}

#[tokio::test]
async fn answers_to_what_a_page_only_asked_are_kept_for_a_while_and_their_keys_for_ever() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let seat = app.seat("raiders").await;
    let long = "SELECT COUNT(*) FROM submissions WHERE LENGTH(report) > 400";
    for _ in 0..40 {
        send(&app, game, &seat, "help%0Astatus").await;
    }
    let kept: Option<i64> = one(app.service.store.readers(), long, []).await.expect("readable");
    let all: Option<i64> =
        one(app.service.store.readers(), "SELECT COUNT(*) FROM submissions", []).await.expect("readable");
    assert!(kept.is_some_and(|kept| (1..=10).contains(&kept)), "{kept:?}");
    assert_eq!(all, Some(40));
    app.finish().await;
}
