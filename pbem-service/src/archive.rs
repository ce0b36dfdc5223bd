//! Finished games: what came of each, and what all of them say of their scenarios.

use crate::clock::DAY;
use crate::live::Live;
use crate::store::{Writes, query, run};
use crate::{Service, ServiceError, log};
use definitions::Published;
use engine::contract::SideId;
use sea_orm::{ConnectionTrait, FromQueryResult};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Games on one page.
pub const LISTED: usize = 50;
/// Games of which statistics are made: the newest.
const COUNTED: usize = 10_000;
/// Games that ended before results were kept, and are looked at again before a page is shown.
const AT_ONCE: usize = 8;
/// What came of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Id of the side that has won; none for a draw.
    pub winner: Option<String>,
    /// How great the victory is, and why, as its players were told.
    pub words: String,
    /// The game turn in which it ended.
    pub turn: u8,
}

impl GameResult {
    /// What came of a game; none while it goes on.
    pub fn of(live: &Live) -> Option<GameResult> {
        let outcome = live.session.outcome()?;
        Some(GameResult {
            winner: outcome.winner.map(|side| live.side_id(side).to_owned()),
            words: outcome.words(),
            turn: live.session.game_turn(),
        })
    }

    /// Who has won and why, in words: `German: decisive victory, …`.
    pub fn told(&self, published: &Published) -> String {
        let side = published.units.sides.iter().find(|side| Some(&side.id) == self.winner.as_ref());
        match side {
            Some(side) => format!("{} won: {}", side.name, self.words),
            None => self.words.clone(),
        }
    }
}

/// A finished game as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its number.
    pub id: i64,
    /// Id of the published game.
    pub game: String,
    /// Id of the scenario.
    pub scenario: String,
    /// What came of it.
    pub result: GameResult,
    /// When it began and ended, in milliseconds since 1970-01-01 UTC.
    pub time: (i64, i64),
    /// How often a decision came to a side by what the other did; none if that was not counted from the beginning.
    pub hand_overs: Option<i64>,
    /// Whether the computer played a side.
    pub solo: bool,
}

impl Finished {
    /// How many days it took, begun ones counted.
    pub fn days(&self) -> i64 {
        let (began, ended) = self.time;
        (ended - began).max(0) / DAY + 1
    }
}

/// Which finished games are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Id of the published game.
    pub game: Option<String>,
    /// Id of the scenario.
    pub scenario: Option<String>,
    /// Those before this number.
    pub before: Option<i64>,
}

/// What the finished games of a scenario say of it. Games in which the computer plays a side are counted, and left out of
/// everything else: they tell of the computer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Games between two people.
    pub games: usize,
    /// Those that each side has won, by its id.
    pub wins: BTreeMap<String, usize>,
    /// Those that nobody has won.
    pub draws: usize,
    /// The days that one took, by the median.
    pub days: Option<i64>,
    /// The hand-overs of one, by the median.
    pub hand_overs: Option<i64>,
    /// The game turn in which one ended, by the median.
    pub turn: Option<i64>,
    /// Games against the computer.
    pub solo: usize,
}

impl Statistics {
    /// Counts games.
    pub fn of<'g>(games: impl IntoIterator<Item = &'g Finished>) -> Statistics {
        let (solo, between): (Vec<&Finished>, Vec<&Finished>) = games.into_iter().partition(|game| game.solo);
        let mut statistics = Statistics { games: between.len(), solo: solo.len(), ..Statistics::default() };
        for game in &between {
            match &game.result.winner {
                Some(side) => *statistics.wins.entry(side.clone()).or_default() += 1,
                None => statistics.draws += 1,
            }
        }
        statistics.days = median(between.iter().map(|game| game.days()));
        statistics.hand_overs = median(between.iter().filter_map(|game| game.hand_overs));
        statistics.turn = median(between.iter().map(|game| i64::from(game.result.turn)));
        statistics
    }
}

/// The one in the middle, the lower of two.
fn median(numbers: impl Iterator<Item = i64>) -> Option<i64> {
    let mut numbers: Vec<i64> = numbers.collect();
    numbers.sort_unstable();
    numbers.get(numbers.len().checked_sub(1)? / 2).copied()
}

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    game: String,
    scenario: String,
    result: String,
    created: i64,
    ended: i64,
    hand_overs: i64,
    solo: i32,
}

impl Row {
    fn finished(self) -> Option<Finished> {
        let result = serde_json::from_str(&self.result).ok()?;
        Some(Finished {
            id: self.id,
            game: self.game,
            scenario: self.scenario,
            result,
            time: (self.created, self.ended),
            hand_overs: Some(self.hand_overs).filter(|count| *count > 0),
            solo: self.solo != 0,
        })
    }
}

impl Service {
    /// Notes that a decision has come to the enemy of a side by what the side did, and what came of the game if it is over.
    pub(crate) fn note_progress(&self, writes: &mut Writes, (before, after): (&Live, &Live), side: SideId) {
        let asked = after.session.asked(side.enemy());
        let handed = i64::from(asked.is_some() && asked != before.session.asked(side.enemy()));
        let game = after.row.id;
        match GameResult::of(after).filter(|_| before.session.outcome().is_none()) {
            Some(result) => {
                let sql = "UPDATE games SET status = 'over', result = $1, ended = $2, hand_overs = hand_overs + $3 WHERE id = $4";
                writes.add(sql, [write(&result).into(), self.clock.now().into(), handed.into(), game.into()]);
            }
            None if handed > 0 => {
                writes.add("UPDATE games SET hand_overs = hand_overs + 1 WHERE id = $1", [game.into()]);
            }
            None => {}
        }
    }

    /// Finished games that everybody may look at, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn finished(&self, wanted: &Wanted) -> Result<Vec<Finished>, ServiceError> {
        self.look_at_old_results().await?;
        self.read_finished(wanted, LISTED).await
    }

    /// What all of them say, by game and scenario.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn statistics(&self) -> Result<BTreeMap<(String, String), Statistics>, ServiceError> {
        let mut games: BTreeMap<(String, String), Vec<Finished>> = BTreeMap::new();
        for game in self.read_finished(&Wanted::default(), COUNTED).await? {
            games.entry((game.game.clone(), game.scenario.clone())).or_default().push(game);
        }
        Ok(games.into_iter().map(|(scenario, games)| (scenario, Statistics::of(&games))).collect())
    }

    async fn read_finished(&self, wanted: &Wanted, most: usize) -> Result<Vec<Finished>, ServiceError> {
        let sql = format!(
            "SELECT id, game, scenario, result, created, ended, hand_overs, \
                    CASE WHEN EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND seats.address = 'computer') \
                         THEN 1 ELSE 0 END AS solo \
             FROM games WHERE status = 'over' AND result <> '' AND audience = 'public' AND id < $1 \
               AND ($2 = '' OR game = $2) AND ($3 = '' OR scenario = $3) \
             ORDER BY id DESC LIMIT {most}"
        );
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let values =
            [wanted.before.unwrap_or(i64::MAX).into(), text(&wanted.game).into(), text(&wanted.scenario).into()];
        let readers = self.store.readers();
        let rows = Row::find_by_statement(query(readers, &sql, values)).all(readers).await?;
        Ok(rows.into_iter().filter_map(Row::finished).collect())
    }

    /// Games that ended before results were kept get theirs, a few at a time. One that cannot be read is told to the host
    /// and left alone.
    async fn look_at_old_results(&self) -> Result<(), ServiceError> {
        let sql = format!("SELECT id FROM games WHERE status = 'over' AND result = '' ORDER BY id LIMIT {AT_ONCE}");
        let readers = self.store.readers();
        for row in readers.query_all_raw(query(readers, &sql, [])).await? {
            let game: i64 = row.try_get("", "id")?;
            let result = match self.live(game).await {
                Ok(live) => GameResult::of(&live),
                Err(error) => {
                    log::tell(&format!("the result of game {game}: {error}"));
                    None
                }
            };
            // what can never be read is not tried at each visit
            let text = result.as_ref().map_or_else(|| "null".to_owned(), write);
            let sql = "UPDATE games SET result = $1, \
                       ended = (SELECT COALESCE(MAX(at), games.created) FROM events WHERE events.game = games.id) WHERE id = $2";
            run(self.store.writer(), sql, [text.into(), game.into()]).await?;
        }
        Ok(())
    }
}

fn write(result: &GameResult) -> String {
    serde_json::to_string(result).expect("a result has string keys only")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(id: i64, winner: Option<&str>, days: i64, hand_overs: i64, solo: bool) -> Finished {
        let result = GameResult { winner: winner.map(str::to_owned), words: String::new(), turn: id as u8 };
        let hand_overs = Some(hand_overs).filter(|count| *count > 0);
        Finished { id, game: "g".into(), scenario: "s".into(), result, time: (0, days * DAY), hand_overs, solo }
    }

    #[test]
    fn statistics_count_games_between_people_and_leave_the_computer_s_out() {
        let games = [
            game(1, Some("german"), 10, 30, false),
            game(2, Some("allied"), 20, 0, false),
            game(3, Some("german"), 90, 50, false),
            game(4, None, 40, 40, false),
            game(5, Some("german"), 1, 9, true),
        ];
        let statistics = Statistics::of(&games);
        assert_eq!((statistics.games, statistics.draws, statistics.solo), (4, 1, 1));
        assert_eq!(statistics.wins, BTreeMap::from([("allied".to_owned(), 1), ("german".to_owned(), 2)]));
        assert_eq!((statistics.days, statistics.hand_overs, statistics.turn), (Some(21), Some(40), Some(2)));
        assert_eq!(Statistics::of(&[]), Statistics::default());
    }
}
