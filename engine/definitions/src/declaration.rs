//! Lines of definition files: the grammar that all of them share.

use super::{DefinitionError, Provenance};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// One line of a definition file: a kind, plain words and quoted texts, `key=value` pairs, and `@origin`.
///
/// ```text
/// hex 1817 clear city "Bastogne" objective=0 @setup   # a comment
/// ```
///
/// A quoted text keeps its blanks (`name="St. Vith"`). A value may name an origin of its own
/// (`strength=12,9,6,3@scaled`); all others have the origin at the end of the line. Origins are declared by
/// `origin NAME survey`, or by `origin NAME rulebook|public|reconstructed "what"`, above the lines that use them. In a
/// file that declares one alone, lines without an origin have that one.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Line in the file, counted from 1.
    pub line: usize,
    /// The first word.
    pub kind: String,
    /// The other words and quoted texts.
    pub words: Vec<String>,
    /// The `key=value` pairs in order.
    pub pairs: Vec<Pair>,
    /// The origin at the end of the line.
    pub origin: Option<Provenance>,
}

/// A `key=value` of a declaration.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Before the `=`.
    pub key: String,
    /// After it, without quotes.
    pub value: String,
    /// The value's own origin.
    pub origin: Option<Provenance>,
}

/// The declarations of a file, and every fault found so far. Reading goes on after a fault, so that one run
/// tells all of them.
pub struct Reader<'a> {
    file: &'a str,
    /// The faults found so far.
    pub errors: Vec<DefinitionError>,
    /// What faulty lines declare: lines that name it are not blamed.
    faulty: BTreeSet<String>,
}

/// The longest line, in bytes; those of the games here have some hundred.
const LINE: usize = 20_000;
/// Faults after which a file is read no further: whoever sees so many has another file in mind.
const FAULTS: usize = 200;

/// A piece of a line.
enum Token {
    Word(String),
    Pair(String, String, Option<String>),
    Origin(String),
}

impl<'a> Reader<'a> {
    /// A reader of a file with this name.
    pub fn new(file: &'a str) -> Reader<'a> {
        Reader { file, errors: Vec::new(), faulty: BTreeSet::new() }
    }

    /// Notes a fault at a line.
    pub fn fault(&mut self, line: usize, message: impl Into<String>) {
        self.errors.push(DefinitionError::new(self.file, line, message));
    }

    /// The value, or a noted fault.
    pub fn value<T>(&mut self, line: usize, result: Result<T, String>) -> Option<T> {
        result.map_err(|message| self.fault(line, message)).ok()
    }

    /// Ends the reading of a line that declares its first word: what was noted at the line stays the only fault of it and of
    /// the lines that name it.
    pub fn settle(&mut self, declaration: &Declaration, outcome: Result<(), String>) {
        self.value(declaration.line, outcome);
        if let (true, Some(id)) =
            (self.errors.iter().any(|fault| fault.line == declaration.line), declaration.words.first())
        {
            self.faulty.insert(id.clone());
        }
    }

    /// Whether a faulty line declares an id.
    pub fn is_faulty(&self, id: &str) -> bool {
        self.faulty.contains(id)
    }

    /// Whether a line names by one of these keys what a faulty line declares. It is not read then, nor blamed, and neither
    /// are those that name it.
    pub fn leans_on_faulty(&mut self, declaration: &Declaration, keys: &[&str]) -> bool {
        let leans = keys.iter().filter_map(|key| declaration.get(key)).any(|id| self.is_faulty(id));
        if leans {
            self.faulty.extend(declaration.words.first().cloned());
        }
        leans
    }

    /// Splits a text into declarations and resolves the names of their origins.
    pub fn declarations(&mut self, text: &str) -> Vec<Declaration> {
        let mut origins = BTreeMap::new();
        let mut declarations = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            if self.errors.len() >= FAULTS {
                self.fault(number, format!("more than {FAULTS} faults: not read further"));
                break;
            }
            let tokens = match tokens(line) {
                Ok(tokens) => tokens,
                Err(message) => {
                    self.fault(number, message);
                    // the first two words are whole, if anything is
                    self.faulty.extend(line.split_whitespace().nth(1).map(str::to_owned));
                    continue;
                }
            };
            let Some(mut declaration) = self.declaration(number, tokens, &origins) else { continue };
            if declaration.kind != "origin" {
                declarations.push(declaration);
                continue;
            }
            let name = if declaration.words.is_empty() { String::new() } else { declaration.words.remove(0) };
            // a faulty one is told once, and known to the lines that use it
            let declared = self.value(number, provenance(&declaration.words)).unwrap_or(Provenance::Survey);
            if origins.insert(name.clone(), declared).is_some() {
                self.fault(number, format!("origin `{name}` is declared twice"));
            }
        }
        if let [only] = origins.into_values().collect::<Vec<_>>().as_slice() {
            for declaration in declarations.iter_mut().filter(|declaration| declaration.origin.is_none()) {
                declaration.origin = Some(only.clone());
            }
        }
        declarations
    }

    fn declaration(
        &mut self,
        line: usize,
        tokens: Vec<Token>,
        origins: &BTreeMap<String, Provenance>,
    ) -> Option<Declaration> {
        let mut words = Vec::new();
        let mut pairs: Vec<Pair> = Vec::new();
        let mut origin = None;
        let resolve = |reader: &mut Self, name: &str| {
            let found = origins.get(name).cloned();
            if found.is_none() {
                let known: Vec<&str> = origins.keys().map(String::as_str).collect();
                let expected = match known.as_slice() {
                    [] => format!("a line such as `origin {name} rulebook \"set-up list\"`"),
                    known => format!("one of: {}", known.join(", ")),
                };
                reader.fault(line, format!("no origin `{name}` is declared above; expected {expected}"));
            }
            found
        };
        for token in tokens {
            match token {
                Token::Word(word) => words.push(word),
                Token::Pair(key, value, own) => {
                    if pairs.iter().any(|pair| pair.key == key) {
                        self.fault(line, format!("`{key}=` stands twice in this line"));
                    }
                    let origin = own.and_then(|name| resolve(self, &name));
                    pairs.push(Pair { key, value, origin });
                }
                Token::Origin(name) => origin = resolve(self, &name),
            }
        }
        if words.is_empty() {
            if !pairs.is_empty() || origin.is_some() {
                self.fault(line, "expected the kind of the line first, as in `hex 1817 clear`");
            }
            return None;
        }
        let kind = words.remove(0);
        Some(Declaration { line, kind, words, pairs, origin })
    }

    /// The origin of a declaration, which must have one.
    pub fn origin(&mut self, declaration: &Declaration) -> Provenance {
        declaration.origin.clone().unwrap_or_else(|| {
            let expected = "expected `@` and the name of an origin at the end of the line, or one `origin` line for the whole file";
            self.fault(declaration.line, expected);
            Provenance::Survey
        })
    }

    /// Notes a number of words that the kind of line does not have.
    pub fn expect_words(&mut self, declaration: &Declaration, words: RangeInclusive<usize>) {
        if !words.contains(&declaration.words.len()) {
            let (least, most) = (words.start(), words.end());
            let wanted = match (least, most) {
                (1, 1) => "1 word".to_owned(),
                (least, most) if least == most => format!("{least} words"),
                (least, most) => format!("{least} to {most} words"),
            };
            let found = declaration.words.len();
            self.fault(declaration.line, format!("expected {wanted} after `{}`, found {found}", declaration.kind));
        }
    }

    /// Notes words and keys that the kind of line does not know.
    pub fn expect(&mut self, declaration: &Declaration, words: RangeInclusive<usize>, keys: &[&str]) {
        self.expect_words(declaration, words);
        for pair in &declaration.pairs {
            if !keys.contains(&pair.key.as_str()) {
                let keys = if keys.is_empty() { "none".to_owned() } else { keys.join("=, ") + "=" };
                self.fault(
                    declaration.line,
                    format!("`{}` knows no `{}=`; expected {keys}", declaration.kind, pair.key),
                );
            }
        }
    }
}

impl Declaration {
    /// The word at a place, or what is missing.
    pub fn word(&self, index: usize, what: &str) -> Result<&str, String> {
        self.words.get(index).map(String::as_str).ok_or_else(|| format!("expected {what} after `{}`", self.kind))
    }

    /// The value of a key, if the line has it.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|pair| pair.key == key).map(|pair| pair.value.as_str())
    }

    /// The value of a key that must be there.
    pub fn need(&self, key: &str) -> Result<&str, String> {
        self.get(key).ok_or_else(|| format!("expected `{key}=`"))
    }
}

/// On which lines a text speaks of what: by the first two words of a line.
pub struct LineIndex<'a>(BTreeMap<(&'a str, &'a str), Vec<usize>>);

impl<'a> LineIndex<'a> {
    /// Of a definition file.
    pub fn of(text: &'a str) -> LineIndex<'a> {
        let mut lines: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (line, number) in text.lines().zip(1..) {
            let mut words = line.split_whitespace();
            if let (Some(kind), Some(name)) = (words.next(), words.next()) {
                lines.entry((kind, name)).or_default().push(number);
            }
        }
        LineIndex(lines)
    }

    /// The first line of a kind that speaks of a name, counted from 1; 0 if none does.
    pub fn line(&self, kind: &str, name: &str) -> usize {
        self.0.get(&(kind, name)).and_then(|lines| lines.first()).copied().unwrap_or_default()
    }

    /// The last line of any of these kinds that speaks of a name; 0 if none does.
    pub fn last(&self, kinds: &[&str], name: &str) -> usize {
        let lines = kinds.iter().filter_map(|kind| self.0.get(&(*kind, name)));
        lines.flatten().copied().max().unwrap_or_default()
    }
}

/// A word of lower case letters, digits and `-`, or what was expected.
pub fn plain(text: &str, what: &str) -> Result<String, String> {
    let fits = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
    if !text.is_empty() && text.bytes().all(fits) {
        Ok(text.to_owned())
    } else {
        Err(format!("expected {what} of lower case letters, digits and `-`, found `{text}`"))
    }
}

/// The colour that a declaration must have, as 0xRRGGBB.
pub fn colour(declaration: &Declaration) -> Result<u32, String> {
    hex_colour(declaration.need("colour")?)
}

/// A colour of six hex digits as 0xRRGGBB.
pub(crate) fn hex_colour(text: &str) -> Result<u32, String> {
    let expected = || format!("expected a colour of six hex digits such as 5f6b5a, found `{text}`");
    if text.len() == 6 { u32::from_str_radix(text, 16).map_err(|_| expected()) } else { Err(expected()) }
}

/// The words for yes and no.
pub const YES: [(&str, bool); 2] = [("yes", true), ("no", false)];

/// A number, or what was expected.
pub fn number<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("expected {what} as a number, found `{text}`"))
}

/// The entry of a table of names, or the list of names that would have been right.
pub fn choice<T: Copy>(text: &str, what: &str, table: &[(&str, T)]) -> Result<T, String> {
    table.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        format!("expected {what} ({}), found `{text}`", names.join(", "))
    })
}

/// The name of an entry of such a table.
pub fn name_of<T: PartialEq>(value: &T, table: &[(&'static str, T)]) -> &'static str {
    table.iter().find(|(_, entry)| entry == value).map_or("", |(name, _)| *name)
}

fn provenance(words: &[String]) -> Result<Provenance, String> {
    let expected =
        || "expected `origin NAME survey` or `origin NAME rulebook|public|reconstructed \"what\"`".to_owned();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["survey"] => Ok(Provenance::Survey),
        ["rulebook", what] => Ok(Provenance::Rulebook(what.to_owned())),
        ["public", what] => Ok(Provenance::Public(what.to_owned())),
        ["reconstructed", what] => Ok(Provenance::Reconstructed(what.to_owned())),
        _ => Err(expected()),
    }
}

fn tokens(line: &str) -> Result<Vec<Token>, String> {
    if line.len() > LINE {
        return Err(format!("expected a line of at most {LINE} bytes, found {}", line.len()));
    }
    if let Some(letter) = line.chars().find(|letter| letter.is_control() && *letter != '\t') {
        return Err(format!("expected letters that can be seen, found the control character {letter:?}"));
    }
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with('#') {
        let (piece, after) = piece(rest)?;
        tokens.push(token(piece)?);
        rest = after.trim_start();
    }
    Ok(tokens)
}

/// Cuts off the first piece: up to a blank that is not within quotes.
fn piece(text: &str) -> Result<(&str, &str), String> {
    let mut quoted = false;
    for (at, letter) in text.char_indices() {
        if letter == '"' {
            quoted = !quoted;
        } else if letter.is_whitespace() && !quoted {
            return Ok(text.split_at(at));
        }
    }
    if quoted { Err("expected a closing quote".to_owned()) } else { Ok((text, "")) }
}

fn token(piece: &str) -> Result<Token, String> {
    let misplaced = || format!("expected a word, a \"text\", key=value or @origin, found `{piece}`");
    if piece.contains(['\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}'])
        && !piece.starts_with('"')
        && !piece.contains("=\"")
    {
        return Err(format!("expected straight quotes round a text, found `{piece}`"));
    }
    if let Some(inner) = piece.strip_prefix('"') {
        let inner = inner.strip_suffix('"').filter(|inner| !inner.contains('"')).ok_or_else(misplaced)?;
        return Ok(Token::Word(inner.to_owned()));
    }
    if let Some(name) = piece.strip_prefix('@') {
        return Ok(Token::Origin(name.to_owned()));
    }
    let Some((key, value)) = piece.split_once('=') else {
        return if piece.contains('"') { Err(misplaced()) } else { Ok(Token::Word(piece.to_owned())) };
    };
    if key.is_empty() || key.contains('"') {
        return Err(misplaced());
    }
    if let Some(inner) = value.strip_prefix('"') {
        let (inner, after) = inner.split_once('"').ok_or_else(misplaced)?;
        let origin = match after {
            "" => None,
            _ => Some(after.strip_prefix('@').filter(|name| !name.contains('"')).ok_or_else(misplaced)?.to_owned()),
        };
        return Ok(Token::Pair(key.to_owned(), inner.to_owned(), origin));
    }
    if value.contains('"') {
        return Err(misplaced());
    }
    Ok(match value.split_once('@') {
        Some((value, origin)) => Token::Pair(key.to_owned(), value.to_owned(), Some(origin.to_owned())),
        None => Token::Pair(key.to_owned(), value.to_owned(), None),
    })
}

/// Gives each origin a short name and writes the declarations, for texts made by the program.
#[derive(Default)]
pub struct Origins(Vec<Provenance>);

impl Origins {
    /// The name of an origin, declared on first use.
    pub fn name(&mut self, provenance: &Provenance) -> String {
        let index = self.0.iter().position(|known| known == provenance).unwrap_or_else(|| {
            self.0.push(provenance.clone());
            self.0.len() - 1
        });
        let kind = match provenance {
            Provenance::Survey => return "survey".to_owned(),
            Provenance::Rulebook(_) => "rulebook",
            Provenance::Public(_) => "public",
            Provenance::Reconstructed(_) => "reconstructed",
        };
        format!("{kind}-{}", index + 1)
    }

    /// The declarations of all names given out.
    pub fn declarations(&mut self) -> String {
        let known = self.0.clone();
        let mut text = String::new();
        for provenance in &known {
            let name = self.name(provenance);
            text.push_str(&match provenance {
                Provenance::Survey => format!("origin {name} survey\n"),
                Provenance::Rulebook(what) => format!("origin {name} rulebook {}\n", quoted(what)),
                Provenance::Public(what) => format!("origin {name} public {}\n", quoted(what)),
                Provenance::Reconstructed(what) => format!("origin {name} reconstructed {}\n", quoted(what)),
            });
        }
        text
    }
}

/// A text in quotes; quotes within become single ones, which the format can hold.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'"))
}

/// The first fault of each line: what else is told of a line mostly follows from it.
pub fn one_a_line(faults: Vec<DefinitionError>) -> Vec<DefinitionError> {
    let mut told = BTreeSet::new();
    faults.into_iter().filter(|fault| fault.line == 0 || told.insert((fault.file.clone(), fault.line))).collect()
}
