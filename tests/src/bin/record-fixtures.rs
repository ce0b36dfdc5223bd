//! Leaves games behind for later versions to open: `record-fixtures FOLDER` plays them with this version and writes
//! the database, an export of each game, what each viewer was shown and the last mail of each seat that must decide.

use engine::contract::{Setup, SideId};
use engine::table::{Aside, Batch, Line, Report};
use fieldpost_tests::app::{address, reply_to, settings};
use fieldpost_tests::fixture::{Facts, told};
use games::GAMES;
use pbem_service::mail::Transport;
use pbem_service::store::run;
use pbem_service::submit::{Receipt, Submission};
use pbem_service::{NewGame, Service, ledger};
use std::path::Path;
use std::sync::Arc;

/// How a game is brought to where it is left.
struct Plan {
    about: &'static str,
    setup: Setup,
    seats: [Option<&'static str>; 2],
    until: Until,
}

/// Where a game is left.
#[derive(Clone, Copy, PartialEq)]
enum Until {
    Begun,
    Turn(u8),
    /// A side is asked something while the other one acts, on this turn or later.
    Reaction(u8),
    SentAhead,
    Resigned,
    Over,
}

fn plans() -> Vec<Plan> {
    let by_mail = [Some("german"), Some("allied")];
    let plan = |about, scenario: &str, options: &[(&str, &str)], seats, until| {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Plan { about, setup: Setup { scenario: scenario.to_owned(), options }, seats, until }
    };
    let all = [("snafus", "yes"), ("fog-of-war", "covered"), ("presents", "yes")];
    let stacks = [("fog-of-war", "stacks"), ("presents", "yes")];
    vec![
        plan("the first question", "initial-assault", &[], by_mail, Until::Begun),
        plan("played to its end", "initial-assault", &[], [None; 2], Until::Over),
        plan("orders sent ahead, standing orders", "initial-assault", &[], by_mail, Until::SentAhead),
        plan("resigned, with talk and words for the dice", "initial-assault", &all[..1], by_mail, Until::Resigned),
        plan("in the fog, second turn", "initial-assault", &all, by_mail, Until::Turn(2)),
        plan("a reaction is asked", "entire-battle", &all, by_mail, Until::Reaction(1)),
        plan("presents and events", "entire-battle", &stacks, [None; 2], Until::Turn(5)),
        plan("against the computer", "entire-battle", &[], [Some("german"), Some("computer")], Until::Turn(2)),
        plan("played to its end", "entire-battle", &all[..2], [None; 2], Until::Over),
    ]
}

#[tokio::main]
async fn main() {
    let folder = std::env::args().nth(1).expect("usage: record-fixtures FOLDER");
    let folder = Path::new(&folder);
    let data = folder.join("data");
    std::fs::create_dir_all(&data).expect("the folder can be written");
    let settings = settings(&data, None);
    let service = Arc::new(Service::open(settings, GAMES).await.expect("the service opens"));
    let mut games = Vec::new();
    for plan in plans() {
        games.push((play(&service, &plan).await, plan));
    }
    let memory = Transport::from_url("memory:").expect("a transport");
    service.deliver(memory.clone()).await.expect("the outbox can be read");
    // what stands below is not sent any more: the outbox keeps mails of this version, too
    let talk = vec![Aside::Said { side: SideId(0), text: "Good morning!".to_owned() }];
    submit(&service, games[0].0, SideId(0), Vec::new(), None, talk).await;
    for (game, plan) in games {
        let live = service.live(game).await.expect("it is there");
        let records = service.store.records(game, 0).await.expect("readable");
        eprintln!("game {game}: {}, {} records", plan.about, live.session.len());
        let facts = serde_json::to_string_pretty(&Facts::of(&live, plan.about)).expect("string keys only");
        write(folder, &format!("{game}.facts.json"), &facts);
        write(folder, &format!("{game}.told.txt"), &told(&*live.session));
        write(folder, &format!("{game}.export.jsonl"), &ledger::export(&live, &records));
    }
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    run(service.store.writer(), checkpoint, []).await.expect("the log goes into the file");
    let Transport::Memory(memory) = memory else { unreachable!("it is the one named above") };
    for mail in memory.mails() {
        let reply_to = reply_to(&mail.bytes);
        let token = reply_to.split('+').nth(1).expect("a reply address holds a token");
        let seat: Vec<&str> = token.split('.').take(2).collect();
        // the later one takes the place of the earlier one
        write(folder, &format!("{}.reply-to", seat.join(".").trim_start_matches('g')), &format!("{reply_to}\n"));
    }
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the folder can be written");
}

async fn play(service: &Arc<Service>, plan: &Plan) -> i64 {
    let seats = ["german", "allied"].into_iter().zip(plan.seats);
    let players = seats.filter_map(|(side, seat)| {
        let who = seat?;
        Some((side.to_owned(), if who == "computer" { who.to_owned() } else { address(who) }))
    });
    let new = NewGame {
        game: "autumn-fog".to_owned(),
        scenario: plan.setup.scenario.clone(),
        options: plan.setup.options.clone(),
        players: players.collect(),
        ..NewGame::default()
    };
    let game = service.new_game(&new).await.expect("the game starts");
    match plan.until {
        Until::Begun => {}
        Until::SentAhead => send_ahead(service, game).await,
        Until::Resigned => resign(service, game).await,
        _ => while advance(service, game, plan).await {},
    }
    game
}

/// Gives one order that a sensible player gives; not once the game is where it is to be left.
async fn advance(service: &Arc<Service>, game: i64, plan: &Plan) -> bool {
    if plan.seats.contains(&Some("computer")) {
        service.play_waiting_seats().await.expect("the computer plays");
    }
    let (side, order, ask) = {
        let live = service.live(game).await.expect("it is there");
        let records = service.store.records(game, 0).await.expect("readable");
        let (asks, turn) = (live.session.asks(), live.session.game_turn());
        let Some(ask) = asks.first() else { return false };
        let reacting = records.iter().rev().find(|record| record.starts_with("{\"Ordered\""));
        let reacting = reacting.is_some_and(|record| !record.contains(&format!("\"side\":{}", ask.side.0)))
            && ["defence", "retreat", "lose", "loss", "defend"]
                .iter()
                .any(|word| ask.title.to_lowercase().contains(word));
        let there = match plan.until {
            Until::Turn(wanted) => turn >= wanted && records.len() % 7 == 0,
            Until::Reaction(wanted) => turn >= wanted && reacting && records.len() > 400,
            _ => false,
        };
        if there {
            return false;
        }
        (ask.side, live.session.advise(ask.side).expect("it is asked"), ask.id)
    };
    let report = submit(service, game, side, vec![Line::Steps(order)], Some(ask), Vec::new()).await;
    assert!(report.changed, "{report:?}");
    true
}

async fn submit(
    service: &Arc<Service>,
    game: i64,
    side: SideId,
    lines: Vec<Line>,
    ask: Option<engine::contract::AskId>,
    asides: Vec<Aside>,
) -> Report {
    let records = service.live(game).await.expect("it is there").session.len();
    let key = format!("fixture {records}");
    let submission = Submission {
        game,
        side,
        asides,
        batch: Batch { ask, lines },
        bound: None,
        fault: None,
        key,
        receipt: Receipt::IfChanged,
    };
    service.submit(&submission).await.expect("taken").report
}

fn text(lines: &[&str]) -> Vec<Line> {
    lines.iter().map(|line| Line::Text((*line).to_owned())).collect()
}

/// The German has sent two sequences ahead, and both sides have standing orders.
async fn send_ahead(service: &Arc<Service>, game: i64) {
    for side in SideId::BOTH {
        let report = submit(service, game, side, text(&["allot done"]), None, Vec::new()).await;
        assert!(!report.has_fault(), "{report:?}");
    }
    let allied = text(&["standing retreat auto", "standing defend best 1 at 2:1"]);
    submit(service, game, SideId(1), allied, None, Vec::new()).await;
    let lines = [
        "standing ahead quiet 4",
        "activate LXVI",
        "end",
        "activate LXXX",
        "end",
        "activate LXVII",
        "end",
        "activate XLVII",
        "dig in v. Böhm/2",
        "end",
        "activate LVIII",
        "end",
    ];
    let report = submit(service, game, SideId(0), text(&lines), None, Vec::new()).await;
    assert!(!report.has_fault(), "{report:?}");
}

/// Both players give a word for the dice, play a little, talk, and the Allied one resigns.
async fn resign(service: &Arc<Service>, game: i64) {
    for side in SideId::BOTH {
        let word = Aside::Joined { side, word: format!("Höhe {}", side.0) };
        submit(service, game, side, Vec::new(), None, vec![word]).await;
    }
    let plan = Plan { about: "", setup: Setup::default(), seats: [None; 2], until: Until::Over };
    for _ in 0..60 {
        assert!(advance(service, game, &plan).await);
    }
    let side = SideId(1);
    let said = Aside::Said { side, text: "The roads are gone, and so am I.".to_owned() };
    submit(service, game, side, Vec::new(), None, vec![said]).await;
    submit(service, game, side, Vec::new(), None, vec![Aside::Resigned { side }]).await;
}
