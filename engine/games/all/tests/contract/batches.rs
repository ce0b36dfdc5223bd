//! What becomes of a batch: it is carried out, waits, comes back, is too much, or meets a fault of the program.

use crate::seat::{SECRETS, hand_in, open, submit};
use engine::contract::{AskId, SideId, Viewer};
use engine::table::{Batch, Begun, Kind, Line, Listed, Verdict, guarded};
use ford::Ford;

#[test]
fn a_batch_that_fails_before_anything_was_disclosed_changes_nothing() {
    let (_, mut records, mut session) = open(&Kind::<Ford>::new());
    let before = records.len();
    let report = submit(&mut records, &mut session, SideId(1), &["mine 3", "bid 7", "bid 1"]);
    assert_eq!(records.len(), before);
    assert!(!report.changed);
    let verdicts: Vec<&Verdict> = report.lines.iter().map(|line| &line.verdict).collect();
    assert!(matches!(verdicts[..], [Verdict::TakenBack, Verdict::Refused { .. }, Verdict::NotReached]), "{report:?}");
}

#[test]
fn what_comes_after_the_other_sides_decision_waits_for_it_and_then_goes_on_or_comes_back() {
    let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
    let report = submit(&mut records, &mut session, SideId(1), &["mine 5", "bid 1"]);
    assert!(!report.has_fault());
    // the raiders bid and plan their move before the guards' bid is known: it is known already, so they move
    let report = submit(&mut records, &mut session, SideId(0), &["bid 2", "move 2", "bid 0"]);
    assert!(!report.has_fault(), "{report:?}");
    // the next round: raiders bid, then plan a move that must wait for the guards' bid
    let report = submit(&mut records, &mut session, SideId(0), &["bid 0", "move 9"]);
    assert!(report.has_fault(), "their bid has been made in the batch before: {report:?}");
    let report = submit(&mut records, &mut session, SideId(1), &["bid 0"]);
    assert!(!report.has_fault());
    let report = submit(&mut records, &mut session, SideId(0), &["move 1", "play", "bid 1"]);
    assert_eq!(report.lines.last().map(|line| &line.verdict), Some(&Verdict::Parked), "{report:?}");
    assert_eq!(session.parked(SideId(0)).len(), 2);
    assert!(session.parked(SideId(1)).is_empty());
    submit(&mut records, &mut session, SideId(1), &["pass"]);
    assert!(session.parked(SideId(0)).is_empty());
    let told = rulebook.tell(&records, 1, Viewer::Side(SideId(0))).unwrap().lines;
    assert!(told.iter().any(|line| line.contains("came back")), "{told:?}");
    let guards = rulebook.tell(&records, 1, Viewer::Side(SideId(1))).unwrap().lines;
    assert!(!guards.iter().any(|line| line.contains("came back")), "waiting orders are their owner's business");
}

#[test]
fn a_fault_of_the_program_over_an_order_gives_its_batch_up_and_stops_nothing_else() {
    let (_, mut records, mut session) = open(&Kind::<Ford>::new());
    let steps = |slip: &str| Line::Steps(vec![serde_json::json!({ "Slip": slip })]);
    for line in [Line::Text("slip judging".to_owned()), steps("Judging"), steps("Performing")] {
        let (added, report) = hand_in(&*session, 1, line);
        let failure = report.failure.clone().expect("the program fails");
        assert!(failure.message.contains("slipped in"), "{failure}");
        assert!(failure.place.contains("ford/src/"), "the host can find it: {failure}");
        assert!(added.is_empty() && !report.changed && report.has_fault(), "{report:?}");
        assert!(report.closed.as_ref().is_some_and(|told| told.contains("Nothing was changed")), "{report:?}");
        let stored = serde_json::to_string(&report).unwrap();
        assert!(!stored.contains("rules.rs"), "where it failed is not for the player: {stored}");
    }
    assert!(!submit(&mut records, &mut session, SideId(1), &["mine 3"]).has_fault(), "the game goes on");
}

#[test]
fn a_fault_in_telling_drawing_or_thinking_is_caught_by_whoever_asks_for_it() {
    for (line, door) in [("slip telling", "telling"), ("slip drawing", "drawing"), ("slip thinking", "thinking")] {
        let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
        assert!(!submit(&mut records, &mut session, SideId(1), &[line]).has_fault(), "not for whoever ordered it");
        let told = guarded(|| rulebook.tell(&records, 1, Viewer::Side(SideId(0))));
        assert_eq!(told.is_err(), door != "thinking");
        let drawn = guarded(|| session.position(Viewer::Side(SideId(0))));
        assert_eq!(drawn.is_err(), door == "drawing");
        let thought = guarded(|| session.advise(SideId(0)));
        assert_eq!(thought.is_err(), door == "thinking");
        assert!(guarded(|| rulebook.tell(&records, 1, Viewer::Side(SideId(1)))).expect("told").is_ok());
    }
}

#[test]
fn what_is_too_much_is_refused_with_the_number_and_what_may_be() {
    let (_, _, session) = open(&Kind::<Ford>::new());
    let closed = |lines: Vec<Line>| session.submit(SideId(1), &Batch { ask: None, lines }, &SECRETS).1.closed;
    let text = |line: &str| Line::Text(line.to_owned());
    assert_eq!(closed(vec![text("help"); 40]), None);
    let told = "There are 41 questions; at most 40 are read at a time. Nothing was carried out.";
    assert_eq!(closed(vec![text("help"); 41]).as_deref(), Some(told));
    let told = "There are 301 lines; at most 300 are read at a time. Nothing was carried out.";
    assert_eq!(closed(vec![text("mine 3"); 301]).as_deref(), Some(told));
    let told = "There are 40050 letters and signs; at most 40000 are read at a time. Nothing was carried out.";
    assert_eq!(closed(vec![text(&"mine ".repeat(178)); 45]).as_deref(), Some(told));

    let long = "mine ".repeat(201);
    let many = Line::Steps(vec![serde_json::json!("Pass"); 129]);
    let told = |line: Line| {
        let (records, report) = hand_in(&*session, 1, line);
        assert!(records.is_empty());
        (report.lines[0].text.clone(), report.lines[0].verdict.clone())
    };
    let (text, verdict) = told(Line::Text(long.clone()));
    assert!(text.chars().count() == 81 && text.ends_with('…'), "{text}");
    assert_eq!(verdict, Verdict::Misread("this line has 1005 letters and signs; at most 1000 are read".to_owned()));
    assert_eq!(told(many).1, Verdict::Misread("this line has 129 steps; at most 128 are read".to_owned()));
    // a question that is too long is no question, and nothing too long waits
    assert!(matches!(told(Line::Text(format!("preview {long}"))).1, Verdict::Misread(_)));
    assert!(matches!(hand_in(&*session, 0, Line::Text(long)).1.lines[0].verdict, Verdict::Misread(_)));
    assert!(session.legal(SideId(1), &Begun::with(&vec![serde_json::json!("Pass"); 129])).is_err());
}

#[test]
fn behind_a_refused_line_so_many_are_read_and_no_more() {
    let (_, _, session) = open(&Kind::<Ford>::new());
    let lines = ["mine 9"].into_iter().chain(["xyzzy"; 25]).map(|line| Line::Text(line.to_owned())).collect();
    let (records, report) = session.submit(SideId(1), &Batch { ask: None, lines }, &SECRETS);
    assert!(records.is_empty());
    let of = |wanted: fn(&Verdict) -> bool| report.lines.iter().filter(|line| wanted(&line.verdict)).count();
    assert_eq!(of(|verdict| matches!(verdict, Verdict::Misread(_))), 20);
    assert_eq!(of(|verdict| matches!(verdict, Verdict::NotReached)), 5);
}

#[test]
fn what_follows_an_order_that_is_not_legal_is_why_it_is_not() {
    let (_, _, session) = open(&Kind::<Ford>::new());
    let verb = serde_json::json!({ "Verb": "Mine" });
    assert!(session.legal(SideId(1), &Begun::with(std::slice::from_ref(&verb))).unwrap().next.len() > 3);
    let refused = session.legal(SideId(1), &Begun::with(&[verb.clone(), serde_json::json!({ "Number": 9 })]));
    assert_eq!(refused, Err("[1] 9 is not within 1 and 5".to_owned()));
    let whole = session.legal(SideId(1), &Begun::with(&[verb, serde_json::json!({ "Number": 3 })]));
    assert_eq!(whole, Ok(Listed::default()), "it is whole");
}

#[test]
fn a_reply_to_an_old_ask_changes_nothing() {
    let (_, mut records, mut session) = open(&Kind::<Ford>::new());
    let old = session.asks()[0].id;
    submit(&mut records, &mut session, SideId(1), &["mine 3"]);
    let batch = Batch { ask: Some(old), lines: vec![Line::Text("bid 1".to_owned())] };
    let (more, report) = session.submit(SideId(1), &batch, &SECRETS);
    assert!(more.is_empty() && report.closed.is_some());
    let batch = Batch { ask: Some(AskId(9999)), ..batch };
    assert!(session.submit(SideId(1), &batch, &SECRETS).0.is_empty());
}
