//! The key to the doors that are for this machine alone: raw mail, and the mailboxes of a demo.
//!
//! A request that a proxy hands on without a word about it looks like one from here, so an address proves nothing. The
//! key lies in the data folder, where only its owner can read it.

use crate::ServiceError;
use crate::service::random;
use data_encoding::HEXLOWER;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// Makes a folder and those above it, if they are not there: what is made is for its owner alone.
///
/// # Errors
/// When it cannot be made.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Where the key lies in a data folder.
fn place(data: &Path) -> PathBuf {
    data.join("local.key")
}

/// The key of a data folder.
///
/// # Errors
/// When it is not there or may not be read.
pub fn read(data: &Path) -> io::Result<String> {
    let key = fs::read_to_string(place(data))?.trim().to_owned();
    let long_enough = key.len() >= 32 && key.bytes().all(|letter| letter.is_ascii_alphanumeric());
    long_enough.then_some(key).ok_or_else(|| {
        let text = format!("{} holds no key; without it the next start makes one", place(data).display());
        io::Error::new(ErrorKind::InvalidData, text)
    })
}

/// The key of a data folder, which is made if it is not there. Of several programs that start at once one makes it.
///
/// # Errors
/// When it can be neither read nor made.
pub fn keep(data: &Path) -> Result<String, ServiceError> {
    match read(data) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        other => return Ok(other?),
    }
    let key = random::<16>()?;
    // whole under another name first: nobody reads half a key
    let unfinished = data.join(format!("local.key.{}", HEXLOWER.encode(&random::<8>()?)));
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&unfinished)?;
    let made = writeln!(file, "{}", HEXLOWER.encode(&key))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::hard_link(&unfinished, place(data)));
    let _ = fs::remove_file(&unfinished);
    match made {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error.into()),
        _ => Ok(read(data)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_key_is_made_once_and_only_its_owner_reads_it() {
        let data = std::env::temp_dir().join(format!("fieldpost-key-{}", std::process::id()));
        make_folder(&data).expect("made");
        let keys: Vec<String> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..8).map(|_| scope.spawn(|| keep(&data).expect("made"))).collect();
            all.into_iter().map(|one| one.join().expect("it ends")).collect()
        });
        assert!(keys.iter().all(|key| *key == keys[0] && key.len() == 32), "{keys:?}");
        assert_eq!(read(&data).expect("there"), keys[0]);
        for (path, mode) in [(data.clone(), 0o700), (place(&data), 0o600)] {
            assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, mode, "{}", path.display());
        }
        assert_eq!(fs::read_dir(&data).expect("readable").count(), 1, "nothing unfinished is left");
        fs::write(place(&data), "short\n").expect("writable");
        assert!(keep(&data).expect_err("no key").to_string().contains("local.key"));
        fs::remove_dir_all(&data).expect("removable");
    }
}
