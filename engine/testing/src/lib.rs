//! What the tests, soaks and benches of every game share. A new game gets from here, for nothing:
//!
//! **Properties** ([`contract`]): [`keeps_the_contract`] plays random games of every scenario with every choice of optional
//! rules and holds in each moment what every game must keep. It needs the game alone. A game that hides something says
//! how its secrets could be others ([`Hidden`]), and what each side is shown, told and allowed is compared byte for byte.
//!
//! ```ignore
//! // tests/properties.rs
//! #[test]
//! fn the_game_keeps_the_contract() {
//!     // 20 games of at most 5,000 orders; what costs much is looked at in one moment of 10
//!     let games = RandomGames::<MyGame>::new(20).within(5_000).one_moment_in(10);
//!     keeps_the_contract(&games, &Hidden::nothing());
//! }
//! ```
//!
//! `just soak GAME` plays more of them: `FIELDPOST_SOAK` games of each set-up, from number `FIELDPOST_SEED` on. A failure
//! names the game by its number, which plays it again. A large game gives each property a test of its own, with as many
//! games as it is worth: they are functions.
//!
//! **Cases of the rulebook** ([`Given`]): a position in words or the beginning of a scenario, dice, orders as players
//! write them, and what comes of them.
//!
//! ```ignore
//! // tests/rules/….rs
//! #[test]
//! fn case_5_21_a_river_without_a_bridge_ends_the_move() {
//!     let given = Given::<MyGame>::position("turn 1\nacts german\nunit 12-vg 1810");
//!     given.when("german: move 12 VG to 1808").tells("german", "12 VG stops at 1809").asks("german", "Move");
//!     given.when("german: move 12 VG to 1807").is_refused_by("5.21", "start beside it");
//!     given.dice(&[3]).and("german: attack 1709 with 12 VG").when("allied: lose 30 DI").ends("victory");
//! }
//! ```
//!
//! **Golden games** ([`golden_games`]): files of a position, dice and orders beside what the referee must tell.
//!
//! **Citations** ([`uncited`], [`unmentioned`]): every enforced case of `rules.txt` is in the title of a test, as in
//! `case_5_21_…`; every other one is mentioned in a text. [`stands_under_headings`]: the index is whole.
//!
//! **Remedies** ([`remedies`]): every order that a refusal or a question names is legal as it is read.
//!
//! **Layers** ([`Layers`]): which file of the crate may know which.
//!
//! **The computer opponent** ([`Series`], [`play_match`]): its games against a random player and against itself; by mail
//! ([`Handovers`]), to count how often a game changes hands.
//!
//! **What an enemy sends** ([`Raid`]): half-sense as text and JSON, at moments that random games come to; nothing fails
//! over it, and what is refused changes nothing.
//!
//! **Chance and work**: [`Seeded`] streams by number, and [`on_all_cores`].

mod citations;
pub mod contract;
mod cores;
mod enemy;
mod forms;
mod given;
mod golden;
mod handovers;
mod layers;
mod matches;
mod random_games;
mod remedies;
mod seeded;

pub use citations::{cited, stands_under_headings, uncited, unmentioned};
pub use contract::{Hidden, keeps_the_contract};
pub use cores::on_all_cores;
pub use enemy::{Also, Raid, happened};
pub use forms::{filled, fits, grammar_stands_in};
pub use given::{Given, Then};
pub use golden::golden_games;
pub use handovers::{Habit, Handovers};
pub use layers::Layers;
pub use matches::{Match, Player, Score, Series, interval, play_match};
pub use random_games::{Moment, Played, RandomGames, every_setup};
pub use remedies::{Remedies, orders_in, remedies, some_hex};
pub use seeded::{Counted, Seeded};
