use super::{Moment, Secrets, Session, Told, session};
use crate::contract::{Game, OptionRule, Setup, SideId, Viewer};
use definitions::{DefinitionError, GameFiles, Position, Published, RuleIndex};
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::sync::Arc;

/// The game with an id, among `games`.
pub fn kind(games: &'static [&'static dyn GameKind], id: &str) -> Option<&'static dyn GameKind> {
    games.iter().copied().find(|kind| kind.id() == id)
}

/// A game that can be played, before its definitions are read.
pub trait GameKind: Send + Sync {
    /// Stable id.
    fn id(&self) -> &'static str;
    /// The definitions that come with the program.
    fn files(&self) -> GameFiles;
    /// Reads definitions.
    ///
    /// # Errors
    /// Every fault found.
    fn load(&self, files: &GameFiles) -> Result<Arc<dyn Rulebook>, Vec<DefinitionError>>;
}

/// A game with its definitions: opens tables. Records are JSON, one text each, in order.
pub trait Rulebook: Send + Sync {
    /// Hash of the definition files.
    fn hash(&self) -> &str;
    /// Map, units and scenarios.
    fn published(&self) -> &Published;
    /// The rule index.
    fn rules(&self) -> &RuleIndex;
    /// Names of the sides.
    fn sides(&self) -> [String; 2];
    /// The optional rules that a new game can be started with.
    fn options(&self) -> &'static [OptionRule];
    /// First records of a new game.
    ///
    /// # Errors
    /// When the scenario or an option does not exist.
    fn start(&self, table: &str, setup: &Setup, secrets: &Secrets) -> Result<Vec<String>, String>;
    /// Opens a game from its records.
    ///
    /// # Errors
    /// When they are no records of this game.
    fn open(&self, records: &[String]) -> Result<Box<dyn Session>, String>;
    /// What a viewer missed since record number `from`, for somebody who has no open game: it is opened for it.
    ///
    /// # Errors
    /// When they are no records of this game.
    fn tell(&self, records: &[String], from: usize, viewer: Viewer) -> Result<Told, String> {
        Ok(self.open(records)?.told(from as u64, viewer))
    }
    /// The moments of a game as a viewer knows them, the beginning first.
    ///
    /// # Errors
    /// When they are no records of this game.
    fn moments(&self, records: &[String], viewer: Viewer) -> Result<Vec<Moment>, String>;
    /// The last of these moments with their numbers, each with its board and arrows for what had just happened: as many as
    /// tell so many lines, and the one before them; at most [`LONGEST_STORY`](super::LONGEST_STORY).
    ///
    /// # Errors
    /// When they are no records of this game.
    fn story(&self, records: &[String], viewer: Viewer, lines: usize) -> Result<Vec<(usize, Told)>, String>;
    /// The position at one of these moments, by its number from 0; none if there is no such moment.
    ///
    /// # Errors
    /// When they are no records of this game.
    fn moment(&self, records: &[String], number: usize, viewer: Viewer) -> Result<Option<Position>, String>;
}

/// A record that no rule makes: the table's own business.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aside {
    /// A player takes his seat, perhaps with a word for the dice.
    Joined {
        /// His side.
        side: SideId,
        /// His word.
        word: String,
    },
    /// A player says something to the other.
    Said {
        /// Who.
        side: SideId,
        /// What.
        text: String,
    },
    /// A player gives up.
    Resigned {
        /// Who.
        side: SideId,
    },
}

impl Aside {
    /// The record, as it is stored.
    pub fn record(&self) -> String {
        serde_json::to_string(self).expect("an aside has string keys only")
    }
}

/// The entry of game `G` in a list of games.
pub struct Kind<G>(PhantomData<fn() -> G>);

impl<G> Kind<G> {
    /// The entry.
    pub const fn new() -> Kind<G> {
        Kind(PhantomData)
    }
}

impl<G> Default for Kind<G> {
    fn default() -> Kind<G> {
        Kind::new()
    }
}

impl<G: Game> GameKind for Kind<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn files(&self) -> GameFiles {
        G::files()
    }

    fn load(&self, files: &GameFiles) -> Result<Arc<dyn Rulebook>, Vec<DefinitionError>> {
        let definitions = Arc::new(G::definitions(files)?);
        Ok(Arc::new(Loaded::<G> { definitions, hash: files.hash() }))
    }
}

struct Loaded<G: Game> {
    definitions: Arc<G::Definitions>,
    hash: String,
}

impl<G: Game> Rulebook for Loaded<G> {
    fn hash(&self) -> &str {
        &self.hash
    }

    fn published(&self) -> &Published {
        G::published(&self.definitions)
    }

    fn rules(&self) -> &RuleIndex {
        &G::published(&self.definitions).rules
    }

    fn sides(&self) -> [String; 2] {
        G::sides(&self.definitions)
    }

    fn options(&self) -> &'static [OptionRule] {
        G::options()
    }

    fn start(&self, table: &str, setup: &Setup, secrets: &Secrets) -> Result<Vec<String>, String> {
        session::start::<G>(&self.definitions, &self.hash, table, setup, secrets)
    }

    fn open(&self, records: &[String]) -> Result<Box<dyn Session>, String> {
        session::open::<G>(&self.definitions, records)
    }

    fn moments(&self, records: &[String], viewer: Viewer) -> Result<Vec<Moment>, String> {
        session::moments::<G>(&self.definitions, records, viewer)
    }

    fn story(&self, records: &[String], viewer: Viewer, lines: usize) -> Result<Vec<(usize, Told)>, String> {
        session::story::<G>(&self.definitions, records, viewer, lines)
    }

    fn moment(&self, records: &[String], number: usize, viewer: Viewer) -> Result<Option<Position>, String> {
        session::moment::<G>(&self.definitions, records, number, viewer)
    }
}
