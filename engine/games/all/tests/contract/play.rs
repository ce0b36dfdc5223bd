//! The Ford played: what is hidden, sealed, nested, asked beside something else, and foreseen.

use crate::seat::{SECRETS, open, scouting, submit};
use engine::contract::{Claim, Foundation, Rules, Setup, SideId, Viewer};
use engine::table::{Aside, AskInfo, Batch, Begun, GameKind, Kind, Line, Record, Secrets, Session, Verdict};
use ford::Ford;
use std::sync::Arc;

#[test]
fn a_view_never_tells_what_the_other_side_hides() {
    // two games of the Ford that differ only in what the raiders may not know look the same to them
    let (_, mut one, mut first) = open(&Kind::<Ford>::new());
    let (_, mut two, mut second) = open(&Kind::<Ford>::new());
    submit(&mut one, &mut first, SideId(1), &["mine 4"]);
    submit(&mut two, &mut second, SideId(1), &["mine 5"]);
    submit(&mut one, &mut first, SideId(1), &["bid 2"]);
    submit(&mut two, &mut second, SideId(1), &["bid 1"]);
    for viewer in [Viewer::Side(SideId(0)), Viewer::Observer] {
        assert_eq!(first.view(viewer), second.view(viewer));
        assert_eq!(first.position(viewer), second.position(viewer));
        let rulebook = Kind::<Ford>::new().load(&Kind::<Ford>::new().files()).unwrap();
        assert_eq!(rulebook.tell(&one, 1, viewer).unwrap(), rulebook.tell(&two, 1, viewer).unwrap());
    }
    assert_ne!(first.view(Viewer::Side(SideId(1))), second.view(Viewer::Side(SideId(1))));
    assert_eq!(first.legal(SideId(0), &Begun::default()), second.legal(SideId(0), &Begun::default()));
}

#[test]
fn simultaneous_asks_stay_sealed_until_both_are_answered() {
    let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
    submit(&mut records, &mut session, SideId(1), &["mine 5"]);
    assert_eq!(session.asks().len(), 2);
    submit(&mut records, &mut session, SideId(0), &["bid 2"]);
    let told = |records: &[String], side| rulebook.tell(records, 1, Viewer::Side(side)).unwrap().lines;
    assert!(told(&records, SideId(0)).contains(&"You bid 2.".to_owned()));
    assert!(!told(&records, SideId(1)).iter().any(|line| line.contains("bid 2") || line.contains("raiders 2")));
    submit(&mut records, &mut session, SideId(1), &["bid 0"]);
    for side in SideId::BOTH {
        assert!(told(&records, side).contains(&"Bids: raiders 2, guards 0.".to_owned()));
    }
}

#[test]
fn a_reaction_nested_in_a_reaction_interrupts_a_move_that_then_goes_on() {
    // seeds are tried until both sides hold the cards that the story needs
    for seed in 0..200u8 {
        let secrets = Secrets::new([seed; 32], [seed; 32]);
        let definitions = Arc::new(Ford::definitions(&Ford::files()).unwrap());
        let mut records =
            engine::table::Table::<Ford>::start(definitions.clone(), "", "game", &Setup::default(), &secrets).unwrap();
        let mut table = engine::table::Table::<Ford>::open(definitions.clone(), &records).unwrap();
        let mut play = |side: u8, line: &str| {
            let batch = Batch { ask: None, lines: vec![Line::Text(line.to_owned())] };
            let (more, report) = table.submit(SideId(side), &batch, &secrets);
            more.iter().for_each(|record| table.apply(record));
            records.extend(more);
            (report, Ford::asks(table.state()), table.view(Viewer::Observer).column)
        };
        play(1, "mine 5");
        play(0, "bid 0");
        play(1, "bid 0");
        let (_, asks, column) = play(0, "move 3");
        assert_eq!((asks[0].side, column), (SideId(1), 3), "the ford interrupts the move");
        if play(1, "play").0.has_fault() {
            continue;
        }
        let (report, asks, _) = play(0, "play");
        if report.has_fault() {
            let Verdict::Refused { refusal, summary } = &report.lines[0].verdict else { panic!("{report:?}") };
            assert_eq!(refusal.case, "5");
            assert!(summary.contains("spends a card"));
            continue;
        }
        assert_eq!(asks[0].side, SideId(1), "cover can be answered again");
        let (_, asks, _) = play(1, "pass");
        assert_eq!(asks.len(), 2, "the move has ended, the next round's bids are open");
        return;
    }
    panic!("no seed dealt the cards");
}

#[test]
fn a_hidden_mine_interrupts_an_accepted_move_and_never_refuses_it() {
    let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
    submit(&mut records, &mut session, SideId(1), &["mine 2"]);
    submit(&mut records, &mut session, SideId(0), &["bid 0"]);
    submit(&mut records, &mut session, SideId(1), &["bid 0"]);
    let report = submit(&mut records, &mut session, SideId(0), &["move 3"]);
    assert!(matches!(&report.lines[0].verdict, Verdict::Done(told) if told.contains(&"Halted by a mine.".to_owned())));
    let told = rulebook.tell(&records, 1, Viewer::Side(SideId(0))).unwrap();
    assert_eq!(told.dice.len(), 1, "the mine's die comes with its key");
    assert_eq!(told.dice[0].0, 1);
}

#[test]
fn a_side_may_have_several_open_asks_and_answers_them_in_any_order() {
    for (first, second) in [("bid 1", "pass"), ("pass", "bid 1")] {
        let (mut records, mut session) = scouting();
        let asks = |session: &dyn Session| -> Vec<AskInfo> {
            session.asks().into_iter().filter(|ask| ask.side == SideId(0)).collect()
        };
        let before = asks(&*session);
        let [scout, bid] = &before[..] else { panic!("{before:?}") };
        assert!(scout.title.contains("scouts") && scout.claim == Claim::Right, "{scout:?}");
        assert!(bid.title.contains("bid") && bid.claim == Claim::Duty, "{bid:?}");
        let next: Vec<String> =
            session.legal(SideId(0), &Begun::default()).unwrap().next.into_iter().map(|step| step.text).collect();
        assert!(["pass", "bid"].iter().all(|word| next.contains(&(*word).to_owned())), "{next:?}");
        // a reply to either may answer both
        let named = if first == "pass" { bid.id } else { scout.id };
        let batch = |ask, line: &str| Batch { ask: Some(ask), lines: vec![Line::Text(line.to_owned())] };
        let (more, report) = session.submit(SideId(0), &batch(named, first), &SECRETS);
        assert!(!report.has_fault() && report.closed.is_none(), "{report:?}");
        more.iter().for_each(|record| session.apply(record).unwrap());
        records.extend(more);
        let answered = records.iter().filter_map(|record| match serde_json::from_str(record).unwrap() {
            Record::<serde_json::Value, serde_json::Value>::Ordered { ask, side: SideId(0), .. } => Some(ask),
            _ => None,
        });
        assert_eq!(answered.collect::<Vec<_>>(), [if first == "pass" { scout.id } else { bid.id }]);
        let left = if first == "pass" { bid } else { scout };
        assert_eq!(asks(&*session), std::slice::from_ref(left), "the other one keeps its number");
        let report = submit(&mut records, &mut session, SideId(0), &[second]);
        assert!(!report.has_fault(), "{report:?}");
        assert!(asks(&*session).is_empty());
    }
}

#[test]
fn a_batch_answers_several_asks_and_standing_orders_only_what_it_leaves_open() {
    let (mut records, mut session) = scouting();
    submit(&mut records, &mut session, SideId(1), &["bid 0"]);
    let report = submit(&mut records, &mut session, SideId(0), &["standing scouts home", "bid 1", "move 2"]);
    assert!(!report.has_fault(), "the scouts stay at home by themselves: {report:?}");
    let lines: Vec<String> = session.position(Viewer::Observer).caption.lines().map(str::to_owned).collect();
    assert_eq!(lines, ["Round 2"]);
}

#[test]
fn a_standing_order_that_cannot_be_read_answers_nothing_that_an_earlier_one_left_open() {
    let (mut records, mut session) = scouting();
    let report = submit(&mut records, &mut session, SideId(0), &["standing scouts home", "bid 99"]);
    let Verdict::Answered(told) = &report.lines[0].verdict else { panic!("{report:?}") };
    assert!(told.iter().any(|line| line.contains("answers nothing of what is asked now")), "{told:?}");
    let asked = || session.asks().into_iter().filter(|ask| ask.side == SideId(0)).count();
    assert_eq!(asked(), 2, "a line beside it was refused");
    let batch = |lines: [&str; 2]| Batch { ask: None, lines: lines.map(|line| Line::Text(line.to_owned())).to_vec() };
    let (_, report) = session.submit(SideId(0), &batch(["standing scouts ask", "bid 99"]), &SECRETS);
    let Verdict::Answered(told) = &report.lines[0].verdict else { panic!("{report:?}") };
    assert!(!told.iter().any(|line| line.contains("answers nothing")), "it would answer nothing in any case: {told:?}");
    for line in ["standing home", "standing scouts nowhere", "standing"] {
        let batch = Batch { ask: None, lines: vec![Line::Text(line.to_owned())] };
        let (more, _) = session.submit(SideId(0), &batch, &SECRETS);
        assert_eq!(more, Vec::<String>::new(), "{line}");
    }
    let report = submit(&mut records, &mut session, SideId(0), &["standing scouts home"]);
    assert!(!report.has_fault(), "{report:?}");
    assert_eq!(session.asks().into_iter().filter(|ask| ask.side == SideId(0)).count(), 1, "the scouts stay at home");
}

#[test]
fn what_an_order_would_lead_to_is_told_as_far_as_its_player_can_see() {
    let (mut records, mut session) = scouting();
    let report = submit(&mut records, &mut session, SideId(0), &["preview bid 1"]);
    let Verdict::Answered(told) = &report.lines[0].verdict else { panic!("{report:?}") };
    assert_eq!(told[..2], ["Would be accepted.", "You bid 1."]);
    // the mine is in hex 5, and the raiders do not see it
    submit(&mut records, &mut session, SideId(0), &["pass", "bid 2"]);
    submit(&mut records, &mut session, SideId(1), &["bid 0"]);
    let report = submit(&mut records, &mut session, SideId(0), &["preview move 2"]);
    let Verdict::Answered(told) = &report.lines[0].verdict else { panic!("{report:?}") };
    assert!(told.contains(&"The column enters hex 2.".to_owned()), "{told:?}");
}

#[test]
fn a_player_who_resigns_ends_the_game() {
    let (_, mut records, mut session) = open(&Kind::<Ford>::new());
    session.apply(&Aside::Resigned { side: SideId(0) }.record()).unwrap();
    assert_eq!(session.outcome().unwrap().winner, Some(SideId(1)));
    assert!(session.asks().is_empty());
    assert!(submit(&mut records, &mut session, SideId(1), &["mine 3"]).closed.is_some());
}

#[test]
fn a_player_is_told_what_would_answer_a_question_without_him() {
    let (_, session) = scouting();
    let told = session.unattended(SideId(0));
    let asks: Vec<_> = session.asks().into_iter().filter(|ask| ask.side == SideId(0)).map(|ask| ask.id).collect();
    let [scout, bid] = &told[..] else { panic!("{told:?}") };
    assert_eq!([scout.ask, bid.ask], asks[..], "by the numbers of the table");
    // a right that he has asked for would have passed without his standing order, and does with another one
    assert_eq!(scout.default.as_deref(), Some("pass"));
    let standing: Vec<_> = scout.standing.iter().map(|one| (&*one.line, &*one.order)).collect();
    assert_eq!(standing, [("standing scouts home", "pass")], "what leaves it open is no answer");
    // a duty that no standing order knows waits for him
    assert_eq!((&bid.default, bid.standing.len()), (&None, 0));
    assert_eq!(session.unattended(SideId(1)).len(), 1, "each side is told of its own questions");
}
