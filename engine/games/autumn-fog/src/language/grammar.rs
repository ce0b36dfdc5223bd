//! The grammar of the order language, written from the tables that the parser reads. `docs/orders.md` shows it.

use super::super::standing::RULES;
use super::super::verbs::VERBS;
use super::names::SUPPORTS;
use super::parse::CLAUSES;
use engine::table::INQUIRIES;

/// A part of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// A word as it is written.
    Word(String),
    /// What a player puts in: `UNIT`.
    Name(String),
    /// One or more entries, with commas between them.
    List(Vec<Part>),
    /// Something that may be left out.
    Optional(Vec<Part>),
}

/// Reads `attack HEX, ... [lead UNIT]`.
fn parts(form: &str) -> Vec<Part> {
    let mut open: Vec<Vec<Part>> = vec![Vec::new()];
    for token in form.replace('[', " [ ").replace(']', " ] ").split_whitespace() {
        let last = open.last_mut().expect("brackets are even");
        match token {
            "[" => open.push(Vec::new()),
            "]" => {
                let inner = open.pop().expect("brackets are even");
                open.last_mut().expect("brackets are even").push(Part::Optional(inner));
            }
            "..." | "...," => {
                // the entry that is repeated begins after the word that opens its clause
                let opens = |part: &Part| matches!(part, Part::Word(word) if is_clause(word));
                let start = last.iter().rposition(opens).map_or(usize::from(last.len() > 1), |place| place + 1);
                // `dig in UNIT, ...`
                let words = last[start..].iter().take_while(|part| matches!(part, Part::Word(_))).count();
                let entry = last.split_off(start + words);
                last.push(Part::List(entry));
                if token == "...," {
                    last.push(Part::Word(",".to_owned()));
                }
            }
            word => {
                let word = word.trim_end_matches([',', ':']).to_owned();
                let name = word.chars().all(|letter| letter.is_ascii_uppercase());
                last.push(if name { Part::Name(word) } else { Part::Word(word) });
            }
        }
    }
    open.pop().expect("brackets are even")
}

fn is_clause(word: &str) -> bool {
    CLAUSES.iter().any(|(known, _)| *known == word)
}

fn ebnf(parts: &[Part]) -> String {
    let part = |part: &Part| match part {
        Part::Word(word) => match CLAUSES.iter().find(|(known, _)| known == word) {
            Some((_, clause)) => format!("{clause:?}").to_uppercase(),
            None => format!("\"{word}\""),
        },
        Part::Name(name) => name.to_lowercase(),
        Part::List(entry) => {
            let entry = ebnf(entry);
            format!("{entry}, {{ \",\", {entry} }}")
        }
        Part::Optional(inner) => format!("[ {} ]", ebnf(inner)),
    };
    parts.iter().map(part).collect::<Vec<String>>().join(", ")
}

fn quoted(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    words.into_iter().map(|word| format!("\"{}\"", word.as_ref())).collect::<Vec<String>>().join(" | ")
}

/// A rule for all forms that begin with some words.
fn rule(name: &str, words: &[&str], forms: &[&str]) -> String {
    let rest = |form: &&str| {
        let after = words.iter().find_map(|word| form.strip_prefix(word)).unwrap_or_default();
        ebnf(&parts(after))
    };
    let mut rests: Vec<String> = forms.iter().map(rest).collect();
    rests.dedup();
    let rests = match &rests[..] {
        [one] if one.is_empty() => String::new(),
        [one] => format!(", {one}"),
        several => {
            let several: Vec<&str> =
                several.iter().map(|rest| if rest.is_empty() { "(* nothing *)" } else { rest }).collect();
            format!(",\n             ( {} )", several.join("\n             | "))
        }
    };
    format!("{name:<10} = ( {} ){rests} ;\n", quoted(words))
}

/// The whole grammar.
fn grammar() -> String {
    let mut text = String::from("line       = [ order | inquiry ], [ ( \"#\" | \"//\" ), comment ] ;\n");
    let names = |names: Vec<String>| names.join(" | ");
    text += &format!("order      = {} ;\n", names(VERBS.iter().map(|form| form.words[0].to_owned()).collect()));
    text += &format!(
        "inquiry    = {} ;\n\n",
        names(INQUIRIES.iter().map(|form| form.words[0].replace(' ', "-")).collect())
    );
    VERBS.iter().for_each(|form| text += &rule(form.words[0], form.words, form.forms));
    text.push('\n');
    INQUIRIES.iter().for_each(|form| text += &rule(&form.words[0].replace(' ', "-"), form.words, form.forms));
    text.push('\n');
    let mut clauses: Vec<String> = CLAUSES.iter().map(|(_, clause)| format!("{clause:?}").to_uppercase()).collect();
    clauses.dedup();
    for clause in clauses {
        let words = CLAUSES.iter().filter(|(_, kind)| format!("{kind:?}").to_uppercase() == clause);
        text += &format!("{clause:<10} = {} ;\n", quoted(words.map(|(word, _)| word)));
    }
    text += &format!("{:<10} = {} ;\n\n", "kind", quoted(SUPPORTS.iter().map(|(word, _)| word)));
    for (place, standing) in RULES.iter().enumerate() {
        let (name, end) = if place == 0 { ("rule", "") } else { ("    |", "") };
        text += &format!(
            "{name:<10} {} ( {} ), ( {} ){end}\n",
            if place == 0 { "=" } else { " " },
            quoted(standing.kinds()),
            quoted(standing.values())
        );
    }
    text + "           ;\n"
}

mod tests {
    use super::super::super::definitions::Definitions;
    use super::super::super::order::{Step, Verb};
    use super::super::super::state::Activation;
    use super::super::super::verbs::entry;
    use super::*;
    use crate::AutumnFog;
    use engine::contract::{Foundation, Rules, Seen, Setup, SideId, Sight, Viewer, begin, carry_out};
    use std::fs;
    use testing::Seeded;

    /// All ways to fill a form in: with and without what is optional, lists of one and of two.
    fn filled(parts: &[Part], fill: &dyn Fn(&str) -> String) -> Vec<String> {
        let ways = |part: &Part| match part {
            Part::Word(word) => vec![word.clone()],
            Part::Name(name) => vec![fill(name)],
            Part::List(entry) => {
                filled(entry, fill).iter().flat_map(|one| [one.clone(), format!("{one}, {one}")]).collect()
            }
            Part::Optional(inner) => [filled(inner, fill), vec![String::new()]].concat(),
        };
        parts.iter().fold(vec![String::new()], |begun, part| {
            let ways = ways(part);
            begun.iter().flat_map(|text| ways.iter().map(move |way| format!("{text} {way}"))).collect()
        })
    }

    #[test]
    fn every_form_is_read_with_each_of_its_words_however_it_is_filled_in() {
        let definitions = Definitions::parse(&AutumnFog::files()).expect("the definitions parse");
        let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
        let mut state = AutumnFog::initial(&definitions, &setup).expect("the scenario");
        state.field.operations.activation = Some(Activation::General { limit: 3 });
        let view = AutumnFog::view(&definitions, &state, Viewer::Side(SideId(0)));
        let mut read = 0;
        for form in &VERBS {
            let example = form.example.rsplit(' ').next().unwrap_or_default();
            let fill = |name: &str| match name {
                "HEX" => "2515".to_owned(),
                "UNIT" => "Gutman".to_owned(),
                "DIVISION" => "26 VG".to_owned(),
                "HQ" => "XLVII".to_owned(),
                "KIND" => "artillery".to_owned(),
                "NUMBER" => "2".to_owned(),
                "FORMATION" => "LVIII".to_owned(),
                "EVENT" => "greif".to_owned(),
                "DETACHMENT" => form.example.split_once(' ').map_or(example, |(_, rest)| rest).to_owned(),
                other => panic!("what is {other}?"),
            };
            for written in form.forms {
                let rest = written.strip_prefix(form.words[0]).expect("a form begins with its verb");
                for (word, text) in form
                    .words
                    .iter()
                    .flat_map(|word| filled(&parts(rest), &fill).into_iter().map(move |text| (word, text)))
                {
                    let line = format!("{word}{text}");
                    let orders = super::super::parse::parse(Seen::<AutumnFog>::new(&definitions, &view), &line);
                    assert!(orders.as_ref().is_ok_and(|orders| !orders.is_empty()), "{line}: {orders:?}");
                    read += 1;
                }
            }
        }
        assert!(read > 100, "{read}");
    }

    /// Whether words are a form that is filled in. A name is any words that begin no clause and no new entry.
    fn fits(parts: &[Part], words: &[&str]) -> bool {
        let free = |word: &&str| *word != "," && *word != "from" && !is_clause(word);
        let Some((part, rest)) = parts.split_first() else { return words.is_empty() };
        match part {
            Part::Word(word) => {
                let same = |first: &&str| {
                    let clause =
                        |word: &str| CLAUSES.iter().find(|(known, _)| *known == word).map(|(_, clause)| clause);
                    *first == word || clause(word).is_some() && clause(first) == clause(word)
                };
                words.first().is_some_and(same) && fits(rest, &words[1..])
            }
            Part::Name(_) => {
                let longest = words.iter().take_while(|word| free(word)).count();
                (1..=longest).any(|used| fits(rest, &words[used..]))
            }
            Part::Optional(inner) => fits(rest, words) || fits(&[&inner[..], rest].concat(), words),
            Part::List(entry) => {
                let again =
                    [&entry[..], &[Part::Optional(vec![Part::Word(",".to_owned()), part.clone()])], rest].concat();
                fits(&again, words)
            }
        }
    }

    #[test]
    fn what_is_written_of_an_order_is_in_the_grammar() {
        let definitions = Definitions::parse(&AutumnFog::files()).expect("the definitions parse");
        let setup =
            Setup { scenario: "entire-battle".to_owned(), options: [("presents".to_owned(), "yes".to_owned())].into() };
        let first = AutumnFog::initial(&definitions, &setup).expect("the scenario");
        let mut seen = std::collections::BTreeSet::new();
        for seed in 1..4 {
            let [mut dice, mut choice] = Seeded::streams(seed);
            let mut state = begin::<AutumnFog>(&definitions, &first, &mut dice).1;
            while let Some(ask) = AutumnFog::asks(&state).first().copied() {
                let view = AutumnFog::view(&definitions, &state, Viewer::Side(ask.side));
                let order = Seen::<AutumnFog>::new(&definitions, &view).random_order(&mut |n| choice.next_below(n));
                let order = order.expect("someone can always act");
                let text = super::super::write(&definitions, &order);
                let Some(Step::Verb(verb)) = order.first() else { panic!("{order:?}") };
                // commas are words of their own, and a path of several hexes is written with blanks
                let spaced = text.replace(',', " ,").replace("air supply", "airdrop");
                let words: Vec<&str> = spaced.split_whitespace().collect();
                let known = entry(*verb).forms.iter().any(|written| fits(&parts(written), &words));
                assert!(known, "{text}");
                seen.insert(*verb);
                drop(view);
                carry_out::<AutumnFog>(&definitions, &mut state, ask.side, &order, &mut dice).expect("a legal order");
            }
        }
        assert!(seen.len() > 20, "{seen:?}");
        for (text, verb) in [("move Gutman/2 via 2714", Verb::Move), ("clear Peiper/1 at 2711", Verb::Clear)] {
            assert!(
                entry(verb).forms.iter().any(|written| fits(&parts(written), &text.split(' ').collect::<Vec<_>>())),
                "{text}"
            );
        }
        assert!(!fits(&parts("pass"), &["pass", "now"]) && !fits(&parts("mark HEX"), &["mark"]));
    }

    #[test]
    fn the_grammar_in_the_documentation_is_that_of_the_parsers_tables() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/orders.md");
        let text = fs::read_to_string(path).expect("docs/orders.md");
        let (before, rest) = text.split_once("```ebnf\n").expect("a block of EBNF");
        let (shown, after) = rest.split_once("```\n").expect("its end");
        if std::env::var_os("RECORD").is_some() {
            fs::write(path, format!("{before}```ebnf\n{}```\n{after}", grammar())).expect("written");
            return;
        }
        assert_eq!(shown, grammar(), "RECORD=1 writes it anew");
    }
}
