//! Ways on which mail leaves: SMTP, a folder, or memory for tests and the demo.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::folder::Folder;
use super::outgoing::Mail;
use super::smtp::Smtp;

/// A way on which mail leaves. A clone has a connection of its own.
#[derive(Debug, Clone)]
pub enum Transport {
    /// To a mail server.
    Smtp(Box<Smtp>),
    /// Into files of a folder.
    Folder(Folder),
    /// Kept for whoever asks.
    Memory(Memory),
}

/// Why a mail did not leave.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Worth trying again: no connection, a full disk, 4xx, or our own settings are wrong.
    #[error("not sent yet: {0}")]
    Temporary(String),
    /// The server will never take this mail (5xx).
    #[error("refused for good: {0}")]
    Permanent(String),
}

/// A transport that the configuration names in a way that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("mail transport {given:?}: {problem}")]
pub struct BadTransport {
    /// What was given, without its password.
    pub given: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Transport {
    /// Reads `smtp://user:password@host:port?tls=none|starttls|wrapped`, `smtps://…`, `folder:PATH`
    /// or `memory:`.
    ///
    /// Without `tls`, `smtps` means TLS from the first byte and `smtp` means STARTTLS, without which
    /// no mail is sent; only towards this machine itself it means no TLS.
    ///
    /// # Errors
    /// If the text is none of these.
    pub fn from_url(url: &str) -> Result<Transport, BadTransport> {
        if url == "memory:" {
            return Ok(Transport::Memory(Memory::default()));
        }
        if let Some(path) = url.strip_prefix("folder:") {
            return Ok(Transport::Folder(Folder::new(PathBuf::from(path))));
        }
        Smtp::from_url(url).map(|smtp| Transport::Smtp(Box::new(smtp)))
    }

    /// Sends a mail. It has left when this returns `Ok`: the server took it, or it is on the disk.
    ///
    /// # Errors
    /// Says whether another try is worth it.
    pub async fn send(&mut self, mail: &Mail) -> Result<(), SendError> {
        match self {
            Transport::Smtp(smtp) => smtp.send(mail).await,
            Transport::Folder(folder) => folder.send(mail).await,
            Transport::Memory(memory) => {
                memory.keep(mail.clone());
                Ok(())
            }
        }
    }
}

/// Mails kept in memory; clones share them.
#[derive(Debug, Clone, Default)]
pub struct Memory(Arc<Mutex<Vec<Mail>>>);

impl Memory {
    /// All mails sent so far, the oldest first.
    pub fn mails(&self) -> Vec<Mail> {
        // A panic elsewhere cannot have left half a mail behind: it is pushed whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, mail: Mail) {
        let mut mails = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mails.push(mail);
    }
}

#[cfg(test)]
mod tests {
    use super::super::outgoing::tests::turn_mail;
    use super::*;

    #[test]
    fn transports_are_read_from_their_urls() {
        assert!(matches!(Transport::from_url("memory:"), Ok(Transport::Memory(_))));
        assert!(matches!(Transport::from_url("folder:/var/mail"), Ok(Transport::Folder(_))));
        for good in [
            "smtp://127.0.0.1:2525",
            "smtp://mx.home.example",
            "smtp://a%40b:p%3Aw@mx.home.example:587?tls=starttls",
            "smtps://a:b@mx.home.example",
            "smtp://[::1]:25?tls=none",
        ] {
            assert!(matches!(Transport::from_url(good), Ok(Transport::Smtp(_))), "{good}");
        }
    }

    #[test]
    fn a_bad_url_is_refused_without_telling_the_password() {
        for bad in [
            "",
            "pigeon://x",
            "smtp://",
            "smtp://host?tls=maybe",
            "smtp://host?colour=red",
            "smtp://anna:secret@mx.home.example?tls=none",
            "smtp://anna:secret@host:99999",
            "smtp://anna:secret@",
        ] {
            let error = Transport::from_url(bad).expect_err(bad).to_string();
            assert!(!error.contains("secret"), "{error}");
        }
        let bare = Transport::from_url("anna:secret@host").expect_err("no scheme").to_string();
        assert!(!bare.contains("secret") && bare.contains("@host"), "{bare}");
        let debug = format!("{:?}", Transport::from_url("smtps://anna:secret@host"));
        assert!(!debug.contains("secret"), "{debug}");
    }

    #[tokio::test]
    async fn memory_keeps_what_is_sent() {
        let memory = Memory::default();
        let mail = turn_mail().compose().expect("composes");
        let mut transport = Transport::Memory(memory.clone());
        transport.send(&mail).await.expect("sends");
        assert_eq!(memory.mails(), [mail]);
    }
}
