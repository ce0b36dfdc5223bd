//! How the start page tells of a game. It is kept beside the game and written anew when somebody looks and the game has gone
//! on, so that the page opens no game that stands still.

use crate::live::Live;
use crate::render::side_words;
use crate::store::{query, run};
use crate::{Service, ServiceError, log};
use engine::contract::{SideId, Viewer};
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Games on one page.
pub const LISTED: usize = 100;
/// Games that have gone on and are summed up before the page is shown; more are, afterwards.
const AT_ONCE: usize = 8;

/// A game in a few words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Title of the published game.
    pub title: String,
    /// Title of the scenario.
    pub scenario: String,
    /// How far it has come.
    pub caption: String,
    /// Who must decide, in words; empty for nobody.
    pub waiting: String,
}

impl Summary {
    fn of(live: &Live) -> Summary {
        let published = live.rulebook.published();
        let asks = live.session.asks();
        let asked = SideId::BOTH.into_iter().filter(|side| asks.iter().any(|ask| ask.side == *side));
        Summary {
            title: published.title.clone(),
            scenario: live.scenario().to_owned(),
            caption: live.session.position(Viewer::Observer).caption,
            waiting: asked.map(|side| side_words(published, side)).collect::<Vec<_>>().join(" and "),
        }
    }
}

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    game: String,
    summary: String,
    summed_up: i64,
    head: i64,
}

impl Row {
    /// What is known of the game, however old.
    fn told(&self) -> Summary {
        let untold = || Summary { title: self.game.clone(), ..Summary::default() };
        serde_json::from_str(&self.summary).unwrap_or_else(|_| untold())
    }
}

impl Service {
    /// Games that everybody may look at, or all, the newest first: at most [`LISTED`], those before a number if one is given.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn summaries(
        self: &Arc<Self>,
        all: bool,
        before: Option<i64>,
    ) -> Result<Vec<(i64, Summary)>, ServiceError> {
        let sql = format!(
            "SELECT id, game, summary, summed_up, \
                    (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE events.game = games.id) AS head \
             FROM games WHERE id < $1 AND (audience = 'public' OR $2 = 1) ORDER BY id DESC LIMIT {LISTED}"
        );
        let readers = self.store.readers();
        let values = [before.unwrap_or(i64::MAX).into(), i64::from(all).into()];
        let rows = Row::find_by_statement(query(readers, &sql, values)).all(readers).await?;
        let (mut told, mut stale) = (Vec::new(), Vec::new());
        for row in rows {
            let is_old = row.summed_up != row.head;
            let summary = match is_old && stale.len() < AT_ONCE {
                true => match self.sum_up(row.id).await {
                    Some(summary) => summary,
                    None => Summary { caption: "cannot be shown now".to_owned(), ..row.told() },
                },
                false => row.told(),
            };
            if is_old {
                stale.push(row.id);
            }
            told.push((row.id, summary));
        }
        stale.drain(..AT_ONCE.min(stale.len()));
        // one visitor's page is enough to bring the others up to date
        if !stale.is_empty()
            && let Ok(turn) = self.summing_up.clone().try_lock_owned()
        {
            let service = self.clone();
            tokio::spawn(async move {
                for game in stale {
                    service.sum_up(game).await;
                }
                drop(turn);
            });
        }
        Ok(told)
    }

    /// Sums a game up and keeps that. Of one that cannot be read or shown the host is told.
    async fn sum_up(&self, game: i64) -> Option<Summary> {
        let summed_up = async {
            let live = self.live(game).await?;
            let head = live.session.len() as i64;
            let summary = self.rooms.think(move || Summary::of(&live)).await?;
            let sql = "UPDATE games SET summary = $1, summed_up = $2 WHERE id = $3 AND summed_up <= $2";
            let text = serde_json::to_string(&summary).expect("a summary has string keys only");
            run(self.store.writer(), sql, [text.into(), head.into(), game.into()]).await?;
            Ok::<_, ServiceError>(summary)
        };
        summed_up.await.inspect_err(|error| log::tell(&format!("game {game} on the start page: {error}"))).ok()
    }
}
