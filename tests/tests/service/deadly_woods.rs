//! The Deadly Woods to the end of a scenario, by mail alone.

use fieldpost_tests::app::TestApp;
use fieldpost_tests::letters::played_by_letters;
use games::GAMES;

const SIDES: [&str; 2] = ["german", "allied"];

/// Replies that a game may take: six turns of up to seventeen chits, with assets, replacements and choices of chits.
const MOST: usize = 400;

#[tokio::test]
#[ignore = "takes some minutes, and of three runs one stopped before the end"]
async fn the_german_attack_is_played_to_its_end_by_mail_alone() {
    let mut app = TestApp::start(GAMES).await;
    // people who answer twice a day, not programs
    app.between = 12 * 3_600_000;
    let game = app.game("deadly-woods", "german-attack").await;
    let (mut attacks, mut moves, mut chits) = (0, 0, 0);
    // a player who does what his mail proposes first, and ends what he was asked about
    let sent = played_by_letters(&mut app, SIDES, MOST, |_, mail, orders| {
        let first = if mail.text.contains("[refused") { "end" } else { &orders[0] };
        attacks += usize::from(first.starts_with("attack"));
        moves += usize::from(first.starts_with("move"));
        chits += usize::from(first.starts_with("play"));
        let goes_on = ["move", "attack", "place", "rebuild", "recall", "blow HEX", "infiltrate", "later"];
        let drop = first.contains("Heydte");
        match first {
            act if !drop && goes_on.iter().any(|it| act.starts_with(it)) => format!("{act}\nend"),
            answer => answer.to_owned(),
        }
    })
    .await;
    let mut ends = Vec::new();
    for side in SIDES {
        let last = app.last(side).await.text;
        assert!(last.contains("(3.4"), "the verdict cites its case: {last}");
        ends.push(["You have won", "You have lost"].map(|words| last.contains(words)));
    }
    assert_eq!(ends[0], [ends[1][1], ends[1][0]], "one side has won what the other has lost");
    assert!(attacks > 0 && moves > 3 && chits > 5, "{attacks} attacks, {moves} moves, {chits} chits in {sent} mails");
    let ledger = app.get(&format!("/games/{game}/ledger.jsonl"), "").await.body;
    assert!(pbem_service::ledger::check(&ledger).expect("the dice are right").0 > 0);
    app.finish().await;
}
