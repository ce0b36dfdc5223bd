//! What a mail says, once as plain text and once as HTML for a phone.

use askama::Template;

use super::quote::MARKER;
use crate::filters;

/// What a mail says. The same content makes the text and the HTML part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Content {
    /// What lists of mail show beside the subject: turn, phase, who is to act. One sentence.
    pub preview: String,
    /// The headline.
    pub title: String,
    /// Shown below the headline, across the whole width.
    pub picture: Option<Picture>,
    /// Shown below the picture: the whole map, where that shows little of it.
    pub whole_map: Option<Picture>,
    /// What is said, in order.
    pub sections: Vec<Section>,
    /// Links, shown as buttons.
    pub links: Vec<Link>,
    /// Small print, one paragraph each.
    pub notes: Vec<String>,
    /// If this mail can be answered with orders: the token, which then also stands in the text. It
    /// brings the marker on top of the mail.
    pub token: Option<String>,
}

/// A picture inside the mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file, drawn for a width of 700 pixels or twice that.
    pub png: Vec<u8>,
    /// What it shows, for those who do not see it.
    pub alt: String,
}

/// A part of a mail under its own heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Empty for none.
    pub heading: String,
    /// What is said.
    pub blocks: Vec<Block>,
}

/// What a section is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(String),
    /// Short statements, one a line.
    List(Vec<String>),
    /// Orders to be copied into the answer, one a line.
    Orders(Vec<String>),
    /// Orders that came in, each with its result or the rule that forbids it.
    Echo(Vec<Echo>),
    /// Lines that only the text part shows, in place of the picture.
    Board(String),
}

/// An order that came in, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Echo {
    /// The order as it was written.
    pub order: String,
    /// What became of it, in a word.
    pub fate: Fate,
    /// What happened, or which rule forbids it and what to do instead; a statement each.
    pub lines: Vec<String>,
}

/// What became of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Carried out.
    Done,
    /// A rule forbids it.
    Refused,
    /// Nobody could tell what it means.
    Misread,
    /// Legal, but undone because a later line was refused.
    TakenBack,
    /// Never looked at, because a line before it was refused.
    NotReached,
    /// Kept until the other side has decided.
    Waits,
    /// A question, or a standing order.
    Answered,
    /// Only tried out.
    TriedOut,
}

impl Fate {
    /// The fate in a word or two.
    pub fn word(self) -> &'static str {
        match self {
            Fate::Done => "done",
            Fate::Refused => "refused",
            Fate::Misread => "not understood",
            Fate::TakenBack => "taken back",
            Fate::NotReached => "not looked at",
            Fate::Waits => "waits",
            Fate::Answered => "answered",
            Fate::TriedOut => "tried out",
        }
    }

    /// Name of its look on the page: `good`, `bad`, `open` or `waits`.
    pub fn look(self) -> &'static str {
        match self {
            Fate::Done | Fate::Answered => "good",
            Fate::Refused | Fate::Misread => "bad",
            Fate::TakenBack | Fate::NotReached | Fate::TriedOut => "open",
            Fate::Waits => "waits",
        }
    }

    /// The border that marks it in a mail; its pattern tells it, too, not its colour alone.
    fn border(self) -> &'static str {
        match self.look() {
            "good" => "solid #2f6b3a",
            "bad" => "double #a3271c",
            _ => "dotted #7a6a3a",
        }
    }

    /// The sign before its word in a mail.
    fn sign(self) -> &'static str {
        match self.look() {
            "good" => "\u{2713}",
            "bad" => "\u{2717}",
            _ => "\u{2013}",
        }
    }

    /// Whether the order need not be sent again.
    pub fn is_settled(self) -> bool {
        matches!(self, Fate::Done | Fate::Waits | Fate::Answered)
    }
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What the button says.
    pub label: String,
    /// Where it leads.
    pub url: String,
}

#[derive(Template)]
#[template(path = "mail/letter.txt")]
struct Text<'c> {
    content: &'c Content,
    marker: &'static str,
}

#[derive(Template)]
#[template(path = "mail/letter.html")]
struct Html<'c> {
    content: &'c Content,
    marker: &'static str,
    cid: &'c str,
}

impl Content {
    /// The text part.
    ///
    /// # Errors
    /// None that the templates could cause: writing to a string does not fail.
    pub fn text(&self) -> Result<String, askama::Error> {
        Text { content: self, marker: MARKER }.render()
    }

    /// The HTML part; the picture is taken from the part of the mail with the Content-ID `cid`.
    ///
    /// # Errors
    /// As [`Content::text`].
    pub fn html(&self, cid: &str) -> Result<String, askama::Error> {
        Html { content: self, marker: MARKER, cid }.render()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Vocabulary, quote};
    use super::*;

    fn echo(order: &str, fate: Fate, line: &str) -> Echo {
        Echo { order: order.to_owned(), fate, lines: vec![line.to_owned()] }
    }

    pub(crate) fn turn() -> Content {
        Content {
            preview: "Turn 1: it is yours to activate".to_owned(),
            title: "Turn 1, German activation".to_owned(),
            picture: Some(Picture { png: vec![1, 2, 3], alt: "The front <west> of Prüm".to_owned() }),
            whole_map: None,
            sections: vec![
                Section {
                    heading: "What happened".to_owned(),
                    blocks: vec![
                        Block::Paragraph("The 106th held & lost a step.".to_owned()),
                        Block::Echo(vec![
                            echo("move A to 1203", Fate::TakenBack, "Legal."),
                            echo("move B", Fate::Refused, "7.31 Unbridged river"),
                        ]),
                        Block::Board("1203 A\n1204 -".to_owned()),
                    ],
                },
                Section {
                    heading: "Legal now".to_owned(),
                    blocks: vec![
                        Block::List(vec!["three orders".to_owned()]),
                        Block::Orders(vec!["move C to 1205".to_owned(), "pass".to_owned()]),
                    ],
                },
            ],
            links: vec![Link { label: "See the map".to_owned(), url: "http://127.0.0.1:8080/game/12".to_owned() }],
            notes: vec!["Two dice, seven keys.".to_owned()],
            token: Some("g12.german.7.obaaaaaaaaaaaaaaaa".to_owned()),
        }
    }

    #[test]
    fn the_text_part_reads_like_a_letter() {
        let expected = "\
--- write orders above this line ---

Turn 1: it is yours to activate

TURN 1, GERMAN ACTIVATION

What happened
-------------
The 106th held & lost a step.

[taken back] move A to 1203
    Legal.
[refused] move B
    7.31 Unbridged river

1203 A
1204 -

Legal now
---------
* three orders

    move C to 1205
    pass

See the map: http://127.0.0.1:8080/game/12

Two dice, seven keys.

token: g12.german.7.obaaaaaaaaaaaaaaaa
";
        let text = turn().text().expect("renders");
        assert_eq!(text, expected, "{text}");
    }

    #[test]
    fn the_html_part_escapes_and_refers_to_the_picture() {
        let html = turn().html("map.1@x.org").expect("renders");
        for wanted in [
            "src=\"cid:map.1@x.org\"",
            "The front &#60;west&#62; of Prüm",
            "held &#38; lost",
            "move C to 1205",
            MARKER,
            "token: g12.german.7.obaaaaaaaaaaaaaaaa",
        ] {
            assert!(html.contains(wanted), "{wanted} in {html}");
        }
        assert!(!html.contains("<script") && !html.contains("1204 -"));
        assert!(html.lines().all(|line| line.len() < 998), "RFC 5322, 2.1.1");
    }

    #[test]
    fn the_whole_map_stands_below_the_picture_and_long_keys_may_be_broken() {
        let whole = Some(Picture { png: vec![4], alt: "The whole map.".to_owned() });
        let html = Content { whole_map: whole, ..turn() }.html("map.1@x.org").expect("renders");
        let (first, second) = (html.find("cid:map.1@x.org"), html.find("cid:whole.map.1@x.org"));
        assert!(first.is_some() && first < second, "{html}");
        assert!(html.contains("overflow-wrap:anywhere;word-break:break-word"), "{html}");
    }

    #[test]
    fn a_mail_without_a_token_asks_for_no_orders() {
        let content = Content { token: None, ..turn() };
        assert!(!content.text().expect("renders").contains(MARKER));
        assert!(!content.html("x").expect("renders").contains(MARKER));
    }

    #[test]
    fn our_own_mail_quoted_whole_holds_no_order() {
        for text in [turn().text().expect("renders"), super::super::html::text(&turn().html("x").expect("renders"))] {
            let orders = |text: &str| quote::read(text, &[], &Vocabulary::new(["pass", "move"])).orders.len();
            assert_eq!(orders(&text), 0, "{text}");
            let answered = format!("pass\n{text}");
            assert_eq!(orders(&answered), 1, "{answered}");
        }
    }
}
