//! Questions and standing orders at the table: they are answered, and change nothing that they should not.

use autumn_fog::AutumnFog;
use autumn_fog::state::{ALLIED, GERMAN};
use engine::contract::{Setup, SideId, Viewer};
use engine::table::{Batch, GameKind, Kind, Line, Report, Rulebook, Secrets, Session, Verdict};
use std::sync::{Arc, LazyLock};

static SECRETS: LazyLock<Secrets> = LazyLock::new(|| Secrets::new([7; 32], [8; 32]));

/// A game as a service keeps it.
pub struct Game {
    rulebook: Arc<dyn Rulebook>,
    pub records: Vec<String>,
    pub session: Box<dyn Session>,
}

impl Game {
    /// A new game.
    pub fn begun(setup: &Setup) -> Game {
        let kind = Kind::<AutumnFog>::new();
        let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let records = rulebook.start("questions", setup, &SECRETS).expect("the scenario");
        let session = rulebook.open(&records).expect("the records");
        Game { rulebook, records, session }
    }

    /// The Initial Assault after these lines.
    fn after(lines: &[(SideId, &str)]) -> Game {
        let mut game = Game::begun(&Setup { scenario: "initial-assault".to_owned(), ..Setup::default() });
        for (side, line) in lines {
            let report = game.gives(*side, &[line]);
            assert!(!report.has_fault(), "{line}: {report:?}");
        }
        game
    }

    /// What lines would do, without storing it.
    pub fn asks(&self, side: SideId, lines: &[&str]) -> (Vec<String>, Report) {
        let lines = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
        self.session.submit(side, &Batch { ask: None, lines }, &SECRETS)
    }

    /// Submits lines and stores what they give.
    pub fn gives(&mut self, side: SideId, lines: &[&str]) -> Report {
        let (records, report) = self.asks(side, lines);
        for record in &records {
            self.session.apply(record).expect("a record");
        }
        self.records.extend(records);
        report
    }

    pub fn told(&self, from: usize, side: SideId) -> Vec<String> {
        self.rulebook.tell(&self.records, from, Viewer::Side(side)).expect("the records").lines
    }
}

fn opened() -> Game {
    Game::after(&[(GERMAN, "allot artillery to XLVII"), (GERMAN, "allot done"), (ALLIED, "allot done")])
}

/// The lines of an answer.
#[track_caller]
fn lines(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Answered(lines) | Verdict::TriedOut(lines) => lines.join("\n"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn questions_are_answered_in_their_place_and_change_nothing() {
    let game = opened();
    for line in ["help", "help attack", "status", "what can Gutman do?", "preview activate XLVII", "standing"] {
        for side in SideId::BOTH {
            let (records, report) = game.asks(side, &[line]);
            assert_eq!((records, report.changed, report.has_fault()), (Vec::new(), false, false), "{line}");
            assert!(lines(&report.lines[0].verdict).len() > 40, "{line}: {report:?}");
        }
    }
    let (records, report) =
        game.asks(GERMAN, &["status", "activate XLVII", "# a comment", "status", "dance", "help dig"]);
    assert!(records.is_empty() && !report.changed, "the activation was taken back");
    let texts: Vec<&str> = report.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["status", "activate XLVII", "status", "dance", "help dig"]);
    assert_eq!(report.lines[0], report.lines[2], "so the second answer is that to the first question");
    assert_eq!(report.lines[1].verdict, Verdict::TakenBack);
    assert!(matches!(report.lines[3].verdict, Verdict::Misread(_)));
    assert!(lines(&report.lines[4].verdict).contains("dig in UNIT"));

    let (_, report) = game.asks(GERMAN, &["activate XLVII", "status"]);
    assert!(lines(&report.lines[1].verdict).contains("Orders for XLVII"), "{report:?}");
}

#[test]
fn status_tells_what_is_asked_what_stands_where_and_what_was_reached() {
    let game = opened();
    let (_, report) = game.asks(GERMAN, &["status"]);
    let told = lines(&report.lines[0].verdict);
    for expected in [
        "Turn 1, 16-17 December",
        "Yours to decide: Activate a formation",
        "Objectives: ",
        "Bastogne (Allied)",
        "the Allied side would win",
        "at headquarters: XLVII 1 artillery",
        "Your units:\n",
        "Allied units:",
        "Turn 2: ",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let (_, report) = game.asks(ALLIED, &["status"]);
    let told = lines(&report.lines[0].verdict);
    assert!(told.contains("The German side must decide.") && !told.contains("Yours to decide"), "{told}");
    assert!(told.contains("surprised, cannot move"), "{told}");
}

#[test]
fn a_side_learns_nothing_of_what_the_other_has_allotted_or_ordered_to_stand() {
    let mut game = Game::after(&[(GERMAN, "allot artillery to XLVII"), (GERMAN, "standing defend best 1 at 2:1")]);
    let (_, report) = game.asks(ALLIED, &["status", "standing", "what can XLVII do"]);
    let told: String = report.lines.iter().map(|line| lines(&line.verdict)).collect();
    assert!(!told.contains("You have allotted") && !told.contains("XLVII 1") && !told.contains("best 1 at"), "{told}");
    assert!(
        game.session.standing(GERMAN)[0].value == "best 1 at 2:1" && game.session.standing(ALLIED)[0].value == "ask"
    );
    let from = game.records.len();
    game.gives(GERMAN, &["standing retreat auto"]);
    assert_eq!(game.told(from, ALLIED), Vec::<String>::new(), "a change is nobody else's news");
    assert!(!game.session.view(Viewer::Side(ALLIED)).to_string().contains("auto"));
}

#[test]
fn what_a_unit_can_do_is_told_verb_by_verb_with_what_forbids_the_rest() {
    let mut game = opened();
    let ask = |game: &Game, side, line: &str| lines(&game.asks(side, &[line]).1.lines[0].verdict);
    let before = ask(&game, GERMAN, "what can Gutman do");
    assert!(before.contains("After `activate XLVII`:"), "{before}");
    assert!(before.contains("move: to ") && before.contains("AP left"), "{before}");
    game.gives(GERMAN, &["activate XLVII"]);
    let told = ask(&game, GERMAN, "what can Gutman do");
    for expected in ["Gutman/2 in ", "enter: no: [16.1a]", "recover: no: [3.5.2", "leave: no: [12.1e]"] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let other = ask(&game, GERMAN, "what can Peiper do");
    assert!(other.contains("move: no: [3.2a]"), "{other}");
    let enemy = ask(&game, GERMAN, "what can 110/28 DI do");
    assert!(enemy.contains("It is not yours."), "{enemy}");
    let hq = ask(&game, GERMAN, "what can XLVII do");
    assert!(hq.contains("attack: no: "), "{hq}");
    assert!(ask(&game, GERMAN, "what can Nobody do").contains("there is no unit"));
    assert!(ask(&game, ALLIED, "what can 110/28 DI do").contains("Nothing is yours to decide now."));
}

#[test]
fn a_preview_tells_what_is_left_and_what_each_die_would_bring_and_stores_nothing() {
    let mut game = opened();
    game.gives(GERMAN, &["activate XLVII"]);
    let examples = game.session.examples(GERMAN, 3);
    let attack = &examples.iter().find(|order| order.text.starts_with("attack")).expect("an attack").text;
    let state = game.session.view(Viewer::Side(GERMAN));
    let count = game.session.len();
    let (records, report) = game.asks(GERMAN, &[&format!("preview {attack}")]);
    assert!(records.is_empty() && !report.changed);
    let told = lines(&report.lines[0].verdict);
    for expected in ["Would be accepted.", " against ", "By the die, attacker/defender: 1: ", ", 6: ", " AP left"] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    assert!(!told.contains("The die shows"), "nothing is rolled: {told}");
    assert_eq!((game.session.view(Viewer::Side(GERMAN)), game.session.len()), (state, count));

    let (_, report) = game.asks(GERMAN, &["preview move Gutman to 0101"]);
    let told = lines(&report.lines[0].verdict);
    assert!(told.starts_with("Would be refused: [") && told.contains("Legal instead: `move Gutman/2 to "), "{told}");

    // the next key is not used up: the same roll comes after a preview as without one
    let plain = game.asks(GERMAN, &[attack]).0;
    let after = game.asks(GERMAN, &[&format!("preview {attack}"), attack]).0;
    assert_eq!(plain, after);
}

#[test]
fn below_the_word_preview_orders_are_tried_out_one_after_the_other() {
    let game = opened();
    let lines_of = ["preview:", "activate XLVII", "end", "pass"];
    let (records, report) = game.asks(GERMAN, &lines_of);
    assert!(records.is_empty() && !report.changed);
    let fates: Vec<String> = report.lines[1..].iter().map(|line| lines(&line.verdict)).collect();
    assert!(fates[0].contains("XLVII") && fates[1].starts_with("Would be accepted."), "{fates:?}");
    assert_eq!(fates[2], "Would be accepted.\nThe German side passes.");
    assert!(report.lines[1..].iter().all(|line| matches!(line.verdict, Verdict::TriedOut(_))));
}

#[test]
fn standing_orders_change_at_any_time_and_outlive_a_refused_batch() {
    let mut game = opened();
    let report = game.gives(ALLIED, &["standing defend none", "standing lose hexes", "standing defend maybe"]);
    assert!(report.changed);
    assert!(lines(&report.lines[0].verdict).contains("without support"), "{report:?}");
    assert!(matches!(report.lines[2].verdict, Verdict::Misread(_)));
    let report = game.gives(GERMAN, &["standing advance all", "activate XLVII", "dance"]);
    assert_eq!(report.lines[1].verdict, Verdict::TakenBack);
    let value = |game: &Game, side, kind: &str| {
        game.session.standing(side).into_iter().find(|rule| rule.kind == kind).expect("the kind").value
    };
    assert_eq!(value(&game, ALLIED, "defend"), "none");
    assert_eq!(value(&game, ALLIED, "lose defending"), "hexes");
    assert_eq!(value(&game, GERMAN, "advance"), "all");
    let again = game.rulebook.open(&game.records).expect("the records");
    assert_eq!(again.standing(ALLIED), game.session.standing(ALLIED), "they are kept");
    let report = game.gives(ALLIED, &["standing defend none"]);
    assert!(!report.changed && lines(&report.lines[0].verdict).contains("already"));
}

#[test]
fn an_answer_by_standing_orders_looks_to_the_other_side_like_any_answer() {
    let play = |standing: bool| {
        let mut game = opened();
        game.gives(GERMAN, &["activate XLVII"]);
        let attack = game.session.examples(GERMAN, 3).into_iter().find(|order| order.text.starts_with("attack"));
        let attack = attack.expect("an attack").text;
        let from = game.records.len();
        if standing {
            game.gives(ALLIED, &["standing defend none"]);
        }
        game.gives(GERMAN, &[&attack]);
        if !standing {
            assert_eq!(game.session.asks()[0].side, ALLIED);
            game.gives(ALLIED, &["defend"]);
        }
        game.told(from, GERMAN)
    };
    let shape = |lines: Vec<String>| {
        let words = |line: String| line.split([' ', '\n']).next().unwrap_or_default().to_owned();
        lines.into_iter().map(words).collect::<Vec<String>>()
    };
    let (by_hand, by_rule) = (shape(play(false)), shape(play(true)));
    assert_eq!(by_hand[..2], by_rule[..2], "the attack and the defence are told in the same words");
    assert!(!by_rule.iter().any(|line| line.to_lowercase().contains("standing")));
}

#[test]
fn a_standing_order_that_decides_is_told_to_its_player_with_what_it_decided_and_to_nobody_else() {
    let mut game = opened();
    game.gives(ALLIED, &["standing defend none", "standing retreat auto"]);
    game.gives(GERMAN, &["activate XLVII"]);
    let attack = game.session.examples(GERMAN, 3).into_iter().find(|order| order.text.starts_with("attack"));
    let from = game.records.len();
    game.gives(GERMAN, &[&attack.expect("an attack").text]);
    let told = game.told(from, ALLIED);
    let own: Vec<&String> = told.iter().filter(|line| line.contains("standing order")).collect();
    assert_eq!(own, ["Your standing order `defend none` decides: `defend lead 110/28 DI`."], "{told:?}");
    let place = told.iter().position(|line| line == own[0]).expect("its place");
    assert_eq!(told[place + 1], "110/28 DI leads the defence.", "what comes of it follows");
    for viewer in [Viewer::Side(GERMAN), Viewer::Observer] {
        assert!(!game.session.lines(from as u64, viewer).iter().any(|line| line.contains("standing")));
    }
    let again = game.rulebook.open(&game.records).expect("the records");
    assert_eq!(again.lines(from as u64, Viewer::Side(ALLIED)), told, "the records keep it");
}

#[test]
fn what_the_other_side_did_is_told_in_chapters_with_what_opens_them_as_headings() {
    let mut game = opened();
    let from = game.records.len() as u64;
    game.gives(GERMAN, &["activate XLVII", "move v. Böhm to 2615", "end"]);
    let chapters = game.session.chapters(from, Viewer::Side(ALLIED));
    assert_eq!(chapters.len(), 1);
    assert_eq!(chapters[0].heading.as_deref(), Some("XLVII Panzerkorps is activated."));
    let lines: Vec<(&str, bool)> =
        chapters[0].lines.iter().map(|line| (line.text.as_str(), line.goes_without_saying)).collect();
    assert!(lines.contains(&("v. Böhm/2 is activated with 3 AP.", true)), "{lines:?}");
    assert!(lines.iter().any(|(text, goes)| text.starts_with("v. Böhm/2 moves") && !goes), "{lines:?}");
}

#[test]
fn what_ends_a_decision_stands_apart_from_what_may_be_copied() {
    let closes = |game: &Game, side| {
        let examples = game.session.examples(side, 3).into_iter();
        examples.filter(|example| example.closes).map(|example| example.text).collect::<Vec<_>>()
    };
    assert_eq!(closes(&Game::after(&[]), GERMAN), ["allot done"]);
    assert_eq!(closes(&opened(), GERMAN), ["pass"]);
    assert_eq!(
        closes(&Game::after(&[(GERMAN, "allot done"), (ALLIED, "allot done"), (GERMAN, "activate XLVII")]), GERMAN),
        ["end"]
    );
}

#[test]
fn the_status_of_a_place_tells_its_ground_and_who_stands_there_and_that_of_a_division_its_units() {
    let game = opened();
    let status = |line: &str| lines(&game.asks(GERMAN, &[line]).1.lines[0].verdict);
    let marnach = status("status Marnach");
    assert!(marnach.starts_with("2515 Marnach: rough"), "{marnach}");
    assert!(marnach.contains("Allied: 110/28 DI in 2515 Marnach: strength 3"), "{marnach}");
    assert!(status("status 2414").contains("Nobody stands there"), "{}", status("status 2414"));
    let division = status("status 106th Infantry Division");
    assert!(["422", "423", "424"].iter().all(|name| division.contains(&format!("{name}/106 DI"))), "{division}");
    assert!(status("status Nowhere").contains("there is no unit `Nowhere`"));
}

#[test]
fn what_a_player_wrote_himself_goes_before_his_standing_orders() {
    let mut game = opened();
    game.gives(GERMAN, &["standing allot none", "standing advance none", "standing lose hexes"]);
    game.gives(GERMAN, &["activate XLVII"]);
    let attack = game.session.examples(GERMAN, 3).into_iter().find(|order| order.text.starts_with("attack"));
    let report = game.gives(GERMAN, &[&attack.expect("an attack").text, "status"]);
    assert!(!report.has_fault(), "{report:?}");
    assert!(game.session.asks().iter().all(|ask| !ask.title.contains("Who advances")), "it has been answered");
}

#[test]
fn a_stale_mail_gets_answers_but_gives_no_orders() {
    let game = opened();
    let stale = Some(engine::contract::AskId(0));
    let lines = ["activate XLVII", "status"].map(|line| Line::Text(line.to_owned())).to_vec();
    let (records, report) = game.session.submit(GERMAN, &Batch { ask: stale, lines: lines.clone() }, &SECRETS);
    assert!(records.is_empty() && report.closed.is_some());
    assert_eq!(report.lines.len(), 1, "the question: {report:?}");
    let (_, report) = game.session.submit(GERMAN, &Batch { ask: stale, lines: lines[1..].to_vec() }, &SECRETS);
    assert!(report.closed.is_none() && matches!(report.lines[0].verdict, Verdict::Answered(_)));
}

#[test]
fn a_refusal_proposes_the_nearest_legal_orders() {
    let mut game = opened();
    game.gives(GERMAN, &["activate XLVII"]);
    let refusal = |line: &str| match &game.asks(GERMAN, &[line]).1.lines[0].verdict {
        Verdict::Refused { refusal, .. } => refusal.clone(),
        other => panic!("{line}: {other:?}"),
    };
    let far = refusal("move Gutman to Bastogne");
    assert!(far.remedy.contains("Legal instead: `move Gutman/2 to "), "{far}");
    let proposed = far.remedy.split('`').nth(1).expect("an order");
    assert!(!game.asks(GERMAN, &[proposed]).1.has_fault(), "{proposed}");
    let wrong = refusal("recover Peiper");
    assert!(!wrong.case.is_empty() && !wrong.message.is_empty());
}

#[test]
fn what_both_sides_chose_unseen_is_not_taken_back_once_it_is_shown() {
    // as long as the other side has not chosen, nothing is shown
    let first = Game::after(&[]);
    let (records, report) = first.asks(GERMAN, &["allot artillery to XLVII", "allot artillery to VIII"]);
    assert!(records.is_empty(), "{report:?}");
    assert_eq!(report.lines[0].verdict, Verdict::TakenBack);
    // the German's last word turns up the Allied allotment, and stays
    let second = Game::after(&[(ALLIED, "allot artillery to VIII"), (ALLIED, "allot done")]);
    let (records, report) = second.asks(GERMAN, &["allot artillery to XLVII", "allot done", "dance"]);
    assert!(!records.is_empty() && report.has_fault());
    assert!(report.lines[..2].iter().all(|line| matches!(line.verdict, Verdict::Done(_))), "{report:?}");
}

#[test]
fn after_an_agreed_end_the_status_tells_of_nothing_that_is_still_to_come() {
    let mut game = opened();
    let status = |game: &Game| lines(&game.asks(GERMAN, &["status"]).1.lines[0].verdict);
    assert!(status(&game).contains("while `standing interrupt ask` holds"));
    game.gives(GERMAN, &["propose draw"]);
    game.gives(ALLIED, &["accept 1"]);
    let told = status(&game);
    assert!(told.contains("The game is over: draw, by agreement."), "{told}");
    for gone in ["decide", "interrupt", "still to come", "If the last turn"] {
        assert!(!told.contains(gone), "{gone}: {told}");
    }
}
