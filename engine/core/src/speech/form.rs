//! How the lines of one kind are written: what help, grammar and reader share.

use crate::contract::Misread;

/// How the lines that begin with a verb, or a question, are written.
///
/// Forms are written as players read them: what they put in is in capitals, what may be left out in brackets, and `...`
/// follows an entry of a list: `attack HEX, ... with UNIT, ... [lead UNIT]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineForm {
    /// Words with which it begins; the first is how it is written.
    pub words: &'static [&'static str],
    /// Its forms, each with the first of its words.
    pub forms: &'static [&'static str],
    /// Forms that are read besides and shown to nobody.
    pub also: &'static [&'static str],
    /// A line.
    pub example: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Cases of the rulebook; none where no rule speaks of it.
    pub cases: &'static [&'static str],
}

impl AsRef<LineForm> for LineForm {
    fn as_ref(&self) -> &LineForm {
        self
    }
}

/// A verb of a game, and how its orders are written: an entry of a list that says no more of its verbs. A game whose list does
/// has entries of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerbForm<V> {
    /// The verb, as the game knows it.
    pub verb: V,
    /// How its orders are written.
    pub form: LineForm,
}

impl<V> VerbForm<V> {
    /// A verb with its words, forms, example, what it does, and its cases, as [`LineForm`] has them; nothing is read besides.
    pub const fn new(
        verb: V,
        words: &'static [&'static str],
        forms: &'static [&'static str],
        example: &'static str,
        about: &'static str,
        cases: &'static [&'static str],
    ) -> VerbForm<V> {
        VerbForm { verb, form: LineForm { words, forms, also: &[], example, about, cases } }
    }
}

impl<V> AsRef<LineForm> for VerbForm<V> {
    fn as_ref(&self) -> &LineForm {
        &self.form
    }
}

impl LineForm {
    /// The word with which it is written.
    pub fn word(&self) -> &'static str {
        self.words.first().copied().unwrap_or_default()
    }

    /// What a form says after its first word.
    pub fn rest(&self, form: &'static str) -> &'static str {
        self.words.iter().find_map(|word| form.strip_prefix(word)).unwrap_or_default()
    }

    /// The forms in parts, those that are shown first.
    pub fn parts<C: Copy + PartialEq>(&self, clauses: &[(&str, C)]) -> Vec<Vec<Part<C>>> {
        self.forms.iter().chain(self.also).map(|form| Part::of(self.rest(form), clauses)).collect()
    }

    /// Whether some form has a clause.
    pub fn has<C: Copy + PartialEq>(&self, clause: C, clauses: &[(&str, C)]) -> bool {
        self.parts(clauses).iter().any(|form| Part::any(form, &|part| *part == Part::Clause(clause)))
    }

    /// Whether something stands behind a clause in every form that has it.
    pub fn wants_more_behind<C: Copy + PartialEq>(&self, clause: C, clauses: &[(&str, C)]) -> bool {
        !self.parts(clauses).iter().any(|form| Part::ends_with(form, &Part::Clause(clause)))
    }

    /// What was found in a line, and how it is written.
    pub fn expected(&self, found: &str) -> Misread {
        let end = if found.ends_with('?') { "" } else { "." };
        let forms: Vec<String> = self.forms.iter().map(|form| format!("`{form}`")).collect();
        Misread::new(format!("{found}{end} Write {}", forms.join(" or ")))
    }

    /// The entry of the page of help.
    pub fn help(&self) -> String {
        self.help_with(self.example)
    }

    /// The same with another example.
    pub fn help_with(&self, example: &str) -> String {
        let cases = if self.cases.is_empty() { String::new() } else { format!(" Cases {}.", self.cases.join(", ")) };
        format!("\n{}\n    {}.{cases}\n    Example: {}\n", self.forms.join("\n"), self.about, example)
    }
}

/// The words of lines in a row, as a question and a refusal name them: `` `move`, `end` ``.
pub fn words<'a>(forms: impl IntoIterator<Item = &'a LineForm>) -> String {
    let words: Vec<String> = forms.into_iter().map(|form| format!("`{}`", form.word())).collect();
    words.join(", ")
}

/// A part of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<C> {
    /// A word as it is written.
    Word(String),
    /// The words that begin a clause, whichever are used.
    Clause(C),
    /// What a player puts in: `UNIT`.
    Name(String),
    /// One or more entries, with commas between them.
    List(Vec<Part<C>>),
    /// Something that may be left out.
    Optional(Vec<Part<C>>),
}

impl<C: Copy + PartialEq> Part<C> {
    /// Takes a form apart. What a bracket leaves open ends with the form.
    pub fn of(form: &str, clauses: &[(&str, C)]) -> Vec<Part<C>> {
        let spaced = form.replace('[', " [ ").replace(']', " ] ");
        let tokens: Vec<&str> = spaced.split_whitespace().collect();
        let (mut open, mut rest): (Vec<Vec<Part<C>>>, &[&str]) = (vec![Vec::new()], &tokens);
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            let mut last = open.pop().unwrap_or_default();
            match *token {
                "[" => {
                    open.push(last);
                    last = Vec::new();
                }
                "]" => {
                    let mut outer = open.pop().unwrap_or_default();
                    outer.push(Part::Optional(last));
                    last = outer;
                }
                "..." | "...," => {
                    // the entry that is repeated begins after what opens its clause, or after the list before it
                    let before = |part: &Part<C>| matches!(part, Part::Clause(_) | Part::List(_));
                    let start = last.iter().rposition(before).map_or(0, |place| place + 1);
                    // `dig in UNIT, ...`
                    let words = last[start..].iter().take_while(|part| matches!(part, Part::Word(_))).count();
                    let entry = last.split_off(start + words);
                    last.push(Part::List(entry));
                    if *token == "...," {
                        last.push(Part::Word(",".to_owned()));
                    }
                }
                word => {
                    let opener = clauses.iter().filter_map(|(opener, clause)| {
                        let length = opener.split(' ').count();
                        opener
                            .split(' ')
                            .eq(std::iter::once(word).chain(after.iter().copied()).take(length))
                            .then_some((length, *clause))
                    });
                    if let Some((length, clause)) = opener.max_by_key(|(length, _)| *length) {
                        last.push(Part::Clause(clause));
                        rest = &after[length - 1..];
                    } else {
                        let word = word.trim_end_matches([',', ':']).to_owned();
                        let name = word.chars().all(|letter| letter.is_ascii_uppercase());
                        last.push(if name { Part::Name(word) } else { Part::Word(word) });
                    }
                }
            }
            open.push(last);
        }
        let closed = |inner: Vec<Part<C>>, outer: Vec<Part<C>>| [outer, vec![Part::Optional(inner)]].concat();
        open.into_iter().rev().reduce(closed).unwrap_or_default()
    }

    /// Whether one of these parts, or of what they hold, stands last or before something that may be left out or begins
    /// another clause.
    fn ends_with(parts: &[Part<C>], last: &Part<C>) -> bool {
        let holds = |part: &Part<C>| match part {
            Part::List(inner) | Part::Optional(inner) => Part::ends_with(inner, last),
            Part::Word(_) | Part::Clause(_) | Part::Name(_) => false,
        };
        let bare = |place: usize| matches!(parts.get(place + 1), None | Some(Part::Optional(_) | Part::Clause(_)));
        parts.iter().enumerate().any(|(place, part)| holds(part) || part == last && bare(place))
    }

    /// Whether a part of a form, or of what its parts hold, is of some kind.
    pub fn any(parts: &[Part<C>], is: &dyn Fn(&Part<C>) -> bool) -> bool {
        parts.iter().any(|part| {
            is(part)
                || match part {
                    Part::List(inner) | Part::Optional(inner) => Part::any(inner, is),
                    Part::Word(_) | Part::Clause(_) | Part::Name(_) => false,
                }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Clause {
        To,
        Road,
        Support,
    }

    const CLAUSES: [(&str, Clause); 4] =
        [("to", Clause::To), ("at", Clause::To), ("along road", Clause::Road), ("support", Clause::Support)];

    fn name(text: &str) -> Part<Clause> {
        Part::Name(text.to_owned())
    }

    fn word(text: &str) -> Part<Clause> {
        Part::Word(text.to_owned())
    }

    #[test]
    fn a_form_is_taken_apart_into_words_names_clauses_lists_and_what_may_be_left_out() {
        let parts = Part::of("in UNIT, ... [along road [2]] at HEX", &CLAUSES);
        let road = Part::Optional(vec![Part::Clause(Clause::Road), Part::Optional(vec![word("2")])]);
        assert_eq!(parts, [word("in"), Part::List(vec![name("UNIT")]), road, Part::Clause(Clause::To), name("HEX")]);
        let parts = Part::of("[support KIND from HQ, ...]", &CLAUSES);
        let entry = Part::List(vec![name("KIND"), word("from"), name("HQ")]);
        assert_eq!(parts, [Part::Optional(vec![Part::Clause(Clause::Support), entry])]);
        let parts = Part::of("UNIT, ..., KIND from HQ", &CLAUSES);
        let units = Part::List(vec![name("UNIT")]);
        assert_eq!(parts, [units, word(","), name("KIND"), word("from"), name("HQ")]);
    }

    #[test]
    fn brackets_that_do_not_match_are_read_as_far_as_they_go() {
        assert_eq!(Part::of("a [b", &CLAUSES), [word("a"), Part::Optional(vec![word("b")])]);
        assert_eq!(Part::of("a] b", &CLAUSES), [Part::Optional(vec![word("a")]), word("b")]);
        assert_eq!(Part::of("...", &CLAUSES), [Part::List(Vec::new())]);
    }
}
