//! What the sender of a letter wrote himself: the text without quotes, signatures and the phone's
//! advertisement, line by line.
//!
//! An order that stood in a quoted mail must never be executed again, so the first rule is our own
//! marker: only what stands above it counts. The other rules are for mail that lost it.

use super::cleaning::clean;
use super::token::Token;

/// The line on top of each of our mails.
pub const MARKER: &str = "--- write orders above this line ---";
/// What of the marker survives any mail program.
const MARKER_WORDS: &str = "write orders above this line";

/// A line that the sender wrote, never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderLine {
    /// Its number in the text, counted from 1.
    pub number: usize,
    /// As it was written.
    pub original: String,
    /// With plain quotes, hyphens and spaces, which phones replace.
    pub text: String,
}

/// The lines that the sender wrote himself.
///
/// With our marker: what stands above it. Where that is nothing and the marker is quoted with `>`,
/// what stands below the last quoted line, because some programs let their users answer there.
pub fn orders(text: &str) -> Vec<OrderLine> {
    let lines: Vec<Line<'_>> = text.lines().enumerate().map(Line::new).collect();
    let Some(marker) = lines.iter().position(Line::is_marker) else {
        return own(&lines);
    };
    let above = own(&lines[..marker]);
    if !above.is_empty() || lines[marker].depth == 0 {
        return above;
    }
    let last = lines.iter().rposition(|line| line.depth > 0);
    last.map_or_else(Vec::new, |last| own(&lines[last + 1..]))
}

struct Line<'t> {
    number: usize,
    original: &'t str,
    depth: usize,
    /// Cleaned, without quote marks.
    text: String,
    /// The same in lower case and without the asterisks of a bold face, to compare with.
    lower: String,
}

impl<'t> Line<'t> {
    fn new((at, original): (usize, &'t str)) -> Line<'t> {
        let mut rest = original.trim_start();
        let mut depth = 0;
        while let Some(inner) = rest.strip_prefix('>') {
            depth += 1;
            rest = inner.trim_start();
        }
        let text = clean(rest);
        let lower = text.to_lowercase().replace('*', "");
        Line { number: at + 1, original, depth, lower, text }
    }

    fn is_marker(&self) -> bool {
        self.lower.contains(MARKER_WORDS)
    }

    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }
}

/// The lines outside quotes, where there is no marker among them.
fn own(lines: &[Line<'_>]) -> Vec<OrderLine> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if line.depth > 0 || line.is_blank() {
            at += 1;
            continue;
        }
        if is_signature(line) || is_separator(line) || is_header_block(&lines[at..]) {
            break;
        }
        if let Some(length) = attribution(&lines[at..]) {
            let rest = &lines[at + length..];
            let quote = rest.iter().find(|line| !line.is_blank());
            if quote.is_none_or(|line| line.depth == 0) {
                // It is not marked where the quote ends.
                break;
            }
            at += length;
            continue;
        }
        if !is_advertisement(line) && Token::in_line(&line.text).is_none() {
            found.push(OrderLine {
                number: line.number,
                original: line.original.trim().to_owned(),
                text: line.text.clone(),
            });
        }
        at += 1;
    }
    found
}

/// The signature separator. Its space at the end is often lost, and some write it as one long dash.
fn is_signature(line: &Line<'_>) -> bool {
    line.text == "--" || line.text == "__"
}

/// The lines with which Outlook and others set off the mail that they quote or forward.
fn is_separator(line: &Line<'_>) -> bool {
    const TITLES: [&str; 14] = [
        "original message",
        "ursprüngliche nachricht",
        "originalnachricht",
        "message d'origine",
        "message original",
        "messaggio originale",
        "oorspronkelijk bericht",
        "mensaje original",
        "forwarded message",
        "weitergeleitete nachricht",
        "message transféré",
        "messaggio inoltrato",
        "doorgestuurd bericht",
        "mensaje reenviado",
    ];
    let bare = line.lower.trim_matches(['-', '_', ' ', ':']);
    let dashes = line.lower.len() - bare.len();
    (dashes >= 4 && TITLES.contains(&bare)) || (line.lower.len() >= 20 && line.lower.bytes().all(|sign| sign == b'_'))
}

/// Three header fields in a row, as Outlook puts them above a quoted mail.
fn is_header_block(lines: &[Line<'_>]) -> bool {
    const FIELDS: [&str; 26] = [
        "from",
        "sent",
        "date",
        "to",
        "cc",
        "subject",
        "von",
        "gesendet",
        "datum",
        "an",
        "betreff",
        "de",
        "envoyé",
        "à",
        "objet",
        "da",
        "inviato",
        "data",
        "a",
        "oggetto",
        "van",
        "verzonden",
        "aan",
        "onderwerp",
        "enviado",
        "asunto",
    ];
    let is_field = |line: &Line<'_>| {
        let name = line.lower.split_once(':').map(|(name, _)| name.trim());
        name.is_some_and(|name| FIELDS.contains(&name) || name == "para" || name == "fecha")
    };
    let present = lines.iter().filter(|line| !line.is_blank()).take(3);
    present.filter(|line| is_field(line)).count() == 3
}

/// How many lines from here on say who wrote what is quoted below: "On Monday, Anna wrote:".
fn attribution(lines: &[Line<'_>]) -> Option<usize> {
    const FORMS: [(&str, &str); 7] = [
        ("on ", "wrote"),
        ("am ", "schrieb"),
        ("le ", "a écrit"),
        ("il ", "ha scritto"),
        ("op ", "schreef"),
        ("el ", "escribió"),
        ("", "schrieb am"),
    ];
    // Programs break this line at 76 letters or so.
    const LONGEST: usize = 4;
    let mut joined = String::new();
    for (at, line) in lines.iter().take(LONGEST).enumerate() {
        if line.depth > 0 || line.is_blank() {
            break;
        }
        joined.push_str(&line.lower);
        joined.push(' ');
        if joined.trim_end().ends_with(':') {
            let known = FORMS.iter().any(|(start, verb)| joined.starts_with(start) && joined.contains(verb));
            // In any other language: one line with an address right above the quote.
            let foreign = || {
                let next = lines[at + 1..].iter().find(|line| !line.is_blank());
                at == 0 && joined.contains('@') && next.is_some_and(|line| line.depth > 0)
            };
            // The marker may have ended the lines just below the attribution.
            let last = || at == 0 && joined.contains('@') && lines.len() == 1;
            return (known || foreign() || last()).then_some(at + 1);
        }
    }
    None
}

/// What phones add below a mail.
fn is_advertisement(line: &Line<'_>) -> bool {
    const STARTS: [&str; 13] = [
        "sent from my ",
        "sent from outlook",
        "sent from mail for",
        "get outlook for",
        "von meinem ",
        "gesendet von ",
        "outlook für ",
        "envoyé de mon ",
        "envoyé depuis ",
        "inviato da ",
        "verstuurd vanaf ",
        "verzonden vanaf ",
        "enviado desde ",
    ];
    STARTS.iter().any(|start| line.lower.starts_with(start))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(text: &str) -> Vec<String> {
        orders(text).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn only_what_stands_above_our_marker_counts() {
        let text = "move A to 1203\n\nOn Sat, 21 Nov 2026 at 10:00, Fieldpost <play@x.org>\nwrote:\n\
                    > --- write orders above this line ---\n> move B to 1204\nmove C to 1205\n";
        assert_eq!(texts(text), ["move A to 1203"]);
        let bare = "move A to 1203\n— Write orders above this line —\nmove B to 1204\n";
        assert_eq!(texts(bare), ["move A to 1203"]);
    }

    #[test]
    fn an_answer_below_a_quoted_marker_counts_if_there_is_none_above() {
        let text = "Am 21.11.26 um 10:00 schrieb Fieldpost:\n> --- write orders above this line ---\n\
                    > move B to 1204\nnot this, it stands between quotes\n> token: x\n\nmove A to 1203\n";
        assert_eq!(texts(text), ["move A to 1203"]);
    }

    #[test]
    fn an_answer_below_an_unquoted_marker_does_not_count() {
        assert!(orders("\n--- write orders above this line ---\nmove B to 1204\n").is_empty());
    }

    #[test]
    fn attributions_in_six_languages_end_the_answer() {
        for attribution in [
            "On Sat, Nov 21, 2026 at 10:00 AM Fieldpost <play@x.org> wrote:",
            "On 21 Nov 2026, at 10:00, Fieldpost\n<play+g12.german.7.oabc@x.org> wrote:",
            "Am Sa., 21. Nov. 2026 um 10:00 Uhr schrieb Fieldpost <play@x.org>:",
            "Fieldpost <play@x.org> schrieb am Sa., 21. Nov. 2026:",
            "Le sam. 21 nov. 2026 à 10:00, Fieldpost <play@x.org> a écrit :",
            "Il giorno sab 21 nov 2026 alle ore 10:00 Fieldpost\n<play@x.org> ha scritto:",
            "Op za 21 nov 2026 om 10:00 schreef Fieldpost <play@x.org>:",
            "El sáb, 21 nov 2026 a las 10:00, Fieldpost (<play@x.org>) escribió:",
        ] {
            let unmarked = format!("move A to 1203\n\n{attribution}\n\nmove B to 1204\n");
            assert_eq!(texts(&unmarked), ["move A to 1203"], "{attribution}");
            let marked = format!("{attribution}\n> move B to 1204\n\nmove A to 1203\n");
            assert_eq!(texts(&marked), ["move A to 1203"], "{attribution}");
        }
    }

    #[test]
    fn an_attribution_in_any_other_language_is_no_order() {
        let text = "move A to 1203\nW dniu 21.11.2026 Fieldpost <play@x.org> napisał:\n> old\n";
        assert_eq!(texts(text), ["move A to 1203"]);
    }

    #[test]
    fn what_outlook_quotes_is_left_out() {
        for quote in [
            "-----Original Message-----\n",
            "-----Ursprüngliche Nachricht-----\n",
            "________________________________\n",
            "From: Fieldpost <play@x.org>\nSent: Saturday\nTo: Anna\nSubject: [Fieldpost]\n",
            "*Von:* Fieldpost <play@x.org>\n*Gesendet:* Samstag\n\n*An:* Anna\n",
            "De : Fieldpost\nEnvoyé : samedi\nÀ : Anna\n",
        ] {
            let text = format!("move A to 1203\n{quote}move B to 1204\n");
            assert_eq!(texts(&text), ["move A to 1203"], "{quote}");
        }
    }

    #[test]
    fn signatures_and_advertisements_are_no_orders() {
        assert_eq!(texts("pass\n-- \nAnna\nmove B to 1204\n"), ["pass"]);
        assert_eq!(texts("pass\n\nSent from my iPhone\n"), ["pass"]);
        assert_eq!(texts("pass\nVon meinem iPhone gesendet\n"), ["pass"]);
        assert_eq!(texts("pass\nEnvoyé de mon iPhone\n"), ["pass"]);
    }

    #[test]
    fn a_token_line_is_no_order() {
        assert_eq!(texts("token: g12.german.7.oaabcdefghijklmnop\npass\n"), ["pass"]);
    }

    #[test]
    fn a_line_keeps_its_number_and_its_original() {
        let line =
            OrderLine { number: 2, original: "move “A” – 1203".to_owned(), text: "move \"A\" - 1203".to_owned() };
        assert_eq!(orders("\n move “A” – 1203 \n"), [line]);
    }

    #[test]
    fn a_line_that_only_looks_like_an_attribution_is_kept() {
        assert_eq!(texts("on 1203 attack 1204\npass\n").len(), 2);
        assert_eq!(texts("orders:\npass\n").len(), 2);
    }

    proptest! {
        #[test]
        fn nothing_below_an_unquoted_marker_is_ever_an_order(
            above in "[a-z>:@ \n-]{0,40}", below in "[a-z>:@ \n-]{0,40}",
        ) {
            let text = format!("{above}\n{MARKER}\n{below}");
            let marker = above.lines().count() + 1;
            prop_assert!(orders(&text).iter().all(|line| line.number <= marker));
        }

        #[test]
        fn any_text_is_read_without_panic(text in "(>| |\n|:|-|wrote|On|@|\\PC){0,80}") {
            let _ = orders(&text);
        }
    }
}
