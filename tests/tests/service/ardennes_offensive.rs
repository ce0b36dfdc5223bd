//! The Ardennes Offensive to its end, by mail alone.

use fieldpost_tests::app::TestApp;
use fieldpost_tests::letters::played_by_letters;
use games::GAMES;

const SIDES: [&str; 2] = ["german", "allied"];

/// Replies that a game may take: one for each of 36 player turns, some for each of 60 reinforcements that may not wait, and in
/// the first turn the Germans have to attack everybody before them.
const MOST: usize = 600;

/// The first order that the mail advises before the phase can end: ``Before the end: … Make way first: `move A to 1203`, …``
fn advised(text: &str) -> Option<String> {
    let (_, before) = text.split_once("Before the end: [")?;
    let before = before.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut quoted = before.split('`').skip(1).step_by(2);
    let order = |line: &&str| ["enter ", "move ", "deploy ", "attack "].iter().any(|verb| line.starts_with(verb));
    quoted.find(order).map(str::to_owned)
}

#[tokio::test]
async fn the_ardennes_offensive_is_played_to_its_end_by_mail_alone() {
    let mut app = TestApp::start(GAMES).await;
    // people who answer twice a day, not programs
    app.between = 12 * 3_600_000;
    let game = app.game("ardennes-offensive", "no-1").await;
    let (mut attacks, mut moves, mut refused) = (0, 0, 0);
    // a player who does what his mail proposes first, and ends his turn
    let sent = played_by_letters(&mut app, SIDES, MOST, |_, mail, orders| {
        let enters = orders.iter().find(|order| order.starts_with("enter"));
        let duty = advised(&mail.text);
        // what must be done before a phase ends is done order by order
        let bound = duty.is_some() || mail.text.contains("[refused");
        refused += usize::from(mail.text.contains("[refused"));
        let first = duty.unwrap_or_else(|| enters.unwrap_or(&orders[0]).clone());
        attacks += usize::from(first.starts_with("attack"));
        moves += usize::from(first.starts_with("move"));
        match first.as_str() {
            "end" => "end turn".to_owned(),
            enters if bound || enters.starts_with("enter") => first,
            _ => format!("{first}\nend turn"),
        }
    })
    .await;
    let mut ends = Vec::new();
    for side in SIDES {
        let last = app.last(side).await.text;
        assert!(last.contains("(16."), "the verdict cites its case: {last}");
        ends.push(["You have won", "You have lost"].map(|words| last.contains(words)));
    }
    assert_eq!(ends[0], [ends[1][1], ends[1][0]], "one side has won what the other has lost");
    assert!(attacks > 5 && moves > 10, "{attacks} attacks and {moves} moves in {sent} mails, {refused} refused");
    let turn = app.service.live(game).await.expect("open").session.game_turn();
    assert!(turn == 18 || turn <= 6, "the game ended in turn {turn}");
    let ledger = app.get(&format!("/games/{game}/ledger.jsonl"), "").await.body;
    assert!(pbem_service::ledger::check(&ledger).expect("the dice are right").0 > 0);
    app.finish().await;
}
