//! A table of the Ford, as a service has it.

use engine::contract::{Setup, SideId};
use engine::table::{Aside, Batch, GameKind, Kind, Line, Report, Rulebook, Secrets, Session};
use ford::Ford;
use std::sync::{Arc, LazyLock};

pub static SECRETS: LazyLock<Secrets> = LazyLock::new(|| Secrets::new([5; 32], [6; 32]));

pub fn open(kind: &dyn GameKind) -> (Arc<dyn Rulebook>, Vec<String>, Box<dyn Session>) {
    let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let setup = Setup { scenario: rulebook.published().scenarios[0].id.clone(), ..Setup::default() };
    let mut records = rulebook.start("game-1", &setup, &SECRETS).unwrap();
    for side in SideId::BOTH {
        records.push(Aside::Joined { side, word: format!("word of {side:?}") }.record());
    }
    let session = rulebook.open(&records).unwrap();
    (rulebook, records, session)
}

/// Submits lines for a side and stores what they give, as a service does.
pub fn submit(records: &mut Vec<String>, session: &mut Box<dyn Session>, side: SideId, lines: &[&str]) -> Report {
    let lines = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
    let (more, report) = session.submit(side, &Batch { ask: None, lines }, &SECRETS);
    for record in &more {
        session.apply(record).unwrap();
    }
    records.extend(more);
    report
}

/// A batch of one line, judged and thrown away.
pub fn hand_in(session: &dyn Session, side: u8, line: Line) -> (Vec<String>, Report) {
    session.submit(SideId(side), &Batch { ask: None, lines: vec![line] }, &SECRETS)
}

/// A game of the Ford with scouts, at its first bids.
pub fn scouting() -> (Vec<String>, Box<dyn Session>) {
    let rulebook =
        Kind::<Ford>::new().load(&Kind::<Ford>::new().files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let options = [("scouts".to_owned(), "on".to_owned())].into();
    let setup = Setup { scenario: "crossing".to_owned(), options };
    let mut records = rulebook.start("game-1", &setup, &SECRETS).unwrap();
    let mut session = rulebook.open(&records).unwrap();
    let report = submit(&mut records, &mut session, SideId(0), &["standing scouts ask"]);
    assert!(!report.has_fault(), "{report:?}");
    assert!(!submit(&mut records, &mut session, SideId(1), &["mine 5"]).has_fault());
    (records, session)
}
