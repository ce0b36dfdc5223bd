//! The computer opponent against a random player, in every scenario from either side.
//!
//! Each series has games of its own; no number was chosen for what it brings. `FIELDPOST_SOAK` games of each series are
//! played (`just soak-opponent ardennes-offensive`), else one.

use ardennes_offensive::ArdennesOffensive;
use ardennes_offensive::printed::{ALLIED, GERMAN};
use engine::contract::SideId;
use testing::{Player, Series, interval};

/// Plays every scenario as a side: with 95 % confidence more than half of all games are won, and in a soak 92 of 100.
fn against_random(place: u64, side: SideId) {
    let mut players = [Player::Random; 2];
    players[side.index()] = Player::Opponent;
    let (mut won, mut games) = (0, 0);
    for number in 1..=10 {
        let scenario = format!("no-{number}");
        let series = Series { place: place + number, scenario: &scenario, players, options: false };
        let score = series.score::<ArdennesOffensive>(1);
        (won, games) = (won + score.wins[side.index()], games + score.games());
    }
    let [least, most] = interval(won, games).map(|bound| 100.0 * bound);
    println!("{side:?}: {won} of {games} won, {least:.1} to {most:.1} % with 95 % confidence");
    let share = f64::from(won) / f64::from(games);
    assert!(least > 50.0 && (games < 200 || share >= 0.92), "{won} of {games}");
}

#[test]
fn the_opponent_beats_a_random_player_as_the_german() {
    against_random(100, GERMAN);
}

#[test]
fn the_opponent_beats_a_random_player_as_the_allies() {
    against_random(200, ALLIED);
}
