//! What a game's dice can be checked with, by players and by anybody later.
//!
//! A *ledger* is what both players may see while the game goes on: the commitments and the public keys, up to the
//! last roll. An [`Export`] is the whole game; once it is over it carries the secret of the sealed chain, too.
//! The records of both are lines of JSON that [`engine::table::verify`] reads.

use crate::ServiceError;
use crate::export::Export;
use engine::contract::AskId;
use engine::table::{Chain, Record, verify};
use serde_json::Value;
use thiserror::Error;

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
                Record::Ordered { side, ask: AskId(0), text: String::new(), commitment, standing: false, by: None }
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
    let read = |text: &str| match Export::read(text) {
        Some(export) => (export.records, true),
        None => (lines(text), false),
    };
    let ((one, whole), (other, too)) = (read(one), read(other));
    if whole && too {
        return Ok([one, other]);
    }
    let shown = |lines: Vec<String>| ledger(&lines).map_err(|error| error.to_string());
    Ok([shown(one)?, shown(other)?])
}

fn lines(text: &str) -> Vec<String> {
    text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
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

/// Why a file does not prove its game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// It is another kind of file, so nothing can be said.
    #[error("this is neither an export nor a ledger of a game: it does not begin with one")]
    Foreign,
    /// They do not fit what was committed to.
    #[error("the dice are not those that were committed to: {0}")]
    Wrong(String),
    /// It is not the file that was written.
    #[error("this file was changed: {0}")]
    Changed(String),
    /// What is recorded does not come of the rules.
    #[error("the game does not come of its rules: {0}")]
    Unruly(String),
}

/// Checks an export or a ledger; how many numbers fitted, and whether hidden ones were among them.
///
/// # Errors
/// What does not fit, with the line.
pub fn check(text: &str) -> Result<(usize, bool), Unfit> {
    let (secret, records) = match Export::read(text) {
        Some(export) => (export.sealed_secret().map_err(Unfit::Wrong)?, export.records),
        None => (None, lines(text)),
    };
    let is_game = records.first().and_then(|line| serde_json::from_str(line).ok());
    if !matches!(is_game, Some(Record::<Value, Value>::Started { .. })) {
        return Err(Unfit::Foreign);
    }
    let checked = verify(&records, secret.as_ref()).map_err(|fault| Unfit::Wrong(fault.to_string()))?;
    Ok((checked, secret.is_some()))
}
