use super::{DefinitionError, RuleIndex};
use std::collections::BTreeMap;

/// How ambiguous cases of a rulebook are played (`rulings.txt`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulings {
    rulings: Vec<Ruling>,
}

/// The ruling on one ambiguity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Stable id: `R12`.
    pub id: String,
    /// Numbers of the cases it concerns; each is in the rule index.
    pub cases: Vec<String>,
    /// What the rulebook leaves open.
    pub question: String,
    /// How this program plays it.
    pub ruling: String,
    /// Why.
    pub reason: String,
}

impl Rulings {
    /// Reads rulings: a line `R1: case, case`, then `question:`, `ruling:` and `reason:`. A line that begins with
    /// a blank continues the one before, an empty line ends a ruling, `#` begins a comment line.
    ///
    /// # Errors
    /// When a line has another shape, a part is missing or empty, an id is not R and a number or comes twice, or a
    /// case is not in the rule index. Numbers may be left out: a ruling keeps its own for good.
    pub fn parse(file: &str, text: &str, rules: &RuleIndex) -> Result<Rulings, DefinitionError> {
        let mut rulings = Rulings::default();
        for (line, entry) in entries(file, text)? {
            let ruling = entry.ruling(rules).map_err(|message| DefinitionError::new(file, line, message))?;
            let number = ruling.id.strip_prefix('R').and_then(|number| number.parse::<u16>().ok());
            if number.is_none() || rulings.get(&ruling.id).is_some() {
                let message = format!("expected R and a number that no other ruling has, found `{}`", ruling.id);
                return Err(DefinitionError::new(file, line, message));
            }
            rulings.rulings.push(ruling);
        }
        Ok(rulings)
    }

    /// The ruling with an id, as in `R12`.
    pub fn get(&self, id: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|ruling| ruling.id == id)
    }

    /// All rulings in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Ruling> {
        self.rulings.iter()
    }

    /// The rulings that concern a case.
    pub fn on_case<'a>(&'a self, number: &'a str) -> impl Iterator<Item = &'a Ruling> {
        self.iter().filter(move |ruling| ruling.cases.iter().any(|case| case == number))
    }
}

/// The `name: text` lines of one ruling, continuations joined.
#[derive(Default)]
struct Entry<'a> {
    parts: Vec<(&'a str, String)>,
}

/// The entries of the file, each with the number of its first line.
fn entries<'a>(file: &str, text: &'a str) -> Result<Vec<(usize, Entry<'a>)>, DefinitionError> {
    let mut entries: Vec<(usize, Entry<'a>)> = Vec::new();
    let mut inside = false;
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let fault = |message: &str| DefinitionError::new(file, at + 1, message);
        if line.trim().is_empty() {
            inside = false;
            continue;
        }
        if !inside {
            entries.push((at + 1, Entry::default()));
            inside = true;
        }
        let Some((_, entry)) = entries.last_mut() else { continue };
        if line.starts_with(char::is_whitespace) {
            let (_, part) = entry.parts.last_mut().ok_or_else(|| fault("nothing comes before this continuation"))?;
            part.push(' ');
            part.push_str(line.trim());
        } else {
            let (name, part) = line.split_once(':').ok_or_else(|| fault("expected `name: text`"))?;
            entry.parts.push((name.trim(), part.trim().to_owned()));
        }
    }
    Ok(entries)
}

impl Entry<'_> {
    fn ruling(self, rules: &RuleIndex) -> Result<Ruling, String> {
        let mut parts: BTreeMap<&str, String> = BTreeMap::new();
        let mut lines = self.parts.into_iter();
        let (id, cases) = lines.next().unwrap_or_default();
        for (name, part) in lines {
            if !["question", "ruling", "reason"].contains(&name) {
                return Err(format!("{id}: expected question, ruling or reason, found `{name}`"));
            }
            if parts.insert(name, part).is_some() {
                return Err(format!("{id} has more than one {name}; an empty line ends a ruling"));
            }
        }
        let cases: Vec<String> = cases.split(',').map(|case| case.trim().to_owned()).collect();
        if let Some(unknown) = cases.iter().find(|case| rules.get(case).is_none()) {
            return Err(format!("{id} concerns case `{unknown}`, which the rule index does not list"));
        }
        let mut part = |name: &str| {
            parts.remove(name).filter(|part| !part.is_empty()).ok_or_else(|| format!("{id} needs a {name}"))
        };
        Ok(Ruling {
            question: part("question")?,
            ruling: part("ruling")?,
            reason: part("reason")?,
            id: id.to_owned(),
            cases,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> RuleIndex {
        RuleIndex::parse("rules.txt", include_str!("../../../assets/games/autumn-fog/rules.txt")).expect("rules parse")
    }

    fn fault(text: &str) -> String {
        Rulings::parse("rulings.txt", text, &rules()).expect_err("the text is faulty").to_string()
    }

    #[test]
    fn every_ruling_on_autumn_fog_parses_and_concerns_cases_of_the_rulebook() {
        let text = include_str!("../../../assets/games/autumn-fog/rulings.txt");
        let rulings = Rulings::parse("rulings.txt", text, &rules()).expect("the rulings parse");
        assert_eq!(rulings.iter().count(), text.lines().filter(|line| line.starts_with("ruling:")).count());
        assert_eq!(rulings.get("R1").map(|ruling| ruling.cases.clone()), Some(vec!["1.3".to_owned()]));
        assert!(rulings.on_case("7.5b").count() >= 2);
        assert_eq!(rulings.on_case("0.1").count(), 0);
    }

    #[test]
    fn continued_lines_join_and_an_empty_line_ends_a_ruling() {
        let text = "R1: 4.2a, 4.2b\nquestion: One?\n# note\nruling: Yes,\n  and no.\nreason: So.\n\nR2: 5a\nquestion: Q\nruling: A\nreason: B";
        let rulings = Rulings::parse("r", text, &rules()).expect("parses");
        assert_eq!(rulings.get("R1").map(|r| r.ruling.as_str()), Some("Yes, and no."));
        assert_eq!(rulings.iter().count(), 2);
    }

    #[test]
    fn a_faulty_ruling_is_named_with_what_was_expected() {
        let rest = "question: Q\nruling: A\nreason: B";
        assert!(fault(&format!("R2: 5a\n{rest}\n\nR2: 5b\n{rest}")).contains("no other ruling has, found `R2`"));
        assert!(fault(&format!("S1: 5a\n{rest}")).contains("expected R and a number"));
        assert!(fault(&format!("R1: 99.9\n{rest}")).contains("case `99.9`, which the rule index does not list"));
        assert!(fault("R1: 5a\nquestion: Q\nruling: A").contains("R1 needs a reason"));
        assert!(fault("R1: 5a\nquestion:\nruling: A\nreason: B").contains("R1 needs a question"));
        assert!(fault(&format!("R1: 5a\n{rest}\nR2: 5b\n{rest}")).contains("found `R2`"));
        assert!(fault(&format!("R1: 5a\n{rest}\nreason: C")).contains("an empty line ends a ruling"));
        assert_eq!(fault("R1: 5a\nquestion"), "rulings.txt:2: expected `name: text`");
        assert!(fault("\n  lost line").contains("rulings.txt:2: nothing comes before"));
    }
}
