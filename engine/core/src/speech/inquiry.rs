//! Lines that are no orders: questions, which change nothing, and standing orders. Every game understands them.

use super::LineForm;
use definitions::spelling::{Word, folded, spoken, words};

/// What a line is about that is no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inquiry {
    /// How orders are written: all, or those that begin with a word.
    Help(String),
    /// What stands where, and what is to be decided; of one formation or unit, if it is named.
    Status(String),
    /// What a unit can do now.
    Abilities(String),
    /// What an order would do; without one, what all further orders would do.
    Preview(String),
    /// Of all further orders those are carried out that can be.
    AsFarAsPossible,
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
    /// A line that stands alone, with words after it that mean nothing there.
    TooLong {
        /// The line as it is written.
        form: &'static str,
        /// The words after it.
        rest: String,
    },
}

/// How such a line is written.
pub struct InquiryForm {
    /// Its words and forms.
    pub form: LineForm,
    make: fn(String) -> Inquiry,
}

/// All lines that are no orders.
pub static INQUIRIES: [InquiryForm; 12] = [
    InquiryForm {
        form: LineForm {
            words: &["help", "how do i", "how can i", "how to"],
            forms: &["help", "help VERB"],
            also: &[],
            example: "help",
            about: "shows how orders are written",
            cases: &[],
        },
        make: Inquiry::Help,
    },
    InquiryForm {
        form: LineForm {
            words: &["status", "situation"],
            forms: &["status", "status NAME"],
            also: &[],
            example: "status",
            about: "tells the turn, what is to be decided, and all that you may know of both sides; with the name of a unit, \
                formation or place, of it alone",
            cases: &[],
        },
        make: Inquiry::Status,
    },
    InquiryForm {
        form: LineForm {
            words: &["what can", "can", "why cant", "why cannot", "why can not"],
            forms: &["what can UNIT do"],
            also: &[],
            example: "what can UNIT do?",
            about: "tells each order that the unit could be given now, or the rule that forbids it",
            cases: &[],
        },
        make: Inquiry::Abilities,
    },
    InquiryForm {
        form: LineForm {
            words: &["preview", "what if"],
            forms: &["preview ORDER", "preview:"],
            also: &[],
            example: "preview end",
            about: "tries an order out as far as no die is rolled; alone on a line, all orders below it",
            cases: &[],
        },
        make: Inquiry::Preview,
    },
    InquiryForm {
        form: LineForm {
            words: &["as far as possible", "skip refused"],
            forms: &["as far as possible"],
            also: &["skip refused"],
            example: "as far as possible",
            about: "carries out what can be done of the orders below it and lists the others; a line that ends something is not done \
                behind one that was refused",
            cases: &[],
        },
        make: |rest| alone(Inquiry::AsFarAsPossible, "as far as possible", rest),
    },
    InquiryForm {
        form: LineForm {
            words: &["standing"],
            forms: &["standing", "standing RULE"],
            also: &[],
            example: "standing",
            about: "lists your standing orders, or changes one; only you see them",
            cases: &[],
        },
        make: Inquiry::Standing,
    },
    InquiryForm {
        form: LineForm {
            words: &["waiting"],
            forms: &["waiting"],
            also: &[],
            example: "waiting",
            about: "lists your orders that wait for the other side; only you see them",
            cases: &[],
        },
        make: |rest| alone(Inquiry::Waiting, "waiting", rest),
    },
    InquiryForm {
        form: LineForm {
            words: &["take back", "call back"],
            forms: &["take back"],
            also: &[],
            example: "take back",
            about: "takes back all your orders that wait for the other side",
            cases: &[],
        },
        make: |rest| alone(Inquiry::TakeBack, "take back", rest),
    },
    InquiryForm {
        form: LineForm {
            words: &["undo"],
            forms: &["undo", "undo all"],
            also: &[],
            example: "undo",
            about: "undoes your last order, or all of yours that nothing was rolled, shown, asked or mailed for",
            cases: &[],
        },
        make: Inquiry::Undo,
    },
    InquiryForm {
        form: LineForm {
            words: &["propose"],
            forms: &["propose undo NUMBER", "propose draw", "propose adjustment POSITION"],
            also: &[],
            example: "propose undo 2",
            about: "asks the other side to go back further, to end the game without a winner, or to change the position",
            cases: &[],
        },
        make: Inquiry::Propose,
    },
    InquiryForm {
        form: LineForm {
            words: &["accept"],
            forms: &["accept NUMBER"],
            also: &[],
            example: "accept 3",
            about: "accepts the proposal with that number",
            cases: &[],
        },
        make: Inquiry::Accept,
    },
    InquiryForm {
        form: LineForm {
            words: &["decline"],
            forms: &["decline NUMBER"],
            also: &[],
            example: "decline 3",
            about: "declines the proposal with that number, or withdraws your own",
            cases: &[],
        },
        make: Inquiry::Decline,
    },
];

/// A line that stands alone, if nothing follows it.
fn alone(inquiry: Inquiry, form: &'static str, rest: String) -> Inquiry {
    if rest.is_empty() { inquiry } else { Inquiry::TooLong { form, rest } }
}

/// Letters that the beginning of a word must have to stand for it.
const SHORTEST: usize = 4;

impl Inquiry {
    /// The question or standing order of a line; none if it can only be an order.
    pub fn read(line: &str) -> Option<Inquiry> {
        let words = words(line);
        let whole = |inquiry: &InquiryForm| inquiry.form.words.iter().find_map(|known| after(&words, &folded(known)));
        let begun = |inquiry: &InquiryForm| {
            let first = words.first()?;
            let known = inquiry.form.words.iter().any(|known| !known.contains(' ') && known.starts_with(&first.folded));
            (first.folded.len() >= SHORTEST && known).then_some(&words[1..])
        };
        let found = INQUIRIES.iter().find_map(|inquiry| whole(inquiry).map(|rest| (inquiry, rest)));
        let begun = || INQUIRIES.iter().find_map(|inquiry| begun(inquiry).map(|rest| (inquiry, rest)));
        let (inquiry, rest) = found.or_else(begun)?;
        match (inquiry.make)(spoken(rest)) {
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
}

/// The words after those that are known.
fn after<'a>(words: &'a [Word], known: &[String]) -> Option<&'a [Word]> {
    let begins = words.len() >= known.len() && words.iter().zip(known).all(|(word, known)| word.folded == *known);
    begins.then(|| &words[known.len()..])
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
            ("status.", Inquiry::Status(String::new())),
            ("1. Stat", Inquiry::Status(String::new())),
            ("status XLVII?", Inquiry::Status("XLVII".to_owned())),
            ("“status” // where are we", Inquiry::Status(String::new())),
            ("What can v. Böhm do?", Inquiry::Abilities("v Böhm do".to_owned())),
            ("preview:", Inquiry::Preview(String::new())),
            ("• Preview – move Böhm → 2711 # safe?", Inquiry::Preview("move Böhm → 2711".to_owned())),
            ("what if pass", Inquiry::Preview("pass".to_owned())),
            ("As far as possible:", Inquiry::AsFarAsPossible),
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
    }

    #[test]
    fn every_form_and_example_is_read_as_its_own_question() {
        for inquiry in &INQUIRIES {
            let meant = (inquiry.make)(String::new());
            for line in inquiry.form.forms.iter().chain([&inquiry.form.example]) {
                let read = Inquiry::read(line).unwrap_or_else(|| panic!("{line}"));
                assert_eq!(std::mem::discriminant(&read), std::mem::discriminant(&meant), "{line}");
            }
        }
    }
}
