//! What the sender of a letter wrote himself: the text without quotes, signatures and the phone's
//! advertisement, line by line.
//!
//! An order that stood in a quoted mail must never be executed again, so the first rule is our own
//! marker: only what stands above it counts, or else what its writer's program left unquoted between
//! quoted lines. The other rules are for mail that lost it.

use super::cleaning::clean;
use super::courtesy::{is_advertisement, is_contact, is_courtesy, is_name, is_own_name};
use super::token::Token;
use super::vocabulary::Vocabulary;

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

/// What the sender of a letter wrote himself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// His orders.
    pub orders: Vec<OrderLine>,
    /// Lines around them that plainly are none.
    pub passed_over: Vec<String>,
    /// A line of which cannot be told whether he wrote it or his program broke it off a line that it quotes.
    pub doubtful: Option<String>,
}

/// The lines that the sender wrote himself. `name` holds the words of his name.
///
/// With our marker: what stands above it. Where that is nothing and the marker is quoted with `>`,
/// what stands between and below the quoted lines, because some write their answer there. What reads
/// like an order there though there are some above is passed over.
pub fn read(text: &str, name: &[String], vocabulary: &Vocabulary) -> Reading {
    let lines: Vec<Line<'_>> = text.lines().enumerate().map(Line::new).collect();
    let reader = Reader { name, vocabulary, wraps: wraps(&lines) };
    let marker = lines.iter().position(Line::is_marker).unwrap_or(lines.len());
    let (above, below) = lines.split_at(marker);
    let mut passed_over = Vec::new();
    let mut found = reader.own(above, &mut passed_over);
    let answered_above = found.len() > MOST_LINES || found.iter().any(|own| !reader.is_courtesy(own));
    if below.first().is_some_and(|marker| marker.depth > 0) {
        let mut further = reader.own(below, &mut passed_over);
        if answered_above {
            further.retain(|own| vocabulary.begins(&own.line.text));
            passed_over.extend(further.iter().map(|own| own.line));
        } else {
            found.extend(further);
        }
    }
    let mut reading = Reading::default();
    let (broken_off, mut found): (Vec<Own<'_, '_>>, Vec<Own<'_, '_>>) =
        found.into_iter().partition(|own| own.broken_off);
    let doubtful = broken_off.iter().find(|own| vocabulary.begins(&own.line.text));
    reading.doubtful = doubtful.map(|own| own.line.text.clone());
    passed_over.extend(reader.take_courtesies(&mut found));
    passed_over.sort_by_key(|line| line.number);
    reading.passed_over = passed_over.iter().map(|line| line.text.clone()).collect();
    reading.orders = found.iter().map(|own| own.line.order()).collect();
    reading
}

/// Whether our marker is in a text, so that all that was written above it is there.
pub(super) fn is_marked(text: &str) -> bool {
    text.lines().enumerate().any(|line| Line::new(line).is_marker())
}

struct Line<'t> {
    number: usize,
    original: &'t str,
    depth: usize,
    /// Its letters, quote marks included.
    length: usize,
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
        Line { number: at + 1, original, depth, length: original.chars().count(), lower, text }
    }

    /// Whether this line may be the rest of the one above, which has so many letters: with its first word, that one
    /// would be too long for programs that break lines.
    fn goes_on(&self, above: usize) -> bool {
        let word = self.text.split(' ').next().map_or(0, |word| word.chars().count());
        above <= WIDEST && above + 1 + word > NARROWEST
    }

    fn order(&self) -> OrderLine {
        OrderLine { number: self.number, original: self.original.trim().to_owned(), text: self.text.clone() }
    }

    fn is_marker(&self) -> bool {
        self.lower.contains(MARKER_WORDS)
    }

    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }
}

/// A line outside quotes.
struct Own<'l, 't> {
    line: &'l Line<'t>,
    /// It stands below a quoted line as if a program had broken that one and lost the mark of its rest.
    broken_off: bool,
}

/// Programs that break lines break them before this column.
const WIDEST: usize = 80;
/// They break no line before this one.
const NARROWEST: usize = 64;

/// Whether the program that quoted these lines broke the long ones: one that is longer tells that it does not.
fn wraps(lines: &[Line<'_>]) -> bool {
    let whole = |line: &&Line<'_>| line.depth > 0 && line.length > WIDEST && line.text.matches(' ').count() > 2;
    !lines.iter().any(|line| whole(&line))
}

/// A mail of more lines is no letter: the rest of it counts as orders, which are too many, and is not looked at.
const MOST_LINES: usize = 1000;

/// What lines are read by.
struct Reader<'r> {
    name: &'r [String],
    vocabulary: &'r Vocabulary,
    wraps: bool,
}

impl Reader<'_> {
    /// The lines outside quotes. Attributions and advertisements among them are passed over.
    fn own<'l, 't>(&self, lines: &'l [Line<'t>], passed_over: &mut Vec<&'l Line<'t>>) -> Vec<Own<'l, 't>> {
        let mut found = Vec::new();
        let mut at = 0;
        // the length of the line above, if that one is quoted or the rest of a quoted one
        let mut above: Option<usize> = None;
        let mut examined = 0;
        while let Some(line) = lines.get(at) {
            at += 1;
            if line.depth > 0 || line.is_blank() {
                above = (line.depth > 0).then_some(line.length);
                continue;
            }
            examined += 1;
            if examined > MOST_LINES {
                found.push(Own { line, broken_off: false });
                continue;
            }
            let from = &lines[at - 1..];
            if is_signature(line) || is_separator(line) || is_header_block(from) {
                break;
            }
            if let Some(length) = encoded_file(from) {
                passed_over.push(line);
                at += length - 1;
                continue;
            }
            if let Some((length, told)) = self.attribution(from) {
                passed_over.extend(told.then_some(line));
                let quote = from[length..].iter().find(|line| !line.is_blank());
                if quote.is_none_or(|line| line.depth == 0) {
                    // It is not marked where the quote ends.
                    break;
                }
                at += length - 1;
                continue;
            }
            let broken_off = self.wraps && above.is_some_and(|above| line.goes_on(above));
            above = broken_off.then_some(line.length);
            if is_advertisement(&line.text, self.vocabulary) {
                passed_over.push(line);
            } else if Token::in_line(&line.text).is_none() {
                found.push(Own { line, broken_off });
            }
        }
        found
    }

    /// Takes away the courtesies before the first order and after the last.
    fn take_courtesies<'l, 't>(&self, found: &mut Vec<Own<'l, 't>>) -> Vec<&'l Line<'t>> {
        if self.vocabulary.is_empty() || found.len() > MOST_LINES {
            return Vec::new();
        }
        let top = found.iter().position(|own| !self.is_courtesy(own)).unwrap_or(found.len());
        let mut taken: Vec<&Line<'_>> = found.drain(..top).map(|own| own.line).collect();
        // below a leave-taking stand names and address cards; above it these could be anything
        let may_close = |at: usize| self.is_courtesy(&found[at]) || self.signs(found, at);
        let last = (0..found.len()).rev().find(|&at| !may_close(at)).map_or(0, |at| at + 1);
        let begins = |own: &Own<'_, '_>| {
            let own_name = is_own_name(&own.line.text, self.name) && !self.vocabulary.begins(&own.line.text);
            own_name || self.is_courtesy(own)
        };
        let bottom = (last..found.len()).find(|&at| begins(&found[at])).unwrap_or(found.len());
        taken.extend(found.drain(bottom..).map(|own| own.line));
        taken
    }

    fn is_courtesy(&self, own: &Own<'_, '_>) -> bool {
        is_courtesy(&own.line.text, self.name, self.vocabulary)
    }

    /// Whether a line may stand below a leave-taking: a name or part of an address card. A name that is also an order
    /// counts only right below it, and only if it is the sender's.
    fn signs(&self, found: &[Own<'_, '_>], at: usize) -> bool {
        let line = &found[at].line.text;
        let own_name = || {
            let below = at.checked_sub(1).is_some_and(|above| self.is_courtesy(&found[above]));
            is_own_name(line, self.name) && (!self.vocabulary.begins(line) || below)
        };
        own_name() || is_name(line, self.vocabulary) || is_contact(line, self.vocabulary)
    }

    /// How many lines from here on say who wrote what is quoted below: "On Monday, Anna wrote:"; and whether that is
    /// so bare that it should be told that it was passed over.
    fn attribution(&self, lines: &[Line<'_>]) -> Option<(usize, bool)> {
        const FORMS: [(&str, &str); 13] = [
            ("on ", "wrote"),
            ("am ", "schrieb"),
            ("le ", "a écrit"),
            ("il ", "ha scritto"),
            ("op ", "schreef"),
            ("el ", "escribió"),
            ("w dniu ", "pisze"),
            ("w dniu ", "napisał"),
            ("dnia ", "napisał"),
            ("em ", "escreveu"),
            ("den ", "skrev"),
            ("dne ", "napsal"),
            ("", "schrieb am"),
        ];
        const WROTE: [&str; 14] = [
            "wrote",
            "writes",
            "schrieb",
            "a écrit",
            "ha scritto",
            "schreef",
            "escribió",
            "napisał",
            "napisała",
            "napisał(a)",
            "pisze",
            "escreveu",
            "skrev",
            "napsal",
        ];
        // Programs break this line at 76 letters or so.
        const LONGEST: usize = 4;
        let mut joined = String::new();
        for (at, line) in lines.iter().take(LONGEST).enumerate() {
            // our own address may begin like an order: `play+…@…`
            let orders = self.vocabulary.begins(&line.text) && !line.text.contains('@');
            if line.depth > 0 || line.is_blank() || orders {
                break;
            }
            joined.push_str(&line.lower);
            joined.push(' ');
            if joined.trim_end().ends_with(':') {
                let begun =
                    |start: &str| joined.starts_with(start) && (!start.is_empty() || at == 0 || joined.contains('@'));
                let known = FORMS.iter().any(|(start, verb)| begun(start) && joined.contains(verb));
                // In any other language: one line with an address right above the quote.
                let foreign = || {
                    let next = lines[at + 1..].iter().find(|line| !line.is_blank());
                    at == 0 && joined.contains('@') && next.is_some_and(|line| line.depth > 0)
                };
                // The marker may have ended the lines just below the attribution.
                let last = || at == 0 && joined.contains('@') && lines.len() == 1;
                if known || foreign() || last() {
                    return Some((at + 1, false));
                }
                let said = joined.trim_end_matches([':', ' ']);
                let bare = at == 0 && WROTE.iter().any(|verb| said.ends_with(verb));
                return bare.then_some((1, true));
            }
        }
        None
    }
}

/// How many lines from here on are a file that was written into the text as letters (uuencode). Its last line reads
/// like an order.
fn encoded_file(lines: &[Line<'_>]) -> Option<usize> {
    let mut words = lines.first()?.text.split(' ');
    let (begin, mode, name) = (words.next()?, words.next()?, words.next());
    let is_mode = (3..=4).contains(&mode.len()) && mode.bytes().all(|digit| (b'0'..=b'7').contains(&digit));
    if !(begin == "begin" || begin == "begin-base64") || !is_mode || name.is_none() {
        return None;
    }
    let end = lines.iter().position(|line| line.text == "end" || line.text == "====");
    Some(end.map_or(lines.len(), |end| end + 1))
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn reading(text: &str) -> Reading {
        let vocabulary = Vocabulary::new(["move", "attack", "retreat", "pass", "play", "end", "say"]);
        read(text, &["anna".to_owned(), "gamer".to_owned()], &vocabulary)
    }

    fn orders(text: &str) -> Vec<OrderLine> {
        reading(text).orders
    }

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
                    > move B to 1204\nmove C to 1205\n> token: x\n\nmove A to 1203\n";
        assert_eq!(texts(text), ["move C to 1205", "move A to 1203"]);
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
        assert_eq!(texts("anna:\npass\n").len(), 2);
        assert_eq!(texts("move A to 1203\nFieldpost <p@x.org> schrieb am Samstag:\n> old\n"), ["move A to 1203"]);
    }

    #[test]
    fn a_greeting_and_a_leave_taking_are_passed_over_and_told() {
        for (text, passed_over) in [
            ("Hi,\n\npass\nCheers, Anna\n", &["Hi,", "Cheers, Anna"][..]),
            (
                "Hallo Ben,\nMeine Befehle:\npass\n\nViele Grüße\nAnna Gamer\n",
                &["Hallo Ben,", "Meine Befehle:", "Viele Grüße", "Anna Gamer"],
            ),
            (
                "pass\n\nCordialement,\n\nJeanne d'Arc\nTél. 01 23 45 67\nhttps://x.example\n",
                &["Cordialement,", "Jeanne d'Arc", "Tél. 01 23 45 67", "https://x.example"],
            ),
            ("pass\nAnna\n", &["Anna"]),
            ("pass\nThanks!\n\nSent from my iPhone\n", &["Thanks!", "Sent from my iPhone"]),
            ("pass\n\nFieldpost wrote:\n> old\n", &["Fieldpost wrote:"]),
            ("pass\n\nFieldpost a écrit :\n", &["Fieldpost a écrit :"]),
            ("pass\n\nFieldpost napisał(a):\n> old\n", &["Fieldpost napisał(a):"]),
        ] {
            let read = reading(text);
            assert_eq!(read.orders.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["pass"], "{text}");
            assert_eq!(read.passed_over, passed_over, "{text}");
        }
        assert_eq!(reading("Hi,\nthanks\n").orders, []);
    }

    #[test]
    fn a_mistaken_order_is_judged_wherever_it_stands() {
        for (text, judged) in [
            ("Hi, pass\npass\n", &["Hi, pass", "pass"][..]),
            ("Please move A to 1203\npass\n", &["Please move A to 1203", "pass"]),
            ("atack 1203\npass\nCheers\n", &["atack 1203", "pass"]),
            ("pass\nCheers\nmove A to 1203\n", &["pass", "Cheers", "move A to 1203"]),
            ("pass\nThanks\nAtack Bastogne\n", &["pass", "Thanks", "Atack Bastogne"]),
            ("pass\nPeiper\nCheers, Anna\n", &["pass", "Peiper"]),
            ("pass\nBen\n", &["pass", "Ben"]),
            ("pass\nThanks\nEnd\n", &["pass", "Thanks", "End"]),
        ] {
            assert_eq!(texts(text), judged, "{text}");
        }
    }

    #[test]
    fn a_name_that_is_an_order_is_one_unless_its_bearer_takes_his_leave_with_it() {
        let vocabulary = Vocabulary::new(["pass", "mark"]);
        let read = |text| read(text, &["mark".to_owned()], &vocabulary).orders.len();
        assert_eq!(read("pass\nCheers\nMark\n"), 1);
        assert_eq!(read("pass\nMark\n"), 2);
    }

    #[test]
    fn without_a_vocabulary_every_line_is_judged() {
        assert_eq!(read("Hi,\npass\nCheers\n", &[], &Vocabulary::default()).orders.len(), 3);
    }

    #[test]
    fn orders_between_quoted_lines_are_found() {
        let text = "Hi,\nsee below.\n".replace("see below.\n", "")
            + "> --- write orders above this line ---\n> Yours to decide\nmove A to 1203\n> What is B to do?\n\n\
               move B to 1204\n\n> token: x\n\nCheers\nAnna\n";
        assert_eq!(texts(&text), ["move A to 1203", "move B to 1204"]);
        let both =
            "move A to 1203\n\n> --- write orders above this line ---\n> old\nmove B to 1204\nand so on\n> old\n";
        assert_eq!(texts(both), ["move A to 1203"]);
        assert_eq!(reading(both).passed_over, ["move B to 1204"], "he is told");
        assert_eq!(texts("> old\nmove A to 1203\n> older\n> move C to 1205\nend\n"), ["move A to 1203", "end"]);
    }

    #[test]
    fn what_a_program_broke_off_a_quoted_line_is_never_an_order() {
        let broken = "> --- write orders above this line ---\n\
                      > The next activation is yours. You may activate a formation, or else\npass and wait for the other.\n> x\n";
        assert_eq!(texts(broken), [""; 0]);
        assert_eq!(reading(broken).doubtful.as_deref(), Some("pass and wait for the other."));
        let answered = format!("move A to 1203\n{broken}");
        assert_eq!(texts(&answered), ["move A to 1203"]);
        assert_eq!(reading(&answered).passed_over, ["pass and wait for the other."]);
        let rest = broken.replace("pass and", "to pass and");
        assert_eq!(reading(&rest), Reading::default());
        // a program that leaves long lines whole breaks none
        let whole = format!("{broken}> {}\n", "one word after the other ".repeat(5));
        assert_eq!(texts(&whole), ["pass and wait for the other."]);
    }

    #[test]
    fn a_file_written_as_letters_is_no_order() {
        let file = "begin 644 map.gif\nM1TE&.#EA`0`!`(`\n`\nend\n";
        assert_eq!(texts(&format!("pass\n{file}move A to 1203\n")), ["pass", "move A to 1203"]);
        assert_eq!(texts("begin\n"), ["begin"]);
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

        #[test]
        fn a_line_that_begins_as_an_order_is_never_passed_over(
            lines in proptest::collection::vec("(Hi,|Cheers|Anna|Ben|pass|move A|Move B to 1203|Tel 1|, end|\n)", 1..8),
        ) {
            let text = lines.join("\n");
            let read = reading(&text);
            prop_assert!(read.passed_over.iter().all(|line| !line.to_lowercase().starts_with(['p', 'm', 'e'])));
            let judged = read.orders.iter().filter(|line| line.text.to_lowercase().starts_with(['p', 'm'])).count();
            prop_assert_eq!(judged, lines.iter().filter(|line| line.to_lowercase().starts_with(['p', 'm'])).count());
        }
    }
}
