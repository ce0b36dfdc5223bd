//! What holds in every game of Autumn Fog: each scenario with each set of optional rules, played at random. No number of
//! a game was chosen for what it brings. `just soak` plays more.

use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use testing::{RandomGames, contract};

mod defence;
mod positions;
mod secrets;

/// A few games of all sets of rules.
fn games(few: u64) -> RandomGames<AutumnFog> {
    RandomGames::new(few)
}

#[test]
fn every_random_game_ends() {
    contract::every_random_game_ends(&games(12));
}

#[test]
fn orders_are_thwarted_in_the_fog_alone() {
    let games = games(12);
    let thwarted: Vec<usize> = games.each(|number| {
        let played = games.play(number, |_, _| {});
        let thwarted = played.events.iter().filter(|event| matches!(event, Event::Thwarted { .. })).count();
        let fog = &games.setup(number).options["fog-of-war"];
        assert!(thwarted == 0 || fog != "no", "game {number}: {thwarted} thwarted orders");
        thwarted
    });
    let thwarted: usize = thwarted.iter().sum();
    assert!(thwarted > 0, "in the fog some orders meet what was not seen");
    println!("{thwarted} thwarted in the fog");
}

#[test]
fn someone_can_always_act() {
    contract::someone_can_always_act(&games(2));
}

#[test]
fn legals_are_legal() {
    contract::legals_are_legal(&games(2));
}

#[test]
fn listed_orders_need_not_be_judged_again() {
    contract::listed_orders_need_not_be_judged_again(&games(2));
}

#[test]
fn nothing_else_is_accepted() {
    contract::nothing_else_is_accepted(&games(1).one_moment_in(10), 20_000);
}

#[test]
fn orders_round_trip() {
    contract::orders_round_trip(&games(3));
}

#[test]
fn examples_are_legal_and_different() {
    contract::examples_are_legal_and_different(&games(2).one_moment_in(4));
}

#[test]
fn whatever_is_pointed_at_is_listed_or_refused_by_a_case() {
    contract::pointing_is_answered(&games(4).one_moment_in(10));
}

#[test]
fn a_draft_lists_what_the_table_lists_after_it() {
    contract::drafts_list_what_the_table_lists(&games(2).one_moment_in(10));
}

#[test]
fn replay_equals_live() {
    contract::replay_equals_live(&games(3));
}

#[test]
fn a_game_at_its_table_replays_and_its_dice_can_be_checked() {
    contract::records_give_the_game_and_its_dice_can_be_checked(&games(1), 400);
}

#[test]
fn numbers_of_asks_and_keys_only_grow() {
    contract::numbers_only_grow(&games(1), 150);
}
