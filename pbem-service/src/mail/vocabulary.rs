//! The words with which orders begin, whatever the game: a line that begins with one is judged and
//! never taken for a greeting or a name.

use std::collections::HashSet;

/// The words with which orders, questions and what is said to the table begin.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// Each as its words, compared without case, accents and punctuation.
    phrases: Vec<Vec<String>>,
    /// Those of them with which something is said to the other player.
    talk: Vec<Vec<String>>,
    /// Words of the names of units.
    names: HashSet<String>,
    /// Words that begin a line of ours only if a colon follows: without it they begin sentences of every letter.
    marked: Vec<String>,
}

/// A beginning of a word stands for it from so many letters on.
const SHORTEST: usize = 3;
/// Beginnings of a word that are words of a language in which people greet: “und”.
const OTHER_WORDS: [&str; 1] = ["und"];

/// A word of orders behind one of these is a thing, or what somebody would like to do.
const OF_THINGS: [&str; 13] =
    ["a", "an", "the", "my", "your", "his", "her", "our", "their", "this", "that", "no", "to"];
/// And so it is before one of these.
const ABOUT_THINGS: [&str; 6] = ["of", "was", "is", "were", "has", "had"];

impl Vocabulary {
    /// The vocabulary of these words and phrases. With none of them no line can be told from an order.
    pub fn new<'a>(phrases: impl IntoIterator<Item = &'a str>) -> Vocabulary {
        let phrases = phrases.into_iter().map(plain_words).filter(|words| !words.is_empty()).collect();
        Vocabulary { phrases, ..Vocabulary::default() }
    }

    /// The same, and these are the names of units: no remark holds one.
    pub fn with_names<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Vocabulary {
        let telling = |word: &String| word.chars().count() >= SHORTEST && !word.contains(char::is_numeric);
        self.names = names.into_iter().flat_map(plain_words).filter(telling).collect();
        self
    }

    /// The same, and with this word begins what is said to the other player.
    pub fn with_talk(mut self, word: &str) -> Vocabulary {
        self.talk.push(plain_words(word));
        self.phrases.push(plain_words(word));
        self
    }

    /// The same, and with each of these words begins a line if a colon follows it.
    pub fn with_marked(mut self, words: &[&str]) -> Vocabulary {
        self.marked.extend(words.iter().map(|word| (*word).to_owned()));
        self
    }

    /// Whether a line begins with a word of ours and a colon.
    fn is_marked(&self, line: &str) -> bool {
        let Some((word, _)) = line.split_once(':') else { return false };
        matches!(order_words(word).as_slice(), [word] if self.marked.contains(word))
    }

    /// Whether nothing is known of how orders begin.
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// Whether a line is said to the other player, and orders nothing.
    pub fn is_talk(&self, line: &str) -> bool {
        let words = order_words(line);
        self.talk.iter().any(|word| words.starts_with(word))
    }

    /// Whether a line names a unit, or holds an order though it does not begin with one. A word of orders behind one that
    /// makes a thing of it (“your attack”), or behind “to”, orders nothing.
    pub(super) fn holds_order_or_name(&self, line: &str) -> bool {
        let words = plain_words(line);
        let orders = |at: usize| {
            let begins = self.phrases.iter().any(|phrase| words[at..].starts_with(phrase));
            let before = at.checked_sub(1).map(|before| words[before].as_str());
            let behind = words.get(at + 1).map(String::as_str);
            let is_thing = before.is_some_and(|word| OF_THINGS.contains(&word))
                || behind.is_some_and(|word| ABOUT_THINGS.contains(&word));
            begins && !is_thing
        };
        words.iter().any(|word| self.names.contains(word)) || (0..words.len()).any(orders)
    }

    /// Whether a line begins with one of the words, written out.
    pub fn begins_with_a_whole_word(&self, line: &str) -> bool {
        let words = order_words(line);
        self.is_marked(line) || self.phrases.iter().any(|phrase| words.starts_with(phrase))
    }

    /// Whether a line begins with one of the words, or with the beginning of one.
    pub fn begins(&self, line: &str) -> bool {
        let words = order_words(line);
        let Some(first) = words.first() else { return false };
        self.is_marked(line)
            || self.phrases.iter().any(|phrase| {
                words.starts_with(phrase)
                    || (phrase.len() == 1
                        && !OTHER_WORDS.contains(&first.as_str())
                        && first.chars().count() >= SHORTEST
                        && phrase[0].starts_with(first.as_str()))
            })
    }

    /// Whether a line begins with one of the words, perhaps mistyped by a letter.
    pub fn nearly_begins(&self, line: &str) -> bool {
        let words = order_words(line);
        let Some(first) = words.first().filter(|first| first.chars().count() > SHORTEST) else {
            return self.begins(line);
        };
        self.begins(line) || self.phrases.iter().any(|phrase| is_near(first, &phrase[0]))
    }
}

/// The words of a line without the number of a list before them.
fn order_words(line: &str) -> Vec<String> {
    let mut words = plain_words(line);
    let counted = |word: &String| word.bytes().all(|sign| sign.is_ascii_digit());
    if words.first().is_some_and(counted) {
        words.remove(0);
    }
    words
}

/// The words of a text in lower case, without accents and punctuation; digits are words of their own.
pub(super) fn plain_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for letter in text.chars().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            if word.chars().last().is_some_and(|last| last.is_numeric() != letter.is_numeric()) {
                words.push(std::mem::take(&mut word));
            }
            match unaccented(letter) {
                Some(plain) => word.push(plain),
                None => word.push_str("ss"),
            }
        } else if !is_within_words(letter) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Apostrophes, and accents that stand on their own.
fn is_within_words(letter: char) -> bool {
    matches!(letter, '\'' | '’' | '\u{300}'..='\u{36f}')
}

/// A letter without its accent; none for the sharp s, which is two letters.
fn unaccented(letter: char) -> Option<char> {
    Some(match letter {
        'ß' => return None,
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ą' => 'a',
        'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ù' | 'ú' | 'û' | 'ü' | 'ů' => 'u',
        'ç' | 'ć' | 'č' => 'c',
        'ñ' | 'ń' => 'n',
        'ś' | 'š' => 's',
        'ź' | 'ż' | 'ž' => 'z',
        'ł' => 'l',
        'ý' => 'y',
        _ => letter,
    })
}

/// Whether two words differ by one letter that was changed, added, left out, or swapped with the next.
fn is_near(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([], _) | (_, []) => true,
        ([x, y, rest_a @ ..], [z, w, rest_b @ ..]) if x == w && y == z && rest_a == rest_b => true,
        _ if a.len() == b.len() => a[1..] == b[1..],
        _ if a.len() > b.len() => a[1..] == *b,
        _ => *a == b[1..],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> Vocabulary {
        Vocabulary::new(["move", "march", "attack", "end", "pass", "take back", "what can", "rest"])
    }

    #[test]
    fn a_line_that_begins_with_a_word_or_its_beginning_is_known() {
        for line in ["move A", "MOVE", "Mov A to 1203", "1. attack 1204", "• end", "take back", "Take  Back!", "“pass”"]
        {
            assert!(vocabulary().begins(line), "{line}");
        }
        for line in ["", "mo", "take care", "moved on", "Cheers", "2711", "what a game", "ende"] {
            assert!(!vocabulary().begins(line), "{line}");
        }
    }

    #[test]
    fn a_word_that_begins_sentences_needs_its_colon() {
        let vocabulary = vocabulary().with_marked(&["note"]);
        for line in ["note: he is weak", "Note : he is weak", "1. NOTE: so", "note:"] {
            assert!(vocabulary.begins(line) && vocabulary.begins_with_a_whole_word(line), "{line}");
        }
        for line in ["Note that I am away: until May", "Not today", "Notes: none", "my note: so", "note"] {
            assert!(!vocabulary.begins(line) && !vocabulary.nearly_begins(line), "{line}");
        }
    }

    #[test]
    fn a_word_mistyped_by_a_letter_is_nearly_known() {
        for line in ["atack 1204", "moev A", "mvoe A", "attacks", "Peass", "Best"] {
            assert!(vocabulary().nearly_begins(line) && !vocabulary().begins(line), "{line}");
        }
        for line in ["Anna", "Cheers", "regards", "en", "tea"] {
            assert!(!vocabulary().nearly_begins(line), "{line}");
        }
    }

    #[test]
    fn words_are_compared_without_case_accents_and_punctuation() {
        assert_eq!(plain_words("Grüße, d'Artagnan – À bientôt!"), ["grusse", "dartagnan", "a", "bientot"]);
        assert_eq!(plain_words("Dzień dobry; 12a"), ["dzien", "dobry", "12", "a"]);
    }
}
