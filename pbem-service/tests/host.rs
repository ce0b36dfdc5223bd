//! What a host sees of his running server: settings from a file, answers that are packed, logs, metrics, commands. The real
//! binary.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// A data folder with a file of settings beside it; both are removed in the end.
struct Host {
    home: PathBuf,
    running: Option<(Child, BufReader<ChildStdout>)>,
}

impl Host {
    fn new(name: &str, settings: &str) -> Host {
        let home = std::env::temp_dir().join(format!("fieldpost-host-{name}-{}", std::process::id()));
        fs::create_dir_all(&home).expect("the temporary folder can be written");
        let data = format!("data = {:?}\n{settings}", home.join("data").display().to_string());
        fs::write(home.join("it.toml"), data).expect("writable");
        Host { home, running: None }
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        command.arg("--config").arg(self.home.join("it.toml")).args(words.split_whitespace()).env_clear();
        command.stdin(Stdio::null());
        command
    }

    fn ended(&self, words: &str) -> Output {
        self.command(words).output().expect("it runs")
    }

    /// What a command that succeeds tells.
    fn said(&self, words: &str) -> String {
        let output = self.ended(words);
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Starts the server; where its pages are.
    fn serve(&mut self) -> String {
        let log = fs::File::create(self.home.join("log")).expect("writable");
        let mut child = self.command("serve").stdout(Stdio::piped()).stderr(log).spawn().expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("its output is ours"));
        let mut line = String::new();
        out.read_line(&mut line).expect("readable");
        self.running = Some((child, out));
        line.trim().rsplit("http://").next().unwrap_or_default().to_owned()
    }

    fn stop(&mut self) {
        if let Some((mut child, _)) = self.running.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    fn log(&self) -> String {
        fs::read_to_string(self.home.join("log")).expect("readable")
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.home);
    }
}

/// Head, in small letters, and body of an answer.
fn get(address: &str, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n").expect("writable");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("readable");
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
    let body = answer.split_off(end);
    (String::from_utf8_lossy(&answer).to_lowercase(), body)
}

#[test]
fn scripts_and_drawings_are_packed_and_what_holds_a_form_token_never_is() {
    let mut host = Host::new("packed", "bind = \"127.0.0.1:0\"\n");
    host.said("new --game autumn-fog --scenario initial-assault --german anna@home.example --allied ben@home.example");
    let address = host.serve();
    let packs = "Accept-Encoding: gzip, br\r\n";
    for path in ["/board.js", "/style.css", "/games/1/board.svg", "/games/1/ledger.jsonl"] {
        let (head, body) = get(&address, path, packs);
        assert!(head.starts_with("http/1.1 200") && head.contains("content-encoding: gzip"), "{path}: {head}");
        assert!(head.contains("vary: accept-encoding"), "{path}: {head}");
        let (head, whole) = get(&address, path, "");
        assert!(head.starts_with("http/1.1 200") && !head.contains("content-encoding"), "{path}: {head}");
        // a few lines gain nothing, and nobody minds
        assert!(whole.len() < 1000 || body.len() < whole.len(), "{path}: {} of {}", body.len(), whole.len());
    }
    for path in
        ["/", "/games/1", "/games/1?plain", "/games/1/help", "/games/1/history", "/api/games/1/table", "/nowhere"]
    {
        let (head, _) = get(&address, path, packs);
        assert!(!head.contains("content-encoding"), "{path}: {head}");
    }
}

#[test]
fn a_request_has_a_number_in_its_answer_and_in_the_log_which_never_names_its_address() {
    let mut host =
        Host::new("log", "bind = \"127.0.0.1:0\"\nlog = \"json\"\nlog_level = \"info\"\nproxies = \"10.0.0.1\"\n");
    let address = host.serve();
    let (head, _) = get(&address, "/seat/secret-of-a-seat", "X-Request-Id: theirs\r\nX-Forwarded-For: 1.2.3.4\r\n");
    let id = head.lines().find_map(|line| line.strip_prefix("x-request-id: ")).expect("it has one").to_owned();
    assert_ne!(id, "theirs", "nobody whom we do not trust numbers our requests");
    let log = host.log();
    let line = log.lines().find(|line| line.contains(&id)).expect("it is logged");
    for part in ["\"route\":\"/seat/{token}\"", "\"visitor\":\"127.0.0.1\"", "\"method\":\"GET\""] {
        assert!(line.contains(part), "{line}");
    }
    assert!(!log.contains("secret-of-a-seat"), "{log}");
    assert!(log.lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{log}");
}

#[test]
fn a_proxy_that_is_trusted_says_whose_request_it_is_and_numbers_it() {
    let mut host = Host::new("proxy", "bind = \"127.0.0.1:0\"\nlog_level = \"info\"\n");
    let address = host.serve();
    let (head, _) = get(&address, "/healthz", "X-Request-Id: a-1\r\nX-Forwarded-For: 6.6.6.6, 1.2.3.4\r\n");
    assert!(head.contains("x-request-id: a-1"), "{head}");
    let log = host.log();
    assert!(log.contains("id=\"a-1\"") && log.contains("visitor=1.2.3.4"), "{log}");
}

#[test]
fn metrics_are_told_at_an_address_of_their_own_and_not_to_visitors() {
    let settings = "bind = \"127.0.0.1:0\"\nmetrics = \"127.0.0.1:0\"\nlog_level = \"info\"\n";
    let mut host = Host::new("metrics", settings);
    host.said("new --game autumn-fog --scenario initial-assault --german anna@home.example --allied ben@home.example");
    let address = host.serve();
    get(&address, "/healthz", "");
    assert!(get(&address, "/metrics", "").0.starts_with("http/1.1 404"));
    let log = host.log();
    let told = log.lines().find_map(|line| line.split_once("metrics are told address=")).expect("where they are");
    let (head, body) = get(told.1, "/metrics", "");
    assert!(head.starts_with("http/1.1 200"), "{head}");
    let text = String::from_utf8_lossy(&body);
    for line in [
        "fieldpost_http_requests_total{method=\"GET\",route=\"/healthz\",status=\"200\"} 1",
        "fieldpost_games{status=\"running\"} 1",
        "fieldpost_seats{mail=\"good\"} 2",
        "fieldpost_spool_files 0",
    ] {
        assert!(text.lines().any(|told| told == line), "{line} in {text}");
    }
}

#[test]
fn without_a_word_on_the_log_nothing_is_said_of_a_request() {
    let mut host = Host::new("quiet", "bind = \"127.0.0.1:0\"\n");
    let address = host.serve();
    get(&address, "/", "");
    assert_eq!(host.log(), "");
}

#[test]
fn a_host_lists_games_and_mail_sends_mail_again_and_pauses_a_seat() {
    let host = Host::new("commands", "");
    let refused = host.ended("list");
    assert_eq!(refused.status.code(), Some(78), "no server has run here");
    host.said("new --game autumn-fog --scenario initial-assault --german anna@home.example --allied ben@home.example");
    assert!(host.said("list").contains("autumn-fog") && host.said("list --json").contains("\"status\":\"running\""));
    let mails = host.said("mail");
    assert_eq!(mails.lines().count(), 2, "{mails}");
    assert!(mails.contains("game 1 german") && mails.contains("invitation"), "{mails}");
    assert_eq!(host.said("mail --game 2"), "");
    host.said("pause 1 german");
    let held = host.said("mail");
    assert!(held.lines().any(|line| line.contains("german") && line.contains("paused")), "{held}");
    assert!(host.said("seats 1").contains("paused"));
    host.said("resume 1 german");
    assert!(!host.said("mail").contains("paused"));
    host.said("resend 1");
    let missing = host.ended("resend 99");
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("99"));
    let stranger = host.ended("pause 1 neutral");
    assert_eq!(stranger.status.code(), Some(1));
}

#[test]
fn a_mail_that_was_sent_waits_to_be_sent_once_more_if_its_host_asks() {
    let mut host = Host::new("resend", "bind = \"127.0.0.1:0\"\n");
    host.said("new --game autumn-fog --scenario initial-assault --german anna@home.example --allied ben@home.example");
    host.serve();
    // asking starts a program each time, which gives the server time
    let all_left = (0..600).any(|_| host.said("mail").is_empty());
    assert!(all_left, "{}", host.said("mail"));
    host.stop();
    assert_eq!(host.said("mail --all").lines().count(), 2);
    host.said("resend 1");
    let waits = host.said("mail --json");
    assert!(waits.lines().count() == 1 && waits.contains("\"id\":1,") && waits.contains("\"queued\""), "{waits}");
}

#[test]
fn health_says_whether_the_server_can_serve() {
    let mut host = Host::new("health", "bind = \"127.0.0.1:0\"\n");
    let address = host.serve();
    let asked = |bind: &str| host.command("health").env("FIELDPOST_BIND", bind).output().expect("it runs");
    let well = asked(&address);
    assert!(well.status.success(), "{}", String::from_utf8_lossy(&well.stderr));
    assert_eq!(asked("127.0.0.1:1").status.code(), Some(1));
}

#[test]
fn the_settings_in_force_are_told_with_their_place_and_without_secrets() {
    let host = Host::new("config", "smtp = \"smtp://me:sesame@localhost\"\nlog_level = \"info\"\n");
    let told = host.said("config");
    assert!(told.contains("it.toml, line 2") && told.contains("# bind is not set"), "{told}");
    assert!(told.contains("log_level = \"info\"") && !told.contains("sesame"), "{told}");
    let over = host.command("config").env("FIELDPOST_LOG_LEVEL", "debug").output().expect("it runs");
    let over = String::from_utf8_lossy(&over.stdout).into_owned();
    assert!(over.contains("log_level = \"debug\"    # FIELDPOST_LOG_LEVEL"), "{over}");
    assert!(host.said("config --example").contains("#bind = \"127.0.0.1:8080\""));
}

#[test]
fn settings_that_make_no_sense_end_with_78_but_a_mail_is_tried_again() {
    let host = Host::new("senseless", "bnd = \"127.0.0.1:0\"\n");
    for words in ["serve", "list", "config", "health"] {
        let ended = host.ended(words);
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(78), "{words}: {told}");
        assert!(told.contains("did you mean bind?"), "{words}: {told}");
    }
    assert_eq!(host.ended("receive").status.code(), Some(75));
    let missing = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        command
            .args(words.split_whitespace())
            .env_clear()
            .env("FIELDPOST_CONFIG", "/nowhere.toml")
            .stdin(Stdio::null());
        command.output().expect("it runs").status.code()
    };
    assert_eq!((missing("serve"), missing("receive")), (Some(78), Some(75)));
    assert!(Path::new("/nowhere.toml").metadata().is_err());
}

#[test]
fn a_copy_is_restored_on_another_machine_where_links_and_seats_are_as_they_were() {
    let one = Host::new("left", "");
    one.said("new --game autumn-fog --scenario initial-assault --german anna@home.example --allied ben@home.example");
    let link = one.said("relink 1 german");
    let copy = one.home.join("copy");
    one.said(&format!("backup {}", copy.display()));
    let mut other = Host::new("right", "bind = \"127.0.0.1:0\"\n");
    let carried = other.home.join("carried");
    fs::copy(&copy, &carried).expect("readable");
    drop(one);

    other.said(&format!("restore {}", carried.display()));
    assert!(other.said("seats 1").contains("anna@home.example"));
    let address = other.serve();
    let path = link.trim().split_once("/seat/").expect("a link").1;
    let (head, _) = get(&address, &format!("/seat/{path}"), "");
    assert!(head.starts_with("http/1.1 303") && head.contains("set-cookie"), "{head}");
    assert!(get(&address, "/games/1", "").0.starts_with("http/1.1 200"));
    // both players are told that the dice have new keys, beside their invitations
    let all_left = (0..600).any(|_| other.said("mail").is_empty());
    assert!(all_left, "{}", other.said("mail"));
}

#[test]
fn a_host_changes_who_may_look_at_a_game_and_erases_an_address() {
    let mut host = Host::new("private", "bind = \"127.0.0.1:0\"\n");
    host.said(
        "new --game autumn-fog --scenario initial-assault --audience private --german anna@home.example --allied ben@home.example",
    );
    let address = host.serve();
    assert!(get(&address, "/games/1", "").0.starts_with("http/1.1 403"));
    host.said("audience 1 public");
    assert!(get(&address, "/games/1", "").0.starts_with("http/1.1 200"), "at once, though another process said so");
    assert_eq!(host.ended("audience 1 secret").status.code(), Some(2));
    assert_eq!(host.ended("audience 7 public").status.code(), Some(1));
    host.said("erase anna@home.example");
    let seats = host.said("seats 1");
    assert!(!seats.contains("anna") && seats.contains("ben@home.example"), "{seats}");
    assert_eq!(host.ended("erase anna@home.example").status.code(), Some(1));
}

#[test]
fn a_host_reads_what_a_player_reports_with_what_was_said_and_settles_it() {
    let mut host = Host::new("reports", "bind = \"127.0.0.1:0\"\n");
    host.said("new --game autumn-fog --scenario initial-assault --german anna@home.example --allied ben@home.example");
    assert_eq!(host.said("reports"), "Nothing is open.\n");
    let link = host.said("relink 1 german");
    let address = host.serve();
    let (head, _) = get(&address, &format!("/seat/{}", link.trim().split_once("/seat/").expect("a link").1), "");
    let cookie = head.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next()).expect("a seat").to_owned();
    let (_, page) = get(&address, "/games/1/host", &format!("Cookie: {cookie}\r\n"));
    let page = String::from_utf8_lossy(&page).into_owned();
    let value = |name: &str| {
        let rest = page.split(&format!("name=\"{name}\" value=\"")).nth(1).expect("a field");
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    let form = format!("form_token={}&key={}&words=he+is+gone", value("form_token"), value("key"));
    let mut stream = TcpStream::connect(&address).expect("it listens");
    write!(
        stream,
        "POST /games/1/host HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    )
    .expect("writable");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("readable");
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    let told = host.said("reports");
    assert!(told.starts_with("Report 1 (open)") && told.contains("game 1, german") && told.contains("he is gone"));
    assert!(host.said("reports --json").contains("\"words\":\"he is gone\""));
    assert!(host.log().contains("report 1 of a player in game 1"), "{}", host.log());
    assert!(host.said("settle 1 --answer Patience").contains("told by mail"));
    assert_eq!(host.said("reports"), "Nothing is open.\n");
    assert!(host.said("reports --all").contains("You answered: Patience"));
    assert_eq!(host.ended("settle 9").status.code(), Some(1));
}
