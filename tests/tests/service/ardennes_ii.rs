//! Ardennes II to its end, by mail alone: its shortest scenario.

use fieldpost_tests::app::TestApp;
use fieldpost_tests::letters::played_by_letters;
use games::GAMES;

const SIDES: [&str; 2] = ["german", "allied"];

/// Replies that a game may take: of four turns each side has at most eight phases with a question, and some reinforcements.
const MOST: usize = 200;

#[tokio::test]
async fn ardennes_ii_is_played_to_its_end_by_mail_alone() {
    let mut app = TestApp::start(GAMES).await;
    // people who answer twice a day, not programs
    app.between = 12 * 3_600_000;
    let game = app.game("ardennes-ii", "tip-of-the-spear").await;
    let (mut moves, mut shots) = (0, 0);
    // a player who does what his mail proposes first, and ends the phase
    let sent = played_by_letters(&mut app, SIDES, MOST, |_, _, orders| {
        let first = &orders[0];
        moves += usize::from(first.starts_with("move"));
        shots += usize::from(first.starts_with("fire") || first.starts_with("strike"));
        match first.split(' ').next() {
            Some("end" | "ready") => first.clone(),
            Some("place") => "place all\nend".to_owned(),
            _ => format!("{first}\nend"),
        }
    })
    .await;
    let mut ends = Vec::new();
    for side in SIDES {
        let last = app.last(side).await.text;
        ends.push(["You have won", "You have lost"].map(|words| last.contains(words)));
    }
    assert_eq!(ends[0], [ends[1][1], ends[1][0]], "one side has won what the other has lost");
    assert!(moves > 3 && shots > 2, "{moves} moves and {shots} shots in {sent} mails");
    assert_eq!(app.service.live(game).await.expect("open").session.game_turn(), 12);
    let ledger = app.get(&format!("/games/{game}/ledger.jsonl"), "").await.body;
    assert!(pbem_service::ledger::check(&ledger).expect("the dice are right").0 > 0);
    app.finish().await;
}
