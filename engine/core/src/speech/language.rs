//! The verbs of a game and the words that begin clauses: from a line to its verb and its clauses.

use super::{INQUIRIES, LineForm, Sentence};
use crate::contract::Misread;
use definitions::spelling::{Word, distance, folded, spoken};

/// The order language of a game. `E` is an entry of its list of verbs, which says more than how they are written; `C` the
/// clauses that its orders may have.
pub struct Language<E: 'static, C: 'static> {
    /// The verbs.
    pub verbs: &'static [E],
    /// Words that open a clause, one or several; the first of each clause is how it is written.
    pub clauses: &'static [(&'static str, C)],
}

/// Words with which people ask.
const QUESTIONS: [&str; 14] =
    ["what", "who", "where", "how", "why", "which", "when", "is", "are", "may", "does", "do", "show", "odds"];

impl<E: AsRef<LineForm>, C: Copy + PartialEq> Language<E, C> {
    /// Reads the words of a line as orders: none of an empty one, else what `read` makes of the verb and the sentence after
    /// it.
    ///
    /// # Errors
    /// What was not understood, and what was expected: how orders with that verb are written, or that one line holds two.
    pub fn orders<S>(
        &self,
        words: &[Word],
        read: impl FnOnce(&'static E, &Sentence<'_, C>) -> Result<Vec<Vec<S>>, Misread>,
    ) -> Result<Vec<Vec<S>>, Misread> {
        let Some((first, rest)) = words.split_first() else { return Ok(Vec::new()) };
        let entry = self.verb(first)?;
        let form = entry.as_ref();
        let sentence = Sentence::new(self.clauses, form, rest);
        let expected = |misread: Misread| Misread { lasting: misread.lasting, ..form.expected(&misread.message) };
        sentence
            .and_then(|sentence| read(entry, &sentence))
            .map_err(|misread| self.second_order(rest).unwrap_or_else(|| expected(misread)))
    }

    /// The verb of a word: written out, or begun when that leaves no doubt.
    ///
    /// # Errors
    /// The nearest one, and all that there are.
    pub fn verb(&self, word: &Word) -> Result<&'static E, Misread> {
        let same = self.only(|known| known == word.folded);
        let begun = || self.only(|known| word.folded.len() > 1 && known.starts_with(&word.folded));
        same.or_else(begun).ok_or_else(|| self.no_verb(word))
    }

    /// The words with which orders begin.
    pub fn opening_words(&self) -> impl Iterator<Item = &'static str> {
        self.forms().flat_map(|form| form.words).copied()
    }

    /// The entries of the page of help, one a verb.
    pub fn help(&self) -> String {
        self.forms().map(LineForm::help).collect()
    }

    /// How the verbs are written.
    pub(super) fn forms(&self) -> impl Iterator<Item = &'static LineForm> {
        self.verbs.iter().map(AsRef::as_ref)
    }

    /// The one verb with a word of some kind.
    fn only(&self, is: impl Fn(&str) -> bool) -> Option<&'static E> {
        let fits = |entry: &&'static E| entry.as_ref().words.iter().any(|known| is(&folded(known).concat()));
        let mut found = self.verbs.iter().filter(fits);
        found.next().filter(|_| found.next().is_none())
    }

    fn no_verb(&self, word: &Word) -> Misread {
        let found = spoken(std::slice::from_ref(word));
        if QUESTIONS.contains(&word.folded.as_str()) {
            let forms = INQUIRIES.iter().flat_map(|inquiry| inquiry.form.forms);
            let forms: Vec<String> = forms.map(|form| format!("`{form}`")).collect();
            return Misread::new(format!("`{found}` begins no order; what may be asked is {}", forms.join(", ")));
        }
        let written = word.raw.to_lowercase();
        let limit = written.chars().count() / 3;
        let asked = INQUIRIES.iter().flat_map(|inquiry| inquiry.form.words).copied();
        let near = self.opening_words().chain(asked);
        let near = near.filter_map(|known| Some((distance(&written, known, limit.min(2))?, known)));
        let near = near.min().map(|(_, known)| format!(" (do you mean {known}?)")).unwrap_or_default();
        let verbs: Vec<&str> = self.forms().map(LineForm::word).collect();
        let verbs = verbs.join(", ");
        Misread::new(format!("an order does not begin with `{found}`{near}, but with {verbs}; `help` explains them"))
    }

    /// That a line which cannot be read holds a second order, if a verb that is written out stands among its later words.
    fn second_order(&self, words: &[Word]) -> Option<Misread> {
        let begins = |word: &&Word| self.opening_words().any(|known| folded(known).concat() == word.folded);
        let second = words.iter().skip(1).find(begins)?;
        Some(Misread::new(format!("write one order a line: `{}` seems to begin another one", second.raw)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use definitions::spelling::words;

    static VERBS: [LineForm; 3] = [
        verb(&["march", "mv"], &["march to HEX"]),
        verb(&["mark"], &["mark to HEX"]),
        verb(&["continue"], &["continue to HEX"]),
    ];
    static LANGUAGE: Language<LineForm, ()> = Language { verbs: &VERBS, clauses: &[("to", ())] };

    const fn verb(words: &'static [&'static str], forms: &'static [&'static str]) -> LineForm {
        LineForm { words, forms, also: &[], example: "", about: "", cases: &[] }
    }

    fn read(line: &str) -> Result<Vec<Vec<String>>, Misread> {
        LANGUAGE.orders(&words(line), |form, sentence| match sentence.clause(()) {
            Some(to) => Ok(vec![vec![form.word().to_owned(), spoken(to)]]),
            None => Err(Misread::new("to where?")),
        })
    }

    fn misread(line: &str) -> String {
        read(line).expect_err(line).message
    }

    #[test]
    fn a_verb_may_be_begun_as_long_as_no_other_begins_so() {
        for (line, verb) in
            [("march to 7", "march"), ("marc to 7", "march"), ("MV to 7", "march"), ("mark to 7", "mark")]
        {
            assert_eq!(read(line), Ok(vec![vec![verb.to_owned(), "7".to_owned()]]), "{line}");
        }
        assert_eq!(read("continue to 7").map(|orders| orders[0][0].clone()), Ok("continue".to_owned()), "`ue` is `u`");
        assert_eq!(read("  "), Ok(Vec::new()));
        assert!(misread("mar to 7").starts_with("an order does not begin with `mar`"), "{}", misread("mar to 7"));
    }

    #[test]
    fn what_begins_no_order_is_answered_with_what_is_near_and_what_there_is() {
        let all = "but with march, mark, continue; `help` explains them";
        assert_eq!(misread("amrch to 7"), format!("an order does not begin with `amrch` (do you mean march?), {all}"));
        assert!(misread("stauts").contains("do you mean status?"), "{}", misread("stauts"));
        assert!(
            misread("where is he?").starts_with("`where` begins no order; what may be asked is `help`, `help VERB`")
        );
    }

    #[test]
    fn what_cannot_be_read_is_answered_with_how_it_is_written_or_that_it_is_two_orders() {
        assert_eq!(misread("march"), "to where? Write `march to HEX`");
        assert_eq!(misread("march 1 to 2 to 3"), "`to` stands twice. Write `march to HEX`");
        assert_eq!(misread("march 1, Mark"), "write one order a line: `Mark` seems to begin another one");
        assert_eq!(misread("march mark"), "to where? Write `march to HEX`", "a thing may be called like a verb");
    }
}
