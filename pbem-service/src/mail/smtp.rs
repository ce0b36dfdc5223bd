//! Mail to a mail server, over a connection of our own.
//!
//! lettre never sets TCP_NODELAY and writes a mail and the dot that ends it apart, so that each mail
//! waits 40 ms for a delayed acknowledgement. The stream is therefore opened here and handed over.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, AsyncTokioStream, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};
use tokio_rustls::{TlsConnector, client::TlsStream};
use url::{Host, Url};

use super::outgoing::Mail;
use super::transport::{BadTransport, SendError};

/// Time to connect and to be greeted.
const TO_CONNECT: Duration = Duration::from_secs(30);
/// Time for one mail. RFC 5321 (4.5.3.2) allows a server ten minutes for the last answer; a row's
/// lease in the outbox is longer than this.
pub(crate) const TO_SEND: Duration = Duration::from_secs(120);
/// A connection that was quiet for longer is asked whether it still lives.
const QUIET: Duration = Duration::from_secs(5);

/// A mail server and, once a mail was sent, the connection to it.
pub struct Smtp {
    server: Arc<Server>,
    open: Option<(AsyncSmtpConnection, Instant)>,
}

struct Server {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tls {
    None,
    /// STARTTLS.
    Upgraded,
    /// From the first byte.
    Wrapped,
}

impl Clone for Smtp {
    fn clone(&self) -> Smtp {
        Smtp { server: Arc::clone(&self.server), open: None }
    }
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Server { host, port, tls, .. } = &*self.server;
        write!(f, "Smtp({host}:{port}, TLS {tls:?})")
    }
}

impl Smtp {
    /// See [`Transport::from_url`](super::Transport::from_url).
    pub(super) fn from_url(given: &str) -> Result<Smtp, BadTransport> {
        let bad = |problem: &str| BadTransport { given: without_password(given), problem: problem.to_owned() };
        const NO_SCHEME: &str = "begins with none of smtp:, smtps:, folder:, memory:";
        if !given.contains("://") {
            return Err(bad(NO_SCHEME));
        }
        let url = Url::parse(given).map_err(|error| bad(&error.to_string()))?;
        let wrapped = match url.scheme() {
            "smtp" => false,
            "smtps" => true,
            _ => return Err(bad(NO_SCHEME)),
        };
        // The URL crate reads numbers as addresses for web schemes alone.
        let host = match url.host() {
            Some(Host::Domain(name)) if !name.is_empty() => name.to_owned(),
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => address.to_string(),
            _ => return Err(bad("names no host")),
        };
        let local = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        let mut tls = match (wrapped, local) {
            (true, _) => Tls::Wrapped,
            (false, true) => Tls::None,
            (false, false) => Tls::Upgraded,
        };
        for (name, value) in url.query_pairs() {
            tls = match (&*name, &*value) {
                ("tls", "none") => Tls::None,
                ("tls", "starttls") => Tls::Upgraded,
                ("tls", "wrapped") => Tls::Wrapped,
                _ => return Err(bad("knows only tls=none, tls=starttls and tls=wrapped")),
            };
        }
        let credentials = match (decoded(url.username()), url.password().map(decoded)) {
            (Some(user), None) if user.is_empty() => None,
            (Some(user), Some(Some(password))) => Some(Credentials::new(user, password)),
            (Some(_), None) => return Err(bad("has a user but no password")),
            _ => return Err(bad("user or password is not UTF-8")),
        };
        if credentials.is_some() && tls == Tls::None && !local {
            return Err(bad("would send the password without TLS"));
        }
        let port = url.port().unwrap_or(match (tls, &credentials) {
            (Tls::Wrapped, _) => 465,
            (_, Some(_)) => 587,
            (_, None) => 25,
        });
        let server = Server { host, port, tls, credentials };
        Ok(Smtp { server: Arc::new(server), open: None })
    }

    pub(super) async fn send(&mut self, mail: &Mail) -> Result<(), SendError> {
        let mut connection = match self.live().await {
            Some(connection) => connection,
            None => within(TO_CONNECT, self.server.connect()).await?,
        };
        let sent = timeout(TO_SEND, connection.send(&mail.envelope, &mail.bytes)).await;
        match sent {
            Ok(Ok(_)) => {
                self.open = Some((connection, Instant::now()));
                Ok(())
            }
            Ok(Err(error)) => Err(sort(&error)),
            Err(_) => Err(SendError::Temporary("the server is too slow".to_owned())),
        }
    }

    /// The connection of the last mail, if the server still keeps it open.
    async fn live(&mut self) -> Option<AsyncSmtpConnection> {
        let (mut connection, used) = self.open.take()?;
        if connection.has_broken() {
            return None;
        }
        if used.elapsed() < QUIET {
            return Some(connection);
        }
        let alive = timeout(TO_CONNECT, connection.test_connected()).await;
        (alive == Ok(true)).then_some(connection)
    }
}

impl Server {
    async fn connect(&self) -> Result<AsyncSmtpConnection, SendError> {
        let tcp = TcpStream::connect((self.host.as_str(), self.port)).await.map_err(temporary)?;
        tcp.set_nodelay(true).map_err(temporary)?;
        let stream: Box<dyn AsyncTokioStream> = if self.tls == Tls::Wrapped {
            Box::new(wrap(&self.host, tcp).await.map_err(temporary)?)
        } else {
            Box::new(tcp)
        };
        // what comes before TLS, and TLS itself, is lettre's own business
        let stream: Box<dyn AsyncTokioStream> =
            if self.tls == Tls::Upgraded { stream } else { Box::new(Plain(stream)) };
        let name = ClientId::default();
        let mut connection = AsyncSmtpConnection::connect_with_transport(stream, &name).await.map_err(temporary)?;
        if self.tls == Tls::Upgraded {
            let parameters = TlsParameters::new(self.host.clone()).map_err(temporary)?;
            connection.starttls(parameters, &name).await.map_err(temporary)?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await.map_err(temporary)?;
        }
        Ok(connection)
    }
}

/// A refused login or a bad certificate is no fault of the mail: it waits until that is mended.
fn temporary(error: impl fmt::Display) -> SendError {
    SendError::Temporary(error.to_string())
}

/// What a server's answer to a mail means. Codes that complain about our login or the order of our
/// commands are about us, not about the mail.
fn sort(error: &lettre::transport::smtp::Error) -> SendError {
    let code = error.status().map(u16::from);
    let about_us = matches!(code, Some(503 | 530 | 534 | 535 | 538));
    if error.is_permanent() && !about_us { SendError::Permanent(error.to_string()) } else { temporary(error) }
}

async fn within<T>(limit: Duration, work: impl Future<Output = Result<T, SendError>>) -> Result<T, SendError> {
    let late = || Err(SendError::Temporary("the server does not answer".to_owned()));
    timeout(limit, work).await.unwrap_or_else(|_| late())
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let (high, low) = (digit()?, digit()?);
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// For messages: everything between the scheme and the last `@` is hidden.
fn without_password(url: &str) -> String {
    let Some(end) = url.rfind('@') else { return url.to_owned() };
    // without a scheme all before the host may be a password
    let start = url.find("//").filter(|start| *start < end).map_or(0, |start| start + 2);
    format!("{}…{}", &url[..start], &url[end..])
}

/// A connection of which answers come in ASCII, as RFC 5321 (4.2) has them: lettre takes one that is no UTF-8 for a fault of the
/// network, and so would not see the code before it. Behind STARTTLS lettre reads by itself; there the mail waits.
#[derive(Debug)]
struct Plain(Box<dyn AsyncTokioStream>);

impl AsyncTokioStream for Plain {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.0.peer_addr()
    }
}

impl AsyncRead for Plain {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.0).poll_read(context, buffer);
        for byte in &mut buffer.filled_mut()[before..] {
            if !matches!(byte, b'\r' | b'\n' | b'\t' | b' '..=b'~') {
                *byte = b'?';
            }
        }
        read
    }
}

impl AsyncWrite for Plain {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

async fn wrap(host: &str, tcp: TcpStream) -> io::Result<Wrapped> {
    let mut roots = RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    let stream = TlsConnector::from(Arc::new(config)).connect(name, tcp).await?;
    Ok(Wrapped(stream))
}

/// TLS from the first byte, in the form that lettre takes.
#[derive(Debug)]
struct Wrapped(TlsStream<TcpStream>);

impl AsyncTokioStream for Wrapped {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.0.get_ref().0.peer_addr()
    }
}

impl AsyncRead for Wrapped {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Wrapped {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
