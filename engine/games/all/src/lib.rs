//! The games that can be played: the one list of them, and the referee who plays a file of any.

mod referee;

pub use referee::referee;

use engine::contract::Foundation;
use engine::referee::hear;
use engine::table::{GameKind, Kind};
use referee::Hear;

/// Makes the two lists of one: who plays a game at a table, and who hears its files.
macro_rules! games {
    ($($game:path),+ $(,)?) => {
        /// The published games.
        pub static GAMES: &[&dyn GameKind] = &[$(&Kind::<$game>::new()),+];

        /// The same games by their ids, for the referee.
        static HEARD: &[(&str, Hear)] = &[$((<$game as Foundation>::ID, hear::<$game>)),+];
    };
}

games![
    autumn_fog::AutumnFog,
    ardennes_offensive::ArdennesOffensive,
    ardennes_ii::ArdennesII,
    deadly_woods::DeadlyWoods,
    enemy_action::EnemyAction,
];
