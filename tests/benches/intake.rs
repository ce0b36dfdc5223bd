//! What hostile mails cost to read: time and memory of each, beside its size.
//!
//! `cargo bench -p fieldpost-tests --bench intake`
//!
//! Each is read in a process of its own, for what one has taken, the next would not take again.

use fieldpost_tests::app::Folder;
use fieldpost_tests::enemy::mails;
use pbem_service::mail::{Letter, Token, Vocabulary};
use std::process::Command;
use std::time::Instant;

fn main() {
    if let Some(path) = std::env::args().find(|argument| argument.ends_with(".eml")) {
        return println!("{}", cost(&std::fs::read(path).expect("readable")));
    }
    let folder = Folder::new();
    let path = folder.path().join("one.eml");
    println!("mail, MB, ms, MB of memory beside it, what came of it");
    for (name, mail) in mails("From: x@y.example\r\nTo: play+g1.guards.1.oaaaaaaaaaaaaaaaaaa@z.example\r\n") {
        std::fs::write(&path, &mail).expect("writable");
        let reader = Command::new(std::env::current_exe().expect("it is known")).arg(&path).output().expect("it runs");
        print!("{name}, {:.1}, {}", mail.len() as f64 / 1e6, String::from_utf8_lossy(&reader.stdout));
    }
}

/// Time, memory and outcome of reading a mail.
fn cost(mail: &[u8]) -> String {
    let vocabulary = Vocabulary::new(["mine", "bid", "move", "play", "pass", "end", "say"]);
    let before = memory();
    let begun = Instant::now();
    let came = match Letter::parse(mail) {
        Ok(letter) => {
            let tokens = Token::in_letter(&letter).len();
            let reading = letter.read(&vocabulary);
            format!("{} orders, {} passed over, {tokens} tokens", reading.orders.len(), reading.passed_over.len())
        }
        Err(reason) => format!("{reason}; its header is read: {}", Letter::of_header(mail).is_some()),
    };
    let took = begun.elapsed().as_secs_f64() * 1000.0;
    format!("{took:.0}, {:.0}, {came}", memory().saturating_sub(before) as f64 / 1024.0)
}

/// The most memory that this process has had, in kB; nothing is told where there is no Linux.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
