//! Copies of the database, made while it is in use, and how one is put back.
//!
//! A copy holds games, seats, mails and keys: whoever reads it knows the dice to come. It is for its owner alone.

use crate::installation::Installation;
use crate::local_key::make_folder;
use crate::store::{one, put_in_place, run, sqlite_file};
use crate::{Service, ServiceError, Settings, Store};
use engine::table::GameKind;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::Command;
use url::Url;

/// Writes a copy of the database into a new file: for SQLite a database, for PostgreSQL what `pg_dump` writes.
///
/// # Errors
/// When the file is there already or cannot be written, or the copy is not whole.
pub async fn write(settings: &Settings, file: &Path) -> Result<(), ServiceError> {
    let store = Store::open(&settings.database).await?;
    let here = Installation::check(&settings.data, &store).await?;
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(file).map_err(|error| named(file, error))?;
    let copied = async {
        match store.file() {
            Some(_) => {
                run(store.readers(), "VACUUM INTO $1", [file.display().to_string().into()]).await?;
                check_sqlite(file).await
            }
            None => postgresql("pg_dump", &settings.database, ["--format=custom", "--no-owner", "--file"], file),
        }
    };
    if let Err(error) = copied.await {
        let _ = std::fs::remove_file(file);
        return Err(error);
    }
    File::open(file)?.sync_all()?;
    // from here on the copy is of the past, however little happens
    here.begin_epoch(&store).await
}

/// Puts a copy in the place of the database, which no program may have open, and gives its games fresh dice keys before
/// anything else; how many. What was there before is kept beside it (SQLite), or must be empty (PostgreSQL).
///
/// # Errors
/// When the copy is not whole, the database is in use, or one of its games cannot be opened.
pub async fn put_back(
    settings: Settings,
    games: &'static [&'static dyn GameKind],
    file: &Path,
) -> Result<usize, ServiceError> {
    make_folder(&settings.data)?;
    match sqlite_file(&settings.database) {
        Some(database) => {
            check_sqlite(file).await?;
            put_in_place(&database, file)?;
        }
        None => {
            let arguments = ["--exit-on-error", "--single-transaction", "--no-owner"];
            postgresql("pg_restore", &settings.database, arguments, file)?;
        }
    }
    Service::set_back(settings, games).await
}

/// Serves a database from this data folder that was not served from here, or by another folder.
///
/// # Errors
/// When the database cannot be opened.
pub async fn adopt(settings: &Settings) -> Result<(), ServiceError> {
    make_folder(&settings.data)?;
    Installation::of(&settings.data).adopt(&Store::open(&settings.database).await?).await
}

/// Whether a file is a database of SQLite, whole and of ours.
async fn check_sqlite(file: &Path) -> Result<(), ServiceError> {
    let url = format!("sqlite://{}?mode=ro&immutable=true", file.display());
    let broken = |error: String| ServiceError::Unreadable(format!("{} is no whole back-up: {error}", file.display()));
    let copy = sea_orm::Database::connect(url).await.map_err(|error| broken(error.to_string()))?;
    let whole: Result<Option<String>, _> = one(&copy, "PRAGMA integrity_check", []).await;
    match whole.map_err(|error| broken(error.to_string()))?.as_deref() {
        Some("ok") => {}
        other => return Err(broken(other.unwrap_or("it says nothing").to_owned())),
    }
    let games: Result<Option<i64>, _> = one(&copy, "SELECT COUNT(*) FROM games", []).await;
    games.map_err(|error| broken(error.to_string()))?;
    Ok(copy.close().await?)
}

/// Lets a program of PostgreSQL work on the database. The password goes by the environment, where nobody else sees it.
fn postgresql<const N: usize>(
    program: &str,
    database: &str,
    arguments: [&str; N],
    file: &Path,
) -> Result<(), ServiceError> {
    let mut url = Url::parse(database)
        .map_err(|error| ServiceError::Unreadable(format!("FIELDPOST_DATABASE is no URL: {error}")))?;
    let mut command = Command::new(program);
    if let Some(password) = url.password() {
        command.env("PGPASSWORD", percent_decoded(password));
        // a URL with a password has a host, so it can be taken out
        let _ = url.set_password(None);
    }
    command.args(arguments).arg(file).arg("--dbname").arg(OsStr::new(url.as_str()));
    let done = command.output().map_err(|error| {
        ServiceError::Unreadable(format!("{program}: {error}; it comes with the client programs of PostgreSQL"))
    })?;
    match done.status.success() {
        true => Ok(()),
        false => {
            let told = String::from_utf8_lossy(&done.stderr);
            Err(ServiceError::Unreadable(format!("{program}: {}", told.trim())))
        }
    }
}

fn percent_decoded(text: &str) -> String {
    // `a=` and the text is a form's only field
    let form = format!("a={}", text.replace('+', "%2B"));
    url::form_urlencoded::parse(form.as_bytes()).map(|(_, value)| value.into_owned()).next().unwrap_or_default()
}

fn named(file: &Path, error: std::io::Error) -> ServiceError {
    ServiceError::Unreadable(format!("{}: {error}", file.display()))
}
