//! Ardennes II to the end of a scenario, by mail alone.

use fieldpost_tests::app::TestApp;
use fieldpost_tests::letters::played_by_letters;
use games::GAMES;

const SIDES: [&str; 2] = ["german", "allied"];

/// Replies that a game may take: four turns, each with a set of phases for both and the US barrage in the German one.
const MOST: usize = 200;

#[tokio::test]
async fn the_tip_of_the_spear_is_played_to_its_end_by_mail_alone() {
    let mut app = TestApp::start(GAMES).await;
    // people who answer twice a day, not programs
    app.between = 12 * 3_600_000;
    let game = app.game("ardennes-ii", "tip-of-the-spear").await;
    let (mut attacks, mut moves, mut shots) = (0, 0, 0);
    // a player who does what his mail proposes first, and goes on to the next phase
    let sent = played_by_letters(&mut app, SIDES, MOST, |_, mail, orders| {
        let first = if mail.text.contains("[refused") { "end" } else { &orders[0] };
        attacks += usize::from(first.starts_with("attack"));
        moves += usize::from(first.starts_with("move"));
        shots += usize::from(first.starts_with("fire") || first.starts_with("strike"));
        match first {
            "end" => "end".to_owned(),
            place if place.starts_with("place") => "place all\nend".to_owned(),
            act if ["move", "attack", "fire", "strike", "overrun", "supply", "roll"]
                .iter()
                .any(|it| act.starts_with(it)) =>
            {
                format!("{act}\nend")
            }
            answer => answer.to_owned(),
        }
    })
    .await;
    let mut ends = Vec::new();
    for side in SIDES {
        let last = app.last(side).await.text;
        assert!(last.contains("(7.6"), "the verdict cites its case: {last}");
        ends.push(["You have won", "You have lost"].map(|words| last.contains(words)));
    }
    assert_eq!(ends[0], [ends[1][1], ends[1][0]], "one side has won what the other has lost");
    assert!(
        attacks > 0 && moves > 3 && shots > 0,
        "{attacks} attacks, {moves} moves and {shots} shots in {sent} mails"
    );
    assert_eq!(app.service.live(game).await.expect("open").session.game_turn(), 12);
    let ledger = app.get(&format!("/games/{game}/ledger.jsonl"), "").await.body;
    assert!(pbem_service::ledger::check(&ledger).expect("the dice are right").0 > 0);
    app.finish().await;
}
