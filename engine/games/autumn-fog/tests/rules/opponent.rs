//! The computer opponent: whatever it is asked it answers legally and in time, and it beats a random player.
//!
//! Each series has games of its own, numbered from 0 or `FIELDPOST_SEED` on; series and number give dice and choices, so
//! that no two games share any. No number was chosen for what it brings. `FIELDPOST_SOAK` games of each series are played
//! (`just soak-opponent`), else a few.

use autumn_fog::AutumnFog;
use autumn_fog::state::{ALLIED, GERMAN};
use engine::contract::SideId;
use testing::{Player, Series};

/// Plays the opponent as a side against a random player. With 95 % confidence it wins more often than not, and in a
/// soak, where there are games enough to tell, nine times in ten.
fn against_random(place: u64, scenario: &str, side: SideId, few: u64) {
    let mut players = [Player::Random; 2];
    players[side.index()] = Player::Opponent;
    let score = Series { place, scenario, players, options: false }.score::<AutumnFog>(few);
    assert_eq!(score.draws, 0, "each game has a winner");
    let [least, _] = score.interval(side);
    assert!(least > if score.games() < 100 { 0.5 } else { 0.9 }, "{least}: {score:#?}");
}

#[test]
fn the_opponent_beats_a_random_player_as_the_german() {
    against_random(1, "initial-assault", GERMAN, 5);
}

#[test]
fn the_opponent_beats_a_random_player_as_the_allies() {
    against_random(2, "initial-assault", ALLIED, 5);
}

#[test]
fn the_opponent_beats_a_random_player_in_the_entire_battle_as_the_german() {
    against_random(3, "entire-battle", GERMAN, 5);
}

#[test]
fn the_opponent_beats_a_random_player_in_the_entire_battle_as_the_allies() {
    against_random(4, "entire-battle", ALLIED, 5);
}

#[test]
fn the_opponent_plays_itself_to_an_end() {
    for (place, scenario) in [(5, "initial-assault"), (6, "entire-battle")] {
        Series { place, scenario, players: [Player::Opponent; 2], options: true }.score::<AutumnFog>(1);
    }
}
