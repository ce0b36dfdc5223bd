//! Builds modules, pictures and surveyed maps from the definitions of a game.
fn main() {}
