//! An export: a whole game in one file, from which everything can be checked without the server that played it.
//!
//! ```text
//! {"export_of_game":5,"sealed_secret":…,"marks":[…],"records":812}    what it is
//! {"definitions":"…","packed":"…"}                                     the data that the game was begun with
//! {"Started":…}                                                        its records, one a line
//! …
//! {"seals":["1f2e3d4c5b6a7988",…]}                                     a running hash after each record
//! ```
//!
//! A change of any record breaks its seal. Whoever makes all seals anew as well gets another last one than the players were
//! told when the game ended; and what he changed must still come of the rules and the dice. What players said to each other is
//! left out for everybody else, and has the same seals. Exports of version 0.1 have
//! records and the beginning of the first line alone.

use crate::live::Live;
use crate::{Service, ServiceError};
use definitions::GameFiles;
use engine::chance::{Link, hex, unhex};
use engine::contract::SideId;
use engine::table::{Record, Secrets};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// Number of the game.
    export_of_game: i64,
    /// Secret of the first sealed chain in hex, once the game is over; all later chains follow from it.
    sealed_secret: Option<String>,
    /// What is noted of the game for ever.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
    /// How many records follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    records: Option<usize>,
}

/// The data of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// Their hash.
    definitions: String,
    /// The files, as [`GameFiles::pack`] writes them.
    packed: String,
}

/// The last line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tail {
    seals: Vec<String>,
}

/// An export as it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    head: Head,
    data: Option<Data>,
    /// The records of the game, as they are stored.
    pub records: Vec<String>,
    seals: Option<Vec<String>>,
}

impl Export {
    /// Reads a text; none if it is no export.
    pub fn read(text: &str) -> Option<Export> {
        let mut lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let head = serde_json::from_str(lines.first()?).ok()?;
        lines.remove(0);
        let data = lines.first().and_then(|line| serde_json::from_str(line).ok());
        if data.is_some() {
            lines.remove(0);
        }
        let tail: Option<Tail> = lines.last().and_then(|line| serde_json::from_str(line).ok());
        if tail.is_some() {
            lines.pop();
        }
        let records = lines.into_iter().map(str::to_owned).collect();
        Some(Export { head, data, records, seals: tail.map(|tail| tail.seals) })
    }

    /// The secret of the sealed chain, if the game is over.
    ///
    /// # Errors
    /// When what stands there is none.
    pub fn sealed_secret(&self) -> Result<Option<Link>, String> {
        let secret = self.head.sealed_secret.as_deref();
        secret.map(|text| unhex(text).ok_or_else(|| "the sealed secret is not 64 hex digits".to_owned())).transpose()
    }

    /// The data of the game, if they are in the file and can be read.
    pub fn data(&self) -> Option<GameFiles> {
        GameFiles::unpack(&self.data.as_ref()?.packed).ok()
    }

    /// Whether its records, or the first of them, have a seal as players are told it: `812 1f2e3d4c5b6a7988`.
    pub fn bears(&self, told: &str) -> bool {
        let words: Vec<&str> = told.split_whitespace().collect();
        let first = words.first().and_then(|number| number.parse::<usize>().ok());
        let sealed = first.and_then(|number| seal(self.records.get(..number)?));
        sealed.is_some_and(|own| own == words.join(" "))
    }

    /// Whether the file is as it was written: whole, its records sealed as they are, its first line and its data those of
    /// the records.
    ///
    /// # Errors
    /// What was changed.
    pub fn check_form(&self) -> Result<(), String> {
        let changed = Err::<(), String>;
        let found = self.records.len();
        if let Some(wanted) = self.head.records.filter(|wanted| *wanted != found) {
            return changed(format!("it is cut short or mixed up: it has {found} records and says {wanted}"));
        }
        if let Some(seals) = &self.seals {
            for (place, (own, seal)) in seal_all(&self.records).iter().zip(seals).enumerate() {
                if own != seal {
                    return changed(format!("record {place} is not the one that was sealed"));
                }
            }
            if seals.len() != found {
                return changed(format!("it has {found} records and {} seals", seals.len()));
            }
        } else if self.head.records.is_some() {
            return changed("its seals are missing".to_owned());
        }
        if let Some(Ok(Record::<Value, Value>::Started { table, definitions, .. })) =
            self.records.first().map(|text| serde_json::from_str(text))
        {
            let number = self.head.export_of_game;
            if table.rsplit('/').next() != Some(number.to_string().as_str()) {
                return changed(format!("it says that it is of game {number}, and its records are of {table}"));
            }
            if let Some(data) = &self.data {
                let files = GameFiles::unpack(&data.packed).map(|files| files.hash());
                if data.definitions != definitions || files.as_deref() != Ok(definitions.as_str()) {
                    return changed("its data are not those with which the game was begun".to_owned());
                }
            }
        }
        Ok(())
    }
}

/// A running hash after each record, the first eight bytes of it in hex.
pub fn seal_all(records: &[String]) -> Vec<String> {
    let mut link = [0; 32];
    let seal = |record: &String| {
        let silent = is_talk(record).then(|| serde_json::from_str::<Said>(record).ok()).flatten();
        let silent = silent.and_then(|said| serde_json::to_string(&said.said.silent()).ok());
        let record = silent.as_ref().unwrap_or(record);
        link = Sha256::new().chain_update(link).chain_update(record.as_bytes()).finalize().into();
        hex(&link)[..16].to_owned()
    };
    records.iter().map(seal).collect()
}

/// The seal of a whole game, as players are told it: how many records it has, and the last hash.
pub fn seal(records: &[String]) -> Option<String> {
    let last = seal_all(records).pop()?;
    Some(format!("{} {last}", records.len()))
}

/// Who may read what the players said to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talk {
    /// A player, or his host.
    Told,
    /// Somebody else: the words are left out.
    Silent,
}

/// What was said, in an export: the words with what salts their hash, or that hash alone. A seal is made from the hash, so
/// that it is the same for who may read the words and who may not, and who may not cannot guess them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    #[serde(rename = "Said")]
    said: Words,
}

#[derive(Serialize, Deserialize)]
struct Words {
    side: SideId,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    salt: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
}

impl Words {
    /// Without the words.
    fn silent(self) -> Said {
        let Words { side, text, salt, hash } = self;
        let own = salt.map(|salt| hex(&Sha256::new().chain_update(salt).chain_update(text).finalize().into()));
        Said { said: Words { side, text: String::new(), salt: None, hash: own.or(hash) } }
    }
}

/// Records in the form of an export, in which talk is salted. The salt comes of a key that is not disclosed.
///
/// # Errors
/// When a stored record cannot be read.
pub fn sealed_talk(records: &[String], secrets: &Secrets, talk: Talk) -> Result<Vec<String>, ServiceError> {
    let mut exported = records.to_vec();
    for (number, text) in exported.iter_mut().enumerate().filter(|(_, text)| is_talk(text)) {
        let broken = |error: serde_json::Error| ServiceError::Broken("record", error.to_string());
        let mut said: Said = serde_json::from_str(text).map_err(broken)?;
        let salt = Sha256::new().chain_update(b"talk").chain_update(secrets.public.secret());
        said.said.salt = Some(hex(&salt.chain_update((number as u64).to_be_bytes()).finalize().into()));
        let said = if talk == Talk::Silent { said.said.silent() } else { said };
        *text = serde_json::to_string(&said).map_err(broken)?;
    }
    Ok(exported)
}

fn is_talk(record: &str) -> bool {
    record.starts_with("{\"Said\"")
}

impl Service {
    /// The whole game, hidden things included: for its host, and for everybody once it is over.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be read.
    pub async fn export(&self, game: i64, talk: Talk) -> Result<String, ServiceError> {
        let live: Live = self.live(game).await?.clone();
        let mut records = self.store.records(game, 0).await?;
        // what came in the meantime is not in what is told of the game
        records.truncate(live.session.len() as usize);
        let records = sealed_talk(&records, &live.secrets, talk)?;
        let definitions = live.row.definitions.clone();
        let packed = self.store.definitions(&definitions).await?;
        let head = Head {
            export_of_game: game,
            sealed_secret: Service::disclosed(&live).map(|secrets| hex(secrets.sealed.secret())),
            marks: live.session.marks(),
            records: Some(records.len()),
        };
        let line = |value: serde_json::Result<String>| value.expect("string keys only") + "\n";
        let mut text = line(serde_json::to_string(&head)) + &line(serde_json::to_string(&Data { definitions, packed }));
        for record in &records {
            text.push_str(record);
            text.push('\n');
        }
        Ok(text + &line(serde_json::to_string(&Tail { seals: seal_all(&records) })))
    }
}
