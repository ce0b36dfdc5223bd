//! What the tests, soaks and benches of every game share.

mod citations;
mod cores;
mod forms;
mod golden;
mod seeded;

pub use citations::{cited, uncited, unmentioned};
pub use cores::on_all_cores;
pub use forms::{filled, fits};
pub use golden::golden_games;
pub use seeded::Seeded;
