//! What players are told besides refusals: objectives, formations, events, odds, units that are halved.

use crate::given::Given;
use crate::place::{GAME, Play, formation, just};
use crate::questions::Game;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{EventKind, Step, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Supply};
use engine::contract::{Ask, Rules, Seen, Setup, SideId, Sight, Speech, Viewer};
use engine::referee::referee;
use engine::table::Verdict;

/// The question of a side, title and facts.
fn question(play: &Play, side: SideId) -> String {
    let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(side));
    let ask = AutumnFog::asks(&play.state).into_iter().find(|ask: &Ask| ask.side == side).expect("an ask");
    let question = AutumnFog::question(Seen::<AutumnFog>::new(&GAME, &view), &ask);
    [vec![question.title], question.details].concat().join("\n")
}

fn status(play: &Play, side: SideId) -> String {
    AutumnFog::status(Seen::<AutumnFog>::new(&GAME, &AutumnFog::view(&GAME, &play.state, Viewer::Side(side))))
        .join("\n")
}

/// A scenario with the German to act.
fn opened(scenario: &str) -> Play {
    let mut play = Play::of(scenario);
    let (_, state) = engine::contract::begin::<AutumnFog>(&GAME, &play.state, &mut play.dice);
    play.state = state;
    for side in SideId::BOTH {
        play.by(side, vec![Step::Verb(Verb::Allot), Step::Done]).expect("allotted");
    }
    play
}

#[test]
fn cases_17_1c_and_17_2c_only_the_objectives_of_the_scenario_are_told() {
    let assault = opened("initial-assault");
    for told in [status(&assault, ALLIED), question(&assault, GERMAN)] {
        let line = told.lines().find(|line| line.starts_with("Objectives: ")).expect("objectives");
        assert!(line.contains("Bastogne") && line.contains("Marche") && line.contains("St. Vith"), "{line}");
        assert!(!line.contains("Spa") && !line.contains("Rochefort"), "{line}");
    }
    let battle = status(&opened("entire-battle"), ALLIED);
    let line = battle.lines().find(|line| line.starts_with("Objectives: ")).expect("objectives");
    assert!(line.contains("Spa (Allied)") && line.contains("Rochefort (Allied)"), "{line}");
    // a German in a town that does not count takes nothing
    let text = "game autumn-fog\nof SCENARIO\nside german\nactivation general\nunit peiper-1ss 2105\n\n\
                german: move Peiper to 2104\n";
    let heard =
        |scenario: &str| referee::<AutumnFog>("x.game", &text.replace("SCENARIO", scenario), false).expect("a file");
    assert!(!heard("initial-assault").contains("in German hands"), "{}", heard("initial-assault"));
    assert!(heard("entire-battle").contains("Spa is in German hands now"), "{}", heard("entire-battle"));
}

#[test]
fn case_17_1f_the_question_sets_the_formations_apart_whose_armies_have_had_theirs() {
    let mut play = opened("initial-assault");
    let first = question(&play, GERMAN);
    assert!(first.contains("With units that have not been activated this turn: XLVII, LVIII, LXVI, I SS"), "{first}");
    play.does(formation("xlvii-pz"));
    play.does(just(Verb::End));
    let second = question(&play, GERMAN);
    let open = second.lines().find(|line| line.starts_with("With units")).expect("formations");
    assert!(open.contains("I SS") && !open.contains("LVIII") && !open.contains("LXVI,"), "{open}");
    assert!(second.contains("Not in this row") && second.contains("[17.1f]: XLVII, LVIII, LXVI."), "{second}");
}

#[test]
fn cases_15_2c_and_15_3a_who_can_stop_marches_is_told_that_they_pass_before_the_first_one_and_wherever_events_stand() {
    let unasked = "You are asked about each march while `standing interrupt ask` holds; else they pass.";
    let (begun, _) = Play::begun();
    for (side, event, other) in [(GERMAN, "Greif commandos", "oadblock"), (ALLIED, "A roadblock", "Greif")] {
        let first = question(&begun, side);
        let line = first.lines().find(|line| line.ends_with(unasked)).unwrap_or_else(|| panic!("{first}"));
        assert!(line.contains(event) && !line.contains(other), "{line}");
        assert_eq!(first.matches(unasked).count(), 1);
        let told = status(&begun, side);
        assert_eq!(told.matches(unasked).count(), 1, "only of his own: {told}");
    }
    let mut play = opened("initial-assault");
    play.does(formation("xlvii-pz"));
    assert!(question(&play, GERMAN).contains(unasked));
    let spent = play.field(|field| field.events[EventKind::Greif.index()] = 0);
    assert!(!question(&spent, GERMAN).contains(unasked) && !status(&spent, GERMAN).contains(unasked));
    let game = Game::begun(&Setup { scenario: "initial-assault".to_owned(), ..Setup::default() });
    let (_, report) = game.asks(ALLIED, &["help play"]);
    let Verdict::Answered(lines) = &report.lines[0].verdict else { panic!("{report:?}") };
    assert!(lines.join("\n").contains("standing interrupt ask"), "{lines:?}");
}

#[test]
fn status_of_a_formation_tells_its_units_and_of_a_unit_that_one() {
    let game = Game::begun(&Setup { scenario: "initial-assault".to_owned(), ..Setup::default() });
    let told = |line: &str| match &game.asks(GERMAN, &[line]).1.lines[0].verdict {
        Verdict::Answered(lines) => lines.clone(),
        other => panic!("{line}: {other:?}"),
    };
    let corps = told("status XLVII");
    assert_eq!((corps[0].as_str(), corps.len()), ("XLVII Panzerkorps:", 9), "{corps:?}");
    assert!(corps[1].starts_with("XLVII PzK in 3015") && corps.iter().any(|line| line.starts_with("26 VG in 2616")));
    for named in ["status 47th Corps", "status of XLVII", "situation XLVII"] {
        assert_eq!(told(named), corps, "{named}");
    }
    assert!(!corps.iter().any(|line| line.contains("not yours")), "{corps:?}");
    assert_eq!(told("status V").last().map(String::as_str), Some("They are not yours."));
    assert_eq!(told("status Peiper").len(), 1);
    assert!(told("status XVLII")[0].contains("do you mean XLVII"), "{:?}", told("status XVLII"));
    assert!(told("status").len() > 30);
}

#[test]
fn names_are_understood_as_people_write_them_and_near_misses_are_told() {
    let game = Game::begun(&Setup { scenario: "initial-assault".to_owned(), ..Setup::default() });
    let told = |line: &str| match &game.asks(GERMAN, &[line]).1.lines[0].verdict {
        Verdict::Answered(lines) => lines[0].clone(),
        Verdict::Misread(message) => message.clone(),
        other => panic!("{line}: {other:?}"),
    };
    for (name, unit) in [
        ("26th Volksgrenadier", "26 VG"),
        ("26th Volksgrenadier Division", "26 VG"),
        ("KG Peiper", "Peiper/1"),
        ("3rd Fallschirmjäger Division", "3 FJ"),
        ("the 560th VG", "560 VG"),
        ("2nd Infantry Division", "2 DI"),
        ("102nd Cavalry", "102 Cav"),
    ] {
        assert!(told(&format!("status {name}")).starts_with(&format!("{unit} in ")), "{name}");
    }
    let several = told("what can 2nd Panzer do");
    assert!(several.contains("may be v. Böhm/2") && several.contains("Gutman/2"), "{several}");
    for (line, meant) in [
        ("what can 26th Volksgrenadir do", "do you mean 26 VG?"),
        ("what can Piper do", "do you mean Peiper/1?"),
        ("allot nebelwerfer to XVLII", "do you mean XLVII"),
        ("allot artilery to XLVII", "do you mean artillery or heavy artillery?"),
    ] {
        assert!(told(line).contains(meant), "{line}: {}", told(line));
    }
}

#[test]
fn odds_say_which_units_were_halved_and_why() {
    let mut given = Given::on(&["side 1610/1710 river=\"Our\" rank=1 bridge=yes"])
        .unit("12-vg", "1710")
        .fatigued()
        .ap(2)
        .unit("3-fj", "1710")
        .steps(2)
        .ap(2)
        .unit("110-28di", "1610")
        .supply(Supply::Unsupplied)
        .fell_back()
        .german_acts();
    let events = given.order("attack target:1610 with:12-vg with:3-fj lead:3-fj done", &[3]);
    let fought = events.iter().find(|event| matches!(event, Event::Fought(_))).expect("a combat").clone();
    let told = AutumnFog::describe(&given.definitions, &fought.into()).expect("it is told");
    for expected in [
        "Halved: 12 VG (fatigued [3.5.1b], across a bridge [T.TECi]); 3 FJ (across a bridge [T.TECi]); ",
        "110/28 DI (unsupplied [10.3h], fallen back onto friends [7.7.1k]).",
    ] {
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn case_7_4g_integrity_names_the_units_that_have_it() {
    let mut given = Given::on(&[]).unit("bohm-2pz", "1710").ap(2).unit("gutman-2pz", "1710").ap(2);
    given = given.unit("110-28di", "1610").german_acts();
    let events = given.order("attack target:1610 with:bohm-2pz with:gutman-2pz lead:gutman-2pz done", &[3]);
    let (_, reason, _) = Given::fight(&events).modifiers.iter().find(|(case, ..)| case == "7.4g").expect("integrity");
    assert_eq!(reason, "divisional integrity of v. Böhm/2 and Gutman/2");
}

#[test]
fn case_16_2a_a_british_unit_at_home_is_not_told_to_be_out_of_command() {
    let text =
        "game autumn-fog\nof entire-battle\nturn 6\nside allied\nunit 53-di HEX out-of-command\n\nallied: status\n";
    let heard = |hex: &str| referee::<AutumnFog>("x.game", &text.replace("HEX", hex), false).expect("a file");
    assert!(!heard("0105").contains("out of command"), "{}", heard("0105"));
    assert!(heard("2104").contains("out of command"), "{}", heard("2104"));
}

#[test]
fn a_position_may_be_one_of_any_scenario_and_knows_its_entries() {
    let text = |lines: &str| {
        format!("game autumn-fog\n{lines}\nside allied\nactivation general\n\nallied: enter 75 DI at 2101\n")
    };
    let heard = referee::<AutumnFog>("x.game", &text("of entire-battle\nturn 4\ndue 75-di 4"), false).expect("a file");
    assert!(heard.contains("75 DI enters the map at 2101"), "{heard}");
    let faults =
        referee::<AutumnFog>("x.game", &text("turn 3\ndue 75-di 3"), false).expect_err("it does not come there");
    let told = faults[0].to_string();
    assert!(
        told.contains("75 DI is no reinforcement of The Initial Assault; begin the position with `of entire-battle`"),
        "{told}"
    );
    let faults =
        referee::<AutumnFog>("x.game", &text("turn 2\nof entire-battle"), false).expect_err("it comes too late");
    assert!(faults[0].to_string().contains("expected `of` above all other lines"), "{}", faults[0]);
    let faults = referee::<AutumnFog>("x.game", &text("holder 0912 german"), false).expect_err("no objective");
    assert!(faults[0].to_string().contains("is no objective of The Initial Assault"), "{}", faults[0]);
}

#[test]
fn case_4_2c_the_summary_names_the_westwall() {
    let case = GAME.published.rules.get("4.2c").expect("the case");
    assert!(case.summary.contains("Westwall"), "{}", case.summary);
}

#[test]
fn help_on_an_order_explains_what_is_put_in_for_its_capitals() {
    let game = Game::begun(&Setup { scenario: "initial-assault".to_owned(), ..Setup::default() });
    let help = |topic: &str| {
        let (_, report) = game.asks(GERMAN, &[topic]);
        let Verdict::Answered(lines) = &report.lines[0].verdict else { panic!("{report:?}") };
        lines.join("\n")
    };
    assert!(help("help standing").contains("interrupt pass · interrupt ask"), "{}", help("help standing"));
    assert!(help("help play").contains("EVENT is stoesser, greif"), "{}", help("help play"));
    assert!(help("help allot").contains("KIND is nebelwerfer") && !help("help dig").contains("KIND is"));
    assert!(help("help kind").contains("KIND is nebelwerfer"), "{}", help("help kind"));
    assert!(help("help fight").contains("no order begins with `fight`"));
}
