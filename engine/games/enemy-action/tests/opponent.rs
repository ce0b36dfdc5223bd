//! The computer opponent against a random player, in the shorter scenarios from either side.
//!
//! Each series has games of its own; no number was chosen for what it brings. `FIELDPOST_SOAK` games of each series are
//! played, else a few.

use enemy_action::EnemyAction;
use enemy_action::printed::{ALLIED, GERMAN};
use engine::contract::SideId;
use testing::{Player, Series, interval};

const SCENARIOS: [(&str, u64); 2] = [("initial-assault", 2), ("allies-surprised", 3)];

/// Plays the scenarios as a side: how many were won, of how many.
fn against_random(place: u64, side: SideId) -> (u32, u32) {
    let mut players = [Player::Random; 2];
    players[side.index()] = Player::Opponent;
    let (mut won, mut games) = (0, 0);
    for (at, (scenario, few)) in SCENARIOS.into_iter().enumerate() {
        let series = Series { place: place + at as u64, scenario, players, options: false };
        let score = series.score::<EnemyAction>(few);
        println!(
            "{scenario}: {} of {} won, slowest order {:?}; {:?}",
            score.wins[side.index()],
            score.games(),
            score.slowest_order.0,
            score.reasons
        );
        (won, games) = (won + score.wins[side.index()], games + score.games());
    }
    let [least, most] = interval(won, games).map(|bound| 100.0 * bound);
    println!("{side:?}: {won} of {games} won, {least:.1} to {most:.1} % with 95 % confidence");
    (won, games)
}

#[test]
fn the_opponent_beats_a_random_player_as_the_german() {
    let (won, games) = against_random(700, GERMAN);
    assert!(2 * won > games, "{won} of {games}");
}

#[test]
fn the_opponent_beats_a_random_player_as_the_allies() {
    let (won, games) = against_random(800, ALLIED);
    assert!(2 * won > games, "{won} of {games}");
}

/// All scenarios, with their places among the series.
const ALL: [(&str, u64); 5] = [
    ("initial-assault", 900),
    ("allies-surprised", 901),
    ("german-breakout", 902),
    ("battle-of-the-bulge", 903),
    ("crisis-at-the-meuse", 904),
];

#[test]
#[ignore = "the longer scenarios take minutes: for balance and soaks"]
fn every_scenario_is_played_to_its_end_by_the_computer_against_itself() {
    for (scenario, place) in ALL {
        let series = Series { place, scenario, players: [Player::Opponent; 2], options: false };
        let score = series.score::<EnemyAction>(2);
        println!("{scenario}: {:?} won, {} drawn; {:?}", score.wins, score.draws, score.reasons);
        assert!(score.games() > 0);
    }
}
