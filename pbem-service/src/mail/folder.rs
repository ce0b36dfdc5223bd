//! Mail into files of a folder, for a host without a mail server.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::outgoing::Mail;
use super::transport::SendError;
use crate::local_key::make_folder;

/// A folder of files `<number>-<message-id>.eml`, numbered in the order of sending.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    known: Option<Known>,
}

/// What the folder held when it was first looked at, and what was added since.
#[derive(Debug, Clone)]
struct Known {
    next: u64,
    names: HashSet<String>,
}

impl Folder {
    /// A folder, which need not exist yet.
    pub fn new(path: PathBuf) -> Folder {
        Folder { path, known: None }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a mail under its final name only when all of it is on the disk. A mail that lies there
    /// already is not written again: it was sent before a crash and is now sent once more.
    pub(super) async fn send(&mut self, mail: &Mail) -> Result<(), SendError> {
        let mut folder = self.clone();
        let mail = mail.clone();
        let written = tokio::task::spawn_blocking(move || folder.write(&mail).map(|()| folder));
        let failed = |error: String| SendError::Temporary(error);
        let folder = written
            .await
            .map_err(|error| failed(error.to_string()))?
            .map_err(|error| failed(format!("{}: {error}", self.path.display())))?;
        *self = folder;
        Ok(())
    }

    fn write(&mut self, mail: &Mail) -> io::Result<()> {
        make_folder(&self.path)?;
        let mut known = match self.known.take() {
            Some(known) => known,
            None => look(&self.path)?,
        };
        let name = file_name(&mail.message_id);
        if !known.names.contains(&name) {
            let unfinished = self.path.join(format!(".{name}.part"));
            let finished = self.path.join(format!("{:06}-{name}", known.next));
            let mut file = File::create(&unfinished)?;
            file.write_all(&mail.bytes)?;
            file.sync_all()?;
            fs::rename(&unfinished, &finished)?;
            // The new name is on the disk when the folder is.
            File::open(&self.path)?.sync_all()?;
            known.next += 1;
            known.names.insert(name);
        }
        self.known = Some(known);
        Ok(())
    }
}

fn look(path: &Path) -> io::Result<Known> {
    let mut known = Known { next: 1, names: HashSet::new() };
    for entry in fs::read_dir(path)? {
        let file = entry?.file_name();
        let Some((number, name)) = file.to_str().and_then(|file| file.split_once('-')) else {
            continue;
        };
        if let Ok(number) = number.parse::<u64>() {
            known.next = known.next.max(number.saturating_add(1));
            known.names.insert(name.to_owned());
        }
    }
    Ok(known)
}

/// A Message-ID as a name that any file system takes. A changed sign makes another mail's name
/// possible in theory; our own Message-IDs have none to change.
fn file_name(message_id: &str) -> String {
    let safe = |sign: char| match sign {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '_' | '+' | '@' => sign,
        _ => '_',
    };
    let id: String = message_id.chars().map(safe).take(200).collect();
    format!("{id}.eml")
}

#[cfg(test)]
mod tests {
    use super::super::outgoing::tests::turn_mail;
    use super::*;

    /// A folder of its own for each test, removed with it.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("fieldpost-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Scratch(path)
        }

        fn files(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("the folder is there");
            let mut names: Vec<String> =
                entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn mail(id: &str) -> Mail {
        let mut mail = turn_mail();
        mail.message_id = id.to_owned();
        mail.compose().expect("composes")
    }

    #[tokio::test]
    async fn mails_are_numbered_in_the_order_of_sending() {
        let scratch = Scratch::new("numbered");
        let mut folder = Folder::new(scratch.0.clone());
        for id in ["b@x.org", "a@x.org"] {
            folder.send(&mail(id)).await.expect("sends");
        }
        assert_eq!(scratch.files(), ["000001-b@x.org.eml", "000002-a@x.org.eml"]);
        let written = fs::read(scratch.0.join("000002-a@x.org.eml")).expect("is there");
        assert_eq!(written, mail("a@x.org").bytes);
    }

    #[tokio::test]
    async fn a_mail_sent_again_after_a_restart_lies_there_once() {
        let scratch = Scratch::new("again");
        for _ in 0..2 {
            let mut restarted = Folder::new(scratch.0.clone());
            restarted.send(&mail("a@x.org")).await.expect("sends");
        }
        let mut restarted = Folder::new(scratch.0.clone());
        restarted.send(&mail("c/../d@x.org")).await.expect("sends");
        assert_eq!(scratch.files(), ["000001-a@x.org.eml", "000002-c_.._d@x.org.eml"]);
    }

    #[tokio::test]
    async fn a_folder_that_cannot_be_written_is_worth_another_try() {
        let scratch = Scratch::new("file");
        fs::write(&scratch.0, "a file in the way").expect("writes");
        let sent = Folder::new(scratch.0.clone()).send(&mail("a@x.org")).await;
        assert!(matches!(sent, Err(SendError::Temporary(_))));
        fs::remove_file(&scratch.0).expect("removes");
    }
}
