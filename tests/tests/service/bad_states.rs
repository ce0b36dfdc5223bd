//! States that nobody wishes for, each with an outcome that is defined.

use engine::contract::SideId;
use engine::table::Aside;
use fieldpost_tests::FORD;
use fieldpost_tests::app::{Home, TestApp, address, eml, flat, order, reply_to};
use pbem_service::mail::Letter;
use pbem_service::submit::Submission;
use pbem_service::{NewGame, Service};

fn resignation(game: i64, side: u8) -> Submission {
    let mut resigns = order(game, side, &format!("page {side} resigns"), "");
    resigns.batch.lines.clear();
    resigns.asides = vec![Aside::Resigned { side: SideId(side) }];
    resigns
}

/// How often somebody gave up, and how the game ended.
async fn ended(service: &Service, game: i64) -> (usize, String) {
    let records = service.store.records(game, 0).await.expect("readable");
    let live = service.live(game).await.expect("opens");
    let outcome = live.session.outcome().expect("it is over").words();
    (records.iter().filter(|record| record.starts_with("{\"Resigned\"")).count(), outcome)
}

#[tokio::test]
async fn of_two_who_resign_by_mail_at_once_the_first_has_lost_and_both_are_told_the_same() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let (guards, raiders) = (app.eml("guards", "resign the game").await, app.eml("raiders", "resign the game").await);
    app.take_in(&raiders).await;
    app.take_in(&guards).await;
    assert_eq!(ended(&app.service, game).await, (1, "Raiders resigned".to_owned()));
    let (own, other) = (flat(&app.last("raiders").await.text), flat(&app.last("guards").await.text));
    assert!(own.contains("You have lost: Raiders resigned"), "{own}");
    assert!(other.contains("You have won: Raiders resigned"), "{other}");
    assert!(other.contains("The game was over already"), "his own comes to nothing, and he learns why: {other}");
    app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_resign_at_once_at_two_instances_one_has_lost() {
    let home = Home::new().await;
    let instances = [
        Service::open(home.settings(None), FORD).await.expect("opens"),
        Service::open(home.settings(None), FORD).await.expect("opens"),
    ];
    for nth in 0..10 {
        let players = ["guards", "raiders"].map(|side| (side.to_owned(), address(&format!("{side}{nth}")))).into();
        let new = NewGame { game: "the-ford".into(), scenario: "crossing".into(), players, ..NewGame::default() };
        let game = instances[0].new_game(&new).await.expect("starts");
        let (one, other) = (resignation(game, 0), resignation(game, 1));
        let (first, second) = tokio::join!(instances[0].submit(&one), instances[1].submit(&other));
        let (first, second) = (first.expect("judged"), second.expect("judged"));
        assert_ne!(first.report.changed, second.report.changed, "game {nth}");
        let told = [ended(&instances[0], game).await, ended(&instances[1], game).await];
        assert_eq!(told[0], told[1], "both instances tell the same");
        let loser = if first.report.changed { "Raiders" } else { "Guards" };
        assert_eq!(told[0], (1, format!("{loser} resigned")));
    }
}

#[tokio::test]
async fn an_address_that_changes_in_mid_question_leaves_the_question_to_its_player() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let question = app.got(&address("guards"));
    assert!(question.is_empty());
    app.deliver().await;
    let raw = app.got(&address("guards")).last().expect("the question").bytes.clone();
    let original = Letter::parse(&raw).expect("ours");
    app.service.set_address(game, "guards", "new@players.example").await.expect("changed");
    app.deliver().await;
    // the old address answers what it was asked before: its player, who has the new one, is asked whether that was he
    app.hand_in(&eml(&address("guards"), &reply_to(&raw), &original, "mine 2")).await;
    let orders = async |app: &TestApp| {
        let records = app.service.store.records(game, 0).await.expect("readable");
        records.iter().filter(|record| record.starts_with("{\"Ordered\"")).count()
    };
    assert_eq!(orders(&app).await, 0);
    let asked = app.got("new@players.example");
    let asked = flat(&Letter::parse(&asked.last().expect("asked").bytes).expect("ours").text);
    assert!(asked.contains("came with your reply token, but from another address"), "{asked}");
    // from the new one the same question is answered with the token of the old mail
    app.hand_in(&eml("new@players.example", &reply_to(&raw), &original, "mine 3")).await;
    assert_eq!(orders(&app).await, 1);
    let receipt = app.got("new@players.example");
    let receipt = flat(&Letter::parse(&receipt.last().expect("a receipt").bytes).expect("ours").text);
    assert!(receipt.contains("[done] mine 3"), "{receipt}");
    assert!(
        !app.got(&address("guards"))
            .iter()
            .any(|mail| { Letter::parse(&mail.bytes).expect("ours").text.contains("[done] mine 3") }),
        "the old address is told nothing"
    );
    app.finish().await;
}

#[tokio::test]
async fn who_confirms_his_new_address_while_a_draw_is_agreed_on_is_told_so_there() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "propose draw").await;
    app.service.ask_new_address(game, "guards", "new@players.example").await.expect("asked");
    app.reply("raiders", "accept 1").await;
    let link = {
        let mails = app.got("new@players.example");
        let text = Letter::parse(&mails.last().expect("a question").bytes).expect("ours").text;
        fieldpost_tests::app::link(&text, "/address/")
    };
    assert_eq!(app.post(&link, "text/plain", &[], b"").await.status, 200);
    app.deliver().await;
    let mails = app.got("new@players.example");
    let text = flat(&Letter::parse(&mails.last().expect("how it stands").bytes).expect("ours").text);
    assert!(text.contains("A draw: by agreement"), "{text}");
    app.finish().await;
}
