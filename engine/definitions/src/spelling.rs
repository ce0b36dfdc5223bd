//! How a line is taken apart: words without case, accents and punctuation, so that phones and keyboards of any
//! country write the same order.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A word of a line: what it is compared by, and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Lower case, without accents; `oe`, `ae` and `ue` count as `o`, `a` and `u`. A comma is a word of its own.
    pub folded: String,
    /// As it was written.
    pub raw: String,
}

/// What separates the entries of a list.
pub const COMMA: &str = ",";
const ARROW: &str = "to";

/// The words of a line. Letters and digits are different words (`1ss` is two); what follows `#` or `//` is a
/// comment.
pub fn words(line: &str) -> Vec<Word> {
    split(line, false)
}

fn split(line: &str, name: bool) -> Vec<Word> {
    let line = without_comment(line);
    // French and German quotes, not arrows
    let quotes = line.contains(['«', '‹']);
    let mut words: Vec<Word> = Vec::new();
    let mut raw = String::new();
    let mut previous = ' ';
    for letter in line.chars().filter(|letter| !is_invisible(*letter)).map(narrow) {
        if letter.is_alphanumeric() {
            if raw.chars().last().is_some_and(|last| last.is_numeric() != letter.is_numeric()) {
                push(&mut words, &mut raw);
            }
            raw.push(letter);
        } else if matches!(letter, '\'' | '’' | '‘') && previous.is_alphabetic() {
            // an apostrophe within a word
        } else {
            push(&mut words, &mut raw);
            match letter {
                ',' | ';' | '&' | '+' | '、' => words.push(word(COMMA, &letter.to_string())),
                '›' | '»' if quotes => {}
                '→' | '⇒' | '➔' | '➜' | '➡' | '⟶' | '›' | '»' if !words.is_empty() => {
                    words.push(word(ARROW, &letter.to_string()));
                }
                '>' if is_dash(previous) && !words.is_empty() => words.push(word(ARROW, "->")),
                _ => {}
            }
        }
        previous = letter;
    }
    push(&mut words, &mut raw);
    // who ends a line as programs do
    while words.last().is_some_and(|last| last.raw == ";") {
        words.pop();
    }
    words.iter_mut().filter(|word| word.folded == "and").for_each(|word| word.folded = COMMA.to_owned());
    without_bullet(line, words, name)
}

/// The line before its comment. `//` begins one only where a word could begin, so that addresses stay whole.
fn without_comment(line: &str) -> &str {
    let line = line.split('#').next().unwrap_or_default();
    let begins = |place: &usize| line[..*place].chars().next_back().is_none_or(char::is_whitespace);
    let end = line.match_indices("//").map(|(place, _)| place).find(begins);
    &line[..end.unwrap_or(line.len())]
}

/// Words as they were written.
pub fn spoken(words: &[Word]) -> String {
    let raw: Vec<&str> = words.iter().map(|word| word.raw.as_str()).collect();
    raw.join(" ")
}

/// A text as words are compared.
pub fn folded(text: &str) -> Vec<String> {
    split(text, true).into_iter().map(|word| word.folded).collect()
}

/// How many letters have to be changed, added, left out or swapped with the next to make one text of the other; none if
/// more than `limit`.
pub fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    // what differs more in length is not compared: a line may be long
    let near = a.chars().count().abs_diff(b.chars().count()) <= limit;
    near.then(|| strsim::osa_distance(a, b)).filter(|distance| *distance <= limit)
}

fn push(words: &mut Vec<Word>, raw: &mut String) {
    if !raw.is_empty() {
        words.push(Word { folded: fold(raw), raw: std::mem::take(raw) });
    }
}

fn word(folded: &str, raw: &str) -> Word {
    Word { folded: folded.to_owned(), raw: raw.to_owned() }
}

/// Leaves out the number of a numbered list: `1.` or `2)`. A number that goes on after its point is none, nor one in a name
/// that goes on there: `2.2P`, `130.Lehr`.
fn without_bullet(line: &str, mut words: Vec<Word>, name: bool) -> Vec<Word> {
    let rest = line.trim_start().trim_start_matches(|letter: char| letter.is_ascii_digit());
    if words.first().is_some_and(|first| first.raw.chars().all(|letter| letter.is_ascii_digit()))
        && rest.strip_prefix(['.', ')']).is_some_and(|after| {
            !after.starts_with(|letter: char| letter.is_ascii_digit() || name && letter.is_alphanumeric())
        })
    {
        words.remove(0);
    }
    words
}

fn fold(word: &str) -> String {
    let apart = word.nfd().filter(|letter| !is_combining_mark(*letter));
    let plain: String =
        apart.flat_map(char::to_lowercase).map(plain).filter(|letter| !is_combining_mark(*letter)).collect();
    plain.replace('ß', "ss").replace("oe", "o").replace("ae", "a").replace("ue", "u")
}

/// A letter that is no other one with an accent, as the keyboards that lack it write it.
fn plain(letter: char) -> char {
    match letter {
        'ø' => 'o',
        'ł' => 'l',
        'đ' => 'd',
        'ı' => 'i',
        _ => letter,
    }
}

/// A full-width letter of Asian keyboards as a plain one.
fn narrow(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    }
}

/// Marks that are not seen and accents that belong to the letter before them.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{300}'..='\u{36f}')
}

fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '=' | '‐'..='―' | '−')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        folded(text).join(" ")
    }

    #[test]
    fn case_accents_quotes_and_doubled_blanks_do_not_matter() {
        for text in ["Move  “V. Böhm/2” to 2711.", "MOVE v Boehm 2 → 2711", "move\u{a0}v. Bo\u{308}hm/2 -> 2711 # soon"]
        {
            assert_eq!(line(text), "move v bohm 2 to 2711", "{text}");
        }
        assert_eq!(line("1. move Peiper/1 SS —> 27\u{200b}11…"), "move peiper 1 ss to 2711");
        assert_eq!(line("   # nothing"), "");
    }

    #[test]
    fn the_number_of_a_numbered_list_is_left_out_and_that_of_a_name_is_kept() {
        let spoken = |text: &str| spoken(&words(text));
        assert_eq!((spoken("2) move"), spoken("1.move")), ("move".to_owned(), "move".to_owned()));
        assert_eq!(
            (folded("2.2P"), folded("130.Lehr")),
            (vec!["2".into(), "2".into(), "p".into()], vec!["130".into(), "lehr".into()])
        );
        assert_eq!(line("2.2P"), "2 2 p");
    }

    #[test]
    fn lists_may_be_joined_by_commas_signs_or_words() {
        assert_eq!(line("a, b; c & d and e"), "a , b , c , d , e");
    }

    #[test]
    fn the_distance_of_two_words_is_bounded() {
        assert_eq!(distance("peiper", "piper", 2), Some(1));
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(distance("kitten", "sitting", 2), None);
        assert_eq!(distance("", "abc", 2), None);
        assert_eq!(distance("gtumna", "gutman", 2), Some(2), "letters that are swapped count once");
    }
}
