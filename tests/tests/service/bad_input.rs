use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address, eml, field, link, reply_to};
use pbem_service::mail::Letter;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const FORM: &str = "application/x-www-form-urlencoded";

/// Number of events and of mails that there are.
async fn counts(app: &TestApp) -> (Option<i64>, Option<i64>) {
    let store = app.store().await;
    let count = |sql: &'static str| {
        let store = store.clone();
        async move { pbem_service::store::one::<i64>(store.readers(), sql, []).await.expect("readable") }
    };
    (count("SELECT COUNT(*) FROM events").await, count("SELECT COUNT(*) FROM outbox").await)
}

#[tokio::test]
async fn strangers_programs_and_garbage_get_silence_and_leave_nothing() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let before = counts(&app).await;
    let vacation = app.eml("guards", "I am away until Monday.").await;
    let vacation = [b"Auto-Submitted: auto-replied\r\n".as_slice(), &vacation].concat();
    let garbage: Vec<u8> = ChaCha8Rng::seed_from_u64(1).random_iter().take(4096).collect();
    for (what, mail) in [
        ("a stranger", b"From: x@y.example\r\nTo: play@fieldpost.example\r\n\r\nmine 3\r\n".to_vec()),
        (
            "a stranger with a forged token",
            b"From: x@y.example\r\nTo: play+g1.guards.1.oaaaaaaaaaaaaaaaaaa@fieldpost.example\r\n\r\nmine 3\r\n"
                .to_vec(),
        ),
        ("a vacation program", vacation),
        ("garbage", garbage),
        ("nothing", Vec::new()),
    ] {
        let said = app.hand_in(&mail).await;
        assert!(said.starts_with("ignored"), "{what}: {said}");
    }
    assert_eq!(counts(&app).await, before);
    app.finish().await;
}

#[tokio::test]
async fn a_mail_without_orders_gets_a_clear_answer() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let (events, _) = counts(&app).await;
    app.reply("guards", "").await;
    assert!(app.last("guards").await.text.contains("We found no orders in your mail"));
    let long = "mine 3 ".repeat(200);
    app.reply("guards", &long).await;
    let told = app.last("guards").await.text;
    assert!(told.contains("letters and signs; at most 1000 are read"), "{told}");
    let many = "mine 3\r\n".repeat(400);
    app.reply("guards", &many).await;
    assert!(app.last("guards").await.text.contains("400 lines of orders; 300 are the most"));
    assert_eq!(counts(&app).await.0, events);
    app.finish().await;
}

#[tokio::test]
async fn orders_out_of_turn_and_nonsense_are_refused_with_words() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let (events, _) = counts(&app).await;
    app.reply("raiders", "move 2").await;
    assert!(app.last("raiders").await.text.contains("it is not yours to decide now"));
    app.reply("guards", "mine seven").await;
    assert!(app.last("guards").await.text.contains("expected one number. Write `mine NUMBER`"));
    assert_eq!(counts(&app).await.0, events);
    app.finish().await;
}

#[tokio::test]
async fn an_answer_to_an_old_question_is_not_carried_out() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let old = app.eml("guards", "bid 1").await;
    app.reply("guards", "mine 3").await;
    app.hand_in(&old).await;
    assert!(app.last("guards").await.text.contains("The position has moved on"));
    app.finish().await;
}

#[tokio::test]
async fn an_html_only_mail_is_read() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let raw = app.mails("guards").await.remove(0).bytes;
    let mail = format!(
        "From: {}\r\nTo: {}\r\nMessage-ID: <h@players.example>\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/html; charset=utf-8\r\n\r\n<html><body><div>mine&nbsp;4</div><br>\
         <blockquote type=\"cite\">--- write orders above this line ---<br>mine 1</blockquote></body></html>\r\n",
        address("guards"),
        reply_to(&raw)
    );
    app.hand_in(mail.as_bytes()).await;
    assert!(app.last("guards").await.text.contains("Your mine lies in hex 4."));
    app.finish().await;
}

#[tokio::test]
async fn orders_from_another_address_wait_for_the_players_click() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let raw = app.mails("guards").await.remove(0).bytes;
    let original = Letter::parse(&raw).expect("ours");
    let forged = eml("mallory@elsewhere.example", &reply_to(&raw), &original, "mine 3");
    let (events, _) = counts(&app).await;
    assert_eq!(app.hand_in(&forged).await.trim(), "waits for a confirmation");
    assert_eq!(counts(&app).await.0, events, "nothing is done before the click");
    assert!(app.mails("mallory").await.is_empty());
    let mail = app.last("guards").await;
    let link = mail.text.split_whitespace().find(|word| word.contains("/confirm/")).expect("a link");
    let path = link[link.find("/confirm/").expect("found")..].to_owned();
    let page = app.get(&path, "").await;
    assert_eq!(page.status, 200);
    for shown in ["<code>mine 3</code>", "mallory@elsewhere.example", "Yes, I sent them"] {
        assert!(page.body.contains(shown), "{shown}: {}", page.body);
    }
    assert_eq!(counts(&app).await.0, events, "a scanner that opens the link does nothing");
    let wrong = path.replace("/confirm/g1.guards", "/confirm/g1.raiders");
    assert_eq!(app.post(&wrong, "text/plain", &[], b"").await.status, 403);
    assert_eq!(app.post(&path, "text/plain", &[], b"").await.status, 200);
    assert!(app.last("guards").await.text.contains("Your mine lies in hex 3."));
    let again = app.get(&path, "").await.body;
    assert!(again.contains("You have said that you sent them") && !again.contains("<button"), "{again}");
    app.finish().await;
}

#[tokio::test]
async fn a_player_who_writes_from_two_addresses_confirms_the_second_one_once() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let seat = app.seat("guards").await;
    let raw = app.mails("guards").await.remove(0).bytes;
    let original = Letter::parse(&raw).expect("ours");
    let from_work = |orders: &str| eml("Gus@Work.example", &reply_to(&raw), &original, orders);
    assert_eq!(app.hand_in(&from_work("mine 3")).await.trim(), "waits for a confirmation");
    let path = app.link("guards", "/confirm/").await;
    assert!(app.get(&path, "").await.body.contains("gus@work.example is mine, too"));
    // the box is not ticked: the next one waits again
    assert_eq!(app.post(&path, FORM, &[], b"").await.status, 200);
    assert_eq!(app.hand_in(&from_work("status")).await.trim(), "waits for a confirmation");
    let path = app.link("guards", "/confirm/").await;
    assert_eq!(app.post(&path, FORM, &[], b"always=1").await.status, 200);
    let said = app.hand_in(&from_work("help")).await;
    assert!(said.starts_with("taken"), "{said}");
    assert!(app.got("gus@work.example").is_empty(), "answers go where the seat's mail goes");
    // another address waits as ever, and so does the second one at the other seat
    let stranger = eml("mallory@elsewhere.example", &reply_to(&raw), &original, "status");
    assert_eq!(app.hand_in(&stranger).await.trim(), "waits for a confirmation");
    let raiders = app.mails("raiders").await.remove(0).bytes;
    let other_seat = eml("gus@work.example", &reply_to(&raiders), &Letter::parse(&raiders).expect("ours"), "status");
    assert_eq!(app.hand_in(&other_seat).await.trim(), "waits for a confirmation");
    // he sees it at his seat, and takes it back there
    let page = app.get("/games/1", &seat).await.body;
    assert!(page.contains("Orders are taken from gus@work.example as well."), "{page}");
    assert_eq!(app.press(1, &seat, "action=alone").await.status, 303);
    assert_eq!(app.hand_in(&from_work("what now")).await.trim(), "waits for a confirmation");
    app.finish().await;
}

#[tokio::test]
async fn a_second_address_goes_with_its_player() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let raw = app.mails("guards").await.remove(0).bytes;
    let original = Letter::parse(&raw).expect("ours");
    let from_work = |orders: &str| eml("gus@work.example", &reply_to(&raw), &original, orders);
    app.hand_in(&from_work("mine 3")).await;
    let path = app.link("guards", "/confirm/").await;
    assert_eq!(app.post(&path, FORM, &[], b"always=1").await.status, 200);
    app.service.seat_another(1, "guards", "new@players.example").await.expect("another player");
    assert_eq!(app.hand_in(&from_work("status")).await.trim(), "waits for a confirmation");
    let mail = app.got("new@players.example").pop().expect("he is asked");
    let path = link(&Letter::parse(&mail.bytes).expect("ours").text, "/confirm/");
    assert_eq!(app.post(&path, FORM, &[], b"always=1").await.status, 200);
    app.service.erase_address("GUS@work.example").await.expect("erased");
    assert_eq!(app.hand_in(&from_work("help")).await.trim(), "waits for a confirmation");
    app.finish().await;
}

#[tokio::test]
async fn a_word_of_the_hosts_own_mail_server_is_needed_where_one_is_named() {
    let mut app = TestApp::with(FORD, |settings| settings.authserv = Some("mx.fieldpost.example".to_owned())).await;
    app.game("the-ford", "crossing").await;
    let mail = app.eml("guards", "mine 3").await;
    assert_eq!(app.hand_in(&mail).await.trim(), "waits for a confirmation");
    let mail = app.eml("guards", "mine 3").await;
    // the confirmation mail takes no orders; answer the invitation as a server that checked it hands it on
    let vouched = b"Authentication-Results: mx.fieldpost.example; dmarc=pass header.from=players.example\r\n";
    let said = app.hand_in(&[vouched.as_slice(), &mail].concat()).await;
    assert!(said.starts_with("taken") || said.starts_with("ignored"), "{said}");
    app.finish().await;
}

#[tokio::test]
async fn methods_get_what_http_says() {
    let app = TestApp::start(FORD).await;
    for (method, path, status) in [
        ("HEAD", "/", 200),
        ("HEAD", "/style.css", 200),
        ("HEAD", "/nowhere", 404),
        ("POST", "/", 405),
        ("DELETE", "/games/1", 405),
        ("GET", "/intake", 405),
        ("BREW", "/nowhere", 404),
    ] {
        let answer = fieldpost_tests::http::request(app.address, method, path, &[], &[]).await;
        assert_eq!(answer.status, status, "{method} {path}");
        assert_eq!(answer.bytes.is_empty(), method == "HEAD", "{method} {path}: {}", answer.body);
    }
    app.finish().await;
}

#[tokio::test]
async fn a_raw_mail_needs_the_key_of_this_machine_where_no_secret_is_set() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let mail = app.eml("guards", "mine 3").await;
    // as a proxy hands it on that says nothing about itself
    for headers in [vec![], vec![("X-Fieldpost-Secret", "0123456789abcdef0123456789abcdef")]] {
        assert_eq!(app.post("/intake", "message/rfc822", &headers, &mail).await.status, 403);
    }
    assert!(app.hand_in(&mail).await.starts_with("taken"));
    app.finish().await;
}

#[tokio::test]
async fn a_raw_mail_needs_the_secret_of_the_host() {
    let mut app = TestApp::with(FORD, |settings| settings.intake_secret = Some("open sesame".to_owned())).await;
    app.game("the-ford", "crossing").await;
    let mail = app.eml("guards", "mine 3").await;
    let key = app.service.local_key.clone();
    for headers in [vec![], vec![("X-Fieldpost-Secret", "guess")], vec![("X-Fieldpost-Secret", key.as_str())]] {
        assert_eq!(app.post("/intake", "message/rfc822", &headers, &mail).await.status, 403);
    }
    let answer = app.post("/intake", "message/rfc822", &[("X-Fieldpost-Secret", "open sesame")], &mail).await;
    assert_eq!(answer.status, 202);
    app.finish().await;
}

#[tokio::test]
async fn a_player_who_lost_the_token_is_told_once_how_to_answer_and_nothing_is_done() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let (events, mails) = counts(&app).await;
    let lost = |id: &str, more: &str| {
        let from = address("guards").to_uppercase();
        format!("From: {from}\r\nTo: play@fieldpost.example\r\nMessage-ID: <{id}@x>\r\n{more}\r\nmine 3\r\n")
            .into_bytes()
    };
    assert!(app.hand_in(&lost("away", "Auto-Submitted: auto-replied\r\n")).await.starts_with("ignored"));
    assert!(app.hand_in(&lost("first", "")).await.starts_with("without a token"));
    let answer = app.last("guards").await;
    assert!(
        answer.text.contains("without a reply token") && answer.text.contains("This is game 1."),
        "{}",
        answer.text
    );
    assert_eq!(answer.in_reply_to, ["first@x"]);
    assert!(app.hand_in(&lost("first", "")).await.starts_with("ignored"), "the same letter again");
    assert!(app.hand_in(&lost("second", "")).await.starts_with("ignored"), "one explanation an hour");
    assert_eq!(counts(&app).await, (events, mails.map(|mails| mails + 1)));
    app.reply("guards", "mine 3").await;
    assert!(app.last("guards").await.text.contains("Your mine lies in hex 3."), "its answer counts");
    app.finish().await;
}

#[tokio::test]
async fn lines_that_were_taken_back_or_not_looked_at_are_not_called_refused() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 3\r\nmine 6\r\nmine 4").await;
    let receipt = app.last("guards").await.text;
    for wanted in ["[taken back] mine 3", "[refused] mine 6", "[not looked at] mine 4"] {
        assert!(receipt.contains(wanted), "{wanted:?} is missing in\n{receipt}");
    }
    app.finish().await;
}

#[tokio::test]
async fn what_a_player_says_is_shown_as_text_and_never_as_markup() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "say: <script>alert(1)</script> & <img src=x>\r\nmine 3").await;
    let cookie = app.seat("raiders").await;
    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    assert!(!page.contains("<script>alert") && !page.contains("<img src=x"), "{page}");
    let raw = app.mails("raiders").await.pop().expect("a mail").bytes;
    let html = String::from_utf8_lossy(&raw).replace("=\r\n", "");
    assert!(html.contains("&#60;script") || html.contains("&lt;script"), "{html}");
    assert!(!html.split("text/html").nth(1).unwrap_or_default().contains("<script"));
    app.finish().await;
}

#[tokio::test]
async fn odd_addresses_get_an_error_page_and_the_service_goes_on() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    for path in [
        "/games/99999999999999999999",
        "/games/-1",
        "/games/abc",
        "/games/1/counter/none-0.svg",
        "/games/1/counter/none-999999.svg",
        "/games/1/marker/Nothing.svg",
        "/games/1/back/7.svg",
        "/api/games/99999999999999999999/view",
        "/seat/xyz",
        "/seat/%00%ff",
        "/seat/g99999999999999999999.guards.0.jaaaaaaaaaaaaaaaaa",
        "/confirm/x/y",
        "/pause/x",
        "/nowhere",
    ] {
        let status = app.get(path, "").await.status;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    assert_eq!(app.get(&format!("/games/{game}"), "fieldpost-seat-1=rubbish").await.status, 200);
    app.finish().await;
}

#[tokio::test]
async fn too_large_bodies_and_forms_of_other_pages_are_refused() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let (form, json) = ("application/x-www-form-urlencoded", "application/json");
    let orders = format!("/games/{game}/orders");
    let foreign = app.post(&orders, form, &[("Cookie", &cookie)], b"form_token=guess&key=12345678&orders=mine+3").await;
    assert_eq!(foreign.status, 403);
    let submit = format!("/api/games/{game}/submit");
    let body = br#"{"key":"12345678","lines":["mine 3"]}"#;
    assert_eq!(app.post(&submit, json, &[("Cookie", &cookie)], body).await.status, 403);
    let large = format!("form_token=x&key=12345678&orders={}", "a".repeat(300_000));
    assert_eq!(app.post(&orders, form, &[("Cookie", &cookie)], large.as_bytes()).await.status, 413);
    let large = format!(r#"{{"key":"12345678","lines":["{}"]}}"#, "a".repeat(1 << 20));
    assert_eq!(app.post(&submit, json, &[("Cookie", &cookie)], large.as_bytes()).await.status, 413);
    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    let turn = "%C3%A4%C3%A4+".repeat(9_000);
    let long = format!("form_token={}&key=12345678&orders={turn}", field(&page, "form_token"));
    let answer = app.post(&orders, form, &[("Cookie", &cookie)], long.as_bytes()).await;
    assert_eq!(answer.status, 303, "what the page takes, the form may hold: {}", answer.body);
    assert_eq!(
        app.post("/demo/reply", form, &[], b"form_token=x&row=1&text=x").await.status,
        404,
        "configured: no demo"
    );
    app.finish().await;
}
