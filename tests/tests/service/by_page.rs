use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, field};
use games::GAMES;
use pbem_service::store::{one, run};

const FORM: &str = "application/x-www-form-urlencoded";

#[tokio::test]
async fn orders_from_the_page_are_carried_out_once_and_mailed_to_the_other_side() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    assert!(page.contains("Where does your mine lie?") && page.contains("data-order=\"mine 1\""), "{page}");
    let form = format!(
        "form_token={}&key={}&ask={}&orders=mine+3&say=hello",
        field(&page, "form_token"),
        field(&page, "key"),
        field(&page, "ask")
    );
    let path = format!("/games/{game}/orders");
    let mut shown = String::new();
    for _ in 0..2 {
        let answer = app.post(&path, FORM, &[("Cookie", &cookie)], form.as_bytes()).await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        shown = app.get(answer.header("location").expect("onward"), &cookie).await.body;
    }
    assert!(shown.contains("Your mine lies in hex 3."), "{shown}");
    let records = app.service.store.records(game, 0).await.expect("readable");
    assert_eq!(records.iter().filter(|record| record.contains("\"Ordered\"")).count(), 1);
    assert!(app.last("raiders").await.text.contains("Guards says: hello"));
    app.finish().await;
}

#[tokio::test]
async fn a_form_without_our_token_or_without_a_seat_does_nothing() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let path = format!("/games/{game}/orders");
    let form = b"form_token=guess&key=abcdefgh&ask=1&orders=mine+3";
    assert_eq!(app.post(&path, FORM, &[("Cookie", &cookie)], form).await.status, 403);
    assert_eq!(app.post(&path, FORM, &[], form).await.status, 403);
    let json = br#"{"key":"abcdefgh","ask":null,"lines":["mine 3"]}"#;
    let submit = format!("/api/games/{game}/submit");
    assert_eq!(app.post(&submit, "application/json", &[("Cookie", &cookie)], json).await.status, 403);
    assert_eq!(
        app.service.store.head(game).await.expect("readable"),
        app.service.live(game).await.expect("open").session.len()
    );
    app.finish().await;
}

#[tokio::test]
async fn programs_ask_what_is_legal_step_by_step_and_submit_by_json() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let legal = format!("/api/games/{game}/legal");
    let first = app.post(&legal, "application/json", &[("Cookie", &cookie)], br#"{"steps":[]}"#).await;
    let first: serde_json::Value = serde_json::from_str(&first.body).expect("JSON");
    let step = &first["next"][0]["step"];
    let body = serde_json::json!({ "steps": [step] }).to_string();
    let second = app.post(&legal, "application/json", &[("Cookie", &cookie)], body.as_bytes()).await;
    let second: serde_json::Value = serde_json::from_str(&second.body).expect("JSON");
    assert_eq!(second["next"].as_array().map(Vec::len), Some(5), "{second}");
    assert_eq!(second["next"][4]["text"], "mine 5");
    assert_eq!(second["next"][4]["complete"], true);

    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    let token = field(&page, "form_token");
    let body = serde_json::json!({
        "key": "program-1", "ask": null, "lines": [[step, second["next"][4]["step"]]]
    });
    let headers = [("Cookie", cookie.as_str()), ("X-Form-Token", token.as_str())];
    let submit = format!("/api/games/{game}/submit");
    let answer = app.post(&submit, "application/json", &headers, body.to_string().as_bytes()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(answer.body.contains("Your mine lies in hex 5."), "{}", answer.body);
    let nonsense = app.post(&legal, "application/json", &[("Cookie", &cookie)], br#"{"steps":[42]}"#).await;
    assert_eq!(nonsense.status, 400);
    app.finish().await;
}

#[tokio::test]
async fn every_page_and_file_of_a_game_is_there_and_nothing_else() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    for (path, kind) in [
        ("/".to_owned(), "text/html"),
        (format!("/games/{game}"), "text/html"),
        (format!("/games/{game}/rules"), "text/html"),
        (format!("/games/{game}/dice"), "text/html"),
        (format!("/games/{game}/board.svg"), "image/svg+xml"),
        (format!("/games/{game}/board.png"), "image/png"),
        (format!("/games/{game}/counter/column-0.svg?on=mine"), "image/svg+xml"),
        (format!("/games/{game}/back/1.svg"), "image/svg+xml"),
        (format!("/games/{game}/marker/post.svg"), "image/svg+xml"),
        ("/style.css".to_owned(), "text/css"),
        ("/board.js".to_owned(), "text/javascript"),
        ("/dice.js".to_owned(), "text/javascript"),
    ] {
        let answer = app.get(&path, "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        assert!(answer.header("content-type").is_some_and(|found| found.starts_with(kind)), "{path}");
    }
    for path in ["/games/99", "/games/x", "/games/1/counter/nobody-0.svg", "/seat/x", "/nowhere"] {
        let answer = app.get(path, "").await;
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
    }
    app.deliver().await;
    app.finish().await;
}

#[tokio::test]
async fn mail_stops_at_the_players_wish_by_one_click_and_play_goes_on() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let raw = app.mails("raiders").await.remove(0).bytes;
    let raw = String::from_utf8_lossy(&raw).replace("\r\n ", "");
    let field = raw.lines().find(|line| line.starts_with("List-Unsubscribe: ")).expect("a way out");
    let path = &field[field.find("/pause/").expect("a page")..field.find('>').expect("its end")];
    assert_eq!(app.get(path, "").await.status, 200);
    let before = app.mails("raiders").await.len();
    app.reply("guards", "say: still there?").await;
    assert_eq!(app.mails("raiders").await.len(), before + 1, "opening the page stops nothing");
    let one_click = b"List-Unsubscribe=One-Click";
    assert_eq!(app.post(path, FORM, &[], one_click).await.status, 200);
    app.reply("guards", "mine 3").await;
    assert_eq!(app.mails("raiders").await.len(), before + 1);
    assert!(app.service.live(game).await.expect("open").session.outcome().is_none());
    app.finish().await;
}

#[tokio::test]
async fn the_start_page_of_a_demo_starts_any_scenario_with_any_options() {
    let app = TestApp::with(GAMES, |settings| settings.demo = true).await;
    let here = app.here().await;
    let cookie = [("Cookie", here.as_str())];
    let home = app.get("/", &here).await.body;
    for offered in ["The Initial Assault", "The Entire Battle", "Fog of war (optional rule 11)", "value=\"covered\""] {
        assert!(home.contains(offered), "{offered}: {home}");
    }
    let token = field(&home, "form_token");
    let order = |token: &str, fog: &str| {
        format!("form_token={token}&game=autumn-fog&scenario=entire-battle&fog-of-war={fog}&snafus=no&presents=yes")
    };
    let started = app.post("/demo/game", FORM, &cookie, order(&token, "stacks").as_bytes()).await;
    assert_eq!(started.status, 303, "{}", started.body);
    let games = app.service.store.games().await.expect("readable");
    assert_eq!(games.iter().map(|game| game.scenario.as_str()).collect::<Vec<_>>(), ["entire-battle"]);
    let records = app.service.store.records(games[0].id, 0).await.expect("readable");
    assert!(records[0].contains("\"fog-of-war\":\"stacks\""), "{}", records[0]);

    let wrong = app.post("/demo/game", FORM, &cookie, order(&token, "thick").as_bytes()).await;
    assert!(wrong.status >= 400 && wrong.body.contains("it can be: no, stacks, covered"), "{}", wrong.body);
    let foreign = app.post("/demo/game", FORM, &cookie, order("0", "no").as_bytes()).await;
    assert_eq!(foreign.status, 403);
    assert_eq!(app.service.store.games().await.expect("readable").len(), 1);
    app.finish().await;
}

#[tokio::test]
async fn the_box_for_orders_takes_every_line_that_a_mail_takes() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let write = async |key: &str, orders: &str, button: &str| {
        let page = app.get(&format!("/games/{game}"), &cookie).await.body;
        let form = format!("form_token={}&key=a-box-{key}&orders={orders}{button}", field(&page, "form_token"));
        let path = format!("/games/{game}/orders");
        let answer = app.post(&path, FORM, &[("Cookie", &cookie)], form.as_bytes()).await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        app.get(answer.header("location").expect("the page"), &cookie).await.body
    };
    write("tried", "say:+not+yet", "&preview=1").await;
    let alone = write("alone", "resign", "").await;
    assert!(alone.contains("Write <code>resign the game</code>"), "{alone}");
    let page = write("both", "say:+well+met%0D%0Amine+3", "").await;
    assert!(page.contains("well met") && !page.contains("not yet"), "{page}");
    assert!(page.contains("Your mine lies in hex 3."), "{page}");
    let over = write("end", "Resign+the+game", "").await;
    assert!(over.contains("The game is over"), "{over}");
    app.deliver().await;
    app.finish().await;
}

#[tokio::test]
async fn nothing_can_be_started_from_the_page_of_a_host_that_is_no_demo() {
    let app = TestApp::start(GAMES).await;
    let home = app.get("/", "").await.body;
    assert!(!home.contains("/demo/game"), "{home}");
    assert_eq!(app.post("/demo/game", FORM, &[], b"game=autumn-fog").await.status, 404);
    app.finish().await;
}

#[tokio::test]
async fn orders_that_are_only_tried_out_store_nothing_and_mail_nobody() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let cookie = app.seat("guards").await;
    let page = app.get(&format!("/games/{game}"), &cookie).await.body;
    let rows = "SELECT COUNT(*) FROM outbox";
    let queued = one::<i64>(app.service.store.readers(), rows, []).await.expect("readable");
    let head = app.service.store.head(game).await.expect("readable");
    let (token, ask) = (field(&page, "form_token"), field(&page, "ask"));
    let key = field(&page, "key");
    let form = format!("form_token={token}&key={key}&ask={ask}&orders=mine+3&say=&preview=yes");
    let answer = app.post(&format!("/games/{game}/orders"), FORM, &[("Cookie", &cookie)], form.as_bytes()).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    let shown = app.get(answer.header("location").expect("onward"), &cookie).await.body;
    assert!(shown.contains("mine 3") && shown.contains("only tried out"), "{shown}");
    let json = br#"{"lines":["mine 3"]}"#;
    let tried = app.post(&format!("/api/games/{game}/preview"), "application/json", &[("Cookie", &cookie)], json).await;
    assert!(tried.status == 200 && tried.body.contains("TriedOut"), "{}", tried.body);
    assert_eq!(app.service.store.head(game).await.expect("readable"), head, "nothing has happened");
    assert_eq!(one::<i64>(app.service.store.readers(), rows, []).await.expect("readable"), queued, "nothing is mailed");
    app.finish().await;
}

#[tokio::test]
async fn a_mail_that_only_tries_orders_out_is_answered_and_the_other_side_hears_nothing() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (mine, others) = (app.mails("guards").await.len(), app.mails("raiders").await.len());
    let head = app.service.store.head(game).await.expect("readable");
    app.reply("guards", "preview mine 3").await;
    assert_eq!(app.mails("guards").await.len(), mine + 1, "the answer to the question");
    assert_eq!(app.mails("raiders").await.len(), others);
    assert_eq!(app.service.store.head(game).await.expect("readable"), head);
    app.finish().await;
}

#[tokio::test]
async fn programs_say_and_resign_in_the_lines_of_a_mail_and_are_told_in_json_what_is_wrong() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let seat = app.seat("guards").await;
    let page = app.get(&format!("/games/{game}"), &seat).await.body;
    let token = field(&page, "form_token");
    let headers = [("Cookie", seat.as_str()), ("X-Form-Token", token.as_str())];
    let send = async |path: &str, body: &str| app.post(path, "application/json", &headers, body.as_bytes()).await;
    let submit = format!("/api/games/{game}/submit");
    let answer = send(&submit, r#"{"key":"key-0001","lines":["say Good luck!","mine 3"]}"#).await;
    assert!(answer.body.contains("\"changed\":true") && !answer.body.contains("Good luck"), "{}", answer.body);
    let records = app.service.store.records(game, 0).await.expect("readable");
    assert!(
        records.iter().any(|record| record.contains("Good luck!") && record.starts_with("{\"Said\"")),
        "{records:?}"
    );
    for (path, body, words) in [
        (submit.as_str(), "{", "cannot be read as JSON"),
        (&submit, r#"{"key":"key-0002"}"#, "line 1, column"),
        (&submit, r#"{"key":"short","lines":[]}"#, "expected a key"),
        ("/api/games/none/submit", "{}", "there is no page"),
        ("/api/games/99/submit", r#"{"key":"key-0003","lines":[]}"#, "there is no game 99"),
        ("/api/nowhere", "{}", "there is no page"),
    ] {
        let answer = send(path, body).await;
        let told: serde_json::Value =
            serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{path}: {}", answer.body));
        let error = told["error"].as_str().unwrap_or_default();
        assert!(error.contains(words) && !error.contains("missing field"), "{path} {body}: {error}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    let answer = send(&submit, r#"{"key":"key-0009","lines":["resign the game"]}"#).await;
    assert!(answer.body.contains("\"changed\":true"), "{}", answer.body);
    assert!(app.service.live(game).await.expect("there").session.outcome().is_some());
    app.finish().await;
}

#[tokio::test]
async fn a_supervisor_hears_whether_the_process_lives_and_whether_it_can_serve() {
    let app = TestApp::start(FORD).await;
    for (path, word) in [("/healthz", "alive\n"), ("/readyz", "ready\n")] {
        let answer = app.get(path, "").await;
        assert_eq!((answer.status, answer.body.as_str()), (200, word));
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
    }
    let rename = async |from: &str, to: &str| {
        let sql = format!("ALTER TABLE {from} RENAME TO {to}");
        run(app.service.store.writer(), &sql, []).await.expect("renamed");
    };
    rename("secrets", "lost").await;
    let answer = app.get("/readyz", "").await;
    assert_eq!((answer.status, answer.body.as_str()), (503, "the database does not answer\n"));
    assert_eq!(app.get("/healthz", "").await.status, 200);
    rename("lost", "secrets").await;
    app.finish().await;
}

#[tokio::test]
async fn the_dice_page_leads_to_the_ledger_with_which_they_are_checked_elsewhere() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let page = app.get(&format!("/games/{game}/dice"), "").await.body;
    // what a script writes over does not count
    let (_, below) =
        page.split_once("id=\"verdict\"").and_then(|(_, rest)| rest.split_once("</p>")).expect("a verdict");
    assert!(
        below.contains(&format!("href=\"/games/{game}/ledger.jsonl\"")) && below.contains("fieldpost verify"),
        "{page}"
    );
    app.finish().await;
}
