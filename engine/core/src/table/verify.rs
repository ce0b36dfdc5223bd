use super::keys::{Due, Keys, Seed, ends, following, published};
use super::{Chain, Record};
use crate::chance::{KeyChain, Link, Transcript, draw, hex, unhex};
use serde::de::IgnoredAny;
use thiserror::Error;

/// What is wrong with a game's dice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("record {record}: {message}")]
pub struct Fault {
    /// Number of the record.
    pub record: usize,
    /// What is wrong.
    pub message: String,
}

/// Checks the dice of a game from its records, without its rules: every key opens the one before, every number
/// follows from its key, the transcript and its label. With the secret of the sealed chain, which is made known
/// when the game is over, hidden draws and the commitments to the orders are checked too.
/// Returns how many numbers were checked.
///
/// # Errors
/// The first record that does not fit.
pub fn verify(records: &[String], sealed_secret: Option<&Link>) -> Result<usize, Fault> {
    let mut checked = 0;
    let mut orders = 0;
    let mut state: Option<(Transcript, Link, Keys)> = None;
    let mut sealed_chain: Option<KeyChain> = None;
    let (mut length, mut renews) = (0, false);
    for (number, text) in records.iter().enumerate() {
        let fault = |message: &str| Fault { record: number, message: message.to_owned() };
        let record: Record<Unread, Unread> =
            serde_json::from_str(text).map_err(|_| fault("this is no record of a game"))?;
        if let Record::Started { table, public, sealed, keys, .. } = &record {
            let [public, sealed] = ends(public, sealed).ok_or_else(|| fault("a chain's end is not 64 hex digits"))?;
            if *keys > MOST_KEYS {
                return Err(fault(&format!("a chain has at most {MOST_KEYS} keys, not {keys}")));
            }
            renews = *keys > 0;
            let keys = Keys::new(*keys);
            length = keys.length();
            sealed_chain = sealed_secret.map(|secret| KeyChain::of(*secret, length));
            if sealed_chain.as_ref().is_some_and(|chain| chain.key(0) != sealed) {
                return Err(fault("the sealed chain's secret does not open its published end"));
            }
            state = Some((Transcript::new(table, &public, &sealed), public, keys));
            continue;
        }
        let (transcript, last_key, keys) = state.as_mut().ok_or_else(|| fault("the game has not been started yet"))?;
        match &record {
            Record::Joined { side, word } => {
                *transcript = transcript.join(side.0, word);
                keys.join(*side);
            }
            Record::Renewing { number, nonce, public, sealed } => {
                let ends = ends(public, sealed).ok_or_else(|| fault("a chain's end is not 64 hex digits"))?;
                let seed = Seed { number: *number, nonce: nonce.clone() };
                if keys.following(nonce.clone()) != seed {
                    return Err(fault(&format!("chains number {number} do not follow those before them")));
                }
                if nonce.is_empty() && !keys.may_be(Due::Commit, sealed_secret.is_some()) {
                    return Err(fault(&format!("new chains were committed to when {} keys were left", keys.left())));
                }
                if let Some(secret) = sealed_secret {
                    let chains = following(secret, &seed, length);
                    if published(&chains) != [public.clone(), sealed.clone()] {
                        return Err(fault("the new chains do not follow from the secret of the first sealed chain"));
                    }
                }
                *transcript = transcript.renew(&ends[0], &ends[1]);
                keys.commit(seed, ends);
            }
            Record::Renewed { without } => {
                let next = keys.next.clone().ok_or_else(|| fault("no new chains were committed to"))?;
                if !next.is_after_restore() && !keys.may_be(Due::Begin, sealed_secret.is_some()) {
                    return Err(fault(&format!("new chains came into use when {} keys were left", keys.left())));
                }
                if next.without() != *without {
                    return Err(fault("it is not told rightly who gave a fresh word"));
                }
                *last_key = next.ends[0];
                sealed_chain = sealed_secret.map(|secret| following(secret, &next.seed, length)[1].clone());
                keys.begin();
            }
            Record::Ordered { side, commitment, text, .. } => {
                let link = unhex(commitment).ok_or_else(|| fault("a commitment is not 64 hex digits"))?;
                if let Some(secret) = sealed_secret
                    && Transcript::commitment(&Transcript::salt(secret, orders), text) != link
                {
                    return Err(fault("the order is not the one that was committed to"));
                }
                orders += 1;
                *transcript = transcript.order(side.0, &link);
            }
            Record::Drawn { chain, index, key, rolls } => {
                let (_, place) = keys.indices(*chain);
                if keys.wait() {
                    return Err(fault("a number was drawn although new chains waited for fresh words"));
                }
                if keys.due().is_some() && (renews || keys.next.is_some()) {
                    return Err(fault("a number was drawn when new chains were due"));
                }
                if keys.indices(*chain).0 != *index {
                    return Err(fault(&format!("key {index} is not the next one")));
                }
                keys.draw(*chain, *index);
                let key = match chain {
                    Chain::Public => {
                        let key = unhex(key).ok_or_else(|| fault("a key is not 64 hex digits"))?;
                        if !KeyChain::follows(last_key, &key) {
                            return Err(fault(&format!("key {index} does not open {}", hex(last_key))));
                        }
                        *last_key = key;
                        key
                    }
                    Chain::Sealed if !key.is_empty() => return Err(fault("a key of the sealed chain is made known")),
                    Chain::Sealed => match &sealed_chain {
                        Some(chain) => chain.key(place),
                        None => continue,
                    },
                };
                for (nth, roll) in rolls.iter().enumerate() {
                    if draw(&key, transcript, &roll.label, nth as u32, roll.bound) != roll.value {
                        return Err(fault(&format!("the key does not give {} for {}", roll.value + 1, roll.label)));
                    }
                    checked += 1;
                }
            }
            _ => {}
        }
    }
    match state {
        Some(_) => Ok(checked),
        None => Err(Fault { record: 0, message: "there is no game here".to_owned() }),
    }
}

/// Keys that a chain may have; more would only take the time of whoever checks it.
const MOST_KEYS: u32 = 1 << 16;

/// Some JSON that is not looked at: verification knows no game.
struct Unread;

impl<'de> serde::Deserialize<'de> for Unread {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Unread, D::Error> {
        IgnoredAny::deserialize(input).map(|_| Unread)
    }
}
