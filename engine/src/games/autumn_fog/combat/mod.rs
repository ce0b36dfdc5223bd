//! Combat (case 7): an attack is declared and supported, the defender answers, the die is rolled, both sides meet
//! their numbers, the attacker advances.
//!
//! [`attack`] → [`defence`] → [`odds`] → [`losses`] → [`retreat`] → [`advance`]

pub mod advance;
pub mod attack;
pub mod defence;
pub mod losses;
pub mod odds;
pub mod retreat;
