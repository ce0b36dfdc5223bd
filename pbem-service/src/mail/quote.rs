//! What the sender of a letter wrote himself: the text without quotes, signatures and the phone's
//! advertisement, line by line.
//!
//! An order that stood in a quoted mail must never be executed again, so the first rule is our own
//! marker: only what stands above it counts, or else what its writer's program left unquoted between
//! quoted lines. The other rules are for mail that lost it.

use super::cleaning::clean;
use super::courtesy::{is_advertisement, is_contact, is_courtesy, is_leave_taking, is_name, is_own_name};
use super::token::Token;
use super::vocabulary::Vocabulary;
use std::borrow::Cow;

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
    let lines = reader.whole(lines);
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
    original: Cow<'t, str>,
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
        let length = original.chars().count();
        Line { number: at + 1, original: original.into(), depth, length, lower, text }
    }

    /// Whether this line may be the rest of the one above, which has so many letters: with its first word, that one
    /// would be too long for programs that break lines.
    fn goes_on(&self, above: usize) -> bool {
        let word = self.text.split(' ').next().map_or(0, |word| word.chars().count());
        above <= WIDEST && above + 1 + word > NARROWEST
    }

    /// Whether it ends in the middle of an order: with a comma, or a word behind which something must stand.
    fn ends_open(&self) -> bool {
        let last = self.lower.rsplit(' ').next().unwrap_or_default();
        self.text.ends_with(',') || OPEN_WORDS.contains(&last)
    }

    /// Puts the line below behind it.
    fn append(&mut self, below: &Line<'_>) {
        self.original = format!("{} {}", self.original.trim_end(), below.original.trim()).into();
        self.text = format!("{} {}", self.text, below.text);
        self.lower = format!("{} {}", self.lower, below.lower);
        self.length = below.length;
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

/// Whether a line is apart from the order above it: a name right below one may belong to it.
fn stands_apart(found: &[Own<'_, '_>], at: usize) -> bool {
    at.checked_sub(1).is_some_and(|above| found[at].line.number > found[above].line.number + 1)
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

/// Words behind which something stands in an order, whatever the game.
const OPEN_WORDS: [&str; 14] =
    ["and", "with", "by", "to", "into", "from", "of", "via", "through", "at", "on", "support", "supported", "lead"];

/// More lines than these are no order that a program has broken.
const MOST_PARTS: usize = 60;

/// A mail of more lines is no letter: the rest of it counts as orders, which are too many, and is not looked at.
const MOST_LINES: usize = 1000;

/// What lines are read by.
struct Reader<'r> {
    name: &'r [String],
    vocabulary: &'r Vocabulary,
    wraps: bool,
}

impl Reader<'_> {
    /// The lines with each order whole that a mail program has broken: the next line goes on with it if it ends in the middle,
    /// or if its next word would have made it too long for such programs and is no remark. What is said to the other player
    /// goes on until an empty line or an order.
    fn whole<'t>(&self, lines: Vec<Line<'t>>) -> Vec<Line<'t>> {
        let mut whole: Vec<Line<'t>> = Vec::with_capacity(lines.len());
        let mut parts = 1;
        for line in lines {
            match whole.last_mut().filter(|above| parts < MOST_PARTS && self.belongs(above, &line)) {
                Some(above) => {
                    above.append(&line);
                    parts += 1;
                }
                None => {
                    whole.push(line);
                    parts = 1;
                }
            }
        }
        whole
    }

    /// Whether a line goes on with the one above.
    fn belongs(&self, above: &Line<'_>, line: &Line<'_>) -> bool {
        if above.depth > 0
            || line.depth > 0
            || above.is_blank()
            || line.is_blank()
            || !self.vocabulary.begins(&above.text)
        {
            return false;
        }
        let ends = line.is_marker() || is_signature(line) || is_separator(line) || Token::in_line(&line.text).is_some();
        if ends || self.vocabulary.nearly_begins(&line.text) || is_advertisement(&line.text, self.vocabulary) {
            return false;
        }
        let greets = |line: &Line<'_>| is_courtesy(&line.text, self.name, self.vocabulary);
        if greets(above) {
            // “All the best” begins like `allot`
            return false;
        }
        if self.vocabulary.is_talk(&above.text) {
            // “Good luck!” is said to him, “Cheers,” leaves him
            let leaves = is_leave_taking(&line.text, self.vocabulary) && !line.text.ends_with(['!', '.']);
            return !leaves && !line.text.ends_with(':') && !is_own_name(&line.text, self.name);
        }
        let remarks = || greets(line) || is_name(&line.text, self.vocabulary);
        above.ends_open() || line.goes_on(above.length) && !remarks()
    }

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
        // what is said to the other player orders nothing: the sender's name may stand above it
        let said = |own: &Own<'_, '_>| self.vocabulary.is_talk(&own.line.text);
        let top = found.iter().position(|own| !said(own) && !self.is_courtesy(own)).unwrap_or(found.len());
        let (talk, mut taken): (Vec<_>, Vec<_>) = found.drain(..top).partition(said);
        found.splice(..0, talk);
        // below a leave-taking stand names, address cards and whatever firms add; above it these could be anything
        let leaves = |own: &Own<'_, '_>| is_leave_taking(&own.line.text, self.vocabulary);
        let orders = |own: &Own<'_, '_>| !leaves(own) && self.vocabulary.nearly_begins(&own.line.text);
        let below_orders = found.iter().rposition(orders).map_or(0, |at| at + 1);
        let signature = found[below_orders..].iter().position(leaves).map(|at| below_orders + at);
        let may_close = |at: usize| {
            signature.is_some_and(|signature| at > signature)
                || said(&found[at])
                || self.is_courtesy(&found[at])
                || self.signs(found, at)
        };
        let last = (0..found.len()).rev().find(|&at| !may_close(at)).map_or(0, |at| at + 1);
        let begins = |at: usize| {
            let line = &found[at].line.text;
            let own_name = is_own_name(line, self.name) && !self.vocabulary.begins(line);
            own_name || self.is_courtesy(&found[at]) || stands_apart(found, at) && is_name(line, self.vocabulary)
        };
        let bottom = (last..found.len()).find(|&at| begins(at)).unwrap_or(found.len());
        let (talk, courtesies): (Vec<_>, Vec<_>) = found.drain(bottom..).partition(said);
        found.extend(talk);
        taken.extend(courtesies);
        taken.into_iter().map(|own| own.line).collect()
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
mod tests;
