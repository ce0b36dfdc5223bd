//! Whether a person wrote a letter, or a program did (RFC 3834, RFC 3464).
//!
//! What a program wrote is never answered: two programs that answer each other do not stop.

use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders, PartType};

/// Who wrote a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nature {
    /// A person, as far as can be told.
    Personal,
    /// A person, as far as can be told, through a mailing list: his orders are read, but nothing else is answered.
    Listed,
    /// A program; the text says by what it was known.
    Automatic(&'static str),
    /// A mail server: mail of ours was not delivered, or is delayed.
    Bounce(Bounce),
    /// A mailbox provider: somebody marked mail of ours as spam.
    Complaint {
        /// Message-ID of the mail of ours, without brackets.
        about: Option<String>,
    },
}

/// A delivery status notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounce {
    /// Message-ID of the mail of ours, without brackets.
    pub about: Option<String>,
    /// What became of it, recipient by recipient.
    pub recipients: Vec<Delivery>,
}

/// What became of a mail for one recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The address that was tried last, in lower case.
    pub recipient: String,
    /// `failed`, `delayed`, `delivered`, `relayed` or `expanded`.
    pub action: String,
    /// The status code, for instance `5.1.1`.
    pub status: String,
    /// What the other server said, as it said it.
    pub diagnostic: String,
}

impl Delivery {
    /// Whether trying again is useless.
    pub fn is_permanent(&self) -> bool {
        self.action == "failed" && self.status.starts_with('5')
    }
}

/// Header fields: lower-case names, unfolded values, in the order of the mail.
pub(super) struct Headers(Vec<(String, String)>);

impl Headers {
    pub(super) fn of(message: &Message<'_>) -> Headers {
        let fields = message.headers().iter().map(|header| {
            let range = header.offset_start as usize..header.offset_end as usize;
            let raw = message.raw_message.get(range).unwrap_or_default();
            let value = String::from_utf8_lossy(raw);
            let unfolded: Vec<&str> = value.split_whitespace().collect();
            (header.name.as_str().to_ascii_lowercase(), unfolded.join(" "))
        });
        Headers(fields.collect())
    }

    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let of_name = self.0.iter().filter(move |(known, _)| known == name);
        of_name.map(|(_, value)| value.as_str())
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// The Message-IDs in all fields of this name, without brackets.
    pub(super) fn ids(&self, name: &str) -> Vec<String> {
        self.all(name).flat_map(ids).collect()
    }
}

/// The Message-IDs in a header field, without brackets.
fn ids(value: &str) -> Vec<String> {
    let bracketed: Vec<String> =
        value.split('<').skip(1).filter_map(|rest| Some(rest.split_once('>')?.0.trim().to_owned())).collect();
    if !bracketed.is_empty() {
        return bracketed;
    }
    let bare = value.split_whitespace().filter(|word| word.contains('@'));
    bare.map(str::to_owned).collect()
}

/// Beginnings of the subjects of vacation answers whose programs set no header.
const VACATION_SUBJECTS: [&str; 14] = [
    "out of office",
    "automatic reply:",
    "auto reply",
    "autoreply",
    "abwesenheitsnotiz",
    "automatische antwort",
    "abwesend:",
    "réponse automatique",
    "absence du bureau",
    "risposta automatica",
    "fuori sede",
    "respuesta automática",
    "automatisch antwoord",
    "afwezigheidsbericht",
];

/// The word that our own mails carry in `X-Loop`.
pub(super) const LOOP_MARK: &str = "fieldpost";

pub(super) fn nature(message: &Message<'_>, headers: &Headers, subject: &str) -> Nature {
    if let Some(report) = report(message) {
        return report;
    }
    let says = |name, words: &[&str]| {
        headers.all(name).any(|value| {
            let value = value.to_ascii_lowercase();
            words.iter().any(|word| value.contains(word))
        })
    };
    let submitted = headers.get("auto-submitted").map(|value| {
        let keyword = value.split(';').next().unwrap_or_default().trim();
        keyword.eq_ignore_ascii_case("no")
    });
    let subject = subject.trim().to_lowercase();
    let sender = ["mailer-daemon@", "postmaster@"];
    let reason = if submitted == Some(false) {
        "Auto-Submitted"
    } else if says("x-loop", &[LOOP_MARK]) {
        "X-Loop"
    } else if says("precedence", &["junk", "auto_reply", "auto-reply"]) {
        "Precedence"
    } else if headers.get("x-autoreply").is_some()
        || headers.get("x-autorespond").is_some()
        || headers.get("x-autoresponder").is_some()
    {
        "X-Autoreply"
    } else if headers.get("return-path").map(str::trim) == Some("<>") {
        "empty Return-Path"
    } else if says("from", &sender) {
        "From"
    } else if VACATION_SUBJECTS.iter().any(|known| subject.starts_with(known)) {
        "Subject"
    } else if headers.get("list-id").is_some() || says("precedence", &["bulk", "list"]) {
        return Nature::Listed;
    } else {
        return Nature::Personal;
    };
    Nature::Automatic(reason)
}

/// A multipart/report, by what it reports.
fn report(message: &Message<'_>) -> Option<Nature> {
    let top = message.content_type()?;
    if top.ctype() != "multipart" || top.subtype() != Some("report") {
        return None;
    }
    let about = || message.parts.iter().skip(1).find_map(reported_id);
    for part in &message.parts {
        let subtype = part.content_type().and_then(|kind| kind.subtype());
        match subtype {
            Some("delivery-status" | "global-delivery-status") => {
                return Some(Nature::Bounce(Bounce {
                    about: about(),
                    recipients: deliveries(&String::from_utf8_lossy(part.contents())),
                }));
            }
            Some("feedback-report") => return Some(Nature::Complaint { about: about() }),
            _ => {}
        }
    }
    Some(Nature::Automatic("multipart/report"))
}

/// The Message-ID of the mail that a report returns, whole or its headers alone.
fn reported_id(part: &MessagePart<'_>) -> Option<String> {
    let id = |message: &Message<'_>| Headers::of(message).ids("message-id").into_iter().next();
    match &part.body {
        PartType::Message(message) if !message.parts.is_empty() => id(message),
        _ => {
            let subtype = part.content_type().and_then(|kind| kind.subtype());
            let headers = ["rfc822-headers", "rfc822", "global", "global-headers"];
            if !headers.contains(&subtype?) {
                return None;
            }
            let parser = MessageParser::new().with_message_ids();
            id(&parser.parse_headers(part.contents()).filter(|m| !m.parts.is_empty())?)
        }
    }
}

/// The groups of a message/delivery-status: one for the mail, then one for each recipient.
fn deliveries(text: &str) -> Vec<Delivery> {
    let text = text.replace("\r\n", "\n");
    let groups = text.split("\n\n").map(|group| {
        let unfolded = group.replace("\n ", " ").replace("\n\t", " ");
        let field = |name: &str| {
            let mut lines = unfolded.lines();
            lines.find_map(|line| {
                let (known, value) = line.split_once(':')?;
                let named = known.trim().eq_ignore_ascii_case(name);
                named.then(|| value.trim().to_owned())
            })
        };
        // "rfc822; anna@home.net": the type of address says nothing to us.
        let typed = |name: &str| {
            let value = field(name)?;
            let plain = value.split_once(';').map(|(_, rest)| rest.trim().to_owned());
            Some(plain.unwrap_or(value))
        };
        let recipient = typed("Final-Recipient").or_else(|| typed("Original-Recipient"))?;
        Some(Delivery {
            recipient: recipient.trim_matches(['<', '>']).to_ascii_lowercase(),
            action: field("Action").unwrap_or_default().to_ascii_lowercase(),
            // A comment may follow the code: "5.1.1 (unknown user)".
            status: field("Status")
                .and_then(|status| status.split_whitespace().next().map(str::to_owned))
                .unwrap_or_default(),
            diagnostic: typed("Diagnostic-Code").unwrap_or_default(),
        })
    });
    groups.flatten().collect()
}
