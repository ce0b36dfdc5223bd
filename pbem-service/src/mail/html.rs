//! The text of an HTML mail: one line per block, quotations marked with `>` as in plain text.
//!
//! This is no browser. It needs to be right about two things: what stands on a line of its own, and
//! what is quoted and therefore must not be taken for an order.

/// What hides its content.
const UNSEEN: [&str; 6] = ["head", "style", "script", "template", "title", "noscript"];

/// What begins and ends a line.
const BLOCKS: [&str; 29] = [
    "address", "article", "body", "center", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hr", "html", "li", "main", "ol", "p", "pre", "section", "table", "tbody", "tr", "ul",
];

/// Class names of the containers in which webmails put what they quote.
const QUOTING_CLASSES: [&str; 4] = ["gmail_quote", "yahoo_quoted", "protonmail_quote", "moz-cite-prefix"];

/// Ids that Outlook gives to the place where the quoted mail begins; what follows is not nested.
const OUTLOOK_IDS: [&str; 2] = ["appendonsend", "divrplyfwdmsg"];

/// Latin-1 entities in code order from 160 (`&nbsp;`) on.
const LATIN1: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg \
    macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 \
    iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute \
    Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml \
    Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
    igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute \
    ucirc uuml yacute thorn yuml";

const OTHER_ENTITIES: [(&str, char); 22] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("hellip", '…'),
    ("bull", '•'),
    ("rarr", '→'),
    ("larr", '←'),
    ("euro", '€'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("zwnj", '\u{200c}'),
    ("zwj", '\u{200d}'),
];

/// The text of an HTML document. Total: any string gives some text, in time linear to its length.
pub fn text(html: &str) -> String {
    let mut page = Page::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        page.words(&rest[..at]);
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        // A `<` that opens no tag is a letter: "3 < 5".
        let opens = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c));
        if !opens {
            page.words("<");
            rest = &rest[1..];
            continue;
        }
        let Some(end) = rest.find('>') else {
            break;
        };
        page.tag(&rest[1..end]);
        rest = &rest[end + 1..];
    }
    page.words(rest);
    page.end_line();
    page.out
}

#[derive(Default)]
struct Page {
    out: String,
    line: String,
    /// Open elements that may quote: name, and whether this one does.
    open: Vec<(&'static str, bool)>,
    quotes: usize,
    unseen: Option<&'static str>,
    preformatted: usize,
}

/// Deeper nesting of quotes than this is written as this deep.
const DEEPEST_QUOTE: usize = 16;
/// Deeper nesting of containers than this is not followed: no mail program writes it.
const DEEPEST_NESTING: usize = 256;

impl Page {
    fn words(&mut self, raw: &str) {
        if self.unseen.is_some() || raw.is_empty() {
            return;
        }
        if self.preformatted > 0 {
            for (at, piece) in raw.split('\n').enumerate() {
                if at > 0 {
                    self.break_line();
                }
                let piece = piece.trim_end_matches('\r');
                decode(piece, &mut self.line);
            }
            return;
        }
        let mut plain = String::with_capacity(raw.len());
        decode(raw, &mut plain);
        for letter in plain.chars() {
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

    fn tag(&mut self, tag: &str) {
        let (closing, tag) = match tag.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, tag),
        };
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(end);
        let name = name.to_ascii_lowercase();
        if let Some(unseen) = self.unseen {
            if closing && name == unseen {
                self.unseen = None;
            }
            return;
        }
        if let Some(&unseen) = UNSEEN.iter().find(|&&unseen| unseen == name) {
            let empty = attributes.ends_with('/');
            self.unseen = (!closing && !empty).then_some(unseen);
            return;
        }
        match name.as_str() {
            "br" => self.break_line(),
            "td" | "th" => self.space(),
            "blockquote" => self.container("blockquote", closing, true),
            "div" => self.division(closing, &attributes.to_ascii_lowercase()),
            _ if BLOCKS.contains(&name.as_str()) => {
                self.end_line();
                if name == "pre" && closing {
                    self.preformatted = self.preformatted.saturating_sub(1);
                } else if name == "pre" {
                    self.preformatted += 1;
                }
            }
            _ => {}
        }
    }

    fn division(&mut self, closing: bool, attributes: &str) {
        let quoting = QUOTING_CLASSES.iter().any(|class| attributes.contains(class));
        self.container("div", closing, quoting);
        if !closing && OUTLOOK_IDS.iter().any(|id| attributes.contains(id)) {
            self.line.push_str("-----Original Message-----");
            self.end_line();
        }
    }

    fn container(&mut self, name: &'static str, closing: bool, quoting: bool) {
        self.end_line();
        if !closing {
            if self.open.len() < DEEPEST_NESTING {
                self.open.push((name, quoting));
                self.quotes += usize::from(quoting);
            }
        } else if let Some(at) = self.open.iter().rposition(|(open, _)| *open == name) {
            for (_, quoting) in self.open.drain(at..) {
                self.quotes -= usize::from(quoting);
            }
        }
    }
}

/// Appends text with its entities replaced; an unknown entity stays as it was written.
fn decode(raw: &str, out: &mut String) {
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        // No entity that we know is longer than eight letters.
        let end = rest.bytes().take(10).position(|letter| letter == b';').filter(|&end| end > 0);
        match end.and_then(|end| Some((entity(&rest[..end])?, end))) {
            Some((letter, end)) => {
                out.push(letter);
                rest = &rest[end + 1..];
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
}

fn entity(name: &str) -> Option<char> {
    if let Some(code) = name.strip_prefix('#') {
        let code = match code.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => code.parse(),
        };
        return code.ok().and_then(char::from_u32);
    }
    let other = OTHER_ENTITIES.iter().find(|(known, _)| *known == name);
    if let Some((_, letter)) = other {
        return Some(*letter);
    }
    let at = LATIN1.split_whitespace().position(|known| known == name)?;
    char::from_u32(160 + u32::try_from(at).ok()?)
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
        assert_eq!(text("a<!-- <p>x</p> -->b<p"), "ab<p\n");
        assert_eq!(text("a<!-- open"), "a\n");
    }

    proptest! {
        #[test]
        fn any_text_gives_some_text(html in "(<|>|/|&|;|-|!|div|p|blockquote|pre|style|[a-z ö\n]){0,60}") {
            let _ = text(&html);
        }
    }
}
