//! The properties that every game keeps, over the scenarios that are played.

use enemy_action::EnemyAction;
use engine::contract::Setup;
use testing::{RandomGames, contract};

/// Games of the scenarios whose rules are written.
fn games(few: u64) -> RandomGames<EnemyAction> {
    let played = |setup: &Setup| setup.scenario == "initial-assault";
    RandomGames::new(few).only(played).within(6_000).one_moment_in(23)
}

#[test]
fn every_random_game_ends_and_someone_can_always_act() {
    contract::every_random_game_ends(&games(6));
    contract::someone_can_always_act(&games(1));
}

#[test]
fn what_is_listed_is_what_is_accepted() {
    contract::legals_are_legal(&games(1));
    contract::listed_orders_need_not_be_judged_again(&games(1));
    contract::nothing_else_is_accepted(&games(1), 500);
}

#[test]
fn orders_round_trip_and_examples_are_legal() {
    contract::orders_round_trip(&games(2));
    contract::examples_are_legal_and_different(&games(1));
}

#[test]
fn a_game_replays_from_its_records() {
    contract::replay_equals_live(&games(2));
}
