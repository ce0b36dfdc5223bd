//! `fieldpost receive`, the real binary: whatever it meets, a mail server hears 0 (taken for good) or 75 (try again).

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

const MAIL: &[u8] = b"From: anna@home.example\r\nTo: play@fieldpost.example\r\n\r\npass\r\n";
/// Nobody listens there.
const NOBODY: &str = "127.0.0.1:1";

/// What becomes of the three streams, as a shell writes it. The mail comes by a pipe unless standard input is closed.
const STREAMS: [&str; 7] =
    ["", "2>/dev/full", ">/dev/full 2>/dev/full", "2>&-", ">&- 2>&-", ">/dev/null 2>/dev/null", ">&- 2>/dev/full"];

static SERIAL: AtomicU64 = AtomicU64::new(0);

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("fieldpost-receive-{}-{serial}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary folder can be written");
        Folder(path)
    }

    /// The mails in the spool of this data folder.
    fn spooled(&self) -> Vec<Vec<u8>> {
        let Ok(entries) = fs::read_dir(self.0.join("spool")) else { return Vec::new() };
        let paths = entries.map(|entry| entry.expect("readable").path());
        paths.map(|path| fs::read(path).expect("readable")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The exit code of `receive` behind this shell line; none if a signal ended it.
fn received(before: &str, streams: &str, data: &Path, bind: &str, mail: &[u8]) -> Option<i32> {
    let mut child = Command::new("sh")
        .args(["-c", &format!("{before} exec \"$0\" receive {streams}"), env!("CARGO_BIN_EXE_fieldpost")])
        .env_clear()
        .env("FIELDPOST_DATA", data)
        .env("FIELDPOST_BIND", bind)
        // where a server of ours has made the key of this machine, that has to do
        .env("FIELDPOST_INTAKE_SECRET", if data.join("local.key").exists() { "" } else { "open sesame" })
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let mut pipe = child.stdin.take().expect("the pipe is ours");
    // it may be closed already
    let _ = pipe.write_all(mail);
    drop(pipe);
    child.wait().expect("it ends").code()
}

/// A server that reads so many bytes of the request and then says this.
fn server(reads: usize, answer: &'static [u8]) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it has one").to_string();
    let serve = move || {
        let (mut stream, _) = listener.accept().expect("somebody calls");
        let mut read = Vec::new();
        let mut piece = [0; 4096];
        while read.len() < reads && !read.ends_with(MAIL) {
            match stream.read(&mut piece) {
                Ok(0) | Err(_) => break,
                Ok(length) => read.extend_from_slice(&piece[..length]),
            }
        }
        // letter by letter: whoever waits for more than the first line waits in vain
        for letter in answer {
            if stream.write_all(&[*letter]).and_then(|()| stream.flush()).is_err() {
                break;
            }
        }
    };
    (address, std::thread::spawn(serve))
}

#[test]
fn a_mail_that_no_server_takes_is_spooled_whatever_becomes_of_the_streams() {
    for streams in STREAMS {
        let data = Folder::new();
        assert_eq!(received("", streams, &data.0, NOBODY, MAIL), Some(0), "{streams}");
        assert_eq!(data.spooled(), [MAIL], "{streams}");
    }
}

#[test]
fn a_data_folder_that_cannot_be_used_makes_the_mail_server_try_again() {
    let folder = Folder::new();
    let file = folder.0.join("file");
    fs::write(&file, b"x").expect("writable");
    let taken = folder.0.join("taken");
    fs::create_dir(&taken).expect("writable");
    fs::write(taken.join("spool"), b"a file where the spool should be").expect("writable");
    let cases: [(&str, &Path); 5] = [
        ("a file", &file),
        ("below a file", &file.join("data")),
        ("missing", &folder.0.join("missing")),
        ("of a file system that takes no files", Path::new("/proc")),
        ("whose spool is a file", &taken),
    ];
    for (what, data) in cases {
        for streams in STREAMS {
            assert_eq!(received("", streams, data, NOBODY, MAIL), Some(75), "{what}: {streams}");
        }
    }
    assert!(!folder.0.join("missing").exists(), "a folder that no server looks into takes no mail");
}

#[test]
fn a_full_disk_makes_the_mail_server_try_again_and_leaves_nothing() {
    for streams in STREAMS {
        let data = Folder::new();
        // no file may grow, and who writes hears so
        let full = "trap '' XFSZ; ulimit -f 0;";
        assert_eq!(received(full, streams, &data.0, NOBODY, MAIL), Some(75), "{streams}");
        assert_eq!(data.spooled(), [b""; 0], "{streams}");
    }
}

#[test]
fn settings_that_make_no_sense_make_the_mail_server_try_again() {
    let data = Folder::new();
    for settings in
        ["export FIELDPOST_ADDRESS=nobody;", "export FIELDPOST_BASE_URL=ftp://x;", "export FIELDPOST_BIND=junk;"]
    {
        for streams in STREAMS {
            assert_eq!(received(settings, streams, &data.0, NOBODY, MAIL), Some(75), "{settings} {streams}");
        }
    }
    assert_eq!(data.spooled(), [b""; 0]);
}

#[test]
fn an_empty_or_unreadable_input_is_no_mail() {
    let data = Folder::new();
    for streams in STREAMS {
        assert_eq!(received("", streams, &data.0, NOBODY, b""), Some(75), "{streams}");
        for input in ["<&-", "</dev/null", "</"] {
            assert_eq!(
                received("", &format!("{input} {streams}"), &data.0, NOBODY, b""),
                Some(75),
                "{input} {streams}"
            );
        }
    }
    assert_eq!(data.spooled(), [b""; 0]);
}

#[test]
fn of_a_mail_that_is_too_large_enough_is_kept_to_answer_it() {
    let mut mail = MAIL.to_vec();
    mail.resize(24 << 20, b'>');
    for streams in ["", "2>/dev/full", "2>&-"] {
        let data = Folder::new();
        assert_eq!(received("", streams, &data.0, NOBODY, &mail), Some(0), "{streams}");
        let spooled = data.spooled();
        assert!(spooled.len() == 1 && spooled[0].starts_with(MAIL), "{streams}");
        assert_eq!(spooled[0].len(), pbem_service::mail::LARGEST_MAIL + 1, "{streams}");
    }
}

#[test]
fn a_server_that_takes_the_mail_is_enough() {
    for streams in STREAMS {
        let (bind, server) = server(usize::MAX, b"HTTP/1.1 202 Accepted\r\ncontent-length: 9\r\n\r\ntaken\n");
        // no data folder is needed then
        assert_eq!(received("", streams, Path::new("/proc"), &bind, MAIL), Some(0), "{streams}");
        server.join().expect("the server ends");
    }
}

#[test]
fn a_server_that_does_not_take_it_leaves_it_to_the_spool_and_that_to_the_mail_server() {
    let answers: [(usize, &'static [u8]); 6] = [
        (usize::MAX, b"HTTP/1.1 500 Internal Server Error\r\n\r\n"),
        (usize::MAX, b"HTTP/1.1 403 Forbidden\r\n\r\n"),
        (0, b"HTTP/1.1 413 Payload Too Large\r\nconnection: close\r\n\r\n"),
        (0, b""),
        (usize::MAX, b""),
        (usize::MAX, b"\xff\xfe\x00"),
    ];
    for (reads, answer) in answers {
        for streams in ["", ">&- 2>/dev/full"] {
            let data = Folder::new();
            let (bind, first) = server(reads, answer);
            assert_eq!(received("", streams, &data.0, &bind, MAIL), Some(0), "{answer:?} {streams}");
            assert_eq!(data.spooled(), [MAIL], "{answer:?} {streams}");
            first.join().expect("the server ends");
            let (bind, second) = server(reads, answer);
            assert_eq!(received("", streams, Path::new("/proc"), &bind, MAIL), Some(75), "{answer:?} {streams}");
            second.join().expect("the server ends");
        }
    }
}

#[test]
fn a_running_server_takes_mail_though_its_log_is_full() {
    let data = Folder::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("this system has one");
    let mut host = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .env_clear()
        .env("FIELDPOST_DATA", &data.0)
        .env("FIELDPOST_BIND", "127.0.0.1:0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(full)
        .spawn()
        .expect("it starts");
    let mut said = Vec::new();
    let mut out = host.stdout.take().expect("its output is ours");
    let mut letter = [0];
    while !said.ends_with(b"\n") && out.read(&mut letter).expect("readable") == 1 {
        said.push(letter[0]);
    }
    let said = String::from_utf8_lossy(&said);
    let bind = said.trim().rsplit("http://").next().unwrap_or_default().to_owned();
    let codes: Vec<_> = STREAMS.iter().map(|streams| received("", streams, &data.0, &bind, MAIL)).collect();
    let still_there = host.try_wait().expect("it can be asked").is_none();
    host.kill().expect("it can be ended");
    host.wait().expect("it ends");
    assert_eq!(codes, [Some(0); STREAMS.len()], "{said}");
    assert!(still_there && data.spooled().is_empty());
}
