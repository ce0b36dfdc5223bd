//! Mail as people, phones and mailing lists write it.

use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, address, reply_to};
use games::GAMES;

/// A mail of the guards to the address of their invitation, with these header fields besides.
async fn mail(app: &mut TestApp, id: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let to = reply_to(&app.mails("guards").await.remove(0).bytes);
    let head = format!("From: Anna Guard <{}>\r\nTo: {to}\r\nMessage-ID: <{id}@x>\r\n{fields}\r\n", address("guards"));
    [head.as_bytes(), body].concat()
}

#[tokio::test]
async fn courtesies_around_the_orders_are_passed_over_and_the_receipt_says_so() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    app.reply("guards", "Hi,\r\n\r\nmine 3\r\n\r\nCheers, Anna\r\n\r\nSent from my iPhone").await;
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("Your mine lies in hex 3."), "{receipt}");
    assert!(receipt.contains("Passed over: `Hi,`, `Cheers, Anna`, `Sent from my iPhone`"), "{receipt}");
    app.reply("raiders", "bid 1").await;
    assert!(!app.last("raiders").await.text.contains("Passed over"), "nothing is, and nothing is said");
    app.finish().await;
}

#[tokio::test]
async fn no_verb_of_a_published_game_is_in_the_way_of_a_courtesy() {
    let mut app = TestApp::start(GAMES).await;
    app.game("autumn-fog", "initial-assault").await;
    app.reply("german", "Hello Ben,\r\n\r\nallot done\r\n\r\nAll the best and take care,\r\nAnna").await;
    let receipt = app.last("german").await.text;
    assert!(receipt.contains("Passed over: `Hello Ben,`, `All the best and take care,`, `Anna`"), "{receipt}");
    assert!(receipt.contains("[done] allot done"), "{receipt}");
    app.finish().await;
}

#[tokio::test]
async fn a_mistaken_order_between_courtesies_is_judged() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let head = app.service.store.head(game).await.expect("readable");
    app.reply("guards", "Hallo,\r\nmine 3\r\nmien 4\r\nViele Grüße\r\nAnna").await;
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("does not begin with `mien` (do you mean mine?)"), "{receipt}");
    assert!(receipt.contains("Passed over: `Hallo,`, `Viele Grüße`, `Anna`"), "{receipt}");
    assert_eq!(app.service.store.head(game).await.expect("readable"), head);
    app.finish().await;
}

#[tokio::test]
async fn an_order_between_quoted_lines_is_carried_out() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let quoted: Vec<String> = app.last("guards").await.text.lines().map(|line| format!("> {line}")).collect();
    let asked = quoted.iter().position(|line| line.contains("Where does your mine lie?")).expect("it is asked");
    let (before, after) = quoted.split_at(asked + 1);
    let body = format!("Fieldpost wrote:\r\n{}\r\nmine 4\r\n{}\r\n", before.join("\r\n"), after.join("\r\n"));
    let inline = mail(&mut app, "inline", "", body.as_bytes()).await;
    app.hand_in(&inline).await;
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("Your mine lies in hex 4."), "{receipt}");
    app.finish().await;
}

#[tokio::test]
async fn a_mail_that_is_too_large_is_answered() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    let head = app.service.store.head(game).await.expect("readable");
    let large = mail(&mut app, "large", "", &b"mine 3\r\n".repeat(3 << 20)).await;
    assert_eq!(app.hand_in(&large).await.trim(), "taken as orders of game 1");
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("larger than 8 MB") && receipt.contains("plain text"), "{receipt}");
    assert_eq!(app.service.store.head(game).await.expect("readable"), head);
    let mails = app.mails("guards").await.len();
    app.hand_in(&large).await;
    assert_eq!(app.mails("guards").await.len(), mails, "once");
    let stranger = [b"From: x@y.example\r\n\r\n".as_slice(), &b"mine 3\r\n".repeat(3 << 20)].concat();
    assert!(app.hand_in(&stranger).await.starts_with("ignored"));
    app.finish().await;
}

#[tokio::test]
async fn a_mailing_list_hands_on_orders_and_gets_no_other_answer() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let mails = app.mails("guards").await.len();
    for (id, fields, body) in [
        ("away", "List-Id: <war.games.example>\r\nAuto-Submitted: auto-replied\r\n", "mine 3"),
        ("old", "Precedence: bulk\r\n", "I am away until Monday."),
        ("talk", "List-Id: <war.games.example>\r\n", "Who will win?"),
        ("junk", "Precedence: junk\r\n", "mine 3"),
    ] {
        let mail = mail(&mut app, id, fields, body.as_bytes()).await;
        assert!(app.hand_in(&mail).await.starts_with("ignored"), "{id}");
    }
    let to = reply_to(&app.mails("guards").await.remove(0).bytes);
    let other = format!("From: x@y.example\r\nTo: {to}\r\nList-Id: <war.games.example>\r\n\r\nmine 3\r\n");
    assert!(app.hand_in(other.as_bytes()).await.starts_with("ignored"), "the list's other members ask nobody");
    assert_eq!(app.mails("guards").await.len(), mails);
    let fields = "List-Id: <war.games.example>\r\nPrecedence: list\r\n";
    let listed =
        mail(&mut app, "orders", fields, b"mine 3\r\n_______________________________________________\r\nWar games\r\n")
            .await;
    assert!(app.hand_in(&listed).await.starts_with("taken"));
    assert!(app.last("guards").await.text.contains("Your mine lies in hex 3."));
    app.finish().await;
}

#[tokio::test]
async fn a_mail_to_two_games_is_carried_out_in_neither() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let first = mail(&mut app, "both", "", b"mine 3").await;
    app.game("the-ford", "crossing").await;
    let second = reply_to(&app.mails("guards").await.pop().expect("the invitation to the second").bytes);
    let both =
        String::from_utf8(first).expect("text").replacen("\r\nMessage-ID", &format!(", {second}\r\nMessage-ID"), 1);
    assert!(app.hand_in(both.as_bytes()).await.starts_with("taken"));
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("addressed to game 1 and to game 2"), "{receipt}");
    assert!(!receipt.contains("Your mine lies"), "{receipt}");
    app.finish().await;
}

#[tokio::test]
async fn markup_in_an_attribute_is_no_order() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let html = b"<html><body><div>mine 3<img alt=\"a > b\" title='<p>mine 9</p>' src=\"cid:x\"></div>\
                 <p>Cheers,<br>Anna</p><blockquote type=\"cite\">mine 1</blockquote></body></html>\r\n";
    let mail = mail(&mut app, "html", "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n", html).await;
    app.hand_in(&mail).await;
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("Your mine lies in hex 3."), "{receipt}");
    assert!(receipt.contains("Passed over: `Cheers,`, `Anna`"), "{receipt}");
    app.finish().await;
}
