//! Seats that the computer plays.
//!
//! Whenever something was stored in a game, the game waits here until somebody has looked whether the computer must
//! decide. It then gives its orders through [`Service::submit`] like everybody, one transaction each, and its key says
//! how many records the game had: whoever repeats it, after a crash or in another process, changes nothing.

use crate::live::Live;
use crate::store::{one, query};
use crate::submit::{Receipt, Submission};
use crate::{Service, ServiceError, log};
use engine::contract::{SideId, Viewer};
use engine::table::{Aside, Batch, Line, guarded, guarded_work};
use sea_orm::{ConnectionTrait, DbErr};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;
use tokio::sync::Notify;

/// What stands for the address of a seat that the computer plays.
pub const COMPUTER: &str = "computer";
/// How long a game waits after an error until it is tried again.
const PAUSE: Duration = Duration::from_secs(5);

/// Games in which something has happened since the computer last looked.
#[derive(Default)]
pub struct Touched {
    games: Mutex<BTreeSet<i64>>,
    wake: Notify,
}

impl Touched {
    /// Lets the computer look at a game.
    pub fn add(&self, game: i64) {
        self.games.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(game);
        self.wake.notify_one();
    }

    fn take(&self) -> Option<i64> {
        self.games.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop_first()
    }
}

impl Service {
    /// Plays the computer's seats for ever, those first that waited for it when the service began.
    pub(crate) async fn play_seats(&self) {
        while let Err(error) = self.resume_seats().await {
            log::tell(&format!("the computer's games: {error}"));
            tokio::time::sleep(PAUSE).await;
        }
        loop {
            let Some(game) = self.touched.take() else {
                self.touched.wake.notified().await;
                continue;
            };
            if let Err(error) = guarded_work(self.play_seat(game)).await.map_err(ServiceError::from).flatten() {
                log::tell(&format!("the computer in game {game}: {error}"));
                if error.passes() {
                    tokio::time::sleep(PAUSE).await;
                    self.touched.add(game);
                }
                // else it would come to the same: the game waits until something happens in it
            }
        }
    }

    /// Lets the computer look at every game under way in which it has a seat: it may have been stopped in the middle.
    ///
    /// # Errors
    /// When the database fails.
    async fn resume_seats(&self) -> Result<(), DbErr> {
        let sql = "SELECT DISTINCT seats.game FROM seats JOIN games ON games.id = seats.game \
                   WHERE seats.address = $1 AND games.status = 'running'";
        let readers = self.store.readers();
        for row in readers.query_all_raw(query(readers, sql, [COMPUTER.into()])).await? {
            self.touched.add(row.try_get("", "game")?);
        }
        Ok(())
    }

    /// Gives the computer's orders in all games where it must decide now, until it need not any more.
    ///
    /// # Errors
    /// When the database fails or one of its orders is not taken; the other games have been played then.
    pub async fn play_waiting_seats(&self) -> Result<(), ServiceError> {
        self.resume_seats().await?;
        let mut played = Ok(());
        while let Some(game) = self.touched.take() {
            played = played.and(self.play_seat(game).await);
        }
        played
    }

    /// Gives the computer's orders in a game until a human must decide or it is over.
    async fn play_seat(&self, game: i64) -> Result<(), ServiceError> {
        let mut seats = Vec::new();
        for side in SideId::BOTH {
            let id = self.live(game).await?.side_id(side).to_owned();
            if is_computers(self.store.readers(), game, &id).await? {
                seats.push(side);
            }
        }
        while let Some(submission) = self.advised(game, &seats).await? {
            let answer = self.submit(&submission).await?;
            if let Some(failure) = answer.report.failure {
                return Err(failure.into());
            }
            if !answer.report.changed {
                return Err(ServiceError::Broken("order of the computer", format!("{:?}", answer.report)));
            }
        }
        Ok(())
    }

    /// The order that the computer gives now on one of its seats, if it must decide.
    async fn advised(&self, game: i64, seats: &[SideId]) -> Result<Option<Submission>, ServiceError> {
        let (session, (side, ask), records) = {
            let live = self.live(game).await?;
            if let Some(declined) = decline(&live, seats) {
                return Ok(Some(declined));
            }
            if live.session.waits_for_words() {
                return Ok(None);
            }
            let asked = seats.iter().find_map(|side| live.session.asked(*side).map(|ask| (*side, ask)));
            let Some((side, ask)) = asked else { return Ok(None) };
            (live.session.clone(), (side, ask), live.session.len())
        };
        // thinking takes longer than a door may be kept waiting
        let order = tokio::task::spawn_blocking(move || guarded(|| session.advise(side))).await;
        let order = order.map_err(|error| ServiceError::Broken("thought of the computer", error.to_string()))??;
        let Some(order) = order else { return Ok(None) };
        Ok(Some(Submission {
            game,
            side,
            asides: Vec::new(),
            batch: Batch { ask: Some(ask), lines: vec![Line::Steps(order)] },
            bound: None,
            fault: None,
            key: format!("computer {side} {records}", side = side.0),
            receipt: Receipt::IfChanged,
        }))
    }
}

/// The computer agrees to nothing: what it does with a proposal that waits for one of its seats.
fn decline(live: &Live, seats: &[SideId]) -> Option<Submission> {
    let proposed = live.session.proposed(Viewer::Observer)?;
    let side = Some(proposed.side.enemy()).filter(|side| seats.contains(side))?;
    Some(Submission {
        game: live.row.id,
        side,
        asides: vec![Aside::Said { side, text: "The computer declines all proposals.".to_owned() }],
        batch: Batch { ask: None, lines: vec![Line::Text(format!("decline {}", proposed.number))] },
        bound: None,
        fault: None,
        key: format!("computer {} {}", side.0, live.session.len()),
        receipt: Receipt::IfChanged,
    })
}

/// Whether the computer plays a seat.
///
/// # Errors
/// When the database fails.
pub async fn is_computers(connection: &impl ConnectionTrait, game: i64, side: &str) -> Result<bool, DbErr> {
    let sql = "SELECT 1 FROM seats WHERE game = $1 AND side = $2 AND address = $3";
    let seat: Option<i32> = one(connection, sql, [game.into(), side.into(), COMPUTER.into()]).await?;
    Ok(seat.is_some())
}
