//! The real service on a port of its own, with its own database and a real mail server beside it.
//!
//! Nothing here waits for time to pass: mail leaves when a test says so, and the clock goes on by some minutes with each
//! mail that is handed in.

use crate::http::{Answer, request};
use crate::sink::{Received, Sink};
use engine::contract::SideId;
use engine::table::{Batch, GameKind, Line};
use pbem_service::clock::Clock;
use pbem_service::mail::{Letter, Transport};
use pbem_service::outbox::Drained;
use pbem_service::submit::{Receipt, Submission};
use pbem_service::web::Boards;
use pbem_service::{NewGame, Service, Settings, Store};
use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use test_database::{SERVER, Scratch};
use tokio::task::JoinHandle;

/// How much time passes from one mail to the next.
const BETWEEN: i64 = 10 * 60_000;
/// A day, in milliseconds.
pub const DAY: i64 = 24 * 3_600_000;

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

/// Settings for a service with this data folder, and a file of SQLite in it. Not a demo.
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

/// Where a host keeps what it keeps: a data folder and a database, both removed when it is dropped. The database is one of
/// PostgreSQL where a server for tests is named ([`Scratch`]), else a file of SQLite in the folder.
pub struct Home {
    data: Folder,
    database: Option<Scratch>,
}

impl Home {
    /// A new one, empty.
    pub async fn new() -> Home {
        let database = if std::env::var_os(SERVER).is_some() { Scratch::postgresql().await } else { None };
        Home { data: Folder::new(), database }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.data.path()
    }

    /// Settings for a service that is at home here. Not a demo.
    pub fn settings(&self, smtp: Option<String>) -> Settings {
        let mut settings = settings(self.path(), smtp);
        if let Some(database) = &self.database {
            settings.database = database.url();
        }
        settings
    }
}

/// A running service under test.
pub struct TestApp {
    /// The service itself, for looking into its database. Games are played through its doors only.
    pub service: Arc<Service>,
    /// Where it listens.
    pub address: SocketAddr,
    /// The service's clock, which stands.
    pub clock: Clock,
    /// How far it goes on with each mail that is handed in.
    pub between: i64,
    sink: Sink,
    /// Mails by address, the oldest first.
    boxes: BTreeMap<String, Vec<Received>>,
    server: JoinHandle<std::io::Result<()>>,
    finished: bool,
    home: Home,
}

impl TestApp {
    /// Starts a service that offers these games.
    pub async fn start(games: &'static [&'static dyn GameKind]) -> TestApp {
        TestApp::with(games, |_| {}).await
    }

    /// Starts a service whose settings a test has changed.
    pub async fn with(games: &'static [&'static dyn GameKind], change: impl FnOnce(&mut Settings)) -> TestApp {
        let home = Home::new().await;
        let sink = Sink::start().await.expect("a port is free");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let mut settings = home.settings(Some(sink.url()));
        change(&mut settings);
        settings.listens_on(address);
        let clock = Clock::standing_at(pbem_service::outbox::now());
        let mut service = Service::open(settings, games).await.expect("the service opens");
        service.clock = clock.clone();
        let service = Arc::new(service);
        let server = tokio::spawn(
            pbem_service::web::serve(service.clone(), listener, Boards::default()).expect("the port is ours"),
        );
        let boxes = BTreeMap::new();
        TestApp { service, address, clock, between: BETWEEN, sink, boxes, server, finished: false, home }
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
        let new =
            NewGame { game: game.to_owned(), scenario: scenario.to_owned(), options, players, ..NewGame::default() };
        self.service.new_game(&new).await.expect("the game starts")
    }

    /// Sends all mail that is due, and sorts it into the players' boxes.
    pub async fn deliver(&mut self) {
        let drained = self.drain().await;
        assert_eq!((drained.deferred, drained.failed), (0, 0), "some mail could not be written or sent");
    }

    /// The same where some mail may be refused.
    pub async fn drain(&mut self) -> Drained {
        let transport = Transport::from_url(&self.sink.url()).expect("the sink's URL is sound");
        let drained = self.service.deliver(transport).await.expect("the outbox can be read");
        for mail in self.sink.take() {
            for to in &mail.to {
                self.boxes.entry(to.to_lowercase()).or_default().push(mail.clone());
            }
        }
        drained
    }

    /// Lets the mail server refuse mail to an address with this answer; with an empty one, take it again.
    pub fn refuse(&self, address: &str, reply: impl AsRef<[u8]>) {
        self.sink.refuse(address, reply);
    }

    /// All mails that a side got so far.
    pub async fn mails(&mut self, side: &str) -> Vec<Received> {
        self.deliver().await;
        self.got(&address(side))
    }

    /// All mails that an address got so far.
    pub fn got(&self, address: &str) -> Vec<Received> {
        self.boxes.get(address).cloned().unwrap_or_default()
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
        let said = self.take_in(mail).await;
        self.deliver().await;
        said
    }

    /// Hands in a raw mail; what is queued for it is not sent yet.
    pub async fn take_in(&mut self, mail: &[u8]) -> String {
        self.clock.advance(self.between);
        let secret = [("X-Fieldpost-Secret", self.service.intake_secret())];
        let answer = self.post("/intake", "message/rfc822", &secret, mail).await;
        assert_eq!(answer.status, 202, "{}", answer.body);
        answer.body
    }

    /// The cookie of a browser that has opened the link which a demo prints when it starts.
    pub async fn here(&self) -> String {
        let answer = self.get(&format!("/here/{}", self.service.local_key), "").await;
        answer.cookie().expect("the link is a key")
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
        let path = self.link(side, "/seat/").await;
        let answer = self.get(&path, "").await;
        assert_eq!(answer.status, 303);
        answer.cookie().expect("it gives a cookie")
    }

    /// The link of a side's newest mail that holds some words, without the host.
    pub async fn link(&mut self, side: &str, words: &str) -> String {
        let text = self.last(side).await.text;
        link(&text, words)
    }

    /// Presses a button of the page for what becomes of a side's mail.
    pub async fn press(&self, game: i64, cookie: &str, fields: &str) -> Answer {
        let page = self.get(&format!("/games/{game}"), cookie).await.body;
        let form = format!("form_token={}&{fields}", field(&page, "form_token"));
        let path = format!("/games/{game}/mail");
        self.post(&path, "application/x-www-form-urlencoded", &[("Cookie", cookie)], form.as_bytes()).await
    }

    /// Where it keeps what it keeps.
    pub fn home(&self) -> &Home {
        &self.home
    }

    /// The database as another process sees it.
    pub async fn store(&self) -> Store {
        Store::open(&self.service.settings.database).await.expect("the database opens")
    }

    /// Ends the test: nothing may be left unsent or half done.
    pub async fn finish(mut self) {
        self.clock.advance(DAY);
        self.drain().await;
        let letters = pbem_service::store::one::<i64>(
            self.service.store.readers(),
            "SELECT COUNT(*) FROM letters WHERE state <> 'done'",
            [],
        );
        assert_eq!(letters.await.expect("readable"), Some(0), "some letters were taken in but not dealt with");
        let unsent = "SELECT COUNT(*) FROM outbox JOIN seats ON seats.game = outbox.game AND seats.side = viewer \
                      WHERE state NOT IN ('sent', 'bounced') AND seats.mail = 'good'";
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

/// What a page hands in for a side: lines of orders, told of on the page and by mail where anything changed.
pub fn submission(game: i64, side: SideId, key: &str, lines: Vec<Line>) -> Submission {
    Submission {
        game,
        side,
        asides: Vec::new(),
        batch: Batch { ask: None, lines },
        bound: None,
        fault: None,
        key: key.to_owned(),
        receipt: Receipt::IfChanged,
    }
}

/// The same with one order.
pub fn order(game: i64, side: u8, key: &str, text: &str) -> Submission {
    submission(game, SideId(side), key, vec![Line::Text(text.to_owned())])
}

/// A text in one line: where mails break theirs says nothing.
pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The value of a hidden field of a page.
pub fn field(page: &str, name: &str) -> String {
    let after = page.split(&format!("name=\"{name}\" value=\"")).nth(1).expect("the page has the field");
    after.split('"').next().unwrap_or_default().to_owned()
}

/// The first link in a text that holds some words, without the host.
pub fn link(text: &str, words: &str) -> String {
    let link = text.split_whitespace().find(|word| word.contains(words));
    let link = link.unwrap_or_else(|| panic!("no link with {words} in\n{text}"));
    link[link.find(words).unwrap_or_default()..].to_owned()
}

/// A delivery status notification of a player's mail server, as it comes to this address.
pub fn bounce(to: &str, about: &str, side: &str, status: &str) -> Vec<u8> {
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let action = if status.starts_with('5') { "failed" } else { "delayed" };
    format!(
        "From: MAILER-DAEMON@players.example\r\nTo: {to}\r\nMessage-ID: <bounce-{serial}@mx>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n\
         --x\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; {}\r\nAction: {action}\r\nStatus: {status}\r\n\
         Diagnostic-Code: smtp; 550 nobody of that name here\r\n\
         --x\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <{about}>\r\n\r\n--x--\r\n",
        address(side)
    )
    .into_bytes()
}

/// The Reply-To of a raw mail.
pub fn reply_to(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    let field = text.lines().find_map(|line| line.strip_prefix("Reply-To: ")).expect("our mails have a reply address");
    field.trim().trim_matches(['<', '>']).to_owned()
}

/// The orders that a mail of ours proposes, then those that it says give up what is left of the decision.
pub fn proposed(mail: &Letter) -> Vec<String> {
    let after = mail.text.split("Legal now, for instance:").nth(1).unwrap_or("");
    let lines = after.lines().skip_while(|line| line.trim().is_empty());
    let examples = lines.take_while(|line| line.starts_with("    ")).map(|line| line.trim().to_owned());
    let closing = mail.text.lines().find_map(|line| line.strip_prefix("When you want nothing more of this, write "));
    let closing = closing.unwrap_or("").split('`').skip(1).step_by(2).map(str::to_owned);
    examples.chain(closing).collect()
}
