//! The properties that every game keeps, over every scenario.

use ardennes_offensive::ArdennesOffensive;
use testing::{Hidden, RandomGames, contract};

/// Games of every scenario; what costs much is looked at now and then.
fn games(few: u64) -> RandomGames<ArdennesOffensive> {
    RandomGames::new(few).within(6_000).one_moment_in(23)
}

#[test]
fn every_random_game_ends() {
    contract::every_random_game_ends(&games(20));
}

#[test]
fn someone_can_always_act() {
    contract::someone_can_always_act(&games(2));
}

#[test]
fn what_is_listed_is_what_is_accepted() {
    contract::legals_are_legal(&games(2));
    contract::listed_orders_need_not_be_judged_again(&games(2));
    contract::nothing_else_is_accepted(&games(1), 4_000);
}

#[test]
fn orders_round_trip_and_examples_are_legal() {
    contract::orders_round_trip(&games(4));
    contract::examples_are_legal_and_different(&games(1));
}

#[test]
fn pointing_and_drafts_follow_the_lists() {
    contract::pointing_is_answered(&games(1));
    contract::drafts_list_what_the_table_lists(&games(2));
}

#[test]
fn a_game_replays_from_its_records() {
    contract::replay_equals_live(&games(4));
    contract::records_give_the_game_and_its_dice_can_be_checked(&games(1), 150);
    contract::numbers_only_grow(&games(1), 60);
}

#[test]
fn nothing_is_hidden() {
    contract::secrets_change_nothing(&games(1), &Hidden::nothing());
}
