//! The text of an HTML mail: one line per block, quotations marked with `>` as in plain text.
//!
//! This is no browser. It needs to be right about two things: what stands on a line of its own, and
//! what is quoted and therefore must not be taken for an order. Where tags and entities begin and end
//! is for the tokenizer to say, which reads them as browsers do.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};

/// What hides its content.
const UNSEEN: [&str; 7] = ["head", "style", "script", "template", "title", "noscript", "iframe"];

/// What a head may hold. Anything else ends it, whether its end is written or not.
const IN_HEAD: [&str; 9] = ["base", "basefont", "bgsound", "link", "meta", "noscript", "script", "style", "title"];

/// What begins and ends a line.
const BLOCKS: [&str; 30] = [
    "address", "article", "body", "center", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hr", "html", "li", "main", "ol", "p", "pre", "section", "table", "tbody", "thead", "tr", "ul",
];

/// Class names of the containers in which webmails put what they quote.
const QUOTING_CLASSES: [&str; 8] = [
    GMAIL,
    "gmail_quote_container",
    "yahoo_quoted",
    "protonmail_quote",
    "moz-cite-prefix",
    "tutanota_quote",
    "zmail_extra",
    "gmx_quote",
];

/// Gmail's container holds the quotation in a `blockquote`; what its user writes into the quotation
/// stands between two of those.
const GMAIL: &str = "gmail_quote";

/// Names that other programs give to such containers.
const QUOTING_NAMES: [&str; 2] = ["messagereplysection", "quote"];

/// Ids that Outlook gives to the place where the quoted mail begins; what follows is not nested.
const OUTLOOK_IDS: [&str; 5] = [
    "appendonsend",
    "divrplyfwdmsg",
    "stopspelling",
    "mail-editor-reference-message-container",
    "ms-outlook-mobile-body-separator-line",
];

/// The text of an HTML document. Total: any string gives some text, in time linear to its length.
pub fn text(html: &str) -> String {
    let mut page = Page::default();
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match token {
            Token::String(words) => page.words(&String::from_utf8_lossy(&words)),
            Token::StartTag(tag) => page.begin(&tag),
            Token::EndTag(tag) => page.end(&String::from_utf8_lossy(&tag.name)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    page.end_line();
    page.out
}

#[derive(Default)]
struct Page {
    out: String,
    line: String,
    /// Open elements that may quote, the outermost first.
    open: Vec<Container>,
    /// How many of them are of each kind.
    open_of: [usize; 2],
    quotes: usize,
    unseen: Option<&'static str>,
    preformatted: usize,
}

/// An open element that may quote.
struct Container {
    kind: Kind,
    quotes: bool,
    /// Gmail's own, whose quotation is the `blockquote` in it.
    is_gmail: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Division,
    Quotation,
}

/// Deeper nesting of quotes than this is written as this deep.
const DEEPEST_QUOTE: usize = 16;

impl Page {
    fn words(&mut self, words: &str) {
        if self.unseen.is_some() || words.is_empty() {
            return;
        }
        if self.preformatted > 0 {
            for (at, piece) in words.split('\n').enumerate() {
                if at > 0 {
                    self.break_line();
                }
                self.line.push_str(piece.trim_end_matches('\r'));
            }
            return;
        }
        for letter in words.chars() {
            if letter.is_ascii_whitespace() {
                self.space();
            } else {
                self.line.push(letter);
            }
        }
    }

    fn space(&mut self) {
        if !self.line.is_empty() && !self.line.ends_with(' ') {
            self.line.push(' ');
        }
    }

    /// Ends the line even if it is empty.
    fn break_line(&mut self) {
        for _ in 0..self.quotes.min(DEEPEST_QUOTE) {
            self.out.push('>');
        }
        if self.quotes > 0 {
            self.out.push(' ');
        }
        self.out.push_str(self.line.trim_end());
        self.out.push('\n');
        self.line.clear();
    }

    fn end_line(&mut self) {
        if !self.line.trim().is_empty() {
            self.break_line();
        }
        self.line.clear();
    }

    fn begin(&mut self, tag: &StartTag<()>) {
        let name = String::from_utf8_lossy(&tag.name);
        if self.unseen == Some("head") && !IN_HEAD.contains(&&*name) && name != "template" {
            self.unseen = None;
        }
        if self.unseen.is_some() {
            return;
        }
        if let Some(&unseen) = UNSEEN.iter().find(|&&unseen| unseen == name) {
            self.unseen = Some(unseen);
            return;
        }
        match &*name {
            "br" => self.break_line(),
            "td" | "th" => self.space(),
            "blockquote" => self.open(Container { kind: Kind::Quotation, quotes: true, is_gmail: false }),
            "div" => self.division(tag),
            _ => {
                if BLOCKS.contains(&&*name) {
                    self.end_line();
                    self.preformatted += usize::from(name == "pre");
                }
                self.mark_outlook(tag);
            }
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(unseen) = self.unseen {
            if name == unseen {
                self.unseen = None;
            }
            return;
        }
        match name {
            "br" => self.break_line(),
            "td" | "th" => self.space(),
            "blockquote" => self.close(Kind::Quotation),
            "div" => self.close(Kind::Division),
            _ if BLOCKS.contains(&name) => {
                self.end_line();
                self.preformatted = self.preformatted.saturating_sub(usize::from(name == "pre"));
            }
            _ => {}
        }
    }

    fn division(&mut self, tag: &StartTag<()>) {
        let (class, given) = (attribute(tag, "class"), attribute(tag, "name"));
        let has = |wanted: &str| class.split_ascii_whitespace().any(|one| without_prefix(one) == wanted);
        let quotes = QUOTING_CLASSES.iter().any(|known| has(known)) || QUOTING_NAMES.contains(&given.as_str());
        self.open(Container { kind: Kind::Division, quotes, is_gmail: has(GMAIL) });
        self.mark_outlook(tag);
    }

    fn mark_outlook(&mut self, tag: &StartTag<()>) {
        if OUTLOOK_IDS.contains(&without_prefix(&attribute(tag, "id"))) {
            self.end_line();
            self.line.push_str("-----Original Message-----");
            self.end_line();
        }
    }

    fn open(&mut self, container: Container) {
        self.end_line();
        self.quotes += usize::from(container.quotes);
        self.open_of[container.kind as usize] += 1;
        self.open.push(container);
    }

    fn close(&mut self, kind: Kind) {
        self.end_line();
        // counted, for to look for what is not there would take as long as the stack is deep
        if self.open_of[kind as usize] == 0 {
            return;
        }
        while let Some(container) = self.open.pop() {
            self.quotes -= usize::from(container.quotes);
            self.open_of[container.kind as usize] -= 1;
            if container.kind == kind {
                break;
            }
        }
        if kind == Kind::Quotation
            && let Some(around) = self.open.last_mut().filter(|around| around.is_gmail && around.quotes)
        {
            around.quotes = false;
            self.quotes -= 1;
        }
    }
}

/// An attribute's value in lower case; empty if there is none.
fn attribute(tag: &StartTag<()>, name: &str) -> String {
    let value = tag.attributes.get(name.as_bytes());
    value.map(|value| String::from_utf8_lossy(value).trim().to_ascii_lowercase()).unwrap_or_default()
}

/// A class or id without what Outlook puts before those of a mail that it quotes.
fn without_prefix(name: &str) -> &str {
    name.trim_start_matches("x_")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::text;

    #[test]
    fn blocks_and_breaks_become_lines() {
        let html = "<html><head><title>no</title><style>p{}</style></head><body>\
            <p>move A\n to 1203</p><div>attack<br>1204</div><ul><li>pass</li></ul></body></html>";
        assert_eq!(text(html), "move A to 1203\nattack\n1204\npass\n");
    }

    #[test]
    fn entities_become_letters() {
        assert_eq!(
            text("D&uuml;ren &amp; &#8211;&#x2192; a&nbsp;b &unknown; &; 3 < 5"),
            "Düren & –→ a\u{a0}b &unknown; &; 3 < 5\n"
        );
    }

    #[test]
    fn entities_without_a_semicolon_and_of_windows_1252_become_letters() {
        assert_eq!(text("a&nbspb &lt3 &amp c D&uumlren"), "a\u{a0}b <3 & c Düren\n");
        assert_eq!(text("1203&#150;1204 &#8364&#x80; &#147;Lehr&#148; &#133;"), "1203–1204 €€ “Lehr” …\n");
        assert_eq!(text("&#0; &#xD800; &#9999999999;").trim_end(), "\u{fffd} \u{fffd} \u{fffd}");
    }

    #[test]
    fn a_sign_in_an_attribute_ends_no_tag() {
        for tag in [
            "<img alt=\"a > b\" title='<div>pass</div>'>",
            "<img alt='move 1 > 2'>",
            "<a href=\"x\" title=\"one\ntwo > three\"></a>",
            "<span data-x='\"' data-y=\"'>\"></span>",
            "<img alt=a'b\"c>",
            "<td\n  style = \"a>b\"\n>",
        ] {
            assert_eq!(text(&format!("<div>move A{tag}</div><div>pass</div>")).trim_end(), "move A\npass", "{tag}");
        }
    }

    #[test]
    fn comments_conditions_scripts_and_styles_are_not_read() {
        for hidden in [
            "<!-- pass --><!---->",
            "<!--[if mso]><p>pass</p><![endif]-->",
            "<![if !mso]><![endif]>",
            "<!-- a -- > pass -->",
            "<?xml version='1.0'?>",
            "<script>if (1 < 2) document.write('<p>pass</p>')</script>",
            "<style>p > a { content: '<br>pass' }</style>",
            "<noscript><p>pass</p></noscript>",
            "<template><p>pass</p></template>",
            "<![CDATA[pass]]>",
        ] {
            assert_eq!(text(&format!("<p>one</p>{hidden}<p>two</p>")), "one\ntwo\n", "{hidden}");
        }
    }

    #[test]
    fn a_head_ends_where_the_body_begins() {
        assert_eq!(text("<head><meta charset=x><title>no</title><style>a</style><body>one"), "one\n");
        assert_eq!(text("<html><head><link rel=x><p>one"), "one\n");
    }

    #[test]
    fn tables_are_read_row_by_row() {
        let html = "<table><tbody><tr><td>move<td>A</tr><tr><td><table><tr><th>pass</table></table>end";
        assert_eq!(text(html), "move A\npass\nend\n");
    }

    #[test]
    fn what_stands_between_two_quotations_of_gmail_is_not_quoted() {
        let html = "<div class=\"gmail_quote\"><div class=\"gmail_attr\">On Monday X wrote:<br></div>\
            <blockquote class=\"gmail_quote\"><div>old</div></blockquote><div>mine</div>\
            <blockquote class=\"gmail_quote\"><div>older<blockquote>oldest</blockquote>old</div></blockquote></div>";
        assert_eq!(text(html), "> On Monday X wrote:\n>> old\nmine\n> older\n>> oldest\n> old\n");
    }

    #[test]
    fn every_container_of_a_quotation_is_known() {
        for (begin, end) in [
            ("<div class=\"x_gmail_quote\">", "</div>"),
            ("<div class='yahoo_quoted' id=yahoo_quoted_1>", "</div>"),
            ("<div class=protonmail_quote>", "</div>"),
            ("<div name='messageReplySection'>", "</div>"),
            ("<blockquote type=\"cite\" cite=\"mid:a>b\">", "</blockquote>"),
            ("<blockquote\nclass=tutanota_quote>", "</blockquote>"),
        ] {
            assert_eq!(text(&format!("mine{begin}<p>old</p>{end}mine")), "mine\n> old\nmine\n", "{begin}");
        }
        for begin in ["<div id=appendonsend></div>", "<div id=\"x_divRplyFwdMsg\">", "<hr id='stopSpelling'>"] {
            assert_eq!(text(&format!("mine{begin}old")), "mine\n-----Original Message-----\nold\n", "{begin}");
        }
    }

    #[test]
    fn however_deep_the_quotations_of_a_long_thread_are_nested_none_of_it_is_unquoted() {
        let (deep, ends) = ("<blockquote><div>".repeat(500), "</div></blockquote>".repeat(500));
        let read = text(&format!("mine{deep}old{}pass{}mine", &ends[..ends.len() / 2], &ends[ends.len() / 2..]));
        let own: Vec<&str> = read.lines().filter(|line| !line.starts_with('>')).collect();
        assert_eq!(own, ["mine", "mine"]);
    }

    #[test]
    fn a_million_letters_of_tags_are_read_without_recursion() {
        for piece in
            ["<div>", "</div>", "<blockquote>", "<div></blockquote>", "<table><td>", "<b", "<!--", "&", "<a b='"]
        {
            let _ = text(&piece.repeat((1 << 20) / piece.len()));
        }
    }

    #[test]
    fn what_is_quoted_is_marked() {
        let html = "mine<blockquote>theirs<blockquote>mine again</blockquote></blockquote>end";
        assert_eq!(text(html), "mine\n> theirs\n>> mine again\nend\n");
        let gmail = "<div>mine</div><div class=\"gmail_quote gmail_quote_container\">\
            <div class=gmail_attr>On Monday X wrote:</div><div>old</div></div><div>after</div>";
        assert_eq!(text(gmail), "mine\n> On Monday X wrote:\n> old\nafter\n");
    }

    #[test]
    fn the_place_where_outlook_quotes_is_marked() {
        let html = "<div>mine</div><div id=\"appendonsend\"></div><hr><div>old</div>";
        assert_eq!(text(html), "mine\n-----Original Message-----\nold\n");
    }

    #[test]
    fn preformatted_lines_stay_lines() {
        assert_eq!(text("<pre>one\ntwo  2\n</pre>"), "one\ntwo  2\n");
    }

    #[test]
    fn comments_and_broken_tags_hide_nothing_else() {
        assert_eq!(text("a<!-- <p>x</p> -->b<p"), "ab\n");
        assert_eq!(text("a<!-- open"), "a\n");
    }

    proptest! {
        #[test]
        fn any_text_gives_some_text(html in "(<|>|/|&|;|-|!|'|\"|=|#|div|p|blockquote|pre|style|script|head|class=gmail_quote|[a-z ö\n]){0,60}") {
            let _ = text(&html);
        }
    }
}
