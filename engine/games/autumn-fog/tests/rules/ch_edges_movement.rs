//! The edges of rules outside combat: the last step, hex or AP that is allowed, and the first that is not.

use crate::given::Given;
use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::options::{Fog, Options};
use autumn_fog::order::{Step, SupportKind, Verb};
use autumn_fog::state::{ALLIED, Field, GERMAN, Location, OpenAsk, Operations, Pending, Supply};
use definitions::hex::HexId;
use engine::chance::Scripted;
use engine::contract::{AskId, Progress, Seen, Sight, Viewer, decide};

#[test]
fn cases_18a_and_18d_a_detachment_not_made_yet_and_one_that_has_rejoined_are_told_apart() {
    let mut play = Play::on_turn(2).put("hq-v", hex("2501")).put("2-di", heath()).put("peiper-1ss", hex("3308"));
    play = play.formation("v");
    let told = |play: &Play, unit| play.refused(act(Verb::Dig, unit));
    let refusal = |case: &str, message: &str| (case.to_owned(), message.to_owned());
    assert_eq!(told(&play, "det-v-1"), refusal("18a", "Det 1/V has not been made"));
    play.does(vec![Step::Verb(Verb::Detach), Step::Unit(id("2-di")), Step::Steps(1)]);
    play.does(act(Verb::Rejoin, "det-v-1"));
    let rejoined = "Det 1/V has rejoined its division and is out of the game";
    assert_eq!(told(&play, "det-v-1"), refusal("18d", rejoined));
    assert_eq!(told(&play, "det-v-2"), refusal("18a", "Det 2/V has not been made"));
    assert_eq!(told(&play, "1-di"), refusal("16.1a", "1 DI does not come in this scenario"));
}

#[test]
fn case_2_2b_only_reinforcements_that_may_enter_now_keep_the_turn_open() {
    let goes_on = |due: u8, activations: u8| {
        let mut play = Play::on_turn(2)
            .put("peiper-1ss", hex("3207"))
            .with("84-di", |unit| (unit.place, unit.activations) = (Location::Due(due), activations))
            .asked(GERMAN, Pending::Operate);
        !has(&play.does(just(Verb::Pass)), |event| matches!(event, Event::OperationsEnded { .. }))
    };
    assert!(goes_on(2, 0), "it comes this turn");
    assert!(goes_on(1, 0), "it has waited");
    assert!(!goes_on(3, 0), "it comes next turn");
    assert!(!goes_on(2, 1), "it has been activated, and has not entered");
}

#[test]
fn cases_10_1c_and_10_2a_an_hq_in_range_supplies_nobody_behind_a_ring_of_enemies() {
    let supply = |ring: &[&str]| {
        let mut given = Given::on(&["road 3310-3410 main"]).on_turn(1);
        given = given.unit("hq-i-ss-pz", "3310").unit("peiper-1ss", "3010");
        let around: Vec<String> = {
            let board = &given.definitions.board;
            board.around(given.hex("3010")).map(|hex| board.grid().number(hex)).collect()
        };
        for (unit, place) in ring.iter().zip(&around) {
            given = given.unit(unit, place);
        }
        given.state.field.operations = Operations { side: Some(GERMAN), passes: 1, ..Operations::default() };
        given.state.field.asks = vec![OpenAsk { id: AskId(0), side: GERMAN, pending: Pending::Operate }];
        given.state.field.next_ask = 1;
        let (pass, mut dice) = (given.steps_of("pass"), Scripted::default());
        let next = decide::<AutumnFog>(&given.definitions, &given.state, GERMAN, &pass, &mut dice).expect("a pass").1;
        ["hq-i-ss-pz", "peiper-1ss"].map(|unit| next.field.unit(given.id(unit)).supply)
    };
    assert_eq!(supply(&["2-di"]), [Supply::Supplied, Supply::Supplied]);
    let ring = ["2-di", "9-di", "1-di", "30-di", "5-di", "84-di"];
    assert_eq!(supply(&ring), [Supply::Supplied, Supply::Isolated]);
}

#[test]
fn cases_8_1b_and_11_1_a_covered_stack_bars_a_line_of_command_where_it_lies_and_nowhere_else() {
    // along a column there is one shortest way, here as long as the range
    let supported = |stack: &str| {
        let given = Given::on(&[]).playing(Options { fog: Fog::Covered, ..Options::default() });
        let given = given.unit("12-vg", "1710").ap(2).unit("110-28di", "1610").unit("2-di", stack);
        given.unit("hq-i-ss-pz", "1706").holds(SupportKind::Artillery, 1).german_acts()
    };
    let order = "attack target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/artillery done";
    assert!(supported("1608").accepts(order), "beside the line");
    assert_eq!(supported("1708").refused(order), "1.3f");
}

#[test]
fn case_12_1e_who_leaves_a_position_is_in_one_and_is_the_players_own() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("3-fj", "1510").improved().ap(2);
    let given = given.unit("2-di", "2010").improved().german_acts();
    let told = |unit: &str| given.refusal(&format!("leave unit:{unit}")).message;
    assert_eq!(told("12-vg"), "12 VG is not in an improved position");
    assert_eq!(told("2-di"), "2 DI is not yours");
    assert!(given.accepts("leave unit:3-fj"));
}

#[test]
fn case_4_1c_a_headquarters_is_not_told_to_attack() {
    let given = Given::on(&[]).unit("hq-i-ss-pz", "1710").ap(3).unit("12-vg", "1709").ap(2).unit("hq-viii", "1610");
    let given = given.unit("2-di", "3001").german_acts();
    let remedy = |unit: &str| given.refusal(&format!("move unit:{unit} via:1610")).remedy;
    assert_eq!([remedy("12-vg"), remedy("hq-i-ss-pz")], ["Attack them instead.", ""]);
}

#[test]
fn case_6_1_a_drawn_path_goes_on_hex_by_hex_and_ends_with_its_last() {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).german_acts();
    let begun = "move unit:peiper-1ss via:1711";
    assert_eq!(given.vias(begun), ["1611", "1612", "1710", "1712", "1811", "1812"]);
    assert!(given.next(begun).contains(&(Step::Done, Progress::Complete)));
    let refusal = given.refusal(&format!("{begun} hex:1712"));
    let expected = "expected a hex to move to, or a path and its end here";
    assert_eq!((&*refusal.case, refusal.message.as_str()), ("order", expected));
}

/// A unit of two steps that enters in 3407, where others stand already.
fn entering(others: &[(&str, u8)]) -> Play {
    let play = Play::on_turn(2).with("krag-2ss", |unit| unit.place = Location::Due(2));
    let filled = others
        .iter()
        .fold(play, |play, (unit, steps)| play.put(unit, hex("3407")).with(unit, |unit| unit.steps = *steps));
    filled.general(GERMAN)
}

#[test]
fn cases_5b_and_16_1a_a_reinforcement_may_fill_its_hex_and_not_overfill_it() {
    let order = enter("krag-2ss", hex("3407"));
    entering(&[("3-fj", 4)]).does(order.clone());
    let (case, message) = entering(&[("3-fj", 4), ("62-vg", 1)]).refused(order);
    let expected = format!("{} would hold 7 steps, the limit is 6", GAME.place(hex("3407")));
    assert_eq!((case.as_str(), message), ("5b", expected));
}

#[test]
fn case_16_1a_an_entry_names_its_hex_and_no_path() {
    let mut path = enter("krag-2ss", hex("3407"));
    path[2] = Step::Via(hex("3407"));
    assert_eq!(entering(&[]).refused(path), ("order".to_owned(), "expected an entry hex here".to_owned()));
}

#[test]
fn case_1_3j_the_hexes_of_a_return_are_those_that_its_judge_allows() {
    let mut play = Play::on_turn(1)
        .put("2-di", hex("0105"))
        .with("hq-viii", |hq| (hq.place, hq.steps) = (Location::Eliminated(1), 0))
        .asked(ALLIED, Pending::Operate);
    play.does(just(Verb::Pass));
    assert_eq!(play.question(), Some((ALLIED, Pending::Return)));
    let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(ALLIED));
    let begun = act(Verb::Return, "hq-viii");
    let open = Seen::<AutumnFog>::new(&GAME, &view).legal(&begun);
    assert!(open.contains(&(Step::Hex(hex("0105")), Progress::Complete)));
    assert!(open.contains(&(Step::Done, Progress::Complete)));
    assert_eq!(Seen::<AutumnFog>::new(&GAME, &view).judged(&begun), open);
    // an odd column has a cell less than the grid has rows
    let beyond = (0..board().grid().len() as u16).map(HexId).find(|cell| !board().grid().contains(*cell));
    let beyond = beyond.expect("a cell that is no hex");
    let (case, message) = play.refused([begun, vec![Step::Hex(beyond)]].concat());
    assert_eq!((case.as_str(), message), ("1.3j", format!("{} is not on the map", GAME.place(beyond))));
}

/// The Allies allot: one artillery and one tank marker in each pool.
fn allotting() -> Play {
    let [a, b, c, ..] = row();
    let play = Play::on_turn(2).put("hq-v", a).put("hq-vii", b).put("hq-viii", c).put("hq-iii", c);
    let one = |field: &mut Field| {
        for pool in &mut field.pools {
            *pool = [0; 4];
            (pool[SupportKind::Artillery.index()], pool[SupportKind::Armour.index()]) = (1, 1);
        }
    };
    play.field(one).asked(ALLIED, Pending::Allot)
}

#[test]
fn case_1_6a_a_marker_is_taken_from_the_pool_of_its_army_and_kind_alone() {
    let mut play = allotting();
    play.does(allot("hq-v", SupportKind::Artillery));
    let (case, message) = play.refused(allot("hq-vii", SupportKind::Artillery));
    assert_eq!(
        (case.as_str(), message.as_str()),
        ("1.6a", "the pool of the army of VII Corps holds 1 artillery, and this would be one more")
    );
    play.does(allot("hq-viii", SupportKind::Artillery));
    play.does(allot("hq-vii", SupportKind::Armour));
    let message = play.refused(allot("hq-v", SupportKind::Armour)).1;
    assert_eq!(message, "the pool of the army of V Corps is empty");
}

#[test]
fn case_1_6d_an_hq_holds_as_many_supports_as_its_rating_those_of_earlier_turns_included() {
    let holding = |held: u8| {
        allotting().field(|field| field.supports[id("hq-v").index()][SupportKind::HeavyArtillery.index()] = held)
    };
    assert_eq!(GAME.unit(id("hq-v")).support, 3);
    let (case, message) = holding(3).refused(allot("hq-v", SupportKind::Artillery));
    assert_eq!((case.as_str(), message.as_str()), ("1.6d", "V Corps would have 4 supports, its rating is 3"));
    let mut play = holding(2);
    play.does(allot("hq-v", SupportKind::Artillery));
    let (case, message) = play.refused(allot("hq-v", SupportKind::Armour));
    assert_eq!((case.as_str(), message.as_str()), ("1.6d", "V Corps would have 4 supports, its rating is 3"));
}

#[test]
fn case_6_1a_a_move_that_ends_before_it_has_begun_is_none() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).german_acts();
    assert!(given.accepts("move unit:12-vg via:1711 done"));
    assert_eq!(given.refused("move unit:12-vg done"), "order");
}

#[test]
fn case_1_4c_who_has_no_ap_for_want_of_supply_and_rest_is_told_so_and_who_has_spent_them_is_not() {
    let refusal = |supply: Supply, fatigued: bool| {
        let given = Given::on(&[]).unit("12-vg", "1710").supply(supply).ap(0);
        let given = if fatigued { given.fatigued() } else { given };
        given.german_acts().refusal("move unit:12-vg hex:1711")
    };
    let none = refusal(Supply::Unsupplied, true);
    assert_eq!(none.case, "1.4c");
    assert!(none.message.ends_with("has no AP: unsupplied it has 1 at most, and fatigue takes 1"), "{}", none.message);
    // these had some
    for (supply, fatigued) in [(Supply::Unsupplied, false), (Supply::Isolated, true), (Supply::Supplied, true)] {
        assert_eq!(refusal(supply, fatigued).case, "3.4.1a", "{supply:?}, fatigued: {fatigued}");
    }
}
