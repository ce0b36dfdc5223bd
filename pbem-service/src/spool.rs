//! The folder where mail waits while no server listens.
//!
//! A mail is accepted once its file lies in the folder: written beside it, synced, renamed, and the folder
//! synced, so that a power cut leaves the whole mail or none.

use crate::{Service, ServiceError};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The spool below a data folder.
pub fn folder(data: &Path) -> PathBuf {
    data.join("spool")
}

/// Leaves a mail in the spool.
///
/// # Errors
/// When it could not be written for good; the caller must not accept the mail then.
pub fn leave(data: &Path, mail: &[u8]) -> io::Result<PathBuf> {
    let folder = folder(data);
    fs::create_dir_all(&folder)?;
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let name = format!("{nanos:020}-{}", std::process::id());
    let unfinished = folder.join(format!("{name}.part"));
    let finished = folder.join(format!("{name}.eml"));
    let mut file = File::create_new(&unfinished)?;
    file.write_all(mail)?;
    file.sync_all()?;
    fs::rename(&unfinished, &finished)?;
    File::open(&folder)?.sync_all()?;
    Ok(finished)
}

/// Takes in all mail of the spool, the oldest first; how many there were. What cannot be dealt with now stays.
///
/// # Errors
/// When the folder cannot be read.
pub async fn empty(service: &Service) -> Result<usize, ServiceError> {
    let folder = folder(&service.settings.data);
    if !folder.exists() {
        return Ok(0);
    }
    let mut waiting: Vec<PathBuf> = fs::read_dir(&folder)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "eml"))
        .collect();
    waiting.sort();
    let mut done = 0;
    for path in &waiting {
        match service.receive(&fs::read(path)?).await {
            Ok(_) => {
                fs::remove_file(path)?;
                done += 1;
            }
            Err(error) => eprintln!("fieldpost: {} must wait: {error}", path.display()),
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spooled_mail_is_whole_and_nothing_unfinished_is_left() {
        let data = std::env::temp_dir().join(format!("fieldpost-spool-{}", std::process::id()));
        let path = leave(&data, b"From: a@b\r\n\r\nbid 1\r\n").expect("the folder can be written");
        assert_eq!(fs::read(&path).expect("readable"), b"From: a@b\r\n\r\nbid 1\r\n");
        let names = fs::read_dir(folder(&data)).expect("readable").count();
        assert_eq!(names, 1);
        fs::remove_dir_all(&data).expect("removable");
    }
}
