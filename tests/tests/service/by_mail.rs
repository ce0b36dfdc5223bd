use fieldpost_tests::FORD;
use fieldpost_tests::app::{TestApp, proposed};
use fieldpost_tests::letters::played_by_letters;
use games::GAMES;
use pbem_service::mail::Letter;

#[tokio::test]
async fn a_whole_game_is_played_by_mail_alone() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let mut nth = 0;
    let sent = played_by_letters(&mut app, ["raiders", "guards"], 200, |_, _, orders| {
        nth += 1;
        orders[nth % orders.len()].clone()
    })
    .await;
    // mine, two bids and a move: the mine may end the game at once
    assert!(sent >= 4, "{sent} mails");
    for side in ["raiders", "guards"] {
        let last = app.last(side).await;
        assert!(last.text.contains("You have won") || last.text.contains("You have lost"), "{}", last.text);
    }
    app.finish().await;
}

#[tokio::test]
async fn the_invitation_explains_orders_dice_and_limits_and_proposes_three_orders() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let mail = app.last("guards").await;
    for wanted in [
        "You play the Guards side; the other player has the Raiders side",
        "Write your orders above the line",
        "public: ",
        "sealed: ",
        "sha256sum",
        "cannot give",
        "say:",
        "word:",
        "The board:\n\n",
    ] {
        assert!(mail.text.contains(wanted), "{wanted:?} is missing in\n{}", mail.text);
    }
    assert_eq!(proposed(&mail).len(), 3, "{}", mail.text);
    let raw = app.mails("guards").await.remove(0).bytes;
    let raw = String::from_utf8_lossy(&raw).into_owned();
    for wanted in ["multipart/related", "Content-Type: image/png", "Reply-To: play+g1.guards.", "Auto-Submitted: auto"]
    {
        assert!(raw.contains(wanted), "{wanted:?} is missing");
    }
    app.finish().await;
}

#[tokio::test]
async fn a_receipt_echoes_each_order_and_a_refusal_names_the_case() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 6").await;
    let receipt = app.last("guards").await.text;
    assert!(
        receipt.contains("mine 6") && receipt.contains("[refused] mine 6\n    6 is not within 1 and 5"),
        "{receipt}"
    );
    assert!(receipt.contains("Rule 1: The guards hide one mine"), "{receipt}");
    app.reply("guards", "mine 5\nbid 1").await;
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("[done]") && receipt.contains("Your mine lies in hex 5."), "{receipt}");
    app.finish().await;
}

#[tokio::test]
async fn dice_come_with_their_key_and_the_ledger_proves_them() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    for (side, order) in [("guards", "mine 1"), ("raiders", "bid 0"), ("guards", "bid 0"), ("raiders", "move 1")] {
        app.reply(side, order).await;
    }
    for side in ["raiders", "guards"] {
        let text = app.last(side).await.text;
        assert!(text.contains("mine: ") && text.contains("Key 1: "), "{side}: {text}");
    }
    let ledger = app.get(&format!("/games/{game}/ledger.jsonl"), "").await.body;
    assert!(!ledger.contains("mine 1"), "the ledger holds commitments, not texts: {ledger}");
    assert_eq!(pbem_service::ledger::check(&ledger), Ok((1, false)));
    let forged = ledger.replace("\"value\":0", "\"value\":9").replace("\"value\":1", "\"value\":9");
    let forged = if forged == ledger { ledger.replace("\"value\":", "\"value\":1") } else { forged };
    assert!(pbem_service::ledger::check(&forged).is_err());
    let export = app.get(&format!("/games/{game}/export.jsonl"), "").await;
    // the mine's die ends one game in six
    let over = app.service.live(game).await.expect("open").session.outcome().is_some();
    assert_eq!(export.status, if over { 200 } else { 403 }, "hidden things stay hidden while the game goes on");
    app.finish().await;
}

#[tokio::test]
async fn a_receipt_of_refused_orders_has_no_board_and_says_each_reason_once() {
    let mut app = TestApp::start(GAMES).await;
    app.game("autumn-fog", "initial-assault").await;
    app.reply("german", "this is no order at all 7\nallot tank to XLVII\nallot done\nactivate I SS\nend").await;
    let receipt = app.last("german").await.text;
    assert!(!receipt.contains("The board:"), "{receipt}");
    assert_eq!(receipt.matches("A line before ").count(), 1, "{receipt}");
    let listed = "[not looked at] 4 lines\n    A line before them was refused. Send them again:\n\n    \
                  allot tank to XLVII\n    allot done\n    activate I SS\n    end\n";
    assert!(receipt.contains(listed), "{receipt}");
    app.finish().await;
}

#[tokio::test]
async fn the_first_mail_is_no_longer_than_somebody_reads_and_says_nothing_twice() {
    let mut app = TestApp::start(GAMES).await;
    app.game("ardennes-offensive", "no-10").await;
    let mail = app.last("allied").await.text;
    let (words, board) = mail.split_once("The board:\n\n").expect("a board");
    let come = board.lines().filter_map(|line| line.split(", Turn ").nth(1)?.split(':').next()?.parse().ok());
    let come: Vec<u32> = come.collect();
    assert!(come.contains(&2) && come.iter().all(|turn| *turn <= 2), "who comes later is not named: {board}");
    assert!(board.contains("\nAfter turn 2: "), "{board}");
    assert!(words.lines().count() <= 90, "{} lines:\n{words}", words.lines().count());
    let mut long: Vec<&str> = words.lines().filter(|line| line.len() > 60).collect();
    let all = long.len();
    long.sort_unstable();
    long.dedup();
    assert_eq!(long.len(), all, "{words}");
    app.finish().await;
}

#[tokio::test]
async fn what_a_player_says_reaches_the_other_and_a_word_enters_the_dice() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("guards", "say: good evening\nword: häuser\nmine 2").await;
    assert!(app.last("raiders").await.text.contains("Guards says: good evening"));
    let records = app.store().await.records(game, 0).await.expect("readable");
    assert!(records.iter().any(|record| record.contains("Joined") && record.contains("häuser")));
    app.finish().await;
}

#[tokio::test]
async fn a_player_who_resigns_has_lost_and_both_are_told() {
    let mut app = TestApp::start(FORD).await;
    let game = app.game("the-ford", "crossing").await;
    app.reply("raiders", "resign the game").await;
    assert!(app.last("guards").await.text.contains("You have won: Raiders resigned."));
    assert!(app.last("raiders").await.text.contains("You have lost"));
    let export = app.get(&format!("/games/{game}/export.jsonl"), "").await;
    assert_eq!(export.status, 200);
    let (checked, hidden) = pbem_service::ledger::check(&export.body).expect("the export proves itself");
    assert!(hidden && checked >= 7, "{checked} numbers, the shuffle among them");
    app.finish().await;
}

#[tokio::test]
async fn all_mails_of_a_player_are_one_thread_under_one_subject() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    for (side, order) in [("guards", "mine 1"), ("raiders", "bid 0"), ("guards", "bid 0")] {
        app.reply(side, order).await;
    }
    let mails: Vec<Letter> =
        app.mails("guards").await.iter().map(|mail| Letter::parse(&mail.bytes).expect("ours")).collect();
    assert!(mails.len() >= 3);
    let root = mails[0].message_id.clone().expect("it has one");
    for mail in &mails[1..] {
        assert_eq!(mail.subject, mails[0].subject);
        assert_eq!(mail.references.first(), Some(&root));
    }
    app.finish().await;
}

#[tokio::test]
async fn sequences_sent_ahead_by_mail_are_listed_called_back_and_returned_with_the_reason() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    app.reply("german", "standing ahead quiet 5\nallot done").await;
    app.reply("allied", "allot done").await;
    let row = "activate LXVI\nend\nactivate LXXX\nend\nactivate LXVII\nend";
    app.reply("german", &format!("{row}\nactivate XLVII\ndig in Böhm\nend\nactivate LVIII\nend")).await;
    let receipt = app.last("german").await.text;
    assert!(
        receipt.contains("[waits] ")
            && receipt.contains("    dig in v. Böhm/2\n")
            && receipt.contains("Nothing is yours to decide now"),
        "{receipt}"
    );
    assert!(receipt.contains("Your orders that wait\n") && receipt.contains("`take back`"), "{receipt}");
    let seat = app.seat("german").await;
    let page = app.get(&format!("/games/{game}"), &seat).await.body;
    assert!(page.contains("Your orders that wait") && page.contains("Take them back"), "{page}");
    let other = app.seat("allied").await;
    let page = app.get(&format!("/games/{game}"), &other).await.body;
    assert!(!page.contains("Your orders that wait") && !page.contains("activate LVIII"), "the other side sees nothing");

    app.reply("german", "take back").await;
    let receipt = app.last("german").await.text;
    assert!(
        receipt.contains("They do not wait any more.") && receipt.contains("Your orders that came back"),
        "{receipt}"
    );
    app.reply("german", "activate XLVII\ndig in Böhm\nend\nactivate LVIII\nend").await;

    app.reply("allied", "activate VIII\ndig in CCR/9 DB\nend").await;
    let mail = app.last("german").await.text;
    assert!(mail.contains("Your waiting orders came back (CCR/9 DB takes up an improved position"), "{mail}");
    assert!(mail.contains("Yours to decide") && mail.contains("Your orders that came back"), "{mail}");
    let page = app.get(&format!("/games/{game}"), &seat).await.body;
    assert!(page.contains(">activate XLVII\ndig in v. Böhm/2\nend"), "they stand in the form again: {page}");
    let told = app.last("allied").await.text;
    assert!(!told.contains("came back") && !told.contains("activate XLVII"), "{told}");
    app.finish().await;
}

#[tokio::test]
async fn mails_that_come_close_together_are_answered_in_one_and_each_by_its_number() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    let (old, first) = (app.eml("guards", "mine 4").await, app.eml("guards", "mine 3").await);
    app.take_in(&first).await;
    app.take_in(&old).await;
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("Of your last 2 mails, 1 came to nothing."), "{receipt}");
    assert!(receipt.contains("This one answers them together"), "{receipt}");
    let [one, two] =
        ["Mail 1 of 2: your orders", "Mail 2 of 2: no order was carried out"].map(|head| receipt.find(head));
    assert!(one.is_some() && one < two, "{receipt}");
    app.finish().await;
}

#[tokio::test]
async fn a_question_that_nobody_understands_is_in_the_way_of_no_order() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    app.reply("guards", "where do I best put it?\nmine 3;\nhow do I bid?").await;
    let receipt = app.last("guards").await.text;
    assert!(
        receipt.contains("[done] mine 3") && receipt.contains("[not understood] where do I best put it?"),
        "{receipt}"
    );
    assert!(receipt.contains("[answered] how do I bid?"), "{receipt}");
    app.finish().await;
}

#[tokio::test]
async fn a_line_that_is_no_order_does_not_wait_and_decline_alone_is_about_a_proposal() {
    let mut app = TestApp::start(FORD).await;
    app.game("the-ford", "crossing").await;
    app.reply("guards", "mine 3").await;
    app.reply("guards", "bid 1").await;
    // nothing is asked of the guards now
    app.reply("guards", "xylophone 3").await;
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("[refused] xylophone 3") && !receipt.contains("Your orders that wait"), "{receipt}");
    app.reply("guards", "decline").await;
    let receipt = app.last("guards").await.text;
    assert!(receipt.contains("no proposal waits for an answer"), "{receipt}");
    app.finish().await;
}
