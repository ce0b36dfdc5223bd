//! A wire to PostgreSQL on which the ways are counted that go there and back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy};
use tokio::net::{TcpListener, UnixStream};
use url::Url;

/// What the server says last of each way: it is ready for the next.
const READY: u8 = b'Z';

/// The wire. It lies as long as the test's runtime lives.
pub struct Wire {
    url: String,
    ways: Arc<AtomicU64>,
}

impl Wire {
    /// Lays one to a database whose URL names the folder of its server's socket, as `.ci/postgresql` does.
    pub async fn to(url: &str) -> Wire {
        let database = Url::parse(url).expect("a URL");
        let said =
            |name: &str| database.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned());
        let socket = format!("{}/.s.PGSQL.5432", said("host").expect("the folder of a socket"));
        let user = said("user").expect("a user");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let ways = Arc::new(AtomicU64::new(0));
        let counted = ways.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = UnixStream::connect(&socket).await.expect("the server listens");
                client.set_nodelay(true).expect("it can be set");
                let (mut asks, answers) = client.into_split();
                let (said, mut heard) = server.into_split();
                tokio::spawn(async move { copy(&mut asks, &mut heard).await });
                tokio::spawn(hand_on(said, answers, counted.clone()));
            }
        });
        let url = format!("postgres://{user}@127.0.0.1:{port}{}?sslmode=disable", database.path());
        Wire { url, ways }
    }

    /// The URL of the database at this end of the wire.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Ways so far.
    pub fn ways(&self) -> u64 {
        self.ways.load(Ordering::SeqCst)
    }
}

/// Hands the server's messages on, each a letter and its length with what it says. A way is counted before the client hears
/// of its end. Where the server says nothing but that it is ready, a connection was only asked whether it lives, as the pool
/// does behind whoever gives it back: nobody waits for that.
async fn hand_on(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    ways: Arc<AtomicU64>,
) -> std::io::Result<()> {
    let mut has_said = false;
    loop {
        let mut head = [0; 5];
        from.read_exact(&mut head).await?;
        let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize;
        let mut body = vec![0; length - 4];
        from.read_exact(&mut body).await?;
        if head[0] != READY {
            has_said = true;
        } else if std::mem::take(&mut has_said) {
            ways.fetch_add(1, Ordering::SeqCst);
        }
        to.write_all(&head).await?;
        to.write_all(&body).await?;
    }
}
