//! A line after its verb: what comes first, and its clauses.

use super::LineForm;
use crate::contract::Misread;
use definitions::spelling::{COMMA, Word, folded, spoken};

/// A line after its verb: what comes first, and its clauses, in words.
#[derive(Clone, Debug)]
pub struct Sentence<'a, C> {
    /// What stands before the first clause.
    pub head: &'a [Word],
    clauses: Vec<(C, &'a [Word])>,
}

impl<'a, C: Copy + PartialEq> Sentence<'a, C> {
    /// Parts the words after a verb by the clauses of its forms. A word straight after the verb opens a clause only if the
    /// verb has it: a name may begin with such a word.
    ///
    /// # Errors
    /// A clause that stands twice, or that the verb does not have; a line that ends in the middle of a list or clause, as one
    /// does whose end a mail program has broken off.
    pub(super) fn new(openers: &[(&str, C)], form: &LineForm, words: &'a [Word]) -> Result<Sentence<'a, C>, Misread> {
        if let Some(comma) = words.last().filter(|word| word.folded == COMMA) {
            return Err(broken_off(&comma.raw));
        }
        let spelled: Vec<(Vec<String>, C)> = openers.iter().map(|(opener, clause)| (folded(opener), *clause)).collect();
        let opener = |place: usize| {
            let clause = opens(&spelled, &words[place..])?;
            (place > 0 || form.has(clause.0, openers)).then_some(clause)
        };
        let next = |from: usize| (from..words.len()).find_map(|place| opener(place).map(|clause| (place, clause)));
        let mut found = next(0);
        let head = &words[..found.map_or(words.len(), |(place, _)| place)];
        let mut clauses: Vec<(C, &[Word])> = Vec::new();
        while let Some((place, (clause, used))) = found {
            let begin = place + used;
            found = next(begin);
            let said = spoken(&words[place..begin]);
            if clauses.iter().any(|(known, _)| *known == clause) {
                return Err(Misread::new(format!("`{said}` stands twice")));
            }
            if !form.has(clause, openers) {
                return Err(Misread::new(format!("`{said}` has no place here")));
            }
            if begin == words.len() && form.wants_more_behind(clause, openers) {
                return Err(broken_off(&said));
            }
            clauses.push((clause, &words[begin..found.map_or(words.len(), |(place, _)| place)]));
        }
        Ok(Sentence { head, clauses })
    }

    /// The words of a clause, if it has been written; there may be none.
    pub fn clause(&self, clause: C) -> Option<&'a [Word]> {
        self.clauses.iter().find(|(known, _)| *known == clause).map(|(_, words)| *words)
    }

    /// Whether no clause has been written.
    pub fn is_plain(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Whether the verb is followed by one of these words and nothing else.
    pub fn is(&self, words: &[&str]) -> bool {
        self.is_plain() && matches!(self.head, [word] if words.contains(&word.folded.as_str()))
    }

    /// The entries of the list that comes first.
    pub fn entries(&self) -> impl Iterator<Item = &'a [Word]> + use<'a, C> {
        entries(self.head)
    }

    /// That nothing follows the verb but words that say no more than it does.
    ///
    /// # Errors
    /// The first word that does.
    pub fn nothing_but(&self, filler: &[&str]) -> Result<(), Misread> {
        match self.head.iter().find(|word| !filler.contains(&word.folded.as_str())) {
            Some(word) => Err(Misread::new(format!("`{}` is too much here", word.raw))),
            None => Ok(()),
        }
    }
}

fn broken_off(last: &str) -> Misread {
    Misread::new(format!("nothing stands behind `{last}`: is its end on the next line? An order stands on one line"))
}

/// The clause that words open, and how many of them do so.
fn opens<C: Copy>(openers: &[(Vec<String>, C)], words: &[Word]) -> Option<(C, usize)> {
    let begins = openers.iter().filter_map(|(opener, clause)| {
        let same = words.len() >= opener.len() && words.iter().zip(opener).all(|(word, known)| word.folded == *known);
        same.then_some((*clause, opener.len()))
    });
    // of `led` and `led by` the longer
    begins.max_by_key(|(_, length)| *length)
}

/// The entries of a list.
pub fn entries(words: &[Word]) -> impl Iterator<Item = &[Word]> {
    words.split(|word| word.folded == COMMA).filter(|entry| !entry.is_empty())
}

/// What stands before and after the first of some words: `2 steps`, `2 DI` of `2 steps from 2 DI`.
pub fn parted<'a>(words: &'a [Word], at: &[&str]) -> (&'a [Word], Option<&'a [Word]>) {
    match words.iter().position(|word| at.contains(&word.folded.as_str())) {
        Some(place) => (&words[..place], Some(&words[place + 1..])),
        None => (words, None),
    }
}

/// The number of things that words begin with, and the words after it: one where none is written, or `a`.
///
/// # Errors
/// A number that is not from 1 to `most`.
pub fn counted<'a>(words: &'a [Word], most: usize, things: &str) -> Result<(usize, &'a [Word]), Misread> {
    let Some((first, rest)) = words.split_first() else { return Ok((1, words)) };
    if matches!(first.folded.as_str(), "a" | "an") {
        return Ok((1, rest));
    }
    match first.folded.parse::<usize>() {
        Ok(count) if (1..=most).contains(&count) => Ok((count, rest)),
        Ok(count) => Err(Misread::new(format!("expected 1 to {most} {things}, found {count}"))),
        Err(_) => Ok((1, words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use definitions::spelling::words;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Clause {
        To,
        With,
        Lead,
        Air,
        Once,
    }

    const CLAUSES: [(&str, Clause); 7] = [
        ("at once", Clause::Once),
        ("to", Clause::To),
        ("with", Clause::With),
        ("by", Clause::With),
        ("led", Clause::Lead),
        ("led by", Clause::Lead),
        ("air", Clause::Air),
    ];
    const FIGHT: LineForm = LineForm {
        words: &["fight"],
        forms: &["fight HEX with UNIT [led UNIT]"],
        also: &["fight at once to HEX"],
        example: "fight 1 with A",
        about: "fights",
        cases: &[],
    };

    fn sentence<T>(line: &str, read: impl FnOnce(Result<Sentence<'_, Clause>, Misread>) -> T) -> T {
        read(Sentence::new(&CLAUSES, &FIGHT, &words(line)))
    }

    fn clause(line: &str, clause: Clause) -> Option<String> {
        sentence(line, |sentence| sentence.expect(line).clause(clause).map(spoken))
    }

    #[test]
    fn a_sentence_has_a_head_and_the_clauses_of_its_forms_shown_or_not() {
        let line = "27 15 with A, B led by B to C";
        assert_eq!(sentence(line, |sentence| spoken(sentence.expect(line).head)), "27 15");
        assert_eq!(clause(line, Clause::With).as_deref(), Some("A , B"));
        assert_eq!(clause(line, Clause::Lead).as_deref(), Some("B"), "`led by` is longer than `led`");
        assert_eq!(clause(line, Clause::To).as_deref(), Some("C"));
        assert_eq!(clause("1", Clause::With), None);
    }

    #[test]
    fn what_stands_twice_or_has_no_place_is_named() {
        let fault = |line: &str| sentence(line, |sentence| sentence.expect_err(line).message);
        assert_eq!(fault("1 with A by B"), "`by` stands twice");
        assert_eq!(fault("1 air 2"), "`air` has no place here");
    }

    #[test]
    fn a_line_that_ends_in_the_middle_of_a_list_or_clause_is_no_order() {
        for (line, last) in
            [("1 with", "with"), ("1 with A led by", "led by"), ("1 with A,", ","), ("1 with A and", "and")]
        {
            let fault = sentence(line, |sentence| sentence.expect_err(line).message);
            assert!(fault.starts_with(&format!("nothing stands behind `{last}`")), "{line}: {fault}");
        }
        assert_eq!(clause("at once", Clause::Once).as_deref(), Some(""), "a clause that is whole by itself");
    }

    #[test]
    fn a_name_may_begin_with_the_word_of_a_clause_that_its_verb_does_not_have() {
        assert_eq!(sentence("air base 1 with A", |sentence| spoken(sentence.expect("a name").head)), "air base 1");
        assert_eq!(clause("to 7", Clause::To).as_deref(), Some("7"));
    }

    #[test]
    fn lists_counts_and_what_stands_on_both_sides_of_a_word() {
        let line = words("2 guns from A, a gun of B, , gun");
        let entries: Vec<&[Word]> = entries(&line).collect();
        assert_eq!(
            entries.iter().map(|entry| spoken(entry)).collect::<Vec<_>>(),
            ["2 guns from A", "a gun of B", "gun"]
        );
        let (before, after) = parted(entries[1], &["from", "of"]);
        assert_eq!((spoken(before), after.map(spoken)), ("a gun".to_owned(), Some("B".to_owned())));
        let count = |line: &str| counted(&words(line), 3, "guns").map(|(count, rest)| (count, spoken(rest)));
        assert_eq!(count("a gun"), Ok((1, "gun".to_owned())));
        assert_eq!(count("3 guns"), Ok((3, "guns".to_owned())));
        assert_eq!(count("4 guns"), Err(Misread::new("expected 1 to 3 guns, found 4")));
        assert_eq!(count(""), Ok((1, String::new())));
    }

    #[test]
    fn words_that_add_nothing_are_passed_over_and_others_named() {
        let rest = |line: &str| sentence(line, |sentence| sentence.expect(line).nothing_but(&["now"]));
        assert_eq!((rest(""), rest("now")), (Ok(()), Ok(())));
        assert_eq!(rest("now please"), Err(Misread::new("`please` is too much here")));
        sentence("done", |sentence| assert!(sentence.expect("done").is(&["no", "done"])));
        sentence("done with A", |sentence| assert!(!sentence.expect("done").is(&["done"])));
    }
}
