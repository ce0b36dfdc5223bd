//! Orders for sequences to come, sent ahead while the other side acts.

use crate::given::Given;
use crate::questions::Game;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::marks::Marks;
use autumn_fog::order::{EventKind, SupportKind};
use autumn_fog::state::{ALLIED, GERMAN, Pending};
use engine::contract::{Concern, Seen, SentAhead, Setup, SideId, Sight, Viewer};
use engine::table::{Report, Verdict};

/// The Initial Assault after its support phase; the German opens it with three formations of three armies (17.1f).
fn opened(options: &[(&str, &str)]) -> Game {
    let mut setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    setup.options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut game = Game::begun(&setup);
    for side in SideId::BOTH {
        assert!(!game.gives(side, &["allot done"]).has_fault());
    }
    game
}

/// The German leads his three formations, and sends more in the same mail.
fn row(game: &mut Game, ahead: &[&str]) -> Report {
    let row = ["activate LXVI", "end", "activate LXXX", "end", "activate LXVII", "end"];
    game.gives(GERMAN, &[&row, ahead].concat())
}

/// The same, which waits as the other side has not given any orders.
#[track_caller]
fn sent(game: &mut Game, ahead: &[&str]) -> Report {
    let report = row(game, ahead);
    assert!(game.asked(ALLIED), "{report:?}");
    report
}

/// Two sequences. Böhm stands in 2715.
const TWO: [&str; 5] = ["activate XLVII", "dig in v. Böhm/2", "end", "activate LVIII", "end"];

impl Game {
    fn asked(&self, side: SideId) -> bool {
        self.session.asks().iter().any(|ask| ask.side == side)
    }

    /// Why the German's waiting orders came back since some record.
    fn reason(&self, from: usize) -> Option<String> {
        self.told(from, GERMAN).into_iter().find(|line| line.starts_with("Your waiting orders came back"))
    }
}

/// An Allied unit digs in in 2215, five hexes from Böhm.
const DIGS: [&str; 3] = ["activate VIII", "dig in CCR/9 DB", "end"];

#[test]
fn sequences_sent_ahead_are_carried_out_one_by_one_while_all_is_quiet() {
    let mut game = opened(&[]);
    let report = sent(&mut game, &TWO);
    let waits = report.lines.iter().filter(|line| line.verdict == Verdict::Parked).count();
    assert_eq!((waits, report.has_fault()), (5, false), "{report:?}");
    assert_eq!(game.session.parked(GERMAN), TWO);

    let before = game.records.len();
    game.gives(ALLIED, &["pass"]);
    assert_eq!(game.session.parked(GERMAN), ["activate LVIII", "end"], "one sequence, then the other side");
    assert!(game.asked(ALLIED) && !game.asked(GERMAN));
    assert!(game.told(before, GERMAN).iter().any(|line| line.contains("XLVII")));

    game.gives(ALLIED, &["pass"]);
    assert!(game.session.parked(GERMAN).is_empty() && game.asked(ALLIED));
    game.gives(ALLIED, &["pass"]);
    assert!(game.asked(GERMAN), "now he is asked");
}

#[test]
fn what_happens_near_a_sequence_brings_it_back_with_the_reason_and_nothing_is_lost() {
    let mut game = opened(&[]);
    sent(&mut game, &[&["standing ahead quiet 5"], &TWO[..]].concat());
    let before = game.records.len();
    let report = game.gives(ALLIED, &DIGS);
    assert!(!report.has_fault(), "{report:?}");
    assert!(game.session.parked(GERMAN).is_empty() && game.asked(GERMAN));
    assert_eq!(game.session.returned(GERMAN), TWO);
    let reason = game.reason(before).expect("it is told");
    assert!(reason.contains("CCR/9 DB takes up an improved position"), "{reason}");
    assert!(reason.contains("2215 is 5 of at most 5 hexes from 2715, where these orders lead"), "{reason}");
    assert!(reason.ends_with(&TWO.join("; ")), "{reason}");
    let told = game.told(before, ALLIED).join(" ");
    assert!(!told.contains("came back") && !told.contains("LVIII"), "the other side learns nothing: {told}");
    let again: Vec<String> = game.session.returned(GERMAN);
    assert!(!game.gives(GERMAN, &again.iter().map(String::as_str).collect::<Vec<_>>()).has_fault());
    assert!(game.session.returned(GERMAN).is_empty() && game.session.parked(GERMAN).len() == 2);
}

#[test]
fn the_standing_order_says_how_careful_orders_ahead_are() {
    let goes_on = |line: &str| {
        let mut game = opened(&[]);
        sent(&mut game, &[&[line], &TWO[..]].concat());
        let before = game.records.len();
        game.gives(ALLIED, &DIGS);
        let on = game.session.parked(GERMAN).len() == 2;
        assert_eq!(on, game.reason(before).is_none(), "{line}");
        on
    };
    assert!(goes_on("standing ahead always"));
    assert!(goes_on("standing ahead quiet 4"));
    assert!(!goes_on("standing ahead quiet 5"));
    assert!(!goes_on("standing ahead never"));
}

/// The German leads XLVII Corps third in his row; an attack that it can make.
fn attacking(game: &mut Game) -> String {
    let row = ["activate LXVII", "end", "activate LXXX", "end", "activate XLVII"];
    assert!(!game.gives(GERMAN, &row).has_fault());
    let attack = game.session.examples(GERMAN, 3).into_iter().find(|order| order.text.starts_with("attack"));
    attack.expect("an attack").text
}

/// Nobody is asked anything in a combat but for the defence.
const COMBAT: [&str; 5] = [
    "standing lose hexes",
    "standing lose attacking steps",
    "standing retreat auto",
    "standing mark auto",
    "standing advance none",
];

/// A sequence in which Peiper is sent too far.
const TOO_FAR: [&str; 4] = ["end", "activate I SS", "move Peiper to Bastogne", "end"];

#[test]
fn a_sequence_of_which_an_order_is_refused_comes_back_whole() {
    let mut game = opened(&[]);
    let attack = attacking(&mut game);
    for side in SideId::BOTH {
        game.gives(side, &COMBAT);
    }
    // what comes after the defence and the dice cannot be judged before
    let report = game.gives(GERMAN, &[&[&attack[..], "standing ahead always"], &TOO_FAR[..]].concat());
    assert!(!report.has_fault() && game.asked(ALLIED), "{report:?}");
    game.gives(ALLIED, &["defend"]);
    assert_eq!(game.session.parked(GERMAN), &TOO_FAR[1..], "his own sequence has ended: {:?}", game.session.asks());
    let before = game.records.len();
    game.gives(ALLIED, &["pass"]);
    let reason = game.reason(before).expect("it came back");
    assert!(reason.contains("[4.1c]") && reason.contains("Legal instead: `move Peiper/1 to "), "{reason}");
    assert_eq!(game.session.returned(GERMAN), &TOO_FAR[1..]);
    let (_, report) = game.asks(GERMAN, &["status"]);
    let Verdict::Answered(status) = &report.lines[0].verdict else { panic!("{report:?}") };
    assert!(status.iter().any(|line| line.contains("Activate a formation")), "no sequence has begun: {status:?}");
}

#[test]
fn orders_are_sent_ahead_while_the_other_side_decides_in_a_combat() {
    let mut game = opened(&[]);
    let attack = attacking(&mut game);
    for side in SideId::BOTH {
        game.gives(side, &COMBAT);
    }
    game.gives(GERMAN, &[&attack[..], "standing ahead always"]);
    assert!(game.asked(ALLIED) && !game.asked(GERMAN));
    let report = game.gives(GERMAN, &["end", "activate I SS", "end"]);
    assert!(report.lines.iter().all(|line| line.verdict == Verdict::Parked), "{report:?}");
    let (records, report) = game.asks(GERMAN, &["defend"]);
    assert!(report.has_fault() && records.is_empty(), "an answer to what nobody asks does not wait: {report:?}");
    for wrong in ["move Tuesday to 2615", "move Peiper to 9999", "move Peiper to Atlantis", "activate CXI"] {
        let (records, report) = game.asks(GERMAN, &["end", "activate I SS", wrong]);
        assert!(matches!(report.lines[2].verdict, Verdict::Misread(_)) && records.is_empty(), "{wrong}: {report:?}");
    }
    game.gives(ALLIED, &["defend"]);
    assert_eq!(game.session.parked(GERMAN), ["activate I SS", "end"], "his own sequence has ended");
}

#[test]
fn orders_ahead_of_which_one_is_wrong_do_not_wait_even_if_dice_have_been_rolled_before_them() {
    let mut game = opened(&[]);
    let attack = attacking(&mut game);
    for side in SideId::BOTH {
        game.gives(side, &[&["standing defend none"], &COMBAT[..]].concat());
    }
    let report = game.gives(GERMAN, &[&[&attack[..]], &TOO_FAR[..]].concat());
    let [attacked, ended, begun, moved, last] = &report.lines[..] else { panic!("{report:?}") };
    assert!(matches!((&attacked.verdict, &ended.verdict), (Verdict::Done(_), Verdict::Done(_))), "{report:?}");
    assert_eq!((&begun.verdict, &last.verdict), (&Verdict::TakenBack, &Verdict::NotReached));
    assert!(matches!(moved.verdict, Verdict::Refused { .. }), "{report:?}");
    assert!(game.session.parked(GERMAN).is_empty());
}

#[test]
fn what_is_wrong_in_any_case_is_refused_at_once_and_nothing_waits() {
    let mut game = opened(&[]);
    for wrong in [["activate XLVII", "dance"], ["activate XLVII", "move Gutman to Bastogne"]] {
        let (records, report) = game.asks(GERMAN, &[&["activate LXVI", "end"], &wrong[..]].concat());
        assert!(report.has_fault() && records.is_empty(), "{wrong:?}: {report:?}");
        assert_eq!(report.lines[0].verdict, Verdict::TakenBack);
    }
    sent(&mut game, &[]);
    let (records, report) = game.asks(GERMAN, &["activate XLVII", "move Gutman to Bastogne"]);
    assert!(report.has_fault() && records.is_empty(), "also while the other side decides: {report:?}");
}

#[test]
fn orders_are_sent_ahead_while_the_other_side_decides_and_called_back() {
    let mut game = opened(&[]);
    sent(&mut game, &[]);
    let report = game.gives(GERMAN, &TWO);
    assert!(report.lines.iter().all(|line| line.verdict == Verdict::Parked), "{report:?}");
    let (_, report) = game.asks(GERMAN, &["waiting"]);
    assert_eq!(report.lines[0].verdict, Verdict::Answered(TWO.map(str::to_owned).to_vec()));
    let (_, report) = game.asks(ALLIED, &["waiting"]);
    assert_eq!(report.lines[0].verdict, Verdict::Answered(vec!["None of your orders waits.".to_owned()]));

    let report = game.gives(GERMAN, &["take back", "act I SS", "dig in Sandig and Hansen", "end"]);
    assert!(!report.has_fault(), "{report:?}");
    let understood = ["activate I SS", "dig in Sandig/1", "dig in Hansen/1", "end"];
    assert_eq!(game.session.parked(GERMAN), understood);
    game.gives(GERMAN, &["take back"]);
    assert!(game.session.parked(GERMAN).is_empty());
    assert_eq!(game.session.returned(GERMAN), understood);
    game.gives(ALLIED, &["pass"]);
    assert!(game.asked(GERMAN));
}

#[test]
fn a_pass_that_would_end_the_phase_comes_back_and_a_new_turn_brings_everything_back() {
    let mut game = opened(&[]);
    sent(&mut game, &["pass"]);
    let before = game.records.len();
    game.gives(ALLIED, &["pass"]);
    assert!(game.asked(GERMAN));
    assert!(game.reason(before).is_some_and(|reason| reason.contains("2.1g")), "{:?}", game.reason(before));

    let mut game = opened(&[]);
    sent(&mut game, &["pass", "activate XLVII", "end"]);
    game.gives(ALLIED, &["activate VIII", "end"]);
    assert_eq!(
        game.session.parked(GERMAN).len(),
        2,
        "he has passed: the other side acted far from all his units, or not"
    );
}

#[test]
fn orders_ahead_wait_over_a_question_in_the_other_sides_sequence() {
    let mut game = opened(&[]);
    // the Allied side sends ahead what it will do after the German row, and is asked to defend before
    let report = game.gives(ALLIED, &["standing ahead always", "activate VIII", "end"]);
    assert!(!report.has_fault(), "{report:?}");
    game.gives(GERMAN, &["activate XLVII"]);
    let attack = game.session.examples(GERMAN, 3).into_iter().find(|order| order.text.starts_with("attack"));
    game.gives(GERMAN, &[&attack.expect("an attack").text]);
    assert_eq!(game.session.parked(ALLIED).len(), 2);
}

#[test]
fn a_preview_goes_on_beyond_the_other_sides_sequence() {
    let mut game = opened(&[]);
    sent(&mut game, &[]);
    let (records, report) =
        game.asks(GERMAN, &["preview:", "activate XLVII", "end", "activate LVIII", "move Gutman to 1817"]);
    assert!(records.is_empty());
    let told = |line: usize| match &report.lines[line].verdict {
        Verdict::TriedOut(lines) => lines.join("\n"),
        other => panic!("{other:?}"),
    };
    assert!(
        told(1).starts_with("It is the other side's turn.") && told(1).contains("Would be accepted."),
        "{}",
        told(1)
    );
    assert!(told(2).contains("It is the other side's turn."), "{}", told(2));
    assert!(told(3).contains("Would be accepted.") && told(4).contains("Would be refused"), "{}", told(4));
}

#[test]
fn what_a_player_does_not_see_in_the_fog_brings_nothing_back_and_what_he_sees_does() {
    let after = |lines: &[&str]| {
        let mut game = opened(&[("fog-of-war", "covered")]);
        sent(&mut game, &[&["standing ahead quiet 5"], &TWO[..]].concat());
        let before = game.records.len();
        let report = game.gives(ALLIED, lines);
        assert!(!report.has_fault(), "{report:?}");
        (game.session.parked(GERMAN).len(), game.reason(before))
    };
    assert_eq!(after(&DIGS), (2, None), "nobody sees CCR dig in");
    let (left, reason) = after(&["activate VIII", "move CCR/9 DB to 2315", "end"]);
    assert_eq!(left, 0);
    assert!(reason.is_some_and(|reason| reason.contains("2315 is 4 of at most 5 hexes from 2715")));
}

#[test]
fn the_rest_of_a_sequence_waits_for_its_players_own_decision_in_a_combat() {
    let mut game = opened(&[]);
    let attack = attacking(&mut game);
    game.gives(ALLIED, &["standing defend none"]);
    game.gives(ALLIED, &COMBAT);
    game.gives(GERMAN, &["end"]);
    let report =
        game.gives(GERMAN, &["standing ahead always", "activate XLVII", &attack, "end", "activate LVIII", "end"]);
    assert!(!report.has_fault(), "{report:?}");
    let before = game.records.len();
    game.gives(ALLIED, &["pass"]);
    // he has no standing order for what an attacker loses, so he is asked, or the combat left him nothing to decide
    assert_eq!(game.reason(before), None);
    assert!(game.told(before, GERMAN).iter().any(|line| line.contains("The die shows")));
    let parked = game.session.parked(GERMAN);
    let rest: &[&str] = if game.asked(GERMAN) { &["end", "activate LVIII", "end"] } else { &["activate LVIII", "end"] };
    assert_eq!(parked, rest, "{:?}", game.session.asks());
}

#[test]
fn what_is_written_behind_the_end_of_a_sequence_heeds_what_the_other_sides_standing_orders_do_first() {
    let mail = |caution: &str| {
        let mut game = opened(&[]);
        game.gives(ALLIED, &["standing ahead always", "activate VIII", "dig in CCR/9 DB", "end"]);
        let report = row(&mut game, &[&[caution], &TWO[..]].concat());
        let fates: Vec<Verdict> = report.lines.into_iter().skip(7).map(|line| line.verdict).collect();
        (fates, game)
    };
    // the Allied unit digs in five hexes away, before the German has said anything more
    let (fates, game) = mail("standing ahead quiet 5");
    assert!(
        fates.iter().all(|fate| matches!(fate, Verdict::Returned(reason) if reason.contains("CCR/9 DB"))),
        "{fates:?}"
    );
    assert!(game.asked(GERMAN) && game.session.parked(GERMAN).is_empty());
    let (fates, game) = mail("standing ahead quiet 4");
    let [activated, dug, ended, last @ ..] = &fates[..] else { panic!("{fates:?}") };
    assert!([activated, dug, ended].iter().all(|fate| matches!(fate, Verdict::Done(_))), "{fates:?}");
    assert_eq!(
        (last, game.session.parked(GERMAN)),
        (&[Verdict::Parked, Verdict::Parked][..], TWO[3..].iter().map(|line| (*line).to_owned()).collect())
    );
    assert!(game.asked(ALLIED));
}

#[test]
fn the_rest_of_a_mail_waits_for_its_players_own_decision_after_the_dice() {
    let mut game = opened(&[]);
    let attack = attacking(&mut game);
    game.gives(ALLIED, &["standing defend none"]);
    game.gives(ALLIED, &COMBAT);
    game.gives(GERMAN, &["standing lose ask", "standing advance ask"]);
    let report = game.gives(GERMAN, &[&attack, "end", "activate LVIII", "end"]);
    assert!(!report.has_fault() && game.asked(GERMAN), "{report:?}");
    let waits = report.lines.iter().filter(|line| line.verdict == Verdict::Parked).count();
    assert_eq!((waits, game.session.parked(GERMAN).len()), (3, 3), "{report:?}");
    // but who writes nothing else hears what is asked of him
    let (_, report) = game.asks(GERMAN, &["end"]);
    assert!(matches!(report.lines[0].verdict, Verdict::Refused { .. }), "{report:?}");
}

#[test]
fn orders_that_are_taken_back_in_the_same_mail_do_not_wait() {
    let mut game = opened(&[]);
    let report = sent(&mut game, &["activate XLVII", "end", "take back", "activate LVIII", "end"]);
    let fates: Vec<&Verdict> = report.lines.iter().skip(6).map(|line| &line.verdict).collect();
    assert!(matches!(fates[..2], [Verdict::Returned(_), Verdict::Returned(_)]), "{fates:?}");
    assert_eq!(fates[3..], [&Verdict::Parked, &Verdict::Parked]);
    assert_eq!(game.session.parked(GERMAN), ["activate LVIII", "end"]);
}

#[test]
fn a_march_that_the_other_side_is_asked_about_is_not_told_as_done() {
    let mut game = opened(&[]);
    game.gives(ALLIED, &["standing interrupt ask"]);
    let report = game.gives(GERMAN, &["activate I SS", "move Sandig to 3109"]);
    assert!(game.asked(ALLIED) && !game.asked(GERMAN), "{report:?}");
    let waits = "What comes of it is told when the other side has decided.".to_owned();
    assert_eq!(report.lines[1].verdict, Verdict::Done(vec![waits]));
}

#[test]
fn what_a_player_does_himself_brings_none_of_his_orders_back_and_what_the_enemy_does_near_them_may() {
    let given = Given::on(&[]).unit("12-vg", "1710").unit("110-28di", "1610");
    let (german, allied) = (given.id("12-vg"), given.id("110-28di"));
    let (here, there) = (given.hex("1710"), given.hex("1711"));
    let off = || Marks::default();
    let deeds = |unit, side, kind| {
        vec![
            Event::Moved { unit, path: vec![here, there], ap: 1, half_mp: 0, bound: false, off: off() },
            Event::Entered { unit, hex: there, ap: 1, half_mp: 0 },
            Event::HqReturned { unit, hex: there, steps: None, off: off() },
            Event::Deployed { unit, hex: there },
            Event::Advanced { unit, path: vec![here, there], off: off() },
            Event::DugIn { unit, ap: 0, off: off() },
            Event::LeftPosition { unit },
            Event::Detached { division: unit, detachment: unit, steps: 1, left: 1, apart: None },
            Event::Rejoined { detachment: unit, division: unit, steps: 2, apart: None, whole: None },
            Event::Breakthrough { side, hex: there },
            Event::Held { side, hex: there },
            Event::EventPlayed { kind, hex: there },
            Event::MarkerLaid { kind, hex: there },
        ]
    };
    let hits = |unit| {
        [
            Event::StepLost { unit, left: 1 },
            Event::Eliminated { unit },
            Event::Retreated {
                units: vec![unit],
                path: vec![here, there],
                onto_friends: false,
                off: off(),
                controlled: Vec::new(),
            },
        ]
    };
    let concern_in = |given: &Given, viewer, event: Event| {
        let view = AutumnFog::view(&given.definitions, &given.state, Viewer::Side(viewer));
        let seen =
            AutumnFog::redact(&given.definitions, &given.state, &event, Viewer::Side(viewer)).expect("it is seen");
        AutumnFog::incident(Seen::<AutumnFog>::new(&given.definitions, &view), &seen).map(|incident| incident.concern)
    };
    let concern = |viewer, event| concern_in(&given, viewer, event);
    for (unit, side, kind) in [(german, GERMAN, EventKind::Greif), (allied, ALLIED, EventKind::Roadblock)] {
        for event in deeds(unit, side, kind) {
            assert_eq!(concern(side, event.clone()), None, "his own: {event:?}");
            let near = concern(side.enemy(), event.clone());
            assert!(
                matches!(&near, Some(Concern::Near(hexes)) if hexes.len() == 1),
                "the enemy's: {event:?}: {near:?}"
            );
        }
        for event in hits(unit) {
            assert_eq!(concern(side, event.clone()), Some(Concern::Units(vec![unit])), "{event:?}");
            assert!(matches!(concern(side.enemy(), event.clone()), Some(Concern::Near(_))), "{event:?}");
        }
    }
    assert_eq!(concern(GERMAN, Event::Covered { units: vec![german] }), None);
    assert_eq!(concern(ALLIED, Event::Covered { units: vec![german] }), Some(Concern::Near(vec![here])));

    // what becomes of whom he attacks
    let attack = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").steps(2);
    let mut attack = attack.unit("hq-viii", "1410").holds(SupportKind::Artillery, 1).german_acts();
    attack.order("attack target:1610 with:12-vg lead:12-vg done", &[]);
    assert_eq!(attack.asked(), Some((ALLIED, Pending::Defend)));
    for event in [Event::StepLost { unit: allied, left: 1 }, Event::Eliminated { unit: allied }] {
        assert_eq!(concern_in(&attack, GERMAN, event.clone()), None, "{event:?}");
        assert_eq!(concern_in(&attack, ALLIED, event.clone()), Some(Concern::Units(vec![allied])), "{event:?}");
    }
    let hurt = Event::StepLost { unit: german, left: 1 };
    assert_eq!(concern_in(&attack, GERMAN, hurt), Some(Concern::Units(vec![german])));

    let turn = Event::TurnBegan { turn: 2, off: off(), surprised: Vec::new() };
    assert_eq!(concern(GERMAN, turn), Some(Concern::All));
}

#[test]
fn no_more_orders_wait_than_anybody_needs() {
    let mut game = opened(&[]);
    let attack = attacking(&mut game);
    game.gives(GERMAN, &[&attack[..]]);
    assert!(game.asked(ALLIED) && !game.asked(GERMAN), "what comes after the dice is not judged now");
    let refused = |game: &Game, lines: &[&str]| {
        let (records, report) = game.asks(GERMAN, lines);
        let refusal = report.lines.iter().find_map(|line| match &line.verdict {
            Verdict::Refused { refusal, .. } => Some(refusal.message.clone()),
            _ => None,
        });
        assert!(records.is_empty(), "nothing of it waits");
        refusal.expect("it is refused")
    };
    let long = format!("move Peiper to 2615 via {}", ["2616"; 100].join(", "));
    let refusal = refused(&game, &[&["end", "activate I SS"], &[&long[..]; 60][..]].concat());
    assert!(refusal.ends_with(" letters and signs would wait, 30000 may"), "{refusal}");
    game.gives(GERMAN, &["end", "activate I SS"].repeat(150));
    assert_eq!(game.session.parked(GERMAN).len(), 300);
    assert_eq!(refused(&game, &["end"]), "301 orders would wait, 300 may");
}
