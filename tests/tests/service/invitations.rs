//! From somebody who wants to play to a game: by page, by mail, by JSON; and what becomes of an invitation.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{DAY, TestApp, eml, field, flat, link, reply_to};
use pbem_service::invitation::Invitation;
use pbem_service::mail::Letter;
use pbem_service::store::one;

const FORM: &str = "application/x-www-form-urlencoded";
const ANNA: &str = "anna@home.example";
const BEN: &str = "ben@home.example";

/// The newest mail to an address.
async fn last(app: &mut TestApp, address: &str) -> Letter {
    app.deliver().await;
    let mails = app.got(address);
    let last = mails.last().unwrap_or_else(|| panic!("no mail to {address}"));
    Letter::parse(&last.bytes).expect("our own mail")
}

/// Answers the newest mail to an address.
async fn answer(app: &mut TestApp, address: &str, text: &str) -> String {
    let original = last(app, address).await;
    let raw = app.got(address).last().expect("there is one").bytes.clone();
    let mail = eml(address, &reply_to(&raw), &original, text);
    app.hand_in(&mail).await
}

/// A mail to nobody's seat.
fn written(from: &str, text: &str) -> Vec<u8> {
    let serial = text.len() + from.len() * 1000;
    format!(
        "From: {from}\r\nTo: play@fieldpost.example\r\nSubject: hello\r\nMessage-ID: <new-{serial}@home.example>\r\n\
         MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
    )
    .into_bytes()
}

/// Offers a game by the page.
async fn offer(app: &TestApp, cookie: &str, fields: &str) -> fieldpost_tests::http::Answer {
    let path = "/new/the-ford/crossing";
    let page = app.get(path, cookie).await.body;
    let form = format!("form_token={}&{fields}", field(&page, "form_token"));
    app.post(path, FORM, &[("Cookie", cookie)], form.as_bytes()).await
}

/// The page behind a link of the newest mail to an address, and its path.
async fn page_of(app: &mut TestApp, address: &str, words: &str) -> (String, String) {
    let path = link(&last(app, address).await.text, words);
    let page = app.get(&path, "").await;
    assert_eq!(page.status, 200, "{}", page.body);
    (path, page.body)
}

async fn press(app: &TestApp, path: &str, action: &str) -> fieldpost_tests::http::Answer {
    app.post(path, FORM, &[], format!("action={action}").as_bytes()).await
}

async fn invitation(app: &TestApp, id: i64) -> Invitation {
    app.service.invitation(id).await.expect("there is one")
}

async fn games(app: &TestApp) -> usize {
    app.service.store.games().await.expect("readable").len()
}

/// A browser in which somebody has opened the link to his games.
async fn pass(app: &mut TestApp, address: &str) -> String {
    let page = app.get("/mine", "").await.body;
    let form = format!("form_token={}&address={address}", field(&page, "form_token"));
    let sent = app.post("/mine/pass", FORM, &[], form.as_bytes()).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    let path = link(&last(app, address).await.text, "/pass/");
    app.get(&path, "").await.cookie().expect("a pass")
}

#[tokio::test]
async fn an_invitation_by_the_page_is_confirmed_by_its_host_then_one_mail_then_a_game() {
    let mut app = TestApp::start(FORD).await;
    let fields = format!("side=guards&opponent=address&guest={BEN}&address={ANNA}&name=Anna&words=Shall+we%3F");
    let sent = offer(&app, "", &fields).await;
    assert!(sent.status == 200 && sent.body.contains("Look into your mail"), "{}", sent.body);
    app.deliver().await;
    assert!(app.got(BEN).is_empty(), "nobody is written to before its host has confirmed it");
    let (path, page) = page_of(&mut app, ANNA, "/invitation/").await;
    assert!(page.contains("Yes, offer it"), "{page}");
    app.deliver().await;
    assert!(app.got(BEN).is_empty(), "a scanner that opens the link confirms nothing");
    assert_eq!(press(&app, &path, "confirm").await.status, 303);
    press(&app, &path, "confirm").await;
    let mail = last(&mut app, BEN).await;
    let inviter = format!("Anna ({ANNA}) invites you");
    assert!(flat(&mail.text).contains(&inviter) && mail.text.contains("Shall we?"), "{}", mail.text);
    assert_eq!(app.got(BEN).len(), 1);
    let (path, page) = page_of(&mut app, BEN, "/invitation/").await;
    assert!(page.contains("Accept") && page.contains("Anna plays the Guards side"), "{page}");
    assert_eq!(games(&app).await, 0);
    press(&app, &path, "accept").await;
    press(&app, &path, "accept").await;
    assert_eq!(games(&app).await, 1, "it begins once");
    assert!(app.get(&path, "").await.body.contains("To my seat"));
    let seats = app.service.store.seats(1).await.expect("readable");
    let seats: Vec<_> = seats.iter().map(|seat| (seat.side.as_str(), seat.address.as_deref())).collect();
    assert_eq!(seats, [("guards", Some(ANNA)), ("raiders", Some(BEN))]);
    assert!(last(&mut app, ANNA).await.subject.contains("You are the Guards"));
    assert!(last(&mut app, BEN).await.subject.contains("You are the Raiders"));
    app.finish().await;
}

#[tokio::test]
async fn all_of_it_goes_by_mail_alone() {
    let mut app = TestApp::start(FORD).await;
    let asked = format!("new the-ford crossing as raiders against {BEN}\nsay: to the ford!\nname: Anna");
    let said = app.hand_in(&written(ANNA, &asked)).await;
    assert!(said.contains("a request"), "{said}");
    assert!(last(&mut app, ANNA).await.text.contains("Nothing has happened yet"));
    assert_eq!(app.hand_in(&written(ANNA, &asked)).await.trim(), "known already");
    answer(&mut app, ANNA, "yes").await;
    assert!(last(&mut app, BEN).await.text.contains("to the ford!"));
    answer(&mut app, BEN, "What is this?").await;
    let told = last(&mut app, BEN).await.text;
    assert!(told.contains("expected `accept` or `decline`"), "{told}");
    answer(&mut app, BEN, "Accept!").await;
    assert_eq!(games(&app).await, 1);
    let raiders = app.service.store.seat(1, "raiders").await.expect("a seat");
    assert_eq!(raiders.address.as_deref(), Some(ANNA));
    app.finish().await;
}

#[tokio::test]
async fn what_cannot_be_offered_is_told_and_everybody_else_is_a_stranger_still() {
    let mut app = TestApp::start(FORD).await;
    app.hand_in(&written(ANNA, "new the-ford crossing as nobody against link")).await;
    let told = last(&mut app, ANNA).await.text;
    assert!(told.contains("is no side of The Ford") && told.contains("the-ford (The Ford): crossing"), "{told}");
    app.hand_in(&written(ANNA, &format!("new the-ford crossing against {ANNA}"))).await;
    assert!(last(&mut app, ANNA).await.text.contains("own address"));
    for text in ["hello there", "new year's greetings", "join us"] {
        let said = app.hand_in(&written("carl@home.example", text)).await;
        assert!(said.contains("from a stranger"), "{text}: {said}");
    }
    assert!(app.got("carl@home.example").is_empty());
    // whoever forges a sender makes us write to him a few times at most
    for nth in 0..20 {
        app.between = 1000;
        app.hand_in(&written("dora@home.example", &format!("new{}", " ".repeat(nth)))).await;
    }
    assert!(app.got("dora@home.example").len() <= 4, "{}", app.got("dora@home.example").len());
    app.finish().await;
}

#[tokio::test]
async fn a_game_is_asked_for_by_its_title_and_a_wrong_name_is_answered_with_those_that_exist() {
    let mut app = TestApp::start(games::GAMES).await;
    app.hand_in(&written(ANNA, "new The Ardennes Offensive scenario 10 as German against link")).await;
    let told = last(&mut app, ANNA).await;
    assert!(told.text.contains("Nothing has happened yet") && told.text.contains("Both prepared"), "{}", told.text);
    app.hand_in(&written(BEN, "new autum-fog initial-assault against link")).await;
    let told = last(&mut app, BEN).await.text;
    assert!(told.contains("“autum-fog initial-assault” is no game here. Do you mean autumn-fog"), "{told}");
    let listed: Vec<&str> = told.lines().filter(|line| line.starts_with("* ")).collect();
    assert!(listed.len() == 5 && listed[0].starts_with("* autumn-fog ("), "{told}");
    assert_eq!(told.matches("is no game here").count(), 1, "nothing is said twice: {told}");
    app.finish().await;
}

#[tokio::test]
async fn who_asks_for_help_is_answered_once_a_day_and_a_program_never() {
    let mut app = TestApp::start(FORD).await;
    for (nth, text) in ["help", "help!", "Hello,\nhow do I start a game?\nDora"].into_iter().enumerate() {
        let said = app.hand_in(&written("dora@home.example", text)).await;
        assert_eq!(said.starts_with("ignored"), nth > 0, "{text}: {said}");
    }
    let told = last(&mut app, "dora@home.example").await;
    assert_eq!(app.got("dora@home.example").len(), 1);
    assert!(
        told.text.contains("the-ford (The Ford): crossing") && told.text.contains("`new GAME SCENARIO"),
        "{told:?}"
    );
    // our own answer that comes back begins no loop
    let ours = app.got("dora@home.example").remove(0).bytes;
    assert!(app.hand_in(&ours).await.starts_with("ignored"));
    let program = [b"Auto-Submitted: auto-replied\r\n".as_slice(), &written("eve@home.example", "help")].concat();
    assert!(app.hand_in(&program).await.starts_with("ignored"));
    app.clock.advance(DAY);
    app.hand_in(&written("dora@home.example", "What is Fieldpost, a game?")).await;
    app.deliver().await;
    assert_eq!(app.got("dora@home.example").len(), 2, "another day");
    app.finish().await;
}

#[tokio::test]
async fn only_whom_his_mail_server_vouches_for_is_helped_where_one_does() {
    let host = "mx.fieldpost.example";
    let mut app = TestApp::with(FORD, |settings| settings.authserv = Some(host.to_owned())).await;
    let asked = written(ANNA, "What is this game?");
    assert!(app.hand_in(&asked).await.starts_with("ignored"), "a forged sender never asked");
    assert!(app.got(ANNA).is_empty());
    let vouched = format!("Authentication-Results: {host}; dmarc=pass header.from=home.example\r\n");
    app.hand_in(&[vouched.as_bytes(), &asked].concat()).await;
    assert!(last(&mut app, ANNA).await.text.contains("This is Fieldpost"));
    app.finish().await;
}

#[tokio::test]
async fn what_a_guest_says_beside_accept_is_said_when_the_game_begins() {
    let mut app = TestApp::start(FORD).await;
    app.hand_in(&written(ANNA, &format!("new the-ford crossing as raiders against {BEN}"))).await;
    answer(&mut app, ANNA, "yes").await;
    let before = app.got(ANNA).len();
    answer(&mut app, BEN, "Hi Anna,\n\naccept\nsay: Well met, have fun!\n\nBen").await;
    assert_eq!(games(&app).await, 1);
    let told = last(&mut app, ANNA).await.text;
    assert!(told.contains("Guards says: Well met, have fun!"), "{told}");
    assert_eq!(app.got(ANNA).len(), before + 1, "in the first mail of the game");
    app.finish().await;
}

#[tokio::test]
async fn an_invitation_is_declined_withdrawn_or_ends_and_its_host_is_told_once() {
    let mut app = TestApp::start(FORD).await;
    let mut paths = Vec::new();
    for nth in 0..3 {
        let guest = format!("guest-{nth}@home.example");
        offer(&app, "", &format!("side=&opponent=address&guest={guest}&address={ANNA}")).await;
        let (path, _) = page_of(&mut app, ANNA, "/invitation/").await;
        press(&app, &path, "confirm").await;
        let (guest, _) = page_of(&mut app, &guest, "/invitation/").await;
        paths.push((path, guest));
        app.clock.advance(DAY);
    }
    press(&app, &paths[0].1, "decline").await;
    assert!(last(&mut app, ANNA).await.text.contains("was declined"));
    let told = app.got(ANNA).len();
    press(&app, &paths[0].1, "decline").await;
    assert_eq!(press(&app, &paths[0].1, "accept").await.status, 200, "it says that it is too late");
    press(&app, &paths[1].0, "withdraw").await;
    let late = press(&app, &paths[1].1, "accept").await;
    assert!(late.body.contains("was withdrawn"), "{}", late.body);
    app.clock.advance(15 * DAY);
    assert_eq!(app.service.expire_invitations().await.expect("looked"), 1);
    assert_eq!(app.service.expire_invitations().await.expect("looked"), 0);
    app.deliver().await;
    assert_eq!(
        app.got(ANNA).len(),
        told + 1,
        "declined was told before, withdrawn needs no telling, the third has ended"
    );
    let late = press(&app, &paths[2].1, "accept").await;
    assert!(late.body.contains("its time is over"), "{}", late.body);
    let states: Vec<String> =
        vec![invitation(&app, 1).await.state, invitation(&app, 2).await.state, invitation(&app, 3).await.state];
    assert_eq!((states, games(&app).await), (vec!["declined".into(), "withdrawn".into(), "expired".into()], 0));
    app.finish().await;
}

#[tokio::test]
async fn whoever_declines_after_the_game_has_begun_is_told_to_resign() {
    let mut app = TestApp::start(FORD).await;
    offer(&app, "", &format!("side=guards&opponent=address&guest={BEN}&address={ANNA}")).await;
    answer(&mut app, ANNA, "yes").await;
    let (path, _) = page_of(&mut app, BEN, "/invitation/").await;
    press(&app, &path, "accept").await;
    let late = press(&app, &path, "decline").await;
    assert!(late.body.contains("resign the game"), "{}", late.body);
    assert_eq!((invitation(&app, 1).await.state.as_str(), games(&app).await), ("begun", 1));
    app.finish().await;
}

#[tokio::test]
async fn invitations_have_a_quota_and_can_be_refused_for_good() {
    let mut app = TestApp::start(FORD).await;
    offer(&app, "", &format!("side=&opponent=link&address={ANNA}")).await;
    let cookie = pass(&mut app, ANNA).await;
    let mut sent = 0;
    for nth in 0..8 {
        let answer = offer(&app, &cookie, &format!("side=&opponent=address&guest=guest-{nth}@home.example")).await;
        sent += usize::from(answer.status == 303);
        if answer.status != 303 {
            assert!(answer.status == 400 && answer.body.contains("take the link"), "{}", answer.body);
        }
    }
    assert_eq!(sent, 5, "so many invitations at once");
    // what was refused keeps no place
    let kept: Option<i64> =
        one(app.service.store.readers(), "SELECT COUNT(*) FROM invitations", []).await.expect("counted");
    assert_eq!(kept, Some(6), "five, and the draft with which it began");
    for _ in 0..4 {
        assert_eq!(offer(&app, &cookie, "side=&opponent=link").await.status, 303);
    }
    let full = offer(&app, &cookie, "side=&opponent=link").await;
    assert!(full.body.contains("10 of your invitations are open"), "{}", full.body);
    let (path, _) = page_of(&mut app, "guest-0@home.example", "/invitation/").await;
    press(&app, &path, "block").await;
    app.clock.advance(2 * DAY);
    let again = offer(&app, &cookie, "side=&opponent=address&guest=guest-0@home.example").await;
    assert!(again.status == 400 && again.body.contains("takes no invitations"), "{}", again.body);
    app.finish().await;
}

#[tokio::test]
async fn from_whom_a_player_wants_no_invitations_he_gets_no_game_either_and_she_is_not_told_why() {
    let mut app = TestApp::start(FORD).await;
    let (carl, eve) = ("carl@home.example", "eve@home.example");
    offer(&app, "", &format!("side=&opponent=address&guest={carl}&address={eve}&name=E%EF%BF%BFve")).await;
    answer(&mut app, eve, "yes").await;
    assert!(last(&mut app, carl).await.text.contains("Eve ("), "what is no sign is no part of a name");
    let (path, _) = page_of(&mut app, carl, "/invitation/").await;
    press(&app, &path, "block").await;
    let pass_of_eve = pass(&mut app, eve).await;
    for (nth, way) in ["open", "link"].into_iter().enumerate() {
        offer(&app, "", &format!("side=guards&opponent={way}&address={carl}")).await;
        answer(&mut app, carl, "yes").await;
        let (path, page) = page_of(&mut app, carl, "/join/").await;
        let got = app.got(carl).len();
        // at once, by her pass
        let own = app.get(&path, &pass_of_eve).await.body;
        let form = format!("form_token={}&address=", field(&own, "form_token"));
        let refused = app.post(&path, FORM, &[("Cookie", &pass_of_eve)], form.as_bytes()).await;
        assert_eq!(refused.status, 400, "{}", refused.body);
        assert!(refused.body.contains("you cannot join this game") && !refused.body.contains(carl), "{}", refused.body);
        // and by mail: that she is asked tells nobody who writes her address what Carl thinks of her
        let form = format!("form_token={}&address={eve}", field(&page, "form_token"));
        assert_eq!(app.post(&path, FORM, &[], form.as_bytes()).await.status, 200);
        answer(&mut app, eve, "accept").await;
        assert!(flat(&last(&mut app, eve).await.text).contains("You cannot join this game"));
        assert_eq!((games(&app).await, app.got(carl).len()), (nth, got), "he hears nothing of it");
        let form = format!("form_token={}&address={BEN}", field(&page, "form_token"));
        app.post(&path, FORM, &[], form.as_bytes()).await;
        answer(&mut app, BEN, "accept").await;
        assert_eq!(games(&app).await, nth + 1, "it is open to others still");
    }
    // whom he invites himself he wants
    offer(&app, "", &format!("side=&opponent=address&guest={eve}&address={carl}")).await;
    answer(&mut app, carl, "yes").await;
    answer(&mut app, eve, "accept").await;
    assert_eq!(games(&app).await, 3);
    app.finish().await;
}

#[tokio::test]
async fn a_link_and_an_open_game_are_joined_by_one_whoever_is_fastest() {
    let mut app = TestApp::start(FORD).await;
    offer(&app, "", &format!("side=guards&opponent=open&address={ANNA}&name=Anna&words=Any+time")).await;
    assert!(!app.get("/", "").await.body.contains("/join/"), "a draft is nobody's business");
    answer(&mut app, ANNA, "yes").await;
    let home = app.get("/", "").await.body;
    assert!(home.contains("Looking for an opponent") && home.contains("Any time") && !home.contains(ANNA), "{home}");
    let path = link(&last(&mut app, ANNA).await.text, "/join/");
    let page = app.get(&path, "").await.body;
    assert!(page.contains("Join the game") && !page.contains(ANNA), "{page}");
    for address in [BEN, "carl@home.example"] {
        let form = format!("form_token={}&address={address}", field(&page, "form_token"));
        assert_eq!(app.post(&path, FORM, &[], form.as_bytes()).await.status, 200);
    }
    answer(&mut app, BEN, "accept").await;
    answer(&mut app, "carl@home.example", "accept").await;
    assert_eq!(games(&app).await, 1);
    assert!(last(&mut app, "carl@home.example").await.text.contains("has begun, with somebody else"));
    assert!(app.get(&path, "").await.body.contains("It cannot be joined"));
    // the same by its number
    offer(&app, "", &format!("side=guards&opponent=open&address={ANNA}")).await;
    answer(&mut app, ANNA, "yes").await;
    app.hand_in(&written("carl@home.example", "join 2")).await;
    answer(&mut app, "carl@home.example", "accept").await;
    assert_eq!(games(&app).await, 2);
    app.finish().await;
}

#[tokio::test]
async fn an_invitation_that_does_not_arrive_ends_and_is_told() {
    let mut app = TestApp::start(FORD).await;
    offer(&app, "", &format!("side=&opponent=address&guest={BEN}&address={ANNA}")).await;
    let asked = last(&mut app, ANNA).await;
    let raw = app.got(ANNA).last().expect("there is one").bytes.clone();
    app.refuse(BEN, "550 nobody of that name here");
    app.take_in(&eml(ANNA, &reply_to(&raw), &asked, "yes")).await;
    app.drain().await;
    app.drain().await;
    assert_eq!(invitation(&app, 1).await.state, "unreachable");
    assert!(last(&mut app, ANNA).await.text.contains("came back"));
    app.finish().await;
}

#[tokio::test]
async fn my_games_are_sorted_by_whose_move_it_is_and_a_pass_can_be_made_void() {
    let mut app = TestApp::start(FORD).await;
    let (first, second) = (app.game("the-ford", "crossing").await, app.game("the-ford", "crossing").await);
    let guards = "guards@players.example";
    let cookie = pass(&mut app, guards).await;
    let page = app.get("/mine", &cookie).await.body;
    assert!(page.contains("Your move.") && page.contains(guards), "{page}");
    let order = |page: &str| {
        let at = |game: i64| page.find(&format!("Game {game}, you play")).expect("listed");
        at(first) < at(second)
    };
    assert!(order(&page), "the one that waits longest stands first");
    app.service.submit(&fieldpost_tests::app::order(first, 1, "page first", "mine 3")).await.expect("taken");
    let page = app.get("/mine", &cookie).await.body;
    assert!(!order(&page), "what waits for somebody else stands below: {page}");
    let listed: serde_json::Value = serde_json::from_str(&app.get("/api/mine", &cookie).await.body).expect("JSON");
    assert_eq!(listed["games"][0]["game"], second);
    let seat = listed["games"][0]["seat"].as_str().expect("a link");
    assert_eq!(app.get(seat, "").await.status, 303);
    let form = format!("form_token={}&action=void", field(&page, "form_token"));
    assert_eq!(app.post("/mine", FORM, &[("Cookie", &cookie)], form.as_bytes()).await.status, 303);
    assert!(app.get("/mine", &cookie).await.body.contains("Send me the link"), "the old pass is void");
    app.finish().await;
}

#[tokio::test]
async fn who_asks_for_the_games_of_a_stranger_learns_nothing_and_mails_nobody() {
    let mut app = TestApp::start(FORD).await;
    let page = app.get("/mine", "").await.body;
    for address in ["nobody@home.example", "guards@players.example"] {
        app.game("the-ford", "crossing").await;
        let form = format!("form_token={}&address={address}", field(&page, "form_token"));
        let told = app.post("/mine/pass", FORM, &[], form.as_bytes()).await;
        assert!(told.body.contains(&format!("If there are games or invitations for {address}")), "{}", told.body);
    }
    app.deliver().await;
    assert!(app.got("nobody@home.example").is_empty());
    assert_eq!(app.get("/pass/g1.mailed-0.5.paaaaaaaaaaaaaaaaa", "").await.status, 403);
    let known: Option<i64> =
        one(app.service.store.readers(), "SELECT COUNT(*) FROM people", []).await.expect("counted");
    assert_eq!(known, Some(1));
    app.finish().await;
}

#[tokio::test]
async fn programs_offer_games_by_json() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let cookie = pass(&mut app, "guards@players.example").await;
    let mine: serde_json::Value = serde_json::from_str(&app.get("/api/mine", &cookie).await.body).expect("JSON");
    let body = br#"{"game":"the-ford","scenario":"crossing","side":"guards","opponent":"link"}"#;
    let json = "application/json";
    let foreign = app.post("/api/invitations", json, &[("Cookie", &cookie), ("X-Form-Token", "0")], body).await;
    assert_eq!(foreign.status, 403);
    let headers = [("Cookie", cookie.as_str()), ("X-Form-Token", mine["form_token"].as_str().expect("a token"))];
    let offered = app.post("/api/invitations", json, &headers, body).await;
    let offered: serde_json::Value = serde_json::from_str(&offered.body).expect("JSON");
    assert!(
        offered["state"] == "open" && offered["join"].as_str().is_some_and(|join| join.contains("/join/")),
        "{offered}"
    );
    let body = br#"{"game":"the-ford","scenario":"crossing","opponent":{"address":"ben@home.example"},"address":"anna@home.example"}"#;
    let draft: serde_json::Value =
        serde_json::from_str(&app.post("/api/invitations", json, &[], body).await.body).expect("JSON");
    assert!(draft["state"] == "draft" && draft["join"].is_null(), "{draft}");
    app.finish().await;
}
