//! The properties that every game keeps, over the scenarios that are played.

use definitions::hex::HexId;
use enemy_action::EnemyAction;
use enemy_action::printed::CardId;
use enemy_action::truth::order::{Step, Verb};
use enemy_action::truth::state::State;
use engine::contract::SideId;
use testing::{Hidden, Moment, RandomGames, Seeded, contract};

fn games(few: u64) -> RandomGames<EnemyAction> {
    RandomGames::new(few).within(12_000).one_moment_in(23)
}

/// Other cards where a side does not see them: in the other hand, in both draw piles, among those available; and fuel in
/// other depots, which the Germans do not see.
fn otherwise(moment: &Moment<'_, EnemyAction>, side: SideId, choice: &mut Seeded) -> Option<State> {
    let mut changed = moment.state.clone();
    for of in SideId::BOTH {
        let hidden = &mut changed.hidden[of.index()];
        let hand = if of == side { 0 } else { hidden.hand.len() };
        let unseen = if of == side { Vec::new() } else { std::mem::take(&mut hidden.hand) };
        let mut pool: Vec<CardId> = unseen.into_iter().chain(hidden.draw.drain(..)).collect();
        let draw = pool.len() - hand;
        pool.append(&mut hidden.available);
        let mut deal = |count: usize| -> Vec<CardId> {
            let mut cards: Vec<CardId> = (0..count).map(|_| pool.swap_remove(choice.next_below(pool.len()))).collect();
            cards.sort();
            cards
        };
        if of != side {
            hidden.hand = deal(hand);
        }
        hidden.draw = deal(draw);
        pool.sort();
        hidden.available = pool;
    }
    if side == SideId(0) {
        let real = changed.hidden[1].depots.len();
        let mut depots: Vec<HexId> = changed.public.depots.iter().copied().collect();
        let mut chosen: Vec<HexId> = (0..real).map(|_| depots.swap_remove(choice.next_below(depots.len()))).collect();
        chosen.sort();
        changed.hidden[1].depots = chosen;
    }
    Some(changed)
}

/// Moves, hits and chits show nothing of a hand.
fn is_quiet(_: &Moment<'_, EnemyAction>, _: &State, order: &[Step]) -> bool {
    matches!(order.first(), Some(Step::Verb(Verb::Move | Verb::Draw | Verb::Retreat)))
}

#[test]
fn every_random_game_ends() {
    contract::every_random_game_ends(&games(6));
}

#[test]
fn someone_can_always_act() {
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
fn pointing_and_drafts_follow_the_lists() {
    // most that is pointed at does nothing: many moments, so that some of it does
    contract::pointing_is_answered(&games(4).one_moment_in(2));
    contract::drafts_list_what_the_table_lists(&games(1));
}

#[test]
fn a_game_replays_from_its_records() {
    contract::replay_equals_live(&games(2));
    contract::records_give_the_game_and_its_dice_can_be_checked(&games(1), 150);
    contract::numbers_only_grow(&games(1), 60);
}

#[test]
fn hands_and_piles_change_no_byte_of_what_a_side_is_shown_told_and_allowed() {
    let compared = contract::secrets_change_nothing(&games(2).one_moment_in(7), &Hidden { otherwise, is_quiet });
    assert!(compared.positions > 30 && compared.own > 10, "{compared:?}");
}
