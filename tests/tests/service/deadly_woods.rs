//! The Deadly Woods to the end of a scenario, by mail alone.

use fieldpost_tests::app::TestApp;
use fieldpost_tests::letters::played_by_letters;
use games::GAMES;

const SIDES: [&str; 2] = ["german", "allied"];

/// Replies that a game may take: two turns of up to seventeen chits, with assets, replacements and choices of chits; from then
/// on a letter a side.
const MOST: usize = 160;

/// What a player leaves to his standing orders from the third turn on, each kind of question that would else be his.
const LEFT: &str = "standing first usual\nstanding hold move\nstanding chits combat\nstanding assets never\n\
                    standing replacements strongest\nstanding army fifth\nstanding area 5th\nstanding general patton\nstanding rounds never";

/// The turn that a question is about.
fn turn(text: &str) -> u32 {
    let questions = text.lines().filter(|line| line.contains('?'));
    let of = |line: &str| line.split_once("Turn ")?.1.chars().next()?.to_digit(10);
    questions.filter_map(of).max().unwrap_or(1)
}

#[tokio::test]
async fn the_german_attack_is_played_to_its_end_by_mail_alone() {
    let mut app = TestApp::start(GAMES).await;
    // people who answer twice a day, not programs
    app.between = 12 * 3_600_000;
    let game = app.game("deadly-woods", "german-attack").await;
    let (mut attacks, mut moves, mut chits) = (0, 0, 0);
    // a player who does what his mail proposes first, and ends what he was asked about
    let sent = played_by_letters(&mut app, SIDES, MOST, |_, mail, orders| {
        if turn(&mail.text) > 2 {
            return LEFT.to_owned();
        }
        let first = orders[0].as_str();
        attacks += usize::from(first.starts_with("attack"));
        moves += usize::from(first.starts_with("move"));
        chits += usize::from(first.starts_with("play"));
        let goes_on = ["move", "attack", "place", "rebuild", "recall", "blow HEX", "infiltrate", "later"];
        // what was asked instead of what he would have ended is answered by itself
        let bound = mail.text.contains("[refused") || first.contains("Heydte");
        match first {
            act if !bound && goes_on.iter().any(|it| act.starts_with(it)) => format!("{act}\nend"),
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
    assert!(attacks + moves > 5 && chits > 2, "{attacks} attacks, {moves} moves, {chits} chits in {sent} mails");
    let ledger = app.get(&format!("/games/{game}/ledger.jsonl"), "").await.body;
    assert!(pbem_service::ledger::check(&ledger).expect("the dice are right").0 > 0);
    app.finish().await;
}
