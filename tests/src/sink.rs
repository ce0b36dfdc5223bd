//! A mail server that keeps what it is sent: real SMTP over TCP, for tests and benches.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// A mail as the server took it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// The envelope's sender, empty for a bounce.
    pub from: String,
    /// The envelope's recipients.
    pub to: Vec<String>,
    /// The mail, lines ended by CRLF, without the dots that SMTP adds.
    pub bytes: Vec<u8>,
}

/// A mail server on a free port of this machine. It ends when it is dropped.
#[derive(Debug)]
pub struct Sink {
    address: SocketAddr,
    kept: Arc<Kept>,
    server: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Kept {
    mails: Mutex<Vec<Received>>,
    refusals: Mutex<Vec<(String, Vec<u8>)>>,
    connections: Mutex<usize>,
    arrived: Notify,
}

impl Drop for Sink {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Sink {
    /// Starts the server.
    ///
    /// # Errors
    /// If no port can be opened.
    pub async fn start() -> io::Result<Sink> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let kept = Arc::new(Kept::default());
        let server = tokio::spawn(serve(listener, Arc::clone(&kept)));
        Ok(Sink { address, kept, server })
    }

    /// The address to connect to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address as the service's configuration names it.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// All mails taken so far, the oldest first.
    pub fn mails(&self) -> Vec<Received> {
        lock(&self.kept.mails).clone()
    }

    /// All mails taken so far, which are then forgotten.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut lock(&self.kept.mails))
    }

    /// Waits until at least so many mails are there.
    pub async fn wait_for(&self, count: usize) {
        loop {
            let arrived = self.kept.arrived.notified();
            if lock(&self.kept.mails).len() >= count {
                return;
            }
            arrived.await;
        }
    }

    /// How many connections were made so far.
    pub fn connections(&self) -> usize {
        *lock(&self.kept.connections)
    }

    /// Answers mail to `recipient` with `reply`, for instance `550 5.1.1 unknown`, from now on; with
    /// an empty one, takes it again.
    pub fn refuse(&self, recipient: &str, reply: impl AsRef<[u8]>) {
        let mut refusals = lock(&self.kept.refusals);
        refusals.retain(|(known, _)| known != recipient);
        if !reply.as_ref().is_empty() {
            refusals.push((recipient.to_owned(), reply.as_ref().to_owned()));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is locked here is never left half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn serve(listener: TcpListener, kept: Arc<Kept>) {
    while let Ok((stream, _)) = listener.accept().await {
        *lock(&kept.connections) += 1;
        let kept = Arc::clone(&kept);
        // A connection that breaks is the client's affair.
        tokio::spawn(async move { drop(talk(stream, &kept).await) });
    }
}

async fn talk(stream: TcpStream, kept: &Kept) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 sink.example ESMTP\r\n").await?;
    let (mut from, mut to) = (String::new(), Vec::new());
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let command = line.trim_end();
        let verb = command.split([' ', ':']).next().unwrap_or_default();
        let reply = match verb.to_ascii_uppercase().as_str() {
            "EHLO" => b"250-sink.example\r\n250-PIPELINING\r\n250 8BITMIME".to_vec(),
            "HELO" | "NOOP" => b"250 OK".to_vec(),
            "RSET" => {
                from.clear();
                to.clear();
                b"250 OK".to_vec()
            }
            "MAIL" => {
                from = path(command);
                to.clear();
                b"250 OK".to_vec()
            }
            "RCPT" => {
                let recipient = path(command);
                let refusals = lock(&kept.refusals);
                let refusal = refusals.iter().find(|(known, _)| *known == recipient);
                match refusal {
                    Some((_, reply)) => reply.clone(),
                    None => {
                        to.push(recipient);
                        b"250 OK".to_vec()
                    }
                }
            }
            "DATA" if to.is_empty() => b"503 no recipients".to_vec(),
            "DATA" => {
                stream.write_all(b"354 go ahead\r\n").await?;
                let bytes = data(&mut stream).await?;
                lock(&kept.mails).push(Received {
                    from: std::mem::take(&mut from),
                    to: std::mem::take(&mut to),
                    bytes,
                });
                kept.arrived.notify_waiters();
                b"250 taken".to_vec()
            }
            "QUIT" => {
                stream.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => b"500 what?".to_vec(),
        };
        stream.write_all(&[&reply[..], b"\r\n"].concat()).await?;
    }
}

/// The address between angle brackets.
fn path(command: &str) -> String {
    let inner = command.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inner.map_or_else(String::new, |(path, _)| path.to_owned())
}

async fn data(stream: &mut BufReader<TcpStream>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        let start = bytes.len();
        if stream.read_until(b'\n', &mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match &bytes[start..] {
            b".\r\n" => {
                bytes.truncate(start);
                return Ok(bytes);
            }
            // RFC 5321, 4.5.2: a dot was added to a line that begins with one.
            [b'.', _, ..] => {
                bytes.remove(start);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use pbem_service::mail::{Auto, Block, Content, Mail, Outgoing, Party, Section};
    use pbem_service::mail::{SendError, Transport};

    use super::*;

    fn mail(to: &str) -> Mail {
        let party = |address: &str| Party { name: String::new(), address: address.to_owned() };
        let dotted = Block::Paragraph(".a line that begins with a dot".to_owned());
        let outgoing = Outgoing {
            from: party("play@fieldpost.example"),
            to: party(to),
            reply_to: None,
            return_path: "bounce@fieldpost.example".to_owned(),
            subject: "[Fieldpost] test".to_owned(),
            message_id: format!("1.{to}"),
            in_reply_to: None,
            references: Vec::new(),
            date: 0,
            content: Content {
                sections: vec![Section { heading: String::new(), blocks: vec![dotted] }],
                ..Content::default()
            },
            auto: Auto::Generated,
            list_id: None,
            unsubscribe: None,
        };
        outgoing.compose().expect("composes")
    }

    #[tokio::test]
    async fn mails_reach_a_mail_server_whole_over_one_connection() {
        let sink = Sink::start().await.expect("starts");
        let mut transport = Transport::from_url(&sink.url()).expect("a good URL");
        for to in ["anna@home.example", "bernd@home.example"] {
            transport.send(&mail(to)).await.expect("sends");
        }
        sink.wait_for(2).await;
        let mails = sink.mails();
        assert_eq!(mails[1].from, "bounce@fieldpost.example");
        assert_eq!(mails[1].to, ["bernd@home.example"]);
        let mut sent = mail("bernd@home.example").bytes;
        // SMTP ends the last line before the dot that ends the mail.
        sent.extend_from_slice(b"\r\n");
        assert_eq!(mails[1].bytes, sent);
        assert_eq!(sink.connections(), 1);
    }

    #[tokio::test]
    async fn a_refusal_for_good_is_told_from_one_for_now() {
        let sink = Sink::start().await.expect("starts");
        let mut transport = Transport::from_url(&sink.url()).expect("a good URL");
        sink.refuse("gone@home.example", "550 5.1.1 unknown");
        sink.refuse("full@home.example", "452 4.2.2 mailbox full");
        sink.refuse("login@home.example", "530 5.7.0 authentication required");
        let gone = transport.send(&mail("gone@home.example")).await;
        assert!(matches!(gone, Err(SendError::Permanent(_))), "{gone:?}");
        for address in ["full@home.example", "login@home.example"] {
            let full = transport.send(&mail(address)).await;
            assert!(matches!(full, Err(SendError::Temporary(_))), "{full:?}");
        }
        sink.refuse("full@home.example", "");
        transport.send(&mail("full@home.example")).await.expect("sends");
        assert_eq!(sink.take().len(), 1);
    }

    #[tokio::test]
    async fn a_server_that_went_away_is_worth_another_try() {
        let sink = Sink::start().await.expect("starts");
        let mut transport = Transport::from_url(&sink.url()).expect("a good URL");
        let address = sink.address();
        drop(sink);
        // The listener is closed when its task has ended.
        while TcpListener::bind(address).await.is_err() {
            tokio::task::yield_now().await;
        }
        let sent = transport.send(&mail("anna@home.example")).await;
        assert!(matches!(sent, Err(SendError::Temporary(_))), "{sent:?}");
    }

    #[tokio::test]
    async fn no_mail_is_sent_in_the_clear_where_tls_was_asked_for() {
        let sink = Sink::start().await.expect("starts");
        for tls in ["starttls", "wrapped"] {
            let url = format!("{}?tls={tls}", sink.url());
            let mut transport = Transport::from_url(&url).expect("a good URL");
            let sent = transport.send(&mail("anna@home.example")).await;
            assert!(matches!(sent, Err(SendError::Temporary(_))), "{sent:?}");
        }
        assert!(sink.mails().is_empty());
    }
}
