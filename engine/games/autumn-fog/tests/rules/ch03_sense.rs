//! Orders that could never be, and words that say nothing: each is refused for what is wrong with it.

use crate::given::Given;
use crate::place::{GAME, Play, enter, heath, hex, id};
use crate::questions::Game;
use autumn_fog::AutumnFog;
use autumn_fog::order::{EventKind, Step, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending, Supply};
use engine::contract::{Refusal, Seen, Setup, Sight, Speech, Viewer};
use engine::referee::referee;
use engine::table::Verdict;

/// A refusal with the orders that are proposed instead.
fn proposed(play: &Play, order: &[Step]) -> Refusal {
    let side = play.question().expect("somebody is asked").0;
    let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(side));
    let seen = Seen::<AutumnFog>::new(&GAME, &view);
    let refusal = seen.accept(order).expect_err("a refusal");
    seen.propose(order, refusal)
}

/// A German unit out of command in a general activation in which nobody has acted, next to nobody.
fn lost(given: Given) -> Given {
    let mut given = given.unit("2-di", "2010").german_acts();
    given.state.field.operations.count = 0;
    given
}

#[test]
fn cases_1_4c_and_3_3c_a_unit_that_no_check_would_bring_an_ap_is_told_so_and_offered_none() {
    let spent = || Given::on(&[]).unit("peiper-1ss", "1610").out_of_command().supply(Supply::Unsupplied).fatigued();
    let mut given = lost(spent());
    let told = "Peiper/1 has no AP: unsupplied it has 1 at most, and fatigue takes 1";
    for order in ["activate unit:peiper-1ss", "dig unit:peiper-1ss", "move unit:peiper-1ss hex:1611"] {
        let refusal = given.refusal(order);
        assert_eq!((&*refusal.case, refusal.message.as_str()), ("1.4c", told), "{order}");
    }
    assert!(!given.next("").contains(&(Step::Verb(Verb::Activate), engine::contract::Progress::Open)));
    assert_eq!(given.refused("activate"), "2.1e", "nobody is left to check");
    // the sequence in which it could not act is a pass (ruling R229)
    given.order("end", &[]);
    assert_eq!(given.state.field.operations.passes, 1);
    // before the activation it is not sent into one
    let mut given = lost(spent());
    given.state.field.operations.activation = None;
    let told = format!("{}", given.refusal("dig unit:peiper-1ss"));
    assert!(told.contains("[1.4c]") && !told.contains("activate general"), "{told}");
    let view = AutumnFog::view(&given.definitions, &given.state, Viewer::Side(GERMAN));
    let able = AutumnFog::abilities(Seen::<AutumnFog>::new(&given.definitions, &view), "Peiper").expect("a unit");
    assert!(able[1].starts_with("It can do nothing: [1.4c]") && able.len() == 2, "{able:?}");
}

#[test]
fn cases_1_4c_and_15_2e_captured_fuel_reaches_a_unit_that_no_check_would_bring_an_ap() {
    let spent = Given::on(&[]).unit("peiper-1ss", "1610").out_of_command().supply(Supply::Unsupplied).fatigued();
    let mut given = lost(spent.event(EventKind::FuelDump, 1));
    given.order("play event:fuel-dump hex:1610", &[]);
    assert_eq!((given.look("peiper-1ss").ap, given.look("peiper-1ss").active), (1, true));
}

#[test]
fn case_3_3c_an_order_that_could_never_be_is_not_answered_with_a_check_to_take_first() {
    let given = Given::on(&[]).unit("3-fj", "1610").out_of_command().unit("12-vg", "1612").out_of_command();
    let given = lost(given.improved().marker(EventKind::Roadblock, "1214"));
    for (order, case, about) in [
        ("enter unit:3-fj hex:3407", "16.1a", "3 FJ is on the map already"),
        ("rejoin unit:3-fj", "18d", "3 FJ is no detachment of a division"),
        ("recover unit:3-fj", "3.5.2a", "3 FJ is not fatigued"),
        ("attack target:1611 with:3-fj lead:3-fj done", "7.1a", "no enemy unit is in 1611"),
        ("prepare target:2010 with:3-fj lead:3-fj done", "7.1a", "3 FJ in 1610 is not next to 2010"),
        ("clear unit:3-fj hex:1214", "15.3b", "3 FJ is not next to a marker that bars its way"),
        ("dig unit:12-vg", "12.1a", "12 VG is in an improved position already"),
        ("dig unit:3-fj", "3.3c", "3 FJ is out of command and must take its C3I check first"),
    ] {
        let refusal = given.refusal(order);
        assert_eq!((&*refusal.case, refusal.message.as_str()), (case, about), "{order}");
    }
}

#[test]
fn case_15_1b_an_event_outside_a_sequence_is_answered_about_that_event() {
    let mut given = Given::on(&[]).unit("peiper-1ss", "2010").event(EventKind::Greif, 1).unit("110-28di", "2014");
    given = given.event(EventKind::Stoesser, 1).german_acts();
    given.state.field.operations.activation = None;
    let refusal = |event: &str| given.refusal(&format!("play event:{event} hex:2012"));
    let begin = "Begin with `activate` and a formation, or `activate general`.";
    let greif = refusal("greif");
    assert_eq!((&*greif.case, greif.message.as_str()), ("15.1b", "Greif commandos is not for this moment"));
    assert!(greif.remedy.contains("when an American unit marches") && !greif.remedy.contains(begin), "{greif}");
    let stoesser = refusal("stoesser");
    assert_eq!(&*stoesser.case, "15.1b");
    assert!(stoesser.message.starts_with("Operation Stoesser") && stoesser.remedy.ends_with(begin), "{stoesser}");
    let spent = refusal("fuel-dump");
    assert!(&*spent.case == "15.1a" && spent.message.contains("no marker for"), "{spent}");
    let other = refusal("roadblock");
    assert!(other.message.contains("is no event of your side"), "{other}");
}

#[test]
fn case_16_1g_a_unit_that_germans_hold_up_is_refused_for_them() {
    let held = |turn| Play::in_battle(3).with("5-di", |unit| unit.place = Location::Due(turn)).general(ALLIED);
    let refusal = proposed(&held(4), &enter("5-di", hex("3022")));
    assert_eq!(&*refusal.case, "16.1g");
    assert!(refusal.message.starts_with("5 DI is held up by Germans in an entry hex"), "{refusal}");
    assert_eq!(refusal.remedy, "It can enter from turn 4 on.");
    let early = Play::in_battle(2).with("5-di", |unit| unit.place = Location::Due(3)).general(ALLIED);
    let refusal = proposed(&early, &enter("5-di", hex("3022")));
    assert_eq!((&*refusal.case, refusal.remedy.as_str()), ("16.1a", "It can enter from turn 3 on."));
}

#[test]
fn cases_5b_5c_and_16_1b_an_entry_ends_in_its_hex_and_says_what_to_do_when_that_is_full() {
    let due = || Play::on_turn(3).with("krag-2ss", |unit| unit.place = Location::Due(2));
    let full = due().put("3-fj", hex("3407")).put("62-vg", hex("3407")).general(GERMAN);
    let refusal = proposed(&full, &enter("krag-2ss", hex("3407")));
    assert_eq!(&*refusal.case, "5b");
    assert!(
        refusal.remedy.starts_with("An entry ends in its hex (ruling R35): let units there move on first."),
        "{refusal}"
    );
    let enemies = due().put("2-di", hex("3407")).general(GERMAN);
    let refusal = proposed(&enemies, &enter("krag-2ss", hex("3407")));
    assert_eq!((&*refusal.case, refusal.remedy.as_str()), ("16.1a", "It can enter on a later turn too."));
}

#[test]
fn case_18e_who_can_detach_nobody_any_more_is_told_what_is_left() {
    let detach = |unit: &str| vec![Step::Verb(Verb::Detach), Step::Unit(id(unit)), Step::Steps(1)];
    let mut play = Play::on_turn(2).put("hq-lxvi", hex("3111")).put("18-vg", heath()).formation("lxvi");
    play.does(detach("18-vg"));
    play.does(detach("18-vg"));
    let refusal = proposed(&play, &detach("18-vg"));
    assert_eq!(&*refusal.case, "18e");
    assert!(refusal.remedy.contains("act as units of their own"), "{refusal}");
}

#[test]
fn case_4_2f_an_enemy_in_the_straight_way_is_not_blamed_where_his_zone_bars_the_way_round() {
    let given = Given::on(&[]).unit("12-vg", "1611").ap(1).unit("2-di", "1610").german_acts();
    let refusal = given.refusal("move unit:12-vg hex:1609");
    assert_eq!(&*refusal.case, "4.2f", "{refusal}");
    assert!(refusal.message.contains("one enemy unit controls both"), "{refusal}");
    assert_eq!(given.refused("move unit:12-vg hex:1610"), "4.1a", "who wants to go to him is told that he is there");
}

/// What a side is told of a line.
fn told(game: &Game, line: &str) -> String {
    match &game.asks(GERMAN, &[line]).1.lines[0].verdict {
        Verdict::Answered(lines) => lines.join("\n"),
        Verdict::Misread(message) => message.clone(),
        Verdict::Refused { refusal, .. } => refusal.to_string(),
        other => panic!("{line}: {other:?}"),
    }
}

fn begun() -> Game {
    Game::begun(&Setup { scenario: "initial-assault".to_owned(), ..Setup::default() })
}

#[test]
fn cases_1_6a_and_1_6d_more_supports_than_there_are_or_fit_are_refused_with_true_numbers_and_nothing_far_fetched() {
    let game = begun();
    let five = told(&game, "allot 5 artillery to XLVII");
    assert_eq!(five, "[1.6d] XLVII PzK would have 4 supports, its rating is 3. Allot it 3 at most.");
    let heavy = told(&game, "allot heavy artillery to XLVII");
    assert!(heavy.contains("[1.6a] the pool of the army of XLVII PzK holds no heavy artillery"), "{heavy}");
    assert!(!heavy.contains("Legal instead"), "{heavy}");
    let other = told(&game, "allot artillery to V");
    assert!(other.contains("[1.6c] V Corps is not one of your headquarters. Yours are XLVII PzK, "), "{other}");
    let full = Play::on_turn(2)
        .put("hq-v", hex("2501"))
        .put("hq-viii", hex("1817"))
        .field(|field| field.pools.iter_mut().for_each(|pool| pool[1] = 9));
    let mut full = full.asked(ALLIED, Pending::Allot);
    let artillery =
        || vec![Step::Verb(Verb::Allot), Step::Unit(id("hq-v")), Step::Kind(autumn_fog::order::SupportKind::Artillery)];
    (0..3).for_each(|_| drop(full.does(artillery())));
    let refusal = proposed(&full, &artillery());
    assert_eq!((&*refusal.case, refusal.message.as_str()), ("1.6d", "V Corps would have 4 supports, its rating is 3"));
    assert_eq!(refusal.remedy, "Allot it 3 at most.");
}

#[test]
fn words_that_say_what_an_order_cannot_do_are_not_left_out() {
    let text = |line: &str| {
        let position = "game autumn-fog\nside allied\nactivation general\nunit 2-di 2501\n\nallied: ";
        referee::<AutumnFog>("x.game", &format!("{position}{line}\n"), false).expect("a file")
    };
    assert!(text("detach 1 step from 2 DI").contains("2 DI detaches 1 step"), "{}", text("detach 1 step from 2 DI"));
    assert!(text("detach one from 2 DI").contains("2 DI detaches 1 step"));
    for (line, expected) in [
        ("detach 1 and 2 from 2 DI", "expected one whole number of steps, found `1 and 2`"),
        ("detach 1.5 from 2 DI", "expected one whole number of steps, found `1 5`"),
        ("detach steps from 2 DI", "expected one whole number of steps, found `steps`"),
    ] {
        let told = text(line);
        assert!(told.contains(expected) && !told.contains("detaches"), "{line}: {told}");
    }
    let mut game = begun();
    game.gives(GERMAN, &["allot done"]);
    game.gives(ALLIED, &["allot done"]);
    for (line, word) in [("activate general 2 DI", "2"), ("general with Peiper", "with")] {
        let told = told(&game, line);
        assert!(told.contains(&format!("`{word}` is too much here")), "{line}: {told}");
    }
    assert!(!game.asks(GERMAN, &["general activation"]).1.has_fault());
}

#[test]
fn case_3_1a_a_unit_that_begins_no_activation_is_not_answered_with_other_formations() {
    let mut game = begun();
    game.gives(GERMAN, &["allot done"]);
    game.gives(ALLIED, &["allot done"]);
    // 352 VG is out of command, 26 VG is not
    let lost = told(&game, "activate 352");
    assert!(
        lost.contains("Write `activate general`, then `activate 352 VG`, which rolls its C3I check [3.3c]."),
        "{lost}"
    );
    let before = told(&game, "activate 26 VG");
    assert!(before.contains("26 VG is a unit of XLVII") && before.contains("`activate XLVII`"), "{before}");
    assert!(!lost.contains("Legal instead") && !before.contains("Legal instead"), "{lost} {before}");
    let mut other = begun();
    other.gives(GERMAN, &["allot done"]);
    other.gives(ALLIED, &["allot done"]);
    other.gives(GERMAN, &["activate XLVII"]);
    let far = told(&other, "activate 352");
    assert!(far.contains("[3.2a] 352 VG belongs to LXXXV"), "{far}");
    assert!(far.ends_with("It can act in a general activation, after a C3I check."), "{far}");
    game.gives(GERMAN, &["activate general"]);
    let under_way = told(&game, "activate 26 VG");
    assert!(under_way.contains("26 VG needs no C3I check. Just let it act."), "{under_way}");
    assert!(!under_way.contains("Legal instead") && !under_way.contains("activate general"), "{under_way}");
}

#[test]
fn case_17_1b_once_the_game_is_decided_nothing_is_told_of_how_it_would_end() {
    let status = |crossed: bool| {
        let play = Play::on_turn(2).put("peiper-1ss", heath()).put("2-di", hex("2501"));
        let play = play.field(|field| field.crossed_in_supply = crossed).asked(GERMAN, Pending::Operate);
        let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(GERMAN));
        AutumnFog::status(Seen::<AutumnFog>::new(&GAME, &view)).join("\n")
    };
    assert!(
        status(false).contains("If the last turn, 3, ended like this the Allied side would win"),
        "{}",
        status(false)
    );
    let decided = status(true);
    assert!(!decided.contains("If the last turn"), "{decided}");
    assert!(decided.contains("The game is decided: when this turn ends the German side has won"), "{decided}");
}

#[test]
fn status_of_a_division_names_no_detachment_that_has_not_been_made() {
    let told = told(&begun(), "status 2pz");
    assert!(told.contains("Gutman/2") && !told.contains("Det"), "{told}");
}

#[test]
fn cases_2_1g_and_3_3c_a_check_that_leaves_no_ap_still_counts_as_an_activation() {
    // fatigue takes the 1 AP of a failed check, but the unit has been activated (ruling R107)
    let mut given = lost(Given::on(&[]).unit("peiper-1ss", "1610").out_of_command().fatigued());
    given.order("activate unit:peiper-1ss", &[6]);
    given.order("end", &[]);
    assert_eq!(given.state.field.operations.passes, 0);
}
