//! What this machine remembers of its database, so that a database that was set back is noticed.
//!
//! A copy of a database hands out dice keys that may have been disclosed since it was made. So the data folder keeps, outside
//! of what a back-up holds, which database is served from here, its *epoch*, and how many records it has had. A database
//! of an earlier epoch or with fewer records was set back, and is not served until its games have fresh chains
//! ([`Service::set_back`](crate::Service::set_back)). What cannot be noticed: a whole machine that is set back, data folder
//! and all.

use crate::service::random;
use crate::store::one;
use crate::{ServiceError, Store, log};
use data_encoding::HEXLOWER;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The memory of a data folder.
pub struct Installation {
    path: PathBuf,
}

/// What is remembered: it stands in the file as three words of fixed width, so that one write replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Memory {
    /// Which database, in hex.
    identity: String,
    /// How often it was copied or set back by its host.
    epoch: u64,
    /// Records of all games.
    records: u64,
}

/// Bytes of the file.
const LENGTH: usize = 32 + 1 + 20 + 1 + 20 + 1;

impl Memory {
    /// What the database says of itself. One that never said anything gets its identity.
    async fn of(store: &Store) -> Result<Memory, ServiceError> {
        let identity = store.secret_or("identity", random::<16>()?.to_vec()).await?;
        let epoch = store.secret_or("epoch", 1_u64.to_be_bytes().to_vec()).await?;
        let epoch = epoch.try_into().map_err(|_| ServiceError::Broken("epoch", "it is not 8 bytes long".to_owned()))?;
        let records: Option<i64> = one(store.writer(), "SELECT COUNT(*) FROM events", []).await?;
        Ok(Memory {
            identity: HEXLOWER.encode(&identity),
            epoch: u64::from_be_bytes(epoch),
            records: records.unwrap_or(0).unsigned_abs(),
        })
    }

    fn read(text: &str) -> Option<Memory> {
        let mut words = text.split_whitespace();
        let identity = words.next().filter(|word| word.len() == 32)?.to_owned();
        Some(Memory { identity, epoch: words.next()?.parse().ok()?, records: words.next()?.parse().ok()? })
    }

    fn write(&self) -> String {
        format!("{} {:020} {:020}\n", self.identity, self.epoch, self.records)
    }
}

impl Installation {
    /// That of a data folder, whatever it says.
    pub(crate) fn of(data: &Path) -> Installation {
        Installation { path: data.join("installation") }
    }

    /// That of a data folder whose database may be served.
    ///
    /// # Errors
    /// When the database was set back, or is not the one that was served from here.
    pub(crate) async fn check(data: &Path, store: &Store) -> Result<Installation, ServiceError> {
        let here = Installation::of(data);
        // of several programs that start on a database of an earlier version one gives it its identity
        let own = here.path.clone();
        let file = tokio::task::spawn_blocking(move || alone(&own)).await.map_err(io::Error::other)??;
        let known = store.secret("identity").await?.is_some();
        let now = Memory::of(store).await?;
        let why = match here.remembered(&file)? {
            // one of an earlier version never said who it is
            None if !known || now.records == 0 => None,
            None => Some("was never served from this data folder: it may be a copy"),
            Some(then) if then.identity != now.identity => Some("is another than the one served from this data folder"),
            Some(then) if now.epoch < then.epoch => Some("is a copy from before a back-up or a restore"),
            Some(then) if now.epoch == then.epoch && now.records < then.records => {
                Some("was set back: records are missing")
            }
            Some(_) => None,
        };
        if let Some(why) = why {
            return Err(ServiceError::Unreadable(format!(
                "The database {why}. Dice keys that it would use may be known already. If it is a copy, `fieldpost restore` \
                 gives its games fresh keys; if it is the newest there is, and its folder is new or one of several, `fieldpost \
                 adopt` says so."
            )));
        }
        keep(&file, &now)?;
        Ok(here)
    }

    /// Notes that so many records were stored.
    pub(crate) fn note(&self, added: usize) {
        let noted = alone(&self.path).and_then(|file| {
            let Some(memory) = read(&file)? else { return Ok(()) };
            let records = memory.records + added as u64;
            file.write_all_at(Memory { records, ..memory }.write().as_bytes(), 0)
        });
        if let Err(error) = noted {
            log::tell(&format!("{}: {error}; a database that is set back may not be noticed", self.path.display()));
        }
    }

    /// Serves this database from now on.
    pub(crate) async fn adopt(&self, store: &Store) -> Result<(), ServiceError> {
        let now = Memory::of(store).await?;
        keep(&alone(&self.path)?, &now)
    }

    /// Begins an epoch: whatever was copied before is a copy of the past.
    pub(crate) async fn begin_epoch(&self, store: &Store) -> Result<(), ServiceError> {
        // the newest that either of both knows, for the database may have been set back
        let now = Memory::of(store).await?;
        let file = alone(&self.path)?;
        let then = self.remembered(&file)?.filter(|then| then.identity == now.identity).map_or(0, |then| then.epoch);
        let epoch = now.epoch.max(then) + 1;
        store.set_secret("epoch", epoch.to_be_bytes().to_vec()).await?;
        keep(&file, &Memory { epoch, ..now })
    }

    fn remembered(&self, file: &File) -> Result<Option<Memory>, ServiceError> {
        match read(file)? {
            Some(memory) => Ok(Some(memory)),
            // made just now
            None if file.metadata()?.len() == 0 => Ok(None),
            None => Err(ServiceError::Broken("memory", format!("{} is damaged", self.path.display()))),
        }
    }
}

/// The file, while nobody else writes to it.
fn alone(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)?;
    file.lock()?;
    Ok(file)
}

fn keep(file: &File, memory: &Memory) -> Result<(), ServiceError> {
    file.write_all_at(memory.write().as_bytes(), 0)?;
    file.set_len(LENGTH as u64)?;
    Ok(file.sync_all()?)
}

fn read(file: &File) -> io::Result<Option<Memory>> {
    let mut bytes = [0; LENGTH];
    match file.read_exact_at(&mut bytes, 0) {
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(error),
        Err(_) => Ok(None),
        Ok(()) => Ok(str::from_utf8(&bytes).ok().and_then(Memory::read)),
    }
}
