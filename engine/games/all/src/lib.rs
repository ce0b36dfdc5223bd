//! The games that can be played: the one list of them, and the referee who plays a file of any.

mod referee;

pub use referee::referee;

use ardennes_ii::ArdennesII;
use ardennes_offensive::ArdennesOffensive;
use autumn_fog::AutumnFog;
use deadly_woods::DeadlyWoods;
use enemy_action::EnemyAction;
use engine::table::{GameKind, Kind};

/// The published games.
pub static GAMES: &[&dyn GameKind] = &[
    &Kind::<AutumnFog>::new(),
    &Kind::<ArdennesOffensive>::new(),
    &Kind::<ArdennesII>::new(),
    &Kind::<DeadlyWoods>::new(),
    &Kind::<EnemyAction>::new(),
];
