//! Whose mail does not arrive, who is told, and how it arrives again; and what somebody wishes of it.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address, bounce, eml, field, reply_to};
use pbem_service::mail::Letter;
use pbem_service::{NewGame, administration};

async fn state(app: &TestApp, game: i64, side: &str) -> String {
    app.service.store.seat(game, side).await.expect("a seat").mail
}

/// How many mails of a side tell that its opponent cannot be reached.
async fn told(app: &mut TestApp, side: &str) -> usize {
    app.drain().await;
    let mails = app.got(&address(side));
    let text = |bytes: &[u8]| Letter::parse(bytes).expect("ours").text;
    mails.iter().filter(|mail| text(&mail.bytes).contains("YOUR OPPONENT CANNOT BE REACHED")).count()
}

#[tokio::test]
async fn the_second_mail_that_comes_back_stops_the_mail_and_tells_the_opponent_until_the_player_writes() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let mut sent = Vec::new();
    for text in ["status", "status"] {
        sent.push(app.mails("guards").await.pop().expect("a mail"));
        app.reply("guards", text).await;
    }
    let first = bounce(&sent[0].from, "lost@x", "guards", "5.1.1");
    assert_eq!(app.hand_in(&first).await.trim(), "noted as a bounce");
    assert_eq!(app.hand_in(&first).await.trim(), "noted as a bounce");
    assert_eq!(state(&app, game, "guards").await, "good", "one mail comes back once");
    let delayed = bounce(&sent[1].from, "lost@x", "guards", "4.4.1");
    assert!(app.hand_in(&delayed).await.starts_with("ignored"));
    assert_eq!((state(&app, game, "guards").await.as_str(), told(&mut app, "raiders").await), ("good", 0));
    let second = bounce(&sent[1].from, "lost@x", "guards", "5.1.1");
    assert_eq!(app.hand_in(&second).await.trim(), "noted as a bounce");
    assert_eq!((state(&app, game, "guards").await.as_str(), told(&mut app, "raiders").await), ("bad", 1));
    let seat = app.service.store.seat(game, "guards").await.expect("a seat");
    assert!(seat.reason.contains("550 nobody of that name here"), "{}", seat.reason);
    let raiders = app.last("raiders").await.text;
    assert!(!raiders.contains("550") && !raiders.contains(&address("guards")), "no address is told: {raiders}");

    let before = app.mails("guards").await.len();
    let cookie = app.seat("guards").await;
    app.reply("raiders", "say: are you there?").await;
    assert_eq!(app.mails("guards").await.len(), before, "it waits");
    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    assert!(page.contains("You get no mail") && page.contains("Send me mail again"), "{page}");
    // a letter in which nothing is understood may be a program's; one with an order is his
    app.reply("guards", "Delivery is fine here").await;
    assert_eq!((state(&app, game, "guards").await.as_str(), app.mails("guards").await.len()), ("bad", before));
    app.reply("guards", "mine 3").await;
    assert_eq!((state(&app, game, "guards").await.as_str(), app.mails("guards").await.len()), ("good", before + 1));
    let text = app.last("guards").await.text;
    assert!(text.contains("Raiders says: are you there?") && text.contains("[done] mine 3"), "{text}");
    app.finish().await;
}

#[tokio::test]
async fn a_forged_bounce_stops_nobodys_mail() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.mails("guards").await.remove(0), app.mails("raiders").await.remove(0));
    let about = app.last("guards").await.message_id.expect("ours has one");
    let reply = reply_to(&guards.bytes);
    let other_seat = raiders.from.replace(".raiders.", ".guards.");
    let other_mail = guards.from.rsplit_once(".b").map(|(_, rest)| format!("bounces+g1.guards.77.b{rest}"));
    for to in ["bounces@fieldpost.example", reply.as_str(), other_seat.as_str(), &other_mail.expect("a bounce token")] {
        for _ in 0..3 {
            let said = app.hand_in(&bounce(to, &about, "guards", "5.1.1")).await;
            assert!(said.starts_with("ignored"), "{to}: {said}");
        }
    }
    assert_eq!(state(&app, game, "guards").await, "good");
    app.finish().await;
}

#[tokio::test]
async fn a_mail_server_that_refuses_mail_for_good_counts_as_a_mail_that_came_back() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.refuse(&address("raiders"), "550 5.1.1 no such user");
    assert_eq!(app.drain().await.failed, 1);
    assert_eq!((state(&app, game, "raiders").await.as_str(), told(&mut app, "guards").await), ("good", 0));
    let hello = {
        let invitation = app.got(&address("guards")).remove(0);
        let original = Letter::parse(&invitation.bytes).expect("ours");
        eml(&address("guards"), &reply_to(&invitation.bytes), &original, "say: hello")
    };
    app.take_in(&hello).await;
    assert_eq!(app.drain().await.failed, 1);
    assert_eq!((state(&app, game, "raiders").await.as_str(), told(&mut app, "guards").await), ("bad", 1));
    app.reply("guards", "mine 3").await;
    let page = {
        let cookie = app.seat("guards").await;
        app.get(&format!("/games/{game}"), &cookie).await.body
    };
    assert!(page.contains("Your opponent cannot be reached"), "{page}");

    // the host gives the right address: everything that waited comes there
    app.service.set_address(game, "raiders", "Rita@new.example").await.expect("an address");
    app.deliver().await;
    let mails = app.got("rita@new.example");
    assert_eq!((state(&app, game, "raiders").await.as_str(), mails.len()), ("good", 1));
    let text = Letter::parse(&mails[0].bytes).expect("ours").text;
    assert!(text.contains("Guards says: hello") && text.contains("Your move: "), "{text}");
    assert!(app.got(&address("raiders")).is_empty(), "nothing goes where mail comes back from");
    app.finish().await;
}

#[tokio::test]
async fn what_a_foreign_mail_server_says_drives_no_terminal_and_its_code_counts_whatever_stands_behind_it() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.refuse(&address("raiders"), b"550 5.1.1 \x1b]0;owned\x07\x1b[31mno such user \xfcber \xc2\x9b31m\xff");
    assert_eq!(app.drain().await.failed, 1, "it is refused for good, though it is no UTF-8");
    let mails = administration::mails(&app.service.store, Some(game), true).await.expect("readable");
    let why = mails.iter().find_map(|mail| mail.last_error.clone()).expect("it says why");
    assert!(why.contains("550") && why.contains("no such user"), "{why}");
    assert!(!why.contains(char::is_control), "{why:?}");
    app.finish().await;
}

#[tokio::test]
async fn what_is_no_address_is_refused_where_it_is_given() {
    let mut app = TestApp::start(FORD).await;
    for wrong in [
        "a@b@c",
        "a@b.example,c@d.example",
        "a@b.example c@d.example",
        "Anna <a@b.example>",
        "anna",
        "a b@c.example",
        "a@b.example\r\nBcc: c@d.example",
        "play@fieldpost.example",
        "Play+g1.guards.1.o@Fieldpost.example",
        "bounces@fieldpost.example",
    ] {
        let players = [("guards".to_owned(), wrong.to_owned())].into();
        let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
        let error = app.service.new_game(&new).await.expect_err(wrong).to_string();
        assert!(error.contains(&format!("{wrong:?}")), "{error}");
        assert!(app.service.store.games().await.expect("readable").is_empty());
    }
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let answer = app.press(game, &cookie, "action=address&address=a%40b%40c").await;
    assert!(answer.status == 400 && answer.body.contains("must be one address"), "{}", answer.body);
    assert!(app.service.set_address(game, "guards", "a@b@c").await.is_err());
    assert_eq!(app.mails("guards").await.len(), 1);
    app.finish().await;
}

#[tokio::test]
async fn a_player_changes_his_address_and_the_new_one_must_say_yes() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let answer = app.press(game, &cookie, "action=address&address=Gus%40new.example").await;
    assert!(answer.status == 200 && answer.body.contains("A mail is on its way"), "{}", answer.body);
    app.deliver().await;
    let asked = app.got("gus@new.example");
    assert_eq!(asked.len(), 1);
    let raw = String::from_utf8_lossy(&asked[0].bytes).into_owned();
    for secret in ["/seat/", "/pause/", ".guards.0.o", ".guards.1.o", "Reply-To", "References"] {
        assert!(!raw.contains(secret), "who has said nothing yet gets nothing that plays: {secret} in\n{raw}");
    }
    let text = Letter::parse(&asked[0].bytes).expect("ours").text;
    let path = fieldpost_tests::app::link(&text, "/address/");
    assert_eq!(app.get(&path, "").await.status, 200);
    assert_eq!(app.service.store.seat(game, "guards").await.expect("a seat").address, Some(address("guards")));
    let wrong = path.replace("/address/g1.guards", "/address/g1.raiders");
    assert_eq!(app.post(&wrong, "text/plain", &[], b"").await.status, 403);
    let guessed = format!("{}0", &path[..path.len() - 1]);
    assert!(guessed == path || app.post(&guessed, "text/plain", &[], b"").await.status == 403);
    assert_eq!(app.post(&path, "text/plain", &[], b"").await.status, 200);
    assert_eq!(app.post(&path, "text/plain", &[], b"").await.status, 403, "a link works once");
    let old = app.last("guards").await.text;
    assert!(old.contains("YOUR ADDRESS WAS CHANGED") && !old.contains("/seat/"), "{old}");
    let mails = app.got("gus@new.example");
    let newest = &mails.last().expect("a mail").bytes;
    let text = Letter::parse(newest).expect("ours");
    assert!(text.text.contains("Where does your mine lie?"), "{}", text.text);
    let order = eml("gus@new.example", &reply_to(newest), &text, "mine 3");
    assert!(app.hand_in(&order).await.starts_with("taken"));
    // the old link is void with the old address, and so is the browser that it opened
    assert!(!app.get(&format!("/games/{game}?plain"), &cookie).await.body.contains("name=\"form_token\""));
    let seat = fieldpost_tests::app::link(&text.text, "/seat/");
    let cookie = app.get(&seat, "").await.cookie().expect("the new one");
    // a stranger's address cannot be flooded from a seat
    let mut refused = 0;
    for nth in 0..6 {
        let answer = app.press(game, &cookie, &format!("action=address&address=x{nth}%40new.example")).await;
        refused += usize::from(answer.status == 400);
    }
    assert_eq!(refused, 4);
    app.finish().await;
}

#[tokio::test]
async fn a_player_who_paused_his_mail_gets_all_of_it_in_one_when_he_wants_it_again() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("raiders").await;
    assert_eq!(app.press(game, &cookie, "action=pause").await.status, 303);
    let before = app.mails("raiders").await.len();
    for text in ["say: one", "say: two", "mine 3"] {
        app.reply("guards", text).await;
    }
    assert_eq!(app.mails("raiders").await.len(), before);
    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    assert!(page.contains("You asked for silence"), "{page}");
    assert_eq!(app.press(game, &cookie, "action=resume").await.status, 303);
    assert_eq!(app.mails("raiders").await.len(), before + 1);
    let text = app.last("raiders").await.text;
    for wanted in ["Guards says: one", "Guards says: two", "Your move: "] {
        assert!(text.contains(wanted), "{wanted:?} is missing in\n{text}");
    }
    // the mail itself says how to stop it, and how to begin again
    let raw = String::from_utf8_lossy(&app.mails("raiders").await.pop().expect("a mail").bytes).replace("\r\n ", "");
    let stop = raw.lines().find(|line| line.starts_with("List-Unsubscribe: ")).expect("a way out");
    let stop = &stop[stop.find("/pause/").expect("a page")..stop.find('>').expect("its end")];
    let stopped = app.post(stop, "text/plain", &[], b"").await;
    assert!(stopped.body.contains("/resume/"), "{}", stopped.body);
    let path = format!("/games/{game}/mail");
    let form = b"form_token=guess&action=resume";
    for cookie in ["", cookie.as_str()] {
        let answer = app.post(&path, "application/x-www-form-urlencoded", &[("Cookie", cookie)], form).await;
        assert_eq!(answer.status, 403, "others lift nothing");
    }
    app.finish().await;
}

#[tokio::test]
async fn orders_on_the_page_are_answered_there_and_by_mail_only_to_who_wishes_it() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let path = format!("/games/{game}/orders");
    let kind = "application/x-www-form-urlencoded";
    let before = app.mails("guards").await.len();
    for (order, wish) in [("mine 3", false), ("bid 0", true)] {
        if wish {
            assert_eq!(app.press(game, &cookie, "action=wishes&receipts=1").await.status, 303);
        }
        let page = app.get(&format!("/games/{game}"), &cookie).await.body;
        assert_eq!(page.contains("name=\"receipts\" value=\"1\" checked"), wish, "{page}");
        let (token, key, ask) = (field(&page, "form_token"), field(&page, "key"), field(&page, "ask"));
        let form = format!("form_token={token}&key={key}&ask={ask}&orders={}", order.replace(' ', "+"));
        let answer = app.post(&path, kind, &[("Cookie", &cookie)], form.as_bytes()).await;
        let shown = app.get(answer.header("location").expect("onward"), &cookie).await.body;
        assert!(shown.contains("<em>done</em>"), "{shown}");
        assert_eq!(app.mails("guards").await.len(), before + usize::from(wish), "{order}");
    }
    assert!(app.last("guards").await.text.contains("[done] bid 0"));
    assert_eq!(app.press(game, &cookie, "action=wishes").await.status, 303);
    assert_eq!(app.service.store.seat(game, "guards").await.expect("a seat").receipts, 0);
    app.reply("raiders", "resign the game").await;
    assert!(app.last("guards").await.text.contains("You have won"), "the end of the game is told to everybody");
    app.finish().await;
}

#[tokio::test]
async fn the_senders_name_and_the_first_line_say_whose_move_it_is_under_one_subject() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 3").await;
    app.reply("guards", "bid 0").await;
    app.reply("guards", "bid 99").await;
    app.reply("raiders", "resign the game").await;
    let mut subjects = std::collections::BTreeSet::new();
    let mut seen = Vec::new();
    for mail in app.mails("guards").await {
        let parsed = mail_parser::MessageParser::default().parse(&mail.bytes).expect("a mail");
        let sender = parsed.from().and_then(|from| from.first()).and_then(|from| from.name()).unwrap_or_default();
        subjects.insert(parsed.subject().unwrap_or_default().to_owned());
        let text = parsed.body_text(0).expect("a text");
        let first = text.lines().nth(2).unwrap_or_default();
        seen.push((sender.to_owned(), first.split(':').next().unwrap_or_default().to_owned()));
    }
    assert_eq!(subjects.len(), 1, "{subjects:?}");
    let seen: Vec<(&str, &str)> = seen.iter().map(|(sender, first)| (sender.as_str(), first.as_str())).collect();
    assert_eq!(seen[0].0, "Fieldpost · your move");
    assert!(seen[0].1.ends_with("Your move"), "{seen:?}");
    assert_eq!(seen[1], ("Fieldpost · your move, turn 1", "Your move"));
    assert_eq!(seen[2].0, "Fieldpost · their move, turn 1");
    assert!(seen[2].1.starts_with("It is the move of the Raiders side"), "{seen:?}");
    assert_eq!(seen[3].0, "Fieldpost · refused, nothing done");
    assert!(seen[3].1.starts_with("Something in your mail was refused, and nothing was done."), "{seen:?}");
    assert_eq!(seen[4], ("Fieldpost · game over", "You have won"));
    app.finish().await;
}

#[tokio::test]
async fn a_mail_that_asks_nothing_is_sent_only_to_who_wishes_it() {
    let mut app = TestApp::start(games::GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    app.reply("german", "allot done").await;
    app.reply("allied", "allot done").await;
    let cookie = app.seat("allied").await;
    let before = app.mails("allied").await.len();
    app.reply("german", "activate XLVII").await;
    assert!(app.last("german").await.text.contains("[done] activate XLVII"));
    assert_eq!(app.mails("allied").await.len(), before);
    app.press(game, &cookie, "action=wishes&news=1").await;
    app.reply("german", "dig in Böhm").await;
    assert_eq!(app.mails("allied").await.len(), before + 1);
    let news = app.last("allied").await.text;
    assert!(news.contains("takes up an improved position") && news.contains("nothing is asked of you"), "{news}");
    assert!(news.contains("is activated with"), "what came before is told, too: {news}");
    app.finish().await;
}
