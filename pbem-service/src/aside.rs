//! The folder for mail that the service stumbled over.
//!
//! It may be handed in again (`fieldpost receive < FILE`) when what it stumbled over is mended.

use crate::local_key::make_folder;
use crate::spool;
use data_encoding::HEXLOWER;
use mail_parser::DateTime;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// More files are not kept: somebody has found out how to make us stumble, and these show it.
const MOST_FILES: usize = 1000;

/// The folder below a data folder.
pub fn folder(data: &Path) -> PathBuf {
    data.join("aside")
}

/// Sets a mail aside as `<date>-<reason>-<hash>.eml`; where it lies then. One that lies there already for the same
/// reason is not kept twice.
///
/// # Errors
/// When it could not be written for good, or the folder is full.
pub fn put(data: &Path, reason: &str, mail: &[u8]) -> io::Result<PathBuf> {
    let folder = folder(data);
    make_folder(&folder)?;
    let hash = HEXLOWER.encode(&Sha256::digest(mail)[..8]);
    let end = format!("-{reason}-{hash}.eml");
    let mut files = 0;
    for entry in fs::read_dir(&folder)? {
        let name = entry?.file_name();
        if name.to_string_lossy().ends_with(&end) {
            return Ok(folder.join(name));
        }
        files += 1;
    }
    if files >= MOST_FILES {
        return Err(io::Error::other(format!("{} holds {files} files already", folder.display())));
    }
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let date = DateTime::from_timestamp(i64::try_from(seconds).unwrap_or(0)).to_rfc3339().replace(':', "");
    spool::write(&folder, &format!("{date}{}", end.trim_end_matches(".eml")), mail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_set_aside_once_under_a_name_that_tells_when_and_why() {
        let data = std::env::temp_dir().join(format!("fieldpost-aside-{}", std::process::id()));
        let path = put(&data, "panic", b"From: a@b\r\n\r\nmine 3\r\n").expect("the folder can be written");
        let name = path.file_name().expect("it has one").to_string_lossy().into_owned();
        assert!(name.starts_with("20") && name.contains("-panic-") && name.ends_with(".eml"), "{name}");
        assert_eq!(put(&data, "panic", b"From: a@b\r\n\r\nmine 3\r\n").expect("known"), path);
        assert_ne!(put(&data, "panic", b"From: a@b\r\n\r\nmine 4\r\n").expect("written"), path);
        assert_eq!(fs::read(&path).expect("readable"), b"From: a@b\r\n\r\nmine 3\r\n");
        fs::remove_dir_all(&data).expect("removable");
    }
}
