//! The folder where mail waits while no server listens.
//!
//! A mail is accepted once its file lies in the folder: written beside it, synced, renamed, and the folder
//! synced, so that a power cut leaves the whole mail or none.
//!
//! While a mail is taken in, its file's name says how often that was begun. Some faults end a process, and nobody in it can catch
//! them: a mail that was there when two processes ended is set aside for the host and not tried a third time.

use crate::local_key::make_folder;
use crate::mail::LARGEST_MAIL;
use crate::{Service, ServiceError, log};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The spool below a data folder.
pub fn folder(data: &Path) -> PathBuf {
    data.join("spool")
}

/// Leaves a mail in the spool.
///
/// # Errors
/// When it could not be written for good; the caller must not accept the mail then. A data folder that is not there
/// is no place for mail: no server has ever looked into it.
pub fn leave(data: &Path, mail: &[u8]) -> io::Result<PathBuf> {
    if !data.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "the data folder is not there"));
    }
    let folder = folder(data);
    make_folder(&folder)?;
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    write(&folder, &format!("{nanos:020}-{}", std::process::id()), mail)
}

/// Writes a mail into a folder as `<name>.eml`, whole and for good or not at all.
pub(crate) fn write(folder: &Path, name: &str, mail: &[u8]) -> io::Result<PathBuf> {
    let unfinished = folder.join(format!("{name}.part"));
    let finished = folder.join(format!("{name}.eml"));
    let create = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&unfinished);
    let written = create.and_then(|mut file| {
        file.write_all(mail)?;
        file.sync_all()?;
        fs::rename(&unfinished, &finished)?;
        File::open(folder)?.sync_all()
    });
    if let Err(error) = written {
        // the room is needed where a disk is full
        let _ = fs::remove_file(&unfinished);
        return Err(error);
    }
    Ok(finished)
}

/// What a mail's file ends in before anybody takes it in, while the first does, and while the second does.
const TRIES: [&str; 3] = ["eml", "first", "second"];

/// Takes in all mail of the spool, the oldest first; how many there were. What cannot be dealt with now stays.
///
/// # Errors
/// When the folder cannot be read.
pub async fn empty(service: &Service) -> Result<usize, ServiceError> {
    let mut done = 0;
    for path in waiting(service, 0)? {
        done += usize::from(begin(service, &path, 0).await);
    }
    Ok(done)
}

/// Takes in once more what was being taken in when a process ended, and sets aside what has ended two. For a process that begins.
///
/// # Errors
/// When the folder cannot be read, or a mail not set aside.
pub async fn resume(service: &Service) -> Result<(), ServiceError> {
    for path in waiting(service, 2)? {
        service.set_aside("fatal", &read(&path)?, "two processes ended while they took it in")?;
        gone(fs::remove_file(&path))?;
    }
    for path in waiting(service, 1)? {
        begin(service, &path, 1).await;
    }
    Ok(())
}

/// Files of mails that were begun so often.
fn waiting(service: &Service, begun: usize) -> Result<Vec<PathBuf>, ServiceError> {
    let folder = folder(&service.settings.data);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut waiting: Vec<PathBuf> = fs::read_dir(&folder)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == TRIES[begun]))
        .collect();
    waiting.sort();
    Ok(waiting)
}

/// Takes in one mail of the spool that was begun so often; whether that is done. One that must wait keeps none of the others
/// waiting.
async fn begin(service: &Service, path: &Path, begun: usize) -> bool {
    let taken = path.with_extension(TRIES[begun + 1]);
    let done = match fs::rename(path, &taken) {
        Ok(()) => take(service, &taken).await,
        Err(error) => Err(error.into()),
    };
    let Err(error) = done else { return true };
    log::tell(&format!("{} must wait: {error}", path.display()));
    // nobody died of it
    if let Err(error) = gone(fs::rename(&taken, path.with_extension(TRIES[0]))) {
        log::tell(&format!("{}: {error}", taken.display()));
    }
    false
}

async fn take(service: &Service, path: &Path) -> Result<(), ServiceError> {
    service.receive(&read(path)?).await?;
    Ok(gone(fs::remove_file(path))?)
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut mail = Vec::new();
    // of a larger one only the header counts
    File::open(path)?.take(LARGEST_MAIL as u64 + 1).read_to_end(&mut mail)?;
    Ok(mail)
}

/// What is not there any more was dealt with by another process, which looks into the same folder.
fn gone(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spooled_mail_is_whole_and_nothing_unfinished_is_left() {
        let data = std::env::temp_dir().join(format!("fieldpost-spool-{}", std::process::id()));
        assert!(leave(&data, b"From: a@b\r\n\r\nbid 1\r\n").is_err(), "no server has made this folder");
        fs::create_dir(&data).expect("it can be made");
        let path = leave(&data, b"From: a@b\r\n\r\nbid 1\r\n").expect("the folder can be written");
        assert_eq!(fs::read(&path).expect("readable"), b"From: a@b\r\n\r\nbid 1\r\n");
        let names = fs::read_dir(folder(&data)).expect("readable").count();
        assert_eq!(names, 1);
        fs::remove_dir_all(&data).expect("removable");
    }
}
