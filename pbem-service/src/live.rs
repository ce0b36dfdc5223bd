//! Games that are being played now, kept open so that an order need not replay its game.

use crate::mail::Bound;
use crate::{GameRow, ServiceError, Shelf, Store, log};
use engine::chance::CHAIN_LENGTH;
use engine::contract::{SideId, Viewer};
use engine::table::{AskInfo, Record, Rulebook, Secrets, Session, guarded};
use serde::de::IgnoredAny;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// Games kept open. A game is opened again within milliseconds, so a few suffice.
const OPEN_GAMES: usize = 64;

/// A game with its records and its session, which always agree.
pub struct Live {
    /// The stored game.
    pub row: GameRow,
    /// Its rules.
    pub rulebook: Arc<dyn Rulebook>,
    /// The game itself.
    pub session: Box<dyn Session>,
    /// Everything that happened.
    pub records: Vec<String>,
    /// Its dice chains.
    pub secrets: Secrets,
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

    /// What a side must decide now; the first if there are several.
    pub fn ask(&self, side: SideId) -> Option<AskInfo> {
        self.session.asks().into_iter().find(|ask| ask.side == side)
    }

    /// What is written to this side now is for this moment.
    pub fn bound(&self, side: SideId) -> Bound {
        self.ask(side).map_or_else(|| Bound::Quiet(self.orders(side)), |ask| Bound::Ask(ask.id.0 + 1))
    }

    /// Whether what was written for a moment comes too late. Without an ask there is one moment from an order that the
    /// player gave himself to the next question: what he sends ahead in it waits, however much the other side does.
    pub fn is_past(&self, side: SideId, bound: Bound) -> bool {
        match bound {
            Bound::Nothing => true,
            Bound::Ask(_) => {
                !self.session.asks().iter().any(|ask| ask.side == side && Bound::Ask(ask.id.0 + 1) == bound)
            }
            Bound::Quiet(orders) => self.ask(side).is_some() || self.orders(side) != orders,
        }
    }

    /// How many orders the player of a side has given himself, and not his standing orders.
    fn orders(&self, side: SideId) -> u32 {
        let ordered = self.records.iter().filter(|record| record.starts_with("{\"Ordered\""));
        let own = ordered.filter(|record| {
            let record: Result<Record<IgnoredAny, IgnoredAny>, _> = serde_json::from_str(record);
            matches!(record, Ok(Record::Ordered { side: whose, standing: false, .. }) if whose == side)
        });
        u32::try_from(own.count()).unwrap_or(u32::MAX)
    }

    /// Title of the scenario.
    pub fn scenario(&self) -> &str {
        self.rulebook.published().scenario(&self.row.scenario).map_or(&self.row.scenario, |known| &known.title)
    }

    /// Who sees what a side sees.
    pub fn viewer(side: Option<SideId>) -> Viewer {
        side.map_or(Viewer::Observer, Viewer::Side)
    }

    /// The game as it would stand after these records too. What the store has not taken yet is never put into an
    /// open game, for the store may refuse it.
    ///
    /// # Errors
    /// When one is no record of this game.
    pub fn after(&self, records: &[String]) -> Result<Live, ServiceError> {
        let mut after = Live {
            row: self.row.clone(),
            rulebook: self.rulebook.clone(),
            session: self.session.duplicate(),
            records: self.records.clone(),
            secrets: self.secrets.clone(),
        };
        after.extend(records.to_vec())?;
        Ok(after)
    }

    /// Adds records that have been stored.
    ///
    /// # Errors
    /// When one is no record of this game.
    pub fn extend(&mut self, records: Vec<String>) -> Result<(), ServiceError> {
        for record in &records {
            self.session.apply(record).map_err(|error| ServiceError::Broken("game", error))?;
        }
        self.records.extend(records);
        Ok(())
    }
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
    pub async fn get(&self, store: &Store, shelf: &Shelf, game: i64) -> Result<OwnedMutexGuard<Live>, ServiceError> {
        let open = self.touch(game, None);
        let live = match open {
            Some(live) => live,
            None => {
                let fresh = Arc::new(AsyncMutex::new(read(store, shelf, game).await?));
                self.touch(game, Some(fresh.clone())).unwrap_or(fresh)
            }
        };
        let mut live = live.lock_owned().await;
        // another instance may have written
        let len = live.records.len() as u64;
        if store.head(game).await? != len {
            let missing = store.records(game, len).await?;
            if let Err(error) = guarded(|| live.extend(missing)).map_err(ServiceError::from).flatten() {
                // it may be half changed: whoever wants it next opens it anew
                self.close(game);
                return Err(error);
            }
        }
        Ok(live)
    }

    fn close(&self, game: i64) {
        self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).remove(&game);
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
async fn read(store: &Store, shelf: &Shelf, game: i64) -> Result<Live, ServiceError> {
    let row = store.game(game).await?;
    let rulebook = shelf.rulebook(store, &row.game, &row.definitions).await?;
    let records = store.records(game, 0).await?;
    let session = rulebook.open(&records).map_err(|error| ServiceError::Broken("game", error))?;
    for stray in session.strays() {
        log::tell(&format!("game {game} is not what it was: {stray}"));
    }
    let ends = store.secret(&secret_name(game)).await?.unwrap_or_default();
    let secrets = secrets(&ends).ok_or_else(|| ServiceError::Broken("game", "its dice keys are lost".to_owned()))?;
    Ok(Live { row, rulebook, session, records, secrets })
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
