//! The real service on a port of its own, with its own database and a real mail server beside it.
//!
//! Nothing here waits for time to pass: mail leaves when a test says so.

use crate::http::{Answer, request};
use crate::sink::{Received, Sink};
use engine::table::GameKind;
use pbem_service::mail::{Letter, Transport};
use pbem_service::{NewGame, Service, Settings, Store};
use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::task::JoinHandle;

static SERIAL: AtomicU64 = AtomicU64::new(0);

/// A folder that is removed when it is dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// A new, empty folder.
    pub fn new() -> Folder {
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("fieldpost-test-{}-{serial}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder can be written");
        Folder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Default for Folder {
    fn default() -> Folder {
        Folder::new()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Settings for a service with this data folder. Not a demo.
pub fn settings(data: &Path, smtp: Option<String>) -> Settings {
    let data = data.display().to_string();
    Settings::read(|name| match name {
        "FIELDPOST_DATA" => Some(data.clone()),
        "FIELDPOST_BIND" => Some("127.0.0.1:0".to_owned()),
        "FIELDPOST_ADDRESS" => Some("play@fieldpost.example".to_owned()),
        "FIELDPOST_SMTP" => smtp.clone(),
        _ => None,
    })
    .expect("the settings are sound")
}

/// A running service under test.
pub struct TestApp {
    /// The service itself, for looking into its database. Games are played through its doors only.
    pub service: Arc<Service>,
    /// Where it listens.
    pub address: SocketAddr,
    sink: Sink,
    /// Mails by address, the oldest first.
    boxes: BTreeMap<String, Vec<Received>>,
    server: JoinHandle<std::io::Result<()>>,
    finished: bool,
    _data: Folder,
}

impl TestApp {
    /// Starts a service that offers these games.
    pub async fn start(games: &'static [&'static dyn GameKind]) -> TestApp {
        TestApp::with(games, |_| {}).await
    }

    /// Starts a service whose settings a test has changed.
    pub async fn with(games: &'static [&'static dyn GameKind], change: impl FnOnce(&mut Settings)) -> TestApp {
        let data = Folder::new();
        let sink = Sink::start().await.expect("a port is free");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let mut settings = settings(data.path(), Some(sink.url()));
        change(&mut settings);
        settings.listens_on(address);
        let service = Arc::new(Service::open(settings, games).await.expect("the service opens"));
        let server = tokio::spawn(pbem_service::web::serve(service.clone(), listener).expect("the port is ours"));
        TestApp { service, address, sink, boxes: BTreeMap::new(), server, finished: false, _data: data }
    }

    /// Starts a game; `side@players.example` plays each side. Its number.
    pub async fn game(&mut self, game: &str, scenario: &str) -> i64 {
        self.game_with(game, scenario, &[]).await
    }

    /// Starts a game with optional rules, by name and value.
    pub async fn game_with(&mut self, game: &str, scenario: &str, options: &[(&str, &str)]) -> i64 {
        let (_, rulebook) = self.service.shelf.newest(game).expect("the game is on the shelf");
        let sides = rulebook.published().units.sides.iter().map(|side| side.id.clone());
        let players = sides.map(|side| (side.clone(), address(&side))).collect();
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let new = NewGame { game: game.to_owned(), scenario: scenario.to_owned(), options, players };
        self.service.new_game(&new).await.expect("the game starts")
    }

    /// Sends all mail that is due, and sorts it into the players' boxes.
    pub async fn deliver(&mut self) {
        let transport = Transport::from_url(&self.sink.url()).expect("the sink's URL is sound");
        let drained = self.service.deliver(transport).await.expect("the outbox can be read");
        assert_eq!((drained.deferred, drained.failed), (0, 0), "some mail could not be written or sent");
        for mail in self.sink.take() {
            for to in &mail.to {
                self.boxes.entry(to.to_lowercase()).or_default().push(mail.clone());
            }
        }
    }

    /// All mails that a side got so far.
    pub async fn mails(&mut self, side: &str) -> Vec<Received> {
        self.deliver().await;
        self.boxes.get(&address(side)).cloned().unwrap_or_default()
    }

    /// The newest mail of a side.
    pub async fn last(&mut self, side: &str) -> Letter {
        let mails = self.mails(side).await;
        let last = mails.last().unwrap_or_else(|| panic!("{side} has got no mail"));
        Letter::parse(&last.bytes).expect("our own mail can be read")
    }

    /// A reply to the newest mail of a side, as its mail program would write it.
    pub async fn eml(&mut self, side: &str, text: &str) -> Vec<u8> {
        let last = self.last(side).await;
        let raw = self.boxes[&address(side)].last().expect("there is one").bytes.clone();
        eml(&address(side), &reply_to(&raw), &last, text)
    }

    /// Answers the newest mail of a side and hands the answer in; what the service says to the mail server.
    pub async fn reply(&mut self, side: &str, text: &str) -> String {
        let mail = self.eml(side, text).await;
        self.hand_in(&mail).await
    }

    /// Hands in a raw mail.
    pub async fn hand_in(&mut self, mail: &[u8]) -> String {
        let answer = self.post("/intake", "message/rfc822", &[], mail).await;
        assert_eq!(answer.status, 202, "{}", answer.body);
        self.deliver().await;
        answer.body
    }

    /// GETs a page.
    pub async fn get(&self, path: &str, cookie: &str) -> Answer {
        request(self.address, "GET", path, &[("Cookie", cookie)], &[]).await
    }

    /// POSTs something.
    pub async fn post(&self, path: &str, kind: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut all = vec![("Content-Type", kind)];
        all.extend(headers);
        request(self.address, "POST", path, &all, body).await
    }

    /// Opens the seat link of a side's newest mail; the cookie that it gives.
    pub async fn seat(&mut self, side: &str) -> String {
        let text = self.last(side).await.text;
        let link = text.split_whitespace().find(|word| word.contains("/seat/")).expect("the mail has a seat link");
        let path = link.split_once(&self.address.to_string()).expect("it leads here").1.to_owned();
        let answer = self.get(&path, "").await;
        assert_eq!(answer.status, 303);
        let cookie = answer.header("set-cookie").expect("it gives a cookie").to_owned();
        cookie.split(';').next().unwrap_or_default().to_owned()
    }

    /// The database as another process sees it.
    pub async fn store(&self) -> Store {
        Store::open(&self.service.settings.database).await.expect("the database opens")
    }

    /// Ends the test: nothing may be left unsent or half done.
    pub async fn finish(mut self) {
        self.deliver().await;
        let letters = pbem_service::store::one::<i64>(
            self.service.store.readers(),
            "SELECT COUNT(*) FROM letters WHERE state <> 'done'",
            [],
        );
        assert_eq!(letters.await.expect("readable"), Some(0), "some letters were taken in but not dealt with");
        let unsent = "SELECT COUNT(*) FROM outbox WHERE state NOT IN ('sent', 'bounced')";
        let unsent = pbem_service::store::one::<i64>(self.service.store.readers(), unsent, []).await;
        assert_eq!(unsent.expect("readable"), Some(0), "some mail was not sent");
        self.finished = true;
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.server.abort();
        assert!(self.finished || std::thread::panicking(), "the test did not call finish()");
    }
}

/// The address of a side's player.
pub fn address(side: &str) -> String {
    format!("{side}@players.example")
}

/// A reply to a mail of ours: the text above the quoted original, as most programs write it.
pub fn eml(from: &str, to: &str, original: &Letter, text: &str) -> Vec<u8> {
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let quoted: String = original.text.lines().map(|line| format!("> {line}\r\n")).collect();
    format!(
        "From: A Player <{from}>\r\nTo: {to}\r\nSubject: Re: {}\r\nMessage-ID: <reply-{serial}@players.example>\r\n\
         In-Reply-To: <{}>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Transfer-Encoding: 8bit\r\n\r\n{text}\r\n\r\nOn Monday, Fieldpost wrote:\r\n{quoted}",
        original.subject,
        original.message_id.as_deref().unwrap_or_default(),
    )
    .into_bytes()
}

/// The Reply-To of a raw mail.
pub fn reply_to(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    let field = text.lines().find_map(|line| line.strip_prefix("Reply-To: ")).expect("our mails have a reply address");
    field.trim().trim_matches(['<', '>']).to_owned()
}

/// The orders that a mail of ours proposes.
pub fn proposed(mail: &Letter) -> Vec<String> {
    let after = mail.text.split("Legal now, for instance:").nth(1).unwrap_or("");
    let lines = after.lines().skip_while(|line| line.trim().is_empty());
    lines.take_while(|line| line.starts_with("    ")).map(|line| line.trim().to_owned()).collect()
}
