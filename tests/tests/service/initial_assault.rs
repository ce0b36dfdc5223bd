//! The Initial Assault of Autumn Fog, three turns to the victory check, by mail alone.

use fieldpost_tests::app::TestApp;
use fieldpost_tests::letters::played_by_letters;
use games::GAMES;
use pbem_service::mail::Letter;

const SIDES: [&str; 2] = ["german", "allied"];
/// Sequences that a side takes in a turn before it passes, and orders that it gives in one.
const SEQUENCES: usize = 1;
const ORDERS: usize = 3;

/// A player who follows the proposals of his mails: some sequences a turn, some orders in each, then he passes.
#[derive(Default)]
struct Player {
    turn: String,
    sequences: usize,
    orders: usize,
}

impl Player {
    fn choose(&mut self, mail: &Letter, orders: &[String]) -> String {
        let turn = mail.text.lines().find(|line| line.contains("Turn ")).unwrap_or_default();
        let turn = turn.split(['·', ',']).next().unwrap_or_default().trim().to_owned();
        if self.turn != turn {
            *self = Player { turn, ..Player::default() };
        }
        if mail.text.contains("[refused") {
            // a unit that has entered a zone of control must attack before the sequence ends
            assert!(mail.text.contains("4.2b"), "{}", mail.text);
            self.orders = 0;
        }
        let has = |word: &str| orders.iter().find(|order| order.starts_with(word)).cloned();
        if let Some(order) = has("activate ") {
            (self.sequences, self.orders) = (self.sequences + 1, 0);
            return if self.sequences > SEQUENCES { "pass".to_owned() } else { order };
        }
        if has("allot ").is_some() {
            return "allot done".to_owned();
        }
        let acts = ["attack ", "prepare ", "move ", "enter ", "dig "].into_iter().find_map(has);
        match acts {
            Some(act) if self.orders < ORDERS => {
                self.orders += 1;
                act
            }
            Some(_) => has("end").unwrap_or_else(|| "end".to_owned()),
            None => orders[0].clone(),
        }
    }
}

#[tokio::test]
async fn the_initial_assault_is_played_to_its_victory_check_by_mail_alone() {
    let mut app = TestApp::start(GAMES).await;
    let game = app.game("autumn-fog", "initial-assault").await;
    let mut players = SIDES.map(|_| Player::default());
    let (mut attacks, mut moves) = (0, 0);
    let sent = played_by_letters(&mut app, SIDES, 400, |side, mail, orders| {
        let player = &mut players[usize::from(side == SIDES[1])];
        let order = player.choose(mail, &orders);
        attacks += usize::from(order.starts_with("attack") || order.starts_with("prepare"));
        moves += usize::from(order.starts_with("move"));
        order
    })
    .await;
    for side in SIDES {
        let last = app.last(side).await.text;
        assert!(last.contains("You have won") || last.contains("You have lost"), "{last}");
        assert!(last.contains("[17.1"), "the verdict cites its case: {last}");
    }
    assert!(attacks > 0 && moves > 0, "{attacks} attacks and {moves} moves in {sent} mails");
    assert_eq!(app.service.live(game).await.expect("open").session.game_turn(), 3);
    let ledger = app.get(&format!("/games/{game}/ledger.jsonl"), "").await.body;
    assert!(pbem_service::ledger::check(&ledger).expect("the dice are right").0 > 0);
    app.finish().await;
}
