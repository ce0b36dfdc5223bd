//! A mail that goes out: from what it says to RFC 5322 bytes, the same bytes for the same input.

use data_encoding::HEXLOWER;
use std::time::{Duration, UNIX_EPOCH};

use lettre::message::header::{ContentDisposition, ContentId, ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MultiPart, SinglePart};
use lettre::{Address, address::Envelope};
use sha2::{Digest, Sha256};

use super::content::{Content, Picture};
use super::nature::LOOP_MARK;

/// How many of the last mails of a thread References names, besides the first.
const LAST_REFERENCES: usize = 10;

/// A name and an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// As it is shown; may be empty.
    pub name: String,
    /// `anna@home.example`.
    pub address: String,
}

/// Which kind of automatic mail this is (RFC 3834), so that no program answers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auto {
    /// It answers a mail: `auto-replied`.
    Receipt,
    /// It was sent because something happened: `auto-generated`.
    Generated,
}

/// How to ask for silence (RFC 2369, RFC 8058).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsubscribe {
    /// A page that takes a POST without a login.
    pub url: Option<String>,
    /// An address with a token for it.
    pub address: String,
}

/// A mail that goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Who writes.
    pub from: Party,
    /// Who reads.
    pub to: Party,
    /// The address with the reply token.
    pub reply_to: Option<String>,
    /// Where bounces go.
    pub return_path: String,
    /// Constant for all mails of a game, or the thread falls apart.
    pub subject: String,
    /// Without brackets; stays the same however often the mail is sent.
    pub message_id: String,
    /// Message-ID of the mail that is answered, without brackets.
    pub in_reply_to: Option<String>,
    /// Message-IDs of the thread, the oldest first, without brackets. The first and the last ten are
    /// named in the mail.
    pub references: Vec<String>,
    /// Milliseconds since 1970-01-01 UTC.
    pub date: i64,
    /// What it says.
    pub content: Content,
    /// What kind of automatic mail it is.
    pub auto: Auto,
    /// Names the game for filters: `game-12.fieldpost.example`.
    pub list_id: Option<String>,
    /// How to ask for silence.
    pub unsubscribe: Option<Unsubscribe>,
}

/// A mail ready for a [`Transport`](super::Transport).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Message-ID without brackets.
    pub message_id: String,
    /// Who sends and who receives, as the servers are told.
    pub envelope: Envelope,
    /// The mail (RFC 5322), lines ended by CRLF.
    pub bytes: Vec<u8>,
}

/// Why no mail could be made.
#[derive(Debug, thiserror::Error)]
pub enum Uncomposable {
    /// An address of ours is none.
    #[error("{0:?} is not a mail address")]
    Address(String),
    /// The reader's address is none.
    #[error("{0:?} is not a mail address")]
    Recipient(String),
    /// A Message-ID would break out of its header.
    #[error("{0:?} is not a Message-ID")]
    MessageId(String),
    /// The library that puts the mail together refuses.
    #[error("the mail cannot be put together: {0}")]
    Message(#[from] lettre::error::Error),
    /// The library does not know the type of the picture.
    #[error("the picture cannot be attached: {0}")]
    Picture(#[from] lettre::message::header::ContentTypeErr),
    /// A template failed.
    #[error("the mail cannot be rendered: {0}")]
    Template(#[from] askama::Error),
}

impl Outgoing {
    /// Puts the mail together: text, beside it HTML with the picture inside.
    ///
    /// # Errors
    /// If an address or a Message-ID is none.
    pub fn compose(&self) -> Result<Mail, Uncomposable> {
        let ids = self.in_reply_to.iter().chain(&self.references);
        for id in ids.chain([&self.message_id]) {
            check_id(id)?;
        }
        let unreachable = || Uncomposable::Recipient(self.to.address.clone());
        let to = address(&self.to.address).map_err(|_| unreachable())?;
        let envelope = Envelope::new(Some(address(&self.return_path)?), vec![to]).map_err(|_| unreachable())?;
        let date = UNIX_EPOCH + Duration::from_millis(self.date.max(0).unsigned_abs());
        let mut mail = Message::builder()
            .envelope(envelope.clone())
            .from(mailbox(&self.from)?)
            .to(mailbox(&self.to)?)
            .subject(&self.subject)
            .date(date)
            .message_id(Some(bracketed(&self.message_id)));
        if let Some(reply_to) = &self.reply_to {
            mail = mail.reply_to(Mailbox::new(None, address(reply_to)?));
        }
        if let Some(id) = &self.in_reply_to {
            mail = mail.in_reply_to(bracketed(id));
        }
        let references = self.short_references();
        if !references.is_empty() {
            mail = mail.references(references);
        }
        for (name, value) in self.fields() {
            mail = mail.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
        }
        let mail = mail.multipart(self.body()?)?;
        Ok(Mail { message_id: self.message_id.clone(), envelope, bytes: mail.formatted() })
    }

    fn short_references(&self) -> String {
        let root = self.references.first().into_iter();
        let rest = self.references.get(1..).unwrap_or_default();
        let last = &rest[rest.len().saturating_sub(LAST_REFERENCES)..];
        let ids: Vec<String> = root.chain(last).map(|id| bracketed(id)).collect();
        ids.join(" ")
    }

    fn fields(&self) -> Vec<(&'static str, String)> {
        let submitted = match self.auto {
            Auto::Receipt => "auto-replied",
            Auto::Generated => "auto-generated",
        };
        let mut fields = vec![
            ("Auto-Submitted", submitted.to_owned()),
            ("X-Auto-Response-Suppress", "All".to_owned()),
            ("X-Loop", LOOP_MARK.to_owned()),
        ];
        if let Some(list) = &self.list_id {
            fields.push(("List-Id", bracketed(list)));
        }
        if let Some(Unsubscribe { url, address }) = &self.unsubscribe {
            let mail = bracketed(&format!("mailto:{address}"));
            let both = url.as_ref().map(|url| format!("{}, {mail}", bracketed(url)));
            if both.is_some() {
                let one_click = "List-Unsubscribe=One-Click".to_owned();
                fields.push(("List-Unsubscribe-Post", one_click));
            }
            fields.push(("List-Unsubscribe", both.unwrap_or(mail)));
        }
        fields
    }

    fn body(&self) -> Result<MultiPart, Uncomposable> {
        let mark = mark(&self.message_id);
        let cid = format!("picture.{mark}@fieldpost");
        let text = SinglePart::plain(self.content.text()?);
        let html = SinglePart::html(self.content.html(&cid)?);
        let both = MultiPart::alternative().boundary(format!("alternative-{mark}")).singlepart(text);
        let Some(picture) = &self.content.picture else {
            return Ok(both.singlepart(html));
        };
        let part = |picture: &Picture, name: &str, cid: &str| {
            Ok::<_, Uncomposable>(
                SinglePart::builder()
                    .content_type(ContentType::parse("image/png")?)
                    .header(ContentDisposition::inline_with_name(name))
                    .header(ContentId::from(bracketed(cid)))
                    .body(picture.png.clone()),
            )
        };
        let related = MultiPart::related().boundary(format!("related-{mark}"));
        let mut related = related.singlepart(html).singlepart(part(picture, "map.png", &cid)?);
        if let Some(whole) = &self.content.whole_map {
            related = related.singlepart(part(whole, "whole-map.png", &format!("whole.{cid}"))?);
        }
        Ok(both.multipart(related))
    }
}

/// Sixteen hexadecimal digits that only this mail has, and always has.
fn mark(message_id: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(message_id)[..8])
}

fn bracketed(id: &str) -> String {
    format!("<{id}>")
}

/// A Message-ID that came in by mail may hold anything.
fn check_id(id: &str) -> Result<(), Uncomposable> {
    let plain = |sign: u8| sign.is_ascii_graphic() && sign != b'<' && sign != b'>';
    if (1..=900).contains(&id.len()) && id.bytes().all(plain) {
        Ok(())
    } else {
        Err(Uncomposable::MessageId(id.to_owned()))
    }
}

fn address(text: &str) -> Result<Address, Uncomposable> {
    let unusable = |_| Uncomposable::Address(text.to_owned());
    text.parse().map_err(unusable)
}

fn mailbox(party: &Party) -> Result<Mailbox, Uncomposable> {
    // A line end in a name would begin a header of its own.
    let name: Vec<&str> =
        party.name.split(|sign: char| sign.is_control() || sign == ' ').filter(|word| !word.is_empty()).collect();
    let name = (!name.is_empty()).then(|| name.join(" "));
    Ok(Mailbox::new(name, address(&party.address)?))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::content::{Block, Section};
    use super::super::{Letter, Nature, Token, Vocabulary};
    use super::*;

    const TOKEN: &str = "g12.german.7.obaaaaaaaaaaaaaaaa";

    pub(crate) fn turn_mail() -> Outgoing {
        Outgoing {
            from: Party { name: "Fieldpost".to_owned(), address: "play@fieldpost.example".to_owned() },
            to: Party { name: "Jürgen".to_owned(), address: "juergen@home.example".to_owned() },
            reply_to: Some(format!("play+{TOKEN}@fieldpost.example")),
            return_path: "bounce@fieldpost.example".to_owned(),
            subject: "[Fieldpost] Autumn Fog, game 12".to_owned(),
            message_id: format!("{TOKEN}.n345@fieldpost.example"),
            in_reply_to: Some("g12.german.6.obaaaaaaaaaaaaaaaa.n300@fieldpost.example".to_owned()),
            references: (0..15).map(|n| format!("m{n}@fieldpost.example")).collect(),
            date: 1_795_255_200_000,
            content: Content {
                title: "Turn 1".to_owned(),
                picture: Some(Picture { png: b"\x89PNG\r\n\x1a\n-not really-".to_vec(), alt: "The map".to_owned() }),
                sections: vec![Section {
                    heading: String::new(),
                    blocks: vec![Block::Paragraph("Düren holds.".to_owned())],
                }],
                token: Some(TOKEN.to_owned()),
                ..Content::default()
            },
            auto: Auto::Generated,
            list_id: Some("game-12.fieldpost.example".to_owned()),
            unsubscribe: Some(Unsubscribe {
                url: Some("https://fieldpost.example/u/abc".to_owned()),
                address: "play+u@fieldpost.example".to_owned(),
            }),
        }
    }

    fn lines(mail: &Outgoing) -> String {
        let bytes = mail.compose().expect("composes").bytes;
        String::from_utf8(bytes).expect("what goes out is ASCII")
    }

    #[test]
    fn the_same_mail_is_the_same_bytes() {
        assert_eq!(turn_mail().compose().expect("once"), turn_mail().compose().expect("twice"));
    }

    #[test]
    fn the_header_holds_what_threads_and_filters_need() {
        let text = lines(&turn_mail());
        let (header, _) = text.split_once("\r\n\r\n").expect("a header ends");
        let unfolded = header.replace("\r\n ", " ");
        for field in [
            "From: Fieldpost <play@fieldpost.example>",
            "Reply-To: play+g12.german.7.obaaaaaaaaaaaaaaaa@fieldpost.example",
            "Subject: [Fieldpost] Autumn Fog, game 12",
            "Message-ID: <g12.german.7.obaaaaaaaaaaaaaaaa.n345@fieldpost.example>",
            "In-Reply-To: <g12.german.6.obaaaaaaaaaaaaaaaa.n300@fieldpost.example>",
            "Date: Sat, 21 Nov 2026 10:00:00 +0000",
            "Auto-Submitted: auto-generated",
            "X-Auto-Response-Suppress: All",
            "List-Id: <game-12.fieldpost.example>",
            "List-Unsubscribe: <https://fieldpost.example/u/abc>, <mailto:play+u@fieldpost.example>",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            "MIME-Version: 1.0",
        ] {
            assert!(unfolded.lines().any(|line| line == field), "{field} in\n{unfolded}");
        }
        let references = unfolded.lines().find(|line| line.starts_with("References:"));
        let references = references.expect("there is a thread");
        assert!(references.starts_with("References: <m0@fieldpost.example> <m5@"));
        assert!(references.ends_with("<m14@fieldpost.example>"));
        assert!(text.lines().all(|line| line.len() <= 998));
    }

    #[test]
    fn what_goes_out_is_recognised_when_it_comes_back() {
        let mail = turn_mail().compose().expect("composes");
        let letter = Letter::parse(&mail.bytes).expect("parses");
        assert!(matches!(letter.nature, Nature::Automatic(_)));
        assert!(letter.read(&Vocabulary::new(["pass"])).orders.is_empty());
        assert_eq!(letter.message_id.as_deref(), Some(mail.message_id.as_str()));
        assert!(letter.text.contains("Düren holds."));
        let token = Token::parse(TOKEN).expect("a token");
        assert!(Token::in_letter(&letter).contains(&token));
    }

    #[test]
    fn the_picture_is_inside_and_is_referred_to() {
        let text = lines(&turn_mail());
        let cid = text
            .lines()
            .find_map(|line| line.strip_prefix("Content-ID: <")?.strip_suffix('>'))
            .expect("the picture has an id");
        let message = mail_parser::MessageParser::default();
        let parsed = message.parse(text.as_bytes()).expect("parses");
        assert!(parsed.body_html(0).expect("HTML").contains(&format!("cid:{cid}")));
        let png = parsed.attachment(0).expect("the picture").contents();
        assert_eq!(Some(png), turn_mail().content.picture.map(|p| p.png).as_deref());
    }

    #[test]
    fn the_whole_map_goes_along_as_a_picture_of_its_own() {
        let mut mail = turn_mail();
        mail.content.whole_map = Some(Picture { png: b"whole".to_vec(), alt: "The whole map".to_owned() });
        let text = lines(&mail);
        let parsed = mail_parser::MessageParser::default().parse(text.as_bytes()).expect("parses");
        assert_eq!(parsed.attachment(1).expect("the second picture").contents(), b"whole");
        let html = parsed.body_html(0).expect("HTML");
        let ids = text.lines().filter_map(|line| line.strip_prefix("Content-ID: <")?.strip_suffix('>'));
        assert_eq!(ids.filter(|id| html.contains(&format!("cid:{id}"))).count(), 2, "{html}");
    }

    #[test]
    fn nothing_in_a_name_or_subject_begins_a_header() {
        let mut mail = turn_mail();
        mail.to.name = "Eve\r\nBcc: all@home.example".to_owned();
        mail.subject = "x\r\nBcc: all@home.example\r\n\r\nbody".to_owned();
        let text = lines(&mail);
        assert!(!text.lines().any(|line| line.starts_with("Bcc")), "{text}");
    }

    #[test]
    fn what_is_no_address_or_id_is_refused() {
        let mut mail = turn_mail();
        mail.in_reply_to = Some("a@b>\r\nBcc: <c@d".to_owned());
        assert!(matches!(mail.compose(), Err(Uncomposable::MessageId(_))));
        let mut mail = turn_mail();
        mail.to.address = "nobody".to_owned();
        assert!(matches!(mail.compose(), Err(Uncomposable::Recipient(_))));
    }
}
