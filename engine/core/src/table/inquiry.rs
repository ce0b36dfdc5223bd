//! Lines that are no orders: questions, which change nothing, and standing orders. Every game understands them.

use super::preview::Preview;
use crate::contract::{Game, Misread, Seen, SideId, StandingRule, Viewer};
use definitions::spelling::{Word, folded, spoken, words};

/// What a line is about that is no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inquiry {
    /// How orders are written: all, or those that begin with a word.
    Help(String),
    /// What stands where, and what is to be decided.
    Status,
    /// What a unit can do now.
    Abilities(String),
    /// What an order would do; without one, what all further orders would do.
    Preview(String),
    /// The player's standing orders, or a change of them.
    Standing(String),
    /// His orders that wait for the other side.
    Waiting,
    /// He wants those back.
    TakeBack,
    /// He takes back his last order, or all that he may.
    Undo(String),
    /// He proposes something to the other side.
    Propose(String),
    /// He accepts the proposal with a number.
    Accept(String),
    /// He declines it, or withdraws his own.
    Decline(String),
}

/// How such a line is written.
pub struct InquiryForm {
    /// Words with which it begins; the first is how it is written.
    pub words: &'static [&'static str],
    /// Its forms.
    pub forms: &'static [&'static str],
    /// A line.
    pub example: &'static str,
    /// What it does.
    pub about: &'static str,
    make: fn(String) -> Inquiry,
}

/// All lines that are no orders.
pub static INQUIRIES: [InquiryForm; 11] = [
    InquiryForm {
        words: &["help"],
        forms: &["help", "help VERB"],
        example: "help attack",
        about: "shows how orders are written",
        make: Inquiry::Help,
    },
    InquiryForm {
        words: &["status", "situation"],
        forms: &["status"],
        example: "status",
        about: "tells the turn, what is to be decided, and all that you may know of both sides",
        make: |_| Inquiry::Status,
    },
    InquiryForm {
        words: &["what can", "can"],
        forms: &["what can UNIT do"],
        example: "what can Peiper do?",
        about: "tells each order that the unit could be given now, or the rule that forbids it",
        make: Inquiry::Abilities,
    },
    InquiryForm {
        words: &["preview", "what if"],
        forms: &["preview ORDER", "preview:"],
        example: "preview attack 2515 with Gutman",
        about: "tries an order out as far as no die is rolled; alone on a line, all orders below it",
        make: Inquiry::Preview,
    },
    InquiryForm {
        words: &["standing"],
        forms: &["standing", "standing RULE"],
        example: "standing retreat auto",
        about: "lists your standing orders, or changes one; only you see them",
        make: Inquiry::Standing,
    },
    InquiryForm {
        words: &["waiting"],
        forms: &["waiting"],
        example: "waiting",
        about: "lists your orders that wait for the other side; only you see them",
        make: |_| Inquiry::Waiting,
    },
    InquiryForm {
        words: &["take back", "call back"],
        forms: &["take back"],
        example: "take back",
        about: "takes back all your orders that wait for the other side",
        make: |_| Inquiry::TakeBack,
    },
    InquiryForm {
        words: &["undo"],
        forms: &["undo", "undo all"],
        example: "undo",
        about: "undoes your last order, or all of yours that nothing was rolled, shown, asked or mailed for",
        make: Inquiry::Undo,
    },
    InquiryForm {
        words: &["propose"],
        forms: &["propose undo NUMBER", "propose draw", "propose adjustment POSITION"],
        example: "propose undo 2",
        about: "asks the other side to go back further, to end the game without a winner, or to change the position",
        make: Inquiry::Propose,
    },
    InquiryForm {
        words: &["accept"],
        forms: &["accept NUMBER"],
        example: "accept 3",
        about: "accepts the proposal with that number",
        make: Inquiry::Accept,
    },
    InquiryForm {
        words: &["decline"],
        forms: &["decline NUMBER"],
        example: "decline 3",
        about: "declines the proposal with that number, or withdraws your own",
        make: Inquiry::Decline,
    },
];

/// Letters that the beginning of a word must have to stand for it.
const SHORTEST: usize = 4;

impl Inquiry {
    /// The question or standing order of a line; none if it can only be an order.
    pub fn read(line: &str) -> Option<Inquiry> {
        let words = words(line);
        let whole = |form: &InquiryForm| form.words.iter().find_map(|known| after(&words, &folded(known)));
        let begun = |form: &InquiryForm| {
            let first = words.first()?;
            let known = form.words.iter().any(|known| !known.contains(' ') && known.starts_with(&first.folded));
            (first.folded.len() >= SHORTEST && known).then_some(&words[1..])
        };
        let found = INQUIRIES.iter().find_map(|form| whole(form).map(|rest| (form, rest)));
        let (form, rest) = found.or_else(|| INQUIRIES.iter().find_map(|form| begun(form).map(|rest| (form, rest))))?;
        match (form.make)(spoken(rest)) {
            // alone it is an order of some games
            Inquiry::Decline(number) if number.is_empty() => None,
            // signs count in the lines of a position
            Inquiry::Propose(_) => {
                let begun = line.char_indices().find(|(_, sign)| sign.is_alphabetic()).map_or(0, |(place, _)| place);
                let rest = line[begun..].split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
                Some(Inquiry::Propose(rest.trim().to_owned()))
            }
            inquiry => Some(inquiry),
        }
    }

    /// Whether it changes the game like an order: what comes too late does nothing, and what fails takes back its batch.
    pub fn acts(&self) -> bool {
        matches!(self, Inquiry::Undo(_) | Inquiry::Propose(_) | Inquiry::Accept(_) | Inquiry::Decline(_))
    }

    /// The answer to a question of a side; none for standing orders, orders that wait and a preview of several lines,
    /// which its table keeps.
    pub fn answer<G: Game>(&self, definitions: &G::Definitions, state: &G::State, side: SideId) -> Option<Vec<String>> {
        let view = G::view(definitions, state, Viewer::Side(side));
        let told = |answer: Result<Vec<String>, Misread>| answer.unwrap_or_else(|misread| vec![misread.to_string()]);
        Some(match self {
            Inquiry::Help(topic) => told(help::<G>(definitions, topic)),
            Inquiry::Status => status::<G>(definitions, state, side),
            Inquiry::Abilities(unit) => told(G::abilities(Seen::new(definitions, &view), without_filler(unit))),
            Inquiry::Preview(order) if !order.is_empty() => {
                Preview::<G>::new(definitions, &view, side).order(definitions, order)
            }
            _ => return None,
        })
    }
}

/// The words after those that are known.
fn after<'a>(words: &'a [Word], known: &[String]) -> Option<&'a [Word]> {
    let begins = words.len() >= known.len() && words.iter().zip(known).all(|(word, known)| word.folded == *known);
    begins.then(|| &words[known.len()..])
}

/// `Peiper do now` without its last words.
fn without_filler(unit: &str) -> &str {
    let mut unit = unit;
    while let Some((name, last)) = unit.rsplit_once(' ')
        && ["do", "now", "here", "go", "move", "attack"].iter().any(|filler| last.eq_ignore_ascii_case(filler))
    {
        unit = name;
    }
    unit
}

/// The page of help: what the game says of its orders, and the lines that are no orders.
pub fn page<G: Game>(definitions: &G::Definitions) -> String {
    let mut page = G::help(definitions);
    page += "\nThese lines are no orders. They may stand anywhere among them. Questions, standing orders and what waits leave \
             your question open.\n";
    for form in &INQUIRIES {
        page += &format!("\n{}\n    {}.\n    Example: {}\n", form.forms.join("\n"), form.about, form.example);
    }
    page += "\nPOSITION is one or more lines of a position, with `;` between them: unit 26-vg 1817 steps=2\n";
    let rules = G::standing(definitions, &G::Policy::default());
    if !rules.is_empty() {
        page += "\nRULE is one of these:\n";
    }
    for rule in rules {
        let values: Vec<String> = rule.choices.iter().map(|(value, _)| format!("{} {value}", rule.kind)).collect();
        page += &format!("    {}\n", values.join(" · "));
    }
    page
}

/// The page of help, or what it says of the orders that begin with a word.
fn help<G: Game>(definitions: &G::Definitions, topic: &str) -> Result<Vec<String>, Misread> {
    let page = page::<G>(definitions);
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<String>>();
    let Some(topic) = folded(topic).into_iter().next() else { return Ok(lines(&page)) };
    let about = |form: &str| folded(form).first().is_some_and(|word| word.starts_with(&topic));
    let entry = |text: &&str| text.lines().any(|line| !line.starts_with(' ') && about(line) && text.contains("\n    "));
    let found: Vec<&str> = page.split("\n\n").filter(entry).collect();
    let mut told: Vec<String> = found.into_iter().flat_map(lines).collect();
    // what a player puts in for the words in capitals
    let forms = told.iter().filter(|line| !line.starts_with(' ')).cloned().chain([topic.to_uppercase()]);
    let mut names: Vec<String> = forms.flat_map(|form| capitals(&form)).collect();
    names.sort();
    names.dedup();
    told.extend(names.iter().flat_map(|name| explained(&page, name)));
    if told.is_empty() {
        return Err(Misread::new(format!("no order begins with `{topic}`. Write `help` alone for all")));
    }
    Ok(told)
}

/// The words of a form that are written in capitals.
fn capitals(form: &str) -> Vec<String> {
    let letters = form.split(|letter: char| !letter.is_ascii_alphabetic());
    let capital = |word: &&str| !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_uppercase());
    letters.filter(capital).map(str::to_owned).collect()
}

/// What the page says of a word in capitals: `KIND is …`, and the lines below it that belong to it.
fn explained(page: &str, name: &str) -> Vec<String> {
    let mut lines = page.lines().skip_while(|line| !line.starts_with(&format!("{name} is ")));
    let first = lines.next();
    let rest = lines.take_while(|line| line.starts_with("    "));
    first.into_iter().chain(rest).map(str::to_owned).collect()
}

/// What a player may know now, and what he must decide.
fn status<G: Game>(definitions: &G::Definitions, state: &G::State, side: SideId) -> Vec<String> {
    let view = G::view(definitions, state, Viewer::Side(side));
    let mut lines = vec![format!("{}.", G::position(Seen::new(definitions, &view)).caption)];
    if let Some(outcome) = G::outcome(state) {
        lines.push(format!("The game is over: {}.", outcome.words()));
    }
    let asks = G::asks(state);
    for ask in asks.iter().filter(|ask| ask.side == side) {
        let question = G::question(Seen::new(definitions, &view), ask);
        lines.push(format!("Yours to decide: {}", question.title));
        lines.extend(question.details);
    }
    for ask in asks.iter().filter(|ask| ask.side != side) {
        lines.push(format!("The {} side must decide.", G::sides(definitions)[ask.side.index()]));
    }
    // a question may have told some of it
    let rest: Vec<String> =
        G::status(Seen::new(definitions, &view)).into_iter().filter(|line| !lines.contains(line)).collect();
    lines.extend(rest);
    lines
}

/// All standing orders, one a line.
pub(crate) fn standing_orders<G: Game>(definitions: &G::Definitions, policy: &G::Policy) -> Vec<String> {
    let lines: Vec<String> = G::standing(definitions, policy).iter().map(StandingRule::to_string).collect();
    if lines.is_empty() { vec!["This game has no standing orders.".to_owned()] } else { lines }
}

/// The standing orders as a line changes them, and what has changed.
///
/// # Errors
/// What was not understood and what was expected.
pub(crate) fn amended<G: Game>(
    definitions: &G::Definitions,
    policy: &G::Policy,
    line: &str,
) -> Result<(G::Policy, Vec<String>), Misread> {
    let changed = G::amend(definitions, policy, line)?;
    let before = G::standing(definitions, policy);
    let after = G::standing(definitions, &changed);
    let mut told: Vec<String> =
        after.iter().filter(|rule| !before.contains(rule)).map(StandingRule::to_string).collect();
    if told.is_empty() {
        told.push("That is how it stands already.".to_owned());
    }
    Ok((changed, told))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_told_from_orders_however_they_are_spelled() {
        for (line, meant) in [
            ("help", Inquiry::Help(String::new())),
            ("Help?", Inquiry::Help(String::new())),
            ("* HELP attack", Inquiry::Help("attack".to_owned())),
            ("status.", Inquiry::Status),
            ("1. Stat", Inquiry::Status),
            ("“status” // where are we", Inquiry::Status),
            ("What can v. Böhm do?", Inquiry::Abilities("v Böhm do".to_owned())),
            ("preview:", Inquiry::Preview(String::new())),
            ("• Preview – move Böhm → 2711 # safe?", Inquiry::Preview("move Böhm → 2711".to_owned())),
            ("what if pass", Inquiry::Preview("pass".to_owned())),
            ("standing", Inquiry::Standing(String::new())),
            ("stand. defend best 1 at 2:1", Inquiry::Standing("defend best 1 at 2 1".to_owned())),
            ("Waiting?", Inquiry::Waiting),
            ("TAKE BACK!", Inquiry::TakeBack),
            ("Undo.", Inquiry::Undo(String::new())),
            ("undo ALL", Inquiry::Undo("ALL".to_owned())),
            ("Propose draw", Inquiry::Propose("draw".to_owned())),
            (
                "2. prop adjustment unit 26-vg 1817 steps=2",
                Inquiry::Propose("adjustment unit 26-vg 1817 steps=2".to_owned()),
            ),
            ("accept 3", Inquiry::Accept("3".to_owned())),
            ("decline 3.", Inquiry::Decline("3".to_owned())),
        ] {
            assert_eq!(Inquiry::read(line), Some(meant), "{line}");
        }
        for line in ["", "prepare 2515 with Böhm", "move Peiper to 2711", "# status", "pre", "what", "take", "decline"]
        {
            assert_eq!(Inquiry::read(line), None, "{line}");
        }
        assert_eq!(without_filler("v Böhm do now"), "v Böhm");
        assert_eq!(without_filler("Peiper move"), "Peiper");
    }

    #[test]
    fn every_form_and_example_is_read_as_its_own_question() {
        for form in &INQUIRIES {
            let meant = (form.make)(String::new());
            for line in form.forms.iter().chain([&form.example]) {
                let read = Inquiry::read(line).unwrap_or_else(|| panic!("{line}"));
                assert_eq!(std::mem::discriminant(&read), std::mem::discriminant(&meant), "{line}");
            }
        }
    }
}
