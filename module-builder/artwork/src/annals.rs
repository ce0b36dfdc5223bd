//! A game told turn by turn, with the board at the end of each: what a host writes of a game, and the builder prints.
//!
//! The file holds the data of the game, so that it can be drawn wherever it is read.

use definitions::{GameFiles, Losses, Position, Published, Side, TrackValue};
use serde::{Deserialize, Serialize};

/// The file: JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annals {
    /// Number of the game on its host.
    pub report_of_game: i64,
    /// Title of the published game.
    pub title: String,
    /// Title of the scenario.
    pub scenario: String,
    /// Who knows what is told, in words: a side, or both.
    pub known_to: String,
    /// How it ended; none while it goes on.
    pub outcome: Option<String>,
    /// The turns in their order.
    pub turns: Vec<Turn>,
    /// The files of the game, as [`GameFiles::pack`] writes them.
    pub packed: String,
}

/// A game turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// What headlines call it.
    pub title: String,
    /// What happened, in words.
    pub lines: Vec<String>,
    /// The board at its end, with arrows for what moved and fought in it.
    pub position: Position,
}

impl Annals {
    /// The game that it is of, by the data in the file.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn published(&self) -> Result<Published, String> {
        let files = GameFiles::unpack(&self.packed).map_err(|error| format!("the data of the game: {error}"))?;
        Published::parse(&files).map_err(|faults| {
            let faults: Vec<String> = faults.iter().take(3).map(ToString::to_string).collect();
            format!("the data of the game: {}", faults.join("; "))
        })
    }
}

impl Turn {
    /// What each side lost in its combats, as far as that is known: `German: 1 unit, 2 steps`.
    pub fn losses(&self, game: &Published) -> Vec<String> {
        let lost = |(side, known): (u8, &Side)| {
            let all = self.position.combats.iter().flat_map(|combat| &combat.losses);
            let own = all.filter(|losses| losses.side == side);
            let (units, steps) = own.fold((0, 0), |(units, steps), it| (units + it.units, steps + it.steps));
            let words = Losses { side, units, steps }.in_words();
            (!words.is_empty()).then(|| format!("{}: {words}", known.name))
        };
        (0..).zip(&game.units.sides).filter_map(lost).collect()
    }

    /// Where the markers of tracks stand at its end: points, time and whatever else a game counts.
    pub fn tracks(&self, game: &Published) -> Vec<(String, i16)> {
        let titled = |value: &TrackValue| {
            let track = game.tracks.iter().find(|track| track.id == value.track)?;
            Some((track.title.clone(), value.value))
        };
        self.position.tracks.iter().filter_map(titled).collect()
    }
}
