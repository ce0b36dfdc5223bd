//! Who may look at a game besides its players.

use crate::store::{one, run};
use crate::{Service, ServiceError};
use std::fmt;
use std::str::FromStr;

/// Who may look at a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// Everybody; it stands on the start page.
    #[default]
    Public,
    /// Everybody who has its address.
    Unlisted,
    /// Its players alone.
    Private,
}

impl Audience {
    const ALL: [Audience; 3] = [Audience::Public, Audience::Unlisted, Audience::Private];

    /// Its name, as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Audience::Public => "public",
            Audience::Unlisted => "unlisted",
            Audience::Private => "private",
        }
    }
}

impl fmt::Display for Audience {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.name())
    }
}

impl FromStr for Audience {
    type Err = String;

    fn from_str(text: &str) -> Result<Audience, String> {
        let known = Audience::ALL.into_iter().find(|known| known.name() == text);
        known.ok_or_else(|| format!("expected public, unlisted or private, not {text:?}"))
    }
}

impl Service {
    /// Who may look at a game; none if there is no such game. What cannot be read is for its players alone.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn audience(&self, game: i64) -> Result<Option<Audience>, ServiceError> {
        let sql = "SELECT audience FROM games WHERE id = $1";
        let name: Option<String> = one(self.store.readers(), sql, [game.into()]).await?;
        Ok(name.map(|name| name.parse().unwrap_or(Audience::Private)))
    }

    /// Changes who may look at a game.
    ///
    /// # Errors
    /// When there is no such game, or the database fails.
    pub async fn set_audience(&self, game: i64, audience: Audience) -> Result<(), ServiceError> {
        let sql = "UPDATE games SET audience = $1 WHERE id = $2";
        match run(self.store.writer(), sql, [audience.name().into(), game.into()]).await? {
            0 => Err(ServiceError::Missing(format!("game {game}"))),
            _ => Ok(()),
        }
    }
}
