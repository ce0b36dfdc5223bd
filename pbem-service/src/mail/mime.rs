//! Bytes of anybody, taken apart by MIME, within bounds that keep the parser from harm.
//!
//! The parser keeps messages that are nested openly on a stack of its own, but frees them one inside the other, and reads those that
//! are base64 or quoted-printable by calling itself: what nests deeper than [`MOST_PARTS`] ends the process, and no one can catch
//! that. So levels are counted in the bytes as they came, and a message that is coded, in which nothing can be counted, is
//! refused. No mail program sends one: RFC 2046 (5.2.1) allows a message no coding but 7bit, 8bit and binary.

use mail_parser::{Message, MessageParser};

/// A mail of more bytes is not looked at. Orders are short; this leaves room for quoted pictures.
pub const LARGEST_MAIL: usize = 8 << 20;
/// A mail that names its content type more often has more parts, or is nested deeper, than any that
/// a person sends.
pub const MOST_PARTS: usize = 200;
/// A mail of more lines is not looked at: each may be a header field or a part of its own, which takes
/// a hundred times its room. Pictures have some 100,000 lines.
pub const MOST_LINES: usize = 200_000;
/// A longer header is not looked at.
pub const LONGEST_HEADER: usize = 256 << 10;

/// Why bytes are not a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// No mail header at all.
    #[error("this is not a mail")]
    NotMail,
    /// Longer than [`LARGEST_MAIL`].
    #[error("the mail is larger than {} MB", LARGEST_MAIL >> 20)]
    TooLarge,
    /// Put together in a way that no mail program would.
    #[error("the mail is malformed")]
    Malformed,
    /// More than [`MOST_PARTS`].
    #[error("the mail has more than {MOST_PARTS} parts")]
    TooManyParts,
    /// A message inside it is base64 or quoted-printable.
    #[error("the mail holds another mail in coded form, which no mail may (RFC 2046, 5.2.1)")]
    CodedMessage,
    /// More than [`MOST_LINES`].
    #[error("the mail has more than {MOST_LINES} lines")]
    TooManyLines,
    /// A header of more than [`LONGEST_HEADER`] bytes.
    #[error("the mail's header is longer than {LONGEST_HEADER} bytes")]
    LongHeader,
}

/// Takes apart a mail, or what is made of parts as one is.
///
/// # Errors
/// If the bytes are nothing of the kind, or beyond the bounds.
pub fn parse(bytes: &[u8]) -> Result<Message<'_>, Unreadable> {
    if bytes.len() > LARGEST_MAIL {
        return Err(Unreadable::TooLarge);
    }
    // each part and each level of nesting needs one such field
    if count(bytes, b"content-type") > MOST_PARTS {
        return Err(Unreadable::TooManyParts);
    }
    if bytes.iter().filter(|byte| **byte == b'\n').count() > MOST_LINES {
        return Err(Unreadable::TooManyLines);
    }
    if header(bytes).len() > LONGEST_HEADER {
        return Err(Unreadable::LongHeader);
    }
    if holds_coded_message(bytes) {
        return Err(Unreadable::CodedMessage);
    }
    // the parser says of itself that it never panics, but release 0.11.9 does on some malformed mails
    let parsed = std::panic::catch_unwind(|| MessageParser::default().parse(bytes));
    let parsed = parsed.map_err(|_| Unreadable::Malformed)?;
    parsed.filter(|message| !message.parts.is_empty() && !message.headers().is_empty()).ok_or(Unreadable::NotMail)
}

/// What stands above the first empty line.
pub fn header(bytes: &[u8]) -> &[u8] {
    let mut end = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        end += line.len();
        if end > LONGEST_HEADER || is_empty(line) {
            break;
        }
    }
    &bytes[..end]
}

fn is_empty(line: &[u8]) -> bool {
    line == b"\n" || line == b"\r\n"
}

/// How often a lower-case word occurs, in any case.
fn count(bytes: &[u8], word: &[u8]) -> usize {
    let windows = bytes.windows(word.len());
    windows.filter(|window| window[0] | 32 == word[0] && window.eq_ignore_ascii_case(word)).count()
}

/// What begins the value of a content type that is no message, whatever else stands there.
const LEAVES: [&[u8]; 8] =
    [b"text/", b"image/", b"application/", b"audio/", b"video/", b"font/", b"model/", b"multipart/"];
/// Ways of transfer in which a message stands as it is.
const PLAIN: [&[u8]; 3] = [b"7bit", b"8bit", b"binary"];

/// Whether a part may be a message in coded form. What could be read in two ways counts as one.
fn holds_coded_message(bytes: &[u8]) -> bool {
    if count(bytes, b"content-transfer-encoding") == 0 {
        return false;
    }
    // parts of a digest are messages without saying so
    let digest = count(bytes, b"digest") > 0;
    let mut block = Block::default();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if !is_empty(line) {
            block.read(line);
        } else if block.is_coded_message(digest) {
            return true;
        } else {
            block = Block::default();
        }
    }
    block.is_coded_message(digest)
}

/// Lines between two empty ones: a header, perhaps with a text and a boundary above it.
#[derive(Default)]
struct Block {
    /// The values of fields that may be a content type.
    kinds: Vec<Vec<u8>>,
    /// Those that may be a transfer encoding.
    codings: Vec<Vec<u8>>,
    /// What a line that begins with a space goes on with.
    open: Open,
}

/// What the line above was.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Open {
    /// No field: a space at the beginning of the next line has no meaning.
    #[default]
    Nothing,
    Kind,
    Coding,
    /// A field that says nothing here.
    Other,
}

impl Block {
    fn read(&mut self, line: &[u8]) {
        // some end their lines with a lone carriage return
        for piece in line.split(|byte| *byte == b'\r' || *byte == b'\n').filter(|piece| !piece.is_empty()) {
            let goes_on = piece.starts_with(b" ") || piece.starts_with(b"\t");
            match self.open {
                Open::Kind if goes_on => self.kinds.last_mut().expect("one is open").extend(piece),
                Open::Coding if goes_on => self.codings.last_mut().expect("one is open").extend(piece),
                Open::Other if goes_on => {}
                _ => self.begin(piece),
            }
        }
    }

    fn begin(&mut self, piece: &[u8]) {
        let colon = piece.iter().position(|byte| *byte == b':');
        let (name, value) = piece.split_at(colon.unwrap_or(piece.len()));
        let value = value.get(1..).unwrap_or_default().to_vec();
        self.open = if count(name, b"content-type") > 0 {
            self.kinds.push(value);
            Open::Kind
        } else if count(name, b"content-transfer-encoding") > 0 {
            self.codings.push(value);
            Open::Coding
        } else if colon.is_some() {
            Open::Other
        } else {
            Open::Nothing
        };
    }

    fn is_coded_message(&self, digest: bool) -> bool {
        let plain = |value: &Vec<u8>| PLAIN.iter().any(|plain| value.trim_ascii().eq_ignore_ascii_case(plain));
        let leaf = |value: &Vec<u8>| {
            let value = value.trim_ascii_start();
            LEAVES.iter().any(|leaf| value.get(..leaf.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(leaf)))
        };
        let is_leaf = if self.kinds.is_empty() { !digest } else { self.kinds.iter().all(leaf) };
        !is_leaf && !self.codings.iter().all(plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use data_encoding::BASE64;

    /// A message that holds a message, and so on, so many times.
    fn nested(levels: usize) -> Vec<u8> {
        [b"content-type:message/rfc822\n\n".repeat(levels), b"hi\n".to_vec()].concat()
    }

    fn base64(bytes: &[u8]) -> Vec<u8> {
        BASE64.encode(bytes).as_bytes().chunks(76).collect::<Vec<_>>().join(&b'\n')
    }

    fn mail(fields: &str, body: &[u8]) -> Vec<u8> {
        [b"From: a@b.example\nMIME-Version: 1.0\n", fields.as_bytes(), b"\n", body].concat()
    }

    #[test]
    fn messages_in_coded_form_are_refused_before_anything_takes_them_apart() {
        let inner = base64(&nested(50_000));
        let quoted = b"content-typ=65:message/rfc822\n\n".repeat(40_000);
        let coded = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n";
        for (kind, body) in [
            (coded, inner.clone()),
            ("Content-Transfer-Encoding: base64\nContent-Type: message/rfc822\n", inner.clone()),
            ("content-TYPE :\n message/rfc822\nContent-Transfer-Encoding:\n base64\n", inner.clone()),
            ("Content-Type: (text/plain) message/rfc822\nContent-Transfer-Encoding: base64\n", inner.clone()),
            (
                "Content-Type: text/plain\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n",
                inner.clone(),
            ),
            ("Content-Type: message/rfc822\nContent-Transfer-Encoding: =?utf-8?q?b=61se64?=\n", inner.clone()),
            ("X: y\rContent-Type: message/rfc822\rContent-Transfer-Encoding: base64\n", inner.clone()),
            ("no field\n Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n", inner.clone()),
            ("Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n", quoted.clone()),
            ("Content-Type: message/global\nContent-Transfer-Encoding: BASE64\n", inner.clone()),
        ] {
            assert_eq!(parse(&mail(kind, &body)).err(), Some(Unreadable::CodedMessage), "{kind}");
            let part = [b"--x\n", kind.as_bytes(), b"\n", &body, b"\n--x--\n"].concat();
            let whole = mail("Content-Type: multipart/mixed; boundary=x\n", &part);
            assert_eq!(parse(&whole).err(), Some(Unreadable::CodedMessage), "in a part: {kind}");
        }
        let part = [b"--x\nContent-Transfer-Encoding: base64\n\n", inner.as_slice(), b"\n--x--\n"].concat();
        let digest = mail("Content-Type: multipart/digest; boundary=x\n", &part);
        assert_eq!(parse(&digest).err(), Some(Unreadable::CodedMessage));
    }

    #[test]
    fn mails_as_programs_write_them_are_taken_apart() {
        let signed = "DKIM-Signature: v=1; h=from:to\n :content-type:content-transfer-encoding; b=x\n";
        for fields in [
            "Content-Transfer-Encoding: base64\n",
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n",
            "Content-Type: text/plain;\n charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n",
            &format!("{signed}Content-Type: text/html\nContent-Transfer-Encoding: base64\n"),
            &format!("Content-Type: text/html\nContent-Transfer-Encoding: base64\n{signed}"),
        ] {
            assert!(parse(&mail(fields, b"cGFzcwo=\n")).is_ok(), "{fields}");
        }
        let forwarded = "--x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\ncGFzcwo=\n--x\n\
                         Content-Type: message/rfc822\nContent-Transfer-Encoding: 8bit\n\nFrom: c@d.example\n\npass\n--x--\n";
        assert!(parse(&mail("Content-Type: multipart/mixed; boundary=x\n", forwarded.as_bytes())).is_ok());
    }
}
