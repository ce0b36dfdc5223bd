//! What a game's dice can be checked with, by players and by anybody later.
//!
//! A *ledger* is what both players may see while the game goes on: the commitments and the public keys, up to the
//! last roll. An *export* is the whole game; once it is over it carries the secret of the sealed chain, too.
//! Both are lines of JSON that [`engine::table::verify`] reads.

use crate::ServiceError;
use crate::live::Live;
use crate::service::Service;
use engine::chance::{hex, unhex};
use engine::contract::AskId;
use engine::table::{Chain, GameKind, Record, guarded, verify};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The first line of an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    /// Number of the game.
    export_of_game: i64,
    /// Secret of the first sealed chain in hex, once the game is over; all later chains follow from it.
    sealed_secret: Option<String>,
    /// What is noted of the game for ever.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
}

/// Records of a game without anything that one side hides. Texts of orders are left out, their commitments stay.
///
/// # Errors
/// When a stored record cannot be read.
pub fn ledger(records: &[String]) -> Result<Vec<String>, ServiceError> {
    let mut lines = Vec::new();
    let mut up_to_last_roll = 0;
    for text in records {
        let record: Record<Value, Value> =
            serde_json::from_str(text).map_err(|error| ServiceError::Broken("record", error.to_string()))?;
        let shown = match record {
            Record::Started { .. }
            | Record::Joined { .. }
            | Record::Drawn { chain: Chain::Public, .. }
            | Record::Renewing { .. }
            | Record::Renewed { .. }
            | Record::Adjusted { .. } => record,
            // the ask and who gave the order could tell something about hidden questions
            Record::Ordered { side, commitment, .. } => {
                Record::Ordered { side, ask: AskId(0), text: String::new(), commitment, standing: false }
            }
            _ => continue,
        };
        lines.push(serde_json::to_string(&shown).expect("records have string keys only"));
        if !matches!(shown, Record::Joined { .. } | Record::Ordered { .. } | Record::Adjusted { .. }) {
            up_to_last_roll = lines.len();
        }
    }
    // that something was ordered since then may be a secret itself
    lines.truncate(up_to_last_roll);
    Ok(lines)
}

/// The whole game, hidden things included: for its host, and for everybody once it is over.
pub fn export(live: &Live, records: &[String]) -> String {
    let sealed_secret = Service::disclosed(live).map(|secrets| hex(secrets.sealed.secret()));
    let head = Head { export_of_game: live.row.id, sealed_secret, marks: live.session.marks() };
    let mut text = serde_json::to_string(&head).expect("plain text");
    for record in records {
        text.push('\n');
        text.push_str(record);
    }
    text.push('\n');
    text
}

/// Takes the words out of what the players said to each other. The records stay in their places, and so do the dice.
///
/// # Errors
/// When a stored record cannot be read.
pub fn silence(records: &mut [String]) -> Result<(), ServiceError> {
    for text in records.iter_mut().filter(|text| text.starts_with("{\"Said\"")) {
        let said = serde_json::from_str(text).map_err(|error| ServiceError::Broken("record", error.to_string()))?;
        if let Record::<Value, Value>::Said { side, .. } = said {
            let silent = Record::<Value, Value>::Said { side, text: String::new() };
            *text = serde_json::to_string(&silent).expect("records have string keys only");
        }
    }
    Ok(())
}

/// What is noted of the game of an export or a ledger for ever, read from its records: adjustments by consent, and restores.
pub fn marks(text: &str) -> Vec<String> {
    let mark = |line: &str| match serde_json::from_str(line).ok()? {
        Record::<Value, Value>::Adjusted { turn, lines } => {
            Some(format!("adjusted by consent at turn {turn}: {}", lines.join("; ")))
        }
        Record::Renewing { nonce, .. } if !nonce.is_empty() => {
            Some("restored by its host, with new dice keys".to_owned())
        }
        _ => None,
    };
    text.lines().filter_map(mark).collect()
}

/// Replays an export and compares the state at the beginning of each game turn with what was recorded then; how many
/// were compared. None if the game's definitions are not those of this program, or the text is only a ledger. States of
/// older versions are passed over: their form was another.
///
/// # Errors
/// The first game turn that began with another state.
pub fn replay(text: &str, games: &[&dyn GameKind]) -> Result<Option<usize>, String> {
    let read = |line: &str| serde_json::from_str::<Record<Value, Value>>(line).ok();
    let lines = text.lines().filter(|line| !line.trim().is_empty()).map(|line| (line.to_owned(), read(line)));
    let (records, read): (Vec<String>, Vec<_>) =
        lines.skip_while(|(_, record)| !matches!(record, Some(Record::Started { .. }))).unzip();
    let Some(Some(Record::Started { definitions, .. })) = read.first() else { return Ok(None) };
    let own = games.iter().map(|game| (game, game.files())).find(|(_, files)| files.hash() == *definitions);
    let Some((game, files)) = own.filter(|_| read.iter().any(|record| matches!(record, Some(Record::Happened(_)))))
    else {
        return Ok(None);
    };
    let rulebook = game.load(&files).map_err(|faults| format!("{}: {}", game.id(), faults[0]))?;
    let session = guarded(|| rulebook.open(&records)).map_err(|failure| failure.to_string()).flatten()?;
    match session.strays() {
        [] => Ok(Some(session.compared())),
        [stray, ..] => Err(stray.to_string()),
    }
}

/// Dice keys that two exports or ledgers of one game gave different numbers with, in words. Whoever saw the one could know
/// what the other would roll: the game was set back in between, and went on with the same keys.
///
/// # Errors
/// When they are not of the same game, or a line is none of theirs.
pub fn used_twice(one: &str, other: &str) -> Result<Vec<String>, String> {
    let [one, other] = alike(one, other)?;
    if one.first() != other.first() || one.is_empty() {
        return Err("these are not of the same game".to_owned());
    }
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let (ones, others) = (draws(&one), draws(&other));
    let mut twice = Vec::new();
    for (place, name, words) in ones.iter().filter(|(place, ..)| *place >= same) {
        let again = others.iter().find(|(place, known, _)| *place >= same && known == name);
        if let Some((at, _, theirs)) = again {
            twice.push(format!("{words} in record {place} of the first, {theirs} in record {at} of the second"));
        }
    }
    Ok(twice)
}

/// The records of two texts, with as much of them as both tell.
fn alike(one: &str, other: &str) -> Result<[Vec<String>; 2], String> {
    let read = |text: &str| {
        let lines: Vec<String> = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
        let head = lines.first().is_some_and(|line| serde_json::from_str::<Head>(line).is_ok());
        (lines.into_iter().skip(usize::from(head)).collect::<Vec<_>>(), head)
    };
    let ((one, whole), (other, too)) = (read(one), read(other));
    if whole && too {
        return Ok([one, other]);
    }
    let shown = |lines: Vec<String>| ledger(&lines).map_err(|error| error.to_string());
    Ok([shown(one)?, shown(other)?])
}

/// The draws among records: their place, what tells their key from all others, and words for both.
fn draws(records: &[String]) -> Vec<(usize, String, String)> {
    let (mut chains, mut next) = (String::new(), String::new());
    let mut draws = Vec::new();
    for (place, text) in records.iter().enumerate() {
        match serde_json::from_str::<Record<Value, Value>>(text) {
            Ok(Record::Renewing { public, .. }) => next = public,
            Ok(Record::Renewed { .. }) => chains.clone_from(&next),
            Ok(Record::Drawn { chain, index, key, rolls }) => {
                let rolled: Vec<String> =
                    rolls.iter().map(|roll| format!("{} {}", roll.label, roll.value + 1)).collect();
                let (which, name) = match chain {
                    // whatever stands around it, a public key is itself
                    Chain::Public => ("public", key),
                    Chain::Sealed => ("sealed", format!("{chains} {index}")),
                };
                let words = format!("{which} key {index} gave {}", rolled.join(", "));
                draws.push((place, format!("{which} {name}"), words));
            }
            _ => {}
        }
    }
    draws
}

/// Why the dice of a file are not found right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// It is another kind of file, so nothing can be said.
    #[error("this is neither an export nor a ledger of a game: it does not begin with one")]
    Foreign,
    /// They do not fit what was committed to.
    #[error("the dice are not those that were committed to: {0}")]
    Wrong(String),
}

/// Checks an export or a ledger; how many numbers fitted, and whether hidden ones were among them.
///
/// # Errors
/// What does not fit, with the line.
pub fn check(text: &str) -> Result<(usize, bool), Unfit> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).peekable();
    let head = lines.peek().and_then(|line| serde_json::from_str::<Head>(line).ok());
    if head.is_some() {
        lines.next();
    }
    let secret = match head.and_then(|head| head.sealed_secret) {
        Some(text) => {
            Some(unhex(&text).ok_or_else(|| Unfit::Wrong("the sealed secret is not 64 hex digits".to_owned()))?)
        }
        None => None,
    };
    let records: Vec<String> = lines.collect();
    let is_game = records.first().and_then(|line| serde_json::from_str(line).ok());
    if !matches!(is_game, Some(Record::<Value, Value>::Started { .. })) {
        return Err(Unfit::Foreign);
    }
    let checked = verify(&records, secret.as_ref()).map_err(|fault| Unfit::Wrong(fault.to_string()))?;
    Ok((checked, secret.is_some()))
}
