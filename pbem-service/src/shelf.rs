//! The rulebooks at hand: one for each set of definitions that some game was started with.

use crate::revision::begun_by;
use crate::{ServiceError, Store};
use definitions::GameFiles;
use engine::chance::CHAIN_LENGTH;
use engine::contract::Setup;
use engine::table::{GameKind, Rulebook, Secrets, kind};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

/// All games that this host can play, and their rulebooks as far as they were needed.
pub struct Shelf {
    games: &'static [&'static dyn GameKind],
    rulebooks: Mutex<HashMap<String, Arc<dyn Rulebook>>>,
    /// Versions of the games' rules, by the games' ids.
    versions: Mutex<HashMap<String, u16>>,
}

impl Shelf {
    /// A shelf for these games.
    pub fn new(games: &'static [&'static dyn GameKind]) -> Shelf {
        Shelf { games, rulebooks: Mutex::default(), versions: Mutex::default() }
    }

    /// Ids of the games.
    pub fn ids(&self) -> Vec<&'static str> {
        self.games.iter().map(|game| game.id()).collect()
    }

    /// The newest rulebook of a game, with the files it was made from.
    ///
    /// # Errors
    /// When there is no such game, or its definitions have faults.
    pub fn newest(&self, game: &str) -> Result<(GameFiles, Arc<dyn Rulebook>), ServiceError> {
        let files = self.kind(game)?.files();
        let rulebook = self.load(game, &files)?;
        Ok((files, rulebook))
    }

    /// The rulebook that a stored game was started with.
    ///
    /// # Errors
    /// When the game or its definitions are unknown or faulty.
    pub async fn rulebook(&self, store: &Store, game: &str, hash: &str) -> Result<Arc<dyn Rulebook>, ServiceError> {
        if let Some(known) = self.known(hash) {
            return Ok(known);
        }
        let packed = store.definitions(hash).await?;
        let files =
            GameFiles::unpack(&packed).map_err(|error| ServiceError::Broken("definition", error.to_string()))?;
        self.load(game, &files)
    }

    /// The version of a game's rules that a game would name which was begun now.
    ///
    /// # Errors
    /// As [`Shelf::newest`].
    pub fn version(&self, game: &str) -> Result<u16, ServiceError> {
        let known = self.versions.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get(game).copied();
        if let Some(version) = known {
            return Ok(version);
        }
        let (_, rulebook) = self.newest(game)?;
        let scenario = rulebook.published().scenarios.first().map(|scenario| scenario.id.clone()).unwrap_or_default();
        let setup = Setup { scenario, options: BTreeMap::new() };
        // a game that nobody plays
        let records = rulebook
            .start("", &setup, &Secrets::of([0; 32], [0; 32], CHAIN_LENGTH))
            .map_err(ServiceError::Unreadable)?;
        let version = begun_by(records.first());
        self.versions.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(game.to_owned(), version);
        Ok(version)
    }

    fn kind(&self, game: &str) -> Result<&'static dyn GameKind, ServiceError> {
        kind(self.games, game).ok_or_else(|| ServiceError::Missing(format!("game called {game}")))
    }

    fn known(&self, hash: &str) -> Option<Arc<dyn Rulebook>> {
        self.rulebooks.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get(hash).cloned()
    }

    fn load(&self, game: &str, files: &GameFiles) -> Result<Arc<dyn Rulebook>, ServiceError> {
        let hash = files.hash();
        if let Some(known) = self.known(&hash) {
            return Ok(known);
        }
        let rulebook = self.kind(game)?.load(files).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            ServiceError::Broken("definition", faults.join("; "))
        })?;
        let mut rulebooks = self.rulebooks.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Ok(rulebooks.entry(hash).or_insert(rulebook).clone())
    }
}
