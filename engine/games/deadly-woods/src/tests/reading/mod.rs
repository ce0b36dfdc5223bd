//! What a second reading against the rulebook tried: case by case, the edges first.

mod areas;
mod arrivals;
mod bridges;
mod counters;
mod given;
mod movement;
mod replacements;
mod stacking;
mod supply;
mod zones;
