//! A mail that came in: from bytes to what the service wants to know.

use data_encoding::HEXLOWER;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::{Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};
use sha2::{Digest, Sha256};

use super::authentication::Authentication;
use super::mime::{self, LONGEST_HEADER, Unreadable};
use super::nature::{self, Headers, Nature};
use super::quote::{self, Reading};
use super::vocabulary::{Vocabulary, plain_words};
use super::{flowed, html};

/// More text than this is cut off. Quotes of a long game grow; what is new stands above them.
pub const LONGEST_TEXT: usize = 256 << 10;
/// Addresses and Message-IDs of one field that are read. Ours are among the first, or the last.
const MOST_NAMED: usize = 100;

/// A mail that came in, without anything that its sender could have put there to harm us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The sender in lower case; `None` if the mail names none, or several.
    pub from: Option<String>,
    /// The words of the sender's name and of his address before the `@`, as lines are compared with them.
    pub name: Vec<String>,
    /// All addresses it was sent to, in lower case: To, Cc and what mail servers note.
    pub recipients: Vec<String>,
    /// Message-ID without brackets.
    pub message_id: Option<String>,
    /// Message-IDs that it answers, without brackets.
    pub in_reply_to: Vec<String>,
    /// Message-IDs of its thread, the oldest first.
    pub references: Vec<String>,
    /// The subject, decoded; empty if there is none.
    pub subject: String,
    /// The text with its quotes: text/plain, or what the HTML says, lines ended by `\n`.
    pub text: String,
    /// Attached plain texts.
    pub attached: Vec<String>,
    /// The text was longer than [`LONGEST_TEXT`] and its end is lost.
    pub cut: bool,
    /// Nothing can be read because it is encrypted.
    pub encrypted: bool,
    /// Whether a person wrote it.
    pub nature: Nature,
    /// What mail servers say about the sender, the newest first.
    pub authentication: Vec<Option<Authentication>>,
    /// Names this letter for ever: the same for the same Message-ID and content, however often and on
    /// whatever way it comes. 64 hexadecimal digits.
    pub key: String,
}

impl Letter {
    /// Reads a mail as it came over the wire (RFC 5322, MIME).
    ///
    /// # Errors
    /// If the bytes are no mail, or too many.
    pub fn parse(bytes: &[u8]) -> Result<Letter, Unreadable> {
        let message = mime::parse(bytes)?;
        Ok(Letter::of(&message))
    }

    /// The header of a mail that [`Letter::parse`] does not read, as a letter without text: who sent it and in answer
    /// to what. `None` if even that cannot be told.
    pub fn of_header(bytes: &[u8]) -> Option<Letter> {
        let header = mime::header(bytes);
        // a boundary without parts, a text without an end: the body is not looked at
        let cut = header.get(..LONGEST_HEADER.min(header.len()))?;
        let read = std::panic::catch_unwind(|| {
            let message = MessageParser::default().parse_headers(cut)?;
            (!message.headers().is_empty()).then(|| Letter::of(&message))
        });
        read.ok().flatten()
    }

    fn of(message: &Message<'_>) -> Letter {
        let headers = Headers::of(message);
        let subject = message.subject().unwrap_or_default().to_owned();
        let (mut text, mut cut) = body(message);
        cut |= shorten(&mut text);
        let attached = attached_texts(message);
        let (from, name) = single_sender(message);
        let message_id = headers.ids("message-id").into_iter().next();
        let key = key(&message_id, &from, &subject, &text, &attached);
        Letter {
            recipients: recipients(message, &headers),
            in_reply_to: headers.ids("in-reply-to").into_iter().take(MOST_NAMED).collect(),
            references: last(headers.ids("references")),
            encrypted: is_encrypted(message),
            nature: nature::nature(message, &headers, &subject),
            authentication: Authentication::all(&headers),
            from,
            name,
            message_id,
            subject,
            text,
            attached,
            cut,
            key,
        }
    }

    /// What the sender wrote himself; if that holds no orders, what the first attached text holds that has some.
    pub fn read(&self, vocabulary: &Vocabulary) -> Reading {
        let read = |text: &String| quote::read(text, &self.name, vocabulary);
        let written = read(&self.text);
        if !written.orders.is_empty() || written.doubtful.is_some() {
            return written;
        }
        let attached = self.attached.iter().map(read).find(|reading| !reading.orders.is_empty());
        attached.unwrap_or(written)
    }

    /// Whether orders may have stood in what was cut off: our marker, which ends them, is not in the rest.
    pub fn may_lack_orders(&self) -> bool {
        self.cut && !quote::is_marked(&self.text)
    }
}

/// Who sent it. Several senders are as good as none: programs disagree about which of them to show.
/// With his address come the words of his name.
fn single_sender(message: &Message<'_>) -> (Option<String>, Vec<String>) {
    let mut fields = message.header_values("From");
    let (Some(field), None) = (fields.next(), fields.next()) else {
        return Default::default();
    };
    let mut senders = field.as_address().into_iter().flat_map(|list| list.iter());
    let (Some(sender), None) = (senders.next(), senders.next()) else {
        return Default::default();
    };
    let address = sender.address().and_then(clean_address);
    let user = address.as_deref().and_then(|address| address.split('@').next()).unwrap_or_default();
    let mut name = plain_words(sender.name().unwrap_or_default());
    name.extend(plain_words(user));
    name.truncate(MOST_NAMED);
    (address, name)
}

fn clean_address(address: &str) -> Option<String> {
    // letters beyond ASCII stay as they are: some of them have a plain one for their lower case
    let address = address.trim().trim_matches(['<', '>']).to_ascii_lowercase();
    let whole = address.contains('@') && !address.contains(|c: char| c.is_control() || c.is_whitespace());
    (whole && address.len() <= LONGEST_ADDRESS).then_some(address)
}

/// Octets of an address (RFC 5321, 4.5.3.1.3).
const LONGEST_ADDRESS: usize = 254;

fn recipients(message: &Message<'_>, headers: &Headers) -> Vec<String> {
    let listed = message.all_to().chain(message.all_cc());
    let listed = listed.flat_map(|list| list.iter()).filter_map(|one| one.address().and_then(clean_address));
    let noted = ["delivered-to", "x-original-to", "envelope-to"];
    let noted = noted.into_iter().flat_map(|name| headers.all(name)).filter_map(clean_address);
    let mut found = Vec::new();
    for address in listed.chain(noted).take(MOST_NAMED) {
        if !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

/// The text, and whether some of it was left out.
fn body(message: &Message<'_>) -> (String, bool) {
    let mut plain = String::new();
    for part in message.text_bodies() {
        if let PartType::Text(_) = part.body {
            plain.push_str(&plain_text(message, part));
            plain.push('\n');
        }
    }
    // Some programs send an empty text beside the HTML that holds the words.
    if !plain.trim().is_empty() {
        return (plain, false);
    }
    let mut words = String::new();
    let mut cut = false;
    for part in message.html_bodies() {
        if let PartType::Html(page) = &part.body {
            // Markup is about four times its words.
            let limit = page.floor_char_boundary(4 * LONGEST_TEXT);
            cut |= limit < page.len();
            words.push_str(&html::text(&page[..limit]));
        }
    }
    (words, cut)
}

fn attached_texts(message: &Message<'_>) -> Vec<String> {
    let texts = message.attachments().filter(|part| {
        let is_plain = part.content_type().is_none_or(|kind| kind.ctype() == "text" && kind.subtype() == Some("plain"));
        is_plain && matches!(part.body, PartType::Text(_))
    });
    let mut room = LONGEST_TEXT;
    let mut found = Vec::new();
    for part in texts {
        let text = plain_text(message, part);
        if text.len() <= room {
            room -= text.len();
            found.push(text);
        }
    }
    found
}

/// A text/plain part with its lines as the sender wrote them.
fn plain_text(message: &Message<'_>, part: &MessagePart<'_>) -> String {
    let kind = part.content_type();
    let attribute = |name: &str| kind.and_then(|kind| kind.attribute(name));
    let decoded = part.text_contents().unwrap_or_default();
    let mut text = decoded.to_owned();
    // Bytes beyond ASCII without a charset are Windows-1252 if they are not UTF-8.
    if decoded.contains(char::REPLACEMENT_CHARACTER)
        && attribute("charset").is_none()
        && part.encoding == Encoding::None
        && let Some(decode) = charset_decoder(b"windows-1252")
    {
        let range = part.raw_body_offset() as usize..part.raw_end_offset() as usize;
        text = decode(message.raw_message.get(range).unwrap_or_default());
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let is = |name: &str, value: &str| attribute(name).is_some_and(|given| given.eq_ignore_ascii_case(value));
    if is("format", "flowed") { flowed::unwrap(&text, is("delsp", "yes")) } else { text }
}

fn is_encrypted(message: &Message<'_>) -> bool {
    message.content_type().is_some_and(|kind| {
        let of =
            |main: &str, sub: &[&str]| kind.ctype() == main && kind.subtype().is_some_and(|known| sub.contains(&known));
        of("multipart", &["encrypted"])
            || of("application", &["pkcs7-mime", "x-pkcs7-mime"]) && kind.attribute("smime-type") != Some("signed-data")
    })
}

/// The last of many: the newest of a thread.
fn last(mut ids: Vec<String>) -> Vec<String> {
    ids.split_off(ids.len().saturating_sub(MOST_NAMED))
}

/// Cuts a text at the last line that fits.
fn shorten(text: &mut String) -> bool {
    if text.len() <= LONGEST_TEXT {
        return false;
    }
    text.truncate(text.floor_char_boundary(LONGEST_TEXT));
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    true
}

fn key(message_id: &Option<String>, from: &Option<String>, subject: &str, text: &str, attached: &[String]) -> String {
    let mut hash = Sha256::new();
    let named = [message_id.as_deref(), from.as_deref(), Some(subject), Some(text)];
    let all = named.into_iter().flatten();
    for field in all.chain(attached.iter().map(String::as_str)) {
        // The length keeps two fields from being taken for one.
        hash.update((field.len() as u64).to_be_bytes());
        hash.update(field);
    }
    HEXLOWER.encode(&hash.finalize())
}

#[cfg(test)]
mod tests;
