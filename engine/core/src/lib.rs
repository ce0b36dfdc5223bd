//! Rules of published hex wargames: pure, synchronous, without I/O and without a clock.
//!
//! - [`contract`]: what every game gives, and how an order is judged and carried out;
//! - [`chance`]: fair dice that anybody can check;
//! - [`table`]: a game under way, as a sequence of records;
//! - [`kernel`]: what games share below their rules;
//! - [`referee`]: a game in text, played for all to see;
//! - [`speech`]: how people talk to any game: lines, names, forms, standing orders, from tables that a game fills.
//!
//! A published game as data is the crate `definitions`; each game is a crate of its own.

pub mod chance;
pub mod contract;
pub mod kernel;
pub mod referee;
pub mod speech;
pub mod table;
