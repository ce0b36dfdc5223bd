//! Forms of orders against the lines that are read and written.

use engine::speech::Part;
use std::fs;
use std::path::Path;

/// Words that open a clause, and the clause of each.
type Openers<'a, C> = &'a [(&'static str, C)];

/// All ways to fill a form in: with and without what is optional, lists of one and of two, each word that opens a clause.
/// `fill` gives what is put in for a name in capitals.
pub fn filled<C: Copy + PartialEq>(
    form: &[Part<C>],
    openers: Openers<'_, C>,
    fill: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let ways = |part: &Part<C>| match part {
        Part::Word(word) => vec![word.clone()],
        Part::Clause(clause) => {
            let words = openers.iter().filter(|(_, known)| known == clause);
            words.map(|(word, _)| (*word).to_owned()).collect()
        }
        Part::Name(name) => vec![fill(name)],
        Part::List(entry) => {
            filled(entry, openers, fill).iter().flat_map(|one| [one.clone(), format!("{one}, {one}")]).collect()
        }
        Part::Optional(inner) => [filled(inner, openers, fill), vec![String::new()]].concat(),
    };
    form.iter().fold(vec![String::new()], |begun, part| {
        let ways = ways(part);
        begun.iter().flat_map(|text| ways.iter().map(move |way| format!("{text} {way}"))).collect()
    })
}

/// Whether words are a form that is filled in; commas are words. A name is any words that open no clause and are none of
/// those that end a name.
pub fn fits<C: Copy + PartialEq>(form: &[Part<C>], openers: Openers<'_, C>, ends: &[&str], words: &[&str]) -> bool {
    let opens = |words: &[&str], clause: Option<C>| {
        let meant = openers.iter().filter(|(_, known)| clause.is_none_or(|clause| clause == *known));
        let lengths = meant.map(|(opener, _)| opener.split(' ').collect::<Vec<_>>());
        lengths.filter(|opener| words.starts_with(opener)).map(|opener| opener.len()).max()
    };
    let Some((part, rest)) = form.split_first() else { return words.is_empty() };
    match part {
        Part::Word(word) => words.first() == Some(&word.as_str()) && fits(rest, openers, ends, &words[1..]),
        Part::Clause(clause) => {
            opens(words, Some(*clause)).is_some_and(|length| fits(rest, openers, ends, &words[length..]))
        }
        Part::Name(_) => {
            let free = |place: &usize| {
                words[*place] != "," && !ends.contains(&words[*place]) && opens(&words[*place..], None).is_none()
            };
            let longest = (0..words.len()).take_while(free).count();
            (1..=longest).any(|used| fits(rest, openers, ends, &words[used..]))
        }
        Part::Optional(inner) => {
            fits(rest, openers, ends, words) || fits(&[&inner[..], rest].concat(), openers, ends, words)
        }
        Part::List(entry) => {
            let again = Part::Optional(vec![Part::Word(",".to_owned()), part.clone()]);
            fits(&[&entry[..], &[again], rest].concat(), openers, ends, words)
        }
    }
}

/// Holds that the block of EBNF in a document is a grammar, that of a parser's own lists. With `RECORD=1` in the environment it is
/// written anew; the difference is reviewed like code.
///
/// # Panics
/// When it is another, and when the document has no such block.
pub fn grammar_stands_in(document: &Path, grammar: &str) {
    let text = fs::read_to_string(document).unwrap_or_else(|error| panic!("{}: {error}", document.display()));
    let (before, rest) = text.split_once("```ebnf\n").expect("a block of EBNF");
    let (shown, after) = rest.split_once("```\n").expect("its end");
    if std::env::var_os("RECORD").is_some() {
        fs::write(document, format!("{before}```ebnf\n{grammar}```\n{after}")).expect("written");
        return;
    }
    assert_eq!(shown, grammar, "RECORD=1 writes it anew");
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPENERS: [(&str, char); 3] = [("to", 't'), ("at", 't'), ("along road", 'r')];

    fn form(text: &str) -> Vec<Part<char>> {
        Part::of(text, &OPENERS)
    }

    #[test]
    fn a_form_is_filled_in_with_lists_openers_and_what_is_optional() {
        let texts = filled(&form("UNIT, ... [along road] to HEX"), &OPENERS, &|name| name[..1].to_owned());
        assert_eq!(texts.len(), 2 * 2 * 2);
        let spaced: Vec<String> =
            texts.iter().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert!(
            spaced.contains(&"U, U along road at H".to_owned()) && spaced.contains(&"U to H".to_owned()),
            "{spaced:?}"
        );
    }

    #[test]
    fn only_what_is_filled_in_whole_fits() {
        let march = form("march UNIT, ... [along road] to HEX");
        let fits = |text: &str| fits(&march, &OPENERS, &["from"], &text.split(' ').collect::<Vec<_>>());
        assert!(fits("march 2 DI , Lehr along road at 1817") && fits("march Lehr to 1817"));
        for text in ["march to 1817", "march Lehr", "march Lehr , to 1817", "march A from B to 7"] {
            assert!(!fits(text), "{text}");
        }
    }
}
