//! The cases of the Ford's rulebook, each in the words of its players.

use engine::contract::{Foundation, Setup, SideId};
use engine::speech::Inquiry;
use ford::{Card, Event, Ford};
use std::path::Path;
use testing::{Given, uncited};

/// The first bids, with the mine in a hex.
fn bids(mine: u8) -> Given<Ford> {
    Given::start(&Setup::default()).and(&format!("guards: mine {mine}"))
}

/// The first move after these bids.
fn movement(mine: u8, [raiders, guards]: [u8; 2]) -> Given<Ford> {
    bids(mine).and(&format!("raiders: bid {raiders}")).and(&format!("guards: bid {guards}"))
}

#[test]
fn case_1_the_mine_lies_in_one_of_five_hexes_and_halts_the_column_that_enters_its_hex() {
    let given = Given::<Ford>::start(&Setup::default());
    assert_eq!(given.legal("guards", "mine"), ["mine 1", "mine 2", "mine 3", "mine 4", "mine 5"]);
    given.when("guards: mine 6").is_refused_by("1", "6 is not within 1 and 5");
    given.when("guards: mine 2").tells("guards", "hex 2").hides("raiders", "hex 2").asks("raiders", "bid");
    let halted = movement(2, [0, 0]).dice(&[4]).when("raiders: move 3");
    halted.tells("raiders", "Halted by a mine.").happens_not(|event| *event == Event::Entered { hex: 3 });
    movement(2, [0, 0]).dice(&[1]).when("raiders: move 3").ends("the column was held");
}

#[test]
fn case_2_bids_of_0_to_2_stay_secret_until_both_are_made_and_the_higher_one_of_the_raiders_gains_a_hex() {
    let given = bids(5);
    given.when("raiders: bid 3").is_refused_by("2", "3 is not within 0 and 2");
    given.when("raiders: bid 2").tells("raiders", "You bid 2").hides("guards", "2");
    given.and("raiders: bid 2").when("guards: bid 1").tells("guards", "Bids: raiders 2, guards 1.");
    movement(5, [2, 1]).when("raiders: move 4").is_done();
    movement(5, [1, 1]).when("raiders: move 4").is_refused_by("3", "4 is not within 1 and 3");
}

#[test]
fn case_3_the_column_moves_one_to_three_hexes_and_not_past_the_last() {
    let given = movement(1, [0, 0]);
    given.when("raiders: move 0").is_refused_by("3", "0 is not within 1 and 3");
    given.when("raiders: move far").is_misread("expected");
    // hex 3 in the first round, past the ford, and hex 6 is no more than three away
    let beyond = movement(5, [0, 0]).and("raiders: move 3").and("guards: pass");
    let beyond = beyond.and("raiders: bid 1").and("guards: bid 0");
    beyond.when("raiders: move 4").is_refused_by("3", "4 is not within 1 and 3");
}

/// The position with cards in the hands of the raiders and of the guards.
fn dealt(given: Given<Ford>, raiders: &[Card], guards: &[Card]) -> Given<Ford> {
    given.fact(&Event::Dealt { deck: Vec::new(), hands: [raiders.to_vec(), guards.to_vec()] })
}

#[test]
fn cases_4_and_5_at_the_ford_the_guards_may_ambush_which_cover_cancels_and_a_reaction_spends_its_card() {
    let ford = movement(5, [0, 0]).when("raiders: move 3").is_done();
    assert_eq!(ford.asked("guards"), ["Do you ambush?"]);
    ford.when("guards: bid 1").is_refused_by("4", "not what is asked");
    let is_halted = |event: &Event| matches!(event, Event::Halted { mine: false });
    ford.when("guards: pass").happens_not(is_halted).asks("raiders", "bid");
    dealt(ford.clone(), &[], &[Card::Cover]).when("guards: play").is_refused_by("5", "you hold no Ambush");

    let ambush = dealt(ford, &[Card::Cover], &[Card::Ambush]).and("guards: play");
    ambush.when("raiders: pass").happens(is_halted).tells("raiders", "Halted by an ambush.");
    let cover = ambush.and("raiders: play");
    cover.when("guards: play").is_refused_by("5", "you hold no Ambush");
    cover.when("guards: pass").happens_not(is_halted).asks("raiders", "bid");
}

#[test]
fn case_6_scouts_spend_a_cover_card_and_see_nothing_on_a_1() {
    let options = [("scouts".to_owned(), "on".to_owned())].into();
    let given = Given::<Ford>::start(&Setup { scenario: "crossing".to_owned(), options }).and("guards: mine 1");
    let without = dealt(given.clone(), &[Card::Ambush], &[]);
    without.when("raiders: scout").is_refused_by("5", "you hold no Cover");
    let with = dealt(given, &[Card::Cover], &[]);
    let found = with.clone().dice(&[2]).when("raiders: scout");
    found.tells("guards", "Scouts find a mine in hex 1.").asks("raiders", "bid");
    found.now.when("raiders: scout").is_refused_by("4", "not what is asked");
    with.dice(&[1]).when("raiders: scout").tells("raiders", "Scouts find nothing in hex 1.");
}

#[test]
fn of_units_for_which_a_game_has_no_words_it_is_told_what_pointing_at_them_lists() {
    let asked = |given: &Given<Ford>, line: &str| {
        let inquiry = Inquiry::read(line).expect("a question");
        inquiry.answer::<Ford>(&given.definitions, &given.state, None, SideId(0)).expect("an answer")
    };
    let moves = movement(5, [0, 0]);
    assert_eq!(asked(&moves, "what can the column do?"), ["Column, for instance: `move 1`"]);
    assert_eq!(asked(&moves, "status column"), ["Column, for instance: `move 1`"]);
    assert_eq!(asked(&bids(5), "what can column do"), ["Column: no order that you may give now concerns it."]);
    assert_eq!(asked(&moves, "what can the tanks do"), ["not understood: there is no unit `the tanks`"]);
    assert!(asked(&moves, "status 0101")[0].starts_with("0101"), "a place is none");
}

#[test]
fn every_enforced_case_is_cited_by_the_title_of_a_test() {
    let definitions = Ford::definitions(&Ford::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let rules = &Ford::published(&definitions).rules;
    assert_eq!(uncited(rules, Path::new(env!("CARGO_MANIFEST_DIR"))), Vec::<&str>::new());
}
