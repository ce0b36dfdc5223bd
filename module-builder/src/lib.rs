//! Pictures of maps and counters, and the modules and sheets made of them.

pub mod vassal;
