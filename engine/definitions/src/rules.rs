use super::DefinitionError;
use std::collections::BTreeMap;

/// Longest summary of a case in characters: it has to fit under a refusal on a phone.
pub const SUMMARY_LENGTH: usize = 200;

/// The numbered cases of a rulebook, in its order (`rules.txt`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleIndex {
    cases: Vec<Case>,
    by_number: BTreeMap<String, usize>,
}

/// A case of a rulebook, in our own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Printed number; a small letter at its end counts the statements of the case: `4.2b`.
    /// `S`, `T` and `Q` begin set-up lists, tables and official answers: `T.CRT`, `Q.3`.
    pub number: String,
    /// What the case does.
    pub kind: CaseKind,
    /// Whether the program holds it yet.
    pub scope: CaseScope,
    /// A few words that name it.
    pub title: String,
    /// What it says, in at most [`SUMMARY_LENGTH`] characters.
    pub summary: String,
}

/// What a case does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseKind {
    /// A player can break it or must follow it.
    Rule,
    /// Gives a word its meaning.
    Definition,
    /// Says what a counter, marker or display shows.
    Component,
    /// Headings, history, examples, cross references.
    Commentary,
}

/// Whether the program holds a case yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseScope {
    /// It holds.
    Now,
    /// Not enforced yet; shown as such on the game's page.
    Later,
}

impl RuleIndex {
    /// Reads lines `number | kind | scope | title | summary`; `#` begins a comment line.
    ///
    /// # Errors
    /// When a line has another shape, a number comes twice, out of order or before the case it belongs to,
    /// or a summary is empty or longer than [`SUMMARY_LENGTH`].
    pub fn parse(file: &str, text: &str) -> Result<RuleIndex, DefinitionError> {
        let mut index = RuleIndex::default();
        let mut previous: Option<CaseNumber> = None;
        for (line, content) in significant_lines(text) {
            let fault = |message: String| DefinitionError::new(file, line, message);
            let (case, number) = parse_case(content).map_err(fault)?;
            if index.by_number.contains_key(&case.number) {
                return Err(fault(format!("case {} is listed twice", case.number)));
            }
            if previous.as_ref().is_some_and(|previous| !number.may_follow(previous)) {
                return Err(fault(format!("case {} is out of order", case.number)));
            }
            if let Some(parent) = number.parent().filter(|parent| !index.by_number.contains_key(parent)) {
                return Err(fault(format!("expected case {parent} before {}", case.number)));
            }
            index.by_number.insert(case.number.clone(), index.cases.len());
            index.cases.push(case);
            previous = Some(number);
        }
        Ok(index)
    }

    /// The case with a number, as in `4.2b`.
    pub fn get(&self, number: &str) -> Option<&Case> {
        self.by_number.get(number).and_then(|at| self.cases.get(*at))
    }

    /// All cases in the order of the rulebook.
    pub fn iter(&self) -> impl Iterator<Item = &Case> {
        self.cases.iter()
    }

    /// The rules that the program holds: each needs a test that cites it.
    pub fn enforced(&self) -> impl Iterator<Item = &Case> {
        self.iter().filter(|case| case.kind == CaseKind::Rule && case.scope == CaseScope::Now)
    }

    /// The rules that the program does not hold yet.
    pub fn not_yet_enforced(&self) -> impl Iterator<Item = &Case> {
        self.iter().filter(|case| case.kind == CaseKind::Rule && case.scope == CaseScope::Later)
    }
}

fn parse_case(content: &str) -> Result<(Case, CaseNumber), String> {
    let fields: Vec<&str> = content.split('|').map(str::trim).collect();
    let [number, kind, scope, title, summary] = fields[..] else {
        return Err(format!("expected `number | kind | scope | title | summary`, found {} fields", fields.len()));
    };
    let parsed = CaseNumber::parse(number)
        .ok_or_else(|| format!("expected a case number like 4.2, 4.2b, T.CRT or Q.3, found `{number}`"))?;
    let kind = match kind {
        "rule" => CaseKind::Rule,
        "definition" => CaseKind::Definition,
        "component" => CaseKind::Component,
        "commentary" => CaseKind::Commentary,
        _ => return Err(format!("expected rule, definition, component or commentary, found `{kind}`")),
    };
    let scope = match scope {
        "now" => CaseScope::Now,
        "later" => CaseScope::Later,
        _ => return Err(format!("expected now or later, found `{scope}`")),
    };
    if title.is_empty() || summary.is_empty() {
        return Err(format!("case {number} needs a title and a summary"));
    }
    let length = summary.chars().count();
    if length > SUMMARY_LENGTH {
        return Err(format!("the summary of {number} has {length} characters, at most {SUMMARY_LENGTH} fit"));
    }
    let case = Case { number: number.to_owned(), kind, scope, title: title.to_owned(), summary: summary.to_owned() };
    Ok((case, parsed))
}

/// A case number taken apart, to compare places in the rulebook.
#[derive(Debug, PartialEq, Eq)]
struct CaseNumber {
    segments: Vec<Segment>,
    letter: Option<char>,
}

#[derive(Debug, PartialEq, Eq)]
enum Segment {
    Number(u16),
    Name(String),
}

impl CaseNumber {
    fn parse(text: &str) -> Option<CaseNumber> {
        let letter = text.chars().next_back().filter(char::is_ascii_lowercase);
        let body = if letter.is_some() { &text[..text.len() - 1] } else { text };
        let segments = body.split('.').map(Segment::parse).collect::<Option<Vec<_>>>()?;
        let lone_name = matches!(segments[..], [Segment::Name(_)]);
        (!lone_name).then_some(CaseNumber { segments, letter })
    }

    /// The case that a case belongs to: `4.2` for `4.2b`, `3.4` for `3.4.1`; none for chapters and tables.
    fn parent(&self) -> Option<String> {
        let kept = if self.letter.is_some() { self.segments.len() } else { self.segments.len() - 1 };
        let parent: Vec<String> = self.segments[..kept].iter().map(Segment::to_string).collect();
        let is_part = matches!(self.segments[..kept], [] | [Segment::Name(_)]);
        (!is_part).then(|| parent.join("."))
    }

    /// Numbers rise, a case comes before those that belong to it, named parts come after the numbered text.
    fn may_follow(&self, previous: &CaseNumber) -> bool {
        for (here, before) in self.segments.iter().zip(&previous.segments) {
            match (before, here) {
                (Segment::Number(before), Segment::Number(here)) if before != here => {
                    return before < here || is_part(*before, *here);
                }
                (Segment::Name(before), Segment::Name(here)) if before != here => return true,
                (Segment::Number(_), Segment::Name(_)) => return true,
                (Segment::Name(_), Segment::Number(_)) => return false,
                _ => {}
            }
        }
        match self.segments.len().cmp(&previous.segments.len()) {
            std::cmp::Ordering::Equal => self.letter > previous.letter,
            longer_or_shorter => longer_or_shorter.is_gt(),
        }
    }
}

/// Whether a number such as the 31 of 7.31 may be a part of one before the other: where 7.31 is printed below 7.3, 7.4 follows.
fn is_part(number: u16, next: u16) -> bool {
    (1..next).contains(&(number / 10))
}

impl Segment {
    fn parse(text: &str) -> Option<Segment> {
        if let Ok(number) = text.parse() {
            return text.bytes().all(|b| b.is_ascii_digit()).then_some(Segment::Number(number));
        }
        let is_name = !text.is_empty() && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        is_name.then(|| Segment::Name(text.to_owned()))
    }
}

impl std::fmt::Display for Segment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Segment::Number(number) => write!(f, "{number}"),
            Segment::Name(name) => f.write_str(name),
        }
    }
}

/// Lines that are neither empty nor comments, trimmed, with their numbers from 1.
fn significant_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AUTUMN_FOG: &str = include_str!("../../../assets/games/autumn-fog/rules.txt");

    fn fault(text: &str) -> String {
        RuleIndex::parse("rules.txt", text).expect_err("the text is faulty").to_string()
    }

    #[test]
    fn every_case_of_autumn_fog_parses_and_is_found_by_its_number() {
        let index = RuleIndex::parse("rules.txt", AUTUMN_FOG).expect("the rule index parses");
        for case in index.iter() {
            assert_eq!(index.get(&case.number), Some(case));
            assert!(case.title.chars().count() <= 40, "the title of {} is long", case.number);
        }
        assert_eq!(
            index.get("4.2a").map(|case| case.summary.as_str()),
            Some("A unit that enters an enemy ZOC stops there.")
        );
        assert_eq!(index.get("4.9"), None);
    }

    #[test]
    fn autumn_fog_lists_every_number_that_its_rulebook_prints() {
        let index = RuleIndex::parse("rules.txt", AUTUMN_FOG).expect("the rule index parses");
        // How many cases each chapter from 0 to 18 has, the second 1.1 counted as 1.3.
        let chapters = [3, 6, 2, 5, 3, 0, 2, 8, 2, 5, 5, 2, 2, 1, 3, 4, 3, 2, 0];
        for (chapter, cases) in chapters.into_iter().enumerate() {
            let last = (1..=20).take_while(|n| index.get(&format!("{chapter}.{n}")).is_some()).count();
            assert_eq!((chapter, last), (chapter, cases));
            assert!(index.get(&chapter.to_string()).is_some());
        }
        for divided in ["1.6.2", "3.4.3", "3.5.2", "7.3.2", "7.7.2"] {
            assert!(index.get(divided).is_some(), "{divided}");
        }
        for table in ["T.TEC", "T.STA", "T.ACT", "T.ATK", "T.CRT", "T.MOD", "T.C3I", "T.SNA", "T.FUE", "S.US", "S.GE"] {
            assert!(index.get(table).is_some(), "{table}");
        }
        assert_eq!((1..=30).take_while(|n| index.get(&format!("Q.{n}")).is_some()).count(), 19);
    }

    #[test]
    fn a_rule_is_either_enforced_or_listed_as_later() {
        let index = RuleIndex::parse("rules.txt", AUTUMN_FOG).expect("the rule index parses");
        assert!(index.enforced().all(|case| case.scope == CaseScope::Now && case.kind == CaseKind::Rule));
        assert!(index.not_yet_enforced().all(|case| case.scope == CaseScope::Later && case.kind == CaseKind::Rule));
        let rules = index.iter().filter(|case| case.kind == CaseKind::Rule).count();
        assert_eq!(index.enforced().count() + index.not_yet_enforced().count(), rules);
    }

    #[test]
    fn numbers_must_be_unique_in_order_and_below_their_case() {
        let line = |number: &str| format!("{number} | rule | now | Title | Summary.\n");
        let lines = |numbers: &[&str]| numbers.iter().map(|n| line(n)).collect::<String>();
        assert!(
            RuleIndex::parse("r", &lines(&["4", "4.2", "4.2a", "4.10", "T.CRT", "T.CRTa", "T.ATK", "Q.1"])).is_ok()
        );
        assert_eq!(fault(&lines(&["4", "4"])), "rules.txt:2: case 4 is listed twice");
        assert_eq!(fault(&lines(&["4", "4.2", "4.1"])), "rules.txt:3: case 4.1 is out of order");
        assert_eq!(fault(&lines(&["4", "4.2", "4.2b", "4.2a"])), "rules.txt:4: case 4.2a is out of order");
        assert!(RuleIndex::parse("rules.txt", &lines(&["7", "7.3", "7.31", "7.31a", "7.32", "7.4", "7.41"])).is_ok());
        assert_eq!(fault(&lines(&["7", "7.31", "7.3"])), "rules.txt:3: case 7.3 is out of order");
        assert_eq!(fault(&lines(&["T.CRT", "4"])), "rules.txt:2: case 4 is out of order");
        assert_eq!(fault(&lines(&["4", "4.2a"])), "rules.txt:2: expected case 4.2 before 4.2a");
    }

    #[test]
    fn a_faulty_line_is_named_with_what_was_expected() {
        assert!(fault("# note\n\n4 | rule | now | Title").contains("rules.txt:3: expected `number | kind"));
        for number in ["", ".", "a", "T", "4..2", "4.2ab", "-4", "4.é", "99999999"] {
            assert!(fault(&format!("{number} | rule | now | T | S.")).contains("expected a case number"), "{number}");
        }
        assert!(fault("4 | law | now | T | S.").contains("expected rule, definition"));
        assert!(fault("4 | rule | soon | T | S.").contains("expected now or later"));
        assert!(fault("4 | rule | now | T | ").contains("needs a title and a summary"));
        assert!(fault(&format!("4 | rule | now | T | {}", "x".repeat(201))).contains("201 characters"));
    }
}
