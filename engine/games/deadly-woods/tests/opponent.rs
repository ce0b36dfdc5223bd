//! The computer opponent against a random player, in each scenario from either side.
//!
//! Each series has games of its own; no number was chosen for what it brings. `FIELDPOST_SOAK` games of each series are
//! played, else one.

use deadly_woods::DeadlyWoods;
use deadly_woods::printed::{ALLIED, GERMAN};
use engine::contract::SideId;
use testing::{Player, Series, interval};

const SCENARIOS: [&str; 2] = ["german-attack", "campaign"];

/// Plays both scenarios as a side: how many were won, of how many.
fn against_random(place: u64, side: SideId) -> (u32, u32) {
    let mut players = [Player::Random; 2];
    players[side.index()] = Player::Opponent;
    let (mut won, mut games) = (0, 0);
    for (at, scenario) in SCENARIOS.iter().enumerate() {
        let series = Series { place: place + at as u64, scenario, players, options: false };
        let score = series.score::<DeadlyWoods>(1);
        println!(
            "{scenario}: {} of {} won, slowest order {:?} (limit 500 ms on a machine of its own)",
            score.wins[side.index()],
            score.games(),
            score.slowest_order.0
        );
        (won, games) = (won + score.wins[side.index()], games + score.games());
    }
    let [least, most] = interval(won, games).map(|bound| 100.0 * bound);
    println!("{side:?}: {won} of {games} won, {least:.1} to {most:.1} % with 95 % confidence");
    (won, games)
}

/// More than half of all games are won, and in a soak 92 of 100.
fn is_enough((won, games): (u32, u32)) {
    let share = f64::from(won) / f64::from(games);
    assert!(2 * won >= games && (games < 40 || share >= 0.92), "{won} of {games}");
}

#[test]
fn the_opponent_beats_a_random_player_as_the_german() {
    is_enough(against_random(500, GERMAN));
}

#[test]
fn the_opponent_beats_a_random_player_as_the_allies() {
    is_enough(against_random(600, ALLIED));
}
