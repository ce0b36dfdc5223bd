//! The properties that every game keeps: one set of tests, any game.

mod acting;
mod babble;
mod hidden;
mod listing;
mod pointing;
mod replay;
mod words;

pub use acting::{every_random_game_ends, someone_can_always_act};
pub use hidden::{Compared, Hidden, IsQuiet, Otherwise, secrets_change_nothing};
pub use listing::{legals_are_legal, listed_orders_need_not_be_judged_again, nothing_else_is_accepted};
pub use pointing::{drafts_list_what_the_table_lists, passing, pointing_is_answered};
pub use replay::{numbers_only_grow, records_give_the_game_and_its_dice_can_be_checked, replay_equals_live};
pub use words::{examples_are_legal_and_different, orders_round_trip, questions_are_answered};

use crate::RandomGames;
use engine::contract::Game;

/// Orders that nobody asked for, for each of the games that are played.
const ORDERS_A_GAME: u64 = 2_000;
/// Orders that are given at a table.
const AT_A_TABLE: usize = 150;

/// Every property, one after the other, over the same games. Each is a function of its own, for games whose tests play
/// more of one than of another.
///
/// # Panics
/// At the first moment of a game that does not keep one, with the number of the game, which plays it again, its set-up,
/// and what was ordered.
pub fn keeps_the_contract<G: Game>(games: &RandomGames<G>, hidden: &Hidden<G>) -> Compared {
    every_random_game_ends(games);
    someone_can_always_act(games);
    legals_are_legal(games);
    listed_orders_need_not_be_judged_again(games);
    nothing_else_is_accepted(games, ORDERS_A_GAME * games.few());
    orders_round_trip(games);
    examples_are_legal_and_different(games);
    questions_are_answered(games);
    pointing_is_answered(games);
    drafts_list_what_the_table_lists(games);
    replay_equals_live(games);
    records_give_the_game_and_its_dice_can_be_checked(games, AT_A_TABLE);
    numbers_only_grow(games, AT_A_TABLE);
    secrets_change_nothing(games, hidden)
}
