//! Games that are being played now, kept open so that an order need not replay its game.

use crate::mail::Bound;
use crate::revision::{Revision, begun_by};
use crate::rooms::Rooms;
use crate::store::records;
use crate::{GameRow, ServiceError, Shelf, Store, log};
use engine::chance::CHAIN_LENGTH;
use engine::contract::{SideId, Viewer};
use engine::table::{AskInfo, Rulebook, Secrets, Session};
use sea_orm::ConnectionTrait;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// Games kept open. A game is opened again within milliseconds, so a few suffice.
const OPEN_GAMES: usize = 64;

/// A game as it stands at some moment, with all that was told of it. Cheap to copy; what happens next is another value.
#[derive(Clone)]
pub struct Live {
    /// The stored game.
    pub row: GameRow,
    /// Its rules.
    pub rulebook: Arc<dyn Rulebook>,
    /// The game itself.
    pub session: Arc<dyn Session>,
    /// Its dice chains.
    pub secrets: Secrets,
    /// By which version of its rules it was begun, and by which it is decided now.
    pub revision: Revision,
}

impl Live {
    /// Ids of the sides: `german`.
    pub fn side_id(&self, side: SideId) -> &str {
        &self.rulebook.published().units.sides[side.index()].id
    }

    /// The side with an id.
    pub fn side(&self, id: &str) -> Option<SideId> {
        SideId::BOTH.into_iter().find(|side| self.side_id(*side) == id)
    }

    /// The side with an id, or an error that names it.
    ///
    /// # Errors
    /// When the game has no such side.
    pub fn known_side(&self, id: &str) -> Result<SideId, ServiceError> {
        self.side(id).ok_or_else(|| ServiceError::Missing(format!("side {id}")))
    }

    /// What a side must decide now, in words; the first if there are several.
    pub fn ask(&self, side: SideId) -> Option<AskInfo> {
        self.session.asks().into_iter().find(|ask| ask.side == side)
    }

    /// The last record of which a viewer was told anything; none if there was none yet. What the other side does in secret after it
    /// leaves it as it is.
    pub fn last_news(&self, viewer: Viewer) -> Option<u64> {
        // the last record behind which there is nothing to tell
        let (mut known, mut end) = (0, self.session.len());
        while known < end {
            let middle = known + (end - known) / 2;
            match self.session.has_news(middle, viewer) {
                true => known = middle + 1,
                false => end = middle,
            }
        }
        known.checked_sub(1)
    }

    /// A number for the position as a viewer sees it: another one as soon as it looks otherwise to him. What is kept for viewers is
    /// kept by this, not by the number of records, or the time that an answer takes would tell what is done in secret.
    pub fn look(&self, viewer: Viewer) -> u64 {
        let position = serde_json::to_vec(&self.session.position(viewer)).unwrap_or_default();
        let hash: [u8; 32] = Sha256::digest(position).into();
        hash.first_chunk().map_or(0, |first| u64::from_be_bytes(*first))
    }

    /// What is written to this side now is for this moment.
    pub fn bound(&self, side: SideId) -> Bound {
        let quiet = || Bound::Quiet(self.session.own_orders(side));
        self.session.asked(side).map_or_else(quiet, |ask| Bound::Ask(ask.0 + 1))
    }

    /// Whether what was written for a moment comes too late. Without an ask there is one moment from an order that the
    /// player gave himself to the next question: what he sends ahead in it waits, however much the other side does.
    pub fn is_past(&self, side: SideId, bound: Bound) -> bool {
        match bound {
            Bound::Nothing => true,
            Bound::Ask(_) => {
                !self.session.asks().iter().any(|ask| ask.side == side && Bound::Ask(ask.id.0 + 1) == bound)
            }
            Bound::Quiet(orders) => self.session.asked(side).is_some() || self.session.own_orders(side) != orders,
        }
    }

    /// Title of the scenario.
    pub fn scenario(&self) -> &str {
        self.rulebook.published().scenario(&self.row.scenario).map_or(&self.row.scenario, |known| &known.title)
    }

    /// Who sees what a side sees.
    pub fn viewer(side: Option<SideId>) -> Viewer {
        side.map_or(Viewer::Observer, Viewer::Side)
    }

    /// The game with another session.
    pub fn with(&self, session: Box<dyn Session>) -> Live {
        Live { session: Arc::from(session), ..self.clone() }
    }

    /// Reads what another instance has written, if the store has this many records and not those that are known.
    ///
    /// # Errors
    /// When the database fails, or a record cannot be read.
    pub async fn catch_up(&mut self, db: &impl ConnectionTrait, rooms: &Rooms, head: u64) -> Result<(), ServiceError> {
        let len = self.session.len();
        if head != len {
            let missing = records(db, self.row.id, len).await?;
            let before = self.clone();
            *self = rooms.think(move || before.after(&missing)).await??;
        }
        Ok(())
    }

    /// The game as it would stand after these records too. What the store has not taken yet is never put into an
    /// open game, for the store may refuse it.
    ///
    /// # Errors
    /// When one is no record of this game.
    pub fn after(&self, records: &[String]) -> Result<Live, ServiceError> {
        if records.is_empty() {
            return Ok(self.clone());
        }
        let mut session = self.session.duplicate();
        for record in records {
            session.apply(record).map_err(broken)?;
        }
        Ok(self.with(session))
    }
}

fn broken(error: String) -> ServiceError {
    ServiceError::Broken("game", error)
}

/// The open games by number.
#[derive(Default)]
pub struct LiveGames {
    open: Mutex<HashMap<i64, Open>>,
}

/// An open game and when it was last used, counted in uses.
struct Open {
    used: u64,
    live: Arc<AsyncMutex<Live>>,
}

impl LiveGames {
    /// A game as the store has it now, for the caller alone until he drops it.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be read.
    pub async fn get(
        &self,
        store: &Store,
        shelf: &Shelf,
        rooms: &Rooms,
        game: i64,
    ) -> Result<OwnedMutexGuard<Live>, ServiceError> {
        let mut live = self.alone(store, shelf, rooms, game).await?;
        let head = store.head(game).await?;
        live.catch_up(store.readers(), rooms, head).await?;
        Ok(live)
    }

    /// A game as it was when it was last used here, for the caller alone until he drops it. Another instance may have written
    /// since; see [`Live::catch_up`].
    ///
    /// # Errors
    /// When there is no such game, or it cannot be read.
    pub async fn alone(
        &self,
        store: &Store,
        shelf: &Shelf,
        rooms: &Rooms,
        game: i64,
    ) -> Result<OwnedMutexGuard<Live>, ServiceError> {
        let live = match self.touch(game, None) {
            Some(live) => live,
            None => {
                let fresh = Arc::new(AsyncMutex::new(read(store, shelf, rooms, game).await?));
                self.touch(game, Some(fresh.clone())).unwrap_or(fresh)
            }
        };
        Ok(live.lock_owned().await)
    }

    /// The open game, noted as used just now. If it is not open, `fresh` is put there, and something that was
    /// not used for long is closed for it.
    fn touch(&self, game: i64, fresh: Option<Arc<AsyncMutex<Live>>>) -> Option<Arc<AsyncMutex<Live>>> {
        let mut open = self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let clock = open.values().map(|open| open.used).max().unwrap_or(0) + 1;
        if let Some(live) = fresh {
            open.entry(game).or_insert(Open { used: clock, live });
            if open.len() > OPEN_GAMES
                && let Some(oldest) = open.iter().min_by_key(|(_, open)| open.used).map(|(game, _)| *game)
            {
                open.remove(&oldest);
            }
        }
        let open = open.get_mut(&game)?;
        open.used = clock;
        Some(open.live.clone())
    }
}

/// Reads a game from the store.
async fn read(store: &Store, shelf: &Shelf, rooms: &Rooms, game: i64) -> Result<Live, ServiceError> {
    let row = store.game(game).await?;
    let rulebook = shelf.rulebook(store, &row.game, &row.definitions).await?;
    let records = store.records(game, 0).await?;
    let begun = begun_by(records.first());
    let revision = Revision { begun, today: shelf.version(&row.game).unwrap_or(begun) };
    let book = rulebook.clone();
    let session = rooms.think(move || book.open(&records)).await?.map_err(broken)?;
    for stray in session.strays() {
        log::tell(&format!("game {game} is not what it was: {stray}"));
    }
    let ends = store.secret(&secret_name(game)).await?.unwrap_or_default();
    let secrets = secrets(&ends).ok_or_else(|| ServiceError::Broken("game", "its dice keys are lost".to_owned()))?;
    Ok(Live { row, rulebook, session: Arc::from(session), secrets, revision })
}

/// Name under which the ends of a game's dice chains are kept.
pub(crate) fn secret_name(game: i64) -> String {
    format!("dice of game {game}")
}

/// The two chains from their secrets in 64 bytes, which four more follow where they are of another length than usual.
pub(crate) fn secrets(bytes: &[u8]) -> Option<Secrets> {
    let (ends, length) = bytes.split_at_checked(64)?;
    let (public, sealed) = ends.split_at(32);
    let length = if length.is_empty() { CHAIN_LENGTH } else { u32::from_be_bytes(length.try_into().ok()?) };
    Some(Secrets::of(public.try_into().ok()?, sealed.try_into().ok()?, length))
}
