//! Reply tokens: who may answer which question of which game, proven by a MAC.
//!
//! A token reads `g12.german.7.oa4k2q7mzn3h5w6x2y`: game, side, what it is bound to, then a tag of one letter for the
//! purpose, one for the key and 16 base32 letters, the first 80 bits of
//! HMAC-SHA-256(key, game ‖ side ‖ bound ‖ purpose). It travels in the local part of the reply address,
//! in the Message-ID (some sites strip what follows a `+`) and on a line of the text, and survives a
//! change of case on any of these ways.

use std::fmt;

use data_encoding::{BASE32_NOPAD, BASE32_NOPAD_NOCASE};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::letter::Letter;

/// The letters of the keys: those of base32 (RFC 4648), as the rest of a tag, in lower case.
const KEYS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// 80 bits of the MAC, which are 16 letters of base32 without padding.
const MAC_BYTES: usize = 10;
/// RFC 5321, 4.5.3.1.1: octets in a local part.
const LOCAL_PART: usize = 64;
/// Longer ones are not searched: each of their letters may begin a token.
const LONGEST_LOCAL_PART: usize = 4 * LOCAL_PART;
/// Tokens of one letter that are looked at.
const MOST_TOKENS: usize = 100;
/// A side's name must leave room for the rest of the local part.
const SIDE: usize = 24;

/// What the bearer of a token may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Answer an ask with orders.
    Orders,
    /// Take a seat.
    Join,
    /// Confirm with one click what came from an address we could not trust.
    Confirm,
    /// Ask for silence, or for mail again.
    Unsubscribe,
    /// Say that a mail did not reach its reader. It stands in the envelope alone.
    Bounce,
    /// Confirm that mail may go to a new address.
    Address,
    /// Answer an invitation. Its number stands in the place of the game's; the bound names the person.
    Invitation,
    /// See one's games. The person's number stands in the place of the game's; the bound is the day it was given out.
    Pass,
}

impl Purpose {
    fn letter(self) -> char {
        match self {
            Purpose::Orders => 'o',
            Purpose::Join => 'j',
            Purpose::Confirm => 'c',
            Purpose::Unsubscribe => 'u',
            Purpose::Bounce => 'b',
            Purpose::Address => 'a',
            Purpose::Invitation => 'i',
            Purpose::Pass => 'p',
        }
    }

    fn from_letter(letter: u8) -> Option<Purpose> {
        use Purpose::{Address, Bounce, Confirm, Invitation, Join, Orders, Pass, Unsubscribe};
        [Orders, Join, Confirm, Unsubscribe, Bounce, Address, Invitation, Pass]
            .into_iter()
            .find(|purpose| purpose.letter() == char::from(letter))
    }
}

/// The moment of the game that a token is for. What is written for one moment must not act at another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The purpose needs none; an older version wrote orders' tokens so, too, where nothing was asked.
    Nothing,
    /// While this was asked of the side: the ask's number plus one. For a bounce the mark of the mail.
    Ask(u32),
    /// While nothing was asked of the side and its player had given so many orders himself. He knows that number, so it
    /// tells nothing of what the other side did.
    Quiet(u32),
}

impl Bound {
    /// Reads `0`, `7` or `q3`.
    pub fn parse(text: &str) -> Option<Bound> {
        let read = |digits: &str| number(digits).and_then(|number| u32::try_from(number).ok());
        match text.strip_prefix('q') {
            Some(digits) => read(digits).map(Bound::Quiet),
            None => read(text).map(Bound::from),
        }
    }
}

impl From<u32> for Bound {
    fn from(number: u32) -> Bound {
        if number == 0 { Bound::Nothing } else { Bound::Ask(number) }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Nothing => f.write_str("0"),
            Bound::Ask(number) => write!(f, "{number}"),
            Bound::Quiet(orders) => write!(f, "q{orders}"),
        }
    }
}

/// What a token says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Claim {
    /// Number of the game.
    pub game: u64,
    /// Id of the side: lower-case letters, digits and hyphens, at most 24.
    pub side: String,
    /// The moment that it is for.
    pub bound: Bound,
    /// What may be done.
    pub purpose: Purpose,
}

/// A claim with a tag that has not been checked yet. Only [`KeyRing::open`] gives the claim out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    claim: Claim,
    key: u8,
    mac: [u8; MAC_BYTES],
}

/// Why no token could be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsignable {
    /// The side's id would not survive in an address.
    #[error("side id {0:?} must be 1 to {SIDE} lower-case letters, digits or hyphens")]
    Side(String),
    /// The reply address would be longer than mail allows.
    #[error("the local part {0:?} is longer than {LOCAL_PART} octets")]
    LocalPart(String),
}

impl Token {
    /// Reads a token, whatever its case; further fields after the tag are ignored, so a Message-ID
    /// can be given as it is. `None` for anything else.
    pub fn parse(text: &str) -> Option<Token> {
        let text = text.trim().split('@').next().filter(|text| text.len() <= LONGEST_LOCAL_PART)?.to_ascii_lowercase();
        let mut fields = text.split('.');
        let game = number(fields.next()?.strip_prefix('g')?)?;
        let side = fields.next().filter(|side| is_side(side))?.to_owned();
        let bound = Bound::parse(fields.next()?)?;
        let tag = fields.next()?.as_bytes();
        let [purpose, key, letters @ ..] = tag else {
            return None;
        };
        Some(Token {
            claim: Claim { game, side, bound, purpose: Purpose::from_letter(*purpose)? },
            key: KEYS.iter().position(|known| known == key)? as u8,
            mac: BASE32_NOPAD_NOCASE.decode(letters).ok()?.try_into().ok()?,
        })
    }

    /// Reads the token in an address such as `play+g12.german.7.oa…@example.org`. The `+` may have
    /// become another sign or be gone.
    pub fn in_address(address: &str) -> Option<Token> {
        let local = address.split('@').next().filter(|local| local.len() <= LONGEST_LOCAL_PART)?.to_ascii_lowercase();
        // The user's name before the token may hold a `g` of its own: every one is tried.
        local.char_indices().filter(|&(_, letter)| letter == 'g').find_map(|(at, _)| Token::parse(&local[at..]))
    }

    /// All tokens of a letter, the likeliest first: addresses, In-Reply-To, References from the
    /// newest, then lines `token: …` of the text, quoted or not.
    pub fn in_letter(letter: &Letter) -> Vec<Token> {
        let addresses = letter.recipients.iter().map(|to| Token::in_address(to));
        let threads = letter.in_reply_to.iter().chain(letter.references.iter().rev()).map(|id| Token::parse(id));
        let lines = letter.text.lines().map(Token::in_line);
        let mut found = Vec::new();
        for token in addresses.chain(threads).chain(lines).flatten() {
            if !found.contains(&token) {
                found.push(token);
            }
            if found.len() == MOST_TOKENS {
                break;
            }
        }
        found
    }

    /// Reads a line `token: …`, with or without quote marks before it.
    pub fn in_line(line: &str) -> Option<Token> {
        let line = line.trim_start_matches(['>', ' ', '\t', '*']);
        let (name, rest) = line.split_once(':')?;
        if !name.trim().eq_ignore_ascii_case("token") {
            return None;
        }
        Token::parse(rest)
    }

    /// The reply address for this token, for instance `play+g12.german.7.oa…@example.org`.
    ///
    /// # Errors
    /// If the local part grows beyond 64 octets.
    pub fn address(&self, user: &str, domain: &str) -> Result<String, Unsignable> {
        let local = format!("{user}+{self}");
        if local.len() > LOCAL_PART {
            return Err(Unsignable::LocalPart(local));
        }
        Ok(format!("{local}@{domain}"))
    }

    /// A Message-ID (without angle brackets) that carries this token; `serial` makes it unique.
    pub fn message_id(&self, serial: u64, domain: &str) -> String {
        format!("{self}.n{serial}@{domain}")
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Claim { game, side, bound, purpose } = &self.claim;
        let key = char::from(KEYS[usize::from(self.key % 32)]);
        write!(f, "g{game}.{side}.{bound}.{}{key}", purpose.letter())?;
        f.write_str(&BASE32_NOPAD.encode(&self.mac).to_ascii_lowercase())
    }
}

/// The keys of this installation: the newest signs, all of them open. Ids are 0 to 31.
#[derive(Clone)]
pub struct KeyRing {
    current: u8,
    keys: Vec<(u8, [u8; 32])>,
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the keys themselves: they would end in a log.
        write!(f, "KeyRing({} keys)", self.keys.len())
    }
}

impl KeyRing {
    /// A ring whose newest key is `secret`. Of `id` the lowest five bits count.
    pub fn new(id: u8, secret: [u8; 32]) -> KeyRing {
        KeyRing { current: id % 32, keys: vec![(id % 32, secret)] }
    }

    /// Adds a key that signs no more but still opens what it signed.
    #[must_use]
    pub fn with_retired(mut self, id: u8, secret: [u8; 32]) -> KeyRing {
        self.keys.push((id % 32, secret));
        self
    }

    /// Signs a claim with the newest key.
    ///
    /// # Errors
    /// If the side's id could not be read back from an address.
    pub fn sign(&self, claim: Claim) -> Result<Token, Unsignable> {
        if !is_side(&claim.side) {
            return Err(Unsignable::Side(claim.side));
        }
        let (key, secret) = self.keys[0];
        debug_assert_eq!(key, self.current);
        let full = mac(&secret, &claim).finalize().into_bytes();
        let mut mac = [0; MAC_BYTES];
        mac.copy_from_slice(&full[..MAC_BYTES]);
        Ok(Token { claim, key, mac })
    }

    /// The claim of a token, if one of our keys signed it. The comparison takes the same time
    /// wherever the MACs differ.
    pub fn open<'t>(&self, token: &'t Token) -> Option<&'t Claim> {
        self.keys
            .iter()
            .filter(|(id, _)| *id == token.key)
            .any(|(_, secret)| mac(secret, &token.claim).verify_truncated_left(&token.mac).is_ok())
            .then_some(&token.claim)
    }
}

fn mac(secret: &[u8; 32], claim: &Claim) -> Hmac<Sha256> {
    // HMAC fills a key up with zeros to the length of a block (RFC 2104).
    let mut block = [0; 64];
    block[..32].copy_from_slice(secret);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    // A dot cannot stand in a side's id, so no two claims are the same text.
    let text = format!("fieldpost reply 1.{}.{}.{}.{}", claim.game, claim.side, claim.bound, claim.purpose.letter());
    mac.update(text.as_bytes());
    mac
}

/// Digits only: `str::parse` would take a sign as well.
fn number(digits: &str) -> Option<u64> {
    if digits.bytes().all(|digit| digit.is_ascii_digit()) { digits.parse().ok() } else { None }
}

fn is_side(side: &str) -> bool {
    let allowed = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'-';
    (1..=SIDE).contains(&side.len()) && side.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ring() -> KeyRing {
        KeyRing::new(1, [7; 32])
    }

    fn claim() -> Claim {
        Claim { game: 12, side: "german".to_owned(), bound: Bound::Ask(7), purpose: Purpose::Orders }
    }

    fn token() -> Token {
        ring().sign(claim()).expect("a plain claim can be signed")
    }

    const OLD_ASK: (&str, Bound) = ("g12.german.7.obh3q6ntj2qkx7lfoj", Bound::Ask(7));
    const OLD_QUIET: (&str, Bound) = ("g12.german.0.oboa3m5ciu576nwm6u", Bound::Nothing);

    #[test]
    fn a_token_opens_with_the_key_that_signed_it() {
        let address = token().address("play", "example.org").expect("fits");
        let read = Token::in_address(&address).expect("reads back");
        assert_eq!(ring().open(&read), Some(&claim()));
        assert_eq!(KeyRing::new(1, [8; 32]).open(&read), None);
    }

    #[test]
    fn tokens_survive_upper_casing() {
        let address = token().address("play", "example.org").expect("fits");
        let read = Token::in_address(&address.to_uppercase()).expect("reads back");
        assert_eq!(ring().open(&read), Some(&claim()));
    }

    #[test]
    fn tokens_survive_a_site_that_strips_or_changes_the_plus() {
        let address = token().address("gaming", "example.org").expect("fits");
        for changed in [address.replace('+', ""), address.replace('+', "-")] {
            let read = Token::in_address(&changed).expect("reads back");
            assert_eq!(ring().open(&read), Some(&claim()), "{changed}");
        }
    }

    #[test]
    fn a_message_id_carries_its_token() {
        let id = token().message_id(345, "example.org");
        let read = Token::parse(&id).expect("reads back");
        assert_eq!(ring().open(&read), Some(&claim()));
    }

    #[test]
    fn a_quoted_token_line_is_found() {
        let line = format!("> > Token: {}", token());
        assert_eq!(Token::in_line(&line), Some(token()));
        assert_eq!(Token::in_line("the token: of my esteem"), None);
    }

    #[test]
    fn a_token_of_another_game_is_refused() {
        let text = token().to_string();
        for forged in [
            text.replacen("g12", "g13", 1),
            text.replacen("german", "french", 1),
            text.replacen(".7.", ".8.", 1),
            text.replacen(".7.", ".q7.", 1),
            text.replacen(".7.", ".0.", 1),
            text.replacen(".o", ".c", 1),
        ] {
            let read = Token::parse(&forged).expect("well formed");
            assert_eq!(ring().open(&read), None, "{forged}");
        }
    }

    #[test]
    fn a_token_that_an_older_version_wrote_opens_as_it_did() {
        // signed by the version before tokens were bound to quiet moments, with the same key
        for (text, bound) in [OLD_ASK, OLD_QUIET] {
            let read = Token::parse(text).expect("well formed");
            assert_eq!(ring().open(&read).map(|claim| claim.bound), Some(bound), "{text}");
        }
    }

    #[test]
    fn a_retired_key_still_opens_but_signs_no_more() {
        let rotated = KeyRing::new(2, [9; 32]).with_retired(1, [7; 32]);
        assert_eq!(rotated.open(&token()), Some(&claim()));
        let fresh = rotated.sign(claim()).expect("signs");
        assert_eq!(ring().open(&fresh), None);
        assert_eq!(rotated.open(&fresh), Some(&claim()));
    }

    #[test]
    fn an_address_that_mail_could_not_carry_is_refused() {
        let long = Claim { game: u64::MAX, side: "a-very-long-name-indeed".to_owned(), ..claim() };
        let token = ring().sign(long).expect("signs");
        assert!(matches!(token.address("play", "example.org"), Err(Unsignable::LocalPart(_))));
        for side in ["", "German", "a.b", "ärmel", "a-name-of-more-than-24-letters"] {
            let odd = Claim { side: side.to_owned(), ..claim() };
            assert!(matches!(ring().sign(odd), Err(Unsignable::Side(_))));
        }
    }

    #[test]
    fn keys_are_never_printed() {
        assert_eq!(format!("{:?}", ring()), "KeyRing(1 keys)");
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in ".{0,80}") {
            let _ = Token::parse(&text);
            let _ = Token::in_address(&text);
            let _ = Token::in_line(&text);
        }

        #[test]
        fn what_is_written_is_read_back(
            game in any::<u64>(), side in "[a-z0-9-]{1,24}", number in any::<u32>(), quiet in any::<bool>(), key in 0_u8..32,
        ) {
            let bound = if quiet { Bound::Quiet(number) } else { Bound::from(number) };
            let claim = Claim { game, side, bound, purpose: Purpose::Join };
            let ring = KeyRing::new(key, [3; 32]);
            let token = ring.sign(claim.clone()).expect("signs");
            let read = Token::parse(&token.to_string()).expect("reads back");
            prop_assert_eq!(ring.open(&read), Some(&claim));
        }

        #[test]
        fn one_changed_letter_of_the_tag_is_refused(at in 0_usize..16, letter in "[a-z2-7]") {
            let text = token().to_string();
            let from = text.len() - 16 + at;
            let mut forged = text.clone();
            forged.replace_range(from..=from, &letter);
            let opened = Token::parse(&forged).map(|read| ring().open(&read).is_some());
            prop_assert_eq!(opened, Some(forged == text));
        }
    }
}
